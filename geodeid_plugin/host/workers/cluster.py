# SPDX-License-Identifier: GPL-2.0-or-later
"""A Dask cluster that works on pieces.

Only areas go there: places, populations and the programme's numbers; no record, no draw, no identifier.
Keys on the cluster's dashboard are random. Workers that write results to their disk when memory runs
short are refused. Whoever reaches a scheduler can run programs on its workers and read what they hold: an
address of ``tls://`` takes its certificates from Dask's own configuration.

The part of the core that solves pieces, as a package in a zip that is named by its contents.

A worker that has a module keeps it: a changed core must have another name.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import sys
import tempfile
import uuid
import zipfile
from pathlib import Path
from time import monotonic, sleep

from ...core.base.errors import Phrase, WorkersError, named
from ...core.geomask.solver.tiles.work import packed, unpacked
from ..installation import missing

_CONNECT = "15s"
_POLL_S = 0.05
_LOOK_S = 2.0
"""How often the scheduler is asked for its workers."""
_AHEAD = 3
"""Pieces that each worker has in hand or in its queue: results are not heaped up before they are used."""
_LOST_S = 30.0
"""How long a scheduler or the last worker may be away before the run is given up."""


class Cluster:
    """A Dask cluster; see :class:`..core.geomask.solver.tiles.work.Workers`.

    Parameters
    ----------
    address : str
        Of the scheduler, for example ``tcp://127.0.0.1:8786``.
    """

    def __init__(self, address: str) -> None:
        self.address = address

    def solve(self, pieces, progress):
        """Solve pieces on the cluster; results come in the order of the pieces."""
        client = _connected(self.address)
        try:
            with tempfile.TemporaryDirectory() as folder:
                answer = _core_on(client, Path(folder))
            yield from _answers(client, answer, pieces, progress)
            progress(1.0)
        finally:
            _close(client)

    def close(self) -> None:
        """Nothing is kept between calls."""


def check(address: str) -> list:
    """Refuse a cluster that can't be used; what should be known of one that can, as phrases.

    Raises
    ------
    WorkersError
        There is no such cluster, it has no workers, they lack numpy or scipy, or write to their disks.
    """
    client = _connected(address)
    try:
        with tempfile.TemporaryDirectory() as folder:
            _core_on(client, Path(folder))
        return differences(client)
    finally:
        _close(client)


def _close(client) -> None:
    """Part from a cluster; from one that is gone without waiting for its answer."""
    gone = client.status != "running"
    client.close(timeout=0.5 if gone else 5)


def _connected(address: str):
    if missing(["distributed"]):
        raise WorkersError(
            "cluster.package.missing",
            "A cluster needs the Python package distributed, which this QGIS does not have. Install it, or "
            "leave the address of the scheduler empty.",
        )
    from distributed import Client

    try:
        client = Client(address, timeout=_CONNECT, set_as_default=False, name="geodeid")
    except Exception as error:
        raise WorkersError(
            "cluster.scheduler.no_answer",
            "No Dask scheduler answers at {address}: {reason}. Check the address, and that its version of "
            "Dask fits the one here.",
            address=address,
            reason=_short(error),
        ) from None
    if not _workers(client):
        client.close(timeout=5)
        raise WorkersError(
            "cluster.workers.none", "The cluster at {address} has no workers. Start some.", address=address
        )
    return client


def _core_on(client, folder: Path):
    """Bring the core to the workers, look at them, and give the function that solves a piece."""
    name, path = core_zip(folder)
    try:
        client.upload_file(str(path))
    except Exception as error:
        raise WorkersError(
            "cluster.program.refused", "The cluster did not take the program: {reason}", reason=_short(error)
        ) from None
    sys.path.insert(0, str(path))
    try:
        serving = importlib.import_module(f"{name}.geomask.solver.tiles.work")
    finally:
        sys.path.remove(str(path))
    try:
        told = client.run(serving.facts)
    except Exception as error:
        raise WorkersError(
            "cluster.program.cannot_run",
            "The workers can't run the program: {reason}. They need numpy and scipy, and versions of Python "
            "and Dask that fit those here.",
            reason=_short(error),
        ) from None
    client.geodeid_facts = serving.facts(), told
    lacking = sorted(worker for worker, fact in told.items() if not (fact["numpy"] and fact["scipy"]))
    if lacking:
        raise WorkersError(
            "cluster.workers.no_packages", "Workers {workers} lack numpy or scipy.", workers=named(lacking)
        )
    spilling = sorted(worker for worker, fact in told.items() if fact["spills"])
    if spilling:
        raise WorkersError(
            "cluster.workers.spill",
            "Workers {workers} write to their disks when memory runs short: populations of areas would be "
            "left there. Start them with distributed.worker.memory.target and "
            "distributed.worker.memory.spill set to false.",
            workers=named(spilling),
        )
    return serving.answer


def differences(client) -> list:
    """Phrases that name packages of which workers have other versions than this process."""
    here, there = client.geodeid_facts
    found = []
    for package in ("python", "numpy", "scipy"):
        others = sorted({fact[package] for fact in there.values()} - {here[package]})
        if others:
            found.append(
                Phrase(
                    "Workers have {package} {others}, this process {here}: the guarantee and the certified "
                    "gap are the same, the table itself may not be.",
                    package=package,
                    others=named(others),
                    here=here[package],
                )
            )
    return found


def _answers(client, answer, pieces, progress):
    """Hand out pieces a few ahead of those that are waited for."""
    waiting: dict = {}
    given = 0
    try:
        for index in range(len(pieces)):
            ahead = _AHEAD * max(1, _workers(client))
            while given < min(len(pieces), index + ahead):
                data = packed(pieces[given]())
                waiting[given] = client.submit(answer, data, key=f"geodeid-{uuid.uuid4()}", pure=False)
                given += 1
            yield unpacked(_result(client, waiting[index], index / len(pieces), progress))
            del waiting[index]
    finally:
        if waiting:
            _let_go(client, list(waiting.values()))


def _let_go(client, futures) -> None:
    """Cancel what is not wanted any more; a scheduler that is gone has nothing to cancel."""
    if _workers(client):
        client.cancel(futures)


def _result(client, future, share: float, progress) -> bytes:
    """Wait for a result, asking for cancel, and say what happened where none comes.

    A result that is ready can still be lost with its worker; Dask then solves the piece again.
    """
    seen = looked = monotonic()
    while True:
        while not future.done():
            progress(share)
            sleep(_POLL_S)
            if monotonic() - looked > _LOOK_S:
                looked = monotonic()
                seen = looked if _workers(client) else seen
            if monotonic() - seen > _LOST_S:
                raise _gone(Phrase("the scheduler or the last worker does not answer any more"))
        if future.status != "finished":
            raise _gone(_short(future.exception()) if future.status == "error" else future.status)
        try:
            return future.result(timeout=_LOST_S)
        except Exception as error:
            if not (isinstance(error, TimeoutError) and _workers(client)):
                raise _gone(_short(error)) from None


def _workers(client) -> int:
    """Workers that the scheduler has; 0 where it can't be asked."""
    if client.status != "running":
        return 0
    try:
        return len(client.sync(client.scheduler.identity, callback_timeout=_LOOK_S)["workers"])
    except Exception:
        return 0


def _gone(reason: str | Phrase) -> WorkersError:
    return WorkersError(
        "cluster.work.unfinished",
        "The cluster did not finish its work: {reason}. Nothing is kept. Start it again, with more memory a "
        "worker or smaller tiles where workers died.",
        reason=reason,
    )


def _short(error) -> str:
    return f"{type(error).__name__}: {error}".strip().splitlines()[0][:200]


_CORE = Path(__file__).resolve().parents[2] / "core"
_ROOMS = ("base", "geometry", "geomask")


def core_sources() -> list[tuple[str, bytes]]:
    """Paths inside the core and contents of what a worker needs."""
    paths = [
        _CORE / "__init__.py",
        *(path for room in _ROOMS for path in sorted((_CORE / room).rglob("*.py"))),
    ]
    return [(path.relative_to(_CORE).as_posix(), path.read_bytes()) for path in paths]


def core_name(files: list[tuple[str, bytes]]) -> str:
    """Name of the package: the same for the same contents."""
    digest = hashlib.sha256()
    for path, data in files:
        digest.update(f"{path}\n{len(data)}\n".encode() + data)
    return "geodeid_core_" + digest.hexdigest()[:16]


def core_zip(folder: Path) -> tuple[str, Path]:
    """Write the zip into a folder; name of the package, and path of the zip."""
    files = core_sources()
    name = core_name(files)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files:
            archive.writestr(zipfile.ZipInfo(f"{name}/{path}"), data)
    written_to = folder / f"{name}.zip"
    written_to.write_bytes(stream.getvalue())
    return name, written_to

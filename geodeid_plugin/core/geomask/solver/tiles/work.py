# SPDX-License-Identifier: GPL-2.0-or-later
"""The seam between a programme in pieces and whoever works on them: this process, other processes, a cluster.

A piece is a pure function of arrays, so it may run anywhere, twice, and in any order; results come in the
order of the pieces, never in that of arrival.

One tile, or one block of a shifted tiling, as a piece of work: a pure function of arrays.

A block heals seams. Let x be feasible, O the origins and D the destinations of a block. The flows
``x_ij`` with i in O and j in D are free, all others stay. Then

    sum_j x_ij = n_i - (what i sends outside D),    x_ij <= alpha_i t_j,
    t_j = f_j + sum_i x_ij,                         t_j >= tau_j,                     (19)

with ``f_j`` the inflow from outside O, ``tau_j = max f_ij / alpha_i`` over those origins, and ``alpha_i``
from the true ``n_i``. A flow into j outside D never changes, so (3) holds there; in D it holds for O by
(19) and for others since ``t_j >= tau_j``. The flows at hand are feasible, so the objective can't rise, and
blocks share no destination: they can be solved at the same time. ``f_j`` is an origin tied to j, of
``f_j`` people and the cap ``f_j / tau_j``.
"""

from __future__ import annotations

import io
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from ....base.arrays import Array
from ....base.errors import AuditError, InfeasibleError, WorkersError
from ....base.progress import Progress, part, silent, wordless
from ...programme.allpairs import AllPairs
from ...programme.programme import Programme
from ..solve import Found, search
from ..taken import search_taken

Arrays = dict[str, NDArray[Any]]
"""What a piece is made of and what comes of it."""


def solve_piece(piece: Arrays, progress: Progress = silent) -> Arrays:
    """Solve a tile or a block.

    ``piece``: ``lon``, ``lat``, ``unit``, ``people`` and ``weight`` of the origins and ``scale``, what their
    costs are multiplied by, shape (n,); ``target_lon``, ``target_lat`` and ``target_unit`` of the
    destinations, shape (m,); ``tied``, ``inflow`` and ``least`` (``f_j`` and ``tau_j``) of those that have an
    inflow, shape (f,); and the numbers ``risk``, ``tolerance`` and ``squared``. ``progress``: progress and
    cancel. Gives ``origin``, ``destination`` and ``flow`` (people) of the pairs, ``price`` of the origins,
    ``cost`` (people times cost) and ``bound``. Where the piece has no strategy ``failed`` is 1 for one that
    is infeasible and 2 for one that could not be made private; else 0.
    """
    count, risk = len(piece["people"]), float(piece["risk"])
    pairs = AllPairs(
        (piece["lon"], piece["lat"]), piece["unit"],
        (piece["target_lon"], piece["target_lat"]), piece["target_unit"],
        bool(piece["squared"]), piece["tied"], piece["scale"],
    )  # fmt: skip
    people = np.r_[piece["people"], piece["inflow"]]
    weight = np.r_[piece["weight"], risk * piece["least"]]
    programme = Programme(np.arange(len(people)), people, weight, risk, bool(piece["squared"]), pairs)
    try:
        found = _searched(programme, float(piece["tolerance"]), wordless(progress))
    except InfeasibleError:
        return _nothing(count, 1)
    except AuditError:
        return _nothing(count, 2)
    strategy = found.strategy
    free = strategy.origin < count
    flow = people[strategy.origin] * strategy.probability
    cost = programme.cost(strategy.origin, strategy.destination)
    return {
        "origin": strategy.origin[free].astype(np.int32),
        "destination": strategy.destination[free].astype(np.int32),
        "flow": flow[free],
        "price": found.price[:count],
        "cost": np.array(flow @ cost),
        "bound": np.array(found.bound),
        "failed": np.array(0),
    }


def _searched(programme: Programme, tolerance: float, progress: Progress) -> Found:
    """Over few destinations where a crowd holds many areas, else over all."""
    found = search_taken(programme, tolerance, None, progress)
    return search(programme, tolerance, None, progress) if found is None else found


def _nothing(count: int, why: int) -> Arrays:
    none = np.zeros(0, dtype=np.int32)
    return {
        "origin": none, "destination": none, "flow": np.zeros(0), "price": np.zeros(count),
        "cost": np.array(np.inf), "bound": np.array(0.0), "failed": np.array(why),
    }  # fmt: skip


RESULT = frozenset(("origin", "destination", "flow", "price", "cost", "bound", "failed"))
"""What :func:`.piece.solve_piece` returns."""


class Workers(Protocol):
    """Whoever works on pieces."""

    def solve(self, pieces: Sequence[Callable[[], Arrays]], progress: Progress) -> Iterator[Arrays]:
        """Solve pieces, each made when it is needed, and give their results in order.

        Each of ``pieces`` makes one for :func:`solve_piece`.
        """

    def close(self) -> None:
        """Let go of what was kept for the next pieces: there are none."""


class Here:
    """This process: one piece after the other."""

    def solve(self, pieces: Sequence[Callable[[], Arrays]], progress: Progress) -> Iterator[Arrays]:
        """Solve pieces one by one; see :class:`Workers`."""
        for index, make in enumerate(pieces):
            share = part(progress, index / len(pieces), (index + 1) / len(pieces))
            yield solve_piece(make(), share)
            share(1.0)

    def close(self) -> None:
        """Nothing is kept; see :class:`Workers`."""


def packed(arrays: Arrays) -> bytes:
    """Arrays as bytes; no objects among them, so that nothing runs when they are read."""
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def unpacked(data: bytes) -> Arrays:
    """Arrays from :func:`packed`.

    Examples
    --------
    >>> import numpy as np
    >>> unpacked(packed({"people": np.array([3.0, 4.0])}))["people"].tolist()
    [3.0, 4.0]
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except Exception:  # whatever zip files, their compression and arrays in them make of wrong bytes
        raise no_answer() from None


def no_answer() -> WorkersError:
    """What is said of a result that can't be one."""
    return WorkersError(
        "worker.answer.none",
        "What a worker returned is no answer to its tile: nothing is kept. See to it that all workers have "
        "this version of GeoDeID, then start again.",
    )


def require_fitting(result: Arrays, origins: int, destinations: int) -> None:
    """Refuse a result that can't be one of a piece, whoever returned it.

    A wrong table would not pass the audit; but a price that is no number would prove any bound.
    """
    if set(result) != RESULT:
        raise no_answer()
    pairs = result["flow"].shape
    fits = (
        len(pairs) == 1
        and result["price"].shape == (origins,)
        and all(result[name].shape == () for name in ("cost", "bound", "failed"))
        and _rows(result["origin"], pairs, origins)
        and _rows(result["destination"], pairs, destinations)
        and all(result[name].dtype.kind in "iuf" for name in RESULT)
    )
    if not fits:
        raise no_answer()
    numbers = [result["flow"], result["price"], result["bound"], result["failed"]]
    if not result["failed"]:
        numbers.append(result["cost"])
    if not all(np.isfinite(values).all() for values in numbers) or (result["flow"] < 0).any():
        raise no_answer()


def _rows(values: Array, shape: tuple[int, ...], count: int) -> bool:
    """Whether some values are numbers of rows, of which there are so many."""
    inside = values.dtype.kind in "iu" and values.shape == shape
    return inside and bool(((values >= 0) & (values < count)).all())


_HEADER = 8
"""Bytes of a message's length."""


def answer(data: bytes) -> bytes:
    """The result of a piece, both as bytes (:func:`.work.packed`)."""
    return packed(solve_piece(unpacked(data)))


def facts() -> dict[str, object]:
    """What a client must know of a worker: versions, and whether it may write results to its disk.

    Versions of Python, NumPy and SciPy are empty where missing; ``spills`` is of a Dask worker, whether
    memory that runs short goes to disk.
    """
    return {
        "python": platform.python_version(),
        "numpy": _version("numpy"),
        "scipy": _version("scipy"),
        "spills": _spills(),
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _spills() -> bool:
    """Whether a Dask worker would write what it holds to its disk; other workers never do."""
    config = sys.modules.get("dask.config")
    if config is None or "distributed.worker" not in sys.modules:
        return False
    return any(
        config.get(f"distributed.worker.memory.{name}", False) is not False for name in ("target", "spill")
    )


def serve(incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """Answer pieces until the stream ends. The first message says that this worker is there.

    A message is its length, eight bytes, little end first, and as many bytes.
    """
    send(outgoing, b"ready")
    while True:
        header = incoming.read(_HEADER)
        if len(header) < _HEADER:
            return
        send(outgoing, answer(incoming.read(int.from_bytes(header, "little"))))


def send(stream: BinaryIO, data: bytes) -> None:
    """Write a message."""
    stream.write(len(data).to_bytes(_HEADER, "little") + data)
    stream.flush()


def message(buffer: bytes) -> tuple[bytes | None, bytes]:
    """The first whole message of a buffer, or None, and what is left of the buffer.

    Examples
    --------
    >>> message((3).to_bytes(8, "little") + b"abcde")
    (b'abc', b'de')
    """
    end = _HEADER + int.from_bytes(buffer[:_HEADER], "little")
    if len(buffer) < _HEADER or len(buffer) < end:
        return None, buffer
    return buffer[_HEADER:end], buffer[end:]

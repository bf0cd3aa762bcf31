# SPDX-License-Identifier: GPL-2.0-or-later
"""The seam between a programme in pieces and whoever works on them: this process, other processes, a cluster.

A piece is a pure function of arrays, so it may run anywhere, twice, and in any order; results come in the
order of the pieces, never in that of arrival.
"""

from __future__ import annotations

import io
import platform
import sys
from collections.abc import Iterator
from importlib import metadata
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

import numpy as np

from ....base.errors import WorkersError
from ....base.progress import Progress, part
from .piece import Arrays, solve_piece

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ....base.arrays import Array

RESULT = frozenset(("origin", "destination", "flow", "price", "cost", "bound", "failed"))
"""What :func:`.piece.solve_piece` returns."""


class Workers(Protocol):
    """Whoever works on pieces."""

    def solve(self, pieces: Sequence[Callable[[], Arrays]], progress: Progress) -> Iterator[Arrays]:
        """Solve pieces, each made when it is needed, and give their results in order.

        Parameters
        ----------
        pieces : sequence of callable
            Each makes one piece for :func:`.piece.solve_piece`.
        progress : callable
            Progress and cancel.

        Raises
        ------
        CancelledError
            The user asked to stop.
        WorkersError
            The workers are gone or not fit for the work.
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

    Raises
    ------
    WorkersError
        The bytes are none of these.

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

    Parameters
    ----------
    result : dict of ndarray
        Of :func:`.piece.solve_piece`.
    origins, destinations : int
        How many the piece has.

    Raises
    ------
    WorkersError
        Something is missing, of another length, no number, or the number of no place.
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


def facts() -> dict[str, Any]:
    """What a client must know of a worker: versions, and whether it may write results to its disk.

    Returns
    -------
    dict
        ``python``, ``numpy`` and ``scipy``: versions, empty where missing; ``spills``: of a Dask worker,
        whether memory that runs short goes to disk.
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

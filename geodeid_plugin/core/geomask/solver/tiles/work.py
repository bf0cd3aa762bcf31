# SPDX-License-Identifier: GPL-2.0-or-later
"""The seam between a programme in pieces and whoever works on them: this process, other processes, a cluster.

A piece is a pure function of arrays, so it may run anywhere, twice, and in any order; results come in the
order of the pieces, never in that of arrival.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

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

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

from ....base.progress import Progress, part
from .piece import Arrays, solve_piece

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


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

    Examples
    --------
    >>> import numpy as np
    >>> unpacked(packed({"people": np.array([3.0, 4.0])}))["people"].tolist()
    [3.0, 4.0]
    """
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}

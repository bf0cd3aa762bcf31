# SPDX-License-Identifier: GPL-2.0-or-later
"""How far dots must be carried to turn one map into another: the Wasserstein distance of two patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import Phrase
from ..base.progress import Progress, silent
from ..exposure.assignment import assigned

if TYPE_CHECKING:
    from ..base.arrays import Floats, Ints

WHOLE = 4000
"""Records matched in one piece: 128 MB of distances, and seconds of work that grow with the cube."""
_MANY = 100_000
_PIECE, _SMALL_PIECE = 500, 125
"""Records of a piece, and beyond 100 000 records: a turn then takes 4 s for a million of them, not 20."""
_MOST_TURNS = 8
"""Times that a large map is cut and matched: more gained less than 0.1 % of the distance."""
_TURN = 0.7
"""Radians between one map of cuts and the next: about 40 degrees, so that no cut returns to its place."""
_STILL = 1e-3
"""Share of the distance whose gain ends the matching."""
_LISTEN = 16
"""Pieces between two looks at cancel: a tenth of a second."""


def transport_m(
    xy_m: Floats, masked_xy_m: Floats, progress: Progress = silent, piece: int | None = None
) -> float:
    """Wasserstein distance of the two maps, metres a record, whoever the dots belong to.

    The mean move of the cheapest way to turn one map into the other. Above 4 000 records the map is cut
    where the pairs are halved, again and again, and each piece is matched alone; then it is cut elsewhere and
    matched again, until that gains less than a thousandth. What is found is a way to turn one map into the
    other, so it is never too small.

    Parameters
    ----------
    xy_m, masked_xy_m : ndarray, shape (n, 2)
        Positions on a plane, metres, of the same records.
    progress : callable
        Told after every few pieces.
    piece : int, optional
        Records matched at once at most. Without it 4 000 are matched whole, more in pieces of 500, and more
        than 100 000 in pieces of 125.
    """
    count = len(xy_m)
    most = piece or (WHOLE if count <= WHOLE else _SMALL_PIECE if count > _MANY else _PIECE)
    partner, before = np.arange(count), _mean_m(xy_m, masked_xy_m)
    for turn in range(_MOST_TURNS if count > most else 1):
        moved = masked_xy_m[partner]
        pieces = _pieces(_turned(xy_m + moved, turn * _TURN), most)
        for at, rows in enumerate(pieces):
            if at % _LISTEN == 0:
                done = (turn + at / len(pieces)) / _MOST_TURNS
                progress(done, Phrase("Matching the two maps in pieces"))
            partner[rows] = partner[rows[_matched(xy_m[rows], moved[rows], progress)]]
        total = _mean_m(xy_m, masked_xy_m[partner])
        if total >= before * (1 - _STILL):
            return total
        before = total
    return before


def _mean_m(xy_m: Floats, masked_xy_m: Floats) -> float:
    return float(np.hypot(*(xy_m - masked_xy_m).T).mean())


def _matched(xy_m: Floats, moved: Floats, progress: Progress) -> Ints:
    from scipy.spatial.distance import cdist

    return assigned(cdist(xy_m, moved), progress=progress)


def _turned(xy_m: Floats, angle: float) -> Floats:
    """Points turned about the origin by an angle, radians."""
    return np.asarray(xy_m @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]))


def _pieces(middle: Floats, most: int) -> list[Ints]:
    """Rows cut at the median of their longer side until no piece has more than can be matched."""
    from scipy.spatial import cKDTree

    # The tree halves as the pieces do; where many lie at one place its halves differ a little from these.
    parts = 1 << max(0, int(np.ceil(np.log2(len(middle) / most))))
    if parts == 1:
        return [np.arange(len(middle))]
    rows = cKDTree(middle, leafsize=most).indices
    return np.split(rows, np.arange(1, parts) * len(middle) // parts)

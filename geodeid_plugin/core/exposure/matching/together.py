# SPDX-License-Identifier: GPL-2.0-or-later
"""Did every record move by itself? A law of one move says nothing of moves that are shared.

Two records that moved by one vector lie as their homes do: who looks for equal differences matches all of
them, whatever the law of one move. So the moves are held against draws by the stated law, each record by
itself. Moves are alike where each lies nearer to the nearest other move than drawn ones do (a household, a
seed used twice); where records of neighbouring homes moved nearly alike (a village, a warp); where dots lie
nearer to each other (one dot for several); or where two moves are equal that hardly can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...geometry.sphere import METRES_PER_DEGREE

if TYPE_CHECKING:
    from ...base.arrays import Floats, Ints
    from ..masked_points import Places

_LEVEL = 2e-4
"""Of each of the tests; all together err in up to 4 of 1000 masks whose records moved by themselves."""
_FEWEST = 20
"""Records from which on a sum of logarithms is nearly normal; fewer are looked at for equal moves only."""
_SAME_M = 1.0
"""Moves nearer than that are as good as equal: files round coordinates."""
_NEAR = 0.1
"""Part of the usual distance within which nearer is no more: one chance neighbour makes no sum small."""


def moved_together(homes: Places, dots: Places, draws: list[Places], exact: bool = True) -> bool:
    """Whether records moved more alike than by themselves.

    Parameters
    ----------
    homes, dots : tuple of (ndarray, ndarray), shape (n,) each
        True and masked longitudes and latitudes, degrees.
    draws : list of tuple of (ndarray, ndarray)
        Where the stated law moved the same records, each by itself, several times.
    exact : bool
        Whether two moves of the law are never equal, as on a plane, and may be among places.
    """
    home = _plane(homes, homes)
    own, others = ([_moves(homes, place) for place in places] for places in ([dots], draws))
    if exact and any(_equal(own[0][way], [other[way] for other in others]) for way in range(2)):
        return True
    if len(home) < _FEWEST:
        return False
    beside = _nearest(home)[1]
    drawn = [_alike(home, beside, move) for move in others]
    return any(
        _nearer(mine, [one[at] for one in drawn]) for at, mine in enumerate(_alike(home, beside, own[0]))
    )


def _alike(home: Floats, beside: Ints, move: tuple[Floats, Floats]) -> list[Floats]:
    """How far each move lies from the one most like it, from that of the nearest home, and dots from dots."""
    return [
        *(_nearest(of)[0] for of in move),
        np.hypot(*(move[0] - move[0][beside]).T),
        _nearest(home + move[1])[0],
    ]


def _plane(places: Places, about: Places) -> Floats:
    """East and north, metres on the plane of the middle latitude, shape (n, 2)."""
    lon, lat = (np.asarray(values, dtype=float) for values in places)
    east = (lon - about[0][0] + 180.0) % 360.0 - 180.0
    return (
        np.column_stack([east * np.cos(np.radians(np.mean(about[1]))), lat - np.mean(about[1])])
        * METRES_PER_DEGREE
    )


def _moves(homes: Places, dots: Places) -> tuple[Floats, Floats]:
    """Moves as metres at each home, and as degrees in metres of the middle: either may be what was shared."""
    degrees = _plane(dots, homes) - _plane(homes, homes)
    wide = np.cos(np.radians(np.asarray(homes[1]))) / np.cos(np.radians(np.mean(homes[1])))
    return degrees * np.column_stack([wide, np.ones(len(wide))]), degrees


def _nearest(points: Floats) -> tuple[Floats, Ints]:
    """Distance to the nearest other point, and which one it is."""
    from scipy.spatial import cKDTree

    away, row = cKDTree(points).query(points, k=2)
    own = row[:, 0] == np.arange(len(points))
    return away[:, 1], np.where(own, row[:, 1], row[:, 0])


def _nearer(own: Floats, draws: list[Floats]) -> bool:
    """Whether distances are smaller than those of draws, by the sum of their logarithms (Student's t)."""
    from scipy.special import stdtr

    near = max(_NEAR * float(np.median(draws)), _SAME_M)
    drawn = np.array([np.log(one + near).sum() for one in draws])
    spread = max(float(drawn.std(ddof=1)) * np.sqrt(1 + 1 / len(drawn)), 1e-9)
    return bool(stdtr(len(drawn) - 1, (np.log(own + near).sum() - drawn.mean()) / spread) < _LEVEL)


def _equal(own: Floats, draws: list[Floats]) -> bool:
    """Whether the two moves that are most alike are so by more than chance.

    The square of the smallest distance of many is exponential with a mean that draws tell: the share of own
    and drawn ones together below x is 1 − (1 + x)^−m.
    """
    if len(own) < 2:
        return False
    smallest = np.array([_nearest(one)[0].min() for one in draws])
    share = _nearest(own)[0].min() ** 2 / max(float((smallest**2).sum()), 1e-12)
    return bool(1 - (1 + share) ** -len(draws) < _LEVEL)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether points look masked by where they stand, whatever their fields say.

A mask that puts dots on the points of destinations leaves many on few places, or on the areas' own points.
Homes share a place here and there: a household, an institution, an address that was not found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...geometry.sphere import haversine_m

if TYPE_CHECKING:
    from ...base.arrays import Floats, Ints

_FEWEST = 10
"""Points below which nothing is seen in how they stand."""
_SHARED = 0.8
"""Share of points that stand where others do, from which places are few."""
_AT_POINTS = 0.5
"""Share of points on the areas' own points from which they were put there."""
_AT_M = 5.0
"""Points stand on a place up to the digits that a file format keeps."""
_DIGITS = 6
"""Decimals of a degree that tell two places apart: 0.1 m."""


def on_few_places(lon_deg: Floats, lat_deg: Floats) -> bool:
    """Whether nearly all points share their place with others, and no place holds half of them.

    Where one place holds half, as in an outbreak of one building, the points say so themselves.
    Degrees, shapes (n,).

    Examples
    --------
    >>> on_few_places(np.repeat([10.0, 10.1, 10.2], 4), np.full(12, 50.0))
    True
    >>> on_few_places(np.linspace(10, 11, 12), np.full(12, 50.0))
    False
    """
    if len(lon_deg) < _FEWEST:
        return False
    places = np.round(np.column_stack([lon_deg, lat_deg]), _DIGITS)
    _places, place, points = np.unique(places, axis=0, return_inverse=True, return_counts=True)
    shared = (points[place.ravel()] > 1).mean()
    return bool(shared >= _SHARED and 2 * points.max() < len(lon_deg))


def on_points_of_areas(
    position_deg: tuple[Floats, Floats], area: Ints, point_deg: tuple[Floats, Floats]
) -> bool:
    """Whether half of the points or more stand on the points that stand for their areas.

    Parameters
    ----------
    position_deg : tuple of ndarray, shapes (n,)
        Longitudes and latitudes of the points.
    area : ndarray of int, shape (n,)
        The area of each; -1 of those in none.
    point_deg : tuple of ndarray, shapes (a,)
        Longitudes and latitudes that stand for the areas.
    """
    if len(area) < _FEWEST:
        return False
    away_m = haversine_m(*position_deg, point_deg[0][area], point_deg[1][area])
    return bool(((area >= 0) & (away_m <= _AT_M)).mean() >= _AT_POINTS)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns that tell the true places of their own records, in whatever way these are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...geometry.sphere import METRES_PER_DEGREE, LocalPlane, utm_code
from ...mapimage.georeference.projections import Crs, Region, system_of
from ..documents.containers.parts import TABLE, Part
from ..documents.disguise.detect import positions_in
from ..documents.disguise.regions import frames_of_region, to_degrees
from .identifying import holds_coordinates

if TYPE_CHECKING:
    from ...base.arrays import Bools, Floats

NEAR_DEG = 1e-3, 1e-4, 1e-5
"""How near to the true coordinate a value is taken for it: about 100, 10 or 1 m, which chance meets less."""
LEAST_REACH_M = 2.0
"""Positions nearer to a place than this are that place: projections and rounding differ by centimetres."""
_SCALES = (1, 10**5, 10**6, 10**7)
"""Parts of a degree that files hold as whole numbers."""
_DIGIT, _LEAST_DIGITS = re.compile(r"\d"), 6
"""Digits that a row has at least which tells a place of 100 m: three of each coordinate."""


def tells_coordinate(number: Floats, lonlat: Floats, own: Floats | None = None) -> bool:
    """Tell whether numbers are one coordinate of their records, more often than chance makes them so.

    Parameters
    ----------
    number : ndarray, shape (n,)
    lonlat : ndarray, shape (n, 2)
        True longitudes and latitudes of the same records.
    own : ndarray, shape (n, 2), optional
        Their eastings and northings, where their layer has such.

    Examples
    --------
    >>> homes = np.array([[4.3517, 50.8466], [4.4025, 51.2194]])
    >>> tells_coordinate(np.array([50846600.0, 51219400.0]), homes), tells_coordinate(homes[:, 0] + 1, homes)
    (True, False)
    """
    number = np.abs(number)  # a minus hides nothing
    return any(
        holds_coordinates(number[some], np.abs(side[some]), near * unit)
        for side, unit in _sides(lonlat, own)
        for some in [_may_be_degrees(number, side) if unit == 1 else np.full(len(number), True)]
        for near in NEAR_DEG
    )


def _sides(lonlat: Floats, own: Floats | None) -> Iterator[tuple[Floats, float]]:
    """Coordinates in the ways that files write them, and how many of their units a degree has."""
    for scale in _SCALES:
        yield from ((side * scale, scale) for side in lonlat.T)
    zone = system_of(Crs.of(utm_code(*Region.about(lonlat).middle))).forward(lonlat)
    for places in (zone, *([] if own is None else [own])):
        yield from ((side, METRES_PER_DEGREE) for side in places.T if np.isfinite(side).all())


def _may_be_degrees(number: Floats, side: Floats) -> Bools:
    """Which numbers are no code of 75 at 75 degrees east; at one place, no measure of 45.1 at 45.1003."""
    steps = 1 if np.ptp(side) > NEAR_DEG[0] else 100
    return np.abs(number * steps - np.rint(number * steps)) > 1e-6


def tells_places(columns: Mapping[str, Sequence[Any]], lonlat: Floats, systems: Sequence[Crs] = ()) -> bool:
    """Tell whether what columns say, each and together, is the place of a record, in any way that is read.

    Parameters
    ----------
    columns : mapping of str to sequence
        Values of each column by its name, shape (n,) each; None where missing.
    lonlat : ndarray, shape (n, 2)
        True longitudes and latitudes of the records.
    systems : sequence of Crs
        In which their layer has them.

    Examples
    --------
    >>> homes = np.array([[4.3517, 50.8466], [4.4025, 51.2194]])
    >>> tells_places({"note": ["lives at 50.8466 N, 4.3517 E", None]}, homes)
    True
    """
    cells = [[" ".join(str("" if one is None else one).split()) for one in told] for told in columns.values()]
    rows = dict.fromkeys(zip(*cells))
    if not any(len(_DIGIT.findall("".join(row))) >= _LEAST_DIGITS for row in rows):
        return False
    from scipy.spatial import cKDTree

    text = "\n".join(map("\t".join, [tuple(columns), *rows]))
    plane = LocalPlane.about(*lonlat.T)
    tree = cKDTree(plane.metres(*lonlat.T))
    for found in positions_in(
        Part("", TABLE, text.encode("utf-8", "replace")), frames_of_region(Region.about(lonlat), systems)
    ):
        there = to_degrees(found.xy, Crs.of(found.frame.name))
        there = there[np.isfinite(there).all(axis=1)]
        reach_m = min(max(found.precision_m, LEAST_REACH_M), METRES_PER_DEGREE * NEAR_DEG[0])
        met = int((tree.query(plane.metres(*there.T))[0] <= reach_m).sum()) if len(there) else 0
        if met and (found.named or 2 * met > len(there)):  # other numbers lie in the region by chance
            return True
    return False

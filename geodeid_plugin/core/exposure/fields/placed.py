# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns that tell the true places of their own records, in whatever way these are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...geometry.sphere import METRES_PER_DEGREE, LocalPlane, utm_code
from ...mapimage.georeference.projections import Crs, Region, system_of
from ..documents.containers.parts import TABLE, Part
from ..documents.disguise.detect import positions_in
from ..documents.disguise.positions import LEAST_REACH_M, Frame
from ..documents.disguise.regions import frames_of_region, to_degrees
from .identifying import holds_coordinates

if TYPE_CHECKING:
    from ...base.arrays import Bools, Floats, Ints

NEAR_DEG = 1e-3, 1e-4, 1e-5
"""How near to the true coordinate a value is taken for it: about 100, 10 or 1 m, which chance meets less."""
_SCALES = (1, 10**5, 10**6, 10**7)
"""Parts of a degree that files hold as whole numbers."""
_DIGIT, _LEAST_DIGITS = re.compile(r"\d"), 6
"""Digits that a row has at least which tells a place of 100 m: three of each coordinate."""
_REGION_DEG = 5.0
"""Farthest from the middle of the records that one shares their zone and their region: a record at 0, 0 hides
no other."""


@dataclass(frozen=True)
class TruePlaces:
    """Where records truly are.

    Attributes
    ----------
    lonlat : ndarray, shape (n, 2)
        Longitudes and latitudes.
    own : ndarray, shape (n, 2), optional
        Eastings and northings, where their layer has such.
    systems : sequence of Crs
        The system of the layer, where others know it.
    """

    lonlat: Floats
    own: Floats | None = None
    systems: Sequence[Crs] = ()

    def tells_coordinate(self, number: Floats, rows: Ints) -> bool:
        """Tell whether numbers are one coordinate of their records, more often than chance makes them so.

        Parameters
        ----------
        number : ndarray, shape (m,)
        rows : ndarray of int, shape (m,)
            The records that have one.

        Examples
        --------
        >>> homes = TruePlaces(np.array([[4.3517, 50.8466], [4.4025, 51.2194]]))
        >>> homes.tells_coordinate(np.array([50846600.0, 51219400.0]), np.arange(2))
        True
        >>> homes.tells_coordinate(homes.lonlat[:, 0] + 1, np.arange(2))
        False
        """
        number = np.abs(number)  # a minus hides nothing
        return any(
            holds_coordinates(number[some], np.abs(side[some]), near * unit)
            for side, unit in self._sides(rows)
            for some in [_may_be_degrees(number, side) if unit == 1 else np.isfinite(side)]
            for near in NEAR_DEG
        )

    def _sides(self, rows: Ints) -> Iterator[tuple[Floats, float]]:
        """Coordinates in the ways that files write them, and how many of their units a degree has."""
        lonlat = self.lonlat[rows]
        for scale in _SCALES:
            yield from ((side * scale, scale) for side in lonlat.T)
        zone = system_of(Crs.of(utm_code(*np.median(self.lonlat, axis=0).tolist()))).forward(lonlat)
        for places in (zone, *([] if self.own is None else [self.own[rows]])):
            yield from ((side, METRES_PER_DEGREE) for side in places.T)

    def told_in(self, columns: Mapping[str, Sequence[Any]]) -> bool:
        """Tell whether what columns say, each and together, is the place of a record, as documents are read.

        Parameters
        ----------
        columns : mapping of str to sequence
            Values of each column by its name, shape (n,) each; None where missing.

        Examples
        --------
        >>> homes = TruePlaces(np.array([[4.3517, 50.8466], [4.4025, 51.2194]]))
        >>> homes.told_in({"note": ["lives at 50.8466 N, 4.3517 E", None]})
        True
        """
        cells = [[_cell(one) for one in values] for values in columns.values()]
        rows = dict.fromkeys(zip(*cells))
        if not any(len(_DIGIT.findall("".join(row))) >= _LEAST_DIGITS for row in rows):
            return False
        from scipy.spatial import cKDTree

        text = "\n".join(map("\t".join, [tuple(columns), *rows]))
        plane = LocalPlane.about(*self.lonlat.T)
        tree = cKDTree(plane.metres(*self.lonlat.T))
        for found in positions_in(Part("", TABLE, text.encode("utf-8", "replace")), self._frames()):
            there = to_degrees(found.xy, Crs.of(found.frame.name))
            there = there[np.isfinite(there).all(axis=1)]
            reach_m = min(max(found.precision_m, LEAST_REACH_M), METRES_PER_DEGREE * NEAR_DEG[0])
            met = int((tree.query(plane.metres(*there.T))[0] <= reach_m).sum()) if len(there) else 0
            if met and (found.named or 2 * met > len(there)):  # other numbers lie in the region by chance
                return True
        return False

    def _frames(self) -> tuple[Frame, ...]:
        """Where a number may be one of the places: about all, in degrees, and about most in every system."""
        middle = np.median(self.lonlat, axis=0)
        most = self.lonlat[np.abs(self.lonlat - middle).max(axis=1) <= _REGION_DEG]
        whole, *others = frames_of_region(Region.about(self.lonlat), self.systems)
        if len(most) in (0, len(self.lonlat)):
            return (whole, *others)
        return (whole, *frames_of_region(Region.about(most), self.systems)[1:])


def _may_be_degrees(number: Floats, side: Floats) -> Bools:
    """Which numbers are no code of 75 at 75 degrees east; at one place, no measure of 45.1 at 45.1003."""
    steps = 1 if np.ptp(side) > NEAR_DEG[0] else 100
    return np.abs(number * steps - np.rint(number * steps)) > 1e-6


def _cell(value: Any) -> str:
    """A value as a cell of a table."""
    return "" if value is None else " ".join(str(value).split())

# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions that stand in a document as numbers, and the regions in which a number can be one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.errors import Phrase
from ....geometry.sphere import METRES_PER_DEGREE

COARSEST_M = 1_500.0
"""Positions whose last digit is coarser are not looked for: 0.01° and 1 km are finer. How many people one
could mean is counted where they are held against the true points."""
FINE_M = 150.0
"""The same where nothing is known of the region, or of whom a position could mean: 0.001° and 100 m."""
COARSEST_NAMED_M = 15_000.0
"""The same of columns whose names say that they hold places: one decimal of a degree."""
LEAST_REACH_M = 2.0
"""Positions nearer to a point than this are that point: projections and rounding differ by centimetres."""
_SHORTEST_DEGREE_M = 10_000.0
"""No unit of length is as long, and every one of an angle is longer."""


@dataclass(frozen=True)
class Frame:
    """A region in one coordinate system: numbers inside may be positions of it."""

    name: str
    """Code of the coordinate system, such as ``EPSG:4326``."""
    low: tuple[float, float]
    high: tuple[float, float]
    """Least and largest x and y, in its units."""
    metres: float
    """Metres of one unit."""
    whole_earth: bool = False
    """Whether nothing is known of the region, so that names beside the numbers must say what they are."""

    def holds(self, x: Any, y: Any) -> Any:
        """Whether positions lie inside, one entry each."""
        x, y = np.asarray(x, float), np.asarray(y, float)
        return (x >= self.low[0]) & (x <= self.high[0]) & (y >= self.low[1]) & (y <= self.high[1])

    def holds_one(self, x: float, y: float) -> bool:
        """Whether one position lies inside, without the price of an array."""
        return self.low[0] <= x <= self.high[0] and self.low[1] <= y <= self.high[1]

    def coarsest_m(self, named: bool = False) -> float:
        """Metres of the last digit of numbers that may be positions of it."""
        if self.whole_earth:
            return FINE_M
        return COARSEST_NAMED_M if named else COARSEST_M

    def precise(self, decimals: Any, named: bool = False) -> Any:
        """Whether numbers with so many decimals point at a place and not at a region."""
        return self.metres * 10.0 ** -np.asarray(decimals, float) <= self.coarsest_m(named)

    @property
    def is_degrees(self) -> bool:
        """Whether its units are degrees."""
        return self.metres == METRES_PER_DEGREE

    @property
    def is_projected(self) -> bool:
        """Whether its units are lengths."""
        return self.metres < _SHORTEST_DEGREE_M


EARTH = Frame("EPSG:4326", (-180.0, -90.0), (180.0, 90.0), METRES_PER_DEGREE, True)
"""The frame where no outline was given."""


@dataclass(frozen=True)
class Positions:
    """Positions found in one part of a document."""

    path: str
    """The part."""
    form: Phrase
    """What they stand in: GeoJSON, an array, a table."""
    frame: Frame
    """Whose coordinate system they are in."""
    xy: Any
    """Shape (n, 2). Easting or longitude first."""
    precision_m: float
    """Metres of the last digit that is written."""
    fields: tuple[str, ...] = ()
    """Names of what stands beside them."""
    areas: bool = False
    """Whether they are vertices of lines or polygons rather than points."""
    page: int | None = None
    note: Phrase | None = None
    """As of the part."""
    named: bool = True
    """Whether a name, a letter, a sign or the form says that they are places. Other numbers may be measures
    of something else that happen to lie in the region."""
    mostly: bool = True
    """Whether most of the numbers among which they stand lie in the region."""

    def __len__(self) -> int:
        return len(self.xy)


def decimals_of(text: str) -> int:
    """Digits after the point of a number as it is written; an exponent counts.

    >>> decimals_of("-71.0589"), decimals_of("42"), decimals_of("4.2e1")
    (4, 0, 0)
    """
    mantissa, _, exponent = text.lower().partition("e")
    return len(mantissa.partition(".")[2]) - int(exponent or 0)


def precision_m(frame: Frame, decimals: Any) -> float:
    """Metres of the last digit of numbers: of the median number of decimals, up to 9."""
    return float(frame.metres * 10.0 ** -min(float(np.median(decimals)), 9.0))

# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions that stand in a document as numbers, and the regions in which a number can be one.

These are the region of a study in every coordinate system in which a document may write its places.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ....base.errors import Phrase
from ....geometry.sphere import METRES_PER_DEGREE, utm_code
from ....mapimage.georeference.projections import WGS84, Crs, Region, parsed, system_of

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


MARGIN = 0.05
"""Share of the outline's size by which a frame is wider: dots lie a little outside borders."""
WEB_MERCATOR = "EPSG:3857"
NATIONAL_GRIDS = {"EPSG:27700": Region(-9.0, 49.8, 2.0, 61.0), "EPSG:29903": Region(-10.7, 51.3, -5.3, 55.5)}
"""Systems whose grid references people write with letters, and their areas of use in degrees (EPSG)."""
ALIKE = 2e-3
"""Share of a region's size by which it may lie elsewhere in two systems that are read as one: those of one
projection and several datums."""
_OLD = ("NAD27", "ED50")
"""Datums that lie tens of metres off those of today: read last, where nothing newer is alike."""
MOST_SYSTEMS = 60
"""Systems of a region that are kept: 40 in the northeast of the United States."""
RADIANS = (
    'GEOGCRS["WGS 84 in radians",DATUM["World Geodetic System 1984",'
    'ELLIPSOID["WGS 84",6378137,298.257223563]],'
    'CS[ellipsoidal,2],AXIS["longitude",east],AXIS["latitude",north],ANGLEUNIT["radian",1]]'
)
"""Longitude and latitude as programs compute with them."""
_EPSG = re.compile(r"EPSG[\"',:\s/]{1,4}(?:[\d.]*[:/]{1,2})?(\d{4,5})(?!\d)", re.IGNORECASE)
"""A coordinate system as GeoJSON, GML, KML, WKT and scripts name it."""
MOST_NAMED = 20
"""Systems named in a document in which its numbers are read as well."""


def frames_of_region(region: Region | None, systems: Iterable[Crs]) -> tuple[Frame, ...]:
    """Frames about a region: in degrees, in radians, and in the systems of its layers, its zone and its maps.

    Parameters
    ----------
    region : Region or None
        What outlines and points span; None where there are none, and only names beside numbers tell.
    systems : iterable of Crs
        Of the layers.
    """
    return (EARTH,) if region is None else _frames_about(region, tuple(systems))


@lru_cache(maxsize=8)  # each field of a layer asks for the same; PROJ's list takes a tenth of a second
def _frames_about(region: Region, systems: tuple[Crs, ...]) -> tuple[Frame, ...]:
    margin = MARGIN * max(*region.size, 0.01)
    wide = Region(
        region.west - margin, region.south - margin, region.east + margin, region.north + margin
    )  # fmt: skip
    degrees = Frame(WGS84, (wide.west, wide.south), (wide.east, wide.north), METRES_PER_DEGREE)
    west, south, east, north = np.radians([wide.west, wide.south, wide.east, wide.north]).tolist()
    radians = Frame(RADIANS, (west, south), (east, north), float(np.degrees(METRES_PER_DEGREE)))
    known = {crs.name: crs for crs in (*systems, *map(Crs.of, _usual(wide)))}
    first = tuple(_projected(known.values(), wide))
    return (degrees, radians, *first, *_others(first, wide))


def _usual(region: Region) -> Iterator[str]:
    """The zone of a region, and the systems of its country or state."""
    yield utm_code(*region.middle)
    yield WEB_MERCATOR
    for code, used in NATIONAL_GRIDS.items():
        if used.west < region.east and region.west < used.east and used.south < region.north < 90:
            yield code


def _others(known: Sequence[Frame], region: Region) -> Iterator[Frame]:
    """Frames in further systems of the region, by PROJ's list: those of its state and nation."""
    from pyproj.aoi import AreaOfInterest
    from pyproj.database import query_crs_info
    from pyproj.enums import PJType

    (lon, lat), corners = region.middle, [(one.low, one.high) for one in known]
    here = AreaOfInterest(lon, lat, lon, lat)
    listed = query_crs_info("EPSG", PJType.PROJECTED_CRS, here, contains=True)
    listed.sort(key=lambda each: any(old in each.name for old in _OLD))
    for one in _projected((Crs.of(f"EPSG:{each.code}") for each in listed), region):
        size = max(one.high[0] - one.low[0], one.high[1] - one.low[1])
        box = np.array([one.low, one.high])
        if all(np.abs(box - other).max() > ALIKE * size for other in np.array(corners)):
            corners.append((one.low, one.high))
            yield one
        if len(corners) >= MOST_SYSTEMS:
            return


def _projected(systems: Iterable[Crs], region: Region) -> Iterator[Frame]:
    """Frames of a region in projected systems; none where it reaches out of one."""
    rim = np.array([(x, y) for x in np.linspace(region.west, region.east, 9)
                    for y in np.linspace(region.south, region.north, 9)])  # fmt: skip
    for crs in systems:
        known = parsed(crs.definition)
        if known is None or not known.is_projected:
            continue
        try:
            there = system_of(crs).forward(rim)
        except IndexError:  # pyproj 3.4 knows systems to which it knows no way
            continue
        if np.isfinite(there).all():
            (x0, y0), (x1, y1) = there.min(axis=0).tolist(), there.max(axis=0).tolist()
            yield Frame(crs.name, (x0, y0), (x1, y1), known.axis_info[0].unit_conversion_factor)


def named_frames(frames: tuple[Frame, ...], texts: Iterable[str]) -> tuple[Frame, ...]:
    """The frames, and those of the region in the systems that a document itself names."""
    degrees = frames[0]
    if degrees.whole_earth:
        return frames
    codes: dict[str, None] = {}
    for text in texts:
        codes.update(dict.fromkeys(f"EPSG:{one[1]}" for one in _EPSG.finditer(text)))
    known = {one.name for one in frames}
    new = [Crs.of(code) for code in list(codes)[:MOST_NAMED] if code not in known]
    return (*frames, *_projected(new, Region(*degrees.low, *degrees.high)))


def to_degrees(xy: Any, crs: Crs) -> Any:
    """Longitudes and latitudes of places in a system, shape (n, 2); NaN where there is no such place.

    Raises
    ------
    InputError
        PROJ does not know the system.
    """
    xy = np.asarray(xy, float).reshape(-1, 2)
    if crs.definition == RADIANS:
        return np.degrees(xy)
    system = system_of(crs)
    there = system.inverse(xy)
    if np.isfinite(there).all():
        return there
    return np.concatenate([np.empty((0, 2)), *(system.inverse(one) for one in xy)])  # one may have no place


_ROUND, _CORNERS = 0.9, 9
"""Nearest to farthest corner from the centre of a circle, coordinates rounded, and its fewest corners: cells
of grids have six at most."""


def circle_centre(ring: Sequence[Any]) -> list[tuple[float, float]]:
    """The centre of a closed line that is a circle, as drawn about somebody; none of another border.

    >>> turn = [6.2831853 * at / 16 for at in range(16)]
    >>> circle = [(500_000 + 30 * math.cos(one), 4_700_000 + 30 * math.sin(one)) for one in turn]
    >>> circle_centre([*circle, circle[0]])
    [(500000.0, 4700000.0)]
    """
    corners = np.unique(np.array([one[:2] for one in ring], float).reshape(-1, 2), axis=0)
    if len(corners) < _CORNERS or not np.isfinite(corners).all():
        return []
    x, y = corners.mean(axis=0)
    for narrowed in (1.0, math.cos(math.radians(y)) if abs(y) < 90 else 1.0):
        away = np.hypot((corners[:, 0] - x) * narrowed, corners[:, 1] - y)
        if away.min() > _ROUND * away.max():
            digits = 3 - math.floor(math.log10(away.max()))  # a thousandth of its size
            return [(round(float(x), digits), round(float(y), digits))]
    return []

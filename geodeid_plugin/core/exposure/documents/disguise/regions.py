# SPDX-License-Identifier: GPL-2.0-or-later
"""The region of a study in every coordinate system in which a document may write its places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ....geometry.sphere import METRES_PER_DEGREE, utm_code
from ....mapimage.georeference.projections import WGS84, Crs, Region, parsed, system_of
from .positions import EARTH, Frame

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
    if region is None:
        return (EARTH,)
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

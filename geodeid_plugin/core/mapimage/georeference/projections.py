# SPDX-License-Identifier: GPL-2.0-or-later
"""Coordinate systems that a map of a region may be drawn in, by anybody's program."""

from __future__ import annotations

import math
import threading
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Callable

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import InputError
from ...geometry.sphere import utm_code
from .systems import System

WGS84 = "EPSG:4326"
EVERYWHERE = ("EPSG:3857", "EPSG:4326", "EPSG:3395")
"""Tiles of the web, square degrees, and the Mercator projection of the ellipsoid."""
ATLASES = (
    *("EPSG:5070", "EPSG:2163", "EPSG:9311", "ESRI:102003", "ESRI:102004", "ESRI:102008", "ESRI:102009"),
    *("EPSG:3347", "EPSG:3978", "EPSG:3979"),
    *("EPSG:3035", "EPSG:3034", "EPSG:2154", "EPSG:27700", "EPSG:2157", "EPSG:28992", "EPSG:3812"),
    *("EPSG:2056", "EPSG:31287", "EPSG:31467", "EPSG:31468", "EPSG:3067", "EPSG:3006", "EPSG:2180"),
    *("EPSG:5514", "EPSG:3763", "EPSG:2100", "EPSG:3844", "EPSG:3577", "EPSG:3112", "EPSG:2193"),
    *("EPSG:5880", "EPSG:7755", "ESRI:102022", "ESRI:102025", "ESRI:102033"),
)
"""What national maps are drawn in: North America, Europe, Australia and New Zealand, Brazil and India; the
equal-area systems of continents."""
STATE_PLANES = (*range(26929, 26999), *range(32100, 32162))
"""EPSG codes of the state plane systems of the United States (NAD83, metres)."""
PROGRAMS = (
    "+proj=aea +lat_1=29.5 +lat_2=45.5 +lat_0=37.5 +lon_0=-96 +R=6371007 +units=m +no_defs",
    "+proj=aea +lat_1=20 +lat_2=50 +lat_0=0 +lon_0=-96 +datum=WGS84 +units=m +no_defs",
    "+proj=laea +lat_0=45 +lon_0=-100 +datum=WGS84 +units=m +no_defs",
)
"""Defaults for the United States: D3's Albers on a sphere, cartopy's Albers, the National Atlas on the
ellipsoid."""
SPHERE = "+R=6371007 +units=m +no_defs"
"""Programs that stretch degrees know no ellipsoid."""


@dataclass(frozen=True)
class Region:
    """A rectangle of longitudes and latitudes, degrees."""

    west: float
    south: float
    east: float
    north: float

    @classmethod
    def about(cls, lonlat: Floats) -> Region:
        """What some places span, shape (n, 2)."""
        (west, south), (east, north) = lonlat.min(axis=0).tolist(), lonlat.max(axis=0).tolist()
        return cls(west, south, east, north)

    @property
    def middle(self) -> tuple[float, float]:
        """Longitude and latitude."""
        return (self.west + self.east) / 2, (self.south + self.north) / 2

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return self.east - self.west, self.north - self.south

    def holds(self, other: Region, margin: float = 0.0) -> bool:
        """Whether another lies inside, or beyond by no more than a margin."""
        return (
            self.west - margin <= other.west and self.south - margin <= other.south
            and other.east <= self.east + margin and other.north <= self.north + margin
        )  # fmt: skip


STATES = Region(-180, 17, -64, 72)
"""Where the state plane systems are."""


@dataclass(frozen=True)
class Projections:
    """Systems for the search."""

    bases: tuple[System, ...]
    """What an outline is searched for in: a conformal system about its middle, and square degrees."""
    systems: tuple[System, ...]
    """What a picture may be drawn in, the likeliest first."""


@dataclass(frozen=True)
class Crs:
    """A coordinate system by its name and its definition."""

    name: str
    """What it is called: its code, or its definition where it has none."""
    definition: str
    """A code, a PROJ string or WKT, as PROJ reads it."""

    @classmethod
    def of(cls, text: str) -> Crs:
        """One that is called by its definition."""
        return cls(text, text)


def projections_for(region: Region, own: Crs, chosen: Mapping[Any, str] | None = None) -> Projections:
    """Systems that a map of a region may be drawn in.

    ``own``: of the outline layer. ``chosen``: operations between two systems, by their names, that the user
    prefers to PROJ's best.
    """
    lon, lat = region.middle
    local = f"+proj=tmerc +lat_0={round(lat, 6)} +lon_0={round(lon, 6)} +datum=WGS84 +units=m +no_defs"
    codes = (*_zones(lon, lat), *EVERYWHERE, *_fitted(region), *_national(region))
    known = {crs.name: crs for crs in (own, *map(Crs.of, codes)) if parsed(crs.definition) is not None}
    systems = tuple(system_of(crs, chosen) for crs in known.values())
    return Projections((system_of(Crs.of(local), chosen), system_of(Crs.of(WGS84), chosen)), systems)


def system_of(crs: Crs, chosen: Mapping[Any, str] | None = None) -> System:
    """A coordinate system with the ways from and to longitude and latitude.

    Raises
    ------
    InputError
        PROJ does not know the system.
    """
    if parsed(crs.definition) is None:
        raise InputError(
            "crs.name.unknown",
            "The coordinate system {crs} is not known to PROJ. Choose another.",
            crs=crs.name,
        )
    chosen = chosen or {}
    there, back = chosen.get((WGS84, crs.name), ""), chosen.get((crs.name, WGS84), "")
    forward = partial(_moved, WGS84, crs.definition, there, back)
    return System(crs.name, forward, partial(_moved, crs.definition, WGS84, back, there), crs.definition)


def _moved(source: str, target: str, chosen: str, reverse: str, points: Array) -> Array:
    """Places in another system, shape (n, 2); where one of them has none, all come out as NaN."""
    points = np.asarray(points, float).reshape(-1, 2)
    if source == target or not len(points):
        return points
    way = _way(source, target, chosen, reverse)
    moved = np.full(points.shape, np.nan) if way is None else np.column_stack(way(*points.T))
    return moved if np.isfinite(moved).all() else np.full(points.shape, np.nan)


_QUIET = threading.Lock()
"""Filters of warnings hold for all threads."""


@lru_cache(maxsize=512)  # two ways for each system of a region
def _way(source: str, target: str, chosen: str, reverse: str) -> Callable[..., Any] | None:
    """The operation chosen for this way or its reverse, else PROJ's best for all places, or None."""
    from pyproj import Transformer
    from pyproj.exceptions import ProjError
    from pyproj.transformer import TransformerGroup

    for pipeline, direction in ((chosen, "FORWARD"), (reverse, "INVERSE")):
        try:
            if pipeline:
                return partial(Transformer.from_pipeline(pipeline).transform, direction=direction)
        except ProjError:  # its grids are not here
            continue
    with _QUIET, warnings.catch_warnings():  # of grids that are missing
        warnings.simplefilter("ignore")
        try:
            known = TransformerGroup(parsed(source), parsed(target), always_xy=True).transformers
        except ProjError:
            return None
    return known[0].transform if known else None


@lru_cache(maxsize=512)
def parsed(definition: str) -> Any:
    """A definition as pyproj reads it; None where it defines no coordinate system."""
    from pyproj import CRS
    from pyproj.exceptions import CRSError

    try:
        return CRS.from_user_input(definition)
    except CRSError:
        return None


def _zones(lon: float, lat: float) -> list[str]:
    """The UTM zone of a place and those beside it."""
    lat = min(max(lat, -80), 84)
    return [utm_code((lon + shift + 180) % 360 - 180, lat) for shift in (0, -6, 6)]


def _fitted(region: Region) -> Iterator[str]:
    """Degrees stretched at the middle, and the conics and the azimuthal made for just this region."""
    (lon, lat), (width, height) = region.middle, region.size
    yield f"+proj=eqc +lat_ts={round(lat, 6)} {SPHERE}"
    about = f"+lat_0={round(lat, 2)} +lon_0={round(lon, 2)} +datum=WGS84 +units=m +no_defs"
    south, north = region.south + height / 6, region.north - height / 6
    if abs(south + north) > 1:
        for kind in ("lcc", "aea"):
            yield f"+proj={kind} +lat_1={round(south, 2)} +lat_2={round(north, 2)} {about}"
    if math.hypot(width, height) < 90:
        yield f"+proj=laea {about}"


def _national(region: Region) -> Iterator[str]:
    """Systems of atlases, states and programs whose area of use holds the region."""
    in_the_states = STATES.holds(region)
    for code in (*ATLASES, *_state_planes()) if in_the_states else ATLASES:
        if parsed(code) is not None and _holds(parsed(code).area_of_use, region):
            yield code
    if in_the_states:
        yield from PROGRAMS


@cache
def _state_planes() -> tuple[str, ...]:
    return tuple(f"EPSG:{code}" for code in STATE_PLANES)


def _holds(used: Any, region: Region) -> bool:
    """Whether a system is used at the middle of a region and does not end far inside it."""
    if used is None:
        return STATES.holds(region)
    bounds = Region(*used.bounds)
    if bounds.west > bounds.east:  # from east to west over the line of 180°
        lon, lat = region.middle
        beyond = bounds.east < lon < bounds.west
        return not beyond and bounds.south <= lat <= bounds.north
    return bounds.holds(region, 0.1 * max(region.size))

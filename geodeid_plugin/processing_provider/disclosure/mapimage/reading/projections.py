# SPDX-License-Identifier: GPL-2.0-or-later
"""Coordinate systems that a map of a region may be drawn in, by anybody's program."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCoordinateTransformContext,
    QgsCsException,
    QgsDatumTransform,
    QgsGeometry,
    QgsPointXY,
    QgsRectangle,
)

from .....core.base.errors import InputError
from .....core.geometry.sphere import utm_code
from .....core.mapimage.georeference.systems import System
from .....i18n import tr
from ....io import WGS84

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
STATES = QgsRectangle(-180, 17, -64, 72)
"""Where those are."""
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
class Projections:
    """Systems for the search, each with its coordinate reference system by name.

    Attributes
    ----------
    bases : tuple of System
        What an outline is searched for in: a conformal system about its middle, and square degrees.
    systems : tuple of System
        What a picture may be drawn in, the likeliest first.
    crs : dict
        Coordinate reference systems by the systems' names.
    """

    bases: tuple
    systems: tuple
    crs: dict


def projections_for(box, own, context) -> Projections:
    """Systems that a map of a region may be drawn in.

    Parameters
    ----------
    box : QgsRectangle
        The region, degrees.
    own : QgsCoordinateReferenceSystem
        Of the outline layer.
    context : QgsProcessingContext
        For the coordinate operations of the project.
    """
    wgs84 = QgsCoordinateReferenceSystem(WGS84)
    lon, lat = box.center().x(), box.center().y()
    local = QgsCoordinateReferenceSystem.fromProj(
        f"+proj=tmerc +lat_0={round(lat, 6)} +lon_0={round(lon, 6)} +datum=WGS84 +units=m +no_defs"
    )
    known = []
    for crs in (own, *_zones(lon, lat), *_codes(EVERYWHERE), *_fitted(box), *_national(box)):
        if crs.isValid() and crs not in known:
            known.append(crs)
    systems = tuple(_system(crs, context) for crs in known)
    return Projections(
        (_system(local, context), _system(wgs84, context)),
        systems,
        {system.name: crs for system, crs in zip(systems, known)},
    )


def crs_name(crs) -> str:
    """What a coordinate system is called: its code, or its definition where it has none."""
    return crs.authid() or crs.toProj()


def transformed(points, source, target, context) -> np.ndarray:
    """Points from one coordinate system to another, shape (n, 2)."""
    crs = [QgsCoordinateReferenceSystem(c) if isinstance(c, str) else c for c in (source, target)]
    points = np.asarray(points, float).reshape(-1, 2)
    if crs[0] == crs[1] or not len(points):
        return points
    transform = way_between(crs[0], crs[1], context.transformContext())
    places = QgsGeometry.fromMultiPointXY([QgsPointXY(x, y) for x, y in points])
    try:
        places.transform(transform)
        moved = np.array([(p.x(), p.y()) for p in places.asMultiPoint()])
    except QgsCsException as error:
        raise InputError(
            tr(
                "A position of the picture lies outside the coordinate system {crs}. Check the placement."
            ).format(crs=crs[0].authid())
        ) from error
    return moved


def way_between(source, target, chosen) -> QgsCoordinateTransform:
    """The way between two systems, by the best operation whose grids are here.

    QGIS takes the same one by itself, but tells its window each time of grids that are missing: a search
    among dozens of systems that nobody chose would cover the map with warnings.

    Parameters
    ----------
    source, target : QgsCoordinateReferenceSystem
    chosen : QgsCoordinateTransformContext
        Operations that the user chose, which come first.
    """
    known = QgsCoordinateTransformContext(chosen)
    if not known.hasTransform(source, target):
        here = _operation(source.authid(), target.authid())
        if here:
            known.addCoordinateOperation(source, target, here)
    return QgsCoordinateTransform(source, target, known)


@lru_cache(maxsize=512)  # two ways for each system of a region
def _operation(source: str, target: str) -> str:
    """The best operation whose grids are here; nothing where that is the best of all, or a code lacks."""
    known = QgsDatumTransform.operations(*(QgsCoordinateReferenceSystem(code) for code in (source, target)))
    here = [one.proj for one in known if one.isAvailable]
    return here[0] if here and not known[0].isAvailable else ""


def _system(crs, context) -> System:
    def way(source, target):
        def move(points) -> np.ndarray:
            try:
                return transformed(points, source, target, context)
            except InputError:
                return np.full((len(points), 2), np.nan)

        return move

    return System(crs_name(crs), way(WGS84, crs), way(crs, WGS84))


def _zones(lon, lat) -> list:
    """The UTM zone of a place and those beside it."""
    lat = min(max(lat, -80), 84)
    beside = [(lon + shift + 180) % 360 - 180 for shift in (0, -6, 6)]
    return [QgsCoordinateReferenceSystem(utm_code(place, lat)) for place in beside]


@cache
def _codes(codes) -> tuple:
    return tuple(QgsCoordinateReferenceSystem(code) for code in codes)


def _national(box) -> list:
    """Systems of atlases, states and programs whose area of use holds the region."""
    codes: tuple[str, ...] = ATLASES
    if STATES.contains(box):
        codes = (*codes, *(f"EPSG:{code}" for code in STATE_PLANES))
    found = [crs for crs in _codes(codes) if crs.isValid() and _holds(crs, box)]
    if STATES.contains(box):
        found.extend(QgsCoordinateReferenceSystem.fromProj(text) for text in PROGRAMS)
    return found


def _holds(crs, box) -> bool:
    """Whether a system is used at the middle of a region and does not end far inside it."""
    bounds = QgsRectangle(crs.bounds())
    if bounds.xMinimum() > bounds.xMaximum():  # from east to west over the line of 180°
        middle = box.center()
        beyond = middle.x() < bounds.xMinimum() and middle.x() > bounds.xMaximum()
        return not beyond and bounds.yMinimum() <= middle.y() <= bounds.yMaximum()
    if bounds.isEmpty():
        return STATES.contains(box)
    bounds.grow(0.1 * max(box.width(), box.height()))
    return bounds.contains(box)


def _fitted(box) -> list:
    """Degrees stretched at the middle, and the conics and the azimuthal made for just this region."""
    lon, lat = box.center().x(), box.center().y()
    found = [f"+proj=eqc +lat_ts={round(lat, 6)} {SPHERE}"]
    about = f"+lat_0={round(lat, 2)} +lon_0={round(lon, 2)} +datum=WGS84 +units=m +no_defs"
    sixth = box.height() / 6
    south, north = box.yMinimum() + sixth, box.yMaximum() - sixth
    if abs(south + north) > 1:
        found.extend(
            f"+proj={kind} +lat_1={round(south, 2)} +lat_2={round(north, 2)} {about}"
            for kind in ("lcc", "aea")
        )
    if math.hypot(box.width(), box.height()) < 90:
        found.append(f"+proj=laea {about}")
    return [QgsCoordinateReferenceSystem.fromProj(text) for text in found]

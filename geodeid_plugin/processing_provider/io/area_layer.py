# SPDX-License-Identifier: GPL-2.0-or-later
"""From a layer to the table of areas, and in which of them points lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from qgis.core import QgsGeometry, QgsPoint, QgsPointXY, QgsRectangle, QgsSpatialIndex

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.base.progress import Progress, silent
from ...core.exposure.fields.identifying import is_numbering, repeats_codes
from ...core.geometry.areas import Areas, possible_sizes
from ...core.geometry.polygons import Polygons
from ...core.geometry.sphere import haversine_m, unit_vectors, wrap_lon_deg
from ...i18n import tr
from .packed import made_valid
from .points import PointLayer, lines_geometry, points_of, read_points
from .table import Table, from_lonlat, identifiers, read_table


@dataclass(frozen=True)
class AreaLayer:
    """Areas with what is needed to place points in them and to write them back."""

    areas: Areas
    table: Table
    polygons: Polygons | None
    points_given: bool = False
    """Whether the points that stand for the areas were read, and not computed from the polygons."""

    @property
    def id_kind(self) -> str:
        """Kind of field that holds the identifiers in output tables."""
        return "integer" if len(self.areas) and isinstance(self.areas.ids[0], int) else "text"


def read_areas(
    run, name: str = "AREAS", need_polygons: bool = False, null_is_zero: bool = False
) -> AreaLayer:
    """Read the areas that :func:`..framework.blocks.areas` asks for.

    Where no AREA_ID is chosen (the dialogs of most ask for one) areas are called by their number. Where
    ``null_is_zero`` an area without a population counts as empty, and the user is told.
    """
    table = read_table(run, name)
    ids = identifiers(run, table, run.field("AREA_ID")) if run.field("AREA_ID") else _numbers_of(table)
    if need_polygons and not table.is_polygons:
        raise InputError("area.layer.no_polygons", "Layer “{layer}” must hold polygons.", layer=table.name)
    polygons = table.polygons(ids) if table.is_polygons else None
    lon_deg, lat_deg = _representative_points(run, table, ids, polygons)
    population = np.zeros(len(table))
    if "POPULATION" in run.parameters and run.field("POPULATION"):
        population = table.numbers(run.field("POPULATION"), tr("population"), ids, null_is_zero)
        refuse_numbering(run, table, population)
        if null_is_zero:
            _tell_missing(run, table, ids)
    areas = Areas(
        ids, lon_deg, lat_deg, population, _sizes(run, table, polygons, ids), _boundary(run, table, ids)
    )
    return AreaLayer(areas, table, polygons, _points_given(run, polygons))


def areas_with_people(table: Table, field: str, ids=None) -> AreaLayer:
    """A layer as areas with the people that a field counts, by their numbers where no ``ids`` are given."""
    ids = _numbers_of(table) if ids is None else ids
    polygons = table.polygons(ids) if table.is_polygons else None
    lon_deg, lat_deg = representative_points(table, ids, polygons)
    people = table.numbers(field, tr("population"), ids)
    size_m2 = np.zeros(len(table)) if polygons is None else polygons.areas_m2(len(table))
    return AreaLayer(Areas(ids, lon_deg, lat_deg, people, size_m2), table, polygons)


def _numbers_of(table: Table) -> np.ndarray:
    """The features' numbers, which stand for the identifiers of areas that nobody has to know again."""
    ids = np.empty(len(table), dtype=object)
    ids[:] = list(table.row_ids)
    return ids


def _points_given(run, polygons) -> bool:
    return polygons is None or bool(run.parameters.get("POINTS"))


def _representative_points(run, table, ids, polygons):
    if run.parameters.get("POINTS"):
        return _points_by_id(run, ids)
    return representative_points(table, ids, polygons)


def representative_points(table: Table, ids, polygons=None) -> tuple[np.ndarray, np.ndarray]:
    """Longitudes and latitudes that stand for areas: their points, or points inside their polygons."""
    if not table.is_polygons:
        points = points_of(table)
        return points.lon_deg, points.lat_deg
    return (polygons or table.polygons(ids)).inner_points_deg(len(table))


def _points_by_id(run, ids):
    points = read_points(run, "POINTS")
    field = run.field("AREA_ID")
    if not field:
        raise InputError(
            "area.point.no_identifier",
            "Choose AREA_ID: representative points are found by the field of that name.",
        )
    row_of = identity.rows_of(identifiers(run, points.table, field))
    absent = [value for value in ids if identity.canonical(value) not in row_of]
    if absent:
        raise InputError(
            "area.point.missing",
            "Layer “{layer}” has no representative point for area {areas}.",
            layer=points.table.name,
            areas=named(absent),
        )
    rows = [row_of[identity.canonical(value)] for value in ids]
    return points.lon_deg[rows], points.lat_deg[rows]


def _sizes(run, table, polygons, ids) -> np.ndarray:
    own = polygons.areas_m2(len(table)) if polygons is not None else np.zeros(len(table))
    name = run.field("AREA_SIZE") if run.defines("AREA_SIZE") else None
    if not name:
        return own
    given = table.numbers(name, tr("size"), ids)
    if not possible_sizes(given, own):
        raise InputError(
            "area.size.not_square_metres",
            "Layer “{layer}”: the field “{field}” does not hold the sizes of the areas in square metres. "
            "Choose the field that does; for polygons leave AREA_SIZE empty.",
            layer=table.name,
            field=name,
        )
    return given


def _boundary(run, table, ids):
    if "BOUNDARY" not in run.parameters or not run.field("BOUNDARY"):
        return None
    values = table.column(run.field("BOUNDARY"))
    absent = [ids[i] for i, value in enumerate(values) if value is None or value == ""]
    if absent:
        raise InputError(
            "area.boundary.missing",
            "Layer “{layer}”: area {areas} has no boundary unit. Fill the field “{field}”.",
            layer=table.name,
            areas=named(absent),
            field=run.field("BOUNDARY"),
        )
    boundary, names = np.empty(len(values), dtype=object), dict[str, str]()
    for row, value in enumerate(values):
        name = identity.canonical(value)
        boundary[row] = names.setdefault(name, name)
    return boundary


def refuse_numbering(run, table: Table, population) -> None:
    """Refuse a population field that identifies or numbers the areas: a dialog offers such fields first."""
    field = run.field("POPULATION")
    identifier = run.field("AREA_ID") if run.defines("AREA_ID") else None
    ids = table.column(identifier) if identifier else ()
    if field == identifier or is_numbering(population.tolist()) or repeats_codes(population, ids):
        raise table.of_row_numbers(field)


def _tell_missing(run, table: Table, ids) -> None:
    missing = [ids[row] for row, value in enumerate(table.column(run.field("POPULATION"))) if value is None]
    if missing:
        run.counts["areas_without_population"] = len(missing)
        run.warn(
            tr(
                "{count} areas have no population and count as empty: {areas}.",
                count=len(missing),
                areas=named(missing),
            )
        )


def links_geometry(run, layer, first, second) -> Sequence:
    """Lines from areas to areas; where one crosses the date line its end lies beyond 180 degrees."""
    lon, lat = layer.areas.lon_deg, layer.areas.lat_deg
    end_lon = lon[first] + wrap_lon_deg(lon[second] - lon[first])
    return lines_geometry(run, lon[first], lat[first], end_lon, lat[second], layer.table.crs)


def straight_plane(run, layer):
    """Vertices in the layer's own projection, where its sides are straight; None in degrees."""
    crs = layer.table.crs
    if crs.isGeographic():
        return None
    back = from_lonlat(run, crs)
    plane = Polygons.from_wkb(_projected(run, layer, back), layer.areas.ids)
    return plane.lon_deg, plane.lat_deg


def _projected(run, layer, back) -> Iterator[bytes]:
    for count, shape in enumerate(layer.table.geometries):
        if count % 1000 == 0:
            run.progress(0.0)
        shape = QgsGeometry(shape)
        shape.transform(back)
        yield bytes(shape.asWkb())


_LISTEN = 500
"""Areas between two looks at cancel."""


def locate(run, layer: AreaLayer, points: PointLayer) -> np.ndarray:
    """Row of the area that each point lies in, -1 for none, shape (n,).

    A point on a shared side belongs to the area that comes first in the order of identifiers. Areas
    given as points hold the points that are nearest to them.
    """
    if layer.polygons is None:
        return _nearest_area(layer.areas, points)
    found = np.full(len(points), -1)
    order = np.argsort(layer.areas.id_rank)
    shapes = (layer.table.geometries[area] for area in order)
    for area, rows in zip(order, points_inside(shapes, points, run.progress)):
        found[rows[found[rows] < 0]] = area
    return found


def points_inside(
    shapes: Iterable[QgsGeometry], points: PointLayer, progress: Progress = silent
) -> Iterator[np.ndarray]:
    """Rows of the points in each of the shapes or on its border, in their order."""
    find = _by_shapely if has_shapely_2() else _by_qgis
    for count, rows in enumerate(find(shapes, points)):
        if count % _LISTEN == 0:
            progress(0.05, "")
        yield rows


def _by_qgis(shapes: Iterable[QgsGeometry], points: PointLayer) -> Iterator[np.ndarray]:
    index = QgsSpatialIndex()
    for row, (lon, lat) in enumerate(zip(points.lon_deg.tolist(), points.lat_deg.tolist())):
        index.addFeature(row, QgsRectangle(lon, lat, lon, lat))
    for shape in shapes:
        near = [] if shape.isEmpty() else sorted(index.intersects(shape.boundingBox()))
        yield np.array(_inside(made_valid(shape), near, points) if near else [], dtype=np.int64)


def _inside(shape: QgsGeometry, rows: list[int], points: PointLayer) -> list[int]:
    """Those of some points that lie in a shape, which must live as long as the engine that reads it."""
    engine = QgsGeometry.createGeometryEngine(shape.constGet())
    engine.prepareGeometry()
    return [row for row in rows if engine.intersects(QgsPoint(points.lon_deg[row], points.lat_deg[row]))]


def _by_shapely(shapes: Iterable[QgsGeometry], points: PointLayer) -> Iterator[np.ndarray]:
    """By shapely 2, many shapes in one call: 200 000 points in 8 464 areas in 0.3 s of CPU, QGIS 2.3 s."""
    import shapely

    tree = shapely.STRtree(shapely.points(points.lon_deg, points.lat_deg))
    shapes = iter(shapes)
    while block := [bytes(made_valid(shape).asWkb()) or None for shape in islice(shapes, _LISTEN)]:
        which, rows = tree.query(shapely.from_wkb(block), predicate="intersects")
        yield from map(np.sort, np.split(rows, np.searchsorted(which, np.arange(1, len(block)))))


def has_shapely_2() -> bool:
    """Whether shapely answers for many shapes at once: version 1.8, which Debian 12 has, does not."""
    try:
        from shapely import STRtree, from_wkb  # noqa: F401
    except ImportError:
        return False
    return True


def upon_others(layer: AreaLayer) -> np.ndarray:
    """Rows of the areas with people whose inner point lies inside another area with people too.

    Whoever lives there is counted in both: a layer of two years, or one that was pasted twice.
    """
    peopled = np.flatnonzero(layer.areas.population > 0)
    if layer.polygons is None or not len(peopled):
        return np.zeros(0, dtype=np.int64)
    lon_deg, lat_deg = layer.polygons.inner_points_deg(len(layer.areas))
    index = QgsSpatialIndex()
    for area in peopled:
        index.addFeature(int(area), layer.table.geometries[area].boundingBox())
    upon = []
    for area in peopled:
        point = QgsGeometry.fromPointXY(QgsPointXY(lon_deg[area], lat_deg[area]))
        near = [other for other in index.intersects(point.boundingBox()) if other != area]
        if any(layer.table.geometries[other].contains(point) for other in near):
            upon.append(area)
    return np.array(upon, dtype=np.int64)


def hold_back(run, text: str, outside: int, refusal: InputError) -> None:
    """Refuse records that lie outside, or hold them back and say so, as OUTSIDE asks."""
    if run.choice("OUTSIDE") == "refuse":
        raise refusal
    run.warn(f"{text} {tr('They were held back.')}")
    # Patients and controls are placed one after the other.
    run.counts["held_back_outside"] = run.counts.get("held_back_outside", 0) + outside


def place_patients(
    run, layer: AreaLayer, patients: PointLayer, reach_m: float
) -> tuple[np.ndarray, np.ndarray]:
    """Area of each patient who can be masked.

    Whoever lives farther than ``reach_m`` from the point of an area that is an address lies outside. Gives
    rows of the patients that lie in an area, and their areas.
    """
    area = locate(run, layer, patients)
    if layer.polygons is None and np.isfinite(reach_m):
        at = layer.areas.lon_deg[area], layer.areas.lat_deg[area]
        area = np.where(haversine_m(patients.lon_deg, patients.lat_deg, *at) <= reach_m, area, -1)
    outside = np.flatnonzero(area < 0)
    if len(outside):
        text = tr(
            "{count} of {total} patients of “{layer}” lie outside every area (features {features}).",
            count=len(outside), total=len(patients), layer=patients.table.name,
            features=named(patients.table.row_ids[row] for row in outside),
        )  # fmt: skip
        refusal = InputError(
            "patient.area.outside",
            text + " " + tr("Check both layers' coordinate reference systems, or set OUTSIDE to leave_out."),
        )
        hold_back(run, text, len(outside), refusal)
    rows = np.flatnonzero(area >= 0)
    if not len(rows):
        raise InputError("patient.area.none", "No patient lies in any area: there is nothing to mask.")
    return rows, area[rows]


def _nearest_area(areas: Areas, points: PointLayer) -> np.ndarray:
    from scipy.spatial import cKDTree

    tree = cKDTree(unit_vectors(areas.lon_deg, areas.lat_deg))
    return tree.query(unit_vectors(points.lon_deg, points.lat_deg))[1]

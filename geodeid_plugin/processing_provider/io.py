# SPDX-License-Identifier: GPL-2.0-or-later
"""From QGIS layers to arrays in longitude and latitude, by one set of rules.

Rules: a layer must have a coordinate reference system; NULL and empty geometries are left out and
counted; Z and M are dropped; curves are made straight; a multipoint with several parts is refused;
an attribute that must be a number and is not is refused by name.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsFeatureRequest,
    QgsGeometry,
    QgsPointXY,
    QgsProcessingFeatureSource,
    QgsSpatialIndex,
    QgsWkbTypes,
)

from ..compat import is_null, plain
from ..core.areas import Areas
from ..core.errors import InputError, named
from ..core.polygons import Polygons
from ..core.sphere import haversine_m
from ..i18n import tr

WGS84 = "EPSG:4326"


@dataclass(frozen=True)
class Table:
    """The rows of a layer that can take part.

    Attributes
    ----------
    name : str
        The layer's name, for messages and reports.
    fields : QgsFields
        Its fields.
    attributes : list of list
        Attribute values of each row, NULL as None.
    row_ids : list of int
        QGIS ids of the rows, for messages only.
    geometries : list of QgsGeometry
        In longitude and latitude, straight, two-dimensional; empty for a table without geometry.
    crs : QgsCoordinateReferenceSystem
        The layer's own.
    """

    name: str
    fields: object
    attributes: list
    row_ids: list
    geometries: list
    crs: object

    def __len__(self) -> int:
        return len(self.attributes)

    def column(self, field: str) -> list:
        """Values of a field, NULL as None."""
        index = self.fields.lookupField(field)
        if index < 0:
            raise InputError(
                tr("Layer “{layer}” has no field “{field}”. Choose a field that exists.").format(
                    layer=self.name, field=field
                )
            )
        return [row[index] for row in self.attributes]

    def numbers(self, field: str, what: str, ids=None, null_is_zero: bool = False) -> np.ndarray:
        """Values of a field that must all be finite numbers of 0 or more, shape (n,).

        Where ``null_is_zero`` a missing value is 0; the caller tells the user of it.
        """
        labels = self.row_ids if ids is None else ids
        values, bad = np.zeros(len(self)), []
        for index, value in enumerate(self.column(field)):
            number = 0.0 if value is None and null_is_zero else _number(value)
            if number is None or not np.isfinite(number) or number < 0:
                bad.append(f"{labels[index]} ({tr('NULL') if value is None else value})")
            else:
                values[index] = number
        if bad:
            raise InputError(
                tr(
                    "Layer “{layer}”: the {what} of feature {features} is not a number of 0 or more. "
                    "Correct the field “{field}”, or leave these features out of the selection."
                ).format(layer=self.name, what=what, features=named(bad), field=field)
            )
        return values


@dataclass(frozen=True)
class AreaLayer:
    """Areas with what is needed to place points in them and to write them back."""

    areas: Areas
    table: Table
    polygons: Polygons | None

    @property
    def id_kind(self) -> str:
        """Kind of field that holds the identifiers in output tables."""
        return "integer" if len(self.areas) and isinstance(self.areas.ids[0], int) else "text"


@dataclass(frozen=True)
class PointLayer:
    """Points with their rows."""

    lon_deg: np.ndarray
    lat_deg: np.ndarray
    table: Table

    def __len__(self) -> int:
        return len(self.lon_deg)


def read_table(run, name: str, geometry: bool = True) -> Table:
    """Read every row of a feature source that can take part; count and tell of the others."""
    source = run.source(name)
    if source is None:
        raise InputError(tr("No layer was given for {name}.").format(name=name))
    layer = source.sourceName()
    to_lonlat = _transform(run, source, layer) if geometry else None
    attributes, row_ids, geometries, left_out = [], [], [], []
    request = QgsFeatureRequest()
    if not geometry:
        request.setFlags(QgsFeatureRequest.Flag.NoGeometry)
    total = max(source.featureCount(), 1)
    skip_checks = QgsProcessingFeatureSource.Flag.FlagSkipGeometryValidityChecks
    for count, feature in enumerate(source.getFeatures(request, skip_checks)):
        if count % 1000 == 0:
            run.progress(
                0.0,
                tr("Reading “{layer}” ({percent} %)").format(layer=layer, percent=round(100 * count / total))
                if count % 50000 == 0
                else "",
            )
        if geometry:
            shape = feature.geometry()
            if shape.isNull() or shape.isEmpty():
                left_out.append(feature.id())
                continue
            geometries.append(_to_lonlat(shape, to_lonlat, layer, feature.id()))
        attributes.append([plain(value) for value in feature.attributes()])
        row_ids.append(feature.id())
    _tell_left_out(run, name, layer, left_out)
    run.counts[name] = len(attributes)
    if not attributes:
        raise InputError(
            tr(
                "Layer “{layer}” has no features that can be used. Check the layer, its filter and the "
                "selection."
            ).format(layer=layer)
        )
    return Table(layer, source.fields(), attributes, row_ids, geometries, source.sourceCrs())


def read_areas(
    run, name: str = "AREAS", need_polygons: bool = False, null_is_zero: bool = False
) -> AreaLayer:
    """Read the areas that :func:`.parameters.add_areas` asks for.

    Where ``null_is_zero`` an area without a population counts as empty, and the user is told.
    """
    table = read_table(run, name)
    ids = identifiers(table, run.field("AREA_ID"))
    is_polygon = table.geometries[0].type() == QgsWkbTypes.GeometryType.PolygonGeometry
    if need_polygons and not is_polygon:
        raise InputError(tr("Layer “{layer}” must hold polygons.").format(layer=table.name))
    polygons = Polygons.from_wkb([bytes(g.asWkb()) for g in table.geometries], ids) if is_polygon else None
    lon_deg, lat_deg = _representative_points(run, table, ids, polygons)
    population = np.zeros(len(table))
    if "POPULATION" in run.parameters and run.field("POPULATION"):
        population = table.numbers(run.field("POPULATION"), tr("population"), ids, null_is_zero)
        if null_is_zero:
            _tell_missing(run, table, ids)
    areas = Areas(
        ids, lon_deg, lat_deg, population, _sizes(run, table, polygons, ids), _boundary(run, table, ids)
    )
    return AreaLayer(areas, table, polygons)


def read_points(run, name: str) -> PointLayer:
    """Read a point layer, one location a row."""
    table = read_table(run, name)
    several = [
        row for row, shape in zip(table.row_ids, table.geometries)
        if shape.isMultipart() and shape.constGet().numGeometries() != 1
    ]  # fmt: skip
    if several:
        raise InputError(
            tr(
                "Layer “{layer}”: feature {features} has several points. Run “Multipart to singleparts” "
                "first, so that each record has one location."
            ).format(layer=table.name, features=named(several))
        )
    points = [_single_point(shape) for shape in table.geometries]
    return PointLayer(np.array([p.x() for p in points]), np.array([p.y() for p in points]), table)


def identifiers(table: Table, field: str) -> np.ndarray:
    """Identifiers of the areas: all whole numbers, or all text, shape (n,)."""
    values = [_identifier(value) for value in table.column(field)]
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) > 1:
        values = [None if value is None else str(value) for value in values]
    ids = np.empty(len(values), dtype=object)
    ids[:] = values
    return ids


def locate(run, layer: AreaLayer, points: PointLayer) -> np.ndarray:
    """Row of the area that each point lies in, -1 for none, shape (n,).

    A point on a shared side belongs to the area that comes first in the order of identifiers. Areas
    given as points hold the points that are nearest to them.
    """
    if layer.polygons is None:
        return _nearest_area(layer.areas, points)
    index = QgsSpatialIndex()
    for row, (lon, lat) in enumerate(zip(points.lon_deg, points.lat_deg)):
        index.addFeature(row, QgsGeometry.fromPointXY(QgsPointXY(lon, lat)).boundingBox())
    found = np.full(len(points), -1)
    order = np.argsort(layer.areas.id_rank)
    for count, area in enumerate(order):
        if count % 500 == 0:
            run.progress(0.05, "")
        shape = layer.table.geometries[area]
        candidates = [row for row in index.intersects(shape.boundingBox()) if found[row] < 0]
        if not candidates:
            continue
        engine = QgsGeometry.createGeometryEngine(
            (shape if shape.isGeosValid() else shape.makeValid()).constGet()
        )
        engine.prepareGeometry()
        for row in candidates:
            point = QgsGeometry.fromPointXY(QgsPointXY(points.lon_deg[row], points.lat_deg[row]))
            if engine.intersects(point.constGet()):
                found[row] = area
    return found


def place_patients(run, layer: AreaLayer, patients: PointLayer) -> tuple[np.ndarray, np.ndarray]:
    """Area of each patient who can be masked.

    Returns
    -------
    rows : ndarray of int, shape (s,)
        Rows of the patients that lie in an area.
    area : ndarray of int, shape (s,)
        Their areas.

    Raises
    ------
    InputError
        Where a patient lies outside every area and OUTSIDE says refuse.
    """
    area = locate(run, layer, patients)
    outside = np.flatnonzero(area < 0)
    if len(outside):
        text = tr(
            "{count} of {total} patients of “{layer}” lie outside every area (features {features})."
        ).format(
            count=len(outside), total=len(patients), layer=patients.table.name,
            features=named(patients.table.row_ids[row] for row in outside),
        )  # fmt: skip
        if run.choice("OUTSIDE") == "refuse":
            raise InputError(
                text
                + " "
                + tr("Check both layers' coordinate reference systems, or set OUTSIDE to leave_out.")
            )
        run.warn(text + " " + tr("They were held back."))
        run.counts["held_back_outside"] = len(outside)
    rows = np.flatnonzero(area >= 0)
    if not len(rows):
        raise InputError(tr("No patient lies in any area: there is nothing to mask."))
    return rows, area[rows]


def points_geometry(run, lon_deg, lat_deg, crs) -> list:
    """Points in a layer's coordinate reference system, as QGIS geometries."""
    back = QgsCoordinateTransform(QgsCoordinateReferenceSystem(WGS84), crs, run.context.transformContext())
    geometries = []
    for lon, lat in zip(lon_deg, lat_deg):
        geometries.append(QgsGeometry.fromPointXY(back.transform(QgsPointXY(lon, lat))))
    return geometries


def lines_geometry(run, start_lon_deg, start_lat_deg, end_lon_deg, end_lat_deg, crs) -> list:
    """Straight lines between pairs of points, in a layer's coordinate reference system."""
    starts = points_geometry(run, start_lon_deg, start_lat_deg, crs)
    ends = points_geometry(run, end_lon_deg, end_lat_deg, crs)
    return [QgsGeometry.fromPolylineXY([a.asPoint(), b.asPoint()]) for a, b in zip(starts, ends)]


def _transform(run, source, layer: str):
    crs = source.sourceCrs()
    if not crs.isValid():
        raise InputError(
            tr(
                "Layer “{layer}” has no coordinate reference system. Set it under Layer Properties ▸ Source."
            ).format(layer=layer)
        )
    return QgsCoordinateTransform(crs, QgsCoordinateReferenceSystem(WGS84), run.context.transformContext())


def _to_lonlat(shape: QgsGeometry, transform, layer: str, row: int) -> QgsGeometry:
    shape = QgsGeometry(shape)
    geometry = shape.get()
    geometry.dropZValue()
    geometry.dropMValue()
    if QgsWkbTypes.isCurvedType(geometry.wkbType()):
        shape = QgsGeometry(geometry.segmentize())
    try:
        shape.transform(transform)
    except QgsCsException as error:
        raise _outside_crs(layer, row) from error
    box = shape.boundingBox()
    if not all(np.isfinite([box.xMinimum(), box.xMaximum(), box.yMinimum(), box.yMaximum()])):
        raise _outside_crs(layer, row)
    return shape


def _outside_crs(layer: str, row: int) -> InputError:
    return InputError(
        tr(
            "Layer “{layer}”: feature {row} cannot be turned into longitude and latitude. Check its "
            "coordinates and the layer's coordinate reference system."
        ).format(layer=layer, row=row)
    )


def _tell_left_out(run, name: str, layer: str, left_out: list) -> None:
    if left_out:
        run.counts[f"{name}_without_geometry"] = len(left_out)
        run.warn(
            tr("Layer “{layer}”: {count} features have no geometry and were left out ({features}).").format(
                layer=layer, count=len(left_out), features=named(left_out)
            )
        )


def _tell_missing(run, table: Table, ids) -> None:
    missing = [ids[row] for row, value in enumerate(table.column(run.field("POPULATION"))) if value is None]
    if missing:
        run.warn(
            tr("{count} areas have no population and count as empty: {areas}.").format(
                count=len(missing), areas=named(missing)
            )
        )


def _number(value):
    if isinstance(value, bool) or is_null(value):
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _identifier(value):
    if value is None or isinstance(value, str):
        return value or None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) else str(value)


def _single_point(shape: QgsGeometry) -> QgsPointXY:
    return shape.asMultiPoint()[0] if shape.isMultipart() else shape.asPoint()


def _representative_points(run, table, ids, polygons):
    if run.parameters.get("POINTS"):
        return _points_by_id(run, ids)
    if run.field("LONGITUDE") or run.field("LATITUDE"):
        return _points_from_fields(run, table, ids)
    if polygons is None:
        points = [_single_point(shape) for shape in table.geometries]
        return np.array([p.x() for p in points]), np.array([p.y() for p in points])
    return polygons.inner_points_deg(len(table))


def _points_from_fields(run, table, ids):
    if not (run.field("LONGITUDE") and run.field("LATITUDE")):
        raise InputError(tr("Give both a longitude and a latitude field, or neither."))
    columns = []
    for name, limit in (("LONGITUDE", 180.0), ("LATITUDE", 90.0)):
        values = [_number(value) for value in table.column(run.field(name))]
        bad = [ids[i] for i, v in enumerate(values) if v is None or not abs(v) <= limit]
        if bad:
            raise InputError(
                tr(
                    "Layer “{layer}”: the {what} of area {areas} is not in degrees. Correct the field "
                    "“{field}”."
                ).format(layer=table.name, what=name.lower(), areas=named(bad), field=run.field(name))
            )
        columns.append(np.array(values))
    return columns


def _points_by_id(run, ids):
    points = read_points(run, "POINTS")
    field = run.field("POINTS_ID")
    if not field:
        raise InputError(
            tr("Choose the field of the representative points that holds the area's identifier.")
        )
    row_of = {str(value): row for row, value in enumerate(identifiers(points.table, field))}
    absent = [value for value in ids if str(value) not in row_of]
    if absent:
        raise InputError(
            tr("Layer “{layer}” has no representative point for area {areas}.").format(
                layer=points.table.name, areas=named(absent)
            )
        )
    rows = [row_of[str(value)] for value in ids]
    return points.lon_deg[rows], points.lat_deg[rows]


def _sizes(run, table, polygons, ids) -> np.ndarray:
    if run.field("AREA_SIZE"):
        return table.numbers(run.field("AREA_SIZE"), tr("size"), ids)
    return polygons.areas_m2(len(table)) if polygons is not None else np.zeros(len(table))


def _boundary(run, table, ids):
    if "BOUNDARY" not in run.parameters or not run.field("BOUNDARY"):
        return None
    values = table.column(run.field("BOUNDARY"))
    absent = [ids[i] for i, value in enumerate(values) if value is None or value == ""]
    if absent:
        raise InputError(
            tr("Layer “{layer}”: area {areas} has no boundary unit. Fill the field “{field}”.").format(
                layer=table.name, areas=named(absent), field=run.field("BOUNDARY")
            )
        )
    boundary = np.empty(len(values), dtype=object)
    boundary[:] = [str(value) for value in values]
    return boundary


def _nearest_area(areas: Areas, points: PointLayer) -> np.ndarray:
    from scipy.spatial import cKDTree

    from ..core.sphere import unit_vectors

    tree = cKDTree(unit_vectors(areas.lon_deg, areas.lat_deg))
    return tree.query(unit_vectors(points.lon_deg, points.lat_deg))[1]


def moves_m(points: PointLayer, lon_deg, lat_deg) -> np.ndarray:
    """How far each point was moved, metres."""
    return haversine_m(points.lon_deg, points.lat_deg, lon_deg, lat_deg)

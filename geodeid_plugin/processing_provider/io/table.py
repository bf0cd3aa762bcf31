# SPDX-License-Identifier: GPL-2.0-or-later
"""From a layer to rows in longitude and latitude, by one set of rules.

Rules: a layer must have a coordinate reference system and the kinds of geometry that its parameter
asks for; NULL and empty geometries are left out and counted; a vertex that is no number or no place on
Earth is refused; Z and M are dropped; curves are made straight; an attribute that must be a number and
is not is refused by name.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsFeatureRequest,
    QgsField,
    QgsFields,
    QgsGeometry,
    QgsProcessing,
    QgsProcessingFeatureSource,
    QgsVectorLayer,
    QgsWkbTypes,
)

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.exposure.fields.identifying import lost_leading_zeros, numbers_its_rows
from ...core.geometry.polygons import Polygons
from ...host.compat import MULTI_POLYGON, NO_GEOMETRY, POINT, is_null, plain_row
from ...host.settings import give_back
from ...i18n import tr
from .packed import Attributes, DrawnPoints, PackedShapes, features_of

BLOCK = 1000
"""Features read at once: progress is told and cancel heard once in each block."""
_MOST = 1e15
"""Largest figure of an attribute: twice the square metres of the Earth, and exact as a float."""
_POINT, _LINE, _POLYGON = (
    QgsWkbTypes.GeometryType.PointGeometry,
    QgsWkbTypes.GeometryType.LineGeometry,
    QgsWkbTypes.GeometryType.PolygonGeometry,
)
_KINDS = {
    QgsProcessing.SourceType.TypeVectorPoint: {_POINT},
    QgsProcessing.SourceType.TypeVectorLine: {_LINE},
    QgsProcessing.SourceType.TypeVectorPolygon: {_POLYGON},
}


def polygons_of(shapes: Sequence[QgsGeometry], ids=None) -> Polygons:
    """Geometries in longitude and latitude as the core reads polygons; errors name the ids."""
    packed = shapes if isinstance(shapes, PackedShapes) else PackedShapes(shapes)
    return Polygons.from_wkb(packed.binaries(), ids)


@dataclass(frozen=True)
class Table:
    """The rows of a layer that can take part."""

    name: str
    """The layer's name, for messages and reports."""
    fields: QgsFields
    attributes: Attributes
    """Attribute values of each row, NULL as None."""
    row_ids: Sequence
    """QGIS ids of the rows, for messages only."""
    geometries: Sequence
    """In longitude and latitude, straight, two-dimensional; empty for a table without geometry."""
    crs: QgsCoordinateReferenceSystem
    """The layer's own."""
    keys: tuple = ()
    """Fields of the primary key, as its provider knows them."""

    def __len__(self) -> int:
        return len(self.attributes)

    @property
    def is_polygons(self) -> bool:
        """Whether its geometries are polygons; a layer that mixes kinds is refused."""
        shapes = self.geometries
        kinds = shapes.kinds if isinstance(shapes, PackedShapes) else {shape.type() for shape in shapes}
        if len(kinds) > 1:
            raise InputError(
                "layer.geometry.mixed",
                "Layer “{layer}” mixes {kinds}. Make a layer of one kind of them.",
                layer=self.name,
                kinds=named(sorted(_geometry_words(kind) for kind in kinds)),
            )
        return kinds == {_POLYGON}

    def polygons(self, ids=None) -> Polygons:
        """The geometries as the core reads polygons; errors name the ids, or else the features."""
        return polygons_of(self.geometries, self.row_ids if ids is None else ids)

    def column(self, field: str) -> list:
        """Values of a field, NULL as None."""
        index = self.fields.lookupField(field)
        if index < 0:
            raise InputError(
                "layer.field.unknown",
                "Layer “{layer}” has no field “{field}”. Choose a field that exists.",
                layer=self.name,
                field=field,
            )
        return self.attributes.column(index)

    def columns_without(self, names) -> list:
        """Its fields with their values as they are stored, but those of some names in any letter case."""
        taken = {name.lower() for name in names}
        return [
            (QgsField(kept), self.attributes.stored(index))
            for index, kept in enumerate(self.fields)
            if kept.name().lower() not in taken
        ]

    def numbers(self, field: str, what: str, ids=None, null_is_zero: bool = False) -> np.ndarray:
        """Values of a field that must all be finite numbers of 0 or more, and number no rows, shape (n,).

        Where ``null_is_zero`` a missing value is 0; the caller tells the user of it.
        """
        labels = self.row_ids if ids is None else ids
        values, bad, large = np.zeros(len(self)), [], []
        for index, value in enumerate(self.column(field)):
            number = 0.0 if value is None and null_is_zero else number_of(value)
            if number is None or not np.isfinite(number) or number < 0:
                bad.append(f"{labels[index]} ({tr('NULL') if value is None else value})")
            elif number > _MOST:
                large.append(f"{labels[index]} ({value})")
            else:
                values[index] = number
        if large:
            raise InputError(
                "layer.value.too_large",
                "Layer “{layer}”: the {what} of feature {features} is too large to be true. Correct the "
                "field “{field}”.",
                layer=self.name,
                what=what,
                features=named(large),
                field=field,
            )
        if bad:
            raise InputError(
                "layer.value.negative",
                "Layer “{layer}”: the {what} of feature {features} is not a number of 0 or more. "
                "Correct the field “{field}”, or leave these features out of the selection.",
                layer=self.name,
                what=what,
                features=named(bad),
                field=field,
            )
        if numbers_its_rows(field, values, self.row_ids):
            raise self.of_row_numbers(field)
        return values

    def of_row_numbers(self, field: str) -> InputError:
        """What is said of a field that numbers rows: with it as people a risk would be far too low."""
        return InputError(
            "layer.value.row_number",
            "Layer “{layer}”: the field “{field}” numbers the rows. Choose the field that counts people or "
            "records.",
            layer=self.name,
            field=field,
        )

    def degrees(self, field: str, most: float) -> np.ndarray:
        """Values of a field that must all be coordinates of -``most`` to ``most`` degrees, shape (n,)."""
        numbers = [number_of(value) for value in self.column(field)]
        bad = [row for row, one in zip(self.row_ids, numbers) if one is None or not abs(one) <= most]
        if bad:
            raise InputError(
                "layer.value.not_degrees",
                "Layer “{layer}”: the field “{field}” is not in degrees in feature {features}. Correct it.",
                layer=self.name,
                field=field,
                features=named(bad),
            )
        return np.array(numbers, dtype=float)

    def numeric_columns(self) -> dict:
        """Numeric fields by name, missing values as NaN, shape (n,) each."""
        columns = {}
        for index, column in enumerate(self.fields):
            if column.isNumeric():
                values = [number_of(value) for value in self.attributes.stored(index)]
                columns[column.name()] = np.array([np.nan if v is None else v for v in values], dtype=float)
        return columns


def read_table(run, name: str, geometry: bool = True) -> Table:
    """Read every row of a feature source that can take part; count and tell of the others.

    The definition of the parameter ``name`` says which kinds of geometry it takes; ``geometry`` whether the
    rows need one.
    """
    definition = run.definition(name)
    kinds = _kinds_of(definition.dataTypes()) if geometry else None
    source = run.source(name, placed=kinds is not None and _POINT in kinds)
    if source is None:
        raise InputError("layer.source.missing", "No layer was given for {name}.", name=name)
    with run.spending("reading"):
        behind = run.source_layer(name)
        table = _read(run, source, behind, source.sourceName(), name, kinds, definition.description())
        give_back()
    return replace(table, keys=_keys(behind))


def read_map_layer(run, layer, name: str, geometry: bool = True, types=None) -> Table:
    """Read one of the layers that a parameter for several names, by the same rules.

    ``types`` says which kinds of geometry it takes where the parameter cannot.
    """
    source = QgsProcessingFeatureSource(layer, run.context)
    definition = run.definition(name)
    kinds = _kinds_of(types or [definition.layerType()]) if geometry else None
    with run.spending("reading"):
        return _read(run, source, layer, layer.name(), name, kinds, definition.description())


def _keys(layer) -> tuple:
    """Names of the fields of a layer's primary key; none where the layer has none, or has no provider."""
    if not isinstance(layer, QgsVectorLayer) or layer.dataProvider() is None:
        return ()
    fields = layer.fields()
    indexes = {*layer.primaryKeyAttributes(), *layer.dataProvider().pkAttributeIndexes()}
    return tuple(fields.at(index).name() for index in sorted(indexes) if 0 <= index < len(fields))


def _read(run, source, behind, layer: str, name: str, kinds, label: str) -> Table:
    """Rows of a source and the layer behind it; without ``kinds`` of geometry its places are not read."""
    if kinds is not None:
        _refuse_without_places(source, layer, label, kinds)
    way = way_from(run, source, layer) if kinds is not None else None
    request = QgsFeatureRequest()
    if kinds is None:
        request.setFlags(QgsFeatureRequest.Flag.NoGeometry)
    reading = tr("Reading “{layer}”").format(layer=layer)
    skip_checks = QgsProcessingFeatureSource.Flag.FlagSkipGeometryValidityChecks
    rows, features = _Rows(layer, kinds, way), features_of(source, request, skip_checks, layer=behind)
    while block := list(islice(features, BLOCK)):
        run.progress(0.0, reading)
        rows.add(block)
    _refuse_others(layer, label, kinds, rows.others)
    tell_left_out(run, name, layer, rows.left_out)
    run.counts[name] = len(rows.attributes)
    if not rows.attributes:
        raise InputError(
            "layer.features.none",
            "Layer “{layer}” has no features that can be used. Check the layer, its filter and the "
            "selection.",
            layer=layer,
        )
    return Table(layer, source.fields(), rows.attributes, rows.row_ids, rows.geometries, source.sourceCrs())


class _Rows:
    """The rows of a layer that were read so far, and those that cannot take part."""

    def __init__(self, layer: str, kinds: set | None, way: QgsCoordinateTransform | None) -> None:
        self._layer, self._way = layer, way
        self._kinds = set() if kinds is None else kinds
        self._parts: list[Sequence] = []
        self.attributes = Attributes()
        self.row_ids = array("q")
        self.left_out: list[int] = []
        self.others: dict = {}

    def add(self, block: list) -> None:
        """Take in some features."""
        if self._kinds:
            block = self._placed(block)
        self.attributes.add([plain_row(feature.attributes()) for feature in block])
        self.row_ids.extend(feature.id() for feature in block)

    @property
    def geometries(self) -> Sequence:
        """In longitude and latitude; as arrays where all are plain points."""
        plain = [part for part in self._parts if isinstance(part, DrawnPoints)]
        if plain and len(plain) == len(self._parts):
            x, y = (np.concatenate([part.columns[axis] for part in plain]) for axis in (0, 1))
            return DrawnPoints(x, y)
        if not plain and len(self._parts) == 1:
            return self._parts[0]
        return [shape for part in self._parts for shape in part]

    def _placed(self, block: list) -> list:
        """The features of a block that have a place, which is kept."""
        shapes = [feature.geometry() for feature in block]
        lonlat = lonlat_of(shapes, self._way) if _POINT in self._kinds else None
        if lonlat is not None:
            self._parts.append(DrawnPoints(*lonlat))
            return block
        last = self._parts[-1] if self._parts else None
        kept, places = [], last if isinstance(last, PackedShapes) else PackedShapes()
        if places is not last:
            self._parts.append(places)
        for feature, shape in zip(block, shapes):
            if shape.isNull() or shape.isEmpty():
                self.left_out.append(feature.id())
            elif shape.type() not in self._kinds:
                self.others.setdefault(shape.type(), []).append(feature.id())
            else:
                places.append(shape_to_lonlat(shape, self._way, self._layer, feature.id()))
                kept.append(feature)
        return kept


def original_geometries(run, name: str, row_ids) -> tuple[Sequence, object]:
    """Geometries as they are stored, for outputs that show the user's own features.

    In the layer's own coordinates, in the order of the ids that :class:`Table` keeps; gives their type, too.
    """
    return geometries_of(run.source(name), row_ids)


def geometries_of(source, row_ids) -> tuple[Sequence, object]:
    """The same of a source that no parameter alone names."""
    asked = np.array([int(row) for row in row_ids], dtype=np.int64)
    request = QgsFeatureRequest().setFilterFids(asked.tolist()).setSubsetOfAttributes([])
    skip_checks = QgsProcessingFeatureSource.Flag.FlagSkipGeometryValidityChecks
    shapes, found = PackedShapes(), array("q")
    for feature in features_of(source, request, skip_checks):
        shapes.append(_drawable(feature.geometry()))
        found.append(feature.id())
    there = np.frombuffer(found, dtype=np.int64) if found else np.zeros(0, dtype=np.int64)
    gone = asked[~np.isin(asked, there)].tolist()
    if gone:
        raise InputError(
            "layer.features.changed",
            "Layer “{layer}” was changed while it was read (feature {features}). Run again.",
            layer=source.sourceName(),
            features=named(gone),
        )
    order = np.argsort(there, kind="stable")
    return shapes.in_order(order[np.searchsorted(there, asked, sorter=order)]), source.wkbType()


def _drawable(shape: QgsGeometry) -> QgsGeometry:
    """The geometry, or none where it is endless: it would give the whole layer an extent that is none."""
    return shape if shape.isNull() or shape.boundingBox().isFinite() else QgsGeometry()


def identifiers(run, table: Table, field: str) -> np.ndarray:
    """Identifiers of the areas: all whole numbers, or all text, shape (n,)."""
    values = [_identifier(value) for value in table.column(field)]
    warn_of_lost_zeros(run, table.name, field, values)
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) > 1:
        values = [None if value is None else str(value) for value in values]
    ids = np.empty(len(values), dtype=object)
    ids[:] = values
    return ids


def rows_named(values, ids) -> tuple[np.ndarray, list[str]]:
    """Row of each value among identifiers, -1 for one that is none of them, and what those are, each once."""
    row_of, keys = identity.rows_of(ids), [identity.canonical(value) for value in values]
    absent = dict.fromkeys(key or tr("NULL") for key in keys if key not in row_of)
    return np.array([row_of.get(key, -1) for key in keys], dtype=np.int64), list(absent)


def warn_of_lost_zeros(run, layer: str, field: str, values) -> None:
    """Tell where codes such as 08784 were probably read as numbers."""
    if lost_leading_zeros(field, values):
        shortest = min(value for value in values if value is not None)
        run.warn(
            tr(
                "Layer “{layer}”: the field “{field}” holds numbers such as {code}. If these are codes "
                "with a leading zero (0{code}), it was lost when the table was read: read the field as text."
            ).format(layer=layer, field=field, code=f"{shortest:.0f}")
        )


def _kinds_of(types) -> set:
    """Kinds of geometry that a parameter takes, from the types of its definition."""
    kinds = set().union(*(_KINDS.get(one, set()) for one in types))
    return kinds or {_POINT, _LINE, _POLYGON}


def _geometry_words(kind) -> str:
    """The kind of geometry in the user's words."""
    words = {_POINT: tr("points"), _LINE: tr("lines"), _POLYGON: tr("polygons")}
    return words.get(kind, tr("collections of geometries"))


def _refuse_without_places(source, layer: str, label: str, kinds) -> None:
    if source.wkbType() == NO_GEOMETRY:
        raise InputError(
            "layer.geometry.missing",
            "Layer “{layer}” is a table without geometry; “{label}” needs {kinds}. Make points of its "
            "coordinate columns with “Create points layer from table”, or join it to a layer that has "
            "geometry.",
            layer=layer,
            label=label,
            kinds=_listed(kinds),
        )


def _refuse_others(layer: str, label: str, kinds, others: dict) -> None:
    if others:
        found, rows = next(iter(others.items()))
        raise InputError(
            "layer.geometry.other_kind",
            "Layer “{layer}” holds {found} (feature {features}); “{label}” needs {kinds}. Choose another "
            "layer, or leave these features out; “Multipart to singleparts” takes collections apart.",
            layer=layer,
            found=_geometry_words(found),
            features=named(rows),
            label=label,
            kinds=_listed(kinds),
        )


def _listed(kinds) -> str:
    return tr(" or ").join(_geometry_words(kind) for kind in (_POLYGON, _POINT, _LINE) if kind in kinds)


def tell_left_out(run, name: str, layer: str, left_out: list) -> None:
    """Count and name the features of a layer that have no geometry."""
    if left_out:
        run.counts[f"{name}_without_geometry"] = len(left_out)
        run.warn(
            tr("Layer “{layer}”: {count} features have no geometry and were left out ({features}).").format(
                layer=layer, count=len(left_out), features=named(left_out)
            )
        )


def number_of(value):
    """The value as a float, or None where it is none."""
    if isinstance(value, bool) or is_null(value):
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _identifier(value):
    """A whole number as int, a text as it is written, None for none; equal is what has one canonical text."""
    text = identity.canonical(value)
    if not text or isinstance(value, str):
        return value if text else None
    return int(text) if isinstance(value, (int, float)) and text.lstrip("-").isdigit() else text


WGS84 = "EPSG:4326"
MOST_LON_DEG = 540.0
"""Layers across the date line count on to 360 degrees, or beyond by half a turn."""
_SINGLE = {getattr(QgsWkbTypes.Type, name) for name in ("Point", "PointZ", "PointM", "PointZM", "Point25D")}
_ORDER, _ONE_POINT, _MULTI_POINT = int(sys.byteorder == "little"), 1, 4
"""Byte order and kinds of geometry in well-known binary."""
_HEAD = np.dtype([("order", "u1"), ("kind", "u4"), ("count", "u4")])
_RECORD = np.dtype([("order", "u1"), ("kind", "u4"), ("x", "f8"), ("y", "f8")])
"""A multipoint of two dimensions in well-known binary: its head, then one record a point. A million points
that are turned one by one cost most of the time of reading them; whatever is not plain among them is left to
whoever asks, to be looked at one by one."""


def way_from(run, source, layer: str) -> QgsCoordinateTransform:
    """The way from a source to longitude and latitude; refused where it has no reference system."""
    crs = source.sourceCrs()
    if not crs.isValid():
        raise InputError(
            "layer.crs.missing",
            "Layer “{layer}” has no coordinate reference system. Set it under Layer Properties ▸ Source.",
            layer=layer,
        )
    return to_lonlat(run, crs)


def to_lonlat(run, crs) -> QgsCoordinateTransform:
    """The way from a coordinate reference system to longitude and latitude."""
    return QgsCoordinateTransform(crs, QgsCoordinateReferenceSystem(WGS84), run.context.transformContext())


def from_lonlat(run, crs) -> QgsCoordinateTransform:
    """The way back from longitude and latitude to the coordinate reference system of a layer."""
    return QgsCoordinateTransform(QgsCoordinateReferenceSystem(WGS84), crs, run.context.transformContext())


def released_geometries(run, shapes: list, crs):
    """Polygons or points in longitude and latitude as copies in the reference system of a layer.

    Shapes are at least one, all polygons or all points; gives multipolygons or points, and their type.
    """
    back = from_lonlat(run, crs)
    polygons = shapes[0].type() == QgsWkbTypes.GeometryType.PolygonGeometry
    copies = [QgsGeometry(shape) for shape in shapes]
    for shape in copies:
        if polygons:
            shape.convertToMultiType()
        elif shape.isMultipart():
            shape.convertToSingleType()
        shape.transform(back)
    return copies, MULTI_POLYGON if polygons else POINT


def lonlat_of(shapes: list, transform: QgsCoordinateTransform) -> tuple[np.ndarray, np.ndarray] | None:
    """Longitudes and latitudes of single points. None where one of them is no single point, or no place."""
    if not {shape.wkbType() for shape in shapes} <= _SINGLE:
        return None
    points = QgsGeometry.collectGeometry(shapes)
    geometry = points.get()
    geometry.dropZValue()
    geometry.dropMValue()
    found = _turned(points, len(shapes), transform)
    if found is None or (np.abs(found[0]) > MOST_LON_DEG).any() or (np.abs(found[1]) > 90.0).any():
        return None
    return found


def transformed(x, y, transform: QgsCoordinateTransform) -> tuple[np.ndarray, np.ndarray] | None:
    """Points in other coordinates, all at once. None where one of them is no number or cannot be turned."""
    records = np.empty(len(x), dtype=_RECORD)
    records["order"], records["kind"], records["x"], records["y"] = _ORDER, _ONE_POINT, x, y
    points = QgsGeometry()
    head = np.array([(_ORDER, _MULTI_POINT, len(x))], dtype=_HEAD)
    points.fromWkb(head.tobytes() + records.tobytes())
    return _turned(points, len(x), transform)


def _turned(
    points: QgsGeometry, count: int, transform: QgsCoordinateTransform
) -> tuple[np.ndarray, np.ndarray] | None:
    """Coordinates of so many points of a multipoint, turned one by one but in one call."""
    try:
        points.transform(transform)
    except QgsCsException:
        return None
    data = bytes(points.asWkb())
    if len(data) != _HEAD.itemsize + count * _RECORD.itemsize:
        return None
    records = np.frombuffer(data, dtype=_RECORD, offset=_HEAD.itemsize)
    x, y = records["x"].copy(), records["y"].copy()
    return (x, y) if np.isfinite(x).all() and np.isfinite(y).all() else None


def shape_to_lonlat(shape: QgsGeometry, transform, layer: str, row: int) -> QgsGeometry:
    """A copy in longitude and latitude, straight and flat."""
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
    if not _on_earth(shape):
        raise _outside_crs(layer, row)
    return shape


def _on_earth(shape: QgsGeometry) -> bool:
    """Whether every vertex is a place; a box passes over a vertex that is no number, a length does not."""
    box, geometry = shape.boundingBox(), shape.constGet()
    if not (abs(box.xMinimum()) <= MOST_LON_DEG and abs(box.xMaximum()) <= MOST_LON_DEG):
        return False
    if not (box.yMinimum() >= -90.0 and box.yMaximum() <= 90.0):
        return False
    if shape.type() == QgsWkbTypes.GeometryType.PointGeometry:
        return not shape.isMultipart() or all(np.isfinite([p.x(), p.y()]).all() for p in shape.asMultiPoint())
    return bool(np.isfinite(geometry.length() + geometry.perimeter()))


def _outside_crs(layer: str, row: int) -> InputError:
    return InputError(
        "layer.position.outside_crs",
        "Layer “{layer}”: feature {row} cannot be turned into longitude and latitude. Check its "
        "coordinates and the layer's coordinate reference system.",
        layer=layer,
        row=str(row),
    )

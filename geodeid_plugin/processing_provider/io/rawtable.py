# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables that people have, in files or in the project, and points made of their coordinates."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCoordinateTransformContext,
    QgsCsException,
    QgsFeature,
    QgsFeatureRequest,
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingFeatureSourceDefinition,
    QgsProcessingParameterFeatureSource,
    QgsProviderRegistry,
    QgsSpatialIndex,
    QgsVectorLayer,
    QgsWkbTypes,
)

from ...core.base.errors import InputError, translated
from ...core.exposure.documents.containers.parts import Number
from ...core.intake.cells import ENDINGS, Cells
from ...core.intake.findings import NOTHING_OFF, Finding, State
from ...core.intake.places import Placed, StudyRegion, places_of
from ...core.intake.tables import Column, RawTable, table_of, table_of_cells
from ...host.compat import NO_GEOMETRY, field, plain
from ...i18n import tr
from .packed import features_of

_WGS84 = "EPSG:4326"
_SPREADSHEETS = (".xlsx", ".xlsm", ".ods")
_LARGEST_BYTES = 500_000_000
"""Size of a file that is read whole."""
_UNNAMED = re.compile(r"field_?\d+", re.IGNORECASE)
"""What GDAL calls a column without a name: above it stands the name of none."""


def table_of_file(path: Path, off: frozenset = NOTHING_OFF) -> RawTable:
    """The table of a CSV, text, XLSX or ODS file."""
    try:
        if path.stat().st_size > _LARGEST_BYTES:
            raise InputError(
                "file.table.too_large",
                "“{file}” is too large to be read whole. Load it as a layer of points.",
                file=path.name,
            )
        data = path.read_bytes()
    except OSError as error:
        raise InputError(
            "file.text.unreadable",
            "“{file}” cannot be read: {reason}.",
            file=path.name,
            reason=error.strerror,
        ) from error
    return table_of(path.name, data, off)


def is_table_file(path: Path) -> bool:
    """Whether a file is a text or spreadsheet that is read here: a ``.tab`` may be a map of MapInfo."""
    suffix = path.suffix.lower()
    if suffix not in ENDINGS or not path.is_file():
        return False
    if suffix != ".tab":
        return True
    with path.open("rb") as file:
        return not file.read(6).lower().startswith(b"!table")


def file_of(layer) -> Path | None:
    """The text file or spreadsheet that a layer is the whole of; None for anything else.

    A filter, edits that are not saved and a sheet that was chosen are the user's word: such a layer is read
    as QGIS reads it.
    """
    if not isinstance(layer, QgsVectorLayer) or layer.subsetString() or layer.isEditable():
        return None
    if layer.providerType() not in ("ogr", "delimitedtext"):
        return None
    parts = QgsProviderRegistry.instance().decodeUri(layer.providerType(), layer.source())
    path = Path(str(parts.get("path") or ""))
    chosen = path.suffix.lower() in _SPREADSHEETS and parts.get("layerName")
    return path if is_table_file(path) and not chosen else None


def table_of_source(source, off: frozenset = NOTHING_OFF) -> RawTable:
    """The table of a layer or source as QGIS reads it."""
    names = ["" if _UNNAMED.fullmatch(one.name()) else one.name() for one in source.fields()]
    request = QgsFeatureRequest().setFlags(QgsFeatureRequest.Flag.NoGeometry)
    rows = [[_written(value) for value in feature.attributes()] for feature in features_of(source, request)]
    title = source.sourceName() if hasattr(source, "sourceName") else source.name()
    return table_of_cells(title, Cells([names, *rows], ()), off)


def _written(value) -> str:
    value = plain(value)
    if value is None:
        return ""
    text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    return Number(text) if isinstance(value, (int, float)) else text


def study_region_of(layer) -> StudyRegion | None:
    """The polygons of a layer or source as the region in which places are expected; None without polygons."""
    crs = layer.sourceCrs() if hasattr(layer, "sourceCrs") else layer.crs()
    to_lonlat = QgsCoordinateTransform(
        crs, QgsCoordinateReferenceSystem(_WGS84), QgsCoordinateTransformContext()
    )
    index = QgsSpatialIndex()
    shapes: list[QgsGeometry] = []
    for feature in features_of(layer, QgsFeatureRequest().setSubsetOfAttributes([])):
        shape = feature.geometry()
        if shape.isNull() or shape.isEmpty() or not _turned(shape, to_lonlat):
            continue
        index.addFeature(len(shapes), shape.boundingBox())
        shapes.append(shape)
    if not shapes:
        return None
    engines: dict = {}

    def holds(area: int, point: QgsGeometry) -> bool:
        if area not in engines:
            sound = shapes[area] if shapes[area].isGeosValid() else shapes[area].makeValid()
            engines[area] = sound, QgsGeometry.createGeometryEngine(sound.constGet())
            engines[area][1].prepareGeometry()
        return engines[area][1].intersects(point.constGet())

    def inside(lon_deg, lat_deg):
        points = [QgsGeometry.fromPointXY(QgsPointXY(lon, lat)) for lon, lat in zip(lon_deg, lat_deg)]
        found = [any(holds(area, one) for area in index.intersects(one.boundingBox())) for one in points]
        return np.array(found, dtype=bool)

    box = shapes[0].boundingBox()
    for shape in shapes[1:]:
        box.combineExtentWith(shape.boundingBox())
    return StudyRegion(
        inside, box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum(), crs.authid() or crs.toWkt()
    )


def _turned(shape: QgsGeometry, transform: QgsCoordinateTransform) -> bool:
    """Turn a geometry; whether it lies on the Earth then: whoever checks the layer says where it does not."""
    try:
        shape.transform(transform)
    except QgsCsException:
        return False
    box = shape.boundingBox()
    return bool(np.isfinite([box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum()]).all())


def points_layer(table: RawTable, placed: Placed, name: str) -> QgsVectorLayer:
    """A layer in memory with every row, at its place where it has one, and the fields beside the coordinates,
    which could be released beside the moved points."""
    layer = QgsVectorLayer("Point", name, "memory")
    layer.setCrs(QgsCoordinateReferenceSystem(placed.crs))
    kept = tuple(column for column in table.columns if column.name not in placed.axes)
    return filled(layer, kept, _points(placed))


def _points(placed: Placed) -> list:
    """A point for each row, none where it has no place."""
    return [
        QgsGeometry.fromPointXY(QgsPointXY(x, y)) if x == x and y == y else QgsGeometry()
        for x, y in zip(placed.x.tolist(), placed.y.tolist())
    ]


def table_layer(table: RawTable, name: str) -> QgsVectorLayer:
    """A layer in memory with every row of a table, without places."""
    return filled(QgsVectorLayer("None", name, "memory"), table.columns, [QgsGeometry()] * len(table))


def filled(layer: QgsVectorLayer, columns: tuple[Column, ...], shapes: list) -> QgsVectorLayer:
    """A layer in memory with the fields of a table and a feature for each geometry."""
    provider = layer.dataProvider()
    provider.addAttributes([field(column.name, _kind(column)) for column in columns])
    layer.updateFields()
    values = [_values(column) for column in columns]
    features = []
    for row, shape in enumerate(shapes):
        feature = QgsFeature(layer.fields())
        feature.setAttributes([column[row] for column in values])
        feature.setGeometry(shape)
        features.append(feature)
    provider.addFeatures(features)
    layer.updateExtents()
    return layer


def column_of(layer: QgsVectorLayer, name: str) -> list:
    """Values of a field of every feature, NULL as None."""
    at = layer.fields().lookupField(name)
    return [] if at < 0 else [plain(feature.attributes()[at]) for feature in features_of(layer)]


def axes_of(layer: QgsVectorLayer) -> RawTable:
    """The coordinates of a layer of points as a table with the columns x and y."""
    shapes = [feature.geometry() for feature in features_of(layer)]
    places = [None if one.isNull() or one.isEmpty() else one.centroid().asPoint() for one in shapes]
    columns = []
    for axis in "xy":
        values = [np.nan if place is None else getattr(place, axis)() for place in places]
        cells = tuple("" if value != value else repr(value) for value in values)
        columns.append(Column(axis, cells, np.array(values, dtype=float)))
    return RawTable(layer.name(), tuple(columns), tuple(range(1, len(shapes) + 1)), ())


def moved_copy(layer: QgsVectorLayer, placed: Placed) -> QgsVectorLayer:
    """A copy of a layer of points in memory, at other places."""
    copy = QgsVectorLayer("Point", layer.name(), "memory")
    copy.setCrs(QgsCoordinateReferenceSystem(placed.crs))
    shapes = _points(placed)
    return _copied(layer, copy, [], [(row, shape, []) for row, shape in zip(features_of(layer), shapes)])


def with_field(
    layer: QgsVectorLayer, title: str, name: str, values: np.ndarray, only_known: bool
) -> QgsVectorLayer:
    """A copy of a layer of polygons in memory with a field of numbers, NULL for NaN.

    ``only_known`` leaves out the polygons without a number.
    """
    copy = QgsVectorLayer("MultiPolygon", title, "memory")
    copy.setCrs(layer.crs())
    rows = []
    for feature, value in zip(features_of(layer), values.tolist()):
        shape = QgsGeometry(feature.geometry())
        shape.convertToMultiType()
        if value == value or not only_known:
            rows.append((feature, shape, [value if value == value else None]))
    return _copied(layer, copy, [field(name, "real")], rows)


def _copied(layer, copy: QgsVectorLayer, more: list, rows: list) -> QgsVectorLayer:
    """The copy with the fields of a layer and more; rows are (feature, geometry, values of those)."""
    taken = {one.name().lower() for one in more}
    kept = [one for one in layer.fields() if one.name().lower() not in taken]
    copy.dataProvider().addAttributes([*kept, *more])
    copy.updateFields()
    features = []
    for feature, shape, values in rows:
        made = QgsFeature(copy.fields())
        made.setAttributes([*(feature[one.name()] for one in kept), *values])
        made.setGeometry(shape)
        features.append(made)
    copy.dataProvider().addFeatures(features)
    copy.updateExtents()
    return copy


def _kind(column: Column) -> str:
    if column.values is None:
        return "text"
    known = column.values[np.isfinite(column.values)]
    return "integer" if len(known) and (known % 1 == 0).all() and np.abs(known).max() < 2**53 else "real"


def _values(column: Column) -> list:
    if column.values is None:
        return [cell or None for cell in column.cells]
    whole = _kind(column) == "integer"
    return [None if value != value else int(value) if whole else value for value in column.values.tolist()]


_POINTS = (QgsProcessing.SourceType.TypeVectorPoint,)
_GROUNDS = ("AREAS", "CLUSTERED")
"""Inputs with polygons in which the places are expected."""
_HARMLESS = ("coordinates", "encoding", "separator", "sheet", "notes", "second_header", "decimal_comma",
             "thousands")  # fmt: skip
"""Findings that change no place."""


def with_tables_as_layers(algorithm, parameters: dict) -> dict:
    """The parameters with a layer in the place of a table that QGIS cannot open, for QGIS's own check."""
    stand_in = {
        one.name(): QgsVectorLayer("Point", "table", "memory")
        for one in algorithm.parameterDefinitions()
        if isinstance(one, QgsProcessingParameterFeatureSource) and _path(parameters.get(one.name()))
    }
    return {**parameters, **stand_in}


def made_of_table(run, name: str, source, placed: bool):
    """A layer made of a table that was given where points are asked for, or that QGIS cannot open.

    ``source`` is as QGIS opened it; ``placed`` is whether an input that takes tables as well is read for its
    places. None where QGIS's own source is to be read.
    """
    given, definition = run.parameters.get(name), run.definition(name)
    if not given or not isinstance(definition, QgsProcessingParameterFeatureSource):
        return None
    path = _path(given)
    wants_places = placed or tuple(definition.dataTypes()) == _POINTS
    if path is None if source is None else source.wkbType() != NO_GEOMETRY or not wants_places:
        return None
    if path is None and not isinstance(given, QgsProcessingFeatureSourceDefinition):
        path = file_of(run.source_layer(name))
    if path is not None:
        run.also_reads(path)
    table = table_of_file(path) if path is not None else table_of_source(source)
    title = Path(table.name).stem if path is not None else table.name
    places = places_of(table, _ground(run, name)) if wants_places else None
    if places is None:
        return table_layer(table, title) if source is None else None
    for one in (*table.findings, *places.findings):
        say = run.feedback.pushInfo if _is_harmless(one) else run.warn
        say(f"{table.name}: {translated(one.sentence, tr)}")
    return points_layer(table, places, title)


def points_of_table(layer: QgsVectorLayer, below) -> tuple[QgsVectorLayer, list[str]]:
    """Points made of a layer that is a table, by the last polygons of the layers below, and what was found.

    The layer itself where it is no table, or has no columns of coordinates.
    """
    if layer.wkbType() != NO_GEOMETRY:
        return layer, []
    path = file_of(layer)
    table = table_of_file(path) if path is not None else table_of_source(layer)
    polygons = [
        one for one in below
        if isinstance(one, QgsVectorLayer) and one.crs().isValid()
        and one.geometryType() == QgsWkbTypes.GeometryType.PolygonGeometry
    ]  # fmt: skip
    places = places_of(table, study_region_of(polygons[-1]) if polygons else None)
    if places is None:
        return layer, []
    doubtful = [one for one in (*table.findings, *places.findings) if not _is_harmless(one)]
    said = [f"{table.name}: {translated(one.sentence, tr)}" for one in doubtful]
    return points_layer(table, places, layer.name()), said


def _is_harmless(finding: Finding) -> bool:
    return finding.state is State.DONE and finding.key in _HARMLESS


def _path(given) -> Path | None:
    """The text file or spreadsheet that is named by its path; GDAL opens some of these, but not as meant."""
    if not isinstance(given, str):
        return None
    try:
        path = Path(given)
        return path if is_table_file(path) else None
    except (OSError, ValueError):
        return None


def _ground(run, name: str):
    """The areas of the run, by which swapped columns and the reference system are found."""
    for other in _GROUNDS:
        if other != name and run.defines(other) and run.wanted(other):
            source = run.source(other)
            polygons = QgsWkbTypes.geometryType(source.wkbType()) == QgsWkbTypes.GeometryType.PolygonGeometry
            if polygons and source.sourceCrs().isValid():
                return study_region_of(source)
    return None

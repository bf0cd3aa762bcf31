# SPDX-License-Identifier: GPL-2.0-or-later
"""One layer written into memory in the format of its destination, and read back from there.

Nothing reaches the disk here: a run that fails or is killed leaves no file, true places least of all.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from dataclasses import field as field_of

import numpy as np
from osgeo import gdal, ogr
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsFeature,
    QgsFeatureSink,
    QgsFields,
    QgsVectorFileWriter,
    QgsWkbTypes,
)

from ....core.base.errors import GeoDeIDError
from ....host.compat import NO_GEOMETRY, field, is_null, open_dataset
from ....i18n import tr
from .destinations import FILE, Destination, driver_of

_BATCH = 5000
"""Rows written at once: memory alone."""
_TABULAR = ("CSV", "XLSX", "ODS")
"""Formats of columns only."""
_OWN_DEGREES = ("KML", "LIBKML")
"""Formats that know longitude and latitude only."""
_KEY = {"GPKG": "fid", "SQLite": "ogc_fid"}
"""The field in which a format numbers its rows."""
_TEXT_KEPT = 60
"""Characters of a text that every format keeps: a shapefile keeps 254 bytes, up to 4 a character."""
_NUMBER_KEPT, _DECIMALS_KEPT = 1e-6, 1e-12
"""Share of a number, and the number, by which a format may round it; a shapefile keeps 15 decimals."""
_EXTENT_KEPT = 1e-6
"""Share of the extent by which a format may round coordinates; MapInfo keeps about 1e-9 of its bounds."""
WGS84 = "EPSG:4326"


@dataclass(frozen=True)
class Rows:
    """A layer to be written: fields, a list of values for each row, and their shapes."""

    fields: QgsFields
    values: Sequence
    geometries: Sequence | None
    wkb_type: object
    crs: QgsCoordinateReferenceSystem

    @property
    def has_shapes(self) -> bool:
        """Whether the rows have geometries."""
        return self.geometries is not None and self.wkb_type != NO_GEOMETRY

    @property
    def shapes(self) -> Sequence:
        """The geometries, of rows that have them."""
        return () if self.geometries is None else self.geometries


def rows_of(columns, geometries, wkb_type, crs) -> Rows:
    """Rows from columns: (QgsField, values) each."""
    fields = QgsFields()
    for one, _values in columns:
        fields.append(one)
    given = [values if isinstance(values, np.ndarray) else list(values) for _field, values in columns]
    return Rows(fields, Columns(given), geometries, wkb_type, crs or QgsCoordinateReferenceSystem())


class Columns(Sequence):
    """Rows of columns, each a list made when it is asked for: all of them take ten times the memory."""

    def __init__(self, columns: list) -> None:
        self._columns = columns

    def __len__(self) -> int:
        return min((len(column) for column in self._columns), default=0)

    def __getitem__(self, rows):
        if isinstance(rows, slice):
            return [list(row) for row in zip(*(_attributes(column[rows]) for column in self._columns))]
        return [_attributes(column[rows : rows + 1])[0] for column in self._columns]

    def __iter__(self):
        for start in range(0, len(self), _BATCH):
            yield from self[start : start + _BATCH]

    def column(self, number: int):
        """Values of one column: an array of numbers, or what would be written of any other."""
        column = self._columns[number]
        return column if _is_numeric(column) else _attributes(column)


def _is_numeric(column) -> bool:
    return isinstance(column, np.ndarray) and column.dtype.kind in "iuf"


def _attributes(values) -> list:
    """Plain Python for numpy scalars, which QGIS would store as NULL, and for what is no finite number."""
    return [_attribute(value) for value in (values.tolist() if isinstance(values, np.ndarray) else values)]


def _attribute(value):
    """One of :func:`_attributes`, in whole characters.

    From Python 3.14 on QGIS takes no text with half a character (a surrogate that stands alone).
    """
    if isinstance(value, str):
        whole = value.isascii()
        return value if whole else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _column_of(values: Sequence, number: int):
    """One column of rows: see :meth:`Columns.column`."""
    return values.column(number) if isinstance(values, Columns) else [row[number] for row in values]


def fit_to_format(run, destination: Destination, rows: Rows) -> Rows:
    """What the format can hold of a layer; the user is told where it differs."""
    if destination.kind != FILE or driver_of(destination) not in _TABULAR or not rows.has_shapes:
        return rows
    if QgsWkbTypes.flatType(rows.wkb_type) != QgsWkbTypes.Type.Point:
        run.warn(
            tr(
                "“{output}”: {file} keeps no shapes, only the table was written. Choose GeoPackage to keep "
                "them."
            ).format(output=destination.title, file=destination.file.name)
        )
        return replace(rows, geometries=None, wkb_type=NO_GEOMETRY)
    fields = QgsFields(rows.fields)
    names = [_free(fields, name) for name in ("longitude", "latitude")]
    for name in names:
        fields.append(field(name, "real"))
    to_degrees = QgsCoordinateTransform(
        rows.crs, QgsCoordinateReferenceSystem(WGS84), run.context.transformContext()
    )
    values = [[*row, *_degrees(to_degrees, shape)] for row, shape in zip(rows.values, rows.shapes)]
    run.feedback.pushInfo(
        tr("“{output}”: the places stand in the columns {names} of {file}, in degrees (WGS 84).").format(
            output=destination.title, names=", ".join(names), file=destination.file.name
        )
    )
    return Rows(fields, values, None, NO_GEOMETRY, rows.crs)


def _degrees(to_degrees, shape) -> tuple:
    """Longitude and latitude of a point; None for both where a row has no place."""
    if shape.isNull() or shape.isEmpty():
        return None, None
    point = to_degrees.transform(shape.asPoint())
    return point.x(), point.y()


def _free(fields: QgsFields, name: str) -> str:
    while fields.lookupField(name) >= 0:
        name += "_masked" if not name.endswith("_masked") else "_"
    return name


def write(run, path: str, destination: Destination, rows: Rows, layer_name: str | None) -> None:
    """Write rows to a file in memory, whose suffix says the format.

    Raises
    ------
    GeoDeIDError
        Where the format cannot hold the layer.
    """
    driver = driver_of(destination) if destination.kind == FILE else "GPKG"
    if driver == "FlatGeobuf" and not rows.has_shapes:
        raise GeoDeIDError(
            tr(
                "“{output}”: FlatGeobuf keeps no table without shapes. Choose another format, such as "
                "GeoPackage (.gpkg). Nothing was kept."
            ).format(output=destination.title)
        )
    _check_key(driver, destination, rows)
    options = _options(driver, destination, rows, layer_name)
    gdal.MkdirRecursive(path.rpartition("/")[0], 0o700)
    if gdal.VSIStatL(path) is not None:
        options.actionOnExistingFile = QgsVectorFileWriter.ActionOnExistingFile.CreateOrOverwriteLayer
    writer = QgsVectorFileWriter.create(
        path, rows.fields, rows.wkb_type, rows.crs, run.context.transformContext(), options
    )
    if writer.hasError() != QgsVectorFileWriter.WriterError.NoError:
        raise _unfit(run, destination, writer.errorMessage())
    for features in batches(rows):
        run.progress(0.98)
        if not writer.addFeatures(features, QgsFeatureSink.Flag.FastInsert):
            raise _unfit(run, destination, writer.errorMessage())
    if not writer.flushBuffer():
        raise _unfit(run, destination, writer.errorMessage())
    del writer  # closes the file: it is whole now, whoever else holds this frame
    if any(gdal.VSIStatL(one).IsDirectory() for one in files_beside(path)):
        raise _unfit(run, destination, "")


def files_beside(path: str) -> list[str]:
    """What lies in the folder of a file in memory, the file last: the parts of a format that has several."""
    folder, _, name = path.rpartition("/")
    names = sorted(gdal.ReadDir(folder) or [], key=lambda one: one == name)
    return [f"{folder}/{one}" for one in names if one not in (".", "..")]


def _check_key(driver: str, destination: Destination, rows: Rows) -> None:
    """Refuse values that cannot be the numbers of rows, where the format keeps these in a field."""
    column = rows.fields.lookupField(_KEY.get(driver, "")) if driver in _KEY else -1
    values = [] if column < 0 else _attributes(_column_of(rows.values, column))
    if any(not _is_whole(value) for value in values) or len(set(values)) < len(values):
        raise GeoDeIDError(
            tr(
                "“{output}”: {format} numbers its rows in “{name}”, and the values of your field of that "
                "name are not whole numbers, each once. Rename the field, leave it out of the fields to "
                "keep, or choose another format, such as FlatGeobuf (.fgb). Nothing was kept."
            ).format(
                output=destination.title, format=_format(destination), name=rows.fields.at(column).name()
            )
        )


def _is_whole(value) -> bool:
    return isinstance(value, (int, float)) and float(value).is_integer()


def batches(rows: Rows):
    """The rows as lists of features, some thousand at a time."""
    for start in range(0, len(rows.values), _BATCH):
        features = []
        for index, values in enumerate(rows.values[start : start + _BATCH], start):
            feature = QgsFeature(rows.fields)
            feature.setAttributes(values)
            if rows.has_shapes:
                feature.setGeometry(rows.shapes[index])
            features.append(feature)
        yield features


def _options(driver: str, destination: Destination, rows: Rows, layer_name: str | None):
    options = QgsVectorFileWriter.SaveVectorOptions()
    options.driverName = driver
    options.symbologyExport = QgsVectorFileWriter.SymbologyExport.NoSymbology
    options.datasourceOptions = QgsVectorFileWriter.defaultDatasetOptions(driver)
    options.layerOptions = QgsVectorFileWriter.defaultLayerOptions(driver)
    options.fileEncoding = str(destination.options.get("fileEncoding") or "UTF-8")
    if layer_name:
        options.layerName = layer_name
    suffix = "" if destination.path is None else destination.path.suffix.lower()
    if driver == "SQLite":  # the same file is read by QGIS and by SpatiaLite
        kept = [one for one in options.datasourceOptions if not one.startswith("SPATIALITE=")]
        options.datasourceOptions = [*kept, "SPATIALITE=YES"]
        options.layerOptions = ["LAUNDER=NO"]
    elif driver == "MapInfo File" and suffix == ".mif":
        options.driverName = "MapInfo MIF"
    return options


def _unfit(run, destination: Destination, reason: str) -> GeoDeIDError:
    run.feedback.pushDebugInfo(reason)
    return GeoDeIDError(
        tr(
            "“{output}” cannot be written as {format}: the format holds other kinds of data. Choose another, "
            "such as GeoPackage (.gpkg). Nothing was kept."
        ).format(output=destination.title, format=_format(destination))
    )


def _format(destination: Destination) -> str:
    return destination.path.suffix if destination.path is not None else destination.shown


def read_back(path: str, layer_name: str | None, destination: Destination, rows: Rows) -> None:
    """Compare a file with the rows that were written to it; see :func:`compare`."""
    dataset = open_dataset(path, gdal.OF_VECTOR, ("HEADERS=FORCE",) if path.endswith(("xlsx", "ods")) else ())
    layer = dataset and (dataset.GetLayerByName(layer_name) if layer_name else dataset.GetLayer(0))
    compare(layer, destination, rows, sorts_by_key=path.endswith(".gpkg"))


def compare(layer, destination: Destination, rows: Rows, sorts_by_key: bool = True) -> None:
    """Raise where a layer of GDAL does not hold the rows: each whole, in any order, numbers as numbers.

    Raises
    ------
    GeoDeIDError
        Naming what the format did not keep.
    """
    pairs = _pairs(layer, destination, rows, sorts_by_key)
    given = [_column_of(rows.values, column) for column, _index in pairs]
    found, shapes = _read(layer, {index: _is_numeric(one) for (_, index), one in zip(pairs, given)})
    count = shapes.rows
    if count != len(rows.values):
        gone = abs(len(rows.values) - count)
        raise _lost(destination, tr("{found} of {count} records").format(found=gone, count=len(rows.values)))
    if not count:
        return
    columns = []
    for number, (column, index) in enumerate(pairs):
        columns.append(_Column(given[number], found.pop(index)))
        given[number] = None
        if not columns[-1].same():
            name = rows.fields.at(column).name()
            raise _lost(destination, tr("the values of the field “{name}”").format(name=name))
    boxes = _written(rows.shapes)
    placed = rows.has_shapes and _compare_shapes(shapes, boxes, destination)
    # Nothing is asked of places that a format turned into its own degrees.
    middles = [one.middle() for one in (boxes, shapes)] if placed else [np.zeros((count, 0))] * 2
    _compare_rows(columns, middles, destination)


def _pairs(layer, destination: Destination, rows: Rows, sorts_by_key: bool) -> list:
    """Which field of a layer holds which column."""
    if layer is None or not len(rows.values):
        return []
    definition = layer.GetLayerDefn()
    names = [definition.GetFieldDefn(i).GetName().casefold() for i in range(definition.GetFieldCount())]
    pairs, by_position = [], len(names) == rows.fields.count()  # a shapefile cuts names to ten letters
    for column in range(rows.fields.count()):
        name = rows.fields.at(column).name()
        if name.casefold() in names:
            pairs.append((column, names.index(name.casefold())))
        elif by_position:
            pairs.append((column, column))
        elif not (sorts_by_key and name.casefold() == "fid"):  # the key of the table itself
            raise _lost(destination, tr("the field “{name}”").format(name=name))
    return pairs


@dataclass
class _Extent:
    """How many rows there are, how many have a shape, what box holds these, and the middle of each."""

    rows: int = 0
    shapes: int = 0
    box: tuple = (math.inf, -math.inf, math.inf, -math.inf)
    middles: array = field_of(default_factory=lambda: array("d"))

    def middle(self) -> np.ndarray:
        """The middle of each row's box, shape (rows, 2); zeros for those without a shape."""
        return np.frombuffer(self.middles, dtype=float).reshape(-1, 2)

    def add(self, box=None, shapeless: bool = False) -> None:
        """One more row: its box (smallest x, largest x, smallest y, largest y), if it has a shape."""
        self.rows += 1
        if shapeless:
            return
        self.middles.extend((0.0, 0.0) if box is None else ((box[0] + box[1]) / 2, (box[2] + box[3]) / 2))
        if box is None:
            return
        self.shapes += 1
        own = self.box
        self.box = min(own[0], box[0]), max(own[1], box[1]), min(own[2], box[2]), max(own[3], box[3])


def _read(layer, numeric: dict) -> tuple[dict, _Extent]:
    """Columns of a layer of GDAL by their numbers, and its extent: feature by feature, equal texts once."""
    extent = _Extent()
    texts: dict[str, str] = {}
    columns: dict = {index: array("d") if is_numeric else [] for index, is_numeric in numeric.items()}
    if layer is None:
        return columns, extent
    shapeless = layer.GetGeomType() == ogr.wkbNone
    for feature in layer:
        for index, column in columns.items():
            value = feature.GetField(index)
            column.append(_number(value) if numeric[index] else texts.setdefault(value, value)
                          if isinstance(value, str) else value)  # fmt: skip
        shape = None if shapeless else feature.GetGeometryRef()
        extent.add(None if shape is None or shape.IsEmpty() else shape.GetEnvelope(), shapeless)
    return columns, extent


def _number(value) -> float:
    """A value as a number: none where it is empty, infinite where it is something else."""
    try:
        return math.nan if is_null(value) or not str(value).strip() else float(value)
    except (TypeError, ValueError):
        return math.inf


def _written(shapes) -> _Extent:
    """The extent of QGIS geometries."""
    extent = _Extent()
    for shape in shapes:
        if shape.isNull() or shape.isEmpty():
            extent.add()
            continue
        box = shape.boundingBox()
        extent.add((box.xMinimum(), box.xMaximum(), box.yMinimum(), box.yMaximum()))
    return extent


class _Column:
    """A field as it was given and as it was found, by what every format keeps of its values."""

    _given: Sequence | np.ndarray
    _found: Sequence | np.ndarray

    def __init__(self, given, found) -> None:
        self._numbers = _is_numeric(given)
        if self._numbers:
            numbers = given.astype(float)
            numbers[~np.isfinite(numbers)] = math.nan
            self._given, self._found = numbers, np.frombuffer(found, dtype=float)
            return
        columns = [_all_kept(given), _all_kept(found)]
        if any(not is_null(value) and not isinstance(value, (str, bool, int, float)) for value in given):
            # Dates and lists: each format has its own way.
            columns = [["" if value is None else "kept" for value in column] for column in columns]
        elif all(is_null(value) or isinstance(value, (bool, int, float)) for value in given):
            columns = [_numbers(column) or column for column in columns]
        self._numbers = all(isinstance(column[0], float) for column in columns if column)
        self._given, self._found = columns

    def same(self) -> bool:
        """Whether both hold the same values in any order, as far as a decimal format keeps them."""
        if not self._numbers:
            return Counter(self._given) == Counter(self._found)
        return self._near(np.sort(self._given), np.sort(self._found))

    def fits(self, given_row, found_row) -> bool:
        """Whether each row found has the value of the row given, in these orders."""
        if not self._numbers:
            return all(self._given[one] == self._found[other] for one, other in zip(given_row, found_row))
        return self._near(np.array(self._given)[given_row], np.array(self._found)[found_row])

    def keys(self) -> tuple[list, list]:
        """Both as texts, to sort rows by."""
        given, found = ([f"{value:.9g}" if self._numbers else str(value) for value in column]
                        for column in (self._given, self._found))  # fmt: skip
        return given, found

    @staticmethod
    def _near(one, other) -> bool:
        return bool(np.allclose(one, other, _NUMBER_KEPT, _DECIMALS_KEPT, equal_nan=True))


def _all_kept(values: list) -> list:
    """:func:`_kept` of each value, equal texts once."""
    known = {value: _kept(value) for value in {value for value in values if isinstance(value, str)}}
    return [known[value] if isinstance(value, str) else _kept(value) for value in values]


def _numbers(kept: list) -> list:
    """Kept values as numbers, what is empty as none of them; nothing where one is a text."""
    try:
        return [math.nan if value is None else float(value) for value in kept]
    except ValueError:
        return []


def _compare_rows(columns: list, shapes: list, destination: Destination) -> None:
    """Raise where values or places of one row were given to another.

    Rows mostly come back in the order in which they were written; some formats sort them by a key or by
    their place, and hold doubles, so that sorting both alike finds the same rows.
    """
    count = len(shapes[0])
    orders: list[tuple] = [(np.arange(count), np.arange(count))]
    if not _fits(columns, shapes, orders[0]):
        keys = [list(zip(middles.tolist(), *(column.keys()[side] for column in columns)))
                for side, middles in enumerate(shapes)]  # fmt: skip
        orders.append(tuple(np.array(sorted(range(count), key=one.__getitem__)) for one in keys))
        if not _fits(columns, shapes, orders[1]):
            raise _lost(destination, tr("which values and places belong to one record"))


def _fits(columns: list, shapes: list, orders: tuple) -> bool:
    given, found = (middles[order] for middles, order in zip(shapes, orders))
    room = _EXTENT_KEPT * max(1.0, float(np.abs(given).max(initial=0.0)))
    return bool((np.abs(given - found) <= room).all()) and all(one.fits(*orders) for one in columns)


def _kept(value):
    """What every format keeps of a value: a number as a number, the beginning of a text, no blanks."""
    if is_null(value):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        return "".join(str(value).split())[:_TEXT_KEPT] or None
    return None if math.isnan(number) else f"{number:.9g}".replace("-0", "0", number == 0)


def _compare_shapes(kept: _Extent, given: _Extent, destination: Destination) -> bool:
    """Raise where shapes are gone or elsewhere; whether they are kept in their own coordinates."""
    if kept.shapes != given.shapes:
        gone = abs(given.shapes - kept.shapes)
        raise _lost(destination, tr("{found} of {count} shapes").format(found=gone, count=given.shapes))
    if not given.shapes or (destination.kind == FILE and driver_of(destination) in _OWN_DEGREES):
        return False
    room = _EXTENT_KEPT * max(1.0, *map(abs, given.box))
    if any(abs(one - other) > room for one, other in zip(given.box, kept.box)):
        raise _lost(destination, tr("the coordinates"))
    return True


def _lost(destination: Destination, what: str) -> GeoDeIDError:
    return GeoDeIDError(
        tr(
            "{format} does not keep {what} of “{output}” as they are. Choose another format, such as "
            "GeoPackage (.gpkg). Nothing was kept."
        ).format(format=_format(destination), what=what, output=destination.title)
    )

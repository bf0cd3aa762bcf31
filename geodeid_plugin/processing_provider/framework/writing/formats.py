# SPDX-License-Identifier: GPL-2.0-or-later
"""One layer written in the format of its destination, into GDAL's memory or a folder on the disk.

Rows of a layer to be written, made some at a time: as lists they would take ten times the memory.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from osgeo import gdal
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsFeature,
    QgsFeatureSink,
    QgsFields,
    QgsVectorFileWriter,
    QgsWkbTypes,
)

from ....core.base.errors import GeoDeIDError
from ....host.compat import NO_GEOMETRY, field
from ....i18n import tr
from ...io.table import to_lonlat
from .destinations import FILE, Destination, driver_of

_TABULAR = ("CSV", "XLSX", "ODS")
"""Formats of columns only."""
_KEY = {"GPKG": "fid", "SQLite": "ogc_fid"}
"""The field in which a format numbers its rows."""


def fit_to_format(run, destination: Destination, rows: Rows) -> Rows:
    """What the format can hold of a layer; the user is told where it differs."""
    if destination.kind != FILE or driver_of(destination) not in _TABULAR or not rows.has_shapes:
        return rows
    if QgsWkbTypes.flatType(rows.wkb_type) != QgsWkbTypes.Type.Point:
        run.warn(
            tr(
                "“{output}”: {file} keeps no shapes, only the table was written. Choose GeoPackage to keep "
                "them.",
                output=destination.title,
                file=destination.file.name,
            )
        )
        return replace(rows, geometries=None, wkb_type=NO_GEOMETRY)
    fields = QgsFields(rows.fields)
    names = [_free(fields, name) for name in ("longitude", "latitude")]
    for name in names:
        fields.append(field(name, "real"))
    way = to_lonlat(run, rows.crs)
    places = np.array([_degrees(way, shape) for shape in rows.shapes]).reshape(-1, 2)
    values = rows.values
    if not isinstance(values, Columns):
        values = Columns([column_of(values, number) for number in range(rows.fields.count())])
    run.feedback.pushInfo(
        tr(
            "“{output}”: the places stand in the columns {names} of {file}, in degrees (WGS 84).",
            output=destination.title,
            names=", ".join(names),
            file=destination.file.name,
        )
    )
    return Rows(fields, values.beside(*places.T), None, NO_GEOMETRY, rows.crs)


def _degrees(to_degrees, shape) -> tuple:
    """Longitude and latitude of a point; no numbers where a row has no place."""
    if shape.isNull() or shape.isEmpty():
        return math.nan, math.nan
    point = to_degrees.transform(shape.asPoint())
    return point.x(), point.y()


def _free(fields: QgsFields, name: str) -> str:
    while fields.lookupField(name) >= 0:
        name += "_masked" if not name.endswith("_masked") else "_"
    return name


def write(
    run, path: str, destination: Destination, rows: Rows, layer_name: str | None, indexed: bool = True
) -> None:
    """Write rows to a file, whose suffix says the format; ``indexed``: by place, where it can be."""
    driver = _driver(destination)
    if driver == "FlatGeobuf" and not rows.has_shapes:
        raise GeoDeIDError(
            "output.format.no_shapes",
            "“{output}”: FlatGeobuf keeps no table without shapes. Choose another format, such as "
            "GeoPackage (.gpkg). Nothing was kept.",
            output=destination.title,
        )
    _check_key(driver, destination, rows)
    options = _options(driver, destination, layer_name)
    if not indexed:
        kept = [one for one in options.layerOptions if not one.startswith("SPATIAL_INDEX=")]
        options.layerOptions = [*kept, "SPATIAL_INDEX=NO"]
    gdal.MkdirRecursive(path.rpartition("/")[0], 0o700)
    if gdal.VSIStatL(path) is not None:
        options.actionOnExistingFile = QgsVectorFileWriter.ActionOnExistingFile.CreateOrOverwriteLayer
    _fill(run, path, destination, rows, options)
    if any(gdal.VSIStatL(one).IsDirectory() for one in files_beside(path)):
        raise unfit(run, destination, "")


def _fill(run, path: str, destination: Destination, rows: Rows, options) -> None:
    writer = QgsVectorFileWriter.create(
        path, rows.fields, rows.wkb_type, rows.crs, run.context.transformContext(), options
    )
    try:
        if writer.hasError() != QgsVectorFileWriter.WriterError.NoError:
            raise unfit(run, destination, writer.errorMessage())
        for features in batches(rows):
            run.progress(0.98)
            if not writer.addFeatures(features, QgsFeatureSink.Flag.FastInsert):
                raise unfit(run, destination, writer.errorMessage())
        if not writer.flushBuffer():
            raise unfit(run, destination, writer.errorMessage())
    finally:
        del writer  # closes the file, whoever else holds this frame: it is whole now, or can be taken away


def files_beside(path: str) -> list[str]:
    """What lies in the folder of a file: the parts of a format that has several.

    The file is last, and before it a .dbf, which without shapes would be taken for a table.
    """
    folder, _, name = path.rpartition("/")
    names = sorted(gdal.ReadDir(folder) or [], key=lambda one: (one == name, one.endswith(".dbf")))
    return [f"{folder}/{one}" for one in names if one not in (".", "..")]


def numbers_rows(destination: Destination, rows: Rows) -> bool:
    """Whether the rows have a field in which their format numbers them."""
    key = _KEY.get(_driver(destination))
    return key is not None and rows.fields.lookupField(key) >= 0


def _driver(destination: Destination) -> str:
    """The format of a file, or that in which rows wait in memory for their database."""
    return driver_of(destination) if destination.kind == FILE else "GPKG"


def _check_key(driver: str, destination: Destination, rows: Rows) -> None:
    """Refuse values that cannot be the numbers of rows, where the format keeps these in a field."""
    column = rows.fields.lookupField(_KEY.get(driver, "")) if driver in _KEY else -1
    values = [] if column < 0 else attributes(column_of(rows.values, column))
    if any(not _is_whole(value) for value in values) or len(set(values)) < len(values):
        raise GeoDeIDError(
            "output.format.numbers_rows",
            "“{output}”: {format} numbers its rows in “{name}”, and the values of your field of that "
            "name are not whole numbers, each once. Rename the field, leave it out of the fields to "
            "keep, or choose another format, such as FlatGeobuf (.fgb). Nothing was kept.",
            output=destination.title,
            format=format_of(destination),
            name=rows.fields.at(column).name(),
        )


def _is_whole(value) -> bool:
    return isinstance(value, (int, float)) and float(value).is_integer()


def _options(driver: str, destination: Destination, layer_name: str | None):
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


def unfit(run, destination: Destination, reason: str) -> GeoDeIDError:
    """The error of a format that cannot hold a layer."""
    run.feedback.pushDebugInfo(reason)
    return GeoDeIDError(
        "output.format.unfit",
        "“{output}” cannot be written as {format}: the format holds other kinds of data. Choose another, "
        "such as GeoPackage (.gpkg). Nothing was kept.",
        output=destination.title,
        format=format_of(destination),
    )


def format_of(destination: Destination) -> str:
    """What a sentence calls the format of a layer."""
    return destination.path.suffix if destination.path is not None else destination.shown


BATCH = 5000
"""Rows written and compared at once: memory alone."""
PART_ROWS = 20_000
"""Rows on their way into a database that are in memory at once, 2 MB of a strategy's table."""


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

    def __len__(self) -> int:
        return len(self.values)

    def part(self, start: int, stop: int) -> Rows:
        """Some of the rows."""
        values, shapes = self.values, self.geometries
        values = values.part(start, stop) if isinstance(values, Columns) else values[start:stop]
        if shapes is not None:
            shapes = [shapes[row] for row in range(start, start + len(values))]
        return replace(self, values=values, geometries=shapes)

    def parts(self, size: int) -> Iterator[Rows]:
        """All of them, some at a time; one part without rows where there is none."""
        for start in range(0, max(len(self), 1), size):
            yield self.part(start, start + size)


def rows_of(columns, geometries, wkb_type, crs) -> Rows:
    """Rows from columns: (QgsField, values) each."""
    fields = QgsFields()
    for one, _values in columns:
        fields.append(one)
    kept = (np.ndarray, Taken, array)
    given = [values if isinstance(values, kept) else list(values) for _field, values in columns]
    return Rows(fields, Columns(given), geometries, wkb_type, crs or QgsCoordinateReferenceSystem())


class Taken(Sequence):
    """A column of values that many rows share, such as an area's identifier: taken when it is asked for.

    ``values`` holds each value once, ``rows`` which of them each row has.
    """

    def __init__(self, values: np.ndarray, rows: np.ndarray) -> None:
        self._values, self._rows = values, rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, rows):
        return self._values[self._rows[rows]]


class Columns(Sequence):
    """Rows of columns, each a list made when it is asked for."""

    def __init__(self, columns: list) -> None:
        self._columns = columns

    def __len__(self) -> int:
        return min((len(column) for column in self._columns), default=0)

    def __getitem__(self, rows):
        if isinstance(rows, slice):
            return [list(row) for row in zip(*(attributes(column[rows]) for column in self._columns))]
        return [attributes(column[rows : rows + 1])[0] for column in self._columns]

    def __iter__(self):
        for start in range(0, len(self), BATCH):
            yield from self[start : start + BATCH]

    def part(self, start: int, stop: int) -> Columns:
        """Some of the rows."""
        return Columns([column[start:stop] for column in self._columns])

    def beside(self, *columns) -> Columns:
        """The same with further columns."""
        return Columns([*self._columns, *columns])

    def column(self, number: int):
        """Values of one column: an array of numbers, or what would be written of any other."""
        column = self._columns[number]
        if isinstance(column, Taken):
            column = column[:]
        return column if is_numeric(column) else attributes(column)


def is_numeric(column) -> bool:
    """Whether a column is an array of numbers."""
    return isinstance(column, np.ndarray) and column.dtype.kind in "iuf"


def attributes(values) -> list:
    """Plain Python for numpy scalars, which QGIS would store as NULL, and for what is no finite number."""
    if is_numeric(values) and np.isfinite(values).all():
        return values.tolist()
    return [_attribute(value) for value in (values.tolist() if isinstance(values, np.ndarray) else values)]


def _attribute(value):
    """One of :func:`attributes`, in whole characters.

    From Python 3.14 on QGIS takes no text with half a character (a surrogate that stands alone).
    """
    if isinstance(value, str):
        whole = value.isascii()
        return value if whole else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def column_of(values: Sequence, number: int):
    """One column of rows: see :meth:`Columns.column`."""
    return values.column(number) if isinstance(values, Columns) else [row[number] for row in values]


def batches(rows: Rows):
    """The rows as lists of features, some thousand at a time."""
    for start in range(0, len(rows.values), BATCH):
        features = []
        for index, values in enumerate(rows.values[start : start + BATCH], start):
            feature = QgsFeature(rows.fields)
            feature.setAttributes(values)
            if rows.has_shapes:
                feature.setGeometry(rows.shapes[index])
            features.append(feature)
        yield features

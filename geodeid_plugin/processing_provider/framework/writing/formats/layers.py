# SPDX-License-Identifier: GPL-2.0-or-later
"""One layer written in the format of its destination, into GDAL's memory or a folder on the disk."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from osgeo import gdal
from qgis.core import (
    QgsFeatureSink,
    QgsFields,
    QgsVectorFileWriter,
    QgsWkbTypes,
)

from .....core.base.errors import GeoDeIDError
from .....host.compat import NO_GEOMETRY, field
from .....i18n import tr
from ....io.lonlat import to_lonlat
from ..destinations import FILE, Destination, driver_of
from .rows import Columns, Rows, attributes, batches, column_of

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

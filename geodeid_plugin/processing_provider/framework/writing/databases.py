# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables that appear in a database in one transaction, together with the check that all arrived."""

from __future__ import annotations

from contextlib import contextmanager

from osgeo import gdal, ogr

from ....core.base.errors import GeoDeIDError
from ....host.compat import open_dataset
from ....i18n import tr
from . import formats, places
from .destinations import SERVER, Destination, forget

_BATCH = 5000
"""Rows between two looks at Cancel."""
_TABLE_KINDS = "rp"
"""Kinds of relation of PostgreSQL that may be replaced: tables, plain and in partitions."""


class Tables:
    """New tables of one database; nobody sees them before :meth:`commit`."""

    def __init__(self, run, first: Destination):
        self._run = run
        self._first = first
        self._layers: list = []
        with self._quietly():
            self._dataset = open_dataset(_address(first), gdal.OF_VECTOR | gdal.OF_UPDATE)
            if self._dataset is None:
                raise self._refused()
            self._check(self._dataset.StartTransaction())

    def write(self, destination: Destination, path: str, rows: formats.Rows) -> None:
        """Copy a layer from a GeoPackage in memory, and compare it with the rows.

        The GeoPackage holds the first rows, or all; the others go through it part by part.

        Raises
        ------
        GeoDeIDError
            Where the database refuses it or does not hold all of it.
        """
        source = open_dataset(path, gdal.OF_VECTOR)
        layer = source.GetLayer(0)
        with self._quietly():
            self._make_room(destination)
            made = self._dataset.CreateLayer(
                destination.table, layer.GetSpatialRef(), layer.GetGeomType(), _layer_options(destination)
            )
            self._check(0 if made is not None else 1)
            self._layers.append(made)
            definition = layer.GetLayerDefn()
            for index in range(definition.GetFieldCount()):
                self._check(made.CreateField(definition.GetFieldDefn(index)))
            count = layer.GetFeatureCount()
            self.fill(made, layer)
            layer = source = None
            for start in range(count, len(rows), formats.PART_ROWS):
                self._fill_part(made, destination, path, rows, start)
            self._check(made.SyncToDisk())
            self._index(destination, made)
            if made.GetFeatureCount() != len(rows.values):
                raise self._refused()
        formats.compare(made, destination, rows, progress=self._run.progress)
        made.ResetReading()

    def commit(self) -> None:
        """Let everybody see the tables."""
        with self._quietly():
            self._check(self._dataset.CommitTransaction())
            self._close()

    def rollback(self) -> None:
        """Leave the database as it was."""
        if self._dataset is None:
            return
        gdal.PushErrorHandler("CPLQuietErrorHandler")
        try:
            self._dataset.RollbackTransaction()
            self._close()
        except RuntimeError:
            self._dataset = None  # the connection is gone, and the server has taken it back by itself
        finally:
            gdal.PopErrorHandler()

    def _close(self) -> None:
        self._layers.clear()
        self._dataset = None

    def _make_room(self, destination: Destination) -> None:
        """Drop the table that the user named to be replaced, and nothing that hangs on it."""
        if destination.kind != SERVER:
            names = [self._dataset.GetLayer(i).GetName() for i in range(self._dataset.GetLayerCount())]
            for index, name in enumerate(names):
                if name.casefold() == destination.layer.casefold():
                    self._check(self._dataset.DeleteLayer(index))
                    break
            return
        found = places.relation(destination.uri)
        if found and found[2] not in _TABLE_KINDS:
            raise GeoDeIDError(
                "output.table.view",
                "“{output}”: {table} is a view. Choose another name. Nothing was kept.",
                output=destination.title,
                table=destination.table,
            )
        if found:
            gdal.ErrorReset()
            self._dataset.ExecuteSQL(" ".join(("DROP TABLE", destination.server.quotedTablename())))
            self._check(gdal.GetLastErrorType() >= gdal.CE_Failure)

    def _fill_part(self, made, destination: Destination, path: str, rows: formats.Rows, start: int) -> None:
        forget(path)
        part = rows.part(start, start + formats.PART_ROWS)
        formats.write(self._run, path, destination, part, None, indexed=False)
        source = open_dataset(path, gdal.OF_VECTOR)
        self.fill(made, source.GetLayer(0), start)

    def fill(self, made, layer, after: int = 0) -> None:
        """Copy the rows of a layer in memory into a table that was made for them, after some others."""
        definition = made.GetLayerDefn()
        for count, feature in enumerate(layer):
            if count % _BATCH == 0:
                self._run.progress(0.99)
            copy = ogr.Feature(definition)
            copy.SetFrom(feature)
            copy.SetFID(after + feature.GetFID())
            self._check(made.CreateFeature(copy))

    def _index(self, destination: Destination, made) -> None:
        """Make the spatial index inside the transaction; GDAL would make it later, after a rollback, too."""
        if destination.kind == SERVER or made.GetGeomType() == ogr.wkbNone:
            return
        names = (places.quoted(destination.layer), places.quoted(made.GetGeometryColumn()))
        gdal.ErrorReset()
        told = self._dataset.ExecuteSQL(" ".join(("SELECT CreateSpatialIndex(", ", ".join(names), ")")))
        if told is not None:
            self._dataset.ReleaseResultSet(told)
        self._check(gdal.GetLastErrorType() >= gdal.CE_Failure)

    def _check(self, failed) -> None:
        if failed:
            raise self._refused()

    @contextmanager
    def _quietly(self):
        """Keep SQL out of the user's sight; what GDAL raises becomes a sentence."""
        gdal.PushErrorHandler("CPLQuietErrorHandler")
        try:
            yield
        except RuntimeError as error:
            raise self._refused(str(error)) from error
        finally:
            gdal.PopErrorHandler()

    def _refused(self, message: str = "") -> GeoDeIDError:
        message = message or gdal.GetLastErrorMsg()
        self._run.feedback.pushDebugInfo(message)
        return GeoDeIDError(
            "output.database.not_written",
            "“{output}” could not be written to {place}: {reason}. Nothing was kept.",
            output=self._first.title,
            place=self._first.shown,
            reason=reason(message),
        )


def _address(destination: Destination) -> str:
    if destination.kind == SERVER:  # one table is named so that GDAL does not list them all
        return f"PG:{destination.server.connectionInfo(True)} tables=spatial_ref_sys"
    return str(destination.path)


def _layer_options(destination: Destination) -> list:
    geometry = (destination.uri.geometryColumn() if destination.uri is not None else "") or "geom"
    if destination.kind == SERVER:
        return [f"SCHEMA={destination.server.schema()}", f"GEOMETRY_NAME={geometry}", "FID=fid", "LAUNDER=NO"]
    if destination.file.suffix.lower() == ".gpkg":
        return [f"GEOMETRY_NAME={geometry}", "FID=fid", "SPATIAL_INDEX=NO"]
    return [f"GEOMETRY_NAME={geometry}", "LAUNDER=NO", "SPATIAL_INDEX=NO"]


def reason(message: str) -> str:
    """Why a database refused, in words, by what it said."""
    said = message.lower()
    for marks, words in (
        (("permission denied", "must be owner", "readonly", "read-only"), tr("you lack the right to")),
        (("no space left", "disk full", "disk is full", "could not extend", "full"), tr("its disk is full")),
        (("locked", "busy"), tr("another program is using it; close it there")),
        (("depend",), tr("other objects of the database depend on the table; drop them first")),
        (
            (
                "connection",
                "terminat",
                "server closed",
                "could not connect",
                "no connection",
                "shutting down",
            ),
            tr("the connection was lost"),
        ),
        (("driver",), tr("this QGIS cannot write to it")),
    ):
        if any(mark in said for mark in marks):
            return words
    return tr("it refused the table")

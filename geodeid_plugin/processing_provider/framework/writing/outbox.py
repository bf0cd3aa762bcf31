# SPDX-License-Identifier: GPL-2.0-or-later
"""Everything that one run writes, held until all of it may go out together.

It is held in memory; large layers lie in a folder of their owner's beside their place.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from osgeo import gdal, ogr
from qgis.core import QgsFeatureSink, QgsMapLayer, QgsProcessingFeatureSourceDefinition, QgsProject

from ....core.base.errors import CancelledError, GeoDeIDError, InputError
from ....host.compat import NO_GEOMETRY, is_null, open_dataset
from ....i18n import tr
from . import comparing, files, formats, places
from .destinations import (
    FILE,
    SERVER,
    Destination,
    driver_of,
    forget,
    is_virtual,
    parts_of_others,
    read_bytes,
    read_destination,
    refuse_loss,
    refuse_other_file,
    refuse_parts,
    table_of,
)
from .files import Placing, Staged, clear_leftovers

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
        comparing.compare(made, destination, rows, progress=self._run.progress)
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


class Outbox:
    """Outputs of one run: added one after the other, kept together at the end, or never seen."""

    large_rows = 100_000
    """Rows from which a layer waits on the disk of its place. Below, memory is cheaper than it looks, and a
    killed run leaves nothing: 100 000 rows of a table take 25 MB, 250 bytes each."""

    def __init__(self, run, is_internal):
        self._run = run
        self._is_internal = is_internal
        self._folder = f"/vsimem/geodeid-{uuid.uuid4().hex}"
        self._files = {}  # final path -> Staged
        self._tables = []  # (destination, file in memory, rows)
        self._layers = []  # (destination, what QGIS loads)
        self._placing = Placing()

    def add_file(self, destination: Destination, path: Path, data: bytes | str) -> None:
        """Hold a file: what it is to hold, or the name of a file in GDAL's memory, such as a raster."""
        internal = self._is_internal(destination.name)
        self._files[str(path)] = Staged(Path(path), ((Path(path).name, data),), internal)
        if destination.load is not None:
            self._layers.append((destination, str(path)))

    def scratch(self, path: Path) -> str:
        """Name for a file in memory that is to become the given one."""
        return f"{self._folder}/{len(self._files)}/{Path(path).name}"

    def add_layer(self, destination: Destination, rows: formats.Rows) -> str:
        """Hold a layer, written in its format and read back; returns what QGIS will open it by."""
        if destination.kind == FILE:
            loadable = self._stage_file(destination, formats.fit_to_format(self._run, destination, rows))
        else:
            path = f"{self._folder}/tables/{len(self._tables)}.gpkg"
            in_parts = len(rows) >= self.large_rows and not formats.numbers_rows(destination, rows)
            first = rows.part(0, formats.PART_ROWS) if in_parts else rows
            formats.write(self._run, path, destination, first, None)
            self._tables.append((destination, path, rows))
            loadable = destination.loadable
        if destination.load is not None:
            self._layers.append((destination, loadable))
        return loadable

    def _stage_file(self, destination: Destination, rows: formats.Rows) -> str:
        final, key = destination.file, str(destination.file)
        folder = self._folder_of(final, len(rows) >= self.large_rows)
        path, loadable = f"{folder}/{final.name}", destination.loadable
        table = destination.table or table_of(final)
        try:
            formats.write(self._run, path, destination, rows, table)
            if not rows.has_shapes and final.suffix.lower() == ".shp":  # GDAL writes the table alone
                final, path = final.with_suffix(".dbf"), f"{folder}/{final.stem}.dbf"
                loadable = str(final)
            if not rows.has_shapes and driver_of(destination) == "SQLite" and not destination.table:
                loadable = f"{final}|layername={table}"  # SpatiaLite lists no table without shapes
            name = table if "|layername=" in loadable else None
            comparing.read_back(path, name, destination, rows, self._run.progress)
        except CancelledError:
            raise
        except GeoDeIDError:
            if not is_virtual(folder):
                files.check_room(path, final)
            raise
        parts = tuple(
            (Path(one).name, one) for one in formats.files_beside(f"{folder}/{destination.file.name}")
        )
        known = self._files.get(key)
        internal = self._is_internal(destination.name) or (known is not None and known.internal)
        self._files[key] = Staged(final, parts, internal)
        return loadable

    def _folder_of(self, final: Path, is_large: bool) -> str:
        """Where a layer is written: beside its place where it is large, in memory, or where its file is."""
        known = self._files.get(str(final))
        in_memory = not is_large or is_virtual(final)
        if known is not None:
            before = str(known.parts[-1][1]).rpartition("/")[0]
            if in_memory or not is_virtual(before):
                return before
        if in_memory:
            return f"{self._folder}/{len(self._files)}"
        folder = self._placing.folder(final)
        for name, source in known.parts if known is not None else ():
            with files.explaining_failures(final):
                (folder / name).write_bytes(read_bytes(source))
        return folder.as_posix()

    def keep(self, confirm) -> None:
        """Let everything out: written beside its place, then named in one go.

        ``confirm`` is called once nothing but the naming is left; what it raises stops the run. Where
        something could not be written, everything is as it was.
        """
        # What is to be released comes last: a process killed in between leaves no release without its rest.
        staged = sorted(self._files.values(), key=lambda one: not one.internal)
        databases = {}
        try:
            self._placing.prepare(staged)
            for destination, path, rows in self._tables:
                key = destination.place.server or str(destination.path.resolve())
                if key not in databases:
                    databases[key] = Tables(self._run, destination)
                databases[key].write(destination, path, rows)
            self._run.progress(1.0)
            confirm()
            self._placing.place()
            for one in databases.values():
                one.commit()
        except BaseException:
            for one in databases.values():
                one.rollback()
            raise
        self._placing.close()
        self._placing = Placing()
        self._clear()

    def checksums(self, without: Collection[Path] = ()) -> tuple[tuple[str, str], ...]:
        """Names and SHA-256 of the files that may leave the building, as they will lie in their places."""
        released = (
            one for one in self._files.values()
            if not (one.internal or is_virtual(one.final) or one.final in without)
        )  # fmt: skip
        return tuple((name, files.sha256(source)) for one in released for name, source in one.parts)

    def loads(self) -> list:
        """Layers that QGIS loads after the run: (destination, what it opens)."""
        return list(self._layers)

    def internal_files(self) -> list:
        """Names of the files that only their owner may read."""
        return [one.final.name for one in self._files.values() if one.internal and not is_virtual(one.final)]

    def discard(self) -> None:
        """Forget everything; what was placed already is taken away."""
        self._placing.undo()
        self._placing = Placing()
        self._files, self._tables, self._layers = {}, [], []
        self._clear()

    def _clear(self) -> None:
        with suppress(RuntimeError):
            gdal.RmdirRecursive(self._folder)


def write_to_memory(run, algorithm, destination: Destination, rows: formats.Rows) -> str:
    """Write a temporary layer, which QGIS drops with a failed run; returns its id."""
    sink, place = algorithm.parameterAsSink(
        run.parameters, destination.name, run.context, rows.fields,
        rows.wkb_type if rows.has_shapes else NO_GEOMETRY, rows.crs,
    )  # fmt: skip
    if sink is None:
        raise GeoDeIDError(
            "output.layer.not_created",
            "The output {name} could not be created. Choose another file or folder.",
            name=destination.name,
        )
    for features in formats.batches(rows):
        run.progress(0.98)
        if not sink.addFeatures(features, QgsFeatureSink.Flag.FastInsert):
            raise GeoDeIDError("output.layer.stopped", "Writing stopped: {reason}", reason=sink.lastError())
    return place


class Guard:
    """Every place that a run reads or writes, known before it writes; ``destinations`` are by parameter.

    Refused is an output that would be written over an input, another output, the open project, or a file that
    belongs to one of these, or where nothing can be written: QGIS itself overwrites whatever an output names.
    """

    def __init__(self, algorithm, parameters: dict, context):
        self._taken = []
        self.destinations: dict = {}
        definitions = algorithm.parameterDefinitions()
        for definition in definitions:
            if not definition.isDestination() and not is_null(parameters.get(definition.name())):
                words = tr("the input “{name}”", name=definition.description())
                self._taken += [(p, words) for p in _places_read(algorithm, definition, parameters, context)]
        for project in {context.project(), QgsProject.instance()} - {None}:
            self._taken += [(place, tr("the open project")) for place in _of_project(project)]
        for definition in definitions:
            if definition.isDestination():
                found = read_destination(algorithm, definition, parameters, context)
                if found is not None:
                    self.claim(found)

    def also_read(self, path) -> None:
        """Learn of a further file that is read, found only while the run reads; nothing is written yet."""
        place, words = places.file_place(Path(path)), tr("a file that the input refers to")
        for destination in self.destinations.values():
            _refuse_where_taken(destination, place, words)
        self._taken.append((place, words))

    def claim(self, destination: Destination) -> None:
        """Take a place for an output, or raise where it is taken."""
        place = destination.place
        if place is not None:
            for other, words in self._taken:
                _refuse_where_taken(destination, other, words)
            refuse_loss(destination)
            if parts_of_others(destination):  # or of a run that was killed while it named them
                clear_leftovers(destination.file.resolve().parent)
                refuse_parts(destination)
            refuse_other_file(destination)
            destination = self._by_one_name(destination, place)
            words = tr("the output “{name}”", name=destination.title)
            self._taken.append((place, words))
        self.destinations[destination.name] = destination

    def _by_one_name(self, destination: Destination, place: places.Place) -> Destination:
        """A further table of a file by the name that the first one gave to it."""
        for one in self.destinations.values():
            if one.place is not None and one.place.files & place.files:
                return replace(destination, path=one.path)
        return destination


def _refuse_where_taken(destination: Destination, other, words: str) -> None:
    place = destination.place
    if place is not None and places.collide(place, other, destination.exists()):
        raise InputError(
            "output.file.taken",
            "The output “{output}” would be written over {other} ({file}). Choose another file.",
            output=destination.title,
            other=words,
            file=destination.shown,
        )


def _of_project(project) -> list:
    name = project.fileName()
    return [places.file_place(f"{name}{end}") for end in ("", "~")] if name else []


def _places_read(algorithm, definition, parameters: dict, context) -> list:
    """Everything that a parameter reads from disk or from a database."""
    kind, name = definition.type(), definition.name()
    if kind == "file":
        path = algorithm.parameterAsFile(parameters, name, context)
        return [places.file_place(Path(path))] if path else []
    if kind == "multilayer":
        layers = algorithm.parameterAsLayerList(parameters, name, context)
    elif kind in ("source", "vector", "raster", "layer"):
        layers = [layer_behind(algorithm, parameters, name, context)]
    else:
        return []
    return [place for layer in layers for place in places.layer_places(layer)]


def layer_behind(algorithm, parameters: dict, name: str, context):
    """Map layer behind a source or a layer that was given, or None where it has none."""
    value = parameters.get(name)
    if isinstance(value, QgsProcessingFeatureSourceDefinition):  # only the selected features are used
        value = value.source
    if isinstance(value, QgsMapLayer):
        return value
    return algorithm.parameterAsLayer({**parameters, name: value}, name, context)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Everything that one run writes, held until all of it may go out together.

It is held in memory; large layers lie in a folder of their owner's beside their place.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from osgeo import gdal
from qgis.core import QgsFeatureSink

from ....core.base.errors import CancelledError, GeoDeIDError
from ....host.compat import NO_GEOMETRY
from . import files, formats
from .databases import Tables
from .destinations import FILE, Destination, is_virtual, read_bytes, table_of
from .files import Placing, Staged


class Outbox:
    """Outputs of one run: added one after the other, kept together at the end, or never seen.

    Attributes
    ----------
    large_rows : int
        Rows from which a layer waits on the disk of its place. Below, memory is cheaper than it looks, and
        a killed run leaves nothing: 100 000 rows of a table take 25 MB, 250 bytes each.
    """

    large_rows = 100_000

    def __init__(self, run, is_internal):
        self._run = run
        self._is_internal = is_internal
        self._folder = f"/vsimem/geodeid-{uuid.uuid4().hex}"
        self._files = {}  # final path -> Staged
        self._tables = []  # (destination, file in memory, rows)
        self._layers = []  # (destination, what QGIS loads)
        self._placing = Placing()

    def add_bytes(self, name: str, path: Path, data: bytes) -> None:
        """Hold a file."""
        self._files[str(path)] = Staged(Path(path), ((Path(path).name, data),), self._is_internal(name))

    def add_memory_file(self, destination: Destination, path: Path, source: str) -> None:
        """Hold a file that lies in GDAL's memory, such as a raster."""
        internal = self._is_internal(destination.name)
        self._files[str(path)] = Staged(Path(path), ((Path(path).name, source),), internal)
        if destination.load is not None:
            self._layers.append((destination, str(path)))

    def scratch(self, path: Path) -> str:
        """Name for a file in memory that is to become the given one."""
        return f"{self._folder}/{len(self._files)}/{Path(path).name}"

    def add_layer(self, destination: Destination, rows: formats.Rows) -> str:
        """Hold a layer, written in its format and read back; returns what QGIS will open it by.

        Raises
        ------
        GeoDeIDError
            Where the format cannot hold it.
        """
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
            if not rows.has_shapes and formats.driver_of(destination) == "SQLite" and not destination.table:
                loadable = f"{final}|layername={table}"  # SpatiaLite lists no table without shapes
            name = table if "|layername=" in loadable else None
            formats.read_back(path, name, destination, rows, self._run.progress)
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

        Parameters
        ----------
        confirm : callable
            Called once nothing but the naming is left; what it raises stops the run.

        Raises
        ------
        GeoDeIDError
            Where something could not be written. Then everything is as it was.
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

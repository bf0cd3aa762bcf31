# SPDX-License-Identifier: GPL-2.0-or-later
"""What an output parameter names, read the way QGIS reads it: memory, a file, a table in one, a server's."""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osgeo import gdal
from qgis.core import (
    QgsDataSourceUri,
    QgsProcessingContext,
    QgsProviderRegistry,
    QgsVectorFileWriter,
)

from ....core.base.errors import InputError, named
from . import places

MEMORY, FILE, TABLE, SERVER = "memory", "file", "table", "server"
VIRTUAL = "/vsimem/"
"""Files below this are in memory: a model hands secret pictures on in them."""
_ADDRESS = re.compile(r"(?i)[a-z][a-z0-9+.-]+://|(file|https?|ftp):/|/vsi[a-z0-9_]+/")
"""A URL, or a place inside an archive or on a server as GDAL names it: as a path it would make folders."""
_HOME = re.compile(r"~[^/\\]*[/\\]")
"""How a path begins that a shell would have led to somebody's own folder."""
_LAYERS = ("sink", "vectorDestination")
_PROVIDER = re.compile(r"^(.{3,}?):(.*)$", re.DOTALL)  # as QGIS parts provider and place of a destination
_DATABASES = ("postgres", "spatialite", "ogr")
"""Never names of files, where a QGIS lacks one of them either: what follows may hold a password."""
_SHEETS = (".xlsx", ".ods")
_FURTHER = (".mif",)
"""Endings that :func:`.formats.write` knows and QGIS does not name with their format."""
_OTHER_DATA = ("PDS4", "VDV")
"""Formats of planets' surfaces and of buses that some versions of QGIS take for any .xml and .txt."""
_LONGEST_NAME = 255 - len("-journal")
"""Bytes of a file's name that leave room for those of its side files, on every usual file system."""


@dataclass(frozen=True)
class Destination:
    """Where one output goes."""

    name: str
    title: str
    """The output parameter and what the dialog calls it."""
    text: str
    """What QGIS hands over."""
    kind: str
    """``memory``, ``file``, ``table`` (of a GeoPackage or SpatiaLite file) or ``server`` (PostGIS)."""
    path: Path | None = None
    """The file."""
    table: str | None = None
    """Name of the layer in the file or on the server; None where the format has none."""
    uri: QgsDataSourceUri | None = None
    """The table on a server or in a file, with the name of its geometry column."""
    options: dict = field(default_factory=dict)
    """What the user chose for the format, such as the encoding."""
    load: Any = None
    """How QGIS loads the result into the project; None where it does not."""
    place: places.Place | None = None
    """Its identity; None in memory."""

    @property
    def file(self) -> Path:
        """The file, of an output that has one."""
        if self.path is None:
            raise TypeError(f"{self.name} goes to no file")
        return self.path

    @property
    def layer(self) -> str:
        """Name of the layer, of an output that is a table in a file or on a server."""
        if self.table is None:
            raise TypeError(f"{self.name} is no table")
        return self.table

    @property
    def server(self) -> QgsDataSourceUri:
        """The table's address, of an output on a server."""
        if self.uri is None:
            raise TypeError(f"{self.name} goes to no server")
        return self.uri

    @property
    def shown(self) -> str:
        """File or table, for a sentence."""
        if self.kind in (TABLE, SERVER):
            return self.layer if self.path is None else f"{self.path.name}, {self.table}"
        return self.path.name if self.path is not None else self.text

    @property
    def loadable(self) -> str:
        """What QGIS opens the written layer by."""
        if self.kind == SERVER:
            return f"postgres://{self.server.uri(False)}"
        return f"{self.path}|layername={self.table}" if self.table else str(self.path)

    def exists(self) -> bool:
        """Whether something is there already."""
        if self.kind == SERVER:
            return bool(places.relation(self.uri))
        if self.kind == TABLE:
            return self.layer.casefold() in {name.casefold() for name in places.tables_of(self.file)}
        return self.path is not None and os.path.lexists(self.path)


def read_destination(algorithm, definition, parameters: dict, context) -> Destination | None:
    """What an output parameter names; None where the output was not asked for.

    A folder, a name that no file may have and another database are refused.
    """
    name, title = definition.name(), definition.description()
    scratch = QgsProcessingContext()  # QGIS notes in it what to load; a refused run must load nothing
    scratch.setExpressionContext(context.expressionContext())
    if definition.type() == "fileDestination":
        text = algorithm.parameterAsFileOutput(parameters, name, scratch)
    else:
        text = algorithm.parameterAsOutputLayer(parameters, name, scratch)
    if not text:
        return None
    value = parameters.get(name)
    options = dict(getattr(value, "createOptions", {}))
    load = scratch.layersToLoadOnCompletion().get(text)
    fields = {"name": name, "title": title, "text": text, "options": options, "load": load}
    if definition.type() not in _LAYERS:
        return _file(fields, text)
    if text.startswith("memory:"):
        return Destination(kind=MEMORY, **fields)
    provider, uri = _provider_of(text)
    if provider is None:
        return _layer_file(fields, text)
    if provider == "postgres" and _is_here(provider):
        return _on_server(fields, uri)
    if provider in ("ogr", "spatialite") and _is_here(provider):
        return _in_file(fields, provider, uri)
    raise InputError(
        "output.provider.not_whole",
        "“{output}” cannot be written to “{provider}” whole or not at all. Choose a file or PostGIS.",
        output=title,
        provider=provider,
    )


def _provider_of(text: str) -> tuple:
    match = _PROVIDER.match(text)
    if match is None:
        return None, text
    provider = {"postgis": "postgres"}.get(match[1], match[1])
    if provider not in _DATABASES and not _is_here(provider):
        return None, text  # a file in a folder with a colon in its name
    return provider, match[2][2:] if match[2].startswith("//") and provider != "ogr" else match[2]


def _is_here(provider: str) -> bool:
    return provider in QgsProviderRegistry.instance().providerList()


def _layer_file(fields: dict, text: str) -> Destination:
    if "|" in text:
        raise InputError(
            "output.name.of_input",
            "“{output}”: “{text}” is how an input names its layer. To add a layer to a GeoPackage, "
            "choose “Save to GeoPackage…”, or write ogr:dbname='file.gpkg' table=\"name\" (geom).",
            output=fields["title"],
            text=Path(text.partition("|")[0]).name + "|…",
        )
    _refuse_blank(Path(text), fields["title"])
    if not QgsVectorFileWriter.driverForExtension(Path(text).suffix):
        text += ".gpkg"  # as QGIS does
    return _new_file(fields, text)


def _new_file(fields: dict, text: str, table: str | None = None, uri=None) -> Destination:
    """A layer's file of its own, if QGIS writes its format under such a name."""
    suffix = Path(text).suffix
    if suffix.lower() in places.WRITTEN:  # GDAL names its several files in small letters
        suffix = suffix.lower()
        text = text[: -len(suffix)] + suffix
    driver = str(fields["options"].get("driverName") or QgsVectorFileWriter.driverForExtension(suffix))
    known = QgsVectorFileWriter.MetaData()
    named = bool(driver) and QgsVectorFileWriter.driverMetadata(driver, known)
    endings = [f".{ending}" for ending in known.ext.split()] if named else []
    unknown = endings and suffix.lower() not in endings and suffix not in _FURTHER
    if unknown or driver in _OTHER_DATA:
        raise InputError(
            "output.file.other_ending",
            "“{output}”: a layer cannot be written to a file that ends in {suffix}. Let its name end "
            "in .gpkg (GeoPackage), .geojson or .csv.",
            output=fields["title"],
            suffix=suffix,
        )
    return _file(fields, text, table, uri)


def _in_file(fields: dict, provider: str, uri: str) -> Destination:
    source = QgsDataSourceUri(uri)
    path = Path(source.database() or uri)
    if "|" in str(path):
        return _layer_file(fields, str(path))
    table = source.table() or table_of(path)
    if path.suffix.lower() not in places.DATABASES:
        if places.tables_of(path):
            raise InputError(
                "output.file.not_geopackage",
                "“{output}”: a layer can be added to a GeoPackage or SpatiaLite file only; {file} is "
                "neither. Choose another file.",
                output=fields["title"],
                file=path.name,
            )
        return _new_file(fields, str(path))
    if provider == "spatialite":
        fields["options"] = {**fields["options"], "driverName": "SQLite"}
    if not os.path.exists(path):
        return _new_file(fields, str(path), table, source)
    _refuse_impossible(path, fields["title"])
    place = places.file_place(path, table, read=False)
    return Destination(kind=TABLE, path=path, table=table, uri=source, place=place, **fields)


def _on_server(fields: dict, uri: str) -> Destination:
    source = QgsDataSourceUri(uri)
    try:
        server = places.server_identity(source)
        schema = source.schema() or server_schema(source)
        able = places.queried(
            source, "SELECT has_schema_privilege(", places.quoted(schema), ", 'CREATE')::int",
            "FROM pg_namespace WHERE nspname =", places.quoted(schema),
        )  # fmt: skip
    except places.NO_ANSWER as error:
        raise InputError(
            "output.database.not_reached",
            "“{output}”: the database {database} cannot be reached. Check its address, name and password.",
            output=fields["title"],
            database=source.database() or source.service(),
        ) from error
    if not able or not int(able[0][0]):
        raise InputError(
            "output.schema.not_allowed",
            "“{output}”: you may not make tables in the schema {schema} of the database {database}. Ask "
            "its owner for the right, or choose another place.",
            output=fields["title"],
            schema=schema,
            database=source.database(),
        )
    source.setSchema(schema)
    if not source.table():
        raise InputError("output.table.no_name", "“{output}”: name the table.", output=fields["title"])
    table = f"{schema}.{source.table()}"
    place = places.Place(source.table(), server=server, table=table)
    return Destination(kind=SERVER, table=source.table(), uri=source, place=place, **fields)


def server_schema(uri: QgsDataSourceUri) -> str:
    """Schema in which a table is made whose name says none."""
    return str(places.queried(uri, "SELECT current_schema()::text")[0][0] or "public")


def _file(fields: dict, text: str, table: str | None = None, uri=None) -> Destination:
    path = Path(text)
    if is_virtual(path):
        place = places.file_place(path, table, read=False)
        return Destination(kind=FILE, path=path, table=table, uri=uri, place=place, **fields)
    if _ADDRESS.match(text):
        raise InputError(
            "output.file.address",
            "“{output}”: {name} is given as an address, not as a file. Choose a file in a folder.",
            output=fields["title"],
            name=_shortened(path),
        )
    if _HOME.match(text):
        raise InputError(
            "output.file.tilde",
            "“{output}”: {name} is given by “~”, which only a shell takes for your own folder. Write the "
            "whole path.",
            output=fields["title"],
            name=_shortened(path),
        )
    _refuse_blank(path, fields["title"])
    _refuse_impossible(path, fields["title"])
    place = places.file_place(path, table, read=False)
    return Destination(kind=FILE, path=path, table=table, uri=uri, place=place, **fields)


def _refuse_blank(path: Path, title: str) -> None:
    """A name with a blank at its end looks like another file's, and its ending is none."""
    if path.name != path.name.strip():
        raise InputError(
            "output.name.blank",
            "“{output}”: the name “{name}” begins or ends with a blank. Take the blank away.",
            output=title,
            name=_shortened(path),
        )


def _refuse_impossible(path: Path, title: str) -> None:
    """Say before the work what would make the writing fail after it."""
    try:
        unnamable = "\0" in str(path) or "\\" in path.name  # GDAL in memory takes this for a folder's end
        if unnamable or len(os.fsencode(path.name)) > _LONGEST_NAME:
            raise ValueError(str(path))
        mode = _mode(path)
    except (OSError, ValueError) as error:
        raise InputError(
            "output.name.impossible",
            "“{output}”: no file can have the name {name}. Choose another.",
            output=title,
            name=_shortened(path),
        ) from error
    if mode is not None and stat.S_ISDIR(mode):
        raise InputError(
            "output.file.folder",
            "“{output}”: {name} is a folder. Choose a file in it.",
            output=title,
            name=path.name,
        )
    if mode is not None and not stat.S_ISREG(mode):  # the new file would take the place of the device
        raise InputError(
            "output.file.device",
            "“{output}”: {name} is a device or a pipe, not a file. Choose a file in a folder.",
            output=title,
            name=path.name,
        )
    if mode is not None and not mode & 0o222:
        raise InputError(
            "output.file.protected",
            "“{output}”: {name} is protected against writing. Choose another file.",
            output=title,
            name=path.name,
        )
    folder = path.parent
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            "output.folder.closed",
            "“{output}”: {name} could not be written, for {folder} takes no files. Choose another folder.",
            output=title,
            name=path.name,
            folder=folder,
        )


def _mode(path: Path) -> int | None:
    """Kind and rights of what is there, None for nothing; an error where no file can have the name.

    Path.exists() of Python 3.14 takes a name that is too long for a file that is missing.
    """
    try:
        return os.stat(path).st_mode
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            return None
        raise


def _shortened(path: Path) -> str:
    name = path.name.replace("\0", "␀")
    return name if len(name) <= 60 else name[:57] + "…"


_BEGINS = {
    "REPORT": rb"\s*<!doctype html",
    "RELEASE_REPORT": rb"\s*<!doctype html",
    "METRICS": rb"\s*{\s*\"algorithm\"",
}
"""How what the program writes beside its layers begins, by the output."""
_HEAD = 4096
"""Bytes of a file that are looked at for its beginning."""


def refuse_other_file(destination: Destination) -> None:
    """Raise where a report or METRICS would replace a file that is neither."""
    begins, path = _BEGINS.get(destination.name), destination.path
    if begins is None or path is None or not is_file(path):
        return
    try:
        head = read_bytes(path)[:_HEAD] if is_virtual(path) else _head(path)
    except OSError:
        return  # what cannot be read is refused when it is written
    if head.strip() and not re.match(begins, head, re.IGNORECASE):
        raise InputError(
            "output.file.other_kind",
            "“{output}”: {file} exists already and is another kind of file, which would be lost. Choose "
            "another name.",
            output=destination.title,
            file=path.name,
        )


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEAD)


def refuse_loss(destination: Destination) -> None:
    """Raise where a file to be replaced holds layers besides the one that the output would put there."""
    path = destination.path
    if destination.kind != FILE or path is None or not path.is_file():
        return
    suffix = path.suffix.lower()
    if suffix not in (*places.DATABASES, *_SHEETS):
        return
    own = {one.casefold() for one in (table_of(path), path.stem, path.name.partition(".")[0])}
    others = [name for name in places.tables_of(path) if name.casefold() not in own]
    if others and not (suffix in _SHEETS and len(places.tables_of(path)) == 1):
        raise InputError(
            "output.file.other_layers",
            "“{output}”: {file} exists already and holds other layers, which would be lost ({layers}). "
            "Choose another file, or “Save to GeoPackage…” to add a layer to it.",
            output=destination.title,
            file=path.name,
            layers=", ".join(others[:5]),
        )


def parts_of_others(destination: Destination) -> list[Path]:
    """Files that a layer of several would replace, though none is there yet: they are something else's.

    A table roads.dbf without shapes, the .prj of a picture, or ROADS.SHP where letter case parts names.
    """
    path = destination.path
    if destination.kind != FILE or path is None or path.suffix not in places.WRITTEN or is_virtual(path):
        return []
    if os.path.lexists(path) or os.path.lexists(destination.text):
        return []
    return sorted(places.written_beside(Path(os.path.realpath(path))))


def refuse_parts(destination: Destination) -> None:
    """Raise where a new layer would replace parts of something else."""
    others = parts_of_others(destination)
    if others:
        raise InputError(
            "output.file.replaces_other",
            "“{output}”: {file} would replace {other}, which is no part of it. Choose another name.",
            output=destination.title,
            file=destination.file.name,
            other=named([one.name for one in others]),
        )


def table_of(path: Path) -> str:
    """Name of the one layer of a file: its own, as far as every database takes it for a table's."""
    return re.sub(r"(?i)^(\W|gpkg)+", "", re.sub("[\"']", "_", path.stem)) or "layer"


def driver_of(destination: Destination) -> str:
    """GDAL's name of the format of a layer's file."""
    chosen = str(destination.options.get("driverName") or "")
    return chosen or QgsVectorFileWriter.driverForExtension(destination.file.suffix) or "GPKG"


def path_text(path) -> str:
    """A path as GDAL reads it: in memory with slashes on every system."""
    return Path(path).as_posix() if is_virtual(path) else str(path)


def is_virtual(path) -> bool:
    """Whether a file is one in memory."""
    return Path(path).as_posix().startswith(VIRTUAL)


def read_bytes(path) -> bytes:
    """The bytes of a file, be it on disk or in memory."""
    if not is_virtual(path):
        return Path(path).read_bytes()
    file = gdal.VSIFOpenL(Path(path).as_posix(), "rb")
    if file is None:
        raise FileNotFoundError(str(path))
    try:
        size = gdal.VSIStatL(Path(path).as_posix()).size
        return bytes(gdal.VSIFReadL(1, size, file)) if size else b""
    finally:
        gdal.VSIFCloseL(file)


def is_file(path) -> bool:
    """Whether there is such a file, on disk or in memory."""
    return gdal.VSIStatL(Path(path).as_posix()) is not None if is_virtual(path) else Path(path).is_file()


def forget(path) -> None:
    """Take a file out of memory; a file on disk stays."""
    if is_virtual(path) and is_file(path):
        with suppress(RuntimeError):
            gdal.Unlink(Path(path).as_posix())

# SPDX-License-Identifier: GPL-2.0-or-later
"""The identity of what a run reads and writes: files with their side files, and tables of databases.

Two spellings are one place where the file system or the database says so: links are resolved, letter case
is folded where the file system folds it, and a PostgreSQL server is asked who it is.
"""

from __future__ import annotations

import glob
import json
import os
import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from osgeo import gdal
from qgis.core import (
    QgsDataSourceUri,
    QgsException,
    QgsMapLayer,
    QgsProject,
    QgsProviderConnectionException,
    QgsProviderRegistry,
    QgsVectorLayer,
    QgsVirtualLayerDefinition,
)
from qgis.PyQt.QtCore import QUrl

from ....host.compat import open_dataset

NO_ANSWER = (QgsProviderConnectionException, QgsException)
"""What QGIS raises where a database server cannot be reached or refuses a question."""
DATABASES = (".gpkg", ".sqlite", ".db", ".spatialite")
"""Files in which a table is the unit."""
_SHAPEFILE = (
    ".shp", ".shx", ".dbf", ".prj", ".cpg", ".cst", ".qpj", ".qix", ".sbn", ".sbx", ".idm", ".ind",
    ".shp.xml",
)  # fmt: skip
_JOURNALS = ("-wal", "-shm", "-journal")
WRITTEN = {
    ".shp": _SHAPEFILE,
    ".dbf": _SHAPEFILE,
    ".tab": (".tab", ".dat", ".map", ".id", ".ind"),
    ".mif": (".mif", ".mid"),
    ".gml": (".gml", ".xsd", ".gfs"),
}
"""Files of one stem that a driver writes or that describe the old data: replaced together."""
_REPLACED = {**WRITTEN, ".csv": (".csvt",)}
"""The same, with what a driver reads and does not write: the types of a CSV."""
_WORLD = (".wld", ".tfw", ".tifw", ".tiffw", ".pgw", ".pngw", ".jgw", ".jpgw", ".jpegw", ".gfw", ".bpw")
_PICTURES = (".tif", ".tiff", ".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".jp2")
_READ = {
    **dict.fromkeys((".shp", ".dbf"), _SHAPEFILE),
    **dict.fromkeys((".csv", ".tsv", ".txt"), (".csvt", ".prj")),
    **dict.fromkeys(_PICTURES, (*_WORLD, ".prj")),
    **{suffix: WRITTEN[suffix] for suffix in (".tab", ".mif", ".gml")},
}
"""Files of one stem that change what a reader sees, whether they are there yet or not."""
_STYLES = (".qml", ".qmd")
"""How QGIS draws and describes a layer of any format, beside its file."""
_BETWEEN = re.compile(r'[:"{}|,?&=]|/vsi[a-z0-9_]+')
"""What stands between the names of files in an address of GDAL."""
_APPENDED = (".aux.xml", ".ovr", ".msk", ".idx")


@dataclass(frozen=True)
class Place:
    """What is read or written."""

    name: str
    """File or table, for messages."""
    files: frozenset = frozenset()
    """Keys of the files that it is made of, side files included; empty on a database server."""
    server: tuple = ()
    """Identity of the database on a server; empty for files."""
    table: str | None = None
    """The table; None for the whole file."""
    any_table: bool = False
    """Whether it is a view or query, of which it is not known what tables it reads."""
    folder: str | None = None
    """Key of the folder of which every file belongs to it."""


def collide(written: Place, other: Place, replaces: bool) -> bool:
    """Whether writing the first touches the second.

    ``replaces`` says whether the table to be written exists; a new table beside others touches none of
    them, but a file that is not a layer, such as a ledger, takes no table at all.
    """
    inside = other.folder and any(
        key.startswith(other.folder + os.sep) for kind, key in written.files if kind == "path"
    )
    same = bool(written.files & other.files) or bool(written.server and written.server == other.server)
    if inside or not same:
        return bool(inside)
    if written.table is None or (other.table is None and not other.any_table):
        return True
    return replaces if other.any_table else written.table == other.table


def file_place(path, table: str | None = None, read: bool = True) -> Place:
    """A file as it is read, or as it is written, with its side files; or a table in it."""
    path = Path(os.path.realpath(path))
    suffix = path.suffix.lower()
    stems = (*_READ.get(suffix, ()), *_STYLES) if read else _REPLACED.get(suffix, ())
    names = [path.name, *(path.stem + end for end in stems), *(path.stem + end.upper() for end in stems)]
    names += [path.name + end for end in (_JOURNALS if suffix in DATABASES else ())]
    names += [path.name + end for end in (_APPENDED if read else (".aux.xml",))]
    keys = frozenset(key for name in names for key in _keys(path.with_name(name)))
    named = None if table is None else table.casefold()
    return Place(path.name, keys, table=named, folder=_path_key(path) if path.is_dir() else None)


def written_beside(path: Path) -> list[Path]:
    """Files there that belong to a data set which is replaced, in any case of letters of their ends.

    They would describe or index the old data.
    """
    suffix = path.suffix.lower()
    names = {path.stem + end for end in (*_REPLACED.get(suffix, ()), f"{suffix}.aux.xml")}
    if suffix in DATABASES:
        names |= {path.stem + suffix + end for end in _JOURNALS}
    stem = len(path.stem)
    return [
        one
        for one in path.parent.glob(glob.escape(path.stem) + ".*")
        if one.name[:stem] + one.name[stem:].lower() in names and one.is_file() and one != path
    ]


def layer_places(layer) -> list:
    """Places that an open layer reads: its file or table, those of its joins and of what it is made of."""
    if layer is None:
        return []
    provider, source = layer.providerType(), layer.source()
    joined = [join.joinLayer() for join in layer.vectorJoins()] if hasattr(layer, "vectorJoins") else []
    places = [place for one in joined for place in layer_places(one)]
    if provider == "memory":
        return places
    if provider == "virtual":
        return places + _virtual_places(source)
    if provider == "postgres":
        return places + server_places(QgsDataSourceUri(source))
    parts = QgsProviderRegistry.instance().decodeUri(provider, source)
    if parts.get("vsiPrefix") == "/vsimem/":  # from QGIS 3.40 on, of a file in memory
        parts["path"] = f"/vsimem/{parts['path']}"
    if parts.get("path"):
        return places + _file_places(parts, layer)
    told = tuple(str(parts.get(part) or "") for part in ("host", "port", "dbname", "service"))
    if any(told):
        table = f"{parts.get('schema') or ''}.{parts.get('table') or ''}"
        places.append(Place(table, server=(provider, *told), table=table))
    return places


def files_of(layer) -> list[Path]:
    """Files that hold the shapes and values of a layer; none where it lies in none."""
    if not isinstance(layer, QgsMapLayer):
        return []
    parts = QgsProviderRegistry.instance().decodeUri(layer.providerType(), layer.source())
    path = Path(str(parts.get("path") or ""))
    both = (path, path.with_suffix(".dbf")) if path.suffix.lower() == ".shp" else (path,)
    return [one for one in both if one.is_file()]


def _file_places(parts: dict, layer) -> list:
    path = Path(parts["path"])
    if not _can_be_file(path):
        return []
    named = () if os.path.lexists(path) else tuple(_named_in(layer.source()))
    if named:
        return [replace(file_place(one), any_table=True) for one in named]
    is_query = str(layer.subsetString() if hasattr(layer, "subsetString") else "").lstrip().lower()
    table: Any = parts.get("layerName") or None
    if table is None and path.suffix.lower() in DATABASES:
        table = _table_at(path, parts.get("layerId") or 0)
    place = file_place(path, table)
    if place.table is not None and (is_query.startswith("select") or not _is_table(path, table)):
        place = replace(place, table=None, any_table=True)
    if place.table is None:
        dataset = open_dataset(str(path), gdal.OF_VECTOR | gdal.OF_RASTER)
        listed = [Path(one) for one in (dataset.GetFileList() if dataset else None) or []]
        if path.is_dir() and table:  # its layers are files, each of its own name
            listed = [one for one in listed if one.name.startswith(f"{table}.")]
        place = replace(place, files=place.files.union(*(file_place(one).files for one in listed)))
    if place.folder is not None and path.suffix.lower() != ".gdb":
        place = replace(place, folder=None)  # a folder of shapefiles may take another
    return [place]


def _named_in(address: str) -> Iterator[Path]:
    """Files in an address as GDAL has them: of a layer in a format, of a part of a file, of an archive."""
    for text in _BETWEEN.split(address):
        yield from [one for one in (Path(text), *Path(text).parents) if one.is_file()][:1]


def _can_be_file(path: Path) -> bool:
    """Whether a file can have this name: GDAL opens the text of a GeoJSON, too."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return True
    except (OSError, ValueError):
        return False
    return True


def _virtual_places(source: str) -> list:
    places = []
    for one in QgsVirtualLayerDefinition.fromUrl(QUrl.fromEncoded(source.encode())).sourceLayers():
        if one.isReferenced():
            places += layer_places(QgsProject.instance().mapLayer(one.reference()))
        else:
            places += layer_places(QgsVectorLayer(one.source(), one.name(), one.provider()))
    return places


def _table_at(path: Path, index: int):
    """Table that QGIS opens where its name is not given: the first, or that of a number."""
    tables = tables_of(path)
    return tables[index] if index < len(tables) else None


def _is_table(path: Path, table: str) -> bool:
    """Whether a name is that of a table in a GeoPackage or SpatiaLite file, not of a view over others."""
    if path.suffix.lower() not in DATABASES:
        return False
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            found = database.execute(
                "SELECT type FROM sqlite_master WHERE lower(name) = lower(?)", (table,)
            ).fetchall()
    except sqlite3.Error:
        return False
    return ("table",) in found


def tables_of(path: Path) -> list:
    """Names of the layers in a file that can hold several; empty where it holds none or cannot be read."""
    dataset = open_dataset(str(path), gdal.OF_VECTOR)
    if dataset is None:
        return []
    return [dataset.GetLayer(index).GetName() for index in range(dataset.GetLayerCount())]


def _keys(path: Path) -> list:
    """The file by its name and, where it exists, by its number: a hard link is the same file."""
    keys = [("path", _path_key(path))]
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return keys
    return [*keys, ("inode", f"{status.st_dev}:{status.st_ino}")] if status.st_ino else keys


def _path_key(path: Path) -> str:
    text = unicodedata.normalize("NFC", os.path.normcase(str(path)))
    return text.casefold() if folds_case(existing(path.parent)) else text


def existing(folder: Path) -> Path:
    """The folder, or the one that it is to be made in: they lie on one disk."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return folder


@lru_cache(maxsize=256)
def folds_case(folder: Path) -> bool:
    """Whether the file system takes “A” and “a” for one name; asked by a name that is there."""
    try:
        names = [entry.name for entry in os.scandir(folder)][:50]
    except OSError:
        names = []
    for path in [*(folder / name for name in names), folder]:
        swapped = path.with_name(path.name.swapcase()) if path.name else path
        if swapped != path:
            return swapped.exists() and os.path.samefile(swapped, path)
    return os.name == "nt"


# PostgreSQL -------------------------------------------------------------------------------------------


def queried(uri: QgsDataSourceUri, *words: str) -> list:
    """Rows of a query to the database of a source; QGIS knows how to sign in."""
    metadata = QgsProviderRegistry.instance().providerMetadata("postgres")
    connection = metadata.createConnection(uri.connectionInfo(True), {})
    return connection.executeSql(" ".join(words))


def server_identity(uri: QgsDataSourceUri) -> tuple:
    """Identity of a database, by whatever name or address its server was called."""
    rows = queried(
        uri,
        "SELECT pg_postmaster_start_time()::text, oid::text, current_schema()::text FROM pg_database",
        "WHERE datname = current_database()",
    )
    return ("postgres", rows[0][0], rows[0][1])


def quoted(text: str) -> str:
    """A literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def relation(uri: QgsDataSourceUri) -> tuple:
    """Schema, name and kind of the table or view that a source names; empty where there is none."""
    name = uri.quotedTablename()
    rows = queried(
        uri,
        "SELECT n.nspname::text, c.relname::text, c.relkind::text FROM pg_class c",
        "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass(",
        quoted(name), ")",
    )  # fmt: skip
    return tuple(rows[0]) if rows else ()


def server_places(uri: QgsDataSourceUri) -> list:
    """Tables that a PostGIS source reads; of a view or query those that the server says it reads."""
    try:
        server = server_identity(uri)
        is_query = uri.table().startswith("(")
        found = () if is_query else relation(uri)
        if found and found[2] in "rpf":  # a table, one in partitions, a foreign one
            return [Place(found[1], server=server, table=f"{found[0]}.{found[1]}")]
        source = f"{uri.table()} geodeid_asked" if is_query else uri.quotedTablename()
        plan = queried(uri, "EXPLAIN (VERBOSE, FORMAT JSON)", "SELECT *", "FROM", source)[0][0]
    except NO_ANSWER:
        told = (uri.host() or "localhost", uri.port() or "5432", uri.database(), uri.service())
        return [Place(uri.table(), server=("postgres", *told), any_table=True)]
    tables = _relations(plan if isinstance(plan, (list, dict)) else json.loads(plan))
    places = [Place(table, server=server, table=f"{schema}.{table}") for schema, table in sorted(tables)]
    return places or [Place(uri.table(), server=server, any_table=True)]


def _relations(plan) -> set:
    """Tables named anywhere in a plan of PostgreSQL."""
    if isinstance(plan, list):
        return {table for part in plan for table in _relations(part)}
    if not isinstance(plan, dict):
        return set()
    own = {(plan["Schema"], plan["Relation Name"])} if {"Schema", "Relation Name"} <= set(plan) else set()
    return own | {table for part in plan.values() for table in _relations(part)}

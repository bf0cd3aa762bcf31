# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions in the data files of a document: geometries, ends of lines, and coordinates in fields."""

from __future__ import annotations

import io
import re
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np
from osgeo import gdal, ogr

from ...core.base.errors import InputError, Phrase, Refusal
from ...core.exposure.documents.containers.mapinfo import is_exchange
from ...core.exposure.documents.containers.parts import TABLE, TEXT, Budget, Part, lettered
from ...core.exposure.documents.containers.walk import TILES
from ...core.exposure.documents.disguise.positions import Frame, Positions, to_degrees
from ...core.exposure.documents.disguise.structured import points_in_frames, shapefile_points
from ...core.exposure.documents.disguise.tiles import (
    Tiled,
    of_a_tile,
    of_packed_tiles,
    of_tiles,
    told_of_packed_tiles,
)
from ...core.mapimage.georeference.projections import WGS84, Crs
from . import databases
from .databases import Shown, places_of
from .decoding import in_memory

MOST_FEATURES = 1_000_000
"""Features of a data file that are read; a file with more is not judged."""
_DRIVERS = ("GPKG", "SQLite", "FlatGeobuf", "ESRI Shapefile", "Parquet", "Arrow", "PMTiles", "MBTiles")
"""What may read a file of a stranger: no driver that opens other files or addresses which the file names."""
_SHAPEFILE = b"\0\0\x27\x0a"
_BYTES_UNREAD = Phrase(
    "A table of the database holds bytes, and nobody can tell what they say. Save its layers into a new file "
    "without them."
)
_EMPTIED = Phrase(
    "The database still holds pages of what was deleted from it. Compact it (VACUUM in the DB Manager), or "
    "save its layers into a new file."
)
_OF_TILES = ("tiles", "images", "map", "tiles_data", "tiles_shallow", "metadata")
"""Tables of tiles (MBTiles 1.3); what their metadata say is read as words."""
_BOXES = ("bounds", "center", "antimeridian_adjusted_bounds")
"""What metadata of tiles say of where they lie, the last one those of Tippecanoe."""
_ARCHIVE_DIGITS = b"PK\x03\x04".hex()
"""How a project begins that QGIS saves in a database."""
DELETED = Phrase("rows that were deleted, but are still in the file")
_FORM = Phrase("a layer of a data file")
_REAL = re.compile(r"-?\d+(?:\.\d+)?")
_COPIED_DECIMALS = 7
"""Decimals of a degree, 1 cm, kept of coordinates that were brought from another system into degrees."""


@dataclass(frozen=True)
class DataContents:
    """What a data file holds: positions of its geometries, the fields of each layer, and words about both.

    ``unread`` says of what else it holds why nobody can tell what that is.
    """

    positions: list[Positions]
    fields: list[Part] = field(default_factory=list)
    unread: list[Phrase] = field(default_factory=list)


def contents_of(part: Part, frames: tuple[Frame, ...]) -> DataContents:
    """What a data file holds."""
    if part.data.startswith(_SHAPEFILE):
        return DataContents(shapefile_points(part.data, frames) or [])
    if part.data.startswith(b"PMTiles"):
        held = _of_tiles(of_packed_tiles(part.data, Budget()), part, frames)
        told = told_of_packed_tiles(part.data, Budget())
        held.fields.append(_words(part, [value for name, value in told if name not in _BOXES]))
        return held
    if part.path.lower().endswith(TILES):
        return _of_tiles([of_a_tile(part.path, part.data)], part, frames)
    name, files, drivers = part.name, {part.name: part.data}, list(_DRIVERS)
    if is_exchange(part.data):
        name, files, drivers = "table.mif", {"table.mif": part.data}, ["MapInfo File"]
    elif part.path.lower().endswith(".tab"):
        with zipfile.ZipFile(io.BytesIO(part.data)) as archive:
            files = {one: archive.read(one) for one in archive.namelist()}
        name, drivers = "table.tab", ["MapInfo File"]
    with in_memory(files) as folder:
        return _of_file(f"{folder}/{name}", part, drivers, frames)


def _of_file(path: str, part: Part, drivers: list[str], frames: tuple[Frame, ...]) -> DataContents:
    """What GDAL reads of a data file in its memory."""
    options = []
    dataset = None
    gdal.ErrorReset()
    try:
        database = databases.is_database(part.data)
        if database:
            options = ["LIST_ALL_TABLES=YES"]  # tables that no list of layers names
        dataset = gdal.OpenEx(path, gdal.OF_VECTOR, allowed_drivers=drivers, open_options=options)
        if dataset is None:
            raise InputError(*_NO_READER)
        layers = [dataset.GetLayer(at) for at in range(dataset.GetLayerCount())]
        if not layers and not database:  # GDAL 3.10 opens a damaged FlatGeobuf so
            raise InputError(*_NO_READER)
        tiles = dataset.GetDriver().GetDescription() == "MBTiles"
        of_kind = _of_packed_tiles if tiles else _of_database if database else _of_layers
        held = of_kind(dataset, layers, part, frames)
        held.unread.extend([_EMPTIED] if databases.emptied_pages(part.data) else [])
        held.fields.extend([] if tiles else [_words(part, _metadata([dataset, *layers]))])
        if gdal.GetLastErrorType() >= gdal.CE_Failure:  # damaged: what was read is not all
            raise InputError(*_NO_READER)
        return held
    except (RuntimeError, TypeError) as error:  # the second of names that are no text
        raise InputError(*_NO_READER) from error
    finally:
        layers, dataset = [], None


_NO_READER = Refusal(
    "document.data.unreadable",
    Phrase("It is a file of data that this QGIS cannot read, so nobody can say what it holds."),
)


_TILES = Phrase("tiles of a map")


def _of_tiles(told: list[Tiled], part: Part, frames: tuple[Frame, ...]) -> DataContents:
    """What vector tiles hold, positions to the side of a unit of them."""
    degrees = tuple(one for one in frames if one.name == WGS84)
    held = DataContents([])
    for each in told:
        found = points_in_frames(each.places, degrees, _TILES, ())
        held.positions.extend(replace(one, precision_m=each.metres) for one in found)
        names = list(dict.fromkeys(name for row in each.rows for name in row))
        rows = [names, *([row.get(name, "") for name in names] for row in each.rows)]
        held.fields.append(_table(part, rows))
    return held


def _table(part: Part, rows: list[list[str]]) -> Part:
    """Fields of a data file as a part of their own, the names in the first row."""
    lines = "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)
    return Part(part.path, TABLE, lettered(lines).encode("utf-8", "replace"), part.page, part.note)


def _words(part: Part, words: list[str]) -> Part:
    """What a data file says of itself, as a part of its own."""
    return Part(part.path, TEXT, lettered("\n".join(words)).encode("utf-8", "replace"), part.page, part.note)


def _metadata(held: list) -> list[str]:
    return [str(value) for one in held for value in (one.GetMetadata_Dict() or {}).values()]


def _of_layers(_dataset, layers: list, part: Part, frames: tuple[Frame, ...]) -> DataContents:
    read = [_layer_contents(layer, frames) for layer in layers]
    return DataContents(
        [one for positions, _rows in read for one in positions],
        [_table(part, rows) for _positions, rows in read],
    )


def _of_packed_tiles(dataset, _layers: list, part: Part, frames: tuple[Frame, ...]) -> DataContents:
    """What a database of tiles holds, and what lies beside: under a name by which GDAL takes it for none."""
    path = f"{dataset.GetDescription()}.sqlite"
    gdal.FileFromMemBuffer(path, part.data)
    beside = gdal.OpenEx(path, gdal.OF_VECTOR, ["SQLite"], ["LIST_ALL_TABLES=YES"])
    if beside is None:
        raise InputError(*_NO_READER)
    held = _of_tiles(of_tiles(databases.tiles_in(beside), Budget()), part, frames)
    nothing = Shown(set(), [], set())
    fields, unread = _of_tables(list(databases.tables_of(beside, nothing, _OF_TILES)), part)
    told = databases.told_of_tiles(beside)
    boxes = [list(map(float, _REAL.findall(value))) for name, value in told if name in _BOXES]
    corners = [corner for one in boxes for corner in zip(one[::2], one[1::2])]
    box = points_in_frames(corners, frames, _TILES, ())
    held.positions.extend(replace(one, named=False, mostly=False) for one in box)
    words, deleted = _deleted(beside, [], part.data, nothing, frames)
    words += [value for name, value in told if name not in _BOXES] + databases.words_of(beside)
    return DataContents([*held.positions, *deleted], [*held.fields, *fields, _words(part, words)], unread)


def _of_tables(tables: list, part: Part) -> tuple[list[Part], list[Phrase]]:
    """Tables of a database as parts of their own, and whether nobody can tell what some of it is."""
    told = [[[cell or "" for cell in row] for row in rows] for rows in tables if len(rows) > 1]
    empty = [name for names, *rows in tables if not rows for name in names if name]
    cells = {cell for rows in tables for row in rows for cell in row}
    unread = None in cells or any(cell.lower().startswith(_ARCHIVE_DIGITS) for cell in cells if cell)
    return [*(_table(part, rows) for rows in told), _words(part, empty)], [_BYTES_UNREAD] if unread else []


def _of_database(dataset, layers: list, part: Part, frames: tuple[Frame, ...]) -> DataContents:
    """What a database holds: the shapes of its layers, and every cell as it is stored."""
    shown = databases.shown_by(layers)
    fields, unread = _of_tables(list(databases.tables_of(dataset, shown)), part)
    shapes = [one for layer in layers for one in _layer_contents(layer, frames, fields=False)[0]]
    words, deleted = _deleted(dataset, layers, part.data, shown, frames)
    fields.append(_words(part, [*databases.words_of(dataset), *words]))
    return DataContents([*shapes, *deleted], fields, unread)


def _deleted(
    dataset, layers: list, data: bytes, shown: Shown, frames: tuple[Frame, ...]
) -> tuple[list[str], list[Positions]]:
    """Words and positions of rows that were deleted or changed: they stay until they are written over."""
    between, free = databases.unused_bytes(data)
    systems = {str(one.GetSpatialRef()): one.GetSpatialRef() for one in layers} or {"": None}
    deleted = databases.deleted_points(between + free)
    places = {*deleted, *databases.left_in_indexes(dataset, shown)} - shown.places
    found = [one for each in systems.values() for one in _by_its_system(sorted(places), each, frames, ())]
    pairs = np.abs(databases.deleted_pairs(between))
    for order in (pairs, pairs[:, ::-1]):
        signed = np.concatenate([order * one for one in _SIGNS])
        near = signed[np.any([frame.holds(*signed.T) for frame in frames], axis=0)]
        told = points_in_frames(list(map(tuple, near.tolist())), frames, DELETED, ())
        found += [replace(one, named=False) for one in told]  # any two cells of a row follow each other
    return databases.deleted_words(between), [replace(one, form=DELETED) for one in found]


_SIGNS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""Sides of the Earth: a heading may say “West”."""


def _layer_contents(
    layer, frames: tuple[Frame, ...], fields: bool = True
) -> tuple[list[Positions], list[list[str]]]:
    """Positions of the geometries of a layer, and its fields as rows of cells, the names first."""
    definition = layer.GetLayerDefn()
    names = tuple(" ".join(definition.GetFieldDefn(at).GetName().split())
                  for at in range(definition.GetFieldCount()))  # fmt: skip
    shapes = [definition.GetGeomFieldDefn(at) for at in range(definition.GetGeomFieldCount())]
    systems = [one.GetSpatialRef() for one in shapes]
    points: list[list[tuple[float, float]]] = [[] for _system in systems]
    rows = [list(names)]
    for count, feature in enumerate(layer):
        if count >= MOST_FEATURES:
            raise InputError(
                "document.layer.too_many_features",
                "A layer of it has more than {most} features. Check it in pieces.",
                most=MOST_FEATURES,
            )
        for at, of_field in enumerate(points):
            shape = feature.GetGeomFieldRef(at)
            of_field += [] if shape is None else places_of(shape)
        if fields:
            rows.append([_cell(feature, at) for at in range(len(names))])
    found = [one for told in zip(points, systems) for one in _by_its_system(*told, frames, names)]
    return found, rows


def _by_its_system(points: list, system, frames: tuple[Frame, ...], names: tuple) -> list[Positions]:
    """Points of a layer in the system that it names, else in any that they fit."""
    if system is None or not points:
        return points_in_frames(points, frames, _FORM, names)
    code = system.GetAuthorityCode(None)
    crs = Crs(f"{system.GetAuthorityName(None)}:{code}" if code else "", system.ExportToWkt())
    found = points_in_frames(points, tuple(one for one in frames if one.name == crs.name), _FORM, names)
    if not found:
        with suppress(InputError):  # a system that PROJ does not know
            where = to_degrees(points, crs).round(_COPIED_DECIMALS)
            kept = where[np.isfinite(where).all(axis=1)]
            degrees = tuple(one for one in frames if one.name == WGS84)
            found = points_in_frames([(float(x), float(y)) for x, y in kept], degrees, _FORM, names)
    return found or points_in_frames(points, frames, _FORM, names)


def _cell(feature, at: int) -> str:
    """A field as a cell of a table, numbers to their last digit."""
    if not feature.IsFieldSetAndNotNull(at):
        return ""
    is_real = feature.GetFieldDefnRef(at).GetType() == ogr.OFTReal
    return repr(feature.GetFieldAsDouble(at)) if is_real else " ".join(feature.GetFieldAsString(at).split())

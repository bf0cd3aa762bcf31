# SPDX-License-Identifier: GPL-2.0-or-later
"""All that a database of SQLite holds: what its layers do not list, and what was deleted but is left."""

from __future__ import annotations

import re
import struct
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from osgeo import ogr

from ...core.base.arrays import Floats
from ...core.base.scientific import spatial
from ...core.exposure.documents.disguise.positions import circle_centre
from ...core.exposure.documents.disguise.structured import open_ends
from ...core.exposure.documents.disguise.tiles import Tile

_HEAD = b"SQLite format 3\0"
_HEAD_BYTES, _FREE_LIST = 100, 32
"""Bytes of the head of a database, and where in it the first free page and their number stand (SQLite, file
format)."""
_SHAPE = re.compile(
    rb"[\x01\x69\x7c]([\x01\x02]\0\0[\0\x80]|[\xe9\xea]\x03\0\0|[\xd1\xd2]\x07\0\0|[\xb9\xba]\x0b\0\0)"
)
"""How points and lines begin, alone and as parts of others, with heights and measures: little-endian WKB, of
which GeoPackage makes its geometries (1.3, 2.1.3), and SpatiaLite's form of it."""
_NUMBERS = (2, 3, 3, 4)
"""Numbers of a vertex: plain, with heights, with measures, with both."""
_BOXES = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}
"""Bytes of the box in the head of a geometry, by its kind."""
_EXTENT = re.compile(r"(?:.*_)?(?:min|max)_?[xy]", re.IGNORECASE)
_INDEX = (["nodeno", "data"], ["rowid", "nodeno"], ["nodeno", "parentnode"], ["pkid", "nodeno"])
"""First columns of the tables in which an index of places keeps the boxes of a layer's shapes."""
_NODE = 4
"""Bytes before the boxes of a node of such an index (SQLite, R-tree module)."""
_BOX = np.dtype([("row", ">i8"), ("west", ">f4"), ("east", ">f4"), ("south", ">f4"), ("north", ">f4")])
_ROUNDED = 2.4e-7
"""Share of a number by which the two sides of the box of a point differ: they are of single precision."""
_TABLES = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 "
    "AND name NOT IN ('gpkg_spatial_ref_sys', 'spatial_ref_sys', 'spatial_ref_sys_aux')"
)
"""Tables but for the lists of reference systems; virtual ones keep what they hold in others."""
_MAP_TILES = (
    "SELECT CAST(ifnull(zoom_level, -1) AS INTEGER), CAST(ifnull(tile_column, -1) AS INTEGER), "
    "CAST(ifnull((1 << zoom_level) - 1 - tile_row, -1) AS INTEGER), hex(tile_data) FROM tiles"
)
"""Tiles and where they lie, from the north; what has no number lies nowhere."""
_IS_BYTES = "(typeof({0}) = 'blob' OR instr(CAST({0} AS TEXT), char(0)) > 0)"
"""Cells that are no text: bytes, and texts that readers cut at a zero."""
_AS_TEXT = f"CASE WHEN {_IS_BYTES} THEN '' ELSE CAST({{0}} AS TEXT) END"
_WORDS, _DIGIT, _DIGITS = re.compile(rb"[\x20-\x7e\x80-\xf4]{8,}"), re.compile(rb"\d"), 6
"""Texts among bytes, and the fewest digits of one that may tell a place."""
_BESIDE = [
    re.compile(rb"(?=(-?\d{1,7}[.,]\d{2,17}?)[^\d.,]{0,20}?(-?\d{%d}[.,]\d{2,17}))" % whole)
    for whole in (1, 2, 3, 6, 7)
]
"""Two numbers of neighbouring cells, whose texts nothing parts: degrees and metres."""
_CELLS_AT = {2: 12, 5: 12, 10: 8, 13: 8}
"""Kinds of pages that hold cells, and bytes of their heads before the places of the cells."""


def is_database(data: bytes) -> bool:
    """Tell whether a file is a database of SQLite, as GeoPackages are."""
    return data.startswith(_HEAD)


def emptied_pages(data: bytes) -> int:
    """Pages of a database that are free, but keep the rows that were deleted there until it is compacted."""
    if not is_database(data) or len(data) < _HEAD_BYTES:
        return 0
    return int.from_bytes(data[_FREE_LIST + 4 : _FREE_LIST + 8], "big")


@dataclass(frozen=True)
class Shown:
    """What the layers of a database show: their places, their boxes, and the columns of their geometries."""

    places: set[tuple[float, float]]
    boxes: list[tuple[float, ...]]
    """Least and greatest x, then y, of each layer."""
    columns: set[tuple[str, str]]


def shown_by(layers: list) -> Shown:
    """Read the geometries themselves: the lists of a database and its indexes may be stale."""
    shown = Shown(set(), [], {(one.GetName(), one.GetGeometryColumn()) for one in layers})
    for layer in layers:
        layer.ResetReading()
        boxes = []
        for feature in layer:
            for at in range(layer.GetLayerDefn().GetGeomFieldCount()):
                shape = feature.GetGeomFieldRef(at)
                if shape is not None and not shape.IsEmpty():
                    shown.places.update(places_of(shape))
                    boxes.append(shape.GetEnvelope())
        if boxes:
            west, east, south, north = zip(*boxes)
            shown.boxes.append((min(west), max(east), min(south), max(north)))
    return shown


def tables_of(
    dataset, shown: Shown, without: Collection[str] = ()
) -> Iterator[Sequence[Sequence[str | None]]]:
    """Rows of every table, the names first, whatever a database says of their types and layers.

    Bytes stand in tables of their own, as the texts or the places that they are; None where nobody can tell.
    """
    for (table,) in _answers(dataset, _TABLES):
        names = [row[1] for row in _answers(dataset, f"PRAGMA table_xinfo({_quoted(table)})")]
        if table in without or _is_of_an_index(table, names, shown):
            continue
        cells = ", ".join(_AS_TEXT.format(_quoted(one)) for one in names)
        rows = _answers(dataset, f"SELECT {cells} FROM {_quoted(table)}")
        yield [names, *_without_extents(names, rows, shown)]
        for name in (one for one in names if (table, one) not in shown.columns):
            told = _bytes_in(dataset, table, name)
            if told:
                yield [[name], *([_text_of(one)] for one in told)]


def _is_of_an_index(table: str, names: list[str], shown: Shown) -> bool:
    """Whether a table is of an index of a layer's geometries, of which :func:`left_in_indexes` reads all."""
    return names[:2] in _INDEX and any(
        table.rpartition("_")[0] == f"{kind}_{layer}_{column}"
        for kind in ("rtree", "idx")
        for layer, column in shown.columns
    )


def left_in_indexes(dataset, shown: Shown) -> list[tuple[float, float]]:
    """Places in the indexes of layers where no layer has one: they keep what was moved or deleted."""
    nodes = [
        node[_NODE : len(node) - (len(node) - _NODE) % _BOX.itemsize]
        for layer, column in shown.columns
        for kind in ("rtree", "idx")
        for (table,) in _answers(dataset, f"{_TABLES} AND name = {_text(f'{kind}_{layer}_{column}_node')}")
        for node in _bytes_in(dataset, table, "data")
    ]
    boxes = np.frombuffer(b"".join(nodes), _BOX)
    sides = np.column_stack([boxes[one] for one in ("west", "south", "east", "north")]).astype(float)
    sides = sides[np.isfinite(sides).all(axis=1) & sides.any(axis=1)]
    reach = _ROUNDED * np.abs(sides).max(axis=1, initial=0.0)
    points = ((sides[:, 2:] - sides[:, :2]) <= reach[:, None]).all(axis=1)
    places, reach = np.unique((sides[points, :2] + sides[points, 2:]) / 2, axis=0), reach.max(initial=0.0)
    if shown.places and len(places):
        kept = spatial.cKDTree(np.array(list(shown.places)))
        places = places[kept.query(places)[0] > 2 * reach]
    return [(x, y) for x, y in places.tolist()]


def tiles_in(dataset) -> Iterator[Tile]:
    """Tiles of a map, whose rows are counted from the south (MBTiles 1.3)."""
    for told in _answers(dataset, _MAP_TILES):
        zoom, column, row = map(int, told[:3])
        yield Tile(zoom, column, row, bytes.fromhex(told[3]))


def _without_extents(names: list[str], rows: list[list[str]], shown: Shown) -> list[list[str]]:
    """Rows without the boxes of layers, which tell nothing that their shapes do not."""
    at = [place for place, name in enumerate(names) if _EXTENT.fullmatch(name)]
    if len(at) != 4:
        return rows
    return [
        ["" if place in at else cell for place, cell in enumerate(row)]
        if _is_shown([row[place] for place in at], shown)
        else row
        for row in rows
    ]


def _is_shown(box: list[str], shown: Shown) -> bool:
    """Whether a box, its least numbers first, is that of a layer."""
    try:
        west, south, east, north = map(float, box)
    except ValueError:
        return False
    told = np.array([west, east, south, north])
    reach = 2 * _ROUNDED * np.abs(told).max()
    return any(np.abs(told - one).max() <= reach for one in shown.boxes)


def _bytes_in(dataset, table: str, name: str) -> list[bytes]:
    """Bytes of a column, and its texts with zeros."""
    cell, such = (one.format(_quoted(name)) for one in ("hex({0})", _IS_BYTES))
    told = _answers(dataset, f"SELECT {cell} FROM {_quoted(table)} WHERE {such}")
    return [bytes.fromhex(row[0]) for row in told]


def words_of(dataset) -> list[str]:
    """The statements by which a database was made: defaults, conditions, triggers, remarks."""
    return [row[0] for row in _answers(dataset, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]


def told_of_tiles(dataset) -> list[list[str]]:
    """Names and values of what a database of tiles says of them (MBTiles 1.3)."""
    return _answers(dataset, "SELECT name, value FROM metadata")


def deleted_points(free: bytes) -> list[tuple[float, float]]:
    """Points, and ends of open lines, of rows that were deleted: they stay until they are written over."""
    ends = {place for found in _SHAPE.finditer(free) for place in _ends_of(found, free)}
    return sorted(one for one in ends if np.isfinite(one).all())


def _ends_of(found: re.Match[bytes], free: bytes) -> list[tuple[float, float]]:
    """Places of a shape by its beginning; none where it is cut short."""
    kind, at, ends = int.from_bytes(found[1], "little"), found.end(), [0]
    thousands, which = divmod(kind & 0xFFFF, 1000)
    if which == 2:
        last = int.from_bytes(free[at : at + 4], "little") - 1
        at, ends = at + 4, [0, last * 8 * (_NUMBERS[thousands] + (kind >> 31))]
    told = [free[at + one : at + one + 16] for one in ends]
    places = [struct.unpack("<2d", one) for one in told if len(one) == 16]
    return places if which == 1 or len(set(places)) == 2 else []  # of a line that closes the way is not told


def deleted_words(free: bytes) -> list[str]:
    """Texts with as many digits as a place has, in what is left of rows that were deleted or shortened."""
    told = [one for one in _WORDS.findall(free) if len(_DIGIT.findall(one)) >= _DIGITS]
    return [one.decode("utf-8", "replace") for one in told]


def deleted_pairs(free: bytes) -> Floats:
    """Real numbers that follow each other in what is left of such rows, also as texts, shape (n, 2)."""
    told = [
        [float(one.replace(b",", b".")) for one in found.groups()]
        for two in _BESIDE
        for found in two.finditer(b"\n".join(_WORDS.findall(free)))
    ]
    found = [np.array(told, float).reshape(-1, 2)]
    for offset in range(min(8, len(free))):
        values = np.frombuffer(free, ">f8", (len(free) - offset) // 8, offset).astype(float)
        with np.errstate(invalid="ignore"):
            likely = (np.abs(values) > 1e-3) & (np.abs(values) < 1e8)
        at = np.flatnonzero(likely[:-1] & likely[1:])
        found.append(np.column_stack([values[at], values[at + 1]]))
    return np.concatenate(found)


def unused_bytes(data: bytes) -> tuple[bytes, bytes]:
    """What lies on the pages of a database before and between their cells, and its free pages (SQLite, file
    format, 1.6 and 1.5)."""
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else max(size, 512)
    free = _free_pages(data, size)
    between = b"".join(_unused(data, size, free))
    return between, b"".join(data[start : start + size] for start in sorted(free))


def _unused(data: bytes, size: int, free: set[int]) -> Iterator[bytes]:
    for start in range(0, len(data), size):
        page = data[start : start + size]
        head = _HEAD_BYTES if start == 0 else 0
        if start in free or len(page) < size or page[head] not in _CELLS_AT:
            continue
        block, cells, content = struct.unpack(">3H", page[head + 1 : head + 7])
        yield page[head + _CELLS_AT[page[head]] + 2 * cells : content or size]
        seen = 0
        while seen < block <= size - 4:  # they follow one another
            seen = block
            block, length = struct.unpack(">2H", page[block : block + 4])
            yield page[seen + 4 : seen + length] + bytes(8)


def _free_pages(data: bytes, size: int) -> set[int]:
    """Where free pages begin: some of them name the next of their kind and a number of others."""
    free: set[int] = set()
    told = data[_FREE_LIST : _FREE_LIST + 4]
    while len(told) == 4:
        start = (int.from_bytes(told, "big") - 1) * size
        if start < 0 or start in free:
            break
        count = min(int.from_bytes(data[start + 4 : start + 8], "big"), size // 4 - 2)
        others = np.frombuffer(data[start + 8 : start + 8 + 4 * count].ljust(4 * count, b"\0"), ">u4")
        free |= {start, *((others.astype(int) - 1) * size).tolist()}
        told = data[start : start + 4]
    return free


def _answers(dataset, question: str) -> list[list[str]]:
    """Rows of text that a database answers with."""
    answer = dataset.ExecuteSQL(question)
    if answer is None:
        return []
    try:
        return [[row.GetFieldAsString(at) for at in range(row.GetFieldCount())] for row in answer]
    finally:
        dataset.ReleaseResultSet(answer)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"


def _text_of(data: bytes) -> str | None:
    """Bytes of a cell as text, of a geometry as its places; None where nobody can tell what they are."""
    if data.startswith(b"GP\0") and len(data) > 8:
        return _told_places(data[8 + _BOXES.get(data[3] >> 1 & 7, 0) :])
    if data[:1] in (b"\0", b"\1"):
        return _told_places(data)
    zeros = np.frombuffer(data[: len(data) // 2 * 2], np.uint8).reshape(-1, 2) == 0
    if len(zeros) and zeros.mean(axis=0).max() > 0.5:
        return data.decode("utf-16-le" if zeros[:, 1].mean() > 0.5 else "utf-16-be", "replace")
    text = data.replace(b"\0", b" ").decode("utf-8", "replace")
    return None if "\ufffd" in text else text


def _told_places(data: bytes) -> str | None:
    """Places of a geometry in binary form, in words; None where it is none."""
    kind = int.from_bytes(data[1:5], "little" if data[0] else "big") & 0x1FFFFFFF
    if len(data) < 9 or not 1 <= kind % 1000 <= 17:
        return None
    with suppress(RuntimeError):
        shape = ogr.CreateGeometryFromWkb(data)
        return None if shape is None else "; ".join(f"POINT({x!r} {y!r})" for x, y in places_of(shape))
    return None


def places_of(shape) -> list[tuple[float, float]]:
    """Points of a geometry, ends of open lines and centres of circles; other borders are nobody's place."""
    if shape.HasCurveGeometry():
        shape = shape.GetLinearGeometry()
    kind = ogr.GT_Flatten(shape.GetGeometryType())
    if kind == ogr.wkbPoint:
        return [] if shape.IsEmpty() else [(shape.GetX(), shape.GetY())]
    if kind == ogr.wkbLineString:
        return [(x, y) for x, y, *_rest in open_ends(shape.GetPoints() or [])]
    if kind == ogr.wkbPolygon:
        return [place for ring in shape for place in circle_centre(ring.GetPoints() or [])]
    if kind in (ogr.wkbMultiPoint, ogr.wkbMultiLineString, ogr.wkbMultiPolygon, ogr.wkbGeometryCollection):
        return [place for one in shape for place in places_of(one)]
    return []

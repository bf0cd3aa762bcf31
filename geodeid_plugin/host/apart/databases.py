# SPDX-License-Identifier: GPL-2.0-or-later
"""All that a database of SQLite holds: what its layers do not list, and what was deleted but is left."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence

import numpy as np

from ...core.base.arrays import Floats

_HEAD = b"SQLite format 3\0"
_HEAD_BYTES, _FREE_PAGES = 100, 36
"""Bytes of the head of a database, and where in it the number of free pages stands (SQLite, file format)."""
_POINT_BYTES = re.compile(rb"GP\x00[\x00-\x3f].{4}(?:.{32})?\x01\x01\x00\x00\x00(.{16})", re.DOTALL)
"""A point as GeoPackage 1.3 stores it (2.1.3): head, perhaps its box, little-endian WKB."""
_TABLES = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 "
    "AND name NOT IN ('gpkg_spatial_ref_sys', 'spatial_ref_sys')"
)
"""Tables but for the list of reference systems; virtual ones keep what they hold in others."""
_IS_BYTES = "(typeof({0}) = 'blob' OR instr(CAST({0} AS BLOB), x'00') > 0)"
"""Cells that are no text: bytes, and texts that readers cut at a zero."""
_AS_TEXT = f"CASE WHEN {_IS_BYTES} THEN '' ELSE CAST({{0}} AS TEXT) END"
_WORDS, _DIGIT, _DIGITS = re.compile(rb"[\x20-\x7e\x80-\xf4]{8,}"), re.compile(rb"\d"), 6
"""Texts among bytes, and the fewest digits of one that may tell a place."""
_CELLS_AT = {2: 12, 5: 12, 10: 8, 13: 8}
"""Kinds of pages that hold cells, and bytes of their heads before the places of the cells."""


def is_database(data: bytes) -> bool:
    """Tell whether a file is a database of SQLite, as GeoPackages are."""
    return data.startswith(_HEAD)


def emptied_pages(data: bytes) -> int:
    """Pages of a database that are free, but keep the rows that were deleted there until it is compacted."""
    if not is_database(data) or len(data) < _HEAD_BYTES:
        return 0
    return int.from_bytes(data[_FREE_PAGES : _FREE_PAGES + 4], "big")


def tables_of(dataset, layers: list) -> Iterator[Sequence[Sequence[str | None]]]:
    """Rows of every table, the names first, whatever a database says of their types and layers.

    Bytes stand in tables of their own, as the texts or the digits of geometries that they are; None where
    nobody can tell.
    """
    shapes = {(one.GetName(), one.GetGeometryColumn()) for one in layers}
    index = {
        f"{kind}_{table}_{column}_{piece}"
        for table, column in shapes
        for kind in ("rtree", "idx")
        for piece in ("node", "parent", "rowid")
    }
    for (table,) in _answers(dataset, _TABLES):
        if table in index:
            continue
        names = [row[1] for row in _answers(dataset, f"PRAGMA table_xinfo({_quoted(table)})")]
        cells = ", ".join(_AS_TEXT.format(_quoted(one)) for one in names)
        yield [names, *_answers(dataset, f"SELECT {cells} FROM {_quoted(table)}")]
        for name in (one for one in names if (table, one) not in shapes):
            cell, such = (one.format(_quoted(name)) for one in ("hex({0})", _IS_BYTES))
            told = _answers(dataset, f"SELECT {cell} FROM {_quoted(table)} WHERE {such}")
            if told:
                yield [[name], *([_text_of(bytes.fromhex(row[0]))] for row in told)]


def words_of(dataset) -> list[str]:
    """The statements by which a database was made: defaults, conditions, triggers, remarks."""
    return [row[0] for row in _answers(dataset, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]


def deleted_points(data: bytes, kept: set[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points of a GeoPackage whose rows were deleted: their bytes stay until they are written over."""
    points = {struct.unpack("<2d", found[1]) for found in _POINT_BYTES.finditer(data)} - kept
    return sorted(one for one in points if np.isfinite(one).all())


def deleted_words(free: bytes) -> list[str]:
    """Texts with as many digits as a place has, in what is left of rows that were deleted or shortened."""
    told = [one for one in _WORDS.findall(free) if len(_DIGIT.findall(one)) >= _DIGITS]
    return [one.decode("utf-8", "replace") for one in told]


def deleted_pairs(free: bytes) -> Floats:
    """Real numbers that follow each other in what is left of such rows, shape (n, 2)."""
    found = [np.empty((0, 2))]
    for offset in range(min(8, len(free))):
        values = np.frombuffer(free, ">f8", (len(free) - offset) // 8, offset).astype(float)
        with np.errstate(invalid="ignore"):
            likely = (np.abs(values) > 1e-3) & (np.abs(values) < 1e8)
        at = np.flatnonzero(likely[:-1] & likely[1:])
        found.append(np.column_stack([values[at], values[at + 1]]))
    return np.concatenate(found)


def unused_bytes(data: bytes) -> bytes:
    """What lies on the pages of a database before and between their cells (SQLite, file format, 1.6)."""
    return b"".join(_unused(data))


def _unused(data: bytes) -> Iterator[bytes]:
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else max(size, 512)
    for start in range(0, len(data), size):
        page = data[start : start + size]
        head = _HEAD_BYTES if start == 0 else 0
        if len(page) < size or page[head] not in _CELLS_AT:
            continue
        block, cells, content = struct.unpack(">3H", page[head + 1 : head + 7])
        yield page[head + _CELLS_AT[page[head]] + 2 * cells : content or size]
        seen = 0
        while seen < block <= size - 4:  # they follow one another
            seen = block
            block, length = struct.unpack(">2H", page[block : block + 4])
            yield page[seen + 4 : seen + length] + bytes(8)


def as_told(number: float) -> str:
    """A number as SQLite writes it in words."""
    text = f"{number:.15g}"
    return text if "." in text or "e" in text else text + ".0"


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


def _text_of(data: bytes) -> str | None:
    """Bytes of a cell as text, those of a geometry as digits; None where nobody can tell what they are."""
    if data.startswith(b"GP\0"):
        return ""  # points of this form are looked for in the whole file
    if data[:1] in (b"\0", b"\1"):
        return data.hex()
    text = data.replace(b"\0", b" ").decode("utf-8", "replace")
    return None if "\ufffd" in text else text

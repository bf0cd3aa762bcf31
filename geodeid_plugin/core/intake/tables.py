# SPDX-License-Identifier: GPL-2.0-or-later
"""From rows of cells to named columns: notes above and below the table, second headers, numbers, codes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from ..base.arrays import Floats
from ..base.errors import InputError, Phrase, named
from ..exposure.fields.fieldnames import counts_people, is_axis, names_areas, speaks_of_people
from . import numbers
from .cells import Cells, cells_of
from .findings import NOTHING_OFF, Finding, State

_MOST_HEADERS = 3
"""Rows of names, labels and units that may stand above the first row of values."""
_NUMERIC = 0.9
"""Share of the filled cells of a column of numbers that are numbers: some hold a word instead."""
_LOOKED_AT = 2_000
"""Rows, from the whole table, by which columns of numbers are told from words."""
_FULL = 0.6
"""Share of the cells of an ordinary row that a row of names has at least."""
_YEAR = re.compile(r"(1[89]|20)\d\d")
_REMARK = re.compile(
    r"(sources?|quellen?|fuente|fonte|notes?|nota|anm(erkung)?|remarques?|champ|stand)\s?:|[*†©]\s?\w|\(\d\)\s",
    re.IGNORECASE,
)
"""How lines below a table begin that are none of its rows."""
_ZERO = re.compile(r"0\d+")
_ROUNDED = re.compile(r"\d[.,]\d+[eE]\+?\d+")
"""A long code that a spreadsheet took for a number, with its last digits gone."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    cells: tuple[str, ...]
    """As they are written, without the blanks about them."""
    values: Floats | None = None
    """Its numbers, NaN where a cell has no value; None for a column of words or codes."""
    habit: str = numbers.PLAIN
    """How they are written."""


@dataclass(frozen=True)
class RawTable:
    """A table as its author meant it."""

    name: str
    """Of the file or layer."""
    columns: tuple[Column, ...]
    lines: tuple[int, ...]
    """Line or row of the file in which each row stands, from 1."""
    findings: tuple[Finding, ...]

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return [column.name for column in self.columns]

    def column(self, name: str) -> Column:
        """A column by its name."""
        return self.columns[self.names.index(name)]


def table_of(name: str, data: bytes, off: frozenset[str] = NOTHING_OFF) -> RawTable:
    """The table of a file; see :func:`.cells.cells_of` for what is read and refused.

    Examples
    --------
    >>> found = table_of("p.csv", b"My patients\\nzip;lat;lon\\n08784;40,1;-74,5\\n08785;40,2;-74,6\\n")
    >>> found.names, found.column("lat").values.tolist(), [one.key for one in found.findings]
    (['zip', 'lat', 'lon'], [40.1, 40.2], ['separator', 'notes', 'decimal_comma'])
    """
    return table_of_cells(name, cells_of(name, data, off), off)


def table_of_cells(name: str, cells: Cells, off: frozenset[str] = NOTHING_OFF) -> RawTable:
    """The table of rows of cells."""
    tidied = ((line, [numbers.tidy(cell) for cell in row]) for line, row in enumerate(cells.rows, 1))
    rows = [(line, row) for line, row in tidied if any(row)]
    if not rows:
        raise InputError("file.table.none", "“{file}” holds no table. Choose another file.", file=name)
    rows, notes = _without_notes(rows) if "notes" not in off else (rows, [])
    heads, body, headers = _headed(rows, off)
    if not body:
        raise InputError(
            "file.rows.none", "“{file}” holds names of columns and no row below them.", file=name
        )
    width = max(len(heads), *(len(row) for _line, row in body))
    names = _names(heads, width)
    columns = tuple(
        Column(title, tuple(row[at] if at < len(row) else "" for _line, row in body))
        for at, title in enumerate(names)
    )
    columns = tuple(one for one in columns if any(one.cells) or not re.fullmatch(r"field_\d+", one.name))
    columns, written = _with_numbers(columns, cells.separator == ";", off)
    return RawTable(
        name, columns, tuple(line for line, _row in body), (*cells.findings, *notes, *headers, *written)
    )


Row = tuple[int, list[str]]


def _without_notes(rows: list[Row]) -> tuple[list[Row], list[Finding]]:
    """Rows without titles above them and remarks below them."""
    ordinary = median(_filled(row) for _line, row in rows)
    if ordinary < 2:
        return rows, []
    first = next(at for at, (_line, row) in enumerate(rows) if _filled(row) >= max(2, _FULL * ordinary))
    last = len(rows)
    while last > first + 2 and _is_remark(rows[last - 1][1], ordinary):
        last -= 1
    away = [*rows[:first], *rows[last:]]
    if not away:
        return rows, []
    said = Phrase(
        "{count} lines of notes were skipped: {lines}.", count=len(away),
        lines=named([_short(" ".join(filter(None, row))) for _line, row in away], 3),
    )  # fmt: skip
    return rows[first:last], [Finding("notes", said)]


def _filled(row: Sequence[str]) -> int:
    return sum(map(bool, row))


def _is_remark(row: Sequence[str], ordinary: float) -> bool:
    """Whether a row begins as a source or a note does, or holds one cell, the first, with several words: the
    number of a patient is one word, and a row with numbers in most cells is none."""
    first = row[0] if row else ""
    alone = _filled(row) == 1 and bool(re.search(r"[^\W\d_]{2}.*\s\S", first))
    values = sum(map(numbers.looks_numeric, row[1:]))
    return alone or (2 * values < ordinary and bool(_REMARK.match(first)))


def _short(text: str, most: int = 40) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _headed(rows: list[Row], off: frozenset[str]) -> tuple[list[str], list[Row], list[Finding]]:
    """Names of the columns, the rows below, and what was found about the first rows."""
    numeric = _numeric_columns(rows[1:] or rows)
    first = rows[0][1]
    if any(at < len(first) and numbers.looks_numeric(first[at]) and not _YEAR.fullmatch(first[at])
           for at in numeric):  # fmt: skip
        said = Phrase("The table has no names of columns: they are called field_1, field_2 and so on.")
        return [], rows, [Finding("no_header", said, State.NOTED)]
    below, more = rows[1:], list[str]()
    wanted = 0 if "second_header" in off else _MOST_HEADERS - 1
    while len(more) < wanted and len(below) > 1 and _is_second_header(below):
        more.append(_short(" | ".join(filter(None, below[0][1])), 80))
        below = below[1:]
    if not more:
        return first, below, []
    said = Phrase("A second row of headings was skipped: {labels}.", labels=named(more, 2))
    return first, below, [Finding("second_header", said)]


def _numeric_columns(rows: Sequence[Row]) -> list[int]:
    """Columns in which nearly all filled cells are numbers."""
    found, good = Counter[int](), Counter[int]()
    for _line, row in rows[:: max(1, len(rows) // _LOOKED_AT)]:
        for at, cell in enumerate(row):
            if not numbers.is_missing(cell):
                found[at] += 1
                good[at] += numbers.looks_numeric(cell)
    return [at for at, count in found.items() if good[at] >= _NUMERIC * count]


def _is_second_header(rows: list[Row]) -> bool:
    """Whether the first row has words wherever all others have numbers, and no number at all."""
    row = rows[0][1]
    filled = [at for at in _numeric_columns(rows[1:]) if at < len(row) and row[at]]
    if not filled or any(re.search(r"\d", cell) and numbers.looks_numeric(cell) for cell in row):
        return False
    return all(not numbers.is_missing(row[at]) for at in filled)


def _names(heads: Sequence[str], width: int) -> list[str]:
    """Names of all columns, each once, as GDAL calls those without one."""
    taken, names = Counter[str](), []
    for at in range(width):
        title = name = (heads[at] if at < len(heads) else "") or f"field_{at + 1}"
        while name.lower() in taken:
            taken[title.lower()] += 1
            name = f"{title}_{taken[title.lower()]}"
        taken[name.lower()] = 1
        names.append(name)
    return names


def _is_code(column: Column) -> bool:
    """Whether a column of digits holds codes, whose zeros must stay."""
    zeros = any(map(_ZERO.fullmatch, column.cells))
    return zeros or (names_areas(column.name) and not counts_people(column.name))


def _with_numbers(
    columns: tuple[Column, ...], semicolons: bool, off: frozenset[str]
) -> tuple[tuple[Column, ...], list[Finding]]:
    """Columns with their numbers, and how these are written where a computer would not read them."""
    coded = {column.name for column in columns if _is_code(column)}
    marks = {numbers.unambiguous(column.cells) for column in columns if column.name not in coded}
    commas = "." not in marks and (semicolons or "," in marks)
    read, by_habit, rounded = [], dict[str, list[Column]](), list[str]()
    for column in columns:
        if column.name in coded:
            if any(map(_ROUNDED.fullmatch, column.cells)):
                rounded.append(column.name)
            read.append(column)
            continue
        habit = numbers.habit_of(column.cells, commas, is_axis(column.name), speaks_of_people(column.name))
        if habit is None:
            read.append(column)
            continue
        if habit.name in off:
            read.append(replace(column, habit=habit.name))
            continue
        read.append(replace(column, values=numbers.read(column.cells, habit), habit=habit.name))
        if habit.name != numbers.PLAIN:
            by_habit.setdefault(habit.name, []).append(read[-1])
    found = [Finding(key, _written_so(key, those)) for key, those in sorted(by_habit.items())]
    found += _fraction_finding(read)
    if rounded:
        said = Phrase(
            "The codes in {columns} were rounded by a spreadsheet ({example}) and cannot be restored. Use "
            "the file from before it was opened there.", columns=_quoted(rounded),
            example=next(cell for one in columns if one.name == rounded[0] for cell in one.cells
                         if _ROUNDED.fullmatch(cell)),
        )  # fmt: skip
        found.append(Finding("rounded_codes", said, State.WRONG))
    return tuple(read), found


def _fraction_finding(columns: Sequence[Column]) -> list[Finding]:
    """Columns of people that may be a thousand times as many."""
    return [
        Finding("people_fractions", Phrase(
            "“{column}” was read as numbers with decimals, because reading the marks as thousands would "
            "make patients look safer: {example} is {value:g}. If the marks separate thousands, remove "
            "them.", column=one.name,
            example=one.cells[at], value=float(one.values[at]),
        ), State.NOTED)
        for one in columns
        if one.values is not None and one.habit in (numbers.PLAIN, numbers.DECIMAL_COMMA)
        and speaks_of_people(one.name) and numbers.may_be_thousands(one.cells)
        for at in np.flatnonzero(np.isfinite(one.values))[:1]
    ]  # fmt: skip


def _written_so(key: str, columns: Sequence[Column]) -> Phrase:
    one = columns[0]
    at = next(
        at for at, cell in enumerate(one.cells) if re.search(r"[.,' ’]", cell) and re.search(r"\d", cell)
    )
    told = {
        "columns": _quoted([column.name for column in columns]),
        "example": one.cells[at],
        "value": float("nan") if one.values is None else float(one.values[at]),
    }
    if key == numbers.DECIMAL_COMMA:
        return Phrase("Decimal commas of {columns} were read: {example} is {value:g}.", **told)
    return Phrase("Thousands separators in {columns} were removed: {example} is {value:.0f}.", **told)


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)

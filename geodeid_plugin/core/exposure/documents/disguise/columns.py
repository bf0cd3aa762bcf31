# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns and arrays side by side that hold positions, as they are or once they are read otherwise."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ....base.errors import Phrase
from ....geometry.angles import angle
from ..containers.parts import from_base64
from .pairs import NUMBER, SHORTEST_NUMBER, pairs_in
from .positions import Frame, Positions, decimals_of, precision_m
from .spelling import written_out

LEAST_SHARE = 0.8
"""Share of the filled cells of a column that must lie in the frame: totals and notes stand below tables."""
TO_METRES = 15.0
"""Numbers written this finely, as degrees with four decimals are, lead to no true point by chance."""
LEAST_LONG = 10
"""Cells of a column of which most may lie elsewhere."""
MOST_COLUMNS = 300
"""Columns that are compared: a sheet may be sixteen thousand wide."""
_X_NAMES = re.compile(
    r"\b(lon|lng|long|longitude|x|east|easting|xcoord|point_x|x_?coord\w*)\b", re.IGNORECASE
)
_Y_NAMES = re.compile(r"\b(lat|latitude|y|north|northing|ycoord|point y|y coord\w*)\b", re.IGNORECASE)
_VALUE = rf"(?:{NUMBER}|null|NaN)"
_ARRAY = re.compile(rf"\[\s*({_VALUE}(?:\s*,\s*{_VALUE})+)[\s,]*\]")
_NAME_BEFORE = re.compile(r"[\"']?([\w$ .-]{0,40})[\"']?\s{0,9}[:=]\s{0,9}(?:new \w{1,20}\()?$")
_NAME_REACH = 64
"""Letters before an array in which its name stands."""
LEAST_NAMELESS = 5
"""Values of an array without a name: shorter ones are single positions with a height or a weight."""
_TYPED = re.compile(r"([\w$.-]{1,40})[\"']?\s{0,9}:\s{0,9}\{([^{}]*)\}")
_BDATA = re.compile(r"[\"']bdata[\"']\s*:\s*[\"']([A-Za-z0-9+/=\\u]+)[\"']")
_DTYPE = re.compile(r"[\"']dtype[\"']\s*:\s*[\"'](f4|f8|i4|i2|u4|u2|float32|float64|int32)[\"']")
_TYPES = {"float32": "f4", "float64": "f8", "int32": "i4"}
_FULL_DECIMALS = {"f8": 9, "f4": 4}
"""Decimals of a degree that a binary number keeps: single precision 1e-5 degrees near 100."""


def positions_in_table(text: str, frames: Sequence[Frame], tabs: bool = False) -> list[Positions]:
    """Positions in the columns of a table whose cells are parted by tabs, or by commas or semicolons."""
    rows = _table_rows(text, tabs)
    columns, names = _table_columns(rows) if rows else ([], ())
    form = Phrase("columns of a table")
    found = [
        one for way in [columns, *with_minutes(columns)] for one in paired(way, frames, form, partly=True)[0]
    ]
    if len(rows) < len(columns) or not any(one.mostly for one in found):
        found += _turned(rows, frames)
    if len(rows) <= LEAST_ROWS:
        found += _in_few_rows(rows, frames)
    return [_beside(one, names) for one in found]


def positions_across_tables(
    tables: Sequence[tuple[str, bool]], frames: Sequence[Frame]
) -> list[tuple[int, Positions]]:
    """Positions of which one number stands in one table and the other in another, row by row.

    Rows belong together by their first cells, where two tables have the same, else by their order.

    ``tables``: each a text, and whether its cells are parted by tabs. Each with the number of the table that
    holds the eastings.
    """
    known = tuple(frame for frame in frames if not frame.whole_earth)
    kept: list[tuple[int, list[str], list[Column]]] = []
    for number, (text, tabs) in enumerate(tables[:MOST_TABLES]):
        rows = _table_rows(text, tabs)
        if len(rows) <= LEAST_ROWS or any(one.named for one in positions_in_table(text, known, tabs)):
            continue
        columns, names = _table_columns(rows)
        keys = [row[0].strip() if row else "" for row in rows[1 if names else 0 :]]
        alike = [one for one in columns if _may_be_axis(one, known)]
        if alike:
            kept.append((number, keys, alike))
    return _joined_tables(kept, known)


MOST_TABLES = 200
"""Tables of a document that are held against each other."""


def _may_be_axis(column: Column, frames: Sequence[Frame]) -> bool:
    alone = _Together([column])
    return any(
        True
        for reading in READINGS
        for frame in frames
        for axis in (0, 1)
        for _one in _candidates(alone.read(reading, frame), frame, axis)
    )


def _joined_tables(
    kept: list[tuple[int, list[str], list[Column]]], frames: Sequence[Frame]
) -> list[tuple[int, Positions]]:
    found = []
    for at, (number, keys, mine) in enumerate(kept):
        for _other, others_keys, others in kept[at + 1 :]:
            if sorted(keys) == sorted(others_keys) and len(set(keys)) == len(keys):
                order, others_order = np.argsort(keys), np.argsort(others_keys)
            elif len(keys) == len(others_keys):
                order = others_order = np.arange(len(keys))
            else:
                continue
            together = [*(_taken(one, order) for one in mine), *(_taken(one, others_order) for one in others)]
            pairs, _used = paired(together, frames, Phrase("columns of two tables"))
            found += [(number, one) for one in pairs]
    return found


def _taken(column: Column, order: Any) -> Column:
    return replace(column, values=column.values[order], decimals=column.decimals[order])


def _table_rows(text: str, tabs: bool) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines()] if tabs else _rows(text)


def _table_columns(rows: list[list[str]]) -> tuple[list[Column], tuple[str, ...]]:
    """The columns of a table with their decimals, and the names in its first row, if it has any."""
    width = min(max(map(len, rows)), MOST_COLUMNS)
    names = [name.strip() for name in rows[0]]
    header = not any(_number(cell.replace(",", ".")) is not None for cell in names)
    columns = [
        column_of(names[at] if header and at < len(names) else "",
                  [row[at] if at < len(row) else "" for row in rows[1 if header else 0 :]])
        for at in range(width)
    ]  # fmt: skip
    return columns, tuple(name for name in names if name) if header else ()


def _turned(rows: list[list[str]], frames: Sequence[Frame]) -> list[Positions]:
    """Positions of a table that has a row where others have a column."""
    lines = [column_of(row[0].strip(), row[1:]) for row in rows[:MOST_COLUMNS] if len(row) > LEAST_ROWS]
    return paired(lines, frames, Phrase("rows of a table"))[0]


def _in_few_rows(rows: list[list[str]], frames: Sequence[Frame]) -> list[Positions]:
    """Positions of a table of one or two rows, whose short numbers between them are an age or a dose."""
    lines = (" ".join(cell for cell in row if len(cell.strip()) >= SHORTEST_NUMBER) for row in rows)
    return pairs_in("\n".join(lines), frames)


def cells_of(text: str, tabs: bool) -> str:
    """The cells of a table one after the other, parted so that no position is read of two."""
    return "\n#\n".join(cell for row in _table_rows(text, tabs) for cell in row if cell)


def positions_in_records(
    records: Sequence[dict[str, Any]], frames: Sequence[Frame], form: Phrase
) -> list[Positions]:
    """Positions in objects that share their keys, such as the properties of features."""
    flat = [_flat(one) for one in records]
    keys = list(dict.fromkeys(key for one in flat for key in one))[:MOST_COLUMNS]
    if len(flat) < LEAST_ROWS:
        return []
    columns = [column_of(key, [one.get(key, "") for one in flat]) for key in keys]
    found, _used = paired(columns, frames, form, partly=True)
    return [_beside(one, tuple(keys)) for one in found]


def table_of_records(records: Sequence[dict[str, Any]]) -> str:
    """Objects that share their keys as lines of cells parted by tabs, the keys first."""
    flat = [_flat(one) for one in records]
    keys = list(dict.fromkeys(key for one in flat for key in one))[:MOST_COLUMNS]
    rows = [keys, *([one.get(key, "") for key in keys] for one in flat)]
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)


_PARTED = re.compile(r"\d\s?(?:['′’´‘]|[-:]\d|[d°º]\s?\d|deg)")
"""What parts degrees, minutes and seconds; reading them takes time."""


def _flat(record: dict[str, Any]) -> dict[str, str]:
    """Numbers of an object and of what lies in it, by their path, as they are written."""
    found: dict[str, str] = {}
    waiting: list[tuple[str, Any]] = [("", record)]
    while waiting and len(found) < MOST_COLUMNS:
        path, value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend((f"{path}.{key}" if path else str(key), held) for key, held in value.items())
        elif isinstance(value, list) and len(value) <= LEAST_NAMELESS:
            waiting.extend((f"{path}.{at}", held) for at, held in enumerate(value))
        elif isinstance(value, (str, float, int)) and not isinstance(value, bool):
            text = repr(value) if isinstance(value, float) else str(value)
            found[path] = written_out(text) if _PARTED.search(text) else text
    return found


def _beside(one: Positions, names: tuple[str, ...]) -> Positions:
    fields = tuple(name for name in names if name not in one.fields)
    return replace(one, fields=fields)


def positions_in_arrays(text: str, frames: Sequence[Frame]) -> tuple[list[Positions], str]:
    """Positions in arrays side by side, as charts of plotly and Bokeh hold them, and the text without."""
    columns = sorted([*_plain_arrays(text), *_typed_arrays(text)], key=lambda one: -len(one.values))
    columns = columns[:MOST_COLUMNS]
    found, used = paired(columns, frames, Phrase("arrays side by side in a script"), partly=True)
    rest, at = [], 0
    for begin, end in sorted(columns[one].span for one in used):
        rest.append(text[at:begin])
        at = end
    return found, " ".join([*rest, text[at:]])


def _plain_arrays(text: str) -> Iterator[Column]:
    for found in _ARRAY.finditer(text):
        before = _NAME_BEFORE.search(text[max(found.start() - _NAME_REACH, 0) : found.start()])
        name = before[1].strip() if before else ""
        cells = found[1].split(",")
        if len(cells) >= LEAST_NAMELESS or (name and len(cells) > LEAST_ROWS):
            yield replace(column_of(name, cells), span=found.span())


def _typed_arrays(text: str) -> Iterator[Column]:
    """Arrays that are packed as bytes in base64 (plotly from version 6, Bokeh)."""
    for found in _TYPED.finditer(text) if "bdata" in text else ():
        kind, body = _DTYPE.search(found[2]), _BDATA.search(found[2])
        if kind is None or body is None:
            continue
        code = _TYPES.get(kind[1], kind[1])
        raw = from_base64(re.sub(r"\\u002[bB]", "+", re.sub(r"\\u002[fF]", "/", body[1])))
        values = np.frombuffer(raw[: len(raw) // int(code[1]) * int(code[1])], f"<{code}").astype(float)
        yield Column(
            found[1].strip(), values, np.full(len(values), _FULL_DECIMALS.get(code, 0)), found.span()
        )


_PACKED = re.compile(r"(?<=[\"'`>,])[A-Za-z0-9+/_-]{88,}={0,2}(?=[\"'`<)])")
"""Bytes in base64 without a word on their type: five positions or more in single precision."""


def positions_in_packed(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Positions in numbers that a script packs as bytes: one after the other, or half and half."""
    found: list[Positions] = []
    for packed in _PACKED.finditer(text):
        raw = from_base64(packed[0])
        for code in ("f8", "f4"):
            if not raw or len(raw) % (2 * int(code[1])):
                continue
            values = np.frombuffer(raw, f"<{code}").astype(float)
            half = len(values) // 2
            for x, y in ((values[::2], values[1::2]), (values[:half], values[half:])):
                both = [Column("", one, np.full(half, _FULL_DECIMALS[code])) for one in (x, y)]
                found += paired(both, frames, Phrase("numbers packed in base64"))[0]
    return found


def _rows(text: str) -> list[list[str]]:
    head = text[:20_000]
    mark = max("\t,;|", key=lambda one: min((line.count(one) for line in head.splitlines()[:3]), default=0))
    if not head.count(mark):
        return []
    try:
        return [row for row in csv.reader(text.splitlines(), delimiter=mark) if any(row)]
    except csv.Error:
        return [line.split(mark) for line in text.splitlines() if line.strip()]


_SIDED = re.compile(rf"({NUMBER})\s?[°º'′’\"″”]?\s?([NSEWO])?")
_SPACED = re.compile(rf"[+-]?\d{{1,3}}((?:\s+{NUMBER}){{1,2}})\s?[NSEWO]?")
"""Degrees with minutes, and seconds, behind blanks."""


def _number(cell: str) -> str | None:
    """A number as it is written, with the sign of its side of the Earth; None where it is none."""
    cell = cell.strip()
    found = _SIDED.fullmatch(cell)
    if found is not None:
        return f"-{found[1].lstrip('+-')}" if found[2] and found[2] in "SWO" else found[1]
    parts = _SPACED.fullmatch(cell)
    degrees = angle(cell) if parts else np.nan
    if parts is None or not np.isfinite(degrees):
        return None
    finer = parts[1].split()
    return f"{degrees:.{decimals_of(finer[-1]) + 2 * len(finer)}f}"


def column_of(name: str, cells: list[str]) -> Column:
    """A column of cells as they are written."""
    plain = [cell.strip() for cell in cells]
    commas = sum("," in cell for cell in plain)
    if commas > LEAST_SHARE * max(sum(map(bool, plain)), 1):  # decimals after a comma
        plain = [cell.replace(",", ".") for cell in plain]
    values = np.full(len(plain), np.nan)
    decimals = np.zeros(len(plain), int)
    for at, cell in enumerate(plain):
        number = _number(cell)
        if number is not None:
            values[at], decimals[at] = float(number), decimals_of(number)
    if (values[np.isfinite(values)] % 1 == 0).all():  # 42123456.0, as a real field writes whole numbers
        decimals = np.minimum(decimals, 0)
    return Column(name, values, decimals)


def paired(
    written: list[Column], frames: Sequence[Frame], form: Phrase, partly: bool = False
) -> tuple[list[Positions], set[int]]:
    """Pairs of columns of equal length of which one can be x and the other y of a frame.

    ``form``: what the columns stand in. ``partly``: whether columns that are written to metres may lie mostly
    beyond a frame, as tables of a nation do. Gives ``used``: columns that belong to a pair, most of which
    lies in its frame.

    Names settle how their columns are read. Columns without are read in every way: a wrong one that fits by
    chance hides no right one.
    """
    found: list[Positions] = []
    settled: set[int] = set()
    used: set[int] = set()
    together = _Together(written)
    for frame, reading in [(frame, reading) for reading in READINGS for frame in frames]:
        if len(found) >= MOST_WAYS:
            break
        now = together.read(reading, frame)
        xs, ys = (list(_candidates(now, frame, axis, partly)) for axis in (0, 1))
        pairs = sorted(
            ((x, y) for x in xs for y in ys if x[0] != y[0] and len(x[1].values) == len(y[1].values)),
            key=_likely,
        )
        for (x, east), (y, north) in pairs[:MOST_TOGETHER]:
            if {x, y} & settled or (frame.whole_earth and not _says_degrees(east.name, north.name)):
                continue
            values = np.column_stack([east.values, north.values])
            filled = np.isfinite(values).all(axis=1)
            inside = filled & frame.holds(*values.T)
            if not inside.any():
                continue
            decimals = np.minimum(east.decimals, north.decimals)[inside]
            named = _says_axis(east.name, frame, 0) and _says_axis(north.name, frame, 1)
            mostly = bool(2 * inside.sum() > filled.sum())
            found.append(Positions("", form, frame, values[inside], precision_m(frame, decimals),
                                   (east.name, north.name), named=named, mostly=mostly))  # fmt: skip
            used |= {x, y} if named or mostly else set()
            settled |= {x, y} if named else set()
    return found, used


MOST_TOGETHER, MOST_WAYS = 60, 300
"""Pairs of columns that are read as places in one system, the likeliest first, and ways to read a table."""


def _likely(pair: tuple[tuple[int, Column], tuple[int, Column]]) -> tuple[int, bool, int, bool]:
    """Order in which pairs are read: named ones first, then those of one stem, then near ones."""
    (x, east), (y, north) = pair
    return -_named(east.name, north.name), _stem(east.name) != _stem(north.name), abs(x - y), x < y


class _Together:
    """Columns one behind the other: of many thousand, those that lie in a frame are found at once."""

    def __init__(self, written: list[Column]) -> None:
        self.names = [one.name for one in written]
        self.ends = np.cumsum([0, *(len(one.values) for one in written)])
        self.owner = np.repeat(np.arange(len(written)), np.diff(self.ends))
        values = np.concatenate([np.zeros(0), *(one.values for one in written)])
        decimals = np.concatenate([np.zeros(0, int), *(one.decimals for one in written)])
        self.written = Column("", values, decimals)
        self.now: list[Column] = []

    def read(self, reading: str | int, frame: Frame) -> _Together:
        """The same, to be looked at in one reading, in which a frame may have none."""
        self.now = read_as([self.written], reading, frame)
        return self

    def within(self, low: float, high: float, every: bool) -> list[int]:
        """Columns most of which lies in a range; of those with a name, or where every, any of it."""
        if not self.now:
            return []
        values, count = self.now[0].values, len(self.names)
        filled = np.bincount(self.owner[np.isfinite(values)], minlength=count)
        inside = np.bincount(self.owner[(values >= low) & (values <= high)], minlength=count)
        some = np.array([every or bool(name) for name in self.names], bool)
        mostly = inside >= LEAST_SHARE * (1 - 1e-9) * filled  # _fits decides
        found: list[int] = np.flatnonzero((inside > 0) & (some | mostly)).tolist()
        return found

    def column(self, at: int) -> Column:
        """One column in the reading."""
        part = slice(self.ends[at], self.ends[at + 1])
        return Column(self.names[at], self.now[0].values[part], self.now[0].decimals[part])


def _candidates(
    together: _Together, frame: Frame, axis: int, partly: bool = False
) -> Iterator[tuple[int, Column]]:
    """The columns that can be an axis of a frame, by their number; of degrees also without the sign, where a
    heading or nothing says “West”.
    """
    low, high = frame.low[axis], frame.high[axis]
    turns = frame.is_degrees and not frame.whole_earth
    negative = together.within(-high, -low, partly) if turns else []
    for at in sorted({*together.within(low, high, partly), *negative}):
        one = together.column(at)
        if _fits(one, frame, axis, partly):
            yield at, one
        elif turns:
            turned = replace(one, values=-one.values)
            if _fits(turned, frame, axis, partly):
                yield at, turned


_AXIS = re.compile(r"longitude|latitude|long|lng|lon|lat|easting|northing|east|north|x|y", re.IGNORECASE)


def _stem(name: str) -> str:
    """A name without what says its axis: “true_lon” and “true_lat” belong together."""
    return re.sub(r"[_\W]+", "", _AXIS.sub("", name)).lower()


def _fits(column: Column, frame: Frame, axis: int, partly: bool) -> bool:
    """Whether a column can be an axis of a frame; one that is named so may lie mostly beyond it, too."""
    filled = np.isfinite(column.values)
    if filled.sum() < LEAST_ROWS:
        return False
    values = column.values[filled]
    inside = (values >= frame.low[axis]) & (values <= frame.high[axis])
    named = _says_axis(column.name, frame, axis)
    decimals = float(np.median(column.decimals[filled]))
    if not frame.precise(decimals, named):
        return False
    is_long = partly and len(values) >= LEAST_LONG
    if named or (is_long and frame.metres * 10.0**-decimals <= TO_METRES):
        return bool(inside.any())
    return float(inside.mean()) >= LEAST_SHARE


_SAYS = (
    re.compile(r"(?<![a-z])(?:lon|lng)|(?<![a-z])east|länge|longitud", re.IGNORECASE),
    re.compile(r"(?<![a-z])lat(?!e[rx])|(?<![a-z])north|breite|latitud", re.IGNORECASE),
)
_LETTERS = (
    re.compile(r"(?:^|[_ .])x(?:$|[_ .\d])", re.IGNORECASE),
    re.compile(r"(?:^|[_ .])y(?:$|[_ .\d])", re.IGNORECASE),
)
"""Charts have an x and a y as well, but none of six digits and more."""


def _says_axis(name: str, frame: Frame, axis: int) -> bool:
    """Whether a name says that a column is this axis of a map."""
    words = re.sub(r"([a-z])([A-Z])", r"\1_\2", name)
    return bool(_SAYS[axis].search(words) or (frame.is_projected and _LETTERS[axis].search(words)))


def _says_degrees(x: str, y: str) -> bool:
    """Whether both names say longitude and latitude, and not only x and y, as any chart has them."""
    return bool(re.search(r"(?<![a-z])(lon|lng)", x, re.I)) and bool(re.search(r"(?<![a-z])lat", y, re.I))


def _named(x: str, y: str) -> int:
    """2 where both names say what they are, 1 where one does."""
    words = [re.sub(r"[_\W]+", " ", name) for name in (x, y)]
    return bool(_X_NAMES.search(words[0])) + bool(_Y_NAMES.search(words[1]))


LEAST_ROWS = 2
"""Rows of a table of positions; one row is found as a pair of numbers."""


@dataclass(frozen=True)
class Column:
    """A column or array: its name, values (NaN where none), decimals as written, and where it stands."""

    name: str
    values: Any
    decimals: Any
    span: tuple[int, int] = (0, 0)


READINGS = ("plain", *range(-8, 0), 3, "minutes", "seconds")
"""How numbers of columns are read: as they are, times a power of ten, as DDMM.mm, as DDMMSS.ss."""
_METRE_SCALES = (-3, -2, -1, 3)
"""Powers of ten of lengths: millimetres, centimetres, decimetres, kilometres."""
_LEAST_WHOLE = 1e3
"""Degrees times a power of ten, or with minutes beside them, are no smaller."""


def read_as(columns: list[Column], reading: str | int, frame: Frame) -> list[Column]:
    """The columns in one reading, by which a number of a frame can be written; none where it is not.

    ``reading``: one of :data:`READINGS`.
    """
    if reading == "plain":
        return columns
    degrees = frame.is_degrees
    if frame.whole_earth or (isinstance(reading, str) and not degrees):
        return []
    if isinstance(reading, int) and (reading == 3 if degrees else reading not in _METRE_SCALES):
        return []
    return [_in_reading(one, reading) for one in columns]


def _in_reading(column: Column, reading: str | int) -> Column:
    values = column.values
    if isinstance(reading, int):
        kept = np.isfinite(values) & ((column.decimals == 0) | (reading > 0))
        return replace(column, values=np.where(kept, values * 10.0**reading, np.nan),
                       decimals=column.decimals - reading)  # fmt: skip
    size = np.abs(np.where(np.abs(values) >= _LEAST_WHOLE, values, np.nan))
    if reading == "minutes":
        degrees, minutes, seconds = size // 100, size % 100, np.zeros(len(size))
    else:
        degrees, minutes, seconds = size // 10_000, size // 100 % 100, size % 100
    told = np.sign(values) * (degrees + minutes / 60 + seconds / 3600)
    return replace(column, values=np.where((minutes < 60) & (seconds < 60), told, np.nan),
                   decimals=column.decimals + (2 if reading == "minutes" else 4))  # fmt: skip


def with_minutes(columns: list[Column]) -> list[list[Column]]:
    """Degrees put together with the minutes, and seconds, that stand one or two columns further.

    Which minutes belong to which degrees is not known: each list is one way to put them together.

    ``columns``: all of a table, in their order.
    """
    ways = []
    for step, count in ((1, 3), (1, 2), (2, 3), (2, 2)):
        each = [columns[at : at + step * (count - 1) + 1 : step] for at in range(len(columns))]
        ways.append([_put_together(parts) for parts in each if len(parts) == count and _are_parts(parts)])
    return [way for way in ways if len(way) > 1]


def _are_parts(parts: list[Column]) -> bool:
    """Whether columns can be degrees with minutes, or with whole minutes and seconds."""
    whole = not any(one.decimals.any() for one in parts[1:-1])
    return whole and _is_whole_degrees(parts[0]) and all(map(_is_sixtieths, parts[1:]))


def _is_whole_degrees(column: Column) -> bool:
    filled = column.values[np.isfinite(column.values)]
    return len(filled) >= LEAST_ROWS and not column.decimals.any() and bool(np.abs(filled).max() <= 180)


def _is_sixtieths(column: Column) -> bool:
    filled = column.values[np.isfinite(column.values)]
    return len(filled) >= LEAST_ROWS and bool((filled >= 0).all() and (filled < 60).all())


def _put_together(parts: list[Column]) -> Column:
    value = sum(np.abs(one.values) / 60**power for power, one in enumerate(parts))
    sign = np.where(np.signbit(parts[0].values), -1.0, 1.0)
    decimals = parts[-1].decimals + 2 * (len(parts) - 1)
    return Column(parts[0].name, sign * value, decimals)

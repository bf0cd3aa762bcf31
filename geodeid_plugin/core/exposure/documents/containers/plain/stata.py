# SPDX-License-Identifier: GPL-2.0-or-later
"""Data files of Stata: their rows as a table, and every word beside these.

Forms 113 to 115 (Stata 8 to 12) are read by their places, 117 to 119 (Stata 13 to 18) by their marks [1]_.
Labels, notes and long texts are read as words.

References
----------
.. [1] StataCorp. Stata Base Reference Manual, ``help dta``, forms 115, 117 and 118.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .....base.errors import InputError
from ..parts import TABLE, TEXT, Budget, Part, TooMuchError, table_text

OLD = (113, 114, 115)
"""Forms without marks."""
NEW = {117: (2, "I", 33), 118: (2, "Q", 129), 119: (4, "Q", 129)}
"""Bytes of the number of variables, form of the number of rows, and bytes of a name, where marks stand."""
_BEGIN = b"<stata_dta><header><release>"
_NUMBERS = {255: "f8", 254: "f4", 253: "i4", 252: "i2", 251: "i1",
            65526: "f8", 65527: "f4", 65528: "i4", 65529: "i2", 65530: "i1"}  # fmt: skip
"""Kinds of numbers, of the forms without marks and with them."""
_LONG_TEXT = 32768
"""A text of any length: its row holds only where it stands; the words are read with all others."""
_BINARY = 129
"""A long text that is a file."""
_LARGEST = {"f8": 8.988e307, "f4": 1.701e38, "i4": 2147483620, "i2": 32740, "i1": 100}
"""Largest number of each kind: what is above is missing."""
_UNPRINTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]+")
MOST_CELLS = 10_000_000
"""Cells of a file: a million records of ten variables; about 2 GB while they are read."""


@dataclass(frozen=True)
class _Sheet:
    """Where the rows of a file stand, and how they are made."""

    names: list[str]
    kinds: list[int]
    order: str
    rows: int
    start: int


def is_stata(data: bytes) -> bool:
    """Whether a file begins as those of Stata that are read."""
    if data.startswith(_BEGIN):
        return data[28:31] in [str(form).encode() for form in NEW]
    return len(data) > 109 and data[0] in OLD and data[1] in (1, 2) and data[2:4] == b"\x01\0"


def stata_parts(path: str, data: bytes, budget: Budget) -> list[Part]:
    """The rows of a file as a table, and all words beside them.

    Parameters
    ----------
    path : str
    data : bytes
    budget : Budget

    Raises
    ------
    InputError
        The file is damaged or cut short.
    """
    try:
        sheet = _marked(data) if data.startswith(_BEGIN) else _unmarked(data)
        table = _read(sheet, data)
        _look_behind(sheet, data, sheet.start + table.nbytes)
    except (struct.error, ValueError, IndexError, KeyError, OverflowError, StopIteration) as error:
        raise InputError(
            "It is a Stata file that is damaged, cut short, or holds other files. Save its data as CSV and "
            "check that in its place."
        ) from error
    rows = table_text([sheet.names, *_rows(sheet, table)])
    beside = data[: sheet.start] + b"\0" + data[sheet.start + table.nbytes :]
    words = _UNPRINTED.sub("\n", beside.decode("utf-8", "replace")).encode("utf-8", "replace")
    budget.take(len(rows) + len(words))
    return [Part(path, TABLE, rows), Part(f"{path} (labels and notes)", TEXT, words)]


def _read(sheet: _Sheet, data: bytes) -> Any:
    """The rows as an array of records."""
    kinds = [_kind(one, sheet.order) for one in sheet.kinds]
    record = np.dtype([(f"v{at}", kind) for at, kind in enumerate(kinds)])
    if not kinds or sheet.start + sheet.rows * record.itemsize > len(data):
        raise ValueError
    if sheet.rows * len(kinds) > MOST_CELLS:
        raise TooMuchError("It holds more cells than are read. Check it in pieces.")
    return np.frombuffer(data, record, sheet.rows, sheet.start)


def _look_behind(sheet: _Sheet, data: bytes, at: int) -> None:
    """Refuse what stands behind the rows and is no text: files in long texts, files after the end."""
    if not data.startswith(_BEGIN):
        while at < len(data):  # labels of values: their length, a name, themselves
            (length,) = struct.unpack(sheet.order + "I", data[at : at + 4])
            at += 40 + length
        if at != len(data):
            raise ValueError
        return
    if data[at : at + 7] != b"</data>" or not data.rstrip(b"\r\n\0 ").endswith(b"</stata_dta>"):
        raise ValueError
    place = 8 if data[28:31] == b"117" else 12
    at = data.index(b"<strls>", at) + 7
    while data[at : at + 3] == b"GSO":
        at += 3 + place
        if data[at] == _BINARY:
            raise ValueError
        ends = (at + 5 + struct.unpack(order + "I", data[at + 1 : at + 5])[0] for order in "<>")
        at = next(end for end in ends if data[end : end + 3] in (b"GSO", b"</s"))  # pandas mixes the orders
    if data[at : at + 8] != b"</strls>":
        raise ValueError


def _kind(code: int, order: str) -> str:
    if code in _NUMBERS:
        return order + _NUMBERS[code]
    return "V8" if code == _LONG_TEXT else f"S{code}"


def _rows(sheet: _Sheet, table: Any) -> Iterator[tuple[str, ...]]:
    """Cells of each row; a missing number is empty."""
    columns = []
    for at, code in enumerate(sheet.kinds):
        values = table[f"v{at}"]
        if code in _NUMBERS:
            largest = _LARGEST[_NUMBERS[code]]
            columns.append(["" if value > largest else repr(value) for value in values.tolist()])
        elif code == _LONG_TEXT:
            columns.append([""] * sheet.rows)
        else:
            texts = (value.split(b"\0", 1)[0].decode("utf-8", "replace") for value in values.tolist())
            columns.append(list(texts))
    return zip(*columns)


def _marked(data: bytes) -> _Sheet:
    """Of a file whose sections stand between marks."""
    wide, many, letters = NEW[int(data[28:31])]
    order = "<" if _between(data, b"<byteorder>", 3) == b"LSF" else ">"
    count = int.from_bytes(_between(data, b"<K>", wide), "little" if order == "<" else "big")
    (rows,) = struct.unpack(order + many, _between(data, b"<N>", struct.calcsize(many)))
    kinds = struct.unpack(f"{order}{count}H", _between(data, b"<variable_types>", 2 * count))
    names = _between(data, b"<varnames>", letters * count)
    return _Sheet(_named(names, letters), list(kinds), order, rows, data.index(b"<data>") + 6)


def _between(data: bytes, mark: bytes, length: int) -> bytes:
    start = data.index(mark) + len(mark)
    return data[start : start + length]


def _unmarked(data: bytes) -> _Sheet:
    """Of a file whose sections follow one another."""
    order = ">" if data[1] == 1 else "<"
    count, rows = struct.unpack(order + "HI", data[4:10])
    formats = 12 if data[0] == OLD[0] else 49
    at = 109 + count
    names = _named(data[at : at + 33 * count], 33)
    at += 33 * count + 2 * (count + 1) + formats * count + 33 * count + 81 * count
    while True:  # notes, up to one of kind 0
        kind, length = struct.unpack(order + "bI", data[at : at + 5])
        at += 5 + length
        if not kind:
            return _Sheet(names, list(data[109 : 109 + count]), order, rows, at)


def _named(names: bytes, letters: int) -> list[str]:
    each = (names[at : at + letters] for at in range(0, len(names), letters))
    return [one.split(b"\0", 1)[0].decode("utf-8", "replace") for one in each]

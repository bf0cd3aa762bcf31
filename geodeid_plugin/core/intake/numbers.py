# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers as people write them: decimal commas, thousands separators, degrees with minutes, lists.

A list has one grammar: numbers are parted by commas, semicolons or blanks, and have a decimal point. Where a
comma may as well be a decimal comma or part thousands, the list is refused: to guess ``0,2`` as 0 and 2 would
be to mask with a bound that nobody asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..base.arrays import Floats
from ..base.errors import InputError, named
from ..exposure.documents.containers.parts import Number
from ..geometry.angles import angle

_MISSING = frozenset(
    ("", "na", "n/a", "#n/a", "nan", "null", "none", "nd", "n.d.", "k.a.", "s.o.", "-", "--", "–", "—",
     ".", "..", "...", "…", "*", "**", "x", "(x)", "?", "unknown", "inconnu", "unbekannt")
)  # fmt: skip
"""What stands in a cell that has no value, in small letters."""
_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f\u2009\u2007"), " ") | {0x2212: "-"}
"""Blanks between thousands that are none of the keyboard's, and the sign of minus."""
PLAIN, DECIMAL_COMMA = "plain", "decimal_comma"


@dataclass(frozen=True)
class Habit:
    """A way to write numbers: what parts thousands, and what parts the fraction."""

    name: str
    thousands: str
    decimal: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """What a whole cell looks like that is written so."""
        decimal = re.escape(self.decimal)
        if not self.thousands:
            return re.compile(rf"[+-]?(?:\d+(?:{decimal}\d*)?|{decimal}\d+)(?:[eE][+-]?\d+)?")
        parted = re.escape(self.thousands)
        return re.compile(rf"[+-]?(?:[1-9]\d{{0,2}}(?:{parted}\d{{3}})+|\d+)(?:{decimal}\d+)?")

    def value(self, cell: str) -> float:
        """The number of a cell that is written so."""
        plain = cell.replace(self.thousands, "") if self.thousands else cell
        return float(plain.replace(self.decimal, "."))


_PLAIN, _COMMA = Habit(PLAIN, "", "."), Habit(DECIMAL_COMMA, "", ",")
_DOTS = Habit("thousands", ".", ",")
_GROUPED = (
    Habit("thousands", ",", "."), Habit("thousands", " ", ","), Habit("thousands", " ", "."), _DOTS,
    Habit("thousands", "'", "."), Habit("thousands", "’", "."),
)  # fmt: skip
"""Ways to part thousands: English; French and ISO 31-0, with a comma or a point; German; Swiss."""
_THREE_DIGITS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_PATTERNS = {habit: habit.pattern for habit in (_PLAIN, _COMMA, *_GROUPED)}


def tidy(cell: str) -> str:
    """A cell without the blanks about it, its odd blanks and signs as a keyboard writes them.

    >>> tidy(" 1\\u202f234 ")
    '1 234'
    """
    if isinstance(cell, Number):
        return cell
    return (cell if cell.isascii() else cell.translate(_BLANKS)).strip()


def is_missing(cell: str) -> bool:
    """Whether a cell says that it has no value."""
    return tidy(cell).lower() in _MISSING


def looks_numeric(cell: str) -> bool:
    """Whether a cell is a number in any habit."""
    plain = tidy(cell)
    return any(pattern.fullmatch(plain) for pattern in _PATTERNS.values())


def habit_of(cells: Sequence[str], comma_table: bool, axis: bool, people: bool) -> Habit | None:
    """The one way in which all numbers of a column are written; None where it is no column of numbers.

    ``1,234`` and ``1.234`` may be twelve hundred or little more than one: a coordinate has a fraction, a
    count of people has none, and for the rest the other columns decide. They decide of people, too, where
    every number has the mark, for estimates have fractions. A number of a spreadsheet parts no thousands.
    ``comma_table`` is whether fractions stand behind a comma in other columns; ``axis`` and ``people``
    whether the name says that the column holds coordinates, or counts people.

    Examples
    --------
    >>> habit_of(["40,71", "-74,0"], False, False, False).name
    'decimal_comma'
    >>> habit_of(["1,234", "17"], False, False, True).name, habit_of(["40,123"], False, True, False).name
    ('thousands', 'decimal_comma')
    """
    filled = [tidy(cell) for cell in cells if not is_missing(cell)]
    if not filled:
        return None
    fits = {habit for habit, pattern in _PATTERNS.items() if all(map(pattern.fullmatch, filled))}
    counts = people and not axis
    if any(isinstance(cell, Number) and "." in cell for cell in filled):
        fits.discard(_DOTS)
    if _PLAIN in fits:
        dots = counts and _DOTS in fits and any("." in cell for cell in filled)
        return _DOTS if dots and (comma_table or not all("." in cell for cell in filled)) else _PLAIN
    parted = [one for one in _GROUPED if one in fits and any(one.thousands in cell for cell in filled)]
    grouped = next(iter(parted), None)
    grouping = counts and not all("," in cell for cell in filled)
    if _COMMA in fits and (grouped is None or axis or (comma_table and not grouping)):
        return _COMMA
    return grouped


def may_be_thousands(cells: Sequence[str]) -> bool:
    """Whether all numbers of a column that was read with fractions may be a thousand times as large.

    >>> may_be_thousands(["12.512", "3.141"]), may_be_thousands(["12.512", "3.1"])
    (True, False)
    """
    filled = [cell for cell in cells if not is_missing(cell)]
    return all(_THREE_DIGITS.fullmatch(cell) is not None and not isinstance(cell, Number) for cell in filled)


def read(cells: Sequence[str], habit: Habit) -> Floats:
    """Numbers of a column written in one habit, NaN where a cell has no value, shape (n,)."""
    return np.array([np.nan if is_missing(cell) else habit.value(tidy(cell)) for cell in cells], dtype=float)


def unambiguous(cells: Sequence[str]) -> str:
    """``,`` or ``.`` where some cell of a column of numbers can only have its fraction behind it."""
    filled = [tidy(cell) for cell in cells if not is_missing(cell)]
    for mark, habit, other in ((",", _COMMA, _GROUPED[0]), (".", _PLAIN, _DOTS)):
        if filled and all(map(_PATTERNS[habit].fullmatch, filled)) and any(
            mark in cell and not _PATTERNS[other].fullmatch(cell) for cell in filled
        ):  # fmt: skip
            return mark
    return ""


_SIGNS_OF_ANGLES = re.compile(r"[°º'’′\"”″NSEWOd:]|\d\s+\d", re.IGNORECASE)


def angles(cells: Sequence[str]) -> Floats | None:
    """Degrees of a column of angles, NaN where a cell is empty; None where it is no such column."""
    filled = [tidy(cell) for cell in cells if not is_missing(cell)]
    if not filled or not all(_SIGNS_OF_ANGLES.search(cell) for cell in filled):
        return None
    values = np.array([np.nan if is_missing(cell) else angle(cell) for cell in cells], dtype=float)
    return values if np.isfinite(values).sum() == len(filled) else None


_WHOLE = re.compile(r"[0-9]{1,15}")
"""At most 15 digits: every such number is exact as a float, too."""
_REAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_ONE_COMMA = re.compile(r"[^,;\s]*[0-9],[0-9][^,;\s]*")
_LARGEST = 1e300
"""Beyond it, sums and squares of numbers overflow."""


def parse_whole_numbers(text: str, what: str) -> tuple[int, ...]:
    """Read whole numbers of 0 or more; sorted, each once.

    ``what`` the numbers are stands in the error.

    Examples
    --------
    >>> parse_whole_numbers("5; 1 2 2", "K")
    (1, 2, 5)
    """
    text = str(text)
    if ";" in text:
        _refuse_unclear(_ONE_COMMA.findall(text), what)
    pieces = _pieces(text)
    bad = [piece for piece in pieces if not _WHOLE.fullmatch(piece)]
    if bad:
        raise InputError(
            "number.list.not_whole",
            "“{what}”: {values} is not a whole number. Write, for example, 1000, 5000.",
            what=what,
            values=named(bad),
        )
    return tuple(sorted({int(piece) for piece in pieces}))


def parse_numbers(text: str, what: str) -> tuple[float, ...]:
    """Read numbers with a decimal point, in the order in which they stand.

    ``what`` the numbers are stands in the error.

    Examples
    --------
    >>> parse_numbers("0.2; 0.1 .05", "Risk bounds")
    (0.2, 0.1, 0.05)
    """
    text = str(text)
    if "." not in text:
        items = [item.strip(",") for item in text.replace(";", " ").split()]
        _refuse_unclear([item for item in items if item.count(",") == 1], what)
    pieces = _pieces(text)
    bad = [piece for piece in pieces if not _is_number(piece)]
    if bad:
        raise InputError(
            "number.list.not_number",
            "“{what}”: {values} is not a number. Write, for example, 0.2, 0.1, 0.05.",
            what=what,
            values=named(bad),
        )
    return tuple(float(piece) for piece in pieces)


def _pieces(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").split()


def _is_number(piece: str) -> bool:
    return bool(_REAL.fullmatch(piece)) and abs(float(piece)) < _LARGEST


def _refuse_unclear(pieces: list[str], what: str) -> None:
    if pieces:
        raise InputError(
            "number.list.ambiguous",
            "“{what}”: {values} may be one number or two. Write decimals with a point, and blanks or "
            "semicolons between numbers: 0.2; 0.1.",
            what=what,
            values=named(pieces),
        )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Lists of numbers as people type them into one line of a dialog.

One grammar for all of them: numbers are parted by commas, semicolons or blanks, and have a decimal
point. Where a comma may as well be a decimal comma or part thousands, the list is refused: to guess
``0,2`` as 0 and 2 would be to mask with a bound that nobody asked for.
"""

from __future__ import annotations

import re

from .errors import InputError, named

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

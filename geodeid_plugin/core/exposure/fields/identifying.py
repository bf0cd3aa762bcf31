# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns that are identifiers by their behaviour, whatever they are called.

A released column by which every row of the input can be found again undoes the masking: whoever holds
the input, or a list with the same numbers, joins the two. These are pure functions on lists of values.
"""

from __future__ import annotations

import re
from typing import Any

from ...base.identity import canonical

_CODE = re.compile(r"(\D*)(\d{1,18})(\D*)", re.ASCII)
_LEAST_ROWS = 5
"""Fewer values are consecutive too often by chance: among ages of 20 to 90, two are in 1 of 36 files."""
_MOST_SHARING = 0.1
"""A column is unique for its records if at most this share of them has a value that another has, too:
one doubled entry, or two visits of one patient, make an identifier no less of one."""
_LEAST_TOLD = 100
"""Smallest number that stands in a code of 11 digits by chance in about 1 of 100 cases."""
_LEAST_DIGITS = 5
"""Shortest codes whose leading zeros are looked for: postal codes and counties of the United States."""
_CODE_NAMES = re.compile(
    r"zip|zcta|post|plz|fips|geoid|tract|gisjoin|insee|iris|comm?une|cp$|nuts|lau|ags", re.IGNORECASE
)


def is_numbering(values: Any) -> bool:
    """Tell whether a column numbers its rows: whole numbers without a gap, in any order.

    Text with the same letters about the number (``P001``, ``P002``) counts as well. Fewer than 5 values
    are never one.

    Parameters
    ----------
    values : sequence
        Values of all rows; None where missing.

    Examples
    --------
    >>> is_numbering([3, 1, 2, 5, 4]), is_numbering(["p7", "p8", "p9", "p10", "p11"])
    (True, True)
    >>> is_numbering([34, 51, 51, 70, 18])
    False
    """
    numbers, letters = set(), set()
    for value in values:
        if value is None:
            return False
        found = _numbered(value)
        if found is None:
            return False
        before, number, after = found
        letters.add((before, after))
        numbers.add(number)
        if len(letters) > 1:
            return False
    whole = len(numbers) == len(values) >= _LEAST_ROWS
    return whole and max(numbers) - min(numbers) == len(numbers) - 1


def _numbered(value: object) -> tuple[str, int, str] | None:
    """Letters before, number and letters after; None for what holds no whole number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return ("", int(value), "") if float(value).is_integer() else None
    found = _CODE.fullmatch(value.strip()) if isinstance(value, str) else None
    return (found[1], int(found[2]), found[3]) if found else None


def repeats_codes(numbers: Any, codes: Any) -> bool:
    """Tell whether most numbers stand in the codes of their own rows, as tract 201 in 36001020100.

    Numbers of one or two digits stand in any code by chance, and say nothing; fewer than 5 others neither.

    Parameters
    ----------
    numbers : sequence of float
        Values of all rows.
    codes : sequence
        The rows' codes; empty where there are none.

    Examples
    --------
    >>> codes = ["36001000100", "36001000201", "36001000300", "36001000401", "36001000403"]
    >>> repeats_codes([100, 201, 300, 401, 403], codes)
    True
    >>> repeats_codes([4211, 3980, 100, 5120, 2744], codes)
    False
    """
    long = [(number, code) for number, code in zip(numbers, codes) if abs(number) >= _LEAST_TOLD]
    found = sum(float(number).is_integer() and str(int(number)) in str(code) for number, code in long)
    return len(long) >= _LEAST_ROWS and 2 * found > len(long)


def is_unique(values: Any) -> bool:
    """Tell whether nearly every record has a value of its own in a column.

    Missing values are passed over; a column with one value, or none, tells nobody apart.

    Parameters
    ----------
    values : sequence
        Values of all rows; None where missing. Lists and mappings count as their text.

    Examples
    --------
    >>> is_unique(["a", "b", "c"]), is_unique(["f", "m", "m", "f"])
    (True, False)
    """
    counts: dict[str, int] = {}
    rows = 0
    for value in values:
        if value is not None:
            rows += 1
            key = canonical(value)
            counts[key] = counts.get(key, 0) + 1
    shared = sum(count for count in counts.values() if count > 1)
    return rows > 1 and shared <= _MOST_SHARING * rows


def lost_leading_zeros(field: str, values: Any) -> bool:
    """Tell whether codes were probably turned into numbers, as ZIP code 08784 into 8784.

    They were where whole numbers, which do not number the rows, have both the full length of 5 or more
    digits and one less; or four digits under a name such as ``zip``.

    Parameters
    ----------
    field : str
        Name of the column.
    values : sequence
        Its values; None where missing.

    Examples
    --------
    >>> lost_leading_zeros("code", [8784, 10001, 12207]), lost_leading_zeros("code", ["08784", "10001"])
    (True, False)
    """
    numbers = [value for value in values if value is not None]
    if not numbers or not all(_is_whole(value) for value in numbers) or is_numbering(numbers):
        return False
    lengths = {len(str(int(value))) for value in numbers}
    longest = max(lengths)
    if longest == _LEAST_DIGITS - 1 and lengths == {longest}:
        return bool(_CODE_NAMES.search(field))
    return longest >= _LEAST_DIGITS and lengths == {longest - 1, longest}


def _is_whole(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return value >= 0 and float(value).is_integer()

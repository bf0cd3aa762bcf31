# SPDX-License-Identifier: GPL-2.0-or-later
"""What makes two identifiers the same: one law for areas, records and patients.

The same code comes as 17 from a database, as 17.0 from a shapefile or a spreadsheet, as " 17 " from a
form, and "Zoë" comes composed or decomposed. These are one identifier. ``P1`` and ``p1``, ``012`` and
``12`` may be one or two: nobody but the user knows, so they are never made equal, but noticed.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

SCHEME = "1"
"""Version of this law. A store of identifiers keeps it: under another law the same patient is a stranger."""

_EXACT = 2.0**53
"""From here on a float no longer tells neighbouring whole numbers apart."""

_LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_WHOLE_AS_TEXT = re.compile(r"^([+-]?\d+)[.,]0+$")
_BLANKS = re.compile(r"\s+")


def canonical(value: Any) -> str:
    """The canonical text of an identifier; two identifiers are the same where these are equal.

    Empty where there is none.

    Examples
    --------
    >>> canonical(17), canonical(17.0), canonical(" 17 ")
    ('17', '17', '17')
    >>> canonical("Zoe\\u0308") == canonical("Zo\\u00eb")
    True
    >>> canonical("P1") == canonical("p1")
    False
    """
    if value is None or value != value:
        return ""
    whole = not isinstance(value, bool) and hasattr(value, "is_integer") and value.is_integer()
    if whole and abs(value) < _EXACT:
        value = int(value)
    # Compatibility forms can put blanks where there were none, and blanks between combining signs.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", str(value)).strip())


def folded(text: str) -> str:
    """What lookalikes share: case, leading zeros, blanks and a decimal zero are left out.

    Examples
    --------
    >>> folded("P012") == folded("p12"), folded("17.0") == folded("17"), folded("A 1") == folded("A1")
    (True, True, True)
    """
    whole = _WHOLE_AS_TEXT.sub(r"\1", text)
    return _LEADING_ZEROS.sub("", _BLANKS.sub("", unicodedata.normalize("NFKC", whole.casefold())))


def unaccented(text: str) -> str:
    """Small letters of a text without accents, as names of columns are compared.

    >>> unaccented("Längengrad")
    'langengrad'
    """
    parted = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def composed(text: str) -> str:
    """A text whose accents are one character with their letter."""
    return unicodedata.normalize("NFC", text)


def keyed_hash(key: bytes, text: str) -> str:
    """HMAC-SHA-256 of a text in hexadecimal digits: what only the holder of the key can make or try."""
    return hmac.new(key, text.encode("utf-8"), hashlib.sha256).hexdigest()


def rows_of(values: Iterable[object]) -> dict[str, int]:
    """Row of each identifier, by its canonical text; of equal ones the last."""
    return {canonical(value): row for row, value in enumerate(values)}

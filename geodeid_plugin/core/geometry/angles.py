# SPDX-License-Identifier: GPL-2.0-or-later
"""Degrees as people write them, with minutes, seconds and the letters of the compass."""

from __future__ import annotations

import re

from ..base.identity import composed

_ANGLE = re.compile(
    r"(?P<before>[NSEWO])?\s*(?P<sign>[+-])?\s*(?P<deg>\d{1,3}(?:[.,]\d+)?)\s*(?:[°ºd:]\s*)?"
    r"(?:(?<=[°ºd:\s])(?P<min>\d{1,2}(?:[.,]\d+)?)\s*(?:['’′m:]|\s|$)\s*)?"
    r"(?:(?P<sec>\d{1,2}(?:[.,]\d+)?)\s*(?:[\"”″s]|''|’’|′′)?\s*)?(?P<after>[NSEWO])?",
    re.IGNORECASE,
)


_LOOK_ALIKE = str.maketrans(
    {**dict.fromkeys("´ʹʼ‘", "'"), **dict.fromkeys("ʺ˝“", "″"), **dict.fromkeys("∘⁰ᵒ", "°")}
)
_WORDS = (
    (re.compile(r"(?<=\d)(?:\s?(?:deg(?:rees?)?\b|degrés?\b|grad(?:[oi]s?)?\b)\.?|o)(?=\s?\d{1,2}\D)"), "°"),
    (re.compile(r"(°\s?\d{1,2}(?:[.,]\d+)?)\s?(?:min(?:ut\w{1,2})?|m)\b\.?"), r"\1'"),
    (re.compile(r"('\s?\d{1,2}(?:[.,]\d+)?)\s?(?:sec(?:ond\w{1,2})?|seg(?:undos)?|s)\b\.?"), r"\1″"),
)
"""Words and letters for the marks of degrees, minutes and seconds."""


def with_marks(text: str) -> str:
    """A text in which degrees, minutes and seconds have marks, for what looks like these and for words.

    No quotation marks come in, which would open cells of a table.

    >>> print(with_marks("42 deg 30 min 15.2 sec N, 76º07´57.8´´W"))
    42° 30' 15.2″ N, 76º07'57.8''W
    """
    text = text.translate(_LOOK_ALIKE)
    for words, mark in _WORDS:
        text = words.sub(mark, text)
    return text


def angle(cell: str) -> float:
    """Degrees of a cell with minutes, seconds or a letter of the compass; NaN where it is none.

    ``O`` is west, as in French, Spanish and Italian (ouest, oeste, ovest); digits without a mark between
    degrees and minutes are none, for nobody can tell where they part.

    >>> round(angle("40° 42' 51\\" N"), 4), round(angle("74°00,35'O"), 4), angle("40.5")
    (40.7142, -74.0058, 40.5)
    """
    found = _ANGLE.fullmatch(with_marks(composed(" ".join(cell.split()).replace("\u2212", "-"))))
    if found is None:
        return float("nan")
    degrees, minutes, seconds = (
        float(found[name].replace(",", ".")) if found[name] else 0.0 for name in ("deg", "min", "sec")
    )
    if minutes >= 60 or seconds >= 60:
        return float("nan")
    letter = (found["before"] or found["after"] or "").upper()
    value = degrees + minutes / 60 + seconds / 3600
    return -value if found["sign"] == "-" or letter in tuple("SWO") else value

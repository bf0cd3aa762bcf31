# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns of numbers that each stand behind the same words: fields of forms, styles, records of any form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .....base.errors import Phrase
from ..pairs import NUMBER, SHORTEST_NUMBER
from ..positions import Frame, Positions
from .columns import MOST_COLUMNS, column_of, paired
from .readings import LEAST_ROWS

_BEHIND = re.compile(rf"(?<![\w.])(?:{NUMBER})(?![\w.]*\d)")
_REACH = 40
"""Letters before a number that say what it is."""
_BREAKS = re.compile(r"[<{\[(;\n]")
"""Where what is said of a number begins anew."""
_DIGITS, _LETTER = re.compile(r"\d+"), re.compile(r"[^\W\d]")


def positions_behind_words(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Positions whose two numbers each stand behind the same words in every record.

    Parameters
    ----------
    text : str
    frames : sequence of Frame

    Examples
    --------
    >>> from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE
    >>> boston = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE)
    >>> text = ".a{--u:-71.05891;--v:42.36012} .b{--u:-71.05902;--v:42.36123}"
    >>> [one.xy.tolist() for one in positions_behind_words(text, [boston])]
    [[[-71.05891, 42.36012], [-71.05902, 42.36123]]]
    """
    behind: dict[str, list[str]] = {}
    end = 0
    for number in _BEHIND.finditer(text):
        said = _BREAKS.split(text[max(end, number.start() - _REACH) : number.start()])[-1]
        if _LETTER.search(said):
            behind.setdefault(_DIGITS.sub("#", said), []).append(number[0])
        end = number.end()
    columns = [column_of("", cells) for cells in behind.values()
               if len(cells) >= LEAST_ROWS and max(map(len, cells)) >= SHORTEST_NUMBER]  # fmt: skip
    form = Phrase("numbers behind the same words")
    return paired(columns[:MOST_COLUMNS], frames, form, partly=True)[0]

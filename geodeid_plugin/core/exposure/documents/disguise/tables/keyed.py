# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers behind words: names of coordinates (YAML, TOML, XML, RDF), or words that every record repeats."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from .....base.errors import Phrase
from ..pairs import NUMBER, SHORTEST_NUMBER
from ..positions import Frame, Positions, decimals_of, precision_m
from .columns import MOST_COLUMNS, column_of, paired
from .readings import LEAST_ROWS

_KEYED = re.compile(
    r"(?<![A-Za-z])(?:(lat(?:itude)?|north(?:ing)?|y)|(lon(?:g(?:itude)?)?|lng|east(?:ing)?|x))(?:_?(?:dd|wgs84|deg))?"
    r"[\"']?\s{0,3}[:=> ]\s{0,3}[\"']?([+-]?\d{1,9}(?:\.\d+)?)(?![\w.]*\d)",
    re.IGNORECASE,
)
"""A name of either coordinate, a mark, and a number."""
_WIDEST = 2_000
"""Letters between the two numbers of a record with long notes."""
_BEHIND = re.compile(rf"(?<![\w.])(?:{NUMBER})(?![\w.]*\d)")
_REACH = 40
"""Letters before a number that say what it is."""
_BREAKS = re.compile(r"[<{\[(;\n]")
"""Where what is said of a number begins anew."""
_DIGITS, _LETTER = re.compile(r"\d+"), re.compile(r"[^\W\d]")


def positions_under_names(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Positions whose two numbers stand under the names of coordinates, each behind its own.

    Parameters
    ----------
    text : str
    frames : sequence of Frame

    Examples
    --------
    >>> from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE
    >>> boston = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE)
    >>> text = "lat: 42.36012, age: 40, lon: -71.05891"
    >>> [one.xy.tolist() for one in positions_under_names(text, [boston])]
    [[[-71.05891, 42.36012]]]
    """
    known = [one for one in frames if not one.whole_earth]
    kept: dict[str, list[tuple[float, float, int]]] = {}
    before: re.Match[str] | None = None
    for one in _KEYED.finditer(text) if known else ():
        if before is None or bool(before[1]) == bool(one[1]) or one.start() - before.end() > _WIDEST:
            before = one
            continue
        north, east = (before, one) if before[1] else (one, before)
        x, y, decimals = float(east[3]), float(north[3]), min(decimals_of(east[3]), decimals_of(north[3]))
        frame = next((each for each in known if each.holds(x, y) and each.precise(decimals)), None)
        if frame is not None:
            kept.setdefault(frame.name, []).append((x, y, decimals))
        before = None
    form = Phrase("numbers under names of coordinates")
    return [
        Positions("", form, frame, np.array(kept[frame.name])[:, :2],
                  precision_m(frame, np.array(kept[frame.name])[:, 2]))
        for frame in known
        if frame.name in kept
    ]  # fmt: skip


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

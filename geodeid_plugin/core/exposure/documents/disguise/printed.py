# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions in what programs print: vectors and tables of columns parted by blanks, numbers behind words.

The words are names of coordinates (YAML, TOML, XML, RDF), or those that every record repeats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ....base.errors import Phrase
from .columns import LEAST_NAMELESS, LEAST_ROWS, MOST_COLUMNS, Column, column_of, paired
from .pairs import NUMBER, SHORTEST_NUMBER
from .positions import Frame, Positions, decimals_of, precision_m

_INDEX = re.compile(r"\s*\[(\d+)\]\s")
"""R begins each line of a vector with the number of its first value."""
_NUMBER = re.compile(NUMBER)
_PARTED = re.compile(r"[\s,;|\"']+")
_NAME = re.compile(r"\s*([^\W\d][\w .()°-]{0,40}?)\s*[:=]\s*(?=[-+.\d\[(])")
"""A name before the numbers of a line: “Latitudes: 42.1, 42.2”."""
_LEAST_FINE = 5
"""Letters of a number that points at a place: 7.123 degrees, 10000 metres."""
MOST_LINES = 1_000_000
"""Lines that are looked at; a text with more is read pair by pair alone."""


def positions_in_spaced(text: str, frames: Sequence[Frame]) -> tuple[list[Positions], str]:
    """Positions in printed vectors one after the other, and in printed tables with columns between the two.

    Gives ``rest``: the text without the lines that hold them.

    >>> from geodeid_plugin.core.geometry.sphere import METRES_PER_DEGREE
    >>> boston = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), METRES_PER_DEGREE)
    >>> printed = "[1] -71.1101 -71.1202 -71.1303\\n[4] -71.1404 -71.1505\\n[1] 42.3101 42.3202"
    >>> printed += "\\n[3] 42.3303 42.3404 42.3505"
    >>> [len(one) for one in positions_in_spaced(printed, [boston])[0]]
    [5]
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        return [], text
    vectors = list(_vectors(lines))
    found, used = paired(
        [column for column, _lines in vectors], frames, Phrase("vectors one after the other")
    )
    gone = {line for at in used for line in vectors[at][1]}
    for block, its_lines in _blocks(lines):
        heads = [] if any(map(_NUMBER.fullmatch, block[0])) else block[0]
        columns = [_column([row[at] for row in block], heads[at] if heads else "")
                   for at in range(min(len(block[0]), MOST_COLUMNS))]  # fmt: skip
        if not gone.isdisjoint(its_lines):
            continue
        pairs, used = paired(columns, frames, Phrase("columns of a table"), partly=True)
        found += pairs
        if used and max(used) - min(used) >= len(used):  # side by side they are read pair by pair as well
            gone.update(its_lines)
    if not gone:
        return found, text
    return found, "\n".join(line for at, line in enumerate(lines) if at not in gone)


@dataclass
class _Run:
    """Numbers that follow one another, the lines on which they stand, and what names them."""

    name: str
    numbers: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    is_open: bool = False

    def takes(self, index: re.Match[str] | None, count: int) -> bool:
        """Whether a line of so many numbers goes on with it: by R's index, behind a comma, or one a line."""
        if index is not None:
            return int(index[1]) == len(self.numbers) + 1
        return not self.numbers or self.is_open or (count == 1 and len(self.numbers) == len(self.lines))


def _vectors(lines: list[str]) -> Iterator[tuple[Column, list[int]]]:
    """Each run of five numbers or more, with its lines."""
    run = _Run("")
    for at, line in enumerate([*lines, ""]):
        told, index = _NAME.match(line), _INDEX.match(line)
        begin = told or index
        words = _NUMBER_MARKS.sub(" ", line[begin.end() if begin else 0 :]).split()
        are_numbers = bool(words) and all(map(_NUMBER.fullmatch, words))
        if not are_numbers or told or not run.takes(index, len(words)):
            if len(run.numbers) >= LEAST_NAMELESS:
                yield _column(run.numbers, run.name), run.lines
            heading = "" if are_numbers or len(line) > _LONGEST_HEADING else line.strip()
            run = _Run(told[1] if told else heading)
        if are_numbers:
            run.numbers += words
            run.lines.append(at)
            run.is_open = line.rstrip().endswith(",")


_NUMBER_MARKS = re.compile(r"[,;()\[\]]")
_LONGEST_HEADING = 30
"""Letters of a line of its own that names the numbers below it."""


def _blocks(lines: list[str]) -> Iterator[tuple[list[list[str]], range]]:
    """Lines in a row with as many words each, three or more; with their lines."""
    block: list[list[str]] = []
    for at, line in enumerate([*lines, ""]):
        words = [word for word in _PARTED.split(line.strip()) if word]
        if block and len(words) != len(block[0]):
            if len(block) >= LEAST_ROWS:
                yield block, range(at - len(block), at)
            block = []
        if len(words) > 2:
            block.append(words)


def _column(words: list[str], name: str = "") -> Column:
    return column_of(
        name, [word if len(word) >= _LEAST_FINE and _NUMBER.fullmatch(word) else "" for word in words]
    )


_KEYED = re.compile(
    r"(?<![A-Za-z])(?:(lat(?:itude)?|north(?:ing)?|y)|(lon(?:g(?:itude)?)?|lng|east(?:ing)?|x))(?:_?(?:dd|wgs84|deg))?"
    r"(?:[\"']?\s{0,3}[:=> ]\s{0,3}[\"']?|[\"']?\s{0,9}/?>?\s{0,80}(?:</?[\w:.-]{1,40}\s{0,9}>?\s{0,80}){0,3}"
    r"(?:[\w:.-]{1,20}=[\"'])?)([+-]?\d{1,9}(?:\.\d+)?)(?![\w.]*\d)",
    re.IGNORECASE,
)
"""A name of either coordinate, a mark or elements and attributes of XML, and a number."""
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

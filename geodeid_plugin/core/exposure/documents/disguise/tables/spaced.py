# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns and vectors parted by blanks, as programs of statistics print them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from .....base.errors import Phrase
from ..pairs import NUMBER
from ..positions import Frame, Positions, decimals_of
from .columns import LEAST_NAMELESS, MOST_COLUMNS, paired
from .readings import LEAST_ROWS, Column

_INDEX = re.compile(r"\s*\[(\d+)\]\s")
"""R begins each line of a vector with the number of its first value."""
_NUMBER = re.compile(NUMBER)
_PARTED = re.compile(r"[\s,;|\"']+")
_LEAST_FINE = 5
"""Letters of a number that points at a place: 7.123 degrees, 10000 metres."""
MOST_LINES = 1_000_000
"""Lines that are looked at; a text with more is read pair by pair alone."""


def positions_in_spaced(text: str, frames: Sequence[Frame]) -> tuple[list[Positions], str]:
    """Positions in printed vectors one after the other, and in printed tables with columns between the two.

    Parameters
    ----------
    text : str
    frames : sequence of Frame

    Returns
    -------
    found : list of Positions
    rest : str
        The text without the lines that hold them.

    Examples
    --------
    >>> boston = Frame("EPSG:4326", (-72.0, 42.0), (-70.0, 43.0), 111_195.0)
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
        columns = [_column([row[at] for row in block]) for at in range(min(len(block[0]), MOST_COLUMNS))]
        if not gone.isdisjoint(its_lines):
            continue
        pairs, used = paired(columns, frames, Phrase("columns of a table"))
        if used and max(used) - min(used) >= len(used):  # side by side they are read pair by pair
            found += pairs
            gone.update(its_lines)
    if not gone:
        return found, text
    return found, "\n".join(line for at, line in enumerate(lines) if at not in gone)


def _vectors(lines: list[str]) -> Iterator[tuple[Column, list[int]]]:
    """Each line of five numbers or more, and lines that R numbers, put together; with their lines."""
    held: list[str] = []
    its_lines: list[int] = []
    for at, line in enumerate([*lines, "[1] 0"]):
        index = _INDEX.match(line)
        words = line[index.end() :].split() if index else line.split()
        if not words or not all(map(_NUMBER.fullmatch, words)):
            continue
        if index is None:
            if len(words) >= LEAST_NAMELESS:
                yield _column(words), [at]
            continue
        if int(index[1]) != len(held) + 1:
            if len(held) >= LEAST_NAMELESS:
                yield _column(held), its_lines
            held, its_lines = [], []
        held += words
        its_lines.append(at)


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


def _column(words: list[str]) -> Column:
    kept = [word if len(word) >= _LEAST_FINE and _NUMBER.fullmatch(word) else "" for word in words]
    values = np.array([float(word) if word else np.nan for word in kept])
    return Column("", values, np.array([decimals_of(word) if word else 0 for word in kept], int))

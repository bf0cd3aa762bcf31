# SPDX-License-Identifier: GPL-2.0-or-later
"""Pairs of numbers in words and scripts that are positions: arrays, attributes, sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from ....base.errors import Phrase
from .positions import Frame, Positions, circle_centre, decimals_of, precision_m

NUMBER = r"[+-]?\d{1,9}(?:\.\d+)?(?:[eE][+-]?\d{1,2})?"
_NUMBERS = re.compile(rf"(?<![\w.]){NUMBER}(?![\w.]*\d)")
_FILLING = re.compile(r"[\s,;|()\[\]{}\"':=°/&<>+_.-]+")
_BETWEEN = re.compile(
    r"[NSEWO]|and|und|et|y|nbsp|x|by|deg(?:rees?)?|degrés?|grad|grados|"
    r"north|south|east|west|nord|sud|süd|ost|est|ouest|norte|sur|este|oeste", re.IGNORECASE,
)  # fmt: skip
"""Words that may stand between the two numbers of a position beside the name of the second."""
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,500}>|&nbsp;|&#160;")
_TAGS_GAP = 600
"""Letters between the two numbers where tags stand there, which say nothing."""
WIDEST_GAP = 60
"""Letters between the two numbers: the name of the second and its quotes."""
_NAMES = re.compile(
    r"(?<![a-z])lat|(?<![a-z])lon(?![a-z]*e[rs])|lng|heat|:pos|coord|geometr|marker|point|position|location|"
    r"wkt|gps|east|north|centre|center|where|^[xy]$",
    re.IGNORECASE,
)
_NAME_REACH = 80
"""Letters before a number in which a name must say that it is a position, where no region is known."""
MOST_WORDS = 4
"""Words between the two numbers: “degrees north and longitude”."""
SHORTEST_NUMBER = 5
"""Letters of a number that points at a place: 7.123 degrees, 10000 metres."""
MOST_PAIRS = 2_000_000
"""Positions kept of one part."""
_LARGEST_GAP = 120
"""Letters between two positions of one run, pretty-printed JSON with heights included."""


def pairs_in(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Positions among the numbers of a text that follow one another.

    A pair counts as a position where both numbers are written finely enough and lie in a frame, in
    either order; where nothing is known of the region a name before it must say so, too. Closed rings
    are told apart from points.

    Gives one for each frame that holds some; without path. Lengths that lie in several are read in each of
    them, after the first as numbers that nothing says to be places.
    """
    found: dict[tuple[str, bool, bool], list[tuple[float, float, int, int]]] = {}
    elsewhere: dict[str, list[tuple[float, float, int, int]]] = {}
    used, turned = -1_000_000, False
    for before, number, after in _threes(_NUMBERS.finditer(text)):
        if before.start() < used or not _beside(text, before, number):
            continue
        if after is not None and _beside(text, number, after) and (
            _distance(text, number, after) + _CLEARLY < _distance(text, before, number)
        ) and _position(text, number, after, frames, None) is not None:  # fmt: skip
            continue  # a single number before the first pair of a row: “… 76.1; 42.5, -76.2; …”
        run = turned if before.start() - used <= _LARGEST_GAP else None
        told = _position(text, before, number, frames, run)
        if told is not None:
            frame, swapped, x, y, decimals, turned_about = told
            kept = found.setdefault((frame.name, swapped, turned_about), [])
            if len(kept) < MOST_PAIRS:
                kept.append((x, y, decimals, before.start()))
            used, turned = number.end(), swapped
            for other, there in _further(x, y, frame, frames):
                elsewhere.setdefault(other.name, []).append((*there, decimals, before.start()))
    first = [
        one
        for frame in frames
        for swapped in (False, True)
        for turned_about in (False, True)
        for one in _sorted_out(text, frame, found.get((frame.name, swapped, turned_about), []), turned_about)
    ]
    further = [
        one for frame in frames for one in _sorted_out(text, frame, elsewhere.get(frame.name, []), True)
    ]
    return first + [replace(one, named=False) for one in further]


def _further(
    x: float, y: float, first: Frame, frames: Sequence[Frame]
) -> Iterator[tuple[Frame, tuple[float, float]]]:
    """The other projected frames that hold a pair of lengths, in either order."""
    for frame in frames if first.is_projected else ():
        for there in ((x, y), (y, x)):
            if frame.is_projected and frame is not first and frame.holds_one(*there):
                yield frame, there
                break


def _threes(
    numbers: Iterable[re.Match[str]],
) -> Iterator[tuple[re.Match[str], re.Match[str], re.Match[str] | None]]:
    """Each number with the next two; the last but one with one."""
    before = number = None
    for after in numbers:
        if before is not None and number is not None:
            yield before, number, after
        before, number = number, after
    if before is not None and number is not None:
        yield before, number, None


def _beside(text: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """Whether two numbers are long enough, and stand near enough, to be one position."""
    if min(len(first[0]), len(second[0])) < SHORTEST_NUMBER or second.start() - first.end() > _TAGS_GAP:
        return False
    gap = text[first.end() : second.start()]
    return _may_part(gap) or ("<" in gap and _may_part(_TAG.sub(" ", gap)))


_LIST_ENDS = re.compile(r"[;|]")
_ROW_ENDS = re.compile(r"\n|</(?!(?:b|i|a|em|td|th|sup|sub|span|font|strong)\b)", re.IGNORECASE)
"""What parts positions rather than the two numbers of one: marks of lists, ends of lines and of elements."""
_LIST_WEIGHT, _ROW_WEIGHT = 10, 30
"""Letters that one of each weighs."""
_CLEARLY = 5
"""Letters by which the next two must stand closer: “1, 2 3, 4” and “1 2, 3 4” both begin with a pair."""


def _distance(text: str, first: re.Match[str], second: re.Match[str]) -> int:
    """Letters between two numbers, the ends of rows heavier."""
    gap = text[first.end() : second.start()]
    ends = _LIST_WEIGHT * len(_LIST_ENDS.findall(gap)) + _ROW_WEIGHT * len(_ROW_ENDS.findall(gap))
    return len(_TAG.sub("", gap)) + ends


@lru_cache(maxsize=4096)
def _may_part(gap: str) -> bool:
    """Whether what stands between two numbers lets them be one position."""
    if len(gap) > WIDEST_GAP:
        return False
    words = _FILLING.sub(" ", gap).split()
    return len(words) <= MOST_WORDS and all(_BETWEEN.fullmatch(word) or _NAMES.search(word) for word in words)


def _position(
    text: str, first: re.Match[str], second: re.Match[str], frames: Sequence[Frame], run: bool | None
) -> tuple[Frame, bool, float, float, int, bool] | None:
    """Frame, whether y comes first, x, y, decimals, and whether a sign was turned about to fit."""
    a, b = float(first[0]), float(second[0])
    decimals = min(decimals_of(first[0]), decimals_of(second[0]))
    for frame in frames:
        if not frame.precise(decimals):
            continue
        ordered = frame.holds_one(a, b)
        turned = frame.holds_one(b, a)
        if frame.whole_earth:
            if not (ordered or turned) or (run is None and not _is_named(text, first.start())):
                continue
            # Both orders may be on Earth: then as the position just before, or as the names say.
            first_is_y = _latitude_first(text, first.start()) if run is None else run
            turned = turned and (not ordered or first_is_y)
            return (frame, True, b, a, decimals, False) if turned else (frame, False, a, b, decimals, False)
        if ordered:
            return frame, False, a, b, decimals, False
        if turned:
            return frame, True, b, a, decimals, False
        if frame.is_degrees:  # “71.0589° W”: a letter or a heading tells the sign
            for swapped, x, y in ((True, b, a), (False, a, b)):
                for east, north in ((-x, y), (x, -y), (-x, -y)):
                    if frame.holds_one(east, north):
                        return frame, swapped, east, north, decimals, True
    return None


_FINE = 4
"""Decimals of two numbers, one below zero, that are those of degrees: 11 m; measures have fewer."""
_LETTERED = re.compile(
    r"[°º]|\d\s?[NSEWO]\b|\b[NSEWO]\s?\d{1,3}[.°º]|(?<![a-z])(?:lat|lon|lng|"
    r"north|south|east|west|nord|sud|süd|ouest|oeste|"
    r"coord|geom|point|marker|gps|wkt|position|location|center|centre)",
    re.IGNORECASE,
)
_LETTER_REACH = 24
"""Letters about a pair in which a word or a sign says that it is a place."""


def _say_so(text: str, frame: Frame, kept: list[tuple[float, float, int, int]], turned_about: bool) -> bool:
    """Whether pairs say that they are places: by a minus and a degree's decimals, or by words about them.

    Measures that lie in the region by chance have fewer decimals, no minus and other words.
    """
    below = min(*frame.low, 0) < 0 and not turned_about
    if frame.is_degrees and below and np.median([one[2] for one in kept]) >= _FINE:
        return True
    begins = [one[3] for one in kept[:_ASKED]]
    return any(_LETTERED.search(text, max(at - _LETTER_REACH, 0), at + 2 * _LETTER_REACH) for at in begins)


_ASKED = 50
"""Pairs about which words are looked for."""


_COMMA = re.compile(r"(?<![\d.,])([+-]?\d{1,9}),(\d{4,})(?![\d.,])")
"""A number with a decimal comma; three digits behind it may be thousands."""
_GROUPED = re.compile(
    r"(?<![\d.,'\u2019])([+-]?\d{1,3})"
    r"((?:[ \u00a0\u2009\u202f]\d{3}){1,2}|(?:,\d{3}){1,2}|(?:['\u2019]\d{3}){1,2})"
    r"(\.\d{1,3})?(?![\d,'\u2019])"
)
"""A number in groups of three digits, as eastings and northings are often written."""
_DIGIT = re.compile(r"\d")


def pairs_with_commas(text: str, frames: Sequence[Frame]) -> list[Positions]:
    """Pairs of numbers with decimal commas, as most of Europe writes them, or in groups of digits."""
    found = _pairs_of(text, _COMMA, lambda one: f"{one[1]}.{one[2]}", frames)
    return found + _pairs_of(text, _GROUPED, _joined, frames)


def _joined(found: re.Match[str]) -> str:
    return found[1] + _NO_DIGIT.sub("", found[2]) + (found[3] or "")


_NO_DIGIT = re.compile(r"\D")


def _pairs_of(
    text: str,
    pattern: re.Pattern[str],
    plain: Callable[[re.Match[str]], str],
    frames: Sequence[Frame],
) -> list[Positions]:
    """Pairs among the numbers of one way of writing; all other digits count for nothing."""
    pieces, at = [], 0
    for found in pattern.finditer(text):
        pieces += [_DIGIT.sub("#", text[at : found.start()]), plain(found)]
        at = found.end()
    if not pieces:
        return []
    return pairs_in("".join([*pieces, _DIGIT.sub("#", text[at:])]), frames)


def _is_named(text: str, at: int) -> bool:
    return bool(_NAMES.search(text[max(at - _NAME_REACH, 0) : at]))


def _latitude_first(text: str, at: int) -> bool:
    before = text[max(at - _NAME_REACH, 0) : at].lower()
    return max(before.rfind(word) for word in ("lat", "marker", "heat", ":pos")) > max(
        before.rfind("lon"), before.rfind("lng"), before.rfind("coordinates")
    )


def _sorted_out(
    text: str, frame: Frame, kept: list[tuple[float, float, int, int]], turned_about: bool
) -> list[Positions]:
    """Points, the vertices of rings, and what may be either."""
    if not kept:
        return []
    named = _say_so(text, frame, kept, turned_about)
    values = np.array([(x, y) for x, y, _decimals, _at in kept])
    decimals = np.array([one[2] for one in kept])
    held, rings = _held_by(text, values, np.array([one[3] for one in kept]))
    result = []
    centres = [one for ring in rings for one in circle_centre(ring)]
    if centres:
        form, precision = Phrase("centres of circles"), precision_m(frame, decimals.max())
        result.append(Positions("", form, frame, np.array(centres), precision, (), named=named))
    for group in (_POINT, _EITHER, _AREA):
        mine, areas = held == group, group == _AREA
        if mine.any():
            form = Phrase("vertices of lines or areas") if areas else Phrase("numbers in words or a script")
            precision, said = precision_m(frame, decimals[mine]), named and group != _EITHER
            result.append(Positions("", form, frame, values[mine], precision, (), areas, named=said))
    return result


_POINT, _EITHER, _AREA = range(3)
_SHORTEST_RING = 4
"""Positions of a closed triangle."""
_LONG_RING = 12
"""Positions from which a ring that hardly crosses itself is a border: homes one after the other cross."""
_MOST_CROSSINGS = 0.1
"""Crossings of a border with itself, by its positions: borders are simplified carelessly."""
_MOST_SIDES = 300
"""Sides that are held against one another; of a longer run the first."""
_TOLD_REACH = 60
_OF_AREAS = re.compile(r"polygon|linearring|\brings?\b|exterior|interior|bbox|envelope|extent", re.IGNORECASE)
"""What says before a run of positions that it is a ring."""
_END_OF_RING = re.compile(r"[)<}]|\]\s*\]")


def _held_by(text: str, values: Any, start: Any) -> Any:
    """What each position belongs to, shape (n,), and rings: runs that come back to their first may be these.

    It may also be a list in which somebody stands twice: then its sides cross, and where there are few of
    them nobody can tell. A ring that touches itself goes on behind the loop.
    """
    held, rings = np.full(len(values), _POINT), []
    first_at: dict[tuple[float, float], int] = {}
    begin = 0
    for at in range(len(values)):
        if at and start[at] - start[at - 1] > _LARGEST_GAP:
            begin = at
        place = (float(values[at, 0]), float(values[at, 1]))
        earlier = first_at.get(place, -1)
        if earlier >= begin and at - earlier >= _SHORTEST_RING - 1:
            told = text[max(int(start[earlier]) - _TOLD_REACH, 0) : int(start[earlier])]
            kind = _kind_of(values[earlier : at + 1], _OF_AREAS.search(told) is not None)
            held[earlier : at + 1] = kind
            if kind != _POINT:
                rings.append(values[earlier : at + 1].tolist())
            behind = text[int(start[at]) : int(start[min(at + 1, len(values) - 1)])]
            if begin < earlier and kind != _POINT and not _END_OF_RING.search(behind):
                for x, y in values[earlier + 1 : at].tolist():
                    first_at.pop((x, y), None)
                continue
            begin = at + 1
        if earlier != at - 1 or earlier < begin:  # a position written twice stands where it stood first
            first_at[place] = at
    return held, rings


def _kind_of(run: Any, said: bool) -> int:
    """Whether a closed run, shape (n, 2), is a border, a list of points, or either."""
    if crosses_itself(run):
        return _POINT
    box = bool((np.abs(np.diff(run, axis=0)) < 1e-9).any(axis=1).all())  # no homes stand in a rectangle
    return _AREA if said or box or len(run) > _LONG_RING else _EITHER


def crosses_itself(run: Any) -> bool:
    """Whether the sides of a run, shape (n, 2), cross one another more than those of a border would."""
    begin, end = run[:_MOST_SIDES], run[1 : _MOST_SIDES + 1]
    begin = begin[: len(end)]
    way = end - begin

    def side_of(points: Any) -> Any:
        """On which side of each side, in the columns, points lie."""
        away = points[:, None] - begin[None]
        return np.sign(way[:, 0] * away[..., 1] - way[:, 1] * away[..., 0])

    apart = side_of(begin) * side_of(end) < 0
    return bool((apart & apart.T).sum() / 2 > _MOST_CROSSINGS * len(begin))

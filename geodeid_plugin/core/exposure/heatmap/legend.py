# SPDX-License-Identifier: GPL-2.0-or-later
"""Colours of a heat map's picture back to values, by its legend, which is given or found in the picture.

Anybody can do this with a pipette. A colour stands for a range of values: a class of a legend, or the step
between two colours of a ramp. A colour that is not in the legend (a label, a border) tells nothing.

A legend is a bar of colours, or boxes of one size in a line. Both are rectangles whose rows (or columns) have
one colour each. Rows of one colour with the same two ends are followed down the picture; what is long and
changes its colour is a bar, what keeps it is a box.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import numpy as np

from ...base.arrays import Array, blocks
from ...base.errors import InputError

FARTHEST = 14.0
"""Distance in red, green and blue beyond which a colour is none of the legend's; chosen: the noise of a JPEG
of quality 90 stays below 10, the step of a ramp of 256 colours is 1 to 3."""
AS_NEAR = 1.5
"""Colours that are so little farther than the nearest may be meant as well: rounding of three channels."""
STOPS = 1024
"""Steps in which a ramp between given colours is laid out: four for each value of eight bits."""
RIM = 0.1
"""Share of a ramp at either end by which is told where it begins."""
_PARTS_AT_ONCE = 20_000
"""Colours that are held against a legend together: 60 MB."""


@dataclass(frozen=True)
class Legend:
    """What each colour stands for."""

    colours: Array
    """Shape (n, 3). From the lowest values to the highest."""
    low: Array
    high: Array
    """Shape (n,). Least and largest value of each."""
    classed: bool
    """Whether the colours are classes, not steps of a ramp."""
    box: tuple[int, int, int, int] | None = None
    """Left, top, right and bottom of the legend in the picture; None where it was given."""

    def reversed(self) -> Legend:
        """The same colours for the values in opposite order."""
        return replace(self, colours=self.colours[::-1])

    def valued(self, numbers: tuple[float, ...]) -> Legend:
        """The legend with the values that stand beside it: ends of a ramp, or bounds of classes."""
        count = len(self.colours)
        if not (np.diff(numbers) > 0).all():
            raise InputError(
                "legend.values.not_rising",
                "The values of the legend must rise: give them from the lowest to the highest.",
            )
        if not self.classed:
            if len(numbers) != 2:
                raise InputError(
                    "legend.ramp.other_number", "A ramp without steps takes two values: those of its ends."
                )
            first, last = self.low[0], self.high[-1]
            scale = (numbers[1] - numbers[0]) / (last - first)
            low, high = (numbers[0] + (one - first) * scale for one in (self.low, self.high))
            return replace(self, low=low, high=high)
        bounds = np.array(numbers if len(numbers) == count + 1 else (0.0, *numbers))
        if len(bounds) != count + 1:
            raise InputError(
                "legend.classes.other_number",
                "The legend has {count} classes, so it takes {more} bounds, or {count} upper bounds.",
                count=count,
                more=count + 1,
            )
        return replace(self, low=bounds[:-1], high=bounds[1:])


@dataclass(frozen=True)
class Values:
    """What a picture says of each pixel."""

    low: Array
    high: Array
    """Shape (h, w). Least and largest value that its colour allows; infinite where the colour is not in the
    legend."""

    @property
    def unknown(self) -> float:
        """Share of pixels whose colour is not in the legend."""
        return float(np.isinf(self.high).mean())


def ramp(colours: Array, values: Array) -> Legend:
    """The legend of a ramp: colours in order, and the value of each.

    Colours that repeat one another stand for all of their values.

    >>> ramp([[255, 255, 255], [255, 255, 255], [254, 0, 0]], [0.0, 1.0, 2.0]).high.tolist()
    [1.5, 2.0]
    """
    colours, values = np.asarray(colours, float), np.asarray(values, float)
    middle = (values[:-1] + values[1:]) / 2
    low, high = np.append(values[0], middle), np.append(middle, values[-1])
    first = np.flatnonzero(np.append(True, (np.diff(colours, axis=0) != 0).any(axis=1)))
    return Legend(colours[first], low[first], high[np.append(first[1:], len(colours)) - 1], False)


_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_ENTRY = re.compile(rf"\s*({_NUMBER})(?:\s*(?:-|–|\.\.|to)\s*({_NUMBER}))?\s*(#[0-9a-fA-F]{{6}})?\s*")


def legend_of(text: str) -> Legend | tuple[float, ...]:
    """A legend as a user writes it: numbers alone, values with colours, or ranges with colours.

    ``0; 5; 10``, ``0 #ffffff; 12 #ff0000`` or ``0-5 #ffffcc; 5-10 #fd8d3c``. Numbers alone are given back as
    numbers.

    >>> legend_of("0; 5; 10")
    (0.0, 5.0, 10.0)
    >>> legend_of("0-5 #ffffcc; 5-10 #fd8d3c").classed
    True
    """
    entries = [_ENTRY.fullmatch(one) for one in re.split(r"[;\n]", text) if one.strip()]
    if not entries or None in entries:
        raise InputError(
            "legend.text.not_understood",
            "The legend “{legend}” was not understood. Write values (0; 5; 10), values with colours "
            "(0 #ffffff; 12 #ff0000) or ranges with colours (0-5 #ffffcc; 5-10 #fd8d3c).",
            legend=text,
        )
    rows = [entry.groups() for entry in entries if entry]
    if all(colour is None and high is None for _low, high, colour in rows):
        return tuple(float(low) for low, _high, _colour in rows)
    if any(colour is None for *_range, colour in rows) or len({high is None for _l, high, _c in rows}) > 1:
        raise InputError(
            "legend.colours.missing", "Give each value of the legend a colour, and ranges to all or to none."
        )
    low = np.array([float(row[0]) for row in rows])
    colours = np.array([[int(row[2][at : at + 2], 16) for at in (1, 3, 5)] for row in rows], float)
    if len(rows) < 2 or not (np.diff(low) > 0).all():
        raise InputError(
            "legend.values.too_few", "A legend needs two values or more, from the lowest to the highest."
        )
    if rows[0][1] is not None:
        return Legend(colours, low, np.array([float(row[1]) for row in rows]), True)
    steps = np.linspace(low[0], low[-1], STOPS)
    between = np.column_stack([np.interp(steps, low, channel) for channel in colours.T])
    return ramp(between.round(), steps)


def read_values(rgb: Array, legend: Legend, ground: Array | None = None) -> Values:
    """The values that the colours of a picture stand for.

    ``ground`` is the colour of the page, which stands for values below the lowest class where no class has
    it.
    """
    packed = (rgb.astype(np.uint32) << np.array([16, 8, 0], np.uint32)).sum(axis=2, dtype=np.uint32)
    seen, inverse = np.unique(packed, return_inverse=True)
    colours = np.column_stack([seen >> 16, (seen >> 8) & 255, seen & 255]).astype(float)
    whole = _with_ground(legend, ground)
    low, high = np.empty(len(seen)), np.empty(len(seen))
    for part in blocks(len(seen), _PARTS_AT_ONCE):
        low[part], high[part] = _ranges(colours[part], whole)
    shape = rgb.shape[:2]
    return Values(low[inverse].reshape(shape), high[inverse].reshape(shape))


def _with_ground(legend: Legend, ground: Array | None) -> Legend:
    """The legend, and the page as what lies below its lowest class."""
    if ground is None or np.linalg.norm(legend.colours - ground, axis=1).min() <= FARTHEST:
        return legend
    return replace(
        legend,
        colours=np.vstack([np.asarray(ground, float), legend.colours]),
        low=np.append(min(legend.low[0], 0.0), legend.low),
        high=np.append(legend.low[0], legend.high),
    )


def _ranges(colours: Array, legend: Legend) -> tuple[Array, Array]:
    """Least and largest value of all colours of the legend that lie as near as the nearest."""
    away = np.linalg.norm(colours[:, None, :] - legend.colours[None], axis=2)
    nearest = away.min(axis=1)
    meant = away <= nearest[:, None] + AS_NEAR
    low = np.where(meant, legend.low, np.inf).min(axis=1)
    high = np.where(meant, legend.high, -np.inf).max(axis=1)
    known = nearest <= FARTHEST
    return np.where(known, low, -np.inf), np.where(known, high, np.inf)


SAME = 10
"""Largest step of a channel between two pixels of one colour; chosen: the noise of a good JPEG."""
LEAST_WIDTH = 5
"""Pixels across a bar or a box."""
WIDEST = 0.35
"""Share of the picture's side that a bar or a box takes at most across; chosen: a third."""
LEAST_BAR = 24
"""Pixels along a bar."""
SLENDER = 1.3
"""A bar is longer than wide by this; QGIS draws 1.6, matplotlib 20."""
LEAST_SHADES = 16
"""Colours of a ramp; a bar of fewer shows classes."""
MOST_CLASSES = 24
"""Classes that a legend shows; people tell seven apart."""
CLASS_PX = 4
"""Pixels along a bar that a class takes at least; a shade of a ramp takes 1 or 2."""
MOSTLY = 0.9
"""Share of a bar's length that its ramp or classes take."""
APART = 12.0
"""Distance in red, green and blue between neighbouring classes."""
FOLD = 0.25
"""Share of a ramp apart from which two colours must differ: a ramp that comes back is none."""
RING = (3, 7)
"""From how many pixels about a legend to how many its colours are looked for; beyond its frame."""
MOST_AROUND = 0.2
"""Share of these that may have them: its words may."""
FRAME_PX = 6
"""Rows of the frame of a box, above and below together."""
FARTHEST_BOX = 4.0
"""Boxes of a legend stand nearer than so many of their heights."""
ALIGNED = 1
"""Pixels by which the sides of boxes in a line may differ."""
_NEARLY = sorted(np.ndindex(5, 5), key=lambda at: abs(at[0] - 2) + abs(at[1] - 2))
"""How far the ends of neighbouring rows may lie apart: JPEG blurs them."""
LOWEST = 0.03
"""Share of a ramp in which its lowest colour is looked for: twelve rows of four hundred. Chosen."""
RISE = 4
"""Rows from which is told how a ramp goes on at its ends; chosen: more than rounding takes."""
JUMP = 60.0
"""Distance in red, green and blue between neighbouring rows that are no ramp: a frame, a triangle's tip."""


_Box = tuple[int, int, int, int]
"""Left, top, right and bottom."""
_NOWHERE: _Box = (0, 0, 0, 0)
"""The box of a legend that stands in no picture."""


@dataclass(frozen=True)
class _Block:
    """A rectangle whose rows have one colour each: its sides, and the colour of each row."""

    left: int
    top: int
    right: int
    bottom: int
    rows: Array

    @property
    def box(self) -> _Box:
        return self.left, self.top, self.right, self.bottom


def found_legends(rgb: Array) -> list[Legend]:
    """Legends that a picture may show, those that most of its pixels follow first.

    Values are equal steps from 0 on: those that stand beside a legend are given by
    :meth:`Legend.valued`. The lower end is the one whose colours cover more of the picture, for most of a
    heat map lies far from all points.
    """
    found = []
    for turned in (False, True):
        picture = np.ascontiguousarray(rgb.transpose(1, 0, 2)) if turned else rgb
        blocks = _blocks(picture)
        for legend, box in [*_bars(blocks), *_boxes(blocks)]:
            left, top, right, bottom = box
            found.append(_placed(legend, (top, left, bottom, right) if turned else box))
    ranked = [(followed(rgb, one), one) for one in _distinct([one for one in found if _apart(rgb, one)])]
    ranked = [(share, one) for share, one in ranked if share > 0]
    return [_levelled(rgb, _risen(rgb, one)) for _share, one in sorted(ranked, key=lambda each: -each[0])]


def _placed(legend: Legend, box: _Box) -> Legend:
    return replace(legend, box=box)


def _blocks(rgb: Array) -> list[_Block]:
    """Rectangles of rows of one colour each."""
    height, width = rgb.shape[:2]
    step = np.abs(np.diff(rgb.astype(np.int16), axis=1)).max(axis=2) > SAME
    starts = np.concatenate([np.ones((height, 1), bool), step], axis=1)
    ends = np.concatenate([step, np.ones((height, 1), bool)], axis=1)
    going: dict[tuple[int, int], tuple[int, tuple[int, int]]] = {}
    done = []
    for y in range(height + 1):
        now: dict[tuple[int, int], tuple[int, tuple[int, int]]] = {}
        if y < height:
            left, right = np.flatnonzero(starts[y]), np.flatnonzero(ends[y]) + 1
            wide = right - left
            kept = (wide >= LEAST_WIDTH) & (wide <= WIDEST * width)
            for sides in zip(left[kept].tolist(), right[kept].tolist()):
                before = _followed_by(going, sides)
                top, inside = going.pop(before) if before else (y, sides)
                now[sides] = top, (max(inside[0], sides[0]), min(inside[1], sides[1]))
        done += [(top, y, inside) for top, inside in going.values() if y - top >= LEAST_WIDTH]
        going = now
    return [
        _Block(left, top, right, bottom, np.median(rgb[top:bottom, left:right], axis=1))
        for top, bottom, (left, right) in done
        if right - left >= LEAST_WIDTH
    ]


def _followed_by(going: dict[tuple[int, int], Any], sides: tuple[int, int]) -> tuple[int, int] | None:
    """The row above that ends where this one does, or nearly so."""
    for off in _NEARLY:
        before = sides[0] + off[0] - 2, sides[1] + off[1] - 2
        if before in going:
            return before
    return None


def _bars(blocks: list[_Block]) -> Iterator[tuple[Legend, _Box]]:
    """Ramps and contiguous classes."""
    for block in blocks:
        if block.bottom - block.top < max(LEAST_BAR, SLENDER * (block.right - block.left)):
            continue
        yield from _ramps(block)
        runs = [run for run in _runs(block.rows) if len(run) >= CLASS_PX]
        if 2 <= len(runs) <= MOST_CLASSES and sum(map(len, runs)) >= MOSTLY * len(block.rows):
            yield from _classes([np.median(run, axis=0) for run in runs[::-1]], block.box)


def _ramps(block: _Block) -> Iterator[tuple[Legend, _Box]]:
    """A ramp, its frame and what is blended with it made anew."""
    jumps = np.linalg.norm(np.diff(block.rows, axis=0), axis=1) > JUMP
    cuts = [0, *(np.flatnonzero(jumps) + 1).tolist(), len(block.rows)]
    at = int(np.argmax(np.diff(cuts)))
    lost = cuts[at], len(block.rows) - cuts[at + 1]
    if sum(lost) > FRAME_PX or len(block.rows) - sum(lost) < LEAST_BAR:
        return
    rows = _mended(_mended(block.rows.copy(), lost[0])[::-1], lost[1])[::-1]
    steps = (np.diff(rows, axis=0) != 0).any(axis=1)
    if steps.sum() >= max(LEAST_SHADES, len(_runs(rows))) and _unfolded(rows):
        yield ramp(rows[::-1], np.linspace(0, 1, len(rows))), block.box


def _mended(rows: Array, lost: int) -> Array:
    """Rows, the first of which are a frame or blended with it, made anew: they go on as those behind them do.

    The lowest colour of a ramp covers most of a map, so it must not be lost.
    """
    steps = np.linalg.norm(np.diff(rows[lost:], axis=0), axis=1)
    most = min(float(np.convolve(steps, np.ones(10), "valid").max()) / 2, float(SAME))
    first = lost + int(np.flatnonzero(steps[:2] > most).max(initial=-1)) + 1
    slope = (rows[first] - rows[first + RISE]) / RISE
    rows[:first] = np.clip(rows[first] + slope * np.arange(first, 0, -1)[:, None], 0, 255)
    return rows


def _runs(rows: Array) -> list[Array]:
    """Neighbouring rows of nearly the same colour together."""
    cut = np.flatnonzero(np.abs(np.diff(rows, axis=0)).max(axis=1) > SAME) + 1
    return np.split(rows, cut)


def _unfolded(rows: Array) -> bool:
    """Whether colours far apart along a ramp differ."""
    few = rows[np.linspace(0, len(rows) - 1, 33).astype(int)].astype(float)
    away = np.linalg.norm(few[:, None] - few[None], axis=2)
    along = np.abs(np.subtract.outer(np.arange(33), np.arange(33))) / 32
    return bool(away[along >= FOLD].min() > APART)


def _classes(colours: list[Any], box: _Box) -> Iterator[tuple[Legend, _Box]]:
    """Classes of equal steps; none where two of them look alike."""
    shades = np.array(colours, float)
    away = np.linalg.norm(shades[:, None] - shades[None], axis=2)
    if away[~np.eye(len(shades), dtype=bool)].min() > APART:
        yield Legend(shades, np.arange(len(shades)) * 1.0, np.arange(len(shades)) + 1.0, True), box


def _boxes(blocks: list[_Block]) -> Iterator[tuple[Legend, _Box]]:
    """Boxes of one colour and one size, one above the other."""
    plain = [one for one in map(_plain, blocks) if one is not None]
    plain.sort(key=lambda one: (one.left, one.right, one.top))
    for _sides, column in groupby(plain, key=lambda one: (one.left, one.right)):
        for line in _regular(list(column)):
            box = line[0].left, line[0].top, line[0].right, line[-1].bottom
            yield from _classes([one.rows[0] for one in line[::-1]], box)


def _plain(block: _Block) -> _Block | None:
    """A block as a box of one colour inside its frame; None where it has several."""
    runs = _runs(block.rows)
    at = int(np.argmax([len(run) for run in runs]))
    if len(block.rows) - len(runs[at]) > FRAME_PX or len(runs[at]) < LEAST_WIDTH:
        return None
    top = block.top + sum(len(run) for run in runs[:at])
    shade = np.median(runs[at], axis=0)[None]
    return _Block(block.left, top, block.right, top + len(runs[at]), shade)


def _regular(boxes: list[_Block]) -> Iterator[list[_Block]]:
    """Parts of a column in which boxes follow one another by equal steps."""
    start = 0
    for at in range(2, len(boxes) + 1):
        tops = np.array([(one.top, one.bottom - one.top) for one in boxes[start : at + 1]])
        steps, highs = np.diff(tops[:, 0]), tops[:, 1]
        if at == len(boxes) or np.ptp(steps) > 2 * ALIGNED or np.ptp(highs) > 2 * ALIGNED:
            if at - start >= 2 and steps[0] < FARTHEST_BOX * highs[0]:
                yield boxes[start:at][:MOST_CLASSES]
            start = at


def _apart(rgb: Array, legend: Legend) -> bool:
    """Whether a legend stands on one colour: about a piece of the map lie others of its colours."""
    left, top, right, bottom = legend.box or _NOWHERE
    rows, columns = (
        slice(max(top - RING[1], 0), bottom + RING[1]),
        slice(max(left - RING[1], 0), right + RING[1]),
    )
    around = rgb[rows, columns]
    ring = np.ones(around.shape[:2], bool)
    ring[max(top - RING[0], 0) - rows.start : bottom + RING[0] - rows.start,
         max(left - RING[0], 0) - columns.start : right + RING[0] - columns.start] = False  # fmt: skip
    seen, counts = np.unique(around[ring], axis=0, return_counts=True)
    if not len(seen):
        return True
    other = np.linalg.norm(seen - seen[counts.argmax()].astype(float), axis=1) > FARTHEST
    known = np.isfinite(read_values(seen[None], legend).high[0])
    return bool(counts[other & known].sum() <= MOST_AROUND * counts.sum())


def _distinct(legends: list[Legend]) -> list[Legend]:
    """Legends without those inside another one, and those whose colours another one has."""
    kept: list[Legend] = []
    for one in sorted(legends, key=lambda each: -len(each.colours)):
        if not any(
            _overlap(one.box or _NOWHERE, other.box or _NOWHERE) or _holds(other, one) for other in kept
        ):
            kept.append(one)
    return kept


def _holds(legend: Legend, other: Legend) -> bool:
    away = np.linalg.norm(other.colours[:, None] - legend.colours[None], axis=2).min(axis=1)
    return bool((away <= FARTHEST).all())


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def followed(rgb: Array, legend: Legend) -> float:
    """Share of the picture beside the legend that has its colours, the most common one left out."""
    values = read_values(rgb[::2, ::2], legend)
    left, top, right, bottom = (int(side) // 2 for side in legend.box or _NOWHERE)
    values.low[top : bottom + 1, left : right + 1] = -np.inf
    known = values.low[np.isfinite(values.low)]
    if not len(known):
        return 0.0
    _seen, counts = np.unique(known, return_counts=True)
    return float((len(known) - counts.max()) / values.low.size)


def _risen(rgb: Array, legend: Legend) -> Legend:
    """The legend from its lower end on: the one whose colours cover more of the picture."""
    values = read_values(rgb[::2, ::2], legend)
    span = legend.high[-1] - legend.low[0]
    low = np.count_nonzero(values.high <= legend.low[0] + 0.1 * span) or np.count_nonzero(
        values.low == legend.low[0]
    )
    high = np.count_nonzero(values.low >= legend.high[-1] - 0.1 * span) or np.count_nonzero(
        values.high == legend.high[-1]
    )
    return legend.reversed() if high > low else legend


def _levelled(rgb: Array, legend: Legend) -> Legend:
    """A ramp that begins with the colour that most of the map has.

    Rows of its frame, and rows made anew under it, lie below: they would lift every value.
    """
    if legend.classed:
        return legend
    seen, counts = np.unique(rgb[::2, ::2].reshape(-1, 3), axis=0, return_counts=True)
    away = np.linalg.norm(seen[:, None].astype(float) - legend.colours[None, : _low_end(legend)], axis=2)
    known = away.min(axis=1) <= SAME
    if not known.any():
        return legend
    first = int(away[int(np.where(known, counts, 0).argmax())].argmin())
    low = legend.low[first:] - legend.low[first]
    return replace(legend, colours=legend.colours[first:], low=low,
                   high=legend.high[first:] - legend.low[first])  # fmt: skip


def _low_end(legend: Legend) -> int:
    """How many of the colours may be the lowest one."""
    span = legend.high[-1] - legend.low[0]
    return int(np.searchsorted(legend.low, legend.low[0] + LOWEST * span)) + 1

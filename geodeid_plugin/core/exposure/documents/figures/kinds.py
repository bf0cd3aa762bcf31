# SPDX-License-Identifier: GPL-2.0-or-later
"""Tell cheaply what a picture may show: a photograph, a chart with axes, or a drawing such as a map.

The answer never makes a picture safe: it decides which pictures are attacked, and what is said of one in
which dots were found but no outline. Axes bear a scale: ticks at equal steps along a long straight line, or
grid lines at equal steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ....base.arrays import Array
from ....base.scientific import ndimage
from ....mapimage.picture import luma

PHOTOGRAPH, CHART, MAP, DRAWING, BLANK = "photograph", "chart", "map", "drawing", "blank"
WIDEST_PX = 700
"""Pictures are looked at in about this size: lines of a map stay lines."""
EQUAL = 2.0
"""Steps of brightness that a flat surface may have: the noise of a good JPEG."""
FLAT_SHARE = 0.45
"""Share of pixels equal to their neighbours from which on a picture is drawn; photographs reach 0.3."""
BUSY_SHARE = 0.3
"""Share of a row or column that differs from its neighbours in a photograph; titles and margins have less."""
LEAST_BLOCK, LEAST_BUSY = 0.25, 0.6
"""Share of the picture's side that a photograph takes, and of its rows and columns that are busy; chosen."""
FRAMED_SHARE = 0.55
"""The same of a block inside margins, which is rarely anything else: portraits reach 0.54."""
EDGE = 24.0
"""Step of brightness of a line against what it lies on."""
STRAIGHT_PX = 14
"""Longer level or upright edges belong to frames, axes, bars and boxes."""
FRAME_SHARE = 0.4
"""Level and upright lines longer than this share of the shorter side are frames and axes."""
BENT_SHARE = 0.3
"""Share of the edges of a border that are neither level nor upright; bars and boxes have hardly any."""
LEAST_EXTENT = 0.12
"""Share of width and of height that a line work must span to be the outline of a map."""
TWICE = 2
"""A closed border crosses most rows and most columns twice; a curve over an axis crosses columns once."""


def kind_of(rgb: Array, dot_mask: Array | None = None) -> str:
    """What a picture looks like: ``photograph``, ``chart``, ``map``, ``drawing`` or ``blank``.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
    dot_mask : ndarray of bool, shape (h, w), optional
        Pixels under dots, which belong to no line. Only where dots were found is a block inside margins taken
        for a photograph: such a picture needs care whatever it is, and a map over an aerial image without
        dots must not pass for one.

    Examples
    --------
    >>> kind_of(np.full((60, 60, 3), 255, np.uint8))
    'blank'
    """
    step = max(1, round(max(rgb.shape[:2]) / WIDEST_PX))
    grey = luma(rgb[::step, ::step])
    across, down = np.abs(np.diff(grey, axis=1)), np.abs(np.diff(grey, axis=0))
    box = None if dot_mask is None else _busy_block(across, down)
    framed = box is not None
    inner = (across[box], down[box]) if box is not None else (across, down)
    flat = float(np.mean(inner[0] <= EQUAL) + np.mean(inner[1] <= EQUAL)) / 2
    if across.max(initial=0) <= EQUAL and down.max(initial=0) <= EQUAL:
        return BLANK
    if flat < (FRAMED_SHARE if framed else FLAT_SHARE):
        return PHOTOGRAPH
    edges = np.zeros(grey.shape, bool)
    edges[:, 1:] |= across > EDGE
    edges[1:, :] |= down > EDGE
    straight = _runs(edges, STRAIGHT_PX) | _runs(edges.T, STRAIGHT_PX).T
    longest = round(FRAME_SHARE * min(grey.shape))
    lines = edges & ~_runs(edges, longest) & ~_runs(edges.T, longest).T
    if dot_mask is not None:
        lines &= ~_wider(dot_mask[::step, ::step][: grey.shape[0], : grey.shape[1]])
    if _closed_border(lines, lines & ~straight):
        return MAP
    axes = _longest(edges) > 0.4 * grey.shape[1] and _longest(edges.T) > 0.4 * grey.shape[0]
    return CHART if axes else DRAWING


def _busy_block(across: Array, down: Array) -> tuple[slice, slice] | None:
    """The block of busy rows and columns inside margins, if there is one: a framed photograph.

    Steps in either direction make a row busy: an enlarged photograph is smooth along some of its rows.
    """
    steep = (across[:-1] > EQUAL) | (down[:, :-1] > EQUAL)
    box = []
    for axis in (1, 0):
        busy = np.flatnonzero(steep.mean(axis=axis) > BUSY_SHARE)
        if len(busy) < LEAST_BLOCK * steep.shape[1 - axis] or np.ptp(busy) > len(busy) / LEAST_BUSY:
            return None
        box.append(slice(int(busy[0]), int(busy[-1]) + 1))
    rows, columns = box
    inside = rows.stop - rows.start < steep.shape[0] and columns.stop - columns.start < steep.shape[1]
    return (rows, columns) if inside else None


def _wider(mask: Array) -> Any:
    return ndimage.binary_dilation(mask, iterations=2)


def _runs(edges: Array, least: int) -> Any:
    """Pixels of level runs of at least so many pixels."""
    at = np.arange(edges.shape[1])
    left = at - np.maximum.accumulate(np.where(edges, -1, at), axis=1)
    right = (np.minimum.accumulate(np.where(edges, len(at), at)[:, ::-1], axis=1))[:, ::-1] - at
    return edges & (left + right > least)


def _longest(edges: Array) -> int:
    """Longest level run of edge pixels, a gap of a tick allowed."""
    longest = 0
    for row in ndimage.binary_closing(edges, structure=np.ones((1, 5), bool)):
        ends = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
        if len(ends):
            longest = max(longest, int(np.diff(ends)[::2].max()))
    return longest


def _closed_border(lines: Array, bent: Array) -> bool:
    """Whether some line work is large and crosses most of its rows and columns twice."""
    joined = ndimage.binary_dilation(lines, structure=np.ones((3, 3), bool), iterations=2)
    labels, _count = ndimage.label(joined, structure=np.ones((3, 3)))
    height, width = lines.shape
    for number, box in enumerate(ndimage.find_objects(labels), 1):
        rows, columns = box[0].stop - box[0].start, box[1].stop - box[1].start
        if rows < LEAST_EXTENT * height or columns < LEAST_EXTENT * width:
            continue
        work = labels[box] == number
        if bent[box][work].sum() < BENT_SHARE * lines[box][work].sum():
            continue
        if min(_crossings(work), _crossings(work.T)) >= TWICE:
            return True
    return False


def _crossings(work: Array) -> float:
    """Median number of times that a row crosses the line work."""
    starts = np.diff(np.pad(work, ((0, 0), (1, 0))).astype(np.int8), axis=1) > 0
    return float(np.median(starts.sum(axis=1)))


AXIS_SHARE = 0.35
"""Share of the picture's side that an axis runs along; bars of scale and boxes of legends are shorter."""
CONTRAST = 40.0
"""Grey levels between paper and the ink of axes: a light grey grid differs less, and is no axis."""
LONGEST_TICK_PX, SHORTEST_TICK_PX = 7, 2
"""Ticks are looked for in so many pixels beside the axis; they cross at least the lower number."""
WIDEST_TICK_PX = 5
"""Wider pieces are letters or bars."""
LEAST_TICKS = 4
"""Ticks of an axis: fewer lie at equal steps by chance."""
EQUAL_STEPS = 0.06
"""Share of a step by which steps may differ, beside a pixel: ticks are drawn at whole pixels."""
MOST_AXES = 8
"""Long lines that are looked at in each direction."""


def bears_scale(rgb: Array) -> bool:
    """Whether a picture shows an axis with a scale, as charts do, and maps whose frame bears degrees.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)

    Examples
    --------
    >>> plot = np.full((200, 300, 3), 255, np.uint8)
    >>> plot[150, 40:280] = 0
    >>> bears_scale(plot)
    False
    >>> for column in range(50, 280, 40):
    ...     plot[150:155, column] = 0
    >>> bears_scale(plot)
    True
    """
    return any(axis is not None for axis in _scaled(rgb))


def between_scales(rgb: Array) -> tuple[int, int, int, int] | None:
    """Left, right, top and bottom of what lies between two axes with a scale; None where one is missing."""
    level, upright = _scaled(rgb)
    return None if level is None or upright is None else (*level[1:], *upright[1:])


def _scaled(rgb: Array) -> Iterator[tuple[int, int, int] | None]:
    """The longest level and the longest upright axis that bear a scale; None for one that is missing."""
    grey = luma(rgb)
    ink = np.abs(grey - float(np.median(grey))) > CONTRAST
    for side in (ink, ink.T):
        yield next((axis for axis in _axes(side) if _ticked(side, axis)), None)


def _axes(ink: Array) -> Iterator[tuple[int, int, int]]:
    """Row, begin and end of the long level lines of a mask, the longest first."""
    columns = np.arange(ink.shape[1])
    before = np.maximum.accumulate(np.where(ink, -1, columns[None, :]), axis=1)
    run = columns[None, :] - before
    longest = run.max(axis=1, initial=0)
    rows = np.argsort(-longest, kind="stable")[:MOST_AXES]
    for row in rows[longest[rows] >= AXIS_SHARE * ink.shape[1]].tolist():
        end = int(run[row].argmax())
        yield row, end - int(longest[row]) + 1, end


def _ticked(ink: Array, line: tuple[int, int, int]) -> bool:
    """Whether ticks at equal steps stand on a level line, on either side of it."""
    row, begin, end = line
    first, last = max(begin - 2, 0), min(end + 3, ink.shape[1])
    for side in (1, -1):
        near = row + side * np.arange(1, LONGEST_TICK_PX + 1)
        near = near[(near >= 0) & (near < ink.shape[0])]
        if len(near) <= SHORTEST_TICK_PX:
            continue
        strip = ink[near, first:last]
        reach = np.minimum.accumulate(strip, axis=0).sum(axis=0)
        thick = int(np.median(reach))  # the rest of a line that is several pixels wide
        if _equal_steps(_middles(reach >= thick + SHORTEST_TICK_PX)):
            return True
    return False


def _middles(found: Any) -> Any:
    """Middles of the narrow runs of a row of a mask."""
    edge = np.flatnonzero(np.diff(np.concatenate([[0], found.astype(np.int8), [0]])))
    begin, end = edge[::2], edge[1::2]
    narrow = end - begin <= WIDEST_TICK_PX
    return (begin + end)[narrow] / 2


def _equal_steps(middles: Array) -> bool:
    """Whether most places of a row lie at equal steps."""
    if len(middles) < LEAST_TICKS:
        return False
    steps = np.diff(middles)
    step = float(np.median(steps))
    alike = np.abs(steps - step) <= EQUAL_STEPS * step + 1
    return step > 2 * WIDEST_TICK_PX and int(alike.sum()) >= max(LEAST_TICKS - 1, 0.7 * len(steps))

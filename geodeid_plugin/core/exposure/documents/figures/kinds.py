# SPDX-License-Identifier: GPL-2.0-or-later
"""Tell cheaply what a picture may show: a photograph, a chart with axes, or a drawing such as a map.

The answer never makes a picture safe: it decides which pictures are attacked, and what is said of one in
which dots were found but no outline. Axes bear a scale: ticks at equal steps along a long straight line, or
grid lines at equal steps.

Marks that are no set of dots are found, too: letters, pieces of lines, and one or two that stand alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ....base.arrays import Array, Floats
from ....base.scientific import ndimage, spatial
from ....mapimage.markers.classify import ColourClasses, colour_classes, ink_mask
from ....mapimage.markers.dots import Dots
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


MOST_ALONE = 0.12
"""Share of marks without other ink about them that letters and pieces of letters may have; of dots on paper
many stand alone: 0.00 to 0.07 on flow diagrams, 0.19 and more on maps by matplotlib."""
GROUND_SHARE = 0.9
"""Share of the pixels about a mark that have one colour where it stands alone; chosen, a road may pass by."""
REACH = 2.5
"""Radii about a mark in which the next letter of its word stands."""
ALONG = 8.0
"""Radii along a line of words to the next letter that was taken for a dot: every second or third is."""
IN_LINES = 0.9
"""Share of letters with such a next one: 0.92 on a flow diagram; of 70 random dots a tenth have one."""
ACROSS = 0.5
"""Share that may have one as near above or below: dots that stand close all over have both."""
LEAST_PIECES = 5
"""Fewer marks lie at equal steps by chance."""
ASIDE_PX = 1.0
"""How far pieces of a line lie from it at most."""
UNEVEN_PX = 2.0
"""By how much their steps differ at most, since both their ends are at whole pixels."""
LEAST_LINES = 3
"""A street that runs straight across is one line, or two of its sides."""


def are_letters(dots: Dots) -> bool:
    """Whether marks without a shape of their own stand as letters do: close to other ink, or in lines.

    Parameters
    ----------
    dots : Dots
        As found in the pixels of a picture.
    """
    if not len(dots.x_px) or any(kind.shape != "unknown" for kind in dots.classes):
        return False
    return alone_share(dots) <= MOST_ALONE or _in_lines(dots)


def _in_lines(dots: Dots) -> bool:
    """Whether marks stand side by side in several lines, and hardly above one another."""
    radius = dots.radius_px
    x, y = (np.asarray(value, float) for value in (dots.x_px, dots.y_px))
    beside, above = (_next_share(*pair, radius) for pair in ((x, y), (y, x)))
    lines = 1 + np.count_nonzero(np.diff(np.sort(y)) > 2 * np.median(radius))
    return bool(beside >= IN_LINES and above <= ACROSS and lines >= LEAST_LINES)


def _next_share(along: Floats, across: Floats, radius: Floats) -> float:
    """Share of marks that have another on their line."""
    # Scaled so that a line is a square: one radius across is as far as the next letter along.
    scaled = np.column_stack([along / ALONG, across]) / np.median(radius)
    away, _next = spatial.cKDTree(scaled).query(scaled, k=2, p=np.inf)
    return float(np.mean(away[:, 1] <= 1))


def are_pieces_of_a_line(dots: Dots) -> bool:
    """Whether marks lie on one straight line at equal steps: where two inks meet, their blend recurs.

    Homes on a straight street do not lie at equal steps to a pixel. Round markers are never pieces.

    Parameters
    ----------
    dots : Dots
        As found in the pixels of a picture.
    """
    where = dots.where_px.astype(float)
    if len(where) < LEAST_PIECES or any(kind.shape not in ("open", "unknown") for kind in dots.classes):
        return False
    apart = where - where.mean(axis=0)
    direction = np.linalg.svd(apart, full_matrices=False)[2][0]
    aside = apart @ np.array([-direction[1], direction[0]])
    steps = np.diff(np.sort(apart @ direction))
    return bool(np.abs(aside).max() <= ASIDE_PX and np.ptp(steps) <= UNEVEN_PX)


def alone_share(dots: Dots) -> float:
    """Share of the marks that lie on ground of one colour, two and a half radii about."""
    (height, width), alone = dots.class_raster.shape, 0
    for x, y, r in zip(dots.x_px, dots.y_px, np.maximum(dots.radius_px, 1.0)):
        reach = int(np.ceil(REACH * r + 2))
        rows, columns = np.mgrid[int(y) - reach : int(y) + reach + 1, int(x) - reach : int(x) + reach + 1]
        away = np.hypot(columns + 0.5 - x, rows + 0.5 - y)
        ring = (away > 1.2 * r + 1.5) & (away <= reach)
        ring &= (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        about = dots.class_raster[rows[ring], columns[ring]]
        ground = np.bincount(about).max(initial=0)
        alone += ground >= GROUND_SHARE * len(about)
    return alone / len(dots.x_px)


MOST_MARKS = 2
"""More are looked for as a set of dots (:mod:`....mapimage.markers.dots`)."""
FINE_WIDEST_PX = 1400
"""Larger figures are looked at in about this size: a mark of a page keeps ten pixels."""
SMALLEST_PX, LARGEST_PX, LARGEST_SHARE = 4, 24, 0.06
"""Sides of a mark in pixels; the largest also as a share of the longer side, below the cells of a matrix of
eight by eight, which take 0.08 of it."""
LEAST_FILL, LONGEST = 0.45, 1.67
"""Share of its box that a compact mark fills, a star among them, and how much longer than wide it may be."""
ALONE = 0.8
"""Share of all that has a mark's colour: letters, bars and the samples of a legend have it elsewhere, too."""
LIKE = 0.5
"""The smaller of two marks has at least this share of the pixels of the larger."""
MOST_PIECES = 400
"""Colours in more pieces belong to letters or to a photograph."""


def solitary_marks(rgb: Array) -> int:
    """How many marks of a colour of their own a figure shows: 1 or 2, or 0 where there are none or more.

    Examples
    --------
    >>> paper = np.full((120, 160, 3), 255, np.uint8)
    >>> paper[60, 10:150] = 90
    >>> paper[40:50, 70:80] = 200, 30, 30
    >>> solitary_marks(paper)
    1
    """
    step = max(1, round(max(rgb.shape[:2]) / FINE_WIDEST_PX))
    found = colour_classes(np.ascontiguousarray(rgb[::step, ::step]))
    return max((_marks_of(found, one) for one in range(1, len(found.pixels))), default=0)


def _marks_of(found: ColourClasses, colour_class: int) -> int:
    labels, count = ndimage.label(ink_mask(found, colour_class), structure=np.ones((3, 3)))
    if not 0 < count <= MOST_PIECES:
        return 0
    area = np.bincount(labels.ravel())[1:]
    boxes = ndimage.find_objects(labels)
    high, wide = (np.array([box[axis].stop - box[axis].start for box in boxes]) for axis in (0, 1))
    longer, shorter = np.maximum(high, wide), np.minimum(high, wide)
    largest = max(LARGEST_SHARE * max(found.raster.shape), LARGEST_PX)
    compact = (longer <= LONGEST * shorter) & (area >= LEAST_FILL * high * wide)
    compact &= (shorter >= SMALLEST_PX) & (longer <= largest)
    order = np.argsort(-area, kind="stable")
    for marks in range(1, min(MOST_MARKS, count) + 1):
        chosen = order[:marks]
        alike = area[chosen[-1]] >= LIKE * area[chosen[0]]
        if compact[chosen].all() and alike and area[chosen].sum() >= ALONE * area.sum():
            return marks
    return 0

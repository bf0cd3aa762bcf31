# SPDX-License-Identifier: GPL-2.0-or-later
"""Tell the sample symbols of a legend, in a framed box or outside the map's frame, from dots of the map.

Constants were set on the layouts of ``scripts/bench/mapimage_dots``, the effect of each alone not measured. A
sample that is missed counts as a dot; a dot must never be lost.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...base.arrays import Bools, Floats, Ints
from ...base.scientific import ndimage

LARGEST_SHARE = 0.35
"""A legend is no larger than this share of the picture."""
FRAMED_SHARE = 0.9
"""Share of each side of a box that must be line."""
FRAME_DEPTH_PX = 4
"""How far about its place a frame line is looked for."""
LEAST_SIDE_RADII = 10
"""Shortest side of a legend, in radii of the dot."""
PLAIN_SHARE = 0.6
"""Least share of the box in its one ground colour."""
SPARE_DOTS = 2
"""Samples that there may be beyond one a class."""
ALIGNED_PX = 1.5
"""How far samples may be from one column."""
INK_SHARE = 0.03
"""Share of ink that is text."""
LINE_SHARE = 0.5
"""Share of the page's width that the line of a frame runs."""
BLANK_SHARE = 0.002
"""Most ink to the left of a sample beyond the frame."""
SIDE_SHARE = 0.4
"""Share of the page's height that the sides of a frame run."""


def _frames(raster: Ints, x: Floats, y: Floats, least_side: float) -> Iterator[tuple[int, int, int, int]]:
    """Boxes (left, top, right, bottom) of plain rectangles framed by lines that hold some of the dots."""
    height, width = raster.shape
    labels, count = ndimage.label(raster == 0)
    for number, box in enumerate(ndimage.find_objects(labels, count), start=1):
        top, bottom, left, right = box[0].start, box[0].stop, box[1].start, box[1].stop
        high, wide = bottom - top, right - left
        if max(high / height, wide / width) > LARGEST_SHARE or min(high, wide) < least_side:
            continue
        if (labels[box] == number).mean() < PLAIN_SHARE:
            continue
        inside = (x > left) & (x < right) & (y > top) & (y < bottom)
        if inside.any() and _framed(raster, top, bottom, left, right):
            yield left, top, right, bottom


def _framed(raster: Ints, top: int, bottom: int, left: int, right: int) -> bool:
    """Whether lines run along all four sides just outside a box."""
    height, width = raster.shape
    if top < FRAME_DEPTH_PX or left < FRAME_DEPTH_PX or bottom + FRAME_DEPTH_PX > height:
        return False
    if right + FRAME_DEPTH_PX > width:
        return False
    ink = raster != 0
    sides = (
        ink[top - FRAME_DEPTH_PX : top, left:right].any(0),
        ink[bottom : bottom + FRAME_DEPTH_PX, left:right].any(0),
        ink[top:bottom, left - FRAME_DEPTH_PX : left].any(1),
        ink[top:bottom, right : right + FRAME_DEPTH_PX].any(1),
    )
    return all(side.mean() >= FRAMED_SHARE for side in sides)


def legend_samples(
    raster: Ints, dot_mask: Bools, x_px: Floats, y_px: Floats, radius_px: float, classes: int
) -> Bools:
    """Which dots are samples of a legend: few, and each with text to its right.

    They stand in one column of a framed box; or outside the frame of the map, the page blank to their left.

    ``raster``: (h, w), colour classes, the ground 0. ``dot_mask``: (h, w), pixels of dots. ``x_px``,
    ``y_px``: (n,) ``classes``: kinds of dots found.
    """
    sample = np.zeros(len(x_px), dtype=bool)
    ink, width = (raster != 0) & ~dot_mask, raster.shape[1]
    for left, top, right, bottom in _frames(raster, x_px, y_px, LEAST_SIDE_RADII * radius_px):
        inside = np.flatnonzero((x_px > left) & (x_px < right) & (y_px > top) & (y_px < bottom))
        if len(inside) > classes + SPARE_DOTS or np.ptp(x_px[inside]) > ALIGNED_PX:
            continue
        if all(_text_beside(ink, x_px[i], y_px[i], radius_px, left, right) for i in inside):
            sample[inside] = True
    for beyond in _parted(ink, x_px, y_px):
        few = len(beyond) <= classes + SPARE_DOTS
        if few and all(_text_beside(ink, x_px[i], y_px[i], radius_px, 0, width, BLANK_SHARE) for i in beyond):
            sample[beyond] = True
    return sample


def _parted(ink: Bools, x: Floats, y: Floats) -> Iterator[Ints]:
    """Dots outside each side of the map's frame: what is left out here can't be a dot of the map."""
    for places, page in ((y, ink), (x, ink.T)):
        for line in np.flatnonzero(page.mean(axis=1) >= LINE_SHARE):
            if _sides_follow(page, line, slice(line, None)):
                yield np.flatnonzero(places < line)
            if _sides_follow(page, line, slice(0, line + 1)):
                yield np.flatnonzero(places > line)


def _sides_follow(page: Bools, line: int, rows: slice) -> bool:
    """Whether lines run on from both ends of a line across the page, as those of a frame do."""
    ends = np.flatnonzero(page[line])[[0, -1]]
    sides = (page[rows, max(end - FRAME_DEPTH_PX, 0) : end + FRAME_DEPTH_PX].any(axis=1) for end in ends)
    return all(side.sum() >= SIDE_SHARE * len(page) for side in sides)


def _text_beside(
    ink: Bools, x: float, y: float, radius: float, left: int, right: int, blank: float = INK_SHARE
) -> bool:
    """Ink to the right of a symbol and less than ``blank`` of it to its left, within its row."""
    rows = slice(max(int(y - 1.5 * radius), 0), int(y + 1.5 * radius) + 1)
    after = ink[rows, int(x + 2 * radius) : min(int(x + 14 * radius), right)]
    before = ink[rows, left : max(int(x - 2 * radius), left)]
    if not after.size or after.mean() <= INK_SHARE:
        return False
    return not before.size or before.mean() < blank

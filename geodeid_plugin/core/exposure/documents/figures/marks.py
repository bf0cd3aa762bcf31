# SPDX-License-Identifier: GPL-2.0-or-later
"""Marks that are no set of dots: letters, pieces of lines, and one or two that stand alone."""

from __future__ import annotations

import numpy as np

from ....base.arrays import Array, Floats
from ....base.scientific import ndimage, spatial
from ....mapimage.markers.classify import ColourClasses, colour_classes, ink_mask
from ....mapimage.markers.dots import Dots

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
WIDEST_PX = 1400
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

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)

    Examples
    --------
    >>> paper = np.full((120, 160, 3), 255, np.uint8)
    >>> paper[60, 10:150] = 90
    >>> paper[40:50, 70:80] = 200, 30, 30
    >>> solitary_marks(paper)
    1
    """
    step = max(1, round(max(rgb.shape[:2]) / WIDEST_PX))
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

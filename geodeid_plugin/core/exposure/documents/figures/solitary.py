# SPDX-License-Identifier: GPL-2.0-or-later
"""One or two marks alone in a figure: too few to be learnt as a set of dots, enough to be two homes."""

from __future__ import annotations

import numpy as np

from ....base.arrays import Array
from ....mapimage.markers.ink.classify import ColourClasses, colour_classes, ink_mask

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
    from scipy import ndimage

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

# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots in the colour of the paper: white ones on coloured areas, and circles that numbers stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .classify import LARGEST_BLOB_PX, ColourClasses, blobs_of, colour_classes

if TYPE_CHECKING:
    from ....base.arrays import Array

LEAST_PX = 6
"""Side of the smallest such dots: smaller ones are the inner parts of letters. Chosen."""
MOST_MERGED = 3.0
"""Areas of a dot that dots hanging together cover at most: larger pieces are gaps between lines. Chosen."""
OF_LETTERS_PX, BEYOND_PX = 6.0, 4.0
"""Radius below which dots with paper so far beyond their rims are the inner parts of letters. Chosen."""
LEAST_DOTS = 10
"""Fewer are no set; chosen: a legend has up to nine white samples."""
DIRECTIONS = np.linspace(0, 2 * np.pi, 16, endpoint=False)


def small_paper(found: ColourClasses) -> Array | None:
    """A picture in black and white of all small pieces in the paper's colour; None where none are alike.

    What such a piece encloses, as the number in a circle, is part of it.

    Returns
    -------
    ndarray of uint8, shape (h, w, 3), or None
    """
    from scipy import ndimage

    labels, count = ndimage.label(found.raster == 0)
    boxes = ndimage.find_objects(labels)
    sides = np.array([[side.stop - side.start for side in box] for box in boxes]).reshape(count, 2)
    small = (sides.min(axis=1) >= LEAST_PX) & (sides.max(axis=1) <= LARGEST_BLOB_PX)
    if not small.any():
        return None
    whole = ndimage.binary_fill_holes(np.append(False, small)[labels])
    blobs = blobs_of(colour_classes(_black(whole)), 1)
    if not blobs.regularity:
        return None
    labels, _ = ndimage.label(whole)
    area = np.bincount(labels.ravel())
    return _black(whole & (area <= MOST_MERGED * blobs.area_px)[labels])


def _black(mask: Array) -> Array:
    """A mask in black on white."""
    return np.where(mask, 0, 255).astype(np.uint8)[..., None].repeat(3, axis=2)


def stand_on_areas(found: ColourClasses, x_px: Array, y_px: Array, radius_px: float) -> bool:
    """Whether pieces in the paper's colour are dots: large, or on something else than paper."""
    if len(x_px) < LEAST_DOTS:
        return False
    reach, (height, width) = radius_px + BEYOND_PX, found.raster.shape
    rows = np.clip(y_px[:, None] + reach * np.sin(DIRECTIONS), 0, height - 1).astype(int)
    columns = np.clip(x_px[:, None] + reach * np.cos(DIRECTIONS), 0, width - 1).astype(int)
    return radius_px >= OF_LETTERS_PX or float((found.raster[rows, columns] == 0).mean()) < 0.5

# SPDX-License-Identifier: GPL-2.0-or-later
"""Marks at homes that are none of the dots found: smaller ones of their ink, or a few of another.

A search for dots takes the one size of an ink that explains most of it, and a few marks of any ink are no
set. What it leaves is held here against what no stranger has, the true places: blobs of one colour and about
one size, of which most lie on homes, are homes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Callable

import numpy as np

from ..base.errors import Phrase
from ..base.verdict import NOT_MADE, Check
from .markers.ink.classify import LARGEST_BLOB_PX, LEAST_FILL, colour_classes
from .reidentify.judge import more_than_chance

if TYPE_CHECKING:
    from ..base.arrays import Array, Floats, Ints
    from .layout import Box
    from .markers.dots import Dots

AWAY_PX = 1.5
"""Farthest that the middle of a mark lies from its home, beside the error of the placement."""
LEVEL = 1e-5
"""Chance at which marks lie on homes: a picture has up to a hundred kinds of blobs."""
_LEAST_AREA_PX, _BESIDE_DOT_PX = 2, 2.0
"""Smaller blobs are noise; nearer to the rim of a dot they are its halo."""


def home_marks(
    rgb: Ints,
    dots: Dots,
    view: Box,
    homes_m: Floats,
    to_metres: Callable[[Array], Array],
    reach_m: float,
    pixel_m: float,
) -> int:
    """Count marks of one kind that lie on homes, where most of the kind do; 0 where no kind's do.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
    dots : Dots
        As found in the picture; blobs at them are theirs.
    view : Box
        The panel.
    homes_m : ndarray, shape (n, 2)
        The true places in view, metres.
    to_metres : callable
        Columns and rows (m, 2) to the same plane.
    reach_m, pixel_m : float
        Farthest that a mark lies from its home, and the side of a pixel.
    """
    from scipy.spatial import cKDTree

    if not len(homes_m):
        return 0
    tree, most = cKDTree(homes_m), 0
    by_chance = min(1.0, len(homes_m) * np.pi * (reach_m / pixel_m) ** 2 / view.area)
    for everywhere in _kinds(rgb, dots):
        pixels = everywhere[view.holds(*everywhere.T)]
        if not len(pixels):
            continue
        at_home = int(np.count_nonzero(tree.query(to_metres(pixels))[0] <= reach_m))
        if 2 * at_home >= len(pixels) and at_home > max(most, 1):
            most = at_home if more_than_chance(at_home, len(pixels) * by_chance, LEVEL) else most
    return most


def home_marks_check(count: int) -> Check | None:
    """What marks at homes mean for the verdict."""
    if not count:
        return None
    return Check(
        "home_marks", NOT_MADE,
        Phrase(
            "Besides its dots the picture shows {count} marks of one colour and size at the patients' homes.",
            count=count,
        ),
        Phrase("Take them out of the map. If they are meant to be there, check a map of them alone."),
    )  # fmt: skip


def _kinds(rgb: Ints, dots: Dots) -> Iterator[Array]:
    """Middles of the compact blobs of each colour, those of about one size together, pixels (m, 2)."""
    from scipy import ndimage

    found = colour_classes(rgb)
    for colour in range(1, len(found.pixels)):
        labels, count = ndimage.label(found.raster == colour, structure=np.ones((3, 3)))
        if not count:
            continue
        area = np.bincount(labels.ravel(), minlength=count + 1)[1:]
        sides = np.array([[part.stop - part.start for part in box] for box in ndimage.find_objects(labels)])
        compact = (area >= _LEAST_AREA_PX) & (sides.max(1) <= LARGEST_BLOB_PX)
        compact &= (area >= LEAST_FILL * sides.prod(1)) & (sides.max(1) <= 2 * sides.min(1))
        kept = np.flatnonzero(compact)
        middles = np.array(ndimage.center_of_mass(np.ones_like(labels), labels, kept + 1)).reshape(-1, 2)
        pixels = middles[:, ::-1] + 0.5
        apart = _apart(pixels, dots)
        size = np.log2(area[kept])
        for least in range(1, 12):  # each kind spans a factor of four, and overlaps the next
            alike = apart & (size >= least) & (size < least + 2)
            if alike.any():
                yield pixels[alike]


def _apart(pixels: Floats, dots: Dots) -> Array:
    """Which blobs are no part of a dot that was found."""
    from scipy.spatial import cKDTree

    if not len(dots.x_px) or not len(pixels):
        return np.ones(len(pixels), bool)
    away, nearest = cKDTree(np.column_stack([dots.x_px, dots.y_px])).query(pixels)
    radius = np.array([one.radius_px for one in dots.classes])[dots.dot_class]
    if dots.sizes_px is not None:
        radius = dots.sizes_px
    apart: Array = away > radius[nearest] + _BESIDE_DOT_PX
    return apart

# SPDX-License-Identifier: GPL-2.0-or-later
"""What a picture shows beside the dots that were found and placed: a further panel, and marks at homes.

Panels that show the outline as large and as turned are placed each (:func:`.georeference.placing.panels_of`).
What another one shows lies elsewhere than these say, and may be true places beside a masked map.

A search for dots takes the one size of an ink that explains most of it, and a few marks of any ink are no
set. What it leaves is held here against what no stranger has, the true places: blobs of one colour and about
one size, of which most lie on homes, are homes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Callable

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints
from ..base.errors import InputError, Phrase
from ..base.progress import Progress
from ..base.scientific import ndimage, spatial
from ..base.verdict import NOT_MADE, Check
from .markers.classify import LARGEST_BLOB_PX, colour_classes, ink_mask
from .markers.dots import Dots, find_dots
from .picture import Box, parts_of
from .reidentify.judge import more_than_chance
from .reidentify.score import match

LEAST_SIDE_PX = 60
"""Smaller parts are legends and logos: no place can be read in them."""
LEAST_DOTS = 3
"""Fewer are samples of a legend, or letters."""
RIM = 0.05
"""Share of the outline's size beyond it in which dots of its own map may lie: masks move out of borders."""


def panels_check(
    rgb: Ints,
    dots: Dots,
    known: Bools,
    placed: Box | None,
    progress: Progress,
    sensitivity: float = 1.0,
) -> Check | None:
    """Whether a picture shows dots beside the map that was placed, for the verdict; None where it does not.

    ``dots``: as found in the whole picture. ``known``: (n,), which of them lie, as they were placed, on
    points that are known, or were judged with their panel. ``placed``: the part of the picture that the
    outline spans, in all panels; None where that is not known. ``sensitivity``: as for the whole picture.
    """
    boxes = [*parts_of(rgb), *_about(placed, rgb.shape)]
    beside = max((_beside(rgb, box, dots, known, progress, sensitivity) for box in boxes), default=0)
    if beside < LEAST_DOTS:
        return None
    return Check(
        "panels", NOT_MADE,
        Phrase(
            "The picture has a further panel, with {count} dots or more that match no known points. It was "
            "not placed on the map, so whom it gives away is not known.",
            count=beside,
        ),
        Phrase("Cut each panel out of the picture and check it by itself, with the layer that it shows."),
    )  # fmt: skip


def _about(placed: Box | None, shape: tuple[int, ...]) -> list[Box]:
    """What lies left of, right of, above and below the outline: panels may stand too close to be parted."""
    if placed is None:
        return []
    (height, width), box = shape[:2], placed.widened(RIM, shape)
    left, right = box.left, box.right
    return [Box(0, height, 0, left), Box(0, height, right, width), Box(0, box.top, left, right),
            Box(box.bottom, height, left, right)]  # fmt: skip


def _beside(rgb: Ints, box: Box, dots: Dots, known: Bools, progress: Progress, sensitivity: float) -> int:
    """Dots of a part of the picture that are not known; none where it is of the map that was placed."""
    if min(box.bottom - box.top, box.right - box.left) < LEAST_SIDE_PX:
        return 0
    inside = box.holds(dots.x_px, dots.y_px)
    strange = int(np.count_nonzero(inside & ~known))
    of_the_map = int(np.count_nonzero(inside & known))
    if of_the_map and (of_the_map >= strange or 2 * of_the_map >= np.count_nonzero(known)):
        return 0
    return max(strange, _found_alone(box.cut(rgb), progress, sensitivity))


def _found_alone(rgb: Ints, progress: Progress, sensitivity: float) -> int:
    """Dots of a plain shape that are found in a part of a picture by itself: letters have none."""
    try:
        found = find_dots(np.ascontiguousarray(rgb), progress, sensitivity=sensitivity)
    except InputError:
        return 0
    plain = np.array([kind.shape != "unknown" for kind in found.classes])
    return int(np.count_nonzero(plain[found.dot_class]))


AWAY_PX = 1.5
"""Farthest that the middle of a mark lies from its home, beside the error of the placement."""
LEVEL = 1e-5
"""Chance at which marks lie on homes: a picture has up to a hundred kinds of blobs."""
_PARTS = (1.0, 0.5, 0.25, 0.125)
"""Parts of the reach that are tried: where homes lie close, a shorter one tells marks exactly on them."""
_LEAST_FILL, _BESIDE_DOT_PX = 0.1, 2.0
"""Least share of its box that a ring or a cross fills; nearer to the rim of a dot a blob is its halo."""


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

    ``dots``: as found in the picture; blobs at them are theirs. ``view``: the panel. ``homes_m``: (n, 2), the
    true places in view that a mark would give away, metres. ``to_metres``: columns and rows (m, 2) to the
    same plane. ``reach_m``, ``pixel_m``: farthest that a mark lies from its home, and the side of a pixel.
    """
    if not len(homes_m):
        return 0
    tree, most = spatial.cKDTree(homes_m), 0
    evenly = min(1.0, len(homes_m) * np.pi * (reach_m / pixel_m) ** 2 / view.area)
    for everywhere in _kinds(rgb, dots):
        pixels = everywhere[view.holds(*everywhere.T)]
        if len(pixels) <= most:
            continue
        where_m = to_metres(pixels)
        if 2 * np.count_nonzero(tree.query(where_m)[0] <= reach_m) < len(pixels):
            continue
        found = match(where_m, homes_m, reach_m)
        by_chance = max(found.by_chance, len(pixels) * evenly)  # towns hold many homes and many marks
        for part in _PARTS:
            count = int(np.count_nonzero(found.distance_m <= part * reach_m))
            if 2 * count >= len(pixels) and count > max(most, 1):
                told = more_than_chance(count, part**2 * by_chance, LEVEL / len(_PARTS))
                most = count if told else most
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
    found = colour_classes(rgb)
    own = (found.raster == one for one in range(len(found.pixels)))
    smooth = (ink_mask(found, one) for one in range(1, len(found.pixels)))
    for drawn in chain(own, smooth):
        labels, count = ndimage.label(drawn, structure=np.ones((3, 3)))
        if not count:
            continue
        area = np.bincount(labels.ravel(), minlength=count + 1)[1:]
        sides = np.array([[part.stop - part.start for part in box] for box in ndimage.find_objects(labels)])
        compact = sides.max(1) <= LARGEST_BLOB_PX
        compact &= (area >= _LEAST_FILL * sides.prod(1)) & (sides.max(1) <= 2 * sides.min(1))
        row, column = np.nonzero(np.r_[False, compact][labels])
        blob = labels[row, column]
        middles = [np.bincount(blob, at, count + 1)[1:][compact] / area[compact] for at in (column, row)]
        pixels = np.column_stack(middles) + 0.5
        apart = _apart(pixels, dots)
        size = np.log2(area[compact])
        for least in range(12):  # each kind spans a factor of four, and overlaps the next
            alike = apart & (size >= least) & (size < least + 2)
            if alike.any():
                yield pixels[alike]


def _apart(pixels: Floats, dots: Dots) -> Array:
    """Which blobs are no part of a dot that was found."""
    if not len(dots.x_px) or not len(pixels):
        return np.ones(len(pixels), bool)
    away, nearest = spatial.cKDTree(dots.where_px).query(pixels)
    radius = np.array([one.radius_px for one in dots.classes])[dots.dot_class]
    if dots.sizes_px is not None:
        radius = dots.sizes_px
    apart: Array = away > radius[nearest] + _BESIDE_DOT_PX
    return apart

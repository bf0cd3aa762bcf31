# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots of a picture that the maps which were placed do not explain: those of a further panel.

Panels that show the outline as large and as turned are placed each (:func:`.georeference.placing.panels_of`).
What another one shows lies elsewhere than these say, and may be true places beside a masked map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import InputError, Phrase
from ..base.verdict import NOT_MADE, Check
from .layout import Box, parts_of
from .markers.dots import find_dots

if TYPE_CHECKING:
    from ..base.arrays import Bools, Ints
    from ..base.progress import Progress
    from .markers.dots import Dots

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

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
    dots : Dots
        As found in the whole picture.
    known : ndarray of bool, shape (n,)
        Which of them lie, as they were placed, on points that are known, or were judged with their panel.
    placed : Box or None
        The part of the picture that the outline spans, in all panels; None where that is not known.
    sensitivity : float
        As for the whole picture.
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

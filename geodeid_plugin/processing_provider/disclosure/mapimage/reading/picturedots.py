# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots of a picture file: what was found is kept for the next step."""

from __future__ import annotations

from hashlib import sha256

import numpy as np

from .....core.base.progress import Progress
from .....core.mapimage import picturedots
from .....core.mapimage.markers.dots import Dots, find_dots
from .....core.mapimage.picturedots import DOTS, MARKS, Picture, PictureDots, Settings
from ....framework import ask

MOST_KEPT_PX = 20_000_000
"""The dots of larger pictures are not kept for the next step: 60 MB of masks. An A4 page at 300 dpi has 9
million."""
last_found: dict[tuple, Dots] = {}
"""What was asked of a picture last, and its dots: three steps of a model ask the same of one picture."""


SENSITIVITY = ask.number(
    "SENSITIVITY",
    "Sensitivity",
    "Above 1 takes less regular blobs for dots.",
    1.0,
    least=0.1,
    most=10,
)
WHAT_MARKS = ask.choice(
    "MARKS",
    "Marks",
    "dots: markers of any shape. bars: strokes along a street, as on old maps.",
    MARKS,
    DOTS,
    advanced=True,
)


def find_picture_dots(picture: Picture, settings: Settings, progress: Progress) -> PictureDots:
    """Find the dots of a picture file, see :func:`.....core.mapimage.picturedots.find_picture_dots`."""
    return picturedots.find_picture_dots(picture, settings, progress, _found)


def _found(rgb, progress: Progress, sensitivity: float) -> Dots:
    """Find the dots of pixels, or give those of the very same pixels that were found last."""
    asked = sha256(np.ascontiguousarray(rgb).tobytes()).digest(), rgb.shape, sensitivity
    dots = last_found.get(asked)
    if dots is None:
        dots = find_dots(rgb, progress, sensitivity)
        last_found.clear()
        if rgb.shape[0] * rgb.shape[1] <= MOST_KEPT_PX:
            last_found[asked] = dots
    return dots

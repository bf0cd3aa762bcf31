# SPDX-License-Identifier: GPL-2.0-or-later
"""Picture files of the disclosure checks, each opened in a process of its own, and their dots.

What was found is kept for the next step.
"""

from __future__ import annotations

import glob
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from .....core.base.errors import InputError
from .....core.base.progress import Progress, silent
from .....core.mapimage import picturedots
from .....core.mapimage.markers.dots import Dots, find_dots
from .....core.mapimage.picturedots import DOTS, MARKS, Picture, PictureDots, Settings
from .....host.apart.pictures import LIMITS, LIMITS_OF_PATHS, RECORDS, VECTOR_SUFFIXES, picture_of
from .....host.apart.process import EndedError, apart
from ....framework import ask
from ....framework.writing.destinations import is_file, is_virtual, read_bytes


def read_picture(path, progress: Progress = silent) -> Picture:
    """Read a picture, or say in a sentence why it cannot be checked.

    Raises
    ------
    InputError
        No such file, not a picture, truncated, empty, or too large to decode.
    """
    path = Path(path)
    if not is_file(path):
        raise InputError("picture.file.not_found", "The picture {name} does not exist.", name=path.name)
    data = read_bytes(path)
    limits = LIMITS_OF_PATHS if path.suffix.lower() in VECTOR_SUFFIXES else LIMITS
    try:
        picture = next(apart(picture_of, (path.name, data, _side_files(path)), limits, RECORDS, progress))
        return replace(picture, data=data)
    except EndedError as reason:
        if reason.error:
            raise InputError(
                "picture.decoding.failed",
                "Decoding {name} ended in an error that was not foreseen ({error}). The check was not made. "
                "Save the picture anew from an image program. Please report the error.",
                name=path.name, error=reason.error,
            ) from reason  # fmt: skip
        raise InputError(
            "picture.decoding.too_much",
            "Decoding {name} took more memory or time than any picture does, so it was ended. The check was "
            "not made. Save the picture anew from an image program.", name=path.name,
        ) from reason  # fmt: skip


def _side_files(path: Path) -> dict:
    beside: dict = {}
    if is_virtual(path):
        return beside
    stem, name = glob.escape(path.stem), glob.escape(path.name)
    for side in sorted({*path.parent.glob(stem + ".*"), *path.parent.glob(name + ".*")}):
        if side != path and side.is_file() and side.stat().st_size < 5_000_000:
            beside[side.name] = side.read_bytes()
    return beside


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

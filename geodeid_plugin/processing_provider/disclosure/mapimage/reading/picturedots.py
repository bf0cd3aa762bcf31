# SPDX-License-Identifier: GPL-2.0-or-later
"""Marks of a picture file: read from its paths where it is a PDF or SVG, measured in its pixels otherwise."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from .....core.base.errors import InputError, Phrase
from .....core.base.progress import Progress, part
from .....core.mapimage.budget import TooMuchError
from .....core.mapimage.georeference.cues import reduced
from .....core.mapimage.markers.bars import find_bars
from .....core.mapimage.markers.dots import Dots, find_dots
from .....core.mapimage.vector.readings import (
    Difference,
    Reading,
    coarseness,
    differences,
    enlarged,
    together,
)
from .....core.mapimage.vector.rendered import dots_of_page
from .....core.mapimage.vector.repeated import VectorDots
from .....i18n import tr
from ....framework.parameters import choice
from .pictures import PDF_DPI, Picture
from .secondreader import read_again

MARKS = ("dots", "bars")
MOST_KEPT_PX = 20_000_000
"""The dots of larger pictures are not kept for the next step: 60 MB of masks. An A4 page at 300 dpi has 9
million."""
last_found: dict[tuple, Dots] = {}
"""What was asked of a picture last, and its dots: three steps of a model ask the same of one picture."""


@dataclass(frozen=True)
class PictureDots:
    """The dots in pixels, the vector page they were read from, if they were, and who read what."""

    dots: Dots
    vector: VectorDots | None
    readings: tuple[Reading, ...] = ()

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Who saw fewer dots than all readers together."""
        return differences(self.readings, self.dots)


def add_marks(algorithm) -> None:
    """Add MARKS: what the picture marks its places by."""
    algorithm.add(
        choice("MARKS", tr("Marks"), MARKS, "dots"),
        tr(
            "What marks the places. dots: markers of any shape. bars: short thick strokes along a street, "
            "stacked where there are several cases, as on old maps; each stack is one place."
        ),
        advanced=True,
    )


def find_picture_dots(
    picture: Picture,
    progress: Progress,
    classes: int | None = None,
    sensitivity: float = 1.0,
    marks: str = "dots",
) -> PictureDots:
    """Find the dots of a picture, or its bars.

    A PDF or SVG is read three times: its paths by our own reader and by the library that QGIS brings, and
    its pixels, fewer of these where symbols read from paths are wide and no image is drawn. The dots of all
    three count.

    Raises
    ------
    InputError
        When nothing in the picture is drawn as a set of such marks.
    """
    if marks == "bars":
        return PictureDots(find_bars(picture.rgb, progress, classes), None)
    if not picture.is_vector:
        return PictureDots(_found(picture.rgb, progress, classes, sensitivity), None)
    own, vector = _own(picture)
    second, other = _second(picture, part(progress, 0.1, 0.3))
    factor = 1 if holds_images(picture) else coarseness((own, second))
    in_pixels = _in_pixels(picture, part(progress, 0.3, 1.0), classes, sensitivity, factor)
    readings = (own, second, in_pixels)
    return PictureDots(together(readings), vector or other, readings)


def _own(picture: Picture) -> tuple[Reading, VectorDots | None]:
    reader = Phrase("the paths of the file, read by GeoDeID")
    if picture.page is None:
        return Reading(reader, None, picture.unread), None
    return _of_page(reader, picture.page, picture)


def _second(picture: Picture, progress: Progress) -> tuple[Reading, VectorDots | None]:
    by_qt = picture.path.suffix.lower() == ".svg"
    reader = Phrase("its paths, read by Qt") if by_qt else Phrase("its paths, read by GDAL")
    try:
        return _of_page(reader, read_again(picture, PDF_DPI, progress), picture)
    except InputError as reason:
        return Reading(reader, None, reason.phrase), None


def _of_page(reader: Phrase, page, picture: Picture) -> tuple[Reading, VectorDots | None]:
    read = dots_of_page(page, picture.rgb)
    return (Reading(reader, None), None) if read is None else (Reading(reader, read[0]), read[1])


_IMAGE = re.compile(rb"<(?:[\w.-]+:)?(?:fe)?image", re.IGNORECASE)
"""How an image begins in an SVG, with the name of its language or without."""


def holds_images(picture: Picture) -> bool:
    """Whether a page may show dots that are no paths, of any size."""
    if picture.path.suffix.lower() == ".svg":
        return _IMAGE.search(picture.data.replace(b"\0", b"")) is not None
    return picture.page is None or bool(picture.page.images)


def _in_pixels(picture: Picture, progress: Progress, classes, sensitivity: float, factor: int) -> Reading:
    """What the pixels of a page show, so many of them along a side taken for one."""
    reader = Phrase("the pixels of the page")
    try:
        if factor == 1:
            return Reading(reader, _found(picture.rgb, progress, classes, sensitivity), None, False)
        small = np.rint(reduced(picture.rgb, factor)).astype(np.uint8)
        found = enlarged(_found(small, progress, classes, sensitivity), factor, picture.rgb.shape[:2])
        return Reading(reader, found, None, False)
    except TooMuchError:  # nobody knows what the pixels show
        raise
    except InputError:
        return Reading(reader, None, None, False)


def _found(rgb, progress: Progress, classes, sensitivity: float) -> Dots:
    """Find the dots of pixels, or give those of the very same pixels that were found last."""
    asked = sha256(np.ascontiguousarray(rgb).tobytes()).digest(), rgb.shape, classes, sensitivity
    dots = last_found.get(asked)
    if dots is None:
        dots = find_dots(rgb, progress, classes, sensitivity)
        last_found.clear()
        if rgb.shape[0] * rgb.shape[1] <= MOST_KEPT_PX:
            last_found[asked] = dots
    return dots

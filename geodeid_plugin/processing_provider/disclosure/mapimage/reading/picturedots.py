# SPDX-License-Identifier: GPL-2.0-or-later
"""Marks of a picture file: read from its paths where it is a PDF or SVG, measured in its pixels otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from .....core.base.progress import Progress, part
from .....core.mapimage.markers.bars import find_bars
from .....core.mapimage.markers.dots import Dots, find_dots
from .....core.mapimage.vector.rendered import dots_of_vector
from .....core.mapimage.vector.repeated import VectorDots
from .....i18n import tr
from ....framework.parameters import choice
from .pictures import Picture

MARKS = ("dots", "bars")


@dataclass(frozen=True)
class PictureDots:
    """The dots in pixels, and the vector page they were read from, if they were."""

    dots: Dots
    vector: VectorDots | None


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
    """Find the dots of a picture, exactly where its file holds them as paths, or its bars.

    Raises
    ------
    InputError
        When nothing in the picture is drawn as a set of such marks.
    """
    if marks == "bars":
        return PictureDots(find_bars(picture.rgb, progress, classes), None)
    if picture.is_vector:
        read = dots_of_vector(picture.data, picture.rgb, part(progress, 0.0, 0.3))
        if read is not None:
            return PictureDots(*read)
    return PictureDots(find_dots(picture.rgb, progress, classes, sensitivity), None)

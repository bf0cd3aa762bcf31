# SPDX-License-Identifier: GPL-2.0-or-later
"""Marks of a picture: read from its paths where it is a PDF or SVG, measured in its pixels otherwise."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable

import numpy as np

from ..base.arrays import Array, Ints
from ..base.errors import InputError, Phrase
from ..base.progress import Progress, part, silent
from .budget import TooMuchError
from .georeference.cues import reduced
from .markers.bars import BARS, find_bars
from .markers.dots import Dots, find_dots
from .markers.ladders import counts_of
from .reidentify.metadata import MetadataLeak
from .vector.paths import VectorPage
from .vector.readings import Reading, coarseness, enlarged, together
from .vector.repeated import VectorDots, dots_of_page

DOTS = "dots"
MARKS = (DOTS, BARS)
"""What may mark the places of a map."""


@dataclass(frozen=True)
class Picture:
    """A picture as colours, with what its file says besides."""

    rgb: Array
    """Shape (h, w, 3). Colours over white where the picture is transparent."""
    suffix: str
    """Of its file, in lower case: ``.png``."""
    data: bytes = b""
    """The file."""
    hidden: tuple[MetadataLeak, ...] = ()
    """Position that the file carries besides its pixels."""
    page: VectorPage | Phrase | None = None
    """The paths of a PDF or SVG as our own reader read them, or why it could not."""
    again: VectorPage | Phrase | None = None
    """The same by a second, independent reader."""
    others: tuple[Array, ...] = ()
    """Of a transparent picture, as it looks on black, and without its transparency."""
    dpi: float | None = None
    """Resolution that the file names."""

    @property
    def is_vector(self) -> bool:
        """Whether the file is a PDF or SVG, whose dots may be paths."""
        return self.suffix in (".pdf", ".svg")

    @property
    def holds_images(self) -> bool:
        """Whether a page may show dots that are no paths, of any size."""
        if self.suffix == ".svg":
            return _IMAGE.search(self.data.replace(b"\0", b"")) is not None
        return self.page is None or isinstance(self.page, Phrase) or bool(self.page.images)


_IMAGE = re.compile(rb"<(?:[\w.-]+:)?(?:fe)?image", re.IGNORECASE)
"""How an image begins in an SVG, with the name of its language or without."""


@dataclass(frozen=True)
class Settings:
    """How dots are looked for and held against places."""

    sensitivity: float = 1.0
    """How irregular a blob may be that is taken for a dot: above 1 takes more."""
    marks: str = DOTS
    """``dots`` or ``bars``."""


@dataclass(frozen=True)
class PictureDots:
    """The dots in pixels, the vector page they were read from, if they were, and who read what."""

    dots: Dots
    vector: VectorDots | None
    readings: tuple[Reading, ...] = ()

    @property
    def size_counts(self) -> list[int | None]:
        """The count that the size of each dot tells; None where size says nothing."""
        if self.dots.sizes_px is None or not len(self.dots.sizes_px):
            return [None] * len(self.dots.x_px)
        counts: list[int | None] = counts_of(self.dots.sizes_px).counts.tolist()
        return counts


def find_picture_dots(
    picture: Picture,
    settings: Settings | None = None,
    progress: Progress = silent,
    find: Callable[..., Dots] = find_dots,
) -> PictureDots:
    """Find the dots of a picture, or its bars.

    A PDF or SVG is read three times: its paths by two readers, and its pixels, fewer of these where symbols
    read from paths are wide and no image is drawn. The dots of all three count.

    Parameters
    ----------
    find : callable, optional
        Finds the dots of pixels, as :func:`.markers.dots.find_dots` does.

    Raises
    ------
    InputError
        When nothing in the picture is drawn as a set of such marks.
    """
    settings = settings or Settings()
    if settings.marks == BARS:
        return PictureDots(find_bars(picture.rgb, progress), None)
    if not picture.is_vector:
        return PictureDots(find(picture.rgb, progress, settings.sensitivity), None)
    by_qt = picture.suffix == ".svg"
    own, vector = _of_page(Phrase("the paths of the file, read by GeoDeID"), picture.page, picture.rgb)
    reader = Phrase("its paths, read by Qt") if by_qt else Phrase("its paths, read by GDAL")
    second, other = _of_page(reader, picture.again, picture.rgb)
    factor = 1 if picture.holds_images else coarseness((own, second))
    in_pixels = _in_pixels(picture.rgb, part(progress, 0.3, 1.0), settings, factor, find)
    readings = (own, second, in_pixels)
    return PictureDots(together(readings), vector or other, readings)


def _of_page(
    reader: Phrase, page: VectorPage | Phrase | None, rgb: Ints
) -> tuple[Reading, VectorDots | None]:
    """What was read from the paths of a page, or why they could not be read."""
    if page is None or isinstance(page, Phrase):
        return Reading(reader, None, page), None
    read = dots_of_page(page, rgb)
    return (Reading(reader, None), None) if read is None else (Reading(reader, read[0]), read[1])


def _in_pixels(
    rgb: Ints, progress: Progress, settings: Settings, factor: int, find: Callable[..., Dots]
) -> Reading:
    """What the pixels of a page show, so many of them along a side taken for one."""
    reader = Phrase("the pixels of the page")
    try:
        if factor == 1:
            return Reading(reader, find(rgb, progress, settings.sensitivity), None, False)
        small = np.rint(reduced(rgb, factor)).astype(np.uint8)
        found = enlarged(find(small, progress, settings.sensitivity), factor, rgb.shape[:2])
        return Reading(reader, found, None, False)
    except TooMuchError:  # nobody knows what the pixels show
        raise
    except InputError:
        return Reading(reader, None, None, False)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Readings of one picture by several readers: their dots together, and where they differ.

A reader that loses dots silently would let a map pass that gives people away. So the dots of all readers
count, and a difference between them is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Array
from ...base.errors import Phrase, UnjudgedError
from ...base.scientific import spatial
from ...base.verdict import CARE, MADE, NOT_MADE, Check
from ..markers.dots import Dots
from ..markers.locating.groups import joined
from ..markers.locating.regime import VECTOR

SAME_PX = 1.5
"""Dots of two readers nearer than this, or than their radius, are one: the search in pixels errs by 0.7 px
at most where it reads a dot at all (docs/algorithms/mapdots.md)."""


PIXELS_MISS = 0.05
"""Share of the dots that the search in pixels may miss of itself: its recall on dense pictures is 0.97 and
more (docs/algorithms/mapdots.md)."""

COARSE_RADIUS_PX, COARSE_SIDE_PX = 3.0, 800.0
"""Radius of the smallest symbol, and longer side of the picture, that a search in fewer pixels must keep;
chosen: those of a map on a screen."""


@dataclass(frozen=True)
class Reading:
    """What one reader made of a picture."""

    reader: Phrase
    """Who read."""
    dots: Dots | None
    """What it found, None where it found no dots or could not read."""
    failed: Phrase | None = None
    """Why it could not read; None where it could."""
    of_file: bool = True
    """Whether it reads the paths of the file; else it measures its pixels."""

    @property
    def count(self) -> int:
        """Number of dots."""
        return 0 if self.dots is None else len(self.dots.x_px)


def _reach(dots: Dots) -> Array:
    """How near another dot must come to each of these to be the same."""
    return np.maximum(SAME_PX, dots.radius_px)


def _beyond(dots: Dots, known: Dots, times: float = 1.0) -> Array:
    """Which of some dots are none of those known, nor within so many times their reach."""
    if not len(known.x_px):
        return np.ones(len(dots.x_px), dtype=bool)
    distance, nearest = spatial.cKDTree(known.where_px).query(dots.where_px)
    return distance > times * np.maximum(_reach(known)[nearest], _reach(dots))


def together(readings: Sequence[Reading]) -> Dots:
    """The dots that any reader found, each once and where the first reader puts it.

    ``readings``: the most exact first. Gives of the regime ``"vector"`` where a reader of the file's paths
    found any. Raises UnjudgedError when nobody found any.
    """
    found = [reading.dots for reading in readings if reading.dots is not None]
    if not found:
        raise UnjudgedError(
            "picture.dots.no_reader",
            "No reader found a set of similar dots, neither in the paths of the picture nor in its pixels. "
            "That is no proof that it shows none.",
        )
    whole = found[0]
    for more in found[1:]:
        whole = _with(whole, more, _beyond(more, whole))
    exact = any(reading.of_file for reading in readings if reading.dots is not None)
    return replace(whole, regime=VECTOR) if exact else whole


def coarseness(readings: Sequence[Reading]) -> int:
    """How many pixels along a side may be taken for one, where dots were read from paths already.

    Their smallest symbols, by whichever reader, stay wide enough to be seen. Symbols that no reader of paths
    saw and that are smaller still may be missed: then dots are wanting, and nothing is called safe.

    ``readings``: of the file's paths; 1 unless all could read it, and some found dots.
    """
    if any(reading.failed is not None for reading in readings) or not any(r.count for r in readings):
        return 1
    whole = together(readings)
    radii = [kind.radius_px for kind in whole.classes]
    radii += [] if whole.sizes_px is None else whole.sizes_px.tolist()
    smallest = min(radii)
    side = max(whole.class_raster.shape)
    return max(1, int(min(smallest / COARSE_RADIUS_PX, side / COARSE_SIDE_PX)))


def enlarged(dots: Dots, factor: int, shape: tuple[int, ...]) -> Dots:
    """Dots that were found in fewer pixels, in those of the whole picture.

    ``factor``: pixels along a side that were taken for one. ``shape``: rows and columns of the whole picture.
    """

    def spread(image: Array) -> Array:
        whole = np.kron(image, np.ones((factor, factor), image.dtype))
        return np.pad(whole, [(0, size - had) for size, had in zip(shape, whole.shape)])

    kinds = tuple(replace(kind, radius_px=factor * kind.radius_px) for kind in dots.classes)
    groups = replace(dots.groups, x_px=factor * dots.groups.x_px, y_px=factor * dots.groups.y_px)
    return replace(
        dots, x_px=factor * dots.x_px, y_px=factor * dots.y_px, error_px=factor * dots.error_px,
        classes=kinds, groups=groups, class_raster=spread(dots.class_raster), dot_mask=spread(dots.dot_mask),
        sizes_px=None if dots.sizes_px is None else factor * dots.sizes_px,
    )  # fmt: skip


def _with(whole: Dots, more: Dots, chosen: Array) -> Dots:
    """Some dots and those chosen of others, with the classes of the others that are needed."""
    if not chosen.any():
        return replace(whole, dot_mask=whole.dot_mask | more.dot_mask)
    used, number = np.unique(np.asarray(more.dot_class, int)[chosen], return_inverse=True)
    return Dots(
        np.concatenate([whole.x_px, more.x_px[chosen]]), np.concatenate([whole.y_px, more.y_px[chosen]]),
        np.concatenate([whole.dot_class, len(whole.classes) + number]),
        np.concatenate([whole.error_px, more.error_px[chosen]]), whole.regime,
        (*whole.classes, *(more.classes[at] for at in used)), joined([]), whole.class_raster,
        whole.dot_mask | more.dot_mask, _sizes(whole, more, chosen),
    )  # fmt: skip


def _sizes(whole: Dots, more: Dots, chosen: Array) -> Array | None:
    """Radii of some dots and of those chosen of others; None where size says nothing in either."""
    if whole.sizes_px is None and more.sizes_px is None:
        return None
    radii = [one.radius_px if one.sizes_px is None else one.sizes_px for one in (whole, more)]
    return np.concatenate([radii[0], radii[1][chosen]])


@dataclass(frozen=True)
class Difference:
    """Dots that a reader did not see although others did, those under other dots not counted."""

    reader: Phrase
    missed: int


def differences(readings: Sequence[Reading], whole: Dots) -> tuple[Difference, ...]:
    """Who saw fewer dots than all readers together; readers that could not read are no difference.

    ``whole``: from :func:`together`.
    """
    told = []
    for reading in readings:
        if reading.failed is not None:
            continue
        missed = len(whole.x_px)
        if reading.dots is not None:
            # In pixels a dot that touches another may be seen as one with it.
            missed = int(_beyond(whole, reading.dots, 1.0 if reading.of_file else 2.0).sum())
        if missed > (0 if reading.of_file else PIXELS_MISS * len(whole.x_px)):
            told.append(Difference(reading.reader, missed))
    return tuple(told)


def readings_check(readings: Sequence[Reading], whole: Dots) -> Check | None:
    """Whether the readers of a vector picture agree, for its verdict; None for a picture of pixels.

    ``readings``: three: two of the file, one of its pixels; or none. ``whole``: from :func:`together`.
    """
    if not readings:
        return None
    failed = [reading.failed for reading in readings if reading.of_file and reading.failed is not None]
    if len(failed) == sum(reading.of_file for reading in readings):
        return Check(
            "readings", NOT_MADE,
            Phrase(
                "The paths of the file could not be read ({why}), so only its pixels were searched. Whoever "
                "can read the paths has places more exact than those judged here.", why=failed[0],
            ),
            Phrase("Export the picture anew, or publish and check a picture of pixels."),
        )  # fmt: skip
    said: dict[str, object] = {"count": len(whole.x_px)}
    for name, reading in zip("abc", readings):
        said.update({name: reading.reader, f"{name}_count": reading.count})
    if not differences(readings, whole):
        same = Phrase("The paths of the file and its pixels show the same {count} dots.", **said)
        return Check("readings", MADE, same)
    return Check(
        "readings", CARE,
        Phrase(
            "The readers of the picture do not agree. {a}: {a_count} dots; {b}: {b_count} dots; {c}: "
            "{c_count} dots. All of them together were judged, {count} dots.", **said,
        ),
        Phrase("Check in the report that a cross lies on every dot, or publish a picture made of pixels."),
    )  # fmt: skip

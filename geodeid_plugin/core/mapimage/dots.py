# SPDX-License-Identifier: GPL-2.0-or-later
"""Find the dots of a map picture: the step that turns a picture back into positions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import InputError
from ..progress import Progress, part, silent
from .classify import Blobs, ColourClasses, blobs_of, colour_classes, ink_mask
from .picture import checked_rgb, lab

SNAPPED, ANTIALIASED, ALIASED = "snapped", "antialiased", "aliased"
LEAST_REGULARITY = 1.2
FURTHER_CLASS_SHARE = 0.5


@dataclass(frozen=True)
class DotClass:
    """One kind of dot: its colour (r, g, b 0 to 255), marker shape, and radius of equal area."""

    colour_rgb: tuple
    shape: str
    radius_px: float


@dataclass(frozen=True)
class MergedGroups:
    """Blobs in which dots hide one another: what was taken apart and how many there may be.

    Arrays of one entry a group: centre ``x_px``, ``y_px``; ``found`` dots taken apart; ``estimate``
    of the true number with its 95 % interval ``low`` to ``high``; ``dot_class``.
    """

    x_px: np.ndarray
    y_px: np.ndarray
    found: np.ndarray
    estimate: np.ndarray
    low: np.ndarray
    high: np.ndarray
    dot_class: np.ndarray


@dataclass(frozen=True)
class Dots:
    """The dots found in a picture.

    Attributes
    ----------
    x_px, y_px : (n,) float arrays
        Centres in pixels, the centre of the top-left pixel at (0.5, 0.5).
    dot_class : (n,) int array
        Index into ``classes``.
    error_px : (n,) float array
        Standard error of a position on each axis.
    regime : str
        ``"snapped"`` (markers pasted at whole pixels), ``"antialiased"`` or ``"aliased"``.
    classes : tuple of DotClass
    groups : MergedGroups
    class_raster : (h, w) int16 array
        Colour class of each pixel, the commonest colour 0.
    dot_mask : (h, w) bool array
        Pixels covered by dots, halo included.
    """

    x_px: np.ndarray
    y_px: np.ndarray
    dot_class: np.ndarray
    error_px: np.ndarray
    regime: str
    classes: tuple
    groups: MergedGroups
    class_raster: np.ndarray
    dot_mask: np.ndarray


def _dot_classes(found: ColourClasses, sensitivity: float, progress: Progress) -> list[Blobs]:
    """Best class of blobs first, then those of clearly other colours that are nearly as regular."""
    ranked = []
    for k in range(1, len(found.pixels)):
        progress(k / len(found.pixels))
        ranked.append(blobs_of(found, k))
    ranked.sort(key=lambda blobs: -blobs.regularity)
    chosen = []
    for blobs in ranked:
        floor = LEAST_REGULARITY if not chosen else chosen[0].regularity * FURTHER_CLASS_SHARE
        if blobs.regularity < floor / sensitivity:
            break
        if not any(_same_places(blobs, other) for other in chosen):
            chosen.append(blobs)
    return chosen


def _same_places(blobs: Blobs, other: Blobs) -> bool:
    """Whether two classes are the core and the halo of the same markers."""
    from scipy.spatial import cKDTree

    reach = 1.5 * np.sqrt(max(blobs.area_px, other.area_px) / np.pi)
    near = cKDTree(np.column_stack([other.x_px, other.y_px]))
    distance, _ = near.query(np.column_stack([blobs.x_px, blobs.y_px]))
    return bool((distance < reach).mean() > 0.3)


def _centroids(rgb, found: ColourClasses, blobs: Blobs):
    """Coverage-weighted centroids of the connected blobs of one class, and the pixels they cover."""
    from scipy import ndimage

    mask = ink_mask(found, blobs.colour_class)
    labels, count = ndimage.label(mask, structure=np.ones((3, 3)))
    area = np.bincount(labels.ravel(), minlength=count + 1)
    keep = np.flatnonzero((area >= 0.5 * blobs.area_px) & (area <= 12 * blobs.area_px))
    keep = keep[keep > 0]
    wide = ndimage.grey_dilation(labels, size=(3, 3))
    ink, ground = found.centre_lab[blobs.colour_class], found.centre_lab[0]
    line = ink - ground
    cover = np.clip((lab(rgb) - ground) @ line / (line @ line), 0, 1)
    centre = np.array(ndimage.center_of_mass(cover, wide, keep)).reshape(-1, 2)
    return centre[:, 1] + 0.5, centre[:, 0] + 0.5, area[keep], np.isin(wide, keep)


def find_dots(rgb, progress: Progress = silent, classes: int | None = None, sensitivity: float = 1.0) -> Dots:
    """Find the dots of a map picture without being told their colour, shape or size.

    Parameters
    ----------
    rgb : (h, w, 3) uint8 array
    progress : callable
    classes : int, optional
        Number of colour classes; found from the picture when None.
    sensitivity : float
        Above 1 accepts less regular blobs as dots, below 1 fewer.

    Raises
    ------
    InputError
        When the picture cannot be searched or holds nothing like a set of dots.
    """
    rgb = checked_rgb(rgb)
    found = colour_classes(rgb, classes)
    chosen = _dot_classes(found, sensitivity, part(progress, 0.1, 0.6))
    if not chosen:
        raise InputError(
            "No colour of this picture is drawn as a set of similar dots. That is no proof that it "
            "shows none: try another number of classes or a higher sensitivity."
        )
    x, y, number, area, kinds = [], [], [], [], []
    dot_mask = np.zeros(found.raster.shape, dtype=bool)
    for index, blobs in enumerate(chosen):
        progress(0.6 + 0.4 * index / len(chosen), "Measuring the dots")
        blob_x, blob_y, blob_area, covered = _centroids(rgb, found, blobs)
        x.append(blob_x)
        y.append(blob_y)
        number.append(np.full(len(blob_x), index))
        area.append(blob_area / blobs.area_px)
        dot_mask |= covered
        colour = tuple(float(value) for value in found.centre_rgb[blobs.colour_class].round(1))
        kinds.append(DotClass(colour, "unknown", float(np.sqrt(blobs.area_px / np.pi))))
    x, y, number, area = (np.concatenate(values) for values in (x, y, number, area))
    merged = area > 1.5
    estimate = np.round(area[merged])
    groups = MergedGroups(
        x[merged], y[merged], np.ones(merged.sum(), dtype=int), estimate,
        np.maximum(estimate - 1, 1), 2 * estimate, number[merged],
    )
    error = np.where(merged, 1.0, 0.4)
    return Dots(x, y, number, error, ANTIALIASED, tuple(kinds), groups, found.raster, dot_mask)

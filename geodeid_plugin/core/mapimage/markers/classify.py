# SPDX-License-Identifier: GPL-2.0-or-later
"""Unsupervised colour classes of a picture, and which of them is drawn as dots, the paper's among them.

The classes are found by k-means in CIELAB on the 5-bit colour histogram, each colour weighted by
the square root of its pixels, so that a class with a few per cent of the picture stays alive; close
centres are merged afterwards (the merge step of ISODATA: Ball and Hall 1965). Dots in the colour of the
paper are white ones on coloured areas, and circles that numbers stand in.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ...base.scientific import ndimage
from ..picture import lab

START_CLASSES = 14
"""Classes that k-means starts from; near ones are joined."""
MERGE_DISTANCE_LAB = 9.0
"""CIELAB distance below which two classes are one: about four just noticeable differences."""
ROUNDS = 40
"""Most rounds of k-means."""
LARGEST_BLOB_PX = 48
"""Longest side of a blob that may be a marker."""
LEAST_FILL = 0.3
"""Least share of its box that a compact blob fills."""


@dataclass(frozen=True)
class ColourClasses:
    """Colour classes of a picture, most pixels first.

    ``centre_rgb`` and ``centre_lab`` (k, 3) floats, ``pixels`` (k,) counts, ``raster`` (h, w) int16
    class of each pixel.
    """

    centre_rgb: Array
    centre_lab: Array
    pixels: Array
    raster: Array


@dataclass(frozen=True)
class Blobs:
    """Connected components of one class that are alike enough to be markers.

    ``regularity`` is the score used to rank classes (0 when there is nothing like a marker);
    ``x_px``, ``y_px``, ``area_px`` describe the ``members``, component numbers in ``labels``.
    """

    colour_class: int
    regularity: float
    area_px: float
    x_px: Array
    y_px: Array
    members: Array


def histogram_codes(rgb: Ints) -> Array:
    """5-bit colour code (0 to 32767) of every pixel of ``rgb`` (h, w, 3) uint8, shape (h, w)."""
    five = rgb >> 3
    return (five[..., 0].astype(np.uint16) << 10) | (five[..., 1].astype(np.uint16) << 5) | five[..., 2]


def colour_histogram(rgb: Ints, codes: Ints) -> tuple[Ints, Floats, Ints]:
    """Occupied 5-bit codes, their mean colour (n, 3) and their pixel counts (n,)."""
    flat = codes.ravel()
    counts = np.bincount(flat, minlength=32768)
    used = np.flatnonzero(counts)
    mean = np.empty((len(used), 3))
    for channel in range(3):
        total = np.bincount(flat, weights=rgb[..., channel].ravel(), minlength=32768)
        mean[:, channel] = total[used] / counts[used]
    return used, mean, counts[used]


def _start_centres(points: Floats, weight: Floats, classes: int) -> Floats:
    """Farthest-point start of k-means++ without its dice: the largest weight x squared distance next."""
    chosen = [int(np.argmax(weight))]
    nearest = ((points - points[chosen[0]]) ** 2).sum(1)
    while len(chosen) < min(classes, len(points)):
        candidate = int(np.argmax(weight * nearest))
        if nearest[candidate] <= 0:
            break
        chosen.append(candidate)
        nearest = np.minimum(nearest, ((points - points[candidate]) ** 2).sum(1))
    return points[chosen].copy()


def _squared_distances(points: Floats, centres: Floats) -> Floats:
    return ((points[:, None, :] - centres[None, :, :]) ** 2).sum(2)


def _k_means(points: Floats, weight: Floats, classes: int) -> Floats:
    centres = _start_centres(points, weight, classes)
    label = None
    for _ in range(ROUNDS):
        new_label = _squared_distances(points, centres).argmin(1)
        if label is not None and (new_label == label).all():
            break
        label = new_label
        for k in range(len(centres)):
            inside = label == k
            if inside.any():
                centres[k] = np.average(points[inside], axis=0, weights=weight[inside])
    return centres


def _merged(centres: Floats, weight: Floats) -> Floats:
    """Join the two closest centres until none are nearer than ``MERGE_DISTANCE_LAB``."""
    centres, weight = centres.copy(), weight.copy()
    while len(centres) > 2:
        gap = np.sqrt(_squared_distances(centres, centres))
        np.fill_diagonal(gap, np.inf)
        a, b = np.unravel_index(gap.argmin(), gap.shape)
        if gap[a, b] >= MERGE_DISTANCE_LAB:
            break
        centres[a] = np.average(centres[[a, b]], axis=0, weights=weight[[a, b]])
        weight[a] += weight[b]
        centres, weight = np.delete(centres, b, 0), np.delete(weight, b)
    return centres


def colour_classes(rgb: Ints) -> ColourClasses:
    """Classify the colours of a picture without supervision."""
    codes = histogram_codes(rgb)
    used, mean_rgb, counts = colour_histogram(rgb, codes)
    points, weight = lab(mean_rgb), np.sqrt(counts)
    centres = _k_means(points, weight, START_CLASSES)
    label = _squared_distances(points, centres).argmin(1)
    centres = _merged(centres, np.bincount(label, weight, len(centres)) + 1e-9)
    label = _squared_distances(points, centres).argmin(1)
    pixels = np.bincount(label, counts, len(centres))
    order = [k for k in np.argsort(-pixels, kind="stable") if pixels[k] > 0]
    new_number = np.full(len(centres), -1)
    new_number[order] = np.arange(len(order))
    label = new_number[label]
    table = np.zeros(32768, dtype=np.int16)
    table[used] = label
    centre_rgb = np.array(
        [np.average(mean_rgb[label == k], axis=0, weights=counts[label == k]) for k in range(len(order))]
    )
    return ColourClasses(centre_rgb, lab(centre_rgb), pixels[order].astype(np.int64), table[codes])


def _mixing_share(colours: Floats, ground: Floats, ink: Floats) -> tuple[Floats, Floats]:
    """Share of ``ink`` in colours mixed of ``ground`` and ``ink``, and the distance off that line (dE)."""
    line = ink - ground
    length = max(float(line @ line), 1e-9)
    share = ((colours - ground) @ line) / length
    off = np.sqrt((((colours - ground) - share[:, None] * line) ** 2).sum(1))
    return share, off


def is_mixture(found: ColourClasses, colour_class: int, ink_class: int) -> bool:
    """Whether a class is the ground and the ink of another mixed, as pixels at the rim of its dots are."""
    ground, ink = found.centre_lab[0], found.centre_lab[ink_class]
    share, off = _mixing_share(found.centre_lab[colour_class][None, :], ground, ink)
    return bool(0.0 < share[0] < 1.0 and off[0] <= 0.3 * np.linalg.norm(ink - ground))


def ink_mask(found: ColourClasses, colour_class: int) -> Array:
    """Pixels at least half covered by the colour of one class, judged class by class (h, w) bool."""
    ink, ground = found.centre_lab[colour_class], found.centre_lab[0]
    share, off = _mixing_share(found.centre_lab, ground, ink)
    member = (share >= 0.5) & (share <= 1.35) & (off <= 0.3 * np.linalg.norm(ink - ground))
    member[colour_class], member[0] = True, False
    return member[found.raster]


def class_of_ink(found: ColourClasses, colour_class: int, ink_rgb: Floats | tuple[int, int, int]) -> int:
    """The class of a full dot, where a class of blobs is the colour of their rims.

    Such a class is a mixture of the ground and the ink in the middle of its blobs. It would not do for
    dots that overlap, which show the ink and little of the rim.
    """
    ink, own = lab(np.asarray(ink_rgb, float)), found.centre_lab[colour_class]
    share, off = _mixing_share(own[None, :], found.centre_lab[0], ink)
    if not 0.4 <= share[0] <= 1.0 or off[0] > 0.3 * np.linalg.norm(ink - found.centre_lab[0]):
        return colour_class
    return int(np.linalg.norm(found.centre_lab[1:] - ink, axis=1).argmin()) + 1


def blobs_of(found: ColourClasses, colour_class: int) -> Blobs:
    """Score one class by how much its blobs are alike: compact, of one size, and many."""
    labels, count = ndimage.label(ink_mask(found, colour_class), structure=np.ones((3, 3)))
    empty = np.empty(0)
    nothing = Blobs(colour_class, 0.0, 0.0, empty, empty, empty.astype(int))
    if count < 3:
        return nothing
    boxes = ndimage.find_objects(labels)
    high = np.array([box[0].stop - box[0].start for box in boxes])
    wide = np.array([box[1].stop - box[1].start for box in boxes])
    row, column = np.nonzero(labels)
    label = labels[row, column]
    area = np.bincount(label, minlength=count + 1)[1:]
    compact = (np.maximum(high, wide) <= 1.67 * np.minimum(high, wide)) & (area >= LEAST_FILL * high * wide)
    compact &= (area >= 3) & (np.maximum(high, wide) <= LARGEST_BLOB_PX)
    if compact.sum() < 3:
        return nothing
    log_area = np.log(area)
    grid = np.unique(log_area[compact])
    explained = [area[compact & (np.abs(log_area - g) < 0.5)].sum() for g in grid]
    alike = compact & (np.abs(log_area - grid[int(np.argmax(explained))]) < 0.5)
    if alike.sum() < 2:  # a single blob is like itself
        return nothing
    mode = float(np.median(area[alike]))
    small = area < 12 * mode
    share = area[alike].sum() / max(area[small].sum(), 1)
    spread = area[alike].std() / area[alike].mean()
    regularity = share * np.log1p(alike.sum()) * max(1 - spread, 0.0)
    members = np.flatnonzero(alike) + 1
    x_px = (np.bincount(label, column, count + 1)[1:] / area)[alike] + 0.5
    y_px = (np.bincount(label, row, count + 1)[1:] / area)[alike] + 0.5
    return Blobs(colour_class, float(regularity), mode, x_px, y_px, members)


LEAST_PX = 6
"""Side of the smallest such dots: smaller ones are the inner parts of letters. Chosen."""
MOST_MERGED = 3.0
"""Areas of a dot that dots hanging together cover at most: larger pieces are gaps between lines. Chosen."""
OF_LETTERS_PX, BEYOND_PX = 6.0, 4.0
"""Radius below which dots with paper so far beyond their rims are the inner parts of letters. Chosen."""
LEAST_DOTS = 10
"""Fewer are no set; chosen: a legend has up to nine white samples."""
DIRECTIONS = np.linspace(0, 2 * np.pi, 16, endpoint=False)


def small_paper(found: ColourClasses) -> Array | None:
    """A picture in black and white of all small pieces in the paper's colour; None where none are alike.

    What such a piece encloses, as the number in a circle, is part of it.
    """
    labels, count = ndimage.label(found.raster == 0)
    boxes = ndimage.find_objects(labels)
    sides = np.array([[side.stop - side.start for side in box] for box in boxes]).reshape(count, 2)
    small = (sides.min(axis=1) >= LEAST_PX) & (sides.max(axis=1) <= LARGEST_BLOB_PX)
    if not small.any():
        return None
    whole = ndimage.binary_fill_holes(np.append(False, small)[labels])
    blobs = blobs_of(colour_classes(_black(whole)), 1)
    if not blobs.regularity:
        return None
    labels, _ = ndimage.label(whole)
    area = np.bincount(labels.ravel())
    return _black(whole & (area <= MOST_MERGED * blobs.area_px)[labels])


def _black(mask: Array) -> Array:
    """A mask in black on white."""
    return np.where(mask, 0, 255).astype(np.uint8)[..., None].repeat(3, axis=2)


def stand_on_areas(found: ColourClasses, x_px: Array, y_px: Array, radius_px: float) -> bool:
    """Whether pieces in the paper's colour are dots: large, or on something else than paper."""
    if len(x_px) < LEAST_DOTS:
        return False
    reach, (height, width) = radius_px + BEYOND_PX, found.raster.shape
    rows = np.clip(y_px[:, None] + reach * np.sin(DIRECTIONS), 0, height - 1).astype(int)
    columns = np.clip(x_px[:, None] + reach * np.cos(DIRECTIONS), 0, width - 1).astype(int)
    return radius_px >= OF_LETTERS_PX or float((found.raster[rows, columns] == 0).mean()) < 0.5

# SPDX-License-Identifier: GPL-2.0-or-later
"""Learn one kind of dot from its well separated examples: ink colour, size, template.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ...base.scientific import spatial
from ..budget import Budget
from .classify import Blobs, ColourClasses, class_of_ink, ink_mask
from .coverage import Coverage, dot_coverage, likeness, patches_of
from .locating.locate import Fits, Scene, without_areas, without_thin_lines
from .locating.regime import phase_of, rounded_to
from .locating.template import (
    OVERSAMPLING,
    Template,
    anchor_above_centroid,
    centred,
    fitted_template,
    learnt_template,
    recognised,
    single_phase_template,
)

MOST_EXAMPLES = 400
"""Dots that a marker is learnt from, at most: it saves time alone."""
REBUILDS = 3
"""Times that the template is learnt anew from better positions."""
PART_SIDE_PX = 1600
"""Side of the part of a large picture that examples come from."""
ENOUGH_EXAMPLES = 60
"""Examples that a part must hold."""
SHAPE_EXAMPLES = 120
"""Best examples that the shape is judged by."""
WORSE_NOISE = 1.35
"""An ideal outline replaces the learnt template if it fits no worse than this."""
LEAST_ALIKE_SMALL, LEAST_ALIKE = 0.6, 0.75
"""Median correlation of the blobs of a class with their mean, as plain masks, below which no marker is learnt
from them: blobs under and over 40 pixels. Dots of nine maps of known truth reach 0.81 to 1.00, blobs of
photographs, letters and rims 0.39 to 0.82."""
LARGE_BLOB_PX = 40.0
WORSE_ONE_PHASE = 1.2
"""One phase for all dots is given up if it fits worse than this."""


@dataclass(frozen=True)
class Marker:
    """One kind of dot and how well it explains its examples.

    ``shape`` is its name, ``rise_px`` how far above the template's centre it is anchored; ``noise`` is
    the median rms misfit of coverage, ``match`` the median correlation of the examples with the
    template; ``example_x_px``, ``example_y_px`` where they are; ``blob_radius_px`` the radius of their
    blobs.
    """

    colour_class: int
    ink_rgb: Array
    template: Template
    shape: str
    rise_px: float
    noise: float
    match: float
    example_x_px: Array
    example_y_px: Array
    blob_radius_px: float

    def coverage(self, rgb: Ints, found: ColourClasses) -> Coverage:
        """Coverage of the whole picture by dots of this kind."""
        whole = dot_coverage(rgb, found, self.colour_class, self.ink_rgb, self.blob_radius_px)
        whole = without_areas(whole, self.template.radius_px)
        return without_thin_lines(whole, self.template, self.example_x_px, self.example_y_px)


def _ink_colour(rgb: Ints, blobs: Blobs) -> Floats:
    """Median colour of the pixels in the middle of the blobs."""
    row = np.clip(blobs.y_px.astype(int), 0, rgb.shape[0] - 1)
    column = np.clip(blobs.x_px.astype(int), 0, rgb.shape[1] - 1)
    return np.median(rgb[row, column].astype(float), axis=0)


def _examples(blobs: Blobs, radius_px: float) -> Ints:
    """Indices of blobs far from all others, evenly thinned to ``MOST_EXAMPLES``."""
    points = np.column_stack([blobs.x_px, blobs.y_px])
    distance, _ = spatial.cKDTree(points).query(points, k=2)
    apart = np.flatnonzero(distance[:, 1] > 3 * radius_px + 2)
    if len(apart) < 5:
        apart = np.arange(len(points))
    return apart[:: max(1, len(apart) // MOST_EXAMPLES)]


def look_alike(found: ColourClasses, blobs: Blobs) -> bool:
    """Whether blobs resemble one another at a first look, so that a marker may be learnt from them.

    The look costs a hundredth of the learning; blobs of a photograph are of one size at most.
    """
    radius = float(np.sqrt(blobs.area_px / np.pi))
    some = _examples(blobs, radius)
    mask = ink_mask(found, blobs.colour_class).astype(np.float32)
    patches = patches_of(mask, blobs.x_px[some], blobs.y_px[some], int(np.ceil(1.3 * radius + 2.5)))
    least = LEAST_ALIKE if blobs.area_px >= LARGE_BLOB_PX else LEAST_ALIKE_SMALL
    return bool(np.median(likeness(patches, patches.mean(axis=0))) >= least)


def _learn(
    scene: Scene, half_px: int, x: Floats, y: Floats, one_phase: bool
) -> tuple[Template, Floats, Floats]:
    """Template from examples, rounded to their ``one_phase`` where they have it, and their centres in it."""
    phase = phase_of(x, y)
    snapped = one_phase and phase.snapped
    if snapped:
        x, y = rounded_to(phase, x, y)
        x, y = np.floor(x) + 0.5, np.floor(y) + 0.5
    index, off_x, off_y = scene.window(x, y)
    share, weight = scene.share.reshape(-1)[index], scene.weight.reshape(-1)[index]
    if snapped:
        side = 2 * half_px + 1
        return single_phase_template(share.reshape(-1, side, side), weight.reshape(-1, side, side)), x, y
    return learnt_template(off_x.ravel(), off_y.ravel(), share.ravel(), weight.ravel(), half_px), x, y


def _centroids(scene: Scene, radius_px: float, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Coverage-weighted centroids within 1.3 radii + 1 px of rough centres, twice."""
    for _ in range(2):
        index, off_x, off_y = scene.window(x, y)
        share = np.clip(scene.share.reshape(-1)[index], 0, 1)
        share = share * (np.hypot(off_x, off_y) < 1.3 * radius_px + 1)
        total = np.maximum(share.sum(1), 1e-6)
        x, y = x + (share * off_x).sum(1) / total, y + (share * off_y).sum(1) / total
    return x, y


def _settled(coverage: Coverage, template: Template, x: Floats, y: Floats) -> tuple[Scene, Fits]:
    template, move_x, move_y = centred(template)
    scene = Scene(coverage, template)
    scene.add(x + move_x, y + move_y)
    scene.settle()
    return scene, scene.fits()


def _taught(scene: Scene, half_px: int, x: Floats, y: Floats, one_phase: bool) -> tuple[Scene, Fits]:
    """The examples fitted by a template learnt from them, rebuilt until it has settled."""
    coverage = scene.coverage()
    template, x, y = _learn(scene, half_px, x, y, one_phase)
    for _ in range(REBUILDS):
        scene, fits = _settled(coverage, template, x, y)
        good = fits.noise <= 1.5 * np.median(fits.noise)
        x, y = fits.x_px[good], fits.y_px[good]
        template, x, y = _learn(scene, half_px, x, y, one_phase)
    return _settled(coverage, template, x, y)


def _drawn_if_better(scene: Scene, fits: Fits) -> tuple[Scene, Fits]:
    """The scene with the marker drawn by its shape, which has no noise, where that explains it as well."""
    template = scene.template
    shape, _ = recognised(template.value, template.area_px, OVERSAMPLING)
    if shape == "unknown":
        return scene, fits
    some = np.argsort(fits.noise, kind="stable")[:SHAPE_EXAMPLES]
    x, y = fits.x_px[some], fits.y_px[some]
    index, off_x, off_y = scene.window(x, y)
    share, weight = scene.share.reshape(-1)[index], scene.weight.reshape(-1)[index]
    fitted = fitted_template(shape, template.area_px, off_x, off_y, share, weight, template.half_px)
    trial = Scene(scene.coverage(), fitted)
    trial.add(fits.x_px, fits.y_px)
    trial.settle()
    drawn = trial.fits()
    if np.median(drawn.noise) <= WORSE_NOISE * np.median(fits.noise) + 0.002:
        return trial, drawn
    return scene, fits


def _busiest_part(blobs: Blobs, shape: tuple[int, int]) -> tuple[slice, slice]:
    """Slices of a part of a large picture that holds enough examples; the whole of a small one."""
    height, width = shape
    if height * width <= 2 * PART_SIDE_PX**2:
        return slice(0, height), slice(0, width)
    step = PART_SIDE_PX // 2
    rows, columns = max(1, -(-height // step)), max(1, -(-width // step))
    cell = np.zeros((rows + 1, columns + 1))
    np.add.at(cell, ((blobs.y_px // step).astype(int), (blobs.x_px // step).astype(int)), 1)
    fours = cell[:-1, :-1] + cell[1:, :-1] + cell[:-1, 1:] + cell[1:, 1:]
    row, column = np.unravel_index(fours.argmax(), fours.shape)
    if fours[row, column] < ENOUGH_EXAMPLES:
        return slice(0, height), slice(0, width)
    bottom, right = min(height, (row + 2) * step), min(width, (column + 2) * step)
    return slice(row * step, bottom), slice(column * step, right)


def _cut(rgb: Ints, found: ColourClasses, blobs: Blobs) -> tuple[Ints, ColourClasses, Blobs, tuple[int, int]]:
    """Picture, classes and blobs of the busiest part, and where that part begins (x, y)."""
    rows, columns = _busiest_part(blobs, (rgb.shape[0], rgb.shape[1]))
    raster = found.raster[rows, columns]
    pixels = np.bincount(raster.ravel(), minlength=len(found.pixels))
    inside = (blobs.x_px >= columns.start) & (blobs.x_px < columns.stop)
    inside &= (blobs.y_px >= rows.start) & (blobs.y_px < rows.stop)
    part = replace(blobs, x_px=blobs.x_px[inside] - columns.start, y_px=blobs.y_px[inside] - rows.start)
    return rgb[rows, columns], replace(found, raster=raster, pixels=pixels), part, (columns.start, rows.start)


def learn_marker(rgb: Ints, found: ColourClasses, blobs: Blobs, budget: Budget) -> Marker:
    """Learn the marker of one class of blobs.

    ``budget``: what fitting the examples may cost.
    """
    radius = float(np.sqrt(blobs.area_px / np.pi))
    rgb, found, blobs, origin = _cut(rgb, found, blobs)
    ink = _ink_colour(rgb, blobs)
    colour_class = class_of_ink(found, blobs.colour_class, ink)
    coverage = replace(dot_coverage(rgb, found, colour_class, ink, radius), budget=budget)
    half = int(np.ceil(1.3 * radius + 2.5))
    some = _examples(blobs, radius)
    blank = learnt_template(np.zeros(1), np.zeros(1), np.zeros(1), np.zeros(1), half)
    scene = Scene(coverage, blank)
    x, y = _centroids(scene, radius, blobs.x_px[some], blobs.y_px[some])
    scene, fits = _taught(scene, half, x, y, True)
    if phase_of(fits.x_px, fits.y_px).snapped:
        # Hard rims draw the fits to one phase, too; then a template of all phases explains them better.
        free_scene, free_fits = _taught(scene, half, x, y, False)
        if np.median(fits.noise) > WORSE_ONE_PHASE * np.median(free_fits.noise):
            scene, fits = free_scene, free_fits
    scene, fits = _drawn_if_better(scene, fits)
    template = scene.template
    shape, _ = recognised(template.value, template.area_px, OVERSAMPLING)
    return Marker(
        colour_class, ink, template, shape, anchor_above_centroid(shape, template.area_px),
        float(np.median(fits.noise)), float(np.median(fits.match)),
        fits.x_px + origin[0], fits.y_px + origin[1], radius,
    )  # fmt: skip

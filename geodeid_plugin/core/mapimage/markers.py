# SPDX-License-Identifier: GPL-2.0-or-later
"""Learn one kind of dot from its well separated examples: ink colour, size, template."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .classify import Blobs, ColourClasses
from .coverage import Coverage, dot_coverage
from .locate import Scene
from .template import Template, centred, learnt_template

MOST_EXAMPLES = 400
REBUILDS = 3


@dataclass(frozen=True)
class Marker:
    """One kind of dot and how well it explains its examples.

    ``noise`` is the median rms misfit of coverage, ``match`` the median correlation of the
    examples with the template.
    """

    colour_class: int
    ink_rgb: np.ndarray
    template: Template
    coverage: Coverage
    noise: float
    match: float


def _ink_colour(rgb, blobs: Blobs):
    """Median colour of the pixels in the middle of the blobs."""
    row = np.clip(blobs.y_px.astype(int), 0, rgb.shape[0] - 1)
    column = np.clip(blobs.x_px.astype(int), 0, rgb.shape[1] - 1)
    return np.median(rgb[row, column].astype(float), axis=0)


def _examples(blobs: Blobs, radius_px: float):
    """Indices of blobs far from all others, evenly thinned to ``MOST_EXAMPLES``."""
    from scipy.spatial import cKDTree

    points = np.column_stack([blobs.x_px, blobs.y_px])
    distance, _ = cKDTree(points).query(points, k=2)
    apart = np.flatnonzero(distance[:, 1] > 3 * radius_px + 2)
    if len(apart) < 5:
        apart = np.arange(len(points))
    return apart[:: max(1, len(apart) // MOST_EXAMPLES)]


def _learn(scene: Scene, half_px: int, x, y):
    index, off_x, off_y = scene._window(x, y)
    share = scene.share.reshape(-1)[index]
    weight = scene.weight.reshape(-1)[index]
    return learnt_template(off_x.ravel(), off_y.ravel(), share.ravel(), weight.ravel(), half_px)


def learn_marker(rgb, found: ColourClasses, blobs: Blobs, hidden=None) -> Marker:
    """Learn the marker of one class of blobs.

    Parameters
    ----------
    rgb : (h, w, 3) uint8 array
    found : ColourClasses
    blobs : Blobs
    hidden : (h, w) bool array, optional
        Pixels under dots of other kinds.
    """
    radius = float(np.sqrt(blobs.area_px / np.pi))
    ink = _ink_colour(rgb, blobs)
    coverage = dot_coverage(rgb, found, blobs.colour_class, ink, radius, hidden)
    half = int(np.ceil(1.3 * radius + 2.5))
    some = _examples(blobs, radius)
    x, y = blobs.x_px[some], blobs.y_px[some]
    blank = learnt_template(*np.zeros((4, 1)), half)
    template = _learn(Scene(coverage, blank), half, x, y)
    for _ in range(REBUILDS):
        template, _, _ = centred(template)
        scene = Scene(coverage, template)
        scene.add(x, y)
        scene.settle()
        fits = scene.fits()
        good = fits.noise <= 1.5 * np.median(fits.noise)
        x, y = fits.x_px, fits.y_px
        template = _learn(scene, half, x[good], y[good])
    template, _, _ = centred(template)
    scene = Scene(coverage, template)
    scene.add(x, y)
    scene.settle(4)
    fits = scene.fits()
    return Marker(
        blobs.colour_class, ink, template, coverage,
        float(np.median(fits.noise)), float(np.median(fits.match)),
    )

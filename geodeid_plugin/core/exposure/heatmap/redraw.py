# SPDX-License-Identifier: GPL-2.0-or-later
"""The heat map of known points drawn otherwise, and turned back: wider, coarser, in classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array
from ...base.errors import InputError
from ...base.progress import Progress, silent
from .inversion import SMALLEST_BANDWIDTH_PX, Spikes, invert
from .kernels import Kernel, surface_of

FINEST = 10.0
"""Pixels of a bandwidth that are turned back: more are averaged, by which steps of height fall as much."""
MOST_CLASSES = 64
"""Values of a drawing that are read as ranges, too, as the check itself reads classes."""
LEFT_OVER = 2.0
"""Times the noise of its steps that may stay unexplained of a surface; chosen: twice."""


@dataclass(frozen=True)
class Drawing:
    """How a heat map is drawn."""

    shape: str
    """Its kernel."""
    bandwidth_m: float
    pixel_m: float
    levels: int
    """Values that a pixel can have: 256 of eight bits, classes of a legend, 2²⁴ of 32-bit numbers."""


@dataclass(frozen=True)
class ReadBack:
    """What is read back from a drawing."""

    where_m: Array
    error_m: Array
    """Places on the plane of the points, shape (n, 2), and the standard deviation of each along an axis."""
    explained: bool
    """Whether they explain the drawing as far as its steps allow, and are as many as the people."""


def read_back(places_m: Array, drawing: Drawing, progress: Progress = silent) -> ReadBack:
    """Draw points anew and turn the drawing back, by one who knows how it was drawn.

    Parameters
    ----------
    places_m : array_like, shape (n, 2)

    Returns
    -------
    ReadBack

    Examples
    --------
    >>> found = read_back([[100.0, 250.0], [2600.0, 900.0]], Drawing("quartic", 500.0, 50.0, 256))
    >>> np.round(found.where_m[np.argsort(found.where_m[:, 0])], -1).tolist()
    [[100.0, 250.0], [2600.0, 900.0]]
    """
    places = np.asarray(places_m, float).reshape(-1, 2)
    pixel = max(drawing.pixel_m, drawing.bandwidth_m / FINEST)
    kernel = Kernel(drawing.shape, drawing.bandwidth_m / pixel)
    if kernel.bandwidth_px < SMALLEST_BANDWIDTH_PX:
        raise InputError(
            "heatmap.bandwidth.narrow", "The bandwidth is narrower than the pixels: these are the points."
        )
    low_m = places.min(axis=0) - kernel.reach_px * pixel
    width, height = np.ceil((np.ptp(places, axis=0) + 2 * kernel.reach_px * pixel) / pixel).astype(int) + 1
    x_px, y_px = ((places - low_m) / pixel).T
    surface = surface_of(x_px, y_px, kernel, (int(height), int(width)))
    step = float(surface.max()) / (drawing.levels - 1) * drawing.pixel_m / pixel
    drawn = np.rint(surface / step) * step
    ways = [(drawn, None, step)]
    if drawing.levels <= MOST_CLASSES:
        ways.insert(0, (np.maximum(drawn - step / 2, 0), drawn + step / 2, 0.0))
    best = ReadBack(np.empty((0, 2)), np.empty(0), False)
    for low, high, noise in ways:
        try:
            spikes = invert(low, kernel, progress, high)
        except InputError:  # nothing comes near it: nobody is read back
            continue
        where = np.column_stack([spikes.x_px, spikes.y_px]) * pixel + low_m
        found = ReadBack(where, np.maximum(spikes.error_px * pixel, 1e-3),
                         _explained(spikes, noise, len(places)))  # fmt: skip
        if found.explained:
            return found
        best = found if len(found.where_m) > len(best.where_m) else best
    return best


def _explained(spikes: Spikes, step: float, people: int) -> bool:
    """Whether no more is left than the steps of the drawing explain, and nobody is missing."""
    persons = np.rint(spikes.weight / np.median(spikes.weight)).sum()
    noise = step / np.sqrt(12) / float(np.median(spikes.weight))
    return bool(persons >= people and spikes.residual <= LEFT_OVER * noise + 0.01)

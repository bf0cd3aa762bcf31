# SPDX-License-Identifier: GPL-2.0-or-later
"""The surfaces that programs make of points: kernels of heat maps, and rasters of the distance to a point.

QGIS's default is the quartic (biweight) kernel, zero beyond its radius [1]_; ArcGIS draws the same,
scientific packages the normal one. Distances to the nearest home rise by one a step everywhere, and are 0 at
the homes.

References
----------
.. [1] Silverman B. Density Estimation for Statistics and Data Analysis. Chapman and Hall 1986, eq. 4.5.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...base.arrays import Array
from ...base.scientific import ndimage

QUARTIC, GAUSSIAN = "quartic", "gaussian"
KERNELS = (QUARTIC, GAUSSIAN)
DISTANCE = "distance"
"""No kernel, but what a raster of the distance to the nearest point is read by."""
REACH = {QUARTIC: 1.0, GAUSSIAN: 4.5}
"""Bandwidths beyond which a kernel is nothing: e^(−4.5²/2) is 4e-5, below an eighth bit's step."""


@dataclass(frozen=True)
class Kernel:
    """A kernel of height 1: its shape, and its bandwidth in pixels (radius or standard deviation)."""

    shape: str
    bandwidth_px: float

    @property
    def reach_px(self) -> float:
        """Distance beyond which it is nothing, pixels."""
        return REACH[self.shape] * self.bandwidth_px

    def value(self, square: ArrayLike) -> Array:
        """Height at squared distances, pixels²."""
        scaled = np.asarray(square, float) / self.bandwidth_px**2
        if self.shape == QUARTIC:
            return np.maximum(1 - scaled, 0) ** 2
        return np.exp(-scaled / 2)

    def slope(self, square: ArrayLike) -> Array:
        """Derivative by the squared distance."""
        scaled = np.asarray(square, float) / self.bandwidth_px**2
        if self.shape == QUARTIC:
            return -2 * np.maximum(1 - scaled, 0) / self.bandwidth_px**2
        return -np.exp(-scaled / 2) / (2 * self.bandwidth_px**2)

    def stamp(self) -> Array:
        """The kernel about the middle of a pixel, shape (2 m + 1, 2 m + 1)."""
        half = int(np.ceil(self.reach_px))
        along = np.arange(-half, half + 1, dtype=float)
        return self.value(along[:, None] ** 2 + along[None, :] ** 2)


def surface_of(
    x_px: Array, y_px: Array, kernel: Kernel, shape: tuple[int, ...], weight: ArrayLike = 1.0
) -> Array:
    """The heat map of points, as a program draws it.

    The middle of the first pixel is at (0.5, 0.5).

    >>> float(surface_of([1.5], [0.5], Kernel("quartic", 2.0), (1, 4))[0, 1])
    1.0
    """
    height, width = shape
    surface = np.zeros(shape)
    weights = np.broadcast_to(np.asarray(weight, float), np.shape(x_px))
    for x, y, each in zip(np.asarray(x_px, float), np.asarray(y_px, float), weights):
        rows, columns = window(x, y, kernel, height, width)
        square = (np.arange(rows.start, rows.stop)[:, None] + 0.5 - y) ** 2 + (
            np.arange(columns.start, columns.stop)[None, :] + 0.5 - x
        ) ** 2
        surface[rows, columns] += each * kernel.value(square)
    return surface


def window(x: float, y: float, kernel: Kernel, height: int, width: int) -> tuple[slice, slice]:
    """Rows and columns that a kernel about a position reaches."""
    reach = kernel.reach_px
    top, left = max(int(np.floor(y - reach)), 0), max(int(np.floor(x - reach)), 0)
    bottom, right = min(int(np.ceil(y + reach)), height), min(int(np.ceil(x + reach)), width)
    return slice(top, max(bottom, top)), slice(left, max(right, left))


ALIKE, MOST = 0.02, 0.6
"""Slopes that differ by less than this share are one, and the share of the pixels that must have it: fewer do
where homes lie some ten pixels apart. Chosen."""
LOWEST_PX = 0.75
"""A home lies no farther than this from the middle of its pixel."""


def rise_of(values: Array) -> float:
    """By how much a raster of distances rises a pixel; 0 where it is none.

    >>> row, column = np.mgrid[:60, :80]
    >>> round(rise_of(50 * np.hypot(row - 30.2, column - 41.7)))
    50
    >>> rise_of(np.exp(-((row - 30.2) ** 2 + (column - 41.7) ** 2) / 200))
    0.0
    """
    slope = np.hypot(*np.gradient(np.asarray(values, float)))
    slope = slope[np.isfinite(slope)]
    rise = float(np.median(slope)) if len(slope) else 0.0
    steady = rise > 0 and np.mean(np.abs(slope / rise - 1) < ALIKE) >= MOST
    return rise if steady and float(np.nanmin(values)) < LOWEST_PX * rise else 0.0


def lowest_points(values: Array, rise: float) -> tuple[Array, Array, Array]:
    """Where the distances are 0, columns and rows in pixels, and how far the distances about each are off.

    Squares of distances from one place are its own, so the place solves linear equations of nine pixels.
    """
    steps = np.where(np.isfinite(values), np.asarray(values, float) / rise, np.inf)
    rows, columns = np.nonzero((steps == ndimage.minimum_filter(steps, 3)) & (steps < LOWEST_PX))
    inside = (rows > 0) & (columns > 0) & (rows < steps.shape[0] - 1) & (columns < steps.shape[1] - 1)
    rows, columns = rows[inside], columns[inside]
    down, right = (one.ravel() for one in np.mgrid[-1:2, -1:2])
    design = np.column_stack([-2.0 * right, -2.0 * down, np.ones(9)])
    square = steps[rows[:, None] + down, columns[:, None] + right] ** 2 - (right**2 + down**2)
    known = np.isfinite(square).all(axis=1)
    rows, columns, square = rows[known], columns[known], square[known]
    solved = np.linalg.lstsq(design, square.T, rcond=None)[0]
    off = np.sqrt(((design @ solved - square.T) ** 2).mean(axis=0))
    return columns + 0.5 + solved[0], rows + 0.5 + solved[1], off

# SPDX-License-Identifier: GPL-2.0-or-later
"""Rasters of the distance to the nearest home: they rise by one a step everywhere, and are 0 at the homes."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Array

ALIKE, MOST = 0.02, 0.6
"""Slopes that differ by less than this share are one, and the share of the pixels that must have it: fewer do
where homes lie some ten pixels apart. Chosen."""
LOWEST_PX = 0.75
"""A home lies no farther than this from the middle of its pixel."""


def rise_of(values: Array) -> float:
    """By how much a raster of distances rises a pixel; 0 where it is none.

    Examples
    --------
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
    from scipy.ndimage import minimum_filter

    steps = np.where(np.isfinite(values), np.asarray(values, float) / rise, np.inf)
    rows, columns = np.nonzero((steps == minimum_filter(steps, 3)) & (steps < LOWEST_PX))
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

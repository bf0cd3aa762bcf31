# SPDX-License-Identifier: GPL-2.0-or-later
"""Points in polygons by the number of sides that a ray from the point crosses (even-odd rule)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ..base.arrays import Array, Bools, Floats


def crossing_x(x1: Floats, y1: Floats, x2: Floats, y2: Floats, y: Floats) -> Array:
    """Where sides cross a height, and NaN where they do not, so that no comparison with it holds.

    A side takes in its upper end and not its lower one: a ray through a vertex meets one of its two sides.

    Parameters
    ----------
    x1, y1, x2, y2 : array_like
        Ends of the sides.
    y : array_like
        Heights; all five of shapes that go together.

    Examples
    --------
    >>> y1, y2 = np.array([0.0, 3.0]), np.array([2.0, 3.0])
    >>> crossing_x(np.array([0.0, 4.0]), y1, np.array([4.0, 0.0]), y2, 1.0)
    array([ 2., nan])
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        x: Array = np.where((y1 > y) != (y2 > y), x1 + (y - y1) * (x2 - x1) / (y2 - y1), np.nan)
    return x


def inside_polygon(corners: Floats, x: Floats, y: Floats) -> Bools:
    """Whether places lie inside a polygon; arrays of one shape give one of booleans.

    Parameters
    ----------
    corners : ndarray, shape (n, 2)
        The polygon, not closed.
    x, y : ndarray
        Places.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
    >>> inside_polygon(square, np.array([1.0, 3.0]), np.array([1.0, 1.0])).tolist()
    [True, False]
    """
    inside = np.zeros(np.shape(x), dtype=bool)
    for (x1, y1), (x2, y2) in zip(corners, np.roll(corners, -1, axis=0)):
        if y1 != y2:
            inside ^= x < crossing_x(x1, y1, x2, y2, y)
    return inside

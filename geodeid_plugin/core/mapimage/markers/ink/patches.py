# SPDX-License-Identifier: GPL-2.0-or-later
"""Small pieces of a picture about places, and how alike they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ....base.arrays import Array, Floats


def patches_of(share: Floats, x: Floats, y: Floats, half: int) -> Array:
    """The picture about places, (n, 2 half + 1, 2 half + 1), its pixels taken between those there are."""
    from scipy import ndimage

    along = np.arange(-half, half + 1)
    rows = np.asarray(y)[:, None, None] - 0.5 + along[None, :, None]
    columns = np.asarray(x)[:, None, None] - 0.5 + along[None, None, :]
    shape = (len(x), len(along), len(along))
    at = np.broadcast_to(rows, shape), np.broadcast_to(columns, shape)
    patches: Array = ndimage.map_coordinates(share, at, order=1, mode="constant")
    return patches


def likeness(patches: Floats, pattern: Floats) -> Array:
    """Correlation of each patch with a pattern."""
    from_mean = patches - patches.mean((-2, -1), keepdims=True)
    model = pattern - pattern.mean()
    norm = np.sqrt((from_mean**2).sum((-2, -1)) * (model**2).sum())
    found: Array = (from_mean * model).sum((-2, -1)) / np.maximum(norm, 1e-9)
    return found

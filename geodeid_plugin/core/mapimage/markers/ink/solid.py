# SPDX-License-Identifier: GPL-2.0-or-later
"""Morphology of masks, in time that does not grow with the area of what is laid over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ....base.arrays import Bools


def widened(mask: Bools, by_px: int) -> Bools:
    """Pixels no further than so many rows and columns from one of a mask."""
    from scipy import ndimage

    wide = ndimage.maximum_filter(mask.view(np.uint8), size=2 * by_px + 1, mode="constant")
    return wide.astype(bool)


def opened_by_disc(mask: Bools, radius_px: float) -> Bools:
    """The part of a mask that discs inside it cover (morphological opening); nothing lies beyond its rim."""
    reach = int(radius_px)
    high, wide = mask.shape
    solid = np.zeros((high + 2 * reach, wide + 2 * reach), dtype=bool)
    solid[reach : reach + high, reach : reach + wide] = mask
    holds = ~_touched(~solid, radius_px)
    holds[:reach], holds[reach + high :] = False, False
    holds[:, :reach], holds[:, reach + wide :] = False, False
    return _touched(holds, radius_px)[reach : reach + high, reach : reach + wide]


def _touched(mask: Bools, radius_px: float) -> Bools:
    """Pixels no further than a radius from one of a mask."""
    reach = int(radius_px)
    before = np.zeros((mask.shape[0], mask.shape[1] + 2 * reach + 1), dtype=np.int32)
    np.cumsum(mask, axis=1, out=before[:, reach + 1 : reach + 1 + mask.shape[1]])
    before[:, reach + 1 + mask.shape[1] :] = before[:, [reach + mask.shape[1]]]
    touched = np.zeros_like(mask)
    for away in range(reach + 1):
        half = int(np.sqrt(radius_px**2 - away**2))
        end, start = reach + 1 + half, reach - half
        near = before[:, end : end + mask.shape[1]] > before[:, start : start + mask.shape[1]]
        touched[away:] |= near[: len(mask) - away]
        touched[: len(mask) - away] |= near[away:]
    return touched

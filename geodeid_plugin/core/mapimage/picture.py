# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture as an array: the checks every step relies on, and its colour spaces.

Pixel coordinates everywhere in this package: x to the right, y downwards, the centre of the
top-left pixel at (0.5, 0.5).
"""

from __future__ import annotations

import numpy as np

from ..base.arrays import Array, Floats, Ints
from ..base.errors import InputError, UnjudgedError

SMALLEST_SIDE_PX = 16
"""Smaller pictures hold no map: a dot alone takes some pixels."""
LUMA_WEIGHTS = np.array([0.299, 0.587, 0.114])

_D65_WHITE = np.array([0.95047, 1.0, 1.08883])
_RGB_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def checked_rgb(rgb: Ints) -> Array:
    """Return ``rgb`` as a contiguous (h, w, 3) uint8 array, or say why it cannot be searched.

    Raises InputError when the array is no 8-bit colour picture, is too small, or has only one colour.
    """
    rgb = np.asarray(rgb)
    if rgb.ndim != 3 or rgb.shape[2] != 3:
        raise InputError(
            "picture.array.other_shape",
            "The picture must be an array of height x width x 3 colours; this one is {shape}.",
            shape=rgb.shape,
        )
    if rgb.dtype != np.uint8:
        raise InputError(
            "picture.array.other_type",
            "The picture must have 8 bits a channel; this one is {kind}.",
            kind=rgb.dtype,
        )
    height, width = rgb.shape[:2]
    if min(height, width) < SMALLEST_SIDE_PX:
        raise InputError(
            "picture.size.too_small",
            "The picture is {width} x {height} pixels; at least {least} on each side are needed.",
            width=width,
            height=height,
            least=SMALLEST_SIDE_PX,
        )
    if (rgb.reshape(-1, 3).min(0) == rgb.reshape(-1, 3).max(0)).all():
        raise UnjudgedError(
            "picture.colour.single", "The picture has a single colour, so there is nothing to find in it."
        )
    return np.ascontiguousarray(rgb)


def luma(rgb: Floats) -> Array:
    """Brightness 0 to 255 of ``rgb`` (..., 3), by the weights JPEG uses (ITU-R BT.601)."""
    return (np.asarray(rgb, dtype=np.float32) @ LUMA_WEIGHTS.astype(np.float32)).astype(np.float32)


def lab(rgb: Array) -> Array:
    """CIELAB (D65) of sRGB values 0 to 255, shape (..., 3); distances in it are perceptual (dE 1976)."""
    linear = np.asarray(rgb, dtype=np.float64) / 255.0
    linear = np.where(linear <= 0.04045, linear / 12.92, ((linear + 0.055) / 1.055) ** 2.4)
    xyz = linear @ _RGB_TO_XYZ.T / _D65_WHITE
    cube = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.stack(
        [
            116 * cube[..., 1] - 16,
            500 * (cube[..., 0] - cube[..., 1]),
            200 * (cube[..., 1] - cube[..., 2]),
        ],
        axis=-1,
    )

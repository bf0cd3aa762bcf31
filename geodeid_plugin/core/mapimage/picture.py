# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture as an array: the checks every step relies on, and its colour spaces.

Pixel coordinates everywhere in this package: x to the right, y downwards, the centre of the
top-left pixel at (0.5, 0.5).

The part of a page, slide or screen that is most likely the map is cut along bands without ink (X–Y cut: Nagy,
Seth, Viswanathan. Computer 1992, 25(7):10–22).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints
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


LOOKED_AT_PX = 400
"""Longer side at which a page is cut."""
BAND = 0.02
"""Least width of a band without ink, as a share of the page's longer side: chosen, several lines of words."""
FAR_LEVELS = 40
"""Levels of a channel by which ink differs from the ground: scans vary by less."""
RIM = 0.95
"""Share of a row or column at the rim that is no ground, from which it is a frame or a border."""
MOST_OF_PAGE = 0.5
"""A part that covers more of the picture is searched as the whole picture is."""
LEAST_OF_PAGE = 0.05
"""A part that covers less of it is no map that places could be read from."""


@dataclass(frozen=True)
class Box:
    """Rows ``top`` to ``bottom`` and columns ``left`` to ``right`` of a picture, the last not included."""

    top: int
    bottom: int
    left: int
    right: int

    @classmethod
    def whole(cls, shape: tuple[int, ...]) -> Box:
        """All of a picture of a shape."""
        return cls(0, shape[0], 0, shape[1])

    @classmethod
    def about(cls, boxes: list[Box]) -> Box:
        """The smallest that holds some others."""
        return cls(
            min(box.top for box in boxes), max(box.bottom for box in boxes),
            min(box.left for box in boxes), max(box.right for box in boxes),
        )  # fmt: skip

    @property
    def area(self) -> int:
        """Pixels."""
        return (self.bottom - self.top) * (self.right - self.left)

    @property
    def middle(self) -> Array:
        """Column and row."""
        return np.array([self.left + self.right, self.top + self.bottom]) / 2

    def holds(self, x_px: Array, y_px: Array) -> Bools:
        """Which places lie in it."""
        inside: Bools = (x_px >= self.left) & (x_px <= self.right)
        return inside & (y_px >= self.top) & (y_px <= self.bottom)

    def widened(self, share: float, shape: tuple[int, ...]) -> Box:
        """With a rim, a share of its longer side, as far as a picture of a shape reaches."""
        rim = round(share * max(self.bottom - self.top, self.right - self.left))
        top, bottom = np.clip([self.top - rim, self.bottom + rim], 0, shape[0]).tolist()
        left, right = np.clip([self.left - rim, self.right + rim], 0, shape[1]).tolist()
        return Box(top, bottom, left, right)

    def cut(self, image: Array) -> Array:
        """This part of an image."""
        return image[self.top : self.bottom, self.left : self.right]


def main_part(rgb: Ints) -> Box | None:
    """The largest part of a picture that stands alone; None where that is most of it, or hardly any.

    >>> page = np.full((400, 300, 3), 255, dtype=np.uint8)
    >>> page[40:80:8, 30:270], page[200:300:20, 60:180], page[200:300, 60:180:20] = 0, 0, 0
    >>> main_part(page)
    Box(top=199, bottom=301, left=59, right=181)
    """
    parts, whole, factor = _alone(rgb)
    best = max(parts, key=lambda box: box.area, default=whole)
    if not LEAST_OF_PAGE * whole.area < best.area < MOST_OF_PAGE * whole.area:
        return None
    return _enlarged(best, factor, rgb.shape)


def parts_of(rgb: Ints) -> list[Box]:
    """All parts of a picture that stand alone: panels, words, legends.

    >>> page = np.full((100, 300, 3), 255, dtype=np.uint8)
    >>> page[20:80:4, 20:100:2], page[20:60:4, 160:280:2] = 0, 0
    >>> [(box.left, box.right) for box in parts_of(page)]
    [(19, 100), (159, 280)]
    """
    parts, _whole, factor = _alone(rgb)
    return [_enlarged(one, factor, rgb.shape) for one in parts]


def _alone(rgb: Ints) -> tuple[list[Box], Box, int]:
    """Parts that stand alone in a reduced picture, the whole of it, and by how much it was reduced."""
    factor = max(1, min(int(np.ceil(max(rgb.shape) / LOOKED_AT_PX)), *rgb.shape[:2]))
    low, high = _extremes(np.asarray(rgb), factor)
    whole = Box.whole(low.shape)
    return _parts(low, high, whole, max(2, round(BAND * max(low.shape[:2])))), whole, factor


def _enlarged(box: Box, factor: int, shape: tuple[int, ...]) -> Box:
    """A part of the reduced picture in the picture itself, with a rim."""
    rim = 1
    return Box(
        max(box.top - rim, 0) * factor,
        min((box.bottom + rim) * factor, shape[0]),
        max(box.left - rim, 0) * factor,
        min((box.right + rim) * factor, shape[1]),
    )


def _extremes(rgb: Ints, factor: int) -> tuple[Ints, Ints]:
    """Least and largest values of blocks of ``factor × factor`` pixels; the odd rim is cut."""
    height, width = (side // factor * factor for side in rgb.shape[:2])
    low, high = rgb[:height:factor, :width:factor].copy(), rgb[:height:factor, :width:factor].copy()
    for row in range(factor):
        for column in range(factor):
            some = rgb[row:height:factor, column:width:factor]
            np.minimum(low, some, out=low)
            np.maximum(high, some, out=high)
    return low.astype(int), high.astype(int)


def _parts(low: Ints, high: Ints, box: Box, band: int) -> list[Box]:
    """Parts of a box that no band without ink divides further."""
    ground = _ground(box.cut(low))
    ink = np.maximum(np.abs(box.cut(low) - ground), np.abs(box.cut(high) - ground)).max(axis=2) > FAR_LEVELS
    inner = _within(ink)
    if inner is None:
        return []
    ink = inner.cut(ink)
    box = Box(box.top + inner.top, box.top + inner.bottom, box.left + inner.left, box.left + inner.right)
    rows, columns = _runs(ink.any(axis=1), band), _runs(ink.any(axis=0), band)
    if len(rows) == 1 and len(columns) == 1:
        return [box]
    parts: list[Box] = []
    for top, bottom in rows:
        for left, right in columns:
            part = Box(box.top + top, box.top + bottom, box.left + left, box.left + right)
            parts += _parts(low, high, part, band)
    return parts


def _ground(low: Ints) -> Array:
    """The commonest colour, to 16 levels."""
    coarse = low.reshape(-1, 3) >> 4
    codes = coarse @ np.array([256, 16, 1])
    return low.reshape(-1, 3)[codes == np.bincount(codes).argmax()].mean(axis=0)


def _within(ink: Bools) -> Box | None:
    """What borders and frames about a part leave, and then its margins; None where nothing is left."""
    inner = _peeled(ink, Box.whole(ink.shape), _is_border)
    return None if inner is None else _peeled(ink, inner, _is_margin)


def _is_border(line: Bools) -> bool:
    """Whether a row or column is hardly ground."""
    return bool(line.mean() >= RIM)


def _is_margin(line: Bools) -> bool:
    """Whether a row or column holds no ink."""
    return not line.any()


def _peeled(ink: Bools, box: Box, is_rim: Callable[[Bools], bool]) -> Box | None:
    """A box without the rows and columns about it that are rim; None where nothing is left."""
    top, bottom, left, right = box.top, box.bottom, box.left, box.right
    while bottom > top and is_rim(ink[top, left:right]):
        top += 1
    while bottom > top and is_rim(ink[bottom - 1, left:right]):
        bottom -= 1
    if top >= bottom:
        return None
    while right > left and is_rim(ink[top:bottom, left]):
        left += 1
    while right > left and is_rim(ink[top:bottom, right - 1]):
        right -= 1
    return Box(top, bottom, left, right) if left < right else None


def _runs(inked: Bools, band: int) -> list[tuple[int, int]]:
    """Runs of rows or columns with ink, those less than a band apart joined."""
    at = np.flatnonzero(inked)
    if not len(at):
        return []
    breaks = np.flatnonzero(np.diff(at) > band)
    first, last = np.concatenate([[0], breaks + 1]), np.concatenate([breaks, [len(at) - 1]])
    return [(int(at[a]), int(at[b]) + 1) for a, b in zip(first, last)]

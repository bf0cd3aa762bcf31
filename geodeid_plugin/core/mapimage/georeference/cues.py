# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a picture has lines and edges, and how they run.

Strength and direction are kept as one complex number a pixel, M·exp(2iθ): a line that crosses at a right
angle counts against a match, one at 45° does not count, and clutter of all directions averages to 0.

Constants that name no source were set together on ``scripts/bench/mapimage_georeference --small 0 59``, the
effect of each alone not measured.
"""

from __future__ import annotations

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.scientific import ndimage
from ..picture import luma

LEAST_CONTRAST = 2.0
"""Grey levels below which a gradient is taken for noise of the paper, whatever the median says."""


def reduced(image: Array, factor: int) -> Array:
    """Average blocks of ``factor × factor`` pixels; the odd rim is cut. ``image`` is (h, w) or (h, w, c)."""
    if factor <= 1:
        return np.asarray(image, dtype=np.float32)
    height, width = (side // factor * factor for side in image.shape[:2])
    total = np.zeros((height // factor, width // factor, *image.shape[2:]), dtype=np.float32)
    for row in range(factor):
        for column in range(factor):
            total += image[row:height:factor, column:width:factor]
    return total / factor**2


def without_dots(rgb: Floats, dot_mask: Bools | None) -> Array:
    """Replace the pixels of known dots by the mean of the pixels around them, float32 (h, w, 3)."""
    filled = np.asarray(rgb, dtype=np.float32).copy()
    if dot_mask is None or not dot_mask.any():
        return filled
    labels, count = ndimage.label(dot_mask)
    ring = ndimage.grey_dilation(labels, size=(5, 5))
    ring[dot_mask] = 0
    which = np.arange(1, count + 1)
    for channel in range(3):
        around = ndimage.mean(filled[..., channel], ring, which)
        around = np.nan_to_num(around, nan=255.0)
        filled[..., channel][dot_mask] = around[labels[dot_mask] - 1]
    return filled


def direction_field(rgb: Floats, dot_mask: Bools | None = None) -> Array:
    """Strength and direction of dark lines, light lines and colour edges.

    ``rgb``: (h, w, 3), the picture, 0 to 255, known dots filled. ``dot_mask``: (h, w), pixels of dots: no cue
    is taken there. Gives m·exp(2iθ), θ the direction of the line (not of its normal), rows downwards, m from
    0 to 1.
    """
    grey = luma(rgb)
    line, line_turn = _ridges(grey)
    light, light_turn = _ridges(-_light_lines(grey))
    edge, edge_turn = _edges(rgb)
    noise = _noise(line)
    # twice the noise: shaded relief is full of light streaks
    light = 0.8 * _saturated(light, 2 * noise)
    line, edge = _saturated(line, noise), 0.6 * _saturated(edge, _noise(edge))
    field = np.where(line >= edge, line * line_turn, edge * edge_turn)
    field = np.where(light > np.abs(field), light * light_turn, field).astype(np.complex64)
    field[:2], field[-2:], field[:, :2], field[:, -2:] = 0, 0, 0, 0
    if dot_mask is not None:
        field[dot_mask] = 0
    return _without_frame(field)


def _ridges(grey: Floats) -> tuple[Floats, Array]:
    """Dark lines: the larger curvature across, and twice its direction, from Gaussian second derivatives."""
    xx = ndimage.gaussian_filter(grey, 1.0, order=(0, 2))
    yy = ndimage.gaussian_filter(grey, 1.0, order=(2, 0))
    xy = ndimage.gaussian_filter(grey, 1.0, order=(1, 1))
    spread = np.hypot((xx - yy) / 2, xy)
    largest = (xx + yy) / 2 + spread
    smallest = (xx + yy) / 2 - spread
    strength = np.clip(largest - np.abs(np.minimum(smallest, largest)), 0, None) * 4
    across_twice = np.where(spread > 0, ((xx - yy) / 2 + 1j * xy) / np.maximum(spread, 1e-9), 0)
    return strength, -across_twice


def _light_lines(grey: Floats) -> Floats:
    """What stands out lightly and is narrower than 5 pixels; paper beside a dark line does not."""
    return grey - ndimage.grey_opening(grey, size=(5, 5))


def _edges(rgb: Floats) -> tuple[Array, Array]:
    """Steps between colours: the strongest channel's gradient, and twice the direction along the step."""
    best, turn = _gradient(rgb[..., 0])
    for channel in (1, 2):
        square, twice = _gradient(rgb[..., channel])
        larger = square > best
        best, turn = np.where(larger, square, best), np.where(larger, twice, turn)
    return 2 * np.sqrt(best), turn


def _gradient(channel: Floats) -> tuple[Array, Array]:
    """Square of the gradient of one colour, and twice the direction along the step."""
    x = ndimage.gaussian_filter(channel, 1.0, order=(0, 1))
    y = ndimage.gaussian_filter(channel, 1.0, order=(1, 0))
    square = x**2 + y**2
    return square, -((x + 1j * y) ** 2) / np.maximum(square, 1e-9)


def _noise(strength: Floats) -> float:
    return max(float(np.median(strength)), LEAST_CONTRAST)


def _saturated(strength: Floats, noise: float) -> Array:
    excess = np.clip(strength - 1.5 * noise, 0, None)
    return excess / (excess + 6 * noise)


def _without_frame(field: Array) -> Array:
    """Drop a neat line: straight lines over half of the picture that make up a whole rectangle."""
    rows = _straight(field.real, 1)
    columns = _straight(-field.real, 0)
    if _lines_in(rows) < 2 or _lines_in(columns) < 2:
        return field
    for shift in (-2, -1, 0, 1, 2):
        field[np.clip(rows + shift, 0, len(field) - 1)] = 0
        field[:, np.clip(columns + shift, 0, field.shape[1] - 1)] = 0
    return field


def _straight(aligned: Floats, axis: int) -> Array:
    return np.flatnonzero((aligned > 0.25).mean(axis=axis) > 0.5)


def _lines_in(at: Ints) -> int:
    """Number of separate lines in sorted positions."""
    return int(np.count_nonzero(np.diff(at) > 4)) + 1 if len(at) else 0


def sample(image: Array, x_px: Floats, y_px: Floats) -> Array:
    """Bilinear values at pixel positions (centre of the top-left pixel at 0.5, 0.5); 0 outside."""
    height, width = image.shape[:2]
    x, y = np.asarray(x_px) - 0.5, np.asarray(y_px) - 0.5
    inside = (x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1)
    x, y = np.where(inside, x, 0), np.where(inside, y, 0)
    left = np.minimum(x.astype(np.int32), max(width - 2, 0))
    top = np.minimum(y.astype(np.int32), max(height - 2, 0))
    right_share, low_share = (x - left).astype(np.float32), (y - top).astype(np.float32)
    flat, corner = image.reshape(-1), top * width + left
    upper = flat[corner] * (1 - right_share) + flat[corner + 1] * right_share
    lower = flat[corner + width] * (1 - right_share) + flat[corner + width + 1] * right_share
    return np.where(inside, upper * (1 - low_share) + lower * low_share, 0)


def nearest(image: Array, x_px: Floats, y_px: Floats) -> Array:
    """Values of the pixels that hold the positions; 0 outside."""
    height, width = image.shape[:2]
    column, row = np.floor(x_px).astype(np.int32), np.floor(y_px).astype(np.int32)
    inside = (column >= 0) & (row >= 0) & (column < width) & (row < height)
    return np.where(inside, image.reshape(-1)[np.where(inside, row * width + column, 0)], 0)

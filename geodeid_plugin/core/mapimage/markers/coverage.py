# SPDX-License-Identifier: GPL-2.0-or-later
"""How much of each pixel is covered by dot ink, by unmixing its colour; masks widened, and patches compared.

A pixel of colour v at the rim of a dot of colour D on a ground B is v = B + a (D - B). The ground
is not known under the dot, so each pixel tries the local mean of the pixels free of dots and every
other main colour of the picture, and takes the one that explains it best, where a colour seen near by
costs less than one that is not. Pixels far from every mixing line (a street drawn through the dot, a
letter) get a low weight in the fits that follow. Unmixing runs in luma and reduced chroma, because
JPEG keeps luma at full resolution only.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints, blocks
from ...base.scientific import ndimage
from ..budget import Budget
from .classify import ColourClasses, ink_mask

CHROMA_WEIGHT = 0.6
"""Weight of colour differences beside brightness, because JPEG keeps them at half the resolution."""
COLOUR_NOISE = 9.0
"""Standard deviation of a colour, grey levels."""
LOCAL_MEAN_SHARE = 0.6
"""Prior weight of the local ground beside the classes."""
LEAST_SHARE = 0.004
"""Prior weight of a class that is absent nearby."""
SHARE_NOISE = 0.15
"""Standard deviation of a covered share that is trusted by half."""
CHUNK = 400_000
"""Pixels worked on at once: memory alone."""

_TO_YCC = np.array(
    [
        [0.299, 0.587, 0.114],
        [-0.168736 * CHROMA_WEIGHT, -0.331264 * CHROMA_WEIGHT, 0.5 * CHROMA_WEIGHT],
        [0.5 * CHROMA_WEIGHT, -0.418688 * CHROMA_WEIGHT, -0.081312 * CHROMA_WEIGHT],
    ],
    dtype=np.float32,
).T
"""The colour space of JPEG (ITU-T T.871), colour differences weighted."""


@dataclass(frozen=True)
class Coverage:
    """Share of each pixel covered by one class of dots and its weight, both (h, w) float32.

    ``doubtful`` (h, w) bool marks where lines in the dots' own colour make a faint dot doubtful;
    ``budget`` is what the search for dots in it may cost.
    """

    share: Array
    weight: Array
    doubtful: Array | None = None
    budget: Budget = field(default_factory=Budget)


def ycc(rgb: Array) -> Array:
    """Luma and weighted chroma of sRGB values, shape (..., 3) float32."""
    return np.asarray(rgb, dtype=np.float32) @ _TO_YCC


def _block_sums(values: Array, block: int) -> Floats:
    """Sums over block x block squares of a (h, w) array, the rim padded with zeros."""
    height, width = values.shape
    rows, columns = -(-height // block), -(-width // block)
    if (rows * block, columns * block) != (height, width):
        values = np.pad(values, ((0, rows * block - height), (0, columns * block - width)))
    return values.reshape(rows, block, columns, block).sum((1, 3), dtype=np.float32)


class _Ground:
    """What the ground looks like around any pixel: shares of the colour classes and a mean colour."""

    def __init__(
        self, rgb: Ints, found: ColourClasses, free: Bools, grounds: list[int], radius_px: float
    ) -> None:
        self.block = max(1, int(radius_px * 0.8))
        reach = 2 * int(np.ceil((2.2 * radius_px + 3) / self.block)) + 1

        def smooth(values: Array) -> Floats:
            return ndimage.uniform_filter(_block_sums(values, self.block), reach, mode="constant")

        total = np.maximum(smooth(free), 1e-6)
        self.shares = [smooth((found.raster == k) & free) / total for k in grounds]
        self.mean = np.stack(
            [smooth(np.where(free, rgb[..., channel], 0)) / total for channel in range(3)], axis=-1
        )
        self.known = total > 1e-4
        self.mean[~self.known] = found.centre_rgb[grounds[0]]  # not black, which black ink would be taken for
        self.colours = ycc(found.centre_rgb[grounds])

    def at(self, rows: Ints, columns: Ints) -> Iterator[tuple[Floats, Floats]]:
        """Yield (colour, share) of every ground to try at the given pixels, the local mean first."""
        cell = rows // self.block, columns // self.block
        yield ycc(self.mean[cell]), np.where(self.known[cell], LOCAL_MEAN_SHARE, 0.0)
        for colour, shares in zip(self.colours, self.shares):
            yield colour[None, :], shares[cell]


def _grounds(found: ColourClasses, near_ink: Bools, colour_class: int) -> list[int]:
    """Colour classes that are ground: seen mostly away from the dots."""
    total = np.maximum(found.pixels, 1)
    inside = np.bincount(found.raster[near_ink], minlength=len(total))
    return [k for k in range(len(total)) if k != colour_class and inside[k] < 0.5 * total[k]] or [0]


def _unmix(value: Floats, ink: Floats, ground: Floats) -> tuple[Floats, Floats, Floats]:
    line = ink - ground
    length = np.maximum((line * line).sum(-1), 1.0)
    share = ((value - ground) * line).sum(-1) / length
    clipped = np.clip(share, 0.0, 1.0)
    off = ((value - ground - clipped[:, None] * line) ** 2).sum(-1)
    return share, off, length


def dot_coverage(
    rgb: Ints, found: ColourClasses, colour_class: int, ink_rgb: Floats, radius_px: float
) -> Coverage:
    """Coverage of every pixel by the dots of one colour class.

    ``colour_class``: the class of the dots' cores. ``ink_rgb``: (3,), colour of a fully covered pixel.
    ``radius_px``: radius of a dot.
    """
    core = ink_mask(found, colour_class)
    rim = int(np.ceil(max(2.0, 0.35 * radius_px + 1)))
    near = widened(core, rim)
    ground = _Ground(rgb, found, ~near, _grounds(found, near, colour_class), radius_px)
    share = np.zeros(core.shape, dtype=np.float32)
    weight = np.ones(core.shape, dtype=np.float32)
    ink = ycc(np.asarray(ink_rgb)[None, :])
    reference = float(((ink - ground.colours[0]) ** 2).sum())
    rows, columns = np.nonzero(near)
    for some in blocks(len(rows), CHUNK):
        at_rows, at_columns = rows[some], columns[some]
        value = ycc(rgb[at_rows, at_columns])
        tried = [(*_unmix(value, ink, colour), seen) for colour, seen in ground.at(at_rows, at_columns)]
        found_share = np.clip(np.stack([trial[0] for trial in tried]), -0.2, 1.2)
        off = np.stack([trial[1] for trial in tried])
        length = np.stack([np.broadcast_to(trial[2], found_share.shape[1:]) for trial in tried])
        cost = off / (2 * COLOUR_NOISE**2) - np.log(np.stack([trial[3] for trial in tried]) + LEAST_SHARE)
        best = cost.argmin(0)[None, :]
        likely = np.exp(np.take_along_axis(cost, best, 0) - cost)
        likely /= likely.sum(0)
        chosen = np.take_along_axis(found_share, best, 0)
        doubt = (likely * (found_share - chosen) ** 2).sum(0)
        trust = 1 / (1 + np.take_along_axis(off, best, 0)[0] / (3 * COLOUR_NOISE) ** 2)
        trust *= 1 / (1 + doubt / SHARE_NOISE**2)
        contrast = np.clip(np.take_along_axis(length, best, 0)[0] / reference, 0.05, 1.0)
        share[at_rows, at_columns] = chosen[0]
        weight[at_rows, at_columns] = trust * contrast
    return Coverage(share, weight)


def patches_of(share: Floats, x: Floats, y: Floats, half: int) -> Array:
    """The picture about places, (n, 2 half + 1, 2 half + 1), its pixels taken between those there are."""
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


def widened(mask: Bools, by_px: int) -> Bools:
    """Pixels no further than so many rows and columns from one of a mask."""
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

# SPDX-License-Identifier: GPL-2.0-or-later
"""How coarse a dot map must be drawn: resolutions to try, dots that others hide, and the best reading.

An attack that fails on one drawing shows nothing about the next. So each drawing is also judged by its
best reading: every dot that can be told from its neighbours is found, as exactly as its pixels allow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats

FINER = 1.1
"""Ratio of one resolution tried to the next."""
LEAST_SYMBOL_PX = 1.5
"""A round symbol below this many pixels is no longer a symbol."""
LEAST_SIDE_PX = 40
"""A page of fewer pixels shows no map."""
PHASES = (1 / 6, 1 / 2, 5 / 6)
"""Where in a pixel dots are pasted, a third apart: the best reading counts."""


@dataclass(frozen=True)
class Page:
    """The picture that was attacked, as far as it decides how exactly dots can be read.

    Attributes
    ----------
    dpi : float
        Resolution in dpi.
    metres_per_px : float
        Size of a pixel on the ground.
    size_px : tuple of int
        Width and height.
    symbol_px : float
        Diameter of the dots.
    error_px : float
        Standard error of a dot's position on each axis, for markers drawn smoothly.
    """

    dpi: float
    metres_per_px: float
    size_px: tuple[Any, ...]
    symbol_px: float
    error_px: float

    @property
    def symbol_mm(self) -> float:
        """Diameter of the dots on the page."""
        return self.symbol_px / self.dpi * 25.4

    def pixel_m(self, dpi: float) -> float:
        """Size of a pixel of the same page on the ground at another resolution, metres."""
        return self.metres_per_px * self.dpi / dpi

    def smooth_error_px(self, dpi: float, symbol_mm: float) -> float:
        """Error of a smooth dot at another resolution and size.

        The rim tells the position, and its length in pixels grows with the radius, so that the error
        falls with the radius' square root.
        """
        return self.error_px * math.sqrt(self.symbol_px / max(symbol_mm / 25.4 * dpi, LEAST_SYMBOL_PX))


def resolutions(page: Page, symbol_mm: float) -> list[float]:
    """Resolutions at which a page with symbols of this diameter can be drawn, the finest first.

    Below the page's own they are whole numbers, none more than a tenth or one dot an inch apart.
    """
    least = max(LEAST_SIDE_PX / min(page.size_px) * page.dpi, LEAST_SYMBOL_PX / symbol_mm * 25.4)
    found, dpi = [page.dpi], page.dpi
    while True:
        dpi = min(math.ceil(dpi) - 1, math.ceil(dpi / FINER))
        if dpi < least:
            return [value for value in found if value >= least]
        found.append(float(dpi))


def finest_that_passes(tried: list[float], exposed: Callable[[float], int]) -> int | None:
    """Index of the finest resolution that exposes nobody, found by halving; None where the coarsest does.

    Parameters
    ----------
    tried : list of float
        Resolutions, the finest first.
    exposed : callable
        Records exposed at a resolution; must not rise as pixels grow.
    """
    if not tried or exposed(tried[-1]):
        return None
    fails, passes = -1, len(tried) - 1
    while passes - fails > 1:
        middle = (fails + passes) // 2
        if exposed(tried[middle]):
            fails = middle
        else:
            passes = middle
    return passes


def pasted_places(true_m: Floats, pixel_m: float) -> Array:
    """Where dots pasted at whole pixels come to lie, for nine places of the grid, shape (9, n, 2), metres."""
    grids = np.array([(x, y) for x in PHASES for y in PHASES])[:, None, :]
    return (np.floor(true_m[None] / pixel_m + grids) + 0.5 - grids) * pixel_m


def hidden(x_px: Array, y_px: Array, radius_px: float, finer: int = 1) -> Array:
    """Which opaque round dots of one colour nobody can know of, because others cover them.

    A dot is indispensable when it alone covers some pixel, or when it shares its place with others only.
    Hidden are those that indispensable dots cover; where dots cover one another in turn, none is.

    Parameters
    ----------
    x_px, y_px : (n,) float arrays
        Centres.
    radius_px : float
        Radius.
    finer : int
        Steps a pixel is divided into: 1 for dots pasted at whole pixels, more for smooth ones.
    """
    column, row = (np.floor(np.asarray(value) * finer).astype(int) for value in (x_px, y_px))
    places, which = np.unique(np.column_stack([column, row]), axis=0, return_inverse=True)
    reach = math.ceil(radius_px * finer)
    line = np.arange(-reach, reach + 1)
    stamp = np.argwhere(np.hypot(*np.meshgrid(line, line)) <= max(radius_px * finer, 0.5)) - reach
    pixels = places[:, None, :] - places.min(axis=0) + reach + stamp[None]
    width = int(pixels[..., 0].max()) + 1
    flat = pixels[..., 1] * width + pixels[..., 0]
    covers = np.bincount(flat.ravel())
    indispensable = (covers[flat] == 1).any(axis=1)
    by_those = np.zeros(len(covers), dtype=bool)
    by_those[flat[indispensable]] = True
    return (~indispensable & by_those[flat].all(axis=1))[which.reshape(-1)]

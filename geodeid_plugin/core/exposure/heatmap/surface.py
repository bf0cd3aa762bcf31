# SPDX-License-Identifier: GPL-2.0-or-later
"""A heat map as numbers with a place, from a raster of numbers or a picture with a legend."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InputError
from .inversion import Spikes, found_kernel, invert, straight, tilt_of
from .islands import kernel_of_ranges, straightened
from .kernels import Kernel
from .picture import ColourMap

if TYPE_CHECKING:
    from ...base.arrays import Array
    from ...base.progress import Progress
    from ...mapimage.georeference.systems import System

FLOAT_LEVELS = 2**24
"""Values that 32-bit numbers tell apart near one another."""
BYTE_LEVELS = 256
"""Values of eight bits, as pictures and classed rasters have."""
FINEST_PX = 16.0
"""Pixels of a bandwidth that are turned back in a picture: every second, third… is taken of more."""


@dataclass(frozen=True)
class Surface:
    """A heat map as numbers."""

    values: Array
    """Shape (h, w). Of a picture the least value that the colour of each pixel allows."""
    matrix: Array
    """Shape (2, 3). From columns and rows to the map."""
    system: System | None
    """Of the map; None where nobody knows where it lies."""
    metres: float
    """Side of a pixel."""
    bands: int = 1
    levels: int = FLOAT_LEVELS
    """Bands of the raster, and values that a pixel can have."""
    colours: ColourMap | None = None
    """What the colours of a picture tell."""
    rounded: Array | None = None
    """Largest value that each number of a raster stands for, where these are few classes."""
    placing_px: float = 0.0
    """Error of the place of the whole along an axis, pixels."""

    @classmethod
    def nowhere(cls) -> Surface:
        """One without values that lies nowhere yet."""
        return cls(np.empty((0, 0)), np.eye(2, 3), None, 1.0)

    def kernel(self, shape: str, bandwidth_m: float | None, progress: Progress) -> Kernel:
        """The kernel as given; what is not given is found."""
        if shape != "auto" and bandwidth_m:
            return Kernel(shape, bandwidth_m / self.metres)
        if self.highest is None:
            found = found_kernel(self.values, progress)
        else:
            found = kernel_of_ranges(self.values, self.highest, progress)
        return Kernel(
            found.shape if shape == "auto" else shape,
            bandwidth_m / self.metres if bandwidth_m else found.bandwidth_px,
        )

    @property
    def highest(self) -> Array | None:
        """Largest value that each pixel may stand for; None of a raster of exact numbers."""
        return self.rounded if self.colours is None else self.colours.high

    def straightened(self, progress: Progress) -> Surface:
        """A picture whose ramp does not go by equal steps, by the steps that explain it."""
        if self.colours is None:
            return self
        try:
            colours = straightened(self.colours, progress)
        except InputError:  # whoever gives kernel and bandwidth needs no islands
            return self
        return replace(self, values=colours.low, colours=colours)

    def made_round(self) -> Surface:
        """A raster of exact numbers in pixels in which its kernel is round."""
        tilt = tilt_of(self.values) if self.highest is None else None
        if tilt is None:
            return self
        values, to_own = straight(self.values, tilt)
        return replace(self, values=values, matrix=self.matrix @ np.vstack([to_own, [0, 0, 1]]))

    def thinned(self, kernel: Kernel) -> tuple[Surface, Kernel]:
        """A picture with as many pixels as its points need, and the kernel in these."""
        step = int(kernel.bandwidth_px / FINEST_PX)
        if self.colours is None or step < 2:
            return self, kernel
        middle = np.array([[step, 0, 0.5 - 0.5 * step], [0, step, 0.5 - 0.5 * step], [0, 0, 1]])
        colours = replace(
            self.colours, low=self.colours.low[::step, ::step], high=self.colours.high[::step, ::step]
        )
        fewer = replace(
            self, values=colours.low, matrix=self.matrix @ middle, metres=step * self.metres, colours=colours
        )
        return fewer, Kernel(kernel.shape, kernel.bandwidth_px / step)

    def turned_back(self, kernel: Kernel, progress: Progress) -> Spikes:
        """The points that it was made from."""
        return invert(self.values, kernel, progress, self.highest)

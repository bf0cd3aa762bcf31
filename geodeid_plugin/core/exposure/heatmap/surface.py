# SPDX-License-Identifier: GPL-2.0-or-later
"""A heat map as numbers with a place, from a raster of numbers or a picture with a legend, and its kernel.

A picture tells only ranges of values. What a point that stands alone leaves above the lowest values is an
island; one kernel explains it, and all such islands agree about its bandwidth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import InputError, Phrase, UnjudgedError
from ...base.progress import Progress, part, silent
from ...base.scientific import ndimage, optimize
from ...mapimage.georeference.systems import System
from .inversion import SMALLEST_BANDWIDTH_PX, Spikes, found_kernel, invert, straight, tilt_of
from .kernels import GAUSSIAN, KERNELS, Kernel
from .picture import ColourMap

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


LEAST_SHARE = 0.04
"""Share of the highest value above which an island stands; eight bits tell less apart from nothing."""
LEAST_PIXELS = 12
"""Pixels of an island: fewer do not tell a bandwidth."""
MOST_ISLANDS = 12
"""Smallest islands that are looked at: of twelve some are single points nearly always."""
AROUND = 0.5
"""Rim about an island that is held against the kernel as well, as a share of its size."""
MOST_UNKNOWN = 0.6
"""Share of an island's box that may tell nothing: a JPEG blends the edges of classes."""
CLEARLY = 0.7
"""Share of the misfit of the quartic kernel, the default of programs, below which another is found."""
BEST = 0.5
"""Share of the islands, those that one kernel explains best, whose bandwidths are averaged."""


STRAIGHT, BENT = 0.01, 0.4
"""Misfit up to which equal steps explain a ramp, and the share of a larger one that another reading has."""
BENDS: tuple[tuple[Phrase, Callable[[Array], Array]], ...] = (
    (Phrase("square roots"), lambda share: share**2),
    (Phrase("fourth roots"), lambda share: share**4),
    (Phrase("logarithms over one decade"), lambda share: (10**share - 1) / 9),
    (Phrase("logarithms over two decades"), lambda share: (100**share - 1) / 99),
    (Phrase("logarithms over three decades"), lambda share: (1000**share - 1) / 999),
)
"""What the steps of a ramp may stand for instead of values, and how these are had again, from 0 to 1."""


@dataclass(frozen=True)
class _Patch:
    """Ranges of values about an island, and how many pixels it has."""

    low: Array
    high: Array
    pixels: int


def kernel_of_ranges(low: Array, high: Array, progress: Progress = silent) -> Kernel:
    """The kernel that explains the islands of a heat map best; see :func:`kernel_and_misfit`."""
    return kernel_and_misfit(low, high, progress)[0]


def kernel_and_misfit(low: Array, high: Array, progress: Progress = silent) -> tuple[Kernel, float]:
    """The kernel that explains the islands of a heat map best, and what it leaves of their height.

    ``low`` and ``high`` are infinite where nothing is known. The misfit is 0 where the kernel explains all:
    areas of one colour each leave 0.1 to 0.3.

    >>> from .kernels import surface_of
    >>> drawn = surface_of([30.2, 80.7], [31.4, 40.0], Kernel("quartic", 12.0), (80, 120))
    >>> found = kernel_of_ranges(np.floor(10 * drawn) / 10, np.floor(10 * drawn) / 10 + 0.1)
    >>> found.shape, round(found.bandwidth_px)
    ('quartic', 12)
    """
    patches = list(_islands(np.asarray(low, float), np.asarray(high, float)))
    if not patches:
        raise UnjudgedError(
            "heatmap.bandwidth.no_single_point",
            "No point stands alone in the heat map, so its bandwidth was not found. Give it.",
        )
    best: tuple[float, Kernel] | None = None
    for at, shape in enumerate(KERNELS):
        fits = []
        for number, patch in enumerate(patches):
            progress((at + number / len(patches)) / len(KERNELS))
            fits.append(_fitted(patch, shape))
        misfit, wide = np.array(fits).T
        kept = np.argsort(misfit)[: max(1, round(BEST * len(fits)))]
        found = float(misfit[kept].mean()), Kernel(shape, float(np.median(wide[kept])))
        best = found if best is None or found[0] < CLEARLY * best[0] else best
    if best is None or best[1].bandwidth_px < SMALLEST_BANDWIDTH_PX:
        raise UnjudgedError(
            "heatmap.bandwidth.not_found", "The bandwidth of the heat map was not found. Give it."
        )
    return best[1], best[0]


def straightened(colours: ColourMap, progress: Progress = silent) -> ColourMap:
    """A ramp read by logarithms or roots, where equal steps leave islands bent that one kernel explains then.

    Classes, and ramps whose values were told, stay as they are; so does what equal steps explain.

    Raises
    ------
    UnjudgedError
        No island is large enough to tell a bandwidth.
    """
    if colours.told or colours.legend.classed:
        return colours
    best = kernel_and_misfit(colours.low, colours.high, part(progress, 0, 0.2))[1]
    if best <= STRAIGHT:
        return colours
    first, span = colours.legend.low[0], colours.legend.high[-1] - colours.legend.low[0]
    found, best = colours, BENT * best
    for at, (name, bend) in enumerate(BENDS):
        low, high = (
            np.where(np.isfinite(side), bend(np.clip((side - first) / span, 0, 1)), side)
            for side in (colours.low, colours.high)
        )
        misfit = kernel_and_misfit(low, high, part(progress, 0.2 + 0.16 * at, 0.36 + 0.16 * at))[1]
        if misfit < best:
            legend = replace(colours.legend, low=bend((colours.legend.low - first) / span),
                             high=bend((colours.legend.high - first) / span))  # fmt: skip
            found, best = replace(colours, low=low, high=high, legend=legend, bend=name), misfit
    return found


def _islands(low: Array, high: Array) -> Iterator[_Patch]:
    """Patches about the smallest islands: their ranges, with what belongs to others left open."""
    above = np.isfinite(high) & (low > LEAST_SHARE * low[np.isfinite(low)].max(initial=0.0))
    numbers, count = ndimage.label(above, structure=np.ones((3, 3)))
    sizes = np.bincount(numbers.ravel(), minlength=count + 1)[1:]
    boxes, taken = ndimage.find_objects(numbers, count), 0
    for at in np.argsort(sizes):
        if sizes[at] < LEAST_PIXELS or taken == MOST_ISLANDS:
            continue
        rim = [int(np.ceil(AROUND * (side.stop - side.start))) for side in boxes[at]]
        window = tuple(
            slice(max(side.start - more, 0), side.stop + more) for side, more in zip(boxes[at], rim)
        )
        other = (numbers[window] != at + 1) & (numbers[window] > 0)
        least = np.where(other, -np.inf, low[window])
        if np.isinf(least[_inside(boxes[at], window)]).mean() > MOST_UNKNOWN:
            continue
        taken += 1
        yield _Patch(least, np.where(other, np.inf, high[window]), int(sizes[at]))


def _inside(box: Sequence[slice], window: Sequence[slice]) -> tuple[slice, ...]:
    """A box as slices of a window."""
    return tuple(slice(one.start - frame.start, one.stop - frame.start) for one, frame in zip(box, window))


def _fitted(patch: _Patch, shape: str) -> tuple[float, float]:
    """How badly one kernel explains a patch, as a share of its height, and its bandwidth."""
    low, high = patch.low, patch.high
    down, across = np.mgrid[: low.shape[0], : low.shape[1]] + 0.5
    top = float(low[np.isfinite(low)].max())
    middle = (low > 0.5 * top) & np.isfinite(low)
    start = float(np.sqrt(patch.pixels / np.pi)) * (0.5 if shape == GAUSSIAN else 1.2)

    known = np.isfinite(low) | np.isfinite(high)  # elsewhere anything is explained
    x_px, y_px, low, high = across[known], down[known], low[known], high[known]

    def left(given: Floats) -> Floats:
        x, y, height, wide = given
        drawn = height * Kernel(shape, wide).value((x_px - x) ** 2 + (y_px - y) ** 2)
        return (np.clip(drawn, low, high) - drawn) / top

    def slopes(given: Floats) -> Floats:
        x, y, height, wide = given
        kernel, square = Kernel(shape, wide), (x_px - x) ** 2 + (y_px - y) ** 2
        value, slope = kernel.value(square), height * kernel.slope(square)
        beyond = (height * value < low) | (height * value > high)
        by = np.stack([2 * slope * (x_px - x), 2 * slope * (y_px - y), -value, 2 * slope * square / wide])
        return np.where(beyond, by / top, 0.0).T

    found = optimize.least_squares(
        left, (across[middle].mean(), down[middle].mean(), 1.1 * top, start), slopes, max_nfev=60,
        bounds=((0, 0, 0.5 * top, 0.3 * start), (patch.low.shape[1], patch.low.shape[0], 4 * top, 4 * start)),
    )  # fmt: skip
    return float(np.sqrt((found.fun**2).sum() / known.size)), float(found.x[3])

# SPDX-License-Identifier: GPL-2.0-or-later
"""Heat maps among the figures of a document: told by their legends, turned back, and laid on the ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Array, Ints
from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from ...base.progress import part as share
from ...mapimage.georeference.placing import Placed
from .attack import MOST_UNKNOWN, is_explained
from .inversion import Spikes, invert
from .legend import Legend, read_values
from .picture import ColourMap, heat_maps_in, steps_share
from .surface import Surface, kernel_and_misfit, straightened

LARGEST_MISFIT = 0.06
"""Share of its height that a kernel leaves of islands at most; areas of one colour each leave up to 0.3."""
MOST_STEPS = 0.05
"""Share of changes that are steps, up to which a surface is smooth; areas of one colour have 0.07 on."""
EVEN, LEAST_EVEN = 0.15, 0.6
"""How near to a whole number of persons a weight lies, and the share of points that do; by chance 0.3."""
MOST_COVERED = 400_000
"""Pixels under all kernels together: some twenty seconds. Larger heat maps are left to their own check."""
BLENDS = 6
"""Colours between two classes that belong to neither: their edges are blended."""
SHADES = 32
"""Colours from which on a legend is a ramp, whose own colours are as near one another."""
_NO_PERSONS = Phrase(
    "The points that would produce it are not people of equal weight, or explain too little of it."
)


@dataclass(frozen=True)
class HeatMap:
    """A heat map in a picture."""

    colours: ColourMap | None
    """What its colours tell; None of a raster of numbers."""
    surface: Surface
    """The same with as many pixels as its points need; its matrix leads to columns and rows of the
    picture."""
    spikes: Spikes | None
    """The points that it was made from; None where it was not turned back."""
    why: Phrase | None = None
    """Why it was not, or why its points may be no persons."""

    def on(self, placed: Placed) -> Surface:
        """The surface on the ground.

        Raises
        ------
        InputError
            The picture was bent to fit, so its pixels are not of one size.
        """
        if placed.affine is None:
            raise InputError(
                "heatmap.picture.warped",
                "The picture had to be warped to fit the map, so a heat map in it was not judged.",
            )
        step = self.surface.metres
        whole = np.vstack([self.surface.matrix, [0, 0, 1]])
        return replace(
            self.surface, matrix=placed.affine @ whole, system=placed.system,
            metres=step * placed.metres_per_px, placing_px=placed.blur_px / step,
        )  # fmt: skip

    def at_px(self) -> Array:
        """Where its points lie in the picture."""
        if self.spikes is None:
            return np.empty((0, 2))
        where = np.column_stack([self.spikes.x_px, self.spikes.y_px, np.ones(len(self.spikes.x_px))])
        return where @ self.surface.matrix.T

    def persons(self) -> list[int]:
        """How many people each point stands for."""
        if self.spikes is None:
            return []
        heights = self.spikes.weight / np.median(self.spikes.weight)
        return np.maximum(np.rint(heights), 1).astype(int).tolist()


def heat_maps_of(rgb: Ints, progress: Progress = silent) -> list[HeatMap]:
    """Heat maps that a picture shows with their legends, each turned back into points.

    Pictures of areas that have one colour each are none, and neither is what no sum of kernels explains,
    unless it is as smooth as one: then nobody knows.
    """
    return list(_heat_maps(rgb, progress))


def turned_back(numbers: Surface, progress: Progress = silent) -> HeatMap:
    """A raster of numbers among the files of a document as a heat map."""
    surface = replace(numbers, matrix=np.eye(2, 3), system=None, metres=1.0)
    try:
        kernel = numbers.kernel("auto", None, share(progress, 0.0, 0.2))
        spikes = invert(numbers.values, kernel, share(progress, 0.2, 1.0), numbers.highest, MOST_COVERED)
    except InputError as reason:
        return HeatMap(None, surface, None, reason.phrase)
    good = is_explained(spikes) and _are_persons(spikes)
    return HeatMap(None, surface, spikes, None if good else _NO_PERSONS)


def _heat_maps(rgb: Ints, progress: Progress) -> Iterator[HeatMap]:
    for colours in heat_maps_in(rgb):
        smooth = colours.unknown <= MOST_UNKNOWN and steps_share(colours) <= MOST_STEPS
        surface = _in_pixels(colours)
        try:
            colours = straightened(colours)
            surface = _in_pixels(colours)
            kernel, misfit = kernel_and_misfit(colours.low, colours.high, share(progress, 0.0, 0.2))
            if misfit > LARGEST_MISFIT:
                raise InputError("heatmap.kernel.unexplained", "No kernel explains it.")
            surface, kernel = surface.thinned(kernel)
            spikes = invert(surface.values, kernel, share(progress, 0.2, 1.0), surface.highest,
                            MOST_COVERED)  # fmt: skip
        except InputError as reason:
            if smooth:
                yield HeatMap(colours, surface, None, reason.phrase)
            continue
        if is_explained(spikes) and _are_persons(spikes):
            yield HeatMap(colours, surface, spikes)
        elif smooth:
            yield HeatMap(colours, surface, spikes, _NO_PERSONS)


def _are_persons(spikes: Spikes) -> bool:
    """Whether most points are one person or several: kernels of any weight draw all sorts of things."""
    persons = spikes.weight / np.median(spikes.weight)
    even = np.abs(persons - np.maximum(np.rint(persons), 1)) <= EVEN
    return bool(even.mean() >= LEAST_EVEN)


def _in_pixels(colours: ColourMap) -> Surface:
    """Values of a picture that lies nowhere yet."""
    matrix = np.array([[1.0, 0.0, colours.left], [0.0, 1.0, colours.top]])
    return Surface(colours.low, matrix, None, 1.0, levels=len(colours.legend.colours), colours=colours)


def without_heat(rgb: Ints, heat: HeatMap) -> Ints:
    """The picture with one colour where the heat map's are: the edges of its classes are no borders."""
    if heat.colours is None:
        return rgb
    colours = heat.colours.legend.colours
    along = np.arange(0, len(colours) - 1, 1 / BLENDS if len(colours) < SHADES else 1)
    low = along.astype(int)
    blends = colours[low] + (colours[low + 1] - colours[low]) * (along - low)[:, None]
    of_heat = np.isfinite(read_values(rgb, Legend(blends, along, along, False)).high)
    plain = rgb.copy()
    plain[of_heat] = np.rint(colours[0]).astype(np.uint8)
    return plain

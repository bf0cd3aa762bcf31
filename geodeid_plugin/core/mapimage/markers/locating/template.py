# SPDX-License-Identifier: GPL-2.0-or-later
"""The marker's own picture, learnt from the dots themselves, the shape it is, and where that is anchored.

The template is the expected coverage of a pixel as a function of its offset from the dot, on a grid
``OVERSAMPLING`` times finer than the pixels, found by kernel regression over isolated dots, whose
unlike sub-pixel phases fill the fine grid.

Most markers are anchored at their centroid. The plain triangle of QGIS and matplotlib is anchored at
the middle of its box, a sixth of its height above the centroid: more than a pixel for common sizes.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, overload

import numpy as np

from ....base.arrays import Array, Floats
from ....base.scientific import ndimage, optimize
from ....geometry.polygons import inside_polygon

OVERSAMPLING = 8
"""Cells of the template a pixel."""
KERNELS_PX = (0.16, 0.32, 0.65)
"""Widths of the kernel, the narrowest first."""
ENOUGH_SAMPLES = 4.0
"""Samples that a kernel needs."""
FINER = 3
"""Subcells a cell where a shape is drawn."""


@dataclass(frozen=True)
class Template:
    """Coverage as a function of the offset from the dot.

    ``value``, ``slope_x``, ``slope_y``: (m, m) on the fine grid, offset 0 in its middle;
    ``half_px``: half the side in pixels; ``energy``: sum of squares over whole pixels.
    """

    value: Array
    slope_x: Array
    slope_y: Array
    half_px: int
    energy: float

    @overload
    def at(self, offset_x: Floats, offset_y: Floats, slopes: Literal[True] = True) -> list[Floats]: ...

    @overload
    def at(self, offset_x: Floats, offset_y: Floats, slopes: Literal[False]) -> Floats: ...

    def at(self, offset_x: Floats, offset_y: Floats, slopes: bool = True) -> Floats | list[Floats]:
        """Coverage at offsets in pixels, and its two slopes per pixel; 0 outside the template."""
        # As ndimage.map_coordinates of order 1, which looks for the corners again for each grid.
        last = self.value.shape[0] - 1
        row, column = (offset * OVERSAMPLING + last / 2 for offset in (offset_y, offset_x))
        inside = (row >= 0) & (row <= last) & (column >= 0) & (column <= last)
        row, column = np.where(inside, row, 0), np.where(inside, column, 0)
        top, left = (np.minimum(one.astype(np.intp), last - 1) for one in (row, column))
        upper, low, right = inside * (1 - row + top), inside * (row - top), column - left
        corners = [top * (last + 1) + left + step for step in (0, 1, last + 1, last + 2)]
        shares = [upper * (1 - right), upper * right, low * (1 - right), low * right]
        found = []
        for grid in (self.value, self.slope_x, self.slope_y) if slopes else (self.value,):
            values = grid.ravel()
            found.append(sum(share * values.take(corner) for share, corner in zip(shares, corners)))
        return found if slopes else found[0]

    def on_pixels(self, phase_x: float = 0.0, phase_y: float = 0.0) -> Floats:
        """The template sampled on whole pixels around the dot, (2 half + 1) squared."""
        line = np.arange(-self.half_px, self.half_px + 1, dtype=float)
        offset_x, offset_y = np.meshgrid(line - phase_x, line - phase_y)
        return self.at(offset_x, offset_y, slopes=False)

    @property
    def area_px(self) -> float:
        """Area covered by one dot, in pixels."""
        return float(self.value.sum()) / OVERSAMPLING**2

    @property
    def radius_px(self) -> float:
        """Radius of the circle with the dot's area."""
        return float(np.sqrt(max(self.area_px, 0.0) / np.pi))


def template_of(value: Floats, half_px: int) -> Template:
    """Complete a template from its values on the fine grid."""
    value = np.asarray(value, dtype=np.float32)
    slope_y, slope_x = np.gradient(value, 1.0 / OVERSAMPLING)
    middle = value.shape[0] // 2
    steps = np.arange(-half_px, half_px + 1) * OVERSAMPLING + middle
    energy = float((value[np.ix_(steps, steps)] ** 2).sum())
    return Template(value, slope_x, slope_y, half_px, energy)


def learnt_template(
    offset_x: Floats, offset_y: Floats, share: Floats, weight: Floats, half_px: int
) -> Template:
    """Kernel regression of coverage on the offset from the dot (Nadaraya 1964, Watson 1964).

    The narrowest of ``KERNELS_PX`` that has enough samples is used at each place, so that the few
    phases of a map with snapped markers still give a complete template.

    ``offset_x``, ``offset_y``, ``share``, ``weight``: offsets of pixels from their dot (px), the coverage
    seen there, and the weights. ``half_px``: half the side of the template in pixels.
    """
    side = 2 * half_px * OVERSAMPLING + 1
    column = np.rint(offset_x * OVERSAMPLING).astype(int) + half_px * OVERSAMPLING
    row = np.rint(offset_y * OVERSAMPLING).astype(int) + half_px * OVERSAMPLING
    inside = (column >= 0) & (column < side) & (row >= 0) & (row < side)
    cell = (row * side + column)[inside]
    weight, share = weight[inside], share[inside]
    amount = np.bincount(cell, weight, side * side).reshape(side, side)
    total = np.bincount(cell, weight * share, side * side).reshape(side, side)
    value = np.zeros((side, side))
    remaining = np.ones((side, side))
    for kernel in KERNELS_PX:
        sd = kernel * OVERSAMPLING
        around = ndimage.gaussian_filter(amount, sd, mode="constant")
        mean = ndimage.gaussian_filter(total, sd, mode="constant") / np.maximum(around, 1e-9)
        trust = np.clip(around * 2 * np.pi * sd**2 / ENOUGH_SAMPLES, 0, 1) * remaining
        value += trust * mean
        remaining -= trust
    line = np.arange(-half_px * OVERSAMPLING, half_px * OVERSAMPLING + 1) / OVERSAMPLING
    distance = np.hypot(*np.meshgrid(line, line))
    fade = np.clip(half_px - distance, 0, 1)
    return template_of(np.clip(value, 0, 1) * fade, half_px)


def single_phase_template(patches: Floats, weights: Floats) -> Template:
    """Template of markers that all sit at the same phase of the pixel grid: mean picture, spline between.

    ``patches``, ``weights``: (n, m, m), coverage around each dot on whole pixels, and its weight; m odd.
    """
    mean = (patches * weights).sum(0) / np.maximum(weights.sum(0), 1e-6)
    half = patches.shape[1] // 2
    steps = np.arange(2 * half * OVERSAMPLING + 1) / OVERSAMPLING
    value = ndimage.map_coordinates(mean, np.meshgrid(steps, steps, indexing="ij"), order=3)
    line = steps - half
    fade = np.clip(half - np.hypot(*np.meshgrid(line, line)), 0, 1)
    return template_of(np.clip(value, 0, 1) * fade, half)


def fitted_template(
    name: str, area_px: float, offset_x: Floats, offset_y: Floats, share: Floats, weight: Floats, half_px: int
) -> Template:
    """Template of a known marker, its area and blur fitted to samples of coverage.

    ``name``: a marker of :data:`OUTLINES`. ``area_px``: area to start from, square pixels. ``offset_x``,
    ``offset_y``, ``share``, ``weight``: offsets of pixels from their dot (px), the coverage seen there, and
    the weights. ``half_px``: half the side of the template in pixels.
    """
    side = 2 * half_px * OVERSAMPLING + 1

    def template(numbers: Floats) -> Template:
        # Nothing larger is seen in the samples; unbounded, the search went to blurs that took hours to draw.
        size = min(area_px * np.exp(numbers[0]), (2 * half_px + 1) ** 2)
        blur = min(np.exp(numbers[1]), half_px)
        return template_of(np.clip(drawn(name, size, side, OVERSAMPLING, blur, FINER), 0, 1), half_px)

    def misfit(numbers: Floats) -> float:
        seen = template(numbers).at(offset_x, offset_y, slopes=False)
        return float((weight * np.abs(share - seen) ** 1.5).sum())

    start = np.array([0.0, np.log(0.25)])
    simplex = start + np.array([[0, 0], [0.08, 0], [0, -0.7]])
    best = optimize.minimize(
        misfit, start, method="Nelder-Mead",
        options={"initial_simplex": simplex, "maxfev": 40, "xatol": 0.004, "fatol": 0},
    )  # fmt: skip
    return template(best.x)


def centred(template: Template) -> tuple[Template, float, float]:
    """Move the template so that its centroid is at offset 0; returns it and the move (px)."""
    solid = np.where(template.value > 0.15, template.value, 0)
    if not solid.any():
        return template, 0.0, 0.0
    middle = template.value.shape[0] // 2
    row, column = ndimage.center_of_mass(solid)
    move_x, move_y = (column - middle) / OVERSAMPLING, (row - middle) / OVERSAMPLING
    value = ndimage.shift(template.value, (middle - row, middle - column), order=1)
    return template_of(value, template.half_px), move_x, move_y


CERTAIN_MATCH = 0.96
"""Correlation from which a marker has a name."""
GRID = 97
"""Pixels of the raster that shapes are compared in."""
TIE = 0.003
"""A circle is preferred to a shape that is better by less: small discs look like squares."""


def _star(points: int, inner: float) -> Floats:
    angle = np.arange(2 * points) * np.pi / points
    radius = np.where(np.arange(2 * points) % 2 == 0, 1.0, inner)
    return np.column_stack([radius * np.sin(angle), -radius * np.cos(angle)])


def _cross(arm: float) -> Floats:
    a = arm
    return np.array(
        [[-a, -1], [a, -1], [a, -a], [1, -a], [1, a], [a, a], [a, 1], [-a, 1], [-a, a], [-1, a], [-1, -a],
         [-a, -a]]
    )  # fmt: skip


def _turned(points: Floats, degrees: float) -> Floats:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return points @ np.array([[cos, sin], [-sin, cos]])


def _polygon(corners: int) -> Floats:
    return _star(corners, np.cos(np.pi / corners))


OUTLINES = {
    "circle": _polygon(60),
    "square": np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float),
    "diamond": np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], float),
    "triangle": np.array([[0, -1], [1, 1], [-1, 1]], float),
    "equilateral triangle": _polygon(3),
    "pentagon": _polygon(5),
    "star": _star(5, 0.382),
    "plus": _cross(0.333),
    "thin plus": _cross(0.167),
    "x": _turned(_cross(0.333), 45),
    "thin x": _turned(_cross(0.118), 45),
}
"""Markers of the usual drawing programs, of radius 1."""


BLUR_REACH = 4.0
"""Standard deviations after which a blur is cut off, as SciPy does."""


def polygon_area(points: Floats) -> float:
    """Area of a polygon, whatever its direction."""
    x, y = points.T
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def polygon_centroid(points: Floats) -> Floats:
    """Centroid of a polygon (x, y); the mean of its vertices when it has no area."""
    x, y = points.T
    cross = x * np.roll(y, -1) - np.roll(x, -1) * y
    if abs(cross.sum()) < 1e-12:
        return points.mean(axis=0)
    return np.array(
        [((x + np.roll(x, -1)) * cross).sum(), ((y + np.roll(y, -1)) * cross).sum()]
    ) / (3 * cross.sum())  # fmt: skip


def drawn(name: str, area_px: float, side: int, oversampling: int, blur_px: float, finer: int = 1) -> Floats:
    """A marker of given area, centred on its centroid, as coverage on a fine grid (side, side).

    ``side`` is odd; ``finer`` draws it on a grid so many times finer still (odd), for an exact area.
    """
    outline = OUTLINES[name] - polygon_centroid(OUTLINES[name])
    steps = oversampling * finer
    scale = np.sqrt(area_px / polygon_area(outline)) * steps
    blur = blur_px * steps
    # Beyond the marker and its blur there is nothing to compute.
    reach = np.hypot(*outline.T).max() * scale + steps + BLUR_REACH * blur + 2
    inner = min(side // 2, int(np.ceil(reach / finer)))
    half = inner * finer + finer // 2
    line = np.arange(-half, half + 1)
    x, y = np.meshgrid(line, line)
    if name == "circle":
        solid = np.clip(np.sqrt(area_px / np.pi) * steps - np.hypot(x, y) + 0.5, 0, 1)
    else:
        solid = inside_polygon(outline * scale, x + 1e-6, y + 1e-6).astype(float)
    blurred = ndimage.uniform_filter(solid, steps + 1 - steps % 2)
    rows = ndimage.gaussian_filter1d(blurred, blur, axis=0, truncate=BLUR_REACH)[finer // 2 :: finer]
    value = ndimage.gaussian_filter1d(rows, blur, axis=1, truncate=BLUR_REACH)[:, finer // 2 :: finer]
    return np.pad(value, side // 2 - inner)


def recognised(value: Floats, area_px: float, oversampling: int) -> tuple[str, float]:
    """Name of the marker that a template on a fine grid shows, and its correlation with it.

    ``"unknown"`` when nothing correlates better than ``CERTAIN_MATCH``.
    """
    names = list(OUTLINES)
    match = [
        max(
            np.corrcoef(drawn(name, area_px, value.shape[0], oversampling, blur).ravel(), value.ravel())[0, 1]
            for blur in (0.15, 0.4)
        )
        for name in names
    ]  # fmt: skip
    best = int(np.argmax(match))
    if match[best] - match[0] < TIE:
        best = 0
    return (names[best] if match[best] > CERTAIN_MATCH else "unknown"), float(match[best])


def recognised_outline(points: Floats) -> str:
    """Name of the marker that an outline (n, 2) shows."""
    size = float(np.ptp(points, axis=0).max())
    if size <= 0:
        return "unknown"
    centre = polygon_centroid(points)
    scaled = (points - centre) / size * 40
    line = np.arange(GRID) - GRID // 2
    x, y = np.meshgrid(line, line)
    solid = inside_polygon(scaled, x + 1e-6, y + 1e-6).astype(float)
    return recognised(solid, max(float(solid.sum()), 1.0), 1)[0]


def anchor_above_centroid(name: str, area: float) -> float:
    """How far above the centroid (in the unit of the square root of ``area``) a marker is anchored."""
    return float(np.sqrt(2 * area) / 6) if name == "triangle" else 0.0

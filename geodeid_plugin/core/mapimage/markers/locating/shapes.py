# SPDX-License-Identifier: GPL-2.0-or-later
"""Which marker a blob is, and where such a marker is anchored.

Most markers are anchored at their centroid. The plain triangle of QGIS and matplotlib is anchored at
the middle of its box, a sixth of its height above the centroid: more than a pixel for common sizes.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....geometry.polygons import inside_polygon

if TYPE_CHECKING:
    from ....base.arrays import Floats

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
    from scipy import ndimage

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

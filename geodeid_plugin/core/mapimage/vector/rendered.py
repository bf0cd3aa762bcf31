# SPDX-License-Identifier: GPL-2.0-or-later
"""Vector dots in the pixels of a rendering of their page, and an exact placement by vertices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Bools, Floats
from ..markers.classify import colour_classes
from ..markers.dots import DotClass, Dots
from ..markers.locating.groups import joined
from ..markers.locating.regime import VECTOR
from ..picture import checked_rgb
from .paths import VectorPage
from .repeated import VectorDots, vector_dots

ERROR_SHARE_OF_PAGE = 1e-6
"""Files keep coordinates to about a millionth of the page."""
LEAST_VERTICES = 12
"""Vertices that page and outline must share for an exact placement."""
VERTEX_ROUNDS = 12
"""Rounds of pairing vertices."""
FIRST_REACH_PX = 0.6
"""How far vertices are paired at first: the placement by lines errs by 0.2 px at most
(scripts/bench/mapimage_georeference)."""
LARGEST_RMS_PX = 0.02
"""Vertices that agree worse are not those of the outline: true ones agree to 0.0004 m
(docs/algorithms/mapdots.md)."""


def dots_of_page(page: VectorPage, rgb: Array) -> tuple[Dots, VectorDots] | None:
    """Dots of a page that was read, in the pixels of its rendering; None where it holds none.

    Parameters
    ----------
    page : VectorPage
    rgb : (h, w, 3) uint8 array
        The whole page as rendered.

    Returns
    -------
    tuple or None
        The dots in pixels and the same in page units; None where it holds none that repeat, so that the
        pixels must be searched.
    """
    rgb = checked_rgb(rgb)
    found = vector_dots(page)
    if found is None:
        return None
    height, width = rgb.shape[:2]
    scale = np.array([width / found.width, height / found.height])
    x, y = found.x * scale[0], found.y * scale[1]
    inside = (x >= 0) & (x <= width) & (y >= 0) & (y <= height)
    x, y, kind = x[inside], y[inside], found.dot_class[inside]
    radius = found.radii * np.sqrt(scale.prod())
    sizes = None if found.sizes is None else found.sizes[inside] * np.sqrt(scale.prod())
    mask = _discs(x, y, (radius[kind] if sizes is None else sizes) + 1, rgb.shape[:2])
    classes = tuple(
        DotClass(tuple(float(v) for v in colour.round(1)), shape, float(r))
        for colour, shape, r in zip(found.colours_rgb, found.shapes, radius)
    )
    error = np.full(len(x), ERROR_SHARE_OF_PAGE * max(width, height))
    raster = colour_classes(rgb).raster
    return Dots(x, y, kind, error, VECTOR, classes, joined([]), raster, mask, sizes), found


def _discs(x: Floats, y: Floats, radius: Floats, shape: tuple[int, ...]) -> Bools:
    mask = np.zeros(shape, dtype=bool)
    for px, py, reach in zip(x, y, radius):
        top, left = max(int(py - reach), 0), max(int(px - reach), 0)
        rows, columns = np.ogrid[top : int(py + reach) + 2, left : int(px + reach) + 2]
        part = mask[top : int(py + reach) + 2, left : int(px + reach) + 2]
        disc = np.hypot(columns + 0.5 - px, rows + 0.5 - py) <= reach
        part |= disc[: part.shape[0], : part.shape[1]]
    return mask


@dataclass(frozen=True)
class VertexPlacement:
    """Affine placement by vertices: ``to_map`` (2, 3) from pixels, ``rms_px`` of the ``vertices``."""

    to_map: Floats
    rms_px: float
    vertices: int


def placed_by_vertices(
    found: VectorDots, size_px: tuple[float, float], outline: Floats, start: Floats
) -> VertexPlacement | None:
    """Sharpen a placement by matching the vertices of the page to those of the outline (vertex ICP).

    A vector page holds the very vertices of the outline layer, so the nearest outline vertex of a page
    vertex is the same point once the placement is nearly right, and the fit becomes exact.

    Parameters
    ----------
    found : VectorDots
    size_px : (width, height) of the rendering
    outline : (m, 2) array
        Vertices of the outline in map units.
    start : (2, 3) array
        Placement of the rendering, pixels to map units, good to about half a pixel.

    Returns
    -------
    VertexPlacement or None
        None where too few vertices agree to within ``LARGEST_RMS_PX``.
    """
    from scipy.spatial import cKDTree

    scale = np.array([size_px[0] / found.width, size_px[1] / found.height])
    page = np.unique(np.vstack([np.empty((0, 2)), *found.lines]), axis=0) * scale
    if len(page) < LEAST_VERTICES or len(outline) < LEAST_VERTICES:
        return None
    tree = cKDTree(outline)
    homogeneous = np.column_stack([page, np.ones(len(page))])
    to_map = np.asarray(start, float)
    unit = float(np.sqrt(abs(np.linalg.det(to_map[:, :2]))))
    reach = FIRST_REACH_PX * unit
    for _ in range(VERTEX_ROUNDS):
        distance, nearest = tree.query(homogeneous @ to_map.T, distance_upper_bound=reach)
        used = np.isfinite(distance)
        if used.sum() < LEAST_VERTICES:
            return None
        to_map = np.linalg.lstsq(homogeneous[used], outline[nearest[used]], rcond=None)[0].T
        reach = max(4 * float(np.median(distance[used])), 0.002 * unit)
    residual = homogeneous[used] @ to_map.T - outline[nearest[used]]
    rms = float(np.sqrt((residual**2).sum(1).mean())) / unit
    spread = np.ptp(page[used], axis=0).min()
    if rms > LARGEST_RMS_PX or spread < 0.05 * max(size_px):
        return None
    return VertexPlacement(to_map, rms, int(used.sum()))

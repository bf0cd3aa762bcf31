# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots and lines of a vector map (PDF, SVG): read exactly, not measured, and placed exactly by vertices.

Dots are circles, filled or open and of any size; lines without length, which round caps make dots of;
and the paths, filled or open, that are drawn again and again with the same shape, size and colour at
different places. Congruence is judged to a two-hundredth of the size, so neither the areas of a
choropleth nor the streets of a base map qualify. Letters drawn as paths repeat too, so a further group
beside the largest must have the shape of a marker.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.progress import Progress, silent
from ...base.scientific import spatial
from ..markers.classify import colour_classes
from ..markers.dots import DotClass, Dots
from ..markers.locating.groups import joined
from ..markers.locating.regime import VECTOR
from ..markers.locating.template import (
    anchor_above_centroid,
    polygon_area,
    polygon_centroid,
    recognised_outline,
)
from ..picture import checked_rgb
from .paths import VectorPage, VectorPath
from .pdf import read_pdf
from .svg import read_svg

LEAST_DOTS = 3
"""Fewer equal paths are no set of dots."""
LEAST_OTHER = 0.15
"""Share of the circles of one colour whose radius differs from the median, from which sizes say something: as
for the discs of :mod:`..markers.discs`."""
LARGEST_SHARE_OF_PAGE = 0.08
"""Larger paths are areas."""
CONGRUENT = 0.005
"""Shapes that differ less, as a share of their size, are equal: files round coordinates."""
SIZE_STEP = 0.01
"""Sizes that differ more are compared no further."""


SAME_PLACE = 0.1
"""Paths of two kinds nearer than this share of the radius are fill and line of one marker."""
ROUND = 0.02
"""Vertices of a circle lie at one distance from its middle, to this share: four Bézier curves keep it to
0.0003, coordinates rounded to a tenth of a pixel to 0.02 at a radius of 3."""
LEAST_ROUND_VERTICES = 8
"""Fewer vertices at one distance are a square or a hexagon."""

_Numbers = dict[Any, list[int]]
"""Numbers of paths by what makes them one kind of dot."""


@dataclass(frozen=True)
class VectorDots:
    """Dots of a vector page, in page units from its top left corner, y downwards.

    ``x``, ``y``, ``dot_class`` (n,); ``colours_rgb`` (k, 3) 0 to 255, ``shapes`` and ``radii`` of the k
    classes, the largest first; ``lines``: the vertices (m, 2) of every other path, as in the file;
    ``width`` and ``height`` of the page; ``sizes`` (n,) the radius of each dot, None where those of one
    colour are all of one size.
    """

    x: Floats
    y: Floats
    dot_class: Ints
    colours_rgb: Array
    shapes: tuple[str, ...]
    radii: Floats
    lines: tuple[Floats, ...]
    width: float
    height: float
    sizes: Floats | None = None


def read_page(data: bytes, progress: Progress = silent) -> VectorPage:
    """Paths of a PDF (its first page) or an SVG, told apart by how the file begins."""
    if data[:1024].lstrip().startswith(b"%PDF"):
        return read_pdf(data, progress)
    return read_svg(data, progress)


@dataclass(frozen=True)
class _Group:
    """Paths that are one kind of dot: their numbers in the page, colour, shape and anchors."""

    members: list[int]
    colour: tuple[int, ...]
    shape: str
    radius: float
    places: Floats
    sizes: Floats | None = None


def _outline(path: VectorPath) -> Floats:
    return np.concatenate(path.subpaths)


def _alike(paths: tuple[VectorPath, ...], numbers: list[int]) -> Iterator[list[int]]:
    """Paths of one colour and vertex count in congruent sets, compared with neighbours by sum alone."""
    points = np.stack([_outline(paths[i]) for i in numbers])
    offsets = points - points[:, :1, :]
    size = np.hypot(*np.ptp(points, axis=1).T)
    weight = np.cos(np.arange(1.0, offsets[0].size + 1))
    total = offsets.reshape(len(points), -1) @ (weight / np.abs(weight).sum())
    by_total, by_size = np.argsort(total, kind="stable"), np.argsort(size, kind="stable")
    ordered, place, left = total[by_total], np.argsort(by_size), np.ones(len(points), dtype=bool)
    for first in by_size:
        if not left[first]:
            continue
        slack = CONGRUENT * max(size[first], 1e-12)
        reach = slack + 1e-9 * np.abs(offsets[first]).max()
        ends = np.searchsorted(ordered, [total[first] - reach, total[first] + reach], side="right")
        near = by_total[max(ends[0] - 1, 0) : ends[1]]
        near = near[left[near] & (size[near] <= size[first] * (1 + SIZE_STEP))]
        same = near[np.abs(offsets[near] - offsets[first]).max((1, 2)) <= slack]
        left[same] = left[first] = False
        yield [numbers[i] for i in same[np.argsort(place[same])]]


def _colour_of(path: VectorPath) -> tuple[int, ...]:
    """The colour that a path is seen by, 0 to 255: its fill, else its line."""
    rgb = path.fill_rgb if path.fill_rgb is not None else path.stroke_rgb or (0.0, 0.0, 0.0)
    return tuple(round(255 * min(max(float(value), 0.0), 1.0)) for value in rgb)


def _is_circle(outline: Floats) -> bool:
    """Whether the vertices of a closed outline lie on a circle, all the way round."""
    points = np.unique(outline, axis=0)
    if len(points) < LEAST_ROUND_VERTICES:
        return False
    away = points - (outline.min(0) + outline.max(0)) / 2
    radius = np.hypot(*away.T)
    gaps = np.diff(np.sort(np.arctan2(away[:, 1], away[:, 0])), prepend=-np.pi, append=np.pi)
    return bool(np.ptp(radius) <= ROUND * radius.max() and gaps.max() < np.pi / 3)


def _sorted_out(page: VectorPage) -> tuple[_Numbers, _Numbers, _Numbers]:
    """Numbers of the paths that may be dots: circles and points by colour, others by outline too."""
    circles: _Numbers = defaultdict(list)
    points: _Numbers = defaultdict(list)
    others: _Numbers = defaultdict(list)
    limit = LARGEST_SHARE_OF_PAGE * max(page.width, page.height)
    for i, path in enumerate(page.paths):
        outline = _outline(path)
        extent = float(np.ptp(outline, axis=0).max())
        filled, colour = path.fill_rgb is not None, _colour_of(path)
        closed = filled or bool((path.subpaths[0][0] == path.subpaths[0][-1]).all())
        if extent >= limit or not (filled or path.stroked):
            continue
        if extent == 0:
            points[colour].append(i)
        elif closed and len(path.subpaths) == 1 and _is_circle(outline):
            circles[colour, filled].append(i)
        elif closed and len(outline) > 2:
            others[colour, filled, len(path.subpaths), len(outline)].append(i)
    return circles, points, others


def _round_group(page: VectorPage, colour: tuple[int, ...], numbers: list[int]) -> _Group:
    places = np.array([polygon_centroid(page.paths[i].subpaths[0]) for i in numbers])
    areas = [polygon_area(page.paths[i].subpaths[0]) for i in numbers]
    radii = np.sqrt(np.array(areas) / np.pi)
    median = float(np.median(radii))
    other = np.abs(radii - median) > SIZE_STEP * median
    sizes = radii if other.mean() >= LEAST_OTHER and other.sum() >= LEAST_DOTS else None
    return _Group(numbers, colour, "circle", median, places, sizes)


def _point_group(page: VectorPage, colour: tuple[int, ...], numbers: list[int]) -> _Group:
    places = np.array([page.paths[i].subpaths[0][0] for i in numbers])
    width = float(np.median([page.paths[i].stroke_width for i in numbers]))
    return _Group(numbers, colour, "circle", width / 2, places)


def _like_group(page: VectorPage, colour: tuple[int, ...], numbers: list[int]) -> _Group:
    outline = page.paths[numbers[0]].subpaths[0]
    shape, area = recognised_outline(outline), polygon_area(outline)
    if shape == "unknown":
        offset = (outline.min(0) + outline.max(0)) / 2 - outline[0]
    else:
        offset = polygon_centroid(outline) - outline[0]
        offset[1] -= anchor_above_centroid(shape, area)
    places = np.array([page.paths[i].subpaths[0][0] + offset for i in numbers])
    return _Group(numbers, colour, shape, float(np.sqrt(area / np.pi)), places)


def _groups(page: VectorPage) -> list[_Group]:
    """The kinds of dots of a page, the largest first; open outlines only where they are markers."""
    circles, points, others = _sorted_out(page)
    groups = [_round_group(page, key[0], numbers) for key, numbers in circles.items()]
    groups += [_point_group(page, colour, numbers) for colour, numbers in points.items()]
    for (colour, filled, *_), numbers in others.items():
        if len(numbers) < LEAST_DOTS:
            continue
        for members in _alike(page.paths, numbers):
            if len(members) >= LEAST_DOTS:
                group = _like_group(page, colour, members)
                if filled or group.shape != "unknown":
                    groups.append(group)
    return sorted(groups, key=lambda group: -len(group.members))


def _apart(places: Floats, taken: Floats, reach: float) -> Ints:
    """Which places (n, 2) lie within a reach of none before them at the same place nor of those taken."""
    first: Ints = np.unique(np.round(places, 9), axis=0, return_index=True)[1]
    if not len(taken):
        return first
    distance, _ = spatial.cKDTree(taken).query(places[first])
    return first[distance > reach]


def vector_dots(page: VectorPage) -> VectorDots | None:
    """The dots of a vector page, or None when nothing on it is drawn as dots.

    A marker that is painted twice at one place (fill and outline) counts once; two records at exactly
    one place are indistinguishable from that and count once too.
    """
    found = _groups(page)
    groups = [g for i, g in enumerate(found) if g.shape != "unknown" or i == 0]
    kept: list[_Group] = []
    places: list[Floats] = []
    sizes: list[Floats] = []
    for group in groups:
        taken = np.concatenate(places) if places else np.empty((0, 2))
        if len(np.unique(np.round(group.places, 9), axis=0)) < LEAST_DOTS:
            continue
        kept.append(group)
        apart = _apart(group.places, taken, SAME_PLACE * group.radius)
        places.append(group.places[apart])
        sizes.append(np.full(len(apart), group.radius) if group.sizes is None else group.sizes[apart])
    if not kept:
        return None
    members = {number for group in kept for number in group.members}
    lines = tuple(path.corners for i, path in enumerate(page.paths) if i not in members)
    x, y = np.concatenate(places).T
    return VectorDots(
        x, y, np.repeat(np.arange(len(kept)), [len(part) for part in places]),
        np.array([group.colour for group in kept], float), tuple(group.shape for group in kept),
        np.array([group.radius for group in kept]), lines, page.width, page.height,
        None if all(group.sizes is None for group in kept) else np.concatenate(sizes),
    )  # fmt: skip


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

    ``rgb``: (h, w, 3), the whole page as rendered. Gives the dots in pixels and the same in page units; None
    where it holds none that repeat, so that the pixels must be searched.
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

    ``size_px``: (width, height) ``outline``: (m, 2), vertices of the outline in map units. ``start``: (2, 3),
    placement of the rendering, pixels to map units, good to about half a pixel. Gives None where too few
    vertices agree to within ``LARGEST_RMS_PX``.
    """
    scale = np.array([size_px[0] / found.width, size_px[1] / found.height])
    page = np.unique(np.vstack([np.empty((0, 2)), *found.lines]), axis=0) * scale
    if len(page) < LEAST_VERTICES or len(outline) < LEAST_VERTICES:
        return None
    tree = spatial.cKDTree(outline)
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

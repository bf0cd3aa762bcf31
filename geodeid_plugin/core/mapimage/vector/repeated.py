# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots and lines of a vector map (PDF, SVG): read exactly, not measured.

Dots are the filled paths that are drawn again and again with the same shape, size and colour at
different places. Congruence is judged to a two-hundredth of the size, so neither the areas of a
choropleth nor the streets of a base map qualify. Letters drawn as paths repeat too, so a further group
beside the largest must have the shape of a marker.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from ...base.progress import Progress, silent
from ..markers.locating.shapes import (
    anchor_above_centroid,
    polygon_area,
    polygon_centroid,
    recognised_outline,
)
from .paths import VectorPage, VectorPath
from .pdf import read_pdf
from .svg import read_svg

LEAST_DOTS = 3
"""Fewer equal paths are no set of dots."""
LARGEST_SHARE_OF_PAGE = 0.08
"""Larger paths are areas."""
CONGRUENT = 0.005
"""Shapes that differ less, as a share of their size, are equal: files round coordinates."""
SIZE_STEP = 0.01
"""Sizes that differ more are compared no further."""


@dataclass(frozen=True)
class VectorDots:
    """Dots of a vector page, in page units from its top left corner, y downwards.

    ``x``, ``y``, ``dot_class`` (n,); ``colours_rgb`` (k, 3) 0 to 255, ``shapes`` and ``radii`` of the k
    classes, the largest first; ``lines``: the vertices (m, 2) of every other path, as in the file;
    ``width`` and ``height`` of the page.
    """

    x: np.ndarray
    y: np.ndarray
    dot_class: np.ndarray
    colours_rgb: np.ndarray
    shapes: tuple
    radii: np.ndarray
    lines: tuple
    width: float
    height: float


def read_page(data: bytes, progress: Progress = silent) -> VectorPage:
    """Paths of a PDF (its first page) or an SVG, told apart by how the file begins."""
    if data[:1024].lstrip().startswith(b"%PDF"):
        return read_pdf(data, progress)
    return read_svg(data, progress)


@dataclass(frozen=True)
class _Group:
    """Congruent paths: their numbers in the page and the places of their first vertices."""

    members: list
    shape: str
    outline: np.ndarray


def _outline(path: VectorPath):
    return np.concatenate(path.subpaths)


def _alike(paths, numbers):
    """Split paths of one colour and vertex count into sets of congruent ones."""
    points = np.stack([_outline(paths[i]) for i in numbers])
    offsets = points - points[:, :1, :]
    size = np.hypot(*np.ptp(points, axis=1).T)
    left = np.argsort(size, kind="stable")
    while len(left):
        first = left[0]
        end = np.searchsorted(size[left], size[first] * (1 + SIZE_STEP), side="right")
        gap = np.abs(offsets[left[:end]] - offsets[first]).max((1, 2))
        same = gap <= CONGRUENT * max(size[first], 1e-12)
        yield [numbers[i] for i in left[:end][same]]
        left = np.concatenate([left[:end][~same], left[end:]])


def _groups(page: VectorPage):
    """Groups of congruent filled paths at different places, the largest first."""
    buckets = defaultdict(list)
    limit = LARGEST_SHARE_OF_PAGE * max(page.width, page.height)
    for i, path in enumerate(page.paths):
        outline = _outline(path)
        extent = np.ptp(outline, axis=0).max()
        if path.fill_rgb is not None and len(outline) > 2 and 0 < extent < limit:
            colour = tuple(round(255 * float(value)) for value in path.fill_rgb)
            buckets[(colour, len(path.subpaths), len(outline))].append(i)
    groups = []
    for numbers in buckets.values():
        if len(numbers) < LEAST_DOTS:
            continue
        for members in _alike(page.paths, numbers):
            if len(members) >= LEAST_DOTS:
                outline = page.paths[members[0]].subpaths[0]
                groups.append(_Group(members, recognised_outline(outline), outline))
    return sorted(groups, key=lambda group: -len(group.members))


def _centres(page: VectorPage, group: _Group):
    """Anchors of the markers of a group (n, 2)."""
    outline = group.outline
    if group.shape == "unknown":
        offset = (outline.min(0) + outline.max(0)) / 2 - outline[0]
    else:
        offset = polygon_centroid(outline) - outline[0]
        offset[1] -= anchor_above_centroid(group.shape, polygon_area(outline))
    return np.array([page.paths[i].subpaths[0][0] + offset for i in group.members])


def vector_dots(page: VectorPage) -> VectorDots | None:
    """The dots of a vector page, or None when nothing on it is drawn as dots.

    A marker that is painted twice at one place (fill and outline) counts once; two records at exactly
    one place are indistinguishable from that and count once too.
    """
    found = _groups(page)
    groups = [g for i, g in enumerate(found) if g.shape != "unknown" or i == 0]
    if not groups:
        return None
    least = max(LEAST_DOTS, 0.01 * len(groups[0].members))
    x, y, kind = [], [], []
    kept: list = []
    taken: set[int] = set()
    for group in groups:
        if len(group.members) < least:
            continue
        centres = np.unique(np.round(_centres(page, group), 9), axis=0)
        if len(centres) < LEAST_DOTS:
            continue
        x.append(centres[:, 0])
        y.append(centres[:, 1])
        kind.append(np.full(len(centres), len(kept)))
        kept.append(group)
        taken.update(group.members)
    if not kept:
        return None
    colours = [page.paths[group.members[0]].fill_rgb for group in kept]
    lines = tuple(path.corners for i, path in enumerate(page.paths) if i not in taken)
    return VectorDots(
        np.concatenate(x), np.concatenate(y), np.concatenate(kind), np.array(colours) * 255,
        tuple(group.shape for group in kept),
        np.array([np.sqrt(polygon_area(group.outline) / np.pi) for group in kept]),
        lines, page.width, page.height,
    )  # fmt: skip

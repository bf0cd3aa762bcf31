# SPDX-License-Identifier: GPL-2.0-or-later
"""Drawings of a page: paths that lie together, each as an SVG of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .....mapimage.vector.paths import VectorPage, VectorPath

LEAST_CORNERS = 40
"""Corners of a drawing: rules, boxes of a form and the frames of a table have fewer, an outline more."""
CELL_PT = 4.0
"""Paths that lie nearer than about this belong together: half a line of text."""
WHOLE_PAGE = 0.9
"""A path as large as this share of the page, in both directions, is its background."""
MARGIN_PT = 6.0
"""Paper about a drawing."""
LINE_PT = 0.4
"""Width of the thinnest line drawn: a hairline of PDF has width 0."""


@dataclass(frozen=True)
class Drawing:
    """A drawing as SVG, and its size on the page in inches."""

    svg: bytes
    size_in: tuple[float, float]
    box: tuple[float, float, float, float]
    """Left, top, right and bottom on the page, points."""


def drawings_of(page: VectorPage) -> Iterator[Drawing]:
    """The drawings of a page, the paths of each in their order."""
    paths = [path for path in page.paths if len(path.corners)]
    boxes = np.array([_box(path) for path in paths]).reshape(-1, 4)
    if not len(paths):
        return
    size = np.array([page.width, page.height])
    whole = ((boxes[:, 2:] - boxes[:, :2]) > WHOLE_PAGE * size).all(axis=1)
    group = _gathered(_together(boxes, whole, size), boxes, np.array([len(path.corners) for path in paths]))
    for number in range(group.max() + 1):
        mine = [paths[at] for at in np.flatnonzero(group == number)]
        if sum(len(path.corners) for path in mine) >= LEAST_CORNERS:
            yield _drawing(mine, boxes[group == number])


def _box(path: VectorPath) -> list[float]:
    points = np.vstack(path.subpaths)
    return [*points.min(axis=0), *points.max(axis=0)]


def _together(boxes: Any, whole: Any, size: Any) -> Any:
    """Number of the drawing of each path; −1 of backgrounds, unless nothing else is there."""
    from scipy.ndimage import label

    if whole.all():
        return np.zeros(len(boxes), int)
    low, high = boxes[~whole, :2].min(axis=0), boxes[~whole, 2:].max(axis=0)
    step = max(CELL_PT, float((high - low).max()) / 2000)  # a page of ten metres, too
    cells = np.ceil((high - low) / step).astype(int) + 2
    filled = np.zeros(cells, bool)
    first = np.floor((boxes[:, :2] - low) / step).astype(int)
    last = np.floor((boxes[:, 2:] - low) / step).astype(int) + 1
    for at in np.flatnonzero(~whole):
        filled[first[at, 0] : last[at, 0] + 1, first[at, 1] : last[at, 1] + 1] = True
    labels, _count = label(filled, structure=np.ones((3, 3)))
    found = np.full(len(boxes), -1)
    inside = np.flatnonzero(~whole)
    found[inside] = labels[first[inside, 0], first[inside, 1]] - 1
    return found


def _gathered(group: Any, boxes: Any, corners: Any) -> Any:
    """Paths that lie alone join the drawing next to them, or one another: dots outside every border do."""
    total = np.bincount(group[group >= 0], corners[group >= 0])
    large = np.flatnonzero(total >= LEAST_CORNERS)
    alone = np.flatnonzero((group >= 0) & ~np.isin(group, large))
    found = np.where(np.isin(group, large), np.searchsorted(large, group), -1)
    if not len(large):
        found[alone] = 0
        return found
    frames = np.array([[*boxes[group == one, :2].min(axis=0), *boxes[group == one, 2:].max(axis=0)]
                       for one in large])  # fmt: skip
    middle = (boxes[alone, :2] + boxes[alone, 2:]) / 2
    away = np.maximum(np.maximum(frames[None, :, :2] - middle[:, None],
                                 middle[:, None] - frames[None, :, 2:]), 0)  # fmt: skip
    found[alone] = np.hypot(away[..., 0], away[..., 1]).argmin(axis=1)
    return found


def _drawing(paths: list[VectorPath], boxes: Any) -> Drawing:
    low = boxes[:, :2].min(axis=0) - MARGIN_PT
    width, height = boxes[:, 2:].max(axis=0) + MARGIN_PT - low
    body = "".join(_element(path, low) for path in paths)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.3f}pt" height="{height:.3f}pt" '
        f'viewBox="0 0 {width:.3f} {height:.3f}">{body}</svg>'
    )
    left, top = map(float, low)
    box = (left, top, left + float(width), top + float(height))
    return Drawing(svg.encode("ascii"), (float(width) / 72, float(height) / 72), box)


def _code(rgb: tuple[float, ...]) -> str:
    red, green, blue = (round(255 * min(max(value, 0), 1)) for value in rgb[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _element(path: VectorPath, low: Any) -> str:
    pieces = []
    for points in path.subpaths:
        pieces.append("M" + "L".join(f"{x:.5f},{y:.5f}" for x, y in points - low))
    fill = "none"
    if path.fill_rgb is not None:
        fill = _code(path.fill_rgb)
    stroke = ""
    if path.stroked:
        width = max(path.stroke_width, LINE_PT)
        stroke = f' stroke="{_code(path.stroke_rgb or (0.0, 0.0, 0.0))}" stroke-width="{width:.3f}"'
    return f'<path d="{"".join(pieces)}" fill="{fill}"{stroke}/>'

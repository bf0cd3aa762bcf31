# SPDX-License-Identifier: GPL-2.0-or-later
"""Drawings of a page, each as an SVG of its own, symbols of a map, and pictures that stand side by side.

A PDF may draw symbols as letters of a font, or as one small picture many times. Programs cut a large picture
into strips, web maps have tiles.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .....base.arrays import connected
from .....base.errors import Phrase
from .....base.scientific import ndimage, spatial
from .....mapimage.vector.paths import Letter, PlacedImage, VectorPage, VectorPath
from .....mapimage.vector.pdf_content import raw_string
from .....mapimage.vector.pdf_objects import PdfFile, object_of
from ..parts import Trouble
from .words import font_of

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
    group = _gathered(_together(boxes, whole), boxes, np.array([len(path.corners) for path in paths]))
    for number in range(group.max() + 1):
        mine = [paths[at] for at in np.flatnonzero(group == number)]
        if sum(len(path.corners) for path in mine) >= LEAST_CORNERS:
            yield _drawing(mine, boxes[group == number])


def _box(path: VectorPath) -> list[float]:
    points = np.vstack(path.subpaths)
    return [*points.min(axis=0), *points.max(axis=0)]


def _together(boxes: Any, whole: Any) -> Any:
    """Number of the drawing of each path; −1 of backgrounds, unless nothing else is there."""
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
    labels, _count = ndimage.label(filled, structure=np.ones((3, 3)))
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


LEAST_SYMBOLS = 5
"""Times that one symbol stands on a page where it may be that of a map: as of small shapes."""
LEAST_PLACES = 4
"""Places from left to right, and from top to bottom: the bullets of a list stand below one another."""
LARGEST_PT = 50.0
"""Larger pictures are no symbols: the markers of web maps have 25 × 41 points."""
SMALLEST_MAP_PT = 72.0
"""Pictures smaller than an inch bear no map."""
_FONTS = re.compile(
    r"dingbat|symbol|marker|wingding|webding|esri|icon|awesome|mapinfo|cartogra", re.IGNORECASE
)
"""Fonts whose letters are signs."""
_SIGNS = frozenset("•●○◦∙·×+*▲△▼▽■□◆◇★☆✕✚✖∘⊕⊗⊙oOxX")
"""Letters of other fonts that programs of statistics and geography draw as points."""
_MIDDLE = (0.396, 0.347)
"""Middle of the disc of ZapfDingbats, as a share of its size (R, pdf()); of others nearly."""
ALONE = 1.5
"""Sizes of a letter within which the next one begins in a word."""
_SIDES = 12
"""Sides of what is drawn for a sign: a disc to every reader."""
_DRAWN = Phrase(
    "One symbol stands {count} times on the page, as a letter of a font or as a small picture. The symbols "
    "may be places on a map, and were not compared with an outline. Export the page as a PNG and check "
    "that."
)


def with_symbols(path: str, document: PdfFile, page: VectorPage) -> tuple[VectorPage, list[Trouble]]:
    """The page with signs inside its drawings as discs, and a trouble for those that stand elsewhere."""
    groups = [*_pictures(page), *_letters(document, page.letters)]
    if not groups:
        return page, []
    drawn = _frame(point for one in page.paths for point in one.subpaths)
    pictures = [_frame([one.corners]) for one in page.images]
    maps = [one for one in pictures if min(one[2:] - one[:2]) >= SMALLEST_MAP_PT]
    discs, troubles = [], []
    for where, size, letters in groups:
        if _inside(where, drawn).sum() >= LEAST_SYMBOLS:
            discs += [_disc(x, y, size / 2) for x, y in where]
        elif not letters or any(_inside(where, one).sum() >= LEAST_SYMBOLS for one in maps):
            troubles.append(Trouble(path, Phrase(_DRAWN, count=len(where))))
    return replace(page, paths=(*page.paths, *discs)), troubles


def _pictures(page: VectorPage) -> Iterable[tuple[Any, float, bool]]:
    """Middles of each small picture that stands at many places."""
    by_number: dict[int, list[Any]] = {}
    for one in page.images:
        if one.inline is None:
            by_number.setdefault(one.number, []).append(one.corners)
    for boxes in by_number.values():
        sides = np.ptp(np.array(boxes), axis=1)
        if float(np.median(sides)) <= LARGEST_PT and _scattered(np.mean(boxes, axis=1)):
            yield np.mean(boxes, axis=1), float(np.median(sides)), False


def _letters(document: PdfFile, letters: tuple[Letter, ...]) -> Iterable[tuple[Any, float, bool]]:
    """Middles of each sign that is written by itself at many places."""
    groups: dict[tuple[int, bytes], list[int]] = {}
    for at, one in enumerate(letters):
        if one.code:
            groups.setdefault((id(one.font), one.code), []).append(at)
    begin = np.array([one.where for one in letters]).reshape(-1, 2)
    for rows in groups.values():
        same = [letters[at] for at in rows]
        size = float(np.median([one.size for one in same]))
        where = begin[rows] + np.multiply(_MIDDLE, (size, -size))
        if _scattered(where) and _is_sign(document, same[0], begin, rows, size):
            yield where, size, True


def _is_sign(document: PdfFile, letter: Letter, begin: Any, rows: list[int], size: float) -> bool:
    """Whether a letter is of a font of signs, or looks like a sign and stands in no word."""
    name = str(object_of(document, letter.font.get("/BaseFont"))) if isinstance(letter.font, dict) else ""
    if _FONTS.search(name):
        return True
    if font_of(document, letter.font).read(raw_string(letter.code, letter.is_hex))[0].strip() not in _SIGNS:
        return False
    others = np.delete(begin, rows, axis=0)
    if not len(others):
        return True
    return float(np.median(spatial.cKDTree(others).query(begin[rows])[0])) > ALONE * size


def _scattered(where: Any) -> bool:
    places = np.unique(np.rint(np.asarray(where)), axis=0)
    return len(places) >= LEAST_SYMBOLS and all(len(np.unique(one)) >= LEAST_PLACES for one in places.T)


def _frame(pieces: Iterable[Any]) -> Any:
    """Left, top, right and bottom of points; a frame that holds nothing where there are none."""
    points = [one for one in pieces if len(one)]
    if not points:
        return np.array([np.inf, np.inf, -np.inf, -np.inf])
    whole = np.vstack(points)
    return np.concatenate([whole.min(axis=0), whole.max(axis=0)])


def _inside(where: Any, frame: Any) -> Any:
    return ((where >= frame[:2]) & (where <= frame[2:])).all(axis=1)


def _disc(x: float, y: float, radius: float) -> VectorPath:
    turn = np.linspace(0, 2 * np.pi, _SIDES + 1)
    rim = np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)])
    return VectorPath((rim,), rim, (0.8, 0.0, 0.0), False)


TOUCH_PT = 0.6
"""Edges that lie nearer than this are one: less than a pixel of a screen."""
LONGEST_PX = 8_000
"""Pixels along a side of what is put together, as of pictures that are looked at."""
MOST_PIECES = 4_000
"""Pieces of a page that are looked at: strips of a page of ten metres at three lines each."""
CUT = Phrase(
    "{count} pictures stand side by side on the page, as pieces of one, and could not be put together. "
    "Export the page as a PNG and check that."
)


def side_by_side(images: Sequence[PlacedImage]) -> list[list[PlacedImage]]:
    """Groups of two or more upright pictures whose whole edges touch.

    ``images``: of one page, in its units, y downwards.
    """
    upright = [one for one in images if one.matrix[0] > 0 > one.matrix[3] and not any(one.matrix[1:3])]
    upright = upright[:MOST_PIECES]
    if len(upright) < 2:
        return []
    left, top, right, bottom = (_boxes(upright)).T
    touching = np.zeros((len(upright), len(upright)), bool)
    for first, last, low, high in ((left, right, top, bottom), (top, bottom, left, right)):
        meet = np.abs(last[:, None] - first[None, :]) < TOUCH_PT
        level = (np.abs(low[:, None] - low) < TOUCH_PT) & (np.abs(high[:, None] - high) < TOUCH_PT)
        touching |= meet & level & (first[:, None] < first[None, :])
    first, second = np.nonzero(touching)
    number = connected(first, second, len(upright))
    groups = [[upright[at] for at in np.flatnonzero(number == one)] for one in np.unique(number)]
    return [one for one in groups if len(one) > 1]


def _boxes(group: Sequence[PlacedImage]) -> Any:
    return np.array([(e, f + d, e + a, f) for a, _b, _c, d, e, f in (one.matrix for one in group)])


def box_of(group: Sequence[PlacedImage]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of pictures on the page, turned ones too."""
    corners = np.vstack([one.corners for one in group])
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return left, top, right, bottom


def size_of(group: Sequence[PlacedImage]) -> tuple[float, float]:
    """Width and height of a group on the page, inches."""
    boxes = _boxes(group)
    width, height = (boxes[:, 2:].max(axis=0) - boxes[:, :2].min(axis=0)) / 72
    return float(width), float(height)


def joined(pieces: Sequence[Any], group: Sequence[PlacedImage]) -> Any:
    """Colours of a group as one picture, (h, w, 3) uint8; None where a piece is not told in pixels.

    ``pieces``: colours of each picture.
    """
    if any(one is None for one in pieces):
        return None
    boxes = _boxes(group)
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    scale = max(one.shape[1] / (box[2] - box[0]) for one, box in zip(pieces, boxes))
    scale = min(scale, LONGEST_PX / float((high - low).max()))
    width, height = np.maximum(np.rint((high - low) * scale).astype(int), 1)
    whole = np.full((height, width, 3), 255, np.uint8)
    for one, box in zip(pieces, boxes):
        x0, y0, x1, y1 = np.rint((box - [*low, *low]) * scale).astype(int)
        rows = np.arange(max(y1 - y0, 1)) * one.shape[0] // max(y1 - y0, 1)
        columns = np.arange(max(x1 - x0, 1)) * one.shape[1] // max(x1 - x0, 1)
        room = whole[y0 : y0 + len(rows), x0 : x0 + len(columns)]
        room[:] = one[rows][:, columns][: room.shape[0], : room.shape[1]]
    return whole


_PACKING = 1
"""zlib's fastest: the bytes are read once and thrown away."""


def png_of(rgb: Any) -> bytes:
    """A PNG (ISO 15948) of colours.

    >>> png_of(np.zeros((2, 3, 3), np.uint8))[:4]
    b'\\x89PNG'
    """
    height, width = rgb.shape[:2]
    rows = np.zeros((height, 3 * width + 1), np.uint8)
    rows[:, 1:] = np.asarray(rgb, np.uint8).reshape(height, 3 * width)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), _PACKING)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )

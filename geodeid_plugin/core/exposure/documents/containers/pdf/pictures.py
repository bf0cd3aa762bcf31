# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures of a PDF: those that stand side by side as one, and pixels as the bytes of a PNG.

Programs cut a large picture into strips, web maps have tiles.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from .....base.arrays import connected
from .....base.errors import Phrase
from .....mapimage.vector.paths import PlacedImage

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

# SPDX-License-Identifier: GPL-2.0-or-later
"""Axes that bear a scale: ticks at equal steps along a long straight line, or grid lines at equal steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ....base.arrays import Array
from ....mapimage.picture import luma

AXIS_SHARE = 0.35
"""Share of the picture's side that an axis runs along; bars of scale and boxes of legends are shorter."""
CONTRAST = 40.0
"""Grey levels between paper and the ink of axes: a light grey grid differs less, and is no axis."""
LONGEST_TICK_PX, SHORTEST_TICK_PX = 7, 2
"""Ticks are looked for in so many pixels beside the axis; they cross at least the lower number."""
WIDEST_TICK_PX = 5
"""Wider pieces are letters or bars."""
LEAST_TICKS = 4
"""Ticks of an axis: fewer lie at equal steps by chance."""
EQUAL_STEPS = 0.06
"""Share of a step by which steps may differ, beside a pixel: ticks are drawn at whole pixels."""
MOST_AXES = 8
"""Long lines that are looked at in each direction."""


def bears_scale(rgb: Array) -> bool:
    """Whether a picture shows an axis with a scale, as charts do, and maps whose frame bears degrees.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)

    Examples
    --------
    >>> plot = np.full((200, 300, 3), 255, np.uint8)
    >>> plot[150, 40:280] = 0
    >>> bears_scale(plot)
    False
    >>> for column in range(50, 280, 40):
    ...     plot[150:155, column] = 0
    >>> bears_scale(plot)
    True
    """
    return any(axis is not None for axis in _scaled(rgb))


def between_scales(rgb: Array) -> tuple[int, int, int, int] | None:
    """Left, right, top and bottom of what lies between two axes with a scale; None where one is missing.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
    """
    level, upright = _scaled(rgb)
    return None if level is None or upright is None else (*level[1:], *upright[1:])


def _scaled(rgb: Array) -> Iterator[tuple[int, int, int] | None]:
    """The longest level and the longest upright axis that bear a scale; None for one that is missing."""
    grey = luma(rgb)
    ink = np.abs(grey - float(np.median(grey))) > CONTRAST
    for side in (ink, ink.T):
        yield next((axis for axis in _axes(side) if _ticked(side, axis)), None)


def _axes(ink: Array) -> Iterator[tuple[int, int, int]]:
    """Row, begin and end of the long level lines of a mask, the longest first."""
    columns = np.arange(ink.shape[1])
    before = np.maximum.accumulate(np.where(ink, -1, columns[None, :]), axis=1)
    run = columns[None, :] - before
    longest = run.max(axis=1, initial=0)
    rows = np.argsort(-longest, kind="stable")[:MOST_AXES]
    for row in rows[longest[rows] >= AXIS_SHARE * ink.shape[1]].tolist():
        end = int(run[row].argmax())
        yield row, end - int(longest[row]) + 1, end


def _ticked(ink: Array, line: tuple[int, int, int]) -> bool:
    """Whether ticks at equal steps stand on a level line, on either side of it."""
    row, begin, end = line
    first, last = max(begin - 2, 0), min(end + 3, ink.shape[1])
    for side in (1, -1):
        near = row + side * np.arange(1, LONGEST_TICK_PX + 1)
        near = near[(near >= 0) & (near < ink.shape[0])]
        if len(near) <= SHORTEST_TICK_PX:
            continue
        strip = ink[near, first:last]
        reach = np.minimum.accumulate(strip, axis=0).sum(axis=0)
        thick = int(np.median(reach))  # the rest of a line that is several pixels wide
        if _equal_steps(_middles(reach >= thick + SHORTEST_TICK_PX)):
            return True
    return False


def _middles(found: Any) -> Any:
    """Middles of the narrow runs of a row of a mask."""
    edge = np.flatnonzero(np.diff(np.concatenate([[0], found.astype(np.int8), [0]])))
    begin, end = edge[::2], edge[1::2]
    narrow = end - begin <= WIDEST_TICK_PX
    return (begin + end)[narrow] / 2


def _equal_steps(middles: Array) -> bool:
    """Whether most places of a row lie at equal steps."""
    if len(middles) < LEAST_TICKS:
        return False
    steps = np.diff(middles)
    step = float(np.median(steps))
    alike = np.abs(steps - step) <= EQUAL_STEPS * step + 1
    return step > 2 * WIDEST_TICK_PX and int(alike.sum()) >= max(LEAST_TICKS - 1, 0.7 * len(steps))

# SPDX-License-Identifier: GPL-2.0-or-later
"""Points counted by the cells of a grid with a fixed anchor, so that years compare and sizes nest.

Coordinates are metres of an equal-area plane; the anchor is its origin, as in the INSPIRE grids. Cells are
told by whole numbers, which depend on nothing but the place: a grid laid about the points themselves would
tell where they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...base.arrays import Array, Floats, Ints

_HEXAGON = np.sqrt(3.0) / 2
_RINGS = (1, 2, 4, 8)
"""Cells around a small count among which the tables that prove its values move records."""
_REACH = 3.0
"""Bandwidths from which on a kernel counts as 0: 1.1 % of its weight lies beyond."""


@dataclass(frozen=True)
class Cells:
    """Cells that hold points.

    Attributes
    ----------
    column, row : ndarray of int64, shape (c,)
        Place of each cell on its own level.
    level : ndarray of int64, shape (c,)
        Each level doubles the side of the one before; 0 is the finest.
    count : ndarray of int64, shape (c,)
        Points in it.
    cell : ndarray of int64, shape (s,)
        Cell of each point.
    """

    column: Array
    row: Array
    level: Array
    count: Array
    cell: Array

    def corners(self, size_m: float) -> Array:
        """West, south, east and north of each square cell, metres, shape (c, 4)."""
        side = size_m * 2.0**self.level
        west, south = self.column * side, self.row * side
        return np.stack([west, south, west + side, south + side], axis=1)


def square_cells(x_m: Floats, y_m: Floats, size_m: float, level: int = 0) -> Cells:
    """Count points by squares.

    Parameters
    ----------
    x_m, y_m : ndarray, shape (s,)
        Points.
    size_m : float
        Side of a cell of level 0.
    level : int
        Level of all cells.

    Examples
    --------
    >>> found = square_cells(np.array([10.0, 90.0, 110.0]), np.array([5.0, 5.0, -5.0]), 100.0)
    >>> found.column.tolist(), found.row.tolist(), found.count.tolist()
    ([0, 1], [0, -1], [2, 1])
    """
    side = size_m * 2.0**level
    places = np.stack([np.floor(x_m / side), np.floor(y_m / side)], axis=1).astype(np.int64)
    return _counted(places, level)


def hexagon_cells(x_m: Floats, y_m: Floats, size_m: float) -> Cells:
    """Count points by hexagons ``size_m`` across, with sides to the east and west; axial coordinates."""
    across, up = np.asarray(x_m) / size_m, np.asarray(y_m) / (size_m * _HEXAGON)
    q, r = across - up / 2, up
    s = -q - r
    parts = np.stack([q, r, s], axis=1)
    near = np.rint(parts)
    off = np.abs(near - parts)
    worst = off.argmax(axis=1)
    rows = np.arange(len(near))
    near[rows, worst] = 0
    near[rows, worst] = -near.sum(axis=1)
    return _counted(near[:, :2].astype(np.int64), 0)


def hexagon_corners(column: Ints, row: Ints, size_m: float) -> Array:
    """Corners of hexagons, metres, shape (c, 6, 2)."""
    middle = np.stack([(column + row / 2) * size_m, row * size_m * _HEXAGON], axis=1)
    angle = np.radians(30 + 60 * np.arange(6))
    radius = size_m / np.sqrt(3.0)
    return middle[:, None, :] + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)[None]


def _counted(places: Ints, level: int) -> Cells:
    used, cell, count = np.unique(places, axis=0, return_inverse=True, return_counts=True)
    return Cells(
        used[:, 0],
        used[:, 1],
        np.full(len(used), level, dtype=np.int64),
        count.astype(np.int64),
        cell.ravel(),
    )


def quadtree_cells(x_m: Floats, y_m: Floats, size_m: float, levels: int, minimum: int) -> Cells:
    """Count points by squares that are split in four wherever no part is small.

    From the coarsest level down a cell is split where each of its four parts is empty or holds at least
    ``minimum`` points. A cell that is not split says that a part of it is small, and no more: each part may
    hold anything from 0 to one less than the cell.

    Parameters
    ----------
    x_m, y_m : ndarray, shape (s,)
        Points.
    size_m : float
        Side of the finest cells.
    levels : int
        Levels above the finest: the coarsest cells are ``size_m * 2**levels``.
    minimum : int
        Fewest points of a cell that came of a split.
    """
    found = square_cells(x_m, y_m, size_m, levels)
    column, row, level = found.column[found.cell], found.row[found.cell], found.level[found.cell]
    for finer in range(levels - 1, -1, -1):
        parts = square_cells(x_m, y_m, size_m, finer)
        here = np.flatnonzero(level == finer + 1)
        if not len(here):
            break
        key = np.stack([column[here], row[here]], axis=1)
        _used, whole = np.unique(key, axis=0, return_inverse=True)
        spoiled = np.bincount(whole.ravel(), parts.count[parts.cell[here]] < minimum) > 0
        split = here[~spoiled[whole.ravel()]]
        column[split], row[split] = parts.column[parts.cell[split]], parts.row[parts.cell[split]]
        level[split] = finer
    used, cell, count = np.unique(
        np.stack([level, column, row], axis=1), axis=0, return_inverse=True, return_counts=True
    )
    return Cells(used[:, 1], used[:, 2], used[:, 0], count.astype(np.int64), cell.ravel())


def smoothed(counts: Array, bandwidth_cells: float) -> Array:
    """Counts of a raster smoothed by one Gaussian kernel, cut off at three bandwidths.

    Parameters
    ----------
    counts : ndarray, shape (h, w)
        Counts by square cells; there is nothing beyond the border.
    bandwidth_cells : float
        Standard deviation of the kernel, in cells.
    """
    from scipy.ndimage import gaussian_filter

    return gaussian_filter(np.asarray(counts, dtype=float), bandwidth_cells, mode="constant", truncate=_REACH)


def surface_breaks(density: Floats, shares: Sequence[float]) -> list[Any]:
    """Limits of classes in the widest gaps of the values near some shares, with as few digits as fit.

    Parameters
    ----------
    density : ndarray
        Smoothed counts.
    shares : sequence of float
        About which share of the values above 0 lies below each limit.
    """
    values = np.sort(density[density > density.max() * 1e-3])
    found = []
    for share in shares:
        first = int(np.clip((share - _BAND) * len(values), 0, len(values) - 2))
        last = int(np.clip((share + _BAND) * len(values), first + 1, len(values) - 1))
        at = first + int(np.argmax(np.diff(values[first : last + 1])))
        low, high = values[at], values[at + 1]
        digits = 1
        limit = float(f"{(low + high) / 2:.{digits}g}")
        while not low < limit < high and digits < _MOST_DIGITS:
            digits += 1
            limit = float(f"{(low + high) / 2:.{digits}g}")
        found.append(limit)
    return sorted(set(found))


_BAND = 0.05
"""Shares to both sides of a class limit among which the widest gap is taken."""
_MOST_DIGITS = 6
"""Digits of a limit between two classes at most."""


def surface_classes(values: Floats, breaks: list[float]) -> Array:
    """Class of each value: 0 below the first break."""
    return np.searchsorted(np.asarray(breaks), values, side="right")


def surface_values(
    counts: Ints, classes: Ints, breaks: list[float], bandwidth_cells: float, most: int
) -> Array:
    """How many values of each small count leave the published classes as they are, proven by tables.

    Each proof is a table of whole numbers with the same total and the same classes: records of the cell are
    moved to, or come from, one other cell near it. Tables that change more cells are not tried, so that the
    number is never too large.

    Parameters
    ----------
    counts : ndarray of int, shape (h, w)
        True counts.
    classes : ndarray of int, shape (h, w)
        Published classes.
    breaks : sequence of float
        Limits of the classes.
    bandwidth_cells : float
        Standard deviation of the kernel, which anybody may know.
    most : int
        Counts from 1 to ``most - 1`` are looked at, and up to ``most`` values sought.

    Returns
    -------
    ndarray of int, shape (h, w)
        Values proven, at most ``most``; ``most`` where a count is not small.
    """
    values = np.full(counts.shape, most, dtype=np.int64)
    base, reach = smoothed(counts, bandwidth_cells), int(np.ceil(_REACH * bandwidth_cells))
    small = np.argwhere((counts > 0) & (counts < most))
    limits = np.concatenate([[-np.inf], breaks, [np.inf]])
    room = np.stack([base - limits[classes], limits[classes + 1] - base])
    for row, column in small.tolist():
        values[row, column] = _proven((row, column), counts, room, (bandwidth_cells, reach, most))
    return values


def _proven(place: tuple[int, int], counts: Ints, room: Floats, how: tuple[float, int, int]) -> int:
    """Different counts of one cell that some table shows to be possible, its own among them."""
    bandwidth, reach, most = how
    window = tuple(slice(max(0, at - reach - 2), at + reach + 3) for at in place)
    middle = (place[0] - window[0].start, place[1] - window[1].start)
    own, below, above = counts[window], -room[0][window], room[1][window]
    found = 1
    for step in sorted(range(-int(own[middle]), most), key=abs):
        if step and any(
            _fits(smoothed(change, bandwidth), below, above) for change in _changes(step, middle, own)
        ):
            found += 1
            if found == most:
                break
    return found


def _fits(moved: Floats, below: Floats, above: Floats) -> bool:
    return bool((moved > below).all() and (moved < above).all())


def _changes(step: int, middle: tuple[int, int], own: Ints) -> Iterator[Floats]:
    """Whole-number changes of the table that raise the middle by a step and leave the total as it is."""
    away = np.maximum(*(np.abs(np.arange(size) - at)[shape] for size, at, shape in zip(
        own.shape, middle, (np.s_[:, None], np.s_[None, :]))))  # fmt: skip
    for far in _RINGS:
        cells = np.argwhere((away > 0) & (away <= far))
        cells = cells[np.argsort(np.abs(cells - middle).sum(axis=1), kind="stable")]
        left = own[tuple(cells.T)] if step > 0 else np.full(len(cells), abs(step))
        taken, open_ = np.zeros(len(cells), dtype=np.int64), abs(step)
        while open_ and (taken < left).any():
            for at in np.flatnonzero(taken < left)[:open_]:
                taken[at] += 1
                open_ -= 1
        if open_:
            continue
        change = np.zeros(own.shape)
        change[middle] = step
        change[tuple(cells.T)] = -np.sign(step) * taken
        yield change

# SPDX-License-Identifier: GPL-2.0-or-later
"""What several grids of the same records tell together: squares that nest, or the same cells again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.progress import Progress, silent
from ..gridding import H3_SHAPE as H3
from ..gridding import GridCells, H3Grid, hexagon_cells, square_cells
from .joint import SURE, Exposure, Release, joint_exposures
from .witness import Demanded


@dataclass(frozen=True)
class GridCounts:
    """Counts by the cells of a grid as they were, or will be, published; one entry a listed cell."""

    shape: str
    """'hexagon' or 'h3': ``size_m`` across; else squares with sides of ``size_m * 2**level``."""
    size_m: float
    """Size of the finest cells."""
    level: Array
    column: Array
    row: Array
    """Place of each cell. Cells that are not listed hold no record."""
    counts: Array
    """True counts, all above 0."""
    withheld: Bools
    """Counts that are not printed."""
    low: Array
    high: Array
    """What each count is known to lie between by what is printed of it alone; equal where it is printed."""

    @property
    def sides_m(self) -> Array:
        """Size of each cell."""
        return self.size_m * 2.0**self.level

    def cells_of(self, x_m: Floats, y_m: Floats) -> Array:
        """The listed cell that each point lies in, -1 where none is, shape (s,)."""
        found = np.full(len(x_m), -1, dtype=np.int64)
        for level in np.unique(self.level):
            cells = self._counted(x_m, y_m, int(level))
            here = np.flatnonzero(self.level == level)
            place = {(int(self.column[at]), int(self.row[at])): at for at in here}
            of_cell = [place.get(where, -1) for where in zip(cells.column.tolist(), cells.row.tolist())]
            inside = np.array(of_cell, dtype=np.int64)[cells.cell]
            found = np.where(inside >= 0, inside, found)
        return found

    def _counted(self, x_m: Floats, y_m: Floats, level: int) -> GridCells:
        if self.shape == H3:
            return H3Grid(H3, self.size_m).count(x_m, y_m)
        if self.shape == "hexagon":
            return hexagon_cells(x_m, y_m, self.size_m)
        return square_cells(x_m, y_m, self.size_m, level)

    @property
    def form(self) -> str:
        """Shape of a cell: those of a quadtree are squares."""
        return "square" if self.shape == "quadtree" else self.shape

    def code(self, at: int) -> str:
        """What a listed cell is called."""
        if self.shape == H3:
            return f"{int(self.column[at]):x}"
        return f"{self.level[at]}:{self.column[at]}:{self.row[at]}"

    def same_cells(self, other: GridCounts) -> Array:
        """The cell of the other grid that is the same place as each of these, -1 where none is."""
        place = {where: at for at, where in enumerate(other._places())}
        return np.array([place.get(where, -1) for where in self._places()], dtype=np.int64)

    def _places(self) -> list[tuple[float, int, int]]:
        return list(zip(self.sides_m.tolist(), self.column.tolist(), self.row.tolist()))


def nests(one: GridCounts, other: GridCounts) -> bool:
    """Whether each cell of one grid is part of a cell of the other, or holds it, or lies apart.

    Examples
    --------
    >>> grid = lambda size: GridCounts("square", size, *(np.zeros(1, int),) * 4, *(np.zeros(1, int),) * 3)
    >>> nests(grid(500.0), grid(1500.0)), nests(grid(1000.0), grid(1500.0))
    (True, False)
    """
    if one.form != other.form:
        return False
    if one.form != "square":
        return one.size_m == other.size_m
    pairs = [(a, b) for a in np.unique(one.sides_m) for b in np.unique(other.sides_m)]
    return all(max(pair) % min(pair) == 0 for pair in pairs)


def changed_cell(old: GridCounts, x_m: Floats, y_m: Floats) -> tuple[int, int, int] | None:
    """A cell of an earlier grid that holds another number of records today; None where all hold the same.

    Returns
    -------
    tuple of int or None
        The cell (-1: places where the earlier grid listed none), records then, and records now: of all such
        cells the one with the smallest difference.
    """
    cell = old.cells_of(x_m, y_m)
    now = np.bincount(cell[cell >= 0], minlength=len(old.counts))
    changed = [
        (abs(int(now[at]) - int(old.counts[at])), int(at), int(old.counts[at]), int(now[at]))
        for at in np.flatnonzero(now != old.counts)
    ]
    outside = int((cell < 0).sum())
    if outside:
        changed.append((outside, -1, 0, outside))
    return min(changed)[1:] if changed else None


def grid_exposures(
    grids: Sequence[GridCounts], x_m: Floats, y_m: Floats, demanded: Demanded, progress: Progress = silent
) -> list[Exposure]:
    """Counts that grids of the same records tell together, fewest records first.

    Parameters
    ----------
    grids : sequence of GridCounts
        All of these records (:func:`changed_cell`), each pair of which nests (:func:`nests`): so the finest
        cells are all the pieces that there are, and all that none of them lists are empty.
    x_m, y_m : ndarray, shape (s,)
        The records.
    demanded : Demanded
        What every withheld count must keep.
    progress : callable
        Hears the share that is done.

    Returns
    -------
    list of Exposure
        Empty where all withheld counts are proven to stay hidden. ``areas`` are pieces.

    Examples
    --------
    Two parts of a cell are withheld, and a coarser grid prints the cell; a third part is printed:

    >>> fine = GridCounts("square", 1.0, np.zeros(3, int), np.array([0, 1, 2]), np.zeros(3, int),
    ...                   np.array([2, 12, 15]), np.array([True, True, False]), np.array([1, 1, 15]),
    ...                   np.array([99, 99, 15]))
    >>> x_m = np.repeat([0.5, 1.5, 2.5], [2, 12, 15])
    >>> len(grid_exposures([fine], x_m, np.full(29, 0.5), Demanded(11, 11)))
    0
    """
    cells = np.stack([grid.cells_of(x_m, y_m) for grid in grids], axis=1)
    kinds, count = np.unique(cells, axis=0, return_counts=True)
    releases = [
        Release(
            kinds[:, at], (), [()], count[:, None].astype(np.int64), ~grid.withheld[:, None],
            grid.low[:, None], np.minimum(grid.high, SURE)[:, None],
            np.zeros((len(grid.counts), 1), np.int64), np.array([True]),
            [str(place) for place in grid._places()],
        )
        for at, grid in enumerate(grids)
    ]  # fmt: skip
    people: Ints = np.full(len(kinds), int(count.sum()))
    return joint_exposures(releases, people, demanded, progress)

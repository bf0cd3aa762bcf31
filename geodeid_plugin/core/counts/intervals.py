# SPDX-License-Identifier: GPL-2.0-or-later
"""What each hidden count of a table can be, in whole numbers and without a solver.

Everything that is printed is an equation: shown counts, totals that anybody may know, the rule that a
hidden cell is not empty. Two kinds of tables have closed forms, and in both every value between the least
and the most occurs (their matrices are totally unimodular):

- nested sums, a tree of cells in units in larger units: two passes;
- cells by two ways with known margins, one of them short: the capacities of all cuts of the network
  (Ford and Fulkerson 1956; Gusfield, SIAM J Comput 17, 1988, for tables with hidden cells).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..base.arrays import Array, Ints
from ..base.errors import InputError, named

UNLIMITED = 2**40
"""Stands for no upper bound: above every count of people, and sums of a million of it fit 64 bits."""
MOST_WAYS = 12
"""Columns whose subsets are all tried; 2**12 cuts of 10 000 rows take some seconds."""


@dataclass(frozen=True)
class Ranges:
    """Least and most value of each count, whole numbers of one shape."""

    low: Array
    high: Array
    """Every whole number between them is possible; where they are equal the count is known."""

    @property
    def values(self) -> Array:
        """How many values each count can have."""
        return self.high - self.low + 1


def nested_ranges(parent: Ints | list[int], low: Ints | list[int], high: Ints | list[int]) -> Ranges:
    """What the nodes of nested sums can be.

    ``parent`` is the node that each is added up in, -1 for none. What is known beforehand is equal in ``low``
    and ``high`` where it is printed, and :data:`UNLIMITED` where nothing limits it.

    A total of 12 over three hidden cells that are not empty, and one shown cell of 5:

    >>> found = nested_ranges([-1, 0, 0, 0], [12, 1, 1, 5], [12, 99, 99, 5])
    >>> found.low.tolist(), found.high.tolist()
    ([12, 1, 1, 5], [12, 6, 6, 5])
    """
    parent = np.asarray(parent, dtype=np.int64)
    low, high = (np.array(values, dtype=np.int64) for values in (low, high))
    depth = _depths(parent)
    levels = [np.flatnonzero(depth == level) for level in range(1, int(depth.max(initial=0)) + 1)]
    for nodes in reversed(levels):
        sums = _sums(parent[nodes], low[nodes], high[nodes], len(parent))
        above = np.unique(parent[nodes])
        low[above] = np.maximum(low[above], sums[0][above])
        high[above] = np.minimum(high[above], sums[1][above])
    _refuse_contradiction(low, high)
    for nodes in levels:
        up = parent[nodes]
        sums = _sums(up, low[nodes], high[nodes], len(parent))
        least, most = low[nodes], high[nodes]
        low[nodes] = np.maximum(least, low[up] - (sums[1][up] - most))
        high[nodes] = np.minimum(most, high[up] - (sums[0][up] - least))
    _refuse_contradiction(low, high)
    return Ranges(low, high)


def _depths(parent: Ints) -> Array:
    depth, up = np.zeros(len(parent), dtype=np.int64), parent.copy()
    while (up >= 0).any():
        depth += up >= 0
        up = np.where(up >= 0, parent[up], -1)
        if depth.max() > len(parent):
            raise InputError(
                "count.sums.circular",
                "The sums of the table are nested in a circle. Give each total one larger total.",
            )
    return depth


def _sums(up: Ints, low: Ints, high: Ints, size: int) -> tuple[Array, Array]:
    least, most = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    np.add.at(least, up, low)
    np.add.at(most, up, high)
    return least, most


def _refuse_contradiction(low: Ints, high: Ints) -> None:
    wrong = np.flatnonzero(low > high)
    if len(wrong):
        raise InputError(
            "count.row.contradiction",
            "The table contradicts itself: no counts fit what is printed of row {rows}.",
            rows=named(wrong + 1),
        )


def two_way_ranges(counts: Ints, low: Ints, high: Ints) -> Ranges:
    """What the cells of a two-way table can be whose row and column sums are all known.

    A total that is hidden is a further cell: for a row with hidden total t give one more column with K - t, K
    any number above t; its room is the total's. ``counts`` is one table that fits, such as the true one; one
    side of it has at most twelve rows.

    A hidden square of four cells in a table whose sums are known:

    >>> found = two_way_ranges([[3, 20], [9, 14]], [[1, 1], [1, 1]], [[99, 99], [99, 99]])
    >>> found.low.tolist(), found.high.tolist()
    ([[1, 12], [1, 12]], [[11, 22], [11, 22]])
    """
    counts, low, high = (np.asarray(values, dtype=np.int64) for values in (counts, low, high))
    if counts.shape[1] > counts.shape[0]:
        turned = two_way_ranges(counts.T, low.T, high.T)
        return Ranges(turned.low.T, turned.high.T)
    if counts.shape[1] > MOST_WAYS:
        raise InputError(
            "count.table.too_large",
            "A table of {rows} by {columns} cells with known sums both ways is too large to be checked. "
            "Release fewer groups.",
            rows=counts.shape[0],
            columns=counts.shape[1],
        )
    rise, fall = high - counts, counts - low
    if (rise < 0).any() or (fall < 0).any():
        raise InputError(
            "count.bounds.contradiction", "The table contradicts itself: a count lies outside its bounds."
        )
    return Ranges(counts - _room(fall, rise), counts + _room(rise, fall))


def _room(rise: Ints, fall: Ints) -> Array:
    """How far each cell can rise while others make up for it: the least cut of the residual network.

    To raise a cell by one, its row and its column must each give one elsewhere. A cut is a set S of
    columns with, for each other row, the cheaper of what the row can give inside S and take outside it.
    """
    room = rise.copy()
    columns = np.arange(rise.shape[1])
    for size in range(1, len(columns) + 1):
        for chosen in combinations(columns, size):
            inside = np.isin(columns, chosen)
            given = fall[:, inside].sum(axis=1)
            least = np.minimum(given, rise[:, ~inside].sum(axis=1))
            others = least.sum() - least + given
            room[:, inside] = np.minimum(room[:, inside], others[:, None] - fall[:, inside])
    return room

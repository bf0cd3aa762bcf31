# SPDX-License-Identifier: GPL-2.0-or-later
"""Several grids of the same records, against plain enumeration of everything that fits them."""

import numpy as np
import pytest

from geodeid_plugin.core.counts.gridding import square_cells
from geodeid_plugin.core.counts.together.grids import GridCounts, changed_cell, grid_exposures, nests
from geodeid_plugin.core.counts.together.witness import Demanded


def points_of(counts):
    """Points in the middle of cells of 1 m, by their number in a row of cells."""
    return np.repeat(np.arange(len(counts)) + 0.5, counts), np.full(sum(counts), 0.5)


def grid(counts, size, hidden):
    """The row of cells counted by squares of a size; cells in ``hidden`` are withheld."""
    found = square_cells(*points_of(counts), float(size))
    withheld = np.isin(found.column, hidden)
    total = sum(counts)
    return GridCounts(
        "square", float(size), found.level, found.column, found.row, found.count, withheld,
        np.where(withheld, 1, found.count), np.where(withheld, total, found.count),
    )  # fmt: skip


def summing(total, places):
    """Every list of so many whole numbers that has this sum."""
    if places == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in summing(total - first, places - 1))


def fitting(tables, truth, maps):
    """Those tables that would be published as the true one is: empty cells are not listed."""
    for size, hidden in maps:
        starts = np.arange(0, len(truth), size)
        own, true = np.add.reduceat(tables, starts, axis=1), np.add.reduceat(truth, starts)
        seen = ~np.isin(np.arange(len(true)), hidden)
        same = (own[:, seen] == true[seen]).all(axis=1) & ((own > 0) == (true > 0)).all(axis=1)
        tables = tables[same]
    return tables


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_exactly_the_cells_are_exposed_that_enumeration_finds(seed):
    source = np.random.default_rng(seed)
    counts = source.integers(0, 4, 6).tolist()
    counts[int(source.integers(6))] += 3
    maps = []
    for size in (1, 2, 3, 6):
        cells = np.arange(6 // size)
        maps.append((size, cells[source.random(len(cells)) < 0.6]))
    maps = [maps[0], maps[int(source.integers(1, 3))]]
    total = sum(counts)
    tables = fitting(np.array(list(summing(total, len(counts)))), counts, maps)
    assert len(tables)
    exposed = set()
    for size, hidden in maps:
        for cell in hidden:
            values = {int(one[cell * size : (cell + 1) * size].sum()) for one in tables}
            if values != {0} and (len(values) < 3 or max(values) < 3):
                exposed.add((size, int(cell)))
    grids = [grid(counts, *one) for one in maps]
    found = grid_exposures(grids, *points_of(counts), Demanded(3, 3, known_from=total + 1))
    assert bool(found) == bool(exposed), (counts, maps, exposed, found)


def test_a_coarser_cell_gives_two_withheld_parts_away():
    counts = [2, 3, 20, 4]
    fine, coarse = grid(counts, 1, [0, 1, 3]), grid(counts, 2, [])
    place = points_of(counts)
    assert not grid_exposures([fine], *place, Demanded(5, 5))
    found = grid_exposures([fine, coarse], *place, Demanded(5, 5))
    assert (found[0].low, found[0].high) == (1, 4)  # of 2, beside 3 under a printed 5
    with pytest.raises(ValueError, match="need"):
        grid_exposures([], *place, Demanded(5, 5))


def test_sizes_that_divide_each_other_nest():
    one = grid([2, 3, 20, 4], 1, [])
    assert nests(one, grid([2, 3, 20, 4], 3, [])) and not nests(
        grid([2, 3, 20], 2, []), grid([2, 3, 20], 3, [])
    )


def test_the_smallest_change_of_records_is_named():
    old = grid([2, 3, 20, 4], 1, [0])
    assert changed_cell(old, *points_of([2, 3, 20, 4])) is None
    assert changed_cell(old, *points_of([2, 3, 25, 5])) == (3, 4, 5)
    assert changed_cell(old, *points_of([2, 3, 20, 4, 2])) == (-1, 0, 2)


def test_two_resolutions_of_h3_do_not_nest_and_no_other_cells_nest_with_them():
    def cells(shape, size_m):
        return GridCounts(shape, size_m, *(np.zeros(1, int),) * 4, *(np.zeros(1, int),) * 3)

    assert nests(cells("h3", 800.0), cells("h3", 800.0))
    assert not nests(cells("h3", 800.0), cells("h3", 300.0))
    assert not any(
        nests(cells("h3", 800.0), cells(other, 800.0)) for other in ("square", "hexagon", "quadtree")
    )
    assert nests(cells("quadtree", 500.0), cells("square", 1000.0))

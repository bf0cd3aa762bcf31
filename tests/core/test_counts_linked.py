# SPDX-License-Identifier: GPL-2.0-or-later
"""Linked tables and differences of two maps, compared with linear programmes and plain enumeration."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from geodeid_plugin.core.counts.differencing import small_remainders
from geodeid_plugin.core.counts.network import Network, linked_ranges
from tests.refusals import refuses


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_flows_are_bounded_as_plain_enumeration_bounds_them(seed):
    """Two maps of the same cells: place tree down, kind tree up, the total back."""
    source = np.random.default_rng(seed)
    counts = source.integers(0, 4, 5)
    place, kind = source.integers(0, 2, 5), source.integers(0, 2, 5)
    tail = np.r_[1 + place, 0, 0, 3, 4, 5]
    head = np.r_[3 + kind, 1, 2, 5, 5, 0]
    sums = [counts[place == p].sum() for p in (0, 1)] + [counts[kind == k].sum() for k in (0, 1)]
    true = np.r_[counts, sums, counts.sum()]
    shown = np.r_[source.random(5) < 0.3, source.random(4) < 0.6, True]
    low = np.where(shown, true, np.minimum(true, np.r_[source.integers(0, 2, 5), np.zeros(5, int)]))
    high = np.where(shown, true, np.r_[counts + 2, np.full(5, 99)])
    found = linked_ranges(Network(tail, head, low, high))
    tables = []
    for cells in product(*(range(low[i], high[i] + 1) for i in range(5))):
        cells = np.array(cells)
        own = [cells[place == p].sum() for p in (0, 1)] + [cells[kind == k].sum() for k in (0, 1)]
        full = np.r_[cells, own, cells.sum()]
        if ((full >= low) & (full <= high)).all():
            tables.append(full)
    tables = np.array(tables)
    assert found.low.tolist() == tables.min(axis=0).tolist()
    assert found.high.tolist() == tables.max(axis=0).tolist()


def test_a_table_that_contradicts_itself_is_told():
    with refuses("count.table.contradiction"):
        linked_ranges(Network(np.array([0, 1]), np.array([1, 0]), np.array([3, 5]), np.array([3, 5])))


def largest(first, second, size, piece_of, piece, threshold):
    """Most people of a piece with the same sums of all zones; at most the threshold."""
    pieces = piece_of.max() + 1
    rows, sums = [], []
    for zones in (first, second):
        for zone in np.unique(zones[zones >= 0]):
            inside = zones == zone
            row = np.zeros(pieces)
            row[np.unique(piece_of[inside])] = 1
            rows.append(row)
            sums.append(size[inside].sum())
    cost = np.zeros(pieces)
    cost[piece] = -1
    found = linprog(cost, A_eq=np.array(rows), b_eq=sums, bounds=(0, None), method="highs")
    return threshold if found.status == 3 else -found.fun


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(80))
def test_a_piece_is_marked_exactly_where_its_people_are_bounded_below_the_threshold(seed):
    source = np.random.default_rng(seed)
    n = int(source.integers(4, 16))
    first, second = source.integers(-(seed % 3 == 0), 4, n), source.integers(-(seed % 2 == 0), 4, n)
    size, threshold = source.integers(1, 30, n), 40
    found = small_remainders(first, second, size, threshold)
    for piece in range(len(found.size)):
        if found.first[piece] < 0 and found.second[piece] < 0:
            assert found.least[piece] < 0
            continue
        most = largest(first, second, size, found.piece, piece, threshold)
        assert (found.least[piece] >= 0) == (round(most, 6) < threshold), (piece, most)
        if found.least[piece] >= 0:
            assert found.size[piece] <= found.least[piece] < threshold


def test_nested_maps_and_equal_maps_leave_no_remainder_and_one_moved_area_is_found():
    fine = np.repeat(np.arange(20), 5)
    size = np.full(100, 300)
    assert not len(small_remainders(fine, fine // 4, size, 1500).small)
    assert not len(small_remainders(fine, fine, size, 1500).small)
    moved = fine.copy()
    moved[4] = 1
    found = small_remainders(fine, moved, size, 1500)
    assert found.size[found.small].tolist() == [1200, 300]
    assert found.first[found.small].tolist() == [0, 0]
    assert found.second[found.small].tolist() == [0, 1]


def test_sums_of_several_zones_are_found_where_no_single_pair_tells():
    """Zones {a, b}, {c, d, e} against {a, c}, {b, d}, {e ...}: only P = both, Q = two leave e."""
    first = np.array([0, 0, 1, 1, 1, 2])
    second = np.array([0, 1, 0, 1, 2, 2])
    size = np.array([500, 500, 500, 500, 7, 900])
    found = small_remainders(first, second, size, 100)
    assert found.size[found.small].tolist() == [7]

# SPDX-License-Identifier: GPL-2.0-or-later
"""Zones by groups and by other zones: plain enumeration, linear programmes, and tables of any size."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from geodeid_plugin.core.counts.network import Network, linked_ranges
from geodeid_plugin.core.counts.published_table import (
    HIDDEN,
    OtherTable,
    ZoneTable,
    overlaid_ranges,
    zone_ranges,
)
from tests.refusals import refuses

ENDLESS = 10**9


def made(source, zones, groups, units, size=6.0):
    """A table with whatever hidden, and whatever totals known."""
    true = source.poisson(source.exponential(size, (zones, groups)))
    unit, least = source.integers(0, units, zones), int(source.integers(0, 2))
    hidden = (source.random(true.shape) < source.choice([0.3, 0.6, 0.9])) & (true >= least)
    total = true.sum(axis=1)
    known = source.choice([0.0, 0.5, 1.0], 4)
    sums = [total, np.bincount(unit, total, units).astype(int), true.sum(axis=0)]
    totals = [np.where(source.random(len(one)) < share, one, HIDDEN) for one, share in zip(sums, known)]
    overall = int(total.sum()) if source.random() < known[3] else HIDDEN
    most = true.max(axis=1) + source.integers(0, 4, zones) if source.random() < 0.7 else None
    most = np.full(zones, 2**40) if most is None else np.maximum(most, 1)
    return ZoneTable(
        np.where(hidden, HIDDEN, true), totals[0], unit, totals[1], totals[2], overall, least, most
    )


def sums_of(table):
    """Rows of zeros and ones over the counts, and what each adds up to where it is known."""
    n, m = table.counts.shape
    at = np.indices((n, m))
    found = [(at[0] == zone, table.totals[zone]) for zone in range(n)]
    found += [(table.unit[at[0]] == unit, total) for unit, total in enumerate(table.unit_totals)]
    found += [(at[1] == group, total) for group, total in enumerate(table.group_totals)]
    found += [(at[0] >= 0, table.overall)]
    return [(rows.ravel(), total) for rows, total in found]


def bounds(table):
    hidden = table.counts == HIDDEN
    high = np.where(hidden, table.most[:, None], table.counts)
    return np.where(hidden, table.least, table.counts).ravel(), high.ravel()


def programmes(table):
    """Least and most of each count and each zone's total by linear programmes."""
    equal = [(rows, total) for rows, total in sums_of(table) if total != HIDDEN]
    low, high = bounds(table)
    limits = [(a, None if b > ENDLESS else b) for a, b in zip(low, high)]
    given = {"A_eq": np.array([rows for rows, _ in equal]), "b_eq": [total for _, total in equal]}
    given = {**(given if equal else {}), "bounds": limits, "method": "highs"}
    zones = [rows for rows, _total in sums_of(table)[: len(table.counts)]]
    found = []
    for cost in [*np.eye(len(low)), *zones]:
        ends = [linprog(sign * cost, **given) for sign in (1, -1)]
        assert all(end.status in (0, 3) for end in ends)
        found.append([ENDLESS if end.status == 3 else round(abs(end.fun)) for end in ends])
    return np.array(found)


def audited(table):
    cells, zones = zone_ranges(table)
    low = np.concatenate([cells.low.ravel(), zones.low])
    return np.stack([low, np.minimum(np.concatenate([cells.high.ravel(), zones.high]), ENDLESS)], axis=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_few_counts_are_bounded_as_plain_enumeration_bounds_them(seed):
    table = made(np.random.default_rng(seed), 3, 2, 2, 1.5)
    table = replace(table, most=np.minimum(table.most, 6))
    low, high = bounds(table)
    fitting = []
    for cells in product(*(range(a, b + 1) for a, b in zip(low, high))):
        if all(total in (HIDDEN, rows @ cells) for rows, total in sums_of(table)):
            fitting.append([*cells, *(rows @ cells for rows, _total in sums_of(table)[:3])])
    if not fitting:
        with refuses("count.table.contradiction"):
            audited(table)
        return
    assert audited(table)[:, 0].tolist() == np.min(fitting, axis=0).tolist()
    assert audited(table)[:, 1].tolist() == np.max(fitting, axis=0).tolist()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_counts_of_zones_by_groups_are_bounded_as_linear_programmes_bound_them(seed):
    source = np.random.default_rng(1000 + seed)
    table = made(source, int(source.integers(1, 9)), int(source.integers(2, 5)), 3)
    assert audited(table).tolist() == programmes(table).tolist()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_many_groups_with_known_totals_are_bounded_by_flows_to_the_same_numbers(seed):
    source = np.random.default_rng(2000 + seed)
    true = source.poisson(3, (3, 14))
    counts = np.where(source.random(true.shape) < 0.6, HIDDEN, true)
    table = ZoneTable(
        counts, np.where([True, False, True], true.sum(axis=1), HIDDEN), np.array([0, 0, 1]),
        np.array([HIDDEN, true[2].sum()]), true.sum(axis=0), int(true.sum()), 0, np.full(3, 20),
    )  # fmt: skip
    assert audited(table).tolist() == programmes(table).tolist()


@pytest.mark.parametrize("wrong", ["unit", "group", "overall", "zone"])
def test_a_total_that_nothing_adds_up_to_is_a_contradiction(wrong):
    known = {"unit": [18, 6], "group": [12, 12], "overall": [24], "zone": [HIDDEN, HIDDEN, 6]}

    def found():
        return zone_ranges(
            ZoneTable(
                np.array([[HIDDEN, 4], [HIDDEN, 5], [3, 3]]), np.array(known["zone"]), np.array([0, 0, 1]),
                np.array(known["unit"]), np.array(known["group"]), known["overall"][0], 1, np.full(3, 9),
            )
        )  # fmt: skip

    assert found()[0].high[:, 0].tolist() == [8, 8, 3]
    known[wrong][-1] += 1
    with refuses("count.table.contradiction"):
        found()


def test_a_hundred_thousand_zones_by_groups_are_bounded_in_their_small_parts():
    """Each zone's hidden counts share what its total leaves, and no other zone matters."""
    source, n = np.random.default_rng(5), 100_000
    true = source.integers(0, 40, (n, 4))
    hidden = (true > 0) & (true < 11)
    table = ZoneTable(
        np.where(hidden, HIDDEN, true), true.sum(axis=1), np.zeros(n, int), np.array([HIDDEN]),
        np.full(4, HIDDEN), HIDDEN, 1, np.full(n, 10),
    )  # fmt: skip
    found, totals = zone_ranges(table)
    many, left = hidden.sum(axis=1, keepdims=True), np.where(hidden, true, 0).sum(axis=1, keepdims=True)
    low = np.where(hidden, np.maximum(1, left - 10 * (many - 1)), true)
    high = np.where(hidden, np.minimum(10, left - (many - 1)), true)
    assert (found.low == low).all() and (found.high == high).all()
    assert (totals.low == true.sum(axis=1)).all() and (totals.high == totals.low).all()


def test_zones_of_one_unit_share_its_total_among_a_hundred_thousand_zones_by_groups():
    n, unit = 100_000, np.arange(100_000) // 10
    true = np.random.default_rng(6).integers(20, 40, (n, 4))
    counts, totals = true.copy(), true.sum(axis=1)
    counts[::5, 0] = totals[::5] = HIDDEN
    known = np.bincount(unit, true.sum(axis=1)).astype(int)
    groups = np.array([true[:, 0].sum(), HIDDEN, HIDDEN, HIDDEN])
    found, _totals = zone_ranges(ZoneTable(counts, totals, unit, known, groups, HIDDEN, 1, np.full(n, 2**40)))
    pair = true[::5, 0].reshape(-1, 2).sum(axis=1)
    assert (found.low[::5, 0] == 1).all()
    assert (found.high[::5, 0] == np.repeat(pair - 1, 2)).all()


def through_hub(parts, size):
    """Parts of so many hidden counts under a known total of 7 each, which meet in one node; units by part."""
    node, part = 1 + np.arange(parts), np.repeat(np.arange(parts), size)
    hidden = np.zeros(parts * size, dtype=int)
    return Network(
        np.r_[np.zeros(parts, int), node[part]], np.r_[node, hidden],
        np.r_[np.full(parts, 7), hidden], np.r_[np.full(parts, 7), hidden + 99],
        np.r_[np.full(parts, "", dtype=object), np.array([f"U{at}" for at in range(parts)], object)[part]],
    )  # fmt: skip


@pytest.mark.slow
def test_the_parts_of_a_linked_table_are_measured_and_not_the_whole():
    found = linked_ranges(through_hub(20_001, 1))
    assert (found.low == 7).all() and (found.high == 7).all()
    assert set(linked_ranges(through_hub(30, 3)).high.tolist()) == {7}


def test_a_part_that_is_too_large_is_refused_by_its_unit():
    large, small = through_hub(1, 20_001), through_hub(1, 2)
    with refuses("count.linked.too_many_in_units", match="20.001.*U0"):
        linked_ranges(large)
    assert linked_ranges(small).high.tolist() == [7, 7, 7]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_counts_by_other_zones_are_bounded_as_linear_programmes_bound_them(seed):
    source = np.random.default_rng(3000 + seed)
    n, far, units = 5, 4, 2
    pairs = np.unique(
        np.c_[np.r_[np.arange(n), source.integers(0, n, 4)], source.integers(0, far, n + 4)], axis=0
    )
    pieces, unit = source.poisson(3, len(pairs)), source.integers(0, units, n)
    own, other = (np.bincount(pairs[:, at], pieces, size).astype(int) for at, size in ((0, n), (1, far)))
    units_of = np.bincount(unit, own, units).astype(int)
    shown = [source.random(len(one)) < 0.5 for one in (own, other, units_of)]
    overall, of_group = int(own.sum()) if seed % 2 else HIDDEN, seed % 4 == 1
    table = ZoneTable(
        np.where(shown[0], own, HIDDEN)[:, None], np.full(n, HIDDEN), unit,
        np.where(shown[2], units_of, HIDDEN), np.array([overall if of_group else HIDDEN]),
        HIDDEN if of_group else overall, 0, np.full(n, own.max() + 2),
    )  # fmt: skip
    most = np.full(far, 2**40)
    found = overlaid_ranges(
        table, OtherTable(np.where(shown[1], other, HIDDEN), pairs[:, 0], pairs[:, 1], most)
    )
    rows = [pairs[:, 0] == zone for zone in range(n)] + [pairs[:, 1] == zone for zone in range(far)]
    sums = [*zip(rows, np.r_[np.where(shown[0], own, HIDDEN), np.where(shown[1], other, HIDDEN)])]
    sums += [(unit[pairs[:, 0]] == at, total) for at, total in enumerate(table.unit_totals)]
    sums += [(pairs[:, 0] >= 0, overall)]
    equal = [(row, total) for row, total in sums if total != HIDDEN]
    capped = np.array([rows[zone] for zone in range(n) if not shown[0][zone]] or [np.zeros(len(pairs))])
    given = {"A_ub": capped, "b_ub": np.full(len(capped), own.max() + 2), "method": "highs"}
    if equal:
        given |= {"A_eq": np.array([row for row, _ in equal]), "b_eq": [total for _, total in equal]}
    ends = [[linprog(sign * np.array(row, float), **given) for sign in (1, -1)] for row in rows]
    expected = [[ENDLESS if end.status == 3 else round(abs(end.fun)) for end in pair] for pair in ends]
    low = np.concatenate([one.low for one in found])
    high = np.minimum(np.concatenate([one.high for one in found]), ENDLESS)
    assert np.c_[low, high].tolist() == expected

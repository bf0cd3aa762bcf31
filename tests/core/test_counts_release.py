# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables of counts as they are published: what is printed, and what enumeration finds behind it."""

from itertools import product

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InfeasibleError
from geodeid_plugin.core.counts.gridding import Grid
from geodeid_plugin.core.counts.release import (
    Protection,
    Records,
    Withheld,
    Zoning,
    as_releases,
    protect_counts,
    protect_grid,
    protect_rows,
)
from tests.refusals import refuses

PEOPLE = 9


def zoning(units=("U", "U", "V", "V"), unzoned=(), people=PEOPLE) -> Zoning:
    """One area a zone, and further areas in no zone."""
    codes = np.array([f"{unit}-{at}" for at, unit in enumerate(units)], dtype=object)
    zone = np.r_[np.arange(len(units)), np.full(len(unzoned), -1)]
    return Zoning(zone, np.full(len(zone), float(people)), codes, np.array([*units, *unzoned], dtype=object))


def records(counts, fields=(), groups=((),)) -> Records:
    """Records by zone, or by zone and group."""
    table = np.asarray(counts).reshape(len(counts), -1)
    zone, group = (np.repeat(at, table.ravel()) for at in np.divmod(np.arange(table.size), table.shape[1]))
    return Records(zone, group, fields, groups, [f"P{at}" for at in range(len(zone))])


def protection(seed=1, **more) -> Protection:
    given = {"rule": "suppress", "smallest": 3, "values": 3, "key": bytes([seed]), "by_unit": True, **more}
    return Protection(**given)


def nobody(zones):
    return zones.held_back(np.zeros(0, dtype=int), [])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_by_enumeration_each_withheld_count_keeps_its_values(seed):
    counts, zones = np.random.default_rng(seed).poisson(4, 4).clip(0, PEOPLE), zoning()
    try:
        out = protect_counts(zones, records(counts), protection(seed), nobody(zones))
    except InfeasibleError:
        return
    assert (out.printed[~out.withheld] == counts[~out.withheld]).all()
    assert out.withheld[(counts > 0) & (counts < 3)].all()
    fitting = [
        table
        for table in product(range(PEOPLE + 1), repeat=4)
        if all(one == shown for one, shown in zip(table, out.printed) if shown >= 0)
        and sum(table) == counts.sum()
        and all(sum(table[at : at + 2]) == counts[at : at + 2].sum() for at in (0, 2) if out.known[at // 2])
    ]
    for at in np.flatnonzero(out.withheld):
        possible = {table[at] for table in fitting if "UV"[at // 2] in (*out.zeros, *out.whole) or table[at]}
        assert len(possible) >= 3 or possible == {0}


def test_changed_counts_are_the_same_under_one_key_and_know_no_small_one():
    zones = zoning(["U"] * 6)
    counts = [2, 5, 8, 0, 7, 9]
    for rule in ("round", "cellkey"):
        given = protection(rule=rule, base=5)
        first, again = (
            protect_counts(zones, records(counts), given, nobody(zones)).printed for _turn in range(2)
        )
        assert (first == again).all() and first[3] == 0
    with refuses("count.changed.narrowed"):
        protect_counts(zones, records(counts), protection(rule="round", base=2), nobody(zones))


def test_fields_in_another_order_are_the_same_draw():
    zones, counts = zoning(["U"] * 3), np.full((3, 4), 4) - np.eye(3, 4, dtype=int) * 2
    groups = [("f", "n"), ("f", "y"), ("m", "n"), ("m", "y")]
    one = records(counts, ("sex", "ill"), groups)
    turned = records(counts, ("ill", "sex"), [values[::-1] for values in groups])
    for seed in range(5):
        masks = [
            protect_rows(zones, each, protection(seed), nobody(zones)).withheld.tolist()
            for each in (one, turned)
        ]
        assert masks[0] == masks[1]


def test_what_was_withheld_stays_so_and_totals_of_zones_are_withheld_with_their_counts():
    zones = zoning(["U"] * 4, people=900)
    before = Withheld(np.zeros((4, 3), dtype=bool), np.zeros((4, 1), dtype=bool))
    before.cells[1, 2] = before.totals[2, 0] = True
    counts = np.full((4, 3), 6) - np.eye(4, 3, dtype=int) * 4
    table = records(counts, ("sex",), [("a",), ("b",), ("c",)])
    out = protect_counts(zones, table, protection(by_zone=True), nobody(zones), before)
    assert out.withheld.reshape(4, 3)[1, 2] and out.total_hidden[2]
    counts, totals = as_releases(zones, table, out, np.zeros((4, 3), dtype=int))
    assert counts.printed.shape == (4, 3) and totals.printed.ravel().tolist() == (~out.total_hidden).tolist()


def test_few_records_in_no_zone_are_one_more_withheld_count():
    """Two records of unit U lie on an island without a zone."""
    zones, table = zoning(["U"] * 4, ["U"]), records([6, 7, 5, 8])
    held = zones.held_back(np.array([4, 4]), [(), ()])
    out = protect_counts(zones, table, protection(), held)
    assert out.rests.records.tolist() == [2] and out.withheld.any()
    hidden = int(out.counts[out.withheld].sum())
    assert hidden + 2 - int(out.withheld.sum()) - 1 + 1 >= 3
    (release,) = as_releases(zones, table, out, np.array([[6], [7], [5], [8], [2]]))
    assert release.zone.tolist() == [0, 1, 2, 3, 4] and not release.printed[4, 0]
    for rule in ("round", "cellkey"):
        with refuses("count.outside.subtractable"):
            protect_counts(zones, table, protection(rule=rule), held)


def test_everything_is_printed_where_every_count_may_be():
    zones, table = zoning(), records([1, 0, 2, 9])
    for protect in (protect_counts, protect_rows):
        out = protect(zones, table, protection(smallest=1), nobody(zones))
        assert not out.withheld.any() and not out.known.any() and (out.ranges.values == 1).all()


def test_a_table_with_too_many_columns_is_refused():
    table = records(np.ones((4, 61), dtype=int), ("age",), [(at,) for at in range(61)])
    with refuses("count.groups.too_many", match="61"):
        protect_counts(zoning(), table, protection(), nobody(zoning()))


def test_a_split_cell_of_a_quadtree_hides_no_small_count():
    """The only count that can be small is the coarse one: whoever knows it knows that it is below three."""
    x, y = np.r_[np.full(2, 3_000.0), np.full(20, 500.0)], np.r_[np.full(2, 3_000.0), np.full(20, 500.0)]
    grid = Grid("quadtree", 1000.0, 1, 3)
    with refuses("count.table.unprotectable"):
        protect_grid(grid, grid.count(x, y), protection(), lambda _shown: None)

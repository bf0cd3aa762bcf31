# SPDX-License-Identifier: GPL-2.0-or-later
"""Zones by groups with known totals both ways, against plain enumeration and an audit written apart."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
import scipy.optimize

from geodeid_plugin.core.base.errors import InfeasibleError
from geodeid_plugin.core.counts.audit import audit_crossed
from geodeid_plugin.core.counts.intervals import two_way_ranges
from geodeid_plugin.core.counts.protection.crossed import Crossed, suppress_crossed
from geodeid_plugin.core.counts.protection.keyed import KeyedDraws
from geodeid_plugin.core.counts.protection.suppress import Rule
from tests.refusals import refuses

PEOPLE = 5000


def ranges(table, hidden):
    """What hidden counts and totals can be, by the closed form: a hidden total is one more column."""
    wide = table.wide
    top = int(wide.sum()) + 1
    cells = wide.copy()
    cells[:, -1] = top - wide[:, -1]
    low, high = cells.copy(), cells.copy()
    low[hidden], high[hidden] = 1, PEOPLE
    total = hidden[:, -1]
    low[total, -1], high[total, -1] = top - PEOPLE, top - 1
    return two_way_ranges(cells, low, high)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_every_hidden_count_and_total_keeps_its_values_and_no_small_one_is_shown(seed):
    source = np.random.default_rng(seed)
    n, m = int(source.integers(3, 15)), int(source.integers(2, 6))
    counts = source.poisson(source.exponential(25, (n, m)))
    table = Crossed(counts, np.full(n, PEOPLE), [f"Z{at}" for at in range(n)])
    rule = Rule(11, 11)
    try:
        hidden = suppress_crossed(table, rule, KeyedDraws(bytes([seed]), "test"))
    except InfeasibleError:
        return
    wide = table.wide
    assert not ((wide > 0) & (wide < 11) & ~hidden).any()
    assert not hidden[wide == 0].any()
    assert ranges(table, hidden).values[hidden].min(initial=11) >= 11
    again = suppress_crossed(table, rule, KeyedDraws(bytes([seed]), "test"))
    assert (again == hidden).all()


def test_what_was_withheld_before_stays_so():
    counts = np.array([[3, 20, 30], [25, 14, 40], [30, 16, 50]])
    before = np.zeros((3, 4), dtype=bool)
    before[2, 2] = True
    table = Crossed(counts, np.full(3, PEOPLE), list("ABC"), before)
    hidden = suppress_crossed(table, Rule(11, 11, 0.0), KeyedDraws(b"k", "test"))
    assert hidden[2, 2] and ranges(table, hidden).values[hidden].min() >= 11


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_a_release_that_is_repeated_withholds_the_same_counts_and_totals(seed):
    """One that withheld others would tell whoever knows the method, and a total shown later the count."""
    source = np.random.default_rng(seed)
    counts = source.poisson(source.exponential(16, (8, 4)))
    table = Crossed(counts, np.full(8, PEOPLE), [f"Z{at}" for at in range(8)])
    rule, draws = Rule(11, 11), KeyedDraws(bytes([seed]), "test")
    first = suppress_crossed(table, rule, draws)
    assert first.any()
    assert (suppress_crossed(replace(table, before=first), rule, draws) == first).all()


def test_nothing_is_hidden_where_nothing_is_small():
    table = Crossed(np.full((4, 3), 20), np.full(4, PEOPLE), list("ABCD"))
    assert not suppress_crossed(table, Rule(11, 11), KeyedDraws(b"k", "test")).any()


def test_a_lone_small_count_among_zeros_is_refused_with_its_zone():
    counts = np.array([[3, 0], [0, 20], [0, 30]])
    with refuses("count.zone_totals.unprotectable", match="A"):
        suppress_crossed(
            Crossed(counts, np.full(3, PEOPLE), list("ABC")), Rule(11, 11), KeyedDraws(b"k", "t")
        )


@pytest.mark.parametrize("groups", [4, 14])
def test_the_audit_passes_what_is_protected_and_refuses_a_mask_with_one_count_less(groups):
    """Closed forms on few groups, whole-number tables on many."""
    counts = np.random.default_rng(groups).poisson(30, (16, groups)) + 11
    counts[3, 2] = 4
    table = Crossed(counts, np.full(16, PEOPLE), [f"Z{at}" for at in range(16)])
    hidden = suppress_crossed(table, Rule(11, 11), KeyedDraws(b"k", "test"))
    found = audit_crossed(counts, hidden, table.ceiling, 11)
    assert (found.low <= counts).all() and (found.high >= counts).all()
    assert found.values[hidden[:, :-1]].min() >= 11
    alone = np.zeros_like(hidden)
    alone[3, 2] = alone[3, 1] = alone[5, 2] = True
    with refuses("count.withheld.narrowed", match="11"):
        audit_crossed(counts, alone, table.ceiling, 11)


def test_a_hidden_total_of_the_only_zone_with_people_is_told_by_the_groups():
    hidden = np.array([[False] * 3, [True, False, True]])
    with refuses("count.withheld.narrowed", match="2 withheld"):
        audit_crossed(np.array([[0, 0], [19, 12]]), hidden, np.full(2, 900), 11)


class Coin:
    """Draws that come out as told."""

    def __init__(self, cells):
        self.cells = cells

    def uniform(self, labels, draw=""):
        return 1.0 - self.cells if draw == "cell" else np.linspace(0.3, 0.7, len(labels))


@pytest.fixture
def remembering(monkeypatch):
    """Solve no programme twice: most outcomes of the coin ask for that of another."""
    solve, known = scipy.optimize.linprog, {}

    def solved(cost, A_ub, b_ub, bounds, **others):
        asked = cost.tobytes(), A_ub.indices.tobytes(), A_ub.data.tobytes(), tuple(b_ub), bounds.tobytes()
        if asked not in known:
            known[asked] = solve(cost, A_ub=A_ub, b_ub=b_ub, bounds=bounds, **others)
        return known[asked]

    monkeypatch.setattr(scipy.optimize, "linprog", solved)


@pytest.mark.slow
def test_whoever_knows_the_method_learns_no_more_than_the_audit(remembering):
    """All tables 2 x 2 with small sums and every outcome of the coin: what else gives the same picture."""
    rule, most = Rule(3, 3, 0.5), 5
    coins = [Coin(np.array(cells)) for cells in product((0, 1), repeat=6)]
    seen = {}
    for cells in product(range(most + 1), repeat=4):
        counts = np.array(cells).reshape(2, 2)
        table = Crossed(counts, np.full(2, PEOPLE), ["A", "B"])
        if not ((table.wide > 0) & (table.wide < rule.smallest)).any() or counts.sum() > most:
            continue
        for coin in coins:
            try:
                hidden = suppress_crossed(table, rule, coin)
            except InfeasibleError:
                continue
            shown = tuple(np.where(hidden, -1, table.wide).ravel())
            seen.setdefault((shown, tuple(counts.sum(axis=0))), set()).add(tuple(table.wide.ravel()))
    looked = 0
    for (shown, _sums), possible in seen.items():
        for at, value in enumerate(shown):
            if value < 0:
                looked += 1
                assert len({one[at] for one in possible}) >= rule.values
    assert looked > 10


@pytest.mark.parametrize(
    "counts", [[[3, 4], [2, 5], [6, 6]], [[3], [4], [2]], [[2, 1, 3], [1, 4, 2], [5, 5, 5]]]
)
@pytest.mark.parametrize("ceiling", [8, 900])
def test_counts_beside_withheld_totals_keep_all_values_that_enumeration_finds(counts, ceiling):
    """Two zones are withheld with their totals; of the first it is known how many people live there."""
    counts = np.array(counts)
    hidden = np.zeros((3, counts.shape[1] + 1), dtype=bool)
    hidden[:2] = True
    most = np.array([ceiling, 900, 900])
    both = counts[:2].sum(axis=0)
    tables = [
        (first, both - first)
        for first in map(np.array, product(*(range(1, group) for group in both)))
        if first.sum() <= most[0] and first.max() <= most[0]
    ]
    found = audit_crossed(counts, hidden, most, 2)
    for row in range(2):
        possible = [table[row] for table in tables]
        assert found.low[row].tolist() == np.min(possible, axis=0).tolist()
        assert found.high[row].tolist() == np.max(possible, axis=0).tolist()
    assert found.low[2].tolist() == found.high[2].tolist() == counts[2].tolist()

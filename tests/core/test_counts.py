# SPDX-License-Identifier: GPL-2.0-or-later
"""Published counts: what an outsider can compute, compared with plain enumeration of every table."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InfeasibleError
from geodeid_plugin.core.counts.audit import (
    Published,
    audit_sums,
    noisy_ranges,
    refuse_exposed,
    rounded_values,
)
from geodeid_plugin.core.counts.intervals import nested_ranges, two_way_ranges
from geodeid_plugin.core.counts.protection.keyed import (
    KeyedDraws,
    add_keyed_noise,
    record_keys,
    round_additively,
)
from geodeid_plugin.core.counts.protection.suppress import Rule, Sums, suppress
from tests.refusals import refuses


def enumerated(boxes, equations):
    """Every whole-number table within boxes (low, high) that meets sum(rows) == total."""
    for values in product(*(range(low, high + 1) for low, high in boxes)):
        if all(sum(values[row] for row in rows) == total for rows, total in equations):
            yield values


def spans(tables):
    columns = list(zip(*tables))
    return [min(column) for column in columns], [max(column) for column in columns]


@pytest.mark.parametrize("seed", range(60))
def test_nested_sums_are_bounded_as_plain_enumeration_bounds_them(seed):
    source = np.random.default_rng(seed)
    cells = source.integers(0, 4, 5)
    unit = np.sort(source.integers(0, 2, 5))
    sums = np.bincount(unit, cells, 2).astype(int)
    shown, known = source.random(5) < 0.4, source.random(2) < 0.5
    low = np.where(shown, cells, source.integers(0, 2, 5).clip(0, cells))
    high = np.where(shown, cells, cells + source.integers(0, 3, 5))
    found = nested_ranges(
        [5 + u for u in unit] + [7, 7, -1],
        [*low, *np.where(known, sums, 0), cells.sum()],
        [*high, *np.where(known, sums, 99), cells.sum()],
    )
    equations = [(range(5), cells.sum())]
    equations += [([i for i in range(5) if unit[i] == u], sums[u]) for u in range(2) if known[u]]
    least, most = spans(enumerated(list(zip(low, high)), equations))
    assert found.low[:5].tolist() == least
    assert found.high[:5].tolist() == most


@pytest.mark.parametrize("seed", range(40))
def test_two_way_tables_are_bounded_as_plain_enumeration_bounds_them(seed):
    source = np.random.default_rng(seed)
    n, m = (3, 2) if seed % 2 else (2, 3)
    counts = source.integers(0, 4, (n, m))
    hidden = source.random((n, m)) < 0.8
    low = np.where(hidden, np.minimum(counts, source.integers(0, 2, (n, m))), counts)
    high = np.where(hidden, counts + source.integers(0, 3, (n, m)), counts)
    found = two_way_ranges(counts, low, high)
    place = np.arange(n * m).reshape(n, m)
    equations = [(row, counts.ravel()[row].sum()) for row in [*place, *place.T]]
    least, most = spans(enumerated(list(zip(low.ravel(), high.ravel())), equations))
    assert found.low.ravel().tolist() == least
    assert found.high.ravel().tolist() == most


def test_a_hidden_margin_is_one_more_column():
    """x + y = t is not printed: the column 20 - t stands for it."""
    counts = np.array([[2, 3], [4, 6]])
    totals = counts.sum(axis=1, keepdims=True)
    wide = np.hstack([counts, 20 - totals])
    low, high = wide * 0, wide * 0 + 20
    low[1], high[1] = wide[1], wide[1]
    high[0, 2], low[0, 2] = 20, 0
    found = two_way_ranges(wide, low, high)
    assert found.low[0, :2].tolist() == found.high[0, :2].tolist() == [2, 3]


def test_numbers_that_contradict_each_other_are_named():
    with refuses("count.row.contradiction"):
        nested_ranges([-1, 0, 0], [5, 2, 2], [5, 2, 2])
    with refuses("count.bounds.contradiction"):
        two_way_ranges([[1]], [[2]], [[3]])
    with refuses("count.sums.circular"):
        nested_ranges([1, 0], [0, 0], [1, 1])


def table(counts, unit=None, people=10**6, spare=None):
    counts = np.asarray(counts)
    unit = np.zeros(len(counts), int) if unit is None else np.asarray(unit)
    names = [f"U{u}" for u in range(unit.max() + 1)]
    return Sums(
        counts, np.full(len(counts), people), [f"Z{i}" for i in range(len(counts))], unit, names, spare
    )


def published(table, mask):
    sums = np.bincount(table.unit, table.counts, len(table.unit_labels)).astype(int)
    more = None if table.spare is None else table.spare > 0
    return Published(
        np.where(mask.hidden, -1, table.counts), table.ceiling, table.unit,
        np.where(mask.total, -1, sums), int(table.counts.sum()), mask.zeros, more,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(200))
def test_every_hidden_count_keeps_its_values_and_no_small_one_is_shown(seed):
    source = np.random.default_rng(seed)
    n, units = int(source.integers(3, 60)), int(source.integers(1, 6))
    mean = source.choice([3, 12, 30])
    cells = table(
        source.poisson(source.exponential(mean, n)),
        np.sort(np.r_[range(units), source.integers(0, units, n - units)] if n > units else np.arange(n)),
    )
    rule = Rule(11, 11)
    try:
        mask = suppress(cells, rule, KeyedDraws(bytes([seed % 256]), "test"))
    except InfeasibleError:
        assert cells.counts.sum() < 60
        return
    found = audit_sums(published(cells, mask))
    refuse_exposed(found, mask.hidden, 11)
    small = (cells.counts > 0) & (cells.counts < 11)
    assert mask.hidden[small].all()
    assert (found.values[mask.hidden] >= 11).all()


def test_twelve_single_records_under_a_known_total_are_not_given_away():
    """Hidden sum equal to the number of hidden cells: all would be 1."""
    cells = table([1] * 12 + [15, 22, 40])
    mask = suppress(cells, Rule(11, 11, 0, 0), KeyedDraws(b"key", "test"))
    assert mask.hidden[:12].all()
    assert mask.hidden[12:].sum() == 1
    bare = published(cells, mask)
    naive = Published(
        np.where(cells.counts < 11, -1, cells.counts), bare.ceiling, bare.unit, bare.totals, bare.overall,
        bare.zeros_hidden,
    )  # fmt: skip
    exposed = audit_sums(naive)
    assert exposed.low[:12].tolist() == exposed.high[:12].tolist() == [1] * 12
    with refuses("count.withheld.narrowed", match="12"):
        refuse_exposed(exposed, cells.counts < 11, 11)


def test_the_key_alone_decides_and_the_order_of_the_cells_does_not():
    source = np.random.default_rng(5)
    cells = table(source.poisson(20, 40), np.repeat([0, 1], 20))
    rule, order = Rule(11, 11), source.permutation(40)
    mask = suppress(cells, rule, KeyedDraws(b"a", "test"))
    again = suppress(cells, rule, KeyedDraws(b"a", "test"))
    turned = Sums(
        cells.counts[order], cells.ceiling, [cells.labels[i] for i in order], cells.unit[order],
        cells.unit_labels,
    )  # fmt: skip
    assert (mask.hidden == again.hidden).all()
    assert (suppress(turned, rule, KeyedDraws(b"a", "test")).hidden == mask.hidden[order]).all()
    others = {suppress(cells, rule, KeyedDraws(bytes([k]), "test")).hidden.tobytes() for k in range(9)}
    assert len(others) > 4


def test_few_people_narrow_a_count_and_are_heeded():
    cells = table([5, 30, 40, 50], people=60)
    cells.ceiling[0] = 8
    with refuses("count.units.unprotectable"):
        suppress(cells, Rule(11, 11, 0, 0), KeyedDraws(b"key", "test"))


def test_units_too_small_to_protect_are_withheld_whole_with_their_totals():
    cells = table([3, 0, 20, 5, 30, 40], [0, 0, 1, 2, 1, 1])
    mask = suppress(cells, Rule(11, 11, 0, 0), KeyedDraws(b"key", "test"))
    assert mask.total[0]
    assert mask.total[2]
    assert mask.hidden[:2].all()
    assert (audit_sums(published(cells, mask)).values[mask.hidden] >= 11).all()


def test_units_that_need_it_not_are_withheld_whole_by_chance_beside_one_that_needs_it():
    """Else whoever sees a unit withheld whole knows that nothing less protected it."""
    rule, draws = Rule(11, 11, 0, 1), KeyedDraws(b"key", "test")
    assert suppress(table([3, 0, 90, 95, 80, 70], [0, 0, 1, 2, 1, 1]), rule, draws).total.all()
    assert not suppress(table([40, 50, 90, 95, 80, 70], [0, 0, 1, 2, 1, 1]), rule, draws).total.any()


def test_rows_show_no_zeros_so_a_hidden_cell_may_be_empty():
    cells = table([4, 7, 12, 30], spare=np.array([5]))
    mask = suppress(cells, Rule(11, 11, 0, 0), KeyedDraws(b"key", "test"))
    assert mask.hidden[:2].all()
    assert mask.hidden.sum() == 3
    found = audit_sums(published(cells, mask))
    assert (found.low[mask.hidden] == 0).all()
    assert (found.high[mask.hidden] == cells.counts[mask.hidden].sum()).all()


class Coin:
    """Draws that come out as told: which cells the coin takes and whether it takes the zeros."""

    OTHERS = [np.linspace(0.3, 0.7, number) for number in range(9)]

    def __init__(self, cells, zeros):
        self.outcome = {"cell": 1.0 - np.array(cells), "zeros": 1.0 - np.atleast_1d(zeros)}

    def uniform(self, labels, draw=""):
        return self.outcome[draw] if draw in self.outcome else self.OTHERS[len(labels)]


def coins_of(cells, rule, zeros, totals):
    """Every outcome of the coins that changes something: of counts that are not small, beside small ones."""
    small = (cells.counts > 0) & (cells.counts < rule.smallest)
    needy = np.bincount(cells.unit, small)[cells.unit] > 0
    heard = (cells.counts >= rule.smallest) & needy
    coin, deaf = Coin(heard, 0), Coin([1] * len(heard), 0)
    assert masked(cells, rule, coin) == masked(cells, rule, deaf)
    for flips in product(*((0, 1) if one else (0,) for one in heard)):
        for zero, total in product(zeros, totals):
            coin = Coin(flips, np.array(zero))
            coin.outcome["total"] = 1 - np.array(total)
            yield coin


def masked(cells, rule, coin):
    """What a release shows: counts and totals, None where they are withheld, and whether zeros are."""
    try:
        mask = suppress(cells, rule, coin)
    except InfeasibleError:
        return None
    sums = np.bincount(cells.unit, cells.counts).astype(int).tolist()
    shown, units = (
        tuple(None if gone else value for gone, value in zip(withheld.tolist(), values))
        for withheld, values in ((mask.hidden, cells.counts.tolist()), (mask.total, sums))
    )
    return shown, units, tuple(mask.zeros.tolist()), sum(sums)


NONE, ONE, TWO = ([(0,)], [(0,)]), ([(0,), (1,)], [(0,)]), ([(0, 0), (1, 0)], [*product((0, 1), repeat=2)])
"""Outcomes of the coins for zeros and for totals: of a unit without them, of one, and of two."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "most", "floors", "unit", "coins"),
    [
        (Rule(4, 4, 0.5, 0.5), 5, None, (0, 0, 0, 0), ONE),
        (Rule(3, 3, 0.5, 0.5), 4, None, (0, 0, 1, 1), TWO),  # units that are withheld whole
        *((Rule(4, values, 0.5, 0.0), 11, floors, (0, 0, 0, 0), NONE)  # parts of a split are never small
          for values in (3, 4) for floors in ((1, 1, 4, 4), (1, 4, 4, 4), (1, 1, 1, 4))),
    ],
)  # fmt: skip
def test_whoever_knows_the_method_learns_no_more_than_the_audit(rule, most, floors, unit, coins):
    """All tables of four cells: those that some outcome of the coin turns into the same release leave every
    hidden count as many values as were promised."""
    seen, checked = {}, 0
    for counts in product(*(range(least, most + 1) for least in floors or (0,) * 4)):
        if sum(counts) > 16:
            continue  # whoever reads a release knows the sum: no table of another gives the same
        cells = replace(table(counts, unit), floor=None if floors is None else np.array(floors))
        for coin in coins_of(cells, rule, *coins):
            seen.setdefault(masked(cells, rule, coin), set()).add(counts)
    seen.pop(None, None)
    for (shown, *_, total), possible in seen.items():
        if total - sum(count or 0 for count in shown) > most:
            continue  # tables beyond the enumeration give the same release
        for at in (at for at, count in enumerate(shown) if count is None):
            checked += 1
            assert len({counts[at] for counts in possible}) >= rule.values, (shown, total)
    assert checked > 20 or (floors == (1, 4, 4, 4) and rule.values == 4)


def test_a_table_that_would_be_withheld_whole_is_refused_as_that_alone_would_tell():
    """1, 1, 1, 2 under a known 5: only such tables, without a zero, would have nothing left to hide."""
    with refuses("count.units.unprotectable"):
        suppress(table([1, 1, 1, 2]), Rule(4, 4, 0, 0), KeyedDraws(b"key", "test"))


def test_nothing_is_hidden_where_nothing_is_small():
    mask = suppress(table([11, 0, 40, 12] * 50), Rule(11, 11), KeyedDraws(b"key", "test"))
    assert not mask.hidden.any()


class FixedDraw:
    """A draw that is the same whatever the label."""

    def __init__(self, value):
        self.value = value

    def uniform(self, labels, draw=""):
        return np.full(len(labels), self.value)


def test_additive_rounding_is_unbiased_near_and_keeps_sums_near():
    source = np.random.default_rng(2)
    counts, unit, base = source.integers(0, 40, 30), np.repeat([0, 1, 2], 10), 15
    every = np.array([
        round_additively(counts, unit, base, "ABC", FixedDraw((u + 0.5) / base)) for u in range(base)
    ])  # fmt: skip
    assert every.mean(axis=0) == pytest.approx(counts)
    assert (abs(every - counts) < base).all()
    assert (every[:, counts == 0] == 0).all()
    sums = np.add.reduceat(every, [0, 10, 20], axis=1)
    assert (abs(sums - np.add.reduceat(counts, [0, 10, 20])) < base).all()


@pytest.mark.slow
@pytest.mark.parametrize("known", [True, False])
def test_rounded_counts_are_bounded_as_plain_enumeration_bounds_them(known):
    base, most = 3, 6
    source = np.random.default_rng(7)
    for _case in range(15):
        counts = source.integers(0, 4, 3)
        rounded = round_additively(counts, np.zeros(3, int), base, "A", FixedDraw(source.random()))
        total = int(counts.sum())
        possible = [
            cells
            for cells in product(range(most + 3), repeat=3)
            if (not known or sum(cells) == total)
            and any(
                (round_additively(np.array(cells), np.zeros(3, int), base, "A", FixedDraw((u + 0.5) / base))
                 == rounded).all()
                for u in range(base)
            )
        ]  # fmt: skip
        found, values = rounded_values(rounded, np.zeros(3, int), np.array([total if known else -1]), base)
        least, largest = spans(possible)
        assert found.low.tolist() == least
        assert found.high.tolist() == largest
        assert values.tolist() == [len({cells[at] for cells in possible}) for at in range(3)]


@pytest.mark.slow
def test_a_row_that_was_rounded_tells_withheld_counts_to_whoever_holds_the_others():
    """Why the ledger refuses such a table beside any other: ranges one by one leave too much possible."""
    source, base, people = np.random.default_rng(0), 15, np.zeros(12, int)
    looked = narrow = 0
    for _case in range(40):
        counts = source.poisson(20, 12)
        one, other = source.choice(12, 2, replace=False)
        counts[one] = source.integers(1, 11)
        counts[other] = max(1, 12 - counts[one]) + source.integers(0, 6)
        draws = [FixedDraw((u + 0.5) / base) for u in range(base)]
        printed = round_additively(counts, people, base, "A", draws[source.integers(base)])
        rest, possible = counts[one] + counts[other], set()
        for value in range(1, rest):
            table = counts.copy()
            table[one], table[other] = value, rest - value
            if any((round_additively(table, people, base, "A", draw) == printed).all() for draw in draws):
                possible.add(value)
        apart = [
            value
            for value in range(1, rest)
            if abs(value - printed[one]) < base and abs(rest - value - printed[other]) < base
        ]
        looked += len(apart) >= 11
        narrow += len(apart) >= 11 > len(possible)
    assert looked > 30 and narrow > looked / 2


def test_noise_by_records_is_the_same_wherever_they_are_counted_and_unbiased():
    keys = record_keys(b"key", range(4000))
    cell = np.repeat(np.arange(200), 20)
    counts = np.bincount(cell)
    draws = KeyedDraws(b"key", "noise")
    noisy = add_keyed_noise(counts, keys, cell, 10, draws)
    order = np.random.default_rng(1).permutation(4000)
    assert (add_keyed_noise(counts, keys[order], cell[order], 10, draws) == noisy).all()
    assert (abs(noisy - counts) <= 10).all()
    assert (noisy - counts).mean() == pytest.approx(0, abs=1.5)
    assert len(set(noisy - counts)) == 21
    small = add_keyed_noise(np.array([0, 1]), keys[:1], np.array([1]), 10, draws)
    assert small[0] == 0
    assert 0 <= small[1] <= 2
    found = noisy_ranges(noisy, np.zeros(200, int), np.array([-1]), int(counts.sum()), 10)
    assert ((found.low <= counts) & (counts <= found.high)).all()
    assert (found.values >= 11).all()


def test_a_known_total_narrows_the_noisy_counts_of_its_own_unit_alone():
    """2 can be 1 to 12 and 9 can be 5 to 19; who knows that both are 11 together knows 1 to 6 and 5 to 10."""
    noisy, unit = np.array([2, 9, 2, 9]), np.array([0, 0, 1, 1])
    found = noisy_ranges(noisy, unit, np.array([11, -1]), 30, 10)
    assert (found.low.tolist(), found.high.tolist()) == ([1, 5, 1, 7], [6, 10, 12, 18])


@pytest.mark.parametrize(
    ("zeros_hidden", "low", "high"), [(False, [1, 1, 15], [14, 14, 15]), (True, [0, 0, 15], [15, 15, 15])]
)
def test_a_withheld_count_may_be_zero_where_zeros_are_withheld_too(zeros_hidden, low, high):
    table = Published(
        np.array([-1, -1, 15]),
        np.full(3, 900),
        np.zeros(3, int),
        np.array([30]),
        30,
        np.array([zeros_hidden]),
    )
    found = audit_sums(table)
    assert (found.low.tolist(), found.high.tolist()) == (low, high)

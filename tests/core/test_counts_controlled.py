# SPDX-License-Identifier: GPL-2.0-or-later
"""Controlled rounding both ways: near everywhere, right on average, and audited as plain enumeration says."""

from itertools import product

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import AuditError
from geodeid_plugin.core.counts.audit import controlled_ranges
from geodeid_plugin.core.counts.protection.controlled import round_controlled
from geodeid_plugin.core.counts.protection.keyed import KeyedDraws


def keyed(seed):
    return KeyedDraws(int(seed).to_bytes(4, "big"), "test")


class Drawn:
    """Another secret in no time."""

    def __init__(self, seed):
        self.source = np.random.default_rng(seed)

    def uniform(self, labels, draw=""):
        return self.source.random(len(labels))


def sums(table, unit):
    """The totals that are rounded with the counts."""
    inside = [table[unit == code] for code in np.unique(unit)]
    return np.concatenate([
        table.sum(axis=1), table.sum(axis=0), [table.sum()],
        *([part.sum()] for part in inside), *(part.sum(axis=0) for part in inside),
    ])  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("base", [2, 3, 10, 15])
@pytest.mark.parametrize("seed", range(25))
def test_counts_and_all_totals_are_multiples_nearer_than_the_base(seed, base):
    source = np.random.default_rng(seed)
    n, m = source.integers(1, 25), source.integers(1, 7)
    unit = np.unique(source.integers(0, 4, n), return_inverse=True)[1]
    counts = source.poisson(source.exponential(12, (n, m)))
    rounded = round_controlled(counts, unit, base, keyed(seed))
    assert not (rounded % base).any() and (rounded >= 0).all()
    assert (abs(rounded - counts) < base).all()
    assert (abs(sums(rounded, unit) - sums(counts, unit)) < base).all()
    exact = counts % base == 0
    assert (rounded[exact] == counts[exact]).all()
    assert (rounded == round_controlled(counts, unit, base, keyed(seed))).all()


@pytest.mark.slow
def test_rounding_is_right_on_average_and_differs_by_key_and_attempt():
    counts, unit = np.array([[3, 8, 20], [1, 0, 14], [6, 7, 9]]), np.zeros(3, dtype=int)
    every = np.array([round_controlled(counts, unit, 10, Drawn(seed)) for seed in range(3000)])
    assert abs(every.mean(axis=0) - counts).max() < 0.4  # 4.3 standard errors of the widest count
    assert len(np.unique(every.reshape(len(every), -1), axis=0)) > 5
    tried = [round_controlled(counts, unit, 10, keyed(1), attempt).tobytes() for attempt in range(20)]
    assert len(set(tried)) > 2


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "base", "most"), [((2, 2), 3, 5), ((2, 3), 2, 2), ((3, 2), 3, 2)])
def test_whoever_knows_the_method_learns_no_more_than_the_audit_says(shape, base, most):
    """All tables that fit what is printed can have been rounded to it, and the audit bounds just these."""
    unit, people = np.zeros(shape[0], dtype=int), np.full(shape[0], 99)
    tables = [
        np.array(cells).reshape(shape) for cells in product(range(most + 1), repeat=shape[0] * shape[1])
    ]
    source = np.random.default_rng(1)
    for at in source.choice(len(tables), 6, replace=False):
        counts = tables[at]
        rounded = round_controlled(counts, unit, base, keyed(at))
        found, totals = controlled_ranges(counts, rounded, base, people, 2)
        larger = counts.sum(axis=0).max()  # known group totals limit all others
        fit = [
            table
            for cells in product(range(larger + 1), repeat=counts.size)
            for table in [np.array(cells).reshape(shape)]
            if (table.sum(axis=0) == counts.sum(axis=0)).all()
            and (abs(table - rounded) < base).all()
            and (abs(table.sum(axis=1) - rounded.sum(axis=1)) < base).all()
        ]
        assert found.low.tolist() == np.min(fit, axis=0).tolist()
        assert found.high.tolist() == np.max(fit, axis=0).tolist()
        assert totals.low.tolist() == np.min([table.sum(axis=1) for table in fit], axis=0).tolist()
        assert totals.high.tolist() == np.max([table.sum(axis=1) for table in fit], axis=0).tolist()
        for table in fit:
            assert any(
                (round_controlled(table, unit, base, Drawn(key)) == rounded).all() for key in range(900)
            )


def test_people_bound_rounded_counts_and_a_table_that_does_not_fit_is_an_error():
    counts = np.array([[3, 8], [12, 7], [4, 4]])
    rounded = round_controlled(counts, np.zeros(3, int), 10, keyed(3))
    tight, _totals = controlled_ranges(counts, rounded, 10, np.array([12, 19, 8]), 2)
    assert (tight.high <= np.array([[12], [19], [8]])).all()
    with pytest.raises(AuditError):
        controlled_ranges(counts, rounded + 20, 10, np.full(3, 99), 2)


def test_tables_with_many_groups_are_proven_by_whole_tables():
    source = np.random.default_rng(5)
    counts = source.poisson(9, (14, 13))
    rounded = round_controlled(counts, np.zeros(14, int), 15, keyed(5))
    proven, _totals = controlled_ranges(counts, rounded, 15, np.full(14, 500), 11)
    assert (proven.low <= counts).all() and (counts <= proven.high).all()
    assert proven.values.min() >= 11

# SPDX-License-Identifier: GPL-2.0-or-later
"""What counts tell of everybody who lives where they count, against plain enumeration."""

from itertools import combinations, product

import numpy as np
import pytest

from geodeid_plugin.core.base.verdict import CARE, FAILED, MADE
from geodeid_plugin.core.counts.audit import Published, audit_sums
from geodeid_plugin.core.counts.together.membership import (
    Cells,
    Counted,
    Totals,
    countable,
    membership,
)


def of(records, people):
    return Counted([f"Z{at}" for at in range(len(records))], np.array(records), np.array(people))


@pytest.mark.parametrize(
    ("records", "people", "outcome"),
    [
        (12, 12, FAILED),
        (11, 12, FAILED),
        (9, 10, CARE),
        (11, 20, CARE),
        (11, 33, MADE),
        (11, 32, CARE),
        (0, 0, MADE),
        (3, 0, FAILED),
    ],
)
def test_a_count_is_judged_by_its_share_of_the_people(records, people, outcome):
    check = membership(of([5, records], [9000, people]))
    assert check.outcome is outcome
    assert (check.remedy is None) is (outcome is MADE)


def test_a_share_that_nobody_publishes_asks_for_care_and_the_worst_place_comes_first():
    check = membership(of([10, 30, 20], [100, 40, 30]))
    assert check.outcome is CARE and "(Z1, Z2)" in check.sentence and "30 of 40" in check.sentence


def test_fewer_patients_than_records_are_counted():
    cells = Cells(
        np.array([30, 20]), (), np.array([[0, 1]] * 25 + [[0, 2]] * 5 + [[1, at] for at in range(20)])
    )
    assert countable(cells, np.arange(2), np.array([32.0, 400.0]), ["A", "B"]).records.tolist() == [2, 20]


def test_groups_whose_people_nobody_counted_are_left_out_of_the_rest_of_a_total():
    cells = Cells(np.array([1, 1, 40]), [Totals(np.array([0, 0, -1]), np.array([19]))])
    found = countable(cells, np.array([0, -1, 1]), np.array([10.0, 900.0]), ["A", "B"])
    assert found.names == ["A", "B"]


def test_what_is_shown_beside_what_a_total_leaves_is_counted_too():
    """Sixty are shown and 44 are left of the total of the place: 104 of its 110 people."""
    cells = Cells(np.array([60, 1, 1]), [Totals(np.array([-1, 0, 0]), np.array([44]))])
    found = countable(cells, np.zeros(3, dtype=int), np.array([110.0]), ["A"])
    assert found.records.tolist() == [62, 104] and found.people.tolist() == [110, 110]


@pytest.mark.parametrize("seed", range(40))
def test_no_sum_that_is_known_is_a_larger_share_than_what_is_held_against_the_people(seed):
    """Five zones in two units: every sum of cells that all fitting tables agree on."""
    source = np.random.default_rng(seed)
    people, unit = source.integers(3, 7, 5), source.integers(0, 2, 5)
    counts = source.integers(0, people + 1)
    hidden = (counts > 0) & (source.random(5) < 0.6)
    known = source.random(2) < 0.7
    sums = np.bincount(unit, counts, 2).astype(int)
    ranges = audit_sums(
        Published(np.where(hidden, -1, counts), people, unit, np.where(known, sums, -1), int(counts.sum()),
                  np.zeros(2, dtype=bool))
    )  # fmt: skip
    totals = [Totals.of(part, counts, hidden) for part in (np.where(known[unit], unit, -1),
                                                           np.where(known[unit], -1, 0))]  # fmt: skip
    names = list("ABCDE")
    found = countable(Cells(ranges.low, totals), np.arange(5), people.astype(float), names)
    tops = [range(1, top + 1) if gone else [n] for gone, top, n in zip(hidden, people, counts)]
    tables = [np.array(one) for one in product(*tops) if sum(one) == counts.sum()]
    fitting = [one for one in tables if all(one[unit == at].sum() == sums[at] for at in (0, 1) if known[at])]
    largest = 0.0
    for size in range(1, 6):
        for part in combinations(range(5), size):
            values = {int(table[list(part)].sum()) for table in fitting}
            if len(values) == 1:
                largest = max(largest, values.pop() / people[list(part)].sum())
    assert max(found.shares) >= largest - 1e-12
    sure = {"".join(name.split(" + ")): (records, crowd) for name, records, crowd in
            zip(found.names, found.records, found.people)}  # fmt: skip
    for letters, (records, crowd) in sure.items():
        if "…" not in letters:
            part = [names.index(letter) for letter in letters]
            assert min(int(table[part].sum()) for table in fitting) >= records
            assert crowd == people[part].sum()

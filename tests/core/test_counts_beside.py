# SPDX-License-Identifier: GPL-2.0-or-later
"""Records in no zone: what known totals less the counts shown leave of them."""

import numpy as np
import pytest

from geodeid_plugin.core.counts.protection.keyed import KeyedDraws
from geodeid_plugin.core.counts.protection.suppress import InNoZone, Rule, Sums, suppress_beside, with_rests
from tests.refusals import refuses

RULE = Rule(11, 11)


def held(records) -> InNoZone:
    """Records in unresolved areas, by unit."""
    units = [unit for unit, number in records.items() for _record in range(number)]
    people = dict.fromkeys(records, 5000)
    return InNoZone(units, [()] * len(units), np.ones(len(units), dtype=bool), people)


def table(source, units):
    unit = np.repeat(np.arange(units), 6)
    counts = source.poisson(30, len(unit)) + 11 * (source.random() < 0.5)
    names = [f"U{at}" for at in range(units)]
    return Sums(counts, np.full(len(unit), 5000), [f"Z{at}" for at in range(len(unit))], unit, names)


@pytest.mark.parametrize("seed", range(40))
def test_a_rest_of_a_unit_and_of_the_total_keeps_its_values(seed):
    """Unit U0 has a part without zones, and unit X none at all: subtraction finds neither."""
    source = np.random.default_rng(seed)
    sums, few, away = table(source, 3), int(source.integers(1, 11)), int(source.integers(1, 8))
    beside = held({"U0": few, "X": away}).beside(
        [(name, 0) for name in sums.unit_labels], lambda _v: 0, False
    )
    assert beside.counts.tolist() == [few, 0, 0] and beside.everywhere.tolist() == [few + away]
    wide, n = with_rests(sums, beside, RULE.smallest), len(sums.counts)
    kind, draws = np.zeros(len(wide.counts), dtype=int), KeyedDraws(bytes([seed]), "test")
    mask = suppress_beside(wide, RULE, draws, kind, beside.everywhere, n)
    hidden = mask.hidden[:n] & (sums.unit == 0)
    low = 0 if mask.zeros[0] else 1
    rest = few + int(sums.counts[hidden].sum())
    assert hidden.any() and rest - low * hidden.sum() - low + 1 >= 11
    every = few + away + int(sums.counts[mask.hidden[:n]].sum())
    assert every - mask.hidden[:n].sum() >= 11 or few + away >= 11


def test_a_total_of_all_that_would_tell_them_hides_two_counts_of_a_unit():
    source = np.random.default_rng(3)
    sums = table(source, 3)
    beside = held({"X": 4}).beside([(name, 0) for name in sums.unit_labels], lambda _value: 0, False)
    wide = with_rests(sums, beside, RULE.smallest)
    kind = np.zeros(len(wide.counts), dtype=int)
    mask = suppress_beside(wide, RULE, KeyedDraws(b"key", ""), kind, beside.everywhere, len(sums.counts))
    assert mask.hidden.sum() >= 2 and len(set(sums.unit[mask.hidden])) == 1
    none = held({"X": 11}).beside([(name, 0) for name in sums.unit_labels], lambda _value: 0, False)
    quiet = suppress_beside(wide, RULE, KeyedDraws(b"key", ""), kind, none.everywhere, len(sums.counts))
    assert not quiet.hidden.any()


def test_records_that_nothing_can_hide_are_refused():
    sums = Sums(np.array([0, 12]), np.full(2, 900), ["A", "B"], np.zeros(2, int), [""])
    beside = held({"": 2}).beside([("U", 0)], lambda _value: 0, False)
    kind = np.zeros(2, dtype=int)
    small = Rule(20, 20, 0.0, 0.0)
    with refuses("count.table.unprotectable"):
        suppress_beside(sums, small, KeyedDraws(b"key", ""), kind, beside.everywhere, 2)


def test_people_outside_all_areas_are_no_small_place():
    """They are at no place that the release knows; under the total of all alone they are protected."""
    outside = InNoZone(["", ""], [(), ()], np.zeros(2, dtype=bool), {})
    assert not outside.beside([("", 0)], lambda _value: 0, False).small(11)
    assert outside.beside([("", 0)], lambda _value: 0, True).counts.tolist() == [2]

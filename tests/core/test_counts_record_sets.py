# SPDX-License-Identifier: GPL-2.0-or-later
"""Releases of overlapping sets of records, against plain enumeration of everything that fits them."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from geodeid_plugin.core.counts.together.joint import SURE, Release, joint_exposures
from geodeid_plugin.core.counts.together.record_sets import (
    Recorded,
    by_record_set,
    must_not_differ,
    shared,
)
from geodeid_plugin.core.counts.together.witness import Demanded

SETS = {"all": "abc", "under 65": "ab", "15 and older": "bc"}
"""Tables by the age groups that they count: a under 15, b of 15 to 64, c of 65 and older."""


def table(zone, counts, hidden=(), fields=(), groups=((),)):
    """A release of counts by area and group; zones in ``hidden`` are withheld, and hold at least one."""
    zone, cases = np.array(zone), np.array(counts, dtype=np.int64).reshape(len(zone), len(groups))
    sums = np.zeros((zone.max() + 1, len(groups)), dtype=np.int64)
    np.add.at(sums, zone, cases)
    gone = np.isin(np.arange(len(sums)), hidden)[:, None] & (sums > 0)
    return Release(
        zone, fields, list(groups), cases, ~gone, np.where(gone, 1, sums), np.where(gone, SURE, sums),
        np.zeros_like(sums), np.array([False]), [f"Z{at}" for at in range(len(sums))],
    )  # fmt: skip


def tables(ages, zone, sets, hidden=None):
    """Releases of some age groups: ``ages`` gives the number in each area, by group."""
    releases, recorded = [], []
    for number, letters in enumerate(sets):
        counts = np.sum([ages[letter] for letter in letters], axis=0)
        releases.append(table(zone, counts, () if hidden is None else hidden[number]))
        names = [
            (area, f"{letter}{area}-{one}")
            for letter in letters
            for area, size in enumerate(ages[letter])
            for one in range(size)
        ]
        area = np.array([place for place, _name in names], dtype=np.int64)
        recorded.append(Recorded(area, np.zeros_like(area), [()], [name for _place, name in names]))
    return releases, recorded


def exposed(releases, recorded, people, demanded):
    found = joint_exposures(by_record_set(releases, recorded), people, demanded)
    return {(tuple(one.areas.tolist()), one.low, one.high) for one in found}


def test_three_tables_tell_five_people_whom_no_two_of_them_tell():
    ages = {"a": [50, 100], "b": [5, 60], "c": [90, 200]}
    given = tables(ages, [0, 1], SETS.values())
    people, demanded = [900, 900], Demanded(11, 11)
    for pair in ((0, 1), (0, 2), (1, 2)):
        assert not exposed(*([one[at] for at in pair] for one in given), people, demanded)
    assert exposed(*given, people, demanded) == {((0,), 5, 5)}


def test_parts_of_eleven_and_more_may_be_known():
    ages = {"a": [50, 100], "b": [11, 60], "c": [90, 200]}
    assert not exposed(*tables(ages, [0, 1], SETS.values()), [900, 900], Demanded(11, 11))


def test_nested_sets_are_subtracted_one_after_the_other():
    ages = {"a": [50, 100], "b": [25, 60], "c": [3, 200]}
    assert exposed(*tables(ages, [0, 1], ["abc", "ab", "a"]), [900, 900], Demanded(11, 11)) == {((0,), 3, 3)}


def test_a_part_that_lies_in_one_area_only_is_cut_out_by_two_maps():
    """One map joins areas 0 and 1, another 1 and 2: only beside the other ages does the part come out."""
    ages = {"a": [30, 40, 50], "b": [0, 4, 0], "c": [20, 30, 40]}
    first, names = tables(ages, [0, 0, 1], ["abc", "ab"])
    second, more = tables(ages, [0, 1, 1], ["bc"])
    found = exposed([*first, *second], [*names, *more], [900] * 3, Demanded(11, 11))
    assert found and all(high < 11 for _areas, _low, high in found)


def test_two_groups_that_share_nobody_are_two_tables_and_no_difference():
    ages = {"a": [31, 44], "b": [0, 0], "c": [29, 40]}
    given = tables(ages, [0, 1], ["a", "c"])
    assert not exposed(*given, [900, 900], Demanded(11, 11))
    assert must_not_differ(*given[1])  # nothing shows that these are other people
    overlapping = tables({"a": [31, 44], "b": [20, 20], "c": [29, 40]}, [0, 1], ["ab", "bc"])[1]
    assert not must_not_differ(*overlapping) and shared(*overlapping) == (40, 75, 69)


def test_a_record_more_elsewhere_does_not_hide_a_record_more_here():
    """One patient left the list in area 1, one came in area 0: that somebody came is no less told."""
    ages = {"a": [0, 1], "b": [30, 40], "c": [1, 0]}
    assert exposed(*tables(ages, [0, 1], ["ab", "bc"]), [900, 900], Demanded(11, 11))


def test_a_corrected_field_makes_another_record():
    groups = [("f",), ("m",)]
    old = table([0], [[20, 30]], fields=("sex",), groups=groups)
    new = table([0], [[21, 29]], fields=("sex",), groups=groups)
    who = [f"P{at}" for at in range(50)]
    area = np.zeros(50, dtype=np.int64)
    recorded = [Recorded(area, (np.arange(50) >= most).astype(np.int64), groups, who) for most in (20, 21)]
    found = joint_exposures(by_record_set([old, new], recorded), [900], Demanded(11, 11))
    assert {(one.group, one.high) for one in found} == {(("f",), 1), (("m",), 1)}


def test_counts_by_a_field_meet_a_table_of_some_of_the_records():
    """Women and men of all ages, and a table of the under 65: parts are linked by people, not by sex."""
    groups = [("f",), ("m",)]
    by_sex = table([0, 1], [[40, 30], [60, 80]], fields=("sex",), groups=groups)
    young = table([0, 1], [66, 100])
    who = [(area, sex, at) for area, pair in enumerate(([40, 30], [60, 80])) for sex, n in enumerate(pair)
           for at in range(n)]  # fmt: skip
    old = {(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)}
    parts = [who, [one for one in who if one not in old and (one[0] == 0 or one[2] < 50)]]
    recorded = [
        Recorded(np.array([one[0] for one in part]), np.array([one[1] if at == 0 else 0 for one in part]),
                 groups if at == 0 else [()], part)
        for at, part in enumerate(parts)
    ]  # fmt: skip
    found = joint_exposures(by_record_set([by_sex, young], recorded), [900, 900], Demanded(11, 11))
    assert any(one.areas.tolist() == [0] and one.high <= 4 for one in found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_exactly_the_parts_are_exposed_that_enumeration_finds(seed):
    """Two zones, up to four parts, three tables of which some counts are withheld."""
    source = np.random.default_rng(seed)
    sets = [["abc", "ab", "bc"], ["abc", "ab", "a"], ["ab", "bc", "ac"], ["abc", "b", "bc"]][seed % 4]
    ages = {letter: (source.integers(0, 4, 2) + np.array([0, 3])).tolist() for letter in "abc"}
    hidden = [[zone for zone in (0, 1) if source.random() < 0.4] for _table in sets]
    releases, recorded = tables(ages, [0, 1], sets, hidden)
    demanded, most = Demanded(3, 3), 6
    found = joint_exposures(by_record_set(releases, recorded), [most, most], demanded)
    told = {(tuple(one.areas.tolist()), one.low, one.high) for one in found}
    assert bool(told) == bool(enumerated(ages, sets, releases, demanded, most)), (ages, sets, hidden)


def enumerated(ages, sets, releases, demanded, most) -> bool:
    """Whether a part, or a withheld count, can have too few values in all tables of parts that fit."""
    parts = sorted({tuple(letter in one for one in sets) for letter, size in ages.items() if sum(size)})
    truth = {part: np.zeros(2, dtype=int) for part in parts}
    for letter, size in ages.items():
        if sum(size):
            truth[tuple(letter in one for one in sets)] += size
    tops = [
        [most if truth[part].sum() >= demanded.smallest or truth[part][zone] else 0 for part in parts]
        for zone in (0, 1)
    ]
    totals = [release.cases.sum() for release in releases]
    every = product(*(range(top + 1) for zone in tops for top in zone))
    cells = np.array(list(every)).reshape(-1, 2, len(parts))
    sums = [cells[:, :, [part[at] for part in parts]].sum(axis=2) for at in range(len(sets))]
    fits = np.all([
        (one >= release.low[:, 0]).all(axis=1)
        & (one <= release.high[:, 0]).all(axis=1)
        & (one.sum(axis=1) == total)
        for one, release, total in zip(sums, releases, totals)
    ], axis=0)  # fmt: skip
    for zone in (0, 1):
        for at in range(len(parts)):
            if narrow(set(cells[fits, zone, at].tolist()), demanded, most):
                return True
        for at, release in enumerate(releases):
            if not release.printed[zone, 0] and narrow(
                set(sums[at][fits, zone].tolist()), demanded, most * sum(p[at] for p in parts)
            ):
                return True
    return False


def narrow(values, demanded, most) -> bool:
    if values == {0}:
        return False
    low, high = min(values), max(values)
    wide = high - low + 1 >= min(demanded.values, most + 1) or low >= demanded.smallest
    return not (wide and high >= min(demanded.smallest, most))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_the_parts_that_are_told_are_those_that_whole_numbers_leave_one_value_below_eleven(seed):
    """Twelve zones, three tables; what is left of each part by a programme of its own."""
    source = np.random.default_rng(100 + seed)
    ages = {letter: source.integers(11, 120, 12).tolist() for letter in "abc"}
    for _part in range(seed):
        ages["abc"[source.integers(3)]][int(source.integers(12))] = int(source.integers(1, 11))
    sets = ["abc", "ab", "bc"]
    rows = np.array([[letter in one for letter in "abc"] for one in sets], dtype=float)
    expected = set()
    for zone in range(12):
        sums = [sum(ages[letter][zone] for letter in one) for one in sets]
        printed = LinearConstraint(rows, sums, sums)
        for part in range(3):
            ends = [
                sign * milp(sign * np.eye(3)[part], integrality=np.ones(3), constraints=printed,
                            bounds=Bounds(0, 4000)).fun
                for sign in (1, -1)
            ]  # fmt: skip
            if ends[1] < 11:
                expected.add(((zone,), *map(int, ends)))
    assert len(expected) == seed or seed > 1
    assert exposed(*tables(ages, np.arange(12), sets), [4000] * 12, Demanded(11, 11)) == expected

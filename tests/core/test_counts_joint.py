# SPDX-License-Identifier: GPL-2.0-or-later
"""Several releases of the same records, against plain enumeration of everything that fits them."""

from itertools import product

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from geodeid_plugin.core.counts.together.joint import SURE, Release, joint_exposures, small_changes
from geodeid_plugin.core.counts.together.witness import Demanded, System, witnessed_ranges
from tests.refusals import refuses

PEOPLE = 6


def release(zone, cases, hidden=(), known=False):
    """A release of counts without fields: zones in ``hidden`` are withheld, and hold at least one."""
    zone, cases = np.array(zone), np.array(cases, dtype=np.int64)[:, None]
    counts = np.bincount(zone[zone >= 0], cases[zone >= 0, 0], zone.max() + 1).astype(np.int64)[:, None]
    printed = ~np.isin(np.arange(len(counts)), hidden)[:, None]
    return Release(
        zone, (), [()], cases, printed, np.where(printed, counts, 1), np.where(printed, counts, SURE),
        np.zeros_like(counts), np.array([known]), [f"Z{at}" for at in range(len(counts))],
    )  # fmt: skip


def enumerated(releases, people):
    """Every count by area that fits all releases."""
    found = []
    for table in product(*(range(most + 1) for most in people)):
        for one in releases:
            sums = np.bincount(one.zone[one.zone >= 0], np.array(table)[one.zone >= 0], len(one.codes))
            if (sums < one.low[:, 0]).any() or (sums > one.high[:, 0]).any():
                break
            inside = one.zone >= 0
            if sum(np.array(table)[inside]) != one.cases[inside, 0].sum():
                break
        else:
            found.append(table)
    return np.array(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(14))
@pytest.mark.parametrize("maps", [2, 3])
def test_exactly_the_counts_are_exposed_that_enumeration_finds(seed, maps):
    source = np.random.default_rng(100 * maps + seed)
    people = [PEOPLE] * 5
    cases = source.integers(0, 5, 5)
    cases[source.integers(0, 5)] += 2
    releases = []
    for _map in range(maps):
        zone = np.unique(source.integers(0, 3, 5), return_inverse=True)[1]
        sums = np.bincount(zone, cases)
        hidden = [at for at in range(len(sums)) if sums[at] > 0 and source.random() < 0.5]
        releases.append(release(zone, cases, hidden))
    demanded = Demanded(3, 3)
    tables = enumerated(releases, people)
    zones = np.stack([one.zone for one in releases], axis=1)
    expected = set()
    for one in releases:
        for zone in np.flatnonzero(~one.printed[:, 0]):
            rows = np.flatnonzero(one.zone == zone)
            expected |= exposed(tables, rows, demanded, len(rows) * PEOPLE)
    for kind in np.unique(zones, axis=0):
        rows = np.flatnonzero((zones == kind).all(axis=1))
        if not any(np.array_equal(rows, np.flatnonzero(one.zone == one.zone[rows[0]])) for one in releases):
            expected |= exposed(tables, rows, demanded, len(rows) * PEOPLE)
    found = joint_exposures(releases, people, demanded)
    assert {tuple(one.areas) for one in found} == expected


def exposed(tables, rows, demanded, most) -> set:
    sums = tables[:, rows].sum(axis=1)
    low, high = sums.min(), sums.max()
    if high == 0:
        return set()
    wide = high - low + 1 >= min(demanded.values, most + 1) or low >= demanded.smallest
    return set() if wide and high >= min(demanded.smallest, most) else {tuple(rows)}


def test_a_partner_that_another_release_prints_gives_the_small_count_away():
    cases = [4, 20, 30, 0]
    first = release([0, 1, 2, 3], cases, hidden=[0, 1])
    assert joint_exposures([first], [900] * 4, Demanded(11, 11)) == []
    second = release([0, 1, 2, 3], cases, hidden=[0, 2])
    found = joint_exposures([first, second], [900] * 4, Demanded(11, 11))
    assert found[0].areas.tolist() == [0] and (found[0].low, found[0].high) == (4, 4)


def test_three_maps_tell_what_no_two_of_them_tell():
    # x0 + x1, x1 + x2 and x0 + x2 are printed: each two of them leave x0 open, all three tell it.
    cases = [3, 20, 20, 40]
    maps = [release([0, 0, 1, 1], cases), release([0, 1, 1, 0], cases), release([0, 1, 0, 1], cases)]
    for pair in ((0, 1), (0, 2), (1, 2)):
        assert joint_exposures([maps[at] for at in pair], [900] * 4, Demanded(11, 11)) == []
    found = joint_exposures(maps, [900] * 4, Demanded(11, 11))
    assert [one.areas.tolist() for one in found] == [[0]]


def test_a_table_by_sex_and_the_totals_beside_it_are_one_table():
    by_sex = np.array([[3, 20], [25, 14], [30, 16]])
    printed = np.array([[False, True], [False, True], [True, True]])
    low = np.where(printed, by_sex, 1)
    sexes = Release(
        np.arange(3), ("sex",), [("f",), ("m",)], by_sex, printed, low, np.where(printed, by_sex, SURE),
        np.zeros((3, 2), dtype=np.int64), np.array([False]), ["A", "B", "C"],
    )  # fmt: skip
    assert joint_exposures([sexes], [900] * 3, Demanded(11, 11)) == []
    totals = release([0, 1, 2], by_sex.sum(axis=1))
    found = joint_exposures([sexes, totals], [900] * 3, Demanded(11, 11))
    assert (0, ("f",)) in {(one.areas[0], one.group) for one in found}


def test_sums_with_one_solution_are_found_exact():
    rows = csr_matrix(np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]]))
    system = System(rows, np.array([3, 3, 4]), np.array([3, 3, 4]), np.full(3, 9), np.array([2, 1, 2]))
    found = witnessed_ranges(system, csr_matrix(np.eye(3, dtype=int)), Demanded(3, 3))
    assert found.exposed.all()
    assert found.ranges.low.tolist() == found.ranges.high.tolist() == [2, 1, 2]


def test_a_truth_that_does_not_fit_is_an_error():
    system = System(csr_matrix([[1, 1]]), np.array([5]), np.array([5]), np.full(2, 9), np.array([2, 2]))
    with refuses("release.counts.contradiction"):
        witnessed_ranges(system, csr_matrix([[1, 0]]), Demanded(3, 3))


def test_a_zone_that_grew_by_one_record_tells_that_one():
    old, new = release([0, 0, 1, 2], [5, 10, 20, 30]), release([0, 0, 1, 2], [5, 11, 20, 50])
    assert [(one.areas.tolist(), one.before, one.now) for one in small_changes(old, new, 11)] == [
        ([0, 1], 15, 16)
    ]
    hidden = release([0, 0, 1, 2], [5, 11, 20, 50], hidden=[0])
    assert small_changes(old, hidden, 11) == []
    across = release([0, 1, 1, 2], [5, 11, 20, 50])
    assert [(one.areas.tolist(), one.before, one.now) for one in small_changes(old, across, 11)] == [
        ([0, 1, 2], 35, 36)
    ]

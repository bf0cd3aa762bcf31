# SPDX-License-Identifier: GPL-2.0-or-later
"""The cell key method attacked by somebody who holds several tables of the same records."""

from itertools import combinations, product

import numpy as np
import pytest

from geodeid_plugin.core.counts.protection.keyed import KeyedDraws, add_keyed_noise, record_keys
from geodeid_plugin.core.counts.together.joint import Release, joint_exposures
from geodeid_plugin.core.counts.together.witness import Demanded

SPREAD = 10
UNIONS = [set(some) for size in (1, 2, 3) for some in combinations(range(3), size)]
"""Three zones, and every union of them, as nested and overlapping tables print them."""


def tables(seed):
    """True counts of three zones, and what is printed of every union of them."""
    source = np.random.default_rng(seed)
    counts = source.integers(1, 25, 3)
    cell = np.repeat(np.arange(3), counts)
    secret = seed.to_bytes(4, "big")
    keys, draws = record_keys(secret, range(len(cell))), KeyedDraws(secret, "test")
    printed = []
    for union in UNIONS:
        inside = np.isin(cell, list(union))
        zones = np.zeros(inside.sum(), dtype=int)
        printed.append(int(add_keyed_noise(np.array([inside.sum()]), keys[inside], zones, SPREAD, draws)[0]))
    return counts, printed


def place(printed, count):
    """Which part of the circle a sum of keys lies in, if it decided the change; None where none fits."""
    reach = min(SPREAD, count)
    step, parts = printed - count + reach, 2 * reach + 1
    return (step / parts, (step + 1) / parts) if 0 <= step < parts else None


def adds_up(counts, printed) -> bool:
    """Whether the places of the unions are the sums of those of their zones, round the circle."""
    places = [place(one, sum(counts[at] for at in union)) for one, union in zip(printed, UNIONS)]
    if None in places:
        return False
    for own, union in zip(places[3:], UNIONS[3:]):
        low, high = (sum(places[at][end] for at in union) for end in (0, 1))
        if not any(low - turn < own[1] and own[0] < high - turn for turn in range(3)):
            return False
    return True


def test_the_changes_of_two_zones_do_not_tell_that_of_their_union():
    """Were the noise decided by sums of keys, the true counts would always add up, and most others not."""
    true = [adds_up(*tables(seed)) for seed in range(60)]
    assert sum(true) < 10


def test_the_same_records_are_printed_alike_under_another_zoning():
    keys, draws = record_keys(b"key", range(30)), KeyedDraws(b"key", "test")
    cell = np.repeat([0, 1], [12, 18])
    one = add_keyed_noise(np.array([12, 18]), keys, cell, SPREAD, draws)
    other = add_keyed_noise(np.array([0, 12]), keys[:12], np.ones(12, int), SPREAD, draws)
    assert other.tolist() == [0, one[0]]


def by_keys(zone, cases, low, high):
    shape = (len(low), 1)
    return Release(
        np.array(zone), (), [()], np.array(cases)[:, None], np.ones(shape, bool), np.reshape(low, shape),
        np.reshape(high, shape), np.zeros(shape, int), np.array([False]), ["Z"] * len(low), True,
    )  # fmt: skip


@pytest.mark.parametrize("changed", [False, True])
def test_two_numbers_that_differ_tell_that_somebody_lives_between(changed):
    """A zone of 20 to 30 in one table, with a village more in the other: 0 to 10 are there, but 0 is not."""
    cases = [25, 5 if changed else 0, 40]
    total = sum(cases)
    first = by_keys([0, 1, 1], cases, [20, total - 30], [30, total - 20])
    second = by_keys([0, 0, 1], cases, [30, total - 30], [30, total - 30])
    if not changed:
        second = by_keys([0, 0, 1], cases, [20, 35], [30, 45])
    found = joint_exposures([first, second], np.full(3, 900), Demanded(10, 11))
    assert bool(found) == changed


def enumerated(releases, most):
    """Tables of three areas that fit what is printed, and print differing zones only where records differ."""
    (first, second), held = releases, []
    truth = first.cases[:, 0]
    for table in product(range(most + 1), repeat=3):
        counts = np.array(table)
        if counts.sum() != truth.sum():
            continue
        sums = [np.bincount(one.zone, counts, 2) for one in releases]
        if any((s < one.low[:, 0]).any() or (s > one.high[:, 0]).any() for s, one in zip(sums, releases)):
            continue
        apart = [(first.zone == a) != (second.zone == b) for a, b in product(range(2), repeat=2)
                 if ((first.zone == a) & (second.zone == b)).any()]  # fmt: skip
        if all(counts[rows].any() or not truth[rows].any() for rows in apart):
            held.append(table)
    return np.array(held)


@pytest.mark.parametrize("seed", range(6))
def test_exactly_the_villages_are_refused_that_enumeration_finds(seed):
    source = np.random.default_rng(seed)
    cases = source.integers(0, 7, 3)
    wide = [source.integers(1, 4, 2) for _side in range(2)]
    releases = []
    for zone, (down, up) in zip(([0, 1, 1], [0, 0, 1]), wide):
        sums = np.bincount(zone, cases, 2).astype(int)
        releases.append(by_keys(zone, cases, np.maximum(sums - down, 0), sums + up))
    possible = enumerated(releases, int(cases.sum()))
    found = joint_exposures(releases, np.full(3, 900), Demanded(4, 4))
    village = possible[:, 1]
    narrow = village.max() > 0 and not (np.ptp(village) >= 3 or village.min() >= 4)
    narrow |= 0 < village.max() < 4
    assert ((1,) in {tuple(one.areas) for one in found}) == bool(narrow)

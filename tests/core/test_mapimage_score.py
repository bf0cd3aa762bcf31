# SPDX-License-Identifier: GPL-2.0-or-later
"""Scoring an attack: assignment against brute force, ranks, candidates, intervals and verdicts."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.geometry.sphere import LocalPlane, haversine_m
from geodeid_plugin.core.mapimage.reidentify import score
from geodeid_plugin.core.mapimage.reidentify.judge import Evidence, judge, more_than_chance
from geodeid_plugin.core.mapimage.reidentify.known import Addresses

PLACES = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=1, max_size=5, unique=True)


def cost(dots, records, pairs, reach):
    apart = {d: np.hypot(*(np.array(dots[d]) - records[r])) for d, r in pairs}
    return sum(min(apart.get(d, reach), reach) for d in range(len(dots)))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(PLACES, PLACES, st.sampled_from([5.0, 15.0, 100.0]))
def test_the_assignment_is_the_cheapest_of_all_one_to_one_pairings(dots, records, reach):
    record, distance = score.assign(dots, np.array(records, float), reach)
    pairs = [(d, r) for d, r in enumerate(record) if r != score.UNMATCHED]
    assert len({r for _, r in pairs}) == len(pairs)
    assert all(distance[d] <= reach + 1e-9 for d, _ in pairs)
    size = min(len(dots), len(records))
    best = min(
        cost(dots, np.array(records, float), list(zip(chosen, order)), reach)
        for n in range(size + 1)
        for chosen in itertools.combinations(range(len(dots)), n)
        for order in itertools.permutations(range(len(records)), n)
    )
    assert cost(dots, np.array(records, float), pairs, reach) == pytest.approx(best, abs=1e-6)


def test_two_dots_never_share_a_record():
    record, _ = score.assign([[0, 0], [1, 0]], [[0.2, 0]], 10)
    assert sorted(record) == [score.UNMATCHED, 0]


def test_no_dots_or_no_records_match_nothing():
    assert score.match(np.zeros((0, 2)), [[1, 1]], 5).count == 0
    assert score.match([[1, 1]], np.zeros((0, 2)), 5).count == 0


def test_ranks_count_the_addresses_nearer_than_the_true_one():
    source = np.random.default_rng(3)
    addresses = source.random((500, 2)) * 1000
    homes = addresses[:80]
    dots = homes + source.normal(0, 30, homes.shape)
    brute = [
        np.count_nonzero(np.hypot(*(addresses - dot).T) < np.hypot(*(home - dot)) * (1 - 1e-9))
        for dot, home in zip(dots, homes)
    ]
    assert score.ranks(dots, homes, addresses).tolist() == brute
    assert score.ranks(homes, homes, addresses).tolist() == [0] * 80


def test_the_square_of_a_snapped_pixel_holds_the_candidates():
    addresses = np.array([[0, 0], [4, 4], [-4.9, 4.9], [6, 0], [0, -8]], float)
    one_pixel_10_m = 10 / np.sqrt(12)
    assert score.addresses_behind([[0, 0]], addresses, [one_pixel_10_m], square=True) == [3]


def test_a_dot_alone_in_its_pixel_stands_for_one_address():
    alone = np.array([[0.0, 0.0], [40.0, 0.0]])
    assert score.addresses_behind([[0, 0], [20, 20]], alone, [3.0, 3.0], square=True).tolist() == [1, 1]


@pytest.mark.parametrize("square", [True, False])
def test_a_dot_on_an_apartment_house_stands_for_all_its_residents_and_one_on_a_house_for_three(square):
    addresses = Addresses(np.array([[0.0, 0.0], [400.0, 0.0], [400.0, 9.0]]), np.array([40.0, 3.0, 0.0]))
    dots = np.array([[1.0, 0.0], [399.0, 0.0]])
    around = addresses.around(dots, addresses.where_m[:2], np.full(2, 2.0), np.arange(2), square)
    assert around.rank.tolist() == [0, 0]
    assert around.candidates.tolist() == pytest.approx([40, 3])
    near_the_house = dots[:1] + np.array([250.0, 0.0])
    away = addresses.around(near_the_house, addresses.where_m[:1], np.array([2.0]), [0], square)
    assert away.candidates.tolist() == [43] and "residents" in str(addresses.holds)
    assert addresses.reach_of(dots, np.arange(2), 11).tolist() == pytest.approx([1, 399])


@pytest.mark.parametrize("square", [True, False])
def test_residents_count_as_so_many_doors_at_one_place_would(square):
    draw = np.random.default_rng(4)
    where = draw.uniform(0, 100, (60, 2))
    residents = draw.integers(0, 6, 60)
    apart = np.repeat(where, residents, axis=0)
    dots, error = draw.uniform(0, 100, (25, 2)), np.full(25, 9.0)
    behind = score.addresses_behind(dots, where, error, square, residents)
    assert behind == pytest.approx(score.addresses_behind(dots, apart, error, square))
    homes = where[residents > 0][:25]
    own = np.hypot(*(dots - homes).T)
    slow = [(np.hypot(*(apart - dot).T) <= reach + 1e-9).sum() for dot, reach in zip(dots, own)]
    assert score.residents_as_near(dots, homes, where, residents).tolist() == slow


def test_without_dots_nothing_is_ranked():
    assert score.ranks(np.zeros((0, 2)), np.zeros((0, 2)), [[1, 1]]).tolist() == []


@pytest.mark.parametrize(
    ("count", "expected", "surprising"),
    [(1, 0.9, False), (3, 0.9, False), (4, 0.9, True), (1, 0.0, True), (1, 0.04, True), (1, 0.06, False)],
)
def test_a_count_surprises_below_one_in_twenty(count, expected, surprising):
    assert more_than_chance(count, expected) == surprising


def test_a_sharp_position_stands_for_one_address_and_a_blurred_one_for_many():
    addresses = np.array([[x, y] for x in range(-50, 51, 10) for y in range(-50, 51, 10)], float)
    sharp = score.addresses_behind([[0, 0]], addresses, [0.5], square=False)
    blurred = score.addresses_behind([[0, 0]], addresses, [15.0], square=False)
    assert sharp == pytest.approx([1.0], abs=1e-6)
    assert blurred == pytest.approx([2 * np.pi * np.e * 15**2 / 100], rel=0.1)


def test_chance_matches_are_counted_where_dots_and_records_are_unrelated():
    source = np.random.default_rng(7)
    dots, records = source.random((2, 400, 2)) * 10_000
    found = score.match(dots, records, 150.0)
    assert found.by_chance == pytest.approx(found.count, rel=0.25)
    assert score.match(records, records, 150.0).count == 400


def test_the_moves_that_tell_chance_go_every_way_and_part_every_dot_from_its_record():
    records = np.array([[0.0, 0.0], [400.0, 0.0], [0.0, 700.0]])
    reach = np.array([40.0, 50.0, 30.0])
    moves = [moved - records for moved, _record in score.chance_matches(records, records, reach)]
    assert len(moves) == 16
    assert all(np.allclose(move, move[0]) for move in moves)
    first = np.array([move[0] for move in moves])
    length = np.hypot(*first.T)
    assert (length >= 5 * reach.max() - 1e-9).all() and (length <= 8 * reach.max() + 1e-9).all()
    assert len(np.unique(np.round(length))) == 4
    turns = np.sort(np.mod(np.arctan2(first[:, 1], first[:, 0]), 2 * np.pi))
    assert np.diff(turns) == pytest.approx(np.full(15, 2 * np.pi / 16))
    assert score.match(records[:1], records[:1], 10.0).by_chance == 0


def test_every_resample_is_drawn():
    for draws in (2, 150):
        interval = score.bootstrap_mean(np.full(5, 7.0), SeededSource(3), draws)
        assert (interval.low, interval.high) == (7.0, 7.0)
    assert np.isnan(score.bootstrap_mean([], SeededSource(3)).low)


def test_the_bootstrap_interval_covers_the_true_mean_about_95_times_in_100():
    covered = 0
    for seed in range(120):
        values = np.random.default_rng(seed).exponential(10, 60)
        interval = score.bootstrap_mean(values, SeededSource(seed), 400)
        covered += interval.low <= 10 <= interval.high
    assert 104 <= covered <= 120


def test_people_behind_grow_with_distance_error_and_density():
    base = score.people_behind(100, 10, 0.001)
    assert base == pytest.approx(1 + 0.001 * np.pi * (100**2 + 2 * 10**2))
    assert score.people_behind(0, 0, 5.0) == 1


def test_the_local_plane_keeps_distances_within_half_a_permille():
    source = np.random.default_rng(2)
    lon, lat = 25 + source.random(200) * 4, 60 + source.random(200) * 2
    plane = LocalPlane.about(lon, lat)
    where = plane.metres(lon, lat)
    flat = np.hypot(*(where[:100] - where[100:]).T)
    true = haversine_m(lon[:100], lat[:100], lon[100:], lat[100:])
    assert np.abs(flat / true - 1).max() < 5e-4


def evidence(**change):
    facts = {
        "records": 100,
        "dots": 100,
        "found": 90,
        "found_by_chance": 1.0,
        "candidates": np.full(90, 50.0),
    }
    return Evidence(**{**facts, **change})


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({}, "passed"),
        ({"candidates": np.r_[np.full(89, 50.0), 3.0]}, "gives_away"),
        ({"candidates": np.r_[np.full(87, 50.0), [3.0] * 3], "exposed_by_chance": 2.5}, "with_care"),
        ({"records": 0, "found": 0}, "not_judged"),
        ({"dots": 0, "found": 0}, "not_judged"),
        ({"dots": 30, "found": 30, "candidates": np.full(30, 50.0)}, "not_judged"),
        ({"dots": 99}, "not_judged"),
        ({"heaped": True}, "not_judged"),
        ({"dots": 60, "expected": 60}, "passed"),
        ({"dots": 60, "expected": 61}, "not_judged"),
        ({"candidates": np.zeros(0), "found": 0}, "not_judged"),
        ({"candidates": np.zeros(0), "found": 0, "shown": True}, "passed"),
        ({"dots": 3000, "found": 99, "found_by_chance": 98.0, "candidates": np.full(99, 50.0)}, "not_judged"),
        ({"candidates": None}, "gives_away"),
        ({"candidates": None, "found": 2, "found_by_chance": 2.0}, "not_judged"),
        ({"candidates": None, "found": 9, "found_by_chance": 0.0}, "not_judged"),
    ],
)
def test_a_check_that_could_not_be_made_never_reads_as_safe(change, word):
    assert judge(0.09, evidence(**change)).level.value == word


@pytest.mark.parametrize(
    ("limit", "candidates", "word"),
    [
        (0.6, 1, "gives_away"),
        (0.6, 2, "with_care"),
        (0.3, 3, "gives_away"),
        (0.3, 4, "passed"),
        (0.2, 5, "passed"),
        (0.09, 11, "gives_away"),
        (0.09, 12, "passed"),
        (1 / 11, 11, "passed"),
    ],
)
def test_a_risk_above_the_limit_never_passes(limit, candidates, word):
    assert judge(limit, evidence(candidates=np.full(90, float(candidates)))).level.value == word


@pytest.mark.parametrize("wrong", [0, -1, 1, 1.5, float("nan")])
def test_a_limit_that_is_no_share_is_refused(wrong):
    with pytest.raises(InputError):
        judge(wrong, evidence())


@pytest.mark.parametrize(("dots", "said"), [(0, True), (1, False)])
def test_only_a_picture_without_any_dot_is_said_to_have_none(dots, said):
    found = judge(0.2, evidence(dots=dots, found=dots, candidates=np.full(dots, 50.0)))
    assert ("dots_seen" in [one.key for one in found.checks if "No dots were found" in one.sentence]) == said


def test_a_record_without_a_dot_that_one_would_give_away_leaves_no_green_whatever_else_was_found():
    assert judge(0.09, evidence(dots=150, missed=1)).level.value == "not_judged"
    alone = np.r_[np.full(80, 50.0), np.full(10, 3.0)]
    assert judge(0.09, evidence(candidates=alone, missed=1)).level.value == "gives_away"


def test_dots_that_chance_explains_do_not_make_a_map_one_of_the_points():
    """Of 40 points met 20 are met by chance; the other 20 are fewer than half of the 50 left."""
    from geodeid_plugin.core.mapimage.reidentify.judge import shows

    assert not shows(40, 20.0, 70, 900)
    assert shows(46, 20.0, 70, 900)

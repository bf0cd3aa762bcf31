# SPDX-License-Identifier: GPL-2.0-or-later
"""Several pictures of the same people: who is who over time, and masked maps that were drawn again."""

import numpy as np
import pytest

from geodeid_plugin.core.exposure.documents.figures.joint import NONE, DotSet, joint_places, show_the_same
from geodeid_plugin.core.exposure.documents.figures.series import (
    View,
    are_draws,
    averaged_places,
    follow,
    groups_of_draws,
)

HOMES = np.random.default_rng(5).uniform(0, 18_000, (70, 2))
SPREAD_M = 250.0


def drawn(seed, homes=HOMES, spread=SPREAD_M):
    """A masked map of homes, its dots in an order of their own."""
    source = np.random.default_rng(seed)
    where = homes + source.normal(0, spread, homes.shape)
    return DotSet(source.permutation(where), np.full(len(homes), 20.0), False)


def error_of(where, homes=HOMES):
    """Median distance of homes from the nearest place."""
    return float(np.median(np.hypot(*(where[:, None] - homes[None]).transpose(2, 0, 1)).min(axis=0)))


def test_dots_know_which_place_of_the_joint_reading_they_are():
    source = np.random.default_rng(1)
    first, second = (DotSet(source.permutation(HOMES[rows]), np.full(50, 5.0), False)
                     for rows in (slice(0, 50), slice(20, 70)))  # fmt: skip
    joint = joint_places([first, second])
    assert len(joint.where_m) == 70 and (joint.seen == 2).sum() == 30
    for at, picture in enumerate((first, second)):
        has = joint.members[:, at] != NONE
        assert np.array_equal(np.sort(joint.members[has, at]), np.arange(50))
        assert np.hypot(*(joint.where_m[has] - picture.where_m[joint.members[has, at]]).T).max() < 1e-6


def test_dense_coarse_pictures_of_different_people_are_not_the_same_by_chance():
    """400 dots within 4 km, read to 25 m: more than half find a partner by chance."""
    source = np.random.default_rng(2)
    one, other = (DotSet(source.uniform(0, 4_000, (400, 2)), np.full(400, 25.0), False) for _ in "ab")
    again = DotSet(one.where_m + source.normal(0, 20, (400, 2)), np.full(400, 20.0), False)
    assert not show_the_same(one, other)
    assert show_the_same(one, again)


@pytest.mark.parametrize("count", [2, 4, 12])
def test_draws_are_told_from_pictures_alone_and_their_average_errs_by_the_root_of_their_number(count):
    pictures = [drawn(seed) for seed in range(count)]
    assert are_draws(pictures) and not show_the_same(*pictures[:2])
    places = averaged_places(pictures)
    assert places.spread_m == pytest.approx(SPREAD_M, rel=0.15)
    several = places.seen >= max(2, count - 2)
    assert 55 <= several.sum() <= 75
    assert error_of(places.where_m[several]) < 1.35 * error_of(pictures[0].where_m) / np.sqrt(count)
    assert np.median(places.error_m[several]) == pytest.approx(SPREAD_M / np.sqrt(count), rel=0.2)


def test_maps_of_different_people_are_no_draws():
    found = 0
    for seed in range(40):
        source = np.random.default_rng(seed)
        middles = source.uniform(2_000, 16_000, (8, 2))  # of towns, so that both are dense at the same places
        pair = [DotSet(middles[source.integers(0, 8, 70)] + source.normal(0, 1_500, (70, 2)),
                       np.full(70, 20.0), False) for _ in range(2)]  # fmt: skip
        found += are_draws(pair)
    assert not found
    assert groups_of_draws([drawn(at, HOMES[at : at + 1]) for at in range(12)]) == []  # one dot tells nothing


def test_two_series_of_different_people_are_two_groups():
    others = np.random.default_rng(6).uniform(0, 18_000, (70, 2))
    pictures = [drawn(1), drawn(2, others), drawn(3), drawn(4, others), drawn(5, others[:5])]
    assert groups_of_draws(pictures) == [[0, 2], [1, 3]]


def test_many_draws_that_no_pair_tells_are_told_together():
    pictures = [drawn(seed, spread=450.0) for seed in range(12)]
    assert groups_of_draws(pictures) == [list(range(12))]


def test_five_people_are_told_from_a_few_draws():
    """Fewer than eight dots a map: all pairs tell together what none tells alone."""
    pictures = [drawn(seed, HOMES[:5]) for seed in range(4)]
    assert groups_of_draws(pictures) == [[0, 1, 2, 3]]
    places = averaged_places(pictures)
    assert error_of(places.where_m[places.seen > 2], HOMES[:5]) < 250


def test_people_who_appear_later_keep_places_of_their_own():
    pictures = [drawn(1, HOMES[:40]), drawn(2, HOMES[:55]), drawn(3)]
    places = averaged_places(pictures)
    assert abs(len(places.where_m) - 70) <= 4
    assert sorted(places.members[:, 2].tolist())[-1] == 69
    for column, picture in zip(places.members.T, pictures):  # every dot once, none lost
        assert sorted(column[column != NONE].tolist()) == list(range(len(picture.error_m)))


@pytest.mark.parametrize("first, second", [([[0, 0]], [[1, 1]]), (np.zeros((30, 2)), np.zeros((30, 2))),
                                           (np.zeros((0, 2)), HOMES)])  # fmt: skip
def test_few_equal_or_no_dots_are_no_draws(first, second):
    sets = [DotSet(np.asarray(one, float), np.ones(len(one)), False) for one in (first, second)]
    assert not are_draws(sets) and groups_of_draws(sets) == []


def test_a_place_is_missing_only_where_its_ground_is_shown_and_no_other_dot_hides_it():
    corners = np.array([[0.0, 0.0], [100.0, 0.0], [0.0, 100.0], [100.0, 100.0]])
    new = np.array([[50.0, 50.0], [101.0, 100.0], [400.0, 0.0]])
    turn = np.array([[0.0, -0.5], [0.5, 0.0]])  # a map turned by a right angle, two metres a pixel
    small = View(corners, corners @ turn + [10, 60], (70, 70), 5.0)
    where = np.concatenate([corners, new])
    large = View(where, where / 10, (60, 60), 5.0)
    members = np.column_stack([[0, 1, 2, 3, NONE, NONE, NONE], np.arange(7)])
    told = follow(where, members, [small, large])
    assert told.state[4:, 0].tolist() == ["missing", "hidden", "outside"]
    assert told.begins.tolist() == [NONE] * 4 + [1, NONE, NONE]
    assert (told.ends == NONE).all()
    back = follow(where, members[:, ::-1], [large, small])
    assert back.ends.tolist() == [NONE] * 4 + [0, NONE, NONE] and (back.begins == NONE).all()


def test_a_view_of_dots_on_a_line_shows_nobody_missing():
    line = np.column_stack([np.arange(5.0), np.zeros(5)])
    assert not View(line, line, (9, 9), 1.0).inside(np.array([[2.0, 2.0]])).any()

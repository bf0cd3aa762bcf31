"""Dots near homes because they lie in the same area: chance of a mask of which nothing is known."""

import numpy as np
import pytest

from geodeid_plugin.core.mapimage.reidentify.judge import Anywhere, Evidence, anywhere, judge

SIDE, PEOPLE, NEED = 20, 700, 12
"""Square areas of one metre a side, in a square of so many; people of each; a limit of 1/12."""


def town(source, records=100, stay=0.5, at_home=0, beside=0.0, people=PEOPLE, alike=0):
    """Homes, and dots of which a share stays in the area of its home: what :func:`anywhere` takes.

    Some (``at_home``) are left ``beside`` their homes, areas; some homes are ``alike``, neighbours.
    """
    from scipy.spatial import cKDTree

    home = source.random((records, 2)) * SIDE
    home[:alike] = home[0] + 1e-6 * source.random((alike, 2))
    dot = np.where(source.random((records, 1)) < stay, np.floor(home) + source.random((records, 2)),
                   source.random((records, 2)) * SIDE)  # fmt: skip
    dot[:at_home] = home[:at_home] + beside
    area_of = [np.floor(where).astype(int) @ [SIDE, 1] for where in (home, dot)]
    away, nearest = cKDTree(dot).query(home)
    dots = np.bincount(area_of[1], minlength=SIDE**2)[area_of[0]]
    return dots, np.full(records, float(people)), np.pi * away**2 * people, nearest


def spread(exposed, nearest, together):
    return Anywhere(exposed, nearest, together, np.ones(100, bool))


def exposed(nearer):
    return int((nearer + 1 < NEED).sum())


@pytest.mark.slow
def test_honest_dots_are_as_near_as_said_and_seldom_nearer():
    source = np.random.default_rng(11)
    maps = [(exposed(made[2]), anywhere(*made, NEED)) for made in (town(source) for _ in range(400))]
    assert np.mean([seen for seen, _ in maps]) == pytest.approx(
        np.mean([one.exposed for _, one in maps]), rel=0.15
    )
    for of in ("nearest", "together"):
        early = np.array([getattr(one, of) for _, one in maps]) < 0.05
        assert early.mean() < 0.08, of


@pytest.mark.parametrize("at_home", [1, 3, 5])
def test_of_a_hundred_dots_even_one_at_home_lies_nearer_than_chance_has_it(at_home):
    source = np.random.default_rng(12)
    assert all(anywhere(*town(source, at_home=at_home), NEED).nearest == 0 for _ in range(20))


@pytest.mark.parametrize("people", [11, 15, PEOPLE])
def test_a_few_dots_beside_their_homes_lie_nearer_together_than_chance_has_it(people):
    source = np.random.default_rng(13)
    found = [anywhere(*town(source, at_home=5, beside=0.01, people=people), NEED) for _ in range(50)]
    assert np.mean([one.nearest < 0.001 for one in found]) > 0.9
    assert all(one.together > 0.001 for one in found)


def test_neighbours_near_one_dot_are_one_chance_and_not_many():
    source = np.random.default_rng(14)
    found = [anywhere(*town(source, alike=30), NEED).nearest for _ in range(200)]
    assert np.mean(np.array(found) < 0.05) < 0.08


def test_areas_of_too_few_people_and_records_without_a_dot_explain_nothing():
    few = anywhere([1, 3], [11.0, 5.0], [0.5, 0.5], [0, 1], NEED)
    assert few.exposed == 0 and not few.explained.any()
    assert anywhere([0, 0], [700.0, 700.0], [0.5, 0.5], [0, 1], NEED) is None
    some = anywhere([1, 1, 0], [700.0, 11.0, 700.0], [300.0, 2.0, 0.0], [0, 1, 2], NEED)
    assert some.exposed == pytest.approx(NEED / PEOPLE) and some.explained.tolist() == [True, False, False]


def test_a_dot_at_home_in_an_area_of_too_few_people_is_nearer_than_chance_has_it():
    assert anywhere([1, 1], [700.0, 11.0], [300.0, 0.0], [0, 1], NEED).nearest == 0


@pytest.mark.parametrize(("beside", "level"), [(0, "with_care"), (3, "gives_away")])
def test_chance_in_large_areas_excuses_no_record_elsewhere(beside, level):
    found = np.r_[np.full(40, 50.0), np.full(3, 3.0)]
    evidence = Evidence(
        100,
        100,
        90,
        1.0,
        candidates=found,
        exposed_by_chance=0.1,
        anywhere=spread(3.0, 0.4, 0.6),
        beside=beside,
        shown=True,
    )
    assert judge(0.09, evidence).level.value == level


@pytest.mark.parametrize(
    ("chance", "shown", "level"),
    [
        (None, False, "gives_away"),
        (spread(0.7, 0.4, 0.6), False, "with_care"),
        (spread(0.7, 0.4, 0.6), True, "with_care"),
        (spread(0.7, 0.04, 0.6), False, "gives_away"),  # one dot is nearer than on 24 of 25 such maps
        (spread(0.7, 0.04, 0.6), True, "with_care"),
        (spread(0.7, 0.0, 0.0), True, "gives_away"),
        (spread(0.7, 0.4, 1e-9), False, "gives_away"),  # all lie nearer: such dots are these not
    ],
)
def test_a_dot_near_a_home_is_a_finding_only_beyond_what_dots_anywhere_in_their_areas_do(
    chance, shown, level
):
    found = np.r_[np.full(40, 50.0), 3.0]
    evidence = Evidence(
        100, 100, 90, 1.0, candidates=found, exposed_by_chance=0.0, anywhere=chance, shown=shown
    )
    assert judge(0.09, evidence).level.value == level


@pytest.mark.parametrize(("at_home", "level"), [(100, "with_care"), (30, "with_care"), (0, "passed")])
def test_dots_beside_homes_are_no_green_where_a_sharp_picture_shows_that_they_are_not_on_them(at_home, level):
    """A hundred metres in the country: farther than any error of the picture, and one home within."""
    moved = anywhere(*town(np.random.default_rng(15), at_home=at_home, beside=0.04), NEED)
    evidence = Evidence(100, 100, 0, 0.0, candidates=np.array([]), pictured=moved, shown=True)
    assert judge(0.09, evidence).level.value == level


def test_more_records_than_dots_anywhere_expose_give_people_away():
    for few, level in ((1, "with_care"), (2, "with_care"), (4, "gives_away"), (8, "gives_away")):
        found = np.r_[np.full(40, 50.0), np.full(few, 6.0)]
        evidence = Evidence(100, 100, 90, 1.0, candidates=found, anywhere=spread(0.7, 0.4, 0.6))
        assert judge(0.09, evidence).level.value == level

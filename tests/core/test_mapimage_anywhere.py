"""Dots near homes because they lie in the same area: chance of a mask of which nothing is known."""

import numpy as np
import pytest

from geodeid_plugin.core.mapimage.reidentify.anywhere import Anywhere, anywhere
from geodeid_plugin.core.mapimage.reidentify.judge import Evidence, judge

SIDE, PEOPLE, NEED = 20, 700, 12
"""Square areas of one metre a side, in a square of so many; people of each; a limit of 1/12."""


def town(source, records=100, stay=0.5, at_home=0):
    """Homes, and dots of which a share stays in the area of its home: what :func:`anywhere` takes."""
    from scipy.spatial import cKDTree

    home = source.random((records, 2)) * SIDE
    dot = np.where(source.random((records, 1)) < stay, np.floor(home) + source.random((records, 2)),
                   source.random((records, 2)) * SIDE)  # fmt: skip
    dot[:at_home] = home[:at_home]
    area_of = [np.floor(where).astype(int) @ [SIDE, 1] for where in (home, dot)]
    away = cKDTree(dot).query(home)[0]
    dots = np.bincount(area_of[1], minlength=SIDE**2)[area_of[0]]
    return dots, np.full(records, float(PEOPLE)), np.pi * away**2 * PEOPLE


def exposed(nearer):
    return int((nearer + 1 < NEED).sum())


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


def test_areas_of_too_few_people_and_records_without_a_dot_explain_nothing():
    assert anywhere([1, 3], [11.0, 5.0], [0.5, 0.5], NEED) is None
    assert anywhere([0, 0], [700.0, 700.0], [0.5, 0.5], NEED) is None
    some = anywhere([1, 1, 0], [700.0, 11.0, 700.0], [300.0, 0.0, 0.0], NEED)
    assert some.exposed == pytest.approx(NEED / PEOPLE) and some.nearest == 1


@pytest.mark.parametrize(
    ("spread", "shown", "level"),
    [
        (None, False, "gives_away"),
        (Anywhere(0.7, 0.4, 0.6), False, "with_care"),
        (Anywhere(0.7, 0.4, 0.6), True, "with_care"),
        (Anywhere(0.7, 0.04, 0.6), False, "gives_away"),  # one dot is nearer than on 24 of 25 such maps
        (Anywhere(0.7, 0.04, 0.6), True, "with_care"),
        (Anywhere(0.7, 0.0, 0.0), True, "gives_away"),
        (Anywhere(0.7, 0.4, 1e-9), False, "gives_away"),  # all lie nearer: such dots are these not
    ],
)
def test_a_dot_near_a_home_is_a_finding_only_beyond_what_dots_anywhere_in_their_areas_do(
    spread, shown, level
):
    found = np.r_[np.full(40, 50.0), 3.0]
    evidence = Evidence(
        100, 100, 90, 1.0, candidates=found, exposed_by_chance=0.0, anywhere=spread, shown=shown
    )
    assert judge(0.09, evidence).level.value == level


def test_more_records_than_dots_anywhere_expose_give_people_away():
    spread = Anywhere(0.7, 0.4, 0.6)
    for few, level in ((1, "with_care"), (2, "with_care"), (4, "gives_away"), (8, "gives_away")):
        found = np.r_[np.full(40, 50.0), np.full(few, 6.0)]
        evidence = Evidence(100, 100, 90, 1.0, candidates=found, anywhere=spread)
        assert judge(0.09, evidence).level.value == level

# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether planted clusters survive masks."""

import numpy as np
import pytest

from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.geomask.baselines.random_moves import Donut
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.utility import preservation as p
from tests.refusals import refuses


def town(side=14, people=500.0):
    x, y = np.meshgrid(np.arange(side) * 0.01, 45 + np.arange(side) * 0.01)
    n = side * side
    ids = np.arange(n).astype(object)
    return Areas(ids, x.ravel(), y.ravel(), np.full(n, people), np.full(n, 8e5))


EXPERIMENT = p.Experiment(sets=12, cases=60, controls=60, radius_m=2500, relative_risk=25, simulations=99)


def quarters(areas):
    return np.array([f"{int(x > 0.065)}{int(y > 45.065)}" for x, y in zip(areas.lon_deg, areas.lat_deg)])


@pytest.fixture(scope="module")
def outcomes():
    areas = town()
    methods = [
        p.Unmasked("original"),
        p.AtRandom("weak donut", Donut(100, 500)),
        p.AtRandom("strong donut", Donut(8000, 16_000)),
        p.Aggregated("quarters", quarters(areas)),
    ]
    return {one.name: one for one in p.preservation(areas, methods, EXPERIMENT, SeededSource(1))}


@pytest.mark.slow
def test_a_planted_cluster_is_found_in_the_true_places(outcomes):
    assert outcomes["original"].power() > 0.8
    assert outcomes["original"].overlap.mean() > 0.5
    assert outcomes["original"].move_m.max() == 0


@pytest.mark.slow
def test_stronger_masks_leave_less_of_it(outcomes):
    order = [outcomes[name].mean_p for name in ("original", "weak donut", "strong donut")]
    assert order[0] <= order[1] + 0.02 < order[2]
    assert outcomes["weak donut"].overlap.mean() > outcomes["strong donut"].overlap.mean()


@pytest.mark.slow
def test_methods_state_how_far_they_move(outcomes):
    assert 100 < outcomes["weak donut"].move_m.mean() < 500
    assert outcomes["quarters"].move_m.mean() > 1000


def test_a_single_place_has_no_cluster_to_find():
    areas = town(4)
    one = p.Aggregated("all in one", np.zeros(16))
    found = p.preservation(areas, [one], EXPERIMENT, SeededSource(1))[0]
    assert (found.p_value == 1).all() and (found.overlap == 0).all()


def test_cases_concentrate_in_the_planted_circle_by_the_relative_risk():
    areas = town()
    many = p.Experiment(sets=1, cases=60_000, controls=60_000, radius_m=2500, relative_risk=4)
    inside, rows = p.planted_cluster(areas, many, SeededSource(2))
    case, control = (np.mean(inside[part]) for part in (rows[:60_000], rows[60_000:]))
    assert control == pytest.approx(inside.mean(), rel=0.1)
    odds = case / (1 - case) / (control / (1 - control))
    assert odds == pytest.approx(4, rel=0.1)


def test_units_are_represented_by_the_centre_of_their_people():
    areas = Areas(
        np.array(["a", "b", "c"], dtype=object), np.array([0, 0.1, 5.0]), np.zeros(3),
        np.array([300.0, 100, 7]), np.zeros(3),
    )  # fmt: skip
    lon, lat = p.Aggregated("zip", np.array(["1", "1", "2"])).place(areas, np.array([0, 1, 2]), None)
    np.testing.assert_allclose(lon, [0.025, 0.025, 5], atol=1e-6)
    np.testing.assert_allclose(lat, 0, atol=1e-9)


def test_cases_moved_otherwise_than_controls_are_refused_with_the_reason():
    rng = np.random.default_rng(1)
    with refuses("preservation.moves.different"):
        p.same_mechanism(rng.uniform(200, 500, 100), np.zeros(100))
    p.same_mechanism(rng.uniform(200, 500, 100), rng.uniform(200, 500, 150))


@pytest.mark.parametrize(
    ("areas", "experiment", "code"),
    [
        (town(3, 0.0), EXPERIMENT, "preservation.people.none"),
        (town(3), p.Experiment(relative_risk=1.0), "preservation.relative_risk.too_small"),
        (town(3), p.Experiment(cases=0), "preservation.cases.too_few"),
        (town(3), p.Experiment(radius_m=0), "preservation.radius.not_positive"),
    ],
)
def test_experiments_that_make_no_sense_are_refused(areas, experiment, code):
    with refuses(code):
        p.preservation(areas, [p.Unmasked("original")], experiment, SeededSource(1))

# SPDX-License-Identifier: GPL-2.0-or-later
"""People not equally likely to be patients, and populations that are wrong: the bound holds all the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from test_geomask import made_areas

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.geomask.audit import Doubt, audit, risk_at_rates
from geodeid_plugin.core.geomask.programme.candidates import Destinations
from geodeid_plugin.core.geomask.programme.programme import (
    Inequality,
    Request,
    weights,
)
from geodeid_plugin.core.geomask.solution import audited, solve_areas
from tests.core.geomask_reference import unrestricted_floor
from tests.refusals import refuses


def worst_by_counting(strategy, people, records, model, rates, sizes) -> float:
    """Largest posterior of anybody over every choice of rates and true populations, one by one."""
    table = np.zeros((len(people), int(strategy.destination.max()) + 1))
    table[strategy.origin, strategy.destination] = strategy.probability
    worst = 0.0
    for rate in product(*[rates] * len(people)):
        for size in product(*[sizes] * len(people)):
            true = people * np.array(size)
            weight = np.full(len(people), float(records)) if model == "wieland" else np.minimum(records, true)
            likely = np.array(rate)[:, None] * table
            crowd = true @ likely
            worst = max(worst, float((weight[:, None] * likely[:, crowd > 0] / crowd[crowd > 0]).max()))
    return worst


@pytest.mark.slow
@pytest.mark.parametrize("model", ["revised", "wieland"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ratio", [1.5, 2.0, 3.0])
def test_the_worst_two_valued_rates_reach_what_the_audit_says_and_no_more(model, seed, ratio):
    areas = made_areas(8, seed)
    request = Request(12, 0.3, model, inequality=Inequality(ratio))
    solution = solve_areas(areas, None, request)
    worst = worst_by_counting(solution.strategy, areas.population, 12, model, (1.0, ratio), (1.0,))
    assert worst <= 0.3 * (1 + 1e-9)
    assert solution.audit.risk(model) == pytest.approx(worst, rel=1e-9)
    assert solution.audit.risk(model) >= worst * (1 - 1e-15)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["revised", "wieland"])
@pytest.mark.parametrize("seed", range(2))
def test_wrong_populations_and_unequal_rates_together_stay_within_the_bound(model, seed):
    areas = made_areas(4, seed)
    records, error = int(areas.population.min()) + 1, 0.25
    doubt = Inequality(1.6, error)
    floor = unrestricted_floor(areas.population, records, model, areas.boundary_code, inequality=doubt)
    bound = 0.5 * (1 + floor)
    solution = solve_areas(areas, None, Request(records, bound, model, inequality=doubt))
    sizes = (1 / (1 + error), 0.9, 1.0, 1.1, 1 + error)
    worst = worst_by_counting(solution.strategy, areas.population, records, model, (1.0, 1.6), sizes)
    assert worst <= bound * (1 + 1e-9)
    assert worst <= solution.audit.risk(model)


def test_without_doubt_the_programme_is_the_published_one():
    people = np.array([3.0, 40.0, 900.0])
    for model in ("revised", "wieland"):
        plain = weights(people, 50, model)
        assert Request(50, 0.2, model).weights(people).tolist() == plain.tolist()
        unit = np.zeros(3, dtype=int)
        assert unrestricted_floor(people, 50, model, unit) == plain.max() / people.sum()
    areas = made_areas(20, 1)
    solution = solve_areas(areas, None, Request(40, 0.2))
    table = solution.strategy.origin, solution.strategy.destination, solution.strategy.probability
    assert audit(*table, areas.population, 40).revised_risk == solution.audit.revised_risk


def test_a_plain_table_is_refused_where_rates_may_differ():
    areas = made_areas(25, 3)
    plain = solve_areas(areas, None, Request(60, 0.25))
    doubt = Inequality(2.0)
    with refuses("strategy.risk.above_bound"):
        audited(plain.strategy, areas, None, Request(60, 0.25, inequality=doubt))
    table = plain.strategy.origin, plain.strategy.destination, plain.strategy.probability
    assert audit(*table, areas.population, 60, "revised", Doubt(2.0)).revised_risk > 0.3
    robust = solve_areas(areas, None, Request(60, 0.25, inequality=doubt))
    assert robust.expected_move_m > plain.expected_move_m


def test_the_floor_with_unequal_rates_can_be_reached_and_not_passed():
    areas = made_areas(30, 2)
    doubt = Inequality(3.0, 0.1)
    floor = unrestricted_floor(areas.population, 15, "revised", areas.boundary_code, inequality=doubt)
    with refuses("strategy.risk.too_small"):
        solve_areas(areas, None, Request(15, floor * 0.99, inequality=doubt))
    reached = solve_areas(areas, None, Request(15, floor * 1.01, inequality=doubt))
    assert reached.audit.revised_risk <= floor * 1.01


def test_drawn_rates_agree_with_equal_ones_where_they_do_not_spread_and_exceed_them_where_they_do():
    areas = made_areas(25, 3)
    solution = solve_areas(areas, None, Request(60, 0.25))
    table = solution.strategy.origin, solution.strategy.destination, solution.strategy.probability
    said = [
        risk_at_rates(*table, areas.population, 60, "revised", spread, SeededSource(1), 1.0)
        for spread in (0, 0.25, 0.5)
    ]
    assert said[0] == pytest.approx(solution.audit.revised_risk, rel=1e-9)
    assert said[0] < said[1] < said[2]


@pytest.mark.parametrize(
    "wrong", [{"rate_ratio": 0.5}, {"rate_ratio": float("nan")}, {"population_error": -0.1}]
)
def test_doubt_that_is_none_is_refused(wrong):
    with pytest.raises(InputError):
        Inequality(**wrong)


@pytest.mark.parametrize("nearest", [None, 3])
def test_an_area_so_large_that_unequal_rates_ask_no_crowd_of_it_goes_somewhere(nearest):
    """Its weight (17) is negative: it hides its own people, whatever the others do."""
    areas = made_areas(12, 6)
    people = np.where(np.arange(12) >= 10, 40_000.0, areas.population)
    areas = replace(areas, population=people)
    doubt, target = (
        Inequality(2.0),
        Destinations(areas.lon_deg[:4], areas.lat_deg[:4], np.zeros(4, dtype=int)),
    )
    assert Request(10, 0.3, "wieland", inequality=doubt).weights(people).min() < 0
    solution = solve_areas(areas, target, Request(10, 0.3, "wieland", nearest=nearest, inequality=doubt))
    assert np.array_equal(np.unique(solution.strategy.origin), np.arange(12))
    assert solution.audit.wieland_risk <= 0.3 * (1 + 1e-12)

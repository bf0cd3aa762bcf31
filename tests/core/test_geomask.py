# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts about the strategies of LP geomasking, their audit and the draws."""

from __future__ import annotations

import numpy as np
import pytest
from geomask_reference import direct_solution
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.errors import CancelledError, InputError
from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.geomask.audit import audit, require
from geodeid_plugin.core.geomask.programme.programme import Request, caps, check_bounds, weights
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geomask.strategy import draw
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.sphere import haversine_m
from tests.core.geomask_reference import unrestricted_floor
from tests.refusals import refuses


def made_areas(count, seed=0, median_people=20, boundary=None):
    """Areas strewn over a square of some kilometres with log-normal populations."""
    generator = np.random.default_rng(seed)
    side = 0.2 * np.sqrt(count / 300)
    return Areas(
        np.array([f"a{i}" for i in range(count)], dtype=object),
        -75 + side * generator.random(count),
        45 + 0.7 * side * generator.random(count),
        np.ceil(generator.lognormal(np.log(median_people), 1.0, count)),
        np.full(count, 1e4),
        boundary,
    )


def solved(areas, records, risk, model="revised", **more):
    return solve_areas(areas, None, Request(records, risk, model, **more))


def all_costs(areas, squared=False):
    lon, lat = areas.lon_deg, areas.lat_deg
    distance_m = haversine_m(lon[:, None], lat[:, None], lon[None], lat[None])
    return distance_m**2 if squared else distance_m


@pytest.mark.parametrize("model", ["revised", "wieland"])
def test_no_destination_tells_more_than_the_bound(model):
    areas = made_areas(60, median_people=400)
    solution = solved(areas, 50, 0.2, model)
    assert solution.audit.risk(model) <= 0.2
    assert solution.gap <= 1e-4


def test_rows_sum_to_exactly_one():
    strategy = solved(made_areas(60), 100, 0.2).strategy
    sums = np.bincount(strategy.origin, strategy.probability)
    assert np.all(sums == 1.0)


def test_a_large_area_stays_where_it_is():
    areas = made_areas(20, median_people=10_000)
    solution = solved(areas, 10, 0.3)
    assert solution.expected_move_m == 0.0


def test_the_floor_is_the_largest_weight_over_all_people():
    areas = made_areas(30)
    weight = weights(areas.population, 15, "revised")
    floor = unrestricted_floor(areas.population, 15, "revised", areas.boundary_code)
    assert floor == weight.max() / areas.population.sum()
    with refuses("strategy.risk.too_small"):
        solved(areas, 15, floor * 0.99)
    assert solved(areas, 15, floor * 1.01).audit.revised_risk <= floor * 1.01


@pytest.mark.parametrize("model", ["revised", "wieland"])
def test_lists_that_connect_too_few_people_are_said_to_be_too_short(model):
    """Two pairs of areas far apart: ten people at one of them, of whom nobody can hide eight records."""
    areas = Areas(
        np.array(list("abcd"), dtype=object),
        np.array([10.0, 10.01, 10.0, 10.01]),
        np.array([45.0, 45.0, 46.0, 46.0]),
        np.array([3000.0, 50.0, 5.0, 5.0]),
        np.full(4, 1e6),
    )
    with refuses("strategy.moves.smallest_risk", match=r"2 nearest destinations.*0\.05"):
        solved(areas, 8, 0.05, model, nearest=2)


def test_areas_without_people_do_not_raise_the_floor():
    people, unit = np.array([0.0, 40.0, 60.0]), np.array([0, 1, 1])
    assert unrestricted_floor(people, 9, "wieland", unit, counting=np.array([9.0, 2.0, 3.0])) == 0.03


def test_nobody_crosses_a_boundary():
    unit = np.array(["west", "east"] * 30, dtype=object)
    strategy = solved(made_areas(60, boundary=unit), 40, 0.3).strategy
    assert np.all(unit[strategy.origin] == unit[strategy.destination])


def test_draws_follow_the_table():
    strategy = solved(made_areas(30), 60, 0.25).strategy
    moved = draw(strategy, np.repeat(np.arange(30), 20_000), SeededSource(1))
    share = np.bincount(moved, minlength=len(strategy.origin)) / 20_000
    assert np.abs(share - strategy.probability).max() < 0.02


def test_a_record_in_an_empty_area_is_named():
    areas = made_areas(30)
    areas.population[3] = 0
    strategy = solved(areas, 20, 0.3).strategy
    with refuses("strategy.record.no_people"):
        draw(strategy, np.array([3]), SeededSource(1))


def test_the_audit_finds_a_table_that_tells_too_much():
    people = np.array([10.0, 10.0])
    result = audit([0, 1], [0, 1], [1.0, 1.0], people, 5)
    assert result.revised_risk == pytest.approx(0.5)
    with refuses("strategy.risk.above_bound"):
        require(result, 0.2, "revised")


def test_no_risk_above_the_bound_is_let_through_and_the_bound_itself_is():
    result = audit([0, 1], [0, 1], [1.0, 1.0], np.array([10.0, 10.0]), 5)
    for bound in (0.49, 0.4999999, 0.26):
        with refuses("strategy.risk.above_bound"):
            require(result, bound, "revised")
    require(result, result.revised_risk, "revised")


def test_each_model_is_judged_by_its_own_risk():
    result = audit([0, 0, 1], [0, 1, 1], [0.5, 0.5, 1.0], np.array([2.0, 10.0]), 5)
    assert result.revised_risk < result.wieland_risk
    assert result.risk("revised") == result.revised_risk
    assert result.risk("wieland") == result.wieland_risk
    between = (result.revised_risk + result.wieland_risk) / 2
    require(result, between, "revised")
    with refuses("strategy.risk.above_bound"):
        require(result, between, "wieland")


def test_rows_are_probabilities_to_a_billionth():
    people = np.array([10.0, 10.0])
    audit([0, 1], [0, 1], [1.0, 1.0 - 0.9e-9], people, 5)
    with refuses("strategy.row.not_one"):
        audit([0, 1], [0, 1], [1.0, 1.0 - 1.2e-9], people, 5)


@pytest.mark.parametrize(
    "table",
    [([0, 1], [0, 1], [1.0, 0.9]), ([0], [0], [1.0]), ([0, 0, 1], [0, 0, 1], [0.5, 0.5, 1.0])],
    ids=["row short of 1", "area without a row", "pair given twice"],
)
def test_the_audit_refuses_what_is_no_table_of_probabilities(table):
    with pytest.raises(InputError):
        audit(*table, np.array([10.0, 10.0]), 5)


def test_cancel_ends_the_solve():
    def stop(fraction, text=""):
        raise CancelledError()

    with pytest.raises(CancelledError):
        solve_areas(made_areas(40), None, Request(60, 0.2), stop)


@pytest.mark.parametrize("records, risk", [(0, 0.2), (10**9, 0.2), (5, 0.0), (5, 1.0), (5, float("nan"))])
def test_impossible_numbers_are_refused(records, risk):
    with pytest.raises(InputError):
        check_bounds(made_areas(10), records, risk)


@st.composite
def small_instances(draw):
    """A handful of areas with any populations, some at one point, some empty, and a bound above the floor."""
    count = draw(st.integers(1, 14))
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    spot = generator.integers(0, max(1, count * draw(st.sampled_from([1, 3])) // 3) + 1, count)
    people = np.ceil(generator.lognormal(draw(st.sampled_from([0.5, 2.0, 5.0])), 1.2, count))
    people[generator.random(count) < 0.1] = 0
    people[0] = max(people[0], 1)
    areas = Areas(
        np.array([f"a{i}" for i in range(count)], dtype=object),
        -75 + generator.random(count)[spot % count],
        45 + generator.random(count)[spot % count],
        people,
        np.full(count, 1e4),
    )
    model = draw(st.sampled_from(["revised", "wieland"]))
    records = draw(st.integers(1, int(people.sum())))
    floor = unrestricted_floor(people, records, model, areas.boundary_code)
    risk = floor + draw(st.sampled_from([0.02, 0.1, 0.3, 0.6, 0.9])) * (1 - floor)
    return areas, records, risk, model, draw(st.booleans())


@pytest.mark.slow
@settings(max_examples=150, deadline=None, derandomize=True)
@given(small_instances())
def test_the_optimum_is_that_of_the_direct_solve_and_the_audit_passes(instance):
    areas, records, risk, model, squared = instance
    if not 0 < risk < 1:
        return
    solution = solved(areas, records, risk, model, squared=squared, tolerance=1e-7)
    assert solution.audit.risk(model) <= risk
    rows = areas.population > 0
    people = areas.population[rows]
    cap = caps(people, weights(people, records, model), risk)
    best = direct_solution(people, cap, all_costs(areas, squared)[rows])[0]
    cost = solution.strategy.expected_cost(areas.population, squared)
    assert cost == pytest.approx(best, rel=1e-6, abs=1e-6 * all_costs(areas, squared).max())


@pytest.mark.parametrize("model", ["wieland", "revised"])
def test_the_worst_origin_of_a_destination_is_the_one_it_reveals_most_about(model):
    population = np.array([40.0, 90.0, 60.0])
    table = np.array([[0.6, 0.4, 0.0], [0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])
    origin, destination = np.nonzero(table)
    found = audit(origin, destination, table[origin, destination], population, 10, model)
    risk = 10 * table / (population @ table)  # 10 records, fewer than the people of any area
    assert found.worst_origin.tolist() == risk.argmax(axis=0).tolist()
    np.testing.assert_allclose(found.destination_risk, risk.max(axis=0), rtol=1e-9)


def test_a_table_out_of_an_area_without_people_is_refused_by_its_row_alone():
    population = np.array([40.0, 0.0, 60.0, 0.0])
    with refuses("strategy.origin.no_people", match="1"):
        audit(np.array([0, 1, 2]), np.array([0, 0, 0]), np.ones(3), population, 2)

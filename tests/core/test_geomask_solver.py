# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts about the structured solver: its bound, pairs and repair, and what it says when there is no way."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from geomask_reference import direct_solution
from test_geomask import all_costs, made_areas, solved

from geodeid_plugin.core.base.errors import AuditError, CancelledError, InfeasibleError
from geodeid_plugin.core.geomask.audit import audit
from geodeid_plugin.core.geomask.programme.allpairs import PriceTree, arc_m
from geodeid_plugin.core.geomask.programme.candidates import (
    Destinations,
    areas_sharing_nearest,
    grid_points,
)
from geodeid_plugin.core.geomask.programme.pricing import ListedPairs, knapsack, lower_bound
from geodeid_plugin.core.geomask.programme.programme import Inequality, Request
from geodeid_plugin.core.geomask.solution import audited, rounded_up, solve_areas
from geodeid_plugin.core.geomask.solver import limits
from geodeid_plugin.core.geomask.solver.limits import (
    bracketed,
    enough_nearest,
    local_floor,
    reachable,
    smallest_risk,
)
from geodeid_plugin.core.geomask.strategy import from_table, repaired
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.sphere import haversine_m
from tests.core.geomask_reference import programme_of
from tests.refusals import refuses


def direct_cost(areas, programme, squared=False):
    return direct_solution(programme.people, programme.cap(), all_costs(areas, squared)[programme.area])


@pytest.mark.parametrize("seed", range(8))
def test_no_prices_prove_more_than_the_optimum(seed):
    areas = made_areas(25, seed)
    programme = programme_of(areas, None, 60, 0.25)
    best = direct_cost(areas, programme)[0] * programme.people.sum()
    prices = np.random.default_rng(seed).random(25) * all_costs(areas).max()
    bound, _ = lower_bound(
        programme.pricing_set, prices, programme.people, programme.cap(), np.full(25, np.inf)
    )
    assert bound <= best * (1 + 1e-9)


def strewn(count, seed, spread_deg=0.3):
    """Areas in clumps and alone, over the date line and near a pole too, some at one place."""
    random = np.random.default_rng(seed)
    centre = np.array([[-75.0, 45.0], [179.95, -10.0], [30.0, 89.6]])[random.integers(0, 3, count)]
    place = centre + spread_deg * random.normal(size=(count, 2)) * random.choice([1e-3, 1.0], (count, 1))
    place[: count // 10] = place[count // 10 : 2 * (count // 10)]
    lon, lat = (place[:, 0] + 180) % 360 - 180, np.clip(place[:, 1], -90, 90)
    people = np.ceil(random.lognormal(np.log(20), 1.1, count))
    ids = np.arange(count).astype(object)
    return Areas(ids, lon, lat, people, np.full(count, 1e4))


@pytest.mark.slow
@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_pricing_by_a_tree_finds_the_cheapest_mix_of_every_destination(seed, known, squared):
    count = 700
    areas = strewn(count, seed)
    programme = programme_of(areas, None, 60, 0.1, squared=squared)
    cap, random = programme.cap(), np.random.default_rng(seed)
    # Most prices are alike; a few are so dear that they pay for destinations far away.
    prices = random.random(count) * 3000 * np.where(random.random(count) < 0.02, 1000, 1)
    prices = prices**2 if squared else prices - 500
    cost = all_costs(areas, squared) - prices[:, None]
    destination = np.tile(np.arange(count), count)
    value, margin, _taken = knapsack(destination, cost.ravel(), np.repeat(cap, count), count)
    upper = margin + random.random(count) if known else np.full(count, np.inf)
    wanted = random.random(count) < 0.7
    scale = np.abs(cost).max()
    for asked in (None, wanted):
        priced = programme.pricing_set.price(prices, cap, upper, asked)
        here = np.ones(count, dtype=bool) if asked is None else asked
        assert np.allclose(priced.value[here], value[here], atol=1e-9 * scale)
        assert np.allclose(priced.margin[here], margin[here], atol=1e-9 * scale)
        assert np.isinf(priced.value[~here]).all()
        mixed = np.bincount(priced.destination, cap[priced.origin], count)
        assert ((value >= -1e-9 * scale) | ~here | (mixed >= 1 - 1e-8)).all()


def test_destinations_whose_unit_can_not_fill_a_mix_have_no_value():
    areas = made_areas(60, 3, boundary=np.repeat(np.array(["a", "b"], dtype=object), [57, 3]))
    programme = programme_of(areas, None, 60, 0.2)
    priced = programme.pricing_set.price(np.full(60, 1e4), np.full(60, 0.2), np.full(60, np.inf))
    assert np.isinf(priced.value[57:]).all() and np.isfinite(priced.value[:57]).all()
    assert set(priced.destination) <= set(range(57))


@pytest.mark.slow
def test_the_work_of_a_pricing_grows_with_the_origins_near_and_not_with_all():
    looked_at = {}
    for count in (1000, 8000):
        areas = made_areas(count, 1)
        pricing_set = programme_of(areas, None, 60, 0.2).pricing_set
        prices = np.full(count, 300.0)
        tree = PriceTree(pricing_set.points, np.arange(count))
        caps = pricing_set.points[:50], np.full(50, 100.0)
        group, _ = tree.near(caps, np.zeros(50), (prices, tree.largest(prices)), lambda limit: limit)
        near = arc_m(pricing_set.points[:50, None], pricing_set.points[None]) <= 401
        assert np.array_equal(np.bincount(group, minlength=50), near.sum(axis=1))
        looked_at[count] = len(group)
    assert looked_at[8000] < 4 * max(looked_at[1000], 50)


@pytest.mark.parametrize("seed", range(4))
def test_pricing_of_listed_pairs_is_the_same_whatever_is_known_of_the_margins(seed):
    programme, random = programme_of(strewn(80, seed), None, 60, 0.1, nearest=50), np.random.default_rng(seed)
    listed, cap = programme.pricing_set, programme.cap()
    prices = random.random(80) * 3000
    whole = listed.price(prices, cap, np.full(80, np.inf))
    assert np.isfinite(whole.margin).any() and (whole.value < 0).any()
    for upper in (whole.margin, whole.margin + random.random(80) * 500):
        known = listed.price(prices, cap, upper)
        assert np.array_equal(np.isinf(known.value), np.isinf(whole.value))
        assert np.allclose(known.value, whole.value, atol=1e-9 * 3000)
        assert np.array_equal(known.margin, whole.margin)
        assert np.array_equal(known.origin, whole.origin)
        wanted = random.random(80) < 0.5
        some = listed.price(prices, cap, upper, wanted)
        assert np.allclose(some.value[wanted], whole.value[wanted], atol=1e-9 * 3000)
        assert np.isinf(some.value[~wanted]).all()


@pytest.mark.parametrize("margin", [0.0, 30.0], ids=["counted", "in doubt"])
def test_listed_pairs_are_the_same_pricing_set_as_all_pairs_where_all_are_listed(margin):
    areas = made_areas(30, 4)
    doubt = Inequality(margin=np.full(30, margin))
    programme, same = (programme_of(areas, None, 60, 0.2, nearest=k, inequality=doubt) for k in (None, 30))
    everything, listed = programme.pricing_set, same.pricing_set
    people, weight, cap = programme.people, programme.weight, programme.cap()
    prices = np.random.default_rng(4).random(len(people)) * 3000
    priced = [each.price(prices, cap, np.full(30, np.inf)) for each in (everything, listed)]
    assert np.allclose(priced[0].value, priced[1].value, atol=1e-6)
    assert everything.floor(people, weight) == pytest.approx(listed.floor(people, weight))
    place = listed.gathering_places(people)
    count = len(people)
    total = people @ np.array([listed.distances_m(np.arange(count), np.full(count, j)) for j in range(30)]).T
    assert set(place) == {int(np.argmin(total))}


def test_lists_that_share_no_destination_gather_nobody_and_know_the_floor_of_each_group():
    apart = ListedPairs(np.array([0, 1, 2]), np.array([0, 0, 1]), np.array([1.0, 2.0, 3.0]), 2, False)
    people, weight = np.array([10.0, 30.0, 20.0]), np.array([4.0, 4.0, 4.0])
    assert apart.floor(people, weight) == 4 / 20
    assert apart.gathering_places(people).tolist() == [0, 0, 1]
    chain = ListedPairs(np.array([0, 1, 1, 2]), np.array([0, 0, 1, 1]), np.ones(4), 2, False)
    assert chain.gathering_places(people) is None
    assert chain.floor(people, weight) == 4 / 60


@pytest.mark.parametrize("nearest", [8, 15])
def test_moves_limited_to_the_nearest_are_optimal_among_those(nearest):
    areas = made_areas(60, median_people=200)
    solution = solved(areas, 100, 0.3, nearest=nearest, tolerance=1e-7)
    cost = all_costs(areas)
    # Dearer than any move, but not so dear that HiGHS loses accuracy: that of scipy 1.17 does at 1e7.
    cost[cost > np.sort(cost, axis=1)[:, nearest - 1 : nearest]] = 1e5
    programme = programme_of(areas, None, 100, 0.3)
    best = direct_solution(programme.people, programme.cap(), cost)[0]
    assert solution.expected_move_m == pytest.approx(best, rel=1e-6)
    per_area = np.bincount(solution.strategy.origin)
    assert per_area.max() <= nearest


@pytest.mark.slow
def test_a_stronger_bound_and_fewer_destinations_move_people_farther():
    areas = made_areas(120)
    moves = [solved(areas, 80, risk).expected_move_m for risk in (0.4, 0.2, 0.1)]
    assert moves == sorted(moves)
    assert solved(areas, 80, 0.2, nearest=40).expected_move_m >= moves[1] * (1 - 1e-4)


@pytest.mark.slow
def test_squared_distances_shorten_the_longest_moves():
    areas = made_areas(120)
    plain, squared = solved(areas, 80, 0.2), solved(areas, 80, 0.2, squared=True)
    people = areas.population
    assert squared.strategy.expected_cost(people, True) <= plain.strategy.expected_cost(people, True) * 1.0001
    assert plain.expected_move_m <= squared.expected_move_m * 1.0001


@pytest.mark.slow
def test_few_nearest_destinations_are_refused_with_what_they_allow():
    areas = made_areas(60)
    request = Request(80, 0.1, nearest=4)
    with refuses("strategy.moves.smallest_risk"):
        solve_areas(areas, None, request)
    risk = smallest_risk(areas, None, request)
    assert solved(areas, 80, risk, nearest=4).audit.revised_risk <= risk
    enough = enough_nearest(areas, None, request)
    assert solved(areas, 80, 0.1, nearest=enough).audit.revised_risk <= 0.1


@pytest.mark.slow
@pytest.mark.parametrize("model", ["revised", "wieland"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("all_pairs", [2_000_000, 0])
def test_the_smallest_risk_of_few_destinations_is_that_of_a_direct_solve(model, seed, all_pairs, monkeypatch):
    """Over all pairs at once, and over the nearest, to which those that pay are added."""
    monkeypatch.setattr(limits, "_ALL_PAIRS", all_pairs)
    areas = made_areas(30, seed, median_people=20)
    request = Request(12, 0.0, model, nearest=5)
    proved, found = bracketed(areas, None, request, most=100.0)
    assert 0 < local_floor(areas, None, request) <= proved <= found * (1 + 1e-9) <= proved * 1.011

    def possible(risk):
        programme = programme_of(areas, None, 12, risk, model, 5)
        pairs, beyond = programme.pricing_set, np.ones((30, 30))
        beyond[pairs.origin, pairs.destination] = 0.0
        return direct_solution(programme.people, programme.cap(), beyond)[0] < 1e-9

    assert possible(found * 1.001)
    assert not possible(found / 1.02)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["revised", "wieland"])
@pytest.mark.parametrize("below", [1.5, 1.03])
def test_what_is_out_of_reach_is_proved_and_for_no_risk_that_can_be_reached(model, below):
    areas = made_areas(30, 1, median_people=20)
    request = Request(12, 0.0, model, nearest=5)
    limit = smallest_risk(areas, None, request, most=100.0)
    assert reachable(areas, None, replace(request, risk=limit)) == (True, 0.0)
    found, proved = reachable(areas, None, replace(request, risk=limit / below))
    assert not found and limit / below <= proved <= limit


def test_above_the_largest_risk_that_is_looked_at_there_is_none():
    areas = made_areas(30, median_people=20)
    request = Request(areas.population.sum() - 1, 0.0, "wieland", nearest=2)
    assert smallest_risk(areas, None, request) == np.inf
    assert 1 < smallest_risk(areas, None, request, most=1e6) < 1e6


def test_everybody_at_one_point_moves_nowhere():
    areas = Areas(
        np.arange(8).astype(object), np.full(8, 10.0), np.full(8, 50.0), np.full(8, 25.0), np.full(8, 1e4)
    )
    solution = solved(areas, 20, 0.2)
    assert solution.expected_move_m == 0.0
    assert solution.gap == 0.0
    assert solution.audit.revised_risk <= 0.2


def test_the_smallest_possible_risk_itself_can_be_reached():
    areas = Areas(
        np.arange(5).astype(object), np.arange(5) * 0.01, np.zeros(5), np.full(5, 10.0), np.full(5, 1e4)
    )
    solution = solved(areas, 20, 0.2)
    assert solution.audit.revised_risk == pytest.approx(0.2, rel=1e-12)
    assert solution.smallest_risk == 0.2


def test_destinations_may_differ_from_the_areas():
    areas = made_areas(50)
    lon, lat = grid_points(areas.lon_deg, areas.lat_deg, 1500.0)
    grid = Destinations(lon, lat, np.zeros(len(lon), dtype=np.int64))
    solution = solve_areas(areas, grid, Request(60, 0.25, tolerance=1e-7))
    cost = haversine_m(areas.lon_deg[:, None], areas.lat_deg[:, None], lon, lat)
    programme = programme_of(areas, None, 60, 0.25)
    best = direct_solution(programme.people, programme.cap(), cost)[0]
    assert solution.expected_move_m == pytest.approx(best, rel=1e-6)
    assert areas_sharing_nearest(areas, grid) > 0


def test_households_of_one_person_can_be_origins():
    generator = np.random.default_rng(4)
    areas = Areas(
        np.arange(150).astype(object), generator.random(150) * 0.05, generator.random(150) * 0.05,
        np.ones(150), np.zeros(150),
    )  # fmt: skip
    solution = solved(areas, 20, 0.1)
    assert solution.audit.revised_risk <= 0.1
    assert np.bincount(solution.strategy.destination).max() >= 10


def test_a_boundary_unit_with_too_few_people_is_refused():
    unit = np.array(["large"] * 39 + ["small"], dtype=object)
    with refuses("strategy.risk.too_small"):
        solved(made_areas(40, boundary=unit), 40, 0.3)


def test_a_boundary_unit_without_destinations_is_named():
    unit = np.array(["west"] * 20 + ["east"] * 20, dtype=object)
    areas = made_areas(40, boundary=unit)
    west = Destinations(areas.lon_deg, areas.lat_deg, np.full(40, areas.boundary_code[0]))
    with refuses("strategy.boundary.no_destination"):
        solve_areas(areas, west, Request(10, 0.5))


def test_flows_that_are_slightly_wrong_become_exactly_private():
    areas = made_areas(40)
    programme = programme_of(areas, None, 60, 0.25)
    flow = direct_cost(areas, programme_of(areas, None, 60, 0.2499))[1].ravel()
    noise = np.random.default_rng(2)
    flow = flow * (1 + 1e-4 * noise.standard_normal(flow.size)) - 1e-9 * noise.random(flow.size)
    origin, destination = np.divmod(np.arange(1600), 40)
    strategy = repaired(
        origin, destination, flow, programme.people, programme.cap(), programme.pricing_set.distances_m
    )
    result = audit(strategy.origin, strategy.destination, strategy.probability, areas.population, 60)
    assert result.revised_risk <= 0.25
    assert np.all(np.bincount(strategy.origin, strategy.probability) == 1.0)


@pytest.mark.parametrize("steps", range(-4, 5))
def test_rows_sum_to_exactly_one_where_flows_are_a_few_steps_off(steps):
    """2^53 + 3 is no double: a sum of doubles would say 2^53 + 4, and the row would be one step short."""
    count, step = 8, 2.0**-53
    origin, destination = np.repeat(np.arange(count), count), np.tile(np.arange(count), count)
    table = np.full((count, count), 1 / count)
    table[:, 0] += steps * step
    areas = Areas(
        np.arange(count).astype(object), np.zeros(count), np.zeros(count), np.ones(count), np.ones(count)
    )
    ids = areas.ids
    strategy = from_table(
        ids[origin], ids[destination], table.ravel(), areas, ids, (areas.lon_deg, areas.lat_deg)
    )
    whole = (strategy.probability / step).astype(np.int64)
    assert set(np.bincount(strategy.origin, whole).astype(np.int64)) == {2**53}


def test_flows_that_are_far_from_private_are_refused():
    areas = made_areas(10)
    programme = programme_of(areas, None, 60, 0.25)
    everyone = np.arange(10)
    with refuses("strategy.answer.not_repaired"):
        repaired(
            everyone, everyone, programme.people, programme.people, programme.cap(),
            programme.pricing_set.distances_m,
        )  # fmt: skip


def test_the_audit_never_says_less_than_exact_arithmetic():
    from fractions import Fraction

    areas = made_areas(30)
    strategy = solved(areas, 60, 0.25).strategy
    inflow = {}
    for i, j, probability in zip(strategy.origin, strategy.destination, strategy.probability):
        inflow[j] = inflow.get(j, 0) + Fraction(areas.population[i]) * Fraction(probability)
    exact = max(
        min(60, int(areas.population[i])) * Fraction(probability) / inflow[j]
        for i, j, probability in zip(strategy.origin, strategy.destination, strategy.probability)
    )
    said = audit(strategy.origin, strategy.destination, strategy.probability, areas.population, 60)
    assert Fraction(said.revised_risk) >= exact
    assert exact <= Fraction(25, 100)


def test_a_table_is_read_back_as_the_same_strategy():
    areas = made_areas(30)
    strategy = solved(areas, 60, 0.25).strategy
    read = from_table(
        areas.ids[strategy.origin], areas.ids[strategy.destination], strategy.probability, areas, areas.ids,
        (areas.lon_deg, areas.lat_deg),
    )  # fmt: skip
    assert np.array_equal(read.probability, strategy.probability)
    assert audited(read, areas, None, Request(60, 0.25)).audit.revised_risk <= 0.25


def test_a_table_that_crosses_the_boundary_is_refused():
    areas = made_areas(30)
    strategy = solved(areas, 60, 0.25).strategy
    split = made_areas(30, boundary=np.array(["west", "east"] * 15, dtype=object))
    with refuses("strategy.boundary.crossed"):
        audited(strategy, split, None, Request(60, 0.25))


@pytest.mark.slow
def test_a_time_limit_gives_a_private_strategy_with_its_gap(monkeypatch):
    """The clock gives a second to a step, so that a busy machine gets as far as an idle one."""
    from geodeid_plugin.core.geomask.solver import solve

    steps = itertools.count()
    monkeypatch.setattr(solve, "time", SimpleNamespace(monotonic=lambda: float(next(steps))))
    areas = made_areas(300)
    solution = solve_areas(areas, None, Request(60, 0.1, tolerance=1e-12, seconds=20))
    assert next(steps) < 25
    assert solution.audit.revised_risk <= 0.1
    assert 0 < solution.gap <= 1


@pytest.mark.slow
def test_cancel_is_asked_for_after_every_second_of_work():
    """The processor's seconds and not the clock's, which a busy machine stretches."""
    asked = [time.process_time()]

    def stop_soon(fraction, text=""):
        asked.append(time.process_time())
        if asked[-1] - asked[0] > 2:
            raise CancelledError()

    with pytest.raises(CancelledError):
        solve_areas(made_areas(1500), None, Request(60, 0.02, tolerance=1e-12), stop_soon)
    assert np.diff([*asked, time.process_time()]).max() < 1


@pytest.mark.parametrize("good_steps", [0, 3, 12])
def test_a_breakdown_of_the_solver_yields_a_private_strategy_or_none(monkeypatch, good_steps):
    from geodeid_plugin.core.geomask.solver.interior_point import InteriorPoint

    advance = InteriorPoint.advance
    monkeypatch.setattr(
        InteriorPoint, "advance", lambda point: point.iterations < good_steps and advance(point)
    )
    try:
        solution = solved(made_areas(60), 60, 0.25)
    except AuditError as error:
        assert "nothing is released" in str(error)
    else:
        assert solution.audit.revised_risk <= 0.25


@pytest.mark.slow
@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("unknown", ["u", "v", "t", "x"])
@pytest.mark.parametrize("nonsense", [np.nan, np.inf, -np.inf])
def test_a_step_that_is_no_number_is_not_taken(monkeypatch, unknown, nonsense):
    from geodeid_plugin.core.geomask.solver.interior_point import InteriorPoint

    direction = InteriorPoint.direction

    def breaks_down(point):
        step, primal, dual = direction(point)
        if point.iterations == 8:
            step = replace(step, **{unknown: np.full_like(getattr(step, unknown), nonsense)})
        return step, primal, dual

    monkeypatch.setattr(InteriorPoint, "direction", breaks_down)
    solution = solved(made_areas(60), 80, 0.2, nearest=20)
    assert solution.audit.revised_risk <= 0.2
    assert np.isfinite(solution.expected_move_m)


@pytest.mark.slow
@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_looking_for_what_few_destinations_allow_warns_of_no_arithmetic():
    areas = made_areas(60)
    assert 0.1 < smallest_risk(areas, None, Request(80, 0.1, nearest=4)) < 1
    assert enough_nearest(areas, None, Request(80, 0.1, nearest=4)) > 4


@pytest.mark.slow
@pytest.mark.parametrize("garbage", [np.nan, 0.0, -1.0, 1e300])
def test_nonsense_from_the_solver_is_never_released(monkeypatch, garbage):
    from geodeid_plugin.core.geomask.solver.interior_point import InteriorPoint

    flow = InteriorPoint.flow.fget
    monkeypatch.setattr(InteriorPoint, "flow", property(lambda point: np.full_like(flow(point), garbage)))
    try:
        solution = solved(made_areas(30), 60, 0.25)
    except (AuditError, InfeasibleError) as error:
        assert str(error)
    else:
        assert solution.audit.revised_risk <= 0.25


def test_the_risk_that_is_said_is_never_below_the_one_that_is_possible():
    for risk in (0.2, 1 / 3, 0.123456, 1e-5):
        assert float(rounded_up(risk)) >= risk * (1 - 1e-12)


@pytest.mark.slow
def test_new_york_county_moves_people_as_little_as_published(real_data):
    import sqlite3
    from contextlib import closing

    file = real_data("us_blockgroups/blockgroups2000.gpkg")
    with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as store:
        rows = store.execute(
            "SELECT popcen_lon, popcen_lat, pop2000 FROM new_york_county_36061 WHERE popcen_lon IS NOT NULL"
        ).fetchall()
    lon, lat, people = (np.array(values, dtype=float) for values in zip(*rows))
    areas = Areas(np.arange(len(lon)).astype(object), lon, lat, people, np.full(len(lon), 1e4))
    solution = solved(areas, 1, 1 / 20_000, "wieland", nearest=100, tolerance=1e-3)
    assert solution.audit.wieland_risk <= 1 / 20_000
    assert solution.expected_move_m == pytest.approx(265, rel=0.03)

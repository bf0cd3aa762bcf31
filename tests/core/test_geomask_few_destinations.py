# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts about searches over few destinations, where a crowd holds many areas."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from test_geomask import made_areas

from geodeid_plugin.core.base.errors import AuditError
from geodeid_plugin.core.geomask import solution
from geodeid_plugin.core.geomask.audit import audit
from geodeid_plugin.core.geomask.programme.allpairs import AllPairs
from geodeid_plugin.core.geomask.programme.candidates import Destinations
from geodeid_plugin.core.geomask.programme.programme import Request
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geomask.solver import forecast as forecasting
from geodeid_plugin.core.geomask.solver import taken
from geodeid_plugin.core.geomask.solver.forecast import forecast
from geodeid_plugin.core.geomask.solver.interior_point import ByDestination, ByOrigin
from geodeid_plugin.core.geomask.solver.solve import search
from geodeid_plugin.core.geomask.solver.taken import expected_first, first_destinations, search_taken
from tests.core.geomask_reference import programme_of

RECORDS, RISK = 300, 0.2


def strong(count: int = 300, seed: int = 0, boundary=None, squared: bool = False):
    """Areas whose crowds of 1 500 people hold some eighty of them."""
    areas = made_areas(count, seed, boundary=boundary)
    return areas, programme_of(areas, None, RECORDS, RISK, "wieland", squared=squared)


def risk_of(found, areas) -> float:
    table = found.strategy
    return audit(
        table.origin, table.destination, table.probability, areas.population, RECORDS, "wieland"
    ).wieland_risk


def system(seed: int, alone: bool):
    """Right sides and coefficients of one step; ``alone``: a destination without privacy rows."""
    generator = np.random.default_rng(seed)
    n, m = 60, 20
    origin, destination = np.meshgrid(np.arange(n), np.arange(m))
    kept = generator.random((m, n)) < 0.4
    origin, destination = origin[kept], destination[kept]
    cap = generator.uniform(0.1, 0.9, n)
    cap[:3] = 1
    beta = np.where(cap[origin] < 1, np.exp(generator.normal(0, 3, len(origin))), 0.0)
    if alone:
        beta[destination == 4] = 0.0
    z_over_x = np.exp(generator.normal(0, 3, len(origin)))
    given = 1 / (z_over_x + beta), beta, z_over_x, np.exp(generator.normal(-5, 1, n))
    right = [generator.normal(size=size) for size in (len(origin), m, m, n)]
    return (origin, destination, cap, m), given, right


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_eliminating_origins_or_destinations_gives_the_same_step(seed, alone):
    shape, given, right = system(seed, alone)
    steps = []
    for form in (ByOrigin, ByDestination):
        newton = form(*shape)
        assert newton.factor(*given)
        steps.append(newton.step(*right))
    assert newton.by_columns
    for one, other in zip(*steps):
        assert np.allclose(one, other, rtol=0, atol=1e-8 * np.abs(one).max())


def test_where_two_unknowns_a_destination_cannot_be_factored_origins_are(monkeypatch):
    shape, given, right = system(0, False)
    newton = ByDestination(*shape)
    monkeypatch.setattr(newton, "factored_columns", lambda diagonal: False)
    assert newton.factor(*given)
    plain = ByOrigin(*shape)
    plain.factor(*given)
    for one, other in zip(newton.step(*right), plain.step(*right)):
        assert np.array_equal(one, other)


@pytest.mark.slow
@pytest.mark.parametrize("squared", [False, True])
def test_the_tolerance_holds_over_all_destinations(squared):
    areas, programme = strong(300, squared=squared)
    best = search(programme, 1e-4)
    people = programme.people
    cost = best.strategy.expected_cost(people, squared) * people.sum()
    for tolerance in (0.02, 1e-3):
        found = search_taken(programme, tolerance)
        assert risk_of(found, areas) <= RISK
        assert found.gap(programme) <= tolerance
        assert found.bound <= cost
        assert found.strategy.expected_cost(people, squared) * people.sum() >= best.bound
        assert len(np.unique(found.strategy.destination)) < 0.4 * len(people)


@pytest.mark.slow
def test_what_few_destinations_send_stays_inside_its_boundary_unit():
    boundary = np.repeat(np.array(["a", "b"], dtype=object), 150)
    areas, programme = strong(300, 2, boundary=boundary)
    table = search_taken(programme, 0.02).strategy
    code = areas.boundary_code
    assert (code[table.origin] == code[table.destination]).all()


@pytest.mark.slow
def test_a_unit_keeps_a_destination_however_few_people_it_sends(monkeypatch):
    monkeypatch.setattr(taken, "_IDLE", 1e6)
    boundary = np.repeat(np.array(["a", "b"], dtype=object), 150)
    areas, programme = strong(300, 2, boundary=boundary)
    found = search_taken(programme, 0.02)
    assert found is None or risk_of(found, areas) <= RISK


@pytest.mark.slow
def test_destinations_of_their_own_are_priced_too():
    """Destinations that are no areas: a bound over all of them is never above a strategy over all."""
    areas, _programme = strong(300, 3)
    generator = np.random.default_rng(1)
    pick = generator.choice(300, 500)
    target = Destinations(
        areas.lon_deg[pick] + generator.normal(0, 1e-3, 500),
        areas.lat_deg[pick] + generator.normal(0, 1e-3, 500),
        areas.boundary_code[pick],
    )
    programme = programme_of(areas, target, RECORDS, RISK, "wieland")
    found, best = search_taken(programme, 5e-3), search(programme, 1e-3)
    people = programme.people
    assert found.gap(programme) <= 5e-3
    assert found.bound <= best.strategy.expected_cost(people, False) * people.sum()


@pytest.mark.slow
def test_destinations_that_have_an_inflow_are_all_kept():
    _areas, programme = strong(400, 5)
    pairs = programme.pricing_set
    tied = np.array([3, 77, 200])
    held = AllPairs(pairs.origin_deg, pairs.origin_unit, pairs.target_deg, pairs.target_unit, False, tied)
    fixed = replace(
        programme,
        people=np.r_[programme.people, 40.0, 9.0, 2.0],
        weight=np.r_[programme.weight, RISK * np.array([40.0, 30.0, 10.0])],
        pricing_set=held,
    )
    assert np.isin(tied, first_destinations(fixed)).all()
    found = search_taken(fixed, 0.01)
    whole = search(fixed, 1e-3)
    cost = found.strategy.expected_cost(fixed.people, False)
    assert found.gap(fixed) <= 0.01
    assert cost <= whole.strategy.expected_cost(fixed.people, False) * 1.01


def test_under_the_revised_bound_small_areas_ask_for_few_others_and_are_searched_as_a_whole():
    areas, _programme = strong()
    assert search_taken(programme_of(areas, None, RECORDS, RISK), 0.02) is None
    assert expected_first(areas.population, areas.population / RISK) is None


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("weight", [0.0, -3.0])
def test_where_no_row_says_anything_there_is_nothing_to_begin_with(weight):
    _areas, programme = strong()
    assert first_destinations(replace(programme, weight=np.full(300, weight))) is None


def test_areas_without_a_row_stay_where_they_are():
    _areas, programme = strong()
    weight = programme.weight.copy()
    weight[:10] = -1.0
    found = search_taken(replace(programme, weight=weight), 0.02)
    assert found is None or found.gap(replace(programme, weight=weight)) <= 0.02


def test_listed_destinations_are_searched_as_they_are():
    areas, _programme = strong()
    assert search_taken(programme_of(areas, None, RECORDS, RISK, "wieland", nearest=200), 0.02) is None


@pytest.mark.slow
def test_fewer_stray_destinations_are_left_where_the_tolerance_allows_it():
    _areas, programme = strong(400, 6)
    people = programme.people

    def strays(found) -> int:
        table = found.strategy
        inflow = np.bincount(table.destination, people[table.origin] * table.probability)
        return int(((inflow > 0) & (inflow < 5)).sum())

    plain, clean = search_taken(programme, 0.01), search_taken(programme, 0.01, carried=5.0)
    assert clean.gap(programme) <= 0.01
    assert strays(clean) <= strays(plain) and strays(clean) <= 3


@pytest.mark.slow
def test_what_is_said_on_the_way_is_true_of_the_whole(monkeypatch):
    """How near searches over few destinations are to their own optimum is kept from the user."""
    _areas, programme = strong(400)
    said, gaps = [], []
    keep = taken.Taken.keep

    def kept(state, found):
        keep(state, found)
        gaps.append(state.gap)

    def listen(_fraction, text=""):
        if "within" in str(text):
            said.append(float(str(text).split("within ")[1].split(" %")[0]) / 100)

    monkeypatch.setattr(taken.Taken, "keep", kept)
    search_taken(programme, 1e-3, progress=listen)
    assert len(said) >= 2
    assert np.allclose(said, gaps, rtol=0.01)


@pytest.mark.slow
def test_a_search_that_fails_hands_over_to_the_whole(monkeypatch):
    areas, _programme = strong()

    def fails(*_given):
        raise AuditError("strategy.bound.not_exact", "nothing is released")

    monkeypatch.setattr(taken, "search", fails)
    solved = solve_areas(areas, None, Request(RECORDS, RISK, "wieland", tolerance=0.05))
    assert solved.gap <= 0.05 and solved.audit.wieland_risk <= RISK


@pytest.mark.slow
def test_rounds_without_gain_hand_over_to_the_whole(monkeypatch):
    _areas, programme = strong()
    monkeypatch.setattr(taken.Taken, "chosen_next", lambda self, *_given: self.columns)
    assert search_taken(programme, 1e-4) is None


def test_less_time_and_memory_are_foretold_where_few_destinations_do(monkeypatch):
    areas = made_areas(2000, 3)
    request = Request(300, RISK, "wieland", tolerance=0.05)
    few = forecast(areas, request)
    monkeypatch.setattr(forecasting, "expected_first", lambda *_given: None)
    all_of_them = forecast(areas, request)
    assert few.seconds < 0.7 * all_of_them.seconds
    assert few.memory_bytes < all_of_them.memory_bytes


@pytest.mark.slow
def test_a_time_limit_counts_both_searches_together(monkeypatch):
    """Few destinations that miss the tolerance leave the search of all what is left of the time, no more."""
    areas, _programme = strong()
    given = {}

    def slow(programme, tolerance, seconds, progress, carried):
        given["few"] = seconds
        time.sleep(0.3)

    def single(programme, tolerance, seconds, progress):
        given["all"] = seconds
        return search(programme, tolerance)

    monkeypatch.setattr(solution, "search_taken", slow)
    monkeypatch.setattr(solution, "search", single)
    solve_areas(areas, None, Request(RECORDS, RISK, "wieland", tolerance=0.05, seconds=10.0))
    assert given["few"] == 10.0 and given["all"] <= 9.7


@pytest.mark.slow
def test_a_search_that_the_time_cuts_short_leaves_the_table_before_it(monkeypatch):
    areas, programme = strong()
    times, calls = iter([0.0, 0.0, 0.0, 0.0, *[1e9] * 1_000_000]), []

    def cut_short(*given):
        calls.append(given)
        if len(calls) > 1:
            raise AuditError("strategy.bound.not_exact", "nothing is released")
        return search(*given)

    monkeypatch.setattr(taken, "search", cut_short)
    monkeypatch.setattr(taken, "time", SimpleNamespace(monotonic=lambda: next(times)))
    found = search_taken(programme, 1e-5, 5.0)
    assert len(calls) == 2 and risk_of(found, areas) <= RISK


@pytest.mark.slow
def test_once_the_time_is_up_the_table_at_hand_is_taken_and_keeps_the_risk(monkeypatch):
    areas, programme = strong()
    clock = iter([0.0, 0.0, *[1e9] * 1_000_000])
    monkeypatch.setattr(taken, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    found = search_taken(programme, 1e-5, 5.0)
    assert risk_of(found, areas) <= RISK
    assert found.gap(programme) > 1e-5

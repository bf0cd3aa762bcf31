# SPDX-License-Identifier: GPL-2.0-or-later
"""A longest move and costs of one's own, against the programme solved by HiGHS over the pairs allowed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.optimize import linprog
from test_geomask import made_areas
from test_geomask_promise import areas_at, posterior

from geodeid_plugin.core.base.errors import InfeasibleError
from geodeid_plugin.core.geomask.audit import audit
from geodeid_plugin.core.geomask.programme import candidates
from geodeid_plugin.core.geomask.programme.candidates import Costs, Destinations, candidate_pairs
from geodeid_plugin.core.geomask.programme.programme import Inequality, Request
from geodeid_plugin.core.geomask.releases.reading import read_together
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geometry.areas import Areas
from tests.refusals import refuses


def apart_m(areas):
    """Distances between the areas, by the law of cosines on the sphere."""
    lon, lat = np.radians(areas.lon_deg), np.radians(areas.lat_deg)
    cosine = np.sin(lat)[:, None] * np.sin(lat) + np.cos(lat)[:, None] * np.cos(lat) * np.cos(
        lon[:, None] - lon
    )
    away = 6_371_008.8 * np.arccos(np.clip(cosine, -1, 1))
    np.fill_diagonal(away, 0.0)
    return away


def between(away, share):
    """A longest move that no rounding of distances decides: in the middle between two of them."""
    there = np.unique(away[away > 0].round(1))
    at = int(share * (len(there) - 1))
    while there[at + 1] - there[at] < 1:
        at += 1
    return float(there[at : at + 2].mean())


def said_m(text):
    """The metres at the start of a text."""
    return float("".join(one for one in text.split(" m")[0] if one.isdigit()))


def least_cost(people, weight, risk, cost, allowed):
    """Mean cost of (1) to (5) with P_ij = 0 where a move is not allowed; None without a strategy."""
    n, m = cost.shape
    whole, private = np.zeros((n, n * m)), []
    for i in range(n):
        whole[i, i * m : (i + 1) * m] = 1
        for j in range(m):
            row = np.zeros(n * m)
            row[j::m] = -risk * people
            row[i * m + j] += weight[i]
            private.append(row)
    found = linprog(
        (cost * people[:, None]).ravel() / people.sum() / cost.max(), A_ub=np.array(private),
        b_ub=np.zeros(n * m), A_eq=whole, b_eq=np.ones(n),
        bounds=[(0, None if free else 0) for free in allowed.ravel()], method="highs",
    )  # fmt: skip
    return found.fun * cost.max() if found.status == 0 else None


def weights_of(model, people, records):
    return np.full(len(people), float(records)) if model == "wieland" else np.minimum(people, records)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["revised", "wieland"])
@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_longest_move_is_kept_and_the_gap_is_proved(model, squared, seed):
    areas, records, risk = made_areas(18, seed), 25, 0.3
    away, n = apart_m(areas), areas.population.astype(float)
    for share in (0.5, 0.25):
        longest = between(away, share)
        request = Request(records, risk, model, squared=squared, longest_m=longest, tolerance=1e-6)
        cost = away**2 if squared else away
        best = least_cost(n, weights_of(model, n, records), risk, cost, away <= longest)
        if best is None:
            with pytest.raises(InfeasibleError):
                solve_areas(areas, None, request)
            continue
        solution = solve_areas(areas, None, request)
        table = solution.strategy
        assert (away[table.origin, table.destination] <= longest * (1 + 1e-6)).all()
        reached = table.expected_cost(n, squared)
        assert reached * (1 - solution.gap) <= best * (1 + 1e-6) <= reached * (1 + 2e-6)
        assert solution.gap < 1e-4 and solution.audit.risk(model) <= risk


@pytest.mark.slow
@pytest.mark.parametrize("longest_share", [None, 0.6])
@pytest.mark.parametrize("seed", range(4))
def test_costs_of_ones_own_are_minimised_over_the_moves_that_they_name(seed, longest_share):
    rng, areas, records, risk = np.random.default_rng(seed), made_areas(16, seed), 20, 0.35
    away, n = apart_m(areas), areas.population.astype(float)
    allowed, minutes = rng.random((16, 16)) < 0.7, rng.uniform(1, 60, (16, 16))
    origin, destination = np.nonzero(allowed & ~np.eye(16, dtype=bool))
    costs = Costs.of(origin, destination, minutes[origin, destination], staying=16)
    allowed |= np.eye(16, dtype=bool)
    np.fill_diagonal(minutes, 0.0)
    longest = None if longest_share is None else between(away, longest_share)
    within = allowed if longest is None else allowed & (away <= longest)
    best = least_cost(n, weights_of("revised", n, records), risk, minutes, within)
    assert best is not None
    solution = solve_areas(
        areas, None, Request(records, risk, costs=costs, longest_m=longest, tolerance=1e-6)
    )
    table = solution.strategy
    assert within[table.origin, table.destination].all()
    reached = (n[table.origin] * table.probability) @ minutes[table.origin, table.destination] / n.sum()
    assert reached * (1 - solution.gap) <= best * (1 + 1e-6) <= reached * (1 + 2e-6) and solution.gap < 1e-4
    assert solution.expected_move_m == pytest.approx(
        (n[table.origin] * table.probability) @ away[table.origin, table.destination] / n.sum(), rel=1e-6
    )


@pytest.mark.parametrize("cost", [0.0, 7.0, 1e9, "own"])
def test_costs_without_a_difference_are_no_trouble(cost):
    areas, (origin, destination) = made_areas(25, 2), np.divmod(np.arange(625), 25)
    costs = np.where(origin == destination, 0.0, 1.0) if cost == "own" else np.full(625, cost)
    solution = solve_areas(areas, None, Request(30, 0.2, costs=Costs.of(origin, destination, costs)))
    assert solution.gap < 1e-3 and solution.audit.revised_risk <= 0.2


@pytest.mark.slow
def test_distances_given_as_costs_are_distances():
    areas = made_areas(20, 1)
    away = apart_m(areas)
    origin, destination = np.divmod(np.arange(400), 20)
    as_costs = Costs.of(origin, destination, away.ravel())
    for squared in (False, True):
        plain, other = (
            solve_areas(areas, None, Request(30, 0.3, costs=costs, squared=squared, tolerance=1e-6))
            for costs in (None, as_costs)
        )
        assert other.expected_move_m == pytest.approx(plain.expected_move_m, rel=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["revised", "wieland"])
@pytest.mark.parametrize("seed", range(3))
def test_who_finds_too_few_people_is_named_with_the_distance_that_would_do(model, seed):
    areas, records, risk = made_areas(18, seed), 25, 0.2
    away, n = apart_m(areas), areas.population.astype(float)
    weight, longest = weights_of(model, n, records), between(away, 0.02)
    with refuses("strategy.moves.no_risk", match="finds too few people there") as error:
        solve_areas(areas, None, Request(records, risk, model, longest_m=longest))
    text = str(error.value)
    enough = said_m(text.split("up to ")[-1])
    near = away <= longest
    alone = [i for i in range(18) if weight[i] > risk * n[(near & near[i]).any(axis=1)].sum() * (1 + 1e-12)]
    assert alone and all(str(areas.ids[i]) in text for i in alone[:3])
    assert least_cost(n, weight, risk, away + 1, away <= enough) is not None
    assert least_cost(n, weight, risk, away + 1, away <= enough / 1.06) is None
    assert solve_areas(areas, None, Request(records, risk, model, longest_m=enough)).audit.risk(model) <= risk


def test_an_area_without_a_destination_in_reach_is_named_with_the_distance_that_would_do():
    areas = made_areas(8, 0)
    far = Destinations(areas.lon_deg[:1] + 1.0, areas.lat_deg[:1], areas.boundary_code[:1])
    with refuses("strategy.longest_move.no_destination", match="500") as error:
        solve_areas(areas, far, Request(10, 0.5, longest_m=500.0))
    enough = said_m(str(error.value).split("longest move of ")[1])
    assert len(candidate_pairs(areas, far, longest_m=enough)) == 8
    with refuses("strategy.longest_move.no_destination"):
        candidate_pairs(areas, far, longest_m=enough - 2)


def test_costs_that_are_none_or_name_nobody_are_refused():
    one, two = np.array([0, 1]), np.array([1, 0])
    for wrong in (np.array([1.0, -1.0]), np.array([1.0, np.nan]), np.array([np.inf, 1.0])):
        with refuses("strategy.costs.negative"):
            Costs.of(one, two, wrong)
    with refuses("strategy.costs.repeated"):
        Costs.of(np.array([0, 0]), np.array([1, 1]), np.ones(2))
    areas = made_areas(4, 0)
    with refuses("strategy.costs.no_destination"):
        candidate_pairs(areas, None, costs=Costs.of(one, two, np.ones(2)))
    kept = Costs.of(np.array([2]), np.array([2]), np.array([5.0]), staying=4)
    assert sorted(zip(kept.origin, kept.cost)) == [(0, 0.0), (1, 0.0), (2, 5.0), (3, 0.0)]


def test_more_moves_than_can_be_listed_are_refused(monkeypatch):
    monkeypatch.setattr(candidates, "_MOST_PAIRS", 100)
    with refuses("strategy.longest_move.too_many_moves"):
        candidate_pairs(made_areas(30, 0), None, longest_m=1e6)


def test_a_longest_move_that_would_allow_more_than_can_be_listed_is_not_proposed(monkeypatch):
    areas = made_areas(18, 0)
    request = Request(25, 0.2, longest_m=between(apart_m(areas), 0.02))
    monkeypatch.setattr(candidates, "_MOST_PAIRS", len(request.pairs(areas, None)))
    with refuses("strategy.moves.no_risk", match="finds too few people there") as error:
        solve_areas(areas, None, request)
    assert "allow moves of up to" not in str(error.value)


def test_the_boundary_holds_whatever_costs_and_distances_say():
    areas = made_areas(12, 0)
    halves = Areas(
        areas.ids, areas.lon_deg, areas.lat_deg, areas.population, areas.area_m2,
        boundary=np.array(["west", "east"] * 6, dtype=object),
    )  # fmt: skip
    origin, destination = np.divmod(np.arange(144), 12)
    for more in ({"longest_m": 1e6}, {"costs": Costs.of(origin, destination, np.ones(144))}):
        table = solve_areas(halves, None, Request(10, 0.5, **more)).strategy
        assert (halves.boundary_code[table.origin] == halves.boundary_code[table.destination]).all()


@pytest.mark.slow
@pytest.mark.parametrize("moves", ["longest", "costs"])
def test_who_knows_the_longest_move_and_the_costs_is_no_surer_of_anybody_than_the_bound(moves):
    """Every release of tiny worlds, by the exact posterior: the table, with its zeros, is what is known."""
    rng, worlds, releases, highest = np.random.default_rng(5), 0, 0, 0.0
    while worlds < 6:
        n = int(rng.integers(4, 7))
        people, records = rng.integers(1, 5, n).astype(float), int(rng.integers(2, 4))
        risk, ratio = float(rng.choice([0.4, 0.5, 0.7])), (1.0, 2.0)[worlds % 2]
        if records > 0.6 * people.sum():
            continue
        areas = areas_at(rng.random((n, 2)), people)
        away = apart_m(areas)
        named = rng.random((n, n)) < 0.8
        more = (
            {"longest_m": between(away, 0.7)}
            if moves == "longest"
            else {"costs": Costs.of(*np.nonzero(named), rng.uniform(0, 9, int(named.sum())), staying=n)}
        )
        request = Request(records, risk, "wieland", inequality=Inequality(ratio), **more)
        try:
            table = solve_areas(areas, None, request, explained=False).strategy
        except InfeasibleError:
            continue
        worlds += 1
        chance = np.zeros((n, n))
        chance[table.origin, table.destination] = table.probability
        assert (chance == 0).sum() > (away > more["longest_m"]).sum() - 1 if moves == "longest" else True
        rates = (
            [np.array(one) for one in itertools.product((1.0, ratio), repeat=n)]
            if ratio > 1
            else [np.ones(n)]
        )
        for dots in itertools.combinations_with_replacement(range(n), records):
            told = [posterior(rate[:, None] * chance, people, dots) for rate in rates]
            if told[0] is None:
                continue
            truth, releases = float(np.max(told)), releases + 1
            assert truth <= risk * (1 + 1e-9)
            proved = read_together(table, people, np.array(dots), records, Inequality(ratio)).anybody
            assert truth <= proved * (1 + 1e-7) + 1e-9
            highest = max(highest, truth / risk)
        assert (
            audit(table.origin, table.destination, table.probability, people, records, "wieland").wieland_risk
            <= risk
        )
    assert releases > 40 and highest > 0.5

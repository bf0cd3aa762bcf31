# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts about large programmes: destinations that carry people."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from test_geomask import all_costs, made_areas, solved

from geodeid_plugin.core.geomask.programme.allpairs import AllPairs
from geodeid_plugin.core.geomask.programme.pricing import knapsack
from geodeid_plugin.core.geomask.programme.programme import programme_of
from geodeid_plugin.core.geomask.programme.request import Request
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geomask.solver.fewer.carrying import carrying


@pytest.mark.slow
@pytest.mark.parametrize("nearest", [None, 60])
@pytest.mark.parametrize("model", ["revised", "wieland"])
def test_destinations_that_carry_people_move_them_no_farther_than_the_tolerance(model, nearest):
    areas = made_areas(300, 5)
    risk = 0.2 if model == "revised" else 0.3
    request = Request(60, risk, model, nearest, tolerance=1e-3)
    over_all = solve_areas(areas, None, request)
    over_few = solve_areas(areas, None, replace(request, carried=2.0))
    best = solve_areas(areas, None, replace(request, tolerance=1e-6))
    assert (over_few.audit.inflow < 2).sum() < 0.2 * (over_all.audit.inflow < 2).sum()
    assert len(over_few.audit.destination) < 0.9 * len(over_all.audit.destination)
    assert over_few.audit.risk(model) <= risk
    assert over_few.gap <= 1e-3
    # The gap holds over all destinations: the optimum over them is not below the bound.
    assert over_few.expected_move_m * (1 - over_few.gap) <= best.expected_move_m * (1 + 1e-9)


@pytest.mark.slow
def test_destinations_that_carry_people_stay_inside_their_boundary_unit():
    areas = made_areas(200, 2, boundary=np.repeat(np.array(["a", "b"], dtype=object), 100))
    solution = solved(areas, 60, 0.2, carried=2.0)
    code = areas.boundary_code
    assert (code[solution.strategy.origin] == code[solution.strategy.destination]).all()
    assert solution.audit.revised_risk <= 0.2


def test_every_origin_keeps_the_destination_that_it_is_sent_to_most():
    areas = made_areas(80, 1)
    programme = programme_of(areas, None, 60, 0.2)
    strategy = solved(areas, 60, 0.2).strategy
    kept = carrying(strategy, programme, np.inf)
    likeliest = [
        strategy.destination[strategy.origin == i][strategy.probability[strategy.origin == i].argmax()]
        for i in range(80)
    ]
    assert kept.tolist() == sorted(set(likeliest))


def test_where_leaving_destinations_out_costs_too_much_they_are_kept():
    areas = made_areas(60, 3)
    plain = solved(areas, 60, 0.2, tolerance=1e-4)
    kept = solved(areas, 60, 0.2, tolerance=1e-4, carried=1e6)
    assert kept.expected_move_m == plain.expected_move_m
    assert kept.gap <= 1e-4


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_inflows_that_are_there_already_are_priced_with_the_others(seed, known):
    """Compared with a list of all pairs, in which each inflow is an origin of its own with one pair."""
    count, random = 150, np.random.default_rng(seed)
    areas = made_areas(count, seed)
    tied = np.flatnonzero(random.random(count) < 0.4)
    every = programme_of(areas, None, 60, 0.1).pricing_set
    pairs = AllPairs(every.origin_deg, every.origin_unit, every.target_deg, every.target_unit, False, tied)
    total = count + len(tied)
    origin = np.r_[np.repeat(np.arange(count), count), count + np.arange(len(tied))]
    destination = np.r_[np.tile(np.arange(count), count), tied]
    away = np.r_[all_costs(areas).ravel(), np.zeros(len(tied))]
    price, cap = 3000 * random.random(total), random.uniform(0.005, 0.4, total)
    value, margin, _taken = knapsack(destination, away - price[origin], cap[origin], count)
    upper = margin + 1 if known else np.full(count, np.inf)
    priced = pairs.price(price, cap, upper)
    assert np.allclose(priced.value, value, atol=1e-5) and np.allclose(priced.margin, margin, atol=1e-5)
    assert np.allclose(pairs.distances_m(origin, destination), away, atol=1e-4)
    assert pairs.allowed(origin, destination).all()
    assert not pairs.allowed(np.arange(count, total), (tied + 1) % count).any()
    mixed = priced.origin >= count
    assert mixed.any() and (tied[priced.origin[mixed] - count] == priced.destination[mixed]).all()

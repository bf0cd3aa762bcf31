# SPDX-License-Identifier: GPL-2.0-or-later
"""The upper bound by fractional packing: never below what integer programmes prove, below division."""

import numpy as np
import pytest
from scipy.optimize import linprog
from test_clustering_optimum import most_disjoint, smallest_connected_sets, unit_of

from geodeid_plugin.core.clustering import packing
from geodeid_plugin.core.clustering.objective import Bounds, Tallies, most_clusters, requirements
from geodeid_plugin.core.clustering.packing import packing_bound
from geodeid_plugin.core.clustering.search import Options, cluster_areas


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_the_bound_lies_between_the_proven_optimum_and_division(seed, monkeypatch):
    monkeypatch.setattr(packing, "MOST_SETS", 100_000)
    source = np.random.default_rng(seed)
    areas, pairs = unit_of(int(source.integers(10, 22)), source)
    people = np.round(areas.population * source.choice([0.2, 1, 3], len(areas.population)))
    needs = requirements(Tallies(people), Bounds(population=2500))
    plain = int(most_clusters(needs, np.zeros(len(people), dtype=int)).sum())
    bound = packing_bound(pairs[:, 0], pairs[:, 1], needs, plain)
    sets = smallest_connected_sets(pairs, people, 2500)
    assert {
        frozenset(row) for rows in packing.least_sets(*pairs.T, needs, len(people)) for row in rows.tolist()
    } == set(sets)
    assert most_disjoint(sets, len(people)) <= bound <= plain
    inside = np.array([[at in members for members in sets] for at in range(len(people))], dtype=float)
    best = -linprog(-np.ones(len(sets)), A_ub=inside, b_ub=np.ones(len(people)), method="highs").fun
    assert bound <= max(np.floor(best * 1.002 + 1e-9), 1)


@pytest.mark.slow
def test_bounds_on_several_columns_are_priced_together():
    source = np.random.default_rng(3)
    areas, pairs = unit_of(30, source)
    cases = source.poisson(4, 30).astype(float)
    tallies, bounds = Tallies(areas.population, cases), Bounds(population=2000, fewest_cases=11)
    found = cluster_areas(areas, pairs, tallies, bounds, Options("normal"))
    quick = cluster_areas(areas, pairs, tallies, bounds, Options("quick"))
    assert found.count <= found.bound <= quick.bound


def test_what_would_take_too_long_or_can_break_keeps_the_plain_bound(monkeypatch):
    areas, pairs = unit_of(40, np.random.default_rng(4))
    needs = requirements(Tallies(areas.population), Bounds(population=2000))
    risky = requirements(Tallies(areas.population, areas.population / 2), Bounds(population=2000, cases=0.2))
    assert packing_bound(*pairs.T, risky, 77) == 77
    monkeypatch.setattr(packing, "MOST_SETS", 1)
    assert packing_bound(*pairs.T, needs, 77) == 77

# SPDX-License-Identifier: GPL-2.0-or-later
"""How near the search comes to the largest possible number of clusters, proven by set packing."""

import numpy as np
import pytest
from scipy.optimize import Bounds as Limits
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csc_matrix
from scipy.spatial import Delaunay

from geodeid_plugin.core.clustering.objective import Bounds, Tallies
from geodeid_plugin.core.clustering.search import cluster_areas
from geodeid_plugin.core.geometry.areas import Areas


def unit_of(n, generator):
    """A connected unit of n areas with lognormal populations on a Delaunay graph."""
    xy = generator.random((n, 2)) * 0.1
    triangles = Delaunay(xy).simplices
    pairs = np.unique(np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]],
                                              triangles[:, [0, 2]]]), axis=1), axis=0)  # fmt: skip
    population = np.round(generator.lognormal(6.3, 0.8, n))
    ids = np.array([f"A{i:03d}" for i in range(n)], dtype=object)
    return Areas(ids, xy[:, 0], xy[:, 1], population, np.full(n, 1e4)), pairs


def smallest_connected_sets(pairs, population, minimum):
    """Every connected set that reaches the minimum and from which no area can be taken away."""
    near = [set() for _area in population]
    for one, other in pairs.tolist():
        near[one].add(other)
        near[other].add(one)
    found = set()

    def grow(members, candidates, banned, total):
        for area in sorted(candidates):
            larger, sum_ = members | {area}, total + population[area]
            if sum_ >= minimum:
                if all(sum_ - population[a] < minimum or not connected(larger - {a}) for a in larger):
                    found.add(larger)
            else:
                grow(larger, (candidates | near[area]) - larger - banned, banned.copy(), sum_)
            banned = banned | {area}
            candidates = candidates - {area}

    def connected(members):
        members = set(members)
        stack = [members.pop()]
        while stack:
            reached = near[stack.pop()] & members
            members -= reached
            stack.extend(reached)
        return not members

    for area in range(len(population)):
        if population[area] >= minimum:
            found.add(frozenset({area}))
        else:
            lower = set(range(area))
            grow(frozenset({area}), near[area] - lower, lower, population[area])
    return sorted(found, key=sorted)


def most_disjoint(sets, n):
    """Largest number of disjoint sets, by integer programming (HiGHS)."""
    rows = [area for members in sets for area in members]
    columns = [column for column, members in enumerate(sets) for _area in members]
    inside = csc_matrix((np.ones(len(rows)), (rows, columns)), shape=(n, len(sets)))
    solved = milp(
        -np.ones(len(sets)), constraints=LinearConstraint(inside, ub=np.ones(n)), bounds=Limits(0, 1),
        integrality=np.ones(len(sets)), options={"time_limit": 20},
    )  # fmt: skip
    return round(-solved.fun) if solved.status == 0 else None


@pytest.mark.slow
def test_units_of_up_to_60_areas_reach_99_percent_of_the_proven_optimum():
    generator = np.random.default_rng(99)
    reached = optimum = 0
    for n in (16, 24, 32, 40, 48, 60):
        areas, pairs = unit_of(n, generator)
        best = most_disjoint(smallest_connected_sets(pairs, areas.population, 2000), n)
        if best is None:
            continue
        result = cluster_areas(areas, pairs, Tallies(areas.population), Bounds(population=2000))
        assert result.count <= best <= result.bound
        reached, optimum = reached + result.count, optimum + best
    assert optimum > 50
    assert reached >= 0.99 * optimum


@pytest.mark.parametrize("minimum", [3, 5])
def test_the_proven_optimum_of_a_row_of_equal_areas_is_what_division_gives(minimum):
    population = np.ones(17)
    pairs = np.stack([np.arange(16), np.arange(1, 17)], axis=1)
    assert most_disjoint(smallest_connected_sets(pairs, population, minimum), 17) == 17 // minimum

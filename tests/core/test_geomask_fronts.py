# SPDX-License-Identifier: GPL-2.0-or-later
"""The factor of the step's system by dense fronts, against dense algebra on made patterns."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import cKDTree

from geodeid_plugin.core.geomask.solver.fronts import Fronts, chained, depth_of, dissection


def local_pairs(points, targets, nearest):
    """Each destination has its nearest origins, and each origin its nearest destination."""
    here = cKDTree(points).query(targets, k=nearest)[1].reshape(len(targets), -1)
    there = cKDTree(targets).query(points)[1]
    key = np.unique(
        np.concatenate(
            [
                (np.arange(len(targets))[:, None] * len(points) + here).ravel(),
                there * len(points) + np.arange(len(points)),
            ]
        )
    )
    return key % len(points), key // len(points)


def pointer_of(destination):
    return np.searchsorted(destination, np.arange(destination[-1] + 2))


def fronts_of(origin, destination, count):
    pointer = pointer_of(destination)
    return Fronts(origin, pointer, dissection(origin, pointer, count).node)


def system(origin, destination, count, seed=0):
    """Values of the pairs, a diagonal, and the dense matrix of diagonal 1 that they stand for."""
    generator = np.random.default_rng(seed)
    plus = generator.random(len(origin)) * 10.0 ** generator.uniform(-3, 0, len(origin))
    minus = 0.5 * plus
    diagonal = 0.1 * generator.random(count) + 0.01
    rows = np.zeros((2, destination[-1] + 1, count))
    rows[:, destination, origin] = plus, minus
    matrix = rows[0].T @ rows[0] - rows[1].T @ rows[1] + np.diag(diagonal)
    scale = 1 / np.sqrt(np.diag(matrix))
    matrix = matrix * scale * scale[:, None]
    return plus * scale[origin], minus * scale[origin], diagonal * scale**2, matrix


def check_solves(origin, destination, count, seed=0):
    plus, minus, diagonal, matrix = system(origin, destination, count, seed)
    fronts = fronts_of(origin, destination, count)
    assert fronts.factor(plus, minus, diagonal)
    right = np.random.default_rng(seed + 1).standard_normal(count)
    expected = np.linalg.solve(matrix, right)
    assert np.max(np.abs(fronts.solve(right) - expected)) <= 1e-10 * np.max(np.abs(expected))
    return fronts


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_factors_of_local_patterns_solve_as_dense_algebra_does(seed):
    generator = np.random.default_rng(seed)
    count = int(generator.integers(2, 900))
    points = generator.random((count, 2)) ** generator.choice([1, 3])
    targets = generator.random((int(generator.integers(1, 900)), 2))
    origin, destination = local_pairs(points, targets, min(count, int(generator.integers(2, 25))))
    check_solves(origin, destination, count, seed)


def test_origins_at_one_place_and_in_a_line_are_dissected_all_the_same():
    line = np.column_stack([np.repeat(np.arange(60.0), 10), np.zeros(600)])
    origin, destination = local_pairs(line, line + 0.01, 35)
    fronts = check_solves(origin, destination, 600)
    assert len(fronts.fronts) > 3


def test_fronts_of_pieces_that_share_no_destination_stay_as_small_as_a_piece():
    generator = np.random.default_rng(3)
    place, piece = generator.random((700, 2)), np.repeat(np.arange(7), 100)
    far = np.column_stack([place[:, 0] + 10 * piece, place[:, 1]])
    origin, destination = local_pairs(far, far, 12)
    fronts = check_solves(origin, destination, 700)
    assert max(front.size for front in fronts.fronts) <= 110


@pytest.mark.parametrize("count", [1, 2, 61, 300])
def test_origins_that_all_share_a_destination_make_one_front(count):
    fronts = check_solves(np.arange(count), np.zeros(count, dtype=np.int64), count)
    assert len(fronts.fronts) == 1


@pytest.mark.slow
def test_a_front_of_many_panels_and_of_many_destinations_solves_as_dense_algebra_does():
    generator = np.random.default_rng(5)
    key = np.unique(np.concatenate([generator.choice(2600 * 620, 400_000), np.arange(2600) * 620]))
    fronts = check_solves(key % 620, key // 620, 620)
    assert len(fronts.fronts) == 1 and len(fronts.panels) > 1


def test_two_factors_of_the_same_values_are_the_same_to_the_byte():
    points = np.random.default_rng(1).random((500, 2))
    origin, destination = local_pairs(points, points, 14)
    plus, minus, diagonal, _matrix = system(origin, destination, 500)
    right, solved = np.arange(500.0), []
    for _ in range(2):
        fronts = fronts_of(origin, destination, 500)
        fronts.factor(plus, minus, diagonal)
        solved.append(fronts.solve(right).tobytes())
    assert solved[0] == solved[1]


def test_a_matrix_that_is_not_positive_definite_is_refused():
    points = np.random.default_rng(1).random((200, 2))
    origin, destination = local_pairs(points, points, 14)
    plus, minus, diagonal, _matrix = system(origin, destination, 200)
    fronts = fronts_of(origin, destination, 200)
    assert not fronts.factor(minus, plus, diagonal)
    plus[7] = np.nan
    assert not fronts.factor(plus, minus, diagonal)


def test_a_matrix_that_is_indefinite_by_rounding_alone_is_lifted():
    fronts = fronts_of(np.array([0, 1]), np.zeros(2, dtype=np.int64), 2)
    one = np.ones(2)
    assert fronts.factor(one, np.zeros(2), np.array([-1e-11, -1e-11]))
    assert fronts.solve(one) @ one == pytest.approx(1.0, abs=1e-6)
    assert not fronts.factor(one, np.zeros(2), np.array([-1e-3, -1e-3]))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_origins_that_share_a_destination_lie_on_one_way_to_the_root(seed):
    generator = np.random.default_rng(seed)
    points = generator.random((800, 2))
    origin, destination = local_pairs(points, points, 9)
    few = dissection(origin, pointer_of(destination), 800)
    key = np.unique(np.concatenate([destination * 800 + origin, generator.choice(800 * 800, 300)]))
    origin, destination = key % 800, key // 800
    more = dissection(origin, pointer_of(destination), 800, few)
    assert more.pairs == few.pairs
    for node in (more.node, chained(generator.integers(1, 64, 800), origin, pointer_of(destination))):
        first, second = np.nonzero(destination[:, None] == destination[None, : len(destination)])
        low, high = node[origin[first]], node[origin[second]]
        deep = depth_of(low) >= depth_of(high)
        assert np.array_equal(low[deep] >> (depth_of(low) - depth_of(high))[deep], high[deep])


def test_the_factor_of_a_long_strip_is_narrow():
    generator = np.random.default_rng(2)
    strip = generator.random((4000, 2)) * [400.0, 1.0]
    origin, destination = local_pairs(strip, strip, 10)
    fronts = fronts_of(origin, destination, 4000)
    assert max(front.size for front in fronts.fronts) < 200

# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts by grids: the anchor is fixed, sizes nest, and no split leaves a small part."""

import numpy as np
import pytest

from geodeid_plugin.core.counts.gridding import (
    Grid,
    hexagon_cells,
    hexagon_corners,
    quadtree_cells,
    square_cells,
)


@pytest.fixture
def points():
    source = np.random.default_rng(3)
    x = np.concatenate([source.normal(0, 400, 3000), source.uniform(-6000, 6000, 3000)])
    y = np.concatenate([source.normal(0, 400, 3000), source.uniform(-6000, 6000, 3000)])
    return x, y


def test_squares_depend_on_nothing_but_the_place_and_nest(points):
    fine, coarse = square_cells(*points, 100.0), square_cells(*points, 100.0, 2)
    assert fine.count.sum() == coarse.count.sum() == 6000
    assert (fine.column[fine.cell] // 4 == coarse.column[coarse.cell]).all()
    some = square_cells(points[0][:10], points[1][:10], 100.0)
    assert (some.column[some.cell] == fine.column[fine.cell][:10]).all()
    box = fine.corners(100.0)[fine.cell]
    assert (box[:, 0] <= points[0]).all()
    assert (points[1] < box[:, 3]).all()


@pytest.mark.slow
def test_a_point_lies_in_its_hexagon(points):
    found = hexagon_cells(*points, 500.0)
    corners = hexagon_corners(found.column, found.row, 500.0)
    middle = corners.mean(axis=1)[found.cell]
    own = np.hypot(points[0] - middle[:, 0], points[1] - middle[:, 1])
    assert own.max() <= 500 / np.sqrt(3) + 1e-6
    every = corners.mean(axis=1)
    nearest = np.hypot(points[0][:, None] - every[:, 0], points[1][:, None] - every[:, 1]).min(axis=1)
    assert own == pytest.approx(nearest)


@pytest.mark.slow
def test_the_parts_of_a_split_cell_are_empty_or_large(points):
    found = quadtree_cells(*points, 100.0, 5, 11)
    assert found.count.sum() == 6000
    assert (found.count[found.level < 5] >= 11).all()
    assert len(np.unique(found.level)) > 2
    for x, y, cell in zip(*points, found.cell):
        west, south, east, north = found.corners(100.0)[cell]
        assert west <= x < east
        assert south <= y < north


def test_one_sparse_quarter_keeps_a_cell_whole():
    x = np.array([50.0] * 30 + [150.0] * 30 + [50.0])
    y = np.array([50.0] * 60 + [150.0])
    assert quadtree_cells(x, y, 100.0, 1, 11).count.tolist() == [61]
    assert sorted(quadtree_cells(x[:60], y[:60], 100.0, 1, 11).count.tolist()) == [30, 30]


@pytest.mark.parametrize("shape", ["square", "hexagon"])
def test_all_cells_of_a_rectangle_hold_all_its_points_in_their_own_cell(points, shape):
    grid = Grid(shape, 700.0)
    cells = grid.covering(-6000.0, -6000.0, 6000.0, 6000.0)
    assert len({*zip(cells.column.tolist(), cells.row.tolist())}) == len(cells.column)
    inside = (np.abs(points[0]) <= 6000) & (np.abs(points[1]) <= 6000)
    at = grid.located(cells, points[0][inside], points[1][inside])
    own = grid.count(points[0][inside], points[1][inside])
    assert (at >= 0).all()
    assert (cells.column[at] == own.column[own.cell]).all() and (cells.row[at] == own.row[own.cell]).all()
    assert (grid.located(cells, np.array([9e5]), np.array([0.0])) == -1).all()
    few = cells.take(np.arange(3))
    assert len(few.codes) == 3 and few.codes.tolist() == cells.codes[:3].tolist()

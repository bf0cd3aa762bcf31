# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts by grids: the anchor is fixed, sizes nest, and no split leaves a small part."""

import numpy as np
import pytest

from geodeid_plugin.core.counts.zoning.gridding import (
    hexagon_cells,
    hexagon_corners,
    quadtree_cells,
    smoothed,
    square_cells,
    surface_classes,
    surface_values,
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


def test_a_point_lies_in_its_hexagon(points):
    found = hexagon_cells(*points, 500.0)
    corners = hexagon_corners(found.column, found.row, 500.0)
    middle = corners.mean(axis=1)[found.cell]
    own = np.hypot(points[0] - middle[:, 0], points[1] - middle[:, 1])
    assert own.max() <= 500 / np.sqrt(3) + 1e-6
    every = corners.mean(axis=1)
    nearest = np.hypot(points[0][:, None] - every[:, 0], points[1][:, None] - every[:, 1]).min(axis=1)
    assert own == pytest.approx(nearest)


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


@pytest.mark.slow
def test_values_of_a_surface_are_proven_by_tables_of_the_same_classes():
    source = np.random.default_rng(5)
    counts = source.poisson(6, (14, 14))
    breaks = [4.0, 9.0]
    classes = surface_classes(smoothed(counts, 2.0), breaks)
    values = surface_values(counts, classes, breaks, 2.0, 11)
    assert (values[counts == 0] == 11).all()
    assert (values[(counts > 0) & (counts < 11)] >= 1).all()
    tight = [float(np.sort(smoothed(counts, 2.0).ravel())[at]) + 1e-9 for at in (60, 61, 120, 121)]
    fine = surface_classes(smoothed(counts, 2.0), tight)
    assert surface_values(counts, fine, tight, 2.0, 11).sum() < values.sum()

# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts about the maps in reports of many areas."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from geodeid_plugin.core.geometry.polygons import Polygons
from geodeid_plugin.processing_provider.clustering import clustermap

SQUARE = np.array([[0.0, 0.0], [0.5, 0.02], [1.0, 0.0], [1.0, 1.0], [0.5, 0.98], [0.0, 1.0], [0.0, 0.0]])


def country(side):
    """Squares side by side, with a vertex in the middle of two of their edges."""
    row, column = np.divmod(np.arange(side * side), side)
    width = 2.0 / side
    lon = 10 + width * (column[:, None] + SQUARE[None, :, 0])
    lat = 50 + width * (row[:, None] + SQUARE[None, :, 1])
    count = len(row)
    polygons = Polygons(
        lon.ravel(), lat.ravel(), np.arange(count + 1) * len(SQUARE), np.arange(count), np.zeros(count, bool)
    )
    areas = SimpleNamespace(
        ids=np.arange(count), lon_deg=10 + width * (column + 0.5), lat_deg=50 + width * (row + 0.5)
    )
    return SimpleNamespace(areas=areas, polygons=polygons)


@pytest.mark.slow
@pytest.mark.parametrize("side", [20, 250, 330, 600])
def test_a_map_of_any_number_of_areas_stays_below_eight_megabytes(side):
    layer = country(side)
    fill = np.array(clustermap.SHADES, dtype=object)[np.arange(side * side) % len(clustermap.SHADES)]
    drawn = clustermap.draw_areas(layer, fill, "Areas")
    assert len(drawn) < 8e6
    assert all(shade in drawn for shade in clustermap.SHADES)
    if side == 20:
        assert drawn.count("<polygon") == 400


@pytest.mark.slow
def test_areas_too_small_to_be_seen_leave_no_hole_in_the_map():
    """Nine of ten pixels are painted, where 600 × 600 areas lie on 270 × 408 of them."""
    drawn = clustermap.draw_areas(country(600), np.full(360_000, clustermap.SHADES[0], object), "Areas")
    assert drawn.count("M") > 0.9 * 408 * 270

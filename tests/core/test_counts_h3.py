# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells of H3 against the package itself, point by point."""

import re
from pathlib import Path

import numpy as np
import pytest

from geodeid_plugin.core.counts.gridding import H3Grid
from geodeid_plugin.core.geometry.sphere import haversine_m
from tests.refusals import refuses

h3 = pytest.importorskip("h3", reason="the Python package h3 is optional")


def everywhere(count, seed=1):
    """Places evenly over the Earth, a tenth of them about the date line."""
    rng = np.random.default_rng(seed)
    lon, lat = rng.uniform(-180, 180, count), np.degrees(np.arcsin(rng.uniform(-1, 1, count)))
    lon[: count // 10] = rng.choice([-180.0, 180.0], count // 10) * (1 - rng.uniform(0, 1e-4, count // 10))
    return lon, lat


@pytest.mark.slow
@pytest.mark.parametrize("size_m", [1000.0, 40_000.0])
def test_ids_are_those_of_h3_on_a_hundred_thousand_points(size_m):
    lon, lat = everywhere(100_000)
    grid = H3Grid.near(size_m)
    found = grid.count(lon, lat)
    expected = [h3.latlng_to_cell(*place, grid.resolution) for place in zip(lat.tolist(), lon.tolist())]
    assert found.codes[found.cell].tolist() == expected
    assert found.count.sum() == 100_000 and len(set(expected)) == len(found.count)


@pytest.mark.parametrize("resolution", [3, 7, 9, 12])
def test_a_size_takes_the_resolution_whose_cells_are_nearest_to_it(resolution):
    width_m = h3.average_hexagon_edge_length(resolution, "m") * 3**0.5
    for size_m in (width_m, 0.7 * width_m, 1.5 * width_m):
        assert H3Grid.near(size_m).resolution == resolution
    assert H3Grid.near(width_m).size_m == pytest.approx(width_m, abs=0.001)
    assert H3Grid.near(0.01).resolution == 15 and H3Grid.near(1e8).resolution == 0


@pytest.mark.slow
@pytest.mark.parametrize("resolution", [2, 5, 8])
def test_rings_are_those_of_h3_about_their_points_the_date_line_and_pentagons_included(resolution):
    lon, lat = everywhere(1000)
    lat = np.clip(lat, -80, 80)
    corner_lat, corner_lon = np.array([h3.cell_to_latlng(one) for one in h3.get_pentagons(resolution)]).T
    lon, lat = np.concatenate([lon, corner_lon]), np.concatenate([lat, corner_lat])
    grid = H3Grid.near(h3.average_hexagon_edge_length(resolution, "m") * 3**0.5)
    found = grid.count(lon, lat)
    rings = grid.rings(found)
    assert min(map(len, rings)) >= 5 and max(np.ptp(ring[:, 0]) for ring in rings) < 180
    for index, ring in enumerate(rings):
        corners = np.array(h3.cell_to_boundary(found.codes[index]))[:, ::-1]
        np.testing.assert_allclose(((ring - corners)[:, 0] + 180) % 360 - 180, 0, atol=1e-9)
        np.testing.assert_allclose(ring[:, 1], corners[:, 1])
        middle = h3.cell_to_latlng(found.codes[index])[::-1]
        reach_m = haversine_m(*middle, *ring.T).max()
        inside = found.cell == index
        assert (haversine_m(*middle, lon[inside], lat[inside]) <= reach_m).all()


def test_a_cell_at_a_pole_is_no_polygon_in_degrees():
    grid = H3Grid.near(1000.0)
    with refuses("grid.h3.pole"):
        grid.rings(grid.count(np.array([0.0]), np.array([90.0])))


@pytest.mark.parametrize(
    ("size_m", "box"),
    [
        *((size_m, (-75.8, 45.3, -75.6, 45.45)) for size_m in (500.0, 5000.0, 200_000.0)),
        (200_000.0, (-179.2, 18.0, 179.8, 72.0)),  # the United States with the Aleutians
        (200_000.0, (-120.0, -40.0, 100.0, 60.0)),
    ],
)
def test_the_cells_over_a_rectangle_hold_every_place_in_it(size_m, box):
    grid, rng = H3Grid.near(size_m), np.random.default_rng(2)
    cells = grid.covering(*box)
    lon, lat = rng.uniform(box[0], box[2], 20_000), rng.uniform(box[1], box[3], 20_000)
    assert (grid.located(cells, lon, lat) >= 0).all() and len(set(cells.codes)) == len(cells.codes)
    assert len(cells.count) <= 12 * max(grid.expected(*box), 4)


def test_the_page_names_the_mean_widths_of_h3():
    page = (Path(__file__).parents[2] / "docs" / "algorithms" / "releasegrid.md").read_text("utf-8")
    said = re.search(r"nearest to `SIZE` \((.*?)\)", page)[1]
    found = [re.fullmatch(r"(\d+): ([\d.]+) km", one).groups() for one in said.split(", ")]
    widths_km = [h3.average_hexagon_edge_length(int(one), "km") * 3**0.5 for one, _km in found]
    assert [f"{width:.2g}" for width in widths_km] == [km for _one, km in found]

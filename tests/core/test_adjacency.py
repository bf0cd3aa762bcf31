# SPDX-License-Identifier: GPL-2.0-or-later
"""Shared sides: a side and not a corner, found in spite of slack, and measured on the ellipsoid."""

import dataclasses
import sqlite3

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.geometry import adjacency
from geodeid_plugin.core.geometry.adjacency import shared_sides, without_neighbours
from geodeid_plugin.core.geometry.polygons import Polygons
from geodeid_plugin.core.geometry.sphere import side_length_m
from tests.refusals import refuses

DEGREE_M = 111_195.0


def polygons_of(*areas):
    """Each area a list of rings, each ring a list of (lon, lat), open; a tuple ('hole', ring) for holes."""
    lon, lat, start, owner, hole = [], [], [0], [], []
    for area, rings in enumerate(areas):
        for ring in rings:
            is_hole, ring = (True, ring[1]) if ring[0] == "hole" else (False, ring)
            closed = [*ring, ring[0]]
            lon += [x for x, _ in closed]
            lat += [y for _, y in closed]
            start.append(len(lon))
            owner.append(area)
            hole.append(is_hole)
    return Polygons(
        np.array(lon, float), np.array(lat, float), np.array(start), np.array(owner), np.array(hole)
    )


def box(west, south, east, north):
    return [(west, south), (east, south), (east, north), (west, north)]


def grid(columns, rows, size=0.1, west=-75.0, south=45.0):
    x, y = west + size * np.arange(columns + 1), south + size * np.arange(rows + 1)
    return polygons_of(*(
        [box(x[i], y[j], x[i + 1], y[j + 1])] for i in range(columns) for j in range(rows)
    ))  # fmt: skip


def found(polygons, n, tolerance_m=0.0, plane=None):
    pairs, shared_m = shared_sides(polygons, n, tolerance_m, plane)
    return dict(zip(map(tuple, pairs.tolist()), shared_m.tolist()))


def moved(polygons, sd_m, seed=1):
    """Every vertex of every area moved on its own, so that no two borders agree any more."""
    draw = np.random.default_rng(seed)
    lat = polygons.lat_deg + draw.normal(0, sd_m, len(polygons.lat_deg)) / DEGREE_M
    east = draw.normal(0, sd_m, len(polygons.lon_deg)) / DEGREE_M / np.cos(np.radians(polygons.lat_deg))
    lon = polygons.lon_deg + east
    first, last = polygons.ring_start[:-1], polygons.ring_start[1:] - 1
    lon[last], lat[last] = lon[first], lat[first]
    return dataclasses.replace(polygons, lon_deg=lon, lat_deg=lat)


def with_more_vertices(polygons, share, seed=1):
    """A share of all sides broken by a vertex on one of the two borders only."""
    draw = np.random.default_rng(seed)
    side = polygons.side_start
    broken = np.zeros(len(polygons.lon_deg), dtype=bool)
    broken[side[draw.random(len(side)) < share]] = True
    first = np.cumsum(1 + broken) - (1 + broken)
    at = draw.uniform(0.2, 0.8, len(broken))
    columns = []
    for old in (polygons.lon_deg, polygons.lat_deg):
        new = np.empty(len(old) + broken.sum())
        new[first] = old
        new[first[broken] + 1] = (old + at * (np.roll(old, -1) - old))[broken]
        columns.append(new)
    start = np.append(first, len(columns[0]))[polygons.ring_start]
    return dataclasses.replace(polygons, lon_deg=columns[0], lat_deg=columns[1], ring_start=start)


def layer(real_data, file, name):
    connection = sqlite3.connect(f"file:{real_data(file)}?mode=ro&immutable=1", uri=True)
    column = connection.execute(
        "select column_name from gpkg_geometry_columns where table_name = ?", (name,)
    ).fetchone()[0]
    envelope = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}
    blobs = [row[0] for row in connection.execute(f'select "{column}" from "{name}"')]
    return [blob[8 + envelope[(blob[3] >> 1) & 7] :] for blob in blobs]


@pytest.mark.slow
def test_a_spike_of_many_vertices_takes_bounded_memory(monkeypatch):
    """Every side of a star that crosses itself everywhere is near every vertex of it."""
    chance, largest = np.random.default_rng(1), []
    lon, lat = -75 + 0.1 * chance.random(1500), 45 + 0.1 * chance.random(1500)
    star = np.column_stack([np.append(lon, lon[0]), np.append(lat, lat[0])])
    neighbour = np.array([[-74.9, 45.0], [-74.8, 45.0], [-74.8, 45.1], [-74.9, 45.1], [-74.9, 45.0]])
    xy = np.vstack([star, neighbour])
    polygons = Polygons(xy[:, 0], xy[:, 1], np.array([0, 1501, 1506]), np.arange(2), np.zeros(2, bool))
    whole = adjacency._Nodes.near

    def watched(self, *given):
        for side, node in whole(self, *given):
            largest.append(len(side))
            yield side, node

    monkeypatch.setattr(adjacency._Nodes, "near", watched)
    monkeypatch.setattr(adjacency, "_PAIRS", 10_000)
    pairs, _shared_m = adjacency.shared_sides(polygons, 2, 0.1)
    assert len(pairs) == 0
    assert sum(largest) > 500_000 and max(largest) <= 10_000


def test_neighbours_in_a_grid_share_a_side_and_not_a_corner():
    pairs = found(grid(3, 3), 9)
    assert len(pairs) == 12
    assert (0, 4) not in pairs and (0, 1) in pairs and (0, 3) in pairs


def test_the_shared_length_is_that_of_the_side_on_the_ellipsoid():
    pairs = found(grid(2, 1), 2)
    assert pairs[0, 1] == pytest.approx(side_length_m(-74.9, 45.0, -74.9, 45.1), rel=1e-9)


def test_lengths_of_sides_equal_geodesics_of_another_library():
    geod, source = pytest.importorskip("pyproj").Geod(ellps="WGS84"), np.random.default_rng(1)
    lon, lat, power, turn = source.uniform([-180, -89, -7, 0], [180, 89, 0.9, 6.28], (10_000, 4)).T
    lon2, lat2 = lon + 10**power * np.cos(turn), np.clip(lat + 10**power * np.sin(turn), -90, 90)
    expected = geod.inv(lon, lat, lon2, lat2)[2]
    assert side_length_m(lon, lat, lon2, lat2) == pytest.approx(expected, rel=5e-6, abs=1e-6)


def test_a_side_shared_in_part_counts_with_that_part():
    pairs = found(polygons_of([box(0, 0, 1, 3)], [box(1, 1, 2, 2)], [box(1, 2.5, 2, 5)]), 3)
    assert pairs == {
        (0, 1): pytest.approx(side_length_m(1, 1, 1, 2), rel=1e-4),
        (0, 2): pytest.approx(side_length_m(1, 2.5, 1, 3), rel=1e-4),
    }


def test_an_area_in_the_hole_of_another_is_its_neighbour():
    ring = polygons_of([box(0, 0, 3, 3), ("hole", box(1, 1, 2, 2))], [box(1, 1, 2, 2)])
    perimeter_m = sum(
        side_length_m(*ends) for ends in ((1, 1, 2, 1), (2, 1, 2, 2), (2, 2, 1, 2), (1, 2, 1, 1))
    )
    assert found(ring, 2) == {(0, 1): pytest.approx(perimeter_m)}


def test_parts_of_one_area_are_no_neighbours_of_themselves_and_each_part_counts():
    areas = polygons_of([box(0, 0, 1, 1), box(2, 0, 3, 1)], [box(1, 0, 2, 1)])
    assert found(areas, 2) == {(0, 1): pytest.approx(2 * side_length_m(1, 0, 1, 1))}


def test_two_areas_that_meet_in_two_corners_share_no_side():
    areas = polygons_of([[(0, 0), (2, 0), (1, 1), (2, 2), (0, 2)]], [[(2, 0), (3, 1), (2, 2), (2.5, 1)]])
    assert found(areas, 2) == {}


def test_an_island_is_without_neighbours():
    pairs, _ = shared_sides(polygons_of([box(0, 0, 1, 1)], [box(1, 0, 2, 1)], [box(5, 5, 6, 6)]), 3, 0.0)
    assert without_neighbours(pairs, 3).tolist() == [2]


def test_sides_on_the_date_line_and_across_it_are_shared():
    east, west = box(179, 0, 180, 1), box(-180, 0, -179, 1)
    assert list(found(polygons_of([east], [west]), 2)) == [(0, 1)]
    assert list(found(polygons_of([box(170, 0, 180, 1)], [box(-180, 0.5, -179, 3)]), 2)) == [(0, 1)]
    assert list(found(polygons_of([box(179.5, 0, 180.5, 1)], [box(-179.5, 0, -178, 1)]), 2)) == [(0, 1)]


def test_slices_that_meet_in_the_pole_share_their_meridians_only():
    slices = polygons_of(*([box(lon, 80, lon + 90, 90)] for lon in (-180, -90, 0, 90)))
    assert list(found(slices, 4)) == [(0, 1), (0, 3), (1, 2), (2, 3)]


def test_areas_that_cross_themselves_or_have_no_width_are_no_obstacle():
    bow_tie = [(1, 0), (2, 1), (2, 0), (1, 1)]
    flat = [(5, 5), (6, 5), (5, 5)]
    assert list(found(polygons_of([box(0, 0, 1, 1)], [bow_tie], [flat], [box(2, 0, 3, 1)]), 4)) == [
        (0, 1), (1, 3),
    ]  # fmt: skip


def test_equal_areas_on_top_of_each_other_are_all_neighbours():
    areas = polygons_of(*([box(0, 0, 1, 1)] for _ in range(4)))
    assert len(found(areas, 4)) == 6


def test_layers_without_any_side_give_no_pairs():
    assert found(polygons_of([box(0, 0, 1, 1)]), 1) == {}
    assert found(Polygons.from_wkb([None, None]), 2, 0.1) == {}


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.floats(0, 1), st.sampled_from([0.0, 0.01, 0.1]))
def test_vertices_that_the_other_border_lacks_hide_no_neighbour(seed, share, tolerance_m):
    whole = grid(5, 4, 0.01)
    expected = found(whole, 20)
    pairs = found(with_more_vertices(whole, share, seed), 20, tolerance_m)
    assert pairs.keys() == expected.keys()
    assert list(pairs.values()) == pytest.approx(list(expected.values()), rel=1e-6)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.floats(-80, 80))
def test_slack_below_the_tolerance_changes_neither_pairs_nor_lengths(seed, south):
    whole = grid(5, 4, 0.01, south=south)
    pairs = found(moved(whole, 0.0002, seed), 20, 1.0)
    expected = found(whole, 20)
    assert pairs.keys() == expected.keys()
    assert list(pairs.values()) == pytest.approx(list(expected.values()), rel=1e-4)


def test_without_tolerance_slack_is_a_gap():
    assert found(moved(grid(3, 3), 0.01), 9) == {}


def test_straight_sides_of_a_projection_are_compared_in_that_projection():
    transform = pytest.importorskip("pyproj").Transformer.from_crs(32618, 4326, always_xy=True)
    metres = polygons_of([box(3e5, 5e6, 4e5, 5.06e6)], *([box(4e5, 5e6 + s, 4.1e5, 5e6 + s + 1e4)]
                         for s in range(0, 60_000, 10_000)))  # fmt: skip
    lon, lat = transform.transform(metres.lon_deg, metres.lat_deg)
    degrees = dataclasses.replace(metres, lon_deg=lon, lat_deg=lat)
    pairs = found(degrees, 7, 0.1, (metres.lon_deg, metres.lat_deg))
    assert {pair for pair in pairs if pair[0] == 0} == {(0, other) for other in range(1, 7)}
    assert pairs[0, 1] == pytest.approx(side_length_m(lon[5], lat[5], lon[8], lat[8]), rel=1e-3)


@pytest.mark.parametrize("tolerance_m", [-1.0, np.nan, np.inf])
def test_a_tolerance_must_be_a_length(tolerance_m):
    with refuses("area.tolerance.negative"):
        shared_sides(grid(2, 2), 4, tolerance_m)


def test_the_search_stops_when_the_user_cancels():
    def stop(fraction, text=""):
        raise CancelledError

    with pytest.raises(CancelledError):
        shared_sides(grid(2, 2), 4, 0.0, progress=stop)


REAL = [
    ("canada/ottawa_2021.gpkg", "ottawa_da2021"),
    ("us_zcta/zcta_polygons.gpkg", "massachusetts"),
    ("us_blockgroups/blockgroups2000.gpkg", "new_york_county_36061"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("file", "name"), REAL)
def test_real_coverages_have_the_pairs_that_geos_relates(real_data, file, name):
    wkb = pytest.importorskip("shapely.wkb")
    blobs = layer(real_data, file, name)
    shapes = [wkb.loads(blob) for blob in blobs]
    boxes = np.array([shape.bounds for shape in shapes])
    related = set()
    for i, shape in enumerate(shapes):
        meets = (boxes[i + 1 :, :2] <= boxes[i, 2:]).all(axis=1) & (boxes[i + 1 :, 2:] >= boxes[i, :2]).all(
            axis=1
        )
        related |= {
            (i, int(j)) for j in np.flatnonzero(meets) + i + 1 if shape.relate_pattern(shapes[j], "****1****")
        }
    polygons = Polygons.from_wkb(blobs)
    assert set(found(polygons, len(blobs))) == related
    assert set(found(polygons, len(blobs), 0.1)) == related


@pytest.mark.slow
@pytest.mark.parametrize(("file", "name"), REAL)
def test_real_coverages_keep_999_of_1000_pairs_under_slack_and_one_sided_vertices(real_data, file, name):
    polygons = Polygons.from_wkb(layer(real_data, file, name))
    n = polygons.ring_area[-1] + 1
    expected = found(polygons, n)
    for spoiled, tolerance_m in (
        (moved(polygons, 0.0002), 1.0),
        (with_more_vertices(polygons, 0.3), 0.1),
        (moved(with_more_vertices(polygons, 0.3), 0.01), 0.1),
    ):
        pairs = found(spoiled, n, tolerance_m)
        assert len(pairs.keys() & expected.keys()) >= 0.999 * len(expected)
        assert len(pairs.keys() - expected.keys()) <= 0.001 * len(expected)

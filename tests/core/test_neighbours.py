# SPDX-License-Identifier: GPL-2.0-or-later
"""The exact search gives what comparing every pair of areas gives, ties and all, anywhere on Earth."""

import csv
import gzip

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.neighbours import nearest, pair_distances_m
from geodeid_plugin.core.geometry.sphere import EARTH_RADIUS_M, cap_radius_m, haversine_m
from tests.refusals import refuses

SPHERE_M2 = 4 * np.pi * EARTH_RADIUS_M**2


def areas_at(places, sizes_m2=None, ids=None):
    lon, lat = np.array(places, dtype=float).reshape(-1, 2).T
    n = len(lon)
    names = np.array([f"a{i:05}" for i in range(n)] if ids is None else ids, dtype=object)
    sizes = np.zeros(n) if sizes_m2 is None else np.asarray(sizes_m2, dtype=float)
    return Areas(names, lon, lat, np.zeros(n), sizes)


def by_comparing_every_pair(areas, k, metric="hausdorff", boundary=None):
    """The brute-force reference: all distances, sorted by distance and identifier."""
    n = len(areas)
    everyone = np.arange(n)
    distance, _ = pair_distances_m(areas, everyone[:, None], everyone, metric)
    distance[everyone, everyone] = np.inf
    if boundary is not None:
        distance[np.asarray(boundary)[:, None] != boundary] = np.inf
    order = np.lexsort((np.broadcast_to(areas.id_rank, distance.shape), distance))[:, :k]
    best = np.take_along_axis(distance, order, axis=1)
    index = np.where(np.isinf(best), -1, order)
    missing = ((0, 0), (0, k - index.shape[1]))
    return np.pad(index, missing, constant_values=-1), np.pad(best, missing, constant_values=np.inf)


special = st.sampled_from(
    [(180, 0), (-180, 0), (179.999, 10), (-179.999, 10), (0, 90), (77, 90), (0, -90), (0, 89.999), (0, 0)]
)
anywhere = st.tuples(st.floats(-180, 180), st.floats(-90, 90))
town = st.tuples(st.floats(-75.7, -75.6), st.floats(45.4, 45.5))
lattice = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
place = st.one_of(special, anywhere, town, lattice)
size = st.one_of(st.just(0.0), st.floats(-4, 14.7).map(lambda power: 10**power), st.sampled_from([1e6, 4e8]))


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(place, size, st.integers(0, 2)), min_size=2, max_size=60),
    st.integers(1, 12),
    st.sampled_from(["hausdorff", "centre"]),
    st.booleans(),
)
def test_the_search_equals_the_comparison_of_every_pair(rows, k, metric, bounded):
    places, sizes, units = zip(*rows)
    areas = areas_at(places, sizes, [f"{(37 * i) % 61:02}" for i in range(len(rows))])
    boundary = np.array(units) if bounded else None
    found = nearest(areas, k, metric, boundary)
    index, distance = by_comparing_every_pair(areas, k, metric, boundary)
    assert np.array_equal(found.index, index)
    assert np.array_equal(found.distance_m, distance)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(place, size), min_size=2, max_size=30))
def test_distances_are_haversine_plus_the_difference_of_the_radii(rows):
    places, sizes = zip(*rows)
    areas = areas_at(places, sizes)
    i, j = np.meshgrid(np.arange(len(rows)), np.arange(len(rows)))
    distance, centre = pair_distances_m(areas, i, j)
    expected = haversine_m(areas.lon_deg[i], areas.lat_deg[i], areas.lon_deg[j], areas.lat_deg[j])
    near_antipodes = expected > 19_900_000
    slack = np.where(near_antipodes, 1.0, 1e-3)
    assert (np.abs(centre - expected) <= slack).all()
    assert (np.abs(distance - expected - np.abs(areas.radius_m[i] - areas.radius_m[j])) <= slack).all()


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["hausdorff", "centre"])
def test_two_thousand_clustered_areas_of_very_unlike_size_are_exact(metric):
    draw = np.random.default_rng(5)
    towns = draw.uniform([-130, 42], [-55, 70], (40, 2))
    places = towns[draw.integers(0, 40, 2000)] + draw.normal(0, 0.3, (2000, 2))
    areas = areas_at(places, 10 ** draw.uniform(2, 11, 2000))
    units = draw.integers(0, 25, 2000)
    for boundary in (None, units):
        found = nearest(areas, 10, metric, boundary)
        index, distance = by_comparing_every_pair(areas, 10, metric, boundary)
        assert np.array_equal(found.index, index)
        assert np.array_equal(found.distance_m, distance)


def test_ties_go_by_identifier_and_not_by_row():
    cross = areas_at([(0, 0), (1, 0), (-1, 0), (2, 0)], ids=["centre", "z", "b", "far"])
    assert nearest(cross, 1).index[0, 0] == 2
    swapped = areas_at([(0, 0), (1, 0), (-1, 0), (2, 0)], ids=["centre", "a", "b", "far"])
    assert nearest(swapped, 1).index[0, 0] == 1


def test_thousands_of_areas_in_one_place_have_the_first_identifiers_as_neighbours():
    areas = areas_at([(10, 50)] * 30_000, np.full(30_000, 5e5))
    found = nearest(areas, 3)
    assert found.index[0].tolist() == [1, 2, 3]
    assert (found.index[3:] == [0, 1, 2]).all()
    assert (found.distance_m == 0).all()


@pytest.mark.slow
def test_many_sizes_in_one_place_are_neighbours_by_radius():
    areas = areas_at([(10, 50)] * 3000, np.linspace(1, 1e10, 3000))
    index, distance = by_comparing_every_pair(areas, 4)
    found = nearest(areas, 4)
    assert np.array_equal(found.index, index) and np.array_equal(found.distance_m, distance)


def test_neighbours_across_the_date_line_and_the_pole_are_near():
    areas = areas_at([(179.9, 0), (-179.9, 0), (175, 0), (0, 89.9), (180, 89.9), (90, 80)])
    assert nearest(areas, 1).index[:, 0].tolist() == [1, 0, 0, 4, 3, 3]


def test_antipodes_are_half_the_circumference_apart():
    found = nearest(areas_at([(0, 0), (180, 0)]), 1)
    assert found.distance_m[0, 0] == pytest.approx(np.pi * EARTH_RADIUS_M, abs=1e-3)


def test_area_of_one_unit_never_borrows_neighbours_from_another():
    areas = areas_at([(0, 0), (0.1, 0), (0.2, 0), (0.3, 0), (50, 50)])
    found = nearest(areas, 2, boundary=[0, 1, 0, 1, 2])
    assert found.index.tolist() == [[2, -1], [3, -1], [0, -1], [1, -1], [-1, -1]]
    assert np.isinf(found.distance_m[4]).all()
    assert found.short_count == 5


def test_more_neighbours_than_areas_leaves_the_places_empty():
    found = nearest(areas_at([(0, 0), (1, 0), (3, 0)]), 5)
    assert found.index[0].tolist() == [1, 2, -1, -1, -1]
    assert found.short_count == 3


@pytest.mark.parametrize("places", [[], [(1, 1)]])
def test_none_and_one_area_have_no_neighbours(places):
    found = nearest(areas_at(places), 2)
    assert found.index.shape == (len(places), 2)
    assert (found.index == -1).all()


def test_radius_keeps_its_digits_down_to_a_square_millimetre():
    for size_m2 in (1e-6, 1e-2, 1.0, 1e4):
        assert cap_radius_m(size_m2) == pytest.approx(np.sqrt(size_m2 / np.pi), rel=1e-9)
    published = EARTH_RADIUS_M * np.arccos(1 - 2e11 / (2 * np.pi * EARTH_RADIUS_M**2))
    assert cap_radius_m(2e11) == pytest.approx(published, rel=1e-9)


def test_an_area_beyond_a_hemisphere_keeps_a_radius_below_half_the_circumference():
    areas = areas_at([(0, 0), (10, 0), (20, 0)], [0.8 * SPHERE_M2, 0.8 * SPHERE_M2, 1.0])
    found = nearest(areas, 2)
    assert (areas.radius_m <= np.pi * EARTH_RADIUS_M).all()
    assert found.index[0].tolist() == [1, 2]
    assert found.distance_m[0, 1] > haversine_m(0, 0, 20, 0)


def test_cap_distance_is_symmetric_and_obeys_the_triangle_inequality():
    draw = np.random.default_rng(7)
    areas = areas_at(draw.uniform([-180, -90], [180, 90], (40, 2)), 10 ** draw.uniform(0, 14, 40))
    everyone = np.arange(40)
    d, _ = pair_distances_m(areas, everyone[:, None], everyone)
    assert np.array_equal(d, d.T)
    assert (d[:, None, :] <= d[:, :, None] + d[None, :, :] + 1e-4).all()


@pytest.mark.parametrize(
    ("change", "code"),
    [({"k": 0}, "area.neighbours.too_few"), ({"metric": "manhattan"}, "area.metric.unknown")],
)
def test_what_makes_no_sense_is_refused(change, code):
    with refuses(code):
        nearest(areas_at([(0, 0), (1, 1)]), **{"k": 1, **change})


def test_an_area_larger_than_the_earth_points_to_the_unit_of_the_field():
    with refuses("area.size.above_earth", match="a00001"):
        nearest(areas_at([(0, 0), (1, 1)], [1.0, 2 * SPHERE_M2]), 1)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_coordinates_that_are_no_numbers_are_refused_by_name(bad):
    with refuses("area.value.not_finite", match="a00001"):
        areas_at([(0, 0), (bad, 1)])


def test_the_search_stops_when_the_user_cancels():
    def stop(fraction, text=""):
        raise CancelledError

    with pytest.raises(CancelledError):
        nearest(areas_at([(0, 0), (1, 1)]), 1, progress=stop)


@pytest.mark.slow
def test_real_dissemination_areas_agree_with_the_comparison_of_every_pair(real_data):
    with gzip.open(real_data("canada/da2016_points_population.csv.gz"), "rt") as file:
        rows = list(csv.DictReader(file))
    sizes = 1e4 * (1 + np.array([float(row["pop2016"]) for row in rows]))
    places = [(float(row["lon"]), float(row["lat"])) for row in rows]
    areas, n = areas_at(places, sizes, [row["dauid"] for row in rows]), len(rows)
    found = nearest(areas, 10)
    rows = np.linspace(0, n - 1, 200).astype(int)
    distance, _ = pair_distances_m(areas, rows[:, None], np.arange(n))
    distance[np.arange(len(rows)), rows] = np.inf
    order = np.lexsort((np.broadcast_to(areas.id_rank, distance.shape), distance))[:, :10]
    assert np.array_equal(found.index[rows], order)

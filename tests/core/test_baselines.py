# SPDX-License-Identifier: GPL-2.0-or-later
"""The random masks: their distributions, and the defects of published tools that they must not have."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.base.randomness import SeededSource, SystemSource
from geodeid_plugin.core.geomask.baselines.containers import Containers
from geodeid_plugin.core.geomask.baselines.places import grid, hexagons, swap, voronoi
from geodeid_plugin.core.geomask.baselines.random_moves import (
    BimodalGaussian,
    Donut,
    Gaussian,
    Guard,
    PlanarLaplace,
    SurveyRule,
    move,
    population_donut,
)
from geodeid_plugin.core.geometry.people_around import Addresses, CensusSurface
from geodeid_plugin.core.geometry.polygons import Polygons
from geodeid_plugin.core.geometry.sphere import EARTH_RADIUS_M, haversine_m
from tests.refusals import refuses

MILLION = 10**6
LAWS = {
    "donut": Donut(50.0, 500.0),
    "disc": Donut(0.0, 500.0),
    "gaussian": Gaussian(200.0),
    "bimodal": BimodalGaussian(300.0, 60.0),
    "laplace": PlanarLaplace(0.01),
}


def bearing_deg(lon1, lat1, lon2, lat2):
    """Initial bearing, written apart from the code under test."""
    a, b, turn = np.radians(lat1), np.radians(lat2), np.radians(lon2 - lon1)
    east = np.sin(turn) * np.cos(b)
    north = np.cos(a) * np.sin(b) - np.sin(a) * np.cos(b) * np.cos(turn)
    return np.degrees(np.arctan2(east, north)) % 360


def distribution(name):
    """Distribution function of the distance in the plane, which the sphere approaches at this size."""
    return {
        "donut": lambda r: np.clip((r**2 - 50**2) / (500**2 - 50**2), 0, 1),
        "disc": lambda r: np.clip(r**2 / 500**2, 0, 1),
        "gaussian": lambda r: 1 - np.exp(-(r**2) / 2 / 200**2),
        "bimodal": lambda r: stats.truncnorm.cdf((r - 300) / 60, -5, np.inf),
        "laplace": lambda r: stats.gamma.cdf(r, 2, scale=100),
    }[name]


def octagon(lon, lat, radius_deg):
    turns = np.linspace(0, 2 * np.pi, 9)
    return np.column_stack([lon + radius_deg * np.cos(turns), lat + radius_deg * np.sin(turns)])


def polygons(*rings):
    closed = [np.vstack([ring, ring[:1]]) if (ring[0] != ring[-1]).any() else ring for ring in rings]
    xy = np.concatenate(closed)
    start = np.concatenate([[0], np.cumsum([len(ring) for ring in closed])])
    count = len(closed)
    return Polygons(xy[:, 0], xy[:, 1], start, np.arange(count), np.zeros(count, dtype=bool))


SQUARE = np.array([[0.0, 0.0], [0.1, 0.0], [0.1, 0.1], [0.0, 0.1]])


@pytest.mark.slow
@pytest.mark.parametrize("mask_model", LAWS)
@pytest.mark.parametrize("lat", [60.0, -89.0])
def test_a_million_moves_have_no_preferred_direction_and_the_stated_distances(mask_model, lat):
    masked = move(np.full(MILLION, 10.0), np.full(MILLION, lat), LAWS[mask_model], SeededSource(1))
    bearing = bearing_deg(10.0, lat, masked.lon_deg, masked.lat_deg)
    counts = np.histogram(bearing, 72, (0, 360))[0]
    assert stats.chisquare(counts).pvalue > 1e-4
    distance = haversine_m(10.0, lat, masked.lon_deg, masked.lat_deg)
    assert stats.kstest(distance, distribution(mask_model)).pvalue > 1e-4
    np.testing.assert_allclose(masked.moved_m, distance, atol=1e-4)


@pytest.mark.slow
def test_the_donut_moves_as_far_north_south_as_east_west():
    masked = move(np.full(MILLION, -71.0), np.full(MILLION, 42.0), LAWS["donut"], SeededSource(2))
    north = (masked.lat_deg - 42.0) * np.pi / 180 * EARTH_RADIUS_M
    east = (masked.lon_deg + 71.0) * np.pi / 180 * EARTH_RADIUS_M * np.cos(np.radians(42))
    assert north.var() / east.var() == pytest.approx(1.0, abs=0.01)
    quadrants = np.bincount(2 * (north > 0) + (east > 0), minlength=4) / MILLION
    np.testing.assert_allclose(quadrants, 0.25, atol=0.003)


def test_a_donut_over_the_pole_is_uniform_in_area_too():
    masked = move(np.full(200_000, 0.0), np.full(200_000, 90.0), Donut(1e5, 1e6), SeededSource(3))
    distance = haversine_m(0.0, 90.0, masked.lon_deg, masked.lat_deg)

    def share(r):
        cap = 1 - np.cos(np.array([1e5, 1e6]) / EARTH_RADIUS_M)
        return (1 - np.cos(r / EARTH_RADIUS_M) - cap[0]) / (cap[1] - cap[0])

    assert stats.kstest(distance, share).pvalue > 1e-3
    assert stats.kstest((masked.lon_deg + 180) / 360, "uniform").pvalue > 1e-3


@pytest.mark.slow
def test_the_donut_moves_a_million_points_a_second():
    lon, lat = np.zeros(MILLION), np.full(MILLION, 45.0)
    started = time.process_time()
    move(lon, lat, LAWS["donut"], SystemSource())
    assert time.process_time() - started < 1.5


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(
    st.floats(-180, 180), st.floats(-90, 90), st.floats(0, 5000), st.floats(1, 5000), st.integers(0, 10**6)
)
def test_a_donut_keeps_its_distances_anywhere_on_the_globe(lon, lat, low, width, seed):
    masked = move(np.full(50, lon), np.full(50, lat), Donut(low, low + width), SeededSource(seed))
    distance = haversine_m(lon, lat, masked.lon_deg, masked.lat_deg)
    assert (distance >= max(low, 0.01) - 1e-3).all() and (distance <= low + width + 1e-3).all()
    assert (np.abs(masked.lon_deg) <= 180).all()


def test_a_higher_epsilon_moves_less():
    near = move(np.zeros(9999), np.zeros(9999), PlanarLaplace(0.1), SeededSource(1)).moved_m.mean()
    far = move(np.zeros(9999), np.zeros(9999), PlanarLaplace(0.01), SeededSource(1)).moved_m.mean()
    assert near == pytest.approx(20, rel=0.05)
    assert far == pytest.approx(200, rel=0.05)


def test_the_survey_rule_moves_a_random_hundredth_of_the_rural_farther():
    urban = np.arange(40_000) % 2 == 0
    first, second = SurveyRule.of(urban, SeededSource(1)), SurveyRule.of(urban, SeededSource(2))
    far = np.flatnonzero(first.reach_m == 10_000)
    assert len(far) == 200 and not urban[far].any()
    assert set(far) != set(np.flatnonzero(second.reach_m == 10_000))
    assert len(set(np.diff(far))) > 20
    masked = move(np.zeros(40_000), np.full(40_000, 60.0), first, SeededSource(3))
    assert masked.moved_m[urban].max() <= 2000
    assert stats.kstest(masked.moved_m[urban] / 2000, "uniform").pvalue > 1e-3
    assert masked.moved_m[urban].max() > 1900
    assert masked.moved_m[first.reach_m == 5000].max() > 4900


def test_masked_points_stay_in_their_own_polygon():
    both = Containers(polygons(SQUARE, SQUARE + np.array([0.1, 0.0])), 2)
    rng = np.random.default_rng(1)
    lon, lat = rng.uniform(0.005, 0.195, 2000), rng.uniform(0.005, 0.095, 2000)
    container = both.of(lon, lat)
    masked = move(lon, lat, Donut(500, 3000), SeededSource(1), Guard(both.guard(container)))
    np.testing.assert_array_equal(both.of(masked.lon_deg, masked.lat_deg), container)


def test_a_ring_that_does_not_fit_inside_its_polygon_ends_with_an_error_naming_the_record():
    inside = Containers(polygons(SQUARE), 1)
    guard = Guard(inside.guard(np.zeros(2, dtype=int)), ["Ann", "Bob"])
    started = time.process_time()
    with refuses("mask.attempts.failed", match="Ann, Bob"):
        move([0.05, 0.04], [0.05, 0.04], Donut(20_000, 30_000), SeededSource(1), guard)
    assert time.process_time() - started < 2


def test_containers_know_holes_the_date_line_and_the_outside():
    outer, hole = octagon(179.9, 10, 0.5), octagon(179.9, 10, 0.2)
    outer[:, 0] = (outer[:, 0] + 180) % 360 - 180
    hole[:, 0] = (hole[:, 0] + 180) % 360 - 180
    xy = np.vstack([outer, hole])
    shape = Polygons(
        xy[:, 0], xy[:, 1], np.array([0, 9, 18]), np.zeros(2, dtype=int), np.array([False, True])
    )
    lon = np.array([179.55, -179.75, 179.9, 178.0, -178.0])
    np.testing.assert_array_equal(Containers(shape, 1).of(lon, np.full(5, 10.01)), [0, 0, -1, -1, -1])


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.floats(-180, 179.9), st.floats(-80, 80), st.floats(50, 5000), st.integers(0, 10**6))
@pytest.mark.parametrize("mask", [grid, hexagons])
def test_cells_move_every_point_a_little_and_none_stays(mask, lon, lat, size, seed):
    rng = np.random.default_rng(seed)
    lons, lats = lon + rng.uniform(-0.05, 0.05, 60), lat + rng.uniform(-0.05, 0.05, 60)
    masked = mask(lons, lats, size)
    assert (masked.moved_m > 0).all()
    assert masked.moved_m.max() <= 0.8 * size
    again = mask(lons, lats, size)
    np.testing.assert_array_equal(masked.lon_deg, again.lon_deg)


def test_points_at_the_centres_of_the_grid_are_moved_all_the_same():
    rng = np.random.default_rng(1)
    centres = grid(rng.uniform(0, 0.1, 50), rng.uniform(50, 50.1, 50), 400.0)
    moved = grid(centres.lon_deg, centres.lat_deg, 400.0)
    assert moved.moved_m.min() > 1


def test_neighbours_share_a_cell_and_cells_hold_about_their_area():
    rng = np.random.default_rng(2)
    lon, lat = rng.uniform(0, 0.1, 20_000), rng.uniform(60, 60.05, 20_000)
    km2 = 0.1 * 0.05 * (np.pi / 180 * EARTH_RADIUS_M / 1000) ** 2 * np.cos(np.radians(60.025))
    for mask, cell_km2 in ((grid, 0.25), (hexagons, 0.25 * np.sqrt(0.75))):
        masked = mask(lon, lat, 500.0)
        cells = np.unique(np.column_stack([masked.lon_deg, masked.lat_deg]), axis=0, return_counts=True)[1]
        assert np.median(cells) == pytest.approx(20_000 * cell_km2 / km2, rel=0.1)


@pytest.mark.slow
def test_every_address_of_the_ring_is_swapped_with_equally_often():
    lon, lat = np.zeros(20_000), np.zeros(20_000)
    meters = np.array([0.5, 30, 60, 70, 80, 90, 200]) / EARTH_RADIUS_M * 180 / np.pi
    masked = swap(lon, lat, (meters, np.zeros(7)), 50, 100, SeededSource(1))
    values, counts = np.unique(np.round(masked.moved_m), return_counts=True)
    np.testing.assert_array_equal(values, [60, 70, 80, 90])
    assert stats.chisquare(counts).pvalue > 1e-4


def test_a_swap_without_an_address_in_the_ring_is_an_error_and_no_true_place():
    with refuses("mask.address.not_found", match="0"):
        swap([0.0], [0.0], (np.array([0.0, 1.0]), np.zeros(2)), 0, 100, SeededSource(1))


def test_the_voronoi_mask_moves_to_the_side_that_all_polygons_agree_on():
    rng = np.random.default_rng(4)
    lon, lat = 5 + rng.uniform(0, 0.1, 300), rng.uniform(0, 0.1, 300)
    masked = voronoi(lon, lat)
    to_all = haversine_m(masked.lon_deg[:, None], masked.lat_deg[:, None], lon, lat)
    nearest_two = np.sort(to_all, axis=1)[:, :2]
    np.testing.assert_allclose(nearest_two[:, 0], nearest_two[:, 1], rtol=1e-6)
    np.testing.assert_allclose(masked.moved_m, nearest_two[:, 0], rtol=1e-6)


def test_two_records_at_one_place_leave_it_under_voronoi_too():
    masked = voronoi([0.0, 0.0, 1.0], [0.0, 0.0, 0.0])
    assert (masked.moved_m > 50_000).all()
    with refuses("voronoi.points.too_few"):
        voronoi([1.0, 1.0], [1.0, 1.0])


def town():
    """A town of 16 squares whose people differ twentyfold."""
    rings = [SQUARE / 10 + [x / 100, y / 100] for x in range(4) for y in range(4)]
    return CensusSurface(polygons(*rings), np.linspace(100, 2000, 16))


@pytest.mark.parametrize("kind", ["addresses", "census"])
def test_the_population_donut_gives_every_record_at_least_k(kind):
    rng = np.random.default_rng(5)
    lon, lat = rng.uniform(0.005, 0.035, 200), rng.uniform(0.005, 0.035, 200)
    people = (
        Addresses(rng.uniform(0, 0.04, 5000), rng.uniform(0, 0.04, 5000)) if kind == "addresses" else town()
    )
    found = population_donut(lon, lat, people, 50, 300, SeededSource(1))
    again = people.within(found.masked.lon_deg, found.masked.lat_deg, found.masked.moved_m)
    assert (again >= 50).all()
    np.testing.assert_allclose(found.k, again)
    assert (found.masked.moved_m > 0).all()


def test_more_people_about_a_record_mean_a_shorter_move():
    rng = np.random.default_rng(6)
    dense, sparse = rng.normal(0, 0.002, (4000, 2)), rng.uniform(-0.5, 0.5, (4000, 2))
    people = Addresses(*np.vstack([dense, sparse]).T)
    lon = np.concatenate([np.zeros(100), np.full(100, 0.3)])
    moved = population_donut(lon, lon, people, 20, 100, SeededSource(1)).masked.moved_m
    assert moved[:100].max() < moved[100:].min()


def test_a_k_beyond_the_whole_population_is_refused():
    with refuses("address.rank.too_few", match="3"):
        population_donut([0.0], [0.0], Addresses([0.0, 1, 2], [0.0, 0, 0]), 5, 9, SeededSource(1))


@pytest.mark.parametrize(
    ("mask_model", "code"),
    [
        (Donut(500, 50), "mask.distances.not_rising"),
        (Donut(-1, 50), "mask.distances.not_rising"),
        (Donut(0, 1e9), "mask.distance.too_large"),
        (Gaussian(0), "mask.distance.too_small"),
        (Gaussian(float("nan")), "mask.distance.too_small"),
        (PlanarLaplace(0), "mask.epsilon.not_positive"),
        (PlanarLaplace(-1), "mask.epsilon.not_positive"),
        (BimodalGaussian(100, -5), "mask.distance.too_small"),
    ],
)
def test_distances_that_make_no_mask_are_refused(mask_model, code):
    with refuses(code):
        move([0.0], [0.0], mask_model, SeededSource(1))


def test_positions_off_the_globe_are_refused():
    with refuses("record.position.not_on_globe"):
        move([0.0, 0.0], [0.0, 91.0], Donut(0, 10), SeededSource(1))


def test_cancelling_leaves_nothing():
    def stop(fraction, text=""):
        raise CancelledError()

    with pytest.raises(CancelledError):
        move([0.0], [0.0], Donut(0, 10), SeededSource(1), progress=stop)


def test_results_carry_no_seed():
    masked = move([0.0], [0.0], Donut(0, 10), SeededSource(77))
    assert set(vars(masked)) == {"lon_deg", "lat_deg", "moved_m"}

# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mask destroys: displacement, spacing, Ripley's functions, densities, transport."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import cdist, pdist

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.exposure.masked_points import Pairs
from geodeid_plugin.core.geomask.baselines.random_moves import Donut, move
from geodeid_plugin.core.geometry.people_around import Addresses
from geodeid_plugin.core.geometry.sphere import destination_deg, haversine_m
from geodeid_plugin.core.utility import evaluation
from geodeid_plugin.core.utility import point_patterns as patterns
from tests.refusals import refuses


def town(n, seed, extent_m=10_000):
    return np.random.default_rng(seed).uniform(0, extent_m, (n, 2))


def test_a_shift_of_everybody_shows_in_the_mean_centre_and_not_in_the_spread():
    rng = np.random.default_rng(1)
    lon, lat = 7 + rng.uniform(0, 0.1, 200), 50 + rng.uniform(0, 0.1, 200)
    moved = destination_deg(lon, lat, np.radians(90), 1000.0)
    found = evaluation.displacement(Pairs(lon, lat, *moved))
    assert found.centre_shift_m == pytest.approx(1000, rel=1e-3)
    assert found.masked_standard_distance_m == pytest.approx(found.standard_distance_m, rel=1e-3)
    np.testing.assert_allclose(found.bearing_deg, 90, atol=0.01)
    assert found.percentile_m(0.95) == pytest.approx(1000, rel=1e-6)


def test_a_donut_widens_the_pattern_and_leaves_its_centre():
    rng = np.random.default_rng(2)
    lon, lat = 179.95 + rng.uniform(0, 0.1, 5000), 50 + rng.uniform(0, 0.1, 5000)
    masked = move(lon, lat, Donut(1000, 5000), SeededSource(1))
    found = evaluation.displacement(Pairs(lon, lat, masked.lon_deg, masked.lat_deg))
    assert found.centre_shift_m < 200
    expected = np.hypot(found.standard_distance_m, np.sqrt((1000**2 + 5000**2) / 2))
    assert found.masked_standard_distance_m == pytest.approx(expected, rel=0.02)


def test_distances_on_the_plane_agree_with_the_sphere_across_the_date_line():
    rng = np.random.default_rng(3)
    lon, lat = 180 + rng.uniform(-0.5, 0.5, 50), -40 + rng.uniform(-0.5, 0.5, 50)
    pairs = Pairs((lon + 180) % 360 - 180, lat, lon, lat)
    xy, _ = evaluation.plane_pairs_m(pairs)
    truth = haversine_m(lon[:, None], lat[:, None], lon, lat)
    np.testing.assert_allclose(cdist(xy, xy), truth, rtol=2e-4, atol=1e-3)


def test_the_share_of_changed_areas_counts_those_that_left_all_areas():
    assert evaluation.changed_share(np.array([0, 1, 2, 3]), np.array([0, 2, 2, -1])) == 0.5


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 300), st.integers(1, 25))
@example(1, 63, 23)
def test_pairs_within_each_radius_are_counted_exactly(seed, n, radii):
    points = np.random.default_rng(seed).integers(0, 40, (n, 2)).astype(float)
    reach = 10.0
    counted = patterns.ordered_pairs(points, reach, radii)
    for k, found in enumerate(counted, 1):
        slow = 2 * (pdist(points) <= reach * k / radii * (1 + 1e-12)).sum()
        assert found == slow


@pytest.mark.slow
def test_a_random_pattern_has_k_of_a_circle_within_the_envelope():
    points = town(3000, 4)
    found = patterns.ripley(points, points, SeededSource(1), 39)
    inner = found.radius_m < 1000
    np.testing.assert_allclose(found.k_m2[inner], np.pi * found.radius_m[inner] ** 2, rtol=0.12)
    assert (found.k_m2 >= found.low_m2 * 0.97).all() and (found.k_m2 <= found.high_m2 * 1.03).all()
    assert found.l_difference_m == 0


def test_masking_takes_clustering_away_at_short_distances():
    rng = np.random.default_rng(5)
    heart = rng.uniform(0, 20_000, (60, 2))
    points = np.repeat(heart, 10, axis=0) + rng.normal(0, 150, (600, 2))
    found = patterns.ripley(points, points + rng.normal(0, 3000, (600, 2)), SeededSource(1), 39)
    assert found.k_m2[0] > found.high_m2[0]
    assert found.masked_k_m2[0] < 0.5 * found.k_m2[0]
    assert found.l_difference_m > 100


def test_random_patterns_fill_the_hull_evenly():
    hull = np.array([[0.0, 0], [4, 0], [4, 1], [0, 1]])
    points = patterns.uniform_in(hull, SeededSource(1).uniform(60_000).reshape(3, -1))
    counts = np.histogram2d(*points.T, bins=(8, 4), range=((0, 4), (0, 1)))[0]
    np.testing.assert_allclose(counts, 20_000 / 32, rtol=0.15)
    assert counts.sum() == 20_000


def test_nearest_neighbours_of_two_records_at_one_place_are_at_no_distance():
    np.testing.assert_allclose(patterns.nearest_neighbour_m(np.array([[0.0, 0], [0, 0], [3, 4]])), [0, 0, 5])


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 200), st.integers(2, 30))
def test_nearest_neighbours_are_those_of_all_pairs(seed, n, side):
    points = np.random.default_rng(seed).integers(0, side, (n, 2)).astype(float)
    apart = cdist(points, points) + np.diag(np.full(n, np.inf))
    np.testing.assert_array_equal(patterns.nearest_neighbour_m(points), apart.min(axis=1))


def test_an_unmasked_map_has_the_same_density_and_hot_spots():
    points = np.random.default_rng(6).normal(0, 1000, (500, 2))
    found = patterns.densities(points, points)
    assert (found.correlation, found.hot_spot_overlap) == (pytest.approx(1), 1)


def test_stronger_masks_blur_hot_spots_more():
    rng = np.random.default_rng(7)
    points = np.vstack([rng.normal(0, 500, (300, 2)), rng.uniform(-1e4, 1e4, (300, 2))])
    noise = rng.normal(0, 1, points.shape)
    weak, strong = (patterns.densities(points, points + size * noise) for size in (300, 5000))
    assert weak.correlation > 0.95 > strong.correlation
    assert weak.hot_spot_overlap > strong.hot_spot_overlap


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_transport_is_the_cheapest_of_all_ways_to_turn_one_map_into_the_other(seed):
    a, b = town(6, seed), town(6, seed + 1)
    cost = cdist(a, b)
    best = min(cost[np.arange(6), order].mean() for order in map(list, permutations(range(6))))
    assert patterns.transport_m(a, b) == pytest.approx(best)


def test_swapping_all_records_among_their_places_costs_no_transport():
    points = town(300, 8)
    assert patterns.transport_m(points, points[::-1]) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("piece, at_most", [(300, 1.01), (125, 1.03)])
@pytest.mark.parametrize("move_m", [500, 2000])
def test_transport_in_pieces_is_never_too_small_and_hardly_too_large(move_m, piece, at_most):
    rng = np.random.default_rng(8)
    points = rng.random((700, 2)) * 20_000
    masked = points + rng.normal(size=points.shape) * move_m
    whole = patterns.transport_m(points, masked)
    assert whole * (1 - 1e-12) <= patterns.transport_m(points, masked, piece=piece) < at_most * whole


def test_transport_of_a_map_larger_than_one_piece_hears_cancel_before_the_first_turn_ends():
    asked = []

    def stop(fraction, text=""):
        asked.append(fraction)
        if len(asked) == 3:
            raise CancelledError()

    with pytest.raises(CancelledError):
        patterns.transport_m(town(4001, 1), town(4001, 2), stop, 60)
    assert asked[-1] < 1 / 8


def test_ripley_of_many_records_is_that_of_a_random_part(monkeypatch) -> None:
    rng = np.random.default_rng(4)
    points = rng.uniform(0, 10_000, (2000, 2))
    masked = points + rng.normal(0, 500, points.shape)
    whole = patterns.ripley(points, masked, SeededSource(1), 0)
    monkeypatch.setattr(patterns, "_MOST_PAIRED", 1000)
    part = patterns.ripley(points, masked, SeededSource(1), 2)
    np.testing.assert_array_equal(part.radius_m, whole.radius_m)
    assert (whole.compared, part.compared, part.records) == (2000, 1000, 2000)
    for of_part, of_whole in ((part.k_m2, whole.k_m2), (part.masked_k_m2, whole.masked_k_m2)):
        np.testing.assert_allclose(of_part[5:], of_whole[5:], rtol=0.05)


@pytest.mark.parametrize("points", [np.zeros((5, 2)), np.column_stack([np.arange(5.0), np.arange(5.0)])])
def test_points_without_a_pattern_are_refused(points):
    with refuses("pattern.points.one_line"):
        patterns.ripley(points, points, SeededSource(1))


def test_equal_points_have_no_density():
    with refuses("pattern.points.one_place"):
        patterns.densities(np.zeros((5, 2)), np.ones((5, 2)))


def test_cancelling_stops_the_simulations():
    def stop(fraction, text=""):
        raise CancelledError()

    with pytest.raises(CancelledError):
        patterns.ripley(town(50, 1), town(50, 2), SeededSource(1), progress=stop)


@pytest.mark.parametrize("records, measured_s", [(100_000, 26), (1_000_000, 98)])
def test_the_time_foretold_is_the_measured_one_within_a_factor_of_three(records, measured_s):
    foretold = evaluation.expected_seconds(records, by_areas=False)
    assert measured_s / 3 < foretold < 3 * measured_s
    assert evaluation.expected_seconds(records, by_areas=True) > 2 * foretold


def test_a_candidate_is_on_the_frontier_when_none_has_less_risk_and_less_loss():
    risk, loss = [0.1, 0.2, 0.2, 0.05, np.nan], [100, 50, 60, 400, 1]
    np.testing.assert_array_equal(evaluation.frontier(risk, loss), [True, True, False, True, False])


def test_repeats_of_a_mask_share_a_row_with_their_interval():
    found = evaluation.candidates_of([("a", {"X": 1.0}), ("b", {"X": 9.0}), ("a", {"X": 3.0})])
    assert [one.name for one in found] == ["a", "b"]
    assert found[0].mean("X") == 2 and found[0].interval("X") == (1, 3)


@pytest.mark.slow
def test_every_measure_comes_with_the_surroundings_that_it_needs():
    rng = np.random.default_rng(9)
    lon, lat = 7 + rng.uniform(0, 0.05, 60), 50 + rng.uniform(0, 0.05, 60)
    masked = move(lon, lat, Donut(100, 800), SeededSource(1))
    pairs = Pairs(lon, lat, masked.lon_deg, masked.lat_deg)
    bare = evaluation.evaluate(pairs, evaluation.Surroundings(simulations=0), SeededSource(1)).figures
    houses = Addresses(7 + rng.uniform(0, 0.05, 1000), 50 + rng.uniform(0, 0.05, 1000))
    rich = evaluation.Surroundings(
        people=houses,
        addresses=houses,
        area_of=lambda x, y: np.floor(x * 20),
        simulations=19,
    )
    full = evaluation.evaluate(pairs, rich, SeededSource(1)).figures
    extra = {
        "AT_RISK_SHARE", "SMALLEST_K",
        "MEDIAN_K", "SMALLEST_K_METHOD", "PROSECUTOR", "JOURNALIST", "MARKETER",
        "FALSE_HOME_SHARE", "CHANGED_AREA_SHARE", "L_DIFFERENCE_M",
    }  # fmt: skip
    assert set(full) - set(bare) == extra
    assert all(np.isfinite(value) for value in full.values())
    assert full["MARKETER"] <= full["JOURNALIST"] <= 1 <= full["SMALLEST_K"]
    assert full["TRANSPORT_M"] <= full["MEAN_MOVE_M"]

# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mask hides, on cases counted by hand and against slow references."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.exposure import masked_points as measures
from geodeid_plugin.core.exposure.masked_points import Pairs
from geodeid_plugin.core.geomask.baselines.random_moves import Donut, move
from geodeid_plugin.core.geometry.people_around import TOLERANCE_M, Addresses, CensusSurface
from geodeid_plugin.core.geometry.polygons import Polygons
from geodeid_plugin.core.geometry.sphere import EARTH_RADIUS_M, cap_radius_m, haversine_m, ring_areas_m2
from tests.refusals import refuses

DEGREE_M = np.pi / 180 * EARTH_RADIUS_M


def pairs_m(true_m, masked_m):
    """Pairs along the equator, at these metres east of Greenwich."""
    true, masked = np.array(true_m, dtype=float), np.array(masked_m, dtype=float)
    zero = np.zeros(len(true))
    return Pairs(true / DEGREE_M, zero, masked / DEGREE_M, zero)


def squares(count, size=0.01, lat=0.0):
    """A row of square census areas."""
    rings = []
    for i in range(count):
        x = np.array([0, 1, 1, 0, 0]) * size + i * size
        rings.append(np.column_stack([x, lat + np.array([0, 0, 1, 1, 0]) * size]))
    xy = np.concatenate(rings)
    hole = np.zeros(count, dtype=bool)
    return Polygons(xy[:, 0], xy[:, 1], np.arange(count + 1) * 5, np.arange(count), hole)


def masked_pairs(n, seed, low=50.0, high=500.0, extent=0.1):
    rng = np.random.default_rng(seed)
    lon, lat = 10 + rng.uniform(0, extent, n), 50 + rng.uniform(0, extent, n)
    masked = move(lon, lat, Donut(low, high), SeededSource(seed))
    return Pairs(lon, lat, masked.lon_deg, masked.lat_deg)


def test_spatial_k_counts_the_addresses_nearer_to_the_dot_than_home_and_home_itself():
    pairs = pairs_m([0, 1000, 5000], [100, 1000.5, 5300])
    addresses = Addresses(np.array([0, 50, 150, 200, 1000, 5100, 5000]) / DEGREE_M, np.zeros(7))
    np.testing.assert_array_equal(measures.k_moved(pairs, addresses), [4, 1, 2])


def test_spatial_k_counts_addresses_that_are_exactly_as_far():
    pairs = pairs_m([0, 0, 0], [100, 100, 100])
    tower = Addresses(np.array([200.0] * 5 + [0.0] * 3 + [201.0]) / DEGREE_M, np.zeros(9))
    np.testing.assert_array_equal(measures.k_moved(pairs, tower), [8, 8, 8])


def test_spatial_k_is_never_below_one_even_where_no_address_is_near():
    pairs = pairs_m([0, 10, 20], [1, 11, 21])
    assert (measures.k_moved(pairs, Addresses([50.0], [50.0])) == 1).all()
    empty_land = CensusSurface(squares(3, lat=40.0), [5.0, 5.0, 5.0])
    assert (measures.k_moved(pairs, empty_land) == 1).all()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(-85, 85), st.floats(-180, 179))
def test_spatial_k_equals_a_count_of_every_distance_at_any_place(seed, lat, lon):
    rng = np.random.default_rng(seed)
    true = lon + rng.uniform(0, 0.02, 20), lat + rng.uniform(0, 0.02, 20)
    masked = lon + rng.uniform(0, 0.02, 20), lat + rng.uniform(0, 0.02, 20)
    homes = lon + rng.uniform(0, 0.02, 200), lat + rng.uniform(0, 0.02, 200)
    pairs = Pairs(*true, *masked)
    slow = (haversine_m(masked[0][:, None], masked[1][:, None], *homes) <= pairs.moved_m[:, None]).sum(axis=1)
    np.testing.assert_array_equal(measures.k_moved(pairs, Addresses(*homes)), np.maximum(slow, 1))


def crowded_places(seed, n, places):
    """Points of which hundreds may share a place, and some have one of their own."""
    rng = np.random.default_rng(seed)
    lon, lat = 7 + rng.integers(0, 12, (2, places)) / 400
    at = rng.integers(0, places, n)
    own = rng.random(n) < 0.3
    return lon[at] + own * rng.normal(0, 0.01, n), lat[at] + own * rng.normal(0, 0.01, n)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1, 3, 40]))
def test_crowded_places_are_counted_and_found_like_all_others(seed, places):
    known, asked = crowded_places(seed, 700, places), crowded_places(seed + 1, 500, places)
    radius = np.random.default_rng(seed).integers(0, 5, 500) * 300.0
    apart = haversine_m(asked[0][:, None], asked[1][:, None], *known)
    found = Addresses(*known).within(*asked, radius)
    np.testing.assert_array_equal(found, (apart <= radius[:, None] + TOLERANCE_M).sum(axis=1))
    np.testing.assert_allclose(Addresses(*known).nearest_m(*asked), apart.min(axis=1), atol=1e-6)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1, 3, 40]))
def test_who_hides_among_crowded_places_hides_among_all_who_are_there(seed, places):
    pairs = Pairs(*crowded_places(seed, 400, places), *crowded_places(seed + 1, 400, places))
    apart = haversine_m(pairs.lon_deg[:, None], pairs.lat_deg[:, None], *pairs.masked)
    near = apart <= pairs.moved_m[:, None] + TOLERANCE_M
    np.testing.assert_array_equal(measures.k_original(pairs), near.sum(axis=1))
    np.testing.assert_array_equal(
        measures.k_sample(pairs), (apart <= pairs.moved_m + TOLERANCE_M).sum(axis=0)
    )
    nearest = apart <= apart.min(axis=1)[:, None] + TOLERANCE_M
    credit = np.where(nearest.diagonal(), 1 / nearest.sum(axis=1), 0)
    assert measures.linkage_share(pairs) == pytest.approx(credit.mean())


def test_a_long_count_hears_cancel_after_a_few_thousand_points():
    lon, lat = np.random.default_rng(1).uniform(7, 8, (2, 30_000))
    asked = []

    def stop(fraction, text=""):
        asked.append(fraction)
        if fraction > 0:
            raise CancelledError()

    with pytest.raises(CancelledError):
        Addresses(lon, lat).within(lon, lat, 10.0, stop)
    assert asked[-1] < 0.5


def test_a_disc_that_covers_a_census_area_holds_all_its_people():
    surface = CensusSurface(squares(3), [100.0, 200.0, 300.0])
    assert surface.within([0.015], [0.005], [50_000.0])[0] == pytest.approx(600)
    assert surface.within([0.005], [0.005], [1.0])[0] == pytest.approx(100 * np.pi / (0.01 * DEGREE_M) ** 2)


@pytest.mark.slow
def test_people_of_many_discs_are_those_of_each_disc_alone():
    rng = np.random.default_rng(3)
    surface = CensusSurface(squares(40), rng.uniform(1, 900, 40))
    at, radius = rng.uniform((0, -0.01), (0.4, 0.02), (300, 2)), 10 ** rng.uniform(1, 4.5, 300)
    together = surface.within(at[:, 0], at[:, 1], radius)
    alone = [surface.within([lon], [lat], [reach])[0] for (lon, lat), reach in zip(at, radius)]
    np.testing.assert_allclose(together, alone, rtol=1e-12)
    assert together.min() < 1 and together.max() == pytest.approx(surface.total)


def test_census_areas_without_any_area_hold_nobody_however_near():
    flat = squares(2)
    flat.lat_deg[:5] = 0.005
    surface = CensusSurface(flat, [100.0, 7.0])
    assert surface.within([0.01], [0.005], [50_000.0])[0] == pytest.approx(7.0)


def test_half_a_disc_over_the_border_of_the_populated_area_holds_half_its_people():
    surface = CensusSurface(squares(1), [1000.0])
    inside = surface.within([0.005], [0.005], [300.0])[0]
    assert surface.within([0.005], [0.0], [300.0])[0] == pytest.approx(inside / 2, rel=1e-4)
    assert surface.within([0.0], [0.0], [300.0])[0] == pytest.approx(inside / 4, rel=1e-4)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.floats(-80, 80))
def test_people_of_a_disc_agree_with_a_count_of_sprinkled_people(seed, lat):
    rng = np.random.default_rng(seed)
    count, lon = 4, rng.uniform(-180, 180)
    parts = squares(count, lat=lat)
    shape = Polygons((parts.lon_deg + lon + 180) % 360 - 180, parts.lat_deg, *list(vars(parts).values())[2:])
    surface = CensusSurface(shape, np.arange(count) + 1.0)
    at, radius = (lon + rng.uniform(-0.01, 0.05), lat + rng.uniform(-0.01, 0.02)), rng.uniform(100, 3000)
    grid = (np.arange(400) + 0.5) / 400 * 0.01
    x, y = np.meshgrid(grid, grid)
    expected = 0.0
    for area in range(count):
        near = haversine_m(lon + area * 0.01 + x, lat + y, *at) <= radius
        expected += (area + 1) * near.mean()
    assert surface.within([at[0]], [at[1]], [radius])[0] == pytest.approx(expected, abs=0.03)


def test_a_hole_in_a_census_area_holds_nobody():
    outer, inner = squares(1, 0.03), squares(1, 0.01)
    lon = np.concatenate([outer.lon_deg, inner.lon_deg + 0.01])
    lat = np.concatenate([outer.lat_deg, inner.lat_deg + 0.01])
    shape = Polygons(lon, lat, np.array([0, 5, 10]), np.zeros(2, dtype=int), np.array([False, True]))
    surface = CensusSurface(shape, [800.0])
    assert surface.within([0.015], [0.015], [400.0])[0] == pytest.approx(0, abs=1e-6)
    assert surface.within([0.015], [0.015], [1e5])[0] == pytest.approx(800)


def test_a_cap_of_half_the_area_holds_half_the_people():
    turns = np.linspace(0, 2 * np.pi, 721)
    lon, lat = 0.1 * np.cos(turns), 0.1 * np.sin(turns)
    shape = Polygons(lon, lat, np.array([0, 721]), np.zeros(1, dtype=int), np.zeros(1, dtype=bool))
    half = cap_radius_m(ring_areas_m2(lon, lat, np.array([0, 721]))[0] / 2)
    assert CensusSurface(shape, [1000.0]).within([0.0], [0.0], [half])[0] == pytest.approx(500, rel=0.01)


def test_the_radius_that_holds_k_people_holds_k_people():
    surface = CensusSurface(squares(5), [10.0, 500.0, 50.0, 0.0, 300.0])
    lon, lat = np.array([0.005, 0.015, 0.04]), np.array([0.005, 0.001, 0.009])
    reach = surface.reach_m(lon, lat, 100)
    held = surface.within(lon, lat, reach)
    assert (held >= 100 * (1 - 1e-9)).all()
    assert (surface.within(lon, lat, reach * 0.98) < 100).all()


def test_who_knows_the_method_searches_the_ring_that_it_allows():
    pairs = pairs_m([0, 0, 0], [100, 100, 400])
    homes = Addresses(np.array([0, 60, 100, 140, 200, 350]) / DEGREE_M, np.zeros(6))
    found = measures.k_method(pairs, homes, 50, 150)
    np.testing.assert_array_equal(found, [2, 2, 1])


def test_k_original_counts_the_dots_that_a_neighbour_would_consider():
    pairs = pairs_m([0, 1000, 5000], [100, 50, 5300])
    np.testing.assert_array_equal(measures.k_original(pairs), [2, 2, 1])


def test_a_neighbour_who_knows_the_method_looks_at_the_dots_that_it_can_reach():
    pairs = pairs_m([0, 1000, 5000], [100, 50, 5300])
    np.testing.assert_array_equal(measures.k_original_method(pairs, 60, 1000), [1, 2, 1])


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.floats(-80, 80), st.floats(-180, 179.9), st.booleans())
def test_the_four_k_are_the_rows_of_one_table_of_distances(seed, lat, lon, shared):
    rng = np.random.default_rng(seed)
    true, masked, homes = (
        (lon + rng.integers(0, 40, n) / 400, lat + rng.integers(0, 40, n) / 400) if shared
        else (lon + rng.uniform(0, 0.1, n), lat + rng.uniform(0, 0.1, n))
        for n in (60, 60, 300)
    )  # fmt: skip

    def apart_m(one, other):
        east = np.radians(one[0][:, None] - other[0])
        south, north = np.radians(one[1])[:, None], np.radians(other[1])
        across = np.hypot(
            np.cos(north) * np.sin(east),
            np.cos(south) * np.sin(north) - np.sin(south) * np.cos(north) * np.cos(east),
        )
        along = np.sin(south) * np.sin(north) + np.cos(south) * np.cos(north) * np.cos(east)
        return 6_371_008.8 * np.arctan2(across, along)

    moved = apart_m(true, masked).diagonal()[:, None]
    low, high, slack = moved.min(), moved.max(), 1e-6
    dots, people = apart_m(true, masked), apart_m(masked, homes)
    found = measures.spatial_k(Pairs(*true, *masked), Addresses(*homes))
    expected = {
        "original": dots <= moved + slack,
        "original_method": (dots >= low - slack) & (dots <= high + slack),
        "moved": people <= moved + slack,
        "moved_method": (people >= low - slack) & (people <= high + slack),
    }
    for name, inside in expected.items():
        np.testing.assert_array_equal(getattr(found, name), np.maximum(inside.sum(axis=1), 1), name)


def test_linkage_starts_from_homes_and_spruill_from_dots():
    pairs = pairs_m([0, 100, 1000], [10, 60, 70])
    assert measures.linkage_share(pairs) == pytest.approx(2 / 3)
    assert measures.spruill_share(pairs) == pytest.approx(2 / 3)
    crossing = pairs_m([0, 100, 1000], [90, 110, 120])
    assert measures.linkage_share(crossing) == pytest.approx(2.5 / 3)
    assert measures.spruill_share(crossing) == pytest.approx(1 / 3)


def test_ties_share_the_credit_of_a_link():
    heap = pairs_m([0, 0, 0, 0], [100, 100, 100, 100])
    assert measures.linkage_share(heap) == pytest.approx(0.25)
    assert measures.spruill_share(heap) == pytest.approx(0.25)
    assert measures.optimal_linkage_share(heap) == pytest.approx(0.25)


def test_a_millimetre_of_noise_hides_nobody():
    pairs = masked_pairs(500, 1, 0.02, 0.2)
    assert measures.linkage_share(pairs) == pytest.approx(1)
    assert measures.spruill_share(pairs) == pytest.approx(1)
    assert measures.optimal_linkage_share(pairs) == pytest.approx(1)
    assert measures.stayed_share(pairs) == 1


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_optimal_linkage_is_the_best_of_all_matchings(seed):
    pairs = masked_pairs(6, seed, 50, 3000, 0.02)
    cost = haversine_m(
        pairs.masked_lon_deg[:, None], pairs.masked_lat_deg[:, None], pairs.lon_deg, pairs.lat_deg
    )
    best = min(permutations(range(6)), key=lambda order: (cost[np.arange(6), order] ** 2).sum())
    assert measures.optimal_linkage_share(pairs) == pytest.approx(np.mean(np.array(best) == np.arange(6)))


@pytest.mark.slow
def test_the_clever_adversary_links_more_than_the_hasty_one():
    pairs = masked_pairs(2000, 3)
    assert measures.optimal_linkage_share(pairs) > measures.linkage_share(pairs)


@pytest.mark.slow
def test_matching_many_records_agrees_with_matching_few(monkeypatch):
    pairs = masked_pairs(400, 4, 50, 500, 0.03)
    exact = measures.optimal_linkage_share(pairs)
    monkeypatch.setattr(measures, "_DENSE_MATCHING", 10)
    assert measures.optimal_linkage_share(pairs) == pytest.approx(exact, abs=0.01)


def test_averaging_releases_closes_in_as_cassa_found():
    """Averages of m draws are nearer by the root of m, as for the drawn releases themselves."""
    rng = np.random.default_rng(5)
    lon, lat = 10 + rng.uniform(0, 0.1, 4000), 50 + rng.uniform(0, 0.1, 4000)
    drawn = [move(lon, lat, Donut(50, 500), SeededSource(seed)) for seed in range(10)]
    middle = np.mean([m.lon_deg for m in drawn], axis=0), np.mean([m.lat_deg for m in drawn], axis=0)
    truth = haversine_m(lon, lat, *middle).mean()
    pairs = Pairs(lon, lat, drawn[0].lon_deg, drawn[0].lat_deg)
    found = measures.averaging(pairs, SeededSource(9), (1, 10))
    assert found.error_m[0] == pytest.approx(pairs.moved_m.mean(), rel=1e-6)
    assert found.error_m[1] == pytest.approx(truth, rel=0.05)


def test_a_dot_on_a_neighbours_house_is_a_false_accusation():
    pairs = pairs_m([0, 1000, 2000], [100, 1000, 2050])
    homes = Addresses(np.array([0, 100.5, 1000]) / DEGREE_M, np.zeros(3))
    assert measures.false_home_share(pairs, homes) == pytest.approx(1 / 3)
    assert measures.stayed_share(pairs) == pytest.approx(1 / 3)


def test_the_three_risks_read_the_same_k_differently():
    found = measures.risks([2, 4, 4], [10, 20, 40])
    assert (found.prosecutor, found.journalist) == (0.5, 0.1)
    assert found.marketer == pytest.approx((0.1 + 0.05 + 0.025) / 3)


@pytest.mark.parametrize(
    ("keys", "masked_keys", "code", "names"),
    [
        (["a", "b"], ["a", "c"], "record.link.different", ""),
        (["a", "b", "c"], ["a", "b"], "record.link.different", "1 original"),
        (["a", "a"], ["a", "b"], "record.link.repeated", "a.* original"),
        (["a", "b"], ["b", "b"], "record.link.repeated", "b.* masked"),
        (["a", None], ["a", "b"], "record.link.missing", "original"),
    ],
)
def test_broken_links_are_refused_by_name(keys, masked_keys, code, names):
    with refuses(code, match=names):
        measures.link(keys, masked_keys)


def test_links_find_partners_in_any_order_and_type():
    rows, masked_rows = measures.link([7, 8, 9], ["9", "7", "8"])
    np.testing.assert_array_equal(rows, [0, 1, 2])
    np.testing.assert_array_equal(masked_rows, [1, 2, 0])


@pytest.mark.parametrize(
    ("true", "masked", "code"),
    [
        ([], [], "record.pair.none"),
        ([0, 1, 2], [0, 1], "record.position.other_number"),
        ([0, 1, np.nan], [0, 1, 2], "record.position.missing"),
    ],
)
def test_pairs_that_are_none_are_refused(true, masked, code):
    with refuses(code):
        Pairs(np.array(true, float), np.zeros(len(true)), np.array(masked, float), np.zeros(len(masked)))


def test_no_addresses_and_no_people_are_refused():
    with refuses("address.layer.empty"):
        Addresses([], [])
    with refuses("area.people.no_polygon"):
        CensusSurface(squares(2), [0.0, 0.0])

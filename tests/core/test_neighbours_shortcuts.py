# SPDX-License-Identifier: GPL-2.0-or-later
"""The published shortcuts that the evidence measures do what was published, and are measured honestly."""

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.neighbours import METRICS, nearest

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts" / "evidence"))
from shortcuts import (
    compare_shortcuts,
    found_along_the_curve,
    hilbert_place,
    nearest_euclidean,
    nearest_hilbert,
    rank_correlations,
)


def scattered(n=400, seed=1, west=-100, east=-60, south=45, north=70):
    draw = np.random.default_rng(seed)
    names = np.array([f"a{i:04}" for i in range(n)], dtype=object)
    lon, lat = draw.uniform(west, east, n), draw.uniform(south, north, n)
    return Areas(names, lon, lat, np.zeros(n), draw.lognormal(15, 3, n))


@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_the_hilbert_curve_visits_every_cell_once_and_steps_to_a_cell_beside(order):
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(2**order), np.arange(2**order)))
    place = hilbert_place(x.astype(float), y.astype(float), order)
    assert sorted(place) == list(range(4**order))
    along = np.argsort(place)
    assert set(np.abs(np.diff(x[along])) + np.abs(np.diff(y[along]))) == {1}


def test_the_curve_of_order_three_has_64_cells():
    areas = scattered()
    assert len(np.unique(hilbert_place(areas.lon_deg, areas.lat_deg, 3))) == 64


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.integers(2, 80), st.integers(1, 15), st.integers(0, 1000), st.sampled_from(METRICS))
def test_a_short_list_that_holds_every_area_gives_the_true_neighbours(n, k, seed, metric):
    areas = scattered(n, seed)
    exact = nearest(areas, k, metric=metric)
    for found in (
        nearest_euclidean(areas, k, margin=n, metric=metric),
        nearest_hilbert(areas, k, count=2 * n, metric=metric),
    ):
        assert np.array_equal(found.index, exact.index)
        assert np.array_equal(found.distance_m, exact.distance_m)


def test_the_euclidean_shortcut_takes_three_candidates_for_two_neighbours():
    line = Areas(
        np.array(list("abcde"), dtype=object), np.array([0, 1.0, 2, 3, 4]), np.zeros(5), np.zeros(5),
        np.array([1.0, 1e10, 1e10, 1e10, 1.0]),
    )  # fmt: skip
    assert nearest_euclidean(line, 2, metric="hausdorff").index[0].tolist() == [1, 2]
    assert nearest(line, 2).index[0].tolist() == [1, 2]
    line = Areas(line.ids, line.lon_deg, line.lat_deg, line.population, np.array([1, 4e11, 4e11, 4e11, 1.0]))
    assert nearest(line, 2).index[0].tolist() == [4, 1]
    assert nearest_euclidean(line, 2, metric="hausdorff").index[0].tolist() == [1, 2]


def test_the_euclidean_shortcut_does_not_see_across_the_date_line():
    lon, none = np.array([179.9, -179.9, 170.0, 169.0]), np.zeros(4)
    areas = Areas(np.array(list("abcd"), dtype=object), lon, none, none, none)
    assert nearest(areas, 1).index[0, 0] == 1
    assert nearest_euclidean(areas, 1).index[0, 0] == 2


def test_along_the_curve_an_area_gets_no_more_neighbours_than_the_list_holds():
    found = nearest_hilbert(scattered(100), 8, count=5)
    assert ((found.index >= 0).sum(axis=1) == 5).all()


def test_shortcuts_find_less_than_the_exact_search_and_the_comparison_says_so():
    by = {(score.method, score.k): score for score in compare_shortcuts(scattered(), (2, 10))}
    assert by["exact", 10].accuracy == by["exact", 10].recall == 1
    assert 0 < by["hilbert", 10].accuracy < by["euclidean", 10].accuracy < 1
    assert by["euclidean", 10].accuracy < by["euclidean", 10].recall < 1


def test_accuracy_and_recall_are_those_counted_by_hand():
    areas = scattered(60)
    exact, found = nearest(areas, 3, metric="centre"), nearest_euclidean(areas, 3)
    shared = np.array([len(set(a) & set(b)) for a, b in zip(exact.index, found.index)])
    score = next(s for s in compare_shortcuts(areas, (3,)) if s.method == "euclidean")
    assert score.accuracy == pytest.approx((shared == 3).mean())
    assert score.recall == pytest.approx(shared.sum() / (3 * 60))


def test_near_the_equator_points_rank_the_same_in_degrees():
    areas = scattered(200, west=-0.01, east=0.01, south=-0.01, north=0.01)
    assert rank_correlations(areas, 20).min() > 0.9999


def test_a_longer_list_along_the_curve_finds_more_and_one_of_all_areas_everything():
    areas = scattered()
    shares = found_along_the_curve(areas, (2, 10, 50, 2 * len(areas)))
    assert shares == sorted(shares) and 0 < shares[0] < shares[-1] == 1

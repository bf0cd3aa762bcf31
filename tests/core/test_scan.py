# SPDX-License-Identifier: GPL-2.0-or-later
"""The scan statistic against SaTScan's own results and against a slow reference."""

import csv

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scan_reference import log_likelihood_ratio

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.utility import scan as module
from geodeid_plugin.core.utility.scan import ScanSettings, Space, scan, scan_sphere
from tests.refusals import refuses

NO_CHANCE = ScanSettings(simulations=0)


def scan_plane(x, y, *given, **named):
    return scan(Space(np.column_stack([x, y]).astype(float), False), *given, **named)


@pytest.fixture(scope="module")
def new_york(real_data):
    return np.genfromtxt(real_data("epi_points/ny8_leukemia_281_tracts.csv"), delimiter=",", names=True)


def leukaemia(table, scan, share, simulations=0):
    settings = ScanSettings("poisson", simulations, share)
    return scan(
        table["longitude"], table["latitude"], table["cases_floor"], table["population"],
        SeededSource(1), settings,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("scan", "share", "llr", "members", "cases", "expected", "population"),
    [
        (scan_plane, 0.1, 11.577255, 26, 85, 49.71, 95_249),
        (scan_plane, 0.5, 14.083511, 28, 100, 58.28, 111_674),
        (scan_sphere, 0.5, 14.780276, 31, 106, 62.13, 119_050),
    ],
)
def test_new_york_leukaemia_has_the_cluster_that_satscan_reports(
    new_york, scan, share, llr, members, cases, expected, population
):
    cluster = leukaemia(new_york, scan, share).clusters[0]
    assert cluster.llr == pytest.approx(llr, abs=5e-7)
    assert len(cluster.members) == members
    assert (cluster.cases, cluster.size) == (cases, population)
    assert cluster.expected == pytest.approx(expected, abs=5e-3)


def test_new_york_secondary_clusters_match_satscan_in_likelihood_members_and_radius(new_york):
    clusters = leukaemia(new_york, scan_sphere, 0.5).clusters
    satscan = [14.780276, 8.287056, 7.199672, 4.651839, 3.773422, 3.209485]
    assert [c.llr for c in clusters[:6]] == pytest.approx(satscan, abs=5e-7)
    ids = new_york["id"].astype(int)
    assert sorted(ids[clusters[1].members]) == [85, 86, 87, 88, 89, 90, 91, 92, 93]
    assert clusters[0].radius_m / 1000 == pytest.approx(7.70, abs=0.01)
    assert clusters[0].relative_risk == pytest.approx(1.87, abs=5e-3)


@pytest.mark.slow
def test_new_york_p_values_agree_with_satscan_within_monte_carlo_error(new_york):
    clusters = leukaemia(new_york, scan_sphere, 0.5, 999).clusters
    assert clusters[0].p_value == 0.001
    assert clusters[0].p_gumbel == pytest.approx(8.7e-5, abs=1.5e-4)
    assert clusters[2].p_value == pytest.approx(0.105, abs=0.035)
    assert clusters[3].p_value == pytest.approx(0.653, abs=0.06)


@pytest.mark.slow
def test_north_humberside_childhood_leukaemia_is_no_significant_cluster(real_data):
    table = np.genfromtxt(real_data("epi_points/north_humberside_satscan.csv"), delimiter=",", names=True)
    result = scan_plane(table["x_100m"], table["y_100m"], table["cases"], table["controls"], SeededSource(2))
    assert result.clusters[0].llr == pytest.approx(4.836516, abs=5e-7)
    assert (result.clusters[0].cases, result.clusters[0].size) == (4, 4)
    assert result.p_value == pytest.approx(0.65, abs=0.06)


def test_chorley_larynx_cancers_cluster_beside_the_incinerator(real_data):
    with open(real_data("epi_points/chorley_ribble_points.csv")) as file:
        rows = list(csv.DictReader(file))
    x, y = (np.array([float(row[name]) for row in rows]) for name in ("x_km", "y_km"))
    case = np.array([row["cancer"] == "larynx" for row in rows])
    cluster = scan_plane(x, y, case, ~case, SeededSource(1), NO_CHANCE).clusters[0]
    assert cluster.llr == pytest.approx(9.215961, abs=5e-7)
    assert (x[cluster.centre], y[cluster.centre]) == (355.6, 414.1)
    assert np.hypot(x[cluster.centre] - 354.5, y[cluster.centre] - 413.6) < 1.3


def slow_best(model, x, y, cases, others, share, least):
    """The best of every circle about every point, none skipped."""
    size = others + cases if model == "bernoulli" else others
    best = 0.0
    for i in range(len(x)):
        distance = (x - x[i]) ** 2 + (y - y[i]) ** 2
        inside = distance <= np.unique(distance)[:, None]
        held, room = inside @ cases, inside @ size
        tried = (room > 0) & (room <= share * size.sum()) & (held >= least)
        found = log_likelihood_ratio(model, held[tried], room[tried], cases.sum(), size.sum())
        best = max(best, float(found.max(initial=0.0)))
    return best


def scan_with_draws(model, x, y, cases, others, seed, simulations):
    """The result, and the random maps behind it with the places they stand on."""
    kept = []
    original = module.simulated_cases
    module.simulated_cases = lambda *given: kept.extend(original(*given)) or kept
    try:
        result = scan_plane(x, y, cases, others, SeededSource(seed), ScanSettings(model, simulations))
    finally:
        module.simulated_cases = original
    return result, np.concatenate(kept, axis=1).astype(float)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from(["bernoulli", "poisson"]),
    st.integers(5, 60),
    st.sampled_from([1, 40]),
)
def test_data_and_simulations_have_the_maxima_that_a_search_of_every_circle_finds(seed, model, places, many):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 7, places).astype(float), rng.integers(0, 7, places).astype(float)
    x[0], x[1] = 0, 6
    others, cases = rng.integers(1, 5, places).astype(float), rng.integers(0, 3, places) * float(many)
    cases[2] += 1
    result, draws = scan_with_draws(model, x, y, cases, others, seed, 4)
    found = result.clusters[0].llr if result.clusters else 0.0
    assert found == pytest.approx(slow_best(model, x, y, cases, others, 0.5, 2), abs=1e-9)
    spots, spot = np.unique(np.column_stack([x, y]), axis=0, return_inverse=True)
    size = np.bincount(spot.ravel(), others + (cases if model == "bernoulli" else 0))
    for column in range(4):
        drawn = draws[:, column]
        rest = size - drawn if model == "bernoulli" else size
        slow = slow_best(model, spots[:, 0], spots[:, 1], drawn, rest, 0.5, 2)
        assert result.simulated_llr[column] == pytest.approx(slow, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["bernoulli", "poisson"])
def test_skipping_blocks_loses_no_maximum_of_any_simulation(model):
    rng = np.random.default_rng(5)
    x, y, case = rng.random(150), rng.random(150), (rng.random(150) < 0.3).astype(float)
    result, draws = scan_with_draws(model, x, y, case, 1 - case + (model == "poisson"), 5, 30)
    spots = np.unique(np.column_stack([x, y]), axis=0, return_index=True)[1]
    size = np.ones(150) if model == "bernoulli" else (2 - case)[spots]
    for column in range(8):
        drawn = draws[:, column]
        rest = size - drawn if model == "bernoulli" else size
        slow = slow_best(model, x[spots], y[spots], drawn, rest, 0.5, 2)
        assert result.simulated_llr[column] == pytest.approx(slow, abs=1e-9)


@pytest.mark.slow
def test_p_values_are_uniform_when_there_is_no_cluster():
    rng = np.random.default_rng(3)
    values = []
    for seed in range(60):
        x, y, case = rng.random(80), rng.random(80), rng.permutation(80) < 30
        values.append(scan_plane(x, y, case, ~case, SeededSource(seed), ScanSettings(simulations=99)).p_value)
    assert 0.38 < np.mean(values) < 0.62
    assert np.mean(np.array(values) <= 0.05) < 0.15


def test_random_relabelling_keeps_the_number_of_cases_and_favours_no_place():
    size = np.array([1.0, 4.0, 2.0, 3.0])
    study = module._Study(None, size, 7, ScanSettings(simulations=20_000))
    draws = np.concatenate(module.simulated_cases(study, SeededSource(1), 20_000, lambda *a: None), axis=1)
    assert (draws.sum(axis=0) == 7).all()
    assert (draws <= size[:, None]).all()
    np.testing.assert_allclose(draws.mean(axis=1), 0.7 * size, rtol=0.03)


@pytest.mark.slow
def test_a_planted_cluster_is_found_and_its_circle_crosses_the_date_line():
    rng = np.random.default_rng(4)
    lon, lat = rng.uniform(179.5, 180.5, 400), rng.uniform(-0.5, 0.5, 400)
    case = (np.hypot(lon - 180, lat) < 0.12) | (rng.random(400) < 0.1)
    wrapped = np.where(lon >= 180, lon - 360, lon)
    result = scan_sphere(wrapped, lat, case, ~case, SeededSource(1), ScanSettings(simulations=99))
    assert result.p_value == 0.01
    members = result.clusters[0].members
    assert {True, False} == set((wrapped[members] > 0).tolist())


def test_clusters_share_no_location():
    rng = np.random.default_rng(7)
    x, y, case = rng.random(300), rng.random(300), rng.random(300) < 0.3
    clusters = scan_plane(x, y, case, ~case, SeededSource(1), NO_CHANCE).clusters
    members = np.concatenate([cluster.members for cluster in clusters])
    assert len(members) == len(set(members.tolist()))
    assert len(clusters) > 2


X, Y = np.arange(6.0), np.zeros(6)
ONE = np.array([1.0, 0, 0, 1, 0, 0])


@pytest.mark.parametrize(
    ("x", "cases", "others", "settings", "code"),
    [
        (X[:2], ONE[:2], 1 - ONE[:2], NO_CHANCE, "scan.locations.too_few"),
        (Y, ONE, 1 - ONE, NO_CHANCE, "scan.locations.one_place"),
        (X, Y, 1 - Y, NO_CHANCE, "scan.cases.none"),
        (X, ONE, Y, NO_CHANCE, "scan.controls.none"),
        (X, ONE, Y, ScanSettings("poisson", 0), "scan.population.zero"),
        (X, ONE, 1 - ONE, ScanSettings("poisson", 0), "scan.cases.no_population"),
        (X, ONE / 2, 1 - ONE, NO_CHANCE, "scan.cases.not_whole"),
        (X, ONE, ONE - 1, NO_CHANCE, "scan.population.negative"),
        (X, ONE, np.array([np.nan, 1, 1, 1, 1, 1]), NO_CHANCE, "scan.population.negative"),
        (X, ONE, np.array([1.0, 1]), NO_CHANCE, "scan.locations.other_number"),
        (X, ONE, np.array([1, 1, 1, 1, 1, np.inf]), NO_CHANCE, "scan.population.negative"),
        (X, ONE, 1 - ONE, ScanSettings(simulations=0, max_share=0.01), "scan.circle.none"),
        (X, ONE, 1 - ONE, ScanSettings("binomial"), "scan.model.unknown"),
    ],
)
def test_unusable_data_is_refused_with_the_reason(x, cases, others, settings, code):
    with refuses(code):
        scan_plane(x, Y[: len(x)], cases, others, SeededSource(1), settings)


@pytest.mark.slow
def test_cancelling_stops_the_scan():
    def stop(fraction, text=""):
        if fraction > 0.5:
            raise CancelledError()

    rng = np.random.default_rng(8)
    case = rng.random(200) < 0.3
    with pytest.raises(CancelledError):
        scan_plane(rng.random(200), rng.random(200), case, ~case, SeededSource(1), progress=stop)

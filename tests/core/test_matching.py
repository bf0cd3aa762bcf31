# SPDX-License-Identifier: GPL-2.0-or-later
"""The adversary who knows the mask: against enumeration, against himself, and against other mask_models."""

from dataclasses import replace

import numpy as np
import pytest
from matching_reference import posterior_by_enumeration

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.exposure.masked_points import Pairs
from geodeid_plugin.core.exposure.matching import loopupdate
from geodeid_plugin.core.exposure.matching.attack import attack, exact_posterior, match, propagated_posterior
from geodeid_plugin.core.exposure.matching.edges import Edges, components, selected, usable
from geodeid_plugin.core.exposure.matching.mask_models import MaskModel, Surroundings, fitted, mask_model_of
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
from geodeid_plugin.core.geomask.strategy import Transitions
from geodeid_plugin.core.geometry.people_around import Addresses
from geodeid_plugin.core.geometry.polygons import Polygons
from geodeid_plugin.core.geometry.sphere import EARTH_RADIUS_M
from tests.refusals import refuses

DEGREE_M = np.pi / 180 * EARTH_RADIUS_M
QUICK = loopupdate.Effort(0.02, 12_000_000)


def some_weights(seed, dots, homes, share=0.5):
    """Random likelihoods, many of them 0; dot r can always have home r."""
    rng = np.random.default_rng(seed)
    weight = rng.uniform(0.05, 1, (dots, homes)) * (rng.random((dots, homes)) < share)
    weight[np.arange(dots), np.arange(dots)] = rng.uniform(0.05, 1, dots)
    return weight


def edges_of_table(weight):
    dot, home = np.nonzero(weight)
    return Edges.of(dot, home, np.log(weight[dot, home]), np.arange(len(weight)), weight.shape[1])


def town(records, wide_km, seed, others=0, lat=45.0):
    """Places in a square: the records first."""
    rng = np.random.default_rng(seed)
    width = wide_km * 1000 / DEGREE_M
    count = records + others
    return 10 + rng.uniform(0, width / np.cos(np.radians(lat)), count), lat + rng.uniform(0, width, count)


def masked(records, wide_km, seed, mask_model, others=0):
    """Pairs of a random town and all of its places, under a law of :func:`laws`."""
    places = town(records, wide_km, seed, others)
    own = tuple(values[:records] for values in places)
    # Another stream than that of the homes, lest moves follow places.
    moved = LAWS[mask_model][1](own, places, SeededSource(1000 + seed))
    return Pairs(*own, moved.lon_deg, moved.lat_deg), places


def by_move(mask_model):
    return lambda own, _places, source: move(*own, mask_model, source)


LAWS = {
    "disc": (MaskModel("uniform", {"low_m": 0, "high_m": 500}), by_move(Donut(0, 500))),
    "ring": (MaskModel("donut", {"low_m": 400, "high_m": 500}), by_move(Donut(400, 500))),
    "gaussian": (MaskModel("gaussian", {"sigma_m": 250}), by_move(Gaussian(250))),
    "bimodal": (MaskModel("bimodal", {"mean_m": 350, "sigma_m": 40}), by_move(BimodalGaussian(350, 40))),
    "laplace": (MaskModel("laplace", {"epsilon_per_m": 0.008}), by_move(PlanarLaplace(0.008))),
    "populationdonut": (
        MaskModel("populationdonut", {"k": 5, "k_most": 20}),
        lambda own, places, source: population_donut(*own, Addresses(*places), 5, 20, source).masked,
    ),
    "grid": (MaskModel("grid", {"size_m": 600}), lambda own, _places, _source: grid(*own, 600)),
    "hexagon": (MaskModel("hexagon", {"size_m": 600}), lambda own, _places, _source: hexagons(*own, 600)),
    "swap": (
        MaskModel("swap", {"low_m": 50, "high_m": 600}),
        lambda own, places, source: swap(*own, places, 50, 600, source),
    ),
    "voronoi": (MaskModel("voronoi"), lambda own, _places, _source: voronoi(*own)),
}


def played(pairs, mask_model, seed=1, effort=QUICK, **around):
    return attack(pairs, mask_model, SeededSource(seed), Surroundings(**around), effort)


@pytest.mark.parametrize(("dots", "homes"), [(1, 1), (1, 4), (2, 2), (4, 4), (6, 6), (3, 6), (5, 7)])
def test_the_exact_posterior_is_the_one_of_all_matchings_listed(dots, homes):
    for seed in range(20):
        weight = some_weights(seed, dots, homes)
        np.testing.assert_allclose(
            exact_posterior(weight), posterior_by_enumeration(weight.tolist()), atol=1e-12
        )


@pytest.mark.parametrize(("dots", "homes"), [(5, 5), (6, 6), (4, 6)])
def test_a_pair_is_taken_away_exactly_where_no_matching_uses_it(dots, homes):
    for seed in range(60):
        edges = edges_of_table(some_weights(seed, dots, homes, 0.3))
        weight = np.zeros((dots, homes))
        weight[edges.dot, edges.home] = edges.weight
        exact = np.array(posterior_by_enumeration(weight.tolist()))[edges.dot, edges.home]
        np.testing.assert_array_equal(usable(edges), exact > 0)


def test_components_share_no_dot_and_no_home():
    edges = edges_of_table(np.array([[1, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 1, 0]], dtype=float))
    parts = components(edges)
    assert parts.of_dot[0] == parts.of_dot[1] != parts.of_dot[2]
    assert sorted(zip(parts.dots, parts.homes)) == [(1, 2), (2, 2)]
    pruned = components(selected(edges, usable(edges))[0])
    assert sorted(zip(pruned.dots, pruned.homes)) == [(1, 1), (1, 1), (1, 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("dots", "homes"), [(6, 6), (4, 7)])
def test_the_chain_finds_the_posterior_of_all_matchings_listed(dots, homes):
    effort = loopupdate.Effort(0.0, 16_000_000)
    edges = edges_of_table(some_weights(0, dots, homes))
    work = selected(edges, usable(edges))[0]
    weight = np.zeros((dots, homes))
    weight[work.dot, work.home] = work.weight
    exact = np.array(posterior_by_enumeration(weight.tolist()))[work.dot, work.home]
    found = loopupdate.sample(work, SeededSource(0), effort)
    # Standard errors are 0.002 at most: five of them.
    np.testing.assert_allclose(found.probability, exact, atol=0.01)
    drawn = np.bincount(found.matchings.ravel(), minlength=len(work)) / len(found.matchings)
    np.testing.assert_allclose(drawn, exact, atol=0.06)


def test_dots_of_one_cell_are_alike_however_many():
    one = np.ones((40, 40))
    found = match(edges_of_table(one), SeededSource(1))
    np.testing.assert_array_equal(found.risk, np.full(40, 1 / 40))
    assert found.exact == 40 and found.judged and found.right_share == pytest.approx(1 / 40)


def test_rows_of_32_bits_are_taken_as_well():
    """What NumPy 1 counts with on Windows."""
    edges = edges_of_table(some_weights(1, 6, 8))
    work = selected(edges, usable(edges))[0]
    narrow = replace(work, own=work.own.astype(np.int32))
    effort = loopupdate.Effort(1.0, 100_000, 64)
    first, second = (loopupdate.sample(one, SeededSource(1), effort) for one in (work, narrow))
    np.testing.assert_array_equal(first.probability, second.probability)


@pytest.mark.slow
def test_every_dot_has_one_home_and_every_home_at_most_one_dot():
    for mask_model in ("ring", "gaussian"):
        pairs, places = masked(60, 3, 2, mask_model, others=60)
        for attempt in played(pairs, LAWS[mask_model][0], addresses=places):
            assert attempt.matching.risk.max() <= 1 + 1e-12
            assert attempt.matching.belief.min() >= 1 / attempt.matching.candidates.max() - 0.02


def test_scaling_the_likelihood_of_a_dot_changes_nothing():
    weight = some_weights(3, 6, 6)
    scaled = weight * np.array([1, 1e-6, 3, 1e5, 0.2, 7])[:, None]
    first, second = (match(edges_of_table(w), SeededSource(1)) for w in (weight, scaled))
    np.testing.assert_allclose(first.risk, second.risk, atol=1e-12)


@pytest.mark.slow
def test_propagation_agrees_with_the_chain_where_homes_are_plentiful():
    for mask_model in ("ring", "bimodal"):
        pairs, places = masked(120, 3.1, 5, mask_model, others=180)
        scene_edges = attack_edges(pairs, LAWS[mask_model][0], places)
        work = selected(scene_edges, usable(scene_edges))[0]
        told, settled = propagated_posterior(work)
        found = loopupdate.sample(work, SeededSource(1), loopupdate.Effort(0.006, 20_000_000))
        assert settled and found.settled
        assert abs(told[work.own].mean() - found.probability[work.own].mean()) < 0.003
        assert np.abs(told - found.probability)[work.own].max() < 0.05


def attack_edges(pairs, mask_model, places):
    from geodeid_plugin.core.exposure.matching.likelihood import Scene, edges_of

    scene = Scene((pairs.masked_lon_deg, pairs.masked_lat_deg), places, np.arange(len(pairs)))
    return edges_of(mask_model, scene, SeededSource(1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mask_model", "wide_km", "least"),
    [("ring", 7.7, 0.84), ("ring", 3.1, 0.19), ("bimodal", 7.7, 0.75), ("bimodal", 3.1, 0.20)],
)
def test_thin_rings_give_away_what_nearest_dots_do_not_show(mask_model, wide_km, least):
    pairs, _places = masked(300, wide_km, 3, mask_model)
    (attempt,) = played(pairs, LAWS[mask_model][0])
    assert attempt.judged
    # One map of 300 strays by 2 percentage points at one standard deviation of its matchings.
    assert attempt.matching.expected_right_share > least - 0.02
    assert attempt.matching.right_share > least - 0.06


@pytest.mark.slow
@pytest.mark.parametrize("mask_model", LAWS)
def test_what_the_adversary_says_comes_true(mask_model):
    deviation = []
    for seed in range(2):
        pairs, places = masked(50, 2.5, seed, mask_model, others=100)
        for attempt in played(pairs, LAWS[mask_model][0], seed, addresses=places, people=Addresses(*places)):
            assert attempt.matching is not None, attempt.why
            assert attempt.matching.settled
            deviation.append(attempt.matching.deviation)
    # One run in 370 strays by more than three; two of four would be no chance.
    assert (np.abs(deviation) > 3).sum() <= 1
    assert abs(np.sum(deviation)) / np.sqrt(len(deviation)) < 3


@pytest.mark.slow
def test_which_list_the_adversary_holds_decides():
    pairs, places = masked(400, 10, 1, "ring", others=9600)
    own, everybody = played(pairs, LAWS["ring"][0], addresses=places)
    assert own.list_held == "patients" and everybody.list_held == "addresses"
    assert own.matching.right_share > 0.8
    assert everybody.matching.right_share < 0.12


def test_two_patients_of_one_household_share_the_risk_of_their_home():
    lon, lat = np.array([10.0, 10.0, 10.1]), np.array([45.0, 45.0, 45.0])
    moved = move(lon, lat, Donut(50, 500), SeededSource(1))
    pairs = Pairs(lon, lat, moved.lon_deg, moved.lat_deg)
    mask_model = MaskModel("donut", {"low_m": 50, "high_m": 500})
    own, everybody = played(pairs, mask_model, addresses=(np.array([10.0, 10.1]), np.array([45.0, 45.0])))
    np.testing.assert_allclose(own.matching.risk, [0.5, 0.5, 1.0])
    np.testing.assert_allclose(everybody.matching.risk, [0.5, 0.5, 1.0])


def test_two_patients_of_one_block_have_two_of_its_addresses():
    lon, lat = np.array([10.0, 10.0]), np.array([45.0, 45.0])
    moved = move(lon, lat, Donut(50, 500), SeededSource(3))
    block = np.array([10.0, 10.0, 10.0]), np.array([45.0, 45.0, 45.0])
    mask_model = MaskModel("donut", {"low_m": 50, "high_m": 500})
    attempt = played(Pairs(lon, lat, moved.lon_deg, moved.lat_deg), mask_model, addresses=block)[1]
    assert attempt.matching.homes == 3
    np.testing.assert_allclose(attempt.matching.risk, 1 / 3)


def test_a_home_without_an_address_is_on_the_list_all_the_same():
    pairs, places = masked(20, 2, 1, "ring", others=30)
    elsewhere = tuple(values[20:] for values in places)
    attempt = played(pairs, LAWS["ring"][0], addresses=elsewhere)[1]
    assert attempt.matching.homes == 50


def test_a_law_that_cannot_have_made_the_map_is_not_judged():
    pairs, _places = masked(50, 3, 1, "gaussian")
    (attempt,) = played(pairs, MaskModel("donut", {"low_m": 100, "high_m": 200}))
    assert attempt.matching is None and not attempt.judged
    assert "could not have put them" in attempt.why


@pytest.mark.slow
def test_a_law_that_did_not_make_the_map_misses_its_own_calibration():
    rng = np.random.default_rng(1)
    lon, lat = town(400, 3, 1)
    # Always to the nearest of four corners: far more regular than the disc that is claimed.
    moved = move(lon, lat, Donut(0, 60), SeededSource(5))
    pairs = Pairs(lon, lat, moved.lon_deg, moved.lat_deg)
    (attempt,) = played(pairs, MaskModel("bimodal", {"mean_m": 500 + rng.uniform(0, 1), "sigma_m": 250}))
    assert not attempt.judged


def test_a_dot_outside_the_stated_law_names_its_row():
    with refuses("matching.mask.contradicted", match="1.*2.*1"):
        Edges.of([0], [0], [0.0], [0, 1], 2)


@pytest.mark.slow
def test_bounded_masks_leave_fewer_homes_to_choose_from():
    squares = [np.column_stack([[x, x + 1, x + 1, x, x], [0, 0, 1, 1, 0]]) * 0.02 for x in (0, 1)]
    xy = np.concatenate(squares)
    polygons = Polygons(xy[:, 0], xy[:, 1], np.arange(3) * 5, np.arange(2), np.zeros(2, dtype=bool))
    containers = Containers(polygons, 2)
    rng = np.random.default_rng(4)
    lon, lat = rng.uniform(0, 0.04, 80), rng.uniform(0, 0.02, 80)
    deviation = []
    for mask_model, drawn in (
        (MaskModel("gaussian", {"sigma_m": 300}, True), Gaussian(300)),
        (MaskModel("donut", {"low_m": 200, "high_m": 600}, True), Donut(200, 600)),
    ):
        guard = Guard(containers.guard(containers.of(lon, lat)))
        moved = move(lon, lat, drawn, SeededSource(2), guard)
        pairs = Pairs(lon, lat, moved.lon_deg, moved.lat_deg)
        (bounded,) = played(pairs, mask_model, containers=containers)
        (free,) = played(pairs, MaskModel(mask_model.kind, mask_model.values))
        assert bounded.judged
        assert bounded.matching.candidates.sum() < free.matching.candidates.sum()
        deviation.append(bounded.matching.deviation)
        (without,) = played(pairs, mask_model)
        assert without.matching is None and "polygons" in without.why
    assert np.abs(deviation).max() < 3


@pytest.mark.slow
def test_the_survey_rule_needs_to_know_who_is_urban():
    lon, lat = town(60, 30, 1)
    urban = np.arange(60) < 30
    moved = move(lon, lat, SurveyRule.of(urban, SeededSource(5)), SeededSource(6))
    pairs = Pairs(lon, lat, moved.lon_deg, moved.lat_deg)
    (attempt,) = played(pairs, MaskModel("survey"), urban=urban)
    assert attempt.judged
    (attempt,) = played(pairs, MaskModel("survey"))
    assert attempt.matching is None and "urban" in attempt.why


def test_a_table_of_probabilities_hides_among_the_homes_of_its_areas():
    # Area 0 holds homes 0 and 1, area 1 home 2. A dot in area 0 comes from there, or from area 1.
    lon, lat = np.array([0.1, 0.2, 1.5]), np.zeros(3)
    pairs = Pairs(lon, lat, np.array([0.4, 1.4, 0.3]), lat)
    table = Transitions(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([0.8, 0.2, 0.5, 0.5]))

    def area_of(to_lon, _to_lat):
        return np.floor(to_lon).astype(int)

    (attempt,) = played(pairs, MaskModel("table"), area_of=area_of, table=table)
    exact = posterior_by_enumeration([[0.8, 0.8, 0.5], [0.2, 0.2, 0.5], [0.8, 0.8, 0.5]])
    np.testing.assert_allclose(attempt.matching.risk, np.diag(exact), atol=1e-12)


def test_a_law_is_read_back_as_it_was_written():
    mask_model = MaskModel("donut", {"low_m": 50.0, "high_m": 500.0}, bounded=True)
    assert mask_model_of(mask_model.text) == mask_model == mask_model_of(mask_model.described)
    for text in ("", "{}", "[1]", '{"kind": "donut"}', '{"kind": "no such mask", "values": {}}', "nonsense"):
        with pytest.raises(InputError):
            mask_model_of(text)


@pytest.mark.parametrize("mask_model", ["disc", "ring", "gaussian", "bimodal", "laplace"])
def test_a_law_that_nobody_states_is_found_from_the_moves(mask_model):
    pairs, _places = masked(400, 10, 3, mask_model)
    found = fitted(pairs.moved_m)
    stated = LAWS[mask_model][0]
    assert found.fitted and not stated.fitted
    assert found.kind == {"disc": "donut", "ring": "donut"}.get(mask_model, mask_model)
    for name, value in found.values.items():
        assert value == pytest.approx(stated.values[name], rel=0.12, abs=40)


@pytest.mark.slow
def test_moves_of_no_known_law_are_taken_as_they_are():
    rng = np.random.default_rng(1)
    lon, lat = town(300, 6, 1)
    low = np.where(rng.random(300) < 0.5, 50, 900)
    moved = move(lon, lat, Donut(low, low + 100), SeededSource(5))
    mask_model = fitted(moved.moved_m)
    assert mask_model.kind == "moves"
    (attempt,) = played(Pairs(lon, lat, moved.lon_deg, moved.lat_deg), mask_model)
    assert attempt.matching.right_share > 0


def test_passages_are_counted_alike_for_few_edges_and_for_many():
    source = np.random.default_rng(2)
    edge, passages = source.integers(0, 200, 300), source.integers(0, 9, 300)
    for edges in (200, 900):  # fewer than the steps of a block, and more
        tally = np.ones(edges)
        loopupdate.add_passages(tally, edge, passages)
        np.testing.assert_array_equal(tally - 1, np.bincount(edge, passages, edges))

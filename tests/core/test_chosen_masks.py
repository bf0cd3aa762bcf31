# SPDX-License-Identifier: GPL-2.0-or-later
"""Masks that draw among places: the table of chances against a slow reference, draws and attack by it."""

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.exposure.masked_points import Pairs
from geodeid_plugin.core.exposure.matching import attack as matching
from geodeid_plugin.core.exposure.matching.loopupdate import Effort
from geodeid_plugin.core.exposure.matching.mask_models import MaskModel, Surroundings, mask_model_of
from geodeid_plugin.core.exposure.matching.redrawn import refuted
from geodeid_plugin.core.geomask.baselines.adaptive import Scheme, adaptive_voronoi
from geodeid_plugin.core.geomask.baselines.choices import neighbour_choices, to_neighbours
from geodeid_plugin.core.geomask.baselines.containers import Containers
from geodeid_plugin.core.geomask.baselines.elimination import Zones, eliminate
from geodeid_plugin.core.geomask.baselines.network import Network, along_streets, street_choices
from geodeid_plugin.core.geomask.baselines.optimal import Reported, largest_loss, optimal_table, spanner
from geodeid_plugin.core.geomask.baselines.random_moves import Donut, Guard, PlanarLaplace, move
from geodeid_plugin.core.geomask.baselines.remapped import Remapped
from geodeid_plugin.core.geometry.people_around import Addresses
from geodeid_plugin.core.geometry.polygons import Polygons
from geodeid_plugin.core.geometry.sphere import haversine_m
from tests.refusals import refuses

RNG = np.random.default_rng(7)
HOMES = np.column_stack([10 + RNG.uniform(0, 0.03, 400), 45 + RNG.uniform(0, 0.02, 400)])
TRUE = HOMES[:60]


def attack(pairs, mask_model, source, around):
    return matching.attack(pairs, mask_model, source, around, Effort(0.02, 12_000_000))


def grid_town(side=12, step=0.002, gaps=20):
    """Lines between the crossings of a town of blocks, some of them missing, and the ends of each."""
    rng, lines = np.random.default_rng(3), []
    for i in range(side):
        for j in range(side):
            lines += [((i, j), (i + 1, j))] * (i + 1 < side) + [((i, j), (i, j + 1))] * (j + 1 < side)
    lines = [lines[row] for row in sorted(rng.permutation(len(lines))[gaps:])]
    shift = rng.uniform(-0.3, 0.3, (side, side, 2))
    at = lambda node: (10 + step * (node[0] + shift[node][0]), 45 + step * (node[1] + shift[node][1]))  # noqa: E731
    return [(at(one), at(other)) for one, other in lines]


def network_of(lines):
    vertices = np.array([place for line in lines for place in line])
    return Network.of(vertices[:, 0], vertices[:, 1], np.arange(0, 2 * len(lines) + 1, 2))


def street_by_hand(home, lines, low, high):
    """Chance of each place of a street mask, as Swanlund et al. describe it: Dijkstra on dictionaries."""
    near = {}
    for one, other in lines:
        length = float(haversine_m(*map(np.array, (*one, *other))))
        near.setdefault(one, {})[other] = length
        near.setdefault(other, {})[one] = length
    start = min(near, key=lambda place: float(haversine_m(*map(np.array, (*home, *place)))))
    best, done = {start: 0.0}, {}
    while len(done) < len(near) and set(best) - set(done):
        place = min(set(best) - set(done), key=best.get)
        done[place] = best[place]
        for other, length in near[place].items():
            best[other] = min(best.get(other, np.inf), best[place] + length)
    ordered, chance = sorted(done.items(), key=lambda item: item[1]), {}
    for count in range(low, high + 1):
        first = ordered[:count]
        mean = sum(distance for _place, distance in first) / count
        chosen = min(first, key=lambda item: abs(item[1] - mean))[0]
        chance[chosen] = chance.get(chosen, 0) + 1 / (high - low + 1)
    return chance


def chances(choices, home):
    rows = choices.home == home
    places = zip(choices.lon_deg[choices.place[rows]], choices.lat_deg[choices.place[rows]])
    return dict(zip(places, choices.chance[rows]))


def square(west, south, east, north):
    lon, lat = np.array([west, east, east, west, west]), np.array([south, south, north, north, south])
    return Containers(Polygons(lon, lat, np.array([0, 5]), np.array([0]), np.array([False])), 1)


@pytest.mark.slow
def test_a_street_mask_has_the_chances_of_its_description():
    lines = grid_town()
    choices = street_choices(*TRUE.T, network_of(lines), 5, 20)
    for home in range(20):
        expected = street_by_hand(tuple(TRUE[home]), lines, 5, 20)
        found = chances(choices, home)
        assert found.keys() == expected.keys()
        assert all(found[place] == pytest.approx(expected[place]) for place in expected)


def test_distances_along_streets_are_those_of_scipy():
    from scipy.sparse.csgraph import dijkstra

    network = network_of(grid_town())
    whole = dijkstra(network.lengths_m, indices=[0, 50])
    for row, start in enumerate((0, 50)):
        found, away = network.nearest_along(start, 30)
        np.testing.assert_allclose(away, np.sort(whole[row])[:30])
        np.testing.assert_allclose(whole[row][found], away)


def test_streets_that_run_side_by_side_count_once_with_the_shorter_length():
    lon = [0, 0.001, 0, 0.0005, 0.001, 0, 0]
    network = Network.of(lon, [0, 0, 0, 0.001, 0, 0, 0], [0, 2, 5, 7])
    assert network.lengths_m.nnz == 2 and network.lengths_m.max() == pytest.approx(111.2, abs=0.1)


def test_a_part_of_the_network_that_is_too_small_is_passed_over():
    lines = grid_town()
    away = [((10.011, 45.0111), (10.0111, 45.0112))]
    choices = street_choices([10.011], [45.0111], network_of(lines + away), 5, 20)
    places = set(chances(choices, 0))
    assert places and not places & {place for line in away for place in line}
    with refuses("street.network.too_small"):
        street_choices([10.011], [45.0111], network_of(away), 5, 20)


def test_every_junction_that_is_drawn_has_the_people_asked_for():
    people = Addresses(*HOMES.T)
    network = network_of(grid_town(20, 0.0015))
    found = along_streets(*TRUE.T, network, 10, 60, SeededSource(1), people, 5)
    assert people.within(found.lon_deg, found.lat_deg, found.moved_m).min() >= 5
    with refuses("mask.place.not_found", match="No junction"):
        along_streets(*TRUE.T, network, 10, 11, SeededSource(1), people, 300)


def neighbours_by_hand(home, addresses, k, k_most):
    away = haversine_m(home[0], home[1], *addresses.T)
    ordered = np.sort(away)
    chosen = []
    for row, distance in enumerate(away):
        if distance <= 1 or not ordered[k - 1] - 1e-6 <= distance <= ordered[k_most - 1] + 1e-6:
            continue
        if (haversine_m(*addresses[row], *addresses.T) <= distance + 1e-6).sum() >= k:
            chosen.append(row)
    return chosen


def test_verified_neighbours_are_the_addresses_that_a_loop_finds():
    addresses = np.concatenate([HOMES, HOMES[:30], HOMES[200:230]])  # two flats at one place
    choices = neighbour_choices(*TRUE.T, tuple(addresses.T), 8, 30)
    for home in range(len(TRUE)):
        rows = choices.home == home
        assert sorted(choices.place[rows]) == neighbours_by_hand(TRUE[home], addresses, 8, 30)
        assert np.ptp(choices.chance[rows]) == pytest.approx(0)


def test_a_verified_neighbour_has_k_addresses_as_near_and_is_one():
    found = to_neighbours(*TRUE.T, tuple(HOMES.T), 10, 40, SeededSource(2))
    assert Addresses(*HOMES.T).within(found.lon_deg, found.lat_deg, found.moved_m).min() >= 10
    assert {*zip(found.lon_deg, found.lat_deg)} <= {*map(tuple, HOMES)}
    with refuses("address.rank.too_few", match="400"):
        to_neighbours(*TRUE.T, tuple(HOMES.T), 10, 4000, SeededSource(2))


STREETS = network_of(grid_town(20, 0.0015))
LAKE = square(10.009, 45.006, 10.014, 45.011)
MASKS = {
    "street": (
        MaskModel("street", {"k": 5.0, "k_most": 60.0, "k_people": 3.0}),
        lambda guard, source: along_streets(*TRUE.T, STREETS, 5, 60, source, Addresses(*HOMES.T), 3, guard),
    ),
    "address": (
        MaskModel("address", {"k": 8.0, "k_most": 40.0}),
        lambda guard, source: to_neighbours(*TRUE.T, tuple(HOMES.T), 8, 40, source, guard),
    ),
    "donut": (
        MaskModel("donut", {"low_m": 200.0, "high_m": 600.0}),
        lambda guard, source: move(*TRUE.T, Donut(200, 600), source, guard),
    ),
}
OTHER = {
    "street": MaskModel("street", {"k": 3.0, "k_most": 300.0, "k_people": 0.0}),
    "address": MaskModel("address", {"k": 2.0, "k_most": 300.0}),
}


def known(**more):
    return Surroundings(addresses=tuple(HOMES.T), people=Addresses(*HOMES.T), network=STREETS, **more)


def pairs_of(found):
    return Pairs(*TRUE.T, found.lon_deg, found.lat_deg)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["street", "address"])
def test_draws_follow_the_table_that_the_adversary_reads(kind):
    mask = MASKS[kind][1]
    choices = (
        street_choices(*TRUE.T, STREETS, 5, 60).among(*TRUE.T, Addresses(*HOMES.T), 3)
        if kind == "street"
        else neighbour_choices(*TRUE.T, tuple(HOMES.T), 8, 40)
    )
    counts = np.zeros(len(choices.home))
    for seed in range(80):
        found = mask(Guard(), SeededSource(seed))
        at = {(lon, lat): row for row, (lon, lat) in enumerate(zip(found.lon_deg, found.lat_deg))}
        assert at
        lon, lat = choices.lon_deg[choices.place], choices.lat_deg[choices.place]
        counts += (found.lon_deg[choices.home] == lon) & (found.lat_deg[choices.home] == lat)
    same = counts.sum()
    assert same == pytest.approx(80 * len(TRUE), rel=1e-12)
    expected = 80 * choices.chance
    chi2 = ((counts - expected) ** 2 / expected).sum()
    freedom = len(counts) - len(TRUE)
    assert abs(chi2 - freedom) < 4 * np.sqrt(2 * freedom)


@pytest.mark.slow
@pytest.mark.parametrize("kind", MASKS)
def test_who_knows_the_law_is_right_as_often_as_he_says(kind):
    deviation, risks = [], []
    mask_model = MASKS[kind][0]
    for seed in range(2):
        found = MASKS[kind][1](Guard(), SeededSource(100 + seed))
        assert not refuted(mask_model, pairs_of(found), SeededSource(seed), known())
        for attempt in attack(pairs_of(found), mask_model, SeededSource(seed), known()):
            assert attempt.judged, attempt.why
            deviation.append(attempt.matching.deviation)
            risks.append(attempt.largest_risk)
    assert abs(np.sum(deviation)) / np.sqrt(len(deviation)) < 3
    assert max(risks) > 1 / 60


@pytest.mark.slow
@pytest.mark.parametrize("kind", OTHER)
def test_a_law_that_is_too_wide_falls(kind):
    pairs = pairs_of(MASKS[kind][1](Guard(), SeededSource(5)))
    assert refuted(OTHER[kind], pairs, SeededSource(1), known())
    # Under the narrower law the posterior of the own home is what counts, never less than under the wide one.
    true, wide = (
        attack(pairs, mask_model, SeededSource(1), known())[1] for mask_model in (MASKS[kind][0], OTHER[kind])
    )
    assert true.matching.right_share >= wide.matching.right_share - 0.05


@pytest.mark.slow
@pytest.mark.parametrize("kind", OTHER)
def test_a_dot_where_the_law_puts_none_is_never_judged(kind):
    found = MASKS["donut"][1](Guard(), SeededSource(1))
    assert not any(a.judged for a in attack(pairs_of(found), MASKS[kind][0], SeededSource(1), known()))


def test_what_a_law_refers_to_must_be_given():
    found = pairs_of(MASKS["street"][1](Guard(), SeededSource(1)))
    for mask_model, around in (
        (MASKS["street"][0], Surroundings(people=Addresses(*HOMES.T))),
        (MASKS["street"][0], Surroundings(network=STREETS)),
        (MASKS["address"][0], Surroundings()),
    ):
        (attempt,) = attack(found, mask_model, SeededSource(1), around)
        assert not attempt.judged and attempt.why


def test_a_law_is_read_back_as_it_was_written():
    for mask_model in (MASKS["street"][0], MaskModel("address", {"k": 20.0, "k_most": 100.0}, True)):
        assert mask_model_of(mask_model.text) == mask_model
    assert mask_model_of("street 20 30 0").values == {"k": 20.0, "k_most": 30.0, "k_people": 0.0}
    with refuses("mask_model.numbers.out_of_range"):
        mask_model_of("address 30 20")
    with refuses("mask_model.avoids.gone"):
        mask_model_of({**ELIMINATION.described, "avoids": True})


def tiles(columns=6, rows=5, step=0.005):
    """Square areas over the town, row by row."""
    at = np.array([(column, row) for row in range(rows) for column in range(columns)])
    west, south = 10 + step * at[:, 0], 45 + step * at[:, 1]
    lon = np.column_stack([west, west + step, west + step, west, west]).ravel()
    lat = np.column_stack([south, south, south + step, south + step, south]).ravel()
    count = len(at)
    return Polygons(lon, lat, np.arange(count + 1) * 5, np.arange(count), np.zeros(count, dtype=bool))


PEOPLE = np.random.default_rng(4).integers(0, 60, 30)


def test_every_region_holds_k_people_in_one_piece_and_no_large_area_is_merged_for_itself():
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    zones = Zones(tiles(), PEOPLE)
    for k in (2, 25, 100, 400):
        region = zones.regions(k)
        people = np.bincount(region, PEOPLE)
        assert people.min() >= k and people.sum() == PEOPLE.sum()
        one, other = zones._borders[0].T
        same = region[one] == region[other]
        graph = csr_matrix((np.ones(same.sum()), (one[same], other[same])), shape=(30, 30))
        assert connected_components(graph, directed=False)[0] == len(people)
        several = np.flatnonzero(np.bincount(region) > 1)
        assert all(PEOPLE[region == one].min() < k for one in several), "merged in vain"


def test_small_areas_go_to_the_neighbour_of_the_longest_border():
    pairs, border = np.array([[0, 1], [1, 2], [2, 3], [1, 3]]), np.array([1.0, 5.0, 1.0, 4.0])
    assert eliminate([90, 3, 80, 70], pairs, border, 10).tolist() == [0, 1, 1, 2]
    assert eliminate([3, 3], np.array([[0, 1]]), np.ones(1), 10).tolist() == [0, 0]
    assert eliminate([3, 90], np.empty((0, 2), dtype=int), np.empty(0), 10).tolist() == [0, 1]


def test_dots_lie_evenly_over_the_region_whatever_the_shape_of_its_areas():
    lon = np.array([10, 10.01, 10.01, 10, 10, 10.01, 10.02, 10.01, 10.01])
    lat = np.array([45, 45, 45.01, 45.01, 45, 45, 45, 45.01, 45])
    shapes = Polygons(lon, lat, np.array([0, 5, 9]), np.array([0, 1]), np.zeros(2, dtype=bool))
    zones = Zones(shapes, [5, 7])
    assert zones.regions(10).tolist() == [0, 0]
    true = np.full(6000, 10.005), np.full(6000, 45.005)
    found = zones.masked(*true, 10, SeededSource(1))
    # The triangle is half as large as the square: a third of the dots, four standard deviations either way.
    assert abs((found.lon_deg > 10.01).mean() - 1 / 3) < 4 * np.sqrt(2 / 9 / 6000)
    assert abs((found.lat_deg[found.lon_deg < 10.01] < 45.005).mean() - 0.5) < 0.035
    avoid = square(10, 45, 10.01, 45.005)
    dry = zones.masked(*true, 10, SeededSource(1), Guard(avoid.outside))
    assert (avoid.of(dry.lon_deg, dry.lat_deg) < 0).all()


ELIMINATION = MaskModel("elimination", {"k": 60.0})


@pytest.mark.slow
def test_whoever_knows_the_regions_is_right_once_in_the_homes_that_they_hold():
    zones = Zones(tiles(), PEOPLE)
    pairs = pairs_of(zones.masked(*TRUE.T, 60, SeededSource(3)))
    assert not refuted(ELIMINATION, pairs, SeededSource(1), known(zones=zones))
    own, everybody = attack(pairs, ELIMINATION, SeededSource(1), known(zones=zones))
    region = zones.region_of(*TRUE.T, 60)
    held = np.bincount(region)[region]
    np.testing.assert_allclose(own.matching.risk, 1 / held)
    homes = np.bincount(zones.region_of(*HOMES.T, 60))[region]
    np.testing.assert_allclose(everybody.matching.risk, 1 / homes)
    assert own.judged and everybody.judged


@pytest.mark.slow
def test_a_k_that_nobody_kept_to_falls_and_a_dot_elsewhere_is_never_judged():
    zones = Zones(tiles(), PEOPLE)
    near = pairs_of(move(*TRUE.T, Donut(20, 100), SeededSource(2)))
    wide = MaskModel("elimination", {"k": 400.0})
    assert refuted(wide, near, SeededSource(1), known(zones=zones))
    far = pairs_of(move(*TRUE.T, Donut(1500, 2500), SeededSource(2)))
    assert not any(one.judged for one in attack(far, ELIMINATION, SeededSource(1), known(zones=zones)))
    assert not any(one.judged for one in attack(near, ELIMINATION, SeededSource(1), known()))
    bounded = MaskModel("elimination", {"k": 60.0}, bounded=True)
    assert not any(
        a.judged for a in attack(near, bounded, SeededSource(1), known(zones=zones, containers=LAKE))
    )


def test_a_record_in_no_area_or_on_a_small_island_is_refused():
    zones = Zones(tiles(), np.full(30, 50))
    with refuses("elimination.region.no_neighbour"):
        zones.masked([10.9], [45.0], 60, SeededSource(1))
    with refuses("elimination.region.no_neighbour"):
        zones.masked([10.001], [45.001], 5000, SeededSource(1))


PRIOR = (*HOMES.T, np.ones(len(HOMES)))
REMAPPED = Remapped(0.01, *PRIOR)
GEOIND = MaskModel("geoind", {"epsilon_per_100_m": 1.0})


def test_a_noisy_place_is_brought_to_the_mean_of_who_may_be_meant():
    """By hand: the 32 nearest people, weighing exp(-distance / 100 m), about the middle of the cell."""
    for lon, lat in ((10.005, 45.005), (10.04, 45.01), (9.99, 44.99)):
        cell_lon, cell_lat = REMAPPED.cell_of(np.array([lon]), np.array([lat]))
        away = haversine_m(cell_lon, cell_lat, *HOMES.T)
        nearest = np.argsort(away)[:32]
        weight = np.exp(-away[nearest] / 100)
        expected = (weight[:, None] * HOMES[nearest]).sum(axis=0) / weight.sum()
        found = np.ravel(REMAPPED.of(np.array([lon]), np.array([lat])))
        assert haversine_m(*expected, *found) < 0.5


@pytest.mark.slow
def test_the_chance_of_a_dot_is_the_share_of_draws_that_end_there():
    home = HOMES[:1]
    many = REMAPPED.masked(*np.repeat(home, 60_000, axis=0).T, SeededSource(1))
    places, count = np.unique(np.column_stack([many.lon_deg, many.lat_deg]), axis=0, return_counts=True)
    often = count >= 40
    chance = REMAPPED.chances(tuple(home.T), tuple(places[often].T), np.array([0]), 0.01).toarray().ravel()
    assert often.sum() > 50 and chance.sum() <= 1
    chi2 = ((count[often] - 60_000 * chance) ** 2 / (60_000 * chance)).sum()
    assert abs(chi2 - often.sum()) < 4.5 * np.sqrt(2 * often.sum())


def test_two_homes_are_as_alike_as_the_promise_says():
    """No dot is likelier from one home than from another by more than exp(ε distance)."""
    homes = HOMES[:40]
    dots = REMAPPED.masked(*np.repeat(homes, 20, axis=0).T, SeededSource(2))
    chance = REMAPPED.chances(tuple(homes.T), (dots.lon_deg, dots.lat_deg), np.arange(40), 0.01).toarray()
    apart = haversine_m(*homes.T[:, :, None], *homes.T[:, None, :])
    own = chance.max(axis=1) > 1e-6
    with np.errstate(divide="ignore"):
        log = np.log(chance[own])
    compared = 0
    for row in log:
        there = np.flatnonzero(row > np.log(1e-7))
        differ = row[there][:, None] - row[there][None, :]
        assert (differ <= 0.01 * apart[np.ix_(there, there)] + 0.01).all()
        compared += len(there) ** 2
    assert compared > 10_000


def test_remapping_shortens_moves_where_people_live_along_a_line():
    lon = np.full(300, 10.0)
    lat = np.linspace(45, 45.03, 300)
    mask = Remapped(0.005, lon, lat, np.ones(300))
    noise = move(lon, lat, PlanarLaplace(0.005), SeededSource(1))
    assert mask.masked(lon, lat, SeededSource(1)).moved_m.mean() < 0.85 * noise.moved_m.mean()


@pytest.mark.slow
def test_who_knows_noise_and_remapping_is_right_as_often_as_he_says():
    deviation = []
    for seed in range(3):
        pairs = pairs_of(REMAPPED.masked(*TRUE.T, SeededSource(50 + seed)))
        assert not refuted(GEOIND, pairs, SeededSource(seed), known(prior=PRIOR))
        for attempt in attack(pairs, GEOIND, SeededSource(seed), known(prior=PRIOR)):
            assert attempt.judged, attempt.why
            deviation.append(attempt.matching.deviation)
    assert abs(np.sum(deviation)) / np.sqrt(len(deviation)) < 3
    wide = MaskModel("geoind", {"epsilon_per_100_m": 0.2})
    assert refuted(wide, pairs, SeededSource(1), known(prior=PRIOR))
    assert not any(one.judged for one in attack(pairs, GEOIND, SeededSource(1), known()))
    noise = pairs_of(move(*TRUE.T, PlanarLaplace(0.01), SeededSource(1)))
    assert not any(one.judged for one in attack(noise, GEOIND, SeededSource(1), known(prior=PRIOR)))
    assert mask_model_of("geoind 0.7").values == {"epsilon_per_100_m": 0.7}


def lattice_of_places(side=5, step=0.002):
    at = np.array([(i, j) for i in range(side) for j in range(side)], dtype=float)
    return 10 + step * at[:, 0], 45 + step * at[:, 1]


@pytest.mark.parametrize("dilation", [1.0, 1.1, 1.5])
def test_an_optimal_table_keeps_its_promise_pair_by_pair(dilation):
    lon, lat = lattice_of_places(4)
    people = np.random.default_rng(2).integers(1, 50, 16)
    table = optimal_table(lon, lat, people, 0.01, dilation)
    np.testing.assert_allclose(table.sum(axis=1), 1)
    for x in range(16):
        for y in range(16):
            away = float(haversine_m(lon[x], lat[x], lon[y], lat[y]))
            for z in range(16):
                assert table[x, z] <= np.exp(0.01 * away) * table[y, z] * (1 + 1e-6)


def test_the_optimum_moves_less_than_the_exponential_mechanism_and_a_spanner_costs_little():
    lon, lat = lattice_of_places(4)
    people = np.random.default_rng(2).integers(1, 50, 16)
    away = haversine_m(lon[:, None], lat[:, None], lon, lat)
    cost = lambda table: float((people / people.sum()) @ (table * away).sum(axis=1))  # noqa: E731
    exact, spanned = (optimal_table(lon, lat, people, 0.01, dilation) for dilation in (1.0, 1.1))
    weight = np.exp(-0.01 * away / 2)
    rival = weight / weight.sum(axis=1, keepdims=True)
    assert largest_loss(rival, away) <= 0.01
    assert cost(exact) <= cost(spanned) + 1e-6 < cost(rival)
    assert cost(spanned) < 1.15 * cost(exact)


@pytest.mark.slow
def test_three_places_in_a_row_have_the_table_of_a_search_over_all():
    """Equal prior, equal steps: by symmetry three numbers, searched on a fine grid."""
    lon, lat = np.array([0.0, 0.001, 0.002]), np.zeros(3)
    step = float(haversine_m(0.0, 0.0, 0.001, 0.0))
    factor = np.exp(0.01 * step)
    table = optimal_table(lon, lat, np.ones(3), 0.01, 1.0)
    found = ((table * haversine_m(lon[:, None], lat[:, None], lon, lat)).sum(axis=1)).mean()
    best = np.inf
    share = np.linspace(0, 1, 201)
    a, b, c = np.meshgrid(
        share, share, share, indexing="ij"
    )  # end to itself, end to other end, middle to ends
    middle, stay = 1 - a - b, 1 - 2 * c
    good = (middle >= 0) & (stay >= 0) & (b <= a)
    for one, other, power in ((a, c, 1), (b, c, 1), (middle, stay, 1), (a, b, 2)):
        good &= (one <= factor**power * other + 1e-9) & (other <= factor**power * one + 1e-9)
    cost = (2 * (middle * step + b * 2 * step) + 2 * c * step) / 3
    best = cost[good].min()
    assert found <= best + 1e-6 and found > best - 2.5 * step / 200 * 3


def test_a_spanner_makes_no_way_longer_than_it_says():
    from scipy.sparse.csgraph import shortest_path

    lon, lat = HOMES[:30].T
    away = haversine_m(lon[:, None], lat[:, None], lon, lat)
    for dilation in (1.0, 1.2, 2.0):
        one, other = spanner(away, dilation).T
        graph = np.zeros_like(away)
        graph[one, other] = away[one, other]
        assert (shortest_path(graph, directed=False) <= dilation * away + 1e-6).all()
    assert len(spanner(away, 1.0)) == 435 > 3 * len(spanner(away, 1.2))


def test_what_makes_no_optimal_table_is_refused():
    for lon, people, epsilon in (([0.0], [1], 0.1), ([0.0, 0.0], [1, 1], 0.1), ([0.0, 1.0], [0, 0], 0.1),
                                 ([0.0, 1.0], [1, 1], 0.0)):  # fmt: skip
        with pytest.raises(InputError):
            optimal_table(lon, np.zeros(len(lon)), people, epsilon)


@pytest.mark.slow
def test_who_knows_an_optimal_table_is_right_as_often_as_he_says():
    shapes = tiles()
    reported = Reported(shapes, *shapes.inner_points_deg(30), PEOPLE)
    mask_model, deviation = MaskModel("optimal", {"epsilon_per_100_m": 0.3}), []
    for seed in range(3):
        choices = reported.choices(*TRUE.T, 0.003)
        place = choices.drawn(SeededSource(seed))
        pairs = Pairs(*TRUE.T, choices.lon_deg[place], choices.lat_deg[place])
        assert not refuted(mask_model, pairs, SeededSource(seed), known(reported=reported))
        for attempt in attack(pairs, mask_model, SeededSource(seed), known(reported=reported)):
            assert attempt.judged, attempt.why
            deviation.append(attempt.matching.deviation)
    assert abs(np.sum(deviation)) / np.sqrt(len(deviation)) < 3
    assert refuted(
        MaskModel("optimal", {"epsilon_per_100_m": 0.03}), pairs, SeededSource(1), known(reported=reported)
    )
    for other, around in (
        (mask_model, known()),
        (MaskModel("optimal", mask_model.values, bounded=True), known(reported=reported)),
    ):
        assert not any(one.judged for one in attack(pairs, other, SeededSource(1), around))


def region_by_hand(lon, lat, step=0.005, columns=6):
    """Region of a place, from the square that holds it."""
    zones = Zones(tiles(), PEOPLE)
    return zones.regions(60)[int((lat - 45) // step) * columns + int((lon - 10) // step)]


@pytest.mark.slow
@pytest.mark.parametrize("count", [60, 14])
def test_adaptive_voronoi_goes_to_the_junction_of_the_region_next_to_the_side_or_the_border(count):
    """Shapely's Voronoi polygons and merged squares, sides and junctions by all distances."""
    from shapely.geometry import MultiPoint, Point, box
    from shapely.ops import nearest_points, unary_union, voronoi_diagram

    homes, network, zones = TRUE[:count], network_of(grid_town(side=15)), Zones(tiles(), PEOPLE)
    scheme = Scheme(zones, 60, network)
    masked = adaptive_voronoi(*homes.T, scheme, SeededSource(3))
    flat = np.array([np.cos(np.radians(45.01)), 1.0])
    squares = [box(x, y, x + 0.005, y + 0.005) for y in np.arange(5) * 0.005 + 45
               for x in np.arange(6) * 0.005 + 10]  # fmt: skip
    region = np.array([region_by_hand(*home) for home in homes])
    streets = np.column_stack([network.lon_deg, network.lat_deg])
    within = ((streets > [10, 45]) & (streets < [10.03, 45.025])).all(axis=1)
    held = np.array([region_by_hand(*at) if there else -1 for at, there in zip(streets, within)])
    alone = np.bincount(region)[region] == 1
    cells = list(voronoi_diagram(MultiPoint(homes[~alone] * flat)).geoms)
    agreed, cut = 0, 0
    for row, home in enumerate(homes):
        reached = region_by_hand(masked.lon_deg[row], masked.lat_deg[row])
        assert reached == region[row]
        if alone[row]:
            continue
        at = Point(home * flat)
        side = nearest_points(next(cell for cell in cells if cell.contains(at)).exterior, at)[0]
        merged = unary_union([s for s, one in zip(squares, zones.regions(60)) if one == region[row]])
        aim = np.array(side.coords[0]) / flat
        if not merged.buffer(-1e-7).contains(Point(aim)):
            way = [home + (aim - home) * share for share in np.linspace(0, 1, 4_001)]
            aim = [place for place in way if merged.contains(Point(place))][-1]
            cut += 1
        there = np.flatnonzero(held == region[row])
        away = haversine_m(*aim, network.lon_deg[there], network.lat_deg[there])
        got = haversine_m(*aim, masked.lon_deg[row], masked.lat_deg[row])
        assert got == pytest.approx(away.min(), abs=0.2)
        agreed += 1
    assert agreed > 5 and (cut or count < 60) and alone.any() == (count < 60)


@pytest.mark.parametrize("count", [pytest.param(60, marks=pytest.mark.slow), 14])
def test_whoever_holds_the_homes_of_an_adaptive_voronoi_mask_computes_it(count):
    homes, network, zones = TRUE[:count], network_of(grid_town(side=15)), Zones(tiles(), PEOPLE)
    mask_model = MaskModel("adaptivevoronoi", {"k": 60.0})
    masked = adaptive_voronoi(*homes.T, Scheme(zones, 60, network), SeededSource(3))
    pairs = Pairs(*homes.T, masked.lon_deg, masked.lat_deg)
    around = Surroundings(addresses=tuple(HOMES.T), zones=zones, network=network)
    own, everybody = attack(pairs, mask_model, SeededSource(1), around)
    places = np.column_stack(pairs.masked)
    _, place, shared = np.unique(places, axis=0, return_inverse=True, return_counts=True)
    np.testing.assert_allclose(own.matching.risk, 1 / shared[place.ravel()])
    assert own.judged and not everybody.judged and "other homes" in str(everybody.why)
    elsewhere = pairs_of(move(*TRUE.T, Donut(20, 100), SeededSource(2)))
    assert not any(one.judged for one in attack(elsewhere, mask_model, SeededSource(1), around))
    assert not any(
        one.judged for one in attack(pairs, mask_model, SeededSource(1), Surroundings(zones=zones))
    )
    assert not any(
        one.judged for one in attack(pairs, mask_model, SeededSource(1), Surroundings(network=network))
    )


@pytest.mark.slow
def test_a_region_without_a_junction_and_a_lake_over_one_are_minded():
    network, zones = network_of(grid_town(side=15)), Zones(tiles(), PEOPLE)
    scheme = Scheme(zones, 60, network)
    dry = adaptive_voronoi(*TRUE.T, scheme, SeededSource(3), Guard(LAKE.outside))
    assert (LAKE.of(dry.lon_deg, dry.lat_deg) < 0).all()
    few = Network.of(np.array([10.001, 10.002]), np.array([45.001, 45.002]), np.array([0, 2]))
    with refuses("voronoi.region.no_junction"):
        adaptive_voronoi(*TRUE.T, Scheme(zones, 60, few), SeededSource(3))

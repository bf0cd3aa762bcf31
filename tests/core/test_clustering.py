# SPDX-License-Identifier: GPL-2.0-or-later
"""Clusters of areas: connected, inside their unit, within their bounds, as many as possible."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.errors import AuditError, CancelledError, InputError
from geodeid_plugin.core.clustering.check import check_partition, fewest_people
from geodeid_plugin.core.clustering.graph import cap_pairs, partition_graph
from geodeid_plugin.core.clustering.objective import Bounds, Tallies, requirements, smallest_class
from geodeid_plugin.core.clustering.released_areas import expected_moves_m, floor_moves_m
from geodeid_plugin.core.clustering.search import Options, cluster_areas
from geodeid_plugin.core.geometry.areas import Areas
from tests.refusals import refuses

QUICK = Options(effort="quick")
UNHURRIED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}


def make_areas(lon, lat, population, boundary=None, ids=None):
    n = len(lon)
    names = np.empty(n, dtype=object)
    names[:] = ids if ids is not None else [f"A{i:04d}" for i in range(n)]
    units = None
    if boundary is not None:
        units = np.empty(n, dtype=object)
        units[:] = [str(value) for value in boundary]
    return Areas(names, np.asarray(lon, float), np.asarray(lat, float), np.asarray(population, float),
                 np.full(n, 1e6), units)  # fmt: skip


def chequered(columns, rows, population, boundary=None):
    """A grid of square areas, neighbours by shared sides."""
    column, row = np.divmod(np.arange(columns * rows), rows)
    areas = make_areas(-75 + column * 0.01, 45 + row * 0.01, population, boundary)
    place = np.arange(columns * rows).reshape(columns, rows)
    pairs = np.concatenate([
        np.stack([place[:-1].ravel(), place[1:].ravel()], 1),
        np.stack([place[:, :-1].ravel(), place[:, 1:].ravel()], 1),
    ])  # fmt: skip
    return areas, pairs


def clusters_of(areas, pairs, bounds, **tallies):
    return cluster_areas(areas, pairs, Tallies(areas.population, **tallies), bounds, QUICK)


def as_sets(areas, cluster):
    groups = {}
    for name, value in zip(areas.ids, cluster):
        if value >= 0:
            groups.setdefault(int(value), set()).add(name)
    return {frozenset(group) for group in groups.values()}


@st.composite
def maps(draw):
    columns, rows = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    n = columns * rows
    population = draw(st.lists(st.integers(0, 40), min_size=n, max_size=n))
    boundary = draw(st.lists(st.sampled_from("AB"), min_size=n, max_size=n)) if draw(st.booleans()) else None
    return columns, rows, np.array(population, float), boundary


@pytest.mark.slow
@given(maps(), st.integers(1, 120))
@settings(max_examples=25, **UNHURRIED)
def test_every_area_of_a_resolved_part_is_in_one_connected_cluster_above_the_minimum(case, minimum):
    areas, pairs = chequered(*case)
    result = clusters_of(areas, pairs, Bounds(population=minimum))
    sums = np.bincount(result.cluster[result.cluster >= 0], areas.population[result.cluster >= 0])
    assert (sums >= minimum).all()
    assert result.count <= result.bound
    for unit in np.unique(areas.boundary_code):
        inside = areas.boundary_code == unit
        resolved = result.cluster[inside] >= 0
        assert resolved.all() == (areas.population[inside].sum() >= minimum)
        assert resolved.all() or not resolved.any()
    edges = np.concatenate([pairs, result.bridges])
    check_partition(
        areas.ids, result.cluster, areas.boundary, edges, Tallies(areas.population),
        Bounds(population=minimum),
    )  # fmt: skip


@pytest.mark.slow
@given(maps(), st.integers(1, 120), st.randoms(use_true_random=False))
@settings(max_examples=10, **UNHURRIED)
def test_the_order_of_the_rows_changes_nothing(case, minimum, shuffler):
    areas, pairs = chequered(*case)
    order = np.arange(len(areas))
    shuffler.shuffle(order)
    shuffled = Areas(
        areas.ids[order], areas.lon_deg[order], areas.lat_deg[order], areas.population[order],
        areas.area_m2[order], None if areas.boundary is None else areas.boundary[order],
    )  # fmt: skip
    moved = np.argsort(order)[pairs][::-1, ::-1]
    bounds = Bounds(population=minimum)
    first, second = clusters_of(areas, pairs, bounds), clusters_of(shuffled, moved, bounds)
    assert as_sets(areas, first.cluster) == as_sets(shuffled, second.cluster)


def test_areas_of_equal_size_are_paired_up_when_two_of_them_reach_the_minimum():
    areas, pairs = chequered(8, 8, np.full(64, 10.0))
    result = clusters_of(areas, pairs, Bounds(population=20))
    assert result.count == result.bound == 32
    assert (np.bincount(result.cluster) == 2).all()


def test_an_area_above_the_minimum_is_a_cluster_of_its_own_where_the_others_can_do_without():
    population = np.full(9, 5.0)
    population[4] = 1000
    areas, pairs = chequered(3, 3, population)
    result = clusters_of(areas, pairs, Bounds(population=10))
    assert np.count_nonzero(result.cluster == result.cluster[4]) == 1
    assert result.count == result.bound == 5


def test_no_cluster_crosses_a_boundary_even_where_that_would_allow_more():
    areas, pairs = chequered(4, 1, [15, 5, 5, 15], boundary=["W", "W", "E", "E"])
    result = clusters_of(areas, pairs, Bounds(population=10))
    assert as_sets(areas, result.cluster) == {frozenset({"A0000", "A0001"}), frozenset({"A0002", "A0003"})}


def test_a_unit_below_the_threshold_is_unresolved_and_its_neighbour_is_not():
    areas, pairs = chequered(4, 1, [3, 3, 8, 8], boundary=["W", "W", "E", "E"])
    result = clusters_of(areas, pairs, Bounds(population=8))
    assert result.cluster.tolist() == [-1, -1, 0, 1]


def test_nothing_is_clustered_where_all_areas_together_fall_short():
    areas, pairs = chequered(3, 3, np.ones(9))
    result = clusters_of(areas, pairs, Bounds(population=10))
    assert result.count == result.bound == 0
    assert (result.cluster == -1).all()


def test_areas_without_people_join_a_cluster():
    areas, pairs = chequered(4, 1, [0, 10, 10, 0])
    result = clusters_of(areas, pairs, Bounds(population=10))
    assert result.cluster.tolist() == [0, 0, 1, 1]


def test_an_island_too_small_to_stand_alone_is_bridged_to_the_nearest_part_and_a_large_one_is_not():
    areas = make_areas([0, 0.01, 0.05, 5, 5.01], [0, 0, 0, 0, 0], [10, 10, 1, 6, 6])
    result = clusters_of(areas, np.array([[0, 1], [3, 4]]), Bounds(population=10))
    assert result.bridges.tolist() == [[1, 2]]
    assert as_sets(areas, result.cluster) == {
        frozenset({"A0000"}), frozenset({"A0001", "A0002"}), frozenset({"A0003", "A0004"})
    }  # fmt: skip


@pytest.mark.slow
def test_cases_per_person_hold_in_every_cluster_though_joining_an_area_can_break_them():
    generator = np.random.default_rng(5)
    areas, pairs = chequered(8, 8, generator.integers(5, 60, 64))
    cases = generator.binomial(areas.population.astype(int), 0.12).astype(float)
    result = clusters_of(areas, pairs, Bounds(population=60, cases=0.15), cases=cases)
    people = np.bincount(result.cluster, areas.population)
    assert result.count > 1
    assert (np.bincount(result.cluster, cases) <= 0.15 * people).all()
    assert (people >= 60).all()


def test_a_rate_met_exactly_is_met():
    areas, pairs = chequered(2, 1, [5, 10])
    result = clusters_of(areas, pairs, Bounds(cases=0.2), cases=np.array([1.0, 2.0]))
    assert result.count == 2


def test_a_unit_with_too_many_cases_for_its_people_is_unresolved():
    areas, pairs = chequered(2, 1, [5, 10])
    assert clusters_of(areas, pairs, Bounds(cases=0.1), cases=np.array([1.0, 2.0])).count == 0


@pytest.mark.slow
def test_every_equivalence_class_of_a_cluster_is_empty_or_large_enough():
    generator = np.random.default_rng(6)
    areas, pairs = chequered(7, 7, np.full(49, 40.0))
    classes = generator.integers(0, 6, (3, 49)).astype(float)
    result = clusters_of(areas, pairs, Bounds(maximum=11), classes=classes)
    assert result.count > 1
    for counts in classes:
        sums = np.bincount(result.cluster, counts)
        assert ((sums == 0) | (sums >= 11)).all()


@pytest.mark.parametrize(("threshold", "people"), [(0.2, 5), (0.09, 12), (1 / 11, 11), (11, 11), (1 / 3, 3)])
def test_a_threshold_is_the_decimal_that_was_typed(threshold, people):
    assert smallest_class(threshold) == people


@pytest.mark.parametrize(
    ("bounds", "people"),
    [
        (Bounds(maximum=0.2), 5),
        (Bounds(maximum=0.3), 4),
        (Bounds(maximum=1 / 3), 3),
        (Bounds(maximum=0.09), 12),
        (Bounds(maximum=1 / 11), 11),
        (Bounds(maximum=11), 11),
        (Bounds(maximum=10.5), 11),
        (Bounds(maximum=0.6), 2),
        (Bounds(average=0.2), 5),
        (Bounds(average=1 / 3), 3),
        (Bounds(average=0.09), 12),
        (Bounds(maximum=1.5), 2),
        (Bounds(average=11), 11),
        (Bounds(average=1.5), 2),
        (Bounds(population=7), 7),
        (Bounds(cases=0.2), 5),
        (Bounds(cases=0.07), 15),
    ],
)
def test_the_check_reads_bounds_by_itself_and_refuses_one_person_fewer(bounds, people):
    def check(population):
        tallies = Tallies(np.array([population, population], float), np.ones(2))
        check_partition(["a", "b"], np.array([0, 1]), None, [], tallies, bounds)

    check(people)
    with pytest.raises(AuditError):
        check(people - 1)


@pytest.mark.slow
@given(st.integers(1, 3000), st.booleans())
def test_search_and_check_read_every_risk_alike(number, is_size):
    risk = 1 / number if is_size else number / 3000
    assert fewest_people(risk) == smallest_class(risk)


@pytest.mark.slow
def test_the_average_over_the_release_allows_more_clusters_than_the_same_size_for_each():
    generator = np.random.default_rng(7)
    areas, pairs = chequered(12, 12, generator.integers(1, 30, 144))
    each = clusters_of(areas, pairs, Bounds(population=50))
    mean = clusters_of(areas, pairs, Bounds(average=50))
    assert mean.count >= each.count
    assert mean.count * 50 <= areas.population.sum()


@pytest.mark.slow
def test_an_average_over_records_counts_only_clusters_that_hold_records():
    areas, pairs = chequered(6, 6, np.full(36, 20.0))
    cases = np.zeros(36)
    cases[::2] = 3
    bounds = Bounds(average=0.1, over_records=True)
    result = clusters_of(areas, pairs, bounds, cases=cases)
    filled = np.bincount(result.cluster, cases) > 0
    assert 1 < filled.sum() <= 0.1 * cases.sum()


def test_populations_that_are_not_whole_numbers_are_rounded_to_the_strict_side():
    areas, pairs = chequered(3, 1, [0.1, 0.2, 0.3])
    column = requirements(Tallies(areas.population), Bounds(population=0.3))
    assert (column.columns[0] / column.least[0] * 0.3 <= areas.population).all()
    result = clusters_of(areas, pairs, Bounds(population=0.3))
    check_partition(areas.ids, result.cluster, None, pairs, Tallies(areas.population), Bounds(population=0.3))


def test_points_without_polygons_are_neighbours_by_their_caps_inside_their_unit():
    areas, _pairs = chequered(6, 6, np.full(36, 10.0), boundary=["W"] * 18 + ["E"] * 18)
    pairs = cap_pairs(areas, 4)
    assert (areas.boundary_code[pairs[:, 0]] == areas.boundary_code[pairs[:, 1]]).all()
    result = clusters_of(areas, pairs, Bounds(population=20))
    assert result.count == 18


def test_cancelling_raises_unless_the_best_so_far_was_asked_for():
    areas, pairs = chequered(6, 6, np.full(36, 10.0))

    def cancel_after_a_while(fraction, text=""):
        if fraction > 0.05:
            raise CancelledError()

    tallies, bounds = Tallies(areas.population), Bounds(population=20)
    with pytest.raises(CancelledError):
        cluster_areas(areas, pairs, tallies, bounds, QUICK, cancel_after_a_while)


@pytest.mark.slow
def test_the_distance_phase_shortens_moves_and_stays_above_the_strict_bound():
    areas, pairs = chequered(15, 15, np.random.default_rng(2).integers(1, 20, 225))
    result = clusters_of(areas, pairs, Bounds(population=60))
    move = expected_moves_m(result.cluster, areas.population, areas.lon_deg, areas.lat_deg)
    floor = floor_moves_m(areas.population, areas.boundary_code, areas.lon_deg, areas.lat_deg, 60)
    mean, bound = (np.average(values, weights=areas.population) for values in (move, floor))
    assert bound < mean < 1.358 * 1.25 * bound


def test_expected_moves_equal_those_of_a_plain_double_loop():
    from geodeid_plugin.core.geometry.sphere import haversine_m

    generator = np.random.default_rng(3)
    lon, lat, people = generator.random(12), 45 + generator.random(12), generator.integers(0, 9, 12)
    cluster = np.array([0, 0, 0, 1, 1, 1, 1, 2, -1, -1, 0, 1])
    move = expected_moves_m(cluster, people.astype(float), lon, lat)
    for i in range(12):
        members = [j for j in range(12) if cluster[i] >= 0 and cluster[j] == cluster[i]]
        total = sum(people[j] for j in members)
        by_hand = sum(people[j] * haversine_m(lon[i], lat[i], lon[j], lat[j]) for j in members)
        assert move[i] == pytest.approx(by_hand / total if total else 0, rel=1e-9, abs=1e-6)


def test_the_strict_bound_on_moves_equals_a_plain_loop():
    from geodeid_plugin.core.geometry.sphere import haversine_m

    generator = np.random.default_rng(4)
    lon, lat, people = generator.random(40) / 9, 45 + generator.random(40) / 9, generator.integers(0, 9, 40)
    bound = floor_moves_m(people, np.zeros(40, int), lon, lat, 30)
    for i in np.flatnonzero(people):
        left, total = 30, 0.0
        for distance, j in sorted((haversine_m(lon[i], lat[i], lon[j], lat[j]), j) for j in range(40)):
            used = min(left, people[j])
            total, left = total + used * distance, left - used
        assert bound[i] == pytest.approx(total / 30, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("cluster", "fault"),
    [([0, 0, 1, 0], "connected"), ([0, 1, 1, 1], "population"), ([0, 0, 0, 0], "boundary unit")],
)
def test_the_check_finds_what_is_wrong_with_a_partition(cluster, fault):
    areas, pairs = chequered(4, 1, [5, 15, 15, 15], boundary="WEEE")
    boundary = areas.boundary if fault == "boundary unit" else None
    with refuses("zone.check.failed", match=fault):
        check_partition(
            areas.ids, np.array(cluster), boundary, pairs, Tallies(areas.population), Bounds(population=10)
        )


def test_the_check_finds_a_cluster_where_nobody_lives():
    """Its records would be one in nobody, whatever else holds."""
    ids, cases = np.array(["a", "b"]), np.array([5.0, 5.0])
    tallies, none = Tallies(np.array([0.0, 9.0]), cases), np.zeros((0, 2), dtype=int)
    with refuses("zone.check.failed", match="a misses the bound on people: nobody lives.*there"):
        check_partition(ids, np.array([0, 1]), None, none, tallies, Bounds(fewest_cases=5))
    check_partition(ids, np.array([-1, 1]), None, none, tallies, Bounds(fewest_cases=5))


def test_thresholds_that_mean_nothing_are_refused():
    for wrong in ({}, {"population": 0}, {"population": -5}, {"cases": 1.5}, {"maximum": float("nan")}):
        with pytest.raises(InputError):
            Bounds(**wrong)
    areas, pairs = chequered(2, 1, [5, 10])
    with refuses("area.cases.missing"):
        clusters_of(areas, pairs, Bounds(cases=0.1))


def test_parts_of_a_unit_that_each_meet_the_threshold_are_left_apart():
    areas, _pairs = chequered(4, 1, [10, 10, 10, 10], boundary="AAAA")
    needs = requirements(Tallies(areas.population), Bounds(population=20))
    graph = partition_graph(areas, np.array([[0, 1], [2, 3]]), needs)
    assert not graph.is_bridge.any()
    assert graph.component.tolist() == [0, 0, 1, 1]


def test_an_island_full_of_cases_does_not_spoil_the_part_it_lies_near():
    areas = make_areas([0, 0.01, 0.02], [0, 0, 0], [50, 50, 10])
    cases = np.array([1.0, 1.0, 10.0])
    bounds = Bounds(population=20, cases=0.05)
    result = clusters_of(areas, np.array([[0, 1]]), bounds, cases=cases)
    assert result.cluster.tolist() == [0, 1, -1]


@pytest.mark.slow
@given(maps(), st.integers(1, 60), st.integers(1, 12), st.integers(1, 30))
@settings(max_examples=25, **UNHURRIED)
def test_fewest_people_records_and_further_columns_hold_in_every_cluster_at_once(case, people, cases, women):
    areas, pairs = chequered(*case)
    source = np.random.default_rng(people)
    records = source.integers(0, 4, len(areas)).astype(float)
    column = np.floor(areas.population / 2)
    bounds = Bounds(population=people, fewest_cases=cases, minima=(("women", women),))
    result = clusters_of(areas, pairs, bounds, cases=records, minima=column[None])
    kept = result.cluster >= 0
    for values, least in ((areas.population, people), (records, cases), (column, women)):
        assert (np.bincount(result.cluster[kept], values[kept], result.count) >= least).all()
    for unit in np.unique(areas.boundary_code):
        inside = areas.boundary_code == unit
        whole = all(
            values[inside].sum() >= least
            for values, least in ((areas.population, people), (records, cases), (column, women))
        )
        assert kept[inside].all() == whole


def test_the_check_finds_a_cluster_with_too_few_records_or_too_little_of_a_column():
    areas, pairs = chequered(2, 1, [10, 10])
    tallies = Tallies(areas.population, np.array([5.0, 6.0]), None, np.array([[1.0, 2.0]]))
    cluster = np.array([0, 1])
    with refuses("zone.check.failed", match="fewest.*records"):
        check_partition(areas.ids, cluster, None, pairs, tallies, Bounds(fewest_cases=5.5))
    with refuses("zone.check.failed", match="the sum of.*women"):
        check_partition(areas.ids, cluster, None, pairs, tallies, Bounds(minima=(("women", 2),)))


def test_three_islands_that_are_safe_together_are_never_left_partly_unresolved():
    """26, 53 and 83 people with 1, 9 and 4 cases: no pair of neighbours keeps to a tenth, all three do."""
    areas = make_areas([-75, -74, -73], [45, 45, 45], [26, 53, 83])
    cases = np.array([1.0, 9.0, 4.0])
    result = cluster_areas(areas, [], Tallies(areas.population, cases), Bounds(cases=0.1), QUICK)
    assert (result.cluster >= 0).all()


@pytest.mark.slow
@given(maps(), st.integers(0, 40))
@settings(max_examples=40, **UNHURRIED)
def test_a_unit_that_is_safe_as_a_whole_is_resolved_as_a_whole(case, seed):
    areas, pairs = chequered(*case)
    source = np.random.default_rng(seed)
    pairs = pairs[source.random(len(pairs)) < 0.5]
    cases = np.minimum(source.integers(0, 6, len(areas)), areas.population)
    classes = np.floor(areas.population / 3)[None]
    bounds = Bounds(cases=0.15, maximum=0.2)
    tallies = Tallies(areas.population, cases, classes)
    result = cluster_areas(areas, pairs, tallies, bounds, QUICK)
    for unit in np.unique(areas.boundary_code):
        inside = areas.boundary_code == unit
        people, count = areas.population[inside].sum(), classes[0, inside].sum()
        whole = people >= 5 and cases[inside].sum() <= 0.15 * people and (count == 0 or count >= 5)
        if whole:
            assert (result.cluster[inside] >= 0).all()

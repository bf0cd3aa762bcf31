# SPDX-License-Identifier: GPL-2.0-or-later
"""What several releases tell together: every bound against posteriors found by enumeration."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InfeasibleError
from geodeid_plugin.core.geomask.audit import audit
from geodeid_plugin.core.geomask.programme.destinations import Destinations
from geodeid_plugin.core.geomask.programme.request import Request
from geodeid_plugin.core.geomask.releases import odometer
from geodeid_plugin.core.geomask.releases.joint import joint_audit
from geodeid_plugin.core.geomask.releases.second_draw import given_first, posterior_median
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.sphere import haversine_m


def tables_of(generator, areas, places, count):
    """Random tables of probabilities, some with zeros."""
    tables = []
    for _ in range(count):
        table = generator.random((areas, places)) ** generator.integers(1, 4)
        table *= generator.random((areas, places)) < 0.8
        table[:, 0] += 1e-3
        tables.append(table / table.sum(axis=1, keepdims=True))
    return tables


def posterior(area_of, columns):
    """P(person in the data | dots) for everybody, records being a uniform set of distinct people.

    ``columns`` holds, for each dot, P(area, its place) by the table it was drawn from.
    """
    people, records = len(area_of), len(columns)
    mass = np.zeros(people)
    total = 0.0
    for chosen in combinations(range(people), records):
        likelihood = sum(
            np.prod([columns[dot][area_of[who]] for dot, who in enumerate(order)])
            for order in permutations(chosen)
        )
        total += likelihood
        mass[list(chosen)] += likelihood
    return mass / total


def pairs_of(table, population):
    """Origins, destinations and probabilities of a dense table, areas without people left out."""
    origin, place = np.nonzero(table * (population > 0)[:, None])
    return origin, place, table[origin, place]


def test_all_bounds_hold_for_distinct_people_and_several_tables():
    """The growing list, each group by a table of its own: up to seven people, three records."""
    generator = np.random.default_rng(4)
    ratios = []
    for _ in range(400):
        area_of = np.sort(generator.integers(0, 4, generator.integers(4, 8)))
        population = np.bincount(area_of, minlength=4).astype(float)
        groups = [1] * generator.integers(1, 4) if generator.random() < 0.5 else [generator.integers(1, 4)]
        shown, deltas, columns = np.zeros(4), [], []
        for table, size in zip(tables_of(generator, 4, 5, len(groups)), groups):
            inflow = population @ table
            drawn = generator.choice(5, size, p=inflow / inflow.sum())
            shown += odometer.revealed(*pairs_of(table, population), population, drawn)
            deltas.append((size, odometer.largest_share(*pairs_of(table, population), population)))
            columns += [table[:, one] for one in drawn]
        truth = posterior(area_of, columns).max()
        largest = max(delta for _size, delta in deltas)
        advance = odometer.proved_in_advance(deltas)
        proved = odometer.proved_of_dots(shown.max(), largest, len(columns))
        assert truth <= advance * (1 + 1e-9)
        assert truth <= proved * (1 + 1e-9)
        if proved < 1:
            ratios.append(truth / proved)
    assert len(ratios) > 100
    assert max(ratios) > 0.9


def test_the_odometer_alone_is_nearly_the_posterior_where_dots_show_little():
    """R exceeds no posterior by more than the share of one dot says: within 1 + 0.3 delta for two records."""
    generator = np.random.default_rng(5)
    for _ in range(400):
        area_of = np.sort(generator.integers(0, 4, 7))
        population = np.bincount(area_of, minlength=4).astype(float)
        first, second = tables_of(generator, 4, 5, 2)
        inflows = population @ first, population @ second
        drawn = [generator.choice(5, 1, p=inflow / inflow.sum()) for inflow in inflows]
        shown = sum(
            odometer.revealed(*pairs_of(table, population), population, place)
            for table, place in zip((first, second), drawn)
        )
        largest = max(odometer.largest_share(*pairs_of(t, population), population) for t in (first, second))
        truth = posterior(area_of, [first[:, drawn[0][0]], second[:, drawn[1][0]]])
        worst = max(truth[who] / shown[area_of[who]] for who in range(7) if shown[area_of[who]] > 0)
        assert truth.max() <= shown.max() * (1 + 0.3 * largest) + 1e-12, (worst, largest)


def test_what_is_proved_meets_the_simple_cases():
    assert odometer.proved_in_advance([(5, 0.02)]) == pytest.approx(0.1)
    assert odometer.proved_in_advance([(10, 0.1)]) == 1.0
    assert odometer.proved_of_dots(0.3, 0.3, 1) == pytest.approx(0.3)
    assert odometer.proved_of_dots(0.1, 0.2, 5) == 1.0
    assert odometer.proved_of_dots(0.0, 0.0, 0) == 0.0


def test_the_next_table_spends_what_is_left_and_says_when_nothing_is():
    shown = np.array([0.0, 0.1, 0.15])
    weight = odometer.counting(shown, 100, 0.2, 0.01)
    assert np.allclose(weight, 100 * 0.2 / (0.198 - shown))
    assert np.all(odometer.counting(shown, 1, 0.2, 0.001) == 200)
    with pytest.raises(InfeasibleError, match="2 areas"):
        odometer.counting(np.array([0.198, 0.3, 0.0]), 10, 0.2, 0.01)
    hidden = odometer.counting(np.array([0.3, 0.0]), 10, 0.2, 0.01, revised=True)
    assert np.isinf(hidden[0]) and np.isfinite(hidden[1])


def test_people_of_unknown_areas_carry_the_most_that_was_shown():
    shown, lon, lat = np.array([0.1, 0.3]), np.array([0.0, 1.0]), np.zeros(2)
    new = ["a", "b", "c"], np.array([0.0, 1.001, 5.0]), np.zeros(3)
    assert odometer.carried(shown, ["a", "b"], lon, lat, new).tolist() == [0.1, 0.3, 0.3]
    moved = ["a"], np.array([0.5]), np.zeros(1)
    assert odometer.carried(shown, ["a", "b"], lon, lat, moved).tolist() == [0.3]


def brute_joint(tables, population, weight):
    worst = 0.0
    for places in product(*(range(table.shape[1]) for table in tables)):
        likelihood = np.prod([table[:, place] for table, place in zip(tables, places)], axis=0)
        crowd = population @ likelihood
        if crowd > 0:
            worst = max(worst, float(np.max(np.where(population > 0, weight * likelihood / crowd, 0))))
    return worst


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_joint_audit_is_the_largest_posterior(count):
    generator = np.random.default_rng(count)
    for _ in range(30):
        population = generator.integers(0, 9, 5).astype(float)
        population[0] += 1
        weight = np.minimum(population, 4.0) if generator.random() < 0.5 else np.full(5, 3.0)
        tables = tables_of(generator, 5, 4, count)
        pairs = [pairs_of(table, population) for table in tables]
        found = joint_audit(pairs, population, weight)
        assert found.risk == pytest.approx(brute_joint(tables, population, weight), rel=1e-9)
        assert found.risk >= brute_joint(tables, population, weight) * (1 - 1e-15)
        places = np.prod([table[:, place] for table, place in zip(tables, found.destinations)], axis=0)
        assert weight[found.origin] * places[found.origin] / (population @ places) == pytest.approx(
            found.risk
        )
        assert joint_audit(pairs[::-1], population, weight).risk == pytest.approx(found.risk)
        assert joint_audit(pairs[:1], population, weight).risk <= found.risk * (1 + 1e-12)
        stopped = joint_audit(pairs, population, weight, found.risk / 2)
        assert not stopped.whole and stopped.risk > found.risk / 2


def test_the_joint_audit_of_one_table_is_the_audit():
    generator = np.random.default_rng(6)
    population = generator.integers(1, 50, 6).astype(float)
    (table,) = tables_of(generator, 6, 5, 1)
    pairs = pairs_of(table, population)
    single = audit(*pairs, population, 7, "wieland").wieland_risk
    same_row = pairs_of(np.tile(np.full(3, 1 / 3), (6, 1)), population)
    weight = np.full(6, 7.0)
    assert joint_audit([pairs], population, weight).risk == pytest.approx(single)
    assert joint_audit([pairs, same_row], population, weight).risk == pytest.approx(single)


def test_what_is_made_of_the_dot_alone_tells_nothing_more():
    """J(P, Q drawn from the dot) = J(P): the joint law of both dots, seen as one table of pairs of places."""
    generator = np.random.default_rng(7)
    population = generator.integers(1, 50, 5).astype(float)
    (table,) = tables_of(generator, 5, 4, 1)
    after = generator.random((4, 4))
    after /= after.sum(axis=1, keepdims=True)
    both = (table[:, :, None] * after[None]).reshape(5, 16)
    risks = [
        joint_audit([pairs_of(one, population)], population, np.full(5, 3.0)).risk for one in (table, both)
    ]
    assert risks[0] == pytest.approx(risks[1])


def test_an_area_split_into_two_with_equal_rows_changes_nothing():
    generator = np.random.default_rng(8)
    population = np.array([8.0, 20, 6, 12])
    tables = tables_of(generator, 4, 5, 2)
    weight = np.full(4, 5.0)
    whole = joint_audit([pairs_of(table, population) for table in tables], population, weight).risk
    halves = np.r_[population[:3], 4.0, 8.0]
    split = [np.vstack([table, table[3]]) for table in tables]
    assert joint_audit([pairs_of(t, halves) for t in split], halves, np.full(5, 5.0)).risk == pytest.approx(
        whole
    )


def test_joint_risk_bounds_observers_who_cannot_link():
    """Two fresh draws, unlinked: the posterior averages over linkings, each at most J with weight s."""
    generator = np.random.default_rng(9)
    for _ in range(60):
        area_of = np.sort(generator.integers(0, 3, 5))
        population = np.bincount(area_of, minlength=3).astype(float)
        tables = tables_of(generator, 3, 3, 2)
        records = int(generator.integers(1, 3))
        chosen = generator.choice(5, records, replace=False)
        seen = [[generator.choice(3, p=table[area_of[who]]) for who in chosen] for table in tables]
        mass, total = np.zeros(5), 0.0
        # Independent records, as the audit supposes: a person may stand behind more than one.
        for people in product(range(5), repeat=records):
            likelihood = 1.0
            for table, dots in zip(tables, seen):
                likelihood *= sum(
                    np.prod([table[area_of[who], dot] for who, dot in zip(people, order)])
                    for order in permutations(dots)
                )
            total += likelihood
            mass[list(set(people))] += likelihood
        joint = joint_audit([pairs_of(t, population) for t in tables], population, np.full(3, float(records)))
        assert (mass / total).max() <= joint.risk * (1 + 1e-9)


def block(count=6, people=60.0):
    """Areas of a street grid, a few hundred metres apart."""
    lon = -75 + 0.004 * (np.arange(count) % 3)
    lat = 45 + 0.004 * (np.arange(count) // 3)
    ids = np.array([f"a{row}" for row in range(count)], dtype=object)
    return Areas(ids, lon, lat, people * (1 + np.arange(count) % 2), np.full(count, 1e5))


def test_a_second_draw_given_the_first_keeps_the_joint_bound_and_moves_people_less():
    areas, records, risk = block(), 10, 0.12
    strict = solve_areas(areas, None, Request(records, 0.06, "wieland")).strategy
    first = np.zeros((6, 6))
    first[strict.origin, strict.destination] = strict.probability
    both, kept_m, moved_m = np.zeros((6, 36)), 0.0, 0.0
    targets = Destinations.of_areas(areas)
    distance_m = haversine_m(areas.lon_deg[:, None], areas.lat_deg[:, None], areas.lon_deg, areas.lat_deg)
    for place in np.flatnonzero(first.sum(axis=0)):
        request = Request(records, risk, "wieland")
        origin, destination, probability = given_first(areas, targets, request, first[:, place], place)
        assert np.allclose(np.bincount(origin, probability, 6)[first[:, place] > 0], 1)
        both[origin, place * 6 + destination] = first[origin, place] * probability
        people = areas.population[origin] * first[origin, place] * probability
        moved_m += float(people @ distance_m[origin, destination])
        kept_m += float((areas.population * first[:, place]) @ distance_m[:, place])
    joint = joint_audit([pairs_of(both, areas.population)], areas.population, np.full(6, float(records)))
    assert joint.risk <= risk * (1 + 1e-6)
    assert moved_m < 0.95 * kept_m


def test_a_second_draw_at_the_bound_of_the_first_keeps_its_cost():
    areas, records, risk = block(), 10, 0.06
    strategy = solve_areas(areas, None, Request(records, risk, "wieland", tolerance=1e-6)).strategy
    targets = Destinations.of_areas(areas)
    before = after = 0.0
    for place in np.unique(strategy.destination):
        own = strategy.destination == place
        column = np.bincount(strategy.origin[own], strategy.probability[own], 6)
        origin, destination, probability = given_first(
            areas, targets, Request(records, risk, "wieland"), column, place
        )
        people = areas.population[origin] * column[origin] * probability
        distance_m = haversine_m(areas.lon_deg[origin], areas.lat_deg[origin],
                                 areas.lon_deg[destination], areas.lat_deg[destination])  # fmt: skip
        after += float(people @ distance_m)
        before += float(
            areas.population[strategy.origin[own]] * strategy.probability[own] @ strategy.distance_m[own]
        )
    assert after == pytest.approx(before, rel=2e-3)


def test_the_posterior_median_sits_among_those_who_may_have_come():
    areas = block()
    column = np.zeros(6)
    column[4] = 0.3
    places = areas.lon_deg, areas.lat_deg
    assert posterior_median(column, areas.population, places, places) == 4
    column[0] = 0.01
    assert posterior_median(column, areas.population, places, places) == 4


@pytest.mark.parametrize("model", ["wieland", "revised"])
def test_a_table_for_areas_of_which_more_was_shown_shows_less_of_them(model):
    areas, risk = block(), 0.2
    shown = np.array([0.15, 0, 0, 0, 0, 0.05])
    counting = odometer.counting(shown, 12, risk, 0.02, model == "revised")
    request = Request(12, risk, model, counting=counting)
    solution = solve_areas(areas, None, request)
    assert solution.audit.risk(model) <= risk * (1 + 1e-12)
    strategy = solution.strategy
    inflow = np.bincount(strategy.destination, areas.population[strategy.origin] * strategy.probability)
    most = np.zeros(6)
    np.maximum.at(most, strategy.origin, strategy.probability / inflow[strategy.destination])
    assert np.all(shown + 12 * most <= risk * (1 - 0.02) * (1 + 1e-9))
    assert most.max() <= 0.02 * (1 + 1e-9)
    assert most[0] < most[1]


def test_an_area_that_is_used_up_is_hidden_as_an_area_under_the_revised_model():
    areas, risk = block(), 0.2
    shown = np.array([0.3, 0, 0, 0, 0, 0])
    counting = odometer.counting(shown, 12, risk, 0.02, revised=True)
    audited = solve_areas(areas, None, Request(12, risk, counting=counting)).audit
    assert audited.revised_risk <= risk * (1 + 1e-12)
    assert np.isinf(audited.wieland_risk)

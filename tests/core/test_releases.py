# SPDX-License-Identifier: GPL-2.0-or-later
"""What several releases tell together: every bound against posteriors found by enumeration."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

from geodeid_plugin.core.geomask.audit import audit
from geodeid_plugin.core.geomask.programme.programme import Inequality, Request
from geodeid_plugin.core.geomask.releases import odometer, proof
from geodeid_plugin.core.geomask.releases.joint import joint_audit
from geodeid_plugin.core.geomask.releases.odometer import AreaPoints
from geodeid_plugin.core.geomask.releases.reading import read_together
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geomask.strategy import Transitions
from geodeid_plugin.core.geometry.areas import Areas
from tests.refusals import refuses


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
    """The pairs of a dense table, areas without people left out."""
    origin, place = np.nonzero(table * (population > 0)[:, None])
    return Transitions(origin, place, table[origin, place])


@pytest.mark.slow
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
            shown += odometer.revealed(pairs_of(table, population), population, drawn)
            deltas.append((size, odometer.largest_share(pairs_of(table, population), population)))
            columns += [table[:, one] for one in drawn]
        truth = posterior(area_of, columns).max()
        largest = max(delta for _size, delta in deltas)
        advance = proof.proved_in_advance(deltas)
        proved = proof.proved_of_dots(shown.max(), largest, len(columns))
        assert truth <= advance * (1 + 1e-9)
        assert truth <= proved * (1 + 1e-9)
        if proved < 1:
            ratios.append(truth / proved)
    assert len(ratios) > 100
    assert max(ratios) > 0.9


@pytest.mark.slow
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
            odometer.revealed(pairs_of(table, population), population, place)
            for table, place in zip((first, second), drawn)
        )
        largest = max(odometer.largest_share(pairs_of(t, population), population) for t in (first, second))
        truth = posterior(area_of, [first[:, drawn[0][0]], second[:, drawn[1][0]]])
        worst = max(truth[who] / shown[area_of[who]] for who in range(7) if shown[area_of[who]] > 0)
        assert truth.max() <= shown.max() * (1 + 0.3 * largest) + 1e-12, (worst, largest)


def test_what_is_proved_meets_the_simple_cases():
    assert proof.proved_in_advance([(5, 0.02)]) == pytest.approx(0.1)
    assert proof.proved_in_advance([(10, 0.1)]) == 1.0
    assert proof.proved_of_dots(0.3, 0.3, 1) == pytest.approx(0.3)
    assert proof.proved_of_dots(0.26, 0.2, 5) == 1.0
    assert proof.proved_of_dots(0.0, 0.0, 0) == 0.0
    endless = float("inf")
    assert proof.proved_of_dots(0.16, 0.5, endless) == pytest.approx(0.2)
    assert proof.proved_of_dots(0.16, 0.001, endless) == pytest.approx(0.16 * (1 + 0.001 / 0.84), rel=1e-4)
    assert proof.proved_of_dots(0.26, 0.001, endless) == 1.0
    for risk, largest, records in ((0.2, 0.01, endless), (0.2, 0.2, 3), (0.3, 0.01, 60), (0.6, 0.1, endless)):
        aim = proof.aim(risk, largest, records)
        assert proof.proved_of_dots(aim, largest, records) <= risk
        assert proof.proved_of_dots(aim * 1.001, largest, records) > risk or aim == pytest.approx(0.25)
    assert proof.crowding(np.array([1.0]), np.array([0]), np.array([0.3])) == 1.0
    assert proof.crowding(np.zeros(0), np.zeros(0, dtype=int), np.zeros(0)) < 1e-12


def injections(shares):
    """Sum, over injections of dots into people, of products of shares (…, people, dots): by subsets."""
    *alike, people, dots = shares.shape
    weight = np.zeros((*alike, *[2] * dots))  # an axis a dot: whether it has its person
    weight[(..., *[0] * dots)] = 1.0
    wide = shares.reshape(*alike, people, dots, *[1] * (dots - 1))
    at = [[(..., *[slice(None)] * dot, has, *[slice(None)] * (dots - dot - 1)) for has in (0, 1)]
          for dot in range(dots)]  # fmt: skip
    every = [slice(None)] * len(alike)
    for person in range(people):
        grown = weight.copy()
        for dot, (free, taken) in enumerate(at):
            grown[taken] += weight[free] * wide[(*every, person, dot)]
        weight = grown
    return weight[(..., *[1] * dots)]


@pytest.mark.slow
def test_what_is_proved_holds_for_dots_of_any_share_and_lists_of_any_length():
    """Distinct people, exactly: also where records times the largest share go beyond 1."""
    generator, beyond, ratios, by_crowds = np.random.default_rng(11), 0, [], []
    for round_number in range(48):
        population, dots = generator.integers(1, 16, 6), int(generator.integers(2, 8))
        columns = generator.random((6, dots)) ** generator.choice([0.2, 1, 4, 8], dots)
        if round_number % 3 == 0:  # one dot of few people among many that tell next to nothing
            population, dots = np.array([generator.integers(7, 10), 20, 20, 20, 10, 10]), 10
            columns = generator.uniform(0.8, 1.2, (6, dots))
            columns[1:, 0] *= 0.01
        first = np.cumsum(population) - population
        share = columns / (population @ columns)
        of_people = np.repeat(share, population, axis=0)
        everybody, shown, largest = injections(of_people), share.sum(axis=1), share.max()
        without = np.array([np.delete(of_people, one, 0) for one in first])
        truth = 1 - injections(without) / everybody
        proved = proof.proved_of_dots(shown.max(), largest, float("inf"))
        assert truth.max() <= min(proved, proof.proved_of_dots(shown.max(), largest, dots)) * (1 + 1e-9)
        if proved < 1:
            beyond += dots * largest >= 1
            ratios.append(truth.max() / proved)
        crowd = population[:, None] * share
        mu = proof.crowding(crowd.T.ravel(), np.repeat(np.arange(dots), 6), np.tile(shown, dots))
        if mu < 1:
            assert np.all(truth <= shown / (1 - mu) * (1 + 1e-9))
            by_crowds.append(truth.max() * (1 - mu) / shown.max())
            for dot in range(dots):
                came = injections(np.delete(without, dot, 2)) / everybody
                assert np.all(crowd[:, dot] * came <= crowd[:, dot] / (1 - mu) * (1 + 1e-9))
    assert beyond > 3 and len(ratios) > 12 and max(ratios) > 0.9
    assert len(by_crowds) > 16 and max(by_crowds) > 0.6


@pytest.mark.slow
def test_what_all_places_of_a_release_tell_together_is_at_most_what_is_proved():
    """Distinct people, exactly, several dots of one place among them, and rates that the observer knows."""
    generator, near, proved_at_all = np.random.default_rng(8), [], 0
    for round_number in range(120):
        doubt = Inequality(*((1.0, 0.0) if round_number % 3 else (2.0, 0.25)))
        population, places = generator.integers(1, 14, 6).astype(float), int(generator.integers(2, 5))
        columns = generator.random((6, places)) ** generator.choice([0.2, 1, 4])
        dots = generator.integers(0, places, int(generator.integers(1, 6)))
        origin, destination = (one.ravel() for one in np.indices(columns.shape))
        table = Transitions(origin, destination, columns.ravel())
        found = read_together(table, population, dots, len(dots), doubt)
        (fewest, most), factor = doubt.within(population), 1 + doubt.population_error
        small = fewest < len(dots)
        rate = generator.choice([1.0, doubt.rate_ratio], 6)
        true = np.maximum(1, np.round(population * generator.choice([1, 1 / factor, factor], 6)))
        if np.any(true > most) or np.any(true < fewest):
            continue
        weight = (rate[:, None] * columns)[:, dots]
        of_people = np.repeat(weight / (true @ weight), true.astype(int), axis=0)
        everybody, first = injections(of_people), np.cumsum(true).astype(int) - 1
        without = [np.delete(of_people, one, 0) for one in first]
        inside = 1 - np.array([injections(others) for others in without]) / everybody
        large = true >= len(dots)
        assert max(inside[large], default=0.0) <= found.person * (1 + 1e-9)
        assert max(inside) <= found.anybody * (1 + 1e-9)
        for dot in range(len(dots)):
            came = [
                size * of_people[one, dot] * injections(np.delete(others, dot, 1)) / everybody
                for size, one, others in zip(true, first, without)
            ]
            said = [value for value, less in zip(came, small & (true < len(dots))) if less]
            assert max(said, default=0.0) <= found.area * (1 + 1e-9)
            if found.risk < 1:
                near.append(max([*said, *inside[large]], default=0.0) / found.risk)
        proved_at_all += found.risk < 1
    assert proved_at_all > 40 and max(near) > 0.99


def figure_by_trying(columns, population, records, ratio, error):
    """J of each area for the worst of rates in 1 … ratio and true populations within the error, by trying."""
    worst = np.zeros(len(population))
    sizes = [
        {people / (1 + error), people * (1 + error)}
        | (
            {float(records), records * (1 - 1e-9)}
            if people / (1 + error) < records < people * (1 + error)
            else set()
        )
        for people in population
    ]
    for rates in product({1.0, ratio}, repeat=len(population)):
        for true in map(np.array, product(*sizes)):
            likely = np.array(rates)[:, None] * columns
            one = likely / (true @ likely)
            figure = np.where(true < records, true * one.max(axis=1), one.sum(axis=1))
            worst = np.maximum(worst, figure)
    return worst


@pytest.mark.parametrize(("ratio", "error"), [(1.0, 0.0), (2.0, 0.0), (1.0, 0.3), (3.0, 0.2)])
def test_the_figure_of_all_releases_is_the_worst_of_all_rates_and_populations(ratio, error):
    generator, doubt, records, reached = np.random.default_rng(12), Inequality(ratio, error), 12, []
    for _ in range(15):
        population = generator.integers(3, 30, 3).astype(float)
        tables = tables_of(generator, 3, 3, 2)
        dots = [generator.choice(np.flatnonzero(table.sum(axis=0)), 6) for table in tables]
        pairs = [pairs_of(table, population) for table in tables]
        shown = sum(odometer.revealed(one, population, own, doubt) for one, own in zip(pairs, dots))
        traced = np.max(
            [odometer.traced(one, population, own, records, doubt) for one, own in zip(pairs, dots)], axis=0
        )
        said = odometer.joint(population, shown, traced, records, doubt)
        columns = np.hstack([table[:, own] for table, own in zip(tables, dots)])
        worst = figure_by_trying(columns, population, records, ratio, error)
        assert np.all(worst <= said * (1 + 1e-9))
        reached.append(np.max(worst / said))
    assert max(reached) > 0.999


def test_the_next_table_spends_what_is_left_and_says_when_nothing_is():
    shown = np.array([0.0, 0.1, 0.15])
    weight = odometer.counting(shown, 100, 0.2, 0.198, 0.01)
    assert np.allclose(weight, 100 * 0.2 / (0.198 - shown))
    assert np.all(odometer.counting(shown, 1, 0.2, 0.198, 0.001) == 200)
    gone = odometer.counting(np.array([0.198, 0.3, 0.0]), 10, 0.2, 0.198, 0.01)
    assert np.isinf(gone).tolist() == [True, True, False]
    assert odometer.of_single_people(gone[2:]).tolist() == gone[2:].tolist()
    with refuses("ledger.bound.used_up", match="2"):
        odometer.of_single_people(gone)


def test_an_area_is_hidden_as_an_area_where_it_may_get_fewer_people_than_records():
    """Rows: small; large; large, but all is spent; small, but dots told too much of it as an area."""
    counted, people = np.array([60.0, 60, np.inf, 70]), np.array([50.0, 500, 500, 50])
    traced = np.array([0.2, 0.9, 0.1, 0.4])
    weight = odometer.of_areas_too(counted, people, traced, 120, 0.2)
    assert weight.tolist() == [np.inf, 60, np.inf, 70]
    with refuses("ledger.bound.used_up", match="1"):
        odometer.of_areas_too(np.array([np.inf]), np.array([50.0]), np.array([0.4]), 120, 0.2)


def test_people_of_unknown_areas_carry_the_most_that_was_shown():
    shown, old = np.array([0.1, 0.3]), AreaPoints(["a", "b"], np.array([0.0, 1.0]), np.zeros(2))
    new = AreaPoints(["a", "b", "c"], np.array([0.0, 1.001, 5.0]), np.zeros(3))
    assert odometer.carried(shown, old, new).tolist() == [0.1, 0.3, 0.3]
    moved = AreaPoints(["a"], np.array([0.5]), np.zeros(1))
    assert odometer.carried(shown, old, moved).tolist() == [0.3]


def brute_joint(tables, population, weight):
    worst = 0.0
    for places in product(*(range(table.shape[1]) for table in tables)):
        likelihood = np.prod([table[:, place] for table, place in zip(tables, places)], axis=0)
        crowd = population @ likelihood
        if crowd > 0:
            worst = max(worst, float(np.max(np.where(population > 0, weight * likelihood / crowd, 0))))
    return worst


@pytest.mark.slow
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


def test_the_joint_audit_with_unequal_rates_is_the_worst_of_all_two_valued_ones():
    generator, ratio = np.random.default_rng(4), 3.0
    for _ in range(20):
        population = generator.integers(1, 9, 4).astype(float)
        weight, tables = np.minimum(population, 4.0), tables_of(generator, 4, 3, 2)
        found = joint_audit(
            [pairs_of(table, population) for table in tables], population, weight, ratio=ratio
        )
        worst = max(
            brute_joint([np.array(rate)[:, None] * tables[0], tables[1]], population, weight)
            for rate in product((1.0, ratio), repeat=4)
        )
        assert found.risk == pytest.approx(worst, rel=1e-9)


def test_the_joint_audit_of_one_table_is_the_audit():
    generator = np.random.default_rng(6)
    population = generator.integers(1, 50, 6).astype(float)
    (table,) = tables_of(generator, 6, 5, 1)
    pairs = pairs_of(table, population)
    single = audit(pairs.origin, pairs.destination, pairs.probability, population, 7, "wieland").wieland_risk
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


def test_a_table_for_areas_of_which_more_was_shown_shows_less_of_them():
    areas, risk = block(), 0.2
    shown = np.array([0.15, 0, 0, 0, 0, 0.05])
    counting = odometer.counting(shown, 12, risk, risk * 0.98, 0.02)
    for model in ("wieland", "revised"):
        solution = solve_areas(areas, None, Request(12, risk, model, counting=counting))
        assert solution.audit.risk(model) <= risk * (1 + 1e-12)
        strategy = solution.strategy
        most = np.zeros(6)
        np.maximum.at(most, strategy.origin, odometer.crowd_shares(strategy, areas.population))
        assert np.all(shown + 12 * most <= risk * (1 - 0.02) * (1 + 1e-9))
        assert most.max() <= 0.02 * (1 + 1e-9)
        assert most[0] < most[1]


def test_an_area_that_is_used_up_is_hidden_as_an_area_under_the_revised_model():
    areas, risk = block(), 0.2
    counting = odometer.counting(np.array([0.3, 0, 0, 0, 0, 0]), 12, risk, 0.19, 0.02)
    counting = odometer.of_areas_too(counting, areas.population, np.full(6, 0.1), 0, risk)
    solution = solve_areas(areas, None, Request(12, risk, counting=counting))
    assert solution.audit.revised_risk <= risk * (1 + 1e-12)
    assert np.isinf(solution.audit.wieland_risk)
    strategy = solution.strategy
    assert odometer.traced(strategy, areas.population, strategy.destination, 1000)[0] <= risk * (1 + 1e-9)


def test_what_was_shown_stays_with_the_areas_that_stayed_where_they_were():
    """Another point under the same name may be other people: the largest figure stands for them."""
    shown = np.array([0.1, 0.3, 0.2])
    old = AreaPoints(["a", "b", "c"], np.array([5.0, 6, 7]), np.array([45.0, 46, 47]))
    new = AreaPoints(["c", "a", "b", "d"], np.array([7.0, 5, 6, 8]), np.array([47.0, 45, 46.5, 48]))
    assert odometer.carried(shown, old, new).tolist() == [0.2, 0.1, 0.3, 0.3]
    for moved in (old._replace(lat_deg=old.lat_deg + 1), old._replace(lon_deg=old.lon_deg + 1)):
        assert odometer.carried(shown, old, moved).tolist() == [0.3, 0.3, 0.3]


def test_a_table_of_nobody_shows_nothing():
    nobody = Transitions(np.array([], int), np.array([], int), np.array([]))
    assert odometer.revealed(nobody, np.array([10.0, 10.0]), nobody.origin).tolist() == [0, 0]


def test_nothing_is_left_for_an_area_that_has_reached_the_aim():
    found = odometer.counting(np.array([0.0, 0.25, 0.3]), 10.0, 0.2, 0.25, None)
    assert found.tolist() == [8.0, np.inf, np.inf]


def test_an_area_whose_people_may_be_fewer_is_hidden_as_an_area_sooner():
    """100 people by a census that is a quarter off may be 80, and 90 of them would be counted singly."""
    counted, people, untraced = np.array([90.0]), np.array([100.0]), np.zeros(1)
    assert odometer.of_areas_too(counted, people, untraced, 50, 0.2).tolist() == [90.0]
    doubted = odometer.of_areas_too(counted, people, untraced, 50, 0.2, Inequality(1.0, 0.25))
    assert doubted.tolist() == [np.inf]


@pytest.mark.parametrize(
    ("planned", "group", "share"),
    [(1000, 1, 1 / 40), (10, 1, 1.5 / 10), (1, 1, 1), (None, 2, 1.5 / 24), (None, 500, 1 / 40)],
)
def test_a_dot_shows_a_fortieth_of_the_bound_in_a_long_plan_and_its_share_in_a_short_one(
    planned, group, share
):
    assert proof.limit_of(0.2, planned, group, 12) == pytest.approx(0.2 * share)

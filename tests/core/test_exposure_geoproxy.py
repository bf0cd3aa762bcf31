# SPDX-License-Identifier: GPL-2.0-or-later
"""The geoproxy attack: what provider areas tell about homes."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from geodeid_plugin.core.exposure.geoproxy import attack, codes, gravity, provider_study
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.neighbours import nearest
from geodeid_plugin.core.geometry.sphere import haversine_m

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts" / "evidence"))
from alone import guesses_alone

from tests.refusals import refuses


def line_of_areas(count):
    """Areas in a row from west to east, of equal size."""
    ids = np.array([f"{at:03d}" for at in range(count)], dtype=object)
    return Areas(
        ids, np.linspace(0, 0.01 * (count - 1), count), np.zeros(count), np.ones(count), np.full(count, 1e6)
    )


def by_hand(visits, home, lists, m, unit):
    """Higher and tied of each patient, counted without any shortcut."""
    higher, tied = [], []
    for patient, true in enumerate(home):
        points = Counter()
        for who, area, count in zip(*visits):
            if who == patient:
                for place, target in enumerate(lists[area][lists[area] >= 0]):
                    points[target] += int(count) * (m - place)
        inside = [area for area in range(len(lists)) if unit[area] == unit[true] and area != true]
        higher.append(sum(points[area] > points[true] for area in inside))
        tied.append(sum(points[area] == points[true] for area in inside))
    return higher, tied


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    count=st.integers(2, 12),
    m=st.integers(1, 6),
    rows=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 11), st.integers(1, 3)), max_size=12),
    homes=st.lists(st.integers(0, 11), min_size=4, max_size=4),
    width=st.integers(1, 4),
)
def test_ranks_are_those_of_adding_points_by_hand(count, m, rows, homes, width):
    areas = line_of_areas(count)
    pairs = Counter()
    for who, area, times in rows:
        pairs[who, area % count] += times
    who, area = (np.array([pair[at] for pair in pairs], dtype=np.int64) for at in (0, 1))
    entries = attack.Entries(who, area, np.array(list(pairs.values()), dtype=np.int64))
    home = np.array(homes) % count
    neighbours = nearest(areas, max(m - 1, 1)).index
    points = attack.points_of_neighbours(neighbours, m)
    units = [np.zeros(count, dtype=np.int64), np.arange(count) // width]
    ranks = attack.rank_homes(entries, home, points, units)
    lists = attack.guess_lists(neighbours, m)
    for at, unit in enumerate(units):
        higher, tied = by_hand((who, area, entries.count), home, lists, m, unit)
        assert ranks.higher[at].tolist() == higher
        assert ranks.tied[at].tolist() == tied


def test_blocks_of_patients_do_not_change_the_answer(monkeypatch):
    draw = np.random.default_rng(8)
    visits = attack.Visits(draw.integers(0, 50, 400), draw.integers(0, 30, 400))
    entries = attack.entries_of(visits, "claims")
    home, points = (
        draw.integers(0, 30, 50),
        attack.points_of_neighbours(nearest(line_of_areas(30), 9).index, 10),
    )
    units = [np.arange(30) // 7]
    whole = attack.rank_homes(entries, home, points, units)
    monkeypatch.setattr(attack, "_CHUNK_PRODUCTS", 35)
    pieces = attack.rank_homes(entries, home, points, units)
    assert np.array_equal(whole.higher, pieces.higher) and np.array_equal(whole.tied, pieces.tied)


def test_the_provider_area_gets_most_points_and_the_last_neighbour_one():
    points = attack.points_of_neighbours(nearest(line_of_areas(60), 49).index, 50).toarray()
    assert points[0].tolist() == [*range(50, 0, -1), *[0] * 10]
    assert points.sum(axis=1).tolist() == [50 * 51 / 2] * 60


def test_one_provider_next_door_puts_the_home_second():
    points = attack.points_of_neighbours(nearest(line_of_areas(10), 4).index, 5)
    visit = attack.entries_of(attack.Visits(np.array([0]), np.array([3])), "claims")
    ranks = attack.rank_homes(visit, np.array([2]), points, [np.zeros(10, dtype=int)])
    assert ranks.optimistic.tolist() == [[2]] and ranks.pessimistic.tolist() == [[2]]
    assert ranks.top_chance.tolist() == [[0.0]]


def test_two_providers_on_both_sides_betray_the_home_between_them():
    points = attack.points_of_neighbours(nearest(line_of_areas(21), 4).index, 5)
    visits = attack.Visits(np.array([0, 0]), np.array([9, 11]))
    ranks = attack.rank_homes(
        attack.entries_of(visits, "areas"), np.array([10]), points, [np.zeros(21, dtype=int)]
    )
    assert ranks.optimistic[0, 0] <= 3


def test_a_released_unit_of_one_area_tells_all():
    points = attack.points_of_neighbours(nearest(line_of_areas(10), 4).index, 5)
    visit = attack.Entries(np.array([0]), np.array([0]), np.array([1]))
    ranks = attack.rank_homes(visit, np.array([9]), points, [np.arange(10), np.zeros(10, dtype=int)])
    assert ranks.top_chance.tolist() == [[1.0], [0.0]]
    assert ranks.tied[1].tolist() == [4]


VISITS = attack.Visits(
    patient=np.array([0, 0, 0, 0, 0, 1]),
    area=np.array([5, 5, 5, 5, 6, 5]),
    claim=np.array([1, 1, 2, 3, 4, 5]),
    visit=np.array([1, 1, 1, 2, 3, 4]),
    provider=np.array([7, 7, 7, 8, 9, 7]),
)


@pytest.mark.parametrize(
    ("variant", "counts"),
    [("claims", [3, 1, 1]), ("visits", [2, 1, 1]), ("providers", [2, 1, 1]), ("areas", [1, 1, 1])],
)
def test_the_four_ways_to_count(variant, counts):
    entries = attack.entries_of(VISITS, variant)
    assert list(zip(entries.patient, entries.area)) == [(0, 5), (0, 6), (1, 5)]
    assert entries.count.tolist() == counts


def test_without_claim_numbers_every_row_is_a_claim():
    assert attack.entries_of(attack.Visits(VISITS.patient, VISITS.area), "claims").count.tolist() == [
        4,
        1,
        1,
    ]


@pytest.mark.parametrize("variant", ["visits", "providers"])
def test_a_variant_without_its_identifier_is_refused(variant):
    with refuses("geoproxy.identifier.missing"):
        attack.entries_of(attack.Visits(VISITS.patient, VISITS.area), variant)


def test_the_curve_brackets_the_expected_share_between_lucky_and_unlucky():
    curve = attack.rank_curve(np.array([0, 0, 2]), np.array([0, 3, 0]), range(1, 6))
    assert curve.optimistic.tolist() == pytest.approx([2 / 3, 2 / 3, 1, 1, 1])
    assert curve.pessimistic.tolist() == pytest.approx([1 / 3, 1 / 3, 2 / 3, 1, 1])
    assert curve.expected.tolist() == pytest.approx([1.25 / 3, 1.5 / 3, 2.75 / 3, 1, 1])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=20))
def test_curves_rise_and_are_in_order(pairs):
    higher, tied = np.array(pairs).T
    curve = attack.rank_curve(higher, tied, range(1, 25))
    assert np.all(np.diff(curve.expected) >= -1e-12)
    assert np.all(curve.pessimistic <= curve.expected + 1e-12)
    assert np.all(curve.expected <= curve.optimistic + 1e-12)
    assert curve.pessimistic[-1] == pytest.approx(1)
    ranks = attack.Ranks(higher[None, :], tied[None, :], np.ones(len(higher)))
    assert curve.expected[0] == pytest.approx(ranks.top_chance.mean())


def test_a_record_alone_is_never_guessed_better_than_one_in_m_plus_one():
    draw = np.random.default_rng(1)
    areas = line_of_areas(40)
    lists = attack.guess_lists(nearest(areas, 19).index, 20)
    home = draw.integers(0, 40, 300)
    near = np.clip(home + draw.integers(-2, 3, 300), 0, 39)
    entries = attack.Entries(np.arange(300), near, np.ones(300, dtype=np.int64))
    m = np.array([0, 4, 19])
    among, right = guesses_alone(entries, home, lists, np.zeros(40, dtype=int), m)
    assert np.all(right <= 1 / (m + 1) + 1e-12)
    assert among[0] == pytest.approx(np.mean(home == near)) and among[2] == pytest.approx(1.0)
    assert right[2] == pytest.approx(1 / 20)
    assert guesses_alone(entries, home, lists, np.arange(40) // 5, m)[1][2] >= 1 / 5 - 1e-12


def test_dropping_the_provider_areas_leaves_the_released_unit_only():
    ranks = attack.without_providers(np.array([0, 5]), [np.array([0, 0, 0, 0, 0, 1])])
    assert ranks.top_chance.tolist() == [[1 / 5, 1.0]]


def test_cropped_provider_areas_give_the_mean_points_of_the_areas_with_providers():
    points = attack.points_of_neighbours(nearest(line_of_areas(6), 2).index, 3)
    means = attack.mean_points(points, np.array([0, 0, 0, 1, 1, 1]), np.array([0, 1, 1, 4]))
    by_hand = np.stack([points.toarray()[[0, 1]].mean(axis=0), points.toarray()[4]])
    assert (means.total.toarray() / means.holding[:, None]).tolist() == by_hand.tolist()


def test_three_thirds_of_cropped_codes_tie_with_a_whole():
    # Three units of three provider areas each give a third of a point to area 9, one each a whole to 10.
    unit = np.array([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3])
    points = np.zeros((11, 11), dtype=np.int64)
    points[[0, 3, 6], 9] = 1
    points[0:3, 10] = 1
    means = attack.mean_points(csr_matrix(points), unit, np.arange(9))
    visits = attack.Visits(np.zeros(3, dtype=np.int64), np.array([0, 1, 2]))
    ranks = attack.rank_by_means(
        attack.entries_of(visits, "areas"), np.array([9]), means, [np.zeros(11, int)]
    )
    assert ranks.higher.tolist() == [[0]] and ranks.tied.tolist() == [[1]]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_cropped_codes_are_ranked_like_fractions_added_by_hand(seed):
    rng = np.random.default_rng(seed)
    n, units, patients = 24, 7, 12
    unit, released = rng.integers(0, units, n), rng.integers(0, 2, n)
    unit[:units] = np.arange(units)
    points = rng.integers(0, 4, (n, n))
    held = np.unique(rng.integers(0, n, 15))
    who, where = rng.integers(0, patients, 60), held[rng.integers(0, len(held), 60)]
    home = rng.integers(0, n, patients)
    entries = attack.entries_of(attack.Visits(who, unit[where]), "claims")
    ranks = attack.rank_by_means(
        entries, home, attack.mean_points(csr_matrix(points), unit, where), [released]
    )
    members = {code: [area for area in np.unique(where) if unit[area] == code] for code in range(units)}
    for patient in range(patients):
        total = [Fraction(0)] * n
        for claim in np.flatnonzero(who == patient):
            areas = members[unit[where[claim]]]
            total = [t + Fraction(int(points[areas, a].sum()), len(areas)) for a, t in enumerate(total)]
        own = total[home[patient]]
        rivals = [
            t for a, t in enumerate(total) if a != home[patient] and released[a] == released[home[patient]]
        ]
        assert ranks.higher[0, patient] == sum(t > own for t in rivals)
        assert ranks.tied[0, patient] == sum(t == own for t in rivals)


def test_cropping_provider_areas_protects_patients_who_live_beside_their_provider():
    areas = line_of_areas(50)
    points = attack.points_of_neighbours(nearest(areas, 4).index, 5)
    home = np.arange(50)
    own = attack.Visits(np.arange(50), home)
    unit = np.arange(50) // 10
    sharp = attack.rank_homes(attack.entries_of(own, "areas"), home, points, [unit])
    blurred = attack.rank_by_means(
        attack.entries_of(attack.Visits(np.arange(50), unit), "areas"), home,
        attack.mean_points(points, unit, home), [unit],
    )  # fmt: skip
    assert sharp.top_chance.mean() == 1.0
    assert blurred.top_chance.mean() < 0.3


def test_codes_that_lost_their_leading_zeros_are_found_and_counted():
    zips, padded = codes.padded_codes(["02139", "10001", "70112"])
    assert padded == 0
    matched = codes.match_codes(["2139", "02139", 2139, 2139.0, "10001", "99999", None, " "], zips)
    assert matched.row.tolist() == [0, 0, 0, 0, 1, -1, -1, -1]
    assert (matched.restored, matched.restored_count) == (("2139",), 3)
    assert (matched.unknown, matched.unknown_count, matched.missing_count) == (("99999",), 1, 2)


def test_areas_whose_codes_are_numbers_get_their_zeros_back_before_they_are_cropped():
    zips, padded = codes.padded_codes([2139, 2140, 10001])
    assert padded == 2 and zips.tolist() == ["02139", "02140", "10001"]
    assert codes.prefix_units(zips, 3).tolist() == [0, 0, 1]
    assert codes.prefix_units(zips, 0).tolist() == [0, 0, 0]
    assert codes.match_codes([2139, "02140"], zips).row.tolist() == [0, 1]


def test_codes_with_letters_are_left_as_they_are():
    postal, padded = codes.padded_codes(["K1L8H1", "K1L", "M5V"])
    assert padded == 0
    assert codes.prefix_units(postal, 3).tolist() == [0, 0, 1]
    with refuses("code.crop.too_short", match="K1L, M5V.*4"):
        codes.prefix_units(postal, 4)
    with refuses("code.crop.impossible"):
        codes.prefix_units(postal, -1)


def posterior_by_hand(visits_of, people, away_km, attraction):
    """The posterior of a home, area by area and visit by visit."""
    weight = []
    for area, count in enumerate(people):
        value = max(count, 1)
        for place in visits_of:
            pull = [a * (d + 1) ** -2 for a, d in zip(attraction, away_km[area])]
            value *= pull[place] / sum(pull)
        weight.append(value)
    return np.array(weight) / sum(weight)


def test_the_posterior_of_a_home_is_the_one_computed_by_hand():
    areas = line_of_areas(6)
    people = np.array([100.0, 5, 0, 40, 300, 20])
    visits = attack.Visits(np.array([0, 0, 1, 2, 2, 2]), np.array([1, 4, 4, 1, 1, 4]))
    entries, home = attack.entries_of(visits, "claims"), np.array([0, 4, 2])
    choice = gravity.fitted_choice(entries, areas.lon_deg, areas.lat_deg, people)
    found = gravity.likely_homes(entries, home, choice, [np.zeros(6, int), np.array([0, 0, 0, 1, 1, 1])])
    away = haversine_m(
        areas.lon_deg[:, None], areas.lat_deg[:, None], areas.lon_deg[[1, 4]], areas.lat_deg[[1, 4]]
    )
    ratio = np.exp(choice.log_choice[0] - choice.log_choice[1])
    attraction = [ratio[0] * ((away[0, 0] + 1000) / (away[0, 1] + 1000)) ** 2, 1.0]
    for patient, seen in enumerate(([0, 1], [1], [0, 0, 1])):
        exact = posterior_by_hand(seen, people, away / 1000, attraction)
        assert found.risk[0, patient] == pytest.approx(exact[home[patient]])
        assert found.belief[0, patient] == pytest.approx(exact.max())
        assert found.ranks.higher[0, patient] == (exact > exact[home[patient]] * (1 + 1e-9)).sum()
        within = exact[:3] if home[patient] < 3 else exact[3:]
        assert found.risk[1, patient] == pytest.approx(exact[home[patient]] / within.sum())


def test_fitted_attractiveness_explains_the_visits():
    rng = np.random.default_rng(2)
    areas = line_of_areas(20)
    people = rng.integers(10, 500, 20).astype(float)
    visits = attack.Visits(np.arange(400), rng.choice([2, 9, 15], 400, p=[0.1, 0.6, 0.3]))
    entries = attack.entries_of(visits, "claims")
    choice = gravity.fitted_choice(entries, areas.lon_deg, areas.lat_deg, people)
    expected = 400 * np.exp(choice.log_choice) @ (people / people.sum())
    np.testing.assert_allclose(expected, np.bincount(visits.area)[[2, 9, 15]], rtol=1e-3)


def test_who_draws_by_the_law_is_found_as_often_as_said():
    rng = np.random.default_rng(3)
    areas = line_of_areas(40)
    people = rng.integers(10, 2000, 40).astype(float)
    home = rng.choice(40, 3000, p=people / people.sum())
    places = np.array([3, 11, 20, 32])
    away = haversine_m(
        areas.lon_deg[:, None], areas.lat_deg[:, None], areas.lon_deg[places], areas.lat_deg[places]
    )
    pull = np.array([1.0, 4.0, 2.0, 0.5]) * (away + 1000) ** -2
    ladder = np.cumsum(pull / pull.sum(axis=1, keepdims=True), axis=1)
    who = np.repeat(np.arange(3000), 3)
    where = places[np.minimum((rng.random(9000)[:, None] > ladder[home[who]]).sum(axis=1), 3)]
    entries = attack.entries_of(attack.Visits(who, where), "claims")
    choice = gravity.fitted_choice(entries, areas.lon_deg, areas.lat_deg, people)
    found = gravity.likely_homes(entries, home, choice, [np.zeros(40, int)])
    assert abs(found.deviation[0]) < 3
    points = attack.rank_homes(
        entries, home, attack.points_of_neighbours(nearest(areas, 19).index, 20), [np.zeros(40, int)]
    )
    assert found.ranks.top_chance.mean() > points.top_chance.mean()


def test_the_risk_of_a_record_weighs_its_class_by_where_people_go():
    """By hand, person by person; 1 over the class where places say nothing, and never below it on average."""
    from geodeid_plugin.core.exposure.geoproxy.file_risk import with_places, without_places

    rng, areas, people = np.random.default_rng(6), 12, 60
    home, group = rng.integers(0, areas, people), rng.integers(0, 3, people)
    unit = np.arange(areas) // 4
    patient = np.concatenate([np.arange(people), rng.integers(0, people, 90)])
    area = rng.choice([1, 4, 9], len(patient))
    entries = attack.entries_of(attack.Visits(patient, area, None, None, None), "claims")
    lon, lat = 0.05 * np.arange(areas), np.zeros(areas)
    choice = gravity.fitted_choice(entries, lon, lat, np.full(areas, 100.0))
    found = with_places(entries, home, choice, [unit], group)[0]
    for one in range(people):
        likely = np.zeros(areas)
        for who, where, count in zip(entries.patient, entries.area, entries.count):
            if who == one:
                likely += count * choice.log_choice[np.searchsorted(choice.places, where)]
        alike = [other for other in range(people)
                 if group[other] == group[one] and unit[home[other]] == unit[home[one]]]  # fmt: skip
        weight = np.exp([likely[home[other]] for other in alike])
        assert found[one] == pytest.approx(np.exp(likely[home[one]]) / weight.sum())
    plain = without_places(home, unit, group)
    assert plain.mean() * people == pytest.approx(len({(unit[h], g) for h, g in zip(home, group)}))
    nothing = replace(choice, log_choice=np.zeros_like(choice.log_choice))
    assert with_places(entries, home, nothing, [unit], group)[0] == pytest.approx(plain)


@pytest.mark.slow
def test_who_knows_the_file_traces_as_many_records_as_the_risk_says():
    """Visits drawn by the law: the mean risk is the share that the best guess names."""
    from geodeid_plugin.core.exposure.geoproxy.file_risk import with_places

    rng, areas, people = np.random.default_rng(9), 20, 6000
    home, group, unit = (
        rng.integers(0, areas, people),
        rng.integers(0, 400, people),
        np.zeros(areas, dtype=int),
    )
    places = np.array([0, 7, 13, 19])
    away = np.abs(np.arange(areas)[None, :] - places[:, None]) * 5000.0
    pull = (away + 1000) ** -2
    share = pull / pull.sum(axis=0)
    went = np.array([rng.choice(places, p=share[:, one]) for one in home])
    entries = attack.entries_of(attack.Visits(np.arange(people), went, None, None, None), "claims")
    choice = gravity.Choice(places, np.log(share), np.zeros(areas))
    risk = with_places(entries, home, choice, [unit], group)[0]
    row = np.searchsorted(places, went)
    right = 0.0
    for one in range(people):
        alike = np.flatnonzero(group == group[one])
        weight = share[row[one], home[alike]]
        best = alike[weight == weight.max()]
        right += (one in best) / len(best)
    guessed = np.array([share[row[one], home[group == group[one]]] for one in range(people)], dtype=object)
    said = np.array([weight.max() / weight.sum() for weight in guessed])
    assert right / people == pytest.approx(said.mean(), abs=3 * np.sqrt((said * (1 - said)).sum()) / people)
    assert risk.mean() > 1.15 * 400 / people


def test_a_patient_whose_home_is_likely_is_not_safe():
    areas = line_of_areas(30)
    people = np.ones(30)
    people[7] = 10_000
    visits = attack.Visits(np.arange(20), np.full(20, 7))
    unit = provider_study.Unit("everywhere", 0, np.zeros(30, int))
    dropped = provider_study.Remedy("dropped", None)
    common = {"variants": ("areas",), "m": 10, "units": (unit,), "remedies": (dropped,),
              "guesses": (1,), "safe_chance": 0.2}  # fmt: skip
    home = np.array([7] * 15 + [8] * 5)
    near = nearest(areas, 9).index
    census = provider_study.Census(areas.lon_deg, areas.lat_deg, people)
    blind, informed = (
        provider_study.study(visits, home, near, provider_study.Plan(**common, census=c))[0]
        for c in (None, census)
    )
    assert blind.remedies[-1].safe_share[0] == 1.0
    assert informed.remedies[-1].safe_share[0] == pytest.approx(5 / 20)
    assert informed.largest_chance[0, 0] > 0.99
    assert blind.likely is None and len(informed.likely_curves) == 1

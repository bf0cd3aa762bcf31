# SPDX-License-Identifier: GPL-2.0-or-later
"""The geoproxy attack: what provider areas tell about homes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.exposure.geoproxy import attack, codes
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.neighbours import nearest


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
    with pytest.raises(InputError, match="identifier"):
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
    everywhere, cropped = attack.record_risk(
        entries, home, lists, [np.zeros(40, dtype=int), np.arange(40) // 5], [0, 4, 19]
    )
    assert np.all(everywhere.success <= 1 / (everywhere.neighbours + 1) + 1e-12)
    assert everywhere.hit_share[0] == pytest.approx(np.mean(home == near))
    assert everywhere.hit_share[2] == pytest.approx(1.0)
    assert everywhere.success[2] == pytest.approx(1 / 20)
    assert cropped.success[2] >= 1 / 5 - 1e-12


def test_dropping_the_provider_areas_leaves_the_released_unit_only():
    ranks = attack.without_providers(np.array([0, 5]), [np.array([0, 0, 0, 0, 0, 1])])
    assert ranks.top_chance.tolist() == [[1 / 5, 1.0]]


def test_cropped_provider_areas_give_the_mean_points_of_the_areas_with_providers():
    points = attack.points_of_neighbours(nearest(line_of_areas(6), 2).index, 3)
    mean = attack.mean_points(points, np.array([0, 0, 0, 1, 1, 1]), np.array([0, 1, 1, 4])).toarray()
    by_hand = np.stack([points.toarray()[[0, 1]].mean(axis=0), points.toarray()[4]])
    assert mean.tolist() == np.rint(by_hand * 2**16).tolist()


def test_cropping_provider_areas_protects_patients_who_live_beside_their_provider():
    areas = line_of_areas(50)
    points = attack.points_of_neighbours(nearest(areas, 4).index, 5)
    home = np.arange(50)
    own = attack.Visits(np.arange(50), home)
    unit = np.arange(50) // 10
    sharp = attack.rank_homes(attack.entries_of(own, "areas"), home, points, [unit])
    blurred = attack.rank_homes(
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
    with pytest.raises(InputError, match="K1L, M5V are shorter than 4"):
        codes.prefix_units(postal, 4)
    with pytest.raises(InputError):
        codes.prefix_units(postal, -1)

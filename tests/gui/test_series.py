# SPDX-License-Identifier: GPL-2.0-or-later
"""One publication for each month or county: one run by the mouse, one table of verdicts, one folder each."""

import pytest


@pytest.fixture(scope="module")
def series(driven):
    return driven("series")[0]


def test_units_of_the_areas_and_times_of_the_patients_are_offered_and_no_birth(series):
    assert series["offered"] == ["one for all", "area with its own “county”", "month or year of “onset”"]


def test_parts_in_time_ask_who_a_patient_is(series):
    visible, on, card = series["asks"]
    assert visible and not on and "identifies a patient" in card
    on, card = series["months_asked"]
    assert on and "2 parts, with their patients: 2024-01 (60), 2024-02 (60)." in card


def test_months_share_the_limit_so_that_all_maps_together_keep_it(series):
    masks = series["months"]["masks"]
    assert [records for _bound, _person, records in masks] == [60, 60]
    assert sum(bound for bound, _person, _records in masks) == pytest.approx(1 / 11)
    assert sum(person for _bound, person, _records in masks) <= 1 / 11 * (1 + 1e-6)


def test_a_patient_in_two_months_stops_it(series):
    on, card = series["twice"]
    assert not on and "1 patient is in more than one part" in card


def test_each_month_has_its_folder_and_its_line_and_none_is_green_before_somebody_looked(series):
    word, why, table, _said = series["months"]["shown"]
    for at, month in enumerate(("2024-01", "2024-02"), 1):
        made = [name for name in series["months"]["files"] if name.startswith(f"0{at} {month}/")]
        assert f"0{at} {month}/internal/report.html" in made and month in table
        assert any(name.startswith((f"0{at} {month}/release/", f"0{at} {month}/held_back/")) for name in made)
    assert "internal/verdicts.csv" in series["months"]["files"]
    assert word != "YES" and "Sign only if “onset” says when" in why


def test_counties_are_masked_each_among_its_own_people(series):
    visible, on, card = series["counties_asked"]
    assert on and not visible and "east (60), west (60)" in card
    assert [mask[0] for mask in series["counties"]["masks"]] == [pytest.approx(1 / 11)] * 2


def test_a_series_that_is_stopped_leaves_nothing(series):
    assert series["stopped"] == ["Cancelled: nothing was kept.", []]


def test_counts_are_parted_in_the_same_way(series):
    files = series["counts"]["files"]
    assert {"01 east/internal/report.html", "02 west/internal/report.html"} <= set(files), series["counts"]

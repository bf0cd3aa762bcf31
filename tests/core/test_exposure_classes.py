# SPDX-License-Identifier: GPL-2.0-or-later
"""Equivalence classes, derived values, and the risk of a file as it stands."""

from __future__ import annotations

import csv
import gzip
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.exposure.uniqueness import classes, file_risk, rates
from geodeid_plugin.core.exposure.uniqueness.classes import check_models, classes_of, encode
from tests.conftest import shared_data
from tests.refusals import refuses


def read(path, *fields):
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    return [encode(field, np.array([row[field] for row in rows], dtype=object)) for field in fields]


def unique_count(classes):
    return int((classes.sizes == 1).sum())


value = st.one_of(st.none(), st.integers(0, 2), st.sampled_from(["a", "b", ""]))


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(value, value, value), min_size=1, max_size=40))
def test_classes_are_those_of_counting_by_hand(rows):
    columns = [encode(str(at), np.array([row[at] for row in rows], dtype=object)) for at in range(3)]
    classes = classes_of(columns)
    plain = [tuple(None if cell == "" else cell for cell in row) for row in rows]
    by_hand = Counter(plain)
    assert Counter(classes.sizes.tolist()) == Counter(by_hand.values())
    assert classes.record_sizes.tolist() == [by_hand[row] for row in plain]


def test_many_wide_fields_do_not_overflow_the_class_number():
    draw = np.random.default_rng(2)
    values = draw.integers(0, 50_000, size=(8, 2_000))
    values[:, 1_000:] = values[:, :1_000]
    columns = [encode(str(at), values[at]) for at in range(8)]
    assert set(classes_of(columns).sizes.tolist()) == {2}


def test_numbers_texts_and_dates_are_encoded_with_their_missing_values():
    assert encode("x", np.array([1.5, np.nan, 1.5])).codes.tolist() == [0, -1, 0]
    dates = encode("d", np.array(["2001-02-03", "NaT"], dtype="datetime64[D]"))
    assert dates.codes.tolist() == [0, -1] and dates.missing_count == 1
    assert encode("t", np.array(["b", "", None, "b"], dtype=object)).codes.tolist() == [0, -1, -1, 0]


def test_a_key_is_recognised():
    assert encode("id", np.arange(10)).identifies_every_record
    assert not encode("sex", np.array(["f", "m", "f"], dtype=object)).identifies_every_record


def test_models_with_wrong_fields_are_refused_by_name():
    columns = {"sex": encode("sex", np.array([1, 2])), "age": encode("age", np.array([1, 2]))}
    with refuses("uniqueness.field.unknown", match="A.*agee"):
        check_models({"A": ["sex", "agee"]}, columns)
    with refuses("uniqueness.field.repeated", match="sex"):
        check_models({"A": ["sex", "sex"]}, columns)
    with refuses("uniqueness.model.empty"):
        check_models({"A": []}, columns)
    with refuses("uniqueness.model.missing"):
        check_models({}, columns)


def test_age_is_in_completed_years():
    born = ["1980-06-15", "1980-06-16", "2000-02-29", "2012-06-15", "2012-06-16", "NaT"]
    ages = classes.age_years(np.array(born, dtype="datetime64[D]"), "2012-06-15")
    assert ages[:4].tolist() == [32, 31, 12, 0]
    assert np.isnan(ages[4:]).all()


def test_a_leap_day_child_completes_a_year_on_the_first_of_march():
    born = np.array(["2000-02-29"], dtype="datetime64[D]")
    assert classes.age_years(born, "2001-02-28").tolist() == [0]
    assert classes.age_years(born, "2001-03-01").tolist() == [1]
    assert classes.age_years(born, "2004-02-29").tolist() == [4]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.dates(min_value=__import__("datetime").date(1900, 1, 1)), st.dates())
def test_age_is_what_the_calendar_says(born, on):
    age = classes.age_years(np.array([born], dtype="datetime64[D]"), np.datetime64(on))[0]
    if born > on:
        assert np.isnan(age)
    else:
        assert age == on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def test_ages_are_grouped_by_lower_edges():
    groups = classes.grouped("group", [0, 17, 18, 64, 65, 99, np.nan], [0, 18, 65])
    labels = [groups.labels[code] if code >= 0 else None for code in groups.codes]
    assert labels == ["0–17", "0–17", "18–64", "18–64", "65+", "65+", None]
    assert classes.grouped("group", [-1, 5], [0]).labels.tolist() == ["under 0", "0+"]
    with refuses("derived.edges.not_rising"):
        classes.grouped("group", [1], [5, 5])


def test_codes_are_cropped_as_text_and_numbers_are_refused():
    crop = classes.cropped("zip3", np.array(["02139", "02140", "10001", None], dtype=object), 3)
    assert crop.labels.tolist() == ["021", "100"] and crop.codes.tolist() == [0, 0, 1, -1]
    with refuses("derived.code.zeros_lost"):
        classes.cropped("zip3", np.array([2139], dtype=object), 3)


def test_prosecutor_and_marketer_risk_of_a_small_file():
    risk = file_risk.file_risk(classes_of([encode("x", np.array([1, 2, 2, 3, 3, 3, 3, 3]))]), 0.2)
    assert risk.prosecutor_max == 1 and risk.smallest_class == 1
    assert risk.prosecutor_share == pytest.approx(3 / 8)
    assert risk.marketer == pytest.approx(3 / 8)
    assert risk.journalist_max is None


def test_journalist_risk_counts_the_population_not_the_file():
    joint = classes_of([encode("x", np.array([1, 2, 2, 1, 1, 1, 1, 2, 2, 9]))])
    classes, people = file_risk.population_sizes(joint, 3)
    risk = file_risk.file_risk(classes, 0.3, people)
    assert people.tolist() == [4, 2]
    assert risk.journalist_max == pytest.approx(1 / 2)
    assert risk.journalist_share == pytest.approx(2 / 3)
    assert risk.marketer == pytest.approx((1 / 4 + 2 / 2) / 3)
    assert risk.uncovered_classes == 0


def test_people_missing_from_the_population_table_do_not_lower_the_risk_below_the_file():
    joint = classes_of([encode("x", np.array([1, 1, 5, 1]))])
    classes, people = file_risk.population_sizes(joint, 3)
    risk = file_risk.file_risk(classes, 0.2, people)
    assert risk.uncovered_classes == 2
    assert risk.journalist_max == 1


def test_a_population_table_may_hold_counts():
    joint = classes_of([encode("x", np.array([1, 2, 1, 2]))])
    _, people = file_risk.population_sizes(joint, 2, [20, 5])
    assert people.tolist() == [20, 5]
    with refuses("uniqueness.counts.negative"):
        file_risk.population_sizes(joint, 2, [20, np.nan])


def test_further_rows_of_a_person_are_left_out_and_counted():
    column = encode("x", np.array(["a", "a", "a"], dtype=object))
    risk = file_risk.file_risk(classes_of([column]).of_people(np.array([0, 1, 0])), 0.2)
    assert (risk.records, risk.left_out) == (2, 1)
    with refuses("uniqueness.values.none"):
        file_risk.file_risk(classes_of([encode("x", np.array([], dtype=object))]), 0.2)


def test_the_field_that_drives_the_risk_is_named_first():
    draw = np.random.default_rng(0)
    columns = {
        "birth": encode("birth", draw.integers(0, 500, 1_000)),
        "sex": encode("sex", draw.integers(0, 2, 1_000)),
        "region": encode("region", draw.integers(0, 5, 1_000)),
    }
    sets = file_risk.subsets(list(columns), 3)
    measured = {
        fields: rates.exact_rate(rates.spectrum_of(classes_of([columns[f] for f in fields]).sizes), 1)
        for fields in sets
    }
    assert len(sets) == 7
    drivers = file_risk.field_drivers(measured)
    assert list(drivers) == ["birth", "region", "sex"]


@pytest.mark.slow
def test_endless_lists_of_subsets_are_refused():
    with refuses("uniqueness.subsets.too_many"):
        file_risk.subsets([str(at) for at in range(30)], 6)


def test_4071_of_5000_respondents_of_social_diagnosis_2011_are_unique():
    path = shared_data("microdata/SD2011_poland.csv.gz")
    columns = read(path, "sex", "age", "region", "placesize", "edu", "marital")
    assert unique_count(classes_of(columns)) == 4071


def test_54_of_11315_in_the_income_survey_are_unique():
    path = shared_data("newzealand/nz_income_survey_2011_synthetic_surf.csv.gz")
    columns = read(path, "age_category", "sex", "ethnicity", "highest_qualification")
    classes = classes_of(columns)
    assert (unique_count(classes), classes.record_count) == (54, 11315)

"""Patients who are old among everybody: the one case where the ratio of rates by default is too small."""

import numpy as np
import pytest

from geodeid_plugin.core.base.verdict import CARE
from geodeid_plugin.core.exposure.fields.plausibility import of_old_age

SMALL = np.array([0.0, 400.0, 700.0, 1900.0])
OLD = np.array([55.0, 71.0, np.nan, 88.0])


@pytest.mark.parametrize("name", ["age", "AGE", "Age_years", "âge", "patient_age", "age at death", "alter"])
def test_old_patients_among_everybody_in_small_areas_ask_for_the_people_of_their_ages(name):
    found = of_old_age({"n": np.arange(4.0), name: OLD}, SMALL, "pop2021", 2.0)
    assert of_old_age({name: OLD}, SMALL, "household_pop", 2.0)
    assert (
        found.outcome is CARE and "71" in found.sentence.translated(str) and "POPULATION" in str(found.remedy)
    )


@pytest.mark.parametrize("mark", [-9.0, 999.0])
def test_marks_of_missing_ages_silence_no_question(mark):
    assert of_old_age({"age": np.r_[OLD, mark]}, SMALL, "pop2021", 2.0)


@pytest.mark.parametrize("population", ["village_pop", "management_area_pop", "threshold", "alternative"])
def test_letters_of_age_within_a_word_are_no_age_of_a_population(population):
    assert of_old_age({"age": OLD}, SMALL, population, 2.0)


@pytest.mark.parametrize(
    ("columns", "people", "population", "ratio"),
    [
        ({"age": OLD - 20}, SMALL, "people", 2.0),  # no disease of old age
        ({"age": OLD}, SMALL, "people", 3.0),
        ({"age": OLD}, SMALL + 3000, "people", 2.0),
        ({"age": OLD}, SMALL, "pop_65_plus", 2.0),
        ({"age": OLD}, SMALL, "seniors", 2.0),
        ({"age": OLD}, SMALL, "population_âgée", 2.0),
        ({"age": OLD}, SMALL, "Age_group_pop", 2.0),
        ({"age": np.r_[OLD, [999.0] * 9]}, SMALL, "people", 2.0),  # ages of few
        ({"age": OLD}, SMALL, "expected", 2.0),
        ({"age": OLD + 1900}, SMALL, "people", 2.0),  # years of birth
        ({"stage": OLD, "village": OLD, "n": OLD}, SMALL, "people", 2.0),
        ({"age": OLD * np.nan}, SMALL, "people", 2.0),
        ({}, SMALL, "people", 2.0),
        ({"age": OLD}, np.zeros(3), "people", 2.0),
    ],
)
def test_nothing_is_asked_where_ages_population_or_ratio_answer_it(columns, people, population, ratio):
    assert of_old_age(columns, people, population, ratio) is None

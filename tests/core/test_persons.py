# SPDX-License-Identifier: GPL-2.0-or-later
"""Identifiers of people that repeat are known by name, by look and by what they determine; others are not."""

import numpy as np
import pytest

from geodeid_plugin.core.exposure.fields.identifying import repeated_identifier
from geodeid_plugin.core.exposure.uniqueness.classes import Classes, classes_of, encode

CHANCE = np.random.default_rng(30)
PEOPLE, VISITS = 300, 4
PERSON = np.repeat(np.arange(PEOPLE), VISITS)
SEX, AGE, REGION = (
    CHANCE.integers(0, 2, PEOPLE),
    CHANCE.integers(20, 80, PEOPLE),
    CHANCE.integers(0, 9, PEOPLE),
)
FACTS = [values[PERSON] for values in (SEX, AGE, REGION)]
IDS = [f"P{number}" for number in PERSON]


@pytest.mark.parametrize(
    "name",
    ["patient_id", "PatientID", "id_patient", "person_no", "subject", "Patient", "MRN", "pid", "num_assure",
     "participant_code", "client_uuid"],
)  # fmt: skip
def test_identifiers_that_repeat_are_known_by_their_names(name):
    assert repeated_identifier({"sex": list(SEX[PERSON]), name: IDS}) == name
    assert repeated_identifier({name: [f"P{number}" for number in range(PEOPLE)]}) is None


@pytest.mark.parametrize(
    "name",
    ["patient_age", "patients", "person_type", "area_id", "zip", "code", "region_id", "hospital_id",
     "visit_id", "members", "caseload", "diagnosis_code", "patient_sex", "persons"],
)  # fmt: skip
def test_other_fields_that_repeat_are_not(name):
    assert repeated_identifier({name: IDS}) is None


def test_a_flag_or_a_class_is_no_person():
    assert repeated_identifier({"patient": ["in", "out"] * 50, "client": list(range(5)) * 20}) is None


def test_hashes_that_repeat_name_people_or_their_records():
    hashes = [f"{number * 7919:032x}" for number in PERSON]
    assert repeated_identifier({"x": hashes}) == "x"


def test_codes_that_determine_what_is_known_of_people_name_them():
    assert repeated_identifier({"x": IDS}, FACTS) == "x"
    assert repeated_identifier({"x": list(PERSON)}, FACTS) == "x"
    assert repeated_identifier({"x": IDS}) is None
    assert repeated_identifier({"household": IDS}, FACTS) is None


def test_codes_of_areas_days_and_diagnoses_determine_too_little():
    rows = PEOPLE * VISITS
    source = np.random.default_rng(4)
    sex, age = source.integers(0, 2, rows), source.integers(20, 80, rows)
    area = source.integers(0, 200, rows)
    columns = {
        "area": [f"A{one:04}" for one in area],
        "born": [f"{2020 - one}0101" for one in age],
        "diagnosis": [f"C{one}" for one in source.integers(10, 60, rows)],
    }
    assert repeated_identifier(columns, [sex, age, area // 20]) is None


def test_a_class_counts_people_and_not_their_rows():
    six = classes_of([encode("sex", np.repeat(["f", "m", "m"], 6))])
    people = six.of_people(np.repeat([0, 1, 2], 6))
    assert sorted(people.sizes.tolist()) == [1, 2] and people.record_count == 3
    assert (people.ids >= 0).sum() == 3
    other = Classes(np.array([0, 0, 1, -1]), np.array([2, 1])).of_people(np.array([5, 5, 5, 5]))
    assert other.sizes.tolist() == [1, 1] and other.ids.tolist() == [0, -1, 1, -1]
    assert six.of_people(np.arange(18)) is six

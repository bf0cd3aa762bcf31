# SPDX-License-Identifier: GPL-2.0-or-later
"""What the publish panel says of the mistakes that people make, as they read it.

Set GEODEID_KEEP_SHOTS to a folder to keep the screenshots.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def said(driven):
    return driven("mistakes", {"QGIS_PLUGINPATH": str(ROOT / "build")})[0]


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("empty", "Choose the patients: the project has no layer of points."),
        ("no patients", "Choose the patients: the project has no layer of points."),
        ("no areas", "Choose the areas: the project has no layer of polygons."),
        ("swapped", "longitude and latitude may be swapped"),
        ("wrong system", "coordinate reference system is not the one of its numbers"),
        ("some outside", "1 of 121 patients lies outside every area."),
        ("text", "“population” of “Areas” is text, not numbers."),
        ("no population", "Choose the field of “Areas” that counts the people"),
        ("null", "the population of feature 00000 (NULL)"),
    ],
)
def test_a_mistake_that_no_run_survives_is_named_and_publish_says_why_it_is_off(said, case, words):
    card, on, why = said[case]
    assert words in card and "✕" in card
    assert not on and why.startswith("Publish is off: ") and words in why


@pytest.mark.parametrize(
    ("case", "words"),
    [("three", "3 patients are fewer than the 11"), ("crowded", "2 119 people can hide 423 patients")],
)
def test_what_is_doubtful_is_said_and_may_run(said, case, words):
    card, on, why = said[case]
    assert f"⚠ {words}" in card.replace("\u202f", " ").replace("⚠ At 0.2 these ", "⚠ ")
    assert on and not why


def test_what_is_right_has_no_mark(said):
    card, on, why = said["good"]
    assert card.endswith("120 patients, 0 outside every area. Fields released: none.")
    assert on and not why


def test_areas_drawn_as_points_are_not_taken_for_the_patients(said):
    assert said["taken"] == "Patients"


def test_a_project_that_is_cleared_leaves_nothing_in_the_preview(said):
    assert said["gone"] == [[False, [], True], [False, [], True]]


def test_patients_that_are_deleted_are_counted_no_more(said):
    assert "100 patients, 0 outside every area" in said["edited"]

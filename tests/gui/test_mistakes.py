# SPDX-License-Identifier: GPL-2.0-or-later
"""What the publish panel says of the mistakes that people make, as they read it.

A temporary ledger, the one mistake that the panel cannot make, is `test_a_temporary_ledger_is_refused`; a
verdict beside changed data is `test_stale.py`.
"""

import pytest


@pytest.fixture(scope="module")
def said(driven):
    return driven("mistakes", checked=True)[0]


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
        ("far", "All 120 patients lie outside every area"),
        ("twice", "00058 stands on more than one area"),
        ("none at all", "has no features that can be used"),
    ],
)
def test_a_mistake_that_no_run_survives_is_named_and_publish_says_why_it_is_off(said, case, words):
    card, on, why = said[case]
    assert words in card and "✕" in card
    assert not on and why.startswith("Publish is off: ") and words in why


@pytest.mark.parametrize(
    ("case", "words"),
    [("three", "3 patients are fewer than the 11"), ("crowded", "2 119 people can hide 192 patients")],
)
def test_what_is_doubtful_is_said_and_may_run(said, case, words):
    card, on, why = said[case]
    assert f"⚠ {words}" in card.replace("\u202f", " ").replace("⚠ At 1 in 11 these ", "⚠ ")
    assert on and not why


def test_land_in_the_place_of_people_is_doubted(said):
    assert said["land"][0].count("⚠") >= 1


@pytest.mark.parametrize(
    ("case", "words", "word"),
    [
        ("swapped", "were swapped. 120 of 120 places lie in the areas so.", "Fix"),
        ("wrong system", "Its numbers are degrees", "Fix"),
        ("text", "such as 1,", "Fix"),
        ("null", "13 areas have no number of people", "Count as empty"),
        ("some outside", "1 of 121 places lies outside every area", "Leave out"),
    ],
)
def test_a_mistake_that_can_be_mended_is_mended_by_a_click(said, case, words, word):
    assert words in said[f"{case} offered"] and f">{word}<" in said[f"{case} offered"]
    card, on, why = said[f"{case} fixed"]
    assert "120 patients, 0 outside every area" in card and "✕" not in card
    assert on and not why


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("map", "could not be made. Choose a folder in which you may write."),
        ("taken", "taken holds files already. Choose another name: nothing is replaced."),
        ("a/b", "Give the new folder a name of its own"),
        (" ", "Give the new folder a name of its own"),
    ],
)
def test_a_folder_that_cannot_be_made_is_said_at_once_and_nothing_runs(said, name, words):
    told, rests = said["places"][name]
    assert words in told and rests
    assert said["kept"] == "of somebody" and said["unanswered"]


@pytest.mark.parametrize("change", ["areas", "population", "audience", "risk", "what", "project"])
def test_no_answer_stays_beside_what_was_changed(said, change):
    assert said["stays"][change] is False


@pytest.mark.parametrize("case", ["good", "two kinds of areas"])
def test_what_is_right_has_no_mark(said, case):
    card, on, why = said[case]
    assert card.endswith("120 patients, 0 outside every area. Fields released: none.")
    assert on and not why


def test_areas_drawn_as_points_are_not_taken_for_the_patients(said):
    assert said["taken"] == "Patients"


def test_a_project_that_is_cleared_leaves_nothing_in_the_preview(said):
    assert said["gone"] == [[False, [], True], [False, [], True]]


def test_patients_that_are_deleted_are_counted_no_more(said):
    assert "100 patients, 0 outside every area" in said["edited"]

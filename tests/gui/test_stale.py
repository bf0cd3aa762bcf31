# SPDX-License-Identifier: GPL-2.0-or-later
"""A verdict, and what may be handed over, is never shown of data or choices that are no longer these."""

import pytest


@pytest.fixture(scope="module")
def stale(driven):
    return driven("stale")[0]


def test_changes_that_are_not_saved_stop_it_and_the_file_counts_once_they_are(stale):
    assert stale["unsaved"] == [False, True]
    assert stale["saved"] == [True, True, False]


def test_no_verdict_outlives_a_change(stale):
    assert [name for name, shown in stale["after"].items() if shown] == [] and len(stale["after"]) > 15


def test_a_run_during_which_the_data_changed_gives_nothing(stale):
    assert stale["kept"] == [True, True], "a new name and another layer change nothing"
    assert {name for name, (shown, made, _said) in stale["meanwhile"].items() if shown or made} == set()
    for name in ("a patient added and saved", "a filter"):
        assert "changed" in stale["meanwhile"][name][2], name
    assert not stale["document"], "a picture that is chosen now would change what the run is about"


def test_the_swipe_is_in_no_export_and_goes_with_the_panel(stale):
    assert stale["swiped"] == [True, True, 0]


def test_only_what_was_judged_is_handed_over(stale):
    said, names, opened = stale["handed"]
    assert "patients.gpkg" in said and "patients.gpkg" not in names and "map.png" in names
    assert opened == ["first"]


def test_a_zip_of_what_is_no_longer_shown_is_given_up(stale):
    assert stale["given up"] == [False, [], []]

# SPDX-License-Identifier: GPL-2.0-or-later
"""A newcomer makes the first map of the guide from an empty profile, with defaults, in six clicks at most."""

import subprocess
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def first_map(driven):
    return driven("newcomer")


def test_the_first_map_takes_six_clicks_at_most(first_map):
    assert first_map[0]["clicks"] <= 6


def test_the_window_stays_alive_while_it_publishes(first_map):
    """Two steps draw pictures in QGIS's own thread, which takes the longest."""
    _longest, worked = first_map[0]["blocked"]
    assert worked < 0.5


def test_it_ends_with_a_release_a_report_and_what_is_internal(first_map):
    made = {name for name in first_map[0]["made"] if "/" in name}
    leaves = {name.partition("/")[0] for name in made} - {"internal"}
    assert len(leaves) == 1, "either release or, where the draw came out badly, held_back"
    folder = leaves.pop()
    assert {f"{folder}/map.png", f"{folder}/masked_points.gpkg", "internal/report.html"} <= made


def test_the_true_points_are_not_on_the_map_with_the_masked_ones(first_map):
    seen = first_map[0]["seen"]
    assert "masked_points" in seen and not [name for name in seen if name.startswith("Patients")]


def test_the_answer_is_said_with_its_reason_and_its_place(first_map):
    word, why, place = first_map[0]["said"]
    assert word in ("YES", "YES, IF", "NO", "CAN’T TELL") and why and str(Path("Masked dot map")) in place


def test_the_verdict_does_not_stay_beside_another_risk(first_map):
    assert first_map[0]["shown_of_another_risk"] == [True, True]
    assert not [name for name in first_map[0]["seen_after"] if name.startswith("Patients")]


def test_the_true_map_lies_over_the_map_up_to_a_line_that_the_mouse_and_keys_move(first_map):
    share, colours, moved = first_map[0]["swipe"]
    assert share == 0.5 and colours > 10 and moved > 0.6
    assert not first_map[0]["panned"]


def test_what_is_internal_is_shown_and_hidden_by_its_button(first_map):
    shown, hidden = (set(first_map[0][name]) for name in ("shown", "hidden"))
    assert [name for name in shown - hidden if name.startswith("Patients")] == sorted(shown - hidden)
    assert len(shown - hidden) == 1


def test_the_zip_holds_the_release_alone_with_true_checksums(first_map):
    found, shots = first_map
    released = {name.partition("/")[2] for name in found["made"] if name.startswith("release/")}
    assert set(found["packed"]) == released | {"SHA256SUMS.txt"}
    done = subprocess.run(["sha256sum", "-c", "SHA256SUMS.txt"], cwd=shots / "unpacked", capture_output=True)
    assert done.returncode == 0 and done.stdout.count(b": OK") == len(released)


def test_the_next_folder_has_a_number(first_map):
    made, proposed = first_map[0]["name"]
    assert proposed == f"{made} (2)"


def test_each_step_has_its_picture(first_map):
    assert all((first_map[1] / f"step_{step}.png").stat().st_size > 20_000 for step in range(1, 7))


def test_nothing_stays_above_the_map(first_map):
    """No step of the run that is complete, no preview that a newer choice replaced."""
    assert first_map[0]["bars"] == []

# SPDX-License-Identifier: GPL-2.0-or-later
"""A newcomer makes the first map of the guide from an empty profile, with defaults, in six clicks at most.

Set GEODEID_KEEP_SHOTS to a folder to keep the screenshots, and GEODEID_HOME to the folder that they show.
"""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def first_map(driven, tmp_path_factory):
    home = os.environ.get("GEODEID_HOME") or str(tmp_path_factory.mktemp("home"))
    return driven("newcomer", {"HOME": home, "QGIS_PLUGINPATH": str(ROOT / "build")})


def test_the_first_map_takes_six_clicks_at_most(first_map):
    assert first_map[0]["clicks"] <= 6


def test_it_ends_with_a_release_a_report_and_what_is_internal(first_map):
    made = set(first_map[0]["made"])
    leaves = {name.partition("/")[0] for name in made} - {"internal"}
    assert len(leaves) == 1, "either release or, where the draw came out badly, held_back"
    folder = leaves.pop()
    assert {f"{folder}/map.png", f"{folder}/masked_points.gpkg", "internal/report.html"} <= made


def test_the_true_points_are_not_on_the_map_with_the_masked_ones(first_map):
    seen = first_map[0]["seen"]
    assert "masked_points" in seen and not [name for name in seen if name.startswith("Patients")]


def test_the_verdict_does_not_stay_below_another_risk(first_map):
    assert first_map[0]["said"] and first_map[0]["said_of_another_risk"] == ""


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_each_step_has_its_picture(first_map, step):
    assert (first_map[1] / f"step_{step}.png").stat().st_size > 20_000


def test_no_warning_stays_above_the_map(first_map):
    """No preview that a newer choice replaced, and no system that the search for a picture's place tried."""
    assert first_map[0]["warned"] == []

# SPDX-License-Identifier: GPL-2.0-or-later
"""From five raw files of a region to a verdict, in ten clicks and without a native dialog.

Set GEODEID_KEEP_SHOTS to a folder to keep the screenshots.
"""

import os
import shutil
from pathlib import Path

import pytest

from tests.processing import made_files

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", params=["american", "german"])
def first_map(request, driven, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "american":
        from tests.conftest import shared_data

        files = made_files.american(folder, shared_data("us_zcta/zcta_polygons.gpkg"))
    else:
        files = made_files.german(folder)
    home = os.environ.get("GEODEID_HOME") or tmp_path_factory.mktemp("home")
    return request.param, brought(driven, request.param, files, home)


@pytest.fixture(scope="module")
def french(driven, tmp_path_factory):
    files = made_files.german(tmp_path_factory.mktemp("french"))
    home = tmp_path_factory.mktemp("home")
    return brought(driven, "french", files, home, LC_ALL="fr_FR.UTF-8", GEODEID_UNPUBLISHED="1")


def brought(driven, name, files, home, **own):
    """What the program found that brings files into QGIS and, unless told not to, publishes."""
    asked = {
        "HOME": str(home),
        "QGIS_PLUGINPATH": str(ROOT / "build"),
        "GEODEID_FILES": os.pathsep.join(map(str, files)),
        **own,
    }
    found, shots = driven("rawfiles", asked)
    for shot in shots.glob("files_*.png"):
        shutil.copyfile(shot, shot.with_name(f"{name}_{shot.name}"))
    return found


def test_ten_clicks_and_no_native_dialog(first_map):
    assert first_map[1]["clicks_to_verdict"] <= 10 and first_map[1]["dialogs"] == 0


def test_the_window_goes_on_while_files_are_read_and_nothing_can_be_published(first_map):
    _longest, worked = first_map[1]["stood_still"]
    assert worked < 1
    assert first_map[1]["off"] == [False, "Publish is off: your files are being read."]


def test_the_card_says_what_was_placed_and_matched(first_map):
    name, found = first_map
    said = {
        "american": "420 of 420 patients placed · 537 of 537 areas matched after adding leading zeros",
        "german": "240 of 240 patients placed · 144 of 144 areas matched through the crosswalk",
    }[name]
    assert said in found["said"] and "3 rows without a place, listed" in found["said"]


def test_nothing_of_the_panel_is_cut_off(first_map):
    assert first_map[1]["cut"] == 0


def test_the_form_is_filled_in_and_the_layers_are_internal(first_map):
    found = first_map[1]
    assert found["chosen"][0].endswith("internal, do not release")
    assert found["fields"][1] == "residents" and all(found["chosen"])
    assert set(found["chosen"]) <= set(found["internal"])


def test_the_check_agrees_with_the_card(first_map):
    name, found = first_map
    count = {"american": "420 patients", "german": "240 patients"}[name]
    assert count in found["card"] and "0 outside every area" in found["card"]


def test_it_ends_with_a_verdict(first_map):
    assert first_map[1]["leaves"] in ("release", "held_back"), first_map[1]["result"]


def test_it_is_the_same_in_french(french):
    assert "240 patients sur 240 localisés" in french["said"]
    assert "144 zones sur 144 appariées grâce à" in french["said"]
    assert french["clicks"] < 10 and french["dialogs"] == 0 and french["cut"] == 0
    assert french["unfolded_by_keys"] and french["redone_by_keys"] and french["redone"]


def test_a_finding_is_undone_and_redone_by_keys(first_map):
    found = first_map[1]
    assert "second row of headings" not in found["folded"] and found["unfolded_by_keys"]
    assert "<s>" in found["undone"] and "Redo" in found["undone"]
    assert found["redone_by_keys"] and found["redone"]


def test_forgetting_the_files_takes_their_layers_away(first_map):
    assert first_map[1]["left"] == [] and not first_map[1]["stale"]

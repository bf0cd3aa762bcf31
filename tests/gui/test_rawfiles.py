# SPDX-License-Identifier: GPL-2.0-or-later
"""From five raw files of a region to a verdict, in ten clicks and without a native dialog."""

import os
import shutil

import pytest

from tests.processing import made_files

SAID = {
    "german": {
        "placed": "240 of 240 patients placed · 144 of 144 areas matched through the crosswalk",
        "listed": "3 rows without a place, listed", "checked": "240 patients, 0 outside every area",
        "off": "your files are being read.", "folded": "second row of headings", "redo": "Redo",
        "internal": "internal, do not release",
    },
    "american": {
        "placed": "420 patients sur 420 localisés · 537 zones sur 537 appariées après ajout des zéros",
        "listed": "3 lignes sans position, énumérées", "checked": "420 patients, 0 hors de toute zone",
        "off": "vos fichiers sont en cours de lecture.", "folded": "deuxième ligne d’en-têtes",
        "redo": "Rétablir", "internal": "interne, ne pas diffuser",
    },
}  # fmt: skip
"""What the panel says of the files of each region; the second one's are brought into a QGIS in French."""


@pytest.fixture(scope="module", params=SAID)
def first_map(request, driven, tmp_path_factory):
    name, folder = request.param, tmp_path_factory.mktemp(request.param)
    if name == "american":
        from tests.conftest import shared_data

        files = made_files.american(folder, shared_data("us_zcta/zcta_polygons.gpkg"))
    else:
        files = made_files.german(folder)
    language = {"LC_ALL": "fr_FR.UTF-8"} if name == "american" else {}
    found, shots = driven("rawfiles", GEODEID_FILES=os.pathsep.join(map(str, files)), **language)
    for shot in shots.glob("files_*.png"):
        shutil.copyfile(shot, shot.with_name(f"{name}_{shot.name}"))
    return SAID[name], found


def test_ten_clicks_and_no_native_dialog(first_map):
    assert first_map[1]["clicks_to_verdict"] <= 10 and first_map[1]["dialogs"] == 0


def test_the_window_goes_on_while_files_are_read_and_nothing_can_be_published(first_map):
    _longest, worked = first_map[1]["stood_still"]
    assert worked < 1
    on, why = first_map[1]["off"]
    assert not on and why.endswith(first_map[0]["off"])


def test_the_card_says_what_was_placed_and_matched(first_map):
    words, found = first_map
    assert words["placed"] in found["said"] and words["listed"] in found["said"]


def test_nothing_of_the_panel_is_cut_off(first_map):
    assert first_map[1]["cut"] == 0


def test_the_form_is_filled_in_and_the_layers_are_internal(first_map):
    found = first_map[1]
    assert found["chosen"][0].endswith(first_map[0]["internal"])
    assert found["fields"][1] == "residents" and all(found["chosen"])
    assert set(found["chosen"]) <= set(found["internal"])


def test_the_check_agrees_with_the_card(first_map):
    assert first_map[0]["checked"] in first_map[1]["card"]


def test_it_ends_with_a_verdict(first_map):
    assert first_map[1]["leaves"] in ("release", "held_back"), first_map[1]["result"]


def test_a_finding_is_undone_and_redone_by_keys(first_map):
    words, found = first_map
    assert words["folded"] not in found["folded"] and found["unfolded_by_keys"]
    assert "<s>" in found["undone"] and words["redo"] in found["undone"]
    assert found["redone_by_keys"] and found["redone"]


def test_forgetting_the_files_takes_their_layers_away(first_map):
    assert first_map[1]["left"] == [] and not first_map[1]["stale"]

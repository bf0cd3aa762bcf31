# SPDX-License-Identifier: GPL-2.0-or-later
"""Menu and publish panel under PyQt6, with the classes of QGIS replaced: QGIS 4 knows Qt 6 alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytest.importorskip("PyQt6", reason="PyQt6 is not installed", exc_type=ImportError)


@pytest.fixture(scope="module")
def desktop():
    command = [sys.executable, str(ROOT / "tests" / "gui" / "qt6.py"), str(ROOT)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert "error" not in found, found["error"]
    return found


def test_every_module_of_the_plugin_imports(desktop):
    modules = [
        path for path in (ROOT / "geodeid_plugin").rglob("*.py") if path.parent.name != "geodeid_plugin"
    ]
    assert desktop["imported"] >= len(modules) > 100


def test_every_entry_of_the_menu_opens_what_it_names_and_unloading_takes_them_all_away(desktop):
    opened = [algorithm for algorithm, _filled in desktop["dialogs"]]
    assert "geodeid:checkdocument" in opened
    assert desktop["entries"] == 4
    assert len(desktop["projects"]) == 1
    assert desktop["left"] == [0, []]


def test_the_panel_masks_draws_its_curve_and_follows_audience_and_keys(desktop):
    assert desktop["chosen"] == ["Study", "population"]
    assert desktop["shown"] == ["out", "Study"]
    assert "321 m" in desktop["status"]
    points, colours = desktop["curve"]
    assert points == 4 and colours > 20
    assert desktop["slid"] < desktop["risk"] == pytest.approx(1 / 11, abs=1e-3)


def test_a_refusal_is_shown_in_the_panel(desktop):
    assert desktop["refused"] == "No strategy keeps this bound."


def test_the_card_tells_what_was_checked(desktop):
    assert "3 patients" in desktop["card"]
    assert "⚠ Look at it." in desktop["card"]
    assert desktop["buttons"] == ["&Publish", "&Publish", "&Check", "C&ompare"]


def test_all_options_open_the_dialog_filled_in(desktop):
    assert desktop["dialogs"][-1] == [
        "geodeid:publishmaskeddotmap",
        ["AREAS", "AREA_ID", "OUTLINE", "PATIENTS", "POPULATION", "RISK", "TITLE"],
    ]


def test_files_are_dropped_and_chosen(desktop):
    checks = 2
    assert desktop["dropped"] == [[True, 3], [True, checks]]
    assert desktop["asked"][0] == "geodeid:checkdocument" and "FILE" in desktop["asked"][1]
    assert desktop["picture"] == [True, True]
    kind, risk, picture = desktop["filled"]
    assert (kind, risk) == (0, 0.25) and picture.endswith("paper.docx")


def test_a_publication_fills_its_folder_and_a_cancelled_one_leaves_none(desktop):
    assert desktop["under way"] == [False, True, 50]
    assert desktop["published"] == ["YES", "Passed.", ["internal", "release"]]
    assert desktop["opened"] == ["report.html"]
    assert desktop["cancelled"] == ["Cancelled: nothing was kept.", False]


def test_the_boxes_of_dialogs_offer_words_and_guess_fields(desktop):
    words, hidden, chosen = desktop["method"]
    assert words.startswith("Donut") and hidden == [False, True] and chosen == "grid"
    assert desktop["field"] == ["population", "tract"]

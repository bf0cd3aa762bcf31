# SPDX-License-Identifier: GPL-2.0-or-later
"""The preview panel in a real QGIS, with real clicks and keys.

Set GEODEID_KEEP_SHOTS to a folder to keep the screenshots.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = shutil.which("qgis.bin") or shutil.which("qgis")

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="QGIS desktop is not installed"),
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="xvfb-run is not installed"),
    pytest.mark.skipif(not (ROOT / "build").exists(), reason="build/ is missing: run scripts/build_plugin"),
]


@pytest.fixture(scope="module")
def panel(tmp_path_factory):
    shots = Path(os.environ.get("GEODEID_KEEP_SHOTS") or tmp_path_factory.mktemp("shots"))
    shots.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "GEODEID_SHOTS": str(shots),
        "QGIS_PLUGINPATH": str(ROOT / "build"),
        "QT_QPA_PLATFORM": "xcb",
    }
    environment.pop("QGIS_CUSTOM_CONFIG_PATH", None)
    command = [
        "xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", PROGRAM, "--nologo", "--noversioncheck",
        "--profiles-path", str(tmp_path_factory.mktemp("profiles")),
        "--code", str(ROOT / "tests" / "gui" / "panel.py"),
    ]  # fmt: skip
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=400)
    told = shots / "panel.json"
    assert told.exists(), result.stdout[-3000:] + result.stderr[-3000:]
    found = json.loads(told.read_text())
    assert "error" not in found, found["error"]
    return found, shots


def test_the_sample_asks_before_it_replaces_a_project_with_changes(panel):
    found = panel[0]
    assert len(found["asked"]) == 2
    assert found["stayed"] == "my work"


def test_the_sample_opens_as_a_copy(panel):
    found = panel[0]
    assert Path(found["sample"]).name == "upstate_new_york.qgs"
    assert "profiles" in found["sample"]
    assert all("profiles" in source for source in found["sources"]), found["sources"]


def test_a_model_opens_as_a_copy_and_saving_asks_where(panel):
    assert panel[0]["path"] == ""
    assert panel[0]["where"]


def test_the_panel_opens_from_the_menu_with_the_project_s_layers_chosen_and_no_release(panel):
    assert panel[0]["chosen"] == ["Patients (synthetic points) – internal, do not release", "Census tracts"]
    assert panel[0]["fields"] == ["tract", "population"]


def test_a_dialog_from_the_menu_starts_with_the_areas_and_their_likely_fields(panel):
    assert panel[0]["preset"] == ["tract", "population"]


def test_a_dialog_from_the_menu_runs_and_refuses_row_numbers_as_population(panel):
    assert any("“fid” numbers the areas and counts no people" in text for text in panel[0]["said"])


def test_it_shows_a_masked_map_and_the_curve_of_risk_and_distance(panel):
    found = panel[0]
    assert found["masked"] == 552
    moves = [move for _risk, move in found["curve"]]
    assert len(moves) >= 5
    assert moves == sorted(moves, reverse=True)
    assert "audited risk" in found["status"]


def test_the_current_point_lies_on_the_curve(panel):
    risk, move = panel[0]["first"]
    near = min(panel[0]["curve"], key=lambda point: abs(point[0] - risk))
    assert move == pytest.approx(near[1], rel=0.02)


def test_the_slider_moves_the_risk_by_mouse_and_by_key(panel):
    first, clicked, pressed = panel[0]["risks"]
    assert clicked < first
    assert pressed < clicked
    assert panel[0]["slid"][1] > panel[0]["first"][1]


def test_both_maps_move_together(panel):
    assert panel[0]["linked"]


def test_an_audience_sets_the_risk_and_a_risk_of_one_s_own_takes_it_back(panel):
    assert panel[0]["audience"] == ["ema_0070", pytest.approx(1 / 11, abs=1e-3)]
    assert panel[0]["own"] == ["", 0.3]


def test_every_widget_has_a_name_and_the_keyboard_reaches_every_control(panel):
    assert panel[0]["unnamed"] == []
    assert panel[0]["reached"] >= 8
    assert panel[0]["mnemonics"] == 7


def test_run_opens_the_algorithm_s_own_dialog_filled_in(panel):
    assert panel[0]["dialog"] == "geodeid:lpmask"
    assert panel[0]["filled"] == ["tract", "population", pytest.approx(0.3)]


def test_the_models_open_in_the_model_designer(panel):
    assert len(panel[0]["models"]) == 4
    assert panel[0]["steps"] == 9


@pytest.mark.parametrize("name", ["preview.png", "preview_dialog.png", "model.png"])
def test_the_pictures_show_something(panel, name):
    assert (panel[1] / name).stat().st_size > 20_000

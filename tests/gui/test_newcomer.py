# SPDX-License-Identifier: GPL-2.0-or-later
"""A newcomer makes the first map of the guide from an empty profile, with defaults, in six clicks at most.

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
def first_map(tmp_path_factory):
    shots = Path(os.environ.get("GEODEID_KEEP_SHOTS") or tmp_path_factory.mktemp("shots"))
    shots.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "GEODEID_SHOTS": str(shots),
        "HOME": str(tmp_path_factory.mktemp("home")),
        "QGIS_PLUGINPATH": str(ROOT / "build"),
        "QT_QPA_PLATFORM": "xcb",
    }
    environment.pop("QGIS_CUSTOM_CONFIG_PATH", None)
    command = [
        "xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", PROGRAM, "--nologo", "--noversioncheck",
        "--profiles-path", str(tmp_path_factory.mktemp("profiles")),
        "--code", str(ROOT / "tests" / "gui" / "newcomer.py"),
    ]  # fmt: skip
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
    told = shots / "newcomer.json"
    assert told.exists(), result.stdout[-3000:] + result.stderr[-3000:]
    found = json.loads(told.read_text())
    assert "error" not in found, found["error"]
    return found, shots


def test_the_first_map_takes_six_clicks_at_most(first_map):
    assert first_map[0]["clicks"] <= 6


def test_it_ends_with_a_release_a_report_and_what_is_internal(first_map):
    made = set(first_map[0]["made"])
    leaves = {name.partition("/")[0] for name in made} - {"internal"}
    assert len(leaves) == 1, "either release or, where the draw came out badly, held_back"
    folder = leaves.pop()
    assert {f"{folder}/map.png", f"{folder}/masked_points.gpkg", "internal/report.html"} <= made


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_each_step_has_its_picture(first_map, step):
    assert (first_map[1] / f"step_{step}.png").stat().st_size > 20_000

# SPDX-License-Identifier: GPL-2.0-or-later
"""The desktop: a user installs the zip, opens the sample and masks it. Pictures are kept on request.

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
def desktop(tmp_path_factory):
    shots = Path(os.environ.get("GEODEID_KEEP_SHOTS") or tmp_path_factory.mktemp("shots"))
    shots.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "GEODEID_SHOTS": str(shots),
        "GEODEID_ZIP": str(next((ROOT / "build").glob("geodeid_plugin-*.zip"))),
        "QT_QPA_PLATFORM": "xcb",
    }
    environment.pop("QGIS_PLUGINPATH", None)
    environment.pop("QGIS_CUSTOM_CONFIG_PATH", None)
    command = [
        "xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", PROGRAM, "--nologo", "--noversioncheck",
        "--profiles-path", str(tmp_path_factory.mktemp("profiles")),
        "--code", str(ROOT / "tests" / "gui" / "desktop.py"),
    ]  # fmt: skip
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240)
    report = shots / "found.json"
    assert report.exists(), result.stdout[-3000:] + result.stderr[-3000:]
    found = json.loads(report.read_text())
    assert "error" not in found, found["error"]
    return found, shots


def test_the_zip_installs_through_the_plugin_manager(desktop):
    assert desktop[0]["installed"]


def test_the_toolbox_lists_every_group(desktop):
    groups = ["Areas", "Clustering", "Disclosure checks", "Geomasking", "Publish", "Utility"]
    assert desktop[0]["groups"] == groups


def test_the_sample_project_opens_with_its_layers(desktop):
    assert desktop[0]["layers"] == [
        "Census tracts",
        "Counties",
        "Patients (synthetic points) – internal, do not release",
    ]


def test_masking_from_the_dialog_adds_a_styled_release_and_a_marked_internal_layer(desktop):
    found = desktop[0]
    assert found["masked"] == 552
    assert found["fields"] == ["record"]
    assert found["symbol"] == "#0072b2"
    assert "Links – internal, do not release" in found["after"]


@pytest.mark.parametrize("name", ["sample.png", "dialog.png", "masked.png"])
def test_the_pictures_show_something(desktop, name):
    assert (desktop[1] / name).stat().st_size > 20_000

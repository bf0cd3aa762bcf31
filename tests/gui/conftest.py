# SPDX-License-Identifier: GPL-2.0-or-later
"""Starts a real QGIS desktop with an empty profile and a program in it, and reads what that found."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PROGRAM = shutil.which("qgis.bin") or shutil.which("qgis")


def _absent() -> str:
    """What the desktop cannot be driven without, as the reason of a skip."""
    if PROGRAM is None:
        return "QGIS desktop is not installed"
    if shutil.which("xvfb-run") is None:
        return "xvfb-run is not installed"
    return "" if (ROOT / "build").exists() else "build/ is missing: run scripts/build_plugin"


@pytest.fixture(scope="session")
def driven(tmp_path_factory):
    """Give the function that runs one of the programs beside this file in QGIS.

    It takes the program's name, with ``checked`` it ends QGIS at what is used after it was freed, and a limit
    in seconds; what else it is given belongs to the environment of this program alone. It gives what the
    program found and the folder of its pictures. GEODEID_KEEP_SHOTS names a folder to keep them in, and
    GEODEID_HOME the home that they show.
    """

    def drive(name: str, checked: bool = False, limit_s: int = 3600, **own):
        if _absent():
            pytest.skip(_absent())
        shots = Path(os.environ.get("GEODEID_KEEP_SHOTS") or tmp_path_factory.mktemp("shots"))
        shots.mkdir(parents=True, exist_ok=True)
        environment = {
            **os.environ,
            "GEODEID_SHOTS": str(shots),
            "GEODEID_SAMPLE": str(ROOT / "resources" / "sample" / "upstate_new_york.gpkg"),
            "HOME": os.environ.get("GEODEID_HOME") or str(tmp_path_factory.mktemp("home")),
            "QGIS_CUSTOM_CONFIG_PATH": None,
            "QGIS_PLUGINPATH": str(ROOT / "build"),
            "PYTHONPATH": os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]),
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONMALLOC": "debug" if checked else "default",
            **own,
        }
        command = [
            "xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", PROGRAM, "--nologo", "--noversioncheck",
            "--profiles-path", str(tmp_path_factory.mktemp("profiles")), "--code", str(HERE / f"{name}.py"),
        ]  # fmt: skip
        environment = {key: value for key, value in environment.items() if value is not None}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=limit_s)
        told = shots / f"{name}.json"
        assert told.exists(), done.stdout[-3000:] + done.stderr[-3000:]
        found = json.loads(told.read_text())
        assert "error" not in found, found["error"]
        return found, shots

    return drive

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

    It takes the program's name, the environment that only this program has, with ``checked`` one in which
    what is used after it was freed ends QGIS at once, and a limit in seconds; it gives what the program found
    and the folder of its pictures, which GEODEID_KEEP_SHOTS names to keep them.
    """

    def drive(name: str, own: dict, checked: bool = False, limit_s: int = 3600):
        if _absent():
            pytest.skip(_absent())
        shots = Path(os.environ.get("GEODEID_KEEP_SHOTS") or tmp_path_factory.mktemp("shots"))
        shots.mkdir(parents=True, exist_ok=True)
        inherited = {
            key: value
            for key, value in os.environ.items()
            if key not in ("QGIS_CUSTOM_CONFIG_PATH", "QGIS_PLUGINPATH")
        }
        environment = {
            **inherited,
            "GEODEID_SHOTS": str(shots),
            "PYTHONPATH": os.pathsep.join([str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]),
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONMALLOC": "debug" if checked else "default",
            **own,
        }
        command = [
            "xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", PROGRAM, "--nologo", "--noversioncheck",
            "--profiles-path", str(tmp_path_factory.mktemp("profiles")), "--code", str(HERE / f"{name}.py"),
        ]  # fmt: skip
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=limit_s)
        told = shots / f"{name}.json"
        assert told.exists(), done.stdout[-3000:] + done.stderr[-3000:]
        found = json.loads(told.read_text())
        assert "error" not in found, found["error"]
        return found, shots

    return drive

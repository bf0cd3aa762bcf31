# SPDX-License-Identifier: GPL-2.0-or-later
"""Two runs of one program do not differ for scripts/compare_outputs, and what differs is told by name."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processing import windowless

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "compare_outputs"


def compared(action, folder):
    done = subprocess.run(
        [sys.executable, SCRIPT, action, folder, "--only", "adjacentareas.plain,randommask.donut"],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.skipif(windowless.is_windowless(), reason="the script runs algorithms as a script of QGIS does")
def test_the_same_program_gives_the_same_and_every_change_is_told(tmp_path):
    code, said = compared("freeze", tmp_path)
    assert code == 0 and "2 cases, 0 failed" in said
    frozen, rows = (
        tmp_path / "adjacentareas.plain" / "digest.json",
        tmp_path / "adjacentareas.plain" / "OUTPUT.rows",
    )
    digest = json.loads(frozen.read_text())
    assert digest["figures"]["AREA_COUNT"] == 281 and digest["layers"]["OUTPUT"]["count"] > 281
    digest["figures"]["AREA_COUNT"] = 280
    digest["layers"]["OUTPUT"]["fields"][0] = "origin String"
    del digest["reports"]
    frozen.write_text(json.dumps(digest))
    code, said = compared("against", tmp_path)
    assert code == 1 and "3 differences" in said
    assert "adjacentareas.plain: figures.AREA_COUNT: 280 → 281" in said
    assert (
        "layers.OUTPUT.fields: " in said and 'gone: ["origin String"]' in said and "reports: is new" in said
    )
    assert len(rows.read_text().splitlines()) == digest["layers"]["OUTPUT"]["count"]

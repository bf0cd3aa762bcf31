# SPDX-License-Identifier: GPL-2.0-or-later
"""Scripts say what they do, and do nothing, when they are asked for help."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("scripts", "scripts/bench", "scripts/evidence")
SCRIPTS = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).iterdir()
    if path.is_file() and path.suffix == "" and "python" in path.read_text("utf-8").split("\n", 1)[0]
)


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_help_is_the_docstring(path):
    if "qgis" in path.read_text("utf-8"):
        pytest.importorskip("qgis.core", reason="QGIS is not installed for this Python")
    done = subprocess.run([sys.executable, path, "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ast.get_docstring(ast.parse(path.read_text("utf-8")), clean=False).strip()


def test_translations_without_lrelease_say_what_to_install(tmp_path, monkeypatch):
    script = (ROOT / "scripts/make_translations").read_text("utf-8")
    copy = tmp_path / "scripts" / "make_translations"
    copy.parent.mkdir()
    copy.write_text(script, encoding="utf-8")
    (tmp_path / "geodeid_plugin/i18n").mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = subprocess.run([sys.executable, copy], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.strip().endswith("to compile it, install lrelease (Debian: qttools5-dev-tools).")
    assert (tmp_path / "geodeid_plugin/i18n/geodeid_fr.ts").exists()

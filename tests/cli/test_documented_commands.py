# SPDX-License-Identifier: GPL-2.0-or-later
"""Every command that the guide prints runs as it stands there."""

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

gdal = pytest.importorskip("osgeo.gdal")

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample" / "upstate_new_york.gpkg"
PROGRAM = shutil.which("qgis_process.bin") or shutil.which("qgis_process")
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]
NAMES = {
    "counties.gpkg": "SELECT * FROM counties",
    "patients.gpkg": "SELECT * FROM patients",
    "tracts.gpkg": "SELECT geom, tract AS geoid, population AS people FROM tracts",
    "blocks.gpkg": "SELECT geom, tract AS block, population AS people FROM tracts",
}
"""Files that the pages name as a reader's own, and what stands in for them."""

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="qgis_process is not installed"),
    pytest.mark.skipif(not (ROOT / "build").exists(), reason="build/ is missing: run scripts/build_plugin"),
]


def scripts():
    """What stands in a block, fenced or indented, that calls qgis_process."""
    for page in PAGES:
        text = page.read_text("utf-8")
        blocks = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        blocks += re.findall(r"(?:^    .*\n)+", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
        for at, block in enumerate(block for block in blocks if "qgis_process" in block):
            yield pytest.param(block, id=f"{page.relative_to(ROOT)}:{at}")


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    """Run a script in a folder that holds what the pages name."""
    folder = tmp_path_factory.mktemp("reader")
    sample = folder / SAMPLE.relative_to(ROOT)
    sample.parent.mkdir(parents=True)
    shutil.copyfile(SAMPLE, sample)
    # Two of its counties alone: the time that the whole takes shows nothing else.
    data = gdal.OpenEx(str(sample), gdal.OF_UPDATE)
    for layer in ("patients", "tracts", "counties"):
        data.ExecuteSQL(f"DELETE FROM {layer} WHERE county NOT IN ('Cortland', 'Tompkins')")
    data = None  # closes it
    for name, query in NAMES.items():
        gdal.VectorTranslate(str(folder / name), str(sample), SQLStatement=query)
    with zipfile.ZipFile(folder / "paper.docx", "w") as paper:
        paper.writestr("word/document.xml", "<document>Nothing was drawn on a map.</document>")
    (folder / "papers").mkdir()
    (folder / "papers" / "one.docx").write_bytes((folder / "paper.docx").read_bytes())
    commands = folder / "bin"
    commands.mkdir()
    (commands / "qgis_process").write_text(f'#!/bin/sh\nexec {PROGRAM} "$@"\n')
    (commands / "qgis_process").chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{commands}:{os.environ['PATH']}",
        "QGIS_PLUGINPATH": str(ROOT / "build"),
        "QGIS_CUSTOM_CONFIG_PATH": str(tmp_path_factory.mktemp("profile")),
    }

    def run(script):
        done = subprocess.run(
            ["sh", "-ec", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=600
        )
        return done, folder

    run("qgis_process plugins enable geodeid_plugin")
    return run


def test_the_pages_hold_commands():
    assert len(list(scripts())) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("script", scripts())
def test_a_command_of_the_guide_runs_as_printed(shell, script):
    if "plugins enable" in script:
        shell("qgis_process plugins disable geodeid_plugin")
    done, folder = shell(script)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    written = re.findall(r"(?:OUTPUT|REPORT|METRICS|patients|map|Report)=([\w.]+\.\w+)", script)
    assert [name for name in written if not (folder / name).stat().st_size] == []

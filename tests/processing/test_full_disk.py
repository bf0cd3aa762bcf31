# SPDX-License-Identifier: GPL-2.0-or-later
"""A disk that is full, for real: a file system of a few kilobytes, or of nothing but what may be read."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from qgis.core import QgsProcessingException

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "sample" / "upstate_new_york.gpkg"
GIVEN = {
    "PATIENTS": f"{SAMPLE}|layername=patients", "AREAS": f"{SAMPLE}|layername=tracts", "AREA_ID": "tract",
    "POPULATION": "population", "RISK": 0.2,
}  # fmt: skip


@pytest.fixture
def disk(tmp_path):
    """Give the function that mounts a file system of a size, read-only or not, until the test is over."""
    mounted = []

    def mount(size: str) -> Path:
        folder = tmp_path / f"disk{len(mounted)}"
        folder.mkdir()
        told = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)],
            capture_output=True,
            check=False,
        )
        if told.returncode:
            pytest.skip("this user may not mount a small disk")
        mounted.append(folder)
        return folder

    if shutil.which("mount") is None or not hasattr(os, "geteuid"):
        pytest.skip("this system has no mount")
    yield mount
    for folder in mounted:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def sums(folder):
    return {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.rglob("*") if p.is_file()}


def rows(path):
    """Every table, index and row of a GeoPackage."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        tables = database.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        plain = [name for name, sql in tables if (sql or "").startswith("CREATE TABLE")]
        return tables, {name: database.execute(f'SELECT * FROM "{name}"').fetchall() for name in plain}


def plain_words(refusal):
    text = str(refusal.value)
    assert "full" in text
    assert not any(word in text for word in ("SQL", "sqlite3", "gpkg_", "INSERT", "CREATE", "Traceback"))


@pytest.mark.parametrize("size", ["64k", "200k"])
@pytest.mark.parametrize("suffix", ["gpkg", "shp", "geojson", "sqlite"])
def test_a_disk_that_fills_up_is_named_and_stays_as_it_was(run, disk, size, suffix):
    folder = disk(size)
    (folder / "mine.txt").write_text("mine")
    (folder / f"masked.{suffix}").write_text("an earlier output")
    before = sums(folder)
    with pytest.raises(QgsProcessingException) as refusal:
        names = {"OUTPUT": f"masked.{suffix}", "REPORT": "report.html", "INTERNAL": f"links.{suffix}"}
        run("lpmask", {**GIVEN, **{name: str(folder / file) for name, file in names.items()}})
    plain_words(refusal)
    assert sums(folder) == before
    assert {path.name for path in folder.iterdir()} == {"mine.txt", f"masked.{suffix}"}


@pytest.mark.parametrize("room_kb", [8, 24, 40, 56, 72, 88])
def test_a_geopackage_on_a_full_disk_keeps_its_layers(run, disk, room_kb):
    size = SAMPLE.stat().st_size // 1024 + 4 + room_kb
    folder = disk(f"{size}k")
    study = folder / "study.gpkg"
    shutil.copy(SAMPLE, study)
    before = rows(study)
    given = {**GIVEN, "PATIENTS": f"{study}|layername=patients"}
    with pytest.raises(QgsProcessingException) as refusal:
        run("lpmask", {**given, "OUTPUT": f"ogr:dbname='{study}' table=\"masked\" (geom)"})
    plain_words(refusal)
    assert rows(study) == before
    assert [path.name for path in folder.iterdir()] == ["study.gpkg"]


def test_a_disk_that_can_only_be_read_is_named(run, disk):
    folder = disk("1m")
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    with pytest.raises(QgsProcessingException, match="could not be written"):
        run("lpmask", {**GIVEN, "OUTPUT": str(folder / "masked.gpkg")})

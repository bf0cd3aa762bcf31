# SPDX-License-Identifier: GPL-2.0-or-later
"""A disk that is full, for real: a file system of a few kilobytes, or of nothing but what may be read."""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest
from conftest import lpmask
from qgis.core import QgsProcessingException

from geodeid_plugin.processing_provider.framework.ledger import store
from geodeid_plugin.processing_provider.framework.writing.outbox import Outbox
from tests.refusals import refuses

pytestmark = pytest.mark.usefixtures("solved_once")
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
            ["mount", "-t", "tmpfs", "-o", size if "=" in size else f"size={size}", "tmpfs", str(folder)],
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("size", ["16k", "200k"])
@pytest.mark.parametrize("suffix", ["gpkg", "csv"])
def test_a_disk_that_a_large_layer_fills_is_named_and_stays_as_it_was(
    run, grid, disk, monkeypatch, size, suffix
):
    monkeypatch.setattr(Outbox, "large_rows", 1)
    folder = disk(size)
    (folder / f"near.{suffix}").write_text("an earlier output")
    before = sums(folder)
    given = {"AREAS": grid(10, 80), "AREA_ID": "id", "K": 15, "REPORT": str(folder / "report.html")}
    with pytest.raises(QgsProcessingException) as refusal:
        run("capneighbours", {**given, "OUTPUT": str(folder / f"near.{suffix}")})
    plain_words(refusal)
    assert sums(folder) == before


@pytest.mark.slow
@pytest.mark.parametrize("room", ["size=4k", "size=8k", "nr_inodes=2"])
@pytest.mark.parametrize("form", ["pdf", "svg"])
def test_a_picture_that_the_disk_does_not_take_whole_is_refused_and_not_given(run, disk, form, room):
    folder = disk(room)
    picture = folder / f"map.{form}"
    with refuses("drawing.file.not_written", match=rf"{form.upper()} could not be written. Is the disk"):
        run("mappreview", {"LAYER": GIVEN["PATIENTS"], "IMAGE": str(picture), "DPI": 60})
    assert not list(folder.iterdir())


def test_a_disk_that_can_only_be_read_is_named(run, disk):
    folder = disk("1m")
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    with refuses("output.folder.closed"):
        run("lpmask", {**GIVEN, "OUTPUT": str(folder / "masked.gpkg")})


@pytest.fixture
def remembered(run, tmp_path):
    """Give the function that releases the sample's first patients with a ledger on some disk."""
    sample = f"{SAMPLE}|layername=patients|subset=fid<="

    def release(folder, patients, **extra):
        given = {**GIVEN, "PATIENTS": f"{sample}{patients}", "LEDGER_ID": "patient", "PLANNED_RECORDS": 600}
        given |= {"LEDGER": str(folder / "l.gpkg"), "LEDGER_KEY": str(tmp_path / "l.key")}
        return lpmask(run, {**given, "OUTPUT": str(tmp_path / f"m{patients}.gpkg"), **extra})

    return release


def entries(folder, key):
    return store.open_ledger_file(folder / "l.gpkg", key).entries


@pytest.mark.slow
@pytest.mark.parametrize("room_kb", [0, 4, 12, 24, 60])
def test_a_ledger_on_a_full_disk_stops_the_release_and_stays_whole(disk, remembered, tmp_path, room_kb):
    store.create(tmp_path / "l.gpkg", tmp_path / "l.key")
    remembered(tmp_path, 40)
    folder = disk(f"{(tmp_path / 'l.gpkg').stat().st_size // 1024 + 4 + room_kb}k")
    shutil.copy(tmp_path / "l.gpkg", folder / "l.gpkg")
    before = entries(folder, tmp_path / "l.key")
    with refuses("ledger.file.unusable", match="full"):
        remembered(folder, 500)
    assert entries(folder, tmp_path / "l.key") == before
    assert not (tmp_path / "m500.gpkg").exists()
    assert [path.name for path in folder.iterdir()] == ["l.gpkg"]
    remembered(tmp_path, 500)


@pytest.mark.slow
def test_a_ledger_that_can_only_be_read_stops_the_release(disk, remembered, tmp_path):
    folder = disk("4m")
    store.create(folder / "l.gpkg", tmp_path / "l.key")
    remembered(folder, 40)
    before = entries(folder, tmp_path / "l.key")
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    with refuses("ledger.file.unusable", match=r"l\.gpkg"):
        remembered(folder, 60)
    assert not (tmp_path / "m60.gpkg").exists()
    subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
    assert entries(folder, tmp_path / "l.key") == before


@pytest.mark.slow
def test_a_key_on_a_disk_that_can_only_be_read_is_used_and_reports_keep_the_witness(
    disk, remembered, tmp_path
):
    folder = disk("1m")
    store.create(tmp_path / "l.gpkg", folder / "l.key")
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    metrics = tmp_path / "m.json"
    remembered(tmp_path, 40, LEDGER_KEY=str(folder / "l.key"), METRICS=str(metrics))
    witness = json.loads(metrics.read_text())["ledger"]["witness"]
    remembered(tmp_path, 60, LEDGER_KEY=str(folder / "l.key"), LEDGER_WITNESS=witness)
    assert not list(folder.glob("*.witness"))


def test_a_new_ledger_leaves_nothing_on_a_full_disk(run, disk, tmp_path):
    folder = disk("40k")
    files = {"LEDGER": folder / "l.gpkg", "KEY": folder / "l.key", "RECOVERY": folder / "sheet.txt"}
    with refuses("ledger.file.not_written"):
        run("newledger", {name: str(file) for name, file in files.items()})
    assert not list(folder.iterdir())


@pytest.mark.slow
def test_a_ledger_that_another_holds_for_long_is_waited_for(remembered, tmp_path, monkeypatch):
    """A slow folder: the lock of another is there for two seconds, then for longer than the run waits."""
    store.create(tmp_path / "l.gpkg", tmp_path / "l.key")
    monkeypatch.setattr(store, "_WAIT_SECONDS", 15)
    holder = sqlite3.connect(str(tmp_path / "l.gpkg"), isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    let_go = threading.Timer(2.0, lambda: holder.execute("ROLLBACK"))
    let_go.start()
    remembered(tmp_path, 40)
    let_go.join()
    holder.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(store, "_WAIT_SECONDS", 1)
    with refuses("ledger.file.unusable"):
        remembered(tmp_path, 60)
    holder.execute("ROLLBACK")
    holder.close()
    assert not (tmp_path / "m60.gpkg").exists()
    assert len([one for one in entries(tmp_path, tmp_path / "l.key") if one.kind == "release"]) == 1

# SPDX-License-Identifier: GPL-2.0-or-later
"""What is handed over: the files that were judged, as they were judged, and nothing else of the folder."""

import hashlib
import os
import zipfile

import pytest

pytest.importorskip("qgis.core")

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.gui.publish.running.folder import checksums, pack
from tests.refusals import refuses

JUDGED = {"README.txt": b"read me", "map.png": b"picture", "masked_points.gpkg": b"points"}


@pytest.fixture
def made(tmp_path):
    """Folder of a release, the checksums of its run, and where the zip goes."""
    folder = tmp_path / "Maria" / "release"
    folder.mkdir(parents=True)
    for name, data in JUDGED.items():
        (folder / name).write_bytes(data)
    return folder, checksums(folder), folder.parent / "out.zip"


def held(target):
    with zipfile.ZipFile(target) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def test_it_holds_the_judged_files_and_their_checksums(made):
    folder, sums, target = made
    assert pack(folder, sums, target) == []
    found = held(target)
    listed = dict(line.split("  ")[::-1] for line in found.pop("SHA256SUMS.txt").decode().splitlines())
    assert found == JUDGED
    assert listed == {name: hashlib.sha256(data).hexdigest() for name, data in JUDGED.items()}


def test_what_was_put_there_after_the_verdict_is_left_out_and_named(made, tmp_path):
    folder, sums, target = made
    (tmp_path / "patients.gpkg").write_bytes(b"true places")
    (folder / "patients.gpkg").write_bytes(b"true places")
    (folder / "a_link.gpkg").symlink_to(tmp_path / "patients.gpkg")
    (folder / "masked_points.gpkg-wal").write_bytes(b"edits")
    (folder / "internal").mkdir()
    (folder / "internal" / "links.gpkg").write_bytes(b"true places")
    left = pack(folder, sums, target)
    assert left == ["a_link.gpkg", "internal/links.gpkg", "masked_points.gpkg-wal", "patients.gpkg"]
    assert set(held(target)) == {*JUDGED, "SHA256SUMS.txt"}


@pytest.mark.parametrize("change", ["edited", "gone", "a link to other data", "the folder renamed"])
def test_a_release_that_is_not_as_it_was_judged_is_refused(made, tmp_path, change):
    folder, sums, target = made
    points = folder / "masked_points.gpkg"
    if change == "edited":
        points.write_bytes(b"true places")
    elif change == "the folder renamed":
        folder.rename(folder.with_name("held_back"))
    else:
        points.unlink()
    if change == "a link to other data":
        (tmp_path / "patients.gpkg").write_bytes(b"true places")
        points.symlink_to(tmp_path / "patients.gpkg")
    with refuses("release.file.changed"):
        pack(folder, sums, target)
    assert [one.name for one in folder.parent.iterdir() if one.name.endswith((".zip", ".part"))] == []


def test_nothing_is_left_of_one_that_is_stopped_or_finds_no_room(made, monkeypatch):
    folder, sums, target = made
    with pytest.raises(CancelledError):
        pack(folder, sums, target, lambda: True)

    def full(*_given):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with refuses("output.file.not_written", match="the disk is full"):
        pack(folder, sums, target)
    assert [one.name for one in folder.parent.iterdir()] == ["release"]


def test_it_tells_neither_when_nor_by_whom_nor_where_it_was_made(made):
    folder, sums, target = made
    pack(folder, sums, target)
    first = target.read_bytes()
    for path in folder.iterdir():
        os.utime(path, (1_000_000_000, 1_000_000_000))
        path.chmod(0o600)
    pack(folder, sums, target)
    assert target.read_bytes() == first and b"Maria" not in first
    with zipfile.ZipFile(target) as packed:
        assert packed.namelist() == [*sorted(JUDGED), "SHA256SUMS.txt"]
        assert not any(one.extra or one.comment for one in packed.infolist())


def test_a_folder_that_was_taken_away_is_said_to_be_gone(qgis_app, tmp_path, monkeypatch):
    pytest.importorskip("qgis.gui")
    from geodeid_plugin.core.base.verdict import Level
    from geodeid_plugin.gui.publish import result
    from geodeid_plugin.gui.publish.jobs import jobs

    opened = []
    monkeypatch.setattr(result.QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    page = result.Result()
    page.tell(result.Outcome(jobs()[0], tmp_path, tmp_path / "release", Level.PASSED, "Passed.", "", {}))
    page.folder.click()
    page.report.click()
    assert opened == [str(tmp_path)] and "report.html is no longer there" in page.handed.text()
    page.close_down()

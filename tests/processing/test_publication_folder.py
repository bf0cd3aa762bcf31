# SPDX-License-Identifier: GPL-2.0-or-later
"""The folder of a publication: there at once or not at all, and nothing true left beside it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("qgis.core")

from geodeid_plugin.gui.publish.jobs import jobs
from geodeid_plugin.gui.publish.running import folder as folders
from geodeid_plugin.gui.publish.running.folder import PublicationFolder, read_me
from tests.refusals import refuses

ROOT = Path(__file__).resolve().parents[2]
KILLED = """
import os, signal, sys
sys.path.insert(0, {root!r})
from pathlib import Path
from geodeid_plugin.gui.publish.jobs import jobs
from geodeid_plugin.gui.publish.running.folder import PublicationFolder
one = PublicationFolder(Path({final!r}), jobs()[0])
one.write("internal/links.txt", "true places")
os.kill(os.getpid(), signal.SIGKILL)
"""


def below(folder):
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file())


def filled(place, job=0):
    one = PublicationFolder(place, jobs()[job])
    one.write("internal/links.txt", "true places")
    return one


def test_it_appears_whole_with_nothing_of_its_making(tmp_path):
    filled(tmp_path / "out").place("passed")
    assert below(tmp_path) == ["out/internal/links.txt"]
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == ["internal", "release"]


@pytest.mark.slow
def test_what_a_killed_run_left_goes_with_the_next_one(tmp_path):
    script = KILLED.format(root=str(ROOT), final=str(tmp_path / "out"))
    ended = subprocess.run([sys.executable, "-c", script], env=os.environ, capture_output=True, text=True)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    assert any("links.txt" in name for name in below(tmp_path))
    PublicationFolder(tmp_path / "another", jobs()[0]).discard()
    assert not list(tmp_path.iterdir())


def test_the_folder_of_a_run_under_way_is_left_alone(tmp_path):
    first = filled(tmp_path / "first")
    filled(tmp_path / "second").place("passed")
    first.place("passed")
    assert below(tmp_path) == ["first/internal/links.txt", "second/internal/links.txt"]


def test_other_hidden_folders_are_left_alone(tmp_path):
    mine = tmp_path / ".thesis.0a1b2c3d.part"
    (mine / "internal").mkdir(parents=True)
    (mine / "internal" / "chapter.txt").write_text("mine")
    PublicationFolder(tmp_path / "out", jobs()[0]).discard()
    assert below(tmp_path) == [".thesis.0a1b2c3d.part/internal/chapter.txt"]


@pytest.mark.parametrize("name", ["a/b", "..", ".", "../up", "a\\b"])
def test_a_name_is_one_folder_s(tmp_path, name):
    with refuses("folder.name.not_a_name"):
        folders.place_of(str(tmp_path), name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("target", ["nowhere", "empty"])
def test_a_link_is_refused_before_anything_runs(tmp_path, target):
    (tmp_path / "empty").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / target)
    with refuses("folder.name.link"):
        PublicationFolder(tmp_path / "out", jobs()[0])
    assert sorted(one.name for one in tmp_path.iterdir()) == ["empty", "out"]


def test_nothing_is_left_where_it_cannot_be_made(tmp_path, monkeypatch):
    made = Path.mkdir

    def full(self, *args, **more):
        if self.name == "release":
            raise OSError(28, "No space left on device")
        return made(self, *args, **more)

    monkeypatch.setattr(Path, "mkdir", full)
    with refuses("folder.files.not_made"):
        PublicationFolder(tmp_path / "out", jobs()[0])
    assert not list(tmp_path.iterdir())


def test_files_that_came_meanwhile_are_kept_and_nothing_true_is_left(tmp_path):
    one = filled(tmp_path / "out")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with refuses("folder.files.not_made"):
        one.place("passed")
    assert below(tmp_path) == ["out/mine.txt"]


def test_what_was_held_back_is_nowhere_called_fit_to_hand_over(tmp_path):
    for verdict in ("gives_away", "not_judged", ""):
        said = read_me(jobs()[0], verdict, ["map.png"])
        assert "HELD BACK" in said and "may be handed over" not in said
    assert "may be handed over" in read_me(jobs()[0], "passed", ["map.png"])
    bound = read_me(jobs()[0], "with_care", ["map.png"])
    assert "once the conditions on the first page of report.html are met" in bound

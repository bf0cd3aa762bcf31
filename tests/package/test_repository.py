# SPDX-License-Identifier: GPL-2.0-or-later
"""What the repository holds: nothing that a program left there, and no place on anybody's machine."""

import re
import subprocess
from configparser import ConfigParser
from datetime import date
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "geodeid_plugin"
TOP = {
    ".ci", ".github", ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
    "README.md", "docs", "geodeid_plugin", "metadata.txt", "mkdocs.yml", "pyproject.toml", "resources",
    "scripts", "tests",
}  # fmt: skip
PLACE = re.compile(r"/tmp/(?:tmp\w|pytest)|(?<![\w.])/(?:root|home/(?!user\b|you\b)\w+)/")


SECTION = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)


@pytest.fixture(scope="module")
def tracked():
    if not (ROOT / ".git").exists():
        pytest.skip("this copy has no history, so nobody can say which files belong to it")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if name]


def test_the_top_level_holds_what_a_project_has_and_nothing_a_program_left(tracked):
    assert {name.split("/")[0] for name in tracked} == TOP


def test_no_file_names_a_place_on_somebody_s_machine(tracked):
    found = []
    for name in tracked:
        text = (ROOT / name).read_bytes().decode("utf-8", "replace")
        if PLACE.search(text):
            found.append((name, PLACE.search(text).group()))
    assert not found


def test_the_addresses_of_the_project_stand_in_its_metadata_alone(tracked):
    stated = ConfigParser(interpolation=None)
    stated.read(ROOT / "metadata.txt", encoding="utf-8")
    addresses = [stated["general"][name].encode() for name in ("homepage", "tracker", "repository", "email")]
    holding = [name for name in tracked if any(one in (ROOT / name).read_bytes() for one in addresses)]
    assert holding == ["metadata.txt"]


def test_the_newest_section_of_the_changelog_is_this_version_dated_and_begins_with_upgrading():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    if "\n## Unreleased\n" in text:
        pytest.skip("there are changes that belong to no version yet: scripts/release refuses them")
    sections = SECTION.findall(text)
    assert len(sections) == len(re.findall("^## ", text, re.MULTILINE)), "each has a version and a date"
    days = [date.fromisoformat(day) for _version, day in sections]
    assert days == sorted(days, reverse=True)
    version = re.search(r"^version=(.+)$", (ROOT / "metadata.txt").read_text("utf-8"), re.MULTILINE)[1]
    assert sections[0][0] == version
    first = text.split("\n## ")[1].split("\n### ")[1]
    assert first.startswith(f"Upgrading from {sections[1][0].rpartition('.')[0]}\n\n- ")


@pytest.mark.skipif(not BUILT.exists(), reason="build/ is missing: run scripts/build_plugin")
def test_the_plugin_manager_shows_the_newest_section_whole():
    shown = ConfigParser(interpolation=None)
    shown.read(BUILT / "metadata.txt", encoding="utf-8")
    section = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    lines = [re.sub("^### ", "", line).strip() for line in section.replace("%", "percent").splitlines()]
    assert shown["general"]["changelog"].splitlines() == [line for line in lines if line]

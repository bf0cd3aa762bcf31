# SPDX-License-Identifier: GPL-2.0-or-later
"""What the repository holds: nothing that a program left there, and no place on anybody's machine."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP = {
    ".ci", ".github", ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
    "README.md", "docs", "geodeid_plugin", "metadata.txt", "mkdocs.yml", "pyproject.toml", "resources",
    "scripts", "tests",
}  # fmt: skip
PLACE = re.compile(r"/tmp/tmp\w|/tmp/pytest|(?<![\w.])/(?:root|home/(?!user\b|you\b)\w+)/")


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
        if name != "tests/package/test_repository.py" and PLACE.search(text):
            found.append((name, PLACE.search(text).group()))
    assert not found

# SPDX-License-Identifier: GPL-2.0-or-later
"""The words of docs/words.md: what it says not to write stands on no screen and no page."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "words.md"
NEVER = (
    "one a record",
    "one distinct code an area",
    "made points",
    "dots an inch",
    "rightly",
    "are told and left out",
    "was played",
    "at least so many",
    "metres a pixel",
)


@pytest.fixture(scope="module")
def sentences():
    """Every text of the plugin, and every page but those that quote these words."""
    found = []
    for path in sorted((ROOT / "geodeid_plugin").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        shown = [
            node.args[0].value
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and getattr(node.func, "id", "") in ("tr", "Phrase")
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ]
        found.append((path, " ".join(map(str, shown))))
    for path in sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]):
        if path != GUIDE:
            found.append((path, " ".join(path.read_text("utf-8").split())))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("words", NEVER)
def test_what_the_style_guide_warns_of_is_not_written(words, sentences):
    assert words in GUIDE.read_text("utf-8")
    pattern = re.compile(rf"\b{words}\b", re.IGNORECASE)
    found = [str(path.relative_to(ROOT)) for path, text in sentences if pattern.search(text)]
    assert not found

# SPDX-License-Identifier: GPL-2.0-or-later
"""The plan of the house: no circle between rooms, no import upwards."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.modules import nodes_of

PACKAGE = Path(__file__).resolve().parents[2] / "geodeid_plugin"
FLOORS = {
    "": ["core", "i18n", "host", "report", "processing_provider", "gui"],
    "processing_provider": [
        "io",
        "framework",
        "areas",
        "geomasking",
        "clustering",
        "disclosure",
        "utility",
        "provider",
    ],
    "core": [
        "base",
        "geometry",
        "mapimage",
        "geomask",
        "exposure",
        "intake",
        "counts",
        "clustering",
        "utility",
    ],
}
"""The order of the rooms from the ground up; a room imports from those before it alone."""


def folders(root: Path) -> list[Path]:
    return [root, *sorted(path.parent for path in root.rglob("__init__.py") if path.parent != root)]


def rooms(folder: Path) -> set[str]:
    modules = {path.stem for path in folder.glob("*.py") if path.stem != "__init__"}
    return modules | {path.parent.name for path in folder.glob("*/__init__.py")}


@cache
def imported(path: Path, root: Path) -> set[tuple[str, ...]]:
    """What a module imports from the package, as parts of a path below its root."""
    found, here = set(), path.relative_to(root).parts[:-1]
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - node.level + 1] + tuple(filter(None, (node.module or "").split(".")))
            found |= {(*base, name.name) for name in node.names}
    return found


def arrows(folder: Path, root: Path) -> set[tuple[str, str]]:
    """Pairs of rooms of a folder of which the first imports the second."""
    here, inside = folder.relative_to(root).parts, rooms(folder)
    found = set()
    for path in folder.rglob("*.py"):
        room = path.relative_to(folder).with_suffix("").parts[0]
        for target in imported(path, root):
            if target[: len(here)] == here and len(target) > len(here):
                other = target[len(here)]
                if {room, other} <= inside and room != other:
                    found.add((room, other))
    return found


def in_circles(pairs: set[tuple[str, str]]) -> set[str]:
    """Rooms that are left when those that import nothing are taken away, again and again."""
    left = set(pairs)
    while True:
        importing = {one for one, _ in left}
        fewer = {(one, other) for one, other in left if other in importing}
        if fewer == left:
            return importing
        left = fewer


def house(root: Path, modules: dict) -> Path:
    for name, text in modules.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        for parent in [path.parent, *path.parent.relative_to(root).parents]:
            (root / parent / "__init__.py").touch()
        path.write_text(text, "utf-8")
    return root


@pytest.mark.slow
@pytest.mark.parametrize("folder", folders(PACKAGE), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_import_in_no_circle(folder):
    assert not in_circles(arrows(folder, PACKAGE))


@pytest.mark.slow
@pytest.mark.parametrize("folder", FLOORS)
def test_no_import_runs_upwards(folder):
    floors = FLOORS[folder]
    assert rooms(PACKAGE / folder) == set(floors), "give the new room its floor"
    upwards = {
        (room, other)
        for room, other in arrows(PACKAGE / folder, PACKAGE)
        if floors.index(room) < floors.index(other)
    }
    assert not upwards


def test_a_circle_over_three_rooms_is_found(tmp_path):
    modules = {
        "a/one.py": "from ..b import two\n",
        "b/two.py": "def late():\n    from ..c.three import x\n",
        "c/three.py": "from .. import a\n",
        "d/four.py": "from ..a import one\n",
    }
    found = arrows(house(tmp_path, modules), tmp_path)
    assert found == {("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")}
    assert in_circles(found) == {"a", "b", "c", "d"}
    assert not in_circles(found - {("c", "a")})

# SPDX-License-Identifier: GPL-2.0-or-later
"""The files of this repository that a script runs: itself, what it imports, and what these import.

A part of the evidence is as old as the last change of one of them, whatever else changed.
"""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path

PLUGIN = "geodeid_plugin"
THROUGH_QGIS = "geodeid:"
"""Whoever names an algorithm so runs it through QGIS, and with it whatever the provider imports."""
PROVIDER = f"{PLUGIN}/processing_provider/provider.py"


def sources_of(script: Path, root: Path) -> list[Path]:
    """The files that a script runs, sorted.

    Parameters
    ----------
    script : Path
        The script.
    root : Path
        The repository; only files below its ``scripts`` and ``geodeid_plugin`` count.

    Returns
    -------
    list of Path
    """
    found: set[Path] = set()
    waiting = {script.resolve()}
    while waiting:
        path = waiting.pop()
        found.add(path)
        waiting |= set(imported(path, root)) - found
    return sorted(found)


@cache
def imported(path: Path, root: Path) -> tuple[Path, ...]:
    """The files of the repository that a file imports, names to start them, or reaches through QGIS."""
    text = path.read_text("utf-8")
    if path.suffix not in (".py", ""):
        return ()
    tree = ast.parse(text)
    # What the plugin's start imports inside of functions is for QGIS, and nothing that a part runs.
    nodes = tree.body if path.name == "__init__.py" else ast.walk(tree)
    files = {one for node in nodes for name in names_in(node, path, root) for one in files_of(name, root)}
    if path.is_relative_to(root / PLUGIN):
        return tuple(files)
    if THROUGH_QGIS in text:
        files.add(root / PROVIDER)
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return (*files, *(one for one in started_by_scripts(root) if one.name in words))


def names_in(node: ast.AST, path: Path, root: Path) -> list[str]:
    """Dotted names that a statement imports: modules, and what is taken from them."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    package = path.relative_to(root).parts[:-1]
    above = package[: len(package) - node.level + 1] if node.level else ()
    start = ".".join((*above, *([node.module] if node.module else ())))
    return [start, *(f"{start}.{alias.name}" for alias in node.names if alias.name != "*")]


@cache
def files_of(name: str, root: Path) -> tuple[Path, ...]:
    """The files behind a dotted name: the module and the packages around it; none of other libraries."""
    parts = name.split(".")
    if parts[0] == PLUGIN:
        inner = [root.joinpath(*parts[:end], "__init__.py") for end in range(1, len(parts) + 1)]
        return tuple(one for one in (*inner, root.joinpath(*parts).with_suffix(".py")) if one.is_file())
    return beside_scripts(root).get(parts[0], ())


@cache
def beside_scripts(root: Path) -> dict[str, tuple[Path, ...]]:
    """The modules that scripts import from their own folders, by name."""
    return {path.stem: (path,) for path in sorted((root / "scripts").rglob("*.py"))}


@cache
def started_by_scripts(root: Path) -> tuple[Path, ...]:
    """The programs beside the scripts of the evidence that may be started by their names, in any language."""
    return tuple(path for path in sorted((root / "scripts" / "evidence").rglob("*.*")) if path.is_file()
                 and path.suffix in (".py", ".R", ".js", ".html", ".sh"))  # fmt: skip


def digest_of(script: Path, root: Path) -> str:
    """First twelve digits of the SHA-256 of all that a script runs."""
    total = hashlib.sha256()
    for path in sources_of(script, root):
        total.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return total.hexdigest()[:12]

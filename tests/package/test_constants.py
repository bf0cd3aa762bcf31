# SPDX-License-Identifier: GPL-2.0-or-later
"""Every number that a module names says what it is, and where it comes from."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.modules import parsed

PACKAGE = Path(__file__).resolve().parents[2] / "geodeid_plugin"


def constants(tree) -> list:
    """Assignments of numbers to names in capitals at the top of a module."""
    return [node for node in tree.body if isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_number(node)]


def _is_number(node) -> bool:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    names = [one.id for one in getattr(target, "elts", [target]) if isinstance(one, ast.Name)]
    parts = list(ast.walk(node.value)) if node.value else []
    values = [part.value for part in parts if isinstance(part, ast.Constant)]
    numbers = [value for value in values if isinstance(value, (int, float)) and not isinstance(value, bool)]
    plain = not any(isinstance(value, str) for value in values)
    return bool(names and names[0].isupper() and numbers and plain) and not any(
        isinstance(part, ast.Call) for part in parts
    )


def without_a_word(source: str) -> list[int]:
    """Lines of constants that neither a docstring below nor a comment beside them explains.

    Constants that follow each other without an empty line share the docstring of the last.
    """
    tree, lines = parsed(source), source.splitlines()
    explained = {
        before.lineno
        for before, word in zip(tree.body, tree.body[1:])
        if isinstance(word, ast.Expr) and isinstance(getattr(word.value, "value", None), str)
    }
    found = []
    for node in reversed(constants(tree)):
        if node.end_lineno + 1 in explained:
            explained.add(node.lineno)
        commented = "#" in lines[node.end_lineno - 1] or lines[node.lineno - 2].lstrip().startswith("#")
        if node.lineno not in explained and not commented:
            found.append(node.lineno)
    return found


def test_every_constant_says_what_it_is():
    silent = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line in without_a_word(path.read_text("utf-8"))
    ]
    assert not silent, "a line below it: what for, chosen how, from where"


def test_a_constant_without_a_word_is_found():
    source = (
        '"""Module."""\n\nA = 1\n\nB = 2.5\nC = (3, 4)\n"""Both."""\nD, E = 5, 6  # of chance\nF = 1e-9\n'
    )
    assert without_a_word(source) == [9, 3]

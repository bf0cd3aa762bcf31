# SPDX-License-Identifier: GPL-2.0-or-later
"""The sources of the package, read and taken apart once for all laws that look at them."""

import ast
from functools import cache
from pathlib import Path


@cache
def source(path: Path) -> str:
    """The text of a module."""
    return path.read_text("utf-8")


@cache
def parsed(text: str) -> ast.Module:
    """The tree of a source."""
    return ast.parse(text)


@cache
def nodes(text: str) -> tuple[ast.AST, ...]:
    """Every part of that tree."""
    return tuple(ast.walk(parsed(text)))


def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every part of the tree of a module."""
    return nodes(source(path))

# SPDX-License-Identifier: GPL-2.0-or-later
"""Notebooks: pictures, pages and words of their cells and outputs, whose lines stand apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ..parts import Budget
from .webpage import embedded

_PAGE = ("text/html", "image/svg+xml")
_WORDS = ("source", "text", "text/plain", "text/markdown", "text/latex", "application/javascript")
"""Keys whose lines are words, by the format of notebooks (nbformat 4)."""


def notebook_parts(text: str, budget: Budget) -> tuple[list[tuple[str, bytes]], str]:
    """Files that a notebook carries, and its text without them.

    Parameters
    ----------
    text : str
    budget : Budget

    Returns
    -------
    files : list of (str, bytes)
        Pictures and pages of outputs, and the words of all cells, under names of their own.
    rest : str
        What is left; the whole text where it is no JSON.
    """
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        return [], text
    files: list[tuple[str, bytes]] = []
    words: list[str] = []
    waiting: list[Any] = [notebook]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, dict):
            for key in list(value):
                held = _joined(value[key])
                taken = held is not None and _taken(key, held, files, words, budget)
                waiting.append("" if taken else value[key])
                value[key] = "" if taken else value[key]
    if words:
        files.append(("cells.txt", "\n\n".join(words).encode("utf-8", "replace")))
    return files, json.dumps(notebook, ensure_ascii=False)


def _joined(value: Any) -> str | None:
    """Words that stand whole or line by line; None of anything else."""
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return "".join(value)
    return value if isinstance(value, str) else None


def _taken(key: str, held: str, files: list[tuple[str, bytes]], words: list[str], budget: Budget) -> bool:
    if key.startswith("image/") and not held.lstrip().startswith("<"):
        files += _pictures(key, held, len(files), budget)
    elif key in _PAGE:
        files.append(
            (f"output {len(files) + 1}.{'svg' if 'svg' in key else 'html'}", held.encode("utf-8", "replace"))
        )
    elif key in _WORDS:
        words.append(held)
    else:
        return False
    return True


def _pictures(key: str, held: str, count: int, budget: Budget) -> Iterator[tuple[str, bytes]]:
    for name, content in embedded(f"data:{key};base64,{''.join(held.split())}", budget):
        yield f"output {count + 1} {name}", content

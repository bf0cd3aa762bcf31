# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots that a program drew on a page or slide, shape by shape or as one shape of many pieces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from .....base.errors import Phrase
from ..xmltree import Element

DRAWN = Phrase(
    "It holds many small shapes of one size, drawn by hand or by a program. They may be places on a map, and "
    "were not read. Save the document as a PDF and check that."
)
LEAST_SHAPES = 5
"""Shapes of one size, or pieces of one shape, that may be the dots of a map."""
LARGEST_SHAPE = 250_000
"""Side of a shape that may be a dot, in English Metric Units: 7 mm."""
_BULLETS = frozenset("●•·○◦◉⬤∙⚫⚪★☆▲△■□◆◇×✕✖+*")
"""Letters that stand for a dot where they stand alone."""
_MOVE = re.compile(r"m", re.IGNORECASE)
"""A new piece of a path, as SVG, VML and OpenDocument write it."""
_UNITS = {"pt": 12_700.0, "in": 914_400.0, "cm": 360_000.0, "mm": 36_000.0, "px": 9_525.0}
_LENGTH = re.compile(r"(width|height)\s*:\s*([\d.]+)\s*(pt|in|cm|mm|px)?", re.IGNORECASE)


def draws_dots(root: Element) -> bool:
    """Whether a part of an office document draws many small shapes of one size, or one of many pieces.

    Examples
    --------
    >>> oval = Element("oval", {"style": "width:5pt;height:5pt"})
    >>> draws_dots(Element("pict", {}, [oval] * 4)), draws_dots(Element("pict", {}, [oval] * 5))
    (False, True)
    """
    return _alike(root) or _in_pieces(root) or _bullets_alone(root) or _in_ink(root)


def _alike(root: Element) -> bool:
    """Small shapes of one size, as DrawingML and VML write them."""
    sizes: Counter[tuple[float, float]] = Counter()
    for shape in root.every("sp", "wsp"):
        size = shape.first("ext")
        if size is not None and "cx" in size.attributes:
            sizes[number_of(size.attributes["cx"]), number_of(size.attributes.get("cy", ""))] += 1
    for shape in root.every("oval", "rect", "roundrect", "shape"):
        told = {one[1].lower(): float(one[2]) * _UNITS.get((one[3] or "px").lower(), 0.0)
                for one in _LENGTH.finditer(shape.attributes.get("style", ""))}  # fmt: skip
        if len(told) > 1:
            sizes[told["width"], told["height"]] += 1
    return any(times >= LEAST_SHAPES and 0 < max(size) <= LARGEST_SHAPE for size, times in sizes.items())


def _in_pieces(root: Element) -> bool:
    """One shape of many pieces: a freeform, or a path of OpenDocument or VML."""
    for path in root.every("path"):
        if sum(one.name == "moveTo" for one in path.children) >= LEAST_SHAPES:
            return True
    told = (value for one in root.every("path", "shape", "shapetype", "enhanced-geometry")
            for value in _paths(one))  # fmt: skip
    return any(len(_MOVE.findall(value)) >= LEAST_SHAPES for value in told)


def _paths(one: Element) -> Iterable[str]:
    names = ("d", "enhanced-path") if one.name in ("path", "enhanced-geometry") else ("path",)
    return (one.attributes.get(name, "") for name in names)


def _bullets_alone(root: Element) -> bool:
    """Boxes of words that hold a bullet and nothing else."""
    boxes = (one.words.strip() for one in root.every("sp", "wsp", "textbox", "text-box"))
    return sum(len(words) == 1 and words in _BULLETS for words in boxes) >= LEAST_SHAPES


def _in_ink(root: Element) -> bool:
    """Strokes of a pen."""
    return root.name == "ink" and sum(1 for _ in root.every("trace")) >= LEAST_SHAPES


def number_of(text: str) -> float:
    """A number of an attribute; 0 where it is none."""
    try:
        return float(text)
    except ValueError:
        return 0.0

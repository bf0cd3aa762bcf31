# SPDX-License-Identifier: GPL-2.0-or-later
"""Symbols of a map that a PDF draws as letters of a font or as one small picture many times."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from .....base.errors import Phrase
from .....mapimage.vector.paths import Letter, VectorPage, VectorPath
from .....mapimage.vector.pdf_content import raw_string
from .....mapimage.vector.pdf_objects import PdfFile, object_of
from ..parts import Trouble
from .words import font_of

LEAST_SYMBOLS = 5
"""Times that one symbol stands on a page where it may be that of a map: as of small shapes."""
LEAST_PLACES = 4
"""Places from left to right, and from top to bottom: the bullets of a list stand below one another."""
LARGEST_PT = 50.0
"""Larger pictures are no symbols: the markers of web maps have 25 × 41 points."""
SMALLEST_MAP_PT = 72.0
"""Pictures smaller than an inch bear no map."""
_FONTS = re.compile(
    r"dingbat|symbol|marker|wingding|webding|esri|icon|awesome|mapinfo|cartogra", re.IGNORECASE
)
"""Fonts whose letters are signs."""
_SIGNS = frozenset("•●○◦∙·×+*▲△▼▽■□◆◇★☆✕✚✖∘⊕⊗⊙oOxX")
"""Letters of other fonts that programs of statistics and geography draw as points."""
_MIDDLE = (0.396, 0.347)
"""Middle of the disc of ZapfDingbats, as a share of its size (R, pdf()); of others nearly."""
ALONE = 1.5
"""Sizes of a letter within which the next one begins in a word."""
_SIDES = 12
"""Sides of what is drawn for a sign: a disc to every reader."""
_DRAWN = Phrase(
    "One symbol stands {count} times on the page, as a letter of a font or as a small picture. The symbols "
    "may be places on a map, and were not compared with an outline. Export the page as a PNG and check "
    "that."
)


def with_symbols(path: str, document: PdfFile, page: VectorPage) -> tuple[VectorPage, list[Trouble]]:
    """The page with signs inside its drawings as discs, and a trouble for those that stand elsewhere.

    Parameters
    ----------
    path : str
    document : PdfFile
    page : VectorPage
    """
    groups = [*_pictures(page), *_letters(document, page.letters)]
    if not groups:
        return page, []
    drawn = _frame(point for one in page.paths for point in one.subpaths)
    pictures = [_frame([_corners(one.matrix)]) for one in page.images]
    maps = [one for one in pictures if min(one[2:] - one[:2]) >= SMALLEST_MAP_PT]
    discs, troubles = [], []
    for where, size, letters in groups:
        if _inside(where, drawn).sum() >= LEAST_SYMBOLS:
            discs += [_disc(x, y, size / 2) for x, y in where]
        elif not letters or any(_inside(where, one).sum() >= LEAST_SYMBOLS for one in maps):
            troubles.append(Trouble(path, Phrase(_DRAWN, count=len(where))))
    return replace(page, paths=(*page.paths, *discs)), troubles


def _pictures(page: VectorPage) -> Iterable[tuple[Any, float, bool]]:
    """Middles of each small picture that stands at many places."""
    by_number: dict[int, list[Any]] = {}
    for one in page.images:
        if one.inline is None:
            by_number.setdefault(one.number, []).append(_corners(one.matrix))
    for boxes in by_number.values():
        sides = np.ptp(np.array(boxes), axis=1)
        if float(np.median(sides)) <= LARGEST_PT and _scattered(np.mean(boxes, axis=1)):
            yield np.mean(boxes, axis=1), float(np.median(sides)), False


def _letters(document: PdfFile, letters: tuple[Letter, ...]) -> Iterable[tuple[Any, float, bool]]:
    """Middles of each sign that is written by itself at many places."""
    groups: dict[tuple[int, bytes], list[int]] = {}
    for at, one in enumerate(letters):
        if one.code:
            groups.setdefault((id(one.font), one.code), []).append(at)
    begin = np.array([one.where for one in letters]).reshape(-1, 2)
    for rows in groups.values():
        same = [letters[at] for at in rows]
        size = float(np.median([one.size for one in same]))
        where = begin[rows] + np.multiply(_MIDDLE, (size, -size))
        if _scattered(where) and _is_sign(document, same[0], begin, rows, size):
            yield where, size, True


def _is_sign(document: PdfFile, letter: Letter, begin: Any, rows: list[int], size: float) -> bool:
    """Whether a letter is of a font of signs, or looks like a sign and stands in no word."""
    from scipy.spatial import cKDTree

    name = str(object_of(document, letter.font.get("/BaseFont"))) if isinstance(letter.font, dict) else ""
    if _FONTS.search(name):
        return True
    if font_of(document, letter.font).read(raw_string(letter.code, letter.is_hex))[0].strip() not in _SIGNS:
        return False
    others = np.delete(begin, rows, axis=0)
    if not len(others):
        return True
    return float(np.median(cKDTree(others).query(begin[rows])[0])) > ALONE * size


def _scattered(where: Any) -> bool:
    places = np.unique(np.rint(np.asarray(where)), axis=0)
    return len(places) >= LEAST_SYMBOLS and all(len(np.unique(one)) >= LEAST_PLACES for one in places.T)


def _corners(matrix: tuple[float, ...]) -> Any:
    a, b, c, d, e, f = matrix
    return np.array([(e, f), (a + e, b + f), (a + c + e, b + d + f), (c + e, d + f)])


def _frame(pieces: Iterable[Any]) -> Any:
    """Left, top, right and bottom of points; a frame that holds nothing where there are none."""
    points = [one for one in pieces if len(one)]
    if not points:
        return np.array([np.inf, np.inf, -np.inf, -np.inf])
    whole = np.vstack(points)
    return np.concatenate([whole.min(axis=0), whole.max(axis=0)])


def _inside(where: Any, frame: Any) -> Any:
    return ((where >= frame[:2]) & (where <= frame[2:])).all(axis=1)


def _disc(x: float, y: float, radius: float) -> VectorPath:
    turn = np.linspace(0, 2 * np.pi, _SIDES + 1)
    rim = np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn)])
    return VectorPath((rim,), rim, (0.8, 0.0, 0.0), False)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of a PDF by their places: rows of a table, whose cells a program may write in any order."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from .....mapimage.vector.paths import Place, Written
from .....mapimage.vector.pdf_content import raw_string
from .....mapimage.vector.pdf_objects import PdfFile
from ..captions import Caption, caption_name
from .words import font_of

SAME_LINE = 0.35
"""Sizes by which the feet of letters of one line may differ: a raised index, another font."""
SAME_WORD, SAME_CELL = 0.15, 1.0
"""Sizes between two pieces of a word, and between two words of a cell: a blank has a quarter to a third."""
SAME_NUMBER = 0.2
"""Sizes between groups of digits of one number: a thin space has a sixth (siunitx's default)."""
_FINE = re.compile(r"\d[.,]\d{3}|\d{5}")
"""A number that may point at a place."""
_LEAST_NUMBERS = 2
"""Lines with fewer such numbers hold no position, which has two."""
_MINUS = ("-", "\N{MINUS SIGN}", "\N{HYPHEN}", "\N{NON-BREAKING HYPHEN}", "\N{EN DASH}")
_BROKEN, _DIGITS = re.compile("[-\N{MINUS SIGN}]?" r"\d{1,3}[.,]\d{1,5}"), re.compile(r"\d{1,5}")
"""A number with decimals, and what may be the rest of them."""
NEXT_LINE = 1.8
"""Sizes from a line to the one below it in the same cell."""


@dataclass(frozen=True)
class _Piece:
    """A piece of text: its direction in degrees, where it begins and ends along that, its foot, its size.

    ``follows`` tells whether it goes on from the piece before it, and was not put to a place of its own.
    """

    direction: int
    foot: float
    begin: float
    end: float
    size: float
    text: str
    follows: bool


def lines_by_place(document: PdfFile, written: tuple[Written, ...], known: str) -> str:
    """Lines of a page that hold two numbers or more, put together by where their pieces stand.

    Parameters
    ----------
    document : PdfFile
    written : tuple of Written
        Strings as they stand in the page.
    known : str
        The words in the order of the file: a line that stands there is left out.

    Returns
    -------
    str
        A line of the page each, cells parted by tabs.
    """
    told = {" ".join(line.split()) for line in known.splitlines()}
    lines = (_joined(line) for line in _lines(_unwrapped(_pieces(document, written))))
    return "\n".join(
        line for line in lines
        if len(_FINE.findall(line)) >= _LEAST_NUMBERS and " ".join(line.split()) not in told
    )  # fmt: skip


def captions_of(document: PdfFile, written: tuple[Written, ...]) -> list[Caption]:
    """Captions of the figures of a page, by where their pieces stand; of each column of words its own."""
    found = []
    for line in _lines(_pieces(document, written)):
        upright = sorted((one for one in line if not one.direction), key=lambda one: one.begin)
        for at, first in enumerate(upright):
            if at and first.begin - upright[at - 1].end < SAME_CELL * first.size:
                continue
            cell = [first]
            for piece in upright[at + 1 :]:
                if piece.begin - cell[-1].end >= SAME_CELL * first.size:
                    break
                cell.append(piece)
            name = caption_name(_joined(cell))
            if name is not None:
                found.append(Caption(name, first.foot, first.begin, cell[-1].end))
    return found


def _pieces(document: PdfFile, written: tuple[Written, ...]) -> Iterator[_Piece]:
    moved = 0.0
    for one in written:
        place = one.place
        if place is None:
            continue
        font, codes = font_of(document, one.font), raw_string(one.codes, one.is_hex)
        moved = (moved if place.follows else 0.0) - place.kern / 1000 * place.size * place.stretch
        begin, moved = moved, moved + font.advance(codes, place)
        piece = _piece(place, begin, moved, font.read(codes)[0])
        if piece is not None:
            yield piece


def _piece(place: Place, begin: float, end: float, text: str) -> _Piece | None:
    """A piece on the page; None of blanks, and of what has no size or no finite place."""
    a, b, c, d, e, f = place.matrix
    scale, size = math.hypot(a, b), abs(place.size) * abs(a * d - b * c) ** 0.5
    if not text.strip() or not 0 < scale < math.inf or not 0 < size < math.inf:
        return None
    x, y = a / scale, b / scale
    along = e * x + f * y
    numbers = (f * x - e * y, along + begin * scale, along + end * scale)
    if not all(map(math.isfinite, numbers)):
        return None
    return _Piece(round(math.degrees(math.atan2(b, a))) % 360, *numbers, size, text, place.follows)


def _unwrapped(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Pieces, each with what a narrow cell broke off: a number below its sign, digits below a number."""
    held: _Piece | None = None
    last: _Piece | None = None
    for piece in pieces:
        if held is not None and last is not None and _goes_on(held, last, piece):
            sign = held.text.strip() in _MINUS
            text = ("-" if sign else held.text.rstrip()) + piece.text.lstrip()
            end = max(held.end, held.begin + piece.end - piece.begin)
            held, last = replace(held, text=text, end=end), piece
            continue
        if held is not None:
            yield held
        held = last = piece
    if held is not None:
        yield held


def _goes_on(held: _Piece, last: _Piece, piece: _Piece) -> bool:
    """Whether a piece stands on the line below the last one, in its cell, and is the rest of its number."""
    lower = 0 < piece.foot - last.foot < NEXT_LINE * last.size and piece.direction == last.direction
    aside = max(last.begin - piece.end, piece.begin - last.end, 0)
    if not lower or aside >= last.size:
        return False
    above, below = held.text.strip(), piece.text.strip()
    if above in _MINUS:
        return below[0].isdigit()
    under = abs(piece.begin - last.begin) < SAME_LINE * last.size
    return under and bool(_BROKEN.fullmatch(above) and _DIGITS.fullmatch(below))


def _lines(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    """Pieces whose feet stand on one line, in the order of reading."""
    line: list[_Piece] = []
    for piece in sorted(pieces, key=lambda one: (one.direction, one.foot)):
        first = line[0] if line else piece
        apart = abs(piece.foot - first.foot) > SAME_LINE * max(piece.size, first.size)
        if apart or piece.direction != first.direction:
            yield line
            line = []
        line.append(piece)
    if line:
        yield line


def _joined(line: list[_Piece]) -> str:
    """The words of a line from its beginning to its end, cells parted by tabs."""
    line = sorted(line, key=lambda one: one.begin)
    told = line[0].text
    for before, piece in zip(line, line[1:]):
        gap, size = piece.begin - before.end, max(before.size, piece.size)
        grouped = piece.follows and before.text[-1].isdigit() and piece.text[0].isdigit()
        within = SAME_NUMBER if grouped else SAME_WORD
        told += "" if gap < within * size else " " if gap < SAME_CELL * size else "\t"
        told += piece.text
    return told

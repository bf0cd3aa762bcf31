# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of a PDF: the codes of its fonts turned into letters, what stands beside its pages, rows of tables.

A program may write the cells of a row in any order: rows are put together by the places of their pieces.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from .....base.errors import InputError
from .....mapimage.budget import one_boundary
from .....mapimage.vector.paths import Place, Written
from .....mapimage.vector.pdf_content import raw_string
from .....mapimage.vector.pdf_objects import (
    BYTES_UNDONE_A_STEP,
    DAMAGED,
    MOST_BYTES,
    PdfFile,
    as_text,
    is_stream,
    object_of,
    stream_data,
    string_of,
    values_of,
)
from .....mapimage.vector.shipped import limits, reader
from ..captions import Caption, caption_name

DEEPEST_VALUE = 20
"""Arrays and dictionaries inside one another in which strings are looked for."""
LONGEST_MAP = 4_000_000
"""Bytes of the table that tells the letters of a font's codes: all 65 536 of them take two."""
USUAL_WIDTH = 0.5
"""Of a letter whose font does not say how wide it is, as a share of its size: figures of Times."""
_UNTOLD = "\N{REPLACEMENT CHARACTER}"
"""Stands for a letter that nobody can tell."""
_SIGN = "\N{WHITE SQUARE}"
"""Stands for a sign whose glyph has a name that is no letter's, as those of mathematics do."""
_OF_SIGNS, _OLD_STYLE = range(0xF020, 0xF100), range(0xF730, 0xF73A)
"""Letters for private use that are known: of fonts of signs by Windows, digits of old style by Adobe."""
_NUMBERED = re.compile(r"/[A-Za-z]{0,2}(\d+)|/(?:cid|gid|glyph|index|char|ch)[_.-]?\d+", re.IGNORECASE)
"""Names of glyphs that number them."""
_PUT = re.compile(rb"\bdup\s+(\d{1,3})\s*(/[^\s/]{1,100})\s+put\b")
"""How the program of a font names the glyph of a code."""


def _is_code(letter: str) -> bool:
    """Whether a letter is a control, so that its font numbers glyphs in its own way."""
    return len(letter) == 1 and ord(letter) < ord(" ") and letter not in "\t\n\r"


def _known(letter: str) -> str:
    """A letter for private use as the one it looks like, where that is known."""
    code = ord(letter) if len(letter) == 1 else 0
    if code in _OF_SIGNS:
        return chr(code - 0xF000)
    return chr(code - 0xF700) if code in _OLD_STYLE else letter


@dataclass(frozen=True)
class Font:
    """How the codes of a font become letters."""

    width: int = 1
    """Bytes of a code."""
    letters: dict[int, str] = field(default_factory=dict)
    """Letters of the codes that the font tells."""
    plain: bool = True
    """Whether a code that it does not tell is the letter itself."""
    widths: dict[int, float] = field(default_factory=dict)
    """Widths of codes, as a share of the size."""
    other: float = USUAL_WIDTH
    """That of all others."""

    def read(self, codes: bytes) -> tuple[str, int]:
        """Letters of codes, and how many of these nobody can tell."""
        told, lost = [], 0
        for at in range(0, len(codes) - self.width + 1, self.width):
            code = int.from_bytes(codes[at : at + self.width], "big")
            letter = self.letters.get(code, chr(code) if self.plain else _UNTOLD)
            lost += letter == _UNTOLD or _is_code(letter)
            told.append(letter)
        return "".join(told), lost

    def advance(self, codes: bytes, place: Place) -> float:
        """How far codes move the pen, in the space of the text (ISO 32000-1, 9.4.4)."""
        numbers = [int.from_bytes(codes[at : at + self.width], "big")
                   for at in range(0, len(codes) - self.width + 1, self.width)]  # fmt: skip
        wide = place.size * sum(self.widths.get(one, self.other) for one in numbers)
        blanks = codes.count(b" ") if self.width == 1 else 0
        return (wide + place.apart * len(numbers) + place.blank * blanks) * place.stretch


def text_of(document: PdfFile, written: tuple[Written, ...]) -> tuple[str, int]:
    """The words of a page, a line a piece of text, and how many of its letters nobody can tell.

    ``written``: strings as they stand in the page, each with its font.
    """
    pieces, lost = [], 0
    for one in written:
        if one.mark:
            pieces.append(one.mark)
            continue
        text, missing = font_of(document, one.font).read(raw_string(one.codes, one.is_hex))
        pieces.append(text)
        lost += missing
    return "".join(pieces), lost


def font_of(document: PdfFile, font: Any) -> Font:
    """The font of a dictionary, read once."""
    if id(font) not in document.fonts:
        document.fonts[id(font)] = (font, _read_font(document, font))
    found: Font = document.fonts[id(font)][1]
    return found


def _read_font(document: PdfFile, font: Any) -> Font:
    if not isinstance(font, dict):
        return Font()
    told = _letters_of(document, font)
    try:
        with one_boundary(DAMAGED), limits(MOST_BYTES):
            widths, other = _widths(document, font)
    except InputError:
        return told
    return replace(told, widths=widths, other=other)


def _widths(document: PdfFile, font: dict[str, Any]) -> tuple[dict[int, float], float]:
    """Widths of codes as shares of the size, and that of all others (ISO 32000-1, 9.2.4 and 9.7.4.3)."""
    share, descendants = 0.001, object_of(document, font.get("/DescendantFonts"))
    alone = _changed(font, {"/ToUnicode": None, "/DescendantFonts": descendants})
    told = reader().fonts.Font.from_font_resource(alone).character_widths
    other = told.pop("default") / 1000
    if font.get("/Subtype") == "/Type3":
        share = float(object_of(document, (object_of(document, font.get("/FontMatrix")) or [share])[0]))
        other = USUAL_WIDTH
    elif font.get("/Subtype") == "/Type0":
        descendant = object_of(document, descendants[0])
        other = float(object_of(document, descendant.get("/DW")) or 1000) / 1000
    return {ord(letter): float(width) * share for letter, width in told.items()}, other


def _changed(font: dict[str, Any], entries: dict[str, Any]) -> Any:
    """A copy of a font's dictionary for pypdf, which writes into what it reads; None takes an entry away."""
    generic = reader().generic
    copy = generic.DictionaryObject(font)
    for key, value in entries.items():
        if value is None:
            copy.pop(key, None)
        else:
            copy[generic.NameObject(key)] = generic.ArrayObject(value) if isinstance(value, list) else value
    return copy


def _letters_of(document: PdfFile, font: dict[str, Any]) -> Font:
    """Letters that a font's own table tells, and its encoding where there is none or one is given besides."""
    wide = font.get("/Subtype") == "/Type0"
    try:
        with one_boundary(DAMAGED), limits(MOST_BYTES):
            font, is_told = _with_table(document, font)
            encoding, table = reader().cmap.get_encoding(font)
    except InputError:
        return Font(2 if wide else 1, {}, False)
    letters = {
        ord(code): _known(text) for code, text in table.items() if isinstance(code, str) and len(code) == 1
    }
    if wide:
        return Font(2, letters, False)
    letters = {**_by_program(document, font), **letters}
    if isinstance(encoding, dict) and (not letters or "/Encoding" in font):
        named = {code: _named(code, text) for code, text in encoding.items() if text != "\0"}
        letters = {**named, **letters}
    return Font(1, letters, not is_told or not table)


def _named(code: int, text: str) -> str:
    """The letter of a code, by the name of its glyph where pypdf knows none."""
    if not (text.startswith("/") and len(text) > 1):
        return _known(text)
    plain = reader().cmap._glyph_name_to_unicode(text.partition(".")[0])  # /zero.tnum is a zero
    if plain:
        return _known(plain)
    numbered = _NUMBERED.fullmatch(text)
    if numbered is None:
        return _SIGN
    return chr(code) if numbered[1] and int(numbered[1]) == code else _UNTOLD


def _by_program(document: PdfFile, font: dict[str, Any]) -> dict[int, str]:
    """Letters of the codes that the program of a Type 1 font names (Adobe Type 1 Font Format, 2.2)."""
    told = object_of(document, font.get("/FontDescriptor"))
    program = object_of(document, told.get("/FontFile")) if isinstance(told, dict) else None
    if not is_stream(program):
        return {}
    content = stream_data(document, program)
    names = _PUT.finditer(content, 0, max(content.find(b"eexec"), 0))
    return {int(one[1]): _named(int(one[1]), one[2].decode("latin-1")) for one in names}


def _with_table(document: PdfFile, font: dict[str, Any]) -> tuple[Any, bool]:
    """A font whose table of letters is unpacked within the budget, and whether it has one."""
    told = object_of(document, font.get("/ToUnicode"))
    if not is_stream(told):
        return font, False
    content = stream_data(document, told)
    if len(content) > LONGEST_MAP:
        raise ValueError
    document.steps.spend(len(content) // BYTES_UNDONE_A_STEP)
    table = reader().generic.DecodedStreamObject()
    table.set_data(content)
    return _changed(font, {"/ToUnicode": table}), True


def strings_beside(document: PdfFile) -> Iterator[str]:
    """Strings of objects that are no page's drawing: comments, fields, links, bookmarks, also earlier."""
    for value in values_of(document, earlier=True):
        yield from _strings(value)


def _strings(value: Any) -> Iterator[str]:
    waiting = [(value, 0)]
    while waiting:
        one, depth = waiting.pop()
        if depth > DEEPEST_VALUE:
            continue
        if isinstance(one, dict):
            waiting.extend((held, depth + 1) for held in one.values())
        elif isinstance(one, list):
            waiting.extend((held, depth + 1) for held in one)
        elif len(raw := string_of(one)) > _SHORTEST:
            yield as_text(raw)


_SHORTEST = 10
"""Letters of a string that holds two numbers of five."""


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

    ``written``: strings as they stand in the page. ``known``: the words in the order of the file: a line that
    stands there is left out. Gives a line of the page each, cells parted by tabs.
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

# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of a PDF: the codes of its fonts turned into letters, and what stands beside its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from .....base.errors import InputError
from .....mapimage.budget import one_boundary
from .....mapimage.vector.paths import Place, Written
from .....mapimage.vector.pdf_objects import (
    DAMAGED,
    Name,
    PdfFile,
    object_at,
    object_of,
    raw_string,
    stream_data,
    string_of,
)

_CHAR = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_RANGE = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_HEX = re.compile(rb"<([0-9A-Fa-f\s]*)>")
_ONE_RANGE = re.compile(
    rb"<([0-9A-Fa-f\s]*)>\s*<([0-9A-Fa-f\s]*)>\s*(?:<([0-9A-Fa-f\s]*)>|\[(.*?)\])", re.DOTALL
)
_MOST_CODES = 70_000
"""Codes of a font: two bytes number 65 536."""
_GLYPHS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "period": ".", "comma": ",", "hyphen": "-", "minus": "-", "endash": "-",
    "space": " ", "parenleft": "(", "parenright": ")", "semicolon": ";", "colon": ":", "slash": "/",
    "degree": "°", "quoteright": "'", "quotesingle": "'", "quotedblright": '"', "minute": "'", "second": '"',
    "bracketleft": "[", "bracketright": "]", "plus": "+", "equal": "=",
}  # fmt: skip
"""Names of glyphs (Adobe Glyph List) of which positions are made; one letter names itself."""
DEEPEST_VALUE = 20
"""Arrays and dictionaries inside one another in which strings are looked for."""


USUAL_WIDTH = 0.5
"""Of a letter whose font does not say how wide it is, as a share of its size: figures of Times."""


@dataclass(frozen=True)
class Font:
    """How the codes of a font become letters.

    Attributes
    ----------
    width : int
        Bytes of a code.
    letters : dict of int to str
        Letters of the codes that the font tells.
    plain : bool
        Whether a code that it does not tell is the letter itself.
    widths : dict of int to float
        Widths of codes, as a share of the size.
    other : float
        That of all others.
    """

    width: int = 1
    letters: dict[int, str] = field(default_factory=dict)
    plain: bool = True
    widths: dict[int, float] = field(default_factory=dict)
    other: float = USUAL_WIDTH

    def read(self, codes: bytes) -> tuple[str, int]:
        """Letters of codes, and how many of these nobody can tell."""
        told, lost = [], 0
        for at in range(0, len(codes) - self.width + 1, self.width):
            code = int.from_bytes(codes[at : at + self.width], "big")
            letter = self.letters.get(code)
            if letter is None and not self.plain:
                lost += 1
            told.append(letter if letter is not None else chr(code) if self.plain else "\ufffd")
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

    Parameters
    ----------
    document : PdfFile
    written : tuple of Written
        Strings as they stand in the page, each with its font.
    """
    fonts = Fonts(document)
    pieces, lost = [], 0
    for one in written:
        if one.mark:
            pieces.append(one.mark)
            continue
        text, missing = fonts.of(one.font).read(raw_string(one.codes, one.is_hex))
        pieces.append(text)
        lost += missing
    return "".join(pieces), lost


class Fonts:
    """The fonts of a page, each read once."""

    def __init__(self, document: PdfFile) -> None:
        self._document = document
        self._known: dict[int, Font] = {}

    def of(self, font: Any) -> Font:
        """The font of a dictionary."""
        if id(font) not in self._known:
            self._known[id(font)] = _font_of(self._document, font)
        return self._known[id(font)]


def letters_told(document: PdfFile, font: Any, codes: bytes) -> str:
    """Letters of codes of one font."""
    return _font_of(document, font).read(codes)[0]


def _font_of(document: PdfFile, font: Any) -> Font:
    if not isinstance(font, dict):
        return Font()
    told = _letters_of(document, font)
    try:
        with one_boundary(DAMAGED):
            widths, other = _widths(document, font)
    except InputError:
        return told
    return replace(told, widths=widths, other=other)


def _widths(document: PdfFile, font: dict[str, Any]) -> tuple[dict[int, float], float]:
    """Widths of codes as shares of the size, and that of all others (ISO 32000-1, 9.2.4 and 9.7.4.3)."""
    if font.get("Subtype") == "Type0":
        descendant = object_of(document, (object_of(document, font.get("DescendantFonts")) or [None])[0])
        told = descendant if isinstance(descendant, dict) else {}
        return _wide_widths(document, told), float(object_of(document, told.get("DW")) or 1000) / 1000
    share, other = 0.001, USUAL_WIDTH
    if font.get("Subtype") == "Type3":
        share = float(object_of(document, (object_of(document, font.get("FontMatrix")) or [share])[0]))
    elif "Courier" in str(font.get("BaseFont")):
        other = 0.6
    first = int(object_of(document, font.get("FirstChar")) or 0)
    listed = object_of(document, font.get("Widths"))
    listed = [object_of(document, one) for one in listed] if isinstance(listed, list) else []
    return {first + at: one * share for at, one in enumerate(listed) if isinstance(one, float)}, other


def _wide_widths(document: PdfFile, font: dict[str, Any]) -> dict[int, float]:
    """Those of a font with codes of two bytes: a run of widths, or one width for a run."""
    listed = object_of(document, font.get("W"))
    waiting = [object_of(document, one) for one in listed][::-1] if isinstance(listed, list) else []
    widths: dict[int, float] = {}
    while len(waiting) > 1 and len(widths) < _MOST_CODES:
        first, second = int(waiting.pop()), waiting.pop()
        if isinstance(second, list):
            widths.update((first + at, float(one) / 1000) for at, one in enumerate(second))
        elif waiting:
            one = float(waiting.pop()) / 1000
            widths.update((code, one) for code in range(first, min(int(second), first + _MOST_CODES) + 1))
    return widths


def _letters_of(document: PdfFile, font: dict[str, Any]) -> Font:
    wide = font.get("Subtype") == "Type0"
    try:
        with one_boundary(DAMAGED):
            told = object_of(document, font.get("ToUnicode"))
            if isinstance(told, tuple):
                letters = letters_of(stream_data(document, told))
                return Font(2 if wide else 1, letters, not wide and not letters)
            if wide:
                return Font(2, {}, False)
            return Font(1, _differences(document, font))
    except InputError:
        return Font(2 if wide else 1, {}, False)


def _differences(document: PdfFile, font: dict[str, Any]) -> dict[int, str]:
    """Letters of the codes to which a simple font gives another glyph than its encoding does."""
    encoding = object_of(document, font.get("Encoding"))
    changed = object_of(document, encoding.get("Differences")) if isinstance(encoding, dict) else None
    letters, code = {}, 0
    for one in changed if isinstance(changed, list) else []:
        if isinstance(one, float):
            code = int(one)
        elif isinstance(one, Name):
            letter = one if len(one) == 1 else _GLYPHS.get(str(one))
            if letter is not None:
                letters[code] = str(letter)
            code += 1
    return letters


def letters_of(cmap: bytes) -> dict[int, str]:
    """Letters of the codes of a ToUnicode map (ISO 32000-1, 9.10.3).

    Examples
    --------
    >>> letters_of(b"1 beginbfrange <41> <43> <0031> endbfrange 1 beginbfchar <50> <2212> endbfchar")
    {65: '1', 66: '2', 67: '3', 80: '−'}
    """
    letters: dict[int, str] = {}
    for block in _RANGE.finditer(cmap):
        for first, last, begin, several in _ONE_RANGE.findall(block[1]):
            low, high = _number(first), min(_number(last), _number(first) + _MOST_CODES - len(letters))
            listed = [_letters(one) for one in _HEX.findall(several)]
            start = _letters(begin)
            for step in range(max(high - low + 1, 0)):
                if several:
                    letters[low + step] = listed[step] if step < len(listed) else ""
                elif start and ord(start[-1]) + step < 0x11_0000:
                    letters[low + step] = start[:-1] + chr(ord(start[-1]) + step)
    for block in _CHAR.finditer(cmap):
        told = _HEX.findall(block[1])
        for code, letter in zip(told[::2], told[1::2]):
            letters[_number(code)] = _letters(letter)
    return letters


def _number(digits: bytes) -> int:
    return int(re.sub(rb"\s", b"", digits) or b"0", 16)


def _letters(digits: bytes) -> str:
    return raw_string(digits, True).decode("utf-16-be", "replace")


def strings_beside(document: PdfFile) -> Iterator[str]:
    """Strings of objects that are no page's drawing: comments, form fields, links, bookmarks."""
    for number in [*document.offsets, *document.packed]:
        try:
            with one_boundary(DAMAGED):
                value = document.packed.get(number)
                start = document.offsets.get(number)
                if value is None and start is not None:
                    value = object_at(document, start)
        except InputError:  # told where its streams are read
            continue
        yield from _strings(value[0] if isinstance(value, tuple) else value)


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
        elif isinstance(one, bytes) and len(one) > _SHORTEST:
            raw = string_of(one)
            marked = raw.startswith((b"\xfe\xff", b"\xff\xfe"))
            yield raw.decode("utf-16", "replace") if marked else raw.decode("latin-1")


_SHORTEST = 10
"""Letters of a string that holds two numbers of five."""

# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of a PDF: the codes of its fonts turned into letters, and what stands beside its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .....base.errors import InputError
from .....mapimage.budget import one_boundary
from .....mapimage.vector.paths import Written
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
_SPACE = re.compile(rb"begincodespacerange(.*?)endcodespacerange", re.DOTALL)
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
    """

    width: int = 1
    letters: dict[int, str] = field(default_factory=dict)
    plain: bool = True

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


def text_of(document: PdfFile, written: tuple[Written, ...]) -> tuple[str, int]:
    """The words of a page, a line a piece of text, and how many of its letters nobody can tell.

    Parameters
    ----------
    document : PdfFile
    written : tuple of Written
        Strings as they stand in the page, each with its font.
    """
    fonts: dict[int, Font] = {}
    pieces, lost = [], 0
    for one in written:
        if one.mark:
            pieces.append(one.mark)
            continue
        key = id(one.font)
        if key not in fonts:
            fonts[key] = _font_of(document, one.font)
        text, missing = fonts[key].read(raw_string(one.codes, one.is_hex))
        pieces.append(text)
        lost += missing
    return "".join(pieces), lost


def letters_told(document: PdfFile, font: Any, codes: bytes) -> str:
    """Letters of codes of one font."""
    return _font_of(document, font).read(codes)[0]


def _font_of(document: PdfFile, font: Any) -> Font:
    if not isinstance(font, dict):
        return Font()
    wide = font.get("Subtype") == "Type0"
    try:
        with one_boundary(DAMAGED):
            told = object_of(document, font.get("ToUnicode"))
            if isinstance(told, tuple):
                width, letters = letters_of(stream_data(document, told))
                return Font(2 if wide else width, letters, not wide and not letters)
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


def letters_of(cmap: bytes) -> tuple[int, dict[int, str]]:
    """Bytes of a code, and letters of the codes, of a ToUnicode map (ISO 32000-1, 9.10.3).

    Examples
    --------
    >>> letters_of(b"1 beginbfrange <41> <43> <0031> endbfrange 1 beginbfchar <50> <2212> endbfchar")
    (1, {65: '1', 66: '2', 67: '3', 80: '−'})
    """
    letters: dict[int, str] = {}
    spaces = [found for block in _SPACE.finditer(cmap) for found in _HEX.findall(block[1])]
    longest = max((len(re.sub(rb"\s", b"", one)) for one in spaces), default=2)
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
    return (2 if longest > 2 else 1), letters


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

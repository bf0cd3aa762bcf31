# SPDX-License-Identifier: GPL-2.0-or-later
"""Streams of a PDF that no page's own content shows, and shapes that are drawn upon a page as comments."""

from __future__ import annotations

import re
from typing import Any

from .....base.errors import InputError, Phrase
from .....mapimage.budget import one_boundary
from .....mapimage.vector.pdf_objects import (
    DAMAGED,
    PdfFile,
    PdfPage,
    is_reference,
    is_stream,
    object_of,
    values_of,
)
from ..parts import Trouble

_SERVES = (
    "/ToUnicode", "/FontFile", "/FontFile2", "/FontFile3", "/CharProcs", "/CIDToGIDMap", "/CIDSet",
    "/Encoding", "/DestOutputProfile", "/Function", "/Functions", "/TR", "/TR2", "/HT", "/BG", "/BG2",
    "/UCR", "/UCR2",
)  # fmt: skip
"""Entries whose streams tell how letters and colours are drawn (ISO 32000-1, tables 58 and 111 to 130)."""
_TECHNICAL_TYPES = ("/ObjStm", "/XRef", "/CMap")
_TECHNICAL_KEYS = ("/FunctionType", "/ShadingType", "/HalftoneType", "/Length1", "/Length2")
_FONTS = ("/Type1C", "/CIDFontType0C", "/OpenType")
_TECHNICAL_BEGIN = (b"\0\1\0\0", b"OTTO", b"true", b"ttcf", b"%!PS-AdobeFont", b"%!FontType", b"\1\0\4")
"""How programs of fonts begin."""
_PROFILE, _PROFILE_AT = b"acsp", 36
"""The mark of a colour profile, and its byte (ICC.1)."""
_OPERATORS = re.compile(
    rb"(?<![^\s\]>)])(?:(?P<opens>[mlc])|(?P<closes>f\*?|B\*?|b\*?|S|s)|(?P<begins>BT)|(?P<ends>ET)"
    rb"|(?P<whole>/\S{1,100}\s{1,9}Do|(?:[-+.\d]{1,40}\s{1,9}){4}re))(?=\s|$)"
)
_FARTHEST = 20_000
"""Bytes from the last piece of a path to its paint, and from the beginning of a text to its end."""
_BEFORE = {"opens": "closes", "begins": "ends"}
"""What must follow the operators that begin a path or a text, for something to be painted."""
_SHAPES = ("/Circle", "/Square", "/Ink", "/Polygon", "/PolyLine", "/Line", "/Stamp")
"""Comments that are drawn upon a page (ISO 32000-1, table 169)."""
LEAST_SHAPES = 5
"""Shapes that may be the places of a map: as of slides, fewer are arrows and marks of a reader."""
_DEEPEST = 20
"""Arrays and dictionaries inside one another that are followed, as in :mod:`.words`."""
_DRAWN = Phrase(
    "{count} shapes are drawn on the page as comments. They may be places on a map, and were not read. "
    "Print it with its comments into a new PDF and check that."
)


def is_picture(entries: dict[str, Any]) -> bool:
    """Whether a stream is a picture of pixels, also a thumbnail, which does not say so."""
    if entries.get("/Subtype") == "/Image":
        return True
    return {"/Width", "/Height"} <= set(entries) and bool({"/ColorSpace", "/BitsPerComponent"} & set(entries))


def may_hold_more(entries: dict[str, Any]) -> bool:
    """Whether a stream may hold a drawing or words: no program of a font, no table of colours."""
    return (
        entries.get("/Type") not in _TECHNICAL_TYPES
        and entries.get("/Subtype") not in _FONTS
        and not any(key in entries for key in _TECHNICAL_KEYS)
    )


def is_technical(content: bytes) -> bool:
    """Whether unpacked bytes are a font, a colour profile or a table of letters."""
    return (
        content.startswith(_TECHNICAL_BEGIN)
        or content[_PROFILE_AT : _PROFILE_AT + len(_PROFILE)] == _PROFILE
        or b"begincmap" in content[:4096]
    )


def paints(content: bytes) -> bool:
    """Whether unpacked bytes are operators that paint: a piece of text, a path with its paint, or a form.

    >>> paints(b"q 1 0 0 1 5 5 cm 0 0 m 9 9 l S Q"), paints(b"var places = [[42.36, -71.05]];")
    (True, False)
    """
    if b"\0" in content[:4096] or content.startswith(b"%!"):
        return False
    last = {"closes": -_FARTHEST, "ends": -_FARTHEST}
    for found in _OPERATORS.finditer(content):
        kind, at = str(found.lastgroup), found.start()
        if kind == "whole" or (kind in last and at - last[kind] < _FARTHEST):
            return True
        if kind in _BEFORE:
            last[_BEFORE[kind]] = at
    return False


def technical(document: PdfFile) -> set[int]:
    """Numbers of the streams that tell how letters and colours are drawn, or where pages begin."""
    found: set[int] = set()
    for value in values_of(document, earlier=True):
        found |= _served(value, document, 0) | _hints(value, document)
    return found


def _hints(value: Any, document: PdfFile) -> set[int]:
    """Number of the tables that tell a browser where pages begin (ISO 32000-1, annex F)."""
    places = value.get("/H") if isinstance(value, dict) and "/Linearized" in value else None
    if not isinstance(places, list) or not places:
        return set()
    behind = [one for one in document.offsets.values() if one.start > places[0]]
    return {min(behind, key=lambda one: one.start).number} if behind else set()


def _served(value: Any, document: PdfFile, depth: int) -> set[int]:
    """Those of one object, also in dictionaries inside it."""
    if depth > _DEEPEST or not isinstance(value, (dict, list)):
        return set()
    found: set[int] = set()
    for key, held in value.items() if isinstance(value, dict) else enumerate(value):
        served = key in _SERVES and isinstance(value, dict)
        found |= numbers_in(held, document) if served else _served(held, document, depth + 1)
    return found


def numbers_in(value: Any, document: PdfFile, depth: int = 0) -> set[int]:
    """Numbers of the objects to which a value refers, through arrays and dictionaries."""
    if depth > _DEEPEST:
        return set()
    if is_reference(value):
        return {value.idnum} | _behind(document, value, depth)
    held = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return {number for one in held for number in numbers_in(one, document, depth + 1)}


def _behind(document: PdfFile, reference: Any, depth: int) -> set[int]:
    """What an array or a dictionary of its own refers to; a stream is an end."""
    try:
        with one_boundary(DAMAGED):
            value = object_of(document, reference)
    except InputError:
        return set()
    ends = is_stream(value) or not isinstance(value, (list, dict))
    return set() if ends else numbers_in(value, document, depth + 1)


def drawn_comments(path: str, document: PdfFile, page: PdfPage) -> list[Trouble]:
    """A trouble where so many shapes are drawn upon a page that they may be places."""
    try:
        with one_boundary(DAMAGED):
            held = object_of(document, page.entries.get("/Annots"))
            notes = [object_of(document, one) for one in held] if isinstance(held, list) else []
            count = sum(_shapes(document, one) for one in notes if isinstance(one, dict))
    except InputError as error:
        return [Trouble(path, error.phrase)]
    return [Trouble(path, Phrase(_DRAWN, count=count))] if count >= LEAST_SHAPES else []


def _shapes(document: PdfFile, note: dict[str, Any]) -> int:
    """Shapes of one comment: strokes of ink may be many."""
    if note.get("/Subtype") not in _SHAPES:
        return 0
    strokes = object_of(document, note.get("/InkList"))
    return max(len(strokes), 1) if isinstance(strokes, list) else 1

# SPDX-License-Identifier: GPL-2.0-or-later
"""Web pages: pictures in data addresses, drawings in the page, tables, scripts and what lies beside it."""

from __future__ import annotations

import base64
import binascii
import html
import re
import urllib.parse
import zlib
from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from .archive import inflated
from .parts import Budget, from_base64

_DATA = re.compile(r"data:([\w.+-]+/[\w.+-]+)?((?:;[\w=.+-]+)*),([^\"'\s)<>\\]*)")
_LINK = re.compile(r"(?:src|href|data|poster|url)\s*[=(]\s*[\"']?([^\"'()>\s]+)", re.IGNORECASE)
_NAMED_FILE = re.compile(
    r"[\"'`]([^\"'`\s<>]{1,200}\.(?:json|geojson|topojson|csv|tsv|kml|kmz|gpx|gml|pmtiles|mbtiles|fgb|zip|mvt|"
    r"pbf|parquet|arrow|geoparquet|shp|gpkg|txt|js|mjs))(?:[?#][^\"'`\s]{0,200})?[\"'`]",
    re.IGNORECASE,
)
"""A script takes its data by a name in quotes: ``fetch("cases.geojson")``."""
_PACKED = re.compile(
    r"[\"'`>]\s{0,99}((?:[A-Za-z0-9+/_-]{4}\s{0,9}){25,}(?:[A-Za-z0-9+/_-]{2,3}={0,2})?)\s{0,99}[\"'`<]"
)
"""A hundred letters of base64 or more in quotes or between tags, in lines or not."""
_ABROAD = re.compile(r"^(?:[a-z][\w+.-]*:)?//", re.IGNORECASE)
LONGEST_SUFFIX = 12
"""Letters of a media type's name that may name a file: ``vnd.geo+json`` has twelve."""
_NAMESPACE = "http://www.w3.org/2000/svg"


def embedded(text: str, budget: Budget) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of everything that a page carries in data addresses, and its drawings."""
    for at, found in enumerate(_DATA.finditer(text)):
        budget.entry()
        kind, how, body = found[1] or "text/plain", found[2], found[3]
        raw = urllib.parse.unquote_to_bytes(body)
        if "base64" in how:
            try:
                raw = base64.b64decode(raw + b"=" * (-len(raw) % 4))
            except ValueError:
                continue
        budget.take(len(raw))
        if raw:
            suffix = re.sub(r"[^a-z]", "", kind.split("/")[1].split("+")[0].lower())[:LONGEST_SUFFIX]
            yield f"data{at + 1}.{suffix}", raw
    for at, found in enumerate(_PACKED.finditer(text)):
        raw = _unpacked(found[1])
        if raw:
            budget.entry()
            budget.take(len(raw))
            yield f"packed{at + 1}", raw
    for found in _UUENCODED.finditer(text):
        budget.entry()
        with suppress(binascii.Error):
            raw = b"".join(map(binascii.a2b_uu, found[2].splitlines()))
            budget.take(len(raw))
            yield found[1], raw
    for at, found in enumerate(_TABLE_INSIDE.finditer(text)):
        budget.entry()
        rows = (found[1] or found[2]).replace("\\r", "").replace("\\n", "\n").replace("\\t", "\t")
        yield f"words{at + 1}.csv", rows.encode("utf-8", "replace")
    for at, found in enumerate(_FRAME.finditer(text)):
        budget.entry()
        page = html.unescape(found[1] or found[2] or "")
        budget.take(len(page))
        yield f"frame{at + 1}.html", f"<html>{page}".encode("utf-8", "replace")
    for at, (begin, end) in enumerate(_drawings(text)):
        budget.entry()
        drawing = text[begin:end]
        if "xmlns" not in drawing[: drawing.find(">")]:
            drawing = drawing.replace("<svg", f'<svg xmlns="{_NAMESPACE}"', 1)
        budget.take(len(drawing))
        yield f"drawing{at + 1}.svg", drawing.encode("utf-8", "replace")


_UUENCODED = re.compile(r"^begin [0-7]{3} (\S{1,200})\r?\n((?:[ -`]{1,62}\r?\n)+)end\b", re.MULTILINE)
"""A file in a letter, as they were sent before MIME."""


_FRAME = re.compile(r"\bsrcdoc\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
"""A page inside a page, as the value of an attribute."""


_TABLE_INSIDE = re.compile(
    r"[\"']([^\"'\\\n]{3,300}(?:(?:\\r)?\\n[^\"'\\\n]{3,300}(?:\\t[^\"'\\\n]{1,300}){0,20}){3,})(?:\\n)?[\"']|"
    r"`\s{0,3}([^`\n]{3,300}(?:\n[^`\n]{3,300}){3,})\s{0,9}`"
)
"""A table with its ends of lines inside a string of a script: Vega and d3 are given CSV so."""


_NDARRAY = re.compile(
    r"\{\s*\"type\"\s*:\s*\"ndarray\"\s*,\s*\"array\"\s*:\s*\{\s*\"type\"\s*:\s*\"bytes\"\s*,\s*\"data\"\s*:\s*\""
    r"([A-Za-z0-9+/=]*)\"\s*\}\s*,\s*\"shape\"\s*:\s*\[[\d,\s]*\]\s*,\s*\"dtype\"\s*:\s*"
    r"\"(float64|float32|int32|int16|uint32)\"[^{}]{0,60}\}"
)
"""An array as Bokeh writes it from version 3 on: base64, perhaps of gzip."""


def plain_arrays(text: str, budget: Budget) -> str:
    """The text with the arrays that Bokeh packs written out as numbers."""

    def written(found: re.Match[str]) -> str:
        try:
            raw: bytes | None = base64.b64decode(found[1])
        except ValueError:
            return found[0]
        if raw is not None and raw.startswith(b"\x1f\x8b"):
            raw = inflated(raw, budget)
        kind = np.dtype(found[2]).newbyteorder("<")
        if raw is None:
            return found[0]
        values = np.frombuffer(raw[: len(raw) // kind.itemsize * kind.itemsize], kind)
        return f"[{', '.join(repr(value) for value in values.tolist())}]"

    return _NDARRAY.sub(written, text)


_PACKED_BEGIN = (
    b"{",
    b"[",
    b"PK\x03\x04",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"<",
    b"%PDF",
    b"SQLite",
    b"fgb",
    b"\x1f\x8b",
    b"\x78\x01",
    b"\x78\x5e",
    b"\x78\x9c",
    b"\x78\xda",
)
"""How base64 without a type begins that may hold places: JSON, archives, pictures, XML, databases, gzip,
zlib."""


def _unpacked(code: str) -> bytes:
    """The bytes behind base64 that begin like a file; none where they are something else."""
    raw = from_base64(code)
    if raw and _is_words(raw):
        return raw
    if not raw.startswith(_PACKED_BEGIN):
        return _deflated(raw)
    try:
        if raw.startswith(b"\x78"):
            zlib.decompressobj().decompress(raw, 1)  # letters may begin so by chance
    except zlib.error:
        return b""
    return raw


def _is_words(raw: bytes) -> bool:
    """Whether bytes are a text: those behind letters that are no base64 are none by chance."""
    with suppress(UnicodeDecodeError):
        return all(one.isprintable() or one.isspace() for one in raw.decode("utf-8"))
    return False


_MOST_DEFLATED = 50_000_000
"""Bytes that a stream without a head is unpacked to: a drawing or a table of a page is smaller."""
_TRIED = 64
"""Bytes that must unpack to words before the whole does."""


def _deflated(raw: bytes) -> bytes:
    """Words behind a deflated stream without a head, as diagrams and short links are packed; else none."""
    try:
        first = zlib.decompressobj(-zlib.MAX_WBITS).decompress(raw[: 8 * _TRIED], _TRIED)
        if len(first) < _TRIED or any(one < 9 for one in first):
            return b""
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(raw, _MOST_DEFLATED)
    except zlib.error:
        return b""


_TABLE = re.compile(r"<table\b.*?</table\s*>", re.IGNORECASE | re.DOTALL)
_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^>]{0,2000}>")


def tables(text: str) -> Iterator[list[list[str]]]:
    """Rows of cells of each table of a page.

    >>> list(tables("<table><tr><td>a<td><b>1</b>&lt;2</tr></table>"))
    [[['a', '1<2']]]
    """
    for found in _TABLE.finditer(text):
        rows = [
            [html.unescape(_TAG.sub("", cell)).strip() for cell in _CELL.split(row)[1:]]
            for row in _ROW.split(found[0])[1:]
        ]
        rows = [row for row in rows if row]
        if rows:
            yield rows


_SCRIPT = re.compile(r"<script\b.*?</script\s*>", re.IGNORECASE | re.DOTALL)


def without_tables(text: str) -> str:
    """The page without what :func:`tables` gives; scripts inside a table stay."""
    return _TABLE.sub(
        lambda found: " ".join(_SCRIPT.findall(found[0])) if _ROW.search(found[0]) else found[0], text
    )


def _drawings(text: str) -> Iterator[tuple[int, int]]:
    """Where each drawing of a page begins and ends."""
    small = text.lower()
    end = 0
    while True:
        begin = small.find("<svg", end)
        end = small.find("</svg>", begin) + len("</svg>")
        if begin < 0 or end < begin:
            return
        yield begin, end


def without_embedded(text: str) -> str:
    """The page without what :func:`embedded` gives: words and scripts alone."""
    kept, at = [], 0
    for begin, end in _drawings(text):
        kept.append(text[at:begin])
        at = end
    return _DATA.sub(" ", " ".join([*kept, text[at:]]))


def addresses(text: str) -> tuple[list[str], list[str]]:
    """What a page refers to: files beside it, and addresses elsewhere from which it takes data."""
    near: dict[str, None] = {}
    far: dict[str, None] = {}
    for found in [*_LINK.finditer(text), *_NAMED_FILE.finditer(text)]:
        address = urllib.parse.unquote(found[1].split("#")[0].split("?")[0])
        if _ABROAD.match(address):
            far[found[1]] = None
        elif address and ":" not in address:
            near[address] = None
    return list(near), list(far)


LEAST_MARKS = 5
"""Marks that a page draws one by one and that may be the dots of a map."""
_MARK = r"\.(?:arc|ellipse|rect|fillRect)\s*\(\s*-?\d"
_AREA = r"<area\b[^>]*\bcircle\b"
_PLACED = r"\bposition\s*:\s*absolute[^>\"']{0,300}[\"'][^>]{0,100}>\s*</"
_SHADOW = r"-?[\d.]+px\s+-?[\d.]+px(?:\s+[\d.]+(?:px)?){0,2}\s+[#\w(]"
_TIKZ = r"\\(?:fill|draw|filldraw|path)\b[^;]{0,200}\bcircle\b"
_MARKS = tuple(re.compile(one, re.IGNORECASE) for one in (_MARK, _AREA, _PLACED, _TIKZ))
_SHADOWS = re.compile(r"box-shadow\s*:([^;\"'}]{1,100000})", re.IGNORECASE)
_CANVAS = re.compile(r"getContext\s*\(|createElementNS\s*\(", re.IGNORECASE)
_PAIRS = re.compile(r"(?:\[\s*-?[\d.]+\s*,\s*-?[\d.]+\s*\]\s*,\s*){4}\[\s*-?[\d.]+\s*,\s*-?[\d.]+\s*\]")
_LETTERS = re.compile(
    r"iVBORw0KGgo[A-Za-z0-9+/]{40}|/9j/[A-Za-z0-9+/]{60}|R0lGODlh[A-Za-z0-9+/]{40}|JVBERi0[A-Za-z0-9+/]{40}"
)
_DIGITS = re.compile(
    r"89504e470d0a1a0a[0-9a-f]{80}|ffd8ff(?:e0|e1|db)[0-9a-f]{80}|"
    r"\b137\s*,\s*80\s*,\s*78\s*,\s*71\s*,(?:\s*\d{1,3}\s*,){40}|"
    r"\b255\s*,\s*216\s*,\s*255\s*,(?:\s*\d{1,3}\s*,){40}",
    re.IGNORECASE,
)
"""How pictures and PDFs begin in base64; pictures as hexadecimal digits and as bytes one by one."""


def draws_marks(text: str) -> bool:
    """Whether a page draws many marks one by one: by a script, as elements, shadows or areas.

    >>> draws_marks("c.getContext('2d');" + "c.arc(4, 5, 3, 0, 7);" * 5)
    True
    >>> draws_marks("<p style='position:absolute'>words</p>" * 9)
    False
    """
    if any(sum(1 for _ in one.finditer(text)) >= LEAST_MARKS for one in _MARKS):
        return True
    shadows = (len(re.findall(_SHADOW, one[1])) for one in _SHADOWS.finditer(text))
    if any(count >= LEAST_MARKS for count in shadows):
        return True
    return _CANVAS.search(text) is not None and _PAIRS.search(text) is not None


def spells_a_picture(text: str) -> bool:
    """Whether a picture or PDF stands in a text in letters or numbers that :func:`embedded` does not read.

    >>> spells_a_picture("var b = '89504E470D0A1A0A" + "00" * 50 + "'")
    True
    """
    left = _PACKED.sub(" ", _DATA.sub(" ", text))
    return _LETTERS.search(left) is not None or _DIGITS.search(text) is not None

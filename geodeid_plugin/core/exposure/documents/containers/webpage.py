# SPDX-License-Identifier: GPL-2.0-or-later
"""Web pages: pictures in data addresses, drawings in the page, scripts and what lies beside it."""

from __future__ import annotations

import base64
import binascii
import re
import urllib.parse
from collections.abc import Iterator

from .parts import Budget

_DATA = re.compile(r"data:([\w.+-]+/[\w.+-]+)?((?:;[\w=.+-]+)*),([^\"'\s)<>\\]*)")
_LINK = re.compile(r"(?:src|href|data|poster|url)\s*[=(]\s*[\"']?([^\"'()>\s]+)", re.IGNORECASE)
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
            except (binascii.Error, ValueError):
                continue
        budget.take(len(raw))
        if raw:
            suffix = re.sub(r"[^a-z]", "", kind.split("/")[1].split("+")[0].lower())[:LONGEST_SUFFIX]
            yield f"data{at + 1}.{suffix}", raw
    for at, (begin, end) in enumerate(_drawings(text)):
        budget.entry()
        drawing = text[begin:end]
        if "xmlns" not in drawing[: drawing.find(">")]:
            drawing = drawing.replace("<svg", f'<svg xmlns="{_NAMESPACE}"', 1)
        budget.take(len(drawing))
        yield f"drawing{at + 1}.svg", drawing.encode("utf-8", "replace")


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
    for found in _LINK.finditer(text):
        address = urllib.parse.unquote(found[1].split("#")[0].split("?")[0])
        if _ABROAD.match(address):
            far[found[1]] = None
        elif address and ":" not in address:
            near[address] = None
    return list(near), list(far)

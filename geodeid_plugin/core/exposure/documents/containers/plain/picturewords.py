# SPDX-License-Identifier: GPL-2.0-or-later
"""Words and files that a picture carries beside its pixels: comments, descriptions, what follows its end."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .....mapimage.reidentify.containers import BROKEN, TAIL, TIFF, blocks_of
from .....mapimage.reidentify.tifftags import is_whole

_RUN = re.compile(rb"[\t\n\r\x20-\x7e\xc2-\xf4\x80-\xbf]{12,}")
"""Letters in a row that may hold two numbers; those of UTF-8 included."""
_WIDE_RUN = re.compile(rb"(?:[\t\n\r\x20-\x7e]\0){12,}")
"""The same with two bytes a letter, as Windows writes its comments."""
_GIF_WORDS = re.compile(rb"\x21[\x01\xfe\xff](?:[^\0]{1,200000})\0", re.DOTALL)
"""Comments and other words of a GIF, which hold no zero (GIF89a, 24 to 26)."""
_NUMBERS = re.compile(rb"\d{5}|\d[.,]\d{3}|[A-Za-z0-9]{7}")
"""Words without such numbers or codes hold no place."""


@dataclass(frozen=True)
class Beside:
    """Words beside the pixels of a picture, bytes that follow its end, and whether its blocks are broken."""

    words: bytes
    tail: bytes
    is_broken: bool


def beside_pixels(data: bytes) -> Beside:
    """What a picture carries beside its pixels.

    Parameters
    ----------
    data : bytes
        The whole file.
    """
    words, tail, is_broken = [], b"", False
    if data.startswith(b"GIF8"):
        data = _GIF_WORDS.sub(_plain, data)
    for block in blocks_of(data):
        is_broken |= block.kind == BROKEN or (block.kind == TIFF and not is_whole(block.data))
        if block.kind == TAIL:
            tail = block.data
            continue
        words += [found[0] for found in _RUN.finditer(block.data) if _NUMBERS.search(found[0])]
        words += [found[0].replace(b"\0", b"") for found in _WIDE_RUN.finditer(block.data)]
    return Beside(b"\n".join(words), tail, is_broken)


def _plain(found: re.Match[bytes]) -> bytes:
    """The words of an extension of a GIF without the length that begins each piece of them."""
    body, at, pieces = found[0][2:-1], 0, []
    while at < len(body):
        pieces.append(body[at + 1 : at + 1 + body[at]])
        at += 1 + body[at]
    return b"\0" + b"".join(pieces) + b"\0"

# SPDX-License-Identifier: GPL-2.0-or-later
"""Words and files that a picture carries beside its pixels: comments, descriptions, what follows its end."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

from .....mapimage.reidentify.containers import TAIL, Block, blocks_of

_RUN = re.compile(rb"[\t\n\r\x20-\x7e\xc2-\xf4\x80-\xbf]{12,}")
"""Letters in a row that may hold two numbers; those of UTF-8 included."""
_WIDE_RUN = re.compile(rb"(?:[\t\n\r\x20-\x7e]\0){12,}")
"""The same with two bytes a letter, as Windows writes its comments."""
_NUMBERS = re.compile(rb"\d{5}|\d[.,]\d{3}|[A-Za-z0-9]{7}")
"""Words without such numbers or codes hold no place."""


def words_of_picture(data: bytes) -> tuple[bytes, bytes]:
    """Words beside the pixels of a picture, and the bytes that follow its end.

    Parameters
    ----------
    data : bytes
        The whole file.

    Returns
    -------
    words, tail : bytes
        Empty where there are none.
    """
    words, tail = [], b""
    for block in _blocks(data):
        if block.kind == TAIL:
            tail = block.data
            continue
        words += [found[0] for found in _RUN.finditer(block.data) if _NUMBERS.search(found[0])]
        words += [found[0].replace(b"\0", b"") for found in _WIDE_RUN.finditer(block.data)]
    return b"\n".join(words), tail


def _blocks(data: bytes) -> Iterator[Block]:
    """Blocks of a picture, as many as a broken one lets read."""
    try:
        yield from blocks_of(data)
    except (struct.error, IndexError, OverflowError):
        return

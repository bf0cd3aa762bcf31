# SPDX-License-Identifier: GPL-2.0-or-later
"""Pixels as the bytes of a PNG, so that a picture from inside a file is read like any other."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

_PACKING = 1
"""zlib's fastest: the bytes are read once and thrown away."""


def png_of(rgb: Any) -> bytes:
    """A PNG (ISO 15948) of colours.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)

    Examples
    --------
    >>> png_of(np.zeros((2, 3, 3), np.uint8))[:4]
    b'\\x89PNG'
    """
    height, width = rgb.shape[:2]
    rows = np.zeros((height, 3 * width + 1), np.uint8)
    rows[:, 1:] = np.asarray(rgb, np.uint8).reshape(height, 3 * width)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), _PACKING)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )

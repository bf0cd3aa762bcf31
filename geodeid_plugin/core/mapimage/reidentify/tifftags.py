# SPDX-License-Identifier: GPL-2.0-or-later
"""Tags of a TIFF structure, classic or BigTIFF, wherever it stands: a file, an EXIF block, a box."""

from __future__ import annotations

import struct
from typing import Any

GPS_POINTER, EXIF_POINTER = 0x8825, 0x8769
"""Tags that lead to the directories of the position and of EXIF (EXIF 2.3)."""
PIXEL_SCALE, TIEPOINT, MATRIX, KEYS = 33550, 33922, 34264, 34735
"""Tags of GeoTIFF 1.1."""
TEXTS = (270, 285, 315, 700, 33723, 34736, 34737, 37510, 42112, 42113)
"""Tags of words: description, page, artist, XMP, IPTC, GeoTIFF's, the user's comment, and GDAL's."""
_SIZES = {
    1: 1,
    2: 1,
    3: 2,
    4: 4,
    5: 8,
    6: 1,
    7: 1,
    8: 2,
    9: 4,
    10: 8,
    11: 4,
    12: 8,
    13: 4,
    16: 8,
    17: 8,
    18: 8,
}
"""Bytes of each type of TIFF 6.0 and BigTIFF."""
_LETTERS = {
    1: "B", 2: "B", 3: "H", 4: "I", 6: "b", 7: "B", 8: "h", 9: "i", 11: "f", 12: "d", 13: "I", 16: "Q",
    17: "q", 18: "Q",
}  # fmt: skip
_MOST_ENTRIES = 4096
"""Entries of a directory that are read; cameras write some hundred."""
_MOST_BYTES = 2_000_000
"""Bytes of all values of a directory that are read: those of a picture's strips are not needed."""


def tags_of(data: bytes, pointer: int | None = None) -> dict[int, Any]:
    """Values of a directory by tag: numbers in a list, words as bytes; what is broken is left out.

    Parameters
    ----------
    pointer : int, optional
        Where the directory begins; the first one when None.
    """
    try:
        return _tags(data, pointer)
    except (struct.error, OverflowError, IndexError):
        return {}


def is_whole(data: bytes) -> bool:
    """Whether the first directory of a TIFF structure can be read, and those of EXIF and of the position."""
    try:
        tags = _tags(data)
        for tag in (EXIF_POINTER, GPS_POINTER):
            if isinstance(tags.get(tag), list):
                _tags(data, tags[tag][0])
    except (struct.error, OverflowError, IndexError, TypeError):
        return False
    return True


def _tags(data: bytes, pointer: int | None = None) -> dict[int, Any]:
    order = "<" if data[:2] == b"II" else ">"
    version = struct.unpack_from(order + "H", data, 2)[0]
    big = version == 43
    if pointer is None:
        pointer = struct.unpack_from(order + ("Q" if big else "I"), data, 8 if big else 4)[0]
    return _directory(data, order, pointer, big)


def _directory(data: bytes, order: str, offset: int, big: bool) -> dict[int, Any]:
    tags: dict[int, Any] = {}
    count = struct.unpack_from(order + ("Q" if big else "H"), data, offset)[0]
    first, step, room = (offset + 8, 20, 8) if big else (offset + 2, 12, 4)
    left = _MOST_BYTES
    for entry in range(min(count, _MOST_ENTRIES)):
        at = first + step * entry
        if at + step > len(data):
            break
        tag, kind, number = struct.unpack_from(order + ("HHQ" if big else "HHI"), data, at)
        size, inside = _SIZES.get(kind, 0) * number, at + step - room
        start = inside if size <= room else struct.unpack_from(order + ("Q" if big else "I"), data, inside)[0]
        if not 0 < size <= left or start + size > len(data):
            continue
        left -= size
        tags[tag] = _values(data, start, order, kind, number)
    return tags


def _values(data: bytes, start: int, order: str, kind: int, number: int) -> Any:
    if kind in (1, 2, 7) and number > 4:
        return data[start : start + number]
    if kind in (5, 10):
        pairs = struct.unpack_from(f"{order}{2 * number}{'I' if kind == 5 else 'i'}", data, start)
        return [a / b if b else 0.0 for a, b in zip(pairs[::2], pairs[1::2])]
    return list(struct.unpack_from(f"{order}{number}{_LETTERS[kind]}", data, start))


def gps_degrees(data: bytes) -> tuple[float, float] | None:
    """Latitude and longitude that the GPS directory of a TIFF structure names, or None."""
    pointer = tags_of(data).get(GPS_POINTER)
    if not isinstance(pointer, list) or not isinstance(pointer[0], int):
        return None
    gps = tags_of(data, pointer[0])
    if not (isinstance(gps.get(2), list) and isinstance(gps.get(4), list)):
        return None
    lat, lon = (sum(float(part) / 60**i for i, part in enumerate(gps[tag][:3])) for tag in (2, 4))
    lat *= -1 if _first(gps.get(1)) in (83, 115) else 1
    lon *= -1 if _first(gps.get(3)) in (87, 119) else 1
    return lat, lon


def _first(value: Any) -> Any:
    return value[0] if value else None

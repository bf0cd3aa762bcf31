# SPDX-License-Identifier: GPL-2.0-or-later
"""The blocks of picture files that may hold metadata: TIFF structures, words, and what follows the end.

Each reader yields :class:`Block`; where the chain of blocks breaks it says so, and what was found stays.
The tags of a TIFF structure, classic or BigTIFF, are read wherever it stands: a file, an EXIF block, a box.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...base.errors import Phrase

TIFF, WORDS, TAIL, BROKEN = "tiff", "words", "tail", "broken"
MOST_UNPACKED = 50_000_000
"""Bytes that all packed blocks of a file may unpack to together: a bomb must not fill the memory."""
LEAST_TAIL = 16
"""Fewer bytes after the end of a picture hold nothing: some programs pad."""
_GEOJP2 = bytes.fromhex("b14bf8bd083d4b43a5ae8cd7d5a6ce03")
_JP2_EXIF = b"JpgTiffExif->JP2"
"""Marks of the boxes of JPEG 2000 for GeoTIFF (GeoJP2) and EXIF."""
_TEXT, _HEAD = Phrase("metadata"), Phrase("PNG text")


@dataclass(frozen=True)
class Block:
    """One block: its ``kind``, how a report calls it (``where``), and its bytes.

    ``BROKEN`` stands where the chain of blocks breaks: nobody can say what follows.
    """

    kind: str
    where: Phrase | str
    data: bytes


_BREAK = Block(BROKEN, "", b"")


def blocks_of(data: bytes) -> Iterator[Block]:
    """Blocks of a PNG, JPEG, TIFF, WebP, JPEG 2000 or GIF; none of what is something else."""
    try:
        if data[:4] in (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"):
            yield Block(TIFF, "TIFF", data)
        elif data[:3] == b"\xff\xd8\xff":
            yield from _jpeg(data)
        elif data[:8] == b"\x89PNG\r\n\x1a\n":
            yield from _png(data)
        elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            yield from _webp(data)
        elif data[4:8] == b"jP  ":
            yield from _boxes(data, 0, len(data), 0)
        elif data[:4] == b"GIF8":
            yield Block(WORDS, "GIF", data)
    except (struct.error, IndexError, OverflowError, ValueError):
        yield _BREAK


_PICTURE = re.compile(rb"\xff\xd8\xff[\xc0-\xfe]|\x89PNG\r\n\x1a\n")


def pictures_inside(data: bytes) -> Iterator[bytes]:
    """Pictures in the file of another beside its pixels: a thumbnail from before a change, a second one."""
    for block in () if data.startswith((b"II", b"MM")) else blocks_of(data):  # strips of a TIFF may begin so
        found = None if block.kind == TAIL else _PICTURE.search(block.data)
        if found is not None:
            yield block.data[found.start() :]


def _jpeg(data: bytes) -> Iterator[Block]:
    at = 2
    while True:
        begin = at
        while data[at : at + 1] == b"\xff":  # any number may stand before a marker (ITU-T T.81, B.1.1.2)
            at += 1
        marker = data[at] if begin < at < len(data) else 0
        if marker in _ENDS:
            break
        at += 1
        if marker in _ALONE:
            continue
        size = int.from_bytes(data[at : at + 2], "big")
        if not marker or size < 2 or at + size > len(data):
            yield _BREAK
            break
        block = data[at + 2 : at + size]
        if marker == 0xE1 and block[:6] == b"Exif\0\0":
            yield Block(TIFF, "EXIF", block[6:])
        elif 0xE1 <= marker <= 0xEF or marker == 0xFE:
            yield Block(WORDS, _TEXT, block)
        at += size
    end = data.rfind(b"\xff\xd9")
    yield from _tail(data, end + 2 if end > 0 else len(data))
    # Words after the picture end where the last mark of an end stands, which may be theirs.
    first = data.find(b"\xff\xd9", at - 1)
    if 0 < first < end:
        yield Block(WORDS, _TEXT, data[first:])


_ENDS = (0xD9, 0xDA)
"""Markers of the end and of the pixels, behind which no metadata stands (ITU-T T.81, table B.1)."""
_ALONE = (0x01, *range(0xD0, 0xD8))
"""Markers without a length."""


def is_animated(data: bytes) -> bool:
    """Whether a PNG or WebP holds more than one frame, wherever the block that says so stands."""
    chunks = _png_chunks(data) if data.startswith(b"\x89PNG") else _webp_chunks(data)
    return any(kind in (b"acTL", b"fcTL", b"fdAT", b"ANIM", b"ANMF") for kind, _block, _end in chunks)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    at = 8
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8 : at + 8 + size], at + 12 + size
        at += 12 + size


_PIXELS = (b"IHDR", b"PLTE", b"IDAT", b"tRNS", b"hIST", b"sPLT", b"bKGD", b"sBIT")
"""Blocks of a PNG that say what colours its pixels have."""


def _png(data: bytes) -> Iterator[Block]:
    left = MOST_UNPACKED
    for kind, block, end in _png_chunks(data):
        if kind == b"eXIf":
            yield Block(TIFF, "EXIF", block)
        elif kind == b"IEND":
            yield from _tail(data, end)
            return
        elif kind not in _PIXELS:
            words = _png_words(kind, block, left)
            left -= len(words)
            profile = _PROFILE.search(words)
            yield Block(TIFF, "EXIF", _of_profile(profile[1])) if profile else Block(WORDS, _HEAD, words)
    yield _BREAK


_PROFILE = re.compile(rb"^Raw profile type (?:exif|APP1)[\0\n]\s*(?:exif|generic)?\s*\d+\s+([0-9a-fA-F\s]+)")
"""EXIF as ImageMagick writes it into a PNG: its name, its length, and its bytes as digits."""


def _of_profile(digits: bytes) -> bytes:
    body = bytes.fromhex(b"".join(digits.split())[: 2 * MOST_UNPACKED].decode("ascii"))
    return body[6:] if body[:6] == b"Exif\0\0" else body


def _png_words(kind: bytes, block: bytes, most: int) -> bytes:
    name, _, rest = block.partition(b"\0")
    if kind in (b"zTXt", b"iCCP"):
        return name + b"\n" + _inflated(rest[1:], most)
    if kind == b"iTXt" and rest[:1] == b"\1":
        return name + b"\n" + _inflated(rest[2:].partition(b"\0")[2].partition(b"\0")[2], most)
    return block


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    at, end = 12, min(8 + struct.unpack_from("<I", data, 4)[0], len(data))
    while at + 8 <= end:
        kind, size = data[at : at + 4], struct.unpack_from("<I", data, at + 4)[0]
        yield kind, data[at + 8 : at + 8 + size], at + 8 + size + size % 2
        at += 8 + size + size % 2


def _webp(data: bytes) -> Iterator[Block]:
    end = min(8 + struct.unpack_from("<I", data, 4)[0], len(data))
    at = 12
    for kind, block, behind in _webp_chunks(data):
        at = behind
        if kind == b"EXIF":
            yield Block(TIFF, "EXIF", block[6:] if block[:4] == b"Exif" else block)
        elif kind not in (b"VP8 ", b"VP8L", b"VP8X", b"ALPH"):
            yield Block(WORDS, _TEXT, block)
    if at > end + end % 2:
        yield _BREAK
    yield from _tail(data, end + end % 2)


def _boxes(data: bytes, at: int, end: int, depth: int) -> Iterator[Block]:
    while at + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, at)
        head = 8
        if size == 1 and at + 16 <= end:
            size, head = struct.unpack_from(">Q", data, at + 8)[0], 16
        stop = end if size == 0 else min(at + size, end)
        if stop < at + head:
            yield _BREAK
            return
        block = data[at + head : stop]
        if kind == b"uuid" and block[:16] in (_GEOJP2, _JP2_EXIF):
            yield Block(TIFF, "GeoJP2", block[22:] if block[16:20] == b"Exif" else block[16:])
        elif kind == b"asoc" and depth < 8:
            yield from _boxes(data, at + head, stop, depth + 1)
        elif kind not in (b"jP  ", b"ftyp", b"jp2h", b"jp2c"):
            yield Block(WORDS, _TEXT, block)
        at = stop


def _tail(data: bytes, end: int) -> Iterator[Block]:
    if len(data) - end >= LEAST_TAIL and data[end:].strip(b"\0\r\n "):
        yield Block(TAIL, "", data[end:])


def _inflated(body: bytes, most: int) -> bytes:
    if most <= 0:
        return b""
    try:
        return zlib.decompressobj().decompress(body, most)
    except zlib.error:
        return b""


GPS_POINTER, EXIF_POINTER = 0x8825, 0x8769
"""Tags that lead to the directories of the position and of EXIF (EXIF 2.3)."""
PIXEL_SCALE, TIEPOINT, MATRIX, KEYS = 33550, 33922, 34264, 34735
"""Tags of GeoTIFF 1.1."""
TEXTS = (270, 285, 315, 700, 33723, 34736, 34737, 37510, 42112, 42113)
"""Tags of words: description, page, artist, XMP, IPTC, GeoTIFF's, the user's comment, and GDAL's."""
_LETTERS = {
    1: "B", 2: "B", 3: "H", 4: "I", 6: "b", 7: "B", 8: "h", 9: "i", 11: "f", 12: "d", 13: "I", 16: "Q",
    17: "q", 18: "Q",
}  # fmt: skip
_SIZES = {kind: struct.calcsize(f"<{letter}") for kind, letter in _LETTERS.items()} | {5: 8, 10: 8}
"""Bytes of each type of TIFF 6.0 and BigTIFF; two whole numbers make a fraction."""
_MOST_ENTRIES = 4096
"""Entries of a directory that are read; cameras write some hundred."""
_MOST_BYTES = 2_000_000
"""Bytes of all values of a directory that are read: those of a picture's strips are not needed."""


def tags_of(data: bytes, pointer: int | None = None) -> dict[int, Any]:
    """Values of a directory by tag: numbers in a list, words as bytes; what is broken is left out.

    ``pointer``: where the directory begins; the first one when None.
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

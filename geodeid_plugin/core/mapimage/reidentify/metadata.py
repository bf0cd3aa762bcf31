# SPDX-License-Identifier: GPL-2.0-or-later
"""What a picture file says about places besides its pixels: tags, side files, metadata.

Pure parsing of bytes. Nothing found says that no known channel was found, not that there is none.
"""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError, Phrase

if TYPE_CHECKING:
    from ...base.arrays import Array

_EXIF_GPS_POINTER = 0x8825
"""Tag of the position in EXIF 2.3."""
_TIFF_PIXEL_SCALE, _TIFF_TIEPOINT, _TIFF_MATRIX, _TIFF_KEYS, _TIFF_GDAL = 33550, 33922, 34264, 34735, 42112
"""Tags of GeoTIFF 1.1 and of GDAL."""
_TIFF_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}
"""Bytes of each type of TIFF 6.0."""
_MOST_INFLATED = 50_000_000
"""Bytes of a compressed stream that are read: a bomb must not fill the memory."""
WORLD_SUFFIXES = (".wld", ".pgw", ".pngw", ".jgw", ".jpgw", ".jpegw", ".tfw", ".tifw", ".gfw", ".bpw")


@dataclass(frozen=True)
class MetadataLeak:
    """One channel through which the file gives its position away.

    Attributes
    ----------
    kind : str
        ``world file``, ``GeoTIFF``, ``GeoPDF``, ``EXIF position``, ``side file`` or ``text``.
    sentence : Phrase
        What was found, for the report.
    to_map : ndarray of shape (2, 3) or None
        From (column, row, 1), the corner of the picture at (0, 0), to map coordinates, where it says so.
    """

    kind: str
    sentence: Phrase
    to_map: Array | None = None


def metadata_leaks(data: bytes, side_files: dict[str, Any] | None = None) -> list[Any]:
    """Everything in a picture file and beside it that says where the picture is.

    Parameters
    ----------
    data : bytes
        The whole file.
    side_files : dict of str to bytes, optional
        Names and contents of the files of the same stem beside it.

    Returns
    -------
    list of MetadataLeak
    """
    found = []
    for name, content in (side_files or {}).items():
        found.extend(_side_file(name, content))
    if data[:4] in (b"II*\0", b"MM\0*"):
        found.extend(_tiff(data))
    elif data[:3] == b"\xff\xd8\xff":
        found.extend(_jpeg(data))
    elif data[:8] == b"\x89PNG\r\n\x1a\n":
        found.extend(_png(data))
    elif data[:5] == b"%PDF-":
        found.extend(_pdf(data))
    elif b"<svg" in data[:4096]:
        found.extend(_text_of("SVG", data))
    return found


def read_world_file(text: str) -> Array:
    """Read the six lines of a world file.

    Parameters
    ----------
    text : str
        The file: x-scale, two rotations, y-scale, x and y of the *centre* of the top-left pixel.

    Returns
    -------
    ndarray, shape (2, 3)
        From (column, row, 1), the corner of the picture at (0, 0), to map coordinates.

    Raises
    ------
    InputError
        Not six numbers, or numbers that squeeze the picture to a line.
    """
    words = text.replace(",", ".").split()
    try:
        a, d, b, e, c, f = (float(word) for word in words[:6])
    except ValueError as reason:
        raise InputError("The world file does not hold six numbers.") from reason
    matrix = np.array([[a, b, c - (a + b) / 2], [d, e, f - (d + e) / 2]])
    if not np.isfinite(matrix).all() or abs(a * e - b * d) < 1e-30:
        raise InputError("The world file's numbers do not place a picture.")
    return matrix


def _side_file(name: str, content: bytes) -> list[Any]:
    lower = name.lower()
    if lower.endswith(WORLD_SUFFIXES):
        try:
            matrix = read_world_file(content.decode("latin-1"))
        except InputError:
            return [
                MetadataLeak(
                    "side file", Phrase("{name} is named like a world file but could not be read.", name=name)
                )
            ]
        return [
            MetadataLeak(
                "world file",
                Phrase("{name} is a world file: it places every pixel on the map.", name=name),
                matrix,
            )
        ]
    if lower.endswith(".aux.xml") and (b"GeoTransform" in content or b"SRS" in content or b"GCP" in content):
        return [
            MetadataLeak(
                "side file", Phrase("{name} holds the picture's position in GDAL's form.", name=name)
            )
        ]
    if lower.endswith((".points", ".prj", ".qgs", ".qgz", ".map", ".tab", ".kml", ".ovr.aux.xml")):
        return [
            MetadataLeak(
                "side file",
                Phrase("{name} lies beside the picture and tells of its place or making.", name=name),
            )
        ]
    return []


def _tiff(data: bytes) -> list[Any]:
    tags = _tiff_tags(data, 0)
    found = []
    if _TIFF_MATRIX in tags and len(tags[_TIFF_MATRIX]) == 16:
        m = np.reshape(tags[_TIFF_MATRIX], (4, 4))
        found.append(
            MetadataLeak("GeoTIFF", Phrase("GeoTIFF tags place every pixel on the map."), m[:2][:, [0, 1, 3]])
        )
    elif _TIFF_PIXEL_SCALE in tags and _TIFF_TIEPOINT in tags and len(tags[_TIFF_TIEPOINT]) >= 6:
        scale_x, scale_y = tags[_TIFF_PIXEL_SCALE][:2]
        column, row, _, east, north, _ = tags[_TIFF_TIEPOINT][:6]
        matrix = np.array([[scale_x, 0, east - column * scale_x], [0, -scale_y, north + row * scale_y]])
        found.append(MetadataLeak("GeoTIFF", Phrase("GeoTIFF tags place every pixel on the map."), matrix))
    elif _TIFF_TIEPOINT in tags or _TIFF_KEYS in tags:
        found.append(
            MetadataLeak(
                "GeoTIFF", Phrase("GeoTIFF tags name the picture's coordinate system or tie points.")
            )
        )
    if _EXIF_GPS_POINTER in tags:
        found.extend(_gps(data, 0))
    return found


def _tiff_tags(data: bytes, base: int) -> dict[int, Any]:
    """Numbers of the first directory of a TIFF structure that starts at ``base``; {} where it is broken."""
    try:
        order = "<" if data[base : base + 2] == b"II" else ">"
        first = struct.unpack_from(order + "I", data, base + 4)[0]
        return _directory(data, base, order, first)
    except struct.error:
        return {}


def _directory(data: bytes, base: int, order: str, offset: int) -> dict[int, Any]:
    tags = {}
    count = struct.unpack_from(order + "H", data, base + offset)[0]
    for entry in range(count):
        at = base + offset + 2 + 12 * entry
        tag, kind, number = struct.unpack_from(order + "HHI", data, at)
        size = _TIFF_SIZES.get(kind, 0) * number
        if not size or size > len(data):
            continue
        start = at + 8 if size <= 4 else base + struct.unpack_from(order + "I", data, at + 8)[0]
        tags[tag] = _values(data, start, order, kind, number)
    return tags


def _values(data: bytes, start: int, order: str, kind: int, number: int) -> list[Any]:
    if kind in (5, 10):
        letter = "I" if kind == 5 else "i"
        pairs = struct.unpack_from(f"{order}{2 * number}{letter}", data, start)
        return [a / b if b else 0.0 for a, b in zip(pairs[::2], pairs[1::2])]
    letter = {1: "B", 2: "B", 3: "H", 4: "I", 6: "b", 7: "B", 8: "h", 9: "i", 11: "f", 12: "d"}[kind]
    return list(struct.unpack_from(f"{order}{number}{letter}", data, start))


def _gps(data: bytes, base: int) -> list[Any]:
    """GPS directory of an Exif block whose TIFF header is at ``base``."""
    try:
        order = "<" if data[base : base + 2] == b"II" else ">"
        first = struct.unpack_from(order + "I", data, base + 4)[0]
        pointer = _directory(data, base, order, first).get(_EXIF_GPS_POINTER)
        gps = _directory(data, base, order, pointer[0]) if pointer else {}
    except (struct.error, KeyError, IndexError):
        return []
    if 2 not in gps or 4 not in gps:
        return []
    lat, lon = (sum(part / 60**i for i, part in enumerate(gps[tag][:3])) for tag in (2, 4))
    lat *= -1 if gps.get(1, [78])[0] in (83, 115) else 1
    lon *= -1 if gps.get(3, [69])[0] in (87, 119) else 1
    return [
        MetadataLeak(
            "EXIF position",
            Phrase("EXIF says {lat:.5f}°, {lon:.5f}°: where the picture was made.", lat=lat, lon=lon),
        )
    ]


def _jpeg(data: bytes) -> list[Any]:
    found, at = [], 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker, size = data[at + 1], struct.unpack_from(">H", data, at + 2)[0]
        if marker in (0xD9, 0xDA) or size < 2:
            break
        block = data[at + 4 : at + 2 + size]
        if marker == 0xE1 and block[:6] == b"Exif\0\0":
            found.extend(_gps(block, 6))
            if _EXIF_GPS_POINTER not in _tiff_tags(block, 6):
                found.extend(_text_of("EXIF", block))
        elif marker in (0xE1, 0xFE):
            found.extend(_text_of(Phrase("metadata"), block))
        at += 2 + size
    return found


def _png(data: bytes) -> list[Any]:
    found, at = [], 8
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        block = data[at + 8 : at + 8 + size]
        if kind == b"eXIf":
            found.extend(_gps(block, 0))
        elif kind in (b"tEXt", b"iTXt"):
            found.extend(_text_of(Phrase("PNG text"), block))
        elif kind == b"zTXt":
            found.extend(_text_of(Phrase("PNG text"), _inflated(block.partition(b"\0")[2][1:])))
        elif kind == b"IEND":
            break
        at += 12 + size
    return found


def _pdf(data: bytes) -> list[Any]:
    bodies = [data]
    for match in re.finditer(rb"stream\r?\n", data):
        end = data.find(b"endstream", match.end())
        if end > 0 and b"/ObjStm" in data[max(0, match.start() - 400) : match.start()]:
            bodies.append(_inflated(data[match.end() : end]))
    whole = b"\n".join(bodies)
    found = []
    if b"/LGIDict" in whole or re.search(rb"/Measure\b", whole) or re.search(rb"/GPTS\b", whole):
        found.append(
            MetadataLeak("GeoPDF", Phrase("The PDF is a GeoPDF: it holds the map's frame in coordinates."))
        )
    found.extend(
        _text_of("PDF", b"\n".join(re.findall(rb"/(?:Title|Subject|Keywords|Author)\s*\(([^)]*)\)", whole)))
    )
    return found


def _inflated(body: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(body, _MOST_INFLATED)
    except zlib.error:
        return b""


def _text_of(where: Phrase | str, block: bytes) -> list[Any]:
    """Paths of projects and coordinate texts inside a block of metadata."""
    text = block[:2_000_000].decode("utf-8", "ignore")
    found = []
    if re.search(r"[\w/\\:.-]+\.(qgs|qgz|mxd|aprx|gpkg|shp)\b", text, re.IGNORECASE):
        found.append(MetadataLeak("text", Phrase("The {where} names a project or data file.", where=where)))
    if re.search(r"GPSLatitude|exif:GPS|georss|EPSG:\d{4}|PROJCS\[|GEOGCS\[|PROJCRS\[", text):
        found.append(
            MetadataLeak("text", Phrase("The {where} holds a position or a coordinate system.", where=where))
        )
    return found

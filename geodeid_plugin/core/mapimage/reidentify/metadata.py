# SPDX-License-Identifier: GPL-2.0-or-later
"""What a picture file says about places besides its pixels: tags, side files, metadata.

Pure parsing of bytes. Nothing found says that no known channel was found, not that there is none.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from ...base.arrays import Array
from ...base.errors import InputError, Phrase
from ..budget import one_boundary
from ..vector.pdf_objects import (
    DAMAGED,
    PdfFile,
    as_text,
    is_stream,
    opened,
    stream_data,
    string_of,
    trailers,
    values_of,
)
from .containers import (
    BROKEN,
    EXIF_POINTER,
    KEYS,
    MATRIX,
    PIXEL_SCALE,
    TAIL,
    TEXTS,
    TIEPOINT,
    TIFF,
    Block,
    blocks_of,
    gps_degrees,
    is_whole,
    pictures_inside,
    tags_of,
)

_MOST_TEXT = 5_000_000
"""Letters of one block of words that are looked through."""
_FILES = re.compile(
    r"[\w)\]]\.(?:qgs|qgz|mxd|aprx|gpkg|shp|gdb|geojson|csv|xlsx|kml|kmz|gml|fgb|sqlite)\b", re.IGNORECASE
)
_PLACES = re.compile(
    r"GPSLatitude|exif:GPS|georss|EPSG:\d{4}|PROJCS\[|GEOGCS\[|PROJCRS\[|GEOGCRS\[|<gml:|<GeoTransform|"
    r"\bLINE_OFF\b|\+proj="
)
_DEGREES = re.compile(r"(?<![\d.])-?\d{1,3}\.\d{4,15}\s{0,3}[,; ]\s{0,3}-?\d{1,3}\.\d{4,15}(?![\d.])")
"""Two decimal degrees side by side, to ten metres or better."""
_ATTRIBUTES = re.compile(
    r"\b(?:data-)?(?:lat|latitude|lon|lng|longitude|coordinates|geometry|wkt|address|easting|northing)="
    r"[\"'][^\"'<]{1,2000}[\"']", re.IGNORECASE,
)  # fmt: skip
_VIEW_BOX = re.compile(r"viewBox\s{0,9}=\s{0,9}[\"']([^\"']{1,200})[\"']")
_GROUND_NUMBER = re.compile(r"(?<![\w.#])-?\d{6,8}(?:\.\d{1,15})?(?![\w.])")
"""A number as large as the coordinates of a projected system, and no page."""
_NUMBER = re.compile(r"[+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})(?:[eE][+-]?\d{1,2})?")
LEAST_GROUND_NUMBERS = 10
"""Fewer large numbers may be anything."""
WORLD_SUFFIXES = (".wld", ".pgw", ".pngw", ".jgw", ".jpgw", ".jpegw", ".tfw", ".tifw", ".gfw", ".bpw")


BREAK = Phrase(
    "The chain of its blocks is broken, so nobody can say whether a position stands behind the break. Save "
    "the picture anew from an image program."
)


INSIDE = "picture inside"
_INSIDE = Phrase("The file holds another picture that no program shows: it may be from before a change.")


@dataclass(frozen=True)
class MetadataLeak:
    """One channel through which the file gives its position away."""

    kind: str
    """``world file``, ``GeoTIFF``, ``GeoPDF``, ``EXIF position``, ``side file``, ``text``, ``after the end``,
    ``GDAL``, ``picture inside``, or ``unread`` of what could not be looked into."""
    sentence: Phrase
    """What was found, for the report."""
    to_map: Array | None = None
    """Shape (2, 3), or None. From (column, row, 1), the corner of the picture at (0, 0), to map coordinates,
    where it says so."""


def metadata_leaks(data: bytes, side_files: dict[str, Any] | None = None) -> list[MetadataLeak]:
    """Everything in a picture file and beside it that says where the picture is.

    Parameters
    ----------
    data : bytes
        The whole file.
    side_files : dict of str to bytes, optional
        Names and contents of the files of the same stem beside it.
    """
    found = []
    for name, content in (side_files or {}).items():
        found.extend(_side_file(name, content))
    for block in blocks_of(data):
        found.extend(_of_block(block))
    if not any(leak.kind == "EXIF position" for leak in found):
        found.extend(_position_by_pillow(data))
    if next(pictures_inside(data), None) is not None:
        found.append(MetadataLeak(INSIDE, _INSIDE))
    if data[:1024].lstrip().startswith(b"%PDF"):
        found.extend(_pdf(data))
    elif b"<svg" in data and data[:1] != b"\x89":
        found.extend(_svg(data))
    return list({str(leak.sentence): leak for leak in found}.values())


def _position_by_pillow(data: bytes) -> list[MetadataLeak]:
    """The position in the EXIF block that Pillow finds; the block is read by ours, which takes no 46 s."""
    try:
        from PIL import Image
    except ImportError:
        return []
    try:
        with Image.open(io.BytesIO(data), formats=_OF_PILLOW) as picture:
            block = picture.info.get("exif", b"")
    except Exception:  # whatever it meets in a damaged file, which our own reader tells
        return []
    degrees = gps_degrees(block[6:] if block[:6] == b"Exif\0\0" else block)
    return [] if degrees is None else [MetadataLeak("EXIF position", _position(degrees))]


_OF_PILLOW = ("PNG", "JPEG")
"""Formats that it opens without looking at pixels or at whole directories."""


def _position(degrees: tuple[float, float]) -> Phrase:
    return Phrase(
        "EXIF says {lat:.5f}°, {lon:.5f}°: where the picture was made.", lat=degrees[0], lon=degrees[1]
    )


def _of_block(block: Block) -> list[MetadataLeak]:
    if block.kind == TIFF:
        return _tiff(block)
    if block.kind == BROKEN:
        return [MetadataLeak("unread", BREAK)]
    if block.kind == TAIL:
        after = Phrase("{size} bytes stand after the end of the picture; nobody sees them in it.",
                       size=len(block.data))  # fmt: skip
        return [MetadataLeak("after the end", after), *text_leaks(Phrase("end of the file"), block.data)]
    return text_leaks(block.where, block.data)


def read_world_file(text: str) -> Array:
    """Read the six lines of a world file.

    ``text``: the file: x-scale, two rotations, y-scale, x and y of the *centre* of the top-left pixel. Gives
    from (column, row, 1), the corner of the picture at (0, 0), to map coordinates. Raises InputError where
    not six numbers, or numbers that squeeze the picture to a line.
    """
    words = text.replace(",", ".").split()
    try:
        a, d, b, e, c, f = (float(word) for word in words[:6])
    except ValueError as reason:
        raise InputError(
            "world_file.numbers.too_few", "The world file does not hold six numbers."
        ) from reason
    matrix = np.array([[a, b, c - (a + b) / 2], [d, e, f - (d + e) / 2]])
    if not np.isfinite(matrix).all() or abs(a * e - b * d) < 1e-30:
        raise InputError("world_file.numbers.no_place", "The world file's numbers do not place a picture.")
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
                Phrase("{name} lies beside the picture and reveals its place or how it was made.", name=name),
            )
        ]
    return []


def _tiff(block: Block) -> list[MetadataLeak]:
    tags = tags_of(block.data)
    found = _geotiff(tags)
    degrees = gps_degrees(block.data)
    if not is_whole(block.data):
        found.append(MetadataLeak("unread", BREAK))
    if degrees is not None:
        found.append(MetadataLeak("EXIF position", _position(degrees)))
    pointer = tags.get(EXIF_POINTER)
    inner = tags_of(block.data, pointer[0]) if pointer else {}
    words = [bytes(part[tag]) for part in (tags, inner) for tag in TEXTS if isinstance(part.get(tag), bytes)]
    return found + text_leaks(block.where, b"\n".join(words))


def _geotiff(tags: dict[int, Any]) -> list[MetadataLeak]:
    placed = Phrase("GeoTIFF tags place every pixel on the map.")
    if MATRIX in tags and len(tags[MATRIX]) == 16:
        m = np.reshape(tags[MATRIX], (4, 4))
        return [MetadataLeak("GeoTIFF", placed, m[:2][:, [0, 1, 3]])]
    if len(tags.get(PIXEL_SCALE, ())) >= 2 and len(tags.get(TIEPOINT, ())) >= 6:
        scale_x, scale_y = tags[PIXEL_SCALE][:2]
        column, row, _, east, north, _ = tags[TIEPOINT][:6]
        matrix = np.array([[scale_x, 0, east - column * scale_x], [0, -scale_y, north + row * scale_y]])
        return [MetadataLeak("GeoTIFF", placed, matrix)]
    if TIEPOINT in tags or KEYS in tags:
        named = Phrase("GeoTIFF tags name the picture's coordinate system or tie points.")
        return [MetadataLeak("GeoTIFF", named)]
    return []


def _pdf(data: bytes) -> list[MetadataLeak]:
    try:
        return document_leaks(opened(data))
    except InputError as error:
        return [MetadataLeak("unread", error.phrase)]


def document_leaks(document: PdfFile) -> list[MetadataLeak]:
    """What the objects of a PDF say about places: a map's frame, the words about the file.

    Raises InputError when what ends the file is damaged, or it asks for too much.
    """
    found: list[MetadataLeak] = []
    words: list[bytes] = []
    with one_boundary(DAMAGED):
        for value in chain(values_of(document, earlier=True), trailers(document)):
            if is_stream(value) and value.get("/Subtype") == "/XML":
                words.append(stream_data(document, value)[:_MOST_TEXT])
            elif isinstance(value, dict):
                words += [string_of(value.get(key)) for key in _ABOUT]
            if not found and _frames_a_map(value):
                found.append(MetadataLeak("GeoPDF", _FRAMED))
    return found + text_leaks("PDF", "\n".join(map(as_text, filter(None, words))))


def _frames_a_map(value: Any) -> bool:
    """Whether an object, or one inside it, frames a map in coordinates."""
    waiting, left = [value], _MOST_INSIDE
    while waiting and left:
        one, left = waiting.pop(), left - 1
        if isinstance(one, dict):
            if not _FRAMES.isdisjoint(one):
                return True
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return False


_FRAMES = frozenset(("/LGIDict", "/Measure", "/GPTS"))
"""Entries of a GeoPDF: OGC 08-139r3, and ISO 32000-2, 12.9 and 12.10."""
_FRAMED = Phrase("The PDF is a GeoPDF: it holds the map's frame in coordinates.")
_ABOUT = ("/Title", "/Subject", "/Keywords", "/Author", "/Creator")
_MOST_INSIDE = 100_000
"""Values of one object of a PDF that are looked at."""


def _svg(data: bytes) -> list[MetadataLeak]:
    text = data[:_MOST_TEXT].decode("utf-8", "ignore")
    found = text_leaks("SVG", data, degrees=False)
    if _ATTRIBUTES.search(text):
        found.append(MetadataLeak("text", Phrase("The SVG's elements carry places or addresses.")))
    box = _VIEW_BOX.search(text)
    if (box and _on_the_ground(box.group(1))) or _many(_GROUND_NUMBER, text, LEAST_GROUND_NUMBERS):
        found.append(
            MetadataLeak("text", Phrase("The SVG is drawn in the coordinates of the map: it places itself."))
        )
    return found


def _many(pattern: re.Pattern[str], text: str, least: int) -> bool:
    return any(count >= least for count, _ in enumerate(pattern.finditer(text), 1))


def _on_the_ground(view_box: str) -> bool:
    """Whether the corner of a view box is a place: far from 0 in metres, or a fraction in degrees."""
    corner = _NUMBER.findall(view_box)[:2]
    if len(corner) < 2:
        return False
    x, y = map(float, corner)
    degrees = abs(x) <= 180 and abs(y) <= 90 and x != round(x) and y != round(y)
    return degrees or max(abs(x), abs(y)) >= 1e4


def text_leaks(where: Phrase | str, block: bytes | str, degrees: bool = True) -> list[MetadataLeak]:
    """Names of data files and of projects, coordinate systems and positions inside words of a file.

    Parameters
    ----------
    where : Phrase
        How the report calls the words.
    degrees : bool
        Whether two decimal numbers side by side are taken for a position.
    """
    text = block if isinstance(block, str) else block[:_MOST_TEXT].decode("utf-8", "ignore")
    found = []
    if _FILES.search(text):
        found.append(MetadataLeak("text", Phrase("The {where} names a project or data file.", where=where)))
    if _PLACES.search(text) or (degrees and _DEGREES.search(text)):
        found.append(
            MetadataLeak("text", Phrase("The {where} holds a position or a coordinate system.", where=where))
        )
    return found

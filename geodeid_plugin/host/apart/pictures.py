# SPDX-License-Identifier: GPL-2.0-or-later
"""A picture file for the disclosure checks: judged before decoding, 8-bit colours after."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

import numpy as np

from ...core.base.errors import InputError, Phrase
from ...core.mapimage.budget import TooMuchError
from ...core.mapimage.picturedots import Picture
from ...core.mapimage.reidentify.containers import is_animated
from ...core.mapimage.reidentify.metadata import INSIDE, MetadataLeak, metadata_leaks, text_leaks
from ...core.mapimage.vector.paths import PlacedImage, VectorPage, VectorPath
from ...core.mapimage.vector.repeated import read_page
from ...core.mapimage.vector.svg import read_svg
from .decoding import (
    BROKEN,
    DAMAGED,
    EMPTY,
    LARGE,
    MOST_PIXELS,
    NO_CHANNEL,
    TRANSPARENT,
    Colours,
    UndecodedError,
    decoded,
    gdal_options,
    in_memory,
    opened,
)
from .serving import Limits

RASTER_DRIVERS = ["PNG", "JPEG", "GTiff", "GIF", "BMP", "WEBP", "JP2OpenJPEG", "PDF"]
PDF_DPI = 300
"""At which pages are drawn: print quality."""
SVG_PX = 1600
"""The longer side, at least, at which an SVG is drawn; chosen: a column of a journal at 450 dpi."""
VECTOR_SUFFIXES = (".pdf", ".svg")
INCHES = {"mm": 1 / 25.4, "cm": 1 / 2.54, "in": 1.0, "pt": 1 / 72, "px": 1 / 96, "": 1 / 96}
"""Length units of SVG."""
LIMITS = Limits(memory=3 * 2**30, cpu_s=45, clock_s=300.0, output=2_000_000_000)
"""What reading a picture of pixels may cost: 150 million of them take below 2 GiB and about 10 s."""
LIMITS_OF_PATHS = replace(LIMITS, memory=3 * 2**29)
"""The same of a page of paths: the largest of an atlas takes 20 s."""
RECORDS = (Picture, MetadataLeak, VectorPage, VectorPath, PlacedImage)
"""What :func:`picture_of` gives is made of."""


def prepare(name: str, _data: bytes, _beside: dict[str, bytes]) -> None:
    """Begin the windows-less application by which Qt draws the letters of an SVG."""
    if name.lower().endswith(".svg"):
        import os

        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        from qgis.PyQt.QtGui import QGuiApplication

        prepare.application = QGuiApplication.instance() or QGuiApplication([""])  # type: ignore[attr-defined]


def picture_of(name: str, data: bytes, beside: dict[str, bytes]) -> Iterator[Picture]:
    """One picture without the bytes of its file, or a sentence why it cannot be checked.

    Parameters
    ----------
    name : str
        Of its file, without folders.
    data : bytes
    beside : dict of str to bytes
        Files of the same folder that may say where it lies, by their names.

    Raises
    ------
    InputError
        Empty, not a picture, truncated, or too large to decode.
    """
    if not data:
        raise InputError("picture.file.empty", "The picture {name} is empty.", name=name)
    if _is_animated(data):
        raise InputError(
            "picture.frames.several",
            "{name} is animated, and only one frame could be checked. Save that frame by itself.",
            name=name,
        )
    suffix = PurePosixPath(name).suffix.lower()
    with in_memory({**beside, name: data}) as folder:
        yield _picture(f"{folder}/{name}", name, suffix, data, beside)


def _picture(path: str, name: str, suffix: str, data: bytes, beside: dict[str, bytes]) -> Picture:
    if data[:2] in (b"II", b"MM") and _pages_of_tiff(path) > 1:
        raise InputError(
            "picture.pages.several",
            "{name} holds several pages, and only the first could be checked. Save each by itself.",
            name=name,
        )
    page = _page(suffix, data)
    colours = Colours(_svg(name, data)) if suffix == ".svg" else _raster(path, name)
    height, width = colours.on_white.shape[:2]
    again = None
    if suffix in VECTOR_SUFFIXES:
        again = read_again(path, suffix, data, height, width, PDF_DPI)
    found = metadata_leaks(data, beside)
    return Picture(
        colours.on_white, suffix, b"", (*found, *gdal_leaks(path, found)), _sent(page), _sent(again),
        colours.others, _dpi(path, suffix, data, width),
    )  # fmt: skip


def _sent(page: VectorPage | Phrase | None) -> VectorPage | Phrase | None:
    """A page without its words, which belong to the document that it was read from."""
    if not isinstance(page, VectorPage):
        return page
    images = tuple(PlacedImage(one.number, one.matrix) for one in page.images)
    return VectorPage(page.width, page.height, page.paths, images)


def _page(suffix: str, data: bytes) -> VectorPage | Phrase | None:
    """The paths of a vector picture, or why they could not be read.

    Raises
    ------
    TooMuchError
        When the drawing asks for more work than any map does: no library may be set at it then.
    """
    if suffix not in VECTOR_SUFFIXES:
        return None
    try:
        return read_page(data)
    except TooMuchError:  # before the libraries are set at it
        raise
    except InputError as reason:
        return reason.phrase


def _dpi(path: str, suffix: str, data: bytes, width_px: int) -> float | None:
    """The dpi that a file names; None where it names none, or nonsense."""
    try:
        dpi = _named_dpi(path, suffix, data, width_px)
    except (ValueError, ZeroDivisionError, struct.error):  # no number, no width, a block cut short
        return None
    return round(dpi, 1) if dpi and 10 <= dpi <= 4800 else None


def _named_dpi(path: str, suffix: str, data: bytes, width_px: int) -> float | None:
    if suffix == ".pdf":
        return float(PDF_DPI)
    if suffix == ".svg":
        width = re.search(rb"<svg\b[^>]*?\bwidth\s*=\s*[\"']\s*([\d.]+)\s*(mm|cm|in|pt|px|)\s*[\"']", data)
        return width_px / (float(width[1]) * INCHES[width[2].decode()]) if width else None
    if data[:4] == b"\x89PNG":
        at = data.find(b"pHYs", 0, data.find(b"IDAT"))
        a_metre, _, unit = struct.unpack(">IIB", data[at + 4 : at + 13]) if at > 0 else (0, 0, 0)
        return a_metre * 0.0254 if unit == 1 else None
    if data[:2] == b"\xff\xd8" and data[6:11] == b"JFIF\0":
        unit, density = data[13], int.from_bytes(data[14:16], "big")
        return density * {1: 1.0, 2: 2.54}.get(unit, 0.0)
    return _tiff_dpi(path) if data[:2] in (b"II", b"MM") else None


def _tiff_dpi(path: str) -> float | None:
    from osgeo import gdal

    dataset = opened(path, gdal.OF_RASTER, RASTER_DRIVERS)
    told = dataset.GetMetadata() if dataset else {}
    unit = {"2": 1.0, "3": 2.54}.get(told.get("TIFFTAG_RESOLUTIONUNIT", "")[:1], 0.0)
    return float(told.get("TIFFTAG_XRESOLUTION", 0)) * unit


def _is_animated(data: bytes) -> bool:
    """Whether a GIF, PNG or WebP holds more than one frame, by the marks its format has for that."""
    if data[:4] == b"GIF8":
        return b"NETSCAPE2.0" in data or frames_of_gif(data) > 1
    is_chunked = data[:8] == b"\x89PNG\r\n\x1a\n" or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")
    return is_chunked and is_animated(data)


def frames_of_gif(data: bytes) -> int:
    """Pictures that a GIF holds, by its blocks; those up to where it is damaged."""
    if len(data) < _GIF_HEAD:
        return 0
    at, frames = _GIF_HEAD + _colours_bytes(data[10]), 0
    while at < len(data) and data[at] in _GIF_BLOCKS:
        if data[at] == _GIF_FRAME:
            frames += 1
            at += 10 + (_colours_bytes(data[at + 9]) if at + 9 < len(data) else 0) + 1
        else:
            at += 2
        while at < len(data) and data[at]:  # pieces, each with its length before it
            at += 1 + data[at]
        at += 1
    return frames


_GIF_HEAD, _GIF_FRAME, _GIF_BLOCKS = 13, 0x2C, (0x2C, 0x21)
"""Bytes before the colours of a GIF, how a frame begins, and how frames and extensions do (GIF89a, 18-24)."""


def _colours_bytes(packed: int) -> int:
    """Bytes of a table of colours, by the flags that announce it."""
    return 3 * 2 ** ((packed & 7) + 1) if packed & 0x80 else 0


def _pages_of_tiff(path: str) -> int:
    """Pictures of a TIFF that are no smaller copies of another; 1 where it cannot be opened."""
    from osgeo import gdal

    dataset = opened(path, gdal.OF_RASTER, ["GTiff"])
    return 1 if dataset is None else max(len(dataset.GetSubDatasets()), 1)


def _raster(path: str, name: str) -> Colours:
    try:
        return decoded(path, RASTER_DRIVERS, PDF_DPI)
    except UndecodedError as reason:
        raise _undecoded(path, name, reason) from reason


def _undecoded(path: str, name: str, reason: UndecodedError) -> InputError:
    """Why a picture could not be decoded, as a sentence."""
    if reason.kind == LARGE:
        return _too_large(name, reason.values["width"], reason.values["height"])
    first = str(reason.values.get("reason", "")).replace(path, name) or Phrase("unknown format")
    return {
        BROKEN: InputError(
            "picture.file.unreadable",
            "{name} is not a picture that can be read: {reason}. The check was not made.",
            name=name,
            reason=first,
        ),
        EMPTY: _empty(name),
        NO_CHANNEL: InputError("picture.colour.no_channel", "The picture has no colour channel."),
        DAMAGED: InputError(
            "picture.file.damaged",
            "The picture is damaged or cut short: its pixels could not be read.",
        ),
        TRANSPARENT: InputError(
            "picture.file.transparent",
            "The picture {name} is large and transparent, and looks otherwise on every ground. Save it "
            "without transparency.",
            name=name,
        ),
    }[reason.kind]


def _empty(name: str) -> InputError:
    return InputError("picture.pixels.none", "The picture {name} has no pixels.", name=name)


def _check_size(name: str, width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise _empty(name)
    if width * height > MOST_PIXELS:
        raise _too_large(name, width, height)


def _too_large(name: str, width: int, height: int) -> InputError:
    return InputError(
        "picture.pixels.too_many",
        "The picture {name} would have {millions} million pixels; up to {most} are read. Make it "
        "smaller first.", name=name, millions=round(width * height / 1e6), most=round(MOST_PIXELS / 1e6),
    )  # fmt: skip


def _svg(name: str, data: bytes) -> np.ndarray:
    from qgis.PyQt.QtCore import QByteArray
    from qgis.PyQt.QtGui import QColor, QImage, QPainter
    from qgis.PyQt.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(data))
    if not renderer.isValid():
        raise InputError(
            "svg.file.unreadable",
            "{name} is not an SVG picture that can be read. The check was not made.",
            name=name,
        )
    box = renderer.viewBoxF()
    grow = max(1.0, SVG_PX / max(box.width(), box.height(), 1.0))
    width, height = round(box.width() * grow), round(box.height() * grow)
    _check_size(name, width, height)
    image = QImage(width, height, QImage.Format.Format_RGB888)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    bits = image.constBits()
    bits.setsize(image.sizeInBytes())
    rows = np.frombuffer(bytes(bits), np.uint8).reshape(height, image.bytesPerLine())
    return np.ascontiguousarray(rows[:, : 3 * width].reshape(height, width, 3))


DRIVERS = ["PNG", "JPEG", "GTiff", "GIF", "BMP", "WEBP", "JP2OpenJPEG", "JP2ECW", "JP2KAK", "JP2MrSID", "PDF"]
OWN_DOMAINS = ("IMAGE_STRUCTURE", "DERIVED_SUBDATASETS", "COLOR_PROFILE")
"""Metadata that GDAL makes itself, or that names no place."""


def gdal_leaks(path: str, found) -> list[MetadataLeak]:
    """Positions that GDAL finds and that are not among those found already."""
    from osgeo import gdal

    dataset = opened(path, gdal.OF_RASTER, DRIVERS)
    if dataset is None:
        return []
    told = []
    kinds = {leak.kind for leak in found}
    matrix = dataset.GetGeoTransform(can_return_null=True)
    if matrix is not None and not kinds & {"world file", "GeoTIFF", "GeoPDF", "side file"}:
        told.append(MetadataLeak("GDAL", Phrase("GDAL reads where each pixel lies on the map.")))
    if dataset.GetGCPs() and not kinds & {"GeoTIFF", "GeoPDF", "side file"}:
        told.append(MetadataLeak("GDAL", Phrase("GDAL reads control points from the file.")))
    if not told and dataset.GetProjection() and not kinds & {"GeoTIFF", "GeoPDF", "side file"}:
        told.append(MetadataLeak("GDAL", Phrase("GDAL reads a coordinate system from the file.")))
    words = "\n".join(_words(dataset))
    return told if kinds - {INSIDE} else told + text_leaks(Phrase("metadata"), words)


def _words(dataset):
    """All metadata of all domains, a line each; the position by satellite and by EXIF by their names."""
    for domain in dataset.GetMetadataDomainList() or []:
        if domain in OWN_DOMAINS:
            continue
        told = dataset.GetMetadata(domain)
        lines = [f"{key}={value}" for key, value in told.items()] if isinstance(told, dict) else list(told)
        if domain in ("RPC", "GEOLOCATION") and lines:
            yield "LINE_OFF"
        yield from (str(line) for line in lines)


MOST_FEATURES = 500_000
"""Paths that are compared; the own reader alone reads more."""
_COLOUR = re.compile(r"c:#([0-9A-Fa-f]{6})")


def read_again(
    path: str, suffix: str, data: bytes, height: float, width: float, dpi: int
) -> VectorPage | Phrase:
    """The page of a vector picture, read by the library that QGIS brings along, or why it could not."""
    try:
        if suffix == ".svg":
            return _by_qt(data)
        with gdal_options(OGR_PDF_READ_NON_STRUCTURED="YES", GDAL_PDF_DPI=str(dpi)):
            return VectorPage(width, height, tuple(_by_gdal(path, height)))
    except InputError as reason:
        return reason.phrase


def _by_qt(data: bytes) -> VectorPage:
    """Qt plays the picture to a device that writes down what it is told to paint, as plain paths."""
    from qgis.PyQt.QtCore import QBuffer, QByteArray, QIODevice
    from qgis.PyQt.QtGui import QPainter
    from qgis.PyQt.QtSvg import QSvgGenerator, QSvgRenderer

    renderer = QSvgRenderer(QByteArray(data))
    if not renderer.isValid():
        raise InputError("svg.second_reader.refused", "Qt cannot read the SVG.")
    box = renderer.viewBoxF()
    written = QBuffer()
    written.open(QIODevice.OpenModeFlag.WriteOnly)
    recorder = QSvgGenerator()
    recorder.setOutputDevice(written)
    recorder.setSize(box.size().toSize())
    recorder.setViewBox(box)
    painter = QPainter(recorder)
    renderer.render(painter, box)
    painter.end()
    return read_svg(bytes(written.data()))


def _by_gdal(path: str, height: float):
    from osgeo import gdal

    dataset = opened(path, gdal.OF_VECTOR, ["PDF"])
    if dataset is None:
        raise InputError("pdf.second_reader.refused", "GDAL cannot read the paths of the PDF.")
    seen = 0
    for at in range(dataset.GetLayerCount()):
        for feature in dataset.GetLayer(at):
            seen += 1
            if seen > MOST_FEATURES:
                raise TooMuchError(
                    "pdf.second_reader.too_many_paths",
                    "The PDF holds too many paths to be read a second time.",
                )
            geometry = feature.GetGeometryRef()
            if geometry is not None:
                yield from _paths(geometry, feature.GetStyleString() or "", height)


def _paths(geometry, style: str, height: float):
    """Painted paths of a geometry; a point is a path without length."""
    kind = geometry.GetGeometryName()
    if kind not in ("POINT", "LINESTRING", "POLYGON"):
        for at in range(geometry.GetGeometryCount()):
            yield from _paths(geometry.GetGeometryRef(at), style, height)
        return
    parts = [geometry]
    if kind == "POLYGON":
        parts = [geometry.GetGeometryRef(at) for at in range(geometry.GetGeometryCount())]
    rings = [_points(part, height) for part in parts if not part.IsEmpty()]
    rings = [np.repeat(ring, 2, axis=0) if len(ring) == 1 else ring for ring in rings]
    if rings:
        fill, line = _colours(style)
        painted = (fill or (0.0, 0.0, 0.0)) if kind == "POLYGON" else None
        yield VectorPath(tuple(rings), np.concatenate(rings), painted, painted is None, line)


def _points(part, height: float) -> np.ndarray:
    places = np.array(part.GetPoints(), float)[:, :2]
    return np.column_stack([places[:, 0], height - places[:, 1]])


def _colours(style: str) -> tuple:
    """Colours of fill and line in a style of OGR; None where it names none."""
    found: dict = {}
    for piece in style.split(";"):
        colour = _COLOUR.search(piece)
        if colour:
            digits = colour.group(1)
            found[piece.partition("(")[0]] = tuple(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return found.get("BRUSH"), found.get("PEN")

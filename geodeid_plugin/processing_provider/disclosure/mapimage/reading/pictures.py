# SPDX-License-Identifier: GPL-2.0-or-later
"""Open picture files for the disclosure checks: judged before decoding, 8-bit colours after."""

from __future__ import annotations

import glob
import re
import struct
from pathlib import Path

import numpy as np

from .....core.base.errors import InputError, Phrase
from .....core.mapimage.budget import TooMuchError
from .....core.mapimage.picturedots import Picture
from .....core.mapimage.reidentify.metadata import MetadataLeak, metadata_leaks, text_leaks
from .....core.mapimage.vector.paths import VectorPage
from .....core.mapimage.vector.repeated import read_page
from .....host.compat import open_dataset
from .....host.decoding import BROKEN, DAMAGED, EMPTY, LARGE, LIMITS, NO_CHANNEL, Asked, UndecodedError
from .....host.workers.decoder import decode
from .....i18n import tr
from ....framework.writing.destinations import is_file, is_virtual, path_text, read_bytes

MOST_PIXELS = 150_000_000
"""450 MB as bytes of red, green and blue."""
RASTER_DRIVERS = ["PNG", "JPEG", "GTiff", "GIF", "BMP", "WEBP", "JP2OpenJPEG", "PDF"]
MOST_MEMORY = 3 * 1024**3
"""Bytes of address space in which a picture must be decoded: 150 million pixels take below 2 GiB."""
MOST_CPU_S = 120
"""Seconds of processor time in which a picture must be decoded; 150 million pixels take about 10."""
PDF_DPI = 300
"""At which pages are drawn: print quality."""
SVG_PX = 1600
"""The longer side, at least, at which an SVG is drawn; chosen: a column of a journal at 450 dpi."""
VECTOR_SUFFIXES = (".pdf", ".svg")
POSITION_DRIVERS = [
    "PNG",
    "JPEG",
    "GTiff",
    "GIF",
    "BMP",
    "WEBP",
    "JP2OpenJPEG",
    "JP2ECW",
    "JP2KAK",
    "JP2MrSID",
    "PDF",
]
OWN_DOMAINS = ("IMAGE_STRUCTURE", "DERIVED_SUBDATASETS", "COLOR_PROFILE")
"""Metadata that GDAL makes itself, or that names no place."""
INCHES = {"mm": 1 / 25.4, "cm": 1 / 2.54, "in": 1.0, "pt": 1 / 72, "px": 1 / 96, "": 1 / 96}
"""Length units of SVG."""


def read_picture(path) -> Picture:
    """Read a picture, or say in a sentence why it cannot be checked; its paths by our own reader alone.

    Raises
    ------
    InputError
        No such file, not a picture, truncated, empty, or too large to decode.
    """
    path = Path(path)
    if not is_file(path):
        raise InputError(tr("The picture {name} does not exist.").format(name=path.name))
    data = read_bytes(path)
    if not data:
        raise InputError(tr("The picture {name} is empty.").format(name=path.name))
    if _is_animated(data):
        raise InputError(
            tr("{name} is animated, and only one frame could be checked. Save that frame by itself.").format(
                name=path.name
            )
        )
    if data[:2] in (b"II", b"MM") and _pages_of_tiff(path) > 1:
        raise InputError(
            tr(
                "{name} holds several pages, and only the first could be checked. Save each by itself."
            ).format(name=path.name)
        )
    suffix = path.suffix.lower()
    page = _page(suffix, data)
    rgb = _svg(path, data) if suffix == ".svg" else _raster(path)
    found = metadata_leaks(data, _side_files(path))
    return Picture(rgb, suffix, data, (*found, *_gdal_leaks(path, found)), page)


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


def dpi_of(path: Path, picture: Picture) -> float | None:
    """The dpi that a file names; None where it names none, or nonsense."""
    dpi = _named_dpi(path, picture)
    return round(dpi, 1) if dpi and 10 <= dpi <= 4800 else None


def _named_dpi(path: Path, picture: Picture) -> float | None:
    data = picture.data
    if picture.suffix == ".pdf":
        return float(PDF_DPI)
    if picture.suffix == ".svg":
        width = re.search(rb"<svg\b[^>]*?\bwidth\s*=\s*[\"']\s*([\d.]+)\s*(mm|cm|in|pt|px|)\s*[\"']", data)
        return picture.rgb.shape[1] / (float(width[1]) * INCHES[width[2].decode()]) if width else None
    if data[:4] == b"\x89PNG":
        at = data.find(b"pHYs", 0, data.find(b"IDAT"))
        a_metre, _, unit = struct.unpack(">IIB", data[at + 4 : at + 13]) if at > 0 else (0, 0, 0)
        return a_metre * 0.0254 if unit == 1 else None
    if data[:2] == b"\xff\xd8" and data[6:11] == b"JFIF\0":
        unit, density = data[13], int.from_bytes(data[14:16], "big")
        return density * {1: 1.0, 2: 2.54}.get(unit, 0.0)
    return _tiff_dpi(path) if data[:2] in (b"II", b"MM") else None


def _tiff_dpi(path: Path) -> float | None:
    from osgeo import gdal

    dataset = open_dataset(path_text(path), gdal.OF_RASTER)
    told = dataset.GetMetadata() if dataset else {}
    unit = {"2": 1.0, "3": 2.54}.get(told.get("TIFFTAG_RESOLUTIONUNIT", "")[:1], 0.0)
    return float(told.get("TIFFTAG_XRESOLUTION", 0)) * unit


def _is_animated(data: bytes) -> bool:
    """Whether a GIF, PNG or WebP holds more than one frame, by the marks its format has for that."""
    if data[:4] == b"GIF8":
        return b"NETSCAPE2.0" in data or frames_of_gif(data) > 1
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return b"acTL" in data[:200]
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP" and b"ANIM" in data[:100]


def _side_files(path: Path) -> dict:
    beside: dict = {}
    if is_virtual(path):
        return beside
    stem, name = glob.escape(path.stem), glob.escape(path.name)
    for side in sorted({*path.parent.glob(stem + ".*"), *path.parent.glob(name + ".*")}):
        if side != path and side.is_file() and side.stat().st_size < 5_000_000:
            beside[side.name] = side.read_bytes()
    return beside


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


def _pages_of_tiff(path: Path) -> int:
    """Pictures of a TIFF that are no smaller copies of another; 1 where it cannot be opened."""
    from osgeo import gdal

    dataset = open_dataset(path_text(path), gdal.OF_RASTER)
    return 1 if dataset is None else max(len(dataset.GetSubDatasets()), 1)


def on_dark_ground(path, picture: Picture) -> np.ndarray | None:
    """A transparent picture as it looks on black; None where it is not transparent, or a drawing."""
    if picture.is_vector:
        return None
    rgb = _raster(Path(path), ground=0)
    return None if np.array_equal(rgb, picture.rgb) else rgb


def _raster(path: Path, ground: int = 255) -> np.ndarray:
    asked = Asked(
        path_text(path), tuple(RASTER_DRIVERS), PDF_DPI, MOST_PIXELS, MOST_MEMORY, MOST_CPU_S, ground
    )
    try:
        return decode(asked)
    except UndecodedError as reason:
        raise InputError(_undecoded(path, reason)) from reason


def _undecoded(path: Path, reason: UndecodedError) -> str:
    """Why a picture could not be decoded, as a sentence."""
    if reason.kind == LARGE:
        return _too_large(path, reason.values["width"], reason.values["height"])
    first = str(reason.values.get("reason", "")).replace(str(path), path.name) or tr("unknown format")
    return {
        BROKEN: tr("{name} is not a picture that can be read: {reason}. The check was not made."),
        EMPTY: tr("The picture {name} has no pixels."),
        NO_CHANNEL: tr("The picture has no colour channel."),
        DAMAGED: tr("The picture is damaged or cut short: its pixels could not be read."),
        LIMITS: tr(
            "Decoding {name} took more memory or time than any picture does, so it was ended. The check was "
            "not made. Save the picture anew from an image program."
        ),
    }[reason.kind].format(name=path.name, reason=first)


def _check_size(path: Path, width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise InputError(tr("The picture {name} has no pixels.").format(name=path.name))
    if width * height > MOST_PIXELS:
        raise InputError(_too_large(path, width, height))


def _too_large(path: Path, width: int, height: int) -> str:
    return tr(
        "The picture {name} would have {millions} million pixels; up to {most} are read. Make it "
        "smaller first."
    ).format(name=path.name, millions=round(width * height / 1e6), most=round(MOST_PIXELS / 1e6))


def _svg(path: Path, data: bytes) -> np.ndarray:
    from qgis.PyQt.QtCore import QByteArray
    from qgis.PyQt.QtGui import QColor, QImage, QPainter
    from qgis.PyQt.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(QByteArray(data))
    if not renderer.isValid():
        raise InputError(
            tr("{name} is not an SVG picture that can be read. The check was not made.").format(
                name=path.name
            )
        )
    box = renderer.viewBoxF()
    grow = max(1.0, SVG_PX / max(box.width(), box.height(), 1.0))
    width, height = round(box.width() * grow), round(box.height() * grow)
    _check_size(path, width, height)
    image = QImage(width, height, QImage.Format.Format_RGB888)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    bits = image.constBits()
    bits.setsize(image.sizeInBytes())
    rows = np.frombuffer(bytes(bits), np.uint8).reshape(height, image.bytesPerLine())
    return np.ascontiguousarray(rows[:, : 3 * width].reshape(height, width, 3))


def _gdal_leaks(path, found) -> list[MetadataLeak]:
    """Positions that GDAL finds and that are not among those our own readers found."""
    from osgeo import gdal

    dataset = open_dataset(path_text(path), gdal.OF_RASTER, drivers=POSITION_DRIVERS)
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
    return told + text_leaks(Phrase("metadata"), words) if not found else told


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

# SPDX-License-Identifier: GPL-2.0-or-later
"""Open picture files for the disclosure checks: judged before decoding, 8-bit colours after."""

from __future__ import annotations

import glob
import re
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .....core.base.errors import InputError, Phrase
from .....core.mapimage.budget import TooMuchError
from .....core.mapimage.reidentify.metadata import metadata_leaks
from .....core.mapimage.vector.paths import VectorPage
from .....core.mapimage.vector.repeated import read_page
from .....host.compat import open_dataset
from .....i18n import tr
from ....framework.writing.destinations import is_file, is_virtual, path_text, read_bytes
from .gdalposition import gdal_leaks

MOST_PIXELS = 150_000_000
"""450 MB as bytes of red, green and blue."""
RASTER_DRIVERS = ["PNG", "JPEG", "GTiff", "GIF", "BMP", "WEBP", "JP2OpenJPEG", "PDF"]
STRIP_PIXELS = 4_000_000
"""Pixels that are converted at once."""
PDF_DPI = 300
"""At which pages are drawn: print quality."""
VECTOR_SUFFIXES = (".pdf", ".svg")
INCHES = {"mm": 1 / 25.4, "cm": 1 / 2.54, "in": 1.0, "pt": 1 / 72, "px": 1 / 96, "": 1 / 96}
"""Length units of SVG."""


@dataclass(frozen=True)
class Picture:
    """A picture file as colours, with what the file says besides.

    Attributes
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
        Colours over white where the picture is transparent.
    hidden : list of MetadataLeak
        Position that the file carries besides its pixels.
    data : bytes
        The file.
    page : VectorPage or None
        The paths of a PDF or SVG.
    unread : Phrase or None
        Why the paths of a PDF or SVG could not be read.
    """

    path: Path
    rgb: np.ndarray
    hidden: list
    data: bytes
    page: VectorPage | None = None
    unread: Phrase | None = None

    @property
    def is_vector(self) -> bool:
        """Whether the file is a PDF or SVG, whose dots may be paths."""
        return self.path.suffix.lower() in VECTOR_SUFFIXES

    @property
    def dpi(self) -> float | None:
        """The dpi that the file names; None where it names none, or nonsense."""
        dpi = _named_dpi(self)
        return round(dpi, 1) if dpi and 10 <= dpi <= 4800 else None


def read_picture(path) -> Picture:
    """Read a picture, or say in a sentence why it cannot be checked.

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
    page, unread = _page(path, data)
    rgb = _svg(path, data) if path.suffix.lower() == ".svg" else _raster(path)
    found = metadata_leaks(data, _side_files(path))
    return Picture(path, rgb, [*found, *gdal_leaks(path, found)], data, page, unread)


def _page(path: Path, data: bytes) -> tuple[VectorPage | None, Phrase | None]:
    """The paths of a vector picture, or why they could not be read.

    Raises
    ------
    TooMuchError
        When the drawing asks for more work than any map does: no library may be set at it then.
    """
    if path.suffix.lower() not in VECTOR_SUFFIXES:
        return None, None
    try:
        return read_page(data), None
    except TooMuchError:  # before the libraries are set at it
        raise
    except InputError as reason:
        return None, reason.phrase


def _named_dpi(picture: Picture) -> float | None:
    data, suffix = picture.data, picture.path.suffix.lower()
    if suffix == ".pdf":
        return float(PDF_DPI)
    if suffix == ".svg":
        width = re.search(rb"<svg\b[^>]*?\bwidth\s*=\s*[\"']\s*([\d.]+)\s*(mm|cm|in|pt|px|)\s*[\"']", data)
        return picture.rgb.shape[1] / (float(width[1]) * INCHES[width[2].decode()]) if width else None
    if data[:4] == b"\x89PNG":
        at = data.find(b"pHYs", 0, data.find(b"IDAT"))
        a_metre, _, unit = struct.unpack(">IIB", data[at + 4 : at + 13]) if at > 0 else (0, 0, 0)
        return a_metre * 0.0254 if unit == 1 else None
    if data[:2] == b"\xff\xd8" and data[6:11] == b"JFIF\0":
        unit, density = data[13], int.from_bytes(data[14:16], "big")
        return density * {1: 1.0, 2: 2.54}.get(unit, 0.0)
    return _tiff_dpi(picture.path) if data[:2] in (b"II", b"MM") else None


def _tiff_dpi(path: Path) -> float | None:
    from osgeo import gdal

    dataset = open_dataset(path_text(path), gdal.OF_RASTER)
    told = dataset.GetMetadata() if dataset else {}
    unit = {"2": 1.0, "3": 2.54}.get(told.get("TIFFTAG_RESOLUTIONUNIT", "")[:1], 0.0)
    return float(told.get("TIFFTAG_XRESOLUTION", 0)) * unit


def _is_animated(data: bytes) -> bool:
    """Whether a GIF, PNG or WebP holds more than one frame, by the marks its format has for that."""
    if data[:4] == b"GIF8":
        return b"NETSCAPE2.0" in data or data.count(b"\x21\xf9\x04") > 1
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


def _raster(path: Path) -> np.ndarray:
    from osgeo import gdal

    broken = tr("{name} is not a picture that can be read: {reason}. The check was not made.")
    before, dpi = gdal.GetUseExceptions(), gdal.GetConfigOption("GDAL_PDF_DPI")
    strict = gdal.GetConfigOption("GDAL_ERROR_ON_LIBJPEG_WARNING")
    gdal.UseExceptions()
    gdal.SetConfigOption("GDAL_PDF_DPI", str(PDF_DPI))
    gdal.SetConfigOption("GDAL_ERROR_ON_LIBJPEG_WARNING", "YES")
    try:
        dataset = gdal.OpenEx(path_text(path), gdal.OF_RASTER, allowed_drivers=RASTER_DRIVERS)
        width, height = dataset.RasterXSize, dataset.RasterYSize
        _check_size(path, width, height)
        return _colours(dataset)
    except RuntimeError as reason:
        first = str(reason).strip().splitlines()[0] if str(reason).strip() else tr("unknown format")
        raise InputError(
            broken.format(name=path.name, reason=first.replace(str(path), path.name))
        ) from reason
    finally:
        gdal.SetConfigOption("GDAL_PDF_DPI", dpi)
        gdal.SetConfigOption("GDAL_ERROR_ON_LIBJPEG_WARNING", strict)
        if not before:
            gdal.DontUseExceptions()


def _check_size(path: Path, width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise InputError(tr("The picture {name} has no pixels.").format(name=path.name))
    if width * height > MOST_PIXELS:
        raise InputError(
            tr(
                "The picture {name} would have {millions} million pixels; up to {most} are read. Make it "
                "smaller first."
            ).format(name=path.name, millions=round(width * height / 1e6), most=round(MOST_PIXELS / 1e6))
        )


def _colours(dataset) -> np.ndarray:
    """Colours over white, read strip by strip: a large picture must not stand in memory many times."""
    from osgeo import gdal

    bands = [dataset.GetRasterBand(i + 1) for i in range(dataset.RasterCount)]
    if not bands:
        raise InputError(tr("The picture has no colour channel."))
    alpha = next((b for b in bands if b.GetColorInterpretation() == gdal.GCI_AlphaBand), None)
    colour = [band for band in bands if band is not alpha]
    table = _table(colour[0]) if len(colour) == 1 else None
    cmyk = len(colour) >= 4 and colour[0].GetColorInterpretation() == gdal.GCI_CyanBand
    channels = [_Channel(band) for band in ([] if table is not None else colour[: 4 if cmyk else 3])]
    cover = None if alpha is None or table is not None else _Channel(alpha)
    width, height = dataset.RasterXSize, dataset.RasterYSize
    rgb = np.empty((height, width, 3), np.uint8)
    step = max(1, STRIP_PIXELS // width)
    for top in range(0, height, step):
        rows = min(step, height - top)
        if table is not None:
            values = table[np.minimum(_read(colour[0], top, rows), len(table) - 1)]
            rgb[top : top + rows] = _over_white(values[..., :3], values[..., 3])
            continue
        layers = [channel.strip(top, rows) for channel in channels]
        if cmyk:
            layers = [(255.0 - ink) * (255.0 - layers[3]) / 255.0 for ink in layers[:3]]
        layers = layers if len(layers) >= 3 else [layers[0]] * 3
        seen = None if cover is None else cover.strip(top, rows)
        rgb[top : top + rows] = _over_white(np.stack(layers, axis=-1), seen)
    return rgb


def _table(band):
    """Colours of a palette, (n, 4) 0 to 255; None where the band has none."""
    table = band.GetColorTable()
    if table is None:
        return None
    entries = [table.GetColorEntry(i) for i in range(max(table.GetCount(), 1))]
    return np.array(entries, dtype=np.float32)


def _read(band, top: int, rows: int) -> np.ndarray:
    values = band.ReadAsArray(0, top, band.XSize, rows)
    if values is None:
        raise InputError(tr("The picture is damaged or cut short: its pixels could not be read."))
    return values


class _Channel:
    """Values 0 to 255 of a band; deeper ones are scaled by their type, decimals by their own range."""

    def __init__(self, band):
        from osgeo import gdal

        self._band = band
        self._low, self._scale = 0.0, {gdal.GDT_Byte: 1.0, gdal.GDT_UInt16: 1 / 257.0}.get(band.DataType)
        if self._scale is None:
            self._low, high = band.ComputeRasterMinMax(False)
            self._scale = 255.0 / max(high - self._low, 1e-9)

    def strip(self, top: int, rows: int) -> np.ndarray:
        """Some rows."""
        values = _read(self._band, top, rows)
        return np.nan_to_num((values.astype(np.float32) - self._low) * self._scale)


def _over_white(rgb, alpha) -> np.ndarray:
    if alpha is not None:
        share = (alpha / 255.0)[..., None]
        rgb = rgb * share + 255.0 * (1 - share)
    return np.clip(np.rint(rgb), 0, 255).astype(np.uint8)


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
    grow = max(1.0, 1600.0 / max(box.width(), box.height(), 1.0))
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

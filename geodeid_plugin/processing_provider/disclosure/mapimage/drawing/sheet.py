# SPDX-License-Identifier: GPL-2.0-or-later
"""Draw a publication map through a QGIS print layout, leaving no position in the file.

The page is drawn into a picture and written by Qt's own writers, so no world file, no GeoPDF frame, no EXIF
position, no project path and no export metadata can come along. What stands about the map is drawn by the
layout, in the thread of QGIS's window, which a layout needs; the map, which takes long, in any thread.
"""

from __future__ import annotations

import math
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from qgis.core import (
    QgsCoordinateTransform,
    QgsFillSymbol,
    QgsLayoutExporter,
    QgsMapRendererCustomPainterJob,
    QgsMapSettings,
    QgsProject,
    QgsRenderContext,
)
from qgis.PyQt.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QSizeF, Qt
from qgis.PyQt.QtGui import QImage, QImageWriter, QPainter

from .....core.base.errors import InputError
from ....framework.writing.files import WaitingFolder
from ....io.reading import features_of
from .layout import Page

JPEG_QUALITY = 90
"""Of a JPEG; chosen: dots lose nothing that the eye sees."""
_LAST = {"pdf": b"%%EOF", "svg": b"</svg>"}
"""How a file ends that is whole."""


@dataclass(frozen=True)
class Drawn:
    """What was drawn."""

    scale: float
    width_px: int
    height_px: int
    metres_per_px: float
    data: bytes
    corners: tuple[tuple[float, float, float, float], ...]
    """Corners of the map as pixel column, pixel row, east and north; none of a PDF or SVG."""


class Sheet:
    """A page being drawn: made in the window's thread, finished in any.

    Parameters
    ----------
    form : str
        ``png``, ``jpeg``, ``pdf`` or ``svg``.
    folder : str, optional
        Where QGIS draws PDF and SVG, which it cannot draw in memory, for a moment; the system's folder for
        temporary files by default.

    Raises
    ------
    InputError
        The picture is too large for the memory, or the file cannot be written.
    """

    def __init__(self, page: Page, form: str, folder: str | None = None):
        self._page, self._form = page, form
        self._exported: bytes | None = None
        style = page.style
        if form in ("pdf", "svg"):
            self._exported = _exported(page, form, folder)
            self._size = round(style.width_mm / 25.4 * style.dpi), round(style.height / 25.4 * style.dpi)
            return
        self._furniture = _furniture(page)
        self._size = self._furniture.width(), self._furniture.height()
        self._picture = QImage(*self._size, QImage.Format.Format_ARGB32)
        if self._furniture.isNull() or self._picture.isNull():
            raise InputError(
                "drawing.memory.too_small",
                "The picture could not be drawn: there is not enough memory for its size.",
            )
        self._begin()

    @property
    def dots(self):
        """The layer of the dots, which belongs to nobody else."""
        return self._page.layers[0]

    @property
    def crs(self):
        """Coordinate system of the map."""
        return self._page.project.crs()

    def _begin(self) -> None:
        """Set the map where the layout has it: the same transformations as QgsLayoutItemMap's own."""
        picture, furniture, item = self._picture, self._furniture, self._page.map_item
        picture.setDotsPerMeterX(furniture.dotsPerMeterX())
        picture.setDotsPerMeterY(furniture.dotsPerMeterY())
        picture.fill(Qt.GlobalColor.white)
        dots_per_mm = picture.logicalDpiX() / 25.4
        frame = item.mapRectToScene(item.rect())
        self._painter = QPainter(picture)
        self._painter.scale(*(2 * [pixels_per_mm(picture, item)]))
        self._painter.translate(frame.topLeft())
        self._painter.setClipRect(item.rect())
        self._painter.scale(1 / dots_per_mm, 1 / dots_per_mm)
        size = QSizeF(frame.width() * dots_per_mm, frame.height() * dots_per_mm)
        settings = item.mapSettings(item.extent(), size, dots_per_mm * 25.4, True)
        # What a layout does when it is exported, and not shown on screen: no border is simplified.
        settings.setFlag(QgsMapSettings.Flag.UseRenderingOptimization, False)
        self._job = QgsMapRendererCustomPainterJob(settings, self._painter)
        self._job.prepare()

    def finish(self) -> Drawn:
        """Draw the map, and make the file's bytes."""
        data = self._drawn() if self._exported is None else self._exported
        page = self._page
        metres = page.map_item.scale() * page.style.width_mm / 1000 / self._size[0]
        return Drawn(page.map_item.scale(), *self._size, metres, data, self._corners())

    def _corners(self) -> tuple[tuple[float, float, float, float], ...]:
        if self._exported is not None:
            return ()
        item = self._page.map_item
        frame, extent = item.mapRectToScene(item.rect()), item.extent()
        per_mm = pixels_per_mm(self._picture, item)
        columns = (frame.left(), extent.xMinimum()), (frame.right(), extent.xMaximum())
        rows = (frame.top(), extent.yMaximum()), (frame.bottom(), extent.yMinimum())
        return tuple((x * per_mm, y * per_mm, east, north) for x, east in columns for y, north in rows)

    def _drawn(self) -> bytes:
        self._job.renderPrepared()
        self._painter.end()
        painter = QPainter(self._picture)
        painter.drawImage(0, 0, self._furniture)
        painter.end()
        style = self._page.style
        if style.whole_pixels:
            _stamp_dots(self._picture, self._page.map_item, self.dots, style.dpi)
        return _encoded(self._picture, self._form)


def pixels_per_mm(picture: QImage, item) -> float:
    """Pixels of a picture in a millimetre of the page that an item lies on."""
    page = item.layout().pageCollection().page(0).rect()
    return min(picture.width() / page.width(), picture.height() / page.height())


def _furniture(page: Page) -> QImage:
    """What stands about the map and over it, on nothing."""
    sheet = page.layout.pageCollection().page(0)
    paper, ground = sheet.pageStyleSymbol().clone(), page.map_item.hasBackground()
    layers = page.map_item.layers()
    sheet.setPageStyleSymbol(QgsFillSymbol.createSimple({"style": "no", "outline_style": "no"}))
    page.map_item.setBackgroundEnabled(False)
    page.map_item.setLayers([])
    picture = QgsLayoutExporter(page.layout).renderPageToImage(0, dpi=page.style.dpi)
    page.map_item.setLayers(layers)
    page.map_item.setBackgroundEnabled(ground)
    sheet.setPageStyleSymbol(paper)
    return picture


def _exported(page: Page, form: str, folder: str | None) -> bytes:
    """The page as QGIS writes it, which says nothing where the disk took only a part."""
    try:
        with closing(WaitingFolder(Path(folder or tempfile.gettempdir()))) as private:
            part = private.inner() / f"picture.{form}"
            exporter = QgsLayoutExporter(page.layout)
            if form == "pdf":
                exporter.exportToPdf(str(part), _pdf_settings(page.style))
            else:
                exporter.exportToSvg(str(part), _svg_settings(page.style))
            data = part.read_bytes()
    except OSError:
        data = b""
    if not data.rstrip().endswith(_LAST[form]):
        raise InputError(
            "drawing.file.not_written",
            "The {form} could not be written. Is the disk full or the folder closed?",
            form=form.upper(),
        )
    return data


def _encoded(image, form: str) -> bytes:
    for key in list(image.textKeys()):
        image.setText(key, "")
    if form == "jpeg":
        image = image.convertToFormat(image.Format.Format_RGB32)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(form.encode()))
    writer.setQuality(JPEG_QUALITY if form == "jpeg" else -1)
    if not writer.write(image):
        raise InputError(
            "drawing.picture.not_encoded",
            "The picture could not be encoded: {reason}.",
            reason=writer.errorString(),
        )
    return bytes(data)


def _pdf_settings(style):
    settings = QgsLayoutExporter.PdfExportSettings()
    settings.dpi = style.dpi
    settings.appendGeoreference = False
    settings.exportMetadata = False
    settings.writeGeoPdf = False
    settings.forceVectorOutput = False
    return settings


def _svg_settings(style):
    settings = QgsLayoutExporter.SvgExportSettings()
    settings.dpi = style.dpi
    settings.exportMetadata = False
    settings.forceVectorOutput = False
    return settings


def _stamp_dots(image, map_item, dots, dpi: float) -> None:
    """Stamp the marker of a layer on the middle of each pixel that holds a point of it.

    All stamps are alike, and they are set row by row of the picture: neither the place inside the pixel nor
    the order of the layer is left.

    Parameters
    ----------
    image : QImage
        The page without the dots; changed in place.
    map_item : QgsLayoutItemMap
        The map on the page; millimetres.
    dots : QgsVectorLayer
        Points with a single symbol.
    dpi : float
        Resolution in dpi.
    """
    page = map_item.layout().pageCollection().page(0).rect()
    pixels_per_mm = min(image.width() / page.width(), image.height() / page.height())
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = map_item.mapRectToScene(map_item.rect())
    painter.setClipRect(
        round(frame.left() * pixels_per_mm), round(frame.top() * pixels_per_mm),
        round(frame.width() * pixels_per_mm), round(frame.height() * pixels_per_mm),
    )  # fmt: skip
    context = QgsRenderContext.fromQPainter(painter)
    context.setScaleFactor(dpi / 25.4)
    symbol = dots.renderer().symbol().clone()
    symbol.startRender(context)
    for y, x in sorted(_pixels(map_item, dots, frame, pixels_per_mm)):
        symbol.renderPoint(QPointF(x + 0.5, y + 0.5), None, context)
    symbol.stopRender(context)
    painter.end()


def _pixels(map_item, dots, frame, pixels_per_mm: float) -> set:
    """Row and column of every pixel that holds a point inside the map."""
    extent = map_item.extent()
    to_map = QgsCoordinateTransform(dots.crs(), map_item.crs(), QgsProject().transformContext())
    found = set()
    for feature in features_of(dots):
        for vertex in feature.geometry().vertices():
            place = to_map.transform(vertex.x(), vertex.y())
            if extent.contains(place):
                across = (place.x() - extent.xMinimum()) / extent.width()
                down = (extent.yMaximum() - place.y()) / extent.height()
                x_mm, y_mm = frame.left() + across * frame.width(), frame.top() + down * frame.height()
                found.add((math.floor(y_mm * pixels_per_mm), math.floor(x_mm * pixels_per_mm)))
    return found

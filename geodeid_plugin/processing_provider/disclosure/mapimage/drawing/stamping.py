# SPDX-License-Identifier: GPL-2.0-or-later
"""Put dots on a drawn page at whole pixels, so that the picture keeps no more of a place than its pixel."""

from __future__ import annotations

import math

from qgis.core import QgsCoordinateTransform, QgsProject, QgsRenderContext
from qgis.PyQt.QtCore import QPointF
from qgis.PyQt.QtGui import QPainter


def stamp_dots(image, map_item, dots, dpi: float) -> None:
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
    for feature in dots.getFeatures():
        for vertex in feature.geometry().vertices():
            place = to_map.transform(vertex.x(), vertex.y())
            if extent.contains(place):
                across = (place.x() - extent.xMinimum()) / extent.width()
                down = (extent.yMaximum() - place.y()) / extent.height()
                x_mm, y_mm = frame.left() + across * frame.width(), frame.top() + down * frame.height()
                found.add((math.floor(y_mm * pixels_per_mm), math.floor(x_mm * pixels_per_mm)))
    return found

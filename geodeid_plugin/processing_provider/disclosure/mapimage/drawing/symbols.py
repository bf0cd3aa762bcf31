# SPDX-License-Identifier: GPL-2.0-or-later
"""Draw round symbols on white as QGIS draws them, for the attack on another drawing of the same places."""

from __future__ import annotations

import numpy as np
from qgis.core import (
    QgsFeature,
    QgsGeometry,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsMarkerSymbol,
    QgsPointXY,
    QgsProperty,
    QgsRectangle,
    QgsSingleSymbolRenderer,
    QgsSymbolLayer,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

from .....core.mapimage.reidentify.remedy import Drawing


def draw(drawing: Drawing) -> np.ndarray:
    """The picture of a drawing, shape (h, w, 3)."""
    width, height = drawing.size_px
    layer = QgsVectorLayer("Point", "dots", "memory")
    features = []
    for x, y in drawing.places_px:
        feature = QgsFeature()
        feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(x, height - y)))
        features.append(feature)
    layer.dataProvider().addFeatures(features)
    layer.updateExtents()
    layer.setRenderer(QgsSingleSymbolRenderer(_symbol(drawing.symbol_px, drawing.smooth)))
    settings = QgsMapSettings()
    settings.setOutputSize(QSize(width, height))
    settings.setExtent(QgsRectangle(0, 0, width, height))
    settings.setBackgroundColor(QColor("#ffffff"))
    settings.setLayers([layer])
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    image = image.convertToFormat(image.Format.Format_RGB888)
    bits = image.constBits()
    bits.setsize(image.sizeInBytes())
    lines = np.frombuffer(bytes(bits), np.uint8).reshape(image.height(), image.bytesPerLine())
    return np.ascontiguousarray(lines[:, : 3 * image.width()].reshape(image.height(), image.width(), 3))


def _symbol(diameter_px: float, smooth: bool) -> QgsMarkerSymbol:
    symbol = QgsMarkerSymbol.createSimple(
        {
            "name": "circle",
            "color": "#c8102e",
            "size": str(diameter_px),
            "size_unit": "Pixel",
            "outline_style": "no",
        }
    )
    if smooth:
        # A size that QGIS must look up for each feature keeps it from pasting one picture at whole pixels.
        size = QgsProperty.fromExpression(str(diameter_px))
        symbol.symbolLayer(0).setDataDefinedProperty(QgsSymbolLayer.Property.PropertySize, size)
    return symbol

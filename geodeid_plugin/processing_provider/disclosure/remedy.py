# SPDX-License-Identifier: GPL-2.0-or-later
"""What would make a picture safe: how coarse it must be, or how far the points must be moved.

The candidates behind a dot pasted at whole pixels are counted for coarser and coarser pixels; the first
size at which nobody is exposed is then drawn and attacked again, its place given away for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import (
    QgsFeature,
    QgsGeometry,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsMarkerSymbol,
    QgsPointXY,
    QgsRectangle,
    QgsSingleSymbolRenderer,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

from ...core.errors import InputError
from ...core.mapimage import score
from ...core.mapimage.dots import find_dots

COARSER = (1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
SMALLEST_SIDE_PX = 40
MARKER_PX = 4.0


@dataclass(frozen=True)
class Remedy:
    """What would make the picture safe.

    Attributes
    ----------
    tried : tuple of (coarser, metres_per_px, exposed)
        How many records each coarser pixel would leave exposed; the last one that was tried.
    enough : float or None
        How many times coarser the picture must be; None where no useful picture of this extent is safe.
    found_again : int or None
        Records among too few candidates when that picture was drawn and attacked; None where it was not.
    move_m : ndarray, shape (n,)
        How far each record's dot would have to be moved to lie among enough candidates, metres.
    """

    tried: tuple
    enough: float | None
    found_again: int | None
    move_m: np.ndarray


def find_remedy(true_m, protection, rows, limit: float, metres_per_px: float, size_px) -> Remedy:
    """Find the coarsest change that is needed.

    Parameters
    ----------
    true_m : ndarray, shape (n, 2)
        Records in the picture, metres in the plane of the attack.
    protection
        What counts candidates: ``behind(where_m, rows, error_m, square)`` and ``reach_of(where_m, rows, k)``.
    rows : ndarray of int, shape (n,)
        Rows of the records in their layer.
    limit : float
        Highest acceptable chance.
    metres_per_px : float
        Size of a pixel of the picture that was attacked.
    size_px : tuple of int
        Its width and height.
    """
    need = score.class_size(limit)
    tried, enough = [], None
    for coarser in COARSER:
        if min(size_px) / coarser < SMALLEST_SIDE_PX:
            break
        pixel_m = metres_per_px * coarser
        error_m = np.full(len(true_m), pixel_m / np.sqrt(12))
        exposed = int(np.count_nonzero(protection.behind(true_m, rows, error_m, True) < need))
        tried.append((coarser, pixel_m, exposed))
        if not exposed:
            enough = coarser
            break
    again = None
    if enough is not None:
        again = _attacked_again(true_m, protection, rows, need, metres_per_px * enough)
    return Remedy(tuple(tried), enough, again, protection.reach_of(true_m, rows, need))


def _attacked_again(true_m, protection, rows, need: int, pixel_m: float) -> int:
    """Draw the dots with pixels of this size, find them, and count the records exposed."""
    low = true_m.min(axis=0) - 10 * pixel_m
    size = np.maximum(np.ceil((true_m.max(axis=0) + 10 * pixel_m - low) / pixel_m), 64).astype(int)
    try:
        dots = find_dots(_drawn(true_m, low, size, pixel_m))
    except InputError:
        return 0
    where = np.column_stack([low[0] + dots.x_px * pixel_m, low[1] + (size[1] - dots.y_px) * pixel_m])
    record, _ = score.assign(where, true_m, 1.5 * pixel_m)
    matched = record != score.UNMATCHED
    if not matched.any():
        return 0
    error_m = np.asarray(dots.error_px)[matched] * pixel_m
    mine = rows[record[matched]]
    candidates = protection.around(where[matched], true_m[record[matched]], error_m, mine)[2]
    return int(np.count_nonzero(candidates < need))


def _drawn(true_m, low, size, pixel_m: float) -> np.ndarray:
    layer = QgsVectorLayer("Point", "dots", "memory")
    features = []
    for x, y in true_m:
        feature = QgsFeature()
        feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(x, y)))
        features.append(feature)
    layer.dataProvider().addFeatures(features)
    layer.updateExtents()
    symbol = QgsMarkerSymbol.createSimple(
        {
            "name": "circle",
            "color": "#c8102e",
            "size": str(MARKER_PX),
            "size_unit": "Pixel",
            "outline_style": "no",
        }
    )
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    settings = QgsMapSettings()
    settings.setOutputSize(QSize(int(size[0]), int(size[1])))
    settings.setExtent(QgsRectangle(low[0], low[1], low[0] + size[0] * pixel_m, low[1] + size[1] * pixel_m))
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

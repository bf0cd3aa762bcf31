# SPDX-License-Identifier: GPL-2.0-or-later
"""Coordinate systems of QGIS as the core knows them, and back."""

from __future__ import annotations

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsGeometry,
    QgsPointXY,
)

from .....core.base.errors import InputError
from .....core.mapimage.georeference.projections import Crs
from .....core.mapimage.georeference.systems import System

OF_ONE_COMPUTER = "USER:"
"""How codes begin that QGIS alone knows."""


def known_to_all(crs: QgsCoordinateReferenceSystem) -> Crs:
    """A system of QGIS by its code, or by its definition where it has none that others know."""
    code = crs.authid()
    if code and not code.startswith(OF_ONE_COMPUTER):
        return Crs.of(code)
    return Crs(code or crs.toProj(), crs.toWkt(QgsCoordinateReferenceSystem.WktVariant.WKT_PREFERRED))


def known_to_qgis(system: System) -> QgsCoordinateReferenceSystem:
    """A system of the core as QGIS knows it.

    Not by ``createFromUserInput``: GDAL takes EPSG:9311 for EPSG:2163, six kilometres away.
    """
    text = system.definition
    if text.startswith("+proj"):
        return QgsCoordinateReferenceSystem.fromProj(text)
    return QgsCoordinateReferenceSystem(text)


def chosen_operations(context) -> dict:
    """The operations between two systems that the user prefers, by the codes of both."""
    return context.transformContext().coordinateOperations()


def transformed(points, source, target, context) -> np.ndarray:
    """Points from one coordinate system to another, shape (n, 2)."""
    crs = [QgsCoordinateReferenceSystem(c) if isinstance(c, str) else c for c in (source, target)]
    points = np.asarray(points, float).reshape(-1, 2)
    if crs[0] == crs[1] or not len(points):
        return points
    places = QgsGeometry.fromMultiPointXY([QgsPointXY(x, y) for x, y in points])
    try:
        places.transform(QgsCoordinateTransform(*crs, context.transformContext()))
        return np.array([(p.x(), p.y()) for p in places.asMultiPoint()])
    except QgsCsException as error:
        raise InputError(
            "picture.position.outside_crs",
            "A position of the picture lies outside the coordinate system {crs}. Check the placement.",
            crs=crs[0].authid(),
        ) from error

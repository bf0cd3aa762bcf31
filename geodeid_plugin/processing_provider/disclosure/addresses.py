# SPDX-License-Identifier: GPL-2.0-or-later
"""Read many addresses fast: their places alone, and only those about a picture."""

from __future__ import annotations

import numpy as np
from qgis.core import (
    Qgis,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsFeatureRequest,
    QgsGeometry,
    QgsPointXY,
    QgsProcessingFeatureSource,
    QgsRectangle,
    QgsWkbTypes,
)

from ...core.errors import InputError, named
from ...i18n import tr
from ..io import WGS84

MARGIN_DEG = 0.05


def read_places(run, name: str, frame_lonlat) -> np.ndarray:
    """Longitudes and latitudes of the points, or middles of the footprints, in and about a frame.

    Parameters
    ----------
    run : Run
        The run, for the source and for warnings.
    name : str
        Parameter of the layer.
    frame_lonlat : ndarray, shape (k, 2)
        Rim of the picture, degrees.

    Returns
    -------
    ndarray, shape (n, 2)

    Raises
    ------
    InputError
        The layer has no coordinate system, or nothing of it lies about the picture.
    """
    source = run.source(name)
    layer = source.sourceName()
    if not source.sourceCrs().isValid():
        raise InputError(
            tr(
                "Layer “{layer}” has no coordinate reference system. Set it under Layer Properties ▸ Source."
            ).format(layer=layer)
        )
    to_lonlat = QgsCoordinateTransform(
        source.sourceCrs(), QgsCoordinateReferenceSystem(WGS84), run.context.transformContext()
    )
    request = QgsFeatureRequest().setSubsetOfAttributes([])
    try:
        request.setFilterRect(
            to_lonlat.transformBoundingBox(_about(frame_lonlat), Qgis.TransformDirection.Reverse)
        )
        points, left_out = _points(run, source, request)
        places = QgsGeometry.fromMultiPointXY(points)
        if points:
            places.transform(to_lonlat)
    except QgsCsException as error:
        raise InputError(
            tr("Layer “{layer}” does not fit its coordinate reference system.").format(layer=layer)
        ) from error
    if left_out:
        run.warn(
            tr("Layer “{layer}”: {count} features have no geometry and were left out ({features}).").format(
                layer=layer, count=len(left_out), features=named(left_out)
            )
        )
    if not points:
        raise InputError(
            tr("Layer “{layer}” has nothing in or about the picture: no candidates can be counted.").format(
                layer=layer
            )
        )
    run.counts[name] = len(points)
    return np.array([(p.x(), p.y()) for p in places.asMultiPoint()])


def _about(frame_lonlat) -> QgsRectangle:
    low, high = frame_lonlat.min(axis=0) - MARGIN_DEG, frame_lonlat.max(axis=0) + MARGIN_DEG
    return QgsRectangle(float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def _points(run, source, request):
    points, left_out = [], []
    skip = QgsProcessingFeatureSource.Flag.FlagSkipGeometryValidityChecks
    for count, feature in enumerate(source.getFeatures(request, skip)):
        if count % 20_000 == 0:
            run.progress(0.88)
        shape = feature.geometry()
        if shape.isNull() or shape.isEmpty():
            left_out.append(feature.id())
        elif shape.type() == QgsWkbTypes.GeometryType.PointGeometry and not shape.isMultipart():
            points.append(shape.asPoint())
        else:
            points.append(QgsPointXY(shape.centroid().asPoint()))
    return points, left_out

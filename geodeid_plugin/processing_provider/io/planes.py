# SPDX-License-Identifier: GPL-2.0-or-later
"""Areas in their layer's own projection, where their sides are straight."""

from __future__ import annotations

from qgis.core import QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsGeometry

from ...core.geometry.polygons import Polygons
from .table import WGS84


def straight_plane(run, layer):
    """Vertices in the layer's own projection, where its sides are straight; None in degrees."""
    crs = layer.table.crs
    if crs.isGeographic():
        return None
    back = QgsCoordinateTransform(QgsCoordinateReferenceSystem(WGS84), crs, run.context.transformContext())
    projected = []
    for count, shape in enumerate(layer.table.geometries):
        if count % 1000 == 0:
            run.progress(0.0)
        shape = QgsGeometry(shape)
        shape.transform(back)
        projected.append(bytes(shape.asWkb()))
    plane = Polygons.from_wkb(projected, layer.areas.ids)
    return plane.lon_deg, plane.lat_deg

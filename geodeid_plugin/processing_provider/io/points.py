# SPDX-License-Identifier: GPL-2.0-or-later
"""Between layers of points or lines and arrays of longitudes and latitudes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import QgsGeometry, QgsPointXY

from ...core.base.errors import InputError, named
from ...core.geometry.sphere import haversine_m
from ...i18n import tr
from .table import Table, from_lonlat, read_table


@dataclass(frozen=True)
class PointLayer:
    """Points with their rows."""

    lon_deg: np.ndarray
    lat_deg: np.ndarray
    table: Table

    def __len__(self) -> int:
        return len(self.lon_deg)


def read_points(run, name: str) -> PointLayer:
    """Read a point layer, one location a row."""
    return points_of(read_table(run, name))


def points_of(table: Table) -> PointLayer:
    """The points of a table that was read, one location a row."""
    several = [
        row for row, shape in zip(table.row_ids, table.geometries)
        if shape.isMultipart() and shape.constGet().numGeometries() != 1
    ]  # fmt: skip
    if several:
        raise InputError(
            tr(
                "Layer “{layer}”: feature {features} has several points. Run “Multipart to singleparts” "
                "first, so that each record has one location."
            ).format(layer=table.name, features=named(several))
        )
    points = [single_point(shape) for shape in table.geometries]
    return PointLayer(np.array([p.x() for p in points]), np.array([p.y() for p in points]), table)


def single_point(shape: QgsGeometry) -> QgsPointXY:
    """The one point of a point or multipoint."""
    return shape.asMultiPoint()[0] if shape.isMultipart() else shape.asPoint()


def points_geometry(run, lon_deg, lat_deg, crs) -> list:
    """Points in a layer's coordinate reference system, as QGIS geometries."""
    back = from_lonlat(run, crs)
    geometries = []
    for lon, lat in zip(lon_deg, lat_deg):
        geometries.append(QgsGeometry.fromPointXY(back.transform(QgsPointXY(lon, lat))))
    return geometries


def lines_geometry(run, start_lon_deg, start_lat_deg, end_lon_deg, end_lat_deg, crs) -> list:
    """Straight lines between pairs of points, in a layer's coordinate reference system."""
    starts = points_geometry(run, start_lon_deg, start_lat_deg, crs)
    ends = points_geometry(run, end_lon_deg, end_lat_deg, crs)
    return [QgsGeometry.fromPolylineXY([a.asPoint(), b.asPoint()]) for a, b in zip(starts, ends)]


def moves_m(points: PointLayer, lon_deg, lat_deg) -> np.ndarray:
    """How far each point was moved, metres."""
    return haversine_m(points.lon_deg, points.lat_deg, lon_deg, lat_deg)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Between layers of points or lines and arrays of longitudes and latitudes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from qgis.core import QgsGeometry, QgsPointXY

from ...core.base.errors import InputError, named
from ...core.geometry.sphere import haversine_m
from .packed import Drawn, DrawnPoints
from .table import Table, from_lonlat, read_table, transformed


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
    if isinstance(table.geometries, DrawnPoints):
        lon_deg, lat_deg = table.geometries.columns
        return PointLayer(lon_deg, lat_deg, table)
    several = [
        row for row, shape in zip(table.row_ids, table.geometries)
        if shape.isMultipart() and shape.constGet().numGeometries() != 1
    ]  # fmt: skip
    if several:
        raise InputError(
            "point.geometry.several",
            "Layer “{layer}”: feature {features} has several points. Run “Multipart to singleparts” "
            "first, so that each record has one location.",
            layer=table.name,
            features=named(several),
        )
    lon_deg, lat_deg = np.empty(len(table)), np.empty(len(table))
    for row, shape in enumerate(table.geometries):
        point = single_point(shape)
        lon_deg[row], lat_deg[row] = point.x(), point.y()
    return PointLayer(lon_deg, lat_deg, replace(table, geometries=DrawnPoints(lon_deg, lat_deg)))


def single_point(shape: QgsGeometry) -> QgsPointXY:
    """The one point of a point or multipoint."""
    return shape.asMultiPoint()[0] if shape.isMultipart() else shape.asPoint()


def points_geometry(run, lon_deg, lat_deg, crs) -> Sequence:
    """Points in a layer's coordinate reference system, as QGIS geometries."""
    return DrawnPoints(*_in_layer(run, lon_deg, lat_deg, crs))


def lines_geometry(run, start_lon_deg, start_lat_deg, end_lon_deg, end_lat_deg, crs) -> Sequence:
    """Straight lines between pairs of points, in a layer's coordinate reference system."""
    starts = _in_layer(run, start_lon_deg, start_lat_deg, crs)
    return Drawn(_line, *starts, *_in_layer(run, end_lon_deg, end_lat_deg, crs))


def _line(x, y, end_x, end_y) -> QgsGeometry:
    return QgsGeometry.fromPolylineXY([QgsPointXY(x, y), QgsPointXY(end_x, end_y)])


def _in_layer(run, lon_deg, lat_deg, crs) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates in a layer's coordinate reference system."""
    back = from_lonlat(run, crs)
    found = transformed(lon_deg, lat_deg, back)
    if found is not None:
        return found
    x, y = np.empty(len(lon_deg)), np.empty(len(lon_deg))
    for row, (lon, lat) in enumerate(zip(lon_deg, lat_deg)):
        point = back.transform(QgsPointXY(lon, lat))
        x[row], y[row] = point.x(), point.y()
    return x, y


def moves_m(points, lon_deg, lat_deg) -> np.ndarray:
    """How far each point was moved, metres; ``points`` has ``lon_deg`` and ``lat_deg``."""
    return haversine_m(points.lon_deg, points.lat_deg, lon_deg, lat_deg)

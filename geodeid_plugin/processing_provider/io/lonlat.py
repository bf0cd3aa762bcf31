# SPDX-License-Identifier: GPL-2.0-or-later
"""Between layers' coordinates and longitude and latitude: points many at a time, other shapes one by one.

A million points turned one by one cost most of the time of reading them. Whatever is not plain among them
(a missing or empty geometry, several points, a place that is none) is left to whoever asks, to be looked at
one by one.
"""

from __future__ import annotations

import sys

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsGeometry,
    QgsWkbTypes,
)

from ...core.base.errors import InputError
from ...host.compat import MULTI_POLYGON, POINT

WGS84 = "EPSG:4326"
MOST_LON_DEG = 540.0
"""Layers across the date line count on to 360 degrees, or beyond by half a turn."""
_SINGLE = {getattr(QgsWkbTypes.Type, name) for name in ("Point", "PointZ", "PointM", "PointZM", "Point25D")}
_ORDER, _POINT, _MULTI_POINT = int(sys.byteorder == "little"), 1, 4
"""Byte order and kinds of geometry in well-known binary."""
_HEAD = np.dtype([("order", "u1"), ("kind", "u4"), ("count", "u4")])
_RECORD = np.dtype([("order", "u1"), ("kind", "u4"), ("x", "f8"), ("y", "f8")])
"""A multipoint of two dimensions in well-known binary: its head, then one record a point."""


def way_from(run, source, layer: str) -> QgsCoordinateTransform:
    """The way from a source to longitude and latitude; refused where it has no reference system."""
    crs = source.sourceCrs()
    if not crs.isValid():
        raise InputError(
            "layer.crs.missing",
            "Layer “{layer}” has no coordinate reference system. Set it under Layer Properties ▸ Source.",
            layer=layer,
        )
    return to_lonlat(run, crs)


def to_lonlat(run, crs) -> QgsCoordinateTransform:
    """The way from a coordinate reference system to longitude and latitude."""
    return QgsCoordinateTransform(crs, QgsCoordinateReferenceSystem(WGS84), run.context.transformContext())


def from_lonlat(run, crs) -> QgsCoordinateTransform:
    """The way back from longitude and latitude to the coordinate reference system of a layer."""
    return QgsCoordinateTransform(QgsCoordinateReferenceSystem(WGS84), crs, run.context.transformContext())


def released_geometries(run, shapes: list, crs):
    """Polygons or points in longitude and latitude as copies in the reference system of a layer.

    Shapes are at least one, all polygons or all points; gives multipolygons or points, and their type.
    """
    back = from_lonlat(run, crs)
    polygons = shapes[0].type() == QgsWkbTypes.GeometryType.PolygonGeometry
    copies = [QgsGeometry(shape) for shape in shapes]
    for shape in copies:
        if polygons:
            shape.convertToMultiType()
        elif shape.isMultipart():
            shape.convertToSingleType()
        shape.transform(back)
    return copies, MULTI_POLYGON if polygons else POINT


def lonlat_of(shapes: list, transform: QgsCoordinateTransform) -> tuple[np.ndarray, np.ndarray] | None:
    """Longitudes and latitudes of single points. None where one of them is no single point, or no place."""
    if not {shape.wkbType() for shape in shapes} <= _SINGLE:
        return None
    points = QgsGeometry.collectGeometry(shapes)
    geometry = points.get()
    geometry.dropZValue()
    geometry.dropMValue()
    found = _turned(points, len(shapes), transform)
    if found is None or (np.abs(found[0]) > MOST_LON_DEG).any() or (np.abs(found[1]) > 90.0).any():
        return None
    return found


def transformed(x, y, transform: QgsCoordinateTransform) -> tuple[np.ndarray, np.ndarray] | None:
    """Points in other coordinates, all at once. None where one of them is no number or cannot be turned."""
    records = np.empty(len(x), dtype=_RECORD)
    records["order"], records["kind"], records["x"], records["y"] = _ORDER, _POINT, x, y
    points = QgsGeometry()
    head = np.array([(_ORDER, _MULTI_POINT, len(x))], dtype=_HEAD)
    points.fromWkb(head.tobytes() + records.tobytes())
    return _turned(points, len(x), transform)


def _turned(
    points: QgsGeometry, count: int, transform: QgsCoordinateTransform
) -> tuple[np.ndarray, np.ndarray] | None:
    """Coordinates of so many points of a multipoint, turned one by one but in one call."""
    try:
        points.transform(transform)
    except QgsCsException:
        return None
    data = bytes(points.asWkb())
    if len(data) != _HEAD.itemsize + count * _RECORD.itemsize:
        return None
    records = np.frombuffer(data, dtype=_RECORD, offset=_HEAD.itemsize)
    x, y = records["x"].copy(), records["y"].copy()
    return (x, y) if np.isfinite(x).all() and np.isfinite(y).all() else None


def shape_to_lonlat(shape: QgsGeometry, transform, layer: str, row: int) -> QgsGeometry:
    """A copy in longitude and latitude, straight and flat."""
    shape = QgsGeometry(shape)
    geometry = shape.get()
    geometry.dropZValue()
    geometry.dropMValue()
    if QgsWkbTypes.isCurvedType(geometry.wkbType()):
        shape = QgsGeometry(geometry.segmentize())
    try:
        shape.transform(transform)
    except QgsCsException as error:
        raise _outside_crs(layer, row) from error
    if not _on_earth(shape):
        raise _outside_crs(layer, row)
    return shape


def _on_earth(shape: QgsGeometry) -> bool:
    """Whether every vertex is a place; a box passes over a vertex that is no number, a length does not."""
    box, geometry = shape.boundingBox(), shape.constGet()
    if not (abs(box.xMinimum()) <= MOST_LON_DEG and abs(box.xMaximum()) <= MOST_LON_DEG):
        return False
    if not (box.yMinimum() >= -90.0 and box.yMaximum() <= 90.0):
        return False
    if shape.type() == QgsWkbTypes.GeometryType.PointGeometry:
        return not shape.isMultipart() or all(np.isfinite([p.x(), p.y()]).all() for p in shape.asMultiPoint())
    return bool(np.isfinite(geometry.length() + geometry.perimeter()))


def _outside_crs(layer: str, row: int) -> InputError:
    return InputError(
        "layer.position.outside_crs",
        "Layer “{layer}”: feature {row} cannot be turned into longitude and latitude. Check its "
        "coordinates and the layer's coordinate reference system.",
        layer=layer,
        row=str(row),
    )

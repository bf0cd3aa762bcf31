# SPDX-License-Identifier: GPL-2.0-or-later
"""Points in blocks: many at a time as arrays, and as geometries only when one is asked for.

A million points turned one by one cost most of the time of reading them. Whatever is not plain in a block
(a missing or empty geometry, several points, a place that is none) is left to whoever asks, to be looked at
one by one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from qgis.core import (
    QgsCoordinateTransform,
    QgsCsException,
    QgsGeometry,
    QgsPointXY,
    QgsWkbTypes,
)

SIZE = 1000
"""Features of a block: progress is told and cancel heard once in each."""
MOST_LON_DEG = 540.0
"""Layers across the date line count on to 360 degrees, or beyond by half a turn."""
_SINGLE = {getattr(QgsWkbTypes.Type, name) for name in ("Point", "PointZ", "PointM", "PointZM", "Point25D")}
_ORDER, _POINT, _MULTI_POINT = int(sys.byteorder == "little"), 1, 4
"""Byte order and kinds of geometry in well-known binary."""
_HEAD = np.dtype([("order", "u1"), ("kind", "u4"), ("count", "u4")])
_RECORD = np.dtype([("order", "u1"), ("kind", "u4"), ("x", "f8"), ("y", "f8")])
"""A multipoint of two dimensions in well-known binary: its head, then one record a point."""


class Drawn(Sequence):
    """Geometries that are made when they are asked for: a million of them held take half a gigabyte.

    Parameters
    ----------
    make : callable
        Makes one geometry of one value of each column.
    columns : ndarray
        Coordinates, one a row.
    """

    def __init__(self, make, *columns):
        self._make, self.columns = make, columns

    def __len__(self) -> int:
        return len(self.columns[0])

    def __getitem__(self, row):
        return self._make(*(column[row] for column in self.columns))


class DrawnPoints(Drawn):
    """Points that are made when they are asked for.

    Parameters
    ----------
    x, y : ndarray, shape (n,)
        Coordinates.
    """

    def __init__(self, x, y):
        super().__init__(point_at, x, y)


def point_at(x, y) -> QgsGeometry:
    """A point as a geometry."""
    return QgsGeometry.fromPointXY(QgsPointXY(x, y))


def blocks(features: Iterable[Any]) -> Iterator[list]:
    """Features as lists of some thousand."""
    source = iter(features)
    while block := list(islice(source, SIZE)):
        yield block


def lonlat_of(shapes: list, transform: QgsCoordinateTransform) -> tuple[np.ndarray, np.ndarray] | None:
    """Longitudes and latitudes of single points.

    Parameters
    ----------
    shapes : list of QgsGeometry
        In the layer's coordinates.
    transform : QgsCoordinateTransform
        The way to longitude and latitude.

    Returns
    -------
    tuple of ndarray or None
        None where one of them is no single point, or no place.
    """
    if not {shape.wkbType() for shape in shapes} <= _SINGLE:
        return None
    points = QgsGeometry.collectGeometry(shapes)
    geometry = points.get()
    geometry.dropZValue()
    geometry.dropMValue()
    return _on_earth(_turned(points, len(shapes), transform))


def lonlat(x, y, transform: QgsCoordinateTransform) -> tuple[np.ndarray, np.ndarray] | None:
    """The same of coordinates: longitudes and latitudes, None where one is no place."""
    return _on_earth(transformed(x, y, transform))


def _on_earth(found: tuple[np.ndarray, np.ndarray] | None) -> tuple[np.ndarray, np.ndarray] | None:
    if found is None:
        return None
    sound = (np.abs(found[0]) <= MOST_LON_DEG) & (np.abs(found[1]) <= 90.0)
    return found if sound.all() else None


def transformed(x, y, transform: QgsCoordinateTransform) -> tuple[np.ndarray, np.ndarray] | None:
    """Points in other coordinates, all at once.

    Parameters
    ----------
    x, y : ndarray, shape (n,)
        Coordinates.
    transform : QgsCoordinateTransform
        From which to which.

    Returns
    -------
    tuple of ndarray or None
        None where one of them is no number or cannot be turned.
    """
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

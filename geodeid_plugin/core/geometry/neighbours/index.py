# SPDX-License-Identifier: GPL-2.0-or-later
"""The two indexes that can carry the search: scipy's k-d tree, and the optional rtree package."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InputError

if TYPE_CHECKING:
    from ...base.arrays import Floats, Ints

INDEXES = ("kdtree", "rtree")
"""``kdtree`` is scipy's; ``rtree`` gives the same neighbours, one query at a time, and is slower."""


def build(columns: Floats, kind: str) -> _KDTree | _RTree:
    """Index points for nearest-neighbour queries.

    Parameters
    ----------
    columns : ndarray, shape (n, dimensions)
        Coordinates of the points.
    kind : {"kdtree", "rtree"}
        See :data:`INDEXES`.

    Returns
    -------
    object
        With ``n``, the number of points, and ``query(points, length)``, which gives the distances
        and the rows of the ``length`` nearest, each of shape (len(points), length).

    Raises
    ------
    InputError
        If rtree is asked for and not installed.
    """
    return _RTree(columns) if kind == "rtree" else _KDTree(columns)


class _KDTree:
    def __init__(self, columns: Floats) -> None:
        from scipy.spatial import cKDTree

        self._tree = cKDTree(columns)
        self.n = len(columns)

    def query(self, points: Floats, length: int) -> tuple[Floats, Ints]:
        distance, found = self._tree.query(points, length, workers=-1)
        return distance.reshape(len(points), length), found.reshape(len(points), length)


class _RTree:
    def __init__(self, columns: Floats) -> None:
        try:
            from rtree import index
        except ImportError as error:
            raise InputError(
                "The index rtree needs the Python package rtree, which this QGIS does not have. "
                "Choose kdtree: it finds the same neighbours, faster."
            ) from error
        self._columns = columns
        self.n = len(columns)
        boxes = ((row, (*point, *point), None) for row, point in enumerate(columns.tolist()))
        self._tree = index.Index(boxes, properties=index.Property(dimension=columns.shape[1]))

    def query(self, points: Floats, length: int) -> tuple[Floats, Ints]:
        distance, found = np.empty((len(points), length)), np.empty((len(points), length), dtype=np.int64)
        for row, point in enumerate(points.tolist()):
            rows = np.fromiter(self._tree.nearest((*point, *point), length), np.int64)
            apart = np.sqrt(((self._columns[rows] - points[row]) ** 2).sum(axis=1))
            nearest = np.argsort(apart, kind="stable")[:length]
            distance[row], found[row] = apart[nearest], rows[nearest]
        return distance, found

# SPDX-License-Identifier: GPL-2.0-or-later
"""Polygons that masked points must not leave."""

from __future__ import annotations

from functools import cached_property
from typing import Callable

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints, blocks, steps_of
from ...base.errors import InputError
from ...base.randomness import Source
from ...geometry.polygons import Polygons, crossing_x

_MOST_TRIES = 2000
"""Draws for each place before a polygon is too thin: one that fills 1 % of its box is missed once in 10^9."""
_POINTS_AT_ONCE = 512
"""Points tested at once: memory alone."""


class Containers:
    """Which polygon holds a point, and whether a masked point is still in it.

    Inside means an odd number of sides to the east, counted on the map of longitude and latitude
    and unrolled about each polygon, so the date line is no seam.

    Parameters
    ----------
    polygons : Polygons
        The polygons of ``count`` containers.
    count : int
        How many there are.
    """

    def __init__(self, polygons: Polygons, count: int) -> None:
        side = polygons.side_start
        self._sides = [np.empty((0, 4))] * count
        self._middle = np.zeros(count)
        self._box = np.full((count, 4), np.nan)
        area = polygons.vertex_area[side]
        lon, lat = polygons.lon_deg, polygons.lat_deg
        corners = np.column_stack([lon[side], lat[side], lon[side + 1], lat[side + 1]])
        edges = np.searchsorted(area, np.arange(count + 1))
        for container in range(count):
            sides = corners[edges[container] : edges[container + 1]].copy()
            if not len(sides):
                continue
            self._middle[container] = sides[0, 0]
            sides[:, [0, 2]] = _unrolled(sides[:, [0, 2]], sides[0, 0])
            self._sides[container] = sides
            ends = sides.reshape(-1, 2)
            self._box[container] = np.concatenate([ends.min(axis=0), ends.max(axis=0)])

    @cached_property
    def _near(self) -> _Boxes:
        return _Boxes(self._box)

    @property
    def boxes(self) -> Array:
        """West, south, east and north of each container, degrees, shape (count, 4)."""
        return self._box

    def of(self, lon_deg: Floats, lat_deg: Floats) -> Ints:
        """Container of each point, the first that holds it; -1 where none does, shape (n,)."""
        lon_deg, lat_deg = np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float)
        of_point = np.full(len(lon_deg), -1, dtype=np.int64)
        point, container = self._near.pairs(lon_deg, lat_deg)
        order = np.argsort(container, kind="stable")
        first = np.flatnonzero(np.diff(container[order], prepend=-1))
        for rows in np.split(order, first[1:]) if len(order) else ():
            left = point[rows][of_point[point[rows]] < 0]
            one = int(container[rows[0]])
            of_point[left[self._inside(one, lon_deg[left], lat_deg[left])]] = one
        return of_point

    def guard(self, container: Ints) -> Callable[[Ints, Floats, Floats], Bools]:
        """A test for :class:`.random_moves.Guard`: row by row, is the position in the row's container?"""

        def accepts(rows: Ints, lon_deg: Floats, lat_deg: Floats) -> Bools:
            wanted = container[rows]
            good = np.zeros(len(rows), dtype=bool)
            for one in np.unique(wanted[wanted >= 0]):
                of_one = np.flatnonzero(wanted == one)
                good[of_one] = self._inside(one, lon_deg[of_one], lat_deg[of_one])
            return good

        return accepts

    def anywhere(self, container: Ints, source: Source) -> tuple[Floats, Floats]:
        """Places drawn evenly over the ground of some containers: longitudes and latitudes, degrees, (n,).

        Raises
        ------
        InputError
            A container is so thin, or so empty, that draws miss it.
        """
        box, accepts = self._box[container], self.guard(container)
        south, north = np.sin(np.radians(box[:, 1])), np.sin(np.radians(box[:, 3]))
        lon_deg, lat_deg = np.empty(len(container)), np.empty(len(container))
        left = np.arange(len(container))
        for _ in range(_MOST_TRIES):
            if not len(left):
                return lon_deg, lat_deg
            lon_deg[left] = box[left, 0] + source.uniform(len(left)) * (box[left, 2] - box[left, 0])
            sine = south[left] + source.uniform(len(left)) * (north[left] - south[left])
            lat_deg[left] = np.degrees(np.arcsin(sine))
            left = left[~accepts(left, lon_deg[left], lat_deg[left])]
        raise InputError("polygon.shape.too_thin", "A polygon is too thin to draw places inside it.")

    def outside(self, rows: Ints, lon_deg: Floats, lat_deg: Floats) -> Bools:
        """A test for :class:`.random_moves.Guard`: is the position in none of the polygons?"""
        return self.of(lon_deg, lat_deg) < 0

    def _inside(self, container: int, lon_deg: Floats, lat_deg: Floats) -> Bools:
        lon = _unrolled(lon_deg, self._middle[container])
        west, south, east, north = self._box[container]
        near = np.flatnonzero((lon >= west) & (lon <= east) & (lat_deg >= south) & (lat_deg <= north))
        near = near[np.argsort(lat_deg[near], kind="stable")]
        inside = np.zeros(len(lon), dtype=bool)
        for some in blocks(len(near), _POINTS_AT_ONCE):
            rows = near[some]
            inside[rows] = _odd_crossings(self._sides[container], lon[rows], lat_deg[rows])
        return inside


class _Boxes:
    """Which boxes a point may lie in, by a grid of about as many cells as there are boxes.

    A cell is at least as wide and as high as the mean box, so that the boxes fill few cells each.
    """

    def __init__(self, box: Floats) -> None:
        self._used = np.flatnonzero(~np.isnan(box[:, 0]))
        west, south, east, north = box[self._used].T
        if not len(self._used):
            return
        self._corner = np.array([west.min(), south.min()])
        extent = np.array([east.max(), north.max()]) - self._corner
        mean = np.array([(east - west).mean(), (north - south).mean()])
        self._cell = np.maximum(np.maximum(mean, extent / np.ceil(np.sqrt(len(west)))), 1e-12)
        self._shape = np.floor(extent / self._cell).astype(np.int64) + 1
        low, high = self._cells(west, south), self._cells(east, north)
        wide, high = (high - low + 1).T
        row = np.repeat(np.arange(len(west)), wide * high)
        at = steps_of(wide * high)
        column, line = low[row, 0] + at % wide[row], low[row, 1] + at // wide[row]
        cell = column * self._shape[1] + line
        order = np.argsort(cell, kind="stable")
        self._row = self._used[row[order]]
        self._start = np.searchsorted(cell[order], np.arange(self._shape.prod() + 1))

    def _cells(self, lon: Floats, lat: Floats) -> Ints:
        """Column and line of the cell of each place, shape (n, 2)."""
        return np.floor((np.column_stack([lon, lat]) - self._corner) / self._cell).astype(np.int64)

    def pairs(self, lon_deg: Floats, lat_deg: Floats) -> tuple[Ints, Ints]:
        """Points and boxes that may hold them, in any order; boxes reach over the date line."""
        if not len(self._used) or not len(lon_deg):
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        turns, known = np.array([-360.0, 0.0, 360.0]), np.flatnonzero(np.isfinite(lon_deg + lat_deg))
        lon, point = (lon_deg[known] + turns[:, None]).ravel(), np.tile(known, len(turns))
        at = self._cells(lon, np.tile(lat_deg[known], len(turns)))
        inside = np.flatnonzero(((at >= 0) & (at < self._shape)).all(axis=1))
        cell = at[inside, 0] * self._shape[1] + at[inside, 1]
        count = self._start[cell + 1] - self._start[cell]
        of_pair = np.repeat(np.arange(len(cell)), count)
        step = steps_of(count)
        return point[inside[of_pair]], self._row[self._start[cell[of_pair]] + step]


def _odd_crossings(sides: Floats, lon: Floats, lat: Floats) -> Bools:
    low, high = np.minimum(sides[:, 1], sides[:, 3]), np.maximum(sides[:, 1], sides[:, 3])
    x1, y1, x2, y2 = sides[(high > lat[0]) & (low <= lat[-1])].T
    return (lon[:, None] < crossing_x(x1, y1, x2, y2, lat[:, None])).sum(axis=1) % 2 == 1


def _unrolled(lon_deg: Floats, middle_deg: float) -> Floats:
    return middle_deg + (np.asarray(lon_deg) - middle_deg + 180.0) % 360.0 - 180.0

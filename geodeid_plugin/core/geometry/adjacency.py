# SPDX-License-Identifier: GPL-2.0-or-later
"""Which areas share a side, and how long the shared side is.

Sides are compared in three passes, each over what the one before left unmatched:

1. sides whose ends have the very same coordinates;
2. sides whose ends agree after snapping to a grid as wide as the tolerance (digitising slack);
3. sides that run along each other for a stretch although their ends differ, because one border
   has vertices that the other lacks (T-junctions), or because the grid fell between two vertices.

Areas that touch in a point only share no side. Nothing is constructed or repaired, so polygons
that cross themselves are as good as any.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np

from ..base.arrays import Array, Floats, Ints, blocks, steps_of
from ..base.errors import InputError, Phrase
from ..base.progress import Progress, part, silent
from ..base.scientific import spatial
from .polygons import Polygons
from .sphere import EARTH_RADIUS_M, METRES_PER_DEGREE, side_length_m, wrap_lon_deg

_NOISE_M = 1e-6
"""Sides nearer than a micrometre are the same: doubles of degrees keep about a nanometre."""
_BLOCK = 50_000
"""Sides at once: memory alone."""
_PAIRS = 2_000_000
"""Pairs of a side and a node that are looked at together: some 200 MB. A spike of 10 000 vertices that
crosses itself everywhere has 100 million of them."""


def shared_sides(
    polygons: Polygons,
    n: int,
    tolerance_m: float,
    plane: tuple[Floats, Floats] | None = None,
    progress: Progress = silent,
) -> tuple[Array, Array]:
    """Find the pairs of areas that share a side of positive length.

    Parameters
    ----------
    polygons : Polygons
        Borders of the areas.
    n : int
        Number of areas.
    tolerance_m : float
        Borders closer than this are the same border, metres; 0 asks for equal coordinates. A pair
        without one side of equal coordinates must share more than four times the tolerance, so
        that slack at a corner is not taken for a side.
    plane : tuple of ndarray, optional
        Coordinates x and y of the vertices, each shape (v,), in the plane in which the sides are
        straight: the projection of the layer. Longitude and latitude by default.

    Returns
    -------
    pairs : ndarray of int64, shape (m, 2)
        Rows of the two areas, the lower first, sorted.
    shared_m : ndarray, shape (m,)
        Length of the shared sides on the ellipsoid, metres.

    Raises
    ------
    InputError
        If the tolerance is negative or not a number.
    """
    if not 0 <= tolerance_m < np.inf:
        raise InputError(
            "area.tolerance.negative",
            "The tolerance is {tolerance_m} m. It must be a number, 0 or more.",
            tolerance_m=tolerance_m,
        )
    borders = _Borders(polygons, plane)
    certain, left = borders.match(np.arange(len(borders.first)), 0.0)
    progress(0.2, Phrase("Comparing sides"))
    likely = []
    if tolerance_m:
        snapped, left = borders.match(left, tolerance_m)
        likely.append(snapped)
    progress(0.4)
    slack_m = max(tolerance_m, _NOISE_M)
    likely.append(borders.alongside(left, slack_m, part(progress, 0.4, 1.0)))
    key, length_m = _sum_by_pair([certain], n)
    likely_key, likely_m = _sum_by_pair(likely, n)
    believed = np.isin(likely_key, key) | (likely_m > 4 * slack_m)
    key, where = np.unique(np.concatenate([key, likely_key[believed]]), return_inverse=True)
    shared_m = np.bincount(where, np.concatenate([length_m, likely_m[believed]]), len(key))
    return np.stack(np.divmod(key, n), axis=1), shared_m


def without_neighbours(pairs: Ints, n: int) -> Ints:
    """Rows of the areas that are in no pair: islands, and areas cut off by gaps."""
    return np.flatnonzero(np.bincount(np.ravel(pairs), minlength=n) == 0)


def _sum_by_pair(records: list[tuple[Ints, Ints, Floats]], n: int) -> tuple[Array, Array]:
    """Distinct pairs as ``lower * n + higher``, ascending, and the lengths of each added up."""
    one, other, length_m = (np.concatenate(column) for column in zip(*records))
    low, high = np.minimum(one, other), np.maximum(one, other)
    key, where = np.unique(low.astype(np.int64) * n + high, return_inverse=True)
    return key, np.bincount(where, length_m, len(key))


class _Borders:
    """The sides of all polygons. A side runs from vertex ``first`` to the vertex after it."""

    def __init__(self, polygons: Polygons, plane: tuple[Floats, Floats] | None) -> None:
        self.lon, self.lat = wrap_lon_deg(polygons.lon_deg), polygons.lat_deg
        self.in_degrees = plane is None
        x, y = (self.lon, self.lat) if plane is None else plane
        self.x, self.y = x, y
        first = polygons.side_start
        self.first = first[(self.x[first] != self.x[first + 1]) | (self.y[first] != self.y[first + 1])]
        self.area = polygons.vertex_area[self.first]

    def length_m(self, sides: Ints) -> Floats:
        start, end = self.first[sides], self.first[sides] + 1
        return side_length_m(self.lon[start], self.lat[start], self.lon[end], self.lat[end])

    def places(self, sides: Ints, grid_m: float) -> Ints:
        """Numbers of the places where sides start and end, shape (2, len(sides)); see :func:`_places`."""
        start, end = self.first[sides], self.first[sides] + 1
        used = np.zeros(len(self.lon), dtype=bool)
        used[start] = used[end] = True
        place = np.zeros(len(used), dtype=np.int64)
        place[used] = _places(self.lon[used], self.lat[used], grid_m)
        return np.stack([place[start], place[end]])

    def match(self, sides: Ints, grid_m: float) -> tuple[tuple[Ints, Ints, Floats], Ints]:
        """Pairs of sides whose ends agree on a grid, and the sides that found no partner.

        Returns
        -------
        tuple
            ((area, area, length_m) of the pairs, sides left).
        """
        start, end = self.places(sides, grid_m)
        key = np.minimum(start, end) * len(self.lon) + np.maximum(start, end)
        long_enough = np.flatnonzero(start != end)
        order = long_enough[np.argsort(key[long_enough], kind="stable")]
        key = key[order]
        partnered = np.zeros(len(sides), dtype=bool)
        records = [(sides[:0], sides[:0])]
        offset = 1
        while True:
            same = np.flatnonzero(key[offset:] == key[: len(key) - min(offset, len(key))])
            if not len(same):
                break
            one, other = order[same], order[same + offset]
            apart = self.area[sides[one]] != self.area[sides[other]]
            one, other = one[apart], other[apart]
            partnered[one] = partnered[other] = True
            records.append((sides[one], sides[other]))
            offset += 1
        one, other = (np.concatenate(column) for column in zip(*records))
        length_m = self.length_m(one)
        if grid_m:
            length_m = (length_m + self.length_m(other)) / 2
        return (self.area[one], self.area[other], length_m), sides[~partnered]

    def alongside(self, sides: Ints, slack_m: float, progress: Progress) -> tuple[Ints, Ints, Floats]:
        """Stretches that sides of two areas run along each other: (area, area, length_m)."""
        one, other = self._touching(sides, slack_m, progress)
        one, other = self._longer_first(one, other)
        *starts, length = self._along(one, self.first[other])
        *stops, _ = self._along(one, self.first[other] + 1)
        along, aside = zip(starts, stops)
        begin = np.clip(np.minimum(*along), 0.0, length)
        stop = np.clip(np.maximum(*along), 0.0, length)
        with np.errstate(invalid="ignore", divide="ignore"):
            slope = (aside[1] - aside[0]) / (along[1] - along[0])
            gaps = [np.abs(aside[0] + slope * (edge - along[0])) for edge in (begin, stop)]
        near = (stop > begin) & (gaps[0] <= slack_m) & (gaps[1] <= slack_m)
        shared_m = (stop - begin) / np.where(length > 0, length, 1.0) * self.length_m(one)
        return self.area[one[near]], self.area[other[near]], shared_m[near]

    def _touching(self, sides: Ints, slack_m: float, progress: Progress) -> tuple[Ints, Ints]:
        """Pairs of sides of two areas where an end of one lies on the other, not on its ends.

        Two sides that overlap without agreeing have such an end, so no pair is lost.
        """
        nodes = _Nodes(self, sides)
        found = []
        for side, node in nodes.near(slack_m, progress):
            inner = (nodes.of_side[0, side] != node) & (nodes.of_side[1, side] != node)
            side, node = side[inner], node[inner]
            one, vertex = sides[side], nodes.vertex[node]
            along, aside, length = self._along(one, vertex)
            on = (np.abs(aside) <= slack_m) & (along >= -slack_m) & (along <= length + slack_m)
            mine, other = nodes.sides_at(side[on], node[on])
            apart = self.area[sides[mine]] != self.area[sides[other]]
            found.append(np.stack([mine[apart], other[apart]]))
        pairs = np.sort(np.concatenate(found, axis=1), axis=0) if found else np.empty((2, 0), np.int64)
        low, high = np.divmod(np.unique(pairs[0] * len(sides) + pairs[1]), max(len(sides), 1))
        return sides[low], sides[high]

    def _longer_first(self, one: Ints, other: Ints) -> tuple[Ints, Ints]:
        swap = self.length_m(one) < self.length_m(other)
        return np.where(swap, other, one), np.where(swap, one, other)

    def _along(self, side: Ints, vertex: Ints) -> tuple[Floats, Floats, Floats]:
        """Position of vertices along sides and aside of them, and the sides' lengths, metres.

        Measured in the plane in which the sides are straight, brought to metres at each side.
        """
        start = self.first[side]
        to_x, to_y = self._offset(start, start + 1)
        x, y = self._offset(start, vertex)
        length = np.hypot(to_x, to_y)
        along, aside = (x * to_x + y * to_y) / length, (y * to_x - x * to_y) / length
        if self.in_degrees:
            return along, aside, length
        length_m = self.length_m(side)
        return along * (length_m / length), aside * (length_m / length), length_m

    def _offset(self, start: Ints, end: Ints) -> tuple[Floats, Floats]:
        """From one vertex to another: metres about the first, or units of the plane."""
        if not self.in_degrees:
            return self.x[end] - self.x[start], self.y[end] - self.y[start]
        east_m = wrap_lon_deg(self.x[end] - self.x[start]) * METRES_PER_DEGREE * _cos_deg(self.y[start])
        return east_m, (self.y[end] - self.y[start]) * METRES_PER_DEGREE


class _Nodes:
    """The distinct ends of some sides, with the sides that meet in each, and a tree over them."""

    def __init__(self, borders: _Borders, sides: Ints) -> None:
        self.borders, self.sides = borders, sides
        self.start = borders.first[sides]
        ends = np.concatenate([self.start, self.start + 1])
        self.of_side = borders.places(sides, 0.0)
        place = self.of_side.ravel()
        order = np.argsort(place, kind="stable")
        self.node_start = np.searchsorted(place[order], np.arange(place.max(initial=-1) + 2))
        self.side_at = order % max(len(sides), 1)
        self.vertex = ends[order[self.node_start[:-1]]]
        period = [360.0, 0.0] if borders.in_degrees else None
        self.tree = spatial.cKDTree(
            self._tree_xy(borders.x[self.vertex], borders.y[self.vertex]), boxsize=period
        )

    def _tree_xy(self, x: Floats, y: Floats) -> Floats:
        """Coordinates in the tree, where longitudes run from 0 and close on themselves at 360."""
        if self.borders.in_degrees:
            x = x % 360.0
            x = np.where(x >= 360.0, 0.0, x)
        return np.column_stack([x, y])

    def near(self, slack_m: float, progress: Progress) -> Iterator[tuple[Ints, Ints]]:
        """Yield blocks of (side, node) that contain every node within the slack of a side.

        Long sides are searched piece by piece, so that one long straight side does not collect
        all nodes of a country.
        """
        borders, start = self.borders, self.start
        if not len(start):
            return
        dx, dy = borders.x[start + 1] - borders.x[start], borders.y[start + 1] - borders.y[start]
        if borders.in_degrees:
            dx = wrap_lon_deg(dx)
            slack = np.degrees(slack_m / EARTH_RADIUS_M) / _cos_deg(borders.y[start])
        else:
            slack = slack_m * np.hypot(dx, dy) / borders.length_m(self.sides)
        length = np.hypot(dx, dy)
        pieces = np.maximum(np.ceil(length / (4 * length.mean())), 1).astype(np.int64)
        reach = 1.001 * (length / pieces / 2 + slack)
        side = np.repeat(np.arange(len(start)), pieces)
        number = steps_of(pieces)
        middle = (number + 0.5) / pieces[side]
        xy = self._tree_xy(
            borders.x[start[side]] + middle * dx[side], borders.y[start[side]] + middle * dy[side]
        )
        for block in blocks(len(side), _BLOCK):
            counts = self.tree.query_ball_point(xy[block], reach[side[block]], return_length=True)
            for first, last in _shares(counts, _PAIRS):
                rows = slice(block.start + first, block.start + last)
                lists = self.tree.query_ball_point(xy[rows], reach[side[rows]])
                node = np.fromiter(chain.from_iterable(lists), np.int64, counts[first:last].sum())
                yield np.repeat(side[rows], counts[first:last]), node
                progress(rows.stop / len(side), Phrase("Comparing what is left of the borders"))

    def sides_at(self, side: Ints, node: Ints) -> tuple[Ints, Ints]:
        """Each side paired with every side that meets in its node."""
        counts = self.node_start[node + 1] - self.node_start[node]
        step = steps_of(counts)
        return np.repeat(side, counts), self.side_at[np.repeat(self.node_start[node], counts) + step]


def _shares(counts: Ints, most: int) -> Iterator[tuple[int, int]]:
    """Cut a row of counts into stretches (first, last) whose sums stay below ``most`` where one can."""
    total, first = np.cumsum(counts), 0
    while first < len(counts):
        before = total[first - 1] if first else 0
        last = max(int(np.searchsorted(total, before + most, side="right")), first + 1)
        yield first, last
        first = last


def _cos_deg(lat_deg: Floats) -> Floats:
    """Cosine of latitudes, kept off zero at the poles."""
    return np.maximum(np.cos(np.radians(lat_deg)), 1e-4)


def _places(lon_deg: Floats, lat_deg: Floats, grid_m: float) -> Ints:
    """Number the places of vertices: the same number where they agree, on a grid if one is given.

    A row of the grid has as many columns as its parallel is long, so cells are square in metres,
    and the last column joins the first at the date line. At the poles all longitudes are one.
    """
    at_pole = np.abs(lat_deg) >= 90.0
    if grid_m:
        row = np.rint(np.radians(lat_deg) * EARTH_RADIUS_M / grid_m)
        parallel_m = 2 * np.pi * EARTH_RADIUS_M * np.cos(row * grid_m / EARTH_RADIUS_M)
        columns = np.maximum(np.rint(parallel_m / grid_m), 1.0)
        column = np.rint(lon_deg / 360.0 * columns) % columns
    else:
        row, column = lat_deg, np.where(at_pole, 0.0, lon_deg)
    order = np.lexsort((column, row))
    fresh = np.ones(len(order), dtype=bool)
    fresh[1:] = (row[order[1:]] != row[order[:-1]]) | (column[order[1:]] != column[order[:-1]])
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.cumsum(fresh) - 1
    return place

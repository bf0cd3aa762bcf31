# SPDX-License-Identifier: GPL-2.0-or-later
"""The k nearest areas of every area, exact, anywhere on Earth.

The distance of two areas is the Hausdorff distance of their spherical caps,
``d = c + |r_A - r_B|`` (El Emam & Arbuckle, Anonymizing Health Data, 2013, chapter 9), with c the
great-circle distance of the representative points and r the radius of the cap of the same area.

Two k-d trees give candidates that are proven complete before they are used:

1. a tree on the points of the sphere in space. The chord to a point bounds c, and ``c <= d``, so
   an area whose k-th best d lies below the c of the last candidate has all its neighbours;
2. for the areas left, a tree on (x, y, z, r). Its straight distance e obeys ``e <= d``, because
   ``e**2 = chord**2 + (r_A - r_B)**2 <= (c + |r_A - r_B|)**2``, and the same rule stops the search.

The comparison is strict, so every area that ties with the k-th is among the candidates. Distances
are compared in whole micrometres; what is equal there is a tie, and goes by identifier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints
from ..base.errors import InputError, Phrase, named
from ..base.progress import Progress, silent
from ..base.scientific import spatial
from .areas import Areas
from .sphere import EARTH_RADIUS_M, arc_from_chord_m, unit_vectors

METRICS = ("hausdorff", "centre")
"""``hausdorff`` ranks by d = c + |r_A - r_B|, ``centre`` by c alone."""

_DECIMALS = 6
"""Distances are rounded to micrometres, so that ties do not hang on the machine."""
_SLACK_M = 1e-5
"""Taken off a bound from the tree, against rounding."""
_UNIT_GAP_M = 1e8
"""Between boundary units in the extra coordinate: more than the Earth is wide."""
_ENTRIES = 400_000
"""Candidates at once: memory alone."""
_SPHERE_M2 = 4 * np.pi * EARTH_RADIUS_M**2
"""Surface of the sphere."""


@dataclass(frozen=True)
class Neighbours:
    """The nearest areas of every area, nearest first."""

    index: Ints
    """Shape (n, k). Rows of the neighbours; -1 where an area has fewer than k areas to choose from."""
    distance_m: Floats
    """Shape (n, k). Distance by the metric, metres; infinite where there is no neighbour."""
    centre_distance_m: Floats
    """Shape (n, k). Great-circle distance of the representative points, metres; infinite likewise."""

    @classmethod
    def of_blocks(cls, n: int, k: int, blocks: Iterable[tuple[Ints, Ints, Floats, Floats]]) -> Neighbours:
        """Gather the neighbours of n areas from blocks of rows.

        A block has its rows, and their ``index``, ``distance_m`` and ``centre_distance_m``, each of shape
        (len(rows), at most k). Areas in no block have no neighbours.
        """
        found = np.full((n, k), -1, dtype=np.int64), np.full((n, k), np.inf), np.full((n, k), np.inf)
        for rows, *values in blocks:
            for whole, piece in zip(found, values):
                whole[rows, : piece.shape[1]] = piece
        return cls(*found)

    @property
    def short_count(self) -> int:
        """How many areas have fewer neighbours than were asked for."""
        return int((self.index < 0).any(axis=1).sum())


def nearest(
    areas: Areas,
    k: int,
    metric: str = "hausdorff",
    boundary: Array | None = None,
    progress: Progress = silent,
) -> Neighbours:
    """Find the k nearest other areas of every area.

    Parameters
    ----------
    areas : Areas
        Representative points and sizes; the population is not used.
    k : int
        Neighbours an area; where fewer than k other areas can be chosen all of them are returned.
    metric : {"hausdorff", "centre"}
        See :data:`METRICS`.
    boundary : array_like of int, shape (n,), optional
        Boundary units: only areas of the same unit are neighbours. ``areas.boundary_code``
        numbers the boundary of the areas.

    Returns
    -------
    Neighbours
        Ordered by distance, ties by identifier.

    Raises
    ------
    InputError
        If k is below 1, the metric unknown, or an area larger than the Earth.

    Examples
    --------
    >>> import numpy as np
    >>> from geodeid_plugin.core.geometry.areas import Areas
    >>> areas = Areas(
    ...     ids=np.array(["A", "B", "C", "D"], dtype=object), lon_deg=np.array([10.0, 10.1, 10.2, 10.3]),
    ...     lat_deg=np.full(4, 50.0), population=np.array([20.0, 30.0, 25.0, 25.0]), area_m2=np.full(4, 1e6),
    ... )
    >>> found = nearest(areas, 2)
    >>> areas.ids[found.index].tolist()
    [['B', 'C'], ['A', 'C'], ['B', 'D'], ['C', 'B']]
    """
    check(areas, k, metric)
    n, width = len(areas), int(min(k, max(len(areas) - 1, 0)))
    search = _Search(areas, width, metric, boundary) if width else None
    return Neighbours.of_blocks(n, k, search.all_blocks(progress) if search else ())


def pair_distances_m(
    areas: Areas, first: Ints, second: Ints, metric: str = "hausdorff"
) -> tuple[Floats, Floats]:
    """Distances of given pairs of areas: by the metric, and of their representative points.

    Both to whole micrometres; ``metric`` is one of :data:`METRICS`.
    """
    return Caps.of(areas, metric).distances_m(np.asarray(first), np.asarray(second))


def check(areas: Areas, k: int, metric: str) -> None:
    """Refuse what no search can answer, with a sentence."""
    if k < 1:
        raise InputError(
            "area.neighbours.too_few", "The number of neighbours is {k}. It must be 1 or more.", k=k
        )
    if metric not in METRICS:
        raise InputError(
            "area.metric.unknown",
            "The metric {metric} is not known. Choose one of {known}.",
            metric=metric,
            known=", ".join(METRICS),
        )
    too_large = areas.ids[areas.area_m2 > _SPHERE_M2]
    if len(too_large):
        raise InputError(
            "area.size.above_earth",
            "The size of area {areas} is more than the surface of the Earth. "
            "Check the unit of the area field: sizes are square metres.",
            areas=named(too_large),
        )


@dataclass(frozen=True)
class Caps:
    """Areas as spherical caps: centres in space, metres, shape (n, 3), and radii, metres, shape (n,)."""

    points_m: Array
    radius_m: Array

    @classmethod
    def of(cls, areas: Areas, metric: str) -> Caps:
        """Caps of the areas; of radius 0 for the metric ``centre``."""
        radius_m = areas.radius_m if metric == "hausdorff" else np.zeros(len(areas))
        points_m = unit_vectors(areas.lon_deg, areas.lat_deg) * EARTH_RADIUS_M
        return cls(np.asfortranarray(points_m), radius_m)

    def distances_m(self, first: Ints, second: Ints) -> tuple[Floats, Floats]:
        """d and c of pairs of rows; the same numbers whichever row comes first."""
        total_m, centre_m = self._distances(first, second)
        return np.round(total_m, _DECIMALS), np.round(centre_m, _DECIMALS)

    def _distances(self, first: Ints, second: Ints) -> tuple[Floats, Floats]:
        square = np.zeros(np.broadcast(first, second).shape)
        for axis in range(3):
            column = self.points_m[:, axis]
            square += (column[first] - column[second]) ** 2
        centre_m = arc_from_chord_m(np.sqrt(square) / EARTH_RADIUS_M)
        return centre_m + np.abs(self.radius_m[first] - self.radius_m[second]), centre_m

    def best(
        self, rows: Ints, candidates: Ints, allowed: Bools, id_rank: Ints, k: int
    ) -> tuple[Ints, Floats, Floats]:
        """The k best of each row's candidates: index, d and c, each (len(rows), at most k).

        Candidates that are not allowed, and the row itself, take no place: -1 and infinite.
        """
        own = rows[:, None]
        distance, centre = self._distances(own, candidates)
        distance = np.round(distance, _DECIMALS)
        distance[~allowed | (candidates == own)] = np.inf
        order = _order(distance, candidates, id_rank, k)
        distance = np.take_along_axis(distance, order, axis=1)
        missing = np.isinf(distance)
        index = np.where(missing, -1, np.take_along_axis(candidates, order, axis=1))
        centre = np.where(missing, np.inf, np.take_along_axis(centre, order, axis=1))
        return index, distance, np.round(centre, _DECIMALS)


def _order(distance: Floats, candidates: Ints, id_rank: Ints, k: int) -> Ints:
    """Places of the k best candidates of each row, by distance and identifier.

    Sorting by two keys costs three times as much as by one, so it is left to the rows with ties.
    """
    order = np.argsort(distance, axis=1)
    ranked = np.take_along_axis(distance, order[:, : k + 1], axis=1)
    tied = np.flatnonzero((ranked[:, 1:] == ranked[:, :-1]).any(axis=1))
    order[tied] = np.lexsort((id_rank[candidates[tied]], distance[tied]))
    return order[:, :k]


class Index:
    """Points by scipy's k-d tree: ``n`` of them, shape (n, dimensions)."""

    def __init__(self, columns: Floats) -> None:
        self._tree = spatial.cKDTree(columns)
        self.n = len(columns)

    def query(self, points: Floats, length: int) -> tuple[Floats, Ints]:
        """Distances and rows of the nearest of each point, each of shape (len(points), length)."""
        distance, found = self._tree.query(points, length, workers=-1)
        return distance.reshape(len(points), length), found.reshape(len(points), length)


class _Search:
    """The two trees over one set of areas, and the search of a block of rows through both."""

    def __init__(self, areas: Areas, k: int, metric: str, boundary: Array | None) -> None:
        self.k = k
        self.first_list = k + 1 + max(5, k // 2)
        self.caps = Caps.of(areas, metric)
        self.by_size = metric == "hausdorff"
        self.unit = None if boundary is None else np.unique(boundary, return_inverse=True)[1]
        self.id_rank = areas.id_rank
        self.members = self._tree_members()
        self.place_tree = self._tree(self.caps.points_m)
        self._size_tree: Index | None = None

    def _tree_members(self) -> Ints:
        """Rows worth a place in the trees: of areas alike in all respects, the first k + 1 by id.

        The rest can be nobody's neighbour, and without them a thousand equal points cost no more
        than k + 1.
        """
        alike = _with_equals(self.caps.points_m[:, 0])
        columns = [column[alike] for column in (*self.caps.points_m.T, self.caps.radius_m)]
        if self.unit is not None:
            columns.append(self.unit[alike])
        order = np.lexsort([self.id_rank[alike], *columns])
        fresh = np.ones(len(order), dtype=bool)
        fresh[1:] = np.any([column[order[1:]] != column[order[:-1]] for column in columns], axis=0)
        position = np.arange(len(order))
        first = np.maximum.accumulate(np.where(fresh, position, 0))
        keep = np.ones(len(self.id_rank), dtype=bool)
        keep[alike[order[position - first > self.k]]] = False
        return np.flatnonzero(keep)

    def _tree(self, columns: Floats) -> Index:
        return Index(self._placed(columns, self.members))

    def _placed(self, columns: Floats, rows: Ints) -> Floats:
        """Coordinates with one more for the boundary unit, too far apart for units to mix."""
        if self.unit is None:
            return columns[rows]
        return np.column_stack([columns[rows], self.unit[rows] * _UNIT_GAP_M])

    @property
    def size_tree(self) -> Index:
        if self._size_tree is None:
            self.places_and_sizes = np.column_stack([self.caps.points_m, self.caps.radius_m])
            self._size_tree = self._tree(self.places_and_sizes)
        return self._size_tree

    def blocks(self, rows: Ints, length: int) -> Iterator[Ints]:
        """Rows in blocks whose candidate lists fit a modest memory."""
        step = max(1, _ENTRIES // length)
        return (rows[at : at + step] for at in range(0, len(rows), step))

    def all_blocks(self, progress: Progress) -> Iterator[tuple[Ints, Ints, Floats, Floats]]:
        """Rows of all areas in blocks, each with its neighbours."""
        n = len(self.id_rank)
        for rows in self.blocks(np.arange(n), self.first_list):
            yield (rows, *self.block(rows))
            progress((rows[-1] + 1) / n, Phrase("Searching neighbours"))

    def block(self, rows: Ints) -> tuple[Ints, Floats, Floats]:
        """Neighbours of some rows: index, distance and centre distance, each (len(rows), k)."""
        index, distance, centre, proven = self._round(rows, self.first_list, by_place=True)
        length = self.first_list
        while not proven.all():
            length = min(2 * length, len(self.members))
            left = np.flatnonzero(~proven)
            for part in self.blocks(left, length):
                index[part], distance[part], centre[part], proven[part] = self._round(
                    rows[part], length, by_place=not self.by_size
                )
        return index, distance, centre

    def _round(self, rows: Ints, length: int, by_place: bool) -> tuple[Ints, Floats, Floats, Bools]:
        """The k best among a list of candidates, and which rows are proven complete."""
        tree = self.place_tree if by_place else self.size_tree
        columns = self.caps.points_m if by_place else self.places_and_sizes
        length = min(length, tree.n)
        straight_m, found = tree.query(self._placed(columns, rows), length)
        foreign = straight_m >= _UNIT_GAP_M / 2
        index, distance, centre = self.caps.best(rows, self.members[found], ~foreign, self.id_rank, self.k)
        last_m = straight_m[:, -1] - _SLACK_M
        if by_place:
            last_m = arc_from_chord_m(last_m / EARTH_RADIUS_M)
        proven = (distance[:, -1] < last_m) | foreign[:, -1] | (length == tree.n)
        return index, distance, centre, proven


def _with_equals(values: Floats) -> Ints:
    """Rows whose value occurs more than once."""
    order = np.argsort(values)
    same = values[order[1:]] == values[order[:-1]]
    equal = np.zeros(len(values), dtype=bool)
    equal[order[1:][same]] = equal[order[:-1][same]] = True
    return np.flatnonzero(equal)

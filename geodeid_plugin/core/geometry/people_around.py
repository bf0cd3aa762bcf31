# SPDX-License-Identifier: GPL-2.0-or-later
"""How many people or addresses lie within a distance of a point.

Two sources: address points, counted exactly; and census polygons, whose people are spread evenly
over each polygon, so that a disc holds the share of them that it covers (areal interpolation).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints
from ..base.errors import InputError, named
from ..base.progress import Progress, part, silent
from ..base.scientific import spatial
from .polygons import Polygons
from .sphere import EARTH_RADIUS_M, arc_from_chord_m, chord_from_arc, ring_areas_m2, unit_vectors

TOLERANCE_M = 1e-6
"""Two distances that differ by less are equal: rounding of coordinates, metres."""

_DISCS_AT_ONCE = 64
"""Discs searched in one call: SciPy lists what it found without letting go of Python's lock."""
_EDGES_AT_ONCE = 2_000_000
"""Edges at once: memory alone."""
_COMPACT = 1.0
"""Reach of an area, as a chord of a sphere of radius 1, above which a disc about all corners may miss it."""
_POINTS_AT_ONCE = 10_000
"""Points between two looks at cancel."""
_MANY_AT_A_PLACE = 64
"""Addresses of one place from which on they are counted together: SciPy looks at each, in nanoseconds."""


class Addresses:
    """Address points, each one household.

    Where very many share a place (records of aggregated areas), that place is searched once: SciPy looks at
    every one of them, which would be quadratic.

    Parameters
    ----------
    lon_deg, lat_deg : array_like, shape (m,)
        Positions, degrees.
    """

    def __init__(self, lon_deg: Array, lat_deg: Array) -> None:
        lon, lat = np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float)
        if not len(lon):
            raise InputError("address.layer.empty", "There are no addresses.")
        bad = np.flatnonzero(~(np.isfinite(lon) & np.isfinite(lat)))
        if len(bad):
            raise InputError(
                "address.position.missing",
                "Addresses {addresses} have no position. Repair their geometry.",
                addresses=named(bad),
            )
        self._columns = unit_vectors(lon, lat)
        place, first, count = same_places(lon, lat)
        crowded = np.flatnonzero(count >= _MANY_AT_A_PLACE)
        self._tree = spatial.cKDTree(self._columns[count[place] < _MANY_AT_A_PLACE])
        self._crowds = spatial.cKDTree(self._columns[first[crowded]])
        self._crowd_size = count[crowded].astype(float)

    @property
    def total(self) -> float:
        """How many addresses there are."""
        return float(len(self._columns))

    def within(
        self, lon_deg: Floats, lat_deg: Floats, radius_m: Array, progress: Progress = silent
    ) -> Floats:
        """Addresses at most ``radius_m`` from each point, those at that very distance included, (n,)."""
        points = unit_vectors(lon_deg, lat_deg)
        radius = np.broadcast_to(np.asarray(radius_m, dtype=float), (len(points),))
        chord = chord_from_arc(radius + TOLERANCE_M)
        people = np.zeros(len(points))
        place, _first, count = same_places(np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float))
        alone = np.flatnonzero(count[place] < _MANY_AT_A_PLACE)
        for some in neighbouring(points[alone], part(progress, 0.0, 0.5)):
            rows = alone[some]
            # Scipy shares the work among its own threads.
            near = self._tree.query_ball_point(points[rows], chord[rows], return_length=True, workers=-1)
            people[rows] = near + self._crowds_within(points[rows], chord[rows])
        order = np.argsort(place, kind="stable")
        ends = np.cumsum(count)
        for one in np.flatnonzero(count >= _MANY_AT_A_PLACE):
            rows = order[ends[one] - count[one] : ends[one]]
            people[rows] = self._within_of_place(points[rows[0]], chord[rows])
            progress(0.5 + 0.5 * ends[one] / len(points))
        return people

    def reach_m(self, lon_deg: Floats, lat_deg: Floats, people: float) -> Floats:
        """Smallest radius about each point that holds at least ``people`` addresses, metres, (n,)."""
        rank = int(np.ceil(people))
        if rank > len(self._columns):
            raise InputError(
                "address.rank.too_few",
                "There are only {addresses} addresses, fewer than {rank}.",
                addresses=len(self._columns),
                rank=rank,
            )
        whole = spatial.cKDTree(self._columns) if len(self._crowd_size) else self._tree
        return arc_from_chord_m(whole.query(unit_vectors(lon_deg, lat_deg), k=[rank])[0][:, 0])

    def nearest_m(self, lon_deg: Floats, lat_deg: Floats, progress: Progress = silent) -> Floats:
        """Distance of each point to the nearest address, metres, shape (n,)."""
        points = unit_vectors(lon_deg, lat_deg)
        chord = np.empty(len(points))
        for rows in neighbouring(points, progress):
            near = self._tree.query(points[rows])[0] if self._tree.n else np.inf
            chord[rows] = np.minimum(near, self._crowds.query(points[rows])[0] if self._crowds.n else np.inf)
        return arc_from_chord_m(chord)

    def _within_of_place(self, point: Floats, chord: Floats) -> Floats:
        """Addresses within each chord of one point: what the longest holds is looked at once."""
        away: list[Floats] = []
        size: list[Floats] = []
        for tree, weight in (
            (self._tree, np.broadcast_to(1.0, self._tree.n)),
            (self._crowds, self._crowd_size),
        ):
            near = np.array(tree.query_ball_point(point, chord.max()), dtype=np.int64)
            away.append(((tree.data[near] - point) ** 2).sum(axis=1))
            size.append(weight[near])
        squared = np.concatenate(away)
        order = np.argsort(squared)
        total = np.concatenate([[0.0], np.cumsum(np.concatenate(size)[order])])
        return np.asarray(total[np.searchsorted(squared[order], chord**2, side="right")])

    def _crowds_within(self, points: Floats, chord: Floats) -> Floats:
        """Addresses of crowded places within the chord of each point."""
        if not self._crowds.n:
            return np.zeros(len(points))
        lists = self._crowds.query_ball_point(points, chord)
        count = np.array([len(one) for one in lists], dtype=np.int64)
        near = np.fromiter((i for one in lists for i in one), dtype=np.int64, count=count.sum())
        point = np.repeat(np.arange(len(points)), count)
        return np.asarray(np.bincount(point, self._crowd_size[near], len(points)), dtype=float)


def same_places(lon_deg: Floats, lat_deg: Floats) -> tuple[Ints, Ints, Ints]:
    """Number of each point's place, and of each place its first point and how many lie there.

    >>> place, first, count = same_places(np.array([7.0, 8.0, 7.0]), np.array([1.0, 1.0, 1.0]))
    >>> place.tolist(), first.tolist(), count.tolist()
    ([0, 1, 0], [0, 1], [2, 1])
    """
    order = np.lexsort((lat_deg, lon_deg))
    east, north = lon_deg[order], lat_deg[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(east) != 0) | (np.diff(north) != 0)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.cumsum(new) - 1
    start = np.flatnonzero(new)
    return place, order[start], np.diff(start, append=len(order))


def neighbouring(points: Floats, progress: Progress = silent) -> Iterator[Ints]:
    """Rows of points in batches that lie together: a tree is then searched in a quarter of the time.

    The branches that one point needs are still in the processor's memory for the next.
    """
    progress(0.0)
    if len(points) <= _POINTS_AT_ONCE:
        yield np.arange(len(points))
        return
    order = spatial.cKDTree(points).indices
    for start in range(0, len(order), _POINTS_AT_ONCE):
        yield order[start : start + _POINTS_AT_ONCE]
        progress(min(1.0, (start + _POINTS_AT_ONCE) / len(order)))


class CensusSurface:
    """People spread evenly over census polygons.

    The overlap of a disc and a polygon is computed in closed form, side by side, on the plane of
    equal distances about the disc's centre.

    Parameters
    ----------
    polygons : Polygons
        The census areas.
    population : array_like, shape (m,)
        People in each area.
    """

    def __init__(self, polygons: Polygons, population: Array) -> None:
        self._population = np.asarray(population, dtype=float)
        count = len(self._population)
        points = unit_vectors(polygons.lon_deg, polygons.lat_deg)
        start = polygons.side_start
        of_hole = polygons.ring_is_hole[polygons.vertex_ring[start]]
        forward = _ring_turns_left(polygons)[polygons.vertex_ring[start]] != of_hole
        self._from, self._to = np.where(forward, [start, start + 1], [start + 1, start])
        self._points, area = points, polygons.vertex_area
        self._first_side = np.searchsorted(area[start], np.arange(count + 1))
        self._first_vertex = np.searchsorted(area, np.arange(count + 1))
        sums = np.stack([np.bincount(area, points[:, axis], count) for axis in range(3)], axis=1)
        length = np.linalg.norm(sums, axis=1, keepdims=True)
        self._middle = sums / np.where(length > 0, length, 1.0)
        away = np.linalg.norm(points - self._middle[area], axis=1)
        self._reach = np.zeros(count)
        np.maximum.at(self._reach, area, away)
        self._used = np.flatnonzero((self._population > 0) & (np.diff(self._first_side) > 0))
        if not len(self._used):
            raise InputError("area.people.no_polygon", "No census area has both people and a polygon.")
        self._tree = spatial.cKDTree(self._middle[self._used])
        ends = (_plane(self._middle, area[start], points[end]) for end in (self._from, self._to))
        twice = _cross(*ends)
        self._compact = (np.bincount(area[start], twice, count) > 0) & (self._reach < _COMPACT)

    @property
    def total(self) -> float:
        """How many people there are."""
        return float(self._population[self._used].sum())

    def within(self, lon_deg: Array, lat_deg: Array, radius_m: Array, progress: Progress = silent) -> Array:
        """People expected at most ``radius_m`` from each point, shape (n,)."""
        points = unit_vectors(np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float))
        radius = np.broadcast_to(np.asarray(radius_m, dtype=float), (len(points),))
        people = np.zeros(len(points))
        for disc, area in self._near(points, radius, progress):
            people += self._people(points, radius, disc, area)
        return people

    def reach_m(self, lon_deg: Floats, lat_deg: Floats, people: float, progress: Progress = silent) -> Array:
        """Radius about each point that holds ``people``, to 1 %, metres, shape (n,)."""
        if people > self.total:
            raise InputError(
                "area.people.too_few",
                "There are only {total:.0f} people, fewer than {people:g}.",
                total=self.total,
                people=people,
            )
        lon, lat = np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float)
        low, high = np.zeros(len(lon)), np.full(len(lon), 100.0)
        left = np.arange(len(lon))
        while len(left):
            enough = self.within(lon[left], lat[left], high[left]) >= people * (1 - 1e-9)
            far = high[left] > np.pi * EARTH_RADIUS_M
            left = left[~(enough | far)]
            low[left], high[left] = high[left], 2 * high[left]
        for step in range(8):
            progress(step / 8)
            middle = (low + high) / 2
            enough = self.within(lon, lat, middle) >= people
            low, high = np.where(enough, low, middle), np.where(enough, middle, high)
        return high

    def _near(self, points: Floats, radius: Floats, progress: Progress) -> Iterator[tuple[Ints, Ints]]:
        """Pairs of a disc and an area that may overlap, some discs at a time."""
        reach = chord_from_arc(radius)
        held: list[tuple[Ints, Ints]] = []
        edges = 0
        for start in range(0, len(points), _DISCS_AT_ONCE):
            rows = np.arange(start, min(start + _DISCS_AT_ONCE, len(points)))
            held.append(self._near_some(points, reach, rows))
            edges += int(np.diff(self._first_side)[held[-1][1]].sum())
            if edges >= _EDGES_AT_ONCE or start + _DISCS_AT_ONCE >= len(points):
                yield from self._in_pieces(*(np.concatenate(one) for one in zip(*held)))
                held, edges = [], 0
                progress(min((start + _DISCS_AT_ONCE) / len(points), 1.0))

    def _near_some(self, points: Floats, reach: Floats, rows: Ints) -> tuple[Ints, Ints]:
        near = self._tree.query_ball_point(points[rows], reach[rows] + self._reach.max() + 1e-12)
        count = np.array([len(one) for one in near], dtype=np.int64)
        disc = np.repeat(rows, count)
        area = self._used[np.fromiter((i for one in near for i in one), dtype=np.int64, count=count.sum())]
        apart = np.linalg.norm(points[disc] - self._middle[area], axis=1)
        touch = apart <= reach[disc] + self._reach[area] + 1e-12
        return disc[touch], area[touch]

    def _in_pieces(self, disc: Ints, area: Ints) -> Iterator[tuple[Ints, Ints]]:
        total = np.cumsum(np.diff(self._first_side)[area])
        start = 0
        while start < len(disc):
            before = total[start - 1] if start else 0
            end = max(start + 1, int(np.searchsorted(total, before + _EDGES_AT_ONCE)))
            yield disc[start:end], area[start:end]
            start = end

    def _people(self, points: Floats, radius: Floats, disc: Ints, area: Ints) -> Array:
        """People in the discs, of the areas given: all of an area that lies in a disc, else a share."""
        away = np.linalg.norm(points[disc] - self._middle[area], axis=1)
        inside = self._compact[area] & (away + self._reach[area] <= chord_from_arc(radius[disc]))
        people = np.bincount(disc[inside], self._population[area[inside]], len(points))
        return people + self._shared(points, radius, disc[~inside], area[~inside])

    def _shared(self, points: Floats, radius: Floats, disc: Ints, area: Ints) -> Array:
        # The end of a side is the start of another, so corners are laid on the plane and then taken by sides.
        of, corner = _runs(self._first_vertex, area)
        at = _plane(points, disc[of], self._points[corner])
        pair, side = _runs(self._first_side, area)
        skipped = np.searchsorted(of, np.arange(len(disc))) - self._first_vertex[area]
        start, end = (at[:, vertex[side] + skipped[pair]] for vertex in (self._from, self._to))
        covered = np.bincount(pair, _sector_areas(start, end, radius[disc[pair]]), len(disc))
        whole = np.bincount(pair, _cross(start, end) / 2, len(disc))
        share = np.clip(covered / np.where(whole > 0, whole, np.inf), 0.0, 1.0)
        return np.bincount(disc, share * self._population[area], len(points))


def _runs(first: Ints, chosen: Ints) -> tuple[Ints, Ints]:
    """Members of runs that were chosen, one run after another: which of the chosen, and the member."""
    length = np.diff(first)[chosen]
    of = np.repeat(np.arange(len(chosen)), length)
    return of, np.repeat(first[chosen] - np.cumsum(length) + length, length) + np.arange(len(of))


def _ring_turns_left(polygons: Polygons) -> Bools:
    return ring_areas_m2(polygons.lon_deg, polygons.lat_deg, polygons.ring_start) > 0


def _plane(centres: Floats, of: Ints, points: Floats) -> Floats:
    """Points on the plane of equal distances about the centre of each, metres: east and north, (2, n)."""
    flat = np.hypot(centres[:, 0], centres[:, 1])
    safe = np.where(flat > 1e-15, flat, 1.0)
    sin_lon = np.where(flat > 1e-15, centres[:, 1] / safe, 0.0)[of]
    cos_lon = np.where(flat > 1e-15, centres[:, 0] / safe, 1.0)[of]
    offset = (points - centres[of]).T
    east = offset[1] * cos_lon - offset[0] * sin_lon
    north = offset[2] * flat[of] - centres[of, 2] * (offset[0] * cos_lon + offset[1] * sin_lon)
    length = np.hypot(east, north)
    arc = arc_from_chord_m(np.sqrt((offset**2).sum(axis=0)))
    scale = arc / np.where(length > 0, length, 1.0)
    return np.stack([east * scale, north * scale])


def _cross(a: Floats, b: Floats) -> Floats:
    return a[0] * b[1] - a[1] * b[0]


def _sector_areas(start: Floats, end: Floats, radius: Floats) -> Floats:
    """Signed area of the overlap of a disc about the origin with the triangle origin–start–end."""
    step = end - start
    a = (step**2).sum(axis=0)
    b = (start * step).sum(axis=0)
    inside = b**2 - a * ((start**2).sum(axis=0) - radius**2)
    root = np.sqrt(np.maximum(inside, 0.0))
    safe = np.where(a > 0, a, 1.0)
    enter, leave = np.clip((-b - root) / safe, 0.0, 1.0), np.clip((-b + root) / safe, 0.0, 1.0)
    arcs, along = _angle(start, end), np.zeros(len(a))
    at = np.flatnonzero((inside > 0) & (leave > enter))
    first, last = start[:, at] + step[:, at] * enter[at], start[:, at] + step[:, at] * leave[at]
    along[at] = _cross(first, last) / 2
    arcs[at] = _angle(start[:, at], first) + _angle(last, end[:, at])
    return along + radius**2 / 2 * arcs


def _angle(a: Floats, b: Floats) -> Floats:
    return np.arctan2(_cross(a, b), (a * b).sum(axis=0))

# SPDX-License-Identifier: GPL-2.0-or-later
"""How many people or addresses lie within a distance of a point.

Two sources: address points, counted exactly; and census polygons, whose people are spread evenly
over each polygon, so that a disc holds the share of them that it covers (areal interpolation).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import InputError, named
from ..base.progress import Progress, silent
from .sphere import EARTH_RADIUS_M, arc_from_chord_m, chord_from_arc, unit_vectors

if TYPE_CHECKING:
    from ..base.arrays import Array, Bools, Floats, Ints
    from .polygons import Polygons

TOLERANCE_M = 1e-6
"""Two distances that differ by less are equal: rounding of coordinates, metres."""

_DISCS_AT_ONCE = 64
"""Discs searched in one call: SciPy lists what it found without letting go of Python's lock."""
_EDGES_AT_ONCE = 2_000_000
"""Edges at once: memory alone."""


class Addresses:
    """Address points, each one household.

    Parameters
    ----------
    lon_deg, lat_deg : array_like, shape (m,)
        Positions, degrees.
    """

    def __init__(self, lon_deg: Array, lat_deg: Array) -> None:
        from scipy.spatial import cKDTree

        lon, lat = np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float)
        if not len(lon):
            raise InputError("There are no addresses.")
        bad = np.flatnonzero(~(np.isfinite(lon) & np.isfinite(lat)))
        if len(bad):
            raise InputError(
                "Addresses {addresses} have no position. Repair their geometry.", addresses=named(bad)
            )
        self._tree = cKDTree(unit_vectors(lon, lat))

    @property
    def total(self) -> float:
        """How many addresses there are."""
        return float(self._tree.n)

    def within(
        self, lon_deg: Floats, lat_deg: Floats, radius_m: Array, progress: Progress = silent
    ) -> Floats:
        """Addresses at most ``radius_m`` from each point, those at that very distance included, (n,)."""
        progress(0.0)
        chord = chord_from_arc(np.asarray(radius_m, dtype=float) + TOLERANCE_M)
        points = unit_vectors(lon_deg, lat_deg)
        # Scipy shares the work among its own threads.
        return self._tree.query_ball_point(points, chord, return_length=True, workers=-1).astype(float)

    def reach_m(self, lon_deg: Floats, lat_deg: Floats, people: float) -> Floats:
        """Smallest radius about each point that holds at least ``people`` addresses, metres, (n,)."""
        rank = int(np.ceil(people))
        if rank > self._tree.n:
            raise InputError(
                "There are only {addresses} addresses, fewer than {rank}.", addresses=self._tree.n, rank=rank
            )
        return arc_from_chord_m(self._tree.query(unit_vectors(lon_deg, lat_deg), k=[rank])[0][:, 0])

    def nearest_m(self, lon_deg: Floats, lat_deg: Floats) -> Floats:
        """Distance of each point to the nearest address, metres, shape (n,)."""
        return arc_from_chord_m(self._tree.query(unit_vectors(lon_deg, lat_deg))[0])


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
        from scipy.spatial import cKDTree

        self._population = np.asarray(population, dtype=float)
        count = len(self._population)
        points = unit_vectors(polygons.lon_deg, polygons.lat_deg)
        start = polygons.side_start
        of_hole = polygons.ring_is_hole[polygons.vertex_ring[start]]
        forward = _ring_turns_left(polygons)[polygons.vertex_ring[start]] != of_hole
        self._from = np.where(forward[:, None], points[start], points[start + 1])
        self._to = np.where(forward[:, None], points[start + 1], points[start])
        area = polygons.vertex_area
        self._first_side = np.searchsorted(area[start], np.arange(count + 1))
        sums = np.stack([np.bincount(area, points[:, axis], count) for axis in range(3)], axis=1)
        length = np.linalg.norm(sums, axis=1, keepdims=True)
        self._middle = sums / np.where(length > 0, length, 1.0)
        away = np.linalg.norm(points - self._middle[area], axis=1)
        self._reach = np.zeros(count)
        np.maximum.at(self._reach, area, away)
        self._used = np.flatnonzero((self._population > 0) & (np.diff(self._first_side) > 0))
        if not len(self._used):
            raise InputError("No census area has both people and a polygon.")
        self._tree = cKDTree(self._middle[self._used])

    @property
    def total(self) -> float:
        """How many people there are."""
        return float(self._population[self._used].sum())

    def within(self, lon_deg: Array, lat_deg: Array, radius_m: Array, progress: Progress = silent) -> Array:
        """People expected at most ``radius_m`` from each point, shape (n,)."""
        points = unit_vectors(np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float))
        radius = np.broadcast_to(np.asarray(radius_m, dtype=float), (len(points),))
        disc, area = self._near(points, radius)
        sides = np.diff(self._first_side)[area]
        people, total = np.zeros(len(points)), np.cumsum(sides)
        start = 0
        while start < len(disc):
            before = total[start - 1] if start else 0
            end = max(start + 1, int(np.searchsorted(total, before + _EDGES_AT_ONCE)))
            part = slice(start, end)
            people += self._people(points, radius, disc[part], area[part])
            start = end
            progress(min(start / len(disc), 1.0))
        return people

    def reach_m(self, lon_deg: Floats, lat_deg: Floats, people: float, progress: Progress = silent) -> Array:
        """Radius about each point that holds ``people``, to 1 %, metres, shape (n,)."""
        if people > self.total:
            raise InputError(
                "There are only {total:.0f} people, fewer than {people:g}.", total=self.total, people=people
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

    def _near(self, points: Floats, radius: Floats) -> tuple[Ints, Ints]:
        """Pairs of a disc and an area that may overlap."""
        reach = chord_from_arc(radius)
        found: list[list[int]] = []
        for start in range(0, len(points), _DISCS_AT_ONCE):
            part = slice(start, start + _DISCS_AT_ONCE)
            found += list(self._tree.query_ball_point(points[part], reach[part] + self._reach.max() + 1e-12))
        count = np.array([len(one) for one in found], dtype=np.int64)
        disc = np.repeat(np.arange(len(points)), count)
        area = self._used[np.fromiter((i for one in found for i in one), dtype=np.int64, count=count.sum())]
        apart = np.linalg.norm(points[disc] - self._middle[area], axis=1)
        touch = apart <= reach[disc] + self._reach[area] + 1e-12
        return disc[touch], area[touch]

    def _people(self, points: Floats, radius: Floats, disc: Ints, area: Ints) -> Array:
        sides = np.diff(self._first_side)[area]
        pair = np.repeat(np.arange(len(disc)), sides)
        first = np.repeat(self._first_side[area] - np.cumsum(sides) + sides, sides)
        side = first + np.arange(len(pair))
        centre = points[disc[pair]]
        start, end = _plane(centre, self._from[side]), _plane(centre, self._to[side])
        covered = np.bincount(pair, _sector_areas(start, end, radius[disc[pair]]), len(disc))
        whole = np.bincount(pair, _cross(start, end) / 2, len(disc))
        share = np.clip(covered / np.where(whole > 0, whole, np.inf), 0.0, 1.0)
        return np.bincount(disc, share * self._population[area], len(points))


def _ring_turns_left(polygons: Polygons) -> Bools:
    from .sphere import ring_areas_m2

    return ring_areas_m2(polygons.lon_deg, polygons.lat_deg, polygons.ring_start) > 0


def _plane(centre: Floats, points: Floats) -> Floats:
    """Points on the plane of equal distances about each centre, metres: east and north, (2, n)."""
    flat = np.hypot(centre[:, 0], centre[:, 1])
    safe = np.where(flat > 1e-15, flat, 1.0)
    sin_lon = np.where(flat > 1e-15, centre[:, 1] / safe, 0.0)
    cos_lon = np.where(flat > 1e-15, centre[:, 0] / safe, 1.0)
    offset = points - centre
    east = offset[:, 1] * cos_lon - offset[:, 0] * sin_lon
    north = offset[:, 2] * flat - centre[:, 2] * (offset[:, 0] * cos_lon + offset[:, 1] * sin_lon)
    length = np.hypot(east, north)
    arc = arc_from_chord_m(np.sqrt((offset**2).sum(axis=1)))
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
    first, last = start + step * enter, start + step * leave
    crosses = (inside > 0) & (leave > enter)
    along = np.where(crosses, _cross(first, last) / 2, 0.0)
    arcs = np.where(crosses, _angle(start, first) + _angle(last, end), _angle(start, end))
    return along + radius**2 / 2 * arcs


def _angle(a: Floats, b: Floats) -> Floats:
    return np.arctan2(_cross(a, b), (a * b).sum(axis=0))

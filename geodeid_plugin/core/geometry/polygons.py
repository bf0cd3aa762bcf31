# SPDX-License-Identifier: GPL-2.0-or-later
"""Polygons as flat arrays of vertices: read from WKB, measured, and given an inner point.

Everything is done for all areas at once with numpy, so a country of a few million vertices takes
seconds, and no geometry library can refuse or crash on a ring that crosses itself.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints, blocks
from ..base.errors import InputError, Phrase
from .sphere import ring_areas_m2, unit_vectors

_POLYGON, _MULTIPOLYGON = 3, 6
"""Types of ISO 19125 WKB."""
_CURVED = {
    8: Phrase("a circular string"),
    9: Phrase("a compound curve"),
    10: Phrase("a curve polygon"),
    12: Phrase("a multi-surface"),
}
"""Types with curves, named for the refusal."""
_OTHER = {
    1: Phrase("a point"),
    2: Phrase("a line"),
    4: Phrase("a multi-point"),
    5: Phrase("a multi-line"),
    7: Phrase("a geometry collection"),
}
"""Other types, named for the refusal."""
_EWKB_Z, _EWKB_M, _EWKB_SRID = 0x80000000, 0x40000000, 0x20000000
"""Flags of EWKB."""


_RINGS_JOINED = 10_000
"""Rings whose vertices are held one by one: as many arrays of a few hundred bytes."""
_AREAS_AT_ONCE = 50_000
"""Areas that are measured and laid on planes at once: half a kilobyte for each vertex."""
_DAMAGED = Phrase("its binary is damaged")


class _NotPolygonError(ValueError):
    """A geometry of another kind; the argument says which."""


@dataclass(frozen=True)
class Polygons:
    """Rings of polygons, one after another, each closed (its first vertex is repeated)."""

    lon_deg: Floats
    lat_deg: Floats
    """Shape (v,). Vertices of all rings, degrees."""
    ring_start: Ints
    """Shape (r + 1,). Where each ring starts among the vertices, and the end of the last."""
    ring_area: Ints
    """Shape (r,). The area (row of the layer) that each ring belongs to, in ascending order."""
    ring_is_hole: Bools
    """Shape (r,). True for inner rings."""

    @classmethod
    def from_wkb(cls, wkbs: Iterable[bytes], ids: Sequence[object] | None = None) -> Polygons:
        """Read polygons and multipolygons, with or without Z and M, from well-known binary.

        Parameters
        ----------
        wkbs : iterable of bytes or None
            One geometry an area; None and empty geometries give an area without rings.
        ids : sequence, optional
            Identifiers for error sentences; without it rows are counted from 0.

        Raises
        ------
        InputError
            For geometries that are not polygons, for curved ones, and for broken binary.
        """
        read = _Read()
        for row, wkb in enumerate(wkbs):
            if not wkb:
                continue
            try:
                rings = _rings(bytes(wkb))
            except (struct.error, ValueError) as error:
                reason = error.args[0] if isinstance(error, _NotPolygonError) else _DAMAGED
                raise InputError(
                    "area.geometry.unusable",
                    "The geometry of area {area} cannot be used: {reason}.",
                    area=str(row if ids is None else ids[row]),
                    reason=reason,
                ) from error
            for is_hole, vertices in rings:
                read.add(row, is_hole, vertices)
        return cls(*read.arrays())

    @property
    def vertex_ring(self) -> Ints:
        """The ring of each vertex, shape (v,)."""
        return np.repeat(np.arange(len(self.ring_area)), np.diff(self.ring_start))

    @property
    def vertex_area(self) -> Ints:
        """The area (row of the layer) of each vertex, shape (v,)."""
        return np.repeat(self.ring_area, np.diff(self.ring_start))

    @property
    def side_start(self) -> Ints:
        """Index of the first vertex of every side; the side ends at the next vertex."""
        is_last = np.zeros(len(self.lon_deg), dtype=bool)
        is_last[self.ring_start[1:] - 1] = True
        return np.flatnonzero(~is_last)

    def some(self, rows: Ints) -> Polygons:
        """The polygons of some areas, whose rows ascend, numbered from 0."""
        kept, sizes = np.isin(self.ring_area, rows), np.diff(self.ring_start)
        vertices = np.repeat(kept, sizes)
        return Polygons(
            self.lon_deg[vertices], self.lat_deg[vertices], np.concatenate([[0], np.cumsum(sizes[kept])]),
            np.searchsorted(rows, self.ring_area[kept]), self.ring_is_hole[kept],
        )  # fmt: skip

    def areas_m2(self, n: int) -> Floats:
        """Ellipsoidal area of each of the n areas, square metres, whatever the rings' direction.

        An area without rings has 0.
        """
        area_m2 = np.zeros(n)
        for areas, some in self._some(n):
            if len(some.ring_area):
                ring_m2 = np.abs(ring_areas_m2(some.lon_deg, some.lat_deg, some.ring_start))
                ring_m2[some.ring_is_hole] *= -1
                area_m2[areas] = np.maximum(np.bincount(some.ring_area, ring_m2, len(area_m2[areas])), 0.0)
        return area_m2

    def centroids_deg(self, n: int) -> tuple[Floats, Floats]:
        """Centroids of the n areas: longitudes and latitudes, degrees; NaN for areas without rings.

        They are taken on a plane of equal area about the middle of each area's vertices, so the
        date line and the poles need no care. Areas of size 0 have the middle of their vertices.
        """
        lon_deg, lat_deg = np.empty(n), np.empty(n)
        for areas, plane in self._planes(n):
            lon_deg[areas], lat_deg[areas] = plane.to_lon_lat(*plane.centroids())
        return lon_deg, lat_deg

    def inner_points_deg(self, n: int) -> tuple[Floats, Floats]:
        """Centroids, moved inside where they lie outside: longitudes and latitudes, degrees.

        A centroid outside its polygon is replaced by the middle of the widest stretch that a line
        across the largest ring runs inside the polygon. Sides are straight on the area's own plane: next to
        sides of a hundred kilometres a thin area's point may lie outside of sides straight in degrees.
        """
        lon_deg, lat_deg = np.empty(n), np.empty(n)
        for areas, plane in self._planes(n):
            x, y = plane.centroids()
            for area in np.flatnonzero(plane.outside(x, y)):
                x[area], y[area] = plane.inner_point(area)
            lon_deg[areas], lat_deg[areas] = plane.to_lon_lat(x, y)
        return lon_deg, lat_deg

    def _planes(self, n: int) -> Iterator[tuple[slice, _LocalPlanes]]:
        """Some areas at a time with their planes."""
        for areas, some in self._some(n):
            yield areas, _LocalPlanes(some, areas.stop - areas.start)

    def _some(self, n: int) -> Iterator[tuple[slice, Polygons]]:
        """Some of the n areas at a time, numbered from 0."""
        for areas in blocks(n, _AREAS_AT_ONCE):
            rings = slice(*np.searchsorted(self.ring_area, [areas.start, areas.stop]))
            ring_start = self.ring_start[rings.start : rings.stop + 1]
            vertices = slice(ring_start[0], ring_start[-1])
            yield areas, Polygons(
                self.lon_deg[vertices], self.lat_deg[vertices], ring_start - ring_start[0],
                self.ring_area[rings] - areas.start, self.ring_is_hole[rings],
            )  # fmt: skip


class _Read:
    """Rings that were read so far; their vertices are joined some thousand rings at a time."""

    def __init__(self) -> None:
        self._area, self._end, self._is_hole = array("q"), array("q", [0]), bytearray()
        self._x: list[Floats] = []
        self._y: list[Floats] = []
        self._waiting: list[Floats] = []

    def add(self, area: int, is_hole: bool, vertices: Floats) -> None:
        """One more ring."""
        self._area.append(area)
        self._is_hole.append(is_hole)
        self._end.append(self._end[-1] + len(vertices))
        self._waiting.append(vertices)
        if len(self._waiting) >= _RINGS_JOINED:
            self._join()

    def _join(self) -> None:
        xy = np.concatenate(self._waiting) if self._waiting else np.empty((0, 2))
        self._x.append(np.ascontiguousarray(xy[:, 0], dtype=float))
        self._y.append(np.ascontiguousarray(xy[:, 1], dtype=float))
        self._waiting = []

    def arrays(self) -> tuple[Floats, Floats, Ints, Ints, Bools]:
        """What :class:`Polygons` holds."""
        self._join()
        return (
            np.concatenate(self._x),
            np.concatenate(self._y),
            np.array(self._end, dtype=np.int64),
            np.array(self._area, dtype=np.int64),
            np.array(self._is_hole, dtype=bool),
        )


def _rings(wkb: bytes) -> list[tuple[bool, Floats]]:
    """All rings of one geometry as (is a hole, vertices), closed where the binary left them open."""
    order, kind, dimensions, at = _header(wkb, 0)
    if kind == _POLYGON:
        return _polygon_rings(wkb, order, dimensions, at)[0]
    if kind != _MULTIPOLYGON:
        raise _NotPolygonError(_refusal(kind))
    (parts,) = struct.unpack_from(order + "I", wkb, at)
    at += 4
    rings = []
    for _ in range(parts):
        order, kind, dimensions, at = _header(wkb, at)
        if kind != _POLYGON:
            raise _NotPolygonError(_refusal(kind))
        own, at = _polygon_rings(wkb, order, dimensions, at)
        rings += own
    return rings


def _header(wkb: bytes, at: int) -> tuple[str, int, int, int]:
    """Byte order, kind of geometry, number of dimensions and where the content starts."""
    order = "<" if wkb[at : at + 1] == b"\x01" else ">"
    (code,) = struct.unpack_from(order + "I", wkb, at + 1)
    flags, code = code & 0xE0000000, code & 0x1FFFFFFF
    thousands, kind = divmod(code, 1000)
    has_z = bool(flags & _EWKB_Z) or thousands in (1, 3)
    has_m = bool(flags & _EWKB_M) or thousands in (2, 3)
    return order, kind, 2 + has_z + has_m, at + 5 + (4 if flags & _EWKB_SRID else 0)


def _polygon_rings(wkb: bytes, order: str, dimensions: int, at: int) -> tuple[list[tuple[bool, Floats]], int]:
    (count,) = struct.unpack_from(order + "I", wkb, at)
    at += 4
    rings = []
    for ring in range(count):
        (vertices,) = struct.unpack_from(order + "I", wkb, at)
        values = np.frombuffer(wkb, order + "f8", vertices * dimensions, at + 4)
        at += 4 + 8 * vertices * dimensions
        xy = values.reshape(vertices, dimensions)[:, :2]
        if not vertices:
            continue
        if xy[0, 0] != xy[-1, 0] or xy[0, 1] != xy[-1, 1]:
            xy = np.concatenate([xy, xy[:1]])
        rings.append((ring > 0, xy))
    return rings, at


def _refusal(kind: int) -> Phrase:
    if kind in _CURVED:
        return Phrase(
            "it is {kind}; turn curves into straight segments first (Segmentize)", kind=_CURVED[kind]
        )
    return Phrase("it is {kind}, not a polygon", kind=_OTHER.get(kind, Phrase("of an unknown kind")))


class _LocalPlanes:
    """Vertices of each area on its own plane of equal area (Lambert's azimuthal projection).

    The plane touches the sphere at the mean direction of the area's vertices, which keeps the
    coordinates small: a parcel keeps its millimetres. Lengths are in radians.
    """

    def __init__(self, polygons: Polygons, n: int) -> None:
        self.n = n
        self.polygons = polygons
        self.vertex_area = polygons.vertex_area
        points = unit_vectors(polygons.lon_deg, polygons.lat_deg)
        self.origin = self._mean_direction(points)
        self.east = _unit(np.stack([-self.origin[:, 1], self.origin[:, 0], np.zeros(n)], axis=1), (0, 1, 0))
        self.north = np.cross(self.origin, self.east)
        offset = points - self.origin[self.vertex_area]
        # 1 + cos(angle) from the origin, without cancellation near it.
        one_plus_cos = 2 - (offset**2).sum(axis=1) / 2
        scale = np.sqrt(2 / np.maximum(one_plus_cos, 1e-15))
        self.x = scale * (offset * self.east[self.vertex_area]).sum(axis=1)
        self.y = scale * (offset * self.north[self.vertex_area]).sum(axis=1)
        self.side = polygons.side_start
        self.side_area = self.vertex_area[self.side]

    def _mean_direction(self, points: Floats) -> Floats:
        sums = [np.bincount(self.vertex_area, points[:, axis], self.n) for axis in range(3)]
        return _unit(np.stack(sums, axis=1), (1, 0, 0))

    def _side_ends(self, part: Ints | slice = slice(None)) -> tuple[Floats, Floats, Floats, Floats]:
        first, last = self.side[part], self.side[part] + 1
        return self.x[first], self.y[first], self.x[last], self.y[last]

    def centroids(self) -> tuple[Floats, Floats]:
        """Centroid of each area on its plane; NaN where an area has no vertices."""
        rings, n = len(self.polygons.ring_area), self.n
        x1, y1, x2, y2 = self._side_ends()
        ring = self.polygons.vertex_ring[self.side]
        cross = x1 * y2 - x2 * y1
        moments = [np.bincount(ring, m, rings) for m in (cross, (x1 + x2) * cross, (y1 + y2) * cross)]
        sign = np.where(moments[0] < 0, -1.0, 1.0) * np.where(self.polygons.ring_is_hole, -1.0, 1.0)
        area, x, y = (np.bincount(self.polygons.ring_area, sign * m, n) for m in moments)
        flat = ~(area > 0)
        with np.errstate(invalid="ignore", divide="ignore"):
            x, y = x / (3 * area), y / (3 * area)
            count = np.bincount(self.side_area, minlength=n)
            middle_x = np.bincount(self.side_area, x1, n) / count
            middle_y = np.bincount(self.side_area, y1, n) / count
        return np.where(flat, middle_x, x), np.where(flat, middle_y, y)

    def outside(self, x: Floats, y: Floats) -> Bools:
        """Whether each area's point lies outside it: an even number of sides to its right."""
        x1, y1, x2, y2 = self._side_ends()
        right = x[self.side_area] < crossing_x(x1, y1, x2, y2, y[self.side_area])
        has_rings = np.bincount(self.side_area, minlength=self.n) > 0
        return has_rings & (np.bincount(self.side_area[right], minlength=self.n) % 2 == 0)

    def inner_point(self, area: int) -> tuple[float, float]:
        """Middle of the widest inner stretch of a line across the largest ring of one area."""
        of_area = slice(*np.searchsorted(self.side_area, [area, area + 1]))
        x1, y1, x2, y2 = self._side_ends(of_area)
        ring = np.searchsorted(self.polygons.ring_start, self.side[of_area], side="right") - 1
        cross = np.bincount(ring - ring[0], x1 * y2 - x2 * y1)
        largest = ring == ring[0] + np.argmax(np.abs(cross))
        heights = np.unique(y1[largest])
        middle = (heights[0] + heights[-1]) / 2
        below = heights[heights <= middle][-1]
        above = heights[heights > middle][0] if (heights > middle).any() else below
        y = (below + above) / 2
        crossed = crossing_x(x1, y1, x2, y2, y)
        x = np.sort(crossed[~np.isnan(crossed)])
        if not len(x):
            return float(x1.mean()), float(y1.mean())
        widest = np.argmax(x[1::2] - x[::2])
        return float((x[2 * widest] + x[2 * widest + 1]) / 2), float(y)

    def to_lon_lat(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Points of the planes, one an area, as longitudes and latitudes in degrees."""
        r2 = np.minimum(x**2 + y**2, 4.0)
        shrink = np.sqrt(1 - r2 / 4)
        point = (
            (1 - r2 / 2)[:, None] * self.origin
            + (shrink * x)[:, None] * self.east
            + (shrink * y)[:, None] * self.north
        )
        lat = np.arctan2(point[:, 2], np.hypot(point[:, 0], point[:, 1]))
        return np.degrees(np.arctan2(point[:, 1], point[:, 0])), np.degrees(lat)


def _unit(vectors: Floats, fallback: tuple[int, int, int]) -> Floats:
    """Vectors brought to length 1; those of no length become the fallback."""
    length = np.sqrt((vectors**2).sum(axis=1))
    bad = ~(length > 1e-12)
    vectors = np.where(bad[:, None], np.array(fallback, dtype=float), vectors)
    return vectors / np.where(bad, 1.0, length)[:, None]


def crossing_x(x1: Floats, y1: Floats, x2: Floats, y2: Floats, y: Floats) -> Array:
    """Where sides cross a height, and NaN where they do not, so that no comparison with it holds.

    A side takes in its upper end and not its lower one: a ray through a vertex meets one of its two sides.

    >>> y1, y2 = np.array([0.0, 3.0]), np.array([2.0, 3.0])
    >>> crossing_x(np.array([0.0, 4.0]), y1, np.array([4.0, 0.0]), y2, 1.0)
    array([ 2., nan])
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        x: Array = np.where((y1 > y) != (y2 > y), x1 + (y - y1) * (x2 - x1) / (y2 - y1), np.nan)
    return x


def inside_polygon(corners: Floats, x: Floats, y: Floats) -> Bools:
    """Whether places lie inside a polygon; arrays of one shape give one of booleans.

    The corners, shape (n, 2), are not closed.

    >>> square = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])
    >>> inside_polygon(square, np.array([1.0, 3.0]), np.array([1.0, 1.0])).tolist()
    [True, False]
    """
    inside = np.zeros(np.shape(x), dtype=bool)
    for (x1, y1), (x2, y2) in zip(corners, np.roll(corners, -1, axis=0)):
        if y1 != y2:
            inside ^= x < crossing_x(x1, y1, x2, y2, y)
    return inside

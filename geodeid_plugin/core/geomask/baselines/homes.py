# SPDX-License-Identifier: GPL-2.0-or-later
"""Places where dots may be drawn, and how many of them are the patients' own addresses.

A list of all addresses, the points of a census or all footprints of a town say nothing of who is a patient.
Places made of the patients' homes put every dot at some patient's address, whatever bound a mask keeps: the
place would then follow the patients. So the share of dots that would lie at an address is held against the
bound, over all dots that may be drawn and not those that were, whatever the places were read from.

Some addresses are near by chance. How many is read off the same places with every home moved to where others
of its area live: twice that many are no sign of anything, nor is what some of these moves reach. Seven new
records have seven dots, and one of these near a home is a seventh.

Who releases a growing list has had other patients before, and the places may be theirs. A ledger keeps no
home for that: of each it keeps the name of its cell in three grids, which nobody can make without the key.
Places in these cells are at a home, each cell counting as one address.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import InputError, Phrase, Refusal
from ...base.scientific import spatial
from ...geometry.polygons import Polygons
from ...geometry.sphere import (
    EARTH_RADIUS_M,
    arc_from_chord_m,
    chord_from_arc,
    destination_deg,
    haversine_m,
    unit_vectors,
)
from .containers import Containers
from .places import OWN_ADDRESS_M

USUAL_MOST = 0.2
"""Share of dots that may lie at patients' addresses where no bound is stated: the one that dialogs offer."""
LEAST_MOST = 0.1
"""No bound is so small that an address in ten, as of any list of all addresses, points at anybody."""
LEAST_OF_RECORDS = 0.2
"""The same of the dots of the records alone, who draw among the places about them: their own addresses are in
an honest list, and a few records meet them by chance."""
BY_CHANCE = 2.0
"""Times what chance gives that may lie at addresses besides."""
_MOST_BY_CHANCE = 0.5
"""No chance explains that more dots lie at addresses."""
_REACH_M = (5.0, 15.0, 50.0)
"""How far a home may lie from a place that stands for it: itself, jittered, by another geocoder."""
_ABOUT_M = 30.0
"""A dot in a polygon is at the address of a home this near."""
_SMALL_M2 = 10 * np.pi * _ABOUT_M**2
"""Larger polygons hold more than the address of anybody."""
SPREAD_M = 200.0
"""Others live as near as this, if their area is not smaller."""
_LEAST_SPREAD_M = 10.0
"""Homes of an area however small lie as far apart."""
_COPIES = (2, 100)
"""Fewest and most times that the homes are moved to see what is near by chance."""
_LOOKED_AT = 200_000
"""Homes that are moved, all copies together, unless there are more of them."""
_GOLDEN = (np.sqrt(5) - 1) / 2
_NO_WEIGHT = 1e-300
"""What shares are taken of where no place has a chance of a dot."""
_FEW_AREAS = 3
"""Areas with several records from which their places are taken for those of the areas."""
_CELLS_M = (10.0, 30.0, 100.0)
"""Widths of the cells: of the same place, of one jittered, of another geocoder's (5 to 50 m away)."""


@dataclass(frozen=True)
class Homes:
    """True places of the records."""

    lon_deg: Floats
    lat_deg: Floats
    """Shape (n,). Degrees."""
    spread_m: float | Floats = SPREAD_M
    """Shape (n,). How far about each home its neighbours live, metres."""

    refusal: ClassVar = Refusal(
        "place.homes.of_patients",
        Phrase(
            "{share:.0f} % of the dots would lie at the home of a patient; at most {limit:.0f} % may. "
            "Too many of {places} are patients' own homes. Give places of the whole region, from a "
            "source that knows nothing of the patients."
        ),
    )

    def elsewhere(self, spread_m: float | Floats) -> Iterator[tuple[Floats, Floats]]:
        """The homes moved to where others may live, several times over, evenly about each."""
        count = len(self.lon_deg)
        copies = int(np.clip(_LOOKED_AT // max(count, 1), *_COPIES))
        for copy in range(copies):
            turn = np.arange(count) + copy * count + 0.5
            bearing = 2 * np.pi * (turn * _GOLDEN % 1)
            away_m = spread_m * np.sqrt(turn * np.sqrt(2) % 1)
            yield destination_deg(self.lon_deg, self.lat_deg, bearing, away_m)

    def share_at(self, places: Points | Shapes, limit: float) -> float:
        """Largest share of dots at homes that is more than chance explains; 0 where none is."""
        if not len(self.lon_deg):
            return 0.0
        # Polygons about homes may be the areas themselves: how far these reach says nothing of others then.
        spread_m = SPREAD_M if isinstance(places, Shapes) else self.spread_m
        found = places.shares(self.lon_deg, self.lat_deg)
        by_chance = (places.shares(*moved) for moved in self.elsewhere(spread_m))
        return max(_beyond_chance(found, by_chance, limit), places.about(self.lon_deg, self.lat_deg))


@dataclass(frozen=True)
class EarlierHomes:
    """Homes of earlier releases that a ledger knows."""

    cells: Array
    """Shape (k,). Names of the cells that hold them, of all grids."""
    name: Callable[[bytes], bytes]
    """The keyed name of a cell, 8 bytes."""
    refusal: ClassVar = Refusal(
        "place.homes.of_ledger",
        Phrase(
            "{share:.0f} % of the dots would lie at the home of a patient of an earlier release; at "
            "most {limit:.0f} % may. Too many of {places} are homes that the ledger knows. Give places "
            "of the whole region, from a source that knows nothing of the patients."
        ),
    )

    def shares(self, lon_deg: Floats, lat_deg: Floats, weight: Floats) -> Floats:
        """Weight of the addresses at homes, by way of counting and width of the cells, shape (w, 3)."""
        found = []
        for names in named_cells(lon_deg, lat_deg, self.name):
            held = np.isin(names, self.cells)
            _cells, cell, addresses = np.unique(names[held], return_inverse=True, return_counts=True)
            found.append(weight[:, held] @ (1 / addresses[cell.ravel()]))
        return np.stack(found, axis=1)

    def share_at(self, places: Points | Shapes, limit: float) -> float:
        """Largest share of dots at homes that is more than chance explains; 0 where none is."""
        addresses = places.addresses()
        moved = Homes(addresses.lon_deg, addresses.lat_deg).elsewhere(SPREAD_M)
        by_chance = (self.shares(*place, addresses.share) for place in moved)
        return _beyond_chance(
            self.shares(addresses.lon_deg, addresses.lat_deg, addresses.share), by_chance, limit
        )


def _beyond_chance(found: Floats, by_chance: Iterable[Floats], limit: float) -> float:
    if not (found > limit).any():
        return 0.0
    moved = np.array([*by_chance])
    more = found - BY_CHANCE * moved.mean(axis=0) > limit
    more &= found > np.minimum(moved.max(axis=0), _MOST_BY_CHANCE)
    return float(np.where(more, found, 0.0).max())


def named_cells(lon_deg: Floats, lat_deg: Floats, name: Callable[[bytes], bytes]) -> Iterator[Array]:
    """Keyed names of the cells that hold points, shape (n,) for each grid; positions in degrees."""
    for grid, width_m in enumerate(_CELLS_M):
        step = width_m / EARTH_RADIUS_M
        row = np.floor(np.radians(lat_deg) / step)
        column = np.floor(np.radians(lon_deg) * np.cos((row + 0.5) * step) / step)
        cells, cell = np.unique(np.column_stack([row, column]).astype(np.int64), axis=0, return_inverse=True)
        names = b"".join(name(struct.pack("<qqq", grid, *one)) for one in cells.tolist())
        yield np.frombuffer(names, dtype="<u8")[cell.ravel()]


@dataclass(frozen=True)
class Addresses:
    """Distinct points where dots may lie."""

    lon_deg: Floats
    lat_deg: Floats
    """Shape (d,). Degrees."""
    share: Floats
    """Shape (w, d). Share of the dots at each, by way of counting."""


@dataclass(frozen=True)
class Points:
    """Points that dots are put on."""

    name: str
    """What a sentence calls them."""
    lon_deg: Floats
    lat_deg: Floats
    """Shape (m,). Degrees."""
    weight: Floats
    """Shape (w, m). Chance of a dot at each, of any scale, by one or several ways of counting."""
    ring_m: tuple[float | Floats, float | Floats] | None = None
    """Shape (n,). Shortest and longest move of each record, where dots are drawn about their homes. Points
    that lie elsewhere hide nobody then, however many they are."""
    least: float = LEAST_MOST
    """Share of dots at addresses that any bound allows."""

    def addresses(self) -> Addresses:
        """The points, several flats of one address as one."""
        addresses, address = np.unique(
            np.column_stack([self.lon_deg, self.lat_deg]), axis=0, return_inverse=True
        )
        held = np.stack([np.bincount(address.ravel(), one, len(addresses)) for one in self.weight])
        return Addresses(
            addresses[:, 0],
            addresses[:, 1],
            held / np.maximum(self.weight.sum(axis=1, keepdims=True), _NO_WEIGHT),
        )

    def shares(self, lon_deg: Floats, lat_deg: Floats) -> Floats:
        """Share of dots at the nearest point of a home, by way of counting and reach, shape (w, 3)."""
        claimed = self._claimed(lon_deg, lat_deg)
        held = np.column_stack([self.weight @ own for own in claimed])
        return held / np.maximum(self.weight.sum(axis=1, keepdims=True), _NO_WEIGHT)

    def about(self, lon_deg: Floats, lat_deg: Floats) -> float:
        """Mean share, over the homes, of the points of each ring that are the nearest of some home."""
        if self.ring_m is None:
            return 0.0
        places, homes = unit_vectors(self.lon_deg, self.lat_deg), unit_vectors(lon_deg, lat_deg)
        inner, outer = np.maximum(self.ring_m[0], OWN_ADDRESS_M), np.asarray(self.ring_m[1])
        reached = []
        for rows in (self._claimed(lon_deg, lat_deg)[-1], np.ones(len(places), dtype=bool)):
            tree = spatial.cKDTree(places[rows]) if rows.any() else None
            within = [
                0 if tree is None else tree.query_ball_point(homes, chord_from_arc(far), return_length=True)
                for far in (outer, inner)
            ]
            reached.append(np.broadcast_to(within[0] - within[1], len(homes)))
        own, every = reached
        return float((own[every > 0] / every[every > 0]).mean()) if (every > 0).any() else 0.0

    def _claimed(self, lon_deg: Floats, lat_deg: Floats) -> list[Bools]:
        """Which points are the nearest of some home, and near: an address with all of its flats."""
        addresses, address = np.unique(
            np.column_stack([self.lon_deg, self.lat_deg]), axis=0, return_inverse=True
        )
        chord, nearest = spatial.cKDTree(unit_vectors(addresses[:, 0], addresses[:, 1])).query(
            unit_vectors(lon_deg, lat_deg)
        )
        away_m = arc_from_chord_m(chord)
        return [np.isin(address.ravel(), np.unique(nearest[away_m <= reach])) for reach in _REACH_M]


class Shapes:
    """Polygons that dots are drawn in; those about a home are at its address.

    Parameters
    ----------
    name : str or Phrase
        What a sentence calls them.
    polygons : Polygons
        Of m places.
    weight : ndarray, shape (m,)
        Chance of a dot in each, of any scale.
    """

    least = LEAST_MOST

    def __init__(self, name: str, polygons: Polygons, weight: Floats) -> None:
        self.name, self._total = name, float(weight.sum())
        size_m2 = polygons.areas_m2(len(weight))
        rows = np.flatnonzero((size_m2 > 0) & (size_m2 <= _SMALL_M2))
        small = polygons.some(rows)
        self._weight, self._size_m2 = weight[rows], size_m2[rows]
        self._holds = Containers(small, len(rows))
        self._point = small.inner_points_deg(len(rows))

    def addresses(self) -> Addresses:
        """Points of the small polygons, with the share of the dots that lies at a home in its middle."""
        reached = np.minimum(np.pi * _ABOUT_M**2 / self._size_m2, 1.0)
        return Addresses(*self._point, (self._weight * reached / max(self._total, _NO_WEIGHT))[None])

    def shares(self, lon_deg: Floats, lat_deg: Floats) -> Floats:
        """Share of dots within reach of a home that a polygon holds or lies about, shape (1, 1)."""
        if not len(self._weight):
            return np.zeros((1, 1))
        own = self._claiming(lon_deg, lat_deg)
        covered = np.minimum(own * np.pi * _ABOUT_M**2 / self._size_m2, 1.0)
        return np.array([[self._weight @ covered / max(self._total, _NO_WEIGHT)]])

    def about(self, lon_deg: Floats, lat_deg: Floats) -> float:
        """No dot is drawn about its home but by the polygon."""
        return 0.0

    def _claiming(self, lon_deg: Floats, lat_deg: Floats) -> Ints:
        """Homes of each polygon: those inside, and of the others those nearest to its point, and near."""
        held = self._holds.of(lon_deg, lat_deg)
        chord, nearest = spatial.cKDTree(unit_vectors(*self._point)).query(unit_vectors(lon_deg, lat_deg))
        near = np.where(arc_from_chord_m(chord) <= _ABOUT_M, nearest, -1)
        own = np.where(held >= 0, held, near)
        return np.bincount(own[own >= 0], minlength=len(self._weight))


def refuse_homes(
    homes: Homes | EarlierHomes, places: Iterable[Points | Shapes], most: float = USUAL_MOST
) -> None:
    """Refuse places of which too many are patients' own homes: the one check, before any dot is drawn.

    ``places`` are all where dots may be drawn, or that are written beside them; ``most`` is the risk bound,
    the share of dots that may lie at a patient's address.
    """
    for one in places:
        limit = max(most, one.least)
        share = homes.share_at(one, limit)
        if share > limit:
            raise InputError(
                homes.refusal.code,
                homes.refusal.sentence.words,
                share=100 * share,
                limit=100 * limit,
                places=one.name,
            )


def homes_of_areas(
    position_deg: tuple[Floats, Floats], area: Ints, point_deg: tuple[Floats, Floats], size_m2: Floats | None
) -> Homes:
    """Homes with how far others of their area live.

    ``point_deg`` are the points that stand for the areas; ``size_m2`` is None of points, which reach half way
    to the next.
    """
    radius_m = _apart_m(*point_deg) / 2 if size_m2 is None else np.sqrt(size_m2 / np.pi)
    return Homes(*position_deg, np.clip(radius_m[area], _LEAST_SPREAD_M, SPREAD_M))


def located_by_area(homes: Homes, area: Ints, point_deg: tuple[Floats, Floats]) -> tuple[bool, bool]:
    """Whether all records stand at the points of their areas, and whether areas with several show it.

    Such places tell the area of a record and no home. One record an area may be where its point comes from.
    """
    away_m = haversine_m(homes.lon_deg, homes.lat_deg, point_deg[0][area], point_deg[1][area])
    records = np.bincount(area)
    several = records[records > 1]
    shown = len(several) >= _FEW_AREAS and 2 * several.sum() >= len(area)  # a few couples show nothing
    at_points = bool((away_m <= OWN_ADDRESS_M).all())
    return at_points, at_points and bool(shown)


def drawn_about(homes: Homes, area: Ints, point_deg: tuple[Floats, Floats], polygons: Polygons) -> bool:
    """Whether most records stand at the points of areas that share no corner with another area.

    Areas of a census share their borders with their neighbours; buffers about homes do not.
    """
    away_m = haversine_m(homes.lon_deg, homes.lat_deg, point_deg[0][area], point_deg[1][area])
    own = np.unique(area[away_m <= OWN_ADDRESS_M])
    if 2 * np.isin(area, own).sum() < len(area) or not len(area):
        return False
    corners = np.column_stack([polygons.lon_deg, polygons.lat_deg]).round(7)
    corner = np.unique(corners, axis=0, return_inverse=True)[1].ravel()
    held = np.unique(np.column_stack([corner, polygons.vertex_area]), axis=0)
    shared = np.bincount(held[:, 0])[held[:, 0]] > 1
    return bool(2 * np.isin(own, held[shared, 1]).sum() < len(own))


def _apart_m(lon_deg: Floats, lat_deg: Floats) -> Floats:
    """Distance from each point to the next at another place, metres; far where there is none."""
    places, place = np.unique(np.column_stack([lon_deg, lat_deg]), axis=0, return_inverse=True)
    if len(places) < 2:
        return np.full(len(lon_deg), 2 * SPREAD_M)
    points = unit_vectors(places[:, 0], places[:, 1])
    return arc_from_chord_m(spatial.cKDTree(points).query(points, k=2)[0][:, 1])[place.ravel()]

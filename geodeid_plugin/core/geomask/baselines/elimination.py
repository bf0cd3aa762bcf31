# SPDX-License-Identifier: GPL-2.0-or-later
"""Adaptive areal elimination: small areas are merged, and dots lie anywhere in the result."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ...base.errors import InfeasibleError, InputError
from ...base.progress import Progress, silent
from ...base.randomness import Source, drawn_entries
from ...geometry.adjacency import shared_sides
from ...geometry.polygons import Polygons
from ...geometry.sphere import haversine_m
from .containers import Containers
from .random_moves import NO_GUARD, SMALLEST_MOVE_M, Guard, Masked, checked_positions, moved_to

_SLACK_M = 0.1
"""Borders nearer than this are one: what “Adjacent areas” takes by default, metres."""
_TRIES = 10_000
"""Draws of a place before a record is refused: one that fills 1 in 1000 of its box fails 1 in 22 000."""


def eliminate(population: Array, pairs: Ints, shared_m: Floats, k: float) -> Ints:
    """Merge areas until each region holds ``k`` people, as far as there are neighbours.

    In each round every region below ``k`` that has fewer people than its neighbours below ``k`` is merged
    with the neighbour with which it shares the longest border. Pairs share a side, of length ``shared_m``.
    Regions are counted from 0; those without a neighbour keep what they have.

    Kounadi O, Leitner M. Adaptive areal elimination (AAE): a transparent way of disclosing protected spatial
    datasets. Computers, Environment and Urban Systems 57, 2016.

    Three areas in a row; the middle one is small and shares more with the last:

    >>> import numpy as np
    >>> eliminate([50, 3, 40], np.array([[0, 1], [1, 2]]), np.array([10.0, 20.0]), 20).tolist()
    [0, 1, 1]
    """
    people = np.asarray(population, dtype=float)
    region, total = np.arange(len(people)), people.copy()
    low, high = np.asarray(pairs, dtype=np.int64).reshape(-1, 2).T
    border_m = np.asarray(shared_m, dtype=float)
    while True:
        one, other, length = _both_ways(region[low], region[high], border_m, len(people))
        small = total < k
        waits = np.zeros(len(people), dtype=bool)
        fewer = (total[other] < total[one]) | ((total[other] == total[one]) & (other < one))
        waits[one[small[one] & small[other] & fewer]] = True
        goes = small[one] & ~waits[one]
        if not goes.any():
            return np.unique(region, return_inverse=True)[1].ravel()
        # The longest border of each comes first; of equal ones that with the lower number.
        rows = np.flatnonzero(goes)
        rows = rows[np.lexsort((other[rows], -length[rows], one[rows]))]
        first = rows[np.unique(one[rows], return_index=True)[1]]
        into = np.arange(len(people))
        into[one[first]] = other[first]
        # Of two neighbours one goes at most, so that no region is merged with one that goes itself.
        region = into[region]
        total = np.bincount(region, people, len(people))


def _both_ways(one: Ints, other: Ints, length_m: Floats, n: int) -> tuple[Array, Array, Array]:
    """Borders between different regions, seen from either side, lengths added up."""
    apart = one != other
    key = np.concatenate([one[apart] * n + other[apart], other[apart] * n + one[apart]])
    key, at = np.unique(key, return_inverse=True)
    low, high = np.divmod(key, n)
    return low, high, np.bincount(at.ravel(), np.tile(length_m[apart], 2), len(key))


class Zones:
    """Areas with people that can be merged for any k.

    Parameters
    ----------
    polygons : Polygons
    population : array_like, shape (n,)
        People of each area.
    """

    def __init__(self, polygons: Polygons, population: Array) -> None:
        self._people = np.asarray(population, dtype=float)
        self._polygons = polygons
        self._regions: dict[float, Ints] = {}

    @cached_property
    def _areas(self) -> Containers:
        return Containers(self._polygons, len(self._people))

    @cached_property
    def _borders(self) -> tuple[Array, Array]:
        return shared_sides(self._polygons, len(self._people), _SLACK_M)

    def regions(self, k: float) -> Ints:
        """Region of each area, shape (n,)."""
        if k not in self._regions:
            self._regions[k] = eliminate(self._people, *self._borders, k)
        return self._regions[k]

    def region_of(self, lon_deg: Floats, lat_deg: Floats, k: float) -> Ints:
        """Region of each point; -1 outside of all areas, and where a region holds fewer than ``k``."""
        area, region = self._areas.of(lon_deg, lat_deg), self.regions(k)
        enough = np.bincount(region, self._people)[region] >= k
        return np.where((area >= 0) & enough[area], region[area], -1)

    def people_of(self, region: Ints, k: float) -> Array:
        """People of some regions."""
        return np.bincount(self.regions(k), self._people)[region]

    def masked(
        self,
        lon_deg: Floats,
        lat_deg: Floats,
        k: float,
        source: Source,
        guard: Guard = NO_GUARD,
        progress: Progress = silent,
    ) -> Masked:
        """Put every record anywhere in its region, each place with the same chance.

        Parameters
        ----------
        lon_deg, lat_deg : array_like, shape (r,)
            True positions, degrees.
        k : float
            People that a region must hold.
        source : SystemSource or SeededSource
        guard : Guard
            What a place must satisfy; other draws are repeated.

        Raises
        ------
        InfeasibleError
            A record lies in no area, in a region that could not be merged to ``k`` people, or in one of which
            the guard refuses nearly all.
        """
        lon, lat = checked_positions(lon_deg, lat_deg)
        if not k > 1:
            raise InputError("elimination.k.too_small", "k must be above 1.")
        region = self.region_of(lon, lat, k)
        if (region < 0).any():
            raise InfeasibleError(
                "elimination.region.no_neighbour",
                "Record {records} lies in no area, or in a region that has no neighbour to be merged with "
                "and fewer than {k:g} people. Leave it out, or choose a smaller k.",
                records=guard.name(np.flatnonzero(region < 0)),
                k=k,
            )
        to_lon, to_lat, left = lon.copy(), lat.copy(), np.arange(len(lon))
        for attempt in range(_TRIES):
            progress(max(1 - len(left) / len(lon), attempt / _TRIES))
            new_lon, new_lat, inside = self._place(region[left], k, source)
            good = inside & (haversine_m(lon[left], lat[left], new_lon, new_lat) >= SMALLEST_MOVE_M)
            good &= guard.accepts(left, new_lon, new_lat)
            to_lon[left[good]], to_lat[left[good]] = new_lon[good], new_lat[good]
            left = left[~good]
            if not len(left):
                return moved_to(lon, lat, to_lon, to_lat, guard)
        raise InfeasibleError(
            "elimination.place.not_found",
            "In {tries} attempts each, no place {reason} was found for record {records}.",
            tries=_TRIES,
            reason=guard.reason,
            records=guard.name(left),
        )

    def _place(self, region: Ints, k: float, source: Source) -> tuple[Floats, Floats, Array]:
        """A place in the box of an area of each region, by the boxes' size, and whether the area holds it.

        Those that are held lie evenly over the region, whatever share of its box an area fills.
        """
        order = np.argsort(self.regions(k), kind="stable")
        west, south, east, north = self._areas.boxes.T
        south, north = np.sin(np.radians(south)), np.sin(np.radians(north))
        size = np.nan_to_num((east - west) * (north - south))[order]
        start = np.searchsorted(self.regions(k)[order], np.arange(region.max() + 2))
        area = order[drawn_entries(size, start[region], start[region + 1], source)]
        lon = west[area] + (east - west)[area] * source.uniform(len(area))
        lat = np.degrees(np.arcsin(south[area] + (north - south)[area] * source.uniform(len(area))))
        return lon, lat, self._areas.guard(area)(np.arange(len(area)), lon, lat)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Adaptive Voronoi masking: to the side of a Voronoi polygon within a merged region, then to a junction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Bools, Floats, Ints
from ...base.errors import InfeasibleError
from ...base.progress import Progress, silent
from ...base.randomness import Source
from ...base.scientific import spatial
from ...geometry.sphere import degrees_of, haversine_m, unit_vectors
from .elimination import Zones
from .network import Network
from .places import voronoi_places
from .random_moves import NO_GUARD, SMALLEST_MOVE_M, Guard, Masked, checked_positions, moved_to

_HALVINGS = 40
"""Of the way to a side outside of the region: its last place inside is found to a millionth of a metre."""


@dataclass(frozen=True)
class Scheme:
    """What the mask refers to: merged regions of ``k`` people, and junctions of streets."""

    zones: Zones
    k: float
    network: Network

    def alone(self, lon_deg: Floats, lat_deg: Floats) -> Bools:
        """Which records have no other place of a record in their region, shape (n,)."""
        places, place = np.unique(np.column_stack([lon_deg, lat_deg]), axis=0, return_inverse=True)
        region = self.zones.region_of(places[:, 0], places[:, 1], self.k)
        many = np.bincount(region[region >= 0], minlength=1) > 1
        return ~((region >= 0) & many[region])[place.ravel()]

    def sides(self, lon_deg: Floats, lat_deg: Floats) -> tuple[Floats, Floats]:
        """The side of each Voronoi polygon, or where the way to it leaves the record's region, degrees.

        ``lon_deg``, ``lat_deg``: (n,), records of which none is alone, degrees.
        """
        region = self.zones.region_of(lon_deg, lat_deg, self.k)
        home, side = unit_vectors(lon_deg, lat_deg), unit_vectors(*voronoi_places(lon_deg, lat_deg))

        def inside(share: Floats) -> Bools:
            at = degrees_of(home + share[:, None] * (side - home))
            there: Bools = self.zones.region_of(*at, self.k) == region
            return there

        low, high = np.zeros(len(home)), np.ones(len(home))
        low[inside(high)] = 1.0
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            good = inside(middle)
            low, high = np.where(good, middle, low), np.where(good, high, middle)
        return degrees_of(home + low[:, None] * (side - home))

    def junctions(self, homes: tuple[Floats, Floats], at: tuple[Floats, Floats], guard: Guard) -> Ints:
        """The junction of each record's region that is nearest to where it was brought, shape (n,).

        A region without one that may stand is refused; its records are named.
        """
        there = np.column_stack([self.network.lon_deg, self.network.lat_deg])
        region = self.zones.region_of(*homes, self.k)
        held = self.zones.region_of(self.network.lon_deg, self.network.lat_deg, self.k)
        chosen = np.full(len(region), -1)

        def accepts(row: Ints, place: Ints) -> Bools:
            lon, lat = there[place].T
            far = haversine_m(homes[0][row], homes[1][row], lon, lat) >= SMALLEST_MOVE_M
            good: Bools = far & guard.accepts(row, lon, lat)
            return good

        for one in np.unique(region):
            rows, streets = np.flatnonzero(region == one), np.flatnonzero(held == one)
            if len(streets):
                chosen[rows] = _nearest_accepted(rows, (at[0][rows], at[1][rows]), streets, there, accepts)
        if (chosen < 0).any():
            raise InfeasibleError(
                "voronoi.region.no_junction",
                "The merged region of record {records} has no junction of streets that may be taken. Give "
                "all streets, choose a larger k, or leave the record out.",
                records=guard.name(np.flatnonzero(chosen < 0)),
            )
        return chosen


def _nearest_accepted(
    rows: Ints,
    at: tuple[Floats, Floats],
    streets: Ints,
    there: Floats,
    accepts: Callable[[Ints, Ints], Bools],
) -> Ints:
    """The nearest of some junctions that each record may be put at, -1 for none, shape (r,)."""
    tree, points = spatial.cKDTree(unit_vectors(*there[streets].T)), unit_vectors(*at)
    chosen, left, reach = np.full(len(rows), -1), np.arange(len(rows)), 1
    while len(left):
        place = streets[tree.query(points[left], reach)[1].reshape(-1, reach)]
        good = accepts(np.repeat(rows[left], reach), place.ravel()).reshape(place.shape)
        found = good.any(axis=1)
        chosen[left[found]] = place[found, np.argmax(good[found], axis=1)]
        left = left[~found]
        if reach == len(streets):
            break
        reach = min(8 * reach, len(streets))
    return chosen


def adaptive_voronoi(
    lon_deg: Floats,
    lat_deg: Floats,
    scheme: Scheme,
    source: Source,
    guard: Guard = NO_GUARD,
    progress: Progress = silent,
) -> Masked:
    """Move every record as Polzin and Kounadi (2021) do, and keep it in its region.

    Areas are merged until each region holds ``k`` people. A record goes to the nearest side of its Voronoi
    polygon among the records, or to the border of its region where that comes first; one that is alone in
    its region goes anywhere in it. All then go to the nearest junction. Theirs takes the nearest junction
    wherever it is; this one of the region, so that the dot does not leave the people it was to hide among.

    Parameters
    ----------
    lon_deg, lat_deg : array_like, shape (n,)
        True positions, degrees.
    scheme : Scheme
    source : SystemSource or SeededSource
        For records that are alone.
    guard : Guard
        What a junction must satisfy.

    Raises
    ------
    InfeasibleError
        A record lies in no region of ``k`` people, or in one without a junction; it is named.

    References
    ----------
    Polzin F, Kounadi O. Adaptive Voronoi masking: a method to protect confidential discrete spatial data.
    GIScience 2021, LIPIcs 208, 1:1-1:17. The steps are those of the authors' published script.
    """
    lon, lat = checked_positions(lon_deg, lat_deg)
    anywhere = scheme.zones.masked(lon, lat, scheme.k, source, Guard(names=guard.names), progress)
    to_lon, to_lat = anywhere.lon_deg.copy(), anywhere.lat_deg.copy()
    several = ~scheme.alone(lon, lat)
    if several.any():
        to_lon[several], to_lat[several] = scheme.sides(lon[several], lat[several])
    place = scheme.junctions((lon, lat), (to_lon, to_lat), guard)
    return moved_to(lon, lat, scheme.network.lon_deg[place], scheme.network.lat_deg[place], guard)

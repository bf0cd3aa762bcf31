# SPDX-License-Identifier: GPL-2.0-or-later
"""A donut whose ring follows the population, with the k of every record checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InputError, Phrase
from ...base.progress import Progress, part, silent
from ...geometry.sphere import haversine_m
from .random_moves import NO_GUARD, Donut, Guard, Masked, checked_positions, move

if TYPE_CHECKING:
    from ...base.arrays import Array, Bools, Floats, Ints
    from ...base.randomness import Source
    from ...geometry.people_around import Addresses, CensusSurface

_LEAST_WIDTH_M = 10.0
"""Least width of a ring, so that a donut is never a circle on which homes can be found."""
_LEAST_RATIO = 1.25
"""Least ratio of the radii, for the same reason."""
_TRIES = 200
"""Draws of a place before a record is refused."""


@dataclass(frozen=True)
class PopulationDonut:
    """A masked layer and the k that every record was checked to have."""

    masked: Masked
    k: Floats
    """Shape (n,). People or addresses at most as far from the masked place as the true one; at least the k
    asked for."""


def population_donut(
    lon_deg: Array,
    lat_deg: Array,
    people: Addresses | CensusSurface,
    k: int,
    most: int,
    source: Source,
    guard: Guard = NO_GUARD,
    progress: Progress = silent,
) -> PopulationDonut:
    """Move every point within a ring that holds between ``k`` and ``most`` people about it.

    The ring only proposes: a masked place counts once the people at most as far from it as the true
    place number ``k`` or more, which is the k that an adversary with the masked map meets.

    Parameters
    ----------
    lon_deg, lat_deg : array_like, shape (n,)
        True positions, degrees.
    people : Addresses or CensusSurface
        Who lives where.
    k, most : float
        People within the inner and within the outer radius of the ring.
    source : SystemSource or SeededSource
        Where chance comes from.
    guard : Guard
        What else a masked position must satisfy.

    Raises
    ------
    InfeasibleError
        No place with k people was found for some records; they are named.
    """
    if not 1 < k < most:
        raise InputError("donut.k.out_of_range", "k must be above 1 and the larger number of people above k.")
    lon, lat = checked_positions(lon_deg, lat_deg)
    low, high = ring_of(lon, lat, people, k, most, part(progress, 0.0, 0.4))
    reached = np.zeros(len(lon))

    def accepts(rows: Ints, to_lon: Floats, to_lat: Floats) -> Bools:
        good = guard.accepts(rows, to_lon, to_lat)
        distance = haversine_m(lon[rows], lat[rows], to_lon, to_lat)
        reached[rows] = people.within(to_lon, to_lat, distance)
        return good & (reached[rows] >= k)

    reason = Phrase("with {k:g} people as near to it, {reason},", k=k, reason=guard.reason)
    checked = Guard(accepts, guard.names, reason)
    masked = move(lon, lat, Donut(low, high), source, checked, part(progress, 0.4, 1.0), tries=_TRIES)
    return PopulationDonut(masked, reached)


def ring_of(
    lon_deg: Floats,
    lat_deg: Floats,
    people: Addresses | CensusSurface,
    k: int,
    most: int,
    progress: Progress = silent,
) -> tuple[Floats, Floats]:
    """Inner and outer radius of each point's ring, metres: those that hold ``k`` and ``most`` people.

    Parameters
    ----------
    lon_deg, lat_deg : ndarray, shape (n,)
        Positions, degrees.
    people : Addresses or CensusSurface
    k, most : float

    Returns
    -------
    low_m, high_m : ndarray, shape (n,)
    """
    low = people.reach_m(lon_deg, lat_deg, k)
    progress(0.5)
    high = people.reach_m(lon_deg, lat_deg, min(most, people.total))
    progress(1.0)
    return low, np.maximum(high, np.maximum(_LEAST_RATIO * low, low + _LEAST_WIDTH_M))

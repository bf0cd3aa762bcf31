# SPDX-License-Identifier: GPL-2.0-or-later
"""A solved table of transition probabilities, and the repair that makes it exact.

The repair turns flows that are nearly right into probabilities that are private and whole:
mixes are clipped to their caps and the deficit handed to origins with room (equation 3),
rows are scaled to 1 (equation 2), in turn until both hold with room to spare. Probabilities
are then rounded to multiples of 2^-53, the step of the uniform numbers that the draws use, so
that the table is the distribution of the draws digit for digit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..base import identity
from ..base.errors import AuditError, InputError, Phrase, named
from ..geometry.sphere import haversine_m

if TYPE_CHECKING:
    from ..base.arrays import Array, Floats, Ints, Objects
    from ..base.randomness import Source
    from ..geometry.areas import Areas

STEP = 2.0**-53
"""Probabilities are multiples of this: what one uniform number can tell apart."""

_BLOCK = 2**18
"""Pairs that are looked at together: memory alone."""
_ROUNDS = 200
"""Rounds of repair before the flows are refused."""
_FAINT = 1e-10
"""Smaller shares of a row are rounding of the solver and left out."""
_IDLE = 1e-7
"""Destinations with a smaller share of the people of their origins stay unused."""


@dataclass(frozen=True)
class Strategy:
    """Transition probabilities, one entry a pair with a positive one, ordered by origin.

    Attributes
    ----------
    origin, destination : ndarray of int, shape (p,)
        Rows of the areas and of the destinations.
    probability : ndarray, shape (p,)
        ``P_ij``, multiples of 2^-53; each origin's sum to exactly 1.
    distance_m : ndarray, shape (p,)
        Great-circle distances, metres.
    """

    origin: Ints
    destination: Ints
    probability: Floats
    distance_m: Floats

    def expected_move_m(self, people: Floats) -> float:
        """Mean move of a person drawn at random, metres (equation 1 with distances)."""
        flow = np.asarray(people, dtype=float)[self.origin] * self.probability
        return float(flow @ self.distance_m / flow.sum())

    def expected_cost(self, people: Floats, squared: bool) -> float:
        """Objective (1): the mean distance or squared distance moved."""
        flow = np.asarray(people, dtype=float)[self.origin] * self.probability
        cost = self.distance_m**2 if squared else self.distance_m
        return float(flow @ cost / flow.sum())


def drawn_pairs(strategy: Strategy, people: Floats, count: int, source: Source) -> tuple[Ints, Ints]:
    """Origins and destinations of people drawn at random, for figures about moves.

    Parameters
    ----------
    strategy : Strategy
        The table.
    people : ndarray, shape (n,)
        Populations.
    count : int
        How many people are drawn, with replacement.
    source : randomness source
        Where the draws come from.

    Returns
    -------
    tuple of ndarray of int, shape (count,)
    """
    flow = np.cumsum(np.asarray(people, dtype=float)[strategy.origin] * strategy.probability)
    pair = np.searchsorted(flow, source.uniform(count) * flow[-1], side="right")
    pair = np.minimum(pair, len(flow) - 1)
    return strategy.origin[pair], strategy.destination[pair]


def repaired(
    origin: Ints, destination: Ints, flow: Floats, people: Floats, cap: Floats, distance_m: Floats
) -> Strategy:
    """Make a strategy out of flows that a solver returned.

    Parameters
    ----------
    origin, destination : ndarray of int, shape (p,)
        Pairs, in any order.
    flow : ndarray, shape (p,)
        ``x_ij`` of every pair, people; may be off in (2), (3) and sign.
    people, cap : ndarray, shape (n,)
        ``n_i``, and ``alpha_i`` at the risk that must hold.
    distance_m : ndarray, shape (p,)
        Distances of the pairs, metres.

    Returns
    -------
    Strategy

    Raises
    ------
    AuditError
        The flows are too far from private or whole to be repaired.
    """
    count = int(destination.max()) + 1
    flow = np.nan_to_num(np.asarray(flow, dtype=float))
    np.maximum(flow, 0.0, out=flow)
    flow = _without_faint(origin, destination, flow, people, count)
    order = np.lexsort((destination, origin))
    order = order[flow[order] > 0]
    origin, destination, flow = origin[order], destination[order], flow[order]
    flow = _made_private(flow, origin, destination, people, cap, count)
    flow /= people[origin]
    probability = _rounded(flow, origin)
    used = probability > 0
    return Strategy(origin[used], destination[used], probability[used], distance_m[order[used]])


def _without_faint(origin: Ints, destination: Ints, flow: Floats, people: Floats, count: int) -> Floats:
    """Drop pairs that matter neither to their origin nor to their destination, and idle destinations.

    Where people come with a probability near the step of the draws, rounding to the step would change
    the mix by more than the margin that the solver keeps.
    """
    inflow = np.bincount(destination, flow, count)
    idle = inflow < _IDLE * np.bincount(destination, people[origin], count)
    inflow = np.maximum(inflow, 1e-300)
    for start in range(0, len(flow), _BLOCK):
        some = slice(start, start + _BLOCK)
        share = np.maximum(flow[some] / people[origin[some]], flow[some] / inflow[destination[some]])
        flow[some][(share < _FAINT) | idle[destination[some]]] = 0.0
    return flow


def _made_private(
    flow: Floats, origin: Ints, destination: Ints, people: Floats, cap: Floats, count: int
) -> Floats:
    """Clip columns and scale rows in turn until no clip is needed."""
    ceiling = cap[origin]
    for _ in range(_ROUNDS):
        row = np.bincount(origin, flow, len(people))
        if np.any(row <= 0):
            break
        flow *= (people / row)[origin]
        inflow = np.bincount(destination, flow, count)
        if np.all(flow <= ceiling * inflow[destination]):
            return flow
        flow = _clipped(flow, ceiling, destination, inflow)
    raise AuditError(
        "The solver's answer could not be made private to the last digit: nothing is released. "
        "Try a slightly larger risk or more destinations."
    )


def _clipped(flow: Floats, ceiling: Floats, destination: Ints, inflow: Array) -> Floats:
    """Per destination: mixes above their cap go down to it, the rest takes up what falls out.

    A destination whose origins' caps sum to less than 1 can't be private and is given up.
    """
    count = len(inflow)
    possible = np.bincount(destination[flow > 0], ceiling[flow > 0], count) >= 1
    inflow = np.where(possible, inflow, 0.0)
    top = inflow[destination]
    top *= ceiling
    top *= 1 - 1e-13
    top[flow <= 0] = 0.0
    clipped = np.minimum(flow, top)
    deficit = inflow - np.bincount(destination, clipped, count)
    room = np.subtract(top, clipped, out=top)
    total_room = np.bincount(destination, room, count)
    room *= np.minimum(1.0, deficit / np.maximum(total_room, 1e-300))[destination]
    clipped += room
    return clipped


def _rounded(probability: Floats, origin: Ints) -> Floats:
    """Rows of multiples of 2^-53 that sum to exactly 1: all rounded down, the largest takes the rest."""
    starts = np.flatnonzero(np.r_[True, origin[1:] != origin[:-1]])
    # Whole numbers: a row that rounding left a few steps above 1 has a sum that no double holds.
    whole = np.floor(probability / STEP).astype(np.int64)
    rest = 2**53 - np.add.reduceat(whole, starts)
    row = np.cumsum(np.r_[True, origin[1:] != origin[:-1]]) - 1
    largest = np.lexsort((-probability, row))[starts]
    whole[largest] += rest
    return whole * STEP


def from_table(
    origin_ids: Objects,
    destination_ids: Objects,
    probability: Floats,
    areas: Areas,
    target_ids: Objects,
    target_deg: tuple[Array, Array],
) -> Strategy:
    """Read a strategy back from a table.

    Parameters
    ----------
    origin_ids, destination_ids : ndarray of object, shape (p,)
        Identifiers of the pairs.
    probability : ndarray, shape (p,)
        ``P_ij``; each origin's must sum to 1 within 1e-9.
    areas : Areas
        The origins.
    target_ids : ndarray of object, shape (m,)
        Identifiers of the destinations.
    target_deg : tuple of ndarray
        Longitudes and latitudes of the destinations, degrees.

    Returns
    -------
    Strategy
        With probabilities rounded to what the draws can tell apart; audit it before use.

    Raises
    ------
    InputError
        An identifier is unknown, or a row does not sum to 1.
    """
    origin = _rows_of(origin_ids, areas.ids, Phrase("area"))
    destination = _rows_of(destination_ids, target_ids, Phrase("destination"))
    order = np.lexsort((destination, origin))
    origin, destination = origin[order], destination[order]
    probability = np.asarray(probability, dtype=float)[order]
    starts = np.flatnonzero(np.r_[True, origin[1:] != origin[:-1]])
    error = np.abs(np.add.reduceat(probability, starts) - 1)
    if error.max() > 1e-9:
        raise InputError(
            "The strategy's row of area {area} does not sum to 1. "
            "The table is incomplete or was rounded: keep all digits of the probabilities.",
            area=areas.ids[origin[starts[error.argmax()]]],
        )
    lon_deg, lat_deg = target_deg
    distance_m = haversine_m(
        areas.lon_deg[origin], areas.lat_deg[origin], lon_deg[destination], lat_deg[destination]
    )
    probability = _rounded(probability, origin)
    used = probability > 0
    return Strategy(origin[used], destination[used], probability[used], distance_m[used])


def _rows_of(values: Objects, ids: Objects, what: Phrase) -> Ints:
    row = identity.rows_of(ids)
    keys = [identity.canonical(value) for value in values]
    unknown = sorted(set(keys) - set(row))
    if unknown:
        raise InputError(
            "The strategy names {what} {names}, which is not in the layer. "
            "Use the layers that it was solved for.",
            what=what,
            names=named(unknown),
        )
    return np.array([row[key] for key in keys], dtype=np.int64)

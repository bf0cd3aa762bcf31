# SPDX-License-Identifier: GPL-2.0-or-later
"""A solved table of transition probabilities, and the repair that makes it exact.

The repair turns flows that are nearly right into probabilities that are private and whole:
mixes are clipped to their caps and the deficit handed to origins with room (equation 3),
rows are scaled to 1 (equation 2), in turn until both hold with room to spare. Probabilities
are then rounded to multiples of 2^-53, the step of the uniform numbers that the draws use, so
that the table is the distribution of the draws digit for digit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..base import identity
from ..base.arrays import Array, Floats, Ints, Objects, blocks, rows_by, summed
from ..base.errors import AuditError, InputError, Phrase, named
from ..base.randomness import Source
from ..geometry.areas import Areas
from ..geometry.sphere import haversine_m

Distances = Callable[[Ints, Ints], Array]

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
class Transitions:
    """A table of probabilities ``P_ij``, each pair once."""

    origin: Ints
    destination: Ints
    """Shape (p,). Rows of the areas and of the destinations."""
    probability: Floats
    """Shape (p,). Each origin's sum to 1."""


@dataclass(frozen=True)
class Strategy(Transitions):
    """Transitions that were solved for: positive ones, multiples of 2^-53, ordered by origin."""

    distance_m: Floats
    """Shape (p,). Great-circle distances, metres."""

    def expected_move_m(self, people: Floats) -> float:
        """Mean move of a person drawn at random, metres (equation 1 with distances)."""
        flow = self._flow(people)
        return float(flow @ self.distance_m / flow.sum())

    def expected_cost(self, people: Floats, squared: bool) -> float:
        """Objective (1): the mean distance or squared distance moved."""
        flow = self._flow(people)
        cost = self.distance_m**2 if squared else self.distance_m
        return float(flow @ cost / flow.sum())

    def _flow(self, people: Floats) -> Floats:
        flow = np.asarray(people, dtype=float)[self.origin]
        flow *= self.probability
        return flow


def drawn_pairs(strategy: Strategy, people: Floats, count: int, source: Source) -> tuple[Ints, Ints]:
    """Origins and destinations of people drawn at random, for figures about moves. With replacement."""
    flow = np.cumsum(np.asarray(people, dtype=float)[strategy.origin] * strategy.probability)
    pair = np.searchsorted(flow, source.uniform(count) * flow[-1], side="right")
    pair = np.minimum(pair, len(flow) - 1)
    return strategy.origin[pair], strategy.destination[pair]


@dataclass
class Flows:
    """What flows from where to where, ordered by origin and destination."""

    origin: Ints
    destination: Ints
    """Shape (p,). Pairs."""
    flow: Floats
    """Shape (p,). ``x_ij``, people, all positive."""


def repaired(
    origin: Ints, destination: Ints, flow: Floats, people: Floats, cap: Floats, distances_m: Distances
) -> Strategy:
    """Make a strategy out of flows that a solver returned.

    ``flow`` is ``x_ij`` of pairs in any order and may be off in (2), (3) and sign; ``cap`` is ``alpha_i`` at
    the risk that must hold; ``distances_m`` gives those of pairs. Flows that are too far from private or
    whole are refused.
    """
    return made_exact(ordered(origin, destination, flow, people), people, cap, distances_m)


def ordered(origin: Ints, destination: Ints, flow: Floats, people: Floats) -> Flows:
    """Flows that a solver returned, in order, without pairs that matter neither to origin nor destination.

    Idle destinations go, too: where people come with a probability near the step of the draws, rounding to
    the step would change the mix by more than the margin that the solver keeps.

    ``origin``, ``destination``, ``flow``, ``people``: as for :func:`repaired`. What is given back lies in
    arrays of its own: those may go.
    """
    count = int(destination.max()) + 1
    inflow = summed(destination, lambda some: _positive(flow[some]), count)
    idle = inflow < _IDLE * summed(destination, lambda some: people[origin[some]], count)
    inflow = np.maximum(inflow, 1e-300)
    flows = Flows(np.empty_like(origin), np.empty_like(destination), np.empty(len(flow)))
    end = 0
    for rows in rows_by(origin):
        start, end = end, end + len(rows)
        rows = rows[np.lexsort((destination[rows], origin[rows]))]
        flows.origin[start:end], flows.destination[start:end] = origin[rows], destination[rows]
        flows.flow[start:end] = _positive(flow[rows])
    for some in blocks(len(flow), _BLOCK):
        share = flows.flow[some] / people[flows.origin[some]]
        share = np.maximum(share, flows.flow[some] / inflow[flows.destination[some]])
        flows.flow[some][(share < _FAINT) | idle[flows.destination[some]]] = 0.0
    return _positive_alone(flows)


def _positive(flow: Floats) -> Floats:
    flow = np.nan_to_num(np.asarray(flow, dtype=float))
    return np.maximum(flow, 0.0, out=flow)


def _positive_alone(flows: Flows) -> Flows:
    """The pairs that something flows by, where they lie."""
    end = 0
    for some in blocks(len(flows.flow), _BLOCK):
        used = flows.flow[some] > 0
        start, end = end, end + int(np.count_nonzero(used))
        for column in (flows.origin, flows.destination, flows.flow):
            column[start:end] = column[some][used]
    return Flows(flows.origin[:end], flows.destination[:end], flows.flow[:end])


def made_exact(flows: Flows, people: Floats, cap: Floats, distances_m: Distances) -> Strategy:
    """Make a strategy out of flows in order, in their own arrays; see :func:`repaired`.

    The flows are used up.
    """
    _make_private(flows, people, cap)
    for some in blocks(len(flows.flow), _BLOCK):
        flows.flow[some] /= people[flows.origin[some]]
    starts = np.flatnonzero(np.r_[True, flows.origin[1:] != flows.origin[:-1]])
    # The first row that begins in each block: rows are rounded as a whole.
    edges = np.r_[starts[np.diff(starts // _BLOCK, prepend=-1) > 0], len(flows.flow)]
    for start, end in zip(edges[:-1], edges[1:]):
        flows.flow[start:end] = _rounded(flows.flow[start:end], flows.origin[start:end])
    used = _positive_alone(flows)
    distance_m = np.asarray(distances_m(used.origin, used.destination))
    return Strategy(used.origin, used.destination, used.flow, distance_m)


def _make_private(flows: Flows, people: Floats, cap: Floats) -> None:
    """Clip columns and scale rows in turn until no clip is needed."""
    origin, destination, flow = flows.origin, flows.destination, flows.flow
    count = int(destination.max(initial=-1)) + 1
    for _ in range(_ROUNDS):
        row = summed(origin, flow.__getitem__, len(people))
        if np.any(row <= 0):
            break
        row = people / row
        for some in blocks(len(flow), _BLOCK):
            flow[some] *= row[origin[some]]
        inflow = summed(destination, flow.__getitem__, count)
        if all(
            np.all(flow[some] <= cap[origin[some]] * inflow[destination[some]])
            for some in blocks(len(flow), _BLOCK)
        ):
            return
        _clip(flows, cap, inflow)
    raise AuditError(
        "strategy.answer.not_repaired",
        "The solver's answer could not be made to keep the bound to the last digit: nothing is released. "
        "Try a slightly larger risk or more destinations.",
    )


def _clip(flows: Flows, cap: Floats, inflow: Array) -> None:
    """Per destination: mixes above their cap go down to it, the rest takes up what falls out.

    A destination whose origins' caps sum to less than 1 can't be private and is given up.
    """
    origin, destination, flow = flows.origin, flows.destination, flows.flow
    count = len(inflow)
    held = summed(destination, lambda some: np.where(flow[some] > 0, cap[origin[some]], 0.0), count)
    inflow = np.where(held >= 1, inflow, 0.0)
    room = np.empty(len(flow))
    for some in blocks(len(flow), _BLOCK):
        top = inflow[destination[some]]
        top *= cap[origin[some]]
        top *= 1 - 1e-13
        top[flow[some] <= 0] = 0.0
        np.minimum(flow[some], top, out=flow[some])
        np.subtract(top, flow[some], out=room[some])
    deficit = inflow - summed(destination, flow.__getitem__, count)
    total_room = summed(destination, room.__getitem__, count)
    share = np.minimum(1.0, deficit / np.maximum(total_room, 1e-300))
    for some in blocks(len(flow), _BLOCK):
        room[some] *= share[destination[some]]
        flow[some] += room[some]


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
            "strategy.area_row.not_one",
            "The strategy's row of area {area} does not sum to 1. "
            "The table is incomplete or was rounded: keep all digits of the probabilities.",
            area=str(areas.ids[origin[starts[error.argmax()]]]),
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
            "strategy.names.unknown",
            "The strategy names {what} {names}, which is not in the layer. "
            "Use the layers that it was solved for.",
            what=what,
            names=named(unknown),
        )
    return np.array([row[key] for key in keys], dtype=np.int64)


def draw(strategy: Strategy, record_origin: Ints, source: Source) -> Ints:
    """Move records: one draw each from the multinomial of its area, independently.

    Parameters
    ----------
    strategy : Strategy
        Probabilities, multiples of 2^-53 with rows that sum to exactly 1, ordered by origin.
    record_origin : ndarray of int, shape (r,)
        The area of each record.
    source : SystemSource or SeededSource
        Where chance comes from.

    Returns
    -------
    ndarray of int, shape (r,)
        Position in the strategy of the pair that each record was moved by.

    Raises
    ------
    InputError
        A record lies in an area that has no row: one without people.
    """
    record_origin = np.asarray(record_origin, dtype=np.int64)
    start = np.searchsorted(strategy.origin, record_origin, side="left")
    end = np.searchsorted(strategy.origin, record_origin, side="right")
    if np.any(end == start):
        raise InputError(
            "strategy.record.no_people",
            "Records lie in areas without people (rows {rows}), "
            "so no strategy can move them. Correct the populations or the records.",
            rows=named(np.unique(record_origin[end == start])),
        )
    up_to = _cumulative(strategy)
    uniform = source.uniform(len(record_origin))
    low, high = start.copy(), end - 1
    while np.any(low < high):
        middle = (low + high) // 2
        further = uniform >= up_to[middle]
        low = np.where(further & (low < high), middle + 1, low)
        high = np.where(further, high, middle)
    return low


def _cumulative(strategy: Strategy) -> Floats:
    """Running sums within each origin's row; exact, because all terms are multiples of 2^-53."""
    up_to = np.empty(len(strategy.origin))
    starts = np.flatnonzero(np.r_[True, strategy.origin[1:] != strategy.origin[:-1]])
    for first, last in zip(starts, np.r_[starts[1:], len(up_to)]):
        up_to[first:last] = np.cumsum(strategy.probability[first:last])
    return up_to

# SPDX-License-Identifier: GPL-2.0-or-later
"""Pricing destinations: which moves pay at given prices of the origins, and what bound that proves.

Given any prices ``u_i`` of the rows (2) of :mod:`.programme`, each destination on its own looks for
the mix of origins that is cheapest net of prices,

    g_j(u) = min { sum_i y_i (c_ij - u_i) : sum_i y_i = 1, 0 <= y_i <= alpha_i },        (13)

a fractional knapsack: take origins by ``c_ij - u_i`` until their caps reach 1. The largest value
taken is its margin ``m_j``. Summing (1) with rows (2) priced out gives, for every ``u``,

    optimum >= sum_i n_i u_i + sum_j t_j min(0, g_j(u)),                                (14)

so prices with ``g_j(u) >= 0`` at every destination prove the bound ``sum_i n_i u_i``, whatever way
they were found, over all pairs that were priced. Since ``sum_j t_j = N``, what violation ``-g_j``
remains costs the bound at most N times the largest one. Lowering prices never creates a
violation, so violations are first removed where they are: each origin of a violated mix is
lowered by the violation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ...base.arrays import Bools, Floats, Ints, connected

_ROUNDS = 4
"""Times that violated destinations are lowered before the rest is charged to the bound."""
FAINT = 1e-9
"""Smaller shares of a mix are rounding."""
FULL = 1 - 1e-8
"""A mix whose caps reach this is whole."""
_ROUNDED = 1e-9
"""Share by which an upper bound of a margin is widened."""
PLENTY = 2.0
"""Times the caps or people that the first pairs hold: what is missing is added by price."""
SOMEBODY = 1e-9
"""People whom an origin asks for at least: where rates may differ a large area may ask for none, and goes
somewhere all the same."""


@dataclass(frozen=True)
class Priced:
    """Equation (13) at every destination."""

    value: Floats
    margin: Floats
    """Shape (m,). ``g_j`` and ``m_j``; infinite where the caps of all origins sum to less than 1."""
    origin: Ints
    destination: Ints
    """Shape (q,). The pairs that carry the mixes of destinations with a negative value."""


class PricingSet(Protocol):
    """The allowed moves, as solvers see them: which pairs there are, what they cost, which of them pay."""

    destination_count: int
    """Number of destinations m."""
    restricted: bool
    """Whether moves are missing that the boundary alone would allow, so that a risk above :meth:`floor` may
    still be out of reach."""

    def distances_m(self, origin: Ints, destination: Ints) -> Floats:
        """Distances of allowed pairs, metres."""

    def costs(self, origin: Ints, destination: Ints) -> Floats:
        """``c_ij`` of allowed pairs."""

    def dearest_cost(self) -> float:
        """No allowed pair costs more; infinite where that is not known."""

    def start(self, people: Floats, weight: Floats, risk: float, cap: Floats) -> tuple[Ints, Ints]:
        """Pairs to begin with, plenty for a feasible strategy wherever there is one.

        Each destination gets its nearest origins until their caps sum to twice what a mix needs, and each
        origin its nearest destinations until twice the people live there whom (3) asks for, ``w_i / eps``.
        Prices add what is missing. ``people``, ``weight`` and ``cap`` are ``n_i``, ``w_i`` and ``alpha_i``.
        """

    def floor(self, people: Floats, weight: Floats) -> float:
        """No strategy has a smaller risk: ``max_i w_i / N`` over the people who can meet somewhere."""

    def gathering_places(self, people: Floats) -> Ints | None:
        """For each origin, the one destination where all who can meet are; None where there is none."""

    def limited(self, columns: Ints) -> PricingSet:
        """The same moves to some of the destinations only, numbered anew.

        They ascend; each origin must be allowed one.
        """

    def price(self, price: Floats, cap: Floats, margin: Floats, wanted: Bools | None = None) -> Priced:
        """Solve (13) over the allowed pairs.

        ``price`` and ``cap`` are ``u_i`` and ``alpha_i``; ``margin`` bounds the margins from above, by any
        mix of known pairs, or is infinite. Destinations that are not ``wanted`` get an infinite value.
        """


def knapsack(
    destination: Ints, reduced_cost: Floats, cap: Floats, count: int
) -> tuple[Floats, Floats, Floats]:
    """Solve (13) for lists of pairs.

    ``reduced_cost`` is ``c_ij - u_i`` and ``cap`` ``alpha_i`` of each pair. Gives value and margin of the
    destinations, and ``y_i`` of the pairs.
    """
    order = np.lexsort((reduced_cost, destination))
    ordered, weight = destination[order], cap[order]
    before = np.cumsum(weight) - weight
    start = np.searchsorted(ordered, np.arange(count))
    present = np.bincount(destination, minlength=count) > 0
    base = np.zeros(count)
    base[present] = before[start[present]]
    part = np.clip(1 - (before - base[ordered]), 0, weight)
    part[part < FAINT] = 0.0
    taken = np.empty(len(order))
    taken[order] = part
    filled = np.bincount(destination, taken, count) >= FULL
    value = np.where(filled, np.bincount(destination, taken * reduced_cost, count), np.inf)
    margin = np.full(count, -np.inf)
    np.maximum.at(margin, destination[taken > 0], reduced_cost[taken > 0])
    return value, np.where(filled, margin, np.inf), taken


class ListedPairs(PricingSet):
    """A pricing set whose pairs are listed: the K nearest destinations of each origin, or those in reach.

    ``origin``, ``destination``: (p,), pairs. ``distance_m``: (p,), their distances, metres.
    ``destination_count``: number of destinations m. ``squared``: whether costs are squared. ``scale``: (n,),
    what the costs of each origin are multiplied by; 1 when left out. ``base``: (p,), costs of one's own; the
    distances when left out.
    """

    restricted = True

    def __init__(
        self,
        origin: Ints,
        destination: Ints,
        distance_m: Floats,
        destination_count: int,
        squared: bool,
        scale: Floats | None = None,
        base: Floats | None = None,
    ) -> None:
        order = np.lexsort((origin, destination))
        self.origin, self.destination = origin[order], destination[order]
        self.distance_m, self.squared, self.scale = distance_m[order], squared, scale
        self.base = self.distance_m if base is None else base[order]
        self.cost = self.base**2 if squared else self.base
        if scale is not None:
            self.cost = self.cost * scale[self.origin]
        self.destination_count = destination_count
        self._width = int(origin.max()) + 1
        self._key = self.destination.astype(np.int64) * self._width + self.origin

    def distances_m(self, origin: Ints, destination: Ints) -> Floats:
        """Distances of listed pairs, metres; see :class:`PricingSet`."""
        return self.distance_m[self._row(origin, destination)]

    def costs(self, origin: Ints, destination: Ints) -> Floats:
        """Costs of listed pairs; see :class:`PricingSet`."""
        return self.cost[self._row(origin, destination)]

    def _row(self, origin: Ints, destination: Ints) -> Ints:
        key = np.asarray(destination).astype(np.int64) * self._width + origin
        row: Ints = np.searchsorted(self._key, key)
        return row

    def dearest_cost(self) -> float:
        """Cost of the dearest listed move."""
        return float(self.cost.max())

    def start(self, people: Floats, weight: Floats, risk: float, cap: Floats) -> tuple[Ints, Ints]:
        """Pairs to begin with; see :meth:`PricingSet.start`."""
        nearest = np.full(self._width, -1)
        by_cost = np.lexsort((self.cost, self.origin))
        first = np.unique(self.origin[by_cost], return_index=True)[1]
        nearest[self.origin[by_cost][first]] = self.destination[by_cost][first]
        around = np.bincount(nearest, people, self.destination_count)
        full = _before(self.destination, self.cost, cap[self.origin]) < PLENTY
        need = np.maximum(PLENTY * weight / risk, SOMEBODY)[self.origin]
        wide = _before(self.origin, self.cost, around[self.destination]) < need
        return self.origin[full | wide], self.destination[full | wide]

    def floor(self, people: Floats, weight: Floats) -> float:
        """Smallest risk that lists could allow: ``max_i w_i / N`` over the people whom lists connect."""
        group = self._connected()
        return float(np.max(np.asarray(weight) / np.bincount(group, people)[group]))

    def gathering_places(self, people: Floats) -> Ints | None:
        """For each origin, the nearest on average of the destinations that all connected with it list."""
        group = self._connected()
        place = np.full(self._width, -1)
        members = np.bincount(group)
        listed = np.bincount(self.destination, minlength=self.destination_count)
        of_destination = np.zeros(self.destination_count, dtype=np.int64)
        of_destination[self.destination] = group[self.origin]
        total = np.bincount(self.destination, people[self.origin] * self.cost, self.destination_count)
        shared = np.flatnonzero((listed > 0) & (listed == members[of_destination]))
        for column in shared[np.argsort(-total[shared], kind="stable")]:
            place[group == of_destination[column]] = column
        return None if (place < 0).any() else place

    def limited(self, columns: Ints) -> ListedPairs:
        """The listed moves to some destinations; see :meth:`PricingSet.limited`."""
        kept = np.isin(self.destination, columns)
        position = np.searchsorted(columns, self.destination[kept])
        return ListedPairs(
            self.origin[kept], position, self.distance_m[kept], len(columns), self.squared, self.scale,
            self.base[kept],
        )  # fmt: skip

    def _connected(self) -> Ints:
        """Number of the group of each origin: those whom a chain of shared destinations connects."""
        size = self._width + self.destination_count
        ends = (self.origin, self._width + self.destination)
        return connected(*ends, size)[: self._width]

    def price(self, price: Floats, cap: Floats, margin: Floats, wanted: Bools | None = None) -> Priced:
        """Solve (13) over the listed pairs; see :meth:`PricingSet.price`."""
        reduced = self.cost - price[self.origin]
        # What costs more than the margin is not taken; with room for how differently both were rounded.
        limit = margin + _ROUNDED * (np.abs(margin) + np.abs(reduced).max())
        if wanted is not None:
            limit = np.where(wanted, limit, -np.inf)
        near = np.flatnonzero(reduced <= limit[self.destination])
        origin, destination = self.origin[near], self.destination[near]
        value, edge, taken = knapsack(destination, reduced[near], cap[origin], self.destination_count)
        pays = (taken > 0) & (value[destination] < 0)
        return Priced(value, edge, origin[pays], destination[pays])


def _before(group: Ints, cost: Floats, amount: Floats) -> Floats:
    """What the cheaper pairs of the same group amount to, for every pair."""
    order = np.lexsort((cost, group))
    running = np.cumsum(amount[order]) - amount[order]
    starts = np.flatnonzero(np.r_[True, group[order][1:] != group[order][:-1]])
    base = np.repeat(running[starts], np.diff(np.r_[starts, len(order)]))
    before = np.empty(len(order))
    before[order] = running - base
    return before


def lower_bound(
    pricing_set: PricingSet,
    price: Floats,
    people: Floats,
    cap: Floats,
    margin: Floats,
    priced: Priced | None = None,
) -> tuple[float, Floats]:
    """Certified lower bound of the objective, people times cost, from any prices (equation 14).

    Only destinations that were violated are priced again after prices fall: no other can become so.
    ``price``, ``people`` and ``cap`` are ``u_i``, ``n_i`` and ``alpha_i``; ``margin`` bounds the margins at
    these prices from above, or is infinite. Gives the bound and the prices that prove it, but for a violation
    that the bound takes into account.
    """
    price = np.array(price, dtype=float)
    priced = pricing_set.price(price, cap, margin) if priced is None else priced
    for _ in range(_ROUNDS):
        violated = priced.value < 0
        if not violated.any():
            return float(people @ price), price
        down = np.zeros(len(price))
        np.maximum.at(down, priced.origin, -priced.value[priced.destination])
        price -= down
        rise = np.zeros(len(margin))
        np.maximum.at(rise, priced.destination, down[priced.origin])
        priced = pricing_set.price(price, cap, priced.margin + rise, violated)
    worst = max(0.0, -float(priced.value.min()))
    return float(people @ price - people.sum() * worst), price

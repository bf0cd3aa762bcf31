# SPDX-License-Identifier: GPL-2.0-or-later
"""All places of one release, read together by somebody who knows that its records are different people.

Each place by itself tells of person v of area k the share ``x_kr`` of the crowd behind its dot r, and of the
area ``A_kr = n_k x_kr`` (:mod:`.odometer`). Read together they tell more: whoever stands behind one dot
stands behind no other, so that people who are told by many dots leave the crowds of the others to their
neighbours.
With ``P_C(v)`` the probability that v stands behind one of the dots C (equation (1) of :mod:`.proof`),

    P(v behind r | C) = x_vr (1 - P_{C-r}(v)) / (1 - sum_u x_ur P_{C-r}(u)).                     (1)

Let ``mu_r`` be such that, for every dot,

    sum_k A_kr min(1, U_k - x_kr / (1 - mu_r)) <= mu_r,     U_k = sum_r x_kr / (1 - mu_r).       (2)

By induction over the dots ``P_C(v) <= U_k`` for them all and for any part of them: leaving r out takes its
term from ``U_k``, and the left side of (2) is at least the sum in (1). From the same equation,

    P_{C-r}(v) >= L_kr = (1 - min(1, U_k)) sum_{t != r} x_kt,                                    (3)

so that of the whole release

    P(v in the data)      <=  sum_r x_kr (1 - L_kr) / (1 - mu_r)                                 (4)
    P(r came from area i) <=  A_ir (1 - L_ir) / (A_ir (1 - L_ir) + 1 - A_ir - mu_ir)             (5)

where ``mu_ir`` is the sum in (2) without area i. Where s dots tell at most delta each and ``s delta < 1``,
``P(v in the data) <= s delta`` as well, which is Wieland's bound.

With unequal rates and doubtful populations x and A are the largest that these allow of each area
(equation (7) of :mod:`.odometer`), in (4) and (5) for the population that is worst for the promise; the
true shares of a crowd add up to 1, so that ``mu_r`` is at most the largest U, too. The right side of (4),
with (3) in it, rises with every ``x_kr`` as long as, with ``R_k = sum_r x_kr``,

    (1 - U_k) R_k (1 + 1 / (1 - max_r mu_r)) <= 1,                                               (6)

so that the largest shares bound it; elsewhere, and in (5), (3) is taken as 0.

A dot that stands for m people of one home tells of each of them m times what it tells of one: everybody is
as likely as anybody else to live in a home of m. It counts m times in U and in (4), and (3) is taken as 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ..programme.programme import EQUAL, Inequality
from ..strategy import Transitions
from .odometer import crowd_shares

_ROUNDS = 500
"""Rounds of the fixed point of (2); it either settles within some dozens or grows past 1."""
_MARGIN = 1e-9
"""By how much what was found is rounded up before it is held against (2)."""
SPARE, SPARE_OF_UNEQUAL = 4.0, 5.0
"""Multiples of the share of people who are records that a table keeps back of its bound, where all are
equally likely and where rates may differ. Of Ottawa's postal codes and New York's block groups they are
enough where records follow the people and where they crowd five to one (docs/evidence/assault.md); with 4 and
twofold rates the areas' figure came out at 0.203 to 0.208 for 0.2."""
MOST_SPARE = 0.5
"""Largest share of its bound that a table keeps back. Where it is not enough the reading finds that."""


@dataclass(frozen=True)
class Reading:
    """What is proved of all places read together."""

    person: float
    """Largest chance that a given person of an area with at least as many people as records is in the data; 1
    where nothing is proved."""
    area: float
    """Largest chance that a record came from one area that has fewer; 0 where there is none."""
    anybody: float
    """Largest chance that a given person is in the data, whatever the size of the area; 1 where nothing is
    proved."""
    alone: bool = field(default=True, repr=False)
    """Whether each dot stands for one person."""

    @property
    def risk(self) -> float:
        """The larger of what the revised model promises."""
        return max(self.person, self.area)


def spare(population: Array, records: int, doubt: Inequality = EQUAL) -> float:
    """Share of the bound that a table of the revised model keeps back for what its dots tell together.

    0 where every area has at least as many people as records: Wieland's bound needs nothing kept back.

    Examples
    --------
    >>> import numpy as np
    >>> spare(np.array([40.0, 960.0]), 50)
    0.2
    """
    people = np.asarray(population, dtype=float)
    fewest, most = doubt.within(people)
    if not np.any((people > 0) & (fewest < records)):
        return 0.0
    if not fewest.sum() > 0:
        return MOST_SPARE
    wider = doubt.rate_ratio * most.sum() / fewest.sum()
    times = SPARE if doubt.rate_ratio == 1 else SPARE_OF_UNEQUAL
    return float(min(MOST_SPARE, times * wider * records / people.sum()))


def read_together(
    table: Transitions,
    population: Array,
    dots: Ints,
    records: int,
    doubt: Inequality = EQUAL,
    members: Ints | None = None,
) -> Reading:
    """Bound what the dots of one release tell together, under the promises of the revised model.

    Parameters
    ----------
    table : Transitions
        The table that the dots were drawn from.
    population : ndarray, shape (n,)
        People of every area.
    dots : ndarray of int, shape (r,)
        The destination of each dot.
    records : int
        Records that count, earlier ones included: areas with fewer people are promised as areas.
    doubt : Inequality
        How unequal people may be, and how wrong the populations.
    members : ndarray of int, shape (r,), optional
        People of one home for whom each dot stands; one where None.

    Examples
    --------
    One record among three people; and two, one of which is surely the person of area 0.

    >>> import numpy as np
    >>> from ..strategy import Transitions
    >>> table = Transitions(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0.5, 0.5, 1.0]))
    >>> read_together(table, np.array([1.0, 2.0]), np.array([1]), 1)
    Reading(person=0.4, area=0.0, anybody=0.4)
    >>> two = read_together(table, np.array([1.0, 2.0]), np.array([0, 1]), 2)
    >>> round(two.person, 6), two.area
    (0.5, 1.0)
    """
    origin, destination = table.origin, table.destination
    people = np.asarray(population, dtype=float)
    fewest, most = doubt.within(people)
    place, at = np.unique(np.asarray(dots, dtype=np.int64), return_inverse=True)
    times = np.bincount(at, members, len(place)).astype(int)
    if not len(place):
        return Reading(0.0, 0.0, 0.0)
    share, largest = _shares(table, people, doubt)
    own = np.flatnonzero(np.isin(destination, place) & (share > 0))
    pairs = _Pairs(
        origin[own], np.searchsorted(place, destination[own]), share[own], largest[own], times, len(people),
        doubt.certain, bool(times.sum() == len(dots)),
    )  # fmt: skip
    small = (people > 0) & (fewest < records)
    in_advance = min(1.0, len(dots) * float(share[own].max())) if pairs.alone else 1.0
    whole = 1.0 if small.any() else in_advance
    crowding = pairs.crowding()
    if crowding is None:
        return Reading(whole, float(small.any()), in_advance, pairs.alone)
    size = np.clip(float(records), fewest, most)
    promised = crowd_shares(table, people, size, doubt)[own]
    person = float(np.max(pairs.of_people(crowding, promised)[most >= records], initial=0.0))
    anybody = float(np.max(pairs.of_people(crowding, share[own])))
    area = pairs.of_areas(crowding, promised * size[origin[own]], small)
    return Reading(min(whole, person), min(1.0, area), min(in_advance, anybody), pairs.alone)


def _shares(table: Transitions, people: Floats, doubt: Inequality) -> tuple[Floats, Floats]:
    """``x`` and ``A`` of every pair, the largest that the doubt allows."""
    size = doubt.within(people)[1]
    return crowd_shares(table, people, None, doubt), size[table.origin] * crowd_shares(
        table, people, size, doubt
    )


@dataclass(frozen=True)
class _Pairs:
    """Areas and the places of dots that they could have come from."""

    area: Ints
    place: Ints
    """Shape (p,). The area, and which of the places."""
    share: Floats
    crowd: Floats
    """Shape (p,). ``x`` of one person and ``A`` of the area."""
    times: Ints
    """Shape (m,). Dots at each place, each as often as it stands for people."""
    areas: int
    """Number of areas."""
    exact: bool
    """Whether the shares are those of one crowd, not the largest of many."""
    alone: bool
    """Whether each dot stands for one person."""

    def _by_area(self, each: Array) -> Floats:
        return np.bincount(self.area, each, self.areas).astype(float)

    def crowd_sums(self, mu: Floats) -> tuple[Floats, Floats]:
        """``U`` of every area, and of every pair without one dot of its place."""
        one = self.share / (1 - mu[self.place])
        whole = self._by_area(self.times[self.place] * one)
        return whole, np.clip(whole[self.area] - one, 0.0, 1.0)

    def crowding(self) -> Floats | None:
        """``mu`` of every place, equation (2); None where there is none below 1."""
        if not np.isfinite(self.share).all():
            return None  # a dot that nobody may stand behind
        mu = np.zeros(len(self.times))
        for _ in range(_ROUNDS):
            found = self._left_side(mu)
            if np.any(found >= 1):
                return None
            if np.all(found <= mu * (1 + _MARGIN / 10)):
                break
            mu = np.maximum(mu, found)
        mu = mu * (1 + _MARGIN) + 1e-15
        return mu if np.all(mu < 1) and np.all(self._left_side(mu) <= mu) else None

    def _left_side(self, mu: Floats) -> Floats:
        without = self.crowd_sums(mu)[1]
        found: Floats = np.bincount(self.place, self.crowd * without, len(self.times)).astype(float)
        if self.exact:
            return found
        most = np.zeros(len(self.times))
        np.maximum.at(most, self.place, without)
        return np.minimum(found, most)

    def at_least(self, mu: Floats, share: Floats) -> Floats:
        """``L`` of every pair, equation (3), of some shares."""
        if not self.alone:
            return np.zeros(len(share))
        whole, _without = self.crowd_sums(mu)
        added = self._by_area(self.times[self.place] * share)[self.area]
        return (1 - np.minimum(1.0, whole[self.area])) * np.maximum(0.0, added - share)

    def of_people(self, mu: Floats, share: Floats) -> Floats:
        """Equation (4) of every area, for these shares."""
        least = self.at_least(mu, share)
        if not self.exact:
            added, unsure = self._by_area(self.times[self.place] * share), 1 - self.crowd_sums(mu)[0]
            rises = np.maximum(0.0, unsure) * added * (1 + 1 / (1 - mu.max())) <= 1
            least = np.where(rises[self.area], least, 0.0)
        return self._by_area(self.times[self.place] * share * (1 - least) / (1 - mu[self.place]))

    def of_areas(self, mu: Floats, crowd: Floats, small: Array) -> float:
        """Equation (5) for these crowds, the largest of any small area."""
        own = small[self.area]
        if not own.any():
            return 0.0
        others = mu[self.place] - (self.crowd * self.crowd_sums(mu)[1] if self.exact else 0.0)
        crowd = np.minimum(1.0, crowd)
        mine = crowd * (1 - self.at_least(mu, self.share)) if self.exact else crowd
        left = np.maximum(0.0, 1 - crowd - np.maximum(0.0, others))
        return float(np.max(mine[own] / (mine + left)[own]))

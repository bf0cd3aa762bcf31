# SPDX-License-Identifier: GPL-2.0-or-later
"""What the dots that are out prove of a list of distinct people.

Let s records be a uniformly drawn set of s people, or one drawn with any rates that :mod:`.odometer` counted
with. Write ``x_vr`` for the share of person v in the crowd of dot r (sum over v: 1), ``R_v = sum_r x_vr``
for the odometer, R for its largest value, ``delta`` for the largest share. For a set C of dots let ``Z(C)``
be the sum, over injections of C into the people, of the products of their shares, and ``P_C(v)`` the
probability that v stands behind one of them. Injections with r at v are those of the other dots without v:

    P_C(q) = sum_r x_qr (1 - P_{C-r}(q)) / (1 - sum_v x_vr P_{C-r}(v))                (1)

**By the largest odometer.** If ``P_{C-r} <= m`` for everybody, (1) gives ``P_C <= R / (1 - m)``. By
induction over the dots, for lists of any length and dots of any share,

    P(q in the data) <= m(R) = (1 - sqrt(1 - 4 R)) / 2          where R <= 1/4        (2)

**By the crowds.** The same induction with a bound for each person: let mu be such that

    sum_v x_vr min(1, R_v / (1 - mu)) <= mu     for every dot r.                      (3)

Then ``P(q in the data) <= R_q / (1 - mu)``, and the chance that dot r came from area i is at most
``A_ir / (1 - mu)`` where it is ``A_ir`` for independent records.

**By the largest share.** With d people left out (a set E), the odds of another are
``sum_r x_ur Z_{E+u}(C-r) / Z_{E+u}(C)``, and a dot's crowd keeps at least ``1 - (d+1) delta`` of its weight
without E and u: the largest odds o_d over sets of d people obey
``o_d <= R / (1 - (d+1) delta) (1 + o_{d+1})``. A single dot ends the recursion after s steps where
``s delta < 1``; (2) ends it after any number of steps, for without d people every share is at most
``1 / (1 - d delta)`` of what it was. With ``q_l = R / (1 - l delta)`` and any D,

    odds(q in the data) <= sum_{k=1}^{D} prod_{l=1}^{k} q_l + prod_{l=1}^{D} q_l o_D,  (4)
    o_D = m / (1 - m), m = m(R / (1 - D delta));   or o_D = 0 where D = s, s delta < 1

which is about ``R (1 + delta / (1 - R))`` for the probability, whatever the length of the list.

**Whatever is drawn.** For s records from tables m with shares ``delta_m``, and ``s delta < 1``, the odds are
at most ``A = sum_m s_m delta_m / (1 - s delta)``.                                    (5)
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from ...base.arrays import Floats, Ints

_SPREAD = 1.5
"""Share of one dot of a short plan, as a multiple of what one table for all its records would give each: with
more, what (4) keeps back costs more than later tables win (four areas of 2 to 4 people, three records)."""

_FINE = 1 / 40
"""Share of one dot of a long plan, as a part of the bound: the aim is within 4 % of the bound, and moves are
as with no limit at all (New York, docs/evidence/releases.md)."""

_DEPTH = 64
"""Steps of (4) that are tried: 0.25 to the 64th power is nothing."""

_ROUNDS, _MARGIN = 500, 1e-9
"""Rounds of the fixed point of (3), and by how much the result is rounded up before it is verified."""


def limit_of(risk: float, planned: float | None, group: int, groups: int) -> float:
    """Default of ``delta``, the most that a dot of the next table may show of anybody.

    ``planned`` is the records that will ever be released, None for no plan; a list without one is taken to
    grow by ``groups`` of as many records as the next.
    """
    return min(risk, risk * max(_FINE, _SPREAD / (planned if planned else groups * group)))


def aim(risk: float, largest: float, records: float) -> float:
    """The largest odometer for which the bound is still proved, people being distinct.

    ``largest`` is ``delta``, the most that any dot shows; ``records`` what the list may grow to, infinite for
    no plan.

    Examples
    --------
    >>> round(aim(0.2, 0.001, float("inf")), 5), round(aim(0.2, 0.2, float("inf")), 5)
    (0.19975, 0.16)
    """
    low, high = 0.0, risk
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if proved_of_dots(middle, largest, records) <= risk else (low, middle)
    return low


def proved_of_dots(shown: float, largest: float, records: float) -> float:
    """Risk of what is out, people distinct, by equations (2) and (4); 1 where nothing is proved.

    Parameters
    ----------
    shown : float
        Largest ``R_i``.
    largest : float
        Largest share ``delta`` of any dot.
    records : float
        Records that are out; infinite for lists of any length.

    Examples
    --------
    >>> round(proved_of_dots(0.05, 0.0001, 1000), 4), round(proved_of_dots(0.16, 0.3, 1000), 4)
    (0.05, 0.2)
    """
    if not shown > 0 or not records:
        return 0.0
    odds, product, smallest = 0.0, 1.0, math.inf
    for depth in range(_DEPTH + 1):
        if depth * largest >= 1:
            break
        left = shown / (1 - depth * largest)
        if depth:
            product *= left
            odds += product
        if left <= 0.25:
            among = (1 - math.sqrt(1 - 4 * left)) / 2
            smallest = min(smallest, odds + product * among / (1 - among))
    if records * largest < 1:
        terms = np.log(shown) - np.log1p(-largest * np.arange(1, int(records) + 1))
        smallest = min(smallest, float(np.sum(np.exp(np.cumsum(terms)))))
    return smallest / (1 + smallest) if math.isfinite(smallest) else 1.0


def crowding(share: Floats, dot: Ints, shown: Floats) -> float:
    """``mu`` of equation (3): how surely the people behind a dot stand behind other dots, at most.

    ``share``, ``n_i x_ir``, is what part of a dot's crowd lives in an area, and ``shown`` ``R_i`` of that
    area; ``dot`` is the dot, or the place of several. 1 where nothing is proved.

    Examples
    --------
    >>> import numpy as np
    >>> round(crowding(np.array([0.5, 0.5]), np.array([0, 0]), np.array([0.1, 0.3])), 4)
    0.2764
    """

    def among(mu: float) -> float:
        return float(np.max(np.bincount(dot, share * np.minimum(1.0, shown / (1 - mu))), initial=0.0))

    mu = 0.0
    for _ in range(_ROUNDS):
        found = among(mu) if mu < 1 else 1.0
        if found >= 1 or found <= mu * (1 + _MARGIN / 10):
            break
        mu = found
    mu = mu * (1 + _MARGIN) + 1e-15
    return mu if mu < 1 and among(mu) <= mu else 1.0


def proved_in_advance(groups: Iterable[tuple[int, float]]) -> float:
    """Risk of all releases, whatever is drawn: A / (1 + A) of equation (5).

    Groups are the records drawn by each table, and its ``delta``. 1 where s delta reaches 1: nothing is
    proved. For one table it is s delta itself.

    Examples
    --------
    >>> round(proved_in_advance([(100, 0.001)]), 6), round(proved_in_advance([(100, 0.001)] * 2), 6)
    (0.1, 0.2)
    """
    groups = list(groups)
    records = sum(count for count, _delta in groups)
    largest = max((delta for _count, delta in groups), default=0.0)
    if records * largest >= 1:
        return 1.0
    odds = sum(count * delta for count, delta in groups) / (1 - records * largest)
    return odds / (1 + odds)

# SPDX-License-Identifier: GPL-2.0-or-later
"""What several releases of a growing list have shown of anybody, and what the next may show.

Nobody draws twice: a record keeps its dot, so all releases together are one release that grew. Write
``x_qr = P(a(q), j_r) / t(j_r)`` for the share that person q of area a(q) has of the crowd behind dot r,
by the table that dot was drawn from; ``t_j = sum_k n_k P_kj``. Everything below is a function of the
tables and of the dots that are out, so that anybody can compute it and later tables may depend on it.

The odometer of an area sums what the dots have shown of one of its people,

    R_i = sum_r x_ir                                                                (1)

which bounds P(q is in the data) where records are independent (Wieland et al. 2008), dot by dot. A
table for the next records spends what is left of the bound:

    s_left P_ij <= (aim - R_i) t_j                                                  (2)

with ``s_left`` the planned records that are not out yet, or, without a plan, the records of this group
divided by the share of what is left that a group may spend. For a list of distinct people see :mod:`.proof`.

**The revised model.** Of an area with fewer people than records it promises only that no record is traced
to it. A record has one dot for ever, so that of all releases together this is, with S records out,

    J_i = R_i                       where n_i >= S
    J_i = A_i = max_r n_i x_ir      where n_i < S                                   (6)

A list that grows passes from the first line to the second. Dots that were drawn while the first one held
may show more than the bound of where a record came from, and the promise is then kept by neither: so that
tables hide every area as an area, ``n_i P_ij <= eps t_j``, that may come to have fewer people than records.
That keeps the first line too, for ``R_i <= S eps / n_i`` while S is at most n_i. An area whose dots tell
too much for the second line keeps what the first one says, by (2), for good.

**Unequal rates.** Where people of some areas are up to ``rho`` times as likely to be records, and
populations anything in ``[lo_k, hi_k]``, an observer who knows better learns most with

    x_ir = rho P_ij / (rho y P_ij + sum_{k != i} lo_k P_kj)                         (7)

where y is the true population of area i: ``lo_i`` in (1), and in the second line of (6) what of
``[lo_i, hi_i]`` is nearest to S. One pair of rates is worst for all dots at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...base.arrays import Array, Floats, Ints, Objects
from ...base.errors import InfeasibleError
from ..programme.programme import EQUAL, Inequality
from ..strategy import Transitions

SHARE = 1 / 6
"""Share of what is left that a group may spend without a plan. New York, 300 block groups, 1 920 records in
12 groups at a bound of 0.2: as with a plan (docs/evidence/releases.md)."""

GROUPS = 12
"""Groups like the first that a list without a plan is taken to grow by: a year of months."""

_SAME_POINT_DEG = 1e-4
"""About 10 m: formats round coordinates, and a border that was redrawn moves the point farther."""

_ARITHMETIC = 1e-9
"""Share by which sums over all dots may exceed the bound: they are summed in another order than solved."""


class AreaPoints(NamedTuple):
    """Areas by which releases are compared: who and where they are."""

    keys: Sequence[str] | Objects
    """Length n. Canonical identifiers."""
    lon_deg: Floats
    lat_deg: Floats
    """Shape (n,). Representative points, degrees."""


def crowd_shares(
    table: Transitions, population: Array, size: Array | None = None, doubt: Inequality = EQUAL
) -> Floats:
    """``x`` of every pair of a table, equation (7).

    ``size`` is ``y``, the true populations: the least that the doubt allows where None.
    """
    origin, destination, probability = table.origin, table.destination, table.probability
    said = doubt.within(population)[0]
    true = said if size is None else np.asarray(size, dtype=float)
    inflow = np.bincount(destination, said[origin] * probability)[destination]
    own = doubt.rate_ratio * probability
    crowd = inflow + true[origin] * own - said[origin] * probability
    share = np.divide(own, crowd, out=np.full(len(own), np.inf), where=crowd > 0)
    return np.where(own > 0, share, 0.0)


def revealed(table: Transitions, population: Array, dots: Ints, doubt: Inequality = EQUAL) -> Floats:
    """What the dots of one table show of one person of each area, equation (1).

    ``dots`` are the destinations that were drawn by this table; the rest as for :func:`crowd_shares`.

    Examples
    --------
    Two areas of 10 people that are released as one: each dot may be anybody of 20.

    >>> import numpy as np
    >>> from ..strategy import Transitions
    >>> table = Transitions(np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.full(4, 0.5))
    >>> revealed(table, np.array([10.0, 10.0]), np.array([0, 1]))
    array([0.1, 0.1])
    """
    origin, destination = table.origin, table.destination
    count = 1 + max(int(np.max(destination, initial=-1)), int(np.max(dots, initial=-1)))
    drawn = np.bincount(dots, minlength=count)
    share = drawn[destination] * crowd_shares(table, population, None, doubt)
    return np.asarray(np.bincount(origin, share, len(population)), dtype=float)


def traced(
    table: Transitions, population: Array, dots: Ints, records: int, doubt: Inequality = EQUAL
) -> Floats:
    """How surely any one dot of a table came from each area: ``A_i`` of equation (6).

    ``records``, ``S``, are out of all tables; the rest as for :func:`revealed`.

    Examples
    --------
    >>> import numpy as np
    >>> from ..strategy import Transitions
    >>> table = Transitions(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0.5, 0.5, 1.0]))
    >>> traced(table, np.array([10.0, 20.0]), np.array([1]), 40)
    array([0.2, 0.8])
    """
    origin, destination = table.origin, table.destination
    people = np.asarray(population, dtype=float)
    size = np.clip(float(records), *doubt.within(people))
    own = np.isin(destination, dots)
    most = np.zeros(len(people))
    np.maximum.at(most, origin[own], (size[origin] * crowd_shares(table, people, size, doubt))[own])
    return most


def joint(
    population: Array, shown: Array, traced_of: Array, records: int, doubt: Inequality = EQUAL
) -> Floats:
    """``J_i``: what all releases give away of each area by the promise of the revised model, equation (6).

    ``population``, ``shown`` and ``traced_of`` are ``n_i``, ``R_i`` and ``A_i``; ``records`` are out.
    """
    small = doubt.within(population)[0] < records
    return np.where(small, traced_of, shown)


def largest_share(table: Transitions, population: Array, doubt: Inequality = EQUAL) -> float:
    """``delta`` of a table: the most that any one of its dots can show of anybody."""
    return float(np.max(crowd_shares(table, population, None, doubt), initial=0.0))


def counting(shown: Array, left: float, risk: float, aim: float, limit: float | None) -> Floats:
    """Records that count for one person of each area, for the weights of the next table: equation (2).

    ``w_i = max(s_left risk / (aim - R_i), risk / limit)``, infinite where nothing is left. ``shown`` is
    ``R_i`` of what is out; ``left`` is ``s_left``, or ``s_g / share`` without a plan; the bound is spent up
    to ``aim`` (:func:`.proof.aim`); ``limit`` is ``delta``, the most that one dot may show of anybody, None
    for a table that was solved elsewhere.
    """
    room = aim - np.asarray(shown, dtype=float)
    weight = np.where(room > 0, left * risk / np.where(room > 0, room, 1.0), np.inf)
    return weight if limit is None else np.maximum(weight, risk / limit)


def of_single_people(counted: Array) -> Floats:
    """Weights under Wieland's model, which promises everybody the same."""
    counted = np.asarray(counted, dtype=float)
    if np.isinf(counted).any():
        raise used_up(int(np.isinf(counted).sum()))
    return counted


def of_areas_too(
    counted: Array,
    population: Array,
    traced_of: Array,
    horizon: float | Floats,
    risk: float,
    doubt: Inequality = EQUAL,
) -> Floats:
    """Weights under the revised model: which areas are hidden as areas, and which person by person.

    ``counted`` counts for single people (:func:`counting`); ``population`` and ``traced_of`` are ``n_i``, and
    ``A_i`` of what is out; ``horizon`` is the records that the list may grow to, 0 for an area that can't be
    hidden as one. Infinite where it is, as :func:`..programme.programme.weights` reads it.
    """
    counted = np.asarray(counted, dtype=float)
    fewest = doubt.within(population)[0]
    untraced = np.asarray(traced_of) <= risk * (1 + _ARITHMETIC)
    neither = np.isinf(counted) & ~untraced & (fewest > 0)
    if neither.any():
        raise used_up(int(neither.sum()))
    return np.where(untraced & ((fewest < horizon) | (counted > fewest)), np.inf, counted)


def used_up(areas: int) -> InfeasibleError:
    """The error that says that no record may be released any more."""
    return InfeasibleError(
        "ledger.bound.used_up",
        "Earlier releases have used up the risk bound for the people of {areas} areas, so no new record "
        "can be released at this bound. Records already released can be repeated. A larger bound, or a "
        "larger population, leaves room again.",
        areas=areas,
    )


def carried(shown: Floats, old: AreaPoints, new: AreaPoints) -> Floats:
    """What was shown of the people of new areas, from what was shown of those of old ones.

    An area counts as the same where identifier and representative point are; of any other its people may have
    lived anywhere among the old ones, and the largest value stands for them. ``shown`` is ``R_i`` of the old
    areas.
    """
    return of_same_areas(shown, old, new, float(np.max(shown, initial=0.0)))


def of_same_areas(values: Floats, old: AreaPoints, new: AreaPoints, others: float) -> Floats:
    """Values of new areas, from those of old ones with the same identifier and point.

    ``others`` stands for an area that is none of the old ones.

    Examples
    --------
    >>> import numpy as np
    >>> old = AreaPoints(["a", "b"], np.array([0.0, 1.0]), np.zeros(2))
    >>> new = AreaPoints(["b", "c"], np.array([1.0, 2.0]), np.zeros(2))
    >>> of_same_areas(np.array([5.0, 7.0]), old, new, np.inf)
    array([ 7., inf])
    """
    values = np.asarray(values, dtype=float)
    if same_areas(old, new):
        return values
    row_of = {key: row for row, key in enumerate(old.keys)}
    row = np.array([row_of.get(key, -1) for key in new.keys], dtype=np.int64)
    away = np.hypot(np.asarray(old.lon_deg)[row] - new.lon_deg, np.asarray(old.lat_deg)[row] - new.lat_deg)
    same = (row >= 0) & (away < _SAME_POINT_DEG)
    return np.where(same, values[row], others)


def same_areas(one: AreaPoints, other: AreaPoints) -> bool:
    """Whether two lists of areas are the same to the digit: as a rule they are, month after month."""
    return all(np.array_equal(np.asarray(first), np.asarray(second)) for first, second in zip(one, other))

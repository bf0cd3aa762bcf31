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
divided by the share of what is left that a group may spend.

**Distinct people.** Let s records be a uniformly drawn set of s people, ``delta = max x_qr`` and
``s delta < 1``. Then, with the largest R of anybody,

    odds(q in the data) <= sum_{d=0}^{s-1} prod_{l=0}^{d} R / (1 - (l+1) delta)     (3)

Proof. For a set E of people left out and a set C of dots let Z_E(C) be the sum, over injections of C into
the others, of the products of their probabilities. For u outside E,
``odds_E(u in | C) = sum_r W_ur Z_{E+u}(C-r) / Z_{E+u}(C)``, and adding dot r to the injections of the
others leaves it, on average, ``Z_{E+u}(C) = Z_{E+u}(C-r) T_r (1 - X - sum_v x_vr P_{E+u}(v in | C-r))``
with X the crowd shares of E and u, so that the bracket is at least
``(1 - (|E|+1) delta) (1 - max_v P_{E+u}(v in | C-r))``. With ``1 - P = 1 / (1 + odds)`` the largest odds
o_d over sets E of d people obey ``o_d <= R / (1 - (d+1) delta) (1 + o_{d+1})``; a single dot ends it.
The sum is about R / (1 - R), that is P(q in the data) about R where delta is small.
"""

from __future__ import annotations

import numpy as np

from ...base.errors import InfeasibleError

SHARE = 1 / 6
"""Share of what is left that a group may spend without a plan. New York, 300 block groups, 1 920 records in
12 groups at a bound of 0.2: 96 m a record, as with a plan (98 m); one table for all 168 m
(docs/evidence/releases.md)."""

GROUPS = 12
"""Groups like the first for which (3) is to hold where no plan says how many records will come."""

REACH = 0.9
"""Largest ``s delta`` of a plan: below 1, where (3) ends. On New York as above (3) exceeds R by less than one
per cent with it (scripts/evidence/releases)."""

_SAME_POINT_DEG = 1e-4
"""About 10 m: formats round coordinates, and a border that was redrawn moves the point farther."""


def revealed(origin, destination, probability, population, dots) -> np.ndarray:
    """What the dots of one table show of one person of each area, equation (1).

    Parameters
    ----------
    origin, destination : ndarray of int, shape (p,)
        Rows of the areas and of the destinations; each pair once.
    probability : ndarray, shape (p,)
        ``P_ij``.
    population : ndarray, shape (n,)
        People of every area.
    dots : ndarray of int, shape (r,)
        The destination of each dot that was drawn by this table.

    Returns
    -------
    ndarray, shape (n,)

    Examples
    --------
    Two areas of 10 people that are released as one: each dot may be anybody of 20.

    >>> import numpy as np
    >>> origin, destination = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    >>> revealed(origin, destination, np.full(4, 0.5), np.array([10.0, 10.0]), np.array([0, 1]))
    array([0.1, 0.1])
    """
    population = np.asarray(population, dtype=float)
    count = 1 + max(int(np.max(destination, initial=-1)), int(np.max(dots, initial=-1)))
    drawn = np.bincount(dots, minlength=count)
    inflow = np.bincount(destination, population[origin] * probability, count)
    share = drawn[destination] * probability / np.maximum(inflow[destination], 1e-300)
    return np.bincount(origin, share, len(population))


def largest_share(origin, destination, probability, population) -> float:
    """``delta`` of a table: the most that any one of its dots can show of anybody."""
    population = np.asarray(population, dtype=float)
    inflow = np.bincount(destination, population[origin] * probability)
    return float(np.max(probability / np.maximum(inflow[destination], 1e-300)))


def counting(shown, left: float, risk: float, limit: float | None, revised: bool = False) -> np.ndarray:
    """Records that count for each area, for the weights of the next table: equation (2) as ``w_i``.

    Parameters
    ----------
    shown : ndarray, shape (n,)
        ``R_i`` of what is out.
    left : float
        Records that may still come, this group among them: ``s_left``, or ``s_g / share`` without a plan.
    risk : float
        The bound. What is aimed at is ``risk * (1 - limit)``: where people are distinct (3) exceeds R by
        about that factor.
    limit : float or None
        ``delta``: the most that one dot may show of anybody; None for a table that was solved elsewhere, of
        which nothing is kept back.
    revised : bool
        Whether the model is the revised one, which hides an area of fewer people than count as an area: it
        cannot be used up.

    Returns
    -------
    ndarray, shape (n,)
        ``w_i = max(s_left risk / (risk (1 - limit) - R_i), risk / limit)``; infinite where, under the revised
        model, nothing is left for single people of an area.

    Raises
    ------
    InfeasibleError
        Nothing is left for the people of some area.
    """
    room = risk * (1 - (limit or 0.0)) - np.asarray(shown, dtype=float)
    gone = room <= 0
    if not revised and gone.any():
        raise used_up(int(gone.sum()))
    weight = np.where(gone, np.inf, left * risk / np.where(gone, 1.0, room))
    weight = weight if limit is None else np.maximum(weight, risk / limit)
    return weight


def used_up(areas: int) -> InfeasibleError:
    """The error that says that no record may be released any more."""
    return InfeasibleError(
        "What is out has used up the risk bound for the people of {areas} areas: no new record can be "
        "released at this bound. Records that are out can be repeated. A larger bound, or other people, "
        "leave room again.",
        areas=areas,
    )


def limit_of(risk: float, planned: float | None, group: int) -> float:
    """Default of ``delta``: such that (3) holds for the planned records, or for twelve groups like this."""
    return min(risk, REACH / (planned if planned else GROUPS * group))


def proved_in_advance(groups) -> float:
    """Risk of all releases, whatever is drawn: A / (1 + A) with A = sum_m s_m delta_m / (1 - s delta).

    Parameters
    ----------
    groups : sequence of (int, float)
        Records drawn by each table, and its ``delta``.

    Returns
    -------
    float
        1 where s delta reaches 1: nothing is proved. For one table it is s delta itself.

    Examples
    --------
    >>> round(proved_in_advance([(100, 0.001)]), 6), round(proved_in_advance([(100, 0.001)] * 2), 6)
    (0.1, 0.2)
    """
    records = sum(count for count, _delta in groups)
    largest = max((delta for _count, delta in groups), default=0.0)
    if records * largest >= 1:
        return 1.0
    odds = sum(count * delta for count, delta in groups) / (1 - records * largest)
    return odds / (1 + odds)


def proved_of_dots(shown: float, largest: float, records: int) -> float:
    """Risk of what is out, people distinct: equation (3); 1 where s delta reaches 1.

    Parameters
    ----------
    shown : float
        Largest ``R_i``.
    largest : float
        Largest share ``delta`` of any table in use.
    records : int
        Records that are out.

    Examples
    --------
    >>> round(proved_of_dots(0.05, 0.0001, 1000), 4)
    0.05
    """
    if records * largest >= 1:
        return 1.0
    if not shown > 0 or not records:
        return 0.0
    terms = np.log(shown) - np.log1p(-largest * np.arange(1, records + 1))
    odds = float(np.sum(np.exp(np.cumsum(terms))))
    return odds / (1 + odds)


def carried(shown, keys, lon_deg, lat_deg, new) -> np.ndarray:
    """What was shown of the people of new areas, from what was shown of those of old ones.

    An area counts as the same where identifier and representative point are; of any other its people may
    have lived anywhere among the old ones, and the largest value stands for them.

    Parameters
    ----------
    shown : ndarray, shape (n,)
        ``R_i`` of the old areas.
    keys : sequence of str, length n
        Their canonical identifiers.
    lon_deg, lat_deg : ndarray, shape (n,)
        Their representative points, degrees.
    new : tuple
        Keys, longitudes and latitudes of the new areas, lengths m.

    Returns
    -------
    ndarray, shape (m,)
    """
    row_of = {key: row for row, key in enumerate(keys)}
    new_keys, new_lon_deg, new_lat_deg = new
    row = np.array([row_of.get(key, -1) for key in new_keys], dtype=np.int64)
    away = np.hypot(np.asarray(lon_deg)[row] - new_lon_deg, np.asarray(lat_deg)[row] - new_lat_deg)
    same = (row >= 0) & (away < _SAME_POINT_DEG)
    return np.where(same, np.asarray(shown)[row], np.max(shown, initial=0.0))

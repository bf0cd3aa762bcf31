# SPDX-License-Identifier: GPL-2.0-or-later
"""Everybody: which floor c on the weights keeps what all dots together tell of anybody within the bound.

Under the revised model an area of ``n_i < s`` people may fill ``eps`` of a dot's crowd, ``eps / n_i`` for
each of its people: few dots that agree tell more of one person than the bound. With weights of at least c
(:mod:`.programme`) a dot tells at most ``eps / c`` of anybody. Over dots that fall where the people are, what
they tell of one person adds up to ``rho s / N`` on average, in steps of ``eps / c``: in the sense of Chernoff
it is below ``eps / c`` times a Poisson count of mean ``lambda c``, ``lambda = rho s / (N eps)``, and a
patient's own dot adds one. So c is the least with

    K P(Pois(lambda c) >= c) + s P(Pois(lambda c) >= c - 1) <= 0.01,   lambda < 1          (22)

for K areas with fewer people than records. It says how *rarely* the dots of a release come out above the
bound; that they don't is proved of the dots that were drawn (:mod:`..releases.reading`). Populations that may
be wrong widen ``lambda`` by ``sum hi / sum lo``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .programme import EQUAL, Inequality

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats, Ints

_MISSED = 0.01
"""Share of the releases that follow the people in which the dots may tell more of somebody than the bound."""
_LEAST = 2
"""With c = 1 the model is the revised one."""
_BLOCK = 2**16
"""Values of c that are tried together: memory alone."""


def least_count(people: Array, records: int, risk: float, doubt: Inequality = EQUAL) -> int | None:
    """The floor c of equation (22).

    Parameters
    ----------
    people : ndarray, shape (n,)
        Populations.
    records : int
        Records that are released, earlier ones included.
    risk : float
        The bound eps.
    doubt : Inequality
        How unequal people may be, and how wrong the populations.

    Returns
    -------
    int or None
        None where c must be s: where every area has as many people as there are records, or no smaller
        one does. Then the model is Wieland's.

    Examples
    --------
    >>> people = np.full(1000, 20.0)
    >>> least_count(people, 200, 0.2), least_count(people, 200, 0.2, Inequality(2.0))
    (6, 8)
    >>> least_count(people, 20, 0.2) is None
    True
    """
    from scipy.special import gammainc

    people = np.asarray(people, dtype=float)
    fewest, most = doubt.within(people)
    small = int(np.count_nonzero((people > 0) & (fewest < records)))
    if not small or not fewest.sum() > 0:
        return None
    spread = doubt.rate_ratio * records * (most.sum() / fewest.sum()) / (people.sum() * risk)
    if spread >= 1:
        return None
    for start in range(_LEAST, records, _BLOCK):
        count = np.arange(start, min(start + _BLOCK, records), dtype=float)
        # P(Pois(m) >= k) is the incomplete gamma function of k at m.
        missed = small * gammainc(count, spread * count) + records * gammainc(count - 1, spread * count)
        enough = np.flatnonzero(missed <= _MISSED)
        if len(enough):
            return int(count[enough[0]])
    return None


def in_units(
    count: int, people: Array, risk: float, boundary_code: Ints, doubt: Inequality = EQUAL
) -> Floats:
    """The floor of every area: smaller where its boundary unit holds too few people for c.

    Parameters
    ----------
    count : int
        From :func:`least_count`.
    people : ndarray, shape (n,)
        Populations.
    risk : float
        The bound eps.
    boundary_code : ndarray of int, shape (n,)
        Boundary units.
    doubt : Inequality
        As for :func:`least_count`.

    Returns
    -------
    ndarray, shape (n,)
        ``floor(eps N_u / rho)`` of unit u where that is below c, at least 1.

    Examples
    --------
    >>> in_units(8, np.array([20.0, 5.0, 300.0]), 0.2, np.array([0, 0, 1])).tolist()
    [5.0, 5.0, 8.0]
    """
    fewest = doubt.within(people)[0]
    crowd = np.bincount(boundary_code, fewest)[boundary_code]
    return np.clip(np.floor(risk * crowd / doubt.rate_ratio), 1.0, float(count))

# SPDX-License-Identifier: GPL-2.0-or-later
"""The programme solved the plain way, by HiGHS over all pairs: what the structured solver is held against."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, vstack

from geodeid_plugin.core.geomask.programme.programme import Request


def direct_solution(people, cap, cost):
    """Objective (mean cost a person) and flows of equations (1) to (5) over all pairs.

    ``cost`` has shape (origins, destinations); None where there is no strategy.
    """
    n, m = cost.shape
    pairs = n * m
    origin, destination = np.divmod(np.arange(pairs), m)
    share = np.asarray(people, dtype=float)[origin]
    ones = np.ones(pairs)
    whole = coo_matrix((ones, (origin, np.arange(pairs))), shape=(n, pairs + m))
    inflow = coo_matrix(
        (np.r_[share, -np.ones(m)], (np.r_[destination, np.arange(m)], np.arange(pairs + m))),
        shape=(m, pairs + m),
    )
    tight = np.flatnonzero(cap[origin] < 1)
    rows = np.arange(len(tight))
    privacy = coo_matrix(
        (
            np.r_[(share / cap[origin])[tight], -np.ones(len(tight))],
            (np.r_[rows, rows], np.r_[tight, pairs + destination[tight]]),
        ),
        shape=(len(tight), pairs + m),
    )
    scale = max(cost.max(), 1e-300)
    answer = linprog(
        np.r_[cost.ravel() * share / people.sum() / scale, np.zeros(m)],
        A_ub=privacy.tocsr() if len(tight) else None,
        b_ub=np.zeros(len(tight)) if len(tight) else None,
        A_eq=vstack([whole, inflow]).tocsr(),
        b_eq=np.r_[np.ones(n), np.zeros(m)],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if answer.x is None:
        return None
    return answer.fun * scale, (answer.x[:pairs] * share).reshape(n, m)


def programme_of(areas, destinations, *asked, **named):
    """The instance of what is asked, as :class:`Request` takes it."""
    return Request(*asked, **named).programme(areas, destinations)


def unrestricted_floor(people, records, model, boundary_code, **named):
    """Smallest risk of any strategy."""
    return Request(records, 0.5, model, **named).floors(people, boundary_code).max()

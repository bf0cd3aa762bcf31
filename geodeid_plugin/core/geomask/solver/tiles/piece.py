# SPDX-License-Identifier: GPL-2.0-or-later
"""One tile, or one block of a shifted tiling, as a piece of work: a pure function of arrays.

A block heals seams. Let x be feasible, O the origins and D the destinations of a block. The flows
``x_ij`` with i in O and j in D are free, all others stay. Then

    sum_j x_ij = n_i - (what i sends outside D),    x_ij <= alpha_i t_j,
    t_j = f_j + sum_i x_ij,                         t_j >= tau_j,                     (19)

with ``f_j`` the inflow from outside O, ``tau_j = max f_ij / alpha_i`` over those origins, and ``alpha_i``
from the true ``n_i``. A flow into j outside D never changes, so (3) holds there; in D it holds for O by
(19) and for others since ``t_j >= tau_j``. The flows at hand are feasible, so the objective can't rise, and
blocks share no destination: they can be solved at the same time. ``f_j`` is an origin tied to j, of
``f_j`` people and the cap ``f_j / tau_j``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....base.errors import AuditError, InfeasibleError
from ....base.progress import Progress, silent, wordless
from ...programme.allpairs import AllPairs
from ...programme.programme import Programme
from ..solve import Found, search
from ..taken import search_taken

Arrays = dict[str, NDArray[Any]]
"""What a piece is made of and what comes of it."""


def solve_piece(piece: Arrays, progress: Progress = silent) -> Arrays:
    """Solve a tile or a block.

    Parameters
    ----------
    piece : dict of ndarray
        ``lon``, ``lat``, ``unit``, ``people`` and ``weight`` of the origins and ``scale``, what their costs
        are multiplied by, shape (n,); ``target_lon``, ``target_lat`` and ``target_unit`` of the
        destinations, shape (m,); ``tied``, ``inflow`` and ``least`` (``f_j`` and ``tau_j``) of those that
        have an inflow, shape (f,); and the numbers ``risk``, ``tolerance`` and ``squared``.
    progress : callable
        Progress and cancel.

    Returns
    -------
    dict of ndarray
        ``origin``, ``destination`` and ``flow`` (people) of the pairs, ``price`` of the origins, ``cost``
        (people times cost) and ``bound``. Where the piece has no strategy ``failed`` is 1 for one that
        is infeasible and 2 for one that could not be made private; else 0.
    """
    count, risk = len(piece["people"]), float(piece["risk"])
    pairs = AllPairs(
        (piece["lon"], piece["lat"]), piece["unit"],
        (piece["target_lon"], piece["target_lat"]), piece["target_unit"],
        bool(piece["squared"]), piece["tied"], piece["scale"],
    )  # fmt: skip
    people = np.r_[piece["people"], piece["inflow"]]
    weight = np.r_[piece["weight"], risk * piece["least"]]
    programme = Programme(np.arange(len(people)), people, weight, risk, bool(piece["squared"]), pairs)
    try:
        found = _searched(programme, float(piece["tolerance"]), wordless(progress))
    except InfeasibleError:
        return _nothing(count, 1)
    except AuditError:
        return _nothing(count, 2)
    strategy = found.strategy
    free = strategy.origin < count
    flow = people[strategy.origin] * strategy.probability
    cost = programme.cost(strategy.origin, strategy.destination)
    return {
        "origin": strategy.origin[free].astype(np.int32),
        "destination": strategy.destination[free].astype(np.int32),
        "flow": flow[free],
        "price": found.price[:count],
        "cost": np.array(flow @ cost),
        "bound": np.array(found.bound),
        "failed": np.array(0),
    }


def _searched(programme: Programme, tolerance: float, progress: Progress) -> Found:
    """Over few destinations where a crowd holds many areas, else over all."""
    found = search_taken(programme, tolerance, None, progress)
    return search(programme, tolerance, None, progress) if found is None else found


def _nothing(count: int, why: int) -> Arrays:
    none = np.zeros(0, dtype=np.int32)
    return {
        "origin": none, "destination": none, "flow": np.zeros(0), "price": np.zeros(count),
        "cost": np.array(np.inf), "bound": np.array(0.0), "failed": np.array(why),
    }  # fmt: skip

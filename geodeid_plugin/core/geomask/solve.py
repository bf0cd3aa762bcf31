# SPDX-License-Identifier: GPL-2.0-or-later
"""Solving the programme of :mod:`.programme` and handing back a strategy that passed its audit."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from ..errors import InfeasibleError
from ..progress import Progress, silent
from .audit import Audit, audit, require
from .programme import Programme, caps
from .strategy import Strategy, repaired

MARGIN = 1e-6
"""Share of the risk that is kept back from the solver and given to rounding."""


@dataclass(frozen=True)
class Solution:
    """A strategy, its audit, and how near the optimum it is.

    Attributes
    ----------
    strategy : Strategy
        Exactly private, audited.
    audit : Audit
        Measured risks.
    expected_move_m : float
        Mean distance moved, metres.
    gap : float
        ``(cost - certified lower bound) / cost`` over the allowed pairs.
    """

    strategy: Strategy
    audit: Audit
    expected_move_m: float
    gap: float


def solve(programme: Programme, records: int, model: str, progress: Progress = silent) -> Solution:
    """Solve, repair and audit.

    Parameters
    ----------
    programme : Programme
        The instance.
    records : int
        Records that are released, earlier releases included.
    model : {"revised", "wieland"}
        The model that the weights were made by.
    progress : callable
        Progress and cancel.

    Returns
    -------
    Solution

    Raises
    ------
    InfeasibleError
        No strategy over the allowed pairs meets the risk.
    AuditError
        The answer could not be made exactly private.
    """
    risk = programme.risk
    flow, bound = _direct(programme, caps(programme.people, programme.weight, risk * (1 - MARGIN)), progress)
    strategy = repaired(programme, flow, caps(programme.people, programme.weight, risk * (1 - MARGIN / 4)))
    result = audit(
        strategy.origin, strategy.destination, strategy.probability, programme.people, records, model
    )
    require(result, risk, model)
    cost = strategy.expected_cost(programme.people, programme.squared)
    gap = max(0.0, (cost - bound) / cost) if cost > 0 else 0.0
    return Solution(strategy, result, strategy.expected_move_m(programme.people), gap)


def _direct(programme, cap, progress):
    """Flows and objective of equations (1) to (5) by HiGHS, scaled by people."""
    from scipy.sparse import coo_matrix, vstack

    pairs, people = programme.pairs, programme.people
    count, targets = len(pairs), programme.destination_count
    used, row = np.unique(pairs.origin, return_inverse=True)
    share = people[pairs.origin]
    index = np.arange(count)
    whole = coo_matrix((np.ones(count), (row, index)), shape=(len(used), count + targets))
    inflow = coo_matrix(
        (
            np.r_[share, -np.full(targets, 1.0)],
            (np.r_[pairs.destination, np.arange(targets)], np.r_[index, count + np.arange(targets)]),
        ),
        shape=(targets, count + targets),
    )
    tight = np.flatnonzero(cap[pairs.origin] < 1)
    rows = np.arange(len(tight))
    privacy = coo_matrix(
        (
            np.r_[(share / cap[pairs.origin])[tight], -np.ones(len(tight))],
            (np.r_[rows, rows], np.r_[tight, count + pairs.destination[tight]]),
        ),
        shape=(len(tight), count + targets),
    )
    scale = max(float(programme.cost.max()), 1e-300)
    objective = np.r_[programme.cost * share / people.sum() / scale, np.zeros(targets)]
    answer = _in_thread(
        {
            "c": objective,
            "A_ub": privacy.tocsr() if len(tight) else None,
            "b_ub": np.zeros(len(tight)) if len(tight) else None,
            "A_eq": vstack([whole, inflow]).tocsr(),
            "b_eq": np.r_[np.ones(len(used)), np.zeros(targets)],
            "bounds": (0, None),
            "method": "highs",
            "options": {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-9},
        },
        progress,
    )
    if answer.x is None:
        raise InfeasibleError(
            f"No strategy over the allowed destinations keeps the risk at {programme.risk:g}. "
            "Allow more destinations, a larger risk, or join areas."
        )
    return answer.x[:count] * share, float(answer.fun) * scale


def _in_thread(arguments, progress):
    """Run the solver beside a loop that reports progress, so that cancel is answered at once."""
    from scipy.optimize import linprog

    box = {}

    def work():
        try:
            box["answer"] = linprog(**arguments)
        except Exception as error:
            box["error"] = error

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        progress(0.0, "Solving the programme")
        thread.join(0.2)
    if "error" in box:
        raise box["error"]
    return box["answer"]

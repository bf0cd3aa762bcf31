# SPDX-License-Identifier: GPL-2.0-or-later
"""Solving the programme of :mod:`.programme` and handing back a strategy that passed its audit."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from ..areas import Areas
from ..errors import InfeasibleError, InputError, named
from ..progress import Progress, silent
from .audit import Audit, audit, require
from .programme import (
    Destinations,
    Programme,
    candidate_pairs,
    caps,
    check_bounds,
    unrestricted_floor,
    weights,
)
from .strategy import Strategy, repaired

MARGIN = 1e-6
"""Share of the risk that is kept back from the solver and given to rounding."""


@dataclass(frozen=True)
class Request:
    """What is asked of a strategy.

    Attributes
    ----------
    records : int
        Records that are released, earlier releases included.
    risk : float
        The bound eps.
    model : {"revised", "wieland"}
        Which guarantee, see :func:`.programme.weights`.
    nearest : int or None
        How many destinations an origin may use, the nearest ones; None for all.
    squared : bool
        Whether squared distances are minimised.
    """

    records: int
    risk: float
    model: str = "revised"
    nearest: int | None = None
    squared: bool = False


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
    smallest_risk : float
        The smallest risk that any strategy over the allowed pairs can reach, or a lower bound of it.
    """

    strategy: Strategy
    audit: Audit
    expected_move_m: float
    gap: float
    smallest_risk: float


def solve_areas(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> Solution:
    """Find the strategy of least expected move for a table of areas.

    Parameters
    ----------
    areas : Areas
        The origins.
    destinations : Destinations or None
        Where records may go; None for the areas themselves.
    request : Request
        Bound, model and limits.
    progress : callable
        Progress and cancel.

    Returns
    -------
    Solution

    Raises
    ------
    InputError, InfeasibleError, AuditError
        With a sentence that says what to change.
    """
    check_bounds(areas, request.records, request.risk)
    weight = weights(areas.population, request.records, request.model)
    floor = unrestricted_floor(areas.population, weight, areas.boundary_code)
    if floor > request.risk:
        raise InfeasibleError(
            f"No strategy keeps the risk at {request.risk:g}: with these populations and boundaries the "
            f"smallest possible risk is {rounded_up(floor)}. Allow a larger risk, or join areas or boundary "
            "units that hold few people."
        )
    pairs = candidate_pairs(areas, destinations, request.nearest)
    count = len(areas) if destinations is None else len(destinations)
    programme = Programme(areas.population, weight, pairs, count, request.risk, request.squared)
    return solve(programme, request.records, request.model, floor, progress)


def audited(
    strategy: Strategy, areas: Areas, destinations: Destinations | None, request: Request
) -> Solution:
    """Audit a strategy that was solved before, for the records that it is to move now.

    Returns
    -------
    Solution
        Its gap is not known and says 1.

    Raises
    ------
    InputError, AuditError
        The table does not fit the areas, or tells more than the bound.
    """
    check_bounds(areas, request.records, request.risk)
    result = audit(
        strategy.origin,
        strategy.destination,
        strategy.probability,
        areas.population,
        request.records,
        request.model,
    )
    require(result, request.risk, request.model)
    target = Destinations.of_areas(areas) if destinations is None else destinations
    crossing = areas.boundary_code[strategy.origin] != target.boundary_code[strategy.destination]
    if crossing.any():
        raise InputError(
            f"The strategy moves people of area {named(np.unique(areas.ids[strategy.origin[crossing]]))} "
            "across the boundary. Solve it again with this boundary."
        )
    weight = weights(areas.population, request.records, request.model)
    floor = unrestricted_floor(areas.population, weight, areas.boundary_code)
    return Solution(strategy, result, strategy.expected_move_m(areas.population), 1.0, floor)


def rounded_up(risk: float) -> str:
    """A risk with four digits, never below the number itself."""
    if not risk > 0:
        return "0"
    step = 10.0 ** (np.floor(np.log10(risk)) - 3)
    return f"{np.ceil(risk / step * (1 - 1e-12) + 1e-9) * step:.4g}"


def solve(
    programme: Programme, records: int, model: str, floor: float = 0.0, progress: Progress = silent
) -> Solution:
    """Solve, repair and audit.

    Parameters
    ----------
    programme : Programme
        The instance.
    records : int
        Records that are released, earlier releases included.
    model : {"revised", "wieland"}
        The model that the weights were made by.
    floor : float
        The smallest risk that any strategy can reach, carried through.
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
    return Solution(strategy, result, strategy.expected_move_m(programme.people), gap, floor)


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

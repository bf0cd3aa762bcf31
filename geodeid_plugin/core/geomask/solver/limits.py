# SPDX-License-Identifier: GPL-2.0-or-later
"""What is achievable when moves are limited to the nearest destinations: smallest risk, smallest K."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...base.errors import AuditError, InfeasibleError
from ...base.progress import Progress, part, silent
from ...geometry.areas import Areas
from ..programme.destinations import Destinations
from ..programme.programme import programme_of, unrestricted_floor
from ..programme.request import Request
from .solve import solve

_PRECISION = 0.01
"""The smallest risk of few nearest destinations is found to one per cent."""
_ANY_STRATEGY = 1.0
"""Tolerance of a search that ends at the first strategy."""


def feasible(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> bool:
    """Whether the search finds a strategy for a request; it stops at the first one."""
    programme = programme_of(
        areas, destinations, request.counted, request.risk, request.model, request.nearest, request.squared,
        request.inequality,
    )  # fmt: skip
    try:
        solve(programme, _ANY_STRATEGY, request.seconds, progress)
    except (InfeasibleError, AuditError):
        return False
    return True


def smallest_risk(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> float:
    """Smallest risk for which a strategy is found over the K nearest destinations, within one per cent.

    Parameters
    ----------
    areas, destinations
        Origins and destinations, see :func:`..solution.solve_areas`.
    request : Request
        Its risk is known to be out of reach, or 0 where nothing is known.
    progress : callable
        Progress and cancel.

    Returns
    -------
    float
        A risk that can be reached; infinite where even a risk just below 1 can't.
    """
    low = unrestricted_floor(
        areas.population, request.counted, request.model, areas.boundary_code, request.inequality
    )
    if request.nearest is None:
        return low
    low = max(low, request.risk)
    high = 1.0 - 1e-9
    steps = max(1, int(np.ceil(np.log2(np.log(high / min(low, 0.5 * high)) / _PRECISION))))
    if not feasible(areas, destinations, replace(request, risk=high), part(progress, 0.0, 1 / (steps + 1))):
        return np.inf
    for step in range(1, steps + 1):
        middle = float(np.sqrt(low * high))
        share = part(progress, step / (steps + 1), (step + 1) / (steps + 1))
        if feasible(areas, destinations, replace(request, risk=middle), share):
            high = middle
        else:
            low = middle
        if high / low < 1 + _PRECISION:
            break
    return high


def enough_nearest(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> int | None:
    """A number of nearest destinations, doubled from K, that makes the risk of the request reachable."""
    count = len(areas) if destinations is None else len(destinations)
    nearest = request.nearest
    while nearest is not None and nearest < count:
        nearest = min(2 * nearest, count)
        if feasible(areas, destinations, replace(request, nearest=nearest), progress):
            return nearest
    return None

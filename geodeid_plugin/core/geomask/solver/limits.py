# SPDX-License-Identifier: GPL-2.0-or-later
"""What is achievable when moves are limited to the nearest destinations: smallest risk, smallest K."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...base.errors import AuditError, InfeasibleError
from ...base.progress import Progress, part, silent
from ...geometry.areas import Areas
from ..programme.candidates import candidate_pairs
from ..programme.destinations import Destinations
from ..programme.pricing import ListedPairs
from ..programme.programme import Programme, floors_among, programme_of, unrestricted_floor
from ..programme.request import Request
from .solve import ANY_STRATEGY, solve

_PRECISION = 0.01
"""The smallest risk of few nearest destinations is found to one per cent."""
_MOST_COUNTED = 2e9
"""Pairs of pairs up to which the crowd about each area is counted: some ten seconds."""


def feasible(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> bool:
    """Whether the search finds a strategy for a request over listed destinations; it stops at the first one.

    Every move costs alike, since any strategy will do: a certified bound above that one cost then proves
    that there is none, mostly after a few steps.
    """
    try:
        solve(_alike(areas, destinations, request), ANY_STRATEGY, request.seconds, progress)
    except (InfeasibleError, AuditError):
        return False
    return True


class _EnoughError(Exception):
    """The steps that were allowed are done."""


def disproved(areas: Areas, destinations: Destinations | None, request: Request, steps: int) -> bool:
    """Whether so many steps of the search prove that no strategy over the K nearest keeps the risk.

    Parameters
    ----------
    areas, destinations
        Origins and destinations, see :func:`..solution.solve_areas`.
    request : Request
        Records, risk, model and K.
    steps : int
        Steps of the interior point at most.

    Returns
    -------
    bool
        True is proved; False says nothing.
    """
    left = iter(range(steps))

    def counted(_share: float, _words: str = "") -> None:
        if next(left, None) is None:
            raise _EnoughError

    try:
        solve(_alike(areas, destinations, request), ANY_STRATEGY, None, counted)
    except InfeasibleError:
        return True
    except (AuditError, _EnoughError):
        pass
    return False


def _alike(areas: Areas, destinations: Destinations | None, request: Request) -> Programme:
    """The programme of a request; over listed pairs every move is one metre long."""
    programme = programme_of(
        areas, destinations, request.counted, request.risk, request.model, request.nearest, request.squared,
        request.inequality,
    )  # fmt: skip
    pairs = programme.pricing_set
    if not isinstance(pairs, ListedPairs):
        return programme
    length = np.ones(len(pairs.origin))
    listed = ListedPairs(pairs.origin, pairs.destination, length, pairs.destination_count, squared=False)
    return replace(programme, pricing_set=listed, squared=False)


def smallest_risk(
    areas: Areas,
    destinations: Destinations | None,
    request: Request,
    progress: Progress = silent,
    most: float = 1.0 - 1e-9,
) -> float:
    """Smallest risk for which a strategy is found over the K nearest destinations, within one per cent.

    The search starts at :func:`local_floor`, which is proved and nearly always reached, and goes up in steps
    that double, so one solve is the rule.

    Parameters
    ----------
    areas, destinations
        Origins and destinations, see :func:`..solution.solve_areas`.
    request : Request
        Its risk is known to be out of reach, or 0 where nothing is known.
    progress : callable
        Progress and cancel.
    most : float
        The largest risk looked at. Above 1 the bound of :func:`..programme.programme.weights` is no
        probability any more.

    Returns
    -------
    float
        A risk that can be reached; infinite where even ``most`` can't.
    """
    low = unrestricted_floor(
        areas.population, request.counted, request.model, areas.boundary_code, request.inequality
    )
    if request.nearest is None:
        return low
    low = max(low, request.risk, local_floor(areas, destinations, request))
    room, high, tried = _PRECISION, np.inf, 0
    while not high / low < 1 + _PRECISION * (1 + 1e-9):
        upward = not np.isfinite(high)
        middle = min(low * (1 + room), most) if upward else float(np.sqrt(low * high))
        if middle <= low:
            return np.inf
        share = part(progress, 1 - 0.8**tried, 1 - 0.8 ** (tried + 1))
        tried += 1
        if feasible(areas, destinations, replace(request, risk=middle), share):
            high = middle
        elif middle >= most:
            return np.inf
        else:
            low, room = middle, 2 * room
    return high


def local_floor(areas: Areas, destinations: Destinations | None, request: Request) -> float:
    """A risk below which nothing is possible over the K nearest destinations.

    The places that area i may use hold the people of areas that may use one of them too, and nobody else.

    Parameters
    ----------
    areas, destinations
        Origins and destinations, see :func:`..solution.solve_areas`.
    request : Request
        Records, model and K.

    Returns
    -------
    float
        The largest of :func:`..programme.programme.floors_among`; 0 where K is None, or so large that
        counting takes longer than it saves.
    """
    if request.nearest is None or len(areas) * float(request.nearest) ** 2 > _MOST_COUNTED:
        return 0.0
    from scipy.sparse import coo_matrix

    pairs = candidate_pairs(areas, destinations, request.nearest)
    people = np.asarray(areas.population, dtype=float)
    count = len(areas) if destinations is None else len(destinations)
    # float32 would count to 2^24 only; here the numbers are at most K.
    links = (np.ones(len(pairs.origin), dtype=np.float32), (pairs.origin, pairs.destination))
    reach = coo_matrix(links, shape=(len(areas), count)).tocsr()
    shared = reach @ reach.T
    shared.data = np.ones(len(shared.data))
    crowd = shared @ people
    return float(np.max(floors_among(crowd, people, request.counted, request.model, request.inequality)))


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

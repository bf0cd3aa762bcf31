# SPDX-License-Identifier: GPL-2.0-or-later
"""The model that bounds every person at the least price: Wieland's, or everybody's that moves people less.

Wieland's model bounds what any list of dots can tell of anybody, also lists that do not occur: all dots on
the worst place. Where areas are smaller than the records that makes moves several times longer. Everybody's
(:mod:`.programme.everybody`) bounds one dot's share instead, so that of the dots that were drawn it can be
proved that together they keep the bound (:mod:`.releases.reading`). Where both move people about as far,
Wieland's is taken: it holds whatever is drawn.

The choice depends on areas, populations, records, bound and doubt alone. A choice after the draw would tell
that a first draw had failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..base.errors import AuditError, InfeasibleError
from ..base.progress import Progress, part, silent
from ..geometry.areas import Areas
from .programme.destinations import Destinations
from .programme.everybody import in_units, least_count
from .programme.programme import EVERYBODY, Inequality
from .programme.request import Request
from .releases.reading import spare
from .solution import Solution, audited, solve_areas
from .solver.tiles.tiled import Tiles
from .strategy import Strategy

AUTO = "auto"
"""A request that leaves the model to :func:`solve_automatic`."""
CLOSE = 1.10
"""Times as far as everybody's that Wieland's may move people and still be taken. Of 251 instances 148 are
within it; 1.25 adds nine, for up to a quarter of the move."""


@dataclass(frozen=True)
class Chosen:
    """The model that was taken, and its table."""

    request: Request
    """As it was solved: with its model, and c where that is everybody's."""
    solution: Solution
    farther: float | None
    """Times as far as everybody's that Wieland's moves people; None where only one of them was solved."""


def solve_automatic(
    areas: Areas,
    destinations: Destinations | None,
    request: Request,
    move_m: Callable[[Strategy], float],
    progress: Progress = silent,
    tiles: Tiles | None = None,
) -> Chosen:
    """Find the table of Wieland's model or of everybody's.

    Parameters
    ----------
    areas, destinations, progress, tiles
        As for :func:`.solution.solve_areas`.
    request : Request
        Bound and limits; its model, floor and spare are chosen here.
    move_m : callable
        How far a table moves people, metres, or what that costs: the same for the same table.

    Returns
    -------
    Chosen

    Raises
    ------
    InputError, InfeasibleError, AuditError
        As :func:`.solution.solve_areas`.

    Examples
    --------
    >>> areas = Areas(
    ...     ids=np.arange(40).astype(object), lon_deg=10 + np.arange(40) / 100, lat_deg=np.full(40, 50.0),
    ...     population=np.full(40, 20.0), area_m2=np.full(40, 1e6),
    ... )
    >>> def move_m(table):
    ...     return table.expected_move_m(areas.population)
    >>> chosen = solve_automatic(areas, None, Request(10, 0.2), move_m)
    >>> chosen.request.model, chosen.farther
    ('wieland', None)
    """
    wieland = of_wieland(request)
    attempts = list(of_everybody(areas, request))
    if not attempts:
        return Chosen(wieland, solve_areas(areas, destinations, wieland, progress, tiles), None)
    everybody, solution = _first(areas, destinations, attempts, part(progress, 0.0, 0.5), tiles)
    if wieland.floor(areas) > wieland.risk:
        return Chosen(everybody, solution, None)
    try:
        other = solve_areas(areas, destinations, wieland, part(progress, 0.5, 1.0), tiles, explained=False)
    except (
        InfeasibleError,
        AuditError,
    ):  # over few nearest destinations, or at the very edge of the possible
        return Chosen(everybody, solution, None)
    least, most = move_m(solution.strategy), move_m(other.strategy)
    farther = most / least if least > 0 else (1.0 if most <= 0 else np.inf)
    if most <= CLOSE * least:
        return Chosen(wieland, other, farther)
    return Chosen(everybody, solution, farther)


def of_wieland(request: Request) -> Request:
    """The request under Wieland's model."""
    return replace(request, model="wieland", at_least=1.0, spare=0.0)


def of_everybody(areas: Areas, request: Request) -> Iterator[Request]:
    """The request under everybody's model, with c and, where moves are listed, half of it, down to 2."""
    doubt = request.inequality
    count = least_count(areas.population, request.records, request.risk, doubt)
    kept = spare(areas.population, request.records, doubt)
    while count is not None:
        floor = in_units(count, areas.population, request.risk, areas.boundary_code, doubt)
        yield replace(request, model=EVERYBODY, at_least=floor, spare=kept)
        count = max(2, count // 2) if request.listed and count > 2 else None


def without_doubt(areas: Areas, request: Request) -> Request:
    """The same promise to people who are equally likely, of populations that are right; with its own c."""
    certain = replace(request, inequality=Inequality())
    if request.model != EVERYBODY:
        return certain
    return next(of_everybody(areas, certain), of_wieland(certain))


def _first(
    areas: Areas,
    destinations: Destinations | None,
    attempts: list[Request],
    progress: Progress,
    tiles: Tiles | None,
) -> tuple[Request, Solution]:
    """The first request that a table is found for."""
    for request in attempts[:-1]:
        try:
            return request, solve_areas(areas, destinations, request, progress, tiles, explained=False)
        except InfeasibleError:
            continue
    return attempts[-1], solve_areas(areas, destinations, attempts[-1], progress, tiles)


def audited_automatic(
    strategy: Strategy, areas: Areas, destinations: Destinations | None, request: Request
) -> Chosen:
    """The strongest promise that a table solved before keeps: Wieland's, else everybody's.

    Raises
    ------
    InputError, AuditError
        As :func:`.solution.audited`.
    """
    wieland, attempts = of_wieland(request), list(of_everybody(areas, request))
    if not attempts:
        return Chosen(wieland, audited(strategy, areas, destinations, wieland), None)
    try:
        return Chosen(wieland, audited(strategy, areas, destinations, wieland), None)
    except AuditError:
        return Chosen(attempts[0], audited(strategy, areas, destinations, attempts[0]), None)

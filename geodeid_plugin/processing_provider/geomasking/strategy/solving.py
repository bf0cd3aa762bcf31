# SPDX-License-Identifier: GPL-2.0-or-later
"""A table for a request, by the model that was asked for or by the one that is chosen."""

from __future__ import annotations

from ....core.base.errors import AuditError, InfeasibleError
from ....core.geomask.automatic import (
    AUTO,
    audited_automatic,
    of_everybody,
    of_wieland,
    solve_automatic,
    without_doubt,
)
from ....core.geomask.programme.request import Request
from ....core.geomask.solution import Solution, audited, solve_areas
from .costs import mean_cost
from .lpmoves import placed_move_m
from .lptiles import read_tiles

MOST_AREAS = 1500
"""Areas up to which a second table is solved to tell what doubt costs: one second of CPU for 1 392 areas."""


def solved(run, layer, placing, areas, request: Request, progress) -> tuple[Request, Solution]:
    """Solve for a table.

    Parameters
    ----------
    run : Run
    layer, placing : AreaLayer, Placing
        The polygons of the areas, and where dots are put.
    areas : Areas
        The same areas with the people of the stratum.
    request : Request
    progress : callable

    Returns
    -------
    tuple of Request and Solution
        The request as it was solved: with the model that was taken.
    """
    targets = placing.targets.core
    if request.model != AUTO:
        tiles = read_tiles(run, areas, request)
        with run.spending("solving"):
            return request, solve_areas(areas, targets, request, progress, tiles)
    tiles = read_tiles(run, areas, next(of_everybody(areas, request), of_wieland(request)))

    def move_m(table) -> float:
        placing.check(table.destination)
        if request.costs is not None:
            return mean_cost(table, request.costs, areas.population)
        return placed_move_m(layer, placing, table, areas.population)

    with run.spending("solving"):
        chosen = solve_automatic(areas, targets, request, move_m, progress, tiles)
    return chosen.request, chosen.solution


def given(strategy, areas, targets, request: Request) -> tuple[Request, Solution]:
    """Audit a table solved before, by the strongest promise that it keeps where that is left open."""
    if request.model != AUTO:
        return request, audited(strategy, areas, targets.core, request)
    chosen = audited_automatic(strategy, areas, targets.core, request)
    return chosen.request, chosen.solution


def without_doubt_m(layer, placing, areas, request: Request, progress) -> float | None:
    """How far people would be moved were rates alike and populations right, metres.

    Parameters
    ----------
    layer, placing, areas, progress
        As for :func:`solved`.
    request : Request
        As it was solved.

    Returns
    -------
    float or None
        None where nothing is allowed for, costs are minimised in place of metres, or a second table takes
        long.
    """
    targets = placing.targets.core
    many = max(len(areas), len(placing.targets.ids)) > MOST_AREAS
    if request.inequality.certain or request.costs is not None or many:
        return None
    try:
        certain = solve_areas(areas, targets, without_doubt(areas, request), progress, explained=False)
    except (AuditError, InfeasibleError):
        return None
    return placed_move_m(layer, placing, certain.strategy, areas.population)

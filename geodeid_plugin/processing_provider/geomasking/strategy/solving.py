# SPDX-License-Identifier: GPL-2.0-or-later
"""A table for a request, by the model that was asked for or by the one that is chosen."""

from __future__ import annotations

import numpy as np

from ....core.base import identity
from ....core.base.errors import AuditError, InfeasibleError, InputError, named
from ....core.base.progress import run_beside
from ....core.geomask.automatic import (
    AUTO,
    audited_automatic,
    of_everybody,
    of_wieland,
    solve_automatic,
    without_doubt,
)
from ....core.geomask.programme.candidates import Costs
from ....core.geomask.programme.request import Request
from ....core.geomask.solution import Solution, audited, solve_areas
from ....core.geomask.solver.forecast import forecast
from ....core.geomask.solver.tiles.tiled import LARGE, TILE, Tiles
from ....core.geomask.solver.tiles.work import Here, Workers
from ....core.geomask.strategy import Strategy
from ....host import settings
from ....host.machine import cores, memory_bytes
from ....host.workers.cluster import Cluster, check
from ....host.workers.interpreter import interpreter
from ....host.workers.processes import Processes
from ....i18n import tr
from ....report.numbers import number
from ...io import AreaLayer, identifiers, read_table
from .lp import Targets
from .placing import placed_move_m

MOST_AREAS = 1500
"""Areas up to which a second table is solved to tell what doubt costs: one second of CPU for 1 392 areas."""


def solved(run, layer, placing, areas, request: Request, progress) -> tuple[Request, Solution]:
    """Solve for a table.

    ``areas`` are those of the layer with the people of the stratum. Gives the request as it was solved, with
    the model that was taken, too.
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

    ``request`` is as it was solved. None where nothing is allowed for, costs are minimised in place of
    metres, or a second table takes long.
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


def read_costs(run, inputs, layer: AreaLayer, targets: Targets) -> Costs | None:
    """Read COSTS; None without it.

    Refused is a row that names an area or destination that is not there, or has no cost, or a pair that
    stands twice.
    """
    if not inputs.costs:
        return None
    table = read_table(run, "COSTS", geometry=False)
    origin = _rows(run, table, "origin", layer.areas.ids)
    destination = _rows(run, table, "destination", targets.ids)
    staying = len(layer.areas) if targets.core is None else 0
    return Costs.of(origin, destination, table.numbers("cost", tr("cost")), staying)


def _rows(run, table, name: str, ids) -> np.ndarray:
    """Rows of the areas or destinations that a field of the table names."""
    row_of = identity.rows_of(ids)
    keys = [identity.canonical(value) for value in identifiers(run, table, name)]
    absent = [one for one in keys if one not in row_of]
    if absent:
        raise InputError(
            "strategy.costs.unknown_name",
            "The costs “{layer}” name {field} {names}, which is not in the layer. Use its identifiers.",
            layer=table.name,
            field=name,
            names=named(dict.fromkeys(one or tr("NULL") for one in absent)),
        )
    return np.array([row_of[one] for one in keys], dtype=np.int64)


def mean_cost(strategy: Strategy, costs: Costs, people: np.ndarray) -> float:
    """What a move of a person drawn at random costs on average."""
    width = int(costs.destination.max()) + 1
    key = costs.origin * width + costs.destination
    order = np.argsort(key)
    at = order[np.searchsorted(key[order], strategy.origin.astype(np.int64) * width + strategy.destination)]
    flow = people[strategy.origin] * strategy.probability
    return float(flow @ costs.cost[at] / flow.sum())


_TILE_LEAST = 50
"""A tile of fewer areas leaves no room to move in."""
_TOLD_S = 20.0
"""Shorter solves are not foretold."""


def read_tiles(run, areas, request: Request) -> Tiles | None:
    """How the areas are cut and who works on them; None in one piece.

    Says what the solve will need, and cuts or refuses what this machine's memory does not hold.
    """
    count, size = int(np.count_nonzero(areas.population > 0)), settings.number_of(settings.TILES, _TILE_LEAST)
    if size is not None and request.listed:
        raise InputError(
            "tile.destinations.restricted",
            "Tiles need all destinations. Leave the nearest destinations empty, the longest move and the "
            "costs too, or the areas of a tile in the settings of GeoDeID (GEODEID_TILES).",
        )
    needed, memory = forecast(areas, request), memory_bytes()
    if size is None and not request.listed:
        scarce = memory is not None and needed.memory_bytes > memory
        size = TILE if scarce or count >= LARGE else None
    if size is not None:
        needed = forecast(areas, request, size)
    if memory is not None and needed.memory_bytes > memory:
        raise InputError(
            "tile.memory.too_small",
            "About {needed} of memory would be needed, and {there} are there. Choose fewer nearest "
            "destinations, smaller tiles, or a larger risk.",
            needed=_gib(needed.memory_bytes),
            there=_gib(memory),
        )
    if needed.seconds >= _TOLD_S:
        run.progress(
            0.05,
            tr(
                "{count} areas: about {minutes} minutes of processor time and {memory} of memory",
                count=count,
                minutes=number(needed.seconds / 60, ".2g"),
                memory=_gib(needed.memory_bytes),
            ),
        )
    return None if size is None else Tiles(size, _workers(run))


def _workers(run) -> Workers:
    """A cluster, processes of this machine, or this process."""
    address = settings.value_of(settings.SCHEDULER)
    processes = settings.number_of(settings.PROCESSES, 0)
    if address and processes is not None:
        raise InputError(
            "worker.processes.given_twice", "Give either a Dask scheduler or a number of processes, not both."
        )
    if address:
        # Beside: who has given a wrong address need not wait until nobody answers.
        for difference in run_beside(lambda _report: check(address), run.progress):
            run.warn(difference)
        return Cluster(address)
    if processes is None or processes == 1:
        return Here()
    python = interpreter()
    if python is None:
        run.warn(
            tr(
                "No Python with numpy and scipy was found beside QGIS: QGIS itself solves one tile after the "
                "other."
            )
        )
        return Here()
    return Processes(python, processes or cores())


def _gib(size: float) -> str:
    return f"{number(size / 2**30, '.2g')} GiB"

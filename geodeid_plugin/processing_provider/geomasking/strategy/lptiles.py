# SPDX-License-Identifier: GPL-2.0-or-later
"""Large programmes: tiles, who works on them, and what a solve will need."""

from __future__ import annotations

import numpy as np

from ....core.base.errors import InputError
from ....core.geomask.programme.request import Request
from ....core.geomask.solver.background import run_beside
from ....core.geomask.solver.forecast import forecast
from ....core.geomask.solver.tiles.tiled import LARGE, TILE, Tiles
from ....core.geomask.solver.tiles.work import Here, Workers
from ....host import settings
from ....host.machine import cores, memory_bytes
from ....host.workers.cluster import Cluster, check
from ....host.workers.interpreter import interpreter
from ....host.workers.processes import Processes
from ....i18n import tr
from ....report.numbers import number

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

# SPDX-License-Identifier: GPL-2.0-or-later
"""Large programmes: tiles, who works on them, and what a solve will need."""

from __future__ import annotations

import numpy as np
from qgis.core import QgsProcessingParameterNumber, QgsProcessingParameterString

from ....core.base.errors import InputError
from ....core.geomask.programme.request import Request
from ....core.geomask.solver.background import run_beside
from ....core.geomask.solver.forecast import forecast
from ....core.geomask.solver.tiles.tiled import LARGE, TILE, Tiles
from ....core.geomask.solver.tiles.work import Here, Workers
from ....host.machine import cores, memory_bytes
from ....host.workers.cluster import Cluster, check
from ....host.workers.interpreter import interpreter
from ....host.workers.processes import Processes
from ....i18n import tr
from ....report.numbers import number

_NUMBER = QgsProcessingParameterNumber
_TOLD_S = 20.0
"""Shorter solves are not foretold."""


def add_tiles(algorithm) -> None:
    """Add TILES, PROCESSES and SCHEDULER."""
    algorithm.add(
        _NUMBER("TILES", tr("Areas of a tile"), _NUMBER.Type.Integer, optional=True, minValue=50),
        tr(
            "Cuts many areas into compact tiles of about this many, which are solved one by one, joined, "
            "and certified together: less memory, work for several processes, slightly longer moves. "
            "Empty: about 2 500, from 100 000 areas up. Not together with nearest destinations."
        ),
        advanced=True,
    )
    algorithm.add(
        _NUMBER("PROCESSES", tr("Processes"), _NUMBER.Type.Integer, optional=True, minValue=0, maxValue=256),
        tr(
            "How many processes of this machine solve tiles at the same time; 0: one for each core. Empty: "
            "QGIS itself solves one after the other. The guarantee and the certified gap are the same."
        ),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterString("SCHEDULER", tr("Dask scheduler"), optional=True),
        tr(
            "Address of a running Dask cluster that solves tiles, for example tcp://127.0.0.1:8786 or "
            "tls://cluster:8786. It is told places and populations of areas, nothing of any record. "
            "Empty: none."
        ),
        advanced=True,
    )


def read_tiles(run, areas, request: Request) -> Tiles | None:
    """How the areas are cut and who works on them; None in one piece.

    Says what the solve will need, and cuts or refuses what this machine's memory does not hold.
    """
    count, size = int(np.count_nonzero(areas.population > 0)), run.integer("TILES")
    if size is not None and request.nearest is not None:
        raise InputError(tr("Tiles need all destinations. Leave the nearest destinations empty."))
    needed, memory = forecast(areas, request), memory_bytes()
    if size is None and request.nearest is None:
        scarce = memory is not None and needed.memory_bytes > memory
        size = TILE if scarce or count >= LARGE else None
    if size is not None:
        needed = forecast(areas, request, size)
    if memory is not None and needed.memory_bytes > memory:
        raise InputError(
            tr(
                "About {needed} of memory would be needed, and {there} are there. Choose fewer nearest "
                "destinations, smaller tiles, or a larger risk."
            ).format(needed=_gib(needed.memory_bytes), there=_gib(memory))
        )
    if needed.seconds >= _TOLD_S:
        run.progress(
            0.05,
            tr("{count} areas: about {minutes} minutes of processor time and {memory} of memory").format(
                count=count, minutes=number(needed.seconds / 60, ".2g"), memory=_gib(needed.memory_bytes)
            ),
        )
    return None if size is None else Tiles(size, _workers(run))


def _workers(run) -> Workers:
    """A cluster, processes of this machine, or this process."""
    address, processes = run.text("SCHEDULER").strip(), run.integer("PROCESSES")
    if address and processes is not None:
        raise InputError(tr("Give either a Dask scheduler or a number of processes, not both."))
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

# SPDX-License-Identifier: GPL-2.0-or-later
"""A table for a request, by the model that was asked for or chosen, and where it puts dots in a destination.

Where a dot is put inside its destination: by a rule that knows the destination and nothing of the origin.

That is why the bound stands whatever the rule: given the destination, the place tells nothing more. So what a
destination can't offer is found for all that the table uses before a place is drawn, never for those alone
that some record drew.

How far a table really moves people: from a home anywhere in an area to a place anywhere in another.

The programme minimises the distance between the areas' points. People live all over their area, and
``scatter`` puts them all over the destination, so that a move inside one area, which counts nothing there,
is a move all the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from qgis.core import QgsWkbTypes

from ...core.base.errors import AuditError, InfeasibleError, InputError, named
from ...core.base.progress import run_beside, silent
from ...core.base.randomness import SeededSource
from ...core.geomask.automatic import (
    AUTO,
    audited_automatic,
    of_everybody,
    of_wieland,
    solve_automatic,
    without_doubt,
)
from ...core.geomask.programme.candidates import Costs
from ...core.geomask.programme.programme import Request
from ...core.geomask.solution import Solution, audited, solve_areas
from ...core.geomask.solver.forecast import forecast
from ...core.geomask.solver.tiles.tiled import LARGE, TILE, Tiles
from ...core.geomask.solver.tiles.work import Here, Workers
from ...core.geomask.strategy import Strategy, drawn_pairs
from ...core.geometry.sphere import haversine_m
from ...host import settings
from ...host.settings import cores, memory_bytes
from ...host.workers.cluster import Cluster, check
from ...host.workers.interpreter import interpreter
from ...host.workers.processes import Processes
from ...i18n import tr
from ...report.numbers import number
from ..io import AreaLayer, identifiers, points_inside, read_points, read_table
from ..io.table import rows_named
from . import lp
from .lp import Targets

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
    rows, absent = rows_named(identifiers(run, table, name), ids)
    if absent:
        raise InputError(
            "strategy.costs.unknown_name",
            "The costs “{layer}” name {field} {names}, which is not in the layer. Use its identifiers.",
            layer=table.name,
            field=name,
            names=named(absent),
        )
    return rows


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


@dataclass(frozen=True)
class Placing:
    """The rule of one run."""

    kind: str
    """One of :data:`.lp.PLACEMENTS`."""
    targets: lp.Targets
    shapes: Sequence
    """Where places are drawn in each destination."""
    addresses: tuple = ()
    """Longitudes and latitudes of addresses, degrees, ordered by destination; empty for the other kinds."""
    start: np.ndarray = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    """Where the addresses of each destination start, and the end of the last; one 0 for the other kinds."""

    def check(self, used) -> np.ndarray:
        """Refuse destinations that no dot can be put in.

        ``used`` are rows of all that the tables use, drawn or not. Gives those that hold none of the
        addresses, where addresses are chosen among.
        """
        used = np.unique(used)
        if self.kind == "point":
            return used[:0]
        bare = used[np.diff(self.start)[used] == 0] if self.kind == "address" else used
        for row in bare:
            lp.refuse_thin(self.shapes[row])
        return bare if self.kind == "address" else used[:0]

    def drawn(self, destination, source, progress) -> tuple[np.ndarray, np.ndarray]:
        """Places of dots, longitudes and latitudes in degrees."""
        if self.kind == "point":
            return self.targets.lon_deg[destination], self.targets.lat_deg[destination]
        first, count = self.start[:-1], np.diff(self.start)
        places = []
        for index, row in enumerate(destination):
            if index % 200 == 0:
                progress(index / len(destination))
            if self.kind == "address" and count[row]:
                at = first[row] + int(source.uniform(1)[0] * count[row])
                places.append((self.addresses[0][at], self.addresses[1][at]))
            else:
                places.append(lp.places_inside(self.shapes[row], 1, source)[0])
        lon_deg, lat_deg = np.array(places).reshape(-1, 2).T
        return lon_deg, lat_deg


def tell_bare(run, placing: Placing, bare) -> None:
    """Tell of destinations without an address, from :meth:`Placing.check`."""
    if len(bare):
        run.counts["destinations_without_address"] = len(bare)
        run.warn(
            tr(
                "{count} destinations hold no address ({names}): dots there are drawn anywhere inside."
            ).format(count=len(bare), names=named(str(placing.targets.ids[row]) for row in bare))
        )


def read_placing(run, inputs, targets: lp.Targets) -> Placing:
    """Read PLACEMENT and ADDRESSES."""
    kind = inputs.placement
    placing = Placing(kind, targets, targets.shapes)
    return _with_addresses(run, inputs, placing) if kind == "address" else placing


def _with_addresses(run, inputs, placing: Placing) -> Placing:
    """The addresses that lie inside each destination."""
    if not inputs.addresses:
        raise InputError(
            "placement.addresses.missing", "PLACEMENT address needs a layer of ADDRESSES to choose from."
        )
    if any(s.type() != QgsWkbTypes.GeometryType.PolygonGeometry for s in placing.shapes if not s.isEmpty()):
        raise InputError(
            "placement.destinations.no_polygons", "PLACEMENT address needs destinations that are polygons."
        )
    points = read_points(run, "ADDRESSES")
    inside = list(points_inside(placing.shapes, points, run.progress))
    start = np.cumsum([0, *(len(rows) for rows in inside)])
    rows = np.concatenate(inside)
    return replace(placing, addresses=(points.lon_deg[rows], points.lat_deg[rows]), start=start)


_MOVES = 4000
"""Moves that are drawn: their mean is then known to 1.5 % (moves spread about as much as they measure)."""
_SEED = 143
"""Of the moves that are tried, so that the same table says the same; no draw of a release hangs on it."""


def placed_move_m(layer, placing, strategy, population, progress=silent) -> float:
    """Expected move of a person from home to the masked place, metres.

    Homes are uniform inside the polygons of the areas, at the point itself where areas are points.
    """
    source = SeededSource(_SEED)
    origin, destination = drawn_pairs(strategy, population, _MOVES, source)
    home = _inside(layer.table.geometries, origin, source, progress)
    if placing.kind == "scatter":
        place = _inside(placing.shapes, destination, source, progress)
    else:
        place = placing.drawn(destination, source, progress)
    return float(np.mean(haversine_m(*home, *place)))


def _inside(shapes, rows, source, progress) -> tuple[np.ndarray, np.ndarray]:
    """A place drawn uniformly inside the shape of each row, longitudes and latitudes in degrees."""
    found = np.empty((len(rows), 2))
    order = np.argsort(rows, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(rows[order])) + 1):
        found[part] = lp.places_inside(shapes[rows[part[0]]], len(part), source, progress)
    return found[:, 0], found[:, 1]

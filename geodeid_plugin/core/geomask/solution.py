# SPDX-License-Identifier: GPL-2.0-or-later
"""From areas and a request to a strategy that passed its audit, or a sentence that says what to change.

Nothing that the solver (:mod:`.solver.solve`) says is believed: the strategy is audited (:mod:`.audit`).

Rows of areas that may be empty: who may not be there hides nobody, and is hidden by the others.

Where margins of error reach down to (nearly) no people, an area adds nothing to any crowd. Its own row (16)
of :mod:`.programme.programme` asks for a crowd all the same,

    P_ij <= eps t_j / w'_i,    t_j the people of all others who come to j at least,            (23)

and nothing else: given the others' table its best row takes the nearest destinations first.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Callable

import numpy as np

from ..base.arrays import Floats, Ints
from ..base.errors import InfeasibleError, InputError, Phrase, named
from ..base.progress import Progress, part, run_beside, silent
from ..geometry.areas import Areas
from ..geometry.sphere import haversine_m
from .audit import Audit, Doubt, audit, require
from .programme.candidates import Destinations, Pairs
from .programme.programme import Programme, Request, check_bounds, counting_people
from .solver.cells import CELLS_OF_A_CROWD, joined, opened
from .solver.limits import enough_longest_m, enough_nearest, local_floors, smallest_risk
from .solver.solve import Found, search
from .solver.taken import search_carrying, search_taken
from .solver.tiles.tiled import LARGE, Tiles, search_tiled
from .strategy import STEP, Strategy


@dataclass(frozen=True)
class Solution:
    """A strategy, its audit, and how near the optimum it is."""

    strategy: Strategy
    """Exactly private, audited."""
    audit: Audit
    expected_move_m: float
    gap: float
    """``(objective - certified lower bound) / objective`` over all allowed pairs, of the areas that surely
    have people; 1 where unknown."""
    smallest_risk: float
    """The smallest that any strategy can reach when every destination of a boundary unit is allowed."""


def solve_areas(
    areas: Areas,
    destinations: Destinations | None,
    request: Request,
    progress: Progress = silent,
    tiles: Tiles | None = None,
    explained: bool = True,
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
        Progress and cancel; cancel is answered at once and keeps nothing.
    tiles : Tiles, optional
        How the areas are cut into tiles, and who works on them. Without it they are from
        :data:`.solver.tiles.tiled.LARGE` areas up.
    explained : bool
        Whether it is searched, where few moves allow nothing, for what would do.

    Raises
    ------
    InputError, InfeasibleError, AuditError
        With a sentence that says what to change.

    Examples
    --------
    >>> import numpy as np
    >>> from geodeid_plugin.core.geometry.areas import Areas
    >>> areas = Areas(
    ...     ids=np.array(["A", "B", "C", "D"], dtype=object), lon_deg=np.array([10.0, 10.1, 10.2, 10.3]),
    ...     lat_deg=np.full(4, 50.0), population=np.array([20.0, 30.0, 25.0, 25.0]), area_m2=np.full(4, 1e6),
    ... )
    >>> solution = solve_areas(areas, None, Request(records=10, risk=0.25))
    >>> solution.audit.revised_risk <= 0.25, round(solution.smallest_risk, 3)
    (True, 0.1)
    """
    check_bounds(areas, request.records, request.risk)
    floor = _checked_floor(areas, request)

    def work(report: Progress) -> tuple[Strategy, float]:
        if floor <= request.aim < request.risk:
            with suppress(InfeasibleError):  # where no table can aim so low, what the dots tell is judged
                return _solved(areas, destinations, request, request.aim, report, tiles)
        instead = partial(_achievable, areas, destinations, request, report) if explained else None
        return _solved(areas, destinations, request, request.risk, report, tiles, instead)

    strategy, gap = run_beside(work, progress)
    return _audited(strategy, areas, request, gap, floor)


def _solved(
    areas: Areas,
    destinations: Destinations | None,
    request: Request,
    risk: float,
    report: Progress,
    tiles: Tiles | None,
    instead: Callable[[], InfeasibleError] | None = None,
) -> tuple[Strategy, float]:
    """A strategy for a risk and its gap; where there is none, the error that says what would do."""
    programme = request.programme(areas, destinations, risk)
    try:
        solved = _searched(programme, request, report, tiles)
    except InfeasibleError:
        if instead is None:
            raise
        raise instead() from None
    table, gap = solved.strategy, solved.gap(programme)
    table = replace(table, origin=programme.area.astype(table.origin.dtype)[table.origin])
    return with_uncounted(table, areas, destinations, request, risk), gap


def _searched(programme: Programme, request: Request, progress: Progress, tiles: Tiles | None) -> Found:
    if tiles is None and not request.listed and len(programme.people) >= LARGE:
        tiles = Tiles()
    if tiles is not None:
        return _tiled(programme, request, progress, tiles)
    begun = time.monotonic()
    over_few = search_taken(programme, request.tolerance, request.seconds, progress, request.carried)
    if over_few is not None:
        return over_few
    left = None if request.seconds is None else max(0.0, request.seconds - (time.monotonic() - begun))
    if request.carried > 0:
        return search_carrying(programme, request.tolerance, request.carried, left, progress)
    return search(programme, request.tolerance, left, progress)


def _tiled(programme: Programme, request: Request, progress: Progress, tiles: Tiles) -> Found:
    """Tiles of cells where a crowd holds many areas, else of areas."""
    cells = joined(programme, CELLS_OF_A_CROWD)
    cut = programme if cells is None else cells.programme
    tiled = search_tiled(cut, request.tolerance, tiles, progress, request.carried, request.seconds)
    return tiled if cells is None else opened(programme, cells, tiled)


def audited(
    strategy: Strategy, areas: Areas, destinations: Destinations | None, request: Request
) -> Solution:
    """Audit a strategy that was solved before, for the records that it is to move now.

    Its gap is not known and says 1.
    """
    check_bounds(areas, request.records, request.risk)
    target = Destinations.of_areas(areas) if destinations is None else destinations
    crossing = areas.boundary_code[strategy.origin] != target.boundary_code[strategy.destination]
    if crossing.any():
        raise InputError(
            "strategy.boundary.crossed",
            "The strategy moves people of area {areas} "
            "across the boundary. Solve it again with this boundary.",
            areas=named(np.unique(areas.ids[strategy.origin[crossing]])),
        )
    return _audited(strategy, areas, request, 1.0, request.floor(areas))


def _audited(strategy: Strategy, areas: Areas, request: Request, gap: float, floor: float) -> Solution:
    result = audit(
        strategy.origin,
        strategy.destination,
        strategy.probability,
        areas.population,
        request.counted,
        request.model,
        Doubt(request.inequality.rate_ratio, request.inequality.population_error, request.inequality.margin),
        request.at_least,
    )
    require(result, request.risk, request.model)
    return Solution(strategy, result, strategy.expected_move_m(areas.population), gap, floor)


def _checked_floor(areas: Areas, request: Request) -> float:
    floor = request.floor(areas)
    if floor > 1:
        raise InfeasibleError(
            "strategy.risk.too_few_people",
            "No strategy keeps the risk at {risk:g}, nor at any other: there are too few people for "
            "{records} records. Release fewer records, or join areas or boundary units that hold few people.",
            risk=request.risk,
            records=request.records,
        )
    if floor > request.risk * (1 + 1e-12):
        raise InfeasibleError(
            "strategy.risk.too_small",
            "No strategy keeps the risk at {risk:g}: with these populations and boundaries the "
            "smallest possible risk is {smallest:.4g}. Allow a larger risk, or join areas or boundary "
            "units that hold few people.",
            risk=request.risk,
            smallest=rounded_up(floor),
        )
    return floor


def rounded_up(risk: float) -> float:
    """A risk with four digits, never below the number itself."""
    if not risk > 0:
        return 0.0
    step = 10.0 ** (np.floor(np.log10(risk)) - 3)
    return float(np.ceil(risk / step * (1 - 1e-12) + 1e-9) * step)


def _achievable(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress
) -> InfeasibleError:
    """The sentence that says what the moves that are listed do allow, and what would do."""
    moves = _listed_moves(request)
    progress(0.0, Phrase("No strategy {moves}: looking for what is possible", moves=moves))
    smallest = smallest_risk(areas, destinations, request, part(progress, 0.0, 0.6))
    nearest = enough_nearest(areas, destinations, request, part(progress, 0.6, 0.8))
    longest_m = enough_longest_m(areas, destinations, request, part(progress, 0.8, 1.0))
    ways = [Phrase("allow a risk of {smallest:.4g}", smallest=rounded_up(smallest))] if smallest < 1 else []
    ways += [Phrase("allow the {enough} nearest destinations", enough=nearest)] if nearest else []
    ways += [Phrase("allow moves of up to {enough:.0f} m", enough=np.ceil(longest_m))] if longest_m else []
    ways += [Phrase("name more moves in the costs")] if request.costs is not None else []
    ways += [Phrase("join small areas")]
    either = ways[-1]
    for way in reversed(ways[:-1]):
        either = Phrase("{way}, or {others}", way=way, others=either)
    short = np.flatnonzero(local_floors(areas, destinations, request) > request.risk * (1 + 1e-12))
    then = Phrase("Either {ways}.", ways=either)
    if len(short):
        then = Phrase(
            "Area {areas} finds too few people there. {then}", areas=named(areas.ids[short]), then=then
        )
    if smallest >= 1:
        return InfeasibleError(
            "strategy.moves.no_risk",
            "No strategy {moves} keeps the risk at {risk:g}. {then}",
            moves=moves,
            risk=request.risk,
            then=then,
        )
    return InfeasibleError(
        "strategy.moves.smallest_risk",
        "No strategy {moves} keeps the risk at {risk:g}: the smallest risk they allow is {smallest:.4g}. "
        "{then}",
        moves=moves,
        risk=request.risk,
        smallest=rounded_up(smallest),
        then=then,
    )


def _listed_moves(request: Request) -> Phrase:
    """Which moves a request lists, in words."""
    said = []
    if request.nearest is not None:
        said.append(Phrase("over the {nearest} nearest destinations", nearest=request.nearest))
    if request.longest_m is not None:
        said.append(Phrase("over moves of up to {longest:.0f} m", longest=request.longest_m))
    if request.costs is not None:
        said.append(Phrase("over the moves that the costs name"))
    text = said[0]
    for other in said[1:]:
        text = Phrase("{one}, {other}", one=text, other=other)
    return text


_ROOM = 1e-9
"""Share of a crowd that is left to rounding."""


def with_uncounted(
    strategy: Strategy, areas: Areas, destinations: Destinations | None, request: Request, risk: float
) -> Strategy:
    """A table with rows for the populated areas that make no crowd.

    ``strategy`` is that of the other areas, by their rows among all, solved for ``risk``.
    """
    populated = np.asarray(areas.population) > 0
    rows = np.flatnonzero(populated & ~counting_people(areas.population, request.inequality))
    if not len(rows):
        return strategy
    target = Destinations.of_areas(areas) if destinations is None else destinations
    fewest = np.zeros(len(areas))
    counting = np.setdiff1d(np.flatnonzero(populated), rows)
    fewest[counting] = request.inequality.within(areas.population)[0][counting]
    people = fewest[strategy.origin] * strategy.probability
    crowd = np.bincount(strategy.destination, people, len(target)).astype(float)
    weight = request.weights(areas.population, risk)
    pairs = _pairs(areas, rows, (destinations, target), request)
    ends = np.searchsorted(pairs.origin, [rows, rows + 1])
    tables = [strategy]
    for row, start, end in zip(rows.tolist(), *ends.tolist()):
        columns = pairs.destination[start:end]
        most = risk * crowd[columns] * (1 - _ROOM) / max(weight[row], 1e-300)
        share = _filled(np.minimum(most, 1.0))
        if share is None:
            raise InfeasibleError(
                "strategy.margin.maybe_empty",
                "No strategy keeps the risk at {risk:g} for area {area}, which by its margin of error may be "
                "empty: too few people can come where its records may go. Allow a larger risk or more "
                "destinations, or use larger areas, whose margins are smaller.",
                risk=request.risk,
                area=str(areas.ids[row]),
            )
        used = np.flatnonzero(share)
        away = pairs.distance_m[start:end][used]
        tables.append(Strategy(np.full(len(used), row), columns[used], share[used], away))
    return _joined(tables)


def _pairs(
    areas: Areas, rows: Ints, targets: tuple[Destinations | None, Destinations], request: Request
) -> Pairs:
    """The moves that some areas may make, by area and then by what they cost."""
    given, target = targets
    if request.listed:
        pairs = request.pairs(areas, given)
        own = np.isin(pairs.origin, rows)
        return Pairs(pairs.origin[own], pairs.destination[own], pairs.distance_m[own], pairs.cost[own])
    origin: list[Ints] = []
    destination: list[Ints] = []
    distance: list[Floats] = []
    for row in rows.tolist():
        columns = np.flatnonzero(target.boundary_code == areas.boundary_code[row])
        away = haversine_m(
            areas.lon_deg[row], areas.lat_deg[row], target.lon_deg[columns], target.lat_deg[columns]
        )
        order = np.argsort(away, kind="stable")
        origin.append(np.full(len(columns), row))
        destination.append(columns[order])
        distance.append(away[order])
    away_m = np.concatenate(distance)
    return Pairs(np.concatenate(origin), np.concatenate(destination), away_m, away_m)


def _filled(most: Floats) -> Floats | None:
    """A row that takes destinations in turn until it sums to exactly 1."""
    steps = np.floor(most / STEP).astype(np.int64)
    left, row = 2**53, []
    for each in steps.tolist():
        row.append(min(each, left))
        left -= row[-1]
        if not left:
            return np.array(row) * STEP
    return None


def _joined(parts: list[Strategy]) -> Strategy:
    """One table of several, ordered by origin and destination."""
    columns: list[Ints | Floats] = [
        np.concatenate([getattr(one, name) for one in parts])
        for name in ("origin", "destination", "probability", "distance_m")
    ]
    order = np.lexsort((columns[1], columns[0]))
    origin, destination, probability, distance_m = (column[order] for column in columns)
    return replace(
        parts[0], origin=origin.astype(parts[0].origin.dtype), destination=destination,
        probability=probability, distance_m=distance_m,
    )  # fmt: skip

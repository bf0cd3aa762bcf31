# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of areas that may be empty: who may not be there hides nobody, and is hidden by the others.

Where margins of error reach down to (nearly) no people, an area adds nothing to any crowd. Its own row (16)
of :mod:`..programme.programme` asks for a crowd all the same,

    P_ij <= eps t_j / w'_i,    t_j the people of all others who come to j at least,            (23)

and nothing else: given the others' table its best row takes the nearest destinations first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InfeasibleError
from ...geometry.sphere import haversine_m
from ..programme.candidates import Pairs
from ..programme.destinations import Destinations
from ..programme.programme import counting_people
from ..strategy import STEP, Strategy

if TYPE_CHECKING:
    from ...base.arrays import Floats, Ints
    from ...geometry.areas import Areas
    from ..programme.request import Request

_ROOM = 1e-9
"""Share of a crowd that is left to rounding."""


def with_uncounted(
    strategy: Strategy, areas: Areas, destinations: Destinations | None, request: Request, risk: float
) -> Strategy:
    """A table with rows for the populated areas that make no crowd.

    Parameters
    ----------
    strategy : Strategy
        Of the other areas, by their rows among all.
    areas, destinations, request
        As for :func:`..solution.solve_areas`.
    risk : float
        The bound that it was solved for.

    Returns
    -------
    Strategy

    Raises
    ------
    InfeasibleError
        The others' crowds are too small for the people of such an area.
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
    found = [strategy]
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
        found.append(Strategy(np.full(len(used), row), columns[used], share[used], away))
    return _joined(found)


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

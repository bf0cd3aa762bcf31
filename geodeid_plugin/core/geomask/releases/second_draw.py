# SPDX-License-Identifier: GPL-2.0-or-later
"""A second dot for the same record, given the first: what can be done without telling more.

Fresh draws of the same record are never offered: an observer who links them multiplies likelihoods. What
is out is out, so that a second dot cannot repair privacy; it can shorten moves or change the geography.

- :func:`posterior_median` moves the old dot by a rule that knows the old dot alone. The likelihood of
  both dots is that of the first, so that the joint risk is unchanged.
- :func:`given_first` draws the second dot from a table K(i, j_1, ·) of its own for each old place j_1.
  The privacy rows of both dots together,
  ``w_i P(i, j_1) K(i, j_1, j_2) <= eps sum_k n_k P(k, j_1) K(k, j_1, j_2)``, fall apart by j_1: each is
  the known programme with populations ``n_k P(k, j_1)`` and weights ``w_k P(k, j_1)``, and it is feasible
  where the first dot keeps the bound (keep the dot). The joint risk is eps by construction.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import AuditError, InfeasibleError
from ...geometry.areas import Areas
from ...geometry.sphere import haversine_m
from ..programme.destinations import Destinations
from ..programme.programme import Programme, programme_of, robust_weights
from ..programme.request import Request
from ..solver.solve import solve

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats, Ints

_TOLERANCE = 1e-3
"""Certified gap of the small programmes: they move people by metres."""


def posterior_median(
    column: Array, population: Array, origin_deg: tuple[Array, Array], target_deg: tuple[Array, Array]
) -> int:
    """Where a dot best stands for the people it may have come from: a function of the dot alone.

    Parameters
    ----------
    column : ndarray, shape (n,)
        ``P(i, j_1)`` of every area.
    population : ndarray, shape (n,)
        People of every area, as many as are known today.
    origin_deg, target_deg : tuple of ndarray
        Longitudes and latitudes of the areas and of the possible places, degrees.

    Returns
    -------
    int
        Row of the place with the smallest mean distance from those people.
    """
    weight = np.asarray(population, dtype=float) * np.asarray(column, dtype=float)
    reached = np.flatnonzero(weight > 0)
    lon_deg, lat_deg = (np.asarray(values)[reached, None] for values in origin_deg)
    distance_m = haversine_m(
        lon_deg, lat_deg, np.asarray(target_deg[0])[None], np.asarray(target_deg[1])[None]
    )
    return int(np.argmin(weight[reached] @ distance_m))


def given_first(
    areas: Areas, destinations: Destinations, request: Request, column: Array, first: int
) -> tuple[Ints, Ints, Floats]:
    """Solve for the second dots of the records whose first dot stands at one place.

    Parameters
    ----------
    areas : Areas
        The origins.
    destinations : Destinations
        Where the second dots may stand; the place of the first is one of them.
    request : Request
        Records, bound, model and objective of both dots together; all destinations are allowed.
    column : ndarray, shape (n,)
        ``P(i, j_1)`` of every area.
    first : int
        The destination ``j_1``: where nothing better is found the dot is kept.

    Returns
    -------
    origin, destination : ndarray of int, shape (p,)
        Pairs; areas whose records cannot have come to the first place have none.
    probability : ndarray, shape (p,)
        Each origin's sum to 1.
    """
    column = np.asarray(column, dtype=float)
    rows = np.flatnonzero((column > 0) & (areas.population > 0))
    people = areas.population[rows] * column[rows]
    # A programme is the same at any scale of people and weights together; the solver likes people's.
    scale = float(np.sum(areas.population[rows]) / people.sum())
    weight = robust_weights(
        areas.population, request.counted, request.model, request.risk, request.inequality
    )
    weight = weight[rows] * column[rows] * scale
    boundary = None if areas.boundary is None else areas.boundary[rows]
    origins = Areas(
        areas.ids[rows],
        areas.lon_deg[rows],
        areas.lat_deg[rows],
        people * scale,
        areas.area_m2[rows],
        boundary,
    )
    origins_programme = programme_of(
        origins,
        _in_units_of(origins, areas, destinations, rows),
        1,
        request.risk,
        "wieland",
        None,
        request.squared,
    )
    programme = replace(origins_programme, weight=weight)
    keep = rows, np.full(len(rows), first), np.ones(len(rows))
    try:
        strategy, _bound = solve(programme, _TOLERANCE)
    except (InfeasibleError, AuditError):
        return keep
    if strategy.expected_cost(programme.people, programme.squared) >= _kept_cost(programme, first):
        return keep
    return rows[strategy.origin], strategy.destination, strategy.probability


def _in_units_of(origins: Areas, areas: Areas, destinations: Destinations, rows: Ints) -> Destinations:
    """The destinations with boundary codes as the subset of areas numbers them; other units are out."""
    code = np.full(int(areas.boundary_code.max(initial=0)) + 1, -1)
    code[areas.boundary_code[rows]] = origins.boundary_code
    held = destinations.boundary_code
    return replace(destinations, boundary_code=np.where(held < 0, -1, code[held]))


def _kept_cost(programme: Programme, first: int) -> float:
    origin = np.arange(len(programme.people))
    cost = programme.cost(origin, np.full(len(origin), first))
    return float(programme.people @ cost / programme.people.sum())

# SPDX-License-Identifier: GPL-2.0-or-later
"""The moves that are allowed: from every populated area to destinations in its boundary unit.

All of them, the nearest, those within a longest move, or those that a table of costs names. Destinations are
the areas themselves, points of a layer, or a grid.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ...base.errors import InfeasibleError, InputError, named
from ...base.scientific import spatial
from ...geometry.areas import Areas
from ...geometry.sphere import EARTH_RADIUS_M, chord_from_arc, haversine_m, unit_vectors

_MOST_PAIRS = 10_000_000
"""Moves that are listed at most: some 1 GiB."""
_ROUNDED = 1e-9
"""Share by which a move may exceed the longest one: distances are rounded."""


@dataclass(frozen=True)
class Pairs:
    """The moves that are allowed, one entry a pair, ordered by origin and then by what they cost."""

    origin: Ints
    destination: Ints
    """Shape (p,). Rows of the areas and of the destinations."""
    distance_m: Floats
    """Shape (p,). Great-circle distances, metres."""
    cost: Floats
    """Shape (p,). Costs of one's own, else the distances."""

    def __len__(self) -> int:
        return len(self.origin)


@dataclass(frozen=True, eq=False)
class Costs:
    """What moves cost in a unit of one's own, such as minutes; moves that are not named are not allowed."""

    origin: Ints
    destination: Ints
    """Shape (p,). Rows of the areas and of the destinations; no pair stands twice."""
    cost: Floats
    """Shape (p,). Finite, 0 or more."""

    @classmethod
    def of(cls, origin: Ints, destination: Ints, cost: Floats, staying: int = 0) -> Costs:
        """Costs of pairs, checked.

        Parameters
        ----------
        origin, destination, cost
            As the attributes.
        staying : int
            How many areas are destinations themselves: those stay at no cost unless a pair says otherwise.

        Raises
        ------
        InputError
            A cost is negative or missing, or a pair stands twice.
        """
        wrong = np.flatnonzero(~(np.isfinite(cost) & (cost >= 0)))
        if len(wrong):
            raise InputError(
                "strategy.costs.negative",
                "Rows {rows} of the costs have no cost of 0 or more.",
                rows=named((wrong + 1).tolist()),
            )
        own = np.arange(staying)
        own = own[~np.isin(own, origin[origin == destination])] if staying else own
        one, other = np.concatenate([origin, own]), np.concatenate([destination, own])
        _pairs, count = np.unique(np.column_stack([one, other]), axis=0, return_counts=True)
        if (count > 1).any():
            raise InputError(
                "strategy.costs.repeated",
                "{count} pairs stand more than once in the costs. Keep one row for each.",
                count=int((count > 1).sum()),
            )
        return cls(one, other, np.concatenate([cost, np.zeros(len(own))]))


def candidate_pairs(
    areas: Areas,
    destinations: Destinations | None = None,
    nearest: int | None = None,
    longest_m: float | None = None,
    costs: Costs | None = None,
) -> Pairs:
    """The allowed moves: from every populated area to destinations in its boundary unit.

    Left out, destinations are the areas themselves, and all of the unit, however far. Areas without people
    get no pairs; ``nearest`` counts an area itself, and ``costs`` are the moves to choose among.
    """
    own = destinations is None
    target = Destinations.of_areas(areas) if destinations is None else destinations
    code = areas.boundary_code
    populated = np.asarray(areas.population) > 0
    if costs is not None:
        pairs = _of_costs(areas, target, costs, populated)
        return _near_enough(areas, target, pairs, nearest, longest_m)
    origin: list[Array] = []
    destination: list[Array] = []
    distance: list[Array] = []
    for unit in np.unique(code[populated]):
        rows = np.flatnonzero(populated & (code == unit))
        columns = np.flatnonzero(target.boundary_code == unit)
        if not len(columns):
            raise InputError(
                "strategy.boundary.no_destination",
                "Area {areas} has no destination inside its boundary unit. "
                "Add destinations there, or choose another boundary.",
                areas=named(areas.ids[rows]),
            )
        found = _nearest_in_unit(areas, rows, target, columns, nearest, own, longest_m)
        for gathered, values in zip((origin, destination, distance), found):
            gathered.append(values)
    one, other, away_m = (np.concatenate(values) for values in (origin, destination, distance))
    return _near_enough(areas, target, Pairs(one, other, away_m, away_m), None, longest_m)


def _of_costs(areas: Areas, target: Destinations, costs: Costs, populated: Array) -> Pairs:
    """The pairs with a cost from populated areas that cross no boundary."""
    within = areas.boundary_code[costs.origin] == target.boundary_code[costs.destination]
    kept = np.flatnonzero(within & populated[costs.origin])
    origin, destination = costs.origin[kept], costs.destination[kept]
    return Pairs(origin, destination, _distances_m(areas, origin, target, destination), costs.cost[kept])


def _near_enough(
    areas: Areas, target: Destinations, pairs: Pairs, nearest: int | None, longest_m: float | None
) -> Pairs:
    """Pairs in order, without those that are too long or not among the cheapest of their origin."""
    kept = np.ones(len(pairs), dtype=bool)
    if longest_m is not None:
        kept = pairs.distance_m <= longest_m * (1 + _ROUNDED)
    rows = np.flatnonzero(kept)
    rows = rows[np.lexsort((pairs.destination[rows], pairs.cost[rows], pairs.origin[rows]))]
    if nearest is not None:
        first = np.searchsorted(pairs.origin[rows], pairs.origin[rows])
        rows = rows[np.arange(len(rows)) - first < nearest]
    found = Pairs(
        *(column[rows] for column in (pairs.origin, pairs.destination, pairs.distance_m, pairs.cost))
    )
    stuck = np.setdiff1d(np.flatnonzero(np.asarray(areas.population) > 0), found.origin)
    if len(stuck):
        raise _nowhere(areas, target, stuck, longest_m)
    return found


def _nowhere(areas: Areas, target: Destinations, stuck: Ints, longest_m: float | None) -> InfeasibleError:
    """The sentence on areas that may move nowhere, with the distance that would do."""
    if longest_m is None:
        return InfeasibleError(
            "strategy.costs.no_destination",
            "Area {areas} has people, and the costs name no destination for it in its boundary unit. Add "
            "rows for it.",
            areas=named(areas.ids[stuck]),
        )
    away = [
        haversine_m(
            areas.lon_deg[row], areas.lat_deg[row], target.lon_deg[there], target.lat_deg[there]
        ).min()
        for row in stuck
        for there in [np.flatnonzero(target.boundary_code == areas.boundary_code[row])]
        if len(there)
    ]
    return InfeasibleError(
        "strategy.longest_move.no_destination",
        "Area {areas} has no destination within {longest:.0f} m. A longest move of {enough:.0f} m reaches "
        "one from each.",
        areas=named(areas.ids[stuck]),
        longest=longest_m,
        enough=np.ceil(max(away, default=np.inf)),
    )


def _nearest_in_unit(
    areas: Areas,
    rows: Ints,
    target: Destinations,
    columns: Ints,
    nearest: int | None,
    own: bool,
    longest_m: float | None,
) -> tuple[Ints, Ints, Floats]:
    if (nearest is None or nearest >= len(columns)) and longest_m is not None:
        origin, destination = _within_by_tree(areas, rows, target, columns, longest_m)
    elif nearest is None or nearest >= len(columns):
        origin, destination = np.repeat(rows, len(columns)), np.tile(columns, len(rows))
    else:
        origin, destination = _nearest_by_tree(areas, rows, target, columns, nearest)
        if own:
            destination = _with_own_area(origin, destination, nearest)
    return origin, destination, _distances_m(areas, origin, target, destination)


def _nearest_by_tree(
    areas: Areas, rows: Ints, target: Destinations, columns: Ints, nearest: int
) -> tuple[Ints, Ints]:
    tree = spatial.cKDTree(unit_vectors(target.lon_deg[columns], target.lat_deg[columns]))
    _, found = tree.query(unit_vectors(areas.lon_deg[rows], areas.lat_deg[rows]), k=nearest)
    return np.repeat(rows, nearest), columns[np.reshape(found, -1)]


def _within_by_tree(
    areas: Areas, rows: Ints, target: Destinations, columns: Ints, longest_m: float
) -> tuple[Ints, Ints]:
    """All pairs up to a distance."""
    there = spatial.cKDTree(unit_vectors(target.lon_deg[columns], target.lat_deg[columns]))
    here = unit_vectors(areas.lon_deg[rows], areas.lat_deg[rows])
    reach = float(chord_from_arc(longest_m * (1 + _ROUNDED)))
    count = there.query_ball_point(here, reach, return_length=True)
    if count.sum() > _MOST_PAIRS:
        raise InputError(
            "strategy.longest_move.too_many_moves",
            "A longest move of {longest:.0f} m allows {count:.0f} million moves, more than can be listed. "
            "Choose a shorter one, or fewer nearest destinations.",
            longest=longest_m,
            count=count.sum() / 1e6,
        )
    found = there.query_ball_point(here, reach)
    return np.repeat(rows, count), columns[np.concatenate([np.asarray(one, dtype=np.int64) for one in found])]


def _with_own_area(origin: Ints, destination: Ints, nearest: int) -> Ints:
    """Areas at one point can crowd an origin out of its own list: it takes the place of the last."""
    lists = destination.reshape(-1, nearest)
    own = origin.reshape(-1, nearest)[:, 0]
    absent = ~(lists == own[:, None]).any(axis=1)
    lists[absent, -1] = own[absent]
    return lists.reshape(-1)


def _distances_m(areas: Areas, origin: Ints, target: Destinations, destination: Ints) -> Floats:
    return haversine_m(
        areas.lon_deg[origin], areas.lat_deg[origin], target.lon_deg[destination], target.lat_deg[destination]
    )


_MOST_POINTS = 200_000
"""Points of a grid that are still placed in areas within minutes."""


@dataclass(frozen=True)
class Destinations:
    """Where records may be released."""

    lon_deg: Floats
    lat_deg: Floats
    """Points, degrees, shapes (m,)."""
    boundary_code: Ints
    """The boundary unit of each, in the codes of the areas."""

    def __len__(self) -> int:
        return len(self.lon_deg)

    @classmethod
    def of_areas(cls, areas: Areas) -> Destinations:
        """The areas themselves as destinations."""
        return cls(areas.lon_deg, areas.lat_deg, areas.boundary_code)


def grid_points(lon_deg: Floats, lat_deg: Floats, spacing_m: float) -> tuple[Floats, Floats]:
    """Points of a grid that is square on the ground, over the extent of some vertices.

    Parameters
    ----------
    lon_deg, lat_deg : ndarray, shape (v,)
        Vertices, degrees.
    spacing_m : float
        Distance of neighbouring points, metres.

    Returns
    -------
    tuple of ndarray
        Longitudes and latitudes, degrees.

    Raises
    ------
    InputError
        The grid would have more than 200 000 points.
    """
    step_deg = np.degrees(spacing_m / EARTH_RADIUS_M)
    if np.ptp(lat_deg) / step_deg > _MOST_POINTS:
        raise InputError(
            "destination.grid.too_large",
            "The grid of destinations would have over {most} points. Choose a larger spacing.",
            most=_MOST_POINTS,
        )
    rows = np.arange(lat_deg.min() + step_deg / 2, lat_deg.max(), step_deg)
    steps_deg = step_deg / np.maximum(np.cos(np.radians(rows)), 1e-6)
    if float(np.sum(np.ptp(lon_deg) / steps_deg)) > _MOST_POINTS:
        raise InputError(
            "destination.grid.too_large",
            "The grid of destinations would have over {most} points. Choose a larger spacing.",
            most=_MOST_POINTS,
        )
    columns = [np.arange(lon_deg.min() + step / 2, lon_deg.max(), step) for step in steps_deg]
    if not columns:
        return np.zeros(0), np.zeros(0)
    return np.concatenate(columns), np.repeat(rows, [len(column) for column in columns])


def occupied_grid(areas: Areas, spacing_m: float) -> Destinations:
    """Middles of the squares of a grid that hold the point of a populated area, for areas given as points.

    Each is in the boundary unit of the points in its square; a square of two units is two destinations.

    Examples
    --------
    >>> areas = Areas(
    ...     ids=np.array(["A", "B", "C"], dtype=object), lon_deg=np.array([10.0001, 10.0002, 10.01]),
    ...     lat_deg=np.full(3, 0.0001), population=np.ones(3), area_m2=np.ones(3),
    ... )
    >>> len(occupied_grid(areas, 100.0))
    2
    """
    step_deg = float(np.degrees(spacing_m / EARTH_RADIUS_M))
    lived = np.flatnonzero(np.asarray(areas.population) > 0)
    row = np.floor(areas.lat_deg[lived] / step_deg)
    wide_deg = step_deg / np.maximum(np.cos(np.radians((row + 0.5) * step_deg)), 1e-6)
    column = np.floor(areas.lon_deg[lived] / wide_deg)
    cell = np.unique(np.column_stack([areas.boundary_code[lived], row, column]), axis=0)
    if len(cell) > _MOST_POINTS:
        raise InputError(
            "destination.grid.too_large",
            "The grid of destinations would have over {most} points. Choose a larger spacing.",
            most=_MOST_POINTS,
        )
    lat_deg = (cell[:, 1] + 0.5) * step_deg
    lon_deg = (cell[:, 2] + 0.5) * step_deg / np.maximum(np.cos(np.radians(lat_deg)), 1e-6)
    return Destinations(lon_deg, lat_deg, cell[:, 0].astype(np.int64))


def areas_sharing_nearest(areas: Areas, destinations: Destinations) -> int:
    """Number of populated areas whose nearest destination is that of another populated area too."""
    nearest = _nearest(areas, destinations)[0]
    nearest = nearest[nearest >= 0]
    return int((np.bincount(nearest)[nearest] > 1).sum()) if len(nearest) else 0


def _nearest(areas: Areas, destinations: Destinations) -> tuple[Ints, Floats]:
    """Nearest destination of each populated area in its boundary unit and its distance, -1 without any."""
    rows = np.flatnonzero(np.asarray(areas.population) > 0)
    nearest, away_m = np.full(len(rows), -1), np.full(len(rows), np.inf)
    points = unit_vectors(areas.lon_deg[rows], areas.lat_deg[rows])
    places = unit_vectors(destinations.lon_deg, destinations.lat_deg)
    code = areas.boundary_code[rows]
    for unit in np.unique(code):
        here, there = np.flatnonzero(code == unit), np.flatnonzero(destinations.boundary_code == unit)
        if len(there):
            chord, found = spatial.cKDTree(places[there]).query(points[here])
            nearest[here], away_m[here] = there[found], chord * EARTH_RADIUS_M
    return nearest, away_m

# SPDX-License-Identifier: GPL-2.0-or-later
"""The moves that are allowed: from every populated area to its nearest destinations in its boundary unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InputError, named
from ...geometry.areas import Areas
from ...geometry.sphere import haversine_m, unit_vectors
from .destinations import Destinations

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats, Ints


@dataclass(frozen=True)
class Pairs:
    """The moves that are allowed, one entry a pair, ordered by origin and then by distance."""

    origin: Ints
    destination: Ints
    """Shape (p,). Rows of the areas and of the destinations."""
    distance_m: Floats
    """Shape (p,). Great-circle distances, metres."""

    def __len__(self) -> int:
        return len(self.origin)


def candidate_pairs(
    areas: Areas, destinations: Destinations | None = None, nearest: int | None = None
) -> Pairs:
    """The allowed moves: from every populated area to its nearest destinations in its boundary unit.

    Parameters
    ----------
    areas : Areas
        The origins; those without people get no pairs.
    destinations : Destinations, optional
        Where records may go; the areas themselves when left out.
    nearest : int, optional
        How many destinations of each origin, itself included; all of its boundary unit when left out.

    Returns
    -------
    Pairs

    Raises
    ------
    InputError
        A populated area has no destination in its boundary unit.
    """
    own = destinations is None
    target = Destinations.of_areas(areas) if destinations is None else destinations
    origin: list[Array] = []
    destination: list[Array] = []
    distance: list[Array] = []
    code = areas.boundary_code
    populated = np.asarray(areas.population) > 0
    for unit in np.unique(code[populated]):
        rows = np.flatnonzero(populated & (code == unit))
        columns = np.flatnonzero(target.boundary_code == unit)
        if not len(columns):
            raise InputError(
                "Area {areas} has no destination inside its boundary unit. "
                "Add destinations there, or choose another boundary.",
                areas=named(areas.ids[rows]),
            )
        found = _nearest_in_unit(areas, rows, target, columns, nearest, own)
        for gathered, values in zip((origin, destination, distance), found):
            gathered.append(values)
    pairs = [np.concatenate(values) for values in (origin, destination, distance)]
    order = np.lexsort((pairs[1], pairs[2], pairs[0]))
    return Pairs(*(values[order] for values in pairs))


def _nearest_in_unit(
    areas: Areas, rows: Ints, target: Destinations, columns: Ints, nearest: int | None, own: bool
) -> tuple[Ints, Ints, Floats]:
    if nearest is None or nearest >= len(columns):
        origin, destination = np.repeat(rows, len(columns)), np.tile(columns, len(rows))
    else:
        origin, destination = _nearest_by_tree(areas, rows, target, columns, nearest)
        if own:
            destination = _with_own_area(origin, destination, nearest)
    return origin, destination, _distances_m(areas, origin, target, destination)


def _nearest_by_tree(
    areas: Areas, rows: Ints, target: Destinations, columns: Ints, nearest: int
) -> tuple[Ints, Ints]:
    from scipy.spatial import cKDTree

    tree = cKDTree(unit_vectors(target.lon_deg[columns], target.lat_deg[columns]))
    _, found = tree.query(unit_vectors(areas.lon_deg[rows], areas.lat_deg[rows]), k=nearest)
    return np.repeat(rows, nearest), columns[np.reshape(found, -1)]


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

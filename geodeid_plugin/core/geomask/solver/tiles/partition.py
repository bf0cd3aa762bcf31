# SPDX-License-Identifier: GPL-2.0-or-later
"""Cutting areas into compact tiles that respect boundary units.

What a tile loses by being solved alone depends on the people on both sides of its seams: over tiles of
``R`` crowds (the people whom a privacy row asks for, ``w_i / eps``) about ``0.3 / sqrt(R)`` of the
objective, of which healing leaves a quarter. So tiles are cut by people, and never below what the
bound itself needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....base.errors import InputError
from ...programme.allpairs import AllPairs
from ...programme.programme import Programme

if TYPE_CHECKING:
    from ....base.arrays import Floats, Ints

_CROWDS = 225.0
"""Crowds of a tile: a loss of 2 % in one pass and of 0.5 % healed."""
_LARGEST_WEIGHTS = 4.0
"""Times that a tile holds the people whom its most demanding area asks for: below 1 there is no strategy."""


@dataclass(frozen=True)
class Tiling:
    """Which tile each origin and each destination belongs to.

    Attributes
    ----------
    origin, destination : ndarray of int, shapes (n,), (m,)
        Tiles, numbered from 0; -1 where a unit is not cut and needs no further pass.
    depth : ndarray, shape (n,)
        Distance of each origin to the nearest seam of its tile, in the chord of the sphere; infinite in
        units that are not cut.
    count : int
        Number of tiles.
    """

    origin: Ints
    destination: Ints
    depth: Floats
    count: int


@dataclass(frozen=True)
class Sizes:
    """How large tiles are to be.

    Attributes
    ----------
    areas : int
        Areas of a tile, about.
    people : ndarray, shape (n,)
        ``n_i`` of the origins.
    need : ndarray, shape (n,)
        ``w_i / eps``: the crowd that each origin asks for.
    """

    areas: int
    people: Floats
    need: Floats

    def tiles(self, rows: Ints) -> int:
        """Into how many tiles some origins are cut."""
        people, need = self.people[rows], np.maximum(self.need[rows], 0.0)
        crowd = max(float(people @ need / people.sum()), 1e-300)
        private = people.sum() / max(_LARGEST_WEIGHTS * float(need.max()), 1e-300)
        by_people = max(people.sum() / (_CROWDS * crowd), len(rows) / (4 * self.areas))
        return max(1, int(min(by_people, len(rows) / self.areas, private)))


def sizes(programme: Programme, areas: int) -> Sizes:
    """Sizes of tiles of about so many areas for a programme."""
    return Sizes(areas, programme.people, programme.weight / programme.risk)


def cut(programme: Programme, size: Sizes, shift: tuple[float, float] = (0.0, 0.0)) -> Tiling:
    """Cut the origins and destinations of a programme.

    Parameters
    ----------
    programme : Programme
        With a pricing set of all pairs.
    size : Sizes
        How large tiles are to be.
    shift : tuple of float
        By which share of a tile the seams lie beside those of the first cut, in both directions. With a
        shift only units that are cut have tiles.

    Returns
    -------
    Tiling
    """
    pairs = all_pairs(programme)
    origin = np.full(len(programme.people), -1, dtype=np.int64)
    destination = np.full(pairs.destination_count, -1, dtype=np.int64)
    depth = np.full(len(origin), np.inf)
    count, gathered = 0, 0
    for rows, columns in pairs.units:
        parts = size.tiles(rows)
        if parts == 1:
            if any(shift):
                continue
            origin[rows], destination[columns] = count, count
            gathered += len(rows)
            if gathered >= size.areas:
                count, gathered = count + 1, 0
            continue
        if gathered:
            count, gathered = count + 1, 0
        code, inside = _cells(pairs.points[rows], programme.people[rows], parts, shift)
        origin[rows], depth[rows] = count + code, inside
        destination[columns] = origin[rows][nearest(pairs.points[rows], pairs.targets[columns])]
        count += int(code.max()) + 1
    return Tiling(origin, destination, depth, count + (gathered > 0))


def all_pairs(programme: Programme) -> AllPairs:
    """The moves of a programme that can be cut.

    Raises
    ------
    InputError
        Moves are limited to the nearest destinations.
    """
    if isinstance(programme.pricing_set, AllPairs):
        return programme.pricing_set
    raise InputError("Tiles need all destinations. Leave the number of nearest destinations empty.")


def nearest(points: Floats, queries: Floats) -> Ints:
    """Number of the point nearest to each query."""
    from scipy.spatial import cKDTree

    found: Ints = cKDTree(points).query(queries)[1]
    return found


def _cells(points: Floats, people: Floats, parts: int, shift: tuple[float, float]) -> tuple[Ints, Floats]:
    """Cells of strips of equal weight, half by people and half by areas, and the depth of each point."""
    first, second = _plane(points)
    weight = people / people.sum() + 1 / len(people)
    strips = max(1, round(np.sqrt(parts)))
    strip, depth = _quantiles(first, weight, strips, shift[0])
    code = np.zeros(len(points), dtype=np.int64)
    count = 0
    for number in range(int(strip.max()) + 1):
        rows = np.flatnonzero(strip == number)
        if not len(rows):
            continue
        cell, inside = _quantiles(second[rows], weight[rows], max(1, round(parts / strips)), shift[1])
        kept, cell = np.unique(cell, return_inverse=True)
        code[rows], depth[rows] = count + cell, np.minimum(depth[rows], inside)
        count += len(kept)
    return code, depth


def _plane(points: Floats) -> tuple[Floats, Floats]:
    """Coordinates along the two longest axes of some points of the sphere: no date line, no pole."""
    centred = points - points.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1]
    return centred @ axes[:, 2], centred @ axes[:, 1]


def _quantiles(value: Floats, weight: Floats, parts: int, shift: float) -> tuple[Ints, Floats]:
    """Which part of equal weight each value falls into, and how far it lies from the nearest cut."""
    order = np.argsort(value, kind="stable")
    reached = np.cumsum(weight[order]) / weight.sum()
    at = (np.arange(parts) + shift) / parts
    place = np.searchsorted(reached, at[at > 0])
    cuts = value[order[np.minimum(place, len(order) - 1)]]
    code = np.searchsorted(cuts, value, side="right")
    if not len(cuts):
        return code, np.full(len(value), np.inf)
    return code, np.abs(value[:, None] - cuts[None]).min(axis=1)

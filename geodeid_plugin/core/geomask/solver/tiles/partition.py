# SPDX-License-Identifier: GPL-2.0-or-later
"""Cutting areas into compact tiles that respect boundary units.

What a tile loses by being solved alone depends on the people on both sides of its seams: over tiles of
``R`` crowds (the people whom a privacy row asks for, ``w_i / eps``) about ``0.3 / sqrt(R)`` of the
objective, of which healing leaves a quarter. So tiles are cut by people, and never below what the
bound itself needs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....base.arrays import Floats, Ints, blocks
from ....base.errors import InputError
from ....base.scientific import spatial
from ...programme.allpairs import AllPairs, nearest_until
from ...programme.programme import Programme

_CROWDS = 225.0
"""Crowds of a tile: a loss of 2 % in one pass and of 0.5 % healed."""
_CROWDS_AROUND = 2.0
"""Crowds around an origin that belong to it in the tile of the sparsest."""
_QUERIES = 20_000
"""Areas whose neighbours are looked for together: memory alone."""
_LARGEST_WEIGHTS = 4.0
"""Times that a tile holds the people whom its most demanding area asks for: below 1 there is no strategy."""


@dataclass(frozen=True)
class Tiling:
    """Which tile each origin and each destination belongs to."""

    origin: Ints
    destination: Ints
    """Tiles, numbered from 0; -1 where a unit is not cut and needs no further pass."""
    depth: Floats
    """Shape (n,). Distance of each origin to the nearest seam of its tile, in the chord of the sphere;
    infinite in units that are not cut."""
    count: int
    """Number of tiles."""


@dataclass(frozen=True)
class Sizes:
    """How large tiles are to be."""

    areas: int
    """Areas of a tile, about."""
    people: Floats
    """Shape (n,). ``n_i`` of the origins."""
    need: Floats
    """Shape (n,). ``w_i / eps``: the crowd that each origin asks for."""

    def of(self, rows: Ints) -> tuple[Floats, float]:
        """People of some origins, and the crowd that they ask for on average."""
        people = self.people[rows]
        return people, max(float(people @ np.maximum(self.need[rows], 0.0) / people.sum()), 1e-300)

    def tiles(self, rows: Ints) -> int:
        """Into how many tiles some origins are cut."""
        (people, crowd), need = self.of(rows), self.need[rows]
        private = people.sum() / max(_LARGEST_WEIGHTS * float(need.max()), 1e-300)
        by_people = max(people.sum() / (_CROWDS * crowd), len(rows) / (4 * self.areas))
        return max(1, int(min(by_people, len(rows) / self.areas, private)))


def sizes(programme: Programme, areas: int) -> Sizes:
    """Sizes of tiles of about so many areas for a programme."""
    return Sizes(areas, programme.people, programme.weight / programme.risk)


def cut(programme: Programme, size: Sizes, shift: tuple[float, float] = (0.0, 0.0)) -> Tiling:
    """Cut the origins and destinations of a programme.

    ``programme``: with a pricing set of all pairs. ``size``: how large tiles are to be. ``shift``: by which
    share of a tile the seams lie beside those of the first cut, in both directions. With a shift only units
    that are cut have tiles.
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


def sparsest(programme: Programme, size: Sizes) -> Tiling:
    """One tile of the origins around which people live farthest apart, with the crowds around them.

    What a seam costs goes with the way to a crowd. The seam of this tile runs through towns, where that is
    short; those of compact tiles cross the empty country, too. It has as many areas as others. There is no
    tile where no unit is cut.
    """
    pairs = all_pairs(programme)
    origin = np.full(len(programme.people), -1, dtype=np.int64)
    destination = np.full(pairs.destination_count, -1, dtype=np.int64)
    depth = np.full(len(origin), np.inf)
    divided = [unit for unit in pairs.units if size.tiles(unit[0]) > 1]
    if not divided:
        return Tiling(origin, destination, depth, 0)
    origin[_sparse(pairs, [unit[0] for unit in divided], size)] = 0
    for rows, columns in divided:
        destination[columns] = origin[rows][nearest(pairs.points[rows], pairs.targets[columns])]
        inside, outside = rows[origin[rows] == 0], rows[origin[rows] < 0]
        if len(inside) and len(outside):
            depth[inside] = _tree(pairs.points[outside]).query(pairs.points[inside])[0]
    return Tiling(origin, destination, depth, 1)


def _sparse(pairs: AllPairs, units: list[Ints], size: Sizes) -> Ints:
    """Origins that live farthest from a crowd and those around them, as many as a tile has areas."""
    rows = np.concatenate(units)
    wide = np.concatenate([_spread(pairs.points[unit], *size.of(unit)) for unit in units])
    rank, first = np.full(len(pairs.points), np.inf), np.full(len(pairs.points), np.inf)
    rank[rows[np.argsort(-wide, kind="stable")]] = np.arange(len(rows))
    for unit in units:
        people, crowd = size.of(unit)
        asking = unit[rank[unit] < size.areas]
        enough = np.full(len(asking), _CROWDS_AROUND * crowd)
        near, query = nearest_until(pairs.points[unit], pairs.points[asking], people, enough)
        np.minimum.at(first, unit[near], rank[asking[query]])
    chosen: Ints = rows[np.argsort(first[rows], kind="stable")[: size.areas]]
    return chosen


def _tree(points: Floats) -> spatial.cKDTree:
    """A tree that tells what is near."""
    return spatial.cKDTree(points)


def _spread(points: Floats, people: Floats, crowd: float) -> Floats:
    """How far around each point a crowd lives, in the chord of the sphere."""
    tree, away = _tree(points), np.full(len(points), np.inf)
    for some in blocks(len(points), _QUERIES):
        todo, count = np.arange(some.start, some.stop), 16
        while len(todo):
            count = min(count, len(points))
            distance, near = (found.reshape(len(todo), -1) for found in tree.query(points[todo], k=count))
            held = np.cumsum(people[near], axis=1) >= crowd
            done = held[:, -1] | (count == len(points))
            column = np.where(held[:, -1], held.argmax(axis=1), count - 1)
            away[todo[done]] = distance[np.arange(len(todo)), column][done]
            todo, count = todo[~done], 3 * count
    return away


def all_pairs(programme: Programme) -> AllPairs:
    """The moves of a programme that can be cut.

    Moves that are limited to the nearest destinations are refused.
    """
    if isinstance(programme.pricing_set, AllPairs):
        return programme.pricing_set
    raise InputError(
        "tile.destinations.not_all",
        "Tiles need all destinations. Leave the number of nearest destinations empty.",
    )


def nearest(points: Floats, queries: Floats) -> Ints:
    """Number of the point nearest to each query."""
    found: Ints = _tree(points).query(queries)[1]
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

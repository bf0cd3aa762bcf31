# SPDX-License-Identifier: GPL-2.0-or-later
"""Neighbouring origins moved as one cell, where a crowd holds many areas.

The number of pairs grows with the areas in a crowd (the people ``w_i / eps`` whom a privacy row asks for).
Where these are many, neighbours lose little by moving alike. A cell G of ``n_G`` people, moved by one row of
probabilities, sends ``x_ij = x_Gj n_i / n_G`` from each member. Equation (3) holds for every member where

    x_Gj <= alpha_G t_j,    alpha_G = min(1, eps n_G / max_i w_i),                    (21)

since ``alpha_G n_i / n_G <= alpha_i``: private by construction, and audited like any other. Prices of the
members are read off those of the cells around them; equation (14) of :mod:`..programme.pricing` makes a
bound over all origins and destinations of them, so that what cells cost is part of the gap that is said.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Floats, Ints, steps_of
from ...base.scientific import spatial
from ..programme.allpairs import AllPairs, halved
from ..programme.pricing import lower_bound
from ..programme.programme import Programme
from ..strategy import repaired
from .solve import MARGIN, Found

_WORTH = 0.75
"""Share of the origins that cells must not exceed: with more of them they save too little."""
_FILLED = 0.72
"""Mean share of what a cell may hold: halves hold between half of it and all of it."""
CELLS_OF_A_CROWD = 40
"""Cells of a crowd in tiles: 2 % certified, as seams cost that too (``scripts/bench/scale cells``)."""
_AROUND = 4
"""Cells that the price of a member is read off: fewer leave steps, more blur (as above)."""


@dataclass(frozen=True)
class Cells:
    """A programme in which neighbours move as one."""

    programme: Programme
    """Its origins are cells, its destinations those nearest to the middle of a cell."""
    cell: Ints
    """Shape (n,). The cell of each origin."""
    columns: Ints
    """Shape (k,). The destinations, numbered as in the whole programme."""
    pairs: AllPairs
    whole: AllPairs
    """The moves of cells, and those of the whole programme."""

    @property
    def count(self) -> int:
        """Number of cells."""
        return len(self.programme.people)


def expected_cells(people: Floats, crowd: Floats, parts: int) -> int | None:
    """About how many cells there will be, before anything is joined.

    ``crowd`` is ``w_i / eps``; None where it is not worth while to join.
    """
    most = np.maximum(_FILLED * crowd / parts, 1e-300)
    count = max(1, int(np.minimum(people / most, 1.0).sum()))
    return count if count <= _WORTH * len(people) else None


def joined(programme: Programme, parts: int) -> Cells | None:
    """Join neighbouring origins into cells of at most ``1/parts`` of the crowd that each member asks for.

    None where moves are listed, or where too few origins can be joined for it to be worth while.
    """
    pairs = programme.pricing_set
    if not isinstance(pairs, AllPairs) or len(pairs.tied):
        return None
    most = programme.weight / programme.risk / parts
    if np.count_nonzero(programme.people > most) > _WORTH * len(most):
        return None
    cell, count = numbered(pairs, programme.people, most)
    if count > _WORTH * len(cell):
        return None
    return _cells(programme, pairs, cell, count)


def numbered(pairs: AllPairs, people: Floats, most: Floats) -> tuple[Ints, int]:
    """Halve each unit until no part but single origins holds more people than any of its members allows.

    ``people`` is ``n_i``, ``most`` the most that a part may hold. Gives the part of each origin, and their
    number.
    """
    cell = np.empty(len(people), dtype=np.int64)
    count = 0
    for rows, _columns in pairs.units:
        count = _halved(cell, count, pairs.points, rows, people, most)
    return cell, count


def _halved(cell: Ints, count: int, points: Floats, rows: Ints, people: Floats, most: Floats) -> int:
    """Halve some origins until every part is small enough; returns how many cells there are then."""
    todo = [rows]
    while todo:
        group = todo.pop()
        if len(group) == 1 or people[group].sum() <= most[group].min():
            cell[group] = count
            count += 1
        else:
            todo.extend(halved(points, group)[::-1])
    return count


def _cells(programme: Programme, pairs: AllPairs, cell: Ints, count: int) -> Cells:
    people = np.asarray(np.bincount(cell, programme.people, count), dtype=float)
    weight = np.zeros(count)
    np.maximum.at(weight, cell, programme.weight)
    middle, unit = middles(pairs, programme.people, cell, count)
    columns = nearest_destinations(pairs, middle, unit)
    lon_deg = np.degrees(np.arctan2(middle[:, 1], middle[:, 0]))
    lat_deg = np.degrees(np.arcsin(np.clip(middle[:, 2], -1, 1)))
    targets = pairs.target_deg[0][columns], pairs.target_deg[1][columns]
    scale = None
    if pairs.scale is not None:
        scale = np.bincount(cell, programme.people * pairs.scale, count) / people
    fewer = AllPairs(
        (lon_deg, lat_deg), unit, targets, pairs.target_unit[columns], pairs.squared, scale=scale
    )
    moved = Programme(np.arange(count), people, weight, programme.risk, programme.squared, fewer)
    return Cells(moved, cell, columns, fewer, pairs)


def middles(pairs: AllPairs, people: Floats, cell: Ints, count: int) -> tuple[Floats, Ints]:
    """Where the people of each part live on average, as unit vectors, and its boundary unit."""
    summed = [np.bincount(cell, people * axis, count) for axis in pairs.points.T]
    middle = np.column_stack(summed).astype(float)
    middle /= np.linalg.norm(middle, axis=1)[:, None]
    unit = np.empty(count, dtype=pairs.origin_unit.dtype)
    unit[cell] = pairs.origin_unit
    return middle, unit


def nearest_destinations(pairs: AllPairs, middle: Floats, unit: Ints) -> Ints:
    """The destinations nearest to some points, each in its unit: every unit must have a point."""
    order = np.argsort(unit, kind="stable")
    ends = np.searchsorted(unit[order], pairs.origin_unit[[rows[0] for rows, _columns in pairs.units]])
    found: list[Array] = []
    for (_rows, columns), members in zip(pairs.units, np.split(order, ends[1:])):
        found.append(columns[spatial.cKDTree(pairs.targets[columns]).query(middle[members])[1]])
    return np.unique(np.concatenate(found))


def opened(whole: Programme, cells: Cells, found: Found) -> Found:
    """What a search over cells found, said of their members.

    Exactly private by construction; its bound holds over all origins and destinations.
    """
    origin, row = _members(cells.cell, found.strategy.origin, cells.count)
    destination = cells.columns[found.strategy.destination[row]]
    strategy = repaired(
        origin,
        destination,
        found.strategy.probability[row] * whole.people[origin],
        whole.people,
        whole.cap(1 - MARGIN / 4),
        whole.pricing_set.distances_m,
    )
    unknown = np.full(whole.pricing_set.destination_count, np.inf)
    bounds = [
        lower_bound(whole.pricing_set, price, whole.people, whole.cap(), unknown)
        for price in (found.price[cells.cell], _smooth(cells, found.price))
    ]
    bound, price = max(bounds, key=lambda pair: pair[0])
    return Found(strategy, max(bound, 0.0), price)


def _members(cell: Ints, pair_cell: Ints, count: int) -> tuple[Ints, Ints]:
    """For each pair of a cell its members, one after the other: the member, and the number of the pair."""
    order = np.argsort(cell, kind="stable")
    ends = np.searchsorted(cell[order], np.arange(count + 1))
    size = np.diff(ends)[pair_cell]
    row = np.repeat(np.arange(len(pair_cell)), size)
    within = steps_of(size)
    return order[ends[pair_cell[row]] + within], row


def _smooth(cells: Cells, price: Floats) -> Floats:
    """Prices of members, read off the cells of their unit around them by inverse squared distance."""
    smooth = np.empty(len(cells.cell))
    for (rows, _columns), (members, _targets) in zip(cells.whole.units, cells.pairs.units):
        near = min(_AROUND, len(members))
        away, number = spatial.cKDTree(cells.pairs.points[members]).query(cells.whole.points[rows], k=near)
        share = 1 / np.maximum(away.reshape(len(rows), near), 1e-12) ** 2
        around = price[members[number.reshape(len(rows), near)]]
        smooth[rows] = (around * share).sum(axis=1) / share.sum(axis=1)
    return smooth

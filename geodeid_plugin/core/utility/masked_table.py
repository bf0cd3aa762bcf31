# SPDX-License-Identifier: GPL-2.0-or-later
"""The mask as a recipient knows it: which place stands for how many people of which area.

A masked point of an area i appears at destination j with probability P_ij, so where e_i cases are
expected in area i, t_j = sum over i of e_i P_ij are expected at j. Masked points are compared with t_j,
never with the people who live at j: over census people a mask alone makes "clusters".

Whether points look masked by where they stand, whatever their fields say.

A mask that puts dots on the points of destinations leaves many on few places, or on the areas' own points.
Homes share a place here and there: a household, an institution, an address that was not found.

Crowd and table of several releases together.

Dots of different releases were drawn from different tables. A dot of unknown release was drawn from table
r with the share w_r of the records that r drew, so all of them together are Poisson with the crowd
sum over r of w_r t_j(r) and the table sum over r of w_r P_ij(r).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..base.arrays import Array, Floats, Ints
from ..base.errors import InputError, named
from ..base.scientific import sparse
from ..geometry.sphere import haversine_m

_ROW_SUM = 1e-6
"""How far probabilities of one area may be from 1: tables written as text lose digits."""


@dataclass(frozen=True)
class MaskedTable:
    """Transition probabilities and what is expected in the areas.

    Examples
    --------
    >>> import numpy as np
    >>> mask = MaskedTable(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0.5, 0.5, 1.0]),
    ...                    np.array([100.0, 50.0]), 2)
    >>> mask.crowd.tolist()
    [50.0, 100.0]
    """

    origin: Array
    destination: Array
    """Shape (p,). Rows of areas and of destinations."""
    probability: Array
    """Shape (p,). ``P_ij``."""
    expected: Array
    """Shape (n,). ``e_i``: people, or expected cases, of each area."""
    destinations: int
    """Number of destinations."""

    @cached_property
    def crowd(self) -> Array:
        """``t_j``, the people or cases whom a point at each destination stands for, shape (m,)."""
        return np.bincount(self.destination, self.expected[self.origin] * self.probability, self.destinations)

    @cached_property
    def flow(self) -> sparse.csr_matrix:
        """``e_i P_ij`` as a sparse matrix, shape (m, n)."""
        values = self.expected[self.origin] * self.probability
        shape = (self.destinations, len(self.expected))
        return sparse.csr_matrix((values, (self.destination, self.origin)), shape=shape)

    def check(self, counts: Floats) -> None:
        """Refuse counts that this table cannot have produced.

        Raises
        ------
        InputError
            A populated area's probabilities do not sum to 1, or points stand where none can be.
        """
        sums = np.bincount(self.origin, self.probability, len(self.expected))
        wrong = np.flatnonzero((self.expected > 0) & (np.abs(sums - 1) > _ROW_SUM))
        if len(wrong):
            raise InputError(
                "masked_table.row.not_one",
                "The probabilities of {count} areas in the table do not sum to 1 (rows {rows}). Use the "
                "whole table, and the areas that it was solved for.",
                count=len(wrong),
                rows=named(wrong),
            )
        stray = np.flatnonzero((np.asarray(counts) > 0) & (self.crowd <= 0))
        if len(stray):
            raise InputError(
                "masked_table.destination.unreachable",
                "Points stand at {count} destinations where nobody can have been moved to. Points and "
                "table do not belong to the same release.",
                count=len(stray),
            )


_FEWEST = 10
"""Points below which nothing is seen in how they stand."""
_SHARED = 0.8
"""Share of points that stand where others do, from which places are few."""
_AT_POINTS = 0.5
"""Share of points on the areas' own points from which they were put there."""
_AT_M = 5.0
"""Points stand on a place up to the digits that a file format keeps."""
_DIGITS = 6
"""Decimals of a degree that tell two places apart: 0.1 m."""


def on_few_places(lon_deg: Floats, lat_deg: Floats) -> bool:
    """Whether nearly all points share their place with others, and no place holds half of them.

    Where one place holds half, as in an outbreak of one building, the points say so themselves.
    Degrees, shapes (n,).

    Examples
    --------
    >>> on_few_places(np.repeat([10.0, 10.1, 10.2], 4), np.full(12, 50.0))
    True
    >>> on_few_places(np.linspace(10, 11, 12), np.full(12, 50.0))
    False
    """
    if len(lon_deg) < _FEWEST:
        return False
    places = np.round(np.column_stack([lon_deg, lat_deg]), _DIGITS)
    _places, place, points = np.unique(places, axis=0, return_inverse=True, return_counts=True)
    shared = (points[place.ravel()] > 1).mean()
    return bool(shared >= _SHARED and 2 * points.max() < len(lon_deg))


def on_points_of_areas(
    position_deg: tuple[Floats, Floats], area: Ints, point_deg: tuple[Floats, Floats]
) -> bool:
    """Whether half of the points or more stand on the points that stand for their areas.

    ``area`` is -1 of points in none.
    """
    if len(area) < _FEWEST:
        return False
    away_m = haversine_m(*position_deg, point_deg[0][area], point_deg[1][area])
    return bool(((area >= 0) & (away_m <= _AT_M)).mean() >= _AT_POINTS)


def shares_of(records: ArrayLike) -> Floats:
    """Share of all records that each release drew, shape (releases,).

    Examples
    --------
    >>> shares_of([30, 10]).tolist()
    [0.75, 0.25]
    """
    drawn = np.asarray(records, dtype=float)
    if not (drawn > 0).all():
        raise InputError(
            "crowd.release.no_records", "A release without records adds nothing. Leave its crowd out."
        )
    return drawn / drawn.sum()


def added(pairs: list[Array], values: list[Floats], shares: Floats) -> tuple[Ints, Floats]:
    """Weighted sum of sparse values by key.

    Keys of each release are whole numbers, shape (k, p_r): destinations, or origins and destinations. Gives
    the keys that occur, shape (k, q), and their sums.
    """
    keys: Ints = np.concatenate(pairs, axis=1)
    weighted = np.concatenate([share * np.asarray(one, float) for share, one in zip(shares, values)])
    found, where = np.unique(keys, axis=1, return_inverse=True)
    return found, np.bincount(where.ravel(), weighted, found.shape[1]).astype(float)

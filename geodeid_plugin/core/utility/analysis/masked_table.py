# SPDX-License-Identifier: GPL-2.0-or-later
"""The mask as a recipient knows it: which place stands for how many people of which area.

A masked point of an area i appears at destination j with probability P_ij, so where e_i cases are
expected in area i, t_j = sum over i of e_i P_ij are expected at j. Masked points are compared with t_j,
never with the people who live at j: over census people a mask alone makes "clusters".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError, named

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats

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
    def flow(self) -> Any:
        """``e_i P_ij`` as a sparse matrix, shape (m, n)."""
        from scipy.sparse import csr_matrix

        values = self.expected[self.origin] * self.probability
        shape = (self.destinations, len(self.expected))
        return csr_matrix((values, (self.destination, self.origin)), shape=shape)

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
                "The probabilities of {count} areas in the table do not sum to 1 (rows {rows}). Use the "
                "whole table, and the areas that it was solved for.",
                count=len(wrong),
                rows=named(wrong),
            )
        stray = np.flatnonzero((np.asarray(counts) > 0) & (self.crowd <= 0))
        if len(stray):
            raise InputError(
                "Points stand at {count} destinations where nobody can have been moved to. Points and "
                "table do not belong to the same release.",
                count=len(stray),
            )

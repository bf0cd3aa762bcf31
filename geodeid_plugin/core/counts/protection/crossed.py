# SPDX-License-Identifier: GPL-2.0-or-later
"""Which counts of zones by groups to hide where the totals of zones and of groups are known.

Each count is then in two sums. A hidden count can move where others make up for it: along a cycle of hidden
counts that changes no sum, in turn up and down. So hidden counts come in rectangles: two zones by two groups.
The total of a zone is one more column, which moves against the others.

As in :mod:`.suppress` a keyed coin hides further counts and totals first, whatever the counts are; the repair
then adds the cheapest rectangles and never shows a count of the coin again, so that every mask that passes
the audit has a chance above 0, and knowing the method tells nothing beyond the audit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...base.arrays import Array
from ...base.errors import InfeasibleError, named
from ...base.scientific import optimize, sparse
from .keyed import KeyedDraws
from .suppress import Rule

_ENOUGH = 10**6
"""Costs more than any mask of counts: what cannot be hidden."""
_TOTAL_COST = 3.0
"""A total is worth so many times its records: it stands for all groups of its zone."""


@dataclass(frozen=True)
class Crossed:
    """Counts of the zones of one unit by groups, with known totals both ways."""

    counts: Array
    """Shape (n, m). Records by zone and group."""
    ceiling: Array
    """Shape (n,). People of each zone, whom no count can exceed."""
    labels: Sequence[str]
    """Name of each zone, for the key and for sentences."""
    before: Array | None = None
    """Shape (n, m + 1), or None. Counts, and in the last column totals, that an earlier release withheld."""

    @property
    def wide(self) -> Array:
        """Counts and, in the last column, totals of the zones, shape (n, m + 1)."""
        return np.concatenate([self.counts, self.counts.sum(axis=1, keepdims=True)], axis=1)


def suppress_crossed(table: Crossed, rule: Rule, draws: KeyedDraws) -> Array:
    """Choose which counts and totals of zones to hide.

    Shape (n, m + 1), totals in the last column, to be audited by code that shares nothing with this. The
    totals of the groups are known and stay so.

    >>> table = Crossed(np.array([[3, 20], [25, 14], [30, 16]]), np.full(3, 900), ["A", "B", "C"])
    >>> hidden = suppress_crossed(table, Rule(11, 11, 0.0), KeyedDraws(b"key", "example"))
    >>> bool(hidden[0, 0]), int(hidden.sum()) >= 4
    (True, True)
    """
    wide = table.wide
    hidden = (wide > 0) & (wide < rule.smallest)
    if not hidden.any():
        return hidden
    labels = [
        f"{zone}|{'total' if at == wide.shape[1] - 1 else at}"
        for zone in table.labels
        for at in range(wide.shape[1])
    ]
    hidden |= (wide > 0) & (draws.uniform(labels, "cell").reshape(wide.shape) < rule.cell_chance)
    if table.before is not None:
        hidden |= (wide > 0) & table.before
    repair = _Repair(table, rule, hidden, draws.uniform(labels, "partner").reshape(wide.shape))
    repair.all()
    return repair.hidden


class _Repair:
    """Hides further counts until every hidden one can move far enough."""

    def __init__(self, table: Crossed, rule: Rule, hidden: Array, luck: Array) -> None:
        wide = table.wide
        self.table, self.need, self.hidden = table, rule.values - 1, hidden
        ceiling = np.maximum(table.ceiling[:, None], wide)
        # In the last column a total that rises is a cell that falls.
        self.rise, self.fall = ceiling - wide, np.maximum(wide - 1, 0)
        self.rise[:, -1], self.fall[:, -1] = self.fall[:, -1].copy(), self.rise[:, -1].copy()
        self.price = wide * (0.5 + luck)
        self.price[:, -1] *= _TOTAL_COST
        self.price[wide == 0] = _ENOUGH

    def all(self) -> None:
        """Protect the hidden counts one after the other, narrowest first; what is added is protected, too."""
        done = np.zeros(self.hidden.shape, dtype=bool)
        while True:
            left = np.argwhere(self.hidden & ~done)
            if not len(left):
                return
            room = self.fall[tuple(left.T)]
            for zone, group in left[np.argsort(room, kind="stable")].tolist():
                self._protect(zone, group)
                done[zone, group] = True

    def _protect(self, zone: int, group: int) -> None:
        cost = np.where(self.hidden, 0.0, self.price)
        corners = cost[zone][None, :] + cost[:, group][:, None] + cost
        reach = self._reach(zone, group, self.rise, self.fall) + self._reach(
            zone, group, self.fall, self.rise
        )
        corners[reach < self.need] = _ENOUGH
        corners[zone, :] = corners[:, group] = _ENOUGH
        best = np.unravel_index(int(np.argmin(corners)), corners.shape)
        if corners[best] == 0:
            return
        # What longer cycles of hidden counts protect needs nothing more: else a table that fits this mask
        # would get another one, and the mask would tell that it is not the true one.
        if self._cycles(zone, group, np.where(self.hidden, 0.0, _ENOUGH)) is not None:
            return
        if corners[best] < _ENOUGH:
            self.hidden[zone, best[1]] = self.hidden[best[0], group] = self.hidden[best] = True
            return
        added = self._cycles(zone, group, cost)
        if added is None:
            raise InfeasibleError(
                "count.zone_totals.unprotectable",
                "The small counts of {zone} cannot be protected while the totals of zones are known: there "
                "are too few records to hide one among others. Leave zones out of TOTALS, or release fewer "
                "groups or larger zones.",
                zone=named([self.table.labels[zone]]),
            )
        self.hidden |= added

    def _reach(self, zone: int, group: int, up: Array, down: Array) -> Array:
        """How far the count goes up along each rectangle, by its opposite corner."""
        sides = np.minimum(down[zone][None, :], down[:, group][:, None])
        return np.minimum(np.minimum(sides, up), up[zone, group])

    def _cycles(self, zone: int, group: int, cost: Array) -> Array | None:
        """The cheapest counts, in longer cycles, that let the count move far enough; None where none do."""
        n, m = cost.shape
        size, at = n * m, zone * m + group
        usable = np.where(cost.ravel() < _ENOUGH, 1, 0)
        rise, fall = (np.minimum(room.ravel(), 10 * self.need) * usable for room in (self.rise, self.fall))
        # Two flows without margins: one lifts the count, one lowers it; each as a part up and a part down.
        row = np.zeros(4 * size)
        row[[at, size + at, 2 * size + at, 3 * size + at]] = 1, -1, -1, 1
        answer = optimize.linprog(
            np.tile(cost.ravel(), 4), A_ub=sparse.csr_matrix(-row), b_ub=[-float(self.need)],
            A_eq=_balanced(n, m), b_eq=np.zeros(2 * (n + m)),
            bounds=np.stack([np.zeros(4 * size), np.concatenate([rise, fall] * 2)], 1),
            method="highs",
        )  # fmt: skip
        if answer.x is None:
            return None
        moved: Array = (answer.x.reshape(4, n, m) > 1e-7).any(axis=0)
        return moved


@lru_cache(maxsize=16)
def _balanced(n: int, m: int) -> sparse.csr_matrix:
    """Two flows over the cells of a table, each a part up and one down, that change no sum; as a matrix."""
    sums = sparse.vstack(
        [
            sparse.kron(sparse.eye(n), sparse.csr_matrix(np.ones((1, m)))),
            sparse.kron(sparse.csr_matrix(np.ones((1, n))), sparse.eye(m)),
        ]
    )
    return sparse.bmat([[sums, -sums, None, None], [None, None, sums, -sums]])

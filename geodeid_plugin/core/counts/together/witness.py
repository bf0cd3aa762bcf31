# SPDX-License-Identifier: GPL-2.0-or-later
"""What sums of hidden counts can be, proven by tables that fit everything published.

Where tables are not networks (three and more zonings, tables by several fields beside tables by one), an
interval of a linear programme may be wider than the truth: too wide is a disclosure. So nothing counts here
but whole-number tables that were checked against every equation: a sum keeps the values of the widest two
such tables, and what no table was found for is taken as not possible. One table serves all sums, so most
programmes raise, or lower, all sums at once that are not proven yet.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array
from ...base.errors import AuditError, InputError
from ...base.progress import Progress, silent
from ...base.scientific import sparse
from ..intervals import Ranges

_MOST_ATOMS = 200_000
"""Unknowns of one system; scipy's solver takes minutes beyond."""
_ROUNDS = 30
"""Programmes over all open sums; then each sum that is still open gets two of its own."""
_SINGLE_S, _TOGETHER_S = 5.0, 60.0
"""Time limits of one programme. What is not found in time counts as not possible: on the safe side."""
_ENOUGH = 10
"""Exposed sums after which no more are looked for: the release is refused, and a sentence names few."""
_SWEEPS = 20
"""Most sweeps of bounds from sum to sum; they speed the programmes up and may end early."""


@dataclass(frozen=True)
class System:
    """Everything that is published, as sums of unknown counts."""

    rows: sparse.csr_matrix
    """Shape (m, n). 1 for each unknown that a published number is the sum of; 1 and -1 where two sums are
    equal."""
    low: Array
    high: Array
    """Shape (m,). What is known of each sum; equal where it is printed."""
    most: Array
    """Shape (n,). No unknown can be larger: the people there. None is below 0."""
    truth: Array
    """Shape (n,). The true counts, one table that fits."""

    def fits(self, table: Array) -> bool:
        """Whether whole numbers obey everything that is published."""
        sums = self.rows @ table
        inside = (table >= 0).all() and (table <= self.most).all()
        return bool(inside and (sums >= self.low).all() and (sums <= self.high).all())


@dataclass(frozen=True)
class Demanded:
    """Which sums are protected by what was found of them."""

    smallest: int
    """A sum that is at least this is not small, and may be known."""
    values: int
    """A sum that may be small needs so many values, or all that the people there allow."""
    known_from: int | None = None
    """From this on a sum may be known; ``smallest`` by default."""

    def open(self, low: Array, high: Array, most: Array) -> Array:
        """Sums that are not proven to be protected, given tables between ``low`` and ``high``."""
        wide = high - low + 1 >= np.minimum(self.values, most + 1)
        return ~(
            (high >= np.minimum(self.smallest, most)) & (wide | (low >= (self.known_from or self.smallest)))
        )


@dataclass(frozen=True)
class Proven:
    """What was proven of sums, shape (k,) each."""

    ranges: Ranges
    """Least and most value that a fitting table was found for. More may be possible where this is enough."""
    exposed: Array
    """Sums that are too narrow, or could not be settled."""


def witnessed_ranges(
    system: System, targets: sparse.csr_matrix, demanded: Demanded, progress: Progress = silent
) -> Proven:
    """Find tables that prove sums to be protected.

    ``targets`` are sums that must stay hidden, a sparse matrix of 0 and 1, a row each; the search for further
    tables of one ends where ``demanded`` is met. A sum that can only be 0 is not exposed: zeros are printed.
    Once some are exposed, the others are not looked for any more, and count as exposed.

    Two counts are withheld under a printed total of 30, a third is printed:

    >>> from scipy.sparse import csr_matrix
    >>> rows = csr_matrix(np.array([[1, 1, 1], [0, 0, 1]]))
    >>> system = System(rows, np.array([30, 15]), np.array([30, 15]), np.full(3, 900), np.array([4, 11, 15]))
    >>> witnessed_ranges(system, csr_matrix(np.eye(3)[:2]), Demanded(11, 11)).exposed.tolist()
    [False, False]
    """
    _check(system)
    pool = _Pool(system, targets.tocsr().astype(np.int64), demanded)
    for round_ in range(_ROUNDS):
        before = int(pool.open.sum())
        if not before:
            break
        progress(0.5 * round_ / _ROUNDS)
        for raising in (True, False):
            if pool.open.any():
                pool.together(raising)
        if int(pool.open.sum()) == before:
            break
    pool.one_by_one(progress)
    return Proven(Ranges(pool.low, pool.high), pool.open)


def _check(system: System) -> None:
    if len(system.most) > _MOST_ATOMS:
        raise InputError(
            "release.counts.too_many",
            "The releases cut the areas into {count} counts, too many to be checked together; at most "
            "{most} are. Release by regions.",
            count=len(system.most),
            most=_MOST_ATOMS,
        )
    if not system.fits(system.truth):
        raise AuditError(
            "release.counts.contradiction",
            "The true counts contradict what was published of them. This is an error of the program; please "
            "report it.",
        )


class _Pool:
    """Tables found so far, by what they prove: the least and most of each sum."""

    def __init__(self, system: System, targets: sparse.csr_matrix, demanded: Demanded) -> None:
        self.system, self.targets, self.demanded = system, targets, demanded
        self.low = targets @ system.truth
        self.high = self.low.copy()
        self.least, self.most = _bounded(system)
        self.reach = targets @ self.most
        self.people = targets @ system.most

    @property
    def open(self) -> Array:
        """Sums that are not proven to be protected, nor proven to be 0."""
        return self.demanded.open(self.low, self.high, self.people) & (self.reach > 0)

    def together(self, raising: bool) -> None:
        """One programme that raises, or lowers, all open sums as far as they need it, and no further."""
        chosen = np.flatnonzero(self.open)
        count, step = len(chosen), max(self.demanded.values, self.demanded.smallest)
        low, high = self.low[chosen], self.high[chosen]
        # A new unknown z for each sum is what it is rewarded for: z <= sum, or z <= high - sum.
        links = sparse.bmat([[(-1 if raising else 1) * self.targets[chosen], sparse.eye(count)]])
        wide = sparse.coo_matrix((self.system.rows.shape[0], count))
        ends = np.zeros(count) if raising else high.astype(float)
        self._solve(
            np.concatenate([np.zeros(len(self.most)), np.full(count, -1.0)]),
            sparse.vstack([sparse.bmat([[self.system.rows, wide]]), links]).tocsr(),
            (np.concatenate([self.system.low, np.full(count, -np.inf)]),
             np.concatenate([self.system.high, ends])),
            (low + step if raising else np.minimum(high, step)).astype(float),
            _TOGETHER_S,
        )  # fmt: skip

    def one_by_one(self, progress: Progress) -> None:
        """The most and the least of each sum that is still open, until some are known to be exposed."""
        left, failed = np.flatnonzero(self.open), 0
        for done, at in enumerate(left[np.argsort(self.low[left], kind="stable")].tolist()):
            progress(0.5 + 0.5 * done / len(left))
            for sign in (1, -1):
                if self.open[at]:
                    self.alone(at, sign)
            failed += bool(self.open[at])
            if failed >= _ENOUGH:
                return

    def alone(self, at: int, sign: int) -> None:
        """The most (1) or least (-1) of one sum."""
        cost = -sign * np.asarray(self.targets[at].todense(), dtype=float).ravel()
        ends = (self.system.low, self.system.high)
        best = self._solve(cost, self.system.rows, ends, np.zeros(0), _SINGLE_S)
        if sign == 1 and best is not None and best > -0.5:  # the bound of the solver: nothing above 0
            self.reach[at] = 0

    def _solve(
        self, cost: Array, rows: sparse.csr_matrix, ends: tuple[Array, Array], extra: Array, seconds: float
    ) -> float | None:
        """Least cost that the solver proves, or None; a table that it finds is learnt from."""
        try:
            from scipy.optimize import Bounds, LinearConstraint, milp
        except ImportError:
            raise InputError(
                "release.solver.missing",
                "Releases are compared with a solver that this QGIS's SciPy does not have (1.9 has). Use a "
                "newer QGIS.",
            ) from None
        n = len(self.most)
        answer = milp(
            cost,
            constraints=LinearConstraint(rows, *(np.asarray(end, dtype=float) for end in ends)),
            bounds=Bounds(
                np.concatenate([self.least, np.zeros(len(extra))]), np.concatenate([self.most, extra])
            ),
            integrality=np.concatenate([np.ones(n), np.zeros(len(extra))]),
            options={"time_limit": seconds},
        )
        if answer.x is not None:
            self._learn(np.rint(answer.x[:n]).astype(np.int64))
        return answer.mip_dual_bound if answer.status == 0 else None

    def _learn(self, table: Array) -> None:
        """Take a table into the pool, if it fits in whole numbers."""
        if not self.system.fits(table):
            return
        sums = self.targets @ table
        self.low, self.high = np.minimum(self.low, sums), np.maximum(self.high, sums)


def _bounded(system: System) -> tuple[Array, Array]:
    """Least and most of each unknown that single sums tell: what is printed, and what is left of it."""
    rows = system.rows.tocsr()
    least, most = np.zeros(len(system.most), dtype=np.int64), system.most.copy()
    if (rows.data < 0).any():
        rows = rows[np.asarray(rows.min(axis=1).todense()).ravel() >= 0]
    whole = np.asarray(system.rows.min(axis=1).todense()).ravel() >= 0
    low, high = system.low[whole], system.high[whole]
    entry = rows.tocoo()
    for _sweep in range(_SWEEPS):
        down, up = rows @ least, rows @ most
        new_most, new_least = most.copy(), least.copy()
        np.minimum.at(new_most, entry.col, (high - down)[entry.row] + least[entry.col])
        np.maximum.at(new_least, entry.col, (low - up)[entry.row] + most[entry.col])
        if (new_most == most).all() and (new_least == least).all():
            break
        least, most = new_least, new_most
    return least, most

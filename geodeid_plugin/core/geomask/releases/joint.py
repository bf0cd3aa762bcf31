# SPDX-License-Identifier: GPL-2.0-or-later
"""The joint audit: what several releases of the same records tell an observer who links them.

A record of area i that was drawn afresh from the tables P^1 … P^m came out at j_1 … j_m. Whoever links
its dots multiplies likelihoods, and the posterior of one person of area i, times its weight, is at most

    J = max over i, j_1 … j_m of  w_i prod_l P^l(i, j_l) / sum_k n_k prod_l P^l(k, j_l)        (7)

Fixing j_1 leaves the same question for the other tables, with populations ``n_k P^1(k, j_1)`` and weights
``w_k P^1(k, j_1)`` on the areas that can reach j_1: a recursion that only meets what is not zero. J never
falls when a table is added (mediant inequality), so that a list above a bound stays above it. For
observers who can't link, J with ``w_i = s`` is an upper bound where areas stay the same: their posterior
is an average over linkings. Where people of one area may be ``rho`` times as likely to be records as those of
others, and the observer knows it, area i stands with ``rho w_i`` above and ``rho n_i`` below.

It shares nothing with the solver, and rounds outwards as :mod:`..audit` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Floats, Ints, steps_of
from ...base.errors import InputError
from ...base.progress import Progress, silent
from ..audit import check_table
from ..strategy import Transitions

_UNIT = 2.0**-53
"""Rounding error of one operation in double precision."""
_STEP = 500
"""Columns between two looks at Cancel."""


@dataclass(frozen=True)
class JointAudit:
    """What a list of tables reveals at most."""

    risk: float
    """J, rounded up; where a bound was given and exceeded, the first value found above it."""
    origin: int
    """The area that is revealed most."""
    destinations: tuple[int, ...]
    """The places, one a table, that reveal it."""
    whole: bool
    """Whether everything was searched; not where a bound was exceeded."""


def joint_audit(
    tables: Sequence[Transitions],
    population: Array,
    weight: Array,
    bound: float | None = None,
    progress: Progress = silent,
    ratio: float = 1.0,
) -> JointAudit:
    """Measure several tables of probabilities together, equation (7).

    Parameters
    ----------
    tables : sequence of Transitions
        The tables, of the same areas all.
    population, weight : ndarray, shape (n,)
        ``n_i``, and ``w_i``: the records (Wieland), or at most the people (revised).
    bound : float, optional
        Stop at the first posterior above it.
    ratio : float
        ``rho``: the largest ratio of two areas' rates.

    Raises
    ------
    InputError
        A table is not one of probabilities of these areas.

    Examples
    --------
    Two areas of ten people that swap their records half of the time, drawn twice, one record:

    >>> import numpy as np
    >>> from ..strategy import Transitions
    >>> swap = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([0.75, 0.25, 0.25, 0.75])
    >>> table = Transitions(*swap)
    >>> round(joint_audit([table, table], np.array([10, 10]), np.array([1, 1])).risk, 6)
    0.09
    """
    population = np.asarray(population, dtype=float)
    weight = np.asarray(weight, dtype=float)
    if not len(tables):
        raise InputError("strategy.audit.none", "There is no strategy to audit.")
    slack = 1.0
    rows = []
    for table in tables:
        origin, destination = np.asarray(table.origin), np.asarray(table.destination)
        probability = np.asarray(table.probability, dtype=float)
        slack *= 1 + 4 * check_table(origin, destination, probability, population)
        rows.append(_Rows.of(origin, destination, probability, len(population)))
    search = _Search(rows, population, weight, slack, bound, progress, ratio)
    everybody = np.flatnonzero(population > 0)
    search.descend(0, everybody, np.ones(len(everybody)), ())
    return JointAudit(search.best, search.origin, search.places, not search.exceeded())


@dataclass(frozen=True)
class _Rows:
    """A table by rows: pairs of area i stand from start[i] to start[i + 1]."""

    start: Array
    destination: Array
    probability: Array

    @classmethod
    def of(cls, origin: Ints, destination: Ints, probability: Floats, count: int) -> _Rows:
        kept = np.flatnonzero(probability > 0)
        kept = kept[np.argsort(origin[kept], kind="stable")]
        start = np.searchsorted(origin[kept], np.arange(count + 1))
        return cls(start, destination[kept].astype(np.int32), probability[kept])

    def pairs_of(self, areas: Ints) -> tuple[Ints, Ints, Floats]:
        """Position among the areas, destination and probability of every pair of some areas."""
        first = self.start[areas]
        length = self.start[areas + 1] - first
        owner = np.repeat(np.arange(len(areas), dtype=np.int32), length)
        offset = steps_of(length) + np.repeat(first, length)
        return owner, self.destination[offset], self.probability[offset]


class _Search:
    """Depth first over the places of each table in turn; remembers the worst posterior met."""

    def __init__(
        self,
        rows: list[_Rows],
        population: Floats,
        weight: Floats,
        slack: float,
        bound: float | None,
        progress: Progress,
        ratio: float,
    ) -> None:
        self._ratio = ratio
        self.rows, self.population, self.weight = rows, population, weight
        # Denominators are sums of at most this many terms, each a product of one factor a table.
        self._terms = 8 + len(rows)
        self._slack, self._bound, self._progress = slack, bound, progress
        self.best, self.origin = 0.0, -1
        self.places: tuple[int, ...] = ()

    def exceeded(self) -> bool:
        """Whether a posterior above the bound was met, so that nothing more need be known."""
        return self._bound is not None and self.best > self._bound

    def descend(self, depth: int, areas: Ints, likelihood: Floats, places: tuple[int, ...]) -> None:
        """Search below the places chosen so far, among the areas that can have come there."""
        owner, destination, probability = self.rows[depth].pairs_of(areas)
        if depth == len(self.rows) - 1:
            self._measure(areas, likelihood, owner, destination, probability, places)
            return
        order = np.argsort(destination, kind="stable")
        owner, destination, probability = owner[order], destination[order], probability[order]
        del order
        first = np.flatnonzero(np.r_[True, destination[1:] != destination[:-1]])
        for number, (start, end) in enumerate(zip(first, np.r_[first[1:], len(destination)])):
            if depth == 0 and number % _STEP == 0:
                self._progress(number / len(first))
            here = owner[start:end]
            reached = areas[here]
            # No posterior is above that of knowing the area: w_i / n_i.
            if depth and np.max(self.weight[reached] / self.population[reached]) <= self.best:
                continue
            self.descend(depth + 1, reached, likelihood[here] * probability[start:end],
                         (*places, int(destination[start])))  # fmt: skip
            if self.exceeded():
                return

    def _measure(
        self,
        areas: Ints,
        likelihood: Floats,
        owner: Ints,
        destination: Ints,
        probability: Floats,
        places: tuple[int, ...],
    ) -> None:
        """The last table: all its places at once. Columns are counted from the first: areas lie together."""
        low = int(destination.min())
        column = destination - low
        own = (self.population[areas] * likelihood)[owner] * probability
        crowd = np.bincount(column, own)[column] + (self._ratio - 1) * own
        posterior = self._ratio * (self.weight[areas] * likelihood)[owner] * probability / crowd
        worst = int(np.argmax(posterior))
        terms = len(areas) + self._terms
        risk = float(posterior[worst]) * (1 + terms * _UNIT) * self._slack
        if risk > self.best:
            self.best, self.origin = risk, int(areas[owner[worst]])
            self.places = (*places, low + int(column[worst]))

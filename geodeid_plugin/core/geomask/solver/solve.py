# SPDX-License-Identifier: GPL-2.0-or-later
"""Solving the linear programme: the search for a private strategy and a certified bound.

The interior point (:mod:`.interior_point`) starts from few pairs. On the way, whenever its gap has
fallen by some factor, three things happen: the prices are repaired into a certified lower bound
over *all* allowed pairs (:mod:`..programme.pricing`, equation 14), the flows are repaired into a
strategy that is exactly private (:mod:`..strategy`), and pairs that pay are taken in. The best
strategy and the best bound so far are kept, so the search can stop at any time and say how far from
the optimum it is at most. Nothing that the interior point says is believed: the bound is
recomputed, and :mod:`..solution` audits the strategy.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Floats, Ints
from ...base.errors import AuditError, InfeasibleError, Phrase
from ...base.progress import Progress, silent
from ..programme.pricing import Priced, knapsack, lower_bound
from ..programme.programme import Programme
from ..strategy import Strategy, repaired
from .interior_point import FlowProblem, InteriorPoint

MARGIN = 2e-8
"""Share of the risk that is kept back from the solver and given to rounding."""
_CHECK = 0.3
"""The barrier falls by this between two checks: rarer checks cost steps, more frequent ones pricing
(scripts/bench/lp)."""
_FIRST_CHECK = 0.5
"""No check before the gap is below this."""
_CLOSE = 3.0
"""Times the tolerance: above that gap of the interior point checks only take in pairs, since neither strategy
nor bound would last (scripts/bench/lp)."""
_MOST_STEPS = 600
"""Steps after which the search ends with what it has."""
_IDLE_CHECKS = 3
"""Checks without gain after which the search ends."""
_MOST_RESTARTS = 4
"""Restarts where the arithmetic gave out."""
_CONVERGED = 1e-6
"""Gap, and share of unserved people, from which an instance is called infeasible."""
_FLOOR_ROOM = 1e-5
"""Share above the floor within which the interior point has no room."""
_ARITHMETIC = 1e-12
"""Share by which rounding may lift the floor; the audit allows as much."""


@dataclass(frozen=True)
class Found:
    """What a search ends with."""

    strategy: Strategy
    """With origins numbered as in the programme; exactly private by construction, not yet audited."""
    bound: float
    """Certified lower bound of the objective, people times cost."""
    price: Floats
    """Shape (n,). The prices ``u_i`` that the best bound was made from; zeros where none was."""

    def gap(self, programme: Programme) -> float:
        """Certified distance from the optimum, as a share of the objective."""
        return gap_of(self.cost(programme), self.bound)

    def cost(self, programme: Programme) -> float:
        """The strategy's objective, people times cost."""
        table = self.strategy
        return programme.objective(table.origin, table.destination, table.probability)


def gap_of(cost: float, bound: float) -> float:
    """Certified distance of a cost from the optimum as a share of it; 1 where a bound is no number.

    >>> gap_of(4.0, 3.0), gap_of(0.0, 0.0), gap_of(4.0, float("nan"))
    (0.25, 0.0, 1.0)
    """
    if not (np.isfinite(cost) and np.isfinite(bound)):
        return 1.0
    return max(0.0, float((cost - bound) / cost)) if cost > 0 else 0.0


def solve(
    programme: Programme, tolerance: float, seconds: float | None = None, progress: Progress = silent
) -> tuple[Strategy, float]:
    """Strategy and bound of :func:`search`."""
    found = search(programme, tolerance, seconds, progress)
    return found.strategy, found.bound


def search(
    programme: Programme, tolerance: float, seconds: float | None = None, progress: Progress = silent
) -> Found:
    """Search until the certified gap is small enough or the time is up.

    ``programme``: the instance. ``tolerance``: certified gap at which to stop, as a share of the objective.
    ``seconds``: time limit; the best strategy so far is returned. ``progress``: progress and cancel. Raises
    InfeasibleError where a bound above the cost of any strategy proves that there is none. Raises AuditError
    where no strategy was found that can be made exactly private.
    """
    end = np.inf if seconds is None else time.monotonic() + seconds
    state = _Search(programme)
    restarts = 0
    while True:
        sound = state.point.iterations < _MOST_STEPS and state.point.advance()
        progress(state.done(tolerance), state.says())
        late = time.monotonic() > end
        if sound and not late and not state.due:
            continue
        state.check(sound and not late and state.point.gap > _CLOSE * tolerance)
        if state.gap <= tolerance or late or state.exhausted:
            return state.result()
        if not sound:
            restarts += 1
            if restarts > _MOST_RESTARTS:
                return state.result()
            state.restart()


class _Search:
    """The interior point with the best strategy and the best bound so far."""

    def __init__(self, programme: Programme) -> None:
        self.programme = programme
        self.cap = programme.cap()
        origin, destination = programme.pricing_set.start(
            programme.people, programme.weight, programme.risk, self.cap
        )
        key = np.unique(destination.astype(np.int64) * len(programme.people) + origin)
        origin, destination = key % len(programme.people), key // len(programme.people)
        self.targets, position = np.unique(destination, return_inverse=True)
        self._begin(origin, position)
        self.strategy: Strategy | None = None
        self.cost, self.bound = np.inf, -np.inf
        self.price = np.zeros(len(programme.people))
        self._said = np.inf

    def _begin(self, origin: Ints, position: Ints) -> None:
        programme = self.programme
        problem = FlowProblem(
            origin,
            position,
            programme.cost(origin, self.targets[position]),
            programme.people,
            programme.cap(1 - MARGIN),
            len(self.targets),
        )
        self.point = InteriorPoint(problem)
        self._checked, self._idle = self.point.mu, 0

    def restart(self) -> None:
        """Begin again with the pairs gathered so far, where the arithmetic gave out."""
        self._begin(self.point.origin, self.point.destination)

    @property
    def due(self) -> bool:
        """Whether the iterate has come far enough since the last check."""
        return self.point.mu < _CHECK * self._checked and self.point.gap < _FIRST_CHECK

    @property
    def exhausted(self) -> bool:
        """Whether check after check brings nothing more."""
        return self._idle > _IDLE_CHECKS

    @property
    def gap(self) -> float:
        """Certified gap as a share of the best strategy's objective; infinite before there is one."""
        if self.cost <= 0:
            return 0.0
        return (self.cost - self.bound) / self.cost if np.isfinite(self.cost) else np.inf

    def done(self, tolerance: float) -> float:
        """Share of the way to the tolerance, by orders of magnitude, for the progress bar."""
        gap = min(1.0, max(self.gap if np.isfinite(self.gap) else self.point.gap, tolerance, 1e-12))
        return min(0.99, float(np.log(gap) / np.log(max(min(tolerance, 0.5), 1e-12))))

    def says(self) -> str:
        """One line for the user after each check."""
        if not np.isfinite(self.gap) or self.gap == self._said:
            return ""
        self._said = self.gap
        return Phrase(
            "A strategy that keeps the bound is within {percent:.3g} % of the optimum", percent=100 * self.gap
        )

    def check(self, far: bool = False) -> None:
        """Repair, bound, and take in pairs that pay; far from the optimum the last alone.

        Where moves are missing the bound may prove early that there is no strategy.
        """
        before = (self.cost, self.bound)
        margin = self._margins()
        pricing_set = self.programme.pricing_set
        priced = pricing_set.price(self.point.price, self.cap, margin)
        far = far and not pricing_set.restricted
        if self.point.row_error < 1 and not far:
            self._keep_strategy()
            self._keep_bound(margin, priced)
        if not np.isfinite(self.cost):
            self._check_feasible()
        cost = self.programme.cost(priced.origin, priced.destination)
        added = self.point.add(priced.origin, np.searchsorted(self.targets, priced.destination), cost)
        moved = far or added or (self.cost, self.bound) != before
        self._checked, self._idle = self.point.mu, 0 if moved else self._idle + 1

    def _margins(self) -> Floats:
        """Upper bounds of the margins of all destinations, from the pairs at hand."""
        point = self.point
        reduced = point.cost * point.cost_scale - point.price[point.origin]
        margin = np.full(self.programme.pricing_set.destination_count, np.inf)
        margin[self.targets] = knapsack(
            point.destination, reduced, self.cap[point.origin], len(self.targets)
        )[1]
        return margin

    def _keep_strategy(self) -> None:
        programme, point = self.programme, self.point
        destination = self.targets[point.destination]
        try:
            strategy = repaired(
                point.origin,
                destination,
                point.flow,
                programme.people,
                programme.cap(1 - MARGIN / 4),
                programme.pricing_set.distances_m,
            )
        except AuditError:
            return
        cost = programme.objective(strategy.origin, strategy.destination, strategy.probability)
        if cost < self.cost:
            self.strategy, self.cost = strategy, cost

    def _keep_bound(self, margin: Floats, priced: Priced) -> None:
        programme = self.programme
        bound, price = lower_bound(
            programme.pricing_set, self.point.price, programme.people, self.cap, margin, priced
        )
        if bound > max(self.bound, 0.0):
            self.price = price
        self.bound = max(self.bound, bound, 0.0)

    def _check_feasible(self) -> None:
        """A certified bound above the cost of moving everybody as far as possible proves there is no way."""
        dearest = self.programme.pricing_set.dearest_cost()
        if self.bound > dearest * self.programme.people.sum() * (1 + 1e-9):
            raise _infeasible(self.programme.risk)

    def result(self) -> Found:
        """Best strategy and bound, or the reason why there is none."""
        if self.strategy is not None:
            return Found(self.strategy, self.bound, self.price)
        floor = self.programme.pricing_set.floor(self.programme.people, self.programme.weight)
        if self.programme.risk < floor * (1 - _ARITHMETIC):
            raise _infeasible(self.programme.risk)
        at_floor = self.programme.risk <= floor * (1 + _FLOOR_ROOM)
        gathered = self._gathered() if at_floor else None
        if gathered is not None:
            return Found(gathered, self.bound, self.price)
        converged = self.point.gap < _CONVERGED
        unserved = self.point.unserved > _CONVERGED * self.programme.people.sum()
        if self.programme.pricing_set.restricted and converged and unserved:
            raise _infeasible(self.programme.risk)
        raise AuditError(
            "strategy.bound.not_exact",
            "No strategy was found that keeps the bound to the last digit: nothing is released. Try a "
            "slightly larger risk, more destinations or more time.",
        )

    def _gathered(self) -> Strategy | None:
        """Everybody of a unit at one place: what is left at the smallest possible risk itself."""
        pricing_set = self.programme.pricing_set
        place = pricing_set.gathering_places(self.programme.people)
        if place is None:
            return None
        origin = np.arange(len(place))
        return Strategy(origin, place, np.ones(len(place)), pricing_set.distances_m(origin, place))


def _infeasible(risk: float) -> InfeasibleError:
    return InfeasibleError(
        "strategy.destinations.too_few",
        "No strategy over the allowed destinations keeps the risk at {risk:g}. "
        "Allow more destinations, a larger risk, or join areas.",
        risk=risk,
    )

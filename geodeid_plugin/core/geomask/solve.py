# SPDX-License-Identifier: GPL-2.0-or-later
"""Solving the programme of :mod:`.programme` and handing back a strategy that passed its audit.

The interior point of :mod:`.interior` starts from few pairs. On the way, whenever its gap has
fallen by some factor, three things happen: the prices are repaired into a certified lower bound
over *all* allowed pairs (:mod:`.pricing`, equation 14), the flows are repaired into a strategy that
is exactly private (:mod:`.strategy`), and pairs that pay are taken in. The best strategy and the
best bound so far are kept, so the search can stop at any time and say how far from the optimum it
is at most. Nothing that the solver says is believed: the strategy is audited (:mod:`.audit`), the
bound is recomputed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from ..areas import Areas
from ..errors import AuditError, InfeasibleError, InputError, Phrase, named
from ..progress import Progress, part, silent
from .audit import Audit, audit, require
from .background import run_beside
from .deterministic import deterministic
from .interior import FlowProblem, InteriorPoint
from .limits import enough_nearest, smallest_risk
from .pricing import knapsack, lower_bound
from .programme import (
    Destinations,
    Programme,
    check_bounds,
    programme_of,
    unrestricted_floor,
    weights,
)
from .strategy import Strategy, repaired

MARGIN = 2e-8
"""Share of the risk that is kept back from the solver and given to rounding."""
_CHECK = 0.3
_FIRST_CHECK = 0.5
_MOST_STEPS = 600
_IDLE_CHECKS = 3
_MOST_RESTARTS = 4
_CONVERGED = 1e-6
_FLOOR_ROOM = 1e-5


@dataclass(frozen=True)
class Request:
    """What is asked of a strategy.

    Attributes
    ----------
    records : int
        Records that are released, earlier releases included.
    risk : float
        The bound eps.
    model : {"revised", "wieland"}
        Which guarantee, see :func:`.programme.weights`.
    nearest : int or None
        How many destinations an origin may use, the nearest ones; None for all.
    squared : bool
        Whether squared distances are minimised.
    deterministic : bool
        Whether every area gets one destination, see :mod:`.deterministic`.
    tolerance : float
        Certified distance from the optimum at which the search ends, as a share of the objective.
    seconds : float or None
        Time after which the best strategy so far is taken; None for no limit.
    """

    records: int
    risk: float
    model: str = "revised"
    nearest: int | None = None
    squared: bool = False
    deterministic: bool = False
    tolerance: float = 1e-4
    seconds: float | None = None


@dataclass(frozen=True)
class Solution:
    """A strategy, its audit, and how near the optimum it is.

    Attributes
    ----------
    strategy : Strategy
        Exactly private, audited.
    audit : Audit
        Measured risks.
    expected_move_m : float
        Mean distance moved, metres.
    gap : float
        ``(objective - certified lower bound) / objective`` over all allowed pairs; 1 where unknown.
    smallest_risk : float
        The smallest risk that any strategy can reach when every destination of a boundary unit is
        allowed.
    """

    strategy: Strategy
    audit: Audit
    expected_move_m: float
    gap: float
    smallest_risk: float


def solve_areas(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> Solution:
    """Find the strategy of least expected move for a table of areas.

    Parameters
    ----------
    areas : Areas
        The origins.
    destinations : Destinations or None
        Where records may go; None for the areas themselves.
    request : Request
        Bound, model and limits.
    progress : callable
        Progress and cancel; cancel is answered at once and keeps nothing.

    Returns
    -------
    Solution

    Raises
    ------
    InputError, InfeasibleError, AuditError
        With a sentence that says what to change.
    """
    check_bounds(areas, request.records, request.risk)
    floor = _checked_floor(areas, request)
    programme = programme_of(
        areas, destinations, request.records, request.risk, request.model, request.nearest, request.squared
    )

    def work(report):
        try:
            strategy, bound = solve(programme, request.tolerance, request.seconds, report)
        except InfeasibleError:
            raise _achievable(areas, destinations, request, report) from None
        if request.deterministic:
            strategy = deterministic(programme, strategy, report)
        return strategy, bound

    strategy, bound = run_beside(work, progress)
    strategy = replace(strategy, origin=programme.area[strategy.origin])
    return _audited(strategy, areas, request, bound, floor)


def audited(
    strategy: Strategy, areas: Areas, destinations: Destinations | None, request: Request
) -> Solution:
    """Audit a strategy that was solved before, for the records that it is to move now.

    Returns
    -------
    Solution
        Its gap is not known and says 1.

    Raises
    ------
    InputError, AuditError
        The table does not fit the areas, or tells more than the bound.
    """
    check_bounds(areas, request.records, request.risk)
    target = Destinations.of_areas(areas) if destinations is None else destinations
    crossing = areas.boundary_code[strategy.origin] != target.boundary_code[strategy.destination]
    if crossing.any():
        raise InputError(
            "The strategy moves people of area {areas} "
            "across the boundary. Solve it again with this boundary.",
            areas=named(np.unique(areas.ids[strategy.origin[crossing]])),
        )
    return _audited(strategy, areas, request, 0.0, _floor(areas, request))


def _audited(strategy, areas, request, bound, floor) -> Solution:
    result = audit(
        strategy.origin,
        strategy.destination,
        strategy.probability,
        areas.population,
        request.records,
        request.model,
    )
    require(result, request.risk, request.model)
    cost = strategy.expected_cost(areas.population, request.squared) * float(np.sum(areas.population))
    gap = max(0.0, (cost - bound) / cost) if cost > 0 else 0.0
    return Solution(strategy, result, strategy.expected_move_m(areas.population), gap, floor)


def _floor(areas, request) -> float:
    weight = weights(areas.population, request.records, request.model)
    return unrestricted_floor(areas.population, weight, areas.boundary_code)


def _checked_floor(areas, request) -> float:
    floor = _floor(areas, request)
    if floor > request.risk * (1 + 1e-12):
        raise InfeasibleError(
            "No strategy keeps the risk at {risk:g}: with these populations and boundaries the "
            "smallest possible risk is {smallest}. Allow a larger risk, or join areas or boundary "
            "units that hold few people.",
            risk=request.risk,
            smallest=rounded_up(floor),
        )
    return floor


def rounded_up(risk: float) -> str:
    """A risk with four digits, never below the number itself."""
    if not risk > 0:
        return "0"
    step = 10.0 ** (np.floor(np.log10(risk)) - 3)
    return f"{np.ceil(risk / step * (1 - 1e-12) + 1e-9) * step:.4g}"


def solve(programme: Programme, tolerance: float, seconds: float | None = None, progress: Progress = silent):
    """Search until the certified gap is small enough or the time is up.

    Parameters
    ----------
    programme : Programme
        The instance.
    tolerance : float
        Certified gap at which to stop, as a share of the objective.
    seconds : float or None
        Time limit; the best strategy so far is returned.
    progress : callable
        Progress and cancel.

    Returns
    -------
    strategy : Strategy
        With origins numbered as in the programme; exactly private by construction, not yet audited.
    bound : float
        Certified lower bound of the objective, people times cost.

    Raises
    ------
    InfeasibleError
        A bound above the cost of any strategy proves that there is none.
    AuditError
        No strategy was found that can be made exactly private.
    """
    end = np.inf if seconds is None else time.monotonic() + seconds
    search = _Search(programme)
    restarts = 0
    while True:
        sound = search.point.iterations < _MOST_STEPS and search.point.advance()
        progress(search.done(tolerance), search.says())
        late = time.monotonic() > end
        if sound and not late and not search.due:
            continue
        search.check()
        if search.gap <= tolerance or late or search.exhausted:
            return search.result()
        if not sound:
            restarts += 1
            if restarts > _MOST_RESTARTS:
                return search.result()
            search.restart()


class _Search:
    """The interior point with the best strategy and the best bound so far."""

    def __init__(self, programme: Programme):
        self.programme = programme
        self.cap = programme.cap()
        origin, destination = programme.market.start(
            programme.people, programme.weight, programme.risk, self.cap
        )
        key = np.unique(destination.astype(np.int64) * len(programme.people) + origin)
        origin, destination = key % len(programme.people), key // len(programme.people)
        self.targets, position = np.unique(destination, return_inverse=True)
        self._begin(origin, position)
        self.strategy, self.cost, self.bound = None, np.inf, -np.inf
        self._said = np.inf

    def _begin(self, origin, position) -> None:
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
        return Phrase("A private strategy is within {percent:.3g} % of the optimum", percent=100 * self.gap)

    def check(self) -> None:
        """Repair, bound, and take in pairs that pay."""
        before = (self.cost, self.bound)
        margin = self._margins()
        priced = self.programme.market.price(self.point.price, self.cap, margin)
        if self.point.row_error < 1:
            self._keep_strategy()
            self._keep_bound(margin, priced)
        if not np.isfinite(self.cost):
            self._check_feasible()
        cost = self.programme.cost(priced.origin, priced.destination)
        added = self.point.add(priced.origin, np.searchsorted(self.targets, priced.destination), cost)
        moved = added or (self.cost, self.bound) != before
        self._checked, self._idle = self.point.mu, 0 if moved else self._idle + 1

    def _margins(self):
        """Upper bounds of the margins of all destinations, from the pairs at hand."""
        point = self.point
        reduced = point.cost * point.cost_scale - point.price[point.origin]
        margin = np.full(self.programme.market.destination_count, np.inf)
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
                programme.market.distances_m(point.origin, destination),
            )
        except AuditError:
            return
        cost = strategy.expected_cost(programme.people, programme.squared) * programme.people.sum()
        if cost < self.cost:
            self.strategy, self.cost = strategy, cost

    def _keep_bound(self, margin, priced) -> None:
        programme = self.programme
        bound, _ = lower_bound(programme.market, self.point.price, programme.people, self.cap, margin, priced)
        self.bound = max(self.bound, bound, 0.0)

    def _check_feasible(self) -> None:
        """A certified bound above the cost of moving everybody as far as possible proves there is no way."""
        if self.programme.market.everything:
            return
        dearest = float(self.programme.market.cost.max())
        if self.bound > dearest * self.programme.people.sum() * (1 + 1e-9):
            raise _infeasible(self.programme.risk)

    def result(self):
        """Best strategy and bound, or the reason why there is none."""
        if self.strategy is not None:
            return self.strategy, self.bound
        if self.programme.market.everything and self._at_floor():
            return self._gathered(), self.bound
        converged = self.point.gap < _CONVERGED
        if (
            not self.programme.market.everything
            and converged
            and self.point.unserved > _CONVERGED * self.programme.people.sum()
        ):
            raise _infeasible(self.programme.risk)
        raise AuditError(
            "No strategy was found that is private to the last digit: nothing is released. "
            "Try a slightly larger risk, more destinations or more time."
        )

    def _at_floor(self) -> bool:
        """Whether the bound is the smallest possible risk, which leaves the interior point no room."""
        programme = self.programme
        floor = programme.market.floor(programme.people, programme.weight)
        return programme.risk <= floor * (1 + _FLOOR_ROOM)

    def _gathered(self) -> Strategy:
        """Everybody of a unit at one place: what is left at the smallest possible risk itself."""
        place = self.programme.market.gathering_places(self.programme.people)
        origin = np.arange(len(place))
        return Strategy(origin, place, np.ones(len(place)), self.programme.market.distances_m(origin, place))


def _infeasible(risk: float) -> InfeasibleError:
    return InfeasibleError(
        "No strategy over the allowed destinations keeps the risk at {risk:g}. "
        "Allow more destinations, a larger risk, or join areas.",
        risk=risk,
    )


def _achievable(areas, destinations, request, progress) -> InfeasibleError:
    """The sentence that says what the nearest destinations do allow."""
    asked = {"nearest": request.nearest, "risk": request.risk}
    text = Phrase(
        "No strategy over the {nearest} nearest destinations: looking for what is possible",
        nearest=request.nearest,
    )
    progress(0.0, text)
    smallest = smallest_risk(areas, destinations, request, part(progress, 0.0, 0.8))
    enough = enough_nearest(areas, destinations, request, part(progress, 0.8, 1.0))
    ways = [Phrase("allow a risk of {smallest}", smallest=rounded_up(smallest))] if smallest < 1 else []
    ways += [Phrase("allow the {enough} nearest destinations", enough=enough)] if enough else []
    ways += [Phrase("join small areas")]
    either = ways[-1]
    for way in reversed(ways[:-1]):
        either = Phrase("{way}, or {others}", way=way, others=either)
    if smallest >= 1:
        return InfeasibleError(
            "No strategy over the {nearest} nearest destinations keeps the risk at {risk:g}. Either {ways}.",
            ways=either,
            **asked,
        )
    return InfeasibleError(
        "No strategy over the {nearest} nearest destinations keeps the risk at {risk:g}: the smallest risk "
        "they allow is {smallest}. Either {ways}.",
        smallest=rounded_up(smallest),
        ways=either,
        **asked,
    )

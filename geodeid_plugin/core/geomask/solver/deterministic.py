# SPDX-License-Identifier: GPL-2.0-or-later
"""The deterministic variant: every area has one destination, so areas are binned (Wieland et al. 2008).

With ``P_ij`` in {0, 1}, equation (3) of :mod:`..programme.programme` says that the people of all areas
released at one destination must reach ``w_i / eps`` of every one of them:

    sum_k n_k P_kj >= (w_i / eps) P_ij                                             (15)

Small instances are solved by HiGHS as a mixed-integer programme. Larger ones start from the most
likely destinations of the linear programme, give up bins that hold too few people, and then move
areas, split bins and shift their destinations while that shortens the way. The linear programme's
bound holds here too: a deterministic strategy is one of its solutions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InfeasibleError, Phrase
from ...base.progress import Progress, silent
from ..strategy import Strategy

if TYPE_CHECKING:
    from ...base.arrays import Floats, Ints
    from ..programme.programme import Programme

_EXACT_PAIRS = 900
"""Larger instances are not solved exactly: the mixed-integer programme grows too slow."""
_EXACT_SECONDS = 20.0
"""After this HiGHS gives what it has."""
_ROUNDS = 40
"""Most rounds of improvement."""


def deterministic(programme: Programme, likely: Strategy, progress: Progress = silent) -> Strategy:
    """Bin areas.

    Parameters
    ----------
    programme : Programme
        The instance.
    likely : Strategy
        A solution of the linear programme, origins numbered as in the instance.
    progress : callable
        Progress and cancel.

    Returns
    -------
    Strategy
        With one destination an origin.

    Raises
    ------
    InfeasibleError
        No binning was found over the allowed pairs.
    """
    bins = _Bins(programme, likely)
    bins.give_up_small()
    for round_ in range(_ROUNDS):
        progress(round_ / _ROUNDS, Phrase("Binning areas"))
        before = bins.total
        bins.move_areas()
        bins.split()
        bins.shift()
        if bins.total >= before * (1 - 1e-12):
            break
    place = _exact(programme, bins)
    origin = np.arange(len(place))
    return Strategy(origin, place, np.ones(len(place)), programme.pricing_set.distances_m(origin, place))


class _Bins:
    """Areas by destination, and what may be changed without breaking (15)."""

    def __init__(self, programme: Programme, likely: Strategy) -> None:
        self.programme = programme
        self.people = programme.people
        self.need = programme.weight / programme.risk
        best = np.lexsort((-likely.probability, likely.origin))
        first = np.flatnonzero(np.r_[True, np.diff(likely.origin[best]) > 0])
        self.place = likely.destination[best][first].copy()
        self.members = {int(j): set(np.flatnonzero(self.place == j)) for j in np.unique(self.place)}

    @property
    def total(self) -> float:
        """People times cost."""
        origin = np.arange(len(self.place))
        return float(self.people @ self.programme.cost(origin, self.place))

    def cost(self, origins: Any, place: Any) -> Floats:
        """Cost of moving origins to places; infinite where that is not allowed."""
        origins, place = np.broadcast_arrays(np.asarray(origins), np.asarray(place))
        allowed = self.programme.pricing_set.allowed(origins, place)
        cost = np.full(len(origins), np.inf)
        if allowed.any():
            cost[allowed] = self.programme.cost(origins[allowed], place[allowed])
        return cost

    def fits(self, members: list[int] | set[int]) -> bool:
        """Whether (15) holds for a bin; nobody at all is fine."""
        rows = np.fromiter(members, dtype=np.int64, count=len(members))
        return not len(rows) or self.people[rows].sum() >= self.need[rows].max() * (1 + 1e-12)

    def put(self, origin: int, place: int) -> None:
        """Move one area."""
        old = int(self.place[origin])
        self.members[old].discard(origin)
        if not self.members[old]:
            del self.members[old]
        self.members.setdefault(place, set()).add(origin)
        self.place[origin] = place

    def give_up_small(self) -> None:
        """Dissolve bins that hold too few people, the neediest first, until none does."""
        while True:
            small = [place for place, members in self.members.items() if not self.fits(members)]
            if not small:
                return
            place = min(small, key=self._filled)
            others = np.array([other for other in self.members if other != place], dtype=np.int64)
            for origin in sorted(self.members[place]):
                cost = self.cost(np.full(len(others), origin), others)
                if not len(others) or not np.isfinite(cost.min()):
                    raise InfeasibleError(
                        "No binning of the areas was found that keeps the risk: allow more destinations, a "
                        "larger risk, or moves by chance."
                    )
                self.put(int(origin), int(others[np.argmin(cost)]))

    def _filled(self, place: int) -> float:
        rows = np.fromiter(self.members[place], dtype=np.int64)
        return float(self.people[rows].sum() / self.need[rows].max())

    def move_areas(self) -> None:
        """Move areas to nearer bins where both bins stay large enough."""
        for origin in range(len(self.place)):
            here = int(self.place[origin])
            places = np.fromiter(self.members, dtype=np.int64)
            cost = self.cost(np.full(len(places), origin), places)
            now = self.cost([origin], [here])[0]
            for place in places[np.argsort(cost)][:4].tolist():
                if place == here or cost[places == place][0] >= now:
                    break
                if self.fits(self.members[here] - {origin}) and self.fits(self.members[place] | {origin}):
                    self.put(origin, place)
                    break

    def split(self) -> None:
        """Halve bins across the two areas that are farthest from each other's place, where that pays."""
        for place in list(self.members):
            rows = np.array(sorted(self.members[place]))
            if len(rows) < 2:
                continue
            far = int(rows[np.argmax(self.cost(rows, place))])
            spare = self._own_place(far)
            if spare is None or spare in self.members:
                continue
            there = self.cost(rows, spare)
            order = np.argsort(there - self.cost(rows, place), kind="stable")
            for count in range(1, len(rows)):
                left, right = rows[order[:count]], rows[order[count:]]
                if not np.isfinite(there[order[:count]]).all():
                    break
                if self.fits(left.tolist()) and self.fits(right.tolist()):
                    gain = self.people[left] @ (self.cost(left, place) - there[order[:count]])
                    if gain > 0:
                        for origin in left.tolist():
                            self.put(origin, spare)
                    break

    def _own_place(self, origin: int) -> int | None:
        """The destination nearest to an origin."""
        pricing_set = self.programme.pricing_set
        if not hasattr(self, "_nearest_place"):
            start, place = pricing_set.start(
                self.people, self.programme.weight, self.programme.risk, self.programme.cap()
            )
            order = np.lexsort((pricing_set.distances_m(start, place), start))
            first = np.unique(start[order], return_index=True)[1]
            self._nearest_place = dict(zip(start[order][first].tolist(), place[order][first].tolist()))
        return self._nearest_place.get(origin)

    def shift(self) -> None:
        """Give each bin the best destination among those nearest to its areas."""
        for place in list(self.members):
            rows = np.array(sorted(self.members[place]))
            found = (self._own_place(int(origin)) for origin in rows)
            spots = {spot for spot in found if spot is not None}
            free = [spot for spot in spots if spot == place or spot not in self.members]
            best = min(free, key=lambda spot: self.people[rows] @ self.cost(rows, spot), default=place)
            if self.people[rows] @ self.cost(rows, best) < self.people[rows] @ self.cost(rows, place):
                for origin in rows.tolist():
                    self.put(origin, int(best))


def _exact(programme: Programme, bins: _Bins) -> Ints:
    """Destinations by HiGHS where the instance is small; those of the bins otherwise."""
    try:
        from scipy.optimize import Bounds, LinearConstraint, milp
    except ImportError:
        return bins.place
    from scipy.sparse import coo_matrix

    count, targets = len(programme.people), programme.pricing_set.destination_count
    if count * targets > _EXACT_PAIRS:
        return bins.place
    origin, place = (
        grid.ravel() for grid in np.meshgrid(np.arange(count), np.arange(targets), indexing="ij")
    )
    allowed = programme.pricing_set.allowed(origin, place)
    origin, place = origin[allowed], place[allowed]
    pairs = np.arange(len(origin))
    whole = coo_matrix((np.ones(len(pairs)), (origin, pairs)), shape=(count, len(pairs))).tocsr()
    row, column = np.nonzero(place[:, None] == place[None])
    hidden = coo_matrix((programme.people[origin[column]], (row, column)), shape=(len(pairs),) * 2).tolil()
    hidden.setdiag(hidden.diagonal() - (programme.weight / programme.risk)[origin])
    cost = programme.people[origin] * programme.cost(origin, place)
    answer = milp(
        cost / max(cost.max(), 1e-300),
        constraints=[LinearConstraint(whole, 1, 1), LinearConstraint(hidden.tocsr(), 0, np.inf)],
        integrality=np.ones(len(pairs)),
        bounds=Bounds(0, 1),
        options={"time_limit": _EXACT_SECONDS, "mip_rel_gap": 1e-9},
    )
    if answer.x is None:
        return bins.place
    chosen = np.flatnonzero(answer.x > 0.5)
    found = bins.place.copy()
    found[origin[chosen]] = place[chosen]
    exact = all(bins.fits(np.flatnonzero(found == spot).tolist()) for spot in np.unique(found))
    shorter = programme.people @ programme.cost(np.arange(count), found) < bins.total
    return found if exact and shorter else bins.place

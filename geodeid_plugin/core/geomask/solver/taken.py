# SPDX-License-Identifier: GPL-2.0-or-later
"""A strategy over few destinations, taken in as they pay, where a crowd holds many areas.

Where the bound asks for crowds of many areas, an optimum needs few destinations: one disc of a crowd about
each costs next to nothing more than one about every point, and 27 of 1 000 postal codes came within 0.01 % of
the optimum under crowds of 2 000 people (``scripts/bench/scale few``). So the search begins with some
destinations of a crowd, prices all others with what it finds, and takes in those that pay, as often as the
tolerance asks for. Each search is over all origins, so nothing is joined; its systems have two unknowns a
destination (:mod:`.interior_point`). The bound holds over all destinations (equation 14 of
:mod:`..programme.pricing`).

A strategy over the destinations that carry people, within the same certified distance from the optimum.

An optimum over all destinations uses many that next to nobody is sent to: stray points on the released
map, each a pair more in the table. A first search shows which destinations carry people; a second
searches over those alone. Its prices are repaired into a bound over *all* destinations, so that what
leaving some out costs is part of the gap that is said. Where it costs more than the tolerance, what
the first search found is taken.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Floats, Ints
from ...base.errors import AuditError, InfeasibleError, Phrase
from ...base.progress import Progress, part, silent, wordless
from ...base.scientific import spatial
from ..programme.allpairs import AllPairs
from ..programme.pricing import Priced, lower_bound
from ..programme.programme import Programme
from ..strategy import Strategy
from .cells import expected_cells, middles, nearest_destinations, numbered
from .solve import Found, search

_FIRST = 3
"""Destinations of a crowd that the search begins with: 2 to 5 took as long (``scripts/bench/scale few``)."""
_FEWER, _MOST = 0.12, 1000
"""Share of the origins, and number, that the first destinations must not exceed: with more of them the search
over all is as fast (as above)."""
_ROUNDS = 12
"""Times that destinations are taken in."""
_LOOSE = 0.05
"""Gap of the first search over its own destinations."""
_CLOSER = 4.0
"""Times that a search is closer than the gap before it."""
_SHARE = 0.4
"""Share of the tolerance that the last search is given: the rest is for destinations that are not in."""
_PAYS = 0.1
"""Destinations whose mixes are cheaper than free by less than this share of the tolerance are left."""
_IDLE = 0.01
"""Destinations of a smaller share of the mean inflow are left out again."""
_GAIN = 0.8
"""A round that leaves more of the gap than this gains nothing: all destinations that were left out are taken
back for good, and after three such rounds the search ends."""


def search_taken(
    programme: Programme,
    tolerance: float,
    seconds: float | None = None,
    progress: Progress = silent,
    carried: float = 0.0,
) -> Found | None:
    """Search over few destinations.

    Destinations of fewer people than ``carried`` are left out in the end where the tolerance, a certified gap
    over all destinations, allows it. None where few would save nothing or don't reach the tolerance: then the
    programme is to be searched as a whole. Once the time is up, what was found, whatever its gap.
    """
    columns, pairs = first_destinations(programme), programme.pricing_set
    if columns is None or not isinstance(pairs, AllPairs):
        return None
    state = Taken(programme, pairs, tolerance, columns, carried)
    end = np.inf if seconds is None else time.monotonic() + seconds
    idle = 0
    for number in range(_ROUNDS):
        left = None if seconds is None else max(0.0, end - time.monotonic())
        before, share = state.gap, part(progress, 1 - 0.7**number, 1 - 0.7 ** (number + 1))
        share(0.0, Phrase("Searching over {count} destinations", count=len(state.columns)))
        try:
            state.search(state.inner, left, wordless(share))
        except (AuditError, InfeasibleError):
            return state.best if time.monotonic() > end else None
        share(1.0, state.says())
        late = time.monotonic() > end
        if late or state.gap <= tolerance:
            return state.best if late else state.without_strays(wordless(share))
        idle = idle + 1 if state.gap > _GAIN * before else 0
        if idle and state.dropping:
            state.take_back()
        if idle == 3:
            return None
    return None


def expected_first(people: Floats, crowd: Floats) -> int | None:
    """About how many destinations the search begins with, before it does.

    ``crowd`` is ``w_i / eps``; None where few destinations would save nothing.
    """
    count = expected_cells(people, crowd, _FIRST)
    return count if count is not None and count <= min(_FEWER * len(people), _MOST) else None


def first_destinations(programme: Programme) -> Ints | None:
    """Some destinations of every crowd; None where moves are listed, or a crowd holds few areas.

    They ascend, and all that have an inflow already are among them.
    """
    pairs = programme.pricing_set
    if not isinstance(pairs, AllPairs):
        return None
    count = len(pairs.points)
    people, most = programme.people[:count], (programme.weight / programme.risk / _FIRST)[:count]
    allowed = min(_FEWER * count, _MOST)
    if people.sum() > allowed * most.max() or np.count_nonzero(people > most) > allowed:
        return None
    cell, found = numbered(pairs, people, most)
    if found > allowed:
        return None
    middle, unit = middles(pairs, people, cell, found)
    columns: Ints = np.union1d(nearest_destinations(pairs, middle, unit), pairs.tied)
    return columns if len(columns) <= allowed else None


@dataclass
class Taken:
    """The destinations at hand, and the best strategy and bound so far."""

    programme: Programme
    pairs: AllPairs
    tolerance: float
    columns: Ints
    carried: float
    best: Found | None = None
    cost: float = np.inf
    gap: float = np.inf
    dropping: bool = True

    def __post_init__(self) -> None:
        self._ever = self.columns

    def take_back(self) -> None:
        """Take in again whatever was left out, and leave out no more."""
        self.columns, self.dropping = self._ever, False

    @property
    def inner(self) -> float:
        """How close the next search comes to the optimum over its own destinations."""
        return min(_LOOSE, max(_SHARE * self.tolerance, self.gap / _CLOSER))

    def says(self) -> Phrase:
        """One line for the user after each search."""
        return Phrase(
            "A strategy that keeps the bound is within {percent:.3g} % of the optimum", percent=100 * self.gap
        )

    def search(self, tolerance: float, seconds: float | None, progress: Progress) -> None:
        """Search over the destinations at hand, bound over all, and take in those that pay."""
        programme = self.programme
        fewer = replace(programme, pricing_set=programme.pricing_set.limited(self.columns))
        found = search(fewer, tolerance, seconds, progress)
        priced = programme.pricing_set.price(found.price, programme.cap(), self._unknown)
        bound, price = lower_bound(
            programme.pricing_set, found.price, programme.people, programme.cap(), self._unknown, priced
        )
        strategy = replace(found.strategy, destination=self.columns[found.strategy.destination])
        self.keep(Found(strategy, max(bound, 0.0), price))
        self.columns = self.chosen_next(strategy.destination, strategy.probability, strategy.origin, priced)
        self._ever = np.union1d(self._ever, self.columns)

    @property
    def _unknown(self) -> Floats:
        return np.full(self.programme.pricing_set.destination_count, np.inf)

    def keep(self, found: Found) -> None:
        """Keep the better strategy, the higher bound, and the gap between them."""
        cost = found.cost(self.programme)
        if self.best is None:
            self.best, self.cost = found, cost
        if found.bound > self.best.bound:
            self.best = replace(self.best, bound=found.bound, price=found.price)
        if cost < self.cost:
            self.best, self.cost = replace(self.best, strategy=found.strategy), cost
        self.gap = self.best.gap(self.programme)

    def chosen_next(self, destination: Ints, probability: Floats, origin: Ints, priced: Priced) -> Ints:
        """Destinations that carry people, all tied ones, and of those that pay the best about each."""
        pairs, people = self.pairs, self.programme.people
        inflow = np.bincount(destination, people[origin] * probability, pairs.destination_count)
        least = max(self.carried, _IDLE * people.sum() / len(self.columns)) if self.dropping else 0.0
        unit = pairs.target_unit[self.columns]
        order = np.lexsort((-inflow[self.columns], unit))
        fullest = self.columns[order[np.unique(unit[order], return_index=True)[1]]]
        held = np.union1d(self.columns[inflow[self.columns] >= least], np.union1d(fullest, pairs.tied))
        mean_cost = self.cost / people.sum()
        pays = np.setdiff1d(np.flatnonzero(priced.value < -_PAYS * self.tolerance * mean_cost), held)
        if not len(pays):
            return held
        around = _nearest_at_hand(pairs, held, pays)
        order = np.lexsort((priced.value[pays], around))
        first = np.flatnonzero(np.r_[True, np.diff(around[order]) != 0])
        taken: Ints = np.union1d(held, pays[order[first]])
        return taken

    def without_strays(self, progress: Progress) -> Found | None:
        """The best, searched again over destinations that carry people where it has others."""
        best = self.best
        if best is None or self.carried <= 0:
            return best
        kept = carrying(best.strategy, self.programme, self.carried)
        if len(kept) == len(np.unique(best.strategy.destination)):
            return best
        self.columns, allowed = np.union1d(kept, self.pairs.tied), self.tolerance
        self.best, self.cost = None, np.inf
        try:
            self.search(_SHARE * self.tolerance, None, progress)
        except (AuditError, InfeasibleError):
            return best
        again: Found | None = self.best
        if again is None:
            return best
        again = replace(again, bound=max(again.bound, best.bound))
        return again if again.gap(self.programme) <= allowed else best


def _nearest_at_hand(pairs: AllPairs, held: Ints, asked: Ints) -> Ints:
    """The destination at hand that is nearest to each of some others."""
    near: Ints = spatial.cKDTree(pairs.targets[held]).query(pairs.targets[asked])[1]
    return near


_SECOND = 0.5
"""Share of the tolerance that the second search is given: the rest is for the destinations left out."""


def search_carrying(
    programme: Programme,
    tolerance: float,
    fewest: float,
    seconds: float | None,
    progress: Progress = silent,
) -> Found:
    """Search over the destinations that carry people.

    The certified gap is over all destinations, as a share of the objective; those of fewer than ``fewest``
    people after the first search are left out. What is found is numbered as in the programme.
    """
    end = np.inf if seconds is None else time.monotonic() + seconds
    first = search(programme, tolerance, seconds, part(progress, 0.0, 0.6))
    kept = carrying(first.strategy, programme, fewest)
    left = None if seconds is None else end - time.monotonic()
    if len(kept) == len(np.unique(first.strategy.destination)) or (left is not None and left <= 0):
        return first
    try:
        again = _search_over(kept, programme, tolerance * _SECOND, left, wordless(part(progress, 0.6, 1.0)))
    except (AuditError, InfeasibleError):
        return first
    again = replace(again, bound=max(again.bound, first.bound))
    allowed = max(tolerance, first.gap(programme))
    return again if again.gap(programme) <= allowed else replace(first, bound=again.bound)


def carrying(strategy: Strategy, programme: Programme, fewest: float) -> Ints:
    """Destinations of at least so many people, and of every origin the one it is sent to most."""
    flow = programme.people[strategy.origin] * strategy.probability
    inflow = np.bincount(strategy.destination, flow, programme.pricing_set.destination_count)
    likeliest = np.lexsort((-strategy.probability, strategy.origin))
    first = likeliest[np.unique(strategy.origin[likeliest], return_index=True)[1]]
    return np.union1d(np.flatnonzero(inflow >= fewest), strategy.destination[first])


def _search_over(
    columns: Ints, programme: Programme, tolerance: float, seconds: float | None, progress: Progress
) -> Found:
    """Search over some destinations; strategy and bound are said over all of them."""
    fewer = replace(programme, pricing_set=programme.pricing_set.limited(columns))
    found = search(fewer, tolerance, seconds, progress)
    count = programme.pricing_set.destination_count
    bound, price = lower_bound(
        programme.pricing_set, found.price, programme.people, programme.cap(), np.full(count, np.inf)
    )
    strategy = replace(found.strategy, destination=columns[found.strategy.destination])
    return Found(strategy, max(bound, 0.0), price)

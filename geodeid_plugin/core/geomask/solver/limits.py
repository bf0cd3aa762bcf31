# SPDX-License-Identifier: GPL-2.0-or-later
"""What is achievable when moves are limited: smallest risk, smallest K, shortest longest move."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import numpy as np

from ...base.arrays import Bools, Floats, Ints
from ...base.errors import AuditError, InputError
from ...base.progress import Progress, part, silent
from ...base.scientific import sparse
from ...geometry.areas import Areas
from ..programme.candidates import Destinations
from ..programme.pricing import ListedPairs, PricingSet, knapsack, lower_bound
from ..programme.programme import Programme, Request
from ..strategy import repaired
from .interior_point import FlowProblem, InteriorPoint
from .solve import MARGIN

_PRECISION = 0.01
"""The smallest risk of few nearest destinations is found to one per cent."""
_MOST_STEPS = 300
"""Steps after which neither a strategy nor a proof is expected: some 40 are the rule."""
_ALL_PAIRS = 2_000_000
"""Pairs up to which all are taken at once: a step takes some seconds then."""
_MOST_ROUNDS = 6
"""Times that pairs which pay are taken in."""
_NEARLY = 0.2
"""No strategy is tried while an area has more than this share of its people without a place."""
_CHECK = 0.3
"""The barrier falls by this between two trials."""
_LOOKS = 3
"""Steps between two looks, each of which costs nearly as much as a step."""
_ROUNDING = 1e-9
"""Prices, of which an unserved person's is 1, prove nothing by less."""
_HALF_ROUND_M = 2.1e7
"""No two places of the Earth are farther apart, metres."""
_NEAR = 1.05
"""A longest move that would do is found to 5 %."""
_MOST_COUNTED = 2e9
"""Pairs of pairs up to which the crowd about each area is counted: some ten seconds."""


def feasible(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> bool:
    """Whether a strategy is found for a request over listed destinations."""
    return reachable(areas, destinations, request, progress)[0]


def reachable(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> tuple[bool, float]:
    """Look for any strategy for a request over listed destinations, or for the proof that there is none.

    Every move is free, and only people whom no private mix takes cost, all alike: the least of them is zero
    where there is a strategy. Else the prices at hand prove it by equation (14), mostly before the search has
    come far, and prove it for larger risks, too. Gives whether there is one, and a risk below which there is
    none: that of the request at least, or 0 where one was found or nothing was proved. Nothing is known after
    the seconds of the request.
    """
    programme = request.programme(areas, destinations)
    end = np.inf if request.seconds is None else time.monotonic() + request.seconds
    free = _free(programme.pricing_set)
    kept = _begun(programme, free)
    for _ in range(_MOST_ROUNDS):
        outcome, pays = _searched(programme, free, kept, end, progress)
        if outcome is not None:
            return outcome
        if not (pays & ~kept).any():
            break
        kept |= pays
    return False, 0.0


def _searched(
    programme: Programme, free: ListedPairs, kept: Bools, end: float, progress: Progress
) -> tuple[tuple[bool, float] | None, Bools]:
    """Search over the pairs that are kept: the answer, if there is one, and which pairs pay at the end."""
    people, cap = programme.people, programme.cap()
    targets, position = np.unique(free.destination[kept], return_inverse=True)
    nothing = np.zeros(int(kept.sum()))
    point = InteriorPoint(
        FlowProblem(free.origin[kept], position, nothing, people, programme.cap(1 - MARGIN), len(targets)),
        1.0,
    )
    unknown, checked, sound = np.full(free.destination_count, np.inf), np.inf, True
    while sound and point.iterations < _MOST_STEPS and time.monotonic() < end:
        progress(1 - 0.95**point.iterations)
        sound = point.advance()
        if sound and point.iterations % _LOOKS:
            continue
        bound, price = lower_bound(free, point.price, people, cap, unknown)
        if bound > _ROUNDING * people.sum():
            return (False, _proved_up_to(programme, free, price)), kept
        if point.row_error < _NEARLY and point.mu < _CHECK * checked:
            checked = point.mu
            if _makes_a_strategy(programme, point, targets):
                return (True, 0.0), kept
    return None, _paying(free, point.price, cap)


def _paying(free: ListedPairs, price: Floats, cap: Floats) -> Bools:
    """Pairs that the mixes of destinations with a negative value take at these prices."""
    value, _margin, taken = knapsack(
        free.destination, -price[free.origin], cap[free.origin], free.destination_count
    )
    return (taken > 0) & (value[free.destination] < 0)


def _begun(programme: Programme, free: ListedPairs) -> Bools:
    """The pairs to begin with: all, or the nearest where there are very many."""
    if len(free.origin) <= _ALL_PAIRS:
        return np.ones(len(free.origin), dtype=bool)
    chosen = programme.pricing_set.start(programme.people, programme.weight, programme.risk, programme.cap())
    width = len(programme.people)
    keys = [destination.astype(np.int64) * width + origin
            for origin, destination in ((free.origin, free.destination), chosen)]  # fmt: skip
    return np.isin(keys[0], keys[1])


def _free(pairs: PricingSet) -> ListedPairs:
    """The listed moves, each of no length."""
    if not isinstance(pairs, ListedPairs):
        raise TypeError("Only listed pairs can be looked through one by one.")
    return ListedPairs(
        pairs.origin, pairs.destination, np.zeros(len(pairs.origin)), pairs.destination_count, squared=False
    )


def _proved_up_to(programme: Programme, free: ListedPairs, price: Floats) -> float:
    """The largest risk that prices prove to be out of reach, to half a per cent; that at hand at least."""
    unknown = np.full(free.destination_count, np.inf)

    def proves(risk: float) -> bool:
        cap = replace(programme, risk=risk).cap()
        return (
            lower_bound(free, price, programme.people, cap, unknown)[0] > _ROUNDING * programme.people.sum()
        )

    low, step = programme.risk, 1.1
    while step > 1.005:
        if proves(low * step):
            low *= step
        else:
            step = float(np.sqrt(step))
    return low


def _makes_a_strategy(programme: Programme, point: InteriorPoint, targets: Ints) -> bool:
    cap, destination = programme.cap(1 - MARGIN / 4), targets[point.destination]
    try:
        repaired(
            point.origin,
            destination,
            point.flow,
            programme.people,
            cap,
            lambda origin, _: np.zeros(len(origin)),
        )
    except AuditError:
        return False
    return True


def smallest_risk(
    areas: Areas,
    destinations: Destinations | None,
    request: Request,
    progress: Progress = silent,
    most: float = 1.0 - 1e-9,
) -> float:
    """Smallest risk for which a strategy is found, within one per cent: the second of :func:`bracketed`."""
    return bracketed(areas, destinations, request, progress, most)[1]


def bracketed(
    areas: Areas,
    destinations: Destinations | None,
    request: Request,
    progress: Progress = silent,
    most: float = 1.0 - 1e-9,
) -> tuple[float, float]:
    """Between what the smallest risk over listed moves lies.

    The search starts at :func:`local_floor`, which is proved and mostly reached, and goes up in steps that
    grow fourfold, each from what the last one proved; then the rest is halved. No strategy has a risk below
    the first; the second can be reached, mostly within one per cent of it, and is infinite where even
    ``most`` can't. The request's risk is known to be out of reach, or 0 where nothing is known. Above 1 the
    bound of :func:`..programme.programme.weights` is no probability any more.
    """
    proved = request.floor(areas)
    if not request.listed:
        return proved, proved
    low = proved = max(proved, request.risk, local_floor(areas, destinations, request))
    room, high, tried = _PRECISION, np.inf, 0
    while not high / low < 1 + _PRECISION * (1 + 1e-9):
        upward = not np.isfinite(high)
        middle = min(low * (1 + room), most) if upward else float(np.sqrt(low * high))
        if middle <= low:
            return proved, np.inf
        share = part(progress, 1 - 0.8**tried, 1 - 0.8 ** (tried + 1))
        tried += 1
        found, out_of_reach = reachable(areas, destinations, replace(request, risk=middle), share)
        proved = max(proved, out_of_reach)
        if found:
            high = middle
        elif middle >= most:
            return proved, np.inf
        else:
            low, room = max(middle, out_of_reach), 4 * room
    return proved, high


def local_floor(areas: Areas, destinations: Destinations | None, request: Request) -> float:
    """A risk below which nothing is possible over listed moves: the largest of :func:`local_floors`."""
    return float(np.max(local_floors(areas, destinations, request)))


def local_floors(areas: Areas, destinations: Destinations | None, request: Request) -> Floats:
    """A risk for each area below which nothing is possible for it over listed moves.

    The places that area i may use hold the people of areas that may use one of them too, and nobody else. 0
    where moves are not listed, or so many that counting takes longer than it saves.
    """
    if not request.listed:
        return np.zeros(len(areas))
    pairs = request.pairs(areas, destinations)
    if (np.bincount(pairs.destination).astype(float) ** 2).sum() > _MOST_COUNTED:
        return np.zeros(len(areas))
    people = np.asarray(areas.population, dtype=float)
    lowest = request.inequality.within(people)[0]
    count = len(areas) if destinations is None else len(destinations)
    # float32 counts to 2^24; here the numbers are those of destinations.
    links = (np.ones(len(pairs.origin), dtype=np.float32), (pairs.origin, pairs.destination))
    reach = sparse.coo_matrix(links, shape=(len(areas), count)).tocsr()
    shared = reach @ reach.T
    shared.data = np.ones(len(shared.data))
    return request.floors_among(shared @ lowest, people)


def enough_nearest(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> int | None:
    """A number of nearest destinations, doubled from K, that makes the risk of the request reachable.

    None where no number does, or none whose moves can be listed.
    """
    count = len(areas) if destinations is None else len(destinations)
    nearest = request.nearest
    with suppress(InputError):
        while nearest is not None and nearest < count:
            nearest = min(2 * nearest, count)
            if feasible(areas, destinations, replace(request, nearest=nearest), progress):
                return nearest
    return None


def enough_longest_m(
    areas: Areas, destinations: Destinations | None, request: Request, progress: Progress = silent
) -> float | None:
    """A longest move, metres, that makes the risk of the request reachable, within 5 % of one that doesn't.

    The search starts where everybody finds enough people (:func:`local_floor`), which mostly does.
    None where no move is long enough, or none of those that can be listed.
    """
    if request.longest_m is None:
        return None

    def counts(longest_m: float) -> bool:
        there = replace(request, longest_m=longest_m)
        return local_floor(areas, destinations, there) <= request.risk * (1 + 1e-12)

    def does(longest_m: float) -> bool:
        return feasible(areas, destinations, replace(request, longest_m=longest_m), progress)

    begun = max(float(request.longest_m), 1.0)
    with suppress(InputError):
        counted = _narrowed(begun, begun, counts)
        found = None if counted is None else _narrowed(*counted, does)
        return None if found is None else found[1]
    return None


def _narrowed(low_m: float, high_m: float, holds: Callable[[float], bool]) -> tuple[float, float] | None:
    """A distance that holds and one at most 5 % shorter that doesn't; None where none holds."""
    while not holds(high_m):
        if high_m > _HALF_ROUND_M:
            return None
        low_m, high_m = high_m, 2 * high_m
    while high_m > low_m * _NEAR:
        middle_m = float(np.sqrt(low_m * high_m))
        low_m, high_m = (low_m, middle_m) if holds(middle_m) else (middle_m, high_m)
    return low_m, high_m

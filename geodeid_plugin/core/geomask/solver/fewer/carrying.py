# SPDX-License-Identifier: GPL-2.0-or-later
"""A strategy over the destinations that carry people, within the same certified distance from the optimum.

An optimum over all destinations uses many that next to nobody is sent to: stray points on the released
map, each a pair more in the table. A first search shows which destinations carry people; a second
searches over those alone. Its prices are repaired into a bound over *all* destinations, so that what
leaving some out costs is part of the gap that is said. Where it costs more than the tolerance, what
the first search found is taken.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ....base.errors import AuditError, InfeasibleError
from ....base.progress import Progress, part, silent, wordless
from ...programme.pricing import lower_bound
from ...programme.programme import Programme
from ...strategy import Strategy
from ..solve import Found, search

if TYPE_CHECKING:
    from ....base.arrays import Ints

_CLOSER = 0.5
"""Share of the tolerance that the second search is given: the rest is for the destinations left out."""


def search_carrying(
    programme: Programme,
    tolerance: float,
    fewest: float,
    seconds: float | None = None,
    progress: Progress = silent,
) -> Found:
    """Search over the destinations that carry people.

    Parameters
    ----------
    programme : Programme
        The instance.
    tolerance : float
        Certified gap over all destinations at which to stop, as a share of the objective.
    fewest : float
        Destinations of fewer people after the first search are left out.
    seconds : float or None
        Time limit.
    progress : callable
        Progress and cancel.

    Returns
    -------
    Found
        Numbered as in the programme; its bound holds over all destinations.

    Raises
    ------
    InfeasibleError, AuditError
        As :func:`..solve.search`.
    """
    end = np.inf if seconds is None else time.monotonic() + seconds
    first = search(programme, tolerance, seconds, part(progress, 0.0, 0.6))
    kept = carrying(first.strategy, programme, fewest)
    left = None if seconds is None else end - time.monotonic()
    if len(kept) == len(np.unique(first.strategy.destination)) or (left is not None and left <= 0):
        return first
    try:
        again = _search_over(kept, programme, tolerance * _CLOSER, left, wordless(part(progress, 0.6, 1.0)))
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

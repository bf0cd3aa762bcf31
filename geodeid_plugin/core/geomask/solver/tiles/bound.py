# SPDX-License-Identifier: GPL-2.0-or-later
"""One certified bound from the prices of tiles.

Equation (14) of :mod:`...programme.pricing` holds for any prices. Those of tiles are too dear at seams, above
all where few people live far apart: there :func:`...programme.pricing.lower_bound`, which lowers every
origin of a violated mix by the whole violation, takes the prices of well-priced neighbours down with them.
Here the dear ones give: of a destination j whose mix y is cheaper than free by ``v``, origin i is lowered by

    v u_i^3 / sum_k y_k u_k^3,                                                (20)

which takes away the violation just as well, since it takes ``v`` off the mix. A quarter of it at a time,
because origins are in many mixes. Then origins that are in no tight mix are raised half of the way back, and
violations taken away again, as long as the bound rises. Where all are well priced the plain way can be the
better one: the better of the two is where the climb begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....base.progress import Progress, silent
from ...programme.pricing import Priced, knapsack, lower_bound
from ...programme.programme import Programme

if TYPE_CHECKING:
    from ....base.arrays import Bools, Floats

_DEAR = 3
"""Power of the price by which origins of a violated mix give: 0 to 4 were tried on Canada's 56 590
dissemination areas, whose bound rose from 0.86 to 0.94 of the best strategy known with 2 and 3."""
_STEP = 0.25
"""Share of a violation that is taken away at a time."""
_ROUNDS, _WHOLE = 40, 12
"""Rounds of taking away, the last of them whole."""
_SMALL = 1e-3
"""Smaller violations, as a share of the mean price, are taken away whole."""
_CLIMBS, _GAIN = 6, 1e-4
"""Times that prices are raised again, as long as each lifts the bound by such a share."""


def certified(programme: Programme, price: Floats, progress: Progress = silent) -> tuple[float, Floats]:
    """Certified lower bound of a programme's objective, people times cost, from prices of tiles.

    Parameters
    ----------
    programme : Programme
        The whole of it.
    price : ndarray, shape (n,)
        ``u_i``, whoever found them.
    progress : callable
        Progress and cancel.

    Returns
    -------
    bound : float
        0 where the prices prove nothing.
    price : ndarray, shape (n,)
        The prices that prove it.
    """
    pairs, people, cap = programme.pricing_set, programme.people, programme.cap()
    price = np.array(price, dtype=float)
    priced = pairs.price(price, cap, _unknown(programme))
    bound, best = _repaired(programme, price, priced, progress)
    plain, alike = lower_bound(pairs, price, people, cap, priced.margin, priced)
    if plain > bound:
        bound, best = plain, alike
    small = _SMALL * max(float(np.abs(best).mean()), 1e-300)
    for climb in range(_CLIMBS):
        progress(climb / _CLIMBS)
        dearer = pairs.price(best + small, cap, _unknown(programme))
        trial = best + np.where(_loose(dearer, len(best)), 0.5 * (price - best), 0.0)
        # Nobody's price falls below that of the last pricing by more than this: its mixes cost no more.
        priced = pairs.price(trial, cap, dearer.margin + small)
        higher, prices = _repaired(programme, trial, priced, progress)
        enough = higher <= bound + _GAIN * abs(bound)
        if higher > bound:
            bound, best = higher, prices
        if enough:
            break
    # Once more from nothing: what is said does not rest on any margin that was carried along.
    bound, best = lower_bound(pairs, best, people, cap, _unknown(programme))
    return (max(bound, 0.0) if np.isfinite(bound) else 0.0), best


def _unknown(programme: Programme) -> Floats:
    return np.full(programme.pricing_set.destination_count, np.inf)


def _repaired(
    programme: Programme, price: Floats, priced: Priced, progress: Progress
) -> tuple[float, Floats]:
    """Take violations away until few are left; what is left :func:`lower_bound` charges or takes away.

    ``priced`` is the whole at these prices. Prices only fall from there, and who is not violated stays so.
    """
    pairs, cap = programme.pricing_set, programme.cap()
    price = np.array(price, dtype=float)
    small = _SMALL * max(float(np.abs(price).mean()), 1e-300)
    for number in range(_ROUNDS):
        progress(0.0)
        violated = priced.value < 0
        if not violated.any():
            break
        whole = number >= _ROUNDS - _WHOLE
        down = _lowered(programme, price, priced, 0.0 if whole else small)
        price -= down
        rise = np.zeros(len(priced.value))
        np.maximum.at(rise, priced.destination, down[priced.origin])
        priced = pairs.price(price, cap, priced.margin + rise, violated)
    return lower_bound(pairs, price, programme.people, cap, priced.margin, priced)


def _lowered(programme: Programme, price: Floats, priced: Priced, small: float) -> Floats:
    """By how much each origin is lowered (equation 20)."""
    origin, destination = priced.origin, priced.destination
    count = len(priced.value)
    reduced = programme.cost(origin, destination) - price[origin]
    taken = knapsack(destination, reduced, programme.cap()[origin], count)[2]
    share = np.maximum(price[origin], 0.0) ** _DEAR
    total = np.bincount(destination, taken * share, count)[destination]
    violation = -priced.value[destination]
    part = np.where((violation > small) & (small > 0), _STEP, 1.0)
    # Where nobody has a price there is nothing to share by: all give alike.
    give = np.where(total > 0, violation * share / np.maximum(total, 1e-300), violation)
    down = np.zeros(len(price))
    np.maximum.at(down, origin, part * give)
    return down


def _loose(priced: Priced, count: int) -> Bools:
    """Origins that are in no mix which is cheaper than free at prices a little dearer."""
    loose: Bools = np.ones(count, dtype=bool)
    loose[priced.origin] = False
    return loose

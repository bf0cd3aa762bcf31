# SPDX-License-Identifier: GPL-2.0-or-later
"""How many clusters there can be at most: fractional packing of all least connected sets.

Every cluster holds a connected set of areas that meets the bounds and from which no area can be taken. Such
sets are disjoint in a partition, so the largest number of disjoint ones bounds it, and so does any price y of
the areas under which each such set costs at least 1: no partition has more clusters than all areas cost. The
plain bound takes the people over the least number of them for the price; the best price, the dual of a linear
programme, knows that areas do not add up to the least number.

All least sets are listed, which is feasible where clusters hold a few areas each. The programme is solved by
an interior point method; whatever its state, the bound is taken from prices that were checked on all sets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import floor

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints, cholesky_factor, steps_of
from ..base.scientific import linalg, sparse
from .objective import Requirements

MOST_AREAS = 2500
"""Areas of all parts that are priced: each step factors a dense matrix of so many rows."""
MOST_SETS = 1500
"""Sets for each area that are listed at most; a county of block groups has 1 380 at 5 000 people."""
_MOST_MEMBERS, _FEW = 5, 100
"""Where clusters hold more areas than this on average, and there are more than a few, sets are too many."""
_STEPS = 60
"""Steps of the interior point method at most; 20 to 40 are usual."""
_GAPS = (1e-2, 1e-3, 1e-3)
"""Share between price and packing at which the method stops, by round of pricing."""
_ADDED, _EACH = 20, 20
"""Sets for each area that a round of pricing adds, and first ones that hold it. Set on 1 580 block groups."""
_CENTRING = 0.02
"""Share of the complementarity aimed at, at least, in the corrected step."""
_KEEP = 0.99
"""Share of the way to the border that a step goes."""
_ROUNDING = 1e-9
"""Sums of some thousand prices are right to this."""


def packing_bound(first: Ints, second: Ints, needs: Requirements, plain: int) -> int:
    """Upper bound on the clusters of one connected part.

    Bounds that a further area could break are not priced. ``plain``, the bound by division, stays where a
    better one would take too long.

    Three areas of 2 people in a row, at least 3 in a cluster: 6 / 3 would allow two.

    >>> from .objective import Requirements
    >>> needs = Requirements(np.array([[2.0, 2.0, 2.0]]), np.array([3.0]), np.array([False]))
    >>> packing_bound(np.array([0, 1]), np.array([1, 2]), needs, 2)
    1
    """
    n = needs.columns.shape[1]
    if n > MOST_AREAS or not needs.monotone or n > max(_FEW, _MOST_MEMBERS * plain):
        return plain
    sets = least_sets(first, second, needs, n)
    if not sets:
        return plain
    surplus = np.concatenate([needs.surplus(needs.columns[:, rows].sum(axis=2)) for rows in sets])
    return min(plain, _priced(_incidence(sets, n), surplus))


def _neighbours(first: Ints, second: Ints, n: int) -> tuple[Array, Array]:
    one, other = np.concatenate([first, second]), np.concatenate([second, first])
    order = np.argsort(one, kind="stable")
    return np.searchsorted(one[order], np.arange(n + 1)), other[order]


def least_sets(first: Ints, second: Ints, needs: Requirements, n: int) -> list[Array] | None:
    """Connected sets that meet the bounds and none of whose areas can go.

    For each size the sets of it, one a row; None where there are more than :data:`MOST_SETS` an area.
    """
    start, near = _neighbours(first, second, n)
    joined = np.zeros((n, n), dtype=bool)
    joined[first, second] = joined[second, first] = True
    name = np.random.default_rng(n).integers(0, 2**62, n)  # names of sets: sums of names of areas
    alone = needs.met(needs.columns)
    sets = [np.flatnonzero(alone)[:, None]] if alone.any() else []
    rows, listed = np.flatnonzero(~alone)[:, None], 0
    while len(rows):
        at, new = _grown(rows, start, near, name, ~alone)
        wide = np.concatenate([rows[at], new[:, None]], axis=1)
        listed += len(wide)
        if listed > MOST_SETS * n:
            return None
        sums = needs.columns[:, wide].sum(axis=2)
        full = needs.met(sums)
        found = wide[full]
        if len(found):
            sets.append(found[_least(found, sums[:, full], needs, joined)].astype(np.int32))
        rows = wide[~full]
    return sets


def _grown(rows: Array, start: Array, near: Array, name: Array, open_: Bools) -> tuple[Array, Array]:
    """Sets with one more neighbour each: the set, and the area; each larger set once."""
    sets, areas = [], []
    for column in rows.T:
        count = start[column + 1] - start[column]
        at = np.repeat(np.arange(len(rows)), count)
        step = steps_of(count)
        sets.append(at)
        areas.append(near[np.repeat(start[column], count) + step])
    at, new = np.concatenate(sets), np.concatenate(areas)
    fresh = open_[new] & ~(rows[at] == new[:, None]).any(axis=1)
    at, new = at[fresh], new[fresh]
    once = np.unique(name[rows].sum(axis=1)[at] + name[new], return_index=True)[1]
    return at[once], new[once]


def _least(found: Array, sums: Floats, needs: Requirements, joined: Bools) -> Bools:
    """Sets that break when any area is taken from them: they fall short, or fall apart."""
    count, size = found.shape
    least = np.ones(count, dtype=bool)
    for place in range(size):
        rows = np.flatnonzero(least)
        rows = rows[needs.met(sums[:, rows] - needs.columns[:, found[rows, place]])]
        if len(rows):
            rest = np.delete(found[rows], place, axis=1)
            least[rows] = ~_connected(rest, joined)
    return least


def _connected(rows: Array, joined: Bools) -> Bools:
    links = joined[rows[:, :, None], rows[:, None, :]]
    reached = np.zeros(rows.shape, dtype=bool)
    reached[:, 0] = True
    for _step in range(rows.shape[1] - 1):
        reached |= (links & reached[:, :, None]).any(axis=1)
    whole: Bools = reached.all(axis=1)
    return whole


def _incidence(sets: list[Array], n: int) -> sparse.csc_matrix:
    """Areas by sets."""
    ends = np.cumsum(np.concatenate([np.full(len(rows), rows.shape[1]) for rows in sets]))
    areas = np.concatenate([rows.ravel() for rows in sets])
    return sparse.csc_matrix((np.ones(len(areas)), areas, np.concatenate([[0], ends])), shape=(n, len(ends)))


@dataclass
class _State:
    """Packing x with room s, prices y with excess z; all above 0."""

    x: Floats
    s: Floats
    y: Floats
    z: Floats


def _priced(inside: sparse.csc_matrix, surplus: Floats) -> int:
    """The sum of the prices, made so that every set costs at least 1, rounded down."""
    across, best = inside.T.tocsr(), np.inf
    chosen = _first_chosen(inside, surplus)
    for gap in _GAPS:
        price = _prices(inside[:, np.flatnonzero(chosen)], gap)
        cost = across @ price
        if cost.min() > 0:
            best = min(best, float(price.sum() / cost.min()))
        cheap = np.flatnonzero((cost < 1) & ~chosen)
        if not len(cheap):
            break
        chosen[cheap[np.argsort(cost[cheap], kind="stable")[: _ADDED * len(price)]]] = True
    return floor(best * (1 + _ROUNDING) + _ROUNDING) if best < np.inf else len(price)


def _first_chosen(inside: sparse.csc_matrix, surplus: Floats) -> Bools:
    """The sets that hold least above the bounds, of all and of those with each area."""
    order = np.argsort(surplus, kind="stable")
    chosen = np.zeros(len(surplus), dtype=bool)
    chosen[order[: _ADDED * inside.shape[0]]] = True
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    by_area = inside.tocsr()
    for start, end in zip(by_area.indptr[:-1], by_area.indptr[1:]):
        near = by_area.indices[start:end]
        chosen[near[np.argsort(rank[near])[:_EACH]]] = True
    return chosen


def _prices(inside: sparse.csc_matrix, gap: float) -> Floats:
    """Prices near the least sum under which every set costs at least 1."""
    n, count = inside.shape
    across = inside.T.tocsr()
    price, packing = np.full(n, 0.3), np.full(count, 0.5 * n / inside.nnz)
    room, excess = np.maximum(1 - inside @ packing, 0.2), np.maximum(across @ price - 1, 0.2)
    now, best, found = _State(packing, room, price, excess), np.inf, price
    for _step in range(_STEPS):
        weight = now.x / now.z
        factor = cholesky_factor((inside.multiply(weight) @ across).toarray() + np.diag(now.s / now.y))
        _advance(now, inside, across, partial(_solved, factor))
        least = (across @ now.y).min()
        if least > 0 and now.y.sum() / least < best:
            best, found = float(now.y.sum() / least), now.y / least
        if best * (1 - gap) < now.x.sum() / max(1.0, (inside @ now.x).max()):
            break
    return found


def _solved(factor: Floats, right: Floats) -> Floats:
    return linalg.solve_triangular(
        factor, linalg.solve_triangular(factor, right, lower=True), lower=True, trans="T"
    )


def _advance(
    now: _State, inside: sparse.csc_matrix, across: sparse.csr_matrix, solve: Callable[[Floats], Floats]
) -> None:
    """One step of the predictor and corrector of Mehrotra (SIAM J Optim 2, 1992)."""
    lack = 1 - inside @ now.x - now.s
    excess = 1 + now.z - across @ now.y
    mean = (now.x @ now.z + now.s @ now.y) / (len(now.x) + len(now.s))

    def direction(one: Floats, other: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        y = solve(other / now.y - lack + inside @ ((one + now.x * excess) / now.z))
        z = across @ y - excess
        x = (one - now.x * z) / now.z
        return x, lack - inside @ x, y, z

    x, s, y, z = direction(-now.x * now.z, -now.s * now.y)
    primal, dual = _way((now.x, x), (now.s, s)), _way((now.y, y), (now.z, z))
    after = (now.x + primal * x) @ (now.z + dual * z) + (now.s + primal * s) @ (now.y + dual * y)
    aim = mean * max(float(after / (len(x) + len(s)) / mean) ** 3, _CENTRING)
    bent = primal * dual  # a short step says that the correction is no better
    x, s, y, z = direction(aim - now.x * now.z - bent * x * z, aim - now.s * now.y - bent * s * y)
    primal, dual = _way((now.x, x), (now.s, s)), _way((now.y, y), (now.z, z))
    now.x, now.s = now.x + _KEEP * primal * x, now.s + _KEEP * primal * s
    now.y, now.z = now.y + _KEEP * dual * y, now.z + _KEEP * dual * z


def _way(*pairs: tuple[Floats, Floats]) -> float:
    """How far all values stay above 0, at most 1."""
    least = 1.0
    for value, step in pairs:
        down = step < 0
        if down.any():
            least = min(least, float((-value[down] / step[down]).min()))
    return least

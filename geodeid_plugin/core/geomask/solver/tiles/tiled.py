# SPDX-License-Identifier: GPL-2.0-or-later
"""A programme in tiles: solved alone, healed on shifted tiles, repaired once, under one certified bound.

The bound (equation 14 of :mod:`...programme.pricing`) holds for any prices, whoever found them, as long as
every destination is priced over *all* origins of its unit. Prices of a tile are too dear at its seams, where
the neighbours who would hide an origin are missing; so each origin takes its price from the pass in which it
lies deepest inside its tile.

One certified bound from the prices of tiles.

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

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ....base.arrays import Array, Bools, Floats, Ints, blocks, rows_by, summed
from ....base.errors import AuditError, Phrase
from ....base.progress import Progress, part, silent
from ...programme.pricing import Priced, knapsack, lower_bound
from ...programme.programme import Programme
from ...strategy import made_exact, ordered
from ..solve import MARGIN, Found
from .partition import Sizes, Tiling, all_pairs, cut, sizes, sparsest
from .work import Arrays, Here, Workers, require_fitting

LARGE = 100_000
"""Areas from which a programme is cut into tiles unless something else is asked for."""
TILE = 2_500
"""Areas of a tile unless something else is asked for: the work of a tile grows faster than its areas."""
_SHIFTS = ((0.5, 0.5), (0.25, 0.75))
"""Where the seams of the healing passes lie: far from those of the passes before."""
_TOLERANCE = 2e-3
"""Gap of single tiles: what seams cost is more."""
_STAYS = 1e-3
"""An origin of which a smaller share is free stays as it is."""
_PAIRS = 2**20
"""Pairs that are looked at together: memory alone."""
_ATTEMPTS = 3
"""Times that tiles are made larger where one has no strategy."""


@dataclass(frozen=True)
class Tiles:
    """How a programme is cut and who works on it."""

    areas: int = TILE
    """Areas of a tile, about."""
    workers: Workers = field(default_factory=Here)
    """Who solves the pieces."""
    passes: int = 2
    """Healing passes over shifted tiles, 0 to 2; after them one over the sparsest areas."""


class _Flows:
    """Flows of tiles, one tile after the other, in columns that grow where they lie: no second copy."""

    def __init__(self) -> None:
        self._empty()

    def _empty(self) -> None:
        self.origin, self.destination = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)
        self.flow, self._filled = np.zeros(0), 0

    def _columns(self) -> tuple[Array, Array, Array]:
        return self.origin, self.destination, self.flow

    def _resize(self, count: int) -> None:
        for column in self._columns():
            column.resize(count, refcheck=False)

    def add(self, origin: Ints, destination: Ints, flow: Floats) -> None:
        """Flows of one more tile."""
        start, self._filled = self._filled, self._filled + len(flow)
        if self._filled > len(self.flow):
            self._resize(self._filled + self._filled // 8)
        for column, values in zip(self._columns(), (origin, destination, flow)):
            column[start : self._filled] = values

    def end(self) -> _Flows:
        """Whole, with no room for more."""
        self._resize(self._filled)
        return self

    def replace(self, stays: Bools, kept: Ints, new: _Flows) -> None:
        """First the flows of a mask, then some more by their rows, then new ones, which are used up."""
        later = [column[kept] for column in self._columns()]
        self._filled = 0
        for some in blocks(len(stays), _PAIRS):
            self.add(*(column[some][stays[some]] for column in self._columns()))
        self.add(later[0], later[1], later[2])
        self.add(*new.end().taken())
        self.end()

    def taken(self) -> tuple[Ints, Ints, Floats]:
        """The columns, which leave this object."""
        columns = self.origin, self.destination, self.flow
        self._empty()
        return columns


@dataclass
class _State:
    """The flows and prices at hand."""

    flows: _Flows
    price: Floats
    depth: Floats


class _TileFailedError(Exception):
    """A tile of the first pass has no strategy."""


def search_tiled(
    programme: Programme,
    tolerance: float,
    tiles: Tiles,
    progress: Progress = silent,
    carried: float = 0.0,
    seconds: float | None = None,
) -> Found:
    """Search for a strategy in tiles.

    Tiles are not solved closer than 0.2 %, destinations of fewer people than ``carried`` are left out where
    seams are healed, and no healing pass begins after ``seconds``. What is found is exactly private by
    construction, not yet audited; the bound holds for the whole programme.
    """
    end = np.inf if seconds is None else time.monotonic() + seconds
    try:
        return _searched(programme, max(tolerance, _TOLERANCE), tiles, progress, carried, end)
    finally:
        tiles.workers.close()


def _searched(
    programme: Programme, tolerance: float, tiles: Tiles, progress: Progress, carried: float, end: float
) -> Found:
    """The passes of :func:`search_tiled`, and what they end in."""
    size = tiles.areas
    for _attempt in range(_ATTEMPTS):
        try:
            state = _first(programme, sizes(programme, size), tolerance, tiles, part(progress, 0.0, 0.4))
            break
        except _TileFailedError:
            size *= 4
    else:
        raise AuditError(
            "tile.strategy.not_found",
            "No strategy was found for some of the tiles: nothing is released. "
            "Try larger tiles, or a slightly larger risk.",
        )
    each = sizes(programme, size)
    cuts: list[Callable[[], Tiling]] = [partial(cut, programme, each, by) for by in _SHIFTS[: tiles.passes]]
    if cuts:
        cuts.append(partial(sparsest, programme, each))
    for number, tiling in enumerate(cuts):
        if time.monotonic() > end:
            break
        share = part(progress, 0.4 + 0.4 * number / len(cuts), 0.4 + 0.4 * (number + 1) / len(cuts))
        _heal(_Blocks(programme, tiling(), state, carried), state, tolerance, tiles.workers, share)
    return _whole(programme, state, part(progress, 0.8, 1.0))


def _whole(programme: Programme, state: _State, progress: Progress) -> Found:
    """One strategy of all flows, and the bound of the prices."""
    progress(0.0, Phrase("Joining the tiles"))
    flows = ordered(*state.flows.taken(), programme.people)
    strategy = made_exact(
        flows, programme.people, programme.cap(1 - MARGIN / 4), programme.pricing_set.distances_m
    )
    del flows
    progress(0.5, Phrase("Certifying how far from the optimum it is"))
    bound, price = certified(programme, state.price, part(progress, 0.5, 1.0))
    progress(1.0)
    return Found(strategy, bound, price)


class _Grouped:
    """Rows of each tile, without a search through all of them; -1 are of none."""

    def __init__(self, code: Ints, count: int) -> None:
        key = np.where(code < 0, code.dtype.type(count), code)
        self._rows, end = np.empty(len(key), dtype=np.int32), 0
        for rows in rows_by(key):
            start, end = end, end + len(rows)
            self._rows[start:end] = rows[np.argsort(key[rows], kind="stable")]
        self._ends = np.searchsorted(key[self._rows], np.arange(count + 1))

    def __getitem__(self, tile: int) -> Ints:
        rows: Ints = self._rows[self._ends[tile] : self._ends[tile + 1]]
        return rows


def _piece(programme: Programme, rows: Ints, columns: Ints, tolerance: float) -> Arrays:
    pairs = all_pairs(programme)
    return {
        "lon": pairs.origin_deg[0][rows],
        "lat": pairs.origin_deg[1][rows],
        "unit": pairs.origin_unit[rows],
        "people": programme.people[rows],
        "weight": programme.weight[rows],
        "target_lon": pairs.target_deg[0][columns],
        "target_lat": pairs.target_deg[1][columns],
        "target_unit": pairs.target_unit[columns],
        "tied": np.zeros(0, dtype=np.int64),
        "inflow": np.zeros(0),
        "least": np.zeros(0),
        "scale": np.ones(len(rows)) if pairs.scale is None else pairs.scale[rows],
        "risk": np.array(programme.risk),
        "tolerance": np.array(tolerance),
        "squared": np.array(programme.squared),
    }


def _first(programme: Programme, size: Sizes, tolerance: float, tiles: Tiles, progress: Progress) -> _State:
    """Each tile alone."""
    tiling = cut(programme, size)
    origins, destinations = (_Grouped(code, tiling.count) for code in (tiling.origin, tiling.destination))
    progress(0.0, Phrase("Solving {count} tiles", count=tiling.count))
    pieces = [
        lambda tile=tile: _piece(programme, origins[tile], destinations[tile], tolerance)
        for tile in range(tiling.count)
    ]
    price = np.zeros(len(programme.people))
    flows = _Flows()
    for tile, result in enumerate(tiles.workers.solve(pieces, progress)):
        rows, columns = origins[tile], destinations[tile]
        require_fitting(result, len(rows), len(columns))
        if result["failed"]:
            raise _TileFailedError
        price[rows] = result["price"]
        flows.add(rows[result["origin"]], columns[result["destination"]], result["flow"])
    return _State(flows.end(), price, tiling.depth)


def _heal(cut_up: _Blocks, state: _State, tolerance: float, workers: Workers, progress: Progress) -> None:
    """Solve shifted tiles with the flows across their seams held (equation 19)."""
    tiling, moving = cut_up.tiling, cut_up.moving
    if not len(moving):
        return
    progress(0.0, Phrase("Improving the borders of {count} tiles", count=len(moving)))
    pieces = [lambda tile=tile: cut_up.piece(tile, tolerance) for tile in moving]
    kept: list[Ints] = [moving[:0]]
    new = _Flows()
    for result, tile in zip(workers.solve(pieces, progress), moving):  # the workers first: they see their end
        rows, columns = cut_up.movers[tile], cut_up.columns[tile]
        require_fitting(result, len(rows), len(columns))
        if not result["failed"]:
            deeper = tiling.depth[rows] > state.depth[rows]
            state.price[rows[deeper]] = result["price"][deeper]
            state.depth[rows[deeper]] = tiling.depth[rows[deeper]]
        if result["failed"] or float(result["cost"]) >= cut_up.cost(tile):
            kept.append(cut_up.pairs[tile])
            continue
        new.add(rows[result["origin"]], columns[result["destination"]], result["flow"])
    state.flows.replace(~cut_up.inside, np.concatenate(kept), new)


class _Blocks:
    """The blocks of a shifted tiling: what is free in them, and what comes in from outside."""

    def __init__(self, programme: Programme, tiling: Tiling, state: _State, carried: float) -> None:
        self._programme, self._state, self.tiling = programme, state, tiling
        people, count = programme.people, programme.pricing_set.destination_count
        origin, destination, flow = state.flows.origin, state.flows.destination, state.flows.flow
        code = np.empty(len(flow), dtype=np.int32)
        for some in blocks(len(flow), _PAIRS):
            tile = tiling.origin[origin[some]]
            code[some] = np.where(tile == tiling.destination[destination[some]], tile, -1)
        self.free_people = summed(origin, lambda some: np.where(code[some] < 0, 0.0, flow[some]), len(people))
        moves = self.free_people > _STAYS * people
        for some in blocks(len(flow), _PAIRS):
            code[some][~moves[origin[some]]] = -1
        self.inside: Bools = code >= 0
        self.inflow = summed(destination, lambda some: np.where(code[some] < 0, flow[some], 0.0), count)
        self.least = np.zeros(count)
        cap = programme.cap(1 - MARGIN / 4)
        for some in blocks(len(flow), _PAIRS):
            held = code[some] < 0
            asked = flow[some][held] / cap[origin[some][held]]
            np.maximum.at(self.least, destination[some][held], asked)
        used = (summed(destination, flow.__getitem__, count) >= carried) | (self.inflow > 0)
        mover = np.where(moves, tiling.origin, -1)
        self.moving = np.unique(mover[mover >= 0])
        self.movers = _Grouped(mover, tiling.count)
        self.columns = _Grouped(np.where(used, tiling.destination, -1), tiling.count)
        self.pairs = _Grouped(code, tiling.count)

    def cost(self, tile: int) -> float:
        """What the free flows of a block cost now, people times cost."""
        rows, flows = self.pairs[tile], self._state.flows
        cost = self._programme.cost(flows.origin[rows], flows.destination[rows])
        return float(flows.flow[rows] @ cost)

    def piece(self, tile: int, tolerance: float) -> Arrays:
        """A block for :func:`.piece.solve_piece`."""
        rows, columns = self.movers[tile], self.columns[tile]
        piece = _piece(self._programme, rows, columns, tolerance)
        tied = np.flatnonzero(self.inflow[columns] > 0)
        free = self.free_people[rows]
        return {
            **piece,
            "people": free,
            "weight": self._programme.weight[rows] * free / self._programme.people[rows],
            "tied": tied,
            "inflow": self.inflow[columns[tied]],
            "least": self.least[columns[tied]],
        }


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

    ``price`` is ``u_i``, whoever found them. Gives the bound, 0 where they prove nothing, and the prices that
    prove it.
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

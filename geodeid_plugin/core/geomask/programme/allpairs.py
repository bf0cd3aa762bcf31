# SPDX-License-Identifier: GPL-2.0-or-later
"""All moves inside each boundary unit, priced without listing them.

An origin i can be in the mix of a destination of margin m only if ``c_ij < u_i + m``. For a group of
destinations inside a cap of the sphere, and a node of origins inside another, the smallest distance of
the caps and the largest price of the node tell whether anybody of the node can be near enough. Nodes that
can't are left with everything under them, so the work of a group grows with the origins near it and not
with all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Callable

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints, blocks, steps_of
from ...base.scientific import spatial
from ...geometry.sphere import arc_from_chord_m, unit_vectors
from .pricing import FAINT, FULL, PLENTY, SOMEBODY, Priced, PricingSet

_BUCKET = 24
"""Points of a node that is not divided further: speed alone."""
_PAIRS = 2**17
"""Pairs whose distances are reckoned together: memory alone."""
SLACK_M = 1.0
"""Added to every reach against rounding of distances."""


def arc_m(a: Floats, b: Floats) -> Floats:
    """Great-circle distances of unit vectors, broadcast over all but the last axis, metres."""
    across = [(a[..., axis] - b[..., axis]) ** 2 for axis in range(3)]
    return arc_from_chord_m(np.sqrt(across[0] + across[1] + across[2]))


def apart_m(points: Floats, origin: Ints, targets: Floats, destination: Ints) -> Floats:
    """Great-circle distances of pairs, metres, some at a time: ends of all pairs are six times as large.

    Points are unit vectors.
    """
    away = np.empty(len(origin))
    for some in blocks(len(away), _PAIRS):
        away[some] = arc_m(points[origin[some]], targets[destination[some]])
    return away


def enclosing_cap(points: Floats) -> tuple[Floats, float]:
    """Centre (a unit vector) and radius in metres of a cap of the sphere that holds all points."""
    centre = points.mean(axis=0)
    centre = centre / max(np.linalg.norm(centre), 1e-300)
    return centre, float(arc_m(points, centre[None]).max())


def halved(points: Floats, rows: Ints) -> tuple[Ints, Ints]:
    """Two halves of some rows, divided across the widest axis of their points."""
    spread = np.ptp(points[rows], axis=0)
    order = rows[np.argsort(points[rows, int(np.argmax(spread))], kind="stable")]
    half = len(order) // 2
    return order[:half], order[half:]


def compact_groups(points: Floats, rows: Ints, size: int) -> list[Ints]:
    """Split rows into compact groups of at most so many points."""
    todo, groups = [rows] if len(rows) else [], []
    while todo:
        group = todo.pop()
        if len(group) <= size:
            groups.append(group)
        else:
            todo.extend(halved(points, group)[::-1])
    return groups


class PriceTree:
    """A tree over the origins of one boundary unit.

    ``rows`` are the unit's origins among the unit vectors of all.
    """

    def __init__(self, points: Floats, rows: Ints) -> None:
        self._points = points
        left, right, depth, caps = [-1], [-1], [0], []
        members, buckets, order = [rows], [], []
        node, filled = 0, 0
        while node < len(members):
            group = members[node]
            caps.append(enclosing_cap(points[group]))
            if len(group) > _BUCKET:
                left[node], right[node] = len(members), len(members) + 1
                members.extend(halved(points, group))
                depth += [depth[node] + 1] * 2
                left += [-1, -1]
                right += [-1, -1]
            else:
                buckets.append((node, filled, filled + len(group)))
                order.append(group)
                filled += len(group)
            members[node] = rows[:0]
            node += 1
        self._left, self._right = np.array(left), np.array(right)
        self._centre, self._radius_m = np.array([c for c, _ in caps]), np.array([r for _, r in caps])
        self._order = np.concatenate(order)
        self._bucket, start, end = np.array(buckets).T
        self._start, self._end = np.zeros(node, dtype=np.int64), np.zeros(node, dtype=np.int64)
        self._start[self._bucket], self._end[self._bucket] = start, end
        inner = np.flatnonzero(self._left >= 0)
        levels = np.array(depth)[inner]
        self._levels = [inner[levels == level] for level in range(int(levels.max(initial=-1)), -1, -1)]

    def largest(self, price: Floats) -> Floats:
        """Largest price under every node."""
        top = np.full(len(self._left), -np.inf)
        top[self._bucket] = np.maximum.reduceat(price[self._order], self._start[self._bucket])
        for inner in self._levels:
            top[inner] = np.maximum(top[self._left[inner]], top[self._right[inner]])
        return top

    def near(
        self,
        caps: tuple[Floats, Floats],
        limit: Floats,
        prices: tuple[Floats, Floats],
        reach_m: Callable[[Floats], Array],
        scales: tuple[Floats | float, Floats | float] = (1.0, 1.0),
    ) -> tuple[Ints, Ints]:
        """Origins that can pay for somebody in some caps.

        Parameters
        ----------
        caps : tuple of ndarray
            Centres, shape (g, 3), and radii in metres, shape (g,), of groups of destinations.
        limit : ndarray, shape (g,)
            Largest margin of each group.
        prices : tuple of ndarray
            ``u_i`` of all origins, and the largest under every node (:meth:`largest`).
        reach_m : callable
            Distance up to which a cost is below a limit; -inf where none is.
        scales : tuple of ndarray or float
            What the costs of all origins are multiplied by, and the smallest under every node.

        Returns
        -------
        tuple of ndarray of int
            Groups, ascending, and rows of origins, ascending inside each group.
        """
        centre, radius_m = caps
        price, top = prices
        # Prices go on behind the points: of origins that are tied to a destination.
        scale, least = np.broadcast_to(scales[0], len(self._points)), np.broadcast_to(scales[1], top.shape)
        group = np.arange(len(limit))
        node = np.zeros(len(limit), dtype=np.int64)
        found: list[tuple[Ints, Ints]] = []
        while len(group):
            apart = arc_m(centre[group], self._centre[node]) - radius_m[group] - self._radius_m[node]
            stays = apart <= reach_m((top[node] + limit[group]) / least[node]) + SLACK_M
            group, node = group[stays], node[stays]
            inner = self._left[node] >= 0
            found.append((group[~inner], node[~inner]))
            group = np.concatenate([group[inner], group[inner]])
            node = np.concatenate([self._left[node[inner]], self._right[node[inner]]])
        group, node = (np.concatenate([pair[side] for pair in found]) for side in (0, 1))
        count = self._end[node] - self._start[node]
        group, first = np.repeat(group, count), np.repeat(self._start[node], count)
        row = self._order[first + steps_of(count)]
        apart = arc_m(centre[group], self._points[row]) - radius_m[group]
        stays = apart <= reach_m((price[row] + limit[group]) / scale[row]) + SLACK_M
        group, row = group[stays], row[stays]
        order = np.lexsort((row, group))
        return group[order], row[order]


_LEAF = 48
"""Destinations that are priced together: speed alone."""
_NEVER = 1e300
"""Cost of what is not there."""
_BATCH = 128
"""Leaves whose origins are looked for together: memory alone."""
_PRICED = 2**22
"""Pairs that are priced together, of one leaf: memory alone. Leaves in empty country reach whole cities."""
_NEIGHBOURS = 2**20
"""Neighbours that are looked for together: memory alone."""


class AllPairs(PricingSet):
    """A pricing set of all pairs inside each boundary unit, priced leaf by leaf of a tree.

    For the destinations of one leaf, an origin can be taken only if ``c - u_i`` is below the
    largest margin in the leaf, where ``c`` is its cost to the near side of the leaf: the others
    are never looked at (:class:`PriceTree`), and the result is exact.

    ``origin_deg``, ``target_deg``: longitudes and latitudes of origins and destinations, degrees.
    ``origin_unit``, ``target_unit``: boundary units. ``squared``: whether costs are squared distances.
    ``tied``: (f,), destinations that have an inflow already. Each makes an origin, numbered after the others
    in this order, that may go there alone, at no cost. ``scale``: (n,), what the costs of each origin are
    multiplied by; 1 when left out.
    """

    restricted = False

    def __init__(
        self,
        origin_deg: tuple[Floats, Floats],
        origin_unit: Ints,
        target_deg: tuple[Floats, Floats],
        target_unit: Ints,
        squared: bool,
        tied: Ints | None = None,
        scale: Floats | None = None,
    ) -> None:
        self.origin_deg, self.target_deg = origin_deg, target_deg
        self.tied = np.zeros(0, dtype=np.int64) if tied is None else tied
        self.points = unit_vectors(*origin_deg)
        self.origin_unit, self.target_unit = origin_unit, target_unit
        self.targets = unit_vectors(*target_deg)
        self.squared, self.scale = squared, scale
        self.destination_count = len(self.targets)
        self._tied_at = np.full(self.destination_count, -1, dtype=np.int64)
        self._tied_at[self.tied] = len(self.points) + np.arange(len(self.tied))
        self.units: list[tuple[Ints, Ints]] = []
        self._trees: list[PriceTree] = []
        self._leaves: list[list[Ints]] = []
        self._caps: list[tuple[Floats, Floats]] = []
        for unit in np.unique(origin_unit):
            rows = np.flatnonzero(origin_unit == unit)
            columns = np.flatnonzero(target_unit == unit)
            self.units.append((rows, columns))
            leaves = compact_groups(self.targets, columns, _LEAF)
            caps = [enclosing_cap(self.targets[leaf]) for leaf in leaves]
            self._trees.append(PriceTree(self.points, rows))
            self._leaves.append(leaves)
            self._caps.append((np.array([c for c, _ in caps]), np.array([r for _, r in caps])))

    def distances_m(self, origin: Ints, destination: Ints) -> Floats:
        """Distances of pairs, metres."""
        if not len(self.tied):
            return apart_m(self.points, origin, self.targets, destination)
        free = np.asarray(origin) < len(self.points)
        away = apart_m(self.points, np.where(free, origin, 0), self.targets, destination)
        return np.where(free, away, 0.0)

    def costs(self, origin: Ints, destination: Ints) -> Floats:
        """Costs of pairs; see :class:`PricingSet`."""
        free = np.minimum(origin, len(self.points) - 1)  # what is tied is at no distance
        return self._cost(self.distances_m(origin, destination), free)

    def dearest_cost(self) -> float:
        """Infinite: what the longest move costs is not worth knowing where none is missing."""
        return np.inf

    def start(self, people: Floats, weight: Floats, risk: float, cap: Floats) -> tuple[Ints, Ints]:
        """Pairs to begin with; see :meth:`PricingSet.start`."""
        origin: list[Ints] = [len(self.points) + np.arange(len(self.tied))]
        destination: list[Ints] = [self.tied]
        for rows, columns in self.units:
            points, targets = self.points[rows], self.targets[columns]
            row, column = nearest_until(points, targets, cap[rows], np.full(len(columns), PLENTY))
            origin.append(rows[row])
            destination.append(columns[column])
            around = np.bincount(_nearest(targets, points), people[rows], len(columns))
            enough = np.maximum(PLENTY * weight[rows] / risk, SOMEBODY)
            column, row = nearest_until(targets, points, around, enough)
            origin.append(rows[row])
            destination.append(columns[column])
        return np.concatenate(origin), np.concatenate(destination)

    def limited(self, columns: Ints) -> AllPairs:
        """All moves to some destinations, all that are tied among them; see :meth:`PricingSet.limited`."""
        lon_deg, lat_deg = self.target_deg
        chosen = lon_deg[columns], lat_deg[columns]
        tied = np.searchsorted(columns, self.tied)
        unit = self.target_unit[columns]
        return AllPairs(self.origin_deg, self.origin_unit, chosen, unit, self.squared, tied, self.scale)

    def floor(self, people: Floats, weight: Floats) -> float:
        """Smallest possible risk, ``max_i w_i / N`` over the people of each boundary unit."""
        return float(max(weight[rows].max() / people[rows].sum() for rows, _columns in self.units))

    def gathering_places(self, people: Floats) -> Ints | None:
        """For each origin, the one destination nearest to where its unit's people live on average."""
        if len(self.tied):
            return None
        place = np.empty(len(self.points), dtype=np.int64)
        for rows, columns in self.units:
            centre = people[rows] @ self.points[rows] / people[rows].sum()
            place[rows] = columns[_nearest(self.targets[columns], centre[None])[0]]
        return place

    def price(self, price: Floats, cap: Floats, margin: Floats, wanted: Bools | None = None) -> Priced:
        """Solve (13) over all pairs; see :meth:`PricingSet.price`."""
        value = np.full(self.destination_count, np.inf)
        edge = np.full(self.destination_count, np.inf)
        todo = np.ones(self.destination_count, dtype=bool) if wanted is None else wanted
        margin = np.where(todo, self._bounded(price, cap, margin, todo), np.inf)
        todo = todo & np.isfinite(margin)
        found: list[list[Array]] = [[], []]
        for places, origins in self._groups(price, margin, todo):
            for some in blocks(len(places), max(1, _PRICED // max(1, len(origins)))):
                mix = self._mixes(places[some], origins, price, cap)
                value[places[some]], edge[places[some]] = mix[:2]
                found[0].append(mix[2])
                found[1].append(mix[3])
        origin, destination = (np.concatenate([np.zeros(0, dtype=np.int64), *values]) for values in found)
        return Priced(value, edge, origin, destination)

    def _bounded(self, price: Floats, cap: Floats, margin: Floats, todo: Bools) -> Floats:
        """The margins, where nothing is known of them those of the mix of the nearest origins."""
        margin = np.array(margin, dtype=float)
        for rows, columns in self.units:
            unknown = columns[np.isinf(margin[columns]) & todo[columns]]
            if not len(unknown):
                continue
            near = _Nearest(self.points[rows])
            for some in blocks(len(unknown), max(1, int(_NEIGHBOURS * cap[rows].mean()))):
                margin[unknown[some]] = self._nearest_mix(near, rows, unknown[some], price, cap)
        return margin

    def _nearest_mix(self, near: _Nearest, rows: Ints, unknown: Ints, price: Floats, cap: Floats) -> Floats:
        """Margins of the mixes that the nearest origins make, infinite where they make none."""
        row, query = near.until(self.targets[unknown], cap[rows], np.ones(len(unknown)))
        origin, place = rows[row], unknown[query]
        reduced = self.costs(origin, place) - price[origin]
        dearest = np.full(len(unknown), -np.inf)
        np.maximum.at(dearest, query, reduced)
        amount = np.bincount(query, cap[origin], len(unknown))
        tied = self._tied_at[unknown]
        helped = (amount < 1) & (tied >= 0)
        dearest[helped] = np.maximum(dearest[helped], -price[tied[helped]])
        amount[helped] += cap[tied[helped]]
        return np.where(amount >= FULL, dearest, np.inf)

    def _groups(self, price: Floats, margin: Floats, todo: Bools) -> Iterator[tuple[Ints, Ints]]:
        """Leaf by leaf: the destinations to price, and the origins that can pay for them."""
        for tree, leaves, (centre, radius_m) in zip(self._trees, self._leaves, self._caps):
            places = [leaf[todo[leaf]] for leaf in leaves]
            asked = np.array([k for k, leaf in enumerate(places) if len(leaf)], dtype=np.int64)
            if not len(asked):
                continue
            limit = np.array([margin[places[k]].max() for k in asked])
            top = tree.largest(price)
            scales = (1.0, 1.0) if self.scale is None else (self.scale, -tree.largest(-self.scale))
            for start in range(0, len(asked), _BATCH):
                batch = slice(start, start + _BATCH)
                caps = centre[asked[batch]], radius_m[asked[batch]]
                group, row = tree.near(caps, limit[batch], (price, top), self._reach_m, scales)
                ends = np.searchsorted(group, np.arange(len(limit[batch]) + 1))
                for k, first, last in zip(asked[batch], ends[:-1], ends[1:]):
                    if last > first or (self._tied_at[places[k]] >= 0).any():
                        yield places[k], row[first:last]

    def _mixes(
        self, places: Ints, origins: Ints, price: Floats, cap: Floats
    ) -> tuple[Floats, Floats, Ints, Ints]:
        """Values and margins of some destinations over some origins, and the pairs of mixes that pay."""
        reduced = self._cost(arc_m(self.targets[places][:, None], self.points[origins][None]), origins)
        reduced = reduced - price[origins]
        names, room = np.broadcast_to(origins, reduced.shape), np.broadcast_to(cap[origins], reduced.shape)
        tied = self._tied_at[places]
        if (tied >= 0).any():
            reduced = np.column_stack([reduced, np.where(tied >= 0, -price[tied], _NEVER)])
            names = np.column_stack([names, tied])
            room = np.column_stack([room, np.where(tied >= 0, cap[tied], 0.0)])
        order = _cheapest_first(reduced, room)
        ordered = np.take_along_axis(reduced, order, axis=1)
        weight = np.take_along_axis(room, order, axis=1)
        part = np.clip(1 - (np.cumsum(weight, axis=1) - weight), 0, weight)
        part[part < FAINT] = 0.0
        filled = part.sum(axis=1) >= FULL
        value = np.where(filled, (part * ordered).sum(axis=1), np.inf)
        edge = np.where(filled, np.where(part > 0, ordered, -np.inf).max(axis=1), np.inf)
        row, column = np.nonzero((part > 0) & (value < 0)[:, None])
        return value, edge, names[row, order[row, column]], places[row]

    def _reach_m(self, limit: Floats) -> Floats:
        """Distance up to which a cost is below a limit; -inf where no cost is."""
        reach = np.sqrt(np.maximum(limit, 0.0)) if self.squared else limit
        return np.where(limit >= 0, reach, -np.inf)

    def _cost(self, distance_m: Floats, origin: Ints) -> Floats:
        cost = distance_m**2 if self.squared else distance_m
        return cost if self.scale is None else cost * self.scale[origin]


def _cheapest_first(reduced: Floats, cap: Floats) -> Ints:
    """Columns of the cheapest entries of every row, enough for their caps to reach 1 where they can."""
    width = reduced.shape[1]
    size = min(width, 64)
    while size < width:
        order = np.argpartition(reduced, size - 1, axis=1)[:, :size]
        if np.all(np.take_along_axis(cap, order, axis=1).sum(axis=1) >= 1):
            break
        size = min(width, size * 3)
    else:
        order = np.broadcast_to(np.arange(width), reduced.shape)
    inner = np.argsort(np.take_along_axis(reduced, order, axis=1), axis=1, kind="stable")
    return np.take_along_axis(order, inner, axis=1)


def _nearest(points: Floats, queries: Floats) -> Ints:
    return spatial.cKDTree(points).query(queries)[1]


def nearest_until(points: Floats, queries: Floats, amount: Array, enough: Floats) -> tuple[Ints, Ints]:
    """For each query its nearest points until their amounts reach ``enough``, or all of them.

    Points are unit vectors. Gives rows of points and of queries.
    """
    return _Nearest(points).until(queries, amount, enough)


class _Nearest:
    """Points, and a tree that tells which are near."""

    def __init__(self, points: Floats) -> None:
        self._tree, self._count = spatial.cKDTree(points), len(points)

    def until(self, queries: Floats, amount: Array, enough: Floats) -> tuple[Ints, Ints]:
        """See :func:`nearest_until`."""
        todo, size = np.arange(len(queries)), min(self._count, 16)
        found: list[list[Array]] = [[], []]
        while len(todo):
            left = [todo[:0]]
            for some in blocks(len(todo), max(1, _NEIGHBOURS // size)):
                asked = todo[some]
                near = self._tree.query(queries[asked], k=size)[1].reshape(len(asked), -1)
                running = np.cumsum(amount[near], axis=1)
                done = (running[:, -1] >= enough[asked]) | (size == self._count)
                row, column = np.nonzero(((running - amount[near]) < enough[asked][:, None]) & done[:, None])
                found[0].append(near[row, column])
                found[1].append(asked[row])
                left.append(asked[~done])
            todo, size = np.concatenate(left), min(self._count, 3 * size)
        return np.concatenate(found[0]), np.concatenate(found[1])

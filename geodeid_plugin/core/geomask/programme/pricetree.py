# SPDX-License-Identifier: GPL-2.0-or-later
"""Which origins can pay for some group of destinations: a tree that holds the largest price of each node.

An origin i can be in the mix of a destination of margin m only if ``c_ij < u_i + m``. For a group of
destinations inside a cap of the sphere, and a node of origins inside another, the smallest distance of
the caps and the largest price of the node tell whether anybody of the node can be near enough. Nodes that
can't are left with everything under them, so the work of a group grows with the origins near it and not
with all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

import numpy as np

from ...geometry.sphere import arc_from_chord_m

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats, Ints

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
    for start in range(0, len(away), _PAIRS):
        some = slice(start, start + _PAIRS)
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
        row = self._order[first + np.arange(len(group)) - np.repeat(np.cumsum(count) - count, count)]
        apart = arc_m(centre[group], self._points[row]) - radius_m[group]
        stays = apart <= reach_m((price[row] + limit[group]) / scale[row]) + SLACK_M
        group, row = group[stays], row[stays]
        order = np.lexsort((row, group))
        return group[order], row[order]

# SPDX-License-Identifier: GPL-2.0-or-later
"""The graph that is partitioned: neighbours inside each boundary unit, and bridges to islands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..base.arrays import Bools, Floats, Ints, connected
from ..base.progress import Progress, silent
from ..geometry.areas import Areas
from ..geometry.neighbours import nearest, pair_distances_m
from .objective import Requirements

_LIST = 8
"""Nearest areas tried to join parts of a boundary unit; further ones follow where needed."""


@dataclass(frozen=True)
class Graph:
    """Neighbouring areas."""

    first: Ints
    second: Ints
    """Shape (m,). Rows of the two areas of each edge, first < second, sorted."""
    is_bridge: Bools
    """Shape (m,). True where the two areas share no side and were joined over a gap."""
    component: Ints
    """Shape (n,). Connected part of each area, numbered by its first area."""


def cap_pairs(areas: Areas, k: int, progress: Progress = silent) -> Ints:
    """Pairs of areas one of which is among the k nearest of the other by the cap-Hausdorff distance.

    The graph for layers without polygons; inside boundary units only. Shape (m, 2).
    """
    found = nearest(areas, k, boundary=areas.boundary, progress=progress).index
    row = np.repeat(np.arange(len(areas)), found.shape[1])
    return np.stack([row, found.ravel()], axis=1)[found.ravel() >= 0]


def partition_graph(areas: Areas, pairs: Ints, needs: Requirements) -> Graph:
    """Keep the pairs inside units and bridge gaps around parts that cannot stand alone.

    A part of a unit (an island, an exclave) that meets the requirements by itself is left apart, so that no
    cluster crosses a gap without need. A part that does not is joined to the nearest part of its unit by the
    cap-Hausdorff distance, ties to the lower rows. Where such a bridge would spoil the part it leads to, it
    is left out, unless the unit as a whole meets the requirements: then no part of it stays behind. Areas are
    in the order of their identifiers, pairs of neighbours have shape (m, 2).
    """
    n, unit = len(areas), areas.boundary_code
    pairs = np.sort(np.asarray(pairs, dtype=np.int64).reshape(-1, 2), axis=1)
    pairs = pairs[(unit[pairs[:, 0]] == unit[pairs[:, 1]]) & (pairs[:, 0] != pairs[:, 1])]
    key = np.unique(pairs[:, 0] * n + pairs[:, 1])
    is_bridge = np.zeros(len(key), dtype=bool)
    while True:
        component = connected(key // n, key % n, n)
        bridges = _bridges(areas, unit, component, needs, last=False)
        if not len(bridges):
            bridges = _bridges(areas, unit, component, needs, last=True)
        bridges = np.unique(bridges[:, 0] * n + bridges[:, 1])
        if not len(bridges):
            return Graph(key // n, key % n, is_bridge, component)
        key, is_bridge = np.concatenate([key, bridges]), np.r_[is_bridge, np.ones(len(bridges), dtype=bool)]
        order = np.argsort(key)
        key, is_bridge = key[order], is_bridge[order]


def _bridges(areas: Areas, unit: Ints, component: Ints, needs: Requirements, last: bool) -> Ints:
    """One pair of rows for each part that needs to be joined and has another part in its unit.

    At last also where it spoils that part, in units that meet the requirements as a whole.
    """
    count, units = component.max(initial=-1) + 1, unit.max(initial=-1) + 1
    needy = ~needs.met(needs.sums(component, count))
    unit_of = np.zeros(count, dtype=np.int64)
    unit_of[component] = unit
    needy &= np.bincount(unit_of, minlength=units)[unit_of] > 1
    if last:
        needy &= needs.met(needs.sums(unit, units))[unit_of]
    rows = np.flatnonzero(needy[component])
    if not len(rows):
        return np.empty((0, 2), dtype=np.int64)
    best, partner = _nearest_bridges(areas, unit, component, rows)
    if not last and not needs.monotone:
        kept = _harmless(needs, component, component[best], component[partner])
        best, partner = best[kept], partner[kept]
    return np.sort(np.stack([best, partner], axis=1), axis=1)


def _nearest_bridges(areas: Areas, unit: Ints, component: Ints, rows: Ints) -> tuple[Ints, Ints]:
    """For the part of each of some rows, the nearest pair of its rows and another part of its unit."""
    partner, distance_m = _nearest_elsewhere(areas, unit, component, rows)
    order = np.lexsort((partner, rows, distance_m, component[rows]))
    best = order[np.unique(component[rows[order]], return_index=True)[1]]
    return rows[best], partner[best]


def _harmless(needs: Requirements, component: Ints, joining: Ints, joined: Ints) -> Bools:
    """Bridges that spoil no part that meets the requirements; at most one to each part at a time."""
    sums = needs.sums(component, component.max() + 1)
    together = needs.met(sums[:, joining] + sums[:, joined])
    safe = together | ~needs.met(sums[:, joined])
    first = np.zeros(len(joined), dtype=bool)
    first[np.unique(joined, return_index=True)[1]] = True
    return safe & first


def _nearest_elsewhere(areas: Areas, unit: Ints, component: Ints, rows: Ints) -> tuple[Ints, Floats]:
    """The nearest area of another part of the same unit, for each of some rows."""
    near = nearest(areas, _LIST, boundary=unit).index[rows]
    other = (near >= 0) & (component[near] != component[rows][:, None])
    place = other.argmax(axis=1)
    partner = np.where(other.any(axis=1), near[np.arange(len(rows)), place], -1)
    members = np.argsort(unit, kind="stable")
    start = np.searchsorted(unit[members], np.arange(unit.max() + 2))
    for at in np.flatnonzero(partner < 0):
        row = rows[at]
        there = members[start[unit[row]] : start[unit[row] + 1]]
        there = there[component[there] != component[row]]
        partner[at] = there[np.argmin(pair_distances_m(areas, row, there)[0])]
    return partner, pair_distances_m(areas, rows, partner)[0]


def colour_clusters(cluster: Ints, pairs: Ints, palette: int = 7) -> Ints:
    """Give clusters few colours such that adjacent ones differ (smallest-last greedy colouring).

    Six colours always suffice for the smallest-last order on a planar graph (Matula & Beck, J ACM 30(3),
    1983); clusters on a graph that is not planar may need more than the palette has, and colours are then
    used again from the first. Pairs are neighbours, across boundaries too. Colours are from 0; negative areas
    have none, -1.
    """
    count = int(cluster.max(initial=-1)) + 1
    ends = np.sort(cluster[np.asarray(pairs, dtype=np.int64).reshape(-1, 2)], axis=1)
    ends = ends[(ends[:, 0] >= 0) & (ends[:, 0] != ends[:, 1])]
    ends = np.unique(ends, axis=0)
    near: list[list[int]] = [[] for _cluster in range(count)]
    for one, other in ends.tolist():
        near[one].append(other)
        near[other].append(one)
    colour = [-1] * count
    for one in reversed(_smallest_last(near)):
        taken = {colour[other] for other in near[one]}
        free = [shade for shade in range(palette) if shade not in taken]
        # Spread the colours evenly: a map in the first three only is harder to read.
        colour[one] = free[one % len(free)] if free else one % palette
    shades = np.array([*colour, -1], dtype=np.int64)
    return shades[cluster]


def _smallest_last(near: list[list[int]]) -> list[int]:
    """Nodes in the order in which they are removed, always one with the fewest neighbours left."""
    degree = [len(others) for others in near]
    buckets: list[set[int]] = [set() for _degree in range(max(degree, default=0) + 1)]
    for node, value in enumerate(degree):
        buckets[value].add(node)
    order: list[int] = []
    removed, low = [False] * len(near), 0
    while len(order) < len(near):
        low = max(low - 1, 0)
        while not buckets[low]:
            low += 1
        node = buckets[low].pop()
        removed[node] = True
        order.append(node)
        for other in near[node]:
            if not removed[other]:
                buckets[degree[other]].discard(other)
                degree[other] -= 1
                buckets[degree[other]].add(other)
    return order

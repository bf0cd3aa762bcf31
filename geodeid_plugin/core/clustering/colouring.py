# SPDX-License-Identifier: GPL-2.0-or-later
"""Map colours for clusters so that neighbours differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ..base.arrays import Ints


def colour_clusters(cluster: Ints, pairs: Ints, palette: int = 7) -> Ints:
    """Give clusters few colours such that adjacent ones differ (smallest-last greedy colouring).

    Six colours always suffice for the smallest-last order on a planar graph (Matula & Beck,
    J ACM 30(3), 1983); clusters on a graph that is not planar may need more than the palette has,
    and colours are then used again from the first.

    Parameters
    ----------
    cluster : ndarray of int, shape (n,)
        Cluster of each area; negative areas are not coloured.
    pairs : ndarray of int, shape (m, 2)
        Neighbouring areas, across boundaries too.
    palette : int
        Number of colours.

    Returns
    -------
    ndarray of int64, shape (n,)
        Colour of each area, from 0; -1 for areas without a cluster.
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

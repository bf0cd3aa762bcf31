# SPDX-License-Identifier: GPL-2.0-or-later
"""Random spanning trees of many groups of areas at once, cut bottom-up into parts that meet the bounds.

On a tree with non-negative weights, cutting off every subtree as soon as it reaches the least weight
gives the largest possible number of connected parts that reach it, in linear time (the bottom-up
rule for max-min tree partition, Perl & Schach, J ACM 28(1), 1981). All groups form one forest, so a
round over a whole country costs one minimum spanning tree in compiled code and a few array
operations for each level of the forest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..objective import Requirements

if TYPE_CHECKING:
    from ...base.arrays import Bools, Floats, Ints


@dataclass(frozen=True)
class Forest:
    """Rooted trees in breadth-first order."""

    node: Ints
    """Shape (n,). The node at each place of the order; roots come first."""
    parent: Ints
    """Shape (n,). Place of the parent of each place; a root is its own parent."""
    level: Ints
    """Shape (depth + 1,). Where each level starts among the places, and the end."""


def spanning_forest(first: Ints, second: Ints, cost: Floats, root: Ints, n: int) -> Forest:
    """Minimum spanning forest of n nodes, rooted at one node of each connected part.

    Parameters
    ----------
    first, second : ndarray of int, shape (m,)
        Edges, first < second, sorted.
    cost : ndarray, shape (m,)
        Distinct costs above 0, so that the forest is unique whatever the library's version.
    root : ndarray of int
        One node of each connected part.
    n : int
        Number of nodes.
    """
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import breadth_first_order, minimum_spanning_tree

    shape = (n + 1, n + 1)
    start = np.searchsorted(first, np.arange(n + 2))
    tree = minimum_spanning_tree(csr_matrix((cost, second, start), shape=shape), overwrite=True)
    one = np.concatenate([np.repeat(np.arange(n + 1), np.diff(tree.indptr)), np.full(len(root), n)])
    other = np.concatenate([tree.indices, root])
    ends = (np.concatenate([one, other]), np.concatenate([other, one]))
    rooted = csr_matrix((np.ones(2 * len(one)), ends), shape=shape)
    order, before = breadth_first_order(rooted, n)
    place = np.empty(n + 1, dtype=np.int64)
    place[order] = np.arange(-1, n)
    node = order[1:]
    parent = place[before[node]]
    level = [0, len(root)]
    while level[-1] < n:
        level.append(int(np.searchsorted(parent[level[1] :], level[-1])) + level[1])
    parent[: len(root)] = np.arange(len(root))
    return Forest(node, parent, np.array(level))


def cut(forest: Forest, needs: Requirements) -> Ints:
    """Cut each tree bottom-up into as many parts as meet the requirements.

    What is left over at a root joins the part below it that has the largest first sum, so that
    surplus gathers in one place. A tree that never meets the requirements stays whole.

    Returns
    -------
    ndarray of int, shape (n,)
        Label of the part of each node: one of the part's own nodes.
    """
    node, parent, level = forest.node, forest.parent, forest.level
    sums = needs.columns[:, node]
    is_top = np.zeros(len(node), dtype=bool)
    for depth in range(len(level) - 2, 0, -1):
        start, end, above = level[depth], level[depth + 1], level[depth - 1]
        met = needs.met(sums[:, start:end])
        is_top[start:end] = met
        up = parent[start:end] - above
        for column in sums:
            column[above:start] += np.bincount(up, np.where(met, 0.0, column[start:end]), start - above)
    roots = level[1]
    is_top[:roots] = True
    part = _parts(forest, is_top)
    host = part[parent]
    alone = np.zeros(len(node), dtype=bool)
    alone[:roots] = ~needs.met(sums[:, :roots])
    taker = np.flatnonzero(is_top & alone[host])
    taker = taker[taker >= roots]
    taker = taker[np.lexsort((-node[taker], sums[0, taker]))]
    joined = np.arange(len(node))
    joined[host[taker]] = taker
    label = np.empty(len(node), dtype=np.int64)
    label[node] = node[joined[part]]
    return label


def _parts(forest: Forest, is_top: Bools) -> Ints:
    """Place of the top of the part of each place, given which places are tops."""
    part = np.arange(len(is_top))
    for start, end in zip(forest.level[1:-1], forest.level[2:]):
        part[start:end] = np.where(is_top[start:end], part[start:end], part[forest.parent[start:end]])
    return part

# SPDX-License-Identifier: GPL-2.0-or-later
"""Large-neighbourhood search: re-cut the union of a few adjacent clusters on a new random tree.

Every round pairs up adjacent clusters all over the map into disjoint groups, draws one random
spanning tree for each group and cuts all of them together. A group takes its new
parts when they are more; when they are as many, the count phase keeps the parts that concentrate
surplus (so that small surpluses add up to another cluster), and the distance phase those that move
people less. The partition is complete and within the bounds after every round.

Random spanning trees of many groups of areas at once, cut bottom-up into parts that meet the bounds.

On a tree with non-negative weights, cutting off every subtree as soon as it reaches the least weight
gives the largest possible number of connected parts that reach it, in linear time (the bottom-up
rule for max-min tree partition, Perl & Schach, J ACM 28(1), 1981). All groups form one forest, so a
round over a whole country costs one minimum spanning tree in compiled code and a few array
operations for each level of the forest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints
from ..base.randomness import Source
from ..base.scientific import csgraph, sparse
from .objective import Requirements
from .released_areas import cluster_cost


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

    Edges are sorted, first < second; their costs are distinct and above 0, so that the forest is unique
    whatever the library's version.
    """
    shape = (n + 1, n + 1)
    start = np.searchsorted(first, np.arange(n + 2))
    tree = csgraph.minimum_spanning_tree(
        sparse.csr_matrix((cost, second, start), shape=shape), overwrite=True
    )
    one = np.concatenate([np.repeat(np.arange(n + 1), np.diff(tree.indptr)), np.full(len(root), n)])
    other = np.concatenate([tree.indices, root])
    ends = (np.concatenate([one, other]), np.concatenate([other, one]))
    rooted = sparse.csr_matrix((np.ones(2 * len(one)), ends), shape=shape)
    order, before = csgraph.breadth_first_order(rooted, n)
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

    Gives the label of the part of each node: one of the part's own nodes.
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


_GROUP = 3
"""Most clusters that are re-cut together; larger groups cost more and did not find more."""
_LARGEST_UNION = 1500
"""Unions of more areas than this are not refined for distance, which is quadratic in them."""
_LOWER = 1 - 1e-9
"""A cost must fall by more than rounding to count as lower."""


@dataclass(frozen=True)
class Instance:
    """What is partitioned. Rows are sorted by identifier, so the order of the input does not matter."""

    first: Ints
    second: Ints
    """Shape (m,). Edges."""
    component: Ints
    """Shape (n,). Connected part of each node; each meets the requirements as a whole."""
    needs: Requirements
    """What each cluster must meet."""
    people: Floats
    weight: Floats
    """Shape (n,). Population, and draw weights of the replacement."""
    points_m: Floats
    """Shape (n, 3). Positions in space, metres."""

    def __len__(self) -> int:
        return len(self.component)

    def take(self, keep: Bools) -> Instance:
        """Keep the components whose nodes are marked, renumbered in the same order."""
        new = np.cumsum(keep) - 1
        edges = keep[self.first]
        return Instance(
            new[self.first[edges]],
            new[self.second[edges]],
            np.unique(self.component[keep], return_inverse=True)[1],
            self.needs.take(keep),
            self.people[keep],
            self.weight[keep],
            self.points_m[keep],
        )

    def cost(self, label: Ints, rows: Ints) -> Floats:
        """Cost of the clusters of some rows, by label: people times move."""
        return cluster_cost(label, rows, self.people, self.weight, self.points_m)

    def repeat(self, copies: int) -> Instance:
        """Several copies side by side, without edges between them."""
        n, parts = len(self), int(self.component.max()) + 1
        shift = np.arange(copies)[:, None]
        return Instance(
            (self.first + n * shift).ravel(),
            (self.second + n * shift).ravel(),
            (self.component + parts * shift).ravel(),
            self.needs.take(np.tile(np.arange(n), copies)),
            np.tile(self.people, copies),
            np.tile(self.weight, copies),
            np.tile(self.points_m, (copies, 1)),
        )

    @cached_property
    def length_m(self) -> Floats:
        """Length of each edge, metres, shape (m,)."""
        return np.linalg.norm(self.points_m[self.first] - self.points_m[self.second], axis=1)


@dataclass(frozen=True)
class _Score:
    """Clusters and squared surplus of each group; whether all its clusters meet the requirements."""

    count: Array
    squares: Array
    valid: Array


def count_round(
    instance: Instance, label: Ints, group: Ints, inverse_temperature: float, source: Source
) -> Ints:
    """Re-cut every group once, for more clusters or for more concentrated surplus.

    Labels of clusters and groups are numbers of nodes. Surplus is spread with chance exp(-inverse_temperature
    * loss).
    """
    new = _recut(instance, group, source)
    old_score, new_score = _score(instance, label, group), _score(instance, new, group)
    gain = new_score.squares - old_score.squares
    lucky = source.uniform(len(instance)) < np.exp(np.minimum(inverse_temperature * gain, 0.0))
    same = new_score.count == old_score.count
    taken = new_score.valid & ((new_score.count > old_score.count) | (same & lucky))
    return np.where(taken[group], new, label)


def distance_round(
    instance: Instance, label: Ints, cost: Floats, largest: int, source: Source
) -> tuple[Array, Array]:
    """Re-cut adjacent clusters along short edges; keep what moves people less, or is more clusters.

    Gives the new clusters and their costs, by label (:func:`.cluster_moves.cluster_cost`). A group has at
    most ``largest`` clusters.
    """
    group = adjacent_groups(instance, label, source, largest)
    new = _recut(instance, group, source, instance.length_m)
    old_score, new_score = _score(instance, label, group), _score(instance, new, group)
    small = np.bincount(group, minlength=len(label)) <= _LARGEST_UNION
    eligible = new_score.valid & (new_score.count >= old_score.count) & small
    rows = np.flatnonzero(eligible[group])
    new_cost = instance.cost(new, rows)
    cheaper = _by_group(new, group, new_cost) < _LOWER * _by_group(label, group, cost)
    taken = (eligible & (cheaper | (new_score.count > old_score.count)))[group]
    return np.where(taken, new, label), np.where(taken, new_cost, cost)


def adjacent_groups(instance: Instance, label: Ints, source: Source, largest: int = _GROUP) -> Ints:
    """Group adjacent clusters at random: two passes of mutual first choice among random borders.

    A group is called by the label of one of its clusters.
    """
    n = len(label)
    one, other = label[instance.first], label[instance.second]
    border = np.flatnonzero(one != other)
    order = border[_shuffled(len(border), source)]
    one, other = one[order], other[order]
    group, size = np.arange(n), np.ones(n, dtype=np.int64)
    for _pass in range(2):
        rank = np.arange(len(one))
        choice = np.full(n, -1)
        choice[one] = rank
        back = np.full(n, -1)
        back[other] = rank
        choice = np.maximum(choice, back)
        mutual = (choice[one] == rank) & (choice[other] == rank)
        to = np.arange(n)
        to[other[mutual]] = one[mutual]
        size[one[mutual]] += size[other[mutual]]
        group, one, other = to[group], to[one], to[other]
        open_ = (one != other) & (size[one] + size[other] <= largest)
        one, other = one[open_], other[open_]
    return group[label]


def _recut(instance: Instance, group: Ints, source: Source, length: Floats | None = None) -> Ints:
    inside = np.flatnonzero(group[instance.first] == group[instance.second])
    cost = 1e-6 + source.uniform(len(inside))
    if length is not None:
        cost *= 1.0 + length[inside]
    root = np.full(len(group), -1)
    order = _shuffled(len(group), source)
    root[group[order]] = order
    forest = spanning_forest(
        instance.first[inside], instance.second[inside], cost, root[root >= 0], len(group)
    )
    return cut(forest, instance.needs)


def _shuffled(size: int, source: Source) -> Ints:
    """A random order from 16-bit keys, which sort in linear time; ties keep their order."""
    return np.argsort((source.uniform(size) * 65536).astype(np.uint16), kind="stable")


def _score(instance: Instance, label: Ints, group: Ints) -> _Score:
    n = len(label)
    used = np.flatnonzero(np.bincount(label, minlength=n))
    sums = instance.needs.sums(label, n)[:, used]
    owner = group[used]
    bad = np.bincount(owner[~instance.needs.met(sums)], minlength=n)
    squares = np.bincount(owner, instance.needs.surplus(sums) ** 2, n)
    return _Score(np.bincount(owner, minlength=n), squares, bad == 0)


def _by_group(label: Ints, group: Ints, cost: Floats) -> Array:
    used = np.flatnonzero(np.bincount(label, minlength=len(label)))
    return np.bincount(group[used], cost[used], len(label))

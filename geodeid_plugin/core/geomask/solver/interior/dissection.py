# SPDX-License-Identifier: GPL-2.0-or-later
"""Nested dissection of the origins: an order of elimination under which the factor of (12) stays small.

Origins are coupled where they share a destination. A few of them separate the others into halves that share
none, these are halved again, and so on (George 1973). Each origin gets the number of its node in the tree of
halves, 1 for the first separator, ``2k`` and ``2k + 1`` below ``k``; origins are eliminated from the leaves
to the root. Halves come from two coordinates that are made from the coupling alone, hops from far ends,
smoothed: they led to as small a factor as the true positions of 10 908 postal codes did. The separator of two
halves is the smallest there is, by König's theorem.

Whatever the numbers are, :func:`chained` makes them valid: origins of one destination come to lie on one way
from a leaf to the root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ....base.arrays import Array, Bools, Floats, Ints

_GROWTH = 1.1
"""Growth of the pairs up to which a dissection is used again."""
_LEAF = 60
"""Origins that are not divided further: speed alone."""
_WHOLE = 200
"""Origins up to which nothing is divided: the dense factor takes less than the division. Speed alone."""
_CROWDED = 16.0
"""Pairs of origins at destinations for each pair of origins: where there are more, nearly all are coupled and
nothing is divided. Speed alone."""
_WIDE = 0.4
"""Share of the origins beyond which a separator separates nothing worth having: speed alone."""
_SMOOTHED = 6
"""Rounds of smoothing: none costs half as much again in the factor, 4 to 30 rounds are alike."""


class Dissection(NamedTuple):
    """The node of each origin, and the number of pairs that it was first made for."""

    node: Ints
    pairs: int


def dissection(origin: Ints, pointer: Ints, count: int, earlier: Dissection | None = None) -> Dissection:
    """Nodes of the origins in a tree of separators, those that share a destination on one way to the root.

    Parameters
    ----------
    origin : ndarray of int, shape (p,)
        Origins of the pairs, ordered by destination.
    pointer : ndarray of int, shape (m + 1,)
        Where the pairs of each destination begin; each has one at least.
    count : int
        Number of origins n.
    earlier : Dissection, optional
        Of fewer pairs of the same origins: used again where not many came to them.

    Returns
    -------
    Dissection
    """
    if earlier is None or len(origin) > _GROWTH * earlier.pairs:
        earlier = Dissection(_dissected(origin, pointer, count), len(origin))
    return Dissection(chained(earlier.node, origin, pointer), earlier.pairs)


def _dissected(origin: Ints, pointer: Ints, count: int) -> Ints:
    """Nodes of the origins, not yet :func:`chained`."""
    node = np.ones(count, dtype=np.int64)
    share = np.diff(pointer).astype(float)
    if count <= _WHOLE or float(share @ share) > _CROWDED * float(count) ** 2:
        return node
    coupling = _coupling(origin, pointer, count)
    place, piece = _places(coupling, count)
    row, column = np.repeat(np.arange(count), np.diff(coupling.indptr)), coupling.indices
    done = np.zeros(count, dtype=bool)
    while True:
        done |= np.bincount(node[~done], minlength=int(node.max()) + 1)[node] <= _LEAF
        live = np.flatnonzero(~done)
        if not len(live):
            return node
        right = np.zeros(count, dtype=bool)
        right[live] = _second_half(node[live], place[live], piece[live])
        inside = ~(done[row] | done[column]) & (node[row] == node[column])
        row, column = row[inside], column[inside]
        cut = ~right[row] & right[column]
        between = _cover(row[cut], column[cut], count)
        between, whole = _worth(between, node, live)
        done |= between | whole
        below = live[~done[live]]
        node[below] = 2 * node[below] + right[below]


def chained(node: Ints, origin: Ints, pointer: Ints) -> Ints:
    """Raise origins to nodes nearer the root until all that share a destination lie on one way to it.

    Parameters
    ----------
    node : ndarray of int, shape (n,)
        Numbers of nodes, any.
    origin, pointer : ndarray of int
        See :func:`dissection`.

    Returns
    -------
    ndarray of int, shape (n,)

    Examples
    --------
    >>> chained(np.array([2, 3]), np.array([0, 1]), np.array([0, 2])).tolist()
    [1, 3]
    """
    while True:
        depth = depth_of(node)
        # The deepest origin of each destination, among them the one of the largest number.
        deepest = np.maximum.reduceat(node[origin], pointer[:-1]).repeat(np.diff(pointer))
        above = deepest >> (depth_of(deepest) - depth[origin])
        astray = np.flatnonzero(above != node[origin])
        if not len(astray):
            return node
        who = origin[astray]
        node = node.copy()
        np.minimum.at(node, who, node[who] >> (depth_of(above[astray] ^ node[who]) + 1))


def depth_of(node: Ints) -> Ints:
    """Steps from the root: 0 for node 1."""
    return np.frexp(node.astype(float))[1].astype(np.int64) - 1


def _coupling(origin: Ints, pointer: Ints, count: int) -> Any:
    """Which origins share a destination."""
    from scipy.sparse import csr_matrix

    rows = csr_matrix(
        (np.ones(len(origin), dtype=np.float32), origin, pointer), shape=(len(pointer) - 1, count)
    )
    return (rows.T @ rows).tocsr()


def _places(coupling: Any, count: int) -> tuple[Floats, Ints]:
    """Two coordinates of each origin, and the piece of the graph that it lies in."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    pointer, other = coupling.indptr, coupling.indices
    piece = connected_components(coupling, directed=False)[1]

    def hops_from_farthest(value: Array) -> Ints:
        by_value = np.lexsort((value, piece))
        last = np.searchsorted(piece[by_value], np.arange(piece.max() + 1), side="right") - 1
        return _hops(pointer, other, by_value[last])

    first = hops_from_farthest(hops_from_farthest(np.zeros(count)))
    second = hops_from_farthest(first)
    along = first - second
    side = hops_from_farthest(4 * np.minimum(first, second) - np.abs(along))
    place = np.column_stack([along, side - hops_from_farthest(2 * side - np.abs(along))]).astype(float)
    degree = np.diff(pointer)
    mean = csr_matrix((np.repeat(1.0 / degree, degree), other, pointer), shape=(count, count))
    for _ in range(_SMOOTHED):
        place = mean @ place
    return place, piece


def _hops(pointer: Ints, other: Ints, start: Ints) -> Ints:
    """Steps from the nearest of some origins, by the breadth."""
    hops = np.full(len(pointer) - 1, -1)
    hops[start] = step = 0
    while len(start):
        step += 1
        size = pointer[start + 1] - pointer[start]
        offset = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
        near = other[np.repeat(pointer[start], size) + offset]
        start = np.unique(near[hops[near] < 0])
        hops[start] = step
    return hops


def _second_half(node: Ints, place: Floats, piece: Ints) -> Bools:
    """Who lies in the second half of its node: by pieces, else along the longer side."""
    number = np.unique(node, return_inverse=True)[1]
    by_node = np.argsort(number, kind="stable")
    begin = np.flatnonzero(np.diff(number[by_node], prepend=-1))
    size = np.diff(begin, append=len(node))
    wide = np.maximum.reduceat(place[by_node], begin) - np.minimum.reduceat(place[by_node], begin)
    tall = (wide[:, 1] > wide[:, 0])[number]
    major = np.where(tall, place[:, 1], place[:, 0])
    order = np.lexsort((np.where(tall, place[:, 0], place[:, 1]), major, piece, number))
    second = np.empty(len(node), dtype=bool)
    second[order] = np.arange(len(node)) - np.repeat(begin, size) >= np.repeat(size // 2, size)
    return second


def _worth(between: Bools, node: Ints, live: Ints) -> tuple[Bools, Bools]:
    """Separators that are small enough, and all origins of the nodes where they are not."""
    most = int(node.max()) + 1
    apart, all_of = np.bincount(node[between], minlength=most), np.bincount(node[live], minlength=most)
    wide = (apart > _WIDE * all_of)[node]
    whole = np.zeros(len(node), dtype=bool)
    whole[live] = wide[live]
    return between & ~wide, whole


def _cover(left: Ints, right: Ints, count: int) -> Bools:
    """Fewest origins that touch every one of the links between two sides (König)."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import maximum_bipartite_matching

    links = csr_matrix((np.ones(len(left), dtype=bool), (left, right)), shape=(count, count))
    partner = maximum_bipartite_matching(links, perm_type="column")
    matched = np.flatnonzero(partner >= 0)
    partner_of_right = np.full(count, -1)
    partner_of_right[partner[matched]] = matched
    linked = np.zeros(count, dtype=bool)
    linked[left] = True
    seen, seen_right = linked & (partner < 0), np.zeros(count, dtype=bool)
    while True:
        new = np.unique(right[seen[left] & ~seen_right[right]])
        if not len(new):
            return (linked & ~seen) | seen_right
        seen_right[new] = True
        seen[partner_of_right[new]] = True

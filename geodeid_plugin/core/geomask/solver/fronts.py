# SPDX-License-Identifier: GPL-2.0-or-later
"""The factor of (12) by dense fronts (Duff and Reid 1983), in an order of nested dissection.

A front is the dense matrix of the origins of one node of the dissection and of those nearer the root
that they are coupled with. It is assembled from its destinations, each an outer product of the pairs, and
from what its children leave; its own origins are eliminated, and what is left goes to its parent. Nearly
all arithmetic is products of dense matrices by BLAS: for 10 908 postal codes a third of the time of a sparse
factor column by column, the product of the matrix counted. Where everything is coupled there is one front,
and this is the dense factor.

Python's lock is held for some milliseconds at a time: large fronts go by panels.

Nested dissection of the origins: an order of elimination under which the factor of (12) stays small.

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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints, steps_of
from ...base.scientific import csgraph, sparse

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

    Pairs are ordered by destination, each of which has one at least and begins at its ``pointer``. An
    ``earlier`` one, of fewer pairs of the same origins, is used again where not many came to them.
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

    Origins and pointers are those of :func:`dissection`.

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


def _coupling(origin: Ints, pointer: Ints, count: int) -> sparse.csr_matrix:
    """Which origins share a destination."""
    rows = sparse.csr_matrix(
        (np.ones(len(origin), dtype=np.float32), origin, pointer), shape=(len(pointer) - 1, count)
    )
    return (rows.T @ rows).tocsr()


def _places(coupling: sparse.csr_matrix, count: int) -> tuple[Floats, Ints]:
    """Two coordinates of each origin, and the piece of the graph that it lies in."""
    pointer, other = coupling.indptr, coupling.indices
    piece = csgraph.connected_components(coupling, directed=False)[1]

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
    mean = sparse.csr_matrix((np.repeat(1.0 / degree, degree), other, pointer), shape=(count, count))
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
        offset = steps_of(size)
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
    links = sparse.csr_matrix((np.ones(len(left), dtype=bool), (left, right)), shape=(count, count))
    partner = csgraph.maximum_bipartite_matching(links, perm_type="column")
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


_PANEL = 256
"""Origins that are eliminated together: how long Python's lock is held."""
_AT_ONCE = 2**29
"""Multiplications of one product: the same."""
_LIFTS = (1e-14, 1e-12, 1e-10, 1e-8, 1e-6)
"""Added to the diagonal, which is about 1: the first to all of it, the others in turn where a front fails."""


class _Panel(NamedTuple):
    """Columns of the factor: of origins ``start`` to ``stop``, and their rows ``below``."""

    start: int
    stop: int
    below: Ints
    corner: Floats
    rest: Floats


@dataclass(frozen=True)
class _Front:
    """Where the entries of a front come from; origins in the order of elimination.

    ``pairs`` are those of its ``destinations``, ``entry`` their places in a matrix of one row a destination;
    ``children`` are its fronts below, and where their rows lie in it.
    """

    start: int
    stop: int
    bound: Ints
    pairs: slice
    entry: Ints
    destinations: int
    children: Sequence[tuple[int, Ints]]

    @property
    def size(self) -> int:
        return self.stop - self.start + len(self.bound)


class Fronts:
    """The factor of ``diag(d) + sum_j (y_j y_j' - w_j w_j')`` for one set of pairs.

    Pairs are ordered by destination, each of which has one at least and begins at its ``pointer``. ``node``
    is such that the origins of one destination lie on one way to the root (:func:`dissection`).

    >>> fronts = Fronts(np.array([0, 1]), np.array([0, 2]), np.array([2, 1]))
    >>> fronts.factor(np.array([1.0, 1.0]), np.zeros(2), np.ones(2))
    True
    >>> fronts.solve(np.array([3.0, 3.0])).round(9).tolist()
    [1.0, 1.0]
    """

    def __init__(self, origin: Ints, pointer: Ints, node: Ints) -> None:
        count, depth = len(node), depth_of(node)
        # Below before above: by the end of what lies below a node, the deepest first.
        self.order = np.lexsort((-depth, (node + 1) << (depth.max() - depth)))
        position = np.empty(count, dtype=np.int64)
        position[self.order] = np.arange(count)
        first = np.flatnonzero(np.diff(node[self.order], prepend=-1))
        front = np.repeat(np.arange(len(first)), np.diff(first, append=count))
        self._set_fronts(position[origin], pointer, first, front)

    def _set_fronts(self, place: Ints, pointer: Ints, first: Ints, front: Ints) -> None:
        """Give each destination to the front of its origin that is eliminated first."""
        home = front[np.minimum.reduceat(place, pointer[:-1])].repeat(np.diff(pointer))
        self.pairs = np.argsort(home, kind="stable")
        begins = np.zeros(len(place), dtype=bool)
        begins[pointer[:-1]] = True
        place, row = place[self.pairs], np.cumsum(begins[self.pairs]) - 1
        ends = np.searchsorted(home[self.pairs], np.arange(len(first) + 1))
        below: list[list[int]] = [[] for _ in first]
        self.fronts: list[_Front] = []
        for number, (start, stop) in enumerate(zip(first, np.append(first[1:], len(front)))):
            pairs = slice(ends[number], ends[number + 1])
            mine = place[pairs]
            bound = np.unique(np.concatenate([mine, *(self.fronts[child].bound for child in below[number])]))
            bound = bound[np.searchsorted(bound, stop) :]
            rows = np.concatenate([np.arange(start, stop), bound])
            children = [(child, np.searchsorted(rows, self.fronts[child].bound)) for child in below[number]]
            at = row[pairs] - row[pairs.start] if len(mine) else mine
            entry = at * len(rows) + np.searchsorted(rows, mine)
            destinations = int(at[-1]) + 1 if len(mine) else 0
            self.fronts.append(_Front(int(start), int(stop), bound, pairs, entry, destinations, children))
            if len(bound):
                below[front[bound[0]]].append(number)

    def factor(self, plus: Floats, minus: Floats, diagonal: Floats) -> bool:
        """Factorise; False where the matrix is not positive definite to working precision.

        ``plus``, ``minus``: (p,), ``y_j`` and ``w_j``, scaled so that the diagonal of the sum is 1.
        ``diagonal``: (n,), ``d``.
        """
        values = np.stack([plus, minus])[:, self.pairs]
        lifted = diagonal[self.order] + _LIFTS[0]
        if not (np.isfinite(values).all() and np.isfinite(lifted).all()):
            return False
        self.panels: list[_Panel] = []
        left: dict[int, Floats] = {}
        for number, front in enumerate(self.fronts):
            matrix = _outer_products(front, values[:, front.pairs])
            for child, rows in front.children:
                _add(matrix.T, rows, left.pop(child).T)
            own = np.arange(front.stop - front.start)
            matrix[own, own] += lifted[front.start : front.stop]
            rest = self._eliminated(front, matrix)
            if rest is None:
                return False
            left[number] = rest
        return True

    def _eliminated(self, front: _Front, matrix: Floats) -> Floats | None:
        """Eliminate a front's own origins: what is left of it, or None where it can't be."""
        from scipy.linalg.blas import dsyrk, dtrsm

        own = front.stop - front.start
        place = np.concatenate([np.arange(front.start, front.stop), front.bound])
        for start in range(0, own, _PANEL):
            stop = min(start + _PANEL, own)
            corner = _corner(matrix[start:stop, start:stop])
            if corner is None:
                return None
            rest = matrix[stop:, start:stop]
            if stop < front.size:
                rest = dtrsm(1.0, corner, rest, side=1, lower=1, trans_a=1)
            self.panels.append(_Panel(front.start + start, front.start + stop, place[stop:], corner, rest))
            if stop == own and len(rest) and len(rest) ** 2 * (stop - start) <= _AT_ONCE:
                return np.asarray(dsyrk(-1.0, rest, beta=1.0, c=matrix[stop:, stop:], lower=1))
            for at in range(0, len(rest), _PANEL):
                some = slice(at, at + _PANEL)
                matrix[stop + at :, stop + at : stop + at + _PANEL] -= rest[at:] @ rest[some].T
        return matrix[own:, own:]

    def solve(self, right: Floats) -> Floats:
        """Solve for one right side, shape (n,)."""
        from scipy.linalg.blas import dtrsv

        x = right[self.order]
        for start, stop, below, corner, rest in self.panels:
            x[start:stop] = done = dtrsv(corner, x[start:stop], lower=1)
            x[below] -= rest @ done
        for start, stop, below, corner, rest in reversed(self.panels):
            x[start:stop] = dtrsv(corner, x[start:stop] - x[below] @ rest, lower=1, trans=1)
        solved = np.empty_like(x)
        solved[self.order] = x
        return solved


def _outer_products(front: _Front, values: Array) -> Floats:
    """What a front's own destinations add to it: a lower triangle, in Fortran's order."""
    from scipy.linalg.blas import dsyrk

    size = front.size
    matrix = np.zeros((size, size), order="F")
    rows = max(_AT_ONCE // size**2, 16)
    for first in range(0, front.destinations, rows):
        count = min(rows, front.destinations - first)
        # Entries ascend from row to row, though not within one.
        some = slice(*np.searchsorted(front.entry, [first * size, (first + count) * size]))
        spread = np.zeros((2, count * size))
        spread[:, front.entry[some] - first * size] = values[:, some]
        for sign, part in zip((1.0, -1.0), spread.reshape(2, count, size)):
            matrix = dsyrk(sign, part.T, beta=1.0, c=matrix, lower=1, overwrite_c=1)
    return matrix


def _add(matrix: Floats, rows: Ints, part: Floats) -> None:
    """Add to some rows and columns, ascending; of both only the upper triangle counts."""
    for first in range(0, len(rows), _PANEL):
        some = rows[first : first + _PANEL]
        wide = np.zeros((len(some), len(matrix) - some[0]))
        wide[:, rows[first:] - some[0]] = part[first : first + _PANEL, first:]
        matrix[some, some[0] :] += wide


def _corner(block: Floats) -> Floats | None:
    """Lower Cholesky factor of a panel's own rows, lifted where it must be; None where nothing helps."""
    from scipy.linalg.lapack import dpotrf

    for lift in (0.0, *_LIFTS[1:]):
        factor, failed = dpotrf(block + lift * np.eye(len(block)) if lift else block, lower=1, clean=0)
        if not failed:
            return np.asarray(factor)
    return None

# SPDX-License-Identifier: GPL-2.0-or-later
"""The factor of (12) by dense fronts (Duff and Reid 1983), in an order of nested dissection.

A front is the dense matrix of the origins of one node of :mod:`.dissection` and of those nearer the root
that they are coupled with. It is assembled from its destinations, each an outer product of the pairs, and
from what its children leave; its own origins are eliminated, and what is left goes to its parent. Nearly
all arithmetic is products of dense matrices by BLAS: for 10 908 postal codes a third of the time of a sparse
factor column by column, the product of the matrix counted. Where everything is coupled there is one front,
and this is the dense factor.

Python's lock is held for some milliseconds at a time: large fronts go by panels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .dissection import depth_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....base.arrays import Array, Floats, Ints

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

    Parameters
    ----------
    origin : ndarray of int, shape (p,)
        Origins of the pairs, ordered by destination.
    pointer : ndarray of int, shape (m + 1,)
        Where the pairs of each destination begin; each has one at least.
    node : ndarray of int, shape (n,)
        Node of each origin, such that those of one destination lie on one way to the root
        (:func:`.dissection.dissection`).

    Examples
    --------
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

        Parameters
        ----------
        plus, minus : ndarray, shape (p,)
            ``y_j`` and ``w_j``, scaled so that the diagonal of the sum is 1.
        diagonal : ndarray, shape (n,)
            ``d``.

        Returns
        -------
        bool
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

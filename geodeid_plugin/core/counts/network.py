# SPDX-License-Identifier: GPL-2.0-or-later
"""What each count of a linked table can be, where two families of nested sums share the cells.

Cells are arcs from their place (zone, unit, all) to their kind (group, all), or from a zone of one map to a
zone of another. Sums are arcs as well, and a table that fits is a circulation: what goes into a node comes
out of it. The matrix of such a network is totally unimodular, so that the least and most flow over an arc
are whole numbers and every number between is possible. Both are found by maximum flows in the residual
network of one table that fits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import InputError
from .intervals import UNLIMITED, Ranges

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph._flow import MaximumFlowResult

    from ..base.arrays import Array, Ints

_CAP = 2**30
"""Most flow over an arc: scipy's maximum flow counts in 32 bits."""
_MOST_ARCS = 20_000
"""Larger linked tables take minutes: each count asks for two maximum flows."""


@dataclass(frozen=True)
class Network:
    """Counts as flows.

    Attributes
    ----------
    tail, head : ndarray of int, shape (a,)
        Nodes, from 0, that each arc leaves and enters.
    low, high : ndarray of int64, shape (a,)
        What is known of each count beforehand; equal where it is printed.
    """

    tail: Array
    head: Array
    low: Array
    high: Array

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return int(max(self.tail.max(initial=-1), self.head.max(initial=-1))) + 1


def linked_ranges(network: Network) -> Ranges:
    """Least and most of every count.

    Parameters
    ----------
    network : Network
        The table; every node must get as much as it gives.

    Returns
    -------
    Ranges
        Of every arc.

    Raises
    ------
    InputError
        If no table fits, or the table is too large.

    Examples
    --------
    Two zones with hidden counts under a total of 12, back to the start:

    >>> table = Network(np.array([0, 0, 1]), np.array([1, 1, 0]), np.array([1, 1, 12]), np.array([99, 8, 12]))
    >>> found = linked_ranges(table)
    >>> found.low.tolist(), found.high.tolist()
    ([4, 1, 12], [11, 8, 12])
    """
    if len(network.tail) > _MOST_ARCS:
        raise InputError(
            "A linked table of {count} counts is too large to be checked; at most {most} are. Check it by "
            "regions.",
            count=len(network.tail),
            most=_MOST_ARCS,
        )
    if (network.low > network.high).any():
        raise _contradiction()
    high = np.minimum(network.high, _CAP)
    flow = _feasible(network, high)
    low_found, high_found = network.low.copy(), network.high.copy()
    free = np.flatnonzero(network.low < high)
    for rows in _parts(network, free):
        nodes, ends = np.unique(np.concatenate([network.tail[rows], network.head[rows]]), return_inverse=True)
        tail, head = ends[: len(rows)], ends[len(rows) :]
        up, down = high[rows] - flow[rows], flow[rows] - network.low[rows]
        for at, row in enumerate(rows):
            others = np.arange(len(rows)) != at
            part = (tail[others], head[others], up[others], down[others], len(nodes))
            rise = min(int(up[at]), _most_flow(*part, head[at], tail[at]))
            fall = min(int(down[at]), _most_flow(*part, tail[at], head[at]))
            low_found[row], high_found[row] = flow[row] - fall, flow[row] + rise
            if network.high[row] >= _CAP and high_found[row] >= _CAP:
                high_found[row] = UNLIMITED
    return Ranges(low_found, high_found)


def _contradiction() -> InputError:
    return InputError("The table contradicts itself: no counts fit everything that is printed.")


def _parts(network: Network, free: Ints) -> list[Any]:
    """Arcs that can change, by connected part: what is printed takes no part any more."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    if not len(free):
        return []
    size = network.nodes
    links = coo_matrix((np.ones(len(free)), (network.tail[free], network.head[free])), (size, size))
    label = connected_components(links, directed=False)[1][network.tail[free]]
    order = np.argsort(label, kind="stable")
    return np.split(free[order], np.flatnonzero(np.diff(label[order])) + 1)


def _most_flow(tail: Ints, head: Ints, up: Ints, down: Ints, size: int, start: int, end: int) -> int:
    """Largest flow from one node to another in the residual network."""
    if start == end:
        return _CAP
    matrix = _capacities(np.r_[tail, head], np.r_[head, tail], np.r_[up, down], size)
    return int(_maximum_flow(matrix, start, end).flow_value)


def _capacities(tail: Ints, head: Ints, capacity: Ints, size: int) -> csr_matrix:
    """Sparse matrix of capacities; arcs side by side are added up, loops left out."""
    from scipy.sparse import coo_matrix

    kept = (tail != head) & (capacity > 0)
    matrix = coo_matrix((capacity[kept].astype(np.int64), (tail[kept], head[kept])), (size, size)).tocsr()
    matrix.data = np.minimum(matrix.data, _CAP).astype(np.int32)
    return matrix.astype(np.int32)


def _maximum_flow(matrix: csr_matrix, start: int, end: int) -> MaximumFlowResult:
    from scipy.sparse.csgraph import maximum_flow

    return maximum_flow(matrix, start, end)


def _feasible(network: Network, high: Ints) -> Array:
    """One table that fits: the least counts, and a flow that makes up for what they lack at the nodes."""
    tail, head, low = network.tail, network.head, network.low
    size, count = network.nodes, len(tail)
    # A node of its own for each arc keeps arcs side by side apart.
    middle = size + np.arange(count)
    source, sink = size + count, size + count + 1
    lack = np.bincount(head, low, size) - np.bincount(tail, low, size)
    lack = lack.astype(np.int64)
    gives, takes = np.flatnonzero(lack > 0), np.flatnonzero(lack < 0)
    one = np.r_[tail, middle, np.full(len(gives), source), takes]
    other = np.r_[middle, head, gives, np.full(len(takes), sink)]
    room = np.r_[high - low, high - low, lack[gives], -lack[takes]]
    found = _maximum_flow(_capacities(one, other, room, size + count + 2), source, sink)
    if found.flow_value < lack[gives].sum():
        raise _contradiction()
    flows = found.flow if hasattr(found, "flow") else found.residual
    added = np.asarray(flows[tail, middle]).ravel()
    loops = tail == head
    return low + np.where(loops, 0, added)

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

import numpy as np

from ..base.arrays import Array, Ints, connected
from ..base.errors import InputError, named
from ..base.progress import Progress, silent
from ..base.scientific import csgraph, sparse
from .intervals import UNLIMITED, Ranges

_CAP = 2**30
"""Most flow over an arc: scipy's maximum flow counts in 32 bits."""
_MOST_ARCS = 20_000
"""Larger parts of linked tables take minutes: each count asks for two maximum flows."""


@dataclass(frozen=True)
class Network:
    """Counts as flows."""

    tail: Array
    head: Array
    """Shape (a,). Nodes, from 0, that each arc leaves and enters."""
    low: Array
    high: Array
    """Shape (a,). What is known of each count beforehand; equal where it is printed."""
    unit: Array | None = None
    """Shape (a,). Unit that each count lies in, empty for none: a part that is too large is named after
    it."""

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return int(max(self.tail.max(initial=-1), self.head.max(initial=-1))) + 1


def linked_ranges(network: Network, progress: Progress = silent) -> Ranges:
    """Least and most of every count.

    What is printed links nothing any more. The counts that can change fall into parts that meet in one node
    at most, and each part must balance by itself. Every node must get as much as it gives.

    Two zones with hidden counts under a total of 12, back to the start:

    >>> table = Network(np.array([0, 0, 1]), np.array([1, 1, 0]), np.array([1, 1, 12]), np.array([99, 8, 12]))
    >>> found = linked_ranges(table)
    >>> found.low.tolist(), found.high.tolist()
    ([4, 1, 12], [11, 8, 12])
    """
    if (network.low > network.high).any():
        raise contradiction()
    high = np.minimum(network.high, _CAP)
    free = np.flatnonzero((network.low < high) & (network.tail != network.head))
    hub = _busiest(network, free)
    parts = _parts(network, free, hub)
    for rows in parts:
        _refuse_large(network, rows)
    lack = _balance(network.tail, network.head, network.low, network.nodes)
    _refuse_unbalanced(network, free, lack)
    low_found, high_found = network.low.copy(), network.high.copy()
    done = 0
    for rows in parts:
        part = _part(network, high, rows, lack, hub)
        for at, row in enumerate(rows):
            progress(done / len(free))
            done += 1
            low_found[row], high_found[row] = _range(part, at)
    return Ranges(low_found, without_limit(high_found, network.high))


def contradiction() -> InputError:
    """What is said of a table that no counts fit."""
    return InputError(
        "count.table.contradiction", "The table contradicts itself: no counts fit everything that is printed."
    )


def without_limit(high: Array, known: Array) -> Array:
    """Most values, with :data:`~..intervals.UNLIMITED` for those that nothing had limited or limits."""
    return np.where((known >= _CAP) & (high >= _CAP), UNLIMITED, high)


def _refuse_large(network: Network, rows: Ints) -> None:
    if len(rows) <= _MOST_ARCS:
        return
    units = [] if network.unit is None else sorted({str(unit) for unit in network.unit[rows]} - {""})
    if units:
        raise InputError(
            "count.linked.too_many_in_units",
            "{count} counts of a linked table depend on each other (units: {units}), too many to be "
            "checked; at most {most} are. Check these units by regions.",
            count=len(rows),
            units=named(units),
            most=_MOST_ARCS,
        )
    raise InputError(
        "count.linked.too_many",
        "{count} counts of a linked table depend on each other, too many to be checked; at most {most} "
        "are. Check the table by regions.",
        count=len(rows),
        most=_MOST_ARCS,
    )


def _balance(tail: Ints, head: Ints, flow: Ints, size: int) -> Array:
    """What each node gets beyond what it gives."""
    return (np.bincount(head, flow, size) - np.bincount(tail, flow, size)).astype(np.int64)


def _refuse_unbalanced(network: Network, free: Ints, lack: Ints) -> None:
    """Raise where a node without a count that could make up for it does not get what it gives."""
    fixed = np.ones(network.nodes, dtype=bool)
    fixed[network.tail[free]] = fixed[network.head[free]] = False
    if lack[fixed].any():
        raise contradiction()


def _busiest(network: Network, free: Ints) -> int:
    """The node with most counts that can change; parts that meet there alone are independent."""
    ends = np.concatenate([network.tail[free], network.head[free]])
    return int(np.bincount(ends, minlength=network.nodes or 1).argmax())


def _parts(network: Network, free: Ints, hub: int) -> list[Ints]:
    """Arcs that can change, by part that is connected without the hub."""
    if not len(free):
        return []
    tail, head = network.tail[free], network.head[free]
    away = (tail != hub) & (head != hub)
    label = connected(tail[away], head[away], network.nodes)[np.where(tail == hub, head, tail)]
    order = np.argsort(label, kind="stable")
    return np.split(free[order], np.flatnonzero(np.diff(label[order])) + 1)


@dataclass(frozen=True)
class _Part:
    """Arcs that can change with one flow that fits, and how far each can rise and fall alone."""

    tail: Array
    head: Array
    flow: Array
    up: Array
    down: Array
    size: int


def _part(network: Network, high: Ints, rows: Ints, lack: Ints, hub: int) -> _Part:
    """A part by itself; what its nodes lack comes from the hub, where it has one."""
    nodes, ends = np.unique(np.concatenate([network.tail[rows], network.head[rows]]), return_inverse=True)
    tail, head, low = ends[: len(rows)], ends[len(rows) :], network.low[rows]
    own = np.where(nodes == hub, 0, lack[nodes])
    own[nodes == hub] = -own.sum()
    if own.sum():
        raise contradiction()
    flow = low + _made_up(tail, head, high[rows] - low, own)
    return _Part(tail, head, flow, high[rows] - flow, flow - low, len(nodes))


def _range(part: _Part, at: int) -> tuple[int, int]:
    """Least and most flow over one arc."""
    others = np.arange(len(part.flow)) != at
    rest = (part.tail[others], part.head[others], part.up[others], part.down[others], part.size)
    room, ends = (int(part.up[at]), int(part.down[at])), (part.tail[at], part.head[at])
    rise = min(room[0], _most_flow(*rest, *ends[::-1])) if room[0] else 0
    fall = min(room[1], _most_flow(*rest, *ends)) if room[1] else 0
    return int(part.flow[at]) - fall, int(part.flow[at]) + rise


def _most_flow(tail: Ints, head: Ints, up: Ints, down: Ints, size: int, start: int, end: int) -> int:
    """Largest flow from one node to another in the residual network."""
    if not len(tail):
        return 0
    matrix = _capacities(np.r_[tail, head], np.r_[head, tail], np.r_[up, down], size)
    return int(csgraph.maximum_flow(matrix, start, end).flow_value)


def _capacities(tail: Ints, head: Ints, capacity: Ints, size: int) -> sparse.csr_matrix:
    """Sparse matrix of capacities; arcs side by side are added up, loops left out."""
    kept = (tail != head) & (capacity > 0)
    matrix = sparse.coo_matrix(
        (capacity[kept].astype(np.int64), (tail[kept], head[kept])), (size, size)
    ).tocsr()
    matrix.data = np.minimum(matrix.data, _CAP).astype(np.int32)
    return matrix.astype(np.int32)


def _made_up(tail: Ints, head: Ints, room: Ints, lack: Ints) -> Array:
    """A flow within the room of each arc that takes from each node what it has beyond what it gives."""
    size, count = len(lack), len(tail)
    if count == 1 and 0 <= lack[tail[0]] <= room[0]:
        return np.asarray(lack[tail])
    # A node of its own for each arc keeps arcs side by side apart.
    middle = size + np.arange(count)
    source, sink = size + count, size + count + 1
    gives, takes = np.flatnonzero(lack > 0), np.flatnonzero(lack < 0)
    one = np.r_[tail, middle, np.full(len(gives), source), takes]
    other = np.r_[middle, head, gives, np.full(len(takes), sink)]
    capacity = np.r_[room, room, lack[gives], -lack[takes]]
    found = csgraph.maximum_flow(_capacities(one, other, capacity, size + count + 2), source, sink)
    if found.flow_value < lack[gives].sum():
        raise contradiction()
    flows = found.flow if hasattr(found, "flow") else found.residual
    return np.asarray(flows[tail, middle]).ravel()

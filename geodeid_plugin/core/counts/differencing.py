# SPDX-License-Identifier: GPL-2.0-or-later
"""What two maps of zones of the same records tell together: remainders that are smaller than a zone.

Where zones of two maps overlap, sums of one minus sums of the other are counts of *pieces*. A combination of
zones that is non-negative on every piece is a sum of remainders: zones P of one map without zones Q of the
other that lie inside them (the matrix of the bipartite network of pieces is totally unimodular, and the
level sets of its potentials are these). So the least remainder that holds a piece is a minimum cut between
the two zones of the piece, and cuts find every remainder, of however many zones.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Optional

import numpy as np

from ..base.arrays import Array, Ints
from ..base.errors import InputError


@dataclass(frozen=True)
class Remainders:
    """Pieces of two maps that a small difference holds; arrays have one entry a piece."""

    first: Array
    second: Array
    """Shape (p,). Zone of each map that meets in the piece; -1 where a map has none."""
    size: Array
    """Shape (p,). People (or records) of the piece."""
    least: Array
    """Shape (p,). Size of a remainder below the threshold that holds the piece, -1 where there is none."""
    piece: Array
    """Shape (n,). Piece of each area."""

    @property
    def small(self) -> Array:
        """Pieces in a remainder below the threshold."""
        return np.flatnonzero(self.least >= 0)


def small_remainders(first: Ints, second: Ints, size: Array, threshold: int) -> Remainders:
    """Find every piece that lies in a determined remainder below a threshold.

    ``first`` and ``second`` are the zone of each area in the two maps, negative where it is in none. A piece
    that is not marked is in no remainder below the threshold.

    One area of 40 people moved from the second zone to the first:

    >>> found = small_remainders([0, 0, 1, 1], [0, 0, 0, 1], [900, 800, 40, 1990], 1000)
    >>> found.size[found.small].tolist(), found.least[found.small].tolist()
    ([40], [40])
    """
    first, second = (np.asarray(zone, dtype=np.int64) for zone in (first, second))
    size = np.asarray(size, dtype=np.int64)
    if (size < 0).any():
        raise InputError("area.size.negative", "Sizes of areas must be 0 or more.")
    pairs = np.stack([np.maximum(first, -1), np.maximum(second, -1)], axis=1)
    kinds, piece = np.unique(pairs, axis=0, return_inverse=True)
    piece = piece.ravel()
    sums = np.bincount(piece, size, len(kinds)).astype(np.int64)
    least = np.full(len(kinds), -1, dtype=np.int64)
    for one, other in ((0, 1), (1, 0)) if (kinds < 0).any() else ((0, 1),):
        _mark(kinds[:, one], kinds[:, other], sums, int(threshold), least)
    return Remainders(kinds[:, 0], kinds[:, 1], sums, least, piece)


def _mark(inside: Ints, cut_out: Ints, size: Ints, threshold: int, least: Ints) -> None:
    """Mark pieces of zones of one map without zones of the other; ``least`` changes in place."""
    graph = _Pieces(inside, cut_out, size, threshold)
    usable = (size > 0) & (size < threshold) & (inside >= 0)
    for piece in np.flatnonzero(usable)[np.argsort(size[usable], kind="stable")].tolist():
        if least[piece] >= 0:
            continue
        value, members = graph.least_cut(piece)
        if value >= threshold:
            continue
        for member in members:
            if size[member] > 0 and (least[member] < 0 or value < least[member]):
                least[member] = value


_Reached = dict[tuple[int, int], Optional[tuple[tuple[int, int], int, bool]]]
"""The zone before each that was reached, and over which piece, forward or not; none before the first."""


class _Pieces:
    """The network of pieces: zones of one map on the left, of the other on the right.

    Capacity from left to right is the size of the piece, from right to left there is no limit: whoever takes
    a zone out must have all zones that it reaches into. A zone of the other map that reaches beyond the
    first map cannot be taken out at all; it and areas in no zone are the end of every flow.
    """

    def __init__(self, inside: Ints, cut_out: Ints, size: Ints, threshold: int) -> None:
        self.threshold = threshold
        self.left, self.right, self.size = inside.tolist(), cut_out.tolist(), size.tolist()
        beyond = {other for one, other in zip(self.left, self.right) if one < 0}
        self.ends = {other for other in self.right if other < 0 or other in beyond}
        self.of_left: dict[int, list[int]] = {}
        self.of_right: dict[int, list[int]] = {}
        for piece, (one, other) in enumerate(zip(self.left, self.right)):
            self.of_left.setdefault(one, []).append(piece)
            self.of_right.setdefault(other, []).append(piece)

    def least_cut(self, piece: int) -> tuple[int, list[int]]:
        """Value of the least cut between the zones of a piece, and its pieces; stops at the threshold."""
        used: dict[int, int] = {}
        total = 0
        while total < self.threshold:
            path, seen = self._path(piece, used)
            if not path:
                return total, self._cut(seen)
            room = min(self._room(edge, forward, used) for edge, forward in path)
            for edge, forward in path:
                used[edge] = used.get(edge, 0) + (room if forward else -room)
            total += room
        return total, []

    def _room(self, edge: int, forward: bool, used: dict[int, int]) -> int:
        """What more can flow over a piece; backwards there is no limit, so the flow may be negative."""
        return self.size[edge] - used.get(edge, 0) if forward else self.threshold

    def _path(self, piece: int, used: dict[int, int]) -> tuple[list[tuple[int, bool]], _Reached]:
        """A shortest path with room left, as (piece, forward), or none; and the zones that were reached."""
        start, target = (0, self.left[piece]), (1, self.right[piece])
        before: _Reached = {start: None}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            side, zone = node
            for edge in self.of_left[zone] if side == 0 else self.of_right[zone]:
                other = (1, self.right[edge]) if side == 0 else (0, self.left[edge])
                if other in before or not self._room(edge, side == 0, used):
                    continue
                before[other] = (node, edge, side == 0)
                if other == target or (other[0] == 1 and other[1] in self.ends):
                    return self._traced(before, other), before
                queue.append(other)
        return [], before

    @staticmethod
    def _traced(before: _Reached, node: tuple[int, int]) -> list[tuple[int, bool]]:
        path = []
        step = before[node]
        while step is not None:
            node, edge, forward = step
            path.append((edge, forward))
            step = before[node]
        return path

    def _cut(self, seen: _Reached) -> list[int]:
        """Pieces of the zones on the near side without those that are taken out."""
        return [
            edge
            for side, zone in seen
            if side == 0
            for edge in self.of_left[zone]
            if (1, self.right[edge]) not in seen
        ]

# SPDX-License-Identifier: GPL-2.0-or-later
"""Controlled rounding: counts of zones by groups and all their totals become multiples of a base at once.

Counts are flows from the total through units and zones to groups, so that every sum is an arc as well. What
an arc lacks to a multiple of the base can be moved along circles of arcs without changing any sum (Cox 1987).
Each circle is pushed one way or the other until one of its arcs is a multiple, with chances that leave every
mean as it was; no arc ever leaves the two multiples around its true value.

The circles are drawn by a keyed walk that may find any of them. So every table of multiples that lies nearer
than the base to the true one in all counts and totals has a chance above 0: a reader who knows the method
learns from the rounded table that the true one is nearer than the base everywhere, and no more.

References
----------
Cox LH. A constructive procedure for unbiased controlled rounding. J Am Stat Assoc 82(398), 1987.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ...base.arrays import Array, Ints
    from .keyed import KeyedDraws

_BATCH = 128
"""Numbers drawn at once: speed alone."""


def round_controlled(counts: Ints, unit: Ints, base: int, draws: KeyedDraws, attempt: int = 0) -> Array:
    """Round counts at random to multiples of a base so that they add up to totals that are rounded, too.

    Parameters
    ----------
    counts : ndarray of int, shape (n, m)
        Records by zone and group.
    unit : ndarray of int, shape (n,)
        Unit of each zone, from 0.
    base : int
        What is rounded to.
    draws : KeyedDraws
        The secret. The same table is rounded alike at every run, and another one apart from it.
    attempt : int
        Number of the draw, for a table whose audit refuses the one before: the audit knows only what is
        published.

    Returns
    -------
    ndarray of int64, shape (n, m)
        Multiples of the base. They, and their sums by zone, by group in each unit, by unit, by group and of
        all lie nearer than the base to the true ones; what is a multiple stays. Each is right on average.

    Examples
    --------
    >>> from .keyed import KeyedDraws
    >>> counts = np.array([[3, 8, 20], [1, 0, 14], [6, 7, 9]])
    >>> rounded = round_controlled(counts, np.zeros(3, int), 10, KeyedDraws(b"key", "example"))
    >>> far = [abs(rounded.sum(axis=way) - counts.sum(axis=way)).max() for way in (0, 1, (0, 1))]
    >>> bool((rounded % 10).any() or max(far) >= 10), int(rounded[0, 2]), int(rounded[1, 1])
    (False, 20, 0)
    """
    counts, unit = np.asarray(counts, dtype=np.int64), np.asarray(unit, dtype=np.int64)
    tail, head, value = _arcs(counts, unit)
    digest = hashlib.blake2b(counts.tobytes() + unit.tobytes(), digest_size=16).hexdigest()
    _Walk(tail, head, value, base, _Chance(draws, f"controlled {base} {attempt} {digest}")).round_all()
    return value[: counts.size].reshape(counts.shape)


def _arcs(counts: Ints, unit: Ints) -> tuple[Array, Array, Array]:
    """The table as a circulation: counts first, then totals of zones, groups in units, units, groups, all."""
    n, m = counts.shape
    units = int(unit.max(initial=-1)) + 1
    zone, group_in = 2 + np.arange(n), 2 + n + np.arange(units * m).reshape(units, m)
    whole, group = 2 + n + units * m + np.arange(units), 2 + n + units * (m + 1) + np.arange(m)
    inside = np.zeros((units, m), dtype=np.int64)
    np.add.at(inside, unit, counts)
    tail: list[Any] = [np.repeat(zone, m), whole[unit], group_in.ravel(), np.zeros(units, int), group, [1]]
    head: list[Any] = [group_in[unit].ravel(), zone, np.tile(group, units), whole, np.ones(m, int), [0]]
    by_unit, by_group = inside.sum(axis=1), inside.sum(axis=0)
    value: list[Any] = [
        counts.ravel(), counts.sum(axis=1), inside.ravel(), by_unit, by_group, [counts.sum()]
    ]  # fmt: skip
    return np.concatenate(tail), np.concatenate(head), np.concatenate(value).astype(np.int64)


class _Chance:
    """Numbers in (0, 1) one after the other."""

    def __init__(self, draws: KeyedDraws, purpose: str) -> None:
        self._draws, self._purpose = draws, purpose
        self._drawn: list[float] = []
        self._at = 0

    def __call__(self) -> float:
        place = self._at % _BATCH
        if not place:
            labels = [str(at) for at in range(self._at, self._at + _BATCH)]
            self._drawn = self._draws.uniform(labels, self._purpose).tolist()
        self._at += 1
        return self._drawn[place]


class _Walk:
    """Pushes circles of arcs that are no multiples until all are; ``value`` changes in place."""

    def __init__(self, tail: Ints, head: Ints, value: Ints, base: int, chance: _Chance) -> None:
        self.ends = list(zip(tail.tolist(), head.tolist()))
        self.value, self.base, self.chance = value, base, chance
        self.least = (value // base * base).tolist()
        self.open = [at for at, rest in enumerate((value % base).tolist()) if rest]
        self.place = {arc: at for at, arc in enumerate(self.open)}
        self.near: dict[int, list[int]] = {}
        for arc in self.open:
            for node in self.ends[arc]:
                self.near.setdefault(node, []).append(arc)

    def round_all(self) -> None:
        """One circle after the other."""
        while self.open:
            self._push(self._circle())

    def _pick(self, arcs: list[int]) -> int:
        return arcs[int(self.chance() * len(arcs))]

    def _circle(self) -> list[tuple[int, int]]:
        """Arcs of a circle, each with 1 where it is passed forward and -1 where backward.

        A node never has a single open arc: its sums balance, and all others are multiples.
        """
        arc = self._pick(self.open)
        node = self.ends[arc][int(self.chance() * 2)]
        passed: list[tuple[int, int]] = []
        seen = {node: 0}
        while True:
            tail, head = self.ends[arc]
            passed.append((arc, 1 if node == tail else -1))
            node = head if node == tail else tail
            if node in seen:
                return passed[seen[node] :]
            seen[node] = len(passed)
            arc = self._pick([other for other in self.near[node] if other != arc])

    def _push(self, circle: list[tuple[int, int]]) -> None:
        above = [int(self.value[arc]) - self.least[arc] for arc, _way in circle]
        ahead = min(self.base - rest if way > 0 else rest for rest, (_arc, way) in zip(above, circle))
        back = min(rest if way > 0 else self.base - rest for rest, (_arc, way) in zip(above, circle))
        step = ahead if self.chance() * (ahead + back) < back else -back
        for arc, way in circle:
            self.value[arc] += way * step
            if self.value[arc] % self.base == 0:
                self._close(arc)

    def _close(self, arc: int) -> None:
        place, last = self.place.pop(arc), self.open.pop()
        if last != arc:
            self.open[place], self.place[last] = last, place
        for node in self.ends[arc]:
            self.near[node].remove(arc)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Anybody's table of counts by zone, and by a second way, as a network; and what each count can be.

What the counts of zones by few groups can be, whatever the number of zones.

Cells are arcs from their zone to their group; zones hang in units and units in the whole, a tree, and the
totals of the groups close the circle. By Hoffman's theorem (1960) counts that fit exist if, for every set W
of nodes, what must leave W can also enter it, and the most that a count can be is set by the scarcest such
W that it leaves. Once the few groups have been dealt out, inside or outside of W, the rest is a tree, whose
best sides are found in two passes over all zones at once. No flow has to be found, and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ..base.arrays import Array, Bools, Ints
from ..base.progress import Progress, silent
from .intervals import MOST_WAYS, UNLIMITED, Ranges, nested_ranges
from .network import Network, contradiction, linked_ranges, without_limit

HIDDEN = -1
"""Stands for a count or total that is not printed."""


@dataclass(frozen=True)
class ZoneTable:
    """Counts of zones in units."""

    counts: Array
    """Shape (n, m). Printed counts by zone and group; :data:`HIDDEN` where one is not."""
    totals: Array
    """Shape (n,). Printed totals of the zones."""
    unit: Array
    """Shape (n,). Unit of each zone."""
    unit_totals: Array
    """Shape (u,). Known totals of the units."""
    group_totals: Array
    """Shape (m,). Known totals of the groups."""
    overall: int
    """Known total of all."""
    least: int
    """A hidden count is at least this: 1 where zeros are printed."""
    most: Array
    """Shape (n,). A hidden count is at most this: the people of its zone, or what the table promises."""
    unit_names: Sequence[str] = ()
    """Shape (u,). What the units are called, where they are told apart."""

    @property
    def unit_of_zone(self) -> Array:
        """Name of the unit of each zone, shape (n,); empty for none."""
        return np.array(self.unit_names or [""] * len(self.unit_totals), dtype=object)[self.unit]


def zone_ranges(table: ZoneTable, progress: Progress = silent) -> tuple[Ranges, Ranges]:
    """What the counts, shape (n, m), and the totals of the zones, shape (n,), can be.

    Examples
    --------
    >>> table = ZoneTable(np.array([[-1], [-1], [15]]), np.full(3, -1), np.zeros(3, int), np.array([-1]),
    ...                   np.array([-1]), 30, 1, np.full(3, 900))
    >>> counts, _totals = zone_ranges(table)
    >>> counts.low.ravel().tolist(), counts.high.ravel().tolist()
    ([1, 1, 15], [14, 14, 15])
    """
    groups = table.counts.shape[1]
    if groups == 1:
        return _nested(table)
    known = _known(table)
    if known.is_affordable:
        return grouped_ranges(known, progress)
    return _by_flows(table, known, progress)


def _by_flows(table: ZoneTable, known: Grouped, progress: Progress) -> tuple[Ranges, Ranges]:
    """The same by flows: for many groups with known totals."""
    n, groups = table.counts.shape
    units = len(table.unit_totals)
    zone, end = 1 + units + np.arange(n), 1 + units + n + groups
    # A total that nobody knows limits nothing: its node is the one beyond.
    unit = np.where(table.unit_totals == HIDDEN, 0, 1 + np.arange(units))
    group = np.where(table.group_totals == HIDDEN, end, 1 + units + n + np.arange(groups))
    parts = (known.cells, known.zones, known.units, known.groups, known.overall)
    own = table.unit_of_zone
    network = Network(
        np.concatenate([np.repeat(zone, groups), unit[table.unit], np.zeros(units, int), group, [end]]),
        np.concatenate([np.tile(group, n), zone, unit, np.full(groups, end), [0]]),
        np.concatenate([one.low.ravel() for one in parts]),
        np.concatenate([one.high.ravel() for one in parts]),
        np.concatenate([np.repeat(own, groups), own, np.full(units + groups + 1, "", dtype=object)]),
    )
    found = linked_ranges(network, progress)
    cells = slice(0, n * groups)
    return (
        Ranges(found.low[cells].reshape(n, groups), found.high[cells].reshape(n, groups)),
        Ranges(found.low[n * groups : n * groups + n], found.high[n * groups : n * groups + n]),
    )


def _known(table: ZoneTable) -> Grouped:
    """Least and most of every number."""
    hidden, most = table.counts == HIDDEN, table.most.reshape(len(table.counts), -1)
    cells = Ranges(np.where(hidden, table.least, table.counts), np.where(hidden, most, table.counts))
    return Grouped(
        cells, _of_sums(table.totals), _of_sums(table.unit_totals), _of_sums(table.group_totals),
        _of_sums(np.array([table.overall])), table.unit,
    )  # fmt: skip


def _of_sums(sums: Array) -> Ranges:
    unknown = sums == HIDDEN
    return Ranges(np.where(unknown, 0, sums), np.where(unknown, UNLIMITED, sums))


def _in_both(one: Ranges, other: Ranges) -> Ranges:
    """What two numbers can be that are the same, as those of one group and of all are."""
    return Ranges(np.maximum(one.low, other.low), np.minimum(one.high, other.high))


def _nested(table: ZoneTable) -> tuple[Ranges, Ranges]:
    n, units = len(table.counts), len(table.unit_totals)
    known = _known(table)
    overall = _in_both(known.overall, known.groups)
    low = np.concatenate([known.cells.low[:, 0], known.zones.low, known.units.low, overall.low])
    high = np.concatenate([known.cells.high[:, 0], known.zones.high, known.units.high, overall.high])
    parent = np.concatenate([n + np.arange(n), 2 * n + table.unit, np.full(units, 2 * n + units), [-1]])
    found = nested_ranges(parent, low, high)
    return (
        Ranges(found.low[:n, None], found.high[:n, None]),
        Ranges(found.low[n : 2 * n], found.high[n : 2 * n]),
    )


@dataclass(frozen=True)
class OtherTable:
    """Counts of the same records by other zones, and which zones of the two tables overlap."""

    counts: Array
    """Shape (k,). Printed counts of the other zones."""
    first: Array
    second: Array
    """Shape (p,). Zone of each table that meet in each piece; -1 where a piece lies in none of the other
    table."""
    most: Array
    """Shape (k,). A hidden count of the other table is at most this."""


def overlaid_ranges(
    table: ZoneTable, other: OtherTable, progress: Progress = silent
) -> tuple[Ranges, Ranges]:
    """What the counts of two tables of the same records can be, where their zones overlap.

    Parameters
    ----------
    table : ZoneTable
        The table, with one group.
    other : OtherTable
        The other.

    Returns
    -------
    tuple of Ranges
        Of the zones of the table, shape (n,), and of the other zones, shape (k,).
    """
    n, units, k = len(table.counts), len(table.unit_totals), len(other.counts)
    zone, far = 1 + units + np.arange(n), 1 + units + n + np.arange(k)
    known = _known(table)
    overall = _in_both(known.overall, known.groups)
    cells = _in_both(Ranges(known.cells.low[:, 0], known.cells.high[:, 0]), known.zones)
    # A total that nobody knows limits nothing: its node is the one beyond.
    unit = np.where(table.unit_totals == HIDDEN, 0, 1 + np.arange(units))
    end = 0 if overall.high[0] == UNLIMITED else 1 + units + n + k
    inner, outer = np.append(far, end), np.append(zone, 0)
    away, free = other.counts == HIDDEN, np.zeros(len(other.first), dtype=np.int64)
    own = np.append(table.unit_of_zone, "")
    network = Network(
        np.concatenate([unit[table.unit], np.zeros(units, int), outer[other.first], far, [end]]),
        np.concatenate([zone, unit, inner[other.second], np.full(k, end), [0]]),
        np.concatenate([
            cells.low, known.units.low, free, np.where(away, table.least, other.counts), overall.low,
        ]),
        np.concatenate([
            cells.high, known.units.high, free + UNLIMITED, np.where(away, other.most, other.counts),
            overall.high,
        ]),
        np.concatenate([own[:-1], np.full(units, "", dtype=object), own[other.first],
                        np.full(k + 1, "", dtype=object)]),
    )  # fmt: skip
    found = linked_ranges(network, progress)
    last = n + units + len(other.first)
    return (
        Ranges(found.low[:n], found.high[:n]),
        Ranges(found.low[last : last + k], found.high[last : last + k]),
    )


_ENDLESS = UNLIMITED >> 4
"""Takes the place of no upper bound: above every count of people, and sums of 2**26 of it fit 64 bits."""
_MOST_WORK = 2**36
"""Cells times ways to deal out the groups: some five minutes."""


@dataclass(frozen=True)
class Grouped:
    """What is known of a table beforehand: least and most of each number, equal where it is printed."""

    cells: Ranges
    """Shape (n, m). Counts by zone and group, none below 0."""
    zones: Ranges
    units: Ranges
    groups: Ranges
    overall: Ranges
    """Totals."""
    unit: Ints
    """Shape (n,). Unit of each zone."""

    @property
    def closed(self) -> Bools:
        """Groups whose total limits their counts; the others are as good as one, shape (m,)."""
        return (self.groups.low > 0) | (self.groups.high < UNLIMITED)

    @property
    def is_affordable(self) -> bool:
        """Whether all ways to deal out the groups can be tried."""
        groups = int(self.closed.sum())
        return groups <= MOST_WAYS and 2 ** (groups + 1) * self.cells.low.size <= _MOST_WORK


def grouped_ranges(known: Grouped, progress: Progress = silent) -> tuple[Ranges, Ranges]:
    """Least and most of every count, shape (n, m), and of every total of a zone, shape (n,).

    Two zones by two groups, all four counts hidden, with totals 12 and 20 of the zones and 15 of a group:

    >>> whole, none = np.array([32]), np.array([0])
    >>> printed = [Ranges(values, values) for values in (np.array([12, 20]), np.array([15, 17]), whole)]
    >>> zones, groups, overall = printed
    >>> cells = Ranges(np.ones((2, 2), int), np.full((2, 2), 99))
    >>> found, _zones = grouped_ranges(Grouped(cells, zones, overall, groups, overall, np.array([0, 0])))
    >>> found.low.tolist(), found.high.tolist()
    ([[1, 1], [4, 6]], [[11, 11], [14, 16]])
    """
    tree = _Tree.of(known)
    ways = list(_dealt_out(known.closed))
    for done, (inside, end) in enumerate(ways):
        progress(done / len(ways))
        tree.cut(inside, end)
    back = np.argsort(tree.order)
    cells, zones = _within(tree.cells, tree.cell_room), _within(tree.zones, tree.zone_room)
    return (
        Ranges(cells.low.T[back], without_limit(cells.high.T[back], known.cells.high)),
        Ranges(zones.low[back], without_limit(zones.high[back], known.zones.high)),
    )


def _dealt_out(closed: Bools) -> Iterator[tuple[Array, int]]:
    """All ways to put groups and their sum inside W or outside; open groups go with the sum."""
    for *sides, end in product((False, True), repeat=int(closed.sum()) + 1):
        inside = np.full(len(closed), end)
        inside[closed] = sides
        yield inside, int(end)


def _within(known: Ranges, room: tuple[Array, Array]) -> Ranges:
    """What is left of what was known: not above the least and one room, not below the most less the other."""
    return Ranges(np.maximum(known.low, known.high - room[1]), np.minimum(known.high, known.low + room[0]))


def _limited(known: Ranges) -> Ranges:
    low, high = np.asarray(known.low, dtype=np.int64), np.minimum(known.high, _ENDLESS)
    if (low > high).any():
        raise contradiction()
    return Ranges(low, high)


@dataclass(frozen=True)
class _Tree:
    """The table with its zones in the order of their units, and the room that the sets W have left so far.

    ``cell_room`` and ``zone_room`` hold two arrays: the least that could enter some W beyond what must
    leave it, over all W that the count leaves, and over all that it enters.
    """

    cells: Ranges
    zones: Ranges
    units: Ranges
    groups: Ranges
    overall: Ranges
    unit: Ints
    order: Ints
    cell_room: tuple[Array, Array]
    zone_room: tuple[Array, Array]

    @classmethod
    def of(cls, known: Grouped) -> _Tree:
        order = np.argsort(known.unit, kind="stable")
        given = (known.cells, known.zones, known.units, known.groups, known.overall)
        cells, zones, units, groups, overall = (_limited(one) for one in given)
        cells = Ranges(np.ascontiguousarray(cells.low[order].T), np.ascontiguousarray(cells.high[order].T))
        zones = Ranges(zones.low[order], zones.high[order])
        cell_room, zone_room = (
            (np.full(one.low.shape, 2**62), np.full(one.low.shape, 2**62)) for one in (cells, zones)
        )
        return cls(cells, zones, units, groups, overall, known.unit[order], order, cell_room, zone_room)

    def by_unit(self, values: Array) -> Array:
        """Sums of numbers of zones in each unit, in whole numbers."""
        sums = np.zeros(len(self.units.low), dtype=np.int64)
        if len(values):
            first = np.flatnonzero(np.diff(self.unit, prepend=-1))
            sums[self.unit[first]] = np.add.reduceat(values, first)
        return sums

    def cut(self, inside: Array, end: int) -> None:
        """Lessen the room by all W that hold these groups, and their sum or not."""
        out, within = self.cells.high[inside].sum(axis=0), -self.cells.low[~inside].sum(axis=0)
        # Of each zone with its cells the better side, where its unit lies outside of W, and inside.
        below = np.minimum(out, within + self.zones.high), np.minimum(out - self.zones.low, within)
        around = self._around(below, self._of_groups(inside, end))
        outer, inner = around[0][self.unit] - below[0], around[1][self.unit] - below[1]
        _lessen(self.zone_room[0], inner + out - self.zones.low)
        _lessen(self.zone_room[1], outer + within + self.zones.high)
        left, entered = self.cell_room
        left[~inside] = np.minimum(left[~inside], np.minimum(outer + self.zones.high, inner) + within)
        entered[inside] = np.minimum(entered[inside], np.minimum(outer, inner - self.zones.low) + out)

    def _of_groups(self, inside: Array, end: int) -> tuple[int, int]:
        """What groups, their sum and the whole add: with the whole outside of W, and inside."""
        room = self.groups.high[~inside].sum() if end else -self.groups.low[inside].sum()
        outside = int(room) - (int(self.overall.low[0]) if end else 0)
        return outside, int(room) + (0 if end else int(self.overall.high[0]))

    def _around(self, below: tuple[Array, Array], groups: tuple[int, int]) -> tuple[Array, Array]:
        """The least of all W with each unit outside, and inside: what a zone's own share is taken from."""
        sums = self.by_unit(below[0]), self.by_unit(below[1])
        links = ((0, self.units.high), (-self.units.low, 0))
        found = np.full((2, len(self.units.low)), 2**62)
        for (outer, inner), rest in zip(links, groups):
            each = sums[0] + outer, sums[1] + inner
            best = np.minimum(*each)
            total = rest + int(best.sum())
            if total < 0:
                raise contradiction()
            for side in (0, 1):
                _lessen(found[side], total - best + each[side])
        return found[0], found[1]


def _lessen(room: Array, other: Array) -> None:
    np.minimum(room, other, out=room)

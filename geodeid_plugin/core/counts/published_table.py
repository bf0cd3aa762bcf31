# SPDX-License-Identifier: GPL-2.0-or-later
"""Anybody's table of counts by zone, and by a second way, as a network; and what each count can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..base.progress import Progress, silent
from .intervals import UNLIMITED, Ranges, nested_ranges
from .linked.grouped import Grouped, grouped_ranges
from .linked.network import Network, linked_ranges

if TYPE_CHECKING:
    from ..base.arrays import Array

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

    Raises
    ------
    InputError
        If the table contradicts itself, or too many of its counts hang together.

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

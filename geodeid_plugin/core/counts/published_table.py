# SPDX-License-Identifier: GPL-2.0-or-later
"""Anybody's table of counts by zone, and by a second way, as a network; and what each count can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .intervals import UNLIMITED, Ranges, nested_ranges
from .network import Network, linked_ranges

if TYPE_CHECKING:
    from ..base.arrays import Array

HIDDEN = -1
"""Stands for a count or total that is not printed."""


@dataclass(frozen=True)
class ZoneTable:
    """Counts of zones in units.

    Attributes
    ----------
    counts : ndarray of int, shape (n, m)
        Printed counts by zone and group; :data:`HIDDEN` where one is not.
    totals : ndarray of int, shape (n,)
        Printed totals of the zones.
    unit : ndarray of int, shape (n,)
        Unit of each zone.
    unit_totals : ndarray of int, shape (u,)
        Known totals of the units.
    group_totals : ndarray of int, shape (m,)
        Known totals of the groups.
    overall : int
        Known total of all.
    least : int
        A hidden count is at least this: 1 where zeros are printed.
    most : ndarray of int, shape (n,)
        A hidden count is at most this: the people of its zone, or what the table promises.
    """

    counts: Array
    totals: Array
    unit: Array
    unit_totals: Array
    group_totals: Array
    overall: int
    least: int
    most: Array


def zone_ranges(table: ZoneTable) -> tuple[Ranges, Ranges]:
    """What the counts, shape (n, m), and the totals of the zones, shape (n,), can be.

    Raises
    ------
    InputError
        If the table contradicts itself.

    Examples
    --------
    >>> table = ZoneTable(np.array([[-1], [-1], [15]]), np.full(3, -1), np.zeros(3, int), np.array([-1]),
    ...                   np.array([-1]), 30, 1, np.full(3, 900))
    >>> counts, _totals = zone_ranges(table)
    >>> counts.low.ravel().tolist(), counts.high.ravel().tolist()
    ([1, 1, 15], [14, 14, 15])
    """
    n, groups = table.counts.shape
    if groups == 1:
        return _nested(table)
    units = len(table.unit_totals)
    zone, unit, group = 1 + units + np.arange(n), 1 + np.arange(units), 1 + units + n + np.arange(groups)
    end = 1 + units + n + groups
    network = Network(
        np.concatenate([np.repeat(zone, groups), unit[table.unit], np.zeros(units, int), group, [end]]),
        np.concatenate([np.tile(group, n), zone, unit, np.full(groups, end), [0]]),
        *_bounds(table),
    )
    found = linked_ranges(network)
    cells = slice(0, n * groups)
    return (
        Ranges(found.low[cells].reshape(n, groups), found.high[cells].reshape(n, groups)),
        Ranges(found.low[n * groups : n * groups + n], found.high[n * groups : n * groups + n]),
    )


def _bounds(table: ZoneTable) -> tuple[Array, Array]:
    """Least and most of cells, zone totals, unit totals, group totals and the total of all."""
    groups = table.counts.shape[1]
    cells, most = table.counts.ravel(), np.repeat(table.most, groups)
    sums = np.concatenate([table.totals, table.unit_totals, table.group_totals, [table.overall]])
    hidden, unknown = cells == HIDDEN, sums == HIDDEN
    low = np.concatenate([np.where(hidden, table.least, cells), np.where(unknown, 0, sums)])
    high = np.concatenate([np.where(hidden, most, cells), np.where(unknown, UNLIMITED, sums)])
    return low, high


def _nested(table: ZoneTable) -> tuple[Ranges, Ranges]:
    n, units = len(table.counts), len(table.unit_totals)
    low, high = _bounds(table)
    kept = np.r_[0 : 2 * n + units, 2 * n + units + 1]  # one group: its total is the total of all
    group, overall = low[2 * n + units], high[2 * n + units]
    low, high = low[kept], high[kept]
    low[-1], high[-1] = max(low[-1], group), min(high[-1], overall)
    parent = np.concatenate([n + np.arange(n), 2 * n + table.unit, np.full(units, 2 * n + units), [-1]])
    found = nested_ranges(parent, low, high)
    return (
        Ranges(found.low[:n, None], found.high[:n, None]),
        Ranges(found.low[n : 2 * n], found.high[n : 2 * n]),
    )


@dataclass(frozen=True)
class OtherTable:
    """Counts of the same records by other zones, and which zones of the two tables overlap.

    Attributes
    ----------
    counts : ndarray of int, shape (k,)
        Printed counts of the other zones.
    first, second : ndarray of int, shape (p,)
        Zone of each table that meet in each piece; -1 where a piece lies in none of the other table.
    most : ndarray of int, shape (k,)
        A hidden count of the other table is at most this.
    """

    counts: Array
    first: Array
    second: Array
    most: Array


def overlaid_ranges(table: ZoneTable, other: OtherTable) -> tuple[Ranges, Ranges]:
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
    zone, unit, far = 1 + units + np.arange(n), 1 + np.arange(units), 1 + units + n + np.arange(k)
    end = 1 + units + n + k
    cells = table.counts[:, 0]
    inner, outer = np.append(far, end), np.append(zone, 0)
    hidden, unknown, away = cells == HIDDEN, table.unit_totals == HIDDEN, other.counts == HIDDEN
    free = np.zeros(len(other.first), dtype=np.int64)
    printed = table.totals != HIDDEN
    cells = np.where(hidden & printed, table.totals, cells)
    hidden &= ~printed
    everything = table.overall == HIDDEN
    network = Network(
        np.concatenate([unit[table.unit], np.zeros(units, int), outer[other.first], far, [end]]),
        np.concatenate([zone, unit, inner[other.second], np.full(k, end), [0]]),
        np.concatenate([
            np.where(hidden, table.least, cells), np.where(unknown, 0, table.unit_totals), free,
            np.where(away, table.least, other.counts), [0 if everything else table.overall],
        ]),
        np.concatenate([
            np.where(hidden, table.most, cells), np.where(unknown, UNLIMITED, table.unit_totals),
            free + UNLIMITED, np.where(away, other.most, other.counts),
            [UNLIMITED if everything else table.overall],
        ]),
    )  # fmt: skip
    found = linked_ranges(network)
    last = n + units + len(other.first)
    return (
        Ranges(found.low[:n], found.high[:n]),
        Ranges(found.low[last : last + k], found.high[last : last + k]),
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Which counts to hide so that nobody can compute the small ones from known totals.

A protector that looks only for the least loss tells more than its output to whoever knows it (Wong, Fu,
Wang, Pei, VLDB 2007). So a secret, keyed coin hides further counts first; the repair then adds what is
missing and never shows a count of the coin again. With that every mask that passes the audit has a chance
above 0 for every table that fits it: knowing the method tells nothing beyond the audit. The coin is thrown
in sums that hold a small count only, so that nothing is hidden where nothing is small; a reader of the mask
then knows that one of the hidden counts is small, which leaves each of them at least 2 (smallest - 1) values.

In a single sum one further count is always enough where a count of at least the required number of values
is still shown, so the number of hidden counts is the least possible after the coin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.errors import InfeasibleError, named
from .keyed import KeyedDraws

if TYPE_CHECKING:
    from ...base.arrays import Array, Bools, Floats, Ints

CELL_CHANCE = 0.05
"""Share of the counts that the coin hides: about three per cent of the records of a usual table."""
UNIT_CHANCE = 0.02
"""Share of the units whose zeros, and whose total with all counts, the coin withholds."""


@dataclass(frozen=True)
class Rule:
    """What is protected and how well."""

    smallest: int
    """Counts from 1 to ``smallest - 1`` are hidden."""
    values: int
    """Every hidden count must keep so many possible values."""
    cell_chance: float = CELL_CHANCE
    unit_chance: float = UNIT_CHANCE
    """Chances of the coins."""


@dataclass(frozen=True)
class Sums:
    """Counts in units whose totals anybody may know; each count is in one unit."""

    counts: Array
    """Shape (n,). Records of each cell."""
    ceiling: Array
    """Shape (n,). No cell can hold more, as everybody knows: its people."""
    labels: Sequence[str]
    """Shape (n,). Name of each cell, for the key."""
    unit: Array
    """Shape (n,). Unit of each cell, from 0."""
    unit_labels: Sequence[str]
    """Shape (u,). Name of each unit."""
    spare: Array | None = None
    """Shape (u,), or None. Empty cells of each unit that are not listed, because a release by rows shows no
    zeros; None where every cell is listed and zeros are shown."""
    before: Array | None = None
    """Shape (n,), or None. Cells that an earlier release of the records withheld: they stay withheld."""
    floor: Array | None = None
    """Shape (n,), or None. Fewest records that each cell can hold where it is not empty, as everybody knows;
    1 by default. A hidden count with a floor of ``smallest`` hides no other from being the small one."""


@dataclass(frozen=True)
class Mask:
    """What is hidden."""

    hidden: Array
    """Shape (n,). Counts that are withheld."""
    zeros: Array
    """Shape (u,). Units whose zeros are withheld, so that a hidden count may be 0."""
    total: Array
    """Shape (u,). Units that are withheld whole, with their totals."""


def suppress(table: Sums, rule: Rule, draws: KeyedDraws) -> Mask:
    """Choose what to hide: small counts, what the coin takes, and what the repair adds.

    Parameters
    ----------
    table : Sums
        The true counts.
    rule : Rule
        What is protected.
    draws : KeyedDraws
        The coin; the same key gives the same mask at every run and in any order of the cells.

    Returns
    -------
    Mask
        To be checked by :func:`..audit.audit_sums`, which shares nothing with this.

    Raises
    ------
    InfeasibleError
        If nothing that could be hidden protects the small counts.

    References
    ----------
    Wong RC, Fu AW, Wang K, Pei J. Minimality attack in privacy preserving data publishing. VLDB 2007.
    """
    counts, units = table.counts, len(table.unit_labels)
    hidden = (counts > 0) & (counts < rule.smallest)
    needy = np.bincount(table.unit, hidden, units) > 0
    if rule.values > 2 * (rule.smallest - 1):
        needy[:] = True
    hidden |= (counts > 0) & (draws.uniform(table.labels, "cell") < rule.cell_chance) & needy[table.unit]
    if table.before is not None:
        hidden |= (counts > 0) & table.before
    zeros = (draws.uniform(table.unit_labels, "zeros") < rule.unit_chance) & needy
    if table.spare is not None:
        zeros[:] = True
    clock = -np.log(draws.uniform(table.labels, "partner")) * np.maximum(counts, 1).astype(float) ** 2
    members = _members(table.unit, units)
    so_far = _Hiding(hidden, zeros, clock)
    total = np.array([not _repair_unit(table, rule, unit, rows, so_far) for unit, rows in enumerate(members)])
    if total.any() and units > 1:
        total |= draws.uniform(table.unit_labels, "total") < rule.unit_chance
    _repair_total(table, rule, members, total, draws)
    hidden |= total[table.unit] | (zeros[table.unit] & (counts == 0))
    zeros |= total
    return Mask(hidden, zeros, total)


def _members(unit: Ints, units: int) -> list[Ints]:
    order = np.argsort(unit, kind="stable")
    return np.split(order, np.searchsorted(unit[order], np.arange(1, units)))


class _Hiding(NamedTuple):
    """Which counts and which units' zeros are hidden so far, and the time at which the coin hides a count."""

    hidden: Bools
    zeros: Bools
    clock: Floats


def _repair_unit(table: Sums, rule: Rule, unit: int, rows: Ints, so_far: _Hiding) -> bool:
    """Hide counts of one unit until all hidden ones are protected; False where that is impossible."""
    hidden, zeros = so_far.hidden, so_far.zeros
    if not hidden[rows].any():
        zeros[unit] = table.spare is not None
        return True
    while not _protected(table, rule, unit, rows[_taken(table, rows, hidden, zeros[unit])], zeros[unit]):
        shown = rows[(table.counts[rows] > 0) & ~hidden[rows]]
        if len(shown):
            more = _better(table, rule, rows[hidden[rows]], shown)
            hidden[more[np.argmin(so_far.clock[more])]] = True
        elif not zeros[unit] and (table.counts[rows] == 0).any():
            zeros[unit] = True
        else:
            return False
    return True


def _lone(table: Sums, rule: Rule, rows: Ints) -> Array:
    """The one hidden count that may be small, by what everybody knows; empty where several may be."""
    if table.floor is None:
        return np.zeros(0, dtype=np.int64)
    doubtful = np.flatnonzero(table.floor[rows] < rule.smallest)
    return doubtful if len(doubtful) == 1 else doubtful[:0]


def _better(table: Sums, rule: Rule, hidden: Ints, shown: Ints) -> Array:
    """Shown counts of which one is hidden next: those that may be small, where only one hidden count may."""
    if table.floor is not None and len(_lone(table, rule, hidden)):
        doubtful: Array = shown[table.floor[shown] < rule.smallest]
        return doubtful if len(doubtful) else shown
    return shown


def _taken(table: Sums, rows: Ints, hidden: Bools, zeros: bool) -> Array:
    return hidden[rows] | (zeros & (table.counts[rows] == 0))


def _protected(table: Sums, rule: Rule, unit: int, rows: Ints, zeros: bool) -> bool:
    """Whether each of the hidden cells of one sum keeps enough values."""
    if zeros:
        low = np.zeros(len(rows), dtype=np.int64)
    else:
        low = np.ones(len(rows), dtype=np.int64) if table.floor is None else table.floor[rows]
    spare = 0 if table.spare is None else int(table.spare[unit])
    rest = int(table.counts[rows].sum())
    if zeros and rest <= rule.values:
        return False  # that one of the hidden counts is small leaves 1 to rest - 1 of two of them
    ceiling = np.maximum(table.ceiling[rows], table.counts[rows]).astype(np.int64)
    ceiling[_lone(table, rule, rows)] = rule.smallest - 1
    most = np.minimum(ceiling, rest - (low.sum() - low))
    least = low if spare else np.maximum(low, rest - (ceiling.sum() - ceiling))
    return bool((most - least + 1 >= rule.values).all())


def _repair_total(table: Sums, rule: Rule, members: list[Ints], total: Bools, draws: KeyedDraws) -> None:
    """Withhold further units until the counts of those that are withheld whole protect each other."""
    clock = -np.log(draws.uniform(table.unit_labels, "whole"))
    sizes = np.array([table.counts[rows].sum() for rows in members], dtype=float)
    clock *= np.maximum(sizes, 1) ** 2
    every = Sums(
        table.counts, table.ceiling, table.labels, np.zeros_like(table.unit), ("",),
        None if table.spare is None else table.spare[total].sum(keepdims=True),
    )  # fmt: skip
    alone = len(members) == 1
    while total.any() and (alone or not _protected(every, rule, 0, np.flatnonzero(total[table.unit]), True)):
        left = np.flatnonzero(~total & (sizes > 0))
        if not len(left):
            # One unit withheld whole says that nothing less was enough: that alone tells of its counts.
            raise _unprotected(named([label for label in np.array(table.unit_labels)[total] if label]))
        total[left[np.argmin(clock[left])]] = True


def _unprotected(units: str) -> InfeasibleError:
    """Of units without a name, as where there is one only, no name is said."""
    if not units:
        return InfeasibleError(
            "count.table.unprotectable",
            "The small counts cannot be protected: there are too few records to hide one among others. Use "
            "larger zones with a minimum of records.",
        )
    return InfeasibleError(
        "count.units.unprotectable",
        "The small counts of {units} cannot be protected: there are too few records to hide one among "
        "others. Use larger zones with a minimum of records, or larger boundary units.",
        units=units,
    )

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

Records that a known total counts and no zone of the release does are one more hidden count: the rest of the
total tells them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import InfeasibleError, named
from ..intervals import UNLIMITED
from .keyed import KeyedDraws

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

    ``table``: the true counts. ``rule``: what is protected. ``draws``: the coin; the same key gives the same
    mask at every run and in any order of the cells. Its mask is to be checked by :func:`..audit.audit_sums`,
    which shares nothing with this. Raises InfeasibleError if nothing that could be hidden protects the small
    counts.

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


@dataclass(frozen=True)
class InNoZone:
    """Records that are held back because their area is in no zone, an entry each."""

    unit: Sequence[str]
    """Unit of each record's area; a name of its own where that is none of the release."""
    values: Sequence[tuple[Any, ...]]
    """Values of the released fields."""
    unresolved: Bools
    """Whether the record lies in an area of the layer; others lie outside all areas."""
    people: dict[str, int]
    """People of the areas of each unit that are in no zone."""

    def beside(self, names: Sequence[Any], key: Callable[[tuple[Any, ...]], Any], outside: bool) -> Beside:
        """The records by the sums of a table.

        Parameters
        ----------
        names : sequence of (str, hashable)
            Unit of each sum, and what it is known by: as ``key`` gives it.
        key : callable
            What the totals of a record's values are known by.
        outside : bool
            Whether records outside all areas are protected where no record lies in an unresolved area.
        """
        whole = all(unit == "" for unit, _key in names)
        place = {name: at for at, name in enumerate(names)}
        kinds = list(dict.fromkeys(kind for _unit, kind in names))
        kind_of = {kind: at for at, kind in enumerate(kinds)}
        counts, every = np.zeros(len(names), dtype=np.int64), np.zeros(len(kinds), dtype=np.int64)
        inside = np.zeros(len(kinds), dtype=bool)
        for unit, value, unresolved in zip(self.unit, self.values, self.unresolved.tolist()):
            kind = key(value)
            if kind not in kind_of:
                continue
            every[kind_of[kind]] += 1
            inside[kind_of[kind]] |= unresolved
            if not whole and unresolved and (unit, kind) in place:
                counts[place[unit, kind]] += 1
        every[~inside & (not outside)] = 0
        if whole:
            limit = sum(self.people.values()) if self.unresolved.all() else UNLIMITED
            return Beside(every, np.full(len(names), limit), np.zeros_like(every))
        return Beside(counts, np.array([self.people.get(unit, 0) for unit, _kind in names]), every)


@dataclass(frozen=True)
class Beside:
    """Records in no zone of the release, by the sums of a table that they are part of."""

    counts: Array
    people: Array
    """Shape (u,). Records that are part of the known total of each unit, and the people among whom they
    are."""
    everywhere: Array
    """Shape (g,). All of them, by what their total is known by; 0 where their total need not be protected."""

    def small(self, smallest: int) -> bool:
        """Whether a rest of a total is a small count."""
        rests = np.concatenate([self.counts, self.everywhere])
        return bool(((rests > 0) & (rests < smallest)).any())


def with_rests(table: Sums, beside: Beside, smallest: int) -> Sums:
    """The table with a cell for each small rest of a unit's total, which is withheld as all small counts are.

    Rests from 1 to one less than ``smallest`` are small.
    """
    added = np.flatnonzero((beside.counts > 0) & (beside.counts < smallest))
    if not len(added):
        return table
    return Sums(
        np.concatenate([table.counts, beside.counts[added]]),
        np.concatenate([table.ceiling, np.maximum(beside.people, beside.counts)[added]]),
        [*table.labels, *(f"rest|{unit}" for unit in added.tolist())],
        np.concatenate([table.unit, added]), table.unit_labels, table.spare,
        None if table.before is None else np.concatenate([table.before, np.zeros(len(added), dtype=bool)]),
    )  # fmt: skip


def suppress_beside(
    table: Sums, rule: Rule, draws: KeyedDraws, kind: Array, everywhere: Array, cells: int
) -> Mask:
    """Hide counts so that the records in no zone stay hidden, too, from whoever knows but the total of all.

    The first ``cells`` of the table are counts of zones, the others small rests of units. ``kind`` is what
    each is known by in total, such as its group; ``everywhere`` the records in no zone of each kind, 0 where
    they need no protection.
    """
    forced = np.zeros(len(table.counts), dtype=bool) if table.before is None else table.before.copy()
    clock = -np.log(draws.uniform(table.labels, "partner")) * np.maximum(table.counts, 1).astype(float) ** 2
    while True:
        mask = suppress(replace(table, before=forced), rule, draws)
        exposed = _exposed(table, rule, mask, kind, everywhere, cells)
        if exposed is None:
            return mask
        shown = np.flatnonzero((kind == exposed) & (table.counts > 0) & ~mask.hidden & ~forced)
        shown = shown[shown < cells]
        if not len(shown):
            raise InfeasibleError(
                "count.outside.too_few",
                "Fewer than {smallest} records lie in no zone, and whoever knows the number of all records "
                "can compute how many. Leave them out of the layer and of every printed number, or join "
                "their units to others.",
                smallest=rule.smallest,
            )
        forced[shown[np.argmin(clock[shown])]] = True


def _exposed(table: Sums, rule: Rule, mask: Mask, kind: Array, everywhere: Array, cells: int) -> int | None:
    """A kind whose records in no zone keep too few values; None where all keep enough."""
    low = np.where(mask.zeros[table.unit], 0, 1)
    for at, rest in enumerate(everywhere.tolist()):
        if not 0 < rest < rule.smallest:
            continue
        rows = np.flatnonzero(mask.hidden[:cells] & (kind[:cells] == at))
        up = int((table.counts - low)[rows].sum())
        down = int((np.maximum(table.ceiling, table.counts) - table.counts)[rows].sum())
        if rest + up - max(1, rest - down) + 1 < rule.values:
            return at
    return None

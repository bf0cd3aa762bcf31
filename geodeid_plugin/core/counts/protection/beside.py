# SPDX-License-Identifier: GPL-2.0-or-later
"""Records that a known total counts and no zone of the release does: the rest of the total tells them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InfeasibleError
from ..intervals import UNLIMITED
from .suppress import Mask, Rule, Sums, suppress

if TYPE_CHECKING:
    from ...base.arrays import Array, Bools
    from .keyed import KeyedDraws


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

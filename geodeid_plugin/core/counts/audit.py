# SPDX-License-Identifier: GPL-2.0-or-later
"""The check of a table with hidden counts: from what is published alone, by code of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Bools, Ints
from ..base.errors import AuditError
from ..base.scientific import sparse
from .intervals import MOST_WAYS, UNLIMITED, Ranges, nested_ranges, two_way_ranges


@dataclass(frozen=True)
class Published:
    """What an outsider holds of a table."""

    counts: Array
    """Shape (n,). Printed counts; -1 where one is withheld."""
    ceiling: Array
    """Shape (n,). No count can be larger: the people of its zone."""
    unit: Array
    """Shape (n,). Unit of each count."""
    totals: Array
    """Shape (u,). Known totals of the units; -1 where none is known."""
    overall: int
    """The total of all."""
    zeros_hidden: Array
    """Shape (u,). Units where a withheld count may be 0; elsewhere it is at least 1."""
    more_cells: Array | None = None
    """Shape (u,), or None. Units with withheld cells that are not listed."""
    floor: Array | None = None
    """Shape (n,), or None. Fewest records of each withheld count that is not 0; 1 by default."""


def audit_sums(table: Published) -> Ranges:
    """What each count of a published table can be.

    Ends are equal where a count is printed, or can be computed.

    Two counts are withheld under a known total of 30:

    >>> import numpy as np
    >>> found = audit_sums(Published(np.array([-1, -1, 15]), np.full(3, 900), np.zeros(3, int),
    ...                              np.array([30]), 30, np.array([False])))
    >>> found.low.tolist(), found.high.tolist()
    ([1, 1, 15], [14, 14, 15])
    """
    n, units = len(table.counts), len(table.totals)
    shown = table.counts >= 0
    least = 1 if table.floor is None else table.floor
    low = np.where(shown, table.counts, np.where(table.zeros_hidden[table.unit], 0, least))
    high = np.where(shown, table.counts, np.maximum(table.ceiling, low))
    known = table.totals >= 0
    parents = [np.full(units, n + units), np.array([-1])]
    lows = [np.where(known, table.totals, 0), np.array([table.overall])]
    highs = [np.where(known, table.totals, UNLIMITED), np.array([table.overall])]
    if table.more_cells is not None:
        others = np.flatnonzero(table.more_cells)
        parents.append(n + others)
        lows.append(np.zeros(len(others)))
        highs.append(np.full(len(others), UNLIMITED))
    found = nested_ranges(
        np.concatenate([n + table.unit, *parents]),
        np.concatenate([low, *lows]),
        np.concatenate([high, *highs]),
    )
    return Ranges(found.low[:n], found.high[:n])


def refuse_exposed(found: Ranges, withheld: Bools, values: int) -> None:
    """Raise where a withheld count keeps fewer possible values than promised.

    A withheld count that can only be 0 needs no protection.
    """
    few = withheld & (found.values < values) & (found.high > 0)
    if few.any():
        raise AuditError(
            "count.withheld.narrowed",
            "{count} withheld counts could be narrowed to fewer than {values} values. Nothing was "
            "written. This is an error of the program; please report it.",
            count=int(few.sum()),
            values=values,
        )


def audit_crossed(counts: Ints, hidden: Bools, ceiling: Ints, values: int) -> Ranges:
    """What counts of zones by groups can be where the totals of zones and of groups are known; refuses.

    ``hidden``, shape (n, m + 1), has the totals of zones in its last column. The ranges are from closed forms
    where one side of the table has at most twelve columns, else from whole-number tables that were found: at
    least these values are possible.

    >>> hidden = np.array([[True, True, False], [True, True, False], [False] * 3])
    >>> found = audit_crossed(np.array([[3, 20], [25, 14], [30, 16]]), hidden, np.full(3, 900), 11)
    >>> found.low[0].tolist(), found.high[0].tolist()
    ([1, 1], [22, 22])
    """
    totals = counts.sum(axis=1)
    # A withheld total is a further cell that falls when the total rises (Gusfield 1988).
    top = int(totals.sum()) + 1
    wide = np.concatenate([counts, (top - totals)[:, None]], axis=1)
    limit = np.maximum(ceiling[:, None], counts.max(axis=1, keepdims=True))
    low = np.where(hidden, 1, wide)
    high = np.where(hidden, limit, wide)
    gone = hidden[:, -1]
    low[gone, -1], high[gone, -1] = np.maximum(top - np.maximum(ceiling, totals)[gone], 0), top - 1
    if min(wide.shape) <= MOST_WAYS:
        found = two_way_ranges(wide, low, high)
    else:
        found = _proven_crossed(wide, low, high, values)
    refuse_exposed(found, hidden, values)
    return Ranges(found.low[:, :-1], found.high[:, :-1])


def _proven_crossed(wide: Ints, low: Ints, high: Ints, values: int) -> Ranges:
    from .together.witness import Demanded, System, witnessed_ranges

    n, m = wide.shape
    sums = sparse.vstack(
        [sparse.kron(sparse.eye(n), np.ones((1, m))), sparse.kron(np.ones((1, n)), sparse.eye(m))]
    ).tocsr()
    ends = np.concatenate([wide.sum(axis=1), wide.sum(axis=0)])
    each = sparse.eye(n * m, format="csr")
    system = System(
        sparse.vstack([sums, each]).tocsr(), np.concatenate([ends, low.ravel()]),
        np.concatenate([ends, high.ravel()]), high.ravel(), wide.ravel(),
    )  # fmt: skip
    open_ = np.flatnonzero((low < high).ravel())
    found = Ranges(wide.copy(), wide.copy())
    if len(open_):
        # Partners must keep their values, too: no count is large enough to be known.
        demanded = Demanded(0, values, known_from=int(high.max()) + 1)
        proven = witnessed_ranges(system, sparse.csr_matrix(each[open_]), demanded)
        found.low.ravel()[open_], found.high.ravel()[open_] = proven.ranges.low, proven.ranges.high
    return found


def noisy_ranges(published: Ints, unit: Ints, totals: Ints, overall: int, spread: int) -> Ranges:
    """What counts can be that were changed by at most ``spread`` and at most by themselves.

    ``totals`` of units are exact and may be known to anybody; -1 where none is. ``overall`` is that of all.
    """
    n, units = len(published), len(totals)
    known = totals >= 0
    low = np.concatenate([-(-published // 2), np.where(known, totals, 0), [overall]])
    high = np.concatenate([
        np.where(published > 0, published + spread, spread), np.where(known, totals, UNLIMITED), [overall]
    ])  # fmt: skip
    found = nested_ranges(np.concatenate([n + unit, np.full(units, n + units), [-1]]), low, high)
    return Ranges(found.low[:n], found.high[:n])


def rounded_values(published: Ints, unit: Ints, totals: Ints, base: int) -> tuple[Ranges, Array]:
    """What counts can be that were rounded additively, one after the other in each unit.

    The running sums lie in windows of ``base`` numbers whose place depends on one number u that is not known.
    Every u is tried that fits the known totals; a running sum of a chain is as free as its window and its
    neighbours let it be. Gives least and most of each count, and how many values it can have; there may be
    gaps between.
    """
    n = len(published)
    low, high = np.full(n, UNLIMITED), np.zeros(n, dtype=np.int64)
    values = np.zeros(n, dtype=np.int64)
    for code, total in enumerate(totals):
        rows = np.flatnonzero(unit == code)
        tried = (_chain(published[rows], int(total), base, start) for start in range(base))
        spans = [span for span in tried if span is not None]
        if not spans and len(rows):
            raise AuditError(
                "count.rounded.contradiction",
                "A rounded table contradicts its totals. This is an error of the program.",
            )
        for place, row in enumerate(rows):
            ends = [(int(least[place]), int(most[place])) for least, most in spans]
            low[row], high[row] = min(end[0] for end in ends), max(end[1] for end in ends)
            values[row] = _covered(ends)
    return Ranges(low, high), values


def _chain(published: Ints, total: int, base: int, start: int) -> tuple[Ints, Ints] | None:
    """Least and most of each count of one unit for one u; None where that u does not fit."""
    steps = np.concatenate([[0], np.cumsum(published // base)])
    low, high = base * steps - start, base * steps - start + base - 1
    low[0] = high[0] = 0
    if total >= 0:
        low[-1], high[-1] = max(low[-1], total), min(high[-1], total)
    low = np.maximum.accumulate(low)
    high = np.minimum.accumulate(high[::-1])[::-1]
    if (low > high).any():
        return None
    return np.maximum(low[1:] - high[:-1], 0), high[1:] - low[:-1]


def _covered(spans: list[tuple[int, int]]) -> int:
    """Whole numbers in the union of some intervals."""
    covered, reached = 0, -1
    for low, high in sorted(spans):
        covered += max(0, high - max(low, reached + 1) + 1)
        reached = max(reached, high)
    return covered

# SPDX-License-Identifier: GPL-2.0-or-later
"""The check of a table with hidden counts: from what is published alone, by code of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..base.errors import AuditError
from .intervals import UNLIMITED, Ranges, nested_ranges


@dataclass(frozen=True)
class Published:
    """What an outsider holds of a table.

    Attributes
    ----------
    counts : ndarray of int, shape (n,)
        Printed counts; -1 where one is withheld.
    ceiling : ndarray of int, shape (n,)
        No count can be larger: the people of its zone.
    unit : ndarray of int, shape (n,)
        Unit of each count.
    totals : ndarray of int, shape (u,)
        Known totals of the units; -1 where none is known.
    overall : int
        The total of all.
    zeros_hidden : ndarray of bool, shape (u,)
        Units where a withheld count may be 0; elsewhere it is at least 1.
    more_cells : ndarray of bool or None, shape (u,)
        Units with withheld cells that are not listed.
    """

    counts: np.ndarray
    ceiling: np.ndarray
    unit: np.ndarray
    totals: np.ndarray
    overall: int
    zeros_hidden: np.ndarray
    more_cells: np.ndarray | None = None


def audit_sums(table: Published) -> Ranges:
    """What each count of a published table can be.

    Returns
    -------
    Ranges
        Of the n counts; equal ends where a count is printed, or can be computed.

    Raises
    ------
    InputError
        If the published numbers contradict each other.

    Examples
    --------
    Two counts are withheld under a known total of 30:

    >>> import numpy as np
    >>> found = audit_sums(Published(np.array([-1, -1, 15]), np.full(3, 900), np.zeros(3, int),
    ...                              np.array([30]), 30, np.array([False])))
    >>> found.low.tolist(), found.high.tolist()
    ([1, 1, 15], [14, 14, 15])
    """
    n, units = len(table.counts), len(table.totals)
    shown = table.counts >= 0
    low = np.where(shown, table.counts, np.where(table.zeros_hidden[table.unit], 0, 1))
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


def refuse_exposed(found: Ranges, withheld, values: int) -> None:
    """Raise where a withheld count keeps fewer possible values than promised.

    Parameters
    ----------
    found : Ranges
        What each count can be.
    withheld : ndarray of bool, shape (n,)
        Counts that must be protected; one that can only be 0 needs no protection.
    values : int
        Fewest possible values.
    """
    few = withheld & (found.values < values) & (found.high > 0)
    if few.any():
        raise AuditError(
            "{count} withheld counts could be narrowed to fewer than {values} values. Nothing was "
            "written. This is an error of the program; please report it.",
            count=int(few.sum()),
            values=values,
        )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts of records that stand for fewer people: a patient with eleven visits is no group of eleven."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ...base.arrays import Bools, Ints


def of_few_people(cell: Ints, person: Sequence[Hashable], smallest: int) -> Bools:
    """Which cells hold at least as many records as may be shown, of fewer people than that.

    Parameters
    ----------
    cell : ndarray of int, shape (s,)
        Cell of each record, from 0.
    person : sequence of length s
        Whose record it is; what can't be told apart is one person.
    smallest : int
        Smallest count shown.

    Returns
    -------
    ndarray of bool
        For each cell up to the last one that holds a record.

    Examples
    --------
    >>> of_few_people(np.array([0, 0, 0, 1, 1, 1]), ["a", "a", "b", "c", "d", "e"], 3).tolist()
    [True, False]
    """
    number = {one: at for at, one in enumerate(dict.fromkeys(person))}
    pairs = np.column_stack([cell, [number[one] for one in person]]).reshape(-1, 2)
    people = np.bincount(np.unique(pairs, axis=0)[:, 0])
    return (np.bincount(cell) >= smallest) & (people < smallest)

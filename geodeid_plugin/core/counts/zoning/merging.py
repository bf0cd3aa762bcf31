# SPDX-License-Identifier: GPL-2.0-or-later
"""Zones with small counts joined to a neighbour, so that no count has to be withheld."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats, Ints


def merge_small(counts: Ints, people: Floats, pairs: Ints, smallest: int, values: int) -> Array:
    """Merge zones until each holds no record or enough of them.

    A zone with a small count joins the neighbour with the fewest people, which is public, so that the
    choice tells nothing about counts. That two zones were merged says that one of them was small: a sum of
    more than ``values`` records leaves each of them at least that many possible counts.

    Parameters
    ----------
    counts : ndarray of int, shape (n,)
        Records of each zone.
    people : ndarray of float, shape (n,)
        People of each zone.
    pairs : ndarray of int, shape (m, 2)
        Neighbouring zones that may be merged.
    smallest : int
        Counts from 1 to ``smallest - 1`` are small.
    values : int
        Fewest possible counts of a zone that was merged.

    Returns
    -------
    ndarray of int64, shape (n,)
        New zone of each zone: the first of those merged with it. Zones without neighbours stay as they are.

    Examples
    --------
    >>> chain = np.array([[0, 1], [1, 2]])
    >>> merge_small(np.array([3, 30, 20]), np.array([9.0, 8.0, 7.0]), chain, 11, 11).tolist()
    [0, 0, 2]
    """
    label = np.arange(len(counts))
    sums, size, parts = counts.astype(np.int64), people.astype(float), np.ones(len(counts), dtype=np.int64)
    near: list[set[int]] = [set() for _zone in counts]
    for one, other in np.asarray(pairs).tolist():
        near[one].add(other)
        near[other].add(one)
    while True:
        least = np.where(parts > 1, max(smallest, values + 1), smallest)
        open_ = [zone for zone in np.flatnonzero((sums > 0) & (sums < least)) if near[zone]]
        if not open_:
            return label
        zone = min(open_, key=lambda at: (size[at], at))
        other = min(near[zone], key=lambda at: (size[at], at))
        kept, gone = min(zone, other), max(zone, other)
        for values_ in (sums, size, parts):
            values_[kept] += values_[gone]
            values_[gone] = 0
        label[label == gone] = kept
        near[kept] = (near[kept] | near[gone]) - {kept, gone}
        for neighbour in near[gone]:
            near[neighbour].discard(gone)
            if neighbour != kept:
                near[neighbour].add(kept)
        near[gone] = set()

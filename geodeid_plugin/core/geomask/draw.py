# SPDX-License-Identifier: GPL-2.0-or-later
"""One draw a record from its origin's row of probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import InputError, named

if TYPE_CHECKING:
    from ..base.arrays import Floats, Ints
    from ..base.randomness import Source
    from .strategy import Strategy


def draw(strategy: Strategy, record_origin: Ints, source: Source) -> Ints:
    """Move records: one draw each from the multinomial of its area, independently.

    Parameters
    ----------
    strategy : Strategy
        Probabilities, multiples of 2^-53 with rows that sum to exactly 1, ordered by origin.
    record_origin : ndarray of int, shape (r,)
        The area of each record.
    source : SystemSource or SeededSource
        Where chance comes from.

    Returns
    -------
    ndarray of int, shape (r,)
        Position in the strategy of the pair that each record was moved by.

    Raises
    ------
    InputError
        A record lies in an area that has no row: one without people.
    """
    record_origin = np.asarray(record_origin, dtype=np.int64)
    start = np.searchsorted(strategy.origin, record_origin, side="left")
    end = np.searchsorted(strategy.origin, record_origin, side="right")
    if np.any(end == start):
        raise InputError(
            "strategy.record.no_people",
            "Records lie in areas without people (rows {rows}), "
            "so no strategy can move them. Correct the populations or the records.",
            rows=named(np.unique(record_origin[end == start])),
        )
    up_to = _cumulative(strategy)
    uniform = source.uniform(len(record_origin))
    low, high = start.copy(), end - 1
    while np.any(low < high):
        middle = (low + high) // 2
        further = uniform >= up_to[middle]
        low = np.where(further & (low < high), middle + 1, low)
        high = np.where(further, high, middle)
    return low


def _cumulative(strategy: Strategy) -> Floats:
    """Running sums within each origin's row; exact, because all terms are multiples of 2^-53."""
    up_to = np.empty(len(strategy.origin))
    starts = np.flatnonzero(np.r_[True, strategy.origin[1:] != strategy.origin[:-1]])
    for first, last in zip(starts, np.r_[starts[1:], len(up_to)]):
        up_to[first:last] = np.cumsum(strategy.probability[first:last])
    return up_to

# SPDX-License-Identifier: GPL-2.0-or-later
"""What several pictures of the same places give away together.

Each picture gives every dot a position with an error: a bell curve where markers are drawn smoothly, a
square where they are pasted at whole pixels. Dots of two pictures that can be one place are joined:
squares are intersected, bell curves multiplied. Two snapped pictures on independent grids leave an
intersection with half the variance of either on average, ∫ 2 (1 − u)³ du = 1/2, so the error falls by √2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....mapimage.reidentify.score import UNMATCHED, assign

REACH = 4.0
"""Standard deviations of their difference within which two dots can be one place."""
LEAST_SHARE = 0.3
"""Share of the dots of the smaller picture that must find partners for two pictures to show the same."""


@dataclass(frozen=True)
class DotSet:
    """Dots of one picture on the ground.

    Attributes
    ----------
    where_m : ndarray, shape (n, 2)
        Positions, metres of one plane.
    error_m : ndarray, shape (n,)
        Standard deviation along each axis, metres.
    snapped : bool
        Whether the true position is uniform in a square about it, half as wide as √3 of the error.
    """

    where_m: Any
    error_m: Any
    snapped: bool


@dataclass(frozen=True)
class JointPlaces:
    """Places that pictures give away together.

    Attributes
    ----------
    where_m : ndarray, shape (n, 2)
    error_m : ndarray, shape (n,)
        Standard deviation along each axis, root mean square of the two.
    seen : ndarray of int, shape (n,)
        Pictures that show each.
    """

    where_m: Any
    error_m: Any
    seen: Any


@dataclass
class _Sum:
    """What is known of places: a square each, and the sum of bell curves by their precision."""

    low: Any
    high: Any
    weight: Any
    moment: Any
    seen: Any

    @classmethod
    def of(cls, dots: DotSet) -> _Sum:
        where = np.asarray(dots.where_m, float).reshape(-1, 2)
        error = np.asarray(dots.error_m, float)[:, None]
        count = len(where)
        half = np.sqrt(3.0) * error if dots.snapped else np.full((count, 1), np.inf)
        weight = np.zeros((count, 1)) if dots.snapped else 1 / np.maximum(error, 1e-9) ** 2
        return cls(where - half, where + half, weight * np.ones(2), weight * where, np.ones(count, int))

    def places(self) -> tuple[Any, Any]:
        """Mean and standard deviation along each axis, shape (n, 2) each."""
        square = np.isfinite(self.low)
        width = np.where(square, self.high - self.low, np.inf)
        middle = np.where(square, (np.where(square, self.low, 0) + np.where(square, self.high, 0)) / 2, 0.0)
        # The square as the bell curve of the same variance, so that both kinds add up.
        flat = np.where(square, 12.0 / np.maximum(width, 1e-9) ** 2, 0.0)
        total = flat + self.weight
        return (flat * middle + self.moment) / total, 1 / np.sqrt(total)

    def join(self, other: _Sum, mine: Any, theirs: Any) -> None:
        """Multiply what is known of pairs; squares that do not meet are kept as they were."""
        low = np.maximum(self.low[mine], other.low[theirs])
        high = np.minimum(self.high[mine], other.high[theirs])
        meet = low < high
        self.low[mine] = np.where(meet, low, self.low[mine])
        self.high[mine] = np.where(meet, high, self.high[mine])
        self.weight[mine] += other.weight[theirs]
        self.moment[mine] += other.moment[theirs]
        self.seen[mine] += other.seen[theirs]

    def append(self, other: _Sum, rows: Any) -> None:
        """Add places that only the other shows."""
        for name in ("low", "high", "weight", "moment", "seen"):
            setattr(self, name, np.concatenate([getattr(self, name), getattr(other, name)[rows]]))


def joint_places(pictures: Sequence[DotSet]) -> JointPlaces:
    """Join the dots of pictures that show the same places.

    Parameters
    ----------
    pictures : sequence of DotSet
        At least one; the most precise is begun with.

    Returns
    -------
    JointPlaces
        Every place that any picture shows, once.

    Examples
    --------
    >>> first = DotSet(np.array([[0.0, 0.0]]), np.array([1.0]), False)
    >>> second = DotSet(np.array([[1.0, 0.0]]), np.array([1.0]), False)
    >>> joint = joint_places([first, second])
    >>> joint.where_m.tolist(), joint.seen.tolist()
    ([[0.5, 0.0]], [2])
    """
    ordered = sorted(pictures, key=lambda one: float(np.median(one.error_m)) if len(one.error_m) else np.inf)
    known = _Sum.of(ordered[0])
    for dots in ordered[1:]:
        other = _Sum.of(dots)
        mine, theirs = _partners(known, other)
        known.join(other, mine, theirs)
        known.append(other, np.setdiff1d(np.arange(len(other.seen)), theirs))
    where, error = known.places()
    return JointPlaces(where, np.sqrt((error**2).mean(axis=1)), known.seen)


def show_the_same(first: DotSet, second: DotSet) -> bool:
    """Whether two pictures show the same places: enough of the dots of the smaller find a partner."""
    least = min(len(first.error_m), len(second.error_m))
    if not least:
        return False
    mine, _theirs = _partners(_Sum.of(first), _Sum.of(second))
    return len(mine) >= max(LEAST_SHARE * least, 1)


def _partners(known: _Sum, other: _Sum) -> tuple[Any, Any]:
    """Rows of the pairs that can be one place, one to one."""
    (where, error), (there, blur) = known.places(), other.places()
    if not len(where) or not len(there):
        return np.zeros(0, int), np.zeros(0, int)
    reach = REACH * np.sqrt((blur**2).mean(axis=1) + np.median((error**2).mean(axis=1)))
    record, _distance = assign(there, where, reach)
    paired = np.flatnonzero(record != UNMATCHED)
    return record[paired], paired

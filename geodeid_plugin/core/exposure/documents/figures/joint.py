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

from ....base.arrays import Array
from ....base.scientific import spatial
from ....mapimage.reidentify.score import UNMATCHED, assign

REACH = 4.0
"""Standard deviations of their difference within which two dots can be one place."""
LEAST_SHARE = 0.3
"""Share of the dots of the smaller picture that must find partners for two pictures to show the same."""
MOST_SHARE = 0.8
"""Share from which they are read together though chance may have given the partners: coarse pixels tell no
more, and the true points tell whether it leads to anybody."""
LEAST_SHORT = 1.0
"""Standard errors by which :func:`nearness` tells pictures of the same places: a third of 20 dots gives more
than two; chance gives as much in one pair of six, and is found out by the true points."""
LEAST_DOTS = 8
"""Fewer dots say nothing about a ratio's mean: eight of them have a standard error of a tenth."""
NONE = -1
"""Instead of a row: the picture does not show the place."""


@dataclass(frozen=True)
class DotSet:
    """Dots of one picture on the ground."""

    where_m: Array
    """Shape (n, 2). Positions, metres of one plane."""
    error_m: Array
    """Shape (n,). Standard deviation along each axis, metres."""
    snapped: bool
    """Whether the true position is uniform in a square about it, half as wide as √3 of the error."""


@dataclass(frozen=True)
class JointPlaces:
    """Places that pictures give away together."""

    where_m: Array
    """Shape (n, 2)."""
    error_m: Array
    """Shape (n,). Standard deviation along each axis, root mean square of the two."""
    members: Array
    """Shape (n, pictures). Row of each place among the dots of each picture, in the order in which these were
    given; ``NONE`` where a picture does not show it."""

    @property
    def seen(self) -> Any:
        """Pictures that show each place."""
        return (self.members != NONE).sum(axis=1)


@dataclass
class _Sum:
    """What is known of places: a square each, and the sum of bell curves by their precision."""

    low: Array
    high: Array
    weight: Array
    moment: Array
    members: Array

    @classmethod
    def of(cls, dots: DotSet, at: int = 0, pictures: int = 1) -> _Sum:
        where = np.asarray(dots.where_m, float).reshape(-1, 2)
        error = np.asarray(dots.error_m, float)[:, None]
        count = len(where)
        half = np.sqrt(3.0) * error if dots.snapped else np.full((count, 1), np.inf)
        weight = np.zeros((count, 1)) if dots.snapped else 1 / np.maximum(error, 1e-9) ** 2
        members = np.full((count, pictures), NONE)
        members[:, at] = np.arange(count)
        return cls(where - half, where + half, weight * np.ones(2), weight * where, members)

    def places(self) -> tuple[Any, Any]:
        """Mean and standard deviation along each axis, shape (n, 2) each."""
        square = np.isfinite(self.low)
        width = np.where(square, self.high - self.low, np.inf)
        middle = np.where(square, (np.where(square, self.low, 0) + np.where(square, self.high, 0)) / 2, 0.0)
        # The square as the bell curve of the same variance, so that both kinds add up.
        flat = np.where(square, 12.0 / np.maximum(width, 1e-9) ** 2, 0.0)
        total = flat + self.weight
        return (flat * middle + self.moment) / total, 1 / np.sqrt(total)

    def join(self, other: _Sum, mine: Array, theirs: Array) -> None:
        """Multiply what is known of pairs; squares that do not meet are kept as they were."""
        low = np.maximum(self.low[mine], other.low[theirs])
        high = np.minimum(self.high[mine], other.high[theirs])
        meet = low < high
        self.low[mine] = np.where(meet, low, self.low[mine])
        self.high[mine] = np.where(meet, high, self.high[mine])
        self.weight[mine] += other.weight[theirs]
        self.moment[mine] += other.moment[theirs]
        self.members[mine] = np.maximum(self.members[mine], other.members[theirs])

    def append(self, other: _Sum, rows: Array) -> None:
        """Add places that only the other shows."""
        for name in ("low", "high", "weight", "moment", "members"):
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
    each = [_Sum.of(dots, at, len(pictures)) for at, dots in enumerate(pictures)]
    blur = [float(np.median(one.error_m)) if len(one.error_m) else np.inf for one in pictures]
    known, *others = (each[at] for at in np.argsort(blur, kind="stable"))
    for other in others:
        mine, theirs = _partners(known, other)
        known.join(other, mine, theirs)
        known.append(other, np.setdiff1d(np.arange(len(other.members)), theirs))
    where, error = known.places()
    return JointPlaces(where, np.sqrt((error**2).mean(axis=1)), known.members)


def show_the_same(first: DotSet, second: DotSet) -> bool:
    """Whether two pictures show the same places: enough of the dots of the smaller find a partner.

    Where dots stand close and are read coarsely, many find one by chance; it is hardly nearer than the next.
    """
    least = min(len(first.error_m), len(second.error_m))
    if not least:
        return False
    mine, _theirs = _partners(_Sum.of(first), _Sum.of(second))
    if len(mine) < max(LEAST_SHARE * least, 1):
        return False
    if len(mine) >= MOST_SHARE * least:
        return True
    short = nearness(first.where_m, second.where_m)
    return short is None or short > LEAST_SHORT


def nearness(one: Any, other: Any) -> float | None:
    """How much nearer the nearest dot of another picture is than the next, in standard errors.

    Of different people, the squared ratio of both distances is even between 0 and 1, however densely people
    live and wherever the region ends; of the same it is smaller.

    ``one``, ``other``: (n, 2), dots of two pictures, metres of one plane. Gives standard errors by which the
    mean ratio falls short of a half; None where too few dots tell one.
    """
    return shortfall(ratios(one, other))


def shortfall(ratio: Any) -> float | None:
    """Standard errors by which the mean of numbers that are even between 0 and 1 falls short of a half."""
    if len(ratio) < LEAST_DOTS:
        return None
    return float((0.5 - np.mean(ratio)) * np.sqrt(12 * len(ratio)))


def ratios(one: Any, other: Any) -> Any:
    """Squared ratio of the distances to the nearest and the next dot of another picture, of each dot."""
    few, many = sorted((np.asarray(one, float), np.asarray(other, float)), key=len)
    if not len(few) or len(many) < 2:
        return np.zeros(0)
    away, _which = spatial.cKDTree(many).query(few, k=2)
    apart = away[:, 1] > 0
    return (away[apart, 0] / away[apart, 1]) ** 2


def _partners(known: _Sum, other: _Sum) -> tuple[Any, Any]:
    """Rows of the pairs that can be one place, one to one."""
    (where, error), (there, blur) = known.places(), other.places()
    if not len(where) or not len(there):
        return np.zeros(0, int), np.zeros(0, int)
    reach = REACH * np.sqrt((blur**2).mean(axis=1) + np.median((error**2).mean(axis=1)))
    record, _distance = assign(there, where, reach)
    paired = np.flatnonzero(record != UNMATCHED)
    return record[paired], paired

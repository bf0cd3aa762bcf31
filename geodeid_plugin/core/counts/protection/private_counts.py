# SPDX-License-Identifier: GPL-2.0-or-later
"""A table of counts with differential privacy by patient: zones, groups and totals that add up.

The counts of the cells, and those of the zones, of the groups and of all, are one vector of queries. Each of
these sets gets a share of the loss and exact noise of its own; what follows reads the noisy answers alone,
and so costs nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.randomness import Source
from .accounting import Loss
from .noise import LEVEL, Noise

Shape = tuple[int, int]
_ZONES_SHARE, _COARSE_SHARE = Fraction(3, 10), Fraction(1, 10)
"""Shares of the loss for the totals of zones, of groups and of all; the cells have the rest. Few counts need
little: at a tenth the total of 1 000 cells is known better than by their sum."""


@dataclass(frozen=True)
class Interval:
    """Published counts of one kind with what the true ones are between, integers of one shape."""

    count: Ints
    """Published: not negative, and adding up to the other kinds."""
    low: Ints
    high: Ints
    """Interval that holds the true count with the chance that was asked for, and the published one."""
    margin: int
    """How far noise moves a count at that chance."""


@dataclass(frozen=True)
class PrivateCounts:
    """A released table."""

    cells: Interval
    zones: Interval
    groups: Interval
    total: Interval
    """Of shape (n, g), (n, 1), (1, g) and (1, 1)."""


def bounded_rows(patient: Ints, rows: int, source: Source) -> Ints:
    """Rows of a table in which no patient has more than so many; which of them go is drawn.

    In rising order. What is kept of a patient depends on no other.

    >>> from ...base.randomness import SystemSource
    >>> len(bounded_rows(np.array([7, 7, 7, 8]), 2, SystemSource()))
    3
    """
    shuffled = source.permutation(len(patient))
    order = shuffled[np.argsort(patient[shuffled], kind="stable")]
    codes = patient[order]
    first = np.searchsorted(codes, codes)
    return np.sort(order[np.arange(len(order)) - first < rows])


@dataclass(frozen=True)
class PrivateRelease:
    """A released table, and what went into it."""

    table: PrivateCounts
    """What is released."""
    counts: Ints
    """Shape (n, g). The true counts of the rows that were kept."""
    rows_cut: int
    patients_cut: int
    """Rows beyond the bound, and the patients whom they are of."""
    loss: Loss
    """What it costs."""
    rows: int
    """Most rows of a patient."""

    @property
    def weak(self) -> Bools:
        """Cells whose noise exceeds what is published of them, shape (n, g)."""
        return self.table.cells.margin > self.table.cells.count


def release_records(
    place: Ints, patients: Sequence[Hashable], shape: Shape, loss: Loss, rows: int, source: Source
) -> PrivateRelease:
    """Count records by zone and group and release the counts.

    Parameters
    ----------
    place : ndarray of int, shape (s,)
        Cell of each record, zone by zone and group by group.
    patients : sequence of length s
        Whose record each is.
    shape : tuple of int
        Zones and groups, which must be known without the records.
    loss : Loss
        ε or ρ of the whole table.
    rows : int
        Most records of a patient; of more, some are drawn.
    source : Source
        Where chance comes from.
    """
    number = {one: at for at, one in enumerate(dict.fromkeys(patients))}
    patient = np.array([number[one] for one in patients], dtype=np.int64)
    kept = bounded_rows(patient, rows, source)
    counts = np.bincount(place[kept], minlength=shape[0] * shape[1]).astype(np.int64).reshape(shape)
    return PrivateRelease(
        table=release_counts(counts, loss, rows, source),
        counts=counts,
        rows_cut=len(patient) - len(kept),
        patients_cut=int((np.bincount(patient) > rows).sum()),
        loss=loss,
        rows=rows,
    )


def sets_of(shape: Shape) -> dict[Shape, Fraction]:
    """The sets of counts of a table of n zones by g groups, by their shapes, with their shares of the loss.

    Examples
    --------
    >>> {shape: str(share) for shape, share in sets_of((5, 1)).items()}
    {(5, 1): '9/10', (1, 1): '1/10'}
    """
    n, g = shape
    shares = {(1, 1): _COARSE_SHARE, (1, g): _COARSE_SHARE, (n, 1): _ZONES_SHARE}
    shares.pop(shape, None)
    return {shape: 1 - sum(shares.values(), Fraction(0)), **shares}


def release_counts(counts: Ints, loss: Loss, rows: int, source: Source) -> PrivateCounts:
    """Release counts of zones by groups so that they tell of no patient more than a loss allows.

    Counts of all zones and groups, shape (n, g), empty ones too: both must be known without the records.
    ``rows`` is the most records of a patient (:func:`bounded_rows`).
    """
    n, g = counts.shape
    noise = {shape: Noise.of(loss.part(share), rows) for shape, share in sets_of((n, g)).items()}
    answers = {
        shape: summed(counts, shape) + one.draw(shape[0] * shape[1], source).reshape(shape)
        for shape, one in noise.items()
    }
    published = consistent(answers, {shape: one.variance for shape, one in noise.items()})

    def interval(shape: Shape) -> Interval:
        count, margin = summed(published, shape), noise[shape].margin(LEVEL)
        low, high = (np.maximum(answers[shape] + side * margin, 0) for side in (-1, 1))
        return Interval(count, np.minimum(low, count), np.maximum(high, count), margin)

    return PrivateCounts(*(interval(shape) for shape in ((n, g), (n, 1), (1, g), (1, 1))))


def summed(cells: Array, shape: Shape) -> Array:
    """Cells added up to a set of counts: over zones, groups or both where its shape has 1."""
    over = tuple(axis for axis in (0, 1) if shape[axis] == 1)
    return cells.sum(axis=over, keepdims=True)


def consistent(answers: dict[Shape, Array], variance: dict[Shape, float]) -> Ints:
    """Whole numbers of the cells, not negative, that fit the noisy answers about best, shape (n, g).

    Weighted least squares first, in closed form: effects of zones, of groups, of both and of none are
    orthogonal. Then, from the total to the zones to the cells, the nearest numbers that are not negative and
    add up, rounded by largest remainders.

    Raising what is negative to 0 takes from the others: where many counts are 0 the large ones come out lower
    by about the noise. Without that the sum would be too high. Answers and their variances are given by the
    shape of the set that they count.
    """
    fitted = least_squares(answers, variance)
    total = np.maximum(np.rint(fitted.sum()), 0).astype(np.int64)
    zones = _whole(_not_negative(fitted.sum(axis=1)[None], total[None]), total[None])[0]
    return _whole(_not_negative(fitted, zones), zones)


def least_squares(answers: dict[Shape, Array], variance: dict[Shape, float]) -> Floats:
    """Cells whose sums are nearest to the answers, each weighted by 1 / variance.

    Answers and their variances are given by the shape of the set that they count; the cells have shape (n,
    g).
    """
    n, g = max(answers)
    weight = {shape: 1 / variance[shape] for shape in answers}
    right = sum((weight[shape] * answers[shape] for shape in answers), np.zeros((n, g)))
    mean = right.mean(keepdims=True)
    zones, groups = right.mean(axis=1, keepdims=True) - mean, right.mean(axis=0, keepdims=True) - mean
    both = right - mean - zones - groups

    def scale(by_zone: bool, by_group: bool) -> float:
        """What the sum of all sets multiplies an effect by; a set that sums over it does not see it."""
        return sum(
            (
                one * (n // shape[0]) * (g // shape[1])
                for shape, one in weight.items()
                if (shape[0] == n or not by_zone) and (shape[1] == g or not by_group)
            ),
            0.0,
        )

    fitted: Floats = (
        mean / scale(False, False) + zones / scale(True, False) + groups / scale(False, True)
        + both / scale(True, True)
    )  # fmt: skip
    return fitted


def _not_negative(values: Floats, sums: Ints) -> Floats:
    """The nearest numbers to each row that are not negative and add up to its sum, shape (n, g).

    Held M, Wolfe P, Crowder HP. Validation of subgradient optimization. Mathematical Programming 6, 1974.
    """
    falling = -np.sort(-values, axis=1)
    taken = (np.cumsum(falling, axis=1) - sums[:, None]) / np.arange(1, values.shape[1] + 1)
    last = np.maximum((falling > taken).sum(axis=1), 1) - 1
    return np.maximum(values - np.take_along_axis(taken, last[:, None], axis=1), 0)


def _whole(values: Floats, sums: Ints) -> Ints:
    """Each row in whole numbers with the same sum, by largest remainders."""
    floors = np.floor(values)
    order = np.argsort(floors - values, axis=1, kind="stable")
    rank = np.argsort(order, axis=1, kind="stable")
    short = sums - floors.sum(axis=1)
    return (floors + (rank < short[:, None])).astype(np.int64)

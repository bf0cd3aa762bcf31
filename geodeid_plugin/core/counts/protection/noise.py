# SPDX-License-Identifier: GPL-2.0-or-later
"""Noise that hides a patient among counts: its law, what it costs, and how far it moves a count."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, log, sqrt

import numpy as np

from ...base.arrays import Ints
from ...base.errors import InputError
from ...base.randomness import Source
from .accounting import Loss
from .sampling import discrete_gaussian, discrete_laplace

LEVEL = 0.95
"""Of the intervals: usual in tables of health statistics."""
_MOST_ROWS = 1_000
"""Rows of a patient beyond which noise would be larger than any count."""
_REACH = 12
"""Standard deviations within which the Gaussian law is summed for intervals."""


@dataclass(frozen=True)
class Noise:
    """Independent noise of each count of a vector."""

    law: str
    """One of 'laplace', 'gaussian'. Discrete Laplace, or discrete Gaussian."""
    parameter: Fraction
    """Its scale, or its σ²."""

    @classmethod
    def of(cls, loss: Loss, rows: int) -> Noise:
        """The noise with which counts of records cost so much.

        Every record is counted once, so that a patient with at most ``rows`` of them changes the counts by
        that in sum, and, all of them in one count, by that in length: both sensitivities are ``rows``.
        """
        if not 1 <= rows <= _MOST_ROWS:
            raise InputError(
                "budget.records.out_of_range",
                "{rows} records of a patient cannot be hidden. Give from 1 to {most}; those beyond are left "
                "out.",
                rows=rows,
                most=_MOST_ROWS,
            )
        if loss.epsilon:
            return cls("laplace", rows / loss.epsilon)
        return cls("gaussian", rows**2 / (2 * loss.rho))

    def draw(self, size: int, source: Source) -> Ints:
        """Whole numbers by the law, shape (size,)."""
        draw = discrete_laplace if self.law == "laplace" else discrete_gaussian
        return draw(self.parameter, size, source)

    @property
    def variance(self) -> float:
        """Variance of the discrete Laplace law; of the Gaussian σ², which is no smaller than its own."""
        if self.law == "gaussian":
            return float(self.parameter)
        ratio = exp(-1 / self.parameter)
        return 2 * ratio / (1 - ratio) ** 2

    def margin(self, level: float = LEVEL) -> int:
        """The least distance that noise keeps with a chance of at least ``level``.

        Examples
        --------
        >>> Noise("laplace", Fraction(1)).margin()
        3
        """
        if self.law == "laplace":
            ratio = exp(-1 / self.parameter)
            beyond = (
                log((1 - level) * (1 + ratio) / 2) * self.parameter
            )  # P(|y| > k) = 2 r**(k + 1) / (1 + r)
            return max(ceil(-beyond) - 1, 0)
        reach = _REACH + int(_REACH * sqrt(self.parameter))
        weights = np.exp(-(np.arange(reach + 1.0) ** 2) / (2 * float(self.parameter)))
        weights[0] /= 2
        inside = np.cumsum(weights)
        return int(np.searchsorted(inside, level * inside[-1]))

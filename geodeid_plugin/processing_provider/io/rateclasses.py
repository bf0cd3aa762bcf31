# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes of released rates and densities: one law for the maps of reports, of pictures and of layers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...i18n import tr
from ...report.numbers import count, decimals

PER = 100_000
"""People that a rate is told for."""
SHADES = ("#cfe3f2", "#8dbfe0", "#3f8cc3", "#0b5c8a")
"""Of the classes, from pale to dark: as many as readers tell apart in one hue."""
_MOST_DECIMALS = 6
"""Of a rate: beyond, classes are one for every reader."""


@dataclass(frozen=True)
class RateClasses:
    """Classes with about as many zones each."""

    low: np.ndarray
    high: np.ndarray
    """Smallest and largest rate in each, records per person or per km², in ascending order."""

    @classmethod
    def of(cls, rates) -> RateClasses:
        """The classes of rates above 0, at most four.

        Examples
        --------
        >>> RateClasses.of([0.1, 0.2, 0.3, 0.4, 0.5]).high.tolist()
        [0.1, 0.2, 0.3, 0.5]
        """
        rates = np.asarray(rates, dtype=float)
        if not len(rates):
            return cls(rates, rates)
        shares = np.arange(len(SHADES)) / len(SHADES)
        low = np.unique(np.quantile(rates, shares, method="higher"))
        step = np.searchsorted(low, rates, side="right") - 1
        return cls(low, np.array([rates[step == at].max() for at in range(len(low))]))

    @property
    def shades(self) -> tuple[str, ...]:
        """Of each class: the darker ones where there are few."""
        return SHADES[len(SHADES) - len(self.low) :]

    def shade(self, rate: float) -> str:
        """Of the class that holds a rate."""
        return self.shades[np.searchsorted(self.low, rate, side="right") - 1]

    def legend(self) -> list[str]:
        """What a legend says of rates; the first says of how many people. No two classes look alike."""
        rates = self._numbers(PER)
        return [tr("{rates} per {base} people", rates=one, base=count(PER)) for one in rates[:1]] + rates[1:]

    def legend_by_size(self) -> list[str]:
        """What a legend says of records per km², or per 100 km² where they are few."""
        sparse = bool(len(self.high)) and self.high[-1] < 1
        words = tr("{range} records per 100 km²") if sparse else tr("{range} records per km²")
        densities = self._numbers(100 if sparse else 1)
        return [words.format(range=one) for one in densities[:1]] + densities[1:]

    def _numbers(self, per: float) -> list[str]:
        if not len(self.low):
            return []
        least = self.low[0] * per
        fewest = 0 if least >= 1000 else 1 if least >= 1 else 3
        numbers: list[str] = []
        for places in range(fewest, _MOST_DECIMALS + 1):
            ends = [[decimals(one * per, places) for one in pair] for pair in zip(self.low, self.high)]
            numbers = ["–".join(dict.fromkeys(pair)) for pair in ends]
            if len(set(numbers)) == len(numbers):
                break
        return numbers

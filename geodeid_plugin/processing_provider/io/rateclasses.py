# SPDX-License-Identifier: GPL-2.0-or-later
"""Classes of released rates: one law for the maps of reports, of pictures and of layers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...i18n import tr
from ...report.numbers import count, decimals

PER = 100_000
"""People that a rate is told for."""
MOST_CLASSES = 4
"""Classes of a map, as many as readers tell apart in one hue."""
_MOST_DECIMALS = 6
"""Of a rate: beyond, classes are one for every reader."""


@dataclass(frozen=True)
class RateClasses:
    """Classes with about as many zones each.

    Attributes
    ----------
    low, high : ndarray, shape (c,)
        Smallest and largest rate in each, records per person, in ascending order.
    """

    low: np.ndarray
    high: np.ndarray

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
        shares = np.arange(MOST_CLASSES) / MOST_CLASSES
        low = np.unique(np.quantile(rates, shares, method="higher"))
        step = np.searchsorted(low, rates, side="right") - 1
        return cls(low, np.array([rates[step == at].max() for at in range(len(low))]))

    def told(self) -> list[str]:
        """What a legend says of each; the first says of how many people. No two classes look alike."""
        if not len(self.low):
            return []
        least = self.low[0] * PER
        fewest = 0 if least >= 1000 else 1 if least >= 1 else 3
        rates: list[str] = []
        for places in range(fewest, _MOST_DECIMALS + 1):
            ends = [[decimals(one * PER, places) for one in pair] for pair in zip(self.low, self.high)]
            rates = ["–".join(dict.fromkeys(pair)) for pair in ends]
            if len(set(rates)) == len(rates):
                break
        return [tr("{rates} per {base} people", rates=rates[0], base=count(PER)), *rates[1:]]

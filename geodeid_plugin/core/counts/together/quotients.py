# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether a column is something divided by the counts: a mean of whole numbers, a share of the records.

14.3 % of the patients died: there were 7, or a multiple of 7. Such a column rises and falls with nothing, but
its values times the counts are whole numbers, as nearly as it is rounded. On rows whose counts are shown that
is tried out; where hidden counts are smaller than all others, their rows are, too.
"""

from __future__ import annotations

import re

import numpy as np

from ...base.arrays import Bools, Floats, Ints
from ...base.scientific import special
from ...exposure.fields.fieldnames import plain_name

_WHOLES = (1.0, 100.0, 1000.0)
"""Of what a column is a part: means and shares, per cent, per mille."""
_SURE = 0.001 / len(_WHOLES)
"""Chance that numbers of no meaning would fit."""
_SLACK, _FLOAT = 1e-9, 1e-14
"""By how much a product of floats may be off, by itself and relative to its size: a phone number is no
multiple of everything."""
_PRIMARY = 1 / 3
"""Share of the hidden counts that are below all that are shown, at least: the others were hidden for them."""
_EXCLUDED = 0.001
"""Chance that so few hidden rows of a share of the records would have a small denominator."""
_LARGEST = 10_000
"""Counts beyond which no number is written finely enough to tell a denominator."""
_NAMED = {
    1.0: r"mean|avg|average|moyenne?s?|moy|mittel(wert)?|promedio|media|share|part|prop(ortion)?|anteil",
    100.0: r"pct|percent(age)?|pourcent(age)?|share|part|prop(ortion)?|anteil",
}
"""Names of what is a part of each whole."""


def divides(name: str, x: Floats, half: float, count: Floats, values: int) -> bool | None:
    """True where hidden counts follow from a column as denominators, False where its name alone says so.

    Parameters
    ----------
    name : str
    x : ndarray, shape (n,)
        The column; NaN where it is empty.
    half : float
        Half of the last place it is written with.
    count : ndarray, shape (n,)
        NaN where one is hidden.
    values : int
        Possible values that a hidden count must keep.

    Examples
    --------
    >>> count = np.array([12.0, 31, 17, 25, 44, 19, np.nan])
    >>> died = np.array([8.3, 3.2, 11.8, 12.0, 6.8, 5.3, 14.3])
    >>> divides("died", died, 0.05, count, 11)
    True
    >>> divides("income", died + 0.4, 0.05, count, 11) is None
    True
    """
    found = None
    for whole in _WHOLES:
        quotient = _Quotient(x / whole, half / whole, count, values)
        if not quotient.is_possible or not quotient.tells:
            continue
        if quotient.chance < _SURE:
            return True
        named = re.search(rf"(^|_)({_NAMED.get(whole, '$.')})(_|$)", plain_name(name))
        found = False if named and not quotient.is_excluded else found
    return found


class _Quotient:
    """A column as parts of one whole."""

    def __init__(self, x: Floats, half: float, count: Floats, values: int) -> None:
        self.half, self.values = half, values
        broken = ~np.isnan(x) & (np.abs(x - np.rint(x)) > half + _SLACK)  # a whole number has any denominator
        hidden = np.isnan(count)
        told = broken & ~hidden & (count > 0) & (count < _LARGEST)
        self.x, self.count, self.hidden = x[told], count[told], x[broken & hidden]
        shown = count[~hidden & (count > 0)]
        self.cut = int(min(shown.min(), _LARGEST)) if len(shown) else 0

    @property
    def is_possible(self) -> bool:
        """Whether no shown count contradicts it."""
        return bool(self._fit(self.x, self.count).all())

    @property
    def tells(self) -> bool:
        """Whether too few denominators remain of some hidden count."""
        remaining = self._denominators(max(self.values, self.cut - 1)).sum(axis=1)
        return bool((remaining < self.values).any())

    @property
    def is_excluded(self) -> bool:
        """Whether hidden rows have as few small denominators as numbers of a census have."""
        fitting = int(self._denominators(self.cut - 1).any(axis=1).sum())
        share = _PRIMARY + (1 - _PRIMARY) * self._by_chance
        return bool(special.bdtr(fitting, len(self.hidden), min(share, 1.0)) < _EXCLUDED)

    @property
    def chance(self) -> float:
        """Chance that as many numbers of no meaning would fit, those of hidden rows with small counts."""
        chance = float(np.minimum(2 * self.half * self.count, 1.0).prod())
        if self._denominators(self.cut - 1).any(axis=1).all():
            chance *= self._by_chance ** len(self.hidden)
        return chance

    @property
    def _by_chance(self) -> float:
        """Chance that a number of no meaning has a small denominator."""
        small = np.arange(2, max(self.cut, 2)).tolist()
        fractions = sum(int((np.gcd(np.arange(1, n), n) == 1).sum()) for n in small)
        return min(2 * self.half * fractions, 1.0)

    def _denominators(self, most: int) -> Bools:
        """Which counts up to the given one each hidden count may be, shape (hidden, most)."""
        return self._fit(self.hidden[:, None], np.arange(1, max(most, 0) + 1))

    def _fit(self, x: Floats, count: Floats | Ints) -> Bools:
        """Whether parts of a number of records are whole numbers of them."""
        times = x * count
        fit: Bools = np.abs(times - np.rint(times)) <= self.half * count + _SLACK + _FLOAT * np.abs(times)
        return fit

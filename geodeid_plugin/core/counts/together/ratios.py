# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether a column may be a ratio of the counts to a denominator that stands in no column of the table.

A standardised ratio is the count over what was expected, and who knows the expected (a smooth surface, a
census by age) has the count, also where it is withheld. Nothing in the table holds the denominator, so no
arithmetic finds it. But whatever it is, as long as it does not follow the ratio the count rises with the
ratio one to one: the slope of their logarithms is 1, given the people. And a ratio is at least as scattered
as counts of independent people are. A column may stay where the rows exclude either.

The slope is estimated from all rows. Where a count is hidden it is small, as far as the column and the people
tell, or was hidden for another reason, with a chance of its own (a censored regression, Tobin, Econometrica
26(1), 1958, with misclassified rows): the shown counts alone, cut off from below, would pull the slope to 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Bools, Floats
from ...base.scientific import optimize, special

_LEAST_SLOPE = 0.5
"""Slope from which a column may be a ratio: below 1, as its denominator may follow it somewhat, and above 1
where the ratio was smoothed."""
_SLOPE_CHANCE = 0.1
"""Chance that a slope of exactly the least would look as small as one that is excluded; of 1 far less."""
_LARGEST_LOG = 30.0
"""No logarithm of a ratio is as large."""
_SCATTER_CHANCE = 0.01
"""Chance that a ratio would scatter as little as a column that is excluded."""
_FEWEST = 4
"""Shown counts beyond those that the regression's terms take up, below which nothing is estimated."""
_MOST_ROWS = 2000
"""Rows from which the slope is estimated; of more of them, evenly chosen ones."""
_SOME_CHANCE = -2.5
"""Where the search for the chance (log odds) of hiding a count that is not small starts: 8 %."""


@dataclass(frozen=True)
class _Scale:
    """A column and counts on scales on which a ratio has slope 1, and terms beside it, shapes (n,), (n, t).

    ``count`` is NaN where it is hidden; ``cut`` is the least that is shown, and ``noise`` the variance that
    counts of independent people have.
    """

    column: Floats
    count: Floats
    beside: Floats
    cut: float
    noise: float

    @property
    def scatters(self) -> bool:
        """Whether the column is scattered at least as counts are."""
        weights = np.linalg.lstsq(self.beside, self.column, rcond=None)[0]
        rest = self.column - self.beside @ weights
        left = len(rest) - self.beside.shape[1]
        return bool(rest @ rest >= self.noise * special.chdtri(left, 1 - _SCATTER_CHANCE))

    def fitted(self, slope: float | None) -> tuple[float, float]:
        """Log likelihood at a slope, or at the likeliest one, and that slope."""
        hidden = np.isnan(self.count)
        terms = self.beside if slope is not None else np.column_stack([self.column, self.beside])
        known = self.column * (slope or 0.0)
        target = (self.count - known)[~hidden]
        start = np.linalg.lstsq(terms[~hidden], target, rcond=None)[0]
        spread = np.log(max(float(np.std(target - terms[~hidden] @ start)), 1e-2))

        def unlikely(values: Floats) -> float:
            log_sd, other = float(np.clip(values[-2], -6, 12)), float(special.expit(values[-1]))
            mean = terms @ values[:-2] + known
            away = (self.count - mean)[~hidden] / np.exp(log_sd)
            small = np.exp(special.log_ndtr((self.cut - mean[hidden]) / np.exp(log_sd)))
            shown = -(away @ away) / 2 - len(away) * (log_sd - np.log1p(-min(other, 1 - 1e-9)))
            return -float(shown + np.log(small + other * (1 - small) + 1e-300).sum())

        found = optimize.minimize(unlikely, np.r_[start, spread, _SOME_CHANCE], method="BFGS")
        return -float(found.fun), float(found.x[0])


def may_be_ratio(column: Floats, count: Floats, people: Floats | None) -> bool:
    """Whether rows leave it open that a column is the counts over a denominator that nobody has shown.

    NaN is an empty cell, or a count that is hidden.

    >>> source = np.random.default_rng(1)
    >>> expected = 12 + 8 * np.sin(np.arange(60) / 9)
    >>> count = source.poisson(expected * source.gamma(10, 0.1, 60)).astype(float)
    >>> shown = np.where(count < 11, np.nan, count)
    >>> may_be_ratio(np.round(count / expected, 2), shown, None)
    True
    >>> may_be_ratio(source.gamma(2, 3, 60), shown, None)
    False
    """
    rows = np.flatnonzero(~np.isnan(column))
    rows = rows[:: -(-len(rows) // _MOST_ROWS) or 1]
    crowd = None if people is None else people[rows]
    return any(_open(scale) for scale in _scales(column[rows], count[rows], crowd))


def _scales(x: Floats, count: Floats, people: Floats | None) -> Iterator[_Scale]:
    """Ratios; where a column falls below 0 their logarithms, what they exceed 1 or 100 % by, and excesses."""
    if not (x < 0).any():
        yield from _scale(x, np.log, count, people)
        return
    if np.abs(x).max() < _LARGEST_LOG:
        yield from _scale(np.exp(x), np.log, count, people)
    for whole in (1.0, 100.0):
        if x.min() > -whole:
            yield from _scale(1 + x / whole, np.log, count, people)
    yield from _scale(x, np.asarray, count, people)


def _scale(x: Floats, scaled: Callable[[Any], Any], count: Floats, people: Floats | None) -> Iterator[_Scale]:
    """The rows that a scale takes, unless too few of them show a count."""
    rows = np.ones(len(x), dtype=bool) if scaled is np.asarray else (x > 0) & ~(count <= 0)
    rows &= True if people is None else people > 0
    beside = [np.ones(int(rows.sum()))]
    if people is not None:
        crowd = scaled(people[rows])
        beside.append((crowd - crowd.mean()) / max(float(np.std(crowd)), 1e-12))
    shown: Bools = ~np.isnan(count[rows])
    if shown.sum() < len(beside) + 1 + _FEWEST:
        return
    known, u = count[rows][shown], scaled(x[rows])
    noise = float(np.mean(known if scaled is np.asarray else 1 / known))
    cut = float(scaled(max(known.min() - 0.5, 1e-9)))
    yield _Scale(u - u.mean(), scaled(count[rows]), np.column_stack(beside), cut, noise)


def _open(scale: _Scale) -> bool:
    """Whether neither the scatter nor the slope excludes a ratio."""
    if not scale.scatters:
        return False
    likeliest, slope = scale.fitted(None)
    if not np.isfinite(likeliest) or slope >= _LEAST_SLOPE:
        return True
    at_least, _slope = scale.fitted(_LEAST_SLOPE)
    return bool(2 * (likeliest - at_least) <= special.chdtri(1, 2 * _SLOPE_CHANCE))

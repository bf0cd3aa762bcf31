# SPDX-License-Identifier: GPL-2.0-or-later
"""People who are unique in a population that nobody has a table of, estimated from a sample of it.

Pitman's model (Pitman 1995; Hoshino 2001) takes the people one by one: the next joins a class of size c with
probability (c - alpha) / (theta + n), or founds a new one with (theta + alpha u) / (theta + n), where n
people are in u classes. The logarithm of the likelihood of a sample with s_j classes of size j is

    sum_{i=1}^{u-1} ln(theta + i alpha) - sum_{i=1}^{n-1} ln(theta + i)
        + sum_j s_j sum_{i=1}^{j-1} ln(i - alpha)                                       (1)

A person is unique among all N where nobody else joins, so

    P(unique in the population)                  = prod_{i=1}^{N-1} (theta + alpha + i - 1) / (theta + i)  (2)
    P(unique in the population | unique in n)    = prod_{i=n}^{N-1} (theta + alpha + i - 1) / (theta + i)  (3)

Intervals are those of the profile likelihood, the least and the most that a figure comes to where twice the
fall of (1) from its maximum is within the 95 % quantile of chi squared, widened by the chance with which
people turn out to be unique (binomial).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Bools, Floats
from ...base.errors import InputError
from ...base.scientific import special
from .rates import Z95, Spectrum

_CHI_SQUARED_95 = 3.841458820694124
"""95 % quantile of chi squared with one degree of freedom."""
_STEPS = 61
"""Values of each parameter on the grid that is narrowed about the maximum."""
_ROUNDS = 12
"""Times that the grid is narrowed; each brings a third of its width or less."""
_LARGEST_THETA = 1e8
"""Beyond, everybody is unique, and the logarithms of the gamma function cancel."""
_FEWEST = 10
"""Fewest records, and classes, from which anything is estimated."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class PopulationUniques:
    """What a sample tells of the population behind it."""

    theta: float
    alpha: float
    """The parameters that fit best."""
    unique_people: Estimate
    """People of the population whose values nobody shares."""
    truly_unique: Estimate
    """Share of the sample's unique records that are unique in the population."""


def population_uniques(sample: Spectrum, people: int) -> PopulationUniques:
    """Estimate the unique people of a population from a sample drawn at random.

    Parameters
    ----------
    sample : Spectrum
        Class sizes of the sample.
    people : int
        People of the population, the sample included.

    Raises
    ------
    InputError
        If the population is smaller than the sample, or the sample is too small, or all alike or all
        different, so that it says nothing about a population.

    Examples
    --------
    >>> from geodeid_plugin.core.exposure.uniqueness.rates import spectrum_of
    >>> found = population_uniques(spectrum_of([1] * 60 + [2] * 20 + [5] * 10 + [20] * 5), people=2_500)
    >>> found.truly_unique.low < found.truly_unique.value < found.truly_unique.high
    True
    """
    n, u = sample.records, int(sample.count.sum())
    if people < n:
        raise InputError(
            "uniqueness.population.too_small",
            "The population has {people} people, fewer than the {records} records. It must hold them all.",
            people=people,
            records=n,
        )
    if min(n, u) < _FEWEST or u == n:
        raise InputError(
            "uniqueness.classes.tell_nothing",
            "{records} records in {classes} classes say nothing about a population: give more records, or "
            "models of fewer or coarser fields.",
            records=n,
            classes=u,
        )
    grid = _about_the_maximum(sample)
    theta, alpha = grid.best
    return PopulationUniques(
        theta=theta,
        alpha=alpha,
        unique_people=_scaled(_estimate(grid, 1, people, people), people),
        truly_unique=_estimate(grid, n, people, int(sample.count[sample.size == 1].sum())),
    )


@dataclass(frozen=True)
class _Grid:
    """Parameters that cover the 95 % region, and how far (1) falls there from its maximum."""

    theta: Floats
    alpha: Floats
    fall: Floats

    @property
    def best(self) -> tuple[float, float]:
        """The parameters at the maximum."""
        at = np.unravel_index(np.argmin(self.fall), self.fall.shape)
        return float(self.theta[at]), float(self.alpha[at])

    @property
    def inside(self) -> Bools:
        """The 95 % region."""
        return 2 * self.fall <= _CHI_SQUARED_95


def _stays(theta: Floats, alpha: Floats, seen: int, people: int) -> Floats:
    """Equation (3), and (2) with one person seen."""
    logarithm = (
        special.gammaln(theta + alpha + people - 1)
        - special.gammaln(theta + alpha + seen - 1)
        + special.gammaln(theta + seen)
        - special.gammaln(theta + people)
    )
    return np.exp(np.minimum(logarithm, 0.0))


def _log_likelihood(sample: Spectrum, theta: Floats, alpha: Floats) -> Floats:
    """Equation (1) on a grid, shape of ``theta`` and ``alpha``."""
    n, u = sample.records, int(sample.count.sum())
    new = (u - 1) * np.log(alpha) + special.gammaln(theta / alpha + u) - special.gammaln(theta / alpha + 1)
    placed = special.gammaln(theta + n) - special.gammaln(theta + 1)
    within = np.zeros(np.shape(alpha))
    for size, count in zip(sample.size[sample.size > 1], sample.count[sample.size > 1]):
        within += count * (special.gammaln(size - alpha) - special.gammaln(1 - alpha))
    return new - placed + within


def _about_the_maximum(sample: Spectrum) -> _Grid:
    """A grid that is narrowed until it covers little but the 95 % region.

    It is in logit alpha and ln(theta + alpha), which hold every theta > -alpha.
    """
    centre, half = np.array([0.0, np.log(sample.records)]), np.array([12.0, np.log(sample.records) + 6.0])
    for _ in range(_ROUNDS):
        logit, level = (np.linspace(c - h, c + h, _STEPS) for c, h in zip(centre, half))
        level = np.minimum(level, np.log(_LARGEST_THETA))
        alpha = 1 / (1 + np.exp(-logit))[:, None] + np.zeros(_STEPS)
        theta = np.exp(level)[None, :] - alpha
        logarithm = _log_likelihood(sample, theta, alpha)
        grid = _Grid(theta, alpha, logarithm.max() - logarithm)
        kept = [values[grid.inside.any(axis=axis)] for values, axis in ((logit, 1), (level, 0))]
        step = half * 2 / (_STEPS - 1)
        low = np.array([values.min() for values in kept]) - step
        high = np.array([values.max() for values in kept]) + step
        settled = np.all(high - low > 0.5 * 2 * half)
        centre, half = (low + high) / 2, (high - low) / 2
        if settled:
            break
    return grid


def _estimate(grid: _Grid, seen: int, people: int, trials: int) -> Estimate:
    """Probability of staying unique between two numbers of people, over so many who may or may not."""
    values = _stays(grid.theta[grid.inside], grid.alpha[grid.inside], seen, people)
    theta, alpha = grid.best
    value = float(_stays(np.array(theta), np.array(alpha), seen, people))
    chance = Z95 * np.sqrt(value * (1 - value) / max(trials, 1))
    low = value - np.hypot(value - values.min(), chance)
    high = value + np.hypot(values.max() - value, chance)
    return Estimate(value, float(np.clip(low, 0.0, 1.0)), float(np.clip(high, 0.0, 1.0)))


def _scaled(share: Estimate, people: int) -> Estimate:
    return Estimate(share.value * people, share.low * people, share.high * people)

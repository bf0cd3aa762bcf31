# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether class sizes follow a power law: likelihoods instead of pseudo-R² (Clauset, Shalizi & Newman 2009).

A straight line on two logarithmic scales fits nearly anything that falls. Here the sizes x >= x_min follow

    p(x) = x^-alpha / zeta(alpha, x_min)

by maximum likelihood, with the x_min whose Kolmogorov–Smirnov distance is least. The fit is held against a
discrete log-normal and a geometric (exponential) law of the same tail by Vuong's test: the ratio R of the
logarithms of the likelihoods, divided by its standard deviation, is normal where neither law is nearer to the
truth. R above 0 speaks for the power law.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Floats, Ints
from ...base.errors import InputError
from ...base.scientific import optimize, special, stats
from .rates import Spectrum

_FEWEST = 50
"""Fewest classes in a tail; below, Clauset et al. find the estimate biased."""
_LEAST_SHARE = 0.05
"""Share of the classes that a tail must hold: the last few sizes of any law look like a power law."""
_CANDIDATES = 40
"""Values of x_min that are tried, spread over the sizes."""
_STEEPEST = 8.0
"""Largest exponent looked at; beyond, a tail is as good as one size."""


@dataclass(frozen=True)
class Comparison:
    """Vuong's test of the power law against another: ``ratio`` above 0 speaks for the power law."""

    ratio: float
    p: float


@dataclass(frozen=True)
class Tail:
    """The power law that fits best, and its rivals."""

    start: int
    """``x_min``."""
    exponent: float
    """``alpha``."""
    classes: int
    """Classes in the tail."""
    distance: float
    """Kolmogorov–Smirnov distance."""
    log_normal: Comparison
    exponential: Comparison
    """Against the two other laws."""


def fit_tail(spectrum: Spectrum) -> Tail:
    """Fit a power law to the tail of class sizes, and hold it against two others.

    Parameters
    ----------
    spectrum : Spectrum
        Class sizes.

    Raises
    ------
    InputError
        If there are fewer than fifty classes, or all are of one size.

    Examples
    --------
    >>> from geodeid_plugin.core.exposure.uniqueness.rates import Spectrum
    >>> sizes = np.arange(1, 200)
    >>> tail = fit_tail(Spectrum(sizes, np.round(1e6 * sizes**-2.5).astype(int) + 1))
    >>> 2.2 < tail.exponent < 2.8
    True
    """
    size, count = np.asarray(spectrum.size), np.asarray(spectrum.count)
    if count.sum() < _FEWEST or len(size) < 3:
        raise InputError(
            "uniqueness.classes.too_few",
            "{classes} classes of {sizes} sizes are too few to tell a power law from another law.",
            classes=int(count.sum()),
            sizes=len(size),
        )
    start, exponent, distance = _best_start(size, count)
    tail = size >= start
    size, count = size[tail], count[tail]
    power = _power(size, start, exponent)
    return Tail(
        int(start),
        exponent,
        int(count.sum()),
        distance,
        _vuong(power, _log_normal(size, count, start), count),
        _vuong(power, _exponential(size, count, start), count),
    )


def _best_start(size: Ints, count: Ints) -> tuple[int, float, float]:
    """``x_min``, exponent and distance of the best fit."""
    left = np.cumsum(count[::-1])[::-1]
    possible = np.flatnonzero(left >= max(min(_FEWEST, left[0]), _LEAST_SHARE * left[0]))
    possible = possible[: max(1, len(size) - 2)]
    rows = np.unique(np.linspace(0, len(possible) - 1, _CANDIDATES).astype(int))
    fits = [_fit(size[row:], count[row:]) for row in possible[rows]]
    return min(fits, key=lambda fit: fit[2])


def _fit(size: Ints, count: Ints) -> tuple[int, float, float]:
    start, total = int(size[0]), count.sum()
    logs = float(count @ np.log(size))
    found = optimize.minimize_scalar(
        lambda alpha: total * np.log(special.zeta(alpha, start)) + alpha * logs,
        bounds=(1.01, _STEEPEST),
        method="bounded",
    )
    exponent = float(found.x)
    seen = np.cumsum(count) / total
    expected = 1 - special.zeta(exponent, size + 1.0) / special.zeta(exponent, start)
    before = np.r_[0.0, seen[:-1]]
    reached = 1 - special.zeta(exponent, size.astype(float)) / special.zeta(exponent, start)
    return start, exponent, float(max(np.abs(seen - expected).max(), np.abs(before - reached).max()))


def _power(size: Ints, start: int, exponent: float) -> Floats:
    return np.asarray(-exponent * np.log(size) - np.log(special.zeta(exponent, start)))


def _exponential(size: Ints, count: Ints, start: int) -> Floats:
    excess = float(count @ (size - start)) / float(count.sum())
    stop = 1 / (1 + excess)
    return np.asarray(np.log(stop) + (size - start) * np.log1p(-stop))


def _log_normal(size: Ints, count: Ints, start: int) -> Floats:
    mean = float(count @ np.log(size)) / float(count.sum())
    spread = np.sqrt(float(count @ (np.log(size) - mean) ** 2) / float(count.sum()))

    def logarithms(parameters: Floats) -> Floats:
        middle, width = parameters[0], np.exp(parameters[1])

        def above(x: Floats) -> Floats:
            return np.asarray(stats.norm.logsf((np.log(x) - middle) / width))

        far, near = above(size + 0.5), above(size - 0.5)
        return np.asarray(
            near + np.log(-np.expm1(np.minimum(far - near, -1e-300))) - above(np.array(start - 0.5))
        )

    starts = [(mean, np.log(max(spread, 0.05))), (mean - 2, np.log(max(2 * spread, 0.1)))]
    answers = [
        optimize.minimize(lambda p: -float(count @ logarithms(p)), first, method="Nelder-Mead")
        for first in starts
    ]
    return logarithms(min(answers, key=lambda answer: answer.fun).x)


def _vuong(one: Floats, other: Floats, count: Ints) -> Comparison:
    apart, total = one - other, float(count.sum())
    ratio = float(count @ apart)
    spread = np.sqrt(max(float(count @ (apart - ratio / total) ** 2), 1e-300))
    return Comparison(ratio, float(special.erfc(abs(ratio) / (spread * np.sqrt(2)))))

# SPDX-License-Identifier: GPL-2.0-or-later
"""Rates of the true areas from masked points.

Points at destination j count Poisson with mean

    E[Y_j] = sum_i e_i r_i P_ij                                                            (1)

where e_i cases are expected in area i and r_i is its relative rate. Without a prior (1) is hopeless:
many r explain the same Y. The prior is a log-Gaussian field,

    log r ~ N(0, c^2 11' + s^2 exp(-d_ij / l)),                                            (2)

with the level c vague and scale s and range l estimated. The mode of log r is found by Newton's method
with Fisher's information; around it the posterior is taken for normal (Laplace), for each (s, l) of a
grid, and the grid is weighed by the marginal likelihood (Rue, Martino and Chopin 2009, JRSS B 71).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Floats, Ints, cholesky_factor, solved_below
from ..base.errors import InputError, Phrase
from ..base.progress import Progress, silent
from ..base.scientific import linalg, sparse, stats
from ..geometry.sphere import haversine_m
from .masked_table import MaskedTable

_CONFIDENCE = 0.95
"""Of the intervals."""
MOST_AREAS = 4000
"""Areas at once: the field is dense, so memory grows with the square and work with the cube."""

_LEVEL_SD = 3.0
"""Prior standard deviation of the overall log level: data decide it."""
_SCALES = (0.05, 0.15, 0.3, 0.5, 0.8, 1.2)
"""Grid of s: disease rates of small areas differ by factors of 1.05 to 3 (log sd)."""
_RANGES = (1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4)
"""Grid of l as a share of the region's extent."""
_SCALE_RATE = 1.0
"""Exponential prior of s: a log sd above 3 has a chance of 5 % (a penalised-complexity prior). Twice the rate
made intervals hold 0.2 to 0.4 % less often where few cases say what s is."""
_ROUNDS = 60
"""Steps of Newton's method at most."""
_STILL = 1e-6
"""Gain of log-likelihood at which the climb ends."""


@dataclass(frozen=True)
class MaskedRates:
    """Relative rates of the areas."""

    ratio: Array
    low: Array
    high: Array
    """Shape (n,). Posterior median of r_i and its interval; NaN where nothing is expected."""
    log_sd: Array
    """Shape (n,). Of log r_i."""
    exceedance: Array
    """Shape (n,). Probability that r_i exceeds 1."""
    scale: float
    range_m: float
    """Posterior means of s, and of l in metres."""


def masked_rates(
    mask: MaskedTable,
    counts: Floats,
    lon_deg: Floats,
    lat_deg: Floats,
    progress: Progress = silent,
    known: tuple[float, float] | None = None,
) -> MaskedRates:
    """Estimate the relative rate of every area from counts of masked points.

    Parameters
    ----------
    mask : MaskedTable
        With the cases expected in each area; for plain rates, its people times the overall rate.
    counts : array_like, shape (m,)
        Masked points at each destination.
    lon_deg, lat_deg : array_like, shape (n,)
        Representative points of the areas, degrees.
    known : tuple of float, optional
        s and l (metres), where they need no estimate, as in a simulation that drew the rates itself.

    Raises
    ------
    InputError
        More than :data:`MOST_AREAS` areas with people, fewer than 3, no points, or points that the
        table cannot have produced.
    """
    counts = np.asarray(counts, dtype=float)
    mask.check(counts)
    used = np.flatnonzero(mask.expected > 0)
    _check(len(used), counts)
    lon, lat = np.asarray(lon_deg, dtype=float)[used], np.asarray(lat_deg, dtype=float)[used]
    distance_m = haversine_m(lon[:, None], lat[:, None], lon[None, :], lat[None, :])
    model = _Model(mask.flow[:, used].tocsr(), counts)
    fit = _weighed(model, distance_m, progress, known)
    return _spread(*fit, used, len(mask.expected))


def _check(areas: int, counts: Floats) -> None:
    if counts.sum() <= 0:
        raise InputError("rates.points.none", "There are no masked points, so there is no rate to estimate.")
    if areas < 3:
        raise InputError(
            "rates.areas.too_few", "Rates need at least 3 areas with people; there are {count}.", count=areas
        )
    if areas > MOST_AREAS:
        raise InputError(
            "rates.areas.too_many",
            "{count} areas are too many for a field of rates; at most {most} can be estimated together. "
            "Estimate one county or region at a time.",
            count=areas,
            most=MOST_AREAS,
        )


class _Model:
    """Likelihood (1) of the counts; destinations that nobody can reach say nothing."""

    def __init__(self, flow: sparse.csr_matrix, counts: Floats) -> None:
        reached = np.flatnonzero(np.asarray(flow.sum(axis=1)).ravel() > 0)
        self.flow, self.counts = flow[reached], counts[reached]
        self.level = float(self.counts.sum() / self.flow.sum())

    def expansion(self, log_rate: Floats) -> tuple[float, Floats, sparse.csr_matrix]:
        """Log-likelihood, its gradient, and the square root B of Fisher's information, B'B."""
        rate = np.exp(log_rate)
        mean = self.flow @ rate
        log_likelihood = float(self.counts @ np.log(mean) - mean.sum())
        jacobian = self.flow @ sparse.diags(rate)
        return log_likelihood, jacobian.T @ (self.counts / mean - 1), sparse.diags(mean**-0.5) @ jacobian

    def log_likelihood(self, log_rate: Floats) -> float:
        mean = self.flow @ np.exp(log_rate)
        return float(self.counts @ np.log(mean) - mean.sum())


@dataclass(frozen=True)
class _Fit:
    weight: float
    mean: Array
    variance: Array


def _weighed(
    model: _Model,
    distance_m: Floats,
    progress: Progress,
    known: tuple[float, float] | None,
) -> tuple[Floats, Floats, tuple[float, float]]:
    """Means and standard deviations of log r, and the means of s and l."""
    extent = float(distance_m.max())
    if extent == 0:
        raise InputError(
            "rates.areas.one_place", "All areas lie at one place, so their rates cannot be distinguished."
        )
    grid = [known] if known else [(scale, extent * share) for share in _RANGES for scale in _SCALES]
    fits, cost = [], {}
    for step, (scale, range_m) in enumerate(grid):
        progress(step / len(grid), Phrase("Estimating the field of rates"))
        if range_m not in cost:
            cost = {range_m: np.exp(-distance_m / range_m)}
        fits.append(_fit(model, scale, cost[range_m]))
    weight = np.exp([fit.weight for fit in fits] - np.max([fit.weight for fit in fits]))
    weight /= weight.sum()
    centre = np.array([fit.mean for fit in fits])
    mean = weight @ centre
    variance = weight @ (np.array([fit.variance for fit in fits]) + (centre - mean) ** 2)
    scale, range_m = weight @ np.array(grid)
    return mean, np.sqrt(variance), (float(scale), float(range_m))


def _spread(
    mean: Floats,
    sd: Floats,
    hyper: tuple[float, float],
    used: Ints,
    areas: int,
) -> MaskedRates:
    reach = stats.norm.ppf((1 + _CONFIDENCE) / 2)

    def whole(values: Floats) -> Floats:
        out = np.full(areas, np.nan)
        out[used] = values
        return out

    return MaskedRates(
        ratio=whole(np.exp(mean)),
        low=whole(np.exp(mean - reach * sd)),
        high=whole(np.exp(mean + reach * sd)),
        log_sd=whole(sd),
        exceedance=whole(stats.norm.sf(-mean / sd)),
        scale=float(hyper[0]),
        range_m=float(hyper[1]),
    )


def _fit(model: _Model, scale: float, correlation: Floats) -> _Fit:
    """Mode and Laplace approximation at one scale and range.

    The field is L v with v standard normal, so that the system is I + L'FL: symmetric, and never
    worse conditioned than the data make it (Rasmussen and Williams 2006, algorithm 3.1).
    """
    n = len(correlation)
    covariance = scale**2 * correlation + _LEVEL_SD**2
    root = cholesky_factor(covariance + 1e-9 * np.eye(n))
    white = linalg.solve_triangular(root, np.full(n, np.log(model.level)), lower=True)
    value = model.log_likelihood(root @ white) - white @ white / 2
    for _ in range(_ROUNDS):
        _log_likelihood, gradient, half = model.expansion(root @ white)
        projected = half @ root
        factor = cholesky_factor(projected.T @ projected + np.eye(n))
        slope = root.T @ gradient - white
        step = linalg.cho_solve((factor, True), slope)
        white, value, gain = _climbed(model, root, white, step, value)
        if gain < _STILL:
            break
    inverse = solved_below(factor, root.T)
    log_marginal = value - np.log(np.diag(factor)).sum()
    prior = np.log(scale) - _SCALE_RATE * scale
    mean = root @ white + _lean(model, root @ white, inverse)
    return _Fit(log_marginal + prior, mean, (inverse**2).sum(axis=0))


def _lean(model: _Model, mode: Floats, inverse: Floats) -> Array:
    """From the mode of log r to its mean: a Poisson likelihood falls faster above the mode than below.

    The first-order term of the third derivatives (Tierney and Kadane 1986, JASA 81); without it
    true rates lay below the middle of the intervals by 0.15 standard deviations where 1.4 cases
    were expected in an area (`scripts/evidence/analysis rates`, Plymouth).
    """
    _log_likelihood, _gradient, half = model.expansion(mode)
    spread = ((half @ inverse.T) ** 2).sum(axis=1)
    root_mean = np.sqrt(model.flow @ np.exp(mode))
    return -0.5 * (inverse.T @ (inverse @ (half.T @ (spread / root_mean))))


def _climbed(
    model: _Model, root: Floats, white: Floats, step: Floats, value: float
) -> tuple[Array, float, float]:
    """The step, halved until the posterior rises: far from the mode a full one can overshoot."""
    length = 1.0
    while length > 1e-4:
        trial = white + length * step
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            found = float(model.log_likelihood(root @ trial) - trial @ trial / 2)
        if np.isfinite(found) and found >= value:
            return trial, found, found - value
        length /= 2
    return white, value, 0.0

# SPDX-License-Identifier: GPL-2.0-or-later
"""How large a cohort must be before the rate of re-identifiable records meets a threshold.

Two answers are given: the exact one from the closed form, and the one from the power law
rate = a size^b that MacRae 2012 fits to simulated rates. Where they differ, the closed form is right:
class sizes of real data follow no power law over the whole range.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .rates import Z95, Spectrum, expected_rate, expected_sd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Array, Floats


@dataclass(frozen=True)
class SafeSize:
    """Smallest cohort size that meets a threshold, with its 95 % interval."""

    size: int | None
    """The smallest size; None where no size up to ``limit`` meets the threshold."""
    low: int | None
    high: int | None
    """Sizes at which the lower and the upper end of the 95 % interval of the rate meet it."""
    limit: int
    """The largest size looked at: the number of records."""


@dataclass(frozen=True)
class PowerLaw:
    """The fit rate = a size^b."""

    a: float
    b: float
    """Factor and exponent; NaN where fewer than two rates are above zero."""
    pseudo_r2: float
    """1 - residual / total sum of squares of the rates; NaN where three rates above zero are missing."""
    zeros_left_out: int
    """Rates of zero, which a power law cannot reach."""
    points: int
    """Rates that were fitted."""
    covariance: Floats
    """Shape (2, 2). Of (ln a at the centre of the sizes, b); NaN with fewer than three points."""
    centre: float
    """The geometric mean of the sizes."""

    def rate(self, size: Any) -> Any:
        """Fitted rates at sizes."""
        return self.a * np.asarray(size, dtype=float) ** self.b

    def size_for(self, threshold: float) -> tuple[float, float, float]:
        """Size at which the fitted rate falls to the threshold, and its 95 % interval.

        The interval is the delta method's on the logarithm of the size, with Student's t for the few
        points. All three are NaN where the fit does not fall.
        """
        if not self.b < 0 or threshold <= 0:
            return np.nan, np.nan, np.nan
        log_factor = np.log(self.a) + self.b * np.log(self.centre)
        step = (np.log(threshold) - log_factor) / self.b
        gradient = np.array([-1 / self.b, -step / self.b])
        error = np.sqrt(max(gradient @ self.covariance @ gradient, 0.0)) if self.points > 2 else np.nan
        log_size = np.log(self.centre) + step
        half = _t95(self.points - 2) * error if self.points > 2 else np.nan
        with np.errstate(over="ignore"):
            size, low, high = (float(np.exp(value)) for value in (log_size, log_size - half, log_size + half))
            return size, low, high


def _t95(freedom: int) -> float:
    from scipy.stats import t

    return float(t.ppf(0.975, freedom))


def fit_power_law(sizes: Sequence[float] | Array, rates: Sequence[float] | Array) -> PowerLaw:
    """Fit rate = a size^b by non-linear least squares, zeros left out (MacRae 2012).

    Parameters
    ----------
    sizes : array_like, shape (n,)
        Cohort sizes.
    rates : array_like, shape (n,)
        Rates between 0 and 1.

    Returns
    -------
    PowerLaw
        With NaN where there are too few rates above zero, instead of a fit that looks perfect.
    """
    from scipy.optimize import least_squares

    sizes, rates = np.asarray(sizes, dtype=float), np.asarray(rates, dtype=float)
    above = rates > 0
    left_out, points = int((~above).sum()), int(above.sum())
    unknown = np.full((2, 2), np.nan)
    if points < 2 or np.ptp(sizes[above]) == 0:
        return PowerLaw(np.nan, np.nan, np.nan, left_out, points, unknown, np.nan)
    log_size, rate = np.log(sizes[above]), rates[above]
    centre = log_size.mean()
    slope, level = np.polyfit(log_size - centre, np.log(rate), 1)

    def residual(parameters: Floats) -> Floats:
        return np.exp(parameters[0] + parameters[1] * (log_size - centre)) - rate

    solution = least_squares(residual, [level, slope], x_scale="jac", ftol=1e-14, xtol=1e-14, gtol=1e-14)
    level, slope = solution.x
    error = float(solution.fun @ solution.fun)
    total = float(((rate - rate.mean()) ** 2).sum())
    enough = points > 2
    covariance = np.linalg.pinv(solution.jac.T @ solution.jac) * error / (points - 2) if enough else unknown
    pseudo_r2 = 1 - error / total if enough and total > 0 else np.nan
    return PowerLaw(
        float(np.exp(level - slope * centre)),
        float(slope),
        pseudo_r2,
        left_out,
        points,
        covariance,
        float(np.exp(centre)),
    )


def smallest_safe_size(spectrum: Spectrum, k: int, threshold: float) -> SafeSize:
    """Smallest cohort whose expected rate meets the threshold, by the closed form.

    The expected rate falls with the size, because a larger cohort holds more class-mates of every
    record, so halving finds the size. The interval comes from the spread between cohorts.

    Parameters
    ----------
    spectrum : Spectrum
        Class sizes of the whole file.
    k : int
        Largest class that counts as re-identifiable.
    threshold : float
        Largest share of re-identifiable records that is accepted.
    """
    total = spectrum.records

    def smallest(shift: float) -> int | None:
        def meets(size: int) -> bool:
            return expected_rate(spectrum, size, k) + shift * expected_sd(spectrum, size, k) <= threshold

        if not meets(total):
            return None
        low, high = 0, total
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if meets(middle) else (middle, high)
        return high

    return SafeSize(smallest(0.0), smallest(-Z95), smallest(Z95), total)

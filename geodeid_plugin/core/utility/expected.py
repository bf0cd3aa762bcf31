# SPDX-License-Identifier: GPL-2.0-or-later
"""Indirect standardisation: how many cases an area would have at the rates of a reference.

Expected cases of area i are the sum over strata k of n_ik r_k, where r_k is the rate of the reference
in stratum k: all areas taken together (internal standardisation) or a published table. Observed over
expected is the standardised ratio (SMR, SIR); its interval is the exact one of a Poisson count
(Garwood 1936, Biometrika 28).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Floats, Ints
from ..base.errors import InputError, named
from ..base.scientific import stats


@dataclass(frozen=True)
class Standardised:
    """Observed and expected cases of areas."""

    observed: Array
    expected: Array
    """Shape (n,). Cases, and the cases expected at the reference's rates."""
    ratio: Array
    low: Array
    high: Array
    """Shape (n,). Observed over expected with its exact interval; NaN where nothing is expected."""


def rates_of_strata(stratum: Ints, cases: Array, people: Array, strata: int) -> Array:
    """Cases over people in each stratum, all areas together, shape (strata,).

    Examples
    --------
    >>> import numpy as np
    >>> rates_of_strata(np.array([0, 1, 0]), np.array([1, 4, 3]), np.array([100, 50, 100]), 2).tolist()
    [0.02, 0.08]
    """
    held = np.bincount(stratum, cases, strata)
    room = np.bincount(stratum, people, strata)
    empty = np.flatnonzero((held > 0) & (room == 0))
    if len(empty):
        raise InputError(
            "expected.strata.no_people",
            "{count} strata have cases but no people. Correct the populations, or join these strata "
            "with others.",
            count=len(empty),
        )
    return np.divide(held, room, out=np.zeros(strata), where=room > 0)


def standardised(
    area: Ints, stratum: Ints, people: Floats, rates: Floats, observed: Floats, confidence: float = 0.95
) -> Standardised:
    """Expected cases by area, and observed over expected.

    Parameters
    ----------
    area, stratum : ndarray of int, shape (p,)
        Area (row of ``observed``) and stratum of each population cell.
    people : ndarray, shape (p,)
        People (or person-years) of each cell.
    rates : ndarray, shape (strata,)
        Rate of the reference in each stratum, cases a person.
    observed : ndarray, shape (n,)
        Cases of each area.
    confidence : float
        Of the intervals.

    Raises
    ------
    InputError
        A rate is negative or missing, or an area has cases where none can be expected.

    Examples
    --------
    >>> import numpy as np
    >>> found = standardised(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([1000, 500, 2000]),
    ...                      np.array([0.002, 0.01]), np.array([9, 2]))
    >>> found.expected.tolist(), found.ratio.round(3).tolist()
    ([7.0, 4.0], [1.286, 0.5])
    """
    rates, observed = np.asarray(rates, dtype=float), np.asarray(observed, dtype=float)
    if not (np.isfinite(rates) & (rates >= 0)).all():
        raise InputError(
            "expected.rate.negative",
            "A rate of the reference is negative or missing. Correct the reference table.",
        )
    expected = np.bincount(area, people * rates[stratum], len(observed))
    impossible = np.flatnonzero((observed > 0) & (expected == 0))
    if len(impossible):
        raise InputError(
            "expected.cases.no_people",
            "Cases are found where none can be expected, in rows {rows}: these areas have no people in any "
            "stratum with a rate above 0. Correct their populations.",
            rows=named(impossible),
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(expected > 0, observed / expected, np.nan)
        low, high = (bound / expected for bound in poisson_interval(observed, confidence))
    nothing = expected == 0
    return Standardised(
        observed, expected, ratio, np.where(nothing, np.nan, low), np.where(nothing, np.nan, high)
    )


def poisson_interval(counts: Array, confidence: float = 0.95) -> tuple[Array, Array]:
    """Exact interval of the mean of a Poisson count (Garwood 1936).

    >>> low, high = poisson_interval([10])
    >>> round(float(low[0]), 2), round(float(high[0]), 2)
    (4.8, 18.39)
    """
    counts, tail = np.asarray(counts, dtype=float), (1 - confidence) / 2
    low = np.where(counts > 0, stats.chi2.ppf(tail, 2 * np.maximum(counts, 1)) / 2, 0.0)
    return low, stats.chi2.ppf(1 - tail, 2 * counts + 2) / 2

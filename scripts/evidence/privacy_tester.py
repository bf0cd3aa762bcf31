# SPDX-License-Identifier: GPL-2.0-or-later
"""A statistical tester of differential privacy, and mechanisms with faults that it must find.

Nothing here knows how noise is drawn: the tester sees draws with a patient and without.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
from scipy.stats import chi2

REJECTED = 5.0
"""Standard errors beyond which a mechanism is not private: 1 in 3.5 million by chance."""
DIGITS = 4096
"""More than there are places of a float's digits."""
_RARE = 40
"""Draws of both sides that a value needs to be looked at by itself; rarer ones are one class."""
_EXPECTED = 10
"""Draws that a class of the test of a law is expected to hold."""


def excess(one, other, epsilon: float, delta: float = 0.0) -> float:
    """Standard errors by which some event is likelier than ``e**epsilon`` times and ``delta`` allow.

    The event is chosen on the first halves of the draws and counted on the second, both ways round.

    Parameters
    ----------
    one, other : ndarray, shape (n,)
        What a mechanism tells of two neighbouring data sets, a draw each.
    epsilon, delta : float
        The promise.
    """
    return max(_excess(one, other, epsilon, delta), _excess(other, one, epsilon, delta))


def _excess(one, other, epsilon: float, delta: float) -> float:
    values, codes = np.unique(np.concatenate([one, other]), return_inverse=True)
    codes = codes.reshape(2, -1)
    counts = [
        [np.bincount(half, minlength=len(values)) for half in np.array_split(side, 2)] for side in codes
    ]
    rare = sum(counts[0]) + sum(counts[1]) < _RARE
    (chosen, counted), (chosen_other, counted_other) = (
        [np.append(half[~rare], half[rare].sum()) for half in side] for side in counts
    )
    event = chosen > exp(epsilon) * chosen_other
    p, q = counted[event].sum() / counted.sum(), counted_other[event].sum() / counted_other.sum()
    spread = p * (1 - p) / counted.sum() + exp(2 * epsilon) * q * (1 - q) / counted_other.sum()
    return (p - exp(epsilon) * q - delta) / sqrt(spread) if spread else 0.0


def as_told(values) -> np.ndarray:
    """What an observer sees of floats: their whole part, and which digit is their last."""
    whole, digits = np.floor(values), np.frexp(values)
    mantissa = (digits[0] * 2.0**53).astype(np.int64)
    last = np.log2((mantissa & -mantissa).astype(float)) + digits[1]
    return whole * DIGITS + last + DIGITS / 2


def misfit(drawn, weights: dict) -> float:
    """Chance of draws at least as far from a law, by chi-squared.

    Parameters
    ----------
    drawn : ndarray of int
        Whole numbers.
    weights : dict of int to float
        Probabilities of the law; what is missing to 1 is one class.
    """
    common = [value for value, weight in weights.items() if weight * len(drawn) >= _EXPECTED]
    values, counts = np.unique(drawn, return_counts=True)
    seen = dict(zip(values.tolist(), counts.tolist()))
    observed = np.array([seen.get(value, 0) for value in common])
    expected = np.array([weights[value] for value in common]) * len(drawn)
    observed, expected = (np.append(part, len(drawn) - part.sum()) for part in (observed, expected))
    held = expected > 1e-9 * len(drawn)
    return float(chi2.sf(((observed - expected)[held] ** 2 / expected[held]).sum(), held.sum() - 1))


def laplace_law(scale: float) -> dict:
    """Probabilities of the discrete Laplace law."""
    ratio = exp(-1 / scale)
    reach = int(40 * scale) + 2
    return {k: (1 - ratio) / (1 + ratio) * ratio ** abs(k) for k in range(-reach, reach + 1)}


def gaussian_law(variance: float) -> dict:
    """Probabilities of the discrete Gaussian law."""
    reach = int(9 * sqrt(variance)) + 2
    weights = {k: exp(-(k**2) / (2 * variance)) for k in range(-reach, reach + 1)}
    total = sum(weights.values())
    return {k: weight / total for k, weight in weights.items()}


def least_delta(law: dict, shift: int, epsilon: float) -> float:
    """The δ that a law has by its definition, where a patient moves a count by ``shift``."""
    return sum(max(0.0, weight - exp(epsilon) * law.get(k - shift, 0.0)) for k, weight in law.items())


def float_laplace(source, scale: float, size: int, bits: int = 53) -> np.ndarray:
    """The fault of the textbook: noise as the logarithm of a uniform float of so many bits."""
    uniform = (source.integers(0, 2**bits, size) + 0.5) * 2.0**-bits
    return np.where(source.random(size) < 0.5, 1, -1) * -scale * np.log(uniform)

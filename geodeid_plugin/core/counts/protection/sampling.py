# SPDX-License-Identifier: GPL-2.0-or-later
"""Whole numbers drawn by the discrete Laplace and the discrete Gaussian law, exactly.

Every decision compares random bits with a ratio of whole numbers: no logarithm is taken and nothing is
rounded. Noise that is computed in floats gives the true count away by its last digits (Mironov, On
significance of the least significant bits for differential privacy, CCS 2012).

References
----------
Canonne CL, Kamath G, Steinke T. The discrete Gaussian for differential privacy. NeurIPS 2020, algorithms 1
to 3.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Callable

import numpy as np

from ...base.arrays import Array, Bools, Ints
from ...base.randomness import WORD_BITS, Source


def discrete_laplace(scale: Fraction, size: int, source: Source) -> Ints:
    """Whole numbers y with a chance in proportion to exp(-|y| / scale).

    The scale is above 0, its numerator below 2**31.
    """
    step, parts = scale.numerator, scale.denominator

    def candidates(count: int) -> tuple[Ints, Bools]:
        low = _below(step, count, source)
        accepted = bernoulli_exp(low, np.full(count, step), source)
        size_of = (low + step * _geometric(count, source)) // parts
        negative = source.words(count) % 2 == 1
        return np.where(negative, -size_of, size_of), accepted & ~(negative & (size_of == 0))

    return _until_accepted(size, candidates)


def discrete_gaussian(variance: Fraction, size: int, source: Source) -> Ints:
    """Whole numbers y with a chance in proportion to exp(-y² / (2 variance)).

    The variance of what is drawn is at most σ².
    """
    over, under = variance.numerator, variance.denominator
    step = isqrt(over // under) + 1

    def candidates(count: int) -> tuple[Ints, Bools]:
        drawn = discrete_laplace(Fraction(step), count, source)
        # Python's own whole numbers, which do not overflow.
        distance = under * step * np.abs(drawn).astype(object) - over
        below = np.full(count, 2 * over * under * step**2, dtype=object)
        whole, rest = distance**2 // below, distance**2 % below
        return drawn, bernoulli_exp(rest, below, source) & (_geometric(count, source) >= whole)

    return _until_accepted(size, candidates)


def bernoulli(over: Array, under: Array, source: Source) -> Bools:
    """True with the chance over / under each, shape (n,).

    0 <= over <= under; as int64 below 2**31, or as Python's whole numbers.
    """
    true = np.zeros(len(over), dtype=bool)
    rows = np.arange(len(over))
    while len(rows):
        # A uniform number lies between word and word + 1 of 2**31 parts: surely below over / under, surely
        # not, or it is decided by further bits.
        margin = over * 2**WORD_BITS - source.words(len(rows)) * under
        true[rows[margin >= under]] = True
        undecided = (margin > 0) & (margin < under)
        rows, over, under = rows[undecided], margin[undecided], under[undecided]
    return true


def bernoulli_exp(over: Array, under: Array, source: Source) -> Bools:
    """True with the chance exp(-over / under) each, shape (n,); arguments as of :func:`bernoulli`."""
    true = np.zeros(len(over), dtype=bool)
    rows, turn = np.arange(len(over)), 1
    while len(rows):
        goes_on = bernoulli(over[rows], under[rows], source)
        one = np.ones(int(goes_on.sum()), dtype=np.int64)
        goes_on[goes_on] = bernoulli(one, turn * one, source)
        true[rows[~goes_on]] = turn % 2 == 1
        rows, turn = rows[goes_on], turn + 1
    return true


def _geometric(size: int, source: Source) -> Ints:
    """Whole numbers g from 0 with P(g >= k) = exp(-k), shape (size,)."""
    drawn = np.zeros(size, dtype=np.int64)
    rows = np.arange(size)
    while len(rows):
        one = np.ones(len(rows), dtype=np.int64)
        rows = rows[bernoulli_exp(one, one, source)]
        drawn[rows] += 1
    return drawn


def _below(limit: int, size: int, source: Source) -> Ints:
    """Whole numbers from 0 to limit - 1, equally likely, shape (size,)."""
    most = 2**WORD_BITS // limit * limit

    def candidates(count: int) -> tuple[Ints, Bools]:
        words = source.words(count)
        return words % limit, words < most

    return _until_accepted(size, candidates)


def _until_accepted(size: int, candidates: Callable[[int], tuple[Ints, Bools]]) -> Ints:
    """The first accepted candidate of each row, shape (size,)."""
    drawn = np.zeros(size, dtype=np.int64)
    rows = np.arange(size)
    while len(rows):
        values, accepted = candidates(len(rows))
        drawn[rows[accepted]] = values[accepted]
        rows = rows[~accepted]
    return drawn

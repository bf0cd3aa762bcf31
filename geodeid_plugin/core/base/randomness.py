# SPDX-License-Identifier: GPL-2.0-or-later
"""Where chance comes from: the operating system, or a seed for tests.

A release drawn from a seeded stream can be undone by anyone who learns the seed and the method
(science of the field: the draws are the secret). Core functions take one of these sources and
never make their own.
"""

from __future__ import annotations

import os
from typing import Protocol

import numpy as np

from .arrays import Floats, Ints
from .errors import InputError

WORD_BITS = 31
"""Random bits of a word: its product with another such number fits into 64 bits with their sign."""


class Source(Protocol):
    """What the core asks of chance."""

    def uniform(self, size: int) -> Floats:
        """Uniform numbers in [0, 1), shape ``(size,)``."""

    def normal(self, size: int) -> Floats:
        """Standard normal numbers, shape ``(size,)``."""

    def permutation(self, size: int) -> Ints:
        """A random order of ``range(size)``."""

    def words(self, size: int) -> Ints:
        """Whole numbers of :data:`WORD_BITS` random bits each, for draws without floats."""

    def generator(self) -> np.random.Generator:
        """A generator for draws that numpy makes itself."""


class SystemSource:
    """Draws from the operating system's cryptographic source; the only one fit for a release."""

    def uniform(self, size: int) -> Floats:
        """Uniform numbers in [0, 1), shape ``(size,)``, 53 random bits each."""
        bits = np.frombuffer(os.urandom(8 * size), dtype=np.uint64) >> np.uint64(11)
        return bits * 2.0**-53

    def normal(self, size: int) -> Floats:
        """Standard normal numbers, shape ``(size,)`` (Box and Muller 1958)."""
        radius = np.sqrt(-2 * np.log1p(-self.uniform(size)))
        return radius * np.cos(2 * np.pi * self.uniform(size))

    def permutation(self, size: int) -> Ints:
        """A random order of ``range(size)``: ranks of 64-bit keys, whose ties are negligible."""
        keys = np.frombuffer(os.urandom(8 * size), dtype=np.uint64)
        return np.argsort(keys, kind="stable")

    def words(self, size: int) -> Ints:
        """Whole numbers of :data:`WORD_BITS` random bits each, shape ``(size,)``."""
        return np.frombuffer(os.urandom(4 * size), dtype=np.uint32).astype(np.int64) >> (32 - WORD_BITS)

    def generator(self) -> np.random.Generator:
        """A fast generator for random maps that are compared and thrown away, never for a release."""
        return np.random.default_rng(int.from_bytes(os.urandom(16), "big"))


class SeededSource:
    """A repeatable stream. What is drawn from it is for testing and not for release.

    Examples
    --------
    >>> [round(float(value), 3) for value in SeededSource(1).uniform(3)]
    [0.512, 0.95, 0.144]
    """

    def __init__(self, seed: int) -> None:
        if seed < 0:
            raise InputError("run.seed.negative", "The seed is {seed}. It must be 0 or more.", seed=str(seed))
        self._generator = np.random.default_rng(seed)

    def uniform(self, size: int) -> Floats:
        """Uniform numbers in [0, 1), shape ``(size,)``."""
        return self._generator.random(size)

    def normal(self, size: int) -> Floats:
        """Standard normal numbers, shape ``(size,)``."""
        return self._generator.standard_normal(size)

    def permutation(self, size: int) -> Ints:
        """A repeatable order of ``range(size)``."""
        return self._generator.permutation(size)

    def words(self, size: int) -> Ints:
        """Repeatable whole numbers of :data:`WORD_BITS` bits each, shape ``(size,)``."""
        return self._generator.integers(0, 2**WORD_BITS, size)

    def generator(self) -> np.random.Generator:
        """The stream itself."""
        return self._generator


def drawn_entries(weight: Floats, first: Ints, last: Ints, source: Source) -> Ints:
    """One of the entries from ``first`` to before ``last`` of each group, by their weights.

    >>> drawn_entries(np.array([1.0, 0.0, 2.0]), np.array([0, 1]), np.array([2, 3]), SeededSource(1)).tolist()
    [0, 2]
    """
    up_to = np.concatenate([[0.0], np.cumsum(weight)])
    low, high = up_to[first], up_to[last]
    at = np.searchsorted(up_to, low + source.uniform(len(first)) * (high - low), side="right") - 1
    return np.clip(at, first, last - 1)

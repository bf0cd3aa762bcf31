# SPDX-License-Identifier: GPL-2.0-or-later
"""Slow reference of the matching engine: every way to give each dot a home of its own, one after another."""

from itertools import permutations
from math import prod


def posterior_by_enumeration(weight):
    """Probability of each pair as nested lists, by listing every one-to-one matching."""
    n, m = len(weight), len(weight[0])
    total, found = 0.0, [[0.0] * m for _ in range(n)]
    for homes in permutations(range(m), n):
        value = prod(weight[dot][home] for dot, home in enumerate(homes))
        total += value
        for dot, home in enumerate(homes):
            found[dot][home] += value
    return [[value / total for value in row] for row in found]

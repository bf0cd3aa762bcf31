# SPDX-License-Identifier: GPL-2.0-or-later
"""Exact posterior of a small component: ratios of permanents by dynamic programming over sets of dots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ....base.arrays import Array, Bools, Floats, Ints

MOST_DOTS = 14
"""Components with more dots are left to the chain: sets of dots double with each."""

MOST_CELLS = 4_000_000
"""Homes times sets of dots that are held at once: 64 MB for the two tables."""


def affordable(dots: Ints, homes: Ints) -> Bools:
    """Whether components of that many dots and homes can be done exactly, bool."""
    dots = np.asarray(dots)
    return (dots <= MOST_DOTS) & (np.asarray(homes) * 2.0 ** np.minimum(dots, 60) <= MOST_CELLS)


def posterior(weight: Floats) -> Array:
    """Probability of each pair when every dot has a home of its own.

    The probability of a matching is proportional to the product of its weights. Homes are taken one
    after another; a state is the set of dots that already have one.

    Parameters
    ----------
    weight : ndarray, shape (n, m)
        Likelihood of dot r at home h, m at least n; 0 where impossible.

    Returns
    -------
    ndarray, shape (n, m)
        Each row sums to 1, each column to at most 1.
    """
    n, m = weight.shape
    before, after = np.zeros((m + 1, 2**n)), np.zeros((m + 1, 2**n))
    before[0, 0], after[m, -1] = 1.0, 1.0
    for home in range(m):
        _with_home(before[home], before[home + 1], weight[:, home], False)
        before[home + 1] /= before[home + 1].max()
    for home in reversed(range(m)):
        _with_home(after[home + 1], after[home], weight[:, home], True)
        after[home] /= after[home].max()
    found = np.zeros((n, m))
    for home in range(m):
        for dot in np.flatnonzero(weight[:, home]):
            without, with_it = before[home].reshape(-1, 2, 2**dot), after[home + 1].reshape(-1, 2, 2**dot)
            found[dot, home] = weight[dot, home] * np.einsum("ij,ij->", without[:, 0], with_it[:, 1])
        unused = np.dot(before[home], after[home + 1])
        total = unused + found[:, home].sum()
        found[:, home] /= total
    return found


def _with_home(source: Floats, target: Floats, weight: Floats, backwards: bool) -> None:
    """Fill ``target`` with the states of ``source`` after one home more is given away, or not."""
    target[:] = source
    for dot in np.flatnonzero(weight):
        old, new = source.reshape(-1, 2, 2**dot), target.reshape(-1, 2, 2**dot)
        if backwards:
            new[:, 0] += weight[dot] * old[:, 1]
        else:
            new[:, 1] += weight[dot] * old[:, 0]

# SPDX-License-Identifier: GPL-2.0-or-later
"""Names for arrays by what they hold, and the algebra on them that must not hold Python's lock.

The shape stands in the docstring of what takes or gives them. Sums and orders of tables that are too long
to be copied are made some rows at a time, to the same last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .scientific import csgraph, fft, linalg, sparse

Floats = NDArray[np.floating[Any]]
"""Numbers, such as degrees or metres."""
Ints = NDArray[np.integer[Any]]
"""Whole numbers: counts, rows, codes."""
Bools = NDArray[np.bool_]
"""Masks."""
Objects = NDArray[np.object_]
"""Identifiers and names, one Python object each."""
Array = NDArray[Any]
"""Any of them."""

_SUMMED = 2**20
"""Rows that are summed or ordered together: memory alone."""
_COLUMNS = 100
"""Right sides that are solved at once: a tenth of a second of work at most for some thousand rows."""


def cholesky_factor(matrix: Floats) -> Floats:
    """Lower Cholesky factor by LAPACK, while other threads go on.

    SciPy's ``cho_factor`` does the same work with Python's lock held: QGIS's window stood still for as long
    as a matrix was factored in the background. Only the lower triangle is read; the result is in Fortran's
    order, as SciPy's triangular solvers read it without a copy.

    >>> cholesky_factor(np.array([[4.0, 2.0], [2.0, 2.0]])).tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    return np.asfortranarray(np.linalg.cholesky(matrix))


def solved_below(factor: Floats, right: Floats) -> Floats:
    """Solve ``factor @ x = right`` for a lower triangle, letting other threads in between columns."""
    return np.hstack(
        [
            linalg.solve_triangular(factor, right[:, at : at + _COLUMNS], lower=True)
            for at in range(0, right.shape[1], _COLUMNS)
        ]
    )


def connected(first: Ints, second: Ints, count: int) -> Ints:
    """Part of each of so many nodes that links join, by chains too; parts are numbered by their first nodes.

    Examples
    --------
    >>> connected(np.array([3, 1]), np.array([1, 4]), 5).tolist()
    [0, 1, 2, 1, 1]
    """
    links = sparse.coo_matrix((np.ones(len(first), dtype=bool), (first, second)), shape=(count, count))
    part: Ints = csgraph.connected_components(links, directed=False)[1]
    return part


def convolved(values: Floats, kernel: Floats) -> Array:
    """A picture convolved with a kernel of odd sides, as large as the picture.

    As ``scipy.signal.fftconvolve`` does it, which takes a quarter of a second to load.
    """
    sides = [(long, short) for long, short in zip(values.shape, kernel.shape)]
    shape = [fft.next_fast_len(long + short - 1, True) for long, short in sides]
    whole: Array = fft.irfft2(fft.rfft2(values, shape) * fft.rfft2(kernel, shape), shape)
    rows, columns = (slice((short - 1) // 2, (short - 1) // 2 + long) for long, short in sides)
    return whole[rows, columns]


def ranks(values: Floats) -> Array:
    """Ranks from 1, the mean one where values are equal; no ``scipy.stats`` is loaded for them.

    >>> ranks(np.array([5.0, 1.0, 5.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _values, place, count = np.unique(values, return_inverse=True, return_counts=True)
    mean: Array = (np.cumsum(count) - (count - 1) / 2)[place]
    return mean


def by_first(label: Ints) -> Ints:
    """Labels numbered from 0 in the order in which they first appear: 7, -1, 3, 7 are 0, -1, 1, 0."""
    number = np.full(len(label), -1, dtype=np.int64)
    kept = label >= 0
    _values, start, inverse = np.unique(label[kept], return_index=True, return_inverse=True)
    number[kept] = np.argsort(np.argsort(start))[inverse]
    return number


def steps_of(count: Ints) -> Ints:
    """0, 1, 2… of each of so many: 2, 0, 3 are 0, 1, 0, 1, 2."""
    return np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)


def blocks(count: int, size: int) -> Iterator[slice]:
    """All of so many rows, some at a time.

    >>> [(some.start, some.stop) for some in blocks(5, 2)]
    [(0, 2), (2, 4), (4, 5)]
    """
    return (slice(start, min(start + size, count)) for start in range(0, count, size))


def summed(
    index: Ints, amount: Callable[[slice], Array], count: int, size: int = _SUMMED
) -> NDArray[np.float64]:
    """``np.bincount`` with weights, to the last digit, without a copy of all rows.

    ``amount`` gives what the rows of a slice add to the sum that ``index`` names.

    >>> part = np.array([0.1, 0.2, 0.3])
    >>> summed(np.array([1, 0, 1]), lambda some: part[some], 2, size=2).tolist()
    [0.2, 0.4]
    """
    every, total = np.arange(count), np.zeros(count)
    for some in blocks(len(index), size):
        at, added = index[some], np.asarray(amount(some), dtype=float)
        if some.start:
            # The sums so far come first, so that all is added in the order of the rows.
            at, added = np.concatenate([every, at]), np.concatenate([total, added])
        total = np.asarray(np.bincount(at, added, count), dtype=float)
    return total


def rows_by(key: Ints, size: int = _SUMMED) -> Iterator[Ints]:
    """All rows, those of the smallest keys first, some at a time, so that sorting these sorts all.

    Keys are whole numbers of 0 or more; rows of the same key stay together.

    >>> [rows.tolist() for rows in rows_by(np.array([2, 0, 1, 0, 2]), size=3)]
    [[1, 2, 3], [0, 4]]
    """
    if len(key) <= size:
        yield np.arange(len(key))
        return
    held = np.zeros(int(key.max()) + 1, dtype=np.int64)
    for some in blocks(len(key), size):
        held += np.bincount(key[some], minlength=len(held))
    reached = np.cumsum(held)
    low = 0
    while low < len(held):
        before = reached[low - 1] if low else 0
        high = max(low + 1, int(np.searchsorted(reached, before + size, side="right")))
        yield np.flatnonzero((key >= low) & (key < high))
        low = high

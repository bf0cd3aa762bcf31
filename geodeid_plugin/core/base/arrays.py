# SPDX-License-Identifier: GPL-2.0-or-later
"""Names for arrays by what they hold, and the algebra on them that must not hold Python's lock.

The shape stands in the docstring of what takes or gives them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

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

_COLUMNS = 100
"""Right sides that are solved at once: a tenth of a second of work at most for some thousand rows."""


def cholesky_factor(matrix: Floats) -> Floats:
    """Lower Cholesky factor by LAPACK, while other threads go on.

    SciPy's ``cho_factor`` does the same work with Python's lock held: QGIS's window stood still for as
    long as a matrix was factored in the background.

    Parameters
    ----------
    matrix : (n, n) array
        Symmetric; only the lower triangle is read.

    Returns
    -------
    (n, n) array
        In Fortran's order, as SciPy's triangular solvers read it without a copy.

    Raises
    ------
    numpy.linalg.LinAlgError
        Where the matrix is not positive definite.

    Examples
    --------
    >>> cholesky_factor(np.array([[4.0, 2.0], [2.0, 2.0]])).tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    return np.asfortranarray(np.linalg.cholesky(matrix))


def solved_below(factor: Floats, right: Floats) -> Floats:
    """Solve ``factor @ x = right`` for a lower triangle, letting other threads in between columns.

    Parameters
    ----------
    factor : (n, n) array
    right : (n, k) array

    Returns
    -------
    (n, k) array
    """
    from scipy.linalg import solve_triangular

    return np.hstack(
        [
            solve_triangular(factor, right[:, at : at + _COLUMNS], lower=True)
            for at in range(0, right.shape[1], _COLUMNS)
        ]
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Crowd and table of several releases together.

Dots of different releases were drawn from different tables. A dot of unknown release was drawn from table
r with the share w_r of the records that r drew, so all of them together are Poisson with the crowd
sum over r of w_r t_j(r) and the table sum over r of w_r P_ij(r).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..base.arrays import Array, Floats, Ints


def shares_of(records: ArrayLike) -> Floats:
    """Share of all records that each release drew, shape (releases,).

    Raises
    ------
    InputError
        A release without records.

    Examples
    --------
    >>> shares_of([30, 10]).tolist()
    [0.75, 0.25]
    """
    drawn = np.asarray(records, dtype=float)
    if not (drawn > 0).all():
        raise InputError(
            "crowd.release.no_records", "A release without records adds nothing. Leave its crowd out."
        )
    return drawn / drawn.sum()


def added(pairs: list[Array], values: list[Floats], shares: Floats) -> tuple[Ints, Floats]:
    """Weighted sum of sparse values by key.

    Parameters
    ----------
    pairs : list of ndarray, shape (k, p_r)
        Keys of release r as whole numbers: destinations, or origins and destinations.
    values : list of ndarray, shape (p_r,)
    shares : ndarray, shape (releases,)

    Returns
    -------
    tuple of ndarray
        The keys that occur, shape (k, q), and their sums, shape (q,).
    """
    keys: Ints = np.concatenate(pairs, axis=1)
    weighted = np.concatenate([share * np.asarray(one, float) for share, one in zip(shares, values)])
    found, where = np.unique(keys, axis=1, return_inverse=True)
    return found, np.bincount(where.ravel(), weighted, found.shape[1]).astype(float)

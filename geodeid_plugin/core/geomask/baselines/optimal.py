# SPDX-License-Identifier: GPL-2.0-or-later
"""The geo-indistinguishable table of least expected move, for a few dozen places (Bordenabe et al. 2014)."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ...base.errors import AuditError, InputError
from ...base.scientific import optimize, sparse
from ...geometry.polygons import Polygons
from ...geometry.sphere import haversine_m
from .choices import Choices
from .containers import Containers

MOST_PLACES = 100
"""Places beyond which no table is solved: 10 000 unknowns and some 100 000 rows take a minute."""
_MIXES = (0.0, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5)
"""Shares of a row that all places have in common, tried until the solver's rounding breaks no promise."""
_SLACK = 1e-9
"""Of the promise, relative: rounding of the exponentials alone."""


def optimal_table(
    lon_deg: Floats, lat_deg: Floats, people: Floats, epsilon_per_m: float, dilation: float = 1.1
) -> Floats:
    """Chances K of being reported at each place, from each, of the least expected move.

        minimise    Σ_x π_x Σ_z K_xz d(x, z)
        subject to  Σ_z K_xz = 1,  K ≥ 0
                    K_xz ≤ exp(ε d(x, x') / δ) K_x'z      for the edges x, x' of a δ-spanner

    Along a path of the spanner, at most δ times as long as the straight way, the rows multiply to the promise
    K_xz ≤ exp(ε d(x, x')) K_x'z for all pairs. With δ = 1 every pair has a row of its own. ``people`` is the
    prior π up to a factor, of at most 100 places. A larger δ, ``dilation``, is faster and moves a little
    farther. The table has a row for each true place, and the promise holds for the very numbers returned, see
    :func:`largest_loss`.

    Bordenabe N, Chatzikokolakis K, Palamidessi C. Optimal geo-indistinguishable mechanisms for location
    privacy. CCS 2014.

    Two places: the true one is reported with the largest chance that the promise allows.

    >>> table = optimal_table([0.0, 0.001], [0.0, 0.0], [1, 1], 0.01, dilation=1)
    >>> bool(abs(table[0, 0] - np.exp(0.01 * 111.195) / (1 + np.exp(0.01 * 111.195))) < 1e-5)
    True
    """
    lon, lat = np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float)
    prior = np.asarray(people, dtype=float)
    count = len(lon)
    if not 2 <= count <= MOST_PLACES:
        raise InputError(
            "optimal.places.out_of_range",
            "An optimal table is solved for 2 to {most} places.",
            most=MOST_PLACES,
        )
    if not (prior >= 0).all() or not prior.sum() > 0 or not 0 < epsilon_per_m < np.inf or not dilation >= 1:
        raise InputError(
            "optimal.numbers.out_of_range",
            "ε must be above 0, the dilation 1 or more, and people must live somewhere.",
        )
    away_m = haversine_m(lon[:, None], lat[:, None], lon[None, :], lat[None, :])
    if not (away_m[~np.eye(count, dtype=bool)] > 0).all():
        raise InputError("optimal.places.repeated", "Two places lie at one spot. Take each once.")
    one, other = spanner(away_m, dilation).T
    one, other = np.concatenate([one, other]), np.concatenate([other, one])
    rows = np.arange(len(one))
    # Divided by the larger side, so that no coefficient is huge where places are far apart.
    shrink = np.exp(-epsilon_per_m * away_m[one, other] / dilation)
    shape = (len(one), count)
    pairs = sparse.csr_matrix((shrink, (rows, one)), shape=shape) - sparse.csr_matrix(
        (np.ones(len(one)), (rows, other)), shape=shape
    )
    whole = sparse.kron(sparse.identity(count), np.ones((1, count)))
    found = optimize.linprog(
        ((prior / prior.sum())[:, None] * away_m / away_m.max()).ravel(),
        A_ub=sparse.kron(pairs, sparse.identity(count)).tocsr(),
        b_ub=np.zeros(len(one) * count),
        A_eq=whole.tocsr(),
        b_eq=np.ones(count),
        method="highs",
    )
    if found.x is None:
        raise AuditError(
            "optimal.table.not_found", "The solver found no table. Take fewer places or a larger ε."
        )
    table = np.maximum(found.x.reshape(count, count), 0.0)
    table = table / table.sum(axis=1, keepdims=True)
    common = prior @ table / prior.sum()
    for mix in _MIXES:
        mixed = (1 - mix) * table + mix * (common + 1 / count) / 2
        if largest_loss(mixed, away_m) <= epsilon_per_m * (1 + _SLACK):
            return mixed / mixed.sum(axis=1, keepdims=True)
    raise AuditError(
        "optimal.promise.broken",
        "The solver's table breaks the promise of ε. Take fewer places or a larger ε.",
    )


def spanner(away_m: Floats, dilation: float) -> Ints:
    """Edges along which every pair is at most ``dilation`` times as far as straight, greedily, (e, 2)."""
    count = len(away_m)
    low, high = np.triu_indices(count, 1)
    order = np.argsort(away_m[low, high], kind="stable")
    along = np.where(np.eye(count, dtype=bool), 0.0, np.inf)
    edges = []
    for one, other in zip(low[order], high[order]):
        straight = away_m[one, other]
        if dilation > 1 and along[one, other] <= dilation * straight:
            continue
        edges.append((one, other))
        by_it = np.minimum(
            along[:, [one]] + straight + along[[other], :], along[:, [other]] + straight + along[[one], :]
        )
        along = np.minimum(along, by_it)
    return np.array(edges, dtype=np.int64).reshape(-1, 2)


def largest_loss(table: Array, away_m: Array) -> float:
    """The smallest ε, in 1/metre, that a table keeps; infinite where a place is possible from some alone."""
    with np.errstate(divide="ignore", invalid="ignore"):
        log = np.log(table)
        apart = np.abs(log[:, None, :] - log[None, :, :])
    # Impossible from both says nothing.
    apart = np.where(np.isnan(apart), 0.0, apart).max(axis=2)
    pairs = ~np.eye(len(table), dtype=bool)
    return float((apart[pairs] / np.asarray(away_m)[pairs]).max())


class Reported:
    """Areas that are reported by an optimal table: the record of a home goes to the point of some area.

    Parameters
    ----------
    polygons : Polygons
        The areas that hold the homes.
    lon_deg, lat_deg : ndarray, shape (n,)
        Points that stand for them, degrees.
    people : ndarray, shape (n,)
        The prior.
    """

    def __init__(self, polygons: Polygons, lon_deg: Floats, lat_deg: Floats, people: Floats) -> None:
        self._polygons, self._people = polygons, people
        self._places = np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float)
        self._tables: dict[float, Floats] = {}

    def table(self, epsilon_per_m: float) -> Floats:
        """The optimal table between the areas' points, shape (n, n)."""
        if epsilon_per_m not in self._tables:
            self._tables[epsilon_per_m] = optimal_table(*self._places, self._people, epsilon_per_m)
        return self._tables[epsilon_per_m]

    def choices(self, lon_deg: Floats, lat_deg: Floats, epsilon_per_m: float) -> Choices:
        """The points that each home may be moved to; none for homes outside of all areas."""
        table = self.table(epsilon_per_m)
        area = Containers(self._polygons, len(table)).of(lon_deg, lat_deg)
        inside = np.flatnonzero(area >= 0)
        home = np.repeat(inside, len(table))
        place = np.tile(np.arange(len(table)), len(inside))
        return Choices.of(home, place, table[area[inside]].ravel(), self._places, len(area))

# SPDX-License-Identifier: GPL-2.0-or-later
"""Linear systems of the steps of :mod:`.interior_point`: of one unknown an origin, or of two a destination.

Where origins outnumber destinations, their prices are eliminated instead. With the matrices ``W``
of ``theta`` and ``V`` of ``theta gamma`` (a row a destination, a column an origin), ``Delta`` the diagonal of
``sum_j theta + p/(B-u) + q/(B+u)`` and right sides as in (11),

    P dv + C dt = A + W du0,      P = diag(S0) - W Delta^-1 W',  C = diag(c) + W Delta^-1 V'
    C' dv - E dt = D - V du0,     E = diag(e) + V Delta^-1 V'                      (22)

with the ``du0`` that goes with ``dv = dt = 0``. P and E are positive definite, so ``dt`` is eliminated
first and the rest is ``P + C E^-1 C'``. The diagonal of P is summed from what it exceeds the others of its
row by and never taken as a difference, which would cancel.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ...base.arrays import Array, Floats, Ints, cholesky_factor, solved_below
from ...base.scientific import linalg, sparse
from .fronts import Dissection, Fronts, dissection

_LIFT = 1e-14
"""Added to the diagonal of E, of about 1."""
_MOST = 2500
"""Destinations up to which (22) is set up: memory alone."""
_DENSE_COLUMNS, _SPARSE_PAIRS = 9.0, 120.0
"""Work of (22) for each destination cubed, and of a sparse factor of (12) for two pairs of a destination,
where the cube of the origins is 1: speed alone (``scripts/bench/scale few``)."""


def newton(
    origin: Ints, destination: Ints, cap: Floats, destination_count: int, earlier: Dissection | None = None
) -> ByOrigin:
    """The systems of one set of pairs, in the smaller of the two forms.

    Pairs are ordered by destination, then origin; ``cap`` is ``alpha_i``; ``earlier`` is of the same origins
    with fewer pairs.
    """
    of_destination = np.bincount(destination, minlength=destination_count).astype(float)
    by_origin = min(len(cap) ** 3.0, _SPARSE_PAIRS * float(of_destination @ of_destination))
    few = destination_count <= _MOST and _DENSE_COLUMNS * destination_count**3.0 <= by_origin
    return (ByDestination if few else ByOrigin)(origin, destination, cap, destination_count, earlier)


class ByOrigin:
    """The system (12) at one iterate."""

    def __init__(
        self,
        origin: Ints,
        destination: Ints,
        cap: Floats,
        destination_count: int,
        earlier: Dissection | None = None,
    ) -> None:
        self.origin, self.destination = origin, destination
        self.alpha = cap[origin]
        self.n, self.m = len(cap), destination_count
        self.pointer = np.searchsorted(destination, np.arange(self.m + 1))
        self.by_origin = np.argsort(origin, kind="stable")
        self.origin_pointer = np.searchsorted(origin[self.by_origin], np.arange(self.n + 1))
        self.dissection = earlier

    def at_destination(self, values: Floats) -> Floats:
        """Sums over the pairs of each destination, shape (m,)."""
        return np.add.reduceat(values, self.pointer[:-1])

    def at_origin(self, values: Floats) -> Floats:
        """Sums over the pairs of each origin, shape (n,)."""
        return np.add.reduceat(values[self.by_origin], self.origin_pointer[:-1])

    def factor(self, theta: Floats, beta: Floats, z_over_x: Floats, diagonal: Array) -> bool:
        """Set up and factorise (12); False where it is not positive definite to working precision."""
        self.theta, self.gamma = theta, self.alpha * beta
        self.s0 = self.at_destination(theta)
        self.c = 1 - self.at_destination(theta * self.gamma)
        self.e = self.at_destination(self.alpha * theta * self.gamma * z_over_x)
        self.det = self.c**2 + self.s0 * self.e
        return self._factored(diagonal)

    def _factored(self, diagonal: Array) -> bool:
        j, theta = self.destination, self.theta
        plus = np.sqrt(self.s0 / self.det)[j] * (theta * self.gamma + (self.c / self.s0)[j] * theta)
        minus = theta / np.sqrt(self.s0)[j]
        diagonal = self.at_origin(theta) + diagonal
        size = diagonal + self.at_origin((plus - minus) * (plus + minus))
        if not np.all(size > 0):
            return False
        self.scale = 1 / np.sqrt(size)
        plus, minus = plus * self.scale[self.origin], minus * self.scale[self.origin]
        self._diagonal = diagonal / size
        rows, columns = self._rows
        rows.data = columns.data = np.concatenate([plus, minus])
        return self.fronts.factor(plus, minus, self._diagonal)

    @cached_property
    def fronts(self) -> Fronts:
        """The factor of (12) for these pairs."""
        self.dissection = dissection(self.origin, self.pointer, self.n, self.dissection)
        return Fronts(self.origin, self.pointer, self.dissection.node)

    @cached_property
    def _rows(self) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
        """Pattern of ``y`` of all destinations above ``w`` of all, and turned."""
        pairs = len(self.origin)
        pointer = np.concatenate([self.pointer[:-1], pairs + self.pointer])
        rows = _by_row(np.zeros(2 * pairs), np.tile(self.origin, 2), pointer, (2 * self.m, self.n))
        return rows, rows.T

    def _prices(self, right: Floats) -> Floats:
        """Solve (12), refined until the residual no longer matters."""
        (rows, columns), size = self._rows, 1 / self.scale
        sign = np.repeat([1.0, -1.0], self.m)
        right = self.scale * right
        du = self.fronts.solve(right)
        for _ in range(3):
            left = right - self._diagonal * du - columns @ (sign * (rows @ du))
            if np.max(np.abs(size * left)) <= 1e-11 * np.max(np.abs(size * right)):
                break
            du = du + self.fronts.solve(left)
        return self.scale * du

    def step(
        self, g: Floats, a_side: Floats, d_side: Floats, right: Floats
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """``du, dv, dt, dx`` of (10) and (11)."""
        i, j = self.origin, self.destination
        A = a_side + self.at_destination(self.theta * g)
        D = d_side - self.at_destination(self.theta * self.gamma * g)
        dt = (self.c * A - self.s0 * D) / self.det
        dv = (self.c * D + self.e * A) / self.det
        du = self._prices(right - self.at_origin(self.theta * (g - dv[j] + self.gamma * dt[j])))
        A = A + self.at_destination(self.theta * du[i])
        D = D - self.at_destination(self.theta * self.gamma * du[i])
        dt = (self.c * A - self.s0 * D) / self.det
        dv = (self.c * D + self.e * A) / self.det
        return du, dv, dt, self.theta * (g + du[i] - dv[j] + self.gamma * dt[j])


class ByDestination(ByOrigin):
    """The system (22) at one iterate; that of (12) where it can't be factored."""

    def _factored(self, diagonal: Array) -> bool:
        self.by_columns = self.factored_columns(diagonal)
        return self.by_columns or super()._factored(diagonal)

    def factored_columns(self, diagonal: Array) -> bool:
        """Set up and factorise (22); False where it can't be."""
        theta, shape = self.theta, (self.m, self.n)
        self.delta = self.at_origin(theta) + diagonal
        plain, weighted = (_by_row(values, self.origin, self.pointer, shape)
                           for values in (theta, theta * self.gamma))  # fmt: skip
        shared = _by_row(theta / self.delta[self.origin], self.origin, self.pointer, shape)
        shared_weighted = _by_row(
            theta * self.gamma / self.delta[self.origin], self.origin, self.pointer, shape
        )
        alike = (shared @ plain.T).toarray()
        np.fill_diagonal(alike, 0.0)
        spare = self.at_destination(theta * (diagonal / self.delta)[self.origin])
        self.p_matrix = np.diag(alike.sum(axis=1) + spare) - alike
        self.c_matrix = (shared @ weighted.T).toarray()
        np.einsum("ii->i", self.c_matrix)[:] += self.c
        self.e_matrix = (shared_weighted @ weighted.T).toarray()
        np.einsum("ii->i", self.e_matrix)[:] += self.e + _LIFT / self.s0
        try:
            self.lower = cholesky_factor(self.e_matrix)
            self.moved = solved_below(self.lower, np.asfortranarray(self.c_matrix.T))
            self.rest = cholesky_factor(self.p_matrix + self.moved.T @ self.moved)
        except np.linalg.LinAlgError:
            return False
        return True

    def step(
        self, g: Floats, a_side: Floats, d_side: Floats, right: Floats
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """``du, dv, dt, dx`` of (10) and (22)."""
        if not self.by_columns:
            return super().step(g, a_side, d_side, right)
        i, j, theta, weighted = self.origin, self.destination, self.theta, self.theta * self.gamma
        start = (right - self.at_origin(theta * g)) / self.delta
        first = a_side + self.at_destination(theta * (g + start[i]))
        second = d_side - self.at_destination(weighted * (g + start[i]))
        dv, dt = self._columns(first, second)
        for _ in range(3):
            missed = first - self.p_matrix @ dv - self.c_matrix @ dt
            missed_too = second - self.c_matrix.T @ dv + self.e_matrix @ dt
            if max(_largest(missed) / _largest(first), _largest(missed_too) / _largest(second)) <= 1e-11:
                break
            more, more_too = self._columns(missed, missed_too)
            dv, dt = dv + more, dt + more_too
        du = (right - self.at_origin(theta * (g - dv[j] + self.gamma * dt[j]))) / self.delta
        return du, dv, dt, theta * (g + du[i] - dv[j] + self.gamma * dt[j])

    def _columns(self, first: Floats, second: Floats) -> tuple[Floats, Floats]:
        """Solve (22)."""
        half = linalg.solve_triangular(self.lower, second, lower=True, check_finite=False)
        dv = linalg.cho_solve((self.rest, True), first + self.moved.T @ half, check_finite=False)
        away = self.moved @ dv - half
        return dv, linalg.solve_triangular(self.lower, away, lower=True, trans="T", check_finite=False)


def _largest(values: Floats) -> float:
    return float(max(np.max(np.abs(values)), 1e-300))


def _by_row(values: Floats, origin: Ints, pointer: Ints, shape: tuple[int, int]) -> sparse.csr_matrix:
    return sparse.csr_matrix((values, origin, pointer), shape=shape)

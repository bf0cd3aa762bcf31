# SPDX-License-Identifier: GPL-2.0-or-later
"""A primal-dual interior point for the flow programme, everything but one price an origin eliminated.

With a slack ``s_ij >= 0`` in equation (3) of :mod:`..programme.programme` and multipliers ``u_i`` of (2),
``r_ij >= 0`` of (3) and ``v_j`` of (4), optimality is

    z_ij = c_ij - u_i + r_ij + v_j >= 0,   v_j = -sum_i alpha_i r_ij          (7)
    x_ij z_ij = mu,  s_ij r_ij = mu,  mu -> 0                                  (8)

Rows (2) may be missed at a price: ``sum_j x_ij + p_i - q_i = n_i`` with cost ``B_i (p_i + q_i)``,
which keeps ``|u_i| < B_i``; people left in ``p, q`` at the end prove the programme infeasible.

Newton's step on (2)-(4), (7), (8), with ``beta = r/s``, ``theta = 1/(z/x + beta)``,
``gamma = alpha beta`` and sums over the origins i of destination j

    S0 = sum theta,  c = 1 - sum theta gamma,  e = sum alpha gamma theta z/x,
    det = c^2 + S0 e                                                           (9)

gives, for right sides ``g`` (of a pair) and ``A_j``, ``D_j`` (of a destination),

    dx = theta (g + du_i - dv_j + gamma dt_j)                                 (10)
    dt = (c (A + a.du) - S0 (D - b.du)) / det
    dv = (c (D - b.du) + e (A + a.du)) / det                                  (11)
    M du = rhs,  M = diag(sum_j theta + p/(B-u) + q/(B+u))
                     + sum_j (S0/det) y_j y_j' - (1/S0) a_j a_j'              (12)

with ``a_j = theta_.j``, ``b_j = (theta gamma)_.j`` and ``y_j = b_j + (c/S0) a_j``: a symmetric
positive definite system of one unknown an origin, sparse because moves are local. ``e`` is
summed as written and never taken as a difference, which would cancel.

Pairs with ``alpha_i = 1`` have no row (3): their s, r are left out (``beta = 0``).

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

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...base.arrays import Array, Floats, Ints, cholesky_factor, solved_below
from ...base.scientific import linalg, sparse
from .fronts import Dissection, Fronts, dissection

_START_SLACK = 0.3
"""Slack of the start, of scaled costs."""
_PENALTY = 20.0
"""Price of an unserved person, in largest costs: more than any move saves."""
_FLAT = 1e-3
"""Smaller slacks count as this at a warm start."""
_STATE = ("x", "s", "t", "p", "q", "z", "r", "u", "v")


@dataclass(frozen=True)
class FlowProblem:
    """Equations (1) to (5) for the solver: pairs ordered by destination, then origin."""

    origin: Ints
    destination: Ints
    """Shape (p,). Pairs; every origin and every destination has at least one."""
    cost: Floats
    """Shape (p,). ``c_ij``."""
    people: Floats
    """Shape (n,). Right sides of (2), above 0."""
    cap: Floats
    """Shape (n,). ``alpha_i``."""
    destination_count: int


class InteriorPoint:
    """The iterate and its steps.

    ``penalty``: price of an unserved person where moves cost nothing. ``gap``: complementarity gap as a share
    of the objective. ``row_error``: largest error of (2), as a share of ``n_i``. ``dual_error``: largest
    error of (7), as a share of the mean cost.
    """

    def __init__(self, problem: FlowProblem, penalty: float | None = None) -> None:
        self.cost_scale = float(problem.cost.mean()) or 1.0
        self.people_scale = float(problem.people.mean())
        self.people = problem.people / self.people_scale
        self.cap = problem.cap
        self.iterations = 0
        self._set_pairs(
            problem.origin, problem.destination, problem.cost / self.cost_scale, problem.destination_count
        )
        self.penalty = _PENALTY * max(float(self.cost.max()), 1e-6) / problem.cap
        if penalty is not None:
            self.penalty = np.full(len(problem.people), penalty)
        self._start()
        self._measure()

    @property
    def flow(self) -> Floats:
        """``x_ij``, people, shape (p,)."""
        return self.x * self.people_scale

    @property
    def price(self) -> Floats:
        """``u_i`` in units of the cost, shape (n,)."""
        return self.u * self.cost_scale

    @property
    def unserved(self) -> float:
        """People whose rows (2) are missed."""
        return float((self.p + self.q).sum() * self.people_scale)

    def _set_pairs(
        self,
        origin: Ints,
        destination: Ints,
        cost: Floats,
        count: int,
        earlier: Dissection | None = None,
    ) -> None:
        self.origin, self.destination, self.cost = origin, destination, cost
        self.newton = newton(origin, destination, self.cap, count, earlier)
        self.alpha = self.cap[origin]
        self.tight = self.alpha < 1

    def _start(self) -> None:
        """Mixes that fill every destination alike, on the central path of a flat price."""
        c, alpha, j = self.cost, self.alpha, self.destination
        share = len(self.people) / self.newton.m
        self.t = np.full(self.newton.m, share)
        self.z = c + _START_SLACK
        low, high = np.full(self.newton.m, -12.0), np.full(self.newton.m, 12.0)
        for _ in range(50):
            middle = (low + high) / 2
            r = 10.0 ** middle[j]
            short = self.newton.at_destination(alpha * r / (self.z + r)) < 1
            low, high = np.where(short, middle, low), np.where(short, high, middle)
        r = 10.0 ** np.clip((low + high) / 2, -3, 3)[j]
        self.x = alpha * share * r / (self.z + r)
        self.s = np.where(self.tight, alpha * share - self.x, 1.0)
        self.r = np.where(self.tight, r, 0.0)
        self.v = -self.newton.at_destination(alpha * self.r)
        self.u = np.zeros(len(self.people))
        self.p = 1e-2 * self.people
        self.q = self.p.copy()

    def _measure(self) -> None:
        """Residuals of (2) to (4), (7) and the gap at this iterate."""
        i, j = self.origin, self.destination
        self.zp, self.zq = self.penalty - self.u, self.penalty + self.u
        self.dual = self.cost - self.u[i] + self.r + self.v[j] - self.z
        self.inner = -(self.v + self.newton.at_destination(self.alpha * self.r))
        self.privacy = np.where(self.tight, self.alpha * self.t[j] - self.x - self.s, 0.0)
        self.inflow = self.newton.at_destination(self.x) - self.t
        self.row = self.people - self.newton.at_origin(self.x) - self.p + self.q
        total = (
            self.x @ self.z + self.s[self.tight] @ self.r[self.tight] + self.p @ self.zp + self.q @ self.zq
        )
        self.terms = len(self.x) + int(self.tight.sum()) + 2 * len(self.u)
        self.mu = total / self.terms
        objective = self.cost @ self.x + self.penalty @ (self.p + self.q)
        self.gap = float(total / max(abs(objective), 1e-12))
        served = np.abs(self.row) + self.p + self.q
        self.row_error = float(np.max(served / self.people))
        self.dual_error = float(np.max(np.abs(self.dual)))

    def advance(self) -> bool:
        """One predictor-corrector step (Mehrotra 1992; Gondzio 1996); False where arithmetic gives out."""
        with np.errstate(all="ignore"):
            self.beta = np.where(self.tight, self.r / self.s, 0.0)
            z_over_x = self.z / self.x
            theta = 1 / (z_over_x + self.beta)
            diagonal = self.p / self.zp + self.q / self.zq
            if not self.newton.factor(theta, self.beta, z_over_x, diagonal):
                return False
            step, primal, dual = self.direction()
        if not np.isfinite(primal + dual) or min(primal, dual) < 1e-8:
            return False
        keep = min(0.9995, max(0.95, 1 - 0.1 * self.mu))
        before = {name: getattr(self, name) for name in _STATE}
        with np.errstate(all="ignore"):
            self._move(step, keep * primal, keep * dual)
            self._measure()
        if not np.isfinite(self.gap + self.row_error + self.dual_error + self.t.sum()):
            # Prices that are no numbers price nothing: stay at the last iterate that is sound.
            vars(self).update(before)
            self._measure()
            return False
        self.iterations += 1
        return True

    def direction(self) -> tuple[_Step, float, float]:
        """Newton's step, and how far it goes in the primal and the dual variables."""
        x, z, s, r = self.x, self.z, self.s, self.r
        p, q, zp, zq = self.p, self.q, self.zp, self.zq
        guess = self._solve(-x * z, -s * r, -p * zp, -q * zq)
        primal, dual = self._lengths(guess)
        target = self._centring(guess, primal, dual) * self.mu
        g = guess
        step = self._solve(
            target - x * z - g.x * g.z,
            target - s * r - g.s * g.r,
            target - p * zp + g.p * g.u,
            target - q * zq - g.q * g.u,
        )
        primal, dual = self._lengths(step)
        better = self._solve(
            *self._pulled(step, target, min(1.0, 1.3 * primal + 0.1), min(1.0, 1.3 * dual + 0.1))
        )
        primal2, dual2 = self._lengths(better)
        if primal2 + dual2 >= primal + dual + 0.02:
            return better, primal2, dual2
        return step, primal, dual

    def _centring(self, g: _Step, primal: float, dual: float) -> float:
        after = (
            (self.x + primal * g.x) @ (self.z + dual * g.z)
            + ((self.s + primal * g.s) * (self.r + dual * g.r))[self.tight].sum()
            + (self.p + primal * g.p) @ (self.zp - dual * g.u)
            + (self.q + primal * g.q) @ (self.zq + dual * g.u)
        )
        return min(1.0, max(after / self.terms / self.mu, 0.0) ** 3)

    def _pulled(
        self, step: _Step, target: float, primal: float, dual: float
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """Right sides that pull outlying products of the step back to near the target."""

        def side(a: Floats, da: Floats, b: Floats, db: Floats) -> Floats:
            product = (a + primal * da) * (b + dual * db)
            pull: Floats = np.clip(product, 0.1 * target, 10 * target) - product
            return b * da + a * db + np.maximum(pull, -10 * target)

        return (
            side(self.x, step.x, self.z, step.z),
            side(self.s, step.s, self.r, step.r),
            side(self.p, step.p, self.zp, -step.u),
            side(self.q, step.q, self.zq, step.u),
        )

    def _solve(self, cx: Floats, cs: Floats, cp: Floats, cq: Floats) -> _Step:
        """Newton's step for right sides of the four products, by (9) to (12)."""
        tight, j = self.tight, self.destination
        a1 = np.where(tight, (cs - self.r * self.privacy) / self.s, 0.0)
        g = cx / self.x - a1 - self.dual
        d_side = self.inner - self.newton.at_destination(self.alpha * a1)
        row = self.row - cp / self.zp + cq / self.zq
        du, dv, dt, dx = self.newton.step(g, self.inflow, d_side, row)
        moved = dx - self.alpha * dt[j]
        return _Step(
            u=du, v=dv, t=dt, x=dx,
            r=np.where(tight, a1 + self.beta * moved, 0.0),
            s=np.where(tight, self.privacy - moved, 0.0),
            z=(cx - self.z * dx) / self.x,
            p=(cp + self.p * du) / self.zp,
            q=(cq - self.q * du) / self.zq,
        )  # fmt: skip

    def _lengths(self, d: _Step) -> tuple[float, float]:
        primal = min(_reach(self.x, d.x), _reach(self.s, d.s), _reach(self.p, d.p), _reach(self.q, d.q))
        dual = min(_reach(self.z, d.z), _reach(self.r, d.r), _reach(self.zp, -d.u), _reach(self.zq, d.u))
        return primal, dual

    def _move(self, d: _Step, primal: float, dual: float) -> None:
        self.x = self.x + primal * d.x
        self.s = self.s + primal * d.s
        self.t = self.t + primal * d.t
        self.p = self.p + primal * d.p
        self.q = self.q + primal * d.q
        self.z = self.z + dual * d.z
        self.r = self.r + dual * d.r
        self.u = self.u + dual * d.u
        self.v = self.v + dual * d.v

    def add(self, origin: Ints, destination: Ints, cost: Floats) -> int:
        """Take in pairs that pay; those already there are passed over. Returns how many were new."""
        n = len(self.people)
        new = np.unique(destination.astype(np.int64) * n + origin, return_index=True)
        fresh = ~np.isin(new[0], self.destination.astype(np.int64) * n + self.origin)
        rows = new[1][fresh]
        if not len(rows):
            return 0
        i, j, c = origin[rows], destination[rows], cost[rows] / self.cost_scale
        alpha, room = self.cap[i], self.cap[i] * self.t[j]
        slack = c - self.u[i] + self.v[j]
        x = np.minimum(self.mu / np.maximum(np.abs(slack), _FLAT), 0.1 * room)
        s = np.where(alpha < 1, room - x, 1.0)
        r = np.where(alpha < 1, self.mu / s, 0.0)
        merged = np.argsort(
            np.concatenate([self.destination, j]).astype(np.int64) * n + np.concatenate([self.origin, i])
        )
        pair = [np.concatenate(values)[merged] for values in (
            (self.origin, i), (self.destination, j), (self.cost, c),
            (self.x, x), (self.s, s), (self.r, r), (self.z, self.mu / x),
        )]  # fmt: skip
        self._set_pairs(pair[0], pair[1], pair[2], self.newton.m, self.newton.dissection)
        self.x, self.s, self.r, self.z = pair[3:]
        self.penalty = np.maximum(self.penalty, _PENALTY * float(self.cost.max()) / self.cap)
        self._measure()
        return len(rows)


@dataclass(frozen=True)
class _Step:
    """Changes of all unknowns."""

    u: Array
    v: Array
    t: Array
    x: Array
    r: Array
    s: Array
    z: Array
    p: Array
    q: Array


def _reach(value: Floats, change: Floats) -> float:
    """Longest step in [0, 1] that keeps ``value + step change`` from going negative."""
    fastest = float(np.fmin.reduce(change / value, initial=0.0))  # pairs without a row (3) have 0 of 0
    return min(1.0, -1.0 / fastest) if fastest < 0 else 1.0


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

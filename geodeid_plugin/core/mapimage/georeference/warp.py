# SPDX-License-Identifier: GPL-2.0-or-later
"""From the map to the picture: by a similarity, an affine, a local quadratic, or a perspective.

A picture drawn in one projection and an outline in another differ by a smooth map. Over a region that a
health map shows a quadratic is that map, whatever the two projections are: 17 systems to 0.02 px at 100 km
and 0.2 px at 300 km for a picture 1 000 px wide (tests/core/test_mapimage_warp.py). A photograph of a page
is seen aslant: that is a perspective, which a quadratic nears and eight numbers are.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from ...base.arrays import Array, Floats

SIMILARITY, AFFINE, PERSPECTIVE, QUADRATIC = 4, 6, 8, 12
"""Numbers that are free in a fit."""
FARTHEST = 1e3
"""Multiple of the half extent of what is in view, beyond which no place of the picture lies; chosen."""
UNSETTLED_PX = 0.05
"""Distance from the pixel asked for at which the method has not ended: a sixth of the largest error that is
called placed."""


class Directed(Protocol):
    """Places with directions: pieces of an outline."""

    @property
    def middle(self) -> Array:
        """Places, shape (n, 2)."""

    @property
    def along(self) -> Array:
        """Unit vectors, shape (n, 2)."""


@dataclass(frozen=True)
class Warp:
    """From map coordinates to pixels, by a polynomial or a perspective."""

    terms: Array
    """Shape (2, 3). Factors of e, n, 1 and, where bent, of e², en and n² over ``size``; e and n about
    ``centre``."""
    centre: Array
    """Shape (2,). Middle of what is in view, map units about the outline's centre."""
    size: float
    """Half of the extent of what is in view, map units."""
    lean: Array = field(default_factory=lambda: np.zeros(2))
    """Shape (2,). Of a perspective: by how much, as a share, places ``size`` east and north of ``centre`` are
    farther away than it."""

    @classmethod
    def linear(cls, matrix: Floats) -> Warp:
        """A 2 × 3 matrix from (e, n, 1) to pixels."""
        return cls(np.array(matrix, float), np.zeros(2), 1.0)

    @property
    def bent(self) -> bool:
        """Whether there are quadratic terms."""
        return self.terms.shape[1] > 3

    @property
    def matrix(self) -> Array:
        """The linear part as a 2 × 3 matrix from (e, n, 1), the place of ``centre`` kept."""
        linear = self.terms[:, :2]
        return np.column_stack([linear, self.terms[:, 2] - linear @ self.centre])

    @property
    def scale(self) -> float:
        """Pixels a map unit at the centre."""
        return float(np.sqrt(abs(np.linalg.det(self.terms[:, :2]))))

    @property
    def aspect(self) -> float:
        """The larger over the smaller of the two scales at the centre."""
        first, second = np.linalg.svd(self.terms[:, :2], compute_uv=False)
        return float(first / max(second, 1e-12 * first, 1e-300))

    @property
    def turn_deg(self) -> float:
        """How far the map is turned in the picture at the centre, degrees."""
        return float(np.degrees(np.arctan2(self.terms[1, 0], self.terms[0, 0])))

    @property
    def inverse(self) -> Array:
        """From (x, y, 1) to (e, n, 1): shape (2, 3), or (3, 3) of a perspective, whose third row divides."""
        back = np.linalg.inv(self.terms[:, :2])
        whole = np.vstack([np.column_stack([back, -back @ self.terms[:, 2]]), [0, 0, 1]])
        if not self.lean.any():
            return moved_by(whole[:2], self.centre)
        whole[2] -= self.lean / self.size @ whole[:2]
        return moved_by(whole / whole[2, 2], self.centre)

    def zoomed(self, factor: float) -> Warp:
        """The same in a picture enlarged by ``factor``."""
        return replace(self, terms=self.terms * factor)

    def about(self, centre: Floats, size: float) -> Warp:
        """A linear map written about another centre."""
        matrix = self.matrix
        terms = np.column_stack([matrix[:, :2], matrix[:, 2] + matrix[:, :2] @ centre])
        return Warp(terms, np.asarray(centre, float), float(size))

    def pixels(self, where: Floats) -> Floats:
        """Pixel positions of map positions, shape (n, 2)."""
        pixels = self._basis(where)[:, : self.terms.shape[1]] @ self.terms.T
        middle = self.terms[:, 2]
        return middle + (pixels - middle) / self._depth(where) if self.lean.any() else pixels

    def _depth(self, where: Floats) -> Floats:
        """How far away places are as a multiple of the centre, shape (n, 1)."""
        return 1 + ((where - self.centre) / self.size) @ self.lean[:, None]

    def placed(self, pieces: Directed) -> tuple[Floats, Floats, Floats]:
        """Positions, directions and normals of pieces in the picture."""
        along = pieces.along @ self.terms[:, :2].T
        if self.bent:
            (e, n), (de, dn) = ((pieces.middle - self.centre) / self.size).T, pieces.along.T
            change = np.column_stack([2 * e * de, e * dn + n * de, 2 * n * dn])
            along = along + change @ self.terms[:, 3:].T
        pixels = self.pixels(pieces.middle)
        if self.lean.any():
            along = along - (pixels - self.terms[:, 2]) * (pieces.along / self.size @ self.lean[:, None])
        along = along / np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-300)[:, None]
        return pixels, along, np.column_stack([-along[:, 1], along[:, 0]])

    def rows(self, middle: Floats, normal: Floats, freedom: int) -> Floats:
        """How far each place moves along its normal when each free number grows by one."""
        x, y = normal.T
        if freedom == SIMILARITY:
            e, n = (middle - self.centre).T
            return np.column_stack([x * e - y * n, x * n + y * e, x, y])
        basis = self._basis(middle)[:, : 3 if freedom == PERSPECTIVE else freedom // 2]
        rows = np.hstack([x[:, None] * basis, y[:, None] * basis])
        if freedom != PERSPECTIVE:
            return rows
        depth, away = self._depth(middle), self.pixels(middle) - self.terms[:, 2]
        rows[:, [0, 1, 3, 4]] /= depth
        back = np.sum(away * normal, axis=1, keepdims=True) / depth
        return np.hstack([rows, -back * (middle - self.centre) / self.size])

    def numbers(self, freedom: int) -> Floats:
        """The free numbers themselves, those without quadratic terms 0; of a fit of 6 or 12."""
        terms = np.zeros((2, freedom // 2))
        terms[:, : self.terms.shape[1]] = self.terms[:, : freedom // 2]
        return terms.ravel()

    def moved(self, step: Floats, freedom: int) -> Warp:
        """The warp with its free numbers moved."""
        if freedom == SIMILARITY:
            a, b, x, y = step
            step = np.array([[a, b, x], [b, -a, y]])
        lean = self.lean
        if freedom == PERSPECTIVE:
            step, lean = step[:6], lean + step[6:]
        change = np.asarray(step, float).reshape(2, -1)
        terms = np.zeros((2, max(change.shape[1], self.terms.shape[1])))
        terms[:, : self.terms.shape[1]] = self.terms
        terms[:, : change.shape[1]] += change
        return replace(self, terms=terms, lean=lean)

    def map_of(self, pixels: Floats, rounds: int = 16) -> Floats:
        """Map positions of pixel positions; where bent, by Newton's method from the linear part.

        Not finite where a strong bend folds the plane, so that no place is led to from the linear part.
        """
        pixels = np.asarray(pixels, float)
        back = np.linalg.inv(self.terms[:, :2])
        away = (pixels - self.terms[:, 2]) @ back.T
        where = away / (1 - away / self.size @ self.lean[:, None]) + self.centre
        if not self.bent:
            return where
        for _ in range(rounds):
            where = where + (pixels - self.pixels(where)) @ back.T
            where[np.hypot(*(where - self.centre).T) > FARTHEST * self.size] = np.nan
        where[np.hypot(*(pixels - self.pixels(where)).T) > UNSETTLED_PX] = np.nan
        return where

    def _basis(self, where: Floats) -> Floats:
        e, n = (np.asarray(where, float) - self.centre).T
        columns = [e, n, np.ones(len(e)), e * e / self.size, e * n / self.size, n * n / self.size]
        return np.column_stack(columns)


def moved_by(to_map: Floats, shift: Floats) -> Array:
    """A matrix to the map, shape (2, 3) or (3, 3), to places so much farther east and north."""
    last = to_map[2] if len(to_map) > 2 else np.array([0.0, 0.0, 1.0])
    return np.vstack([to_map[:2] + np.outer(shift, last), to_map[2:]])


def on_map(to_map: Floats, pixels: Floats) -> Array:
    """Pixel positions, shape (n, 2), by a matrix to the map of shape (2, 3) or (3, 3)."""
    where = np.column_stack([pixels, np.ones(len(pixels))]) @ to_map.T
    return where[:, :2] / where[:, 2:] if len(to_map) > 2 else where


def similarity_of(middle: Floats, pixels: Floats, weight: Floats | None = None) -> Warp:
    """The similarity (rows down, northings up) that brings map positions nearest to pixel positions.

    ``middle``: (n, 2), map positions. ``pixels``: (n, 2), where they lie in the picture. ``weight``: (n,),
    what each counts.
    """
    weight = np.ones(len(middle)) if weight is None else weight
    share = weight / weight.sum()
    centre, goal = share @ middle, share @ pixels
    mirrored = (middle - centre) @ [1, -1j]
    turn = (share * np.conj(mirrored)) @ ((pixels - goal) @ [1, 1j])
    turn /= max(float(share @ np.abs(mirrored) ** 2), 1e-300)
    a, b = turn.real, turn.imag
    linear = np.array([[a, b], [b, -a]])
    return Warp.linear(np.column_stack([linear, goal - linear @ centre]))

# SPDX-License-Identifier: GPL-2.0-or-later
"""One person from picture to picture: in which a place is seen, in which it is missing, and what that says.

A series of maps tells when people became cases, even where each map alone gives nobody away: who appears in
the third picture only was none when the second was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.arrays import Array
from .joint import NONE

SEEN, MISSING, HIDDEN, OUTSIDE = "seen", "missing", "hidden", "outside"
"""What a picture says of a place: a dot, none, none that could be told from another's, or it lies beyond."""
LEAST_DOTS = 3
"""Dots from which the way from the ground to pixels can be told."""


@dataclass(frozen=True)
class View:
    """What of the ground one picture shows."""

    where_m: Array
    """Shape (n, 2). Its dots, metres of one plane."""
    at_px: Array
    """Shape (n, 2). The same dots in the picture."""
    size_px: tuple[int, int]
    """Width and height."""
    dot_m: float
    """Distance below which two dots may be one blob."""

    def inside(self, places_m: Array) -> Any:
        """Which places lie in the picture, by the flat map that its own dots tell."""
        if len(self.where_m) < LEAST_DOTS:
            return np.zeros(len(places_m), bool)
        middle = self.where_m.mean(axis=0)
        scale = max(float(np.abs(self.where_m - middle).max()), 1e-9)

        def terms(where: Any) -> Any:
            return np.column_stack([(where - middle) / scale, np.ones(len(where))])

        way, _rest, rank, _values = np.linalg.lstsq(terms(self.where_m), self.at_px, rcond=None)
        if rank < LEAST_DOTS:
            return np.zeros(len(places_m), bool)
        pixel = terms(places_m) @ way
        return ((pixel >= 0) & (pixel <= np.array(self.size_px))).all(axis=1)


@dataclass(frozen=True)
class Followed:
    """Places over a series of pictures."""

    state: Any
    """Shape (n, pictures). ``seen``, ``missing``, ``hidden`` or ``outside``."""

    @property
    def begins(self) -> Any:
        """Number of the first picture that shows a place which is missing in an earlier one, or ``NONE``."""
        return self._edge(self.state, 0, 1)

    @property
    def ends(self) -> Any:
        """Number of the last picture that shows a place which is missing in a later one, or ``NONE``."""
        last = self.state.shape[1] - 1
        return self._edge(self.state[:, ::-1], last, -1)

    @staticmethod
    def _edge(state: Any, origin: int, step: int) -> Any:
        shown = state == SEEN
        first = np.where(shown.any(axis=1), shown.argmax(axis=1), 0)
        before = (state == MISSING) & (np.arange(state.shape[1]) < first[:, None])
        return np.where(before.any(axis=1), origin + step * first, NONE)


def follow(where_m: Array, members: Array, views: Sequence[View]) -> Followed:
    """Say of every place and picture whether it is seen there.

    Parameters
    ----------
    where_m : ndarray, shape (n, 2)
        The places, metres.
    members : ndarray of int, shape (n, pictures)
        Row of each place among the dots of each picture, or ``NONE``.
    views : sequence of View
        The pictures, in their order.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0], [9.0, 9.0]])
    >>> views = [View(square[:3], square[:3], (10, 10), 1.0), View(square, square, (10, 10), 1.0)]
    >>> told = follow(square, np.array([[0, 0], [1, 1], [2, 2], [-1, 3]]), views)
    >>> told.state[3].tolist(), told.begins.tolist()
    (['missing', 'seen'], [-1, -1, -1, 1])
    """
    from scipy.spatial import cKDTree

    state = np.full(np.shape(members), MISSING, dtype="<U8")
    for at, view in enumerate(views):
        state[~view.inside(where_m), at] = OUTSIDE
        if len(view.where_m):
            away, _nearest = cKDTree(view.where_m).query(where_m)
            state[(away <= view.dot_m) & (state[:, at] == MISSING), at] = HIDDEN
    state[np.asarray(members) != NONE] = SEEN
    return Followed(state)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Belief propagation for matchings in which most homes stay unused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....base.progress import Progress, silent

if TYPE_CHECKING:
    from ....base.arrays import Array
    from .edges import Edges

_DAMPING = 0.3
"""Share of the old message kept: without it two equal homes can swap for ever."""
_CLOSE = 1e-5
"""Largest change of a chance in a round at which messages have settled."""
_ROUNDS = 300
"""What has not settled by then is said not to have settled."""
_LEAST = 1e-300
"""Keeps a division by nothing finite."""


def posterior(edges: Edges, progress: Progress = silent) -> tuple[Array, bool]:
    """Approximate probability of each pair when no home is used twice (Bethe's approximation).

    With μ from dot to home and ν from home to dot: μ_rh = L_rh / Σ_{h' ≠ h} L_rh' ν_h'r and
    ν_hr = 1 / (1 + Σ_{r' ≠ r} μ_r'h). Good where homes are plentiful; where every home is needed it
    overstates its certainty, so that the chain is taken there.

    Parameters
    ----------
    edges : Edges
    progress : Progress

    Returns
    -------
    probability : ndarray, shape (e,)
    settled : bool
        Whether the messages came to rest.
    """
    n, to_dot = edges.dots, np.ones(len(edges))
    old = np.zeros(len(edges))
    for step in range(_ROUNDS):
        progress(step / _ROUNDS)
        share = edges.weight * to_dot
        total = np.bincount(edges.dot, share, n)
        found = share / np.maximum(total[edges.dot], _LEAST)
        if np.abs(found - old).max(initial=0.0) < _CLOSE:
            return found, True
        old = found
        to_home = edges.weight / np.maximum(total[edges.dot] - share, _LEAST)
        crowd = np.bincount(edges.home, to_home, edges.homes)
        heard = 1 / (1 + np.maximum(crowd[edges.home] - to_home, 0.0))
        to_dot = heard if step == 0 else to_dot**_DAMPING * heard ** (1 - _DAMPING)
    return found, False

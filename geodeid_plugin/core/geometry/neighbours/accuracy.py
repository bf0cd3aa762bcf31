# SPDX-License-Identifier: GPL-2.0-or-later
"""How often the published shortcuts find the true neighbours, on any set of areas."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from ...base.errors import InputError, Phrase
from ...base.progress import Progress, part, silent
from ..areas import Areas
from .exact import Caps, Neighbours, nearest
from .shortcuts import CURVE_LIST, CURVE_ORDER, MARGIN, nearest_euclidean, nearest_hilbert

if TYPE_CHECKING:
    from ...base.arrays import Array

METHODS = ("exact", "euclidean", "hilbert")


@dataclass(frozen=True)
class Score:
    """One method at one k.

    Attributes
    ----------
    method : str
        One of :data:`METHODS`.
    k : int
        Neighbours asked for.
    accuracy : float
        Share of areas whose neighbours are all right.
    recall : float
        Share of the true neighbours that were found.
    mean_rank_error : float
        By how many ranks the neighbours listed are farther than they should be, on average over
        the sampled areas.
    seconds : float
        Duration of the search.
    """

    method: str
    k: int
    accuracy: float
    recall: float
    mean_rank_error: float
    seconds: float


@dataclass(frozen=True)
class Comparison:
    """Scores of every method and k, and the rank correlation of each sampled area, shape (sample,)."""

    scores: tuple[Any, ...]
    correlation: Array


def compare_shortcuts(
    areas: Areas,
    ks: list[Any],
    metric: str = "hausdorff",
    boundary: Any = None,
    sample: int = 200,
    margin: float = MARGIN,
    order: int = CURVE_ORDER,
    count: int = CURVE_LIST,
    progress: Progress = silent,
) -> Comparison:
    """Measure both shortcuts against the exact search.

    A neighbour is right when it is no farther than the k-th true one, so ties count for either.

    Parameters
    ----------
    areas, metric, boundary, progress
        As for :func:`.exact.nearest`.
    ks : sequence of int
        Numbers of neighbours, each below the number of areas.
    sample : int
        Areas, evenly spread over the rows, whose distances to all others are ranked for the rank
        error and for Spearman's correlation.
    margin, order, count
        Settings of the shortcuts, see :mod:`.shortcuts`.

    Returns
    -------
    Comparison
        Spearman's correlation is that of the distance in longitude and latitude with the true one.

    Raises
    ------
    InputError
        If no k can be used, and as :func:`.exact.nearest`.
    """
    ks = sorted({int(k) for k in ks})
    if not ks or ks[-1] >= len(areas):
        raise InputError("Every number of neighbours must lie between 1 and {most}.", most=len(areas) - 1)
    searches: dict[str, Callable[..., Neighbours]] = {
        "exact": nearest,
        "euclidean": partial(nearest_euclidean, margin=margin),
        "hilbert": partial(nearest_hilbert, order=order, count=count),
    }
    sampled = _Sample(areas, metric, boundary, sample, part(progress, 0.0, 0.4))
    scores = []
    for step, k in enumerate(ks):
        exact = None
        for method in METHODS:
            started = perf_counter()
            found = searches[method](areas, k, metric, boundary)
            seconds = perf_counter() - started
            exact = found if exact is None else exact
            accuracy, recall = _hits(found, exact)
            scores.append(Score(method, k, accuracy, recall, sampled.rank_error(found), seconds))
        progress(0.4 + 0.6 * (step + 1) / len(ks), Phrase("Compared at k = {k}", k=k))
    return Comparison(tuple(scores), sampled.correlation)


def _hits(found: Neighbours, exact: Neighbours) -> tuple[float, float]:
    wanted = (exact.index >= 0).sum(axis=1)
    farthest = np.where(exact.index >= 0, exact.distance_m, -np.inf).max(axis=1)
    right = ((found.index >= 0) & (found.distance_m <= farthest[:, None])).sum(axis=1)
    return float((right == wanted).mean()), float(right.sum() / max(wanted.sum(), 1))


class _Sample:
    """Some areas with the sorted distances of all others that can be their neighbours."""

    def __init__(self, areas: Areas, metric: str, boundary: Any, size: int, progress: Progress) -> None:
        from scipy.stats import rankdata

        n, caps = len(areas), Caps.of(areas, metric)
        self.rows = np.unique(np.linspace(0, n - 1, min(size, n)).astype(np.int64))
        self.sorted_m, correlation = [], []
        everyone = np.arange(n)
        for step, row in enumerate(self.rows):
            others = everyone != row
            if boundary is not None:
                others &= np.asarray(boundary) == boundary[row]
            others = np.flatnonzero(others)
            distance_m = caps.distances_m(row, others)[0]
            self.sorted_m.append(np.sort(distance_m))
            plane = np.hypot(
                areas.lon_deg[others] - areas.lon_deg[row], areas.lat_deg[others] - areas.lat_deg[row]
            )
            ranks = rankdata(distance_m), rankdata(plane)
            if len(others) > 1 and all(np.ptp(rank) > 0 for rank in ranks):
                correlation.append(np.corrcoef(*ranks)[0, 1])
            progress((step + 1) / len(self.rows), Phrase("Ranking all distances of sampled areas"))
        self.correlation = np.array(correlation)

    def rank_error(self, found: Neighbours) -> float:
        """Mean of true rank less listed rank over the neighbours listed."""
        errors = [np.zeros(0)]
        for row, sorted_m in zip(self.rows, self.sorted_m):
            listed = found.distance_m[row][found.index[row] >= 0]
            true_rank = np.searchsorted(sorted_m, listed, side="left") + 1
            errors.append(np.maximum(true_rank - np.arange(1, len(listed) + 1), 0))
        all_errors = np.concatenate(errors)
        return float(all_errors.mean()) if len(all_errors) else 0.0

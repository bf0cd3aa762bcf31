# SPDX-License-Identifier: GPL-2.0-or-later
"""The published shortcuts to the nearest areas, and how often they find the true neighbours.

El Emam & Arbuckle (2013, chapter 9) take a short list of candidates by a quick rule and rank only
those by the true distance: the 1.5 k nearest in plain longitude and latitude, or the nearest 50
along a Hilbert curve of the third order. What is missing from the list is missing from the result. The
book's true distance is haversine, the metric ``centre`` here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.spatial import cKDTree
from scipy.stats import rankdata

from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.neighbours import Caps, Neighbours, nearest

METHODS = ("exact", "euclidean", "hilbert")
MARGIN = 1.5
"""Candidates of the euclidean shortcut for each neighbour wanted, as published."""
CURVE_LIST = 50
"""Areas along the curve that the shortcut takes, as published."""
CURVE_ORDER = 3
"""Order of the published curve."""
_ENTRIES = 2_000_000
"""Candidates at once: memory alone."""


def nearest_euclidean(areas: Areas, k: int, margin: float = MARGIN, metric: str = "centre") -> Neighbours:
    """Rank the ``margin * k`` nearest in longitude and latitude, taken as plane coordinates.

    Not always the nearest: the plane knows neither the date line nor that degrees of longitude
    shrink towards the poles.
    """
    places = np.column_stack([areas.lon_deg, areas.lat_deg])
    tree = cKDTree(places)
    length = min(int(np.ceil(margin * k)) + 1, len(areas))
    return _ranked(areas, k, length, metric, lambda rows: tree.query(places[rows], length)[1])


def nearest_hilbert(
    areas: Areas, k: int, order: int = CURVE_ORDER, count: int = CURVE_LIST, metric: str = "centre"
) -> Neighbours:
    """Rank the ``count`` areas that come next to an area along a Hilbert curve, half on each side.

    The curve visits ``4**order`` cells of the areas' extent in longitude and latitude; inside a cell
    areas follow their identifiers.
    """
    n = len(areas)
    along = np.lexsort((areas.id_rank, hilbert_place(areas.lon_deg, areas.lat_deg, order)))
    position = np.empty(n, dtype=np.int64)
    position[along] = np.arange(n)
    length = min(count + 1, n)

    def candidates(rows):
        first = np.clip(position[rows] - count // 2, 0, n - length)
        return along[first[:, None] + np.arange(length)]

    return _ranked(areas, k, length, metric, candidates)


def hilbert_place(lon_deg: np.ndarray, lat_deg: np.ndarray, order: int) -> np.ndarray:
    """Number of the cell of each point along a Hilbert curve over the extent of the points.

    From 0 to ``4**order - 1``; cells that follow each other share a side.
    """
    x, y = _cells(lon_deg, order), _cells(lat_deg, order)
    place = np.zeros(len(x), dtype=np.int64)
    side = 1 << (order - 1)
    while side:
        right, upper = (x & side) > 0, (y & side) > 0
        place += side * side * ((3 * right) ^ upper)
        mirror = ~upper & right
        x, y = np.where(mirror, side - 1 - x, x), np.where(mirror, side - 1 - y, y)
        x, y = np.where(upper, x, y) & (side - 1), np.where(upper, y, x) & (side - 1)
        side >>= 1
    return place


def _cells(values: np.ndarray, order: int) -> np.ndarray:
    low, width = values.min(), np.ptp(values)
    share = (values - low) / (width if width > 0 else 1.0)
    return np.minimum((share * (1 << order)).astype(np.int64), (1 << order) - 1)


def _ranked(areas: Areas, k: int, length: int, metric: str, candidates) -> Neighbours:
    """The best k of each area's list, by the true distance."""
    n, caps = len(areas), Caps.of(areas, metric)

    def blocks():
        for rows in np.array_split(np.arange(n), -(-n * length // _ENTRIES)):
            listed = candidates(rows).reshape(len(rows), length)
            everyone = np.ones(listed.shape, dtype=bool)
            yield (rows, *caps.best(rows, listed, everyone, areas.id_rank, k))

    return Neighbours.of_blocks(n, k, blocks())


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
    """

    method: str
    k: int
    accuracy: float
    recall: float


def compare_shortcuts(
    areas: Areas, ks: tuple, order: int = CURVE_ORDER, metric: str = "centre"
) -> list[Score]:
    """Measure both shortcuts against the exact search by a metric, for each k.

    A neighbour is right when it is no farther than the k-th true one, so ties count for either.
    """
    searches = {
        "exact": partial(nearest, metric=metric),
        "euclidean": partial(nearest_euclidean, metric=metric),
        "hilbert": partial(nearest_hilbert, order=order, metric=metric),
    }
    scores = []
    for k in ks:
        exact = nearest(areas, k, metric=metric)
        for method in METHODS:
            right = found_of(searches[method](areas, k), exact)
            scores.append(Score(method, k, float((right == k).mean()), float(right.mean() / k)))
    return scores


def found_of(found: Neighbours, exact: Neighbours) -> np.ndarray:
    """How many of each area's neighbours are no farther than its k-th true one, shape (n,)."""
    return ((found.index >= 0) & (found.distance_m <= exact.distance_m[:, -1:])).sum(axis=1)


def found_along_the_curve(areas: Areas, counts: tuple) -> list[float]:
    """Share of areas whose nearest one is on the list along the published curve, for lengths of the list."""
    exact = nearest(areas, 1, metric="centre")
    return [float(found_of(nearest_hilbert(areas, 1, count=count), exact).mean()) for count in counts]


def rank_correlations(areas: Areas, sample: int = 200) -> np.ndarray:
    """Spearman's correlation of the distance in plain degrees with the true one.

    One for each of some areas, spread evenly over the rows, over all other areas.
    """
    n, caps = len(areas), Caps.of(areas, "centre")
    found = []
    for row in np.unique(np.linspace(0, n - 1, min(sample, n)).astype(np.int64)):
        others = np.delete(np.arange(n), row)
        plane = np.hypot(
            areas.lon_deg[others] - areas.lon_deg[row], areas.lat_deg[others] - areas.lat_deg[row]
        )
        ranks = rankdata(caps.distances_m(row, others)[0]), rankdata(plane)
        found.append(np.corrcoef(*ranks)[0, 1])
    return np.array(found)

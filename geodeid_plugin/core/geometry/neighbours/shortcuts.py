# SPDX-License-Identifier: GPL-2.0-or-later
"""The published shortcuts to the nearest areas, kept to be measured against the exact search.

El Emam & Arbuckle (2013, chapter 9) take a short list of candidates by a quick rule and rank only
those by the true distance: the 1.5 k nearest in plain longitude and latitude, or the nearest 50
along a Hilbert curve of the third order. What is missing from the list is missing from the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from ..areas import Areas
from .exact import Caps, Neighbours, check

if TYPE_CHECKING:
    from ...base.arrays import Bools, Floats, Ints

MARGIN = 1.5
"""Of the published euclidean shortcut."""
CURVE_LIST = 50
"""Areas along the curve of the published shortcut."""
CURVE_ORDER = 3
"""Order of the published curve."""
_ENTRIES = 2_000_000
"""Candidates at once: memory alone."""
_UNIT_GAP_DEG = 1000.0
"""Between boundary units in the extra coordinate: more than the degrees there are."""


def nearest_euclidean(
    areas: Areas,
    k: int,
    metric: str = "hausdorff",
    boundary: Ints | None = None,
    margin: float = MARGIN,
    progress: Progress = silent,
) -> Neighbours:
    """Rank the ``margin * k`` nearest in longitude and latitude, taken as plane coordinates.

    Parameters
    ----------
    areas, k, metric, boundary, progress
        As for :func:`.exact.nearest`.
    margin : float
        Candidates for each neighbour wanted; 1.5 as published.

    Returns
    -------
    Neighbours
        Not always the nearest: the plane knows neither the date line nor that degrees of
        longitude shrink towards the poles.

    Raises
    ------
    InputError
        If the margin is below 1, and as :func:`.exact.nearest`.
    """
    from scipy.spatial import cKDTree

    check(areas, k, metric)
    if not margin >= 1:
        raise InputError("The margin is {margin}. It must be 1 or more.", margin=margin)
    columns = [areas.lon_deg, areas.lat_deg]
    if boundary is not None:
        columns.append(_UNIT_GAP_DEG * np.unique(boundary, return_inverse=True)[1])
    places = np.column_stack(columns)
    tree = cKDTree(places)
    length = min(int(np.ceil(margin * k)) + 1, len(areas))

    def candidates(rows: Ints) -> tuple[Ints, Bools]:
        apart, found = tree.query(places[rows], length)
        return found.reshape(len(rows), length), apart.reshape(len(rows), length) < _UNIT_GAP_DEG / 2

    return _ranked(areas, k, metric, candidates, length, progress)


def nearest_hilbert(
    areas: Areas,
    k: int,
    metric: str = "hausdorff",
    boundary: Ints | None = None,
    order: int = CURVE_ORDER,
    count: int = CURVE_LIST,
    progress: Progress = silent,
) -> Neighbours:
    """Rank the ``count`` areas that come next to an area along a Hilbert curve, half on each side.

    Parameters
    ----------
    areas, k, metric, boundary, progress
        As for :func:`.exact.nearest`.
    order : int
        Order of the curve, 1 to 16: it visits ``4**order`` cells of the areas' extent in longitude
        and latitude. Inside a cell areas follow their identifiers.
    count : int
        Candidates an area; 50 as published.

    Returns
    -------
    Neighbours
        Not always the nearest.

    Raises
    ------
    InputError
        If the order or the count is out of range, and as :func:`.exact.nearest`.
    """
    check(areas, k, metric)
    if not 1 <= order <= 16:
        raise InputError("The order of the Hilbert curve is {order}. It must be 1 to 16.", order=order)
    if count < 1:
        raise InputError("The number of areas along the curve is {count}. It must be 1 or more.", count=count)
    n = len(areas)
    unit = np.zeros(n, dtype=np.int64) if boundary is None else np.unique(boundary, return_inverse=True)[1]
    along = np.lexsort((areas.id_rank, hilbert_place(areas.lon_deg, areas.lat_deg, order), unit))
    position = np.empty(n, dtype=np.int64)
    position[along] = np.arange(n)
    unit_start = np.searchsorted(unit[along], unit, side="left")
    unit_stop = np.searchsorted(unit[along], unit, side="right")
    length = min(count + 1, n)

    def candidates(rows: Ints) -> tuple[Ints, Bools]:
        first = np.minimum(position[rows] - count // 2, unit_stop[rows] - length)
        window = np.maximum(first, unit_start[rows])[:, None] + np.arange(length)
        inside = window < unit_stop[rows][:, None]
        return along[np.minimum(window, n - 1)], inside

    return _ranked(areas, k, metric, candidates, length, progress)


def hilbert_place(lon_deg: Floats, lat_deg: Floats, order: int) -> Ints:
    """Number of the cell of each point along a Hilbert curve over the extent of the points.

    Parameters
    ----------
    lon_deg, lat_deg : ndarray, shape (n,)
        Points, degrees.
    order : int
        Order of the curve; a side of the extent has ``2**order`` cells.

    Returns
    -------
    ndarray of int64, shape (n,)
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


def _cells(values: Floats, order: int) -> Ints:
    low, width = values.min(), np.ptp(values)
    share = (values - low) / (width if width > 0 else 1.0)
    return np.minimum((share * (1 << order)).astype(np.int64), (1 << order) - 1)


def _ranked(
    areas: Areas, k: int, metric: str, candidates: Callable[..., Any], length: int, progress: Progress
) -> Neighbours:
    """The best k of each area's list, by the true distance."""
    n, caps, id_rank = len(areas), Caps.of(areas, metric), areas.id_rank
    step = max(1, _ENTRIES // length)

    def blocks() -> Iterator[tuple[Ints, Ints, Floats, Floats]]:
        for start in range(0, n, step):
            rows = np.arange(start, min(start + step, n))
            listed, allowed = candidates(rows)
            yield (rows, *caps.best(rows, listed, allowed, id_rank, k))
            progress((start + len(rows)) / n, Phrase("Ranking a short list"))

    return Neighbours.of_blocks(n, k, blocks())

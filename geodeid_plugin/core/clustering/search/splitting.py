# SPDX-License-Identifier: GPL-2.0-or-later
"""Earlier clusters that have grown enough to be several: each is split whole, inside its own border."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import Phrase
from ...base.progress import Progress, silent
from ...geometry.areas import Areas
from ..check import check_partition
from ..objective import Bounds, Tallies
from ..stable import Update, numbered, unchanged
from .search import Options, cluster_areas

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats, Ints


def split_clusters(
    areas: Areas,
    pairs: Ints,
    counted: tuple[Tallies, Floats],
    bounds: Bounds,
    before: tuple[Update, Ints],
    options: Options,
    progress: Progress = silent,
) -> tuple[Update, Array]:
    """Split kept clusters wherever each part meets the bounds now, and held enough people then.

    A part and the earlier cluster tell the other parts by subtraction, of the people (or records) of then as
    of those of now: so every part must be large enough in both. No border between earlier clusters moves.

    Parameters
    ----------
    areas, pairs, bounds
        As for :func:`..stable.update_clusters`.
    counted : tuple of Tallies and ndarray, shape (n,)
        This year's counts, and the people of each area when the earlier map was made.
    before : tuple of Update and ndarray, shape (n,)
        What was kept and joined, and the cluster of each area in the earlier map.
    options : Options
        Effort, draw and time of the search inside each cluster.
    progress : callable
        Hears the share that is done, and raises when the user cancels.

    Returns
    -------
    Update
        With the parts in place of what was split; the other clusters are as they were.
    ndarray of int64
        Number of parts of each cluster that was split.
    """
    (tallies, people_then), (update, previous) = counted, before
    rows = np.flatnonzero((update.cluster >= 0) & np.append(update.kept, False)[update.cluster])
    if not len(rows):
        return update, np.zeros(0, dtype=np.int64)
    new = np.full(len(previous), -1)
    new[rows] = np.arange(len(rows))
    inside = (new[pairs] >= 0).all(axis=1)
    whole = Areas(
        areas.ids[rows], areas.lon_deg[rows], areas.lat_deg[rows], areas.population[rows],
        areas.area_m2[rows], np.array([f"{code}" for code in update.cluster[rows]], dtype=object),
    )  # fmt: skip
    of_then = np.floor(np.asarray(people_then, dtype=float)[rows])
    sides = None if options.sides is None else options.sides.take(np.isin(np.arange(len(previous)), rows))
    found = cluster_areas(
        whole, new[pairs[inside]], *_demanded(tallies.take(rows), bounds, of_then),
        replace(options, sides=sides), progress,
    )  # fmt: skip
    bridges = np.concatenate([update.bridges, rows[found.bridges].reshape(-1, 2)])
    joined = replace(update, bridges=bridges)
    return _with_parts(areas, pairs, (tallies, bounds), (joined, previous), (rows, found.cluster))


def _demanded(tallies: Tallies, bounds: Bounds, people_then: Floats) -> tuple[Tallies, Bounds]:
    """The counts and bounds of now, and as a further column the people of then."""
    threshold = max(bounds.population or 0, bounds.class_size or 0)
    if not threshold:
        return tallies, bounds
    columns = [people_then[None]] if tallies.minima is None else [tallies.minima, people_then[None]]
    minima = (*bounds.minima, (Phrase("people of then"), float(np.ceil(threshold))))
    return replace(tallies, minima=np.concatenate(columns)), replace(bounds, minima=minima)


def _with_parts(
    areas: Areas,
    pairs: Ints,
    counted: tuple[Tallies, Bounds],
    before: tuple[Update, Ints],
    parts: tuple[Ints, Ints],
) -> tuple[Update, Array]:
    (tallies, bounds), (update, previous), (rows, part) = counted, before, parts
    whole = update.cluster[rows]
    lost = np.bincount(whole, part < 0) > 0
    pieces = np.unique(np.stack([whole, part], axis=1)[~lost[whole]], axis=0)
    count = np.bincount(pieces[:, 0], minlength=len(update.kept))
    split = (count > 1)[whole]
    cluster = update.cluster.copy()
    cluster[rows[split]] = len(update.kept) + part[split]
    cluster = numbered(cluster, areas)
    edges = np.concatenate([np.asarray(pairs, dtype=np.int64).reshape(-1, 2), update.bridges])
    check_partition(areas.ids, cluster, areas.boundary, edges, tallies, bounds)
    kept = unchanged(cluster, np.asarray(previous, dtype=np.int64))
    return replace(update, cluster=cluster, kept=kept), count[count > 1]

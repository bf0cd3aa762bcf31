# SPDX-License-Identifier: GPL-2.0-or-later
"""Clusters that people can live with for years: last year's are kept wherever they still hold.

Two maps of the same people tell the difference of their zones. Moving single areas across borders is the
worst that can be done: each moved area is a difference of its own. Equal zones, and unions of whole zones,
leave no difference below the smallest zone. So a cluster that holds is kept as it is, and one that does
not is joined whole to a neighbour. (:func:`.search.split_clusters` splits those that have grown.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Floats, Ints, Objects, by_first, connected
from ..base.errors import AuditError, InputError, Phrase, named
from ..counts.differencing import small_remainders
from ..geometry.areas import Areas
from .check import check_partition
from .graph import Graph, partition_graph
from .objective import Bounds, Requirements, Tallies, most_clusters, requirements


@dataclass(frozen=True)
class Update:
    """Clusters of this year, made of last year's."""

    cluster: Array
    """Shape (n,). Cluster of each area, -1 where its part of a unit cannot meet the bounds."""
    part: Array
    """Shape (n,). Connected part of a unit that each area belongs to."""
    bridges: Array
    """Shape (b, 2). Areas that were joined over a gap."""
    bound: int
    """No partition has more clusters."""
    kept: Array
    """Shape (c,). Clusters that are exactly one of last year's."""


def update_clusters(areas: Areas, pairs: Ints, tallies: Tallies, bounds: Bounds, previous: Ints) -> Update:
    """Keep the clusters of an earlier map that still hold, and join the others whole.

    Parameters
    ----------
    areas : Areas
        This year's areas with their units.
    pairs : ndarray of int, shape (m, 2)
        Neighbouring areas.
    tallies, bounds
        This year's counts, and what each cluster must meet.
    previous : ndarray of int, shape (n,)
        Cluster of each area in the earlier map, negative where it was in none or did not exist.

    Returns
    -------
    Update
        Checked by :func:`.check.check_partition`.

    Raises
    ------
    InputError
        If the bound on the average is asked for, which no single cluster meets.
    """
    if bounds.average is not None:
        raise InputError(
            "zone.average_risk.with_earlier",
            "Earlier zones cannot be kept under a bound on the average risk of a release.",
        )
    needs = requirements(tallies.take(np.arange(len(tallies.population))), bounds)
    graph = partition_graph(areas, pairs, needs)
    bound = most_clusters(needs, graph.component)
    zone = _pieces(np.asarray(previous, dtype=np.int64), graph)
    zone = _joined(zone, graph, needs, np.asarray(tallies.population, dtype=float))
    zone[bound[graph.component] == 0] = -1
    cluster = numbered(zone, areas)
    bridges = np.stack([graph.first, graph.second], axis=1)[graph.is_bridge]
    edges = np.concatenate([np.asarray(pairs, dtype=np.int64).reshape(-1, 2), bridges])
    check_partition(areas.ids, cluster, areas.boundary, edges, tallies, bounds)
    kept = unchanged(cluster, np.asarray(previous, dtype=np.int64))
    return Update(cluster, graph.component, bridges, int(bound.sum()), kept)


def _pieces(previous: Ints, graph: Graph) -> Array:
    """Connected pieces of the earlier clusters, and of the areas that were in none."""
    n = len(previous)
    within = previous[graph.first] == previous[graph.second]
    return connected(graph.first[within], graph.second[within], n)


def _joined(zone: Ints, graph: Graph, needs: Requirements, people: Floats) -> Array:
    """Join each piece that misses the bounds to a neighbour, until none is left or its part is one."""
    count = int(zone.max()) + 1
    sums, size = needs.sums(zone, count), np.bincount(zone, people, count)
    near: list[set[int]] = [set() for _piece in range(count)]
    for one, other in np.unique(np.stack([zone[graph.first], zone[graph.second]], axis=1), axis=0).tolist():
        if one != other:
            near[one].add(other)
            near[other].add(one)
    label = np.arange(count)
    waiting = {piece for piece in range(count) if near[piece] and not needs.met(sums[:, [piece]])[0]}
    while waiting:
        piece = min(waiting, key=lambda at: (size[at], at))
        if not near[piece]:
            waiting.discard(piece)
            continue
        others = sorted(near[piece])
        met = needs.met(sums[:, others] + sums[:, [piece]])
        _missed, _size, other = min(
            (not good, size[other], other) for good, other in zip(met.tolist(), others)
        )
        kept, gone = min(piece, other), max(piece, other)
        sums[:, kept] += sums[:, gone]
        size[kept] += size[gone]
        label[label == gone] = kept
        near[kept] = (near[kept] | near[gone]) - {kept, gone}
        for neighbour in near[gone] - {kept}:
            near[neighbour].discard(gone)
            near[neighbour].add(kept)
        near[gone] = set()
        waiting -= {piece, other}
        if not needs.met(sums[:, [kept]])[0]:
            waiting.add(kept)
    return label[zone]


def numbered(zone: Ints, areas: Areas) -> Array:
    """Numbers of zones from 0, in the order of their first area; -1 stays, shape (n,)."""
    cluster = np.empty(len(zone), dtype=np.int64)
    order = np.argsort(areas.id_rank)
    cluster[order] = by_first(np.asarray(zone)[order])
    return cluster


def unchanged(cluster: Ints, previous: Ints) -> Array:
    """Which clusters are exactly one of the earlier ones, shape (c,)."""
    inside = cluster >= 0
    pairs = np.unique(np.stack([cluster[inside], previous[inside]], axis=1), axis=0)
    count = int(cluster.max(initial=-1)) + 1
    one = np.bincount(pairs[:, 0], minlength=count) == 1
    sizes = np.bincount(previous[previous >= 0]) if (previous >= 0).any() else np.zeros(0, dtype=np.int64)
    own, kept = np.bincount(cluster[inside], minlength=count), np.zeros(count, dtype=bool)
    for new, old in pairs.tolist():
        kept[new] = one[new] and old >= 0 and sizes[old] == own[new]
    return kept


def refuse_small_differences(
    ids: Objects,
    cluster: Ints,
    previous: Ints,
    people: Floats,
    threshold: float,
    counted: Phrase | None = None,
) -> None:
    """Raise where two maps together tell a group smaller than a cluster may be.

    ``counted``, people by default, stands in the sentence; areas are negative where a map has them in no
    cluster.
    """
    # Parts of persons are rounded down, and the threshold up: a group is never taken for larger.
    found = small_remainders(cluster, previous, np.floor(people).astype(np.int64), int(np.ceil(threshold)))
    small = found.small
    if len(small):
        worst = small[np.argmin(found.least[small])]
        raise AuditError(
            "zone.earlier.subtraction",
            "Subtracting these zones from the earlier ones reveals {count} groups of fewer than "
            "{threshold:g} {counted}, the smallest of {least}: areas {areas}. Use PREVIOUS, which keeps "
            "earlier zones whole or joins them.",
            count=len(small),
            threshold=float(threshold),
            counted=counted or Phrase("people"),
            least=int(found.least[worst]),
            areas=named(np.asarray(ids)[found.piece == worst]),
        )

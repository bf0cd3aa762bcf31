# SPDX-License-Identifier: GPL-2.0-or-later
"""The whole search: unresolved units apart, first cuts, more clusters, shorter moves, check.

Constants that name no source were set together on ``scripts/bench/clustering``, the effect of each alone not
measured.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints, by_first
from ..base.errors import InputError, Phrase
from ..base.progress import Progress, part, silent
from ..base.randomness import SeededSource
from ..geometry.areas import Areas
from ..geometry.sphere import EARTH_RADIUS_M, unit_vectors
from .check import check_partition
from .graph import Graph, partition_graph
from .improvement import Instance, adjacent_groups, count_round, distance_round
from .objective import Bounds, Requirements, Tallies, most_clusters, requirements
from .packing import MOST_AREAS, packing_bound
from .stable import Update, numbered, unchanged

EFFORTS = {"quick": (60, 30), "normal": (350, 120), "thorough": (1500, 400)}
"""Rounds of the count phase and of the distance phase."""

_FIRST_CUTS = 6
"""Rounds that cut whole units before groups of clusters."""
_BLOCK = 20
"""Rounds between two looks at which copies have reached their bound: speed alone."""
_INVERSE_TEMPERATURE = (30.0, 200.0)
"""From the first round of the count phase to its last; see :func:`.improvement.count_round`."""
_COPIES = 16
"""Searches side by side on small instances."""
_COPIED = 4000
"""Small maps are searched in several copies at once, as many as make this many areas: a round costs
hardly more, and independent searches are what small units need."""
_TRIALS = 6
"""Starts of which the best is gone on with."""


@dataclass(frozen=True)
class Options:
    """How long to search."""

    effort: str = "normal"
    """One of :data:`EFFORTS`."""

    def __post_init__(self) -> None:
        if self.effort not in EFFORTS:
            raise InputError(
                "zone.effort.unknown",
                "The effort {effort} is not known. Choose one of {known}.",
                effort=self.effort,
                known=", ".join(EFFORTS),
            )


@dataclass(frozen=True)
class Clustering:
    """A partition of the areas, in the order in which they were given."""

    cluster: Ints
    """Shape (n,). Cluster of each area, from 0 in the order of the clusters' first identifiers; -1 where the
    area's part of its unit cannot meet the bounds."""
    part: Ints
    """Shape (n,). Connected part of a unit that each area belongs to."""
    bridges: Ints
    """Shape (b, 2). Areas that were joined over a gap."""
    bound: int
    """No partition has more clusters than this."""

    @property
    def count(self) -> int:
        """Number of clusters."""
        return int(self.cluster.max(initial=-1)) + 1


def cluster_areas(
    areas: Areas,
    pairs: Ints,
    tallies: Tallies,
    bounds: Bounds,
    options: Options | None = None,
    progress: Progress = silent,
) -> Clustering:
    """Partition the areas of every boundary unit into connected clusters that meet the bounds.

    Parameters
    ----------
    areas : Areas
        Areas with their units.
    pairs : ndarray of int, shape (m, 2)
        Neighbouring areas; pairs across units are ignored.
    tallies : Tallies
        Counts of each area.
    bounds : Bounds
        What each cluster must meet.
    options : Options, optional
        Effort.

    Returns
    -------
    Clustering
        Checked by :func:`..check.check_partition`, which shares no code with the search. The same
        areas give the same clusters in whatever order they come.

    Raises
    ------
    InputError
        If a bound needs counts that are not given.
    AuditError
        If the partition fails its check.

    Examples
    --------
    >>> import numpy as np
    >>> from geodeid_plugin.core.geometry.areas import Areas
    >>> areas = Areas(
    ...     ids=np.array(["A", "B", "C", "D"], dtype=object), lon_deg=np.array([10.0, 10.1, 10.2, 10.3]),
    ...     lat_deg=np.full(4, 50.0), population=np.array([20.0, 30.0, 25.0, 25.0]), area_m2=np.full(4, 1e6),
    ... )
    >>> from geodeid_plugin.core.clustering.objective import Bounds, Tallies
    >>> neighbours = np.array([[0, 1], [1, 2], [2, 3]])
    >>> cluster_areas(areas, neighbours, Tallies(areas.population), Bounds(population=50)).cluster.tolist()
    [0, 0, 1, 1]
    """
    options = options or Options()
    order = np.argsort(areas.id_rank, kind="stable")
    back = np.argsort(order)
    sorted_areas, sorted_tallies = _reorder(areas, order), tallies.take(order)
    sorted_pairs = back[np.asarray(pairs, dtype=np.int64).reshape(-1, 2)]
    label, graph, bound = _search(sorted_areas, sorted_pairs, sorted_tallies, bounds, options, progress)
    cluster = by_first(label)
    bridges = order[np.stack([graph.first, graph.second], axis=1)[graph.is_bridge]]
    result = Clustering(cluster[back], graph.component[back], bridges, bound)
    edges = np.concatenate([np.asarray(pairs, dtype=np.int64).reshape(-1, 2), bridges])
    check_partition(areas.ids, result.cluster, areas.boundary, edges, tallies, bounds)
    return result


def _search(
    areas: Areas, pairs: Ints, tallies: Tallies, bounds: Bounds, options: Options, progress: Progress
) -> tuple[Ints, Graph, int]:
    needs = requirements(tallies, bounds)
    if bounds.average is None:
        return _partition(areas, pairs, tallies, needs, options, progress)
    return _meet_average(areas, pairs, tallies, bounds, options, progress)


def _meet_average(
    areas: Areas, pairs: Ints, tallies: Tallies, bounds: Bounds, options: Options, progress: Progress
) -> tuple[Ints, Graph, int]:
    """Lower the least cluster size as far as the mean over the release allows.

    Clusters that each have the mean size meet the average bound, but fall short of the number of
    clusters it allows. The least size is bisected with short searches; the last, full search
    starts at the size found and falls back to the sufficient size.
    """
    counted = bounds.averaged(tallies)
    total, size = float(np.sum(counted)), float(bounds.mean_size or 1)
    low, high = size / 2, size
    brief = replace(options, effort="quick")
    for trial in range(_TRIALS):
        middle = (low + high) / 2
        report = part(progress, 0.05 * trial, 0.05 * (trial + 1))
        needs = requirements(tallies, bounds, middle)
        label, *_rest = _partition(areas, pairs, tallies, needs, brief, report)
        low, high = (low, middle) if _mean_met(label, counted, total, size) else (middle, high)
    report = part(progress, 0.05 * _TRIALS, 1.0)
    for least in (high, (high + size) / 2, size):
        partition = _partition(areas, pairs, tallies, requirements(tallies, bounds, least), options, report)
        if _mean_met(partition[0], counted, total, size):
            break
    return partition[0], partition[1], int(min(partition[2], total // size))


def _mean_met(label: Ints, counted: Floats, total: float, size: float) -> bool:
    kept = label >= 0
    sums = np.bincount(label[kept], counted[kept])
    return np.count_nonzero(sums) * size <= min(total, sums.sum())


def _partition(
    areas: Areas, pairs: Ints, tallies: Tallies, needs: Requirements, options: Options, progress: Progress
) -> tuple[Ints, Graph, int]:
    """Labels (-1: unresolved), the graph, and the upper bound."""
    graph = partition_graph(areas, pairs, needs)
    bound = most_clusters(needs, graph.component)
    resolved = bound[graph.component] > 0
    label = np.full(len(areas), -1)
    if not resolved.any():
        return label, graph, 0
    points = unit_vectors(areas.lon_deg, areas.lat_deg) * EARTH_RADIUS_M
    people = np.asarray(tallies.population, dtype=float)  # a release draws in proportion to them
    whole = Instance(graph.first, graph.second, graph.component, needs, people, people, points)
    instance = whole.take(resolved)
    run = _Run(instance, bound[bound > 0], options, progress)
    run.all_phases()
    label[resolved] = np.flatnonzero(resolved)[run.label]
    best = run.bound if options.effort == "quick" else _tightened(instance, run)
    return label, graph, int(best.sum())


def _tightened(instance: Instance, run: _Run) -> Ints:
    """The bound of each part, tightened where the search stays below it and the part is small enough."""
    clusters = np.bincount(instance.component[np.unique(run.label)], minlength=len(run.bound))
    sizes, left, best = np.bincount(instance.component), MOST_AREAS, run.bound.copy()
    for code in np.flatnonzero(clusters < run.bound):
        if sizes[code] <= left:
            left -= int(sizes[code])
            part = instance.take(instance.component == code)
            best[code] = packing_bound(part.first, part.second, part.needs, int(run.bound[code]))
    return best


class _Run:
    """The state of a search: a partition that is complete and within the bounds after every round."""

    def __init__(self, instance: Instance, bound: Ints, options: Options, progress: Progress) -> None:
        self.instance, self.bound, self.options, self.progress = instance, bound, options, progress
        self.source = SeededSource(_fingerprint(instance))
        self.label = _whole(instance)
        self.told = ""

    def all_phases(self) -> None:
        """Search until the effort is spent."""
        more = more_rounds(len(self.instance))
        count_rounds, distance_rounds = (rounds * more for rounds in EFFORTS[self.options.effort])
        self.count_phase(round(count_rounds))
        self.distance_phase(round(distance_rounds))

    def count_phase(self, rounds: int) -> None:
        """Rounds for more clusters, only where a part of a unit has fewer than its bound."""
        n = len(self.instance)
        copies = max(1, min(_COPIES, _COPIED // n))
        many, bound = self.instance.repeat(copies), np.tile(self.bound, copies)
        labels = (self.label + n * np.arange(copies)[:, None]).ravel()
        for start in range(0, rounds, _BLOCK):
            clusters = np.bincount(many.component[np.unique(labels)], minlength=len(bound))
            reached = (clusters >= bound).reshape(copies, -1).any(axis=0)
            keep = ~np.tile(reached, copies)[many.component]
            if not keep.any():
                break
            self.count_block(many, labels, keep, range(start, min(start + _BLOCK, rounds)), rounds)
        self.keep_best(many, labels)

    def count_block(self, many: Instance, labels: Ints, keep: Bools, block: range, rounds: int) -> None:
        """A few rounds over the parts that are marked; labels change in place."""
        rows = np.flatnonzero(keep)
        some = many.take(keep)
        label: Ints = np.searchsorted(rows, labels[rows])
        for round_ in block:
            group = _whole(some) if round_ < _FIRST_CUTS else adjacent_groups(some, label, self.source)
            inverse_temperature = float(np.interp(round_, (0, rounds), _INVERSE_TEMPERATURE))
            label = count_round(some, label, group, inverse_temperature, self.source)
            labels[rows] = rows[label]
            self.tick(0.6 * round_ / rounds, Phrase("Searching for more zones"))

    def keep_best(self, many: Instance, labels: Ints) -> None:
        """Take for each part of a unit the copy with most clusters, then most gathered surplus."""
        n, parts = len(self.instance), len(self.bound)
        if len(many) == n:
            self.label = labels
            return
        clusters = np.bincount(many.component[np.unique(labels)], minlength=many.component.max() + 1)
        squares = many.needs.squares(labels, many.component)
        copy = np.repeat(np.arange(len(many) // n), parts)
        order = np.lexsort((-copy, squares, clusters))
        best = np.empty(parts, dtype=np.int64)
        best[order % parts] = copy[order]
        chosen = best[self.instance.component]
        self.label = labels.reshape(-1, n)[chosen, np.arange(n)] - n * chosen

    def distance_phase(self, rounds: int) -> None:
        """Rounds for shorter moves."""
        some = self.instance
        cost = some.cost(self.label, np.arange(len(some)))
        for round_ in range(rounds):
            largest = 2 + round_ % 2
            self.label, cost = distance_round(some, self.label, cost, largest, self.source)
            self.tick(0.6 + 0.4 * round_ / rounds, Phrase("Shortening the moves"))

    def tick(self, fraction: float, text: str) -> None:
        """Report, a sentence once."""
        self.progress(fraction, "" if text == self.told else text)
        self.told = text


def more_rounds(areas: int) -> float:
    """How many times the rounds of a map of a country a smaller map gets: about as much time, not as many.

    A round of a county costs a twentieth of one of a country, and with the same rounds it stays 3 % further
    from its bound. Up to 1 700 areas the time grows with the map; it depends on the number of areas alone,
    so that the same data give the same clusters on every machine.

    >>> more_rounds(50), round(more_rounds(1580), 1), round(more_rounds(56590), 1)
    (1.0, 15.8, 1.0)
    """
    if areas <= _FULL:
        return max(1.0, areas / _EACH)
    return max(1.0, _FULL / _EACH * (_FULL / areas) ** _FALL)


_EACH, _FULL, _FALL = 100, 1700, 0.81
"""Areas for each multiple of the rounds, areas from which on the time stays about the same, and how fast
the rounds fall from there; set so that 1 580 areas get 5 500 rounds and 56 590 the former 350."""


def _whole(instance: Instance) -> Ints:
    return np.unique(instance.component, return_index=True)[1][instance.component]


def _fingerprint(instance: Instance) -> int:
    """A seed made from the data: the clustering is no secret, and the same data give the same search."""
    digest = hashlib.blake2b(digest_size=8)
    for values in (instance.first, instance.second, instance.needs.columns, instance.needs.least):
        digest.update(np.ascontiguousarray(values, dtype=np.float64).tobytes())
    return int.from_bytes(digest.digest(), "little")


def _reorder(areas: Areas, order: Ints) -> Areas:
    boundary = None if areas.boundary is None else areas.boundary[order]
    return Areas(
        areas.ids[order], areas.lon_deg[order], areas.lat_deg[order], areas.population[order],
        areas.area_m2[order], boundary,
    )  # fmt: skip


@dataclass(frozen=True)
class EarlierMap:
    """What is known of the map that is continued."""

    cluster: Ints
    """Shape (n,). Cluster of each area in it."""
    people: Floats
    """Shape (n,). People of each area when it was made."""


def split_clusters(
    areas: Areas,
    pairs: Ints,
    tallies: Tallies,
    bounds: Bounds,
    earlier: EarlierMap,
    update: Update,
    options: Options,
    progress: Progress = silent,
) -> tuple[Update, Array]:
    """Split kept clusters wherever each part meets the bounds now, and held enough people then.

    A part and the earlier cluster tell the other parts by subtraction, of the people (or records) of then as
    of those of now: so every part must be large enough in both. No border between earlier clusters moves.

    Parameters
    ----------
    areas, pairs, tallies, bounds
        As for :func:`..stable.update_clusters`.
    earlier : EarlierMap
    update : Update
        What of it was kept and joined.
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
    rows = np.flatnonzero((update.cluster >= 0) & np.append(update.kept, False)[update.cluster])
    if not len(rows):
        return update, np.zeros(0, dtype=np.int64)
    new = np.full(len(earlier.cluster), -1)
    new[rows] = np.arange(len(rows))
    inside = (new[pairs] >= 0).all(axis=1)
    whole = Areas(
        areas.ids[rows], areas.lon_deg[rows], areas.lat_deg[rows], areas.population[rows],
        areas.area_m2[rows], np.array([f"{code}" for code in update.cluster[rows]], dtype=object),
    )  # fmt: skip
    of_then = np.floor(np.asarray(earlier.people, dtype=float)[rows])
    split = cluster_areas(
        whole, new[pairs[inside]], *_demanded(tallies.take(rows), bounds, of_then),
        options, progress,
    )  # fmt: skip
    bridges = np.concatenate([update.bridges, rows[split.bridges].reshape(-1, 2)])
    joined = replace(update, bridges=bridges)
    cluster, count = _with_parts(areas, joined, rows, split.cluster)
    edges = np.concatenate([np.asarray(pairs, dtype=np.int64).reshape(-1, 2), bridges])
    check_partition(areas.ids, cluster, areas.boundary, edges, tallies, bounds)
    kept = unchanged(cluster, np.asarray(earlier.cluster, dtype=np.int64))
    return replace(joined, cluster=cluster, kept=kept), count


def _demanded(tallies: Tallies, bounds: Bounds, people_then: Floats) -> tuple[Tallies, Bounds]:
    """The counts and bounds of now, and as a further column the people of then."""
    threshold = max(bounds.population or 0, bounds.class_size or 0)
    if not threshold:
        return tallies, bounds
    columns = [people_then[None]] if tallies.minima is None else [tallies.minima, people_then[None]]
    minima = (*bounds.minima, (Phrase("people of then"), float(np.ceil(threshold))))
    return replace(tallies, minima=np.concatenate(columns)), replace(bounds, minima=minima)


def _with_parts(areas: Areas, update: Update, rows: Ints, part: Ints) -> tuple[Ints, Array]:
    """The cluster of each area, parts in place of what was split whole; and the number of parts of each."""
    whole = update.cluster[rows]
    lost = np.bincount(whole, part < 0) > 0
    pieces = np.unique(np.stack([whole, part], axis=1)[~lost[whole]], axis=0)
    count = np.bincount(pieces[:, 0], minlength=len(update.kept))
    split = (count > 1)[whole]
    cluster = update.cluster.copy()
    cluster[rows[split]] = len(update.kept) + part[split]
    return numbered(cluster, areas), count[count > 1]

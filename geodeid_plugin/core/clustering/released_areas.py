# SPDX-License-Identifier: GPL-2.0-or-later
"""What leaves the building: a member, a code or a count in place of an area; its check, its moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..base.arrays import Array, Floats, Ints, steps_of
from ..base.errors import AuditError, InputError, named
from ..base.randomness import Source, drawn_entries
from ..base.scientific import spatial
from ..geometry.sphere import EARTH_RADIUS_M, arc_from_chord_m, unit_vectors
from . import check
from .objective import Bounds


def draw_members(cluster: Ints, weight: Floats, record_cluster: Ints, source: Source) -> Ints:
    """Draw a member area for every record, each independently of all others.

    Parameters
    ----------
    cluster : ndarray of int, shape (n,)
        Cluster of each area; negative for areas that are not released.
    weight : ndarray, shape (n,)
        Draw weights; an area of weight 0 is never drawn.
    record_cluster : ndarray of int, shape (s,)
        Cluster of each record.
    source : SystemSource or SeededSource
        Where chance comes from.

    Returns
    -------
    ndarray of int64, shape (s,)
        Row of the area that is released for each record.

    Raises
    ------
    InputError
        If a record's cluster has no area with a weight above 0.
    """
    members = np.flatnonzero((cluster >= 0) & (weight > 0))
    members = members[np.argsort(cluster[members], kind="stable")]
    code = cluster[members]
    first = np.searchsorted(code, record_cluster, side="left")
    end = np.searchsorted(code, record_cluster, side="right")
    if np.any(first == end):
        missing = np.unique(record_cluster[first == end])
        raise InputError(
            "zone.people.none",
            "Zone {clusters} has no area with people to draw from.",
            clusters=named(missing),
        )
    return members[drawn_entries(weight[members], first, end, source)]


@dataclass(frozen=True)
class ReleaseRisk:
    """What the check of a release found."""

    cluster: Ints
    """Shape (c,). Clusters that hold a released record."""
    people: Floats
    records: Floats
    """Shape (c,). People who live there, and released records."""

    @property
    def worst_population_risk(self) -> float:
        """1 / people of the smallest released class."""
        return float(1.0 / self.people.min()) if len(self.people) else 0.0

    @property
    def worst_case_rate(self) -> float:
        """Most records per person of a released class."""
        return float((self.records / self.people).max()) if len(self.people) else 0.0


def check_release(cluster: Ints, population: Floats, released_cluster: Ints, bounds: Bounds) -> ReleaseRisk:
    """Recompute the risk of every released class from the areas and the released values.

    Parameters
    ----------
    cluster : sequence of int, shape (n,)
        Cluster of each area of the clustered layer; negative where unresolved.
    population : sequence of float, shape (n,)
        People of each area, from the layer itself.
    released_cluster : sequence of int, shape (s,)
        Cluster that each released value stands for.
    bounds : Bounds
        What the clustering promised.

    Raises
    ------
    AuditError
        If a released class is unresolved, empty or riskier than promised; nothing may be released.
    """
    people: defaultdict[int, Fraction] = defaultdict(Fraction)
    records: defaultdict[int, int] = defaultdict(int)
    for code, count in zip(cluster, population):
        people[int(code)] += Fraction(float(count))
    for code in released_cluster:
        records[int(code)] += 1
    for code, count in sorted(records.items()):
        _check_class(code, people.get(code, Fraction(0)), count, bounds)
    if bounds.average is not None and records:
        _check_average(records, people, bounds, bounds.average)
    codes = sorted(records)
    return ReleaseRisk(
        np.array(codes, dtype=np.int64),
        np.array([float(people[code]) for code in codes]),
        np.array([records[code] for code in codes]),
    )


def _check_class(code: int, people: Fraction, count: int, bounds: Bounds) -> None:
    if code < 0 or people <= 0:
        raise AuditError(
            "release.zone.unresolved",
            "A record of an unresolved or empty area was about to be released. Nothing was written.",
        )
    least = max(bounds.population or 0, check.fewest_people(bounds.maximum) if bounds.maximum else 0)
    if not check.reaches(people, least):
        raise AuditError(
            "release.class.few_people",
            "A released class holds {people:g} people, fewer than the {least:g} that its merging promised. "
            "The layer was changed after it was merged; merge it again.",
            people=float(people),
            least=least,
        )
    if bounds.cases is not None and not check.within_rate(Fraction(count), people, bounds.cases):
        raise AuditError(
            "release.class.many_records",
            "A released class holds {count} records for {people:g} people, more than the "
            "{cases:g} per person that was asked for. Merge again with these records counted.",
            count=count,
            people=float(people),
            cases=bounds.cases,
        )


def _check_average(
    records: dict[int, int], people: dict[int, Fraction], bounds: Bounds, average: float
) -> None:
    counted = records.values() if bounds.over_records else (people[code] for code in records)
    total = sum((Fraction(value) for value in counted), Fraction(0))
    if not check.within_average(len(records), total, average):
        raise AuditError(
            "release.class.low_average",
            "The released classes hold {people:g} people or records on average, fewer "
            "than the average risk allows. Nothing was written; merge again for a lower average risk.",
            people=float(total / len(records)),
        )


DISC_FACTOR = 1.358
"""Mean distance of two random points of a disc over the mean distance of a point from its centre:
(128 / 45 pi) / (2 / 3), what separates the strict lower bound on moves from what discs can reach."""

_PAIRS = 1 << 20
"""Pairs worked on at once: memory alone."""


def pairs_within(label: Ints, rows: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Yield the pairs of given rows that share a label, each once, in blocks of bounded size."""
    order = rows[np.argsort(label[rows], kind="stable")]
    ordered = label[order]
    end = np.searchsorted(ordered, ordered, side="right")
    later = end - np.arange(len(order)) - 1
    total = np.cumsum(later)
    start = 0
    while start < len(order):
        base = total[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(total, base + _PAIRS, side="right")))
        count = later[start:stop]
        one = np.repeat(np.arange(start, stop), count)
        step = steps_of(count)
        yield order[one], order[one + 1 + step]
        start = stop


def cluster_cost(label: Ints, rows: Ints, people: Floats, weight: Floats, points: Floats) -> Floats:
    """People times expected move, by label, shape (n,); 0 for labels of rows that are not asked for.

    Moves are straight-line distances of ``points``; for a cluster C with draw weights q,
    ``sum over i, j in C of p_i q_j d_ij / sum of q``.
    """
    n = len(label)
    cost = np.zeros(n)
    for one, other in pairs_within(label, rows):
        step = points[one] - points[other]
        distance = np.sqrt(np.einsum("ij,ij->i", step, step))
        share = people[one] * weight[other] + people[other] * weight[one]
        cost += np.bincount(label[one], share * distance, n)
    total = np.bincount(label[rows], weight[rows], n)
    return cost / np.where(total > 0, total, 1.0)


def expected_moves_m(label: Ints, weight: Floats, lon_deg: Floats, lat_deg: Floats) -> Floats:
    """Expected great-circle move of a record of each area, metres, shape (n,).

    Parameters
    ----------
    label : ndarray of int, shape (n,)
        Cluster of each area; negative for areas that take no part (their move is 0).
    weight : ndarray, shape (n,)
        Draw weights; a record is released at member j with probability weight_j / (their sum).
    lon_deg, lat_deg : ndarray, shape (n,)
        Representative points, degrees.
    """
    n = len(label)
    points = unit_vectors(lon_deg, lat_deg)
    move = np.zeros(n)
    rows = np.flatnonzero(label >= 0)
    for one, other in pairs_within(label, rows):
        step = points[one] - points[other]
        distance = arc_from_chord_m(np.sqrt(np.einsum("ij,ij->i", step, step)))
        move += np.bincount(one, weight[other] * distance, n)
        move += np.bincount(other, weight[one] * distance, n)
    total = np.bincount(label[rows], weight[rows], label.max(initial=0) + 1)
    return np.where(label >= 0, move / np.where(total > 0, total, 1.0)[label], 0.0)


def floor_moves_m(population: Array, unit: Ints, lon_deg: Floats, lat_deg: Floats, minimum: float) -> Floats:
    """Strict lower bound on the expected move of a record of each area, metres, shape (n,).

    A cluster holds at least ``minimum`` people, so with draws in proportion to population a
    record of area i moves at least the mean distance to the nearest ``minimum`` people of its
    unit; 0 where the area reaches the minimum alone. Clusters shaped like discs cannot do better
    than about :data:`DISC_FACTOR` times that.
    """
    people = np.asarray(population, dtype=float)
    points = unit_vectors(lon_deg, lat_deg) * EARTH_RADIUS_M
    bound = np.zeros(len(people))
    order = np.argsort(unit, kind="stable")
    start = np.flatnonzero(np.diff(unit[order], prepend=unit[order[:1]] - 1))
    for rows in np.split(order, start[1:]):
        rows = rows[people[rows] > 0]
        if people[rows].sum() < minimum:
            continue
        tree = spatial.cKDTree(points[rows])
        todo, k = np.flatnonzero(people[rows] < minimum), min(len(rows), 32)
        while len(todo):
            reached = []
            for block in np.array_split(todo, max(1, len(todo) * k // _PAIRS)):
                distance, near = tree.query(points[rows[block]], k=np.arange(1, k + 1))
                mass = people[rows][near]
                before = np.cumsum(mass, axis=1) - mass
                used = np.clip(minimum - before, 0, mass)
                done = before[:, -1] + mass[:, -1] >= minimum
                bound[rows[block[done]]] = (used * distance).sum(axis=1)[done] / minimum
                reached.append(done)
            todo, k = todo[~np.concatenate(reached)], min(len(rows), 4 * k)
    return bound

# SPDX-License-Identifier: GPL-2.0-or-later
"""How far a release moves people when an area is replaced by a random member of its cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..geometry.sphere import EARTH_RADIUS_M, arc_from_chord_m, unit_vectors

if TYPE_CHECKING:
    from ..base.arrays import Array, Floats, Ints

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
        step = np.arange(len(one)) - np.repeat(np.cumsum(count) - count, count)
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
    from scipy.spatial import cKDTree

    people = np.asarray(population, dtype=float)
    points = unit_vectors(lon_deg, lat_deg) * EARTH_RADIUS_M
    bound = np.zeros(len(people))
    order = np.argsort(unit, kind="stable")
    start = np.flatnonzero(np.diff(unit[order], prepend=unit[order[:1]] - 1))
    for rows in np.split(order, start[1:]):
        rows = rows[people[rows] > 0]
        if people[rows].sum() < minimum:
            continue
        tree = cKDTree(points[rows])
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

# SPDX-License-Identifier: GPL-2.0-or-later
"""Score an attack on a map picture: whom do the recovered dots give away?

Measures of Brownstein, Cassa, Kohane, Mandl 2006 (Int J Health Geogr 5:56): distance from the recovered
to the true place, exact addresses, and rank, the number of addresses nearer to the recovered point than
the true one. Added here: a one-to-one assignment, the matches chance alone would give, and for every
dot the number of addresses or people it could stand for.

All coordinates are planar, in metres of one local system.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ...base.randomness import Source
from ...base.scientific import csgraph, sparse, spatial

UNMATCHED = -1
"""Of a dot that stands for no record."""
_SHIFTS = 16
"""Directions in which dots are moved to see how many meet a record by chance."""
SAME_PLACE_M = 0.01
"""Records nearer to each other than this have one place: a layer's coordinates are written to about a
centimetre."""


@dataclass(frozen=True)
class Interval:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Match:
    """Which record each recovered dot stands for."""

    record: Array
    """Shape (d,). Index of the record of each dot, or ``UNMATCHED``."""
    distance_m: Array
    """Shape (d,). Distance to that record, metres; NaN where unmatched."""
    by_chance: float
    """Matches expected if dots and records had nothing to do with each other."""

    @property
    def count(self) -> int:
        """Number of matched dots."""
        return int(np.count_nonzero(self.record != UNMATCHED))


def assign(dots_m: Floats, records_m: Floats, reach_m: Floats | float) -> tuple[Ints, Floats]:
    """Pair dots and records one to one so that the sum of min(distance, reach) is smallest.

    Parameters
    ----------
    dots_m : ndarray, shape (d, 2)
        Recovered points, metres.
    records_m : ndarray, shape (r, 2)
        True points, metres.
    reach_m : float or ndarray, shape (d,)
        Farther pairs are never made, metres.

    Returns
    -------
    record : ndarray of int, shape (d,)
        Index of the paired record, or ``UNMATCHED``.
    distance_m : ndarray, shape (d,)
        Distances, metres; NaN where unmatched.
    """
    dots_m, records_m = np.asarray(dots_m, float).reshape(-1, 2), np.asarray(records_m, float).reshape(-1, 2)
    count = len(dots_m)
    record, distance = np.full(count, UNMATCHED), np.full(count, np.nan)
    reach = np.broadcast_to(np.asarray(reach_m, float), (count,))
    dot, other, apart = _candidates(dots_m, records_m, reach)
    if not len(dot):
        return record, distance
    unit = 1.0 + reach.max()
    # A column of its own for every dot, at the price of the reach, leaves each dot free to stay alone;
    # the added constant keeps weights away from 0, which a sparse matrix would drop.
    rows = np.concatenate([dot, np.arange(count)])
    columns = np.concatenate([other, len(records_m) + np.arange(count)])
    price = np.concatenate([apart, reach]) / unit + 1.0
    graph = sparse.coo_matrix((price, (rows, columns)), shape=(count, len(records_m) + count)).tocsr()
    matched_row, matched_column = csgraph.min_weight_full_bipartite_matching(graph)
    real = matched_column < len(records_m)
    record[matched_row[real]] = matched_column[real]
    paired = record != UNMATCHED
    distance[paired] = np.hypot(*(dots_m[paired] - records_m[record[paired]]).T)
    return record, distance


def _candidates(dots_m: Floats, records_m: Floats, reach: Floats) -> tuple[Ints, Ints, Floats]:
    if not len(dots_m) or not len(records_m):
        return np.zeros(0, int), np.zeros(0, int), np.zeros(0)
    near = spatial.cKDTree(records_m).query_ball_point(dots_m, reach)
    lengths = np.array([len(n) for n in near])
    dot = np.repeat(np.arange(len(dots_m)), lengths)
    other = np.fromiter((j for n in near for j in n), int, lengths.sum())
    return dot, other, np.hypot(*(dots_m[dot] - records_m[other]).T)


def at_one_place(record: Ints, records_m: Floats) -> tuple[Ints, Ints]:
    """Pair dots with the further records that lie where theirs lies: one dot shows them all.

    Parameters
    ----------
    record : ndarray of int, shape (d,)
        Index of the record of each dot, or ``UNMATCHED``.
    records_m : ndarray, shape (r, 2)
        True points, metres.

    Returns
    -------
    dot, other : ndarray of int
        Dots, and records that no dot was paired with.

    Examples
    --------
    >>> dot, other = at_one_place(np.array([2, -1]), np.array([[5.0, 5.0], [9.0, 9.0], [5.0, 5.0]]))
    >>> dot.tolist(), other.tolist()
    ([0], [0])
    """
    dots = np.flatnonzero(record != UNMATCHED)
    alone = np.setdiff1d(np.arange(len(records_m)), record[dots])
    if not len(dots) or not len(alone):
        return np.zeros(0, int), np.zeros(0, int)
    away, nearest = spatial.cKDTree(records_m[record[dots]]).query(records_m[alone])
    same = away <= SAME_PLACE_M
    return dots[nearest[same]], alone[same]


def match(dots_m: Floats, records_m: Floats, reach_m: Floats | float) -> Match:
    """Assign dots to records, and count what chance alone would assign.

    Parameters
    ----------
    dots_m, records_m, reach_m
        As for :func:`assign`.
    """
    record, distance = assign(dots_m, records_m, reach_m)
    found = [np.count_nonzero(other != UNMATCHED) for _, other in chance_matches(dots_m, records_m, reach_m)]
    return Match(record, distance, float(np.mean(found)) if found else 0.0)


def chance_matches(
    dots_m: Floats, records_m: Floats, reach_m: Floats | float
) -> Iterator[tuple[Floats, Ints]]:
    """Assignments after moving all dots rigidly, so that no dot lies on its own record.

    The moves are 5 to 8 times the reach in different directions: far enough to part each dot from its
    record, near enough to keep the density of the neighbourhood.

    Yields
    ------
    moved_m : ndarray, shape (d, 2)
        The dots after the move.
    record : ndarray of int, shape (d,)
        Record of each, or ``UNMATCHED``.
    """
    dots_m = np.asarray(dots_m, float).reshape(-1, 2)
    for step in range(_SHIFTS if len(dots_m) else 0):
        angle = 2 * np.pi * step / _SHIFTS
        far = np.max(reach_m) * (5 + step % 4)
        moved = dots_m + far * np.array([np.cos(angle), np.sin(angle)])
        yield moved, assign(moved, records_m, reach_m)[0]


def ranks(dots_m: Floats, true_m: Floats, addresses_m: Floats, cap: int = 1000) -> Array:
    """Count the addresses nearer to each recovered point than the true place.

    The address of the record itself is not counted: an address as far from the dot as the true place,
    to a millionth, is the true place.

    ``dots_m``, ``true_m``: (n, 2), recovered points and the true places they were matched with, metres.
    ``addresses_m``: (a, 2), all addresses, metres. ``cap``: counting stops here. Gives ranks; 0 says that the
    true address is the nearest of all.

    >>> ranks([[0, 0]], [[30, 0]], [[30, 0], [10, 0], [0, 20], [50, 50]]).tolist()
    [2]
    """
    dots_m, true_m = np.asarray(dots_m, float).reshape(-1, 2), np.asarray(true_m, float).reshape(-1, 2)
    if not len(dots_m):
        return np.zeros(0, int)
    tree = spatial.cKDTree(addresses_m)
    home = np.asarray(addresses_m)[tree.query(true_m)[1]]
    apart = np.hypot(*(dots_m - home).T)
    inside = tree.query_ball_point(dots_m, apart * (1 - 1e-6) - 1e-9 * (apart > 1e-9), return_length=True)
    return np.minimum(np.where(apart > 1e-9, inside, 0), cap)


def residents_as_near(dots_m: Floats, true_m: Floats, addresses_m: Floats, residents: Floats) -> Array:
    """Count the residents of the true address and of all that are nearer to the recovered point.

    ``dots_m``, ``true_m``, ``addresses_m``: as of :func:`ranks`. ``residents``: (a,), people, or dwellings,
    of each address. Gives at least 1: the patient.

    >>> residents_as_near([[0, 0]], [[30, 0]], [[30, 0], [10, 0], [50, 50]], [40, 3, 9]).tolist()
    [43.0]
    """
    dots_m, true_m = np.asarray(dots_m, float).reshape(-1, 2), np.asarray(true_m, float).reshape(-1, 2)
    tree, lived = spatial.cKDTree(addresses_m), np.asarray(residents, float)
    apart = np.hypot(*(dots_m - np.asarray(addresses_m)[tree.query(true_m)[1]]).T)
    near = tree.query_ball_point(dots_m, apart * (1 + 1e-6) + 1e-9)
    return np.maximum([lived[one].sum() for one in near], 1.0)


def addresses_behind(
    dots_m: Floats, addresses_m: Floats, error_m: Floats, square: bool, residents: Floats | None = None
) -> Array:
    """Expected number of addresses, or of their residents, each dot could stand for: the k of the picture.

    ``dots_m``: (n, 2), recovered points, metres. ``addresses_m``: (a, 2), all addresses, metres. ``error_m``:
    (n,), standard deviation of the position along each axis, metres. ``square``: true where the position is
    uniform in a pixel (snapped markers): the addresses inside the pixel are counted. Else the perplexity of
    the Gaussian posterior over the addresses. ``residents``: (a,), people, or dwellings, of each address; one
    each without it. Gives at least 1.
    """
    dots_m, error_m = np.asarray(dots_m, float).reshape(-1, 2), np.asarray(error_m, float)
    tree = spatial.cKDTree(addresses_m)
    lived = np.ones(len(addresses_m)) if residents is None else np.asarray(residents, float)
    if square:
        inside = tree.query_ball_point(dots_m, error_m * np.sqrt(3.0), p=np.inf)
        return np.maximum([lived[one].sum() for one in inside], 1.0)
    behind = np.ones(len(dots_m))
    for i, around in enumerate(tree.query_ball_point(dots_m, np.maximum(5 * error_m, 1e-6))):
        near = np.array(around, dtype=np.int64)[lived[around] > 0]
        people = lived[near]
        if people.sum() > 1:
            square_m = np.sum((np.asarray(addresses_m)[near] - dots_m[i]) ** 2, axis=1)
            weight = np.exp(-(square_m - square_m.min()) / (2 * error_m[i] ** 2))
            weight /= (people * weight).sum()
            used = weight > 0
            behind[i] = np.exp(-np.sum(people[used] * weight[used] * np.log(weight[used])))
    return np.maximum(behind, 1.0)


def people_behind(distance_m: Floats | float, error_m: Floats, people_per_m2: Floats | float) -> Array:
    """Expected number of people at least as near to the dot as the patient, where only density is known.

    The circle through the true place, widened by the position's own uncertainty (mean square 2σ²), holds
    ``density · π · (d² + 2σ²)`` people; the patient is one more.

    ``distance_m``: distance from the dot to the true place, metres. ``error_m``: standard deviation of the
    dot along each axis, metres. ``people_per_m2``: density of people about the dot. Gives at least 1.

    >>> round(float(people_behind(100, 0, 0.001)), 1)
    32.4
    """
    square = np.asarray(distance_m, float) ** 2 + 2 * np.asarray(error_m, float) ** 2
    return 1.0 + np.asarray(people_per_m2, float) * np.pi * square


def bootstrap_mean(values: Floats, source: Source, draws: int = 2000) -> Interval:
    """Mean with the percentile interval of a bootstrap over the records (Efron 1979).

    ``values``: (n,), one value a record. ``source``: where the resamples come from. ``draws``: number of
    resamples. Gives NaN throughout without values.
    """
    values = np.asarray(values, float)
    if not len(values):
        return Interval(np.nan, np.nan, np.nan)
    means = np.empty(draws)
    for start in range(0, draws, 100):
        rows = min(100, draws - start)
        picked = (source.uniform(rows * len(values)) * len(values)).astype(np.int64)
        means[start : start + rows] = values[picked].reshape(rows, -1).mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(values.mean()), float(low), float(high))

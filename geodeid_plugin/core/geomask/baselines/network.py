# SPDX-License-Identifier: GPL-2.0-or-later
"""Street masking: along streets to a junction that is as far as its neighbours are on average."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

import numpy as np

from ...base.arrays import Floats, Ints
from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from ...base.randomness import Source
from ...base.scientific import csgraph, sparse, spatial
from ...geometry.people_around import Addresses, CensusSurface
from ...geometry.sphere import haversine_m, unit_vectors
from .choices import Choices, masked
from .random_moves import NO_GUARD, Guard, Masked, checked_positions

_STARTS_AT_ONCE = 200
"""Junctions searched from between two looks at Cancel."""


@dataclass(frozen=True)
class Network:
    """Junctions and ends of streets, and what joins them."""

    lon_deg: Floats
    lat_deg: Floats
    """Shape (n,). Junctions and ends, degrees."""
    lengths_m: sparse.csr_matrix = field(repr=False)
    """Shape (n, n). Length of the shortest street between two junctions, metres, in both directions."""
    part: Ints = field(repr=False)
    """Shape (n,). Which connected part of the network each belongs to."""

    @classmethod
    def of(cls, lon_deg: Floats, lat_deg: Floats, start: Ints) -> Network:
        """Join lines that end at the same place.

        Parameters
        ----------
        lon_deg, lat_deg : array_like, shape (v,)
            Vertices of all lines, degrees; lines meet at their ends only.
        start : array_like of int, shape (l + 1,)
            Where each line starts among the vertices, and the end of the last.

        Raises
        ------
        InputError
            No line joins two places.

        Examples
        --------
        A cross of four streets:

        >>> lon_deg = [0.0, 0.0, 0.0, 0.001, 0.0, 0.0, 0.0, -0.001]
        >>> lat_deg = [0.0, 0.001, 0.0, 0.0, 0.0, -0.001, 0.0, 0.0]
        >>> cross = Network.of(lon_deg, lat_deg, [0, 2, 4, 6, 8])
        >>> len(cross.lon_deg), cross.lengths_m.nnz
        (5, 8)
        """
        lon, lat = checked_positions(lon_deg, lat_deg)
        start = np.asarray(start, dtype=np.int64)
        first, last = start[:-1], start[1:] - 1
        side_m = haversine_m(lon[:-1], lat[:-1], lon[1:], lat[1:]) if len(lon) else np.zeros(0)
        along = np.concatenate([[0.0], np.cumsum(side_m)])
        ends = np.column_stack([lon[[*first, *last]], lat[[*first, *last]]])
        places, row = np.unique(ends, axis=0, return_inverse=True)
        one, other = row.ravel()[: len(first)], row.ravel()[len(first) :]
        length = along[last] - along[first]
        joins = (one != other) & (length > 0)
        if not joins.any():
            raise InputError(
                "street.network.no_lines",
                "The streets join no two places. Choose a layer of lines that meet.",
            )
        one, other, length = one[joins], other[joins], length[joins]
        low, high = np.minimum(one, other), np.maximum(one, other)
        order = np.lexsort((length, high, low))
        low, high, length = low[order], high[order], length[order]
        new = np.concatenate([[True], (np.diff(low) != 0) | (np.diff(high) != 0)])
        pairs = np.concatenate([low[new], high[new]]), np.concatenate([high[new], low[new]])
        graph = sparse.csr_matrix((np.tile(length[new], 2), pairs), shape=(len(places), len(places)))
        part = csgraph.connected_components(graph, directed=False)[1]
        return cls(places[:, 0], places[:, 1], graph, part)

    def nearest_along(self, junction: int, count: int) -> tuple[list[int], list[float]]:
        """The nearest junctions along the streets, itself first, and their distances, metres.

        The junction's part of the network must hold ``count`` junctions.
        """
        start, to, length = self.lengths_m.indptr, self.lengths_m.indices, self.lengths_m.data
        waiting, settled = [(0.0, int(junction))], set()
        found: list[int] = []
        away: list[float] = []
        while waiting and len(found) < count:
            distance, node = heapq.heappop(waiting)
            if node in settled:
                continue
            settled.add(node)
            found.append(node)
            away.append(distance)
            for at in range(start[node], start[node + 1]):
                if to[at] not in settled:
                    heapq.heappush(waiting, (distance + float(length[at]), int(to[at])))
        return found, away


def street_choices(
    lon_deg: Floats, lat_deg: Floats, network: Network, k: int, k_most: int, progress: Progress = silent
) -> Choices:
    """List the junctions that each home may be moved to (Swanlund et al. 2020, as MaskMyPy draws).

    From the junction nearest to the home, the T nearest junctions along the streets are found, itself
    included; the record goes to the one of them whose distance along the streets is nearest to their mean.
    T is each whole number from ``k`` to ``k_most`` with the same chance. Parts of the network with fewer
    than ``k_most`` junctions are passed over.

    References
    ----------
    Swanlund D, Schuurman N, Zandbergen P, Brussoni M. Street masking: a network-based geographic mask for
    easily protecting geoprivacy. Int J Health Geogr 19:26, 2020.
    """
    k, k_most = int(k), int(k_most)
    if not 1 < k < k_most:
        raise InputError("street.k.out_of_range", "k must be above 1 and below the most junctions to count.")
    usable = np.flatnonzero(np.bincount(network.part)[network.part] >= k_most)
    if not len(usable):
        raise InputError(
            "street.network.too_small",
            "No connected part of the streets has {count} junctions. Take a larger part of the network, or a "
            "smaller K.",
            count=k_most,
        )
    tree = spatial.cKDTree(unit_vectors(network.lon_deg[usable], network.lat_deg[usable]))
    starts, at = np.unique(
        usable[tree.query(unit_vectors(np.asarray(lon_deg), np.asarray(lat_deg)))[1]], return_inverse=True
    )
    targets = np.empty((len(starts), k_most - k + 1), dtype=np.int64)
    for row, junction in enumerate(starts):
        if row % _STARTS_AT_ONCE == 0:
            progress(row / len(starts))
        targets[row] = _targets(*network.nearest_along(junction, k_most), k)
    homes, each = len(at.ravel()), targets.shape[1]
    home, place = np.repeat(np.arange(homes), each), targets[at.ravel()].ravel()
    return Choices.of(home, place, np.ones(homes * each), (network.lon_deg, network.lat_deg), homes)


def _targets(found: list[int], away: list[float], k: int) -> Ints:
    """For each T from ``k`` on, the junction among the first T that is nearest to their mean distance."""
    away_m = np.array(away)
    mean_m = np.cumsum(away_m) / np.arange(1, len(away_m) + 1)
    best = [int(np.argmin(np.abs(away_m[:count] - mean_m[count - 1]))) for count in range(k, len(found) + 1)]
    return np.asarray(found)[best]


def along_streets(
    lon_deg: Floats,
    lat_deg: Floats,
    network: Network,
    k: int,
    k_most: int,
    source: Source,
    people: Addresses | CensusSurface | None = None,
    k_people: float = 0,
    guard: Guard = NO_GUARD,
    progress: Progress = silent,
) -> Masked:
    """Move every point to a random junction of :func:`street_choices`.

    Where ``people`` are given, a junction must have ``k_people`` of them at least as near as the true place.
    """
    lon, lat = checked_positions(lon_deg, lat_deg)
    choices = street_choices(lon, lat, network, k, k_most, progress)
    if people is not None and k_people:
        choices = choices.among(lon, lat, people, k_people)
    what = Phrase("No junction that may be drawn hides it among enough people. Raise K.")
    return masked(lon, lat, choices.within_bounds(lon, lat, guard), source, guard, what)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a mask may put the record of each home, and with which chance: one law for draws and for attacks.

The simplest such mask moves a record to a real address among so many nearest ones (verified neighbours,
Richter 2018).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Bools, Floats, Ints, blocks
from ...base.errors import InfeasibleError, InputError, Phrase
from ...base.progress import Progress, silent
from ...base.randomness import Source, drawn_entries
from ...base.scientific import spatial
from ...geometry.people_around import TOLERANCE_M, Addresses, CensusSurface
from ...geometry.sphere import arc_from_chord_m, chord_from_arc, haversine_m, unit_vectors
from .places import OWN_ADDRESS_M
from .random_moves import NO_GUARD, SMALLEST_MOVE_M, Guard, Masked, checked_positions, moved_to


@dataclass(frozen=True)
class Choices:
    """Chances of places given homes, ordered by home.

    >>> import numpy as np
    >>> one = Choices.of([0, 0, 0], [2, 1, 2], np.ones(3), (np.zeros(3), np.arange(3.0)), homes=2)
    >>> one.place.tolist(), one.chance.round(2).tolist(), one.without.tolist()
    ([1, 2], [0.33, 0.67], [1])
    """

    home: Ints
    place: Ints
    """Shape (e,). Rows of the home and of the place; no pair stands twice."""
    chance: Floats
    """Shape (e,). They add up to 1 for each home that has a place."""
    lon_deg: Floats
    lat_deg: Floats
    """Shape (p,). The places, degrees."""
    homes: int
    """Number of homes, those without a place included."""

    @classmethod
    def of(
        cls, home: Ints, place: Ints, weight: Floats, places: tuple[Floats, Floats], homes: int
    ) -> Choices:
        """Gather pairs in any order, with weights that need not add up to 1.

        Those of a pair that stands several times are added up.
        """
        count = max(len(places[0]), 1)
        key = np.asarray(home, dtype=np.int64) * count + np.asarray(place, dtype=np.int64)
        key, at = np.unique(key, return_inverse=True)
        total = np.bincount(at.ravel(), np.asarray(weight, dtype=float), len(key))
        key, total = key[total > 0], total[total > 0]
        home, place = np.divmod(key, count)
        whole = np.bincount(home, total, homes)
        return cls(home, place, total / whole[home], *places, homes)

    @property
    def without(self) -> Ints:
        """Homes that no place is left for."""
        return np.flatnonzero(np.bincount(self.home, minlength=self.homes) == 0)

    def selected(self, good: Bools) -> Choices:
        """The pairs marked in ``good``; their chances add up to 1 again."""
        places = self.lon_deg, self.lat_deg
        return Choices.of(self.home[good], self.place[good], self.chance[good], places, self.homes)

    def within_bounds(self, lon_deg: Floats, lat_deg: Floats, guard: Guard = NO_GUARD) -> Choices:
        """What is left where a guard refuses places, and nobody may stay at home."""
        good = self.moved_m(lon_deg, lat_deg) >= SMALLEST_MOVE_M
        good &= guard.accepts(self.home, self.lon_deg[self.place], self.lat_deg[self.place])
        return self.selected(good)

    def among(self, lon_deg: Floats, lat_deg: Floats, people: Addresses | CensusSurface, k: float) -> Choices:
        """What is left where ``k`` people at least must be as near to the place as the home is."""
        used, at = np.unique(self.place, return_inverse=True)
        reach_m = people.reach_m(self.lon_deg[used], self.lat_deg[used], k) if len(used) else np.zeros(0)
        # The home itself may be the k-th.
        return self.selected(self.moved_m(lon_deg, lat_deg) + TOLERANCE_M >= reach_m[at.ravel()])

    def moved_m(self, lon_deg: Floats, lat_deg: Floats) -> Floats:
        """Distance between home and place of each pair, metres."""
        lon, lat = np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float)
        places = self.lon_deg[self.place], self.lat_deg[self.place]
        return haversine_m(lon[self.home], lat[self.home], *places)

    def drawn(self, source: Source) -> Ints:
        """A place for each home, each of which must have one, shape (homes,)."""
        first = np.searchsorted(self.home, np.arange(self.homes))
        return self.place[drawn_entries(self.chance, first, np.append(first[1:], len(self.home)), source)]


def masked(
    lon_deg: Floats, lat_deg: Floats, choices: Choices, source: Source, guard: Guard, what: Phrase
) -> Masked:
    """Draw a place for each record.

    Choices are bounded already. The guard names the records that no place is left for; ``what`` says what the
    mask finds no place among, and the remedy.
    """
    if len(choices.without):
        raise InfeasibleError(
            "mask.place.not_found",
            "No place {reason} was found for record {records}. {what}",
            reason=guard.reason,
            records=guard.name(choices.without),
            what=what,
        )
    place = choices.drawn(source)
    return moved_to(lon_deg, lat_deg, choices.lon_deg[place], choices.lat_deg[place], guard)


_HOMES_AT_ONCE = 2000
"""Homes between two looks at Cancel: memory alone."""
MOST_PAIRS = 20_000_000
"""Pairs of a home and an address beyond which none are listed: about 2 GB."""


def neighbour_choices(
    lon_deg: Floats,
    lat_deg: Floats,
    addresses: tuple[Floats, Floats],
    k: int,
    k_most: int,
    progress: Progress = silent,
) -> Choices:
    """List the addresses that each home may be moved to, all with the same chance.

    They are those between the k-th and the ``k_most``-th nearest address about the home, the home's own
    counted, of which at least ``k`` addresses are as near as the home is: so many may be the true one to
    somebody who has the map alone. What lies within 1 m of the home is its own and never chosen. Homes
    without such an address have none.

    References
    ----------
    Richter W. The verified neighbor approach to geoprivacy: an improved method for geographic masking.
    J Expo Sci Environ Epidemiol 28, 2018.
    """
    if not 1 < k < k_most:
        raise InputError(
            "neighbours.k.out_of_range",
            "k must be above 1 and below the most addresses about a home.",
        )
    if len(np.asarray(lon_deg)) * (k_most - k + 1) > MOST_PAIRS:
        raise InputError(
            "neighbours.pairs.too_many",
            "More than {most} pairs of a home and an address are possible.",
            most=MOST_PAIRS,
        )
    known = Addresses(*addresses)
    low_m, high_m = (known.reach_m(lon_deg, lat_deg, count) for count in (k, k_most))
    tree, points = spatial.cKDTree(unit_vectors(*addresses)), unit_vectors(lon_deg, lat_deg)
    homes, places = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for some in blocks(len(points), _HOMES_AT_ONCE):
        progress(some.start / len(points))
        found = tree.query_ball_point(points[some], chord_from_arc(high_m[some] + TOLERANCE_M))
        count = np.array([len(one) for one in found], dtype=np.int64)
        home = np.repeat(np.arange(some.start, some.stop), count)
        place = np.concatenate([np.asarray(one, dtype=np.int64) for one in found])
        away = arc_from_chord_m(np.linalg.norm(points[home] - tree.data[place], axis=1))
        good = (away >= low_m[home] - TOLERANCE_M) & (away > OWN_ADDRESS_M)
        homes.append(home[good])
        places.append(place[good])
    home, place = np.concatenate(homes), np.concatenate(places)
    listed = Choices.of(home, place, np.ones(len(home)), addresses, len(points))
    return listed.among(lon_deg, lat_deg, known, k)


def to_neighbours(
    lon_deg: Floats,
    lat_deg: Floats,
    addresses: tuple[Floats, Floats],
    k: int,
    k_most: int,
    source: Source,
    guard: Guard = NO_GUARD,
    progress: Progress = silent,
) -> Masked:
    """Move every point to a random address of :func:`neighbour_choices`.

    Examples
    --------
    >>> import numpy as np
    >>> from geodeid_plugin.core.base.randomness import SeededSource
    >>> street = np.linspace(10.0, 10.01, 60), np.full(60, 50.0)
    >>> moved = to_neighbours([10.005], [50.0001], street, 5, 20, SeededSource(1))
    >>> bool(np.isin(moved.lon_deg, street[0]).all() and moved.moved_m[0] > 1)
    True
    """
    lon, lat = checked_positions(lon_deg, lat_deg)
    places = checked_positions(*addresses)
    choices = neighbour_choices(lon, lat, places, k, k_most, progress).within_bounds(lon, lat, guard)
    what = Phrase("No address of its ring hides it among k others. Raise K or add addresses.")
    return masked(lon, lat, choices, source, guard, what)

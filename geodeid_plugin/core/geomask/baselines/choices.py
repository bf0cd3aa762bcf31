# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a mask may put the record of each home, and with which chance: one law for draws and for attacks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Bools, Floats, Ints
from ...base.errors import InfeasibleError, Phrase
from ...base.randomness import Source
from ...geometry.people_around import TOLERANCE_M, Addresses, CensusSurface
from ...geometry.sphere import haversine_m
from .random_moves import NO_GUARD, SMALLEST_MOVE_M, Guard, Masked, moved_to


@dataclass(frozen=True)
class Choices:
    """Chances of places given homes, ordered by home.

    Examples
    --------
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
        up_to = np.concatenate([[0.0], np.cumsum(self.chance)])
        first = np.searchsorted(self.home, np.arange(self.homes))
        last = np.append(first[1:], len(self.home)) - 1
        wanted = up_to[first] + source.uniform(self.homes) * (up_to[last + 1] - up_to[first])
        at = np.searchsorted(up_to, wanted, side="right") - 1
        return self.place[np.clip(at, first, last)]


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

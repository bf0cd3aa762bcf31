# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots near homes: a test of whether the dots are draws of the table that was audited, not a finding.

Honest dots lie near homes, too: of a home in area i its own dot lies among fewer than k people with chance
``P_ii k / n_i``, each of the ``s - 1`` others with ``k / N``, so that of patients who follow the people

    k s (sum_i P_ii + s) / N

homes are near a dot on average. That says nothing of the promise: the audit bounds what an observer learns
for every draw. What it can tell is that the dots are no draws of the audited table: another layer, a fault,
points that somebody moved. The null law of that is exact. Given homes and table the mask is drawn B times
anew; honest dots and redraws are exchangeable, so that of any statistic ``p = (1 + #{redraw >= seen}) /
(B + 1)``. Dots that no redraw comes near are held against more of them before anybody is told that they fail.

Five statistics, each larger where dots are nearer than drawn. With ``u_r`` the table's chance that r's dot
lies at least as near to its home (``P_ii`` pi d^2 / area): homes with any dot among fewer than k people; the
sum of ``-log u``; the largest ``-log u``; records with ``u < 0.01``; records that stayed in their area. Only
the first is known of dots that nobody can link to records, as on a picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Floats, Ints
from ...base.errors import Phrase
from ...base.progress import Progress, part, silent
from ...base.randomness import Source, drawn_entries
from ...base.scientific import spatial
from ...base.verdict import CARE, FAILED, MADE, Check
from ...geometry.sphere import EARTH_RADIUS_M, chord_from_arc, unit_vectors
from ..masked_points import Places

REDRAWS = 999
"""Times that the mask is drawn anew: the least p is then one in a thousand."""
MORE_REDRAWS = 9999
"""Times that it is drawn anew where the first redraws say that dots fail."""
CARE_AT, FAILED_AT = 0.004, 0.0002
"""The p of any of five statistics that asks for care, and that fails: 2 and 0.1 % of honest maps at most."""
STATISTICS = ("near_any_dot", "sum", "nearest", "very_near", "stayed")
_VERY_NEAR = 0.01
"""Share of honest draws that would lie as near."""
_SELDOM = 1e-3
"""Chance of staying that stands for a smaller one: what never stays is nowhere near by the table."""
_SAME_M = 0.1
"""Shorter moves are this long: files round coordinates."""
_ALIKE = 0.1
"""Sums of logarithms that differ by less are equal, for the same reason: dots at addresses repeat."""
_HOMES = 5
"""Homes that are looked at about each dot."""
_BLOCK = 2**19
"""Dots that are drawn together: memory alone."""


@dataclass(frozen=True)
class Mask:
    """A mask that can be drawn again."""

    origin: Ints
    destination: Ints
    """Shape (p,). Pairs of the table, ordered by origin."""
    probability: Floats
    """Shape (p,). ``P_ij``."""
    place: Callable[[Ints, Source], Places]
    """Longitudes and latitudes of dots at some destinations, from a source of chance: shape (k,) each."""
    at_points: bool
    """Whether a destination has one place only."""
    reach_m: Floats
    """Shape (m,). Distance from a dot at each destination within which fewer people live than the limit asks
    for."""
    size_m2: Floats
    """Shape (m,). Size of each destination."""

    def drawn(self, area: Ints, source: Source) -> Ints:
        """A destination for each of some areas."""
        first, last = np.searchsorted(self.origin, area), np.searchsorted(self.origin, area, side="right")
        return self.destination[drawn_entries(self.probability, first, last, source)]

    def chance(self, area: Ints, destination: Ints) -> Floats:
        """``P_ij`` of pairs; 0 where the table has none."""
        width = int(max(self.destination.max(), destination.max(initial=0))) + 1
        key = self.origin.astype(np.int64) * width + self.destination
        order = np.argsort(key, kind="stable")
        asked = np.asarray(area, dtype=np.int64) * width + destination
        at = order[np.minimum(np.searchsorted(key[order], asked), len(key) - 1)]
        return np.where((key[at] == asked) & (destination >= 0), self.probability[at], 0.0)


@dataclass(frozen=True)
class Homes:
    """Where the records live."""

    lon_deg: Floats
    lat_deg: Floats
    """Shape (s,). Their places, degrees."""
    area: Ints
    """Shape (s,). Row of the area of each in the table."""
    destination: Ints
    """Shape (s,). The destination in which each home lies; -1 where it lies in none."""
    unit: Ints | None = None
    """Shape (s,), or None. Records with one number (a household) share one dot; None where each has its
    own."""


@dataclass(frozen=True)
class NearHome:
    """How near the dots lie to homes, among redraws of their mask."""

    chance: dict[str, float]
    """p of each statistic that is known."""
    near: Ints
    """Homes with a dot among fewer people than the limit asks for."""
    most: int
    """Number of such homes that 996 of 1 000 redraws do not exceed."""

    @property
    def least(self) -> float:
        """The smallest p."""
        return min(self.chance.values())


def near_home(
    homes: Homes,
    dots: Places,
    reached: Ints,
    mask: Mask,
    source: Source,
    linked: bool = True,
    progress: Progress = silent,
    redraws: int = REDRAWS,
) -> NearHome:
    """Hold dots against redraws of the mask that they are said to come from.

    Parameters
    ----------
    homes : Homes
    dots : tuple of ndarray, shape (d,)
        Longitudes and latitudes of the dots, degrees; each record's own where they are linked.
    reached : ndarray of int, shape (d,)
        The destination in which each dot lies; -1 where it lies in none.
    mask : Mask
    source : SystemSource or SeededSource
        For the redraws.
    linked : bool
        Whether dot r is that of record r.
    redraws : int
        B.
    """
    scene = _Scene.of(homes, mask, linked)
    own = np.asarray(reached, dtype=np.int64)
    if mask.at_points:  # a place that is repeated stands where it stood, whatever a file made of it
        at = mask.place(np.maximum(own, 0), source)
        dots = np.where(own >= 0, at[0], dots[0]), np.where(own >= 0, at[1], dots[1])
    points = unit_vectors(*dots)
    seen = scene.measured(points[None], own[None])[0]
    chance, near = scene.held(seen, redraws, source, part(progress, 0.0, 0.5))
    if chance.min() <= 1 / (REDRAWS + 1):
        chance, near = scene.held(seen, MORE_REDRAWS, source, part(progress, 0.5, 1.0))
    progress(1.0)
    return NearHome(dict(zip(STATISTICS, chance.tolist())), scene.near(points, own), _most(near))


def _most(near: Floats) -> int:
    """The number that all but a share :data:`CARE_AT` of some numbers do not exceed."""
    return int(np.sort(near)[min(len(near) - 1, int(np.ceil((1 - CARE_AT) * len(near))))])


@dataclass(frozen=True)
class _Scene:
    """What every draw is measured against."""

    homes: Homes
    mask: Mask
    linked: bool
    points: Floats
    stay: Floats
    size_m2: Floats

    @classmethod
    def of(cls, homes: Homes, mask: Mask, linked: bool) -> _Scene:
        """The homes, and how likely each record's dot is to stay where the home lies."""
        stay = np.maximum(mask.chance(homes.area, homes.destination), _SELDOM)
        known = homes.destination >= 0
        size = np.where(known, mask.size_m2[homes.destination], float(np.mean(mask.size_m2)))
        return cls(homes, mask, linked, unit_vectors(homes.lon_deg, homes.lat_deg), stay, size)

    @property
    def tolerance(self) -> Floats:
        """By how much a statistic of a redraw may be smaller and still count as equal."""
        return np.array([0.0, _ALIKE, _ALIKE, 0.0, 0.0][: 5 if self.linked else 1])

    def held(self, seen: Floats, redraws: int, source: Source, progress: Progress) -> tuple[Floats, Floats]:
        """p of what was seen among so many redraws, shape (5,), and homes near to a dot in each of them."""
        count, near = np.zeros(len(seen), dtype=np.int64), []
        each = max(1, _BLOCK // max(1, len(self.homes.area)))
        for start in range(0, redraws, each):
            progress(start / redraws, Phrase("Repeating the mask"))
            values = self.measured(*self.drawn(min(each, redraws - start), source))
            count += (values >= seen - self.tolerance).sum(axis=0)
            near.append(values[:, 0])
        return (1 + count) / (redraws + 1), np.concatenate(near)

    def drawn(self, times: int, source: Source) -> tuple[Floats, Ints]:
        """The mask drawn anew: unit vectors, shape (times, s, 3), and destinations, shape (times, s)."""
        area, unit = self.homes.area, self.homes.unit
        first, own = np.arange(len(area)), np.arange(len(area))
        if unit is not None:
            _units, first, own = np.unique(unit, return_index=True, return_inverse=True)
        destination = self.mask.drawn(np.tile(area[first], times), source)
        at = unit_vectors(*self.mask.place(destination, source)).reshape(times, -1, 3)
        return at[:, own], destination.reshape(times, -1)[:, own]

    def measured(self, at: Floats, destination: Ints) -> Floats:
        """The statistics of some draws: unit vectors, shape (b, d, 3), and destinations; shape (b, 5)."""
        draws, dots = destination.shape
        draw, home = self._near(at.reshape(-1, 3), destination.reshape(-1), dots)
        met = np.zeros((draws, len(self.points)), dtype=bool)
        met[draw, home] = True
        if not self.linked:
            return met.sum(axis=1, dtype=float)[:, None]
        away_m = EARTH_RADIUS_M * np.sqrt(((at - self.points) ** 2).sum(axis=2))
        share = np.clip(self.stay * np.pi * np.maximum(away_m, _SAME_M) ** 2 / self.size_m2, 1e-12, 1.0)
        return np.column_stack(
            [
                met.sum(axis=1),
                -np.log(share).sum(axis=1),
                -np.log(share.min(axis=1)),
                (share < _VERY_NEAR).sum(axis=1),
                (destination == self.homes.destination).sum(axis=1),
            ]
        ).astype(float)

    def near(self, at: Floats, destination: Ints) -> Ints:
        """Homes with a dot among too few people."""
        return np.unique(self._near(at, destination, len(destination))[1])

    def _near(self, at: Floats, destination: Ints, dots: int) -> tuple[Ints, Ints]:
        """Draws, of so many dots each, and homes that a dot of them is near to."""
        reach = chord_from_arc(np.where(destination >= 0, self.mask.reach_m[destination], 0.0))
        if not len(reach):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        many = min(_HOMES, len(self.points))
        away, home = spatial.cKDTree(self.points).query(
            at, k=np.arange(1, many + 1), distance_upper_bound=float(reach.max()) + 1e-12
        )
        dot, nth = np.nonzero(away < reach[:, None])
        return dot // dots, home[dot, nth]


def check(found: NearHome, records: int) -> Check:
    """What the test makes of a mask: failed, care or made.

    Parameters
    ----------
    found : NearHome
    records : int
        Records that were looked at.
    """
    key, rows = "found_near_home", tuple(found.near.tolist())
    said = {"exposed": len(found.near), "records": records, "p": 100 * found.least}
    if found.least <= FAILED_AT:
        sentence = Phrase(
            "The dots lie nearer to the patients' homes than this mask puts them: at most one of {count} "
            "repeated runs came as near. They do not look drawn from the table that was audited, so its "
            "bound is not claimed for them.",
            count=MORE_REDRAWS,
        )
        remedy = Phrase(
            "Look whether the layer that was drawn is the masked one, whole and unchanged. Mask again only "
            "from the patients themselves."
        )
        return Check(key, FAILED, sentence, remedy, rows)
    if found.least <= CARE_AT:
        sentence = Phrase(
            "The dots lie as near to the patients' homes as in {p:.2g} % of repeated runs of the mask.",
            **said,
        )
        remedy = Phrase("Look whether the layer that was drawn is the masked one, whole and unchanged.")
        return Check(key, CARE, sentence, remedy, rows)
    sentence = Phrase(
        "{exposed} of {records} records lie near a dot; {share:.0f} % of repeated runs of the mask put as "
        "many there.",
        share=100 * found.chance[STATISTICS[0]],
        **said,
    )
    return Check(key, MADE, sentence, records=rows)

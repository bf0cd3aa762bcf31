# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mask hides: anonymity, linkage and averaging of masked points.

Each measure is one adversary:

========================  ==================================================================
measure                   the adversary
========================  ==================================================================
k moved                   sees the masked map, searches outwards from a masked point
k moved by method         knows the reach of the mask too, searches the ring it allows
k original                knows a person's home, searches the masked map for the record
k original by method      knows the reach of the mask too, looks at the dots in the ring it allows
linkage                   knows all homes and takes the nearest masked point of each
optimal linkage           knows all homes and matches all at once, one to one
Spruill                   holds the masked records and takes the nearest true one of each
averaging                 gets several releases and averages the places of a record
========================  ==================================================================

k moved is the spatial k-anonymity of the literature. Cremer, Jehmlich and Lenz (2025) name it and the
other three: the adversary starts from a home or from a dot, and knows the method's reach or does not. Their
abstract was read, not their formulas: the counts here are what the names say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..base import identity
from ..base.arrays import Array, Floats, Ints
from ..base.errors import InputError, Phrase, named
from ..base.progress import Progress, part, silent
from ..base.randomness import Source
from ..base.scientific import spatial
from ..geometry.people_around import TOLERANCE_M, Addresses, CensusSurface
from ..geometry.sphere import chord_from_arc, haversine_m, towards, unit_vectors
from .assignment import assigned

Places = tuple[Array, Array]

_STAYED_M = 1.0
"""Nearer than that a dot lies at its home, or on a house."""
_DENSE_MATCHING = 3000
"""Records up to which the assignment sees all pairs."""
_NEAREST_CANDIDATES = 60
"""Nearest true points of each dot beyond that number."""


@dataclass(frozen=True)
class Pairs:
    """True and masked positions of the same records, degrees, shapes (n,)."""

    lon_deg: Array
    lat_deg: Array
    masked_lon_deg: Array
    masked_lat_deg: Array

    def __post_init__(self) -> None:
        shapes = {np.shape(v) for v in vars(self).values()}
        if len(shapes) != 1 or len(shapes.pop()) != 1:
            raise InputError("record.position.other_number", "True and masked positions differ in number.")
        if not len(self.lon_deg):
            raise InputError("record.pair.none", "There are no records to measure.")
        bad = np.flatnonzero(~np.isfinite(np.sum(list(vars(self).values()), axis=0)))
        if len(bad):
            raise InputError(
                "record.position.missing",
                "Records {records} lack a true or a masked position.",
                records=named(bad),
            )

    def __len__(self) -> int:
        return len(self.lon_deg)

    @property
    def true(self) -> Places:
        """Degrees of the true positions, east and north."""
        return self.lon_deg, self.lat_deg

    @property
    def masked(self) -> Places:
        """Degrees of the masked positions, east and north."""
        return self.masked_lon_deg, self.masked_lat_deg

    @property
    def moved_m(self) -> Floats:
        """Distance from the true to the masked position, metres, shape (n,)."""
        return haversine_m(self.lon_deg, self.lat_deg, self.masked_lon_deg, self.masked_lat_deg)

    @property
    def true_vectors(self) -> Floats:
        """True positions on the unit sphere, shape (n, 3)."""
        return unit_vectors(self.lon_deg, self.lat_deg)

    @property
    def masked_vectors(self) -> Floats:
        """Masked positions on the unit sphere, shape (n, 3)."""
        return unit_vectors(self.masked_lon_deg, self.masked_lat_deg)


def link(keys: list[object], masked_keys: list[str]) -> tuple[Ints, Ints]:
    """Rows of true and masked records that carry the same key."""
    original, masked = _row_of(keys, Phrase("original")), _row_of(masked_keys, Phrase("masked"))
    alone = [key for key in original if key not in masked]
    stray = [key for key in masked if key not in original]
    if alone or stray:
        raise InputError(
            "record.link.different",
            "{which}. Filter both layers to the same records, or choose another link field.",
            which=_partnerless(alone, stray),
        )
    rows = np.array(list(original.values()), dtype=np.int64)
    return rows, np.array([masked[key] for key in original], dtype=np.int64)


def _row_of(values: Sequence[object], what: Phrase) -> dict[str, int]:
    """Row of each link value, as text; a missing or repeated one is refused."""
    seen, missing, repeated = {}, [], []
    for row, value in enumerate(values):
        key = identity.canonical(value)
        if not key:
            missing.append(row)
        elif key in seen:
            repeated.append(value)
        else:
            seen[key] = row
    if missing:
        raise InputError(
            "record.link.missing",
            "{count} {what} records have no link value (rows {rows}).",
            count=len(missing),
            what=what,
            rows=named(missing),
        )
    if repeated:
        raise InputError(
            "record.link.repeated",
            "Link value {values} appears on more than one {what} record. Choose a field with one value "
            "per record.",
            values=named(repeated),
            what=what,
        )
    return seen


def _partnerless(alone: list[str], stray: Sequence[object]) -> Phrase:
    one, other = (
        Phrase("{count} {what} records have no partner ({keys})", count=len(k), what=what, keys=named(k))
        for k, what in ((alone, Phrase("original")), (stray, Phrase("masked")))
    )
    if alone and stray:
        return Phrase("{one} and {other}", one=one, other=other)
    return one if alone else other


def k_moved(pairs: Pairs, people: Addresses | CensusSurface, progress: Progress = silent) -> Floats:
    """Spatial k: people at most as far from the masked point as the true one is.

    The person is one of them, so k is never below 1; ties count.
    """
    crowd = people.within(pairs.masked_lon_deg, pairs.masked_lat_deg, pairs.moved_m, progress)
    return np.maximum(crowd, 1.0)


def k_method(
    pairs: Pairs, people: Addresses | CensusSurface, low_m: float, high_m: float, progress: Progress = silent
) -> Floats:
    """People in the ring about the masked point from which the mask could have moved somebody here.

    A record moved farther or less than the method moves is outside the ring and has k = 1, for the
    adversary's search then excludes it at no gain.
    """
    return _in_ring(people, pairs.masked, pairs.moved_m, low_m, high_m, progress)


def k_original(pairs: Pairs, progress: Progress = silent) -> Floats:
    """Masked records at most as far from the true place as the record's own, itself included, (n,)."""
    return np.maximum(Addresses(*pairs.masked).within(*pairs.true, pairs.moved_m, progress), 1.0)


def k_original_method(pairs: Pairs, low_m: float, high_m: float, progress: Progress = silent) -> Floats:
    """Masked records in the ring about the true place that the mask reaches, its own included, (n,).

    The ring is that of :func:`k_method`.
    """
    return _in_ring(Addresses(*pairs.masked), pairs.true, pairs.moved_m, low_m, high_m, progress)


def _in_ring(
    who: Addresses | CensusSurface, centres: Places, moved_m: Floats, low_m: float, high_m: float,
    progress: Progress,
) -> Floats:  # fmt: skip
    """How many lie between two distances of each centre, ties counted; 1 where the move is outside them."""
    outer = who.within(*centres, np.full(len(moved_m), high_m), part(progress, 0, 0.5))
    nearer = np.full(len(moved_m), max(low_m - 2 * TOLERANCE_M, 0.0))
    inner = who.within(*centres, nearer, part(progress, 0.5, 1)) if low_m > 0 else 0.0
    inside = (moved_m >= low_m - 1.0) & (moved_m <= high_m + 1.0)
    return np.where(inside, np.maximum(outer - inner, 1.0), 1.0)


@dataclass(frozen=True)
class SpatialK:
    """Among how many each record hides, for the four adversaries; shape (n,) each."""

    original: Floats
    original_method: Floats
    moved: Floats | None
    moved_method: Floats | None
    """None without people."""


def spatial_k(
    pairs: Pairs, people: Addresses | CensusSurface | None, progress: Progress = silent
) -> SpatialK:
    """Count all four k; the method reaches from the shortest to the longest move of the records."""
    moved = pairs.moved_m
    low, high = float(moved.min()), float(moved.max())
    original = k_original(pairs, part(progress, 0.0, 0.15))
    by_method = k_original_method(pairs, low, high, part(progress, 0.15, 0.3))
    if people is None:
        return SpatialK(original, by_method, None, None)
    return SpatialK(
        original,
        by_method,
        k_moved(pairs, people, part(progress, 0.3, 0.6)),
        k_method(pairs, people, low, high, part(progress, 0.6, 1.0)),
    )


def k_sample(pairs: Pairs, progress: Progress = silent) -> Floats:
    """True records at most as far from the masked point as its own, itself included, (n,)."""
    return np.maximum(Addresses(*pairs.true).within(*pairs.masked, pairs.moved_m, progress), 1.0)


def linkage_share(pairs: Pairs, progress: Progress = silent) -> float:
    """Expected share of homes whose nearest masked point is the person's own; ties share the credit."""
    return float(_nearest_credit(pairs.masked, pairs.true, pairs.moved_m, progress).mean())


def spruill_share(pairs: Pairs, progress: Progress = silent) -> float:
    """Spruill's measure: the share of masked records that are nearest to their own true record.

    As published (Spruill 1983): a released record is protected when some true record other than its
    source is nearer. The measure is the share that is not protected; ties share the credit.
    """
    return float(_nearest_credit(pairs.true, pairs.masked, pairs.moved_m, progress).mean())


def optimal_linkage_share(pairs: Pairs, progress: Progress = silent) -> float:
    """Share of records matched rightly by the one-to-one assignment with the least squared distance.

    The assignment is the likeliest one where moves are normal. Up to 3 000 records it is exact over
    all pairs; above, over the pairs among the 60 nearest of each record and its own, which leaves a
    perfect matching possible.
    """
    progress(0.0, Phrase("Matching records"))
    n = len(pairs)
    if n <= _DENSE_MATCHING:
        chosen = assigned(1 - pairs.masked_vectors @ pairs.true_vectors.T, progress=progress)
        return _same_place_share(pairs, chosen)
    return _same_place_share(pairs, _sparse_matching(pairs, progress))


def stayed_share(pairs: Pairs) -> float:
    """Share of records that the mask moved by less than a metre."""
    return float(np.mean(pairs.moved_m < _STAYED_M))


def false_home_share(pairs: Pairs, addresses: Addresses) -> float:
    """Share of masked points on an address that is not the person's own.

    Seidl et al. (2018): readers take a dot on a house for a patient's house.
    """
    on_address = addresses.nearest_m(pairs.masked_lon_deg, pairs.masked_lat_deg) <= _STAYED_M
    return float(np.mean(on_address & (pairs.moved_m > 2 * _STAYED_M)))


@dataclass(frozen=True)
class Averaging:
    """What averaging several releases leaves of a mask."""

    releases: Ints
    """Numbers of releases m."""
    error_m: Floats
    """Mean distance from the true place to the average of m masked ones, metres."""


def averaging(pairs: Pairs, source: Source, releases: tuple[int, ...] = (1, 2, 5, 10, 50)) -> Averaging:
    """Simulate an adversary who averages m releases of every record (Cassa, Wieland, Mandl 2008).

    Further releases are made by giving each record the moves of other records, which is what the
    mask does when it draws every move afresh and from one distribution. Masks that repeat the same
    result, such as grids and aggregation, do not weaken that way.
    """
    east, north = _moves_m(pairs)
    total_east, total_north, error, done = east.copy(), north.copy(), [], 1
    for count in sorted(releases):
        for _ in range(count - done):
            other = source.permutation(len(pairs))
            total_east, total_north = total_east + east[other], total_north + north[other]
        done = count
        error.append(np.hypot(total_east, total_north).mean() / count)
    return Averaging(np.array(sorted(releases)), np.array(error))


@dataclass(frozen=True)
class Risks:
    """Re-identification risk in three readings."""

    prosecutor: float
    """Largest 1/k among the records themselves: the adversary knows that the person is in the data."""
    journalist: float
    """Largest 1/k among the population."""
    marketer: float
    """Mean 1/k among the population: the share of records that an adversary expects to name rightly."""


def risks(k_among_records: Array, k_among_people: Array) -> Risks:
    """Turn the k of every record into the three risks."""
    within, among = np.asarray(k_among_records, dtype=float), np.asarray(k_among_people, dtype=float)
    return Risks(float((1 / within).max()), float((1 / among).max()), float((1 / among).mean()))


def _nearest_credit(targets: Places, centres: Places, own_m: Floats, progress: Progress) -> Floats:
    """1 over the number of nearest targets where the own one is among them, else 0."""
    known = Addresses(*targets)
    nearest_m = known.nearest_m(*centres, part(progress, 0.0, 0.5))
    ties = known.within(*centres, nearest_m, part(progress, 0.5, 1.0))
    return np.where(own_m <= nearest_m + TOLERANCE_M, 1 / np.maximum(ties, 1), 0.0)


def _same_place_share(pairs: Pairs, chosen: Ints) -> float:
    """Share of records given their own place; records at one place are one answer, shared evenly."""
    _places, place, count = np.unique(
        np.column_stack([pairs.lon_deg, pairs.lat_deg]), axis=0, return_inverse=True, return_counts=True
    )
    place = place.ravel()
    right = place[chosen] == place
    return float(np.mean(right / count[place]))


def _sparse_matching(pairs: Pairs, progress: Progress) -> Ints:
    own = np.arange(len(pairs))
    chord, near = spatial.cKDTree(pairs.true_vectors).query(pairs.masked_vectors, k=_NEAREST_CANDIDATES)
    among = (near == own[:, None]).any(axis=1)
    cost = np.column_stack([chord**2, np.where(among, np.inf, chord_from_arc(pairs.moved_m) ** 2)])
    return assigned(cost, np.column_stack([near, own]), progress)


def _moves_m(pairs: Pairs) -> tuple[Floats, Floats]:
    """East and north components of the moves, metres."""
    east, north = towards(*pairs.true, *pairs.masked)
    length = np.hypot(east, north)
    scale = pairs.moved_m / np.where(length > 0, length, 1.0)
    return east * scale, north * scale

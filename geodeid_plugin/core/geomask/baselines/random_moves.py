# SPDX-License-Identifier: GPL-2.0-or-later
"""Moves of random length in a uniformly random direction, redrawn until they may stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Callable, Protocol

import numpy as np
from numpy.typing import ArrayLike

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import InfeasibleError, InputError, Phrase, named
from ...base.progress import Progress, part, silent
from ...base.randomness import Source
from ...base.scientific import special
from ...geometry.people_around import Addresses, CensusSurface
from ...geometry.sphere import EARTH_RADIUS_M, destination_deg, haversine_m

SMALLEST_MOVE_M = 0.01
"""A shorter move counts as none and is drawn again, metres."""

LONGEST_MOVE_M = 5_000_000.0
"""Distances beyond this are refused as slips of the pen, metres."""

TAIL = 1e-5
"""Share of moves that an adversary leaves aside because they are too long, or too short, to expect."""

_TRIES = 1000
"""Draws of a place before a record is refused: with one place in a hundred allowed, 1 in 23 000 fails."""


@dataclass(frozen=True)
class Masked:
    """Masked positions."""

    lon_deg: Floats
    lat_deg: Floats
    """Shape (n,). Masked positions, degrees."""
    moved_m: Floats
    """Shape (n,). Great-circle distance from the true to the masked position, metres; never 0."""


def anywhere(rows: Ints, lon_deg: Floats, lat_deg: Floats) -> Bools:
    """Accept every position: no boundary."""
    return np.ones(len(rows), dtype=bool)


@dataclass(frozen=True)
class Guard:
    """What a masked position must satisfy, and how records are named in errors."""

    accepts: Callable[[Ints, Floats, Floats], Bools] = anywhere
    """``accepts(rows, lon_deg, lat_deg)`` gives one bool per row."""
    names: Sequence[Any] | None = None
    """Identifiers of the records for error sentences; row numbers without it."""
    reason: str = Phrase("inside the boundary")
    """Why a position may be refused, for the error sentence."""

    def name(self, rows: Ints | list[int]) -> str:
        """List records for a sentence."""
        return named(rows if self.names is None else [self.names[row] for row in rows])


NO_GUARD = Guard()


class Distances(Protocol):
    """What draws the distance of a move."""

    def draw(self, rows: Ints, source: Source) -> Array:
        """Distances of some records, metres."""


@dataclass(frozen=True)
class Donut:
    """Uniform over the area of a ring; a disc where the inner distance is 0."""

    low_m: ArrayLike
    high_m: ArrayLike
    """Shape (n,). Inner and outer distance, metres; one for all records or one each."""

    def draw(self, rows: Ints, source: Source) -> Array:
        """Distances, metres: the share of the ring's area within r is uniform, exactly on the sphere."""
        low, high = (np.sin(_of(v, rows) / (2 * EARTH_RADIUS_M)) ** 2 for v in (self.low_m, self.high_m))
        share = low + (high - low) * (1 - source.uniform(len(rows)))
        return 2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(share))

    def reach_m(self) -> tuple[float, float]:
        """Shortest and longest move of any record, metres."""
        return float(np.min(self.low_m)), float(np.max(self.high_m))

    def log_density(self, distance_m: Array) -> Array:
        """Logarithm of the density over the area at a distance, up to a constant; one ring for all."""
        return np.zeros(np.shape(distance_m))


@dataclass(frozen=True)
class Gaussian:
    """Normal with the same standard deviation east and north: the distance is Rayleigh's."""

    sigma_m: float

    def draw(self, rows: Ints, source: Source) -> Array:
        """Distances, metres."""
        return self.sigma_m * np.sqrt(-2 * np.log(1 - source.uniform(len(rows))))

    def reach_m(self) -> tuple[float, float]:
        """Distances that all but 1 in 100 000 moves keep to, metres."""
        return 0.0, self.sigma_m * float(np.sqrt(-2 * np.log(TAIL)))

    def log_density(self, distance_m: Array) -> Array:
        """Logarithm of the density over the area at a distance, up to a constant."""
        distance_m = np.maximum(np.asarray(distance_m, dtype=float), SMALLEST_MOVE_M)
        return _over_area(np.log(distance_m) - (distance_m / self.sigma_m) ** 2 / 2, distance_m)


@dataclass(frozen=True)
class BimodalGaussian:
    """Distance normal about a mean, cut at 0: short moves are rare (Cassa et al. 2006)."""

    mean_m: float
    sigma_m: float

    def draw(self, rows: Ints, source: Source) -> Array:
        """Distances, metres, by inverting the distribution function above 0."""
        below = special.ndtr(-self.mean_m / self.sigma_m)
        return self.mean_m + self.sigma_m * special.ndtri(below + (1 - below) * source.uniform(len(rows)))

    def reach_m(self) -> tuple[float, float]:
        """Distances that all but 1 in 100 000 moves keep to, metres."""
        beyond = -float(special.ndtri(TAIL / 2)) * self.sigma_m
        return max(self.mean_m - beyond, 0.0), self.mean_m + beyond

    def log_density(self, distance_m: Array) -> Array:
        """Logarithm of the density over the area at a distance, up to a constant."""
        distance_m = np.asarray(distance_m, dtype=float)
        return _over_area(-(((distance_m - self.mean_m) / self.sigma_m) ** 2) / 2, distance_m)


@dataclass(frozen=True)
class PlanarLaplace:
    """Geo-indistinguishability (Andrés et al. 2013): density proportional to exp(-ε distance)."""

    epsilon_per_m: float
    """ε in 1/metre. A higher ε moves less and is less private."""

    def draw(self, rows: Ints, source: Source) -> Array:
        """Distances, metres: a gamma variable of shape 2, the sum of two exponential ones."""
        first, second = source.uniform(len(rows)), source.uniform(len(rows))
        return -(np.log1p(-first) + np.log1p(-second)) / self.epsilon_per_m

    def reach_m(self) -> tuple[float, float]:
        """Distances that all but 1 in 100 000 moves keep to, metres."""
        return 0.0, float(special.gammainccinv(2, TAIL)) / self.epsilon_per_m

    def log_density(self, distance_m: Array) -> Array:
        """Logarithm of the density over the area at a distance, up to a constant."""
        distance_m = np.maximum(np.asarray(distance_m, dtype=float), SMALLEST_MOVE_M)
        return _over_area(np.log(distance_m) - self.epsilon_per_m * distance_m, distance_m)


@dataclass(frozen=True)
class SurveyRule:
    """The rule of DHS and MICS household surveys (Burgert et al. 2013).

    Urban clusters move up to 2 km, rural ones up to 5 km and a random 1 % of the rural up to 10 km;
    distance and direction are uniform.
    """

    reach_m: Floats = field(repr=False)
    """Shape (n,). Largest distance of each record, metres; see :meth:`of`."""

    @classmethod
    def of(cls, urban: ArrayLike, source: Source) -> SurveyRule:
        """Draw who moves farthest: a random 1 % of the rural, never every hundredth."""
        urban = np.asarray(urban, dtype=bool)
        reach = np.where(urban, 2000.0, 5000.0)
        rural = np.flatnonzero(~urban)
        far = int(np.floor(len(rural) / 100 + source.uniform(1)[0]))
        reach[rural[source.permutation(len(rural))[:far]]] = 10_000.0
        return cls(reach)

    def draw(self, rows: Ints, source: Source) -> Array:
        """Distances, metres."""
        return self.reach_m[rows] * (1 - source.uniform(len(rows)))

    @staticmethod
    def log_density(distance_m: Array, urban: Array) -> Array:
        """Logarithm of the density over the area at a distance, for urban and for rural homes.

        Who of the rural moves farther is drawn, so that a rural home's law is a mixture.
        """
        distance_m = np.asarray(distance_m, dtype=float)
        per_m = np.where(
            urban,
            (distance_m <= 2000.0) / 2000.0,
            0.99 * (distance_m <= 5000.0) / 5000.0 + 0.01 * (distance_m <= 10_000.0) / 10_000.0,
        )
        with np.errstate(divide="ignore"):
            return _over_area(np.log(per_m), distance_m)


def move(
    lon_deg: ArrayLike,
    lat_deg: ArrayLike,
    mask_model: Distances,
    source: Source,
    guard: Guard = NO_GUARD,
    progress: Progress = silent,
    tries: int = _TRIES,
) -> Masked:
    """Move every point by a random distance in a uniformly random direction.

    A position that the guard refuses, or a move below 1 cm, is drawn again, so the result has the
    law's distribution given that it is accepted.

    Parameters
    ----------
    lon_deg, lat_deg : array_like, shape (n,)
        True positions, degrees.
    mask_model : Donut, Gaussian, BimodalGaussian, PlanarLaplace or SurveyRule
        Distribution of the distance.
    source : SystemSource or SeededSource
        Where chance comes from.
    guard : Guard
        What a masked position must satisfy.
    tries : int
        Draws per record before it is given up.

    Raises
    ------
    InputError
        Positions or distances that cannot be used.
    InfeasibleError
        No acceptable position was found for some records; they are named.

    Examples
    --------
    >>> from geodeid_plugin.core.base.randomness import SeededSource
    >>> masked = move([10.0, 10.1], [50.0, 50.0], Donut(100, 500), SeededSource(1))
    >>> all(100 <= moved <= 500 for moved in masked.moved_m)
    True
    """
    check_mask_model(mask_model)
    lon, lat = checked_positions(lon_deg, lat_deg)
    masked_lon, masked_lat, moved = np.empty_like(lon), np.empty_like(lat), np.empty_like(lon)
    left = np.arange(len(lon))
    for attempt in range(tries):
        distance = mask_model.draw(left, source)
        bearing = 2 * np.pi * source.uniform(len(left))
        to_lon, to_lat = destination_deg(lon[left], lat[left], bearing, distance)
        good = (distance >= SMALLEST_MOVE_M) & (distance <= np.pi * EARTH_RADIUS_M)
        good &= guard.accepts(left, to_lon, to_lat)
        done = left[good]
        masked_lon[done], masked_lat[done], moved[done] = to_lon[good], to_lat[good], distance[good]
        left = left[~good]
        progress(max(1 - len(left) / len(lon), attempt / tries))
        if not len(left):
            return Masked(masked_lon, masked_lat, moved)
    raise InfeasibleError(
        "mask.attempts.failed",
        "In {tries} attempts each, no masked position {reason} was found for record {records}. Shorten the "
        "distances, or choose a larger boundary.",
        tries=tries,
        reason=guard.reason,
        records=guard.name(left),
    )


def moved_to(
    lon_deg: Floats, lat_deg: Floats, to_lon: Floats, to_lat: Floats, guard: Guard = NO_GUARD
) -> Masked:
    """Wrap positions that a rule has chosen, refusing any that did not move."""
    moved = haversine_m(lon_deg, lat_deg, to_lon, to_lat)
    stuck = np.flatnonzero(~(moved >= SMALLEST_MOVE_M))
    if len(stuck):
        raise InfeasibleError(
            "mask.place.unmoved",
            "This mask would leave record {records} at its true place. "
            "Change the distances or choose another mask.",
            records=guard.name(stuck),
        )
    return Masked(np.asarray(to_lon), np.asarray(to_lat), moved)


def checked_positions(lon_deg: ArrayLike, lat_deg: ArrayLike) -> tuple[Array, Array]:
    """Positions as float arrays, refused where they are not on the globe."""
    lon, lat = np.array(lon_deg, dtype=float), np.array(lat_deg, dtype=float)
    if lon.shape != lat.shape or lon.ndim != 1:
        raise InputError("record.coordinates.other_number", "Longitudes and latitudes differ in number.")
    bad = np.flatnonzero(~(np.isfinite(lon) & (np.abs(lat) <= 90)))
    if len(bad):
        raise InputError(
            "record.position.not_on_globe",
            "Records {records} have no position on the globe. Repair their geometry.",
            records=named(bad),
        )
    return lon, lat


def check_mask_model(mask_model: Distances) -> None:
    """Refuse distances that make no mask."""
    if isinstance(mask_model, Donut):
        low, high = np.asarray(mask_model.low_m, dtype=float), np.asarray(mask_model.high_m, dtype=float)
        if not (np.all(low >= 0) and np.all(high > low)):
            raise InputError(
                "mask.distances.not_rising",
                "The outer distance must be larger than the inner one, and that 0 or more.",
            )
        _check_length(high, Phrase("outer distance"))
    elif isinstance(mask_model, Gaussian):
        _check_length(mask_model.sigma_m, Phrase("standard deviation"))
    elif isinstance(mask_model, BimodalGaussian):
        _check_length(mask_model.mean_m, Phrase("mean distance"))
        _check_length(mask_model.sigma_m, Phrase("standard deviation"))
    elif isinstance(mask_model, PlanarLaplace):
        epsilon = float(mask_model.epsilon_per_m)
        if not (np.isfinite(epsilon) and epsilon > 0):
            raise InputError("mask.epsilon.not_positive", "ε must be above 0.")
        _check_length(2 / epsilon, Phrase("mean distance 2/ε"))


def _over_area(log_by_distance: Array, distance_m: Array) -> Array:
    """Logarithm of the density over the area, from that of the distance in all directions."""
    least = np.maximum(distance_m, SMALLEST_MOVE_M)
    return log_by_distance - np.log(2 * np.pi * EARTH_RADIUS_M * np.sin(least / EARTH_RADIUS_M))


def _check_length(value: ArrayLike, what: Phrase) -> None:
    value = np.asarray(value, dtype=float)
    if not (np.all(np.isfinite(value)) and np.all(value >= 10 * SMALLEST_MOVE_M)):
        raise InputError(
            "mask.distance.too_small",
            "The {what} must be at least {least_m} m.",
            what=what,
            least_m=10 * SMALLEST_MOVE_M,
        )
    if np.any(value > LONGEST_MOVE_M):
        raise InputError(
            "mask.distance.too_large",
            "The {what} is above {most_km:.0f} km. Distances are in metres.",
            what=what,
            most_km=LONGEST_MOVE_M / 1000,
        )


def _of(value: ArrayLike, rows: Ints) -> Array:
    value = np.asarray(value, dtype=float)
    return value[rows] if value.ndim else value


_LEAST_WIDTH_M = 10.0
"""Least width of a ring, so that a donut is never a circle on which homes can be found."""
_LEAST_RATIO = 1.25
"""Least ratio of the radii, for the same reason."""
_RING_TRIES = 200
"""Draws of a place before a record is refused."""


@dataclass(frozen=True)
class PopulationDonut:
    """A masked layer and the k that every record was checked to have."""

    masked: Masked
    k: Floats
    """Shape (n,). People or addresses at most as far from the masked place as the true one; at least the k
    asked for."""


def population_donut(
    lon_deg: Array,
    lat_deg: Array,
    people: Addresses | CensusSurface,
    k: int,
    most: int,
    source: Source,
    guard: Guard = NO_GUARD,
    progress: Progress = silent,
) -> PopulationDonut:
    """Move every point within a ring that holds between ``k`` and ``most`` people about it.

    The ring only proposes: a masked place counts once the people at most as far from it as the true
    place number ``k`` or more, which is the k that an adversary with the masked map meets.

    Parameters
    ----------
    lon_deg, lat_deg : array_like, shape (n,)
        True positions, degrees.
    people : Addresses or CensusSurface
        Who lives where.
    k, most : float
        People within the inner and within the outer radius of the ring.
    source : SystemSource or SeededSource
        Where chance comes from.
    guard : Guard
        What else a masked position must satisfy.

    Raises
    ------
    InfeasibleError
        No place with k people was found for some records; they are named.
    """
    if not 1 < k < most:
        raise InputError("donut.k.out_of_range", "k must be above 1 and the larger number of people above k.")
    lon, lat = checked_positions(lon_deg, lat_deg)
    low, high = ring_of(lon, lat, people, k, most, part(progress, 0.0, 0.4))
    reached = np.zeros(len(lon))

    def accepts(rows: Ints, to_lon: Floats, to_lat: Floats) -> Bools:
        good = guard.accepts(rows, to_lon, to_lat)
        distance = haversine_m(lon[rows], lat[rows], to_lon, to_lat)
        reached[rows] = people.within(to_lon, to_lat, distance)
        return good & (reached[rows] >= k)

    reason = Phrase("with {k:g} people as near to it, {reason},", k=k, reason=guard.reason)
    checked = Guard(accepts, guard.names, reason)
    masked = move(lon, lat, Donut(low, high), source, checked, part(progress, 0.4, 1.0), tries=_RING_TRIES)
    return PopulationDonut(masked, reached)


def ring_of(
    lon_deg: Floats,
    lat_deg: Floats,
    people: Addresses | CensusSurface,
    k: int,
    most: int,
    progress: Progress = silent,
) -> tuple[Floats, Floats]:
    """Inner and outer radius of each point's ring, metres: those that hold ``k`` and ``most`` people."""
    low = people.reach_m(lon_deg, lat_deg, k)
    progress(0.5)
    high = people.reach_m(lon_deg, lat_deg, min(most, people.total))
    progress(1.0)
    return low, np.maximum(high, np.maximum(_LEAST_RATIO * low, low + _LEAST_WIDTH_M))

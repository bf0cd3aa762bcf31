# SPDX-License-Identifier: GPL-2.0-or-later
"""Masks that choose among given places: grid, hexagons, addresses, Voronoi sides."""

from __future__ import annotations

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import InfeasibleError, InputError
from ...base.progress import Progress, silent
from ...base.randomness import Source
from ...base.scientific import spatial
from ...geometry.sphere import (
    EARTH_RADIUS_M,
    arc_from_chord_m,
    chord_from_arc,
    degrees_of,
    haversine_m,
    unit_vectors,
    wrap_lon_deg,
)
from .random_moves import (
    LONGEST_MOVE_M,
    NO_GUARD,
    SMALLEST_MOVE_M,
    Guard,
    Masked,
    checked_positions,
    moved_to,
)

OWN_ADDRESS_M = 1.0
"""An address this near to the true place is taken for the record's own, metres."""

SHIFTS = 16
"""Shifts of a lattice that are tried, in sixteenths of a cell."""


def grid(
    lon_deg: Floats, lat_deg: Floats, size_m: float, guard: Guard = NO_GUARD, progress: Progress = silent
) -> Masked:
    """Move every point to the centre of its square cell.

    Rows of cells are ``size_m`` high and each row is divided into whole cells as near to ``size_m``
    wide as possible, so there is no seam at the date line. The grid is the same for every layer, so
    that a second release adds nothing; it is shifted by sixteenths of a cell until no record lies at
    a centre.
    """
    return _on_lattice(lon_deg, lat_deg, size_m, False, guard, progress)


def hexagons(
    lon_deg: Floats, lat_deg: Floats, size_m: float, guard: Guard = NO_GUARD, progress: Progress = silent
) -> Masked:
    """Move every point to the nearest centre of a hexagonal pattern ``size_m`` between centres."""
    return _on_lattice(lon_deg, lat_deg, size_m, True, guard, progress)


def swap(
    lon_deg: Array,
    lat_deg: Array,
    addresses: tuple[Array, Array],
    low_m: float,
    high_m: float,
    source: Source,
    guard: Guard = NO_GUARD,
    progress: Progress = silent,
) -> Masked:
    """Move every point to a random address between two distances from it.

    Each address of the ring is equally likely. An address within 1 m of the true place is taken for
    the record's own and never chosen.

    Parameters
    ----------
    lon_deg, lat_deg : array_like, shape (n,)
        True positions, degrees.
    addresses : tuple of (ndarray, ndarray)
        Longitudes and latitudes of the addresses, degrees.
    low_m, high_m : float
        The ring, metres.
    source : SystemSource or SeededSource
        Where chance comes from.

    Raises
    ------
    InfeasibleError
        A ring holds no acceptable address; the records are named, none is returned.
    """
    lon, lat = checked_positions(lon_deg, lat_deg)
    if not 0 <= low_m < high_m <= LONGEST_MOVE_M:
        raise InputError(
            "mask.distances.not_rising",
            "The outer distance must be larger than the inner one, and that 0 or more.",
        )
    address_lon, address_lat = checked_positions(*addresses)
    tree = spatial.cKDTree(unit_vectors(address_lon, address_lat))
    points, reach = unit_vectors(lon, lat), chord_from_arc(high_m) * (1 + 1e-12)
    draws, chosen, without = source.uniform(len(lon)), np.empty(len(lon), dtype=np.int64), []
    for row in range(len(lon)):
        if row % 500 == 0:
            progress(row / len(lon))
        near = np.array(tree.query_ball_point(points[row], reach), dtype=np.int64)
        away = haversine_m(lon[row], lat[row], address_lon[near], address_lat[near])
        near = np.sort(near[(away >= low_m) & (away > OWN_ADDRESS_M)])
        near = near[guard.accepts(np.full(len(near), row), address_lon[near], address_lat[near])]
        if len(near):
            chosen[row] = near[int(draws[row] * len(near))]
        else:
            without.append(row)
    if without:
        raise InfeasibleError(
            "mask.address.not_found",
            "No address lies between {low_m:g} and {high_m:g} m, {reason}, for record "
            "{records}. Widen the distances or add addresses.",
            low_m=low_m,
            high_m=high_m,
            reason=guard.reason,
            records=guard.name(without),
        )
    return moved_to(lon, lat, address_lon[chosen], address_lat[chosen], guard)


def voronoi(lon_deg: Array, lat_deg: Array, guard: Guard = NO_GUARD) -> Masked:
    """Move every point to the nearest side of its Voronoi polygon (Seidl et al. 2015).

    That place is the midpoint between the point and its nearest neighbour, so no polygon need be
    built. Neighbours at the same place share a polygon and are passed over.
    """
    lon, lat = checked_positions(lon_deg, lat_deg)
    to_lon, to_lat = voronoi_places(lon, lat)
    _require(guard, to_lon, to_lat)
    return moved_to(lon, lat, to_lon, to_lat, guard)


def voronoi_places(lon: Floats, lat: Floats) -> tuple[Floats, Floats]:
    """Midpoint between each point and its nearest neighbour at another place, degrees."""
    places, place = np.unique(np.column_stack([wrap_lon_deg(lon), lat]), axis=0, return_inverse=True)
    if len(places) < 2:
        raise InputError("voronoi.points.too_few", "Voronoi polygons need points at two places at least.")
    points = unit_vectors(places[:, 0], places[:, 1])
    nearest = points[spatial.cKDTree(points).query(points, k=2)[1][:, 1]]
    to_lon, to_lat = degrees_of(points + nearest)
    return to_lon[place.ravel()], to_lat[place.ravel()]


def _require(guard: Guard, to_lon: Floats, to_lat: Floats) -> None:
    outside = np.flatnonzero(~guard.accepts(np.arange(len(to_lon)), to_lon, to_lat))
    if len(outside):
        raise InfeasibleError(
            "mask.place.not_allowed",
            "The place of record {records} is not {reason}. Leave the boundary out or choose another mask.",
            records=guard.name(outside),
            reason=guard.reason,
        )


def _on_lattice(
    lon_deg: Floats, lat_deg: Floats, size_m: float, hexagonal: bool, guard: Guard, progress: Progress
) -> Masked:
    lon, lat = checked_positions(lon_deg, lat_deg)
    if not 1 <= size_m <= 1_000_000:
        raise InputError("cell.size.out_of_range", "The cell size must lie between 1 m and 1000 km.")
    for shift in range(SHIFTS):
        progress(shift / SHIFTS)
        to_lon, to_lat = lattice_places(lon, lat, size_m, hexagonal, shift, guard)
        if (haversine_m(lon, lat, to_lon, to_lat) >= SMALLEST_MOVE_M).all():
            break
    return moved_to(lon, lat, to_lon, to_lat, guard)


def lattice_places(
    lon_deg: Floats, lat_deg: Floats, size_m: float, hexagonal: bool, shift: int, guard: Guard = NO_GUARD
) -> tuple[Floats, Floats]:
    """Centre of the cell of each point, where the pattern is shifted by sixteenths of a cell.

    ``size_m`` is the side of a square, or the distance of two centres of hexagons; ``shift`` is below
    :data:`SHIFTS`. The nearest centre that the guard lets stand is taken.
    """
    candidates = _centres(lon_deg, lat_deg, size_m, hexagonal, shift / SHIFTS)
    return _nearest_accepted(candidates, guard)


def _centres(lon: Floats, lat: Floats, size_m: float, hexagonal: bool, shift: float) -> tuple[Floats, Floats]:
    """Centres of the cell of each point and of those around it, nearest in pattern first, (n, 9)."""
    height = np.degrees(size_m * (np.sqrt(0.75) if hexagonal else 1.0) / EARTH_RADIUS_M)
    row = np.floor((lat + 90) / height - shift)
    candidates = []
    for up in (0, -1, 1):
        centre_lat = np.clip((row + up + shift + 0.5) * height - 90, -90 + height / 4, 90 - height / 4)
        around = 2 * np.pi * EARTH_RADIUS_M * np.cos(np.radians(centre_lat))
        width = 360 / np.maximum(np.round(around / size_m), 1)
        offset = shift + (0.5 * ((row + up) % 2) if hexagonal else 0.0)
        column = np.floor((lon + 180) / width - offset)
        for side in (0, -1, 1):
            candidates.append((wrap_lon_deg((column + side + offset + 0.5) * width - 180), centre_lat))
    centres = np.array([c[0] for c in candidates]).T, np.array([c[1] for c in candidates]).T
    if not hexagonal:
        return centres
    order = np.argsort(haversine_m(lon[:, None], lat[:, None], *centres), axis=1, kind="stable")
    return np.take_along_axis(centres[0], order, axis=1), np.take_along_axis(centres[1], order, axis=1)


def _nearest_accepted(candidates: tuple[Array, Array], guard: Guard) -> tuple[Floats, Floats]:
    """The first acceptable candidate of each point; its own cell's centre where that is acceptable."""
    to_lon, to_lat = candidates[0][:, 0].copy(), candidates[1][:, 0].copy()
    left = np.arange(len(to_lon))
    for rank in range(candidates[0].shape[1]):
        good = guard.accepts(left, candidates[0][left, rank], candidates[1][left, rank])
        done = left[good]
        to_lon[done], to_lat[done] = candidates[0][done, rank], candidates[1][done, rank]
        left = left[~good]
        if not len(left):
            return to_lon, to_lat
    raise InfeasibleError(
        "cell.centre.not_found",
        "No centre of a cell near record {records} is {reason}. Use smaller cells.",
        records=guard.name(left),
        reason=guard.reason,
    )


def nearest_m(lon_deg: Floats, lat_deg: Floats, other_lon_deg: Floats, other_lat_deg: Floats) -> Floats:
    """Distance from each point to the nearest of other points, metres, shape (n,)."""
    tree = spatial.cKDTree(unit_vectors(other_lon_deg, other_lat_deg))
    return arc_from_chord_m(tree.query(unit_vectors(lon_deg, lat_deg))[0])

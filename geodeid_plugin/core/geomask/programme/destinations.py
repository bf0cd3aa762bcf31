# SPDX-License-Identifier: GPL-2.0-or-later
"""Where records may be released: the areas themselves, points of a layer, or a grid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Floats, Ints
from ...base.errors import InputError
from ...base.scientific import spatial
from ...geometry.areas import Areas
from ...geometry.sphere import EARTH_RADIUS_M, unit_vectors

_MOST_POINTS = 200_000
"""Points of a grid that are still placed in areas within minutes."""


@dataclass(frozen=True)
class Destinations:
    """Where records may be released."""

    lon_deg: Floats
    lat_deg: Floats
    """Points, degrees, shapes (m,)."""
    boundary_code: Ints
    """The boundary unit of each, in the codes of the areas."""

    def __len__(self) -> int:
        return len(self.lon_deg)

    @classmethod
    def of_areas(cls, areas: Areas) -> Destinations:
        """The areas themselves as destinations."""
        return cls(areas.lon_deg, areas.lat_deg, areas.boundary_code)


def grid_points(lon_deg: Floats, lat_deg: Floats, spacing_m: float) -> tuple[Floats, Floats]:
    """Points of a grid that is square on the ground, over the extent of some vertices.

    Parameters
    ----------
    lon_deg, lat_deg : ndarray, shape (v,)
        Vertices, degrees.
    spacing_m : float
        Distance of neighbouring points, metres.

    Returns
    -------
    tuple of ndarray
        Longitudes and latitudes, degrees.

    Raises
    ------
    InputError
        The grid would have more than 200 000 points.
    """
    step_deg = np.degrees(spacing_m / EARTH_RADIUS_M)
    if np.ptp(lat_deg) / step_deg > _MOST_POINTS:
        raise InputError(
            "destination.grid.too_large",
            "The grid of destinations would have over {most} points. Choose a larger spacing.",
            most=_MOST_POINTS,
        )
    rows = np.arange(lat_deg.min() + step_deg / 2, lat_deg.max(), step_deg)
    steps_deg = step_deg / np.maximum(np.cos(np.radians(rows)), 1e-6)
    if float(np.sum(np.ptp(lon_deg) / steps_deg)) > _MOST_POINTS:
        raise InputError(
            "destination.grid.too_large",
            "The grid of destinations would have over {most} points. Choose a larger spacing.",
            most=_MOST_POINTS,
        )
    columns = [np.arange(lon_deg.min() + step / 2, lon_deg.max(), step) for step in steps_deg]
    if not columns:
        return np.zeros(0), np.zeros(0)
    return np.concatenate(columns), np.repeat(rows, [len(column) for column in columns])


def occupied_grid(areas: Areas, spacing_m: float) -> Destinations:
    """Middles of the squares of a grid that hold the point of a populated area, for areas given as points.

    Each is in the boundary unit of the points in its square; a square of two units is two destinations.

    Examples
    --------
    >>> areas = Areas(
    ...     ids=np.array(["A", "B", "C"], dtype=object), lon_deg=np.array([10.0001, 10.0002, 10.01]),
    ...     lat_deg=np.full(3, 0.0001), population=np.ones(3), area_m2=np.ones(3),
    ... )
    >>> len(occupied_grid(areas, 100.0))
    2
    """
    step_deg = float(np.degrees(spacing_m / EARTH_RADIUS_M))
    lived = np.flatnonzero(np.asarray(areas.population) > 0)
    row = np.floor(areas.lat_deg[lived] / step_deg)
    wide_deg = step_deg / np.maximum(np.cos(np.radians((row + 0.5) * step_deg)), 1e-6)
    column = np.floor(areas.lon_deg[lived] / wide_deg)
    cell = np.unique(np.column_stack([areas.boundary_code[lived], row, column]), axis=0)
    if len(cell) > _MOST_POINTS:
        raise InputError(
            "destination.grid.too_large",
            "The grid of destinations would have over {most} points. Choose a larger spacing.",
            most=_MOST_POINTS,
        )
    lat_deg = (cell[:, 1] + 0.5) * step_deg
    lon_deg = (cell[:, 2] + 0.5) * step_deg / np.maximum(np.cos(np.radians(lat_deg)), 1e-6)
    return Destinations(lon_deg, lat_deg, cell[:, 0].astype(np.int64))


def areas_sharing_nearest(areas: Areas, destinations: Destinations) -> int:
    """Number of populated areas whose nearest destination is that of another populated area too."""
    nearest = _nearest(areas, destinations)[0]
    nearest = nearest[nearest >= 0]
    return int((np.bincount(nearest)[nearest] > 1).sum()) if len(nearest) else 0


def _nearest(areas: Areas, destinations: Destinations) -> tuple[Ints, Floats]:
    """Nearest destination of each populated area in its boundary unit and its distance, -1 without any."""
    rows = np.flatnonzero(np.asarray(areas.population) > 0)
    nearest, away_m = np.full(len(rows), -1), np.full(len(rows), np.inf)
    points = unit_vectors(areas.lon_deg[rows], areas.lat_deg[rows])
    places = unit_vectors(destinations.lon_deg, destinations.lat_deg)
    code = areas.boundary_code[rows]
    for unit in np.unique(code):
        here, there = np.flatnonzero(code == unit), np.flatnonzero(destinations.boundary_code == unit)
        if len(there):
            chord, found = spatial.cKDTree(places[there]).query(points[here])
            nearest[here], away_m[here] = there[found], chord * EARTH_RADIUS_M
    return nearest, away_m

# SPDX-License-Identifier: GPL-2.0-or-later
"""Where records may be released: the areas themselves, points of a layer, or a grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InputError
from ...geometry.areas import Areas
from ...geometry.sphere import EARTH_RADIUS_M, unit_vectors

if TYPE_CHECKING:
    from ...base.arrays import Floats, Ints

_MOST_POINTS = 1e6
"""Points of a grid that are still placed in areas within minutes."""


@dataclass(frozen=True)
class Destinations:
    """Where records may be released.

    Attributes
    ----------
    lon_deg, lat_deg : ndarray, shape (m,)
        Points, degrees.
    boundary_code : ndarray of int, shape (m,)
        The boundary unit of each, in the codes of the areas.
    """

    lon_deg: Floats
    lat_deg: Floats
    boundary_code: Ints

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
        The grid would have more than a million points.
    """
    step_deg = np.degrees(spacing_m / EARTH_RADIUS_M)
    if np.ptp(lat_deg) / step_deg > _MOST_POINTS:
        raise InputError(
            "The grid of destinations would have over a million points. Choose a larger spacing."
        )
    rows = np.arange(lat_deg.min() + step_deg / 2, lat_deg.max(), step_deg)
    steps_deg = step_deg / np.maximum(np.cos(np.radians(rows)), 1e-6)
    if float(np.sum(np.ptp(lon_deg) / steps_deg)) > _MOST_POINTS:
        raise InputError(
            "The grid of destinations would have over a million points. Choose a larger spacing."
        )
    columns = [np.arange(lon_deg.min() + step / 2, lon_deg.max(), step) for step in steps_deg]
    if not columns:
        return np.zeros(0), np.zeros(0)
    return np.concatenate(columns), np.repeat(rows, [len(column) for column in columns])


def areas_sharing_nearest(areas: Areas, destinations: Destinations) -> int:
    """Number of populated areas whose nearest destination is that of another populated area too."""
    from scipy.spatial import cKDTree

    rows = np.asarray(areas.population) > 0
    tree = cKDTree(unit_vectors(destinations.lon_deg, destinations.lat_deg))
    nearest = tree.query(unit_vectors(areas.lon_deg[rows], areas.lat_deg[rows]))[1]
    return int((np.bincount(nearest)[nearest] > 1).sum())

# SPDX-License-Identifier: GPL-2.0-or-later
"""A flat map about one point of the sphere, in metres, for work on places that lie near one another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .sphere import EARTH_RADIUS_M, unit_vectors

if TYPE_CHECKING:
    from ..base.arrays import Floats


@dataclass(frozen=True)
class LocalPlane:
    """Stereographic plane about a point of the mean sphere: distances right to 0.05 % within 300 km."""

    lon_deg: float
    lat_deg: float

    @classmethod
    def about(cls, lon_deg: Floats, lat_deg: Floats) -> LocalPlane:
        """Plane about the mean direction of some points."""
        middle = unit_vectors(lon_deg, lat_deg).mean(axis=0)
        x, y, z = middle / max(np.linalg.norm(middle), 1e-12)
        return cls(float(np.degrees(np.arctan2(y, x))), float(np.degrees(np.arcsin(np.clip(z, -1, 1)))))

    def metres(self, lon_deg: Floats, lat_deg: Floats) -> Floats:
        """Eastings and northings, metres, shape (n, 2); the far side of the Earth comes out far away."""
        lon = np.radians(np.asarray(lon_deg, float) - self.lon_deg)
        lat, lat0 = np.radians(np.asarray(lat_deg, float)), np.radians(self.lat_deg)
        facing = 1 + np.sin(lat0) * np.sin(lat) + np.cos(lat0) * np.cos(lat) * np.cos(lon)
        k = 2 * EARTH_RADIUS_M / np.maximum(facing, 1e-9)
        east = k * np.cos(lat) * np.sin(lon)
        north = k * (np.cos(lat0) * np.sin(lat) - np.sin(lat0) * np.cos(lat) * np.cos(lon))
        return np.column_stack([east, north])

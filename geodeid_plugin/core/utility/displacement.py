# SPDX-License-Identifier: GPL-2.0-or-later
"""How far and in which direction a mask moved the records, and what that does to simple answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..geometry.sphere import EARTH_RADIUS_M, haversine_m, unit_vectors

if TYPE_CHECKING:
    from ..base.arrays import Array, Floats
    from ..exposure.masked_points import Pairs


@dataclass(frozen=True)
class Displacement:
    """Moves of the records."""

    moved_m: Floats
    bearing_deg: Floats
    """Shape (n,). Length, metres, and initial direction, degrees clockwise from north."""
    centre_shift_m: float
    """Distance between the mean centres before and after, metres."""
    standard_distance_m: float
    masked_standard_distance_m: float
    """Root mean square distance to the mean centre before and after, metres."""

    def percentile_m(self, share: float) -> float:
        """Move that this share of the records does not exceed, metres."""
        return float(np.quantile(self.moved_m, share))


def displacement(pairs: Pairs) -> Displacement:
    """Summarise the moves of :class:`..exposure.masked_points.Pairs`."""
    before = _centre(pairs.lon_deg, pairs.lat_deg)
    after = _centre(pairs.masked_lon_deg, pairs.masked_lat_deg)
    return Displacement(
        pairs.moved_m,
        _bearing_deg(pairs),
        float(haversine_m(*before, *after)),
        _standard_distance_m(pairs.lon_deg, pairs.lat_deg, before),
        _standard_distance_m(pairs.masked_lon_deg, pairs.masked_lat_deg, after),
    )


@dataclass(frozen=True)
class DistanceBias:
    """What a mask does to the distance to a feature such as a clinic or a river."""

    mean_m: float
    masked_mean_m: float
    """Mean distance before and after, metres."""
    mean_error_m: float
    """Mean absolute error of a record's distance, metres."""
    correlation: float
    """Pearson's correlation of the distances before and after; NaN where all are equal."""


def distance_bias(before_m: Array, after_m: Array) -> DistanceBias:
    """Compare distances to the nearest feature before and after masking, metres, shapes (n,)."""
    before, after = np.asarray(before_m, dtype=float), np.asarray(after_m, dtype=float)
    varies = before.std() > 0 and after.std() > 0
    return DistanceBias(
        float(before.mean()),
        float(after.mean()),
        float(np.abs(after - before).mean()),
        float(np.corrcoef(before, after)[0, 1]) if varies else float("nan"),
    )


def changed_share(before: Array, after: Array) -> float:
    """Share of records whose area (row or code; -1 for none) differs before and after."""
    return float(np.mean(np.asarray(before) != np.asarray(after)))


def to_plane_m(lon_deg: Floats, lat_deg: Floats, centre_lon_deg: float, centre_lat_deg: float) -> Floats:
    """Points on the plane of equal distances about a centre, metres east and north, shape (n, 2).

    Distances from the centre are true; those between points d metres from it are off by a share of
    at most about d²/(6 R²): 0.1 % at 500 km.
    """
    lat, centre_lat = np.radians(lat_deg), np.radians(centre_lat_deg)
    turn = np.radians(np.asarray(lon_deg) - centre_lon_deg)
    east = np.cos(lat) * np.sin(turn)
    north = np.cos(centre_lat) * np.sin(lat) - np.sin(centre_lat) * np.cos(lat) * np.cos(turn)
    along = np.sin(centre_lat) * np.sin(lat) + np.cos(centre_lat) * np.cos(lat) * np.cos(turn)
    length = np.hypot(east, north)
    scale = EARTH_RADIUS_M * np.arctan2(length, along) / np.where(length > 0, length, 1.0)
    return np.stack([east * scale, north * scale], axis=1)


def plane_pairs_m(pairs: Pairs) -> tuple[Floats, Floats]:
    """True and masked positions on one plane about the centre of the true ones, metres, (n, 2) each."""
    centre = _centre(pairs.lon_deg, pairs.lat_deg)
    return (
        to_plane_m(pairs.lon_deg, pairs.lat_deg, *centre),
        to_plane_m(pairs.masked_lon_deg, pairs.masked_lat_deg, *centre),
    )


def _centre(lon_deg: Floats, lat_deg: Floats) -> tuple[float, float]:
    east, north, up = unit_vectors(lon_deg, lat_deg).mean(axis=0)
    return float(np.degrees(np.arctan2(north, east))), float(
        np.degrees(np.arctan2(up, np.hypot(east, north)))
    )


def _standard_distance_m(lon_deg: Floats, lat_deg: Floats, centre: tuple[float, float]) -> float:
    return float(np.sqrt(np.mean(haversine_m(lon_deg, lat_deg, *centre) ** 2)))


def _bearing_deg(pairs: Pairs) -> Floats:
    a, b = np.radians(pairs.lat_deg), np.radians(pairs.masked_lat_deg)
    turn = np.radians(pairs.masked_lon_deg - pairs.lon_deg)
    north = np.cos(a) * np.sin(b) - np.sin(a) * np.cos(b) * np.cos(turn)
    return np.degrees(np.arctan2(np.sin(turn) * np.cos(b), north)) % 360.0

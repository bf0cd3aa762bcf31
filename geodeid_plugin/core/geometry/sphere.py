# SPDX-License-Identifier: GPL-2.0-or-later
"""The Earth model, named once: distances on the mean sphere, areas and their sides on the ellipsoid.

Distances are great-circle distances on a sphere of the mean Earth radius. Lengths of sides are
those of the WGS 84 ellipsoid, and so are areas:
latitudes are mapped to the authalic (equal-area) sphere before spherical excesses are summed.

Spherical caps and their Hausdorff distance follow El Emam & Arbuckle, Anonymizing Health Data
(2013), chapter 9.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Floats, Ints

EARTH_RADIUS_M = 6_371_008.8
"""Mean Earth radius (IUGG R1), metres."""
METRES_PER_DEGREE = math.pi / 180 * EARTH_RADIUS_M
"""Of a great circle."""

_WGS84_A_M = 6_378_137.0
"""Semi-major axis (NIMA TR8350.2)."""
_WGS84_E2 = 6.694379990141316e-3
"""First eccentricity squared (NIMA TR8350.2)."""
_E = np.sqrt(_WGS84_E2)


def haversine_m(
    lon1_deg: Array | float, lat1_deg: Array | float, lon2_deg: Array | float, lat2_deg: Array | float
) -> Floats:
    """Great-circle distance between points, broadcast like any numpy operation.

    Parameters
    ----------
    lon1_deg, lat1_deg, lon2_deg, lat2_deg : array_like
        Longitudes and latitudes, degrees.

    Returns
    -------
    ndarray
        Distances, metres.

    Examples
    --------
    >>> round(float(haversine_m(0, 0, 0, 1)))
    111195
    """
    lon1, lat1, lon2, lat2 = (np.radians(v) for v in (lon1_deg, lat1_deg, lon2_deg, lat2_deg))
    chord2 = np.sin((lat2 - lat1) / 2) ** 2 + np.cos(lat1) * np.cos(lat2) * np.sin((lon2 - lon1) / 2) ** 2
    return 2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(np.clip(chord2, 0.0, 1.0)))


def utm_code(lon_deg: float, lat_deg: float) -> str:
    """The UTM zone of a place on WGS 84, as its EPSG code; the wider zones of Norway are not looked at.

    Examples
    --------
    >>> utm_code(6.1, 46.2), utm_code(18.4, -33.9)
    ('EPSG:32632', 'EPSG:32734')
    """
    zone = min(60, max(1, math.floor((lon_deg + 180) / 6) + 1))
    return f"EPSG:{(32600 if lat_deg >= 0 else 32700) + zone}"


def side_length_m(
    lon1_deg: Array | float, lat1_deg: Array | float, lon2_deg: Array | float, lat2_deg: Array | float
) -> Floats:
    """Length of the sides of polygons on the WGS 84 ellipsoid, broadcast like any numpy operation.

    Lambert's correction of the great-circle distance (Lambert 1942) between reduced latitudes: within
    two millionths of the geodesic for sides up to 1 000 km.
    """
    flattening = 1 - np.sqrt(1 - _WGS84_E2)
    reduced1, reduced2 = (np.arctan((1 - flattening) * np.tan(np.radians(v))) for v in (lat1_deg, lat2_deg))
    half, mean = (reduced2 - reduced1) / 2, (reduced1 + reduced2) / 2
    half_turn = np.radians(np.asarray(lon2_deg) - np.asarray(lon1_deg)) / 2
    chord2 = np.sin(half) ** 2 + np.cos(reduced1) * np.cos(reduced2) * np.sin(half_turn) ** 2
    chord2 = np.clip(chord2, 0.0, 1.0)
    angle = 2 * np.arcsin(np.sqrt(chord2))
    far, near = np.where(chord2 < 1, 1 - chord2, 1.0), np.where(chord2 > 0, chord2, 1.0)
    x = (angle - np.sin(angle)) * (np.sin(mean) * np.cos(half)) ** 2 / far
    y = (angle + np.sin(angle)) * (np.cos(mean) * np.sin(half)) ** 2 / near
    return _WGS84_A_M * (angle - flattening / 2 * (x + y))


def unit_vectors(lon_deg: Array | float, lat_deg: Array | float) -> Floats:
    """Points on the unit sphere, shape ``(n, 3)``: no seam at the date line, none at the poles."""
    lon, lat = np.radians(lon_deg), np.radians(lat_deg)
    return np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=-1)


def degrees_of(vectors: Array) -> tuple[Floats, Floats]:
    """Longitudes and latitudes, degrees, to which vectors of any length point, shape (n, 3)."""
    x, y, z = vectors.T
    return np.degrees(np.arctan2(y, x)), np.degrees(np.arctan2(z, np.hypot(x, y)))


def towards(
    lon_deg: Array | float, lat_deg: Array | float, to_lon_deg: Floats, to_lat_deg: Floats
) -> tuple[Floats, Floats]:
    """East and north parts of the first step from one point to another; together the sine of their angle."""
    turn = np.radians(np.asarray(to_lon_deg) - lon_deg)
    a, b = np.radians(lat_deg), np.radians(to_lat_deg)
    return np.sin(turn) * np.cos(b), np.cos(a) * np.sin(b) - np.sin(a) * np.cos(b) * np.cos(turn)


def arc_from_chord_m(chord: Array | float) -> Floats:
    """Great-circle distance, metres, of two points whose unit vectors are ``chord`` apart."""
    return 2 * EARTH_RADIUS_M * np.arcsin(np.clip(np.asarray(chord) / 2, 0.0, 1.0))


def chord_from_arc(arc_m: Array | float) -> Floats:
    """Distance of the unit vectors of two points that are ``arc_m`` metres apart."""
    return 2.0 * np.sin(np.clip(np.asarray(arc_m) / (2 * EARTH_RADIUS_M), 0.0, np.pi / 2))


def cap_radius_m(area_m2: Array | float) -> Floats:
    """Geodesic radius of the spherical cap of a given area.

    The published form ``R arccos(1 - Z / (2 pi R^2))`` loses every digit below about one square metre; ``2 R
    arcsin(sqrt(Z / (4 pi R^2)))`` is the same function without the cancellation. Z is between 0 and the area
    of the sphere.

    >>> round(float(cap_radius_m(1e6)), 2)
    564.19
    """
    sphere_m2 = 4 * np.pi * EARTH_RADIUS_M**2
    return 2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(np.clip(np.asarray(area_m2) / sphere_m2, 0.0, 1.0)))


def destination_deg(
    lon_deg: Array | float, lat_deg: Array | float, bearing_rad: Array | float, distance_m: Array | float
) -> tuple[Floats, Floats]:
    """Where a great-circle walk ends.

    Parameters
    ----------
    lon_deg, lat_deg : array_like
        Start, degrees.
    bearing_rad : array_like
        Direction, radians clockwise from north.
    distance_m : array_like
        Length of the walk, metres.

    Returns
    -------
    tuple of ndarray
        Longitudes in [-180, 180) and latitudes of the end points, degrees.

    Examples
    --------
    >>> lon_deg, lat_deg = destination_deg(10, 50, 0, 111_195)
    >>> round(float(lon_deg), 6), round(float(lat_deg), 6)
    (10.0, 50.999999)
    """
    lat, angle = np.radians(lat_deg), np.asarray(distance_m) / EARTH_RADIUS_M
    # Components of the end point about the start's meridian; no difference of near-equal numbers, so
    # that a walk from a pole, or to one, keeps its direction.
    up = np.sin(lat) * np.cos(angle) + np.cos(lat) * np.sin(angle) * np.cos(bearing_rad)
    away = np.cos(lat) * np.cos(angle) - np.sin(lat) * np.sin(angle) * np.cos(bearing_rad)
    east = np.sin(bearing_rad) * np.sin(angle)
    lon = np.radians(lon_deg) + np.arctan2(east, away)
    return wrap_lon_deg(np.degrees(lon)), np.degrees(np.arctan2(up, np.hypot(east, away)))


def wrap_lon_deg(lon_deg: Array | float) -> Floats:
    """Longitudes brought into [-180, 180)."""
    return (np.asarray(lon_deg) + 180.0) % 360.0 - 180.0


def authalic_latitude_rad(lat_deg: Array | float) -> Floats:
    """Latitude on the sphere that has the ellipsoid's area, radians (Snyder 1987, equation 3-12)."""
    sin_lat = np.sin(np.radians(lat_deg))
    return np.arcsin(np.clip(_authalic_q(sin_lat) / _authalic_q(1.0), -1.0, 1.0))


def _authalic_q(sin_lat: Array | float) -> Floats:
    root = _E * sin_lat
    return (1 - _WGS84_E2) * (sin_lat / (1 - root**2) + np.arctanh(root) / _E)


AUTHALIC_RADIUS_M = float(_WGS84_A_M * np.sqrt(_authalic_q(1.0) / 2))
"""Radius of the sphere that has the area of the WGS 84 ellipsoid, metres."""


def ring_areas_m2(lon_deg: Array | float, lat_deg: Array | float, ring_start: Ints) -> Floats:
    """Signed ellipsoidal area of closed rings; counter-clockwise rings are positive.

    Each side contributes the spherical excess between itself and the equator on the authalic sphere, so rings
    across the date line need no care; a ring that circles a pole is closed through the nearer pole. Rings
    stand one after another, each closed (first vertex repeated); ``ring_start`` has one element more than
    there are rings.
    """
    lon = np.radians(np.asarray(lon_deg, dtype=float))
    tan_half = np.tan(authalic_latitude_rad(lat_deg) / 2)
    turn = np.diff(lon)
    turn -= 2 * np.pi * np.rint(turn / (2 * np.pi))  # leaves short sides to their last digit
    above, below = tan_half[1:], tan_half[:-1]
    excess = 2 * np.arctan2(np.tan(turn / 2) * (above + below), 1 + above * below)
    side_ring = np.repeat(np.arange(len(ring_start) - 1), np.diff(ring_start))[:-1]
    joins_rings = np.zeros(len(turn), dtype=bool)
    joins_rings[np.asarray(ring_start[1:-1]) - 1] = True
    keep = ~joins_rings
    count = len(ring_start) - 1
    to_equator = np.bincount(side_ring[keep], excess[keep], count)
    winding = np.bincount(side_ring[keep], turn[keep], count)
    circles_pole = np.abs(winding) > np.pi
    north_of_ring = 2 * np.pi - np.sign(winding) * to_equator
    cap = np.where(north_of_ring <= 2 * np.pi, north_of_ring, north_of_ring - 4 * np.pi)
    total = np.where(circles_pole, np.sign(winding) * cap, -to_equator)
    return AUTHALIC_RADIUS_M**2 * total


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

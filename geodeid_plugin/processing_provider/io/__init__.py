# SPDX-License-Identifier: GPL-2.0-or-later
"""From QGIS layers to arrays in longitude and latitude, and back to geometries."""

from .area_layer import AreaLayer, read_areas, refuse_numbering
from .points import PointLayer, lines_geometry, moves_m, points_geometry, read_points
from .points_in_areas import locate, place_patients
from .table import WGS84, Table, identifiers, number_of, read_table

__all__ = [
    "WGS84",
    "AreaLayer",
    "PointLayer",
    "Table",
    "identifiers",
    "lines_geometry",
    "locate",
    "moves_m",
    "number_of",
    "place_patients",
    "points_geometry",
    "read_areas",
    "read_points",
    "read_table",
    "refuse_numbering",
]

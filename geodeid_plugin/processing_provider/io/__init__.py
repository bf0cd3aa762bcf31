# SPDX-License-Identifier: GPL-2.0-or-later
"""From QGIS layers to arrays in longitude and latitude, and back to geometries."""

from .area_layer import (
    AreaLayer,
    links_geometry,
    locate,
    place_patients,
    points_inside,
    read_areas,
    representative_points,
)
from .packed import made_valid
from .people import capped_by_census, residents
from .points import (
    PointLayer,
    lines_geometry,
    moves_m,
    points_geometry,
    points_of,
    read_points,
    single_point,
)
from .table import (
    WGS84,
    Table,
    from_lonlat,
    identifiers,
    number_of,
    original_geometries,
    read_map_layer,
    read_table,
    released_geometries,
    to_lonlat,
    warn_of_lost_zeros,
    way_from,
)

__all__ = [
    "WGS84",
    "AreaLayer",
    "PointLayer",
    "Table",
    "capped_by_census",
    "from_lonlat",
    "identifiers",
    "lines_geometry",
    "links_geometry",
    "locate",
    "made_valid",
    "moves_m",
    "number_of",
    "original_geometries",
    "place_patients",
    "points_geometry",
    "points_inside",
    "points_of",
    "read_areas",
    "read_map_layer",
    "read_points",
    "read_table",
    "released_geometries",
    "representative_points",
    "residents",
    "single_point",
    "to_lonlat",
    "warn_of_lost_zeros",
    "way_from",
]

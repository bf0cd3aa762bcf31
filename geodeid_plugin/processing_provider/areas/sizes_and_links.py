# SPDX-License-Identifier: GPL-2.0-or-later
"""What the algorithms about areas share: sizes, links and the copy with cap radii."""

from __future__ import annotations

from collections.abc import Sequence

from qgis.core import QgsField

from ...core.base.errors import InputError, named
from ...core.geometry.sphere import wrap_lon_deg
from ...i18n import tr
from .. import io
from ..framework.give import Features

RADIUS = "cap_radius_m"


def check_sizes(run, layer) -> None:
    """Refuse points without a size, and warn of areas of size 0."""
    if layer.polygons is None and not run.field("AREA_SIZE"):
        raise InputError(
            "area.size.of_points",
            "Layer “{layer}” holds points, and points have no size. Choose the field with each area's "
            "size in square metres (AREA_SIZE), or the metric centre.",
            layer=layer.table.name,
        )
    areas = layer.areas
    empty = areas.ids[areas.area_m2 == 0]
    if len(empty):
        run.warn(
            tr(
                "{count} areas have size 0 and count as points: {areas}.",
                count=len(empty),
                areas=named(empty),
            )
        )


def links_geometry(run, layer, first, second) -> Sequence:
    """Lines from areas to areas; where one crosses the date line its end lies beyond 180 degrees."""
    lon, lat = layer.areas.lon_deg, layer.areas.lat_deg
    end_lon = lon[first] + wrap_lon_deg(lon[second] - lon[first])
    return io.lines_geometry(run, lon[first], lat[first], end_lon, lat[second], layer.table.crs)


def with_radius(run, layer) -> Features:
    """A copy of the areas, as they came, with the radius of each area's cap."""
    table = layer.table
    geometries, wkb_type = io.original_geometries(run, "AREAS", table.row_ids)
    copied = [
        (QgsField(kept), table.attributes.stored(index))
        for index, kept in enumerate(table.fields)
        if kept.name().lower() != RADIUS
    ]
    return Features({RADIUS: layer.areas.radius_m}, geometries, wkb_type, table.crs, copied)

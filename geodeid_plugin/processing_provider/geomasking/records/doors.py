# SPDX-License-Identifier: GPL-2.0-or-later
"""The places that a table may put dots on, as the check of patients' doors takes them."""

from __future__ import annotations

import numpy as np
from qgis.core import QgsWkbTypes

from ....core.base.errors import Phrase
from ....core.geomask.baselines.doors import (
    Points,
    Shapes,
    drawn_about,
    homes_of_areas,
    located_by_area,
    refuse_doors,
)
from ....core.geometry.polygons import Polygons
from ...io.table import polygons_of


def refuse_doors_of_table(layer, placing, groups, flows, most: float) -> None:
    """Refuse destinations that are the records' own doors, whatever they were read from.

    Parameters
    ----------
    layer : AreaLayer
        The origins.
    placing : Placing
        The destinations, and where a dot is put in one.
    groups : list
        Patients, and controls where there are any, with their areas.
    flows : tuple of ndarray, shapes (m,)
        Chance of a dot at each destination, of all people and of the records that draw.
    most : float
        The risk bound.
    """
    position_deg = tuple(
        np.concatenate([getattr(group.points, name)[group.rows] for group in groups])
        for name in ("lon_deg", "lat_deg")
    )
    area = np.concatenate([group.area for group in groups])
    point_deg, size_m2 = (layer.areas.lon_deg, layer.areas.lat_deg), layer.areas.area_m2
    homes = homes_of_areas(position_deg, area, point_deg, size_m2 if layer.polygons is not None else None)
    at_points, of_areas = located_by_area(homes, area, point_deg)
    # Records draw among the destinations about them, where an honest list holds their own doors, too; the
    # point of an area is one, and near a home by chance alone.
    counted = flows if placing.targets.core is None and not at_points else flows[:1]
    if of_areas:
        return
    by_point = layer.points_given
    if placing.kind == "point" and layer.polygons is not None and not by_point:
        by_point = drawn_about(homes, area, point_deg, layer.polygons)
    refuse_doors(homes, _places(layer, placing, counted, by_point), most)


def _places(layer, placing, flows, by_point):
    """Points, polygons and addresses of the destinations; the areas' own points where they may be homes."""
    targets, people = placing.targets, flows[0]
    polygonal = any(shape.type() == QgsWkbTypes.GeometryType.PolygonGeometry for shape in placing.shapes)
    if by_point if targets.core is None else placing.kind == "point" or not polygonal:
        name = Phrase("the points of the destinations")
        yield Points(name, targets.lon_deg, targets.lat_deg, np.stack(flows))
    if polygonal:
        yield Shapes(Phrase("the polygons of the destinations"), _polygons(layer, placing), people)
    addresses = np.diff(placing.start)
    if len(placing.addresses):
        weight = np.repeat(people / np.maximum(addresses, 1), addresses)
        yield Points("ADDRESSES", *placing.addresses, weight[None])


def _polygons(layer, placing) -> Polygons:
    """What dots are drawn in: the areas themselves, or other polygons, or what is left of them."""
    own = placing.shapes is layer.table.geometries
    return layer.polygons if own else polygons_of(placing.shapes)

# SPDX-License-Identifier: GPL-2.0-or-later
"""What masks refer to beside distances: streets to move along, people and the areas that they live in."""

from __future__ import annotations

import numpy as np
from qgis.core import QgsGeometry

from ....core.base.errors import InputError
from ....core.geomask.baselines.network import Network
from ....core.geomask.baselines.optimal import Reported
from ...framework import ask
from ...io import read_areas, read_points, read_table

ROADS = ask.source(
    "ROADS",
    "Streets",
    "Lines of streets, for street, cut where they cross.",
    ask.LINES,
    optional=True,
)


def read_network(run) -> Network:
    """Read ROADS as junctions and ends that streets join."""
    if not run.parameters.get("ROADS"):
        raise InputError(
            "street.layer.missing", "This mask needs the layer of streets to move to: give ROADS."
        )
    run.progress(0.02)
    # Cut where lines cross, then joined where only two meet: what is left ends at junctions and dead ends.
    noded = QgsGeometry.unaryUnion(read_table(run, "ROADS").geometries).mergeLines()
    lines = noded.asMultiPolyline() if noded.isMultipart() else [noded.asPolyline()]
    vertices = np.array([(point.x(), point.y()) for line in lines for point in line]).reshape(-1, 2)
    start = np.cumsum([0, *(len(line) for line in lines)])
    return Network.of(vertices[:, 0], vertices[:, 1], start)


def read_prior(run) -> tuple:
    """Where how many people live, and the areas where those stand for them.

    Longitudes, latitudes and people of addresses, or else of areas.
    """
    if run.parameters.get("ADDRESSES"):
        points = read_points(run, "ADDRESSES")
        return (points.lon_deg, points.lat_deg, np.ones(len(points))), None
    if run.parameters.get("AREAS") and run.field("POPULATION"):
        layer = read_areas(run, need_polygons=True)
        return prior_of(layer), layer
    raise InputError(
        "geoind.population.missing",
        "geoind needs ADDRESSES, or census AREAS with the field POPULATION, to bring dots to where "
        "people live. Without remapping the mask is laplace.",
    )


def reported_of(layer) -> Reported:
    """The areas that an optimal table moves between, their people as the prior."""
    areas = layer.areas
    return Reported(layer.polygons, areas.lon_deg, areas.lat_deg, areas.population)


def prior_of(layer) -> tuple:
    """Points that stand for the areas with people, degrees, and how many live there."""
    areas, used = layer.areas, layer.areas.population > 0
    return areas.lon_deg[used], areas.lat_deg[used], areas.population[used]

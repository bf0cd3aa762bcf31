# SPDX-License-Identifier: GPL-2.0-or-later
"""Pairs of areas that share a side, with its length."""

from __future__ import annotations

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
)

from ...core.base.errors import named
from ...core.geometry.adjacency import shared_sides, without_neighbours
from ...core.geometry.neighbours import nearest
from ...host.compat import LINE, field
from ...i18n import tr
from .. import io
from ..framework import parameters
from ..framework.base import GeoDeIDAlgorithm
from ..io.area_layer import straight_plane
from .sizes_and_links import links_geometry


class AdjacentAreas(GeoDeIDAlgorithm):
    """``geodeid:adjacentareas``."""

    ID = "adjacentareas"
    TITLE = "Adjacent areas"
    GROUP = ("areas", "Areas")
    TAGS = ("adjacency", "contiguity", "rook", "shared border", "topology", "neighbours", "islands")
    SUMMARY = (
        "Finds the pairs of areas that share a side of positive length, not only a corner, and measures "
        "the shared side in metres on the ellipsoid. Sides count as shared where one border has vertices "
        "that the other lacks, and where the borders differ by no more than the tolerance. "
        "Areas without any shared side are reported; on request they are joined to the nearest area."
    )
    STYLES = {"LINES": "adjacency_links"}

    def define(self) -> None:
        types, number = QgsProcessing.SourceType, QgsProcessingParameterNumber
        self.add(
            QgsProcessingParameterFeatureSource("AREAS", tr("Areas"), [types.TypeVectorPolygon]),
            tr("Polygons of the areas. Parts of one area belong in one multipart feature."),
        )
        self.add(
            parameters.guessed(parameters.field("AREA_ID", tr("Area identifier"), "AREAS"), "identifier"),
            tr("Field with one distinct code an area; keep codes as text so that leading zeros survive."),
        )
        self.add(
            number("TOLERANCE", tr("Tolerance (m)"), number.Type.Double, 0.1, minValue=0),
            tr(
                "Borders closer than this are the same border, metres, whatever the layer's coordinates. "
                "0 asks for equal coordinates. A pair that only the tolerance joins must share more than "
                "four times its length."
            ),
        )
        self.add(
            QgsProcessingParameterBoolean("JOIN_ISLANDS", tr("Join islands to their nearest area"), False),
            tr("Adds a pair with shared_m = 0 from each area without a shared side to the nearest area."),
        )
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Adjacent pairs"), types.TypeVector),
            tr(
                "Table with one row a pair: area and neighbour, in the order of the identifiers, and "
                "shared_m, the length of the shared sides in metres; 0 marks an island joined to its nearest."
            ),
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "LINES", tr("Links"), types.TypeVectorLine, optional=True, createByDefault=False
            ),
            tr("The same rows as lines between the centroids, moved inside where they lie outside."),
        )
        for name, title in (
            ("AREA_COUNT", tr("Areas")),
            ("PAIR_COUNT", tr("Pairs that share a side")),
            ("ISLAND_COUNT", tr("Areas without a shared side")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        layer = io.read_areas(run, need_polygons=True)
        areas, n = layer.areas, len(layer.areas)
        pairs, shared_m = shared_sides(
            layer.polygons, n, run.number("TOLERANCE"), straight_plane(run, layer), run.progress
        )
        sharing = len(pairs)
        islands = without_neighbours(pairs, n)
        if len(islands):
            run.warn(
                tr("{count} of {total} areas share no side with another: {areas}.").format(
                    count=len(islands), total=n, areas=named(areas.ids[islands])
                )
            )
        if run.boolean("JOIN_ISLANDS") and len(islands) and n > 1:
            pairs, shared_m = _with_islands(areas, pairs, shared_m, islands)
        first, second = _by_identifier(areas, pairs)
        order = np.lexsort((areas.id_rank[second], areas.id_rank[first]))
        first, second = first[order], second[order]
        columns = [
            (field("area", layer.id_kind), areas.ids[first]),
            (field("neighbour", layer.id_kind), areas.ids[second]),
            (field("shared_m", "real"), shared_m[order]),
        ]
        run.write_layer("OUTPUT", columns)
        if run.wanted("LINES"):
            lines = links_geometry(run, layer, first, second)
            run.write_layer("LINES", columns, lines, LINE, layer.table.crs)
        return {"AREA_COUNT": n, "PAIR_COUNT": sharing, "ISLAND_COUNT": len(islands)}


def _with_islands(areas, pairs, shared_m, islands):
    """Pairs with one more for each island: its nearest area, by the distance of their caps."""
    links = np.sort(np.column_stack([islands, nearest(areas, 1).index[islands, 0]]), axis=1)
    links = np.unique(links, axis=0)
    return np.concatenate([pairs, links]), np.concatenate([shared_m, np.zeros(len(links))])


def _by_identifier(areas, pairs):
    """Both columns of the pairs, the identifier that comes first in the first."""
    rank = areas.id_rank[pairs]
    swap = rank[:, 0] > rank[:, 1]
    return np.where(swap, pairs[:, 1], pairs[:, 0]), np.where(swap, pairs[:, 0], pairs[:, 1])

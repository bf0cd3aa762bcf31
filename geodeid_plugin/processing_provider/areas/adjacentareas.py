# SPDX-License-Identifier: GPL-2.0-or-later
"""Pairs of areas that share a side, with its length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

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
from ...core.geometry.areas import Areas
from ...core.geometry.neighbours import nearest
from ...core.geometry.polygons import Polygons
from ...host.compat import LINE, field
from ...i18n import tr
from .. import io
from ..framework import labels, parameters
from ..framework.base import GeoDeIDAlgorithm
from ..io.area_layer import straight_plane
from .sizes_and_links import links_geometry


class AdjacentAreas(GeoDeIDAlgorithm):
    """``geodeid:adjacentareas``."""

    ID = "adjacentareas"
    TITLE = "Adjacent areas"
    HEADING = labels.ANALYSE
    TAGS = ("neighbours", "adjacency", "contiguity", "rook", "queen", "shared border", "topology", "islands")
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
            tr("Field with one distinct code per area; keep codes as text so that leading zeros survive."),
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
                "Table with one row per pair: area and neighbour, in the order of the identifiers, and "
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
        request, layer = Request.of(run), io.read_areas(run, need_polygons=True)
        areas = layer.areas
        polygons, plane = cast(Polygons, layer.polygons), straight_plane(run, layer)
        sides = shared_sides(polygons, len(areas), request.tolerance_m, plane, run.progress)
        found = adjacent(areas, *sides, request.join_islands)
        if len(found.islands):
            run.warn(
                tr("{count} of {total} areas share no side with another: {areas}.").format(
                    count=len(found.islands), total=len(areas), areas=named(areas.ids[found.islands])
                )
            )
        columns = [
            (field("area", layer.id_kind), areas.ids[found.first]),
            (field("neighbour", layer.id_kind), areas.ids[found.second]),
            (field("shared_m", "real"), found.shared_m),
        ]
        run.write_layer("OUTPUT", columns)
        if request.lines:
            lines = links_geometry(run, layer, found.first, found.second)
            run.write_layer("LINES", columns, lines, LINE, layer.table.crs)
        return {"AREA_COUNT": len(areas), "PAIR_COUNT": len(sides[0]), "ISLAND_COUNT": len(found.islands)}


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    tolerance_m: float
    join_islands: bool
    lines: bool

    @classmethod
    def of(cls, run) -> Request:
        """Read the parameters."""
        return cls(run.number("TOLERANCE"), run.boolean("JOIN_ISLANDS"), run.wanted("LINES"))


@dataclass(frozen=True)
class Adjacent:
    """Pairs of areas in the order of their identifiers, and areas that share no side.

    Attributes
    ----------
    first, second : ndarray of int, shape (m,)
        Rows of the areas of each pair.
    shared_m : ndarray, shape (m,)
        Length of the shared sides, metres; 0 for an island joined to its nearest area.
    islands : ndarray of int
        Rows of areas without a shared side.
    """

    first: np.ndarray
    second: np.ndarray
    shared_m: np.ndarray
    islands: np.ndarray


def adjacent(areas: Areas, pairs, shared_m, join_islands: bool) -> Adjacent:
    """Put pairs that share a side into order, and join islands to their nearest area if asked for."""
    islands = without_neighbours(pairs, len(areas))
    if join_islands and len(islands) and len(areas) > 1:
        pairs, shared_m = _with_islands(areas, pairs, shared_m, islands)
    first, second = _by_identifier(areas, pairs)
    order = np.lexsort((areas.id_rank[second], areas.id_rank[first]))
    return Adjacent(first[order], second[order], shared_m[order], islands)


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

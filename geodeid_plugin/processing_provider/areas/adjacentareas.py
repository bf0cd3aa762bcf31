# SPDX-License-Identifier: GPL-2.0-or-later
"""Pairs of areas that share a side, with its length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from ...core.base.errors import named
from ...core.geometry.adjacency import shared_sides, without_neighbours
from ...core.geometry.areas import Areas
from ...core.geometry.neighbours import nearest
from ...core.geometry.polygons import Polygons
from ...host.compat import LINE
from ...i18n import tr
from .. import io
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import CODE, REAL, Features, Result
from ..io.area_layer import straight_plane

_PAIR = {"area": CODE, "neighbour": CODE, "shared_m": REAL}


class AdjacentAreas(GeoDeIDAlgorithm):
    """``geodeid:adjacentareas``."""

    ID = "adjacentareas"
    TITLE = "Adjacent areas"
    HEADING = labels.ANALYSE
    TAGS = ("neighbours", "adjacency", "contiguity", "rook", "queen", "shared border", "topology", "islands")
    SUMMARY = (
        "Finds the pairs of areas that share a side, not only a corner, and measures the shared side. Areas "
        "without one are reported; on request they are joined to the nearest area."
    )
    INPUTS = (
        ask.source(
            "AREAS",
            "Areas",
            "Polygons of the areas. Parts of one area belong in one multipart feature.",
            ask.POLYGONS,
        ),
        blocks.area_id(),
        ask.number(
            "TOLERANCE",
            "Tolerance (m)",
            "Borders closer than this are the same border, metres. A pair that only the tolerance joins "
            "must share more than four times its length.",
            0.1,
            least=0,
        ),
        ask.switch(
            "JOIN_ISLANDS",
            "Join islands to their nearest area",
            "Adds a pair with shared_m = 0 from each area without a shared side to the nearest area.",
        ),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Adjacent pairs",
            "A row for each pair: area, neighbour and shared_m, metres of shared side; 0 marks an island "
            "joined to its nearest.",
            fields=_PAIR,
        ),
        give.lines(
            "LINES",
            "Links",
            "The same rows as lines between the centroids, moved inside where they lie outside.",
            optional=True,
            style="adjacency_links",
            fields=_PAIR,
        ),
    )
    FIGURES = (
        give.number("AREA_COUNT", "Areas"),
        give.number("PAIR_COUNT", "Pairs that share a side"),
        give.number("ISLAND_COUNT", "Areas without a shared side"),
    )

    def compute(self, inputs, run) -> Result:
        layer = io.read_areas(run, need_polygons=True)
        areas, polygons = layer.areas, cast(Polygons, layer.polygons)
        plane = straight_plane(run, layer)
        sides = shared_sides(polygons, len(areas), inputs.tolerance, plane, run.progress)
        found = adjacent(areas, *sides, inputs.join_islands)
        if len(found.islands):
            run.warn(
                tr(
                    "{count} of {total} areas share no side with another: {areas}.",
                    count=len(found.islands),
                    total=len(areas),
                    areas=named(areas.ids[found.islands]),
                )
            )
        pairs = {
            "area": areas.ids[found.first],
            "neighbour": areas.ids[found.second],
            "shared_m": found.shared_m,
        }

        def links() -> Features:
            shapes = io.links_geometry(run, layer, found.first, found.second)
            return Features(pairs, shapes, LINE, layer.table.crs, codes=layer.id_kind)

        return Result(
            figures={
                "AREA_COUNT": len(areas),
                "PAIR_COUNT": len(sides[0]),
                "ISLAND_COUNT": len(found.islands),
            },
            layers={"OUTPUT": Features(pairs, codes=layer.id_kind), "LINES": links},
        )


@dataclass(frozen=True)
class Adjacent:
    """Pairs of areas in the order of their identifiers, and areas that share no side."""

    first: np.ndarray
    second: np.ndarray
    """Shape (m,). Rows of the areas of each pair."""
    shared_m: np.ndarray
    """Shape (m,). Length of the shared sides, metres; 0 for an island joined to its nearest area."""
    islands: np.ndarray
    """Rows of areas without a shared side."""


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

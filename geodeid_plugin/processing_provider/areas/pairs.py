# SPDX-License-Identifier: GPL-2.0-or-later
"""Pairs of areas: the nearest by the distance of spherical caps, and those that share a side."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import cast

import numpy as np

from ...core.base.errors import InputError, named
from ...core.geometry.adjacency import shared_sides, without_neighbours
from ...core.geometry.areas import Areas
from ...core.geometry.neighbours import METRICS, nearest
from ...core.geometry.polygons import Polygons
from ...host.compat import LINE
from ...i18n import tr
from .. import io
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import CODE, REAL, WHOLE, Features, Layers, Result
from ..io.area_layer import straight_plane

RADIUS = "cap_radius_m"
_PAIR = {
    "area": CODE,
    "neighbour": CODE,
    "rank": WHOLE,
    "distance_m": REAL,
    "centre_distance_m": REAL,
}


class CapNeighbours(GeoDeIDAlgorithm):
    """``geodeid:capneighbours``."""

    ID = "capneighbours"
    TITLE = "Nearest areas"
    HEADING = labels.ANALYSE
    TAGS = ("neighbours", "nearest", "hausdorff", "spherical cap", "distance", "knn", "haversine")
    SUMMARY = (
        "Finds the K nearest areas of every area, exactly, anywhere on Earth. Each area stands for a "
        "spherical cap of its size, so that areas of similar size are nearer."
    )
    INPUTS = (
        *blocks.areas(population="none"),
        ask.field(
            "AREA_SIZE",
            "Size of the area (m²)",
            "Field with the size of each area that is given as a point. Polygons are measured.",
            "AREAS",
            numeric=True,
            optional=True,
            advanced=True,
        ),
        ask.whole(
            "K",
            "Neighbours of each area",
            "Where fewer areas can be chosen, all of them are given.",
            10,
            least=1,
        ),
        ask.choice(
            "METRIC",
            "Distance",
            "hausdorff: distance of the points plus the difference of the cap radii. centre: distance "
            "of the points alone.",
            METRICS,
            "hausdorff",
        ),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Neighbours",
            "A row for each area and neighbour: area, neighbour, rank (1 is the nearest), distance_m by the "
            "metric, and centre_distance_m.",
            fields=_PAIR,
        ),
        give.lines(
            "LINES",
            "Links",
            "The same rows as lines between the representative points, coloured by rank.",
            optional=True,
            style="neighbour_links",
            fields=_PAIR,
        ),
        give.shapes(
            "CAPS",
            "Areas with cap radius",
            "Copy of the areas with the field cap_radius_m, metres.",
            optional=True,
            style="cap_areas",
            fields={RADIUS: REAL},
        ),
    )
    FIGURES = (
        give.number("AREA_COUNT", "Areas"),
        give.number("PAIR_COUNT", "Pairs found"),
        give.number("SHORT_COUNT", "Areas with fewer than K neighbours"),
        give.number("SEARCH_SECONDS", "Seconds of the search"),
    )

    def compute(self, inputs, run) -> Result:
        layer = io.read_areas(run)
        areas = layer.areas
        if inputs.metric == "hausdorff":
            check_sizes(run, layer)
        started = perf_counter()
        unit = None if areas.boundary is None else areas.boundary_code
        found = nearest(areas, inputs.k, inputs.metric, unit, run.progress)
        seconds = perf_counter() - started
        if len(areas) < 2:
            raise InputError("area.layer.single", "There is one area only, so it has no neighbours.")
        if found.short_count:
            run.warn(_fewer_than_asked(inputs.k, len(areas), found.short_count))
        first, rank = np.nonzero(found.index >= 0)
        second = found.index[first, rank]
        pairs = {
            "area": areas.ids[first],
            "neighbour": areas.ids[second],
            "rank": rank + 1,
            "distance_m": found.distance_m[first, rank],
            "centre_distance_m": found.centre_distance_m[first, rank],
        }
        return Result(
            figures={
                "AREA_COUNT": len(areas),
                "PAIR_COUNT": len(first),
                "SHORT_COUNT": found.short_count,
                "SEARCH_SECONDS": round(seconds, 3),
            },
            layers={
                **_layers(run, layer, pairs, first, second),
                "CAPS": lambda: with_radius(run, layer),
            },
        )


def _layers(run, layer, pairs: dict, first, second) -> Layers:
    """The pairs as rows, and as lines between the areas of each."""

    def links() -> Features:
        shapes = io.links_geometry(run, layer, first, second)
        return Features(pairs, shapes, LINE, layer.table.crs, codes=layer.id_kind)

    return {"OUTPUT": Features(pairs, codes=layer.id_kind), "LINES": links}


def _fewer_than_asked(k: int, areas: int, short: int) -> str:
    if k >= areas:
        return tr(
            "{k} neighbours were asked for, but an area has {others} others: all were given.",
            k=k,
            others=areas - 1,
        )
    return tr("{count} areas have fewer than {k} areas to choose from and got all of them.", count=short, k=k)


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


def with_radius(run, layer) -> Features:
    """A copy of the areas, as they came, with the radius of each area's cap."""
    table = layer.table
    geometries, wkb_type = io.original_geometries(run, "AREAS", table.row_ids)
    radius_m = {RADIUS: layer.areas.radius_m}
    return Features(radius_m, geometries, wkb_type, table.crs, table.columns_without(radius_m))


_SIDE = {"area": CODE, "neighbour": CODE, "shared_m": REAL}


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
            fields=_SIDE,
        ),
        give.lines(
            "LINES",
            "Links",
            "The same rows as lines between the centroids, moved inside where they lie outside.",
            optional=True,
            style="adjacency_links",
            fields=_SIDE,
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
        return Result(
            figures={
                "AREA_COUNT": len(areas),
                "PAIR_COUNT": len(sides[0]),
                "ISLAND_COUNT": len(found.islands),
            },
            layers=_layers(run, layer, pairs, found.first, found.second),
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

# SPDX-License-Identifier: GPL-2.0-or-later
"""The k nearest areas of every area by the distance of spherical caps."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from ...core.base.errors import InputError, named
from ...core.geometry.neighbours import METRICS, nearest
from ...host.compat import LINE
from ...i18n import tr
from .. import io
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import CODE, REAL, WHOLE, Features, Result

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

        def links() -> Features:
            shapes = io.links_geometry(run, layer, first, second)
            return Features(pairs, shapes, LINE, layer.table.crs, codes=layer.id_kind)

        return Result(
            figures={
                "AREA_COUNT": len(areas),
                "PAIR_COUNT": len(first),
                "SHORT_COUNT": found.short_count,
                "SEARCH_SECONDS": round(seconds, 3),
            },
            layers={
                "OUTPUT": Features(pairs, codes=layer.id_kind),
                "LINES": links,
                "CAPS": lambda: with_radius(run, layer),
            },
        )


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

# SPDX-License-Identifier: GPL-2.0-or-later
"""The k nearest areas of every area by the distance of spherical caps."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterNumber,
)

from ...core.base.errors import InputError
from ...core.geometry.neighbours import INDEXES, METRICS, nearest, nearest_euclidean, nearest_hilbert
from ...core.geometry.neighbours.shortcuts import CURVE_LIST, CURVE_ORDER, MARGIN
from ...host.compat import LINE, field
from ...i18n import tr
from .. import io
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import add_areas, choice
from .sizes_and_links import check_sizes, links_geometry, write_with_radius

METHODS = ("exact", "euclidean", "hilbert")


class CapNeighbours(GeoDeIDAlgorithm):
    """``geodeid:capneighbours``."""

    ID = "capneighbours"
    TITLE = "Nearest areas (cap distance)"
    GROUP = ("areas", "Areas")
    TAGS = ("neighbours", "nearest", "hausdorff", "spherical cap", "distance", "knn", "haversine")
    SUMMARY = (
        "Finds the K nearest areas of every area, exactly, anywhere on Earth. Each area stands for a "
        "spherical cap of its own size about its representative point; the distance of two areas is the "
        "Hausdorff distance of their caps, that is the great-circle distance of the points plus the "
        "difference of the radii, so areas of like size are nearer than areas of unlike size. "
        "With a boundary field only areas of the same unit are neighbours."
    )
    STYLES = {"LINES": "neighbour_links", "CAPS": "cap_areas"}

    def define(self) -> None:
        number = QgsProcessingParameterNumber
        add_areas(self, population="none")
        self.add(
            number("K", tr("Neighbours of each area"), number.Type.Integer, 10, minValue=1),
            tr("How many neighbours are wanted. Where fewer areas can be chosen, all of them are given."),
        )
        self.add(
            choice("METRIC", tr("Distance"), METRICS, "hausdorff"),
            tr(
                "hausdorff: distance of the points plus the difference of the cap radii. centre: distance "
                "of the points alone."
            ),
        )
        self.add(
            choice("METHOD", tr("Method"), METHODS, "exact"),
            tr(
                "exact finds the true neighbours. euclidean and hilbert are published shortcuts that miss "
                "some; they are here for comparison only."
            ),
            advanced=True,
        )
        self.add(
            choice("INDEX", tr("Index of the exact search"), INDEXES, "kdtree"),
            tr("kdtree is fast. rtree finds the same neighbours slowly and needs the package rtree."),
            advanced=True,
        )
        self.add(
            number("MARGIN", tr("Margin of the euclidean shortcut"), number.Type.Double, MARGIN, minValue=1),
            tr("Candidates for each neighbour wanted; 1.5 as published."),
            advanced=True,
        )
        self.add(
            number("ORDER", tr("Order of the Hilbert curve"), number.Type.Integer, CURVE_ORDER, False, 1, 16),
            tr("The curve visits 4 to the power of this number of cells; 3 as published."),
            advanced=True,
        )
        self.add(
            number("CURVE_LIST", tr("Areas along the curve"), number.Type.Integer, CURVE_LIST, minValue=1),
            tr("Candidates that the hilbert shortcut takes along the curve; 50 as published."),
            advanced=True,
        )
        self._define_outputs()

    def _define_outputs(self) -> None:
        sink, types = QgsProcessingParameterFeatureSink, QgsProcessing.SourceType
        self.add(
            sink("OUTPUT", tr("Neighbours"), types.TypeVector),
            tr(
                "Table with a row for each area and neighbour: area, neighbour, rank (1 is the nearest), "
                "distance_m by the chosen metric, and centre_distance_m between the points, metres."
            ),
        )
        self.add(
            sink("LINES", tr("Links"), types.TypeVectorLine, optional=True, createByDefault=False),
            tr("The same rows as lines between the representative points, coloured by rank."),
        )
        self.add(
            sink("CAPS", tr("Areas with cap radius"), types.TypeVectorAnyGeometry, None, True, False),
            tr("Copy of the areas with the field cap_radius_m, metres."),
        )
        for name, title in (
            ("AREA_COUNT", tr("Areas")),
            ("PAIR_COUNT", tr("Pairs found")),
            ("SHORT_COUNT", tr("Areas with fewer than K neighbours")),
            ("SEARCH_SECONDS", tr("Seconds of the search")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        layer = io.read_areas(run)
        areas, k, metric = layer.areas, run.integer("K"), run.choice("METRIC")
        if metric == "hausdorff":
            check_sizes(run, layer)
        started = perf_counter()
        found = self._search(run, areas, k, metric)
        seconds = perf_counter() - started
        self._tell_short(run, areas, k, found)
        first, rank = np.nonzero(found.index >= 0)
        second = found.index[first, rank]
        columns = [
            (field("area", layer.id_kind), areas.ids[first]),
            (field("neighbour", layer.id_kind), areas.ids[second]),
            (field("rank", "integer"), rank + 1),
            (field("distance_m", "real"), found.distance_m[first, rank]),
            (field("centre_distance_m", "real"), found.centre_distance_m[first, rank]),
        ]
        run.write_layer("OUTPUT", columns)
        if run.wanted("LINES"):
            lines = links_geometry(run, layer, first, second)
            run.write_layer("LINES", columns, lines, LINE, layer.table.crs)
        if run.wanted("CAPS"):
            write_with_radius(run, layer, "CAPS")
        return {
            "AREA_COUNT": len(areas),
            "PAIR_COUNT": len(first),
            "SHORT_COUNT": found.short_count,
            "SEARCH_SECONDS": round(seconds, 3),
        }

    def _search(self, run, areas, k: int, metric: str):
        boundary = None if areas.boundary is None else areas.boundary_code
        method = run.choice("METHOD")
        if method == "exact":
            return nearest(areas, k, metric, boundary, run.choice("INDEX"), run.progress)
        run.warn(
            tr("The shortcut {method} misses neighbours. Use it for comparison only.").format(method=method)
        )
        if method == "euclidean":
            return nearest_euclidean(areas, k, metric, boundary, run.number("MARGIN"), run.progress)
        return nearest_hilbert(
            areas, k, metric, boundary, run.integer("ORDER"), run.integer("CURVE_LIST"), run.progress
        )

    def _tell_short(self, run, areas, k: int, found) -> None:
        if len(areas) < 2:
            raise InputError(tr("There is one area only, so it has no neighbours."))
        if not found.short_count:
            return
        if k >= len(areas):
            run.warn(
                tr("{k} neighbours were asked for, but an area has {others} others: all were given.").format(
                    k=k, others=len(areas) - 1
                )
            )
        else:
            run.warn(
                tr("{count} areas have fewer than {k} areas to choose from and got all of them.").format(
                    count=found.short_count, k=k
                )
            )

# SPDX-License-Identifier: GPL-2.0-or-later
"""The k nearest areas of every area by the distance of spherical caps."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterNumber,
)

from ...core.base.errors import InputError
from ...core.geometry.neighbours import METRICS, nearest
from ...host.compat import LINE, field
from ...i18n import tr
from .. import io
from ..framework import labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import add_areas, choice
from .sizes_and_links import check_sizes, links_geometry, write_with_radius


class CapNeighbours(GeoDeIDAlgorithm):
    """``geodeid:capneighbours``."""

    ID = "capneighbours"
    TITLE = "Nearest areas"
    HEADING = labels.ANALYSE
    TAGS = ("neighbours", "nearest", "hausdorff", "spherical cap", "distance", "knn", "haversine")
    SUMMARY = (
        "Finds the K nearest areas of every area, exactly, anywhere on Earth. Each area stands for a "
        "spherical cap of its own size about its representative point; the distance between two areas is "
        "the Hausdorff distance of their caps, that is, the great-circle distance between the points plus "
        "the difference of the radii, so areas of similar size are nearer than areas of different size. "
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
        request, layer = Request.of(run), io.read_areas(run)
        areas = layer.areas
        if request.metric == "hausdorff":
            check_sizes(run, layer)
        started = perf_counter()
        unit = None if areas.boundary is None else areas.boundary_code
        found = nearest(areas, request.k, request.metric, unit, run.progress)
        seconds = perf_counter() - started
        if len(areas) < 2:
            raise InputError(tr("There is one area only, so it has no neighbours."))
        if found.short_count:
            run.warn(_fewer_than_asked(request.k, len(areas), found.short_count))
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
        if request.lines:
            lines = links_geometry(run, layer, first, second)
            run.write_layer("LINES", columns, lines, LINE, layer.table.crs)
        if request.caps:
            write_with_radius(run, layer, "CAPS")
        return {
            "AREA_COUNT": len(areas),
            "PAIR_COUNT": len(first),
            "SHORT_COUNT": found.short_count,
            "SEARCH_SECONDS": round(seconds, 3),
        }


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    k: int
    metric: str
    lines: bool
    caps: bool

    @classmethod
    def of(cls, run) -> Request:
        """Read the parameters."""
        return cls(
            k=run.integer("K"),
            metric=run.choice("METRIC"),
            lines=run.wanted("LINES"),
            caps=run.wanted("CAPS"),
        )


def _fewer_than_asked(k: int, areas: int, short: int) -> str:
    if k >= areas:
        return tr("{k} neighbours were asked for, but an area has {others} others: all were given.").format(
            k=k, others=areas - 1
        )
    return tr("{count} areas have fewer than {k} areas to choose from and got all of them.").format(
        count=short, k=k
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Draw how far people must be moved for each risk bound, beside what aggregation costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterString,
)

from ...core.base.errors import InfeasibleError, InputError
from ...core.base.progress import part
from ...core.geomask.baselines.aggregate import aggregation
from ...core.geomask.solution import solve_areas
from ...host.compat import field
from ...i18n import tr
from ...report import Report, Section, Table, chartdata
from ...report.numbers import metres, number
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import add_areas
from ..framework.parameters import field as field_parameter
from ..framework.verdict.metricsfile import areas_identity
from ..io import read_areas
from .strategy import lp
from .strategy.lpmoves import gathered_move_m, placed_move_m
from .strategy.lptiles import read_tiles
from .strategy.placing import read_placing, tell_bare

_RISKS = "0.5, 0.33, 0.2, 0.1, 0.05, 0.02, 0.01"


@dataclass(frozen=True)
class Point:
    """One point of the chart.

    ``move_m`` is between the points of the areas, ``placed_m`` from home to masked place; ``times`` is how
    many times farther than the LP at equal risk, between points.
    """

    method: str
    risk: float
    move_m: float
    placed_m: float
    gap: float
    times: float = float("nan")


class RiskDistanceCurve(GeoDeIDAlgorithm):
    """``geodeid:riskdistancecurve``."""

    ID = "riskdistancecurve"
    TITLE = "Risk and distance curve"
    GROUP = lp.GROUP
    TAGS = (*lp.TAGS, "curve", "trade-off", "aggregation", "ZIP")
    SUMMARY = (
        "Solves the same areas for many risk bounds and draws the expected move against the risk. Codes cut "
        "to fewer characters stand beside the curve as points: how far aggregation moves people at equal "
        "risk."
    )
    EXPERT = ("K", "MODEL")

    def define(self) -> None:
        add_areas(self)
        lp.add_records(self)
        lp.add_bound_model(self)
        self.add(
            QgsProcessingParameterString("RISKS", tr("Risk bounds"), _RISKS),
            tr(
                "Numbers between 0 and 1, separated by commas. Those that cannot be reached are listed "
                "and left out."
            ),
        )
        self.add(
            field_parameter("CODES", tr("Code to cut"), "AREAS", optional=True),
            tr("Field with a postal code or the like whose first characters name larger units."),
        )
        self.add(
            QgsProcessingParameterString("LENGTHS", tr("Characters kept"), "5, 3", optional=True),
            tr("How many characters of the code stay, separated by commas; one point of the chart each."),
        )
        lp.add_programme(self)
        lp.add_placement(self)
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Curve"), QgsProcessing.SourceType.TypeVector),
            tr(
                "Table with method, risk, move_m (between the points of the areas), placed_move_m (from home "
                "to masked place), gap and times_farther (aggregation against the LP at equal risk)."
            ),
        )
        self.add_reports()
        self.addOutput(
            QgsProcessingOutputNumber(
                "TIMES_FARTHER", tr("How many times farther aggregation moves, at most")
            )
        )

    def execute(self, run) -> dict:
        layer = read_areas(run)
        run.areas = areas_identity(layer.areas)
        targets = lp.read_targets(run, layer)
        risks = sorted(set(run.numbers("RISKS")), reverse=True)
        units, placing = _units(run, layer), read_placing(run, targets)
        if not risks:
            raise InputError(tr("Enter at least one risk bound."))
        # Only distances are told: which destinations carry next to nobody does not matter here.
        request = replace(lp.Asked.of(run, risks[0]).of_records(run.integer("RECORDS")), carried=0.0)
        total, points = len(risks) + len(units), []
        for index, risk in enumerate(risks):
            share = part(run.progress, 0.05 + 0.9 * index / total, 0.05 + 0.9 * (index + 1) / total)
            asked = lp.kept_back(replace(request, risk=risk), layer.areas)
            point = _solved(run, layer, placing, asked, share)
            points += [point] if point else []
        for index, (name, unit) in enumerate(units, start=len(risks)):
            share = part(run.progress, 0.05 + 0.9 * index / total, 0.05 + 0.9 * (index + 1) / total)
            points.append(_aggregated(run, layer, placing, request, name, unit, share))
        if not points:
            raise InputError(tr("None of the risk bounds can be reached. Enter larger ones."))
        run.write_layer(
            "OUTPUT",
            [
                (field("method", "text"), [point.method for point in points]),
                (field("risk", "real"), [point.risk for point in points]),
                (field("move_m", "real"), [point.move_m for point in points]),
                (field("placed_move_m", "real"), [point.placed_m for point in points]),
                (field("gap", "real"), [_or_null(point.gap) for point in points]),
                (field("times_farther", "real"), [_or_null(point.times) for point in points]),
            ],
        )
        run.charts.update(chartdata.of_curve(points))
        run.write_reports(_report(run, points))
        times = [point.times for point in points if np.isfinite(point.times)]
        return {"TIMES_FARTHER": max(times) if times else None}


def _or_null(value: float):
    return value if np.isfinite(value) else None


def _units(run, layer) -> list:
    """Name and unit of each area, for every length to which codes are cut."""
    name = run.field("CODES")
    if not name:
        return []
    codes = ["" if value is None else str(value) for value in layer.table.column(name)]
    units = []
    for length in sorted(run.whole_numbers("LENGTHS"), reverse=True):
        cut = np.array([code[: int(length)] for code in codes])
        units.append(
            (
                tr("First {count} of {field}").format(count=int(length), field=name),
                np.unique(cut, return_inverse=True)[1],
            )
        )
    return units


def _solved(run, layer, placing, request, progress):
    try:
        tiles = read_tiles(run, layer.areas, request)
        with run.spending("solving"):
            solution = solve_areas(layer.areas, placing.targets.core, request, progress, tiles)
    except InfeasibleError as error:
        run.warn(error.told(tr))
        return None
    tell_bare(run, placing, placing.check(solution.strategy.destination))
    placed_m = placed_move_m(
        layer, placing, solution.strategy, layer.areas.population, part(progress, 1.0, 1.0)
    )
    return Point("LP", solution.audit.risk(request.model), solution.expected_move_m, placed_m, solution.gap)


def _aggregated(run, layer, placing, request, name, unit, progress) -> Point:
    result = aggregation(layer.areas, unit, request.counted, request.model, request.inequality)
    times = float("nan")
    if result.risk < 1:
        equal = _solved(run, layer, placing, replace(request, risk=result.risk), progress)
        times = result.move_m / equal.move_m if equal and equal.move_m > 0 else float("nan")
    placed_m = gathered_move_m(
        layer, unit, (result.lon_deg, result.lat_deg), layer.areas.population, part(progress, 1.0, 1.0)
    )
    return Point(name, result.risk, result.move_m, placed_m, float("nan"), times)


def _report(run, points) -> Report:
    cut = [point for point in points if point.method != "LP"]
    rows = tuple(
        (
            point.method,
            number(point.risk, ".4g"),
            metres(point.placed_m),
            metres(point.move_m),
            number(point.times, ".1f") if np.isfinite(point.times) else "",
        )
        for point in points
    )
    farther = tuple(
        tr("{method} moves people {times} times farther than the LP at equal risk.").format(
            method=point.method, times=number(point.times, ".1f")
        )
        for point in cut
        if np.isfinite(point.times)
    )
    heads = (
        tr("Method"),
        tr("Risk"),
        tr("Expected move, from home to masked place"),
        tr("Between the points of the areas"),
        tr("Times farther than the LP"),
    )
    return Report(
        tr("Risk and distance"),
        tr("How far people must be moved on average for each bound of the risk."),
        (
            Section(
                tr("The curve"),
                (
                    chartdata.frontier(run.charts),
                    *farther,
                    Table(heads[: 5 if farther else 4], tuple(row[: 5 if farther else 4] for row in rows)),
                ),
            ),
        ),
        None,
        tuple(run.warnings),
    )

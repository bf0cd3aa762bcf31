# SPDX-License-Identifier: GPL-2.0-or-later
"""How far people must be moved for each risk bound, beside what aggregation costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from qgis.core import QgsProcessing, QgsProcessingParameterFeatureSink, QgsProcessingParameterString

from ....core.base.errors import InfeasibleError, InputError
from ....core.base.progress import part
from ....core.geomask.baselines.aggregate import aggregation
from ....core.geomask.solution import solve_areas
from ....host.compat import field
from ....i18n import tr
from ....report import Section, Table, chartdata
from ....report.numbers import metres, number
from ...framework.parameters import field as field_parameter
from . import lp
from .lpmoves import gathered_move_m, placed_move_m
from .lptiles import read_tiles
from .placing import tell_bare


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


def add_bounds(algorithm) -> None:
    """Add RISKS, CODES and LENGTHS."""
    algorithm.add(
        QgsProcessingParameterString("RISKS", tr("Further risk bounds"), optional=True),
        tr(
            "Numbers between 0 and 1, separated by commas, such as 0.5, 0.2, 0.1, 0.05. Each is solved as "
            "well, for CURVE and the chart of the report: how far people must be moved for each bound. "
            "Those that cannot be reached are listed and left out. Empty: no curve."
        ),
        advanced=True,
    )
    algorithm.add(
        field_parameter("CODES", tr("Code to cut"), "AREAS", optional=True),
        tr(
            "Field with a postal code or the like whose first characters name larger units: how far "
            "aggregation to them moves people at equal risk stands beside the curve."
        ),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterString("LENGTHS", tr("Characters kept"), "5, 3", optional=True),
        tr("How many characters of the code stay, separated by commas; one point of the chart each."),
        advanced=True,
    )


def add_curve(algorithm) -> None:
    """Add CURVE."""
    algorithm.add(
        QgsProcessingParameterFeatureSink(
            "CURVE", tr("Curve of risk and distance"), QgsProcessing.SourceType.TypeVector,
            optional=True, createByDefault=False,
        ),
        tr(
            "With RISKS: method, risk, move_m (between the points of the areas), placed_move_m (from home to "
            "masked place), gap and times_farther (aggregation against the LP at equal risk)."
        ),
    )  # fmt: skip


def traced(run, layer, placing, asked: lp.Asked, progress) -> list[Point]:
    """The points of the curve, written into CURVE; none where no bound but RISK was asked for.

    Raises
    ------
    InputError
        CURVE without RISKS, or none of the bounds can be reached.
    """
    risks = sorted(set(run.numbers("RISKS")), reverse=True)
    if not risks:
        if run.wanted("CURVE") or run.field("CODES"):
            raise InputError(tr("A curve needs several risk bounds: enter them as RISKS."))
        return []
    # Only distances are told: which destinations carry next to nobody does not matter here.
    request = replace(asked.of_records(run.integer("RECORDS")), carried=0.0)
    units = _units(run, layer)
    total, points = len(risks) + len(units), []
    for index, risk in enumerate(risks):
        share = part(progress, index / total, (index + 1) / total)
        bounded = lp.kept_back(replace(request, risk=risk), layer.areas)
        point = _solved(run, layer, placing, bounded, share)
        points += [point] if point else []
    for index, (name, unit) in enumerate(units, start=len(risks)):
        share = part(progress, index / total, (index + 1) / total)
        points.append(_aggregated(run, layer, placing, request, name, unit, share))
    if not points:
        raise InputError(tr("None of the risk bounds can be reached. Enter larger ones."))
    run.charts.update(chartdata.of_curve(points))
    _write(run, points)
    return points


def _write(run, points: list[Point]) -> None:
    if not run.wanted("CURVE"):
        return
    columns = [
        (field("method", "text"), [point.method for point in points]),
        (field("risk", "real"), [point.risk for point in points]),
        (field("move_m", "real"), [point.move_m for point in points]),
        (field("placed_move_m", "real"), [point.placed_m for point in points]),
        (field("gap", "real"), [_or_null(point.gap) for point in points]),
        (field("times_farther", "real"), [_or_null(point.times) for point in points]),
    ]
    run.write_layer("CURVE", columns)


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


def _solved(run, layer, placing, request, progress) -> Point | None:
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


def sections(run, points: list[Point]) -> tuple:
    """The chart of the curve and its table, where there is one."""
    if not points:
        return ()
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
        for point in points
        if point.method != "LP" and np.isfinite(point.times)
    )
    heads = (
        tr("Method"),
        tr("Risk"),
        tr("Expected move, from home to masked place"),
        tr("Between the points of the areas"),
        tr("Times farther than the LP"),
    )
    width = len(heads) if farther else len(heads) - 1
    table = Table(heads[:width], tuple(row[:width] for row in rows))
    return (Section(tr("The curve"), (chartdata.frontier(run.charts), *farther, table)),)

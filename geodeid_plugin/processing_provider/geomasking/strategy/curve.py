# SPDX-License-Identifier: GPL-2.0-or-later
"""How far people must be moved for each risk bound, beside what aggregation costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ....core.base.errors import InfeasibleError, InputError
from ....core.base.progress import part
from ....core.geomask.baselines.places import aggregation
from ....core.geomask.solution import solve_areas
from ....i18n import tr
from ....report import Section, Table, chartdata
from ....report.numbers import metres, number
from ...framework import ask, give
from ...framework.give import REAL, TEXT, Features
from . import lp
from .lpmoves import gathered_move_m, placed_move_m
from .placing import tell_bare
from .solving import read_tiles


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


BOUNDS = ask.under_advanced(
    (
        ask.text(
            "RISKS",
            "Further risk bounds",
            "Such as 0.5, 0.2, 0.1: each is solved as well, for CURVE and the chart of the report.",
            parse=ask.numbers,
        ),
        ask.field(
            "CODES",
            "Code to cut",
            "Field with a postal code or the like: what cropping it costs at equal risk stands beside the "
            "curve.",
            "AREAS",
            optional=True,
        ),
        ask.text(
            "LENGTHS",
            "Characters kept",
            "How many characters of the code stay, separated by commas; one point of the chart each.",
            keys="5, 3",
            parse=ask.whole_numbers,
        ),
    )
)
CURVE = give.table(
    "CURVE",
    "Curve of risk and distance",
    "With RISKS: method, risk, move_m, placed_move_m (from home to masked place), gap and times_farther "
    "(aggregation against the LP).",
    optional=True,
    fields={
        "method": TEXT,
        "risk": REAL,
        "move_m": REAL,
        "placed_move_m": REAL,
        "gap": REAL,
        "times_farther": REAL,
    },
)


def traced(run, inputs, layer, placing, request, progress) -> list[Point]:
    """The points of the curve; none where no bound but RISK was asked for.

    Raises
    ------
    InputError
        CURVE without RISKS, or none of the bounds can be reached.
    """
    risks = sorted(set(inputs.risks), reverse=True)
    if not risks:
        if run.is_asked_for("CURVE") or inputs.codes:
            raise InputError("curve.risks.too_few", "A curve needs several risk bounds: enter them as RISKS.")
        return []
    # Only distances are told: which destinations carry next to nobody does not matter here.
    request = replace(request, carried=0.0)
    units = _units(inputs, layer)
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
        raise InputError(
            "curve.risks.unreachable", "None of the risk bounds can be reached. Enter larger ones."
        )
    return points


def curve_of(points: list[Point]) -> Features:
    """The points as rows."""
    return Features(
        {
            "method": [point.method for point in points],
            "risk": [point.risk for point in points],
            "move_m": [point.move_m for point in points],
            "placed_move_m": [point.placed_m for point in points],
            "gap": [point.gap for point in points],
            "times_farther": [point.times for point in points],
        }
    )


def _units(inputs, layer) -> list:
    """Name and unit of each area, for every length to which codes are cut."""
    name = inputs.codes
    if not name:
        return []
    codes = ["" if value is None else str(value) for value in layer.table.column(name)]
    units = []
    for length in sorted(inputs.lengths, reverse=True):
        cut = np.array([code[: int(length)] for code in codes])
        units.append(
            (
                tr("First {count} of {field}", count=int(length), field=name),
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


def sections(charts: dict, points: list[Point]) -> tuple:
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
        tr(
            "{method} moves people {times} times farther than the LP at equal risk.",
            method=point.method,
            times=number(point.times, ".1f"),
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
    return (Section(tr("The curve"), (chartdata.frontier(charts), *farther, table)),)

# SPDX-License-Identifier: GPL-2.0-or-later
"""How far people must be moved for each risk bound."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....core.base.errors import InfeasibleError, InputError
from ....core.base.progress import part
from ....core.geomask.solution import solve_areas
from ....i18n import tr
from ....report import Section, Table, chartdata
from ....report.numbers import metres, number
from ...framework import ask, give
from ...framework.give import REAL, TEXT, Features
from . import lp
from .placing import placed_move_m, tell_bare
from .solving import read_tiles


@dataclass(frozen=True)
class Point:
    """One point of the chart: ``move_m`` is between the areas' points, ``placed_m`` from home to dot."""

    method: str
    risk: float
    move_m: float
    placed_m: float
    gap: float


BOUNDS = ask.under_advanced(
    (
        ask.text(
            "RISKS",
            "Further risk bounds",
            "Such as 0.5, 0.2, 0.1: each is solved as well, for CURVE and the chart of the report.",
            parse=ask.numbers,
        ),
    )
)
CURVE = give.table(
    "CURVE",
    "Curve of risk and distance",
    "With RISKS: method, risk, move_m, placed_move_m (from home to masked place) and gap.",
    optional=True,
    fields={
        "method": TEXT,
        "risk": REAL,
        "move_m": REAL,
        "placed_move_m": REAL,
        "gap": REAL,
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
        if run.is_asked_for("CURVE"):
            raise InputError("curve.risks.too_few", "A curve needs several risk bounds: enter them as RISKS.")
        return []
    # Only distances are told: which destinations carry next to nobody does not matter here.
    request = replace(request, carried=0.0)
    points: list[Point] = []
    for index, risk in enumerate(risks):
        share = part(progress, index / len(risks), (index + 1) / len(risks))
        bounded = lp.kept_back(replace(request, risk=risk), layer.areas)
        point = _solved(run, layer, placing, bounded, share)
        points += [point] if point else []
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
        }
    )


def _solved(run, layer, placing, request, progress) -> Point | None:
    try:
        tiles = read_tiles(run, layer.areas, request)
        with run.spending("solving"):
            solution = solve_areas(layer.areas, placing.targets.core, request, progress, tiles)
    except InfeasibleError as error:
        run.warn(error.translated(tr))
        return None
    tell_bare(run, placing, placing.check(solution.strategy.destination))
    placed_m = placed_move_m(
        layer, placing, solution.strategy, layer.areas.population, part(progress, 1.0, 1.0)
    )
    return Point("LP", solution.audit.risk(request.model), solution.expected_move_m, placed_m, solution.gap)


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
        )
        for point in points
    )
    heads = (
        tr("Method"),
        tr("Risk"),
        tr("Expected move, from home to masked place"),
        tr("Between the points of the areas"),
    )
    return (Section(tr("The curve"), (chartdata.frontier(charts), Table(heads, rows))),)

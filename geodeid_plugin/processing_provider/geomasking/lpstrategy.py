# SPDX-License-Identifier: GPL-2.0-or-later
"""Solve for the transition probabilities that move people least within a risk bound."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...core.base.errors import InfeasibleError, InputError
from ...core.base.progress import part
from ...core.geomask.programme.programme import Request
from ...core.geomask.releases.promise import PROMISES
from ...core.geomask.solution import Solution, solve_areas
from ...i18n import tr
from ...report import Facts, Report, Section, Table, chartdata
from ...report.numbers import chance, count, metres, number
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import REAL, TEXT, Features, Layers, Result
from ..framework.verdict.metricsfile import areas_identity
from ..io import AreaLayer, read_areas
from . import crowd, lp, lprates, lpverdict, solving
from .solving import Placing, mean_cost, placed_move_m, read_costs, read_tiles, tell_bare


@dataclass(frozen=True)
class Point:
    """One point of the chart: ``move_m`` is between the areas' points, ``placed_m`` from home to dot."""

    method: str
    risk: float
    move_m: float
    placed_m: float
    gap: float


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
    """The points of the curve; none where no bound but RISK was asked for."""
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
        bounded = lp.with_spare(replace(request, risk=risk), layer.areas)
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
    return (Section(tr("The curve"), chartdata.frontier(charts), Table(heads, rows)),)


class LpStrategy(GeoDeIDAlgorithm):
    """``geodeid:lpstrategy``."""

    ID = "lpstrategy"
    TITLE = "Solve a masking strategy"
    HEADING = labels.RESEARCH
    TAGS = ("geomask", "linear programming", "transition probability", "curve", "trade-off", "solver")
    JUDGES = True
    SUMMARY = (
        "Finds the probabilities of moving a record from one area to another that move people least within "
        "the risk bound, for “Mask points: least move”. Further bounds give a curve of risk and distance."
    )

    INPUTS = (
        *lp.AREAS,
        lp.RECORDS,
        *ask.under_advanced(*lp.BOUND, only="MODEL"),
        ask.text(
            "RISKS",
            "Further risk bounds",
            "Such as 0.2, 0.1 for 1 in 5 and 1 in 10: each is solved as well, for CURVE and the report's "
            "chart.",
            parse=ask.numbers,
            advanced=True,
        ),
        *lp.PROGRAMME,
        *lp.MOVES,
        *lp.ASSUMPTIONS,
        ask.choice(
            "PLACEMENT",
            "Place at the destination",
            "For which the expected move is reported. point: the destination's point. scatter: anywhere "
            "inside its polygon.",
            ("point", "scatter"),
            "point",
            optional=True,
            advanced=True,
        ),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Strategy",
            "Origin, destination, probability (each origin's sum to 1; keep all digits) and distance_m; "
            "coordinates of destinations that are no areas.",
            fields={**crowd.PROBABILITIES, **crowd.PLACES},
        ),
        crowd.CROWD,
        CURVE,
        blocks.REPORT,
    )
    FIGURES = (
        *lp.FIGURES,
        give.number("EXPECTED_MOVE_M", "Expected move between the areas' points (m)"),
        give.number("SMALLEST_RISK", "Smallest possible risk"),
        give.number("GAP", "Certified distance from the optimum (share)"),
    )

    def compute(self, inputs, run) -> Result:
        layer = read_areas(run)
        targets = lp.read_targets(run, inputs, layer)
        asked = replace(
            lp.searched_as(lp.request_of(run, inputs, inputs.records, layer), inputs),
            longest_m=inputs.longest_move_m,
            costs=read_costs(run, inputs, layer, targets),
        )
        placing = Placing(inputs.placement, targets, targets.shapes)
        progress = part(run.progress, 0.1, 0.4 if inputs.risks else 0.9)
        request, solution = solving.solved(
            run, layer, placing, layer.areas, lp.with_spare(asked, layer.areas), progress
        )
        tell_bare(run, placing, placing.check(solution.strategy.destination))
        of_one_model = replace(asked, model=request.model, at_least=request.at_least)
        points = traced(run, inputs, layer, placing, of_one_model, part(run.progress, 0.4, 0.9))
        figures = _figures(layer, placing, request, solution, part(run.progress, 0.9, 0.9))
        charts = chartdata.of_curve(points) if points else {}
        mixed = [crowd.Mixed("", layer.areas.population, solution.strategy, request.records)]
        layers: Layers = {
            "OUTPUT": lambda: crowd.placed_table(layer, targets, solution.strategy),
            "CROWD": lambda: crowd.crowd(run, layer, targets, mixed),
        }
        if points:
            layers["CURVE"] = lambda: curve_of(points)
        solved = lpverdict.Part(solution.audit, layer.areas.population, request)
        checks = lprates.checks(inputs, layer, request.inequality)
        return Result(
            figures=figures,
            layers=layers,
            report=Report(
                tr("Transition probabilities for releasing records at other places than their own."),
                (
                    lp.guarantee(lp.Guaranteed.of(request, solution.audit)),
                    lprates.section(figures),
                    lp.accuracy(figures, inputs.placement),
                    *sections(charts, points),
                    _used(solution),
                    lp.method(request, len(targets.ids), figures),
                ),
                lpverdict.judge(run, layer, request, [solved], checks),
            ),
            metrics={"areas": areas_identity(layer.areas), "charts": charts},
        )


def _figures(layer: AreaLayer, placing: Placing, request: Request, solution: Solution, progress) -> dict:
    """What the table promises and costs."""
    strategy, people = solution.strategy, layer.areas.population
    figures = {
        "EXPECTED_MOVE_M": solution.expected_move_m,
        "PLACED_MOVE_M": placed_move_m(layer, placing, strategy, people, progress),
        "RISK_BOUND": request.risk,
        "ACHIEVED_RISK": solution.audit.risk(request.model),
        "WIELAND_RISK": solution.audit.wieland_risk,
        "PROMISE": PROMISES[request.model],
        "FLOOR": float(np.min(request.at_least)),
        "SMALLEST_RISK": solution.smallest_risk,
        "GAP": solution.gap,
        **lprates.measured(layer.areas, request, strategy),
    }
    if request.costs is not None:
        figures["EXPECTED_COST"] = mean_cost(strategy, request.costs, people)
    certain_m = solving.without_doubt_m(layer, placing, layer.areas, request, progress)
    return {**figures, **lprates.farther(figures["PLACED_MOVE_M"], certain_m)}


def _used(solution) -> Section:
    return Section(
        tr("The strategy"),
        Facts(
            (tr("Moves with a probability"), count(len(solution.strategy.origin))),
            (tr("Destinations used"), count(len(solution.audit.destination))),
            (tr("Smallest possible risk"), chance(solution.smallest_risk)),
        ),
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Solve for the transition probabilities that move people least within a risk bound."""

from __future__ import annotations

from qgis.core import QgsProcessing, QgsProcessingParameterFeatureSink

from ...core.base.progress import part
from ...core.geomask.solution import solve_areas
from ...i18n import tr
from ...report import Facts, Report, Section
from ...report.numbers import chance, count
from ..framework import labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import add_areas
from ..framework.verdict.metricsfile import areas_identity
from ..io import read_areas
from .strategy import crowd, curve, lp, lprates, lpverdict
from .strategy.lpmoves import placed_move_m
from .strategy.lptiles import read_tiles
from .strategy.placing import read_placing, tell_bare


class LpStrategy(GeoDeIDAlgorithm):
    """``geodeid:lpstrategy``."""

    ID = "lpstrategy"
    TITLE = "Solve a masking strategy"
    HEADING = labels.RESEARCH
    TAGS = ("geomask", "linear programming", "transition probability", "curve", "trade-off", "solver")
    JUDGES = True
    SUMMARY = (
        "Finds, for areas with populations, the probabilities of moving a record from one area to another "
        "that move people least while no released point reveals more about anybody than the risk bound "
        "allows. The table can be audited, kept, and used by “Mask points: least move” as often as its "
        "records allow. "
        "Given further bounds it also draws how far people must be moved for each of them."
    )

    STYLES = {"CROWD": "crowd"}
    EXPERT = ("K", "MODEL")

    def define(self) -> None:
        add_areas(self)
        lp.add_records(self)
        lp.add_bound(self)
        lp.add_audience(self)
        curve.add_bounds(self)
        lp.add_programme(self)
        lp.add_placement(self)
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Strategy"), QgsProcessing.SourceType.TypeVector),
            tr(
                "Table with origin, destination, probability (each origin's sum to 1; keep all digits) and "
                "distance_m."
            ),
        )
        crowd.add_crowd(self)
        curve.add_curve(self)
        self.add_reports()
        lp.add_figures(self)

    def execute(self, run) -> dict:
        layer = read_areas(run)
        run.areas = areas_identity(layer.areas)
        targets = lp.read_targets(run, layer)
        asked = lp.Asked.of(run)
        request = lp.kept_back(asked.of_records(run.integer("RECORDS")), layer.areas)
        tiles = read_tiles(run, layer.areas, request)
        solving = part(run.progress, 0.1, 0.4 if run.wanted("RISKS") else 0.9)
        with run.spending("solving"):
            solution = solve_areas(layer.areas, targets.core, request, solving, tiles)
        run.write_layer(
            "OUTPUT",
            crowd.table_columns(layer, targets, solution.strategy),
        )
        mixed = [crowd.Mixed("", layer.areas.population, solution.strategy, request.records)]
        crowd.write_crowd(run, layer, targets, mixed)
        placing = read_placing(run, targets)
        tell_bare(run, placing, placing.check(solution.strategy.destination))
        points = curve.traced(run, layer, placing, asked, part(run.progress, 0.4, 0.9))
        figures = {
            "EXPECTED_MOVE_M": solution.expected_move_m,
            "PLACED_MOVE_M": placed_move_m(
                layer,
                placing,
                solution.strategy,
                layer.areas.population,
                part(run.progress, 0.9, 0.9),
            ),
            "RISK_BOUND": request.risk,
            "ACHIEVED_RISK": solution.audit.risk(request.model),
            "WIELAND_RISK": solution.audit.wieland_risk,
            "SMALLEST_RISK": solution.smallest_risk,
            "GAP": solution.gap,
            **lprates.measured(layer.areas, request, solution.strategy),
        }
        part_of = lpverdict.Part(solution.audit, layer.areas.population, request.records)
        judged = lpverdict.judge(run, layer, request.model, request.risk, [part_of])
        destinations = len(targets.ids)
        run.write_reports(
            _report(
                asked,
                solution,
                request,
                destinations,
                figures,
                judged,
                curve.sections(run, points),
                tuple(run.warnings),
            )
        )
        return figures


def _report(
    asked: lp.Asked, solution, request, destinations: int, figures, judged, drawn: tuple, warnings
) -> Report:
    audit = solution.audit
    used = Section(
        tr("The strategy"),
        (
            Facts(
                (
                    (tr("Moves with a probability"), count(len(solution.strategy.origin))),
                    (tr("Destinations used"), count(len(audit.destination))),
                    (tr("Smallest possible risk"), chance(solution.smallest_risk)),
                )
            ),
        ),
    )
    return Report(
        tr("Solve a masking strategy"),
        tr("Transition probabilities for releasing records at other places than their own."),
        (
            lp.guarantee(request.model, audit.revised_risk, audit.wieland_risk, request.records),
            *asked.threshold(),
            lprates.section(request.inequality, figures, request.risk),
            lp.accuracy(figures, asked.placement),
            *drawn,
            used,
            lp.method(request, destinations, figures),
        ),
        judged,
        warnings,
    )

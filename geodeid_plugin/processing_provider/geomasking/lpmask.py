# SPDX-License-Identifier: GPL-2.0-or-later
"""Move patients by a strategy of least expected move within a risk bound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterString,
)

from ...compat import LINE, field
from ...core.errors import InputError, named
from ...core.geomask.draw import draw
from ...core.geomask.solve import Request, audited, solve_areas
from ...core.geomask.strategy import from_table
from ...core.progress import part
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, charts
from ...report.common import count, metres
from ..base import GeoDeIDAlgorithm
from ..io import identifiers, lines_geometry, moves_m, place_patients, read_areas, read_points, read_table
from ..parameters import add_areas, add_outside, add_patients, choice
from ..parameters import field as field_parameter
from ..release import write_release
from . import lp


@dataclass(frozen=True)
class Masked:
    """What became of the patients, shapes (s,): their destinations and the figures of the strategies."""

    destination: np.ndarray
    solutions: tuple


class LpMask(GeoDeIDAlgorithm):
    """``geodeid:lpmask``."""

    ID = "lpmask"
    TITLE = "LP masking"
    GROUP = lp.GROUP
    TAGS = (*lp.TAGS, "mask", "patients", "release")
    SUMMARY = (
        "Moves patients to other areas so that no released point tells more about anybody than the risk "
        "bound, and moves them as little as that allows. The output is a release: new numbers, new order, "
        "only the fields you tick. The link to the true places goes to a separate internal layer."
    )
    STYLES = {"OUTPUT": "masked_points", "INTERNAL": "moves"}
    INTERNAL = ("INTERNAL",)

    def define(self) -> None:
        add_patients(self)
        add_areas(self)
        lp.add_bound(self)
        lp.add_programme(self)
        self._define_strategy()
        self.add(
            choice("PLACEMENT", tr("Place at the destination"), ("point", "scatter"), "point"),
            tr(
                "point: the destination's representative point. scatter: a place drawn uniformly inside the "
                "destination's polygon, independent of the true place."
            ),
            advanced=True,
        )
        add_outside(self)
        self.add_seed()
        self.add(
            QgsProcessingParameterFeatureSink(
                "OUTPUT", tr("Masked patients"), QgsProcessing.SourceType.TypeVectorPoint
            ),
            tr("Masked points, fit for release."),
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "INTERNAL", tr("Links"), QgsProcessing.SourceType.TypeVectorLine, optional=True,
                createByDefault=False,
            ),
            tr("Lines from the true to the masked place of each record, with its move. Never release them."),
        )  # fmt: skip
        self.add_reports(release=True)
        lp.add_figures(self)
        self.addOutput(QgsProcessingOutputNumber("MEAN_MOVE_M", tr("Mean move of the patients (m)")))

    def _define_strategy(self) -> None:
        self.add(
            QgsProcessingParameterFeatureSource(
                "STRATEGY", tr("Strategy"), [QgsProcessing.SourceType.TypeVector], optional=True
            ),
            tr("A table solved by “LP strategy” for the same areas. Empty: it is solved here."),
            advanced=True,
        )
        self.add(
            field_parameter("STRATUM", tr("Stratum of the patients"), "PATIENTS", optional=True),
            tr(
                "Field of the patients (sex, age group) whose values are masked apart, each with its own "
                "population."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterString(
                "STRATUM_POPULATIONS", tr("Populations of the strata"), optional=True
            ),
            tr(
                "Which field of the areas holds the population of each stratum, for example "
                "F=females; M=males. Needed with a stratum field."
            ),
            advanced=True,
        )

    def execute(self, run) -> dict:
        layer = read_areas(run)
        patients = read_points(run, "PATIENTS")
        rows, area = place_patients(run, layer, patients)
        targets = lp.read_targets(run, layer)
        source = run.randomness()
        masked = _masked(run, layer, targets, patients.table, rows, area, source)
        lon_deg, lat_deg = _placed(run, targets, masked.destination, source)
        record = write_release(run, "OUTPUT", patients.table, rows, lon_deg, lat_deg, source)
        true_lon, true_lat = patients.lon_deg[rows], patients.lat_deg[rows]
        move_m = moves_m(_Positions(true_lon, true_lat), lon_deg, lat_deg)
        if run.wanted("INTERNAL"):
            run.write_layer(
                "INTERNAL",
                [
                    (field("record", "integer"), record),
                    (field("origin", layer.id_kind), layer.areas.ids[area]),
                    (field("destination", targets.id_kind), targets.ids[masked.destination]),
                    (field("move_m", "real"), move_m),
                ],
                lines_geometry(run, true_lon, true_lat, lon_deg, lat_deg, patients.table.crs),
                LINE,
                patients.table.crs,
            )
        figures = _figures(run, masked, move_m)
        run.write_reports(_report(run, masked, figures, move_m, targets, len(rows)))
        return figures


@dataclass(frozen=True)
class _Positions:
    lon_deg: np.ndarray
    lat_deg: np.ndarray


def _masked(run, layer, targets, table, rows, area, source) -> Masked:
    """Solve (or read) and audit a strategy for each stratum, then draw."""
    strata = _strata(run, layer, table, rows)
    destination = np.full(len(rows), -1, dtype=np.int64)
    solutions = []
    for index, (name, members, areas) in enumerate(strata):
        _check_origins(areas, area[members], name)
        request = lp.read_request(run, len(members))
        progress = part(run.progress, 0.1 + 0.8 * index / len(strata), 0.1 + 0.8 * (index + 1) / len(strata))
        if run.parameters.get("STRATEGY"):
            solution = _given_strategy(run, areas, targets, request)
        else:
            solution = solve_areas(areas, targets.core, request, progress)
        strategy = solution.strategy
        destination[members] = strategy.destination[draw(strategy, area[members], source)]
        solutions.append((name, request, solution))
    return Masked(destination, tuple(solutions))


def _strata(run, layer, table, rows):
    """Name, members among the patients, and areas with their own populations, of each stratum."""
    name = run.field("STRATUM")
    if not name:
        return [("", np.arange(len(rows)), layer.areas)]
    fields = _stratum_fields(run.text("STRATUM_POPULATIONS"))
    values = np.array([str(table.column(name)[row]) for row in rows], dtype=object)
    absent = sorted(set(values) - set(fields))
    if absent:
        raise InputError(
            tr(
                "Patients of stratum {strata} have no population. Name the field of the areas that holds it, "
                "for example F=females; M=males."
            ).format(strata=named(absent))
        )
    strata = []
    for value in sorted(set(values)):
        population = layer.table.numbers(fields[value], tr("population"), layer.areas.ids)
        areas = layer.areas
        own = type(areas)(areas.ids, areas.lon_deg, areas.lat_deg, population, areas.area_m2, areas.boundary)
        strata.append((value, np.flatnonzero(values == value), own))
    return strata


def _stratum_fields(text: str) -> dict:
    fields = {}
    for part_text in filter(str.strip, text.split(";")):
        value, sign, name = part_text.partition("=")
        if not sign or not name.strip():
            raise InputError(
                tr(
                    "“{text}” does not name a stratum and its field. Write, for example, F=females; M=males."
                ).format(text=part_text.strip())
            )
        fields[value.strip()] = name.strip()
    return fields


def _check_origins(areas, area, stratum: str) -> None:
    """Patients where nobody lives, or more of them than people, are errors in the data."""
    held = np.bincount(area, minlength=len(areas))
    wrong = np.flatnonzero(held > areas.population)
    if len(wrong):
        listed = named(f"{areas.ids[i]} ({areas.population[i]:.0f} / {held[i]})" for i in wrong)
        text = (
            tr("More patients than people live in area {areas} (people / patients).")
            if not stratum
            else tr("Stratum {stratum}: more patients than people live in area {areas} (people / patients).")
        )
        raise InputError(
            text.format(areas=listed, stratum=stratum)
            + " "
            + tr(
                "Correct the populations, or choose the field of the population that the patients come from."
            )
        )


def _given_strategy(run, areas, targets, request: Request):
    """A table solved before: audited here again, on the numbers that the draws will use."""
    table = read_table(run, "STRATEGY", geometry=False)
    strategy = from_table(
        identifiers(table, "origin"),
        identifiers(table, "destination"),
        table.numbers("probability", tr("probability")),
        areas,
        targets.ids,
        (targets.lon_deg, targets.lat_deg),
    )
    return audited(strategy, areas, targets.core, request)


def _placed(run, targets, destination, source):
    """Coordinates of the masked places, degrees."""
    if run.choice("PLACEMENT") == "point":
        return targets.lon_deg[destination], targets.lat_deg[destination]
    places = []
    for index, row in enumerate(destination):
        if index % 200 == 0:
            run.progress(0.92)
        places.append(lp.scattered(targets.shapes[row], source))
    lon_deg, lat_deg = np.array(places).T
    return lon_deg, lat_deg


def _figures(run, masked: Masked, move_m) -> dict:
    results = [(request, solution) for _name, request, solution in masked.solutions]
    people = np.array([solution.audit.inflow.sum() for _request, solution in results])
    moves = np.array([solution.expected_move_m for _request, solution in results])
    return {
        "EXPECTED_MOVE_M": float(people @ moves / people.sum()),
        "ACHIEVED_RISK": max(solution.audit.risk(request.model) for request, solution in results),
        "WIELAND_RISK": max(solution.audit.wieland_risk for _request, solution in results),
        "SMALLEST_RISK": max(solution.smallest_risk for _request, solution in results),
        "GAP": max(solution.gap for _request, solution in results),
        "MEAN_MOVE_M": float(np.mean(move_m)),
    }


def _report(run, masked: Masked, figures: dict, move_m, targets, released: int) -> Report:
    request = masked.solutions[0][1]
    revised = max(solution.audit.revised_risk for _name, _request, solution in masked.solutions)
    records = sum(request.records for _name, request, _solution in masked.solutions)
    internal = Section(
        tr("The moves"),
        (
            Facts(
                (
                    (tr("Records released"), count(released)),
                    (tr("Mean move of the patients"), metres(figures["MEAN_MOVE_M"])),
                    (tr("Median move"), metres(float(np.median(move_m)))),
                    (tr("Longest move"), metres(float(np.max(move_m)))),
                    (tr("Smallest possible risk"), f"{figures['SMALLEST_RISK']:.4g}"),
                )
            ),
            Figure(charts.histogram(move_m, tr("Move, metres")), tr("How far records were moved.")),
        ),
        internal=True,
    )
    return Report(
        tr("LP masking"),
        tr("Patients were moved so that a released point tells no more about anybody than the bound."),
        (
            lp.guarantee(revised, figures["WIELAND_RISK"], records),
            lp.accuracy(figures["EXPECTED_MOVE_M"], figures["GAP"]),
            internal,
            lp.method(request, len(targets.ids)),
        ),
        lp.verdict(figures["ACHIEVED_RISK"], request.risk, request.model),
        tuple(run.warnings),
        for_testing=run.seeded,
    )

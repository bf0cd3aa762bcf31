# SPDX-License-Identifier: GPL-2.0-or-later
"""Move patients by a strategy of least expected move within a risk bound."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterString,
)

from ...core.base.errors import InputError, named
from ...core.base.progress import part
from ...core.geomask.draw import draw
from ...core.geomask.solution import Request, audited, solve_areas
from ...core.geomask.strategy import from_table
from ...host.compat import LINE, field
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, charts
from ...report.numbers import count, metres
from ..framework import judging
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import add_areas, add_outside, add_patients, choice
from ..framework.parameters import field as field_parameter
from ..io import (
    PointLayer,
    identifiers,
    ledger,
    lines_geometry,
    moves_m,
    place_patients,
    read_areas,
    read_points,
    read_table,
    released_points,
)
from ..io.released_points import check_fields, write_release
from . import lp, lpverdict
from .fieldsbeside import released_fields


@dataclass(frozen=True)
class Masked:
    """What became of the patients, shapes (s,): their destinations and the figures of the strategies.

    ``solutions`` holds name, request and solution of each stratum, ``members`` its records and the
    population that it was solved for.
    """

    destination: np.ndarray
    solutions: tuple
    members: tuple


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
    STYLES = {
        "OUTPUT": "masked_points",
        "CONTROLS_OUTPUT": "masked_points",
        "INTERNAL": "moves",
        "PAIRS": "moves",
    }
    INTERNAL = ("INTERNAL", "PAIRS")
    JUDGES = True

    def define(self) -> None:
        add_patients(self)
        add_areas(self)
        lp.add_bound(self)
        lp.add_audience(self)
        lp.add_programme(self)
        self._define_strategy()
        self.add(
            QgsProcessingParameterFeatureSource(
                "CONTROLS", tr("Controls"), [QgsProcessing.SourceType.TypeVectorPoint], optional=True
            ),
            tr(
                "Points of people without the disease, moved by the same probabilities and counted as "
                "records too: otherwise the masked map shows clusters that are not there."
            ),
            advanced=True,
        )
        self.add(
            choice("PLACEMENT", tr("Place at the destination"), ("point", "scatter"), "point"),
            tr(
                "point: the destination's representative point. scatter: a place drawn uniformly inside the "
                "destination's polygon, independent of the true place."
            ),
            advanced=True,
        )
        ledger.add_ledger(self)
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
                "CONTROLS_OUTPUT", tr("Masked controls"), QgsProcessing.SourceType.TypeVectorPoint,
                optional=True, createByDefault=False,
            ),
            tr("Masked controls, fit for release."),
            advanced=True,
        )  # fmt: skip
        self.add(
            QgsProcessingParameterFeatureSink(
                "INTERNAL", tr("Links"), QgsProcessing.SourceType.TypeVectorLine, optional=True,
                createByDefault=False,
            ),
            tr("Lines from the true to the masked place of each record, with its move. Never release them."),
        )  # fmt: skip
        self._define_pairs()
        self.add_reports(release=True)
        lp.add_figures(self)
        self.addOutput(QgsProcessingOutputNumber("MEAN_MOVE_M", tr("Mean move of the patients (m)")))
        self.addOutput(QgsProcessingOutputNumber("RECORDS", tr("Records released, controls included")))

    def _define_pairs(self) -> None:
        """Add PAIRS: INTERNAL for a model's next step, where the user need not want to keep it.

        An output that a model offers as optional is not made where the user leaves it out, so it can't
        feed “Evaluate a mask”.
        """
        pairs = QgsProcessingParameterFeatureSink(
            "PAIRS", tr("Pairs for the evaluation"), QgsProcessing.SourceType.TypeVectorLine, optional=True,
            createByDefault=False,
        )  # fmt: skip
        pairs.setFlags(pairs.flags() | QgsProcessingParameterDefinition.Flag.FlagHidden)
        self.add(pairs, tr("The links once more, for the next step of a model. Never release them."))

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
        groups = [_read_group(run, layer, "PATIENTS", "OUTPUT")]
        if run.parameters.get("CONTROLS"):
            groups.append(_read_group(run, layer, "CONTROLS", "CONTROLS_OUTPUT"))
        targets = lp.read_targets(run, layer)
        source = run.randomness()
        entry = _entered(run, groups)
        masked = _masked(run, layer, targets, groups, source)
        lon_deg, lat_deg = _placed(run, targets, masked.destination, source)
        ends = np.cumsum([len(group.rows) for group in groups])
        moves = []
        for group, end in zip(groups, ends):
            own = slice(end - len(group.rows), end)
            moves.append(_write_group(run, layer, targets, group, masked.destination[own],
                                      (lon_deg[own], lat_deg[own]), source))  # fmt: skip
        figures = {**_figures(run, masked, moves[0]), "RECORDS": int(ends[-1])}
        memory = () if entry is None else (_memory(entry, masked),)
        judged = _judged(run, layer, groups, masked)
        run.write_reports(_report(run, masked, figures, moves[0], targets, judged, memory))
        if entry is not None:
            entry.confirm()
        return figures


@dataclass(frozen=True)
class _Group:
    """Patients or controls that lie in an area: their rows, areas and strata, shapes (s,)."""

    output: str
    points: PointLayer
    rows: np.ndarray
    area: np.ndarray
    stratum: np.ndarray


@dataclass(frozen=True)
class _Positions:
    lon_deg: np.ndarray
    lat_deg: np.ndarray


def _read_group(run, layer, name: str, output: str) -> _Group:
    points = read_points(run, name)
    if output != "OUTPUT" and not run.wanted(output):
        raise InputError(tr("Choose where the masked controls go, or give no controls."))
    check_fields(run, points.table)
    rows, area = place_patients(run, layer, points)
    stratum = np.full(len(rows), "", dtype=object)
    if run.field("STRATUM"):
        values = points.table.column(run.field("STRATUM"))
        stratum[:] = [str(values[row]) for row in rows]
    return _Group(output, points, rows, area, stratum)


def _write_group(run, layer, targets, group: _Group, destination, place_deg, source) -> np.ndarray:
    """Write the release and, for patients, the links; returns the moves in metres."""
    lon_deg, lat_deg = place_deg
    crs, rows = group.points.table.crs, group.rows
    record = write_release(run, group.output, group.points.table, rows, lon_deg, lat_deg, source)
    true_lon, true_lat = group.points.lon_deg[rows], group.points.lat_deg[rows]
    move_m = moves_m(_Positions(true_lon, true_lat), lon_deg, lat_deg)
    for name in filter(run.wanted, ("INTERNAL", "PAIRS") if group.output == "OUTPUT" else ()):
        run.write_layer(
            name,
            [
                (field("record", "integer"), record),
                (field("origin", layer.id_kind), layer.areas.ids[group.area]),
                (field("destination", targets.id_kind), targets.ids[destination]),
                (field("move_m", "real"), move_m),
            ],
            lines_geometry(run, true_lon, true_lat, lon_deg, lat_deg, crs),
            LINE,
            crs,
        )
    return move_m


def _masked(run, layer, targets, groups, source) -> Masked:
    """Solve (or read) and audit a strategy for each stratum, then draw for everybody by the same one."""
    area = np.concatenate([group.area for group in groups])
    strata = _strata(run, layer, np.concatenate([group.stratum for group in groups]))
    destination = np.full(len(area), -1, dtype=np.int64)
    solutions, held = [], []
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
        held.append((members, areas.population))
    return Masked(destination, tuple(solutions), tuple(held))


def _strata(run, layer, values):
    """Name, members among the records, and areas with their own populations, of each stratum."""
    if not run.field("STRATUM"):
        return [("", np.arange(len(values)), layer.areas)]
    fields = _stratum_fields(run.text("STRATUM_POPULATIONS"))
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
        strata.append((value, np.flatnonzero(values == value), replace(layer.areas, population=population)))
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
        identifiers(run, table, "origin"),
        identifiers(run, table, "destination"),
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
        "RISK_BOUND": results[0][0].risk,
        "ACHIEVED_RISK": max(solution.audit.risk(request.model) for request, solution in results),
        "WIELAND_RISK": max(solution.audit.wieland_risk for _request, solution in results),
        "SMALLEST_RISK": max(solution.smallest_risk for _request, solution in results),
        "GAP": max(solution.gap for _request, solution in results),
        "MEAN_MOVE_M": float(np.mean(move_m)),
    }


def _entered(run, groups):
    """Enter the records in the ledger, where there is one, and count those of earlier releases."""
    released = [(group.points.table, group.rows) for group in groups]
    entry = ledger.enter(run, "lpmask", released, lp.risk_bound(run), run.choice("MODEL"))
    if entry is not None:
        run.earlier_records = entry.earlier_records
    return entry


def _memory(entry, masked: Masked) -> Section:
    request = masked.solutions[0][1]
    people = min(float(solution.audit.inflow.sum()) for _name, _request, solution in masked.solutions)
    counted = max(request.records for _name, request, _solution in masked.solutions)
    return ledger.section(entry, request.risk, people, counted)


def _judged(run, layer, groups, masked: Masked):
    """The verdict on the tables, the draws, and the fields that go with the places."""
    area = np.concatenate([group.area for group in groups])
    ids = np.full(len(area), None, dtype=object)  # controls are counted, and named by nobody
    ids[: len(groups[0].rows)] = [groups[0].points.table.row_ids[row] for row in groups[0].rows]
    parts = [
        lpverdict.Part(
            solution.audit, population, request.records, area[members], tuple(ids[members].tolist())
        )
        for (_name, request, solution), (members, population) in zip(masked.solutions, masked.members)
    ]
    checks = (
        *(
            released_fields(run, group.points.table, group.rows, run.field("STRATUM"), group.stratum)
            for group in groups
        ),
        *judging.draws(run),
        *judging.all_there(run, "PATIENTS", "CONTROLS"),
    )
    request = masked.solutions[0][1]
    return lpverdict.judge(run, layer, request.model, request.risk, parts, checks)


def _report(run, masked: Masked, figures: dict, move_m, targets, judged, memory=()) -> Report:
    request = masked.solutions[0][1]
    revised = max(solution.audit.revised_risk for _name, _request, solution in masked.solutions)
    records = sum(request.records for _name, request, _solution in masked.solutions)
    internal = Section(
        tr("The moves"),
        (
            Facts(
                (
                    (tr("Records released"), count(figures["RECORDS"])),
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
            *lp.threshold(run),
            *released_points.section(run),
            *memory,
            lp.accuracy(figures["EXPECTED_MOVE_M"], figures["GAP"]),
            internal,
            lp.method(request, len(targets.ids)),
        ),
        judged,
        tuple(run.warnings),
        for_testing=run.seeded,
        concerned=judged.concerned,
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Does the cluster survive the mask? For one's own layers, or by experiment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.base.errors import InputError
from ...core.base.progress import Progress, part
from ...core.exposure.masked_points import link
from ...core.geomask.baselines.random_moves import Donut
from ...core.geomask.programme.programme import Request
from ...core.geomask.solution import solve_areas
from ...core.geomask.strategy import draw, from_table
from ...core.geometry.sphere import haversine_m
from ...core.utility import preservation as core
from ...core.utility.scan import ScanSettings, scan_sphere
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, Table, charts
from ...report.numbers import count, metres, number
from .. import io
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import REAL, TEXT, Features, Result
from .released_mask import check_alike

_SIGNIFICANT = 0.05
"""The usual level of a scan, as in the studies that are compared."""
_DESTINATIONS = 100
"""Nearest areas that the LP may use, as in scripts/evidence/preservation: among all it is slower."""
_OF_A_SET = 100
"""Cases of a planted set, and as many controls, as published."""
_DONUT_M = 50, 500
"""The ring beside the LP, as in scripts/evidence/preservation."""
_ROW = {
    "method": TEXT,
    **dict.fromkeys(("p_value", "p_error", "power", "overlap", "move_m", "llr"), REAL),
}


@dataclass(frozen=True)
class _Row:
    """One line of the result: a method and how the cluster fared under it."""

    method: str
    p_value: float
    p_error: float
    power: float
    overlap: float
    move_m: float
    llr: float = float("nan")


@dataclass(frozen=True)
class _Records:
    """Cases first, then controls: true positions in degrees."""

    lon_deg: np.ndarray
    lat_deg: np.ndarray
    cases: int

    @property
    def case(self) -> np.ndarray:
        """Which records are cases."""
        return np.arange(len(self.lon_deg)) < self.cases


class ClusterPreservation(GeoDeIDAlgorithm):
    """``geodeid:clusterpreservation``."""

    ID = "clusterpreservation"
    TITLE = "Does the cluster survive?"
    SEED_TELLS = False
    HEADING = labels.ANALYSE
    TAGS = ("cluster", "power", "wieland", "utility", "kulldorff", "simulation")
    SUMMARY = (
        "Shows whether a cluster of cases is still found after masking: scans true and masked points and "
        "compares. Without CASES it plants clusters, masks them in several ways, and reports p, power and "
        "overlap (Wieland and others 2008)."
    )
    INPUTS = (
        ask.source(
            "CASES",
            "Cases",
            "True places of the cases. Empty: clusters are planted instead.",
            optional=True,
        ),
        ask.source("CONTROLS", "Controls", "True places of the controls.", optional=True),
        ask.source(
            "MASKED_CASES",
            "Masked cases",
            "The same cases after masking, with the LINK field.",
            optional=True,
        ),
        ask.source(
            "MASKED_CONTROLS", "Masked controls", "The controls after the SAME masking.", optional=True
        ),
        ask.field(
            "LINK",
            "Link field",
            "Field of that name in all four layers with one distinct value per record: did cases and "
            "controls move alike?",
            "CASES",
            optional=True,
        ),
        *blocks.areas("optional", boundary=False, optional=True, points=False),
        *ask.under_advanced(
            ask.source(
                "STRATEGY",
                "Strategy",
                "A table solved by “Solve a masking strategy” for AREAS, by which cases and controls "
                "are masked together.",
                ask.TABLE,
                optional=True,
            ),
            ask.whole("SETS", "Sets", "Published: 1000.", 100, least=2),
            ask.number("RADIUS", "Radius of the cluster (m)", "1 km published.", 1000.0, least=1),
            ask.number(
                "RELATIVE_RISK",
                "Relative risk in the cluster",
                "How many times likelier a person in the cluster is a case: its excess.",
                7.0,
                least=1,
            ),
            ask.text(
                "RISKS",
                "Risks of the LP",
                "Bounds, separated by commas, under Wieland's model for the cases of a set: 0.05 for 1 "
                "in 20. Empty: no LP.",
                "0.05, 0.01",
                parse=ask.numbers,
            ),
            ask.whole(
                "SIMULATIONS",
                "Random maps of each scan",
                "p-values come in steps of 1 over this number plus 1. Use 999 for your own layers.",
                199,
                least=19,
                most=99_999,
            ),
        ),
        blocks.seed(undoes=False),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Preservation",
            "A row for each method: p_value, p_error, power (share with p at most 0.05), overlap, move_m.",
            fields=_ROW,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("P_ORIGINAL", "p-value of the true places"),
        give.number("P_MASKED", "p-value of the mask, the worst where there are several"),
    )

    def compute(self, inputs, run) -> Result:
        random = run.randomness()
        given = inputs.cases or inputs.controls or inputs.masked_cases or inputs.masked_controls
        study = _own(run, inputs, random) if given else _planted(run, inputs)
        rows = study.rows(random, run.progress)
        return Result(
            figures={"P_ORIGINAL": rows[0].p_value, "P_MASKED": max(row.p_value for row in rows[1:])},
            layers={"OUTPUT": Features({name: [getattr(row, name) for row in rows] for name in _ROW})},
            report=_report(study, rows),
        )


@dataclass(frozen=True)
class _Own:
    """Layers of the user's own: records at their true places, and where one mask puts them.

    ``masked`` holds longitudes and latitudes in the order of the true records.
    """

    true: _Records
    mask: str
    masked: tuple
    simulations: int

    def rows(self, source, progress: Progress) -> list[_Row]:
        """Scan the true and the masked places."""
        true, (lon, lat) = self.true, self.masked
        settings = ScanSettings(simulations=self.simulations, max_clusters=1)
        before, held = _scan(true, true.lon_deg, true.lat_deg, settings, source, part(progress, 0.2, 0.6))
        after, kept = _scan(true, lon, lat, settings, source, part(progress, 0.6, 0.95))
        overlap = float((held & kept).sum() / max((held | kept).sum(), 1))
        move_m = float(haversine_m(true.lon_deg, true.lat_deg, lon, lat).mean())
        return [
            _own_row(tr("true places"), before, 1.0, 0.0),
            _own_row(self.mask, after, overlap, move_m),
        ]


def _own(run, inputs, source) -> _Own:
    """Read the user's layers; by a strategy the records are moved by ``source``."""
    if not (inputs.cases and inputs.controls):
        raise InputError("preservation.cases.missing", "Give both CASES and CONTROLS at their true places.")
    cases, controls = io.read_points(run, "CASES"), io.read_points(run, "CONTROLS")
    check_alike(cases, controls)
    true = _Records(
        np.concatenate([cases.lon_deg, controls.lon_deg]),
        np.concatenate([cases.lat_deg, controls.lat_deg]),
        len(cases),
    )
    mask, masked = _masked_places(run, inputs, cases, controls, source)
    return _Own(true, mask, masked, inputs.simulations)


def _own_row(method: str, found, overlap: float, move_m: float) -> _Row:
    power = float(found.p_value <= _SIGNIFICANT)
    return _Row(method, found.p_value, 0.0, power, overlap, move_m, _llr(found))


def _masked_places(run, inputs, cases, controls, source):
    """Name of the mask, and masked positions in the order of the true records."""
    if inputs.masked_cases and inputs.masked_controls:
        return tr("masked"), _linked(run, inputs.link, cases, controls)
    if inputs.masked_cases or inputs.masked_controls:
        raise InputError(
            "preservation.masked.only_one",
            "Cases and controls must be masked by the same mechanism, so give both MASKED_CASES and "
            "MASKED_CONTROLS. If only one kind moves, clusters appear or vanish that have nothing to do "
            "with the disease.",
        )
    if inputs.strategy and inputs.areas:
        return tr("strategy"), _by_strategy(run, cases, controls, source)
    raise InputError(
        "preservation.masked.missing", "Give MASKED_CASES and MASKED_CONTROLS, or a STRATEGY with its AREAS."
    )


def _linked(run, name: str | None, cases, controls):
    if not name:
        raise InputError(
            "preservation.link.missing",
            "Choose the LINK field, which all four layers hold: without it nobody can check that "
            "cases and controls were masked by the same mechanism.",
        )
    places, moves = [], []
    for points, masked_name in ((cases, "MASKED_CASES"), (controls, "MASKED_CONTROLS")):
        masked = io.read_points(run, masked_name)
        rows, masked_rows = link(points.table.column(name), masked.table.column(name))
        partner = np.empty(len(points), dtype=np.int64)
        partner[rows] = masked_rows
        places.append((masked.lon_deg[partner], masked.lat_deg[partner]))
        moves.append(io.moves_m(points, *places[-1]))
    core.same_mechanism(moves[0], moves[1])
    return tuple(np.concatenate(pair) for pair in zip(*places))


def _by_strategy(run, cases, controls, source):
    layer = io.read_areas(run)
    table = io.read_table(run, "STRATEGY", geometry=False)
    areas = layer.areas
    strategy = from_table(
        io.identifiers(run, table, "origin"), io.identifiers(run, table, "destination"),
        table.numbers("probability", tr("probability")), areas, areas.ids, (areas.lon_deg, areas.lat_deg),
    )  # fmt: skip
    rows = np.concatenate([io.locate(run, layer, points) for points in (cases, controls)])
    outside = int((rows < 0).sum())
    if outside:
        raise InputError(
            "preservation.area.outside", "{count} records lie outside every area.", count=outside
        )
    to = strategy.destination[draw(strategy, rows, source)]
    return areas.lon_deg[to], areas.lat_deg[to]


def _scan(records, lon, lat, settings, source, progress):
    """The scan's result, and which true records lie in the most likely circle."""
    result = scan_sphere(lon, lat, records.case, ~records.case, source, settings, progress)
    if not result.clusters:
        return result, np.zeros(len(lon), dtype=bool)
    best = result.clusters[0]
    away = haversine_m(lon[best.centre], lat[best.centre], records.lon_deg, records.lat_deg)
    return result, away <= best.radius_m + 1e-3


def _llr(result) -> float:
    return result.clusters[0].llr if result.clusters else 0.0


@dataclass(frozen=True)
class _Planted:
    """An experiment: clusters planted among the people of areas, masked by a donut and by LPs."""

    layer: io.AreaLayer
    experiment: core.Experiment
    risks: tuple[float, ...]

    def rows(self, source, progress: Progress) -> list[_Row]:
        """Plant the clusters, mask them and look for them."""
        areas, methods = self.layer.areas, self._methods(progress)
        outcomes = core.preservation(areas, methods, self.experiment, source, part(progress, 0.3, 0.95))
        return [
            _Row(
                one.name,
                one.mean_p,
                one.p_error,
                one.power(),
                float(one.overlap.mean()),
                float(one.move_m.mean()),
            )
            for one in outcomes
        ]

    def _methods(self, progress: Progress) -> list:
        methods: list = [core.Unmasked(tr("true places"))]
        for index, risk in enumerate(self.risks):
            request = Request(self.experiment.cases, risk, "wieland", _DESTINATIONS)
            start, end = (0.05 + 0.25 * at / len(self.risks) for at in (index, index + 1))
            solution = solve_areas(self.layer.areas, None, request, part(progress, start, end))
            name = tr("LP, ε = {risk}", risk=number(risk, "g"))
            methods.append(core.ByStrategy(name, solution.strategy))
        ring = "{}-{}".format(*_DONUT_M)
        return [*methods, core.AtRandom(tr("donut {ring} m", ring=ring), Donut(*_DONUT_M))]


def _planted(run, inputs) -> _Planted:
    """Read the areas among whose people clusters are planted."""
    if not inputs.areas:
        raise InputError(
            "preservation.input.missing",
            "Give CASES and CONTROLS, or AREAS with a population in which to plant clusters.",
        )
    for name in ("AREA_ID", "POPULATION"):
        if not run.field(name):
            raise InputError(
                "preservation.field.missing", "The experiment needs the field {name} of the areas.", name=name
            )
    layer = io.read_areas(run)
    experiment = core.Experiment(
        sets=inputs.sets,
        cases=_OF_A_SET,
        controls=_OF_A_SET,
        radius_m=inputs.radius,
        relative_risk=inputs.relative_risk,
        simulations=inputs.simulations,
    )
    return _Planted(layer, experiment, inputs.risks)


def _facts(study: _Own | _Planted) -> tuple:
    """What was scanned and how, for the section on the method."""
    if isinstance(study, _Own):
        return ((tr("Random maps of each scan"), count(study.simulations)),)
    planted = study.experiment
    return (
        (tr("Random maps of each scan"), count(planted.simulations)),
        (tr("Sets"), count(planted.sets)),
        (tr("Cases and controls of a set"), f"{planted.cases} + {planted.controls}"),
        (tr("Radius of the planted cluster"), metres(planted.radius_m)),
        (tr("Relative risk in it"), number(planted.relative_risk, "g")),
    )


def _report(study: _Own | _Planted, rows) -> Report:
    headings = (tr("Method"), tr("p-value"), tr("Power"), tr("Overlap"), tr("Mean move"))
    lines = tuple(
        (
            row.method,
            number(row.p_value, ".3f") + (f" ± {number(row.p_error, '.3f')}" if row.p_error else ""),
            number(row.power, ".2f"), number(row.overlap, ".2f"), metres(row.move_m),
        )
        for row in rows
    )  # fmt: skip
    chart = charts.chart(
        [
            charts.Rule(_SIGNIFICANT, f"p = {number(_SIGNIFICANT, 'g')}", vertical=False),
            charts.Dots([row.move_m for row in rows], [row.p_value for row in rows],
                        names=tuple(row.method for row in rows)),
        ],
        charts.Axis(tr("Mean move, metres")), charts.Axis(tr("p-value"), low=0.0),
    )  # fmt: skip
    why = tr(
        "Cases and controls were masked by the same mechanism. If only the cases were moved, the controls "
        "that stay would make them look clustered where few people live, and hide clusters where many do."
    )
    taken = tr(
        "CASES and CONTROLS were taken for true places: if a mask scattered one of them already, the first "
        "p-value is of clusters that it made."
    )
    return Report(
        tr("A mask is useful when the scan still finds what it found in the true places."),
        (
            Section(
                tr("Result"),
                tr(
                    "p is how often chance alone makes a cluster as strong. Power is the share of sets "
                    "in which it is at most 0.05. Overlap is the people in both the found and the true "
                    "cluster over the people in either (1: the same)."
                ),
                Table(headings, lines),
                Figure(chart, tr("Lower and further left is better.")),
            ),
            Section(tr("Method"), Facts(*_facts(study)), why, *([taken] if isinstance(study, _Own) else [])),
        ),
    )

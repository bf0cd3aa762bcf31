# SPDX-License-Identifier: GPL-2.0-or-later
"""Measure what a table of transition probabilities reveals, by code that shares nothing with the solver."""

from __future__ import annotations

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputBoolean,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
)

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.base.verdict import Level
from ...core.geomask.audit import audit
from ...host.compat import field
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, charts
from ...report.numbers import count
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import add_areas
from ..io import identifiers, read_areas, read_table
from . import lp, lpverdict


class AuditStrategy(GeoDeIDAlgorithm):
    """``geodeid:auditstrategy``."""

    ID = "auditstrategy"
    TITLE = "Audit a strategy"
    GROUP = lp.GROUP
    TAGS = (*lp.TAGS, "audit", "risk")
    JUDGES = True
    SUMMARY = (
        "Measures, for a table of transition probabilities from any source, what a point released at each "
        "destination reveals about the people of each area, and says whether a bound holds. It reads nothing "
        "but the table, the populations and the number of records."
    )

    def define(self) -> None:
        self.add(
            QgsProcessingParameterFeatureSource(
                "STRATEGY", tr("Strategy"), [QgsProcessing.SourceType.TypeVector]
            ),
            tr("Table with the fields origin, destination and probability, one row a pair."),
        )
        add_areas(self, boundary=False)
        lp.add_records(self)
        lp.add_bound(self)
        self.add(
            QgsProcessingParameterFeatureSink(
                "OUTPUT", tr("Risk by destination"), QgsProcessing.SourceType.TypeVector
            ),
            tr(
                "Table with each destination, the area it reveals most about, that risk, and the people it "
                "stands for."
            ),
        )
        self.add_reports()
        self.addOutput(QgsProcessingOutputBoolean("PASSED", tr("Whether the bound holds")))
        self.addOutput(QgsProcessingOutputNumber("WORST_RISK", tr("Largest risk under the chosen model")))
        self.addOutput(QgsProcessingOutputNumber("WIELAND_RISK", tr("Largest risk, model of Wieland")))

    def execute(self, run) -> dict:
        layer = read_areas(run)
        table = read_table(run, "STRATEGY", geometry=False)
        origin = _rows(identifiers(run, table, "origin"), layer.areas.ids)
        names = [identity.canonical(value) for value in identifiers(run, table, "destination")]
        targets, destination = np.unique(names, return_inverse=True)
        model, records, bound = run.choice("MODEL"), run.integer("RECORDS"), run.number("RISK")
        result = audit(
            origin,
            destination,
            table.numbers("probability", tr("probability")),
            layer.areas.population,
            records,
            model,
        )
        run.write_layer(
            "OUTPUT",
            [
                (field("destination", "text"), targets[result.destination]),
                (field("worst_origin", layer.id_kind), layer.areas.ids[result.worst_origin]),
                (field("risk", "real"), result.destination_risk),
                (field("people", "real"), result.inflow),
            ],
        )
        judged = lpverdict.judge(
            run, layer, model, bound, [lpverdict.Part(result, layer.areas.population, records)]
        )
        passed = judged.adversaries[0].level(bound) is Level.PASSED
        run.write_reports(_report(run, result, records, judged))
        return {
            "PASSED": passed,
            "WORST_RISK": result.risk(model),
            "WIELAND_RISK": result.wieland_risk,
        }


def _rows(values, ids) -> np.ndarray:
    row = identity.rows_of(ids)
    keys = [identity.canonical(value) for value in values]
    unknown = sorted(set(keys) - set(row))
    if unknown:
        raise InputError(
            tr(
                "The strategy names area {areas}, which is not in the layer. Use the areas it was solved for."
            ).format(areas=named(unknown))
        )
    return np.array([row[key] for key in keys], dtype=np.int64)


def _report(run, result, records, judged) -> Report:
    bound = judged.claim.limit
    worst = Section(
        tr("Destinations"),
        (
            Facts(
                (
                    (tr("Destinations that can receive a record"), count(len(result.destination))),
                    (tr("Above the bound"), count(int((result.destination_risk > bound).sum()))),
                )
            ),
            Figure(
                charts.histogram(result.destination_risk, tr("Risk of the destination")),
                tr("The largest risk at each destination."),
            ),
        ),
    )
    return Report(
        tr("Audit of a strategy"),
        tr("What a released point tells an observer who knows the method and the probabilities."),
        (lp.guarantee(result.revised_risk, result.wieland_risk, records), worst),
        judged,
        tuple(run.warnings),
    )

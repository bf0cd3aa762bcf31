# SPDX-License-Identifier: GPL-2.0-or-later
"""Measure what a table of transition probabilities reveals, by code that shares nothing with the solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputBoolean,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterMultipleLayers,
)

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.base.verdict import Level
from ...core.geomask.audit import audit
from ...core.geomask.releases.joint import joint_audit
from ...host.compat import field
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, charts
from ...report.numbers import count, fill, number
from ..framework import labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import add_areas
from ..framework.verdict import audience
from ..io import identifiers, read_areas, read_table
from ..io.table import read_map_layer
from .strategy import lp, lpverdict


class AuditStrategy(GeoDeIDAlgorithm):
    """``geodeid:auditstrategy``."""

    ID = "auditstrategy"
    TITLE = "Audit a masking strategy"
    HEADING = labels.RESEARCH
    TAGS = ("geomask", "transition probability", "audit", "risk bound")
    JUDGES = True
    SUMMARY = (
        "Measures, for a table of transition probabilities from any source, what a point released at each "
        "destination reveals about the people of each area, and says whether a bound holds. Where the "
        "same records were drawn from several tables, it measures what all their points reveal together "
        "to somebody who links them. It reads only the tables, the populations and the number of records."
    )

    def define(self) -> None:
        self.add(
            QgsProcessingParameterFeatureSource(
                "STRATEGY", tr("Strategy"), [QgsProcessing.SourceType.TypeVector]
            ),
            tr("Table with the fields origin, destination and probability, one row per pair."),
        )
        self.add(
            QgsProcessingParameterMultipleLayers(
                "FURTHER_STRATEGIES",
                tr("Strategies of further releases"),
                QgsProcessing.SourceType.TypeVector,
                optional=True,
            ),
            tr(
                "Tables from which the same records were drawn again, one a release; the first table once "
                "more where it was used twice. Not for records that keep their first dot."
            ),
            advanced=True,
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
        self.addOutput(QgsProcessingOutputNumber("JOINT_RISK", tr("Largest risk of all strategies together")))

    def execute(self, run) -> dict:
        layer = read_areas(run)
        asked = _Asked(run.choice("MODEL"), run.integer("RECORDS"), audience.limit(run, "RISK"))
        targets, pairs = _pairs(run, layer, read_table(run, "STRATEGY", geometry=False))
        origin, destination, probability = pairs
        result = audit(origin, destination, probability, layer.areas.population, asked.records, asked.model)
        joint = _joint(run, layer, pairs, asked)
        run.write_layer(
            "OUTPUT",
            [
                (field("destination", "text"), targets[result.destination]),
                (field("worst_origin", layer.id_kind), layer.areas.ids[result.worst_origin]),
                (field("risk", "real"), result.destination_risk),
                (field("people", "real"), result.inflow),
            ],
        )
        part = lpverdict.Part(result, layer.areas.population, asked.records)
        together = () if joint is None else (lpverdict.linked(joint),)
        judged = lpverdict.judge(run, layer, asked.model, asked.bound, [part], together=together)
        worst = result.risk(asked.model) if joint is None else joint.risk
        passed = all(one.level(asked.bound) is Level.PASSED for one in (judged.adversaries[0], *together))
        run.write_reports(_report(run, layer, result, joint, asked, judged))
        return {
            "PASSED": passed,
            "WORST_RISK": result.risk(asked.model),
            "WIELAND_RISK": result.wieland_risk,
            "JOINT_RISK": worst,
        }


@dataclass(frozen=True)
class _Asked:
    """The bound that is asked about."""

    model: str
    records: int
    bound: float


def _pairs(run, layer, table):
    """Identifiers of a strategy's destinations; its origins, destinations and probabilities."""
    origin = _rows(identifiers(run, table, "origin"), layer.areas.ids)
    names = [identity.canonical(value) for value in identifiers(run, table, "destination")]
    targets, destination = np.unique(names, return_inverse=True)
    return targets, (origin, destination, table.numbers("probability", tr("probability")))


def _joint(run, layer, pairs, asked: _Asked):
    """The joint audit of all strategies; None where there is but one."""
    further = run.layers("FURTHER_STRATEGIES")
    if not further:
        return None
    tables = [pairs]
    for one in further:
        tables.append(_pairs(run, layer, read_map_layer(run, one, "FURTHER_STRATEGIES", geometry=False))[1])
    population = layer.areas.population
    weight = np.full(len(population), float(asked.records))
    if asked.model == "revised":
        weight = np.minimum(weight, population)
    # Two tables are searched whole; more of them until the bound is exceeded, which takes no time.
    bound = asked.bound if len(tables) > 2 else None
    return joint_audit(tables, population, weight, bound, run.progress)


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


def _report(run, layer, result, joint, asked: _Asked, judged) -> Report:
    worst = Section(
        tr("Destinations"),
        (
            Facts(
                (
                    (tr("Destinations that can receive a record"), count(len(result.destination))),
                    (tr("Above the bound"), count(int((result.destination_risk > asked.bound).sum()))),
                )
            ),
            Figure(
                charts.histogram(result.destination_risk, tr("Risk of the destination")),
                tr("The largest risk at each destination."),
            ),
        ),
    )
    together = () if joint is None else (_together(layer, joint),)
    promise = lp.guarantee(asked.model, result.revised_risk, result.wieland_risk, asked.records)
    return Report(
        tr("Audit of a strategy"),
        tr("What a released point reveals to an observer who knows the method and the probabilities."),
        (promise, *together, worst),
        judged,
        tuple(run.warnings),
    )


def _together(layer, joint) -> Section:
    """What several draws of the same records tell together."""
    risk = number(joint.risk, ".6g") if joint.whole else fill(tr("at least {risk:.6g}"), risk=joint.risk)
    return Section(
        tr("All strategies together"),
        (
            Facts(
                (
                    (tr("Strategies that the same records were drawn from"), count(len(joint.destinations))),
                    (tr("Largest joint risk"), risk),
                    (tr("The area that is revealed most"), str(layer.areas.ids[joint.origin])),
                )
            ),
            tr(
                "An observer who links the points of one record multiplies what they tell: this is the "
                "largest risk over all combinations of points that one record can have. It bounds what "
                "observers who cannot link know, too, where records stay in their areas. A risk above 1 "
                "means that somebody of a small area can be pinned down. What was drawn is out: leave later "
                "draws to a ledger."
            ),
        ),
    )

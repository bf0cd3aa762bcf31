# SPDX-License-Identifier: GPL-2.0-or-later
"""Measure what a table of transition probabilities reveals, by code that shares nothing with the solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.base.verdict import Level
from ...core.geomask.audit import Audit, Doubt, audit
from ...core.geomask.automatic import AUTO, of_everybody, of_wieland
from ...core.geomask.programme.programme import Inequality, Request
from ...core.geomask.releases.joint import joint_audit
from ...core.geomask.releases.promise import PROMISES
from ...core.geomask.strategy import Transitions
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, charts
from ...report.numbers import count, fill, number
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import CODE, REAL, TEXT, Features, Result
from ..framework.verdict import audience
from ..io import identifiers, read_areas, read_table
from ..io.table import read_map_layer, rows_named
from . import lp, lprates, lpverdict

_ROUNDED = 1e-12
"""Share by which a measured risk may exceed the bound: what rounding outwards adds where a table meets it."""


class AuditStrategy(GeoDeIDAlgorithm):
    """``geodeid:auditstrategy``."""

    ID = "auditstrategy"
    TITLE = "Audit a masking strategy"
    HEADING = labels.RESEARCH
    TAGS = ("geomask", "transition probability", "audit", "risk bound")
    JUDGES = True
    SUMMARY = (
        "Measures, for a table of transition probabilities from any source, what a point released at each "
        "destination reveals about the people of each area, and whether a bound holds."
    )

    INPUTS = (
        ask.source(
            "STRATEGY",
            "Strategy",
            "Table with the fields origin, destination and probability, one row per pair.",
            ask.TABLE,
        ),
        ask.layers(
            "FURTHER_STRATEGIES",
            "Strategies of further releases",
            "Tables from which the same records were drawn again, one a release. Not for records that keep "
            "their first dot.",
            ask.TABLE,
            advanced=True,
        ),
        *ask.without(lp.AREAS, "BOUNDARY", "POINTS"),
        lp.RECORDS,
        *lp.BOUND,
        *ask.under_advanced(lprates.RATE_RATIO),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Risk by destination",
            "Table with each destination, the area it reveals most about, that risk, and the people it "
            "stands for.",
            fields={"destination": TEXT, "worst_origin": CODE, "risk": REAL, "people": REAL},
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.flag("PASSED", "Whether the bound holds"),
        give.number("WORST_RISK", "Largest risk under the chosen model"),
        give.number("WIELAND_RISK", "Largest risk, model of Wieland"),
        give.text("PROMISE", "Promise that was measured: whatever_is_drawn, these_dots or areas_only"),
        give.number("JOINT_RISK", "Largest risk of all strategies together"),
    )

    def compute(self, inputs, run) -> Result:
        layer = read_areas(run)
        bound, people = audience.limit(run, "RISK"), layer.areas.population
        tables = [_read(run, layer, read_table(run, "STRATEGY", geometry=False))]
        for one in run.layers("FURTHER_STRATEGIES"):
            further = read_map_layer(run, one, "FURTHER_STRATEGIES", geometry=False)
            tables.append(_read(run, layer, further))
        asked = Request(inputs.records, bound, inputs.model, inequality=Inequality(inputs.rate_ratio))
        request, found = _audited(layer.areas, tables[0], asked)
        joint = _joint(run, request, people, tables) if len(tables) > 1 else None
        together = () if joint is None else (lpverdict.linked(joint),)
        part = lpverdict.Part(found, people, request)
        judged = lpverdict.judge(run, layer, request, [part], together=together)
        risk = found.risk(request.model)
        return Result(
            figures={
                "PASSED": all(one.level(bound) is Level.PASSED for one in (judged.adversaries[0], *together)),
                "WORST_RISK": risk,
                "WIELAND_RISK": found.wieland_risk,
                "PROMISE": PROMISES[request.model],
                "JOINT_RISK": risk if joint is None else joint.risk,
            },
            layers={
                "OUTPUT": Features(
                    {
                        "destination": tables[0].targets[found.destination],
                        "worst_origin": layer.areas.ids[found.worst_origin],
                        "risk": found.destination_risk,
                        "people": found.inflow,
                    },
                    codes=layer.id_kind,
                )
            },
            report=Report(
                tr(
                    "What a released point reveals to an observer who knows the method and the probabilities."
                ),
                (
                    lp.guarantee(lp.Guaranteed.of(request, found)),
                    *(() if joint is None else (_together(layer, joint),)),
                    _destinations(found, bound),
                ),
                judged,
            ),
        )


@dataclass(frozen=True)
class _Strategy:
    """A table that was read."""

    targets: np.ndarray
    """Shape (m,). Canonical identifiers of its destinations."""
    pairs: Transitions


def _read(run, layer, table) -> _Strategy:
    origin = _rows(identifiers(run, table, "origin"), layer.areas.ids)
    names = [identity.canonical(value) for value in identifiers(run, table, "destination")]
    targets, destination = np.unique(names, return_inverse=True)
    probability = table.numbers("probability", tr("probability"))
    return _Strategy(targets, Transitions(origin, destination, probability))


def _audited(areas, table: _Strategy, request: Request) -> tuple[Request, Audit]:
    """The audit by the model that was asked for; where it is left open, by the strongest that is kept."""

    def by(one: Request) -> tuple[Request, Audit]:
        doubt = Doubt(one.inequality.rate_ratio)
        return one, audit(
            table.pairs.origin, table.pairs.destination, table.pairs.probability,
            areas.population, one.records, one.model, doubt, one.at_least,
        )  # fmt: skip

    if request.model != AUTO:
        return by(request)
    tried = [by(one) for one in (of_wieland(request), *of_everybody(areas, request))]
    kept = [(one, found) for one, found in tried if found.risk(one.model) <= one.risk * (1 + _ROUNDED)]
    return (kept or tried[-1:])[0]


def _joint(run, request: Request, population, tables: list[_Strategy]):
    """The joint audit of all strategies."""
    weight = np.full(len(population), float(request.records))
    if request.model != "wieland":
        weight = np.maximum(np.minimum(weight, population), request.at_least)
    # Two tables are searched whole; more of them until the bound is exceeded, which takes no time.
    searched = request.risk if len(tables) > 2 else None
    return joint_audit(
        [one.pairs for one in tables],
        population,
        weight,
        searched,
        run.progress,
        request.inequality.rate_ratio,
    )


def _rows(values, ids) -> np.ndarray:
    rows, unknown = rows_named(values, ids)
    if unknown:
        raise InputError(
            "strategy.area.unknown",
            "The strategy names area {areas}, which is not in the layer. Use the areas it was solved for.",
            areas=named(sorted(unknown)),
        )
    return rows


def _destinations(found, bound: float) -> Section:
    return Section(
        tr("Destinations"),
        Facts(
            (tr("Destinations that can receive a record"), count(len(found.destination))),
            (tr("Above the bound"), count(int((found.destination_risk > bound).sum()))),
        ),
        Figure(
            charts.histogram(found.destination_risk, tr("Risk of the destination")),
            tr("The largest risk at each destination."),
        ),
    )


def _together(layer, joint) -> Section:
    """What several draws of the same records tell together."""
    risk = number(joint.risk, ".6g") if joint.whole else fill(tr("at least {risk:.6g}"), risk=joint.risk)
    return Section(
        tr("All strategies together"),
        Facts(
            (tr("Strategies that the same records were drawn from"), count(len(joint.destinations))),
            (tr("Largest joint risk"), risk),
            (tr("The area that is revealed most"), str(layer.areas.ids[joint.origin])),
        ),
        tr(
            "Somebody who can link the points of one record multiplies what they reveal: this is the "
            "largest risk over all combinations of points that one record can have. It also bounds "
            "what somebody who cannot link them knows, where records stay in their areas. A risk above "
            "1 means that somebody of a small area can be pinned down. What is released cannot be "
            "taken back: use a ledger for later releases."
        ),
    )

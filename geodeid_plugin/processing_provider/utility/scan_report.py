# SPDX-License-Identifier: GPL-2.0-or-later
"""What a scan says: clusters, what chance produced, and what the answer is adjusted for."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from ...i18n import tr
from ...report import Answer, Facts, Figure, Report, Section, Table, charts
from ...report.numbers import count, metres, number, percent
from ..clustering.clustermap import draw_areas
from .scan_study import Study

SIGNIFICANT = 0.05
"""Largest p of a cluster that is called significant: the usual level."""
_CLUSTER, _BY_CHANCE, _NO_CLUSTER = charts.COLOURS[1], "#c9d3dc", "#eef1f4"
"""Shades of places: as the outlines of the layer, pale where chance explains a cluster, and in none."""


def cluster_heads() -> tuple[str, ...]:
    """What is said of a cluster."""
    return (
        tr("Cluster"), tr("Locations"), tr("Radius"), tr("Cases"), tr("Expected"), tr("Relative risk"),
        tr("Log likelihood ratio"), tr("p"),
    )  # fmt: skip


def cluster_rows(result) -> tuple[tuple[str, ...], ...]:
    """The clusters, the most likely first, under :func:`cluster_heads`."""
    return tuple(
        (
            str(rank), count(len(c.members)),
            metres(c.radius_m),
            count(c.cases) if np.isfinite(c.cases) else "–", _number(c.expected, ".2f"),
            _number(c.relative_risk, ".2f"), _number(c.llr, ".2f"), _number(c.p_value, ".4g"),
        )
        for rank, c in enumerate(result.clusters, 1)
    )  # fmt: skip


def scan_report(study: Study, result, settings) -> Report:
    """The report of a scan."""
    blocks: list = _map(study, result)
    if len(result.simulated_llr) and result.clusters:
        rule = charts.Rule(result.clusters[0].llr, tr("observed"))
        blocks.append(
            Figure(
                charts.histogram(
                    result.simulated_llr, tr("Largest log likelihood ratio"), rules=(rule,), size=(420, 320)
                ),
                tr("What chance alone produced, and what was observed."),
            )
        )
    caption = tr(
        "Clusters that share no location, the most likely first. The likelihood ratio says how much "
        "better a cluster explains the counts than chance does; p is the share of random maps with "
        "one at least as strong."
    )
    blocks.append(Table(cluster_heads(), cluster_rows(result), caption))
    facts = (
        (tr("Model"), settings.model.capitalize()),
        (tr("Locations"), count(result.locations)),
        (tr("Cases"), count(result.total_cases)),
        (_compared_with(study), count(result.total_size)),
        (tr("Adjusted for covariates"), _adjusted(study)),
        (tr("Random maps"), count(len(result.simulated_llr))),
        (tr("Largest circle"), percent(settings.max_share, 0)),
        (tr("Distances"), tr("great circle")),
    )
    return Report(
        tr("Where are cases most in excess, and could chance have done it?"),
        (
            Section(tr("Clusters"), tuple(blocks), beside=True),
            Section(tr("Study"), (*_methods(study), Facts(facts))),
        ),
        _answer(study, result),
    )


def _map(study: Study, result) -> list:
    """Where the clusters lie, told apart as in the layer: by what chance explains, and by their numbers."""
    if not result.clusters:
        return []
    fill = np.full(len(study.ids), _NO_CLUSTER, dtype=object)
    for cluster in reversed(result.clusters):
        fill[cluster.members] = _CLUSTER if cluster.p_value <= SIGNIFICANT else _BY_CHANCE
    words = ((_CLUSTER, tr("p of at most 0.05")), (_BY_CHANCE, tr("it may be chance")),
             (_NO_CLUSTER, tr("In no cluster")))  # fmt: skip
    legend = [(shade, text) for shade, text in words if shade in fill]
    layer = study.layer or SimpleNamespace(areas=study, polygons=None)
    of_cluster = np.full(len(study.ids), -1)
    for at, cluster in enumerate(result.clusters):
        of_cluster[cluster.members] = at
    names = [str(rank) for rank in range(1, len(result.clusters) + 1)]
    drawn = draw_areas(layer, fill, tr("Map of the clusters"), legend, group=of_cluster, names=names)
    return [Figure(drawn, tr("Numbers are those of the clusters in the table."))]


def _number(value, form: str) -> str:
    return number(value, form) if np.isfinite(value) else "–"


def _compared_with(study: Study) -> str:
    return {
        "controls": tr("Cases and controls"),
        "people": tr("Population"),
        "expected": tr("Expected cases"),
        "crowd": tr("Masked population (crowd)"),
    }[study.people]


def _adjusted(study: Study) -> str:
    if study.people == "expected":
        return tr("by the expected cases")
    return tr("by the controls, as they were chosen") if study.people == "controls" else tr("no")


def _methods(study: Study) -> list:
    """Sentences on what was done."""
    said = [
        tr(
            "Circular spatial scan statistic for high rates (Kulldorff, Communications in Statistics 1997, "
            "26(6)); circles about every location, p-values from random relabellings of the cases."
        )
    ]
    if study.mask is not None:
        said.append(
            tr(
                "The points are masked. The likelihood of a circle of true areas was taken through the table "
                "of the mask, and random maps were drawn from the masked population, so that the mask itself "
                "makes no clusters. How many cases lie inside a circle is not known."
            )
        )
    elif study.people == "crowd":
        said.append(
            tr(
                "The points are masked. They were compared with the masked population, the people whom a "
                "point at each place stands for, so that the mask itself makes no clusters. Circles hold "
                "masked places: the true ones lie around them."
            )
        )
    elif study.masked:
        said.append(
            tr(
                "Cases and controls were moved by one mask and are compared with each other. Circles hold "
                "masked places: the true ones lie around them."
            )
        )
    else:
        said.append(
            tr(
                "The cases were taken for true places, or counts of true places, as was stated. Masked "
                "points would show clusters that the mask made."
            )
        )
    return said


def _answer(study: Study, result) -> Answer:
    if not result.clusters or not np.isfinite(result.clusters[0].p_value):
        return Answer(tr("No p-value was computed, or no circle holds an excess."))
    p = number(result.clusters[0].p_value, ".4g")
    raised = result.clusters[0].p_value <= SIGNIFICANT
    if study.people in ("people", "crowd"):
        sentence = (
            tr(
                "There is a cluster that chance hardly explains: p = {p}. The scan is not adjusted for age, "
                "sex or anything else, which may explain it."
            )
            if raised
            else tr(
                "Chance explains the most likely cluster: p = {p}. The scan is not adjusted for age, sex or "
                "anything else, which may hide one."
            )
        )
    else:
        sentence = (
            tr("There is a cluster that chance hardly explains: p = {p}.")
            if raised
            else tr("Chance explains the most likely cluster: p = {p}.")
        )
    return Answer(sentence.format(p=p))

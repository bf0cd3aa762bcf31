# SPDX-License-Identifier: GPL-2.0-or-later
"""How often the published shortcuts find the true neighbours of the user's own areas."""

from __future__ import annotations

from dataclasses import dataclass

from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
)

from ...core.base.errors import InputError
from ...core.geometry.neighbours import METRICS
from ...core.geometry.neighbours.accuracy import METHODS, compare_shortcuts
from ...host.compat import field
from ...i18n import tr
from ...report import Answer, Facts, Figure, Report, Section, Table
from ...report.charts import COLOURS, Axis, Dots, Line, chart
from ...report.numbers import count, number, percent
from .. import io
from ..framework.base import GeoDeIDAlgorithm
from ..framework.labels import word_of
from ..framework.parameters import add_areas, choice
from ..framework.verdict import judging
from .sizes_and_links import add_shortcuts, check_sizes

PUBLISHED = ((2, 0.945), (5, 0.98))
"""Accuracy of the euclidean shortcut over 56 204 Canadian areas (El Emam & Arbuckle 2013)."""


class ShortcutAccuracy(GeoDeIDAlgorithm):
    """``geodeid:shortcutaccuracy``."""

    ID = "shortcutaccuracy"
    TITLE = "Accuracy of neighbour shortcuts"
    GROUP = ("areas", "Areas")
    TAGS = ("neighbours", "hilbert", "euclidean", "accuracy", "recall", "spearman", "comparison")
    SUMMARY = (
        "Measures two published shortcuts to the nearest areas against the exact search, on your own "
        "areas: 1.5 K candidates by longitude and latitude, and 50 candidates along a Hilbert curve. "
        "For each K it gives the share of areas whose neighbours are all right, the share of true "
        "neighbours found, the error in rank and the seconds, with Spearman's correlation of the plain "
        "distance in degrees and the true one."
    )

    def define(self) -> None:
        number = QgsProcessingParameterNumber
        add_areas(self, population="none")
        self.add(
            QgsProcessingParameterString("KS", tr("Numbers of neighbours"), "1,2,3,5,10,20,50"),
            tr(
                "Values of K to compare, with commas. Those that need more areas than there are are left out."
            ),
        )
        self.add(
            choice("METRIC", tr("Distance"), METRICS, "hausdorff"),
            tr("hausdorff: cap distance. centre: distance of the representative points alone."),
        )
        self.add(
            number("SAMPLE", tr("Areas sampled for ranks"), number.Type.Integer, 200, minValue=1),
            tr("Areas whose distances to all others are ranked, for the rank error and the correlation."),
            advanced=True,
        )
        add_shortcuts(self)
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Accuracy"), QgsProcessing.SourceType.TypeVector),
            tr(
                "Table with a row for each method and k: accuracy (share of areas with all k right), recall "
                "(share of true neighbours found), mean_rank_error (ranks too far, on average) and seconds."
            ),
        )
        self.add_reports()
        for name, title in (
            ("SPEARMAN_MEAN", tr("Mean rank correlation")),
            ("SPEARMAN_MIN", tr("Smallest rank correlation")),
            ("AREA_COUNT", tr("Areas")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        layer = io.read_areas(run)
        request = Request.of(run, len(layer.areas))
        if request.metric == "hausdorff":
            check_sizes(run, layer)
        comparison = compare_shortcuts(
            layer.areas,
            request.ks,
            request.metric,
            None if layer.areas.boundary is None else layer.areas.boundary_code,
            request.sample,
            request.margin,
            request.order,
            request.curve_list,
            run.progress,
        )
        run.write_layer("OUTPUT", _columns(comparison.scores))
        figures = _figures(layer.areas, comparison)
        run.write_reports(build_report(request, layer, comparison, figures, tuple(run.warnings)))
        return figures


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    ks: list[int]
    metric: str
    boundary: str
    sample: int
    margin: float
    order: int
    curve_list: int
    layer: str

    @classmethod
    def of(cls, run, areas: int) -> Request:
        """Read the parameters; values of k that so many areas don't allow are left out with a warning."""
        return cls(
            ks=_usable(run, areas),
            metric=run.choice("METRIC"),
            boundary=run.field("BOUNDARY"),
            sample=run.integer("SAMPLE"),
            margin=run.number("MARGIN"),
            order=run.integer("ORDER"),
            curve_list=run.integer("CURVE_LIST"),
            layer=judging.full_name(run.source_name("AREAS"), run.parameters.get("AREAS")),
        )


def _usable(run, n: int) -> list[int]:
    ks = run.whole_numbers("KS")
    usable = [k for k in ks if 1 <= k < n]
    if not usable:
        raise InputError(
            tr("There are {n} areas, so every number of neighbours must lie between 1 and {k}.").format(
                n=n, k=n - 1
            )
        )
    if len(usable) < len(ks):
        run.warn(
            tr("{n} areas allow 1 to {k} neighbours; the other values of KS were left out.").format(
                n=n, k=n - 1
            )
        )
    return usable


def _columns(scores) -> list:
    return [
        (field("method", "text"), [score.method for score in scores]),
        (field("k", "integer"), [score.k for score in scores]),
        (field("accuracy", "real"), [score.accuracy for score in scores]),
        (field("recall", "real"), [score.recall for score in scores]),
        (field("mean_rank_error", "real"), [score.mean_rank_error for score in scores]),
        (field("seconds", "real"), [score.seconds for score in scores]),
    ]


def _figures(areas, comparison) -> dict[str, float]:
    figures: dict[str, float] = {"AREA_COUNT": len(areas)}
    if len(comparison.correlation):
        figures["SPEARMAN_MEAN"] = float(comparison.correlation.mean())
        figures["SPEARMAN_MIN"] = float(comparison.correlation.min())
    return figures


def build_report(request: Request, layer, comparison, figures, warnings: tuple) -> Report:
    """What was compared, and how often each shortcut is right."""
    scores = comparison.scores
    worst = min(score.accuracy for score in scores if score.method == "euclidean")
    sentence = tr(
        "Taking the {margin} K nearest in degrees gives at worst {share} of the areas all their "
        "neighbours; the exact search gives all areas all of them."
    ).format(margin=number(request.margin, "g"), share=percent(worst))
    facts = [
        (tr("Layer"), request.layer),
        (tr("Areas"), count(len(layer.areas))),
        (tr("Distance"), word_of(request.metric)),
        (tr("Boundary"), request.boundary or tr("none")),
        (tr("Order of the Hilbert curve"), request.order),
        (tr("Areas along the curve"), request.curve_list),
    ]
    if "SPEARMAN_MEAN" in figures:
        facts += [
            (tr("Spearman's correlation, mean"), number(figures["SPEARMAN_MEAN"], ".4f")),
            (tr("Spearman's correlation, smallest"), number(figures["SPEARMAN_MIN"], ".4f")),
        ]
    return Report(
        title=tr("Accuracy of neighbour shortcuts"),
        summary=tr(
            "Published shortcuts to the nearest areas, measured against the exact search on your areas."
        ),
        sections=(
            Section(tr("What was compared"), (Facts(tuple(facts)),)),
            Section(tr("Areas whose neighbours are all right"), (_chart(scores), _table(scores))),
            Section(
                tr("How to read this"),
                (
                    tr(
                        "A rank correlation near 1 says that far areas are far by either measure. It "
                        "says little about which areas are nearest: compare it with the shares above."
                    ),
                    tr(
                        "Published for 56 204 Canadian dissemination areas: 94.5 % at k = 2, 98 % from "
                        "about k = 5, and a rank correlation of 0.99 (El Emam and Arbuckle 2013)."
                    ),
                ),
            ),
        ),
        verdict=Answer(sentence),
        warnings=warnings,
    )


def _chart(scores) -> Figure:
    marks = []
    for method, colour in zip(METHODS, COLOURS):
        own = [score for score in scores if score.method == method]
        ks, shares = [score.k for score in own], [100 * score.accuracy for score in own]
        marks += [Line(ks, shares, word_of(method), colour), Dots(ks, shares, "", colour)]
    marks.append(
        Dots(
            [k for k, _ in PUBLISHED],
            [100 * share for _, share in PUBLISHED],
            tr("published"),
            COLOURS[6],
        )
    )
    markup = chart(
        marks,
        Axis(tr("k, neighbours of each area"), log=True),
        Axis(tr("All k right, % of areas"), low=0),
    )
    return Figure(markup, tr("Share of areas whose k nearest are all right, by method."))


def _table(scores) -> Table:
    rows = tuple(
        (
            word_of(score.method),
            score.k,
            percent(score.accuracy),
            percent(score.recall),
            number(score.mean_rank_error, ".2f"),
            number(score.seconds, ".2f"),
        )
        for score in scores
    )
    heads = (
        tr("Method"), tr("k"), tr("All k right"), tr("Neighbours found"), tr("Rank error"), tr("Seconds"),
    )  # fmt: skip
    return Table(heads, rows)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Attack a map picture and say whom it gives away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from qgis.core import (
    QgsFeature,
    QgsGeometry,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsMarkerSymbol,
    QgsPointXY,
    QgsProperty,
    QgsRectangle,
    QgsSingleSymbolRenderer,
    QgsSymbolLayer,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

from ....core.base.errors import InputError, Phrase, UnjudgedError
from ....core.base.progress import part
from ....core.base.verdict import Level, Verdict
from ....core.mapimage.attack import Scored, attack, remedy_for
from ....core.mapimage.picturedots import Settings
from ....core.mapimage.reidentify.judge import unjudged
from ....core.mapimage.reidentify.located import Comparison
from ....core.mapimage.reidentify.remedy import Drawing, Remedy, Trial
from ....host.compat import POINT
from ...framework import ask, blocks, give, labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.give import FLAG, REAL, TEXT, WHOLE, Features, Result
from ...framework.verdict import audience, judging
from ...framework.verdict.audience import chosen
from ...framework.verdict.judging import CONCERNED, affected_records
from ...framework.verdict.metricsfile import file_identity, pixels_identity, points_identity, points_spread_m
from ...io import AreaLayer, points_geometry
from .reading.georeference import PLACING, read_reference
from .reading.pictures import SENSITIVITY, WHAT_MARKS, find_picture_dots, read_picture
from .reading.secrets import SecretLayers, read_secret
from .reidentification_report import Findings, build_report, report_of_none

USUAL_DPI = 96.0
"""Of a picture whose file names no resolution: that of a page on the web."""
_DOT = {
    "dot": WHOLE, "record": TEXT, "distance_m": REAL, "rank": WHOLE, "candidates": REAL, "error_m": REAL,
    "size_count": WHOLE,
}  # fmt: skip
_TRIAL = {
    "dpi": REAL, "symbol_mm": REAL, "markers": TEXT, "exposed": WHOLE, "by_attack": WHOLE, "passes": FLAG,
}  # fmt: skip


class MapReidentification(GeoDeIDAlgorithm):
    """``geodeid:mapreidentification``."""

    ID = "mapreidentification"
    TITLE = "Check a map picture"
    HEADING = labels.CHECK
    TAGS = (
        "picture", "figure", "dot map", "attack", "re-identification", "georeference", "dots",
        "journal", "Brownstein", "address",
    )  # fmt: skip
    SUMMARY = (
        "Attacks a map picture as a stranger would: finds the dots, places the picture, and says of each "
        "dot how many people it could stand for and whom it gives away."
    )
    JUDGES = True
    REQUIRES = (*GeoDeIDAlgorithm.REQUIRES, "pyproj")
    INPUTS = (
        ask.file(
            "IMAGE",
            "Picture",
            "As it would be published: PNG, JPEG, TIFF, GIF, BMP, WebP, PDF or SVG.",
            optional=False,
        ),
        *ask.under_advanced(PLACING, "GCPS"),
        *blocks.truth(Phrase("The points whose secrecy is checked, one per record.")),
        ask.source(
            "MASKED",
            "Masked points",
            "The masked layer that was drawn. Without it, dots that are nobody's are not judged: they may "
            "be true points, placed wrongly.",
            optional=True,
        ),
        *ask.under_advanced(blocks.CANDIDATES, "ADDRESSES"),
        *audience.RECORD_LIMIT,
        *ask.under_advanced((SENSITIVITY,)),
        WHAT_MARKS,
        ask.switch(
            "REMEDY",
            "Say what would make the picture safe",
            "Where records are given away: the largest resolution and the symbols at which the picture "
            "would pass.",
            True,
            advanced=True,
        ),
    )
    OUTPUTS = (
        give.shapes(
            "OUTPUT",
            "Recovered points",
            "The recovered dots with the record each stands for. Internal.",
            optional=True,
            by_default=True,
            internal=True,
            style="recovered_points",
            fields=_DOT,
        ),
        give.table(
            "PASSING",
            "Pictures tried instead",
            "The pictures drawn instead: dpi, symbol size and records exposed. Empty where the picture "
            "passes. Internal.",
            optional=True,
            internal=True,
            fields=_TRIAL,
            advanced=True,
        ),
        CONCERNED,
        blocks.REPORT,
    )
    FIGURES = (
        give.number("RECOVERED", "Records recovered"),
        give.number("RECALL", "Share of the records recovered"),
        give.number("PRECISION", "Share of the dots that are records"),
        give.number("EXPOSED", "Records found among too few candidates"),
        give.number("EXPOSED_BY_CHANCE", "The same expected by chance alone"),
        give.number("MEAN_DISTANCE_M", "Mean distance from dot to true point (m)"),
        give.number("METRES_PER_PX", "Metres per pixel"),
        give.number("LARGEST_SAFE_DPI", "Largest resolution at which the picture would pass (dpi)"),
    )

    def compute(self, inputs, run) -> Result:
        if inputs.areas and not inputs.addresses and not inputs.population:
            raise InputError("picture.population.missing", "Choose the POPULATION field of the areas.")
        limit, path = audience.limit(run, "LIMIT"), inputs.image
        settings = Settings(inputs.sensitivity, inputs.marks)
        picture = read_picture(path, run.progress)
        for leak in picture.hidden:
            run.warn(leak.sentence)
        layers, reference = read_secret(run, limit), read_reference(run, inputs, path)
        judged = file_identity(picture.data)
        drawn = layers.truth if layers.masked is None else layers.masked
        metrics = {
            "picture": judged,
            "pixels": pixels_identity(picture),
            "patients": points_identity(layers.truth.lon_deg, layers.truth.lat_deg),
            "drawn": points_spread_m(drawn.lon_deg, drawn.lat_deg),
        }
        files = ((inputs.image.name, judged),)
        try:
            dots = find_picture_dots(picture, settings, part(run.progress, 0.05, 0.4))
            step = part(run.progress, 0.4, 0.9)
            scored = attack(picture, dots, reference, layers.secret, settings, step)
        except UnjudgedError as reason:
            verdict = unjudged(limit, reason.phrase)
            return Result(
                figures=dict.fromkeys(one.name for one in self.FIGURES),
                layers={
                    "OUTPUT": _no_points(layers), "PASSING": _passing(None),
                    "CONCERNED": lambda: affected_records(run, "TRUTH", verdict),
                },
                report=replace(report_of_none(verdict, chosen(run)), files=files),
                metrics=metrics,
            )  # fmt: skip
        verdict = replace(
            with_population(run, scored, layers.areas),
            inputs=judging.inputs_of(run, layers.areas, scored.truth.records),
        )
        for warning in scored.warnings:
            run.warn(warning)
        remedy = dpi = None
        if inputs.remedy and verdict.level is Level.GIVES_AWAY:
            dpi = picture.dpi
            remedy = remedy_for(scored, picture, dpi or USUAL_DPI, draw, part(run.progress, 0.9, 0.97))
        run.counts.update(
            dots=len(scored.located.lonlat), records_in_view=scored.truth.records,
            records_out_of_view=scored.truth.out_of_view, records_matched=scored.truth.shown,
        )  # fmt: skip
        report = build_report(Findings(picture, scored, verdict, remedy, dpi is not None, chosen(run)))
        return Result(
            figures={
                **_figures(scored.truth), **_passing_figures(remedy),
                "METRES_PER_PX": scored.placed.metres_per_px,
            },
            layers={
                "OUTPUT": lambda: _points(run, scored, layers),
                "PASSING": lambda: _passing(remedy),
                "CONCERNED": lambda: affected_records(run, "TRUTH", verdict),
            },
            report=replace(report, files=files),
            metrics=metrics,
        )  # fmt: skip


def with_population(run, scored: Scored, areas: AreaLayer | None) -> Verdict:
    """What the picture gives away, with what is to be said of the population that its records hide among."""
    checks = judging.population_checks(run, areas, scored.truth.records)
    return replace(scored.verdict, checks=(*scored.verdict.checks, *checks))


def _passing(remedy: Remedy | None) -> Features:
    trials = remedy.trials if remedy else ()
    markers = [_markers(trial) for trial in trials]
    return Features({
        name: markers if name == "markers" else [getattr(trial, name) for trial in trials] for name in _TRIAL
    })  # fmt: skip


def _markers(trial: Trial) -> str:
    return "smooth" if trial.smooth else "at whole pixels"


def _passing_figures(remedy: Remedy | None) -> dict:
    enough = remedy.enough if remedy else ()
    return {
        "LARGEST_SAFE_DPI": enough[0].dpi if enough else None,
        "SMALLEST_SAFE_SYMBOL_MM": enough[0].symbol_mm if enough else None,
        "LARGEST_SAFE_SYMBOL_MM": enough[-1].symbol_mm if enough else None,
        "SAFE_MARKERS": _markers(enough[0]) if enough else None,
    }


def _points(run, scored: Scored, layers: SecretLayers) -> Features:
    truth, located, crs = scored.truth, scored.located, layers.truth.table.crs
    rank = None if truth.around is None else truth.around.rank
    values = {
        "dot": list(range(1, len(located.lonlat) + 1)),
        "record": truth.called(layers.names),
        "distance_m": truth.match.distance_m,
        "rank": _of_dots(truth, rank),
        "candidates": _of_dots(truth, truth.candidates),
        "error_m": located.error_m,
        "size_count": scored.dots.size_counts,
    }
    return Features(values, points_geometry(run, located.lonlat[:, 0], located.lonlat[:, 1], crs), POINT, crs)


def _no_points(layers: SecretLayers) -> Features:
    return Features({name: [] for name in _DOT}, [], POINT, layers.truth.table.crs)


def _of_dots(truth: Comparison, values) -> list:
    """Values of the records that were matched, in the rows of their dots."""
    column: list = [None] * len(truth.matched)
    if values is not None:
        for at, value in zip(np.flatnonzero(truth.matched), values.tolist()):
            column[at] = value
    return column


def _figures(truth: Comparison) -> dict:
    rank = None if truth.around is None else truth.around.rank
    counted = truth.candidates is not None
    return {
        "RECOVERED": truth.shown,
        "RECALL": truth.recall,
        "PRECISION": truth.precision,
        "EXACT_SHARE": truth.exact_share,
        "EXPOSED": truth.exposed if counted else None,
        "EXPOSED_BY_CHANCE": float(truth.exposed_by_chance) if counted else None,
        "MEAN_DISTANCE_M": truth.distance.value,
        "MEDIAN_RANK": None if rank is None or not len(rank) else float(np.median(rank)),
    }


def draw(drawing: Drawing) -> np.ndarray:
    """Round symbols on white as QGIS draws them, shape (h, w, 3): for the attack on another drawing."""
    width, height = drawing.size_px
    layer = QgsVectorLayer("Point", "dots", "memory")
    features = []
    for x, y in drawing.places_px:
        feature = QgsFeature()
        feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(x, height - y)))
        features.append(feature)
    layer.dataProvider().addFeatures(features)
    layer.updateExtents()
    layer.setRenderer(QgsSingleSymbolRenderer(_symbol(drawing.symbol_px, drawing.smooth)))
    settings = QgsMapSettings()
    settings.setOutputSize(QSize(width, height))
    settings.setExtent(QgsRectangle(0, 0, width, height))
    settings.setBackgroundColor(QColor("#ffffff"))
    settings.setLayers([layer])
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    image = image.convertToFormat(image.Format.Format_RGB888)
    bits = image.constBits()
    bits.setsize(image.sizeInBytes())
    lines = np.frombuffer(bytes(bits), np.uint8).reshape(image.height(), image.bytesPerLine())
    return np.ascontiguousarray(lines[:, : 3 * image.width()].reshape(image.height(), image.width(), 3))


def _symbol(diameter_px: float, smooth: bool) -> QgsMarkerSymbol:
    symbol = QgsMarkerSymbol.createSimple(
        {
            "name": "circle",
            "color": "#c8102e",
            "size": str(diameter_px),
            "size_unit": "Pixel",
            "outline_style": "no",
        }
    )
    if smooth:
        # A size that QGIS must look up for each feature keeps it from pasting one picture at whole pixels.
        size = QgsProperty.fromExpression(str(diameter_px))
        symbol.symbolLayer(0).setDataDefinedProperty(QgsSymbolLayer.Property.PropertySize, size)
    return symbol

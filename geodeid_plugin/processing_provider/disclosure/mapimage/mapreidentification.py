# SPDX-License-Identifier: GPL-2.0-or-later
"""Attack a map picture and say whom it gives away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingOutputString,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterFile,
    QgsProcessingParameterNumber,
)

from ....core.base.errors import InputError
from ....core.base.progress import part
from ....core.base.verdict import Level, Verdict
from ....core.mapimage.attack import Scored, attack, remedy_for
from ....core.mapimage.picturedots import Settings
from ....core.mapimage.reidentify.located import Comparison
from ....core.mapimage.reidentify.remedy import Remedy, Trial
from ....host.compat import POINT, field
from ....i18n import tr
from ...framework import labels, parameters
from ...framework.base import GeoDeIDAlgorithm
from ...framework.verdict import audience, judging
from ...framework.verdict.affected_records import add_concerned, write_concerned
from ...framework.verdict.metricsfile import picture_identity, points_identity
from ...io import AreaLayer, points_geometry
from .drawing.symbols import draw
from .reading.georeference import add_placing, read_reference
from .reading.picturedots import add_marks, find_picture_dots
from .reading.pictures import dpi_of, read_picture
from .reading.secrets import SecretLayers, read_secret
from .reidentification_report import Findings, build_report

USUAL_DPI = 96.0
"""Of a picture whose file names no resolution: that of a page on the web."""


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
        "Attacks a map picture as a stranger would, and scores the attack. The dots are found, the "
        "picture is placed on the map by an outline of the region or by control points, and each dot is "
        "compared with the true points: how near it comes, how many addresses or people it could stand "
        "for, and whom it gives away. What could not be checked is never called safe."
    )
    STYLES = {"OUTPUT": "recovered_points", "CONCERNED": "dots"}
    INTERNAL = ("OUTPUT", "PASSING", "CONCERNED")
    JUDGES = True
    EXPERT = ("GCPS", "ADDRESSES")
    REQUIRES = (*GeoDeIDAlgorithm.REQUIRES, "pyproj")

    def define(self) -> None:
        self.add(
            QgsProcessingParameterFile("IMAGE", tr("Picture")),
            tr("The picture as it would be published: PNG, JPEG, TIFF, GIF, BMP, WebP, PDF or SVG."),
        )
        add_placing(self)
        self._define_truth()
        parameters.add_candidates(self)
        audience.add_record_limit(self)
        self.add(
            QgsProcessingParameterNumber(
                "SENSITIVITY", tr("Sensitivity"), QgsProcessingParameterNumber.Type.Double, 1.0, minValue=0.1,
                maxValue=10,
            ),
            tr("Above 1 takes less regular blobs for dots, below 1 only the most regular."),
            advanced=True,
        )  # fmt: skip
        add_marks(self)
        self.add(
            QgsProcessingParameterNumber(
                "REACH", tr("Farthest match (m)"), QgsProcessingParameterNumber.Type.Double, optional=True,
                minValue=0,
            ),
            tr("A dot and a record farther apart are never matched. Empty: from pixel size and dot size."),
            advanced=True,
        )  # fmt: skip
        self.add(
            QgsProcessingParameterBoolean("REMEDY", tr("Say what would make the picture safe"), True),
            tr(
                "Where records are given away: the largest resolution and the symbols at which the picture "
                "would pass, found by drawing it again and attacking it again."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Recovered points"), optional=True),
            tr("The recovered dots with the record each stands for. Internal: do not release."),
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "PASSING", tr("Pictures tried instead"), QgsProcessing.SourceType.TypeVector, optional=True,
                createByDefault=False,
            ),
            tr(
                "Table of the pictures drawn instead: dpi, symbol size and records exposed. Empty "
                "where the picture passes. Internal: do not release."
            ),
            advanced=True,
        )  # fmt: skip
        add_concerned(self)
        self.add_reports()
        self._define_numbers()

    def _define_truth(self) -> None:
        parameters.add_truth(
            self, tr("The points whose secrecy is checked: the patients, one point per record.")
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "MASKED", tr("Masked points"), [QgsProcessing.SourceType.TypeVectorPoint], optional=True
            ),
            tr(
                "The masked layer that was drawn: the attack is scored against it as well. Without it, dots "
                "that are nobody's are not judged: they may be true points, placed wrongly."
            ),
        )

    def _define_numbers(self) -> None:
        number = QgsProcessingOutputNumber
        for name, title in (
            ("RECOVERED", tr("Records recovered")),
            ("RECALL", tr("Share of the records recovered")),
            ("PRECISION", tr("Share of the dots that are records")),
            ("EXACT_SHARE", tr("Share of the records whose exact address is found")),
            ("EXPOSED", tr("Records found among too few candidates")),
            ("EXPOSED_BY_CHANCE", tr("The same expected by chance alone")),
            ("MEAN_DISTANCE_M", tr("Mean distance from dot to true point (m)")),
            ("MEDIAN_RANK", tr("Median number of addresses nearer than the true one")),
            ("METRES_PER_PX", tr("Metres per pixel")),
            ("LARGEST_SAFE_DPI", tr("Largest resolution at which the picture would pass (dpi)")),
            ("SMALLEST_SAFE_SYMBOL_MM", tr("Smallest symbol that passes at that resolution (mm)")),
            ("LARGEST_SAFE_SYMBOL_MM", tr("Largest symbol that passes at that resolution (mm)")),
        ):
            self.addOutput(number(name, title))
        self.addOutput(QgsProcessingOutputString("SAFE_MARKERS", tr("How its markers must be drawn")))

    def execute(self, run) -> dict:
        if run.wanted("AREAS") and not run.wanted("ADDRESSES") and not run.field("POPULATION"):
            raise InputError(tr("Choose the POPULATION field of the areas."))
        limit, path = audience.limit(run, "LIMIT"), run.file("IMAGE")
        settings = Settings(run.number("SENSITIVITY"), run.choice("MARKS"), reach_m=run.number("REACH"))
        picture = read_picture(path)
        for leak in picture.hidden:
            run.warn(leak.sentence)
        run.picture = picture_identity(picture.data)
        dots = find_picture_dots(path, picture, settings, part(run.progress, 0.05, 0.4))
        layers = read_secret(run, limit)
        run.patients = points_identity(layers.truth.lon_deg, layers.truth.lat_deg)
        reference = read_reference(run, path)
        step = part(run.progress, 0.4, 0.9)
        scored = attack(picture, dots, reference, layers.secret, settings, step)
        verdict = replace(
            with_population(run, scored, layers.areas),
            inputs=judging.inputs_of(run, layers.areas, scored.truth.records),
        )
        for warning in scored.warnings:
            run.warn(warning)
        run.counts.update(
            dots=len(scored.located.lonlat), records_in_view=scored.truth.records,
            records_out_of_view=scored.truth.out_of_view, records_matched=scored.truth.shown,
        )  # fmt: skip
        _write_points(run, scored, layers)
        remedy = dpi = None
        if run.boolean("REMEDY") and verdict.level is Level.GIVES_AWAY:
            dpi = dpi_of(path, picture)
            remedy = remedy_for(scored, picture, dpi or USUAL_DPI, draw, part(run.progress, 0.9, 0.97))
        _write_passing(run, remedy)
        write_concerned(run, "TRUTH", verdict)
        run.write_reports(build_report(Findings(picture, scored, verdict, remedy, dpi is not None, run)))
        return {
            **_figures(scored.truth), **_passing_figures(remedy),
            "METRES_PER_PX": _plain(scored.placed.metres_per_px),
        }  # fmt: skip


def with_population(run, scored: Scored, areas: AreaLayer | None) -> Verdict:
    """What the picture gives away, with what is to be said of the population that its records hide among."""
    checks = judging.population_checks(run, areas, scored.truth.records)
    return replace(scored.verdict, checks=(*scored.verdict.checks, *checks))


def _write_passing(run, remedy: Remedy | None) -> None:
    trials = remedy.trials if remedy else ()
    columns = [
        (field("dpi", "real"), [trial.dpi for trial in trials]),
        (field("symbol_mm", "real"), [trial.symbol_mm for trial in trials]),
        (field("markers", "text"), [_markers(trial) for trial in trials]),
        (field("exposed", "integer"), [trial.exposed for trial in trials]),
        (field("by_attack", "integer"), [trial.by_attack for trial in trials]),
        (field("passes", "boolean"), [trial.passes for trial in trials]),
    ]
    run.write_layer("PASSING", columns)


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


def _write_points(run, scored: Scored, layers: SecretLayers) -> None:
    truth, located, crs = scored.truth, scored.located, layers.truth.table.crs
    record = [str(layers.names[truth.seen_rows[at]]) if at >= 0 else None for at in truth.match.record]
    around = truth.around
    columns = [
        (field("dot", "integer"), list(range(1, len(record) + 1))),
        (field("record", "text"), record),
        (field("distance_m", "real"), truth.match.distance_m),
        (field("rank", "integer"), _of_dots(truth, None if around is None else around.rank)),
        (field("candidates", "real"), _of_dots(truth, truth.candidates)),
        (field("error_m", "real"), located.error_m),
        (field("size_count", "integer"), scored.dots.size_counts),
    ]
    shapes = points_geometry(run, located.lonlat[:, 0], located.lonlat[:, 1], crs)
    run.write_layer("OUTPUT", columns, shapes, POINT, crs)


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
        "RECALL": _plain(truth.recall),
        "PRECISION": _plain(truth.precision),
        "EXACT_SHARE": _plain(truth.exact_share),
        "EXPOSED": truth.exposed if counted else None,
        "EXPOSED_BY_CHANCE": float(truth.exposed_by_chance) if counted else None,
        "MEAN_DISTANCE_M": _plain(truth.distance.value),
        "MEDIAN_RANK": None if rank is None or not len(rank) else float(np.median(rank)),
    }


def _plain(value):
    return None if value is None or not np.isfinite(value) else float(value)

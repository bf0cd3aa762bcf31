# SPDX-License-Identifier: GPL-2.0-or-later
"""Attack a map picture and say whom it gives away."""

from __future__ import annotations

from dataclasses import dataclass, replace

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

from ....core.base.errors import Phrase, UnjudgedError, translated
from ....core.base.progress import part
from ....core.base.thresholds import Preset, class_size_for
from ....core.base.verdict import Level, Verdict
from ....core.mapimage.attack import Scored, attack, remedy_for
from ....core.mapimage.picturedots import Picture, Settings
from ....core.mapimage.reidentify.judge import unjudged
from ....core.mapimage.reidentify.located import Comparison
from ....core.mapimage.reidentify.remedy import LEAST_SYMBOL_PX, Drawing, Remedy, Trial
from ....host.compat import POINT
from ....i18n import tr
from ....report import Facts, Figure, Report, Section, Table
from ....report.charts import Rule, histogram
from ....report.numbers import agreeing, count, decimals, fill, metres, number, percent
from ...framework import ask, blocks, give, labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.give import FLAG, REAL, TEXT, WHOLE, Features, Result
from ...framework.verdict import audience, judging
from ...framework.verdict.audience import chosen
from ...framework.verdict.judging import CONCERNED, affected_records
from ...framework.verdict.metricsfile import file_identity, pixels_identity, points_identity, points_spread_m
from ...io import AreaLayer, points_geometry
from .pictures import (
    PLACING,
    SENSITIVITY,
    WHAT_MARKS,
    crosses_over,
    facts_of,
    facts_of_dots,
    find_picture_dots,
    read_picture,
    read_reference,
    section_of_hidden,
    shape_of,
)
from .secrets import SecretLayers, read_secret

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
        *ask.under_advanced(*PLACING, only="GCPS"),
        *blocks.truth(Phrase("The points whose secrecy is checked, one per record.")),
        ask.source(
            "MASKED",
            "Masked points",
            "The masked layer that was drawn. Without it, dots that are nobody's are not judged: they may "
            "be true points, placed wrongly.",
            optional=True,
        ),
        *ask.under_advanced(*blocks.CANDIDATES, only="ADDRESSES"),
        *audience.RECORD_LIMIT,
        *ask.under_advanced(SENSITIVITY),
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
            remedy = remedy_for(scored, dpi or USUAL_DPI, draw, part(run.progress, 0.9, 0.97))
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


@dataclass(frozen=True)
class Findings:
    """Everything the report tells of; ``names_dpi``: whether the file names its resolution."""

    picture: Picture
    scored: Scored
    verdict: Verdict
    remedy: Remedy | None
    names_dpi: bool
    preset: Preset | None


def build_report(found: Findings) -> Report:
    """Compose the report: the verdict first, then who is given away, then how."""
    sections = [_whom(found), *audience.sections(found.preset)]
    if found.remedy is not None:
        sections.append(_what_helps(found, found.remedy))
    sections.append(_seen(found))
    if found.scored.truth.match.count:
        sections.append(_how_near(found))
    sections.append(_how(found))
    sections.append(section_of_hidden(found.picture))
    sections.append(_limits())
    return _report(sections, found.verdict)


def report_of_none(verdict: Verdict, preset: Preset | None) -> Report:
    """The report of a picture whose dots were not found, or that could not be placed."""
    return _report([*audience.sections(preset), _limits()], verdict)


def _report(sections: list, verdict: Verdict) -> Report:
    return Report(
        summary=tr(
            "The picture was attacked as a stranger would attack it: the dots were located, the picture "
            "was placed on the map, and every dot was compared with the true points."
        ),
        sections=tuple(sections),
        verdict=verdict,
        affected_records=verdict.affected_records,
    )


def _whom(found: Findings) -> Section:
    scored, masked = found.scored.truth, found.scored.masked
    pairs = [
        (tr("Records inside the picture"), count(scored.records)),
        (tr("Dots recovered"), count(len(scored.match.record))),
        (
            tr("Records found"),
            f"{count(scored.shown)} ({percent(scored.recall)})" if scored.records else "0",
        ),
        (tr("Expected by chance alone"), number(scored.match.by_chance, ".1f")),
        (tr("Dots that are records"), percent(scored.precision) if len(scored.match.record) else "–"),
    ]
    if scored.match.count:
        distance = scored.distance
        pairs.append((
            tr("Mean distance, dot to true point (95 % interval)"),
            f"{metres(distance.value)} ({metres(distance.low)} – {metres(distance.high)})",
        ))  # fmt: skip
    pairs.extend(_candidate_facts(scored))
    if masked is not None:
        pairs.append((
            tr("Masked points found (the picture against the masked layer)"),
            f"{count(masked.shown)} / {count(masked.records)}"
            + (f", {metres(masked.distance.value)}" if masked.match.count else ""),
        ))  # fmt: skip
    return Section(tr("Whom the picture gives away"), Facts(*pairs))


def _candidate_facts(scored: Comparison) -> list:
    need = class_size_for(scored.limit)
    if scored.around is None:
        return [(tr("Candidates a record hides among"), tr("not counted: no addresses, no population"))]
    pairs, around = [], scored.around
    if around.rank is not None and len(around.rank):
        shares = [
            percent(np.count_nonzero(around.rank <= n) / max(scored.records, 1)) for n in (0, 5, 10, 20)
        ]
        pairs.append((tr("Exact address found"), shares[0]))
        pairs.append((tr("True address within the nearest 5 / 10 / 20 others"), " / ".join(shares[1:])))
        expected = float(np.sum(1 / around.behind)) / max(scored.records, 1)
        pairs.append((tr("Exact addresses expected from the picture alone"), percent(expected)))
    if len(around.candidates):
        exposed = np.count_nonzero(around.candidates < need)
        pairs.append((tr("Records found among fewer than {need} candidates", need=need), count(exposed)))
        pairs.append((tr("The same expected by chance alone"), number(scored.exposed_by_chance, ".1f")))
        pairs.append(
            (
                tr("Smallest / median number of candidates"),
                f"{count(around.candidates.min())} / {count(np.median(around.candidates))}",
            )
        )
    return pairs


def _seen(found: Findings) -> Section:
    caption = tr(
        "Crosses: where the attack puts the dots; blue ones were matched with a record, orange ones were "
        "not. Check that they sit on the dots: where they do not, the figures above say little. Red rings: "
        "records that the picture gives away."
    )
    return Section(tr("What the attack saw"), Figure(_overlay(found), caption), internal=True)


def _overlay(found: Findings) -> str:
    dots, matched = found.scored.dots.dots, found.scored.truth.matched
    marks = [
        (colour, dots.x_px[chosen], dots.y_px[chosen])
        for colour, chosen in (("#0072b2", matched), ("#d55e00", ~matched))
    ]
    return crosses_over(found.picture.rgb, marks, _flagged(found))


def _flagged(found: Findings) -> list:
    """The dots that lead to fewer people than the limit asks for, each with the reason."""
    scored, drawn = found.scored.truth, found.scored.dots.dots
    if scored.candidates is None:
        return []
    return [
        (
            drawn.x_px[dot],
            drawn.y_px[dot],
            agreeing(
                tr(
                    "Leads to {candidates} candidates; {distance} from the true place.",
                    candidates=count(candidates),
                    distance=metres(scored.match.distance_m[dot]),
                )
            ),
        )
        for dot, candidates in zip(np.flatnonzero(scored.matched), scored.candidates)
        if candidates < class_size_for(scored.limit)
    ]


def _how_near(found: Findings) -> Section:
    scored = found.scored.truth
    distance = scored.match.distance_m[scored.matched]
    chart = histogram(
        distance, tr("Distance from dot to true point (m)"),
        rules=(Rule(float(distance.mean()), tr("mean")),),
    )  # fmt: skip
    rows = tuple(
        (f"{share} %", metres(float(np.percentile(distance, share)))) for share in (25, 50, 75, 90, 95, 100)
    )
    table = Table((tr("Share of the records found"), tr("within")), rows)
    return Section(tr("How near it comes"), Figure(chart), table, internal=True)


def _what_helps(found: Findings, remedy: Remedy) -> Section:
    best = remedy.enough[0].smooth if remedy.enough else remedy.smooth
    drawings = (best, not best) if remedy.smooth else (False,)
    tables = (_trials(remedy, smooth) for smooth in drawings)
    body = (_at_most(remedy), *_how_to_draw(remedy), *_assumed_dpi(found, remedy), *tables, _moved(remedy))
    return Section(tr("What would make it safe"), *body, internal=True)


def _at_most(remedy: Remedy) -> str:
    if not remedy.enough:
        return tr(
            "No picture of this page passes, down to the coarsest that still shows symbols three times as "
            "large. Move the dots: mask the points with “Mask points: least move” or “Mask points: random "
            "moves” and draw the masked layer, or publish counts by area."
        )
    first, last = remedy.enough[0], remedy.enough[-1]
    sentence = tr(
        "The picture would pass at {dpi:g} dpi at most, with round symbols of {smallest:g} to "
        "{largest:g} mm: a pixel of {pixel_m:,.0f} m instead of {own_m:,.1f} m. That picture was drawn and "
        "attacked, its place told to the attack: nobody is left among fewer than {need} candidates. Check "
        "the final picture itself before you publish it."
    )
    return fill(
        sentence, dpi=first.dpi, smallest=first.symbol_mm, largest=last.symbol_mm, need=remedy.need,
        pixel_m=remedy.page.pixel_m(first.dpi), own_m=remedy.page.metres_per_px,
    )  # fmt: skip


def _how_to_draw(remedy: Remedy) -> tuple:
    enough = remedy.enough
    if not enough or enough[0].smooth:
        return ()
    if remedy.smooth:
        return (
            tr(
                "The markers must then be pasted at whole pixels, and in this picture they are not: they "
                "keep the place inside the pixel. “Draw a map” does so with “Dots at whole pixels”, and so "
                "does the map window's export of plain markers; those of a layout are smooth."
            ),
        )
    return (tr("The markers must be pasted at whole pixels, as in this picture."),)


def _assumed_dpi(found: Findings, remedy: Remedy) -> tuple:
    if found.names_dpi:
        return ()
    return (
        fill(
            tr(
                "The file names no resolution, so it was taken for a page of {dpi:g} dpi. Where that is "
                "wrong, resolutions must be multiplied and sizes in millimetres divided by the same number."
            ),
            dpi=remedy.page.dpi,
        ),
    )


def _trials(remedy, smooth: bool) -> Table:
    """Resolutions by symbol sizes, records exposed in the cells."""
    tried = {(trial.dpi, trial.symbol_mm): trial for trial in remedy.trials if trial.smooth == smooth}
    sizes = sorted({size for _, size in tried})
    rows = []
    for dpi in sorted({dpi for dpi, _ in tried}, reverse=True):
        exposed = [tried[dpi, size].exposed if (dpi, size) in tried else None for size in sizes]
        cells = ("–" if number is None else count(number) for number in exposed)
        rows.append((number(dpi, "g"), decimals(remedy.page.pixel_m(dpi), 1), *cells))
        if not any(exposed):
            break
    caption = fill(tr(
        "Records among fewer than {need} candidates by resolution and diameter of the symbol, {markers}: "
        "the larger of what this attack found and of what the pixels can at best reveal of dots that no "
        "other dot hides. –: the symbol would be smaller than {least:g} pixels. In this picture: "
        "{size:.1f} mm at {dpi:g} dpi. Where dots do not overlap, larger symbols hide nobody."
    ),
        need=remedy.need, size=remedy.page.symbol_mm, dpi=remedy.page.dpi, least=LEAST_SYMBOL_PX,
        markers=tr("smooth markers") if smooth else tr("markers at whole pixels"),
    )  # fmt: skip
    header = (
        tr("Resolution (dpi)"),
        tr("Size of a pixel (m)"),
        *(f"{number(size, 'g')} mm" for size in sizes),
    )
    return Table(header, tuple(rows), caption=caption)


def _moved(remedy) -> str:
    return tr(
        "Or mask the points: to lie among {need} candidates a dot must move by {median} at the median and by "
        "{largest} at most.",
        need=remedy.need,
        median=metres(float(np.median(remedy.move_m))),
        largest=metres(float(remedy.move_m.max())),
    )


def _how(found: Findings) -> Section:
    dots, placed = found.scored.dots.dots, found.scored.placed
    height, width = found.picture.rgb.shape[:2]
    pairs = [
        (tr("Picture"), f"{width} × {height} px, {number(placed.metres_per_px, '.2f')} m/px"),
        *facts_of(placed),
        *facts_of_dots(dots),
        (tr("Position error of a dot along each axis, median"),
         f"{number(np.median(dots.error_px), '.2f')} px ({metres(np.median(found.scored.located.error_m))})"),
        (tr("Kinds of dots"), ", ".join(
            f"{shape_of(kind)}, r = {number(kind.radius_px, '.1f')} px" for kind in dots.classes)),
    ]  # fmt: skip
    for reading in found.scored.dots.readings:
        found_by = translated(reading.failed, tr) if reading.failed is not None else count(reading.count)
        pairs.append((tr("Dots: {reader}", reader=translated(reading.reader, tr)), found_by))
    return Section(tr("How the attack went"), Facts(*pairs), internal=True)


def _limits() -> Section:
    return Section(
        tr("What this check cannot say"),
        tr(
            "It is one attack by one program. A stranger who knows more, for example from a second "
            "map of the same people, from the text of the article or from the neighbourhood, may "
            "find more. Dots that hide one another are counted, but not all of them are located."
        ),
    )

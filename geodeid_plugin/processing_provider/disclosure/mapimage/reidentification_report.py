# SPDX-License-Identifier: GPL-2.0-or-later
"""The report of an attack on a map picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....core.base.errors import Phrase, translated
from ....core.base.thresholds import Preset, class_size_for
from ....core.base.verdict import Verdict
from ....core.mapimage.attack import Scored
from ....core.mapimage.picturedots import Picture
from ....core.mapimage.reidentify.located import Comparison
from ....core.mapimage.reidentify.remedy import LEAST_SYMBOL_PX, Remedy
from ....i18n import tr
from ....report import Facts, Figure, Report, Section, Table
from ....report.charts import Rule, histogram
from ....report.numbers import agreeing, count, decimals, fill, metres, number, percent
from ...framework.verdict.audience import section
from .reading.georeference import facts_of
from .reading.overlay import crosses_over

REGIMES = {
    "snapped": Phrase(
        "markers pasted at whole pixels: the position inside the pixel is lost, whatever the method"
    ),
    "antialiased": Phrase("smooth markers: positions are kept to a small part of a pixel"),
    "vector": Phrase("vector paths: the file holds the exact positions"),
    "aliased": Phrase("markers without smoothing: positions are kept to about a tenth of a pixel"),
    "bars": Phrase("bars along a line: the place lies anywhere along its bar"),
}
_NAMES = (
    Phrase("circle"),
    Phrase("square"),
    Phrase("diamond"),
    Phrase("triangle"),
    Phrase("equilateral triangle"),
    Phrase("pentagon"),
    Phrase("star"),
    Phrase("plus"),
    Phrase("thin plus"),
    Phrase("x"),
    Phrase("thin x"),
    Phrase("bar"),
)
SHAPES = {**{str(name): name for name in _NAMES}, "unknown": Phrase("unknown shape")}
"""What the shapes of symbols are called in a report."""


def shape_of(kind) -> str:
    """The shape of a kind of dots in the language of QGIS."""
    return tr(SHAPES.get(kind.shape, kind.shape))


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
    sections = [_whom(found)]
    if found.preset is not None:
        sections.append(section(found.preset))
    if found.remedy is not None:
        sections.append(_what_helps(found, found.remedy))
    sections.append(_seen(found))
    if found.scored.truth.match.count:
        sections.append(_how_near(found))
    sections.append(_how(found))
    sections.append(_hidden(found))
    sections.append(_limits())
    return _report(sections, found.verdict)


def report_of_none(verdict: Verdict, preset: Preset | None) -> Report:
    """The report of a picture whose dots were not found, or that could not be placed."""
    return _report([*([section(preset)] if preset is not None else []), _limits()], verdict)


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
    return Section(tr("Whom the picture gives away"), (Facts(tuple(pairs)),))


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
    return Section(tr("What the attack saw"), (Figure(_overlay(found), caption),), internal=True)


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
    return Section(tr("How near it comes"), (Figure(chart), table), internal=True)


def _what_helps(found: Findings, remedy: Remedy) -> Section:
    best = remedy.enough[0].smooth if remedy.enough else remedy.smooth
    drawings = (best, not best) if remedy.smooth else (False,)
    tables = (_trials(remedy, smooth) for smooth in drawings)
    body = (_at_most(remedy), *_how_to_draw(remedy), *_assumed_dpi(found, remedy), *tables, _moved(remedy))
    return Section(tr("What would make it safe"), body, internal=True)


def _at_most(remedy: Remedy) -> str:
    if not remedy.enough:
        return tr(
            "No picture of this page passes, down to the coarsest that still shows symbols three times as "
            "large. Move the dots: mask the points with “Mask points: least move” or “Mask points: "
            "random moves” and draw the masked "
            "layer, or publish counts by area."
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
    groups = len(dots.groups.x_px)
    pairs = [
        (tr("Picture"), f"{width} × {height} px, {number(placed.metres_per_px, '.2f')} m/px"),
        *facts_of(placed),
        (tr("How the dots were drawn"), tr(REGIMES.get(dots.regime, dots.regime))),
        (tr("Position error of a dot along each axis, median"),
         f"{number(np.median(dots.error_px), '.2f')} px ({metres(np.median(found.scored.located.error_m))})"),
        (tr("Kinds of dots"), ", ".join(
            f"{shape_of(kind)}, r = {number(kind.radius_px, '.1f')} px" for kind in dots.classes)),
    ]  # fmt: skip
    for reading in found.scored.dots.readings:
        found_by = translated(reading.failed, tr) if reading.failed is not None else count(reading.count)
        pairs.append((tr("Dots: {reader}", reader=translated(reading.reader, tr)), found_by))
    if groups:
        pairs.append((
            tr("Merged groups of dots"),
            tr("{groups}, {found} dots separated of about {low}–{high}", groups=groups,
               found=int(dots.groups.found.sum()), low=int(dots.groups.low.sum()),
               high=int(dots.groups.high.sum())),
        ))  # fmt: skip
    return Section(tr("How the attack went"), (Facts(tuple(pairs)),), internal=True)


def _hidden(found: Findings) -> Section:
    title = tr("What the file says besides its pixels")
    if found.picture.hidden:
        return Section(title, tuple(translated(leak.sentence, tr) for leak in found.picture.hidden))
    return Section(
        title, (tr("No world file, GeoTIFF or GeoPDF frame, EXIF position or project path was found."),)
    )


def _limits() -> Section:
    return Section(
        tr("What this check cannot say"),
        (
            tr(
                "It is one attack by one program. A stranger who knows more, for example from a second "
                "map of the same people, from the text of the article or from the neighbourhood, may "
                "find more. Dots that hide one another are counted, but not all of them are located."
            ),
        ),
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""The report of an attack on a map picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.mapimage import score
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, Table, Verdict
from ...report.charts import Rule, histogram
from ...report.common import count, metres, percent
from .overlay import crosses_over

LEVELS = {"gives away": "fail", "with care": "warn", "within the limit": "pass", "not judged": "unknown"}
REGIMES = {
    "snapped": "markers pasted at whole pixels: the position inside the pixel is lost, whatever the method",
    "antialiased": "smooth markers: positions are kept to a small part of a pixel",
    "vector": "vector paths: the file holds the exact positions",
    "aliased": "markers without smoothing: positions are kept to about a tenth of a pixel",
}


@dataclass(frozen=True)
class Findings:
    """Everything the report tells of."""

    picture: object
    dots: object
    placed: object
    attack: object
    scored: object
    masked: object
    remedy: object
    run: object


def build_report(found: Findings) -> Report:
    """Compose the report: the verdict first, then who is given away, then how."""
    scored = found.scored
    sections = [_whom(found), _seen(found)]
    if scored.match.count:
        sections.append(_how_near(found))
    if found.remedy is not None:
        sections.append(_what_helps(found))
    sections.append(_how(found))
    sections.append(_hidden(found))
    sections.append(_limits())
    return Report(
        title=tr("What a map picture gives away"),
        summary=tr(
            "The picture was attacked as a stranger would attack it: the dots were located, the picture "
            "was placed on the map, and every dot was compared with the true points."
        ),
        sections=tuple(sections),
        verdict=Verdict(LEVELS[scored.verdict.word], scored.verdict.sentence),
        warnings=tuple(found.run.warnings),
    )


def _whom(found: Findings) -> Section:
    scored = found.scored
    pairs = [
        (tr("Records inside the picture"), count(scored.records)),
        (tr("Dots recovered"), count(len(scored.match.record))),
        (
            tr("Records found"),
            f"{count(scored.match.count)} ({percent(scored.recall)})" if scored.records else "0",
        ),
        (tr("Expected by chance alone"), f"{scored.match.by_chance:.1f}"),
        (tr("Dots that are records"), percent(scored.precision) if len(scored.match.record) else "–"),
    ]
    if scored.match.count:
        distance = scored.distance
        pairs.append((
            tr("Mean distance, dot to true point (95 % interval)"),
            f"{metres(distance.value)} ({metres(distance.low)} – {metres(distance.high)})",
        ))  # fmt: skip
    pairs.extend(_candidate_facts(scored))
    if found.masked is not None:
        masked = found.masked
        pairs.append((
            tr("Masked points found (the picture against the masked layer)"),
            f"{count(masked.match.count)} / {count(masked.records)}"
            + (f", {metres(masked.distance.value)}" if masked.match.count else ""),
        ))  # fmt: skip
    return Section(tr("Whom the picture gives away"), (Facts(tuple(pairs)),))


def _candidate_facts(scored) -> list:
    need = score.class_size(scored.limit)
    if scored.candidates is None:
        return [(tr("Candidates a record hides among"), tr("not counted: no addresses, no population"))]
    pairs = []
    if scored.rank is not None and len(scored.rank):
        shares = [
            percent(np.count_nonzero(scored.rank <= n) / max(scored.records, 1)) for n in (0, 5, 10, 20)
        ]
        pairs.append((tr("Exact address found"), shares[0]))
        pairs.append((tr("True address within the nearest 5 / 10 / 20 others"), " / ".join(shares[1:])))
        expected = float(np.sum(1 / scored.behind)) / max(scored.records, 1)
        pairs.append((tr("Exact addresses expected from the picture alone"), percent(expected)))
    if len(scored.candidates):
        exposed = np.count_nonzero(scored.candidates < need)
        pairs.append(
            (tr("Records found among fewer than {need} candidates").format(need=need), count(exposed))
        )
        pairs.append((tr("The same expected by chance alone"), f"{scored.exposed_by_chance:.1f}"))
        pairs.append((tr("Smallest / median number of candidates"),
                      f"{scored.candidates.min():.0f} / {np.median(scored.candidates):.0f}"))  # fmt: skip
    return pairs


def _seen(found: Findings) -> Section:
    caption = tr(
        "Crosses: where the attack puts the dots; blue ones were matched with a record, orange ones were "
        "not. Look whether they sit on the dots: where they do not, the figures above say little."
    )
    return Section(tr("What the attack saw"), (Figure(_overlay(found), caption),), internal=True)


def _overlay(found: Findings) -> str:
    dots, matched = found.dots, found.scored.matched
    marks = [
        (colour, dots.x_px[chosen], dots.y_px[chosen])
        for colour, chosen in (("#0072b2", matched), ("#d55e00", ~matched))
    ]
    return crosses_over(found.picture.rgb, marks)


def _how_near(found: Findings) -> Section:
    scored = found.scored
    distance = scored.match.distance_m[scored.matched]
    chart = histogram(
        distance, tr("Distance from dot to true point (m)"),
        rules=(Rule(float(distance.mean()), tr("mean")),),
    )  # fmt: skip
    rows = tuple(
        (f"{share} %", round(float(np.percentile(distance, share)), 2)) for share in (25, 50, 75, 90, 95, 100)
    )
    table = Table((tr("Share of the records found"), tr("within (m)")), rows)
    return Section(tr("How near it comes"), (Figure(chart), table), internal=True)


def _what_helps(found: Findings) -> Section:
    remedy = found.remedy
    need = score.class_size(found.scored.limit)
    rows = tuple(
        (f"{coarser:g} ×", f"{pixel_m:,.1f} m", exposed) for coarser, pixel_m, exposed in remedy.tried
    )
    table = Table(
        (
            tr("Pixels coarser"),
            tr("Size of a pixel"),
            tr("Records among fewer than {need}").format(need=need),
        ),
        rows,
        caption=tr("The same map as a PNG with markers at whole pixels (QGIS's own simple markers)."),
    )
    move = metres(float(np.median(remedy.move_m))), metres(float(remedy.move_m.max()))
    moved = tr(
        "Or mask the points: to lie among {need} candidates a dot must move by {median} at the median and by "
        "{largest} at most. A larger symbol does not help: its centre is found as well, or better."
    ).format(need=need, median=move[0], largest=move[1])
    return Section(tr("What would make it safe"), (_coarser(remedy), table, moved), internal=True)


def _coarser(remedy) -> str:
    if remedy.enough is None:
        return tr("No picture of this region that still shows something is coarse enough: mask or aggregate.")
    pixel_m = next(size for coarser, size, _ in remedy.tried if coarser == remedy.enough)
    return tr(
        "Pixels {coarser:g} times coarser ({pixel_m:.0f} m) would leave nobody exposed. Such a picture was "
        "drawn and attacked again, its place told to the attack: {again} records were found among too few "
        "candidates. Check the final picture itself before you publish it."
    ).format(coarser=remedy.enough, pixel_m=pixel_m, again=remedy.found_again)


def _how(found: Findings) -> Section:
    dots, placed = found.dots, found.placed
    height, width = found.picture.rgb.shape[:2]
    groups = len(dots.groups.x_px)
    pairs = [
        (tr("Picture"), f"{width} × {height} px, {placed.metres_per_px:.2f} m/px"),
        *placed.facts,
        (tr("How the dots were drawn"), tr(REGIMES.get(dots.regime, dots.regime))),
        (tr("Position error of a dot along each axis, median"),
         f"{np.median(dots.error_px):.2f} px ({metres(np.median(found.attack.error_m))})"),
        (tr("Kinds of dots"), ", ".join(
            f"{kind.shape}, r = {kind.radius_px:.1f} px" for kind in dots.classes)),
    ]  # fmt: skip
    if groups:
        pairs.append((
            tr("Merged groups of dots"),
            tr("{groups}, {found} dots taken apart of about {low}–{high}").format(
                groups=groups, found=int(dots.groups.found.sum()), low=int(dots.groups.low.sum()),
                high=int(dots.groups.high.sum())),
        ))  # fmt: skip
    return Section(tr("How the attack went"), (Facts(tuple(pairs)),), internal=True)


def _hidden(found: Findings) -> Section:
    title = tr("What the file says besides its pixels")
    if found.picture.hidden:
        return Section(title, tuple(betrayal.sentence for betrayal in found.picture.hidden))
    return Section(
        title, (tr("No world file, GeoTIFF or GeoPDF frame, EXIF position or project path was found."),)
    )


def _limits() -> Section:
    return Section(
        tr("What this check cannot say"),
        (
            tr(
                "It is one attack by one program. A stranger who knows more, for example from a second map "
                "of the "
                "same people, from the text of the article or from the neighbourhood, may find more. Dots "
                "that hide "
                "one another are counted, but not all of them are located."
            ),
        ),
    )

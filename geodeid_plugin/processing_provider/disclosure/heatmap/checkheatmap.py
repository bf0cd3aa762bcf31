# SPDX-License-Identifier: GPL-2.0-or-later
"""Turn a heat map back into points and say whom they give away."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
    QgsProcessingParameterRasterLayer,
    QgsProcessingParameterString,
)

from ....core.base.errors import InputError, Phrase
from ....core.base.progress import part as share
from ....core.base.thresholds import class_size_for
from ....core.base.verdict import FAILED, MADE, NOT_MADE, Adversary, Check, Claim, Verdict
from ....core.exposure.heatmap.inversion import Spikes
from ....core.exposure.heatmap.kernels import KERNELS
from ....core.exposure.heatmap.redraw import Drawing
from ....core.mapimage.reidentify import score
from ....core.mapimage.reidentify.judge import ADDRESSES, PEOPLE, more_than_chance, shows
from ....host.compat import POINT, field
from ....i18n import tr
from ....report import Facts, Report, Section
from ....report.numbers import count, decimals, number, percent
from ...framework import parameters
from ...framework.base import GeoDeIDAlgorithm
from ...framework.verdict import judging
from ...framework.verdict.audience import add_record_limit, chosen, section
from ...io import WGS84
from ..mapimage.reading.projections import transformed
from ..mapimage.reidentify.known import Known, limit_of
from .passing import NONE, SEARCHES, Found, searched, section_of
from .surface import Surface, read_surface

LARGEST_RESIDUAL = 0.1
"""Share of a point's height that may stay unexplained (root mean square): more is no sum of such kernels."""
LARGEST_MISSED = 0.5
"""Height, as a share of a point's, of what may still look like a point in what is left; chosen: half."""
NEAR_M = 25.0
"""Distance within which a point counts as read back."""
MIDDLE_PX = 0.02
"""Points this near to the middle of a pixel were put there; by chance one in 600 lies so."""
MOST_UNKNOWN = 0.25
"""Share of a map whose colours its legend may lack: borders and names take up to a fifth. Chosen."""


class CheckHeatMap(GeoDeIDAlgorithm):
    """``geodeid:checkheatmap``."""

    ID = "checkheatmap"
    TITLE = "Check a heat map"
    GROUP = ("disclosure", "Disclosure checks")
    TAGS = ("kernel density", "KDE", "heatmap", "raster", "deconvolution", "disclosure", "surface")
    SUMMARY = (
        "Turns a heat map (a kernel density raster) back into the points that it was made from, as anybody "
        "can who knows or guesses the kernel, and says whom these points give away. A smooth surface looks "
        "harmless; as a raster of decimal numbers it holds every place exactly. A safe surface is made by "
        "“Release a grid”."
    )
    STYLES = {"OUTPUT": "recovered_points"}
    INTERNAL = ("OUTPUT",)
    JUDGES = True

    def define(self) -> None:
        number = QgsProcessingParameterNumber
        self.add(
            QgsProcessingParameterRasterLayer("SURFACE", tr("Heat map")),
            tr(
                "The raster as it would be published: numbers (its first band), or a picture in colours with "
                "its legend, placed on the map."
            ),
        )
        parameters.add_truth(
            self, tr("The points whose secrecy is checked: the patients, one point per record.")
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "MASKED", tr("Masked points"), [QgsProcessing.SourceType.TypeVectorPoint], optional=True
            ),
            tr(
                "The masked layer that the heat map was made of. Without it, points that are nobody's are "
                "not judged: the raster may lie elsewhere, or be of others."
            ),
            advanced=True,
        )
        parameters.add_candidates(self)
        add_record_limit(self)
        self.add(
            QgsProcessingParameterString("LEGEND", tr("Legend of a picture"), "", optional=True),
            tr(
                "Empty: it is looked for in the picture, in equal steps from 0. Or its values from low to "
                "high (0; 5; 10), values with colours (0 #ffffff; 12 #ff0000), or ranges with colours "
                "(0-5 #ffffcc; 5-10 #fd8d3c)."
            ),
            advanced=True,
        )
        self.add(
            parameters.choice("KERNEL", tr("Kernel"), ("auto", *KERNELS), "auto"),
            tr("quartic is drawn by QGIS and ArcGIS by default. auto finds it from the surface."),
            advanced=True,
        )
        self.add(
            number("BANDWIDTH", tr("Bandwidth (m)"), number.Type.Double, optional=True, minValue=0),
            tr("Radius of the quartic, standard deviation of the normal kernel. Empty: from the surface."),
            advanced=True,
        )
        self.add(
            parameters.choice("SEARCH", tr("Look for one that passes"), SEARCHES, NONE),
            tr(
                "Draws the true points anew with larger pixels, a wider kernel or fewer classes, attacks "
                "each drawing, and says from where on one passes. Takes as long as five to eight checks."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Recovered points"), optional=True),
            tr("The points read back, with their weight and the record each stands for. Internal."),
        )
        self.add_reports()
        for name, title in (
            ("RECOVERED", tr("Records recovered")),
            ("RECALL", tr("Share of the records recovered within 25 m")),
            ("PRECISION", tr("Share of the points that are records")),
            ("MEAN_DISTANCE_M", tr("Mean distance from point to true place (m)")),
            ("ISOLATED", tr("Records farther than a bandwidth from any other")),
            ("ISOLATED_RECALL", tr("Share of them recovered within 25 m")),
            ("EXPOSED", tr("Records found among too few candidates")),
            ("BANDWIDTH_M", tr("Bandwidth that was given or found (m)")),
            ("RESIDUAL", tr("Share of a point's height that is not explained")),
            ("PASSES_FROM", tr("Pixel or bandwidth (m) from which, or classes down from which, one passes")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        limit = limit_of(run)
        class_size_for(limit)
        surface, known = read_surface(run), Known.of(run)
        if known is None:
            raise InputError(tr("Give the true points."))
        run.progress(0.1, tr("Turning the heat map back into points"))
        kernel = surface.kernel(run.choice("KERNEL"), run.number("BANDWIDTH"), share(run.progress, 0.1, 0.2))
        surface, kernel = surface.thinned(kernel)
        spikes = surface.turned_back(kernel, share(run.progress, 0.2, 0.9))
        attack = _Attack.of(run, surface, spikes, known)
        verdict, records = _judged(attack, limit), len(known.true_m)
        verdict = replace(
            verdict,
            inputs=judging.inputs_of(run, known.layer, records),
            checks=(
                *verdict.checks,
                *_bands(surface),
                *_legend(surface),
                *_colours(surface),
                *judging.population_checks(run, known.layer, records),
            ),
        )
        run.counts.update(points=len(spikes.x_px), records=len(known.true_m))
        _write(run, attack)
        found = _passing(run, surface, attack, class_size_for(limit))
        figures = attack.figures(class_size_for(limit))
        figures["PASSES_FROM"] = None if found is None else found.passes_from
        run.write_reports(_report(run, attack, verdict, figures, found))
        return figures


def _passing(run, surface: Surface, attack: _Attack, need: int) -> Found | None:
    """What a search for a drawing that passes found; None where none was asked for."""
    what = run.choice("SEARCH")
    if what == NONE:
        return None
    if not attack.known.crowd.known:
        raise InputError(tr("Give addresses or areas with population: they say what passes."))
    run.progress(0.9, tr("Drawing the points otherwise"))
    kernel = attack.spikes.kernel
    drawing = Drawing(kernel.shape, kernel.bandwidth_px * surface.metres, surface.metres, surface.levels)
    return searched(what, drawing, attack.known, need, share(run.progress, 0.9, 1.0))


@dataclass(frozen=True)
class _Attack:
    """Points read back, held against the true ones, on the plane of these."""

    spikes: Spikes
    known: Known
    lonlat: np.ndarray
    where_m: np.ndarray
    error_m: np.ndarray
    match: score.Match
    candidates: np.ndarray | None
    metres: float
    picture: bool = False

    @classmethod
    def of(cls, run, surface: Surface, spikes: Spikes, known: Known):
        pixels = np.column_stack([spikes.x_px, spikes.y_px, np.ones(len(spikes.x_px))])
        lonlat = transformed(pixels @ surface.matrix.T, surface.crs, WGS84, run.context)
        where = known.plane.metres(*lonlat.T)
        error_px = np.hypot(spikes.error_px, 1 / np.sqrt(12) if _at_middles(spikes) else 0.0)
        error = np.maximum(error_px * surface.metres, 1e-3)
        # A point is held against a record up to half a bandwidth away: nearer than two points part.
        reach = 0.5 * spikes.kernel.bandwidth_px * surface.metres
        match = score.match(where, known.true_m, reach)
        matched = match.record != score.UNMATCHED
        candidates = None
        if known.crowd.known:
            rows = match.record[matched]
            candidates = known.crowd.candidates(where[matched], known.true_m[rows], error[matched], rows)
        picture = surface.colours is not None
        return cls(spikes, known, lonlat, where, error, match, candidates, surface.metres, picture)

    @property
    def points(self) -> int:
        """Points that the spikes stand for: heights are multiples of one point's."""
        return int(np.rint(self.spikes.weight / np.median(self.spikes.weight)).sum())

    def figures(self, need: int) -> dict:
        """The numbers of the run."""
        near = int(np.count_nonzero(self.match.distance_m <= NEAR_M))
        isolated = self._isolated()
        found = np.zeros(len(self.known.true_m), bool)
        close = self.match.distance_m <= NEAR_M
        found[self.match.record[close]] = True
        matched = self.match.distance_m[np.isfinite(self.match.distance_m)]
        return {
            "RECOVERED": self.match.count,
            "RECALL": near / len(self.known.true_m),
            "PRECISION": self.match.count / max(len(self.where_m), 1),
            "MEAN_DISTANCE_M": float(matched.mean()) if len(matched) else None,
            "ISOLATED": int(isolated.sum()),
            "ISOLATED_RECALL": float(found[isolated].mean()) if isolated.any() else None,
            "EXPOSED": None if self.candidates is None else int(np.count_nonzero(self.candidates < need)),
            "BANDWIDTH_M": self.spikes.kernel.bandwidth_px * self.metres,
            "RESIDUAL": self.spikes.residual,
        }

    def _isolated(self) -> np.ndarray:
        from scipy.spatial import cKDTree

        if len(self.known.true_m) < 2:
            return np.ones(len(self.known.true_m), bool)
        next_m = cKDTree(self.known.true_m).query(self.known.true_m, k=2)[0][:, 1]
        return next_m > self.spikes.kernel.bandwidth_px * self.metres


def _at_middles(spikes: Spikes) -> bool:
    """Whether the program moved each point to the middle of its pixel first, as QGIS does."""
    off = np.maximum(np.abs(spikes.x_px % 1 - 0.5), np.abs(spikes.y_px % 1 - 0.5))
    return len(off) > 2 and float(np.median(off)) < MIDDLE_PX


def _judged(attack: _Attack, limit: float) -> Verdict:
    claim = Claim(
        Phrase("No point read back from the heat map leads to its person with a chance above the limit."),
        limit,
        Phrase("1 / candidates of each record that was read back"),
        "Denoyelle, Duval, Peyré, Soubies. Inverse Problems 2020, 36:014001",
    )
    knows = Phrase("the raster; kernel and bandwidth are known or found")
    if attack.picture:
        knows = Phrase("the picture and its legend; kernel and bandwidth are known or found")
    holds = ADDRESSES if attack.known.crowd.homes_m is not None else PEOPLE
    need = class_size_for(limit)
    checks = [_explained(attack), _placed(attack)]
    if attack.candidates is None:
        why = Phrase("nobody can say how many people each point could be.")
        return Verdict(claim, None, (Adversary("surface", knows, holds, None, why=why),), tuple(checks))
    exposed = attack.candidates < need
    fewest = float(np.floor(attack.candidates.min())) if len(attack.candidates) else np.inf
    rows = tuple(attack.match.record[attack.match.record != score.UNMATCHED][exposed].tolist())
    chance = _by_chance(attack, need)
    beyond = more_than_chance(len(rows), chance)
    sentence = Phrase(
        "{exposed} of {records} records are read back from the surface among fewer than {need} candidates.",
        exposed=len(rows),
        records=len(attack.known.true_m),
        need=need,
    )
    remedy = Phrase(
        "Publish the surface that “Release a grid” makes of counts, or a picture of few classes, checked as "
        "a picture; a wider bandwidth alone hides nobody in a raster of decimals."
    )
    checks.append(Check("candidates", FAILED if rows and beyond else MADE, sentence, remedy, rows))
    stranger = Adversary("surface", knows, holds, 1 / max(fewest, 1.0), rows,
                         explained=sentence if rows and not beyond else None)  # fmt: skip
    return Verdict(claim, None, (stranger,), tuple(checks))


def _placed(attack: _Attack) -> Check:
    """Points that are nobody's may be the true ones of a raster that lies elsewhere."""
    where, match, masked_m = attack.where_m, attack.match, attack.known.masked_m
    true = shows(match.count, match.by_chance, len(attack.known.true_m), len(where))
    if not true and masked_m is not None:
        reach = 0.5 * attack.spikes.kernel.bandwidth_px * attack.metres
        found = score.match(where, masked_m, reach)
        true = shows(found.count, found.by_chance, len(masked_m), len(where))
    if true:
        return Check("placement", MADE, Phrase("Most points that were read back are known points."))
    return Check(
        "placement",
        NOT_MADE,
        Phrase(
            "The {points} points that were read back are neither the true points nor those of a layer that "
            "was given as masked. So the raster may lie elsewhere or be of others, and whom it gives away is "
            "not known.",
            points=len(where),
        ),
        Phrase("Give the layer that the heat map was made of as MASKED, and check the raster's system."),
    )


def _bands(surface: Surface) -> tuple[Check, ...]:
    """What further bands hold nobody has looked at."""
    if surface.bands == 1:
        return ()
    sentence = Phrase(
        "The raster holds {bands} bands, of which only the first was turned back.", bands=surface.bands
    )
    remedy = Phrase("Publish a raster of the band that was checked; check colours as a picture.")
    return (Check("bands", NOT_MADE, sentence, remedy),)


def _legend(surface: Surface) -> tuple[Check, ...]:
    """Whoever reads the numbers beside a legend may read more than equal steps tell."""
    if surface.colours is None or surface.colours.told:
        return ()
    sentence = Phrase(
        "The numbers beside the legend were not told, so equal steps from 0 were taken: with those that "
        "stand there, more may be read."
    )
    return (Check("legend", NOT_MADE, sentence, Phrase("Write the values of the legend in LEGEND.")),)


def _colours(surface: Surface) -> tuple[Check, ...]:
    """What lies under colours that are not in the legend nobody has looked at."""
    if surface.colours is None or surface.colours.unknown <= MOST_UNKNOWN:
        return ()
    sentence = Phrase(
        "{share:.0f} % of the map have colours that its legend does not show: what lies there was not read.",
        share=100 * surface.colours.unknown,
    )
    remedy = Phrase("Write the colours and values in LEGEND, and check a picture without a base map.")
    return (Check("colours", NOT_MADE, sentence, remedy),)


def _explained(attack: _Attack) -> Check:
    """A surface that was not explained says nothing about the points behind it."""
    said = {"residual": 100 * attack.spikes.residual, "points": attack.points,
            "records": len(attack.known.true_m)}  # fmt: skip
    left_over = attack.spikes.residual > LARGEST_RESIDUAL or attack.spikes.missed > LARGEST_MISSED
    if left_over or attack.points < len(attack.known.true_m):
        return Check(
            "explained",
            NOT_MADE,
            Phrase(
                "{points} points were read back for {records} records, and {residual:.2g} % of a point's "
                "height is not explained: whom the others give away is not known.",
                **said,
            ),
            Phrase("Give kernel and bandwidth, and the raster as it was computed."),
        )
    sentence = Phrase(
        "{points} points explain the surface up to {residual:.2g} % of a point's height.", **said
    )
    return Check("explained", MADE, sentence)


def _by_chance(attack: _Attack, need: int) -> float:
    """Records that too few candidates would protect if the points were moved aside."""
    reach = 0.5 * attack.spikes.kernel.bandwidth_px * attack.metres
    counts = []
    for moved, record in score.chance_matches(attack.where_m, attack.known.true_m, reach):
        kept = record != score.UNMATCHED
        rows = record[kept]
        true_m = attack.known.true_m[rows]
        behind = attack.known.crowd.candidates(moved[kept], true_m, attack.error_m[kept], rows)
        counts.append(int(np.count_nonzero(behind < need)))
    return float(np.mean(counts)) if counts else 0.0


def _write(run, attack: _Attack) -> None:
    record = attack.match.record
    names = [attack.known.names[at] if at != score.UNMATCHED else None for at in record]
    columns = [
        (field("weight", "real"), attack.spikes.weight / np.median(attack.spikes.weight)),
        (field("record", "text"), names),
        (field("distance_m", "real"), attack.match.distance_m),
        (field("error_m", "real"), attack.error_m),
    ]
    shapes = [QgsGeometry.fromPointXY(QgsPointXY(x, y)) for x, y in attack.lonlat]
    run.write_layer("OUTPUT", columns, shapes, POINT, QgsCoordinateReferenceSystem(WGS84))


def _report(run, attack: _Attack, verdict: Verdict, figures: dict, found: Found | None) -> Report:
    isolated = figures["ISOLATED_RECALL"]
    facts = (
        (tr("Kernel"), attack.spikes.kernel.shape),
        (tr("Bandwidth"), f"{decimals(figures['BANDWIDTH_M'], 1)} m"),
        (tr("Points read back"), count(attack.points)),
        (tr("Error of their positions, median"), f"{number(np.median(attack.error_m), '.2g')} m"),
        (tr("Records recovered within 25 m"), percent(figures["RECALL"], 1)),
        (tr("Records farther than a bandwidth from any other"), count(figures["ISOLATED"])),
        (tr("Of these recovered within 25 m"), "–" if isolated is None else percent(isolated, 1)),
        (tr("Not explained, as a share of a point's height"), percent(figures["RESIDUAL"], 2)),
    )
    sections = [Section(tr("What was read back"), (Facts(facts),), internal=True)]
    if found is not None:
        sections.append(section_of(found))
    preset = chosen(run)
    if preset is not None:
        sections.append(section(preset))
    return Report(
        tr("Check of a heat map"),
        tr("Which points stand behind the surface, and whom they give away."),
        tuple(sections),
        verdict,
        tuple(run.warnings),
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Turn a heat map back into points and say whom they give away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from qgis.core import QgsCoordinateReferenceSystem, QgsGeometry, QgsPointXY

from ....core.base.errors import InputError, Phrase, UnjudgedError
from ....core.base.progress import part as share
from ....core.base.thresholds import class_size_for
from ....core.base.verdict import Verdict
from ....core.exposure.heatmap.attack import Attack, judged, unjudged
from ....core.exposure.heatmap.kernels import KERNELS
from ....core.exposure.heatmap.redraw import Drawing
from ....core.exposure.heatmap.surface import Surface
from ....core.mapimage.reidentify import score
from ....core.mapimage.reidentify.known import Known
from ....host.compat import POINT
from ....i18n import tr
from ....report import Facts, Report, Section
from ....report.numbers import count, decimals, number, percent
from ...framework import ask, blocks, give, labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.give import REAL, TEXT, Features, Result
from ...framework.verdict import audience, judging
from ...framework.verdict.audience import RECORD_LIMIT, chosen, section
from ...io import WGS84
from ..mapimage.reading.secrets import read_secret_of_areas
from .passing import NONE, SEARCHES, Found, searched, section_of
from .surface import read_surface

_POINT = {"weight": REAL, "record": TEXT, "distance_m": REAL, "error_m": REAL}


class CheckHeatMap(GeoDeIDAlgorithm):
    """``geodeid:checkheatmap``."""

    ID = "checkheatmap"
    TITLE = "Check a heat map"
    HEADING = labels.CHECK
    TAGS = ("heat map", "heatmap", "kernel density", "KDE", "raster", "density surface", "deconvolution")
    SUMMARY = (
        "Turns a heat map (a kernel density raster) back into the points that it was made from, and says "
        "whom they give away. “Counts on a grid for release” makes a safe surface."
    )
    JUDGES = True
    REQUIRES = (*GeoDeIDAlgorithm.REQUIRES, "pyproj")
    INPUTS = (
        ask.raster(
            "SURFACE",
            "Heat map",
            "The raster as it would be published: numbers (its first band), or a picture with its legend, "
            "placed on the map.",
        ),
        *blocks.truth(Phrase("The points whose secrecy is checked, one per record.")),
        ask.source(
            "MASKED",
            "Masked points",
            "The masked layer that the heat map was made of. Without it, points that are nobody's are not "
            "judged.",
            optional=True,
            advanced=True,
        ),
        *blocks.CANDIDATES,
        *RECORD_LIMIT,
        ask.text(
            "LEGEND",
            "Legend of a picture",
            "Empty: it is looked for in the picture. Or values from low to high (0; 5; 10), with colours (0 "
            "#ffffff; 12 #ff0000), or ranges with colours (0-5 #ffffcc; 5-10 #fd8d3c).",
            "",
            advanced=True,
        ),
        ask.choice(
            "KERNEL",
            "Kernel",
            "quartic is the default of QGIS and ArcGIS. auto finds it.",
            ("auto", *KERNELS),
            "auto",
            advanced=True,
        ),
        ask.number(
            "BANDWIDTH",
            "Bandwidth (m)",
            "Radius of the quartic, standard deviation of the normal kernel. Empty: from the surface.",
            least=0,
            advanced=True,
        ),
        ask.choice(
            "SEARCH",
            "Look for one that passes",
            "Draws the true points with larger pixels, a wider kernel or fewer classes, and says which "
            "passes. As long as six to nine checks.",
            SEARCHES,
            NONE,
            advanced=True,
        ),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Recovered points",
            "The points read back, with their weight and the record each stands for. Internal.",
            optional=True,
            by_default=True,
            internal=True,
            style="recovered_points",
            fields=_POINT,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("RECOVERED", "Records recovered"),
        give.number("RECALL", "Share of the records recovered within 25 m"),
        give.number("PRECISION", "Share of the points that are records"),
        give.number("MEAN_DISTANCE_M", "Mean distance from point to true place (m)"),
        give.number("ISOLATED", "Records farther than a bandwidth from any other"),
        give.number("ISOLATED_RECALL", "Share of them recovered within 25 m"),
        give.number("EXPOSED", "Records found among too few candidates"),
        give.number("BANDWIDTH_M", "Bandwidth that was given or found (m)"),
        give.number("RESIDUAL", "Share of a point's height that is not explained"),
        give.number(
            "PASSES_FROM",
            "Smallest pixel or bandwidth (m), or most classes, that pass while none coarser fails",
        ),
    )

    def compute(self, inputs, run) -> Result:
        limit = audience.limit(run, "LIMIT")
        layers = read_secret_of_areas(run, limit)
        if layers is None:
            raise InputError("heatmap.points.missing", "Give the true points.")
        try:
            attack = _attacked(run, inputs, layers.known())
        except UnjudgedError as reason:
            report = _report(run, [], unjudged(limit, reason.phrase), None)
            return Result(layers={"OUTPUT": _points()}, report=report)
        verdict, records = judged(attack, limit), len(attack.known.true_m)
        verdict = replace(
            verdict,
            inputs=judging.inputs_of(run, layers.areas, records),
            checks=(*verdict.checks, *judging.population_checks(run, layers.areas, records)),
        )
        run.counts.update(points=len(attack.spikes.x_px), records=records)
        found = _passing(run, inputs.search, attack.surface, attack, class_size_for(limit))
        figures = attack.figures(class_size_for(limit))
        figures["PASSES_FROM"] = None if found is None else found.passes_from
        return Result(
            figures=figures,
            layers={"OUTPUT": lambda: _recovered(attack)},
            report=_report(run, [_read_back(attack, figures)], verdict, found),
        )


def _attacked(run, inputs, known: Known) -> Attack:
    """The heat map turned back into points, held against the true ones."""
    surface = read_surface(run)
    run.progress(0.1, tr("Turning the heat map back into points"))
    surface = surface.straightened(share(run.progress, 0.1, 0.15))
    kernel = surface.kernel(inputs.kernel, inputs.bandwidth, share(run.progress, 0.15, 0.2))
    surface, kernel = surface.thinned(kernel)
    return Attack.of(surface, surface.turned_back(kernel, share(run.progress, 0.2, 0.9)), known)


def _passing(run, what: str, surface: Surface, attack: Attack, need: int) -> Found | None:
    """What a search for a drawing that passes found; None where none was asked for."""
    if what == NONE:
        return None
    if attack.known.crowd is None:
        raise InputError(
            "heatmap.addresses.missing", "Give addresses or areas with population: they say what passes."
        )
    run.progress(0.9, tr("Drawing the points otherwise"))
    kernel = attack.spikes.kernel
    drawing = Drawing(kernel.shape, kernel.bandwidth_px * surface.metres, surface.metres, surface.levels)
    return searched(what, drawing, attack.known, need, share(run.progress, 0.9, 1.0))


def _recovered(attack: Attack) -> Features:
    """The points read back."""
    record = attack.match.record
    names = [attack.known.names[at] if at != score.UNMATCHED else None for at in record]
    weight = attack.spikes.weight / np.median(attack.spikes.weight)
    return _points(attack.lonlat, [weight, names, attack.match.distance_m, attack.error_m])


def _points(lonlat=(), values=((), (), (), ())) -> Features:
    """Points with the values of the declared fields; none where nothing was read back."""
    shapes = [QgsGeometry.fromPointXY(QgsPointXY(x, y)) for x, y in lonlat]
    return Features(dict(zip(_POINT, values)), shapes, POINT, QgsCoordinateReferenceSystem(WGS84))


def _read_back(attack: Attack, figures: dict) -> Section:
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
    return Section(tr("What was read back"), (Facts(facts),), internal=True)


def _report(run, sections: list, verdict: Verdict, found: Found | None) -> Report:
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
    )

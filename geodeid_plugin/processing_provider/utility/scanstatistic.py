# SPDX-License-Identifier: GPL-2.0-or-later
"""Kulldorff's circular scan for clusters of cases."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from qgis.core import QgsGeometry, QgsPointXY

from ...core.base.errors import InputError
from ...core.base.progress import part
from ...core.geometry.sphere import destination_deg
from ...core.utility.masked_scan import scan_through_mask
from ...core.utility.satscan import Circle, clusters_kml, input_files
from ...core.utility.scan import Cluster, ScanResult, ScanSettings, scan_sphere
from ...host.compat import MULTI_POLYGON, POINT
from ...i18n import tr
from ...report import Answer, Facts, Figure, Report, Section, Table, charts
from ...report.numbers import count, metres, number, percent
from .. import io
from ..clustering.clustermap import draw_areas
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import CODE, FLAG, REAL, WHOLE, Features, Result
from . import released_mask
from .scan_study import MASKED, TRUE, Study, read_study

_CORNERS = 72
"""Of a drawn circle: one every 5°."""
_SMALLEST_CIRCLE_M = 25.0
"""A cluster of one place has no radius, and is drawn so large that it shows."""
_CLUSTER = {
    "rank": WHOLE,
    "centre": CODE,
    "locations": WHOLE,
    "radius_m": REAL,
    "cases": WHOLE,
    "size": REAL,
    "expected": REAL,
    "relative_risk": REAL,
    "llr": REAL,
    "p_value": REAL,
    "p_gumbel": REAL,
    "significant": FLAG,
}
_LOCATION = {
    "scan_cases": WHOLE,
    "scan_size": REAL,
    "expected": REAL,
    "relative_risk": REAL,
    "cluster": WHOLE,
}


class ScanStatistic(GeoDeIDAlgorithm):
    """``geodeid:scanstatistic``."""

    ID = "scanstatistic"
    TITLE = "Scan for clusters"
    HEADING = labels.ANALYSE
    TAGS = (
        "scan", "cluster", "clusters", "hot spot", "outbreak", "kulldorff", "satscan",
        "spatial scan statistic",
    )  # fmt: skip
    SUMMARY = (
        "Finds the circle in which cases are most in excess, and how often chance alone would do as well "
        "(Kulldorff's scan statistic): from cases with controls, areas, or a masked release."
    )
    INPUTS = (
        ask.source(
            "CASES",
            "Cases",
            "Points, one for each case: true places, or masked points with their crowd. Empty: counts of "
            "areas.",
            optional=True,
        ),
        ask.source(
            "CONTROLS",
            "Controls",
            "Points, one a control, drawn from the people who could have been cases.",
            optional=True,
        ),
        *blocks.areas("optional", boundary=False, optional=True, points=False),
        ask.field(
            "CASES_FIELD",
            "Cases in each area",
            "Field with whole numbers of cases. Round imputed fractions first.",
            "AREAS",
            numeric=True,
            optional=True,
        ),
        ask.field(
            "CONTROLS_FIELD",
            "Controls in each area",
            "Field with whole numbers of controls, for the model bernoulli.",
            "AREAS",
            numeric=True,
            optional=True,
            advanced=True,
        ),
        ask.field(
            "EXPECTED_FIELD",
            "Expected cases",
            "Field with the expected cases of each area (“Expected counts”), in place of the population, "
            "for the model poisson.",
            "AREAS",
            numeric=True,
            optional=True,
            advanced=True,
        ),
        ask.choice(
            "PLACES",
            "Where the cases stand",
            "true: where people live. masked: where a mask put them. Needed without a crowd.",
            (TRUE, MASKED),
            optional=True,
        ),
        released_mask.crowd_input(optional=True),
        ask.field(
            "CROWD_FIELD",
            "Compare with",
            "Field of the crowd to compare with instead of people, such as those of one stratum.",
            "CROWD",
            numeric=True,
            optional=True,
            advanced=True,
        ),
        *ask.under_advanced(released_mask.table_input(optional=True)),
        *ask.under_advanced(
            ask.whole(
                "SIMULATIONS",
                "Random maps",
                "999 give p-values in steps of 0.001. 0 finds the clusters without p-values.",
                999,
                least=0,
                most=99_999,
            ),
            ask.number(
                "MAX_SHARE",
                "Largest circle (share)",
                "A circle holds at most this share of all cases and controls, or of the population.",
                0.5,
                least=0.001,
                most=0.99,
            ),
        ),
        blocks.seed(undoes=False),
    )
    OUTPUTS = (
        give.polygons(
            "OUTPUT",
            "Clusters",
            "Circles with rank, centre, radius_m, cases, size, expected, relative_risk, llr, p_value, "
            "p_gumbel and significant (p at most 0.05). Internal where cases are true places.",
            style="scan_clusters",
            fields=_CLUSTER,
        ),
        give.shapes(
            "LOCATIONS",
            "Locations",
            "Every location with cases, size, expected, relative_risk and the rank of its cluster. "
            "Internal: do not release.",
            optional=True,
            internal=True,
            style="scan_locations",
            fields=_LOCATION,
        ),
        give.folder(
            "SATSCAN",
            "Files for SaTScan",
            "Folder of files (scan.prm) that SaTScan opens as they are. Internal: they hold the places of "
            "the cases.",
            optional=True,
            by_default=False,
            internal=True,
            advanced=True,
        ),
        give.file(
            "KML",
            "Clusters for Google Earth",
            "The circles as KML, with their figures where they are clicked. Internal where cases are true "
            "places.",
            "KML files (*.kml)",
            optional=True,
            by_default=False,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("P_VALUE", "p-value of the most likely cluster"),
        give.number("LLR", "Log likelihood ratio of the most likely cluster"),
        give.number("CLUSTER_COUNT", "Clusters reported"),
        give.number("SIGNIFICANT_COUNT", "Clusters with p of at most 0.05"),
    )

    def compute(self, inputs, run) -> Result:
        study = read_study(run, inputs)
        settings = ScanSettings(
            model="bernoulli" if study.people == "controls" else "poisson",
            simulations=inputs.simulations,
            max_share=inputs.max_share,
        )
        if study.mask is not None:
            _refuse_beyond_mask(run)
        result = _scanned(run, study, settings)
        if not result.clusters:
            run.warn(tr("No circle holds more cases than expected, so there is no cluster."))
        return Result(
            figures={
                "P_VALUE": result.p_value,
                "LLR": result.clusters[0].llr if result.clusters else 0.0,
                "CLUSTER_COUNT": len(result.clusters),
                "SIGNIFICANT_COUNT": sum(c.p_value <= SIGNIFICANT for c in result.clusters),
                "MODEL": settings.model,
            },
            layers={
                "OUTPUT": lambda: _circles(run, study, result),
                "LOCATIONS": lambda: _locations(run, study, result),
            },
            files={
                "SATSCAN": lambda: _satscan_files(study, settings),
                "KML": lambda: clusters_kml(tr("Scan for clusters"), _on_the_globe(study, result)),
            },
            report=scan_report(study, result, settings),
        )


def _refuse_beyond_mask(run) -> None:
    """Refuse what cannot be had of a scan through the mask."""
    if run.is_asked_for("SATSCAN"):
        raise InputError(
            "satscan.table.not_allowed",
            "SaTScan knows no masks. Leave the table out: the crowd alone serves SaTScan as population.",
        )
    if run.is_asked_for("LOCATIONS"):
        raise InputError(
            "satscan.locations.not_allowed",
            "A scan through the mask knows no cases of single areas. Leave the layer of locations out.",
        )


def _scanned(run, study: Study, settings: ScanSettings) -> ScanResult:
    """Scan, or scan through the mask."""
    progress = part(run.progress, 0.05, 0.9)
    if study.mask is not None:
        return _through_mask(run, study, study.mask, study.points, settings, progress)
    return scan_sphere(
        study.lon_deg, study.lat_deg, study.cases, study.others, run.randomness(), settings, progress
    )


def _through_mask(run, study: Study, mask, points, settings: ScanSettings, progress) -> ScanResult:
    """Clusters of true areas; how many true cases lie inside nobody can know."""
    found = scan_through_mask(
        mask, points, study.lon_deg, study.lat_deg, run.randomness(), settings.simulations,
        settings.max_share, settings.max_clusters, progress,
    )  # fmt: skip
    total, cases = float(study.others.sum()), int(points.sum())
    clusters = tuple(
        Cluster(c.centre, c.members, c.radius_m, float("nan"), c.share * total, c.share * cases,
                c.relative_risk, c.llr, c.p_value, float("nan"))
        for c in found.clusters
    )  # fmt: skip
    return ScanResult(clusters, found.simulated_llr, cases, total, int((study.others > 0).sum()))


def _satscan_files(study: Study, settings: ScanSettings) -> dict[str, str]:
    """Texts of the files of the study, by their names."""
    return input_files(
        study.ids, study.lon_deg, study.lat_deg, study.cases, study.others, settings.model,
        settings.simulations, settings.max_share,
    )  # fmt: skip


def _circles(run, study: Study, result: ScanResult) -> Features:
    """The clusters as circles."""
    clusters = result.clusters
    rows = [
        (
            rank, study.ids[c.centre], len(c.members), c.radius_m,
            round(c.cases) if np.isfinite(c.cases) else None, c.size, c.expected, c.relative_risk, c.llr,
            c.p_value, c.p_gumbel, c.p_value <= SIGNIFICANT,
        )
        for rank, c in enumerate(clusters, 1)
    ]  # fmt: skip
    values = {name: [row[at] for row in rows] for at, name in enumerate(_CLUSTER)}
    to_layer = io.from_lonlat(run, study.crs)
    circles = [_circle(study, cluster, to_layer) for cluster in clusters]
    return Features(values, circles, MULTI_POLYGON, study.crs, codes=study.id_kind)


def _ring(study, cluster) -> tuple:
    """Longitudes and latitudes of a circle; across the date line they run beyond 180 degrees."""
    lon, lat = study.lon_deg[cluster.centre], study.lat_deg[cluster.centre]
    bearing = np.linspace(0, -2 * np.pi, _CORNERS + 1)
    ring_lon, ring_lat = destination_deg(lon, lat, bearing, max(cluster.radius_m, _SMALLEST_CIRCLE_M))
    return lon + (ring_lon - lon + 180) % 360 - 180, ring_lat


def _on_the_globe(study: Study, result: ScanResult) -> list[Circle]:
    """The clusters as KML has them, with what the report's table says of each."""
    circles = []
    for row, cluster in zip(cluster_rows(result), result.clusters):
        lon_deg, lat_deg = _ring(study, cluster)
        facts = tuple(zip(cluster_heads()[1:], row[1:]))
        sure = cluster.p_value <= SIGNIFICANT
        circles.append(Circle(tr("Cluster {rank}", rank=row[0]), facts, lon_deg, lat_deg, sure))
    return circles


def _circle(study, cluster, to_layer) -> QgsGeometry:
    """The circle on the ground."""
    ring_lon, ring_lat = _ring(study, cluster)
    circle = QgsGeometry.fromMultiPolygonXY([[[QgsPointXY(a, b) for a, b in zip(ring_lon, ring_lat)]]])
    circle.transform(to_layer)
    return circle


def _locations(run, study: Study, result: ScanResult) -> Features:
    """Every location with what was counted there, and the cluster that holds it."""
    size = study.others + study.cases if study.people == "controls" else study.others
    expected = result.total_cases * size / result.total_size
    cluster = np.zeros(len(study.ids), dtype=np.int64)
    for rank, found in enumerate(result.clusters, 1):
        cluster[found.members] = rank
    values = {
        "scan_cases": study.cases.astype(int),
        "scan_size": size,
        "expected": expected,
        "relative_risk": [c / e if e > 0 else None for c, e in zip(study.cases, expected)],
        "cluster": [int(c) if c else None for c in cluster],
    }
    if study.layer is None:
        shapes = io.points_geometry(run, study.lon_deg, study.lat_deg, study.crs)
        return Features(values, shapes, POINT, study.crs)
    table = study.layer.table
    if study.people == "crowd":
        shapes, wkb_type = io.released_geometries(run, list(table.geometries), table.crs)
    else:
        shapes, wkb_type = io.original_geometries(run, "AREAS", table.row_ids)
    return Features(values, shapes, wkb_type, table.crs, table.columns_without(_LOCATION))


SIGNIFICANT = 0.05
"""Largest p of a cluster that is called significant: the usual level."""
_CLUSTER_SHADE, _BY_CHANCE, _NO_CLUSTER = charts.COLOURS[1], "#c9d3dc", "#eef1f4"
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
    blocks: list = _drawn_map(study, result)
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
            Section(tr("Clusters"), *blocks, beside=True),
            Section(tr("Study"), *_methods(study), Facts(*facts)),
        ),
        _answer(study, result),
    )


def _drawn_map(study: Study, result) -> list:
    """Where the clusters lie, told apart as in the layer: by what chance explains, and by their numbers."""
    if not result.clusters:
        return []
    fill = np.full(len(study.ids), _NO_CLUSTER, dtype=object)
    for cluster in reversed(result.clusters):
        fill[cluster.members] = _CLUSTER_SHADE if cluster.p_value <= SIGNIFICANT else _BY_CHANCE
    words = ((_CLUSTER_SHADE, tr("p of at most 0.05")), (_BY_CHANCE, tr("it may be chance")),
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
    if raised:
        said = tr("There is a cluster that chance hardly explains: p = {p}.", p=p)
        crude = tr("The scan is not adjusted for age, sex or anything else, which may explain it.")
    else:
        said = tr("Chance explains the most likely cluster: p = {p}.", p=p)
        crude = tr("The scan is not adjusted for age, sex or anything else, which may hide one.")
    return Answer(f"{said} {crude}" if study.people in ("people", "crowd") else said)

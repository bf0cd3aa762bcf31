# SPDX-License-Identifier: GPL-2.0-or-later
"""Kulldorff's circular scan for clusters of cases."""

from __future__ import annotations

import numpy as np
from qgis.core import (
    QgsField,
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterFile,
    QgsProcessingParameterFolderDestination,
    QgsProcessingParameterNumber,
)

from .....core.base.errors import InputError
from .....core.base.progress import part
from .....core.geometry.sphere import destination_deg
from .....core.utility.analysis.masked_scan import scan_through_mask
from .....core.utility.scan import Cluster, ScanResult, ScanSettings, scan_plane, scan_sphere
from .....host.compat import MULTI_POLYGON, POINT, field
from .....i18n import tr
from .... import io
from ....framework import labels
from ....framework.base import GeoDeIDAlgorithm
from ....framework.parameters import NUMERIC, add_areas, choice
from ....framework.parameters import field as field_parameter
from .. import released_mask
from .satscan_files import read_satscan, write_satscan
from .scan_report import SIGNIFICANT, scan_report
from .scan_study import Study, read_study

MODELS = ("bernoulli", "poisson")
_EXCEEDING = 50
"""Random maps at least as strong as the data after which more tell little: SaTScan's own number."""
_NUMBER = QgsProcessingParameterNumber
_CORNERS = 72
"""Of a drawn circle: one every 5°."""
_SMALLEST_CIRCLE_M = 25.0
"""A cluster of one place has no radius, and is drawn so large that it shows."""


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
        "Finds the circle in which cases are most in excess, and says how often chance alone would do as "
        "well (Kulldorff's spatial scan statistic). Give points of cases with controls, areas with cases "
        "and controls or a population, or a masked release: its points, its crowd and, for the likelihood "
        "through the mask, its table. Circles grow about every location; the p-value is the rank of the "
        "observed maximum among random maps, so it accounts for all the circles that were tried."
    )
    STYLES = {"OUTPUT": "scan_clusters", "LOCATIONS": "scan_locations"}
    INTERNAL = ("LOCATIONS",)
    SEED_TELLS = False
    EXPERT = ("CONTROLS_FIELD", "EXPECTED_FIELD", "TABLE", "SIMULATIONS", "MAX_SHARE")

    def define(self) -> None:
        point = QgsProcessing.SourceType.TypeVectorPoint
        self.add(
            QgsProcessingParameterFeatureSource("CASES", tr("Cases"), [point], optional=True),
            tr(
                "Points, one for each case: true places with controls or areas, or masked points with their "
                "crowd. Leave empty to scan counts of areas."
            ),
        )
        self.add(
            QgsProcessingParameterFeatureSource("CONTROLS", tr("Controls"), [point], optional=True),
            tr("Points, one a control, drawn from the people who could have been cases."),
        )
        add_areas(self, population="optional", boundary=False, optional=True)
        self.add(
            field_parameter("CASES_FIELD", tr("Cases in each area"), "AREAS", NUMERIC, optional=True),
            tr("Field with whole numbers of cases. Round imputed fractions first."),
        )
        self.add(
            field_parameter("CONTROLS_FIELD", tr("Controls in each area"), "AREAS", NUMERIC, optional=True),
            tr("Field with whole numbers of controls, for the model bernoulli."),
        )
        self.add(
            field_parameter("EXPECTED_FIELD", tr("Expected cases"), "AREAS", NUMERIC, optional=True),
            tr(
                "Field with the cases expected in each area, for example by age and sex (“Expected counts”), "
                "for the model poisson. Replaces the population: the scan is adjusted for what they were "
                "computed from."
            ),
        )
        released_mask.add_places(self)
        released_mask.add_crowd(self, optional=True)
        self.add(
            field_parameter("CROWD_FIELD", tr("Compare with"), "CROWD", NUMERIC, optional=True),
            tr("Field of the crowd to compare with instead of people, such as those of one stratum."),
            advanced=True,
        )
        released_mask.add_table(self, optional=True)
        self._define_scan()
        self._define_outputs()

    def _define_scan(self) -> None:
        self.add(
            choice("MODEL", tr("Model"), MODELS, "bernoulli"),
            tr(
                "bernoulli: cases among cases and controls. poisson: cases among a population, or among "
                "expected cases, of areas. With a crowd the model is always poisson."
            ),
        )
        self.add(
            _NUMBER("SIMULATIONS", tr("Random maps"), _NUMBER.Type.Integer, 999, minValue=0, maxValue=99_999),
            tr("999 give p-values in steps of 0.001. 0 finds the clusters without p-values."),
        )
        self.add(
            _NUMBER("MAX_SHARE", tr("Largest circle (share)"), _NUMBER.Type.Double, 0.5, False, 0.001, 0.99),
            tr("A circle holds at most this share of all cases and controls, or of the population."),
        )
        self.add(
            _NUMBER("MAX_RADIUS", tr("Largest radius"), _NUMBER.Type.Double, optional=True, minValue=0),
            tr("Metres (units of the layer where PLANAR is set). Empty: only the share limits."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterBoolean("PLANAR", tr("Measure on the plane of the layer"), False),
            tr("Circles in the layer's own coordinates instead of great-circle distances."),
            advanced=True,
        )
        self.add(
            _NUMBER("MAX_CLUSTERS", tr("Clusters to report"), _NUMBER.Type.Integer, 10, minValue=1),
            tr("The most likely one and further ones that share no location with those before."),
            advanced=True,
        )
        self.add(
            _NUMBER("MIN_CASES", tr("Fewest cases of a cluster"), _NUMBER.Type.Integer, 2, minValue=1),
            tr("Circles with fewer cases are not considered."),
            advanced=True,
        )
        self.add(
            choice("SECONDARY", tr("Further clusters"), ("satscan", "disjoint"), "satscan"),
            tr(
                "satscan: the best circle of each other centre, where it overlaps none before. disjoint: the "
                "best of all circles that overlap none before, also where a centre's very best one does."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterBoolean("EARLY_STOP", tr("Stop early where chance explains it"), False),
            tr(
                "Ends the random maps once 50 were at least as strong as the data; the p-value stays valid "
                "(Besag and Clifford 1991)."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFile(
                "SATSCAN_RESULT",
                tr("Result file of SaTScan"),
                optional=True,
                fileFilter=tr("Text files (*.txt)"),
            ),
            tr(
                "Draws the clusters of this file (results.txt, from the files written for SaTScan) and does "
                "not scan."
            ),
            advanced=True,
        )
        self.add_seed()

    def _define_outputs(self) -> None:
        sink, types = QgsProcessingParameterFeatureSink, QgsProcessing.SourceType
        self.add(
            sink("OUTPUT", tr("Clusters"), types.TypeVectorPolygon),
            tr(
                "Circles with rank, centre, locations, radius_m, cases, size (cases and controls, or "
                "people), expected, relative_risk, llr (log likelihood ratio), p_value, p_gumbel (a "
                "smooth estimate for small p) and significant (p at most 0.05). A cluster of one "
                "location is drawn 25 m wide. Internal where cases are true places."
            ),
        )
        self.add(
            sink("LOCATIONS", tr("Locations"), types.TypeVectorAnyGeometry, None, True, False),
            tr(
                "Every location with cases, size, expected, relative_risk (observed over expected) and "
                "the rank of the cluster that holds it. Internal: do not release."
            ),
        )
        self.add(
            QgsProcessingParameterFolderDestination(
                "SATSCAN", tr("Files for SaTScan"), optional=True, createByDefault=False
            ),
            tr(
                "Folder for case, control or population, coordinates and parameter files (scan.prm) that "
                "SaTScan opens as they are. As internal as the cases."
            ),
            advanced=True,
        )
        self.add_reports()
        for name, title in (
            ("P_VALUE", tr("p-value of the most likely cluster")),
            ("LLR", tr("Log likelihood ratio of the most likely cluster")),
            ("CLUSTER_COUNT", tr("Clusters reported")),
            ("SIGNIFICANT_COUNT", tr("Clusters with p of at most 0.05")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        study = read_study(run)
        settings = ScanSettings(
            model="bernoulli" if study.people == "controls" else "poisson",
            simulations=run.integer("SIMULATIONS"),
            max_share=run.number("MAX_SHARE"),
            max_radius_m=run.number("MAX_RADIUS") or None,
            min_cases=run.integer("MIN_CASES"),
            max_clusters=run.integer("MAX_CLUSTERS"),
            secondary=run.choice("SECONDARY"),
            stop_after=_EXCEEDING if run.boolean("EARLY_STOP") else None,
        )
        planar = run.boolean("PLANAR")
        write_satscan(run, study, settings)
        result = _found(run, study, settings, planar)
        if not result.clusters:
            run.warn(tr("No circle holds more cases than expected, so there is no cluster."))
        run.write_layer("OUTPUT", *_cluster_rows(run, study, result, planar), MULTI_POLYGON, study.crs)
        if run.wanted("LOCATIONS"):
            _write_locations(run, study, result)
        run.write_reports(scan_report(run, study, result, settings, planar))
        return {
            "P_VALUE": result.p_value,
            "LLR": result.clusters[0].llr if result.clusters else 0.0,
            "CLUSTER_COUNT": len(result.clusters),
            "SIGNIFICANT_COUNT": sum(c.p_value <= SIGNIFICANT for c in result.clusters),
        }


def _found(run, study: Study, settings: ScanSettings, planar: bool) -> ScanResult:
    """Scan, scan through the mask, or read what SaTScan found."""
    if run.file("SATSCAN_RESULT"):
        return read_satscan(run, study)
    progress = part(run.progress, 0.05, 0.9)
    if study.mask is not None:
        if planar or settings.max_radius_m is not None:
            raise InputError(
                tr(
                    "A scan through the mask knows neither planar coordinates nor a largest radius. Leave "
                    "them out."
                )
            )
        return _through_mask(run, study, study.mask, study.points, settings, progress)
    x, y = study.plane(run) if planar else (study.lon_deg, study.lat_deg)
    scan = scan_plane if planar else scan_sphere
    return scan(x, y, study.cases, study.others, run.randomness(), settings, progress)


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


def _cluster_rows(run, study, result, planar):
    clusters = result.clusters
    rank = np.arange(1, len(clusters) + 1)
    columns = [
        (field("rank", "integer"), rank),
        (field("centre", study.id_kind), [study.ids[c.centre] for c in clusters]),
        (field("locations", "integer"), [len(c.members) for c in clusters]),
        (field("radius_m", "real"), [c.radius_m for c in clusters]),
        (field("cases", "integer"), [round(c.cases) if np.isfinite(c.cases) else None for c in clusters]),
        (field("size", "real"), _or_null(c.size for c in clusters)),
        (field("expected", "real"), _or_null(c.expected for c in clusters)),
        (field("relative_risk", "real"), _or_null(c.relative_risk for c in clusters)),
        (field("llr", "real"), [c.llr for c in clusters]),
        (field("p_value", "real"), _or_null(c.p_value for c in clusters)),
        (field("p_gumbel", "real"), _or_null(c.p_gumbel for c in clusters)),
        (field("significant", "boolean"), [c.p_value <= SIGNIFICANT for c in clusters]),
    ]
    if planar:
        x, y = study.plane(run)
        circles = [
            QgsGeometry.fromPointXY(QgsPointXY(x[c.centre], y[c.centre])).buffer(max(c.radius_m, 1e-9), 18)
            for c in clusters
        ]
        for circle in circles:
            circle.convertToMultiType()
        return columns, circles
    to_layer = io.from_lonlat(run, study.crs)
    return columns, [_circle(study, cluster, to_layer) for cluster in clusters]


def _or_null(values) -> list:
    return [value if np.isfinite(value) else None for value in values]


def _circle(study, cluster, to_layer) -> QgsGeometry:
    """The circle on the ground; across the date line its longitudes run beyond 180 degrees."""
    lon, lat = study.lon_deg[cluster.centre], study.lat_deg[cluster.centre]
    bearing = np.linspace(0, -2 * np.pi, _CORNERS + 1)
    ring_lon, ring_lat = destination_deg(lon, lat, bearing, max(cluster.radius_m, _SMALLEST_CIRCLE_M))
    ring_lon = lon + (ring_lon - lon + 180) % 360 - 180
    circle = QgsGeometry.fromMultiPolygonXY([[[QgsPointXY(a, b) for a, b in zip(ring_lon, ring_lat)]]])
    circle.transform(to_layer)
    return circle


def _write_locations(run, study, result) -> None:
    if study.mask is not None:
        raise InputError(
            tr("A scan through the mask knows no cases of single areas. Leave the layer of locations out.")
        )
    size = study.others + study.cases if study.people == "controls" else study.others
    expected = result.total_cases * size / result.total_size
    cluster = np.zeros(len(study.ids), dtype=np.int64)
    for rank, found in enumerate(result.clusters, 1):
        cluster[found.members] = rank
    figures = [
        (field("scan_cases", "integer"), study.cases.astype(int)),
        (field("scan_size", "real"), size),
        (field("expected", "real"), expected),
        (field("relative_risk", "real"), [c / e if e > 0 else None for c, e in zip(study.cases, expected)]),
        (field("cluster", "integer"), [int(c) if c else None for c in cluster]),
    ]
    if study.layer is None:
        shapes = io.points_geometry(run, study.lon_deg, study.lat_deg, study.crs)
        run.write_layer("LOCATIONS", figures, shapes, POINT, study.crs)
        return
    table = study.layer.table
    if study.people == "crowd":
        shapes, wkb_type = io.released_geometries(run, table.geometries, table.crs)
    else:
        shapes, wkb_type = io.original_geometries(run, "AREAS", table.row_ids)
    taken = {added.name().lower() for added, _values in figures}
    columns = [
        (QgsField(kept), table.attributes.stored(index))
        for index, kept in enumerate(table.fields)
        if kept.name().lower() not in taken
    ]
    run.write_layer("LOCATIONS", columns + figures, shapes, wkb_type, table.crs)

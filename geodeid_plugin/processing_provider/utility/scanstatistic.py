# SPDX-License-Identifier: GPL-2.0-or-later
"""Kulldorff's circular scan for clusters of cases."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsField,
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
)

from ...core.base.errors import InputError
from ...core.base.progress import part
from ...core.geometry.sphere import destination_deg
from ...core.utility.scan import ScanSettings, scan_plane, scan_sphere
from ...host.compat import MULTI_POLYGON, POINT, field
from ...i18n import tr
from ...report import Answer, Facts, Figure, Report, Section, Table, charts
from ...report.numbers import count, metres
from .. import io
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import NUMERIC, add_areas, choice
from ..framework.parameters import field as field_parameter

MODELS = ("bernoulli", "poisson")
_NUMBER = QgsProcessingParameterNumber
_CORNERS = 72
_SMALLEST_CIRCLE_M = 25.0
_SIGNIFICANT = 0.05


@dataclass(frozen=True)
class _Study:
    """Locations of a study, shapes (n,): positions, cases, and controls or people."""

    ids: np.ndarray
    id_kind: str
    lon_deg: np.ndarray
    lat_deg: np.ndarray
    cases: np.ndarray
    others: np.ndarray
    crs: object
    layer: object = None

    def plane(self, run):
        """Coordinates in the layer's own reference system."""
        places = io.points_geometry(run, self.lon_deg, self.lat_deg, self.crs)
        points = [place.asPoint() for place in places]
        return np.array([p.x() for p in points]), np.array([p.y() for p in points])


class ScanStatistic(GeoDeIDAlgorithm):
    """``geodeid:scanstatistic``."""

    ID = "scanstatistic"
    TITLE = "Scan for clusters"
    GROUP = ("utility", "Utility")
    TAGS = (
        "cluster",
        "scan statistic",
        "kulldorff",
        "satscan",
        "hot spot",
        "bernoulli",
        "poisson",
        "epidemiology",
    )
    SUMMARY = (
        "Finds the circle in which cases are most in excess, and says how often chance alone would do as "
        "well (Kulldorff's spatial scan statistic). Give points of cases and of controls, or areas with "
        "cases and either controls or a population. Circles grow about every location; the p-value is "
        "the rank of the observed maximum among random maps, so it accounts for all the circles that "
        "were tried. Run it before and after masking to see whether a cluster survives."
    )
    STYLES = {"OUTPUT": "scan_clusters", "LOCATIONS": "scan_locations"}
    INTERNAL = ("LOCATIONS",)

    def define(self) -> None:
        point = QgsProcessing.SourceType.TypeVectorPoint
        self.add(
            QgsProcessingParameterFeatureSource("CASES", tr("Cases"), [point], optional=True),
            tr("Points, one a case. Leave empty to scan areas."),
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
        self._define_scan()
        self._define_outputs()

    def _define_scan(self) -> None:
        self.add(
            choice("MODEL", tr("Model"), MODELS, "bernoulli"),
            tr(
                "bernoulli: cases among cases and controls. poisson: cases among a population; needs "
                "areas with POPULATION."
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
        self.add_reports()
        for name, title in (
            ("P_VALUE", tr("p-value of the most likely cluster")),
            ("LLR", tr("Log likelihood ratio of the most likely cluster")),
            ("CLUSTER_COUNT", tr("Clusters reported")),
            ("SIGNIFICANT_COUNT", tr("Clusters with p of at most 0.05")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        study = _study(run)
        settings = ScanSettings(
            model=run.choice("MODEL"),
            simulations=run.integer("SIMULATIONS"),
            max_share=run.number("MAX_SHARE"),
            max_radius_m=run.number("MAX_RADIUS") or None,
            min_cases=run.integer("MIN_CASES"),
            max_clusters=run.integer("MAX_CLUSTERS"),
        )
        progress, planar = part(run.progress, 0.05, 0.9), run.boolean("PLANAR")
        x, y = study.plane(run) if planar else (study.lon_deg, study.lat_deg)
        scan = scan_plane if planar else scan_sphere
        result = scan(x, y, study.cases, study.others, run.randomness(), settings, progress)
        if not result.clusters:
            run.warn(tr("No circle holds more cases than expected, so there is no cluster."))
        run.write_layer("OUTPUT", *_cluster_rows(run, study, result, planar), MULTI_POLYGON, study.crs)
        if run.wanted("LOCATIONS"):
            _write_locations(run, study, result, settings.model)
        run.write_reports(_report(run, study, result, settings))
        return {
            "P_VALUE": result.p_value,
            "LLR": result.clusters[0].llr if result.clusters else 0.0,
            "CLUSTER_COUNT": len(result.clusters),
            "SIGNIFICANT_COUNT": sum(c.p_value <= _SIGNIFICANT for c in result.clusters),
        }


def _study(run) -> _Study:
    if run.parameters.get("CASES"):
        return _point_study(run)
    if run.parameters.get("AREAS"):
        return _area_study(run)
    raise InputError(tr("Give CASES and CONTROLS as points, or AREAS with the field of their cases."))


def _point_study(run) -> _Study:
    if run.choice("MODEL") == "poisson":
        raise InputError(
            tr(
                "The model poisson needs AREAS with a population. Points of cases and controls need "
                "bernoulli."
            )
        )
    if not run.parameters.get("CONTROLS"):
        raise InputError(tr("Cases given as points need CONTROLS to be compared with."))
    cases, controls = io.read_points(run, "CASES"), io.read_points(run, "CONTROLS")
    is_case = np.arange(len(cases) + len(controls)) < len(cases)
    return _Study(
        np.arange(1, len(is_case) + 1),
        "integer",
        np.concatenate([cases.lon_deg, controls.lon_deg]),
        np.concatenate([cases.lat_deg, controls.lat_deg]),
        is_case.astype(float),
        (~is_case).astype(float),
        cases.table.crs,
    )


def _area_study(run) -> _Study:
    for name, title in (("AREA_ID", tr("the identifier")), ("CASES_FIELD", tr("the cases"))):
        if not run.field(name):
            raise InputError(
                tr("Choose the field with {what} of each area ({name}).").format(what=title, name=name)
            )
    wanted = "POPULATION" if run.choice("MODEL") == "poisson" else "CONTROLS_FIELD"
    if not run.field(wanted):
        raise InputError(
            tr("The model {model} needs the field {name}.").format(model=run.choice("MODEL"), name=wanted)
        )
    layer = io.read_areas(run)
    areas, table = layer.areas, layer.table
    return _Study(
        areas.ids,
        layer.id_kind,
        areas.lon_deg,
        areas.lat_deg,
        table.numbers(run.field("CASES_FIELD"), tr("number of cases"), areas.ids),
        table.numbers(run.field(wanted), tr("population or number of controls"), areas.ids),
        table.crs,
        layer,
    )


def _cluster_rows(run, study, result, planar):
    clusters = result.clusters
    rank = np.arange(1, len(clusters) + 1)
    columns = [
        (field("rank", "integer"), rank),
        (field("centre", study.id_kind), [study.ids[c.centre] for c in clusters]),
        (field("locations", "integer"), [len(c.members) for c in clusters]),
        (field("radius_m", "real"), [c.radius_m for c in clusters]),
        (field("cases", "integer"), [round(c.cases) for c in clusters]),
        (field("size", "real"), [c.size for c in clusters]),
        (field("expected", "real"), [c.expected for c in clusters]),
        (field("relative_risk", "real"), [c.relative_risk for c in clusters]),
        (field("llr", "real"), [c.llr for c in clusters]),
        (field("p_value", "real"), [c.p_value for c in clusters]),
        (field("p_gumbel", "real"), [c.p_gumbel if np.isfinite(c.p_gumbel) else None for c in clusters]),
        (field("significant", "boolean"), [c.p_value <= _SIGNIFICANT for c in clusters]),
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
    to_layer = QgsCoordinateTransform(
        QgsCoordinateReferenceSystem(io.WGS84), study.crs, run.context.transformContext()
    )
    return columns, [_circle(study, cluster, to_layer) for cluster in clusters]


def _circle(study, cluster, to_layer) -> QgsGeometry:
    """The circle on the ground; across the date line its longitudes run beyond 180 degrees."""
    lon, lat = study.lon_deg[cluster.centre], study.lat_deg[cluster.centre]
    bearing = np.linspace(0, -2 * np.pi, _CORNERS + 1)
    ring_lon, ring_lat = destination_deg(lon, lat, bearing, max(cluster.radius_m, _SMALLEST_CIRCLE_M))
    ring_lon = lon + (ring_lon - lon + 180) % 360 - 180
    circle = QgsGeometry.fromMultiPolygonXY([[[QgsPointXY(a, b) for a, b in zip(ring_lon, ring_lat)]]])
    circle.transform(to_layer)
    return circle


def _write_locations(run, study, result, model: str) -> None:
    size = study.others if model == "poisson" else study.others + study.cases
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
    shapes, wkb_type = io.original_geometries(run, "AREAS", table.row_ids)
    taken = {added.name().lower() for added, _values in figures}
    columns = [
        (QgsField(kept), [row[index] for row in table.attributes])
        for index, kept in enumerate(table.fields)
        if kept.name().lower() not in taken
    ]
    run.write_layer("LOCATIONS", columns + figures, shapes, wkb_type, table.crs)


def _report(run, study, result, settings) -> Report:
    headings = (
        tr("Cluster"), tr("Locations"), tr("Radius"), tr("Cases"), tr("Expected"), tr("Relative risk"),
        tr("Log likelihood ratio"), tr("p"),
    )  # fmt: skip
    rows = tuple(
        (
            str(rank), count(len(c.members)),
            f"{c.radius_m:.6g}" if run.boolean("PLANAR") else metres(c.radius_m),
            count(c.cases), f"{c.expected:.2f}", f"{c.relative_risk:.2f}", f"{c.llr:.6f}",
            f"{c.p_value:.4g}" if settings.simulations else "–",
        )
        for rank, c in enumerate(result.clusters, 1)
    )  # fmt: skip
    blocks = [
        Table(
            headings,
            rows,
            tr(
                "Clusters that share no location, the most likely first. The likelihood ratio says how much "
                "better a cluster explains the counts than chance does; p is the share of random maps with "
                "one at least as strong."
            ),
        )
    ]
    if len(result.simulated_llr) and result.clusters:
        rule = charts.Rule(result.clusters[0].llr, tr("observed"))
        blocks.append(
            Figure(
                charts.histogram(result.simulated_llr, tr("Largest log likelihood ratio"), rules=(rule,)),
                tr("What chance alone produced, and what was observed."),
            )
        )
    facts = (
        (tr("Model"), settings.model),
        (tr("Locations"), count(result.locations)),
        (tr("Cases"), count(result.total_cases)),
        (
            tr("Cases and controls") if settings.model == "bernoulli" else tr("Population"),
            count(result.total_size),
        ),
        (tr("Random maps"), count(settings.simulations)),
        (tr("Largest circle"), f"{settings.max_share:.0%}"),
        (tr("Distances"), tr("plane of the layer") if run.boolean("PLANAR") else tr("great circle")),
    )
    method = tr(
        "Circular spatial scan statistic for high rates (Kulldorff, Communications in Statistics 1997, "
        "26(6)); circles about every location, p-values from random relabellings of the cases."
    )
    return Report(
        tr("Scan for clusters"),
        tr("Where are cases most in excess, and could chance have done it?"),
        (Section(tr("Clusters"), tuple(blocks)), Section(tr("Study"), (Facts(facts), method))),
        _answer(result, settings),
        tuple(run.warnings),
        for_testing=run.seeded,
    )


def _answer(result, settings) -> Answer:
    if not settings.simulations or not result.clusters:
        return Answer(tr("No p-value was computed, or no circle holds an excess."))
    p = f"{result.p_value:.4g}"
    if result.p_value <= _SIGNIFICANT:
        return Answer(tr("There is a cluster that chance explains badly: p = {p}.").format(p=p))
    return Answer(tr("Chance explains the most likely cluster: p = {p}.").format(p=p))

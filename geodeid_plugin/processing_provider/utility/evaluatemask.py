# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mask hides and what it destroys, for one mask or many."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterFile,
    QgsProcessingParameterMultipleLayers,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
    QgsWkbTypes,
)

from ...core.base.errors import InputError, Phrase
from ...core.base.progress import part
from ...core.exposure.masked_points import Pairs, link
from ...core.geomask.baselines.places import nearest_m
from ...core.geometry.people_around import Addresses, CensusSurface
from ...core.geometry.polygons import Polygons
from ...core.utility import evaluation
from ...host.compat import LINE, field
from ...i18n import tr
from ...report import chartdata
from ...report.numbers import count, metres, number
from .. import io
from ..framework import labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.parameters import add_areas, choice
from ..framework.parameters import field as field_parameter
from ..framework.verdict import audience, judging
from ..framework.verdict.metricsfile import read_metrics
from ..geomasking.records import ground
from . import evaluation_report, evaluationverdict, masklaw

_NUMBER = QgsProcessingParameterNumber
_POINT, _LINE = QgsProcessing.SourceType.TypeVectorPoint, QgsProcessing.SourceType.TypeVectorLine
_STEP_DEG = 0.0002
"""Distance of vertices along a reference line: about 20 m, below any move that is judged."""
_MOST_VERTICES = 500_000
"""Beyond, they lie farther apart: memory alone."""
_TOLD_S = 30.0
"""Seconds from which on a run says how long it will take."""
_SAME_HOME_M = 1.2
"""From a record's home to the start of its line: files round degrees to 1e-5 (1.1 m) at the coarsest."""
FIGURES = (
    "AT_RISK_SHARE", "MARKETER", "JOURNALIST", "PROSECUTOR", "SMALLEST_K", "MEDIAN_K", "SMALLEST_K_METHOD",
    "SMALLEST_K_ORIGINAL", "LINKAGE_SHARE", "OPTIMAL_LINKAGE_SHARE", "SPRUILL_SHARE", "STAYED_SHARE",
    "MATCHED_SHARE", "MATCHED_RISK", "ADDRESS_MATCHED_SHARE", "ADDRESS_RISK",
    "FALSE_HOME_SHARE", "AVERAGING_10_M", "MEAN_MOVE_M", "MEDIAN_MOVE_M", "P95_MOVE_M", "CENTRE_SHIFT_M",
    "SPREAD_RATIO", "NEIGHBOUR_RATIO", "L_DIFFERENCE_M", "DENSITY_CORRELATION", "HOT_SPOT_OVERLAP",
    "TRANSPORT_M", "CHANGED_AREA_SHARE", "DISTANCE_BIAS_M", "DISTANCE_ERROR_M",
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """What the user asked for.

    Attributes
    ----------
    links, addresses, areas, people, features : bool
        Which layers were given; ``people`` where the areas have a population.
    link, masked_link : str
        Fields that link true and masked points; empty where none was given.
    area_id : str or None
        Field that names an area.
    reach_m : tuple of float or None
        Shortest and longest move of the method.
    tolerance_m : float
        A record that moved less did not move.
    simulations : int
        Random patterns for Ripley's functions.
    bandwidth_m : float or None
        Of the density; None for Scott's rule.
    threshold : float
        The acceptable risk.
    sort_by : str
        Figure by which further masks are sorted.
    """

    links: bool
    addresses: bool
    areas: bool
    people: bool
    features: bool
    link: str
    masked_link: str
    area_id: str | None
    reach_m: tuple[float, float] | None
    tolerance_m: float
    simulations: int
    bandwidth_m: float | None
    threshold: float
    sort_by: str

    @classmethod
    def of(cls, run) -> Request:
        """Read the parameters."""
        links, addresses, areas, features = (
            bool(run.parameters.get(name)) for name in ("LINKS", "ADDRESSES", "AREAS", "FEATURES")
        )
        low, high = run.number("REACH_MIN"), run.number("REACH_MAX")
        if (low is None) != (high is None) or (low is not None and not low < high):
            raise InputError(tr("Give both REACH_MIN and a larger REACH_MAX, or neither."))
        return cls(
            links=links,
            addresses=addresses,
            areas=areas,
            people=areas and bool(run.field("POPULATION")),
            features=features,
            link=run.text("LINK"),
            masked_link=run.text("MASKED_LINK") or run.text("LINK"),
            area_id=run.field("AREA_ID"),
            reach_m=None if low is None else (low, high),
            tolerance_m=run.number("TOLERANCE"),
            simulations=run.integer("SIMULATIONS"),
            bandwidth_m=run.number("BANDWIDTH"),
            threshold=audience.limit(run, "THRESHOLD"),
            sort_by=run.choice("SORT_BY"),
        )

    @property
    def holds(self) -> Phrase:
        """Which list the adversary holds."""
        return Phrase("all addresses") if self.addresses else Phrase("all people of the areas")


class EvaluateMask(GeoDeIDAlgorithm):
    """``geodeid:evaluatemask``."""

    ID = "evaluatemask"
    TITLE = "Evaluate a mask"
    HEADING = labels.CHECK
    TAGS = (
        "geomask", "k-anonymity", "linkage", "spruill", "displacement", "ripley", "utility",
        "risk of a mask",
    )  # fmt: skip
    SUMMARY = (
        "Measures what a mask hides and what it destroys. Privacy: spatial k from addresses or census "
        "areas for three adversaries, linkage by nearest neighbour and by the best assignment, Spruill's "
        "measure, records that did not move or landed on somebody else's house, averaging of several "
        "releases. Utility: displacement, mean centre and spread, spacing, Ripley's functions with "
        "envelopes, kernel density and hot spots, transport distance, changed areas, bias of distances. "
        "Further masks of the same records are compared in a table with the frontier of risk and loss. "
        "Everything it writes is internal."
    )
    STYLES = {"OUTPUT": "evaluated_moves"}
    SEED_TELLS = False
    INTERNAL = ("OUTPUT",)
    JUDGES = True
    EXPERT = ("ADDRESSES", "FEATURES", "CANDIDATES", "SORT_BY")

    def define(self) -> None:
        source = QgsProcessingParameterFeatureSource
        self.add(
            source("ORIGINAL", tr("True points"), [_POINT], optional=True),
            tr("The records at their true places. Leave empty where LINKS is given."),
        )
        self.add(
            source("MASKED", tr("Masked points"), [_POINT], optional=True),
            tr("The same records at their masked places, in any coordinate reference system."),
        )
        self.add(
            field_parameter("LINK", tr("Link field"), "ORIGINAL", optional=True),
            tr("Field with one distinct value per record, by which both layers are linked."),
        )
        self.add(
            field_parameter("MASKED_LINK", tr("Link field of the masked points"), "MASKED", optional=True),
            tr("Where it is named otherwise there. Empty: the same name."),
            advanced=True,
        )
        self.add(
            source("LINKS", tr("Links"), [_LINE], optional=True),
            tr("Instead of two layers: lines from true to masked places, the internal output of a mask."),
        )
        self._define_surroundings()
        self._define_candidates()
        self.add_seed()
        self._define_outputs()

    def _define_surroundings(self) -> None:
        source = QgsProcessingParameterFeatureSource
        self.add(
            source("ADDRESSES", tr("Addresses"), [_POINT], optional=True),
            tr("Address points: k is counted exactly, and dots on somebody else's house are found."),
        )
        add_areas(self, population="optional", boundary=False, optional=True)
        self.add(
            source(
                "FEATURES",
                tr("Clinics or rivers"),
                [QgsProcessing.SourceType.TypeVectorAnyGeometry],
                optional=True,
            ),
            tr("Features whose distance to the records matters; the bias of that distance is measured."),
        )
        for name, title in (("REACH_MIN", tr("Shortest move of the method (m)")),
                            ("REACH_MAX", tr("Longest move of the method (m)"))):  # fmt: skip
            self.add(
                _NUMBER(name, title, _NUMBER.Type.Double, optional=True, minValue=0),
                tr("What somebody who knows the method knows. Empty: as the records show."),
                advanced=True,
            )
        self.add(
            _NUMBER("TOLERANCE", tr("Same place (m)"), _NUMBER.Type.Double, 1.0, minValue=0.001),
            tr("A record that moved less did not move; a dot this near to an address is on it."),
            advanced=True,
        )
        self.add(
            _NUMBER(
                "SIMULATIONS", tr("Random patterns for Ripley's K"), _NUMBER.Type.Integer, 99, False, 0, 9999
            ),
            tr("0 leaves Ripley's functions out."),
            advanced=True,
        )
        self.add(
            _NUMBER(
                "BANDWIDTH",
                tr("Bandwidth of the density (m)"),
                _NUMBER.Type.Double,
                optional=True,
                minValue=1,
            ),
            tr("Empty: Scott's rule for the true points."),
            advanced=True,
        )
        self.add(
            _NUMBER("THRESHOLD", tr("Acceptable risk"), _NUMBER.Type.Double, 0.2, False, 0.000001, 1),
            tr(
                "The verdict compares the worst adversary with it: 1/k of a record, and the share of "
                "records that an attack identifies correctly."
            ),
        )
        self.add(
            QgsProcessingParameterFile("MASK", tr("Metrics of the masking"), extension="json", optional=True),
            tr(
                "METRICS file of the run that made the mask. Of “Mask points: least move”: its audited "
                "bound is "
                "judged, and what the draws happened to do is shown beside it. Of “Mask points: random "
                "moves”: the law "
                "of the mask is read from it."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterString("LAW", tr("Law of the mask"), optional=True),
            tr(
                "How the mask moves, which an adversary is taken to know: a kind and its numbers in "
                "metres, such as “donut 50 500”, “uniform 0 500”, “gaussian 200”, “bimodal 275 200” (mean, "
                "standard deviation), “laplace 0.01” (ε), “geoind 0.7” and “optimal 0.7” (ε per 100 m), "
                "“populationdonut 20 100”, “grid 500”, “hexagon 500”, “swap 50 500”, “voronoi”, "
                "“elimination 20” (k), “address 20 100”, “street 20 100 20” (junctions, people). Empty: as "
                "MASK or the links say; else it is fitted to the moves, and nothing can pass."
            ),
            advanced=True,
        )
        self.add(
            source(
                "TABLE", tr("Table of probabilities"), [QgsProcessing.SourceType.TypeVector], optional=True
            ),
            tr(
                "The table by which an LP mask moved the records, as TABLE of “Mask points: least move” "
                "or “Solve a masking strategy” "
                "writes it: the adversary who knows it matches all homes and dots at once. It needs AREAS "
                "with AREA_ID, which hold the masked places too."
            ),
            advanced=True,
        )
        self.add(
            source(
                "WITHIN", tr("Stayed within"), [QgsProcessing.SourceType.TypeVectorPolygon], optional=True
            ),
            tr("The polygons that the mask kept every record inside, where it had some."),
            advanced=True,
        )
        ground.add_avoid(self, tr("The polygons that the mask kept every dot out of, where it had some."))
        ground.add_roads(self, advanced=True)

    def _define_candidates(self) -> None:
        self.add(
            QgsProcessingParameterMultipleLayers(
                "CANDIDATES",
                tr("Further masks"),
                QgsProcessing.SourceType.TypeVectorAnyGeometry,
                optional=True,
            ),
            tr(
                "Other masks of the same records: link lines, or masked points with the link field "
                "(points of aggregated areas too). Layers whose names differ only in a number at the end "
                "are repeats of one mask and share a row with their interval."
            ),
        )
        self.add(
            choice("SORT_BY", tr("Sort the comparison by"), FIGURES, "MEAN_MOVE_M"),
            tr("Figure by which the table of masks is sorted, in ascending order."),
        )

    def _define_outputs(self) -> None:
        sink, types = QgsProcessingParameterFeatureSink, QgsProcessing.SourceType
        self.add(
            sink("OUTPUT", tr("Evaluated records"), types.TypeVectorLine),
            tr(
                "Lines from true to masked places with move_m, bearing_deg, k_moved (adversary with the "
                "masked map), k_method (who knows the method too), k_original (who knows the home) and "
                "risk, 1/k_moved. Internal: do not release."
            ),
        )
        self.add(
            sink("COMPARISON", tr("Comparison of masks"), types.TypeVector, None, True, False),
            tr(
                "A row for each mask with its own verdict, and the mean, the smallest and the largest value "
                "of each figure."
            ),
        )
        self.add_reports()
        for name in ("RECORDS", *FIGURES):
            self.addOutput(QgsProcessingOutputNumber(name, name.replace("_", " ").capitalize()))

    def execute(self, run) -> dict:
        asked = Request.of(run)
        pairs, crs, keys, name = _read_pairs(run, asked)
        mask = read_metrics(run, "MASK", "lpmask", "randommask")
        surroundings, people_of = _surroundings(run, asked, masklaw.stated(run, mask))
        source = run.randomness()
        layers = run.layers("CANDIDATES")
        _foretell(run, len(pairs) * (1 + len(layers)), people_of is not None)
        share = 0.8 / (1 + len(layers))
        found = evaluation.evaluate(pairs, surroundings, source, part(run.progress, 0.1, 0.1 + share))
        if "TRANSPORT_M" not in found.figures:
            run.warn(tr("Fewer than 3 records, or all on one line, make no pattern: it was not measured."))
        named_figures, others = [(name, found.figures)], []
        for index, layer in enumerate(layers):
            progress = part(run.progress, 0.1 + share * (index + 1), 0.1 + share * (index + 2))
            by_its_law = masklaw.of_layer(run, surroundings, layer)
            candidate, names = _candidate(asked, io.read_map_layer(run, layer, "CANDIDATES"), pairs, keys)
            other = evaluation.evaluate(candidate, by_its_law, source, progress)
            kind = re.sub(r"[\s_#-]*\d+$", "", layer.name()) or layer.name()
            named_figures.append((kind, other.figures))
            counted = judging.population_checks(run, people_of, other.figures["RECORDS"])
            others.append(evaluationverdict.Evaluated(kind, other, names, asked.holds, counted))
        candidates = evaluation.candidates_of(named_figures)
        if len(layers):
            candidates = evaluation.sorted_by(candidates, asked.sort_by)
        _write_records(run, pairs, found, keys, crs)
        run.charts.update(chartdata.of_evaluation(found))
        what = evaluationverdict.Evaluated(
            name,
            found,
            keys,
            asked.holds,
            judging.population_checks(run, people_of, found.figures["RECORDS"]),
            mask if mask and mask["algorithm"] == "lpmask" else None,
        )
        inputs = judging.inputs_of(run, people_of, found.figures["RECORDS"])
        levels, judged = evaluationverdict.judge_all(inputs, asked.threshold, what, others)
        if run.wanted("COMPARISON"):
            _write_comparison(run, candidates, levels)
        run.write_reports(evaluation_report.report(run, found, (candidates, levels), judged))
        return found.figures


def _foretell(run, records: int, by_areas: bool) -> None:
    """Say how long it will take, where that is long."""
    seconds = evaluation.expected_seconds(records, by_areas)
    if seconds >= _TOLD_S:
        run.progress(
            0.1,
            tr("{count} records: about {minutes} minutes of processor time").format(
                count=count(records), minutes=number(seconds / 60, ".2g")
            ),
        )


def _read_pairs(run, asked: Request):
    """True and masked positions, the layer's reference system, link values and a name for the mask."""
    if asked.links:
        table = io.read_table(run, "LINKS")
        numbers = np.arange(1, len(table) + 1)
        return _line_ends(table.geometries, table.name), table.crs, numbers, table.name
    for name in ("ORIGINAL", "MASKED"):
        if not run.parameters.get(name):
            raise InputError(tr("Give ORIGINAL and MASKED points with a LINK field, or LINKS as lines."))
    if not asked.link:
        raise InputError(
            tr(
                "Choose the LINK field: without it nobody can tell which masked point belongs to which "
                "record."
            )
        )
    original, masked = io.read_points(run, "ORIGINAL"), io.read_points(run, "MASKED")
    keys = original.table.column(asked.link)
    rows, masked_rows = link(keys, masked.table.column(asked.masked_link))
    pairs = Pairs(
        original.lon_deg[rows],
        original.lat_deg[rows],
        masked.lon_deg[masked_rows],
        masked.lat_deg[masked_rows],
    )
    return pairs, original.table.crs, [str(keys[row]) for row in rows], masked.table.name


def _candidate(asked: Request, table, true: Pairs, keys) -> tuple[Pairs, Any]:
    """Another mask of the same records, lines or points linked as MASKED is, and names of its records."""
    if table.geometries[0].type() != QgsWkbTypes.GeometryType.PointGeometry:
        lines = _line_ends(table.geometries, table.name)
        if len(lines) != len(true):
            raise InputError(
                tr(
                    "Layer “{layer}” holds {lines} lines, but {records} records are evaluated: give a mask "
                    "of the same records."
                ).format(layer=table.name, lines=count(len(lines)), records=count(len(true)))
            )
        _check_homes(lines, true, table.name)
        return lines, np.arange(1, len(lines) + 1)
    if asked.links:
        raise InputError(
            tr("Layer “{layer}” holds points: give ORIGINAL and LINK instead of LINKS.").format(
                layer=table.name
            )
        )
    points = io.points_of(table)
    rows, masked_rows = link(keys, table.column(asked.masked_link))
    linked = Pairs(
        true.lon_deg[rows],
        true.lat_deg[rows],
        points.lon_deg[masked_rows],
        points.lat_deg[masked_rows],
    )
    return linked, keys


def _check_homes(lines: Pairs, true: Pairs, name: str) -> None:
    """Lines must begin where the records live: else the page would compare masks of different people."""
    homes, starts = (true.lon_deg, true.lat_deg), (lines.lon_deg, lines.lat_deg)
    apart = max(nearest_m(*starts, *homes).max(), nearest_m(*homes, *starts).max())
    if apart > _SAME_HOME_M:
        raise InputError(
            tr(
                "The lines of layer “{layer}” begin up to {far} from the records that are evaluated: give a "
                "mask of the same records, each line from its true place to its masked place."
            ).format(layer=name, far=metres(float(apart)))
        )


def _line_ends(shapes, name: str) -> Pairs:
    ends = []
    for shape in shapes:
        line = []
        if shape.type() == QgsWkbTypes.GeometryType.LineGeometry:
            line = shape.asMultiPolyline()[0] if shape.isMultipart() else shape.asPolyline()
        if len(line) < 2:
            raise InputError(
                tr("Layer “{layer}” holds something other than lines from a true to a masked place.").format(
                    layer=name
                )
            )
        ends.append((line[0].x(), line[0].y(), line[-1].x(), line[-1].y()))
    return Pairs(*np.array(ends).T) if ends else Pairs(*np.empty((4, 0)))


def _surroundings(run, asked: Request, law) -> tuple:
    """What the mask is measured against, and the areas where people are counted by them."""
    addresses = places = None
    if asked.addresses:
        points = io.read_points(run, "ADDRESSES")
        places = points.lon_deg, points.lat_deg
        addresses = Addresses(*places)
    area_of, census, layer = _areas(run, asked)
    given = evaluation.Surroundings(
        people=addresses or census,
        addresses=addresses,
        reach_m=asked.reach_m,
        area_of=area_of,
        feature_m=_feature_m(io.read_table(run, "FEATURES").geometries) if asked.features else None,
        tolerance_m=asked.tolerance_m,
        simulations=asked.simulations,
        bandwidth_m=asked.bandwidth_m,
        threshold=asked.threshold,
        law=law,
        known=masklaw.known(run, places, addresses or census, layer, area_of),
    )
    return given, layer if addresses is None and census is not None else None


def _areas(run, asked: Request):
    """A function that tells the area of points, the census surface where there are people, the areas."""
    if not asked.areas:
        return None, None, None
    if not asked.area_id:
        raise InputError(tr("Choose the field with the identifier of each area (AREA_ID)."))
    layer = io.read_areas(run, need_polygons=True)

    def area_of(lon_deg, lat_deg):
        return io.locate(run, layer, io.PointLayer(lon_deg, lat_deg, None))

    census = CensusSurface(cast(Polygons, layer.polygons), layer.areas.population) if asked.people else None
    return area_of, census, layer


def _feature_m(features):
    """A function that gives distances to the features, whose sides become points 25 m apart or less."""
    length = sum(shape.length() for shape in features)
    step = max(_STEP_DEG, length / _MOST_VERTICES)
    dense = [shape.densifyByDistance(step) if shape.length() > 0 else shape for shape in features]
    vertices = np.array([(v.x(), v.y()) for shape in dense for v in shape.vertices()])
    return lambda lon_deg, lat_deg: nearest_m(lon_deg, lat_deg, vertices[:, 0], vertices[:, 1])


def _write_records(run, pairs, found, keys, crs) -> None:
    columns = [
        (field("record", "integer" if isinstance(keys, np.ndarray) else "text"), keys),
        (field("move_m", "real"), found.moved_m),
        (field("bearing_deg", "real"), found.displacement.bearing_deg),
        (field("k_original", "integer"), found.k_original.astype(int)),
    ]
    if found.k_moved is not None:
        columns += [
            (field("k_moved", "real"), found.k_moved),
            (field("k_method", "real"), found.k_method),
            (field("risk", "real"), 1 / found.k_moved),
        ]
    lines = io.lines_geometry(
        run, pairs.lon_deg, pairs.lat_deg, pairs.masked_lon_deg, pairs.masked_lat_deg, crs
    )
    run.write_layer("OUTPUT", columns, lines, LINE, crs)


def _write_comparison(run, candidates, levels: dict) -> None:
    columns = [
        (field("mask", "text"), [one.name for one in candidates]),
        (field("releases", "integer"), [len(one.runs) for one in candidates]),
        (field("verdict", "text"), [levels[one.name].value for one in candidates]),
    ]
    for figure in FIGURES:
        values = [one.mean(figure) for one in candidates]
        if not np.isfinite(values).any():
            continue
        low, high = np.array([one.interval(figure) for one in candidates]).T
        for suffix, column in (("", values), ("_low", low), ("_high", high)):
            columns.append(
                (field(figure.lower() + suffix, "real"), [v if np.isfinite(v) else None for v in column])
            )
    run.write_layer("COMPARISON", columns)

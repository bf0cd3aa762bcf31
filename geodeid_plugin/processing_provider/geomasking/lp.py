# SPDX-License-Identifier: GPL-2.0-or-later
"""What the algorithms of LP geomasking share: parameters, reading, and what they say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import (
    QgsGeometry,
    QgsPoint,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
    QgsWkbTypes,
)

from ...core.errors import InputError
from ...core.geomask.programme import MODELS, OBJECTIVES, Destinations
from ...core.geomask.solve import Request
from ...core.polygons import Polygons
from ...i18n import tr
from ...report import Facts, Section, Verdict
from ...report.common import count, metres
from ..io import AreaLayer, PointLayer, identifiers, locate, read_table
from ..parameters import AREA_TYPES, choice, field

GROUP = ("geomasking", "Geomasking")
TAGS = ("geomasking", "linear programming", "privacy", "anonymise", "move", "transition probability")
_NUMBER = QgsProcessingParameterNumber
_SCATTER_ROUNDS, _SCATTER_BATCH = 2000, 64


@dataclass(frozen=True)
class Targets:
    """The destinations as layers name them.

    Attributes
    ----------
    ids : ndarray of object, shape (m,)
        Identifiers.
    id_kind : str
        Kind of field that holds them.
    lon_deg, lat_deg : ndarray, shape (m,)
        Points, degrees.
    shapes : list of QgsGeometry
        Geometries in longitude and latitude.
    core : Destinations or None
        What the core needs; None where the destinations are the areas themselves.
    """

    ids: np.ndarray
    id_kind: str
    lon_deg: np.ndarray
    lat_deg: np.ndarray
    shapes: list
    core: Destinations | None


def add_bound(algorithm) -> None:
    """Add RISK and MODEL."""
    algorithm.add(
        _NUMBER("RISK", tr("Risk bound"), _NUMBER.Type.Double, 0.2, minValue=1e-9, maxValue=1.0),
        tr(
            "Largest probability that the release re-identifies a given individual, between 0 and 1; for "
            "example 0.2, or 0.09 for classes of 11 people."
        ),
    )
    algorithm.add(
        choice("MODEL", tr("Model"), MODELS, "revised"),
        tr(
            "revised: hides every area of fewer people than there are records as well as the bound allows "
            "(Jung and El Emam 2014). wieland: bounds the probability that any given individual is in the "
            "data at all (Wieland et al. 2008); the stronger promise, with longer moves."
        ),
    )


def add_records(algorithm) -> None:
    """Add RECORDS."""
    algorithm.add(
        _NUMBER("RECORDS", tr("Number of records"), _NUMBER.Type.Integer, minValue=1),
        tr("How many records will be released with this strategy."),
    )


def add_programme(algorithm) -> None:
    """Add K, DESTINATIONS, OBJECTIVE and EARLIER_RECORDS."""
    algorithm.add(
        _NUMBER("K", tr("Nearest destinations"), _NUMBER.Type.Integer, optional=True, minValue=1),
        tr(
            "How many destinations an area may use, the nearest ones, itself included. Empty: all. Few can "
            "make a small risk impossible."
        ),
    )
    algorithm.add(
        QgsProcessingParameterFeatureSource(
            "DESTINATIONS", tr("Destinations"), [*AREA_TYPES, QgsProcessing.SourceType.TypeVectorPoint],
            optional=True,
        ),
        tr("Points or polygons to which records may be moved. Empty: the areas themselves."),
        advanced=True,
    )  # fmt: skip
    algorithm.add(
        field("DESTINATION_ID", tr("Destination identifier"), "DESTINATIONS", optional=True),
        tr("Field with one distinct code a destination. Empty: numbers from 1."),
        advanced=True,
    )
    algorithm.add(
        choice("OBJECTIVE", tr("Objective"), OBJECTIVES, "distance"),
        tr("distance: the smallest mean move. squared: punishes long moves more."),
        advanced=True,
    )
    algorithm.add(
        _NUMBER("EARLIER_RECORDS", tr("Records released earlier"), _NUMBER.Type.Integer, 0, minValue=0),
        tr("Records of earlier releases about the same people: they count towards the number to hide."),
        advanced=True,
    )


def add_figures(algorithm) -> None:
    """Add the number outputs."""
    for name, title in (
        ("EXPECTED_MOVE_M", tr("Expected move (m)")),
        ("ACHIEVED_RISK", tr("Achieved risk")),
        ("WIELAND_RISK", tr("Achieved risk, model of Wieland")),
        ("SMALLEST_RISK", tr("Smallest possible risk")),
        ("GAP", tr("Certified distance from the optimum (share)")),
    ):
        algorithm.addOutput(QgsProcessingOutputNumber(name, title))


def read_request(run, records: int) -> Request:
    """The core's request for a number of records, earlier ones added."""
    return Request(
        records=records + run.integer("EARLIER_RECORDS"),
        risk=run.number("RISK"),
        model=run.choice("MODEL"),
        nearest=run.integer("K"),
        squared=run.choice("OBJECTIVE") == "squared",
    )


def read_targets(run, layer: AreaLayer) -> Targets:
    """Read DESTINATIONS, or take the areas themselves."""
    areas = layer.areas
    if not run.parameters.get("DESTINATIONS"):
        return Targets(areas.ids, layer.id_kind, areas.lon_deg, areas.lat_deg, layer.table.geometries, None)
    table = read_table(run, "DESTINATIONS")
    name = run.field("DESTINATION_ID")
    ids = identifiers(table, name) if name else np.arange(1, len(table) + 1).astype(object)
    lon_deg, lat_deg = _points_of(table.geometries, ids)
    code = np.zeros(len(ids), dtype=np.int64)
    if areas.boundary is not None:
        inside = locate(run, layer, PointLayer(lon_deg, lat_deg, table))
        code = np.where(inside >= 0, areas.boundary_code[inside], -1)
    kind = "integer" if isinstance(ids[0], int) else "text"
    return Targets(ids, kind, lon_deg, lat_deg, table.geometries, Destinations(lon_deg, lat_deg, code))


def _points_of(shapes: list, ids):
    if shapes[0].type() == QgsWkbTypes.GeometryType.PolygonGeometry:
        return Polygons.from_wkb([bytes(shape.asWkb()) for shape in shapes], ids).inner_points_deg(
            len(shapes)
        )
    points = [shape.asMultiPoint()[0] if shape.isMultipart() else shape.asPoint() for shape in shapes]
    return np.array([point.x() for point in points]), np.array([point.y() for point in points])


def scattered(shape: QgsGeometry, source) -> tuple[float, float]:
    """A place drawn uniformly inside a polygon in longitude and latitude; a point stays itself."""
    if shape.type() != QgsWkbTypes.GeometryType.PolygonGeometry:
        centre = shape.asMultiPoint()[0] if shape.isMultipart() else shape.asPoint()
        return centre.x(), centre.y()
    sound = shape if shape.isGeosValid() else shape.makeValid()
    engine = QgsGeometry.createGeometryEngine(sound.constGet())
    engine.prepareGeometry()
    box = shape.boundingBox()
    south, north = np.sin(np.radians([box.yMinimum(), box.yMaximum()]))
    for _ in range(_SCATTER_ROUNDS):
        lon_deg = box.xMinimum() + source.uniform(_SCATTER_BATCH) * box.width()
        lat_deg = np.degrees(np.arcsin(south + source.uniform(_SCATTER_BATCH) * (north - south)))
        for lon, lat in zip(lon_deg.tolist(), lat_deg.tolist()):
            place = QgsPoint(lon, lat)
            if engine.intersects(place):
                return lon, lat
    raise InputError(
        tr("A destination's polygon is too thin to draw places inside it. Use its representative point.")
    )


def verdict(risk: float, bound: float, model: str) -> Verdict:
    """The answer on top of a report."""
    return Verdict(
        "pass",
        tr("The measured risk is {risk}, within the bound of {bound} under the model “{model}”.").format(
            risk=f"{risk:.6g}", bound=f"{bound:g}", model=model
        ),
    )


def guarantee(revised_risk: float, wieland_risk: float, records: int) -> Section:
    """Both guarantees, each with its measured figure, so that neither is taken for the other."""
    return Section(
        tr("What is guaranteed, and what is not"),
        (
            Facts(
                (
                    (tr("Measured risk, revised model"), f"{revised_risk:.6g}"),
                    (
                        tr("Measured risk, model of Wieland"),
                        f"{wieland_risk:.6g}" if wieland_risk < 1 else tr("1 or more: no guarantee"),
                    ),
                    (tr("Records counted, earlier releases included"), count(records)),
                )
            ),
            tr(
                "Model of Wieland: somebody who knows the method, the probabilities and the released points "
                "can be sure of any given individual being in the data with at most this probability."
            ),
            tr(
                "Revised model: the same for individuals of areas with at least as many people as there are "
                "records. For smaller areas it bounds something weaker: the probability that a record "
                "released at a place came from that area at all."
            ),
            tr(
                "Both were measured on the very table of probabilities that the draws use, by code that "
                "shares nothing with the solver. Neither says anything about other fields that are released "
                "beside the position, nor about people whom an observer knows to be in the data."
            ),
        ),
    )


def method(request: Request, destinations: int) -> Section:
    """The sentence for a methods section."""
    moved = tr("squared distance") if request.squared else tr("distance")
    reach = (
        tr("the {count} nearest of {total} destinations").format(
            count=count(request.nearest), total=count(destinations)
        )
        if request.nearest
        else tr("any of {total} destinations").format(total=count(destinations))
    )
    return Section(
        tr("Method"),
        (
            tr(
                "Each record was moved from its area to {reach} by one draw from the operating system's "
                "random source, independently of all others, with transition probabilities that minimise the "
                "expected {moved} under the bound (linear programming; Wieland et al., PNAS 2008, 105(46); "
                "Jung and El Emam, Int J Health Geogr 2014)."
            ).format(reach=reach, moved=moved),
        ),
    )


def accuracy(expected_move_m: float, gap: float) -> Section:
    """How far points were moved, for those who will use them."""
    return Section(
        tr("Accuracy"),
        (
            Facts(
                (
                    (tr("Expected move of an inhabitant"), metres(expected_move_m)),
                    (tr("Certified distance from the optimum"), f"{100 * gap:.3g} %"),
                )
            ),
        ),
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""The crowd and the table of a random mask, from its law and public populations."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from qgis.core import (
    QgsGeometry,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterFile,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
    QgsRectangle,
)

from ....core.base.errors import InputError
from ....core.base.progress import part
from ....core.exposure.matching.attack import Surroundings
from ....core.exposure.matching.laws import Law, law_of
from ....core.geomask.baselines.chosen.elimination import Zones
from ....core.geomask.baselines.containers import Containers
from ....core.geometry.people_around import Addresses, CensusSurface
from ....core.geometry.sphere import EARTH_RADIUS_M, haversine_m
from ....core.utility.analysis.chosen_crowd import crowd_of_law
from ....core.utility.analysis.masked_table import MaskedTable
from ....core.utility.analysis.random_crowd import Ground
from ....host.compat import MULTI_POLYGON, field
from ....i18n import tr
from ....report import Facts, Figure, Report, Section
from ....report.numbers import count, percent
from ... import io
from ...clustering.clustermap import NO_DATA, draw_areas
from ...framework.base import GeoDeIDAlgorithm
from ...framework.parameters import add_areas
from ...framework.verdict.metricsfile import read_metrics
from ...geomasking.records import ground
from ...geomasking.records.ground import add_avoid, add_roads
from .released_mask import DESTINATION, OUTSIDE, PEOPLE, RECORDS

if TYPE_CHECKING:
    from ....core.geometry.polygons import Polygons

_NUMBER = QgsProcessingParameterNumber
_MARGIN_DEG = 0.01
"""The frame about the areas reaches this much farther than the longest move."""
_POLAR_DEG = 85.0
"""Beyond it a degree of longitude is too short to measure a frame by."""


class MaskCrowd(GeoDeIDAlgorithm):
    """``geodeid:maskcrowd``."""

    ID = "maskcrowd"
    TITLE = "Crowd of a random mask"
    GROUP = ("utility", "Utility")
    TAGS = ("masked", "recipient", "population", "donut", "gaussian", "rate", "cluster", "denominator")
    SUMMARY = (
        "Points that “Random masking” moved cannot be compared with the people who live where they stand: "
        "the mask alone makes clusters. From the law of the mask and the populations of public areas this "
        "works out whom a point in each area stands for (the crowd), and with which probability a record of "
        "each area is seen in each other (the table). “Scan for clusters” and “Rates from masked points” "
        "read both. People are taken to live anywhere in their area with the same chance, or at addresses."
    )

    STYLES = {"CROWD": "crowd"}

    def define(self) -> None:
        add_areas(self, boundary=False)
        self.add(
            QgsProcessingParameterFile("MASK", tr("Metrics of the masking"), extension="json", optional=True),
            tr("The METRICS file of “Random masking”: the law of the mask and the number of records."),
        )
        self.add(
            QgsProcessingParameterString("LAW", tr("Law of the mask"), optional=True),
            tr("Instead of the METRICS: the kind and its numbers in metres, as in “donut 50 500”."),
        )
        self.add(
            _NUMBER("RECORDS", tr("Records"), _NUMBER.Type.Integer, optional=True, minValue=1),
            tr("How many records were masked. Empty: as the METRICS say."),
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "WITHIN", tr("Kept within"), [QgsProcessing.SourceType.TypeVectorPolygon], optional=True
            ),
            tr("The polygons that the mask kept every record in, where it did."),
        )
        add_avoid(self, tr("The polygons that the mask kept every dot out of, where it did."))
        self.add(
            QgsProcessingParameterFeatureSource(
                "ADDRESSES", tr("Addresses"), [QgsProcessing.SourceType.TypeVectorPoint], optional=True
            ),
            tr(
                "For street, address and geoind: the addresses that the mask used. People are then taken to "
                "live at them. Without them geoind is taken to have used the areas and their people."
            ),
            advanced=True,
        )
        add_roads(self, advanced=True)
        self.add(
            QgsProcessingParameterFeatureSink(
                "CROWD", tr("Crowd"), QgsProcessing.SourceType.TypeVectorPolygon
            ),
            tr(
                "The areas as destinations, each with the people whom a point there stands for, and one "
                "destination “outside” for all that lies beyond them."
            ),
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "TABLE", tr("Table of the mask"), QgsProcessing.SourceType.TypeVector
            ),
            tr("Origin, destination, probability and distance_m (between the points that stand for them)."),
        )
        self.add_reports()
        self.addOutput(QgsProcessingOutputNumber("OUTSIDE_SHARE", tr("Share of the people seen outside")))

    def execute(self, run) -> dict:
        law, records = _stated(run)
        areas = io.read_areas(run, need_polygons=True)
        if not areas.areas.population.sum() > 0:
            raise InputError(tr("Layer “{layer}”: nobody lives in any area.").format(layer=areas.table.name))
        map_of = _ground(run, areas, law)
        known = _known(run, areas, law)
        polygons = cast("Polygons", areas.polygons)  # read_areas was asked for them
        mask = crowd_of_law(law, map_of, known, polygons, part(run.progress, 0.1, 0.9))
        _write_crowd(run, areas, mask, _reach(law, known), records)
        _write_table(run, areas, mask)
        outside = float(mask.crowd[-1] / mask.crowd.sum())
        run.write_reports(_report(areas, mask, law, records, outside))
        return {"OUTSIDE_SHARE": outside}


def _stated(run) -> tuple[Law, int]:
    """The law and the number of records, from METRICS or as typed."""
    metrics = read_metrics(run, "MASK", "randommask") or {}
    typed = run.text("LAW").strip()
    described = typed or metrics.get("law")
    if not described:
        raise InputError(tr("Give the METRICS of “Random masking” as MASK, or write the law of the mask."))
    law = law_of(described)
    known = metrics.get("law")
    if typed and known and law_of(known).stated != law.stated:
        raise InputError(
            tr("MASK says “{known}” and LAW “{law}”. Leave LAW empty, or give no MASK.").format(
                known=law_of(known).stated, law=law.stated
            )
        )
    if known:
        law = law_of(known)  # which polygons decided is not typed
    records = (
        run.integer("RECORDS")
        if run.parameters.get("RECORDS") is not None
        else metrics.get("figures", {}).get("RELEASED")
    )
    if not records:
        raise InputError(tr("Say how many records were masked (RECORDS)."))
    return law, int(records)


def _ground(run, areas, law: Law) -> Ground:
    """Areas and, for a law that was bounded or avoids, the polygons of WITHIN and AVOID; no other has any."""
    avoided = None
    if run.parameters.get("AVOID"):
        if not law.avoids:
            raise InputError(
                tr(
                    "The law “{law}” avoids no polygons. Leave AVOID empty, or give the METRICS of the run "
                    "that did."
                ).format(law=law.stated)
            )
        table = io.read_table(run, "AVOID")
        avoided = table.polygons(), len(table)
    if not run.parameters.get("WITHIN"):
        return Ground.of(areas.polygons, areas.areas.population, None, avoided)
    if not law.bounded:
        raise InputError(
            tr(
                "The law “{law}” was not bounded by polygons. Leave WITHIN empty, or give the METRICS of the "
                "run that was."
            ).format(law=law.stated)
        )
    table = io.read_table(run, "WITHIN")
    return Ground.of(areas.polygons, areas.areas.population, (table.polygons(), len(table)), avoided)


def _known(run, areas, law: Law) -> Surroundings:
    """What the law refers to beside distances, as “Random masking” read it."""
    if law.kind not in ("street", "address", "geoind", "elimination", "optimal"):
        return Surroundings()
    stated = (read_metrics(run, "MASK", "randommask") or {}).get("parameters", {})
    if (
        law.kind == "geoind"
        and stated
        and bool(stated.get("ADDRESSES")) != bool(run.parameters.get("ADDRESSES"))
    ):
        if stated.get("ADDRESSES"):
            raise InputError(tr("The mask remapped noise by addresses. Give them as ADDRESSES."))
        raise InputError(tr("The mask remapped noise by areas and their people. Leave ADDRESSES empty."))
    listed = io.read_points(run, "ADDRESSES") if run.parameters.get("ADDRESSES") else None
    homes = None if listed is None else (listed.lon_deg, listed.lat_deg)
    surface = CensusSurface(areas.polygons, areas.areas.population)
    held = io.read_table(run, "WITHIN") if law.bounded and run.parameters.get("WITHIN") else None
    return Surroundings(
        addresses=homes,
        people=surface if homes is None else Addresses(*homes),
        containers=None if held is None else Containers(held.polygons(), len(held)),
        avoided=ground.read_avoided(run) if law.avoids else None,
        network=ground.read_network(run) if law.kind == "street" else None,
        zones=Zones(areas.polygons, areas.areas.population),
        prior=ground.prior_of(areas) if homes is None else (*homes, np.ones(len(homes[0]))),
        reported=ground.reported_of(areas),
    )


def _reach(law: Law, known: Surroundings) -> tuple[float, tuple]:
    """How far a move leads beyond the areas, metres, and the places it leads to where these are known."""
    if law.moves is not None:
        return law.moves.reach_m()[1], ()
    if law.kind == "street":
        return 0.0, (known.network.lon_deg, known.network.lat_deg)
    places = {"geoind": known.prior, "address": known.addresses}.get(law.kind)
    return 0.0, (places or ())[:2]


def _write_crowd(run, areas, mask: MaskedTable, reach: tuple, records: int) -> None:
    shapes, _kind = io.original_geometries(run, "AREAS", areas.table.row_ids)
    shapes = [*shapes, _frame(run, areas, *reach)]
    names = [*(str(one) for one in areas.areas.ids), OUTSIDE]
    columns = [
        (field(DESTINATION, "text"), names),
        (field(PEOPLE, "real"), mask.crowd),
        (field(RECORDS, "integer"), np.full(len(names), records)),
    ]
    run.write_layer("CROWD", columns, shapes, MULTI_POLYGON, areas.table.crs)


def _frame(run, areas, reach_m: float, places_deg: tuple) -> QgsGeometry:
    """What lies within a move of the areas, without them, in the areas' reference system."""
    shapes = [shape if shape.isGeosValid() else shape.makeValid() for shape in areas.table.geometries]
    union = QgsGeometry.unaryUnion(shapes)
    box = union.boundingBox()
    if len(places_deg):
        (west, east), (south, north) = ((values.min(), values.max()) for values in places_deg)
        box.combineExtentWith(QgsRectangle(west, south, east, north))
    widest = np.cos(np.radians(min(max(abs(box.yMinimum()), abs(box.yMaximum())) + 1, _POLAR_DEG)))
    reach = np.degrees(reach_m / EARTH_RADIUS_M) / widest + _MARGIN_DEG
    frame = QgsGeometry.fromRect(box.buffered(reach)).difference(union)
    frame.convertToMultiType()
    frame.transform(io.from_lonlat(run, areas.table.crs))
    return frame


def _write_table(run, areas, mask: MaskedTable) -> None:
    ids = np.array([*(str(one) for one in areas.areas.ids), OUTSIDE], dtype=object)
    lon, lat = areas.areas.lon_deg, areas.areas.lat_deg
    inside = mask.destination < len(lon)
    to = np.where(inside, mask.destination, 0)
    away = haversine_m(lon[mask.origin], lat[mask.origin], lon[to], lat[to])
    columns = [
        (field("origin", "text"), ids[mask.origin]),
        (field(DESTINATION, "text"), ids[mask.destination]),
        (field("probability", "real"), mask.probability),
        (field("distance_m", "real"), [float(m) if ok else None for m, ok in zip(away, inside)]),
    ]
    run.write_layer("TABLE", columns)


def _map(areas, mask: MaskedTable, people) -> Figure:
    """Where the mask thins the crowd and where it thickens it."""
    ratio = np.divide(mask.crowd[: len(people)], people, out=np.full(len(people), np.nan), where=people > 0)
    classes = (
        (ratio >= 1.5, "#d55e00", tr("1.5 times as many people and more")),
        (ratio >= 1.1, "#f6deb0", tr("1.1 to 1.5 times")),
        (ratio > 1 / 1.1, "#f5f5f5", tr("About as many as live here")),
        (ratio > 1 / 1.5, "#c3dff1", tr("0.67 to 0.9 times")),
        (ratio >= 0, "#0072b2", tr("0.67 times and fewer")),
    )
    fill = np.full(len(people), NO_DATA, dtype=object)
    for rule, shade, _words in reversed(classes):
        fill[rule] = shade
    legend = [(shade, words) for _rule, shade, words in classes if shade in fill]
    legend += [(NO_DATA, tr("Nobody lives here"))] * (NO_DATA in fill)
    caption = tr("The people whom the mask shows in an area, over those who live there.")
    return Figure(draw_areas(areas, fill, tr("Map of the crowd"), legend), caption)


def _report(areas, mask: MaskedTable, law: Law, records: int, outside: float) -> Report:
    people = areas.areas.population
    stayed = mask.origin == mask.destination
    at_home = float((people[mask.origin] * mask.probability)[stayed].sum() / people.sum())
    facts = (
        (tr("Law of the mask"), law.stated),
        (tr("Records"), count(records)),
        (tr("Areas"), count(len(people))),
        (tr("People seen in their own area"), percent(at_home)),
        (tr("People seen outside of all areas"), percent(outside)),
    )
    method = tr(
        "From every area with people the same number of people are moved by the law of the mask, from "
        "places anywhere in the area, and counted where they end. Nothing about the records is used."
    )
    return Report(
        tr("Crowd of a random mask"),
        tr("Whom a masked point stands for, wherever it lies."),
        (
            Section(tr("Mask"), (_map(areas, mask, people), Facts(facts))),
            Section(tr("Method"), (method,)),
        ),
        None,
        (),
    )

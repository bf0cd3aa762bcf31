# SPDX-License-Identifier: GPL-2.0-or-later
"""What goes out beside masked points so that they can be analysed: the crowd and the table.

Both follow from the areas' populations and the table of probabilities alone. The risk bound is proved
against somebody who has them, so releasing them costs nothing; without them an analyst compares masked
points with the people who live there and finds clusters that the mask made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import numpy as np
from qgis.core import QgsGeometry, QgsRectangle

from ...core.base.errors import InputError
from ...core.base.progress import part
from ...core.exposure.matching.mask_models import MaskModel, Surroundings
from ...core.geomask.baselines.containers import Containers
from ...core.geomask.baselines.elimination import Zones
from ...core.geomask.baselines.network import Network
from ...core.geomask.baselines.optimal import Reported
from ...core.geomask.strategy import Strategy
from ...core.geometry.people_around import Addresses, CensusSurface
from ...core.geometry.sphere import EARTH_RADIUS_M, haversine_m
from ...core.utility.random_crowd import WITH_CROWD, StudyRegion, crowd_of_mask
from ...host.compat import MULTI_POLYGON, field
from ...i18n import tr
from ...report import Facts, Section
from ...report.numbers import percent
from .. import io
from ..framework import ask, give
from ..framework.give import CODE, REAL, WHOLE, Features
from ..framework.writing.formats import Taken

if TYPE_CHECKING:
    from ...core.geometry.polygons import Polygons
    from ...core.utility.masked_table import MaskedTable


PEOPLE, DESTINATION, RECORDS, STRATUM = "people", "destination", "records", "stratum"
OUTSIDE = "outside"
"""Identifier of the destination that stands for everywhere beyond the areas."""


@dataclass(frozen=True)
class Mixed:
    """The table that the people of one stratum are moved by."""

    stratum: str
    """Its name; empty where nothing is stratified."""
    people: np.ndarray
    """Shape (n,). ``n_i`` of the stratum."""
    strategy: Strategy
    """``P_ij``."""
    records: int


PROBABILITIES = {"origin": CODE, DESTINATION: CODE, "probability": REAL, "distance_m": REAL}
PLACES = {"longitude": REAL, "latitude": REAL}
"""Of the destination of each row, degrees, where the areas are not the destinations."""
CROWD = give.shapes(
    "CROWD",
    "Crowd (for release)",
    "The destinations, with the people whom a point there stands for and the records drawn.",
    optional=True,
    style="crowd",
    fields={DESTINATION: CODE, PEOPLE: REAL, RECORDS: WHOLE},
)
TABLE = give.table(
    "TABLE",
    "Table of the mask (for release)",
    "Origin, destination, probability and distance_m: the bound is proved against somebody who has them.",
    optional=True,
    fields=PROBABILITIES,
)


def crowd(run, layer, targets, mixed: list[Mixed]) -> Features:
    """The destinations with the people whom a point there stands for. ``mixed`` has one for each stratum."""
    count = len(targets.ids)
    by_stratum = [_inflow(one.strategy, one.people, count) for one in mixed]
    people = np.sum(by_stratum, axis=0)
    used = np.flatnonzero(people > 0)
    of_strata = [
        (field(f"{PEOPLE}_{one.stratum}", "real"), own[used])
        for one, own in zip(mixed, by_stratum)
        if len(mixed) > 1
    ]
    crs = layer.table.crs
    shapes, kind = io.released_geometries(run, [targets.shapes[row] for row in used], crs)
    return Features(
        {
            DESTINATION: targets.ids[used],
            PEOPLE: people[used],
            RECORDS: np.full(len(used), sum(one.records for one in mixed)),
        },
        shapes,
        kind,
        crs,
        codes=targets.id_kind,
        appended=of_strata,
    )


def _inflow(strategy: Strategy, values, count: int) -> np.ndarray:
    """Sum over the origins of value times probability, shape (count,)."""
    values = np.asarray(values, dtype=float)
    return np.bincount(strategy.destination, values[strategy.origin] * strategy.probability, count)


def mask_table(layer, targets, mixed: list[Mixed]) -> Features:
    """The tables of all strata; rows of an area without people say nothing and are kept."""
    parts = [one.strategy for one in mixed]
    origin, destination, probability, distance_m = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("origin", "destination", "probability", "distance_m")
    )
    table = probabilities(layer, targets, Strategy(origin, destination, probability, distance_m))
    if len(mixed) == 1:
        return table
    names = np.repeat([one.stratum for one in mixed], [len(part.origin) for part in parts])
    return replace(table, copied=[(field(STRATUM, "text"), names)])


def probabilities(layer, targets, strategy: Strategy) -> Features:
    """The rows of a table of probabilities."""
    return Features(
        {
            "origin": Taken(layer.areas.ids, strategy.origin),
            DESTINATION: Taken(targets.ids, strategy.destination),
            "probability": strategy.probability,
            "distance_m": strategy.distance_m,
        },
        codes={"origin": layer.id_kind, DESTINATION: targets.id_kind},
    )


def placed_table(layer, targets, strategy: Strategy) -> Features:
    """The rows of a table of probabilities, with the places of destinations that are not the areas."""
    table = probabilities(layer, targets, strategy)
    if targets.core is None:
        return table
    at = strategy.destination
    places = {"longitude": Taken(targets.lon_deg, at), "latitude": Taken(targets.lat_deg, at)}
    return replace(table, values={**table.values, **places})


def section(run) -> tuple:
    """What a report tells whoever analyses the points."""
    released = [title for name, title in (("CROWD", tr("crowd")), ("TABLE", tr("table"))) if run.wanted(name)]
    if not released:
        said = tr(
            "The crowd was not written. Anyone who compares these points with the people who live there "
            "finds clusters that the mask made: release the crowd with them."
        )
    else:
        said = tr(
            "Released with the points: {layers}. Compare the points with the people of the crowd, never with "
            "those who live where they stand. With n the people of an area, r its rate and P the table, the "
            "points at a destination are Poisson with mean Σ n r P.",
            layers=", ".join(released),
        )
    return (Section(tr("For those who analyse the points"), said),)


_MARGIN_DEG = 0.01
"""The frame about the areas reaches this much farther than the longest move."""
_POLAR_DEG = 85.0
"""Beyond it a degree of longitude is too short to measure a frame by."""


OUTPUTS = (
    give.polygons(
        "CROWD",
        "Crowd (for release)",
        "The census areas, each with the people whom a point there stands for. Needs AREAS, AREA_ID and "
        "POPULATION.",
        optional=True,
        style="crowd",
        fields=CROWD.fields,
    ),
    give.table(
        "TABLE",
        "Table of the mask (for release)",
        "The probabilities from area to area: origin, destination, probability and distance_m.",
        optional=True,
        fields=PROBABILITIES,
    ),
)


@dataclass(frozen=True)
class MaskCrowd:
    """What a model makes of the people of the census areas."""

    areas: io.AreaLayer
    mask: MaskedTable
    """From each area to each, and beyond them all."""
    reach: tuple
    """How far a move leads beyond the areas, metres, and the places it leads to where these are known."""


def crowd_of(run, mask_model: MaskModel) -> MaskCrowd | None:
    """The crowd of a model where CROWD or TABLE was asked for; None else."""
    if not (run.wanted("CROWD") or run.wanted("TABLE")):
        return None
    areas = _areas(run)
    known = _known(run, areas, mask_model)
    polygons = cast("Polygons", areas.polygons)  # read_areas was asked for them
    mask = crowd_of_mask(
        mask_model, _study_region(run, areas, mask_model), known, polygons, part(run.progress, 0.0, 0.1)
    )
    return MaskCrowd(areas, mask, _reach(mask_model, known))


def sections_of_areas(run, mask_model: MaskModel, crowd: MaskCrowd | None) -> tuple:
    """What the report tells whoever analyses the points; nothing of a model that has no crowd."""
    if crowd is None:
        return section(run) if mask_model.kind in WITH_CROWD else ()
    people, mask = crowd.areas.areas.population, crowd.mask
    stayed = mask.origin == mask.destination
    at_home = (people[mask.origin] * mask.probability)[stayed].sum() / people.sum()
    facts = (
        (tr("People seen in their own area"), percent(at_home)),
        (tr("People seen outside of all areas"), percent(mask.crowd[-1] / mask.crowd.sum())),
    )
    return (*section(run), Section(tr("Crowd of the mask"), Facts(*facts)))


def _areas(run):
    if not run.parameters.get("AREAS") or not run.field("POPULATION"):
        raise InputError(
            "crowd.population.missing", "The crowd needs census AREAS with the field POPULATION."
        )
    if not run.field("AREA_ID"):
        raise InputError("area.identifier.missing", "Choose the field with the identifier of each area.")
    areas = io.read_areas(run, need_polygons=True)
    if not areas.areas.population.sum() > 0:
        raise InputError(
            "area.population.nobody", "Layer “{layer}”: nobody lives in any area.", layer=areas.table.name
        )
    return areas


def _study_region(run, areas, mask_model: MaskModel) -> StudyRegion:
    """The areas, and the polygons that the model keeps records in."""
    held = io.read_table(run, "WITHIN") if mask_model.bounded else None
    bounds = None if held is None else (held.polygons(), len(held))
    return StudyRegion.of(areas.polygons, areas.areas.population, bounds)


def _known(run, areas, mask_model: MaskModel) -> Surroundings:
    """What the model refers to beside distances, as the mask reads it."""
    if mask_model.kind not in ("street", "address", "geoind", "elimination", "optimal"):
        return Surroundings()
    listed = io.read_points(run, "ADDRESSES") if run.parameters.get("ADDRESSES") else None
    homes = None if listed is None else (listed.lon_deg, listed.lat_deg)
    people = CensusSurface(areas.polygons, areas.areas.population) if homes is None else Addresses(*homes)
    network = read_network(run) if mask_model.kind == "street" else None
    return surroundings(run, homes, people, areas, network)


def surroundings(run, homes, people, areas, network) -> Surroundings:
    """What a mask refers to beside distances: addresses, people, streets, areas with people, and WITHIN."""
    held = io.read_table(run, "WITHIN") if run.parameters.get("WITHIN") else None
    known = Surroundings(
        addresses=homes,
        people=people,
        containers=None if held is None else Containers(held.polygons(), len(held)),
        network=network,
        prior=None if homes is None else (*homes, np.ones(len(homes[0]))),
    )
    if areas is None:
        return known
    zones, prior = Zones(areas.polygons, areas.areas.population), known.prior or prior_of(areas)
    return replace(known, zones=zones, prior=prior, reported=reported_of(areas))


def _reach(mask_model: MaskModel, known: Surroundings) -> tuple[float, tuple]:
    """How far a move leads beyond the areas, metres, and the places it leads to where these are known."""
    if mask_model.moves is not None:
        return mask_model.moves.reach_m()[1], ()
    if known.network is not None:
        return 0.0, (known.network.lon_deg, known.network.lat_deg)
    places = {"geoind": known.prior, "address": known.addresses}.get(mask_model.kind)
    return 0.0, (places or ())[:2]


def crowd_of_areas(run, of: MaskCrowd, records: int) -> Features:
    """The census areas and all that lies beyond, with the people whom a point there stands for.

    ``records`` were masked.
    """
    areas = of.areas
    shapes, _kind = io.original_geometries(run, "AREAS", areas.table.row_ids)
    names = [*(str(one) for one in areas.areas.ids), OUTSIDE]
    return Features(
        {DESTINATION: names, PEOPLE: of.mask.crowd, RECORDS: np.full(len(names), records)},
        [*shapes, _frame(run, areas, *of.reach)],
        MULTI_POLYGON,
        areas.table.crs,
    )


def _frame(run, areas, reach_m: float, places_deg: tuple) -> QgsGeometry:
    """What lies within a move of the areas, without them, in the areas' reference system."""
    shapes = [io.made_valid(shape) for shape in areas.table.geometries]
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


def table_of_areas(of: MaskCrowd) -> Features:
    """The table of the mask; beyond all areas nothing is how far."""
    areas, mask = of.areas.areas, of.mask
    ids = np.array([*(str(one) for one in areas.ids), OUTSIDE], dtype=object)
    inside = mask.destination < len(areas)
    to = np.where(inside, mask.destination, 0)
    away_m = haversine_m(
        areas.lon_deg[mask.origin], areas.lat_deg[mask.origin], areas.lon_deg[to], areas.lat_deg[to]
    )
    return Features(
        {
            "origin": ids[mask.origin],
            DESTINATION: ids[mask.destination],
            "probability": mask.probability,
            "distance_m": np.where(inside, away_m, np.nan),
        }
    )


ROADS = ask.source(
    "ROADS",
    "Streets",
    "Lines of streets, for street, cut where they cross.",
    ask.LINES,
    optional=True,
)


def read_network(run) -> Network:
    """Read ROADS as junctions and ends that streets join."""
    if not run.parameters.get("ROADS"):
        raise InputError(
            "street.layer.missing", "This mask needs the layer of streets to move to: give ROADS."
        )
    run.progress(0.02)
    # Cut where lines cross, then joined where only two meet: what is left ends at junctions and dead ends.
    noded = QgsGeometry.unaryUnion(io.read_table(run, "ROADS").geometries).mergeLines()
    lines = noded.asMultiPolyline() if noded.isMultipart() else [noded.asPolyline()]
    vertices = np.array([(point.x(), point.y()) for line in lines for point in line]).reshape(-1, 2)
    start = np.cumsum([0, *(len(line) for line in lines)])
    return Network.of(vertices[:, 0], vertices[:, 1], start)


def read_prior(run) -> tuple:
    """Where how many people live, and the areas where those stand for them.

    Longitudes, latitudes and people of addresses, or else of areas.
    """
    if run.parameters.get("ADDRESSES"):
        points = io.read_points(run, "ADDRESSES")
        return (points.lon_deg, points.lat_deg, np.ones(len(points))), None
    if run.parameters.get("AREAS") and run.field("POPULATION"):
        layer = io.read_areas(run, need_polygons=True)
        return prior_of(layer), layer
    raise InputError(
        "geoind.population.missing",
        "geoind needs ADDRESSES, or census AREAS with the field POPULATION, to bring dots to where "
        "people live. Without remapping the mask is laplace.",
    )


def reported_of(layer) -> Reported:
    """The areas that an optimal table moves between, their people as the prior."""
    areas = layer.areas
    return Reported(layer.polygons, areas.lon_deg, areas.lat_deg, areas.population)


def prior_of(layer) -> tuple:
    """Points that stand for the areas with people, degrees, and how many live there."""
    areas, used = layer.areas, layer.areas.population > 0
    return areas.lon_deg[used], areas.lat_deg[used], areas.population[used]

# SPDX-License-Identifier: GPL-2.0-or-later
"""The crowd and the table of a random mask, from its model and public populations.

From every area with people as many people are moved by the model, from places anywhere in the area or from
its addresses, and counted where they end. Nothing about the records is used but their number. And what masks
refer to beside distances: streets to move along, people and the areas that they live in.
"""

from __future__ import annotations

from dataclasses import dataclass
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
from ...core.geometry.people_around import Addresses, CensusSurface
from ...core.geometry.sphere import EARTH_RADIUS_M, haversine_m
from ...core.utility.random_crowd import WITH_CROWD, StudyRegion, crowd_of_mask
from ...host.compat import MULTI_POLYGON
from ...i18n import tr
from ...report import Facts, Section
from ...report.numbers import percent
from .. import io
from ..framework import ask, give
from ..framework.give import Features
from ..io import read_areas, read_points, read_table
from .crowd import CROWD, DESTINATION, OUTSIDE, PEOPLE, PROBABILITIES, RECORDS, section

if TYPE_CHECKING:
    from ...core.geometry.polygons import Polygons
    from ...core.utility.masked_table import MaskedTable
    from ..io import AreaLayer


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

    areas: AreaLayer
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


def crowd_sections(run, mask_model: MaskModel, crowd: MaskCrowd | None) -> tuple:
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
    held = io.read_table(run, "WITHIN") if mask_model.bounded else None
    return Surroundings(
        addresses=homes,
        people=CensusSurface(areas.polygons, areas.areas.population) if homes is None else Addresses(*homes),
        containers=None if held is None else Containers(held.polygons(), len(held)),
        network=read_network(run) if mask_model.kind == "street" else None,
        zones=Zones(areas.polygons, areas.areas.population),
        prior=prior_of(areas) if homes is None else (*homes, np.ones(len(homes[0]))),
        reported=reported_of(areas),
    )


def _reach(mask_model: MaskModel, known: Surroundings) -> tuple[float, tuple]:
    """How far a move leads beyond the areas, metres, and the places it leads to where these are known."""
    if mask_model.moves is not None:
        return mask_model.moves.reach_m()[1], ()
    if known.network is not None:
        return 0.0, (known.network.lon_deg, known.network.lat_deg)
    places = {"geoind": known.prior, "address": known.addresses}.get(mask_model.kind)
    return 0.0, (places or ())[:2]


def crowd(run, of: MaskCrowd, records: int) -> Features:
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


def table(of: MaskCrowd) -> Features:
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
    noded = QgsGeometry.unaryUnion(read_table(run, "ROADS").geometries).mergeLines()
    lines = noded.asMultiPolyline() if noded.isMultipart() else [noded.asPolyline()]
    vertices = np.array([(point.x(), point.y()) for line in lines for point in line]).reshape(-1, 2)
    start = np.cumsum([0, *(len(line) for line in lines)])
    return Network.of(vertices[:, 0], vertices[:, 1], start)


def read_prior(run) -> tuple:
    """Where how many people live, and the areas where those stand for them.

    Longitudes, latitudes and people of addresses, or else of areas.
    """
    if run.parameters.get("ADDRESSES"):
        points = read_points(run, "ADDRESSES")
        return (points.lon_deg, points.lat_deg, np.ones(len(points))), None
    if run.parameters.get("AREAS") and run.field("POPULATION"):
        layer = read_areas(run, need_polygons=True)
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

# SPDX-License-Identifier: GPL-2.0-or-later
"""What the algorithms of LP geomasking share: parameters, reading, and what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from qgis.core import QgsGeometry, QgsPoint, QgsPointXY, QgsWkbTypes

from ...core.base.errors import InputError, Phrase
from ...core.base.progress import silent
from ...core.base.thresholds import RECORD_RISK
from ...core.geomask.audit import Audit
from ...core.geomask.automatic import AUTO
from ...core.geomask.programme.candidates import (
    Destinations,
    areas_sharing_nearest,
    grid_points,
    occupied_grid,
)
from ...core.geomask.programme.programme import EQUAL, MODELS, OBJECTIVES, Inequality, Request
from ...core.geomask.releases import reading
from ...i18n import tr
from ...report import Facts, Items, Section, verdictpage
from ...report.numbers import count, metres, number
from ..framework import ask, blocks, give
from ..framework.verdict import audience
from ..io import (
    AreaLayer,
    PointLayer,
    identifiers,
    locate,
    made_valid,
    read_table,
    representative_points,
    single_point,
)
from . import lprates

_SCATTER_ROUNDS, _SCATTER_BATCH = 2000, 64
"""Batches of draws for each place before a polygon is too thin, and draws in a batch: one that fills
1/10 000 of its box is missed 3 times in a million."""
_SURE_HITS = 30
"""Draws that must be expected inside a polygon, so that chance never misses it: once in e^30 times."""
_ROUNDED = 1e-9
"""Share by which an achieved risk may exceed what was aimed at: it is rounded outwards."""
_FEWEST_PEOPLE = 2.0
"""Destinations that would stand for fewer people are stray points on the map of a release."""
PLACEMENTS = ("point", "scatter", "address")


@dataclass(frozen=True)
class Targets:
    """The destinations as layers name them."""

    ids: np.ndarray
    id_kind: str
    """Kind of field that holds them."""
    lon_deg: np.ndarray
    lat_deg: np.ndarray
    """Points, degrees."""
    shapes: Sequence[QgsGeometry]
    """Geometries in longitude and latitude."""
    core: Destinations | None
    """What the core needs; None where the destinations are the areas themselves."""


AREAS = blocks.areas()
"""The areas that people are moved between; where polygons are asked about, sizes are measured."""
BOUND = (
    ask.number(
        "RISK",
        "Risk bound",
        "How sure anybody may be that a person is one of the patients: 0.091 for 1 in 11.",
        0.091,
        least=1e-9,
        most=1.0,
    ),
    ask.choice(
        "MODEL",
        "Model",
        "auto: the bound holds for every person; Wieland's where that moves people at most a tenth farther, "
        "else everybody's. wieland: it holds whatever is drawn. revised: areas with few people are hidden "
        "as areas, and nothing is promised of the people there.",
        (AUTO, *MODELS[::-1]),
        AUTO,
    ),
)
AUDIENCE = audience.audience(Phrase("Risk bound"), RECORD_RISK)
"""AUDIENCE, whose presets replace RISK."""
RECORDS = ask.whole(
    "RECORDS",
    "Number of records",
    "Records that will be released with this strategy, those already out included.",
    least=1,
    optional=False,
)
PROGRAMME = ask.under_advanced(
    ask.whole(
        "K",
        "Nearest destinations",
        "How many nearest destinations an area may use, itself included. Empty: all. Few can make a "
        "small risk impossible.",
        least=1,
    ),
    ask.source(
        "DESTINATIONS",
        "Destinations",
        "Points or polygons to which records may be moved, with the field of AREA_ID; else numbered from "
        "1. Empty: the areas themselves.",
        ask.POLYGONS_OR_POINTS,
        optional=True,
    ),
    ask.choice(
        "OBJECTIVE",
        "Objective",
        "distance: the smallest mean move. squared: punishes long moves more.",
        OBJECTIVES,
        "distance",
    ),
    ask.number(
        "GRID_SPACING",
        "Grid of destinations (m)",
        "Spacing of a square grid of destinations inside the areas, metres. Empty: no grid.",
        least=1.0,
    ),
    ask.number(
        "TOLERANCE",
        "Tolerance (%)",
        "The search ends within this many per cent of the optimum. From about 1 up it may be many times "
        "faster.",
        0.01,
        least=0.00001,
        most=50.0,
    ),
    ask.number(
        "TIME_LIMIT",
        "Time limit (minutes)",
        "After it the best strategy so far is taken, always within the risk bound. Empty: no limit.",
        least=0.01,
    ),
)
"""Where records may go, and what governs the search."""
MOVES = ask.under_advanced(
    ask.number(
        "LONGEST_MOVE_M",
        "Longest move (m)",
        "How far an area may send at most, between the points of areas and destinations. Empty: any "
        "distance. It may be public: it narrows nothing that the bound promises.",
        least=1.0,
    ),
    ask.source(
        "COSTS",
        "Costs of moves",
        "Table with origin, destination and cost, such as minutes of travel, which are minimised in "
        "place of metres. Moves that it does not name are not allowed; an area stays at no cost unless "
        "it says otherwise.",
        ask.TABLE,
        optional=True,
    ),
)
"""Which moves there are, and what they cost, where a strategy is solved by itself."""
ASSUMPTIONS = ask.under_advanced(*lprates.INEQUALITY)
"""How unequal people may be, and how wrong populations."""


PLACEMENT = ask.under_advanced(
    ask.choice(
        "PLACEMENT",
        "Place at the destination",
        "point: the destination's point. scatter: anywhere in its polygon. address: one of the "
        "addresses in it. The bound stays what it is.",
        PLACEMENTS,
        "point",
    ),
    ask.source("ADDRESSES", "Addresses", "Address points, for PLACEMENT address.", optional=True),
)
"""Where a dot is put inside its destination."""

FIGURES = (
    give.number("PLACED_MOVE_M", "Expected move from home to masked place (m)"),
    give.number("RISK_BOUND", "Risk bound that was used"),
    give.number("ACHIEVED_RISK", "Achieved risk"),
    give.number("WIELAND_RISK", "Largest risk of any list of dots, model of Wieland"),
    give.text("PROMISE", "Promise that was made: whatever_is_drawn, these_dots or areas_only"),
)
"""On which a model branches; METRICS hold all others."""


def request_of(run, inputs, records: int, layer: AreaLayer) -> Request:
    """The core's request for a number of records, by the bound and what it assumes."""
    return Request(
        records=records,
        risk=audience.limit(run, "RISK"),
        model=inputs.model,
        inequality=lprates.inequality(inputs, layer),
        carried=_FEWEST_PEOPLE,
    )


def searched_as(request: Request, inputs) -> Request:
    """The request with what :data:`PROGRAMME` says of the search."""
    minutes = inputs.time_limit
    return replace(
        request,
        nearest=inputs.k,
        squared=inputs.objective == "squared",
        tolerance=inputs.tolerance / 100,
        seconds=None if minutes is None else 60 * minutes,
    )


def threshold(run) -> tuple[Section, ...]:
    """Section on the rule that the bound comes from, or that the user set it."""
    return (audience.section(audience.chosen(run)),)


def with_spare(request: Request, areas) -> Request:
    """The request with what a table of the revised model keeps back for its dots read together."""
    if request.model != "revised":
        return request
    return replace(request, spare=reading.spare(areas.population, request.records, request.inequality))


def read_targets(run, inputs, layer: AreaLayer) -> Targets:
    """Read DESTINATIONS, make a grid, or take the areas themselves."""
    spacing_m, given = inputs.grid_spacing, inputs.destinations
    if given and spacing_m is not None:
        raise InputError(
            "destination.grid.given_twice",
            "Give either a layer of destinations or the spacing of a grid, not both.",
        )
    if not given and spacing_m is None:
        return own_areas(layer)
    targets = _given_targets(run, inputs, layer) if given else _grid_targets(run, inputs, layer)
    if targets.core is not None:
        _tell_shared(run, layer.areas, targets.core)
    return targets


def own_areas(layer: AreaLayer) -> Targets:
    """The areas themselves as destinations."""
    areas = layer.areas
    return Targets(areas.ids, layer.id_kind, areas.lon_deg, areas.lat_deg, layer.table.geometries, None)


def points_as_targets(run, layer: AreaLayer, ids, lon_deg, lat_deg) -> Targets:
    """Points as destinations, each with the boundary unit of the area that it lies in."""
    shapes = [QgsGeometry.fromPointXY(QgsPointXY(lon, lat)) for lon, lat in zip(lon_deg, lat_deg)]
    core = _with_units(run, layer, PointLayer(lon_deg, lat_deg, layer.table))
    return Targets(ids, _kind_of(ids), lon_deg, lat_deg, shapes, core)


def _with_units(run, layer: AreaLayer, points: PointLayer) -> Destinations:
    """Destinations with the boundary unit of the area that each lies in; -1 where it lies in none."""
    code = np.zeros(len(points), dtype=np.int64)
    if layer.areas.boundary is not None:
        inside = locate(run, layer, points)
        code = np.where(inside >= 0, layer.areas.boundary_code[inside], -1)
    return Destinations(points.lon_deg, points.lat_deg, code)


def _kind_of(ids) -> str:
    return "integer" if isinstance(ids[0], int) else "text"


def _given_targets(run, inputs, layer: AreaLayer) -> Targets:
    table, name = read_table(run, "DESTINATIONS"), inputs.area_id
    named = table.fields.lookupField(name) >= 0
    ids = identifiers(run, table, name) if named else np.arange(1, len(table) + 1).astype(object)
    points = PointLayer(*representative_points(table, ids), table)
    core = _with_units(run, layer, points)
    return Targets(ids, _kind_of(ids), points.lon_deg, points.lat_deg, table.geometries, core)


def _grid_targets(run, inputs, layer: AreaLayer) -> Targets:
    """Points of a square grid that fall inside an area, or in whose square the point of one lies."""
    if layer.polygons is None:
        core = occupied_grid(layer.areas, inputs.grid_spacing)
    else:
        lon_deg, lat_deg = grid_points(layer.polygons.lon_deg, layer.polygons.lat_deg, inputs.grid_spacing)
        inside = locate(run, layer, PointLayer(lon_deg, lat_deg, layer.table))
        kept = np.flatnonzero(inside >= 0)
        if not len(kept):
            raise InputError(
                "destination.grid.no_point",
                "No point of the grid falls inside an area. Choose a smaller spacing.",
            )
        core = Destinations(lon_deg[kept], lat_deg[kept], layer.areas.boundary_code[inside[kept]])
    ids = np.arange(1, len(core) + 1).astype(object)
    shapes = [QgsGeometry.fromPointXY(QgsPointXY(lon, lat)) for lon, lat in zip(core.lon_deg, core.lat_deg)]
    return Targets(ids, "integer", core.lon_deg, core.lat_deg, shapes, core)


def _tell_shared(run, areas, destinations: Destinations) -> None:
    """Warn where areas share their nearest destination: they can't be told apart even before masking."""
    shared = areas_sharing_nearest(areas, destinations)
    if shared:
        run.warn(
            tr(
                "{count} populated areas share their nearest destination with another area: a finer set of "
                "destinations would let them be told apart where the bound allows it."
            ).format(count=shared)
        )


def places_inside(shape: QgsGeometry, count: int, source, progress=silent) -> list:
    """Places drawn uniformly inside a polygon in longitude and latitude; a point stays itself.

    Of a thin polygon in a wide box few tries hit: cancel is asked for after each batch of them.
    """
    if shape.type() != QgsWkbTypes.GeometryType.PolygonGeometry:
        centre = single_point(shape)
        return [(centre.x(), centre.y())] * count
    sound = made_valid(shape)
    engine = QgsGeometry.createGeometryEngine(sound.constGet())
    engine.prepareGeometry()
    box = shape.boundingBox()
    south, north = np.sin(np.radians([box.yMinimum(), box.yMaximum()]))
    found: list = []
    missed = 0
    while missed < _SCATTER_ROUNDS:
        progress(0.0)
        before = len(found)
        lon_deg = box.xMinimum() + source.uniform(_SCATTER_BATCH) * box.width()
        lat_deg = np.degrees(np.arcsin(south + source.uniform(_SCATTER_BATCH) * (north - south)))
        for lon, lat in zip(lon_deg.tolist(), lat_deg.tolist()):
            if engine.intersects(QgsPoint(lon, lat)):
                found.append((lon, lat))
                if len(found) == count:
                    return found
        missed = missed + 1 if len(found) == before else 0
    raise _too_thin()


def refuse_thin(shape: QgsGeometry) -> None:
    """Refuse a polygon that draws might miss by chance: whether they do must not decide on a release."""
    sound = made_valid(shape)
    tries = _SCATTER_ROUNDS * _SCATTER_BATCH
    if (
        shape.type() == QgsWkbTypes.GeometryType.PolygonGeometry
        and sound.area() * tries < _SURE_HITS * shape.boundingBox().area()
    ):
        raise _too_thin()


def _too_thin() -> InputError:
    return InputError(
        "destination.polygon.too_thin",
        "A destination's polygon is too thin to draw places inside it. Use its representative point.",
    )


@dataclass(frozen=True)
class Guaranteed:
    """What a table, and the dots that were drawn from it, were measured to keep."""

    model: str
    achieved: float
    wieland: float
    """Risk of the table under its model, and of any list of dots."""
    records: int
    """Records counted, those released earlier included."""
    doubt: Inequality = EQUAL
    """Rates and populations that were allowed for."""
    person: float | None = None
    area: float | None = None
    """What is proved of the drawn dots; None where nothing is, or none were drawn."""
    households: bool | None = None
    """Whether households were drawn as one; None where nothing was drawn."""

    @classmethod
    def of(cls, request: Request, audit: Audit) -> Guaranteed:
        """What the audit of a table found."""
        risk = audit.risk(request.model)
        return cls(request.model, risk, audit.wieland_risk, request.records, request.inequality)


def guarantee(found: Guaranteed) -> Section:
    """What was measured of the claim on the first page, and what it takes for granted."""
    facts = []
    if found.person is not None:
        facts.append((tr("The most that these dots say of any one person"), verdictpage.risk(found.person)))
    if found.area:
        facts.append(
            (tr("The most that a dot says of one area with few people"), verdictpage.risk(found.area))
        )
    facts.append((tr("Measured risk of the table, by its model"), verdictpage.risk(found.achieved)))
    if found.model != "wieland":
        value = verdictpage.risk(found.wieland) if found.wieland < 1 else tr("no limit")
        facts.append((tr("The most that any list of dots could say of one person"), value))
    facts.append((tr("Records counted, earlier releases included"), count(found.records)))
    return Section(
        tr("What is guaranteed, and what is not"),
        Facts(*facts),
        *assumptions(found.doubt.rate_ratio, lprates.of_populations(found.doubt), found.households),
    )


def assumptions(ratio: float, populations: str, households: bool | None) -> tuple[str, Items, str]:
    """What the bound takes for granted, by name, with the numbers that were allowed for.

    ``ratio`` is the largest of two areas' rates, ``populations`` how right they are taken to be
    (:func:`.lprates.of_populations`), ``households`` whether they were drawn as one; None where nothing was
    drawn.
    """
    rates = (
        tr("rates – everybody is taken to be equally likely to be a patient;")
        if ratio == 1
        else tr(
            "rates – nobody is known to be more than {ratio} times as likely to be a patient as someone "
            "elsewhere, nor likelier than the others of the same area;"
        ).format(ratio=number(ratio, "g"))
    )
    alone = tr("independence – one patient's being on the list says nothing about another's;")
    if households is not None:
        alone = tr(
            "independence – one patient's being on the list says nothing about another's (households were "
            "drawn as one: {answer});",
            answer=tr("yes") if households else tr("no"),
        )
    return (
        tr("This holds as long as:"),
        Items(
            rates,
            populations,
            alone,
            tr("nothing else – no other map, table or column shows where these patients live."),
        ),
        # The figures are those of scripts/evidence/assumptions.
        tr(
            "Measured on a thousand postal codes with a bound of 0.2, in the worst case: 0.37 for an "
            "observer who knows the true populations where those used are 20 % wrong; 0.73 and 0.93 with "
            "local rates (standard deviation of their logarithm 0.5 and 1). With the number of patients of "
            "each area, or with two records known to be one household, it is certainty."
        ),
    )


def _reach(request: Request, destinations: int) -> str:
    """Where records may go, in words."""
    total = count(destinations)
    reach = tr("any of {total} destinations", total=total)
    if request.nearest:
        reach = tr("the {count} nearest of {total} destinations", count=count(request.nearest), total=total)
    if request.costs is not None:
        reach = tr("{reach} that the costs name", reach=reach)
    if request.longest_m is None:
        return reach
    return tr("{reach} at most {longest} away", reach=reach, longest=metres(request.longest_m))


def method(request: Request, destinations: int, figures: dict) -> Section:
    """The sentence for a methods section."""
    moved = tr("squared distance") if request.squared else tr("distance")
    if request.costs is not None:
        moved = tr("squared cost") if request.squared else tr("cost of a move")
    return Section(
        tr("Method"),
        tr(
            "Each record was moved from its area to {reach} by one draw from the operating system's "
            "random source, independently of all others, with transition probabilities that minimise the "
            "expected {moved} under the bound (linear programming; Wieland et al., PNAS 2008, 105(46); "
            "Jung and El Emam, Int J Health Geogr 2014). The expected displacement of an inhabitant, the "
            "place inside the area included, is {move}."
        ).format(reach=_reach(request, destinations), moved=moved, move=metres(figures["PLACED_MOVE_M"])),
        *_aimed(request, figures["ACHIEVED_RISK"]),
    )


def _aimed(request: Request, achieved: float) -> tuple:
    """How far below its bound a table aimed, and why; none where it could not."""
    if not request.spare or achieved > request.aim * (1 + _ROUNDED):
        return ()
    if request.counting is not None:
        return (
            tr(
                "The bound of {risk} was lowered to {aim} when solving, so that what is released keeps it "
                "even if a later release states a few per cent fewer people."
            ).format(risk=number(request.risk, ".4g"), aim=number(request.aim, ".4g")),
        )
    return (
        tr(
            "The bound of {risk} was lowered to {aim} when solving, so that all places read together, "
            "records being different people, keep it too."
        ).format(risk=number(request.risk, ".4g"), aim=number(request.aim, ".4g")),
    )


def accuracy(figures: dict, placement: str) -> Section:
    """How far points were moved, for those who will use them."""
    placed = {
        "point": tr("Expected move of an inhabitant, from home to the destination's point"),
        "scatter": tr("Expected move of an inhabitant, from home to a place anywhere in the destination"),
        "address": tr("Expected move of an inhabitant, from home to an address in the destination"),
    }[placement]
    gap = figures["GAP"]
    costs: tuple = ()
    minimised = tr("The same between the points of the areas, which the programme minimises")
    if "EXPECTED_COST" in figures:
        minimised = tr("The same between the points of the areas")
        mean = number(figures["EXPECTED_COST"], ".4g")
        costs = ((tr("Mean cost of a move, which the programme minimises"), mean),)
    return Section(
        tr("Accuracy"),
        Facts(
            (placed, metres(figures["PLACED_MOVE_M"])),
            (minimised, metres(figures["EXPECTED_MOVE_M"])),
            *costs,
            (
                tr("Certified distance from the optimum, at most"),
                f"{number(100 * gap, '.2g')} %" if gap < 1 else tr("not known for a given table"),
            ),
        ),
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""The random masks that everybody uses, without their usual defects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
)

from ...core.base.errors import InputError, Phrase, named
from ...core.base.progress import part
from ...core.base.randomness import Source
from ...core.base.verdict import Adversary, Claim, Verdict
from ...core.exposure.matching.chosen import guard_of
from ...core.exposure.matching.laws import Law
from ...core.geomask.baselines.chosen.choices import masked as chosen
from ...core.geomask.baselines.chosen.elimination import Zones
from ...core.geomask.baselines.chosen.neighbours import to_neighbours
from ...core.geomask.baselines.chosen.network import along_streets
from ...core.geomask.baselines.chosen.remapped import Remapped
from ...core.geomask.baselines.containers import Containers
from ...core.geomask.baselines.doors import Homes, Points, Shapes, refuse_doors
from ...core.geomask.baselines.places import grid, hexagons, swap, voronoi
from ...core.geomask.baselines.population import population_donut
from ...core.geomask.baselines.random_moves import (
    BimodalGaussian,
    Donut,
    Gaussian,
    Guard,
    PlanarLaplace,
    SurveyRule,
    move,
)
from ...core.geometry.people_around import Addresses, CensusSurface
from ...core.geometry.polygons import Polygons
from ...host.compat import LINE, field
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, charts
from ...report.numbers import count, metres
from ..framework import labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.labels import word_of
from ..framework.parameters import NUMERIC, add_outside, add_patients, choice, guessed
from ..framework.parameters import field as field_parameter
from ..framework.verdict import judging
from ..io import PointLayer, lines_geometry, read_areas, read_points, read_table, released_points
from ..io.released_points import check_fields, write_release
from ..io.who.concerned import add_concerned, write_concerned
from .randomcrowd import add_crowd, crowd_of, crowd_sections, write_crowd
from .records import ground
from .records.fieldsbeside import released_fields

METHODS = (
    "donut", "uniform", "gaussian", "bimodal", "laplace", "populationdonut", "grid", "hexagon", "swap",
    "voronoi", "survey", "street", "address", "elimination", "geoind",
    "optimal",
)  # fmt: skip
_NUMBER = QgsProcessingParameterNumber
_POLYGON = QgsProcessing.SourceType.TypeVectorPolygon
_TO_ADDRESSES = ("swap", "address", "geoind")
"""Methods whose dots lie at addresses, or are drawn to them."""
_TO_AREAS = ("geoind", "optimal", "elimination")
"""Methods whose dots lie at or about the points of areas, or anywhere in them."""
_URBAN, _RURAL = {"u", "urban", "1", "true", "1.0"}, {"r", "rural", "0", "false", "0.0"}


@dataclass(frozen=True)
class Request:
    """What the user asked for: metres, people, and which layers were given."""

    method: str
    low_m: float
    high_m: float
    sigma_m: float
    size_m: float
    epsilon_per_m: float
    epsilon_per_100_m: float
    k: float
    k_most: float
    bounded: bool
    avoids: bool
    addresses: bool
    areas: bool

    @classmethod
    def of(cls, run) -> Request:
        """Read the parameters."""
        return cls(
            method=run.choice("METHOD"),
            low_m=run.number("MIN_DISTANCE"),
            high_m=run.number("MAX_DISTANCE"),
            sigma_m=run.number("SIGMA"),
            size_m=run.number("SIZE"),
            epsilon_per_m=run.number("EPSILON"),
            epsilon_per_100_m=run.number("EPSILON_100"),
            k=run.number("K"),
            k_most=run.number("K_MOST"),
            bounded=bool(run.parameters.get("WITHIN")),
            avoids=bool(run.parameters.get("AVOID")),
            addresses=bool(run.parameters.get("ADDRESSES")),
            areas=bool(run.parameters.get("AREAS") and run.field("POPULATION")),
        )

    @property
    def counts_people(self) -> bool:
        """Whether a layer was given in which the people about a place can be counted."""
        return self.addresses or self.areas

    @property
    def law(self) -> Law:
        """The law of the mask as METRICS and links carry it."""
        ring = {"low_m": self.low_m, "high_m": self.high_m}
        among = {"k": self.k, "k_most": self.k_most}
        values = {
            "donut": ring,
            "uniform": {"low_m": 0.0, "high_m": self.high_m},
            "gaussian": {"sigma_m": self.sigma_m},
            "bimodal": {"mean_m": (self.low_m + self.high_m) / 2, "sigma_m": self.sigma_m},
            "laplace": {"epsilon_per_m": self.epsilon_per_m},
            "populationdonut": among,
            "grid": {"size_m": self.size_m},
            "hexagon": {"size_m": self.size_m},
            "swap": ring,
            "address": among,
            "elimination": {"k": self.k},
            "geoind": {"epsilon_per_100_m": self.epsilon_per_100_m},
            "optimal": {"epsilon_per_100_m": self.epsilon_per_100_m},
            "street": {**among, "k_people": self.k if self.counts_people else 0.0},
        }
        return Law(self.method, values.get(self.method, {}), self.bounded, avoids=self.avoids)


@dataclass(frozen=True)
class _Task:
    """What a method needs: positions of the patients, the boundary, the source of chance."""

    run: Any
    asked: Request
    patients: PointLayer
    rows: np.ndarray
    guard: Guard
    source: Source

    @property
    def positions(self):
        """True positions, degrees."""
        return self.patients.lon_deg[self.rows], self.patients.lat_deg[self.rows]

    @cached_property
    def network(self):
        """Streets as junctions and ends that they join."""
        return ground.read_network(self.run)

    @property
    def progress(self):
        """Progress of the drawing."""
        return part(self.run.progress, 0.1, 0.9)


class RandomMask(GeoDeIDAlgorithm):
    """``geodeid:randommask``."""

    ID = "randommask"
    TITLE = "Mask points: random moves"
    HEADING = labels.PROTECT
    TAGS = (
        "geomask", "geomasking", "jitter", "anonymise", "donut", "perturbation", "displacement",
        "gaussian", "laplace", "geo-indistinguishability", "hexagon", "swap", "voronoi", "dhs", "mics",
        "street", "address",
    )  # fmt: skip
    SUMMARY = (
        "Moves patients at random by one of the usual masks: donut, disc, Gaussian, bimodal Gaussian, "
        "planar Laplace with or without remapping, population-adaptive donut, grid, hexagons, swap with "
        "addresses, Voronoi, the rule of DHS and MICS surveys, along streets, anywhere in joined areas, or "
        "to a verified address among the nearest. Distances are metres on the ground whatever the layer's "
        "coordinate reference system; no direction is preferred and no record stays at its place. None of "
        "these masks proves a bound on the risk except where k is checked; “Mask points: least move” "
        "does. Measure the "
        "result with “Evaluate a mask”. The output is a release: new numbers, new order, only the fields "
        "you tick."
    )
    STYLES = {"INTERNAL": "moves", "OUTPUT": "masked_points", "CONCERNED": "dots", "CROWD": "crowd"}
    INTERNAL = ("INTERNAL", "CONCERNED")
    JUDGES = True
    EXPERT = ("WITHIN", "AVOID")

    def define(self) -> None:
        add_patients(self)
        self.add(
            choice("METHOD", tr("Mask"), METHODS, "donut"),
            tr(
                "donut: uniform over the ring between the two distances. uniform: over the disc. gaussian: "
                "normal in both directions. bimodal: distance normal about the middle of the two "
                "distances. laplace: geo-indistinguishability. populationdonut: a ring that follows the "
                "population, with k checked. grid, hexagon: centre of the cell. swap: a random address of "
                "the ring. voronoi: nearest side of the Voronoi polygon. survey: DHS and MICS, urban up to "
                "2 km, rural up to 5 km, a random 1 % of the rural up to 10 km. street: a junction of the "
                "streets as far as the nearest ones are on average. address: a real address among the "
                "nearest, with k checked. elimination: anywhere in the region that areas with fewer than k "
                "people were merged to. geoind: Laplace noise with ε per 100 m, brought to where people "
                "live. optimal: point of an area, by the geo-indistinguishable table of least move, for a "
                "hundred areas at most."
            ),
        )
        self._define_distances()
        self._define_people()
        self.add(
            QgsProcessingParameterFeatureSource("WITHIN", tr("Stay within"), [_POLYGON], optional=True),
            tr("Polygons that no record may leave: each stays in the one that holds its true place."),
        )
        ground.add_avoid(
            self,
            tr(
                "Polygons, such as water, that no dot may lie in: a draw that ends there is repeated. That "
                "is part of the mask's law, and “Evaluate a mask” needs the same layer."
            ),
        )
        add_outside(self)
        self.add_seed()
        self._define_outputs()

    def _define_distances(self) -> None:
        for name, title, default, text in (
            ("MIN_DISTANCE", tr("Shortest move (m)"), 50.0, tr("Inner distance: donut, bimodal, swap.")),
            ("MAX_DISTANCE", tr("Longest move (m)"), 500.0, tr("Outer distance of the same and of uniform.")),
            (
                "SIGMA", tr("Standard deviation (m)"), 200.0,
                tr("gaussian: of each of the two directions. bimodal: of the distance."),
            ),
            ("SIZE", tr("Cell size (m)"), 500.0, tr("grid: side. hexagon: distance of two centres.")),
        ):  # fmt: skip
            self.add(_NUMBER(name, title, _NUMBER.Type.Double, default, minValue=0), text)
        self.add(
            _NUMBER("EPSILON", tr("ε of the Laplace mask (1/m)"), _NUMBER.Type.Double, 0.01, minValue=0),
            tr(
                "Loss of privacy per metre. A HIGHER ε moves less and is LESS private; the mean move is 2/ε "
                "metres, so 0.01 moves 200 m."
            ),
        )

        self.add(
            _NUMBER("EPSILON_100", tr("ε per 100 m"), _NUMBER.Type.Double, 0.7, minValue=0),
            tr(
                "geoind, optimal: how much more likely a dot may be from one home than from another 100 m "
                "away, as exp(ε). A HIGHER ε moves less and is LESS private; the noise moves 200/ε metres "
                "on average. 0.7 is ln 4 within 200 m, the example of Andrés et al. 2013."
            ),
        )

    def _define_people(self) -> None:
        self.add(
            _NUMBER("K", tr("k: people to hide among"), _NUMBER.Type.Double, 20, minValue=2),
            tr(
                "populationdonut: addresses (or people) at most as far from the masked place as the true "
                "one, at least. It is counted for every record; a record that cannot have it stops the "
                "run. address: the same, and the nearest address that may be chosen. street: fewest "
                "junctions that are looked at; where addresses or census areas are given, people as above "
                "too. elimination: people of a merged region."
            ),
        )
        self.add(
            _NUMBER("K_MOST", tr("People within the outer ring"), _NUMBER.Type.Double, 100, minValue=3),
            tr(
                "populationdonut, address: the outer radius holds this many; more moves farther. street: "
                "most junctions that are looked at."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "ADDRESSES", tr("Addresses"), [QgsProcessing.SourceType.TypeVectorPoint], optional=True
            ),
            tr(
                "Address points. swap and address need them; populationdonut, street and geoind use them, "
                "or else census areas."
            ),
        )
        self.add(
            QgsProcessingParameterFeatureSource("AREAS", tr("Census areas"), [_POLYGON], optional=True),
            tr(
                "Polygons with a population, for elimination and optimal, for populationdonut, geoind and "
                "street without addresses, and for CROWD and TABLE."
            ),
        )
        self.add(
            field_parameter("AREA_ID", tr("Area identifier"), "AREAS", optional=True),
            tr("Field with one distinct code per census area, for CROWD and TABLE."),
            advanced=True,
        )
        self.add(
            guessed(
                field_parameter("POPULATION", tr("Population"), "AREAS", NUMERIC, optional=True), "population"
            ),
            tr("Field with the people of each census area: 0 or more, never NULL."),
        )
        ground.add_roads(self)
        self.add(
            field_parameter("URBAN", tr("Urban or rural"), "PATIENTS", optional=True),
            tr(
                "survey: field with U, urban, 1 or true for urban records and R, rural, 0 or false for "
                "rural ones."
            ),
            advanced=True,
        )

    def _define_outputs(self) -> None:
        sink, types = QgsProcessingParameterFeatureSink, QgsProcessing.SourceType
        self.add(
            sink("OUTPUT", tr("Masked patients"), types.TypeVectorPoint),
            tr("Masked points, fit for release."),
        )
        add_crowd(self)
        self.add(
            sink("INTERNAL", tr("Links"), types.TypeVectorLine, optional=True, createByDefault=False),
            tr(
                "Lines from the true to the masked place of each record, with its move and the law of the "
                "mask, which “Evaluate a mask” reads. Never release them."
            ),
        )
        add_concerned(self)
        self.add_reports(release=True)
        for name, title in (
            ("RELEASED", tr("Records released")),
            ("MEAN_MOVE_M", tr("Mean move (m)")),
            ("LONGEST_MOVE_M", tr("Longest move (m)")),
            ("SMALLEST_K", tr("Smallest k that was counted; NULL where none was")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        patients = read_points(run, "PATIENTS")
        check_fields(run, patients.table)
        asked = Request.of(run)
        law = asked.law
        crowd = crowd_of(run, law)
        rows, guard = _boundary(run, law, patients)
        task = _Task(run, asked, patients, rows, guard, run.randomness())
        with run.spending("drawing"):
            masked, k, layer = _mask(task)
        run.law = law.described
        record = write_release(
            run, "OUTPUT", patients.table, rows, masked.lon_deg, masked.lat_deg, task.source
        )
        write_crowd(run, crowd, len(rows))
        if run.wanted("INTERNAL"):
            _write_links(task, masked, k, record, law)
        figures = {
            "RELEASED": len(rows),
            "MEAN_MOVE_M": float(masked.moved_m.mean()),
            "LONGEST_MOVE_M": float(masked.moved_m.max()),
            "SMALLEST_K": None if k is None else float(k.min()),
        }
        run.write_reports(_report(task, masked, (k, layer), figures, crowd_sections(run, law, crowd)))
        return figures


def _boundary(run, law: Law, patients):
    """Rows that can be masked, and what their masked places must satisfy."""
    names, avoided = patients.table.row_ids, ground.read_avoided(run)
    if not law.bounded:
        accepts = guard_of(law, (patients.lon_deg, patients.lat_deg), None, avoided).accepts
        reason = tr("other than the true one") if avoided is None else tr("outside the polygons to avoid")
        return np.arange(len(patients)), Guard(accepts, names, reason)
    table = read_table(run, "WITHIN")
    polygons = table.polygons()
    containers = Containers(polygons, len(table))
    container = containers.of(patients.lon_deg, patients.lat_deg)
    outside = np.flatnonzero(container < 0)
    if len(outside):
        text = tr("{count} patients lie outside every polygon of “{layer}” (features {features}).").format(
            count=len(outside), layer=table.name, features=named([names[row] for row in outside])
        )
        if run.choice("OUTSIDE") == "refuse":
            raise InputError(text + " " + tr("Enlarge the polygons, or set OUTSIDE to leave_out."))
        run.warn(text + " " + tr("They were held back."))
        run.counts["held_back_outside"] = len(outside)
    rows = np.flatnonzero(container >= 0)
    if not len(rows):
        raise InputError(tr("No patient lies in any polygon: there is nothing to mask."))
    held = patients.lon_deg[rows], patients.lat_deg[rows]
    accepts = guard_of(law, held, containers, avoided, container[rows]).accepts
    reason = (
        tr("inside the polygon that holds the record")
        if avoided is None
        else tr("inside the polygon that holds the record and outside those to avoid")
    )
    return rows, Guard(accepts, [names[row] for row in rows], reason)


def _mask(task):
    """Masked places, the k of each record where the method checks it, and the areas where it counted."""
    asked, method = task.asked, task.asked.method
    lon, lat = task.positions
    refuse_doors(Homes(*task.positions), _places(task))
    if method == "populationdonut":
        people, layer = _people(task.run, asked)
        found = population_donut(
            lon, lat, people, asked.k, asked.k_most, task.source, task.guard, task.progress
        )
        return found.masked, found.k, layer
    if method in ("grid", "hexagon"):
        cells = grid if method == "grid" else hexagons
        return cells(lon, lat, asked.size_m, task.guard, task.progress), None, None
    if method == "voronoi":
        return voronoi(lon, lat, task.guard), None, None
    if method == "street":
        return _street(task)
    if method == "elimination":
        return _elimination(task)
    if method == "geoind":
        return _remapped(task)
    if method == "optimal":
        return _optimal(task)
    if method == "address":
        places = _addresses(task.run, asked)
        found = to_neighbours(lon, lat, places, asked.k, asked.k_most, task.source, task.guard, task.progress)
        return found, _counted(found, Addresses(*places)), None
    if method == "swap":
        places = _addresses(task.run, asked)
        return (
            swap(lon, lat, places, asked.low_m, asked.high_m, task.source, task.guard, task.progress),
            None,
            None,
        )
    return move(lon, lat, _moves(task), task.source, task.guard, task.progress), None, None


def _places(task):
    """All places that dots may be put at, drawn to or kept in, and that a crowd shows."""
    run, asked, method = task.run, task.asked, task.asked.method
    if method in _TO_ADDRESSES and asked.addresses:
        addresses = _addresses(run, asked)
        yield Points("ADDRESSES", *addresses, np.ones((1, len(addresses[0]))), _ring_m(task, addresses))
    if method == "street":
        network = task.network
        yield Points("ROADS", network.lon_deg, network.lat_deg, np.ones((1, len(network.lon_deg))))
    if asked.bounded:
        table = read_table(run, "WITHIN")
        polygons = table.polygons()
        held = Containers(polygons, len(table)).of(*task.positions)
        yield Shapes("WITHIN", polygons, np.bincount(held, minlength=len(table)).astype(float))
    if asked.areas and (method in _TO_AREAS or run.wanted("CROWD") or run.wanted("TABLE")):
        layer = read_areas(run, need_polygons=True)
        yield Shapes(Phrase("the polygons of the areas"), layer.polygons, layer.areas.population)


def _ring_m(task, addresses):
    """Where the addresses lie that a record may be put at: shortest and longest move; None of no ring."""
    asked = task.asked
    if asked.method == "swap":
        return asked.low_m, asked.high_m
    if asked.method == "address":
        known = Addresses(*addresses)
        return tuple(known.reach_m(*task.positions, count) for count in (asked.k, asked.k_most))
    return None


def _street(task):
    run, asked = task.run, task.asked
    people, layer = _people(run, asked) if asked.counts_people else (None, None)
    found = along_streets(
        *task.positions, task.network, asked.k, asked.k_most, task.source,
        people, asked.k, task.guard, task.progress,
    )  # fmt: skip
    return found, None if people is None else _counted(found, people), layer


def _elimination(task):
    """Places anywhere in the merged region; its people are the k of a record."""
    asked, k = task.asked, task.asked.k
    if asked.bounded:
        raise InputError(
            tr(
                "elimination keeps every record in its merged region: leave WITHIN empty, and use AVOID for "
                "water."
            )
        )
    if not asked.areas:
        raise InputError(tr("elimination needs census AREAS with the field POPULATION, to merge them."))
    layer = read_areas(task.run, need_polygons=True)
    zones = Zones(layer.polygons, layer.areas.population)
    found = zones.masked(*task.positions, k, task.source, task.guard, task.progress)
    return found, zones.people_of(zones.region_of(*task.positions, k), k), layer


def _optimal(task):
    """The point of an area, by the table of least move that keeps ε."""
    run, asked = task.run, task.asked
    _refuse_polygons(asked)
    if not asked.areas:
        raise InputError(tr("optimal needs census AREAS with the field POPULATION, to move between."))
    layer = read_areas(run, need_polygons=True)
    run.progress(0.1, tr("Solving the table"))
    choices = ground.reported_of(layer).choices(*task.positions, asked.epsilon_per_100_m / 100)
    what = Phrase("It lies in no area. Leave it out, or give areas that hold all records.")
    return chosen(*task.positions, choices, task.source, task.guard, what), None, layer


def _refuse_polygons(asked: Request) -> None:
    if asked.bounded or asked.avoids:
        raise InputError(
            tr(
                "geoind and optimal keep their promise only where no draw is repeated: leave WITHIN and "
                "AVOID empty. Remapping brings dots to where people live."
            )
        )


def _remapped(task):
    _refuse_polygons(task.asked)
    prior, layer = ground.read_prior(task.run)
    mask = Remapped(task.asked.epsilon_per_100_m / 100, *prior)
    return mask.masked(*task.positions, task.source, task.progress), None, layer


def _counted(found, people) -> np.ndarray:
    """People at most as far from each masked place as the true one, counted once more after masking."""
    return people.within(found.lon_deg, found.lat_deg, found.moved_m)


def _addresses(run, asked: Request):
    """Places of the addresses to choose from, degrees."""
    if not asked.addresses:
        raise InputError(
            tr("{method} needs a layer of ADDRESSES to choose from.").format(method=asked.method)
        )
    addresses = read_points(run, "ADDRESSES")
    return addresses.lon_deg, addresses.lat_deg


def _moves(task):
    """What draws the distances of the methods that move in a random direction."""
    asked = task.asked
    if asked.method == "survey":
        return SurveyRule.of(_urban(task), task.source)
    return {
        "donut": Donut(asked.low_m, asked.high_m),
        "uniform": Donut(0.0, asked.high_m),
        "gaussian": Gaussian(asked.sigma_m),
        "bimodal": BimodalGaussian((asked.low_m + asked.high_m) / 2, asked.sigma_m),
        "laplace": PlanarLaplace(asked.epsilon_per_m),
    }[asked.method]


def _urban(task) -> np.ndarray:
    name = task.run.field("URBAN")
    if not name:
        raise InputError(tr("The survey rule needs the field URBAN: which records are urban, which rural."))
    values = [str(task.patients.table.column(name)[row]).strip().lower() for row in task.rows]
    unclear = sorted({value for value in values if value not in _URBAN | _RURAL})
    if unclear:
        raise InputError(
            tr(
                "“{values}” in field “{field}” is neither urban (U, urban, 1) nor rural (R, rural, 0)."
            ).format(values=named(unclear), field=name)
        )
    return np.array([value in _URBAN for value in values])


def _people(run, asked: Request):
    """Whose number k is, and the areas where they are counted by them."""
    if asked.addresses:
        addresses = read_points(run, "ADDRESSES")
        return Addresses(addresses.lon_deg, addresses.lat_deg), None
    if asked.areas:
        layer = read_areas(run, need_polygons=True)
        return CensusSurface(cast(Polygons, layer.polygons), layer.areas.population), layer
    raise InputError(
        tr("populationdonut needs ADDRESSES, or census AREAS with the field POPULATION, to count people.")
    )


def _write_links(task, masked, k, record, law) -> None:
    run = task.run
    lon, lat = task.positions
    crs = task.patients.table.crs
    columns = [
        (field("record", "integer"), record),
        (field("feature", "integer"), [task.patients.table.row_ids[row] for row in task.rows]),
        (field("move_m", "real"), masked.moved_m),
    ]
    if k is not None:
        columns.append((field("k", "real"), k))
    columns.append((field("law", "text"), [law.text] * len(record)))
    if law.kind == "survey":
        columns.append((field("urban", "integer"), _urban(task).astype(int)))
    lines = lines_geometry(run, lon, lat, masked.lon_deg, masked.lat_deg, crs)
    run.write_layer("INTERNAL", columns, lines, LINE, crs)


def _report(task, masked, counted, figures: dict, analysts: tuple) -> Report:
    run, method, k = task.run, task.asked.method, counted[0]
    judged = _verdict(task, *counted)
    write_concerned(run, "PATIENTS", judged)
    facts = [
        (tr("Mask"), word_of(method)),
        (tr("Mean move"), metres(figures["MEAN_MOVE_M"])),
        (tr("Median move"), metres(float(np.median(masked.moved_m)))),
        (tr("Shortest move"), metres(float(masked.moved_m.min()))),
        (tr("Longest move"), metres(figures["LONGEST_MOVE_M"])),
    ]
    if k is not None:
        facts.append((tr("Smallest k, counted after masking"), count(k.min())))
    internal = Section(
        tr("The moves"),
        (
            Facts(tuple(facts)),
            Figure(charts.histogram(masked.moved_m, tr("Move, metres")), tr("How far records were moved.")),
        ),
        internal=True,
    )
    released = Section(
        tr("What was done"),
        (
            Facts(((tr("Records released"), count(figures["RELEASED"])),)),
            tr(
                "Every position is masked: none is the true place of a record, and a dot on a house says "
                "nothing about who lives there. Names, order and identifiers of the input were dropped."
            ),
        ),
    )
    return Report(
        tr("Mask points: random moves"),
        tr("Records were moved at random before release."),
        (released, *released_points.section(run), *analysts, internal, _method_section(method)),
        judged,
        tuple(run.warnings),
        for_testing=run.seeded,
        concerned=judged.concerned,
    )


def _verdict(task, k, layer) -> Verdict:
    """What was counted, and what was not: a mask that proves nothing is green only where it was attacked."""
    run, table = task.run, task.patients.table
    limit = None
    adversaries = [_method_known()]
    if k is not None:
        limit = 1 / task.asked.k
        adversaries.insert(0, _map_alone(task.asked, k))
    return Verdict(
        Claim(
            Phrase("Nobody is named from the released places with a chance above the limit.")
            if limit is not None
            else Phrase("Nobody is named from the released places."),
            limit,
            Phrase("1 / k, k the people of the merged region")
            if task.asked.method == "elimination"
            else Phrase("1 / k, k the people at least as near to the masked place as the true home"),
        ),
        judging.inputs_of(run, layer, len(task.rows)),
        tuple(adversaries),
        (
            released_fields(run, table, task.rows),
            *judging.draws(run),
            *judging.all_there(run, "PATIENTS"),
            *judging.population_checks(run, layer, len(task.rows)),
        ),
    )


def _map_alone(asked: Request, k) -> Adversary:
    by_address = asked.addresses and asked.method != "elimination"
    holds = Phrase("all addresses") if by_address else Phrase("all people of the areas")
    return Adversary("map", Phrase("the released places"), holds, float(1 / k.min()))


def _method_known() -> Adversary:
    return Adversary(
        "method",
        Phrase("the released places and the law of the mask, with its distances"),
        Phrase("all addresses, or the patients' own homes"),
        why=Phrase("measure the result with “Evaluate a mask”; “Mask points: least move” proves a bound."),
    )


def _method_section(method: str) -> Section:
    sentences = {
        "grid": tr("Cells repeat: a second release of the same records with the same cells adds nothing."),
        "hexagon": tr("Cells repeat: a second release of the same records with the same cells adds nothing."),
        "voronoi": tr(
            "The masked place is the midpoint to the nearest other record, so whoever knows one of the two "
            "knows the other. Use it for maps, not against somebody who knows records."
        ),
        "laplace": tr("A higher ε is less private. The mean move is 2/ε."),
        "geoind": tr(
            "What ε promises is about one dot: with m releases of the same records it is m times as large. A "
            "higher ε is less private. It says nothing of how many people live about a home, so that a lone "
            "farm is as near to its dot as a house in town."
        ),
    }
    repeated = tr(
        "Draws are independent: each further release of the same records with a fresh draw tells more. The "
        "average of m releases lies about the square root of m times nearer to the truth."
    )
    return Section(tr("Limits"), (sentences.get(method, repeated),), internal=True)

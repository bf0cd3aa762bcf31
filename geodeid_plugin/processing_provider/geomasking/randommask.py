# SPDX-License-Identifier: GPL-2.0-or-later
"""The random masks that everybody uses, without their usual defects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np

from ...core.base.errors import InputError, Phrase, named
from ...core.base.progress import part
from ...core.base.randomness import Source
from ...core.base.verdict import Adversary, Claim, Verdict
from ...core.exposure.matching.mask_models import MaskModel, guard_of
from ...core.geomask.baselines.adaptive import Scheme, adaptive_voronoi
from ...core.geomask.baselines.choices import masked as chosen
from ...core.geomask.baselines.choices import to_neighbours
from ...core.geomask.baselines.containers import Containers
from ...core.geomask.baselines.elimination import Zones
from ...core.geomask.baselines.homes import Homes, Points, Shapes, refuse_homes
from ...core.geomask.baselines.network import along_streets
from ...core.geomask.baselines.places import grid, hexagons, swap, voronoi
from ...core.geomask.baselines.random_moves import (
    BimodalGaussian,
    Donut,
    Gaussian,
    Guard,
    PlanarLaplace,
    SurveyRule,
    move,
    population_donut,
)
from ...core.geomask.baselines.remapped import Remapped
from ...core.geometry.people_around import Addresses, CensusSurface
from ...core.geometry.polygons import Polygons
from ...host.compat import LINE
from ...i18n import tr
from ...report import Facts, Report, Section
from ...report.numbers import count
from ..framework import ask, blocks, give, labels, released_points
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import REAL, TEXT, WHOLE, Features, Layers, Result
from ..framework.labels import word_of
from ..framework.verdict import judging
from ..framework.verdict.judging import released_fields
from ..io import PointLayer, lines_geometry, read_areas, read_points, read_table
from ..io.area_layer import hold_back
from . import crowd

if TYPE_CHECKING:
    from ...core.geomask.baselines.random_moves import Masked
    from ..framework.run import Run
    from ..io import AreaLayer

METHODS = (
    "donut", "uniform", "gaussian", "bimodal", "laplace", "populationdonut", "grid", "hexagon", "swap",
    "voronoi", "survey", "street", "address", "elimination", "adaptivevoronoi", "geoind",
    "optimal",
)  # fmt: skip
_TO_ADDRESSES = ("swap", "address", "geoind")
"""Methods whose dots lie at addresses, or are drawn to them."""
_MERGED = ("elimination", "adaptivevoronoi")
"""Methods that merge areas, and keep every record in its region."""
_TO_AREAS = ("geoind", "optimal", *_MERGED)
"""Methods whose dots lie at or about the points of areas, or anywhere in them."""
_OUTER = 5
"""The outer ring holds so many times the people or junctions of the inner one."""
_URBAN, _RURAL = {"u", "urban", "1", "true", "1.0"}, {"r", "rural", "0", "false", "0.0"}


def mask_model_of(inputs) -> MaskModel:
    """The law of the mask as METRICS and links carry it."""
    ring = {"low_m": inputs.min_distance, "high_m": inputs.max_distance}
    among = {"k": inputs.k, "k_most": _OUTER * inputs.k}
    values = {
        "donut": ring,
        "uniform": {"low_m": 0.0, "high_m": inputs.max_distance},
        "gaussian": {"sigma_m": inputs.sigma},
        "bimodal": {"mean_m": _middle_m(inputs), "sigma_m": inputs.sigma},
        "laplace": {"epsilon_per_m": inputs.epsilon_100 / 100},
        "populationdonut": among,
        "grid": {"size_m": inputs.size},
        "hexagon": {"size_m": inputs.size},
        "swap": ring,
        "address": among,
        **{method: {"k": inputs.k} for method in _MERGED},
        "geoind": {"epsilon_per_100_m": inputs.epsilon_100},
        "optimal": {"epsilon_per_100_m": inputs.epsilon_100},
        "street": {**among, "k_people": inputs.k if _counts_people(inputs) else 0.0},
    }
    return MaskModel(inputs.method, values.get(inputs.method, {}), inputs.within)


def _middle_m(inputs) -> float:
    """The distance about which those of a bimodal mask lie, metres."""
    return (inputs.min_distance + inputs.max_distance) / 2


def _has_census(inputs) -> bool:
    """Whether areas with their people were given."""
    return inputs.areas and inputs.population is not None


def _counts_people(inputs) -> bool:
    """Whether a layer was given in which the people about a place can be counted."""
    return inputs.addresses or _has_census(inputs)


@dataclass(frozen=True)
class _Task:
    """What a method needs: positions of the patients, the boundary, the source of chance."""

    run: Run
    inputs: ask.Inputs
    patients: PointLayer
    rows: np.ndarray
    guard: Guard
    source: Source

    @property
    def positions(self) -> tuple[np.ndarray, np.ndarray]:
        """True positions, degrees."""
        return self.patients.lon_deg[self.rows], self.patients.lat_deg[self.rows]

    @cached_property
    def network(self):
        """Streets as junctions and ends that they join."""
        return crowd.read_network(self.run)

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
        "Moves patients at random by one of the usual masks. None proves a bound on the risk except where k "
        "is checked; “Mask points: least move” does. Measure the result with “Evaluate a mask”."
    )
    JUDGES = True
    INPUTS = (
        *blocks.patients(),
        ask.choice(
            "METHOD",
            "Mask",
            "donut, uniform: a ring or a disc. gaussian, bimodal: normal in both directions, or in the "
            "distance. laplace, geoind: geo-indistinguishable, geoind where people live. populationdonut: a "
            "ring by population; address: a real address; k is checked in both. grid, hexagon: centre of a "
            "cell. swap: another address. voronoi: nearest side of the Voronoi polygon. survey: as DHS and "
            "MICS. street: a junction nearby. elimination: anywhere in merged areas. adaptivevoronoi: a "
            "junction of the merged area, by the Voronoi side. optimal: a geo-indistinguishable table for up "
            "to a hundred areas.",
            METHODS,
            "donut",
        ),
        ask.number(
            "MIN_DISTANCE", "Shortest move (m)", "Inner distance: donut, bimodal, swap.", 50.0, least=0
        ),
        ask.number(
            "MAX_DISTANCE", "Longest move (m)", "Outer distance of the same and of uniform.", 500.0, least=0
        ),
        ask.number(
            "SIGMA",
            "Standard deviation (m)",
            "gaussian: of each of the two directions. bimodal: of the distance.",
            200.0,
            least=0,
        ),
        ask.number("SIZE", "Cell size (m)", "grid: side. hexagon: distance of two centres.", 500.0, least=0),
        ask.number(
            "EPSILON_100",
            "ε per 100 m",
            "laplace, geoind, optimal: a dot is at most exp(ε) times as likely from one home as from another "
            "100 m away. A HIGHER ε is LESS private; laplace moves 200/ε metres on average.",
            0.7,
            least=0,
        ),
        ask.number(
            "K",
            "k: people to hide among",
            "populationdonut, address: people or addresses at most as far from the dot as the home, at "
            "least; five times as many within the outer radius. street: fewest junctions looked at, five "
            "times as many at most. elimination, adaptivevoronoi: people of a merged region.",
            20,
            least=2,
        ),
        ask.source(
            "ADDRESSES",
            "Addresses",
            "Address points. swap and address need them; populationdonut, street and geoind use them, "
            "or else census areas.",
            optional=True,
        ),
        ask.source(
            "AREAS",
            "Census areas",
            "Polygons with a population, for elimination, adaptivevoronoi and optimal, for populationdonut, "
            "geoind and street without addresses, and for CROWD and TABLE.",
            ask.POLYGONS,
            optional=True,
        ),
        ask.field(
            "AREA_ID",
            "Area identifier",
            "Field with one distinct code per census area, for CROWD and TABLE.",
            "AREAS",
            optional=True,
            advanced=True,
        ),
        blocks.POPULATION,
        crowd.ROADS,
        ask.source(
            "WITHIN",
            "Stay within",
            "Polygons, without their water, that no record may leave: each stays in the one that holds its "
            "true place.",
            ask.POLYGONS,
            optional=True,
            advanced=True,
        ),
        blocks.OUTSIDE,
        blocks.seed(undoes=True),
    )
    OUTPUTS = (
        released_points.OUTPUT,
        *crowd.OUTPUTS,
        give.lines(
            "INTERNAL",
            "Links",
            "Lines from the true to the masked place of each record, with its move and the kind of mask. "
            "Never release them.",
            optional=True,
            internal=True,
            style="moves",
            fields={
                "record": WHOLE,
                "feature": WHOLE,
                "move_m": REAL,
                "k": REAL,
                "mask_model": TEXT,
                "urban": WHOLE,
            },
        ),
        judging.CONCERNED,
        *blocks.REPORTS,
    )
    FIGURES = (
        give.number("RELEASED", "Records released"),
        give.number("MEAN_MOVE_M", "Mean move (m)"),
        give.number("LONGEST_MOVE_M", "Longest move (m)"),
        give.number("SMALLEST_K", "Smallest k that was counted; NULL where none was"),
    )

    def compute(self, inputs, run) -> Result:
        patients = read_points(run, "PATIENTS")
        released_points.check_fields(run, patients.table)
        mask_model = mask_model_of(inputs)
        mixed = crowd.crowd_of(run, mask_model)
        rows, guard = _boundary(run, mask_model, patients)
        task = _Task(run, inputs, patients, rows, guard, run.randomness())
        with run.spending("drawing"):
            found = _mask(task)
        masked, k = found.masked, found.k
        release = released_points.released(
            run, patients.table, rows, masked.lon_deg, masked.lat_deg, task.source
        )
        figures = {
            "RELEASED": len(rows),
            "MEAN_MOVE_M": float(masked.moved_m.mean()),
            "LONGEST_MOVE_M": float(masked.moved_m.max()),
            "SMALLEST_K": None if k is None else float(k.min()),
        }
        judged = _verdict(task, found)
        layers: Layers = {
            "OUTPUT": release.features,
            "INTERNAL": lambda: _links(task, found, release.record, mask_model),
            "CONCERNED": lambda: judging.affected_records(run, "PATIENTS", judged),
        }
        if mixed is not None:
            layers["CROWD"] = lambda: crowd.crowd_of_areas(run, mixed, len(rows))
            layers["TABLE"] = lambda: crowd.table_of_areas(mixed)
        return Result(
            figures=figures,
            layers=layers,
            report=_report(task, found, judged, figures, crowd.sections_of_areas(run, mask_model, mixed)),
            metrics={"mask_model": mask_model.described},
        )


def _boundary(run, mask_model: MaskModel, patients):
    """Rows that can be masked, and what their masked places must satisfy."""
    names = patients.table.row_ids
    if not mask_model.bounded:
        return np.arange(len(patients)), Guard(names=names, reason=tr("other than the true one"))
    table = read_table(run, "WITHIN")
    polygons = table.polygons()
    containers = Containers(polygons, len(table))
    container = containers.of(patients.lon_deg, patients.lat_deg)
    outside = np.flatnonzero(container < 0)
    if len(outside):
        text = tr(
            "{count} patients lie outside every polygon of “{layer}” (features {features}).",
            count=len(outside),
            layer=table.name,
            features=named([names[row] for row in outside]),
        )
        refusal = InputError(
            "patient.polygon.outside",
            text + " " + tr("Enlarge the polygons, or set OUTSIDE to leave_out."),
        )
        hold_back(run, text, len(outside), refusal)
    rows = np.flatnonzero(container >= 0)
    if not len(rows):
        raise InputError("patient.polygon.none", "No patient lies in any polygon: there is nothing to mask.")
    held = patients.lon_deg[rows], patients.lat_deg[rows]
    accepts = guard_of(mask_model, held, containers, container[rows]).accepts
    return rows, Guard(accepts, [names[row] for row in rows], tr("inside the polygon that holds the record"))


@dataclass(frozen=True)
class _Masked:
    """What a method gave."""

    masked: Masked
    """Places, degrees, and moves, metres."""
    k: np.ndarray | None = None
    """The k of each record, where the method checks it."""
    layer: AreaLayer | None = None
    """The areas where it counted."""


def _mask(task: _Task) -> _Masked:
    """Move all records by the chosen method."""
    refuse_homes(Homes(*task.positions), _places(task))
    return _METHODS.get(task.inputs.method, _moved)(task)


def _population_donut(task: _Task) -> _Masked:
    inputs = task.inputs
    people, layer = _people(task.run, inputs)
    found = population_donut(
        *task.positions, people, inputs.k, _OUTER * inputs.k, task.source, task.guard, task.progress
    )
    return _Masked(found.masked, found.k, layer)


def _cells(task: _Task) -> _Masked:
    snapped = grid if task.inputs.method == "grid" else hexagons
    return _Masked(snapped(*task.positions, task.inputs.size, task.guard, task.progress))


def _voronoi(task: _Task) -> _Masked:
    return _Masked(voronoi(*task.positions, task.guard))


def _to_address(task: _Task) -> _Masked:
    inputs, places = task.inputs, _addresses(task.run, task.inputs)
    found = to_neighbours(
        *task.positions, places, inputs.k, _OUTER * inputs.k, task.source, task.guard, task.progress
    )
    return _Masked(found, _counted(found, Addresses(*places)))


def _swap(task: _Task) -> _Masked:
    inputs, places = task.inputs, _addresses(task.run, task.inputs)
    ring_m = inputs.min_distance, inputs.max_distance
    return _Masked(swap(*task.positions, places, *ring_m, task.source, task.guard, task.progress))


def _moved(task: _Task) -> _Masked:
    return _Masked(move(*task.positions, _moves(task), task.source, task.guard, task.progress))


def _places(task: _Task):
    """All places that dots may be put at, drawn to or kept in, and that a crowd shows."""
    run, inputs, method = task.run, task.inputs, task.inputs.method
    if method in _TO_ADDRESSES and inputs.addresses:
        addresses = _addresses(run, inputs)
        yield Points("ADDRESSES", *addresses, np.ones((1, len(addresses[0]))), _ring_m(task, addresses))
    if method in ("street", "adaptivevoronoi"):
        network = task.network
        yield Points("ROADS", network.lon_deg, network.lat_deg, np.ones((1, len(network.lon_deg))))
    if inputs.within:
        table = read_table(run, "WITHIN")
        polygons = table.polygons()
        held = Containers(polygons, len(table)).of(*task.positions)
        yield Shapes("WITHIN", polygons, np.bincount(held, minlength=len(table)).astype(float))
    crowded = run.is_asked_for("CROWD") or run.is_asked_for("TABLE")
    if _has_census(inputs) and (method in _TO_AREAS or crowded):
        layer = read_areas(run, need_polygons=True)
        polygons = cast(Polygons, layer.polygons)
        yield Shapes(Phrase("the polygons of the areas"), polygons, layer.areas.population)


def _ring_m(task: _Task, addresses):
    """Where the addresses lie that a record may be put at: shortest and longest move; None of no ring."""
    inputs = task.inputs
    if inputs.method == "swap":
        return inputs.min_distance, inputs.max_distance
    if inputs.method == "address":
        known = Addresses(*addresses)
        return tuple(known.reach_m(*task.positions, count) for count in (inputs.k, _OUTER * inputs.k))
    return None


def _street(task: _Task) -> _Masked:
    inputs = task.inputs
    people, layer = _people(task.run, inputs) if _counts_people(inputs) else (None, None)
    found = along_streets(
        *task.positions, task.network, inputs.k, _OUTER * inputs.k, task.source,
        people, inputs.k, task.guard, task.progress,
    )  # fmt: skip
    return _Masked(found, None if people is None else _counted(found, people), layer)


def _elimination(task: _Task) -> _Masked:
    """Places anywhere in the merged region."""
    zones, layer = _zones(task)
    found = zones.masked(*task.positions, task.inputs.k, task.source, task.guard, task.progress)
    return _in_regions(task, found, zones, layer)


def _adaptive_voronoi(task: _Task) -> _Masked:
    """A junction of the merged region, by the side of the Voronoi polygon."""
    zones, layer = _zones(task)
    scheme = Scheme(zones, task.inputs.k, task.network)
    found = adaptive_voronoi(*task.positions, scheme, task.source, task.guard, task.progress)
    return _in_regions(task, found, zones, layer)


def _zones(task: _Task) -> tuple[Zones, AreaLayer]:
    """The areas, to be merged."""
    inputs = task.inputs
    if inputs.within:
        raise InputError(
            "elimination.within.not_allowed",
            "{method} keeps every record in its merged region: leave WITHIN empty, and cut water off AREAS.",
            method=inputs.method,
        )
    if not _has_census(inputs):
        raise InputError(
            "elimination.population.missing",
            "{method} needs census AREAS with the field POPULATION, to merge them.",
            method=inputs.method,
        )
    layer = read_areas(task.run, need_polygons=True)
    return Zones(cast(Polygons, layer.polygons), layer.areas.population), layer


def _in_regions(task: _Task, found: Masked, zones: Zones, layer: AreaLayer) -> _Masked:
    """The people of its region are the k of a record."""
    k = task.inputs.k
    return _Masked(found, zones.people_of(zones.region_of(*task.positions, k), k), layer)


def _optimal(task: _Task) -> _Masked:
    """The point of an area, by the table of least move that keeps ε."""
    run, inputs = task.run, task.inputs
    _refuse_polygons(inputs)
    if not _has_census(inputs):
        raise InputError(
            "optimal.population.missing",
            "optimal needs census AREAS with the field POPULATION, to move between.",
        )
    layer = read_areas(run, need_polygons=True)
    run.progress(0.1, tr("Solving the table"))
    choices = crowd.reported_of(layer).choices(*task.positions, inputs.epsilon_100 / 100)
    what = Phrase("It lies in no area. Leave it out, or give areas that hold all records.")
    return _Masked(chosen(*task.positions, choices, task.source, task.guard, what), layer=layer)


def _refuse_polygons(inputs) -> None:
    if inputs.within:
        raise InputError(
            "geoind.within.not_allowed",
            "geoind and optimal keep their promise only where no draw is repeated: leave WITHIN "
            "empty. Remapping brings dots to where people live.",
        )


def _remapped(task: _Task) -> _Masked:
    _refuse_polygons(task.inputs)
    prior, layer = crowd.read_prior(task.run)
    mask = Remapped(task.inputs.epsilon_100 / 100, *prior)
    return _Masked(mask.masked(*task.positions, task.source, task.progress), layer=layer)


def _counted(found, people) -> np.ndarray:
    """People at most as far from each masked place as the true one, counted once more after masking."""
    return people.within(found.lon_deg, found.lat_deg, found.moved_m)


def _addresses(run, inputs) -> tuple[np.ndarray, np.ndarray]:
    """Places of the addresses to choose from, degrees."""
    if not inputs.addresses:
        raise InputError(
            "mask.addresses.missing",
            "{method} needs a layer of ADDRESSES to choose from.",
            method=inputs.method,
        )
    addresses = read_points(run, "ADDRESSES")
    return addresses.lon_deg, addresses.lat_deg


def _moves(task: _Task):
    """What draws the distances of the methods that move in a random direction."""
    inputs = task.inputs
    if inputs.method == "survey":
        return SurveyRule.of(_urban(task), task.source)
    return {
        "donut": Donut(inputs.min_distance, inputs.max_distance),
        "uniform": Donut(0.0, inputs.max_distance),
        "gaussian": Gaussian(inputs.sigma),
        "bimodal": BimodalGaussian(_middle_m(inputs), inputs.sigma),
        "laplace": PlanarLaplace(inputs.epsilon_100 / 100),
    }[inputs.method]


def _urban(task: _Task) -> np.ndarray:
    """Which records are urban, by the first field that is called so: URBAN_RURA in files of DHS."""
    names = [field.name() for field in task.patients.table.fields]
    name = next((one for one in names if "urban" in one.lower()), None)
    if name is None:
        raise InputError(
            "mask.urban.missing",
            "The survey rule needs a field “urban” with U, urban or 1, and R, rural or 0.",
        )
    values = [str(task.patients.table.column(name)[row]).strip().lower() for row in task.rows]
    unclear = sorted({value for value in values if value not in _URBAN | _RURAL})
    if unclear:
        raise InputError(
            "mask.urban.not_understood",
            "“{values}” in field “{field}” is neither urban (U, urban, 1) nor rural (R, rural, 0).",
            values=named(unclear),
            field=name,
        )
    return np.array([value in _URBAN for value in values])


def _people(run, inputs):
    """Whose number k is, and the areas where they are counted by them."""
    if inputs.addresses:
        addresses = read_points(run, "ADDRESSES")
        return Addresses(addresses.lon_deg, addresses.lat_deg), None
    if _has_census(inputs):
        layer = read_areas(run, need_polygons=True)
        return CensusSurface(cast(Polygons, layer.polygons), layer.areas.population), layer
    raise InputError(
        "donut.population.missing",
        "populationdonut needs ADDRESSES, or census AREAS with the field POPULATION, to count people.",
    )


_METHODS = {
    "populationdonut": _population_donut,
    "grid": _cells,
    "hexagon": _cells,
    "swap": _swap,
    "voronoi": _voronoi,
    "street": _street,
    "address": _to_address,
    "elimination": _elimination,
    "adaptivevoronoi": _adaptive_voronoi,
    "geoind": _remapped,
    "optimal": _optimal,
}
"""Those that do not draw a distance and a direction."""


def _links(task: _Task, found: _Masked, record, mask_model: MaskModel) -> Features:
    """Lines from the true to the masked places."""
    patients, masked = task.patients.table, found.masked
    values = {
        "record": record,
        "feature": [patients.row_ids[row] for row in task.rows],
        "move_m": masked.moved_m,
    }
    if found.k is not None:
        values["k"] = found.k
    values["mask_model"] = [mask_model.text] * len(record)
    if mask_model.kind == "survey":
        values["urban"] = _urban(task).astype(int)
    lines = lines_geometry(task.run, *task.positions, masked.lon_deg, masked.lat_deg, patients.crs)
    return Features(values, lines, LINE, patients.crs)


def _report(task: _Task, found: _Masked, judged: Verdict, figures: dict, analysts: tuple) -> Report:
    method, k = task.inputs.method, found.k
    fewest = () if k is None else ((tr("Smallest k, counted after masking"), count(k.min())),)
    internal = released_points.section_of_moves(
        tr("The moves"), found.masked.moved_m, ((tr("Mask"), word_of(method)),), fewest
    )
    released = Section(
        tr("What was done"),
        Facts((tr("Records released"), count(figures["RELEASED"]))),
        tr(
            "Every position is masked: none is the true place of a record, and a dot on a house says "
            "nothing about who lives there. Names, order and identifiers of the input were dropped."
        ),
    )
    return Report(
        tr("Records were moved at random before release."),
        (released, *analysts, internal, _method_section(method)),
        judged,
        affected_records=judged.affected_records,
    )


def _verdict(task: _Task, found: _Masked) -> Verdict:
    """What was counted, and what was not: a mask that proves nothing is green only where it was attacked."""
    run, table, k, layer = task.run, task.patients.table, found.k, found.layer
    limit = None
    adversaries = [_method_known()]
    if k is not None:
        limit = 1 / task.inputs.k
        adversaries.insert(0, _map_alone(task.inputs, k))
    return Verdict(
        Claim(
            Phrase("Nobody is named from the released places with a chance above the limit.")
            if limit is not None
            else Phrase("Nobody is named from the released places."),
            limit,
            Phrase("1 / k, k the people of the merged region")
            if task.inputs.method in _MERGED
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


def _map_alone(inputs, k) -> Adversary:
    by_address = inputs.addresses and inputs.method not in _MERGED
    holds = Phrase("all addresses") if by_address else Phrase("all people of the areas")
    return Adversary("map", Phrase("the released places"), holds, float(1 / k.min()))


def _method_known() -> Adversary:
    return Adversary(
        "method",
        Phrase("the released places and the distribution of the moves, with its distances"),
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
        "adaptivevoronoi": tr(
            "Whoever knows the homes of the list can compute where each record goes, unless it is alone in "
            "its region. k counts the people of the region for somebody who knows the map alone. Use it for "
            "maps, not against somebody who knows records."
        ),
        "laplace": tr("A higher ε is less private. The mean move is 2/ε."),
        "geoind": tr(
            "What ε promises is about one dot: with m releases of the same records it is m times as large. A "
            "higher ε is less private. It says nothing of how many people live about a home, so that a lone "
            "farm is as near to its dot as a house in town."
        ),
    }
    repeated = tr(
        "Moves are independent: each further release of the same records with fresh moves reveals more. "
        "The average of m releases lies about the square root of m times nearer to the truth."
    )
    return Section(tr("Limits"), sentences.get(method, repeated), internal=True)

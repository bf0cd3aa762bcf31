# SPDX-License-Identifier: GPL-2.0-or-later
"""Homes: the places that a table may put dots on, and records that share one and drew on their own.

These are perhaps a household, whose draws multiply.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from qgis.core import QgsWkbTypes

from ...core.base.arrays import connected
from ...core.base.errors import InputError, Phrase
from ...core.base.randomness import SeededSource
from ...core.base.thresholds import one_in
from ...core.base.verdict import CARE, Check
from ...core.exposure import address_list
from ...core.geomask.baselines.homes import (
    LEAST_MOST,
    LEAST_OF_RECORDS,
    EarlierHomes,
    Points,
    Shapes,
    drawn_about,
    homes_of_areas,
    located_by_area,
    named_cells,
    refuse_homes,
)
from ...core.geomask.baselines.places import OWN_ADDRESS_M
from ...core.geomask.programme.programme import Inequality
from ...core.geometry.polygons import Polygons
from ...core.geometry.sphere import chord_from_arc, haversine_m, unit_vectors
from ...i18n import tr
from ...report import Facts, Section
from ...report.numbers import count
from ..framework import ask
from ..framework.ledger.records import LedgerState, stored_homes
from ..io import AreaLayer, PointLayer, locate, read_table
from ..io.area_layer import areas_with_people
from ..io.table import polygons_of

_SEED = 17
"""Of the people whom patients are compared with, so that the same list says the same."""
_HOUSEHOLDS = 3.0
"""Ratio of rates that is asked for where one person stands for each home: homes of one to three people."""

CENSUS = ask.source(
    "CENSUS",
    "Census areas, to check addresses",
    "For AREAS that are addresses: census polygons with the field of POPULATION (people, or dwellings "
    "where each address counts 1). They tell whether the list holds all homes and only homes.",
    ask.POLYGONS,
    optional=True,
    advanced=True,
)


@dataclass(frozen=True)
class AddressList:
    """A layer of areas that are addresses."""

    layer: AreaLayer
    census: AreaLayer | None
    """Census areas with people or dwellings."""
    addresses: address_list.Addresses | None
    """How the list lies in the census."""

    def doubted(self, run, doubt: Inequality) -> Inequality:
        """What is allowed for: populations wrong by 15 % at least, unless list and census agree."""
        if self.addresses is not None and address_list.agrees(self.addresses):
            return doubt
        if doubt.margin is not None or np.ndim(doubt.population_error):
            return doubt
        if float(doubt.population_error) >= address_list.TOLERATED:
            return doubt
        run.warn(
            tr(
                "It is not known that list and census agree, so that populations are taken to be wrong by 15 "
                "%. A STRATEGY must be solved for that, too: with 0.15 as POPULATION_ERROR."
            )
        )
        return replace(doubt, population_error=address_list.TOLERATED)

    def checks(self, run, patients: PointLayer, doubt: Inequality) -> tuple[Check, ...]:
        """What is to be said of the list, in place of the spread of a population."""
        people = self.layer.areas.population
        households = _one_for_all(people, doubt)
        if self.addresses is None or self.census is None:
            return (address_list.without_census(), *households)
        area = locate(run, self.census, patients)
        who = address_list.Patients(patients.lon_deg, patients.lat_deg, area)
        return (*address_list.checks(self.addresses, who, SeededSource(_SEED)), *households)


def _one_for_all(people, doubt: Inequality) -> tuple[Check, ...]:
    """Whether one person at every address stands for homes of several sizes."""
    lived = people[people > 0]
    if lived.max() > 1 or doubt.rate_ratio >= _HOUSEHOLDS:
        return ()
    sentence = Phrase(
        "Every address counts one person, though a home of six is six times as likely to hold a patient as a "
        "home of one."
    )
    remedy = Phrase("Give the residents of each address as POPULATION, or set RATE_RATIO to 3 or more.")
    return (Check("address_residents", CARE, sentence, remedy, internal=False),)


def read_address_list(run, inputs, layer: AreaLayer) -> AddressList | None:
    """The list of addresses that the areas are; None where they are no addresses.

    The revised model, which promises nothing about a single address, is refused.
    """
    people = layer.areas.population
    if not address_list.is_address_list(people, layer.polygons is None):
        return None
    if inputs.model == "revised":
        raise InputError(
            "address.model.not_revised",
            "The areas are addresses of single people or households, of which the revised model promises "
            "nothing in advance. Set MODEL to auto or wieland.",
        )
    if not inputs.census:
        return AddressList(layer, None, None)
    census = _read_census(run, inputs.population)
    doors = PointLayer(layer.areas.lon_deg, layer.areas.lat_deg, layer.table)
    lived = people > 0
    listed = address_list.Addresses(
        doors.lon_deg[lived],
        doors.lat_deg[lived],
        people[lived],
        locate(run, census, doors)[lived],
        census.areas.population,
    )
    return AddressList(layer, census, listed)


def _read_census(run, count: str) -> AreaLayer:
    table = read_table(run, "CENSUS")
    if table.fields.lookupField(count) < 0:
        raise InputError(
            "address.people.missing",
            "Layer “{layer}” has no field “{field}”, which counts the people of the addresses. Give the "
            "census areas one of that name, with their people; with their dwellings where each address "
            "counts 1.",
            layer=table.name,
            field=count,
        )
    return areas_with_people(table, count)


def refuse_homes_of_table(
    layer, placing, groups, flows, most: float, ledger_state: LedgerState | None
) -> None:
    """Refuse destinations that are the records' own doors, or of an earlier release, whatever they come from.

    ``flows`` are the chance of a dot at each destination, of all people and of the records that draw;
    ``most`` is the risk bound. The ledger knows the homes of earlier releases.
    """
    if ledger_state is not None:
        known = EarlierHomes(ledger_state.homes_known, ledger_state.ledger_file.seal.cell)
        refuse_homes(known, _places(layer, placing, flows, by_point=True), most)
    position_deg, area = _homes(groups)
    point_deg, size_m2 = (layer.areas.lon_deg, layer.areas.lat_deg), layer.areas.area_m2
    homes = homes_of_areas(position_deg, area, point_deg, size_m2 if layer.polygons is not None else None)
    at_points, of_areas = located_by_area(homes, area, point_deg)
    if of_areas:
        return
    by_point = layer.points_given
    if placing.kind == "point" and layer.polygons is not None and not by_point:
        by_point = drawn_about(homes, area, point_deg, layer.polygons)
    refuse_homes(homes, _places(layer, placing, flows[:1] if at_points else flows, by_point), most)


def homes_entry(ledger_state: LedgerState, layer, groups) -> tuple[str, str, bytes]:
    """What the ledger keeps of the homes of a release: names of their cells, of nobody in particular.

    Records that stand at the point of their area were located by it, and have no home.
    """
    (lon_deg, lat_deg), area = _homes(groups)
    away_m = haversine_m(lon_deg, lat_deg, layer.areas.lon_deg[area], layer.areas.lat_deg[area])
    at_home = away_m > OWN_ADDRESS_M
    cells = np.unique(
        np.concatenate([*named_cells(lon_deg[at_home], lat_deg[at_home], ledger_state.ledger_file.seal.cell)])
    )
    new = np.setdiff1d(cells, ledger_state.homes_known)
    return "homes", "", stored_homes(len(ledger_state.releases) + 1, new)


def earlier_homes(layer, placing, ledger_state: LedgerState | None) -> tuple[Check, ...]:
    """Whether places from elsewhere could be held against the homes of earlier releases."""
    given = placing.targets.core is not None or layer.points_given or len(placing.addresses)
    if ledger_state is None or not (given or layer.polygons is None) or not ledger_state.without_homes:
        return ()
    sentence = Phrase(
        "The ledger kept no homes of {count} of its releases: whether dots stand at homes of their patients "
        "could not be told.",
        count=ledger_state.without_homes,
    )
    remedy = Phrase(
        "Take the places from a register of the whole region, which knows nothing of any patient; or let "
        "dots stand in the polygons of the areas."
    )
    return (Check("earlier_homes", CARE, sentence, remedy, internal=False),)


def _homes(groups) -> tuple:
    """Positions in degrees, and areas, of all records."""
    position_deg = tuple(
        np.concatenate([getattr(group.points, name)[group.rows] for group in groups])
        for name in ("lon_deg", "lat_deg")
    )
    return position_deg, np.concatenate([group.area for group in groups])


def _places(layer, placing, flows, by_point):
    """Points, polygons and addresses of the destinations; the areas' own points where they may be homes.

    An area's own point is near a home by chance alone. Its polygon holds its records wherever they live.
    """
    targets, addresses = placing.targets, np.diff(placing.start)
    polygonal = any(shape.type() == QgsWkbTypes.GeometryType.PolygonGeometry for shape in placing.shapes)
    pointed = by_point if targets.core is None else placing.kind == "point" or not polygonal
    for flow, least in zip(flows, (LEAST_MOST, LEAST_OF_RECORDS)):
        if pointed:
            of_point = LEAST_MOST if targets.core is None else least
            name = Phrase("the points of the destinations")
            yield Points(name, targets.lon_deg, targets.lat_deg, flow[None], least=of_point)
        if len(placing.addresses):
            weight = np.repeat(flow / np.maximum(addresses, 1), addresses)
            yield Points("ADDRESSES", *placing.addresses, weight[None], least=least)
    if polygonal:
        yield Shapes(Phrase("the polygons of the destinations"), _polygons(layer, placing), flows[0])


def _polygons(layer, placing) -> Polygons:
    """What dots are drawn in: the areas themselves, or other polygons, or what is left of them."""
    own = placing.shapes is layer.table.geometries
    return layer.polygons if own else polygons_of(placing.shapes)


_HOUSEHOLD = 10
"""Most records of one place that are taken for a possible household; more of them share the point of a
building or of an area."""
_SAME_HOME_M = 3.0
"""Places as near as this are one home: five decimals of a degree round by 1 m, and no house is narrower."""


def unlinked(groups, households) -> tuple[int, tuple[Check, ...]]:
    """Find the records of shared places that no household is named of, and count them.

    A patient and a control of one home are linked, too. ``households`` are those of each row of each group's
    table, None without GROUP. Gives how many share a place and drew on their own, and a check that asks for
    care where so few do that they may be one household.
    """
    named = [
        households[number][row] if households is not None else ""
        for number, group in enumerate(groups)
        for row in group.rows
    ]
    alone = np.array([not one for one in named], dtype=bool)
    units = np.arange(len(named))
    units[~alone] = len(named) + np.unique([one for one in named if one], return_inverse=True)[1].ravel()
    home = homes_of(*_homes(groups)[0])
    sizes = np.bincount(home)
    apart = np.unique(np.column_stack([home, units]), axis=0)[:, 0]
    shared = int((np.bincount(apart) - 1).sum())
    found = alone & (sizes[home] > 1) & (sizes[home] <= _HOUSEHOLD)
    of_patients, patients = len(groups[0].rows), groups[0].points.table.row_ids
    concerned = [patients[row] for row in groups[0].rows[found[:of_patients]]]
    controls = int(found[of_patients:].sum())
    if not concerned and not controls:
        return shared, ()
    sentence = Phrase(
        "{records} records share their true place with others. Each was drawn on its own: if they are "
        "one patient or one household, and somebody knows which dots belong together, these dots reveal more "
        "than the bound allows.",
        records=len(concerned) + controls,
    )
    remedy = Phrase(
        "Delete rows that repeat a patient. Name households under “Household or patient” of “Mask points: "
        "least move”; a record with a value of its own is taken to be linked to nobody."
    )
    return shared, (Check("linked_records", CARE, sentence, remedy, tuple(concerned)),)


def behind_one_dot(ledger_state, proved: float | None, limit: float) -> tuple[Check, ...]:
    """Whether a ledger, which counts a household as one record, keeps the bound of each of its people.

    ``proved`` is what is proved of one person by all releases.
    """
    dots = () if ledger_state is None else ledger_state.dots.values()
    members = max(Counter(dot.group for dot in dots if dot.group).values(), default=1)
    if proved is None or members == 1 or members * proved <= limit:
        return ()
    sentence = Phrase(
        "Up to {members} records stand behind one dot as a household, which the ledger counts as one. Of "
        "each of its people all releases together may say {members} times the {proved} of a single person.",
        members=members,
        proved=one_in(proved),
    )
    remedy = Phrase(
        "Have the higher figure approved. Records that are episodes of one patient are one person."
    )
    return (Check("households", CARE, sentence, remedy),)


def homes_of(lon_deg: np.ndarray, lat_deg: np.ndarray) -> np.ndarray:
    """The number of the home at each place: places nearer than a house are of one."""
    from scipy.spatial import cKDTree

    # Places first: ten thousand records at one point are fifty million pairs.
    places, which = np.unique(np.column_stack([lon_deg, lat_deg]), axis=0, return_inverse=True)
    tree = cKDTree(unit_vectors(places[:, 0], places[:, 1]))
    one, other = tree.query_pairs(chord_from_arc(_SAME_HOME_M), output_type="ndarray").T
    return connected(one, other, len(places))[which.ravel()]


def section_of_shared_places(shared: int) -> tuple[Section, ...]:
    """What a report says where records share their true places and drew separately."""
    if not shared:
        return ()
    return (
        Section(
            tr("Records that belong together"),
            Facts((tr("Records that share the true place of another"), count(shared))),
            tr(
                "Each was drawn on its own. If they are one patient or one household, and somebody knows "
                "which dots belong together, these dots reveal more than the bound allows. One draw moves "
                "all records that have the same value under “Household or patient”."
            ),
            internal=True,
        ),
    )

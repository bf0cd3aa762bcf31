# SPDX-License-Identifier: GPL-2.0-or-later
"""Reading a masked release as its recipient has it: points, crowd, table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import QgsProcessing, QgsProcessingParameterMultipleLayers

from ....core.base import identity
from ....core.base.errors import InputError, named
from ....core.geometry.areas import Areas
from ....core.geometry.sphere import haversine_m
from ....core.utility.analysis.masked_look import on_few_places
from ....core.utility.analysis.masked_table import MaskedTable
from ....i18n import tr
from ...framework.parameters import AREA_TYPES, choice
from ...geomasking.strategy.crowd import DESTINATION, PEOPLE, RECORDS, STRATUM
from ...io import AreaLayer, PointLayer, Table, identifiers, locate, read_map_layer, read_points
from ...io import representative_points as stand_for
from .several_releases import SAME_PEOPLE, one_crowd, one_table

RECORD = "record"
"""Field that numbers released points."""
TRUE, MASKED = "true", "masked"
"""What PLACES says of cases."""

_SAME_PLACE_M = 5.0
"""Points released at a destination lie on it up to the digits that a file format keeps."""
_FEW_PLACES = 5
"""Destinations up to which sums of people may well be whole by chance."""


@dataclass(frozen=True)
class Crowd:
    """Destinations with the people whom a point at each stands for, and the points that lie there.

    Attributes
    ----------
    layer : AreaLayer
        Destinations; ``areas.population`` holds the masked population t_j.
    table : Table
        All fields of the crowd layer.
    of_releases : list of Table
        The crowd of each release, of which it is made.
    """

    layer: AreaLayer
    table: Table
    of_releases: list[Table]


def add_crowd(algorithm, optional: bool) -> None:
    """Add CROWD."""
    algorithm.add(
        QgsProcessingParameterMultipleLayers(
            "CROWD", tr("Crowd"), QgsProcessing.SourceType.TypeVectorAnyGeometry, optional=optional
        ),
        tr(
            "The layer that the mask released beside the points: its destinations, with the people whom a "
            "point at each stands for (field people). Masked points are compared with them, never with the "
            "people who live there. Where several releases drew the points, the crowd of each: they are "
            "added up by the records that each drew."
        ),
    )


def add_table(algorithm, optional: bool) -> None:
    """Add TABLE."""
    algorithm.add(
        QgsProcessingParameterMultipleLayers(
            "TABLE", tr("Table of the mask"), QgsProcessing.SourceType.TypeVector, optional=optional
        ),
        tr(
            "The released table of transition probabilities, with origin, destination and probability; of "
            "several releases the table of each, in the order of the crowds."
        ),
    )


def add_places(algorithm) -> None:
    """Add PLACES: what nothing else tells where there is no crowd."""
    algorithm.add(
        choice("PLACES", tr("Where the cases stand"), (TRUE, MASKED), optional=True),
        tr(
            "true: where people live. masked: where a mask put them. Needed without a crowd: dots that a "
            "mask scattered inside areas look like homes, and over the people who live there they show "
            "clusters that the mask made."
        ),
    )


def stated_masked(run) -> bool:
    """Whether the cases are masked points, as the user says where no crowd says it.

    Raises
    ------
    InputError
        The user did not say.
    """
    if not run.wanted("PLACES"):
        raise InputError(
            tr(
                "Say where the cases stand (PLACES). true: where people live. masked: where a mask put them; "
                "then give the crowd that was released with them. Nothing in the layer tells, and masked "
                "points show clusters that the mask made."
            )
        )
    return run.choice("PLACES") == MASKED


def refuse_masked(run) -> None:
    """Refuse cases that the user says are masked beside people who live somewhere."""
    if stated_masked(run):
        raise InputError(
            tr(
                "Masked points, or counts of them, show clusters that the mask made where they are compared "
                "with the people who live in the areas. Give the points as CASES, with the CROWD that was "
                "released with them."
            )
        )


def read_crowd(run) -> Crowd:
    """Read CROWD, the crowds of all releases."""
    if run.defines("PLACES") and run.choice("PLACES") == TRUE:
        raise InputError(
            tr(
                "A crowd describes masked points, and PLACES says that the cases stand where people live. "
                "Give true places with controls or areas, and leave CROWD empty; or correct PLACES."
            )
        )
    crowds = [_read_crowd(run, layer) for layer in run.layers("CROWD")]
    if not crowds:
        raise InputError(tr("No layer was given for {name}.").format(name="CROWD"))
    compared = run.text("CROWD_FIELD") if run.defines("CROWD_FIELD") else ""
    table = one_crowd(crowds, "" if compared.lower() == RECORDS else compared)
    ids = identifiers(run, table, DESTINATION)
    polygons = table.polygons(ids) if table.is_polygons else None
    lon_deg, lat_deg = stand_for(table, ids, polygons)
    people = table.numbers(PEOPLE, tr("people"), ids)
    areas = Areas(ids, lon_deg, lat_deg, people, np.zeros(len(ids)), None)
    return Crowd(AreaLayer(areas, table, polygons), table, crowds)


def _read_crowd(run, layer) -> Table:
    table = read_map_layer(run, layer, "CROWD", types=AREA_TYPES)
    absent = [name for name in (DESTINATION, PEOPLE, RECORDS) if table.fields.lookupField(name) < 0]
    if absent:
        raise InputError(
            tr(
                "Layer “{layer}” is no crowd: it has no field {fields}. Choose the crowd that the mask wrote "
                "for this release."
            ).format(layer=table.name, fields=named(absent))
        )
    return table


def compared_with(run, crowd: Crowd, points: np.ndarray, name: str) -> np.ndarray:
    """What points at the destinations are compared with: people, or another sum of the crowd, shape (m,)."""
    if name.lower() == RECORDS:
        raise InputError(
            tr(
                "The field “{field}” does not count people: it says how many records were drawn. Choose "
                "people, or the people of one stratum."
            ).format(field=name)
        )
    values = crowd.table.numbers(name, name, crowd.layer.areas.ids)
    drawn = crowd.table.numbers(RECORDS, tr("records"))
    if name.lower().startswith(f"{PEOPLE}_") and points.sum() >= drawn.max():
        raise InputError(
            tr(
                "The field “{field}” holds the people of one stratum, and the points are those of all. "
                "Filter the points to the stratum."
            ).format(field=name)
        )
    alone = [crowd.layer.areas.ids[row] for row in np.flatnonzero((points > 0) & (values == 0))]
    if alone:
        raise InputError(
            tr(
                "Points stand at {names}, where the field “{field}” of layer “{layer}” is 0. Use points and "
                "crowd of the same release."
            ).format(names=named(alone), field=name, layer=crowd.table.name)
        )
    if len(values) > _FEW_PLACES and (values == np.round(values)).all():
        raise InputError(
            tr(
                "Layer “{layer}”: all values of the field “{field}” are whole numbers, as the people who "
                "live somewhere are. Compared with people of a census, a mask makes clusters: give the crowd "
                "that was released. A mask that moved nobody, or sends each area to one place, has such a "
                "crowd, too: then give its TABLE as well, with the areas and their population."
            ).format(layer=crowd.table.name, field=name)
        )
    return values


def counted(run, crowd: Crowd, name: str) -> np.ndarray:
    """Masked points of a layer at each destination, shape (m,)."""
    points = read_points(run, name)
    row = locate(run, crowd.layer, points)
    if crowd.layer.polygons is not None and not looks_masked(points):
        run.warn(
            tr(
                "Nothing in layer “{layer}” says that a mask put its points there (it has no field record), "
                "and in the polygons of a crowd true places can't be told from masked ones. Over the crowd "
                "true places show clusters that are none: make sure that these are the released points."
            ).format(layer=points.table.name)
        )
    if crowd.layer.polygons is None:
        row = np.where(_away_m(crowd, points, row) <= _SAME_PLACE_M, row, -1)
    stray = int((row < 0).sum())
    if stray:
        raise InputError(
            tr(
                "Layer “{layer}”: {stray} of {count} points lie at no destination of the crowd. Points and "
                "crowd must come from the same release."
            ).format(layer=points.table.name, stray=stray, count=len(points))
        )
    _check_all_there(run, crowd, len(points))
    return np.bincount(row, minlength=len(crowd.layer.areas)).astype(float)


def _check_all_there(run, crowd: Crowd, points: int) -> None:
    """Refuse a crowd of other records, unless the points are a part that is compared with its own people."""
    drawn = int(max(crowd.table.numbers(RECORDS, tr("records")), default=0))
    if points == drawn:
        return
    if points > drawn:
        raise InputError(
            tr(
                "There are {points} points, but the crowd describes {drawn} records. Dots that earlier "
                "releases drew have crowds of their own: give the crowds of all releases. Where members of a "
                "household share a dot, keep one point of each."
            ).format(points=points, drawn=drawn)
        )
    if not (_is_part(run) or len(crowd.of_releases) > 1):
        raise InputError(
            tr(
                "There are {points} points, but the crowd describes {drawn} records. Give all points of the "
                "release; or compare a part of them, such as those of women, with that part of the people "
                "(CROWD_FIELD, EXPECTED_FIELD or the table of the stratum)."
            ).format(points=points, drawn=drawn)
        )
    run.warn(
        tr(
            "There are {points} points, but the crowd describes {drawn} records. That is right for a part of "
            "the points compared with that part of the people, or where records have left the release; else "
            "differences between the people look like clusters."
        ).format(points=points, drawn=drawn)
    )


def _is_part(run) -> bool:
    """Whether something else than all people is compared with: of crowd or areas, or by a stratum's table."""
    chosen = run.text("CROWD_FIELD") if run.defines("CROWD_FIELD") else ""
    if (chosen and chosen.lower() != PEOPLE) or run.field("EXPECTED_FIELD"):
        return True
    return any(layer.fields().lookupField(STRATUM) >= 0 for layer in run.layers("TABLE"))


def _away_m(crowd: Crowd, points: PointLayer, row) -> np.ndarray:
    areas = crowd.layer.areas
    return haversine_m(points.lon_deg, points.lat_deg, areas.lon_deg[row], areas.lat_deg[row])


def looks_masked(points: PointLayer) -> bool:
    """Whether points come from a release of GeoDeID, or are a part of one: numbered in the field record."""
    if points.table.fields.lookupField(RECORD) < 0 or not len(points):
        return False
    numbers = [identity.canonical(value) for value in points.table.column(RECORD)]
    whole = all(number.isdecimal() and number != "0" for number in numbers)
    return whole and len(set(numbers)) == len(numbers)


def check_alike(cases: PointLayer, controls: PointLayer) -> None:
    """Refuse masked points beside true ones: those that stay make the moved ones look clustered."""
    for looks in (looks_masked, lambda points: on_few_places(points.lon_deg, points.lat_deg)):
        masked = [looks(points) for points in (cases, controls)]
        if masked[0] == masked[1]:
            continue
        moved, stayed = (cases, controls) if masked[0] else (controls, cases)
        raise InputError(
            tr(
                "Layer “{moved}” holds masked points, or points on few places as a mask leaves them, and "
                "layer “{stayed}” does not. Cases and controls must be moved alike, or the mask makes "
                "clusters: mask them in one run. If both are true places, rename the field record, and "
                "locate both in the same way."
            ).format(moved=moved.table.name, stayed=stayed.table.name)
        )


def read_mask(run, origins: AreaLayer, expected, crowd: Crowd) -> MaskedTable:
    """Read TABLE, the tables of all releases, between the areas and the crowd's destinations."""
    tables = [read_map_layer(run, layer, "TABLE", geometry=False) for layer in run.layers("TABLE")]
    table = one_table(tables, crowd.of_releases)
    stratum = _stratum_of(table)
    origin = _rows(run, table, "origin", origins)
    destination = _rows(run, table, "destination", crowd.layer)
    probability = table.numbers("probability", tr("probability"))
    count = len(crowd.layer.areas)
    mask = MaskedTable(origin, destination, probability, np.asarray(expected, float), count)
    if run.field("POPULATION"):
        people = origins.areas.population
        _check_people(table, crowd, MaskedTable(origin, destination, probability, people, count), stratum)
    return mask


def _stratum_of(table: Table) -> str:
    """The one stratum whose probabilities the table holds; empty where there are no strata."""
    if table.fields.lookupField(STRATUM) < 0:
        return ""
    strata = {str(value) for value in table.column(STRATUM)}
    if len(strata) > 1:
        raise InputError(
            tr(
                "Layer “{layer}” holds a table for each stratum. Filter table, points and crowd to one "
                "stratum first."
            ).format(layer=table.name)
        )
    return strata.pop()


def _check_people(table: Table, crowd: Crowd, mask: MaskedTable, stratum: str) -> None:
    """Refuse a crowd that the table does not make of these areas' people."""
    name = f"{PEOPLE}_{stratum}" if stratum else PEOPLE
    if stratum and crowd.table.fields.lookupField(name) < 0:
        raise InputError(
            tr(
                "Layer “{layer}” has no field {field} for the stratum of the table. Use the crowd and the "
                "table of one release."
            ).format(layer=crowd.table.name, field=name)
        )
    stated = crowd.table.numbers(name, name, crowd.layer.areas.ids)
    off = np.abs(stated - mask.crowd) > SAME_PEOPLE * (mask.crowd + stated) + SAME_PEOPLE
    if off.any():
        raise InputError(
            tr(
                "At {count} of {total} destinations the crowd “{crowd}” has other people than the table "
                "“{table}” and the population of the areas give. Use the crowd and the table of the same "
                "release, and the areas and the population that it was made for."
            ).format(count=int(off.sum()), total=len(off), crowd=crowd.table.name, table=table.name)
        )


def _rows(run, table: Table, field: str, layer: AreaLayer) -> np.ndarray:
    row = {identity.canonical(value): index for index, value in enumerate(layer.areas.ids)}
    values = [identity.canonical(value) for value in identifiers(run, table, field)]
    unknown = sorted({value or tr("NULL") for value in values if value not in row})
    if unknown:
        raise InputError(
            tr(
                "Layer “{layer}” names {field} {names}, which is not in layer “{other}”. Use the layers of "
                "one release."
            ).format(layer=table.name, field=field, names=named(unknown), other=layer.table.name)
        )
    return np.array([row[value] for value in values], dtype=np.int64)

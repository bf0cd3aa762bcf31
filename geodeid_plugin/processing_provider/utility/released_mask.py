# SPDX-License-Identifier: GPL-2.0-or-later
"""Reading a masked release as its recipient has it: points, crowd, table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.geometry.areas import Areas
from ...core.geometry.sphere import haversine_m
from ...core.utility.masked_table import MaskedTable, on_few_places
from ...i18n import tr
from ..framework import ask
from ..geomasking.strategy.crowd import DESTINATION, PEOPLE, RECORDS, STRATUM
from ..io import AreaLayer, PointLayer, Table, identifiers, locate, read_map_layer, read_points
from ..io import representative_points as stand_for
from .several_releases import SAME_PEOPLE, one_crowd, one_table

RECORD = "record"
"""Field that numbers released points."""

_SAME_PLACE_M = 5.0
"""Points released at a destination lie on it up to the digits that a file format keeps."""
_FEW_PLACES = 5
"""Destinations up to which sums of people may well be whole by chance."""


@dataclass(frozen=True)
class Crowd:
    """Destinations with the people whom a point at each stands for, and the points that lie there."""

    layer: AreaLayer
    """Destinations; ``areas.population`` holds the masked population t_j."""
    table: Table
    """All fields of the crowd layer."""
    of_releases: list[Table]
    """The crowd of each release, of which it is made."""


def crowd_input(optional: bool) -> ask.Input:
    """CROWD; :func:`read_crowd` reads it."""
    return ask.layers(
        "CROWD",
        "Crowd",
        "The crowd that the mask released beside the points; of several releases each.",
        optional=optional,
    )


def table_input(optional: bool) -> ask.Input:
    """TABLE; :func:`read_mask` reads it."""
    return ask.layers(
        "TABLE",
        "Table of the mask",
        "The released table: origin, destination, probability; of several releases each, in the order of "
        "the crowds.",
        ask.TABLE,
        optional=optional,
    )


def read_crowd(run, compared: str = "") -> Crowd:
    """Read CROWD, the crowds of all releases.

    ``compared`` is a field beside people that points are compared with.
    """
    crowds = [_read_crowd(run, layer) for layer in run.layers("CROWD")]
    if not crowds:
        raise InputError("layer.source.missing", "No layer was given for {name}.", name="CROWD")
    table = one_crowd(crowds, "" if compared.lower() == RECORDS else compared)
    ids = identifiers(run, table, DESTINATION)
    polygons = table.polygons(ids) if table.is_polygons else None
    lon_deg, lat_deg = stand_for(table, ids, polygons)
    people = table.numbers(PEOPLE, tr("people"), ids)
    areas = Areas(ids, lon_deg, lat_deg, people, np.zeros(len(ids)), None)
    return Crowd(AreaLayer(areas, table, polygons), table, crowds)


def _read_crowd(run, layer) -> Table:
    table = read_map_layer(run, layer, "CROWD", types=ask.POLYGONS_OR_POINTS)
    absent = [name for name in (DESTINATION, PEOPLE, RECORDS) if table.fields.lookupField(name) < 0]
    if absent:
        raise InputError(
            "crowd.layer.no_crowd",
            "Layer “{layer}” is no crowd: it has no field {fields}. Choose the crowd that the mask wrote "
            "for this release.",
            layer=table.name,
            fields=named(absent),
        )
    return table


def compared_with(crowd: Crowd, points: np.ndarray, name: str) -> np.ndarray:
    """What points at the destinations are compared with: people, or another sum of the crowd, shape (m,)."""
    if name.lower() == RECORDS:
        raise InputError(
            "crowd.field.draws",
            "The field “{field}” does not count people: it says how many records were drawn. Choose "
            "people, or the people of one stratum.",
            field=name,
        )
    values = crowd.table.numbers(name, name, crowd.layer.areas.ids)
    drawn = crowd.table.numbers(RECORDS, tr("records"))
    if name.lower().startswith(f"{PEOPLE}_") and points.sum() >= drawn.max():
        raise InputError(
            "crowd.field.one_stratum",
            "The field “{field}” holds the people of one stratum, and the points are those of all. "
            "Filter the points to the stratum.",
            field=name,
        )
    alone = [crowd.layer.areas.ids[row] for row in np.flatnonzero((points > 0) & (values == 0))]
    if alone:
        raise InputError(
            "crowd.points.nobody",
            "Points stand at {names}, where the field “{field}” of layer “{layer}” is 0. Use points and "
            "crowd of the same release.",
            names=named(alone),
            field=name,
            layer=crowd.table.name,
        )
    if len(values) > _FEW_PLACES and (values == np.round(values)).all():
        raise InputError(
            "crowd.field.whole_numbers",
            "Layer “{layer}”: all values of the field “{field}” are whole numbers, as the people who "
            "live somewhere are. Compared with people of a census, a mask makes clusters: give the crowd "
            "that was released. A mask that moved nobody, or sends each area to one place, has such a "
            "crowd, too: then give its TABLE as well, with the areas and their population.",
            layer=crowd.table.name,
            field=name,
        )
    return values


def counted(run, crowd: Crowd, name: str, is_part: bool) -> np.ndarray:
    """Masked points of a layer at each destination, shape (m,).

    ``is_part`` is whether something else than all people is compared with, so that some points may be absent.
    A point at no destination is refused.
    """
    points = read_points(run, name)
    row = locate(run, crowd.layer, points)
    if crowd.layer.polygons is not None and not looks_masked(points):
        run.warn(
            tr(
                "Nothing in layer “{layer}” shows that its points are masked (it has no field record). "
                "True places compared with the crowd show false clusters: make sure that these are the "
                "released points.",
                layer=points.table.name,
            )
        )
    if crowd.layer.polygons is None:
        row = np.where(_away_m(crowd, points, row) <= _SAME_PLACE_M, row, -1)
    stray = int((row < 0).sum())
    if stray:
        raise InputError(
            "crowd.points.stray",
            "Layer “{layer}”: {stray} of {count} points lie at no destination of the crowd. Points and "
            "crowd must come from the same release.",
            layer=points.table.name,
            stray=stray,
            count=len(points),
        )
    _check_all_there(run, crowd, len(points), is_part)
    return np.bincount(row, minlength=len(crowd.layer.areas)).astype(float)


def _check_all_there(run, crowd: Crowd, points: int, is_part: bool) -> None:
    """Refuse a crowd of other records, unless the points are a part that is compared with its own people."""
    drawn = int(max(crowd.table.numbers(RECORDS, tr("records")), default=0))
    if points == drawn:
        return
    if points > drawn:
        raise InputError(
            "crowd.points.earlier_releases",
            "There are {points} points, but the crowd describes {drawn} records. Dots that earlier "
            "releases drew have crowds of their own: give the crowds of all releases. Where members of a "
            "household share a dot, keep one point of each.",
            points=points,
            drawn=drawn,
        )
    by_stratum = any(one.fields().lookupField(STRATUM) >= 0 for one in run.layers("TABLE"))
    if not (is_part or by_stratum or len(crowd.of_releases) > 1):
        raise InputError(
            "crowd.points.other_number",
            "There are {points} points, but the crowd describes {drawn} records. Give all points of the "
            "release; or compare a part of them, such as those of women, with that part of the people "
            "(CROWD_FIELD, EXPECTED_FIELD or the table of the stratum).",
            points=points,
            drawn=drawn,
        )
    run.warn(
        tr(
            "There are {points} points, but the crowd describes {drawn} records. That is right for a part of "
            "the points compared with that part of the people, or where records have left the release; else "
            "differences between the people look like clusters.",
            points=points,
            drawn=drawn,
        )
    )


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
            "controls.points.not_masked",
            "Layer “{moved}” holds masked points, or points on few places as a mask leaves them, and "
            "layer “{stayed}” does not. Cases and controls must be moved alike, or the mask makes "
            "clusters: mask them in one run. If both are true places, rename the field record, and "
            "locate both in the same way.",
            moved=moved.table.name,
            stayed=stayed.table.name,
        )


def read_mask(run, inputs, origins: AreaLayer, expected, crowd: Crowd) -> MaskedTable:
    """Read TABLE, the tables of all releases, between the areas and the crowd's destinations."""
    tables = [read_map_layer(run, layer, "TABLE", geometry=False) for layer in run.layers("TABLE")]
    table = one_table(tables, crowd.of_releases)
    stratum = _stratum_of(table)
    origin = _rows(run, table, "origin", origins)
    destination = _rows(run, table, "destination", crowd.layer)
    probability = table.numbers("probability", tr("probability"))
    count = len(crowd.layer.areas)
    mask = MaskedTable(origin, destination, probability, np.asarray(expected, float), count)
    if inputs.population:
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
            "mask_table.layer.several_strata",
            "Layer “{layer}” holds a table for each stratum. Filter table, points and crowd to one "
            "stratum first.",
            layer=table.name,
        )
    return strata.pop()


def _check_people(table: Table, crowd: Crowd, mask: MaskedTable, stratum: str) -> None:
    """Refuse a crowd that the table does not make of these areas' people."""
    name = f"{PEOPLE}_{stratum}" if stratum else PEOPLE
    if stratum and crowd.table.fields.lookupField(name) < 0:
        raise InputError(
            "crowd.field.no_stratum",
            "Layer “{layer}” has no field {field} for the stratum of the table. Use the crowd and the "
            "table of one release.",
            layer=crowd.table.name,
            field=name,
        )
    stated = crowd.table.numbers(name, name, crowd.layer.areas.ids)
    off = np.abs(stated - mask.crowd) > SAME_PEOPLE * (mask.crowd + stated) + SAME_PEOPLE
    if off.any():
        raise InputError(
            "crowd.table.other_people",
            "At {count} of {total} destinations the crowd “{crowd}” has other people than the table "
            "“{table}” and the population of the areas give. Use the crowd and the table of the same "
            "release, and the areas and the population that it was made for.",
            count=int(off.sum()),
            total=len(off),
            crowd=crowd.table.name,
            table=table.name,
        )


def _rows(run, table: Table, field: str, layer: AreaLayer) -> np.ndarray:
    row = {identity.canonical(value): index for index, value in enumerate(layer.areas.ids)}
    values = [identity.canonical(value) for value in identifiers(run, table, field)]
    unknown = sorted({value or tr("NULL") for value in values if value not in row})
    if unknown:
        raise InputError(
            "crowd.table.unknown_names",
            "Layer “{layer}” names {field} {names}, which is not in layer “{other}”. Use the layers of "
            "one release.",
            layer=table.name,
            field=field,
            names=named(unknown),
            other=layer.table.name,
        )
    return np.array([row[value] for value in values], dtype=np.int64)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Reading a masked release as its recipient has it: points, crowd, table; of several releases as of one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from qgis.core import QgsFields, QgsGeometry

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.geometry.areas import Areas
from ...core.geometry.sphere import haversine_m
from ...core.utility.masked_table import MaskedTable, added, on_few_places, shares_of
from ...host.compat import field
from ...i18n import tr
from ...report.numbers import count
from ..framework import ask
from ..geomasking.crowd import DESTINATION, OUTSIDE, PEOPLE, RECORDS, STRATUM
from ..io import AreaLayer, PointLayer, Table, identifiers, locate, read_map_layer, read_points
from ..io import representative_points as stand_for
from ..io.packed import Attributes
from ..io.table import rows_named

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
    rows, unknown = rows_named(identifiers(run, table, field), layer.areas.ids)
    if unknown:
        raise InputError(
            "crowd.table.unknown_names",
            "Layer “{layer}” names {field} {names}, which is not in layer “{other}”. Use the layers of "
            "one release.",
            layer=table.name,
            field=field,
            names=named(sorted(unknown)),
            other=layer.table.name,
        )
    return rows


SAME_PEOPLE = 1e-6
"""Sums of people agree to this share: text and single precision lose digits."""
_ORIGIN, _PROBABILITY = "origin", "probability"


def one_crowd(crowds: list[Table], compared: str) -> Table:
    """The crowd of all releases; one alone is itself.

    ``compared`` is a field beside people that is added up like them. Crowds of different places or people are
    refused.
    """
    if len(crowds) == 1:
        return crowds[0]
    keys = [_keys(crowd, DESTINATION) for crowd in crowds]
    drawn = [_records(crowd) for crowd in crowds]
    _check_same_kind(crowds)
    _check_outside(crowds, keys)
    _check_same_people(crowds)
    names = _summed(crowds, compared)
    (places,), coded = _coded(keys)
    columns = [places]
    for name in names:
        values = [crowd.numbers(name, name) for crowd in crowds]
        columns.append(added(coded, values, shares_of(drawn))[1].tolist())
    columns.append([int(sum(drawn))] * len(places))
    fields = [field(DESTINATION, "text"), *(field(name, "real") for name in names), field(RECORDS, "integer")]
    shapes = _shapes(crowds, keys)
    return replace(_table(crowds, fields, columns), geometries=[shapes[place] for place in places])


def one_table(tables: list[Table], crowds: list[Table]) -> Table:
    """The table of all releases, by the shares of their crowds; one alone is itself.

    Tables of other people, or to other places, are refused.
    """
    if len(tables) != len(crowds):
        raise InputError(
            "crowds.tables.other_number",
            "There are {crowds} crowds and {tables} tables. Give the table of each crowd.",
            crowds=len(crowds),
            tables=len(tables),
        )
    if len(tables) == 1:
        return tables[0]
    keys = [_keys(table, _ORIGIN, DESTINATION) for table in tables]
    for crowd, table, moves in zip(crowds, tables, keys):
        _check_pair(crowd, table, {destination for _origin, destination in moves})
    _check_same_origins(tables, keys)
    names, coded = _coded(keys)
    shares = shares_of([_records(crowd) for crowd in crowds])
    found, probability = added(coded, [one.numbers(_PROBABILITY, _PROBABILITY) for one in tables], shares)
    columns = [[names[part][row] for row in found[part]] for part in (0, 1)]
    columns += [probability.tolist(), [_stratum(tables)] * len(probability)]
    kinds = ((_ORIGIN, "text"), (DESTINATION, "text"), (_PROBABILITY, "real"), (STRATUM, "text"))
    return _table(tables, [field(name, kind) for name, kind in kinds], columns)


def _summed(crowds: list[Table], compared: str) -> list[str]:
    """Fields that are added up: people, those of each stratum, and what is compared with instead."""
    names = [one.name() for one in crowds[0].fields if one.name().startswith(f"{PEOPLE}_")]
    shared = [name for name in names if all(crowd.fields.lookupField(name) >= 0 for crowd in crowds)]
    return list(dict.fromkeys([PEOPLE, *shared, *([compared] if compared else [])]))


def _table(parts: list[Table], fields: list, columns: list) -> Table:
    """Rows made here, under the names of the layers that they come from."""
    rows, made = Attributes(), QgsFields()
    rows.add(list(zip(*columns)))
    for one in fields:
        made.append(one)
    name = " + ".join(part.name for part in parts)
    return Table(name, made, rows, range(1, len(rows) + 1), (), parts[0].crs)


def _stratum(tables: list[Table]) -> str:
    """The one stratum that all tables move; empty where they have none."""
    strata = {
        str(value)
        for table in tables
        for value in (table.column(STRATUM) if table.fields.lookupField(STRATUM) >= 0 else [""])
    }
    if len(strata) > 1:
        raise InputError(
            "crowds.tables.other_strata",
            "The tables move different strata ({names}). Filter all of them to one.",
            names=named(sorted(strata)),
        )
    return strata.pop()


def _keys(table: Table, *fields: str) -> list[tuple[str, ...]]:
    """Identifiers of each row, which no other row has."""
    absent = [name for name in fields if table.fields.lookupField(name) < 0]
    if absent:
        raise InputError(
            "crowds.field.missing",
            "Layer “{layer}” has no field {fields}. Choose the crowds, and the tables, that the masks of "
            "GeoDeID wrote.",
            layer=table.name,
            fields=named(absent),
        )
    columns = [[identity.canonical(one) for one in table.column(name)] for name in fields]
    if any("" in column for column in columns):
        raise InputError(
            "crowds.rows.incomplete",
            "Layer “{layer}” has rows without {fields}. Fill them, or leave them out.",
            layer=table.name,
            fields=named(fields),
        )
    rows = list(zip(*columns))
    if len(set(rows)) < len(rows):
        raise InputError(
            "crowds.destination.repeated",
            "Layer “{layer}” has a destination twice. A stratified crowd or table is analysed by "
            "stratum: filter it to one first.",
            layer=table.name,
        )
    return rows


def _records(crowd: Table) -> float:
    values = crowd.numbers(RECORDS, RECORDS)
    if np.ptp(values) > 0:
        raise InputError(
            "crowds.records.several",
            "Layer “{layer}” has more than one number of records. Give each crowd as a layer.",
            layer=crowd.name,
        )
    return float(values[0])


def _check_same_kind(crowds: list[Table]) -> None:
    if len({crowd.is_polygons for crowd in crowds}) > 1:
        raise InputError(
            "crowds.geometry.mixed",
            "Some crowds are polygons and others points. Add up releases over the same destinations.",
        )


def _check_outside(crowds: list[Table], keys: list) -> None:
    """What one crowd calls outside must hold no destination of another."""
    inside = {place for own in keys for (place,) in own if place != OUTSIDE}
    for crowd, own in zip(crowds, keys):
        known = {place for (place,) in own}
        lacking = sorted(inside - known)
        if OUTSIDE in known and lacking:
            raise InputError(
                "crowds.outside.lacking",
                "Layer “{layer}” counts what lies outside of its areas, and {places} are not among them. "
                "Make its crowd over all areas of the other releases.",
                layer=crowd.name,
                places=named(lacking),
            )


def _check_same_people(crowds: list[Table]) -> None:
    """Every crowd stands for all people of the areas once; other totals are other areas or other years."""
    totals = [float(crowd.numbers(PEOPLE, PEOPLE).sum()) for crowd in crowds]
    for crowd, total in zip(crowds, totals):
        if not total:
            raise InputError("crowds.people.none", "Layer “{layer}” stands for nobody.", layer=crowd.name)
        if abs(total - totals[0]) > SAME_PEOPLE * max(total, totals[0]):
            raise InputError(
                "crowds.people.different",
                "Layer “{first}” stands for {one} people and layer “{layer}” for {other}: they were made "
                "for other areas, or with another population. Analyse each release over its own crowd.",
                first=crowds[0].name,
                one=count(totals[0]),
                layer=crowd.name,
                other=count(total),
            )


def _check_pair(crowd: Table, table: Table, moved: set[str]) -> None:
    """A table that moves to other places than its crowd has belongs to another release."""
    known = {identity.canonical(one) for one in crowd.column(DESTINATION)}
    if not known <= moved:  # areas without people may move to places that nobody stands for
        raise InputError(
            "crowds.tables.other_destinations",
            "Layer “{table}” does not move to the destinations of layer “{crowd}”. Give the tables "
            "in the order of the crowds.",
            table=table.name,
            crowd=crowd.name,
        )


def _check_same_origins(tables: list[Table], keys: list) -> None:
    """Tables that move the people of different areas add up to nobody's probabilities."""
    origins = [{origin for origin, _destination in own} for own in keys]
    everywhere = set.union(*origins)
    for table, own in zip(tables, origins):
        lacking = sorted(everywhere - own)
        if lacking:
            having = next(one for one, held in zip(tables, origins) if lacking[0] in held)
            raise InputError(
                "crowds.tables.unknown_areas",
                "Layer “{other}” moves people of {names}, and layer “{layer}” does not know these areas. "
                "Add up tables of the same areas; rows of areas in which nobody lives can be deleted.",
                other=having.name,
                names=named(lacking),
                layer=table.name,
            )


def _coded(keys: list) -> tuple[list, list]:
    """Distinct values of each part of the keys, and the keys as numbers."""
    names = [sorted({key[part] for own in keys for key in own}) for part in range(len(keys[0][0]))]
    rank = [{value: row for row, value in enumerate(values)} for values in names]
    return names, [np.array([[of[key[part]] for key in own] for part, of in enumerate(rank)]) for own in keys]


def _shapes(crowds: list[Table], keys: list) -> dict[str, QgsGeometry]:
    """The place of each destination; what lies outside of the areas is as wide as the longest move."""
    shapes: dict[str, QgsGeometry] = {}
    for crowd, own in zip(crowds, keys):
        for (place,), shape in zip(own, crowd.geometries):
            first = shapes.setdefault(place, shape)
            if first.equals(shape) or _near(first, shape):
                continue
            if place != OUTSIDE or not crowd.is_polygons:
                raise InputError(
                    "crowds.destination.moved",
                    "Destination “{place}” has another place in layer “{layer}”. Add up releases over "
                    "the same destinations.",
                    place=place,
                    layer=crowd.name,
                )
            shapes[place] = first.combine(shape)
    return shapes


def _near(one: QgsGeometry, other: QgsGeometry) -> bool:
    """The same place up to what file formats keep: a metre."""
    return one.hausdorffDistance(other) < 1e-5

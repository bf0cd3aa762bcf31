# SPDX-License-Identifier: GPL-2.0-or-later
"""The crowds and the tables of several releases as one, each by the share of the records that it drew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from qgis.core import QgsFields, QgsGeometry

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.utility.masked_table import added, shares_of
from ...host.compat import field
from ...report.numbers import count
from ..geomasking.strategy.crowd import DESTINATION, OUTSIDE, PEOPLE, RECORDS, STRATUM
from ..io import Table
from ..io.packed import Attributes

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

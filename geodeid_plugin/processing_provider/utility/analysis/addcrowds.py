# SPDX-License-Identifier: GPL-2.0-or-later
"""One crowd and one table for the dots of several releases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from qgis.core import (
    QgsGeometry,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterMultipleLayers,
)

from ....core.base import identity
from ....core.base.errors import InputError, named
from ....core.utility.analysis.added_crowds import added, shares_of
from ....host.compat import field
from ....i18n import tr
from ....report.numbers import count
from ... import io
from ...framework.base import GeoDeIDAlgorithm
from .released_mask import DESTINATION, OUTSIDE, PEOPLE, RECORDS, SAME_PEOPLE

_ORIGIN, _PROBABILITY = "origin", "probability"


@dataclass(frozen=True)
class _Rows:
    """Rows of one layer: keys, values, and what belongs to each key."""

    keys: list
    values: np.ndarray
    layer: Any


class AddCrowds(GeoDeIDAlgorithm):
    """``geodeid:addcrowds``."""

    ID = "addcrowds"
    TITLE = "Add up crowds"
    GROUP = ("utility", "Utility")
    TAGS = ("masked", "recipient", "crowd", "releases", "ledger", "series", "denominator")
    SUMMARY = (
        "Dots that several releases drew, such as those of a map that grows every month, come from several "
        "tables. This adds up their crowds, and their tables, each by the share of the records that it "
        "drew: the crowd and the table of all dots together, for “Scan for clusters” and “Rates from masked "
        "points”."
    )

    STYLES = {"CROWD": "crowd"}

    def define(self) -> None:
        several = QgsProcessingParameterMultipleLayers
        vector = QgsProcessing.SourceType.TypeVector
        self.add(
            several("CROWDS", tr("Crowds"), QgsProcessing.SourceType.TypeVectorAnyGeometry),
            tr("The crowd of each release. Its field records says how many records were drawn from it."),
        )
        self.add(
            several("TABLES", tr("Tables of the masks"), vector, optional=True),
            tr("The table of each release, in the order of the crowds."),
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "CROWD", tr("Crowd of all releases"), QgsProcessing.SourceType.TypeVectorAnyGeometry
            ),
            tr("The destinations with people and records of all releases."),
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "TABLE", tr("Table of all releases"), vector, optional=True, createByDefault=False
            ),
            tr("Origin, destination and probability of all releases; needs TABLES."),
        )
        self.addOutput(QgsProcessingOutputNumber("RECORD_COUNT", tr("Records")))

    def execute(self, run) -> dict:
        crowds = [_read(run, layer, "CROWDS", (DESTINATION,), PEOPLE) for layer in run.layers("CROWDS")]
        records = [_records(crowd) for crowd in crowds]
        shares = shares_of(np.array(records))
        _check_same_kind(crowds)
        _check_outside(crowds)
        _check_same_people(crowds)
        _write_crowd(run, crowds, shares, int(sum(records)))
        tables = _read_tables(run, crowds) if run.wanted("TABLE") or run.layers("TABLES") else []
        if run.wanted("TABLE"):
            _write_table(run, tables, shares)
        return {"RECORD_COUNT": int(sum(records))}


def _read(run, layer, name: str, keys: tuple, value: str) -> _Rows:
    table = io.read_map_layer(run, layer, name, geometry=name == "CROWDS")
    fields: Any = table.fields
    absent = [one for one in (*keys, value) if fields.lookupField(one) < 0]
    if absent:
        raise InputError(
            tr(
                "Layer “{layer}” has no field {fields}. Choose the crowds, and the tables, that "
                "“LP masking”, “LP strategy” or “Crowd of a random mask” wrote."
            ).format(layer=table.name, fields=named(absent))
        )
    columns = [[identity.canonical(one) for one in table.column(key)] for key in keys]
    if any("" in column for column in columns):
        raise InputError(
            tr("Layer “{layer}” has rows without {fields}. Fill them, or leave them out.").format(
                layer=table.name, fields=named(keys)
            )
        )
    rows = list(zip(*columns))
    if len(set(rows)) < len(rows):
        raise InputError(
            tr(
                "Layer “{layer}” has a destination twice. A stratified crowd or table is analysed by "
                "stratum: filter it to one first."
            ).format(layer=table.name)
        )
    return _Rows(rows, np.asarray(table.numbers(value, value, [" ".join(row) for row in rows])), table)


def _records(crowd: _Rows) -> float:
    if crowd.layer.fields.lookupField(RECORDS) < 0:
        raise InputError(
            tr("Layer “{layer}” has no field records, so its share is not known.").format(
                layer=crowd.layer.name
            )
        )
    values = crowd.layer.numbers(RECORDS, RECORDS, [key[0] for key in crowd.keys])
    if np.ptp(values) > 0:
        raise InputError(
            tr("Layer “{layer}” has more than one number of records. Give each crowd as a layer.").format(
                layer=crowd.layer.name
            )
        )
    return float(values[0])


def _check_same_kind(crowds: list) -> None:
    if len(crowds) < 2:
        raise InputError(tr("Choose two crowds or more."))
    if len({crowd.layer.is_polygons for crowd in crowds}) > 1:
        raise InputError(
            tr("Some crowds are polygons and others points. Add up releases over the same destinations.")
        )


def _check_same_people(crowds: list) -> None:
    """Every crowd stands for all people of the areas once; other totals are other areas or other years."""
    totals = [float(crowd.values.sum()) for crowd in crowds]
    if not all(totals):
        empty = next(crowd for crowd, total in zip(crowds, totals) if not total)
        raise InputError(tr("Layer “{layer}” stands for nobody.").format(layer=empty.layer.name))
    for crowd, total in zip(crowds, totals):
        if abs(total - totals[0]) > SAME_PEOPLE * max(total, totals[0]):
            raise InputError(
                tr(
                    "Layer “{first}” stands for {one} people and layer “{layer}” for {other}: they were made "
                    "for other areas, or with another population. Analyse each release over its own crowd."
                ).format(
                    first=crowds[0].layer.name,
                    one=count(totals[0]),
                    layer=crowd.layer.name,
                    other=count(total),
                )
            )


def _check_same_origins(tables: list) -> None:
    """Tables that move the people of different areas add up to nobody's probabilities."""
    origins = [{origin for origin, _destination in table.keys} for table in tables]
    everywhere = set.union(*origins)
    for table, own in zip(tables, origins):
        lacking = sorted(everywhere - own)
        if lacking:
            having = next(one for one, held in zip(tables, origins) if lacking[0] in held)
            raise InputError(
                tr(
                    "Layer “{other}” moves people of {names}, and layer “{layer}” does not know these areas. "
                    "Add up tables of the same areas; rows of areas in which nobody lives can be deleted."
                ).format(other=having.layer.name, names=named(lacking), layer=table.layer.name)
            )


def _coded(layers: list) -> tuple[list, list]:
    """Distinct values of each part of the keys, and the keys as numbers."""
    width = len(layers[0].keys[0])
    names = [sorted({key[part] for layer in layers for key in layer.keys}) for part in range(width)]
    rank = [{value: row for row, value in enumerate(values)} for values in names]
    coded = [
        np.array([[rank[part][key[part]] for key in layer.keys] for part in range(width)]) for layer in layers
    ]
    return names, coded


def _write_crowd(run, crowds: list, shares, records: int) -> None:
    (names,), coded = _coded(crowds)
    found, people = added(coded, [crowd.values for crowd in crowds], shares)
    shapes = _shapes(crowds)
    columns = [
        (field(DESTINATION, "text"), [names[row] for row in found[0]]),
        (field(PEOPLE, "real"), people),
        (field(RECORDS, "integer"), np.full(len(people), records)),
    ]
    crs = crowds[0].layer.crs
    placed, kind = io.released_geometries(run, [shapes[names[row]] for row in found[0]], crs)
    run.write_layer("CROWD", columns, placed, kind, crs)


def _shapes(crowds: list) -> dict:
    """The place of each destination; what lies outside of the areas is as wide as the longest move."""
    shapes: dict = {}
    for crowd in crowds:
        for (key,), shape in zip(crowd.keys, crowd.layer.geometries):
            first = shapes.setdefault(key, shape)
            if first.equals(shape) or _near(first, shape):
                continue
            if key != OUTSIDE or not crowd.layer.is_polygons:
                raise InputError(
                    tr(
                        "Destination “{place}” has another place in layer “{layer}”. Add up releases over "
                        "the same destinations."
                    ).format(place=key, layer=crowd.layer.name)
                )
            shapes[key] = first.combine(shape)
    return shapes


def _check_outside(crowds: list) -> None:
    """What one crowd calls outside must hold no destination of another."""
    inside = {key for crowd in crowds for (key,) in crowd.keys if key != OUTSIDE}
    for crowd in crowds:
        known = {key for (key,) in crowd.keys}
        lacking = sorted(inside - known)
        if OUTSIDE in known and lacking:
            raise InputError(
                tr(
                    "Layer “{layer}” counts what lies outside of its areas, and {places} are not among them. "
                    "Make its crowd over all areas of the other releases."
                ).format(layer=crowd.layer.name, places=named(lacking))
            )


def _near(one: QgsGeometry, other: QgsGeometry) -> bool:
    """The same place up to what file formats keep: a metre."""
    return one.hausdorffDistance(other) < 1e-5


def _read_tables(run, crowds: list) -> list:
    """The table of each crowd."""
    layers = run.layers("TABLES")
    if len(layers) != len(crowds):
        raise InputError(
            tr("There are {crowds} crowds and {tables} tables. Give the table of each crowd.").format(
                crowds=len(crowds), tables=len(layers)
            )
        )
    tables = [_read(run, layer, "TABLES", (_ORIGIN, DESTINATION), _PROBABILITY) for layer in layers]
    for crowd, table in zip(crowds, tables):
        _check_pair(crowd, table)
    _check_same_origins(tables)
    return tables


def _write_table(run, tables: list, shares) -> None:
    (origins, destinations), coded = _coded(tables)
    found, probability = added(coded, [table.values for table in tables], shares)
    columns = [
        (field(_ORIGIN, "text"), [origins[row] for row in found[0]]),
        (field(DESTINATION, "text"), [destinations[row] for row in found[1]]),
        (field(_PROBABILITY, "real"), probability),
    ]
    run.write_layer("TABLE", columns)


def _check_pair(crowd: _Rows, table: _Rows) -> None:
    """A table that moves to other places than its crowd has belongs to another release."""
    known = {key[0] for key in crowd.keys}
    moved = {key[1] for key in table.keys}
    if not known <= moved:  # areas without people may move to places that nobody stands for
        raise InputError(
            tr(
                "Layer “{table}” does not move to the destinations of layer “{crowd}”. Give the tables "
                "in the order of the crowds."
            ).format(table=table.layer.name, crowd=crowd.layer.name)
        )

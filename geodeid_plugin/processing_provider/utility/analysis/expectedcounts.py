# SPDX-License-Identifier: GPL-2.0-or-later
"""Expected cases of areas by indirect standardisation."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
)

from ....core.base import identity
from ....core.base.errors import InputError, named
from ....core.geometry.areas import Areas
from ....core.utility.analysis.expected import Standardised, rates_of_strata, standardised
from ....host.compat import NO_GEOMETRY, field
from ....i18n import tr
from ....report import Facts, Report, Section
from ....report.numbers import count, number
from ... import io
from ...framework import labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.parameters import NUMERIC, guessed
from ...framework.parameters import field as field_parameter
from .ratiomap import ratio_map

_NUMBER = QgsProcessingParameterNumber
_TABLE = QgsProcessing.SourceType.TypeVector


@dataclass(frozen=True)
class _Cells:
    """People by area and stratum."""

    area: np.ndarray
    stratum: np.ndarray
    people: np.ndarray
    areas: dict
    strata: dict


class ExpectedCounts(GeoDeIDAlgorithm):
    """``geodeid:expectedcounts``."""

    ID = "expectedcounts"
    TITLE = "Expected counts"
    HEADING = labels.RESEARCH
    TAGS = ("standardisation", "indirect", "SMR", "SIR", "age", "adjusted", "expected", "rate", "covariates")
    SUMMARY = (
        "Counts how many cases each area would have if its people had the rates of a reference, by age, sex, "
        "year or any other fields: the expected cases that a scan, a rate or a mask needs to be adjusted. "
        "Gives observed over expected (SMR, SIR) with its exact interval."
    )
    REQUIRES = ("scipy",)
    STYLES = {"OUTPUT": "expected_counts"}
    EXPERT = ("REFERENCE", "RATE")

    def define(self) -> None:
        self.add(
            QgsProcessingParameterFeatureSource("POPULATIONS", tr("Populations"), [_TABLE]),
            tr(
                "Table or layer with a row for each area and stratum, and the people (or person-years) in it."
            ),
        )
        self.add(
            guessed(field_parameter("AREA", tr("Area identifier"), "POPULATIONS"), "identifier"),
            tr("Field of the populations, and of the cases, that names the area."),
        )
        self.add(
            guessed(field_parameter("PEOPLE", tr("People"), "POPULATIONS", NUMERIC), "population"),
            tr("Field with the people, or person-years, of the area and stratum."),
        )
        self.add(
            field_parameter("STRATA", tr("Strata"), "POPULATIONS", several=True, optional=True),
            tr(
                "Fields, such as age group, sex and year, that the populations and the cases have under the "
                "same names. None: crude rates."
            ),
        )
        self.add(
            QgsProcessingParameterFeatureSource("CASES", tr("Cases"), [_TABLE]),
            tr("Table or layer with area and strata of the cases; a row is one case, or holds a count."),
        )
        self.add(
            field_parameter("CASES_FIELD", tr("Number of cases"), "CASES", NUMERIC, optional=True),
            tr("Field with the number of cases of a row. Empty: each row is one case."),
        )
        self.add(
            QgsProcessingParameterFeatureSource("REFERENCE", tr("Reference rates"), [_TABLE], optional=True),
            tr(
                "Table with the strata, under the same names, and the rate of each. Empty: the rates of all "
                "areas together."
            ),
        )
        self.add(
            field_parameter("RATE", tr("Rate"), "REFERENCE", NUMERIC, optional=True),
            tr("Field with the cases a person (or person-year) of the reference."),
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "AREAS", tr("Areas"), [QgsProcessing.SourceType.TypeVectorAnyGeometry], optional=True
            ),
            tr("Layer whose features the result is joined to. Empty: the result is a table."),
        )
        self.add(
            field_parameter("AREA_ID", tr("Area identifier of the layer"), "AREAS", optional=True),
            tr("Field of the layer that names the area as the populations do."),
        )
        self.add(
            _NUMBER("CONFIDENCE", tr("Confidence"), _NUMBER.Type.Double, 0.95, False, 0.5, 0.999),
            tr("Of the intervals."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "OUTPUT", tr("Expected counts"), QgsProcessing.SourceType.TypeVector
            ),
            tr("Areas with people, cases, expected, smr (cases over expected), smr_low and smr_high."),
        )
        self.add_reports()
        for name, title in (
            ("CASES_COUNT", tr("Cases")),
            ("EXPECTED_COUNT", tr("Expected cases")),
            ("STRATA_COUNT", tr("Strata")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        cells = _read_cells(run)
        cases = _read_cases(run, cells)
        rates = _rates(run, cells, cases)
        observed = cases.sum(axis=1)
        found = standardised(
            cells.area, cells.stratum, cells.people, rates, observed, run.number("CONFIDENCE")
        )
        people = np.bincount(cells.area, cells.people, len(cells.areas))
        layer, row = _read_layer(run, list(cells.areas))
        _write(run, list(cells.areas), people, found, layer, row)
        run.write_reports(_report(run, found, len(cells.strata), _map(layer, row, found)))
        return {
            "CASES_COUNT": float(observed.sum()),
            "EXPECTED_COUNT": float(found.expected.sum()),
            "STRATA_COUNT": len(cells.strata),
        }


def _strata_of(run, table, fields) -> list:
    """Stratum of each row: its values as canonical texts."""
    columns = [[identity.canonical(value) for value in table.column(name)] for name in fields]
    return list(zip(*columns)) if columns else [()] * len(table)


def _read_cells(run) -> _Cells:
    table = io.read_table(run, "POPULATIONS", geometry=False)
    names = [identity.canonical(value) for value in io.identifiers(run, table, run.field("AREA"))]
    _refuse_empty(table, run.field("AREA"), names)
    strata = _strata_of(run, table, run.fields("STRATA"))
    areas = {name: row for row, name in enumerate(dict.fromkeys(names))}
    known = {value: row for row, value in enumerate(sorted(set(strata)))}
    return _Cells(
        np.array([areas[name] for name in names]),
        np.array([known[value] for value in strata]),
        table.numbers(run.field("PEOPLE"), tr("population")),
        areas,
        known,
    )


def _read_cases(run, cells: _Cells) -> np.ndarray:
    """Cases by area and stratum, shape (areas, strata)."""
    table = io.read_table(run, "CASES", geometry=False)
    names = [identity.canonical(value) for value in io.identifiers(run, table, run.field("AREA"))]
    strata = _strata_of(run, table, run.fields("STRATA"))
    _refuse_unknown(table, tr("area"), names, cells.areas)
    _refuse_unknown(table, tr("stratum"), strata, cells.strata)
    held = np.ones(len(table))
    if run.field("CASES_FIELD"):
        held = table.numbers(run.field("CASES_FIELD"), tr("number of cases"))
    cases = np.zeros((len(cells.areas), len(cells.strata)))
    np.add.at(cases, ([cells.areas[n] for n in names], [cells.strata[s] for s in strata]), held)
    if not cases.sum() > 0:
        raise InputError(tr("Layer “{layer}” has no cases.").format(layer=table.name))
    return cases


def _refuse_empty(table, name: str, values) -> None:
    rows = [table.row_ids[row] for row, value in enumerate(values) if not value]
    if rows:
        raise InputError(
            tr("Layer “{layer}”: feature {features} has no area. Fill the field “{field}”.").format(
                layer=table.name, features=named(rows), field=name
            )
        )


def _refuse_unknown(table, what: str, values, known) -> None:
    unknown = {value for value in values if value not in known}
    if unknown:
        texts = ((value,) if isinstance(value, str) else value for value in unknown)
        listed = sorted(" / ".join(one or tr("NULL") for one in text) for text in texts)
        raise InputError(
            tr(
                "Layer “{layer}”: the populations have no {what} {names}. Write areas and strata in both "
                "tables alike."
            ).format(layer=table.name, what=what, names=named(listed))
        )


def _rates(run, cells: _Cells, cases) -> np.ndarray:
    if not run.wanted("REFERENCE"):
        people = np.bincount(cells.stratum, cells.people, len(cells.strata))
        return rates_of_strata(np.arange(len(people)), cases.sum(axis=0), people, len(people))
    if not run.field("RATE"):
        raise InputError(tr("Choose the field of the reference rates."))
    table = io.read_table(run, "REFERENCE", geometry=False)
    strata = _strata_of(run, table, run.fields("STRATA"))
    values = dict(zip(strata, table.numbers(run.field("RATE"), tr("rate"))))
    if len(values) < len(table):
        raise InputError(tr("Layer “{layer}” has several rates for one stratum.").format(layer=table.name))
    absent = [" / ".join(map(str, stratum)) for stratum in cells.strata if stratum not in values]
    if absent:
        raise InputError(
            tr("Layer “{layer}” has no rate for stratum {names}.").format(
                layer=table.name, names=named(absent)
            )
        )
    return np.array([values[stratum] for stratum in cells.strata])


def _read_layer(run, names) -> tuple[io.AreaLayer | None, list]:
    """The layer that the result is joined to, and the row of the populations of each of its areas."""
    if not run.wanted("AREAS"):
        return None, []
    if not run.field("AREA_ID"):
        raise InputError(tr("Choose the field that names each area of the layer."))
    table = io.read_table(run, "AREAS")
    ids = [identity.canonical(value) for value in io.identifiers(run, table, run.field("AREA_ID"))]
    lost = sorted(set(names) - set(ids))
    if lost:
        raise InputError(
            tr("Layer “{layer}” has no area {names}, which the populations name.").format(
                layer=table.name, names=named(lost)
            )
        )
    nothing = np.zeros(len(table))
    held = Areas(np.array(ids, dtype=object), nothing, nothing, nothing, nothing)
    known = {name: at for at, name in enumerate(names)}
    return io.AreaLayer(held, table, None), [known.get(name) for name in ids]


def _write(run, names, people, found: Standardised, layer, row) -> None:
    figures = [
        (field("people", "real"), people),
        (field("cases", "real"), found.observed),
        (field("expected", "real"), found.expected),
        (field("smr", "real"), found.ratio),
        (field("smr_low", "real"), found.low),
        (field("smr_high", "real"), found.high),
    ]
    if layer is None:
        columns = [(column, _or_null(values)) for column, values in figures]
        run.write_layer("OUTPUT", [(field("area", "text"), names), *columns], None, NO_GEOMETRY)
        return
    columns = [(column, _spread(values, row)) for column, values in figures]
    shapes, kind = io.original_geometries(run, "AREAS", layer.table.row_ids)
    area = (field("area", "text"), list(layer.areas.ids))
    run.write_layer("OUTPUT", [area, *columns], shapes, kind, layer.table.crs)


def _map(layer, row, found: Standardised) -> tuple:
    """Where there are more and fewer cases than expected, if the areas are polygons that can be drawn."""
    if layer is None or not layer.table.is_polygons:
        return ()
    try:
        polygons = layer.table.polygons(layer.areas.ids)
        lon_deg, lat_deg = io.representative_points(layer.table, layer.areas.ids, polygons)
    except InputError:  # counts need no shapes
        return ()
    drawn = io.AreaLayer(replace(layer.areas, lon_deg=lon_deg, lat_deg=lat_deg), layer.table, polygons)
    ratio, low, high = (
        np.array([np.nan if at is None else values[at] for at in row])
        for values in (found.ratio, found.low, found.high)
    )
    return (ratio_map(drawn, ratio, (low > 1) | (high < 1), tr("no data")),)


def _spread(values, row) -> list:
    """Values of the areas in the order of the layer; None for areas without people in the table."""
    known = _or_null(values)
    return [None if at is None else known[at] for at in row]


def _or_null(values) -> list:
    return [float(value) if np.isfinite(value) else None for value in values]


def _report(run, found: Standardised, strata: int, drawn: tuple) -> Report:
    clear = (found.low > 1) | (found.high < 1)
    facts = (
        (tr("Areas"), count(len(found.observed))),
        (tr("Strata"), count(strata)),
        (tr("Cases"), number(found.observed.sum(), "g")),
        (tr("Expected cases"), number(found.expected.sum(), ".6g")),
        (tr("Areas whose interval leaves out 1"), count(clear.sum())),
    )
    method = tr(
        "Indirect standardisation: expected cases are the people of each stratum times the rate of the "
        "reference, summed over the strata of an area. Intervals are exact for Poisson counts (Garwood "
        "1936). By chance alone one area in twenty has an interval of 95 % that leaves out 1."
    )
    reference = (
        tr("Rates of a reference table.")
        if run.wanted("REFERENCE")
        else tr("Rates of all areas together, so that as many cases are expected as were observed.")
    )
    return Report(
        tr("Expected counts"),
        tr("How many cases would each area have at the rates of the reference?"),
        (Section(tr("Counts"), (*drawn, Facts(facts), reference)), Section(tr("Method"), (method,))),
        None,
        tuple(run.warnings),
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Expected cases of areas by indirect standardisation."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...core.geometry.areas import Areas
from ...core.utility.expected import Standardised, rates_of_strata, standardised
from ...i18n import tr
from ...report import Facts, Report, Section
from ...report.numbers import count, number
from .. import io
from ..clustering.clustermap import NO_DATA
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import REAL, TEXT, Features, Result
from . import maskedrates

_AREA = {
    "area": TEXT,
    **dict.fromkeys(("people", "cases", "expected", "smr", "smr_low", "smr_high"), REAL),
}


@dataclass(frozen=True)
class _Cells:
    """People by area and stratum."""

    area: np.ndarray
    stratum: np.ndarray
    people: np.ndarray
    areas: dict
    strata: dict


@dataclass(frozen=True)
class _Joined:
    """The layer that the result is joined to, and the row of the populations of each of its areas.

    A row is None where the populations do not name the area.
    """

    layer: io.AreaLayer
    rows: list[int | None]


class ExpectedCounts(GeoDeIDAlgorithm):
    """``geodeid:expectedcounts``."""

    ID = "expectedcounts"
    TITLE = "Expected counts"
    HEADING = labels.RESEARCH
    TAGS = ("standardisation", "indirect", "SMR", "SIR", "age", "adjusted", "expected", "rate", "covariates")
    SUMMARY = (
        "Counts how many cases each area would have if its people had the rates of a reference, by age, "
        "sex or other fields: observed over expected (SMR, SIR) with its interval."
    )
    REQUIRES = ("scipy",)
    INPUTS = (
        ask.source(
            "POPULATIONS",
            "Populations",
            "Table or layer with a row for each area and stratum, and the people (or person-years) in it.",
            ask.TABLE,
        ),
        ask.field(
            "AREA",
            "Area identifier",
            "Field of the populations, of the cases, and of the layer of areas, that names the area.",
            "POPULATIONS",
            guess="identifier",
        ),
        ask.field(
            "PEOPLE",
            "People",
            "Field with the people, or person-years, of the area and stratum.",
            "POPULATIONS",
            numeric=True,
            guess="population",
        ),
        ask.field(
            "STRATA",
            "Strata",
            "Fields, such as age group and sex, under the same names in populations and cases. None: crude "
            "rates.",
            "POPULATIONS",
            optional=True,
            several=True,
        ),
        ask.source(
            "CASES",
            "Cases",
            "Table or layer with area and strata of the cases; a row is one case, or holds a count.",
            ask.TABLE,
        ),
        ask.field(
            "CASES_FIELD",
            "Number of cases",
            "Field with the number of cases of a row. Empty: each row is one case.",
            "CASES",
            numeric=True,
            optional=True,
        ),
        ask.source(
            "REFERENCE",
            "Reference rates",
            "Table with the strata, and the field rate: cases a person (or person-year). Empty: the rates of "
            "all areas together.",
            ask.TABLE,
            optional=True,
            advanced=True,
        ),
        ask.source(
            "AREAS",
            "Areas",
            "Layer whose features the result is joined to. Empty: the result is a table.",
            ask.SHAPES,
            optional=True,
        ),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Expected counts",
            "Areas with people, cases, expected, smr (cases over expected), smr_low and smr_high.",
            style="expected_counts",
            fields=_AREA,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("CASES_COUNT", "Cases"),
        give.number("EXPECTED_COUNT", "Expected cases"),
        give.number("STRATA_COUNT", "Strata"),
    )

    def compute(self, inputs, run) -> Result:
        cells = _read_cells(run, inputs)
        cases = _read_cases(run, inputs, cells)
        rates = _rates(run, inputs, cells, cases)
        found = standardised(cells.area, cells.stratum, cells.people, rates, cases.sum(axis=1))
        joined = _read_layer(run, inputs, cells.areas) if inputs.areas else None
        return Result(
            figures={
                "CASES_COUNT": float(found.observed.sum()),
                "EXPECTED_COUNT": float(found.expected.sum()),
                "STRATA_COUNT": len(cells.strata),
            },
            layers={"OUTPUT": lambda: _counts(run, cells, found, joined)},
            report=_report(found, len(cells.strata), inputs.reference, joined),
        )


def _strata_of(table, fields) -> list:
    """Stratum of each row: its values as canonical texts."""
    columns = [[identity.canonical(value) for value in table.column(name)] for name in fields]
    return list(zip(*columns)) if columns else [()] * len(table)


def _read_cells(run, inputs) -> _Cells:
    table = io.read_table(run, "POPULATIONS", geometry=False)
    names = [identity.canonical(value) for value in io.identifiers(run, table, inputs.area)]
    _refuse_empty(table, inputs.area, names)
    strata = _strata_of(table, inputs.strata)
    areas = {name: row for row, name in enumerate(dict.fromkeys(names))}
    known = {value: row for row, value in enumerate(sorted(set(strata)))}
    return _Cells(
        np.array([areas[name] for name in names]),
        np.array([known[value] for value in strata]),
        table.numbers(inputs.people, tr("population")),
        areas,
        known,
    )


def _read_cases(run, inputs, cells: _Cells) -> np.ndarray:
    """Cases by area and stratum, shape (areas, strata)."""
    table = io.read_table(run, "CASES", geometry=False)
    names = [identity.canonical(value) for value in io.identifiers(run, table, inputs.area)]
    strata = _strata_of(table, inputs.strata)
    _refuse_unknown(table, tr("area"), names, cells.areas)
    _refuse_unknown(table, tr("stratum"), strata, cells.strata)
    counted = np.ones(len(table))
    if inputs.cases_field:
        counted = table.numbers(inputs.cases_field, tr("number of cases"))
    cases = np.zeros((len(cells.areas), len(cells.strata)))
    np.add.at(cases, ([cells.areas[n] for n in names], [cells.strata[s] for s in strata]), counted)
    if not cases.sum() > 0:
        raise InputError("expected.cases.none", "Layer “{layer}” has no cases.", layer=table.name)
    return cases


def _refuse_empty(table, name: str, values) -> None:
    rows = [table.row_ids[row] for row, value in enumerate(values) if not value]
    if rows:
        raise InputError(
            "expected.area.missing",
            "Layer “{layer}”: feature {features} has no area. Fill the field “{field}”.",
            layer=table.name,
            features=named(rows),
            field=name,
        )


def _refuse_unknown(table, what: str, values, known) -> None:
    unknown = {value for value in values if value not in known}
    if unknown:
        texts = ((value,) if isinstance(value, str) else value for value in unknown)
        listed = sorted(" / ".join(one or tr("NULL") for one in text) for text in texts)
        raise InputError(
            "expected.population.lacking",
            "Layer “{layer}”: the populations have no {what} {names}. Write areas and strata in both "
            "tables alike.",
            layer=table.name,
            what=what,
            names=named(listed),
        )


def _rates(run, inputs, cells: _Cells, cases) -> np.ndarray:
    if not inputs.reference:
        people = np.bincount(cells.stratum, cells.people, len(cells.strata))
        return rates_of_strata(np.arange(len(people)), cases.sum(axis=0), people, len(people))
    table = io.read_table(run, "REFERENCE", geometry=False)
    values = dict(zip(_strata_of(table, inputs.strata), table.numbers("rate", tr("rate"))))
    if len(values) < len(table):
        raise InputError(
            "expected.rates.repeated", "Layer “{layer}” has several rates for one stratum.", layer=table.name
        )
    absent = [" / ".join(map(str, stratum)) for stratum in cells.strata if stratum not in values]
    if absent:
        raise InputError(
            "expected.rates.lacking",
            "Layer “{layer}” has no rate for stratum {names}.",
            layer=table.name,
            names=named(absent),
        )
    return np.array([values[stratum] for stratum in cells.strata])


def _read_layer(run, inputs, names: dict[str, int]) -> _Joined:
    table = io.read_table(run, "AREAS")
    ids = [identity.canonical(value) for value in io.identifiers(run, table, inputs.area)]
    lost = sorted(set(names) - set(ids))
    if lost:
        raise InputError(
            "expected.area.unknown",
            "Layer “{layer}” has no area {names}, which the populations name.",
            layer=table.name,
            names=named(lost),
        )
    nothing = np.zeros(len(table))
    areas = Areas(np.array(ids, dtype=object), nothing, nothing, nothing, nothing)
    return _Joined(io.AreaLayer(areas, table, None), [names.get(name) for name in ids])


def _counts(run, cells: _Cells, found: Standardised, joined: _Joined | None) -> Features:
    """The counts of each area, in the order of the layer where there is one."""
    people = np.bincount(cells.area, cells.people, len(cells.areas))
    values = (people, found.observed, found.expected, found.ratio, found.low, found.high)
    if joined is None:
        return Features(dict(zip(_AREA, (list(cells.areas), *values))))
    layer = joined.layer
    shapes, kind = io.original_geometries(run, "AREAS", layer.table.row_ids)
    spread = (_spread(one, joined.rows) for one in values)
    return Features(dict(zip(_AREA, (list(layer.areas.ids), *spread))), shapes, kind, layer.table.crs)


def _map(joined: _Joined | None, found: Standardised) -> tuple:
    """Where there are more and fewer cases than expected, if the areas are polygons that can be drawn."""
    if joined is None or not joined.layer.table.is_polygons:
        return ()
    table, areas = joined.layer.table, joined.layer.areas
    try:
        polygons = table.polygons(areas.ids)
        lon_deg, lat_deg = io.representative_points(table, areas.ids, polygons)
    except InputError:  # counts need no shapes
        return ()
    drawn = io.AreaLayer(replace(areas, lon_deg=lon_deg, lat_deg=lat_deg), table, polygons)
    ratio, low, high = (_spread(values, joined.rows) for values in (found.ratio, found.low, found.high))
    return (maskedrates.ratio_map(drawn, classes(ratio, low, high)),)


def classes(ratio, low, high) -> tuple:
    """Classes of the map, those of the style of the layer."""
    return (
        (~np.isfinite(ratio), NO_DATA, tr("Nothing is expected here")),
        (low > 1, maskedrates.ORANGE, tr("More than expected, clearly")),
        (high < 1, maskedrates.BLUE, tr("Fewer than expected, clearly")),
        (ratio >= 1.1, maskedrates.PALE_AMBER, tr("More, but it may be chance")),
        (ratio <= 0.9, maskedrates.PALE_BLUE, tr("Fewer, but it may be chance")),
        (np.isfinite(ratio), maskedrates.GREY, tr("About as many as expected")),
    )


def _spread(values, rows) -> np.ndarray:
    """Values of the areas in the order of the layer; NaN for areas that the populations do not name."""
    return np.array([np.nan if row is None else values[row] for row in rows])


def _report(found: Standardised, strata: int, by_reference: bool, joined: _Joined | None) -> Report:
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
        if by_reference
        else tr("Rates of all areas together, so that as many cases are expected as were observed.")
    )
    return Report(
        tr("How many cases would each area have at the rates of the reference?"),
        (
            Section(tr("Counts"), *_map(joined, found), Facts(*facts), reference),
            Section(tr("Method"), method),
        ),
    )

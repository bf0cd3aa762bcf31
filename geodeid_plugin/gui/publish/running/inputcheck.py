# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mask would find in its layers, before it runs. The panel runs it; it is in no toolbox."""

from __future__ import annotations

from collections import Counter

from ....core.base import identity
from ....core.base.errors import named, translated
from ....core.base.verdict import MADE
from ....core.exposure.fields.identifying import repeated_identifier
from ....i18n import tr
from ....processing_provider.framework import ask, blocks
from ....processing_provider.framework.base import GeoDeIDAlgorithm
from ....processing_provider.framework.give import Result
from ....processing_provider.framework.verdict.judging import population_checks
from ....processing_provider.geomasking.homes import homes_of
from ....processing_provider.io.area_layer import locate, read_areas
from ....processing_provider.io.points import read_points
from ....report.numbers import count
from ..parts import periods_of


class InputCheck(GeoDeIDAlgorithm):
    """Counts areas, people, patients and those outside every area."""

    ID = "inputcheck"
    TITLE = "Check the layers"
    SUMMARY = "Counts what a mask would find in its layers."
    INPUTS = (
        *blocks.patients(),
        *blocks.areas(boundary=False),
        ask.field(
            "BY_AREAS", "Part of the areas", "Field of the areas that parts a series.", "AREAS", optional=True
        ),
        ask.field(
            "BY_TIME",
            "Time",
            "Field of the patients whose months or years part it.",
            "PATIENTS",
            optional=True,
        ),
        ask.field("PERSON", "Patient", "Field that identifies a patient.", "PATIENTS", optional=True),
    )

    def compute(self, inputs, run) -> Result:
        """Count, and collect what is doubtful about the population."""
        layer = read_areas(run)
        points = read_points(run, "PATIENTS")
        area = locate(run, layer, points)
        inside = area[area >= 0]
        doubts = [one for one in population_checks(run, layer, len(inside)) if one.outcome is not MADE]
        parted = _parted(inputs, layer, points, area)
        left_out = run.warnings if parted else []  # the copies of a series lack them, so no report tells
        figures = {
            "AREAS": len(layer.areas),
            "PEOPLE": float(layer.areas.population.sum()),
            "RECORDS": len(area),
            "OUTSIDE": len(area) - len(inside),
            "DOUBTS": [
                *(translated(one.sentence, tr) for one in doubts),
                *([] if inputs.person else _repeated(points.table)),
                *left_out,
            ],
            **parted,
        }
        return Result(figures)


def _repeated(table) -> list[str]:
    """What to do about patients of several rows, by a field that looks as if it named them."""
    columns = {one.name(): table.attributes.stored(at) for at, one in enumerate(table.fields)}
    field = repeated_identifier(columns)
    if field is None:
        return []
    rows = Counter(filter(None, map(identity.canonical, columns[field])))
    again = [code for code, often in rows.items() if often > 1]
    said = tr(
        "“{field}” names patients, and of {count} of them there are several rows ({patients}). Keep one row "
        "of each. If rows are visits, publish counts, and give the field as “Patient identifier” under “All "
        "options…”.", field=field, count=count(len(again)), patients=named(again),
    )  # fmt: skip
    return [said]


def _parted(inputs, layer, points, area) -> dict:
    """Rows of the patients of each part of a series, and what is in two parts; nothing without a series."""
    areas_of: dict[str, list] = {}
    if inputs.by_areas:
        units = [identity.canonical(one) for one in layer.table.column(inputs.by_areas)]
        areas_of = _rows_of_each(units, layer.table.row_ids)
        values = [units[row] if row >= 0 else "" for row in area]
    elif inputs.by_time:
        values = periods_of(points.table.column(inputs.by_time))
    else:
        return {}
    parts = _rows_of_each(values, points.table.row_ids)
    persons = points.table.column(inputs.person) if inputs.person else []
    codes = [identity.canonical(one) for one in persons]
    known = [(code, value) for code, value in zip(codes, values) if code]
    again = _in_two(known)
    return {
        "BY_TIME": inputs.by_time or "",
        "PERSON": inputs.person or "",
        "WITHOUT_PART": parts.pop("", []),
        "PARTS": dict(sorted(parts.items())),
        "AREAS_OF": areas_of,
        "PERSONS_AGAIN": again,
        "LOOKALIKES_AGAIN": 0 if again else _in_two((identity.folded(code), value) for code, value in known),
        "PERSONS_TWICE": sum(often > 1 for often in Counter(code for code, _value in known).values()) - again,
        "PERSONS_UNKNOWN": codes.count(""),
        "PLACES_AGAIN": _in_two(zip(homes_of(points.lon_deg, points.lat_deg), values)),
    }


def _rows_of_each(values, row_ids) -> dict[str, list]:
    """The rows that have each value."""
    rows: dict[str, list] = {}
    for value, row in zip(values, row_ids):
        rows.setdefault(value, []).append(row)
    return rows


def _in_two(pairs) -> int:
    """How many things have more than one value, of pairs of both."""
    of: dict = {}
    for thing, value in pairs:
        of.setdefault(thing, set()).add(value)
    return sum(len(found) > 1 for found in of.values())

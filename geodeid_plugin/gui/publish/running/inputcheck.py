# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mask would find in its layers, before it runs. The panel runs it; it is in no toolbox."""

from __future__ import annotations

from ....core.base.errors import translated
from ....core.base.verdict import MADE
from ....i18n import tr
from ....processing_provider.framework import ask, blocks
from ....processing_provider.framework.base import GeoDeIDAlgorithm
from ....processing_provider.framework.give import Result
from ....processing_provider.framework.verdict.judging import population_checks
from ....processing_provider.io.area_layer import read_areas
from ....processing_provider.io.points import read_points
from ....processing_provider.io.points_in_areas import locate
from ..parts import period_of

_PLACE_DIGITS = 5
"""Digits of a degree by which places are one, about a metre."""


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
        figures = {
            "AREAS": len(layer.areas),
            "PEOPLE": float(layer.areas.population.sum()),
            "RECORDS": len(area),
            "OUTSIDE": len(area) - len(inside),
            "DOUBTS": [translated(one.sentence, tr) for one in doubts],
            **_parted(inputs, layer, points, area),
        }
        return Result(figures)


def _parted(inputs, layer, points, area) -> dict:
    """Rows of the patients of each part of a series, and what is in two parts; nothing without a series."""
    if inputs.by_areas:
        units = ["" if one is None else str(one) for one in layer.table.column(inputs.by_areas)]
        values = [units[row] if row >= 0 else "" for row in area]
    elif inputs.by_time:
        values = [period_of(one) for one in points.table.column(inputs.by_time)]
    else:
        return {}
    parts: dict[str, list] = {}
    for value, row in zip(values, points.table.row_ids):
        parts.setdefault(value, []).append(row)
    persons = points.table.column(inputs.person) if inputs.person else []
    places = zip(points.lon_deg.round(_PLACE_DIGITS), points.lat_deg.round(_PLACE_DIGITS))
    return {
        "BY_TIME": inputs.by_time or "",
        "PERSON": inputs.person or "",
        "WITHOUT_PART": len(parts.pop("", [])),
        "PARTS": dict(sorted(parts.items())),
        "PERSONS_AGAIN": _in_two(persons, values),
        "PERSONS_UNKNOWN": sum(one is None or one == "" for one in persons),
        "PLACES_AGAIN": _in_two(places, values),
    }


def _in_two(things, values) -> int:
    """How many things have more than one value."""
    of: dict = {}
    for thing, value in zip(things, values):
        of.setdefault(thing, set()).add(value)
    return sum(len(found) > 1 for found in of.values())

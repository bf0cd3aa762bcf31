# SPDX-License-Identifier: GPL-2.0-or-later
"""Fields by whose values a publication can be parted: units of the areas, and times of the patients."""

from __future__ import annotations

import re

from qgis.core import QgsFeatureRequest, QgsVectorLayer

from ...core.exposure.fields.fieldnames import guess_identifier, guess_population
from ...host.compat import is_null

AREAS, PATIENTS = "areas", "patients"
"""Whose field parts a series."""
MOST = 60
"""Parts of a series: five years of months. More of them are no series, but dates of birth."""
_LOOKED_AT = 300
"""Rows that are looked at to know a field by: the window waits for them."""
_REAL = ("real", "double", "float")
NO_SHAPES = QgsFeatureRequest.Flag.NoGeometry
_MOSTLY = 0.9
"""Share of a field's values that must be times: the check of the layers names those that are none."""
_TIME = re.compile(r"((?:19|20)\d\d)(?:[-/.](0[1-9]|1[0-2])(?:[-/.]\d\d.*)?)?$", re.DOTALL)
_YEAR_LAST = re.compile(r"(\d\d?)([-/.])(\d\d?)\2((?:19|20)\d\d)(?:[ T,].*)?$", re.DOTALL)
_MONTHS = 12  # of a year
_BORN = re.compile(r"(^|_)(age|alter|dob|yob|ddn)|birth|born|naiss|geburt|nacim", re.IGNORECASE)


def periods_of(values) -> list[str]:
    """Year or month of each date, time or text such as 2024-03; empty where there is none.

    Of 3/17/2024 and 17.3.2024 the column says which is the month: nothing is read where none is above 12.

    >>> periods_of(["2024-03-17", 2024, "2024-13-03", None])
    ['2024-03', '2024', '', '']
    >>> periods_of(["3/17/2024", "12/4/2024 8:30", "unknown"]), periods_of(["3/7/2024"])
    (['2024-03', '2024-12', ''], [''])
    """
    written = [_written(value).strip() for value in values]
    month = _place_of_months(written)
    return [_period(text, month) for text in written]


def _written(value) -> str:
    if is_null(value):
        return ""
    return value.toString("yyyy-MM-dd") if hasattr(value, "toString") else str(value)


def _place_of_months(written: list[str]) -> int | None:
    """Which group of the pattern holds the month, of dates with the year last; None where that is open."""
    found = [match for text in written if (match := _YEAR_LAST.match(text))]
    able = [group for group in (1, 3) if all(1 <= int(match[group]) <= _MONTHS for match in found)]
    return able[0] if len(able) == 1 else None


def _period(written: str, month: int | None) -> str:
    last = _YEAR_LAST.match(written)
    if last and month is not None:
        return f"{last[4]}-{int(last[month]):02d}"
    found = _TIME.match(written)
    return "-".join(filter(None, found.groups())) if found else ""


def parting_fields(patients: QgsVectorLayer | None, areas: QgsVectorLayer | None) -> list[tuple[str, str]]:
    """Fields to choose among, by their first rows: whose, and the name.

    Of the patients times alone: age or sex divide the people too, among whom a patient hides.
    """
    found = []
    if areas is not None:
        columns = _first(areas)
        own = {guess_identifier(list(columns)), guess_population(list(columns))}
        for name, values in columns.items():
            if name in own or not all(isinstance(one, (str, int)) for one in values):
                continue  # lists, dates and blobs name no unit
            different = len(set(values))
            if different == 1:  # perhaps of the first unit alone
                different = len(areas.uniqueValues(areas.fields().lookupField(name), 2))
            if 1 < different <= MOST and len(set(values)) < len(values):
                found.append((AREAS, name))
    if patients is not None:
        for name, values in _first(patients).items():
            known = 0 if _BORN.search(name) else sum(map(bool, periods_of(values)))
            if known and known >= _MOSTLY * len(values):
                found.append((PATIENTS, name))
    return found


def _first(layer: QgsVectorLayer) -> dict[str, list]:
    """What the first rows hold in each field, but in those of real numbers."""
    request = QgsFeatureRequest()
    request.setFlags(NO_SHAPES)
    request.setLimit(_LOOKED_AT)
    rows = list(layer.getFeatures(request))
    columns = {}
    for at, field in enumerate(layer.fields()):
        if not field.typeName().lower().startswith(_REAL):
            values = [row.attribute(at) for row in rows]
            columns[field.name()] = [one for one in values if not is_null(one)]
    return columns

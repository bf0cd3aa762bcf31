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
_TIME = re.compile(r"((?:19|20)\d\d)(?:-(0[1-9]|1[0-2])(?:-\d\d.*)?)?$", re.DOTALL)
_BORN = re.compile(r"(^|_)(age|alter|dob|yob|ddn)|birth|born|naiss|geburt|nacim", re.IGNORECASE)


def period_of(value) -> str:
    """Year or month of a date, a time or a text such as 2024-03; empty where there is none.

    >>> period_of("2024-03-17"), period_of(2024), period_of("2024-13-03"), period_of(None)
    ('2024-03', '2024', '', '')
    """
    if is_null(value):
        return ""
    written = value.toString("yyyy-MM-dd") if hasattr(value, "toString") else str(value)
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
            if 0 < len(set(values)) <= MOST and len(set(values)) < len(values):
                found.append((AREAS, name))
    if patients is not None:
        for name, values in _first(patients).items():
            if values and not _BORN.search(name) and all(map(period_of, values)):
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

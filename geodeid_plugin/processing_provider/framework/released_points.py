# SPDX-License-Identifier: GPL-2.0-or-later
"""The one way in which records leave the building.

A release holds only the fields the user ticked, in an order drawn afresh, with new identifiers and
nothing from which the input can be rebuilt: no row id, no seed, no source path. A field that behaves as an
identifier counts as one, whatever it is called.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import QgsField
from qgis.PyQt.QtCore import QByteArray

from ...core.base.errors import InputError, Phrase
from ...core.exposure.fields.identifying import is_numbering, is_unique
from ...core.exposure.fields.placed import TruePlaces
from ...core.mapimage.georeference.projections import Crs
from ...host.compat import POINT
from ...i18n import tr
from ...report import Facts, Figure, Section, charts
from ...report.numbers import metres
from ..io import points_geometry, warn_of_lost_zeros
from . import give
from .give import WHOLE, Features

RECORD = "record"
FIELDS = {RECORD: WHOLE}
"""Fields of a release beside those of the user."""
OUTPUT = give.points(
    "OUTPUT", "Masked patients", "Masked points, fit for release.", style="masked_points", fields=FIELDS
)
"""The release of a mask."""


@dataclass(frozen=True)
class Release:
    """Masked records as they leave the building."""

    features: Features
    record: np.ndarray
    """Shape (s,). The new identifier of each record, in the order in which they came: for the internal layer
    only."""


def released(run, table, rows, lon_deg, lat_deg, source, from_ledger=None) -> Release:
    """Masked records as a point layer fit for release.

    KEEP_FIELDS says which fields may leave. ``rows`` are -1 for a record that is remembered alone; values
    ``from_ledger``, as they were at a record's first release, take the place of the input's.
    """
    order = source.permutation(len(rows))
    numbers = np.arange(1, len(rows) + 1)
    values = None if from_ledger is None else [from_ledger[at] for at in order]
    record = np.empty(len(rows), dtype=np.int64)
    record[order] = numbers
    features = Features(
        {RECORD: numbers},
        points_geometry(run, np.asarray(lon_deg)[order], np.asarray(lat_deg)[order], table.crs),
        POINT,
        table.crs,
        appended=released_columns(run, table, np.asarray(rows)[order], values),
    )
    return Release(features, record)


def check_fields(run, table) -> None:
    """Refuse fields in KEEP_FIELDS by which rows of the input can be found again.

    To be called before anything long is computed; :func:`released_columns` calls it again. Refused are the
    key of the table, a numbering of its rows, the patient's identifier, the true place, and fields in which
    nearly every record has a value of its own.
    """
    names = run.fields("KEEP_FIELDS")
    places = _true_places(run, table) if names else None
    for name in names:
        values = table.column(name)
        warn_of_lost_zeros(run, table.name, name, values)
        reason = _refusal(run, table, name, values, places)
        if reason:
            raise _refused(table, name, reason)
        if is_unique(values):
            raise InputError(
                "release.field.unique",
                "Layer “{layer}”: in the field “{field}” nearly every record has a value of its own: whoever "
                "knows it finds the record, however far it was moved. Leave it out, or release groups of its "
                "values.",
                layer=table.name,
                field=name,
            )
    columns = {name: plain(table.column(name)) for name in names}
    if places is None or not places.told_in(columns):
        return
    alone = next((name for name in names if places.told_in({name: columns[name]})), None)
    if alone is not None:
        raise _refused(table, alone, tr(_TRUE_PLACES))
    raise InputError(
        "release.fields.refused",
        "Layer “{layer}”: the fields {fields} together tell the true places of records. Leave them out.",
        layer=table.name,
        fields=", ".join(f"“{name}”" for name in names),
    )


_TRUE_PLACES = Phrase("it holds the true coordinates of the records. Leave it out.")


def _refused(table, name: str, reason: str) -> InputError:
    return InputError(
        "release.field.refused",
        "Layer “{layer}”: the field “{field}” cannot be released: {reason}",
        layer=table.name,
        field=name,
        reason=reason,
    )


def plain(values) -> list:
    """Values with Qt's bytes as Python's."""
    return [bytes(value) if isinstance(value, QByteArray) else value for value in values]


def _refusal(run, table, name: str, values, places: TruePlaces | None) -> str:
    """Why a field may not leave, whatever the user says; empty where it may."""
    if name.lower() == RECORD:
        return tr("the release numbers its records in a field of that name. Rename it, or leave it out.")
    if name in table.keys:
        return tr(
            "it is the key by which the table tells its rows apart, and would undo the masking. Leave it out."
        )
    if run.defines("LEDGER_ID") and name == run.field("LEDGER_ID"):
        return tr("it names the patients for the ledger. Leave it out.")
    if run.defines("GROUP") and name == run.field("GROUP"):
        return tr("it shows which records belong together, which the mask hides. Leave it out.")
    if is_numbering(values):
        return tr("it numbers the rows, and would undo the masking. Leave it out.")
    if places is not None and places.tells_coordinate(plain(values)):
        return tr(_TRUE_PLACES)
    return ""


def _true_places(run, table) -> TruePlaces | None:
    """Where the records of a table truly are; None where it has no places."""
    return places_in(run, _centres(table.geometries), table.crs) if table.geometries else None


def places_in(run, lonlat: np.ndarray, crs) -> TruePlaces:
    """Places, shape (n, 2), and how their layer writes them."""
    code = crs.authid()
    systems = [Crs.of(code)] if code.startswith("EPSG:") else []
    if crs.isGeographic():
        return TruePlaces(lonlat, None, systems)
    own = points_geometry(run, lonlat[:, 0], lonlat[:, 1], crs)
    return TruePlaces(lonlat, _centres(own), systems)


def _centres(shapes) -> np.ndarray:
    """Middles of the boxes of geometries, shape (n, 2)."""
    centres = [shape.boundingBox().center() for shape in shapes]
    return np.array([[point.x(), point.y()] for point in centres])


def section_of_moves(title: str, move_m: np.ndarray, before: tuple = (), after: tuple = ()) -> Section:
    """How far records were moved, with facts that stand before and after; internal."""
    facts = (
        *before,
        (tr("Mean move"), metres(float(move_m.mean()))),
        (tr("Median move"), metres(float(np.median(move_m)))),
        (tr("Shortest move"), metres(float(move_m.min()))),
        (tr("Longest move"), metres(float(move_m.max()))),
        *after,
    )
    drawn = Figure(charts.histogram(move_m, tr("Move, metres")), tr("How far records were moved."))
    return Section(title, Facts(*facts), drawn, internal=True)


def released_columns(run, table, rows, from_ledger=None) -> list:
    """Columns of the fields in KEEP_FIELDS, for the given rows in the given order."""
    check_fields(run, table)
    columns = []
    for name in run.fields("KEEP_FIELDS"):
        values = table.column(name)
        kept = QgsField(table.fields.field(table.fields.lookupField(name)))
        kept.setAlias("")
        kept.setComment("")
        shown = [values[row] if row >= 0 else None for row in rows]
        if from_ledger is not None:
            shown = [told.get(name, value) for told, value in zip(from_ledger, shown)]
        columns.append((kept, shown))
    return columns

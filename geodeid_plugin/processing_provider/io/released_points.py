# SPDX-License-Identifier: GPL-2.0-or-later
"""The one way in which records leave the building.

A release holds only the fields the user ticked, in an order drawn afresh, with new identifiers and
nothing from which the input can be rebuilt: no row id, no seed, no source path.
"""

from __future__ import annotations

import numpy as np
from qgis.core import QgsField

from ...core.base.errors import InputError
from ...host.compat import POINT, field
from ...i18n import tr
from . import points_geometry

RECORD = "record"


def write_release(run, name: str, table, rows, lon_deg, lat_deg, source, extra=()) -> np.ndarray:
    """Write masked records as a point layer fit for release.

    Parameters
    ----------
    run : Run
        The run; KEEP_FIELDS says which fields may leave.
    name : str
        Output parameter.
    table : Table
        The input's rows.
    rows : ndarray of int, shape (s,)
        Rows of the input that are released.
    lon_deg, lat_deg : ndarray, shape (s,)
        Masked positions, degrees.
    source : SystemSource or SeededSource
        Where the new order comes from.
    extra : sequence of (QgsField, ndarray), optional
        Further released columns, arrays of shape (s,).

    Returns
    -------
    ndarray of int, shape (s,)
        The new identifier of each released row, for the internal layer only.
    """
    order = source.permutation(len(rows))
    columns = [(field(RECORD, "integer"), np.arange(1, len(rows) + 1))]
    columns += released_columns(run, table, np.asarray(rows)[order])
    columns += [(extra_field, np.asarray(values)[order]) for extra_field, values in extra]
    geometries = points_geometry(run, np.asarray(lon_deg)[order], np.asarray(lat_deg)[order], table.crs)
    run.write_layer(name, columns, geometries, POINT, table.crs)
    identifier = np.empty(len(rows), dtype=np.int64)
    identifier[order] = np.arange(1, len(rows) + 1)
    return identifier


def released_columns(run, table, rows) -> list:
    """Columns of the fields in KEEP_FIELDS, for the given rows in the given order."""
    columns = []
    for name in run.fields("KEEP_FIELDS"):
        if name.lower() == RECORD:
            raise InputError(
                tr(
                    "The release numbers its records in a field “record”. Rename the field of that name in "
                    "“{layer}”, or do not release it."
                ).format(layer=table.name)
            )
        values = table.column(name)
        kept = QgsField(table.fields.field(table.fields.lookupField(name)))
        kept.setAlias("")
        kept.setComment("")
        columns.append((kept, [values[row] for row in rows]))
    return columns

# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows of a layer to be written, made some at a time: as lists they would take ten times the memory."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from qgis.core import QgsCoordinateReferenceSystem, QgsFeature, QgsFields

from .....host.compat import NO_GEOMETRY

BATCH = 5000
"""Rows written and compared at once: memory alone."""
PART_ROWS = 20_000
"""Rows on their way into a database that are in memory at once, 2 MB of a strategy's table."""


@dataclass(frozen=True)
class Rows:
    """A layer to be written: fields, a list of values for each row, and their shapes."""

    fields: QgsFields
    values: Sequence
    geometries: Sequence | None
    wkb_type: object
    crs: QgsCoordinateReferenceSystem

    @property
    def has_shapes(self) -> bool:
        """Whether the rows have geometries."""
        return self.geometries is not None and self.wkb_type != NO_GEOMETRY

    @property
    def shapes(self) -> Sequence:
        """The geometries, of rows that have them."""
        return () if self.geometries is None else self.geometries

    def __len__(self) -> int:
        return len(self.values)

    def part(self, start: int, stop: int) -> Rows:
        """Some of the rows."""
        values, shapes = self.values, self.geometries
        values = values.part(start, stop) if isinstance(values, Columns) else values[start:stop]
        if shapes is not None:
            shapes = [shapes[row] for row in range(start, start + len(values))]
        return replace(self, values=values, geometries=shapes)

    def parts(self, size: int) -> Iterator[Rows]:
        """All of them, some at a time; one part without rows where there is none."""
        for start in range(0, max(len(self), 1), size):
            yield self.part(start, start + size)


def rows_of(columns, geometries, wkb_type, crs) -> Rows:
    """Rows from columns: (QgsField, values) each."""
    fields = QgsFields()
    for one, _values in columns:
        fields.append(one)
    kept = (np.ndarray, Taken, array)
    given = [values if isinstance(values, kept) else list(values) for _field, values in columns]
    return Rows(fields, Columns(given), geometries, wkb_type, crs or QgsCoordinateReferenceSystem())


class Taken(Sequence):
    """A column of values that many rows share, such as an area's identifier: taken when it is asked for.

    ``values`` holds each value once, ``rows`` which of them each row has.
    """

    def __init__(self, values: np.ndarray, rows: np.ndarray) -> None:
        self._values, self._rows = values, rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, rows):
        return self._values[self._rows[rows]]


class Columns(Sequence):
    """Rows of columns, each a list made when it is asked for."""

    def __init__(self, columns: list) -> None:
        self._columns = columns

    def __len__(self) -> int:
        return min((len(column) for column in self._columns), default=0)

    def __getitem__(self, rows):
        if isinstance(rows, slice):
            return [list(row) for row in zip(*(attributes(column[rows]) for column in self._columns))]
        return [attributes(column[rows : rows + 1])[0] for column in self._columns]

    def __iter__(self):
        for start in range(0, len(self), BATCH):
            yield from self[start : start + BATCH]

    def part(self, start: int, stop: int) -> Columns:
        """Some of the rows."""
        return Columns([column[start:stop] for column in self._columns])

    def beside(self, *columns) -> Columns:
        """The same with further columns."""
        return Columns([*self._columns, *columns])

    def column(self, number: int):
        """Values of one column: an array of numbers, or what would be written of any other."""
        column = self._columns[number]
        if isinstance(column, Taken):
            column = column[:]
        return column if is_numeric(column) else attributes(column)


def is_numeric(column) -> bool:
    """Whether a column is an array of numbers."""
    return isinstance(column, np.ndarray) and column.dtype.kind in "iuf"


def attributes(values) -> list:
    """Plain Python for numpy scalars, which QGIS would store as NULL, and for what is no finite number."""
    if is_numeric(values) and np.isfinite(values).all():
        return values.tolist()
    return [_attribute(value) for value in (values.tolist() if isinstance(values, np.ndarray) else values)]


def _attribute(value):
    """One of :func:`attributes`, in whole characters.

    From Python 3.14 on QGIS takes no text with half a character (a surrogate that stands alone).
    """
    if isinstance(value, str):
        whole = value.isascii()
        return value if whole else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def column_of(values: Sequence, number: int):
    """One column of rows: see :meth:`Columns.column`."""
    return values.column(number) if isinstance(values, Columns) else [row[number] for row in values]


def batches(rows: Rows):
    """The rows as lists of features, some thousand at a time."""
    for start in range(0, len(rows.values), BATCH):
        features = []
        for index, values in enumerate(rows.values[start : start + BATCH], start):
            feature = QgsFeature(rows.fields)
            feature.setAttributes(values)
            if rows.has_shapes:
                feature.setGeometry(rows.shapes[index])
            features.append(feature)
        yield features

# SPDX-License-Identifier: GPL-2.0-or-later
"""Quasi-identifiers from a table: parameters, derived values, columns."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import numpy as np
from qgis.PyQt.QtCore import QDate, QDateTime, QTime

from ...core.base.errors import InputError
from ...core.base.identity import canonical
from ...core.exposure.uniqueness.classes import Column, age_years, cropped, encode, grouped
from ...core.intake.numbers import parse_numbers
from ...i18n import tr
from ..framework import ask

RULES = ("age", "groups", "prefix")


@dataclass(frozen=True)
class Derived:
    """One derived value: its name, the field it comes from, the rule and the rule's value."""

    name: str
    field: str
    rule: str
    value: str


MODELS = ask.table(
    "MODELS",
    "Quasi-identifier models",
    "One model a row: the fields that an adversary may know, such as age+sex+region, or with a name: "
    "“Basic: age+sex”.",
    ("Fields joined by +",),
)
DERIVED = ask.table(
    "DERIVED",
    "Derived values",
    "Values made of fields, for models. Rules: age (at a date, 2012-06-30); groups (lower edges, 0 18 65); "
    "prefix (characters kept).",
    ("Name", "From field", "Rule", "Value"),
    advanced=True,
)


def derived_values(table: list) -> list[Derived]:
    """Rows of DERIVED."""
    cells = cell_texts(table)
    rows = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    rows = [row for row in rows if any(row)]
    if not all(len(row) == 4 and all(row) for row in rows):
        raise InputError(
            "derived.row.incomplete",
            "Derived values take four cells a row: name, field, rule, value. A row is not complete.",
        )
    derived = [Derived(*row) for row in rows]
    for row in derived:
        if row.rule not in RULES:
            raise InputError(
                "derived.rule.unknown",
                "The derived value “{name}” has the rule “{rule}”. Use one of {rules}.",
                name=row.name,
                rule=row.rule,
                rules=", ".join(RULES),
            )
    return derived


def cell_texts(table: list) -> list[str]:
    """Cells of a table, row by row, whether it came nested, flat or as text; empty where blank.

    QGIS turns cells that look like numbers into numbers, so 3 may arrive as 3.0.
    """
    flat = [cell for row in table for cell in (row if isinstance(row, (list, tuple)) else [row])]
    return [canonical(cell) if isinstance(cell, (str, int, float)) else "" for cell in flat]


class Columns:
    """The quasi-identifiers of one table, made when they are asked for.

    ``warn`` takes a sentence for the user; ``derived`` is what can be asked for beside the fields.
    """

    def __init__(self, warn, table, derived):
        self._warn = warn
        self._table = table
        self._derived = {}
        for row in derived:
            if row.name in self.fields or row.name in self._derived:
                raise InputError(
                    "derived.name.repeated",
                    "There are two values called “{name}”. Choose another name.",
                    name=row.name,
                )
            if row.field not in self.fields and row.field not in self._derived:
                raise InputError(
                    "derived.field.unknown",
                    "The derived value “{name}” comes from “{field}”, which does not exist.",
                    name=row.name,
                    field=row.field,
                )
            self._derived[row.name] = row
        self._values = {}

    @property
    def fields(self) -> list[str]:
        """Names of the table's fields."""
        return [field.name() for field in self._table.fields]

    @property
    def names(self) -> list[str]:
        """Names of fields and derived values."""
        return self.fields + list(self._derived)

    def values(self, name: str):
        """Plain values of a field or derived value, shape (n,)."""
        if name not in self._values:
            self._values[name] = self._derive(name) if name in self._derived else self._read(name)
        return self._values[name]

    def column(self, name: str) -> Column:
        """Make the codes of a field or derived value."""
        values = self.values(name)
        return values if isinstance(values, Column) else encode(name, values)

    def labelled(self, name: str) -> np.ndarray:
        """Values as they are compared, shape (n,); None where missing."""
        column = self.column(name)
        return np.append(column.labels, np.array([None], dtype=object))[column.codes]

    def _read(self, name: str) -> np.ndarray:
        values = np.empty(len(self._table), dtype=object)
        values[:] = [comparable(value) for value in self._table.column(name)]
        return values

    def _derive(self, name: str):
        row = self._derived[name]
        source = self.labelled(row.field)
        if row.rule == "prefix":
            if not row.value.isdigit():
                raise self._bad(row, tr("a whole number of characters"))
            return cropped(name, source, int(row.value))
        if row.rule == "groups":
            return grouped(name, self._as_numbers(row, source), self._edges(row))
        return self._ages(row, source)

    def _edges(self, row: Derived) -> list[float]:
        return list(parse_numbers(row.value, row.name))

    def _ages(self, row: Derived, source) -> np.ndarray:
        on_date = _date(row.value)
        if on_date is None:
            raise self._bad(row, tr("a date such as 2012-06-30"))
        dates = [_date(value) for value in source]
        bad = [str(value) for value, date in zip(source, dates) if value is not None and date is None]
        if bad:
            raise InputError(
                "derived.field.not_a_date",
                "The field “{field}” holds {value}, which is not a date. Use a date field, or text "
                "such as 1970-12-31.",
                field=row.field,
                value=str(bad[0]),
            )
        born = np.array([np.datetime64("NaT") if date is None else date for date in dates], "datetime64[D]")
        ages = age_years(born, on_date)
        later = int(np.count_nonzero(born > on_date))
        if later:
            self._warn(
                tr(
                    "{count} dates in “{field}” are later than {date}; their age counts as missing.",
                    count=later,
                    field=row.field,
                    date=row.value,
                )
            )
        return ages

    def _as_numbers(self, row: Derived, source) -> np.ndarray:
        try:
            return np.array([np.nan if value is None or value == "" else float(value) for value in source])
        except (TypeError, ValueError) as error:
            raise InputError(
                "derived.field.not_number",
                "The field “{field}” holds text that is not a number, so it cannot be grouped.",
                field=row.field,
            ) from error

    def _bad(self, row: Derived, wanted: str) -> InputError:
        return InputError(
            "derived.value.unfit",
            "The derived value “{name}” needs {wanted}, not “{value}”.",
            name=row.name,
            wanted=wanted,
            value=row.value,
        )


def comparable(value):
    """Turn an attribute into something that can be compared and counted: dates become ISO text."""
    if isinstance(value, QDate):
        return value.toString("yyyy-MM-dd") or None
    if isinstance(value, (QDateTime, QTime)):
        return value.toString("yyyy-MM-ddTHH:mm:ss" if isinstance(value, QDateTime) else "HH:mm:ss") or None
    if value is None or isinstance(value, (str, int, float)):
        return value
    return str(value)


def _date(value):
    """Day of ISO text; None where it is none."""
    if not isinstance(value, str):
        return None
    try:
        return np.datetime64(datetime.date.fromisoformat(value.strip()[:10]), "D")
    except ValueError:
        return None

# SPDX-License-Identifier: GPL-2.0-or-later
"""Values made from others before they are compared: age, age group, first characters of a code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError, named
from .classes import Column

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats, Ints, Objects


def age_years(birth_dates: Array, on_date: Any) -> Floats:
    """Completed years of age at a date.

    Someone born on 29 February completes a year on 1 March where there is no 29 February.

    Parameters
    ----------
    birth_dates : array_like of datetime64[D], shape (n,)
        Dates of birth; NaT is missing.
    on_date : datetime64[D]
        The date at which ages are wanted.

    Returns
    -------
    ndarray of float, shape (n,)
        Ages; NaN where the date is missing or after ``on_date``.
    """
    born = np.asarray(birth_dates, dtype="datetime64[D]")
    on = np.datetime64(on_date, "D")
    years = (on.astype("datetime64[Y]") - born.astype("datetime64[Y]")).astype(float)
    age = years - (_month_and_day(born) > _month_and_day(on))
    age[np.isnat(born) | (born > on)] = np.nan
    return age


def _month_and_day(dates: Any) -> Ints | int:
    month = dates.astype("datetime64[M]")
    month_of_year = (month - dates.astype("datetime64[Y]").astype("datetime64[M]")).astype(np.int64)
    return month_of_year * 32 + (dates - month.astype("datetime64[D]")).astype(np.int64)


def grouped(name: str, values: Any, edges: Any) -> Column:
    """Group numbers by the lower edges of the groups: 0, 18, 65 makes 0–17, 18–64 and 65+.

    Parameters
    ----------
    name : str
        Name of the derived value.
    values : array_like, shape (n,)
        Numbers; NaN is missing.
    edges : sequence of float
        Lower edges, rising. Values under the first edge form a group of their own.

    Returns
    -------
    Column

    Raises
    ------
    InputError
        If there are no edges or they do not rise.
    """
    edges = np.asarray(edges, dtype=float)
    if len(edges) == 0 or np.any(np.diff(edges) <= 0):
        raise InputError(
            "derived.edges.not_rising",
            "The group edges of “{name}” must be rising numbers, for example 0 18 65.",
            name=name,
        )
    values = np.asarray(values, dtype=float)
    codes = np.searchsorted(edges, values, side="right")
    labels: Objects = np.array(_group_labels(edges), dtype=object)
    return _compact(Column(name, np.where(np.isnan(values), -1, codes), labels))


def _group_labels(edges: Floats) -> list[str]:
    whole = np.all(edges == np.round(edges))
    text = [f"{edge:.0f}" if whole else f"{edge:g}" for edge in edges]
    between = [
        (low if high - low_edge == 1 else f"{low}–{high - 1:.0f}") if whole else f"{low} to under {high:g}"
        for low, low_edge, high in zip(text, edges, edges[1:])
    ]
    return [f"under {text[0]}", *between, f"{text[-1]}+"]


def cropped(name: str, values: Objects, length: int) -> Column:
    """Keep the first characters of a code; a code that is shorter stays as it is.

    Parameters
    ----------
    name : str
        Name of the derived value.
    values : array_like of str, shape (n,)
        Codes; None and empty text are missing.
    length : int
        Characters kept, 0 or more.

    Raises
    ------
    InputError
        If the length is negative or the values are numbers: a number has lost its leading zeros.
    """
    if length < 0:
        raise InputError(
            "derived.length.too_small", "“{name}” cannot keep {length} characters.", name=name, length=length
        )
    values = np.asarray(values, dtype=object)
    numbers = [value for value in values if value is not None and not isinstance(value, str)]
    if numbers:
        raise InputError(
            "derived.code.zeros_lost",
            "“{name}” crops a code, but the field holds numbers ({numbers}), which have lost "
            "their leading zeros. Store the code as text.",
            name=name,
            numbers=named(numbers, 3),
        )
    known: dict[Any, Any] = {}
    codes = np.fromiter(
        (known.setdefault(value[:length], len(known)) if value else -1 for value in values),
        dtype=np.int64,
        count=len(values),
    )
    labels = np.empty(len(known), dtype=object)
    labels[:] = list(known)
    return Column(name, codes, labels)


def _compact(column: Column) -> Column:
    """Drop labels that no record has, so that the number of labels is the number of distinct values."""
    used = np.unique(column.codes[column.codes >= 0])
    renumber = np.full(len(column.labels) + 1, -1, dtype=np.int64)
    renumber[used] = np.arange(len(used))
    return Column(column.name, renumber[column.codes], column.labels[used])

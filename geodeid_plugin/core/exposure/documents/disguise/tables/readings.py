# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns that hold positions once they are read otherwise: whole numbers, degrees with minutes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..positions import Frame

LEAST_ROWS = 2
"""Rows of a table of positions; one row is found as a pair of numbers."""


@dataclass(frozen=True)
class Column:
    """A column or array: its name, values (NaN where none), decimals as written, and where it stands."""

    name: str
    values: Any
    decimals: Any
    span: tuple[int, int] = (0, 0)


READINGS = ("plain", *range(-8, 0), 3, "minutes", "seconds")
"""How numbers of columns are read: as they are, times a power of ten, as DDMM.mm, as DDMMSS.ss."""
_METRE_SCALES = (-3, -2, -1, 3)
"""Powers of ten of lengths: millimetres, centimetres, decimetres, kilometres."""
_LEAST_WHOLE = 1e3
"""Degrees times a power of ten, or with minutes beside them, are no smaller."""


def read_as(columns: list[Column], reading: str | int, frame: Frame) -> list[Column]:
    """The columns in one reading, by which a number of a frame can be written; none where it is not.

    Parameters
    ----------
    columns : list of Column
    reading : str or int
        One of :data:`READINGS`.
    frame : Frame
    """
    if reading == "plain":
        return columns
    degrees = frame.is_degrees
    if frame.whole_earth or (isinstance(reading, str) and not degrees):
        return []
    if isinstance(reading, int) and (reading == 3 if degrees else reading not in _METRE_SCALES):
        return []
    return [_in_reading(one, reading) for one in columns]


def _in_reading(column: Column, reading: str | int) -> Column:
    values = column.values
    if isinstance(reading, int):
        kept = np.isfinite(values) & ((column.decimals == 0) | (reading > 0))
        return replace(column, values=np.where(kept, values * 10.0**reading, np.nan),
                       decimals=column.decimals - reading)  # fmt: skip
    size = np.abs(np.where(np.abs(values) >= _LEAST_WHOLE, values, np.nan))
    if reading == "minutes":
        degrees, minutes, seconds = size // 100, size % 100, np.zeros(len(size))
    else:
        degrees, minutes, seconds = size // 10_000, size // 100 % 100, size % 100
    told = np.sign(values) * (degrees + minutes / 60 + seconds / 3600)
    return replace(column, values=np.where((minutes < 60) & (seconds < 60), told, np.nan),
                   decimals=column.decimals + (2 if reading == "minutes" else 4))  # fmt: skip


def with_minutes(columns: list[Column]) -> list[list[Column]]:
    """Degrees put together with the minutes, and seconds, that stand one or two columns further.

    Which minutes belong to which degrees is not known: each list is one way to put them together.

    Parameters
    ----------
    columns : list of Column
        All of a table, in their order.
    """
    ways = []
    for step, count in ((1, 3), (1, 2), (2, 3), (2, 2)):
        each = [columns[at : at + step * (count - 1) + 1 : step] for at in range(len(columns))]
        ways.append([_put_together(parts) for parts in each if len(parts) == count and _are_parts(parts)])
    return [way for way in ways if len(way) > 1]


def _are_parts(parts: list[Column]) -> bool:
    """Whether columns can be degrees with minutes, or with whole minutes and seconds."""
    whole = not any(one.decimals.any() for one in parts[1:-1])
    return whole and _is_whole_degrees(parts[0]) and all(map(_is_sixtieths, parts[1:]))


def _is_whole_degrees(column: Column) -> bool:
    filled = column.values[np.isfinite(column.values)]
    return len(filled) >= LEAST_ROWS and not column.decimals.any() and bool(np.abs(filled).max() <= 180)


def _is_sixtieths(column: Column) -> bool:
    filled = column.values[np.isfinite(column.values)]
    return len(filled) >= LEAST_ROWS and bool((filled >= 0).all() and (filled < 60).all())


def _put_together(parts: list[Column]) -> Column:
    value = sum(np.abs(one.values) / 60**power for power, one in enumerate(parts))
    sign = np.where(np.signbit(parts[0].values), -1.0, 1.0)
    decimals = parts[-1].decimals + 2 * (len(parts) - 1)
    return Column(parts[0].name, sign * value, decimals)

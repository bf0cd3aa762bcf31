# SPDX-License-Identifier: GPL-2.0-or-later
"""Area codes as they arrive: matched to the areas, with lost leading zeros found out and counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...base import identity
from ...base.arrays import Array, Ints, Objects
from ...base.errors import InputError, named


@dataclass(frozen=True)
class Matched:
    """Rows of the areas that codes stand for."""

    row: Ints
    """Shape (n,). Row of the area; -1 where the code is missing or unknown."""
    missing_count: int
    """Codes that are empty."""
    unknown: tuple[str, ...]
    """Distinct codes that no area has."""
    unknown_count: int
    """Entries with such a code."""
    restored: tuple[str, ...]
    """Distinct codes that match only with their leading zeros put back, as they arrived."""
    restored_count: int
    """Entries with such a code."""


def padded_codes(ids: Sequence[object] | Array) -> tuple[Objects, int]:
    """Bring codes of digits to one length by leading zeros: 2139 among 10001 becomes 02139.

    Gives how many were padded, too: 0 where not all codes are digits or padding would make two the same.

    Examples
    --------
    >>> codes, padded = padded_codes([2139, 10001])
    >>> codes.tolist(), padded
    (['02139', '10001'], 1)
    """
    codes = np.empty(len(ids), dtype=object)
    codes[:] = [identity.canonical(value) for value in ids]
    lengths = {len(code) for code in codes}
    if len(lengths) < 2 or not all(code.isdigit() for code in codes):
        return codes, 0
    padded = np.empty(len(ids), dtype=object)
    padded[:] = [code.zfill(max(lengths)) for code in codes]
    if len(set(padded)) < len(padded):
        return codes, 0
    return padded, int(np.count_nonzero(padded != codes))


def match_codes(values: Sequence[float | str | None], area_codes: Objects) -> Matched:
    """Find the area of each code.

    A code of digits that is shorter than the areas' codes and matches one of them once its leading
    zeros are put back (2139 for 02139) counts as restored, so that the caller can warn.

    Parameters
    ----------
    values : sequence, shape (n,)
        Codes as they arrive: text or numbers, None for missing.
    area_codes : ndarray of object, shape (a,)
        Codes of the areas from :func:`padded_codes`.
    """
    row_of = {code: row for row, code in enumerate(area_codes)}
    widths = {len(code) for code in area_codes}
    width = widths.pop() if len(widths) == 1 else 0
    known: dict[float | str | None, tuple[str, int, bool]] = {}
    rows = np.full(len(values), -1, dtype=np.int64)
    unknown: dict[str, int] = {}
    restored: dict[str, int] = {}
    missing = 0
    for at, value in enumerate(values):
        if value not in known:
            known[value] = _match(identity.canonical(value), row_of, width)
        text, row, was_restored = known[value]
        rows[at] = row
        if not text:
            missing += 1
        elif row < 0:
            unknown[text] = unknown.get(text, 0) + 1
        elif was_restored:
            restored[text] = restored.get(text, 0) + 1
    return Matched(
        rows, missing, tuple(unknown), sum(unknown.values()), tuple(restored), sum(restored.values())
    )


def _match(text: str, row_of: dict[str, int], width: int) -> tuple[str, int, bool]:
    row = row_of.get(text, -1)
    if row >= 0 or not text.isdigit() or len(text) >= width:
        return text, row, False
    row = row_of.get(text.zfill(width), -1)
    return text, row, row >= 0


def prefix_units(area_codes: Objects, length: int) -> Ints:
    """Number the units that a released code of ``length`` characters makes, shape (a,).

    Length 0 puts all areas in one unit: nothing of the code is released.

    Raises
    ------
    InputError
        If the length is negative or a code is shorter than it.
    """
    if length < 0:
        raise InputError(
            "code.crop.impossible", "A code cannot be cropped to {length} characters.", length=length
        )
    short = [code for code in area_codes if len(code) < length]
    if short:
        raise InputError(
            "code.crop.too_short",
            "The codes {codes} are shorter than {length} characters. Crop to fewer characters, or "
            "store codes as text so that leading zeros survive.",
            codes=named(short),
            length=length,
        )
    return np.unique([code[:length] for code in area_codes], return_inverse=True)[1]

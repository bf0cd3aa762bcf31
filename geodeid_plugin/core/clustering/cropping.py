# SPDX-License-Identifier: GPL-2.0-or-later
"""Cropping codes, the baseline that clustering is measured against (science section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Bools, Ints, Objects
from ..base.errors import InputError, named

SUPPRESSED = "000"
"""What a code becomes that too few people share (45 CFR 164.514(b)(2)(i)(B))."""


@dataclass(frozen=True)
class Cropping:
    """Cropped codes."""

    cropped: Objects
    """Shape (n,). First characters of each code."""
    units: Objects
    """Shape (u,). Distinct cropped codes, sorted."""
    unit: Ints
    """Shape (n,). Row of ``units`` of each area."""
    population: Array
    """Shape (u,). People who share each cropped code."""
    falls_short: Bools
    """Shape (u,). Units with too few people."""

    @property
    def released(self) -> Ints:
        """Row of ``units`` of each area, -1 where the unit falls short, shape (n,)."""
        return np.where(self.falls_short[self.unit], -1, self.unit)

    @property
    def codes(self) -> Objects:
        """The cropped code, :data:`SUPPRESSED` where the unit falls short, shape (n,)."""
        codes = self.cropped.copy()
        codes[self.falls_short[self.unit]] = SUPPRESSED
        return codes

    @property
    def worst_risk(self) -> float:
        """1 / people of the smallest unit that is released; 0 where none is."""
        kept = self.population[~self.falls_short]
        return float(1.0 / kept.min()) if len(kept) else 0.0


def crop_codes(
    codes: Sequence[object], population: Array, length: int, minimum: float, strict: bool = False
) -> Cropping:
    """Keep the first characters of codes and find what too few people share.

    Parameters
    ----------
    codes : sequence, shape (n,)
        Codes; spaces around them do not count.
    population : ndarray, shape (n,)
        People of each area.
    length : int
        Characters kept.
    minimum : float
        People who must share a cropped code.
    strict : bool
        True where exactly the minimum is not enough (HIPAA: "more than 20 000").

    Raises
    ------
    InputError
        For missing codes, codes shorter than the length, and codes of digits whose lengths differ,
        which have lost their leading zeros.

    Examples
    --------
    >>> crop_codes(["10115", "10117", "20095"], [8_000, 15_000, 9_000], 3, 20_000).codes.tolist()
    ['101', '101', '000']
    """
    texts = ["" if code is None else str(code).strip() for code in codes]
    _check_codes(texts, length)
    cropped = np.empty(len(texts), dtype=object)
    cropped[:] = [text[:length] for text in texts]
    units, unit = np.unique(cropped.astype(str), return_inverse=True)
    people = np.bincount(unit, population, len(units))
    short = people <= minimum if strict else people < minimum
    short |= people <= 0
    return Cropping(cropped, units.astype(object), unit, people, short)


def _check_codes(texts: list[str], length: int) -> None:
    if length < 1:
        raise InputError(
            "code.length.too_small",
            "The length is {length}. Keep at least 1 character of each code.",
            length=length,
        )
    if any(not text for text in texts):
        raise InputError(
            "code.field.empty",
            "{count} areas have no code. Fill the code field.",
            count=sum(not text for text in texts),
        )
    if all(text.isdigit() for text in texts) and len({len(text) for text in texts}) > 1:
        shortest = min(texts, key=len)
        raise InputError(
            "code.zeros.lost",
            "The codes are numbers of different lengths, for example {codes}: leading zeros are lost. "
            "Keep codes as text (02139, not 2139).",
            codes=shortest,
        )
    short = sorted({text for text in texts if len(text) < length})
    if short:
        raise InputError(
            "code.length.too_large",
            "Code {codes} has fewer than {length} characters. Choose a smaller length.",
            codes=named(short),
            length=length,
        )

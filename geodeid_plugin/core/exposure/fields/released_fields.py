# SPDX-License-Identifier: GPL-2.0-or-later
"""Fields that are released beside a place divide the crowd in which a record hides.

A bound on the risk of a place counts all people who could be at it. Whoever also reads that the record is a
woman of 70 counts the women of 70 only: the bound of 0.2 of a thousand postal codes became 0.37 with sex and
0.71 with sex and five ages. So each combination of released values needs a crowd of its own: that of the
stratum whose population the mask was solved for, or that of a field with one value, which divides nobody
unless it is one that everybody has: a file of women only says that no man is meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Ints
from ...base.identity import canonical
from ..uniqueness.classes import classes_of, encode
from .fieldnames import describes_people


@dataclass(frozen=True)
class Divided:
    """How released fields divide the records."""

    dividing: tuple[str, ...]
    """Fields that divide records of one stratum: nobody counted the people with their values."""
    smallest: int
    """Records of the rarest combination."""
    alone: Array
    """Rows of the records that are the only ones with their combination."""


def divided(values: dict[str, Sequence[object]], stratum: Sequence[object] | None = None) -> Divided:
    """Find the released fields whose crowd is not known, and the rarest combination.

    ``stratum`` is that of each record, masked with its own population; None where there was one for all.

    Examples
    --------
    >>> divided({"sex": ["F", "M", "F"]}).dividing
    ('sex',)
    >>> divided({"sex": ["F", "M", "F"]}, stratum=["F", "M", "F"]).dividing
    ()
    >>> divided({"age": [20, 60, 20]}, stratum=["F", "M", "F"]).dividing
    ('age',)
    >>> divided({"disease": ["flu", "flu", "flu"]}).dividing
    ()
    >>> divided({"sex": ["F", "F", "F"]}).dividing
    ('sex',)
    """
    if not values:
        return Divided((), 0, np.zeros(0, dtype=np.int64))
    columns = {name: encode(name, _plain(held)) for name, held in values.items()}
    count = len(next(iter(columns.values())).codes)
    crowd: Ints = np.zeros(count, dtype=np.int64)
    if stratum is not None:
        crowd = encode("stratum", _plain(stratum)).codes
    dividing = tuple(
        name
        for name, column in columns.items()
        if _divides(column.codes, crowd)
        or (describes_people(name, values[name]) and not _named_by(stratum, values[name]))
    )
    classes = classes_of(list(columns.values()))
    alone = np.flatnonzero(classes.record_sizes == 1)
    return Divided(dividing, int(classes.sizes.min()), alone)


def _divides(codes: Array, crowd: Array) -> bool:
    """Whether some crowd holds two values of a field; a missing value is one."""
    pairs = len(np.unique(np.column_stack([crowd, codes]), axis=0))
    return pairs > len(np.unique(crowd))


def _named_by(stratum: Sequence[object] | None, held: Sequence[object]) -> bool:
    """Whether the strata's own names say the values, as ``F`` and ``F 20-29`` do: else their people were not
    counted, and that all records of a stratum share one is chance."""
    if stratum is None:
        return False
    return all(f" {_words(value)} " in f" {_words(name)} " for value, name in zip(held, stratum))


def _words(value: object) -> str:
    """Words and numbers with one blank between them: ``M`` is a word of ``M20``, but not of ``FEMALE``."""
    return " ".join(re.findall(r"[^\W\d_]+|\d+", canonical(value)))


def _plain(values: Sequence[object]) -> Array:
    found = np.empty(len(values), dtype=object)
    found[:] = [None if value is None else str(value) for value in values]
    return found

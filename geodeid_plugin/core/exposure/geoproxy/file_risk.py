# SPDX-License-Identifier: GPL-2.0-or-later
"""What places of treatment add to the risk of a file: classes of like records, weighed by where people go.

Without providers a record hides among all who share its released values. Whoever knows these people's homes
and sees where the record was treated weighs each of them by the chance of going there:

    risk_i = K(a_i, p_i) / Σ_{c in the class of i} K(a_c, p_i),

which is 1 over the size of the class where the places say nothing (El Emam and Arbuckle 2013, chapter 9: the
risk by geoproxies is to be taken into account when the risk of the data is measured).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ...base.arrays import Floats, Ints, blocks
from ...base.progress import Progress, silent
from ...base.scientific import sparse
from .attack import Entries
from .gravity import Choice

_CHUNK_CELLS = 4_000_000
"""Patients times areas at once: 32 MB."""


@dataclass(frozen=True)
class FileRisk:
    """Risk of each record of a file, within one released unit."""

    label: str
    """How provider areas are released."""
    risk: Floats = field(repr=False)
    """Shape (p,). Chance that the record is traced to its person by somebody who knows who is in the file."""

    @property
    def largest(self) -> float:
        """The largest risk of a record (prosecutor)."""
        return float(self.risk.max())

    @property
    def mean(self) -> float:
        """Share of the records that are traced correctly (marketer)."""
        return float(self.risk.mean())

    def above(self, limit: float) -> float:
        """Share of the records whose risk is above a limit."""
        return float((self.risk > limit * (1 + 1e-12)).mean())


def without_places(home: Ints, unit: Ints, group: Ints) -> Floats:
    """1 over the records that share the released values and the unit, shape (p,).

    >>> without_places(np.array([0, 0, 1]), np.array([0, 0]), np.array([0, 1, 0])).tolist()
    [0.5, 1.0, 0.5]
    """
    pair = np.stack([unit[home], group])
    _unique, row, size = np.unique(pair, axis=1, return_inverse=True, return_counts=True)
    chance: Floats = 1.0 / size[row.ravel()]
    return chance


def with_places(
    entries: Entries,
    home: Ints,
    choice: Choice,
    units: Sequence[Ints],
    group: Ints,
    whose: Ints | None = None,
    progress: Progress = silent,
) -> Floats:
    """The same for somebody who sees where each record was treated, for each released unit.

    ``group`` is the class of the other released values. ``whose`` are the patients whose records these are,
    in the order of ``entries``; all without it. Shape (units, r).
    """
    whose = np.arange(len(home)) if whose is None else whose
    people, areas = len(whose), choice.log_choice.shape[1]
    column = np.searchsorted(choice.places, entries.area)
    weights = sparse.csr_matrix(
        (entries.count.astype(float), (entries.patient, column)), shape=(people, len(choice.places))
    )
    listed = [_classes_of_areas(home, unit, group, areas) for unit in units]
    risk, step = np.zeros((len(units), people)), max(_CHUNK_CELLS // areas, 1)
    for block in blocks(people, step):
        progress(block.start / people)
        value = weights[block] @ choice.log_choice
        own = value[np.arange(len(value)), home[whose[block]]]
        for at, (row, held) in enumerate(listed):
            risk[at, block] = _own_share(value, own, held[row[whose[block]]])
    return risk


def _classes_of_areas(home: Ints, unit: Ints, group: Ints, areas: int) -> tuple[Ints, sparse.csr_matrix]:
    """Class of each patient, and how many of each class live in each area."""
    _unique, row = np.unique(np.stack([unit[home], group]), axis=1, return_inverse=True)
    row = row.ravel()
    return row, sparse.csr_matrix((np.ones(len(home)), (row, home)), shape=(row.max() + 1, areas))


def _own_share(value: Floats, own: Floats, others: sparse.csr_matrix) -> Floats:
    """Weight of the true person over that of all who may be meant.

    Of those alone, so that nothing overflows and nothing that counts is lost.
    """
    at = np.repeat(np.arange(len(value)), np.diff(others.indptr))
    listed = value[at, others.indices]
    best = np.maximum.reduceat(listed, others.indptr[:-1])
    whole = np.bincount(at, others.data * np.exp(listed - best[at]), len(value))
    share: Floats = np.exp(own - best) / whole
    return share

# SPDX-License-Identifier: GPL-2.0-or-later
"""Who *is* a record: what a table of counts tells of everybody who lives where it counts.

Where c of n people are patients, each of them is one with probability c / n, however well a record hides
among them. So every number of records that anybody can count or compute is held against the people there.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import Phrase, named
from ...base.scientific import sparse
from ...base.thresholds import WEAKEST_RISK
from ...base.verdict import CARE, FAILED, MADE, NOT_MADE, Check

NEARLY_ALL = 0.9
"""Share beyond which a count is one of nearly everybody. Where shares are what is published, as of pupils in
the United States, none of 95 % or more is printed of 40 to 99 people, of 98 % of 100 to 299, of 99 % of
more."""
_SLACK = 1e-12
"""Relative rounding of a share: 1 of 3 people meets a limit of a third."""
_NAMED = 3
"""Places that stand for a sum of many in a sentence."""


@dataclass(frozen=True)
class Counted:
    """Numbers of records that anybody can count or compute, and the people among whom they are."""

    names: Sequence[str]
    """Shape (k,). Where, and of whom."""
    records: Array
    """Shape (k,). Records that are surely there, or fewer patients whom they are of."""
    people: Array
    """Shape (k,). People there."""

    @property
    def shares(self) -> Floats:
        """Records per person; infinite where nobody lives."""
        people = np.asarray(self.people, dtype=float)
        records = np.asarray(self.records, dtype=float)
        shares = np.divide(records, people, out=np.full(len(people), np.inf), where=people > 0)
        return np.where(records > 0, shares, 0.0)

    def beyond(self, limit: float) -> Bools:
        """Which shares are larger than a limit."""
        return self.shares > limit * (1 + _SLACK)

    def __add__(self, other: Counted) -> Counted:
        """Both."""
        return Counted(
            [*self.names, *other.names],
            np.concatenate([self.records, other.records]),
            np.concatenate([self.people, other.people]),
        )


@dataclass(frozen=True)
class Totals:
    """What known totals leave of the cells that are hidden in them."""

    label: Ints
    """Shape (c,). Total that each hidden cell is part of; -1 for cells that are shown, or part of no known
    total."""
    left: Array
    """Shape (u,). Records of each total without those of the cells that are shown."""

    @classmethod
    def of(cls, part: Ints, counts: Ints, hidden: Bools) -> Totals:
        """Totals of true counts, by the total that each cell is part of; -1 for none."""
        label = np.where(hidden, part, -1)
        inside = label >= 0
        return cls(label, np.bincount(label[inside], counts[inside], int(label.max(initial=-1)) + 1))


@dataclass(frozen=True)
class Cells:
    """The cells of a table, and what anybody knows of them."""

    least: Ints
    """Shape (c,). Records that are surely in each cell, by all that is printed."""
    totals: Sequence[Totals] = ()
    """Each way in which known totals add cells up."""
    patients: Ints | None = None
    """Shape (r, 2), or None. Cell and patient of each record, where patients are known."""

    def records(self, among: sparse.csr_matrix) -> Floats:
        """Records that are surely in sums of cells, shape (k,), of a sparse matrix of sums by cells."""
        return np.minimum(among @ self.least, self.persons(among))

    def persons(self, among: sparse.csr_matrix) -> Floats:
        """Patients of such sums; without limit where patients are not known."""
        if self.patients is None:
            return np.full(among.shape[0], np.inf)
        shape = among.shape[1], self.patients[:, 1].max(initial=0) + 1
        of_cell = sparse.csr_matrix((np.ones(len(self.patients)), tuple(self.patients.T)), shape)
        return (among @ of_cell).getnnz(axis=1).astype(float)


def of_few_people(cell: Ints, person: Sequence[Hashable], smallest: int) -> Bools:
    """Which cells hold at least as many records as may be shown, of fewer people than that.

    ``person`` is whose each record is; what can't be told apart is one person. For each cell up to the last
    one that holds a record.

    Examples
    --------
    >>> of_few_people(np.array([0, 0, 0, 1, 1, 1]), ["a", "a", "b", "c", "d", "e"], 3).tolist()
    [True, False]
    """
    number = {one: at for at, one in enumerate(dict.fromkeys(person))}
    pairs = np.column_stack([cell, [number[one] for one in person]]).reshape(-1, 2)
    people = np.bincount(np.unique(pairs, axis=0)[:, 0])
    return (np.bincount(cell) >= smallest) & (people < smallest)


def countable(cells: Cells, crowd: Ints, people: Floats, names: Sequence[str]) -> Counted:
    """What a table tells of some crowds, and of several together by subtraction.

    ``crowd`` is among whom the records of each cell are, -1 where their people were not counted; ``people``
    and ``names`` are of each crowd.

    Examples
    --------
    Two counts are withheld under a known total, and hold half of all who live there:

    >>> cells = Cells(np.array([1, 1, 40]), [Totals(np.array([0, 0, -1]), np.array([15]))])
    >>> found = countable(cells, np.arange(3), np.array([15.0, 15.0, 900.0]), ["A", "B", "C"])
    >>> found.names[-1], float(found.shares[-1])
    ('A + B', 0.5)
    """
    crowds = Counted(names, np.zeros(len(people)), np.asarray(people, dtype=float))
    among = _parts(crowd, len(people))
    found = replace(crowds, records=cells.records(among))
    for totals in cells.totals:
        found += _left_of(totals, cells, crowds, among)
    return found


def _parts(label: Ints, size: int) -> sparse.csr_matrix:
    """Which cells have each label, as a sparse matrix of labels by cells."""
    inside = np.flatnonzero(label >= 0)
    return sparse.csr_matrix((np.ones(len(inside)), (label[inside], inside)), (size, len(label)))


def _left_of(totals: Totals, cells: Cells, crowds: Counted, among: sparse.csr_matrix) -> Counted:
    """What each known total, and what is shown beside it, tell of the crowds of its hidden cells together.

    A total with a hidden cell whose people were not counted tells nothing.
    """
    own = _parts(totals.label, len(totals.left))
    of_crowds = (own @ among.T).sign()
    cells_of = own.getnnz(axis=1)
    used = np.flatnonzero((cells_of > 0) & (own @ among.getnnz(axis=0) == cells_of))
    own, of_crowds = own[used], of_crowds[used]
    there = of_crowds @ among
    sure = totals.left[used] + (there - own) @ cells.least
    names = [_joined([crowds.names[at] for at in sorted(row.indices)]) for row in of_crowds]
    return Counted(names, np.minimum(sure, cells.persons(there)), of_crowds @ crowds.people)


def _joined(names: Sequence[str]) -> str:
    return " + ".join(names[:_NAMED]) + (" + …" if len(names) > _NAMED else "")


def membership(counted: Counted) -> Check:
    """Judge how much counts tell of those who live where they count.

    Beyond :data:`NEARLY_ALL` of the people they give them away; within it, and beyond the weakest published
    risk, they ask for care.

    Parameters
    ----------
    counted : Counted
        Everything that is shown, or that follows from it.

    Examples
    --------
    >>> for people in (12, 20, 60):
    ...     print(membership(Counted(["A", "B"], np.array([12, 40]), np.array([people, 900]))).outcome.value)
    failed
    care
    made
    """
    key = "membership"
    for bound in (NEARLY_ALL, WEAKEST_RISK):
        beyond = np.flatnonzero(counted.beyond(bound))
        if not len(beyond):
            continue
        order = beyond[np.argsort(-counted.shares[beyond], kind="stable")].tolist()
        sentence = Phrase(
            "In {count} places more than {bound:.4g} % of the people are in the data ({places}); in the "
            "first, {records} of {people}. Whoever knows that somebody lives there knows almost as surely "
            "that the person is in the data.",
            count=len(beyond),
            bound=100 * bound,
            places=named([counted.names[at] for at in order]),
            records=int(counted.records[order[0]]),
            people=int(counted.people[order[0]]),
        )
        return Check(key, FAILED if bound == NEARLY_ALL else CARE, sentence, _REMEDY)
    sentence = Phrase(
        "Of the people of every place whose count is shown, or follows from what is shown, at most "
        "{share:.3g} % are in the data.",
        share=100 * float(counted.shares.max(initial=0.0)),
    )
    return Check(key, MADE, sentence)


_REMEDY = Phrase(
    "Make places with more people. Where people may have several records, give RECORD_ID. A condition that "
    "is as common as that asks for care, whoever publishes it."
)


def people_unknown(sentence: Phrase, remedy: Phrase) -> Check:
    """The check of who is a record where nobody counted the people."""
    return Check("membership", NOT_MADE, sentence, remedy, internal=False)

# SPDX-License-Identifier: GPL-2.0-or-later
"""What every cluster must meet, as sums over its areas, and how risky a cluster is.

Each bound of science section 3 becomes a column of whole numbers, one an area, whose sum over a
cluster must reach a least value. Whole numbers (below 2**53) make every sum exact in any order, and
rounding is always towards the stricter side, so a cluster that passes here passes in truth:

========== ============================ ============== =======================================
bound      column of area i             least sum      remark
========== ============================ ============== =======================================
population n_i                          minimum
maximum    people of a class in area i  1 / tau        a class may also be empty (sum 0)
cases      tau n_i - s_i                0              may be negative: not monotone
average    n_i, or records s_i          lowest that keeps clusters / total <= tau (see search)
fewest     s_i, or any column           minimum        so that a count by cluster need not be hidden
========== ============================ ============== =======================================
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints
from ..base.errors import InputError, Phrase
from ..base.thresholds import as_typed, class_size_for, people_behind

_EXACT = 2.0**51
"""Sums of whole numbers below this are exact in doubles, with two bits to spare."""
_TRIVIAL = 1.0
"""People that a cluster holds at least where nothing is asked."""


@dataclass(frozen=True)
class Bounds:
    """The bounds that every cluster, or the whole release, must meet; None where not asked for."""

    population: float | None = None
    """Fewest people of a cluster."""
    cases: float | None = None
    """Most records per person of a cluster."""
    maximum: float | None = None
    """Highest 1 / people over the equivalence classes of a cluster; above 1 it is a class size."""
    average: float | None = None
    """Highest number of clusters per person over the whole release; above 1 it is a mean size."""
    over_records: bool = False
    """Whether the average is per record and not per person; clusters without records do not count."""
    fewest_cases: float | None = None
    """Fewest records of a cluster."""
    minima: tuple[tuple[str, float], ...] = ()
    """Further columns, by name, with their fewest in a cluster; the rows of ``Tallies.minima``."""
    kept_by_records: bool = False
    """Whether clusters are kept of an earlier map that numbers of records drew, or may have drawn."""

    def __post_init__(self) -> None:
        limits = ((Phrase("population"), self.population), (Phrase("maximum"), self.maximum),
                  (Phrase("average"), self.average), (Phrase("fewest records"), self.fewest_cases),
                  *self.minima)  # fmt: skip
        for name, value in limits:
            if value is not None and not 0 < value < np.inf:
                raise InputError(
                    "zone.threshold.not_positive",
                    "The {name} threshold is {value}. It must be a number above 0.",
                    name=name,
                    value=value,
                )
        if self.cases is not None and not 0 <= self.cases <= 1:
            raise InputError(
                "zone.cases_per_person.out_of_range",
                "The threshold of cases per person is {cases}. It must be between 0 and 1, for example 0.2.",
                cases=self.cases,
            )
        given = (self.population, self.cases, self.maximum, self.average, self.fewest_cases)
        if all(value is None for value in given) and not self.minima:
            raise InputError(
                "zone.threshold.missing",
                "No threshold is given. Choose at least one risk metric and its threshold.",
            )

    @property
    def class_size(self) -> int | None:
        """Fewest people of a class that keep 1 / people at most ``maximum``."""
        return None if self.maximum is None else smallest_class(self.maximum)

    @property
    def chance(self) -> float | None:
        """Highest chance that the strictest bound leaves anybody to be named; None where none is about it."""
        sizes = (self.population, self.class_size, self.mean_size)
        chances = [1 / float(size) for size in sizes if size is not None]
        return min((*chances, *(() if self.cases is None else (self.cases,))), default=None)

    @property
    def drawn_by_records(self) -> bool:
        """Whether numbers of records drew the borders, so that these tell of records."""
        by_records = self.cases is not None or self.fewest_cases is not None or self.over_records
        return by_records or self.kept_by_records

    @property
    def may_split(self) -> bool:
        """Whether a part of a unit may meet the bounds where the whole unit does not."""
        return any(limit is not None for limit in (self.cases, self.maximum, self.average))

    def averaged(self, tallies: Tallies) -> Floats:
        """What the average is taken over, shape (n,)."""
        return tallies.records if self.over_records else tallies.population

    @property
    def mean_size(self) -> Fraction | None:
        """Fewest people (records) per cluster over the release, exactly."""
        if self.average is None:
            return None
        return as_typed(self.average) if self.average > 1 else people_behind(self.average)


def smallest_class(threshold: float) -> int:
    """Fewest people of a class with 1 / people <= threshold; thresholds above 1 are class sizes."""
    return ceil(as_typed(threshold)) if threshold > 1 else class_size_for(threshold)


@dataclass(frozen=True)
class Tallies:
    """What is counted in each area."""

    population: Floats
    """Shape (n,). People."""
    cases: Floats | None = None
    """Shape (n,), or None. Records."""
    classes: Floats | None = None
    """Shape (c, n), or None. People of each equivalence class (combination of quasi-identifier values)."""
    minima: Floats | None = None
    """Shape (m, n), or None. Further columns that have a fewest sum, in the order of ``Bounds.minima``."""

    @property
    def records(self) -> Floats:
        """The records, where a bound needs them."""
        if self.cases is None:
            raise InputError(
                "area.cases.missing",
                "This bound needs the number of records of each area. Choose a CASES field.",
            )
        return self.cases

    def take(self, rows: Ints) -> Tallies:
        """The counts of some of the areas, as floats, in the order of ``rows``."""

        def of(values: Array | None) -> Floats | None:
            return None if values is None else np.asarray(values, dtype=float)[..., rows]

        population = np.asarray(self.population, dtype=float)[..., rows]
        return Tallies(population, of(self.cases), of(self.classes), of(self.minima))


@dataclass(frozen=True)
class Requirements:
    """Columns of whole numbers whose sums over a cluster must reach least values."""

    columns: Floats
    """Shape (c, n). Whole numbers as floats; the first column is the one whose surplus the search gathers."""
    least: Floats
    """Shape (c,). Least sums."""
    may_be_empty: Bools
    """Shape (c,). Whether a sum of 0 is allowed too."""
    unit: float = field(default=1.0)

    def met(self, sums: Floats) -> Bools:
        """Whether clusters with these sums, shape (c, k), meet every bound, shape (k,)."""
        enough = sums >= self.least[:, None]
        if self.may_be_empty.any():
            enough |= self.may_be_empty[:, None] & (sums == 0)
        return enough.all(axis=0)

    @property
    def monotone(self) -> bool:
        """Whether joining an area to a cluster that meets the bounds can never break them."""
        return not self.may_be_empty.any() and bool((self.columns >= 0).all())

    def surplus(self, sums: Floats) -> Floats:
        """How far the first sum lies above its least value, in units of a least cluster."""
        return (sums[0] - self.least[0]) / self.unit

    def take(self, rows: Array) -> Requirements:
        """Keep some of the areas."""
        return Requirements(self.columns[:, rows], self.least, self.may_be_empty, self.unit)

    def squares(self, label: Ints, component: Ints) -> Array:
        """Squared surpluses of the clusters of each connected part, added up."""
        used, where = np.unique(label, return_inverse=True)
        surplus = self.surplus(self.sums(where, len(used)))
        return np.bincount(component[used], surplus**2, component.max() + 1)

    def sums(self, label: Ints, count: int) -> Floats:
        """Sums of every column by label, shape (c, count)."""
        return np.stack([np.bincount(label, column, count) for column in self.columns])


def requirements(tallies: Tallies, bounds: Bounds, average_size: float | None = None) -> Requirements:
    """Translate bounds into columns; the column that limits the number of clusters comes first.

    With ``average_size``, fewest people or records of a cluster, the search aims at the average bound; its
    own value, the default, is sufficient.
    """
    by_records = bounds.cases is not None or bounds.over_records or bounds.fewest_cases is not None
    if tallies.cases is None and by_records:
        raise InputError(
            "area.cases.missing", "This bound needs the number of records of each area. Choose a CASES field."
        )
    rows = []
    if bounds.population is not None:
        rows.append((*_at_least(tallies.population, bounds.population), False))
    if bounds.average is not None:
        mean = float(bounds.mean_size or 1) if average_size is None else average_size
        rows.append((*_at_least(bounds.averaged(tallies), mean), bounds.over_records))
    if bounds.class_size is not None:
        size = bounds.class_size
        rows.append((*_at_least(tallies.population, size), False))
        if tallies.classes is not None:
            rows += [(*_at_least(people, size), True) for people in tallies.classes]
    if bounds.fewest_cases is not None:
        rows.append((*_at_least(tallies.records, bounds.fewest_cases), False))
    given = 0 if tallies.minima is None else len(tallies.minima)
    if given != len(bounds.minima):
        raise InputError(
            "zone.least_sums.other_number",
            "{sums} least sums are asked for, but {columns} columns of counts are given. Give one for each.",
            sums=len(bounds.minima),
            columns=given,
        )
    if tallies.minima is not None:
        rows += [
            (*_at_least(column, least), False)
            for column, (_name, least) in zip(tallies.minima, bounds.minima)
        ]
    rows.sort(key=lambda row: (row[2], -row[1] / max(row[0].sum(), 1)))
    if bounds.cases is not None:
        rows.append((*_slack(tallies, bounds.cases), False))
    if not any(least > 0 and not empty for _column, least, empty in rows):
        rows.append((*_at_least(tallies.population, _TRIVIAL), False))
    columns = np.stack([column for column, _least, _empty in rows])
    least = np.array([float(least) for _column, least, _empty in rows])
    unit = max(least[0], np.abs(columns[0]).mean(), 1.0)
    return Requirements(columns, least, np.array([empty for *_rest, empty in rows]), unit)


def _at_least(values: Floats, least: float) -> tuple[Floats, float]:
    """Whole-number column and least sum, rounded towards the stricter side."""
    scale = _scale(values)
    return np.floor(np.asarray(values, dtype=float) * scale), float(ceil(as_typed(float(least)) * int(scale)))


def _scale(values: Floats) -> float:
    """1 for whole numbers; else a power of two that keeps every sum exact."""
    if np.all(values == np.floor(values)):
        return 1.0
    return 2.0 ** max(0, min(30, floor(np.log2(_EXACT / max(float(np.sum(values)), 1.0)))))


def _slack(tallies: Tallies, threshold: float) -> tuple[Floats, float]:
    """Column a n_i - b s_i for the threshold a / b: its sum is 0 or more where s / n <= a / b."""
    rate = as_typed(threshold)
    scale = max(_scale(tallies.population), _scale(tallies.records))
    room = int(_EXACT / (max(tallies.population.sum(), tallies.records.sum(), 1.0) * scale))
    if rate.denominator > room:
        rate = Fraction(floor(rate * room), room)
    allowed = np.floor(tallies.population * scale) * rate.numerator
    return allowed - np.ceil(tallies.records * scale) * rate.denominator, 0.0


def most_clusters(needs: Requirements, component: Ints) -> Ints:
    """Upper bound on the clusters of each connected part, shape (parts,).

    For each column with a least sum above 0 an area that reaches it alone counts once and the rest
    of the part at most ``floor(rest / least)`` times; the bound is the smallest over the columns,
    and 0 for a part that does not meet the requirements as a whole (then no partition of it does).
    """
    count = int(component.max(initial=-1)) + 1
    bound = np.bincount(component, minlength=count).astype(float)
    for column, least, empty in zip(needs.columns, needs.least, needs.may_be_empty):
        if least <= 0 or empty:
            continue
        alone = column >= least
        rest = np.bincount(component, np.where(alone, 0.0, column), count)
        bound = np.minimum(bound, np.bincount(component, alone, count) + np.floor(rest / least))
    return np.where(needs.met(needs.sums(component, count)), bound, 0).astype(np.int64)

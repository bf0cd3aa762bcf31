# SPDX-License-Identifier: GPL-2.0-or-later
"""The audit: measured risk of a table of probabilities, by code that shares nothing with the solver.

It reads the table, the populations and the number of records. For destination j, an adversary
who knows the table learns of a record there

    P(it came from a given individual of area i) = P_ij / sum_k n_k P_kj.          (6)

Times s it bounds, by the union bound, the probability that the individual is in the data at all
(Wieland et al. 2008); times min(s, n_i) it is the measure of the revised model (Jung and El Emam
2014), which for n_i < s is the probability that the record came from area i. Every quotient is
rounded outwards: the risk said is never below the true one of the numbers in the table.

Where people of one area may be ``rho`` times as likely to be a record as those of another, and the true
population ``x_k`` of an area anything from ``lo_k`` to ``hi_k``, an observer who knows rates and
populations learns most about area i when its rate is the highest, all others' the lowest, and the others
hold as few people as they can:

    rho P_ij / (rho x_i P_ij + sum_{k != i} lo_k P_kj).                            (18)

Times s this falls as ``x_i`` grows; times min(s, x_i) it rises up to ``x_i = s`` and falls from there. The
model everybody keeps both min(s, x_i) and a number c that counts for a person of any area, however small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Floats, Ints
from ..base.errors import AuditError, InputError, named
from ..base.randomness import Source

_UNIT = 2.0**-53
"""Unit roundoff of a double."""
_BLOCK = 2**17
"""Pairs that are looked at together: memory alone."""
_ROW_TOLERANCE = 1e-9
"""How far a row may be from 1: sums of a million doubles stay within it, a rounded table does not."""
_RATED_PAIRS, _RATE_DRAWS = 2e7, (25, 201)
"""Pairs worked through for drawn rates, and the fewest and most sets of rates that are drawn: 201 hold the
median of the largest risk to 1.5 % (300 block groups of New York County, six seeds: 0.533 to 0.540)."""
_ARITHMETIC = 1e-12
"""Share by which a measured risk may exceed its bound: what rounding outwards itself adds where a
strategy meets the bound exactly."""


@dataclass(frozen=True)
class Doubt:
    """What an observer may know better than the populations say."""

    rate_ratio: float = 1.0
    """Largest ratio of two areas' rates ``rho``."""
    population_error: float | Floats = 0.0
    """Shape (n,). Share by which each population may be wrong: ``[n_i / (1 + share), n_i (1 + share)]``."""
    margin: Floats | None = None
    """Shape (n,), or None. People by which it may be wrong instead: ``[n_i - margin, n_i + margin]``, never
    below 0."""

    def box(self, population: Floats) -> tuple[Floats, Floats]:
        """``lo`` and ``hi`` of every area.

        Raises
        ------
        InputError
            A ratio, share or margin that is none.
        """
        share = np.broadcast_to(np.asarray(self.population_error, dtype=float), population.shape)
        if not (self.rate_ratio >= 1 and np.all(share >= 0)):
            raise InputError(
                "strategy.errors.out_of_range",
                "The ratio of rates must be 1 or more, and the error of populations 0 or more.",
            )
        if self.margin is None:
            return population / (1 + share), population * (1 + share)
        margin = np.broadcast_to(np.asarray(self.margin, dtype=float), population.shape)
        if not np.all(margin >= 0):
            raise InputError("strategy.margin.negative", "Margins of error must be 0 or more.")
        low = population - margin
        return np.where(low > 0, low, 0.0), population + margin


NO_DOUBT = Doubt()
"""Everybody equally likely, and populations right."""


@dataclass(frozen=True)
class Audit:
    """What a table of probabilities reveals at most."""

    revised_risk: float
    wieland_risk: float
    everybody_risk: float
    """Largest risk over all pairs under each model, rounded up."""
    destination: Ints
    """Shape (d,). Destinations that can receive a record."""
    worst_origin: Ints
    """Shape (d,). The origin that each destination reveals most about, under the audited model."""
    destination_risk: Array
    """Shape (d,). That risk, rounded up."""
    inflow: Array
    """Shape (d,). People that each destination stands for."""

    def risk(self, model: str) -> float:
        """Largest risk under one model."""
        return {"wieland": self.wieland_risk, "everybody": self.everybody_risk}.get(model, self.revised_risk)


def audit(
    origin: Array,
    destination: Array,
    probability: Array,
    population: Array,
    records: int | Floats,
    model: str = "revised",
    doubt: Doubt = NO_DOUBT,
    at_least: float | Floats = 1.0,
) -> Audit:
    """Measure the risk of a table of transition probabilities.

    Parameters
    ----------
    origin, destination : ndarray of int, shape (p,)
        Rows of the areas and of the destinations; each pair once.
    probability : ndarray, shape (p,)
        ``P_ij``.
    population : ndarray, shape (n,)
        People of every area.
    records : int or ndarray, shape (n,)
        Records that are released, earlier releases included; or as many as count for one person of each
        area, infinite where the revised model hides the area as an area.
    model : {"revised", "wieland", "everybody"}
        The measure by which the worst origin of each destination is chosen.
    doubt : Doubt
        Rates and populations that an observer may know better.
    at_least : float or ndarray, shape (n,)
        Records that count for a person of any area, however small, under the model everybody.

    Raises
    ------
    InputError
        The table is not a table of probabilities of these areas: negative or missing values,
        rows that do not sum to 1 within 1e-9, pairs given twice, areas without people, or
        populated areas without a row.

    Examples
    --------
    >>> import numpy as np
    >>> everybody = audit([0, 0, 1, 1], [0, 1, 0, 1], [0.5, 0.5, 0.5, 0.5], [20, 30], records=5)
    >>> round(everybody.revised_risk, 6)
    0.1
    """
    origin, destination = np.asarray(origin), np.asarray(destination)
    probability = np.asarray(probability, dtype=float)
    population = np.asarray(population, dtype=float)
    row_slack = check_table(origin, destination, probability, population)
    low, high = doubt.box(population)
    table = _Table(origin, destination, probability, population, low)
    # No crowd is smaller than its inflow, since ratio * true >= low: nothing cancels.
    outward = (1 + (table.entries + 8) * _UNIT) * (1 + 4 * row_slack)
    counted = _Counted(
        np.asarray(records, dtype=float), np.asarray(at_least, dtype=float), doubt.rate_ratio, low, high
    )
    highest = dict.fromkeys(("revised", "wieland", "everybody"), np.float64(0.0))
    worst, risk = np.zeros(len(table.used), dtype=origin.dtype), np.full(len(table.used), -1.0)
    for rows in table.blocks():
        column = table.column(rows)
        measured = _measured(table, rows, counted, outward)
        # What is no number stays none, and fails against any bound.
        highest = {name: np.maximum(highest[name], values.max()) for name, values in measured.items()}
        chosen = measured[model if model in measured else "revised"]
        order = np.lexsort((-chosen, column))
        first = order[np.flatnonzero(np.r_[True, column[order][1:] != column[order][:-1]])]
        first = first[~(chosen[first] <= risk[column[first]])]
        worst[column[first]], risk[column[first]] = origin[rows][first], chosen[first]
    revised, wieland, everybody = (float(value) for value in highest.values())
    return Audit(revised, wieland, everybody, table.used, worst, risk, table.inflow)


def _blocks(count: int) -> Iterator[slice]:
    return (slice(start, start + _BLOCK) for start in range(0, count, _BLOCK))


class _Table:
    """A table of probabilities, read some pairs at a time, with the people of every destination."""

    def __init__(
        self, origin: Array, destination: Array, probability: Floats, population: Floats, low: Floats
    ) -> None:
        self.origin, self.destination = origin, destination
        self.probability, self.population = probability, population
        entries = np.zeros(int(destination.max()) + 1, dtype=np.int64)
        for rows in self.blocks():
            entries += np.bincount(destination[rows], minlength=len(entries))
        self.used = np.flatnonzero(entries)
        self._place = np.cumsum(entries > 0) - 1
        self.entries = entries[self.used]
        self.inflow = self._inflow(population)
        self.fewest = self._inflow(low)

    def _inflow(self, people: Floats) -> Floats:
        """People of some numbers that come to each destination used."""
        inflow = np.zeros(len(self._place))
        for rows in self.blocks():
            flow = people[self.origin[rows]] * self.probability[rows]
            inflow += np.bincount(self.destination[rows], flow, len(inflow))
        found: Floats = inflow[self.used]
        return found

    def blocks(self) -> Iterator[slice]:
        """All pairs, some at a time."""
        return _blocks(len(self.origin))

    def column(self, rows: slice) -> Ints:
        """Number of each pair's destination among those used."""
        column: Ints = self._place[self.destination[rows]]
        return column


@dataclass(frozen=True)
class _Counted:
    """Records that count for each area, how unequal rates may be, and fewest and most people."""

    records: Floats
    at_least: Floats
    ratio: float
    low: Floats
    high: Floats


def _measured(table: _Table, rows: slice, counts: _Counted, outward: Floats) -> dict[str, Floats]:
    """The risk of some pairs under each model, rounded up."""
    records, at_least, ratio = counts.records, counts.at_least, counts.ratio
    origin, column, probability = table.origin[rows], table.column(rows), table.probability[rows]
    counted = records[origin] if records.ndim else np.full(len(origin), records)
    floor = at_least[origin] if at_least.ndim else np.full(len(origin), at_least)
    fewest, most, used = counts.low[origin], counts.high[origin], probability > 0

    def individual(true: Floats) -> Floats:
        crowd = table.fewest[column] + (ratio * true - fewest) * probability
        alone = np.divide(ratio * probability, crowd, out=np.full(len(crowd), np.inf), where=crowd > 0)
        return np.where(used, alone * outward[column], 0.0)

    def times(alone: Floats, count: Floats) -> Floats:
        return np.multiply(alone, count, out=np.zeros(len(alone)), where=alone > 0)

    person = individual(fewest)
    wieland = times(person, counted)
    worst_size = np.minimum(np.maximum(counted, fewest), most)
    revised = times(individual(worst_size), np.minimum(worst_size, counted))
    if records.ndim:
        revised = np.where(np.isinf(counted), revised, wieland)
    everybody = np.maximum(revised, times(person, np.minimum(floor, counted)))
    return {"revised": revised, "wieland": wieland, "everybody": everybody}


def risk_at_rates(
    origin: Ints,
    destination: Ints,
    probability: Floats,
    population: Floats,
    records: int | Floats,
    model: str,
    spread: float,
    source: Source,
    at_least: float | Floats,
) -> float:
    """What a table reaches where areas' rates are log-normal and the observer knows them.

    The largest risk of anybody, its median over drawn sets of rates; ``spread`` is the standard deviation of
    their logarithm. The rest as for :func:`audit`.
    """
    origin, population = np.asarray(origin), np.asarray(population, dtype=float)
    used, column = np.unique(destination, return_inverse=True)
    counted = np.full(len(population), records, dtype=float)
    hidden = np.isinf(counted) if np.ndim(records) else counted > population
    weight = np.where(hidden & (model != "wieland"), population, counted)
    weight = np.maximum(weight, np.minimum(at_least, counted) if model == "everybody" else 0.0)[origin]
    largest = np.empty(int(np.clip(_RATED_PAIRS / len(origin), *_RATE_DRAWS)))
    for draw in range(len(largest)):
        first, second = source.uniform(len(population)), source.uniform(len(population))
        normal = np.sqrt(-2 * np.log1p(-first)) * np.cos(2 * np.pi * second)
        flow = np.exp(spread * normal)[origin] * np.asarray(probability, dtype=float)
        crowd = np.bincount(column, population[origin] * flow, len(used))[column]
        carried = flow > 0
        largest[draw] = np.max(weight[carried] * flow[carried] / crowd[carried])
    return float(np.median(largest))


def require(result: Audit, risk: float, model: str) -> None:
    """Refuse a table whose measured risk exceeds the bound."""
    measured = result.risk(model)
    if not measured <= risk * (1 + _ARITHMETIC):
        raise AuditError(
            "strategy.risk.above_bound",
            "The strategy's measured risk is {measured:.9g}, above the bound of {risk:.9g}: "
            "it must not be used.",
            measured=measured,
            risk=risk,
        )


def check_table(origin: Ints, destination: Ints, probability: Floats, population: Floats) -> float:
    """Largest distance of a row's sum from 1; raises where the table can't be one of probabilities."""
    if not len(origin):
        raise InputError("strategy.table.empty", "The strategy is empty. Solve it again.")
    bad = 0
    for some in _blocks(len(origin)):
        value = probability[some]
        bad += int(np.count_nonzero(~(np.isfinite(value) & (value >= 0) & (value <= 1))))
    if bad:
        raise InputError(
            "strategy.values.no_probabilities",
            "{count} values of the strategy are not probabilities between 0 and 1.",
            count=bad,
        )
    if not _ascending(origin, destination):
        keys = origin.astype(np.int64) * (int(destination.max()) + 1) + destination
        keys.sort()
        if np.any(keys[1:] == keys[:-1]):
            raise InputError(
                "strategy.pair.repeated",
                "The strategy gives a pair of origin and destination more than once.",
            )
    row, entries = np.zeros(len(population)), np.zeros(len(population), dtype=np.int64)
    for some in _blocks(len(origin)):
        row += np.bincount(origin[some], probability[some], len(population))
        entries += np.bincount(origin[some], minlength=len(population))
    has_row = entries > 0
    if np.any(has_row & ~(population > 0)):
        rows = np.flatnonzero(has_row & ~(population > 0))
        raise InputError(
            "strategy.origin.no_people",
            "The strategy moves people out of areas without people (rows {rows}).",
            rows=named(rows),
        )
    if np.any(~has_row & (population > 0)):
        rows = np.flatnonzero(~has_row & (population > 0))
        raise InputError(
            "strategy.rows.missing",
            "{count} populated areas have no row in the strategy (rows {rows}). "
            "Use the areas and populations that it was solved for.",
            count=len(rows),
            rows=named(rows),
        )
    error = np.abs(row - 1)[has_row]
    if error.max() > _ROW_TOLERANCE:
        raise InputError(
            "strategy.row.not_one",
            "A row of the strategy sums to {total:.12g} and not to 1. "
            "The table is incomplete or was rounded: store probabilities with all their digits.",
            total=row[has_row][error.argmax()],
        )
    return float(error.max())


def _ascending(origin: Ints, destination: Ints) -> bool:
    """Whether each pair comes after the one before it, by origin and then by destination."""
    for start in range(0, len(origin) - 1, _BLOCK):
        place, target = origin[start : start + _BLOCK + 1], destination[start : start + _BLOCK + 1]
        farther = (place[1:] == place[:-1]) & (target[1:] > target[:-1])
        if not np.all((place[1:] > place[:-1]) | farther):
            return False
    return True

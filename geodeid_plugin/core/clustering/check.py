# SPDX-License-Identifier: GPL-2.0-or-later
"""The check of a finished partition, by code that shares nothing with the search.

It starts from the raw counts and the bounds as they were asked for, and compares exact fractions, so
no rounding of the search can hide a cluster that misses its bound. The bounds are read by arithmetic
of its own, too: a float stands for every number that is stored as it, between :func:`_lowest` and
:func:`_highest`, so 0.2 and 1/3 need no guess of what was typed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, ulp
from typing import TYPE_CHECKING, Callable

import numpy as np

from ..base.errors import AuditError, Phrase, named

if TYPE_CHECKING:
    from ..base.arrays import Array, Floats, Ints, Objects
    from .objective import Bounds, Tallies


def _highest(stored: float) -> Fraction:
    return Fraction(stored) + Fraction(ulp(stored)) / 2


def _lowest(stored: float) -> Fraction:
    return Fraction(stored) - Fraction(ulp(stored)) / 2


def fewest_people(risk: float) -> int:
    """Fewest people with 1 / people at most a risk; a number above 1 is itself the fewest people."""
    return ceil(_lowest(risk)) if risk > 1 else ceil(1 / _highest(risk))


def reaches(people: Fraction, least: float) -> bool:
    """Whether there are at least so many people."""
    return people >= _lowest(least)


def within_rate(records: Fraction, people: Fraction, rate: float) -> bool:
    """Whether there are at most so many records per person."""
    return records <= _highest(rate) * people


def within_average(classes: int, total: Fraction, average: float) -> bool:
    """Whether there are at most so many classes per person; above 1, at least so many people a class."""
    return classes * _lowest(average) <= total if average > 1 else classes <= _highest(average) * total


def check_partition(
    ids: Array,
    cluster: Ints,
    boundary: Objects | None,
    edges: Array,
    tallies: Tallies,
    bounds: Bounds,
) -> None:
    """Raise unless every cluster is connected, inside one unit and within every bound.

    ``cluster`` is -1 for unresolved areas, which are not released; ``edges`` are neighbours and the bridges
    that were reported.
    """
    members: dict[int, list[int]] = defaultdict(list)
    for row, value in enumerate(cluster):
        if value >= 0:
            members[int(value)].append(row)
    _check_connected(ids, cluster, edges, members)
    if boundary is not None:
        crossing = [rows for rows in members.values() if len({str(boundary[row]) for row in rows}) > 1]
        _refuse(ids, crossing, Phrase("lies in more than one boundary unit"))
    for name, test in _tests(tallies, bounds):
        missing = [rows for rows in members.values() if not test(rows)]
        _refuse(ids, missing, Phrase("misses the bound on {name}", name=name))
    if bounds.average is not None and members:
        _check_average(members, tallies, bounds, bounds.average)


def _refuse(ids: Array, faulty: list[list[int]], fault: Phrase) -> None:
    if faulty:
        first = named([ids[row] for row in faulty[0]], 3)
        raise AuditError(
            "zone.check.failed",
            "{count} zones failed the check: the zone of areas {areas} {fault}. Nothing was "
            "written. This is an error of the program; please report it.",
            count=len(faulty),
            areas=first,
            fault=fault,
        )


def _check_connected(ids: Array, cluster: Ints, edges: Array, members: dict[int, list[int]]) -> None:
    edges = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    label = np.asarray(cluster)[edges]
    inside = np.flatnonzero((label[:, 0] == label[:, 1]) & (label[:, 0] >= 0))
    # A cluster at a time: lists of the neighbours of a million areas take half a gigabyte.
    inside = inside[np.argsort(label[inside, 0], kind="stable")]
    own = label[inside, 0]
    broken = []
    for value, rows in members.items():
        first, last = np.searchsorted(own, [value, value + 1])
        near = defaultdict(list)
        for one, other in edges[inside[first:last]].tolist():
            near[one].append(other)
            near[other].append(one)
        seen, stack = {rows[0]}, [rows[0]]
        while stack:
            for other in near[stack.pop()]:
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        if len(seen) != len(rows):
            broken.append(rows)
    _refuse(ids, broken, Phrase("is not connected"))


def _tests(tallies: Tallies, bounds: Bounds) -> Iterator[tuple[Phrase, Callable[[list[int]], bool]]]:
    people = tallies.population
    if bounds.population is not None:
        least = bounds.population
        yield Phrase("population"), lambda rows: reaches(_sum(people, rows), least)
    if bounds.maximum is not None:
        size = fewest_people(bounds.maximum)
        yield Phrase("maximum risk"), lambda rows: _sum(people, rows) >= size
        for counts in tallies.classes if tallies.classes is not None else ():

            def class_is_large_or_empty(rows: list[int], counts: Floats = counts) -> bool:
                total = _sum(counts, rows)
                return total == 0 or total >= size

            yield Phrase("maximum risk of an equivalence class"), class_is_large_or_empty
    if bounds.cases is not None:
        records, rate = _given(tallies.cases), bounds.cases
        yield (
            Phrase("cases per person"),
            lambda rows: within_rate(_sum(records, rows), _sum(people, rows), rate),
        )
    if bounds.fewest_cases is not None:
        yield Phrase("fewest records"), _reaches(_given(tallies.cases), bounds.fewest_cases)
    for at, (name, fewest) in enumerate(bounds.minima):
        yield Phrase("the sum of {column}", column=name), _reaches(_given(tallies.minima)[at], fewest)
    yield Phrase("people: nobody lives there"), lambda rows: any(people[row] > 0 for row in rows)


def _given(counts: Floats | None) -> Floats:
    """Counts that a bound needs: without them it cannot have been kept."""
    if counts is None:
        raise AuditError(
            "zone.check.no_counts",
            "A bound needs counts that are not there. Nothing was written. This is an error of the program; "
            "please report it.",
        )
    return counts


def _reaches(values: Floats, least: float) -> Callable[[list[int]], bool]:
    """Whether the sum over some rows is at least so much, in exact fractions."""
    wanted = _lowest(float(least))
    return lambda rows: _sum(values, rows) >= wanted


def _sum(values: Floats, rows: list[int]) -> Fraction:
    """Exact sum over some rows; made anew each time, for a million fractions take a quarter of a gigabyte."""
    return sum((Fraction(float(values[row])) for row in rows), Fraction(0))


def _check_average(members: dict[int, list[int]], tallies: Tallies, bounds: Bounds, average: float) -> None:
    counted = _given(tallies.cases) if bounds.over_records else tallies.population
    sums = [_sum(counted, rows) for rows in members.values()]
    filled = sum(1 for value in sums if value > 0)
    if not within_average(filled, sum(sums, Fraction(0)), average):
        raise AuditError(
            "zone.average_risk.exceeded",
            "The average risk of {count} zones over {people:g} people or records exceeds its "
            "threshold. Nothing was written. This is an error of the program; please report it.",
            count=filled,
            people=float(sum(sums)),
        )

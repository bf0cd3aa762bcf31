# SPDX-License-Identifier: GPL-2.0-or-later
"""What leaves the building: a member, a code or a count in place of a record's area, and its check."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import AuditError, InputError, named
from . import check

if TYPE_CHECKING:
    from ..base.arrays import Floats, Ints
    from ..base.randomness import Source
    from .objective import Bounds


def draw_members(cluster: Ints, weight: Floats, record_cluster: Ints, source: Source) -> Ints:
    """Draw a member area for every record, each independently of all others.

    Parameters
    ----------
    cluster : ndarray of int, shape (n,)
        Cluster of each area; negative for areas that are not released.
    weight : ndarray, shape (n,)
        Draw weights; an area of weight 0 is never drawn.
    record_cluster : ndarray of int, shape (s,)
        Cluster of each record.
    source : SystemSource or SeededSource
        Where chance comes from.

    Returns
    -------
    ndarray of int64, shape (s,)
        Row of the area that is released for each record.

    Raises
    ------
    InputError
        If a record's cluster has no area with a weight above 0.
    """
    members = np.flatnonzero((cluster >= 0) & (weight > 0))
    members = members[np.argsort(cluster[members], kind="stable")]
    code = cluster[members]
    first = np.searchsorted(code, record_cluster, side="left")
    end = np.searchsorted(code, record_cluster, side="right")
    if np.any(first == end):
        missing = np.unique(record_cluster[first == end])
        raise InputError(
            "zone.people.none",
            "Zone {clusters} has no area with people to draw from.",
            clusters=named(missing),
        )
    reach = np.cumsum(weight[members])
    below = np.where(first > 0, reach[first - 1], 0.0)
    target = below + source.uniform(len(record_cluster)) * (reach[end - 1] - below)
    return members[np.clip(np.searchsorted(reach, target, side="right"), first, end - 1)]


@dataclass(frozen=True)
class ReleaseRisk:
    """What the check of a release found."""

    cluster: Ints
    """Shape (c,). Clusters that hold a released record."""
    people: Floats
    records: Floats
    """Shape (c,). People who live there, and released records."""

    @property
    def worst_population_risk(self) -> float:
        """1 / people of the smallest released class."""
        return float(1.0 / self.people.min()) if len(self.people) else 0.0

    @property
    def worst_case_rate(self) -> float:
        """Most records per person of a released class."""
        return float((self.records / self.people).max()) if len(self.people) else 0.0


def check_release(cluster: Ints, population: Floats, released_cluster: Ints, bounds: Bounds) -> ReleaseRisk:
    """Recompute the risk of every released class from the areas and the released values.

    Parameters
    ----------
    cluster : sequence of int, shape (n,)
        Cluster of each area of the clustered layer; negative where unresolved.
    population : sequence of float, shape (n,)
        People of each area, from the layer itself.
    released_cluster : sequence of int, shape (s,)
        Cluster that each released value stands for.
    bounds : Bounds
        What the clustering promised.

    Raises
    ------
    AuditError
        If a released class is unresolved, empty or riskier than promised; nothing may be released.
    """
    people: defaultdict[int, Fraction] = defaultdict(Fraction)
    records: defaultdict[int, int] = defaultdict(int)
    for code, count in zip(cluster, population):
        people[int(code)] += Fraction(float(count))
    for code in released_cluster:
        records[int(code)] += 1
    for code, count in sorted(records.items()):
        _check_class(code, people.get(code, Fraction(0)), count, bounds)
    if bounds.average is not None and records:
        _check_average(records, people, bounds, bounds.average)
    codes = sorted(records)
    return ReleaseRisk(
        np.array(codes, dtype=np.int64),
        np.array([float(people[code]) for code in codes]),
        np.array([records[code] for code in codes]),
    )


def _check_class(code: int, people: Fraction, count: int, bounds: Bounds) -> None:
    if code < 0 or people <= 0:
        raise AuditError(
            "release.zone.unresolved",
            "A record of an unresolved or empty area was about to be released. Nothing was written.",
        )
    least = max(bounds.population or 0, check.fewest_people(bounds.maximum) if bounds.maximum else 0)
    if not check.reaches(people, least):
        raise AuditError(
            "release.class.few_people",
            "A released class holds {people:g} people, fewer than the {least:g} that its merging promised. "
            "The layer was changed after it was merged; merge it again.",
            people=float(people),
            least=least,
        )
    if bounds.cases is not None and not check.within_rate(Fraction(count), people, bounds.cases):
        raise AuditError(
            "release.class.many_records",
            "A released class holds {count} records for {people:g} people, more than the "
            "{cases:g} per person that was asked for. Merge again with these records counted.",
            count=count,
            people=float(people),
            cases=bounds.cases,
        )


def _check_average(
    records: dict[int, int], people: dict[int, Fraction], bounds: Bounds, average: float
) -> None:
    counted = records.values() if bounds.over_records else (people[code] for code in records)
    total = sum((Fraction(value) for value in counted), Fraction(0))
    if not check.within_average(len(records), total, average):
        raise AuditError(
            "release.class.low_average",
            "The released classes hold {people:g} people or records on average, fewer "
            "than the average risk allows. Nothing was written; merge again for a lower average risk.",
            people=float(total / len(records)),
        )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Releases of different, overlapping sets of records: what they tell together.

Tables of all ages, of those under 65 and of those of 15 and older are three sums of the same unknown *parts*:
the records that each combination of tables counts. Three sets have up to seven, n sets two to the n less one.
No two of the tables need tell of few for all of them to do: 55 + 95 - 145 are five people of 15 to 64. So
which tables count a record is taken as one more value of it, and every part is audited as a group is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...base.arrays import Array, Ints
from .joint import RECORD_SET, Release

NEARLY_INSIDE = 0.1
"""Share of a set outside another below which it lies nearly inside: who subtracts takes what is left for the
difference. In a zone of 30 records it is three that are elsewhere, and a difference of one tells little."""


@dataclass(frozen=True)
class Recorded:
    """Which records a release counts, an entry each."""

    area: Ints
    """Shape (s,). Area of each record."""
    group: Ints
    """Shape (s,). Its group."""
    values: Sequence[tuple[str, ...]]
    """Values of the release's fields in each group."""
    who: Sequence[object] | Array
    """What the record is known by, the same wherever it is counted, and another for every record of an
    area."""


@dataclass
class _Record:
    """A record as the releases that count it have it."""

    area: int
    releases: int = 0
    values: dict[str, str] = field(default_factory=dict)

    def is_as(self, bit: int, values: dict[str, str]) -> bool:
        """Whether it may be what a further release counts with these values."""
        same = all(self.values.get(name, value) == value for name, value in values.items())
        return same and not self.releases & bit


def shared(one: Recorded, other: Recorded) -> tuple[int, int, int]:
    """Records of both sets, of the first one alone, and of the other alone."""
    first, second = ({*zip(each.area.tolist(), list(each.who))} for each in (one, other))
    both = len(first & second)
    return both, len(first) - both, len(second) - both


def must_not_differ(one: Recorded, other: Recorded) -> bool:
    """Whether a small difference of two counts tells of few: one set is nearly in the other, or none shares a
    record with it, so that nothing shows that they are of different people."""
    both, first, second = shared(one, other)
    return not both or min(first, second) < NEARLY_INSIDE * min(both + first, both + second)


def by_record_set(releases: Sequence[Release], recorded: Sequence[Recorded]) -> list[Release]:
    """Releases whose groups say which of them count a record.

    All are of the same areas, those by the same fields have the same groups. They are as they were where all
    count the same records.

    Examples
    --------
    >>> def table(sizes, number):
    ...     cases = np.array([[number]])
    ...     return Release(np.zeros(1, int), (), [()], cases, cases > 0, cases, cases, cases * 0,
    ...                    np.array([False]), ["A"])
    >>> def of(who):
    ...     return Recorded(np.zeros(len(who), int), np.zeros(len(who), int), [()], list(who))
    >>> found = by_record_set([table(1, 3), table(1, 2)], [of("abc"), of("bc")])
    >>> found[0].groups, found[0].cases.tolist(), found[1].column.tolist()
    ([('1',), ('3',)], [[1, 2]], [-1, 0])
    """
    records = _matched(releases, recorded)
    if len({record.releases for record in records}) < 2:
        return list(releases)
    groups: dict[tuple[str, ...], dict[tuple[str, ...], int]] = {}
    members: dict[tuple[str, ...], int] = {}
    for number, release in enumerate(releases):
        members[release.fields] = members.get(release.fields, 0) | 1 << number
    cases: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for fields, bits in members.items():
        known, placed = groups.setdefault(fields, {}), cases.setdefault(fields, [])
        for record in records:
            if record.releases & bits:
                values = (*(record.values[name] for name in fields), str(record.releases))
                placed.append((record.area, known.setdefault(values, len(known))))
    return [
        _divided(release, 1 << number, list(groups[release.fields]), cases[release.fields])
        for number, release in enumerate(releases)
    ]


def _matched(releases: Sequence[Release], recorded: Sequence[Recorded]) -> list[_Record]:
    """Every record with the releases that count it. One that was corrected meanwhile is another record."""
    known: dict[tuple[int, object], list[_Record]] = {}
    for number, (release, one) in enumerate(zip(releases, recorded)):
        bit = 1 << number
        values = [dict(zip(release.fields, value)) for value in one.values]
        for area, group, who in zip(one.area.tolist(), one.group.tolist(), list(one.who)):
            same = known.setdefault((area, who), [])
            found = next((record for record in same if record.is_as(bit, values[group])), None)
            if found is None:
                found = _Record(area)
                same.append(found)
            found.releases |= bit
            found.values.update(values[group])
    return [record for same in known.values() for record in same]


def _divided(
    release: Release, bit: int, groups: list[tuple[str, ...]], placed: list[tuple[int, int]]
) -> Release:
    """A release whose groups are divided by the releases that count their records."""
    cases = np.zeros((len(release.zone), len(groups)), dtype=np.int64)
    np.add.at(cases, tuple(np.array(placed, dtype=np.int64).reshape(-1, 2).T), 1)
    place = {tuple(values): at for at, values in enumerate(release.groups)}
    column = [place[values[:-1]] if int(values[-1]) & bit else -1 for values in groups]
    return replace(
        release, fields=(*release.fields, RECORD_SET), groups=groups, cases=cases, column=np.array(column)
    )

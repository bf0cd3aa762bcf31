# SPDX-License-Identifier: GPL-2.0-or-later
"""What several releases of counts tell together: of the same records, by any zones and fields.

The areas are cut into *pieces*: areas that lie in the same zone of every release. The unknowns are the
counts of each piece by the values of the fields that a release counts by. Releases by the same fields
share unknowns; releases by other fields share the sums over what their fields have in common. Everything
printed is a sum of unknowns, and :mod:`.witness` proves by whole tables what stays possible. Where releases
count different records, :mod:`.record_sets` takes which of them count a record as one more of its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Array, Ints, Objects, connected
from ...base.progress import Progress, silent
from ...base.scientific import sparse
from .witness import Demanded, System, witnessed_ranges

SURE = 2**30
"""No count is larger: what limits a sum that nothing else limits."""
RECORD_SET = ""
"""Name of the field, the last one of a release, that says which releases count a record."""


@dataclass(frozen=True)
class Release:
    """Counts by zone and group as they were, or will be, published."""

    zone: Array
    """Shape (n,). Zone of each area; -1 where the release counts nothing."""
    fields: tuple[str, ...]
    """Fields that divide the records into groups."""
    groups: Sequence[tuple[str, ...]]
    """Values of the fields in each group."""
    cases: Array
    """Shape (n, groups). True counts by area and group."""
    printed: Array
    """Shape (zones, groups). Whether something is printed of the cell; what is not is withheld."""
    low: Array
    high: Array
    """Shape (zones, groups). What the cell is known to lie between, by what is printed of it alone."""
    unit: Array
    """Shape (zones, groups). Known total that each cell is part of."""
    known: Array
    """Shape (units,). Whether the total is known."""
    codes: Sequence[str] | Objects
    """Name of each zone."""
    by_keys: bool = False
    """Whether the counts were changed by keys of their records: the same records are then printed alike
    wherever they are counted, so that two numbers that differ tell that somebody is in one zone alone."""
    column: Array | None = None
    """Shape (groups,), or None. Column of the printed table that each group is counted in, -1 for none; each
    has its own by default."""

    @property
    def columns(self) -> Array:
        """Column of the printed table that each group is counted in, -1 for none."""
        return np.arange(len(self.groups)) if self.column is None else self.column

    @property
    def by_set(self) -> bool:
        """Whether its groups say which releases count their records."""
        return self.fields[-1:] == (RECORD_SET,)

    @property
    def counts(self) -> Array:
        """True counts by zone and column."""
        counts = _summed(self.cases, self.zone, len(self.printed))
        if self.column is None:
            return counts
        return _summed(counts.T, self.column, self.printed.shape[1]).T

    def values(self, group: int) -> tuple[str, ...]:
        """Values of a group, without the releases that count it."""
        values = tuple(self.groups[group])
        return values[:-1] if self.by_set else values

    def totals_only(self) -> Release:
        """The same release without its fields: a zone is printed where all its groups are."""
        printed = self.printed.all(axis=1, keepdims=True)
        return Release(
            self.zone, (), [()], self.cases.sum(axis=1, keepdims=True), printed,
            self.low.sum(axis=1, keepdims=True), np.minimum(self.high.sum(axis=1, keepdims=True), SURE),
            np.zeros((len(printed), 1), dtype=np.int64), np.array([True]), self.codes, self.by_keys,
        )  # fmt: skip

    def with_groups(self, groups: Sequence[tuple[str, ...]]) -> Release:
        """The same release with further groups, of which it counts none: that is printed, too."""
        place = {tuple(values): at for at, values in enumerate(groups)}
        columns = np.array([place[tuple(values)] for values in self.groups], dtype=np.int64)

        def spread(values: Array, fill: int) -> Array:
            wide = np.full((len(values), len(groups)), fill)
            wide[:, columns] = values
            return wide

        return replace(
            self, groups=groups, cases=spread(self.cases, 0), printed=spread(self.printed, True),
            low=spread(self.low, 0), high=spread(self.high, 0), unit=spread(self.unit, len(self.known)),
            known=np.append(self.known, False),
        )  # fmt: skip

    def with_cases(self, cases: Array) -> Release:
        """The same zones and mask, had it been a release of other records."""
        shift = _summed(cases, self.zone, len(self.printed)) - self.counts
        return replace(
            self, cases=cases, low=np.where(self.printed, np.maximum(self.low + shift, 0), self.low),
            high=np.where(self.printed, self.high + shift, self.high),
        )  # fmt: skip


@dataclass(frozen=True)
class Exposure:
    """A count that releases tell together."""

    areas: Array
    """Areas whose records it counts."""
    group: tuple[str, ...]
    """Values of the fields."""
    low: int
    high: int
    """Values that were proven to be possible."""


def joint_exposures(
    releases: Sequence[Release], people: Array, demanded: Demanded, progress: Progress = silent
) -> list[Exposure]:
    """Counts that several releases of the same records tell together, fewest records first.

    Parameters
    ----------
    releases : sequence of Release
        All of the same areas. Releases by the same fields have the same groups and cases.
    people : ndarray of int64, shape (n,)
        People of each area.
    demanded : Demanded
        What every withheld count, and every piece of the areas that several zonings cut, must keep.
    progress : callable
        Hears the share that is done.

    Returns
    -------
    list of Exposure
        Empty where all counts are proven to stay hidden. What could not be settled is in it.
    """
    zones = np.stack([release.zone for release in releases], axis=1)
    inside = np.flatnonzero((zones >= 0).any(axis=1))
    kinds, piece = np.unique(zones[inside], axis=0, return_inverse=True)
    piece = piece.ravel()
    built = _Built(releases, kinds, piece, inside, np.asarray(people, dtype=np.int64))
    targets, places = built.targets()
    if not len(places):
        return []
    proven = witnessed_ranges(built.system(demanded.smallest), targets, demanded, progress)
    found = []
    for at in np.flatnonzero(proven.exposed).tolist():
        release, zone, group = places[at]
        rows = inside[piece == zone] if release is None else np.flatnonzero(releases[release].zone == zone)
        found.append(Exposure(rows, group, int(proven.ranges.low[at]), int(proven.ranges.high[at])))
    return sorted(found, key=lambda one: (one.high, one.low, len(one.areas)))


class _Built:
    """The equations of some releases."""

    def __init__(
        self, releases: Sequence[Release], kinds: Array, piece: Array, inside: Array, people: Array
    ) -> None:
        self.releases, self.kinds, self.pieces = releases, kinds, len(kinds)
        self.people = np.bincount(piece, people[inside], self.pieces).astype(np.int64)
        families: dict[tuple[str, ...], Release] = {}
        for release in releases:
            families.setdefault(release.fields, release)
        self.start: dict[tuple[str, ...], int] = {}
        self.truth: list[Array] = []
        at = 0
        for fields, release in families.items():
            self.start[fields] = at
            self.truth.append(_summed(release.cases[inside], piece, self.pieces).ravel())
            at += self.pieces * len(release.groups)
        self.families, self.size = families, at
        self.rows: list[tuple[Array, Array]] = []
        self.low: list[int] = []
        self.high: list[int] = []
        for number, release in enumerate(releases):
            self._cells(number, release)
        self._links()
        self._told_apart()

    def atoms(self, fields: tuple[str, ...], pieces: Ints | list[int] | int, group: int) -> Array:
        """Unknowns of some pieces in one group."""
        return self.start[fields] + np.asarray(pieces) * len(self.families[fields].groups) + group

    def counted(self, release: Release, pieces: Ints | list[int] | int, column: int) -> Array:
        """Unknowns of some pieces that a release counts in one column."""
        groups = np.flatnonzero(release.columns == column)
        parts = [self.atoms(release.fields, pieces, group) for group in groups.tolist()]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)

    def _add(
        self, plus: Array | list[Array], low: int, high: int, minus: Array | list[Array] | tuple[()] = ()
    ) -> None:
        self.rows.append((np.asarray(plus), np.asarray(minus, dtype=np.int64)))
        self.low.append(low)
        self.high.append(high)

    def _cells(self, number: int, release: Release) -> None:
        members = _members(self.kinds[:, number], len(release.printed))
        sums = release.counts
        totals: list[list[Array]] = [[] for _unit in release.known]
        for zone, pieces in enumerate(members):
            for column in range(release.printed.shape[1]):
                atoms = self.counted(release, pieces, column)
                totals[release.unit[zone, column]].append(atoms)
                self._add(atoms, int(release.low[zone, column]), int(release.high[zone, column]))
        known = np.bincount(release.unit.ravel(), sums.ravel(), len(totals)).astype(np.int64)
        for unit, parts in enumerate(totals):
            if release.known[unit] and parts:
                self._add(np.concatenate(parts), int(known[unit]), int(known[unit]))
        if any(len(part) for part in totals):
            every = np.concatenate([atoms for parts in totals for atoms in parts])
            self._add(every, int(sums.sum()), int(sums.sum()))

    def _links(self) -> None:
        """Sums that tables by other fields have in common, for each piece."""
        families = list(self.families.values())
        for at, one in enumerate(families):
            for other in families[at + 1 :]:
                shared = [name for name in one.fields if name in other.fields]
                mine, theirs = _by_values(one, shared), _by_values(other, shared)
                for value in sorted(_of_both(one, other, {*mine, *theirs})):
                    for piece in range(self.pieces):
                        self._add(
                            [self.atoms(one.fields, piece, group) for group in mine.get(value, ())], 0, 0,
                            [self.atoms(other.fields, piece, group) for group in theirs.get(value, ())],
                        )  # fmt: skip

    def _told_apart(self) -> None:
        """Zones of two releases by keys whose records differ: that somebody is in one alone may be known."""
        keyed = [number for number, release in enumerate(self.releases) if release.by_keys]
        for at, one in enumerate(keyed):
            for other in keyed[at + 1 :]:
                pairs = self.kinds[:, [one, other]]
                for pair in np.unique(pairs[(pairs >= 0).all(axis=1)], axis=0):
                    here, there = (
                        self.counted(self.releases[release], np.flatnonzero(kind == zone), 0)
                        for release, kind, zone in zip((one, other), pairs.T, pair)
                    )
                    atoms = np.setxor1d(here, there)
                    if np.concatenate(self.truth)[atoms].any():
                        self._add(atoms, 1, SURE)

    def system(self, smallest: int) -> System:
        """What is published, as equations.

        A set that fewer than ``smallest`` records are in alone is taken as known to be empty wherever it is:
        of a few corrections everybody says that they are elsewhere.
        """
        most = np.zeros(self.size, dtype=np.int64)
        for (fields, release), truth in zip(self.families.items(), self.truth):
            start, groups = self.start[fields], len(release.groups)
            limit = np.repeat(self.people, groups)
            if release.by_set:
                limit[np.tile(_rare(release, smallest), self.pieces) & (truth == 0)] = 0
            most[start : start + self.pieces * groups] = limit
        truth = np.concatenate(self.truth)
        at = np.repeat(np.arange(len(self.rows)), [len(plus) + len(minus) for plus, minus in self.rows])
        column = np.concatenate([np.concatenate([plus, minus]) for plus, minus in self.rows])
        sign = np.concatenate([np.repeat([1, -1], [len(plus), len(minus)]) for plus, minus in self.rows])
        rows = sparse.csr_matrix((sign, (at, column.astype(np.int64))), (len(self.rows), self.size))
        return System(rows, np.array(self.low), np.array(self.high), np.maximum(most, truth), truth)

    def targets(self) -> tuple[sparse.csr_matrix | None, list[tuple[int | None, int, tuple[str, ...]]]]:
        """Withheld cells, and pieces that are no whole zone, as sums of unknowns; and where they lie."""
        sums: list[Array] = []
        places: list[tuple[int | None, int, tuple[str, ...]]] = []
        for number, release in enumerate(self.releases):
            members = _members(self.kinds[:, number], len(release.printed))
            for zone, column in zip(*np.nonzero(release.low < release.high)):
                sums.append(self.counted(release, members[zone], column))
                places.append((number, int(zone), release.values(int(np.argmax(release.columns == column)))))
        cut = self._cut_pieces()
        for fields, release in self.families.items():
            for piece in range(self.pieces) if release.by_set else cut:
                for group in range(len(release.groups)):
                    sums.append(self.atoms(fields, [piece], group))
                    places.append((None, int(piece), release.values(group)))
        if not sums:
            return None, []
        at = np.repeat(np.arange(len(sums)), [len(one) for one in sums])
        column = np.concatenate(sums).astype(np.int64)
        return sparse.csr_matrix(
            (np.ones(len(column), dtype=np.int64), (at, column)), (len(sums), self.size)
        ), places

    def _cut_pieces(self) -> Array:
        """Pieces that are a part of a zone, and no whole zone of any release."""
        whole = np.zeros(self.pieces, dtype=bool)
        for zone in self.kinds.T:
            whole |= (zone >= 0) & (np.bincount(zone[zone >= 0], minlength=max(zone.max(), 0) + 1)[zone] == 1)
        return np.flatnonzero(~whole)


def _summed(cases: Array, label: Array, count: int) -> Array:
    """Sums of rows by label, shape (count, groups); negative labels are left out."""
    sums = np.zeros((count, cases.shape[1]), dtype=np.int64)
    inside = label >= 0
    np.add.at(sums, label[inside], cases[inside])
    return sums


def _members(label: Array, count: int) -> list[Array]:
    order = np.argsort(label, kind="stable")
    order = order[label[order] >= 0]
    return np.split(order, np.searchsorted(label[order], np.arange(1, count)))


def _by_values(release: Release, shared: list[str]) -> dict[tuple[str, ...], list[int]]:
    """Groups by the values of some of the fields."""
    places = [release.fields.index(name) for name in shared]
    found: dict[tuple[str, ...], list[int]] = {}
    for group, values in enumerate(release.groups):
        found.setdefault(tuple(values[place] for place in places), []).append(group)
    return found


def _of_both(one: Release, other: Release, values: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Values that both tables count: where groups say which releases count them, sets that both do."""
    if not one.by_set:
        return values
    sets = {group[-1] for group in one.groups} & {group[-1] for group in other.groups}
    return {value for value in values if value[-1] in sets}


def _rare(release: Release, smallest: int) -> Array:
    """Groups of sets that fewer than so many records are in."""
    number = np.unique([group[-1] for group in release.groups], return_inverse=True)[1]
    return (np.bincount(number, release.cases.sum(axis=0)) < smallest)[number]


@dataclass(frozen=True)
class Change:
    """A small difference between two releases of overlapping records."""

    areas: Array
    """Areas that both count together."""
    group: tuple[str, ...]
    """Values of the fields."""
    before: int
    now: int
    """The two counts that are printed."""


def small_changes(old: Release, new: Release, smallest: int) -> list[Change]:
    """Places where two releases of overlapping records differ by few: those few are told.

    The zones of the two maps are joined until they cover the same areas; where all counts of such a place
    are printed in both, their difference is known.
    """
    if old.fields != new.fields:
        old, new = old.totals_only(), new.totals_only()
    place = _joined_places(old.zone, new.zone)
    columns = {tuple(values): at for at, values in enumerate(old.groups)}
    found = []
    for group, values in enumerate(new.groups):
        before = columns.get(tuple(values))
        now = _printed_sums(new, place, group)
        then = {} if before is None else _printed_sums(old, place, before)
        for code, count in now.items():
            earlier = then.get(code)
            if earlier is not None and 0 < abs(count - earlier) < smallest:
                found.append(Change(np.flatnonzero(place == code), tuple(values), earlier, count))
    return sorted(found, key=lambda change: (abs(change.now - change.before), len(change.areas)))


def _joined_places(one: Array, other: Array) -> Array:
    """Places that are whole zones in both maps: connected parts of the zones that overlap; -1 elsewhere."""
    first, second = int(one.max(initial=-1)) + 1, int(other.max(initial=-1)) + 1
    both = (one >= 0) & (other >= 0)
    label = connected(one[both], first + other[both], first + second)
    place = np.where(both, label[np.where(both, one, 0)], -1)
    outside = np.concatenate([label[one[(one >= 0) & ~both]], label[first + other[(other >= 0) & ~both]]])
    return np.where(np.isin(place, outside), -1, place)


def _printed_sums(release: Release, place: Array, group: int) -> dict[int, int]:
    """Sum of each place, where all its zones are printed exactly."""
    sums: dict[int, int] = {}
    unknown: set[int] = set()
    exact = release.printed[:, group] & (release.low[:, group] == release.high[:, group])
    first = np.unique(np.stack([release.zone, place], axis=1), axis=0)
    for zone, code in first[(first >= 0).all(axis=1)].tolist():
        sums[code] = sums.get(code, 0) + int(release.low[zone, group])
        if not exact[zone]:
            unknown.add(code)
    return {code: value for code, value in sums.items() if code not in unknown}

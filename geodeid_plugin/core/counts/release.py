# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts of records by zones and groups that are to be published: protected, and audited before they leave.

Who protects (:mod:`.protection`) and who audits (:mod:`.audit`) share no code; this module hands the table
from one to the other and refuses what the audit does not pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from ..base import identity
from ..base.arrays import Array, Bools, Floats, Ints, Objects
from ..base.errors import InfeasibleError, InputError, named
from .audit import Published, audit_crossed, audit_sums, noisy_ranges, refuse_exposed, rounded_values
from .gridding import Grid, GridCells
from .intervals import UNLIMITED, Ranges
from .protection.crossed import Crossed, suppress_crossed
from .protection.keyed import KeyedDraws, add_keyed_noise, record_keys, round_additively
from .protection.suppress import Beside, InNoZone, Rule, Sums, suppress, suppress_beside, with_rests
from .together.grids import GridCounts
from .together.joint import SURE, Release

RULES = ("suppress", "round", "cellkey", "dp")
CHANGING = ("round", "cellkey")
"""Rules that print counts other than the true ones."""
PURPOSE = "release of areas"
"""What the key draws here, so that a grid under the same key shares no number."""
_MOST_GROUPS = 60
"""Columns of counts by released fields; a table with more is read by nobody and hides nearly everything."""
_ATTEMPTS = 20
"""Roundings that are drawn for each unit until one passes the audit."""


@dataclass(frozen=True)
class Protection:
    """How counts are to be protected."""

    rule: str
    """One of :data:`RULES`."""
    smallest: int
    values: int
    """Smallest count shown (1: all), and fewest possible values of a hidden one."""
    key: bytes
    """Secret of the coin, the rounding and the noise."""
    own_key: bool = False
    """Whether the key is kept, so that another release hides and changes the same."""
    base: int = 1
    """What counts are rounded to, by the rule round."""
    by_unit: bool = False
    by_zone: bool = False
    """Whether the totals of boundary units are known to others; whether those of zones are printed beside
    counts by groups."""
    fields: tuple[str, ...] = ()
    """Released fields whose totals are known to others."""

    @property
    def bounds(self) -> Rule:
        """What is protected and how well."""
        return Rule(self.smallest, self.values)

    @property
    def draws(self) -> KeyedDraws:
        """What the key draws."""
        return KeyedDraws(self.key, PURPOSE)


@dataclass(frozen=True)
class Zoning:
    """Areas and the zones that they are merged into."""

    zone: Ints
    """Shape (n,). Zone of each area, -1 for none."""
    people: Floats
    """Shape (n,). People of each area."""
    codes: Objects
    """Shape (c,). Code of each zone, ``unit-number`` where zones lie in boundary units."""
    unit: Objects
    """Shape (n,). Boundary unit of each area where the totals of units are known to others, else empty."""

    @property
    def zone_people(self) -> Array:
        """People of each zone, shape (c,)."""
        inside = self.zone >= 0
        return np.bincount(self.zone[inside], self.people[inside], len(self.codes))

    def held_back(self, area: Ints, values: Sequence[tuple[object, ...]]) -> InNoZone:
        """Records that lie in no zone, by their area (-1 for none) and the values of the released fields."""
        people: Counter[str] = Counter()
        for at in np.flatnonzero(self.zone < 0):
            people[self.unit[at]] += int(self.people[at])
        return InNoZone([self.unit[at] if at >= 0 else "" for at in area], values, area >= 0, dict(people))


@dataclass(frozen=True)
class Records:
    """The records that lie in zones."""

    zone: Ints
    group: Ints
    """Shape (s,). Zone and group of each."""
    fields: tuple[str, ...]
    """Released fields that make the groups."""
    groups: Sequence[tuple[object, ...]]
    """Values of the fields in each group; one empty tuple without fields."""
    patients: Sequence[str] = ()
    """Whose record each is; empty where that is not known."""

    def label(self, group: int) -> tuple[object, ...]:
        """Values of a group, for the key."""
        return by_name(self.fields, self.groups[group])


def by_name(fields: Sequence[str], values: Sequence[object]) -> tuple[object, ...]:
    """Values in the order of their fields' names: a key draws alike in whatever order fields are given."""
    return tuple(value for _name, value in sorted(zip(fields, values), key=lambda pair: pair[0]))


@dataclass(frozen=True)
class Withheld:
    """What an earlier release of the same records withheld."""

    cells: Bools
    """Shape (c, groups). Counts."""
    totals: Bools
    """Shape (c, 1). Totals of zones."""


@dataclass(frozen=True)
class Cells:
    """Counts of records by zone and group; an entry a cell."""

    zone: Ints
    group: Ints
    counts: Ints
    """Shape (k,). Zone, group and records of each."""
    ceiling: Ints
    """Shape (k,). No cell can hold more, as everybody knows: the people of its zone."""
    total: Ints
    """Shape (k,). Total that each is part of, from 0."""
    totals: Sequence[tuple[str, Hashable]]
    """Boundary unit and kind of each total."""
    kinds: Sequence[Hashable]
    """What the totals of each group are known by: the group itself, or some of its values."""

    @property
    def units(self) -> list[str]:
        """Boundary unit of each total."""
        return [unit for unit, _kind in self.totals]

    def by_zone(self, values: Array) -> Array:
        """Values of all zones by all groups, as a table; for tables that list every cell."""
        return values.reshape(-1, len(self.kinds))


@dataclass(frozen=True)
class Rests:
    """Few records of areas in no zone: each sum of them is one more withheld count in a known total."""

    total: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    records: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    people: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """Shape (r,). The total, how many they are, and among how many people."""
    by_unit: dict[str, Array] = field(default_factory=dict)
    """The same by boundary unit: the total for each group, -1 where they are not few."""


@dataclass(frozen=True)
class Protected:
    """A table of counts, protected and audited; arrays have one entry a cell."""

    cells: Cells
    """The true counts."""
    printed: Ints
    """What is printed of them; -1 where a count is withheld."""
    ranges: Ranges
    """What an outsider can compute of each."""
    bounds: Ranges
    """What is printed of each by itself."""
    known: Bools
    """Shape (u,). Whether each total is known; nobody may publish the others."""
    zeros: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    """Units whose zeros are withheld, and units that are withheld whole with their totals."""
    total_hidden: Bools | None = None
    """Shape (c,), or None. Which totals of zones are withheld, where they are printed beside counts by
    groups."""
    rests: Rests = field(default_factory=Rests)
    """Records in no zone that known totals hide."""

    @property
    def counts(self) -> Ints:
        """The true counts."""
        return self.cells.counts

    @property
    def withheld(self) -> Bools:
        """Cells whose count is withheld."""
        return self.printed < 0

    @property
    def least(self) -> Array:
        """Records that are surely in each cell, by what is printed: of a changed count as many as it says."""
        return np.maximum(self.ranges.low, self.printed)

    @property
    def records_hidden(self) -> int:
        """Records in withheld cells."""
        return int(self.counts[self.withheld].sum())

    @property
    def zone_totals(self) -> list[int | None]:
        """What is printed of each zone as a whole: None where a count of it is withheld."""
        if self.total_hidden is not None:
            totals = self.cells.by_zone(self.counts).sum(axis=1)
            return [None if gone else int(total) for gone, total in zip(self.total_hidden, totals)]
        table = self.cells.by_zone(self.printed)
        return [None if (row < 0).any() else int(row.sum()) for row in table]

    @property
    def group_counts(self) -> list[list[int | None]]:
        """What is printed of each group, by zone."""
        columns = self.cells.by_zone(self.printed).T.tolist()
        return [[None if value < 0 else value for value in column] for column in columns]

    def holds_back(self, records: Records) -> Bools:
        """Which records lie in a cell whose count is withheld, shape (s,)."""
        groups = len(self.cells.kinds)
        place = self.cells.zone * groups + self.cells.group
        return np.isin(records.zone * groups + records.group, place[self.withheld])


def has_units(codes: Objects) -> bool:
    """Whether zones lie in boundary units, by their codes."""
    return any("-" in str(code) for code in codes)


def refuse_many_groups(groups: int) -> None:
    """Refuse a table with more columns of counts than anybody reads."""
    if groups > _MOST_GROUPS:
        raise InputError(
            "count.groups.too_many",
            "The released fields make {count} groups, too many columns of counts. Release fewer "
            "fields, or classes of values (at most {most} groups).",
            count=groups,
            most=_MOST_GROUPS,
        )


def protect_counts(
    zoning: Zoning, records: Records, protection: Protection, held: InNoZone, before: Withheld | None = None
) -> Protected:
    """Protect a printed table of every zone with every group.

    Parameters
    ----------
    zoning : Zoning
        The zones.
    records : Records
        What is counted.
    protection : Protection
        How it is protected.
    held : InNoZone
        Records that are held back because their area is in no zone: a small number of them is the difference
        of a known total and the table.
    before : Withheld or None
        What an earlier release withheld stays withheld.

    Raises
    ------
    InputError
        If there are too many groups for a table.
    InfeasibleError
        If nothing that the rule could do protects the small counts.
    AuditError
        If the audit finds a count that keeps fewer values than promised.
    """
    groups = len(records.groups)
    refuse_many_groups(groups)
    place = records.zone * groups + records.group
    counts = np.bincount(place, minlength=len(zoning.codes) * groups).astype(np.int64)
    cells = _cells(zoning, np.arange(len(counts)), counts, range(groups), protection)
    if protection.smallest == 1:
        return _untouched(cells)
    group_of = {values: at for at, values in enumerate(records.groups)}
    beside = held.beside(cells.totals, lambda values: group_of.get(values, -1), not protection.by_unit)
    crossed = protection.by_zone and groups > 1
    if protection.rule != "suppress" or crossed:
        _refuse_rests(beside, protection)
    if protection.rule != "suppress":
        return _changed(cells, zoning, records, protection)
    if crossed:
        return _crossed(cells, zoning, protection, before)
    labels = [f"{zoning.codes[zone]}|{group}" for zone, group in zip(cells.zone, cells.group)]
    taken = None if before is None else before.cells.ravel()
    return _suppressed(cells, Listing(labels, before=taken), protection, beside)


def protect_rows(
    zoning: Zoning, records: Records, protection: Protection, held: InNoZone, before: Withheld | None = None
) -> Protected:
    """Protect the counts that a release of rows shows: cells without a row are not listed.

    The parameters and errors are those of :func:`protect_counts`.
    """
    groups = len(records.groups)
    place, counts = np.unique(records.zone * groups + records.group, return_counts=True)
    known = [records.fields.index(name) for name in protection.fields]

    def kind(values: tuple[object, ...]) -> tuple[object, ...]:
        return tuple(values[at] for at in known)

    cells = _cells(zoning, place, counts, [kind(values) for values in records.groups], protection)
    if protection.smallest == 1:
        return _untouched(cells)
    zones_in, groups_of = Counter(_units(zoning, protection)), Counter(cells.kinds)
    spare = np.array([zones_in[unit] * groups_of[kind_] for unit, kind_ in cells.totals])
    labels = [f"{zoning.codes[zone]}|{records.label(group)}" for zone, group in zip(cells.zone, cells.group)]
    taken = None if before is None else before.cells[cells.zone, cells.group]
    listing = Listing(labels, spare - np.bincount(cells.total), taken)
    return _suppressed(cells, listing, protection, held.beside(cells.totals, kind, not protection.by_unit))


@dataclass(frozen=True)
class ProtectedGrid:
    """Counts by the cells that hold a record, an entry each."""

    grid: Grid
    """The grid."""
    cells: GridCells
    """Its cells with their true counts."""
    printed: Ints
    """What is printed of each; -1 where a count is withheld."""
    ranges: Ranges
    """What an outsider can compute of each."""
    bounds: GridCounts
    """The same table as releases are compared: each count with what is printed of it by itself."""

    @property
    def counts(self) -> Array:
        """True counts."""
        return self.cells.count

    @property
    def hidden(self) -> Bools:
        """Cells whose count is withheld."""
        return self.printed < 0


def protect_grid(
    grid: Grid,
    cells: GridCells,
    protection: Protection,
    withheld_before: Callable[[GridCounts], Bools | None],
) -> ProtectedGrid:
    """Withhold small counts, and further ones, so that the total of all tells none of them.

    Parameters
    ----------
    grid : Grid
        The grid.
    cells : Cells
        Its cells that hold a record: the others are known to be empty.
    protection : Protection
        Smallest count shown, values of a withheld one, and the key.
    withheld_before : callable
        Which of these cells an earlier release withheld, shape (c,); None for no release.

    Raises
    ------
    InfeasibleError
        If nothing that could be withheld protects the small counts.
    AuditError
        If the audit finds a count that keeps fewer values than promised.
    """
    n, total = len(cells.count), int(cells.count.sum())
    least, ceiling = grid.fewest(cells), np.full(n, UNLIMITED)
    shown = GridCounts(
        shape=grid.shape,
        size_m=grid.size_m,
        level=cells.level,
        column=cells.column,
        row=cells.row,
        counts=cells.count,
        withheld=np.zeros(n, dtype=bool),
        low=cells.count,
        high=cells.count,
    )
    unit = np.zeros(n, dtype=np.int64)
    table = Sums(cells.count, ceiling, list(cells.codes), unit, [""], None, withheld_before(shown), least)
    # Cells without a record are not listed, so that no zero can be withheld beside the small counts.
    rule = Rule(protection.smallest, protection.values, unit_chance=0.0)
    mask = suppress(table, rule, KeyedDraws(protection.key, "release of a grid"))
    printed = np.where(mask.hidden, -1, cells.count)
    doubtful = mask.hidden & (least < protection.smallest)
    if doubtful.sum() == 1:  # something is withheld, so that a count is small: it can only be this one
        ceiling[doubtful] = protection.smallest - 1
    known = np.array([-1 if mask.total[0] else total])
    ranges = audit_sums(Published(printed, ceiling, unit, known, total, mask.zeros, floor=least))
    refuse_exposed(ranges, mask.hidden, protection.values)
    bounds = replace(
        shown,
        withheld=mask.hidden,
        low=np.where(mask.hidden, least, cells.count),
        high=np.where(mask.hidden, ceiling, cells.count),
    )
    return ProtectedGrid(grid, cells, printed, ranges, bounds)


@dataclass(frozen=True)
class Listing:
    """How the cells are named and listed."""

    labels: Sequence[str]
    """Shape (k,). Name of each cell, for the key."""
    spare: Array | None = None
    """Shape (u,), or None. Empty cells of each total that are not listed; None where every cell is."""
    before: Bools | None = None
    """Shape (k,), or None. Cells that an earlier release withheld."""


def _cells(
    zoning: Zoning, place: Ints, counts: Ints, kinds: Sequence[Hashable], protection: Protection
) -> Cells:
    """Cells by their place, zone by zone and group by group."""
    zone, group = np.divmod(place, len(kinds))
    units = _units(zoning, protection)
    total, totals = _coded([(units[row], kinds[column]) for row, column in zip(zone, group)])
    ceiling = np.maximum(np.floor(zoning.zone_people).astype(np.int64)[zone], counts)
    return Cells(zone, group, counts, ceiling, total, totals, kinds)


def _units(zoning: Zoning, protection: Protection) -> list[str]:
    """Boundary unit of each zone, as its code says; one for all where unit totals are not known."""
    return [str(code).rpartition("-")[0] if protection.by_unit else "" for code in zoning.codes]


_Value = TypeVar("_Value", bound=Hashable)


def _coded(values: Sequence[_Value]) -> tuple[Array, list[_Value]]:
    """Code of each value, and the values in the order of their first appearance."""
    known = {value: code for code, value in enumerate(dict.fromkeys(values))}
    return np.array([known[value] for value in values], dtype=np.int64), list(known)


def _untouched(cells: Cells) -> Protected:
    """Every count is printed, so that no total need be known to have it."""
    exact = Ranges(cells.counts, cells.counts)
    return Protected(cells, cells.counts.copy(), exact, exact, np.zeros(len(cells.totals), dtype=bool))


def _refuse_rests(beside: Beside, protection: Protection) -> None:
    """Counts that are changed or printed with totals hide no records that are in none of them."""
    if beside.small(protection.smallest):
        raise InfeasibleError(
            "count.outside.subtractable",
            "Fewer than {smallest} records lie in areas without a zone, and known totals less these "
            "counts could tell how many. Use the rule suppress without zones in TOTALS; or join their "
            "units to others; or leave these records out of the layer and of every printed number.",
            smallest=protection.smallest,
        )


def _suppressed(cells: Cells, listing: Listing, protection: Protection, beside: Beside) -> Protected:
    """Small counts withheld, with further ones, so that known totals tell none of them."""
    n = len(cells.counts)
    table = with_rests(
        Sums(
            cells.counts, cells.ceiling, listing.labels, cells.total, cells.units, listing.spare,
            listing.before,
        ),
        beside,
        protection.smallest,
    )  # fmt: skip
    kind, _kinds = _coded([kind for _unit, kind in cells.totals])
    mask = suppress_beside(table, protection.bounds, protection.draws, kind[table.unit], beside.everywhere, n)
    sums = np.bincount(table.unit, table.counts, len(cells.totals)).astype(np.int64)
    ranges = audit_sums(
        Published(
            counts=np.where(mask.hidden, -1, table.counts),
            ceiling=table.ceiling,
            unit=table.unit,
            totals=np.where(mask.total, -1, sums),
            overall=int(table.counts.sum()),
            zeros_hidden=mask.zeros,
            more_cells=None if table.spare is None else table.spare > 0,
        )
    )
    refuse_exposed(ranges, mask.hidden, protection.values)
    used = np.bincount(table.unit, mask.hidden, len(sums)) > 0
    units, hidden = np.array(cells.units, dtype=object), mask.hidden[:n]
    low = np.where(mask.zeros[cells.total], 0, 1)
    return Protected(
        cells=cells,
        printed=np.where(hidden, -1, cells.counts),
        ranges=Ranges(ranges.low[:n], ranges.high[:n]),
        bounds=Ranges(np.where(hidden, low, cells.counts), np.where(hidden, cells.ceiling, cells.counts)),
        known=~mask.total,
        zeros=tuple(dict.fromkeys(units[mask.zeros & used & ~mask.total])) if listing.spare is None else (),
        whole=tuple(dict.fromkeys(units[mask.total])),
        rests=_rests(cells, table.unit[n:], table.counts[n:], table.ceiling[n:]),
    )


def _rests(cells: Cells, total: Ints, records: Ints, people: Ints) -> Rests:
    hidden = {cells.totals[at]: int(at) for at in total}
    by_unit = {
        unit: np.array([hidden.get((unit, kind), -1) for kind in cells.kinds]) for unit, _kind in hidden
    }
    return Rests(total, records, people, by_unit)


def _crossed(cells: Cells, zoning: Zoning, protection: Protection, before: Withheld | None) -> Protected:
    """Counts whose sums are known by zone and by group, protected and audited unit by unit."""
    counts, ceiling = cells.by_zone(cells.counts), cells.by_zone(cells.ceiling)
    n, groups = counts.shape
    hidden, low, high = np.zeros((n, groups + 1), dtype=bool), counts.copy(), counts.copy()
    unit, units = _coded(_units(zoning, protection))
    taken = None if before is None else np.concatenate([before.cells, before.totals], axis=1)
    for code in range(len(units)):
        rows = np.flatnonzero(unit == code)
        most = ceiling[rows].max(axis=1)
        part = Crossed(
            counts[rows],
            most,
            [str(zoning.codes[row]) for row in rows],
            None if taken is None else taken[rows],
        )
        hidden[rows] = suppress_crossed(part, protection.bounds, protection.draws)
        audited = audit_crossed(counts[rows], hidden[rows], most, protection.values)
        low[rows], high[rows] = audited.low, audited.high
    gone = hidden[:, :-1].ravel()
    return Protected(
        cells=cells,
        printed=np.where(gone, -1, cells.counts),
        ranges=Ranges(low.ravel(), high.ravel()),
        bounds=Ranges(np.where(gone, 1, cells.counts), np.where(gone, cells.ceiling, cells.counts)),
        known=np.ones(len(cells.totals), dtype=bool),
        total_hidden=hidden[:, -1],
    )


def _changed(cells: Cells, zoning: Zoning, records: Records, protection: Protection) -> Protected:
    """Counts that are rounded or changed by noise, refused where one that may be small is told."""
    totals = np.bincount(cells.total, cells.counts, len(cells.totals)).astype(np.int64)
    if protection.rule == "round":
        printed, ranges, values = _rounded(cells, totals, protection)
    else:
        spread, keys = protection.values - 1, record_keys(protection.key, records.patients)
        printed = add_keyed_noise(cells.counts, keys, records.zone, spread, protection.draws)
        ranges = noisy_ranges(printed, cells.total, totals, int(cells.counts.sum()), spread)
        values = ranges.values
    narrow = _narrow(ranges, values, protection)
    if narrow.any():
        raise InfeasibleError(
            "count.changed.narrowed",
            "{count} counts could be narrowed to fewer than {values} values though they are "
            "changed, among them zone {codes}: known totals tell too much. Use larger units or the "
            "rule suppress, or TOTALS = overall where the totals of units are published nowhere.",
            count=int(narrow.sum()),
            values=protection.values,
            codes=named(np.unique(zoning.codes[cells.zone[narrow]])),
        )
    return Protected(cells, printed, ranges, ranges, np.ones(len(cells.totals), dtype=bool))


def _narrow(ranges: Ranges, values: Ints, protection: Protection) -> Bools:
    """Counts that may be small and have too few possible values."""
    return (values < protection.values) & (ranges.low < protection.smallest) & (ranges.high > 0)


def _rounded(cells: Cells, totals: Ints, protection: Protection) -> tuple[Array, Ranges, Array]:
    """Rounded counts, what they can be, and how many values; the first draw of each unit that passes."""
    printed, unit = np.zeros(len(cells.counts), dtype=np.int64), cells.total
    open_ = np.ones(len(totals), dtype=bool)
    for attempt in range(_ATTEMPTS):
        fresh = round_additively(cells.counts, unit, protection.base, cells.units, protection.draws, attempt)
        printed = np.where(open_[unit], fresh, printed)
        ranges, values = rounded_values(printed, unit, totals, protection.base)
        open_ = np.bincount(unit, _narrow(ranges, values, protection), len(totals)) > 0
        if not open_.any():
            break
    return printed, ranges, values


def as_releases(zoning: Zoning, records: Records, protected: Protected, cases: Ints) -> list[Release]:
    """What will be published, for the comparison with earlier releases: counts, and totals beside them.

    Parameters
    ----------
    zoning : Zoning
        The zones.
    records : Records
        What is counted.
    protected : Protected
        The protected table.
    cases : ndarray of int, shape (n, groups)
        True counts by area and group, those of areas in no zone too.
    """
    cells, shape = protected.cells, (len(zoning.codes), len(records.groups))
    unlisted = len(protected.known)  # because nobody has them: part of no known total, which leaves more open

    def filled(values: Array, rest: int) -> Array:
        table = np.full(shape, rest)
        table[cells.zone, cells.group] = values
        return table

    counted = Release(
        zone=zoning.zone,
        fields=records.fields,
        groups=[tuple(identity.canonical(one) for one in values) for values in records.groups],
        cases=cases,
        printed=filled(~protected.withheld, 0) > 0,
        low=filled(protected.bounds.low, 0),
        high=np.minimum(filled(protected.bounds.high, SURE), SURE),
        unit=filled(cells.total, unlisted),
        known=np.append(protected.known, False),
        codes=list(zoning.codes),
    )
    for unit, totals in protected.rests.by_unit.items():
        counted = _with_rest(counted, zoning, unit, totals)
    if protected.total_hidden is None:
        return [counted]
    gone, sums = protected.total_hidden[:, None], counted.counts.sum(axis=1, keepdims=True)
    beside = Release(
        zone=zoning.zone,
        fields=(),
        groups=[()],
        cases=cases.sum(axis=1, keepdims=True),
        printed=~gone,
        low=np.where(gone, 1, sums),
        high=np.where(gone, SURE, sums),
        unit=np.zeros_like(sums),
        known=np.array([False]),
        codes=zoning.codes,
    )
    return [counted, beside]


def _with_rest(release: Release, zoning: Zoning, unit: str, totals: Ints) -> Release:
    """The release with the areas of a unit that are in no zone as one more zone, withheld where it is few."""
    own = (zoning.zone < 0) & ((zoning.unit == unit) | (not unit))
    sums, few = release.cases[own].sum(axis=0), totals >= 0
    return replace(
        release,
        zone=np.where(own, len(release.printed), release.zone),
        printed=np.vstack([release.printed, ~few]),
        low=np.vstack([release.low, np.where(few, 0, sums)]),
        high=np.vstack([release.high, np.where(few, SURE, sums)]),
        unit=np.vstack([release.unit, np.where(few, totals, len(release.known) - 1)]),
        codes=[*release.codes, f"{unit}-"],
    )

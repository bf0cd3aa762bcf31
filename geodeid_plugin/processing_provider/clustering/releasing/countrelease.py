# SPDX-License-Identifier: GPL-2.0-or-later
"""How the counts of a release are protected: what is asked for, the table, what is hidden, the audit."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, replace
from dataclasses import field as field_of

import numpy as np
from qgis.core import (
    QgsProcessingParameterFile,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
)

from ....core.base import identity
from ....core.base.errors import InfeasibleError, InputError, named
from ....core.counts.audit import (
    Published,
    audit_crossed,
    audit_sums,
    controlled_ranges,
    noisy_ranges,
    refuse_exposed,
    rounded_values,
)
from ....core.counts.intervals import Ranges
from ....core.counts.protection.beside import Beside, Held, suppress_beside, with_rests
from ....core.counts.protection.controlled import round_controlled
from ....core.counts.protection.crossed import Crossed, suppress_crossed
from ....core.counts.protection.keyed import KeyedDraws
from ....core.counts.protection.rounding import add_keyed_noise, record_keys, round_additively
from ....core.counts.protection.suppress import Rule, Sums
from ....core.counts.together.joint import SURE, Release
from ....core.counts.zoning.merging import merge_small
from ....core.geometry.adjacency import shared_sides
from ....i18n import tr
from ....report.numbers import fill
from ...framework.ledger import store
from ...framework.parameters import choice, field
from ...io.who.patients import patients_of

RULES = ("suppress", "merge", "round", "cellkey", "controlled")
CHANGING = ("round", "cellkey", "controlled")
"""Rules that print counts other than the true ones."""
_MOST_GROUPS = 60
"""Columns of counts by kept fields; a table with more is read by nobody and hides nearly everything."""
_THIN = 20
"""Records a zone below which nearly everything is hidden (measured: docs/algorithms/releaseareas.md)."""
_ROUND_STEP = 5
"""A base that nobody chose is a multiple of five, which people read as rounded."""
_ATTEMPTS = 20
"""Roundings that are drawn for each unit until one passes the audit."""
_TOLERANCE_M = 0.1
"""Borders closer than this are the same border, as “Merge areas into safe zones” takes them by default."""


@dataclass(frozen=True)
class Demand:
    """What was asked for.

    Attributes
    ----------
    rule : str
        One of :data:`RULES`.
    smallest, values : int
        Smallest count shown (1: all), and fewest possible values of a hidden one.
    by_unit : bool
        Whether the totals of the boundary units are known to others.
    by_zone : bool
        Whether the totals of the zones are printed beside counts by groups.
    fields : tuple of str
        Kept fields whose totals are known to others.
    key : bytes
        Secret of the coin, the rounding and the noise.
    own_key : bool
        Whether the user gave the key, so that the mask can be repeated.
    base : int
        What counts are rounded to.
    before : ndarray of bool or None, shape (zones, groups)
        Counts that an earlier release of the same records withheld.
    totals_before : ndarray of bool or None, shape (zones, 1)
        Totals of zones that one withheld.
    """

    rule: str
    smallest: int
    values: int
    by_unit: bool
    fields: tuple
    key: bytes
    own_key: bool
    base: int
    before: np.ndarray | None = None
    by_zone: bool = False
    totals_before: np.ndarray | None = None


@dataclass(frozen=True)
class Rest:
    """Records in no zone that known totals hide: the total of each, how many, and among how many people."""

    unit: np.ndarray
    records: np.ndarray
    people: np.ndarray


_NO_REST = Rest(*(np.zeros(0, dtype=np.int64),) * 3)


@dataclass(frozen=True)
class Protected:
    """A table of counts by zone and group, protected and audited; arrays have one entry a cell.

    Attributes
    ----------
    zone, group : ndarray of int
        Zone and group of each cell.
    counts, printed : ndarray of int
        True counts, and what is printed of them; -1 where a count is withheld.
    ranges : Ranges
        What an outsider can compute of each.
    zeros, totals : tuple of str
        Units whose zeros are withheld, and units that are withheld whole, so that their totals must not
        be published either.
    codes, joined : ndarray
        Codes of the zones of the release, and the zone of the release of each zone that was given.
    names : tuple of str
        Field of each group's counts, for a table with groups; for rows, the values of the group.
    total_hidden : ndarray of bool or None
        Which totals of zones are withheld, where they are printed beside counts by groups.
    bounds : Ranges or None
        What is printed of each cell by itself; None where all are printed as they are.
    unit : ndarray of int or None
        Known total that each cell is part of; None where only the total of all is known.
    known : tuple of bool
        Whether the total of each unit is known.
    total_ranges : Ranges or None
        What the totals of zones can be, where they are printed rounded beside rounded counts by groups.
    rests : dict
        By boundary unit whose records in no zone are few: the known total that they are part of, for each
        group; -1 where they are not few.
    rest : Rest
        These few records, by the total that they are hidden in.
    """

    zone: np.ndarray
    group: np.ndarray
    counts: np.ndarray
    printed: np.ndarray
    ranges: Ranges
    zeros: tuple
    totals: tuple
    codes: np.ndarray
    joined: np.ndarray
    names: tuple = ()
    total_hidden: np.ndarray | None = None
    bounds: Ranges | None = None
    unit: np.ndarray | None = None
    known: tuple = (False,)
    total_ranges: Ranges | None = None
    rests: dict = field_of(default_factory=dict)
    rest: Rest = _NO_REST

    @property
    def withheld(self) -> np.ndarray:
        """Cells whose count is withheld."""
        return self.printed < 0

    @property
    def least(self) -> np.ndarray:
        """Records that are surely in each cell, by what is printed: of a changed count as many as it says."""
        return np.maximum(self.ranges.low, self.printed)

    @property
    def groups(self) -> int:
        """Number of groups."""
        return int(self.group.max(initial=0)) + 1

    @property
    def zone_totals(self) -> list:
        """What is printed of each zone as a whole: None where a count of it is withheld."""
        if self.total_hidden is not None:
            totals = self.counts.reshape(len(self.codes), -1).sum(axis=1)
            return [None if gone else int(total) for gone, total in zip(self.total_hidden, totals)]
        printed = self.printed.reshape(len(self.codes), -1)
        return [None if (row < 0).any() else int(row.sum()) for row in printed]

    @property
    def group_columns(self) -> list:
        """Name and printed counts of each group, where there are several."""
        if not self.names:
            return []
        printed = self.printed.reshape(len(self.codes), -1).T
        return [
            (name, [None if value < 0 else int(value) for value in column])
            for name, column in zip(self.names, printed)
        ]

    @property
    def records_hidden(self) -> int:
        """Records in withheld cells."""
        return int(self.counts[self.withheld].sum())


def add_protection(algorithm) -> None:
    """Add TOTALS, PROTECTION, RELEASE_RULE and what they need."""
    number = QgsProcessingParameterNumber
    algorithm.add(
        QgsProcessingParameterString("TOTALS", tr("Totals that others know"), "boundary", optional=True),
        tr(
            "Totals that are printed beside the release or known from elsewhere, separated by semicolons: "
            "none, overall, boundary, zones, or names of released fields. The total of all records is always "
            "taken as known. boundary: that of each boundary unit, which health departments print. zones: "
            "that of each cluster beside its counts by released fields; it is printed."
        ),
        advanced=True,
    )
    algorithm.add(
        number("PROTECTION", tr("Possible values of a hidden count"), number.Type.Integer, optional=True,
               minValue=2),
        tr(
            "Whatever others compute, at least this many values remain possible for each withheld count. "
            "Empty: as many as the smallest count shown."
        ),
        advanced=True,
    )  # fmt: skip
    algorithm.add(
        choice("RELEASE_RULE", tr("Rule for small counts"), RULES, "suppress"),
        tr(
            "suppress: small counts are withheld, with further ones where totals would tell them. "
            "For the form dissolved also: merge, which joins clusters with small counts to a "
            "neighbour; round, random rounding of all counts that keeps totals near; cellkey, noise "
            "by keys of the records; controlled, random rounding of counts by released fields, too, that "
            "add up to rounded totals of clusters and of fields."
        ),
        advanced=True,
    )
    algorithm.add(
        number("ROUNDING_BASE", tr("Base of the rounding"), number.Type.Integer, optional=True, minValue=2),
        tr(
            "For the rules round and controlled: counts become multiples of it. Empty: the least that "
            "protects, rounded up to 5."
        ),
        advanced=True,
    )
    algorithm.add(
        field("RECORD_ID", tr("Patient identifier"), "RECORDS", optional=True),
        tr(
            "Field that identifies a patient, the same in every release: counts of fewer patients than the "
            "smallest count shown then give them away, however many records they hold. The rule cellkey "
            "needs it. It is not released."
        ),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterFile("MASK_KEY", tr("Key of the mask"), optional=True),
        tr(
            "Key file as “Release ledger” makes it. The same key hides the same counts at every run; "
            "two releases of the same records under two keys show each other's hidden counts. Empty: a new "
            "key that is forgotten. Never release it."
        ),
        advanced=True,
    )


def read_demand(run, form: str, smallest: int) -> Demand:
    """What was asked for, checked."""
    rule, kept = run.choice("RELEASE_RULE"), run.fields("KEEP_FIELDS")
    if form != "dissolved" and rule != "suppress":
        raise InputError(
            tr(
                "The rule {rule} changes counts, which only the form dissolved prints. Choose suppress."
            ).format(rule=rule)
        )
    if rule not in ("suppress", "controlled") and kept:
        raise InputError(
            tr("The rule {rule} knows no counts by fields. Choose suppress or controlled.").format(rule=rule)
        )
    if rule != "suppress" and smallest == 1:
        raise InputError(
            tr(
                "With SMALL_CELL = 1 every count may be shown, so the rule {rule} would change none. Choose "
                "suppress, or the smallest count that may be shown."
            ).format(rule=rule)
        )
    if rule == "cellkey" and not run.field("RECORD_ID"):
        raise InputError(tr("The rule cellkey needs RECORD_ID, the field that identifies a patient."))
    names = [name.strip() for name in (run.text("TOTALS") or "").split(";") if name.strip()]
    fields = tuple(name for name in names if name not in ("none", "overall", "boundary", "zones"))
    by_zone = "zones" in names
    if by_zone and (form != "dissolved" or rule != "suppress" or not kept):
        raise InputError(
            tr(
                "zones in TOTALS goes with the form dissolved, the rule suppress and KEEP_FIELDS: totals of "
                "clusters beside their counts by fields. Leave it out."
            )
        )
    unknown = [name for name in fields if name not in kept]
    if unknown:
        raise InputError(
            tr(
                "{names} in TOTALS is no released field: write none, overall, boundary, zones or released "
                "fields."
            ).format(names=named(unknown))
        )  # fmt: skip
    values = run.integer("PROTECTION") or max(smallest, 2)
    base = run.integer("ROUNDING_BASE") or -(-values // _ROUND_STEP) * _ROUND_STEP
    key, own = read_key(run)
    return Demand(rule, smallest, values, "boundary" in names, fields, key, own, base, None, by_zone)


def read_key(run) -> tuple[bytes, bool]:
    """The key of MASK_KEY, or a new one, and whether the user gave it."""
    if run.seeded:
        return f"seed {run.integer('SEED')}".encode(), False
    path = run.file("MASK_KEY")
    if path is None:
        return secrets.token_bytes(32), False
    return store.read_key(path), True


@dataclass(frozen=True)
class Records:
    """What is counted: zone and group of each record, the values of each group, and the patients."""

    zone: np.ndarray
    group: np.ndarray
    values: list
    patients: list


def read_records(run, table, rows, zone) -> Records:
    """Zone and group of the records of some rows, the groups by the fields that are released."""
    name = run.field("RECORD_ID")
    if name and name in run.fields("KEEP_FIELDS"):
        raise InputError(tr("The field “{field}” names patients and cannot be released.").format(field=name))
    group, values = _groups(table, rows, run.fields("KEEP_FIELDS"))
    return Records(zone, group, values, patients_of(run, table, rows))


def _groups(table, rows, fields) -> tuple[np.ndarray, list]:
    """Group of each record by the values of some fields, and the values of each group."""
    if not fields:
        return np.zeros(len(rows), dtype=np.int64), [()]
    columns = [table.column(name) for name in fields]
    values = [tuple(column[row] for column in columns) for row in rows]
    found = sorted(set(values), key=lambda value: _sortable(_by_name(value, fields)))
    known = {value: code for code, value in enumerate(found)}
    return np.array([known[value] for value in values], dtype=np.int64), list(known)


def _by_name(values: tuple, fields) -> tuple:
    """Values in the order of their fields' names: a key draws alike in whatever order fields are given."""
    return tuple(value for _name, value in sorted(zip(fields, values), key=lambda pair: pair[0]))


def _sortable(values: tuple) -> tuple:
    return tuple((value is None, str(type(value)), value if value is not None else 0) for value in values)


def protect_counts(zones, demand: Demand, records: Records, held: Held) -> Protected:
    """The printed table of the form dissolved: every zone with every group.

    Parameters
    ----------
    zones : Zones
        The clustered layer.
    demand : Demand
        What was asked for.
    records : Records
        What is counted.
    held : Held
        Records that are held back because their area is in no zone: a small number of them is the
        difference of a known total and the table.
    """
    protected = _protected(zones, demand, records, held)
    names = _field_names(records.values) if len(records.values) > 1 or records.values[0] else ()
    return replace(protected, names=names)


def _field_names(values: list) -> tuple:
    """A field name for each group: its values, or numbers where those would not be distinct."""
    names = ["n_" + "_".join(re.sub(r"\W+", "_", str(one)) for one in value)[:50] for value in values]
    if len({name.lower() for name in names}) < len(names):
        names = [f"n_{at + 1}_{name[2:]}" for at, name in enumerate(names)]
    return tuple(names)


def _protected(zones, demand: Demand, records: Records, held: Held) -> Protected:
    cluster, group, groups = records.zone, records.group, len(records.values)
    if groups > _MOST_GROUPS:
        raise InputError(
            tr(
                "The released fields make {count} groups, too many columns of counts. Release fewer "
                "fields, or classes of values (at most {most} groups)."
            ).format(count=groups, most=_MOST_GROUPS)
        )
    total = len(zones.codes)
    joined = np.arange(total)
    codes, people = zones.codes, zones.people
    counts = np.bincount(cluster * groups + group, minlength=total * groups)
    if demand.smallest == 1:
        return _untouched(total, groups, counts, codes, joined)
    zone, which = np.divmod(np.arange(total * groups), groups)
    units = _units(codes, demand)
    unit, names = _coded([(units[place], int(at)) for place, at in zip(zone, which)])
    numbers = {value: at for at, value in enumerate(records.values)}
    beside = held.beside(names, lambda value: numbers.get(value, -1), not demand.by_unit)
    if demand.rule != "suppress" or (demand.by_zone and groups > 1):
        _refuse_rests(beside, demand)
    if demand.rule == "merge":
        codes, joined = _merged(zones, demand, counts)
        counts = np.bincount(joined, counts).astype(np.int64)
        return _untouched(len(codes), groups, counts, codes, joined)
    ceiling = np.maximum(np.floor(people).astype(np.int64)[zone], counts)
    labels = [f"{codes[place]}|{at}" for place, at in zip(zone, which)]
    if demand.rule == "controlled":
        return _controlled(demand, (counts.reshape(total, groups), people), units, (codes, joined))
    if demand.rule != "suppress":
        return _changed(demand, records, (zone, which, counts, unit, names, codes, joined))
    if demand.by_zone and groups > 1:
        return _crossed(demand, (counts.reshape(total, groups), people), units, (codes, joined))
    before = None if demand.before is None else demand.before.ravel()
    table = Sums(counts, ceiling, labels, unit, [str(name[0]) for name in names], None, before)
    return _suppressed(table, demand, (zone, which, codes, joined), (beside, names, range(groups)))


def _refuse_rests(beside: Beside, demand: Demand) -> None:
    """Counts that are merged, changed or printed with totals hide no records that are in none of them."""
    if beside.small(demand.smallest):
        raise InfeasibleError(
            tr(
                "Fewer than {smallest} records lie in areas without a cluster, and known totals less these "
                "counts could tell how many. Use the rule suppress without zones in TOTALS; or join their "
                "units to others; or leave these records out of the layer and of every printed number."
            ).format(smallest=demand.smallest)
        )


def protect_rows(zones, demand: Demand, records: Records, kept: list, held: Held) -> Protected:
    """Counts by zone and group that a release of rows would show: cells without a row are not listed."""
    names = tuple(", ".join(map(str, value)) for value in records.values) if kept else ()
    return replace(_protected_rows(zones, demand, records, kept, held), names=names)


def _protected_rows(zones, demand: Demand, records: Records, kept: list, held: Held) -> Protected:
    cluster, group, values = records.zone, records.group, records.values
    total, groups = len(zones.codes), len(values)
    cells, counts = np.unique(cluster * groups + group, return_counts=True)
    zone, which = np.divmod(cells, groups)
    joined = np.arange(total)
    if demand.smallest == 1:
        ranges = Ranges(counts, counts)
        return Protected(zone, which, counts, counts.copy(), ranges, (), (), zones.codes, joined)
    units = _units(zones.codes, demand)
    places = [kept.index(name) for name in demand.fields]
    part = [tuple(value[place] for place in places) for value in values]
    unit, names = _coded([(units[place], part[at]) for place, at in zip(zone, which)])
    zones_of, groups_in = _tally(units), _tally(part)
    spare = np.array([zones_of[name[0]] * groups_in[name[1]] for name in names]) - np.bincount(unit)
    ceiling = np.maximum(np.floor(zones.people).astype(np.int64)[zone], counts)
    labels = [f"{zones.codes[place]}|{_by_name(values[at], kept)}" for place, at in zip(zone, which)]
    before = None if demand.before is None else demand.before[zone, which]
    table = Sums(counts, ceiling, labels, unit, [str(name[0]) for name in names], spare, before)
    beside = held.beside(names, lambda value: tuple(value[place] for place in places), not demand.by_unit)
    return _suppressed(table, demand, (zone, which, zones.codes, joined), (beside, names, part))


def _tally(values) -> dict:
    found: dict = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


def _units(codes, demand: Demand) -> list:
    """Boundary unit of each zone, as its code says; one for all where unit totals are not known."""
    return [str(code).rpartition("-")[0] if demand.by_unit else "" for code in codes]


def has_units(codes) -> bool:
    """Whether clusters lie in boundary units, by their codes."""
    return any("-" in str(code) for code in codes)


def _coded(values: list) -> tuple[np.ndarray, list]:
    known = {value: code for code, value in enumerate(dict.fromkeys(values))}
    return np.array([known[value] for value in values], dtype=np.int64), list(known)


def _untouched(total: int, groups: int, counts, codes, joined) -> Protected:
    zone, which = np.divmod(np.arange(total * groups), groups)
    return Protected(zone, which, counts, counts.copy(), Ranges(counts, counts), (), (), codes, joined)


def _suppressed(table: Sums, demand: Demand, place: tuple, rests: tuple) -> Protected:
    (zone, which, codes, joined), (beside, sums_of, keys) = place, rests
    n = len(zone)
    table = with_rests(table, beside, demand.smallest)
    kinds = list(dict.fromkeys(kind for _unit, kind in sums_of))
    kind = np.array([kinds.index(sums_of[at][1]) for at in table.unit])
    rule, draws = Rule(demand.smallest, demand.values), KeyedDraws(demand.key, "release of areas")
    mask = suppress_beside(table, rule, draws, kind, beside.everywhere, n)
    sums = np.bincount(table.unit, table.counts, len(table.unit_labels)).astype(np.int64)
    ranges = audit_sums(
        Published(
            np.where(mask.hidden, -1, table.counts), table.ceiling, table.unit,
            np.where(mask.total, -1, sums), int(table.counts.sum()), mask.zeros,
            None if table.spare is None else table.spare > 0,
        )
    )  # fmt: skip
    refuse_exposed(ranges, mask.hidden, demand.values)
    used = np.bincount(table.unit, mask.hidden, len(sums)) > 0
    names = np.array(table.unit_labels, dtype=object)
    zeros = tuple(dict.fromkeys(names[mask.zeros & used & ~mask.total])) if table.spare is None else ()
    counts, hidden = table.counts[:n], mask.hidden[:n]
    open_ = mask.zeros[table.unit[:n]]
    bounds = Ranges(
        np.where(hidden, np.where(open_, 0, 1), counts), np.where(hidden, table.ceiling[:n], counts)
    )
    return Protected(
        zone, which, counts, np.where(hidden, -1, counts), Ranges(ranges.low[:n], ranges.high[:n]), zeros,
        tuple(dict.fromkeys(names[mask.total])), codes, joined, (), None, bounds, table.unit[:n],
        tuple((~mask.total).tolist()), None, _rests(table.unit[n:], sums_of, keys),
        Rest(table.unit[n:], table.counts[n:], table.ceiling[n:]),
    )  # fmt: skip


def _rests(units, sums_of, keys) -> dict:
    """By boundary unit: the sum that each group of its records in no zone is hidden in; -1 for none."""
    hidden = {sums_of[at]: int(at) for at in units}
    return {label: [hidden.get((label, key), -1) for key in keys] for label, _key in hidden}


def _crossed(demand: Demand, table: tuple, units: list, place: tuple) -> Protected:
    """Counts of zones by groups whose sums are known both ways, protected and audited unit by unit."""
    (counts, people), (codes, joined) = table, place
    n, groups = counts.shape
    ceiling = np.maximum(np.floor(people).astype(np.int64)[:, None], counts)
    hidden, low, high = np.zeros((n, groups + 1), dtype=bool), counts.copy(), counts.copy()
    unit, names = _coded(units)
    draws = KeyedDraws(demand.key, "release of areas")
    for code in range(len(names)):
        rows = np.flatnonzero(unit == code)
        before = None
        if demand.before is not None and demand.totals_before is not None:
            before = np.concatenate([demand.before[rows], demand.totals_before[rows]], axis=1)
        labels = [str(codes[row]) for row in rows]
        part = Crossed(counts[rows], ceiling[rows].max(axis=1), labels, before)
        hidden[rows] = suppress_crossed(part, Rule(demand.smallest, demand.values), draws)
        found = audit_crossed(counts[rows], hidden[rows], ceiling[rows].max(axis=1), demand.values)
        low[rows], high[rows] = found.low, found.high
    cells = hidden[:, :-1]
    zone, which = np.divmod(np.arange(n * groups), groups)
    bounds = Ranges(np.where(cells, 1, counts).ravel(), np.where(cells, ceiling, counts).ravel())
    return Protected(
        zone, which, counts.ravel(), np.where(cells, -1, counts).ravel(), Ranges(low.ravel(), high.ravel()),
        (), (), codes, joined, (), hidden[:, -1], bounds, unit[zone] * groups + which,
        (True,) * (len(names) * groups),
    )  # fmt: skip


def _changed(demand: Demand, records: Records, table: tuple) -> Protected:
    """Counts that are rounded or changed by noise, with what they can be."""
    zone, which, counts, unit, names, codes, joined = table
    totals = np.bincount(unit, counts, len(names)).astype(np.int64)
    if demand.rule == "round":
        labels = [str(name[0]) for name in names]
        printed, ranges, values = _rounded(demand, counts, unit, totals, labels)
    else:
        spread = demand.values - 1
        keys, draws = record_keys(demand.key, records.patients), KeyedDraws(demand.key, "release of areas")
        printed = add_keyed_noise(counts, keys, records.zone, spread, draws)
        ranges = noisy_ranges(printed, unit, totals, int(counts.sum()), spread)
        values = ranges.values
    few = _narrow(ranges, values, demand)
    if few.any():
        raise _narrowed(int(few.sum()), codes[zone[few]], demand)
    return Protected(
        zone, which, counts, printed, ranges, (), (), codes, joined, (), None, ranges, unit,
        (True,) * len(totals),
    )  # fmt: skip


def _narrowed(number: int, codes, demand: Demand) -> InfeasibleError:
    return InfeasibleError(
        tr(
            "{count} counts could be narrowed to fewer than {values} values though they are "
            "changed, among them cluster {codes}: known totals tell too much. Use larger units or the "
            "rule suppress, or TOTALS = overall where the totals of units are published nowhere."
        ).format(count=number, values=demand.values, codes=named(np.unique(codes)))
    )


def _controlled(demand: Demand, table: tuple, units: list, place: tuple) -> Protected:
    """Counts of zones by groups, rounded together with all totals and audited unit by unit."""
    (counts, people), (codes, joined) = table, place
    n, groups = counts.shape
    ceiling = np.floor(people).astype(np.int64)
    unit, names = _coded(units)
    for attempt in range(_ATTEMPTS):
        draws = KeyedDraws(demand.key, "release of areas")
        printed = round_controlled(counts, unit, demand.base, draws, attempt)
        ranges, totals = _controlled_ranges(demand, (counts, printed, ceiling), unit)
        few = _narrow(ranges, ranges.values, demand).any(axis=1) | _narrow(totals, totals.values, demand)
        if not few.any():
            break
    else:
        raise _narrowed(int(few.sum()), codes[few], demand)
    zone, which = np.divmod(np.arange(n * groups), groups)
    flat = Ranges(ranges.low.ravel(), ranges.high.ravel())
    return Protected(
        zone, which, counts.ravel(), printed.ravel(), flat, (), (), codes, joined, (), None, flat,
        unit[zone] * groups + which, (True,) * (len(names) * groups), totals if groups > 1 else None,
    )  # fmt: skip


def _controlled_ranges(demand: Demand, table: tuple, unit) -> tuple[Ranges, Ranges]:
    """What the counts and the totals of the zones can be, unit by unit."""
    counts, printed, ceiling = table
    ranges = Ranges(counts.copy(), counts.copy())
    totals = Ranges(ceiling.copy(), ceiling.copy())
    for code in range(int(unit.max()) + 1):
        rows = np.flatnonzero(unit == code)
        cells, sums = controlled_ranges(
            counts[rows], printed[rows], demand.base, ceiling[rows], demand.values
        )
        ranges.low[rows], ranges.high[rows] = cells.low, cells.high
        totals.low[rows], totals.high[rows] = sums.low, sums.high
    return ranges, totals


def _narrow(ranges: Ranges, values, demand: Demand) -> np.ndarray:
    """Counts that may be small and have too few possible values."""
    return (values < demand.values) & (ranges.low < demand.smallest) & (ranges.high > 0)


def _rounded(demand: Demand, counts, unit, totals, labels) -> tuple:
    """Rounded counts, what they can be, and how many values; the first draw of each unit that passes."""
    draws = KeyedDraws(demand.key, "release of areas")
    printed, open_ = np.zeros(len(counts), dtype=np.int64), np.ones(len(totals), dtype=bool)
    for attempt in range(_ATTEMPTS):
        fresh = round_additively(counts, unit, demand.base, labels, draws, attempt)
        printed = np.where(open_[unit], fresh, printed)
        ranges, values = rounded_values(printed, unit, totals, demand.base)
        open_ = np.bincount(unit, _narrow(ranges, values, demand), len(totals)) > 0
        if not open_.any():
            break
    return printed, ranges, values


def _merged(zones, demand: Demand, counts) -> tuple[np.ndarray, np.ndarray]:
    """Codes of the zones after merging, and the new zone of each old one."""
    if zones.layer.polygons is None:
        raise InputError(tr("The rule merge needs polygons, whose shared sides make neighbours."))
    pairs, _shared = shared_sides(zones.layer.polygons, len(zones.cluster), _TOLERANCE_M)
    near = zones.cluster[pairs]
    near = np.unique(np.sort(near[(near >= 0).all(axis=1) & (near[:, 0] != near[:, 1])], axis=1), axis=0)
    units = [str(code).rpartition("-")[0] for code in zones.codes]
    unit, _names = _coded(units)
    near = near[unit[near[:, 0]] == unit[near[:, 1]]]
    label = merge_small(counts, zones.people, near, demand.smallest, demand.values)
    small = np.flatnonzero((np.bincount(label, counts) > 0) & (np.bincount(label, counts) < demand.smallest))
    if len(small):
        raise InfeasibleError(
            tr(
                "The small counts of {places} have no neighbour to be merged with. Use larger "
                "boundary units, or the rule suppress."
            ).format(places=named(zones.codes[np.isin(label, small)]))
        )
    used, joined = np.unique(label, return_inverse=True)
    codes = np.empty(len(used), dtype=object)
    codes[:] = [" + ".join(zones.codes[joined == at]) for at in range(len(used))]
    return codes, joined


@dataclass(frozen=True)
class Located:
    """Records in areas of the layer, those of areas in no zone too, an entry each.

    Records outside every zone with values that nobody in a zone has are of no group, and not among them.
    """

    row: np.ndarray
    area: np.ndarray
    group: np.ndarray

    def cases(self, areas: int, groups: int) -> np.ndarray:
        """Records of each area by group, shape (areas, groups)."""
        cases = np.zeros((areas, groups), dtype=np.int64)
        np.add.at(cases, (self.area, self.group), 1)
        return cases


def located(placed, fields, values: list) -> Located:
    """The records of the areas, with their groups."""
    rows = np.flatnonzero(placed.area >= 0)
    columns = [placed.table.column(name) for name in fields]
    known = {value: at for at, value in enumerate(values)}
    group = np.array(
        [known.get(tuple(column[row] for column in columns), -1) for row in rows], dtype=np.int64
    )
    inside = group >= 0
    return Located(rows[inside], placed.area[rows[inside]], group[inside])


def as_releases(zones, protected: Protected, records: Records, fields, cases) -> list:
    """What will be published, for the comparison with earlier releases: counts, and totals beside them.

    Parameters
    ----------
    zones : Zones
        The clustered layer.
    protected : Protected
        The protected table.
    records : Records
        What is counted.
    fields : sequence of str
        Fields of the groups.
    cases : ndarray of int, shape (n, groups)
        True counts by area and group, those of areas in no zone too.
    """
    shape, cell = (len(protected.codes), len(records.values)), (protected.zone, protected.group)
    bounds = protected.bounds or Ranges(protected.counts, protected.counts)
    known = np.array(protected.known)
    # Counts that are not listed, because nobody has them, are part of no known total: that leaves more open.
    table = {"printed": (False, ~protected.withheld), "low": (0, bounds.low), "high": (SURE, bounds.high),
             "unit": (len(known), 0 if protected.unit is None else protected.unit)}  # fmt: skip
    filled = {}
    for name, (rest, values) in table.items():
        filled[name] = np.full(shape, rest)
        filled[name][cell] = values
    cluster = zones.cluster
    zone = np.where(cluster >= 0, protected.joined[np.maximum(cluster, 0)], -1)
    codes = list(protected.codes)
    for label, units in protected.rests.items():
        _add_rest(zones, label, np.array(units), (zone, cases, filled, len(known)))
        codes.append(f"{label}-")
    groups = [tuple(identity.canonical(one) for one in value) for value in records.values]
    counted = Release(
        zone, tuple(fields), groups, cases, filled["printed"], filled["low"],
        np.minimum(filled["high"], SURE), filled["unit"], np.append(known, False), codes,
    )  # fmt: skip
    if protected.total_ranges is not None:
        return [counted, _rounded_totals(counted, protected.total_ranges)]
    if protected.total_hidden is None:
        return [counted]
    gone, totals = protected.total_hidden[:, None], counted.counts.sum(axis=1, keepdims=True)
    beside = Release(
        zone, (), [()], cases.sum(axis=1, keepdims=True), ~gone, np.where(gone, 1, totals),
        np.where(gone, SURE, totals), np.zeros_like(totals), np.array([False]), protected.codes,
    )  # fmt: skip
    return [counted, beside]


def _add_rest(zones, label: str, units, table: tuple) -> None:
    """Take the areas of a unit that are in no zone as one more zone: where its records are few, withheld."""
    zone, cases, filled, unknown = table
    own = (zones.cluster < 0) & ((zones.units == label) | (not label))
    zone[own] = len(filled["printed"])
    sums, few = cases[own].sum(axis=0), units >= 0
    more = {"printed": ~few, "low": np.where(few, 0, sums), "high": np.where(few, SURE, sums),
            "unit": np.where(few, units, unknown)}  # fmt: skip
    for name, row in more.items():
        filled[name] = np.concatenate([filled[name], row[None]])


def _rounded_totals(counted: Release, totals: Ranges) -> Release:
    """Rounded totals of the zones, printed beside rounded counts by groups."""
    low, high = totals.low[:, None], np.minimum(totals.high, SURE)[:, None]
    cases = counted.cases.sum(axis=1, keepdims=True)
    return Release(
        counted.zone, (), [()], cases, np.ones(low.shape, dtype=bool), low, high,
        np.zeros_like(low), np.array([False]), counted.codes,
    )  # fmt: skip


def in_withheld(protected: Protected, records: Records) -> np.ndarray:
    """Which records lie in a cell whose count is withheld, shape (s,)."""
    groups = len(records.values)
    cells = protected.zone * groups + protected.group
    return np.isin(records.zone * groups + records.group, cells[protected.withheld])


def tell(run, protected: Protected, demand: Demand) -> None:
    """Say what was withheld, what must not be published beside it, and what would need none of it."""
    hidden, total = protected.records_hidden, int(protected.counts.sum())
    if not protected.withheld.any():
        return
    run.counts["cells_hidden"] = int(protected.withheld.sum())
    run.counts["records_hidden"] = hidden
    run.warn(
        tr("{count} of {total} counts are small, or would give a small one away, and are withheld.").format(
            count=run.counts["cells_hidden"], total=len(protected.counts)
        )
    )
    if protected.totals:
        run.warn(
            tr(
                "Too few records lie in {units} to hide one among others: all their counts are withheld, and "
                "their totals must not be published either."
            ).format(units=named(protected.totals))
        )
    mean = total / max(len(protected.codes), 1)
    if not ((protected.counts > 0) & (protected.counts < demand.smallest)).any():
        run.warn(
            tr(
                "None of these counts is small: they hide few records in areas without a cluster, or an "
                "earlier release withheld them. Join the units of such areas to others, and they hide none."
            )
        )
    elif mean < _THIN or 2 * hidden > total:
        run.warn(
            fill(
                tr(
                    "The clusters hold {mean:.1f} records each, and {hidden} of {total} records had to "
                    "be withheld. Cluster the areas again with MINIMUM_CASES = {least}: such zones need "
                    "no suppression."
                ),
                mean=mean,
                hidden=hidden,
                total=total,
                least=demand.smallest,
            )
        )

# SPDX-License-Identifier: GPL-2.0-or-later
"""Earlier releases of counts of the same records: their masks go on, and all are audited together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...core.base import identity
from ...core.base.errors import AuditError, InputError, Phrase, named
from ...core.base.progress import part, silent
from ...core.base.verdict import NOT_MADE, Check
from ...core.counts.release import Protection
from ...core.counts.together.joint import SURE, Release, joint_exposures, small_changes
from ...core.counts.together.record_sets import Recorded, by_record_set, must_not_differ
from ...core.counts.together.witness import Demanded
from ...i18n import tr
from ..framework.ledger import records
from ..framework.ledger.records import LedgerState
from .clusterinput import PERIOD, of_years, overlap

_MOST_NAMED = 6
"""Areas of a place that a sentence names; clusters may hold hundreds."""
_DIGITS = 16
"""Of a record's pseudonym: 64 bits. Among a million records two share one with a chance of 3 in 10^8."""


PRINTED = ("counts", "grid")
"""Kinds of entries whose counts are printed without noise, or with one that is bounded."""


@dataclass(frozen=True)
class Earlier:
    """Releases of counts that the ledger holds for overlapping years."""

    ledger_state: LedgerState
    """The ledger as this run read it."""
    entries: tuple
    """Number and facts of each release, oldest first."""
    period: str
    """Years of the records of this run."""
    linked: tuple = ()
    """Releases of other years that share years with these, or with others that do: subtraction goes on from
    one to the next."""

    @property
    def mask_key(self) -> bytes:
        """Key of the masks of this ledger, for runs without a key of their own."""
        return self.ledger_state.ledger_file.seal.name("mask", "release of counts").encode("ascii")

    def names(self, area, patients: list) -> list[str]:
        """Pseudonyms of records by their patients: of several records of one in an area each has its own."""
        seen: dict = {}
        found = []
        for place, patient in zip(area.tolist(), patients):
            seen[place, patient] = again = seen.get((place, patient), -1) + 1
            found.append(self.ledger_state.ledger_file.seal.name("record", f"{patient}\n{again}")[:_DIGITS])
        return found


@dataclass(frozen=True)
class Counted:
    """A release, and which records it counts; None where nobody knows."""

    release: Release
    recorded: Recorded | None


@dataclass(frozen=True)
class _Old:
    """An earlier release, over the same areas as what it is compared with."""

    number: int
    counted: Counted
    covered: np.ndarray
    """Areas that it counts in."""

    @property
    def release(self) -> Release:
        """Its table."""
        return self.counted.release


EARLIER = (PERIOD, *records.STORE)
"""PERIOD and the ledger."""


def read_earlier(run) -> Earlier | None:
    """The releases by areas of overlapping years; None without a ledger.

    A grid of the same years, which cuts the areas, is refused.
    """
    earlier = of_these_years(run)
    for number, entry in () if earlier is None else earlier.entries:
        _refuse_grid(number, entry)
    return earlier


def of_these_years(run) -> Earlier | None:
    """The counts of overlapping years, by areas or grids, that the ledger holds; None without one."""
    ledger_state = records.opened(run)
    if ledger_state is None:
        return None
    period = run.text("PERIOD") or ""
    found, others = of_years(ledger_state, period, *PRINTED)
    if others:
        run.warn(
            tr(
                "The ledger holds releases of counts for other years ({numbers}). They were not compared: "
                "counts of different records tell nothing of each other. Make sure that no record is in "
                "both.",
                numbers=named(str(number) for number, _entry in others),
            )
        )
    return Earlier(ledger_state, tuple(found), period, _linked(found, others))


def _linked(found: list, others: list) -> tuple:
    """Releases that share years with others that share years with this one, and so on.

    A grid is none of them: beside counts by areas of the same years it was refused.
    """
    linked, reached = [], [entry["period"] for _number, entry in found]
    while reached:
        period = reached.pop()
        for one in others:
            if one not in linked and overlap(period, one[1]["period"]):
                linked.append(one)
                reached.append(one[1]["period"])
    return tuple(linked)


def _refuse_grid(number: int, entry: dict) -> None:
    if entry["kind"] == "grid":
        raise InputError(
            "ledger.table.earlier_grid",
            "Release {number} of the ledger, of overlapping years, is a grid, which cuts the areas: what "
            "the two tell together is not checked. Release one of them, or state a PERIOD of other "
            "records.",
            number=number,
        )


def withheld_before(earlier: Earlier, members: list, fields, groups) -> np.ndarray:
    """Which counts of the same zones and groups an earlier release withheld, shape (zones, groups).

    ``members`` are canonical identifiers of the areas of each zone, ``groups`` values of the fields.
    """
    found = np.zeros((len(members), len(groups)), dtype=bool)
    zone_of = {areas: at for at, areas in enumerate(members)}
    group_of = {_texts(values): at for at, values in enumerate(groups)}
    for _number, entry in earlier.entries:
        if list(entry["fields"]) != list(fields):
            continue
        then = area_sets(entry["areas"], np.array(entry["zone"]), len(entry["codes"]))
        for zone, areas in enumerate(then):
            for group, values in enumerate(entry["groups"]):
                here = zone_of.get(areas), group_of.get(tuple(values))
                if None not in here and not entry["printed"][zone][group]:
                    found[here] = True
    return found


def area_sets(keys, zone, count: int) -> list:
    """Canonical identifiers of the areas of each zone, from those of all areas."""
    members: list[set] = [set() for _zone in range(count)]
    for key, at in zip(keys, zone.tolist()):
        if at >= 0:
            members[at].add(key)
    return [frozenset(areas) for areas in members]


def _texts(values) -> tuple:
    return tuple(identity.canonical(value) for value in values)


@dataclass(frozen=True)
class Together:
    """What became of the comparison: how many releases were compared, and what it leaves to be said."""

    releases: int
    checks: tuple[Check, ...] = ()


def refuse_together(earlier: Earlier, published: list, areas, rules, progress=silent) -> Together:
    """Raise where this release and those of the ledger together tell a small count.

    ``published`` is by the areas of the layer, and by distinct fields.
    """
    keys = [identity.canonical(value) for value in areas.ids]
    near, linked = (
        [(number, entry) for number, entry in entries if set(keys) & set(entry["areas"])]
        for entries in (earlier.entries, earlier.linked)
    )
    for number, entry in near:
        refuse_weaker(number, entry, rules)
        _refuse_rounded_beside(number, entry, [one.release for one in published], areas, rules)
    if not near:
        return Together(0)
    both = [*near, *linked]
    every = list(dict.fromkeys([*keys, *(key for _number, entry in both for key in entry["areas"])]))
    compared = _Compared(
        [_Old(number, _read(entry, every), _inside(every, set(entry["areas"]))) for number, entry in both],
        [_aligned(one, keys, every) for one in published], len(near), every,
        np.isin(np.arange(len(every)), np.arange(len(keys))), _people(areas, keys, both, every), rules,
    )  # fmt: skip
    if rules.smallest == 1:
        return Together(len(near), compared.not_protected())
    if compared.recorded:
        compared.refuse_by_records(progress)
        return Together(len(near))
    compared.refuse_by_counts(progress)
    return Together(len(near), compared.not_recorded())


@dataclass(frozen=True)
class _Compared:
    """This release beside those of the ledger, over the same areas."""

    olds: list[_Old]
    """The earlier releases: first those of overlapping years, then those that are linked to them."""
    fresh: list[Counted]
    """What would be published."""
    near: int
    """How many are of overlapping years."""
    every: list
    """Identifiers of the areas."""
    known: np.ndarray
    """Areas of the layer."""
    people: np.ndarray
    rules: Protection

    @property
    def tables(self) -> list[Counted]:
        """The earlier ones first."""
        return [*(old.counted for old in self.olds), *self.fresh]

    @property
    def recorded(self) -> list[Recorded]:
        """The records that each counts, in the order of the tables; none where not all say which."""
        known = [one.recorded for one in self.tables if one.recorded is not None]
        return known if len(known) == len(self.tables) else []

    @property
    def demanded(self) -> Demanded:
        """What a withheld count must keep."""
        return Demanded(self.rules.smallest, self.rules.values)

    def refuse_by_records(self, progress) -> None:
        """Audit all parts into which the sets of records divide each other."""
        now = self.recorded[len(self.olds)]
        for old, then in zip(self.olds[: self.near], self.recorded):
            if must_not_differ(then, now):
                _refuse_changes(old, _like(old.release, self._published), self.every, self.rules.smallest)
        parted = by_record_set(_same_groups([one.release for one in self.tables]), self.recorded)
        found = joint_exposures(parted, self.people, self.demanded, progress)
        if found:
            by_set = any(one.by_set for one in parted)
            raise _revealed([old.number for old in self.olds], found, self.every, self.rules, by_set)

    def refuse_by_counts(self, progress) -> None:
        """Compare each with this one, of the records of then and of now: for two sets of records at most."""
        releases = _same_groups([*(old.release for old in self.olds[: self.near]), *self._published])
        fresh = releases[self.near :]
        olds = [
            replace(old, counted=replace(old.counted, release=release))
            for old, release in zip(self.olds[: self.near], releases)
        ]
        for old in olds:
            _refuse_changes(old, _like(old.release, fresh), self.every, self.rules.smallest)
        now = [*_as_of_now(olds, fresh, self.known), *fresh]
        groups = [([old.number for old in olds], now)]
        for old in olds:
            one = _like(old.release, fresh)
            if not _same_records(old.release, one, self.known & old.covered):
                groups.append(([old.number], _as_of_then(old.release, one, old.covered)))
        for at, (numbers, together) in enumerate(groups):
            step = part(progress, at / len(groups), (at + 1) / len(groups))
            found = joint_exposures(together, self.people, self.demanded, step)
            if found:
                raise _revealed(numbers, found, self.every, self.rules)

    @property
    def _published(self) -> list:
        return [one.release for one in self.fresh]

    def _sets(self) -> list:
        """Numbers of earlier releases, one for each set of records that is not that of this one."""
        found: list[_Old] = []
        for old in self.olds:
            others = [*((one.counted, one.covered) for one in found), (self.fresh[0], self.known)]
            if not any(_alike_records(old.counted, one, old.covered & inside) for one, inside in others):
                found.append(old)
        return [old.number for old in found]

    def not_recorded(self) -> tuple[Check, ...]:
        """Three sets of records and more, of which not all say whom they count, were not judged together."""
        return self._sets_check(2, Phrase(
            "With release {numbers} of the ledger this one counts three or more sets of records of linked "
            "years, and not all say which records they count: what they tell together could not be judged.",
            numbers=named(self._sets()),
        ))  # fmt: skip

    def not_protected(self) -> tuple[Check, ...]:
        """Other records beside counts that nobody protected were not judged together."""
        return self._sets_check(1, Phrase(
            "Release {numbers} of the ledger counts other records of linked years, and SMALL_CELL is 1: "
            "what the tables tell together was not judged.",
            numbers=named(self._sets()),
        ))  # fmt: skip

    def _sets_check(self, least: int, sentence: Phrase) -> tuple[Check, ...]:
        if len(self._sets()) < least:
            return ()
        remedy = Phrase(
            "Give RECORD_ID and SMALL_CELL in every release that a ledger holds, from the first one on; or "
            "release one table with the fields that divide these records (KEEP_FIELDS)."
        )
        return (Check("record_sets", NOT_MADE, sentence, remedy, internal=False),)


def _alike_records(one: Counted, other: Counted, both: np.ndarray) -> bool:
    """Whether two releases count the same records, as far as anybody knows."""
    if one.recorded is not None and other.recorded is not None:
        return {*one.recorded.who} == {*other.recorded.who}
    return _same_records(one.release, other.release, both)


def _refuse_rounded_beside(number, entry, published, areas, rules) -> None:
    """Running sums of a table that was rounded in a row tell more than its counts one by one."""
    if "round" not in (entry["rule"], rules.rule):
        return
    facts = [_facts(release, areas, entry["period"]) for release in published]
    if entry["rule"] == rules.rule and any(
        all(entry.get(name) == value for name, value in one.items()) for one in facts
    ):
        return
    raise InputError(
        "ledger.table.rounded",
        "Release {number} of the ledger, of overlapping years, and this one are not the same table, "
        "and the rule “round” printed one of them. Its running sums and the counts of the other could "
        "reveal small counts. Use the rule suppress for both, or state a PERIOD of other records.",
        number=number,
    )


def refuse_weaker(number, entry, rules) -> None:
    """What an earlier release promised must go on: the comparison asks for what this one promises."""
    smallest, values = entry["smallest"], entry["values"]
    if rules.smallest < smallest or (smallest > 1 and rules.values < values):
        raise InputError(
            "ledger.table.other_rules",
            "Release {number} of the ledger, of overlapping years, withheld counts below {smallest} and "
            "promised {values} possible values of each. This one asks for less, and would reveal them. "
            "Choose at least SMALL_CELL = {least}.",
            number=number,
            smallest=smallest,
            values=values,
            least=max(smallest, values),
        )


def _like(old: Release, fresh: list) -> Release:
    """Of what would be published, the table by the fields of an earlier release, or else the first."""
    return next((one for one in fresh if one.fields == old.fields), fresh[0])


def _revealed(numbers, found, every, rules, by_set: bool = False) -> AuditError:
    worst = found[0]
    if by_set:
        return AuditError(
            "ledger.table.reveals_others",
            "Together with release {numbers} of the ledger, of other records of these years, this one "
            "would reveal few people. In {areas}, the records that some of the tables count and others do "
            "not could be narrowed to {low} to {high}. Release the same records as then, or one table with "
            "the fields that divide them (KEEP_FIELDS), or larger zones.",
            numbers=named([str(number) for number in numbers]),
            areas=_named_areas(worst.areas, worst.group, every),
            low=worst.low,
            high=worst.high,
        )
    return AuditError(
        "ledger.table.reveals",
        "Together with release {numbers} of the ledger, this one would reveal withheld counts, or "
        "differences below {smallest}. The worst, in {areas}, could be narrowed to {low} to {high} "
        "records. Release by the zones and fields of then, or state a PERIOD of other records.",
        numbers=named([str(number) for number in numbers]),
        smallest=rules.smallest,
        areas=_named_areas(worst.areas, worst.group, every),
        low=worst.low,
        high=worst.high,
    )


def _named_areas(rows, group, every) -> str:
    shown = named([every[row] for row in rows], _MOST_NAMED)
    return shown + (f" ({', '.join(group)})" if group else "")


def _refuse_changes(old: _Old, fresh: Release, every, smallest: int) -> None:
    changes = small_changes(old.release, fresh, smallest)
    if changes:
        worst = changes[0]
        raise AuditError(
            "ledger.table.count_changed",
            "Release {number} of the ledger, of overlapping years, printed {before} records for {areas}, "
            "this one {now}: the difference reveals {few}. Release the same records as then, wait until "
            "more have changed, or state a PERIOD of other records.",
            number=old.number,
            before=worst.before,
            now=worst.now,
            few=abs(worst.now - worst.before),
            areas=_named_areas(worst.areas, worst.group, every),
        )


def _inside(every, covered) -> np.ndarray:
    return np.array([key in covered for key in every])


def _people(areas, keys, near, every) -> np.ndarray:
    """People of each area: of the layer, or else as the last release had them."""
    known: dict[str, float] = {}
    for _number, entry in near:
        known.update(zip(entry["areas"], entry["people"]))
    known.update(zip(keys, areas.population.tolist()))
    return np.floor([known[key] for key in every]).astype(np.int64)


def _aligned(one: Counted, keys, every) -> Counted:
    """The release over more areas, in which it counts nothing."""
    place = {key: at for at, key in enumerate(every)}
    rows, release, recorded = np.array([place[key] for key in keys]), one.release, one.recorded
    zone = np.full(len(every), -1, dtype=np.int64)
    cases = np.zeros((len(every), release.cases.shape[1]), dtype=np.int64)
    zone[rows], cases[rows] = release.zone, release.cases
    if recorded is not None:
        recorded = replace(recorded, area=rows[recorded.area])
    return Counted(replace(release, zone=zone, cases=cases), recorded)


def _read(entry: dict, every) -> Counted:
    cases = np.zeros((len(entry["areas"]), len(entry["groups"])), dtype=np.int64)
    for area, group, number in entry["cases"]:
        cases[area, group] = number
    table = {name: np.array(entry[name], dtype=np.int64) for name in ("low", "high", "unit")}
    release = Release(
        np.array(entry["zone"], dtype=np.int64), tuple(entry["fields"]),
        [tuple(values) for values in entry["groups"]], cases, np.array(entry["printed"], dtype=bool),
        table["low"], table["high"], table["unit"], np.array(entry["known"], dtype=bool), entry["codes"],
        entry["rule"] == "cellkey",
    )  # fmt: skip
    return _aligned(Counted(release, _recorded(entry, release)), entry["areas"], every)


def _recorded(entry: dict, release: Release) -> Recorded | None:
    """The records of an entry that says whose they are."""
    if not entry.get("who"):
        return None
    area, group, number = np.array(entry["cases"], dtype=np.int64).reshape(-1, 3).T
    text = entry["who"]
    who = [text[at : at + _DIGITS] for at in range(0, len(text), _DIGITS)]
    return Recorded(np.repeat(area, number), np.repeat(group, number), release.groups, who)


def _same_groups(releases: list) -> list:
    """Releases by the same fields with the same groups."""
    groups: dict[tuple, dict] = {}
    for release in releases:
        groups.setdefault(release.fields, {}).update(dict.fromkeys(release.groups))
    return [release.with_groups(list(groups[release.fields])) for release in releases]


def _same_records(old: Release, fresh: Release, both: np.ndarray) -> bool:
    """Whether the counts by area are the same wherever both releases have the area."""
    if old.fields == fresh.fields:
        return bool((old.cases[both] == fresh.cases[both]).all())
    return bool((old.cases[both].sum(axis=1) == fresh.cases[both].sum(axis=1)).all())


def _as_of_now(olds: list[_Old], published: list, known) -> list[Release]:
    """The earlier releases had they been of today's records: the same zones and masks."""
    found = []
    for old in olds:
        then, fresh = old.release, _like(old.release, published)
        alike = then.fields == fresh.fields
        if not alike and _same_records(then, fresh, known & old.covered):
            found.append(then)
            continue
        one = then if alike else then.totals_only()
        now = fresh.cases if alike else fresh.cases.sum(axis=1, keepdims=True)
        found.append(one.with_cases(np.where(known[:, None], now, one.cases)))
    return found


def _as_of_then(old: Release, fresh: Release, covered) -> list:
    """This release had it been of the records of an earlier one."""
    if old.fields != fresh.fields:
        old, fresh = old.totals_only(), fresh.totals_only()
    then = np.where(covered[:, None], old.cases, fresh.cases)
    return [old.with_cases(then), fresh.with_cases(then)]


def enter(earlier: Earlier, published: list, areas, rules) -> list:
    """Enter what will be published; the ledger and the numbers to confirm once it is."""
    ledger_state, entered = earlier.ledger_state, []
    promised = {"smallest": rules.smallest, "values": rules.values, "rule": rules.rule}
    for one in published:
        facts = {**_facts(one.release, areas, earlier.period), **promised, **_who(one.recorded)}
        ledger_state, number = records.enter_zones(ledger_state, facts)
        entered.append(number)
    return [ledger_state, *entered]


def confirming(entered: list) -> tuple:
    """What says, once the layer was written, that it was: nothing without a ledger."""

    def confirm() -> None:
        ledger_state, *numbers = entered
        for number in numbers:
            ledger_state = records.confirm_zones(ledger_state, number)

    return (confirm,) if entered else ()


def _who(recorded: Recorded | None) -> dict:
    """Pseudonyms of the records, in the order of the cases."""
    if recorded is None:
        return {}
    order = np.lexsort([recorded.group, recorded.area])
    return {"who": "".join(recorded.who[at] for at in order.tolist())}


def _facts(release: Release, areas, period: str) -> dict:
    rows, columns = np.nonzero(release.cases)
    return {
        "kind": "counts", "areas": [identity.canonical(value) for value in areas.ids],
        "zone": release.zone.tolist(), "codes": [str(code) for code in release.codes],
        "fields": list(release.fields), "groups": [list(values) for values in release.groups],
        "cases": np.stack([rows, columns, release.cases[rows, columns]], axis=1).tolist(),
        "printed": release.printed.tolist(), "low": release.low.tolist(),
        "high": np.minimum(release.high, SURE).tolist(), "unit": release.unit.tolist(),
        "known": release.known.tolist(), "people": areas.population.tolist(), "period": period,
    }  # fmt: skip

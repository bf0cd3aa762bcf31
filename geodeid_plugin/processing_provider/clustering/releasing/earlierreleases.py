# SPDX-License-Identifier: GPL-2.0-or-later
"""Earlier releases of counts of the same records: their masks go on, and all are audited together."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ....core.base import identity
from ....core.base.errors import AuditError, InputError, named
from ....core.base.progress import part, silent
from ....core.counts.together.joint import SURE, Release, joint_exposures, small_changes
from ....core.counts.together.witness import Demanded
from ....i18n import tr
from ...framework.ledger import parameters, zones
from ...framework.ledger.records import Memory
from ..earlierzones import add_period, overlap

_MOST_NAMED = 6
"""Areas of a place that a sentence names; clusters may hold hundreds."""


@dataclass(frozen=True)
class Earlier:
    """Releases of counts that the ledger holds for overlapping years.

    Attributes
    ----------
    memory : Memory
        The ledger as this run read it.
    entries : tuple of (int, dict)
        Number and facts of each release, oldest first.
    period : str
        Years of the records of this run.
    """

    memory: Memory
    entries: tuple
    period: str

    @property
    def mask_key(self) -> bytes:
        """Key of the masks of this ledger, for runs without a key of their own."""
        return self.memory.book.seal.name("mask", "release of counts").encode("ascii")


def add_earlier(algorithm) -> None:
    """Add PERIOD and the ledger."""
    add_period(algorithm)
    parameters.add_store(algorithm)


def read_earlier(run) -> Earlier | None:
    """The releases by areas of overlapping years; None without a ledger.

    Raises
    ------
    InputError
        The ledger holds a grid of the same years, which cuts the areas.
    """
    earlier = of_these_years(run)
    for number, entry in () if earlier is None else earlier.entries:
        _refuse_grid(number, entry)
    return earlier


def of_these_years(run) -> Earlier | None:
    """The counts of overlapping years, by areas or grids, that the ledger holds; None without one."""
    memory = parameters.opened(run)
    if memory is None:
        return None
    period, found, others = run.text("PERIOD") or "", [], []
    for number, entry in enumerate(memory.zones, 1):
        if entry.get("kind") not in ("counts", "grid"):
            continue
        if overlap(period, entry["period"]):
            found.append((number, entry))
        else:
            others.append(str(number))
    if others:
        run.warn(
            tr(
                "The ledger holds releases of counts for other years ({numbers}). They were not compared: "
                "counts of different records tell nothing of each other. Make sure that no record is in both."
            ).format(numbers=named(others))
        )
    return Earlier(memory, tuple(found), period)


def _refuse_grid(number: int, entry: dict) -> None:
    if entry["kind"] == "grid":
        raise InputError(
            tr(
                "Release {number} of the ledger, of overlapping years, is a grid, which cuts the areas: what "
                "the two tell together is not checked. Release one of them, or state a PERIOD of other "
                "records."
            ).format(number=number)
        )


def withheld_before(earlier: Earlier | None, members: list, fields, groups) -> np.ndarray | None:
    """Which counts of the same zones and groups an earlier release withheld, shape (zones, groups).

    Parameters
    ----------
    earlier : Earlier or None
        What the ledger holds.
    members : list of frozenset
        Canonical identifiers of the areas of each zone.
    fields : sequence of str
        Fields of the groups.
    groups : sequence of tuple
        Values of the fields in each group.
    """
    if earlier is None:
        return None
    found = np.zeros((len(members), len(groups)), dtype=bool)
    zone_of = {areas: at for at, areas in enumerate(members)}
    group_of = {_texts(values): at for at, values in enumerate(groups)}
    for _number, entry in earlier.entries:
        if list(entry["fields"]) != list(fields):
            continue
        then = _area_sets(entry["areas"], np.array(entry["zone"]), len(entry["codes"]))
        for zone, areas in enumerate(then):
            for group, values in enumerate(entry["groups"]):
                here = zone_of.get(areas), group_of.get(tuple(values))
                if None not in here and not entry["printed"][zone][group]:
                    found[here] = True
    return found


def _area_sets(keys, zone, count: int) -> list:
    members: list[set] = [set() for _zone in range(count)]
    for key, at in zip(keys, zone.tolist()):
        if at >= 0:
            members[at].add(key)
    return [frozenset(areas) for areas in members]


def area_sets(ids, zone, count: int) -> list:
    """Canonical identifiers of the areas of each zone."""
    return _area_sets([identity.canonical(value) for value in ids], zone, count)


def _texts(values) -> tuple:
    return tuple(identity.canonical(value) for value in values)


def refuse_together(earlier: Earlier, published: list, areas, demand, progress=silent) -> int:
    """Raise where this release and those of the ledger together tell a small count.

    Parameters
    ----------
    earlier : Earlier
        What the ledger holds.
    published : list of Release
        What would be published, by the areas of the layer; by distinct fields.
    areas : Areas
        The areas of the layer.
    demand : Demand
        Smallest count shown, and values of a withheld one.
    progress : callable
        Progress and cancel.

    Returns
    -------
    int
        Releases of the ledger with some of these areas.

    Raises
    ------
    AuditError
        Naming the place.
    """
    keys = [identity.canonical(value) for value in areas.ids]
    near = [(number, entry) for number, entry in earlier.entries if set(keys) & set(entry["areas"])]
    for number, entry in near:
        refuse_weaker(number, entry, demand)
        _refuse_rounded_beside(number, entry, published, areas, demand)
    if not near or demand.smallest == 1:
        return len(near)
    every = list(dict.fromkeys([*keys, *(key for _number, entry in near for key in entry["areas"])]))
    people = _people(areas, keys, near, every)
    read = [_read(entry, every) for _number, entry in near]
    releases = _same_groups([*read, *(_aligned(release, keys, every) for release in published)])
    fresh = releases[len(read) :]
    olds = [(number, old, set(entry["areas"])) for (number, entry), old in zip(near, releases)]
    demanded = Demanded(demand.smallest, demand.values)
    for number, old, _covered in olds:
        _refuse_changes(number, old, _like(old, fresh), every, demand.smallest)
    known = np.isin(np.arange(len(every)), np.arange(len(keys)))
    groups = [([number for number, _old, _covered in olds], [*_as_of_now(olds, fresh, known, every), *fresh])]
    for number, old, covered in olds:
        one = _like(old, fresh)
        if not _same_records(old, one, known, _inside(every, covered)):
            groups.append(([number], _as_of_then(old, one, _inside(every, covered))))
    for at, (numbers, together) in enumerate(groups):
        step = part(progress, at / len(groups), (at + 1) / len(groups))
        found = joint_exposures(together, people, demanded, step)
        if found:
            raise _told(numbers, found, every, demand)
    return len(near)


def _refuse_rounded_beside(number, entry, published, areas, demand) -> None:
    """Running sums of a table that was rounded in a row tell more than its counts one by one."""
    rule = entry.get("rule") or ("round" if _changed(entry) else "suppress")
    if "round" not in (rule, demand.rule):
        return
    facts = [_facts(release, areas, entry["period"]) for release in published]
    if rule == demand.rule and any(
        all(entry.get(name) == value for name, value in one.items()) for one in facts
    ):
        return
    raise InputError(
        tr(
            "Release {number} of the ledger, of overlapping years, and this one are not the same table, and "
            "the rule “round” printed one of them: its running sums and the counts of the other could tell "
            "small counts. Use the rule controlled or suppress for both, or state a PERIOD of other records."
        ).format(number=number)
    )


def _changed(entry) -> bool:
    """Whether other than true counts were printed; older ledgers do not say by which rule."""
    table = zip(entry["printed"], entry["low"], entry["high"])
    return any(shown and low < high for row in table for shown, low, high in zip(*row))


def refuse_weaker(number, entry, demand) -> None:
    """What an earlier release promised must go on: the comparison asks for what this one promises."""
    smallest, values = entry.get("smallest", 1), entry.get("values", 1)
    if demand.smallest < smallest or (smallest > 1 and demand.values < values):
        raise InputError(
            "Release {number} of the ledger, of overlapping years, withheld counts below {smallest} and "
            "promised {values} possible values of each withheld count. This one asks for less, and would "
            "tell of them. Choose at least SMALL_CELL = {smallest} and PROTECTION = {values}.",
            number=number,
            smallest=smallest,
            values=values,
        )


def _like(old: Release, fresh: list) -> Release:
    """Of what would be published, the table by the fields of an earlier release, or else the first."""
    return next((one for one in fresh if one.fields == old.fields), fresh[0])


def _told(numbers, found, every, demand) -> AuditError:
    worst = found[0]
    return AuditError(
        "Together with release {numbers} of the ledger this one would tell counts that are withheld, or "
        "differences below {smallest}. The worst: only {low} to {high} records could be proven possible in "
        "{areas}. Release by the clusters and fields of then, or state a PERIOD of other records.",
        numbers=named([str(number) for number in numbers]),
        smallest=demand.smallest,
        areas=_named_areas(worst.areas, worst.group, every),
        low=worst.low,
        high=worst.high,
    )


def _named_areas(rows, group, every) -> str:
    shown = named([every[row] for row in rows], _MOST_NAMED)
    return shown + (f" ({', '.join(group)})" if group else "")


def _refuse_changes(number, old, fresh, every, smallest: int) -> None:
    changes = small_changes(old, fresh, smallest)
    if changes:
        worst = changes[0]
        raise AuditError(
            "Release {number} of the ledger, of overlapping years, printed {before} records for {areas}, "
            "this one {now}: the difference tells of {few}. Release the same records as then, wait until "
            "more have changed, or state a PERIOD of other records.",
            number=number,
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


def _aligned(release: Release, keys, every) -> Release:
    """The release over more areas, in which it counts nothing."""
    place = {key: at for at, key in enumerate(every)}
    rows = np.array([place[key] for key in keys])
    zone = np.full(len(every), -1, dtype=np.int64)
    cases = np.zeros((len(every), release.cases.shape[1]), dtype=np.int64)
    zone[rows], cases[rows] = release.zone, release.cases
    return replace(release, zone=zone, cases=cases)


def _read(entry: dict, every) -> Release:
    cases = np.zeros((len(entry["areas"]), len(entry["groups"])), dtype=np.int64)
    for area, group, number in entry["cases"]:
        cases[area, group] = number
    table = {name: np.array(entry[name], dtype=np.int64) for name in ("low", "high", "unit")}
    release = Release(
        np.array(entry["zone"], dtype=np.int64), tuple(entry["fields"]),
        [tuple(values) for values in entry["groups"]], cases, np.array(entry["printed"], dtype=bool),
        table["low"], table["high"], table["unit"], np.array(entry["known"], dtype=bool), entry["codes"],
        entry.get("rule") == "cellkey",
    )  # fmt: skip
    return _aligned(release, entry["areas"], every)


def _same_groups(releases: list) -> list:
    """Releases by the same fields with the same groups."""
    groups: dict[tuple, dict] = {}
    for release in releases:
        groups.setdefault(release.fields, {}).update(dict.fromkeys(release.groups))
    return [release.with_groups(list(groups[release.fields])) for release in releases]


def _same_records(old: Release, fresh: Release, known, covered) -> bool:
    """Whether the counts by area are the same wherever both releases have the area."""
    both = known & covered
    if old.fields == fresh.fields:
        return bool((old.cases[both] == fresh.cases[both]).all())
    return bool((old.cases[both].sum(axis=1) == fresh.cases[both].sum(axis=1)).all())


def _as_of_now(olds, published: list, known, every) -> list:
    """The earlier releases had they been of today's records: the same zones and masks."""
    found = []
    for _number, old, covered in olds:
        inside, fresh = _inside(every, covered), _like(old, published)
        alike = old.fields == fresh.fields
        if not alike and _same_records(old, fresh, known, inside):
            found.append(old)
            continue
        one = old if alike else old.totals_only()
        now = fresh.cases if alike else fresh.cases.sum(axis=1, keepdims=True)
        found.append(one.with_cases(np.where(known[:, None], now, one.cases)))
    return found


def _as_of_then(old: Release, fresh: Release, covered) -> list:
    """This release had it been of the records of an earlier one."""
    if old.fields != fresh.fields:
        old, fresh = old.totals_only(), fresh.totals_only()
    then = np.where(covered[:, None], old.cases, fresh.cases)
    return [old.with_cases(then), fresh.with_cases(then)]


def enter(earlier: Earlier, published: list, areas, demand) -> list:
    """Enter what will be published; the ledger and the numbers to confirm once it is."""
    memory, entered = earlier.memory, []
    promised = {"smallest": demand.smallest, "values": demand.values, "rule": demand.rule}
    for release in published:
        memory, number = zones.enter(memory, {**_facts(release, areas, earlier.period), **promised})
        entered.append(number)
    return [memory, *entered]


def confirm(entered: list) -> None:
    """Say that the layer was written."""
    if entered:
        memory, *numbers = entered
        for number in numbers:
            memory = zones.confirm(memory, number)


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

# SPDX-License-Identifier: GPL-2.0-or-later
"""Who of a release has a dot already, and who draws one: nobody ever draws twice.

Records that belong together (GROUP) are one unit: one draw, one record's worth. With a ledger, known
patients keep the dot they have, new ones wait until a batch of them is new, and the dots of those who left
the list stay until a batch of them has left."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from ...core.base import identity
from ...core.base.errors import InputError, named
from ...i18n import tr
from ..framework.ledger.records import Dot


@dataclass(frozen=True)
class Name:
    """A record's pseudonyms: of the patient, of lookalikes, of the area and of the household."""

    who: str
    like: str
    area: str
    group: str


@dataclass
class Cohort:
    """The records of a release, all groups one after the other."""

    groups: list
    """The groups with the rows that are released."""
    unit: np.ndarray
    """Shape (r,). The draw of each record, counted from 0; -1 where it has a dot."""
    first: np.ndarray
    """Shape (u,). The first record of each draw."""
    known: list
    """The dot that a record has already."""
    names: list
    """Pseudonyms; None without a ledger."""
    stay: list = field(default_factory=list)
    """Dots of patients who left the list and stay until a batch has left."""
    gone: list = field(default_factory=list)
    back: list = field(default_factory=list)
    """Patients whose dots leave the release now, or come back to it."""
    warnings: list = field(default_factory=list)
    counts: dict = field(default_factory=dict)

    @property
    def area(self) -> np.ndarray:
        """The area of each record."""
        return np.concatenate([group.area for group in self.groups])

    @property
    def stratum(self) -> np.ndarray:
        """The stratum of each record."""
        return np.concatenate([group.stratum for group in self.groups])

    def slices(self) -> list:
        """Where the records of each group stand."""
        ends = np.cumsum([len(group.rows) for group in self.groups])
        return [slice(end - len(group.rows), end) for group, end in zip(self.groups, ends)]


def enrol(groups, layer, households, ledger_state, people) -> Cohort:
    """Tell who draws.

    ``groups`` are patients, and controls where there are any. ``households`` and ``people`` are canonical
    names for each row of each group's table, None where not asked for. Where somebody cannot be told from
    somebody else, the user is asked.
    """
    if ledger_state is None:
        return _units(groups, _keys(groups, households), [None] * sum(len(one.rows) for one in groups))
    enrolment = _Enrolment(groups, layer, ledger_state)
    enrolment.name(people, households)
    enrolment.find()
    return enrolment.cohort()


def _keys(groups, households) -> list:
    """What makes records one unit: their household; a record without one is on its own."""
    keys = []
    for number, group in enumerate(groups):
        values = None if households is None else households[number]
        keys += [(values[row] if values and values[row] else (number, int(row))) for row in group.rows]
    return keys


def _units(groups, keys, known, names=None) -> Cohort:
    number: dict = {}
    unit: list[int] = []
    first: list[int] = []
    for record, (key, dot) in enumerate(zip(keys, known)):
        if dot is not None:
            unit.append(-1)
            continue
        if key not in number:
            number[key] = len(first)
            first.append(record)
        unit.append(number[key])
    cohort = Cohort(
        groups, np.array(unit, dtype=np.int64), np.array(first, dtype=np.int64), known,
        names or [None] * len(known),
    )  # fmt: skip
    _check_together(cohort)
    return cohort


def _check_together(cohort: Cohort) -> None:
    """One draw is made from one area and one stratum."""
    drawn = np.flatnonzero(cohort.unit >= 0)
    first = cohort.first[cohort.unit[drawn]]
    apart = drawn[
        (cohort.area[drawn] != cohort.area[first]) | (cohort.stratum[drawn] != cohort.stratum[first])
    ]
    if len(apart):
        features = _features(cohort.groups, apart)
        raise InputError(
            "patient.group.apart",
            "Records of one household or patient lie in different areas or strata (features {features}). "
            "One draw moves them together: correct the field GROUP or the points.",
            features=named(features),
        )


def _features(groups, records) -> list:
    ids = [group.points.table.row_ids[row] for group in groups for row in group.rows]
    return [ids[record] for record in records]


class _Enrolment:
    """Enrols the records of a release against a ledger."""

    def __init__(self, groups, layer, ledger_state):
        self.groups, self.layer = groups, layer
        self.ledger_state, self.policy = ledger_state, ledger_state.policy
        self.outputs = [group.output for group in groups for _row in group.rows]
        self.warnings, self.counts = [], Counter()

    def name(self, people, households) -> None:
        """Give every record its pseudonyms, and ask about identifiers that may be one or two."""
        seal = self.ledger_state.ledger_file.seal
        areas = [seal.name("area", identity.canonical(value)) for value in self.layer.areas.ids]
        self.known_areas = set(areas)
        texts, self.names = [], []
        for number, group in enumerate(self.groups):
            for row, area in zip(group.rows, group.area):
                text = people[number][row]
                house = households[number][row] if households is not None else ""
                texts.append(text)
                like = seal.name("lookalike", identity.folded(text))
                household = seal.name("household", house) if house else ""
                self.names.append(Name(seal.name("patient", text), like, areas[area], household))
        missing = [record for record, text in enumerate(texts) if not text]
        if missing:
            raise InputError(
                "patient.identifier.missing",
                "{count} records have no patient identifier, so the ledger cannot know them again "
                "(features {features}).",
                count=len(missing),
                features=named(_features(self.groups, missing)),
            )
        self.texts_of_people = texts
        self._refuse_repeated()
        self._ask_about_lookalikes()

    def _refuse_repeated(self) -> None:
        often = Counter(name.who for name in self.names)
        repeated = [record for record, name in enumerate(self.names) if often[name.who] > 1]
        if repeated:
            raise InputError(
                "patient.identifier.repeated",
                "A patient stands on more than one feature ({features}). Keep one feature per patient; "
                "for episodes, name the episode as the patient identifier and the patient as GROUP.",
                features=named(_features(self.groups, repeated)),
            )

    def _ask_about_lookalikes(self) -> None:
        if self.policy.lookalikes != "ask":
            return
        owner, asked = dict(self.ledger_state.likes), []
        for record, name in enumerate(self.names):
            other = owner.setdefault(name.like, name.who)
            if other != name.who and name.who not in self.ledger_state.dots:
                asked.append(record)
        if asked:
            raise InputError(
                "patient.identifier.alike",
                "The identifiers of features {features} differ from others only in case, leading zeros "
                "or blanks. Are they the same people? Then correct the identifiers. If not, say so in "
                "“Release ledger”, under “Identifiers that look alike”. Nothing was released.",
                features=named(_features(self.groups, asked)),
            )

    def find(self) -> None:
        """Find the dot that each record has, and who is new."""
        dots, groups = self.ledger_state.dots, self.ledger_state.groups
        self.known = [dots.get(name.who) for name in self.names]
        self.left_out: set[int] = set()
        self.corrected: set[int] = set()
        self._moved()
        self.joined = {
            record
            for record, (name, dot) in enumerate(zip(self.names, self.known))
            if dot is None and name.group in groups and record not in self.corrected
        }
        for record in self.joined:
            self.known[record] = replace(groups[self.names[record].group], fields={})
        self._hold_back()

    def _moved(self) -> None:
        unknown, moved = 0, []
        for record, (name, dot) in enumerate(zip(self.names, self.known)):
            if dot is None or dot.area == name.area:
                continue
            if dot.area in self.known_areas:
                moved.append(record)
            else:
                unknown += 1
        if unknown:
            self.counts["areas_not_comparable"] = unknown
        if not moved:
            return
        if self.policy.moved == "ask":
            raise InputError(
                "patient.area.changed",
                "The patients of features {features} lay in another area when they were released first. "
                "Did they move house, was the first address wrong, or is it somebody else? Answer in "
                "“Release ledger”, under “Known patients in another area”, or correct the identifiers. "
                "Nothing was released.",
                features=named(_features(self.groups, moved)),
            )
        self.counts[f"moved_{self.policy.moved}"] = len(moved)
        if self.policy.moved == "leave_out":
            self.left_out |= set(moved)
        elif self.policy.moved == "corrected":
            self.corrected |= set(moved)
            for record in moved:
                self.known[record] = None

    def _hold_back(self) -> None:
        """New records wait for a batch, unless nothing was released before."""
        new = {record for record, dot in enumerate(self.known) if dot is None} | self.joined
        new -= self.left_out
        if not self.ledger_state.releases or not new or len(new) >= self.policy.batch:
            return
        for record in new & self.corrected:
            self.known[record] = self.ledger_state.dots[self.names[record].who]
        held = new - self.corrected
        self.left_out |= held
        self.joined -= held
        self.counts["held_back_new"] = len(new)
        self.warnings.append(
            tr(
                "{count} new records wait until {batch} are new: they are not in this release, and not in "
                "the ledger.",
                count=len(new),
                batch=self.policy.batch,
            )
        )

    def cohort(self) -> Cohort:
        """The cohort, with those who are held back left out of the groups."""
        records = [record for record in range(len(self.names)) if record not in self.left_out]
        groups, start = [], 0
        for group in self.groups:
            kept = np.array([start + k not in self.left_out for k in range(len(group.rows))], dtype=bool)
            start += len(group.rows)
            groups.append(
                replace(group, rows=group.rows[kept], area=group.area[kept], stratum=group.stratum[kept])
            )
        names = [self.names[record] for record in records]
        known = [self.known[record] for record in records]
        keys = [name.group or name.who for name in names]
        cohort = _units(groups, keys, known, names)
        cohort.back = [
            name.who
            for name in names
            if name.who in self.ledger_state.dots and not self.ledger_state.present[name.who]
        ]
        self._withdraw(cohort)
        if not records and not cohort.stay:
            raise InputError(
                "release.records.all_pending",
                " ".join([tr("There is nothing to release: all records are held back."), *self.warnings]),
            )
        joined = len([record for record in records if record in self.joined])
        repeated = sum(dot is not None for dot in known) - joined
        self.counts.update(
            new_records=len(known) - repeated, repeated_records=repeated, new_draws=len(cohort.first),
            earlier_records_in_ledger=repeated,
        )  # fmt: skip
        cohort.warnings, cohort.counts = self.warnings, dict(self.counts)
        return cohort

    def _withdraw(self, cohort: Cohort) -> None:
        """Dots of those who left the list stay until a batch of them has left."""
        here = {name.who for name in cohort.names}
        shown = set(self.outputs) | {group.output for group in self.groups}
        missing = [
            dot for who, dot in self.ledger_state.dots.items()
            if self.ledger_state.present[who] and who not in here and dot.output in shown
        ]  # fmt: skip
        if not missing:
            return
        if self.policy.withdrawals == "batch" and len(missing) < self.policy.batch:
            cohort.stay = missing
            self.counts["withdrawn_waiting"] = len(missing)
            self.warnings.append(
                tr(
                    "The dots of {count} patients who are no longer in the list stay in this release until "
                    "{batch} have left.",
                    count=len(missing),
                    batch=self.policy.batch,
                )
            )
            return
        cohort.gone = [dot.who for dot in missing]
        self.counts["withdrawn_now"] = len(missing)
        if len(missing) < self.policy.batch:
            self.warnings.append(
                tr(
                    "The dots of {count} patients leave at once: whoever knows who left knows their dots. "
                    "They stay counted.",
                    count=len(missing),
                )
            )


def dots_of(cohort: Cohort, place_deg, destination, release: int, drawn_from=None) -> list:
    """The dot of each record: the one it has, or the one its unit drew.

    ``place_deg`` and ``destination`` are longitudes, latitudes and identifiers drawn, one a unit;
    ``drawn_from`` is table and place in it of each draw, as the ledger keeps them.
    """
    outputs = [group.output for group in cohort.groups for _row in group.rows]
    dots = []
    for record, (unit, dot, name) in enumerate(zip(cohort.unit, cohort.known, cohort.names)):
        name = name or Name("", "", "", "")
        told = {"who": name.who, "like": name.like, "group": name.group, "output": outputs[record]}
        if dot is None:
            lon_deg, lat_deg = float(place_deg[0][unit]), float(place_deg[1][unit])
            table, place = (-1, -1) if drawn_from is None else drawn_from[unit]
            dots.append(Dot(lon_deg=lon_deg, lat_deg=lat_deg, to=destination[unit], area=name.area,
                            release=release, table=table, place=place, **told))  # fmt: skip
        elif dot.who != name.who:
            dots.append(replace(dot, release=release, area=name.area, fields={}, **told))
        else:
            dots.append(dot)
    return dots

# SPDX-License-Identifier: GPL-2.0-or-later
"""What a ledger says, read from its entries: its policy, who has which dot, what was shown of which areas.

A patient's first dot, its scatter and the released fields as they were are kept and repeated. A table is
kept with the columns of the places that were drawn: all that anybody needs to compute what its dots show.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timezone
from fractions import Fraction

import numpy as np
from qgis.PyQt.QtCore import QDate, QDateTime, Qt, QTime

from ....core.base.errors import InputError, Phrase, named
from ....core.base.verdict import NOT_MADE, Check
from ....core.counts.protection.accounting import Budget, Loss
from ....core.geomask.programme.programme import EQUAL, Inequality
from ....core.geomask.releases import odometer, proof
from ....core.geomask.strategy import Transitions
from .. import ask
from . import store

BATCH = 10
"""New records, or withdrawals, among which one hides by default: as the crowd of the smallest class that
published rules allow, 10 or 11 (core/base/thresholds.py)."""


@dataclass(frozen=True)
class Policy:
    """What was decided about a list that grows."""

    planned: int | None = None
    """Records that will ever be released; None for no plan."""
    batch: int = BATCH
    """Fewest new records, or withdrawals, that show at once."""
    withdrawals: str = "batch"
    """One of 'batch', 'at_once'. When the dots of patients who left the list leave the release."""
    moved: str = "ask"
    """One of 'ask', 'keep', 'leave_out', 'corrected'. What becomes of a known patient whose point lies in
    another area."""
    lookalikes: str = "ask"
    """One of 'ask', 'different'. What identifiers that differ in case or leading zeros are."""
    dot_limit: float | None = None
    """Most that one dot may show of anybody; None for the default."""
    elsewhere: int = 0
    """Records of the same people that were released without the ledger."""

    def changed(self, inputs: ask.Inputs) -> Policy:
        """The policy with what was set in “Release ledger”; 0 takes a plan or a limit back."""
        set_now = {
            "planned": inputs.planned_records,
            "batch": inputs.batch,
            "withdrawals": inputs.withdrawals,
            "moved": inputs.moved,
            "lookalikes": inputs.lookalikes,
            "dot_limit": inputs.dot_limit,
            "elsewhere": inputs.earlier_records,
        }
        made = replace(self, **{name: value for name, value in set_now.items() if value not in (None, "")})
        return replace(made, planned=made.planned or None, dot_limit=made.dot_limit or None)

    def after_release(self) -> Policy:
        """The policy of the next release: that an address was wrong is said of the patients of one."""
        return replace(self, moved="ask") if self.moved == "corrected" else self

    def payload(self) -> bytes:
        """The policy as a ledger keeps it."""
        return json.dumps(asdict(self)).encode("ascii")

    @classmethod
    def of(cls, payload: bytes) -> Policy:
        """Read back what :meth:`payload` made."""
        return cls(**json.loads(payload))


_DATES = {"QDate": QDate, "QDateTime": QDateTime, "QTime": QTime}


PRIVATE = "private"
"""Kind of the entries of counts with differential privacy, among those of zones."""


@dataclass(frozen=True)
class Dot:
    """A record's place for ever."""

    who: str
    """Pseudonym of the patient."""
    lon_deg: float
    lat_deg: float
    """The place, scatter included."""
    to: str
    """Identifier of the destination."""
    area: str
    """Pseudonym of the area that it was drawn from."""
    like: str
    """Pseudonym that lookalike identifiers share."""
    group: str
    """Pseudonym of the household that shares the dot; empty for none."""
    release: int
    """The release that showed it first."""
    output: str
    """Which layer it stands in, patients or controls."""
    table: int = -1
    place: int = -1
    """The table that it was drawn from, among all of the ledger, and its place there."""
    fields: dict = field(default_factory=dict)
    """Released values as they were."""

    def payload(self) -> bytes:
        """The dot as a ledger keeps it; the patient's pseudonym stands beside it."""
        told = {name: value for name, value in vars(self).items() if name != "who"}
        told["fields"] = stored_fields(self.fields)
        return packed(told)


class _OfAreas:
    """Something of areas, with their identifiers and points, as a ledger keeps it."""

    keys: np.ndarray
    lon_deg: np.ndarray
    lat_deg: np.ndarray

    def payload(self) -> bytes:
        """All of it, for an entry."""
        return _arrays(vars(self))

    @classmethod
    def of(cls, payload: bytes):
        """Read back what :meth:`payload` made."""
        return cls(**_read_arrays(payload))

    @property
    def places(self) -> odometer.AreaPoints:
        """Identifiers and points of the areas."""
        return odometer.AreaPoints(self.keys, self.lon_deg, self.lat_deg)


@dataclass(frozen=True)
class DrawnTable(_OfAreas):
    """A table of probabilities that dots were drawn from, at the places that were drawn."""

    release: int
    """The release that drew from it."""
    stratum: str
    """Whose table it is; empty for everybody."""
    records: int
    delta: float
    """The most that any one of its dots can show of anybody."""
    risk: float
    model: str
    """The bound that it was solved for, and its model."""
    keys: np.ndarray
    """Shape (n,). Canonical identifiers of the areas."""
    lon_deg: np.ndarray
    lat_deg: np.ndarray
    population: np.ndarray
    """Shape (n,). Their representative points and people."""
    origin: np.ndarray
    place: np.ndarray
    probability: np.ndarray
    """Shape (p,). Pairs at the places that were drawn, the places counted from 0."""
    dots: np.ndarray
    """Shape (records,). The place of each dot."""
    by: str = ""
    """The field whose value the stratum is; empty for everybody."""
    among: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """Shape (n,). All people of the areas, of whom ``population`` have the stratum; empty where nobody said
    how many."""

    @classmethod
    def drawn(cls, facts: dict, areas, strategy, destination) -> DrawnTable:
        """Keep of a strategy what its dots can show.

        ``facts`` are ``release``, ``stratum``, ``by``, ``among``, ``risk``, ``model`` and the canonical
        ``keys`` of the areas.
        """
        used, dots = np.unique(destination, return_inverse=True)
        at = np.flatnonzero(np.isin(strategy.destination, used))
        keys = np.asarray(facts.pop("keys"), dtype=str)
        people = np.asarray(areas.population, dtype=float)
        return cls(
            records=len(destination), delta=odometer.largest_share(strategy, people), keys=keys,
            lon_deg=areas.lon_deg, lat_deg=areas.lat_deg, population=people,
            origin=strategy.origin[at], place=np.searchsorted(used, strategy.destination[at]),
            probability=strategy.probability[at], dots=dots, **facts,
        )  # fmt: skip

    @property
    def pairs(self) -> Transitions:
        """Its columns as a table of areas and places drawn."""
        return Transitions(self.origin, self.place, self.probability)

    def shown(self, doubt: Inequality = EQUAL) -> np.ndarray:
        """What its dots show of one person of each area, shape (n,)."""
        return odometer.revealed(self.pairs, self.population, self.dots, doubt)

    def traced(self, records: int, doubt: Inequality = EQUAL) -> np.ndarray:
        """How surely any one of its dots came from each area, where ``records`` are out, shape (n,)."""
        return odometer.traced(self.pairs, self.population, self.dots, records, doubt)

    def largest(self, doubt: Inequality = EQUAL) -> float:
        """The most that one of its dots shows of anybody; of all it might have drawn, where nothing is in
        doubt."""
        return max(
            self.delta if doubt.certain else 0.0,
            odometer.largest_share(self.pairs, self.population, doubt),
        )


def _named_by_point(areas: odometer.AreaPoints) -> list[str]:
    points = np.char.mod("%.4f", np.column_stack([areas.lon_deg, areas.lat_deg]))
    return [" ".join(row) for row in points.tolist()]


@dataclass(frozen=True)
class Statement(_OfAreas):
    """How many people of each area have a value, as a release stated it."""

    by: str
    value: str
    """A field and its value; both empty for all people of the areas."""
    keys: np.ndarray
    """Shape (n,). Canonical identifiers of the areas."""
    lon_deg: np.ndarray
    lat_deg: np.ndarray
    population: np.ndarray
    """Shape (n,). Their representative points and people."""
    among: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """Shape (n,). All people of the areas, of whom these have the value; empty where nobody said."""

    @classmethod
    def of_table(cls, table: DrawnTable) -> Statement:
        """What a table that was drawn from states."""
        return cls(
            table.by, table.stratum, table.keys, table.lon_deg, table.lat_deg, table.population, table.among
        )

    def people(self, places: odometer.AreaPoints) -> np.ndarray:
        """People of other areas, given by identifiers and points; infinite where it says nothing of them."""
        return self._of_areas(self.population, places)

    def all_people(self, places: odometer.AreaPoints) -> np.ndarray | None:
        """The same of all people of whom these have the value; None where nobody said how many."""
        return self._of_areas(self.among, places) if len(self.among) else None

    def _of_areas(self, values, places: odometer.AreaPoints) -> np.ndarray:
        """Values of other areas; infinite for those that are none of these.

        The same layer may be read with another field of identifiers: then points tell its areas apart.
        """
        shown = odometer.of_same_areas(values, self.places, places, np.inf)
        if np.isfinite(shown).any():
            return shown
        old, new = (one._replace(keys=_named_by_point(one)) for one in (self.places, places))
        return odometer.of_same_areas(values, old, new, np.inf)


class LedgerState:
    """All that a ledger holds, by patient and by release."""

    def __init__(self, ledger_file):
        self.ledger_file = ledger_file
        self.dots, self.present, self.corrected = {}, {}, 0
        self.groups, self.likes = {}, {}
        self.releases, self.tables, self.zones = [], [], []
        self.stated, self.former = [], []
        self.homes = {}
        self.budget = None
        self.policy = Policy()
        for entry in ledger_file.entries:
            getattr(self, f"_take_{entry.kind}", _ignore)(entry)

    def _take_release(self, entry) -> None:
        self.releases.append({**unpacked(entry.payload), "status": "begun"})
        self.policy = self.policy.after_release()

    def _take_policy(self, entry) -> None:
        self.policy = Policy.of(entry.payload)

    def _take_confirmed(self, entry) -> None:
        ((of, number),) = unpacked(entry.payload).items()
        {"release": self.releases, "zones": self.zones}[of][number - 1]["status"] = "released"

    def _take_table(self, entry) -> None:
        self.tables.append(DrawnTable.of(entry.payload))

    def _take_record(self, entry) -> None:
        told = unpacked(entry.payload)
        told["fields"] = {name: _read(value) for name, value in told["fields"].items()}
        dot = Dot(who=entry.who, **told)
        self.corrected += entry.who in self.dots
        self._put(dot)
        self.present[entry.who] = True
        self.likes.setdefault(dot.like, entry.who)
        if dot.group:
            self.groups.setdefault(dot.group, dot)

    def _put(self, dot: Dot) -> None:
        """Give a patient a dot; one that stood elsewhere was seen, and stays counted."""
        before = self.dots.get(dot.who)
        if before is not None and (before.table, before.place) != (dot.table, dot.place):
            self.former.append(before)
        self.dots[dot.who] = dot

    def _take_stated(self, entry) -> None:
        self.stated.append(Statement.of(entry.payload))

    def _take_homes(self, entry) -> None:
        told = _read_arrays(entry.payload)
        self.homes[told["release"]] = told["cells"]

    def _take_fields(self, entry) -> None:
        told = {name: _read(value) for name, value in unpacked(entry.payload).items()}
        self.dots[entry.who].fields.update(told)

    def _take_withdrawn(self, entry) -> None:
        self.present[entry.who] = False

    def _take_returned(self, entry) -> None:
        self.present[entry.who] = True

    def _take_zones(self, entry) -> None:
        self.zones.append({**unpacked(entry.payload), "status": "begun"})

    def _take_budget(self, entry) -> None:
        self.budget = Budget(**unpacked(entry.payload))

    @property
    def losses(self) -> list[Loss]:
        """What each release of counts with differential privacy has cost."""
        private = [one for one in self.zones if one.get("kind") == PRIVATE]
        return [Loss(Fraction(one["epsilon"]), Fraction(one["rho"])) for one in private]

    @property
    def homes_known(self) -> np.ndarray:
        """Names of the cells that hold homes of patients, of all releases that kept them."""
        return np.unique(np.concatenate([np.zeros(0, dtype=np.uint64), *self.homes.values()]))

    @property
    def without_homes(self) -> int:
        """Releases of whose patients the ledger knows no homes."""
        return len(self.releases) - len(self.homes)

    @property
    def records(self) -> int:
        """Records that were ever released, by the dots that were drawn: one a household, none twice."""
        return sum(table.records for table in self.tables)

    def with_tables(self, tables) -> LedgerState:
        """What the ledger would hold with the dots of more tables."""
        grown = copy(self)
        grown.tables = [*self.tables, *tables]
        return grown

    def with_news(self, dots, stated=()) -> LedgerState:
        """What the ledger would hold with these dots of patients, and with more statements."""
        grown = copy(self)
        grown.dots, grown.former = dict(self.dots), list(self.former)
        grown.stated = [*self.stated, *stated]
        for dot in dots:
            grown._put(dot)
        return grown

    def judged_by(self, tables) -> LedgerState:
        """The same dots with other tables, whose populations are the crowds that dots are judged by."""
        judged = copy(self)
        judged.tables = list(tables)
        return judged

    @property
    def statements(self) -> list[Statement]:
        """All that releases stated of the people of areas, by their tables or beside them."""
        return [*self.stated, *map(Statement.of_table, self.tables)]

    @property
    def geographies(self) -> list:
        """The areas of every table as they were, the same ones once, by what tells them apart."""
        tables: dict = {}
        for table in self.tables:
            name = tuple(
                one.tobytes() for one in (table.keys, table.lon_deg, table.lat_deg, table.population)
            )
            tables.setdefault(name, table)
        return list(tables.values())

    def largest_share(self, doubt: Inequality = EQUAL) -> float:
        """The most that any one dot shows of anybody: delta_max."""
        return max((table.largest(doubt) for table in self.tables if table.records), default=0.0)

    def shown(self, areas, keys, doubt: Inequality = EQUAL) -> np.ndarray:
        """What is out has shown of one person of each of some areas, shape (n,)."""
        return self._over_releases(lambda table: table.shown(doubt), areas, keys).sum(axis=0)

    def traced(self, areas, keys, doubt: Inequality = EQUAL) -> np.ndarray:
        """How surely any one dot that is out came from each of some areas, shape (n,)."""
        values = self._over_releases(lambda table: table.traced(self.records, doubt), areas, keys, np.maximum)
        return values.max(axis=0)

    def _over_releases(self, of_table, areas, keys, joined=np.add) -> np.ndarray:
        """A value of each release for each area, shape (releases + 1, n); the first is 0.

        Of the strata of one field and one release a person was in one, and nobody knows in which: by the next
        release they may be in another. The largest value stands for it. Tables of one stratum hold dots of
        their own and are added, as strata by several fields are, of which a person may be in each.
        """
        by_release: dict = {}
        for table in self.tables:
            to = odometer.AreaPoints(keys, areas.lon_deg, areas.lat_deg)
            value = odometer.carried(of_table(table), table.places, to)
            strata = by_release.setdefault((table.release, table.by), {})
            strata[table.stratum] = joined(strata.get(table.stratum, 0.0), value)
        strata_of = [np.max(list(strata.values()), axis=0) for _release, strata in sorted(by_release.items())]
        return np.array([np.zeros(len(keys)), *strata_of])

    def crowding(self) -> float:
        """How surely the people behind a dot stand behind other dots, at most (``proof.crowding``)."""
        share, dot, shown, places = [], [], [], 0
        seen, of_all = None, np.zeros(0)
        for table in self.tables:
            if seen is None or not odometer.same_areas(seen.places, table.places):
                seen, of_all = table, self.shown(table, table.keys)
            crowd = table.population[table.origin] * odometer.crowd_shares(table.pairs, table.population)
            share.append(crowd)
            dot.append(table.place + places)
            shown.append(of_all[table.origin])
            places += 1 + int(np.max(table.place, initial=-1))
        if not share:
            return 0.0
        return proof.crowding(np.concatenate(share), np.concatenate(dot), np.concatenate(shown))


def _ignore(_entry) -> None:
    """A kind of entry that is about no patient."""


def _arrays(told: dict) -> bytes:
    """Arrays, numbers and texts by name as an entry holds them."""
    file = io.BytesIO()
    np.savez_compressed(file, **told)
    return file.getvalue()


def _read_arrays(payload: bytes) -> dict:
    with np.load(io.BytesIO(payload), allow_pickle=False) as stored:
        told = {name: stored[name] for name in stored.files}
    return {name: value.item() if value.ndim == 0 else value for name, value in told.items()}


def stored_homes(release: int, cells) -> bytes:
    """Names of the cells that hold the homes of a release, as an entry holds them."""
    return _arrays({"release": release, "cells": cells})


def packed(told: dict) -> bytes:
    """A dictionary as an entry holds it."""
    return json.dumps(told, ensure_ascii=False, sort_keys=True).encode("utf-8")


def unpacked(payload: bytes) -> dict:
    """A dictionary that an entry holds."""
    return json.loads(payload.decode("utf-8"))


def stored_fields(values: dict) -> dict:
    """Released values as an entry holds them."""
    return {name: _stored(value) for name, value in values.items()}


def _form(name: str):
    """Qt reads no date back from the form with milliseconds."""
    return Qt.DateFormat.ISODate if name == "QDate" else Qt.DateFormat.ISODateWithMs


def _stored(value):
    """An attribute as JSON; dates say what they are."""
    name = type(value).__name__
    if name in _DATES:
        return {name: value.toString(_form(name))}
    return value if isinstance(value, (str, int, float, bool)) or value is None else {"text": str(value)}


def _read(value):
    if not isinstance(value, dict):
        return value
    ((name, text),) = value.items()
    return _DATES[name].fromString(text, _form(name)) if name in _DATES else text


def enter_zones(ledger_state: LedgerState, facts: dict) -> tuple[LedgerState, int]:
    """Register a clustering or a release of areas, before it is written.

    What was entered counts as published, whether or not it was confirmed: a run may have died after writing.
    ``facts`` are in JSON's types: for example ``kind``, ``areas`` (canonical identifiers, see
    :func:`geodeid_plugin.core.base.identity.canonical`) and ``zone`` (a code for each area); they are sealed
    as all entries are. Gives the ledger with the entry, and its number among the zones, from 1.
    """
    begun = datetime.now(timezone.utc).isoformat(timespec="seconds")
    ledger_file = store.append(ledger_state.ledger_file, [("zones", "", packed({**facts, "begun": begun}))])
    grown = LedgerState(ledger_file)
    return grown, len(grown.zones)


def confirm_zones(ledger_state: LedgerState, number: int) -> LedgerState:
    """Say that the layer of zones was written."""
    return LedgerState(store.append(ledger_state.ledger_file, [("confirmed", "", packed({"zones": number}))]))


_KEY = "other_forms"
_APART = Phrase("Publish the points or the counts; keep other people's releases in a ledger of their own.")
_COUNTS = ("counts", "grid", "private")
"""Kinds of entries that print counts; a clustering prints where zones lie.

Each form is judged together with all earlier ones of its kind. A dot beside a published count of its area
tells more than either: who knows how many patients live in each area traces dots with certainty
(docs/guarantee.md), and no bound of one form speaks of both.
"""


def counts_beside(ledger_state: LedgerState | None) -> Iterator[Check]:
    """What the claim on dots needs where the ledger holds counts; nothing without a ledger."""
    zones = () if ledger_state is None else ledger_state.zones
    numbers = [str(number) for number, one in enumerate(zones, 1) if one.get("kind") in _COUNTS]
    if numbers:
        sentence = Phrase(
            "The ledger holds counts by areas or by a grid (releases of counts: {numbers}). Who has both "
            "knows how many patients live about each dot: what counts and dots tell together can't be "
            "judged.",
            numbers=named(numbers),
        )
        yield Check(_KEY, NOT_MADE, sentence, _APART, internal=False)


def dots_beside(ledger_state: LedgerState | None) -> Iterator[Check]:
    """What the claim on counts needs where the ledger holds dots; nothing without a ledger."""
    releases = () if ledger_state is None else ledger_state.releases
    if releases:
        sentence = Phrase(
            "The ledger holds {count} releases of masked points. Who has both knows how many patients live "
            "about each dot: what counts and dots tell together can't be judged.",
            count=len(releases),
        )
        yield Check(_KEY, NOT_MADE, sentence, _APART, internal=False)


STORE = ask.under_advanced(
    ask.file(
        "LEDGER",
        "Release ledger",
        "Made by “Release ledger”: earlier releases count, and this one is entered.",
        extension="gpkg",
    ),
    ask.file(
        "LEDGER_KEY",
        "Key of the ledger",
        "Key file of the ledger, or its recovery letters as text. Empty: the key kept in QGIS.",
    ),
)
"""LEDGER and LEDGER_KEY: of any algorithm that registers what it publishes."""

WITNESS = ask.text(
    "LEDGER_WITNESS",
    "Witness of the ledger",
    "From the report of the last release, such as 812-0123456789abcdef: a ledger without that entry is an "
    "older copy.",
    advanced=True,
)

LEDGER_ID = ask.field(
    "LEDGER_ID",
    "Patient identifier for the ledger",
    "Field that identifies a patient, the same in every release. Only a keyed hash of it is kept.",
    "PATIENTS",
    optional=True,
    advanced=True,
)

GROUP = ask.field(
    "GROUP",
    "Household or patient",
    "Records with the same value, such as a household, move to one place and count as one.",
    "PATIENTS",
    optional=True,
    advanced=True,
)
"""Records that share one draw."""


def opened(run) -> LedgerState | None:
    """The ledger that the user gave, read and verified; None without one.

    A ledger that cannot be used, or a part of it without the rest, is refused.
    """
    if not run.defines("LEDGER"):
        return None
    if run.file("LEDGER") is None:
        if run.wanted("LEDGER_KEY") or (run.defines("LEDGER_ID") and run.wanted("LEDGER_ID")):
            raise InputError(
                "ledger.file.missing",
                "A ledger's key or patient field was given, but no ledger. Choose the ledger.",
            )
        return None
    if run.seeded:
        raise InputError(
            "ledger.run.seeded",
            "A run with a seed is for testing. To enter the release in the ledger, leave the seed empty.",
        )
    if run.defines("LEDGER_ID") and run.field("LEDGER_ID") is None:
        raise InputError(
            "ledger.patient.missing",
            "Choose the field that identifies a patient, so that the ledger recognises them.",
        )
    return LedgerState(store.open_ledger_file(run.file("LEDGER"), run.file("LEDGER_KEY")))

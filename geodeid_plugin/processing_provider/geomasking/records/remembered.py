# SPDX-License-Identifier: GPL-2.0-or-later
"""A release that continues earlier ones: its tables, its entry in the ledger, and what all of them show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timezone

import numpy as np

from ....core.base import identity
from ....core.base.errors import AuditError, InputError
from ....core.geomask.programme.request import Request
from ....core.geomask.releases import odometer
from ....core.geomask.releases.second_draw import posterior_median
from ....i18n import tr
from ....report import Facts, Section
from ....report.numbers import count
from ...framework.ledger import store
from ...framework.ledger.records import Dot, Memory, packed, stored_fields
from .rollcall import Roll

_ARITHMETIC = 1e-9
"""Share by which sums over all dots may exceed the bound: they are summed in another order than solved."""


@dataclass(frozen=True)
class Standing:
    """What all releases of a ledger show together.

    Attributes
    ----------
    releases, records : int
        Releases entered, and records that were ever drawn.
    shown : float
        Largest odometer of anybody: measured on the dots that are out.
    largest : float
        The most that one dot can show of anybody, delta_max.
    in_advance, of_dots : float
        The two proved bounds for distinct people; 1 where nothing is proved.
    left : int
        Records that may still come at the bound, at most.
    """

    releases: int
    records: int
    shown: float
    largest: float
    in_advance: float
    of_dots: float
    left: int

    @property
    def proved(self) -> float:
        """The smaller of the proved bounds."""
        return min(self.in_advance, self.of_dots)


def area_keys(layer) -> list:
    """Canonical identifiers of the areas."""
    return [identity.canonical(value) for value in layer.areas.ids]


def counting_request(
    request: Request, memory: Memory, areas, keys, stratum: str, rules, given: bool
) -> Request:
    """The request for new records: what earlier releases showed counts, area by area.

    Parameters
    ----------
    request : Request
        For the records that are new in this stratum.
    memory : Memory
        The ledger.
    areas, keys : Areas, list of str
        The areas with the people of the stratum, and their identifiers.
    stratum : str
        Name of the stratum.
    rules : Rules
        The plan.
    given : bool
        Whether the table was solved elsewhere: then only this release is judged.
    """
    shown = memory.shown(areas, keys, stratum)
    shown = np.where(areas.population > 0, shown, 0.0)
    revised = request.model == "revised"
    if given:
        counting = odometer.counting(shown, request.records, request.risk, None, revised)
        return replace(request, counting=counting)
    left = _left(request.records, memory.records, rules.planned)
    limit = rules.limit or odometer.limit_of(request.risk, rules.planned, request.records)
    return replace(request, counting=odometer.counting(shown, left, request.risk, limit, revised))


def _left(new: int, out: int, planned: int | None) -> float:
    if planned is None:
        return new / odometer.SHARE
    if out + new > planned:
        raise InputError(
            tr(
                "The plan of {planned} records is full: {out} are out and {new} are new. Give a larger "
                "number of planned records, or none; what is left of the bound is then shared anew."
            ).format(planned=planned, out=out, new=new)
        )
    return planned - out


def largest_possible(memory: Memory, keys, areas, stratum: str, strategy, request: Request) -> float:
    """The largest odometer that could be drawn: what is out, and each new dot where it tells most."""
    most = np.zeros(len(areas))
    inflow = np.bincount(strategy.destination, areas.population[strategy.origin] * strategy.probability)
    np.maximum.at(most, strategy.origin, strategy.probability / inflow[strategy.destination])
    total = memory.shown(areas, keys, stratum) + request.records * most
    return float(np.max(total[areas.population > 0]))


def places_in_tables(before: int, tables, members, units: int) -> list:
    """Table and place of each draw: ``before`` tables stand in the ledger already."""
    found = [(-1, -1)] * units
    for number, (table, own) in enumerate(zip(tables, members), before):
        for unit, place in zip(own.tolist(), table.dots.tolist()):
            found[unit] = number, place
    return found


class SecondPlaces:
    """Where known dots stand by a rule that knows the dot alone: the posterior median of today.

    Parameters
    ----------
    memory : Memory
        The ledger.
    areas, keys : Areas, list of str
        Today's areas with their people, and their identifiers.
    targets : Targets
        Today's destinations.
    """

    def __init__(self, memory: Memory, areas, keys, targets):
        self._memory, self._targets = memory, targets
        self._people = dict(zip(keys, areas.population.tolist()))
        self._found: dict = {}
        self.changed = 0

    def of(self, dot: Dot) -> Dot:
        """The dot at its second place; where its table is not known, as it is."""
        if dot.table < 0:
            return dot
        if (dot.table, dot.place) not in self._found:
            self._found[dot.table, dot.place] = self._median(dot.table, dot.place)
        row = self._found[dot.table, dot.place]
        lon_deg, lat_deg = float(self._targets.lon_deg[row]), float(self._targets.lat_deg[row])
        self.changed += (lon_deg, lat_deg) != (dot.lon_deg, dot.lat_deg)
        # Equal identifiers of two geographies may name two places: the point decides, not the name.
        to = identity.canonical(self._targets.ids[row])
        return replace(dot, lon_deg=lon_deg, lat_deg=lat_deg, to=to)

    def _median(self, number: int, place: int) -> int:
        table = self._memory.tables[number]
        own = table.place == place
        column = np.bincount(table.origin[own], table.probability[own], len(table.keys))
        people = np.array([self._people.get(key, n) for key, n in zip(table.keys, table.population.tolist())])
        to = self._targets.lon_deg, self._targets.lat_deg
        return posterior_median(column, people, (table.lon_deg, table.lat_deg), to)


def check(memory: Memory, tables, areas_of, keys, risk: float, model: str) -> None:
    """Refuse dots that would show more than the bound of anybody, summed anew over all that is out.

    Under the revised model, areas of fewer people than records are hidden as areas and not summed.
    """
    if model != "wieland":
        return
    for table in tables:
        total = memory.shown(areas_of[table.stratum], keys, table.stratum) + table.shown()
        if total.max() > risk * (1 + _ARITHMETIC):
            raise AuditError(
                tr(
                    "All releases together would show {measured:.9g} of somebody, above the bound of "
                    "{risk:.9g}: nothing is released."
                ).format(measured=float(total.max()), risk=risk)
            )


def entries(roll: Roll, dots, tables, facts: dict, fields) -> list:
    """What the ledger enters of a release, in the order in which it is read.

    Parameters
    ----------
    roll : Roll
        Who draws.
    dots : list of Dot
        The dot of each record, with its released fields.
    tables : list of DrawnTable
        Tables that new dots were drawn from.
    facts : dict
        What the release is: number, date, algorithm, layer, records, bound, model, figures.
    fields : list of dict
        Values of each known record that were released for the first time.
    """
    rows = [("release", "", packed(facts))]
    rows += [("table", "", table.payload()) for table in tables]
    for dot, before, new in zip(dots, roll.known, fields):
        if before is None or before.who != dot.who:
            rows.append(("record", dot.who, dot.payload()))
        elif new:
            rows.append(("fields", dot.who, packed(stored_fields(new))))
    rows += [("withdrawn", who, b"") for who in roll.gone]
    rows += [("returned", who, b"") for who in roll.back]
    return rows


def enter(memory: Memory, rows, facts: dict) -> Memory:
    """Commit a release as begun: from here its dots count as shown, whatever happens."""
    readable = (
        "INSERT INTO releases (begun, status, algorithm, layer, records, risk, model) "
        "VALUES (?, 'begun', ?, ?, ?, ?, ?)",
        tuple(facts[name] for name in ("begun", "algorithm", "layer", "records", "risk", "model")),
    )
    return Memory(store.append(memory.book, rows, [readable]))


def confirm(memory: Memory, number: int) -> Memory:
    """Say that the release was written."""
    readable = ("UPDATE releases SET status = 'released' WHERE fid = ?", (number,))
    return Memory(store.append(memory.book, [("confirmed", "", packed({"release": number}))], [readable]))


def release_facts(memory: Memory, algorithm: str, layer: str, records: int, request: Request) -> dict:
    """What the ledger says of a release."""
    return {
        "number": len(memory.releases) + 1, "begun": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "algorithm": algorithm, "layer": layer, "records": records, "risk": request.risk,
        "model": request.model,
    }  # fmt: skip


def standing(memory: Memory, strata, keys, risk: float) -> Standing:
    """What all releases show together, of the people of today's areas.

    Parameters
    ----------
    memory : Memory
        The ledger, this release among what it holds.
    strata : sequence of (str, Areas)
        The areas with the people of each stratum.
    keys : list of str
        Identifiers of the areas.
    risk : float
        The bound.
    """
    shown, left = 0.0, None
    for stratum, areas in strata:
        most = memory.most_shown(areas, keys, stratum)
        shown = max(shown, most)
        room = int(np.floor(float(areas.population.sum()) * max(0.0, risk - most)))
        left = room if left is None else min(left, room)
    groups = [(table.records, table.delta) for table in memory.tables]
    of_dots = odometer.proved_of_dots(shown, memory.largest_share, memory.records)
    return Standing(
        len(memory.releases), memory.records, shown, memory.largest_share,
        odometer.proved_in_advance(groups), of_dots,
        left or 0,
    )  # fmt: skip


def told(memory: Memory, now: Standing, roll: Roll, planned) -> dict:
    """The ledger's part of METRICS: no name, no place, no key."""
    return {
        "witness": memory.book.witness, "releases": now.releases, "records": now.records,
        "new_records": roll.counts.get("new_records", 0),
        "repeated_records": roll.counts.get("repeated_records", 0),
        "held_back_new": roll.counts.get("held_back_new", 0),
        "withdrawn_waiting": roll.counts.get("withdrawn_waiting", 0),
        "proved_risk": now.proved if now.proved < 1 else None, "shown_risk": now.shown,
        "largest_share": now.largest, "proof_reaches": int(1 / now.largest) if now.largest else 0,
        "planned_records": planned, "records_left": now.left,
        "earlier_redrawn": 0 if memory.before is None else memory.before["drawn_again"],
    }  # fmt: skip


def section(told_of: dict, counts: dict) -> Section:
    """The releases that count, what they show together, and what is left."""
    return Section(
        tr("All releases together"),
        (
            Facts(release_pairs(told_of)),
            *statements(told_of),
            Facts(
                (
                    (tr("Records drawn for this release"), count(counts.get("new_draws", 0))),
                    (tr("Records shown again where they were"), count(told_of["repeated_records"])),
                    (tr("New records that wait for a batch"), count(told_of["held_back_new"])),
                    (tr("Withdrawn records that wait for a batch"), count(told_of["withdrawn_waiting"])),
                ),
                internal=True,
            ),
        ),
    )


def release_pairs(told_of: dict) -> tuple:
    """Labels and values on all releases, for reports."""
    proved, planned = told_of["proved_risk"], told_of["planned_records"]
    pairs = [
        (tr("Releases in the ledger, this one included"), count(told_of["releases"])),
        (tr("Records ever drawn, withdrawn ones included"), count(told_of["records"])),
        (
            tr("Proved risk of all releases together (people are distinct)"),
            tr("not proved for so many records") if proved is None else f"{proved:.4g}",
        ),
        (tr("Measured on the dots that are out (odometer)"), f"{told_of['shown_risk']:.4g}"),
        (tr("Most that one dot shows of anybody (δ max)"), f"{told_of['largest_share']:.4g}"),
        (tr("Records up to which the proof reaches"), count(told_of["proof_reaches"])),
    ]
    if planned is not None:
        pairs.append((tr("Planned records that are not out yet"), count(planned - told_of["records"])))
    pairs.append((tr("Records that this bound still allows at most"), count(told_of["records_left"])))
    pairs.append((tr("Witness of the ledger"), told_of["witness"]))
    return tuple(pairs)


def statements(told_of: dict) -> tuple:
    """What the figures on all releases mean."""
    said = [
        tr(
            "Nobody was drawn twice: known patients stand where they stood, so all releases together are "
            "one release that grew, and whoever has all of them knows no more than these figures say. The "
            "proved figure holds for a list of distinct people, each list of that length being as likely as "
            "any other. The measured one is the sum of what each dot shows of one person; it is the bound "
            "itself where records are independent (model of Wieland), and for distinct people what the "
            "proof starts from."
        ),
        tr(
            "A ledger can't notice that it and all its witnesses were replaced by older copies together. "
            "Keep the witness above."
        ),
    ]
    if told_of["earlier_redrawn"]:
        said.append(
            tr(
                "Before this ledger, {count} patients were drawn more than once. What that gave away is not "
                "in these figures."
            ).format(count=count(told_of["earlier_redrawn"]))
        )
    if not told_of["records_left"]:
        said.append(tr("The bound is used up: no new record can be released at it."))
    return tuple(said)

# SPDX-License-Identifier: GPL-2.0-or-later
"""A release that continues earlier ones: its tables, its entry in the ledger, and what all of them show."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from itertools import chain

import numpy as np

from ...core.base import identity
from ...core.base.errors import AuditError, InfeasibleError, InputError
from ...core.exposure.fields.released_fields import divided
from ...core.geomask.programme.programme import Request
from ...core.geomask.releases import odometer, proof
from ...i18n import tr
from ...report import Facts, Section
from ...report.numbers import count, number
from ..framework.ledger import store
from ..framework.ledger.records import Dot, DrawnTable, LedgerState, Statement, packed, stored_fields
from .enrolment import Cohort

_SAME_PEOPLE = 0.9
"""Fewer than this share of the people among whom a value was counted are other people, not a later year's."""
_ROUNDED = 1e-9
"""People by which a product may exceed a whole number."""


@dataclass(frozen=True)
class Judged:
    """A ledger whose dots are judged by their narrowest crowds."""

    ledger_state: LedgerState
    """The ledger; each table with the dots of one crowd, and with its people."""
    fewer: int = 0
    """Dots that are judged by fewer people than they were drawn among."""
    uncounted: int = 0
    """Dots whose narrowest crowd nobody counted."""
    fields: tuple[str, ...] = ()
    """Fields whose people were not counted."""
    nobody: int = 0
    """Dots that stand for nobody by what releases stated."""


def judged(ledger_state: LedgerState) -> Judged:
    """Give every dot of a ledger the narrowest crowd that anybody can give it now.

    A dot was drawn among the people of its table. Whoever reads a value beside it in a later release, or
    knows a smaller population of its area, counts fewer: the people who have all values ever shown with the
    dot, and of each area the fewest that any release stated. A field is counted where some field whose values
    have populations of their own tells it; people of a cross of values that nobody counted can't be judged.
    """
    shown, people = _Shown(ledger_state), _People(ledger_state)
    tables: list[DrawnTable] = []
    fewer = uncounted = nobody = 0
    fields: set[str] = set()
    for at, table in enumerate(ledger_state.tables):
        parts = shown.parts(at, table)
        for (values, open_fields), places in parts.items():
            crowd, counted = people.who_have(values, table)
            made = _narrowed(table, values, crowd, places, alone=len(parts) == 1)
            tables.append(made)
            fewer += len(places) if np.any(crowd < table.population) else 0
            if open_fields or not counted:
                uncounted += len(places)
                fields |= set(open_fields or (name for name, _value in values))
            nobody += int(np.sum(~np.isin(places, made.place)))
    if not (fewer or uncounted or len(tables) > len(ledger_state.tables)):
        return Judged(ledger_state)
    return Judged(ledger_state.judged_by(tables), fewer, uncounted, tuple(sorted(fields)), nobody)


def fewest(ledger_state: LedgerState, by: str, value: str, areas, keys) -> np.ndarray:
    """The fewest people who have a value in each of some areas, as any release or these areas state them.

    ``by`` and ``value`` are both empty for all people; ``keys`` are the areas' identifiers.
    """
    places = odometer.AreaPoints(np.asarray(keys, dtype=str), areas.lon_deg, areas.lat_deg)
    stated = _People(ledger_state)
    everybody = stated.everybody(places)
    found = np.minimum(everybody, areas.population)
    return np.minimum(found, stated.who_has(by, value, everybody, places)[0]) if value else found


def news(ledger_state: LedgerState, stated) -> list[Statement]:
    """Statements that the ledger does not hold: of all people only where they are fewer."""
    known = ledger_state.statements
    return [one for one in stated if not any(_says(other, one) for other in known)]


def _says(known: Statement, one: Statement) -> bool:
    """Whether a statement says as much as another."""
    if (known.by, known.value) != (one.by, one.value):
        return False
    return _alike(known, one) if one.value else bool(np.all(known.people(one.places) <= one.population))


def _narrowed(table: DrawnTable, values, crowd, places, alone: bool) -> DrawnTable:
    """The table with the dots of one crowd, and with its people."""
    if alone and np.array_equal(crowd, table.population):
        return table
    own = crowd[table.origin] > 0
    names = [name for name, _value in sorted(values)]
    # Somebody has one value of a field; members of a household, who share a dot, may have several.
    by, stratum = "\n".join(names), "\n".join(value for _name, value in sorted(values))
    if len(set(names)) < len(names):
        by += "\n" + stratum
    return replace(
        table, by=by, stratum=stratum, records=len(places), dots=np.asarray(places), population=crowd,
        delta=0.0, origin=table.origin[own], place=table.place[own], probability=table.probability[own],
    )  # fmt: skip


class _People:
    """Who was counted: people of areas by field and value, as releases stated them."""

    def __init__(self, ledger_state: LedgerState):
        self._stated: dict = defaultdict(list)
        for one in ledger_state.statements:
            named = self._stated[one.by, one.value]
            if not any(_alike(one, other) for other in named):
                named.append(one)

    def everybody(self, places: odometer.AreaPoints) -> np.ndarray:
        """The fewest people of each area; infinite where nobody stated any."""
        found = np.full(len(places.keys), np.inf)
        for one in self._stated["", ""]:
            found = np.minimum(found, one.people(places))
        return found

    def who_has(
        self, name: str, value: str, everybody: np.ndarray, places: odometer.AreaPoints
    ) -> tuple[np.ndarray, bool]:
        """The fewest people of each area who have a value, and whether they were counted.

        By a later year's populations as many fewer have it as there are fewer of all; of other people, such
        as children in the place of all, nobody knows how many have it.
        """
        found, counted = np.full(len(everybody), np.inf), False
        for one in self._stated.get((name, value), ()):
            people, among = np.array(one.people(places)), one.all_people(places)
            known = np.isfinite(people) & np.isfinite(everybody)
            if among is None:
                counted = True
            elif everybody[known].sum() >= _SAME_PEOPLE * among[known].sum():
                counted = True
                share = everybody[known] / np.maximum(everybody[known], among[known])
                people[known] = np.ceil(people[known] * share - _ROUNDED)
            found = np.minimum(found, people)
        return found, counted

    def who_have(self, values, table: DrawnTable) -> tuple[np.ndarray, bool]:
        """The fewest people with all these values in each area of a table, and whether they were counted."""
        everybody, counted = self.everybody(table.places), True
        crowd = np.minimum(table.population, everybody)
        used = np.zeros(len(crowd), dtype=bool)
        used[table.origin] = True
        for name, value in values:
            people, known = self.who_has(name, value, everybody, table.places)
            counted &= known and bool(np.all(np.isfinite(people[used & (crowd > 0)])))
            crowd = np.minimum(crowd, people)
        return crowd, counted


def _alike(one: Statement, other: Statement) -> bool:
    same = zip((one.population, one.among), (other.population, other.among))
    return odometer.same_areas(one.places, other.places) and all(np.array_equal(*two) for two in same)


class _Shown:
    """Which values were ever shown with the dots of a ledger, and which fields tell others.

    What was shown of a record is the layer that it stands in, and its fields and values as text.
    """

    def __init__(self, ledger_state: LedgerState):
        self._counted = {one.by for one in ledger_state.statements if one.value}
        strata = [tuple(_of_table(table)) for table in ledger_state.tables]
        self._draws: dict = defaultdict(lambda: defaultdict(set))
        self._rows: dict = defaultdict(set)
        for dot in chain(ledger_state.dots.values(), ledger_state.former):
            if 0 <= dot.table < len(strata):
                record = dot.output, _values(dot, strata[dot.table])
                self._draws[dot.table, dot.place][dot.group or dot.who].add(record)
                self._rows[dot.output].add(record[1])
        self._told: dict = {}
        self._found: dict = {}

    def parts(self, number: int, table: DrawnTable) -> dict:
        """Places of the dots of a table, by the values with populations that they show, and by the fields
        that nobody counted."""
        found = defaultdict(list)
        for place, times in sorted(Counter(table.dots.tolist()).items()):
            draws = list(self._draws.get((number, place), {}).values())
            if len(draws) != times:  # a dot whose owner has another one now: nobody knows which it is
                draws = [set(chain(*draws))] * times
            for records in draws:
                found[self._of_draw(table, frozenset(records))].append(place)
        return found

    def _of_draw(self, table: DrawnTable, records: frozenset) -> tuple[frozenset, tuple[str, ...]]:
        """Values with populations of those who share a dot, and fields of theirs that nobody counted."""
        key = table.by, table.stratum, records
        if key not in self._found:
            values, uncounted = set(_of_table(table)), set()
            for output, row in records:
                values |= {(name, value) for name, value in row if name in self._counted}
                uncounted |= self._uncounted(output, [name for name, _value in row])
            self._found[key] = frozenset(values), tuple(sorted(uncounted))
        return self._found[key]

    def _uncounted(self, output: str, names: list[str]) -> set[str]:
        """Fields that divide the crowd, unless one that was counted tells all of them."""
        dividing = {name for name in names if not self._tells(output, None, name)}
        counted = self._counted.intersection(names)
        told = any(all(self._tells(output, by, name) for name in dividing) for by in counted)
        return set() if told else dividing

    def _tells(self, output: str, by: str | None, name: str) -> bool:
        """Whether the values of one field tell those of another, of all dots that show both."""
        key = output, by, name
        if key not in self._told:
            every = map(dict, self._rows[output])
            rows = [row for row in every if name in row and (by is None or by in row)]
            strata = None if by is None else [row[by] for row in rows]
            self._told[key] = not divided({name: [row[name] for row in rows]}, strata).dividing
        return self._told[key]


def _values(dot: Dot, stratum) -> tuple[tuple[str, str], ...]:
    """What was shown with a dot, as text; the stratum that it was drawn in, too."""
    if not dot.fields:
        return stratum
    shown = {name: str(value) for name, value in dot.fields.items()}
    return tuple(sorted({**shown, **dict(stratum)}.items()))


def _of_table(table: DrawnTable) -> Iterator[tuple[str, str]]:
    """The value that all dots of a table have."""
    if table.stratum:
        yield table.by, table.stratum


_KEPT_BACK = 0.05
"""Share of the bound that new records keep back: by the populations of a later year some areas have a few per
cent fewer people, and all dots that are out are then judged by these."""

_ARITHMETIC = 1e-9
"""Share by which sums over all dots may exceed the bound: they are summed in another order than solved."""


@dataclass(frozen=True)
class Standing:
    """What all releases of a ledger show together."""

    releases: int
    records: int
    """Releases entered, and records that were ever drawn."""
    shown: float
    """Largest odometer of anybody: measured on the dots that are out."""
    joint: float
    """What the model promises of all releases, measured: the same under Wieland's model; under the revised
    one, for areas of fewer people than records, how surely any dot came from there."""
    kept: float
    """The largest over areas of the smaller of both: above the bound, neither promise is kept of somebody."""
    largest: float
    """The most that one dot can show of anybody, delta_max."""
    proved: float
    """``joint`` for distinct people; 1 where nothing is proved."""
    left: int
    """Records that may still come at the bound, at most."""
    crowds: Judged
    """The narrowest crowds that dots were judged by."""


def area_keys(layer) -> list:
    """Canonical identifiers of the areas."""
    return [identity.canonical(value) for value in layer.areas.ids]


def counting_request(request: Request, ledger_state: LedgerState, areas, keys, drawn: int | None) -> Request:
    """The request for new records: what earlier releases showed counts, area by area.

    ``request`` is for the records that are new in this stratum, ``drawn`` how many are drawn in all strata;
    None for a table that was solved elsewhere, of which nothing is kept back for later.
    """
    doubt, risk, planned = request.inequality, request.risk, ledger_state.policy.planned
    shown = np.where(areas.population > 0, ledger_state.shown(areas, keys, doubt), 0.0)
    if drawn is None:
        limit, aim, left = None, risk, float(request.records)
    else:
        left = _left(request.records, ledger_state.records, planned)
        limit = ledger_state.policy.dot_limit or proof.limit_of(risk, planned, drawn, odometer.GROUPS)
        # Only Wieland's model is to be proved for distinct people, which all dots that are out bear on.
        largest = max(limit, ledger_state.largest_share(doubt)) if request.model == "wieland" else limit
        aim = proof.aim(risk, largest, np.inf if planned is None else planned)
        request = replace(request, spare=_KEPT_BACK)
    counting = odometer.counting(shown, left, risk, aim, limit)
    if request.model == "wieland":
        return replace(request, counting=odometer.of_single_people(counting))
    out = ledger_state.records + request.records
    as_areas = replace(request, model="revised", counting=np.full(len(areas), np.inf))
    hideable = as_areas.floors(areas.population, areas.boundary_code)
    ahead = 0 if drawn is None else odometer.GROUPS * drawn
    horizon = np.where(hideable <= risk, max(out, planned or ledger_state.records + ahead), 0.0)
    traced = ledger_state.traced(areas, keys, doubt)
    counting = odometer.of_areas_too(counting, areas.population, traced, horizon, risk, doubt)
    return replace(request, counting=counting)


def _left(new: int, out: int, planned: int | None) -> float:
    if planned is None:
        return new / odometer.SHARE
    if out + new > planned:
        raise InputError(
            "ledger.plan.full",
            "The plan of {planned} records is full: {out} are released and {new} are new. Set a larger "
            "number of planned records in “Release ledger”, or 0; what is left of the bound is then "
            "shared anew.",
            planned=planned,
            out=out,
            new=new,
        )
    return planned - out


def largest_possible(ledger_state: LedgerState, keys, areas, strategy, request: Request) -> float:
    """The largest odometer that could be drawn: what is out, and each new dot where it tells most."""
    most = np.zeros(len(areas))
    np.maximum.at(
        most, strategy.origin, odometer.crowd_shares(strategy, areas.population, None, request.inequality)
    )
    total = ledger_state.shown(areas, keys, request.inequality) + request.records * most
    return float(np.max(total[areas.population > 0]))


def places_in_tables(before: int, tables, members, units: int) -> list:
    """Table and place of each draw: ``before`` tables stand in the ledger already."""
    found = [(-1, -1)] * units
    for at, (table, own) in enumerate(zip(tables, members), before):
        for unit, place in zip(own.tolist(), table.dots.tolist()):
            found[unit] = at, place
    return found


def check(ledger_state: LedgerState, request: Request, strata, keys) -> None:
    """Refuse dots that would give away more than the bound, summed anew over all that is out.

    The ledger is as it would be with them; the rest as for :func:`standing`.
    """
    now = standing(ledger_state, request, strata, keys)
    if now.kept > request.risk * (1 + _ARITHMETIC):
        if now.crowds.fewer:
            raise AuditError(
                "ledger.crowd.fewer_exceeds",
                "Behind {count} dots already released fewer people could be counted than when they were "
                "drawn, because of the fields or populations of a release. All releases together would "
                "show {measured:.4g} of somebody, above the bound of {risk:.4g}. Nothing is released. "
                "Leave out fields that no earlier release has shown, give the populations of the "
                "earlier releases, or choose a larger bound.",
                count=now.crowds.fewer,
                measured=now.kept,
                risk=request.risk,
            )
        raise AuditError(
            "ledger.bound.exceeded",
            "All releases together would show {measured:.9g} of somebody, above the bound of "
            "{risk:.9g}: nothing is released.",
            measured=now.kept,
            risk=request.risk,
        )


def used_up_by_fewer(dots: int) -> InfeasibleError:
    """The error that says that nothing is left where dots are judged by fewer people."""
    return InfeasibleError(
        "ledger.crowd.fewer_used_up",
        "Behind {count} dots already released fewer people could be counted than when they were drawn, "
        "because of the fields or populations of a release. The risk bound is used up for them: nothing is "
        "released. Leave out fields that no earlier release has shown, give the populations of the earlier "
        "releases, or choose a larger bound.",
        count=dots,
    )


def entries(cohort: Cohort, dots, tables, facts: dict, fields) -> list:
    """What the ledger enters of a release, in the order in which it is read.

    ``facts`` are number, date, algorithm, layer, records, bound, model and figures of the release; ``fields``
    values of each known record that were released for the first time.
    """
    rows = [("release", "", packed(facts))]
    rows += [("table", "", table.payload()) for table in tables]
    for dot, before, new in zip(dots, cohort.known, fields):
        if before is None or before.who != dot.who:
            rows.append(("record", dot.who, dot.payload()))
        elif new:
            rows.append(("fields", dot.who, packed(stored_fields(new))))
    rows += [("withdrawn", who, b"") for who in cohort.gone]
    rows += [("returned", who, b"") for who in cohort.back]
    return rows


def enter(ledger_state: LedgerState, rows, facts: dict) -> LedgerState:
    """Commit a release as begun: from here its dots count as shown, whatever happens."""
    readable = (
        "INSERT INTO releases (begun, status, algorithm, layer, records, risk, model) "
        "VALUES (?, 'begun', ?, ?, ?, ?, ?)",
        tuple(facts[name] for name in ("begun", "algorithm", "layer", "records", "risk", "model")),
    )
    return LedgerState(store.append(ledger_state.ledger_file, rows, [readable]))


def confirming(ledger_state: LedgerState | None) -> tuple:
    """What tells the ledger, once the last release was written, that it was: nothing without a ledger."""
    if ledger_state is None:
        return ()
    number = len(ledger_state.releases)
    rows = [("confirmed", "", packed({"release": number}))]
    readable = ("UPDATE releases SET status = 'released' WHERE fid = ?", (number,))
    return (lambda: store.append(ledger_state.ledger_file, rows, [readable]),)


def release_facts(ledger_state: LedgerState, layer: str, records: int, request: Request) -> dict:
    """What the ledger says of a release."""
    return {
        "number": len(ledger_state.releases) + 1,
        "begun": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "algorithm": "lpmask", "layer": layer, "records": records, "risk": request.risk,
        "model": request.model,
    }  # fmt: skip


def standing(ledger_state: LedgerState, request: Request, strata, keys) -> Standing:
    """What all releases show together, of the people of today's areas and of those of every release.

    ``ledger_state`` holds this release; ``strata`` are the areas with the people of each stratum, ``keys``
    their identifiers.
    """
    found, doubt = judged(ledger_state), request.inequality
    # By the crowds that dots were drawn among, too: a later release takes nothing back.
    ledgers = [ledger_state] if found.ledger_state is ledger_state else [ledger_state, found.ledger_state]
    figures = [_together(one, request, strata, keys) for one in ledgers]
    shown, joint, kept, of_people, proved = (max(values) for values in zip(*figures))
    people = min(float(areas.population.sum()) for areas in strata)
    left = int(np.floor(people * max(0.0, request.risk - of_people)))
    largest = max(one.largest_share(doubt) for one in ledgers)
    return Standing(
        len(ledger_state.releases), ledger_state.records, shown, joint, kept, largest, proved, left, found
    )  # fmt: skip


def _together(ledger_state: LedgerState, request: Request, strata, keys) -> tuple:
    """The largest R, J, and smaller of both promises of anybody; R of those under R alone; what is proved."""
    places = [(areas, keys) for areas in strata] + [(one, one.keys) for one in ledger_state.geographies]
    most = [_most(ledger_state, areas, names, request) for areas, names in places]
    shown, joint, kept, of_people = (max(values) for values in zip(*most))
    return shown, joint, kept, of_people, _proved(ledger_state, joint, shown, request)


def _most(ledger_state: LedgerState, areas, keys, request: Request) -> tuple:
    """Of one set of areas the largest R, J, and smaller of both promises; and R of those under R alone."""
    doubt, inside = request.inequality, np.asarray(areas.population) > 0
    shown = np.where(inside, ledger_state.shown(areas, keys, doubt), 0.0)
    most = float(np.max(shown, initial=0.0))
    if request.model == "wieland":
        return most, most, most, most
    traced = np.where(inside, ledger_state.traced(areas, keys, doubt), 0.0)
    joint = odometer.joint(areas.population, shown, traced, ledger_state.records, doubt)
    small = doubt.within(areas.population)[0] < ledger_state.records
    kept = np.where(small, np.minimum(shown, traced), shown)
    alone = shown[~small | (traced > request.risk * (1 + _ARITHMETIC))]
    return most, *(float(np.max(values, initial=0.0)) for values in (joint, kept, alone))


def _proved(ledger_state: LedgerState, joint: float, shown: float, request: Request) -> float:
    """What is proved of ``joint`` where people are distinct (core/geomask/releases/proof.py)."""
    doubt = request.inequality
    largest = ledger_state.largest_share(doubt)
    of_anybody = proof.proved_of_dots(shown, largest, ledger_state.records)
    crowding = ledger_state.crowding() if doubt.certain else of_anybody
    by_crowds = joint / (1 - crowding) if crowding < 1 else 1.0
    if request.model == "revised":
        return min(1.0, by_crowds)
    groups = [(table.records, table.largest(doubt)) for table in ledger_state.tables if table.records]
    return min(1.0, by_crowds, of_anybody, proof.proved_in_advance(groups))


def summary(ledger_state: LedgerState, now: Standing, cohort: Cohort) -> dict:
    """The ledger's part of METRICS: no name, no place, no key."""
    endless = proof.proved_of_dots(now.shown, now.largest, np.inf) < 1
    return {
        "witness": ledger_state.ledger_file.witness, "releases": now.releases, "records": now.records,
        "new_records": cohort.counts.get("new_records", 0),
        "repeated_records": cohort.counts.get("repeated_records", 0),
        "corrected_records": cohort.counts.get("moved_corrected", 0),
        "held_back_new": cohort.counts.get("held_back_new", 0),
        "withdrawn_waiting": cohort.counts.get("withdrawn_waiting", 0),
        "proved_risk": now.proved if now.proved < 1 else None, "shown_risk": now.shown,
        "joint_risk": now.joint, "kept_risk": now.kept,
        "largest_share": now.largest,
        "proof_reaches": None if endless or not now.largest else int(1 / now.largest),
        "planned_records": ledger_state.policy.planned, "elsewhere": ledger_state.policy.elsewhere,
        "records_left": now.left, "judged_by_fewer": now.crowds.fewer,
        "not_counted": now.crowds.uncounted, "without_crowd": now.crowds.nobody,
        "fields_not_counted": ", ".join(now.crowds.fields),
    }  # fmt: skip


def section(ledger: dict, counts: dict) -> Section:
    """The releases that count, what they show together, and what is left."""
    return Section(
        tr("All releases together"),
        Facts(*release_pairs(ledger)),
        *statements(ledger),
        Facts(
            (tr("Records drawn for this release"), count(counts.get("new_draws", 0))),
            (tr("Records shown again where they were"), count(ledger["repeated_records"])),
            (tr("New records that wait for a batch"), count(ledger["held_back_new"])),
            (
                tr("Withdrawn records that wait for a batch"),
                count(ledger["withdrawn_waiting"]),
            ),
            internal=True,
        ),
    )


def release_pairs(ledger: dict) -> tuple:
    """Labels and values on all releases, for reports."""
    proved, planned = ledger["proved_risk"], ledger["planned_records"]
    pairs = [
        (tr("Releases in the ledger, this one included"), count(ledger["releases"])),
        (tr("Records ever drawn, withdrawn ones included"), count(ledger["records"])),
        (
            tr("What the model promises of all releases together, measured"),
            number(ledger["joint_risk"], ".4g"),
        ),
        (
            tr("Proved risk of all releases together (people are distinct)"),
            tr("not proved for so many records") if proved is None else number(proved, ".4g"),
        ),
        (tr("Measured on the dots already released"), number(ledger["shown_risk"], ".4g")),
        (tr("Most that one dot shows of anybody (δ max)"), number(ledger["largest_share"], ".4g")),
    ]
    if ledger["judged_by_fewer"]:
        pairs.append(
            (
                tr("Dots behind which fewer people can be counted now than when they were drawn"),
                count(ledger["judged_by_fewer"]),
            )
        )
    if proved is None and ledger["proof_reaches"] is not None:
        pairs.append((tr("Records up to which the proof reaches"), count(ledger["proof_reaches"])))
    if planned is not None:
        pairs.append((tr("Planned records that are not out yet"), count(planned - ledger["records"])))
    pairs.append((tr("Records that this bound still allows at most"), count(ledger["records_left"])))
    pairs.append((tr("Witness of the ledger"), ledger["witness"]))
    return tuple(pairs)


def statements(ledger: dict) -> tuple:
    """What the figures on all releases mean."""
    said = [
        tr(
            "Nobody was drawn twice: known patients stand where they stood. So all releases together are "
            "one release that grew, and whoever has all of them knows no more than these figures say. A "
            "dot is judged by the fewest people that anybody can count behind it now: those who have all "
            "values ever shown with it, and of each area the fewest that any release stated. The proved "
            "figure holds for a list of distinct people, each list of that length being as likely as any "
            "other. The measured figure sums what each dot shows of one person; it is the bound itself "
            "where records are independent (model of Wieland). The revised model promises it to people of "
            "areas with at least as many people as there are records in all releases. Of a smaller area it "
            "promises that no dot is traced to it."
        ),
        tr(
            "A ledger can't notice that it and all its witnesses were replaced by older copies together. "
            "Keep the witness above."
        ),
    ]
    if not ledger["records_left"]:
        said.append(tr("The bound is used up: no new record can be released at it."))
    return tuple(said)

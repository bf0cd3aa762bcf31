# SPDX-License-Identifier: GPL-2.0-or-later
"""A release that continues earlier ones: its tables, its entry in the ledger, and what all of them show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timezone

import numpy as np

from ...core.base import identity
from ...core.base.errors import AuditError, InfeasibleError, InputError
from ...core.geomask.programme.programme import floors
from ...core.geomask.programme.request import Request
from ...core.geomask.releases import odometer, proof
from ...i18n import tr
from ...report import Facts, Section
from ...report.numbers import count, number
from ..framework.ledger import crowds, store
from ..framework.ledger.records import LedgerState, packed, stored_fields
from .enrolment import Cohort

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
    crowds: crowds.Judged
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
    hideable = floors(areas.population, np.full(len(areas), np.inf), "revised", areas.boundary_code, doubt)
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


def confirm(ledger_state: LedgerState, number: int) -> LedgerState:
    """Say that the release was written."""
    readable = ("UPDATE releases SET status = 'released' WHERE fid = ?", (number,))
    return LedgerState(
        store.append(ledger_state.ledger_file, [("confirmed", "", packed({"release": number}))], [readable])
    )


def release_facts(
    ledger_state: LedgerState, algorithm: str, layer: str, records: int, request: Request
) -> dict:
    """What the ledger says of a release."""
    return {
        "number": len(ledger_state.releases) + 1,
        "begun": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "algorithm": algorithm, "layer": layer, "records": records, "risk": request.risk,
        "model": request.model,
    }  # fmt: skip


def standing(ledger_state: LedgerState, request: Request, strata, keys) -> Standing:
    """What all releases show together, of the people of today's areas and of those of every release.

    ``ledger_state`` holds this release; ``strata`` are the areas with the people of each stratum, ``keys``
    their identifiers.
    """
    found, doubt = crowds.judged(ledger_state), request.inequality
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
    if ledger.get("judged_by_fewer"):
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

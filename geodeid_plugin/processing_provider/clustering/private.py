# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts with differential privacy: what is asked, what the ledger's budget allows, what a report says."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

import numpy as np

from ...core.base.errors import InputError, Phrase, named
from ...core.base.verdict import MADE, NOT_MADE, Check, Verdict
from ...core.counts.protection.accounting import (
    DIGITS,
    Budget,
    Loss,
    beside_exact,
    check_of,
    claim_of,
    percent_right,
    together,
    upward,
)
from ...core.counts.protection.noise import Noise
from ...core.counts.protection.private_counts import PrivateRelease, release_records, sets_of
from ...i18n import tr
from ...report import Facts, Report, Section
from ...report.firstpage import KeyFigure
from ...report.numbers import count, decimals, number
from ..framework import ask
from ..framework.ledger import records
from ..framework.ledger.records import PRIVATE, LedgerState, dots_beside
from ..framework.verdict import judging
from . import earlierreleases
from .releasedcounts import first_map

_DELTA = 1e-6
"""δ of a release by ρ that no ledger adds up: one in a million, as is usual."""
INPUTS = ask.under_advanced(
    ask.number(
        "EPSILON",
        "ε of the rule dp",
        "How much the counts may reveal about a patient: at ε = 1 a count has ± 3 (95 %).",
    ),
    ask.number(
        "RHO",
        "ρ of the rule dp",
        "In place of ε, for many releases: twelve of ρ = 0.005 come to ε = 1.6.",
    ),
)
"""EPSILON and RHO."""
_ROWS = 1
"""Rows of a patient that count: the noise grows with them."""


@dataclass(frozen=True)
class Account:
    """What a release costs, and what the ledger says of the others."""

    ledger_state: LedgerState | None
    """The ledger; without one the release is judged alone."""
    budget: Budget
    """What all releases may tell together; without a ledger what this one does."""
    loss: Loss
    """What this one costs."""
    total: float
    """ε of all together, this one too."""

    @property
    def left(self) -> float:
        """Largest ε that one more release may have."""
        return self.budget.left([*self.ledger_state.losses, self.loss]) if self.ledger_state else 0.0

    def enter(self, run, form: str) -> list:
        """Count the release as spent before anything of it is written; what is to be confirmed afterwards."""
        if self.ledger_state is None:
            return []
        spent = {"epsilon": str(self.loss.epsilon), "rho": str(self.loss.rho), "rows": _ROWS, "form": form}
        facts = {"kind": PRIVATE, "period": run.text("PERIOD") or "", **spent}
        return list(records.enter_zones(self.ledger_state, facts))

    def figures(self) -> dict:
        """What METRICS say of it."""
        found = {"EPSILON_TOGETHER": self.total, "DELTA": self.budget.delta}
        return {**found, "EPSILON_LEFT": self.left} if self.ledger_state else found


def read_account(inputs, run) -> Account:
    """The loss that was asked for, within the ledger's budget.

    Nothing asked for, no budget, or not enough of it left is refused.
    """
    if not inputs.record_id:
        raise InputError(
            "private.record_id.missing", "The rule dp needs RECORD_ID, the field that identifies a patient."
        )
    if (inputs.epsilon is None) == (inputs.rho is None):
        raise InputError(
            "private.budget.missing", "The rule dp needs either EPSILON or RHO: how much the counts may tell."
        )
    loss = Loss.of_rho(inputs.rho) if inputs.epsilon is None else Loss.of_epsilon(inputs.epsilon)
    ledger_state = records.opened(run)
    if ledger_state is None:
        delta = _DELTA if loss.rho else 0.0
        total = together([loss], delta)
        return Account(None, Budget(total, delta), loss, total)
    if ledger_state.budget is None:
        raise InputError(
            "private.ledger.no_budget",
            "This ledger has no budget for counts with differential privacy. Make one with BUDGET in "
            "“Release ledger”, before the first release.",
        )
    return Account(
        ledger_state, ledger_state.budget, loss, ledger_state.budget.spend(ledger_state.losses, loss)
    )


def advise(run, loss: Loss, shape: tuple) -> None:
    """Say before anything is computed how far noise moves a count."""
    noise = {one: Noise.of(loss.part(share), _ROWS) for one, share in sets_of(shape).items()}
    run.feedback.pushInfo(
        tr(
            "With {loss} and {rows} rows per patient each count has ± {cells} (95 %), the total ± {total}.",
            loss=loss.words,
            rows=_ROWS,
            cells=noise[shape].margin(),
            total=noise[1, 1].margin(),
        )
    )


def counted(run, account: Account, place, patients, shape: tuple) -> PrivateRelease:
    """Count the records of the patients by cell, with the noise that the release pays for."""
    return release_records(place, patients, shape, account.loss, _ROWS, run.randomness())


def tell(run, account: Account, release: PrivateRelease, left_out: int) -> dict:
    """Warn of rows that were cut or left out and of counts below their noise; all figures of the release."""
    if release.rows_cut:
        run.counts["rows_cut"] = release.rows_cut
        run.warn(
            tr(
                "{people} patients have several rows, of which one counts, chosen at random: {count} rows "
                "were left out.",
                count=release.rows_cut,
                people=release.patients_cut,
            )
        )
    if left_out:
        run.counts["records_left_out"] = left_out
        run.warn(
            tr(
                "{count} records lie in no zone, or have none of the VALUES, and are not counted.",
                count=left_out,
            )
        )
    weak = int(release.weak.sum())
    if weak:
        run.warn(
            tr(
                "In {count} of {total} counts the noise (± {margin}) exceeds the count: read them with their "
                "intervals, or release larger zones or fewer groups.",
                count=weak,
                total=release.weak.size,
                margin=release.table.cells.margin,
            )
        )
    hidden = {"HIDDEN_CELLS": 0, "HIDDEN_RECORDS": 0}
    return {**hidden, "ROWS_CUT": release.rows_cut, "WEAK_CELLS": weak, **account.figures()}


def verdict(run, account: Account, release: PrivateRelease, layer, more=()) -> Verdict:
    """The definition, and what it needs."""
    noise = Noise.of(account.loss, release.rows)
    laws = {"laplace": Phrase("discrete Laplace"), "gaussian": Phrase("discrete Gaussian")}
    drawn = Phrase(
        "Zones, groups and totals were counted with at most {rows} rows per patient and share {loss}; each "
        "count has whole-number noise of the {law} distribution, drawn exactly. What followed read the "
        "noisy counts alone.",
        rows=release.rows,
        loss=account.loss.words,
        law=laws[noise.law],
    )
    checks = (
        check_of(account.total, account.budget.delta),
        Check("noise", MADE, drawn, internal=False),
        *judging.draws(run),
        *_others(account),
        *more,
    )
    claim = claim_of(account.total, account.budget.delta, release.rows)
    return Verdict(claim, judging.inputs_of(run, layer, int(release.counts.sum())), checks=checks)


def _others(account: Account) -> tuple[Check, ...]:
    """What other releases of the same patients make of it."""
    if account.ledger_state is None:
        alone = Phrase(
            "Judged as the only release of these patients: what several releases reveal adds up. Release "
            "them again only with a ledger that has a budget."
        )
        return (Check("only_release", MADE, alone, internal=False),)
    added = Phrase(
        "With {count} earlier releases of the ledger it comes to ε = {total:g} of {budget:g}.",
        count=len(account.ledger_state.losses),
        total=upward(account.total, DIGITS),
        budget=account.budget.epsilon,
    )
    exact = [
        at
        for at, one in enumerate(account.ledger_state.zones, 1)
        if one.get("kind") in earlierreleases.PRINTED
    ]
    beside = [beside_exact(named(exact), account.total, account.budget.delta)] if exact else []
    return (Check("budget", MADE, added, internal=False), *beside, *dots_beside(account.ledger_state))


def noise_beside(earlier) -> tuple[Check, ...]:
    """What counts with noise of the ledger tell beside the counts that are about to be printed."""
    ledger_state = None if earlier is None else earlier.ledger_state
    if ledger_state is None or not ledger_state.losses:
        return ()
    numbers = [at for at, one in enumerate(ledger_state.zones, 1) if one.get("kind") == PRIVATE]
    delta = ledger_state.budget.delta if ledger_state.budget else _DELTA
    return (beside_exact(named(numbers), together(ledger_state.losses, delta), delta),)


def known_zones(zones_) -> tuple[Check, ...]:
    """That zones do not hang on the patients: they must be known without them.

    Zones made by counts of records, or that keep earlier ones that were, are refused.
    """
    bounds = zones_.bounds
    if bounds.drawn_by_records:
        raise InputError(
            "private.zones.made_by_records",
            "The zones were made by numbers of records, or keep earlier ones that were (PREVIOUS), so "
            "their borders reveal something of the patients. The rule dp needs zones that are known "
            "without them: merge the areas by people alone, without MINIMA, and keep no others.",
        )
    if not bounds.minima:
        made = Phrase("Zones were made by people and borders alone, without the records.")
        return (Check("zones", MADE, made, internal=False),)
    unsure = Phrase(
        "Zones were made with MINIMA of {fields}: whether these count people or patients is not known.",
        fields=named(name for name, _least in bounds.minima),
    )
    remedy = Phrase("Merge the areas by people alone.")
    return (Check("zones", NOT_MADE, unsure, remedy, internal=False),)


def report(release: PrivateRelease, account: Account, shown: tuple, judged: Verdict, left_out: int) -> Report:
    """What was released, what it cost, words to print, and what is internal.

    ``shown`` are the maps and the table of the released counts; the first map stands on the first page.
    """
    total = release.table.total
    facts = [
        (tr("Privacy loss of this release"), account.loss.words),
        (tr("Most rows of a patient"), count(release.rows)),
        (tr("Noise of a count (95 %)"), f"± {count(release.table.cells.margin)}"),
        (
            tr("Total of all counts (95 %)"),
            f"{count(total.count[0, 0])} ({count(total.low[0, 0])}–{count(total.high[0, 0])})",
        ),
        (tr("Counts below their noise"), f"{count(release.weak.sum())} / {count(release.weak.size)}"),
    ]
    explained = tr(
        "Random whole numbers were added to all counts and totals. From these alone counts were made that "
        "are not negative and add up; where many are 0, large ones come out lower by about the noise. Each "
        "interval holds the true count in 95 of 100 cases. Zones and groups without a patient have noise, "
        "too."
    )
    drawn, released = first_map((Section(tr("What is released"), *shown, Facts(*facts), explained),))
    return Report(
        tr("Counts with differential privacy: noise hides every patient, by a stated amount."),
        (
            *released,
            Section(tr("What was spent"), Facts(*_spent(account))),
            _words(release, account),
            Section(tr("Internal figures"), Facts(*_internal(release, left_out)), internal=True),
        ),
        judged,
        map=drawn,
        key_figures=(
            KeyFigure(
                "sure",
                f"{percent_right(account.total, account.budget.delta)} %",
                tr("of guesses that a given person is a patient are right, at most (50 % before)"),
            ),
            KeyFigure("noise", f"± {count(release.table.cells.margin)}", tr("noise of a count (95 %)")),
        ),
    )


def _spent(account: Account) -> tuple:
    facts = [(tr("ε of all releases together"), number(upward(account.total, DIGITS), "g"))]
    if account.budget.delta:
        facts.append(
            (
                tr("Chance that is added to that of any release (δ)"),
                tr("1 in {people}", people=count(1 / account.budget.delta)),
            )
        )
    if account.ledger_state is None:
        return tuple(facts)
    facts.insert(0, (tr("Releases in the ledger, this one too"), count(len(account.ledger_state.losses) + 1)))
    facts.append((tr("Budget of the ledger (ε)"), number(account.budget.epsilon, "g")))
    facts.append((tr("Largest ε of one more release"), decimals(floor(account.left * 1e4) / 1e4, 4)))
    return tuple(facts)


def _internal(release: PrivateRelease, left_out: int) -> tuple:
    error = np.abs(release.table.cells.count - release.counts)
    return (
        (tr("Records counted"), count(release.counts.sum())),
        (tr("Rows beyond the bound, left out"), count(release.rows_cut)),
        (tr("Patients whom they are of"), count(release.patients_cut)),
        (tr("Records in no zone or group"), count(left_out)),
        (tr("Mean change of a count"), number(error.mean(), ".2f")),
    )


def _words(release: PrivateRelease, account: Account) -> Section:
    methods = tr(
        "Methods: “Counts have differential privacy by patient ({loss}, at most {rows} rows per patient): "
        "discrete noise was added to zones, groups and totals (Canonne, Kamath and Steinke 2020), and the "
        "counts were made not negative and additive. All releases together have ε = {total}{but}.”",
        loss=account.loss.words,
        rows=release.rows,
        total=number(upward(account.total, DIGITS), "g"),
        but=f", δ = {number(account.budget.delta, 'g')}" if account.budget.delta else "",
    )
    caption = tr(
        "Caption: “Counts with random noise of ± {margin} (95 %) to protect patients.”",
        margin=count(release.table.cells.margin),
    )
    works = "Canonne CL, Kamath G, Steinke T. The discrete Gaussian for differential privacy. NeurIPS 2020."
    return Section(
        tr("Words to print with the map"), caption, methods, tr("References: {works}", works=works)
    )

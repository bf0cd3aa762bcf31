# SPDX-License-Identifier: GPL-2.0-or-later
"""What a table with differential privacy claims, in words that a privacy officer can sign."""

from __future__ import annotations

from math import exp, floor, log

from ....base.errors import Phrase
from ....base.verdict import CARE, FAILED, MADE, Check, Claim, Outcome
from ...together.membership import NEARLY_ALL
from .accounting import DIGITS, surest, upward

USUAL = log(3)
"""Largest of the values of ε that Dwork (2011) is cited for as usual, ln 3; the paper itself was not read.

That a release passes up to it, and with care up to a guess of 0.9, is a choice of ours: nobody publishes one.
"""
SOURCE = "Dwork, McSherry, Nissim, Smith. Calibrating noise to sensitivity in private data analysis, TCC 2006"


def claim_of(epsilon: float, delta: float, rows: int) -> Claim:
    """The definition in one sentence, with its reading.

    Parameters
    ----------
    epsilon, delta : float
        What all releases have together.
    rows : int
        Most records of a patient.
    """
    said = {"odds": upward(exp(epsilon), 2), "rows": rows, "sure": percent_right(epsilon, delta)}
    if not delta:
        return Claim(
            Phrase(
                "With or without the records of any one patient ({rows} at most), what is released is at "
                "most {odds:,.2f} times as likely. Somebody who knows everything else, and first thinks it "
                "as likely as not that a person is a patient, is at most {sure} % sure afterwards.",
                **said,
            ),
            rule=Phrase("ε-differential privacy by patient, added up over releases"),
            source=SOURCE,
        )
    return Claim(
        Phrase(
            "With or without the records of any one patient ({rows} at most), whatever may be released has "
            "at most {odds:,.2f} times the chance, plus a chance of 1 in {times:,.0f}. Somebody who knows "
            "everything else, and first thinks it as likely as not that a person is a patient, guesses "
            "right with a chance of at most {sure} %.",
            **said,
            times=floor(1 / delta),
        ),
        rule=Phrase("(ε, δ)-differential privacy by patient, added up over releases"),
        source=SOURCE,
    )


def percent_right(epsilon: float, delta: float) -> int:
    """Of even guesses about a patient as many per cent are right at most, rounded up."""
    return int(upward(100 * surest(epsilon, delta), 0))


def _outcome_of(epsilon: float, delta: float) -> Outcome:
    """What becomes of the check of ε: an even guess must stay within the limit, as a share of people must."""
    if surest(epsilon, delta) > NEARLY_ALL:
        return FAILED
    return MADE if epsilon <= USUAL else CARE


def check_of(epsilon: float, delta: float = 0.0) -> Check:
    """Whether what all releases together spent, ε and δ, protects anybody."""
    sentence = Phrase(
        "All releases together have ε = {epsilon:.4f}: somebody who thinks it as likely as not that a "
        "person is a patient guesses right with a chance of at most {sure} %.",
        epsilon=upward(epsilon, DIGITS),
        sure=percent_right(epsilon, delta),
    )
    outcome = _outcome_of(epsilon, delta)
    remedy = Phrase(
        "Spend less: a smaller EPSILON or RHO, or fewer releases. Up to ε = {passing:g} it passes.",
        passing=floor(USUAL * 10**DIGITS) / 10**DIGITS,
    )
    return Check("spent", outcome, sentence, None if outcome is MADE else remedy, internal=False)


def beside_exact(numbers: str, epsilon: float, delta: float = 0.0) -> Check:
    """What counts with noise tell beside counts of the same patients without it.

    Every whole number is a possible noise, so that no value of a withheld count is ruled out.
    """
    said = {"numbers": numbers, "odds": upward(exp(epsilon), 2)}
    sentence = Phrase(
        "The ledger holds counts of these patients with noise and without ({numbers}). Noise rules no value "
        "out: every withheld count keeps its possible values, and one patient more or less makes what is "
        "released with noise at most {odds:,.2f} times as likely.",
        **said,
    )
    if delta:
        sentence = Phrase(
            "The ledger holds counts of these patients with noise and without ({numbers}). Noise rules no "
            "value out: every withheld count keeps its possible values, and with one patient more or less "
            "whatever may be released with noise has at most {odds:,.2f} times the chance, plus a chance of "
            "1 in {times:,.0f}.",
            **said,
            times=floor(1 / delta),
        )
    return Check("other_forms", _outcome_of(epsilon, delta), sentence, internal=False)

# SPDX-License-Identifier: GPL-2.0-or-later
"""What a table with differential privacy claims, in words that a privacy officer can sign."""

from __future__ import annotations

from math import exp, floor, log

from ....base.errors import Phrase
from ....base.verdict import CARE, FAILED, MADE, Check, Claim, Outcome
from ...together.membership import NEARLY_ALL
from .accounting import surest, upward

USUAL = log(3)
"""Largest of the values of ε that Dwork (2011) is cited for as usual, ln 3; the paper itself was not read."""
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
    said = {"odds": upward(exp(epsilon), 2), "rows": rows, "sure": upward(100 * surest(epsilon), 0)}
    if not delta:
        return Claim(
            Phrase(
                "With the records of any one patient ({rows} at most) or without them, what is released is "
                "at most {odds:,.2f} times as likely: whoever knows everything else, and thinks it as likely "
                "as not that somebody is among the patients, is at most {sure:.0f} % sure afterwards.",
                **said,
            ),
            rule=Phrase("ε-differential privacy by patient, added up over releases"),
            source=SOURCE,
        )
    return Claim(
        Phrase(
            "With the records of any one patient ({rows} at most) or without them, what is released is at "
            "most {odds:,.2f} times as likely, but for a chance of 1 in {times:,.0f}: whoever knows "
            "everything else, and thinks it as likely as not that somebody is among the patients, is at "
            "most {sure:.0f} % sure afterwards.",
            **said,
            times=floor(1 / delta),
        ),
        rule=Phrase("(ε, δ)-differential privacy by patient, added up over releases"),
        source=SOURCE,
    )


def outcome_of(epsilon: float, limit: float | None) -> Outcome:
    """What becomes of the check of ε: an even guess must stay within the limit, as a share of people must."""
    if surest(epsilon) > (NEARLY_ALL if limit is None else limit):
        return FAILED
    return MADE if epsilon <= USUAL else CARE


def check_of(epsilon: float, limit: float | None) -> Check:
    """Whether what was spent protects anybody.

    Parameters
    ----------
    epsilon : float
        Of all releases together.
    limit : float or None
        How sure an even guess may become; 0.9 by default.
    """
    sentence = Phrase(
        "All releases together have ε = {epsilon:.4f}: an even guess about a patient becomes at most "
        "{sure:.0f} % sure.",
        epsilon=upward(epsilon, 4),
        sure=upward(100 * surest(epsilon), 0),
    )
    remedy = Phrase("Spend less: a smaller EPSILON or RHO, or fewer releases. Up to ε = 1.1 is usual.")
    outcome = outcome_of(epsilon, limit)
    return Check("spent", outcome, sentence, None if outcome is MADE else remedy, internal=False)


def beside_exact(numbers: str, epsilon: float, limit: float | None) -> Check:
    """What counts with noise tell beside counts of the same patients without it.

    Every whole number is a possible noise, so that no value of a withheld count is ruled out.
    """
    sentence = Phrase(
        "The ledger holds counts of these patients with noise and without ({numbers}). Noise rules no value "
        "out: every withheld count keeps its possible values, and one patient more or less makes what is "
        "released with noise at most {odds:,.2f} times as likely.",
        numbers=numbers,
        odds=upward(exp(epsilon), 2),
    )
    return Check("other_forms", outcome_of(epsilon, limit), sentence, internal=False)

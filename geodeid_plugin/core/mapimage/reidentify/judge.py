# SPDX-License-Identifier: GPL-2.0-or-later
"""Judge a map picture by what an attack on it recovered: whom it gives away, or why nobody can say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import Phrase
from ...base.thresholds import class_size_for

LEAST_DOTS_SHARE = 0.5
"""A picture is not judged where the attack sees fewer dots than this share of the records in it."""


@dataclass(frozen=True)
class Verdict:
    """The judgement: ``gives away``, ``with care``, ``within the limit`` or ``not judged``, and why."""

    word: str
    sentence: Phrase


@dataclass(frozen=True)
class Evidence:
    """What the verdict is made from.

    Attributes
    ----------
    records : int
        Records inside the picture.
    dots : int
        Dots the attack recovered, with those that may hide in merged groups.
    found : int
        Records matched with a dot.
    found_by_chance : float
        Matches chance alone would give.
    candidates : ndarray of float, shape (found,), or None
        Addresses or people each matched record hides among; None where nothing was given to count.
    exposed_by_chance : float
        Records that chance alone would put under a dot among too few candidates.
    """

    records: int
    dots: int
    found: int
    found_by_chance: float
    candidates: np.ndarray | None = None
    exposed_by_chance: float = 0.0


def judge(limit: float, evidence: Evidence) -> Verdict:
    """Judge a picture by the records that fewer candidates protect than a limit asks for.

    Parameters
    ----------
    limit : float
        Highest acceptable chance that a dot leads to its record.
    evidence : Evidence
        Counts of the attack.

    Returns
    -------
    Verdict
        ``not judged`` wherever the check could not be made: no dots, no records, nothing to count.

    Examples
    --------
    >>> import numpy as np
    >>> alone = Evidence(records=50, dots=50, found=50, found_by_chance=1.0, candidates=np.ones(50))
    >>> judge(0.2, alone).word
    'gives away'
    """
    if evidence.records == 0:
        return Verdict(
            "not judged",
            Phrase(
                "None of the true records lies inside the picture, so nothing could be compared. This says "
                "nothing about the safety of the picture."
            ),
        )
    if evidence.dots == 0:
        return Verdict(
            "not judged",
            Phrase(
                "No dots were found in the picture. That may be a weakness of this check: it does not say "
                "that the picture is safe."
            ),
        )
    if evidence.candidates is None:
        return _judge_by_places(limit, evidence)
    verdict = _judge_by_candidates(class_size_for(limit), evidence)
    if verdict.word == "within the limit" and evidence.dots < LEAST_DOTS_SHARE * evidence.records:
        return Verdict(
            "not judged",
            Phrase(
                "Only {dots} dots were found in the picture for {records} records inside it. The check "
                "missed too much to judge the picture.",
                dots=evidence.dots,
                records=evidence.records,
            ),
        )
    return verdict


def _judge_by_candidates(need: int, evidence: Evidence) -> Verdict:
    exposed = int(np.count_nonzero(np.asarray(evidence.candidates) < need))
    counts = {"exposed": exposed, "records": evidence.records, "need": need}
    if not exposed:
        return Verdict(
            "within the limit",
            Phrase(
                "No record of {records} was found among fewer than {need} candidates by this attack; {found} "
                "lie under a dot, where chance would give {chance:.0f}.",
                found=evidence.found,
                chance=evidence.found_by_chance,
                **counts,
            ),
        )
    if more_than_chance(exposed, evidence.exposed_by_chance):
        return Verdict(
            "gives away",
            Phrase(
                "{exposed} of {records} records are found among fewer than {need} candidates: the picture "
                "gives them away.",
                **counts,
            ),
        )
    return Verdict(
        "with care",
        Phrase(
            "{exposed} of {records} records are found among fewer than {need} candidates, about as many as "
            "chance would put under somebody else's dot ({chance:.1f}). Look at these records before you "
            "publish.",
            chance=evidence.exposed_by_chance,
            **counts,
        ),
    )


def _judge_by_places(limit: float, evidence: Evidence) -> Verdict:
    counts = {"found": evidence.found, "records": evidence.records, "chance": evidence.found_by_chance}
    beyond = evidence.found - evidence.found_by_chance
    if beyond > limit * evidence.records and more_than_chance(evidence.found, evidence.found_by_chance):
        return Verdict(
            "gives away",
            Phrase(
                "{found} of {records} true places lie under a dot, where chance would give {chance:.0f}: the "
                "picture gives positions away. How many people share each of them was not counted, because "
                "no addresses or population were given.",
                **counts,
            ),
        )
    return Verdict(
        "not judged",
        Phrase(
            "{found} of {records} true places lie under a dot, where chance would give {chance:.0f}. Without "
            "addresses or population nobody can say how many people each could be, so the picture was not "
            "judged.",
            **counts,
        ),
    )


def more_than_chance(count: int, expected: float) -> bool:
    """Whether a Poisson count this large has a probability below 5 % at the expected value."""
    from scipy.special import gammainc

    return expected <= 0 or float(gammainc(count, expected)) < 0.05

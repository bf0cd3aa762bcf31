# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict: one of four words, computed from what was claimed, who attacked it, and what was checked.

Every algorithm that says something about safety ends in a :class:`Verdict`. Nobody sets its level: it
follows from the parts, by the first of these rules that applies.

1. ``gives_away``: a check failed, or an adversary whom the claim covers got beyond the limit.
2. ``not_judged``: a check that the claim needs could not be made, an adversary whom the claim covers could
   not be tried or missed its own calibration, or nothing was tried and nothing checked at all.
3. ``with_care``: a check found something to look at, or an adversary got beyond the limit by what is
   explained (chance, draws that a bound covers).
4. ``passed``: every check was made, and the worst adversary stays within the limit.

A limit weaker than any that is published is itself something to look at (:func:`lenient`), and one that
forbids nothing is refused: no green says more than somebody has answered for.

How an algorithm makes one::

    claim = Claim(Phrase("Nobody is named with a risk above the limit."), 0.2, Phrase("1 / k"))
    map_alone = Adversary("map", Phrase("the masked map"), Phrase("all people"), risk=0.05)
    fields = Check("released_fields", MADE, Phrase("No field is released beside the place."))
    verdict = Verdict(claim, inputs, (map_alone,), (fields,))
    verdict.level       # Level.PASSED
    verdict.reasons     # the sentences that decided it, worst first

An engine that plugs in as an adversary gives one :class:`Adversary` for each list that an attacker may
hold: ``risk`` is the largest posterior of a true home, ``records`` the rows above the limit, and
``calibrated`` tells whether what the engine said is what came true. Where it could not run, ``risk`` is None
and ``why`` says why: then there is no green.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from .errors import Phrase
from .thresholds import WEAKEST_RISK, forbidding, one_in, one_in_beyond

_SLACK = 1e-12
"""Relative rounding of 1 / k: a class of 11 meets a limit of 1/11, as in ``thresholds.class_size_for``."""


class Level(Enum):
    """The four answers; the values stand in METRICS and in the output VERDICT."""

    PASSED = "passed"
    WITH_CARE = "with_care"
    NOT_JUDGED = "not_judged"
    GIVES_AWAY = "gives_away"

    @property
    def severity(self) -> int:
        """Place in the order from 0, passed, to 3, gives away."""
        return list(Level).index(self)


class Outcome(Enum):
    """What became of a check."""

    MADE = "made"
    CARE = "care"
    NOT_MADE = "not_made"
    FAILED = "failed"

    @property
    def level(self) -> Level:
        """The best level that a verdict with such a check can have."""
        return _LEVEL_OF[self]

    @classmethod
    def of(cls, level: Level) -> Outcome:
        """The outcome of a check that lets a verdict be of a level at best."""
        return next(one for one in cls if one.level is level)


_LEVEL_OF = {
    Outcome.MADE: Level.PASSED,
    Outcome.CARE: Level.WITH_CARE,
    Outcome.NOT_MADE: Level.NOT_JUDGED,
    Outcome.FAILED: Level.GIVES_AWAY,
}
MADE, CARE, NOT_MADE, FAILED = Outcome.MADE, Outcome.CARE, Outcome.NOT_MADE, Outcome.FAILED


@dataclass(frozen=True)
class Claim:
    """What is claimed."""

    sentence: Phrase
    """The claim in plain words."""
    limit: float | None = None
    """Largest acceptable risk of any adversary whom the claim covers; None where the claim is no risk, but
    what the checks say (so many people in every unit)."""
    rule: Phrase | str = ""
    """By which rule the risk is computed."""
    source: Phrase | str = ""
    """Where the rule or the limit stands."""
    share: bool = False
    """Whether the limit is a share of the records, not the chance of one."""


@dataclass(frozen=True)
class Adversary:
    """Somebody who was played, what they know, and how far they got."""

    key: str
    """Name for METRICS."""
    knows: Phrase
    """What they know of the release and of the method, to stand after “knows:”."""
    holds: Phrase | str = ""
    """Which list of candidates they hold: all people, all addresses, the patients' own homes."""
    risk: float | None = None
    """The risk that they reached, the largest of any record where it is known by record; None where they
    could not be played."""
    records: tuple[Any, ...] = ()
    """Rows of the records beyond the limit: internal, never in a release."""
    covered: bool = True
    """Whether the claim covers them. A figure that it does not cover is shown, with ``why``, and judged by
    nobody."""
    explained: Phrase | None = None
    """Why a figure beyond the limit is no finding: then it asks for care instead."""
    calibrated: bool = True
    """Whether the risks that were said came true, over all records."""
    why: Phrase | str = ""
    """Why they could not be played, or are not covered."""
    internal: bool = True
    """Whether the figure tells about the true places, so that no release may show it."""

    def level(self, limit: float | None) -> Level:
        """What this adversary alone makes of a claim with that limit."""
        if not self.covered:
            return Level.PASSED
        if self.risk is None or not self.risk >= 0:
            return Level.NOT_JUDGED
        if limit is None:
            return Level.PASSED
        if not self.risk <= limit * (1 + _SLACK):  # nor is anything within a limit that is no number
            return Level.GIVES_AWAY if self.explained is None else Level.WITH_CARE
        return Level.PASSED if self.calibrated else Level.NOT_JUDGED


@dataclass(frozen=True)
class Check:
    """One thing that was looked at, or should have been."""

    key: str
    """Name for METRICS."""
    outcome: Outcome
    """What became of it. What the claim does not need is left out, not marked as made."""
    sentence: Phrase
    """What was found, or why it could not be made."""
    remedy: Phrase | None = None
    """What would have to change."""
    records: tuple[Any, ...] = ()
    """Rows of the records concerned: internal."""
    internal: bool = True
    """Whether the sentence tells about the true places or records, so that no release may show it."""


@dataclass(frozen=True)
class Inputs:
    """What the verdict rests on: the first page of a report, for whoever signs that it is the right data."""

    layers: tuple[Any, ...] = ()
    fields: tuple[Any, ...] = ()
    """What each is used as, and its name."""
    areas: int | None = None
    """Number of areas."""
    people: float | None = None
    """Their total population."""
    density_km2: tuple[Any, ...] | None = None
    """Least, median and largest people per km² of the areas that have people."""
    records: int | None = None
    outside: int | None = None
    """Records that take part; records that lie outside every area."""
    released: tuple[Any, ...] | None = None
    """Fields released beside the place; None where nothing is released."""


@dataclass(frozen=True)
class Verdict:
    """The answer of a report, computed from its parts.

    Raises
    ------
    InputError
        If the limit forbids nothing.

    Examples
    --------
    >>> claim = Claim(Phrase("Nobody is named with a risk above the limit."), 0.2)
    >>> Verdict(claim, None, (Adversary("map", Phrase("the map"), risk=0.25),)).level.value
    'gives_away'
    >>> Verdict(claim, None, ()).level.value
    'not_judged'
    """

    claim: Claim
    inputs: Inputs | None = None
    adversaries: tuple[Adversary, ...] = ()
    checks: tuple[Check, ...] = field(default=())

    def __post_init__(self) -> None:
        """Add what is to be said of the limit itself."""
        said = tuple(one for one in lenient(self.claim.limit) if one not in self.checks)
        object.__setattr__(self, "checks", (*self.checks, *said))

    @property
    def level(self) -> Level:
        """The worst that any part makes of the claim."""
        tried = [adversary.level(self.claim.limit) for adversary in self.adversaries]
        checked = [check.outcome.level for check in self.checks]
        return worst([*tried, *checked, *([] if self._judged else [Level.NOT_JUDGED])])

    @property
    def _judged(self) -> bool:
        """Whether anything bears the claim: an adversary for a risk, a check for anything else."""
        if self.claim.limit is None:
            return bool(self.checks)
        return any(adversary.covered for adversary in self.adversaries)

    @property
    def worst_risk(self) -> float | None:
        """The largest risk that an adversary whom the claim covers reached."""
        reached = [one.risk for one in self.adversaries if one.covered and one.risk is not None]
        return max(reached, default=None)

    @property
    def reasons(self) -> tuple[Phrase, ...]:
        """The sentences that decided the level; for ``passed`` what was reached."""
        return tuple(sentence for sentence, _internal in self._decided())

    def reasons_for_release(self) -> tuple[Phrase, ...]:
        """The same without what tells about true places or records; may be empty."""
        return tuple(sentence for sentence, internal in self._decided() if not internal)

    def _decided(self) -> list[tuple[Phrase, bool]]:
        level, limit = self.level, self.claim.limit
        decided = [one for one in self.adversaries if one.level(limit) is level is not Level.PASSED]
        decided.sort(key=lambda one: -one.risk if one.risk is not None and one.risk >= 0 else 0.0)
        said = [(_about(one, self.claim), one.internal) for one in decided]
        if level is not Level.PASSED:
            said += [(one.sentence, one.internal) for one in self.checks if one.outcome.level is level]
        if not self._judged and level is Level.NOT_JUDGED:
            said.append((Phrase("Nothing was tried that could judge this claim."), False))
        return said or [(self._reached(), any(one.internal for one in self.adversaries if one.covered))]

    def _reached(self) -> Phrase:
        risk = self.worst_risk
        if self.claim.limit is None or risk is None:
            return self.claim.sentence
        if self.claim.share:
            return Phrase(
                "The adversary who knows most singles out {share:.1f} % of the records, within the limit of "
                "{limit:.4g} %.",
                share=100 * risk,
                limit=100 * self.claim.limit,
            )
        limit = one_in(self.claim.limit)
        if not risk:
            return Phrase("No adversary learned anything of anybody. The limit is {limit}.", limit=limit)
        return Phrase(
            "The largest risk that any adversary reached is {risk}, within the limit of {limit}.",
            risk=one_in(risk),
            limit=limit,
        )

    @property
    def remedies(self) -> tuple[Phrase, ...]:
        """What would have to change, worst finding first, each once."""
        ordered = sorted(self.checks, key=lambda one: -one.outcome.level.severity)
        return tuple(dict.fromkeys(one.remedy for one in ordered if one.remedy and one.outcome is not MADE))

    @property
    def affected_records(self) -> tuple[int, ...]:
        """Rows of all records that an adversary or a check names, in ascending order: internal."""
        rows = [row for one in self.adversaries if one.covered for row in one.records]
        rows += [row for one in self.checks for row in one.records]
        return tuple(sorted(set(rows)))


def lenient(limit: float | None) -> tuple[Check, ...]:
    """What is to be said of a limit that nobody publishes because it is too weak; nothing of others.

    Examples
    --------
    >>> [len(lenient(limit)) for limit in (None, 0.2, 1 / 3, 0.34)]
    [0, 0, 0, 1]
    """
    if limit is None or not forbidding(limit) > WEAKEST_RISK * (1 + _SLACK):
        return ()
    sentence = Phrase(
        "The limit of {limit:.4g} is weaker than any that is published. The weakest is {weakest:.2f}, for "
        "sharing with the most trusted recipients.",
        limit=limit,
        weakest=WEAKEST_RISK,
    )
    remedy = Phrase("Choose a published limit: {weakest:.2f} or less.", weakest=WEAKEST_RISK)
    return (Check("limit", CARE, sentence, remedy, internal=False),)


def worst(levels: Iterable[Level]) -> Level:
    """The worst of several levels; ``passed`` where there is none.

    >>> worst([Level.WITH_CARE, Level.NOT_JUDGED]).value
    'not_judged'
    """
    return max(levels, key=lambda level: level.severity, default=Level.PASSED)


def _about(adversary: Adversary, claim: Claim) -> Phrase:
    """Why an adversary decided: beyond the limit, explained, not played, or not to be believed."""
    if adversary.risk is None or not adversary.risk >= 0:
        return Phrase(
            "Not yet tested: an attack by somebody who knows {knows}; {why}",
            knows=adversary.knows,
            why=adversary.why,
        )
    limit, knows = claim.limit, adversary.knows
    if claim.share or limit is None or not 0 < limit <= 1:  # a limit that is none is not one in so many
        risk, allowed = _in_percent(adversary.risk), _in_percent(limit or 0)
    else:
        risk, allowed = one_in_beyond(adversary.risk, limit), one_in(limit)
    if limit is not None and adversary.risk <= limit * (1 + _SLACK):
        return Phrase(
            "An adversary (who knows: {knows}) reached {risk}, but the probabilities of that attack do not "
            "match what it found: the figure cannot be trusted.",
            knows=knows,
            risk=risk,
        )
    return adversary.explained or Phrase(
        "Anyone who knows {knows} reaches a risk of {risk}, above the limit of {limit}.",
        risk=risk,
        limit=allowed,
        knows=knows,
    )


def _in_percent(share: float) -> Phrase:
    return Phrase("{share:.4g} %", share=100 * share)

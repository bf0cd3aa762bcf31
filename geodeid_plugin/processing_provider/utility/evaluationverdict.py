# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict on an evaluated mask: the worst of all adversaries, or the bound that its mask proved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...core.base.errors import InputError, Phrase
from ...core.base.verdict import (
    CARE,
    FAILED,
    MADE,
    NOT_MADE,
    Adversary,
    Check,
    Claim,
    Inputs,
    Level,
    Verdict,
    worst,
)
from ...core.exposure.matching.near_home import NearHome, check
from ...report.numbers import number
from ..framework.verdict import judging
from ..framework.verdict.metricsfile import read_back
from ..geomasking.strategy import lpverdict

SAME = 1e-3
"""Two runs on the same pairs agree in the mean move but for the rounding of a layer's coordinates."""
_OUTCOME = {
    Level.PASSED: MADE, Level.WITH_CARE: CARE, Level.NOT_JUDGED: NOT_MADE, Level.GIVES_AWAY: FAILED
}  # fmt: skip
_HOMES = Phrase("the patients' own homes, each used once")


@dataclass(frozen=True)
class Evaluated:
    """What the verdict is made from."""

    name: str
    """The masked layer."""
    measured: Any
    """The measures."""
    keys: Sequence
    """What the records are called, one name per record."""
    holds: Phrase
    """Whose number k is: addresses or people of areas."""
    population: tuple[Check, ...]
    """Whether the areas count people, where people are counted by them."""
    near: NearHome | None = None
    """How near the dots lie to homes, among redraws of the mask; None where it could not be drawn again."""


@dataclass(frozen=True)
class Judged:
    """What was decided."""

    levels: dict[str, Level]
    """The worst of each mask's releases, by the mask's name."""
    verdict: Verdict
    """Of the mask that was evaluated, with what became of each other one."""
    risks: dict[str, float | None]
    """The largest risk that an adversary reached on each mask; None where none could be played."""


def judge_all(
    inputs: Inputs, limit: float, mask: Evaluated, others: list[Evaluated], made_by: dict | None
) -> Judged:
    """Judge each mask by itself, and all of them together: no page is green that shows a bad mask.

    ``limit`` is the acceptable risk of a mask of which no bound was proved, ``made_by`` the METRICS of the
    run of “Mask points: least move” that made the mask.
    """
    verdict = _by_itself(limit, mask) if made_by is None else _by_its_bound(mask, made_by)
    verdict = replace(verdict, inputs=inputs)
    levels, risks, checks = {mask.name: verdict.level}, {mask.name: verdict.worst_risk}, []
    for other in others:
        alone = _by_itself(limit, other)
        levels[other.name] = worst([alone.level, levels.get(other.name, Level.PASSED)])
        risks[other.name] = max(
            (one for one in (alone.worst_risk, risks.get(other.name)) if one is not None), default=None
        )
        checks.append(Check("further_mask", _OUTCOME[alone.level], _decided(other.name, alone, limit)))
    return Judged(levels, replace(verdict, checks=(*verdict.checks, *checks)), risks)


def _decided(mask: str, alone: Verdict, limit: float) -> Phrase:
    """What decided on a further mask, in few words: there may be many."""
    if alone.level is Level.PASSED:
        return Phrase("The mask “{mask}” keeps the limit by itself.", mask=mask)
    tried = [one for one in alone.adversaries if one.level(limit) is Level.GIVES_AWAY]
    beyond = [(one.risk, one.knows) for one in tried if one.risk is not None]
    if not beyond:
        return Phrase("The mask “{mask}”: {why}", mask=mask, why=alone.reasons[0])
    _risk, knows = max(beyond, key=lambda one: one[0])
    return Phrase("“{mask}” gives people away to whoever has {knows}.", mask=mask, knows=knows)


def _by_itself(limit: float, mask: Evaluated) -> Verdict:
    """The verdict on a mask of which no bound was proved."""
    return Verdict(
        Claim(
            Phrase(
                "Nobody is named from the masked points “{mask}” with a chance above the limit, whichever "
                "list the adversary holds.",
                mask=mask.name,
            ),
            limit,
            Phrase(
                "1 / k, the posterior of a record's own home, or the share that the nearest dot "
                "identifies correctly"
            ),
        ),
        None,
        _all(mask, limit),
        (
            _stayed(mask, FAILED),
            _mask_model_known(mask),
            *mask.population,
        ),
    )


def _by_its_bound(mask: Evaluated, made_by: dict) -> Verdict:
    """The verdict on a mask whose bound was audited."""
    _check_same(mask, made_by)
    limit = lpverdict.bound_of(made_by)
    return Verdict(
        Claim(read_back(made_by, made_by["judgement"]["claim"]), limit, lpverdict.rule_of(made_by)),
        None,
        (*lpverdict.of_metrics(made_by), *_beside(_all(mask, limit), made_by)),
        (_stayed(mask, CARE), *_near(mask, limit), *judging.checks_of(made_by, "mask")),
    )


def _all(mask: Evaluated, limit: float) -> tuple[Adversary, ...]:
    """Everybody who was played, by what they know and which list they hold."""
    measured, figures = mask.measured, mask.measured.figures
    people = ()
    if measured.k.moved is not None:
        beyond = np.flatnonzero(1 / measured.k.moved > limit * (1 + 1e-12))
        people = tuple(np.asarray(mask.keys, dtype=object)[beyond].tolist())
    why = Phrase("k was not counted. Give addresses, or census areas with a population.")
    return (
        Adversary("map", Phrase("the masked map"), mask.holds, figures.get("JOURNALIST"), people, why=why),
        Adversary(
            "method",
            Phrase("the masked map and the shortest and longest move"),
            mask.holds,
            1 / figures["SMALLEST_K_METHOD"] if "SMALLEST_K_METHOD" in figures else None,
            why=why,
        ),
        Adversary(
            "nearest", Phrase("the masked map (and takes the nearest dot)"), _HOMES, figures["LINKAGE_SHARE"]
        ),
        *(_matching(mask, attempt, limit) for attempt in measured.attempts),
        Adversary(
            "prosecutor",
            Phrase("the masked map (and counts the patients nearer to a dot than its own)"),
            _HOMES,
            figures.get("PROSECUTOR"),
            covered=False,
            why=Phrase(
                "It is the record that chance exposed most, and the adversary cannot tell which one that is."
            ),
        ),
    )


def _matching(mask: Evaluated, attempt, limit: float) -> Adversary:
    """Who knows the law and matches all homes of one list at once."""
    knows = Phrase("the masked map and the distribution of the moves (and matches all at once)")
    key = f"matching_{attempt.list_held}"
    if attempt.matching is None:
        return Adversary(key, knows, attempt.holds, why=attempt.why)
    keys = np.asarray(mask.keys, dtype=object)
    return Adversary(
        key,
        knows,
        attempt.holds,
        attempt.largest_risk,
        tuple(keys[attempt.matching.above(limit)].tolist()),
        calibrated=attempt.judged,
    )


def _mask_model_known(mask: Evaluated) -> Check:
    """Whether the adversary was played with the mask's own law."""
    if mask.measured.model_refuted:
        return Check(
            "mask_model",
            NOT_MADE,
            Phrase(
                "The moves do not follow the stated distribution ({kind}): anyone who knows the true one "
                "learns more than was measured.",
                kind=mask.measured.mask_model.kind,
            ),
            Phrase("State the distribution of this very mask, or leave MASK_MODEL empty."),
        )
    if mask.measured.moved_together:
        return Check(
            "mask_model",
            NOT_MADE,
            Phrase(
                "Records moved together: moves are equal, or more alike than where each record moves by "
                "itself ({kind}). Dots then lie as their homes do; what anyone learns from that could not be "
                "measured.",
                kind=mask.measured.mask_model.kind,
            ),
            Phrase("Draw a move for each record by itself; one move for several gives them away."),
        )
    if not mask.measured.mask_model.fitted:
        return Check(
            "mask_model",
            MADE,
            Phrase("The distribution of the moves is stated: {kind}.", kind=mask.measured.mask_model.kind),
        )
    return Check(
        "mask_model",
        NOT_MADE,
        Phrase(
            "Nobody stated how the mask moves points: the adversary could only fit a distribution to the "
            "moves."
        ),
        Phrase(
            "Give the links or the METRICS of “Mask points: random moves”, or state the distribution as "
            "MASK_MODEL."
        ),
    )


def _stayed(mask: Evaluated, otherwise) -> Check:
    share = mask.measured.figures["STAYED_SHARE"]
    if not share:
        return Check("moved", MADE, Phrase("Every record moved."))
    sentence = Phrase("{share:.1f} % of the records did not move.", share=100 * share)
    remedy = Phrase("Use a mask that leaves no record at its place.")
    return Check("moved", otherwise, sentence, remedy)


def _beside(adversaries, made_by: dict):
    """The same figures beside an audited bound: what the draws did is not what an observer knows."""
    drawn = Phrase(
        "By chance a record may stay near its place, and nobody can tell which: the audited risk counts this."
    )
    released = made_by["parameters"].get("KEEP_FIELDS")
    listed = (
        Phrase(
            "Anyone who holds the list of patients learns the released fields of those matched; the bound is "
            "not about them."
        )
        if released
        else Phrase(
            "Anyone who holds the list of patients learns which dot is whose; nothing else is released."
        )
    )
    for one in adversaries:
        why = listed if one.holds == _HOMES else drawn
        yield Adversary(one.key, one.knows, one.holds, one.risk, covered=False, why=why)


def _near(mask: Evaluated, limit: float):
    """Records that the draws left among too few people: by a test, or to be looked at without one."""
    if mask.near is not None:
        found = check(mask.near, len(mask.keys))
        keys = np.asarray(mask.keys, dtype=object)
        yield replace(found, records=tuple(keys[list(found.records)].tolist()))
        return
    if mask.measured.k.moved is None:
        return
    beyond = np.flatnonzero(1 / mask.measured.k.moved > limit * (1 + 1e-12))
    if not len(beyond):
        yield Check("near_places", MADE, Phrase("Every dot fell among enough people."))
        return
    sentence = Phrase(
        "Records whose dot fell by chance among fewer people than the limit asks for: {count}. Nobody can "
        "tell which, and the limit covers it. Note it and sign if that is enough. Do not mask again until "
        "none is left: choosing the map that looks best weakens the guarantee.",
        count=len(beyond),
    )
    rows = tuple(np.asarray(mask.keys, dtype=object)[beyond].tolist())
    yield Check("near_places", CARE, sentence, records=rows)


def _check_same(mask: Evaluated, made_by: dict) -> None:
    measured, expected = mask.measured.figures["MEAN_MOVE_M"], made_by["figures"]["MEAN_MOVE_M"]
    if abs(measured - expected) > SAME * max(expected, 1.0):
        raise InputError(
            "evaluation.mask.other",
            "The METRICS given as MASK are of another mask: it moved its records by {expected} m on "
            "average, these by {found} m. Give those of this very run.",
            found=number(measured, ".1f"),
            expected=number(expected, ".1f"),
        )

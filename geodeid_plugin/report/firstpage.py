# SPDX-License-Identifier: GPL-2.0-or-later
"""The first page of a report that judges: may it be published, on which conditions, and who signs."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.base.errors import told
from ..core.base.thresholds import class_size_for
from ..core.base.verdict import MADE, Level, Verdict
from ..i18n import tr
from .numbers import agreeing, count

_ROUNDING = 1e-9
"""What floats may lack of a whole number of people: 1 / (1 / 49) is less than 49."""
_MOST_CONDITIONS = 6
"""Conditions that leave room for the map and the signatures; the others follow with the checks."""


@dataclass(frozen=True)
class KeyFigure:
    """One of the three numbers of the first page.

    Attributes
    ----------
    kind : {'crowd', 'move', 'exposed'}
        Which drawing stands beside it.
    value : str
        The number with its unit.
    meaning : str
        What it counts, in a few words.
    internal : bool
        Whether it tells about true places.
    """

    kind: str
    value: str
    meaning: str
    internal: bool = False


@dataclass(frozen=True)
class Condition:
    """Something that decided the answer, and what to do about it."""

    sentence: str
    remedy: str = ""


@dataclass(frozen=True)
class FirstPage:
    """What the first page says.

    Attributes
    ----------
    question, word, why : str
        What was asked, the answer in capitals, and the sentence that it rests on.
    conditions : tuple of Condition
        What decided, with what to do.
    heading : str
        What the conditions are called.
    key_figures : tuple of KeyFigure
    checks : str
        How many checks passed.
    questions, signatures : tuple of str
        What nobody but a person can answer, and who signs for what; empty where nothing is released.
    """

    question: str
    word: str
    why: str
    conditions: tuple[Condition, ...]
    heading: str
    key_figures: tuple[KeyFigure, ...]
    checks: str
    questions: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()


def words() -> dict[Level, str]:
    """The four answers to the question of the first page."""
    return {
        Level.PASSED: tr("YES"),
        Level.WITH_CARE: tr("YES, IF"),
        Level.GIVES_AWAY: tr("NO"),
        Level.NOT_JUDGED: tr("CAN’T TELL"),
    }


def first_page(report, release: bool) -> FirstPage | None:
    """The first page of one form; None where nobody's safety was judged."""
    verdict = report.verdict
    if not isinstance(verdict, Verdict):
        return None
    level = verdict.level
    signs = report.releases and not release
    return FirstPage(
        question=report.question or tr("May this be published?"),
        word=words()[level],
        why=_why(verdict),
        conditions=_conditions(verdict, release)[:_MOST_CONDITIONS],
        heading=_heading(level),
        key_figures=_key_figures(report, release),
        checks=_checks(verdict, release),
        questions=_questions() if signs else (),
        signatures=_signatures() if signs else (),
    )


def _why(verdict: Verdict) -> str:
    """The claim where it holds; never a claim under a no."""
    if verdict.level is Level.GIVES_AWAY:
        return tr("Do not release it: it gives people away.")
    if verdict.level is Level.NOT_JUDGED:
        return tr("Treat it as unprotected until the following is settled.")
    return agreeing(told(verdict.claim.sentence, tr))


def _heading(level: Level) -> str:
    return {
        Level.PASSED: "",
        Level.WITH_CARE: tr("Before you sign"),
        Level.GIVES_AWAY: tr("Why not, and what would help"),
        Level.NOT_JUDGED: tr("What is missing"),
    }[level]


def _conditions(verdict: Verdict, release: bool) -> tuple[Condition, ...]:
    """What decided, each with what to do, then whatever else can be mended; each sentence once."""
    level = verdict.level
    if level is Level.PASSED:
        return ()
    if release:
        sentences = [told(one, tr) for one in verdict.reasons_for_release()] or [_untold(level)]
        return tuple(Condition(agreeing(one)) for one in dict.fromkeys(sentences))
    open_checks = sorted(
        (one for one in verdict.checks if one.outcome is not MADE and one.remedy),
        key=lambda one: -one.outcome.level.severity,
    )
    remedies = {told(one.sentence, tr): told(one.remedy, tr) for one in open_checks}
    open_points = dict.fromkeys([*(told(one, tr) for one in verdict.reasons), *remedies])
    return tuple(Condition(agreeing(one), agreeing(remedies.get(one, ""))) for one in open_points)


def _untold(level: Level) -> str:
    """What a release may say where every reason is internal."""
    return {
        Level.WITH_CARE: tr("There is something to look at; the person who signs knows what."),
        Level.NOT_JUDGED: tr("A check that the claim needs could not be made."),
        Level.GIVES_AWAY: tr("This is not cleared for release."),
    }[level]


def _key_figures(report, release: bool) -> tuple[KeyFigure, ...]:
    """The first of each kind that this form may show."""
    given = [one for one in report.key_figures if not (release and one.internal)]
    crowd = _crowd(report.verdict, release)
    shown: dict[str, KeyFigure] = {}
    for one in (*given, crowd) if crowd is not None else given:
        shown.setdefault(one.kind, one)
    return tuple(shown[kind] for kind in DRAWINGS if kind in shown)


def _crowd(verdict: Verdict, release: bool) -> KeyFigure | None:
    """Among how many people the worst placed one hides; in a release what was asked for, where it holds."""
    limit, worst = verdict.claim.limit, verdict.worst_risk
    if limit is None or verdict.claim.share or not worst:
        return None
    if release:
        if verdict.level in (Level.GIVES_AWAY, Level.NOT_JUDGED):
            return None
        return KeyFigure(
            "crowd", count(class_size_for(limit)), tr("people among whom each one hides, at least")
        )
    hidden = int(1 / worst + _ROUNDING)
    return KeyFigure("crowd", count(hidden), tr("people among whom each one hides, at least"))


def _checks(verdict: Verdict, release: bool) -> str:
    """How many checks passed; steps of a model that read the same layer made the same check."""
    shown = [one for one in verdict.checks if not (release and one.internal)]
    outcomes = {told(one.sentence, tr): one.outcome for one in shown}
    if not outcomes:
        return ""
    passed = sum(outcome is MADE for outcome in outcomes.values())
    return tr("{passed} of {all} checks passed.").format(passed=count(passed), all=count(len(outcomes)))


def _questions() -> tuple[str, ...]:
    """What nobody but a person can answer."""
    return (
        tr("The population is that of the right people and year."),
        tr("Nothing else has been released about these people by area, unless it is in the ledger."),
        tr("It was drawn once, not again until it looked right or passed."),
        tr("Nothing but what is marked for release leaves the building."),
    )


def _signatures() -> tuple[str, ...]:
    return (
        tr("Prepared it, and answers for the data that went in"),
        tr("Read it, and approves the release"),
    )


_INK = "#0b5c8a"
DRAWINGS = {
    "crowd": "".join(
        f"<circle cx='{x}' cy='{y}' r='4'/><path d='M{x - 6},{y + 14}a6,8 0 0 1 12,0z'/>"
        for x, y in ((12, 12), (30, 12), (48, 12), (21, 32), (39, 32))
    ),
    "move": (
        f"<circle cx='10' cy='40' r='5' fill='none' stroke='{_INK}' stroke-width='2' stroke-dasharray='3,2'/>"
        f"<path d='M16,35L42,17' stroke='{_INK}' stroke-width='2.5'/>"
        "<path d='M48,13L37,15L43,23z'/><circle cx='52' cy='10' r='5'/>"
    ),
    "exposed": (
        f"<circle cx='24' cy='22' r='15' fill='none' stroke='{_INK}' stroke-width='3'/>"
        f"<path d='M35,33L52,50' stroke='{_INK}' stroke-width='5'/><circle cx='24' cy='22' r='4'/>"
    ),
}
"""What stands beside a number: people, a dot that was moved, a magnifying glass over a dot."""


def drawing(kind: str) -> str:
    """The small drawing of a key figure as an ``svg`` element."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 56' width='60' height='56' fill='{_INK}' "
        f"aria-hidden='true'>{DRAWINGS[kind]}</svg>"
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""The first page of a report that judges: may it be published, on which conditions, and who signs."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.base.errors import translated
from ..core.base.thresholds import hidden_among
from ..core.base.verdict import FAILED, MADE, Level, Verdict
from ..i18n import tr
from .numbers import agreeing, count, unparted
from .verdictpage import untold

_NAMES_NOBODY = {"draws", "population_holds_records"}
"""Checks whose failing says that a run is not fit for release, not that somebody was found."""
_MOST_CONDITIONS = 6
"""Conditions that leave room for the map and the signatures; how many others follow is said."""


@dataclass(frozen=True)
class KeyFigure:
    """One of the three numbers of the first page."""

    kind: str
    """Which drawing stands beside it: a key of `DRAWINGS`."""
    value: str
    """The number with its unit."""
    meaning: str
    """What it counts, in a few words."""
    internal: bool = False
    """Whether it tells about true places."""


@dataclass(frozen=True)
class Condition:
    """Something that decided the answer, and what to do about it."""

    sentence: str
    remedy: str = ""


@dataclass(frozen=True)
class FirstPage:
    """What the first page says."""

    question: str
    word: str
    why: str
    """What was asked, the answer in capitals, and the sentence that it rests on."""
    conditions: tuple[Condition, ...]
    """What decided, with what to do."""
    heading: str
    """What the conditions are called."""
    key_figures: tuple[KeyFigure, ...]
    checks: str
    """How many checks passed."""
    questions: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    """What nobody but a person can answer, and who signs for what; empty where nothing may be released."""


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
    level, conditions = verdict.level, _conditions(verdict, release)
    signs = report.releases and not release and level in (Level.PASSED, Level.WITH_CARE)
    return FirstPage(
        question=report.question or tr("May this be published?"),
        word=words()[level],
        why=unparted(report.advice or _why(verdict)),
        conditions=_shortened(conditions),
        heading=_heading(level, any(one.remedy for one in conditions), signs),
        key_figures=_key_figures(report, release),
        checks=_checks(verdict, release),
        questions=_questions() if signs else (),
        signatures=_signatures() if signs else (),
    )


def _why(verdict: Verdict) -> str:
    """The claim where it holds; never a claim under a no."""
    if verdict.level is Level.GIVES_AWAY:
        found = any(one.level(verdict.claim.limit) is Level.GIVES_AWAY for one in verdict.adversaries)
        failed = {one.key for one in verdict.checks if one.outcome is FAILED} - _NAMES_NOBODY
        if found or failed:
            return tr("Do not publish it: it gives people away.")
        return tr("Do not publish it as it is.")
    if verdict.level is Level.NOT_JUDGED:
        return tr("Publish nothing of it until the following is settled.")
    return agreeing(translated(verdict.claim.sentence, tr))


def _heading(level: Level, mended: bool, signs: bool) -> str:
    """What the conditions are called; only what has a remedy is said to help, and only who can sign signs."""
    return {
        Level.PASSED: "",
        Level.WITH_CARE: tr("Before you sign") if signs else tr("Before it is published"),
        Level.GIVES_AWAY: tr("Why not, and what would help") if mended else tr("Why not"),
        Level.NOT_JUDGED: tr("What is missing"),
    }[level]


def _shortened(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """As many as the page has room for, the first and what helps before the others, and how many follow."""
    rest = len(conditions) - _MOST_CONDITIONS
    if rest <= 0:
        return conditions
    ranked = sorted(range(len(conditions)), key=lambda at: at > 0 and not conditions[at].remedy)
    shown = [conditions[at] for at in sorted(ranked[:_MOST_CONDITIONS])]
    more = tr("And {count} more, under “{title}”.", count=count(rest), title=tr("What was checked"))
    return (*shown, Condition(more))


def _conditions(verdict: Verdict, release: bool) -> tuple[Condition, ...]:
    """What decided, each with what to do, then whatever else can be mended; each sentence once."""
    level = verdict.level
    if level is Level.PASSED:
        return ()
    if release:
        sentences = [translated(one, tr) for one in verdict.reasons_for_release()] or [untold(level)]
        return tuple(Condition(unparted(agreeing(one))) for one in dict.fromkeys(sentences))
    open_checks = sorted(
        (one for one in verdict.checks if one.outcome is not MADE and one.remedy),
        key=lambda one: -one.outcome.level.severity,
    )
    remedies = {translated(one.sentence, tr): translated(one.remedy, tr) for one in open_checks}
    open_points = dict.fromkeys([*(translated(one, tr) for one in verdict.reasons), *remedies])
    told: set[str] = set()  # what helps several of them stands once
    conditions = []
    for one in open_points:
        remedy = remedies.get(one, "")
        conditions.append(
            Condition(unparted(agreeing(one)), "" if remedy in told else unparted(agreeing(remedy)))
        )
        told.add(remedy)
    return tuple(conditions)


def _key_figures(report, release: bool) -> tuple[KeyFigure, ...]:
    """The first of each kind that this form may show."""
    given = [one for one in report.key_figures if not (release and one.internal)]
    shown: dict[str, KeyFigure] = {}
    for one in given:
        shown.setdefault(one.kind, one)
    crowd = _crowd(report.verdict, release)  # says of a bound what “person” says of the very dots
    if crowd is not None and "person" not in shown:
        shown.setdefault(crowd.kind, crowd)
    return tuple(shown[kind] for kind in DRAWINGS if kind in shown)


def _crowd(verdict: Verdict, release: bool) -> KeyFigure | None:
    """Among how many people the worst placed one hides; in a release what was asked for.

    None where the claim does not hold, for then somebody may hide among fewer; nor in a release where an
    adversary got beyond the limit by what is explained.
    """
    limit, worst = verdict.claim.limit, verdict.worst_risk
    holds = verdict.level in (Level.PASSED, Level.WITH_CARE)
    if not holds or limit is None or verdict.claim.share or not worst:
        return None
    people = hidden_among(worst)
    if release:
        if people < hidden_among(limit):
            return None
        people = hidden_among(limit)
    return KeyFigure("crowd", count(people), tr("people among whom each one hides, at least"))


def _checks(verdict: Verdict, release: bool) -> str:
    """How many checks passed; steps of a model that read the same layer made the same check.

    Empty where the page is no plain YES, for “8 of 10” reads as nearly good there, and of one.
    """
    if verdict.level is not Level.PASSED:
        return ""
    shown = [one for one in verdict.checks if not (release and one.internal)]
    outcomes = {translated(one.sentence, tr): one.outcome for one in shown}
    passed = sum(outcome is MADE for outcome in outcomes.values())
    if len(outcomes) < 2:
        return ""
    return tr("{passed} of {all} checks passed.", passed=count(passed), all=count(len(outcomes)))


def _questions() -> tuple[str, ...]:
    """What nobody but a person can answer."""
    return (
        tr("The population is that of the right people and year."),
        tr("Nothing else has been released about these people by area, unless it is in the ledger."),
        tr("It was drawn once, not until it passed or looked right."),
        tr("Only the files that were judged leave the building."),
    )


def _signatures() -> tuple[str, ...]:
    return (
        tr("Prepared it, and answers for the data that went in"),
        tr("Read it, and approves the release"),
    )


_INK = "#0b5c8a"
_PEOPLE = "".join(
    f"<circle cx='{x}' cy='{y}' r='4'/><path d='M{x - 6},{y + 14}a6,8 0 0 1 12,0z'/>"
    for x, y in ((12, 12), (30, 12), (48, 12), (21, 32), (39, 32))
)
_MAGNIFIER = (
    f"<circle cx='24' cy='22' r='15' fill='none' stroke='{_INK}' stroke-width='3'/>"
    f"<path d='M35,33L52,50' stroke='{_INK}' stroke-width='5'/><circle cx='24' cy='22' r='4'/>"
)
DRAWINGS = {
    "person": _PEOPLE,
    "crowd": _PEOPLE,
    "move": (
        f"<circle cx='10' cy='40' r='5' fill='none' stroke='{_INK}' stroke-width='2' stroke-dasharray='3,2'/>"
        f"<path d='M16,35L42,17' stroke='{_INK}' stroke-width='2.5'/>"
        "<path d='M48,13L37,15L43,23z'/><circle cx='52' cy='10' r='5'/>"
    ),
    "noise": (
        f"<path d='M8,28H52M8,18V38M52,18V38' stroke='{_INK}' stroke-width='3'/>"
        "<circle cx='30' cy='28' r='6'/>"
    ),
    "exposed": _MAGNIFIER,
    "sure": _MAGNIFIER,
}
DRAWINGS["zone"] = DRAWINGS["crowd"]
DRAWINGS["fewest"] = (
    "<path d='M6,50V36H18V50zM24,50V24H36V50zM42,50V8H54V50z'/>"
    f"<path d='M2,30H22' stroke='{_INK}' stroke-width='2' stroke-dasharray='3,2'/>"
)
DRAWINGS["withheld"] = (
    f"<path d='M6,8H54V48H6zM6,28H54M30,8V48' fill='none' stroke='{_INK}' stroke-width='2'/>"
    f"<path d='M32,46L52,30M32,38L42,30M40,46L52,37' stroke='{_INK}' stroke-width='2'/>"
)
"""What stands beside a number, in this order: people, a moved dot, an interval, a lens, bars, a blank."""


def drawing(kind: str) -> str:
    """The small drawing of a key figure as an ``svg`` element."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 56' width='60' height='56' fill='{_INK}' "
        f"aria-hidden='true'>{DRAWINGS[kind]}</svg>"
    )

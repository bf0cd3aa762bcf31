# SPDX-License-Identifier: GPL-2.0-or-later
"""What a verdict rests on: the claim, what went in, the adversaries who were played, the checks."""

from __future__ import annotations

from ..core.base.errors import translated
from ..core.base.verdict import CARE, FAILED, MADE, NOT_MADE, Adversary, Inputs, Level, Verdict
from ..i18n import tr
from .blocks import Facts, Items, Section, Table
from .numbers import agreeing, chance, count, number, one_in, percent

_SHOWN = 30
"""Records that a page lists by name; the internal layer holds all."""


def words() -> dict:
    """The four answers as every page prints them."""
    return {
        Level.PASSED: tr("✓ Passed"),
        Level.WITH_CARE: tr("! With care"),
        Level.GIVES_AWAY: tr("✕ Do not release"),
        Level.NOT_JUDGED: tr("? Could not be judged"),
    }


def sentence(verdict: Verdict, release: bool = False) -> str:
    """Why the verdict is what it is, in the language of QGIS."""
    reasons = verdict.reasons_for_release() if release else verdict.reasons
    return agreeing(" ".join(translated(one, tr) for one in reasons)) or untold(verdict.level)


def untold(level: Level) -> str:
    """What a release may say where every reason is internal."""
    return {
        Level.PASSED: tr("Every check that the claim needs was made, and no adversary got beyond the limit."),
        Level.WITH_CARE: tr("There is something to look at first: the internal report names it."),
        Level.NOT_JUDGED: tr("A check that the claim needs could not be made."),
        Level.GIVES_AWAY: tr("This is not cleared for release."),
    }[level]


def sections(report) -> tuple[Section, ...]:
    """The sections that every verdict has, before those of the algorithm."""
    verdict = report.verdict
    parts = [_claim(verdict)]
    if verdict.inputs is not None:
        parts.append(_inputs(verdict.inputs))
    if verdict.adversaries:
        parts.append(_adversaries(verdict))
    checked = _checks(verdict)
    if checked.blocks:
        parts.append(checked)
    if report.affected_records:
        parts.append(_affected_records(report.affected_records))
    return tuple(parts)


def _claim(verdict: Verdict) -> Section:
    claim = verdict.claim
    facts = [(tr("What is claimed"), translated(claim.sentence, tr))]
    if claim.limit is not None:
        facts.append((tr("Limit"), percent(claim.limit) if claim.share else risk(claim.limit)))
    if claim.rule:
        facts.append((tr("Rule"), translated(claim.rule, tr)))
    if claim.source:
        facts.append((tr("Source"), translated(claim.source, tr)))
    return Section(tr("What was judged"), Facts(*facts))


def risk(value: float) -> str:
    """A risk or a limit as a probability and as one person in so many."""
    if value is None:
        return tr("not known")
    if not 0 < value < 1:
        return chance(value)
    if value > 0.5:
        return f"{chance(value)} ({percent(value, 0)})"
    return f"{chance(value)} ({one_in(value)})"


def _inputs(inputs: Inputs) -> Section:
    """What went in; the names of layers and the records are internal, the populations are public."""
    from markupsafe import escape  # in names, which are the user's, nothing is made to agree

    named = tuple((translated(use, tr), escape(name)) for use, name in (*inputs.layers, *inputs.fields))
    people, records = [], []
    if inputs.areas is not None:
        people.append((tr("Number of areas"), count(inputs.areas)))
    if inputs.people is not None:
        people.append((tr("People in these areas"), count(inputs.people)))
    if inputs.density_km2 is not None:
        least, median, most = map(_density, inputs.density_km2)
        words = tr("{median} (from {least} to {most})", median=median, least=least, most=most)
        people.append((tr("People per km²: median area, and extremes"), words))
    if inputs.records is not None:
        records.append((tr("Number of records"), count(inputs.records)))
    if inputs.outside is not None:
        records.append((tr("Records outside every area"), count(inputs.outside)))
    if inputs.released is not None:
        people.append((tr("Fields released beside the place"), ", ".join(inputs.released) or tr("None")))
    kinds = ((named, True), (records, True), (people, False))
    blocks = [Facts(*pairs, internal=internal) for pairs, internal in kinds if pairs]
    return Section(tr("What went in"), *blocks, internal=not people)


def _density(value: float) -> str:
    return count(value) if value >= 10 else number(value, ".2g")


def _adversaries(verdict: Verdict) -> Section:
    limit, share = verdict.claim.limit, verdict.claim.share
    covered = [one for one in verdict.adversaries if one.covered]
    others = _outside(verdict)
    blocks: list = []
    if covered:
        rows = tuple((*_who(one), _reached(one, share), _mark(one, limit)) for one in covered)
        caption = tr("Adversaries against whom the claim is made.")
        blocks.append(Table((*_heads(), tr("Found")), rows, caption))
    if _knowing_more_reached_less(covered):
        blocks.append(_why_less())
    if others:
        blocks.append(_others(verdict))
    internal = any(one.internal for one in verdict.adversaries)
    return Section(tr("Adversaries"), *blocks, internal=internal)


def _knowing_more_reached_less(covered: list[Adversary]) -> bool:
    """Whether who reads all dots together reached less than somebody who reads one."""
    together = [one.risk for one in covered if one.key == "person" and one.risk is not None]
    return any(one.risk is not None and one.risk > risk for risk in together for one in covered)


def _why_less() -> str:
    return tr(
        "Somebody who reads all places together may reach less than somebody who reads one. The figure for "
        "one place is a worst case, as if every dot had fallen where a dot reveals most; the figure for "
        "all places adds up the dots that were really drawn. The larger one decides."
    )


def _outside(verdict: Verdict) -> list[Adversary]:
    return [one for one in verdict.adversaries if not one.covered]


def _heads() -> tuple[str, str, str]:
    return tr("The adversary knows"), tr("and holds a list of"), tr("Risk reached")


def _others(verdict: Verdict) -> Table:
    share = verdict.claim.share
    rows = tuple((*_who(one), _reached(one, share), translated(one.why, tr)) for one in _outside(verdict))
    caption = tr("Figures that this verdict does not cover, each with the reason.")
    return Table((*_heads(), tr("Why not")), rows, caption)


def _who(one: Adversary) -> tuple[str, str]:
    return translated(one.knows, tr), translated(one.holds, tr) or "–"


def _reached(one: Adversary, share: bool) -> str:
    if one.risk is None:
        return "–"
    return percent(one.risk) if share else risk(one.risk)


def _mark(one: Adversary, limit) -> str:
    words = {
        Level.PASSED: tr("✓ within the limit"),
        Level.WITH_CARE: tr("! above the limit, but explained"),
        Level.NOT_JUDGED: tr("? could not be judged"),
        Level.GIVES_AWAY: tr("✕ above the limit"),
    }
    return words[one.level(limit)]


def _checks(verdict: Verdict) -> Section:
    marks = {MADE: "✓", CARE: "!", NOT_MADE: "?", FAILED: "✕"}
    ordered = sorted(verdict.checks, key=lambda one: -one.outcome.level.severity)
    # Steps of a model that read the same layer made the same check.
    said = dict.fromkeys(
        (f"{marks[one.outcome]} {translated(one.sentence, tr)}", one.internal) for one in ordered
    )
    internal = tuple(text for text, inside in said if inside)
    public = tuple(text for text, inside in said if not inside)
    kinds = ((internal, True), (public, False))
    blocks = [Items(*texts, internal=inside, style="marked") for texts, inside in kinds if texts]
    return Section(tr("What was checked"), *blocks, internal=not public)


def _affected_records(names: tuple) -> Section:
    text = ", ".join(map(str, names[:_SHOWN]))
    if len(names) > _SHOWN:
        text = tr("{names} … and {count} more", names=text, count=count(len(names) - _SHOWN))
    facts = ((tr("Number"), count(len(names))), (tr("Records"), text))
    return Section(tr("Records affected"), Facts(*facts), internal=True)


def fields_beside() -> str:
    """The risk of fields that are released beside the place."""
    return tr(
        "Fields beside the map: age, sex, dates and the like (quasi-identifiers) may identify people on "
        "their own or together with the place. Measure them with “Check fields: uniqueness”."
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""AUDIENCE: a published threshold in place of a number of one's own, named in the report with its source."""

from __future__ import annotations

from ....core.base.errors import Phrase
from ....core.base.thresholds import (
    POPULATION,
    RECORD_RISK,
    Preset,
    class_size_for,
    forbidding,
    preset,
    presets_of,
)
from ....i18n import tr
from ....report import Facts, Section
from .. import ask
from ..ask import Input, Words, in_language

NAME = "AUDIENCE"


def keys(*measures: str) -> list[str]:
    """Keys of the presets that limit one of the measures with a number."""
    return [entry.key for entry in presets_of(*measures) if entry.value is not None]


def recipients() -> dict[str, str]:
    """Whom a preset suits, by its key; the strictest first, which the panel takes unasked."""
    return {
        "ema_0070": tr("Anyone (web, journal)"),
        "hipaa_zip3": tr("Anyone (web, journal)"),
        "trusted_5": tr("Researchers under agreement"),
        "trusted_3": tr("My own agency"),
    }


def cited(entry: Preset) -> str:
    """Where a preset stands, and of when that text is."""
    return f"{tr(entry.source)} ({tr(entry.source_date)})"


def audience(parameter: Words, *measures: str, fills: bool = False) -> Input:
    """AUDIENCE: the presets of the measures, none by default.

    A preset replaces ``parameter``, or only ``fills`` it where it is empty. Measures are those of
    :mod:`....core.base.thresholds`.
    """

    def explained() -> str:
        replaces = tr(
            "A published threshold in place of “{parameter}”; the report names its source. No legal advice."
        )
        filled = tr(
            "A published threshold where “{parameter}” is empty; the report names its source. No legal "
            "advice."
        )
        return (filled if fills else replaces).format(parameter=in_language(parameter))

    return ask.choice(NAME, "Audience preset", explained, keys(*measures), optional=True)


RECORD_LIMIT = (
    ask.number(
        "LIMIT",
        "Limit",
        "Highest chance that a dot may lead to its person: 0.091 for 1 in 11.",
        0.091,
        least=0.0001,
        most=1,
    ),
    audience(Phrase("Limit"), RECORD_RISK),
)
"""LIMIT, the highest chance that a dot leads to its person, and the AUDIENCE that replaces it."""


def chosen(run) -> Preset | None:
    """The preset that was chosen, or None."""
    if not run.defines(NAME) or not run.wanted(NAME):
        return None
    key = run.choice(NAME)
    return preset(key) if key else None


def limit(run, parameter: str) -> float:
    """The largest acceptable risk: the preset's where one was chosen, else the user's number, below 1."""
    entry = chosen(run)
    return forbidding(run.number(parameter)) if entry is None else entry.number


def fewest_people(entry: Preset) -> float:
    """How many people a preset asks for: a population, or the class size that goes with a risk."""
    if entry.measure == POPULATION:
        return entry.number
    return entry.class_size or class_size_for(entry.number)


def section(entry: Preset | None, own=None) -> Section:
    """Which preset was used, and where it stands; ``own`` is the value that the user set instead of its."""
    heading = tr("The threshold that was used")
    if entry is None:
        whose = tr("set by the user; no published rule was chosen")
        return Section(heading, Facts((tr("Source"), whose)))
    suits = recipients().get(entry.key)
    facts = [
        *([(tr("Who gets it"), suits)] if suits else []),
        (tr("Preset"), tr(entry.title)),
        (tr("Rule"), tr(entry.rule)),
        (tr("Source"), cited(entry)),
        (tr("How the project knows it"), _origin(entry)),
    ]
    if own is not None:
        facts.append((tr("Value used"), tr("{value}, set by the user in place of the preset's", value=own)))
    return Section(heading, Facts(*facts))


def sections(entry: Preset | None) -> tuple[Section, ...]:
    """The section on a preset, where one was chosen."""
    return () if entry is None else (section(entry),)


def _origin(entry: Preset) -> str:
    if entry.first_hand:
        return tr("read by the project in the source, {date}", date=entry.read)
    return tr("known to the project from a summary, {date}; check the original", date=entry.read)

# SPDX-License-Identifier: GPL-2.0-or-later
"""AUDIENCE: a published threshold in place of a number of one's own, named in the report with its source."""

from __future__ import annotations

from ..core.thresholds import Preset, preset, presets_of
from ..i18n import tr
from ..report import Facts, Section
from .parameters import choice

NAME = "AUDIENCE"


def keys(*measures: str) -> list[str]:
    """Keys of the presets that limit one of the measures with a number."""
    return [entry.key for entry in presets_of(*measures) if entry.value is not None]


def cited(entry: Preset) -> str:
    """Where a preset stands, and of when that text is."""
    return f"{tr(entry.source)} ({tr(entry.source_date)})"


def titles(entries) -> str:
    """Keys of presets with what they mean, for a parameter's help."""
    return "; ".join(f"{entry.key}: {tr(entry.title)}" for entry in entries)


def add_audience(algorithm, overridden: str, *measures: str) -> None:
    """Add AUDIENCE: the presets of the measures, none by default.

    Parameters
    ----------
    algorithm : GeoDeIDAlgorithm
        The algorithm being defined.
    overridden : str
        What the user sees as the parameter that a preset replaces.
    *measures : str
        Measures of :mod:`..core.thresholds`.
    """
    entries = [entry for entry in presets_of(*measures) if entry.value is not None]
    listed = "; ".join(f"{entry.key}: {tr(entry.title)}, {cited(entry)}" for entry in entries)
    algorithm.add(
        choice(NAME, tr("Audience preset"), [entry.key for entry in entries], optional=True),
        tr(
            "Who will see the release: a published threshold that replaces “{parameter}”. Empty: your own "
            "value counts. A preset is a starting point, not legal advice. {listed}."
        ).format(parameter=overridden, listed=listed),
        advanced=True,
    )


def chosen(run) -> Preset | None:
    """The preset that was chosen, or None."""
    if not run.defines(NAME) or not run.wanted(NAME):
        return None
    key = run.choice(NAME)
    return preset(key) if key else None


def section(entry: Preset) -> Section:
    """Which preset was used, and where it stands."""
    origin = tr("read in the source") if entry.first_hand else tr("known from a summary; check the original")
    return Section(
        tr("The threshold that was used"),
        (
            Facts(
                (
                    (tr("Preset"), tr(entry.title)),
                    (tr("Rule"), tr(entry.rule)),
                    (tr("Source"), cited(entry)),
                    (tr("How the project knows it"), origin),
                )
            ),
        ),
    )

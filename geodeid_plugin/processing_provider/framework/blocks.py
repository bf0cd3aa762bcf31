# SPDX-License-Identifier: GPL-2.0-or-later
"""Inputs and outputs that several algorithms share: the same names, words and defaults everywhere."""

from __future__ import annotations

from dataclasses import replace

from . import ask, give
from .ask import Input, Words
from .give import Output


def area_id(optional: bool = False, advanced: bool = False) -> Input:
    """AREA_ID, the field by which the areas are known."""
    return ask.field(
        "AREA_ID",
        "Area identifier",
        "Field with a distinct code per area, best as text.",
        "AREAS",
        optional=optional,
        guess="identifier",
        advanced=advanced,
    )


def _population(optional: bool) -> Input:
    return ask.field(
        "POPULATION",
        "Population",
        "Field with the people of each area, never NULL.",
        "AREAS",
        numeric=True,
        optional=optional,
        guess="population",
    )


def areas(
    population: str = "required", boundary: bool = True, optional: bool = False, points: bool = True
) -> tuple[Input, ...]:
    """AREAS, AREA_ID and what describes an area; :func:`...io.read_areas` reads them.

    ``population`` is required, optional or none; ``points`` is whether POINTS is asked for: where polygons
    serve beside the points that stand for them.
    """
    asked = [
        ask.source(
            "AREAS",
            "Areas",
            "Polygons, or points that stand for areas.",
            ask.POLYGONS_OR_POINTS,
            optional=optional,
        ),
        area_id(optional),
    ]
    if population != "none":
        asked.append(_population(optional=population == "optional"))
    if boundary:
        asked.append(
            ask.field(
                "BOUNDARY",
                "Boundary unit",
                "Field with the unit (county) that nothing may cross. Empty: none.",
                "AREAS",
                optional=True,
            )
        )
    return (*asked, _POINTS) if points else tuple(asked)


_POINTS = ask.source(
    "POINTS",
    "Representative points",
    "Points with the field of AREA_ID, in place of centroids.",
    optional=True,
    advanced=True,
)


def patients() -> tuple[Input, ...]:
    """PATIENTS, a layer of points, and what may be released of their table."""
    points = ask.source(
        "PATIENTS",
        "Patients",
        "Points, one per record; or a table (CSV, text, XLSX, ODS) with columns of coordinates.",
    )
    return (points, *released_fields("PATIENTS"))


def released_fields(layer: str) -> tuple[Input, ...]:
    """KEEP_FIELDS, what may be released of the table of a layer."""
    return (
        ask.field(
            "KEEP_FIELDS",
            "Fields to release",
            "Fields copied to the release: every field may identify somebody.",
            layer,
            optional=True,
            several=True,
        ),
    )


def truth(explanation: Words, optional: bool = False) -> tuple[Input, ...]:
    """TRUTH, the true points that a check holds what it finds against."""
    return (ask.source("TRUTH", "True points", explanation, optional=optional),)


POPULATION = _population(optional=True)
RESIDENTS = ask.field(
    "RESIDENTS",
    "Residents of the addresses",
    "Field with the people, or the dwellings, of each address or building. Empty: each counts one.",
    "ADDRESSES",
    optional=True,
    guess="none",
    advanced=True,
)
CANDIDATES = (
    ask.source(
        "ADDRESSES",
        "Addresses",
        "All addresses or buildings of the region, among which a dot's person could live.",
        ask.POINTS_OR_POLYGONS,
        optional=True,
    ),
    RESIDENTS,
    ask.source(
        "AREAS",
        "Areas with population",
        "In place of addresses, or to hold their residents against: areas with the people who live there.",
        ask.POLYGONS,
        optional=True,
    ),
    area_id(optional=True, advanced=True),
    POPULATION,
)
"""Among how many a dot's person could live: ADDRESSES, or the areas with their population."""

OUTSIDE = ask.choice(
    "OUTSIDE",
    "Patients outside every area",
    "refuse: stop and name them. leave_out: hold them back, counted.",
    ("refuse", "leave_out"),
    default="refuse",
    advanced=True,
)


def seed(undoes: bool) -> Input:
    """SEED, which makes a run repeatable; ``undoes`` where whoever knows it can undo what is released."""
    harmless = ask.whole(
        "SEED",
        "Seed",
        "Makes the random draws repeatable; it reveals nothing. Scripts may set it; no dialog asks for it.",
    )
    secret = ask.whole(
        "SEED",
        "Seed (testing only)",
        "For testing only: whoever knows the seed can undo the masking. Scripts may set it; no dialog asks "
        "for it. Empty: a secret random source.",
    )
    return replace(secret if undoes else harmless, undoes=undoes, hidden=True)


REPORT = give.file(
    "REPORT",
    "Report",
    "As HTML. Internal: do not release.",
    "HTML files (*.html)",
    optional=True,
    internal=True,
)
RELEASE_REPORT = give.file(
    "RELEASE_REPORT",
    "Report for release",
    "Without internal facts, to hand over with the release.",
    "HTML files (*.html)",
    optional=True,
    by_default=False,
    advanced=True,
)
REPORTS: tuple[Output, ...] = (REPORT, RELEASE_REPORT)
"""Of what is meant to leave the building."""
METRICS = give.file(
    "METRICS",
    "Metrics",
    "Figures and parameters as JSON. Internal.",
    "JSON files (*.json)",
    optional=True,
    by_default=False,
    internal=True,
    advanced=True,
)
VERDICT = (
    give.text("VERDICT", "Verdict: passed, with_care, gives_away or not_judged"),
    give.text("VERDICT_TEXT", "Why the verdict is what it is"),
)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Inputs and outputs that several algorithms share: the same names, words and defaults everywhere."""

from __future__ import annotations

from dataclasses import replace

from ...core.base.errors import Phrase
from . import ask, give
from .ask import Input, Words
from .give import Output


def areas(population: str = "required", boundary: bool = True, optional: bool = False) -> tuple[Input, ...]:
    """AREAS, AREA_ID and what describes an area; :func:`...io.read_areas` reads them.

    Parameters
    ----------
    population : {'required', 'optional', 'none'}
        Whether POPULATION is asked for.
    boundary : bool
        Whether BOUNDARY is asked for.
    optional : bool
        Whether the algorithm can do without areas.
    """
    asked = [
        ask.source(
            "AREAS",
            "Areas",
            "Census or postal areas: polygons, or points that stand for areas.",
            ask.POLYGONS_OR_POINTS,
            optional=optional,
        ),
        ask.field(
            "AREA_ID",
            "Area identifier",
            "Field with one distinct code per area; keep codes as text so that leading zeros survive.",
            "AREAS",
            optional=optional,
            guess="identifier",
        ),
    ]
    if population != "none":
        asked.append(
            ask.field(
                "POPULATION",
                "Population",
                "Field with the number of people who live in each area: 0 or more, never NULL.",
                "AREAS",
                numeric=True,
                optional=population == "optional",
                guess="population",
            )
        )
    if boundary:
        asked.append(
            ask.field(
                "BOUNDARY",
                "Boundary unit",
                "Field with the unit (county, health unit) that nothing may cross. Empty: no boundary.",
                "AREAS",
                optional=True,
            )
        )
    return (*asked, *_REPRESENTATIVE_POINTS)


def measured_areas(optional: bool = False) -> tuple[Input, ...]:
    """The areas of an analysis, whose sizes are measured or do not matter: no AREA_SIZE."""
    return ask.without(areas(population="optional", boundary=False, optional=optional), "AREA_SIZE")


_COORDINATE = Phrase(
    "Coordinate of the agency's population-weighted point, degrees (WGS 84). Empty: the "
    "centroid, moved inside the polygon where it lies outside."
)
_REPRESENTATIVE_POINTS = ask.under_advanced(
    (
        ask.field("LONGITUDE", "Longitude field", _COORDINATE, "AREAS", numeric=True, optional=True),
        ask.field("LATITUDE", "Latitude field", _COORDINATE, "AREAS", numeric=True, optional=True),
        ask.source(
            "POINTS",
            "Representative points",
            "Point layer with one representative point per area, used instead of centroids.",
            optional=True,
        ),
        ask.field(
            "POINTS_ID",
            "Area identifier of the points",
            "Field of the point layer that holds the area's identifier.",
            "POINTS",
            optional=True,
        ),
        ask.field(
            "AREA_SIZE",
            "Size of the area (m²)",
            "Field with each area's size in square metres, for areas given as points. Polygons are measured.",
            "AREAS",
            numeric=True,
            optional=True,
        ),
    )
)


_PATIENTS = Phrase("Patients")


def patients(name: str = "PATIENTS", title: Words = _PATIENTS) -> tuple[Input, ...]:
    """A layer of patient points and what may be released of their table."""
    points = ask.source(
        name,
        title,
        "Points of the sensitive layer, one point per record; or a table (CSV, text, XLSX, ODS) with columns "
        "of coordinates.",
    )
    return (points, *released_fields(name))


def released_fields(layer: str) -> tuple[Input, ...]:
    """KEEP_FIELDS, what may be released of the table of a layer, and KEEP_UNIQUE."""
    return (
        ask.field(
            "KEEP_FIELDS",
            "Fields to release",
            "Fields copied to the released layer. None by default: every field may identify somebody, "
            "alone or beside the map.",
            layer,
            optional=True,
            several=True,
        ),
        ask.switch(
            "KEEP_UNIQUE",
            "Also release fields that tell records apart",
            "Fields in which nearly every record has a different value are not released unless this is "
            "ticked, and the report names them. Keys, row numbers and true coordinates are always refused.",
            optional=True,
            advanced=True,
        ),
    )


def truth(explanation: Words, optional: bool = False) -> tuple[Input, ...]:
    """TRUTH, the true points that a check holds what it finds against, and TRUTH_ID."""
    return (
        ask.source("TRUTH", "True points", explanation, optional=optional),
        ask.field(
            "TRUTH_ID",
            "Record identifier",
            "Field that names a record in the output. Empty: the feature's number.",
            "TRUTH",
            optional=True,
            advanced=True,
        ),
    )


POPULATION = ask.field(
    "POPULATION",
    "Population",
    "Field with the number of people of each area.",
    "AREAS",
    numeric=True,
    optional=True,
    guess="population",
)
CONFIDENCE = ask.number(
    "CONFIDENCE", "Confidence", "Of the intervals.", 0.95, least=0.5, most=0.999, advanced=True
)
CANDIDATES = (
    ask.source(
        "ADDRESSES",
        "Addresses",
        "All addresses or building footprints of the region: among how many could a dot's person live?",
        ask.POINTS_OR_POLYGONS,
        optional=True,
    ),
    ask.source(
        "AREAS",
        "Areas with population",
        "Where there are no addresses: areas whose population says how many people live about a dot.",
        ask.POLYGONS,
        optional=True,
    ),
    ask.field(
        "AREA_ID",
        "Area identifier",
        "Field with one distinct code per area. Empty: the feature's number.",
        "AREAS",
        optional=True,
        guess="identifier",
        advanced=True,
    ),
    POPULATION,
)
"""Among how many a dot's person could live: ADDRESSES, or the areas with their population."""

OUTSIDE = ask.choice(
    "OUTSIDE",
    "Patients outside every area",
    "refuse: stop and name them. leave_out: hold them back, counted in the report.",
    ("refuse", "leave_out"),
    default="refuse",
    advanced=True,
)


def seed(undoes: bool) -> Input:
    """SEED, which makes a run repeatable; ``undoes`` where whoever knows it can undo what is released."""
    if not undoes:
        return ask.whole(
            "SEED",
            "Seed",
            "Makes the random draws repeatable. Nothing is masked here, so a seed reveals nothing. "
            "Leave empty to draw from the operating system's random source.",
            advanced=True,
        )
    secret = ask.whole(
        "SEED",
        "Seed (testing only)",
        "Makes the run repeatable. Whoever knows the seed can undo the masking, so the result is "
        "for testing and not for release. Leave empty to draw from the operating system's "
        "random source.",
        advanced=True,
    )
    return replace(secret, undoes=True)


REPORT = give.file(
    "REPORT",
    "Report",
    "HTML report with the method, the figures and what was left out. Internal: do not release.",
    "HTML files (*.html)",
    optional=True,
    internal=True,
)
RELEASE_REPORT = give.file(
    "RELEASE_REPORT",
    "Report for release",
    "HTML report without internal facts, to hand over with the released layer.",
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
    "JSON file with the parameters, versions, counts and figures of this run. Internal: its "
    "figures are those of the true places.",
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

# SPDX-License-Identifier: GPL-2.0-or-later
"""What the panel can publish, the shipped model behind each choice, and what a run of it made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...core.base.thresholds import POPULATION, RECORD_RISK
from ...core.base.verdict import Level
from ...i18n import tr

RELEASE, INTERNAL = "release", "internal"
MAY_LEAVE = (Level.PASSED.value, Level.WITH_CARE.value)


@dataclass(frozen=True)
class Job:
    """One choice of the panel."""

    model: str
    """Name of the shipped model."""
    title: str
    button: str
    """What the user reads."""
    asks: tuple
    """Rows of the form that this choice shows."""
    outputs: dict
    """Place in the folder of each output of the model."""
    verdict: tuple
    """Step and output that say whether what came out may be released."""
    measure: str
    """What the audiences limit; empty without one."""
    opens: str
    loads: str | None = None
    """The report that is shown at the end, and the layer that is added to the map."""
    style: str = ""
    """Style of that layer."""
    preview: str = ""
    """The algorithm whose result is shown before anything is published; empty without one."""

    @property
    def releases(self) -> bool:
        """Whether anything that it makes may leave the building."""
        return any(path.startswith(RELEASE) for path in self.outputs.values())


_WHAT = ("patients", "areas", "area_id", "population")
_REPORT = f"{INTERNAL}/report.html"


def jobs() -> tuple[Job, ...]:
    """Every choice, in the language of QGIS."""
    return (_dot_map(), _counts(), _picture(), _masks())


def _dot_map() -> Job:
    return Job(
        "publishmaskeddotmap",
        tr("Masked dot map"),
        tr("&Publish"),
        ("audience", "risk", *_WHAT, "outline", "for_each", "person", "heading"),
        {
            "mask:Masked patients": f"{RELEASE}/masked_points.gpkg",
            "mask:Crowd (for release)": f"{RELEASE}/crowd.gpkg",
            "map:Picture of the masked map": f"{RELEASE}/map.png",
            "report:Report for release": f"{RELEASE}/report.html",
            "mask:Links": f"{INTERNAL}/links.gpkg",
            "mask:Flagged records": f"{INTERNAL}/flagged_records.gpkg",
            "report:Report": _REPORT,
            "report:Metrics": f"{INTERNAL}/metrics.json",
        },
        ("report", "VERDICT"),
        RECORD_RISK,
        _REPORT,
        f"{RELEASE}/masked_points.gpkg",
        "masked_points",
        "geodeid:lpmask",
    )


def _counts() -> Job:
    return Job(
        "publishaggregatedareas",
        tr("Counts by area"),
        tr("&Publish"),
        ("audience", *_WHAT, "boundary", "for_each", "person", "fewest_cases"),
        {
            "release:Release": f"{RELEASE}/areas.gpkg",
            "release:Table": f"{RELEASE}/areas.csv",
            "map:Picture of the map": f"{RELEASE}/map.png",
            "release:Report for release": f"{RELEASE}/report.html",
            "clusters:Clustered areas": f"{INTERNAL}/clustered_areas.gpkg",
            "clusters:Report on the clusters": f"{INTERNAL}/clusters.html",
            "release:Report": _REPORT,
            "release:Metrics": f"{INTERNAL}/metrics.json",
        },
        ("release", "VERDICT"),
        POPULATION,
        _REPORT,
        f"{RELEASE}/areas.gpkg",
        "released_areas",
        "geodeid:clusterareas",
    )


def _picture() -> Job:
    return Job(
        "checkmapimage",
        tr("Check a picture"),
        tr("&Check"),
        ("audience", "risk", "image", "masked", "outline", *_WHAT),
        {
            "attack:Report": _REPORT,
            "attack:Recovered points": f"{INTERNAL}/recovered_points.gpkg",
            "attack:Pictures tried instead": f"{INTERNAL}/pictures_tried.csv",
            "attack:Metrics": f"{INTERNAL}/metrics.json",
        },
        ("attack", "VERDICT"),
        RECORD_RISK,
        _REPORT,
        f"{INTERNAL}/recovered_points.gpkg",
        "recovered_points",
    )


def _masks() -> Job:
    return Job(
        "comparemasks",
        tr("Compare masks"),
        tr("C&ompare"),
        ("audience", "risk", *_WHAT, "roads", "addresses"),
        {
            "compare:Comparison of masks": f"{INTERNAL}/comparison.csv",
            "compare:Report": _REPORT,
            "compare:Metrics": f"{INTERNAL}/metrics.json",
        },
        ("compare", "VERDICT"),
        RECORD_RISK,
        _REPORT,
    )


@dataclass(frozen=True)
class Row:
    """One of the publications of a series."""

    value: str
    """What its patients have in common."""
    patients: int
    level: Level
    text: str
    """The sentence that the answer rests on."""
    report: str = ""
    """Place of its report in the folder, as in an address; empty where nothing was made."""
    person: float | None = None
    """The most that its dots say of any one person."""


@dataclass(frozen=True)
class Outcome:
    """What a run made."""

    job: Job
    folder: Path
    """The new folder."""
    leaves: Path
    """Where the files lie that may leave, or that were held back."""
    level: Level
    text: str
    """The sentence that the answer rests on."""
    patients: str
    """Id of the layer of true places."""
    sums: dict[str, str]
    """SHA-256 of each file that may leave, as it was judged."""
    figures: Sequence[dict] = ()
    """The numbers of the first page (:func:`~.figures.figures_of`)."""
    rows: Sequence[Row] = ()
    """The publications of a series; empty for a single one."""
    person: float | None = None
    """The most that the dots say of any one person, where that was proved."""

    @property
    def may_leave(self) -> bool:
        """Whether a release was made that may leave."""
        return self.job.releases and self.level.value in MAY_LEAVE

    @property
    def sentence(self) -> str:
        """What became of it."""
        if self.rows:
            return tr("Written into {folder}, each into a folder of its own.")
        if not self.job.releases:
            return tr("Written into {folder}, which is internal.")
        if self.may_leave:
            return tr("Published into {folder}.")
        return tr("Held back: nothing in {folder} may be released.")

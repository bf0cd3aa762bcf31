# SPDX-License-Identifier: GPL-2.0-or-later
"""The card of the panel: what the check of the layers found, and whether anything may run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from qgis.PyQt.QtWidgets import QLabel

from ...core.base.errors import named
from ...core.base.thresholds import as_typed, preset
from ...core.exposure.fields.fieldnames import guess_population
from ...i18n import tr
from ...report.numbers import agreeing, count, one_in
from ..widgets import plain
from .jobs import Job
from .parts import MOST

_FEW = preset("cms_cell").number
"""Fewer patients than the smallest count that is shown anywhere make a map that nearly names them."""
_EDGE = "5px", "solid"
"""Width and kind of the line beside the card, in the colour of the worst finding."""


class State(Enum):
    """What a finding means for the run: its colour, and the mark that stands before its sentence."""

    FINE = "#16633a", ""
    LOOK = "#c77700", "⚠ "
    STOP = "#b3261e", "✕ "

    @property
    def colour(self) -> str:
        """Colour of the card's edge."""
        return self.value[0]

    @property
    def mark(self) -> str:
        """What tells the state to whoever sees no colours."""
        return self.value[1]


@dataclass(frozen=True)
class Finding:
    """One sentence of the card."""

    state: State
    sentence: str


class Card(QLabel):
    """Shows findings, the worst of them in the colour of its edge; ``stop`` is why nothing may run."""

    def __init__(self, parent=None):
        super().__init__(parent)
        plain(self, tr("What the check found"))
        self.stop = ""

    def wait(self) -> None:
        """Say that the check is under way."""
        self.tell([Finding(State.FINE, tr("Checking…"))])

    def tell(self, findings: list[Finding]) -> None:
        """Show these, and nothing of before."""
        worst = max((one.state for one in findings), key=list(State).index)
        self.stop = next((agreeing(one.sentence) for one in findings if one.state is State.STOP), "")
        self.setText(agreeing("\n".join(one.state.mark + one.sentence for one in findings)))
        self.setStyleSheet(f"border: 0px; border-left: {' '.join(_EDGE)} {worst.colour}; padding: 3px;")


def missing(form) -> Finding | None:
    """What the check still needs, by name; None where everything was chosen."""
    areas = form.areas.currentLayer()
    no_points = tr("Choose the patients: the project has no layer of points.")
    no_polygons = tr("Choose the areas: the project has no layer of polygons.")
    for box, ask, none in (
        (form.patients, tr("Choose the patients."), no_points),
        (form.areas, tr("Choose the areas."), no_polygons),
    ):
        if box.currentLayer() is None:
            return Finding(State.STOP, ask if box.count() else none)
    if not form.area_id.currentField():
        return Finding(
            State.STOP, tr("Choose the field of “{layer}” with one code an area.").format(layer=areas.name())
        )
    if not form.population.currentField():
        return Finding(State.STOP, _no_population(areas))
    unsaved = next((one.name() for one in form.layers() if one.isModified()), None)
    if unsaved is not None:
        said = tr("“{layer}” has unsaved changes, which would be left out. Save them, or discard them.")
        return Finding(State.STOP, said.format(layer=unsaved))
    return None


def _no_population(areas) -> str:
    texts = [field.name() for field in areas.fields() if not field.isNumeric()]
    likely = guess_population(texts)
    if likely:
        return tr(
            "“{field}” of “{layer}” is text, not numbers. Make a field of whole numbers of it with QGIS's "
            "field calculator, without marks between thousands."
        ).format(field=likely, layer=areas.name())
    return tr(
        "Choose the field of “{layer}” that counts the people of each area. If the numbers are in a table, "
        "join it to the areas by their code."
    ).format(layer=areas.name())


def findings(found: dict, field: str, job: Job, risk: float) -> list[Finding]:
    """What the check of the layers means for a job.

    Parameters
    ----------
    found : dict
        Figures of :class:`.running.inputcheck.InputCheck`.
    field : str
        Name of the population.
    job : Job
    risk : float
        Chance at which a patient may be named.
    """
    records, outside = found["RECORDS"], found["OUTSIDE"]
    said = tr(
        "{people} people in {areas} areas from “{field}”. {records} patients, {outside} outside every area."
    ).format(
        people=count(found["PEOPLE"]), areas=count(found["AREAS"]), records=count(records), field=field,
        outside=count(outside),
    )  # fmt: skip
    if job.releases:
        said += " " + tr("Fields released: none.")
    made = [Finding(State.FINE, said)]
    if outside:
        made.append(Finding(State.LOOK if "image" in job.asks else State.STOP, _outside(outside, records)))
    if job.releases and records < _FEW:
        made.append(Finding(State.LOOK, _few(records)))
    if "PARTS" in found:
        made += _parted(found)
    if "risk" in job.asks and records > found["PEOPLE"] * as_typed(risk):
        made.append(Finding(State.LOOK, _crowded(found["PEOPLE"], records, risk)))
    return made + [Finding(State.LOOK, doubt) for doubt in found["DOUBTS"]]


def _parted(found: dict) -> list[Finding]:
    """What a series would give, and why it may not run."""
    parts, unparted = found["PARTS"], found["WITHOUT_PART"]
    listed = ", ".join(f"{value} ({count(len(rows))})" for value, rows in parts.items())
    said = tr("{count} parts, with their patients: {parts}.", count=count(len(parts)), parts=listed)
    made = [Finding(State.FINE, said)]
    if unparted:
        said = tr(
            "{count} patients have no value by which they are parted (features {features}). Fill it in, or "
            "take them out of the layer.", count=count(len(unparted)), features=named(unparted),
        )  # fmt: skip
        made.append(Finding(State.STOP, said))
    if len(parts) > MOST:
        said = tr("{count} parts are more than {most}.", count=count(len(parts)), most=count(MOST))
        made.append(Finding(State.STOP, said))
    few = [value for value, rows in parts.items() if len(rows) < _FEW]
    if few:
        said = tr("Fewer than {fewest} patients are in {parts}.", fewest=count(_FEW), parts=named(few))
        made.append(Finding(State.LOOK, said))
    return made + (_in_two_parts(found) if found["BY_TIME"] else [])


def _in_two_parts(found: dict) -> list[Finding]:
    """Who would be drawn twice."""
    made, again = [], found["PERSONS_AGAIN"]
    if not found["PERSON"] or found["PERSONS_UNKNOWN"]:
        said = tr(
            "Choose the field that identifies a patient, with a value for each: a patient in two of the maps "
            "is drawn twice, and both together give away more than each."
        )
        made.append(Finding(State.STOP, said))
    if again:
        said = tr(
            "{count} patients are in more than one part, and would be drawn twice. Publish the whole list "
            "each time by a release ledger, which draws nobody twice, or keep one record of each.",
            count=count(again),
        )
        made.append(Finding(State.STOP, said))
    return made + [Finding(State.LOOK, said) for said in _perhaps_again(found)]


def _perhaps_again(found: dict) -> list[str]:
    """What may be one patient in two parts, or one household, and only a person can say."""
    said = []
    if found["PERSONS_TWICE"]:
        said.append(
            tr(
                "{count} patients have more than one record in a part. Keep one of each: the limit holds for "
                "a record, and several of one patient give away more.",
                count=count(found["PERSONS_TWICE"]),
            )
        )
    if found["LOOKALIKES_AGAIN"]:
        said.append(
            tr(
                "{count} identifiers are in more than one part but for capitals, blanks and leading zeros. "
                "Make sure that they are of different patients.",
                count=count(found["LOOKALIKES_AGAIN"]),
            )
        )
    if found["PLACES_AGAIN"]:
        said.append(
            tr(
                "{count} places are in more than one part. Make sure that no patient is, under another "
                "identifier, and no household whose dots somebody could tell.",
                count=count(found["PLACES_AGAIN"]),
            )
        )
    return said


def care_of(found: dict) -> str:
    """What only a person can say of a series in time, before anybody signs."""
    if not found["BY_TIME"]:
        return ""
    said = tr(
        "Sign only if “{field}” says when, and nothing of who somebody is, as a date of birth does.",
        field=found["BY_TIME"],
    )
    return " ".join([said, *_perhaps_again(found)])


def _outside(outside: int, records: int) -> str:
    if outside == records:
        return tr(
            "All {records} patients lie outside every area: longitude and latitude may be swapped, or a "
            "layer's coordinate reference system is not the one of its numbers."
        ).format(records=count(records))
    return tr(
        "{outside} of {records} patients lie outside every area. Correct their places, add the areas where "
        "they live, or leave them out."
    ).format(outside=count(outside), records=count(records))


def _few(records: int) -> str:
    return tr(
        "{records} patients are fewer than the {fewest} below which health agencies show no count: whoever "
        "knows one of them learns much of the others. Show more of them together, or none."
    ).format(records=count(records), fewest=count(_FEW))


def _crowded(people: float, records: int, risk: float) -> str:
    return tr(
        "At {chance} these {people} people can hide {most} patients, and there are {records}. Add areas, or "
        "allow a larger risk."
    ).format(
        chance=one_in(risk), people=count(people), most=count(int(people * as_typed(risk))),
        records=count(records),
    )  # fmt: skip

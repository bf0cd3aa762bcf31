# SPDX-License-Identifier: GPL-2.0-or-later
"""What is said of maps that show the same people: checks, a section of the report, a layer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from qgis.core import QgsCoordinateReferenceSystem, QgsGeometry, QgsPointXY

from .....core.base.errors import Phrase
from .....core.base.verdict import CARE, FAILED, NOT_MADE, Check
from .....core.exposure.documents.figures.followed import OUTSIDE, SEEN
from .....core.exposure.documents.figures.joint import NONE
from .....host.compat import POINT
from .....i18n import tr
from .....report import Section, Table
from .....report.numbers import count, listed, number
from ....framework.give import FLAG, REAL, TEXT, WHOLE, Features
from ....io import WGS84
from ..figures import Figure
from .reading import Series


def checks_of_series(series: tuple[Series, ...]) -> Iterator[Check]:
    """What the joint reading gives away, and what it says of time."""
    for at, one in enumerate(series, 1):
        yield _reading(at, one)
        dates = _dates(at, one)
        if dates is not None:
            yield dates


def _reading(at: int, one: Series) -> Check:
    said = {
        "count": len(one.figures), "places": one.places, "error": one.together_m, "best": one.best_m,
        "exposed": one.exposed, "alone": one.alone, "added": one.added,
    }  # fmt: skip
    if one.exposed is None:
        return Check(f"series_{at}", NOT_MADE, Phrase(_NOT_COUNTED[one.drawn], **said), _REMEDY[one.drawn])
    outcome = FAILED if one.beyond else CARE
    return Check(f"series_{at}", outcome, Phrase(_COUNTED[one.drawn], **said), _REMEDY[one.drawn])


_COUNTED = {
    False: Phrase(
        "{count} figures show the same {places} places; read together they err by {error:.3g} m instead of "
        "{best:.3g} m. {exposed} records are found among too few people, where one figure alone gives "
        "{alone}: the others add {added}."
    ),
    True: Phrase(
        "{count} figures show the same people, each time at places that were drawn anew, about {best:.3g} m "
        "away along each axis. The average of {places} places errs by {error:.3g} m, and {exposed} records "
        "are found among too few people, where one figure alone gives {alone}: the others add {added}."
    ),
}
_NOT_COUNTED = {
    False: Phrase(
        "{count} figures show the same {places} places; read together they err by {error:.3g} m "
        "instead of {best:.3g} m. Without true points, and addresses or population, this was not judged."
    ),
    True: Phrase(
        "{count} figures show the same people, each time at places that were drawn anew, about {best:.3g} m "
        "away along each axis. The average of {places} places errs by {error:.3g} m. Without true points, "
        "and addresses or population, this was not judged."
    ),
}
_REMEDY = {
    False: Phrase("Show these patients in one picture, or draw all pictures of them with the same pixels."),
    True: Phrase(
        "Mask each person once and show the same masked point in every picture, or keep a ledger of releases "
        "that counts what they tell together."
    ),
}


def _dates(at: int, one: Series) -> Check | None:
    begin = int(np.count_nonzero(one.followed.begins != NONE))
    end = int(np.count_nonzero(one.followed.ends != NONE))
    if not begin and not end:
        return None
    sentence = Phrase(
        "Of {places} places that {count} figures show, {begin} appear in a later figure only and {end} are "
        "missing from a later one. Whoever knows which time each figure shows reads from this when these "
        "people became cases, or ceased to be.",
        places=len(one.error_m), count=len(one.figures), begin=begin, end=end,
    )  # fmt: skip
    remedy = Phrase("Show all times in one picture, or tell the numbers of each time in a table.")
    return Check(f"series_{at}_dates", CARE, sentence, remedy)


def section_of_series(series: tuple[Series, ...]) -> Iterator[Section]:
    """A table of each series: what each figure gives, and all together."""
    if not series:
        return
    heads = (tr("Figure"), tr("Dots"), tr("Error"), tr("Records exposed"), tr("Appear here first"),
             tr("Shown here last"))  # fmt: skip
    tables = []
    for one in series:
        begins, ends = one.followed.begins, one.followed.ends
        rows = [
            (figure.part.path, count(len(figure.error_m)), _metres(_alone_m(one, figure)),
             "–" if figure.exposed is None else count(figure.exposed),
             count(np.count_nonzero(begins == at)), count(np.count_nonzero(ends == at)))
            for at, figure in enumerate(one.figures)
        ]  # fmt: skip
        rows.append((tr("all together"), count(len(one.error_m)), _metres(one.together_m),
                     "–" if one.exposed is None else count(one.exposed), "–", "–"))  # fmt: skip
        said = tr("The same places in {count} figures.") if not one.drawn else tr(
            "The same people in {count} figures, each time at places drawn anew.")  # fmt: skip
        tables.append(Table(heads, tuple(rows), said.format(count=len(one.figures))))
    text = tr(
        "The error is along each axis. A place appears first in a figure where it was missing from an "
        "earlier one that shows the same ground; dots that others may hide are not called missing."
    )
    yield Section(tr("Several pictures of the same people"), (*tables, text), internal=True)


def _alone_m(series: Series, figure: Figure) -> float:
    """How far the dots of one figure alone lie from the people: by the mask where it was drawn anew."""
    return series.best_m if series.drawn else float(np.median(figure.error_m))


def _metres(value: float) -> str:
    return f"{number(float(value), '.3g')} m" if np.isfinite(value) else "–"


PLACE_OF_SERIES = {
    "series": WHOLE,
    "drawn_anew": FLAG,
    "place": WHOLE,
    "figures": TEXT,
    "seen": WHOLE,
    "in_view": WHOLE,
    "appears_in": TEXT,
    "last_in": TEXT,
    "error_m": REAL,
    "record": TEXT,
    "exposed": FLAG,
}


def places_of(series: tuple[Series, ...]) -> Features:
    """One point a place: in which figures it is seen, what they say of time, and the record it leads to."""
    rows = [row for at, one in enumerate(series, 1) for row in _rows(at, one)]
    shapes = [QgsGeometry.fromPointXY(QgsPointXY(*place)) for one in series for place in one.lonlat]
    columns = {name: [row[at] for row in rows] for at, name in enumerate(PLACE_OF_SERIES)}
    return Features(columns, shapes, POINT, QgsCoordinateReferenceSystem(WGS84))


def _rows(number_of: int, one: Series) -> Iterator[tuple]:
    paths = np.array([figure.part.path for figure in one.figures], dtype=object)
    state, begins, ends = one.followed.state, one.followed.begins, one.followed.ends
    for at in range(len(one.error_m)):
        shown = paths[state[at] == SEEN]
        yield (
            number_of, one.drawn, at + 1, listed(shown), len(shown),
            int(np.count_nonzero(state[at] != OUTSIDE)),
            None if begins[at] == NONE else paths[begins[at]], None if ends[at] == NONE else paths[ends[at]],
            float(one.error_m[at]), one.record[at], bool(one.weak[at]),
        )  # fmt: skip

# SPDX-License-Identifier: GPL-2.0-or-later
"""What maps give away together: pictures of the same places, masks drawn again; and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from qgis.core import QgsCoordinateReferenceSystem, QgsGeometry, QgsPointXY

from ....core.base.errors import Phrase
from ....core.base.verdict import CARE, FAILED, NOT_MADE, Check
from ....core.exposure.documents.figures.joint import NONE, DotSet, joint_places, show_the_same
from ....core.exposure.documents.figures.series import (
    OUTSIDE,
    SEEN,
    Followed,
    View,
    averaged_places,
    follow,
    groups_of_draws,
)
from ....core.geometry.sphere import LocalPlane
from ....core.mapimage.reidentify import score
from ....core.mapimage.reidentify.judge import more_than_chance
from ....core.mapimage.reidentify.known import Known
from ....host.compat import POINT
from ....i18n import tr
from ....report import Section, Table
from ....report.numbers import count, listed, number
from ...framework.give import FLAG, REAL, TEXT, WHOLE, Features
from ...io import WGS84
from .figures import Figure

TRUE_SHARE = 0.5
"""Share of a map's dots above which they are true points: it is no mask that could be averaged out."""
REACH = 4.0
"""Standard deviations within which a place can be a record's."""
REGION_M = 300_000.0
"""How far from the first map of a region the others may lie: as far as the plane measures to 0.05 %."""
LEAST_ERROR_M = 1.0
"""Places are held against true points no closer than this: projections differ by centimetres."""


@dataclass(frozen=True)
class Series:
    """Maps of the same people, read together."""

    figures: tuple[Figure, ...]
    """In the order of the document."""
    drawn: bool
    """Whether each shows the people at places drawn anew; else all show the same places."""
    lonlat: np.ndarray
    """Shape (n, 2). Every place that any of them shows."""
    error_m: np.ndarray
    """Shape (n,). Error of each along an axis."""
    followed: Followed
    """In which figure each is seen."""
    record: list
    """The record that each place was matched with."""
    weak: np.ndarray
    """Shape (n,). Places that lead to a record among too few candidates by the joint reading."""
    best_m: float
    """Median error along an axis of the most precise map alone; of one draw where they are drawn anew."""
    exposed: int | None = None
    alone: int | None = None
    """Records among too few candidates, by one of the maps or by the joint reading, and the most by one map
    alone."""
    beyond: bool = False
    """Whether these are more than chance would give."""

    @property
    def seen(self) -> np.ndarray:
        """Figures that show each place."""
        return (self.followed.state == SEEN).sum(axis=1)

    @property
    def places(self) -> int:
        """Places that two or more of the figures show."""
        return int(np.count_nonzero(self.seen > 1))

    @property
    def together_m(self) -> float:
        """Median error along an axis of the places that two or more figures show."""
        several = self.error_m[self.seen > 1]
        return float(np.median(several)) if len(several) else np.nan

    @property
    def added(self) -> int | None:
        """Records that only the joint reading gives away, beside those of the worst map."""
        return None if self.exposed is None else self.exposed - (self.alone or 0)


def series_of(figures: list[Figure], known: Known | None, need: int) -> list[Series]:
    """Groups of two or more placed maps that show the same people, the same places first."""
    placed = [_finite(one) for one in figures if one.placed]
    placed = [one for one in placed if len(one.error_m)]
    if known is not None:
        return _series_on(placed, known.plane, known, need)
    return [one for plane, near in _regions(placed) for one in _series_on(near, plane, None, need)]


def _finite(figure: Figure) -> Figure:
    """The figure without dots that no place on Earth belongs to."""
    kept = np.isfinite(figure.lonlat).all(axis=1) & np.isfinite(figure.error_m)
    if kept.all():
        return figure
    record = [name for name, keep in zip(figure.record, kept) if keep]
    return replace(
        figure, lonlat=figure.lonlat[kept], error_m=figure.error_m[kept], at_px=figure.at_px[kept],
        record=record,
    )  # fmt: skip


def _regions(placed: list[Figure]) -> Iterator[tuple[LocalPlane, list[Figure]]]:
    """Maps that lie near one another, with the plane on which they are compared: a survey holds many."""
    left = placed
    while left:
        first, *others = left
        plane = LocalPlane.about(*first.lonlat.T)
        away = [np.hypot(*np.median(plane.metres(*one.lonlat.T), axis=0)) for one in others]
        yield plane, [first, *(one for one, far in zip(others, away) if far <= REGION_M)]
        left = [one for one, far in zip(others, away) if far > REGION_M]


def _series_on(placed: list[Figure], plane: LocalPlane, known: Known | None, need: int) -> list[Series]:
    """Groups of maps that are compared on one plane."""
    sets = [one.dot_set(plane.metres(*one.lonlat.T)) for one in placed]
    found, single, left = [], [], list(range(len(placed)))
    while left:
        first = left.pop(0)
        group = [first, *(at for at in left if show_the_same(sets[first], sets[at]))]
        left = [at for at in left if at not in group]
        single.append(group[0])
        if len(group) > 1:
            found.append(_same([placed[at] for at in group], [sets[at] for at in group], plane, known, need))
    masked = [at for at in single if not _are_true(placed[at])]
    for draws in groups_of_draws([sets[at] for at in masked]):
        rows = [masked[at] for at in draws]
        found.append(_drawn([placed[at] for at in rows], [sets[at] for at in rows], plane, known, need))
    return found


def _are_true(figure: Figure) -> bool:
    return sum(name is not None for name in figure.record) > TRUE_SHARE * len(figure.record)


def _same(figures: list[Figure], sets: list[DotSet], plane, known: Known | None, need: int) -> Series:
    joint = joint_places(sets)
    best = min(float(np.median(one.error_m)) for one in sets)
    return _read(figures, sets, plane, known, need, False, joint, best)


def _drawn(figures: list[Figure], sets: list[DotSet], plane, known: Known | None, need: int) -> Series:
    averaged = averaged_places(sets)
    return _read(figures, sets, plane, known, need, True, averaged, averaged.spread_m)


def _read(figures, sets, plane, known: Known | None, need: int, drawn: bool, places, best: float) -> Series:
    """Follow the places over the figures, and hold them against the true points where these are given."""
    views = [View(dots.where_m, one.at_px, one.size_px, one.dot_m) for one, dots in zip(figures, sets)]
    followed = follow(places.where_m, places.members, views)
    plain = Series(
        tuple(figures), drawn, _lonlat_of(figures, places, plane), places.error_m, followed,
        _names(figures, places.members), np.zeros(len(places.error_m), bool), best,
    )  # fmt: skip
    return plain if known is None else _held_against(plain, places, known, need)


def _lonlat_of(figures: list[Figure], places, plane: LocalPlane) -> np.ndarray:
    """Where the places lie on the globe: the mean of their dots, moved as on the plane."""
    total, moved = np.zeros((len(places.members), 2)), np.zeros((len(places.members), 2))
    count = np.zeros((len(places.members), 1))
    for column, one in zip(places.members.T, figures):
        has = column != NONE
        total[has] += one.lonlat[column[has]]
        moved[has] += plane.metres(*one.lonlat[column[has]].T)
        count[has] += 1
    middle = total / count
    return middle + (places.where_m - moved / count) / _metres_per_degree(plane, middle)


def _metres_per_degree(plane: LocalPlane, lonlat: np.ndarray) -> np.ndarray:
    """Metres of a degree of longitude and of latitude at each place."""
    step = 1e-3
    here = plane.metres(*lonlat.T)
    east = plane.metres(*(lonlat + np.array([step, 0])).T) - here
    north = plane.metres(*(lonlat + np.array([0, step])).T) - here
    return np.column_stack([np.hypot(*east.T), np.hypot(*north.T)]) / step


def _names(figures: list[Figure], members: np.ndarray) -> list:
    """The record that the first figure with one gives each place."""
    names: list = [None] * len(members)
    for column, one in zip(members.T[::-1], figures[::-1]):
        for at in np.flatnonzero(column != NONE):
            names[at] = one.record[column[at]] or names[at]
    return names


def _held_against(plain: Series, places, known: Known, need: int) -> Series:
    reach = REACH * np.maximum(places.error_m, LEAST_ERROR_M)
    record, _distance = score.assign(places.where_m, known.true_m, reach)
    names = [known.names[row] if row != score.UNMATCHED else name for row, name in zip(record, plain.record)]
    if known.crowd is None:
        return replace(plain, record=names)
    several = places.seen > 1
    # Places of one figure were judged with it.
    where, error, reach = places.where_m[several], places.error_m[several], reach[several]
    record = score.assign(where, known.true_m, reach)[0]
    dots, rows = _exposed(where, error, record, known, need)
    moved = [len(np.unique(_exposed(there, error, one, known, need)[1]))
             for there, one in score.chance_matches(where, known.true_m, reach)]  # fmt: skip
    weak = np.zeros(len(several), bool)
    weak[np.flatnonzero(several)[dots]] = True
    by_chance = float(np.mean(moved)) if moved else 0.0
    row_of = {name: row for row, name in enumerate(known.rows)}
    each = [{row_of[name] for name in one.exposed_rows} for one in plain.figures]
    joint = set(rows.tolist())
    exposed = joint.union(*each)
    beyond = bool(joint) and more_than_chance(len(joint), by_chance)
    of_all = by_chance + sum(one.by_chance for one in plain.figures)
    return replace(
        plain, record=names, weak=weak, exposed=len(exposed), alone=max(len(one) for one in each),
        beyond=beyond or (bool(exposed) and more_than_chance(len(exposed), of_all)),
    )  # fmt: skip


def _exposed(where, error, record, known: Known, need: int) -> tuple[np.ndarray, np.ndarray]:
    """Places and rows of the records that they leave among too few candidates."""
    more, others = score.at_one_place(record, known.true_m)
    dots = np.flatnonzero(record != score.UNMATCHED)
    dots, rows = np.concatenate([dots, more]), np.concatenate([record[dots], others])
    few = known.few(where[dots], error[dots], rows, need)
    return dots[few], rows[few]


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
    outcome, told = NOT_MADE, _NOT_COUNTED
    if one.exposed is not None:
        outcome = FAILED if one.beyond else CARE
        told = Phrase(_COUNTED, **said)
    sentence = Phrase(_SEEN[one.drawn], told=told, **said)
    return Check(f"series_{at}", outcome, sentence, _REMEDY[one.drawn])


_SEEN = {
    False: Phrase(
        "{count} figures show the same {places} places; read together they err by {error:.3g} m instead of "
        "{best:.3g} m. {told}"
    ),
    True: Phrase(
        "{count} figures show the same people, each time at places that were drawn anew, about {best:.3g} m "
        "away along each axis. The average of {places} places errs by {error:.3g} m. {told}"
    ),
}
_COUNTED = Phrase(
    "{exposed} records are found among too few people, where one figure alone gives {alone}: the others add "
    "{added}."
)
_NOT_COUNTED = Phrase("Without true points, and addresses or population, this was not judged.")
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
    yield Section(tr("Several pictures of the same people"), *tables, text, internal=True)


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

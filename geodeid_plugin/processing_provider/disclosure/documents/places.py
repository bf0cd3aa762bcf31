# SPDX-License-Identifier: GPL-2.0-or-later
"""Positions that hide in a document, held against the true and the masked points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from qgis.core import QgsRectangle

from ....core.base.errors import Phrase
from ....core.base.verdict import Level
from ....core.exposure.documents.disguise.positions import FINE_M, LEAST_REACH_M, Frame, Positions
from ....core.exposure.documents.disguise.regions import frames_of_region
from ....core.mapimage.georeference.projections import Region
from ....core.mapimage.reidentify import score
from ....core.mapimage.reidentify.judge import more_than_chance
from ....core.mapimage.reidentify.known import Known
from ...io import WGS84, PointLayer, Table
from ..mapimage.georeference import known_to_all, transformed

TRUE, MASKED, NEITHER, UNKNOWN = "true", "masked", "neither", "unknown"
OF_CHANCE = 0.01
"""Documents without places of which the numbers lead to true points all the same, shared among all ways to
read a document's numbers."""
FINEST_M = 1e-4
"""What is told of positions that are exact to less: a binary number keeps a billionth of a metre."""
NEAR_M = 500.0
"""How far from a true point a position may lie and still be held against it: a masked one lies farther."""


def frames_of(outlines: list[Table], layers: list[PointLayer]) -> tuple[Frame, ...]:
    """Regions in which numbers can be positions: about outlines and layers of points."""
    box = QgsRectangle()
    for table in outlines:
        for shape in table.geometries:
            box.combineExtentWith(shape.boundingBox())
    for points in layers:
        for lon, lat in zip(points.lon_deg, points.lat_deg):
            box.combineExtentWith(float(lon), float(lat))
    region = None if box.isNull() else Region(box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum())
    tables = [*outlines, *(one.table for one in layers)]
    return frames_of_region(region, [known_to_all(one.crs) for one in tables if one.crs.isValid()])


@dataclass(frozen=True)
class Disguised:
    """Positions of one part, and what they are."""

    document: str
    found: Positions
    lonlat: np.ndarray
    """Shape (n, 2)."""
    what: str
    """``true``, ``masked``, ``neither`` or ``unknown``."""
    matched: int
    """Positions that are true points."""
    exposed: int | None
    """True points among too few candidates; None where nothing counted them."""
    level: Level
    why: Phrase
    record: list
    """The record of each position, or None."""


def held_against(
    run, document: str, positions: list[Positions], known: Known | None, need: int
) -> list[Disguised]:
    """Tell whether positions are the true points, the masked ones or neither.

    Of the ways to read numbers that are no places, one of each part is told.
    """
    by_chance = OF_CHANCE / max(sum(not one.named for one in positions), 1)
    told = [_held_against(run, document, one, known, need, by_chance) for one in positions]
    longest = {(one.found.path, one.level): one for one in sorted(told, key=lambda each: len(each.found))}
    return [
        one
        for one in told
        if one.found.named or one.level is Level.GIVES_AWAY or one is longest[one.found.path, one.level]
    ]


def _held_against(
    run, document: str, found: Positions, known: Known | None, need: int, by_chance: float
) -> Disguised:
    lonlat = transformed(found.xy, found.frame.name, WGS84, run.context)
    said = {
        "count": len(found), "form": found.form, "metres": max(found.precision_m, FINEST_M),
        "fields": ", ".join(filter(None, found.fields[:12])) or Phrase("none"),
    }  # fmt: skip
    if known is None and not found.named and (found.precision_m > FINE_M or not found.mostly):
        return Disguised(document, found, lonlat, NEITHER, 0, None, Level.PASSED,
                         Phrase(_COARSE, **said), [None] * len(found))  # fmt: skip
    if known is None:
        why = Phrase(
            "{count} positions as {form}, exact to {metres:.2g} m. Fields beside them: {fields}. Whether "
            "they are true places is not known: give the true points.", **said)  # fmt: skip
        return Disguised(
            document, found, lonlat, UNKNOWN, 0, None, Level.NOT_JUDGED, why, [None] * len(found)
        )
    luck = _Luck()
    if not found.named:
        luck = _Luck(len(found) * len(known.true_m) / _ground_m2(run, found.frame, known), by_chance)
    return _against(document, found, lonlat, known, said, need, luck)


@dataclass(frozen=True)
class _Luck:
    """What numbers that are no places would lead to."""

    meetings: float = 0.0
    """Pairs of a number and a true point on a square metre, were both strewn over the region."""
    share: float = 0.05
    """How seldom more may be found for a finding."""

    def is_beaten(self, count: int | None, moved: Callable[[], float], within_m: float) -> bool:
        """Whether so many true points so near are more than where the numbers are moved, or strewn."""
        strewn = np.pi * within_m**2 * self.meetings
        if not count or not more_than_chance(count, strewn, self.share):
            return False  # moving takes its time
        return more_than_chance(count, max(moved(), strewn), self.share)


def _ground_m2(run, frame: Frame, known: Known) -> float:
    """Ground of the region about a frame, square metres."""
    corners = transformed([frame.low, frame.high], frame.name, WGS84, run.context)
    return max(float(np.prod(np.ptp(known.plane.metres(*corners.T), axis=0))), 1.0)


def _against(
    document, found: Positions, lonlat, known: Known, said: dict, need: int, luck: _Luck
) -> Disguised:
    where = known.plane.metres(*lonlat.T)
    reach = max(LEAST_REACH_M, found.precision_m)
    error = np.full(len(where), max(found.precision_m, 1e-6) / np.sqrt(12))  # uniform in its last digit
    exact, near = _Exposure(where, error, reach, known, need), _Exposure(where, error, NEAR_M, known, need)
    masked = 0
    if known.masked_m is not None:
        masked = int(np.count_nonzero(score.assign(where, known.masked_m, reach)[0] != score.UNMATCHED))
    said.update(matched=exact.found, masked=masked, exposed=near.exposed, need=need)
    what, level, record, why = NEITHER, Level.WITH_CARE, [None] * len(found), _NEITHER
    if not found.named:
        level, why = Level.PASSED, _OTHER_NUMBERS
    if luck.is_beaten(exact.found, exact.found_by_chance, reach):
        # A place written so coarsely that enough people share it gives nobody away by itself.
        level = Level.WITH_CARE if exact.exposed == 0 else Level.GIVES_AWAY
        record = [None if at == score.UNMATCHED else known.names[at] for at in exact.record]
        what, why, near = TRUE, _TRUE, exact
    elif luck.is_beaten(near.exposed, near.exposed_by_chance, near.within_m):
        level, why = Level.GIVES_AWAY, _NEAR
    elif near.exposed is None and luck.is_beaten(near.found, near.found_by_chance, near.within_m):
        level, why = Level.NOT_JUDGED, _NOT_COUNTED
    elif masked > len(found) / 2:
        what, why = MASKED, _MASKED
    matched = exact.found if what == TRUE else 0
    return Disguised(document, found, lonlat, what, matched, near.exposed, level,
                     Phrase(why, **said), record)  # fmt: skip


_TRUE = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m. True points among them: {matched}. Fields "
    "beside them: {fields}."
)
_NEAR = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m. True points so near to one of them that fewer "
    "than {need} people could be meant: {exposed}. Fields beside them: {fields}."
)
_NOT_COUNTED = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m, near true points. Without addresses or "
    "population nobody can say whom they give away. Fields beside them: {fields}."
)
_MASKED = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m. Masked points among them: {masked}. Fields "
    "beside them: {fields}."
)
_COARSE = Phrase(
    "{count} pairs of numbers as {form} that would lie in the region, exact to {metres:.2g} m. Nothing says "
    "that they are places. Fields beside them: {fields}."
)
_OTHER_NUMBERS = Phrase(
    "{count} pairs of numbers as {form} that would lie in the region, exact to {metres:.2g} m. Nothing says "
    "that they are places, and they lead to true points no more than chance does. Fields beside them: "
    "{fields}."
)
_NEITHER = Phrase(
    "{count} positions as {form}, exact to {metres:.2g} m, neither true nor masked points. Fields beside "
    "them: {fields}."
)


class _Exposure:
    """True points near positions, and those among too few candidates, each with what chance would give."""

    def __init__(self, where, error, reach: float, known: Known, need: int) -> None:
        self._asked = where, error, reach, known, need
        self.record, away_m = score.assign(where, known.true_m, reach)
        away_m = away_m[self.record != score.UNMATCHED]
        few = self._few(where, self.record)
        self.found = len(away_m)
        self.exposed = None if few is None else int(few.sum())
        self.within_m = float(np.max(away_m if few is None else away_m[few], initial=0.0))
        """Distance of the farthest that leaves its person among too few; of all where nothing counts."""

    def _few(self, places, record):
        _where, error, _reach, known, need = self._asked
        return None if known.crowd is None else known.exposed(places, error, record, need)

    def _moved(self):
        where, _error, reach, known, _need = self._asked
        return score.chance_matches(where, known.true_m, reach)

    def found_by_chance(self) -> float:
        """Mean number of true points found where the positions are moved."""
        return float(np.mean([np.count_nonzero(record != score.UNMATCHED) for _at, record in self._moved()]))

    def exposed_by_chance(self) -> float:
        """The same of those among too few candidates."""
        return float(np.mean([self._few(at, record).sum() for at, record in self._moved()]))

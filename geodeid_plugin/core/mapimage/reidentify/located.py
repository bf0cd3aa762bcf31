# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots of a placed picture on the ground, held against the places of a layer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.randomness import SeededSource
from ...base.scientific import spatial
from ...base.thresholds import class_size_for
from ...base.verdict import Check, Level, Verdict
from ...geometry.polygons import inside_polygon
from ...geometry.sphere import LocalPlane
from ..georeference.placing import Placed
from ..markers.dots import Dots
from ..markers.locating.regime import SNAPPED
from ..picture import Box
from . import score
from .anchors import CENTRE, Reading, anchors_checks, left_open, readings_of
from .judge import ADDRESSES, Anywhere, Evidence, judge, least_dots, shows, unseen_points
from .known import Around, People, Places, Protection

BENEATH_PX = 1.0
"""A record so near to a dot may lie entirely beneath it; farther away the rim of the two shows it. Chosen."""
RESAMPLES_FROM = 2006
"""The intervals are resampled from a fixed stream: a report made twice says the same."""
LEAST_REACH_PX, RADII, SIGMAS = 1.5, 0.6, 3
"""How far from its dot a record may lie: the most of so many pixels, radii and standard errors."""
STEPS = 20
"""Positions along a side of the rim of a picture: enough for the bend of any projection."""


@dataclass(frozen=True)
class Comparison:
    """Dots held against one layer of places."""

    places: Places
    """The layer."""
    records: int
    out_of_view: int
    """Its places inside the picture and outside."""
    match: score.Match
    """Which place in view each dot stands for."""
    shown: int
    """Places that a dot shows: those matched, and others at the same places."""
    around: Around | None
    """Who else could be meant by each of these, those matched in the order of their dots, then the others;
    None where nothing counts them."""
    exposed_by_chance: float
    """Places that chance alone would put under a dot among too few candidates."""
    distance: score.Interval
    """Mean distance from dot to place."""
    verdict: Verdict
    limit: float
    seen_rows: Array
    """Shape (records,). Rows of the places in view."""
    people: Array
    """Shape (d,). Places that each dot shows."""

    @property
    def candidates(self) -> Array | None:
        """Candidates of each record that a dot shows; None where nothing counts them."""
        return None if self.around is None else self.around.candidates

    @property
    def exposed(self) -> int:
        """Records found among too few candidates; where none could be counted, records found."""
        if self.candidates is None:
            return self.shown
        return int(np.count_nonzero(self.candidates < class_size_for(self.limit)))

    @property
    def matched(self) -> Bools:
        """Which dots were matched."""
        found: Bools = self.match.record != score.UNMATCHED
        return found

    def called(self, names: Sequence[Any]) -> list[str | None]:
        """The name of each dot's record, of names of all places of the layer; None for none."""
        return [None if at == score.UNMATCHED else str(names[self.seen_rows[at]]) for at in self.match.record]

    @property
    def recall(self) -> float:
        """Records found as a share of those in view."""
        return self.shown / self.records if self.records else np.nan

    @property
    def precision(self) -> float:
        """Dots that are records as a share of all dots."""
        return self.match.count / len(self.match.record) if len(self.match.record) else np.nan

    @property
    def exact_share(self) -> float:
        """Records whose own address is the nearest to the dot, as a share of the records in view."""
        rank = None if self.around is None else self.around.rank
        if rank is None or not self.records:
            return np.nan
        return float(np.count_nonzero(rank == 0)) / self.records

    def saying(self, *checks: Check, first: Sequence[Check] = ()) -> Comparison:
        """The same with more checks, before those that are there or behind them."""
        verdict = replace(self.verdict, checks=(*first, *self.verdict.checks, *checks))
        return replace(self, verdict=verdict)


@dataclass(frozen=True)
class Located:
    """What a stranger learns from the picture alone: dots on the ground and how sure they are."""

    reading: Reading
    """How the symbols were read."""
    lonlat: Array
    """Shape (d, 2). Where the dots lie, degrees."""
    plane: LocalPlane
    """About the picture."""
    where_m: Array
    """Shape (d, 2). The same on the plane."""
    error_m: Array
    """Shape (d,). Standard error along an axis, the placement's included."""
    reach_m: Array
    """Shape (d,). Farthest that a record may lie from its dot."""
    square: bool
    """Whether markers were pasted at whole pixels."""
    drawn: int
    """Dots, with those that may hide in merged groups."""
    rim_lonlat: Array
    rim_m: Array
    """Shape (k, 2). Rim of the picture, in degrees and on the plane."""
    dot_m: float
    pixel_m: float
    """Distance below which two dots may be one blob; side of a pixel."""

    @classmethod
    def of(cls, placed: Placed, view: Box, dots: Dots, reading: Reading | None = None) -> Located:
        """The dots of a picture, or of a panel, by their centres or by another reading of its symbols."""
        pixels: Floats = dots.where_px
        reading = reading or Reading(CENTRE, np.zeros_like(pixels))
        lonlat = placed.to_lonlat(np.add(pixels, reading.shift_px))
        rim = placed.to_lonlat(_rim(view))
        plane = LocalPlane.about(*rim.T)
        error_px, size = np.hypot(np.asarray(dots.error_px, float), placed.blur_px), placed.metres_per_px
        return cls(
            reading, lonlat, plane, plane.metres(*lonlat.T), error_px * size, reach_px(dots, error_px) * size,
            dots.regime == SNAPPED, len(dots.x_px) + _hidden_dots(dots), rim, plane.metres(*rim.T),
            _merging_px(dots) * size, size,
        )  # fmt: skip

    def other_readings(self, placed: Placed, view: Box, dots: Dots, truth: Places) -> list[Located]:
        """The dots by every way to read where the symbols point; by the centres, as here, first."""
        base, right, down = self.metres(
            placed.to_lonlat(view.middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
        )
        to_px: Any = np.linalg.inv(np.stack([right - base, down - base]))
        ways = readings_of(dots, self.where_m @ to_px, self.in_view(truth) @ to_px)
        return [self, *(Located.of(placed, view, dots, way) for way in ways[1:])]

    def metres(self, lonlat: Floats) -> Array:
        """Places on the plane, metres, shape (n, 2)."""
        return self.plane.metres(*np.asarray(lonlat, float).T)

    def inside(self, where_m: Floats) -> Bools:
        """Which places of the plane lie in the picture."""
        return inside_polygon(self.rim_m, *where_m.T)

    def in_view(self, places: Places) -> Array:
        """Those of some places that lie in the picture, metres."""
        where_m = self.metres(places.lonlat)
        return where_m[self.inside(where_m)]

    def against(
        self,
        places: Places,
        protection: Protection | None,
        limit: float,
        drawn: Places | None = None,
        expected: Places | None = None,
    ) -> Comparison:
        """Hold the dots against places of a layer.

        ``protection``: who else could live there, on the plane. ``limit``: highest acceptable chance that a
        dot leads to its place. ``drawn``: the layer in the picture, where it is known. ``expected``: those of
        its places that this panel must show; all, unless given.
        """
        need, true_m = class_size_for(limit), self.metres(places.lonlat)
        seen = np.flatnonzero(self.inside(true_m))
        match = score.match(self.where_m, true_m[seen], self.reach_m)
        dot, record = _shown(match.record, true_m[seen])
        around, by_chance, spread, beside, shown = None, 0.0, None, 0, self.shows(drawn)
        pictured = None
        if protection is not None:
            around = protection.around(
                self.where_m[dot], true_m[seen][record], self.error_m[dot], seen[record], self.square
            )
            by_chance = self._exposed_by_chance(true_m, seen, protection, need)
            few = around.candidates < need
            spread = self._anywhere(true_m, seen, protection, need, drawn if shown else None, dot[few])
            pictured = self._anywhere(true_m, seen, protection, need, None, dot[few]) if shown else None
            beside = 0 if spread is None else int((few & ~spread.explained[record]).sum())
        # Where the layer that was drawn is known, its points are looked for one by one (unseen).
        told = drawn if expected is None else expected
        heaped = told is not None and 2 * len(self.where_m) < len(np.unique(self.in_view(told), axis=0))
        missed = 0 if drawn is not None else self._missed(true_m, seen, record, protection, need)
        if drawn is None and 2 * match.count > len(match.record):
            told = places  # most dots are these very points
        evidence = Evidence(
            len(seen), self.drawn, match.count, match.by_chance,
            None if around is None else around.candidates, by_chance, spread, beside,
            self._least_dots(told), self._unseen(told), missed,
            tuple(places.rows[row] for row in seen[record]), protection.holds if protection else ADDRESSES,
            pictured, shown, heaped,
        )  # fmt: skip
        distance = score.bootstrap_mean(
            match.distance_m[match.record != score.UNMATCHED], SeededSource(RESAMPLES_FROM)
        )
        return Comparison(
            places, len(seen), len(places) - len(seen), match, len(record), around, by_chance,
            distance, judge(limit, evidence), limit, seen, np.bincount(dot, minlength=len(self.where_m)),
        )  # fmt: skip

    def off_m(self, drawn: Places) -> float:
        """Median distance of the dots from the nearest places of the layer that was drawn."""
        return float(np.median(self._away_m(drawn)))

    def near(self, drawn: Places) -> Bools:
        """Which dots lie, as they were placed, on a place of the layer that was drawn."""
        near: Bools = self._away_m(drawn) <= self.reach_m
        return near

    def shows(self, drawn: Places | None) -> bool:
        """Whether the dots, as they were placed, are the places of the layer that was drawn."""
        if drawn is None:
            return False
        where_m = self.in_view(drawn)
        found = score.match(self.where_m, where_m, self.reach_m)
        return shows(found.count, found.by_chance, len(where_m), len(self.where_m))

    def _away_m(self, places: Places) -> Array:
        away: Array = spatial.cKDTree(self.metres(places.lonlat)).query(self.where_m)[0]
        return away

    def _missed(
        self, true_m: Floats, seen: Ints, shown: Ints, protection: Protection | None, need: int
    ) -> int:
        """Records that no dot shows and that would have too few candidates with one of their own."""
        rows = np.setdiff1d(seen, seen[shown])
        if protection is None or not len(rows) or not len(self.where_m):
            return 0
        true = true_m[rows]
        distance, nearest = spatial.cKDTree(self.where_m).query(true)
        beneath = distance <= BENEATH_PX * self.pixel_m
        mine = np.where(beneath[:, None], self.where_m[nearest], true)
        around = protection.around(mine, true, self.error_m[nearest], rows, self.square)
        return int(np.count_nonzero(around.candidates < need))

    def _least_dots(self, drawn: Places | None) -> int | None:
        """Dots that the picture of a layer must show: places nearer than a dot is wide may merge."""
        return None if drawn is None else least_dots(self.in_view(drawn), self.dot_m)

    def _unseen(self, drawn: Places | None) -> int:
        """Places of a layer that was drawn with no dot near enough to be theirs, or to hide it."""
        if drawn is None or not len(self.where_m):
            return 0
        inside = self.inside(self.metres(drawn.lonlat))
        return unseen_points(self.in_view(drawn), self.sees(drawn)[inside], self.dot_m)

    def sees(self, drawn: Places) -> Bools:
        """Which places of a layer have a dot near enough to be theirs, or to hide it."""
        distance, nearest = spatial.cKDTree(self.where_m).query(self.metres(drawn.lonlat))
        seen: Bools = distance <= np.maximum(self.reach_m[nearest], self.dot_m)
        return seen

    def _anywhere(
        self, true_m: Floats, seen: Ints, protection: Protection, need: int, drawn: Places | None, few: Ints
    ) -> Anywhere | None:
        """The records in view held against dots anywhere in their areas, those of a known layer exactly."""
        if not isinstance(protection, People):
            return None
        where_m, lonlat, error_m = self.where_m, self.lonlat, self.error_m
        if drawn is not None:  # dots near homes that are not of that layer are no draws of it
            if (self._away_m(drawn)[few] > np.maximum(SIGMAS * error_m[few], self.pixel_m)).any():
                return None
            lonlat = drawn.lonlat[self.inside(self.metres(drawn.lonlat))]
            where_m, error_m = self.metres(lonlat), np.zeros(len(lonlat))
        return protection.anywhere(seen, true_m[seen], where_m, lonlat, error_m, self.pixel_m, need)

    def _exposed_by_chance(self, true_m: Floats, seen: Ints, protection: Protection, need: int) -> float:
        """Mean number of records too few candidates would protect if the dots were moved aside."""
        moves = list(score.chance_matches(self.where_m, true_m[seen], self.reach_m))
        if not moves:
            return 0.0
        pairs = [_shown(record, true_m[seen]) for _, record in moves]
        # All moves at once: the index of the addresses is the slow part.
        mine = np.concatenate([moved[dot] for (moved, _), (dot, _) in zip(moves, pairs)])
        dots, records = (np.concatenate(parts) for parts in zip(*pairs))
        rows = seen[records]
        around = protection.around(mine, true_m[rows], self.error_m[dots], rows, self.square)
        return float(np.count_nonzero(around.candidates < need)) / len(moves)


def open_ways(ways: list[Located], drawn: Places | None) -> list[Located]:
    """Those of the ways to read where the symbols point that the layer which was drawn leaves open.

    ``ways``: all of them. ``drawn``: what the picture shows; None where nobody knows.
    """
    if drawn is None or not len(drawn) or not len(ways[0].where_m):
        return ways
    shown = [way.shows(drawn) for way in ways]
    off_m = [way.off_m(drawn) for way in ways]
    return [ways[at] for at in left_open([way.reading for way in ways], shown, off_m)]


def worst_way(
    ways: Sequence[Located], against: Callable[[Located], Comparison]
) -> tuple[Located, Comparison]:
    """Of the ways to read where the symbols point, the one that exposes most; all are told of.

    One that could not be judged is no better than one that was, unless the symbols hardly fit it.
    """
    tried = [against(way) for way in ways]
    best = max(one.match.count for one in tried)

    def danger(one: tuple[Located, Comparison]) -> tuple[bool, bool, int, int]:
        level, count = one[1].verdict.level, one[1].match.count
        unjudged = level is Level.NOT_JUDGED and 2 * count >= best
        return level is Level.GIVES_AWAY, unjudged, one[1].exposed, count

    way, worst = max(zip(ways, tried), key=danger)
    return way, worst.saying(*anchors_checks([one.reading for one in ways], [one.exposed for one in tried]))


def reach_px(dots: Dots, error_px: Floats) -> Array:
    """How far from its dot a record may lie, pixels."""
    return np.maximum(np.maximum(LEAST_REACH_PX, RADII * dots.radius_px), SIGMAS * error_px)


def _shown(record: Ints, true_m: Floats) -> tuple[Ints, Ints]:
    """Dots with the records they show: those paired first, then others at the same places."""
    dots = np.flatnonzero(record != score.UNMATCHED)
    more, others = score.at_one_place(record, true_m)
    return np.concatenate([dots, more]), np.concatenate([record[dots], others])


def _merging_px(dots: Dots) -> float:
    """Distance below which two dots may be one blob: their width, a pixel between, half a pixel each."""
    return 2 * max(kind.radius_px for kind in dots.classes) + 2


def _hidden_dots(dots: Dots) -> int:
    """Dots that may hide in merged groups beside those taken apart, at most."""
    groups = dots.groups
    if not len(groups.x_px):
        return 0
    return int(np.clip(np.asarray(groups.high) - np.asarray(groups.found), 0, None).sum())


def _rim(view: Box) -> Array:
    """Positions along the rim of a part of a picture, clockwise."""
    along, none = np.linspace(0, 1, STEPS + 1)[:-1], np.zeros(STEPS)
    x = np.concatenate([along, none + 1, 1 - along, none])
    y = np.concatenate([none, along, none + 1, 1 - along])
    size = [view.right - view.left, view.bottom - view.top]
    return np.column_stack([x, y]) * size + [view.left, view.top]

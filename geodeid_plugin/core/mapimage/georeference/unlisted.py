# SPDX-License-Identifier: GPL-2.0-or-later
"""Place a map picture by an outline whatever projection it was drawn in.

The outline is searched for in a local conformal system and in square degrees, moved onto the lines by a
similarity and then by a bounded quadratic, which is the map between any two projections over a region. The
system is named afterwards, by arithmetic, and measured with the four numbers of a similarity alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import Phrase, Refusal
from ...base.progress import Progress, part, silent
from ..picture import Box, checked_rgb, main_part
from .placement import (
    CERTAIN_LEAD,
    LEAST_AGREEMENT,
    LEAST_EVIDENCE,
    LEAST_LEAD,
    LOOSE_PX,
    NOT_FOUND,
    SAME_PX,
    Outline,
    Placement,
    PlacementRefusedError,
    Search,
    Work,
    in_two_panels,
    is_certain,
    placement_of,
    poses_of,
    refusal_of,
    strength_of,
    turns_of,
)
from .polish import Polished, grid_of, polish
from .search import TURN_STEP_DEG, Candidate, Pieces, cut, in_view, refine, weigh
from .systems import ALIKE_PX, INDEPENDENT_PX, Guess, System, evidence_of, guesses, noise_of, penalty, unlike
from .warp import AFFINE, PERSPECTIVE, QUADRATIC, SIMILARITY, Warp

EARTH_KM = 6371.0
"""Radius of the Earth."""
DEGREE_KM = 111.2
"""A degree of latitude."""
BENT_REACHES = (9, 6, 4, 3, 2, 2)
"""How far lines are looked for once the quadratic is free: within reach of what a similarity leaves at 300 km
(12 px of 1 000, docs/algorithms/georeferencemap.md)."""
CURVATURE = 0.3
"""Bend of a projection at the equator, as a share of the region's size over the Earth's radius; it grows with
the tangent of the latitude."""
NOISE_PX = 0.5
"""Noise of a located piece that the expected bend is held against."""
PIECES_AS_ONE = 5.0
"""Pieces of about 2 px that count as one observation of 10 px."""
SIDES_MAY_DIFFER = 1.12
"""Largest change of the ratio of the two scales by a quadratic: conics far from their parallels reach 1.02,
square degrees have a base of their own."""
POLISHED = 6
"""Most placements that are measured to hundredths of a pixel."""
NAMED = 5
"""Most systems that are measured for the best placement."""
PIECES_PER_NUMBER = 15
"""Independent pieces of outline in view that each free number needs."""
NO_SYSTEM_AGREES = 0.65
"""Agreement of a free quadratic below which no system reaches the 0.8 asked for: it saves time alone."""
EVERY, FIRST, BETTER = "every", "first", "better"
"""In which bases a pass looks."""
UPRIGHT = np.zeros(1)
"""No turn."""
DOUBTED = 3 * LEAST_EVIDENCE
"""A placement that is weaker must also be much stronger than the mirrored outline's best."""


@dataclass(frozen=True)
class Unlisted:
    """A picture placed, with the system that it turned out to be drawn in."""

    placement: Placement
    """In the units of ``system``."""
    system: System
    others: tuple[System, ...]
    """What the picture could as well be drawn in."""
    box: Box | None = None
    """The part of a page that was placed, where the whole was not; nothing is known of other parts."""


def place_unlisted(
    rgb: Ints,
    lonlat: Outline,
    bases: tuple[System, ...],
    systems: tuple[System, ...],
    dot_mask: Bools | None = None,
    search: Search | None = None,
    progress: Progress = silent,
) -> Unlisted:
    """Place a picture by an outline, in whatever system it was drawn.

    ``rgb``, ``dot_mask``, ``search``, ``progress``: as for :func:`.placement.place`. ``lonlat``: lines that
    the picture shows, degrees. ``bases``: what the outline is searched for in: a local conformal system
    first. ``systems``: what the picture may have been drawn in; the likelier first. Raises
    PlacementRefusedError where no placement stands out, too little of the outline is in view, the lines do
    not confirm it, or systems that fit about as well put the picture in different places.
    """
    rgb, search = checked_rgb(rgb), search or Search()
    asked = _Asked(lonlat, bases, systems, search)
    box = main_part(rgb)
    if box is None:
        return _told(asked.answered(rgb, dot_mask, progress))
    result = asked.answered(rgb, dot_mask, part(progress, 0, 0.3), upright=True)
    if result.refusal is None:
        return _told(asked.answered(rgb, dot_mask, part(progress, 0.3, 1)) if not result.certain else result)
    mask = None if dot_mask is None else box.cut(dot_mask)
    result = asked.answered(np.ascontiguousarray(box.cut(rgb)), mask, part(progress, 0.3, 1))
    return _told(result.moved(box))


def _told(result: _Result) -> Unlisted:
    """What was found, or its refusal raised."""
    if result.refusal is not None or result.unlisted is None:
        raise PlacementRefusedError(*(result.refusal or NOT_FOUND), placement=result.placement)
    return result.unlisted


@dataclass(frozen=True)
class _Asked:
    """What a picture is to be placed by."""

    lonlat: Outline
    bases: tuple[System, ...]
    systems: tuple[System, ...]
    search: Search

    def answered(
        self, rgb: Ints, dot_mask: Bools | None, progress: Progress, upright: bool = False
    ) -> _Result:
        """The best placement in a picture, or in a part of one; turned as well, or ``upright`` alone."""
        work = Work.of(rgb, self.lonlat, dot_mask)
        finder = _Finder.of(work, self.lonlat, self.bases, self.systems, self.search)
        if not finder.grounds:
            return _Result(None, NOT_FOUND)
        passes = [(UPRIGHT, EVERY), *([] if upright else finder.turned())]
        ends = np.cumsum([0, *(len(turns) for turns, _ in passes)]) / sum(len(turns) for turns, _ in passes)
        result = _Result(None, NOT_FOUND)
        for (turns, where), begin, end in zip(passes, ends[:-1], ends[1:]):
            finder = finder.searched(turns, where, part(progress, begin, end))
            result = finder.concluded(last=end == ends[-1])
            if result.certain:
                break
        placement = result.placement
        if result.refusal is None and placement is not None and placement.score < DOUBTED:
            result = _beside_mirrored(work, self, result)
        progress(1.0)
        return result


@dataclass(frozen=True)
class _Result:
    """The best placement there is, if any, and why it is not believed."""

    unlisted: Unlisted | None
    refusal: Refusal | None = None

    @property
    def placement(self) -> Placement | None:
        return None if self.unlisted is None else self.unlisted.placement

    @property
    def certain(self) -> bool:
        """Whether it is believed, and so far ahead that no further turns need to be tried."""
        return is_certain(self.placement, self.refusal)

    def moved(self, box: Box) -> _Result:
        """The same, found in a part of a picture, for the whole of it."""
        if self.unlisted is None or self.placement is None:
            return self
        to_map = self.placement.to_map.copy()
        to_map[:, 2] -= to_map[:, :2] @ [box.left, box.top]
        placement = replace(self.placement, to_map=to_map)
        return replace(self, unlisted=replace(self.unlisted, placement=placement, box=box))


def _beside_mirrored(work: Work, asked: _Asked, result: _Result) -> _Result:
    """Refuse a weak placement that is not much stronger than what the mirrored outline comes to."""
    east, north = asked.lonlat.vertices.T
    mirrored = Outline(np.column_stack([east.min() + east.max() - east, north]), asked.lonlat.start)
    finder = _Finder.of(work, mirrored, asked.bases, asked.systems, asked.search)
    finder = finder.searched(UPRIGHT, EVERY, silent)
    null, placement = finder.strongest(), result.placement
    if placement is None or placement.score > CERTAIN_LEAD * null:
        return result
    return _Result(
        result.unlisted,
        Refusal(
            "picture.outline.like_mirrored",
            Phrase(
                "The outline was not found with confidence: the best placement has a score of {score:.0f}, "
                "and the outline mirrored, which the picture does not show, {null:.0f}. Give control points.",
                score=placement.score,
                null=null,
            ),
        ),
    )


@dataclass(frozen=True)
class _Ground:
    """The outline in a system that it is searched for in, with the poses found there."""

    system: System
    work: Work
    """The picture, and the outline in this system."""
    unit_km: float
    """A map unit northwards."""
    lat_deg: float
    """Middle latitude of the outline."""
    kept: tuple[Candidate, ...] = ()
    """Poses found so far, the best first."""
    bends: dict[bytes, Candidate] = field(default_factory=dict, compare=False)
    measures: dict[bytes, Polished | None] = field(default_factory=dict, compare=False)
    """What was made of a pose in an earlier pass, by its numbers."""

    @classmethod
    def of(cls, work: Work, lonlat: Outline, system: System) -> _Ground | None:
        """None where the system does not hold the outline."""
        drawn = _work_in(work, lonlat, system)
        if drawn is None:
            return None
        south, north = lonlat.vertices[:, 1].min(), lonlat.vertices[:, 1].max()
        unit_km = DEGREE_KM * (north - south) / max(float(np.ptp(drawn.vertices[:, 1])), 1e-300)
        return cls(system, drawn, unit_km, (south + north) / 2)

    def pieces(self, warp: Warp, length_px: float) -> Pieces:
        """The outline in pieces of a length in the picture that ``warp`` leads to."""
        return cut(self.work.vertices, self.work.start, length_px / warp.scale)

    def about_view(self, warp: Warp, pieces: Pieces, shape: tuple[int, ...]) -> Warp:
        """A linear warp written about the middle of the outline in view."""
        middle = pieces.middle[in_view(warp.pixels(pieces.middle), shape)]
        if len(middle) < 2:
            return warp
        low, high = middle.min(axis=0), middle.max(axis=0)
        return warp.about((low + high) / 2, float((high - low).max() / 2))

    def stiffness(self, warp: Warp) -> Array:
        """How far each free number of a quadratic is held: projections bend by no more than this."""
        share = 2 * warp.size * self.unit_km / EARTH_KM
        bend = share * (CURVATURE + np.tan(np.radians(min(abs(self.lat_deg), 75.0)))) / 2
        held = PIECES_AS_ONE * (NOISE_PX / (bend * warp.scale)) ** 2
        return np.tile([0, 0, 0, held, held, held], 2)


@dataclass(frozen=True)
class _Located:
    """A candidate measured on lines with as many free numbers as it can bear."""

    ground: _Ground
    candidate: Candidate
    lines: Polished

    @property
    def strength(self) -> float:
        """Evidence of the direction field, as far as the lines confirm it, less the penalty for freedom."""
        cost = penalty(self.lines.freedom, self.lines.length_px / INDEPENDENT_PX)
        return strength_of(self.candidate.evidence - cost, self.lines)

    @property
    def hopeless(self) -> bool:
        """Whether all numbers that a projection could need were free, and yet the lines disagree."""
        return self.lines.freedom == QUADRATIC and self.lines.agreement < NO_SYSTEM_AGREES

    def as_rival(self) -> float:
        """One that no scale is determined by counts for the lines it shares, as in a listed search."""
        loose = self.lines.error_px > LOOSE_PX
        return (self.strength + LEAST_EVIDENCE) / LEAST_LEAD if loose else self.strength


@dataclass(frozen=True)
class _Finder:
    """A search in several bases, and what it found so far."""

    lonlat: Outline
    systems: tuple[System, ...]
    search: Search
    grounds: tuple[_Ground, ...]
    named: list[tuple[_Located, Unlisted | None]] = field(default_factory=list, compare=False)

    @classmethod
    def of(
        cls,
        work: Work,
        lonlat: Outline,
        bases: tuple[System, ...],
        systems: tuple[System, ...],
        search: Search,
    ) -> _Finder:
        grounds = (_Ground.of(work, lonlat, base) for base in bases)
        return cls(lonlat, systems, search, tuple(ground for ground in grounds if ground is not None))

    def turned(self) -> list[tuple[Array, str]]:
        """Turns to try after upright and in which bases: as far projections turn a region, as scans lie."""
        first, *further = turns_of(self.search)
        convergence = _convergences(self.lonlat, self.grounds[0].system, self.systems)
        turned = [(turns, BETTER) for turns in (first[first != 0], *further)]
        return [one for one in ((convergence, FIRST), *turned) if len(one[0])]

    def searched(self, turns: Array, where: str, progress: Progress) -> _Finder:
        """Look for the outline at these turns, in some of the bases."""
        done = list(self.grounds)
        ranks = list(range(len(done))) if where == EVERY else [0 if where == FIRST else self._better()]
        for step, rank in enumerate(ranks):
            ground, span = done[rank], part(progress, step / len(ranks), (step + 1) / len(ranks))
            kept = poses_of(ground.work, self.search, turns, list(ground.kept), span)
            done[rank] = replace(ground, kept=tuple(kept))
        return replace(self, grounds=tuple(done))

    def _better(self) -> int:
        """The base that has the strongest pose."""
        strongest = [max((c.evidence for c in ground.kept), default=0.0) for ground in self.grounds]
        return int(np.argmax(strongest))

    def strongest(self) -> float:
        """Strength of the best placement, whatever it is worth."""
        return max((found.strength for found in self._located()), default=0.0)

    def concluded(self, last: bool) -> _Result:
        """The best placement, its system named, beside its rivals.

        One that cannot be believed in any system is named after the ``last`` pass alone.
        """
        located = self._located(LEAST_EVIDENCE)
        if not located:
            return _Result(None, NOT_FOUND)
        best = located[0]
        if best.hopeless and not last:
            return _Result(None, NOT_FOUND)
        others = [found for found in located[1:] if _apart_px(best, found) > SAME_PX]
        rivals = [found for found in others if not in_two_panels(*_places(best, found))]
        runner_up = max((found.as_rival() for found in rivals), default=0.0)
        unlisted = self._name_of(best)
        if unlisted is None:
            return _Result(None, NOT_FOUND)
        again = len(others) - len(rivals)
        placement = replace(unlisted.placement, runner_up=runner_up, again=again)
        return _Result(replace(unlisted, placement=placement), refusal_of(placement))

    def _name_of(self, best: _Located) -> Unlisted | None:
        """The placement in its own system; as in an earlier pass where that found the same."""
        for before, unlisted in self.named:
            if _apart_px(best, before) < ALIKE_PX:
                return unlisted
        self.named.append((best, _named(best, self.lonlat, self.systems, self.search)))
        return self.named[-1][1]

    def _located(self, least: float = 0.0) -> list[_Located]:
        """Candidates of all bases, bent where that explains more, measured on lines; strongest first."""
        every = [(ground, bent) for ground in self.grounds for bent in _bent(ground)]
        every.sort(key=lambda pair: -pair[1].evidence)
        if not every or every[0][1].evidence < least:  # no polish adds evidence
            return []
        found: list[_Located] = []
        strongest = 0.0
        for ground, candidate in every[:POLISHED]:
            if candidate.evidence < strongest / CERTAIN_LEAD:
                break
            lines = _lines(ground, candidate)
            if lines is not None:
                found.append(_Located(ground, candidate, lines))
                strongest = max(strongest, found[-1].strength)
        return sorted(found, key=lambda item: (item.lines.error_px > LOOSE_PX, -item.strength))


def _convergences(lonlat: Outline, base: System, systems: tuple[System, ...]) -> Array:
    """How far maps in other systems are turned against the base, in as few turns as can be tried for all."""
    low, high = lonlat.vertices.min(axis=0), lonlat.vertices.max(axis=0)
    north = np.array([(low + high) / 2, (low + high) / 2 + [0, 0.01 * (high - low)[1]]])
    ahead = np.diff(base.forward(north), axis=0)[0] @ [1, 1j]
    turns = [np.angle(np.diff(one.forward(north), axis=0)[0] @ [1, 1j] / ahead) for one in systems]
    return -fewest_turns(np.array(turns))


def fewest_turns(turns_rad: Floats) -> Array:
    """Fewest turns of which one lies within half a step of each given one that is not upright.

    ``turns_rad``: those that are not finite are left out.
    """
    near: list[list[float]] = []
    half = np.radians(TURN_STEP_DEG / 2)
    for turn in np.sort(turns_rad[np.isfinite(turns_rad) & (np.abs(turns_rad) > half)]).tolist():
        if not near or turn > near[-1][0] + 2 * half:
            near.append([])
        near[-1].append(turn)
    return np.array([(each[0] + each[-1]) / 2 for each in near])


def _bent(ground: _Ground) -> list[Candidate]:
    """The poses of a base, each with a quadratic where that explains more than its freedom costs."""
    for candidate in ground.kept:
        key = candidate.warp.terms.tobytes()
        if key not in ground.bends:
            ground.bends[key] = _bent_where_better(ground, candidate)
    return [ground.bends[candidate.warp.terms.tobytes()] for candidate in ground.kept]


def _bent_where_better(ground: _Ground, candidate: Candidate) -> Candidate:
    shape = ground.work.field.shape
    pieces = ground.pieces(candidate.warp, 2.5)
    start = ground.about_view(candidate.warp, pieces, shape)
    bent = refine(ground.work.field, pieces, start, BENT_REACHES, QUADRATIC, ground.stiffness(start))
    if bent is None or bent.warp.aspect >= SIDES_MAY_DIFFER * candidate.warp.aspect:
        return candidate
    seen = in_view(bent.warp.pixels(pieces.middle), shape)
    cost = penalty(QUADRATIC, float(pieces.length[seen].sum()) * bent.warp.scale / INDEPENDENT_PX)
    return bent if bent.evidence - cost > candidate.evidence else candidate


def _lines(ground: _Ground, candidate: Candidate) -> Polished | None:
    """Measure a candidate on the lines, bent where enough outline is in view."""
    key = candidate.warp.terms.tobytes()
    if key not in ground.measures:
        ground.measures[key] = _measured_lines(ground, candidate)
    return ground.measures[key]


def _measured_lines(ground: _Ground, candidate: Candidate) -> Polished | None:
    work = ground.work
    warp = candidate.warp.zoomed(work.middle_factor / work.fine_factor)
    pieces = ground.pieces(warp, 2.0)
    seen = in_view(warp.pixels(pieces.middle), work.sheet.shape)
    observations = float(pieces.length[seen].sum()) * warp.scale / INDEPENDENT_PX
    if observations < PIECES_PER_NUMBER * QUADRATIC:
        start = Warp.linear(warp.matrix) if warp.bent else warp
        return polish(work.sheet, pieces, start, work.blocked, freedom=SIMILARITY)
    start = warp if warp.bent else ground.about_view(warp, pieces, work.sheet.shape)
    hold = ground.stiffness(start)
    return polish(work.sheet, pieces, start, work.blocked, freedom=QUADRATIC, stiffness=hold)


def _apart_px(one: _Located, other: _Located) -> float:
    """How far apart two placements put most of the outline that the first located, fine pixels."""
    here, there = _places(one, other)
    return float(np.quantile(np.hypot(*(here - there).T), 0.95))


def _places(one: _Located, other: _Located) -> tuple[Floats, Floats]:
    """Where two placements put the outline that the first located, fine pixels."""
    pieces = one.lines.measured.pieces
    elsewhere = pieces.drawn_in(other.ground.work.vertices)
    return one.lines.warp.pixels(pieces.middle), other.lines.warp.pixels(elsewhere.middle)


def _work_in(work: Work, lonlat: Outline, system: System) -> Work | None:
    """The picture with the outline in a system; None where the system does not hold it."""
    where = system.forward(lonlat.vertices)
    if not np.isfinite(where).all() or np.ptp(where, axis=0).max() <= 0:
        return None
    origin = (where.min(axis=0) + where.max(axis=0)) / 2
    return replace(work, vertices=where - origin, start=np.asarray(lonlat.start, int), origin=origin)


@dataclass(frozen=True)
class _Named:
    """The picture measured in one system."""

    guess: Guess
    work: Work
    lines: Polished
    evidence: float


def _named(best: _Located, lonlat: Outline, systems: tuple[System, ...], search: Search) -> Unlisted | None:
    """The best placement measured in its system alone, in perspective where only the bent lines agree."""
    found = _named_with(best, lonlat, systems, search, (SIMILARITY, AFFINE))
    bent = best.lines.freedom == QUADRATIC and best.lines.agreement >= LEAST_AGREEMENT
    if not bent or (found is not None and refusal_of(found.placement) is None):
        return found
    aslant = _named_with(best, lonlat, systems, search, (PERSPECTIVE,))
    return found if aslant is None or refusal_of(aslant.placement) is not None else aslant


def _named_with(
    best: _Located,
    lonlat: Outline,
    systems: tuple[System, ...],
    search: Search,
    freedoms: tuple[int, ...],
) -> Unlisted | None:
    """The likeliest of the systems in which the picture is turned by no more than was asked for."""
    guessed = guesses(best.lines, lonlat.vertices, systems, freedoms)
    found = [guess for guess in guessed if search.allows(guess.warp)]
    tried = [_measured_in(guess, best, lonlat) for guess in unlike(found, NAMED)]
    named = [one for one in tried if one is not None]
    if not named:
        return None
    noise = noise_of([best.lines.spread_px, *(one.lines.spread_px for one in named)])
    named = [replace(one, evidence=_worth(one.lines, noise)) for one in named]
    named.sort(key=lambda one: -one.evidence)
    first = named[0]
    beside = [(one.evidence, _grid_apart_px(first, one)) for one in named[1:]]
    beside.append((_worth(best.lines, noise), _pieces_apart_px(first, best)))
    spread = spread_px(first.evidence, beside)
    lines = replace(first.lines, error_px=float(np.hypot(first.lines.error_px, spread)))
    candidate = _weighed(first)
    if candidate is None:
        return None
    cost = penalty(lines.freedom, lines.length_px / INDEPENDENT_PX)
    placement = placement_of(first.work, lines, strength_of(candidate.evidence - cost, lines), 0.0)
    others = [guess.system for guess in found[1:] if guess.evidence > found[0].evidence - 1]
    return Unlisted(placement, first.guess.system, tuple(others))


def _measured_in(guess: Guess, best: _Located, lonlat: Outline) -> _Named | None:
    """Measure the picture with the outline drawn in a guessed system."""
    work = _work_in(best.ground.work, lonlat, guess.system)
    if work is None:
        return None
    warp = replace(guess.warp, centre=guess.warp.centre + guess.origin - work.origin)
    pieces = cut(work.vertices, work.start, 2.0 / warp.scale)
    lines = polish(work.sheet, pieces, warp, work.blocked, freedom=guess.freedom)
    if lines is None:
        return None
    return _Named(guess, work, lines, 0.0)


def _worth(lines: Polished, noise: float) -> float:
    """Log-likelihood of lines located, less the penalty for freedom."""
    return evidence_of(lines.measured, noise) - penalty(lines.freedom, lines.length_px / INDEPENDENT_PX)


def _weighed(named: _Named) -> Candidate | None:
    """Evidence of the direction field for a placement in its own system."""
    work = named.work
    warp = named.lines.warp.zoomed(work.fine_factor / work.middle_factor)
    return weigh(work.field, cut(work.vertices, work.start, 2.5 / warp.scale), warp)


def _grid_apart_px(one: _Named, other: _Named) -> float:
    """Root mean square distance over the picture of what two systems say of its places, pixels."""
    grid = grid_of(one.work.sheet.shape)
    lonlat = one.guess.system.inverse(one.lines.warp.map_of(grid) + one.work.origin)
    back = other.lines.warp.pixels(other.guess.system.forward(lonlat) - other.work.origin)
    away = np.sum((back - grid) ** 2, axis=1)
    return float(np.sqrt(np.mean(away))) if np.isfinite(away).all() else np.inf


def _pieces_apart_px(one: _Named, free: _Located) -> float:
    """The same over the lines that were located, against the free model, which knows no other places."""
    pieces = free.lines.measured.pieces[free.lines.weight > 0]
    drawn = pieces.drawn_in(one.work.vertices)
    away = one.lines.warp.pixels(drawn.middle) - free.lines.warp.pixels(pieces.middle)
    return float(np.sqrt(np.mean(np.sum(away**2, axis=1))))


def spread_px(best: float, beside: list[tuple[float, float]]) -> float:
    """Root mean square distance of other models from the best, each by its odds.

    ``best``: log-likelihood of the best. ``beside``: log-likelihood of each of the others, and its distance,
    which may be endless.
    """
    top = max(best, *(evidence for evidence, _ in beside))
    odds = np.exp(np.array([evidence for evidence, _ in beside]) - top)
    away = np.array([away for _, away in beside])
    possible = odds > 0  # elsewhere the distance may be endless
    return float(np.sqrt(odds[possible] @ away[possible] ** 2 / (odds.sum() + np.exp(best - top))))

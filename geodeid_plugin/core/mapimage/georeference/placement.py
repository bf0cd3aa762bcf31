# SPDX-License-Identifier: GPL-2.0-or-later
"""Place a map picture by an outline, fully automatically, or refuse and say why.

Coarse search over scale, turn and shift; refinement on the direction field; a last measurement of line
centres. A placement is given only where it is far better than the next different one and the lines in view
confirm it piece by piece: a wrong placement that looks certain would make every later figure wrong.

Constants that name no source were set together on ``scripts/bench/mapimage_georeference --small 0 59``, the
effect of each alone not measured.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import InputError, Phrase, Refusal, UnjudgedError
from ...base.progress import Progress, part, silent
from ..picture import checked_rgb
from .cues import direction_field, reduced, without_dots
from .polish import Polished, polish, tones
from .search import (
    FAR_SIDE_PX,
    FAR_ZOOM,
    KEPT_FAR,
    KEPT_PER_PASS,
    SCALE_STEP,
    TURN_STEP_DEG,
    Candidate,
    Coarse,
    Pieces,
    cut,
    distinct,
    in_view,
    refine,
    scan,
    separate,
    thinned,
)
from .warp import Warp, moved_by, on_map

MIDDLE_SIDE_PX = 640
"""Longer side of the picture in which poses are refined: fast, and a pixel of it is still within reach of the
polish."""
FINE_SIDE_PX = 1700
"""Longer side of the picture that lines are measured in; what is larger is reduced first."""
LEAST_DOT_SHARE = 0.02
"""Pixels with more of a dot than this are left out of the search."""
MEASURED = 12
"""Most poses that are polished and ranked: the runner-up must be among them."""
SAME_PX = 3.0
"""Placements whose corners lie nearer to each other are one; any farther is a rival."""
APART_PX = 6.0
"""Poses of the scan nearer than this are one, middle pixels."""
CLEAR = 0.9
"""Share of an outline's width or height by which it must lie aside to be in another panel: rims are left out.
Chosen."""
MOST_PANELS = 8
"""Further places at which the outline is looked for. It saves time alone."""
LOOSE_PX = 1.0
"""A placement with a larger expected error is determined in part only: it ranks behind and rivals by what it
shares."""
LEAST_EVIDENCE = 35.0
"""Least score (log-likelihood ratio) that is believed. With the three limits below,
scripts/bench/mapimage_georeference: of 120 views none placed wrongly, 4 refused; 44 of 44 pictures
without the outline refused."""
LEAST_SHARE = 0.3
"""Least share of the outline in view that must be found within half a pixel; same error rate as above."""
LEAST_AGREEMENT = 0.8
"""Least share of the measurable outline that must agree; same error rate as above. Ontario in a wrong
projection reaches 0.24 to 0.50 (`--projections`)."""
LEAST_LEAD = 2.0
"""Least score over that of the best rival; same error rate as above."""
CERTAIN_LEAD = 3.0
"""At this lead no further turns are tried and no weaker candidates measured: it saves time alone."""
WORST_ERROR_PX = 0.3
"""Largest expected error that is called placed, the measure of right and wrong of the bench itself (0 of 120
beyond it)."""


@dataclass(frozen=True)
class Outline:
    """Lines known on the map, planar coordinates, northings upwards."""

    vertices: Array
    """Shape (v, 2). Vertices of all lines one after another, map units."""
    start: Array
    """Shape (r + 1,). Where each line starts, and the end of the last."""

    def __post_init__(self) -> None:
        if len(self.vertices) < 2 or len(self.start) < 2:
            raise InputError(
                "outline.lines.none",
                "The outline holds no line. Give the borders or coasts that the picture shows.",
            )
        if not np.isfinite(self.vertices).all():
            raise InputError(
                "outline.coordinate.not_finite",
                "The outline holds a coordinate that is not a finite number. Repair its geometry.",
            )
        if np.ptp(self.vertices, axis=0).max() <= 0:
            raise InputError(
                "outline.lines.single_point",
                "The outline is a single point: a picture cannot be placed by it.",
            )


@dataclass(frozen=True)
class Search:
    """How far to search."""

    largest_turn_deg: float = 10.0
    """Scans may be turned by up to this."""
    smallest_zoom: float = 0.45
    largest_zoom: float = 9.0
    """Scales tried, as multiples of the one at which the whole outline just fits the picture."""

    def allows(self, warp: Warp) -> bool:
        """Whether a place is turned by no more than was asked for, and the half step between turns tried."""
        return abs(warp.turn_deg) <= self.largest_turn_deg + TURN_STEP_DEG / 2


@dataclass(frozen=True)
class Placement:
    """A picture placed on the map."""

    to_map: Array
    """Shape (2, 3). From (column, row, 1) to (easting, northing); the centre of the top-left pixel is at
    (0.5, 0.5). Of a picture seen aslant (3, 3): the third row divides."""
    score: float
    """Evidence for this placement, a log-likelihood ratio."""
    runner_up: float
    """Evidence for the best different placement."""
    share: float
    """Outline in view that was located within half a pixel, as a share of its length."""
    agreement: float
    """The same as a share of the outline that any line near it could be measured for."""
    length_px: float
    """Outline in view, pixels."""
    spread_px: float
    """Spread of lines about their place, pixels."""
    error_px: float
    """Expected error of the placement, mean over the picture, pixels."""
    turn_deg: float
    """Turn of the picture, degrees."""
    affine: bool
    """Whether the two sides needed their own scale or a shear."""
    again: int = 0
    """Other places where the outline was found, as large and as turned: panels of their own."""

    @property
    def aslant(self) -> bool:
        """Whether the picture is a photograph taken from the side, with a perspective."""
        return len(self.to_map) > 2

    def map_of(self, x_px: Array, y_px: Array) -> Array:
        """Map coordinates of pixel positions, shape (n, 2)."""
        return on_map(self.to_map, np.column_stack([x_px, y_px]))


NOT_FOUND = Refusal(
    "picture.outline.not_found",
    Phrase(
        "No part of the outline was found in the picture. Check that it is drawn there, or give control "
        "points."
    ),
)


class PlacementRefusedError(UnjudgedError):
    """The picture cannot be placed with confidence; ``placement`` holds the best guess, or None."""

    def __init__(
        self, code: str, sentence: str, /, placement: Placement | None = None, **values: Any
    ) -> None:
        super().__init__(code, sentence, **values)
        self.placement = placement


def place(
    rgb: Ints,
    outline: Outline,
    dot_mask: Bools | None = None,
    search: Search | None = None,
    progress: Progress = silent,
) -> Placement:
    """Place a picture by an outline.

    ``rgb``: (h, w, 3), the picture. ``outline``: lines that the picture shows, in the picture's projection up
    to scale, turn and shift. ``dot_mask``: (h, w), pixels that dots cover. ``search``: how far to search.
    Raises PlacementRefusedError where no placement stands out, too little of the outline is in view, or the
    lines do not confirm it.
    """
    work = Work.of(checked_rgb(rgb), outline, dot_mask)
    search = search or Search()
    kept: list[Any] = []
    result = _Result(None)
    passes = turns_of(search)
    share = np.cumsum([0, *map(len, passes)]) / sum(map(len, passes))
    for turns, begin, end in zip(passes, share[:-1], share[1:]):
        kept = poses_of(work, search, turns, kept, part(progress, 0.05 + 0.95 * begin, 0.05 + 0.95 * end))
        kept = [candidate for candidate in kept if search.allows(candidate.warp)]
        result = _conclude(work, kept)
        if result.certain:
            break
    progress(1.0)
    if result.refusal is not None or result.placement is None:
        raise PlacementRefusedError(*(result.refusal or NOT_FOUND), placement=result.placement)
    return result.placement


def in_two_panels(one: Floats, other: Floats) -> bool:
    """Whether two placements show an outline twice: as large, as turned, and clear of one another.

    ``one``, ``other``: (n, 2), where each puts the same places of the outline, pixels.
    """
    away = other - one
    shift = np.median(away, axis=0)
    off = np.quantile(np.hypot(*(away - shift).T), 0.95)
    return bool(off <= SAME_PX and (np.abs(shift) >= CLEAR * np.ptp(one, axis=0)).any())


def placed_again(
    rgb: Ints, outline: Outline, first: Placement, dot_mask: Bools | None = None
) -> list[Placement]:
    """Further panels of a picture: the outline elsewhere, as large and as turned as where it was placed.

    ``rgb``, ``outline``, ``dot_mask``: as for :func:`place`. ``first``: where the outline was found, not
    aslant.
    """
    work = Work.of(checked_rgb(rgb), outline, dot_mask)
    matrix = np.linalg.inv(np.vstack([moved_by(first.to_map, -work.origin), [0, 0, 1]]))[:2]
    warp = Warp.linear(matrix / work.middle_factor)
    pieces = cut(*thinned(work.vertices, work.start, 1 / warp.scale), 2.5 / warp.scale)
    known = [warp.pixels(pieces.middle)[in_view(warp.pixels(pieces.middle), work.field.shape)]]
    places = warp.map_of(known[0])
    scale, turn = warp.scale / work.coarse.factor, np.arctan2(warp.terms[0, 1], warp.terms[0, 0])
    drawn = cut(*thinned(work.vertices, work.start, 0.5 / scale), 1 / scale)
    found = []
    for _, pose in work.coarse.best_places(drawn, scale, np.array([turn]), MOST_PANELS):
        terms = np.column_stack([warp.terms[:, :2], [pose.x_px, pose.y_px]])
        candidate = refine(work.field, pieces, Warp.linear(terms))
        if candidate is None or not all(in_two_panels(one, candidate.warp.pixels(places)) for one in known):
            continue
        lines = _polished(work, candidate)
        if lines is None:
            continue
        placement = placement_of(work, lines, _strength(candidate, lines), 0.0)
        if refusal_of(placement) is None:
            found.append(placement)
            known.append(candidate.warp.pixels(places))
    return found


def turns_of(search: Search) -> list[Any]:
    """Turns to try in two passes, in radians: about upright, and those of scans."""
    count = int(np.floor(search.largest_turn_deg / TURN_STEP_DEG + 1e-9))
    passes = [[0], []]
    for k in range(1, count + 1):
        passes[0 if k == 1 else 1].extend([-k, k])
    return [np.radians(TURN_STEP_DEG * np.array(turns)) for turns in passes if turns]


@dataclass(frozen=True)
class Work:
    """The picture at its two working sizes, and the outline about its centre."""

    vertices: Array
    start: Array
    origin: Array
    field: Array
    coarse: Coarse
    far: Coarse
    middle_factor: int
    sheet: Array
    blocked: Array | None
    fine_factor: int
    shape: tuple[Any, ...]

    @classmethod
    def of(cls, rgb: Ints, outline: Outline, dot_mask: Bools | None) -> Work:
        """Both sizes of a picture, known dots taken out."""
        low, high = outline.vertices.min(axis=0), outline.vertices.max(axis=0)
        origin = (low + high) / 2
        fine = max(1, int(np.ceil(max(rgb.shape) / FINE_SIDE_PX)))
        blocked = None if dot_mask is None else reduced(dot_mask, fine)
        clean = without_dots(reduced(rgb, fine), None if blocked is None else blocked > LEAST_DOT_SHARE)
        further = max(1, int(np.ceil(max(clean.shape) / MIDDLE_SIDE_PX)))
        mask = None if blocked is None else reduced(blocked, further) > 0.2
        field = direction_field(reduced(clean, further), mask)
        return cls(
            outline.vertices - origin,
            np.asarray(outline.start, int),
            origin,
            field,
            Coarse(field),
            Coarse(field, FAR_SIDE_PX),
            fine * further,
            tones(clean),
            blocked,
            fine,
            rgb.shape[:2],
        )


def poses_of(work: Work, search: Search, turns: Floats, kept: list[Any], progress: Progress) -> list[Any]:
    """Candidates of one pass over all scales and shifts, with those kept before; strongest first."""
    steps = int(np.ceil(np.log(search.largest_zoom / search.smallest_zoom) / np.log(SCALE_STEP)))
    zooms = np.geomspace(search.smallest_zoom, search.largest_zoom, steps + 1)
    extent = np.maximum(np.ptp(work.vertices, axis=0), 1e-12)
    poses: list[Any] = []
    for coarse, some, most, begin, end in (
        (work.coarse, zooms[zooms < FAR_ZOOM], KEPT_PER_PASS, 0.0, 0.5),
        (work.far, zooms[zooms >= FAR_ZOOM], KEPT_FAR, 0.5, 0.8),
    ):
        if not len(some):
            continue
        scales = float(np.min(coarse.field.shape[::-1] / extent)) * some
        found = scan(coarse, work.vertices, work.start, scales, turns, part(progress, begin, end))
        poses += [pose for _, pose in separate(found, work.field.shape, APART_PX, most)]
    refined = list(kept)
    for i, pose in enumerate(poses):
        progress(0.8 + 0.2 * i / len(poses))
        pieces = cut(*thinned(work.vertices, work.start, 1 / pose.scale), 2.5 / pose.scale)
        candidate = refine(work.field, pieces, Warp.linear(pose.matrix))
        if candidate is not None and 0.5 < candidate.warp.scale / pose.scale < 2:
            refined.append(candidate)
    return distinct(refined, work.field.shape)[:MEASURED]


@dataclass(frozen=True)
class _Result:
    """The best placement there is, if any, and why it is not believed: a refusal of None says that it is."""

    placement: Placement | None
    refusal: Refusal | None = None

    @property
    def certain(self) -> bool:
        """Whether it is believed, and so far ahead that no further turns need to be tried."""
        return is_certain(self.placement, self.refusal)


def is_certain(placement: Placement | None, refusal: Refusal | None) -> bool:
    """Whether a placement is believed, and so far ahead that no further turns need to be tried."""
    return placement is not None and refusal is None and placement.score > CERTAIN_LEAD * placement.runner_up


def _conclude(work: Work, kept: list[Candidate]) -> _Result:
    if not any(candidate.evidence >= LEAST_EVIDENCE for candidate in kept):  # no polish adds evidence
        return _Result(None, NOT_FOUND)
    measured, strongest = [], 0.0
    for candidate in kept:
        lines = _polished(work, candidate)
        if lines is not None:
            measured.append((candidate, lines))
            strongest = max(strongest, _strength(candidate, lines))
        if candidate.evidence < strongest / CERTAIN_LEAD:
            break
    ranked = sorted(measured, key=lambda pair: (pair[1].error_px > LOOSE_PX, -_strength(*pair)))
    if not ranked:
        return _Result(
            None,
            Refusal(
                "picture.outline.not_matched",
                Phrase(
                    "The outline was not found in the picture. Check that it is drawn there; where it "
                    "is much larger than the picture, cut it to the region shown; or give control points."
                ),
            ),
        )
    best, lines = ranked[0]
    again = polish(work.sheet, _fine_pieces(work, best), lines.warp, work.blocked)
    if again is not None and again.share > lines.share:
        lines = again
    places = lines.measured.pieces.middle
    others = [pair for pair in ranked[1:] if _apart_px(work, lines, pair[1]) > SAME_PX]
    rivals = [
        pair for pair in others if not in_two_panels(lines.warp.pixels(places), pair[1].warp.pixels(places))
    ]
    placement = placement_of(work, lines, _strength(best, lines), _runner_up(rivals))
    placement = replace(placement, again=len(others) - len(rivals))
    return _Result(placement, refusal_of(placement))


def _runner_up(rivals: list[tuple[Candidate, Polished]]) -> float:
    """Strength of the best rival; a straight line, which fits at every scale, counts for what it shares."""
    strength = 0.0
    for candidate, lines in rivals:
        full = _strength(candidate, lines)
        loose = lines.error_px > LOOSE_PX
        strength = max(strength, (full + LEAST_EVIDENCE) / LEAST_LEAD if loose else full)
    return strength


def _strength(candidate: Candidate, lines: Polished) -> float:
    return strength_of(candidate.evidence, lines)


def strength_of(evidence: float, lines: Polished) -> float:
    """Evidence of the direction field, as far as the lines themselves confirm it."""
    return max(evidence, 0.0) * lines.share * lines.agreement**2


def _apart_px(work: Work, one: Polished, other: Polished) -> float:
    """How far apart two placements put the picture's corners, fine pixels of the first."""
    height, width = work.sheet.shape[:2]
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], float)
    back = np.linalg.inv(np.vstack([other.matrix, [0, 0, 1]]))
    again = corners @ back.T @ np.vstack([one.matrix, [0, 0, 1]]).T
    return float(np.hypot(*(again - corners)[:, :2].T).max())


def refusal_of(placement: Placement) -> Refusal | None:
    """Why a placement is not believed; None where it is."""
    lead = placement.score / max(placement.runner_up, 1e-9)
    figures = Phrase(
        "the best placement has {percent:.0f} % of its lines confirmed and a score of {score:.0f}, the next "
        "one {next:.0f}",
        percent=100 * placement.share,
        score=placement.score,
        next=placement.runner_up,
    )
    if not (  # a figure that is no number confirms nothing
        placement.score >= LEAST_EVIDENCE
        and placement.share >= LEAST_SHARE
        and placement.agreement >= LEAST_AGREEMENT
    ):
        return Refusal(
            "picture.outline.unsure",
            Phrase(
                "The outline was not found with confidence: {figures}. Give control points.", figures=figures
            ),
        )
    if not lead >= LEAST_LEAD:
        return Refusal(
            "picture.placement.rival",
            Phrase(
                "Two placements fit about as well: {figures}. Give control points, or an outline with "
                "more lines of this region.",
                figures=figures,
            ),
        )
    if not placement.error_px <= WORST_ERROR_PX:
        return Refusal(
            "picture.placement.inaccurate",
            Phrase(
                "Too little of the outline is in view to place the picture: it could be off by "
                "{error_px:.1f} pixels. Give control points.",
                error_px=placement.error_px,
            ),
        )
    return None


def _polished(work: Work, candidate: Candidate) -> Polished | None:
    warp = candidate.warp.zoomed(work.middle_factor / work.fine_factor)
    return polish(work.sheet, _fine_pieces(work, candidate), warp, work.blocked)


def _fine_pieces(work: Work, candidate: Candidate) -> Pieces:
    scale = candidate.warp.scale * work.middle_factor / work.fine_factor
    return cut(work.vertices, work.start, 2.0 / scale)


def placement_of(work: Work, lines: Polished, strength: float, runner_up: float) -> Placement:
    """What was measured as a placement in map units."""
    factor = work.fine_factor
    warp = lines.warp.zoomed(factor)
    back = moved_by(warp.inverse, work.origin)
    sides = np.linalg.inv(warp.terms[:, :2])
    turn = float(np.degrees(np.arctan2(sides[1, 0], sides[0, 0])))
    return Placement(
        back,
        strength,
        runner_up,
        lines.share,
        lines.agreement,
        lines.length_px * factor,
        lines.spread_px * factor,
        lines.error_px * factor,
        turn,
        lines.affine,
    )

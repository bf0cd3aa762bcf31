# SPDX-License-Identifier: GPL-2.0-or-later
"""Bring a nearly placed outline to hundredths of a pixel.

On each piece's normal the colour is turned into coverage by ink: paper 0 on each side by itself, ink 1. A
fill on one side then no longer pulls the line, and a line need not be darker than its ground. Where no line
is drawn, the step between two fills is located instead.

Constants that name no source were set together on ``scripts/bench/mapimage_georeference --small 0 59``, the
effect of each alone not measured.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Floats
from ...base.scientific import spatial
from ..picture import luma
from .cues import sample
from .search import Pieces, in_view
from .warp import AFFINE, SIMILARITY, Warp

REACH_PX = 7.0
"""How far to each side of the outline brightness is read: far enough for the paper beside a wide line."""
STEP_PX = 0.5
"""Spacing of the samples across the outline."""
LINE_HALF_PX = 2.5
"""A line farther from its place than this is not taken for it."""
PAPER_FROM_PX = 3.5
"""From here outwards the profile is paper, or the ground beside the line."""
LEAST_INK = 12.0
"""Grey levels by which a line must differ from its ground."""
LEAST_COLOUR = 1.0
"""Spread of the colour differences below which a picture counts as grey."""
FEW_PIECES = 800
"""Pieces of outline that the first rounds use; the last use all. It saves time alone."""
ROUNDS = 12
"""Rounds of measuring and solving."""
LAST_ROUNDS = 4
"""Rounds at the end that use all pieces."""
HOPELESS = 0.5
"""Below this agreement after the first rounds a candidate is dropped; what is believed needs 0.8."""
BESIDE_PX = 2.0
"""Another line of the outline at this distance sideways may be taken for the one looked for: both are left
out."""
LEAST_ALONE = 150
"""Pieces without a neighbour that must remain before crowded ones are left out."""
UPRIGHT_SINE = 0.03
"""Lines nearer than this to a pixel axis are rounded by the drawing program, where it does not smooth (0.05
to 0.25 px)."""
UPRIGHT_WEIGHT = 0.05
"""Weight of such lines beside others."""
LEAST_LINES = 50
"""Pieces on drawn lines, 100 px, from which rims of lines in the colour of the ground count no more: a white
border between fills ends at the coast, where only its inner rim is seen, half a line off."""
LEAST_STEP = 25.0
"""Colour difference, all channels, of two sides that makes an edge without a line."""


@dataclass(frozen=True)
class Polished:
    """A placement measured on lines."""

    warp: Warp
    """From map (about the outline's centre) to pixels."""
    measured: Measured
    """Where each piece of the outline was located."""
    weight: Array
    """Shape (m,). What each counts: length, trust, and nothing where it is too far off."""
    share: float
    """Length of the outline in view, free of dots and of other lines, that was located within half a pixel,
    as a share."""
    agreement: float
    """The same as a share of the length that was located at all, within ``LINE_HALF_PX``."""
    spread_px: float
    """Robust standard deviation of the offsets."""
    error_px: float
    """Expected error of the placement, the mean over the picture, pixels."""
    length_px: float
    """Outline length in view."""
    freedom: int
    """Numbers that were free in the last round: 6 where the sides needed different scales or a shear."""

    @property
    def matrix(self) -> Array:
        """The linear part, from (e, n, 1) to pixels."""
        return self.warp.matrix

    @property
    def affine(self) -> bool:
        """Whether the sides needed different scales or a shear."""
        return self.freedom == AFFINE


def tones(rgb: Floats) -> Array:
    """Brightness, and a quarter of the colour differences where the picture has any: (h, w, 1) or (h, w, 3).

    A quarter, because JPEG keeps colour differences at half the resolution along each side.
    """
    bright = luma(rgb)
    blue, red = (0.25 * (rgb[..., channel] - bright) for channel in (2, 0))
    if max(blue.std(), red.std()) < LEAST_COLOUR:
        return bright[..., None]
    return np.stack([bright, blue, red], axis=-1)


def polish(
    sheet: Floats,
    pieces: Pieces,
    warp: Warp,
    blocked: Floats | None = None,
    freedom: int | None = None,
    stiffness: Floats | None = None,
) -> Polished | None:
    """Refine a placement on the colours of the picture; None where too little is located.

    ``sheet``: (h, w, c), the picture as :func:`tones`, at a size where lines are 1 to 3 pixels wide.
    ``pieces``: the outline in pieces of about 2 pixels. ``warp``: start, from map to these pixels.
    ``blocked``: (h, w), above 0 where dots lie: profiles that touch one are not used. ``freedom``: numbers
    that are free; a similarity, and an affine where that explains much more, unless given. ``stiffness``:
    (freedom,), resistance of each free number's total, in units of one located piece.
    """
    ink: Floats | None = None
    free = freedom or SIMILARITY
    pieces = _alone(pieces, warp, sheet.shape)
    few = pieces[:: max(1, len(pieces.length) // FEW_PIECES)]
    for turn in range(ROUNDS):
        last = turn >= ROUNDS - LAST_ROUNDS
        if turn == ROUNDS - LAST_ROUNDS:
            so_far = _summary(sheet, few, warp, blocked, ink, free)
            if so_far is None or so_far.agreement < HOPELESS:
                return so_far
        measured = _measure(sheet, pieces if last else few, warp, blocked, ink)
        if measured is None:
            return None
        ink = measured.ink
        limit = max(3.0 - 0.4 * turn, 0.0)
        weight = _robust(measured, limit)
        if (weight > 0).sum() < 12:
            return None
        if freedom is None:
            free = AFFINE if last and _needs_affine(warp, measured, weight, sheet.shape) else SIMILARITY
        warp = warp.moved(_least_squares(warp, measured, weight, free, stiffness), free)
    return _summary(sheet, pieces, warp, blocked, ink, free)


def _alone(pieces: Pieces, warp: Warp, shape: tuple[int, ...]) -> Pieces:
    """Leave out pieces with another line of the outline in their profile, unless too few remain."""
    where, _, normal = warp.placed(pieces)
    seen = np.flatnonzero(in_view(where, shape, 0.0))
    if not len(seen):
        return pieces
    where, normal = where[seen], normal[seen]
    pairs = spatial.cKDTree(where).query_pairs(REACH_PX - 1, output_type="ndarray")
    crowded = np.zeros(len(where), dtype=bool)
    for one, other in ((pairs[:, 0], pairs[:, 1]), (pairs[:, 1], pairs[:, 0])):
        aside = np.abs(np.sum((where[other] - where[one]) * normal[one], axis=1))
        crowded[one[aside > BESIDE_PX]] = True
    keep = seen[~crowded]
    if len(keep) < LEAST_ALONE:
        keep = seen
    return pieces[keep]


@dataclass(frozen=True)
class Measured:
    """The pieces of an outline in view and the lines found beside them, one value a piece."""

    pieces: Pieces
    """The pieces themselves."""
    where: Array
    normal: Array
    """Shape (m, 2). Their places in the picture and the directions across them, pixels."""
    offset: Array
    """Shape (m,). Distance of the line from the place, along the normal, pixels."""
    trust: Array
    """Shape (m,). How clearly the line was seen, 0 where it was not."""
    length: Array
    """Shape (m,). Lengths, pixels."""
    free: Array
    """Shape (m,). 0 where a dot lies, or no middle of a line can be seen."""
    ink: Array
    """Colour of the lines."""


def _measure(
    sheet: Floats, pieces: Pieces, warp: Warp, blocked: Floats | None, ink: Floats | None
) -> Measured | None:
    where, along, normal = warp.placed(pieces)
    seen = in_view(where, sheet.shape, REACH_PX + 1)
    if seen.sum() < 12:
        return None
    where, normal, pieces = where[seen], normal[seen], pieces[seen]
    faith = _faith(along[seen] if warp.bent else pieces.along)
    length = pieces.length * warp.scale
    t = np.arange(-REACH_PX, REACH_PX + STEP_PX / 2, STEP_PX)
    at = where[:, None] + t[None, :, None] * normal[:, None]
    profile = np.stack([sample(tone, at[..., 0], at[..., 1]) for tone in np.moveaxis(sheet, 2, 0)], axis=-1)
    free = np.ones(len(where))
    if blocked is not None:
        core = np.abs(t) <= 5
        free = (sample(blocked, at[:, core, 0], at[:, core, 1]).max(axis=1) <= 0).astype(float)
    left = np.median(profile[:, t <= -PAPER_FROM_PX], axis=1)
    right = np.median(profile[:, t >= PAPER_FROM_PX], axis=1)
    if ink is None:
        ink = _ink(profile, t, left, right)
    offset, trust = _line_offset(profile, t, left, right, ink)
    is_line = _depth(profile[:, np.abs(t) <= 1.5], left, right, ink) > LEAST_INK
    step, step_trust = _step_offset(profile, t, left, right)
    is_step = ~is_line & (np.linalg.norm(left - right, axis=1) > LEAST_STEP)
    clear = ~_like_ink(left, right, ink)
    if np.count_nonzero(is_line & clear & (trust > 0)) >= LEAST_LINES:
        is_line, is_step, free = is_line & clear, is_step & clear, free * clear
    offset = np.where(is_line, offset, np.where(is_step, step, 0.0))
    trust = np.where(is_line, trust, np.where(is_step, 0.5 * step_trust, 0.0)) * free * faith
    return Measured(pieces, where, normal, offset, trust, length, free, ink)


def _ink(profile: Floats, t: Floats, left: Floats, right: Floats) -> Array:
    """Colour of the lines: of the darkest pieces, or the lightest where light lines are the more."""
    middle = profile[:, np.abs(t) <= 1.5]
    bright = middle[..., 0]
    dark = np.minimum(left, right)[:, 0] - bright.min(axis=1) > LEAST_INK
    light = bright.max(axis=1) - np.maximum(left, right)[:, 0] > LEAST_INK
    sign = 1 if dark.sum() >= light.sum() else -1
    used = dark if sign > 0 else light
    if used.sum() < 8:
        return np.zeros(profile.shape[2])
    core = np.argmin(sign * bright[used], axis=1)
    colour = middle[used][np.arange(len(core)), core]
    return np.median(colour[sign * colour[:, 0] <= np.quantile(sign * colour[:, 0], 0.06)], axis=0)


def _like_ink(left: Floats, right: Floats, ink: Floats) -> Array:
    """Where one side has the colour of the lines: what is seen there is the rim of a line, not its middle."""
    nearer = np.minimum(np.linalg.norm(left - ink, axis=1), np.linalg.norm(right - ink, axis=1))
    return nearer < LEAST_STEP


def _depth(middle: Floats, left: Floats, right: Floats, ink: Floats) -> Floats:
    """How far the middle of a profile reaches from the paper of both sides towards the ink."""
    reached = []
    for side in (left, right):
        towards = side - ink
        towards = towards / np.maximum(np.linalg.norm(towards, axis=1), 1e-6)[:, None]
        reached.append(np.einsum("ntc,nc->nt", side[:, None] - middle, towards))
    return np.minimum(*reached).max(axis=1)


def _faith(along: Floats) -> Array:
    """Trust lines that run north or east less: drawn without smoothing they are shifted as a whole."""
    upright = np.abs(along).min(axis=1) < UPRIGHT_SINE
    if np.count_nonzero(~upright) < LEAST_ALONE:
        return np.ones(len(along))
    return np.where(upright, UPRIGHT_WEIGHT, 1.0)


def _line_offset(
    profile: Floats, t: Floats, left: Floats, right: Floats, ink: Floats
) -> tuple[Floats, Floats]:
    blend = np.clip(0.5 + t / 2, 0, 1)
    blend = blend[:, None]
    paper = left[:, None] * (1 - blend) + right[:, None] * blend
    span = paper - ink
    cover = ((paper - profile) * span).sum(axis=2) / np.maximum((span**2).sum(axis=2), 100.0)
    rough = np.quantile(np.abs(cover[:, np.abs(t) >= PAPER_FROM_PX]), 0.75, axis=1)
    cover = np.clip(cover, 0, 1.2)
    window = np.abs(t) <= LINE_HALF_PX
    centre = np.zeros(len(profile))
    for _ in range(3):
        taper = np.clip(LINE_HALF_PX + 0.5 - np.abs(t[None] - centre[:, None]), 0, 1)
        mass = (cover * taper).sum(axis=1)
        centre = np.where(mass > 0, (cover * taper * t).sum(axis=1) / np.maximum(mass, 1e-9), 0.0)
        centre = np.clip(centre, -LINE_HALF_PX - 1, LINE_HALF_PX + 1)
    peak = cover[:, window].max(axis=1)
    trust = np.clip(peak - 2 * rough, 0, 1) / (0.05 + rough)
    return centre, np.minimum(trust, 5.0)


def _step_offset(profile: Floats, t: Floats, left: Floats, right: Floats) -> tuple[Floats, Floats]:
    gap = right - left
    size = np.maximum(np.linalg.norm(gap, axis=1), 1.0)
    share = np.einsum("ntc,nc->nt", profile - left[:, None], gap) / size[:, None] ** 2
    window = np.abs(t) <= 3
    offset = 3.25 - np.clip(share[:, window], 0, 1).sum(axis=1) * STEP_PX
    beside = np.abs(t) >= PAPER_FROM_PX
    rough = np.abs(np.diff(share, axis=1))[:, beside[1:] & beside[:-1]]
    noise = np.median(rough, axis=1)
    return offset, np.clip(1 - 4 * noise, 0, 1)


def _robust(measured: Measured, floor: float) -> Floats:
    """Tukey's biweight on offsets, its width no narrower than ``floor`` pixels."""
    used = measured.trust > 0
    if used.sum() < 12:
        return np.zeros(len(used))
    scale = 1.4826 * np.median(np.abs(measured.offset[used]))
    width = max(4.0 * scale, floor, 0.15)
    left = np.clip(1 - (measured.offset / width) ** 2, 0, None) ** 2
    return left * measured.trust * measured.length


def _least_squares(
    warp: Warp, measured: Measured, weight: Floats, freedom: int, stiffness: Floats | None = None
) -> Floats:
    rows = warp.rows(measured.pieces.middle, measured.normal, freedom)
    size = np.maximum(np.sqrt(np.average(rows**2, axis=0, weights=weight)), 1e-12)
    heavy = rows / size * weight[:, None]
    system, goal = (rows / size).T @ heavy, heavy.T @ measured.offset
    system += 1e-9 * np.trace(system) * np.eye(len(system))
    if stiffness is not None:
        hold = stiffness * weight[weight > 0].mean() / size**2
        system += np.diag(hold)
        goal -= hold * warp.numbers(freedom) * size
    return np.linalg.solve(system, goal) / size


def _needs_affine(warp: Warp, measured: Measured, weight: Floats, shape: tuple[int, ...]) -> bool:
    """Let the sides differ only where that explains a tenth of the square residual."""
    left = []
    for freedom in (SIMILARITY, AFFINE):
        rows = warp.rows(measured.pieces.middle, measured.normal, freedom)
        step = _least_squares(warp, measured, weight, freedom)
        left.append(np.average((measured.offset - rows @ step) ** 2, weights=weight))
    spread = np.ptp(measured.where, axis=0) / np.array(shape[1::-1])
    return bool(spread.min() > 0.4 and (weight > 0).sum() > 200 and left[1] < 0.9 * left[0])


def _summary(
    sheet: Floats, pieces: Pieces, warp: Warp, blocked: Floats | None, ink: Floats | None, freedom: int
) -> Polished | None:
    measured = _measure(sheet, pieces, warp, blocked, ink)
    if measured is None:
        return None
    weight = _robust(measured, 0.0)
    if (weight > 0).sum() < 12:
        return None
    usable = measured.trust > 0
    close = usable & (np.abs(measured.offset) < 0.5)
    free = measured.free > 0
    spread = 1.4826 * float(np.median(np.abs(measured.offset[weight > 0])))
    error = expected_error(warp, measured, weight, max(spread, 0.02), sheet.shape, freedom)
    share = float(measured.length[close].sum() / max(measured.length[free].sum(), 1e-9))
    agreement = float(measured.length[close].sum() / max(measured.length[usable].sum(), 1e-9))
    return Polished(
        warp, measured, weight, share, agreement, spread, error, float(measured.length.sum()), freedom
    )


def expected_error(
    warp: Warp, measured: Measured, weight: Floats, spread: float, shape: tuple[int, ...], freedom: int
) -> float:
    """Propagate the offsets' spread to a grid over the picture; neighbours within 10 pixels count once.

    Endless where the warp folds part of the picture: nobody knows what that part shows.

    ``weight``: (m,), what each piece counts; none at 0. ``spread``: of the offsets, pixels. ``shape``: rows
    and columns of the picture. ``freedom``: numbers that were free.
    """
    rows = warp.rows(measured.pieces.middle, measured.normal, freedom)
    size = np.maximum(np.abs(rows).max(axis=0), 1e-12)
    used = weight > 0
    share = np.minimum(measured.length[used] / 10.0, 1.0)
    scaled = rows[used] / size
    information = scaled.T @ (scaled * share[:, None])
    information += 1e-12 * np.trace(information) * np.eye(len(information))
    covariance = np.linalg.inv(information) * spread**2 / np.outer(size, size)
    where = warp.map_of(grid_of(shape))
    if not np.isfinite(where).all():
        return float("inf")
    sides = (warp.rows(where, np.tile(side, (len(where), 1)), freedom) for side in ([1.0, 0.0], [0.0, 1.0]))
    square = sum(np.einsum("ij,jk,ik->i", side, covariance, side) for side in sides)
    return float(np.mean(np.sqrt(np.maximum(square, 0))))


def grid_of(shape: tuple[int, ...]) -> Array:
    """Places spread over a picture, rim and corners included, shape (25, 2)."""
    height, width = shape[:2]
    return np.array([[x, y] for x in np.linspace(0, width, 5) for y in np.linspace(0, height, 5)])

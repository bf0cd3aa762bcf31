# SPDX-License-Identifier: GPL-2.0-or-later
"""Bring a nearly placed outline to hundredths of a pixel.

On each piece's normal the colour is turned into coverage by ink: paper 0 on each side by itself, ink 1. A
fill on one side then no longer pulls the line, and a line need not be darker than its ground. Where no line
is drawn, the step between two fills is located instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..picture import luma
from .cues import sample
from .search import Pieces, in_view, placed

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats

REACH_PX = 7.0
"""How far to each side of the outline brightness is read: far enough for the paper beside a wide line. Set
on scripts/bench/mapimage_georeference (`--small 0 59`), its own effect not measured."""
STEP_PX = 0.5
"""Spacing of the samples across the outline. Set on scripts/bench/mapimage_georeference (`--small 0 59`),
its own effect not measured."""
LINE_HALF_PX = 2.5
"""A line farther from its place than this is not taken for it. Set on scripts/bench/mapimage_georeference
(`--small 0 59`), its own effect not measured."""
PAPER_FROM_PX = 3.5
"""From here outwards the profile is paper, or the ground beside the line. Set on
scripts/bench/mapimage_georeference (`--small 0 59`), its own effect not measured."""
LEAST_INK = 12.0
"""Grey levels by which a line must differ from its ground. Set on scripts/bench/mapimage_georeference
(`--small 0 59`), its own effect not measured."""
LEAST_COLOUR = 1.0
"""Spread of the colour differences below which a picture counts as grey. Set on
scripts/bench/mapimage_georeference (`--small 0 59`), its own effect not measured."""
FEW_PIECES = 800
"""Pieces of outline that the first rounds use; the last use all. It saves time alone."""
LAST_ROUNDS = 4
"""Rounds at the end that use all pieces. Set on scripts/bench/mapimage_georeference (`--small 0 59`), its
own effect not measured."""
HOPELESS = 0.5
"""Below this agreement after the first rounds a candidate is dropped; what is believed needs 0.8."""
BESIDE_PX = 2.0
"""Another line of the outline at this distance sideways may be taken for the one looked for: both are left
out. Set on scripts/bench/mapimage_georeference (`--small 0 59`), its own effect not measured."""
LEAST_ALONE = 150
"""Pieces without a neighbour that must remain before crowded ones are left out. Set on
scripts/bench/mapimage_georeference (`--small 0 59`), its own effect not measured."""
UPRIGHT_SINE = 0.03
"""Lines nearer than this to a pixel axis are rounded by the drawing program, where it does not smooth (0.05
to 0.25 px)."""
UPRIGHT_WEIGHT = 0.05
"""Weight of such lines beside others. Set on scripts/bench/mapimage_georeference (`--small 0 59`), its own
effect not measured."""
LEAST_STEP = 25.0
"""Colour difference, all channels, of two sides that makes an edge without a line. Set on
scripts/bench/mapimage_georeference (`--small 0 59`), its own effect not measured."""


@dataclass(frozen=True)
class Polished:
    """A placement measured on lines.

    Attributes
    ----------
    matrix : ndarray, shape (2, 3)
        From map (about the outline's centre) to pixels.
    offset_px : ndarray, shape (m,)
        Distance of each located piece from its place, along the normal, pixels.
    share : float
        Length of the outline in view, free of dots and of other lines, that was located within half a
        pixel, as a share.
    agreement : float
        The same as a share of the length that was located at all, within ``LINE_HALF_PX``.
    spread_px : float
        Robust standard deviation of the offsets.
    error_px : float
        Expected error of the placement, the mean over the picture, pixels.
    length_px : float
        Outline length in view.
    affine : bool
        Whether the sides needed different scales or a shear.
    """

    matrix: Array
    offset_px: Array
    share: float
    agreement: float
    spread_px: float
    error_px: float
    length_px: float
    affine: bool


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
    sheet: Floats, pieces: Pieces, matrix: Floats, blocked: Floats | None = None, rounds: int = 12
) -> Polished | None:
    """Refine a placement on the colours of the picture; None where too little is located.

    Parameters
    ----------
    sheet : ndarray, shape (h, w, c)
        The picture as :func:`tones`, at a size where lines are 1 to 3 pixels wide.
    pieces : Pieces
        The outline in pieces of about 2 pixels.
    matrix : ndarray, shape (2, 3)
        Start, from map to these pixels.
    blocked : ndarray of float, shape (h, w), optional
        Above 0 where dots lie: profiles that touch one are not used.
    rounds : int
        Rounds of measuring and solving.
    """
    matrix, affine = np.array(matrix, float), False
    ink: Floats | None = None
    pieces = _alone(pieces, matrix, sheet.shape)
    few = _thinned(pieces, max(1, len(pieces.length) // FEW_PIECES))
    for turn in range(rounds):
        last = turn >= rounds - LAST_ROUNDS
        if turn == rounds - LAST_ROUNDS:
            so_far = _summary(sheet, few, matrix, blocked, ink, affine)
            if so_far is None or so_far.agreement < HOPELESS:
                return so_far
        measured = _measure(sheet, pieces if last else few, matrix, blocked, ink)
        if measured is None:
            return None
        ink = measured.ink
        limit = max(3.0 - 0.4 * turn, 0.0)
        weight = _robust(measured, limit)
        if (weight > 0).sum() < 12:
            return None
        affine = last and _needs_affine(measured, weight, sheet.shape)
        matrix = matrix + _solve(measured, weight, affine)
    return _summary(sheet, pieces, matrix, blocked, ink, affine)


def _thinned(pieces: Pieces, every: int) -> Pieces:
    return Pieces(pieces.middle[::every], pieces.along[::every], pieces.length[::every])


def _alone(pieces: Pieces, matrix: Floats, shape: tuple[int, ...]) -> Pieces:
    """Leave out pieces with another line of the outline in their profile, unless too few remain."""
    from scipy.spatial import cKDTree

    where, _, normal = placed(pieces, matrix)
    seen = np.flatnonzero(in_view(where, shape, 0.0))
    if not len(seen):
        return pieces
    where, normal = where[seen], normal[seen]
    pairs = cKDTree(where).query_pairs(REACH_PX - 1, output_type="ndarray")
    crowded = np.zeros(len(where), dtype=bool)
    for one, other in ((pairs[:, 0], pairs[:, 1]), (pairs[:, 1], pairs[:, 0])):
        aside = np.abs(np.sum((where[other] - where[one]) * normal[one], axis=1))
        crowded[one[aside > BESIDE_PX]] = True
    keep = seen[~crowded]
    if len(keep) < LEAST_ALONE:
        keep = seen
    return Pieces(pieces.middle[keep], pieces.along[keep], pieces.length[keep])


@dataclass(frozen=True)
class _Measured:
    middle: Array
    where: Array
    normal: Array
    offset: Array
    trust: Array
    length: Array
    free: Array
    ink: Array


def _measure(
    sheet: Floats, pieces: Pieces, matrix: Floats, blocked: Floats | None, ink: Floats | None
) -> _Measured | None:
    where, _, normal = placed(pieces, matrix)
    seen = in_view(where, sheet.shape, REACH_PX + 1)
    if seen.sum() < 12:
        return None
    where, normal, middle = where[seen], normal[seen], pieces.middle[seen]
    faith = _faith(pieces.along[seen])
    scale = np.sqrt(abs(np.linalg.det(matrix[:, :2])))
    length = pieces.length[seen] * scale
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
    offset = np.where(is_line, offset, np.where(is_step, step, 0.0))
    trust = np.where(is_line, trust, np.where(is_step, 0.5 * step_trust, 0.0)) * free * faith
    return _Measured(middle, where, normal, offset, trust, length, free, ink)


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
    rough = np.abs(np.diff(np.where(np.abs(t) >= PAPER_FROM_PX, share, np.nan), axis=1))
    noise = np.nanmedian(rough, axis=1)
    return offset, np.clip(1 - 4 * noise, 0, 1)


def _robust(measured: _Measured, floor: float) -> Floats:
    """Tukey's biweight on offsets, its width no narrower than ``floor`` pixels."""
    used = measured.trust > 0
    if used.sum() < 12:
        return np.zeros(len(used))
    scale = 1.4826 * np.median(np.abs(measured.offset[used]))
    width = max(4.0 * scale, floor, 0.15)
    left = np.clip(1 - (measured.offset / width) ** 2, 0, None) ** 2
    return left * measured.trust * measured.length


def _rows(measured: _Measured, affine: bool) -> Floats:
    e, n = measured.middle.T
    x, y = measured.normal.T
    if affine:
        return np.column_stack([x * e, x * n, x, y * e, y * n, y])
    return np.column_stack([x * e - y * n, x * n + y * e, x, y])


def _least_squares(measured: _Measured, weight: Floats, affine: bool) -> Floats:
    rows = _rows(measured, affine)
    size = np.maximum(np.sqrt(np.average(rows**2, axis=0, weights=weight)), 1e-12)
    heavy = rows / size * weight[:, None]
    system = (rows / size).T @ heavy
    return (
        np.linalg.solve(system + 1e-9 * np.trace(system) * np.eye(len(system)), heavy.T @ measured.offset)
        / size
    )


def _solve(measured: _Measured, weight: Floats, affine: bool) -> Array:
    move = _least_squares(measured, weight, affine)
    if affine:
        return move.reshape(2, 3)
    a, b, x, y = move
    return np.array([[a, b, x], [b, -a, y]])


def _needs_affine(measured: _Measured, weight: Floats, shape: tuple[int, ...]) -> bool:
    """Let the sides differ only where that explains a tenth of the square residual."""
    rows4, rows6 = _rows(measured, False), _rows(measured, True)
    left4 = measured.offset - rows4 @ _least_squares(measured, weight, False)
    left6 = measured.offset - rows6 @ _least_squares(measured, weight, True)
    square4, square6 = np.average(left4**2, weights=weight), np.average(left6**2, weights=weight)
    spread = np.ptp(measured.where, axis=0) / np.array(shape[1::-1])
    return bool(spread.min() > 0.4 and (weight > 0).sum() > 200 and square6 < 0.9 * square4)


def _summary(
    sheet: Floats, pieces: Pieces, matrix: Floats, blocked: Floats | None, ink: Floats | None, affine: bool
) -> Polished | None:
    measured = _measure(sheet, pieces, matrix, blocked, ink)
    if measured is None:
        return None
    weight = _robust(measured, 0.0)
    if (weight > 0).sum() < 12:
        return None
    usable = measured.trust > 0
    close = usable & (np.abs(measured.offset) < 0.5)
    free = measured.free > 0
    spread = 1.4826 * float(np.median(np.abs(measured.offset[weight > 0])))
    error = _expected_error(measured, weight, max(spread, 0.02), sheet.shape, affine)
    share = float(measured.length[close].sum() / max(measured.length[free].sum(), 1e-9))
    agreement = float(measured.length[close].sum() / max(measured.length[usable].sum(), 1e-9))
    return Polished(
        matrix, measured.offset[usable], share, agreement, spread, error, float(measured.length.sum()), affine
    )


def _expected_error(
    measured: _Measured, weight: Floats, spread: float, shape: tuple[int, ...], affine: bool
) -> float:
    """Propagate the offsets' spread to a grid over the picture; neighbours within 10 pixels count once."""
    rows = _rows(measured, affine)
    size = np.maximum(np.abs(rows).max(axis=0), 1e-12)
    used = weight > 0
    share = np.minimum(measured.length[used] / 10.0, 1.0)
    scaled = rows[used] / size
    information = scaled.T @ (scaled * share[:, None])
    information += 1e-12 * np.trace(information) * np.eye(len(information))
    covariance = np.linalg.inv(information) * spread**2 / np.outer(size, size)
    inverse = np.linalg.lstsq(
        np.column_stack([measured.where, np.ones(len(measured.where))]), measured.middle, rcond=None
    )[0]
    height, width = shape[:2]
    grid = np.array([[x, y, 1] for x in np.linspace(0, width, 5) for y in np.linspace(0, height, 5)])
    e, n = (grid @ inverse).T
    zero, one = np.zeros(len(e)), np.ones(len(e))
    if affine:
        across, down = (
            np.column_stack([e, n, one, zero, zero, zero]),
            np.column_stack([zero, zero, zero, e, n, one]),
        )
    else:
        across, down = np.column_stack([e, n, one, zero]), np.column_stack([-n, e, zero, one])
    square = sum(np.einsum("ij,jk,ik->i", side, covariance, side) for side in (across, down))
    return float(np.mean(np.sqrt(np.maximum(square, 0))))

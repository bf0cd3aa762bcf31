# SPDX-License-Identifier: GPL-2.0-or-later
"""Find an outline in a picture from nowhere: scale, turn and shift.

The outline is drawn at a small size for each scale and turn and correlated with the direction field by
FFT; the best places are refined by moving outline points along their normals to the strongest line
(iterated closest point on normal profiles), and compared by a likelihood ratio of matched length.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..progress import Progress
from .georeference_cues import reduced, sample

COARSE_SIDE_PX = 150
SCALE_STEP = 1.05
TURN_STEP_DEG = 1.5
KEPT_PER_PASS = 40
HIT = 0.3


@dataclass(frozen=True)
class Pieces:
    """An outline as short straight pieces.

    Attributes
    ----------
    middle : ndarray, shape (n, 2)
        Middles of the pieces, map units about the outline's centre, northings upwards.
    along : ndarray, shape (n, 2)
        Unit vectors along the pieces.
    length : ndarray, shape (n,)
        Lengths, map units.
    """

    middle: np.ndarray
    along: np.ndarray
    length: np.ndarray

    @property
    def size(self) -> float:
        """Diagonal of the bounding box, map units."""
        return float(np.hypot(*np.ptp(self.middle, axis=0)))


@dataclass(frozen=True)
class Pose:
    """A similarity from the map to the picture: scale, turn and where the outline's centre falls.

    ``px = (x_px, y_px) + a·(e, −n) + b·(n, e)`` with a = s·cos, b = s·sin of the turn.
    """

    a: float
    b: float
    x_px: float
    y_px: float

    @property
    def scale(self) -> float:
        """Pixels a map unit."""
        return float(np.hypot(self.a, self.b))

    @property
    def matrix(self) -> np.ndarray:
        """2 × 3 matrix from (e, n, 1) to (x, y)."""
        return np.array([[self.a, self.b, self.x_px], [self.b, -self.a, self.y_px]])

    def zoomed(self, factor: float) -> Pose:
        """The same pose in a picture enlarged by ``factor``."""
        return Pose(self.a * factor, self.b * factor, self.x_px * factor, self.y_px * factor)


@dataclass(frozen=True)
class Candidate:
    """A refined pose with its evidence."""

    pose: Pose
    evidence: float
    hit_share: float
    expected_share: float
    in_view_px: float


def cut(vertices, start, step: float) -> Pieces:
    """Cut polylines into pieces no longer than ``step`` map units; repeated borders are cut once.

    Parameters
    ----------
    vertices : ndarray, shape (v, 2)
        Vertices of all lines one after another, map units about the outline's centre.
    start : ndarray of int, shape (r + 1,)
        Where each line starts, and the end of the last.
    step : float
        Longest piece, map units.
    """
    first, last = vertices[:-1], vertices[1:]
    joins = np.zeros(len(first), dtype=bool)
    joins[np.asarray(start[1:-1], int) - 1] = True
    length = np.hypot(*(last - first).T)
    keep = ~joins & (length > 0)
    first, last, length = first[keep], last[keep], length[keep]
    count = np.maximum(np.ceil(length / step).astype(int), 1)
    which = np.repeat(np.arange(len(first)), count)
    within = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    share = (within + 0.5) / count[which]
    middle = first[which] + share[:, None] * (last - first)[which]
    along = ((last - first) / length[:, None])[which]
    piece = (length / count)[which]
    key = np.round(middle / (step / 50)).astype(np.int64)
    once = np.unique(key[:, 0] * np.int64(2**31) + key[:, 1], return_index=True)[1]
    return Pieces(middle[once], along[once], piece[once])


class Coarse:
    """The direction field at the size of the search, ready for correlation."""

    def __init__(self, field, side_px: int = COARSE_SIDE_PX):
        from scipy import ndimage

        self.factor = max(1, int(np.ceil(max(field.shape) / side_px)))
        small = reduced(field.real, self.factor) + 1j * reduced(field.imag, self.factor)
        small /= max(float(np.abs(small).max()), 1e-9)
        strength = np.abs(small)
        level = max(float(np.quantile(strength, 0.9)), 1e-3)
        small *= 1 / (strength + level)
        self.field = (
            ndimage.gaussian_filter(small.real, 0.8) + 1j * ndimage.gaussian_filter(small.imag, 0.8)
        ).astype(np.complex64)

    def best_places(self, pieces: Pieces, scale: float, turn_rad: float, count: int = 3) -> list:
        """Best shifts of the outline at one scale (coarse pixels a map unit) and turn.

        Returns a list of ``(z, Pose)`` in full pixels of the field, z the correlation over the root of
        the outline's length in view.
        """
        from scipy import fft

        height, width = self.field.shape
        a, b = scale * np.cos(turn_rad), scale * np.sin(turn_rad)
        x = a * pieces.middle[:, 0] + b * pieces.middle[:, 1]
        y = b * pieces.middle[:, 0] - a * pieces.middle[:, 1]
        left, top = np.floor(x.min()), np.floor(y.min())
        column, row = (x - left).astype(int), (y - top).astype(int)
        wide, high = column.max() + 1, row.max() + 1
        shape = fft.next_fast_len(int(height + high)), fft.next_fast_len(int(width + wide))
        direction = (
            (a * pieces.along[:, 0] + b * pieces.along[:, 1])
            + 1j * (b * pieces.along[:, 0] - a * pieces.along[:, 1])
        ) / scale
        weight = pieces.length * scale
        cell = row * shape[1] + column
        size = shape[0] * shape[1]
        twice = weight * direction**2
        drawn = np.bincount(cell, twice.real, size) + 1j * np.bincount(cell, twice.imag, size)
        density = np.bincount(cell, weight, size).reshape(shape)
        drawn = drawn.reshape(shape).astype(np.complex64)
        crossed = fft.fft2(self.field, shape) * np.conj(fft.fft2(drawn))
        score = fft.ifft2(crossed).real
        length = _length_in_view(density, high, wide, height, width)
        least = 0.25 * (height + width)
        z = np.where(length >= least, score / np.sqrt(length + least), -np.inf)
        found = []
        for _ in range(count):
            top_at = np.unravel_index(np.argmax(z), z.shape)
            value = z[top_at]
            if not np.isfinite(value):
                break
            shift_y = top_at[0] if top_at[0] < height else top_at[0] - shape[0]
            shift_x = top_at[1] if top_at[1] < width else top_at[1] - shape[1]
            pose = Pose(a, b, shift_x - left, shift_y - top).zoomed(self.factor)
            found.append((float(value), pose))
            rows = np.arange(top_at[0] - 4, top_at[0] + 5) % shape[0]
            columns = np.arange(top_at[1] - 4, top_at[1] + 5) % shape[1]
            z[np.ix_(rows, columns)] = -np.inf
        return found


def _length_in_view(density, high, wide, height, width):
    """Outline length inside the picture for every shift s, which shows cells −s to −s + size."""
    total = np.zeros((high + 1, wide + 1))
    total[1:, 1:] = density[:high, :wide].cumsum(0).cumsum(1)
    shift_y, shift_x = (_signed_shifts(n, limit) for n, limit in zip(density.shape, (height, width)))
    y0, y1 = np.clip(-shift_y, 0, high), np.clip(height - shift_y, 0, high)
    x0, x1 = np.clip(-shift_x, 0, wide), np.clip(width - shift_x, 0, wide)
    return total[np.ix_(y1, x1)] - total[np.ix_(y0, x1)] - total[np.ix_(y1, x0)] + total[np.ix_(y0, x0)]


def _signed_shifts(count, limit):
    shift = np.arange(count)
    return np.where(shift < limit, shift, shift - count)


def scan(coarse: Coarse, vertices, start, scales, turns_rad, progress: Progress) -> list:
    """Correlate over all scales and turns; the best ``KEPT_PER_PASS`` places, best first."""
    found = []
    size = float(np.hypot(*np.ptp(vertices, axis=0)))
    total = max(len(scales), 1)
    for i, scale in enumerate(scales):
        progress(i / total)
        pieces = cut(vertices, start, max(1 / scale, size / 4000))
        for turn in turns_rad:
            found.extend(coarse.best_places(pieces, scale, turn))
    found.sort(key=lambda item: -item[0])
    return [pose for _, pose in found[:KEPT_PER_PASS]]


def placed(pieces: Pieces, matrix):
    """Positions, directions and normals of the pieces in the picture under a 2 × 3 matrix."""
    where = pieces.middle @ matrix[:, :2].T + matrix[:, 2]
    along = pieces.along @ matrix[:, :2].T
    along = along / np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-12)[:, None]
    return where, along, np.column_stack([-along[:, 1], along[:, 0]])


def in_view(where, shape, rim: float = 2.0) -> np.ndarray:
    """Which positions lie in a picture of ``shape``, ``rim`` pixels inside its border."""
    height, width = shape[:2]
    return (
        (where[:, 0] > rim) & (where[:, 0] < width - rim) & (where[:, 1] > rim) & (where[:, 1] < height - rim)
    )


def _response(field, where, along, normal, offsets):
    at = where[:, None, :] + offsets[None, :, None] * normal[:, None, :]
    value = sample(field, at[..., 0], at[..., 1])
    twice = (along[:, 0] + 1j * along[:, 1]) ** 2
    return (value * np.conj(twice)[:, None]).real


def refine(field, pieces: Pieces, pose: Pose, reaches=(12, 9, 6, 4, 3, 2, 2)) -> Candidate | None:
    """Move a pose onto the lines it is near, then weigh the evidence; None where it slips out of view."""
    for reach in reaches:
        where, along, normal = placed(pieces, pose.matrix)
        seen = in_view(where, field.shape)
        if seen.sum() < 20:
            return None
        offsets = np.arange(-reach, reach + 0.5, 0.5 if reach <= 4 else 1.0)
        answer = np.clip(_response(field, where[seen], along[seen], normal[seen], offsets), 0, None)
        strength = answer * np.exp(-0.5 * (offsets / (0.6 * reach)) ** 2)
        best = np.argmax(strength, axis=1)
        offset, weight = offsets[best], strength[np.arange(len(best)), best]
        weight = weight * pieces.length[seen]
        pose = _step(pose, pieces.middle[seen], normal[seen], offset, weight)
        if pose is None:
            return None
    return _weigh(field, pieces, pose)


def _step(pose: Pose, middle, normal, offset, weight) -> Pose | None:
    """One weighted least-squares step of a similarity along the normals."""
    if (weight > 0).sum() < 8:
        return None
    e, n = middle[:, 0], middle[:, 1]
    rows = np.column_stack(
        [normal[:, 0] * e - normal[:, 1] * n, normal[:, 0] * n + normal[:, 1] * e, normal[:, 0], normal[:, 1]]
    )
    scale = np.array([1 / max(np.abs(middle).max(), 1e-12)] * 2 + [1, 1])
    rows = rows * scale
    heavy = rows * weight[:, None]
    ridge = 1e-6 * weight.sum() * np.eye(4)
    move = np.linalg.solve(rows.T @ heavy + ridge, heavy.T @ offset) * scale
    if np.hypot(move[0], move[1]) > 0.3 * pose.scale:
        return None
    return Pose(pose.a + move[0], pose.b + move[1], pose.x_px + move[2], pose.y_px + move[3])


def _weigh(field, pieces: Pieces, pose: Pose) -> Candidate | None:
    """Compare hits on the outline with hits beside it (shifted along the normals by 6 to 15 pixels)."""
    where, along, normal = placed(pieces, pose.matrix)
    seen = in_view(where, field.shape)
    length = pieces.length[seen] * pose.scale
    if length.sum() < 30:
        return None
    near = _response(field, where[seen], along[seen], normal[seen], np.array([-1.0, -0.5, 0.0, 0.5, 1.0]))
    hit = np.average(near.max(axis=1) > HIT, weights=length)
    far = np.array([6.0, 8.0, 10.0, 12.0, 15.0])
    beside = []
    for sign in (-1, 1):
        for centre in far:
            window = sign * centre + np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
            aside = _response(field, where[seen], along[seen], normal[seen], window)
            beside.append(np.average(aside.max(axis=1) > HIT, weights=length))
    expected = float(np.clip(np.mean(beside), 0.02, 0.9))
    share = float(np.clip(hit, 0.01, 0.99))
    if share <= expected:
        return Candidate(pose, 0.0, float(hit), expected, float(length.sum()))
    gain = share * np.log(share / expected) + (1 - share) * np.log((1 - share) / (1 - expected))
    return Candidate(pose, float(length.sum() / 8 * gain), float(hit), expected, float(length.sum()))


def distinct(candidates, pieces: Pieces, shape, apart_px: float = 4.0) -> list:
    """Candidates best first, those that say the same as a better one left out."""
    height, width = shape[:2]
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]], float)
    kept, frames = [], []
    for candidate in sorted(candidates, key=lambda c: -c.evidence):
        inverse = np.linalg.inv(np.vstack([candidate.pose.matrix, [0, 0, 1]]))
        on_map = np.column_stack([corners, np.ones(4)]) @ inverse[:2].T
        scale = candidate.pose.scale
        if all(np.hypot(*(on_map - other).T).max() * max(scale, size) > apart_px for other, size in frames):
            kept.append(candidate)
            frames.append((on_map, scale))
    return kept

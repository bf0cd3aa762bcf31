# SPDX-License-Identifier: GPL-2.0-or-later
"""Find an outline in a picture from nowhere: scale, turn and shift.

The outline is drawn at a small size for each scale and turn and correlated with the direction field by
FFT; the best places are refined by moving outline points along their normals to the strongest line
(iterated closest point on normal profiles), and compared by a likelihood ratio of matched length.

Constants that name no source were set together on ``scripts/bench/mapimage_georeference --small 0 59``, the
effect of each alone not measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Array, Floats, Ints, steps_of
from ...base.progress import Progress
from ...base.scientific import fft, ndimage
from .cues import nearest, reduced, sample
from .warp import SIMILARITY, Warp

COARSE_SIDE_PX = 150
"""Longer side of the picture in which all scales, turns and shifts are tried by convolution."""
SCALE_STEP = 1.05
"""Ratio of one scale tried to the next: half a step moves a corner by 2 coarse pixels."""
TURN_STEP_DEG = 2.0
"""Step of the turns tried: half a step moves a corner by 1.5 coarse pixels, less than half a scale does."""
FAR_SIDE_PX = 75
"""The same for outlines that reach far beyond the picture: few of their lines are in view, so they lie far
apart there. Scales beyond ``FAR_ZOOM`` took four fifths of the search; with it, 11 of 11 views with 7 to 25 %
of the outline are placed (scripts/bench/mapimage_georeference `--small 100 111`)."""
FAR_ZOOM = 3.0
"""From this multiple of the scale at which the outline just fits, the smaller size is enough; same views."""
KEPT_PER_PASS, KEPT_FAR = 45, 15
"""Most poses of a pass that are refined, and most of those that show a small part; same views."""
LENGTH_STEP = 4
"""Shifts, in coarse pixels, from one at which the outline's length in view is counted to the next: over so
many the length hardly changes. It saves time alone."""
MOST_BESIDE = 600
"""Pieces beside which the picture's other lines are counted. It saves time alone."""
NEAREST_REACH = 6
"""Reach in pixels from which lines are looked for at the nearest pixel, not between pixels: rounds with less
follow. It saves time alone."""
MOST_REFINED = 500
"""Pieces of outline that move a pose; all of them weigh it. It saves time alone."""
HIT = 0.3
"""Agreement of direction, 0 to 1, from which a place of the outline counts as seen."""
CLOSE_PX = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
"""Where across a piece a line counts as on it."""
BESIDE_PX = np.array([6.0, 8.0, 10.0, 12.0, 15.0])
"""How far to each side other lines of the picture are counted."""
CELL_PX = 4.0
"""Side of the cells in which crowded outline is counted once."""
MOST_IN_CELL_PX = 6.0
"""Most length of outline that a cell counts for: a tangle of lines is no more evidence than one."""
CHORD_PX = 10.0
"""Distance along the outline over which its bend is measured."""
STRAIGHT_RAD = 0.1
"""A smaller bend belongs to a straight run."""
MOST_IN_RUN_PX = 40.0
"""Most length that a straight run counts for: frames and roads are straight too. A view of one straight
border is refused by it (1 of 120)."""


@dataclass(frozen=True)
class Pieces:
    """An outline as short straight pieces."""

    middle: Array
    """Shape (n, 2). Middles of the pieces, map units about the outline's centre, northings upwards."""
    along: Array
    """Shape (n, 2). Unit vectors along the pieces."""
    length: Array
    """Shape (n,). Lengths, map units."""
    edge: Array
    """Shape (n,). The side of the outline that a piece lies on, by its first vertex."""
    share: Array
    part: Array
    """Shape (n,). How far along that side its middle lies, and what part of the side it is."""

    def __getitem__(self, keep: Any) -> Pieces:
        """Some of the pieces, by a mask, indices or a slice."""
        every = (self.middle, self.along, self.length, self.edge, self.share, self.part)
        return Pieces(*(values[keep] for values in every))

    def drawn_in(self, vertices: Floats) -> Pieces:
        """The same pieces where the outline's vertices lie elsewhere, as in another projection."""
        side = vertices[self.edge + 1] - vertices[self.edge]
        length = np.hypot(*side.T)
        along = side / np.maximum(length, 1e-300)[:, None]
        middle = vertices[self.edge] + self.share[:, None] * side
        return Pieces(middle, along, self.part * length, self.edge, self.share, self.part)

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
    def matrix(self) -> Array:
        """2 × 3 matrix from (e, n, 1) to (x, y)."""
        return np.array([[self.a, self.b, self.x_px], [self.b, -self.a, self.y_px]])

    def zoomed(self, factor: float) -> Pose:
        """The same pose in a picture enlarged by ``factor``."""
        return Pose(self.a * factor, self.b * factor, self.x_px * factor, self.y_px * factor)


@dataclass(frozen=True)
class Candidate:
    """A refined place with its evidence."""

    warp: Warp
    evidence: float


def cut(vertices: Floats, start: Ints, step: float) -> Pieces:
    """Cut polylines into pieces no longer than ``step`` map units; repeated borders are cut once.

    ``vertices``: (v, 2), vertices of all lines one after another, map units about the outline's centre.
    ``start``: (r + 1,), where each line starts, and the end of the last. ``step``: longest piece, map units.
    """
    first, last = vertices[:-1], vertices[1:]
    joins = np.zeros(len(first), dtype=bool)
    joins[np.asarray(start[1:-1], int) - 1] = True
    length = np.hypot(*(last - first).T)
    keep = np.flatnonzero(~joins & (length > 0))
    first, last, length = first[keep], last[keep], length[keep]
    count = np.maximum(np.ceil(length / step).astype(int), 1)
    which = np.repeat(np.arange(len(first)), count)
    within = steps_of(count)
    share = (within + 0.5) / count[which]
    middle = first[which] + share[:, None] * (last - first)[which]
    along = ((last - first) / length[:, None])[which]
    piece = (length / count)[which]
    key = np.round(middle / (step / 50)).astype(np.int64)
    once = np.sort(np.unique(key[:, 0] * np.int64(2**31) + key[:, 1], return_index=True)[1])
    pieces = Pieces(middle, along, piece, keep[which], share, 1 / count[which])
    return pieces[once]


def thinned(vertices: Floats, start: Ints, least: float) -> tuple[Floats, Ints]:
    """Leave out vertices that lie closer along a line than ``least`` map units, its ends kept."""
    start = np.asarray(start, int)
    step = np.hypot(*np.diff(vertices, axis=0).T)
    cell = np.floor(np.concatenate([[0.0], np.cumsum(step)]) / least)
    keep = np.diff(cell, prepend=-1) > 0
    keep[start[:-1]] = True
    keep[start[1:] - 1] = True
    return vertices[keep], np.concatenate([[0], np.cumsum(keep)])[start]


class Coarse:
    """The direction field at the size of the search, ready for correlation."""

    def __init__(self, field: Array, side_px: int = COARSE_SIDE_PX) -> None:
        self.factor = max(1, int(np.ceil(max(field.shape) / side_px)))
        small = reduced(field.real, self.factor) + 1j * reduced(field.imag, self.factor)
        small /= max(float(np.abs(small).max()), 1e-9)
        strength = np.abs(small)
        level = max(float(np.quantile(strength, 0.9)), 1e-3)
        small *= 1 / (strength + level)
        self.field = (
            ndimage.gaussian_filter(small.real, 0.8) + 1j * ndimage.gaussian_filter(small.imag, 0.8)
        ).astype(np.complex64)

    def best_places(self, pieces: Pieces, scale: float, turns_rad: Floats, count: int = 3) -> list[Any]:
        """Best shifts of the outline at one scale (coarse pixels a map unit), for each turn.

        Returns a list of ``(z, Pose)`` in full pixels of the field, z the correlation over the root of
        the outline's length in view.
        """
        drawings = [_Drawing.of(pieces, scale, turn) for turn in turns_rad]
        height, width = self.field.shape
        shape = (
            fft.next_fast_len(height + max(drawing.high for drawing in drawings)),
            fft.next_fast_len(width + max(drawing.wide for drawing in drawings)),
        )
        cosine, sine = fft.rfft2(self.field.real, shape), fft.rfft2(self.field.imag, shape)
        found = []
        for drawing in drawings:
            crossed = cosine * np.conj(fft.rfft2(drawing.cells(drawing.twice.real), shape))
            crossed += sine * np.conj(fft.rfft2(drawing.cells(drawing.twice.imag), shape))
            score = fft.irfft2(crossed, shape)
            score *= _worth_of_length(drawing, shape, height, width)
            for value, shift_x, shift_y in _peaks(score, height, width, count):
                pose = Pose(drawing.a, drawing.b, shift_x - drawing.left, shift_y - drawing.top)
                found.append((value, pose.zoomed(self.factor)))
        return found


@dataclass(frozen=True)
class _Drawing:
    """The outline as weighted cells of one pixel, its top left cell at (left, top) from its centre."""

    a: float
    b: float
    left: float
    top: float
    column: Array
    row: Array
    twice: Array
    weight: Array

    @classmethod
    def of(cls, pieces: Pieces, scale: float, turn_rad: float) -> _Drawing:
        a, b = scale * np.cos(turn_rad), scale * np.sin(turn_rad)
        x = a * pieces.middle[:, 0] + b * pieces.middle[:, 1]
        y = b * pieces.middle[:, 0] - a * pieces.middle[:, 1]
        left, top = np.floor(x.min()), np.floor(y.min())
        direction = (
            (a * pieces.along[:, 0] + b * pieces.along[:, 1])
            + 1j * (b * pieces.along[:, 0] - a * pieces.along[:, 1])
        ) / scale
        weight = pieces.length * scale
        return cls(
            a, b, left, top, (x - left).astype(int), (y - top).astype(int), weight * direction**2, weight
        )

    @property
    def high(self) -> int:
        return int(self.row.max()) + 1

    @property
    def wide(self) -> int:
        return int(self.column.max()) + 1

    def cells(self, values: Floats) -> Array:
        """Values of the pieces summed in cells of one pixel, float32 (high, wide)."""
        cell, size = self.row * self.wide + self.column, self.high * self.wide
        return np.bincount(cell, values, size).astype(np.float32).reshape(self.high, self.wide)


def _peaks(z: Floats, height: int, width: int, count: int) -> Iterator[tuple[float, int, int]]:
    """The highest values above 0 with their shifts; each wipes out 4 pixels around it in ``z``."""
    for _ in range(count):
        row, column = np.unravel_index(np.argmax(z), z.shape)
        value = z[row, column]
        if not value > 0:
            return
        yield (
            float(value),
            int(column if column < width else column - z.shape[1]),
            int(row if row < height else row - z.shape[0]),
        )
        rows = np.arange(row - 4, row + 5) % z.shape[0]
        columns = np.arange(column - 4, column + 5) % z.shape[1]
        z[np.ix_(rows, columns)] = 0.0


def _worth_of_length(drawing: _Drawing, shape: tuple[int, ...], height: int, width: int) -> Array:
    """One over the root of the outline's length in view, of the cells −s to −s + size, for every shift s."""
    high, wide = (size // LENGTH_STEP + 1 for size in (drawing.high, drawing.wide))
    cell = drawing.row // LENGTH_STEP * wide + drawing.column // LENGTH_STEP
    total = np.zeros((high + 1, wide + 1), dtype=np.float32)
    density = np.bincount(cell, drawing.weight, high * wide).reshape(high, wide)
    total[1:, 1:] = density.cumsum(0).cumsum(1)
    (first_y, end_y, of_y), (first_x, end_x, of_x) = (
        _windows(count, limit, most) for count, limit, most in zip(shape, (height, width), (high, wide))
    )
    rows = total[end_y] - total[first_y]
    length = rows[:, end_x] - rows[:, first_x]
    least = 0.25 * (height + width)
    worth = np.where(length >= least, 1 / np.sqrt(np.maximum(length, 0) + least), 0).astype(np.float32)
    return worth.take(of_y, 0).take(of_x, 1)


def _windows(count: int, limit: int, most: int) -> tuple[Ints, Ints, Ints]:
    """First and last cell of the windows of some shifts, in steps, and which of them each shift takes."""
    shift = np.arange(count)
    signed = np.where(shift < limit, shift, shift - count)
    steps, of_shift = np.unique(np.round(signed / LENGTH_STEP).astype(int), return_inverse=True)
    end = np.round(limit / LENGTH_STEP).astype(int) - steps
    return np.clip(-steps, 0, most), np.clip(end, 0, most), of_shift


def scan(
    coarse: Coarse, vertices: Floats, start: Ints, scales: Floats, turns_rad: Floats, progress: Progress
) -> list[Any]:
    """Correlate over all scales and turns: ``(z, Pose)`` of the best places, best first."""
    found = []
    size = float(np.hypot(*np.ptp(vertices, axis=0)))
    total = float(np.sum((np.asarray(scales) + scales[0]) ** 2))
    done = 0.0
    for scale in scales:
        progress(done / total)
        step = max(1 / scale, size / 4000)
        pieces = cut(*thinned(vertices, start, step / 2), step)
        found.extend(coarse.best_places(pieces, scale, turns_rad))
        done += (scale + scales[0]) ** 2
    found.sort(key=lambda item: -item[0])
    return found


def separate(
    found: list[tuple[float, Pose]], shape: tuple[int, ...], apart_px: float, count: int
) -> list[Any]:
    """The first ``count`` of ``(z, Pose)`` that are no closer than ``apart_px`` to a better one."""
    frames, kept = _Frames(shape), []
    for value, pose in found:
        if frames.new(pose, apart_px):
            kept.append((value, pose))
            if len(kept) == count:
                break
    return kept


class _Frames:
    """Where poses put the picture's corners on the map, to tell different poses apart."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        height, width = shape[:2]
        self.corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], float)
        self.on_map, self.scale = np.empty((0, 4, 2)), np.empty(0)

    def new(self, pose: Pose | Warp, apart_px: float) -> bool:
        """Whether a corner lies further than this from those of all poses before; then it is added."""
        inverse = np.linalg.inv(np.vstack([pose.matrix, [0, 0, 1]]))
        on_map = self.corners @ inverse[:2].T
        away = np.sqrt(((self.on_map - on_map) ** 2).sum(axis=2)).max(axis=1)
        if (away * np.maximum(self.scale, pose.scale) <= apart_px).any():
            return False
        self.on_map = np.concatenate([self.on_map, on_map[None]])
        self.scale = np.append(self.scale, pose.scale)
        return True


def in_view(where: Floats, shape: tuple[int, ...], rim: float = 2.0) -> Array:
    """Which positions lie in a picture of ``shape``, ``rim`` pixels inside its border."""
    height, width = shape[:2]
    return (
        (where[:, 0] > rim) & (where[:, 0] < width - rim) & (where[:, 1] > rim) & (where[:, 1] < height - rim)
    )


def _response(
    field: Array, where: Floats, along: Floats, normal: Floats, offsets: Floats, between: bool = True
) -> Floats:
    """Agreement with the lines of the picture at places across; ``between`` pixels, or at the nearest."""
    at = (where[:, [axis]] + offsets * normal[:, [axis]] for axis in (0, 1))
    value = (sample if between else nearest)(field, *at)
    twice = (along[:, 0] + 1j * along[:, 1]) ** 2
    return (value * np.conj(twice)[:, None]).real


def refine(
    field: Array,
    pieces: Pieces,
    warp: Warp,
    reaches: tuple[int, ...] = (12, 9, 6, 4, 3, 2, 2),
    freedom: int = SIMILARITY,
    stiffness: Floats | None = None,
) -> Candidate | None:
    """Move an outline onto the lines it is near, then weigh the evidence; None where it slips out of view.

    ``field``: (h, w), lines and their directions. ``pieces``: the outline. ``warp``: where to begin.
    ``reaches``: how far lines are looked for, one round each, pixels. ``freedom``: numbers that are free.
    ``stiffness``: (freedom,), resistance of each free number's total, in units of one pixel of located
    outline.
    """
    pieces = _near(pieces, warp, field.shape)
    few = pieces[:: max(1, len(pieces.length) // MOST_REFINED)]
    for reach in reaches:
        where, along, normal = warp.placed(few)
        seen = in_view(where, field.shape)
        if seen.sum() < 20:
            return None
        offsets = np.arange(-reach, reach + 0.5, 0.5 if reach <= 4 else 1.0)
        between = reach < NEAREST_REACH
        answer = np.clip(_response(field, where[seen], along[seen], normal[seen], offsets, between), 0, None)
        strength = answer * np.exp(-0.5 * (offsets / (0.6 * reach)) ** 2)
        best = np.argmax(strength, axis=1)
        offset, weight = offsets[best], strength[np.arange(len(best)), best]
        weight = weight * few.length[seen]
        moved = _step(warp, few.middle[seen], normal[seen], offset, weight, freedom, stiffness)
        if moved is None:
            return None
        warp = moved
    return weigh(field, pieces, warp)


def _near(pieces: Pieces, warp: Warp, shape: tuple[int, ...]) -> Pieces:
    """The pieces in view, and those that a small change of the place could bring into view."""
    return pieces[in_view(warp.pixels(pieces.middle), shape, -0.15 * max(shape))]


def _step(
    warp: Warp,
    middle: Floats,
    normal: Floats,
    offset: Floats,
    weight: Floats,
    freedom: int,
    stiffness: Floats | None,
) -> Warp | None:
    """One weighted least-squares step along the normals."""
    if (weight > 0).sum() < 8:
        return None
    rows = warp.rows(middle, normal, freedom)
    size = np.maximum(np.abs(rows).max(axis=0), 1e-12)
    rows = rows / size
    heavy = rows * weight[:, None]
    system, goal = rows.T @ heavy, heavy.T @ offset
    system += 1e-6 * weight.sum() * np.eye(freedom)
    if stiffness is not None:
        hold = stiffness * weight.mean() / size**2
        system += np.diag(hold)
        goal -= hold * warp.numbers(freedom) * size
    moved = warp.moved(np.linalg.solve(system, goal) / size, freedom)
    if np.abs(moved.terms[:, :2] - warp.terms[:, :2]).max() > 0.3 * warp.scale:
        return None
    return moved


def weigh(field: Array, pieces: Pieces, warp: Warp) -> Candidate | None:
    """Compare hits on the outline with hits beside it (shifted along the normals by 6 to 15 pixels)."""
    where, along, normal = warp.placed(pieces)
    seen = in_view(where, field.shape)
    length = pieces.length[seen] * warp.scale
    if length.sum() < 30:
        return None
    length = length * np.minimum(_share_of_cell(where[seen], length), _share_of_run(where[seen], length))
    near = _response(field, where[seen], along[seen], normal[seen], CLOSE_PX)
    hit = np.average(near.max(axis=1) > HIT, weights=length)
    some = np.flatnonzero(seen)[:: max(1, len(length) // MOST_BESIDE)]
    weight = length[:: max(1, len(length) // MOST_BESIDE)]
    windows = np.add.outer(np.concatenate([-BESIDE_PX, BESIDE_PX]), CLOSE_PX)
    aside = _response(field, where[some], along[some], normal[some], windows.ravel())
    found = aside.reshape(len(some), *windows.shape).max(axis=2) > HIT
    beside = [np.average(one, weights=weight) for one in found.T]
    expected = float(np.clip(np.mean(beside), 0.02, 0.9))
    share = float(np.clip(hit, 0.01, 0.99))
    if share <= expected:
        return Candidate(warp, 0.0)
    gain = share * np.log(share / expected) + (1 - share) * np.log((1 - share) / (1 - expected))
    return Candidate(warp, float(length.sum() / 8 * gain))


def _share_of_cell(where: Floats, length: Floats) -> Floats:
    """Weights below 1 where so many pieces crowd into a cell that they cannot be told apart there."""
    cell = np.floor(where / CELL_PX).astype(np.int64) @ [1, 1 << 20]
    index = np.unique(cell, return_inverse=True)[1]
    return np.minimum(1, MOST_IN_CELL_PX / np.bincount(index, length))[index]


def _share_of_run(where: Floats, length: Floats) -> Floats:
    """Weights below 1 on long straight runs: what lies on a frame or road for a while does so to its end."""
    walked = np.cumsum(length)
    after = np.minimum(np.searchsorted(walked, walked + CHORD_PX), len(where) - 1)
    before = np.maximum(np.searchsorted(walked, walked - CHORD_PX) - 1, 0)
    place = where @ [1, 1j]
    bend = np.abs(np.angle((place[after] - place) * np.conj(place - place[before])))
    jump = np.abs(np.diff(place)) > length[1:] + length[:-1]
    breaks = bend > STRAIGHT_RAD
    breaks[1:] |= jump
    run = np.cumsum(breaks)
    return np.minimum(1, MOST_IN_RUN_PX / np.maximum(np.bincount(run, length), 1e-9))[run]


def distinct(candidates: list[Candidate], shape: tuple[int, ...], apart_px: float = 4.0) -> list[Any]:
    """Candidates best first, those that say the same as a better one left out."""
    frames = _Frames(shape)
    return [c for c in sorted(candidates, key=lambda c: -c.evidence) if frames.new(c.warp, apart_px)]

# SPDX-License-Identifier: GPL-2.0-or-later
"""Sub-pixel positions of dots that may hide one another.

The picture of a group of opaque dots is their union: coverage 1 - prod(1 - t(p - p_i)). All dots of
a picture are fitted at once by damped Gauss-Newton steps, each against the union of the others
(Jacobi sweeps); dots are added where the misfit would fall by a share of one dot's energy and taken
away where it would not.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ....base.arrays import Array, Bools, Floats, Ints, blocks
from ....base.errors import Phrase
from ....base.progress import Progress, part
from ....base.scientific import ndimage, spatial
from ..coverage import Coverage, opened_by_disc, widened
from .template import Template

LEAST_NOISE = 0.04
"""Least noise of a covered share."""
ALONE_GAIN = 0.45
"""Energy that a dot standing alone must explain."""
CLOSE_GAIN = 0.09
"""The same of a dot beside others, most of which is explained already."""
LEAST_VISIBLE = 0.1
"""Least share of a dot that must be visible."""
LEAST_GAP = 0.1
"""Paper inside a dot from which it is doubtful."""
FREE_GAP, GAP_PRICE = 0.05, 1.0
"""Paper inside a dot that costs nothing, and the price of what is more."""
THIN_WEIGHT = 0.1
"""Weight of thin lines in the ink of the dots."""
THIN_SHARE = 0.15
"""Share of thin lines in the ink from which they are looked for."""
AREA_RADII, CORNER = 8, 1.6
"""Radius of a disc, in dots, that an area of the ink holds, and how far beyond it reaches into corners."""
FILL_RADII, FILLED = 3, 4
"""The same of a colour of fills, and how many times the ink of lone dots is in its areas. Chosen."""
LEAST_SCALLOPED_PX, SCALLOPED = 3.5, 0.06
"""Radius from which a heap of dots shows the hollows between them, and the least share of its rim times the
radius that they take: heaps 0.07 to 0.15, parishes up to 0.03, rectangles 0.05."""
ROUNDS = 6
"""Rounds of finding and removing dots."""
SWEEPS = 10
"""Sweeps of settling positions."""
CHUNK = 4000
"""Places worked on at once: memory alone."""
OPAQUE = 0.995
"""Largest coverage of a dot, so that logarithms stay finite."""
LEAST_COVER = 1e-3
"""Covered share of a pixel below which a dot does not reach it: it saves time alone."""
SOME_INK = 0.3
"""Covered share from which a pixel may belong to a dot."""


@dataclass(frozen=True)
class Fits:
    """Fitted dots: ``x_px``, ``y_px``, ``error_px``, ``gain`` (in units of one dot's energy),
    ``noise`` (rms misfit of coverage in the dot's window) and ``match`` (correlation with the template)."""

    x_px: Array
    y_px: Array
    error_px: Array
    gain: Array
    noise: Array
    match: Array


class Scene:
    """A coverage raster and the dots fitted to it so far."""

    def __init__(self, coverage: Coverage, template: Template) -> None:
        self.template = template
        self.pad = template.half_px + 1
        self.share = np.pad(coverage.share, self.pad)
        self.weight = np.pad(coverage.weight, self.pad)
        self._doubtful = coverage.doubtful
        self.budget = coverage.budget
        self.clear = np.zeros_like(self.share)
        self.x = np.empty(0)
        self.y = np.empty(0)
        self.noise = LEAST_NOISE

    def coverage(self) -> Coverage:
        """The coverage it was made of, nothing in it doubtful."""
        return Coverage(self.unpadded(self.share), self.unpadded(self.weight), budget=self.budget)

    def unpadded(self, raster: Floats) -> Floats:
        """A raster of the scene without the rim added to it."""
        return raster[self.pad : -self.pad, self.pad : -self.pad]

    def window(self, x: Floats, y: Floats) -> tuple[Ints, Floats, Floats]:
        """Flat indices (n, m*m) of the pixels around dots, and their offsets from the dots (px)."""
        half = self.template.half_px
        self.budget.spend(len(x) * (2 * half + 1) ** 2)
        line = np.arange(-half, half + 1)
        column = np.floor(x).astype(int)[:, None] + line[None, :]
        row = np.floor(y).astype(int)[:, None] + line[None, :]
        off_x = column + 0.5 - x[:, None]
        off_y = row + 0.5 - y[:, None]
        width = self.share.shape[1]
        index = ((row + self.pad)[:, :, None] * width + (column + self.pad)[:, None, :]).reshape(len(x), -1)
        shape = (len(x), len(line), len(line))
        off_x = np.broadcast_to(off_x[:, None, :], shape).reshape(len(x), -1)
        off_y = np.broadcast_to(off_y[:, :, None], shape).reshape(len(x), -1)
        return index, off_x, off_y

    def _paint(self, x: Floats, y: Floats, sign: int) -> None:
        for some in blocks(len(x), CHUNK):
            index, off_x, off_y = self.window(x[some], y[some])
            value = np.minimum(self.template.at(off_x, off_y, slopes=False), OPAQUE)
            np.add.at(self.clear.reshape(-1), index, sign * np.log1p(-value))

    def add(self, x: Floats, y: Floats) -> None:
        """Add dots at the given centres, those beyond the rim on it."""
        x, y = self._inside(x, y)
        self._paint(x, y, 1)
        self.x, self.y = np.append(self.x, x), np.append(self.y, y)

    def _inside(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        height, width = self.share.shape
        rim = 2 * self.pad + 1e-3
        return np.clip(x, 0, width - rim), np.clip(y, 0, height - rim)

    def keep(self, which: Bools) -> None:
        """Keep only the marked dots."""
        self._paint(self.x[~which], self.y[~which], -1)
        self.x, self.y = self.x[which], self.y[which]

    def views(self, which: Ints) -> Iterator[tuple[Ints, Ints, Floats, Floats, Floats, Floats, Floats]]:
        """For each chunk of dots: the pixels, the union of the others, the dot, its slopes, the misfit."""
        for some in (which[block] for block in blocks(len(which), CHUNK)):
            index, off_x, off_y = self.window(self.x[some], self.y[some])
            value, slope_x, slope_y = self.template.at(off_x, off_y)
            value = np.minimum(value, OPAQUE)
            open_share = np.exp(np.minimum(self.clear.reshape(-1)[index] - np.log1p(-value), 0))
            misfit = self.share.reshape(-1)[index] - (1 - open_share * (1 - value))
            yield some, index, open_share, value, slope_x, slope_y, misfit

    def sweep(self, which: Ints, damping: float) -> Floats:
        """One Gauss-Newton step for the marked dots; returns the length of each step (px)."""
        new_x, new_y = self.x.copy(), self.y.copy()
        for some, index, open_share, _, slope_x, slope_y, misfit in self.views(which):
            robust = 1 / (1 + (misfit / (3 * self.noise)) ** 2)
            weight = self.weight.reshape(-1)[index] * robust
            down_x, down_y = -open_share * slope_x, -open_share * slope_y
            xx = (weight * down_x**2).sum(1) + 1e-3
            yy = (weight * down_y**2).sum(1) + 1e-3
            xy = (weight * down_x * down_y).sum(1)
            bx, by = (weight * down_x * misfit).sum(1), (weight * down_y * misfit).sum(1)
            det = np.maximum(xx * yy - xy**2, 1e-9)
            limit = 0.5
            new_x[some] += damping * np.clip((yy * bx - xy * by) / det, -limit, limit)
            new_y[some] += damping * np.clip((xx * by - xy * bx) / det, -limit, limit)
        step = np.hypot(new_x - self.x, new_y - self.y)[which]
        new_x, new_y = self._inside(new_x, new_y)
        self._paint(self.x[which], self.y[which], -1)
        self.x, self.y = new_x, new_y
        self._paint(self.x[which], self.y[which], 1)
        return step

    def settle(self, sweeps: int = SWEEPS, which: Ints | None = None) -> None:
        """Sweep until nothing moves."""
        which = np.arange(len(self.x)) if which is None else which
        for _ in range(sweeps):
            if not len(which):
                return
            step = self.sweep(which, 0.8)
            which = which[step > 0.004]

    def gains(self) -> Floats:
        """What each dot explains: fall of the weighted misfit, in units of its own visible energy."""
        gain = np.zeros(len(self.x))
        for some, index, open_share, value, _, _, misfit in self.views(np.arange(len(self.x))):
            without = misfit + open_share * value
            weight = self.weight.reshape(-1)[index]
            visible = np.maximum((weight * value**2).sum(1), LEAST_VISIBLE * self.template.energy)
            gain[some] = (weight * (without**2 - misfit**2)).sum(1) / visible
        return gain

    def doubtful(self) -> Bools:
        """Whether each dot lies where a faint dot is not to be trusted."""
        if self._doubtful is None:
            return np.zeros(len(self.x), dtype=bool)
        return self._doubtful[self.y.astype(int), self.x.astype(int)]

    def gaps(self) -> Floats:
        """Share of each dot's visible energy that lies where the picture shows no ink."""
        gap = np.zeros(len(self.x))
        for some, index, _, value, _, _, _ in self.views(np.arange(len(self.x))):
            weight = self.weight.reshape(-1)[index]
            bare = np.maximum(value - self.share.reshape(-1)[index], 0)
            gap[some] = (weight * bare**2).sum(1) / np.maximum((weight * value**2).sum(1), 1e-6)
        return gap

    def fits(self) -> Fits:
        """Position errors and quality of every dot.

        The error is that of the least-squares fit, its noise the robust rms misfit in the dot's window,
        widened for the correlation of neighbouring pixels that JPEG blocks bring.
        """
        count = len(self.x)
        error, noise, match = np.full(count, np.nan), np.zeros(count), np.zeros(count)
        for some, index, open_share, value, slope_x, slope_y, misfit in self.views(np.arange(count)):
            weight = self.weight.reshape(-1)[index]
            reach = weight * (value > 0.02)
            rms = np.sqrt((reach * misfit**2).sum(1) / np.maximum(reach.sum(1), 1e-6))
            down_x, down_y = open_share * slope_x, open_share * slope_y
            xx, yy = (weight * down_x**2).sum(1) + 1e-3, (weight * down_y**2).sum(1) + 1e-3
            xy = (weight * down_x * down_y).sum(1)
            spread = (xx + yy) / 2 / np.maximum(xx * yy - xy**2, 1e-9)
            error[some] = np.maximum(rms, LEAST_NOISE / 2) * np.sqrt(spread)
            noise[some] = rms
            seen = misfit + open_share * value
            mean_seen = (weight * seen).sum(1) / np.maximum(weight.sum(1), 1e-9)
            mean_value = (weight * value).sum(1) / np.maximum(weight.sum(1), 1e-9)
            seen, model = seen - mean_seen[:, None], value - mean_value[:, None]
            match[some] = (weight * seen * model).sum(1) / np.sqrt(
                np.maximum((weight * seen**2).sum(1) * (weight * model**2).sum(1), 1e-12)
            )
        return Fits(self.x.copy(), self.y.copy(), error, self.gains(), noise, match)

    def covered(self) -> Bools:
        """Pixels that the dots cover at least by a twentieth, (h, w) bool."""
        return self.clear[self.pad : -self.pad, self.pad : -self.pad] < np.log(0.95)

    def rim_shares(self, which: Bools) -> Floats:
        """Observed coverage of the pixels that the marked dots should cover by a third to two thirds."""
        rims = [np.empty(0)]
        for _, index, open_share, value, _, _, _ in self.views(np.flatnonzero(which)):
            rim = (value > 0.33) & (value < 0.67) & (open_share > 0.95)
            rims.append(self.share.reshape(-1)[index][rim])
        return np.concatenate(rims)

    def room(self) -> tuple[Ints, Ints]:
        """Pixels where one more dot might be, as rows and columns.

        Before there are dots, wherever there is ink; later within reach of ink not yet explained.
        """
        share = self.unpadded(self.share)
        if not len(self.x):
            return _places(share > SOME_INK)
        bare = share - 1 + np.exp(self.unpadded(self.clear)) > SOME_INK
        bare &= self.unpadded(self.weight) > LEAST_VISIBLE
        reach = 2 * int(np.ceil(self.template.radius_px)) + 1
        within_reach = ndimage.uniform_filter(bare.astype(np.float32), reach) > 1e-4
        return _places(within_reach & (share > SOME_INK))

    def change_by_another(self, rows: Ints, columns: Ints, phase_px: tuple[float, float]) -> Floats:
        """How much one more dot would change the picture, in units of its visible energy.

        The dot lies ``phase_px`` (x, y) from the centre of each of some pixels.
        """
        kernel, steps = self._stamp(*phase_px)
        weight = self.weight.reshape(-1)
        opened = weight * np.exp(2 * self.clear.reshape(-1))
        change = np.empty(len(rows), dtype=np.float32)
        for some, index in self._around(rows, columns, steps):
            visible = np.maximum(weight[index] @ kernel**2, LEAST_VISIBLE * self.template.energy)
            change[some] = (opened[index] @ kernel**2) / visible
        return change

    def _stamp(self, phase_x: float = 0.0, phase_y: float = 0.0) -> tuple[Floats, Ints]:
        """The template about a pixel, as the pixels that it covers: their values, and how far they lie."""
        value = self.template.on_pixels(phase_x, phase_y)
        along = np.arange(-self.template.half_px, self.template.half_px + 1)
        covers = value > LEAST_COVER
        steps = (along[:, None] * self.share.shape[1] + along[None, :])[covers]
        return value[covers].astype(np.float32), steps

    def _around(self, rows: Ints, columns: Ints, steps: Ints) -> Iterator[tuple[slice, Ints]]:
        """For each chunk of pixels: which they are, and the flat indices of those around them."""
        middle = (rows + self.pad) * self.share.shape[1] + columns + self.pad
        for some in blocks(len(rows), 4 * CHUNK):
            index = middle[some, None] + steps[None, :]
            self.budget.spend(index.size)
            yield some, index

    def gains_at(self, rows: Ints, columns: Ints) -> Floats:
        """Gain that one more dot at each of some pixel centres would bring, given the dots there are."""
        kernel, steps = self._stamp()
        share, weight = self.share.reshape(-1), self.weight.reshape(-1)
        open_share = np.exp(self.clear.reshape(-1))
        linear, square = 2 * weight * open_share * (share - 1 + open_share), weight * open_share**2
        gain = np.empty(len(rows), dtype=np.float32)
        for some, index in self._around(rows, columns, steps):
            around = weight[index]
            fall = linear[index] @ kernel - square[index] @ kernel**2
            visible = np.maximum(around @ kernel**2, LEAST_VISIBLE * self.template.energy)
            bare = np.einsum("nm,nm->n", around, np.maximum(kernel - share[index], 0) ** 2)
            gain[some] = (fall - GAP_PRICE * bare) / visible + GAP_PRICE * FREE_GAP
            gain[some] = np.minimum(gain[some], fall / visible)
        return gain


def _peaks(scene: Scene, first: bool) -> tuple[Floats, Floats]:
    """Places where one more dot would gain most in its neighbourhood, as x and y in pixels."""
    radius = scene.template.radius_px
    rows, columns = scene.room()
    gain = scene.gains_at(rows, columns)
    floor = np.full(len(rows), ALONE_GAIN)
    if not first:
        floor[_near(scene, rows, columns, 2 * radius + 1)] = CLOSE_GAIN
    high = gain > floor
    rows, columns, gain = rows[high], columns[high], gain[high]
    if not len(rows):
        return columns + 0.5, rows + 0.5
    raster = np.full(scene.unpadded(scene.share).shape, -np.inf, dtype=np.float32)
    raster[rows, columns] = gain
    top = ndimage.maximum_filter(raster, size=max(3, 2 * round(0.6 * radius) + 1))[rows, columns]
    return columns[gain >= top] + 0.5, rows[gain >= top] + 0.5


def _near(scene: Scene, rows: Ints, columns: Ints, reach_px: float) -> Bools:
    """Whether pixels lie near a dot that is there already."""
    tree = spatial.cKDTree(np.column_stack([scene.x, scene.y]))
    distance, _ = tree.query(np.column_stack([columns + 0.5, rows + 0.5]), distance_upper_bound=reach_px)
    return np.isfinite(distance)


def _places(chosen: Bools) -> tuple[Ints, Ints]:
    """Rows and columns of the chosen pixels."""
    rows, columns = np.nonzero(chosen)
    return rows, columns


def _prune(scene: Scene, radius_px: float) -> None:
    """Take away the dots that explain too little, the weakest of each neighbourhood first."""
    for _ in range(8):
        if not len(scene.x):
            return
        gain = scene.gains()
        tree = spatial.cKDTree(np.column_stack([scene.x, scene.y]))
        alone = np.array([len(near) == 1 for near in tree.query_ball_point(tree.data, 2.2 * radius_px + 1)])
        gap, doubtful = scene.gaps(), scene.doubtful()
        weak = gain < np.where(alone | doubtful, ALONE_GAIN, CLOSE_GAIN)
        weak |= gap > max(LEAST_GAP, 2.5 * float(np.quantile(gap, 0.9)))
        gain = gain - np.where(doubtful, 10 * gap, np.where(gap > LEAST_GAP, gap, 0))
        if not weak.any():
            return
        drop = np.zeros(len(gain), dtype=bool)
        for i in np.flatnonzero(weak):
            near = tree.query_ball_point(tree.data[i], 1.5 * radius_px + 1)
            drop[i] = gain[i] <= min(gain[j] for j in near)
        scene.keep(~drop)


def without_thin_lines(coverage: Coverage, template: Template, x: Floats, y: Floats) -> Coverage:
    """Lower the weight of ink too thin to be part of a dot: lines and letters in the dots' own colour.

    Ink is thin where a disc somewhat smaller than the dot does not fit (morphological opening). Where
    the example dots at ``x``, ``y`` do not survive that themselves (crosses, rings), nothing is changed.
    """
    radius = 0.7 * template.radius_px
    ink = coverage.share > 0.4
    opened = opened_by_disc(ink, radius) if radius >= 1 else ndimage.binary_opening(ink, np.ones((2, 2)))
    row = np.clip(y.astype(int), 0, ink.shape[0] - 1)
    column = np.clip(x.astype(int), 0, ink.shape[1] - 1)
    thin = (coverage.share > 0.15) & ~widened(opened, 1)
    share_of_lines = (thin * coverage.weight * coverage.share).sum() / max(opened.sum(), 1)
    if opened[row, column].mean() < 0.9 or share_of_lines < THIN_SHARE:
        return coverage
    reach = 2 * int(np.ceil(1.5 * template.radius_px)) + 1
    doubtful = ndimage.maximum_filter(thin & ink, size=reach)
    lower = np.where(thin, np.float32(THIN_WEIGHT), 1)
    return replace(coverage, weight=lower * coverage.weight, doubtful=doubtful)


def without_areas(coverage: Coverage, radius_px: float) -> Coverage:
    """Leave out areas filled with the dots' own ink, on which no dot can be seen.

    An area holds a disc of ``AREA_RADII`` dot radii; groups of merged dots are hardly ever so solid. What
    reaches the rim of the picture goes on beyond it, as the black about a scan does. Where most of the ink is
    a colour of fills, smaller ones are areas as well.
    """
    ink = coverage.share > 0.4
    area, reach = _fills(ink, radius_px), AREA_RADII * radius_px
    beyond = 2 * int(reach) + 2
    labels, count = ndimage.label(np.pad(ink & ~area, beyond, mode="edge"))
    wide = np.bincount(labels.ravel(), minlength=count + 1) > np.pi * reach**2
    wide[0] = False
    if wide.any() and (solid := ndimage.distance_transform_edt(wide[labels]) > reach).any():
        away = ndimage.distance_transform_edt(~solid)
        near = (away <= reach + 2) | (wide[labels] & (away <= CORNER * reach))
        area |= near[beyond:-beyond, beyond:-beyond]
    if not area.any():
        return coverage
    weight = np.where(area, np.float32(THIN_WEIGHT**2), 1) * coverage.weight
    return replace(coverage, share=np.where(area, np.float32(0), coverage.share), weight=weight)


def _fills(ink: Bools, radius_px: float) -> Bools:
    """Areas of an ink that is mostly in such, not in dots."""
    labels, count = ndimage.label(ink)
    size, dot = np.bincount(labels.ravel(), minlength=count + 1), np.pi * radius_px**2
    size[0] = 0
    enough = FILLED * size[(size > dot / 2) & (size < 2 * dot)].sum()
    large = np.flatnonzero(size > FILL_RADII**2 * dot)
    if radius_px < LEAST_SCALLOPED_PX or size[large].sum() <= enough:
        return np.zeros_like(ink)
    boxes = ndimage.find_objects(labels)
    fills = [k for k in large.tolist() if _is_fill(labels[boxes[k - 1]] == k, radius_px)]
    return np.isin(labels, fills if size[fills].sum() > enough else [])


def _is_fill(piece: Bools, radius_px: float) -> bool:
    """Whether a piece is an area: wide, and its rim not scalloped as that of a heap of discs is."""
    piece = np.pad(piece, int(2 * radius_px) + 3)
    if 2 * np.count_nonzero(opened_by_disc(piece, 1.5 * radius_px)) < np.count_nonzero(piece):
        return False
    rim = np.count_nonzero(piece & ~ndimage.binary_erosion(piece))
    lost = np.count_nonzero(piece & ~opened_by_disc(piece, 0.85 * radius_px))
    hollows = np.count_nonzero(~opened_by_disc(~piece, radius_px) & ~ndimage.binary_fill_holes(piece))
    return hollows - lost <= SCALLOPED * radius_px * rim


def locate(coverage: Coverage, template: Template, progress: Progress) -> Scene:
    """Place copies of the template until the coverage is explained.

    Gives the scene with the dots settled; ask its ``fits``.
    """
    scene = Scene(coverage, template)
    radius = template.radius_px
    for turn in range(ROUNDS):
        step = part(progress, turn / ROUNDS, (turn + 1) / ROUNDS)
        step(0.0, Phrase("Separating the dots"))
        x, y = _peaks(scene, first=not len(scene.x))
        if not len(x):
            break
        before = len(scene.x)
        scene.add(x, y)
        scene.settle()
        _prune(scene, radius)
        scene.settle()
        if turn and len(scene.x) <= before:
            break
    return scene

# SPDX-License-Identifier: GPL-2.0-or-later
"""Find discs of many sizes in one ink: symbols sized by a number, each with its middle and its radius.

The search by a template takes such symbols for irregular blobs, finds those of the commonest size, and loses
the small ones, which are the patients who stand alone. Here every piece of ink that is a disc by itself is
one; what is left is cut into discs by its distance from the ground, the widest first. All are then fitted
together to the soft coverage of the pixels, middle and radius.

Symbols with a strong rim and a pale fill, as Leaflet's circle markers, look like rings, for by its colour the
fill is no ink, and the smallest, whose rims leave hardly any fill, like dots of a size of their own. What a
rim encloses is taken for ink where its colour is that of the rim thinned by the ground.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.scientific import ndimage
from ..budget import Budget
from ..picture import lab
from .classify import ColourClasses, ink_mask
from .coverage import Coverage, dot_coverage

SMALLEST_PX = 1.5
"""Least radius of a disc: below, a corner of a letter is one."""
LARGEST_PX = 60.0
"""Largest radius: wider pieces of ink are areas."""
ROUND_LOW, ROUND_HIGH = 0.86, 1.14
"""Area of a piece over that of the ellipse in its box: 0.88 for discs of three pixels, 1.27 for squares."""
SMALL_SIDE_PX = 5
"""Boxes up to this side are allowed a pixel of difference between their sides."""
LEAST_CLEAN = 5
"""Discs that stand alone, from which sizes are judged; chosen: fewer are specks."""
LEAST_SPREAD = 1.25
"""Ratio of the radius that a tenth of the discs exceed to the radius that a tenth fall short of, from which
sizes vary: symbols of one size differ by 1.05 in JPEG of quality 60."""
LEAST_OTHER = 0.15
"""Share of the discs whose radius differs from the median by more than the spread of one size."""
COVERED = 0.75
"""Share of a disc's area under others from which it is no disc of its own."""
LEAST_GAIN = 0.35
"""Share of a disc's area that must be ink which no other disc explains."""
LEAST_INK = 0.9
"""Share of a disc, its rim apart, that must be ink."""
SWEEPS = 8
"""Newton steps of the fit; half a pixel each at most."""
MARGIN_PX = 2
"""Ground about a disc that is looked at."""
MOST_DISCS = 5_000
"""More are no symbols sized by a number."""
LEAST_DRAWN = 0.4
"""Share of the pieces of an ink that must be discs by themselves; chosen: words and borders have hardly
any."""
AS_MANY = 0.9
"""Share of the discs, and of their area, that discs with rims must reach to be taken before their fills;
chosen: fills alone lose the smallest."""
OFF_LINE = 0.3
"""How far a colour may lie off the line from ground to ink, as a share of its length: as of ink."""


@dataclass(frozen=True)
class Discs:
    """Discs of one ink."""

    x_px: Array
    y_px: Array
    radius_px: Array
    """Shape (n,). Middles and radii."""
    error_px: Array
    """Shape (n,). Standard error of a middle along each axis, from the misfit that is left."""
    rim_px: float = 0.0
    """Width of a strong rim about a pale fill, half of which lies beyond the radius that the program was
    told; 0 for solid discs."""


def largest_discs(rgb: Ints, found: ColourClasses, budget: Budget) -> tuple[int, Discs] | None:
    """The class of ink whose discs of several sizes cover most, and these; None without any."""
    drawn: dict[int, Discs] = {}
    for colour_class in range(1, len(found.pixels)):
        discs = discs_of(rgb, found, colour_class, budget)
        if discs is not None:
            drawn[colour_class] = discs
    if not drawn:
        return None
    best = max(drawn, key=lambda one: _covered(drawn[one]))
    rims = [one for one, discs in drawn.items() if discs.rim_px and _as_many(discs, drawn[best])]
    if rims:  # the fills alone, and the soft sides of the rims, are discs as well
        contrast = np.linalg.norm(found.centre_lab - found.centre_lab[0], axis=1)
        best = max(rims, key=lambda one: contrast[one])
    return best, drawn[best]


def _as_many(discs: Discs, best: Discs) -> bool:
    return len(discs.x_px) >= AS_MANY * len(best.x_px) and _covered(discs) >= AS_MANY * _covered(best)


def _covered(discs: Discs) -> float:
    return float((discs.radius_px**2).sum())


def discs_of(rgb: Ints, found: ColourClasses, colour_class: int, budget: Budget) -> Discs | None:
    """The discs of one ink where they are of several sizes; None where they are not, or are hardly discs."""
    ink = _closed(ink_mask(found, colour_class))
    fills = pale_fills(rgb, found, colour_class, ink)
    clean, _ = _clean(*_pieces(ink | fills))
    if not _vary(clean[:, 2]):
        return None
    coverage = _whole_coverage(rgb, found, colour_class, float(np.median(clean[:, 2])))
    share = np.clip(coverage.share, 0.0, 1.0)
    ink = _closed(share > 0.5)
    fills |= pale_fills(rgb, found, colour_class, ink)
    mask = ink | fills
    share, weight = _whole(share, coverage.weight, mask, fills)
    labels, count = _pieces(mask)
    clean, numbers = _clean(labels, count)
    area = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    if not _vary(clean[:, 2]) or len(clean) < LEAST_DRAWN * (area >= np.pi * SMALLEST_PX**2).sum():
        return None
    merged = _merged(mask & ~np.isin(labels, numbers), 0.7 * float(clean[:, 2].min()), budget)
    start = np.vstack([clean, merged])
    if len(start) > MOST_DISCS:
        return None
    discs = _fitted(share, weight, start, budget)
    if discs is None or not fills.any():
        return discs
    return replace(discs, rim_px=rim_width(rgb, found, colour_class, fills, clean))


def _whole(share: Floats, weight: Floats, mask: Bools, fills: Bools) -> tuple[Floats, Floats]:
    """Coverage and weights with pale fills, and the inner sides of their rims, as ink."""
    cross = np.ones((3, 3))
    inner = ndimage.binary_erosion(mask, cross, border_value=1) & ndimage.binary_dilation(fills, cross)
    inner |= fills
    return np.where(inner, 1.0, share), np.where(inner, 1.0, weight)


def _closed(mask: Bools) -> Bools:
    """A mask whose gaps of a pixel are closed: a line drawn through a disc leaves it whole."""
    closed: Bools = ndimage.binary_closing(np.pad(mask, 2))[2:-2, 2:-2]
    return closed


def _pieces(mask: Bools) -> tuple[Ints, int]:
    labels, count = ndimage.label(mask)
    return labels, int(count)


def _whole_coverage(rgb: Ints, found: ColourClasses, colour_class: int, radius_px: float) -> Coverage:
    """Coverage by an ink, also where discs are too small to show it, or their see-through rims are darker."""
    ink, ground = found.centre_rgb[colour_class], found.centre_lab[0]
    coverage = dot_coverage(rgb, found, colour_class, ink, radius_px)
    rows, columns = np.nonzero((coverage.share == 0) & (found.raster != 0))
    line = found.centre_lab[colour_class] - ground
    length = float(line @ line)
    from_ground = lab(rgb[rows, columns].astype(float)) - ground
    share = from_ground @ line / max(length, 1e-9)
    off = np.sqrt(((from_ground - share[:, None] * line) ** 2).sum(axis=1))
    on_line = off <= OFF_LINE * np.sqrt(length) * np.maximum(share, 1.0)
    whole = coverage.share.copy()
    whole[rows, columns] = np.where(on_line, np.clip(share, 0.0, 1.0), 0.0)
    return Coverage(whole, coverage.weight)


def _clean(labels: Ints, count: int) -> tuple[Array, list[int]]:
    """Pieces of ink that are discs by themselves: x, y and radius of each, shape (n, 3), and their labels."""
    area = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    found, numbers = [], []
    for number, (rows, columns) in enumerate(ndimage.find_objects(labels)):
        high, wide = rows.stop - rows.start, columns.stop - columns.start
        radius = float(np.sqrt(area[number] / np.pi))
        if not SMALLEST_PX <= radius <= LARGEST_PX:
            continue
        uneven = abs(high - wide) > (1 if max(high, wide) > SMALL_SIDE_PX else 0) + 0.06 * max(high, wide)
        fill = area[number] / (np.pi / 4 * high * wide)
        if uneven or not ROUND_LOW <= fill <= ROUND_HIGH:
            continue
        piece = labels[rows, columns] == number + 1
        y, x = np.nonzero(piece)
        middle = np.array([x.mean(), y.mean()])
        away = np.hypot(*(np.argwhere(piece)[:, ::-1] - middle).T)
        if np.mean(away <= radius + 0.6) < 0.99:
            continue
        found.append((columns.start + middle[0] + 0.5, rows.start + middle[1] + 0.5, radius))
        numbers.append(number + 1)
    return np.array(found).reshape(-1, 3), numbers


def _vary(radius: Floats) -> bool:
    """Whether discs are of several sizes."""
    if len(radius) < LEAST_CLEAN:
        return False
    low, high = np.quantile(radius, [0.1, 0.9])
    middle = np.median(radius)
    other = np.abs(radius - middle) > np.maximum(0.5, 0.1 * middle)
    return bool(high > LEAST_SPREAD * low and high - low > 1.0 and other.mean() >= LEAST_OTHER)


def _merged(mask: Bools, least_px: float, budget: Budget) -> Array:
    """Discs that make up pieces of ink which are none by themselves, the widest first."""
    depth = ndimage.distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1]
    least = max(SMALLEST_PX, least_px)
    top = (depth == ndimage.maximum_filter(depth, 3)) & (depth >= least) & (depth <= LARGEST_PX)
    rows, columns = np.nonzero(top)
    order = np.argsort(-depth[rows, columns], kind="stable")
    free = mask.copy()
    kept = []
    for row, column in zip(rows[order].tolist(), columns[order].tolist()):
        radius = float(depth[row, column]) - 0.25
        window, inside = _disc(mask.shape, column + 0.5, row + 0.5, radius)
        budget.spend(inside.size)
        if inside.sum() and free[window][inside].mean() > 1 - COVERED:
            kept.append((column + 0.5, row + 0.5, radius))
            window, inside = _disc(mask.shape, column + 0.5, row + 0.5, radius + 1)
            free[window] &= ~inside
        if len(kept) > MOST_DISCS:
            break
    return np.array(kept).reshape(-1, 3)


def _disc(shape: tuple[int, ...], x: float, y: float, radius: float) -> tuple[tuple[slice, slice], Bools]:
    """A window about a disc, and its pixels inside."""
    reach = int(np.ceil(radius))
    rows = slice(max(int(y) - reach, 0), min(int(y) + reach + 1, shape[0]))
    columns = slice(max(int(x) - reach, 0), min(int(x) + reach + 1, shape[1]))
    high, wide = np.ogrid[rows, columns]
    return (rows, columns), np.hypot(wide + 0.5 - x, high + 0.5 - y) <= radius


class _Scene:
    """Soft discs over one another, fitted to the coverage of the pixels."""

    def __init__(self, share: Floats, weight: Floats, discs: Floats):
        self.share, self.weight, self.discs = share, weight, np.array(discs, float)
        self.clear = np.zeros(share.shape)
        for at in range(len(self.discs)):
            self._paint(at, 1)

    def window(self, at: int) -> tuple[slice, slice]:
        x, y, radius = self.discs[at]
        reach = int(np.ceil(radius)) + MARGIN_PX
        rows = slice(max(int(y) - reach, 0), max(min(int(y) + reach + 1, self.share.shape[0]), 0))
        columns = slice(max(int(x) - reach, 0), max(min(int(x) + reach + 1, self.share.shape[1]), 0))
        return rows, columns

    def model(self, at: int, window: tuple[slice, slice]) -> tuple[Array, Array, Array, Array]:
        """Coverage by one disc, and how it changes with x, y and radius."""
        x, y, radius = self.discs[at]
        high, wide = np.ogrid[window]
        off_x, off_y = wide + 0.5 - x, high + 0.5 - y
        away = np.maximum(np.hypot(off_x, off_y), 1e-6)
        value = np.clip(radius - away + 0.5, 0.0, 0.999)
        rim = (value > 0.0) & (value < 0.999)
        return value, rim * off_x / away, rim * off_y / away, rim.astype(float)

    def _paint(self, at: int, sign: int) -> None:
        window = self.window(at)
        self.clear[window] += sign * np.log1p(-self.model(at, window)[0])

    def seen(self, at: int) -> tuple[Array, Array, tuple[Array, ...], Array]:
        """Misfit, open share, model and weight in the window of one disc."""
        window = self.window(at)
        value, *slopes = self.model(at, window)
        open_share = np.exp(np.minimum(self.clear[window] - np.log1p(-value), 0.0))
        misfit = self.share[window] - (1 - open_share * (1 - value))
        return misfit, open_share, (value, *slopes), self.weight[window]

    def step(self, at: int) -> float:
        """One Newton step of one disc; its length."""
        misfit, open_share, (_, *slopes), weight = self.seen(at)
        down = np.stack([(open_share * slope).ravel() for slope in slopes])
        weight = (weight / (1 + (misfit / 0.3) ** 2)).ravel()
        system = (down * weight) @ down.T + 0.05 * np.eye(3)
        move = np.clip(np.linalg.solve(system, (down * weight) @ misfit.ravel()), -0.5, 0.5)
        self._paint(at, -1)
        self.discs[at] += move
        height, width = self.share.shape
        self.discs[at] = np.clip(self.discs[at], [0, 0, 0.5], [width - 1e-3, height - 1e-3, LARGEST_PX])
        self._paint(at, 1)
        return float(np.abs(move).max())

    def quality(self, at: int) -> tuple[float, float, float]:
        """Share that is explained by this disc alone, share of it that is ink, error of its middle."""
        misfit, open_share, (value, *slopes), weight = self.seen(at)
        own = float((open_share * value).sum()) / max(float(value.sum()), 1e-9)
        seen = weight * (value > 0.9)
        ink = float((seen * self.share[self.window(at)]).sum()) / max(float(seen.sum()), 1e-9)
        rms = float(np.sqrt((weight * misfit**2).sum() / max(float(weight.sum()), 1e-9)))
        slope = float((weight * (open_share * slopes[0]) ** 2).sum())
        return own, ink, max(rms, 0.01) / np.sqrt(max(slope, 1e-6))

    def keep(self, which: Bools) -> None:
        for at in np.flatnonzero(~which):
            self._paint(at, -1)
        self.discs = self.discs[which]


def _fitted(share: Floats, weight: Floats, start: Floats, budget: Budget) -> Discs | None:
    scene = _Scene(share, weight, start)
    for turn in range(2):
        moving = np.arange(len(scene.discs))
        for _ in range(SWEEPS):
            budget.spend(int(((2 * scene.discs[moving, 2] + 6) ** 2).sum()))
            moving = np.array([at for at in moving.tolist() if scene.step(at) > 0.01], int)
            if not len(moving):
                break
        quality = np.array([scene.quality(at) for at in range(len(scene.discs))]).reshape(-1, 3)
        if turn == 0:
            good = (quality[:, 0] >= LEAST_GAIN) & (quality[:, 1] >= LEAST_INK)
            scene.keep(good & (scene.discs[:, 2] >= SMALLEST_PX - 0.25))
    if len(scene.discs) < LEAST_CLEAN:
        return None
    x, y, radius = scene.discs.T
    return Discs(x, y, radius, quality[:, 2])


PALEST, STRONGEST = 0.06, 0.6
"""Share of the rim's colour in a fill: below, it is the ground; above, ink by itself, as that of
see-through discs with a rim of their own ink (0.67). The palest usual is 0.2, Leaflet's."""
FILL_OFF_LINE = 0.15
"""How far a fill's colour may lie off the line from ground to rim, as a share of its length; chosen: half of
what the rim's own pixels are allowed."""


def pale_fills(rgb: Ints, found: ColourClasses, colour_class: int, ink: Bools) -> Bools:
    """Pixels that ink encloses and that show its colour thinned, (h, w) bool.

    ``colour_class``: the class of the rims. ``ink``: (h, w), pixels of the rims.
    """
    labels, count = ndimage.label(~ink)
    area = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    edge = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    inside = area <= np.pi * LARGEST_PX**2
    inside[edge[edge > 0] - 1] = False
    pale = np.zeros(count + 1, bool)
    boxes = ndimage.find_objects(labels)
    for number in np.flatnonzero(inside).tolist():
        own = labels[boxes[number]] == number + 1
        colour = np.median(rgb[boxes[number]][own], axis=0)
        share, off = _thinned(colour, found, colour_class)
        pale[number + 1] = PALEST <= float(share) <= STRONGEST and float(off) <= FILL_OFF_LINE
    fills: Bools = pale[labels]
    return fills


def rim_width(rgb: Ints, found: ColourClasses, colour_class: int, fills: Bools, discs: Floats) -> float:
    """Width of the rims of discs with a pale fill, the median; 0 where fewer than half have one.

    A disc of radius R that holds the ink S, its fill being of share p, has a fill of the radius r with
    π r² (1 - p) = π R² - S.

    ``rgb``, ``found``, ``colour_class``, ``fills``: as for :func:`pale_fills`, and what it found. ``discs``:
    (n, 3), middles and radii.
    """
    width = []
    for x, y, radius in discs.tolist():
        reach = int(np.ceil(radius)) + 2
        window = (
            slice(max(int(y) - reach, 0), int(y) + reach + 1),
            slice(max(int(x) - reach, 0), int(x) + reach + 1),
        )
        high, wide = np.ogrid[window[0].start : window[0].stop, window[1].start : window[1].stop]
        part = rgb[window]
        away = np.hypot(wide + 0.5 - x, high + 0.5 - y)[: part.shape[0], : part.shape[1]]
        own = fills[window] & (away < radius)
        if not own.any():
            continue
        share = np.clip(_thinned(part, found, colour_class)[0], 0.0, 1.0)
        pale = float(np.median(share[own & (away <= np.quantile(away[own], 0.5))]))
        open_px = np.pi * radius**2 - float(share[away <= radius + 1].sum())
        width.append(radius - np.sqrt(max(open_px, 0.0) / (np.pi * max(1 - pale, 0.1))))
    return float(np.median(width)) if 2 * len(width) >= max(len(discs), 1) else 0.0


def _thinned(colours: Array, found: ColourClasses, colour_class: int) -> tuple[Array, Array]:
    """Share of the ink in colours, and how far they lie off the line from ground to ink, over its length."""
    ground = found.centre_rgb[0]
    line = found.centre_rgb[colour_class] - ground
    length = max(float(line @ line), 1e-9)
    from_ground = np.asarray(colours, float) - ground
    share = from_ground @ line / length
    off = np.sqrt(((from_ground - share[..., None] * line) ** 2).sum(axis=-1) / length)
    return share, off

# SPDX-License-Identifier: GPL-2.0-or-later
"""Non-negative sparse deconvolution of a heat map: which points made this surface?

The surface is a sum of one kernel at unknown places with weights of 0 or more. Spikes are added where the
residual looks most like a kernel, and all positions and weights are fitted again together by damped least
squares after each round: the sliding Frank–Wolfe method [1]_. Positions are continuous: a pixel is no
limit.

References
----------
.. [1] Denoyelle, Duval, Peyré, Soubies. The sliding Frank–Wolfe algorithm and its application to
   super-resolution microscopy. Inverse Problems 2020, 36:014001.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from ...base.arrays import Array
from ...base.errors import InputError, UnjudgedError
from ...base.progress import Progress, silent
from ...base.scientific import ndimage, spatial
from .fit import STOP_SHARE, Fit
from .kernels import DISTANCE, KERNELS, QUARTIC, Kernel, lowest_points, rise_of, surface_of

ROUNDS = 40
"""Rounds of adding spikes; a hundred points of a city need ten to twenty."""
STEPS = 12
"""Steps of each fit; damped Gauss–Newton gains a digit a step here."""
LEAST_WEIGHT = 0.3
"""Spikes lighter than this share of the middle one are no points of equal weight."""
MOST_SPIKES = 3_000
"""Spikes that are fitted together."""
MOST_COVERED = 10_000_000
"""Pixels under all kernels together, each counted for every kernel over it: a fit takes 2 GB for so many."""
SMALLEST_BANDWIDTH_PX = 1.5
"""Kernels narrower than this are no surface, but pixels."""
SMALLEST_SIDE = 3
"""Pixels along each side that a peak needs."""
MOST_PIXELS = 6_000_000
"""Pixels of a surface; make it coarser first."""
LEVEL = 1e-6
"""Share of the highest value within which all values are one: the digits of 32-bit numbers. Chosen."""
RIPPLE = 0.02
"""Share of the highest value below which a peak is rounding."""
MOST_PEAKS = 8
"""Lowest peaks that are tried: of eight one stands alone nearly always."""
NEAREST_PX = 2.0
"""Twice the distance, pixels, within which a point of a raster of distances is held against a record."""
TILTED, MOST_TILTED = 1.1, 5.0
"""Widest over narrowest side between which a normal kernel is read as an ellipse; chosen."""
LEAST_ALIKE, ALIKE = 3, 0.03
"""Peaks whose curvature differs by less than this share, as those of points that stand alone do; chosen."""
PATCH = 0.7
"""Share of the kernel's reach that is compared about a peak: its shoulder tells the two kernels apart."""
_TRIES = 24
"""Bandwidths that are tried about a first estimate, from 0.7 to 1.4 times."""


@dataclass(frozen=True)
class Spikes:
    """Points recovered from a surface."""

    x_px: Array
    y_px: Array
    """Shape (n,). Positions; the middle of the first pixel is at (0.5, 0.5)."""
    weight: Array
    """Shape (n,). Height of each, in units of the surface."""
    error_px: Array
    """Shape (n,). Standard deviation along each axis that the residual leaves, pixels."""
    residual: float
    """Root mean square of what is not explained, as a share of a point's height."""
    kernel: Kernel
    """That was given, or found."""
    missed: float = 0.0
    """Height of the largest kernel that what is left still looks like, as a share of a point's height: near 1
    where a point was missed, however many others were found."""


def invert(
    values: Array,
    kernel: Kernel,
    progress: Progress = silent,
    highest: Array | None = None,
    most_covered: int = MOST_COVERED,
) -> Spikes:
    """Recover the points of a surface drawn with a known kernel.

    NaN and what is below 0 count as 0. Where a pixel tells a range, ``values`` is its least and ``highest``
    its largest value: any between leaves nothing to explain, and −∞ to ∞ tells nothing. More than
    ``most_covered`` pixels under all kernels together, each counted for every kernel over it, are refused.

    >>> from .kernels import surface_of
    >>> kernel = Kernel("quartic", 8.0)
    >>> found = invert(surface_of([20.3, 44.0], [30.8, 25.2], kernel, (60, 70)), kernel)
    >>> np.round(np.sort(found.x_px), 3).tolist()
    [20.3, 44.0]
    """
    if kernel.shape == DISTANCE:
        return _nearest(values, kernel)
    surface, most = (_checked(values),) * 2 if highest is None else _checked_range(values, highest)
    if kernel.bandwidth_px < SMALLEST_BANDWIDTH_PX:
        raise UnjudgedError(
            "heatmap.bandwidth.below_pixel",
            "The bandwidth is {pixels:.2g} pixels; below {least} the pixels themselves are the points.",
            pixels=kernel.bandwidth_px,
            least=SMALLEST_BANDWIDTH_PX,
        )
    fit = Fit(surface, most, kernel)
    before = np.inf
    for turn in range(ROUNDS):
        fit.look = partial(progress, turn / ROUNDS)
        added = fit.add()
        if not added:
            break
        if len(fit.weight) > MOST_SPIKES:
            raise UnjudgedError(
                "heatmap.points.too_many",
                "The surface would be made of more than {most} points, so it was not turned back. Check a "
                "part of it by itself.",
                most=MOST_SPIKES,
            )
        _check_covered(min(fit.stamp.size, surface.size) * len(fit.weight), most_covered)
        fit.slide(STEPS)
        fit.prune()
        left = fit.left()
        if left < STOP_SHARE * fit.height() or left > 0.999 * before:
            break
        before = min(before, left)
    fit.slide(2 * STEPS)
    fit.prune(LEAST_WEIGHT)
    fit.slide(2 * STEPS)
    if highest is not None:
        fit.join(STEPS)
        fit.slide(2 * STEPS)
        fit.centre(2 * STEPS)
    if not len(fit.weight) or not fit.height() > 0:
        raise UnjudgedError(
            "heatmap.kernel.not_near",
            "No sum of such kernels comes near the surface. Give kernel and bandwidth.",
        )
    return _spikes(fit)


def _nearest(values: Array, kernel: Kernel) -> Spikes:
    """The points of a raster of distances: its residual is what other points than these leave."""
    rise = rise_of(values)
    x_px, y_px, off = lowest_points(values, rise)
    if not len(x_px):
        raise UnjudgedError("heatmap.distances.none", "The distances are 0 nowhere: no point was read back.")
    rows, columns = np.nonzero(np.isfinite(values))
    away = spatial.cKDTree(np.column_stack([x_px, y_px])).query(np.column_stack([columns, rows]) + 0.5)[0]
    left = values[rows, columns] / rise - away
    residual = float(np.sqrt((left**2).mean()) / max(away.mean(), 1e-9))
    return Spikes(x_px, y_px, np.ones(len(x_px)), np.maximum(off, 1e-3), residual, kernel)


def _spikes(fit: Fit) -> Spikes:
    """What was recovered, with the errors that the residual leaves."""
    one = max(fit.height(), 1e-30)
    return Spikes(fit.x, fit.y, fit.weight, fit.errors(), fit.noise() / one, fit.kernel, fit.left() / one)


def _check_covered(pixels: int, most: int) -> None:
    if pixels > most:
        raise UnjudgedError(
            "heatmap.kernel.too_large",
            "The kernels of the heat map's points cover {millions:.2g} million pixels together; up "
            "to {most:.2g} are turned back. Make it coarser first, or check a part of it by itself.",
            millions=pixels / 1e6,
            most=most / 1e6,
        )


def _checked(values: Array) -> Array:
    # No density is below 0: such numbers stand for pixels without one.
    surface = np.maximum(np.nan_to_num(np.asarray(values, float), nan=0.0, posinf=0.0, neginf=0.0), 0.0)
    if surface.ndim != 2 or not surface.size:
        raise UnjudgedError("heatmap.pixels.none", "The heat map has no pixels.")
    if min(surface.shape) < SMALLEST_SIDE:
        raise UnjudgedError(
            "heatmap.side.too_small",
            "The heat map is {side} pixels wide or high: too few.",
            side=min(surface.shape),
        )
    if surface.size > MOST_PIXELS:
        raise UnjudgedError(
            "heatmap.pixels.too_many",
            "The heat map has {millions:.0f} million pixels; up to {most:.0f} are turned back. Make it "
            "coarser first.",
            millions=surface.size / 1e6,
            most=MOST_PIXELS / 1e6,
        )
    if surface.max() <= 0:
        raise UnjudgedError("heatmap.values.all_zero", "The heat map is 0 everywhere: it shows no point.")
    above = surface[surface > 0]
    if above.max() - above.min() <= LEVEL * above.max():
        raise UnjudgedError(
            "heatmap.values.one",
            "The heat map has one value wherever it is above 0, so no peaks could be turned back. That does "
            "not make it safe: discs of one height show their middles. Check it as a picture.",
        )
    if not 1e-100 < surface.max() < 1e100:  # squares of such values would over- or underflow
        surface = surface / surface.max()
    return surface


def _checked_range(least: Array, most: Array) -> tuple[Array, Array]:
    """Two ends of ranges as they are, once what is certain of them was checked as a surface."""
    least, most = np.asarray(least, float), np.asarray(most, float)
    _checked(np.where(np.isfinite(most), least, 0.0))
    return least, most


def found_kernel(values: Array, progress: Progress = silent) -> Kernel:
    """Find the kernel that a surface was drawn with, from its most isolated peak."""
    surface = _checked(values)
    if rise_of(values):
        return Kernel(DISTANCE, NEAREST_PX)
    best: tuple[float, Kernel] | None = None
    peaks = _peaks(surface)
    for at, shape in enumerate(KERNELS):
        progress(at / len(KERNELS))
        start = _isolated_radius(surface) if shape == QUARTIC else _curved_radius(surface)
        tries = start * np.geomspace(0.7, 1.4, _TRIES)
        for finer in (1.0, 0.06, 0.004):
            kernels = [Kernel(shape, float(max(one, SMALLEST_BANDWIDTH_PX))) for one in tries]
            misfits = [_misfit(surface, peaks, kernel) for kernel in kernels]
            at_best = int(np.argmin(misfits))
            found = misfits[at_best], kernels[at_best]
            best = found if best is None or found[0] < best[0] else best
            tries = tries[at_best] * np.geomspace(1 - finer / 8, 1 + finer / 8, _TRIES)
    if best is None:
        raise UnjudgedError("heatmap.pixels.none", "The heat map has no pixels.")
    return best[1]


def _isolated_radius(surface: Array) -> float:
    """Radius of the smallest island above 0: the disc of one point."""
    islands, count = ndimage.label(surface > 1e-9 * surface.max())
    sizes = np.bincount(islands.ravel())[1:]
    sizes = sizes[sizes >= 9]
    return float(np.sqrt(sizes.min() / np.pi)) if count and len(sizes) else _curved_radius(surface)


def _curved_radius(surface: Array) -> float:
    """Standard deviation of the roundest low peak, by the curvature of its logarithm."""
    bend = float(np.trace(_bend(surface, *_peaks(surface)[0]))) / 2
    return float(np.clip(1 / np.sqrt(max(bend, 1e-6)), SMALLEST_BANDWIDTH_PX, max(surface.shape) / 4))


def tilt_of(values: Array) -> Array | None:
    """What makes the elliptic normal kernel of a surface round, shape (2, 2), of the same area.

    SciPy's ``gaussian_kde`` draws with the covariance of all points. None where the kernel is round, or too
    few peaks agree about it.

    >>> row, column = np.mgrid[:60, :200]
    >>> flat = sum(np.exp(-((column - at) ** 2 / 72 + (row - 30) ** 2 / 18)) for at in (30, 90, 160))
    >>> np.round(tilt_of(flat), 2).tolist()
    [[0.71, 0.0], [0.0, 1.41]]
    """
    surface = _checked(values)
    bends = np.array([_bend(surface, row, column) for row, column in _peaks(surface)])
    apart = np.linalg.norm(bends[:, None] - bends, axis=(2, 3))
    apart /= np.maximum(np.linalg.norm(bends, axis=(1, 2)), 1e-12)
    near = apart < ALIKE
    most = int(near.sum(axis=1).argmax())
    steep, sides = np.linalg.eigh(bends[near[most]].mean(axis=0))
    ratio = float(np.sqrt(steep[1] / max(steep[0], 1e-12)))
    if near[most].sum() < LEAST_ALIKE or not TILTED < ratio < MOST_TILTED or rise_of(values):
        return None
    return sides @ np.diag(np.sqrt(steep) / np.prod(steep) ** 0.25) @ sides.T


def _bend(surface: Array, row: int, column: int) -> Array:
    """Curvature of the logarithm about a pixel, shape (2, 2): of a normal kernel the same everywhere."""
    log = np.log(np.maximum(surface[row - 1 : row + 2, column - 1 : column + 2], 1e-300))
    along = 2 * log[1, 1] - log[1, 0] - log[1, 2], 2 * log[1, 1] - log[0, 1] - log[2, 1]
    both = (log[0, 2] + log[2, 0] - log[0, 0] - log[2, 2]) / 4
    return np.array([[along[0], both], [both, along[1]]])


def straight(values: Array, by: Array) -> tuple[Array, Array]:
    """A surface in other pixels, and what takes these to its own, shape (2, 3)."""
    surface, back = _checked(values), np.linalg.inv(by)
    height, width = surface.shape
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]]) @ by.T
    first = corners.min(axis=0)
    columns, rows = np.ceil(np.ptp(corners, axis=0)).astype(int)
    to_own = np.column_stack([back, back @ first])
    middle = back @ (first + 0.5) - 0.5
    drawn = ndimage.affine_transform(surface, back[::-1, ::-1], middle[::-1], (rows, columns))
    return np.maximum(drawn, 0), to_own


def _peaks(surface: Array) -> list[tuple[int, int]]:
    """The lowest peaks that are no ripple: they belong to the fewest points."""
    top = (surface == ndimage.maximum_filter(surface, 5)) & (surface > RIPPLE * surface.max())
    top[[0, -1], :] = top[:, [0, -1]] = False
    rows, columns = np.nonzero(top)
    if not len(rows):
        row, column = np.unravel_index(int(surface.argmax()), surface.shape)
        last = np.array(surface.shape) - 2
        return [(int(np.clip(row, 1, max(last[0], 1))), int(np.clip(column, 1, max(last[1], 1))))]
    lowest = np.argsort(surface[rows, columns])[:MOST_PEAKS]
    return [(int(rows[at]), int(columns[at])) for at in lowest]


def _misfit(surface: Array, peaks: list[tuple[int, int]], kernel: Kernel) -> float:
    """How badly one kernel explains the surface about the peak that it explains best."""
    return min(_misfit_at(surface, kernel, row, column) for row, column in peaks)


def _misfit_at(surface: Array, kernel: Kernel, row: int, column: int) -> float:
    half = int(np.ceil(PATCH * kernel.reach_px))
    top, left = max(row - half, 0), max(column - half, 0)
    patch = surface[top : row + half + 1, left : column + half + 1]
    x, y = column + 0.5 - left, row + 0.5 - top
    for _ in range(4):
        dy, dx = np.mgrid[: patch.shape[0], : patch.shape[1]] + 0.5
        square = (dx - x) ** 2 + (dy - y) ** 2
        slope = -2 * kernel.slope(square)
        columns = np.stack([kernel.value(square), slope * (dx - x), slope * (dy - y)], axis=-1).reshape(-1, 3)
        solution = np.linalg.lstsq(columns, patch.ravel(), rcond=None)[0]
        if solution[0] <= 0:
            return np.inf
        x, y = x + solution[1] / solution[0], y + solution[2] / solution[0]
        if not (abs(x - patch.shape[1] / 2) <= half and abs(y - patch.shape[0] / 2) <= half):
            return np.inf
    left_over = patch.ravel() - columns @ solution
    return float(np.sqrt((left_over**2).mean()) / solution[0])


FINEST = 10.0
"""Pixels of a bandwidth that are turned back: more are averaged, by which steps of height fall as much."""
MOST_CLASSES = 64
"""Values of a drawing that are read as ranges, too, as the check itself reads classes."""
LEFT_OVER = 2.0
"""Times the noise of its steps that may stay unexplained of a surface; chosen: twice."""


@dataclass(frozen=True)
class Drawing:
    """How a heat map is drawn."""

    shape: str
    """Its kernel."""
    bandwidth_m: float
    pixel_m: float
    levels: int
    """Values that a pixel can have: 256 of eight bits, classes of a legend, 2²⁴ of 32-bit numbers."""


@dataclass(frozen=True)
class ReadBack:
    """What is read back from a drawing."""

    where_m: Array
    error_m: Array
    """Places on the plane of the points, shape (n, 2), and the standard deviation of each along an axis."""
    explained: bool
    """Whether they explain the drawing as far as its steps allow, and are as many as the people."""


def read_back(places_m: Array, drawing: Drawing, progress: Progress = silent) -> ReadBack:
    """Draw points, shape (n, 2), anew and turn the drawing back, by one who knows how it was drawn.

    Examples
    --------
    >>> found = read_back([[100.0, 250.0], [2600.0, 900.0]], Drawing("quartic", 500.0, 50.0, 256))
    >>> np.round(found.where_m[np.argsort(found.where_m[:, 0])], -1).tolist()
    [[100.0, 250.0], [2600.0, 900.0]]
    """
    places = np.asarray(places_m, float).reshape(-1, 2)
    pixel = max(drawing.pixel_m, drawing.bandwidth_m / FINEST)
    kernel = Kernel(drawing.shape, drawing.bandwidth_m / pixel)
    if kernel.bandwidth_px < SMALLEST_BANDWIDTH_PX:
        raise InputError(
            "heatmap.bandwidth.narrow", "The bandwidth is narrower than the pixels: these are the points."
        )
    low_m = places.min(axis=0) - kernel.reach_px * pixel
    width, height = np.ceil((np.ptp(places, axis=0) + 2 * kernel.reach_px * pixel) / pixel).astype(int) + 1
    x_px, y_px = ((places - low_m) / pixel).T
    surface = surface_of(x_px, y_px, kernel, (int(height), int(width)))
    step = float(surface.max()) / (drawing.levels - 1) * drawing.pixel_m / pixel
    drawn = np.rint(surface / step) * step
    ways = [(drawn, None, step)]
    if drawing.levels <= MOST_CLASSES:
        ways.insert(0, (np.maximum(drawn - step / 2, 0), drawn + step / 2, 0.0))
    best = ReadBack(np.empty((0, 2)), np.empty(0), False)
    for low, high, noise in ways:
        try:
            spikes = invert(low, kernel, progress, high)
        except InputError:  # nothing comes near it: nobody is read back
            continue
        where = np.column_stack([spikes.x_px, spikes.y_px]) * pixel + low_m
        found = ReadBack(where, np.maximum(spikes.error_px * pixel, 1e-3),
                         _explained(spikes, noise, len(places)))  # fmt: skip
        if found.explained:
            return found
        best = found if len(found.where_m) > len(best.where_m) else best
    return best


def _explained(spikes: Spikes, step: float, people: int) -> bool:
    """Whether no more is left than the steps of the drawing explain, and nobody is missing."""
    persons = np.rint(spikes.weight / np.median(spikes.weight)).sum()
    noise = step / np.sqrt(12) / float(np.median(spikes.weight))
    return bool(persons >= people and spikes.residual <= LEFT_OVER * noise + 0.01)

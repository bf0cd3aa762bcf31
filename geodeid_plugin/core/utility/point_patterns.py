# SPDX-License-Identifier: GPL-2.0-or-later
"""Point patterns before and after masking: spacing, Ripley's functions, densities, transport."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from ..base.arrays import Floats, Ints
from ..base.errors import InputError, Phrase
from ..base.progress import Progress, silent
from ..base.randomness import Source
from ..base.scientific import ndimage, spatial
from ..exposure.assignment import assigned
from ..geometry.people_around import neighbouring, same_places

_SLAB = 64
"""Points at once: memory alone."""
_HOTTEST = 0.05
"""Share of the cells that make a hot spot."""
_CELLS = 96
"""Cells along the longer side: speed alone."""
_TIE = 1e-9
"""Distances nearer to a radius than this lie at it."""
_MOST_PAIRED = 20_000
"""Records whose pairs are counted: of a million it would be 10^11 pairs for each of a hundred patterns."""


@dataclass(frozen=True)
class Ripley:
    """Ripley's K of two patterns in one window, with the envelope of complete randomness."""

    radius_m: Floats
    """Shape (r,). Distances, metres."""
    k_m2: Floats
    masked_k_m2: Floats
    """Shape (r,). K before and after, square metres."""
    low_m2: Floats
    high_m2: Floats
    """Shape (r,). Pointwise envelope of the simulations; NaN without any."""
    records: int
    compared: int
    """Records there are, and those drawn from them whose pairs were counted."""

    @staticmethod
    def l_m(k_m2: Floats) -> Floats:
        """L(r) = sqrt(K(r) / π), metres: a straight line under complete randomness."""
        return np.sqrt(np.asarray(k_m2) / np.pi)

    @property
    def l_difference_m(self) -> float:
        """Root mean square difference of L before and after, metres."""
        return float(np.sqrt(np.mean((self.l_m(self.k_m2) - self.l_m(self.masked_k_m2)) ** 2)))


def ripley(
    xy_m: Floats,
    masked_xy_m: Floats,
    source: Source,
    simulations: int = 99,
    radii: int = 20,
    progress: Progress = silent,
) -> Ripley:
    """Compare Ripley's K of a pattern before and after masking.

    K(r) = A / (n (n - 1)) · #{ordered pairs at most r apart}, A the area of the convex hull of the
    true points, r up to a quarter of the hull's shorter side. Edges are not corrected for: both
    patterns and every simulation are treated alike, so the envelope holds the same loss. Of more than
    20 000 records a random 20 000 are taken, the same before and after: a random part of a pattern has the
    K of the whole, within an envelope of as many points.

    ``xy_m``, ``masked_xy_m``: (n, 2), positions on a plane, metres. ``source``: where the random patterns
    come from. ``simulations``: random patterns of n points, uniform in the hull; 99 make a pointwise test of
    2 %. ``radii``: number of distances. Raises InputError where there are fewer than 3 points, or all on one
    line.
    """
    hull, area = _hull(xy_m)
    reach = np.ptp(xy_m, axis=0).min() / 4
    radius = np.linspace(reach / radii, reach, radii)
    records = len(xy_m)
    if records > _MOST_PAIRED:
        rows = np.argsort(source.uniform(len(xy_m)))[:_MOST_PAIRED]
        xy_m, masked_xy_m = xy_m[rows], masked_xy_m[rows]
    n = len(xy_m)
    to_k = area / (n * (n - 1))
    observed = [to_k * ordered_pairs(points, reach, radii) for points in (xy_m, masked_xy_m)]
    drawn = [source.uniform(3 * n).reshape(3, n) for _ in range(simulations)]
    simulated = np.empty((simulations, radii))
    with ThreadPoolExecutor(max(1, min(os.cpu_count() or 1, 8))) as threads:

        def work(uniform: Floats) -> Floats:
            return to_k * ordered_pairs(uniform_in(hull, uniform), reach, radii, np.float32)

        pending = [threads.submit(work, uniform) for uniform in drawn]
        try:
            for row, piece in enumerate(pending):
                simulated[row] = piece.result()
                progress((row + 1) / simulations, Phrase("Ripley's K of random patterns"))
        finally:
            for piece in pending:
                piece.cancel()
    none = np.full(radii, np.nan)
    low, high = (simulated.min(axis=0), simulated.max(axis=0)) if simulations else (none, none)
    return Ripley(radius, observed[0], observed[1], low, high, records, n)


def nearest_neighbour_m(xy_m: Floats) -> Floats:
    """Distance of each point to its nearest neighbour, metres, shape (n,)."""
    place, first, count = same_places(*xy_m.T)
    # Points of one place are at no distance: searched for, each would look at all the others.
    tree, away = spatial.cKDTree(xy_m[first]), np.zeros(len(first))
    alone = np.flatnonzero(count == 1)
    for some in neighbouring(xy_m[first[alone]]):
        rows = alone[some]
        away[rows] = tree.query(xy_m[first[rows]], k=2)[0][:, 1]
    return np.asarray(away[place])


@dataclass(frozen=True)
class Densities:
    """Kernel densities before and after."""

    bandwidth_m: float
    """Standard deviation of the kernel, metres."""
    correlation: float
    """Pearson's correlation over the cells of the grid."""
    hot_spot_overlap: float
    """Cells in both hot spots over cells in either (Jaccard); a hot spot is the densest 5 %."""


def densities(xy_m: Floats, masked_xy_m: Floats) -> Densities:
    """Compare kernel densities of two patterns on one grid.

    The bandwidth is Scott's rule for the true points: n^(-1/6) times their standard deviation.
    """
    n, spread = len(xy_m), float(np.sqrt(xy_m.var(axis=0).mean()))
    if spread == 0:
        raise InputError("pattern.points.one_place", "All points lie at one place, so they have no density.")
    width = spread * n ** (-1 / 6)
    both = np.vstack([xy_m, masked_xy_m])
    low, high = both.min(axis=0) - width, both.max(axis=0) + width
    cell = (high - low).max() / _CELLS
    bins = np.maximum(np.ceil((high - low) / cell).astype(int), 1)
    edges = [low[axis] + cell * np.arange(bins[axis] + 1) for axis in (0, 1)]
    maps = [
        ndimage.gaussian_filter(
            np.histogram2d(points[:, 0], points[:, 1], bins=edges)[0], width / cell, mode="constant"
        ).ravel()
        for points in (xy_m, masked_xy_m)
    ]
    hot = [surface >= np.quantile(surface, 1 - _HOTTEST) for surface in maps]
    overlap = (hot[0] & hot[1]).sum() / (hot[0] | hot[1]).sum()
    return Densities(float(width), float(np.corrcoef(*maps)[0, 1]), float(overlap))


def _hull(xy_m: Floats) -> tuple[Floats, float]:
    if len(xy_m) < 3:
        raise InputError(
            "pattern.points.too_few",
            "Ripley's K needs at least 3 points; there are {count}.",
            count=len(xy_m),
        )
    try:
        hull = spatial.ConvexHull(xy_m)
    except spatial.QhullError as error:
        raise InputError(
            "pattern.points.one_line", "All points lie at one place or on one line, so they have no pattern."
        ) from error
    return np.asarray(xy_m)[hull.vertices], float(hull.volume)


def uniform_in(hull: Floats, uniform: Floats) -> Floats:
    """Points uniform in a convex polygon: a triangle by its area, then a place in it, (n, 2)."""
    corner, a, b = hull[0], hull[1:-1] - hull[0], hull[2:] - hull[0]
    size = np.cumsum(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]))
    triangle = np.minimum(np.searchsorted(size, uniform[0] * size[-1], side="right"), len(size) - 1)
    root = np.sqrt(uniform[1])[:, None]
    along = uniform[2][:, None]
    return corner + root * ((1 - along) * a[triangle] + along * b[triangle])


def ordered_pairs(points: Floats, reach: float, radii: int, kind: type = np.float64) -> Floats:
    """Ordered pairs at most r apart, for r = reach/radii, 2·reach/radii, … reach.

    In steps of reach/radii the k-th radius squared is the whole number k², so pairs are counted by
    their squared distance rounded up, without a root. Random patterns are counted in single
    precision (``kind``), which moves a pair across a radius once in ten million.
    """
    scaled = (points - points.min(axis=0)) * (radii / reach)
    strip = np.floor(scaled[:, 1] / (radii / 2 * (1 + 1e-6))).astype(np.intp)
    order = np.lexsort((scaled[:, 0], strip))
    x, y = scaled[order, 0].astype(kind), scaled[order, 1].astype(kind)
    edge = np.searchsorted(strip[order], np.arange(strip.max() + 2))
    count = np.zeros(radii**2 + 2, dtype=np.int64)
    for one in range(len(edge) - 1):
        for start in range(edge[one], edge[one + 1], _SLAB):
            stop = min(start + _SLAB, edge[one + 1])
            # A hair more than half a reach high, a strip has partners in itself and the next two.
            for other in range(one, min(one + 3, len(edge) - 1)):
                count += _pairs_of_slab(x, y, (start, stop), edge[other : other + 2], radii)
    count[0] -= len(x)
    return np.cumsum(count)[np.arange(1, radii + 1) ** 2].astype(float)


def _pairs_of_slab(x: Floats, y: Floats, slab: tuple[int, int], strip: Ints, radii: int) -> Ints:
    """Ordered pairs of a slab's points with later ones of a strip, by squared distance rounded up."""
    start, stop = slab
    own = strip[0] <= start < strip[1]
    reach = radii * (1 + 1e-6)
    near = x[strip[0] : strip[1]]
    low = start if own else strip[0] + int(np.searchsorted(near, x[start] - reach, side="left"))
    high = strip[0] + int(np.searchsorted(near, x[stop - 1] + reach, side="right"))
    most = radii**2 + 1
    squared = _squared(x, y, start, stop, low, high) - x.dtype.type(_TIE)
    np.minimum(np.ceil(squared, out=squared), most, out=squared)
    whole = squared.astype(np.intp)
    if not own:
        return 2 * np.bincount(whole.ravel(), minlength=most + 1)
    inside = np.bincount(whole[:, : stop - start].ravel(), minlength=most + 1)
    return inside + 2 * np.bincount(whole[:, stop - start :].ravel(), minlength=most + 1)


def _squared(x: Floats, y: Floats, start: int, stop: int, low: int, high: int) -> Floats:
    squared = x[start:stop, None] - x[None, low:high]
    squared *= squared
    across = y[start:stop, None] - y[None, low:high]
    across *= across
    squared += across
    return squared


WHOLE = 4000
"""Records matched in one piece: 128 MB of distances, and seconds of work that grow with the cube."""
_MANY = 100_000
_PIECE, _SMALL_PIECE = 500, 125
"""Records of a piece, and beyond 100 000 records: a turn then takes 4 s for a million of them, not 20."""
_MOST_TURNS = 8
"""Times that a large map is cut and matched: more gained less than 0.1 % of the distance."""
_TURN = 0.7
"""Radians between one map of cuts and the next: about 40 degrees, so that no cut returns to its place."""
_STILL = 1e-3
"""Share of the distance whose gain ends the matching."""
_LISTEN = 16
"""Pieces between two looks at cancel: a tenth of a second."""


def transport_m(
    xy_m: Floats, masked_xy_m: Floats, progress: Progress = silent, piece: int | None = None
) -> float:
    """Wasserstein distance of the two maps, metres a record, whoever the dots belong to.

    The mean move of the cheapest way to turn one map into the other. Above 4 000 records the map is cut where
    the pairs are halved, again and again, and each piece is matched alone; then it is cut elsewhere and
    matched again, until that gains less than a thousandth. What is found is a way to turn one map into the
    other, so it is never too small. Without ``piece``, the most records matched at once, 4 000 are matched
    whole, more in pieces of 500, and more than 100 000 in pieces of 125.
    """
    count = len(xy_m)
    most = piece or (WHOLE if count <= WHOLE else _SMALL_PIECE if count > _MANY else _PIECE)
    partner, before = np.arange(count), _mean_m(xy_m, masked_xy_m)
    for turn in range(_MOST_TURNS if count > most else 1):
        moved = masked_xy_m[partner]
        pieces = _pieces(_turned(xy_m + moved, turn * _TURN), most)
        for at, rows in enumerate(pieces):
            if at % _LISTEN == 0:
                done = (turn + at / len(pieces)) / _MOST_TURNS
                progress(done, Phrase("Matching the two maps in pieces"))
            partner[rows] = partner[rows[_matched(xy_m[rows], moved[rows], progress)]]
        total = _mean_m(xy_m, masked_xy_m[partner])
        if total >= before * (1 - _STILL):
            return total
        before = total
    return before


def _mean_m(xy_m: Floats, masked_xy_m: Floats) -> float:
    return float(np.hypot(*(xy_m - masked_xy_m).T).mean())


def _matched(xy_m: Floats, moved: Floats, progress: Progress) -> Ints:
    from scipy.spatial.distance import cdist

    return assigned(cdist(xy_m, moved), progress=progress)


def _turned(xy_m: Floats, angle: float) -> Floats:
    """Points turned about the origin by an angle, radians."""
    return np.asarray(xy_m @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]))


def _pieces(middle: Floats, most: int) -> list[Ints]:
    """Rows cut at the median of their longer side until no piece has more than can be matched."""
    # The tree halves as the pieces do; where many lie at one place its halves differ a little from these.
    parts = 1 << max(0, int(np.ceil(np.log2(len(middle) / most))))
    if parts == 1:
        return [np.arange(len(middle))]
    rows = spatial.cKDTree(middle, leafsize=most).indices
    return np.split(rows, np.arange(1, parts) * len(middle) // parts)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Points of a heat map, fitted together by damped least squares: positions slide, weights stay above 0.

Of each pixel a least and a largest value are known. What is drawn may lie anywhere between them; only what
lies outside is left to explain.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable

import numpy as np

from ...base.arrays import Array, cholesky_factor, convolved
from ...base.scientific import linalg, ndimage, sparse, spatial, special
from .kernels import Kernel, surface_of, window

ADDED_SHARE = 0.5
"""Local maxima of the residual above this share of the largest are added in one round."""
STOP_SHARE = 0.02
"""Residual, as a share of a point's own height, below which nothing is left to explain."""
RIPPLE = 5.0
"""Times what noise of single pixels looks like as a kernel: one in a million pixels does by chance."""
LARGEST_SLIDE = 1 / 3
"""Share of a bandwidth that a point moves in one step at most."""
MOST_DENSE = 1_200
"""Unknowns whose normal equations are solved as they stand; more are left to an iteration."""
UPON = 0.05
"""Share of a bandwidth within which two points are one."""
JOINED = 0.6
"""Share of a bandwidth within which two points may be one that was split: halves lie 0.25 apart. Chosen."""
GIVING_WAY = 1.5
"""Bandwidths from two points within which others are fitted anew when the two become one."""
AS_WELL = 1.5
"""Times the noise of the whole that fewer points may leave about them and explain the surface as well."""
HEAVIER = 0.5
"""A point lighter than this share of one in reach may mend its shape; one that stands out of the surface by
less than this share may be none. Chosen."""
ABOVE_NOISE = 5.0
"""Times the noise of a pixel above which a light point by itself is one: what noise adds up to lies below."""
OPEN = 0.004
"""Noise, as a share of a point's height, that ranges of values hide: what they leave open shows none."""
SHARP = 12.0
"""Edges between ranges are taken for so much sharper than a pixel's rise: simulated points err least then."""
FLOOR = 1e-3
"""Noise that is taken at least, as a share of a point's height, while points move to the middle."""
TILE = 0.3
"""Side of tiles, as a share of a bandwidth, over which what is left over is alike; 0.3 to 1 tell the same."""
REDRAWN = 0.3
"""Share of steep pixels equal to their neighbour from which on a raster of larger pixels was drawn."""
REDRAWN_PX = 0.25 / np.sqrt(3)
"""Error that this leaves along an axis: its pixels' middles lie evenly within a quarter of a pixel."""
ROUNDING = 1e-13
"""Added to a diagonal of ones so that rounding leaves it positive."""
TINY = 1e-30
_Misfit = tuple[float, Array, Any]
"""How bad a fit is, what it leaves of each pixel, and how much each pixel counts (None: all alike)."""


class Fit:
    """Points and the residual that they leave.

    ``least``, ``most``: (h, w), least and largest value of each pixel; the same array where values are known.
    """

    def __init__(self, least: Array, most: Array, kernel: Kernel):
        self.least, self.most, self.kernel = least, most, kernel
        self.look: Callable[[], None] = lambda: None
        self.x, self.y, self.weight = np.zeros(0), np.zeros(0), np.zeros(0)
        self.stamp = kernel.stamp()
        self.ranges = most is not least
        self.drawn, self.residual = np.zeros(least.shape), np.clip(0.0, least, most)

    def height(self) -> float:
        """Height of a single point: the middle weight of those above the noise."""
        if not len(self.weight):
            return float(np.abs(self.residual).max())
        above = self.weight[self.weight > self.noise()]
        return float(np.median(above if len(above) else self.weight))

    def left(self) -> float:
        """Largest height of a kernel that the residual still looks like."""
        return float(self._likeness().max())

    def noise(self) -> float:
        """Root mean square of what is not explained, over the pixels that show something."""
        inside = max(int((self.least > 0).sum()) - 3 * len(self.x), 1)
        return float(np.sqrt((self.residual**2).sum() / inside))

    def _likeness(self) -> Array:
        return convolved(self.residual, self.stamp) / float((self.stamp**2).sum())

    def add(self) -> int:
        """Add points where the residual looks most like a kernel; their number."""
        likeness = self._likeness()
        least = max(STOP_SHARE * self.height() / 2, RIPPLE * self.noise() / np.sqrt((self.stamp**2).sum()))
        near = max(3, int(self.kernel.bandwidth_px) | 1)
        top = (likeness == ndimage.maximum_filter(likeness, near)) & (likeness > ADDED_SHARE * likeness.max())
        top &= likeness > least
        rows, columns = np.nonzero(top)
        self.x = np.concatenate([self.x, columns + 0.5])
        self.y = np.concatenate([self.y, rows + 0.5])
        self.weight = np.concatenate([self.weight, likeness[rows, columns]])
        return len(rows)

    def slide(self, steps: int) -> None:
        """Fit all positions and weights together, until ranges leave nothing to explain."""
        if len(self.x):  # of noise none may be left
            self._walk(steps, self._outside, 1e-9)

    def centre(self, steps: int) -> None:
        """Move all points to the middle of what the ranges allow.

        Each pixel's value is taken as normal about what is drawn, cut off at its range: so the edge between
        two ranges pulls from both sides.
        """
        for _ in range(2):
            self._walk(steps, partial(self._censored, self._open()), 1e-6)

    def _walk(self, steps: int, told: Callable[[], _Misfit], least_gain: float) -> None:
        """Damped steps downhill; one that makes it worse is taken back."""
        if not len(self.x):
            return
        damping, farthest = 1e-3, LARGEST_SLIDE * self.kernel.bandwidth_px
        self._renewed()
        best, left, counts = told()
        for _ in range(steps):
            self.look()
            jacobian, scale = self.jacobian(counts)
            step = (_solved(jacobian, left.ravel(), damping) * scale).reshape(3, -1)
            kept = self.x, self.y, self.weight
            moves = np.clip(step[:2], -farthest, farthest)
            self.x, self.y = kept[0] + moves[0], kept[1] + moves[1]
            self.weight = np.maximum(kept[2] + step[2], 0)
            self._renewed()
            now, *others = told()
            if now < best:
                gain, best, (left, counts) = best - now, now, others
                damping = max(damping / 3, 1e-9)
                if gain < least_gain * max(best, TINY):
                    return
            else:
                self.x, self.y, self.weight = kept
                self._renewed()
                damping = 10 * max(damping, 1e-6)
                if damping > 1e3:
                    return

    def _renewed(self) -> None:
        self.drawn = surface_of(self.x, self.y, self.kernel, self.least.shape, self.weight)
        self.residual = np.clip(self.drawn, self.least, self.most) - self.drawn

    def _outside(self) -> _Misfit:
        """What lies outside of the ranges."""
        return float((self.residual**2).sum()), self.residual, None

    def _rise(self) -> Array:
        """By how much the surface rises from pixel to pixel."""
        return np.hypot(*np.gradient(self.drawn))

    def _gap(self) -> Array:
        """Width of the range of each pixel; 0 where it tells nothing."""
        return np.where(np.isfinite(self.most), self.most, 0.0) - np.where(
            np.isfinite(self.least), self.least, 0.0
        )

    def _open(self) -> Array:
        """Standard deviation of what the ranges leave open about the value of each pixel."""
        open_ = np.minimum(self._gap(), self._rise()) / SHARP
        return np.maximum(open_, max(self.noise(), FLOOR * self.height()))

    def _censored(self, wide: Array) -> _Misfit:
        """Surprise at all ranges where values are normal about what is drawn, with so wide a deviation."""
        known = np.isfinite(self.most)
        low, high = ((side[known] - self.drawn[known]) / wide[known] for side in (self.least, self.most))
        surprise, pull, sure = _cut_off(low, high)
        left, counts = np.zeros(known.shape), np.zeros(known.shape)
        left[known] = pull / np.sqrt(np.maximum(sure, 1e-9))
        counts[known] = np.sqrt(sure) / wide[known]
        return float(surprise.sum()), left, counts

    def jacobian(self, times: Array | None = None) -> tuple[sparse.csr_matrix, Array]:
        """Derivatives of the surface by x, y and weight of each point, columns of about length 1.

        The row of each pixel is multiplied by ``times``. Gives the matrix, and by what each column was
        multiplied.
        """
        height, width = self.least.shape
        rows, columns, values = [], [], []
        count = len(self.x)
        for at, (x, y, weight) in enumerate(zip(self.x, self.y, self.weight)):
            down, across = window(x, y, self.kernel, height, width)
            dy = np.arange(down.start, down.stop)[:, None] + 0.5 - y
            dx = np.arange(across.start, across.stop)[None, :] + 0.5 - x
            square = dx**2 + dy**2
            slope = -2 * weight * self.kernel.slope(square)
            counted = 1.0 if times is None else times[down, across]
            cells = (np.arange(down.start, down.stop)[:, None] * width
                     + np.arange(across.start, across.stop)[None, :]).ravel()  # fmt: skip
            for part, column in ((slope * dx, at), (slope * dy, count + at),
                                 (self.kernel.value(square), 2 * count + at)):  # fmt: skip
                rows.append(cells)
                columns.append(np.full(len(cells), column))
                values.append((part * counted).ravel())
        whole = np.concatenate(values)
        index = np.concatenate(columns)
        length = np.sqrt(np.bincount(index, whole**2, 3 * count))
        scale = 1 / np.maximum(length, 1e-12)
        matrix = sparse.csr_matrix((whole * scale[index], (np.concatenate(rows), index)),
                            shape=(height * width, 3 * count))  # fmt: skip
        return matrix, scale

    def prune(self, share: float = 0.05) -> None:
        """Join points that came to lie upon one another, and drop those that weigh next to nothing."""
        self._keep(np.argsort(-self.weight))
        gone = np.zeros(len(self.x), bool)
        near = spatial.cKDTree(self._where()).query_pairs(UPON * self.kernel.bandwidth_px)
        for first, second in sorted(near):
            if not gone[first] and not gone[second]:
                self.weight[first] += self.weight[second]
                gone[second] = True
        gone |= (self.weight < share * self.height()) & ~self._alone()
        self._keep(~gone)
        self._renewed()

    def _alone(self) -> Array:
        """Light points above noise with no heavy one in reach, as maps have that are drawn with weights."""
        height, width = self.least.shape
        under = np.clip(self.y.astype(int), 0, height - 1), np.clip(self.x.astype(int), 0, width - 1)
        alone = self.weight > ABOVE_NOISE * self.noise()
        alone &= self.least[under] > HEAVIER * self.weight  # where a picture tells ranges: for certain
        pairs = spatial.cKDTree(self._where()).query_pairs(self.kernel.reach_px, output_type="ndarray")
        for light, heavy in (pairs.T, pairs.T[::-1]):
            alone[light[self.weight[light] < HEAVIER * self.weight[heavy]]] = False
        return alone

    def join(self, steps: int) -> None:
        """Put one point in place of two wherever that explains the surface as well.

        Wide ranges of values, as few classes give them, let a point be split: two halves draw the same.
        """
        near = spatial.cKDTree(self._where()).query_pairs(
            JOINED * self.kernel.bandwidth_px, output_type="ndarray"
        )
        apart = np.hypot(*(self._where()[near[:, 0]] - self._where()[near[:, 1]]).T)
        gone = np.zeros(len(self.x), bool)
        allowed = AS_WELL * max(self.noise(), OPEN * self.height() if self.ranges else 0.0)
        for pair in near[np.argsort(apart)].tolist():
            if gone[pair].any():
                continue
            self.look()
            others = self._about(pair, gone)
            fewer = self._without(pair, others, gone, steps, allowed)
            if fewer is not None:
                gone[pair[1]], kept = True, [pair[0], *others]
                self.x[kept], self.y[kept], self.weight[kept] = fewer.x, fewer.y, fewer.weight
                self._renewed()
        self._keep(~gone)
        self._renewed()

    def _about(self, pair: list[int], gone: Array) -> list[int]:
        """Points whose kernels reach that of two points: they give way when these become one."""
        away = np.minimum(*(np.hypot(self.x - self.x[at], self.y - self.y[at]) for at in pair))
        near = (away < GIVING_WAY * self.kernel.bandwidth_px) & ~gone
        near[pair] = False
        return np.flatnonzero(near).tolist()

    def _without(
        self, pair: list[int], others: list[int], gone: Array, steps: int, allowed: float
    ) -> Fit | None:
        """One point in place of two, fitted with those about it; None where that explains less."""
        middle = self.weight[pair] @ self._where()[pair] / self.weight[pair].sum()
        here = window(middle[0], middle[1], self.kernel, *self.least.shape)
        corner = np.array([here[1].start, here[0].start], float)
        rest = ~gone
        rest[[*pair, *others]] = False
        x_px, y_px = (self._where()[rest] - corner).T
        below = surface_of(x_px, y_px, self.kernel, self.least[here].shape, self.weight[rest])
        trial = Fit(self.least[here] - below, self.most[here] - below, self.kernel)
        trial.x, trial.y = (np.vstack([middle, self._where()[others]]) - corner).T.copy()
        trial.weight = np.append(self.weight[pair].sum(), self.weight[others])
        trial.slide(steps)
        if float((trial.residual**2).mean()) > allowed**2:
            return None
        trial.x, trial.y = trial.x + corner[0], trial.y + corner[1]
        return trial

    def errors(self) -> Array:
        """Standard deviation of each point along an axis, pixels: what ranges leave open, and what is left.

        Where the surface rises by more than a range within a pixel, how far each range's middle lies off is
        seen. It is alike at neighbouring pixels (a JPEG, names over the map), so it is summed up over tiles,
        and these count as independent. Where a range is wider, the edges between two tell the place, each
        known to a pixel's rise, or to the strip between them that tells nothing.
        """
        gap, rise = self._gap(), np.maximum(self._rise(), TINY)
        known, steep = np.isfinite(self.most), gap <= rise
        counts = np.where(known, 1 / np.sqrt(self._variance(gap, rise)), 0.0)
        jacobian, scale = self.jacobian(counts)
        inverse = np.linalg.pinv((jacobian.T @ jacobian).toarray())
        middle = np.where(known & steep, self.least + gap / 2 - self.drawn, self.residual)
        pulls = self._tiles() @ jacobian.multiply((middle * counts).reshape(-1, 1)).tocsr()
        at_edges = jacobian.multiply((~steep).reshape(-1, 1)).tocsr()
        seen = (pulls.T @ pulls + at_edges.T @ at_edges).toarray()
        both = np.maximum(np.diag(inverse @ seen @ inverse), 0) * scale**2
        along = both.reshape(3, -1)[:2].mean(axis=0)
        return np.sqrt(along + (REDRAWN_PX**2 if self._redrawn(gap, rise) else 0.0))

    def _variance(self, gap: Array, rise: Array) -> Array:
        """What each pixel leaves open about its value, squared."""
        shown = self.drawn > OPEN * self.height()
        unknown = (shown & np.isinf(self.most)).sum() / max(shown.sum(), 1)
        strip = 1 + unknown * gap / rise
        at_edge = gap * rise * np.minimum(strip**2, gap / rise)
        return np.where(gap <= rise, gap**2, at_edge) / 12 + max(self.noise(), 1e-9 * self.height()) ** 2

    def _tiles(self) -> sparse.csr_matrix:
        """The matrix that sums pixels up over tiles."""
        height, width = self.least.shape
        rows, columns = np.mgrid[:height, :width] // max(1, int(np.ceil(TILE * self.kernel.bandwidth_px)))
        tile = (rows * (columns.max() + 1) + columns).ravel()
        return sparse.csr_matrix((np.ones(len(tile)), (tile, np.arange(len(tile)))))

    def _redrawn(self, gap: Array, rise: Array) -> bool:
        """Whether a raster of larger pixels was drawn: neighbours are equal on steep slopes."""
        steep = (gap > 0) & (rise > 2 * gap)
        both = steep[:, 1:] & steep[:, :-1]
        return bool(both.any() and (self.least[:, 1:] == self.least[:, :-1])[both].mean() > REDRAWN)

    def _where(self) -> Array:
        return np.column_stack([self.x, self.y])

    def _keep(self, chosen: Array) -> None:
        self.x, self.y, self.weight = self.x[chosen], self.y[chosen], self.weight[chosen]


def _cut_off(low: Array, high: Array) -> tuple[Array, Array, Array]:
    """A standard normal value between two bounds: surprise at that, its mean, and 1 less its variance."""
    turned = low > 0  # the tail on the left is computed without loss
    low, high = np.where(turned, -high, low), np.where(turned, -low, high)
    high = np.maximum(high, low + 1e-9)
    below, above = special.log_ndtr(low), special.log_ndtr(high)
    share = above + np.log(-np.expm1(np.minimum(below - above, -1e-12)))
    at_low, at_high = (
        np.exp(np.minimum(-(one**2) / 2 - 0.5 * np.log(2 * np.pi) - share, 50)) for one in (low, high)
    )
    mean = at_low - at_high
    sure = np.clip(mean**2 - (low * at_low - high * at_high), 0, 1)
    return -share, np.where(turned, -mean, mean), sure


def _solved(jacobian: sparse.csr_matrix, residual: Array, damping: float) -> Array:
    """The damped least squares step."""
    from scipy.sparse.linalg import lsmr

    if jacobian.shape[1] <= MOST_DENSE:
        normal = (jacobian.T @ jacobian).toarray()
        normal[np.diag_indices_from(normal)] += damping**2 + ROUNDING
        try:
            return linalg.cho_solve((cholesky_factor(normal), True), jacobian.T @ residual)
        except np.linalg.LinAlgError:  # two points in one place: their columns are alike
            pass
    return lsmr(jacobian, residual, damp=damping, maxiter=200)[0]

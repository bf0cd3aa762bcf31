# SPDX-License-Identifier: GPL-2.0-or-later
"""A scan for clusters of the true areas, by the likelihood through the mask.

A circle Z of true areas has theta times the risk of the rest. Given the total Y of masked points, they
are multinomial over the destinations with chances

    p_j(theta) ~ t_j + (theta - 1) t_jZ,   t_j = sum_i e_i P_ij,   t_jZ = sum_{i in Z} e_i P_ij      (1)

and the log likelihood ratio of Z against theta = 1 is

    LLR(Z) = max_theta  sum_j y_j log(1 + (theta - 1) f_jZ) - Y log(1 + (theta - 1) T_Z / T),
    f_jZ = t_jZ / t_j                                                                              (2)

taken over a fixed grid of theta above 1. The same grid serves the random maps, which are drawn from
p_j(1), so the p-value is exact whatever the grid. Where nothing is moved (2) is Kulldorff's ratio for
the best theta of the grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..base.arrays import Array, Floats, Ints, blocks
from ..base.errors import InputError, Phrase
from ..base.progress import Progress, silent
from ..base.randomness import Source
from ..base.scientific import sparse
from ..geometry.sphere import arc_from_chord_m, unit_vectors
from .masked_table import MaskedTable
from .scan import Scanned

RISKS = (1.2, 1.4, 1.7, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0)
"""Relative risks tried in a circle; between neighbours the ratio (2) loses less than 2 %."""

_SIZES = 24
"""Circles about a centre: in steps of equal ratio from one area to the largest share."""
_CIRCLES_AT_ONCE = 512
"""Memory alone."""


@dataclass(frozen=True)
class MaskedCluster:
    """A circle of true areas with more masked points than its people explain."""

    centre: int
    """Row of the area at the centre."""
    members: Array
    """Rows of the areas inside, nearest first."""
    radius_m: float
    """From the centre to the farthest member."""
    share: float
    """Expected share of all cases inside."""
    relative_risk: float
    """Of the grid, the likeliest risk inside over outside."""
    llr: float
    p_value: float
    """Log likelihood ratio (2) and its Monte Carlo rank; the p-value is NaN without random maps."""


def scan_through_mask(
    mask: MaskedTable,
    counts: Array,
    lon_deg: Floats,
    lat_deg: Floats,
    source: Source,
    simulations: int = 999,
    max_share: float = 0.5,
    max_clusters: int = 10,
    progress: Progress = silent,
) -> Scanned:
    """Scan masked points for circles of true areas with an excess.

    Parameters
    ----------
    mask : MaskedTable
        With people or expected cases of each area.
    counts : array_like of int, shape (m,)
        Masked points at each destination.
    lon_deg, lat_deg : array_like, shape (n,)
        Representative points of the areas, degrees.
    source : SystemSource or SeededSource
        Where the random maps come from.
    simulations : int
        Random maps; 0 gives no p-values.
    max_share : float
        Largest circle as a share of all that is expected.
    max_clusters : int
        Clusters to report.

    Returns
    -------
    Scanned
        Clusters that share no area.

    Raises
    ------
    InputError
        No points, fewer than 3 areas with people, or points that the table cannot have produced.
    """
    counts = np.asarray(counts, dtype=float)
    if counts.sum() <= 0:
        raise InputError(
            "masked_scan.points.none", "There are no masked points, so there is nothing to scan for."
        )
    study, used = _circles_of(mask, counts, lon_deg, lat_deg, max_share)
    drawn = _random_maps(study.null, int(counts.sum()), simulations, source)
    best, simulated = _search(study, counts[study.reached], drawn, progress)
    return Scanned(_clusters(study, best, simulated, used, max_clusters), simulated)


def _circles_of(
    mask: MaskedTable, counts: Floats, lon_deg: Floats, lat_deg: Floats, max_share: float
) -> tuple[_Study, Ints]:
    """The circles of the areas with people, and the rows of these."""
    mask.check(counts)
    used = np.flatnonzero(mask.expected > 0)
    if len(used) < 3:
        raise InputError(
            "masked_scan.areas.too_few",
            "A scan needs at least 3 areas with people; there are {count}.",
            count=len(used),
        )
    points = unit_vectors(np.asarray(lon_deg, float)[used], np.asarray(lat_deg, float)[used])
    return _Study.of(mask, used, points, max_share), used


@dataclass(frozen=True)
class _Study:
    """The circles that are tried: centre, number of areas, share of what is expected."""

    share_of_area: Array
    reached: Array
    null: Array
    mixed: object
    points: Array
    order: Array
    centre: Array
    width: Array
    share: Array

    @classmethod
    def of(cls, mask: MaskedTable, used: Ints, points: Floats, max_share: float) -> _Study:
        expected = mask.expected[used]
        reached = np.flatnonzero(mask.crowd > 0)
        mixed = mask.flow[reached][:, used].multiply(1 / mask.crowd[reached][:, None]).tocsc()
        share = expected / expected.sum()
        order = np.empty((len(used), len(used)), dtype=np.int32)
        for row, point in enumerate(points):
            order[row] = np.argsort(((points - point) ** 2).sum(axis=1), kind="stable")
        centre, width, held = _circles(order, share, max_share)
        if not len(centre):
            raise InputError(
                "masked_scan.circle.none",
                "No circle is small enough: every area alone holds more than {max_share:.1%} of what is "
                "expected. Raise the largest share.",
                max_share=max_share,
            )
        null = mask.crowd[reached] / mask.crowd.sum()
        return cls(share, reached, null, mixed, points, order, centre, width, held)

    def inside(self, circles: Ints) -> Array:
        """``f_jZ`` of the circles, shape (circles, destinations)."""
        rows = np.concatenate([self.order[self.centre[c], : self.width[c]] for c in circles])
        columns = np.repeat(np.arange(len(circles)), self.width[circles])
        shape = (len(self.share_of_area), len(circles))
        chosen = sparse.csc_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)
        return np.clip(np.asarray((self.mixed @ chosen).todense()).T, 0.0, 1.0)


def _circles(order: Ints, share: Floats, max_share: float) -> Iterator[Any]:
    """Centres, sizes and shares: equal ratios of size, doubles of one set of areas left out."""
    centre: list[int] = []
    width: list[int] = []
    held: list[float] = []
    for row in range(len(order)):
        total = np.cumsum(share[order[row]])
        most = int(np.searchsorted(total, max_share * (1 + 1e-12), side="right"))
        sizes = np.unique(np.geomspace(1, most, _SIZES).astype(int)) if most else np.empty(0, dtype=int)
        centre.extend([row] * len(sizes))
        width.extend(sizes)
        held.extend(total[sizes - 1])
    keys = [frozenset(order[c, :w].tolist()) if w <= 8 else (c, w) for c, w in zip(centre, width)]
    first = sorted({key: index for index, key in reversed(list(enumerate(keys)))}.values())
    return (np.asarray(values)[first] for values in (centre, width, held))


def _random_maps(null: Floats, cases: int, simulations: int, source: Source) -> Array:
    """Maps under the null, shape (destinations, simulations)."""
    if not simulations:
        return np.empty((len(null), 0), dtype=np.float32)
    return source.generator().multinomial(cases, null / null.sum(), simulations).T.astype(np.float32)


class _Best(NamedTuple):
    """The largest log likelihood ratio of every circle, and the relative risk that has it."""

    ratio: Floats
    risk: Floats


def _search(study: _Study, counts: Floats, drawn: Floats, progress: Progress) -> tuple[_Best, Floats]:
    """Best risk and ratio of every circle, and the maximum of every random map."""
    cases = float(counts.sum())
    ratio, risk = np.zeros(len(study.centre)), np.ones(len(study.centre))
    simulated = np.zeros(drawn.shape[1])
    for some in blocks(len(study.centre), _CIRCLES_AT_ONCE):
        circles = np.arange(some.start, some.stop)
        inside = study.inside(circles)
        for theta in RISKS:
            gain = np.log1p((theta - 1) * inside).astype(np.float32)
            loss = cases * np.log1p((theta - 1) * study.share[circles])
            found = np.log1p((theta - 1) * inside) @ counts - loss
            better = found > ratio[circles]
            ratio[circles[better]], risk[circles[better]] = found[better], theta
            if len(simulated):
                np.maximum(simulated, (gain @ drawn - loss[:, None]).max(axis=0), out=simulated)
        progress((circles[-1] + 1) / len(study.centre), Phrase("Scanning"))
    return _Best(ratio, risk), simulated


def _clusters(study: _Study, best: _Best, simulated: Floats, used: Ints, most: int) -> tuple[Any, ...]:
    ratio = best.ratio
    found: list[Any] = []
    taken = np.zeros(len(used), dtype=bool)
    for circle in np.argsort(-ratio, kind="stable"):
        if ratio[circle] <= 0 or len(found) == most:
            break
        members = study.order[study.centre[circle], : study.width[circle]]
        if taken[members].any():
            continue
        taken[members] = True
        reach = np.sqrt(((study.points[members[-1]] - study.points[members[0]]) ** 2).sum())
        p = (1 + np.sum(simulated >= ratio[circle] * (1 - 1e-6))) / (1 + len(simulated))
        found.append(
            MaskedCluster(
                centre=int(used[study.centre[circle]]),
                members=used[members],
                radius_m=float(arc_from_chord_m(reach)),
                share=float(study.share[circle]),
                relative_risk=float(best.risk[circle]),
                llr=float(ratio[circle]),
                p_value=float(p) if len(simulated) else float("nan"),
            )
        )
    return tuple(found)

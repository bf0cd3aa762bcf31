# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the dots of a chart lie as places do: in any stretch of both axes, any turn and any scale.

Axes, numbers at them and words say nothing here, for whoever draws them chooses them. What counts is whether
some way to lay the places over the dots brings more of them onto dots than the density of the dots about
them would by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base.arrays import Array
from ....mapimage.markers.ink.classify import colour_classes, ink_mask
from .scales import between_scales

if TYPE_CHECKING:
    from ....mapimage.markers.dots import Dots

CELL = 0.00125
"""Side of a cell as a share of the dots' extent: half a pixel of four hundred."""
EXACT = (0.0025, 0.005)
"""Shares of the extent within which a dot is on a place: one and two pixels of four hundred."""
ABOUT = 8.0
"""The chance of a hit is taken over a square of so many times the reach to each side."""
ALONG = 25.0
"""The same for lines to each side, for rows of marks, as of a forest plot, meet all along."""
BY_CHANCE = 0.01
"""Charts of other things that are taken for places: the bound holds for all ways that are tried together."""
SMALLEST, LARGEST = 0.4, 3.0
"""Extent of one set over that of the other: a plot may show a part of the places, or others beside them."""
APART = 0.3
"""Share of the extent by which the two of a set that fix a way lie apart."""
LEAST_SURPRISE = 16.0
"""−ln of :data:`BY_CHANCE` over 100 000 ways: where even a full match gives less, a reach is not tried."""
MOST_WAYS, LEAST_ANCHORS, MOST_ANCHORS = 300_000, 3, 100
"""Ways that are tried on each plane, and pairs of the smaller set that are laid on all of the larger."""
FIRST, SECOND, KEPT = 4, 16, 50
"""Members of the smaller set that are looked at first and then, and ways that go on to all of it; chosen."""
MOST_DOTS = 1_000
"""Of more nobody could say in three seconds whether places are among them."""
LEAST_DOTS = 8
"""Fewer lie as some of the places by chance."""
WIDEST_M = 1_300_000.0
"""Over a wider region two projections differ by more than a hundredth of its extent."""
LEAST_SET = 3
"""Fewer dots of a kind are samples of a legend, letters, or the ends of a line."""
NEAR_AXIS_PX = 5.0
"""A dot on an axis reaches beyond it, and so does the line's own width."""
SAME_PX, SAME_SHARE = 3.0, 0.2
"""Pieces so near to dots are their rims; a colour with a smaller share of others adds nothing."""
MOST_MARKS = 300
"""More pieces of a colour are those of letters and of blurred rims."""
LARGEST_REACH = 0.04
"""Share of the extent: farther about forty dots anything lies on one."""
LARGEST_MARK = 0.06
"""Side of a mark as a share of the picture's longer side: larger pieces are lines, bars and areas."""


def shows_places(
    rgb: Array, dots: Dots, layers: Sequence[Sequence[Array]], reach: float = 0.0
) -> bool | None:
    """Whether a chart shows places: as its dots, as those of one kind, or as marks of one colour.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
    dots : Dots
        As found in it.
    layers : sequence of sequences of ndarray
        Places that must not be shown, each on planes as :func:`lie_as_places` takes them.
    reach : float
        As there.

    Returns
    -------
    bool or None
        None where nobody could tell, or where it does not lie between two axes with scales.
    """
    box = between_scales(rgb)
    if box is None:
        return None
    left, right, top, bottom = box
    where = np.column_stack([dots.x_px, dots.y_px])
    inside = (where >= np.array([left, top]) - NEAR_AXIS_PX).all(axis=1)
    inside &= (where <= np.array([right, bottom]) + NEAR_AXIS_PX).all(axis=1)
    kinds = [inside & (dots.dot_class == kind) for kind in range(len(dots.classes))]
    sets = [where[one] for one in [inside, ~inside, *kinds] if one.sum() >= LEAST_SET]
    answers = [lie_as_places(one, planes, reach) for one in sets for planes in layers]
    if answers == [False] * len(answers):
        marks = _other_marks(rgb[top:bottom, left:right], where - [left, top])
        answers += [bool(lie_as_places(one, planes, reach)) for one in marks for planes in layers]
    return True if True in answers else None if None in answers else False


def planes_of(metres: Array, lonlat: Array) -> tuple[Array, ...]:
    """Places on the planes on which a chart may show them: metres, degrees, Mercator's, axes exchanged."""
    lat = np.radians(np.clip(lonlat[:, 1], -85, 85))
    mercator = np.column_stack([np.radians(lonlat[:, 0]), np.arctanh(np.sin(lat))])
    return metres, lonlat, mercator, lonlat[:, ::-1]


def lie_as_places(dots: Array, planes: Sequence[Array], reach: float = 0.0) -> bool | None:
    """Whether dots lie as places do, or some of them as some places.

    Parameters
    ----------
    dots : ndarray, shape (d, 2)
        Columns and rows of a picture, rows downwards.
    planes : sequence of ndarray, shape (p, 2)
        The places on each plane that is tried, northings upwards: on the first, of metres, they are turned
        and scaled, on the others stretched along each axis.
    reach : float
        Share of the dots' extent within which a dot gives a place away, tried beside :data:`EXACT`.

    Returns
    -------
    bool or None
        None where nobody could tell: too few dots or places, or so many that dots are everywhere.

    Examples
    --------
    >>> places = np.random.default_rng(0).random((30, 2))
    >>> lie_as_places(places * [400, -300] + [20, 330], [places, places])
    True
    >>> lie_as_places(np.random.default_rng(1).random((30, 2)) * 300, [places, places])
    False
    """
    seen = _within_one(dots)
    sets = [_within_one(np.asarray(one, float) * [1, -1]) for one in planes]
    count = min(len(seen), len(sets[0]))
    if count < LEAST_DOTS or max(len(seen), len(sets[0])) > MOST_DOTS or np.ptp(planes[0]) > WIDEST_M:
        return None
    searches = [_Search(seen, one, reach, turned=not at) for at, one in enumerate(sets)]
    least = np.log(sum(one.tried for one in searches) / BY_CHANCE)
    if max(one.most for one in searches) < least:
        return None
    return any(one.best >= least for one in searches)


class _Search:
    """All ways to lay the smaller of two sets on the larger, by two of its members on two of the other."""

    def __init__(self, dots: Any, places: Any, reach: float, turned: bool) -> None:
        few, many = sorted((dots, places), key=len)
        self.turned, self.few, self.many = turned, few, many
        self.ground = _Ground(many, sorted({*EXACT, min(max(reach, EXACT[-1]), LARGEST_REACH)}))
        full = [_surprise(len(few) - 2.0, (len(few) - 2) * one) for one in self.ground.usual]
        self.grounds = [each for each, one in zip(self.ground.at, full) if one >= LEAST_SURPRISE]
        self.most = max(full) if self.grounds else 0.0
        self.best, self.tried = 0.0, 1
        source = np.random.default_rng(0)
        start, end = (many[one].astype(np.complex64) for one in np.nonzero(~np.eye(len(many), dtype=bool)))
        end -= start
        for at, anchor in enumerate(self._anchors(source)):
            if at >= LEAST_ANCHORS and self.tried > MOST_WAYS:
                break
            self._try(*self._ways(anchor, start, end), source.permutation(few).astype(np.complex64))

    def _anchors(self, source: np.random.Generator) -> Any:
        """Pairs of the smaller set that lie apart: along both axes, or at all where they may be turned."""
        few = self.few
        along = [np.abs(one[:, None] - one) / max(float(np.ptp(one)), CELL) for one in (few.real, few.imag)]
        apart = (np.maximum if self.turned else np.minimum)(*along) > APART
        return few[source.permutation(np.argwhere(np.triu(apart)))[:MOST_ANCHORS]]

    def _ways(self, anchor: Any, start: Any, onto: Any) -> tuple[Any, Any]:
        """Scale and shift of the ways from a pair to each of many that leave both sets about as large."""
        across = np.complex64(anchor[1] - anchor[0])
        scale = onto / across if self.turned else _joined(onto.real / across.real, onto.imag / across.imag)
        size, whole = _size(self.few), _size(self.many)
        wide, high = np.abs(scale.real) * size.real / whole.real, np.abs(scale.imag) * size.imag / whole.imag
        if self.turned:
            wide = high = np.abs(scale) * abs(size) / abs(whole)
        # The smaller set may be a part of the larger, or show a part of it among others.
        fits = (np.minimum(wide, high) >= 1 / LARGEST) & (np.maximum(wide, high) <= 1 / SMALLEST)
        scale = scale[fits]
        return scale, start[fits] - self._scaled(scale, np.complex64(anchor[0]))

    def _scaled(self, scale: Any, where: Any) -> Any:
        return scale * where if self.turned else _joined(scale.real * where.real, scale.imag * where.imag)

    def _try(self, scale: Any, shift: Any, few: Any) -> None:
        """Look at the first members on every way, at more on those that go on, and at all on the best."""
        self.tried += len(scale) * len(self.grounds)
        first = self.ground.cells(self._scaled(scale, few[:FIRST, None]) + shift)
        for on, about in self.grounds:
            good = np.flatnonzero(on[first].sum(axis=0) >= min(FIRST, len(few)) / 4)
            cells = self.ground.cells(self._scaled(scale[good], few[:SECOND, None]) + shift[good])
            good = good[np.argsort(-on[cells].sum(axis=0), kind="stable")[:KEPT]]
            cells = self.ground.cells(self._scaled(scale[good], few[:, None]) + shift[good])
            for one in cells.T:
                hits = len(np.unique(self.ground.nearest[one[on[one]]]))
                self.best = max(self.best, _surprise(hits - 2.0, float(about[one].sum())))


class _Ground:
    """Where something lies on one of a set, and how likely it would by the density of the set about it."""

    def __init__(self, where: Any, reaches: Sequence[float]) -> None:
        from scipy.ndimage import distance_transform_edt, uniform_filter

        self.margin = round(ABOUT * reaches[-1] / CELL)
        at = np.rint(np.column_stack([where.real, where.imag]) / CELL).astype(int) + self.margin
        self.size = at.max(axis=0) + self.margin + 1
        empty = np.ones(self.size, bool)
        empty[tuple(at.T)] = False
        away, nearest = distance_transform_edt(empty, return_indices=True)
        self.nearest = np.ravel_multi_index(tuple(nearest), tuple(self.size)).ravel()
        self.at = []  # for each reach, what lies on the set, and the chance of it
        for reach in reaches:
            ground = (away <= reach / CELL).astype(np.float32)
            square, line = (2 * round(times * reach / CELL) + 1 for times in (ABOUT, ALONG))
            windows = ((square, square), (line, 1), (1, line))
            about = [uniform_filter(ground, window, mode="constant") for window in windows]
            self.at.append((ground.ravel() > 0, np.max(about, axis=0).ravel()))
        self.usual = [float(about[self.cells(where)].mean()) for _on, about in self.at]

    def cells(self, where: Any) -> Any:
        """Numbers of the cells of positions; 0, which is empty, for those beyond."""
        across, down = (np.rint(axis / CELL).astype(np.int32) + self.margin
                        for axis in (where.real, where.imag))  # fmt: skip
        within = (across >= 0) & (across < self.size[0]) & (down >= 0) & (down < self.size[1])
        return np.where(within, across * self.size[1] + down, 0)


def _within_one(where: Array) -> Any:
    """Different positions as complex numbers from 0, their larger extent 1."""
    where = np.asarray(where, float)
    scaled = (where - where.min(axis=0)) / max(float(np.ptp(where, axis=0).max()), 1e-12)
    return np.unique(scaled[:, 0] + 1j * scaled[:, 1])


def _joined(real: Any, imag: Any) -> Any:
    """Complex numbers of both parts."""
    both = np.empty(np.shape(real), np.complex64)
    both.real, both.imag = real, imag
    return both


def _size(where: Any) -> complex:
    """Extents of a set along both axes."""
    return complex(max(np.ptp(where.real), CELL), max(np.ptp(where.imag), CELL))


def _surprise(hits: float, expected: float) -> float:
    """Chernoff's bound: −ln of the chance of so many hits or more, of so many expected."""
    expected = max(expected, 1e-9)
    return float(hits * np.log(hits / expected) - (hits - expected)) if hits > expected else 0.0


def _other_marks(rgb: Array, dots: Array) -> Iterator[Array]:
    """Middles of small pieces of each colour that are no dots: as they are, and parted from lines."""
    from scipy.ndimage import binary_opening
    from scipy.spatial import cKDTree

    found, known = colour_classes(np.ascontiguousarray(rgb)), cKDTree(dots)
    for one in range(1, len(found.pixels)):
        ink = ink_mask(found, one)
        for mask in (ink, binary_opening(ink, np.ones((3, 3)))):
            middles = _small_pieces(mask)
            new = LEAST_DOTS <= len(middles) <= MOST_MARKS
            if new and np.mean(known.query(middles)[0] > SAME_PX) > SAME_SHARE:
                yield middles


def _small_pieces(mask: Array) -> Array:
    from scipy import ndimage

    labels, _count = ndimage.label(mask, structure=np.ones((3, 3)))
    most = LARGEST_MARK * max(mask.shape)
    middles = [((rows.start + rows.stop) / 2, (columns.start + columns.stop) / 2)
               for rows, columns in ndimage.find_objects(labels)
               if max(rows.stop - rows.start, columns.stop - columns.start) <= most]  # fmt: skip
    return np.array(middles).reshape(-1, 2)[:, ::-1]

# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the dots of a chart lie as places do: in any stretch of both axes, any turn and any scale.

Axes, numbers at them and words say nothing here, for whoever draws them chooses them. What counts is whether
some way to lay the places over the dots brings more of them onto dots than the density of the dots about
them would by chance. A way takes a point z, as a complex number, to along · z + across · z̄ + shift: without
``across`` it turns and scales, with both parts it may stretch, mirror and shear, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from ....base.arrays import Array, ranks
from ....base.scientific import ndimage, spatial
from ....mapimage.markers.classify import colour_classes, ink_mask
from ....mapimage.markers.dots import Dots
from .kinds import between_scales

EXACT = (0.0025, 0.005)
"""Shares of the extent within which a dot is on a place: one and two pixels of four hundred."""
BY_CHANCE = 0.01
"""Charts of other things that are taken for places: the bound holds for all ways that are tried together."""
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
MOST_SETS = 4
"""Sets of such pieces that are looked at where no dots are: of 20 charts of homes the first told 15."""
SKEWED_PLANES = 2
"""Planes that are turned and stretched at once: metres and degrees, from which the others hardly differ."""
WIDE = (0.005, 0.01, 0.02, 0.04)
"""Reaches, where all of one set lie on all of the other."""
LARGEST_REACH = 0.04
"""Share of the extent: farther about forty dots anything lies on one."""
LARGEST_MARK = 0.06
"""Side of a mark as a share of the picture's longer side: larger pieces are lines, bars and areas."""


def shows_places(
    rgb: Array, dots: Dots | None, layers: Sequence[Sequence[Array]], reach: float = 0.0
) -> bool | None:
    """Whether a chart shows places: as its dots, as those of one kind, or as marks of one colour.

    Parameters
    ----------
    rgb : ndarray of uint8, shape (h, w, 3)
    dots : Dots or None
        As found in it; None where no set of them was.
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
    if dots is None:
        pieces = islice(_other_marks(rgb[top:bottom, left:right], np.empty((0, 2))), MOST_SETS)
        return any(lie_as_places(one, planes, reach, False) for one in pieces for planes in layers)
    where = dots.where_px
    inside = (where >= np.array([left, top]) - NEAR_AXIS_PX).all(axis=1)
    inside &= (where <= np.array([right, bottom]) + NEAR_AXIS_PX).all(axis=1)
    kinds = [inside & (dots.dot_class == kind) for kind in range(len(dots.classes))]
    kinds = kinds if len(dots.classes) > 1 else []
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


def lie_as_places(
    dots: Array, planes: Sequence[Array], reach: float = 0.0, by_threes: bool = True
) -> bool | None:
    """Whether dots lie as places do, or some of them as some places.

    ``dots``: (d, 2), columns and rows of a picture, rows downwards. ``planes``: (p, 2), the places on each
    plane that is tried, northings upwards: on the first, of metres, they are turned and scaled, on the others
    stretched along each axis. ``reach``: share of the dots' extent within which a dot gives a place away,
    tried beside :data:`EXACT`. ``by_threes``: whether a part of the places is looked for turned and stretched
    at once, which takes longest. Gives None where nobody could tell: too few dots or places, or so many that
    dots are everywhere.

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
    near = sorted({*EXACT, min(max(reach, EXACT[-1]), LARGEST_REACH)})
    each = [(seen, one) if len(seen) < len(one) else (one, seen) for one in sets]
    apart = BY_CHANCE / (len(sets) + SKEWED_PLANES + 2)  # each search has its share
    could_find = False
    for at, both in enumerate(each):
        search = (stretched if at else turned)(*both, near)
        if search.found(apart):
            return True
        could_find |= search.could_find(apart)
    if not could_find:
        return None
    return (
        whole(*each[0], WIDE).found(apart)
        or in_order(*each[0], WIDE).found(apart)
        or (by_threes and any(skewed(*both, near).found(apart) for both in each[:SKEWED_PLANES]))
    )


def _within_one(where: Array) -> Any:
    """Different positions as complex numbers from 0, their larger extent 1."""
    where = np.asarray(where, float)
    scaled = (where - where.min(axis=0)) / max(float(np.ptp(where, axis=0).max()), 1e-12)
    return np.unique(scaled[:, 0] + 1j * scaled[:, 1])


def _other_marks(rgb: Array, dots: Array) -> Iterator[Array]:
    """Middles of small pieces of each colour that are no dots: as they are, and parted from lines."""
    found, known = colour_classes(np.ascontiguousarray(rgb)), spatial.cKDTree(dots)
    for one in range(1, len(found.pixels)):
        ink = ink_mask(found, one)
        for mask in (ink, ndimage.binary_opening(ink, np.ones((3, 3)))):
            middles = _small_pieces(mask)
            new = LEAST_DOTS <= len(middles) <= MOST_MARKS
            if new and np.mean(known.query(middles)[0] > SAME_PX) > SAME_SHARE:
                yield middles


def _small_pieces(mask: Array) -> Array:
    labels, _count = ndimage.label(mask, structure=np.ones((3, 3)))
    most = LARGEST_MARK * max(mask.shape)
    middles = [((rows.start + rows.stop) / 2, (columns.start + columns.stop) / 2)
               for rows, columns in ndimage.find_objects(labels)
               if max(rows.stop - rows.start, columns.stop - columns.start) <= most]  # fmt: skip
    return np.array(middles).reshape(-1, 2)[:, ::-1]


CELL = 0.00125
"""Side of a cell as a share of the extent of a set: half a pixel of four hundred."""
ABOUT = 8.0
"""The chance of a hit is taken over a square of so many times the reach to each side."""
ALONG = 25.0
"""The same for lines to each side, for rows of marks, as of a forest plot, meet all along."""
SMALLEST, LARGEST = 0.4, 3.0
"""Extent of one set over that of the other: a plot may show a part of the places, or others beside them."""
APART = 0.3
"""Share of the extent by which the two of a set that fix a way lie apart."""
LEAST_SURPRISE = 16.0
"""−ln of the chance that is asked for over 100 000 ways: where even a full match gives less, a reach is not
tried."""
MOST_WAYS, LEAST_ANCHORS, MOST_ANCHORS = 300_000, 3, 100
"""Ways that are tried on each plane, and pairs of the smaller set that are laid on all of the larger."""
SKEWED_WAYS = 4_000_000
"""Ways by threes that are tried on each plane."""
MOST_THREES, THREES_AT_ONCE, SOME_THREES = 40_000_000, 500_000, 1_000
"""Threes of the larger set that are held against one of the smaller, and at once; those it is chosen of."""
SKEWED_SIZES = {150: (0.4, 2.5), 1_000: (0.62, 1.6)}
"""By the members of the larger set, how much a three may shrink and grow against the spread of both sets."""
NARROWEST = 5.0
"""Least spread of a set across its longer side, in reaches: anything fits upon what is narrower."""
FIRST, SECOND, KEPT = 4, 16, 50
"""Members of the smaller set that are looked at first and then, and ways that go on to all of it; chosen."""
TURNS = 1_440
"""Turns of a whole set: a quarter of a degree, a four-hundredth of the extent."""


class Ways(NamedTuple):
    """Ways to move points, (n,) each."""

    along: Any
    across: Any
    shift: Any

    def of(self, where: Any) -> Any:
        """Where they take points: shape (n,) for one, (k, n) for those of shape (k, 1)."""
        return self.along * where + self.across * np.conj(where) + self.shift

    def at(self, chosen: Any) -> Ways:
        """Some of them."""
        return Ways(*(one[chosen] if np.ndim(one) else one for one in self))


class Search:
    """The best way among those that were tried to lay the smaller of two sets on the larger.

    ``best``: −ln of the chance of as many hits on the best way, had it been the only one. ``most``: the same
    if all were hit: what could be found at all. ``tried``: ways that were tried, at each reach.
    """

    def __init__(self, few: Any, many: Any, reaches: Sequence[float], fixed: int) -> None:
        self.few, self.many, self.fixed = few, many, fixed
        self.ground = Ground(many, reaches)
        free = max(len(few) - fixed, 0)
        full = [float(_surprise(free, free * one)) for one in self.ground.usual]
        self.grounds = [each for each, one in zip(self.ground.at, full) if one >= LEAST_SURPRISE]
        self.most = max(full) if self.grounds else 0.0
        self.best, self.tried = 0.0, 1

    def over(self, ways: Iterator[Ways], most: int, least: int = 1) -> Search:
        """Try ways until there were enough of them, and those of each anchor together."""
        source = np.random.default_rng(0)
        for at, some in enumerate(ways if self.grounds else ()):
            if at >= least and self.tried > most:
                break
            self._try(some, source.permutation(self.few).astype(np.complex64))
        return self

    def found(self, by_chance: float) -> bool:
        """Whether the best way would hardly come by chance, of all that were tried."""
        return bool(self.best >= np.log(self.tried / by_chance))

    def could_find(self, by_chance: float) -> bool:
        """Whether the set as a whole would have told."""
        return bool(self.most >= np.log(self.tried / by_chance))

    def _try(self, ways: Ways, few: Any) -> None:
        """Look at the first members on every way, at more on those that go on, and at all on the best."""
        self.tried += len(ways.shift) * len(self.grounds)
        first = self.ground.cells(ways, few[:FIRST, None])
        for on, about in self.grounds:
            good = np.flatnonzero(on[first].any(axis=0))
            cells = self.ground.cells(ways.at(good), few[:SECOND, None])
            hits = on[cells].view(np.int8).sum(axis=0, dtype=np.int8)
            good = good[np.argsort(-hits, kind="stable")[:KEPT]]
            cells = self.ground.cells(ways.at(good), few[:, None])
            hit = np.sort(np.where(on[cells], self.ground.nearest[cells], -1), axis=0)
            hits = (np.diff(hit, axis=0, prepend=-1) != 0).sum(axis=0)
            surprise = _surprise(hits - self.fixed, about.at(cells).sum(axis=0))
            self.best = max(self.best, float(surprise.max(initial=0.0)))


def turned(few: Any, many: Any, reaches: Sequence[float]) -> Search:
    """Two of the smaller set on any two of the larger, turned and scaled."""
    return Search(few, many, reaches, 2).over(_by_pairs(few, many, True), MOST_WAYS, LEAST_ANCHORS)


def stretched(few: Any, many: Any, reaches: Sequence[float]) -> Search:
    """Two of the smaller set on any two of the larger, stretched along each axis."""
    return Search(few, many, reaches, 2).over(_by_pairs(few, many, False), MOST_WAYS, LEAST_ANCHORS)


def skewed(few: Any, many: Any, reaches: Sequence[float]) -> Search:
    """Three of the smaller set on any three of the larger: turned, stretched, mirrored and sheared."""
    sizes = next(sizes for count, sizes in SKEWED_SIZES.items() if len(many) <= count)
    reaches = _within(few, _within(many, reaches, sizes[0]) or _within(many, reaches[:1]))
    return Search(few, many, reaches, 3).over(_by_threes(few, many, *sizes), SKEWED_WAYS)


def whole(few: Any, many: Any, reaches: Sequence[float]) -> Search:
    """All of one set on all of the other, by how widely both are spread to each side."""
    return Search(few, many, _within(many, reaches), 3).over(iter([_by_spread(few, many)]), 1)


def in_order(few: Any, many: Any, reaches: Sequence[float]) -> Search:
    """All of one set on all of the other by their order along each axis, whatever scale the axes have."""
    few, many = _ranks(few), _ranks(many)
    return Search(few, many, _within(few, _within(many, reaches)), 0).over(iter([_EXCHANGED]), 1)


def _within(where: Any, reaches: Sequence[float], squeezed: float = 1.0) -> list[float]:
    """Reaches that are much smaller than a set is wide, squeezed to a share: anything fits upon a line."""
    widest = squeezed * float(np.linalg.eigvalsh(_spread(where))[0]) / NARROWEST
    return [one for one in reaches if one <= widest]


def _by_pairs(few: Any, many: Any, is_turned: bool) -> Iterator[Ways]:
    """Ways from pairs that lie apart, along both axes or at all, that leave both sets about as large."""
    along = [np.abs(one[:, None] - one) / max(float(np.ptp(one)), CELL) for one in (few.real, few.imag)]
    apart = (np.maximum if is_turned else np.minimum)(*along) > APART
    start, end = (many[one].astype(np.complex64) for one in np.nonzero(~np.eye(len(many), dtype=bool)))
    end -= start
    size, room = _size(few), _size(many)
    pairs = np.random.default_rng(0).permutation(np.argwhere(np.triu(apart)))[:MOST_ANCHORS]
    for first, second in few[pairs]:
        step = np.complex64(second - first)
        if is_turned:
            ways = Ways(end / step, np.complex64(0), start)
            wide = high = np.abs(ways.along) * abs(size) / abs(room)
        else:
            level, upright = end.real / step.real, end.imag / step.imag
            ways = Ways(_single((level + upright) / 2), _single((level - upright) / 2), start)
            wide, high = np.abs(level) * size.real / room.real, np.abs(upright) * size.imag / room.imag
        # The smaller set may be a part of the larger, or show a part of it among others.
        ways = ways.at((np.minimum(wide, high) >= 1 / LARGEST) & (np.maximum(wide, high) <= 1 / SMALLEST))
        yield ways._replace(shift=2 * ways.shift - ways.of(np.complex64(first)))


def _by_threes(few: Any, many: Any, least: float, most: float) -> Iterator[Ways]:
    """Ways from wide threes to all that are about as wide, where both sets are spread alike to all sides."""
    source = np.random.default_rng(0)
    even, even_many = (_flat(one) @ np.linalg.inv(_spread(one)) for one in (few, many))
    among = np.hypot(*(even_many[:, None] - even_many).T).astype(np.float32)
    for three in _wide_threes(even, source):
        sides = np.hypot(*(even[three] - even[np.roll(three, -1)]).T)
        to_second, beyond, to_third = ((among >= least * one) & (among <= most * one) for one in sides)
        first, second, third = few[three]
        u, v = second - first, third - first
        turn = u * np.conj(v) - np.conj(u) * v
        starts = source.permutation(len(many))[: max(MOST_THREES // len(many) ** 2, 1)]
        for some in np.array_split(starts, len(starts) * len(many) ** 2 // THREES_AT_ONCE + 1):
            at = np.nonzero(to_second[some][:, :, None] & to_third[some][:, None, :] & beyond)
            start = many[some[at[0]]]
            onto_u, onto_v = many[at[1]] - start, many[at[2]] - start
            ways = Ways(_single((onto_u * np.conj(v) - onto_v * np.conj(u)) / turn),
                        _single((onto_v * u - onto_u * v) / turn), _single(start))  # fmt: skip
            yield ways._replace(shift=2 * ways.shift - ways.of(np.complex64(first)))


def _wide_threes(even: Any, source: np.random.Generator) -> Any:
    """The widest of some threes of a set, in any order."""
    threes = source.integers(0, len(even), (SOME_THREES, 3))
    to_second, to_third = (even[threes[:, at]] - even[threes[:, 0]] for at in (1, 2))
    area = np.abs(to_second[:, 0] * to_third[:, 1] - to_second[:, 1] * to_third[:, 0])
    return source.permutation(threes[np.argsort(-area)[:MOST_ANCHORS]])


def _by_spread(few: Any, many: Any) -> Ways:
    """Ways that bring the spread of one set to that of the other: by all turns, plain and mirrored."""
    turn = 2 * np.pi * np.arange(TURNS) / TURNS
    turns = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]).transpose(2, 0, 1)
    by = _spread(many) @ np.concatenate([turns, turns * [1, -1]]) @ np.linalg.inv(_spread(few))
    ways = Ways(_single(by[:, 0, 0] + by[:, 1, 1] + 1j * (by[:, 1, 0] - by[:, 0, 1])) / 2,
                _single(by[:, 0, 0] - by[:, 1, 1] + 1j * (by[:, 1, 0] + by[:, 0, 1])) / 2,
                np.full(2 * TURNS, many.mean(), np.complex64))  # fmt: skip
    return ways._replace(shift=2 * ways.shift - ways.of(np.complex64(few.mean())))


def _spread(where: Any) -> Any:
    """How widely a set is spread to each side: the root of its covariance, shape (2, 2)."""
    values, sides = np.linalg.eigh(np.cov(_flat(where).T))
    return sides * np.sqrt(np.maximum(values, CELL**2)) @ sides.T


def _flat(where: Any) -> Any:
    """Complex numbers as columns of both parts."""
    return np.column_stack([where.real, where.imag])


def _ranks(where: Any) -> Any:
    """The order along each axis, from 0 to 1."""
    along, across = ((ranks(one) - 1) / (len(one) - 1) for one in (where.real, where.imag))
    return along + 1j * across


_EXCHANGED = Ways(
    np.array([1, 0, 0, -1, 1j, -1j, 0, 0], np.complex64),
    np.array([0, 1, -1, 0, 0, 0, 1j, -1j], np.complex64),
    np.array([0, 1j, 1, 1 + 1j, 1, 1j, 0, 1 + 1j], np.complex64),
)
"""The square from 0 to 1 on itself: both axes either way, and exchanged."""
_AS_IT_LIES = Ways(np.complex64(1), np.complex64(0), np.complex64(0))


class Ground:
    """Where something lies on one of a set, and how likely it would by the density of the set about it."""

    def __init__(self, where: Any, reaches: Sequence[float]) -> None:
        farthest = max(reaches, default=0.0) / CELL
        self.margin, rim = round(ABOUT * farthest), int(farthest)
        at = np.rint(np.column_stack([where.real, where.imag]) / CELL).astype(int) + self.margin
        self.size = at.max(axis=0) + self.margin + 1
        empty = np.ones(at.max(axis=0) + rim + 1 - (first := self.margin - rim), bool)
        empty[tuple((at - first).T)] = False
        near = ndimage.distance_transform_edt(empty, return_distances=False, return_indices=True)
        down, across = np.ogrid[: empty.shape[0], : empty.shape[1]]
        away2 = (near[0] - down) ** 2 + (near[1] - across) ** 2
        self.nearest = self._wide(near[0] * empty.shape[1] + near[1], first)
        self.at = []  # for each reach, what lies on the set, and the chance of it
        for reach in reaches:
            ground = away2 <= (reach / CELL) ** 2
            windows = (round(times * reach / CELL) for times in (ABOUT, ALONG))
            self.at.append((self._wide(ground, first), Shares(ground, first, int(self.size[1]), *windows)))
        self.usual = [float(about.at(self.cells(_AS_IT_LIES, where)).mean()) for _on, about in self.at]

    def _wide(self, inner: Any, first: int) -> Any:
        """What is known of the cells about the set, by the number of each cell; 0 beyond."""
        wide = np.zeros(self.size, inner.dtype)
        wide[first : first + inner.shape[0], first : first + inner.shape[1]] = inner
        return wide.ravel()

    def cells(self, ways: Ways, where: Any) -> Any:
        """Numbers of the cells where ways take points; 0, which is empty, for those beyond.

        In real numbers and in cells from the start: millions are asked for.
        """
        a, b, shift = (one / np.float32(CELL) for one in ways)
        shift = shift + np.complex64((1 + 1j) * (self.margin + 0.5))
        x, y = where.real, where.imag
        across = ((a.real + b.real) * x + (b.imag - a.imag) * y + shift.real).astype(np.int32)
        down = ((a.imag + b.imag) * x + (a.real - b.real) * y + shift.imag).astype(np.int32)
        within = (across.view(np.uint32) < self.size[0]) & (down.view(np.uint32) < self.size[1])
        return np.where(within, across * np.int32(self.size[1]) + down, 0)


class Shares:
    """Share of ground in the windows about a cell: the largest of a square, a row and a column.

    Asked for few cells of many: sums from the corner on give each without a look at the others.
    """

    def __init__(self, ground: Any, first: int, width: int, square: int, line: int) -> None:
        self.sums = np.zeros((ground.shape[0] + 1, ground.shape[1] + 1), np.int32)
        np.cumsum(np.cumsum(ground, axis=0, dtype=np.int32), axis=1, out=self.sums[1:, 1:])
        self.first, self.width = first, width
        self.windows = ((square, square), (line, 0), (0, line))

    def at(self, cells: Any) -> Any:
        """The shares about cells, by their numbers."""
        row = cells // self.width
        at = row - self.first, cells - row * self.width - self.first
        flat, across = self.sums.ravel(), self.sums.shape[1]
        shares: Any = 0.0
        for window in self.windows:
            (top, bottom), (left, right) = (
                (_between(one - half, most), _between(one + half + 1, most))
                for one, half, most in zip(at, window, np.array(self.sums.shape) - 1)
            )
            top, bottom = top * across, bottom * across
            found = flat[bottom + right] - flat[bottom + left] - flat[top + right] + flat[top + left]
            shares = np.maximum(shares, found / ((2 * window[0] + 1) * (2 * window[1] + 1)))
        return shares


def _between(values: Any, most: int) -> Any:
    return np.minimum(np.maximum(values, 0), most)


def _single(values: Any) -> Any:
    return np.asarray(values, np.complex64)


def _size(where: Any) -> complex:
    """Extents of a set along both axes."""
    return complex(max(np.ptp(where.real), CELL), max(np.ptp(where.imag), CELL))


def _surprise(hits: Any, expected: Any) -> Any:
    """Chernoff's bound: −ln of the chance of so many hits or more, of so many expected."""
    expected = np.maximum(expected, 1e-9)
    more = np.maximum(hits, expected)
    return more * np.log(more / expected) - (more - expected)

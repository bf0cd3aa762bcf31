# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the dots of a chart lie as places do: in any stretch of both axes, any turn and any scale.

Axes, numbers at them and words say nothing here, for whoever draws them chooses them. What counts is whether
some way to lay the places over the dots brings more of them onto dots than the density of the dots about
them would by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from ....base.arrays import Array
from ....base.scientific import ndimage, spatial
from ....mapimage.markers.classify import colour_classes, ink_mask
from ....mapimage.markers.dots import Dots
from .kinds import between_scales
from .laying import in_order, skewed, stretched, turned, whole

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

    Parameters
    ----------
    dots : ndarray, shape (d, 2)
        Columns and rows of a picture, rows downwards.
    planes : sequence of ndarray, shape (p, 2)
        The places on each plane that is tried, northings upwards: on the first, of metres, they are turned
        and scaled, on the others stretched along each axis.
    reach : float
        Share of the dots' extent within which a dot gives a place away, tried beside :data:`EXACT`.
    by_threes : bool
        Whether a part of the places is looked for turned and stretched at once, which takes longest.

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

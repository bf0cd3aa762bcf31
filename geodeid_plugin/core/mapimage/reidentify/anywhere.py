# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots near homes because they lie in the same area: what chance gives where nothing is known of the mask.

A mask that keeps its bound may leave many dots in the areas of their records: of 100 patients in Ottawa's
dissemination areas every second one. Such a dot lies among fewer than k of the n people of the area with
chance k / n. It tells the area and no more, which is no finding where n is at least k. Dots that are moved
aside, all together, know nothing of it: on honest maps of 100 records they explained 0.1 of the 1.2 that lay
near a dot, and one such map of six was said to give somebody away.

So each dot is held against a dot that lies anywhere in its own area, whatever brought it there. Of m dots in
the area of a record the nearest leaves at most a share a of its people nearer to the home with chance
``u = 1 - (1 - a)^m``, evenly from 0 to 1. That gives how many records should lie among too few people, and
how near the nearest one, two, three of all should lie (order statistics of uniform numbers are beta): a few
true points among masked ones, or points beside their homes, lie nearer. Where all of them together lie nearer
(the sum of -log u has a gamma distribution, Fisher 1925), these are no dots that lie anywhere in their areas,
and nothing is explained by it. Nor is a record in an area of fewer than k people, or without a dot.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.scientific import special


@dataclass(frozen=True)
class Anywhere:
    """Records near dots, held against dots that lie anywhere in their areas."""

    exposed: float
    """Records that too few people would protect, on average."""
    nearest: float
    """Chance that the nearest dots lie as near as those of records exposed: one, two or more of them."""
    together: float
    """Chance that all dots together lie as near."""
    explained: Bools
    """Shape (r,). Records that share an area of enough people with a dot."""


def anywhere(dots: Ints, people: Array, nearer: Array, dot: Ints, need: int) -> Anywhere | None:
    """Hold records against dots anywhere in their areas.

    ``dots``: (r,), dots in the area of each record. ``people``: (r,), people of the area. ``nearer``: (r,),
    people at least as near to the nearest dot as the record, beside it. ``dot``: (r,), that dot: neighbours
    near one dot are not near by chances of their own. ``need``: people among whom a record must hide. Gives
    none where no record shares an area with a dot.

    >>> found = anywhere([1, 2, 0], [500, 900, 80], [250, 3, 1], [0, 1, 1], 11)
    >>> round(found.exposed, 3), round(found.nearest, 4), round(found.together, 3)
    (0.046, 0.0265, 0.022)
    """
    dots, people, nearer = (np.asarray(one, dtype=float) for one in (dots, people, nearer))
    tested = (dots > 0) & (people > 0)
    explained = tested & (people >= need)
    count = int(tested.sum())
    if not count:
        return None
    chance = _of_share(nearer[tested] / people[tested], dots[tested])
    few = nearer[tested] + 1 < need
    with np.errstate(divide="ignore"):  # a dot on the very home has a chance of 0, and so have all together
        together = float(special.gammaincc(count, -np.log(chance).sum()))
    exposed = float(_of_share(need / people[explained], dots[explained]).sum())
    return Anywhere(exposed, _as_near(chance[few], np.asarray(dot)[tested][few], count), together, explained)


def _as_near(chance: Floats, dot: Ints, count: int) -> float:
    """Chance that the nearest one, two or more of so many records lie so near; 1/2, 1/6, 1/12 of it each."""
    order = np.argsort(chance, kind="stable")
    near = chance[order][np.sort(np.unique(dot[order], return_index=True)[1])]
    first = np.arange(len(near)) + 1
    chances = special.betainc(first, count - first + 1, near) * first * (first + 1)
    return float(chances.min(initial=1.0))


def _of_share(share: Floats, dots: Array | int) -> Floats:
    """Chance that of so many dots one falls into a share."""
    with np.errstate(divide="ignore"):
        return -np.expm1(dots * np.log1p(-np.minimum(share, 1.0)))

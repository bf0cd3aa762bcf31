# SPDX-License-Identifier: GPL-2.0-or-later
"""How many dots there may be where dots hide one another.

Two opaque dots nearly at one place look like one. For each group of overlapping dots the area is
measured in which one more dot would have changed the picture too little to be found. If dots fall there
with the local intensity, estimated from the nearest dots found, the number of hidden ones is Poisson with
a gamma-distributed mean, that is negative binomial, which gives the interval. The intensity counts only the
ground in which dots can be seen, so it stays right where much of the ground is hidden.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....base.arrays import Array, Floats
from ....base.scientific import csgraph, sparse, spatial
from .locate import Scene

NEAREST_DOTS = 10
"""Dots that tell the local intensity."""
UNSEEN_GAIN = 0.07
"""One more dot that would change less of its energy than this is not seen: intervals held 96 to 99.5 %
(`--merged`)."""
OVERLAP = 1.9
"""Dots nearer than this many radii form a group."""
CONFIDENCE = 0.95
"""Of the intervals; they held 96.3 to 99.5 % on six kinds of maps (scripts/bench/mapimage_dots --merged)."""
LEAST_OPEN = 0.05
"""Least share of the surroundings that counts as open, so that no intensity is infinite."""
MOST_TELLING = 12
"""Most dots that count as knowledge of the intensity, which varies inside a group (`--merged`, as above)."""


@dataclass(frozen=True)
class MergedGroups:
    """Blobs in which dots hide one another: what was taken apart and how many there may be.

    Arrays of one entry a group: centre ``x_px``, ``y_px``; ``found`` dots taken apart; ``estimate``
    of the true number with its 95 % interval ``low`` to ``high``; ``dot_class``.
    """

    x_px: Array
    y_px: Array
    found: Array
    estimate: Array
    low: Array
    high: Array
    dot_class: Array

    def some(self, kept: Array) -> MergedGroups:
        """Those that a mask keeps."""
        every = (self.x_px, self.y_px, self.found, self.estimate, self.low, self.high, self.dot_class)
        return MergedGroups(*(values[kept] for values in every))


def joined(groups: list[MergedGroups]) -> MergedGroups:
    """Groups of several classes one after another."""
    if not groups:
        none, whole = np.empty(0), np.empty(0, dtype=int)
        return MergedGroups(none, none, whole, none, none, none, whole)
    names = MergedGroups.__dataclass_fields__
    return MergedGroups(*(np.concatenate([getattr(group, name) for group in groups]) for name in names))


def hidden_count_interval(area_px: float, around_px: float, count: int) -> tuple[float, float, float]:
    """Mean and 95 % interval of a number of dots in an unseen area.

    ``area_px``: unseen area. ``around_px``: area in which ``count`` dots were seen: the intensity is gamma
    with that shape and rate. Gives mean, lower and upper quantile of the negative binomial.
    """
    odds = area_px / max(around_px, 1e-9)
    stay = odds / (1 + odds)
    chance = (1 - stay) ** count
    total, number, low = chance, 0, None
    tail = (1 - CONFIDENCE) / 2
    while total < 1 - tail and number < 10_000:
        if low is None and total > tail:
            low = number
        chance *= stay * (count + number) / (number + 1)
        number += 1
        total += chance
    return count * odds, float(number if low is None else low), float(number)


def _unseen_places(scene: Scene) -> tuple[Floats, float]:
    """Places (n, 2) in which one more dot would hardly change the picture, and the area each stands for."""
    rows, columns = np.nonzero(scene.covered())
    shifts = (-0.25, 0.25) if scene.template.radius_px < 3 else (0.0,)
    places = []
    for phase in ((a, b) for a in shifts for b in shifts):
        unseen = scene.change_by_another(rows, columns, phase) < UNSEEN_GAIN
        places.append(np.column_stack([columns[unseen], rows[unseen]]) + 0.5 + phase)
    return np.concatenate(places), 1.0 / len(shifts) ** 2


def merged_groups(scene: Scene, dot_class: int) -> MergedGroups:
    """Groups of two or more overlapping dots of a settled scene."""
    count = len(scene.x)
    if count < 2:
        return joined([])
    tree = spatial.cKDTree(np.column_stack([scene.x, scene.y]))
    pairs = tree.query_pairs(OVERLAP * scene.template.radius_px, output_type="ndarray")
    links = sparse.coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    _, label = csgraph.connected_components(links, directed=False)
    size = np.bincount(label)
    if size.max() < 2:
        return joined([])
    places, each_px = _unseen_places(scene)
    if not len(places):
        places = np.full((1, 2), -1e9)
    hidden = np.bincount(label[tree.query(places)[1]], minlength=len(size)) * each_px
    unseen = spatial.cKDTree(places)
    rows = []
    for number in np.flatnonzero(size > 1):
        inside = label == number
        centre = np.array([scene.x[inside].mean(), scene.y[inside].mean()])
        found = int(size[number])
        around = min(max(NEAREST_DOTS, found), count)
        reach = float(np.atleast_1d(tree.query(centre, k=around)[0])[-1])
        blind = len(unseen.query_ball_point(centre, reach)) * each_px
        open_px = max(np.pi * reach**2 - blind, LEAST_OPEN * np.pi * reach**2)
        # More dots lie about a large group, but they do not tell its intensity better: it varies inside it.
        telling = min(around, MOST_TELLING)
        mean, low, high = hidden_count_interval(float(hidden[number]), open_px * telling / around, telling)
        rows.append((*centre, found, found + mean, max(1.0, found - 1.0) + low, found + high, dot_class))
    columns = [np.array(column) for column in zip(*rows)]
    columns[2], columns[6] = columns[2].astype(int), columns[6].astype(int)
    return MergedGroups(*columns)

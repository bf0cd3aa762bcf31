# SPDX-License-Identifier: GPL-2.0-or-later
"""Dots that hide one another: how many there may be, and whether one dot is two closer than a radius.

Two opaque dots nearly at one place look like one. For each group of overlapping dots the area is
measured in which one more dot would have changed the picture too little to be found. If dots fall there
with the local intensity, estimated from the nearest dots found, the number of hidden ones is Poisson with
a gamma-distributed mean, that is negative binomial, which gives the interval. The intensity counts only the
ground in which dots can be seen, so it stays right where much of the ground is hidden.

Two opaque dots side by side look like one dot drawn out along a line: fitted by one dot they leave a
sickle of unexplained ink at either end, and too much ink across. Each dot is therefore tried as two,
started along the axis of that pattern and fitted together, the rest of the picture held still. How much
a second dot explains where there is none is read from the picture itself, from the dots that stand alone.

Constants that name no source were set together on ``scripts/bench/mapimage_dots``, the effect of each alone
not measured.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....base.arrays import Array, Bools, Floats
from ....base.scientific import csgraph, sparse, spatial
from .locate import OPAQUE, Scene
from .template import Template

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


STEPS = 8
"""Newton steps for a pair."""
START_SHARE = 0.35
"""Where the two start, in radii from the middle."""
LONGEST_STEP_PX = 0.4
"""Longest step."""
LEAST_VISIBLE = 0.5
"""Pairs of which less is visible are not tried."""
PASSES = 4
"""Passes over the map."""
ENOUGH_ALONE = 30
"""Dots alone from which the usual gain of a split is learnt."""
ORDINARY, RARE = 0.5, 0.97
"""Quantiles of the gain among dots alone: usual, and rare by chance."""
LEAST_GAIN = 0.03
"""Least gain of a split, as a share of a dot."""
CROWD_FACTOR = 1.5
"""Stricter by this in crowds."""
CLOSEST_SHARE = 0.7
"""Farther apart than this the search finds both by itself."""
LIKELY = 0.85
"""Least share of the change that must be gain."""


@dataclass(frozen=True)
class Trials:
    """Every dot of a scene tried as two.

    ``first``, ``second`` (n, 2) are the two places. ``gain`` is the fall of the weighted misfit and
    ``change`` the weighted energy of what changed in the picture, both in units of the dot's visible
    energy: alike where there are two dots, the gain the smaller where they explain something else.
    """

    first: Array
    second: Array
    gain: Array
    change: Array


def split_close_pairs(scene: Scene) -> None:
    """Put two dots in the place of each that is two, the clearest of each neighbourhood first."""
    least = None
    for _ in range(PASSES):
        if len(scene.x) < 2:
            return
        trials = tried_as_two(scene)
        alone, top = _neighbourhoods(scene, trials.gain)
        least = _least_gain(trials.gain, alone) if least is None else least
        apart = np.hypot(*(trials.first - trials.second).T)
        two = (trials.gain > np.where(alone, least, CROWD_FACTOR * least)) & top
        two &= (trials.gain > LIKELY * trials.change) & ~scene.doubtful()
        # Farther apart, two dots alone would have been told before: what is left there is a line or a letter.
        two &= ~alone | (apart < CLOSEST_SHARE * scene.template.radius_px)
        if not two.any():
            return
        places = np.vstack([trials.first[two], trials.second[two]])
        scene.keep(~two)
        scene.add(places[:, 0], places[:, 1])
        scene.settle()


def _least_gain(gain: Floats, alone: Bools) -> float:
    """The gain that dots standing alone hardly ever reach."""
    usual, rare = np.quantile(gain[alone] if alone.sum() >= ENOUGH_ALONE else gain, [ORDINARY, RARE])
    return max(LEAST_GAIN, rare + 0.5 * (rare - usual))


def _neighbourhoods(scene: Scene, gain: Floats) -> tuple[Bools, Bools]:
    """Whether each dot touches no other, and whether its gain is the largest about it."""
    tree, radius = spatial.cKDTree(np.column_stack([scene.x, scene.y])), scene.template.radius_px
    alone = tree.query(tree.data, 2)[0][:, 1] > 2 * radius + 2
    near = tree.query_ball_point(tree.data, 3 * radius + 1)
    return alone, np.array([gain[i] >= gain[others].max() for i, others in enumerate(near)])


def tried_as_two(scene: Scene) -> Trials:
    """Fit two dots in the place of each."""
    first, second, gains, changes = [], [], [], []
    for some, index, open_share, value, _, _, misfit in scene.views(np.arange(len(scene.x))):
        _, off_x, off_y = scene.window(scene.x[some], scene.y[some])
        weight, seen = scene.weight.reshape(-1)[index], scene.share.reshape(-1)[index]
        scene.budget.spend(2 * STEPS * index.size)
        place = _start(scene.template.radius_px, off_x, off_y, weight * misfit)
        place, left = _fitted(scene.template, off_x, off_y, seen, weight, open_share, place)
        visible = (weight * (open_share * value) ** 2).sum(1)
        visible = np.maximum(visible, LEAST_VISIBLE * scene.template.energy)
        gains.append(((weight * misfit**2).sum(1) - (weight * left**2).sum(1)) / visible)
        changes.append((weight * (left - misfit) ** 2).sum(1) / visible)
        centre = np.column_stack([scene.x[some], scene.y[some]])
        first.append(centre + place[:, :2])
        second.append(centre + place[:, 2:])
    return Trials(*(np.concatenate(parts) for parts in (first, second, gains, changes)))


def _start(radius_px: float, off_x: Floats, off_y: Floats, misfit: Floats) -> Floats:
    """Two places (x, y, x, y) either side of each dot, along the long axis of what it leaves over."""
    near = misfit * (np.hypot(off_x, off_y) < radius_px + 1.5)
    along, across = (near * (off_x**2 - off_y**2)).sum(1), (near * 2 * off_x * off_y).sum(1)
    angle = np.arctan2(across, along) / 2
    arm = START_SHARE * radius_px * np.column_stack([np.cos(angle), np.sin(angle)])
    return np.column_stack([arm, -arm])


def _fitted(
    template: Template,
    off_x: Floats,
    off_y: Floats,
    seen: Floats,
    weight: Floats,
    open_share: Floats,
    place: Floats,
) -> tuple[Floats, Floats]:
    """Gauss-Newton on both places at once; returns the best of the path and its misfit."""
    best, left, least = place, seen, np.full(len(place), np.inf)
    for step in range(STEPS + 1):
        one, one_x, one_y = template.at(off_x - place[:, 0:1], off_y - place[:, 1:2])
        two, two_x, two_y = template.at(off_x - place[:, 2:3], off_y - place[:, 3:4])
        one, two = np.minimum(one, OPAQUE), np.minimum(two, OPAQUE)
        misfit = seen - 1 + open_share * (1 - one) * (1 - two)
        square = (weight * misfit**2).sum(1)
        better = (square < least)[:, None]
        best, left, least = (
            np.where(better, place, best),
            np.where(better, misfit, left),
            np.minimum(square, least),
        )
        if step == STEPS:
            break
        slopes = np.stack(
            [-one_x * (1 - two), -one_y * (1 - two), -two_x * (1 - one), -two_y * (1 - one)], axis=1
        ) * open_share[:, None]  # fmt: skip
        weighted = slopes * weight[:, None]
        normal = np.einsum("nip,njp->nij", weighted, slopes) + 0.02 * np.eye(4)
        change = np.linalg.solve(normal, np.einsum("nip,np->ni", weighted, misfit)[..., None])[..., 0]
        place = place + np.clip(change, -LONGEST_STEP_PX, LONGEST_STEP_PX)
    return best, left

# SPDX-License-Identifier: GPL-2.0-or-later
"""Tell one dot from two that lie closer than a radius.

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
from ....base.scientific import spatial
from .locate import OPAQUE, Scene
from .template import Template

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

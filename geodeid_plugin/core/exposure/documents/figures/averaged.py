# SPDX-License-Identifier: GPL-2.0-or-later
"""Masked maps drawn again: each shows the same people somewhere else, and their average is near the home.

Who has only the pictures does not know which dots are one person's. If two pictures are fresh draws of the
same people, the dot of the second that is nearest to one of the first is much nearer than the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.arrays import Array
from ....mapimage.reidentify.score import UNMATCHED, assign
from .joint import NONE, DotSet, ratios, shortfall

SURE = 5.0
"""Standard errors by which the mean ratio must fall short of a half: of 800 pairs of maps of different
people, spread evenly and in clusters, the farthest came to 4.1."""
LIKELY = 3.0
"""The same for two groups that are draws each; chosen, since their people need only be told from others'."""
RIM = 0.5
"""Standard errors by which a pair falls short since dots at the region's rim have neighbours on one side
only: 0.15 to 0.41 in the mean of 260 pairs of maps of 70 and 300 dots."""
SHARED = 0.25
"""By how much each further picture adds to the variance of all pairs, where dots stand several times: 150
trials of different people gave a standard deviation of 1.4 with four pictures, 2.1 with twelve."""
REACH = 4.0
"""Standard deviations within which a dot can belong to a place."""
ROUNDS = 6
"""How often dots are dealt out anew among places; after three hardly one changes (70 to 500 dots)."""


@dataclass(frozen=True)
class AveragedPlaces:
    """Places about which the dots of several pictures lie."""

    where_m: Array
    """Shape (n, 2). Mean of the dots of each place."""
    error_m: Array
    """Shape (n,). Standard deviation of the mean along each axis."""
    spread_m: float
    """Standard deviation of one draw along each axis."""
    members: Array
    """Shape (n, pictures). Row of each place among the dots of each picture; ``NONE`` where no dot of it was
    found."""

    @property
    def seen(self) -> Any:
        """Pictures in which a dot of each place was found."""
        return (self.members != NONE).sum(axis=1)


def are_draws(pictures: Sequence[DotSet]) -> bool:
    """Whether pictures show the same people at places that were drawn afresh.

    Parameters
    ----------
    pictures : sequence of DotSet
        At least two; all their pairs are looked at together.

    Examples
    --------
    >>> homes = np.random.default_rng(1).uniform(0, 1000, (60, 2))
    >>> draws = [homes + np.random.default_rng(seed).normal(0, 20, (60, 2)) for seed in (2, 3, 4)]
    >>> are_draws([DotSet(where, np.full(60, 1.0), False) for where in draws])
    True
    """
    pairs = [(one, other) for at, one in enumerate(pictures) for other in pictures[:at]]
    return _sureness(pairs, len(pictures)) > SURE


def _sureness(pairs: Sequence[tuple[DotSet, DotSet]], pictures: int) -> float:
    """Standard errors by which pairs of pictures fall short of what different people would give."""
    each = [ratios(one.where_m, other.where_m) for one, other in pairs]
    short = shortfall(np.concatenate(each))
    if short is None:
        return 0.0
    return float((short - RIM * np.sqrt(len(pairs))) / np.sqrt(1 + SHARED * (pictures - 2)))


def groups_of_draws(pictures: Sequence[DotSet]) -> list[list[int]]:
    """Pictures that are draws of the same people, as lists of their numbers, each of two or more.

    Two pictures of few dots that moved far tell little; those that no pair joins are tried all together.
    """
    left, found, single = list(range(len(pictures))), [], []
    while left:
        group = [left.pop(0)]
        for at in group:  # grows while it is gone through
            kin = [other for other in left if are_draws([pictures[at], pictures[other]])]
            group += kin
            left = [other for other in left if other not in kin]
        if len(group) > 1:
            found.append(sorted(group))
        else:
            single += group
    if len(single) > 2 and are_draws([pictures[at] for at in single]):
        found.append(single)
    return _joined(found, pictures)


def _joined(groups: list[list[int]], pictures: Sequence[DotSet]) -> list[list[int]]:
    """Groups of draws, those of the same people in one."""
    joined: list[list[int]] = []
    for group in groups:
        for other in joined:
            pairs = [(pictures[one], pictures[two]) for one in group for two in other]
            if _sureness(pairs, len(group) + len(other)) > LIKELY:
                other[:] = sorted(other + group)
                break
        else:
            joined.append(group)
    return joined


def averaged_places(pictures: Sequence[DotSet]) -> AveragedPlaces:
    """Deal the dots of pictures out among places, and average those of each place.

    Parameters
    ----------
    pictures : sequence of DotSet
        At least two, all draws of the same people.

    Returns
    -------
    AveragedPlaces
        Every place for which a dot was found.
    """
    where = [np.asarray(one.where_m, float).reshape(-1, 2) for one in pictures]
    order = np.argsort([-len(one) for one in where], kind="stable")
    spread = _first_spread(where[order[0]], where[order[1]])
    members = np.full((len(where[order[0]]), len(where)), NONE)
    members[:, order[0]] = np.arange(len(members))
    for at in order[1:]:
        members = _dealt(members, where, at, spread)
    for _ in range(ROUNDS):
        before = members
        for at in order:
            members = _dealt(members, where, at, spread)
        spread = _spread(members, where, spread)
        if members.shape == before.shape and np.array_equal(members, before):
            break
    count = (members != NONE).sum(axis=1)
    own = max(float(np.median(one.error_m)) for one in pictures)
    error = np.maximum(spread, own) / np.sqrt(count)
    return AveragedPlaces(_means(members, where), error, spread, members)


def _first_spread(one: Any, other: Any) -> float:
    """Standard deviation of a draw along each axis, by the median distance of nearest dots of two pictures.

    The difference of two draws has √2 of it along each axis; the median length of such a difference is
    √(2 ln 2) of its standard deviation.
    """
    from scipy.spatial import cKDTree

    few, many = sorted((one, other), key=len)
    nearest = float(np.median(cKDTree(many).query(few)[0]))
    return max(nearest / np.sqrt(4 * np.log(2)), 1e-6)


def _means(members: Array, where: list[Any]) -> Any:
    """Mean of the dots of each place; NaN where there is none."""
    total, count = np.zeros((len(members), 2)), np.zeros((len(members), 1))
    for column, there in zip(members.T, where):
        has = column != NONE
        total[has] += there[column[has]]
        count[has] += 1
    with np.errstate(invalid="ignore"):
        return total / count


def _dealt(members: Array, where: list[Any], at: int, spread: float) -> Any:
    """Membership after the dots of one picture were dealt out anew among what all others say."""
    members = members.copy()
    members[:, at] = NONE
    members = members[(members != NONE).any(axis=1)]
    count = (members != NONE).sum(axis=1)
    reach = REACH * spread * np.sqrt(1 + 1 / count)
    place, _distance = assign(_means(members, where), where[at], reach)
    found = place != UNMATCHED
    members[found, at] = place[found]
    alone = np.setdiff1d(np.arange(len(where[at])), place[found])
    new = np.full((len(alone), len(where)), NONE)
    new[:, at] = alone
    return np.concatenate([members, new])


def _spread(members: Array, where: list[Any], before: float) -> float:
    """Standard deviation of a draw along each axis, by the dots of places with two or more."""
    mean, several = _means(members, where), (members != NONE).sum(axis=1) > 1
    total, freedom = 0.0, 0
    for column, there in zip(members.T, where):
        has = (column != NONE) & several
        total += float(((there[column[has]] - mean[has]) ** 2).sum())
        freedom += int(np.count_nonzero(has))
    freedom -= int(np.count_nonzero(several))
    return float(np.sqrt(total / (2 * freedom))) if freedom > 0 and total > 0 else before

# SPDX-License-Identifier: GPL-2.0-or-later
"""Series of maps of the same people: masked maps drawn again, and one person from picture to picture.

Who has only the pictures does not know which dots are one person's. If two pictures are fresh draws of the
same people, the dot of the second that is nearest to one of the first is much nearer than the next one, and
the average of such dots is near the home. A series tells when people became cases, too, even where each map
alone gives nobody away: who appears in the third picture only was none when the second was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.arrays import Array
from ....base.scientific import spatial
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

    ``pictures``: at least two; all their pairs are looked at together.

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
    few, many = sorted((one, other), key=len)
    nearest = float(np.median(spatial.cKDTree(many).query(few)[0]))
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


SEEN, MISSING, HIDDEN, OUTSIDE = "seen", "missing", "hidden", "outside"
"""What a picture says of a place: a dot, none, none that could be told from another's, or it lies beyond."""
LEAST_DOTS = 3
"""Dots from which the way from the ground to pixels can be told."""


@dataclass(frozen=True)
class View:
    """What of the ground one picture shows."""

    where_m: Array
    """Shape (n, 2). Its dots, metres of one plane."""
    at_px: Array
    """Shape (n, 2). The same dots in the picture."""
    size_px: tuple[int, int]
    """Width and height."""
    dot_m: float
    """Distance below which two dots may be one blob."""

    def inside(self, places_m: Array) -> Any:
        """Which places lie in the picture, by the flat map that its own dots tell."""
        if len(self.where_m) < LEAST_DOTS:
            return np.zeros(len(places_m), bool)
        middle = self.where_m.mean(axis=0)
        scale = max(float(np.abs(self.where_m - middle).max()), 1e-9)

        def terms(where: Any) -> Any:
            return np.column_stack([(where - middle) / scale, np.ones(len(where))])

        way, _rest, rank, _values = np.linalg.lstsq(terms(self.where_m), self.at_px, rcond=None)
        if rank < LEAST_DOTS:
            return np.zeros(len(places_m), bool)
        pixel = terms(places_m) @ way
        return ((pixel >= 0) & (pixel <= np.array(self.size_px))).all(axis=1)


@dataclass(frozen=True)
class Followed:
    """Places over a series of pictures."""

    state: Any
    """Shape (n, pictures). ``seen``, ``missing``, ``hidden`` or ``outside``."""

    @property
    def begins(self) -> Any:
        """Number of the first picture that shows a place which is missing in an earlier one, or ``NONE``."""
        return self._edge(self.state, 0, 1)

    @property
    def ends(self) -> Any:
        """Number of the last picture that shows a place which is missing in a later one, or ``NONE``."""
        last = self.state.shape[1] - 1
        return self._edge(self.state[:, ::-1], last, -1)

    @staticmethod
    def _edge(state: Any, origin: int, step: int) -> Any:
        shown = state == SEEN
        first = np.where(shown.any(axis=1), shown.argmax(axis=1), 0)
        before = (state == MISSING) & (np.arange(state.shape[1]) < first[:, None])
        return np.where(before.any(axis=1), origin + step * first, NONE)


def follow(where_m: Array, members: Array, views: Sequence[View]) -> Followed:
    """Say of every place and picture whether it is seen there.

    Parameters
    ----------
    where_m : ndarray, shape (n, 2)
        The places, metres.
    members : ndarray of int, shape (n, pictures)
        Row of each place among the dots of each picture, or ``NONE``.
    views : sequence of View
        The pictures, in their order.

    Examples
    --------
    >>> square = np.array([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0], [9.0, 9.0]])
    >>> views = [View(square[:3], square[:3], (10, 10), 1.0), View(square, square, (10, 10), 1.0)]
    >>> told = follow(square, np.array([[0, 0], [1, 1], [2, 2], [-1, 3]]), views)
    >>> told.state[3].tolist(), told.begins.tolist()
    (['missing', 'seen'], [-1, -1, -1, 1])
    """
    state = np.full(np.shape(members), MISSING, dtype="<U8")
    for at, view in enumerate(views):
        state[~view.inside(where_m), at] = OUTSIDE
        if len(view.where_m):
            away, _nearest = spatial.cKDTree(view.where_m).query(where_m)
            state[(away <= view.dot_m) & (state[:, at] == MISSING), at] = HIDDEN
    state[np.asarray(members) != NONE] = SEEN
    return Followed(state)

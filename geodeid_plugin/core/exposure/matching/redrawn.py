# SPDX-License-Identifier: GPL-2.0-or-later
"""Did the records move as somebody says? The stated mask is drawn again and held against the moves.

A model that is too wide for its mask makes the adversary who knows it weak, and a bad map green. Models of a
distance alone are compared with their distribution. All others depend on where a record lives: on people,
addresses or the polygon that held it. So each record is moved by the stated model a few times more; if the
model is the true one, its own move falls anywhere among the new ones with the same chance.

Did every record move by itself? A model of one move says nothing of moves that are shared.

Two records that moved by one vector lie as their homes do: who looks for equal differences matches all of
them, whatever the model of one move. So the moves are held against draws by the stated model, each record by
itself. Moves are alike where each lies nearer to the nearest other move than drawn ones do (a household, a
seed used twice); where records of neighbouring homes moved nearly alike (a village, a warp); where dots lie
nearer to each other (one dot for several); or where two moves are equal that hardly can be.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Floats, Ints
from ...base.errors import GeoDeIDError, InfeasibleError
from ...base.randomness import Source, drawn_entries
from ...base.scientific import sparse, spatial, special
from ...geomask.baselines.choices import Choices
from ...geomask.baselines.places import swap
from ...geomask.baselines.random_moves import Guard, Masked, SurveyRule, move, population_donut
from ...geomask.baselines.remapped import Remapped
from ...geomask.strategy import Transitions
from ...geometry.sphere import METRES_PER_DEGREE, haversine_m
from ..masked_points import Pairs, Places
from . import mask_models
from .mask_models import MaskModel, Surroundings, choices_of, guard_of

_REDRAWS = 19
"""Draws beside the true one: its rank among them is one of 20, even where nothing else is known."""
_MOST_TESTED = 1000
"""Records that are drawn again, evenly over the layer: three standard deviations are then 5 % of them."""
_SAME_M = 0.2
"""Moves that differ by less are equal: rounding of coordinates in files, as in ``likelihood.Scene``."""
_MOST_TOGETHER = 2000
"""Records that are drawn again for what moved together, by chance: of 20 000 that moved by twos, a hundred
pairs are among them."""
_ON_A_PLANE = (*mask_models.ISOTROPIC, "survey", "populationdonut")
"""Models under which no two moves are equal."""
_AT_RANDOM = ("swap", "populationdonut", "survey", "elimination", "geoind", *mask_models.CHOSEN)


def refuted(mask_model: MaskModel, pairs: Pairs, source: Source, around: Surroundings | None = None) -> bool:
    """Whether the records did not move by a stated model.

    Grids, hexagons and Voronoi places are no matter of chance: the attack itself says so where a dot is not
    at the one place that its home allows. Of a table the distances between areas are held against each other,
    and the probabilities: a table that is too wide makes near destinations too likely to be by chance. Where
    addresses, people, polygons or urban records that the model refers to are missing, nothing can be drawn,
    and the attack cannot be made either.
    """
    if mask_model.kind in mask_models.ISOTROPIC and _turned(pairs, mask_model):
        return True
    if mask_models.refuted(mask_model, pairs.moved_m):
        return True
    if mask_model.kind == "table":
        return _other_table(pairs, source, around)
    chance = mask_model.kind in _AT_RANDOM or (
        mask_model.bounded and mask_model.kind in mask_models.ISOTROPIC
    )
    if not chance or around is None or _lacks(mask_model, around):
        return False
    rows = np.unique(np.linspace(0, len(pairs) - 1, min(len(pairs), _MOST_TESTED)).astype(np.int64))
    try:
        place = _places_of_moves(mask_model, pairs, rows, source, around)
    except GeoDeIDError:
        return True  # no mask of this model can move these records at all
    return mask_models.departs(place)


def together(mask_model: MaskModel, pairs: Pairs, source: Source, around: Surroundings | None = None) -> bool:
    """Whether records moved more alike than by a stated model, each by itself: see :func:`moved_together`.

    Grids, hexagons and Voronoi places move nobody by chance; models that cannot be drawn are not played
    either. Where there are many records, some that are drawn stand for all.
    """
    rows = np.sort(np.argsort(source.uniform(len(pairs)))[:_MOST_TOGETHER])
    homes, dots = ((lon[rows], lat[rows]) for lon, lat in (pairs.true, pairs.masked))
    around = around or Surroundings()
    try:
        if mask_model.kind == "table":
            return _together_by_table(homes, dots, source, around)
        if mask_model.kind not in (*_AT_RANDOM, *mask_models.ISOTROPIC) or _lacks(mask_model, around):
            return False
        draws = _draws(mask_model, homes, rows, source, around)
    except GeoDeIDError:
        return False  # whose moves cannot be drawn is refuted already
    return moved_together(homes, dots, draws, mask_model.kind in _ON_A_PLANE)


def _turned(pairs: Pairs, mask_model: MaskModel) -> bool:
    """Whether the directions of the moves are not all alike; polygons may prefer some."""
    if mask_model.bounded:
        return False
    east = (pairs.masked_lon_deg - pairs.lon_deg + 180.0) % 360.0 - 180.0
    east = east * np.cos(np.radians(pairs.lat_deg))
    turn = np.arctan2(pairs.masked_lat_deg - pairs.lat_deg, east) / (2 * np.pi)
    return mask_models.departs(turn % 1.0)


def _lacks(mask_model: MaskModel, around: Surroundings) -> bool:
    return (
        (mask_model.bounded and around.containers is None)
        or (mask_model.kind in ("swap", "address") and around.addresses is None)
        or (mask_model.kind == "street" and around.network is None)
        or (mask_model.kind == "elimination" and around.zones is None)
        or (mask_model.kind == "geoind" and around.prior is None)
        or (mask_model.kind == "optimal" and around.reported is None)
        or (mask_model.kind == "street" and mask_model.values["k_people"] > 0 and around.people is None)
        or (mask_model.kind == "populationdonut" and around.people is None)
        or (mask_model.kind == "survey" and around.urban is None)
    )


def _places_of_moves(mask_model: MaskModel, pairs: Pairs, rows: Ints, source: Source, around: Any) -> Floats:
    """Where each record's own move stands among new ones, from 0 to 1; evenly spread under the model."""
    homes = pairs.lon_deg[rows], pairs.lat_deg[rows]
    again = [haversine_m(*homes, *dots) for dots in _draws(mask_model, homes, rows, source, around)]
    return _place_among(pairs.moved_m[rows], again, source, _SAME_M)


def _draws(mask_model: MaskModel, homes: Places, rows: Ints, source: Source, around: Any) -> list[Places]:
    """Where the model moves records anew, each by itself, several times."""
    guard = guard_of(mask_model, homes, around.containers)
    if mask_model.kind in mask_models.CHOSEN:
        choices = choices_of(mask_model, homes, around).within_bounds(*homes, guard)
        return [_chosen(choices, source) for _ in range(_REDRAWS)]
    urban = None if around.urban is None else np.asarray(around.urban)[rows]
    masks = [_again(mask_model, homes, urban, source, guard, around) for _ in range(_REDRAWS)]
    return [(mask.lon_deg, mask.lat_deg) for mask in masks]


def _chosen(choices: Choices, source: Source) -> Places:
    """One more draw among places."""
    if len(choices.without):
        raise InfeasibleError("matching.place.none", "No place is left for some records.")
    place = choices.drawn(source)
    return choices.lon_deg[place], choices.lat_deg[place]


def _again(
    mask_model: MaskModel, homes: Places, urban: Any, source: Source, guard: Guard, around: Any
) -> Masked:
    """One more draw of the mask."""
    (lon, lat), v = homes, mask_model.values
    if mask_model.kind == "swap":
        return swap(lon, lat, around.addresses, v["low_m"], v["high_m"], source, guard)
    if mask_model.kind == "geoind":
        return Remapped(v["epsilon_per_100_m"] / 100, *around.prior).masked(lon, lat, source)
    if mask_model.kind == "elimination":
        return around.zones.masked(lon, lat, v["k"], source, guard)
    if mask_model.kind == "populationdonut":
        return population_donut(lon, lat, around.people, v["k"], v["k_most"], source, guard).masked
    drawn = SurveyRule.of(urban, source) if mask_model.kind == "survey" else mask_model.moves
    return move(lon, lat, drawn, source, guard)


def _together_by_table(homes: Places, dots: Places, source: Source, around: Any) -> bool:
    """The same of moves between areas, by the areas' points."""
    if around.table is None or around.area_of is None or around.area_deg is None:
        return False
    origin, reached = around.area_of(*homes), around.area_of(*dots)
    if (origin < 0).any() or (reached < 0).any():
        return False
    table = _Table(around.table, around.area_deg)
    lon, lat = (np.asarray(values, dtype=float) for values in around.area_deg)
    draws = [table.drawn(origin, source) for _ in range(_REDRAWS)]
    at = [(lon[rows], lat[rows]) for rows in (origin, reached, *draws)]
    return moved_together(at[0], at[1], at[2:], exact=False)


def _other_table(pairs: Pairs, source: Source, around: Any) -> bool:
    """Whether the records went to other areas than a table sends them to."""
    if around is None or around.table is None or around.area_of is None or around.area_deg is None:
        return False
    origin = around.area_of(pairs.lon_deg, pairs.lat_deg)
    reached = around.area_of(pairs.masked_lon_deg, pairs.masked_lat_deg)
    if (origin < 0).any() or (reached < 0).any():
        return True
    table = _Table(around.table, around.area_deg)
    chance = table.chance(origin, reached)
    if not (chance > 0).all():
        return True
    again = [table.drawn(origin, source) for _ in range(_REDRAWS)]
    return any(
        mask_models.departs(_place_among(of(origin, reached), [of(origin, new) for new in again], source))
        for of in (table.move_m, table.chance)
    )


def _place_among(own: Floats, others: list[Floats], source: Source, apart: float = 0.0) -> Floats:
    """Where each value stands among others, from 0 to 1; those less than ``apart`` from it in any order."""
    new = np.array(others)
    alike = np.isclose(new, own, rtol=1e-9, atol=apart)
    below = ((new < own) & ~alike).sum(axis=0)
    return (below + source.uniform(len(own)) * (alike.sum(axis=0) + 1)) / (len(new) + 1)


class _Table:
    """Draws from a table of probabilities between areas."""

    def __init__(self, table: Transitions, area_deg: Any) -> None:
        size = len(area_deg[0])
        self._area_deg = area_deg
        self._rows = sparse.csr_matrix(
            (table.probability, (table.origin, table.destination)), shape=(size, size)
        )

    def chance(self, origin: Ints, destination: Ints) -> Floats:
        """Probability of each pair."""
        return np.asarray(self._rows[origin, destination]).ravel()

    def drawn(self, origin: Ints, source: Source) -> Ints:
        """A destination for each origin."""
        first, last = self._rows.indptr[origin], self._rows.indptr[origin + 1]
        return np.asarray(self._rows.indices[drawn_entries(self._rows.data, first, last, source)])

    def move_m(self, origin: Ints, destination: Ints) -> Floats:
        """Distance between the areas' points, metres."""
        lon, lat = self._area_deg
        return haversine_m(lon[origin], lat[origin], lon[destination], lat[destination])


_LEVEL = 2e-4
"""Of each of the tests; all together err in up to 4 of 1000 masks whose records moved by themselves."""
_FEWEST = 20
"""Records from which on a sum of logarithms is nearly normal; fewer are looked at for equal moves only."""
_SAME_MOVE_M = 1.0
"""Moves nearer than that are as good as equal: files round coordinates."""
_NEAR = 0.1
"""Part of the usual distance within which nearer is no more: one chance neighbour makes no sum small."""


def moved_together(homes: Places, dots: Places, draws: list[Places], exact: bool = True) -> bool:
    """Whether records moved more alike than by themselves.

    ``homes``, ``dots``: true and masked longitudes and latitudes, degrees. ``draws``: where the stated model
    moved the same records, each by itself, several times. ``exact``: whether two moves of the model are never
    equal, as on a plane, and may be among places.
    """
    home = _plane(homes, homes)
    own, others = ([_moves(homes, place) for place in places] for places in ([dots], draws))
    if exact and any(_equal(own[0][way], [other[way] for other in others]) for way in range(2)):
        return True
    if len(home) < _FEWEST:
        return False
    beside = _nearest(home)[1]
    drawn = [_alike(home, beside, move) for move in others]
    return any(
        _nearer(mine, [one[at] for one in drawn]) for at, mine in enumerate(_alike(home, beside, own[0]))
    )


def _alike(home: Floats, beside: Ints, move: tuple[Floats, Floats]) -> list[Floats]:
    """How far each move lies from the one most like it, from that of the nearest home, and dots from dots."""
    return [
        *(_nearest(of)[0] for of in move),
        np.hypot(*(move[0] - move[0][beside]).T),
        _nearest(home + move[1])[0],
    ]


def _plane(places: Places, about: Places) -> Floats:
    """East and north, metres on the plane of the middle latitude, shape (n, 2)."""
    lon, lat = (np.asarray(values, dtype=float) for values in places)
    east = (lon - about[0][0] + 180.0) % 360.0 - 180.0
    return (
        np.column_stack([east * np.cos(np.radians(np.mean(about[1]))), lat - np.mean(about[1])])
        * METRES_PER_DEGREE
    )


def _moves(homes: Places, dots: Places) -> tuple[Floats, Floats]:
    """Moves as metres at each home, and as degrees in metres of the middle: either may be what was shared."""
    degrees = _plane(dots, homes) - _plane(homes, homes)
    wide = np.cos(np.radians(np.asarray(homes[1]))) / np.cos(np.radians(np.mean(homes[1])))
    return degrees * np.column_stack([wide, np.ones(len(wide))]), degrees


def _nearest(points: Floats) -> tuple[Floats, Ints]:
    """Distance to the nearest other point, and which one it is."""
    away, row = spatial.cKDTree(points).query(points, k=2)
    own = row[:, 0] == np.arange(len(points))
    return away[:, 1], np.where(own, row[:, 1], row[:, 0])


def _nearer(own: Floats, draws: list[Floats]) -> bool:
    """Whether distances are smaller than those of draws, by the sum of their logarithms (Student's t)."""
    near = max(_NEAR * float(np.median(draws)), _SAME_MOVE_M)
    drawn = np.array([np.log(one + near).sum() for one in draws])
    spread = max(float(drawn.std(ddof=1)) * np.sqrt(1 + 1 / len(drawn)), 1e-9)
    return bool(special.stdtr(len(drawn) - 1, (np.log(own + near).sum() - drawn.mean()) / spread) < _LEVEL)


def _equal(own: Floats, draws: list[Floats]) -> bool:
    """Whether the two moves that are most alike are so by more than chance.

    The square of the smallest distance of many is exponential with a mean that draws tell: the share of own
    and drawn ones together below x is 1 − (1 + x)^−m.
    """
    if len(own) < 2:
        return False
    smallest = np.array([_nearest(one)[0].min() for one in draws])
    share = _nearest(own)[0].min() ** 2 / max(float((smallest**2).sum()), 1e-12)
    return bool(1 - (1 + share) ** -len(draws) < _LEVEL)

# SPDX-License-Identifier: GPL-2.0-or-later
"""The linear programme of geomasking: who may move where, at what cost, hidden how well.

Origins i hold ``n_i`` people, ``s`` records are released, and a record in area i is moved to
destination j with probability ``P_ij``. With the flows ``x_ij = n_i P_ij`` and the inflows
``t_j = sum_i x_ij`` the programme of Wieland et al. (2008) and of Jung and El Emam (2014) is

    minimise    (1/N) sum_ij c_ij x_ij                           (1)
    subject to  sum_j x_ij = n_i            for every origin     (2)
                x_ij <= alpha_i t_j         for every pair       (3)
                t_j = sum_i x_ij, x_ij >= 0                      (4)

    alpha_i = min(1, eps n_i / w_i)                              (5)

where ``c_ij`` is the distance, a cost of one's own or the square of either, and the weight ``w_i`` is
``s`` (Wieland), ``min(s, n_i)`` (revised) or ``max(min(s, n_i), c)`` (everybody: one dot tells at most
``eps / c`` of anybody, however small the area; :mod:`..automatic` says which c). Equation (3) is the privacy
row ``w_i P_ij <= eps sum_k n_k P_kj`` written in flows; where ``alpha_i = 1`` it says nothing.
Equation (2) is an equality: a surplus would count people who do not exist and hide others.

Row (3) takes everybody to be equally likely a record, and populations to be right. Where people of one
area may be up to ``rho`` times as likely as those of another, and each true population ``x_k`` is anything
in ``[lo_k, hi_k]``, and an observer knows better, the worst two-valued case of both gives

    rho v_i P_ij <= eps (rho x_i P_ij + sum_{k != i} lo_k P_kj)                    (16)

with the true population ``x_i`` that is worst for area i, ``s`` or what of ``[lo_i, hi_i]`` is nearest to it
(Wieland: ``lo_i``), and ``v_i`` = ``min(s, x_i)`` (Wieland: ``s``). That is row (3) of a programme in flows
``lo_i P_ij``, with the weight

    w'_i = rho v_i - eps (rho x_i - lo_i),                                         (17)

so the same programme solves it, with costs times ``n_i / lo_i``: the objective counts who is thought to live
there. For everybody ``w'_i`` is the larger of the revised one and of Wieland's with c in place of s. Without
doubt (``rho`` = 1, ``lo`` = ``hi``) it is ``w_i`` again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints
from ...base.errors import InputError, named
from ...geometry.areas import Areas
from .allpairs import AllPairs
from .candidates import Costs, Destinations, candidate_pairs
from .pricing import ListedPairs, PricingSet

MODELS = ("revised", "wieland")
EVERYBODY = "everybody"
"""The revised model with a floor on its weights; :mod:`..automatic` chooses it."""
OBJECTIVES = ("distance", "squared")


_HARDLY = 0.005
"""Areas that may hold less than this share of their people, where others hold nearly all of them, are no part
of a crowd (:mod:`..solution`): in flows their costs would be 200 times those of others."""


@dataclass(frozen=True, eq=False)
class Inequality:
    """How far people may be from equally likely to be a record, and populations from right.

    Examples
    --------
    >>> Inequality(margin=np.array([30.0, 5.0])).within([20.0, 50.0])
    (array([ 0., 45.]), array([50., 55.]))
    """

    rate_ratio: float = 1.0
    """``rho`` of equation (16), at least 1: the largest ratio of two areas' rates."""
    population_error: float | Floats = 0.0
    """Shape (n,). Each population may be wrong by this share either way: between ``n_i / (1 + error)`` and
    ``n_i (1 + error)``."""
    margin: Floats | None = None
    """Shape (n,), or None. People by which each population may be wrong either way, in place of a share."""

    def __post_init__(self) -> None:
        if not 1 <= self.rate_ratio <= 1e6:
            raise InputError(
                "strategy.rate_ratio.below_one",
                "The ratio of rates is {ratio:g}. It must be 1 (everybody alike) or more, for example 2.",
                ratio=self.rate_ratio,
            )
        error = np.atleast_1d(self.population_error)
        wrong = error[~((error >= 0) & (error <= 1e3))]
        if len(wrong):
            raise InputError(
                "strategy.population_error.negative",
                "The error of populations is {error:g}. It is a share, 0 or more, for example 0.2.",
                error=float(wrong[0]),
            )
        if self.margin is None:
            return
        if error.any():
            raise InputError(
                "strategy.population_error.given_twice",
                "Give either margins of error or a share by which populations may be wrong, not both.",
            )
        if not np.all(np.isfinite(self.margin) & (np.asarray(self.margin) >= 0)):
            raise InputError(
                "strategy.margin.missing",
                "A margin of error is missing or negative. It is a number of people, 0 or more.",
            )

    @property
    def certain(self) -> bool:
        """Whether everybody is equally likely, and populations are right."""
        wrong = self.population_error if self.margin is None else self.margin
        return self.rate_ratio == 1 and not np.any(wrong)

    def within(self, people: Array) -> tuple[Floats, Floats]:
        """``lo_i`` and ``hi_i`` of equation (16), shapes (n,)."""
        people = np.asarray(people, dtype=float)
        if self.margin is not None:
            return np.maximum(0.0, people - self.margin), people + self.margin
        factor = 1.0 + np.asarray(self.population_error)
        return people / factor, people * factor


EQUAL = Inequality()
"""Everybody equally likely, and populations right: the published models."""


@dataclass(frozen=True)
class Programme:
    """One instance of equations (1) to (5), of its populated origins alone."""

    area: Ints
    """Shape (n,). Rows of the areas that have people who surely make a crowd (:func:`counting_people`)."""
    people: Floats
    weight: Floats
    """Shape (n,). ``n_i`` (``lo_i`` where populations are in doubt) and ``w_i``, see
    :func:`robust_weights`."""
    risk: float
    """The bound eps."""
    squared: bool
    """Whether distances or costs are squared."""
    pricing_set: PricingSet
    """The moves that are allowed and what they cost."""

    def cap(self, share: float = 1.0) -> Floats:
        """``alpha_i`` at a share of the risk, shape (n,)."""
        return caps(self.people, self.weight, share * self.risk)

    def cost(self, origin: Ints, destination: Ints) -> Array:
        """``c_ij`` of pairs: metres or the unit of one's own costs, or its square."""
        return self.pricing_set.costs(origin, destination)

    def objective(self, origin: Ints, destination: Ints, probability: Floats) -> float:
        """(1) of a table, people times cost."""
        return float((self.people[origin] * probability) @ self.cost(origin, destination))


def programme_of(
    areas: Areas,
    destinations: Destinations | None,
    records: int | Floats,
    risk: float,
    model: str = "revised",
    nearest: int | None = None,
    squared: bool = False,
    inequality: Inequality = EQUAL,
    at_least: float | Floats = 1.0,
    longest_m: float | None = None,
    costs: Costs | None = None,
) -> Programme:
    """Set up an instance from areas; see :class:`..solution.Request` for the numbers."""
    target = Destinations.of_areas(areas) if destinations is None else destinations
    rows = np.flatnonzero(counting_people(areas.population, inequality))
    people = inequality.within(areas.population)[0][rows]
    weight = robust_weights(areas.population, records, model, risk, inequality, at_least)[rows]
    said = np.asarray(areas.population, dtype=float)[rows]
    scale = None if np.array_equal(said, people) else said / people
    if nearest is None and longest_m is None and costs is None:
        _check_reachable(areas, rows, target)
        pricing_set: PricingSet = AllPairs(
            (areas.lon_deg[rows], areas.lat_deg[rows]),
            areas.boundary_code[rows],
            (target.lon_deg, target.lat_deg),
            target.boundary_code,
            squared,
            scale=scale,
        )
    else:
        pairs = candidate_pairs(areas, destinations, nearest, longest_m, costs)
        listed = np.isin(pairs.origin, rows)
        pricing_set = ListedPairs(
            np.searchsorted(rows, pairs.origin[listed]), pairs.destination[listed],
            pairs.distance_m[listed], len(target), squared, scale, pairs.cost[listed],
        )  # fmt: skip
    return Programme(rows, people, weight, risk, squared, pricing_set)


def counting_people(population: Array, inequality: Inequality) -> Bools:
    """Which areas have people who surely make a crowd, shape (n,); the others have none or hardly any."""
    people, lowest = np.asarray(population, dtype=float), inequality.within(population)[0]
    share = np.divide(lowest, people, out=np.zeros(len(people)), where=people > 0)
    counting: Bools = share > _HARDLY * np.max(share, initial=0.0)
    return counting


def _check_reachable(areas: Areas, rows: Ints, target: Destinations) -> None:
    cut_off = rows[~np.isin(areas.boundary_code[rows], target.boundary_code)]
    if len(cut_off):
        raise InputError(
            "strategy.boundary.no_destination",
            "Area {areas} has no destination inside its boundary unit. "
            "Add destinations there, or choose another boundary.",
            areas=named(areas.ids[cut_off]),
        )


def weights(people: Array, records: Floats | int, model: str) -> Floats:
    """The weights ``w_i`` of the privacy rows.

    Revised: ``min(s, n_i)``, or ``n_i`` for the areas hidden as areas; Wieland: ``s``, the records that are
    released, earlier ones included. Where earlier releases have shown more of some than of others,
    ``records`` are as many as count for one person of each area, infinite for areas that are hidden as areas
    (:func:`..releases.odometer.of_areas_too`).

    >>> weights([3, 100], 10, "revised").tolist(), weights([3, 100], 10, "wieland").tolist()
    ([3.0, 10.0], [10.0, 10.0])
    """
    people = np.asarray(people, dtype=float)
    if model == "wieland":
        return np.full(len(people), records, dtype=float)
    if model == "revised":
        counted = np.asarray(records, dtype=float)
        return np.where(np.isinf(counted), people, counted) if counted.ndim else np.minimum(counted, people)
    raise InputError(
        "strategy.model.unknown",
        "The model is {model!r}. Choose one of {known}.",
        model=model,
        known=named(MODELS),
    )


def _cases(
    people: Floats, records: int | Floats, model: str, inequality: Inequality, at_least: float | Floats
) -> list[tuple[Floats, Floats]]:
    """``v_i`` and ``x_i`` of equation (16), of each promise that a model makes."""
    lowest, highest = inequality.within(people)
    if model == "wieland":
        return [(weights(people, records, model), lowest)]
    if np.ndim(records):
        worst = np.where(np.isinf(records), highest, lowest)
    else:
        worst = np.clip(records, lowest, highest)
    areas = weights(worst, records, "revised" if model == EVERYBODY else model), worst
    if model != EVERYBODY:
        return [areas]
    return [areas, (np.full(len(lowest), np.minimum(at_least, records), dtype=float), lowest)]


def robust_weights(
    people: Array,
    records: int | Floats,
    model: str,
    risk: float,
    inequality: Inequality = EQUAL,
    at_least: float | Floats = 1.0,
) -> Floats:
    """The weights ``w'_i`` of equation (17).

    For ``everybody`` it is at least Wieland's, with c (``at_least``) for s: as many records count for one
    person of any area at least. Where it is not above ``eps lo_i`` the row says nothing.

    >>> robust_weights([100.0, 400.0], 50, "revised", 0.2, Inequality(rate_ratio=2)).tolist()
    [80.0, 20.0]
    >>> robust_weights([1.0, 6.0, 400.0], 50, "everybody", 0.2, at_least=4).tolist()
    [4.0, 6.0, 50.0]
    """
    lowest, ratio = inequality.within(people)[0], inequality.rate_ratio
    crowds = [
        ratio * value - risk * (ratio * worst - lowest)
        for value, worst in _cases(people, records, model, inequality, at_least)
    ]
    largest: Floats = np.max(crowds, axis=0)
    return largest


def caps(people: Floats, weight: Floats, risk: float) -> Floats:
    """``alpha_i`` of equation (5): the largest share of any inflow that area i may be, shape (n,)."""
    return np.minimum(1.0, risk * np.asarray(people, dtype=float) / np.maximum(weight, 1e-300))


def check_bounds(areas: Areas, records: int | Floats, risk: float) -> None:
    """Refuse numbers that no strategy can be made for."""
    people = float(np.sum(areas.population))
    if not 0 < risk < 1:
        raise InputError(
            "strategy.risk.out_of_range",
            "The risk is {risk:g}. It must lie above 0 and below 1, for example 0.2.",
            risk=risk,
        )
    if not people > 0:
        raise InputError(
            "area.population.zero", "The areas hold no people. Choose the field with their populations."
        )
    if not records >= 1:
        raise InputError(
            "strategy.records.none",
            "There are no records to protect. The number of records must be 1 or more.",
        )
    if records > people:
        raise InputError(
            "strategy.people.too_few",
            "There are {records} records, earlier ones included, but only {people:.0f} people in the areas. "
            "Choose the population that the records come from.",
            records=records,
            people=people,
        )


def unrestricted_floor(
    people: Floats,
    records: int | Floats,
    model: str,
    boundary_code: Ints,
    inequality: Inequality = EQUAL,
    at_least: float | Floats = 1.0,
) -> float:
    """Smallest risk of any strategy: ``max_i w_i / N`` over the people of each boundary unit.

    Everybody of a unit released by one and the same row of probabilities reaches it; summing equation (3)
    over all destinations shows that nothing goes below. With equation (16) it is ``max_i rho v_i / (sum_k
    lo_k - lo_i + rho x_i)``. Records, model and c as for :func:`robust_weights`.
    """
    return float(np.max(floors(people, records, model, boundary_code, inequality, at_least)))


def floors(
    people: Floats,
    records: int | Floats,
    model: str,
    boundary_code: Ints,
    inequality: Inequality = EQUAL,
    at_least: float | Floats = 1.0,
) -> Floats:
    """Smallest risk of any strategy for each area alone, 0 for areas without people.

    Each is a term of :func:`unrestricted_floor`, the largest of which that is.
    """
    lowest = inequality.within(people)[0]
    crowd = np.bincount(boundary_code, lowest)[boundary_code].astype(float)
    return floors_among(crowd, people, records, model, inequality, at_least)


def floors_among(
    crowd: Floats,
    people: Floats,
    records: int | Floats,
    model: str,
    inequality: Inequality,
    at_least: float | Floats,
) -> Floats:
    """Smallest risk of each area among the people who can reach a place that it can reach.

    A place that area i may use holds nobody else, so summing its rows (3) over these places gives ``w_i <=
    eps * crowd_i``. ``crowd`` is fewest people (``lo_k``) of the areas that share a destination with the
    area, its own included; the rest as for :func:`unrestricted_floor`. 0 for areas without people.

    >>> floors_among(np.array([50.0, 200.0]), np.array([20.0, 60.0]), 10, "revised", EQUAL, 1.0).tolist()
    [0.2, 0.05]
    """
    people, ratio = np.asarray(people, dtype=float), inequality.rate_ratio
    others = crowd - inequality.within(people)[0]
    smallest = np.zeros(len(people))
    for value, worst in _cases(people, records, model, inequality, at_least):
        among = others + ratio * worst
        floor = np.divide(ratio * value, among, out=np.full(len(people), np.inf), where=among > 0)
        smallest = np.maximum(smallest, np.where(people > 0, floor, 0.0))
    return smallest

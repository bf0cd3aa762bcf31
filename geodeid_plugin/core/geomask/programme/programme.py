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
from .candidates import Costs, Destinations, Pairs, candidate_pairs
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
    :meth:`Request.weights`."""
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


@dataclass(frozen=True)
class Request:
    """What is asked of a strategy."""

    records: int
    """Records that are released, earlier releases included."""
    risk: float
    """The bound eps."""
    model: str = "revised"
    """Which guarantee, see :meth:`weights`."""
    nearest: int | None = None
    """How many destinations an origin may use, the nearest ones; None for all."""
    squared: bool = False
    """Whether squared distances, or costs, are minimised."""
    tolerance: float = 1e-4
    """Certified distance from the optimum at which the search ends, as a share of the objective."""
    seconds: float | None = None
    """Time after which the best strategy so far is taken; None for no limit."""
    carried: float = 0.0
    """Destinations that would stand for fewer people than this are left out where the tolerance allows it
    (:mod:`..solver.taken`); 0: none is."""
    counting: Floats | None = None
    """Records that count for one person of each area, where earlier releases have shown more of some than of
    others (:func:`..releases.odometer.counting`), infinite where the revised model hides the area as an area;
    None: ``records`` for all. Shape (n,)."""
    at_least: float | Floats = 1.0
    """c of the model everybody: as many records count for one person of any area at least."""
    inequality: Inequality = EQUAL
    """How unequally likely people may be records, and how wrong populations: the bound holds for the worst of
    it."""
    spare: float = 0.0
    """Share of the bound that a table aims below it, for what its dots tell together
    (:func:`..releases.reading.spare`); not kept where no table can aim so low."""
    longest_m: float | None = None
    """How far an origin may send at most, metres between the points; None for any distance."""
    costs: Costs | None = None
    """What moves cost, and which there are; None for distances."""

    @property
    def listed(self) -> bool:
        """Whether moves are missing that the boundary alone would allow, so that the others are listed."""
        return self.nearest is not None or self.longest_m is not None or self.costs is not None

    @property
    def aim(self) -> float:
        """The risk that a table aims at."""
        return self.risk * (1 - self.spare)

    @property
    def counted(self) -> int | Floats:
        """What stands for ``s`` in the weights: a number, or one for each area."""
        return self.records if self.counting is None else self.counting

    def pairs(self, areas: Areas, destinations: Destinations | None) -> Pairs:
        """The moves that are allowed, listed."""
        return candidate_pairs(areas, destinations, self.nearest, self.longest_m, self.costs)

    def programme(
        self, areas: Areas, destinations: Destinations | None, risk: float | None = None
    ) -> Programme:
        """The instance, at the bound or at another risk."""
        target = Destinations.of_areas(areas) if destinations is None else destinations
        rows = np.flatnonzero(counting_people(areas.population, self.inequality))
        people = self.inequality.within(areas.population)[0][rows]
        said = np.asarray(areas.population, dtype=float)[rows]
        scale = None if np.array_equal(said, people) else said / people
        if self.listed:
            pairs = self.pairs(areas, destinations)
            listed = np.isin(pairs.origin, rows)
            pricing_set: PricingSet = ListedPairs(
                np.searchsorted(rows, pairs.origin[listed]), pairs.destination[listed],
                pairs.distance_m[listed], len(target), self.squared, scale, pairs.cost[listed],
            )  # fmt: skip
        else:
            _check_reachable(areas, rows, target)
            pricing_set = AllPairs(
                (areas.lon_deg[rows], areas.lat_deg[rows]), areas.boundary_code[rows],
                (target.lon_deg, target.lat_deg), target.boundary_code, self.squared, scale=scale,
            )  # fmt: skip
        risk = self.risk if risk is None else risk
        weight = self.weights(areas.population, risk)[rows]
        return Programme(rows, people, weight, risk, self.squared, pricing_set)

    def weights(self, people: Array, risk: float | None = None) -> Floats:
        """The weights ``w'_i`` of equation (17), shape (n,), at the bound or at another risk.

        For ``everybody`` it is at least Wieland's, with c (``at_least``) for s: as many records count for one
        person of any area at least. Where it is not above ``eps lo_i`` the row says nothing.

        >>> Request(50, 0.2, inequality=Inequality(rate_ratio=2)).weights([100.0, 400.0]).tolist()
        [80.0, 20.0]
        >>> Request(50, 0.2, "everybody", at_least=4).weights([1.0, 6.0, 400.0]).tolist()
        [4.0, 6.0, 50.0]
        """
        risk = self.risk if risk is None else risk
        lowest, ratio = self.inequality.within(people)[0], self.inequality.rate_ratio
        crowds = [ratio * value - risk * (ratio * worst - lowest) for value, worst in self._cases(people)]
        largest: Floats = np.max(crowds, axis=0)
        return largest

    def _cases(self, people: Array) -> list[tuple[Floats, Floats]]:
        """``v_i`` and ``x_i`` of equation (16), of each promise that the model makes."""
        records = self.counted
        lowest, highest = self.inequality.within(people)
        if self.model == "wieland":
            return [(weights(people, records, self.model), lowest)]
        if np.ndim(records):
            worst = np.where(np.isinf(records), highest, lowest)
        else:
            worst = np.clip(records, lowest, highest)
        areas = weights(worst, records, "revised" if self.model == EVERYBODY else self.model), worst
        if self.model != EVERYBODY:
            return [areas]
        return [areas, (np.full(len(lowest), np.minimum(self.at_least, records), dtype=float), lowest)]

    def floor(self, areas: Areas) -> float:
        """The smallest risk of any strategy, were all destinations of a boundary unit allowed."""
        return float(np.max(self.floors(areas.population, areas.boundary_code)))

    def floors(self, people: Floats, boundary_code: Ints) -> Floats:
        """Smallest risk of any strategy for each area alone: ``w_i / N``, N the people of its boundary unit.

        Everybody of a unit released by one and the same row of probabilities reaches the largest of them;
        summing equation (3) over all destinations shows that nothing goes below. With equation (16) it is
        ``rho v_i / (sum_k lo_k - lo_i + rho x_i)``. 0 for areas without people.
        """
        lowest = self.inequality.within(people)[0]
        return self.floors_among(np.bincount(boundary_code, lowest)[boundary_code].astype(float), people)

    def floors_among(self, crowd: Floats, people: Floats) -> Floats:
        """Smallest risk of each area among the people who can reach a place that it can reach.

        A place that area i may use holds nobody else, so summing its rows (3) over these places gives ``w_i
        <= eps * crowd_i``. ``crowd`` is fewest people (``lo_k``) of the areas that share a destination with
        the area, its own included. 0 for areas without people.

        >>> Request(10, 0.2).floors_among(np.array([50.0, 200.0]), np.array([20.0, 60.0])).tolist()
        [0.2, 0.05]
        """
        people, ratio = np.asarray(people, dtype=float), self.inequality.rate_ratio
        others = crowd - self.inequality.within(people)[0]
        smallest = np.zeros(len(people))
        for value, worst in self._cases(people):
            among = others + ratio * worst
            floor = np.divide(ratio * value, among, out=np.full(len(people), np.inf), where=among > 0)
            smallest = np.maximum(smallest, np.where(people > 0, floor, 0.0))
        return smallest


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

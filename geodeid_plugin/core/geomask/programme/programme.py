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

where ``c_ij`` is the distance or its square, and the weight ``w_i`` is ``s`` (Wieland) or
``min(s, n_i)`` (revised). Equation (3) is the privacy row
``w_i P_ij <= eps sum_k n_k P_kj`` written in flows; where ``alpha_i = 1`` it says nothing.
Equation (2) is an equality: a surplus would count people who do not exist and hide others.

Row (3) takes everybody to be equally likely a record, and populations to be right. Where people of one
area may be up to ``rho`` times as likely as those of another, and each population wrong by a factor of
up to ``a`` either way, and an observer knows better, the worst two-valued case of both gives

    a rho v_i P_ij <= eps (a rho x_i P_ij + sum_{k != i} n_k P_kj)                 (16)

with the true population ``x_i`` that is worst for area i, ``s`` or what of ``[n_i / a, a n_i]`` is nearest
to it (Wieland: ``n_i / a``), and ``v_i`` = ``min(s, x_i)`` (Wieland: ``s``). That is row (3) with the weight

    w'_i = a rho v_i - eps (a rho x_i - n_i),                                      (17)

so the same programme solves it. Without doubt (``a`` = ``rho`` = 1) it is ``w_i`` again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InputError, named
from ...geometry.areas import Areas
from .allpairs import AllPairs
from .candidates import candidate_pairs
from .destinations import Destinations
from .pricing import ListedPairs, PricingSet

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats, Ints

MODELS = ("revised", "wieland")
OBJECTIVES = ("distance", "squared")


@dataclass(frozen=True)
class Inequality:
    """How far people may be from equally likely to be a record, and populations from right.

    Attributes
    ----------
    rate_ratio : float
        ``rho`` of equation (16), at least 1: the largest ratio of two areas' rates.
    population_error : float
        Each population may be wrong by this share either way: ``a`` = 1 + ``population_error``.
    """

    rate_ratio: float = 1.0
    population_error: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.rate_ratio <= 1e6:
            raise InputError(
                "The ratio of rates is {ratio:g}. It must be 1 (everybody alike) or more, for example 2.",
                ratio=self.rate_ratio,
            )
        if not 0 <= self.population_error <= 1e3:
            raise InputError(
                "The error of populations is {error:g}. It is a share, 0 or more, for example 0.2.",
                error=self.population_error,
            )

    @property
    def factor(self) -> float:
        """``a`` of equation (16)."""
        return 1.0 + self.population_error


EQUAL = Inequality()
"""Everybody equally likely, and populations right: the published models."""


@dataclass(frozen=True)
class Programme:
    """One instance of equations (1) to (5), of its populated origins alone.

    Attributes
    ----------
    area : ndarray of int, shape (n,)
        Rows of the areas that have people.
    people, weight : ndarray, shape (n,)
        ``n_i`` and ``w_i``, see :func:`weights`.
    risk : float
        The bound eps.
    squared : bool
        Whether the cost is the squared distance.
    pricing_set : PricingSet
        The moves that are allowed and their distances.
    """

    area: Ints
    people: Floats
    weight: Floats
    risk: float
    squared: bool
    pricing_set: PricingSet

    def cap(self, share: float = 1.0) -> Floats:
        """``alpha_i`` at a share of the risk, shape (n,)."""
        return caps(self.people, self.weight, share * self.risk)

    def cost(self, origin: Ints, destination: Ints) -> Array:
        """``c_ij`` of pairs, metres or square metres."""
        distance_m = self.pricing_set.distances_m(origin, destination)
        return distance_m**2 if self.squared else distance_m


def programme_of(
    areas: Areas,
    destinations: Destinations | None,
    records: int | Floats,
    risk: float,
    model: str = "revised",
    nearest: int | None = None,
    squared: bool = False,
    inequality: Inequality = EQUAL,
) -> Programme:
    """Set up an instance from areas; see :class:`..solution.Request` for the numbers.

    Raises
    ------
    InputError
        A populated area has no destination in its boundary unit.
    """
    target = Destinations.of_areas(areas) if destinations is None else destinations
    rows = np.flatnonzero(np.asarray(areas.population) > 0)
    people = np.asarray(areas.population, dtype=float)[rows]
    weight = robust_weights(areas.population, records, model, risk, inequality)[rows]
    if nearest is None:
        _check_reachable(areas, rows, target)
        pricing_set: PricingSet = AllPairs(
            (areas.lon_deg[rows], areas.lat_deg[rows]),
            areas.boundary_code[rows],
            (target.lon_deg, target.lat_deg),
            target.boundary_code,
            squared,
        )
    else:
        pairs = candidate_pairs(areas, destinations, nearest)
        pricing_set = ListedPairs(
            np.searchsorted(rows, pairs.origin), pairs.destination, pairs.distance_m, len(target), squared
        )
    return Programme(rows, people, weight, risk, squared, pricing_set)


def _check_reachable(areas: Areas, rows: Ints, target: Destinations) -> None:
    cut_off = rows[~np.isin(areas.boundary_code[rows], target.boundary_code)]
    if len(cut_off):
        raise InputError(
            "Area {areas} has no destination inside its boundary unit. "
            "Add destinations there, or choose another boundary.",
            areas=named(areas.ids[cut_off]),
        )


def weights(people: Array, records: Floats | int, model: str) -> Floats:
    """The weights ``w_i`` of the privacy rows.

    Parameters
    ----------
    people : ndarray, shape (n,)
        Populations.
    records : int or ndarray, shape (n,)
        Records that are released, earlier releases included (``s``); or, where earlier releases have shown
        more of some than of others, as many as count for one person of each area, infinite for areas that
        are hidden as areas (:func:`..releases.odometer.of_areas_too`).
    model : {"revised", "wieland"}
        Revised: ``min(s, n_i)``, or ``n_i`` for the areas hidden as areas; Wieland: ``s``.

    Returns
    -------
    ndarray, shape (n,)

    Examples
    --------
    >>> weights([3, 100], 10, "revised").tolist(), weights([3, 100], 10, "wieland").tolist()
    ([3.0, 10.0], [10.0, 10.0])
    """
    people = np.asarray(people, dtype=float)
    if model == "wieland":
        return np.full(len(people), records, dtype=float)
    if model == "revised":
        counted = np.asarray(records, dtype=float)
        return np.where(np.isinf(counted), people, counted) if counted.ndim else np.minimum(counted, people)
    raise InputError("The model is {model!r}. Choose one of {known}.", model=model, known=named(MODELS))


def _worst_case(
    people: Floats, records: int | Floats, model: str, inequality: Inequality
) -> tuple[Floats, Floats]:
    """``v_i`` and ``x_i`` of equation (16)."""
    people, factor = np.asarray(people, dtype=float), inequality.factor
    if model == "wieland":
        return weights(people, records, model), people / factor
    if np.ndim(records):
        worst = np.where(np.isinf(records), people * factor, people / factor)
    else:
        worst = np.clip(records, people / factor, people * factor)
    return weights(worst, records, model), worst


def robust_weights(
    people: Array, records: int | Floats, model: str, risk: float, inequality: Inequality = EQUAL
) -> Floats:
    """The weights ``w'_i`` of equation (17).

    Parameters
    ----------
    people : ndarray, shape (n,)
        Populations.
    records : int or ndarray, shape (n,)
        As for :func:`weights`.
    model : {"revised", "wieland"}
        As for :func:`weights`.
    risk : float
        The bound eps.
    inequality : Inequality
        How unequal people may be.

    Returns
    -------
    ndarray, shape (n,)
        Where it is not above ``eps n_i`` the row says nothing.

    Examples
    --------
    >>> robust_weights([100.0, 400.0], 50, "revised", 0.2, Inequality(rate_ratio=2)).tolist()
    [80.0, 20.0]
    """
    people = np.asarray(people, dtype=float)
    value, worst = _worst_case(people, records, model, inequality)
    times = inequality.factor * inequality.rate_ratio
    return times * value - risk * (times * worst - people)


def caps(people: Floats, weight: Floats, risk: float) -> Floats:
    """``alpha_i`` of equation (5): the largest share of any inflow that area i may be, shape (n,)."""
    return np.minimum(1.0, risk * np.asarray(people, dtype=float) / np.maximum(weight, 1e-300))


def check_bounds(areas: Areas, records: int | Floats, risk: float) -> None:
    """Refuse numbers that no strategy can be made for.

    Raises
    ------
    InputError
        The risk is not between 0 and 1, there are no people, no records, or more records than people.
    """
    people = float(np.sum(areas.population))
    if not 0 < risk < 1:
        raise InputError("The risk is {risk:g}. It must lie above 0 and below 1, for example 0.2.", risk=risk)
    if not people > 0:
        raise InputError("The areas hold no people. Choose the field with their populations.")
    if not records >= 1:
        raise InputError("There are no records to protect. The number of records must be 1 or more.")
    if records > people:
        raise InputError(
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
) -> float:
    """Smallest risk of any strategy: ``max_i w_i / N`` over the people of each boundary unit.

    Everybody of a unit released by one and the same row of probabilities reaches it; summing
    equation (3) over all destinations shows that nothing goes below. With equation (16) it is
    ``max_i a rho v_i / (N - n_i + a rho x_i)``.

    Parameters
    ----------
    people : ndarray, shape (n,)
        Populations.
    records, model
        As for :func:`weights`.
    boundary_code : ndarray of int, shape (n,)
        Boundary units.
    inequality : Inequality
        How unequal people may be.

    Returns
    -------
    float
    """
    return float(np.max(floors(people, records, model, boundary_code, inequality)))


def floors(
    people: Floats,
    records: int | Floats,
    model: str,
    boundary_code: Ints,
    inequality: Inequality = EQUAL,
) -> Floats:
    """Smallest risk of any strategy for each area alone, 0 for areas without people.

    Parameters
    ----------
    people, records, model, boundary_code, inequality
        As for :func:`unrestricted_floor`, whose largest term each is.

    Returns
    -------
    ndarray, shape (n,)
    """
    people = np.asarray(people, dtype=float)
    crowd = np.bincount(boundary_code, people)[boundary_code].astype(float)
    return floors_among(crowd, people, records, model, inequality)


def floors_among(
    crowd: Floats, people: Floats, records: int | Floats, model: str, inequality: Inequality = EQUAL
) -> Floats:
    """Smallest risk of each area among the people who can reach a place that it can reach.

    A place that area i may use holds nobody else, so summing its rows (3) over these places gives
    ``w_i <= eps * crowd_i``.

    Parameters
    ----------
    crowd : ndarray, shape (n,)
        People of the areas that share a destination with the area, its own included.
    people, records, model, inequality
        As for :func:`unrestricted_floor`.

    Returns
    -------
    ndarray, shape (n,)
        0 for areas without people.

    Examples
    --------
    >>> floors_among(np.array([50.0, 200.0]), np.array([20.0, 60.0]), 10, "revised").tolist()
    [0.2, 0.05]
    """
    people = np.asarray(people, dtype=float)
    value, worst = _worst_case(people, records, model, inequality)
    times = inequality.factor * inequality.rate_ratio
    among = crowd - people + times * worst
    return np.divide(times * value, among, out=np.zeros(len(people)), where=people > 0)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Does a cluster survive the mask? Wieland's experiment (PNAS 2008) as a function.

Many sets of cases and controls are drawn from the population of the areas, each with a cluster
planted somewhere; every method masks cases and controls of a set by the same mechanism; the scan
statistic looks for the cluster before and after. Were only the cases moved, the controls that stay
would make the moved cases look clustered where people are few, and hide them where people are many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..base.arrays import Array, Bools, Floats, Ints
from ..base.errors import InputError
from ..base.progress import Progress, silent
from ..base.randomness import Source
from ..base.scientific import stats
from ..geomask.baselines.random_moves import Distances, move
from ..geomask.strategy import Strategy, draw
from ..geometry.areas import Areas
from ..geometry.sphere import haversine_m, unit_vectors
from .scan import NoCircleError, ScanSettings, scan_sphere

_LEAST_P = 1e-4
"""p-value below which cases and controls were not moved alike."""


@dataclass(frozen=True)
class Experiment:
    """What is planted, and how it is looked for."""

    sets: int = 1000
    """Sets of cases and controls."""
    cases: int = 100
    controls: int = 100
    """Records of each kind in a set."""
    radius_m: float = 1000.0
    """Radius of the planted cluster, metres."""
    relative_risk: float = 8.0
    """How many times likelier a person in it is a case."""
    simulations: int = 199
    """Random maps of each scan."""


@dataclass(frozen=True)
class Unmasked:
    """Records at the representative points of their areas."""

    name: str

    def place(self, areas: Areas, rows: Ints, source: Source) -> tuple[Floats, Floats]:
        """Positions of records in the given areas, degrees."""
        return areas.lon_deg[rows], areas.lat_deg[rows]


@dataclass(frozen=True)
class ByStrategy:
    """Records moved by a solved table of transition probabilities."""

    name: str
    strategy: Strategy

    def place(self, areas: Areas, rows: Ints, source: Source) -> tuple[Floats, Floats]:
        """One draw a record."""
        to = self.strategy.destination[draw(self.strategy, rows, source)]
        return areas.lon_deg[to], areas.lat_deg[to]


@dataclass(frozen=True)
class Aggregated:
    """Records at the population-weighted centre of their unit, such as a cropped postal code."""

    name: str
    unit: Array

    def place(self, areas: Areas, rows: Ints, source: Source | None) -> tuple[Floats, Floats]:
        """Centres of the units of the records."""
        code = np.unique(np.asarray(self.unit).astype(str), return_inverse=True)[1].ravel()
        weighted = unit_vectors(areas.lon_deg, areas.lat_deg) * areas.population[:, None]
        centre = np.stack([np.bincount(code, weighted[:, axis]) for axis in range(3)], axis=1)[code[rows]]
        lon = np.degrees(np.arctan2(centre[:, 1], centre[:, 0]))
        return lon, np.degrees(np.arctan2(centre[:, 2], np.hypot(centre[:, 0], centre[:, 1])))


@dataclass(frozen=True)
class AtRandom:
    """Records moved by a random mask."""

    name: str
    mask_model: Distances

    def place(self, areas: Areas, rows: Ints, source: Source) -> tuple[Floats, Floats]:
        """One move a record."""
        masked = move(areas.lon_deg[rows], areas.lat_deg[rows], self.mask_model, source)
        return masked.lon_deg, masked.lat_deg


@dataclass(frozen=True)
class Outcome:
    """What became of the clusters under one method."""

    name: str
    """The method."""
    p_value: Floats
    """Shape (sets,). p-value of the most likely cluster of each set; 1 where no circle could be tried."""
    overlap: Floats
    """Shape (sets,). People in both the found and the planted cluster over people in either."""
    move_m: Floats
    """Shape (sets,). Mean move of the records, metres."""

    @property
    def mean_p(self) -> float:
        """Mean p-value over the sets."""
        return float(self.p_value.mean())

    @property
    def p_error(self) -> float:
        """Standard error of the mean p-value."""
        return float(self.p_value.std(ddof=1) / np.sqrt(len(self.p_value))) if len(self.p_value) > 1 else 0.0

    def power(self, level: float = 0.05) -> float:
        """Share of the sets whose most likely cluster is significant."""
        return float(np.mean(self.p_value <= level))


def preservation(
    areas: Areas,
    methods: Sequence[Unmasked | ByStrategy | Aggregated | AtRandom],
    experiment: Experiment,
    source: Source,
    progress: Progress = silent,
) -> tuple[Outcome, ...]:
    """Plant clusters, mask by every method, scan, and compare.

    Parameters
    ----------
    areas : Areas
        Where people live.
    methods : sequence
        Objects with a ``name`` and ``place(areas, rows, source)``.
    experiment : Experiment
    source : SystemSource or SeededSource

    Returns
    -------
    tuple of Outcome
        One a method, in their order. All methods see the same sets.

    Raises
    ------
    InputError
        Nobody lives in the areas, or the figures of the experiment make no sense.
    """
    _check(areas, experiment)
    found = np.zeros((len(methods), 3, experiment.sets))
    for index in range(experiment.sets):
        planted, rows = planted_cluster(areas, experiment, source)
        for number, method in enumerate(methods):
            progress((index + number / len(methods)) / experiment.sets, "")
            lon, lat = method.place(areas, rows, source)
            p, held = _scanned(areas, lon, lat, experiment, source)
            found[number, :, index] = (
                p,
                _shared_people(areas, held, planted),
                haversine_m(areas.lon_deg[rows], areas.lat_deg[rows], lon, lat).mean(),
            )
    return tuple(Outcome(method.name, *found[number]) for number, method in enumerate(methods))


def _check(areas: Areas, experiment: Experiment) -> None:
    if areas.population.sum() <= 0:
        raise InputError("preservation.people.none", "Nobody lives in these areas, so no cases can be drawn.")
    if experiment.sets < 1 or experiment.cases < 2 or experiment.controls < 2:
        raise InputError(
            "preservation.cases.too_few", "The experiment needs at least 1 set, 2 cases and 2 controls."
        )
    if not experiment.relative_risk > 1:
        raise InputError(
            "preservation.relative_risk.too_small",
            "The relative risk of the planted cluster must be above 1.",
        )
    if not experiment.radius_m > 0:
        raise InputError(
            "preservation.radius.not_positive", "The radius of the planted cluster must be above 0."
        )


def planted_cluster(areas: Areas, experiment: Experiment, source: Source) -> tuple[Bools, Ints]:
    """A cluster about the home of a random person, and the areas of the cases and the controls."""
    centre = _drawn(areas.population, 1, source)[0]
    away = haversine_m(areas.lon_deg[centre], areas.lat_deg[centre], areas.lon_deg, areas.lat_deg)
    inside = away <= experiment.radius_m
    risk = np.where(inside, experiment.relative_risk, 1.0)
    cases = _drawn(areas.population * risk, experiment.cases, source)
    return inside, np.concatenate([cases, _drawn(areas.population, experiment.controls, source)])


def _drawn(weight: Floats, count: int, source: Source) -> Ints:
    edges = np.cumsum(weight)
    row = np.searchsorted(edges, source.uniform(count) * edges[-1], side="right")
    return np.minimum(row, np.flatnonzero(weight)[-1])


def _scanned(
    areas: Areas, lon: Floats, lat: Floats, experiment: Experiment, source: Source
) -> tuple[float, Bools]:
    """p-value of the most likely cluster, and which areas lie in its circle."""
    case = np.arange(len(lon)) < experiment.cases
    settings = ScanSettings(simulations=experiment.simulations, max_clusters=1)
    try:
        result = scan_sphere(lon, lat, case, ~case, source, settings)
    except NoCircleError:
        return 1.0, np.zeros(len(areas), dtype=bool)
    if not result.clusters:
        return 1.0, np.zeros(len(areas), dtype=bool)
    best = result.clusters[0]
    away = haversine_m(lon[best.centre], lat[best.centre], areas.lon_deg, areas.lat_deg)
    return result.p_value, away <= best.radius_m + 1e-3


def _shared_people(areas: Areas, first: Bools, second: Bools) -> float:
    either = areas.population[first | second].sum()
    return float(areas.population[first & second].sum() / either) if either > 0 else 0.0


def same_mechanism(moves_of_cases_m: Floats, moves_of_controls_m: Floats) -> None:
    """Refuse cases and controls that were not moved alike.

    Their moves are compared by the two-sample test of Kolmogorov and Smirnov.

    Raises
    ------
    InputError
        The moves differ by more than chance explains.
    """
    cases, controls = np.asarray(moves_of_cases_m), np.asarray(moves_of_controls_m)
    if stats.ks_2samp(cases, controls).pvalue < _LEAST_P:
        raise InputError(
            "preservation.moves.different",
            "Cases moved by {cases_m:.0f} m and controls by {controls_m:.0f} m (medians): "
            "they were not masked by the same mechanism. Clusters found then come from the mask, not from "
            "the disease. Mask cases and controls together, as one layer.",
            cases_m=np.median(cases),
            controls_m=np.median(controls),
        )

# SPDX-License-Identifier: GPL-2.0-or-later
"""The geoproxy attack by likelihood: who lives where, and how people choose among places of treatment.

Everything that this adversary uses is public: the census population n_a of each area, the distances, and the
released visits themselves. A patient of area a is taken to choose place p with probability

    K(a, p) = A_p (d_ap + 1 km)^-2 / Σ_q A_q (d_aq + 1 km)^-2,

so that the posterior of the home, given the places p of a patient's entries, is proportional to
n_a Π K(a, p). How attractive a place is, A_p, is fitted to the released visits: A_p is multiplied by visits
over expected visits until they agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints, blocks
from ...base.errors import InputError
from ...base.progress import Progress, silent
from ...base.scientific import sparse
from ...geometry.sphere import haversine_m
from .attack import Entries, Ranks

POWER = 2.0
OFFSET_M = 1000.0
"""Pull falls with the square of the distance plus 1 km: Huff's model (1964) with the usual exponent."""

_ROUNDS = 30
"""Of fitting the places' attractions to their shares."""
_MOST_CELLS = 40_000_000
"""Areas times places of treatment: 320 MB."""
_CHUNK_CELLS = 4_000_000
"""Areas times places at once: 32 MB."""
_TIE = 1e-9
"""Logarithms of chances nearer than this are tied: far above rounding, far below any difference that
decides."""
_LEAST_PEOPLE = 1.0
"""An area without people counts as one person: a patient may live there."""
_MODEL_ERROR = 0.05
"""What he believes may miss what comes true by this much before the model counts as refuted; chosen."""


@dataclass(frozen=True)
class Choice:
    """How likely people of each area choose each place."""

    places: Ints
    """Shape (q,). Areas that hold a provider."""
    log_choice: Floats = field(repr=False)
    """Shape (q, n). Logarithm of K(a, p), places by areas."""
    log_people: Floats = field(repr=False)
    """Shape (n,). Logarithm of the population; an area without people counts one, for a patient may live
    there."""

    def of_units(self, unit: Ints) -> Choice:
        """Choice among units of places: the sum over a unit's places."""
        units, at = np.unique(unit[self.places], return_inverse=True)
        summed = np.full((len(units), self.log_choice.shape[1]), -np.inf)
        for place, row in enumerate(at.ravel()):
            summed[row] = np.logaddexp(summed[row], self.log_choice[place])
        return Choice(units, summed, self.log_people)


def fitted_choice(
    entries: Entries, lon_deg: Floats, lat_deg: Floats, people: Floats, progress: Progress = silent
) -> Choice:
    """Fit how attractive places are to the released entries.

    ``people`` is the census population of the areas.
    """
    people = np.asarray(people, dtype=float)
    if not (np.isfinite(people).all() and (people >= 0).all() and people.sum() > 0):
        raise InputError(
            "area.population.not_number", "The population of the areas must be numbers of 0 or more."
        )
    places, at = np.unique(entries.area, return_inverse=True)
    if len(places) * len(people) > _MOST_CELLS:
        raise InputError(
            "geoproxy.likelihood.too_many",
            "{areas} areas and {places} areas with providers are too many for the attack by likelihood. "
            "Study one region at a time.",
            areas=len(people),
            places=len(places),
        )
    visits = np.bincount(at.ravel(), entries.count, len(places))
    away = haversine_m(lon_deg[places][:, None], lat_deg[places][:, None], lon_deg[None], lat_deg[None])
    pull = (away + OFFSET_M) ** -POWER
    attraction, share = np.ones(len(places)), people / people.sum()
    for fitted in range(_ROUNDS):
        progress(fitted / _ROUNDS)
        chosen = pull * attraction[:, None]
        expected = visits.sum() * (chosen / chosen.sum(axis=0)) @ share
        attraction *= visits / np.maximum(expected, np.finfo(float).tiny)
    chosen = pull * attraction[:, None]
    return Choice(places, np.log(chosen / chosen.sum(axis=0)), log_people(people))


def log_people(people: Array) -> Floats:
    """Logarithm of the population; an area without people counts one, for a patient may live there."""
    logarithm: Floats = np.log(np.maximum(np.asarray(people, dtype=float), _LEAST_PEOPLE))
    return logarithm


@dataclass(frozen=True)
class Likely:
    """What this adversary makes of the patients, for each released unit."""

    ranks: Ranks
    """Where the true areas stand in the order of the posterior; areas outside the unit stand below."""
    risk: Floats = field(repr=False)
    """Shape (units, p). Posterior of the true area."""
    belief: Floats = field(repr=False)
    """Shape (units, p). Largest posterior of any area of the unit."""

    @property
    def deviation(self) -> Floats:
        """(right − said) in standard deviations of what the posterior predicts, shape (units,)."""
        spread = np.sqrt(np.maximum((self.belief * (1 - self.belief)).sum(axis=1), 1.0))
        surplus: Floats = self.ranks.top_chance.sum(axis=1) - self.belief.sum(axis=1)
        standardised: Floats = surplus / spread
        return standardised

    @property
    def calibrated(self) -> Bools:
        """Whether what was said came true, bool (units,): within three standard deviations, or 5 %.

        How people choose is a model: over many patients chance is less than its error, which is judged
        by its size.
        """
        gap = self.ranks.top_chance.mean(axis=1) - self.belief.mean(axis=1)
        true: Bools = (np.abs(self.deviation) <= 3) | (np.abs(gap) <= _MODEL_ERROR)
        return true


def likely_homes(
    entries: Entries, home: Ints, choice: Choice, units: Sequence[Ints], progress: Progress = silent
) -> Likely:
    """Compute the posterior of every patient's home within each released unit.

    The areas of ``entries`` are areas, or the units of :meth:`Choice.of_units`.
    """
    people, n = len(home), choice.log_choice.shape[1]
    column = np.searchsorted(choice.places, entries.area)
    weights = sparse.csr_matrix(
        (entries.count.astype(float), (entries.patient, column)), shape=(people, len(choice.places))
    )
    shape = len(units), people
    higher, tied = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    risk, belief = np.zeros(shape), np.zeros(shape)
    step = max(_CHUNK_CELLS // n, 1)
    for block in blocks(people, step):
        progress(block.start / people)
        log_posterior = weights[block] @ choice.log_choice + choice.log_people
        for at, unit in enumerate(units):
            own = _of_unit(log_posterior, home[block], unit)
            higher[at, block], tied[at, block] = own.higher, own.tied
            risk[at, block], belief[at, block] = own.risk, own.belief
    return Likely(Ranks(higher, tied, np.zeros(people, dtype=np.int64)), risk, belief)


class _OfUnit(NamedTuple):
    """Ranks, risk and belief of some patients within one released unit, each shape (patients,)."""

    higher: Ints
    tied: Ints
    risk: Floats
    belief: Floats


def _of_unit(log_posterior: Floats, home: Ints, unit: Ints) -> _OfUnit:
    """Of patients with these homes, whose log posteriors have shape (patients, areas)."""
    inside = unit[None, :] == unit[home][:, None]
    value = np.where(inside, log_posterior, -np.inf)
    own = value[np.arange(len(home)), home]
    best = value.max(axis=1)
    whole = np.exp(value - best[:, None]).sum(axis=1)
    higher = (value > (own + _TIE)[:, None]).sum(axis=1)
    tied = (np.abs(value - own[:, None]) <= _TIE).sum(axis=1) - 1
    return _OfUnit(higher, tied, np.exp(own - best) / whole, 1 / whole)

# SPDX-License-Identifier: GPL-2.0-or-later
"""The whole geoproxy study: every way to count, every released unit, and what cropping providers helps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ...base.errors import InputError, Phrase
from ...base.progress import Progress, part, silent
from ...base.scientific import sparse
from .attack import (
    Entries,
    RankCurve,
    Ranks,
    Visits,
    entries_of,
    mean_points,
    points_of_neighbours,
    rank_by_means,
    rank_curve,
    rank_homes,
    without_providers,
)
from .file_risk import FileRisk, with_places, without_places
from .gravity import Choice, Likely, fitted_choice, likely_homes, log_people


@dataclass(frozen=True)
class Unit:
    """What is released of a patient's area."""

    label: str
    """In words."""
    prefix: int | None
    """Characters of the code that are released; None for a boundary."""
    code: Ints
    """Shape (n,). The unit of each area."""


@dataclass(frozen=True)
class Remedy:
    """Provider areas released in another way."""

    label: str
    """``as they are``, cropped, or ``dropped``, in words."""
    code: Ints | None
    """Shape (n,), or None. Unit of each provider area; None where provider areas are dropped."""


@dataclass(frozen=True)
class Census:
    """Public facts of an adversary who guesses by likelihood."""

    lon_deg: Array
    lat_deg: Array
    """Shape (n,). Representative points of the areas, degrees."""
    people: Array
    """Shape (n,). Population of the areas."""


@dataclass(frozen=True)
class Plan:
    """What to study."""

    variants: tuple[str, ...]
    """Ways to count, of :data:`.geoproxy.VARIANTS`."""
    m: int
    """Areas that get points from a provider area, its own included."""
    units: tuple[Unit, ...]
    """What is released of the patient's area, one study each."""
    remedies: tuple[Remedy, ...]
    """What else could be done with provider areas."""
    guesses: tuple[int, ...]
    """Numbers of guesses for which shares are wanted."""
    safe_chance: float
    """A patient is safe when neither the attack's first guess nor a blind guess within the released unit is
    right with more than this probability, nor the true area's posterior above it."""
    census: Census | None = None
    """What an adversary who guesses by likelihood knows; without it nobody plays him."""
    group: Ints | None = None
    """Shape (p,), or None. Class of each patient by the values that are released beside the unit. With it,
    and a census, the risk of the file is measured with the places of treatment and without."""
    released: int = 0
    """How provider areas are released, which is judged: 0 as they are, else the remedy, from 1."""

    @property
    def shortest(self) -> int:
        """Position of the unit that releases least of the code."""
        return min(range(len(self.units)), key=lambda at: self.units[at].prefix or 0)


class Found(NamedTuple):
    """What an attack finds: ranks of the homes by distance, and by likelihood where people are known."""

    ranks: Ranks
    likely: Likely | None


@dataclass(frozen=True)
class RemedyResult:
    """Share of safe patients and of right first guesses, for each unit, shapes (units,).

    The guesses are those of the adversary who is right more often.
    """

    label: str
    safe_share: Array
    top_share: Array
    found: Found
    """What the adversaries find."""


@dataclass(frozen=True)
class VariantResult:
    """One way to count."""

    variant: str
    """Its name."""
    ranks: Ranks
    """Of every patient, for each unit."""
    curves: tuple[RankCurve, ...]
    """One a unit."""
    remedies: tuple[RemedyResult, ...]
    """First as the provider areas are, last where they are dropped."""
    entry_count: Ints
    """Shape (p,). What each patient's records count."""

    blind: Ranks
    """Without the attack: a guess among all areas of the released unit."""
    likely: Likely | None = None
    """The adversary by likelihood, where the plan has a census."""
    likely_curves: tuple[RankCurve, ...] = ()
    """His, one a unit; empty without him."""
    file_risks: tuple[tuple[FileRisk, ...], ...] = ()
    """For each unit: provider areas as they are, cropped, and dropped; empty without classes."""

    @property
    def points_share(self) -> Array:
        """Share of right first guesses by points, shape (units,)."""
        return self.ranks.top_chance.mean(axis=1)

    @property
    def top_share(self) -> Array:
        """Share of right first guesses of the adversary who has more, shape (units,)."""
        return _best_share(self.ranks, self.likely)

    @property
    def largest_chance(self) -> Array:
        """Chance that an adversary's first guess or a blind one is right, shape (units, p)."""
        return _worst_chance(self.ranks, self.blind, self.likely)


def study(
    visits: Visits, home: Ints, neighbours: Ints, plan: Plan, progress: Progress = silent
) -> list[VariantResult]:
    """Run the attack in every way of the plan.

    Parameters
    ----------
    visits : Visits
        Records of patients who all have at least one.
    home : ndarray of int64, shape (p,)
        True area of each patient.
    neighbours : ndarray of int64, shape (n, k)
        Nearest areas of each area, nearest first.
    plan : Plan
        What to study.

    Raises
    ------
    InputError
        If there is no record, or a variant lacks its identifier.
    """
    if len(visits.patient) == 0:
        raise InputError(
            "geoproxy.visit.none",
            "No visit can be matched to a patient and an area, so there is nothing to attack.",
        )
    points = points_of_neighbours(neighbours, plan.m)
    codes = [unit.code for unit in plan.units]
    found = []
    for at, variant in enumerate(plan.variants):
        step = part(progress, at / len(plan.variants), (at + 1) / len(plan.variants))
        entries = entries_of(visits, variant)
        ranks = rank_homes(entries, home, points, codes, part(step, 0.0, 0.5))
        choice = likely = None
        if plan.census is not None:
            facts = plan.census
            fitting = part(step, 0.5, 0.55)
            choice = fitted_choice(entries, facts.lon_deg, facts.lat_deg, facts.people, fitting)
            likely = likely_homes(entries, home, choice, codes, part(step, 0.55, 0.6))
        attack = _Attack(home, points, choice)
        remedies = _remedies(visits, variant, attack, plan, Found(ranks, likely), part(step, 0.6, 0.8))
        curves = [rank_curve(ranks.higher[row], ranks.tied[row], plan.guesses) for row in range(len(codes))]
        count = np.bincount(entries.patient, entries.count, minlength=len(home)).astype(np.int64)
        blind = without_providers(home, codes)
        found.append(
            VariantResult(
                variant,
                ranks,
                tuple(curves),
                tuple(remedies),
                count,
                blind,
                likely,
                _likely_curves(likely, plan.guesses),
                _file_risks(visits, variant, attack, plan, entries, part(step, 0.8, 1.0)),
            )
        )
    return found


def _likely_curves(likely: Likely | None, guesses: tuple[int, ...]) -> tuple[RankCurve, ...]:
    if likely is None:
        return ()
    return tuple(rank_curve(*row, guesses) for row in zip(likely.ranks.higher, likely.ranks.tied))


def _file_risks(
    visits: Visits, variant: str, attack: _Attack, plan: Plan, entries: Entries, progress: Progress
) -> tuple[tuple[FileRisk, ...], ...]:
    """Risk of the file in each unit, however provider areas are released."""
    if plan.group is None or attack.choice is None:
        return ()
    home, group, units = attack.home, plan.group, [unit.code for unit in plan.units]
    ends = np.linspace(0, 1, len(plan.remedies) + 2)
    steps = [part(progress, *both) for both in zip(ends, ends[1:])]
    ways: list[tuple[str, Floats | list[Floats]]] = [
        (Phrase("as they are"), with_places(entries, home, attack.choice, units, group, progress=steps[0]))
    ]
    for remedy, step in zip(plan.remedies, steps[1:]):
        if remedy.code is None:
            ways.append((remedy.label, [without_places(home, unit, group) for unit in units]))
            continue
        cropped = entries_of(visits.under(remedy.code), variant)
        choice = attack.choice.of_units(remedy.code)
        ways.append((remedy.label, with_places(cropped, home, choice, units, group, progress=step)))
    return tuple(tuple(FileRisk(label, risks[at]) for label, risks in ways) for at in range(len(units)))


@dataclass(frozen=True)
class _Attack:
    """True areas, points of areas, and how people choose among places, where that is known."""

    home: Ints
    points: sparse.csr_matrix
    choice: Choice | None


def _remedies(
    visits: Visits, variant: str, attack: _Attack, plan: Plan, as_they_are: Found, progress: Progress
) -> list[RemedyResult]:
    codes = [unit.code for unit in plan.units]
    dropped = without_providers(attack.home, codes)
    results = [_remedy(Phrase("as they are"), as_they_are, dropped, plan.safe_chance)]
    for at, remedy in enumerate(plan.remedies):
        step = part(progress, at / len(plan.remedies), (at + 1) / len(plan.remedies))
        step(0.0)
        ranks: Ranks = dropped
        likely: Likely | None = None
        if remedy.code is not None:
            cropped = entries_of(visits.under(remedy.code), variant)
            means = mean_points(attack.points, remedy.code, visits.area)
            ranks = rank_by_means(cropped, attack.home, means, codes, part(step, 0.0, 0.5))
            if attack.choice is not None:
                choice = attack.choice.of_units(remedy.code)
                likely = likely_homes(cropped, attack.home, choice, codes, part(step, 0.5, 1.0))
        elif plan.census is not None:
            likely = _by_population(attack.home, plan.census, codes, step)
        results.append(_remedy(remedy.label, Found(ranks, likely), dropped, plan.safe_chance))
    return results


def _by_population(home: Ints, census: Census, codes: list[Ints], progress: Progress) -> Likely:
    """The adversary who sees no provider and knows how many people live where."""
    none = Entries(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    people = np.asarray(census.people, dtype=float)
    choice = Choice(np.empty(0, dtype=np.int64), np.empty((0, len(people))), log_people(people))
    return likely_homes(none, home, choice, codes, progress)


def _remedy(label: str, found: Found, blind: Ranks, safe_chance: float) -> RemedyResult:
    """Shares of one way to release providers; whom the attack misleads is not safe in a small unit."""
    safe = (_worst_chance(found.ranks, blind, found.likely) <= safe_chance * (1 + 1e-12)).mean(axis=1)
    return RemedyResult(label, safe, _best_share(found.ranks, found.likely), found)


def _worst_chance(ranks: Ranks, blind: Ranks, likely: Likely | None) -> Array:
    chance = np.maximum(ranks.top_chance, blind.top_chance)
    return chance if likely is None else np.maximum(chance, likely.risk)


def _best_share(ranks: Ranks, likely: Likely | None) -> Array:
    share = ranks.top_chance.mean(axis=1)
    return share if likely is None else np.maximum(share, likely.ranks.top_chance.mean(axis=1))


def area_exposure(home: Ints, ranks: Ranks, areas: int) -> tuple[Array, Array]:
    """How exposed the people of each area are.

    Patients who live in each area, and by unit the mean chance that the first guess is right; NaN where no
    patient lives.
    """
    count = np.bincount(home, minlength=areas)
    chance = np.stack([np.bincount(home, row, minlength=areas) for row in ranks.top_chance])
    return count, np.divide(chance, count, out=np.full(chance.shape, np.nan), where=count > 0)

# SPDX-License-Identifier: GPL-2.0-or-later
"""The whole geoproxy study: every way to count, every released unit, and what cropping providers helps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError, Phrase
from ...base.progress import Progress, part, silent
from .attack import (
    RankCurve,
    Ranks,
    RecordRisk,
    Visits,
    entries_of,
    guess_lists,
    mean_points,
    points_of_neighbours,
    rank_curve,
    rank_homes,
    record_risk,
    without_providers,
)

if TYPE_CHECKING:
    from ...base.arrays import Array, Ints


@dataclass(frozen=True)
class Unit:
    """What is released of a patient's area.

    Attributes
    ----------
    label : str
        In words.
    prefix : int or None
        Characters of the code that are released; None for a boundary.
    code : ndarray of int64, shape (n,)
        The unit of each area.
    """

    label: str
    prefix: int | None
    code: Ints


@dataclass(frozen=True)
class Remedy:
    """Provider areas released in another way.

    Attributes
    ----------
    label : str
        ``as they are``, cropped, or ``dropped``, in words.
    code : ndarray of int64, shape (n,), or None
        Unit of each provider area; None where provider areas are dropped.
    """

    label: str
    code: Ints | None


@dataclass(frozen=True)
class Plan:
    """What to study.

    Attributes
    ----------
    variants : tuple of str
        Ways to count, of :data:`.geoproxy.VARIANTS`.
    m : int
        Areas that get points from a provider area, its own included.
    units : tuple of Unit
        What is released of the patient's area, one study each.
    remedies : tuple of Remedy
        What else could be done with provider areas.
    guesses : tuple of int
        Numbers of guesses for which shares are wanted.
    safe_chance : float
        A patient is safe when neither the attack's first guess nor a blind guess within the released unit
        is right with more than this probability.
    """

    variants: tuple[Any, ...]
    m: int
    units: tuple[Any, ...]
    remedies: tuple[Any, ...]
    guesses: tuple[Any, ...]
    safe_chance: float

    @property
    def shortest(self) -> int:
        """Position of the unit that releases least of the code."""
        return min(range(len(self.units)), key=lambda at: self.units[at].prefix or 0)


@dataclass(frozen=True)
class RemedyResult:
    """Share of safe patients and of right first guesses, for each unit, shapes (units,)."""

    label: str
    safe_share: Array
    top_share: Array


@dataclass(frozen=True)
class VariantResult:
    """One way to count.

    Attributes
    ----------
    variant : str
        Its name.
    ranks : Ranks
        Of every patient, for each unit.
    curves : tuple of RankCurve
        One a unit.
    records : tuple of RecordRisk
        Records taken alone, one a unit.
    remedies : tuple of RemedyResult
        First as the provider areas are, last where they are dropped.
    entry_count : ndarray of int64, shape (p,)
        What each patient's records count.
    blind : Ranks
        Without the attack: a guess among all areas of the released unit.
    """

    variant: str
    ranks: Ranks
    curves: tuple[RankCurve, ...]
    records: tuple[RecordRisk, ...]
    remedies: tuple[RemedyResult, ...]
    entry_count: Ints

    blind: Ranks

    @property
    def top_share(self) -> Array:
        """Expected share of right first guesses, shape (units,)."""
        return self.ranks.top_chance.mean(axis=1)

    @property
    def largest_chance(self) -> Array:
        """Chance that the attack's first guess or a blind one is right, shape (units, p)."""
        return np.maximum(self.ranks.top_chance, self.blind.top_chance)


def study(
    visits: Visits, home: Any, neighbours: Any, plan: Plan, progress: Progress = silent
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
    progress : Progress
        Reports the share done and raises when the user cancels.

    Raises
    ------
    InputError
        If there is no record, or a variant lacks its identifier.
    """
    if len(visits.patient) == 0:
        raise InputError("No visit can be matched to a patient and an area, so there is nothing to attack.")
    points = points_of_neighbours(neighbours, plan.m)
    lists = guess_lists(neighbours, plan.m)
    codes = [unit.code for unit in plan.units]
    found = []
    for at, variant in enumerate(plan.variants):
        step = part(progress, at / len(plan.variants), (at + 1) / len(plan.variants))
        entries = entries_of(visits, variant)
        ranks = rank_homes(entries, home, points, codes, part(step, 0.0, 0.5))
        alone = record_risk(entries, home, lists, codes, _record_neighbours(plan.m))
        remedies = _remedies(visits, variant, home, points, plan, ranks, part(step, 0.6, 1.0))
        curves = [rank_curve(ranks.higher[row], ranks.tied[row], plan.guesses) for row in range(len(codes))]
        count = np.bincount(entries.patient, entries.count, minlength=len(home)).astype(np.int64)
        blind = without_providers(home, codes)
        found.append(
            VariantResult(variant, ranks, tuple(curves), tuple(alone), tuple(remedies), count, blind)
        )
    return found


def _record_neighbours(m: int) -> tuple[Any, ...]:
    """Numbers of neighbours for which records alone are measured: 0, 1, 2, 5, 10, 20 and m - 1."""
    return tuple(sorted({q for q in (0, 1, 2, 5, 10, 20) if q < m} | {m - 1}))


def _remedies(
    visits: Any, variant: Any, home: Any, points: Any, plan: Any, ranks: Any, progress: Progress
) -> list[RemedyResult]:
    codes = [unit.code for unit in plan.units]
    dropped = without_providers(home, codes)
    results = [_remedy(Phrase("as they are"), ranks, dropped, plan.safe_chance)]
    for remedy in plan.remedies:
        progress(0.0)
        if remedy.code is None:
            changed = dropped
        else:
            cropped = Visits(
                visits.patient, remedy.code[visits.area], visits.claim, visits.visit, visits.provider
            )
            blurred = mean_points(points, remedy.code, visits.area)
            changed = rank_homes(entries_of(cropped, variant), home, blurred, codes, progress)
        results.append(_remedy(remedy.label, changed, dropped, plan.safe_chance))
    return results


def _remedy(label: str, ranks: Ranks, blind: Ranks, safe_chance: float) -> RemedyResult:
    """Shares of one way to release providers; whom the attack misleads is not safe in a small unit."""
    worst = np.maximum(ranks.top_chance, blind.top_chance)
    safe = (worst <= safe_chance * (1 + 1e-12)).mean(axis=1)
    return RemedyResult(label, safe, ranks.top_chance.mean(axis=1))


def area_exposure(home: Any, ranks: Ranks, areas: int) -> tuple[Array, Array]:
    """How exposed the people of each area are.

    Parameters
    ----------
    home : ndarray of int64, shape (p,)
        True area of each patient.
    ranks : Ranks
        Of every patient.
    areas : int
        Number of areas, n.

    Returns
    -------
    ndarray of int64, shape (n,)
        Patients who live in each area.
    ndarray, shape (units, n)
        Mean chance that the first guess is right; NaN where no patient lives.
    """
    count = np.bincount(home, minlength=areas)
    chance = np.stack([np.bincount(home, row, minlength=areas) for row in ranks.top_chance])
    return count, np.divide(chance, count, out=np.full(chance.shape, np.nan), where=count > 0)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Codes of providers that are as fine as a limit allows: clusters of provider areas inside the released unit.

The book leaves a file that places of treatment give away with "additional transformations … on the
provider information" (El Emam and Arbuckle 2013, chapter 9). Here every released unit starts as one code. A
tree of near provider areas (Ward) says which of them may get a code of their own, largest parts first, and
each that leaves every measure within the limit gets it. That no other grouping has more is not claimed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...base.arrays import Floats, Ints
from ...base.errors import InputError, Phrase
from ...base.progress import Progress, part, silent
from ...base.scientific import sparse
from ...geometry.sphere import unit_vectors
from .attack import Entries, Visits, entries_of, mean_points, points_of_neighbours, rank_by_means
from .file_risk import with_places
from .gravity import Choice, fitted_choice, likely_homes
from .provider_study import Census, Plan


class Reached(NamedTuple):
    """How far the adversaries get where providers stand under codes, or how far they may."""

    posterior: float
    """Largest chance that a patient's area is the true one, by likelihood."""
    of_file: float
    """Largest chance that a record is that of its patient, for somebody who knows the people of the file."""
    found: float
    """Share of patients whose area is guessed first, in the released unit where it is largest."""

    def within(self, chance: float) -> bool:
        """Whether nobody got beyond a chance."""
        return all(one <= chance * (1 + 1e-12) for one in self)


def finest(visits: Visits, home: Ints, neighbours: Ints, plan: Plan, progress: Progress = silent) -> Ints:
    """The finest coding of provider areas found that keeps the plan's safe chance in its shortest unit.

    Parameters
    ----------
    visits : Visits
        Records of patients who all have at least one.
    home : ndarray of int64, shape (p,)
        True area of each patient.
    neighbours : ndarray of int64, shape (n, k)
        Nearest areas of each area, nearest first.
    plan : Plan
        With a census and classes.

    Returns
    -------
    ndarray of int64, shape (n,)
        Code of each area: one of the areas that share it. An area without providers is its own.

    Raises
    ------
    InputError
        If even one code for each released unit tells too much.
    """
    census, group = plan.census, plan.group
    if census is None or group is None:
        raise InputError(
            "provider.population.missing",
            "Recoding providers needs the field POPULATION: codes are to hold against somebody who knows how "
            "many people live where.",
        )
    points = points_of_neighbours(neighbours, plan.m)
    progress(0.0, Phrase("Coding providers"))
    still = part(progress, 0.0, 0.0)
    choices = tuple(_choices(visits, plan.variants, census, still))
    attack = _Attack(visits, home, points, plan, group, choices)
    unit = plan.units[plan.shortest]
    own: Ints = np.arange(len(unit.code))
    if attack.reached(own, still).within(plan.safe_chance):
        return own
    held = np.unique(visits.area)
    trees = [_tree(held[unit.code[held] == one], census) for one in np.unique(unit.code[held])]
    code = own.copy()
    for tree in trees:
        code[tree.leaves] = tree.leaves[0]
    least = attack.reached(code, still)
    if not least.within(plan.safe_chance):
        raise InputError(
            "provider.coding.above_limit",
            "No coding of the providers' areas keeps the limit of {limit:.4g}: even one code for each "
            "released unit ({unit}) lets an area be guessed first for {found:.1f} % of its patients, and "
            "reaches a chance of {record:.4g} for one. Drop the providers' areas, or release less of the "
            "patients' codes.",
            limit=plan.safe_chance,
            unit=unit.label,
            found=100 * least.found,
            record=max(least.posterior, least.of_file),
        )
    waiting = deque(half for tree in trees for half in tree.parts)
    total = len(waiting)
    while waiting:
        done = 1 - len(waiting) / max(total, 1)
        still = part(progress, done, done)
        half = waiting.popleft()
        finer = _apart(code, half.leaves)
        if (
            len(np.unique(finer)) > len(np.unique(code))
            and attack.reached(finer, still, attack.treated_in(half.leaves)).within(plan.safe_chance)
            and attack.reached(finer, still).within(plan.safe_chance)
        ):
            code = finer
        waiting.extend(half.parts)
        total += len(half.parts)
    return code


@dataclass(frozen=True)
class _Attack:
    """What stays the same while codes change."""

    visits: Visits
    home: Ints
    points: sparse.csr_matrix
    plan: Plan
    group: Ints
    choices: tuple[Choice, ...]
    """One a variant: how people choose among the areas of providers."""

    def reached(self, code: Ints, progress: Progress, patients: Ints | None = None) -> Reached:
        """How far the adversaries get under codes; of some patients only what is said of each."""
        everybody = np.arange(len(self.home))
        ways = list(self._ways(code))
        of_whom = everybody if patients is None else patients
        chances = [self._chances(*way, of_whom, progress) for way in ways]
        found = [] if patients is not None else [self._found(code, *way, progress) for way in ways]
        posterior, of_file = np.max(chances, axis=0).tolist()
        return Reached(posterior, of_file, max(found, default=0.0))

    def treated_in(self, areas: Ints) -> Ints:
        """Patients with a record of one of these provider areas."""
        return np.unique(self.visits.patient[np.isin(self.visits.area, areas)])

    def _chances(
        self, entries: Entries, among: Choice, patients: Ints, progress: Progress
    ) -> tuple[float, float]:
        """The largest posterior and the largest risk in the file of some patients."""
        unit, group = self._unit, self.group
        once, like = _distinct(entries, np.stack([self.home, group], axis=1), patients)
        likely = likely_homes(once, self.home[like.whose], among, [unit], progress)
        of_file = with_places(once, self.home, among, [unit], group, like.whose, progress)
        return float(likely.risk.max()), float(of_file.max())

    def _found(self, code: Ints, entries: Entries, among: Choice, progress: Progress) -> float:
        unit, everybody = self._unit, np.arange(len(self.home))
        once, like = _distinct(entries, self.home[:, None], everybody)
        home = self.home[like.whose]
        means = mean_points(self.points, code, self.visits.area)
        by_points = rank_by_means(once, home, means, [unit], progress)
        chances = (
            by_points.top_chance[0],
            likely_homes(once, home, among, [unit], progress).ranks.top_chance[0],
            1 / np.bincount(unit)[unit[home]],
        )
        return max(largest_share(unit[self.home], chance[like.row]) for chance in chances)

    def _ways(self, code: Ints) -> Iterator[tuple[Entries, Choice]]:
        """Entries under codes, and the choice among codes, for every way to count."""
        recoded = self.visits.under(code)
        for variant, choice in zip(self.plan.variants, self.choices):
            yield entries_of(recoded, variant), choice.of_units(code)

    @property
    def _unit(self) -> Ints:
        return self.plan.units[self.plan.shortest].code


def largest_share(unit: Ints, chance: Floats) -> float:
    """Share of patients found in the released unit where it is largest.

    >>> largest_share(np.array([0, 0, 2]), np.array([1.0, 0.0, 0.25]))
    0.5
    """
    people = np.bincount(unit)
    return float((np.bincount(unit, chance) / np.maximum(people, 1)).max())


class _Alike(NamedTuple):
    """Patients whom nothing tells apart."""

    whose: Ints
    """Shape (r,). One patient of each kind."""
    row: Ints
    """Shape (p,). Kind of each of the patients."""


def _distinct(entries: Entries, facts: Ints, patients: Ints) -> tuple[Entries, _Alike]:
    """Entries of the patients who are told apart by their entries and facts, each kind once."""
    order = np.lexsort((entries.area, entries.patient))
    pairs = np.stack([entries.area[order], entries.count[order]], axis=1)
    ends = np.cumsum(np.bincount(entries.patient, minlength=len(facts)))
    number: dict[tuple[bytes, bytes], int] = {}
    row = np.array(
        [
            number.setdefault((facts[at].tobytes(), pairs[start : ends[at]].tobytes()), len(number))
            for at, start in zip(patients, np.r_[0, ends][patients])
        ]
    )
    whose = patients[np.unique(row, return_index=True)[1]]
    new = np.full(len(facts), -1)
    new[whose] = np.arange(len(whose))
    kept = new[entries.patient] >= 0
    return Entries(new[entries.patient[kept]], entries.area[kept], entries.count[kept]), _Alike(whose, row)


def _apart(code: Ints, leaves: Ints) -> Ints:
    """The coding with those of one code who are listed under a code of their own."""
    finer = code.copy()
    rest = np.setdiff1d(np.flatnonzero(code == code[leaves[0]]), leaves)
    finer[leaves] = leaves[0]
    if len(rest):
        finer[rest] = rest[0]
    return finer


@dataclass(frozen=True)
class _Tree:
    """Provider areas that lie together, and the two parts that they fall into."""

    leaves: Ints
    parts: tuple[_Tree, ...] = ()


def _tree(areas: Ints, census: Census) -> _Tree:
    from scipy.cluster.hierarchy import ward

    trees = [_Tree(areas[at : at + 1]) for at in range(len(areas))]
    if len(trees) > 1:
        points = unit_vectors(census.lon_deg[areas], census.lat_deg[areas])
        for left, right, _distance, _size in ward(points):
            both = trees[int(left)], trees[int(right)]
            trees.append(_Tree(np.sort(np.concatenate([one.leaves for one in both])), both))
    return trees[-1]


def _choices(
    visits: Visits, variants: tuple[str, ...], census: Census, progress: Progress
) -> Iterator[Choice]:
    for variant in variants:
        entries = entries_of(visits, variant)
        yield fitted_choice(entries, census.lon_deg, census.lat_deg, census.people, progress)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Geoproxy attack: where people are treated tells where they live (El Emam & Arbuckle 2013, chapter 9).

Triangulation. Every provider area that a patient uses gives points to itself (m) and to
its nearest areas (m - 1, m - 2, ... 1); points add up over the patient's entries; areas outside the
released unit score zero. The adversary's first guess is the area with most points.

Ties. Areas with as many points as the true one can be searched in any order. ``optimistic`` ranks put the
true area first of its tie (the adversary is lucky), ``pessimistic`` ranks last, ``expected`` figures take
every order as equally likely. All comparisons are between whole numbers; mean points of cropped codes are
brought to one denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from ...base.scientific import sparse

VARIANTS = ("claims", "visits", "providers", "areas")
"""One entry per claim, per visit, per distinct provider, per distinct provider area."""

_CHUNK_PRODUCTS = 4_000_000
"""Products at once: memory alone."""
_MOST_PARTS = 2**36
"""Least common multiples stop here: products of two stay exact in 64 bits and as floats."""


@dataclass(frozen=True)
class Visits:
    """Records of treatment, one entry a row of the table."""

    patient: Ints
    area: Ints
    """Shape (v,). Rows of the patient and of the provider's area."""
    claim: Ints | None = None
    visit: Ints | None = None
    provider: Ints | None = None
    """Shape (v,), or None. Numbered identifiers, where the table has them."""

    def under(self, code: Ints) -> Visits:
        """The same records where providers stand under codes of their areas, shape (n,)."""
        return replace(self, area=code[self.area])


@dataclass(frozen=True)
class Entries:
    """How often each patient counts for each provider area, one entry a distinct pair."""

    patient: Array
    area: Array
    count: Array


@dataclass(frozen=True)
class Ranks:
    """Where the true areas stand in the adversary's order, for each released unit."""

    higher: Ints
    """Shape (units, p). Areas of the unit with more points than the true one."""
    tied: Ints
    """Shape (units, p). Other areas of the unit with as many points."""
    score: Ints
    """Shape (p,). Points of the true area."""

    @property
    def optimistic(self) -> Ints:
        """Rank where the true area comes first of its tie."""
        return self.higher + 1

    @property
    def pessimistic(self) -> Ints:
        """Rank where the true area comes last of its tie."""
        return self.higher + self.tied + 1

    @property
    def expected(self) -> Array:
        """Mean rank over every order of the tie."""
        return self.higher + 1 + self.tied / 2

    @property
    def top_chance(self) -> Floats:
        """Probability that the adversary's first guess is the true area, ties shared."""
        return np.where(self.higher == 0, 1.0 / (self.tied + 1), 0.0)


def entries_of(visits: Visits, variant: str) -> Entries:
    """Count visits in one of the four ways.

    ``variant`` is one of claims, visits, providers and areas; claims without an identifier are one a row.
    """
    if variant not in VARIANTS:
        raise InputError(
            "geoproxy.variant.unknown",
            "The variant {variant} is not known. Choose one of {known}.",
            variant=variant,
            known=", ".join(VARIANTS),
        )
    wanted = {"visits": visits.visit, "providers": visits.provider, "claims": visits.claim}.get(variant)
    if wanted is None and variant in ("visits", "providers"):
        raise InputError(
            "geoproxy.identifier.missing",
            "Counting {variant} needs the field with their identifier. Name it, or choose another variant.",
            variant=variant,
        )
    pair = visits.patient * (int(visits.area.max(initial=0)) + 1) + visits.area
    if variant == "areas":
        pairs = np.unique(pair)
        count = np.ones(len(pairs), dtype=np.int64)
    else:
        if wanted is not None:
            order = np.lexsort((wanted, pair))
            first = np.ones(len(order), dtype=bool)
            first[1:] = (np.diff(pair[order]) != 0) | (np.diff(wanted[order]) != 0)
            pair = pair[order][first]
        pairs, count = np.unique(pair, return_counts=True)
    width = int(visits.area.max(initial=0)) + 1
    return Entries(pairs // width, pairs % width, count.astype(np.int64))


def points_of_neighbours(neighbours: Ints, m: int) -> sparse.csr_matrix:
    """Points that each provider area gives: m to itself, m - 1 to the nearest, down to 1.

    ``neighbours`` are rows of other areas, nearest first, at least m - 1 of them, -1 for none. A row of the
    result is a provider's area, a column one that gets points.
    """
    listed = guess_lists(neighbours, m)
    n = len(listed)
    points = np.broadcast_to(np.arange(m, m - listed.shape[1], -1), listed.shape)
    there = listed >= 0
    rows = np.repeat(np.arange(n), there.sum(axis=1))
    return sparse.csr_matrix((points[there].astype(np.int64), (rows, listed[there])), shape=(n, n))


def guess_lists(neighbours: Ints, m: int) -> Ints:
    """Each area followed by its nearest m - 1, shape (n, m) or narrower; -1 for none."""
    if m < 1:
        raise InputError(
            "geoproxy.neighbours.too_few",
            "{areas} areas cannot get points. The number must be 1 or more.",
            areas=m,
        )
    return np.column_stack([np.arange(len(neighbours)), neighbours[:, : m - 1]])


@dataclass(frozen=True)
class MeanPoints:
    """Points of cropped provider codes, as fractions: whole sums over whole numbers of areas."""

    total: sparse.csr_matrix
    """Shape (units, n). Sum of the points that a unit's areas with providers give to each area."""
    holding: Ints
    """Shape (units,). How many areas of each unit hold a provider; 1 where none does."""


def mean_points(points: sparse.csr_matrix, provider_units: Ints, provider_areas: Ints) -> MeanPoints:
    """Points of a cropped provider code: the mean over the unit's areas that hold a provider.

    The adversary knows where providers are, so areas without one share nothing. ``points`` are those of
    :func:`points_of_neighbours`.
    """
    held = np.unique(provider_areas)
    units = provider_units[held]
    count = int(provider_units.max()) + 1
    member = np.ones(len(held), dtype=np.int64)
    total = sparse.csr_matrix((member, (units, held)), shape=(count, len(provider_units))) @ points
    return MeanPoints(total.tocsr(), np.maximum(np.bincount(units, minlength=count), 1))


def rank_by_means(
    entries: Entries, home: Ints, means: MeanPoints, units: Sequence[Ints], progress: Progress = silent
) -> Ranks:
    """Rank every patient's true area by mean points, whose ties are ties.

    A patient's points are brought to one denominator, the least common multiple of those of the units used,
    so that ⅓ + ⅓ + ⅓ is 1. The score is in parts of that denominator. The areas of ``entries`` are units.
    """
    common = _common_multiples(entries, means.holding, len(home))
    share = common[entries.patient] / means.holding[entries.area]
    whole = Entries(entries.patient, entries.area, entries.count * np.rint(share).astype(np.int64))
    return rank_homes(whole, home, means.total, units, progress)


def _common_multiples(entries: Entries, holding: Ints, people: int) -> Ints:
    """Least common multiple of each patient's denominators, at most 2^36, shape (p,).

    Beyond that, which takes a patient of many large units, points are rounded to parts of 2^36: sums of
    counts times points stay below 2^63.
    """
    common = np.ones(people, dtype=np.int64)
    order = np.argsort(entries.patient, kind="stable")
    patient, part = entries.patient[order], holding[entries.area[order]].astype(np.int64)
    for rank in range(int(np.bincount(patient, minlength=1).max(initial=0))):
        first = np.searchsorted(patient, np.arange(people)) + rank
        there = np.flatnonzero(first < np.searchsorted(patient, np.arange(people), side="right"))
        there = there[common[there] < _MOST_PARTS]
        common[there] = np.minimum(np.lcm(common[there], part[first[there]]), _MOST_PARTS)
    return common


def rank_homes(
    entries: Entries,
    home: Ints,
    points: sparse.csr_matrix,
    units: Sequence[Ints],
    progress: Progress = silent,
) -> Ranks:
    """Rank every patient's true area by triangulation.

    Rows of ``points`` are provider areas or units, and the areas of ``entries`` are these rows. Patients
    without entries score zero everywhere and tie with their whole released unit.
    """
    people, n = len(home), points.shape[1]
    weights = sparse.csr_matrix(
        (entries.count, (entries.patient, entries.area)), shape=(people, points.shape[0])
    )
    given = np.diff(points.indptr)
    cost = np.bincount(entries.patient, given[entries.area], minlength=people)
    blocks = np.searchsorted(np.cumsum(cost), np.arange(0, cost.sum() + _CHUNK_PRODUCTS, _CHUNK_PRODUCTS))
    edges = np.unique(np.r_[0, blocks, people])
    higher = np.zeros((len(units), people), dtype=np.int64)
    tied = np.zeros((len(units), people), dtype=np.int64)
    score = np.zeros(people, dtype=np.int64)
    unit_sizes = [np.bincount(unit, minlength=n) for unit in units]
    for start, end in zip(edges[:-1], edges[1:]):
        progress(start / people, "" if start else Phrase("Ranking areas"))
        totals = (weights[start:end] @ points).tocsr()
        _rank_block(totals, home[start:end], units, unit_sizes, score[start:end],
                    higher[:, start:end], tied[:, start:end])  # fmt: skip
    return Ranks(higher, tied, score)


def _rank_block(
    totals: sparse.csr_matrix,
    home: Ints,
    units: Sequence[Ints],
    unit_sizes: Sequence[Ints],
    score: Ints,
    higher: Ints,
    tied: Ints,
) -> None:
    """Fill score, higher and tied of one block of patients."""
    person = np.repeat(np.arange(len(home), dtype=np.int32), np.diff(totals.indptr))
    area, points = totals.indices, totals.data
    at_home = area == home[person]
    score[person[at_home]] = points[at_home]
    rival = (points >= score[person]) & ~at_home & (points > 0)
    person, area, points = person[rival], area[rival], points[rival]
    above = points > score[person]
    for at, unit in enumerate(units):
        inside = unit[area] == unit[home[person]]
        higher[at] = np.bincount(person[inside & above], minlength=len(home))
        level = np.bincount(person[inside & ~above], minlength=len(home))
        unscored = unit_sizes[at][unit[home]] - 1 - higher[at]
        tied[at] = np.where(score > 0, level, unscored)


def without_providers(home: Ints, units: Sequence[Ints]) -> Ranks:
    """Ranks where no provider area is released: every area of the unit ties."""
    tied = np.array([np.bincount(unit)[unit[home]] - 1 for unit in units])
    return Ranks(np.zeros_like(tied), tied, np.zeros(len(home), dtype=np.int64))


@dataclass(frozen=True)
class RankCurve:
    """Share of patients whose true area is among the first r guesses, shapes (ranks,).

    ``expected`` takes every order of tied areas as equally likely; ``optimistic`` is the lucky
    adversary's share, ``pessimistic`` the unlucky one's.
    """

    rank: Array
    expected: Array
    optimistic: Array
    pessimistic: Array


def rank_curve(higher: Ints, tied: Ints, ranks: Sequence[int]) -> RankCurve:
    """Shares of patients found within given numbers of guesses.

    ``higher`` and ``tied`` are one unit's row of :class:`Ranks`.
    """
    guesses = np.asarray(ranks)
    tie, count = np.unique(np.column_stack([higher, tied]), axis=0, return_counts=True)
    above, level, share = tie[:, 0], tie[:, 1], count / count.sum()
    found = np.clip((guesses[:, None] - above) / (level + 1), 0.0, 1.0)
    shares = [
        np.minimum(part @ share, 1.0)
        for part in (found, guesses[:, None] >= above + 1, guesses[:, None] >= above + level + 1)
    ]
    return RankCurve(guesses, *shares)

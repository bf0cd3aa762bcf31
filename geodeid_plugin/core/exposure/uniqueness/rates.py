# SPDX-License-Identifier: GPL-2.0-or-later
"""Share of records in small classes, exactly and for cohorts drawn at random.

A record is re-identifiable at K when at most K records of the cohort share its values; K = 1 is
unique (MacRae, Dobbie & Ranchhod 2012). Draw m of M records without replacement. Of the class-mates
of a drawn record, c - 1 of M - 1 other records, the number J drawn too is hypergeometric, so

    rate(m, K) = sum_c (c N_c / M) P(J_c <= K - 1),    J_c ~ Hypergeometric(M - 1, c - 1, m - 1)     (1)

with N_c the number of classes of size c. For K = 1 this is the sum of c C(M - c, m - 1) / C(M, m).

The spread of the rate between cohorts follows from the same sizes: a simple random sample is a set of
independent binomial draws conditioned on their total (Hájek 1960; Holst 1979), so with
p = m / M, B_c ~ Binomial(c, p) and X_c = B_c 1{B_c <= K}

    m^2 Var(rate) ~ sum_c N_c Var(X_c) - (sum_c N_c Cov(X_c, B_c))^2 / (M p (1 - p))                 (2)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Floats, Ints
from ...base.errors import InputError, Phrase
from ...base.progress import Progress, silent
from ...base.randomness import Source
from ...base.scientific import special

Z95 = 1.96
"""Half width of a 95 % interval in standard deviations, as MacRae 2012 has it."""


@dataclass(frozen=True)
class Spectrum:
    """How many classes there are of each size: all that the closed form needs."""

    size: Ints
    """Shape (d,). Distinct class sizes, rising."""
    count: Ints
    """Shape (d,). Classes of that size."""

    @property
    def records(self) -> int:
        """Number of records, M."""
        return int(self.size @ self.count)


def spectrum_of(sizes: Array) -> Spectrum:
    """Count the classes of each size."""
    size, count = np.unique(np.asarray(sizes, dtype=np.int64), return_counts=True)
    return Spectrum(size, count)


def exact_rate(spectrum: Spectrum, k: int) -> float:
    """Share of all records that are in classes of at most ``k``.

    >>> exact_rate(spectrum_of([1, 1, 2, 6]), k=1)
    0.2
    """
    small = spectrum.size <= k
    return float(spectrum.size[small] @ spectrum.count[small]) / spectrum.records


def expected_rate(spectrum: Spectrum, size: int, k: int) -> float:
    """Expected share of the records of a random cohort that are in classes of at most ``k`` (1).

    ``size`` is the cohort's m, from 1 to the number of records.
    """
    total = spectrum.records
    check_size(size, total)
    share = _at_most_mates(total, spectrum.size, size, k - 1)
    return float(np.minimum(spectrum.size * spectrum.count @ share / total, 1.0))


def expected_sd(spectrum: Spectrum, size: int, k: int) -> float:
    """Standard deviation of the rate between random cohorts, equation (2).

    It is an approximation for many classes; with few classes it is rough, and it never enters a bound.
    """
    total = spectrum.records
    check_size(size, total)
    p = size / total
    if p == 1:
        return 0.0
    drawn = np.arange(1, k + 1)
    log_chance = drawn * np.log(p) + (spectrum.size[:, None] - drawn) * np.log1p(-p)
    chance = np.exp(_log_choose(spectrum.size[:, None], drawn) + log_chance)
    mean, square = chance @ drawn, chance @ drawn**2
    own = spectrum.count @ (square - mean**2)
    shared = spectrum.count @ (square - mean * spectrum.size * p)
    return float(np.sqrt(max(own - shared**2 / (total * p * (1 - p)), 0.0)) / size)


def check_size(size: int, total: int, where: str = Phrase("The file")) -> None:
    """Refuse a cohort that cannot be drawn."""
    if size < 1:
        raise InputError(
            "cohort.size.too_small",
            "A cohort of {size} records cannot be drawn; sizes start at 1.",
            size=size,
        )
    if size > total:
        raise InputError(
            "cohort.size.too_large",
            "{where} holds {total} usable records, so no cohort of {size} can be drawn without replacement. "
            "Remove that size or add records.",
            where=where,
            total=total,
            size=size,
        )


def _at_most_mates(total: int, class_size: Ints, size: int, mates: int) -> Floats:
    """P(J <= mates) for J ~ Hypergeometric(total - 1, class_size - 1, size - 1), shape of ``class_size``."""
    drawn = np.arange(mates + 1)[None, :]
    own, others = class_size[:, None] - 1, total - class_size[:, None]
    log_chance = _log_choose(own, drawn) + _log_choose(others, size - 1 - drawn)
    share = np.exp(log_chance - _log_choose(total - 1, size - 1)).sum(axis=1)
    return np.where(class_size <= mates + 1, 1.0, np.minimum(share, 1.0))


def _log_choose(n: Ints | int, r: Ints | int) -> Floats:
    """Logarithm of the binomial coefficient, minus infinity where it is zero."""
    possible = (r >= 0) & (r <= n)
    n, r = np.where(possible, n, 0), np.where(possible, r, 0)
    return np.where(
        possible, special.gammaln(n + 1) - special.gammaln(r + 1) - special.gammaln(n - r + 1), -np.inf
    )


@dataclass(frozen=True)
class Simulated:
    """Rates of simulated cohorts, one entry for each model, size and k."""

    mean: Floats
    sd: Floats
    """Shape (models, sizes, ks). Mean rate and standard deviation between cohorts."""
    samples: int
    """Cohorts of each size."""

    @property
    def low(self) -> Floats:
        """Lower end of the 95 % interval, at least 0."""
        return np.maximum(self.mean - Z95 * self.sd, 0.0)

    @property
    def high(self) -> Floats:
        """Upper end of the 95 % interval, at most 1."""
        return np.minimum(self.mean + Z95 * self.sd, 1.0)


def simulate(
    class_ids: Sequence[Ints],
    sizes: Sequence[int],
    ks: Sequence[int],
    samples: int,
    source: Source,
    progress: Progress = silent,
) -> Simulated:
    """Draw cohorts without replacement and measure every model on each.

    All models see the same cohorts, as in MacRae 2012, so that differences between models are not differences
    between draws. ``class_ids`` are the classes of all M records under each model, ``ks`` the largest classes
    that count as re-identifiable; at least 2 samples of each size, at most M.
    """
    if samples < 2:
        raise InputError(
            "cohort.interval.too_few", "An interval needs at least 2 simulated cohorts; 1000 are usual."
        )
    total = len(class_ids[0])
    for size in sizes:
        check_size(size, total)
    compact = [ids.astype(np.int32) for ids in class_ids]
    class_counts = [int(ids.max()) + 1 for ids in compact]
    sums = np.zeros((2, len(compact), len(sizes), len(ks)))
    cost = np.cumsum([0, *sizes]) / sum(sizes)
    for at, size in enumerate(sizes):
        for sample in range(samples):
            done = cost[at] + (cost[at + 1] - cost[at]) * sample / samples
            progress(done, "" if sample else Phrase("Cohorts of {size}", size=size))
            cohort = draw_cohort(total, size, source)
            for model, ids in enumerate(compact):
                rate = _cohort_rates(ids[cohort], class_counts[model], ks)
                sums[0, model, at] += rate
                sums[1, model, at] += rate**2
    mean = sums[0] / samples
    variance = np.maximum(sums[1] / samples - mean**2, 0.0) * samples / (samples - 1)
    return Simulated(mean, np.sqrt(variance), samples)


def draw_cohort(total: int, size: int, source: Source) -> Ints:
    """Draw ``size`` of ``range(total)`` without replacement, every set equally likely, in no given order.

    A small cohort is the first ``size`` distinct numbers of a stream; a large one is where the
    ``size`` smallest of ``total`` random keys stand.
    """
    if size == total:
        return np.arange(total)
    if size * 8 > total:
        return np.argpartition(source.uniform(total), size)[:size]
    stream = np.empty(0, dtype=np.int64)
    while True:
        more = size + size // 8 + 16 - len(stream) // 2
        stream = np.concatenate([stream, (source.uniform(more) * total).astype(np.int64)])
        distinct, first = np.unique(stream, return_index=True)
        if len(distinct) >= size:
            return distinct[np.argpartition(first, size - 1)[:size]]


def _cohort_rates(ids: Ints, class_count: int, ks: Sequence[int]) -> Floats:
    """Share of a cohort in classes of at most each k."""
    if class_count <= 8 * len(ids):
        counts = np.bincount(ids, minlength=class_count)
    else:
        ordered = np.sort(ids)
        starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
        counts = np.diff(np.r_[starts, len(ids)])
    top = max(ks)
    classes = np.bincount(np.minimum(counts, top + 1), minlength=top + 2)[: top + 1]
    records = np.cumsum(classes * np.arange(top + 1))
    return records[list(ks)] / len(ids)


def agrees(simulated_mean: float, simulated_sd: float, expected: float, k: int, drawn: int) -> bool:
    """Whether the closed form lies in the simulation's 95 % interval.

    Where no cohort differs from another the interval has no width although rare events are possible;
    then up to 3 events among all ``drawn`` records are still consistent with none seen (rule of three).
    The smallest event is one class that grows past ``k`` and takes its k + 1 records along.
    """
    slack = max(Z95 * simulated_sd, 3.0 * (k + 1) / drawn)
    return bool(abs(simulated_mean - expected) <= slack)

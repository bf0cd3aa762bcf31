# SPDX-License-Identifier: GPL-2.0-or-later
"""Kulldorff's circular spatial scan statistic, Bernoulli and Poisson, high rates.

Circles grow around every location; the likelihood ratio of a circle compares the risk inside with
the risk outside (Kulldorff 1997, A spatial scan statistic). The p-value is the rank of the observed
maximum among the maxima of random relabellings.

Only the maximum of each simulation matters, and that is what makes the search quick. Circles are
taken in blocks of neighbours; the cases at the end of a block over the size at its start bound every
ratio within the block, and blocks whose bound does not exceed the best ratio so far are skipped.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..base.arrays import Array, Floats, Ints
from ..base.errors import InputError, Phrase, named
from ..base.progress import Progress, part, silent
from ..base.randomness import Source
from ..geometry.sphere import arc_from_chord_m, unit_vectors

_BLOCK = 16
"""Simulations at once: speed alone."""
_FEW_PLACES = 2000
"""Places up to which smaller blocks are faster."""
_DENSE_PLACES, _DENSE_CASES = 500, 10
"""Places up to which, and cases a place from which, computing every ratio is faster than skipping blocks."""
_BATCH = 512
"""Simulations of a batch: memory alone."""
_BINS = 1024
"""Sizes of circles for which the most cases that do not beat the best ratio are tabulated: speed alone."""
_LEVELS = 256
"""Levels of the best ratio in that table: speed alone."""
_CENTRES_AT_ONCE = 32
"""Centres at once: memory alone."""
_MOST_CELLS = 2_000_000_000
"""Places times simulations that are worked through; more are refused with a sentence."""
_FEWEST_CASES = 2
"""Cases of a circle at least, as in SaTScan."""
_TIE = 1e-9
"""Ratios that differ by less are equal."""
_NOTHING = 1e-300
"""Keeps logarithms finite."""


class NoCircleError(InputError):
    """The locations leave no circle that could be tried."""


@dataclass(frozen=True)
class ScanSettings:
    """How the circles grow and how chance is measured."""

    model: str = "bernoulli"
    """``bernoulli`` (cases among cases and controls) or ``poisson`` (cases among a population)."""
    simulations: int = 999
    """Monte Carlo replications; 999 gives p-values in steps of 0.001."""
    max_share: float = 0.5
    """Largest circle, as a share of all cases and controls, or of the population."""
    max_clusters: int = 10
    """How many clusters are reported: further ones are the best circles of their centres, where these overlap
    none before (SaTScan's "no geographical overlap")."""


@dataclass(frozen=True)
class Cluster:
    """One circle with more cases than expected."""

    centre: int
    """Row of the location at the centre."""
    members: Ints
    """Rows of the locations inside, nearest first."""
    radius_m: float
    """From the centre to the farthest member."""
    cases: float
    size: float
    expected: float
    """Cases inside; cases and controls, or population, inside; cases expected there."""
    relative_risk: float
    """Risk inside over risk outside; infinite where no case is outside."""
    llr: float
    p_value: float
    p_gumbel: float
    """Log likelihood ratio; its Monte Carlo rank; its tail under a Gumbel distribution fitted to the
    simulated maxima (Abrams, Kulldorff and Kleinman 2010), NaN without simulations."""


@dataclass(frozen=True)
class Scanned:
    """Clusters, the most likely first, and the maxima that chance alone produced."""

    clusters: tuple[Any, ...]
    simulated_llr: Array

    @property
    def p_value(self) -> float:
        """p-value of the most likely cluster; 1 where no circle has an excess."""
        return self.clusters[0].p_value if self.clusters else 1.0


@dataclass(frozen=True)
class ScanResult(Scanned):
    """What a scan of places found, among how many of them."""

    total_cases: int
    total_size: float
    locations: int


def scan_sphere(
    lon_deg: Floats,
    lat_deg: Floats,
    cases: Array,
    others: Array,
    source: Source,
    settings: ScanSettings = ScanSettings(),
    progress: Progress = silent,
) -> ScanResult:
    """Scan with great-circle circles; parameters as in :func:`scan`, positions in degrees."""
    lon, lat = np.asarray(lon_deg, dtype=float), np.asarray(lat_deg, dtype=float)
    return scan(Space(unit_vectors(lon, lat), True), cases, others, source, settings, progress)


@dataclass(frozen=True)
class Space:
    """Locations as vectors whose straight-line distance orders them as the true distance does."""

    points: Array
    sphere: bool

    def squared_from(self, rows: Ints) -> Floats:
        """Squared distance of every location from some, shape (rows, n)."""
        total = np.zeros((len(rows), len(self.points)))
        for axis in range(self.points.shape[1]):
            column = self.points[:, axis]
            total += (column[rows, None] - column[None, :]) ** 2
        return total

    def metres(self, squared: float) -> float:
        """The distance behind a squared one."""
        return float(arc_from_chord_m(np.sqrt(squared)) if self.sphere else np.sqrt(squared))


def scan(
    space: Space,
    cases: Array,
    others: Array,
    source: Source,
    settings: ScanSettings = ScanSettings(),
    progress: Progress = silent,
) -> ScanResult:
    """Scan with circles about the locations of a space; locations at one place are one location.

    ``cases``: (n,), cases at each location, whole numbers. ``others``: (n,), controls at each location
    (Bernoulli), or its population (Poisson). ``source``: where the random relabellings come from. Raises
    InputError where there are fewer than 3 locations or one place only, no cases, no controls, counts that
    are negative or not whole, cases where nobody lives, a window that holds nobody.
    """
    cases, others = np.asarray(cases, dtype=float), np.asarray(others, dtype=float)
    _check(space, cases, others, settings)
    places, place_of = np.unique(space.points, axis=0, return_inverse=True)
    place_of = place_of.reshape(-1)
    if len(places) < 2:
        raise NoCircleError(
            "scan.locations.one_place",
            "All points lie at one place, so no circle can tell an inside from an outside.",
        )
    space = Space(places, space.sphere)
    place_cases = np.bincount(place_of, cases, len(places))
    size = np.bincount(place_of, others, len(places))
    if settings.model == "bernoulli":
        size = size + place_cases
    study = _Study(space, size, int(place_cases.sum()), settings)
    if not (size[size > 0] <= settings.max_share * size.sum()).any():
        raise NoCircleError(
            "scan.circle.none",
            "No circle is small enough: every location alone holds more than "
            "{max_share:.1%} of the total. Raise the largest share.",
            max_share=settings.max_share,
        )
    draws = simulated_cases(study, source, settings.simulations, part(progress, 0.0, 0.1))
    best, simulated = _search(study, place_cases, draws, part(progress, 0.1, 1.0))
    clusters = tuple(
        _describe(study, centre, places, squared, place_cases, simulated, place_of)
        for centre, places, squared in _by_centre(study, best)
    )
    return ScanResult(clusters, simulated, study.cases, float(size.sum()), len(places))


def _check(space: Space, cases: Floats, others: Floats, settings: ScanSettings) -> None:
    if settings.model not in ("bernoulli", "poisson"):
        raise InputError(
            "scan.model.unknown",
            "The model '{model}' is unknown. Choose bernoulli or poisson.",
            model=settings.model,
        )
    if not 0 < settings.max_share < 1:
        raise InputError(
            "scan.share.out_of_range", "The largest share must lie between 0 and 1; 0.5 is usual."
        )
    if not (len(space.points) == len(cases) == len(others)):
        raise InputError(
            "scan.locations.other_number", "Locations, cases and controls or population differ in number."
        )
    if len(cases) < 3:
        raise InputError(
            "scan.locations.too_few",
            "A scan needs at least 3 locations; there are {count}.",
            count=len(cases),
        )
    if not np.isfinite(space.points).all():
        raise InputError(
            "scan.locations.not_finite", "Some locations have no finite coordinates. Repair their geometry."
        )
    bad = np.flatnonzero(~((cases >= 0) & (cases == np.round(cases))))
    if len(bad):
        raise InputError(
            "scan.cases.not_whole",
            "Cases must be whole numbers of 0 or more; see rows {rows}. Round imputed fractions first.",
            rows=named(bad),
        )
    bad = np.flatnonzero(~((others >= 0) & np.isfinite(others)))
    if len(bad):
        raise InputError(
            "scan.population.negative",
            "Controls or population are negative or missing in rows {rows}.",
            rows=named(bad),
        )
    if cases.sum() == 0:
        raise InputError("scan.cases.none", "There are no cases, so there is nothing to scan for.")
    if others.sum() == 0:
        if settings.model == "bernoulli":
            raise InputError("scan.controls.none", "There are no controls, so no excess can be measured.")
        raise InputError(
            "scan.population.zero", "The population is 0 everywhere, so no excess can be measured."
        )
    if settings.model == "bernoulli" and (others != np.round(others)).any():
        raise InputError("scan.controls.not_whole", "Controls must be whole numbers.")
    if settings.model == "poisson":
        empty = np.flatnonzero((others == 0) & (cases > 0))
        if len(empty):
            raise InputError(
                "scan.cases.no_population",
                "Rows {rows} have cases but a population of 0. Correct the population or the cases.",
                rows=named(empty),
            )
    if len(cases) * settings.simulations > _MOST_CELLS:
        raise InputError(
            "scan.simulations.too_many",
            "{locations} locations × {simulations} simulations need too much memory. Use fewer simulations.",
            locations=len(cases),
            simulations=settings.simulations,
        )


class _Terms(NamedTuple):
    """What the ratio needs of the sizes of circles alone, so that it is computed once a circle."""

    size: Array
    """All inside (Bernoulli), or the cases expected there."""
    null: Array
    """Log likelihood without an excess, and what each case adds to it (Poisson)."""
    case: Array | float = 0.0

    def at(self, chosen: Any) -> _Terms:
        """Those of some circles, by what indexes an array."""
        case = self.case[chosen] if isinstance(self.case, np.ndarray) else self.case
        return _Terms(self.size[chosen], self.null[chosen], case)


@dataclass(frozen=True)
class _Study:
    space: Space
    size: Array
    cases: int
    settings: ScanSettings

    @cached_property
    def total(self) -> float:
        """All cases and controls, or all people."""
        return float(self.size.sum())

    @cached_property
    def block(self) -> int:
        """Neighbours a block: many where circles are large, few where a block would be half of one."""
        return _BLOCK if len(self.size) > _FEW_PLACES else _BLOCK // 4

    @cached_property
    def dense(self) -> bool:
        """Whether every ratio is computed: many cases in few places leave hardly a block to skip."""
        return len(self.size) <= _DENSE_PLACES and self.cases >= _DENSE_CASES * len(self.size)

    @cached_property
    def _x_log_x(self) -> Floats:
        """k log k for every whole number that occurs: a look-up is many times faster than a logarithm."""
        most = round(self.total) if self.settings.model == "bernoulli" else self.cases
        count = np.arange(most + 1.0)
        return count * np.log(np.maximum(count, 1.0))

    @cached_property
    def _cases_in_and_out(self) -> Floats:
        return self._x_log_x[: self.cases + 1] + self._x_log_x[self.cases :: -1]

    def terms(self, size: Floats | float) -> _Terms:
        """What the ratio needs of a circle's size alone, so that it is computed once a circle."""
        if self.settings.model == "bernoulli":
            table, total = self._x_log_x, round(self.total)
            whole = np.floor(size).astype(np.int64)
            null = table[self.cases] + table[total - self.cases] - table[total]
            return _Terms(whole, null=table[whole] + table[total - whole] + null)
        expected = self.cases * np.asarray(size, dtype=float) / self.total
        log_in, log_out = (np.log(np.maximum(v, _NOTHING)) for v in (expected, self.cases - expected))
        return _Terms(expected, null=self.cases * log_out, case=log_in - log_out)

    def ratio(self, cases: Array | float, terms: _Terms) -> Floats:
        """Log likelihood ratio of an excess inside, for whole numbers of cases; 0 below the fewest cases."""
        # Padding beyond the last circle may count more cases than there are; it is masked by the caller.
        cases = np.minimum(np.asarray(cases, dtype=np.int64), self.cases)
        size = terms.size
        if self.settings.model == "bernoulli":
            total = round(self.total)
            others = np.clip(size - cases, 0, total)
            rest = np.clip(total - self.cases - size + cases, 0, total)
            found = self._cases_in_and_out[cases] + self._x_log_x[others] + self._x_log_x[rest] - terms.null
            excess = cases * total > self.cases * size
        else:
            found = self._cases_in_and_out[cases] - cases * terms.case - terms.null
            excess = cases > size
        return np.where(excess & (cases >= _FEWEST_CASES), np.maximum(found, 0.0), 0.0)


def simulated_cases(study: _Study, source: Source, count: int, progress: Progress) -> list[Array]:
    """Relabelled cases, one array (places, batch) per batch."""
    generator = source.generator()
    dtype = np.int16 if study.cases < 32_000 else np.int32
    draw = _draw_without_return if study.settings.model == "bernoulli" else _draw_by_population
    batches = []
    for start in range(0, count, _BATCH):
        width = min(_BATCH, count - start)
        batches.append(np.ascontiguousarray(draw(study, generator, width).T, dtype=dtype))
        progress((start + width) / count, Phrase("Drawing random maps"))
    return batches


def _draw_by_population(study: _Study, generator: np.random.Generator, width: int) -> Ints:
    """Cases by place, each place's by one binomial draw given those before, shape (width, places)."""
    lived_in = np.flatnonzero(study.size)
    cases = np.zeros((width, len(study.size)), dtype=np.int64)
    cases[:, lived_in] = generator.multinomial(study.cases, study.size[lived_in] / study.total, width)
    return cases


def _draw_without_return(study: _Study, generator: np.random.Generator, width: int) -> Ints:
    """Labels of the cases among all persons, by place, shape (width, places)."""
    persons = np.round(study.size).astype(np.int64)
    return generator.multivariate_hypergeometric(persons, study.cases, width, method="marginals")


@dataclass(frozen=True)
class _Circles:
    """Growing circles about some centres: one row a centre, one column a neighbour, blocks padded."""

    order: Array
    squared: Array
    size: Array
    valid: Array


def _circles(study: _Study, centres: Ints) -> _Circles:
    squared = study.space.squared_from(centres)
    order = np.argsort(squared, axis=1, kind="stable")
    squared = np.take_along_axis(squared, order, axis=1)
    size = np.cumsum(study.size[order], axis=1)
    following = np.concatenate([squared[:, 1:], np.full((len(centres), 1), np.inf)], axis=1)
    valid = following > squared * (1 + _TIE)
    valid &= (size <= study.settings.max_share * study.total * (1 + 1e-12)) & (size > 0)
    used = np.flatnonzero(valid.any(axis=0))
    width = study.block * (int(used[-1]) // study.block + 1) if len(used) else study.block
    return _Circles(*(_to_width(values, width) for values in (order, squared, size, valid)))


def _to_width(values: Array, width: int) -> Array:
    missing = width - values.shape[1]
    if missing <= 0:
        return np.ascontiguousarray(values[:, :width])
    return np.pad(values, ((0, 0), (0, missing)), constant_values=False if values.dtype == bool else 0)


class _Maxima:
    """The best ratio of each simulation so far, and the counts that would beat it."""

    def __init__(self, study: _Study, count: int) -> None:
        self.study = study
        self.best = np.zeros(count)
        self.lock = threading.Lock()
        smallest = study.size[study.size > 0].min()
        bins, self.level_count = min(_BINS, 2 * len(study.size)), min(_LEVELS, count // 4 + 2)
        self.edges = np.geomspace(smallest, study.settings.max_share * study.total, bins) * (1 - 1e-9)
        self.refresh()

    def refresh(self) -> None:
        """Tabulate, by circle size and by level of the best ratio, the most cases that do not beat it."""
        self.levels = np.linspace(self.best.min(), self.best.max(), self.level_count)
        low = np.zeros((len(self.edges), self.level_count), dtype=np.int64)
        high = np.full_like(low, self.study.cases)
        terms = self.study.terms(self.edges[:, None])
        while (low < high).any():
            middle = (low + high + 1) // 2
            beats = self.study.ratio(middle, terms) > self.levels
            low, high = np.where(beats, low, middle), np.where(beats, middle - 1, high)
        if self.study.settings.model == "bernoulli":
            # A later circle of the block may hold more cases than the first holds persons.
            low = np.minimum(low, np.floor(self.edges).astype(np.int64)[:, None])
        self.most = low.astype(np.int32)

    def raise_to(self, columns: Ints, found: Floats) -> None:
        """Take over what is larger than the best so far."""
        with self.lock:
            self.best[columns] = np.maximum(self.best[columns], found)

    def thresholds(self, size: Floats, columns: Ints) -> Ints:
        """Counts to exceed, shape (sizes, columns); sizes that are not finite can't be exceeded."""
        bins = np.clip(np.searchsorted(self.edges, size, side="right") - 1, 0, len(self.edges) - 1)
        level = np.searchsorted(self.levels, self.best[columns], side="right") - 1
        rows = np.where(np.isfinite(size)[:, None], self.most[bins], self.study.cases)
        return np.take(rows, np.maximum(level, 0), axis=1)


class _Best(NamedTuple):
    """The largest log likelihood ratio of every centre, and which of its circles has it."""

    ratio: Floats
    rank: Ints


def _search(
    study: _Study, place_cases: Array, draws: Sequence[Array], progress: Progress
) -> tuple[_Best, Floats]:
    """Best circle of every centre in the data, and the maximum of every simulation."""
    places = len(study.size)
    # Centres far apart come first, so that good maxima are known early and most blocks are skipped.
    spread = np.argsort((np.arange(places) * 0.6180339887498949) % 1.0, kind="stable")
    best_ratio, best_rank = np.zeros(places), np.zeros(places, dtype=np.int64)
    maxima = _Maxima(study, sum(batch.shape[1] for batch in draws)) if draws else None

    improve = _improve_densely if study.dense else _improve

    def work(centres: Ints) -> int:
        circles = _circles(study, centres)
        inside = np.cumsum(place_cases[circles.order], axis=1)
        ratio = np.where(circles.valid, study.ratio(inside, study.terms(circles.size)), 0.0)
        best_rank[centres] = np.argmax(ratio, axis=1)
        best_ratio[centres] = ratio.max(axis=1)
        for number, batch in enumerate(draws):
            columns = np.arange(number * _BATCH, number * _BATCH + batch.shape[1])
            for row in range(len(centres)):
                improve(study, circles, row, batch, columns, maxima)
        return len(centres)

    done, width = 0, 1
    while done < places and width < _CENTRES_AT_ONCE:
        done += work(spread[done : done + width])
        width *= 2
        if maxima is not None and not study.dense:
            maxima.refresh()
        progress(done / places, Phrase("Scanning"))
    pieces = [spread[start : start + width] for start in range(done, places, width)]
    with ThreadPoolExecutor(max(1, min(os.cpu_count() or 1, 8))) as threads:
        pending = [threads.submit(work, piece) for piece in pieces]
        try:
            for piece in pending:
                done += piece.result()
                progress(done / places, Phrase("Scanning"))
        finally:
            for piece in pending:
                piece.cancel()
    return _Best(best_ratio, best_rank), (np.empty(0) if maxima is None else maxima.best)


def _improve(
    study: _Study, circles: _Circles, row: int, batch: Ints, columns: Ints, maxima: _Maxima | None
) -> None:
    """Raise the maxima of the simulations in ``batch`` by the circles about one centre."""
    if maxima is None:
        return
    length = study.block
    order, size, valid = circles.order[row], circles.size[row], circles.valid[row].reshape(-1, length)
    used = int(np.flatnonzero(valid.any(axis=1))[-1]) + 1 if valid.any() else 0
    if used == 0:
        return
    valid, order = valid[:used], order[: used * length]
    size = size[: used * length].reshape(-1, length)
    in_block = np.take(batch, order, axis=0).reshape(used, length, -1).sum(axis=1, dtype=batch.dtype)
    up_to = np.cumsum(in_block, axis=0, dtype=batch.dtype)
    smallest = np.where(valid, size, np.inf).min(axis=1)
    beaten = up_to > maxima.thresholds(smallest, columns)
    block, column = np.nonzero(beaten)
    if len(block) == 0:
        return
    inside = batch[order.reshape(-1, length)[block], column[:, None]].astype(np.int64)
    counts = np.cumsum(inside, axis=1) + (up_to[block, column] - in_block[block, column])[:, None]
    ratio = np.where(valid[block], study.ratio(counts, study.terms(size).at(block)), 0.0).max(axis=1)
    improved = np.zeros((used, len(columns)))
    improved[block, column] = ratio
    maxima.raise_to(columns, improved.max(axis=0))


def _improve_densely(
    study: _Study, circles: _Circles, row: int, batch: Ints, columns: Ints, maxima: _Maxima | None
) -> None:
    """The same by the ratio of every circle: where cases are many, hardly any block can be skipped."""
    valid = np.flatnonzero(circles.valid[row])
    if maxima is None or not len(valid):
        return
    inside = np.cumsum(np.take(batch, circles.order[row, : valid[-1] + 1], axis=0), axis=0, dtype=batch.dtype)
    terms = study.terms(circles.size[row, valid]).at(np.s_[:, None])
    maxima.raise_to(columns, study.ratio(inside[valid], terms).max(axis=0))


def _by_centre(study: _Study, best: _Best) -> list[tuple[int, Ints, float]]:
    """The best circle, then the best ones of further centres that share no place with those before."""
    found: list[tuple[int, Ints, float]] = []
    taken = np.zeros(len(study.size), dtype=bool)
    for centre in np.argsort(-best.ratio, kind="stable"):
        if best.ratio[centre] <= 0 or len(found) == study.settings.max_clusters:
            break
        if taken[centre]:
            continue
        circle = _circles(study, np.array([centre]))
        places = circle.order[0, : best.rank[centre] + 1]
        if not taken[places].any():
            taken[places] = True
            found.append((centre, places, circle.squared[0, best.rank[centre]]))
    return found


def _describe(
    study: _Study,
    centre: int,
    places: Ints,
    squared: float,
    place_cases: Array,
    simulated: Floats,
    place_of: Ints,
) -> Cluster:
    inside, size = float(place_cases[places].sum()), float(study.size[places].sum())
    expected = study.cases * size / study.total
    ratio = float(study.ratio(inside, study.terms(size)))
    risk_outside = (study.cases - inside) / (study.total - size)
    rank = np.empty(len(study.size), dtype=np.int64)
    rank.fill(-1)
    rank[places] = np.arange(len(places))
    rows = np.flatnonzero(rank[place_of] >= 0)
    return Cluster(
        centre=int(np.flatnonzero(place_of == centre)[0]),
        members=rows[np.argsort(rank[place_of[rows]], kind="stable")],
        radius_m=study.space.metres(squared),
        cases=inside,
        size=size,
        expected=expected,
        relative_risk=float(inside / size / risk_outside) if risk_outside > 0 else float("inf"),
        llr=ratio,
        p_value=float((1 + np.sum(simulated >= ratio * (1 - 1e-9))) / (1 + len(simulated))),
        p_gumbel=_gumbel_tail(ratio, simulated),
    )


def _gumbel_tail(ratio: float, simulated: Floats) -> float:
    if len(simulated) < 2 or not simulated.std() > 0:
        return float("nan")
    scale = simulated.std(ddof=1) * np.sqrt(6) / np.pi
    mode = simulated.mean() - np.euler_gamma * scale
    return float(-np.expm1(-np.exp(-(ratio - mode) / scale)))

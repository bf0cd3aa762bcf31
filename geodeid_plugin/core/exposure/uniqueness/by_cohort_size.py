# SPDX-License-Identifier: GPL-2.0-or-later
"""Quasi-identifier uniqueness by cohort size: every model, size and K, simulated and in closed form.

How large a cohort must be before the rate of re-identifiable records meets a threshold.

Two answers are given: the exact one from the closed form, and the one from the power law
rate = a size^b that MacRae 2012 fits to simulated rates. Where they differ, the closed form is right:
class sizes of real data follow no power law over the whole range.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...base.arrays import Array, Floats
from ...base.errors import InputError, Phrase, named
from ...base.progress import Progress, part, silent
from ...base.randomness import Source
from ...base.scientific import optimize, stats
from .classes import Classes
from .rates import (
    Z95,
    Simulated,
    Spectrum,
    agrees,
    check_size,
    exact_rate,
    expected_rate,
    expected_sd,
    simulate,
    spectrum_of,
)


@dataclass(frozen=True)
class Rate:
    """Share of the records of a cohort that are in classes of at most ``k``."""

    model: str
    """Name of the model."""
    k: int
    size: int
    """Largest class that counts, and the cohort's size."""
    whole_file: bool
    """Whether the cohort is the whole file; then every figure is the exact rate."""
    mean: float
    low: float
    high: float
    """Simulated mean and 95 % interval; the closed form's where nothing was simulated."""
    expected: float
    expected_low: float
    expected_high: float
    """Closed form and its 95 % interval."""
    agrees: bool | None
    """Whether the closed form lies in the simulated interval; None where nothing was simulated."""


@dataclass(frozen=True)
class Fitted:
    """How the rate of a model falls with the size, and from which size on it meets the threshold."""

    model: str
    k: int
    law: PowerLaw
    safe: SafeSize


@dataclass(frozen=True)
class Design:
    """What to measure."""

    sizes: tuple[int, ...]
    """Cohort sizes; the whole file is always added."""
    ks: tuple[int, ...]
    """Largest classes that count as re-identifiable."""
    samples: int
    """Simulated cohorts of each size; 0 for the closed form alone."""
    threshold: float
    """Share of re-identifiable records that is accepted."""

    def __post_init__(self) -> None:
        if not self.ks or min(self.ks) < 1:
            raise InputError(
                "uniqueness.k.too_small",
                "K must be 1 or more: 1 counts unique records, 5 those in classes of up to 5.",
            )
        if any(size < 1 for size in self.sizes):
            raise InputError(
                "uniqueness.cohort.empty", "A cohort holds at least 1 record; remove smaller sizes."
            )
        if not 0 < self.threshold < 1:
            raise InputError(
                "uniqueness.threshold.out_of_range",
                "The threshold is a share between 0 and 1, for example 0.05.",
            )
        if self.samples == 1 or self.samples < 0:
            raise InputError(
                "uniqueness.cohorts.too_few",
                "An interval needs at least 2 simulated cohorts; 0 leaves the simulation out.",
            )


def measure(
    models: dict[str, Classes], design: Design, source: Source, progress: Progress = silent
) -> list[Rate]:
    """Measure every model at every size and K.

    Parameters
    ----------
    models : dict of str to Classes
        Classes of each model, over the same records.
    design : Design
        Sizes, Ks, samples.
    source : SystemSource or SeededSource
        Where chance comes from.

    Returns
    -------
    list of Rate
        By model, K and size; the whole file last.

    Raises
    ------
    InputError
        If a model has no usable record, or a size is larger than the records that a model can use.
    """
    for model, classes in models.items():
        if classes.record_count == 0:
            raise InputError(
                "uniqueness.model.no_record",
                "The model “{model}” has no record with a value in every field.",
                model=model,
            )
        for size in design.sizes:
            check_size(size, classes.record_count, Phrase("Under the model “{model}” the file", model=model))
    simulated = _simulate_groups(models, design, source, progress) if design.samples else {}
    found = []
    for model, classes in models.items():
        spectrum = spectrum_of(classes.sizes)
        for at_k, k in enumerate(design.ks):
            for at, size in enumerate(sorted(set(design.sizes) - {classes.record_count})):
                seen = simulated[model].at(at, at_k) if model in simulated else None
                found.append(_rate(spectrum, model, k, size, design, seen))
            exact = exact_rate(spectrum, k)
            found.append(
                Rate(model, k, spectrum.records, True, exact, exact, exact, exact, exact, exact, None)
            )
    return found


class _Seen(NamedTuple):
    """A rate of simulated cohorts: mean, standard deviation between cohorts, and the 95 % interval."""

    mean: float
    sd: float
    low: float
    high: float


class _OfModel(NamedTuple):
    """The simulated rates of one model: a row of those of all models that use the same records."""

    rates: Simulated
    row: int

    def at(self, size: int, k: int) -> _Seen:
        """The rate at the position of a size and of a K."""
        found = self.rates
        return _Seen(
            *(float(one[self.row, size, k]) for one in (found.mean, found.sd, found.low, found.high))
        )


def _rate(
    spectrum: Spectrum,
    model: str,
    k: int,
    size: int,
    design: Design,
    seen: _Seen | None,
) -> Rate:
    expected, spread = expected_rate(spectrum, size, k), Z95 * expected_sd(spectrum, size, k)
    closed = (expected, max(expected - spread, 0.0), min(expected + spread, 1.0))
    if seen is None:
        return Rate(model, k, size, False, *closed, *closed, None)
    same = agrees(seen.mean, seen.sd, expected, k, design.samples * size)
    return Rate(model, k, size, False, seen.mean, seen.low, seen.high, *closed, same)


def _simulate_groups(
    models: dict[str, Classes], design: Design, source: Source, progress: Progress
) -> dict[str, _OfModel]:
    """Simulate models that use the same records on the same cohorts."""
    groups: dict[bytes, list[str]] = {}
    for model, classes in models.items():
        groups.setdefault((classes.ids >= 0).tobytes(), []).append(model)
    found = {}
    for number, members in enumerate(groups.values()):
        total = models[members[0]].record_count
        sizes = sorted(set(design.sizes) - {total})
        if not sizes:
            continue
        ids = [models[model].ids[models[model].ids >= 0] for model in members]
        step = part(progress, number / len(groups), (number + 1) / len(groups))
        result = simulate(ids, sizes, design.ks, design.samples, source, step)
        found.update({model: _OfModel(result, row) for row, model in enumerate(members)})
    return found


def fit(models: dict[str, Classes], rates: list[Rate], design: Design) -> list[Fitted]:
    """Fit the power law to the measured rates, and find the smallest safe size in both ways."""
    found = []
    for model, classes in models.items():
        spectrum = spectrum_of(classes.sizes)
        for k in design.ks:
            own = [rate for rate in rates if rate.model == model and rate.k == k]
            law = fit_power_law([rate.size for rate in own], [rate.mean for rate in own])
            found.append(Fitted(model, k, law, smallest_safe_size(spectrum, k, design.threshold)))
    return found


def parse_models(texts: list[str], known: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Read models as people write them: ``age+sex+region``, or ``Basic: age + sex``.

    Parameters
    ----------
    texts : sequence of str
        One model each; empty ones are passed over.
    known : collection of str
        Names of fields and derived values; a text that is one of them is one field, whatever it holds.

    Returns
    -------
    dict of str to tuple of str
        Fields of each model, by its name.

    Raises
    ------
    InputError
        If two models have the same name.
    """
    models: dict[str, tuple[str, ...]] = {}
    twice = []
    for text in texts:
        text = str(text).strip()
        if not text:
            continue
        name, fields = text, text
        if text not in known and ":" in text:
            name, fields = (side.strip() for side in text.split(":", 1))
        if fields not in known:
            parts = fields.replace(";", "+").split("+")
            chosen = tuple(part.strip() for part in parts if part.strip())
        else:
            chosen = (fields,)
        name = "+".join(chosen) if name == text else name
        if name in models:
            twice.append(name)
        models[name] = chosen
    if twice:
        raise InputError(
            "uniqueness.model.repeated",
            "Two models are called {names}. Name each: “name: field+field”.",
            names=named(twice),
        )
    return models


def usual_sizes(records: int) -> tuple[int, ...]:
    """Cohort sizes 1, 2, 5 times powers of ten from 100 up, below the number of records."""
    steps = [step * 10**power for power in range(2, 9) for step in (1, 2, 5)]
    return tuple(size for size in steps if size < records) or (max(records // 2, 1),)


@dataclass(frozen=True)
class SafeSize:
    """Smallest cohort size that meets a threshold, with its 95 % interval."""

    size: int | None
    """The smallest size; None where no size up to ``limit`` meets the threshold."""
    low: int | None
    high: int | None
    """Sizes at which the lower and the upper end of the 95 % interval of the rate meet it."""
    limit: int
    """The largest size looked at: the number of records."""


@dataclass(frozen=True)
class PowerLaw:
    """The fit rate = a size^b."""

    a: float
    b: float
    """Factor and exponent; NaN where fewer than two rates are above zero."""
    pseudo_r2: float
    """1 - residual / total sum of squares of the rates; NaN where three rates above zero are missing."""
    zeros_left_out: int
    """Rates of zero, which a power law cannot reach."""
    points: int
    """Rates that were fitted."""
    covariance: Floats
    """Shape (2, 2). Of (ln a at the centre of the sizes, b); NaN with fewer than three points."""
    centre: float
    """The geometric mean of the sizes."""

    def rate(self, size: Array | float) -> Floats:
        """Fitted rates at sizes."""
        return self.a * np.asarray(size, dtype=float) ** self.b

    def size_for(self, threshold: float) -> tuple[float, float, float]:
        """Size at which the fitted rate falls to the threshold, and its 95 % interval.

        The interval is the delta method's on the logarithm of the size, with Student's t for the few
        points. All three are NaN where the fit does not fall.
        """
        if not self.b < 0 or threshold <= 0:
            return np.nan, np.nan, np.nan
        log_factor = np.log(self.a) + self.b * np.log(self.centre)
        step = (np.log(threshold) - log_factor) / self.b
        gradient = np.array([-1 / self.b, -step / self.b])
        error = np.sqrt(max(gradient @ self.covariance @ gradient, 0.0)) if self.points > 2 else np.nan
        log_size = np.log(self.centre) + step
        half = _t95(self.points - 2) * error if self.points > 2 else np.nan
        with np.errstate(over="ignore"):
            size, low, high = (float(np.exp(value)) for value in (log_size, log_size - half, log_size + half))
            return size, low, high


def _t95(freedom: int) -> float:
    return float(stats.t.ppf(0.975, freedom))


def fit_power_law(sizes: Sequence[float] | Array, rates: Sequence[float] | Array) -> PowerLaw:
    """Fit rate = a size^b by non-linear least squares, zeros left out (MacRae 2012).

    NaN where too few rates are above zero, instead of a fit that looks perfect.
    """
    sizes, rates = np.asarray(sizes, dtype=float), np.asarray(rates, dtype=float)
    above = rates > 0
    left_out, points = int((~above).sum()), int(above.sum())
    unknown = np.full((2, 2), np.nan)
    if points < 2 or np.ptp(sizes[above]) == 0:
        return PowerLaw(np.nan, np.nan, np.nan, left_out, points, unknown, np.nan)
    log_size, rate = np.log(sizes[above]), rates[above]
    centre = log_size.mean()
    slope, level = np.polyfit(log_size - centre, np.log(rate), 1)

    def residual(parameters: Floats) -> Floats:
        return np.exp(parameters[0] + parameters[1] * (log_size - centre)) - rate

    solution = optimize.least_squares(
        residual, [level, slope], x_scale="jac", ftol=1e-14, xtol=1e-14, gtol=1e-14
    )
    level, slope = solution.x
    error = float(solution.fun @ solution.fun)
    total = float(((rate - rate.mean()) ** 2).sum())
    enough = points > 2
    covariance = np.linalg.pinv(solution.jac.T @ solution.jac) * error / (points - 2) if enough else unknown
    pseudo_r2 = 1 - error / total if enough and total > 0 else np.nan
    return PowerLaw(
        float(np.exp(level - slope * centre)),
        float(slope),
        pseudo_r2,
        left_out,
        points,
        covariance,
        float(np.exp(centre)),
    )


def smallest_safe_size(spectrum: Spectrum, k: int, threshold: float) -> SafeSize:
    """Smallest cohort whose expected rate meets the threshold, by the closed form.

    The expected rate falls with the size, because a larger cohort holds more class-mates of every record, so
    halving finds the size. The interval comes from the spread between cohorts. Classes of at most ``k`` count
    as re-identifiable; ``threshold`` is the largest share of them that is accepted.
    """
    total = spectrum.records

    def smallest(shift: float) -> int | None:
        def meets(size: int) -> bool:
            return expected_rate(spectrum, size, k) + shift * expected_sd(spectrum, size, k) <= threshold

        if not meets(total):
            return None
        low, high = 0, total
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if meets(middle) else (middle, high)
        return high

    return SafeSize(smallest(0.0), smallest(-Z95), smallest(Z95), total)

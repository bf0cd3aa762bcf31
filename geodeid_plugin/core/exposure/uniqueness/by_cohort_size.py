# SPDX-License-Identifier: GPL-2.0-or-later
"""Quasi-identifier uniqueness by cohort size: every model, size and K, simulated and in closed form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ...base.errors import InputError, Phrase, named
from ...base.progress import Progress, part, silent
from .classes import Classes
from .rates import Z95, agrees, check_size, exact_rate, expected_rate, expected_sd, simulate, spectrum_of
from .safe_size import PowerLaw, SafeSize, fit_power_law, smallest_safe_size

if TYPE_CHECKING:
    from collections.abc import Collection

    from ...base.randomness import Source
    from .rates import Simulated, Spectrum


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
    progress : Progress
        Reports the share done and raises when the user cancels.

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

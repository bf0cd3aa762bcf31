# SPDX-License-Identifier: GPL-2.0-or-later
"""Risk of a file as it stands: prosecutor, journalist and marketer, and what drives it.

With f_j records in class j of n records, and F_j people in the same class of the population
(El Emam & Arbuckle 2013):

    prosecutor   1 / f_j    the adversary knows that the person is in the file
    journalist   1 / F_j    the adversary finds the person in a list of the population
    marketer     (1/n) sum_j f_j / F_j    expected share re-identified; F_j = f_j without a population
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...base.arrays import Array, Ints
from ...base.errors import InputError
from .classes import Classes

_MAX_SUBSETS = 2_000
"""Subsets of fields that are tried; more are refused with a sentence."""


@dataclass(frozen=True)
class FileRisk:
    """Risk of the whole file under one model."""

    records: int
    classes: int
    left_out: int
    """Records in classes, their classes, and records left out for a missing value."""
    smallest_class: int
    """Records in the smallest class."""
    prosecutor_max: float
    prosecutor_share: float
    """Largest 1 / f, and the share of records above the threshold."""
    journalist_max: float | None
    journalist_share: float | None
    """The same with the population's classes; None without a population."""
    marketer: float
    """Expected share of records that are re-identified."""
    uncovered_classes: int
    """Classes of which the population table holds fewer people than the file; the file's number is used."""


def file_risk(classes: Classes, threshold: float, population_sizes: Array | None = None) -> FileRisk:
    """Measure prosecutor, journalist and marketer risk.

    Parameters
    ----------
    classes : Classes
        Classes of the file.
    threshold : float
        Risk above which a record counts as at risk.
    population_sizes : ndarray, shape (c,), optional
        People of the population in each class of the file, from :func:`population_sizes`.

    Raises
    ------
    InputError
        If no record is in a class.

    Examples
    --------
    >>> from geodeid_plugin.core.exposure.uniqueness.classes import classes_of, encode
    >>> risk = file_risk(classes_of([encode("town", ["A", "A", "A", "B"])]), threshold=0.5)
    >>> risk.prosecutor_max, risk.smallest_class
    (1.0, 1)
    """
    if classes.record_count == 0:
        raise InputError(
            "uniqueness.values.none",
            "No record has a value in every field of the model, so there is nothing to measure.",
        )
    sizes, records = classes.sizes, classes.record_count
    behind, uncovered = sizes, 0
    if population_sizes is not None:
        behind = np.maximum(population_sizes, sizes)
        uncovered = int(np.count_nonzero(population_sizes < sizes))
    known = population_sizes is not None
    return FileRisk(
        records=records,
        classes=len(sizes),
        left_out=int(np.count_nonzero(classes.ids < 0)),
        smallest_class=int(sizes.min()),
        prosecutor_max=float(1 / sizes.min()),
        prosecutor_share=_share_above(sizes, sizes, threshold),
        journalist_max=float(1 / behind.min()) if known else None,
        journalist_share=_share_above(sizes, behind, threshold) if known else None,
        marketer=float((sizes / behind).sum() / records),
        uncovered_classes=uncovered,
    )


def _share_above(sizes: Ints, behind: Array, threshold: float) -> float:
    at_risk = 1 / behind > threshold * (1 + 1e-12)
    return float(sizes[at_risk].sum() / sizes.sum())


def population_sizes(joint: Classes, file_count: int, weights: Array | None = None) -> tuple[Classes, Array]:
    """Split classes that were made of the file's and the population's records together.

    ``joint`` are classes of the file's records followed by the population's, of which each stands for
    ``weights`` people, 1 by default. Gives the file's own classes, and the people of the population in each.
    """
    of_file, of_population = joint.ids[:file_count], joint.ids[file_count:]
    people = np.ones(len(of_population)) if weights is None else np.asarray(weights, dtype=float)
    if np.any(~(people >= 0)):
        raise InputError(
            "uniqueness.counts.negative",
            "The population table holds counts that are negative or missing; each must be 0 or more.",
        )
    inside, count = of_population >= 0, len(joint.sizes)
    total = np.bincount(of_population[inside], people[inside], minlength=count)
    sizes = np.bincount(of_file[of_file >= 0], minlength=count)
    used = sizes > 0
    renumber = np.append(np.cumsum(used) - 1, -1)
    return Classes(renumber[of_file], sizes[used]), total[used]


def subsets(fields: list[str], up_to: int) -> list[tuple[str, ...]]:
    """All sets of one to ``up_to`` of the fields, small sets first.

    Raises
    ------
    InputError
        If there are too many to be worth reading.
    """
    found = [chosen for size in range(1, up_to + 1) for chosen in combinations(fields, size)]
    if len(found) > _MAX_SUBSETS:
        raise InputError(
            "uniqueness.subsets.too_many",
            "{fields} fields have {subsets} subsets of up to {up_to}; at most {most} are "
            "measured. Choose fewer fields or smaller subsets.",
            fields=len(fields),
            subsets=len(found),
            up_to=up_to,
            most=_MAX_SUBSETS,
        )
    return found


def field_drivers(rates: Mapping[tuple[str, ...], float]) -> dict[str, float]:
    """Mean rise of the rate when a field joins a model, for every field.

    ``rates`` are of each set of fields that :func:`subsets` lists; the empty set has 0. Largest first: the
    field that drives the risk.
    """
    by_set = {frozenset(fields): rate for fields, rate in rates.items()} | {frozenset(): 0.0}
    rises: dict[str, list[float]] = {}
    for fields, rate in by_set.items():
        for field in fields:
            smaller = fields - {field}
            if smaller in by_set:
                rises.setdefault(field, []).append(rate - by_set[smaller])
    means = {field: float(np.mean(values)) for field, values in rises.items()}
    return dict(sorted(means.items(), key=lambda item: (-item[1], item[0])))

# SPDX-License-Identifier: GPL-2.0-or-later
"""What each model promises, and to whom: the revised one less to people of areas smaller than the records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...base.arrays import Array, Floats, Ints

PROMISES = {"wieland": "whatever_is_drawn", "everybody": "these_dots", "revised": "areas_only"}
"""What METRICS call the promise of each model, the strongest first."""


def weakest(models: Iterable[str]) -> str:
    """The model of several that promises least.

    >>> weakest(["wieland", "everybody"])
    'everybody'
    """
    return max(models, key=list(PROMISES).index)


def model_of(promise: str) -> str:
    """The model with a promise.

    >>> model_of("these_dots")
    'everybody'
    """
    return next(model for model, one in PROMISES.items() if one == promise)


@dataclass(frozen=True)
class Weaker:
    """Areas whose people have the weaker promise of the revised model, and who of the records lives there.

    For them the model bounds the chance that a record came from the area at all, not the chance that one
    of its people is in the data (equation (6) of :mod:`..audit` times ``min(s, n_i)``).
    """

    areas: Array
    """Rows of the populated areas with fewer people than there are records."""
    people: float
    """People of these areas."""
    records: Array
    """Positions of the records that come from them, among those that were given."""


def weaker_promise(population: Floats, records: int | Floats, area: Ints | tuple[()] = ()) -> Weaker:
    """Find the areas, the people and the records under the weaker promise.

    ``records`` are released, earlier ones included, or count for each area; ``area`` is that of each record.

    Examples
    --------
    >>> found = weaker_promise(np.array([5.0, 0.0, 80.0]), 10, np.array([2, 0, 2]))
    >>> found.areas.tolist(), found.people, found.records.tolist()
    ([0], 5.0, [1])
    """
    population = np.asarray(population, dtype=float)
    small = (population > 0) & (population < records)
    area = np.asarray(area, dtype=np.int64)
    return Weaker(np.flatnonzero(small), float(population[small].sum()), np.flatnonzero(small[area]))

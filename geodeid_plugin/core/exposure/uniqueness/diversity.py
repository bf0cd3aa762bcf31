# SPDX-License-Identifier: GPL-2.0-or-later
"""What a class of like records gives away though nobody is singled out: l-diversity and t-closeness.

Eleven records that nobody can tell apart protect nothing where all eleven have the same diagnosis.

    distinct l   fewest distinct sensitive values in a class (Machanavajjhala et al. 2007)
    entropy l    smallest exp(−Σ p log p) of the values p of a class (the same): how many values it is worth
    t            largest distance of a class's values from those of the whole file (Li et al. 2007), by the
                 earth mover: half of Σ |p − q| for names, Σ |cumulated p − q| / (m − 1) for m ordered numbers
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import InputError
from .classes import Classes, Column

if TYPE_CHECKING:
    from ...base.arrays import Array, Floats, Ints


@dataclass(frozen=True)
class Diversity:
    """How much the classes of a release tell about one sensitive field."""

    k: int
    """Records of the smallest class."""
    distinct_l: int
    """Fewest distinct values in a class."""
    entropy_l: float
    """Fewest values that a class is worth."""
    t: float
    """Largest distance of a class from the file, 0 to 1."""
    alike: Array
    """Rows of the records in classes that hold one value only."""


def diversity(classes: Classes, sensitive: Column) -> Diversity:
    """Measure l-diversity and t-closeness of one sensitive field.

    Parameters
    ----------
    classes : Classes
        Classes of the released quasi-identifiers, for n records.
    sensitive : Column
        The sensitive field of the same n records; numbers are ordered where none is missing, a missing
        value is a value of its own.

    Returns
    -------
    Diversity

    Raises
    ------
    InputError
        No record is in a class.

    Examples
    --------
    >>> from .classes import classes_of, encode
    >>> age = encode("age", np.array([30, 30, 30, 40, 40, 40]))
    >>> flu = encode("ill", np.array(["flu", "flu", "cold", "flu", "flu", "flu"]))
    >>> found = diversity(classes_of([age]), flu)
    >>> found.k, found.distinct_l, round(found.entropy_l, 2), round(found.t, 3), found.alike.tolist()
    (3, 1, 1.0, 0.167, [3, 4, 5])
    """
    inside = np.flatnonzero(classes.ids >= 0)
    if not len(inside):
        raise InputError(
            "uniqueness.values.none",
            "No record has a value in every field of the model, so there is nothing to measure.",
        )
    values, ordered = _ranked(sensitive)
    width = int(values.max()) + 1
    # Only pairs of class and value that occur: the file is never blown up to classes times values.
    pair, count = np.unique(classes.ids[inside] * np.int64(width) + values[inside], return_counts=True)
    owner, value = np.divmod(pair, width)
    size = classes.sizes[owner]
    share = count / size
    distinct = np.bincount(owner, minlength=len(classes.sizes))
    entropy = np.bincount(owner, -share * np.log(share), minlength=len(classes.sizes))
    whole = np.bincount(values[inside], minlength=width) / len(inside)
    far = _ordered_distance if ordered else _named_distance
    alike = inside[distinct[classes.ids[inside]] == 1]
    return Diversity(
        int(classes.sizes.min()),
        int(distinct.min()),
        float(np.exp(entropy.min())),
        float(far(owner, value, share, whole, len(classes.sizes)).max()),
        alike,
    )


def _ranked(column: Column) -> tuple[Array, bool]:
    """Values as whole numbers from 0, in order where they are numbers; a missing value comes last."""
    labels = column.labels
    numbers = all(isinstance(label, (int, float, np.number)) for label in labels) and len(labels) > 0
    rank = np.arange(len(labels), dtype=np.int64)
    if numbers:
        rank[np.argsort(labels.astype(float), kind="stable")] = np.arange(len(labels))
    missing = column.codes < 0
    values = np.append(rank, len(labels))[column.codes]
    return values, bool(numbers and not missing.any())


def _named_distance(owner: Ints, value: Ints, share: Floats, whole: Floats, classes: int) -> Array:
    """Half of Σ |p − q| of each class, from the values that occur: the others add their q."""
    seen = np.bincount(owner, np.abs(share - whole[value]), classes)
    unseen = 1.0 - np.bincount(owner, whole[value], classes)
    return (seen + unseen) / 2


def _ordered_distance(owner: Ints, value: Ints, share: Floats, whole: Floats, classes: int) -> Array:
    """Σ |P − Q| / (m − 1) of the cumulated shares; P is flat between the values that occur."""
    if len(whole) == 1:
        return np.zeros(classes)
    found = np.empty(classes)
    below = np.cumsum(whole)
    start = np.searchsorted(owner, np.arange(classes + 1))
    for one in range(classes):
        mine = slice(start[one], start[one + 1])
        own = np.zeros(len(whole))
        own[value[mine]] = share[mine]
        found[one] = np.abs(np.cumsum(own) - below).sum() / (len(whole) - 1)
    return found

# SPDX-License-Identifier: GPL-2.0-or-later
"""Equivalence classes: the records that cannot be told apart by a set of fields.

What a class of like records gives away though nobody is singled out: l-diversity and t-closeness.

Eleven records that nobody can tell apart protect nothing where all eleven have the same diagnosis.

    distinct l   fewest distinct sensitive values in a class (Machanavajjhala et al. 2007)
    entropy l    smallest exp(−Σ p log p) of the values p of a class (the same): how many values it is worth
    t            largest distance of a class's values from those of the whole file (Li et al. 2007), by the
                 earth mover: half of Σ |p − q| for names, Σ |cumulated p − q| / (m − 1) for m ordered numbers
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Array, Floats, Ints, Objects
from ...base.errors import InputError, named

_RECODE_ABOVE = 2**62
"""Codes are renumbered before they overflow 64 bits."""


@dataclass(frozen=True)
class Column:
    """One quasi-identifier as whole numbers."""

    name: str
    """What the user calls it."""
    codes: Ints
    """Shape (n,). The value of each record, from 0; -1 where it is missing."""
    labels: Objects
    """Shape (d,). The value that each code stands for."""

    @property
    def missing_count(self) -> int:
        """Number of records without a value."""
        return int(np.count_nonzero(self.codes < 0))

    @property
    def identifies_every_record(self) -> bool:
        """Whether no two records share a value: a key, which makes every model that holds it useless."""
        return len(self.codes) > 1 and len(self.labels) == len(self.codes)


@dataclass(frozen=True)
class Classes:
    """The classes that a model makes."""

    ids: Ints
    """Shape (n,). The class of each record, from 0; -1 where the record is left out."""
    sizes: Ints
    """Shape (c,). Records in each class, each at least 1."""

    @property
    def record_count(self) -> int:
        """Number of records that are in a class."""
        return int(self.sizes.sum())

    @property
    def record_sizes(self) -> Ints:
        """Size of the class of each record, shape (n,); 0 where the record is left out."""
        return np.append(self.sizes, 0)[self.ids]

    def of_people(self, person: Ints) -> Classes:
        """The same classes with every person once in each: further rows are left out, as they hide nobody.

        Parameters
        ----------
        person : ndarray of int, shape (n,)
            Number of each record's person.
        """
        inside = np.flatnonzero(self.ids >= 0)
        pairs = self.ids[inside] * (int(person.max(initial=0)) + 1) + person[inside]
        _pairs, first = np.unique(pairs, return_index=True)
        if len(first) == len(inside):
            return self
        ids = np.full(len(self.ids), -1, dtype=np.int64)
        ids[inside[first]] = self.ids[inside[first]]
        return Classes(ids, np.bincount(ids[ids >= 0], minlength=len(self.sizes)))


def encode(name: str, values: Array) -> Column:
    """Turn the values of a field into codes.

    None, NaN, NaT and an empty text are missing. Codes are in the order of the values where they can be
    ordered, else in the order met.
    """
    values = np.asarray(values)
    if values.dtype == object:
        return _encode_objects(name, values)
    missing = np.isnat(values) if values.dtype.kind in "mM" else np.zeros(len(values), dtype=bool)
    if values.dtype.kind == "f":
        missing = np.isnan(values)
    labels, inverse = np.unique(values[~missing], return_inverse=True)
    codes = np.full(len(values), -1, dtype=np.int64)
    codes[~missing] = inverse
    return Column(name, codes, labels.astype(object))


def _encode_objects(name: str, values: Objects) -> Column:
    known: dict[object, int] = {}
    codes = np.fromiter(
        (-1 if _is_missing(value) else known.setdefault(value, len(known)) for value in values),
        dtype=np.int64,
        count=len(values),
    )
    labels = np.empty(len(known), dtype=object)
    labels[:] = list(known)
    return Column(name, codes, labels)


def _is_missing(value: int | str | None) -> bool:
    return value is None or value == "" or value != value


def classes_of(columns: list[Column]) -> Classes:
    """Join quasi-identifiers into equivalence classes. Records that lack the same value look alike.

    Examples
    --------
    >>> sex, age = encode("sex", ["f", "f", "m", "m"]), encode("age", [40, 40, 40, 60])
    >>> sorted(classes_of([sex, age]).sizes.tolist())
    [1, 1, 2]
    """
    if not columns:
        raise InputError("uniqueness.model.no_fields", "A quasi-identifier model needs at least one field.")
    keys, span = np.zeros(len(columns[0].codes), dtype=np.int64), 1
    for column in columns:
        width = len(column.labels) + 1
        if span > _RECODE_ABOVE // width:
            kept, keys = np.unique(keys, return_inverse=True)
            span = len(kept)
        keys = keys * width + (column.codes + 1)
        span *= width
    return Classes(*_number(keys, span))


def _number(keys: Ints, span: int) -> tuple[Ints, Ints]:
    """Number the distinct keys in their order; a table beats a sort while it is no longer than the keys."""
    if span <= 4 * len(keys):
        counts = np.bincount(keys, minlength=span)
        used = counts > 0
        return (np.cumsum(used) - 1)[keys], counts[used]
    _, ids, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    return ids.reshape(-1), sizes


def check_models(models: dict[str, tuple[str, ...]], columns: Collection[str]) -> None:
    """Refuse models that name fields which are not there, twice the same field, or none.

    Parameters
    ----------
    models : dict of str to sequence of str
        The fields of each model.
    columns : collection of str
        Names of what is there.

    Raises
    ------
    InputError
        Naming the model and the field.
    """
    if not models:
        raise InputError(
            "uniqueness.model.missing",
            "No set of fields is to be tried. Choose the fields that somebody may know, or write a model.",
        )
    for model, fields in models.items():
        if not fields:
            raise InputError("uniqueness.model.empty", "The model “{model}” has no field.", model=model)
        unknown = [name for name in fields if name not in columns]
        if unknown:
            raise InputError(
                "uniqueness.field.unknown",
                "The model “{model}” names {names}, which is neither a field nor a derived value. "
                "Known are {known}.",
                model=model,
                names=named(unknown),
                known=named(columns, 30),
            )
        twice = sorted({name for name in fields if list(fields).count(name) > 1})
        if twice:
            raise InputError(
                "uniqueness.field.repeated",
                "The model “{model}” names {fields} twice.",
                model=model,
                fields=named(twice),
            )


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


def age_years(birth_dates: Array, on_date: Any) -> Floats:
    """Completed years of age at a date.

    Someone born on 29 February completes a year on 1 March where there is no 29 February. NaN where the date
    is missing or after ``on_date``.
    """
    born = np.asarray(birth_dates, dtype="datetime64[D]")
    on = np.datetime64(on_date, "D")
    years = (on.astype("datetime64[Y]") - born.astype("datetime64[Y]")).astype(float)
    age = years - (_month_and_day(born) > _month_and_day(on))
    age[np.isnat(born) | (born > on)] = np.nan
    return age


def _month_and_day(dates: Any) -> Ints | int:
    month = dates.astype("datetime64[M]")
    month_of_year = (month - dates.astype("datetime64[Y]").astype("datetime64[M]")).astype(np.int64)
    return month_of_year * 32 + (dates - month.astype("datetime64[D]")).astype(np.int64)


def grouped(name: str, values: Any, edges: Any) -> Column:
    """Group numbers by the lower edges of the groups: 0, 18, 65 makes 0–17, 18–64 and 65+.

    Edges rise; values under the first form a group of their own, NaN is missing.
    """
    edges = np.asarray(edges, dtype=float)
    if len(edges) == 0 or np.any(np.diff(edges) <= 0):
        raise InputError(
            "derived.edges.not_rising",
            "The group edges of “{name}” must be rising numbers, for example 0 18 65.",
            name=name,
        )
    values = np.asarray(values, dtype=float)
    codes = np.searchsorted(edges, values, side="right")
    labels: Objects = np.array(_group_labels(edges), dtype=object)
    return _compact(Column(name, np.where(np.isnan(values), -1, codes), labels))


def _group_labels(edges: Floats) -> list[str]:
    whole = np.all(edges == np.round(edges))
    text = [f"{edge:.0f}" if whole else f"{edge:g}" for edge in edges]
    between = [
        (low if high - low_edge == 1 else f"{low}–{high - 1:.0f}") if whole else f"{low} to under {high:g}"
        for low, low_edge, high in zip(text, edges, edges[1:])
    ]
    return [f"under {text[0]}", *between, f"{text[-1]}+"]


def cropped(name: str, values: Objects, length: int) -> Column:
    """Keep the first characters of a code; a code that is shorter stays as it is.

    Parameters
    ----------
    name : str
        Name of the derived value.
    values : array_like of str, shape (n,)
        Codes; None and empty text are missing.
    length : int
        Characters kept, 0 or more.

    Raises
    ------
    InputError
        If the length is negative or the values are numbers: a number has lost its leading zeros.
    """
    if length < 0:
        raise InputError(
            "derived.length.too_small", "“{name}” cannot keep {length} characters.", name=name, length=length
        )
    values = np.asarray(values, dtype=object)
    numbers = [value for value in values if value is not None and not isinstance(value, str)]
    if numbers:
        raise InputError(
            "derived.code.zeros_lost",
            "“{name}” crops a code, but the field holds numbers ({numbers}), which have lost "
            "their leading zeros. Store the code as text.",
            name=name,
            numbers=named(numbers, 3),
        )
    known: dict[object, int] = {}
    codes = np.fromiter(
        (known.setdefault(value[:length], len(known)) if value else -1 for value in values),
        dtype=np.int64,
        count=len(values),
    )
    labels = np.empty(len(known), dtype=object)
    labels[:] = list(known)
    return Column(name, codes, labels)


def _compact(column: Column) -> Column:
    """Drop labels that no record has, so that the number of labels is the number of distinct values."""
    used = np.unique(column.codes[column.codes >= 0])
    renumber = np.full(len(column.labels) + 1, -1, dtype=np.int64)
    renumber[used] = np.arange(len(used))
    return Column(column.name, renumber[column.codes], column.labels[used])

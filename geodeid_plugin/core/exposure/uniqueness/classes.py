# SPDX-License-Identifier: GPL-2.0-or-later
"""Equivalence classes: the records that cannot be told apart by a set of fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.errors import InputError, named

if TYPE_CHECKING:
    from collections.abc import Collection

    from ...base.arrays import Array, Ints, Objects

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

    Parameters
    ----------
    name : str
        Name of the field.
    values : array_like, shape (n,)
        Numbers, dates or any hashable objects. None, NaN and NaT are missing; an empty text too.

    Returns
    -------
    Column
        Codes in the order of the values where they can be ordered, else in the order met.
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
    known: dict[Any, Any] = {}
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


def classes_of(columns: list[Column], missing_is_value: bool = True) -> Classes:
    """Join quasi-identifiers into equivalence classes.

    Parameters
    ----------
    columns : sequence of Column
        At least one, all of the same length.
    missing_is_value : bool
        True: records that lack the same value look alike and form classes. False: a record that
        lacks any value is left out, to be counted by the caller.

    Returns
    -------
    Classes

    Raises
    ------
    InputError
        If there is no column.

    Examples
    --------
    >>> sex, age = encode("sex", ["f", "f", "m", "m"]), encode("age", [40, 40, 40, 60])
    >>> sorted(classes_of([sex, age]).sizes.tolist())
    [1, 1, 2]
    """
    if not columns:
        raise InputError("uniqueness.model.no_fields", "A quasi-identifier model needs at least one field.")
    keep = np.ones(len(columns[0].codes), dtype=bool)
    if not missing_is_value:
        for column in columns:
            keep &= column.codes >= 0
    keys, span = np.zeros(int(keep.sum()), dtype=np.int64), 1
    for column in columns:
        width = len(column.labels) + 1
        if span > _RECODE_ABOVE // width:
            kept, keys = np.unique(keys, return_inverse=True)
            span = len(kept)
        keys = keys * width + (column.codes[keep] + 1)
        span *= width
    ids = np.full(len(keep), -1, dtype=np.int64)
    ids[keep], sizes = _number(keys, span)
    return Classes(ids, sizes)


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
            "uniqueness.model.missing", "There is no quasi-identifier model. Name at least one set of fields."
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

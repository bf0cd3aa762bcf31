# SPDX-License-Identifier: GPL-2.0-or-later
"""What the other columns of a table of counts tell of the counts that are hidden in it.

A table goes out whole: a rate, a rank or a class beside a hidden count is the count. On the rows whose counts
are shown a column is held against them: it *follows* if the counts can be had from it (as they stand, from a
rate per so many people, a sum or a difference of columns, running sums), or if it rises and falls with the
count, or with the count per person, once the people are allowed for, or if the counts divide it
(:mod:`.quotients`). It may stay where it is unrelated to both, and no ratio of the counts to something else
(:mod:`.ratios`). Anything between, and what too few rows can tell, is for nobody to call safe.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.arrays import Array, Bools, Floats, Ints, ranks
from ...base.scientific import special
from ...exposure.fields import fieldnames
from .quotients import divides
from .ratios import may_be_ratio
from .words import words_tell

FOLLOWS = 0.9
"""Rank correlation from which on a column follows a count: less than half of the spread is left (the root of
1 - 0.81), of counts that have few values to begin with."""
UNRELATED = 0.7
"""Rank correlation up to which it may stay: 71 % of the spread are left, and no value is out of the question.
By ranks alone, columns of censuses beside counts that follow age and deprivation stayed in 6027 of 6040 cases
of 30 zones and more."""
_SURE, _CHANCE = 0.001, 0.05
"""Chances that an unrelated column would look so: to be called following, and to be called related at all."""
_BOUND = 1.645
"""Standard errors of the 95 % upper bound of a correlation: where it is below :data:`FOLLOWS`, the rows are
not too few to tell."""
_LEAST_SUMS = 4
"""Rows that a sum of columns must fit beyond two for each of its weights."""
_POWERS = 10.0 ** np.arange(7)
"""Rates are per one to per million."""
_FORMS = 2 * len(_POWERS) + 4
"""Ways in which two columns are put together."""
_LEAST_RANKS = 7
"""Rows below which two orders are alike by chance more often than :data:`_SURE`: 2 of 720 of six are."""
_NOTHING = 1e-9
"""Share of the spread of ranks that is none."""
_TRIED = 200
"""Rows on which arithmetic is tried before all are."""
_MOST_SUMMED = 30
"""Columns of a sum that are tried together."""
_NUMERIC_TEXT = re.compile(
    r"[\s<>≤≥~≈±+\-–()\[\]%‰.,;'’/*\u00a0\u202f\d]*\d[\s<>≤≥~≈±+\-–()\[\]%‰.,;'’/*\u00a0\u202f\d]*"
)
_DATE = re.compile(r"\d{1,2}([./])\d{1,2}\1(\d{2}|\d{4})")
_RANGE = re.compile(r"<\s*(?P<below>\d[\d.,]*)|(?P<low>\d[\d.,]*)\s*[-–—]\s*(?P<high>\d[\d.,]*)")
_FIRST_NUMBER = re.compile(r"[+-]?\d[\d\s'’\u00a0\u202f]*(?:[.,]\d+)*")
_MOST_DECIMALS = 9
"""Of a column; what a float has beyond was not typed."""


@dataclass(frozen=True)
class Revealing:
    """A column, or several together, beside hidden counts."""

    columns: tuple[str, ...]
    counts: int
    """Hidden counts beside which it has a value."""
    follows: bool
    """Whether these counts follow from it; else nobody can tell."""


@dataclass(frozen=True)
class Known:
    """What anybody may take for known beside a table."""

    people: Floats | None
    """Shape (n,), or None. People of each zone."""
    size_m2: Floats | None
    """Shape (n,), or None. Sizes of the zones."""
    columns: dict[str, Floats]
    """Shape (n,). Numeric columns that have a meaning of their own: totals, people. They may be combined with
    others."""


def numbers_of(values: Sequence[object]) -> Floats | None:
    """Numbers of a column, NaN where it is empty; None where its values read as no numbers.

    A class such as “5–10” is the middle of it.

    Examples
    --------
    >>> numbers_of(["3.5 (2.1–5.0)", "<5", None, "12 345", "5–10"]).tolist()
    [3.5, 2.5, nan, 12345.0, 7.5]
    >>> numbers_of(["Ward 3", "12"]) is None
    True
    """
    found = np.full(len(values), np.nan)
    for row, value in enumerate(values):
        if _is_empty(value):
            continue
        number = _number(value)
        if number is None:
            return None
        found[row] = number
    return found


def _half_ranges(values: Sequence[object]) -> Floats | None:
    """Half of the width of each value that is a class such as “5–10” or “<5”; None where none is."""
    found = np.zeros(len(values))
    for row, value in enumerate(values):
        part = _RANGE.fullmatch(value.strip()) if isinstance(value, str) else None
        if part is not None:
            low, high = ("0", part["below"]) if part["below"] else (part["low"], part["high"])
            found[row] = abs(_typed(high) - _typed(low)) / 2
    return found if found.any() else None


def _is_empty(value: object) -> bool:
    return value is None or value != value or (isinstance(value, str) and not value.strip())


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if not isinstance(value, str):
        try:
            return _as_typed(float(value))
        except (TypeError, ValueError):
            return None
    text = value.strip()
    if not _NUMERIC_TEXT.fullmatch(text) or text.count("-") > 1 or _DATE.fullmatch(text):
        return None
    part = _RANGE.fullmatch(text)
    if part is not None:
        return (
            _typed(part["below"]) / 2 if part["below"] else (_typed(part["low"]) + _typed(part["high"])) / 2
        )
    found = _FIRST_NUMBER.search(text)
    return None if found is None else _typed(found[0])


def _as_typed(value: float) -> float:
    """A number as it was typed: 14.3 where a field of single precision holds 14.300000190734863."""
    with np.errstate(over="ignore"):
        single = np.float32(value)
    return float(str(single) if single == value else f"{value:.14g}")


def _typed(text: str) -> float:
    """A number as people type it, whatever parts its thousands and its decimals."""
    digits = re.sub(r"[\s'’\u00a0\u202f]", "", text)
    last = max(digits.rfind("."), digits.rfind(","))
    tail = len(digits) - last - 1
    marks = digits.count(".") + digits.count(",")
    whole = last < 0 or (
        tail == 3 and (digits[last] == "," or marks > 1) and digits[:last].lstrip("+-") != "0"
    )
    plain = re.sub(r"[.,]", "", digits[:last]) + ("" if last < 0 else digits[last:])
    return float(re.sub(r"[.,]", "", digits) if whole else plain.replace(",", "."))


def revealing_columns(
    counts: Ints, columns: dict[str, Sequence[object]], known: Known, values: int
) -> list[Revealing]:
    """Columns from which hidden counts follow, and columns of which nobody can say that they do not.

    Parameters
    ----------
    counts : ndarray of int, shape (n, m)
        Printed counts by zone and group; negative where one is hidden.
    columns : dict of str to sequence of length n
        The other columns as they stand, but those that have a meaning of their own.
    known : Known
    values : int
        Possible values that a hidden count must keep.

    Returns
    -------
    list of Revealing
        Those that follow first. What is not in it may stay.

    Examples
    --------
    >>> counts = np.array([[30], [18], [45], [12], [-1], [-1]])
    >>> people = np.array([5000.0, 4100, 7700, 3900, 4600, 5200])
    >>> rate = [6.0, 4.39, 5.84, 3.08, 0.87, 1.15]
    >>> columns = {"per 1000": rate, "zone": list("abcdef")}
    >>> revealing_columns(counts, columns, Known(people, None, {}), 11)
    [Revealing(columns=('per 1000',), counts=2, follows=True)]
    """
    held = {name: _Column(name, values_, numbers_of(values_)) for name, values_ in columns.items()}
    found: dict[tuple[str, ...], Revealing] = {}
    for count in _targets(counts):
        for one in _Target(count, held, known, values).judged():
            worse = found.get(one.columns)
            if worse is None or (one.follows, one.counts) > (worse.follows, worse.counts):
                found[one.columns] = one
    return sorted(found.values(), key=lambda one: (not one.follows, -one.counts, one.columns))


def _targets(counts: Ints) -> Iterator[Ints]:
    """Each group, and all of them together: a total tells what is missing of it."""
    yield from counts.T
    if counts.shape[1] > 1:
        yield np.where((counts < 0).any(axis=1), -1, counts.sum(axis=1))


@dataclass(frozen=True)
class _Column:
    """A column as it stands, and as numbers where it reads as such."""

    name: str
    values: Sequence[object]
    numbers: Floats | None

    @property
    def filled(self) -> Bools:
        """Rows with a value."""
        if self.numbers is not None:
            return ~np.isnan(self.numbers)
        return np.array([not _is_empty(value) for value in self.values], dtype=bool)

    @property
    def codes(self) -> Ints:
        """A number for each distinct value."""
        if self.numbers is not None:
            return np.unique(self.numbers, return_inverse=True)[1]
        known: dict[str, int] = {}
        return np.array([known.setdefault(str(value), len(known)) for value in self.values], dtype=np.int64)

    @property
    def names_places(self) -> bool:
        """Whether it holds codes of places, their sizes or people, by its name or as codes are written."""
        kinds = (fieldnames.names_areas, fieldnames.is_never, fieldnames.counts_people)
        if any(says(self.name) for says in kinds):
            return True
        texts = [value.strip() for value in self.values if isinstance(value, str)]
        lengths = {len(text) for text in texts}
        codes = len(lengths) == 1 and lengths.pop() > 1 and all(text.isdigit() for text in texts)
        return codes and len(set(texts)) == len(self.values)


class _Target:
    """One column of counts, against which the others are held."""

    def __init__(self, count: Ints, columns: dict[str, _Column], known: Known, values: int) -> None:
        self.hidden, self.count = count < 0, np.where(count < 0, np.nan, count).astype(float)
        self.columns, self.known, self.values = columns, known, values
        self.numeric = {name: one.numbers for name, one in columns.items() if one.numbers is not None}

    def judged(self) -> Iterator[Revealing]:
        """Columns that follow, or may."""
        summed = []
        for name, column in self.columns.items():
            risk, shown = self.hidden & column.filled, ~self.hidden & column.filled
            told = words_tell(column.values, self.count)
            if not risk.any() or (told is None and self._says_nothing(column, shown, risk)):
                continue
            follows = told or self._follows(column, shown, risk)
            if follows is None:
                follows = told
            if follows is not None:
                yield Revealing((name,), int(risk.sum()), follows)
            if not follows and name in self.numeric:
                summed.append(name)
        yield from self._sum_of(summed)

    def _follows(self, column: _Column, shown: Bools, risk: Bools) -> bool | None:
        """True where the counts follow, False where nobody can tell, None where it may stay."""
        if column.numbers is not None and _is_it(column.numbers[shown], self.count[shown]):
            return True
        if column.numbers is None:
            return self._by_class(column, shown)
        divided = divides(column.name, column.numbers, _half_unit(column.numbers), self.count, self.values)
        if divided or column.names_places:
            return divided or self._by_rank(column, shown)
        computed = self._computed(column, shown, risk)
        follows = self._by_rank(column, shown) if computed is None else computed
        if follows is None and divided is not None:
            return False
        if follows is None and may_be_ratio(column.numbers, self.count, self.known.people):
            return False
        return follows

    def _says_nothing(self, column: _Column, shown: Bools, risk: Bools) -> bool:
        """Whether it is one value, or one of each kind of rows, or a sign for what is hidden: -999, “low”."""
        codes = column.codes
        if len(np.unique(codes[risk])) > 1:
            return False
        if len(np.unique(codes[shown])) <= 1:
            return column.numbers is None or not _is_it(column.numbers[shown], self.count[shown])
        row = int(np.flatnonzero(risk)[0])
        if column.numbers is not None and not isinstance(column.values[row], str):
            return bool(column.numbers[row] <= 0 and risk.sum() > 1)
        return not re.search(r"\d", str(column.values[row]))

    def _computed(self, column: _Column, shown: Bools, risk: Bools) -> bool | None:
        """Whether arithmetic without a free number gives the counts, so nearly that too few values remain."""
        if column.numbers is None:
            return None
        rows, found = np.flatnonzero(shown)[:_TRIED], None
        tried = _FORMS * (1 + len(self.known.columns) + len(self.numeric))
        for value, doubt in self._arithmetic(column.numbers, _half_ranges(column.values)):
            if not all(_fits(value[at], doubt[at], self.count[at], tried) for at in (rows, shown)):
                continue
            at = risk & ~np.isnan(value)
            if at.any():
                found = bool(found) or bool((2 * doubt[at] + 1 < self.values).any())
        return found

    def _arithmetic(self, x: Floats, ranges: Floats | None) -> Iterator[tuple[Floats, Floats]]:
        """What a count would be, and by how much it may be off: the column is rounded, or holds classes."""
        half = _half_unit(x)
        yield x, np.full(len(x), half) if ranges is None else ranges
        if ranges is not None:
            return
        running = np.diff(x, prepend=0.0)
        yield running, np.full(len(x), 2 * half)
        partners = {**self.known.columns, **self.numeric}
        if self.known.people is not None:
            partners["people"] = self.known.people
        if self.known.size_m2 is not None:
            partners["size"] = self.known.size_m2
        for y in partners.values():
            if y is x:
                continue
            yield x - y, np.full(len(x), half)
            yield y - x, np.full(len(x), half)
            yield x + y, np.full(len(x), half)
            with np.errstate(divide="ignore", invalid="ignore"):
                yield y / x, half * np.abs(y / x**2)
            for power in _POWERS:
                yield x * y / power, half * np.abs(y) / power
                yield y * (1 - x / power), half * np.abs(y) / power

    def _by_rank(self, column: _Column, shown: Bools) -> bool | None:
        """Whether it rises and falls with the count, or the count per person, beyond what the people do."""
        x, count, people = column.numbers, self.count, self.known.people
        if x is None:
            return None
        others = None if people is None else people[shown]
        found = [_relation(x[shown], count[shown], others)]
        if people is not None:
            found.append(_relation(x[shown], count[shown] / np.maximum(people[shown], 1e-9), others))
        strongest = max(found, key=lambda one: one.size)
        if self.known.size_m2 is not None:
            density = _relation((x * self.known.size_m2)[shown], count[shown], others)
            strongest = density if density.follows else strongest
        if strongest.follows:
            return True
        return None if strongest.is_none or column.names_places else False

    def _by_class(self, column: _Column, shown: Bools) -> bool | None:
        """Whether its classes part the counts."""
        codes = column.codes[shown]
        classes = len(np.unique(codes))
        if 2 * classes > len(codes):  # the zones' own names, more or less
            return None
        people = None if self.known.people is None else self.known.people[shown]
        found = [_parted(codes, self.count[shown], people)]
        if people is not None:
            found.append(_parted(codes, self.count[shown] / np.maximum(people, 1e-9), people))
        strongest = max(found, key=lambda one: one.size)
        if strongest.follows:
            return True
        return None if strongest.is_none else False

    def _sum_of(self, names: list[str]) -> Iterator[Revealing]:
        """Whether the counts are a sum, with any weights, of columns of which none follows alone."""
        known = dict(self.known.columns)
        if self.known.people is not None:
            known["people"] = self.known.people
        known, own = (
            {name: x for name, x in columns.items() if not np.isnan(x[self.hidden]).all()}
            for columns in (known, {name: self.numeric[name] for name in names})
        )
        every = [*known.values(), *own.values()]
        if not own or len(every) > _MOST_SUMMED:
            return
        if not self._adds_up(every) or self._adds_up(list(known.values())):
            return
        needed = tuple(name for name in own if not self._adds_up([x for x in every if x is not own[name]]))
        risk = self.hidden & ~np.isnan(np.stack([own[name] for name in needed or own])).any(axis=0)
        if risk.any():
            yield Revealing(needed or tuple(own), int(risk.sum()), True)

    def _adds_up(self, columns: list[Floats]) -> bool:
        table = np.column_stack([np.ones(len(self.count)), *columns])
        rows = np.flatnonzero(~np.isnan(table).any(axis=1) & ~self.hidden)
        if len(rows) < 2 * table.shape[1] + _LEAST_SUMS:
            return False
        table, count = table[rows], self.count[rows]
        table = table / np.maximum(np.abs(table).max(axis=0), 1e-12)
        weights = np.linalg.lstsq(table, count, rcond=None)[0]
        return bool((np.abs(table @ weights - count) < 0.5).all())


def _is_it(x: Floats, count: Floats) -> bool:
    """Whether a column shows the very counts."""
    return len(x) > 1 and bool((x == count).all())


def _half_unit(x: Floats) -> float:
    """Half of the last place that a column is written with."""
    texts = [repr(value) for value in x[~np.isnan(x)][:_TRIED].tolist()]
    places = [0 if text.endswith(".0") or "e" in text else len(text.partition(".")[2]) for text in texts]
    digits = min(max(places, default=0), _MOST_DECIMALS)
    return 0.5 * 10.0**-digits


def _fits(value: Floats, doubt: Floats, count: Floats, tried: int) -> bool:
    """Whether arithmetic gives all counts, and numbers of no meaning would hardly, in so many tries."""
    if not len(count) or np.isnan(value).any() or not (np.abs(value - count) <= 0.5 + doubt).all():
        return False
    room = np.minimum((1 + 2 * doubt) / (1 + np.ptp(count)), 1.0)
    return bool(np.log(room).sum() < np.log(_SURE / tried))


@dataclass(frozen=True)
class _Relation:
    """How closely two columns go together: 1 where one gives the other; and what chance would do."""

    size: float
    chance: float
    at_most: float

    @property
    def follows(self) -> bool:
        return self.size >= FOLLOWS and self.chance < _SURE

    @property
    def is_none(self) -> bool:
        related = self.size >= UNRELATED and self.chance < _CHANCE
        return not related and self.at_most < FOLLOWS


def _relation(x: Floats, y: Floats, others: Floats | None) -> _Relation:
    """Partial rank correlation, given a third column."""
    rows = ~np.isnan(x) & ~np.isnan(y)
    given = [np.ones(int(rows.sum()))]
    if others is not None:
        given.append(ranks(others[rows]))
    left = len(given[0]) - len(given) - 1
    if left < 1:
        return _Relation(0.0, 1.0, 1.0)
    a, b = (_beyond(ranks(one[rows]), given) for one in (x, y))
    if b @ b < _NOTHING * len(b) ** 3:  # the counts do not differ, and nothing can be told
        return _Relation(0.0, 1.0, 1.0)
    if a @ a < _NOTHING * len(a) ** 3:
        return _Relation(0.0, 1.0, 0.0)
    size = min(abs(float(a @ b)) / float(np.sqrt((a @ a) * (b @ b))), 1.0)
    t = size * np.sqrt(left / max(1 - size**2, 1e-12))
    chance = float(2 * special.stdtr(left, -t)) if len(a) >= _LEAST_RANKS else 1.0
    return _Relation(size, chance, _upper(size, left))


def _parted(codes: Ints, y: Floats, others: Floats | None) -> _Relation:
    """The correlation ratio of classes with ranks, adjusted for their number."""
    given = [np.ones(len(y))]
    if others is not None:
        given.append(ranks(others))
    b = _beyond(ranks(y), given)
    number = np.unique(codes, return_inverse=True)[1]
    size = np.bincount(number)
    between = float((np.bincount(number, b) ** 2 / size).sum())
    whole = float(b @ b)
    left, ways = len(y) - len(size) - len(given) + 1, len(size) - 1
    if left < 1 or ways < 1 or whole < _NOTHING * len(b) ** 3:
        return _Relation(0.0, 1.0, 0.0 if ways < 1 else 1.0)
    within = max(whole - between, 0.0)
    share = max(1 - (within / left) / (whole / (left + ways)), 0.0)
    chance = float(special.fdtrc(ways, left, (between / ways) / max(within / left, 1e-12)))
    return _Relation(float(np.sqrt(share)), chance, _upper(float(np.sqrt(share)), left))


def _upper(size: float, left: int) -> float:
    """The largest correlation that such a figure is likely to come of (Fisher's z)."""
    if left < 2:
        return 1.0
    return float(np.tanh(np.arctanh(min(size, 1 - 1e-12)) + _BOUND / np.sqrt(left - 1)))


def _beyond(y: Array, given: list[Array]) -> Array:
    """What is left of ranks beyond others."""
    table = np.column_stack(given)
    return y - table @ np.linalg.lstsq(table, y, rcond=None)[0]

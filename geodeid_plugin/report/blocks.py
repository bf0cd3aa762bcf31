# SPDX-License-Identifier: GPL-2.0-or-later
"""What the sections of a report are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Absent:
    """A value that a table does not show: neither may look like zero, nor like the other."""

    absent: str


SUPPRESSED, MISSING = Absent("suppressed"), Absent("missing")
"""Cells of a table: held back on purpose to protect people, and not known at all."""

_ONE = r"[−+-]?[<>≥≤]? ?\d[\d\s.,]*(?:e[+-]?\d+)?(?: ?(?:%|m|km|km²|×|s))?"
_NUMBER = re.compile(rf"{_ONE}(?: ?\({_ONE}(?: ?[–-] ?{_ONE})?\))?$")


def _fill(record, **values) -> None:
    """Set the fields of a frozen record that is made of several arguments in a row."""
    for name, value in values.items():
        object.__setattr__(record, name, value)


@dataclass(frozen=True, init=False)
class Facts:
    """Pairs of a label and a value, set as a two-column list; may be internal."""

    pairs: tuple
    internal: bool
    kind: str = "facts"

    def __init__(self, *pairs, internal: bool = False) -> None:
        _fill(self, pairs=pairs, internal=internal)

    @property
    def brief(self) -> bool:
        """Whether a printer may set two pairs in a row: a pair alone has the whole width."""
        short = all(
            len(f"{label}{value}") < _BRIEF and len(str(value)) < _NARROW for label, value in self.pairs
        )
        return short and len(self.pairs) > 1


@dataclass(frozen=True)
class Table:
    """Rows under headings; columns of numbers are set to the right. May be internal.

    A cell may be :data:`SUPPRESSED` or :data:`MISSING`.
    """

    columns: tuple
    rows: tuple
    caption: str = ""
    internal: bool = False
    kind: str = "table"

    @property
    def numeric(self) -> list[bool]:
        """Whether a column holds numbers, with their units, and nothing else."""
        return [all(_is_number(row[at]) for row in self.rows) for at in range(len(self.columns))]

    @property
    def narrow(self) -> bool:
        """Whether a printer may set it in two columns: many rows of few short cells."""
        if len(self.rows) <= _MANY:
            return False
        heads = (max(map(len, str(head).split()), default=0) for head in self.columns)
        cells = [max(map(_letters, column)) for column in zip(*self.rows)]
        return sum(max(both) + 1 for both in zip(heads, cells)) <= _HALF

    @property
    def absent(self) -> list[str]:
        """Kinds of values that some cell does not show."""
        found = {cell.absent for row in self.rows for cell in row if isinstance(cell, Absent)}
        return [cell.absent for cell in (SUPPRESSED, MISSING) if cell.absent in found]


def _letters(cell) -> int:
    return _ABSENT if isinstance(cell, Absent) else len(str(cell))


def _is_number(cell) -> bool:
    return isinstance(cell, (Absent, int, float)) or cell in ("", "–") or bool(_NUMBER.match(str(cell)))


@dataclass(frozen=True)
class Figure:
    """A chart or map as SVG text, or an ``img`` element made by :func:`picture`; may be internal."""

    markup: str
    caption: str = ""
    internal: bool = False
    kind: str = "figure"


@dataclass(frozen=True, init=False)
class Items:
    """Sentences of a list; may be internal.

    ``style`` is ``marked`` where each begins with a mark of its own, ``boxes`` where each is to be ticked.
    """

    texts: tuple
    internal: bool
    style: str
    kind: str = "items"

    def __init__(self, *texts, internal: bool = False, style: str = "") -> None:
        _fill(self, texts=texts, internal=internal, style=style)


_BRIEF, _NARROW = 72, 42
"""Letters of a label and its value that half a page takes on two lines, and of a value on two or three."""
_MANY, _HALF, _ABSENT = 30, 38, 10
"""Rows of a table that fill a page, letters that fit on half of it, and those of a value withheld."""
_FEW, _LINE = 9, 95
"""Lines that a printer should keep on one page, and letters of a line."""


def _lines(block) -> float:
    """About how many printed lines a block takes."""
    if isinstance(block, str):
        return 1 + len(block) / _LINE
    if isinstance(block, Facts):
        return sum(1.3 + len(str(value)) // (_LINE // 2) for _label, value in block.pairs)
    if isinstance(block, Items):
        return sum(map(_lines, block.texts))
    return 3 + 1.5 * len(block.rows) if isinstance(block, Table) else _FEW


@dataclass(frozen=True, init=False)
class Section:
    """A heading with paragraphs (str), facts, tables and figures.

    ``beside`` sets the figures of the section side by side; ``internal`` keeps the section out of
    the form that is released.
    """

    title: str
    blocks: tuple
    internal: bool
    beside: bool

    def __init__(self, title: str, *blocks, internal: bool = False, beside: bool = False) -> None:
        _fill(self, title=title, blocks=blocks, internal=internal, beside=beside)

    def without(self, block) -> Section:
        """The section without one of its blocks."""
        left = (one for one in self.blocks if one is not block)
        return Section(self.title, *left, internal=self.internal, beside=self.beside)

    @property
    def short(self) -> bool:
        """Whether it takes few lines, so that a printer need not cut it in two."""
        return sum(map(_lines, self.blocks)) < _FEW

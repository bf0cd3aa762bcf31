# SPDX-License-Identifier: GPL-2.0-or-later
"""Numbers of people that are joined to areas by a code, as the codes of two files differ in practice.

Codes lose their leading zeros in spreadsheets, carry a prefix in census tables (``1400000US36001000100``),
and name things that have no polygon: post-office boxes, codes newer than the map. A crosswalk (from, to,
weight) takes these to areas.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..base import identity
from ..base.arrays import Floats
from ..base.errors import InputError, Phrase, named
from ..exposure.fields.fieldnames import guess_population, plain_name, speaks_of_people
from .findings import NOTHING_OFF, Finding, State
from .tables import Column, RawTable

_ENOUGH = 0.5
"""Share of the areas that a column of codes must match to be the one."""
_BOX = re.compile(r"\bp\.? ?o\.? ?box|post[- ]?office|postfach|bo[iî]te postale|\bcedex\b|large volume", re.I)
"""What lists of postal codes call a code that is a box and no place."""


_FROM = re.compile(r"from|zip|post|plz|source|old|alt|ancien|origin|code", re.IGNORECASE)
"""Names of the column of a crosswalk whose codes are taken elsewhere."""
_WEIGHT = re.compile(r"weight|ratio|share|poids|anteil|gewicht|factor|afact|pct|percent", re.IGNORECASE)
"""Names of the column of a crosswalk with the parts of a code."""
_OF_CASES = re.compile(r"case|patient|person|record|fall|cas(_|$)|dossier", re.IGNORECASE)
"""Names of columns that number cases: a list of cases is no crosswalk."""
_TOTAL = re.compile(
    r"(field_\d+|(1[89]|20)\d\d|n|total|tot|insgesamt|gesamt|anzahl|ensemble|nombre|effectif|count|number|"
    r"(obs_)?value|wert|valeur|valor|totale?)"
)
"""Names of columns that may count people or anything else."""


@dataclass(frozen=True)
class Crosswalk:
    """Where each code lies: areas with the share of its people."""

    shares: Mapping[str, list[tuple[str, float]]]
    """Of each code the areas, by their canonical codes, and their shares: 1 together, less where some of its
    people live beyond the areas."""
    boxes: frozenset[str] = frozenset()
    """Codes that it calls post-office boxes."""
    evenly: bool = False
    """Whether codes lie in several areas and no weight says how much of them."""


@dataclass(frozen=True)
class Joined:
    """People of areas, joined by code."""

    people: Floats
    """Of each area, NaN where the table has none, shape (n,)."""
    matched: int
    """Areas that have a number."""
    way: str
    """How codes were made equal: ``as_they_are``, ``zeros``, ``ending``, ``spelling`` or ``crosswalk``."""
    code: str
    population: str
    """Columns of the table."""
    homeless: list[str] = field(default_factory=list)
    """Codes of the table without an area."""
    findings: tuple[Finding, ...] = ()


Rule = Callable[[str], str]


def rules_for(areas: Sequence[str]) -> dict[str, Rule]:
    """Ways to make two codes equal, the most careful first; each is applied to both sides.

    >>> rules_for(["08784", "10001"])["zeros"]("8784"), rules_for(["08784"])["ending"]("86000US08784")
    ('08784', '08784')
    """
    length = max(map(len, areas), default=0)
    digits = all(re.fullmatch(r"[0-9]+", code) for code in areas)
    rules: dict[str, Rule] = {"as_they_are": lambda code: code}
    if digits:
        rules["zeros"] = lambda code: _whole(code).zfill(length)
    rules["spelling"] = lambda code: re.sub(r"[\s_-]", "", code).casefold()
    rules["ending"] = lambda code: code[-length:] if len(code) > length else code
    return rules


def _whole(code: str) -> str:
    """A code without the decimals that a spreadsheet adds."""
    return re.sub(r"\.0+$", "", code)


@dataclass(frozen=True)
class _Match:
    way: str
    rows: dict[str, int]
    column: Column
    keys: list[str]

    @property
    def areas(self) -> set[int]:
        return {self.rows[key] for key in self.keys if key in self.rows}


def _match(areas: Sequence[str], column: Column, off: frozenset[str]) -> _Match:
    """The way by which most areas find their code in a column; the more careful one of equal ways."""
    best: _Match | None = None
    cells = [identity.canonical(cell) for cell in column.cells]
    for way, rule in rules_for(areas).items():
        if way in off:
            continue
        rows = {rule(code): row for row, code in enumerate(areas)}
        if len(rows) < len(areas) and way != "as_they_are":
            continue  # two areas would become one
        keys = [rule(cell) if cell else "" for cell in cells]
        if way != "as_they_are" and len({key for key in keys if key}) < len({c for c in cells if c}):
            continue  # two codes of the table would become one
        beginnings = {cell[: -len(key)] for cell, key in zip(cells, keys) if key in rows and cell != key}
        if way == "ending" and len(beginnings) > 1:
            continue  # what is left away tells places apart
        match = _Match(way, rows, column, keys)
        if best is None or len(match.areas) > len(best.areas):
            best = match
    return best if best is not None else _Match("as_they_are", {}, column, cells)


def code_column(table: RawTable, areas: Sequence[str]) -> str | None:
    """The column of a table that holds the codes of the areas; None where none matches half of them."""
    matches = [_match(areas, column, NOTHING_OFF) for column in table.columns]
    matches.sort(key=lambda match: are_row_numbers(match.column.cells))
    best = max(matches, key=lambda match: len(match.areas), default=None)
    return best.column.name if best is not None and len(best.areas) >= _ENOUGH * len(areas) > 0 else None


def are_row_numbers(codes: Sequence[str]) -> bool:
    """Whether codes are 1, 2, 3 and so on, as the rows of any table are numbered.

    >>> are_row_numbers(["3", "1", "2"]), are_row_numbers(["22", "29", "35"])
    (True, False)
    """
    found = sorted(int(code) for code in codes if re.fullmatch(r"[0-9]{1,9}", code))
    first = found[0] if found else 2
    return first < 2 and found == list(range(first, first + len(codes)))


def people_column(table: RawTable, code: str) -> str | None:
    """The column of a table that counts people: by its name, or as the only one that could."""
    spoken = _speaking(table, code)
    if spoken:
        plain = {plain_name(name): name for name in reversed(spoken)}
        return plain.get(guess_population(list(reversed(plain))) or "", spoken[0])
    counts = [
        one for one in table.columns if one.values is not None and one.name != code and not _is_weight(one)
    ]
    return counts[0].name if len(counts) == 1 and _TOTAL.fullmatch(plain_name(counts[0].name)) else None


def _speaking(table: RawTable, code: str) -> list[str]:
    """Columns of numbers whose names say that they count people."""
    return [
        one.name for one in table.columns
        if one.values is not None and one.name != code and speaks_of_people(one.name)
    ]  # fmt: skip


def join(
    table: RawTable, areas: Sequence[object], code: str, population: str,
    crosswalk: Crosswalk | None = None, off: frozenset[str] = NOTHING_OFF,
) -> Joined:  # fmt: skip
    """Join the numbers of a table to areas.

    Parameters
    ----------
    table : RawTable
    areas : sequence
        Identifiers of the areas, each once.
    code, population : str
        Columns of the table.
    crosswalk : Crosswalk, optional
        Takes codes without an area to areas.
    off : set of str
        Keys of the findings that the user does not want.

    Raises
    ------
    InputError
        A code stands on several rows, the population is no column of numbers, or nothing matches.

    Examples
    --------
    >>> from .tables import table_of
    >>> found = join(table_of("p.csv", b"zip,pop\\n8784,10\\n10001,20\\n"), ["08784", "10001"], "zip", "pop")
    >>> found.people.tolist(), found.way
    ([10.0, 20.0], 'zeros')
    """
    codes = [identity.canonical(code) for code in areas]
    column, values = table.column(code), table.column(population).values
    if values is None:
        raise InputError(
            "column.codes.words",
            "“{column}” of “{table}” holds words, such as {example}. Choose a column of numbers.",
            column=population, table=table.name, example=_first(table.column(population)),
        )  # fmt: skip
    match = _match(codes, column, off)
    _refuse_twice(table, column, match.keys)
    people, shared, beyond = np.full(len(codes), np.nan), False, 0.0
    homeless: list[tuple[str, float]] = []
    known = crosswalk if crosswalk is not None and "crosswalk" not in off else Crosswalk({})
    row_of = {code: row for row, code in enumerate(codes)}
    for key, cell, value in zip(match.keys, column.cells, values):
        if not key or not 0 <= value < np.inf:  # -999 is no number of people
            continue
        own = [(match.rows[key], 1.0)] if key in match.rows else []
        parts = [
            (row_of[to], share) for to, share in known.shares.get(_bare(cell), []) if to in row_of
        ] or own
        shared = shared or parts != own
        for row, share in parts:
            people[row] = np.nan_to_num(people[row]) + share * value
        if parts:
            beyond += value * (1 - sum(share for _row, share in parts))
        else:
            homeless.append((cell, float(value)))
    matched = int(np.isfinite(people).sum())
    if not matched:
        raise InputError(
            "column.codes.no_area",
            "No code in “{column}” of “{table}” ({example}) is one of the areas ({area}). Choose the column "
            "with the codes of the areas, or add a crosswalk with the columns from, to and weight.",
            column=code, table=table.name, example=_first(column), area=named(codes, 2),
        )  # fmt: skip
    found = _way_finding(match, codes) + _column_finding(table, code, population)
    if are_row_numbers(column.cells):
        said = Phrase(
            "Areas were matched by the numbers in “{column}”, which may be those of rows.", column=code
        )
        found.append(Finding("row_numbers", said, State.NOTED))
    if shared:
        said = Phrase("Codes of “{column}” were shared out among areas by the crosswalk.", column=code)
        if known.evenly:
            said = Phrase("{said} It holds no weights: each area got the same part of a code.", said=said)
        if round(beyond):
            said = Phrase(
                "{said} {count} of their residents live beyond the areas.", said=said, count=round(beyond)
            )
        found.append(Finding("crosswalk", said))
    boxes = frozenset() if crosswalk is None else crosswalk.boxes
    found += _homeless_finding(table, homeless, boxes) + _unknown_finding(codes, people)
    way = "crosswalk" if shared else match.way
    return Joined(people, matched, way, code, population, [cell for cell, _n in homeless], tuple(found))


def _first(column: Column) -> str:
    return next((cell for cell in column.cells if cell), "")


def _refuse_twice(table: RawTable, column: Column, keys: Sequence[str]) -> None:
    seen: dict[str, int] = {}
    for at, key in enumerate(keys):
        if key and key in seen:
            raise InputError(
                "column.codes.repeated",
                "“{table}” holds {code} twice, in lines {first} and {second}. Keep one row for each area, "
                "such as the total of both sexes and all ages.", table=table.name, code=column.cells[at],
                first=str(table.lines[seen[key]]), second=str(table.lines[at]),
            )  # fmt: skip
        seen[key] = at


def _bare(code: str) -> str:
    """A code of a crosswalk as it is compared: both sides may have lost zeros."""
    return _whole(identity.canonical(code)).lstrip("0").casefold().replace(" ", "")


def _column_finding(table: RawTable, code: str, population: str) -> list[Finding]:
    """Which column the people are of, where it could be another."""
    spoken = _speaking(table, code)
    others = [name for name in spoken if name != population]
    if spoken and not others:
        return []
    said = (
        Phrase("The people are those in “{column}”, not those in {others}.",
               column=population, others=named(others))
        if others
        else Phrase("“{column}” was taken for the people of the areas, for it holds the only counts.",
                    column=population)
    )  # fmt: skip
    return [Finding("people_column", said, State.NOTED)]


def _way_finding(match: _Match, codes: Sequence[str]) -> list[Finding]:
    if match.way == "as_they_are":
        return []
    rows = [
        (cell, codes[match.rows[key]])
        for cell, key in zip(match.column.cells, match.keys)
        if key in match.rows
    ]
    before, after = next((cell, code) for cell, code in rows if cell != code)
    told = {"column": match.column.name, "before": before, "after": after}
    if match.way == "zeros":
        said = Phrase("Leading zeros of “{column}” were restored: {before} is {after}.", **told)
    elif match.way == "spelling":
        said = Phrase(
            "Codes of “{column}” were compared without blanks and case: {before} is {after}.", **told
        )
    else:
        said = Phrase(
            "Of the codes in “{column}” the last letters were compared: {before} is {after}.", **told
        )
    return [Finding(match.way, said)]


def _homeless_finding(
    table: RawTable, homeless: list[tuple[str, float]], boxes: frozenset[str]
) -> list[Finding]:
    """Codes without an area, and how many people they take with them."""
    if not homeless:
        return []
    known = boxes | _boxes_of(table)
    in_boxes = [cell for cell, _n in homeless if _bare(cell) in known]
    people = sum(number for _cell, number in homeless)
    said = Phrase(
        "{count} codes of “{table}” have no area: {codes}. {people} residents are not counted.",
        count=len(homeless), table=table.name, codes=named([cell for cell, _n in homeless]),
        people=round(people),
    )  # fmt: skip
    if in_boxes:
        boxed = Phrase("{said} Post-office boxes among them: {boxes}.", said=said, boxes=named(in_boxes))
        return [Finding("homeless", boxed, State.NOTED)]
    return [Finding("homeless", said, State.NOTED)]


def _boxes_of(table: RawTable) -> frozenset[str]:
    """Codes in whose row a table says that they are post-office boxes."""
    rows = zip(*(column.cells for column in table.columns))
    return frozenset(
        _bare(cell) for row in rows if any(_BOX.search(one) for one in row) for cell in row if _is_code(cell)
    )


def _is_code(cell: str) -> bool:
    return bool(re.search(r"\d", cell)) and len(cell) <= 20


def _unknown_finding(codes: Sequence[str], people: Floats) -> list[Finding]:
    absent = [code for code, number in zip(codes, people) if not np.isfinite(number)]
    if not absent:
        return []
    said = Phrase("{count} areas have no number of people in the table: {areas}.", count=len(absent),
                  areas=named(absent))  # fmt: skip
    return [Finding("unknown_people", said, State.WRONG)]


def crosswalk_of(table: RawTable, areas: Sequence[object]) -> Crosswalk | None:
    """A crosswalk by its columns: codes, codes of the areas, and a weight where it has one.

    None where no two columns are that. Weights are scaled so that those of a code add up to 1 with those of
    areas that are not on the map; without weights a code is shared out evenly.

    Examples
    --------
    >>> from .tables import table_of
    >>> table = table_of("x.csv", b"ZIP,ZCTA,weight\\n10048,10007,3\\n10048,10013,1\\n10007,10007,1\\n")
    >>> crosswalk_of(table, ["10007", "10013"]).shares["10048"]
    [('10007', 0.75), ('10013', 0.25)]
    """
    codes = [identity.canonical(code) for code in areas]
    to = _target(table, codes)
    words = [
        one for one in table.columns if one is not to and _are_codes(one) and not _OF_CASES.search(one.name)
    ]
    called = next((one for one in words if _FROM.search(one.name)), None)
    source = called or next(iter(words), None)
    if to is None or source is None:
        return None
    others = [one for one in table.columns if one is not to and one is not source and _is_weight(one)]
    others.sort(key=lambda one: _WEIGHT.search(one.name) is None)
    weights = next((one.values for one in others if one.values is not None), None)
    if called is None and weights is None:
        return None  # a list of cases with their postal codes has two such columns as well
    found: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    whole: dict[str, float] = defaultdict(float)
    match = _match(codes, to, NOTHING_OFF)
    for row, (cell, key) in enumerate(zip(source.cells, match.keys)):
        weight = 1.0 if weights is None else float(np.nan_to_num(weights[row]))
        if cell and key and weight > 0:
            whole[_bare(cell)] += weight  # who lives beyond the areas stays there
            if key in match.rows:
                found[_bare(cell)][codes[match.rows[key]]] += weight
    shares = {
        code: [(area, weight / whole[code]) for area, weight in parts.items()]
        for code, parts in found.items()
    }
    evenly = weights is None and any(total > 1 for total in whole.values())
    return Crosswalk(shares, _boxes_of(table), evenly)


def area_column(table: RawTable, areas: Sequence[object]) -> str | None:
    """The column of a table, such as a list of cases, in which most cells are codes of areas."""
    found = _target(table, [identity.canonical(code) for code in areas])
    return None if found is None else found.name


def _target(table: RawTable, codes: Sequence[str]) -> Column | None:
    """The column whose codes are mostly areas; of several the one called so, or the last."""
    good = []
    for column in table.columns:
        filled = [cell for cell in column.cells if cell]
        match = _match(codes, column, NOTHING_OFF)
        share = sum(key in match.rows for key in match.keys) / max(1, len(filled))
        if filled and share >= _ENOUGH:
            good.append(column)
    called = [one for one in good if re.search(r"^to|zcta|target|new|area|tract", one.name, re.I)]
    return next(iter(called or good[-1:]), None)


def _are_codes(column: Column) -> bool:
    filled = [cell for cell in column.cells if cell]
    return bool(filled) and all(map(_is_code, filled)) and not _is_weight(column)


def _is_weight(column: Column) -> bool:
    if _WEIGHT.search(column.name):
        return True
    known = column.values[np.isfinite(column.values)] if column.values is not None else np.zeros(0)
    return bool(len(known)) and bool((known % 1 != 0).any())

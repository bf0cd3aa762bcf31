# SPDX-License-Identifier: GPL-2.0-or-later
"""The narrowest crowd that anybody can give each dot now.

A dot was drawn among the people of its table. Whoever reads a value beside it in a later release, or knows a
smaller population of its area, counts fewer: the people who have all values ever shown with the dot, and of
each area the fewest that any release stated. All dots that are out are judged by them at every release. A
field is counted where some field whose values have populations of their own tells it; people of a cross of
values that nobody counted can't be judged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from ....core.exposure.fields.released_fields import divided
from ....core.geomask.releases import odometer
from .records import Dot, DrawnTable, LedgerState, Statement

_SAME_PEOPLE = 0.9
"""Fewer than this share of the people among whom a value was counted are other people, not a later year's."""
_ROUNDED = 1e-9
"""People by which a product may exceed a whole number."""


@dataclass(frozen=True)
class Judged:
    """A ledger whose dots are judged by their narrowest crowds."""

    ledger_state: LedgerState
    """The ledger; each table with the dots of one crowd, and with its people."""
    fewer: int = 0
    """Dots that are judged by fewer people than they were drawn among."""
    uncounted: int = 0
    """Dots whose narrowest crowd nobody counted."""
    fields: tuple[str, ...] = ()
    """Fields whose people were not counted."""
    nobody: int = 0
    """Dots that stand for nobody by what releases stated."""


def judged(ledger_state: LedgerState) -> Judged:
    """Give every dot of a ledger the narrowest crowd that anybody can give it now."""
    shown, people = _Shown(ledger_state), _People(ledger_state)
    tables: list[DrawnTable] = []
    fewer = uncounted = nobody = 0
    fields: set[str] = set()
    for number, table in enumerate(ledger_state.tables):
        parts = shown.parts(number, table)
        for (values, open_fields), places in parts.items():
            crowd, counted = people.who_have(values, table)
            made = _narrowed(table, values, crowd, places, alone=len(parts) == 1)
            tables.append(made)
            fewer += len(places) if np.any(crowd < table.population) else 0
            if open_fields or not counted:
                uncounted += len(places)
                fields |= set(open_fields or (name for name, _value in values))
            nobody += int(np.sum(~np.isin(places, made.place)))
    if not (fewer or uncounted or len(tables) > len(ledger_state.tables)):
        return Judged(ledger_state)
    return Judged(ledger_state.judged_by(tables), fewer, uncounted, tuple(sorted(fields)), nobody)


def fewest(ledger_state: LedgerState, by: str, value: str, areas, keys) -> np.ndarray:
    """The fewest people who have a value in each of some areas, as any release or these areas state them.

    ``by`` and ``value`` are both empty for all people; ``keys`` are the areas' identifiers.
    """
    places = odometer.AreaPoints(np.asarray(keys, dtype=str), areas.lon_deg, areas.lat_deg)
    stated = _People(ledger_state)
    everybody = stated.everybody(places)
    found = np.minimum(everybody, areas.population)
    return np.minimum(found, stated.who_has(by, value, everybody, places)[0]) if value else found


def news(ledger_state: LedgerState, stated) -> list[Statement]:
    """Statements that the ledger does not hold: of all people only where they are fewer."""
    known = ledger_state.statements
    return [one for one in stated if not any(_says(other, one) for other in known)]


def _says(known: Statement, one: Statement) -> bool:
    """Whether a statement says as much as another."""
    if (known.by, known.value) != (one.by, one.value):
        return False
    return _alike(known, one) if one.value else bool(np.all(known.people(one.places) <= one.population))


def _narrowed(table: DrawnTable, values, crowd, places, alone: bool) -> DrawnTable:
    """The table with the dots of one crowd, and with its people."""
    if alone and np.array_equal(crowd, table.population):
        return table
    own = crowd[table.origin] > 0
    names = [name for name, _value in sorted(values)]
    # Somebody has one value of a field; members of a household, who share a dot, may have several.
    by, stratum = "\n".join(names), "\n".join(value for _name, value in sorted(values))
    if len(set(names)) < len(names):
        by += "\n" + stratum
    return replace(
        table, by=by, stratum=stratum, records=len(places), dots=np.asarray(places), population=crowd,
        delta=0.0, origin=table.origin[own], place=table.place[own], probability=table.probability[own],
    )  # fmt: skip


class _People:
    """Who was counted: people of areas by field and value, as releases stated them."""

    def __init__(self, ledger_state: LedgerState):
        self._stated: dict = defaultdict(list)
        for one in ledger_state.statements:
            named = self._stated[one.by, one.value]
            if not any(_alike(one, other) for other in named):
                named.append(one)

    def everybody(self, places: odometer.AreaPoints) -> np.ndarray:
        """The fewest people of each area; infinite where nobody stated any."""
        found = np.full(len(places.keys), np.inf)
        for one in self._stated["", ""]:
            found = np.minimum(found, one.people(places))
        return found

    def who_has(
        self, name: str, value: str, everybody: np.ndarray, places: odometer.AreaPoints
    ) -> tuple[np.ndarray, bool]:
        """The fewest people of each area who have a value, and whether they were counted.

        By a later year's populations as many fewer have it as there are fewer of all; of other people, such
        as children in the place of all, nobody knows how many have it.
        """
        found, counted = np.full(len(everybody), np.inf), False
        for one in self._stated.get((name, value), ()):
            people, among = np.array(one.people(places)), one.all_people(places)
            known = np.isfinite(people) & np.isfinite(everybody)
            if among is None:
                counted = True
            elif everybody[known].sum() >= _SAME_PEOPLE * among[known].sum():
                counted = True
                share = everybody[known] / np.maximum(everybody[known], among[known])
                people[known] = np.ceil(people[known] * share - _ROUNDED)
            found = np.minimum(found, people)
        return found, counted

    def who_have(self, values, table: DrawnTable) -> tuple[np.ndarray, bool]:
        """The fewest people with all these values in each area of a table, and whether they were counted."""
        everybody, counted = self.everybody(table.places), True
        crowd = np.minimum(table.population, everybody)
        used = np.zeros(len(crowd), dtype=bool)
        used[table.origin] = True
        for name, value in values:
            people, known = self.who_has(name, value, everybody, table.places)
            counted &= known and bool(np.all(np.isfinite(people[used & (crowd > 0)])))
            crowd = np.minimum(crowd, people)
        return crowd, counted


def _alike(one: Statement, other: Statement) -> bool:
    same = zip((one.population, one.among), (other.population, other.among))
    return odometer.same_areas(one.places, other.places) and all(np.array_equal(*two) for two in same)


class _Shown:
    """Which values were ever shown with the dots of a ledger, and which fields tell others.

    What was shown of a record is the layer that it stands in, and its fields and values as text.
    """

    def __init__(self, ledger_state: LedgerState):
        self._counted = {one.by for one in ledger_state.statements if one.value}
        strata = [tuple(_of_table(table)) for table in ledger_state.tables]
        self._draws: dict = defaultdict(lambda: defaultdict(set))
        self._rows: dict = defaultdict(set)
        for dot in chain(ledger_state.dots.values(), ledger_state.former):
            if 0 <= dot.table < len(strata):
                record = dot.output, _values(dot, strata[dot.table])
                self._draws[dot.table, dot.place][dot.group or dot.who].add(record)
                self._rows[dot.output].add(record[1])
        self._told: dict = {}
        self._found: dict = {}

    def parts(self, number: int, table: DrawnTable) -> dict:
        """Places of the dots of a table, by the values with populations that they show, and by the fields
        that nobody counted."""
        found = defaultdict(list)
        for place, count in sorted(Counter(table.dots.tolist()).items()):
            draws = list(self._draws.get((number, place), {}).values())
            if len(draws) != count:  # a dot whose owner has another one now: nobody knows which it is
                draws = [set(chain(*draws))] * count
            for records in draws:
                found[self._of_draw(table, frozenset(records))].append(place)
        return found

    def _of_draw(self, table: DrawnTable, records: frozenset) -> tuple[frozenset, tuple[str, ...]]:
        """Values with populations of those who share a dot, and fields of theirs that nobody counted."""
        key = table.by, table.stratum, records
        if key not in self._found:
            values, uncounted = set(_of_table(table)), set()
            for output, row in records:
                values |= {(name, value) for name, value in row if name in self._counted}
                uncounted |= self._uncounted(output, [name for name, _value in row])
            self._found[key] = frozenset(values), tuple(sorted(uncounted))
        return self._found[key]

    def _uncounted(self, output: str, names: list[str]) -> set[str]:
        """Fields that divide the crowd, unless one that was counted tells all of them."""
        dividing = {name for name in names if not self._tells(output, None, name)}
        counted = self._counted.intersection(names)
        told = any(all(self._tells(output, by, name) for name in dividing) for by in counted)
        return set() if told else dividing

    def _tells(self, output: str, by: str | None, name: str) -> bool:
        """Whether the values of one field tell those of another, of all dots that show both."""
        key = output, by, name
        if key not in self._told:
            every = map(dict, self._rows[output])
            rows = [row for row in every if name in row and (by is None or by in row)]
            strata = None if by is None else [row[by] for row in rows]
            self._told[key] = not divided({name: [row[name] for row in rows]}, strata).dividing
        return self._told[key]


def _values(dot: Dot, stratum) -> tuple[tuple[str, str], ...]:
    """What was shown with a dot, as text; the stratum that it was drawn in, too."""
    if not dot.fields:
        return stratum
    shown = {name: str(value) for name, value in dot.fields.items()}
    return tuple(sorted({**shown, **dict(stratum)}.items()))


def _of_table(table: DrawnTable) -> Iterator[tuple[str, str]]:
    """The value that all dots of a table have."""
    if table.stratum:
        yield table.by, table.stratum

# SPDX-License-Identifier: GPL-2.0-or-later
"""What else a published table tells, beside its counts: its other columns, and who lives where it counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from qgis.core import QgsWkbTypes

from ...core.base.errors import InputError, Phrase, named
from ...core.base.verdict import CARE, FAILED, MADE, NOT_MADE, Check
from ...core.counts.intervals import Ranges
from ...core.counts.published_table import HIDDEN, ZoneTable
from ...core.counts.together.columns import Known, Revealing, numbers_of, revealing_columns
from ...core.counts.together.membership import Cells, Counted, Totals, countable, membership, people_unknown
from ...core.exposure.fields.plausibility import Population, checks
from ...i18n import tr
from ..io import read_table

_MOST_TIMES = 1000
"""A total so many times what a table shows was mistyped: hidden counts are small, or like those shown."""


@dataclass(frozen=True)
class People:
    """Who lives in the zones."""

    fields: Sequence[str]
    """Fields that count them: one for everybody, or one for each group of counts."""
    counted: np.ndarray
    """Shape (n, k). People of each zone, by field."""

    @classmethod
    def of(cls, fields: Sequence[str], table, groups: int) -> People | None:
        """Read the people of each zone from one field, or one for each group; None without any."""
        if not fields:
            return None
        if len(fields) not in (1, groups):
            raise InputError(
                "count.population.other_number",
                "POPULATION names {people} fields, COUNT_FIELD {groups}. Give one for all, or one for "
                "each, in the same order.",
                people=len(fields),
                groups=groups,
            )
        return cls(fields, np.stack([table.numbers(one, tr("population")) for one in fields], axis=1))

    @property
    def everybody(self) -> np.ndarray | None:
        """All people of each zone, shape (n,); None where those of several groups were counted apart."""
        return self.counted[:, 0] if len(self.fields) == 1 else None

    def most(self, groups: int) -> np.ndarray:
        """The most that each count can be, shape (n, groups)."""
        return np.broadcast_to(np.floor(self.counted).astype(np.int64), (len(self.counted), groups))


def refuse_slips(zones: ZoneTable, people: People | None) -> None:
    """Raise where a known total cannot be one of this table.

    It is above the people who were given, or a thousand times what the table shows.
    """
    shown = int(np.where(zones.counts == HIDDEN, 1, zones.counts).sum())
    total = max(int(totals.max()) for _part, totals in _ways(zones))
    if total > _MOST_TIMES * shown:
        raise InputError(
            "count.total.too_large",
            "The total of {total} is more than a thousand times what the table shows ({shown}). "
            "Correct it, or leave it empty.",
            total=total,
            shown=shown,
        )
    if people is not None and zones.overall != HIDDEN and zones.overall > people.counted.sum():
        raise InputError(
            "count.total.above_population",
            "The total of {total} is more than the {people} people of the zones. Correct it.",
            total=zones.overall,
            people=int(people.counted.sum()),
        )


def _ways(zones: ZoneTable) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Each way in which known totals add the counts up: the total that each is part of, and the totals."""
    n, groups = zones.counts.shape
    zone, group = np.divmod(np.arange(n * groups), groups)
    yield zone, zones.totals
    yield zones.unit[zone], zones.unit_totals
    yield group, zones.group_totals
    yield np.zeros_like(zone), np.array([_all_together(zones)])


def _all_together(zones: ZoneTable) -> int:
    """The total of all: as it is told, or as totals add up to."""
    for totals in ([zones.overall], zones.group_totals, zones.unit_totals, zones.totals):
        if HIDDEN not in totals:
            return int(np.sum(totals))
    return HIDDEN


def membership_checks(
    table, zones: ZoneTable, found: tuple[Ranges, Ranges], people: People | None
) -> Iterator[Check]:
    """What the table tells of those who live in its zones, and whether they are people at all.

    ``found`` is what each count can be, shape (n, m), and the total of each zone.
    """
    if people is None:
        sentence = Phrase(
            "How many people live in the zones is not known: whether a count is of nearly all of them could "
            "not be judged."
        )
        yield people_unknown(sentence, Phrase("Give POPULATION, the people of each zone."))
        return
    n, groups = zones.counts.shape
    names = [str(row[0]) for row in table.attributes]
    crowd = np.repeat(np.arange(n), groups)
    ranges, totals_of_zones = found
    cells = Cells(
        ranges.low.ravel(), [*(_left(zones, *way) for way in _ways(zones)), *_without_totals(zones)]
    )
    if people.everybody is None:
        crowd = np.arange(n * groups)
        names = [f"{name}, {field}" for name in names for field in people.fields]
    counted = countable(cells, crowd, people.counted.ravel(), names)
    if people.everybody is not None:
        counted += Counted(names, totals_of_zones.low, people.everybody)
    yield membership(counted)
    if people.everybody is not None and groups > 1:
        sentence = Phrase(
            "The counts of {count} groups were compared with all people of their zones. Of a group of some "
            "of them (women, an age, an origin) they may be nearly all.",
            count=groups,
        )
        remedy = Phrase(
            "Give POPULATION a field for each count, in their order; audit groups that part no people, such "
            "as sites of a cancer, one by one as well."
        )
        yield Check("membership_by_group", CARE, sentence, remedy, internal=False)
    others, sizes = table.numeric_columns(), np.zeros(n)
    for field, counted in zip(people.fields, people.counted.T):
        yield from checks(Population(field, counted, sizes, others, ids=table.row_ids))


def _left(zones: ZoneTable, part: np.ndarray, totals: np.ndarray, among: np.ndarray | bool = True) -> Totals:
    counts = zones.counts.ravel()
    shown, known = counts != HIDDEN, totals != HIDDEN
    label = np.where(~shown & among & known[part], part, -1)
    left = totals - np.bincount(part[shown & among], counts[shown & among], len(totals))
    return Totals(label, np.where(known, left, 0))


def _without_totals(zones: ZoneTable) -> Iterator[Totals]:
    """What known totals leave of the zones whose own totals are not printed."""
    n, groups = zones.counts.shape
    told = zones.totals != HIDDEN
    in_all = np.zeros(n, dtype=np.int64), np.array([_all_together(zones)])
    for unit, totals in ((zones.unit, zones.unit_totals), in_all):
        printed = np.zeros(len(totals), dtype=np.int64)
        np.add.at(printed, unit[told], zones.totals[told])
        rest = np.where(totals == HIDDEN, HIDDEN, totals - printed)
        yield _left(zones, np.repeat(unit, groups), rest, np.repeat(~told, groups))


def columns_check(
    run, source: str, table, counts: np.ndarray, declared: tuple, values: int, people=None
) -> Check:
    """Whether the other columns of a table tell the counts that are hidden in it.

    ``counts`` are -1 where one is hidden, ``declared`` the columns with a meaning of their own, ``values``
    the possible values that a hidden count must keep.
    """
    columns = {one.name(): table.column(one.name()) for one in table.fields}
    others: dict[str, Sequence] = {name: one for name, one in columns.items() if name not in declared}
    known = {name: numbers_of(columns[name]) for name in declared if name in columns}
    sizes = _sizes_m2(run, source, table) if _may_be_densities(others, counts) else None
    beside = Known(people, sizes, {name: column for name, column in known.items() if column is not None})
    found = revealing_columns(counts, others, beside, values)
    said = {"layer": table.name, "hidden": int((counts == HIDDEN).sum())}
    for follows in (True, False):
        telling = [one for one in found if one.follows is follows]
        if telling:
            return _revealing_check(telling, said)
    sentence = Phrase(
        "No other column of “{layer}” reveals the counts: where they are withheld, each is empty or one "
        "value, or is unrelated to those that are shown.",
        **said,
    )
    return Check("columns", MADE, sentence)


def _revealing_check(telling: list[Revealing], said: dict) -> Check:
    said = {
        "columns": named(" + ".join(one.columns) for one in telling),
        "count": max(one.counts for one in telling),
        **said,
    }
    remedy = Phrase(
        "Empty these columns where a count is withheld, or leave them out. What everybody can read "
        "elsewhere, as in a census, may be left out of the table that is audited."
    )
    if telling[0].follows:
        sentence = Phrase(
            "Columns of “{layer}” follow the counts ({columns}) and hold values where {count} of {hidden} "
            "counts are withheld: these can be computed from them.",
            **said,
        )
        return Check("columns", FAILED, sentence, remedy)
    sentence = Phrase(
        "Columns of “{layer}” ({columns}) hold values where {count} of {hidden} counts are withheld. They "
        "go with the counts that are shown, or too few are shown to tell, so what they reveal could not be "
        "judged.",
        **said,
    )
    return Check("columns", NOT_MADE, sentence, remedy)


def _may_be_densities(others: dict, counts: np.ndarray) -> bool:
    """Whether a column of numbers stands beside a hidden count."""
    hidden = (counts == HIDDEN).any(axis=1)
    columns = (numbers_of(column) for column in others.values())
    return any(column is not None and not np.isnan(column[hidden]).all() for column in columns)


def _sizes_m2(run, source: str, table) -> np.ndarray | None:
    """Sizes of the zones of a layer of polygons, in the order of its table."""
    given = run.source(source)
    polygons = QgsWkbTypes.geometryType(given.wkbType()) == QgsWkbTypes.GeometryType.PolygonGeometry
    if not polygons or not given.sourceCrs().isValid():
        return None
    shapes = read_table(run, source)
    place = {row: at for at, row in enumerate(table.row_ids)}
    size_m2 = np.full(len(table), np.nan)
    size_m2[[place[row] for row in shapes.row_ids]] = shapes.polygons().areas_m2(len(shapes))
    return size_m2

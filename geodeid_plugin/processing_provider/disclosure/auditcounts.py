# SPDX-License-Identifier: GPL-2.0-or-later
"""What anybody can compute of the hidden counts of a published table, and what else it tells.

Its other columns, and who lives where it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from qgis.core import QgsSpatialIndex, QgsWkbTypes

from ...core.base.errors import InputError, Phrase, named
from ...core.base.progress import part
from ...core.base.verdict import CARE, FAILED, MADE, NOT_MADE, Check, Claim, Verdict
from ...core.counts.intervals import UNLIMITED, Ranges
from ...core.counts.network import contradiction
from ...core.counts.published_table import HIDDEN, OtherTable, ZoneTable, overlaid_ranges, zone_ranges
from ...core.counts.together.columns import Known, Revealing, numbers_of, revealing_columns
from ...core.counts.together.membership import Cells, Counted, Totals, countable, membership, people_unknown
from ...core.exposure.fields.plausibility import Population, checks
from ...host.compat import NO_GEOMETRY, field, is_null
from ...i18n import tr
from ...report import Facts, Report, Section, Table
from ...report.numbers import count
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import FLAG, WHOLE, Features, Result
from ..framework.verdict import judging
from ..io import made_valid, original_geometries, read_table
from ..io.table import number_of

_OVERLAP = 0.005
"""Share of the smaller zone from which on two zones overlap; less is how borders were drawn."""
_MOST_ROWS = 200
"""Rows of a table that somebody still reads; the layer holds all."""
_LARGEST = 10**9
"""No count of people is larger; beyond, a hidden count has no upper bound."""
_RESULT = {"low": WHOLE, "high": WHOLE, "exact": FLAG}
"""Fields of a count; with several groups numbered by the group."""


@dataclass(frozen=True)
class Audited:
    """What each count can be, shapes (n, m): what was printed (-1: hidden), least and most."""

    names: list
    printed: np.ndarray
    ranges: Ranges

    @property
    def hidden(self) -> np.ndarray:
        """Counts that are not printed."""
        return self.printed == HIDDEN

    @property
    def exact(self) -> np.ndarray:
        """Hidden counts that can be one number only."""
        return self.hidden & (self.ranges.low == self.ranges.high)


class AuditCounts(GeoDeIDAlgorithm):
    """``geodeid:auditcounts``."""

    ID = "auditcounts"
    TITLE = "Check a table of counts"
    HEADING = labels.CHECK
    TAGS = (
        "counts", "small numbers", "small cells", "suppress", "suppression", "differencing", "audit",
        "table",
    )  # fmt: skip
    SUMMARY = (
        "Computes from a published table what each withheld count can be, as anybody can by subtraction: "
        "from the counts shown, totals, and counts of the same records by other zones."
    )
    JUDGES = True
    JUDGED = "COUNTS"
    INPUTS = (
        ask.source(
            "COUNTS",
            "Counts",
            "The table as it is, or would be, published: one row a zone. Yours or anybody's.",
            ask.TABLE,
        ),
        ask.field(
            "COUNT_FIELD",
            "Counts of records",
            "Field with the count of each zone, or several for several groups. NULL: withheld.",
            "COUNTS",
            numeric=True,
            several=True,
        ),
        ask.field(
            "TOTAL_FIELD",
            "Totals of the zones",
            "Field with the total of each zone over the groups. NULL: not printed.",
            "COUNTS",
            numeric=True,
            optional=True,
            advanced=True,
        ),
        ask.field(
            "BOUNDARY",
            "Boundary unit",
            "Field with the unit of each zone, such as its county, whose total may be known.",
            "COUNTS",
            optional=True,
        ),
        ask.source(
            "TOTALS",
            "Known totals",
            "Table with the fields name (of a unit, of a count field, or empty for all) and count.",
            ask.TABLE,
            optional=True,
        ),
        ask.whole(
            "OVERALL",
            "Total of all records",
            "The total that anybody may know, from an abstract for example. Empty: not known.",
            least=0,
        ),
        ask.source(
            "OTHER",
            "Counts by other zones",
            "Another published table of the same records, by other polygons, with the field of “Counts of "
            "records”. It must cover all of them.",
            ask.POLYGONS,
            optional=True,
            advanced=True,
        ),
        ask.whole(
            "LEAST",
            "A withheld count is at least",
            "1 where zeros are printed, 0 where they are withheld, too.",
            1,
            least=0,
            advanced=True,
        ),
        ask.whole(
            "MOST",
            "A withheld count is at most",
            "10 where the table says that counts from 1 to 10 are withheld. Empty: nothing is said.",
            least=1,
            advanced=True,
        ),
        ask.field(
            "POPULATION",
            "Population",
            "Field with the people of each zone, whom a count cannot exceed; for several groups one field "
            "each.",
            "COUNTS",
            numeric=True,
            optional=True,
            several=True,
        ),
        ask.whole(
            "PROTECTION",
            "Possible values of a withheld count",
            "A withheld count with fewer possible values is given away.",
            11,
            least=2,
            advanced=True,
        ),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Audited counts",
            "Internal: every zone with low, high and exact: what its withheld count can be; with several "
            "groups low_1 and so on.",
            internal=True,
            style="audited_counts",
            fields=_RESULT,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("HIDDEN_COUNT", "Withheld counts"),
        give.number("EXACT_COUNT", "Withheld counts that can be one number only"),
        give.number("EXPOSED_COUNT", "Withheld counts with too few possible values"),
        give.number("FEWEST_VALUES", "Fewest possible values of a withheld count"),
    )

    def compute(self, inputs, run) -> Result:
        table = read_table(run, "COUNTS", geometry=False)
        names = list(inputs.count_field)
        people = People.of(inputs.population, table, len(names))
        zones = _read_zones(run, inputs, table, people)
        refuse_slips(zones, people)
        run.progress(0.1, tr("Computing what each count can be"))
        other = _read_other(run, inputs, table, zones) if inputs.other else None
        if other is not None:
            ranges, _far = overlaid_ranges(zones, other, part(run.progress, 0.5, 0.9))
            totals, ranges = ranges, Ranges(ranges.low[:, None], ranges.high[:, None])
        else:
            ranges, totals = zone_ranges(zones, part(run.progress, 0.1, 0.9))
        audited = Audited(names, zones.counts, ranges)
        exposed = audited.hidden & (ranges.values < inputs.protection)
        checks = (
            *_counts_checks(audited, exposed, inputs.protection),
            *_columns_checks(run, inputs, table, zones, other, people),
            *membership_checks(table, zones, (ranges, totals), people),
            _totals_known(inputs),
        )
        values = ranges.values[audited.hidden]
        figures = {
            "HIDDEN_COUNT": int(audited.hidden.sum()),
            "EXACT_COUNT": int(audited.exact.sum()),
            "EXPOSED_COUNT": int(exposed.sum()),
            "FEWEST_VALUES": int(values.min()) if len(values) and values.min() < _LARGEST // 2 else None,
        }
        claim = Phrase(
            "Every withheld count keeps at least {values} possible values, and no count shows that "
            "somebody who lives there is in the data.",
            values=inputs.protection,
        )
        verdict = Verdict(Claim(claim), judging.inputs_of(run), (), checks)
        return Result(
            figures=figures,
            layers={"OUTPUT": lambda: _zones(run, table, audited)},
            report=_report(table, audited, verdict, figures),
        )


def _zones(run, table, audited: Audited) -> Features:
    """Every zone with what its counts can be."""
    source = run.source("COUNTS")
    kind, shapes, crs = source.wkbType(), None, None
    if kind != NO_GEOMETRY:
        shapes, kind = original_geometries(run, "COUNTS", table.row_ids)
        crs = source.sourceCrs()
    ranges, groups = audited.ranges, len(audited.names)
    columns = []
    for at in range(groups):
        most = [int(value) if value < _LARGEST else None for value in ranges.high[:, at]]
        values = ranges.low[:, at], most, audited.exact[:, at].tolist()
        end = "" if groups == 1 else f"_{at + 1}"
        columns += [(field(name + end, _RESULT[name]), one) for name, one in zip(_RESULT, values)]
    copied = table.columns_without(one.name() for one, _values in columns)
    return Features({}, shapes, kind, crs, copied, appended=columns)


def _printed(table, name: str) -> np.ndarray:
    """Whole numbers of a field, hidden where NULL, shape (n,).

    A table of text that nothing types holds its numbers as texts, and a hidden count as an empty one.
    """
    values = np.full(len(table), HIDDEN, dtype=np.int64)
    for row, value in enumerate(table.column(name)):
        if is_null(value) or (isinstance(value, str) and not value.strip()):
            continue
        number = number_of(value)
        if number is None or not 0 <= number <= _LARGEST or number != int(number):
            raise InputError(
                "count.value.not_a_count",
                "Layer “{layer}”: feature {feature} holds no count in “{field}”: {value}.",
                layer=table.name,
                feature=str(table.row_ids[row]),
                field=name,
                value=value,
            )
        values[row] = int(number)
    return values


def _columns_checks(
    run, inputs, table, zones: ZoneTable, other: OtherTable | None, people: People | None
) -> Iterator[Check]:
    """Whether other columns of the tables tell what is hidden in them."""
    if (zones.counts == HIDDEN).any():
        fields = (*inputs.count_field, inputs.total_field, inputs.boundary, *inputs.population)
        everybody = None if people is None else people.everybody
        declared = tuple(filter(None, fields))
        yield columns_check(run, "COUNTS", table, zones.counts, declared, inputs.protection, everybody)
    if other is not None and (other.counts == HIDDEN).any():
        published, declared = read_table(run, "OTHER"), tuple(inputs.count_field)
        yield columns_check(run, "OTHER", published, other.counts[:, None], declared, inputs.protection)


def _read_zones(run, inputs, table, people: People | None) -> ZoneTable:
    names, boundary = list(inputs.count_field), inputs.boundary
    counts = np.stack([_printed(table, name) for name in names], axis=1)
    codes = ["" if value is None else str(value) for value in table.column(boundary)] if boundary else []
    known = {code: at for at, code in enumerate(sorted(set(codes)))} if codes else {"": 0}
    unit = np.array([known[code] for code in codes] or [0] * len(table), dtype=np.int64)
    most = np.full(counts.shape, UNLIMITED if inputs.most is None else inputs.most)
    if people is not None:
        most = np.maximum(np.minimum(most, people.most(len(names))), inputs.least)
    overall = HIDDEN if inputs.overall is None else inputs.overall
    totals = _Totals(np.full(len(known), HIDDEN), np.full(len(names), HIDDEN), np.array([overall]))
    if inputs.totals:
        _read_totals(run, inputs, known if boundary else {}, totals)
    total = inputs.total_field
    return ZoneTable(
        counts,
        _printed(table, total) if total else np.full(len(table), HIDDEN),
        unit,
        totals.units,
        totals.groups,
        int(totals.overall[0]),
        inputs.least,
        most,
        list(known) if boundary else (),
    )


@dataclass(frozen=True)
class _Totals:
    """Known totals of units and groups, and of all."""

    units: np.ndarray
    groups: np.ndarray
    overall: np.ndarray


def _learn(totals: np.ndarray, at: int, value: int) -> None:
    """Note a total. What another row knows is not forgotten where this one is empty, and must agree."""
    if value == HIDDEN:
        return
    if totals[at] not in (HIDDEN, value):
        raise contradiction()
    totals[at] = value


def _read_totals(run, inputs, units: dict, totals: _Totals) -> None:
    table, groups = read_table(run, "TOTALS", geometry=False), list(inputs.count_field)
    strange = []
    for name, value in zip(table.column("name"), _printed(table, "count")):
        name = "" if name is None else str(name)
        if name in units and name:
            _learn(totals.units, units[name], value)
        elif name in groups:
            _learn(totals.groups, groups.index(name), value)
        elif not name:
            _learn(totals.overall, 0, value)
        else:
            strange.append(name)
    if strange:
        raise InputError(
            "count.field.unknown",
            "Layer “{layer}”: {names} is neither a boundary unit nor a count field.",
            layer=table.name,
            names=named(strange),
        )


def _read_other(run, inputs, table, zones: ZoneTable) -> OtherTable:
    """Counts of the other zones, and where they overlap those of the table."""
    if zones.counts.shape[1] > 1:
        raise InputError(
            "count.field.several", "Counts by other zones can be compared with one COUNT_FIELD only."
        )
    own, other = read_table(run, "COUNTS"), read_table(run, "OTHER")
    if len(own) != len(table):
        raise InputError(
            "count.other_zones.no_polygon", "Every zone needs a polygon to be compared with other zones."
        )
    index = QgsSpatialIndex()
    for row, shape in enumerate(other.geometries):
        index.addFeature(row, shape.boundingBox())
    first, second = [], []
    for row, shape in enumerate(own.geometries):
        run.progress(0.1 + 0.4 * row / len(own))
        sound = made_valid(shape)
        covered = 0.0
        for far in index.intersects(shape.boundingBox()):
            there = made_valid(other.geometries[far])
            shared = sound.intersection(there).area()
            covered += shared
            if shared > _OVERLAP * min(sound.area(), there.area()):
                first.append(row)
                second.append(far)
        if covered < (1 - _OVERLAP) * sound.area():
            first.append(row)
            second.append(-1)
    counts = _printed(other, inputs.count_field[0])
    most = np.full(len(counts), UNLIMITED if inputs.most is None else inputs.most)
    return OtherTable(counts, np.array(first, dtype=np.int64), np.array(second, dtype=np.int64), most)


def _counts_checks(audited: Audited, exposed: np.ndarray, values: int) -> Iterator[Check]:
    """Whether hidden counts have too few possible values, and printed ones are small."""
    small = ~audited.hidden & (audited.printed > 0) & (audited.printed < values)
    if not audited.hidden.any():
        yield Check("hidden", NOT_MADE, Phrase("No count of the table is withheld."), internal=False)
    elif exposed.any():
        counted = {"exposed": int(exposed.sum()), "hidden": int(audited.hidden.sum()), "values": values}
        sentence = Phrase(
            "{exposed} of {hidden} withheld counts can be worked out to fewer than {values} possible values.",
            **counted,
        )
        if audited.exact.any():
            sentence = Phrase(
                "{exposed} of {hidden} withheld counts can be worked out to fewer than {values} possible "
                "values, {exact} of them exactly.",
                exact=int(audited.exact.sum()),
                **counted,
            )
        remedy = Phrase(
            "Withhold further counts: “Counts by area for release” chooses them so that nobody can subtract."
        )
        yield Check("values", FAILED, sentence, remedy)
    else:
        yield Check("values", MADE, Phrase("Every withheld count keeps enough possible values."))
    if small.any():
        sentence = Phrase("{count} printed counts are below {values}.", count=int(small.sum()), values=values)
        remedy = Phrase(
            "Print them only if your rule allows it. Most rules withhold them, as “Counts by area for "
            "release” does."
        )
        yield Check("small", CARE, sentence, remedy)


def _totals_known(inputs) -> Check:
    """Whether the outsider was given anything to subtract from."""
    if inputs.totals or inputs.other or inputs.total_field or inputs.overall is not None:
        return Check("totals", MADE, Phrase("Totals or other counts were taken as known."), internal=False)
    sentence = Phrase(
        "No total and no other count was given to subtract from. Whoever knows how many records there are, "
        "or reads another table of them, can know more than this audit."
    )
    remedy = Phrase("Give OVERALL, TOTALS, TOTAL_FIELD or OTHER: whatever was published, or is easily known.")
    return Check("totals", CARE, sentence, remedy, internal=False)


def _narrowest(table, audited: Audited) -> list[tuple]:
    """Rows for the report of the hidden counts with the fewest possible values."""
    rows, groups = np.nonzero(audited.hidden)
    low, high = audited.ranges.low[rows, groups], audited.ranges.high[rows, groups]
    first = np.argsort(high - low, kind="stable")[:_MOST_ROWS]
    return [
        (
            str(table.attributes[rows[at]][0]), audited.names[groups[at]], count(low[at]),
            count(high[at]) if high[at] < _LARGEST else "–", tr("yes") if low[at] == high[at] else "",
        )
        for at in first
    ]  # fmt: skip


def _report(table, audited: Audited, verdict: Verdict, figures: dict) -> Report:
    facts = [
        (tr("Counts"), count(audited.printed.size)),
        (tr("Withheld counts"), count(figures["HIDDEN_COUNT"])),
        (tr("Known exactly"), count(figures["EXACT_COUNT"])),
        (tr("With too few possible values"), count(figures["EXPOSED_COUNT"])),
    ]
    heads = (str(table.fields[0].name()), tr("Count"), tr("At least"), tr("At most"), tr("Known"))
    hidden, fewest = figures["HIDDEN_COUNT"], figures["FEWEST_VALUES"]
    if hidden:
        least = tr("without limit") if fewest is None else count(fewest)
        facts.append((tr("Fewest possible values of a withheld count"), least))
    blocks: list = [Facts(*facts)]
    if hidden:
        blocks.append(
            Table(
                heads, tuple(_narrowest(table, audited)), tr("Withheld counts, fewest possible values first.")
            )
        )
    if hidden > _MOST_ROWS:
        blocks.append(tr("And {count} more, in the layer.", count=count(hidden - _MOST_ROWS)))
    method = tr(
        "Everything printed is an equation between whole numbers. Sums within sums were solved in two "
        "passes. Tables by two ways and counts by other zones were solved as flows in a network, which "
        "gives the least and the most of each count. Nothing here depends on how the table was protected."
    )
    return Report(
        tr("What anybody can compute of the counts that are withheld."),
        (Section(tr("What was found"), *blocks), Section(tr("Method"), method)),
        verdict,
    )


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
    for name, counted in zip(people.fields, people.counted.T):
        yield from checks(Population(name, counted, sizes, others, ids=table.row_ids))


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

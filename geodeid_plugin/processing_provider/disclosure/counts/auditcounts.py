# SPDX-License-Identifier: GPL-2.0-or-later
"""What anybody can compute of the hidden counts of a published table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from qgis.core import (
    QgsGeometry,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
    QgsSpatialIndex,
)

from ....core.base.errors import InputError, Phrase, named
from ....core.base.progress import part
from ....core.base.verdict import CARE, FAILED, MADE, NOT_MADE, Check, Claim, Verdict
from ....core.counts.intervals import UNLIMITED, Ranges
from ....core.counts.linked.network import contradiction
from ....core.counts.published_table import HIDDEN, OtherTable, ZoneTable, overlaid_ranges, zone_ranges
from ....host.compat import NO_GEOMETRY, field, is_null
from ....i18n import tr
from ....report import Facts, Report, Section, Table
from ....report.numbers import count
from ...framework import labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.parameters import NUMERIC
from ...framework.parameters import field as field_parameter
from ...framework.verdict import judging
from ...framework.verdict.shares import add_share_limit
from ...io import original_geometries, read_table
from ...io.table import number_of
from .tablechecks import People, columns_check, membership_checks, refuse_slips

_OVERLAP = 0.005
"""Share of the smaller zone from which on two zones overlap; less is how borders were drawn."""
_MOST_ROWS = 200
"""Rows of a table that somebody still reads; the layer holds all."""
_LARGEST = 10**9
"""No count of people is larger; beyond, a hidden count has no upper bound."""


@dataclass(frozen=True)
class Found:
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
    JUDGES = True
    TITLE = "Check a table of counts"
    HEADING = labels.CHECK
    TAGS = (
        "counts", "small numbers", "small cells", "suppress", "suppression", "differencing", "audit",
        "table",
    )  # fmt: skip
    SUMMARY = (
        "Computes from a published table what each withheld count can be, as anybody can by subtraction: "
        "from the counts shown, the totals of units and groups, and the counts of the same records by "
        "other zones. Counts that can only be one number are named; a table that contradicts itself is "
        "reported."
    )
    STYLES = {"OUTPUT": "audited_counts"}

    def define(self) -> None:
        types, number = QgsProcessing.SourceType, QgsProcessingParameterNumber
        self.add(
            QgsProcessingParameterFeatureSource("COUNTS", tr("Counts"), [types.TypeVector]),
            tr("The table as it is, or would be, published: one row a zone. Yours or anybody's."),
        )
        self.add(
            field_parameter("COUNT_FIELD", tr("Counts of records"), "COUNTS", NUMERIC, several=True),
            tr("Field with the count of each zone, or several for several groups. NULL: hidden."),
        )
        self.add(
            field_parameter("TOTAL_FIELD", tr("Totals of the zones"), "COUNTS", NUMERIC, optional=True),
            tr("Field with the total of each zone over the groups. NULL: not printed."),
            advanced=True,
        )
        self.add(
            field_parameter("BOUNDARY", tr("Boundary unit"), "COUNTS", optional=True),
            tr("Field with the unit of each zone, such as its county, whose total may be known."),
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "TOTALS", tr("Known totals"), [types.TypeVector], optional=True
            ),
            tr(
                "Table with totals of units, of groups (named as the count field), and of all (an "
                "empty name)."
            ),
        )
        self.add(
            field_parameter("TOTALS_NAME", tr("Unit or group of each total"), "TOTALS", optional=True),
            tr("Field with the unit's code as in BOUNDARY, the name of a count field, or empty for all."),
        )
        self.add(
            field_parameter("TOTALS_COUNT", tr("Count of each total"), "TOTALS", NUMERIC, optional=True),
            tr("Field with the total. NULL: not known."),
        )
        self.add(
            number("OVERALL", tr("Total of all records"), number.Type.Integer, optional=True, minValue=0),
            tr("The total that anybody may know, from an abstract for example. Empty: not known."),
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "OTHER", tr("Counts by other zones"), [types.TypeVectorPolygon], optional=True
            ),
            tr("Another published table of the same records, by other polygons. It must cover all of them."),
            advanced=True,
        )
        self.add(
            field_parameter("OTHER_COUNT", tr("Counts of the other zones"), "OTHER", NUMERIC, optional=True),
            tr("Field with the counts of the other zones. NULL: hidden."),
            advanced=True,
        )
        self.add(
            number("LEAST", tr("A hidden count is at least"), number.Type.Integer, 1, minValue=0),
            tr("1 where zeros are printed, 0 where they are hidden, too."),
            advanced=True,
        )
        self.add(
            number("MOST", tr("A hidden count is at most"), number.Type.Integer, optional=True, minValue=1),
            tr("10 where the table says that only counts from 1 to 10 are hidden. Empty: nothing is said."),
            advanced=True,
        )
        self.add(
            field_parameter("POPULATION", tr("Population"), "COUNTS", NUMERIC, optional=True, several=True),
            tr(
                "Field with the people of each zone, whom a count cannot exceed, nor be nearly all of. For "
                "several groups of people one field for each, in their order."
            ),
        )
        add_share_limit(self)
        self.add(
            number(
                "PROTECTION", tr("Possible values of a hidden count"), number.Type.Integer, 11, minValue=2
            ),
            tr("A hidden count with fewer possible values is given away."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSink("OUTPUT", tr("Audited counts"), types.TypeVector),
            tr(
                "Internal: every zone with low, high and exact: what its hidden count can be, and "
                "whether that is one number. With several groups each has its own three fields, "
                "low_1 and so on."
            ),
        )
        self.add_reports()
        for name, title in (
            ("HIDDEN_COUNT", tr("Hidden counts")),
            ("EXACT_COUNT", tr("Hidden counts that can be one number only")),
            ("EXPOSED_COUNT", tr("Hidden counts with too few possible values")),
            ("FEWEST_VALUES", tr("Fewest possible values of a hidden count")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    INTERNAL = ("OUTPUT",)
    JUDGES = True

    def execute(self, run) -> dict:
        table = read_table(run, "COUNTS", geometry=False)
        names = run.fields("COUNT_FIELD")
        people = People.of(run, table, len(names))
        zones = _read_zones(run, table, people)
        refuse_slips(zones, people)
        run.progress(0.1, tr("Computing what each count can be"))
        other = _read_other(run, table, zones) if run.parameters.get("OTHER") else None
        if other is not None:
            ranges, _far = overlaid_ranges(zones, other, part(run.progress, 0.5, 0.9))
            ranges = Ranges(ranges.low[:, None], ranges.high[:, None])
        else:
            ranges, _totals = zone_ranges(zones, part(run.progress, 0.1, 0.9))
        found = Found(names, zones.counts, ranges)
        verdict, exposed = _judge(found, run.integer("PROTECTION"))
        checks = (
            *verdict.checks,
            *_columns(run, (names, table, zones), other, people),
            *membership_checks(run, table, zones, ranges, people),
            _totals_known(run),
        )
        verdict = replace(verdict, inputs=judging.inputs_of(run), checks=checks)
        self._write(run, table, found)
        values = ranges.values[found.hidden]
        figures = {
            "HIDDEN_COUNT": int(found.hidden.sum()),
            "EXACT_COUNT": int(found.exact.sum()),
            "EXPOSED_COUNT": int(exposed.sum()),
            "FEWEST_VALUES": int(values.min()) if len(values) and values.min() < _LARGEST // 2 else None,
        }
        run.write_reports(_report(run, table, found, verdict, figures))
        return figures

    def _write(self, run, table, found: Found) -> None:
        source = run.source("COUNTS")
        kind = source.wkbType()
        shapes = None
        if kind != NO_GEOMETRY:
            shapes, kind = original_geometries(run, "COUNTS", table.row_ids)
        columns: list[tuple] = [
            (kept, table.attributes.stored(at))
            for at, kept in enumerate(table.fields)
            if kept.name().lower() not in _result_names(len(found.names))
        ]
        for at in range(len(found.names)):
            low, high, exact = _result_names(len(found.names), at)
            most = [int(value) if value < _LARGEST else None for value in found.ranges.high[:, at]]
            columns += [
                (field(low, "integer"), found.ranges.low[:, at]),
                (field(high, "integer"), most),
                (field(exact, "boolean"), found.exact[:, at].tolist()),
            ]
        run.write_layer("OUTPUT", columns, shapes, kind, None if shapes is None else source.sourceCrs())


def _result_names(groups: int, at=None) -> tuple:
    """Names of the result's fields: of one group, or of all."""
    if at is None:
        return tuple(name for one in range(groups) for name in _result_names(groups, one))
    return tuple(name if groups == 1 else f"{name}_{at + 1}" for name in ("low", "high", "exact"))


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
                tr("Layer “{layer}”: feature {feature} holds no count in “{field}”: {value}.").format(
                    layer=table.name, feature=table.row_ids[row], field=name, value=value
                )
            )
        values[row] = int(number)
    return values


def _columns(run, own: tuple, other: OtherTable | None, people: People | None) -> Iterator[Check]:
    """Whether other columns of the tables tell what is hidden in them."""
    names, table, zones = own
    if (zones.counts == HIDDEN).any():
        fields = [run.field("TOTAL_FIELD"), run.field("BOUNDARY"), *run.fields("POPULATION")]
        everybody = None if people is None else people.everybody
        declared = (*names, *filter(None, fields))
        yield columns_check(run, ("COUNTS", table), zones.counts, declared, everybody)
    if other is not None and (other.counts == HIDDEN).any():
        others = "OTHER", read_table(run, "OTHER")
        yield columns_check(run, others, other.counts[:, None], (run.field("OTHER_COUNT"),))


def _read_zones(run, table, people: People | None) -> ZoneTable:
    names, boundary = run.fields("COUNT_FIELD"), run.field("BOUNDARY")
    counts = np.stack([_printed(table, name) for name in names], axis=1)
    codes = ["" if value is None else str(value) for value in table.column(boundary)] if boundary else []
    known = {code: at for at, code in enumerate(sorted(set(codes)))} if codes else {"": 0}
    unit = np.array([known[code] for code in codes] or [0] * len(table), dtype=np.int64)
    total = run.field("TOTAL_FIELD")
    most = np.full(counts.shape, UNLIMITED if run.integer("MOST") is None else run.integer("MOST"))
    if people is not None:
        most = np.maximum(np.minimum(most, people.most(len(names))), run.integer("LEAST"))
    overall = HIDDEN if run.integer("OVERALL") is None else run.integer("OVERALL")
    totals = _Totals(np.full(len(known), HIDDEN), np.full(len(names), HIDDEN), np.array([overall]))
    if run.parameters.get("TOTALS"):
        _read_totals(run, known if boundary else {}, names, totals)
    return ZoneTable(
        counts, _printed(table, total) if total else np.full(len(table), HIDDEN), unit, totals.units,
        totals.groups, int(totals.overall[0]), run.integer("LEAST"), most,
        list(known) if boundary else (),
    )  # fmt: skip


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


def _read_totals(run, units: dict, names: list, totals: _Totals) -> None:
    table = read_table(run, "TOTALS", geometry=False)
    if not run.field("TOTALS_NAME") or not run.field("TOTALS_COUNT"):
        raise InputError(tr("Choose TOTALS_NAME and TOTALS_COUNT, the fields of the known totals."))
    strange = []
    for name, value in zip(
        table.column(run.field("TOTALS_NAME")), _printed(table, run.field("TOTALS_COUNT"))
    ):
        name = "" if name is None else str(name)
        if name in units and name:
            _learn(totals.units, units[name], value)
        elif name in names:
            _learn(totals.groups, names.index(name), value)
        elif not name:
            _learn(totals.overall, 0, value)
        else:
            strange.append(name)
    if strange:
        raise InputError(
            tr("Layer “{layer}”: {names} is neither a boundary unit nor a count field.").format(
                layer=table.name, names=named(strange)
            )
        )


def _read_other(run, table, zones: ZoneTable) -> OtherTable:
    """Counts of the other zones, and where they overlap those of the table."""
    if zones.counts.shape[1] > 1:
        raise InputError(tr("Counts by other zones can be compared with one COUNT_FIELD only."))
    if not run.field("OTHER_COUNT"):
        raise InputError(tr("Choose OTHER_COUNT, the field with the counts of the other zones."))
    own, other = read_table(run, "COUNTS"), read_table(run, "OTHER")
    if len(own) != len(table):
        raise InputError(tr("Every zone needs a polygon to be compared with other zones."))
    index = QgsSpatialIndex()
    for row, shape in enumerate(other.geometries):
        index.addFeature(row, shape.boundingBox())
    first, second = [], []
    for row, shape in enumerate(own.geometries):
        run.progress(0.1 + 0.4 * row / len(own))
        sound = _sound(shape)
        covered = 0.0
        for far in index.intersects(shape.boundingBox()):
            there = _sound(other.geometries[far])
            shared = sound.intersection(there).area()
            covered += shared
            if shared > _OVERLAP * min(sound.area(), there.area()):
                first.append(row)
                second.append(far)
        if covered < (1 - _OVERLAP) * sound.area():
            first.append(row)
            second.append(-1)
    counts = _printed(other, run.field("OTHER_COUNT"))
    most = np.full(len(counts), UNLIMITED if run.integer("MOST") is None else run.integer("MOST"))
    return OtherTable(counts, np.array(first, dtype=np.int64), np.array(second, dtype=np.int64), most)


def _sound(shape: QgsGeometry) -> QgsGeometry:
    return shape if shape.isGeosValid() else shape.makeValid()


def _judge(found: Found, values: int) -> tuple[Verdict, np.ndarray]:
    """The verdict, and which hidden counts have too few possible values."""
    exposed = found.hidden & (found.ranges.values < values)
    small = ~found.hidden & (found.printed > 0) & (found.printed < values)
    checks = []
    if not found.hidden.any():
        checks.append(Check("hidden", NOT_MADE, Phrase("No count of the table is hidden."), internal=False))
    elif exposed.any():
        checks.append(
            Check(
                "values", FAILED,
                Phrase(
                    "{exposed} of {hidden} hidden counts have fewer than {values} possible values, "
                    "and {exact} of them are known exactly.", exposed=int(exposed.sum()),
                    hidden=int(found.hidden.sum()),
                    values=values, exact=int(found.exact.sum()),
                ),
                Phrase(
                    "Withhold further counts: “Counts by area for release” chooses them so that nobody can "
                    "subtract."
                ),
            )
        )  # fmt: skip
    else:
        checks.append(Check("values", MADE, Phrase("Every hidden count keeps enough possible values.")))
    if small.any():
        checks.append(
            Check("small", CARE, Phrase("{count} printed counts are small.", count=int(small.sum())))
        )
    claim = Claim(
        Phrase(
            "Every hidden count keeps at least {values} possible values, and no count says of the people "
            "there that they are in the data.",
            values=values,
        )
    )
    return Verdict(claim, None, (), tuple(checks)), exposed


def _totals_known(run) -> Check:
    """Whether the outsider was given anything to subtract from."""
    given = [
        run.parameters.get("TOTALS"), run.parameters.get("OTHER"), run.field("TOTAL_FIELD"),
        run.integer("OVERALL") is not None,
    ]  # fmt: skip
    if any(given):
        return Check("totals", MADE, Phrase("Totals or other counts were taken as known."), internal=False)
    sentence = Phrase(
        "No total and no other count was given to subtract from. Whoever knows how many records there are, "
        "or reads another table of them, can know more than this audit."
    )
    remedy = Phrase("Give OVERALL, TOTALS, TOTAL_FIELD or OTHER: whatever was published, or is easily known.")
    return Check("totals", CARE, sentence, remedy, internal=False)


def _narrowest(table, found: Found) -> list[tuple]:
    """Rows for the report of the hidden counts with the fewest possible values."""
    rows, groups = np.nonzero(found.hidden)
    low, high = found.ranges.low[rows, groups], found.ranges.high[rows, groups]
    first = np.argsort(high - low, kind="stable")[:_MOST_ROWS]
    return [
        (
            str(table.attributes[rows[at]][0]), found.names[groups[at]], count(low[at]),
            count(high[at]) if high[at] < _LARGEST else "–", tr("yes") if low[at] == high[at] else "",
        )
        for at in first
    ]  # fmt: skip


def _report(run, table, found: Found, verdict: Verdict, figures: dict) -> Report:
    facts = [
        (tr("Counts"), count(found.printed.size)),
        (tr("Hidden counts"), count(figures["HIDDEN_COUNT"])),
        (tr("Known exactly"), count(figures["EXACT_COUNT"])),
        (tr("With too few possible values"), count(figures["EXPOSED_COUNT"])),
    ]
    if figures["HIDDEN_COUNT"] and figures["FEWEST_VALUES"] is None:
        facts.append((tr("Fewest possible values of a hidden count"), tr("without limit")))
    if figures["FEWEST_VALUES"] is not None:
        facts.append((tr("Fewest possible values of a hidden count"), count(figures["FEWEST_VALUES"])))
    heads = (str(table.fields[0].name()), tr("Count"), tr("At least"), tr("At most"), tr("Known"))
    blocks: list = [Facts(tuple(facts))]
    hidden = figures["HIDDEN_COUNT"]
    if hidden:
        blocks.append(Table(heads, tuple(_narrowest(table, found)), tr("Hidden counts, narrowest first.")))
    if hidden > _MOST_ROWS:
        blocks.append(tr("And {count} more, in the layer.").format(count=count(hidden - _MOST_ROWS)))
    method = tr(
        "Everything printed is an equation between whole numbers. Sums within sums were solved in "
        "two passes; tables by two ways and counts by other zones as flows in a network, whose least "
        "and most values are whole numbers with every number between. Nothing here depends on how "
        "the table was protected."
    )
    return Report(
        tr("Audit of published counts"),
        tr("What anybody can compute of the counts that are hidden."),
        (Section(tr("What was found"), tuple(blocks)), Section(tr("Method"), (method,))),
        verdict,
        tuple(run.warnings),
    )

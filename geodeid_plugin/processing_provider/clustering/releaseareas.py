# SPDX-License-Identifier: GPL-2.0-or-later
"""Records released by cluster: a random member, the cluster's code, or its polygon with a count."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from qgis.core import QgsWkbTypes

from ...core.base import identity
from ...core.base.errors import InfeasibleError, InputError, Phrase, named
from ...core.base.progress import part
from ...core.base.thresholds import CELL_COUNT, Preset
from ...core.clustering.objective import Bounds
from ...core.clustering.released_areas import ReleaseRisk, check_release, draw_members
from ...core.counts.protection.private_counts import Interval
from ...core.counts.release import (
    Protected,
    Protection,
    Records,
    Withheld,
    Zoning,
    as_releases,
    protect_counts,
    protect_rows,
    refuse_many_groups,
)
from ...core.counts.together.record_sets import Recorded
from ...core.geometry.sphere import haversine_m
from ...host.compat import MULTI_POLYGON, NO_GEOMETRY, POINT, field
from ...host.installation import version
from ...i18n import tr
from ...report import Facts, Report, Section
from ...report.numbers import count, metres
from ...report.verdictpage import risk as risk_words
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import CODE, FLAG, REAL, TEXT, WHOLE, Features, Result, rows_as_csv
from ..framework.ledger.records import dots_beside
from ..framework.released_points import RECORD, check_fields, released_columns
from ..framework.verdict.audience import audience, chosen, section
from ..io import (
    AreaLayer,
    identifiers,
    locate,
    original_geometries,
    points_geometry,
    read_points,
    read_table,
)
from ..io.area_layer import areas_with_people, hold_back
from ..io.people import patients_of
from ..io.table import Table, rows_named
from . import clusterinput, earlierreleases, private, protection, releasedcounts, releaseverdict
from .clusterreport import smallest_zone

_FORMS = ("member", "cluster", "dissolved")
_SMALL_CELL = 11
"""Where no preset says otherwise: fewest records of a cell by the CMS policy (thresholds.py)."""
_SHOWN = "SMALLEST_COUNT_SHOWN"
_RELEASED = {
    RECORD: WHOLE, "area": CODE, "cluster": TEXT, "population": REAL, "records": WHOLE, "hidden": FLAG,
    "low": WHOLE, "high": WHOLE,
}  # fmt: skip
"""Fields of all forms; each has its own."""
_CROSSWALK = {
    "input_row": WHOLE, RECORD: WHOLE, "area": CODE, "cluster": TEXT, "released_area": CODE, "move_m": REAL,
    clusterinput.STATUS: TEXT,
}  # fmt: skip


@dataclass(frozen=True)
class Zones:
    """A clustered layer."""

    layer: AreaLayer
    """Areas with their populations."""
    cluster: np.ndarray
    """Shape (n,). Cluster of each area, -1 for unresolved ones."""
    codes: np.ndarray
    """Shape (c,). Code of each cluster."""
    bounds: Bounds
    """What the clustering promised."""

    @property
    def people(self) -> np.ndarray:
        """People of each cluster, shape (c,)."""
        kept = self.cluster >= 0
        return np.bincount(self.cluster[kept], self.layer.areas.population[kept], len(self.codes))

    @property
    def units(self) -> np.ndarray:
        """Boundary unit of each area, shape (n,): of its cluster, or as the field says that units came of.

        Refused where an area without a cluster may be a part of a unit, and no field says of which.
        """
        of_cluster = np.array([str(code).rpartition("-")[0] for code in self.codes], dtype=object)
        held = self.cluster >= 0
        found = np.where(held, of_cluster[np.maximum(self.cluster, 0)], "-").astype(object)
        if not of_cluster.any() or held.all():
            return found
        given = [one.name() for one in self.layer.table.fields if one.name() not in clusterinput.WRITTEN]
        columns = (self._by_field(name, found) for name in given)
        told = [column for column in columns if column is not None]
        if told and all(np.array_equal(column, told[0]) for column in told):
            return told[0]
        if self.bounds.may_split:
            raise InputError(
                "release.totals.no_boundary",
                "Layer “{layer}”: no single field says in which boundary unit the areas without a "
                "zone lie, so that the records there cannot be protected from the totals of units. "
                "Merge with the units in one field (BOUNDARY), or set TOTALS to overall.",
                layer=self.layer.table.name,
            )
        return found

    def zoning(self, by_unit: bool) -> Zoning:
        """The zones as the core takes them; with the boundary units of all areas where they are asked for."""
        units = self.units if by_unit else np.full(len(self.cluster), "", dtype=object)
        return Zoning(self.cluster, self.layer.areas.population, self.codes, units)

    def _by_field(self, name: str, units) -> np.ndarray | None:
        """Units as a field says; None where it says others of the clusters."""
        column = np.array([str(value) for value in self.layer.table.column(name)], dtype=object)
        held = self.cluster >= 0
        return column if np.array_equal(column[held], units[held]) else None


@dataclass(frozen=True)
class Placed:
    """Records with the area that each lies in (-1: none) and whether it can be released."""

    table: Table
    area: np.ndarray
    status: np.ndarray

    @property
    def rows(self) -> np.ndarray:
        """Rows that are released."""
        return np.flatnonzero(self.status == "released")


class ReleaseAreas(GeoDeIDAlgorithm):
    """``geodeid:releaseareas``."""

    ID = "releaseareas"
    TITLE = "Counts by area for release"
    HEADING = labels.PROTECT
    TAGS = (
        "aggregate", "counts", "small numbers", "small cells", "suppress", "suppression", "release",
        "zip", "postcode", "postal code", "k-anonymity", "rounding",
    )  # fmt: skip
    SUMMARY = (
        "Releases patient records by area, so that nobody can be found among them. Each comes with a random "
        "area of its zone, the zone's code, or in counts by zone; “Merge areas into safe zones” makes the "
        "zones. Records of unresolved areas are held back and counted."
    )
    JUDGES = True
    INPUTS = (
        ask.source(
            "RECORDS",
            "Records",
            "Patient records, one per row: points, or a table with an area code.",
            ask.TABLE,
        ),
        ask.field(
            "RECORD_AREA",
            "Area code of the record",
            "Field with the code of each record's area. Empty: records are points, placed in the areas.",
            "RECORDS",
            optional=True,
        ),
        *blocks.released_fields("RECORDS"),
        ask.field(
            "SENSITIVE",
            "Sensitive fields",
            "Fields that nobody may learn of somebody in the data, such as a diagnosis: l-diversity and "
            "t-closeness are reported.",
            "RECORDS",
            optional=True,
            several=True,
            advanced=True,
        ),
        ask.field(
            "CLASS_FIELD",
            "Field whose people were counted",
            "A released field that divides people, such as sex: each value needs enough people in every "
            "zone.",
            "RECORDS",
            optional=True,
            advanced=True,
        ),
        ask.text(
            "CLASS_POPULATIONS",
            "People of the values of that field",
            "Fields with the people of each value: F=females; M=males; or a least share: "
            "F=area_population*0.45.",
            advanced=True,
        ),
        ask.source(
            "CLUSTERED",
            "Merged areas",
            "The areas as “Merge areas into safe zones” wrote them, unchanged.",
            ask.POLYGONS_OR_POINTS,
        ),
        ask.field(
            "AREA_ID",
            "Area identifier",
            "Field with one distinct code per area, the same codes as the records have.",
            "CLUSTERED",
            guess="identifier",
        ),
        ask.choice(
            "FORM",
            "Form of the release",
            "member: every record gets an area drawn from its zone. cluster: the zone's code. "
            "dissolved: the zones' polygons with counts.",
            _FORMS,
            "member",
        ),
        ask.whole(
            "SMALL_CELL",
            "Smallest count shown",
            "Smaller counts (but 0) are withheld, with others where known totals would reveal them. 1 "
            "shows all. Empty: as the preset says, or 11.",
            least=1,
            advanced=True,
        ),
        *protection.INPUTS,
        *private.INPUTS,
        protection.VALUES,
        *earlierreleases.EARLIER,
        audience(Phrase("Smallest count shown"), CELL_COUNT, fills=True),
        blocks.OUTSIDE,
        blocks.seed(undoes=True),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Release",
            "member: points with record and area; cluster: a table with record and cluster; dissolved: "
            "polygons with population and records, by dp also low and high (95 %).",
            style="released_areas",
            fields=_RELEASED,
        ),
        give.file(
            "TABLE",
            "Table of the zones",
            "dissolved: the same rows as CSV, without shapes; withheld counts are empty.",
            "CSV files (*.csv)",
            optional=True,
            by_default=False,
            advanced=True,
        ),
        give.table(
            "INTERNAL",
            "Crosswalk",
            "Internal: each input row with its area, what was released for it and how far it was moved.",
            optional=True,
            internal=True,
            fields=_CROSSWALK,
        ),
        *blocks.REPORTS,
    )
    FIGURES = (
        give.number("RELEASED_COUNT", "Records released"),
        give.number("HELD_BACK_COUNT", "Records held back"),
        give.number("WORST_RISK", "1 / people of the smallest released class"),
        give.number("WORST_CASE_RATE", "Most records per person of a released class"),
        give.number("MEAN_MOVE_M", "Mean move (m)"),
        give.number("HIDDEN_CELLS", "Counts withheld"),
        give.number("HIDDEN_RECORDS", "Records in withheld counts"),
    )

    def compute(self, inputs, run) -> Result:
        preset, form = chosen(run), inputs.form
        if run.is_asked_for("TABLE") and form != "dissolved":
            raise InputError(
                "release.table.not_dissolved",
                "A table of the zones comes with the form dissolved. Choose it, or leave it out.",
            )
        if inputs.release_rule == "dp":
            return _privately(inputs, run)
        rules = protection.read_protection(inputs, run, _smallest(inputs, preset))
        zones = _read_zones(inputs, run)
        placed = _read_records(inputs, run, zones)
        source = run.randomness()
        earlier = earlierreleases.read_earlier(run)
        areas = zones.layer.areas
        out = _protected(inputs, run, zones, placed, rules, earlier)
        rules = out.rules
        protection.tell(run, out.protected, rules, len(zones.codes))
        published, together = [], earlierreleases.Together(0)
        if earlier is not None:
            published = _as_published(run, earlier, out)
            progress = part(run.progress, 0.4, 0.5)
            together = earlierreleases.refuse_together(earlier, published, areas, rules, progress)
            run.counts["earlier_releases_compared"] = together.releases
        drawn = _drawn(inputs, out, source)
        risk = check_release(zones.cluster, areas.population, drawn.cluster, zones.bounds)
        entered = [] if earlier is None else earlierreleases.enter(earlier, published, areas, rules)
        more = (
            *releaseverdict.zones_of_few_people(inputs.record_id, out.records, rules.smallest),
            *dots_beside(None if earlier is None else earlier.ledger_state),
            *private.noise_beside(earlier),
            *together.checks,
        )
        judged = releaseverdict.judge(run, inputs, drawn.placed, risk, out, more)
        figures = _figures(out, drawn, risk)
        released = _count_features(run, out) if form == "dissolved" else _record_features(run, zones, drawn)
        return Result(
            figures=figures,
            layers={"OUTPUT": released, "INTERNAL": lambda: _crosswalk(zones, drawn)},
            files={"TABLE": lambda: rows_as_csv(released)},
            report=_report(inputs, preset, risk, figures, out, judged),
            on_release=earlierreleases.confirming(entered),
        )


def _smallest(inputs, preset: Preset | None) -> int:
    """The smallest count shown: the user's, else the preset's, else the usual one."""
    if inputs.small_cell is not None:
        return inputs.small_cell
    return _SMALL_CELL if preset is None else int(preset.number)


@dataclass(frozen=True)
class Drawn:
    """What stands for each record that is released."""

    placed: Placed
    """The records with what becomes of them."""
    area: np.ndarray | None
    """Shape (r,), or None. Area that was drawn for each; None where the form shows none."""
    cluster: np.ndarray
    """Shape (r,). Cluster that stands for each."""
    order: np.ndarray
    """Shape (r,). The records in the order in which they are written, drawn afresh; empty where counts
    are."""
    move_m: np.ndarray
    """Shape (r,). How far each was moved, metres."""


def _drawn(inputs, out: ZoneCounts, source) -> Drawn:
    """Draw a member of its cluster for each record, where the form shows areas, and an order of the rows."""
    zones, areas = out.zones, out.zones.layer.areas
    placed = out.placed if inputs.form == "dissolved" else out.shown
    own = placed.area[placed.rows]
    cluster, none = zones.cluster[own], np.zeros(0, dtype=np.int64)
    if inputs.form == "dissolved":
        return Drawn(placed, None, cluster, none, np.zeros(len(own)))
    if inputs.form == "cluster":
        return Drawn(placed, None, cluster, source.permutation(len(own)), np.zeros(len(own)))
    drawn = draw_members(zones.cluster, areas.population, cluster, source)
    move_m = haversine_m(areas.lon_deg[own], areas.lat_deg[own], areas.lon_deg[drawn], areas.lat_deg[drawn])
    return Drawn(placed, drawn, zones.cluster[drawn], source.permutation(len(own)), move_m)


def _figures(out: ZoneCounts, drawn: Drawn, risk: ReleaseRisk) -> dict:
    placed, protected = drawn.placed, out.protected
    figures = {
        "RELEASED_COUNT": len(placed.rows),
        "HELD_BACK_COUNT": len(placed.table) - len(placed.rows),
        "WORST_RISK": risk.worst_population_risk,
        "WORST_CASE_RATE": risk.worst_case_rate,
        "HIDDEN_CELLS": int(protected.withheld.sum()),
        "HIDDEN_RECORDS": protected.records_hidden,
        _SHOWN: out.rules.smallest,
    }
    if drawn.area is not None:
        figures["MEAN_MOVE_M"] = float(drawn.move_m.mean())
    return figures


def _record_features(run, zones: Zones, drawn: Drawn) -> Features:
    """The records in an order drawn afresh, with their new numbers."""
    order, placed = drawn.order, drawn.placed
    values = {RECORD: np.arange(1, len(order) + 1)}
    appended = released_columns(run, placed.table, placed.rows[order])
    if drawn.area is None:
        return Features(
            {**values, "cluster": zones.codes[drawn.cluster[order]]}, wkb_type=NO_GEOMETRY, appended=appended
        )
    areas, at, crs = zones.layer.areas, drawn.area[order], zones.layer.table.crs
    points = points_geometry(run, areas.lon_deg[at], areas.lat_deg[at], crs)
    values["area"] = areas.ids[at]
    return Features(values, points, POINT, crs, codes=zones.layer.id_kind, appended=appended)


def _count_features(run, out: ZoneCounts) -> Features:
    """The clusters' polygons with their protected counts."""
    totals = out.protected.zone_totals
    groups = zip(protection.column_names(out.records), out.protected.group_counts)
    counts = {"records": totals, "hidden": [value is None for value in totals]}
    return _zone_features(
        run, out.zones, counts, [(field(name, "integer"), values) for name, values in groups]
    )


def _zone_features(run, zones: Zones, counts: dict, appended: list) -> Features:
    """The clusters' polygons with some counts, those of groups as fields of their own."""
    return Features(
        {"cluster": zones.codes, "population": zones.people, **counts},
        _dissolved(run, zones),
        MULTI_POLYGON if zones.layer.polygons is not None else QgsWkbTypes.Type.MultiPoint,
        zones.layer.table.crs,
        appended=appended,
    )


def _dissolved(run, zones: Zones) -> list:
    """The areas of each cluster as one."""
    shapes, _kind = original_geometries(run, "CLUSTERED", zones.layer.table.row_ids)
    found = []
    for code in range(len(zones.codes)):
        run.progress(0.5 + 0.4 * code / len(zones.codes))
        found.append(clusterinput.dissolved([shapes[row] for row in np.flatnonzero(zones.cluster == code)]))
    return found


def _privately(inputs, run) -> Result:
    """Counts with noise, by the clusters and the listed values of the released fields."""
    protection.refuse_rule(inputs, 0)
    account = private.read_account(inputs, run)
    groups = protection.listed_groups(inputs)
    refuse_many_groups(len(groups))
    zones = _read_zones(inputs, run)
    shape = (len(zones.codes), len(groups))
    private.advise(run, account.loss, shape)
    known = private.known_zones(zones)
    placed = _read_records(inputs, run, zones)
    group_of = {values: at for at, values in enumerate(groups)}
    group = np.array(
        [
            group_of.get(tuple(str(one) for one in values), -1)
            for values in protection.values_of(placed.table, placed.rows, inputs.keep_fields)
        ],
        dtype=np.int64,
    )
    rows, group = placed.rows[group >= 0], group[group >= 0]
    place = zones.cluster[placed.area[rows]] * len(groups) + group
    release = private.counted(run, account, place, patients_of(run, placed.table, rows), shape)
    left_out = len(placed.table) - len(rows)
    entered = account.enter(run, "areas")
    named_groups = Records(place, group, inputs.keep_fields, groups)
    table = release.table
    figures = {
        "RELEASED_COUNT": int(release.counts.sum()),
        "HELD_BACK_COUNT": left_out + release.rows_cut,
        **private.tell(run, account, release, left_out),
    }
    judged = private.verdict(run, account, release, zones.layer, known)
    shown = releasedcounts.private_table(zones, table, protection.column_names(named_groups))
    counts = {
        "records": table.zones.count[:, 0],
        "hidden": [False] * len(zones.codes),
        "low": table.zones.low[:, 0],
        "high": table.zones.high[:, 0],
    }
    by_group = _by_group(protection.column_names(named_groups), table.cells)
    features = _zone_features(run, zones, counts, by_group)
    report = private.report(release, account, shown, judged, left_out)
    return Result(
        figures=figures,
        layers={"OUTPUT": features},
        files={"TABLE": lambda: rows_as_csv(features)},
        report=report,
        on_release=earlierreleases.confirming(entered),
    )


def _by_group(names: tuple, cells: Interval) -> list:
    """Fields of the counts of each group, with their intervals."""
    return [
        (field(f"{name}{end}", "integer"), values[:, at])
        for at, name in enumerate(names)
        for end, values in (("", cells.count), ("_low", cells.low), ("_high", cells.high))
    ]


def _crosswalk(zones: Zones, drawn: Drawn) -> Features:
    """Each row of the input with what was released for it."""
    placed, ids = drawn.placed, zones.layer.areas.ids
    total, rows = len(placed.table), placed.rows
    given: dict[str, list] = {
        name: [None] * total for name in (RECORD, "area", "cluster", "released_area", "move_m")
    }
    for row, area in enumerate(placed.area):
        if area >= 0:
            given["area"][row] = ids[area]
            if zones.cluster[area] >= 0:
                given["cluster"][row] = zones.codes[zones.cluster[area]]
    for number, position in enumerate(drawn.order.tolist(), 1):
        given[RECORD][rows[position]] = number
    if drawn.area is not None:
        for row, area, move_m in zip(rows, drawn.area, drawn.move_m.tolist()):
            given["released_area"][row], given["move_m"][row] = ids[area], move_m
    return Features(
        {"input_row": placed.table.row_ids, **given, clusterinput.STATUS: placed.status},
        codes=zones.layer.id_kind,
    )


@dataclass(frozen=True)
class ZoneCounts:
    """What a release shows of the records, whatever its form: counts by zone and group."""

    zones: Zones
    zoning: Zoning
    """The same as the core takes it."""
    placed: Placed
    shown: Placed
    """The same with the records of withheld counts held back, too."""
    records: Records
    """Those in zones."""
    rules: Protection
    """How their counts are protected."""
    protected: Protected


def _protected(inputs, run, zones: Zones, placed: Placed, rules: Protection, earlier) -> ZoneCounts:
    """The counts that the release shows, protected and audited, and the records of the counts shown."""
    rows = placed.rows
    records = protection.read_records(inputs, run, placed.table, rows, zones.cluster[placed.area[rows]])
    if earlier is not None and not rules.own_key:
        rules = replace(rules, key=earlier.mask_key, own_key=True)
    before = _withheld_before(zones, records, earlier)
    left_out = np.flatnonzero(placed.status != "released")
    area = placed.area[left_out]
    zoning = zones.zoning(rules.by_unit and bool((area >= 0).any()))
    held = zoning.held_back(area, protection.values_of(placed.table, left_out, records.fields))
    protect = protect_counts if inputs.form == "dissolved" else protect_rows
    protected = protect(zoning, records, rules, held, before)
    gone = protected.holds_back(records)
    if inputs.form != "dissolved" and gone.all():
        raise InfeasibleError(
            "release.counts.all_too_small",
            "Every count by zone and released field is below {smallest}: no record can be released. "
            "Merge again with MINIMUM_CASES, or release fewer or coarser fields.",
            smallest=rules.smallest,
        )
    status = placed.status.copy()
    status[rows[gone]] = "withheld"
    shown = Placed(placed.table, placed.area, status)
    return ZoneCounts(zones, zoning, placed, shown, records, rules, protected)


def _withheld_before(zones: Zones, records: Records, earlier) -> Withheld | None:
    """What the releases of the ledger withheld of the same zones and groups."""
    if earlier is None:
        return None
    keys = [identity.canonical(value) for value in zones.layer.areas.ids]
    members = earlierreleases.area_sets(keys, zones.cluster, len(zones.codes))
    return Withheld(
        earlierreleases.withheld_before(earlier, members, records.fields, records.groups),
        earlierreleases.withheld_before(earlier, members, (), [()]),
    )


def _as_published(run, earlier, out: ZoneCounts) -> list:
    """What is published, as the ledger holds it and audits it together with what it holds."""
    located = protection.located(out.placed, out.records)
    cases = located.cases(len(out.zones.cluster), len(out.records.groups))
    patients = patients_of(run, out.placed.table, located.row)
    who = earlier.names(located.area, patients) if patients else None
    found = []
    for release in as_releases(out.zoning, out.records, out.protected, cases):
        group = located.group if release.fields else np.zeros_like(located.group)
        recorded = None if who is None else Recorded(located.area, group, release.groups, who)
        by_keys = out.rules.rule == "cellkey"
        found.append(earlierreleases.Counted(replace(release, by_keys=by_keys), recorded))
    return found


def _read_zones(inputs, run) -> Zones:
    table = read_table(run, "CLUSTERED")
    ids = identifiers(run, table, inputs.area_id)
    layer = areas_with_people(table, clusterinput.AREA_POPULATION, ids)
    texts = {str(text) for text in table.column(clusterinput.BOUNDS)}
    if len(texts) != 1:
        raise InputError(
            "zone.layer.several_runs",
            "Layer “{layer}” joins areas that different runs merged. Use those of one run.",
            layer=table.name,
        )
    bounds = clusterinput.bounds_from_text(texts.pop(), table.name)
    codes, cluster = _clusters(table)
    zones = Zones(layer, cluster, codes, bounds)
    _check_unchanged(zones)
    return zones


def _clusters(table) -> tuple[np.ndarray, np.ndarray]:
    """Distinct codes, and the cluster of each area; -1 unless its status says clustered."""
    codes, cluster = clusterinput.clusters_of(table)
    if not codes:
        raise InfeasibleError(
            "zone.layer.no_zone",
            "No area of “{layer}” is in a zone: nothing can be released.",
            layer=table.name,
        )
    return np.array(codes, dtype=object), cluster


def _check_unchanged(zones: Zones) -> None:
    """Refuse a layer whose areas were edited or filtered since it was clustered."""
    table = zones.layer.table
    stated = table.numbers(
        clusterinput.CLUSTER_POPULATION, tr("zone population"), zones.layer.areas.ids, True
    )
    differs = np.abs(stated - zones.people[zones.cluster]) > 1e-6 * np.maximum(stated, 1)
    wrong = (zones.cluster >= 0) & differs
    if wrong.any():
        raise InputError(
            "zone.layer.population_changed",
            "Layer “{layer}”: the areas of zone {clusters} no longer add up to its population. Areas "
            "are missing or were changed; use the layer as “Merge areas into safe zones” wrote it.",
            layer=table.name,
            clusters=named(np.unique(zones.codes[zones.cluster[wrong]])),
        )


def _read_records(inputs, run, zones: Zones) -> Placed:
    name = inputs.record_area
    if name and name in inputs.keep_fields:
        raise InputError(
            "release.field.true_area",
            "The field “{field}” holds the true area of each record and cannot be released.",
            field=name,
        )
    if name:
        table = read_table(run, "RECORDS", geometry=False)
        area, _absent = rows_named(identifiers(run, table, name), zones.layer.areas.ids)
    else:
        points = read_points(run, "RECORDS")
        table, area = points.table, locate(run, zones.layer, points)
    status = np.where(area < 0, "outside", np.where(zones.cluster[area] < 0, "unresolved", "released"))
    if inputs.form != "dissolved":
        check_fields(run, table)
    placed = Placed(table, area, status.astype(object))
    _tell_left_out(run, inputs, placed)
    return placed


def _tell_left_out(run, inputs, placed: Placed) -> None:
    """Say how many records are held back and why."""
    outside = np.flatnonzero(placed.status == "outside")
    if len(outside):
        features = named(placed.table.row_ids[row] for row in outside)
        text = tr(
            "{count} of {total} records lie in no area (features {features}).",
            count=len(outside), total=len(placed.table), features=features,
        )  # fmt: skip
        refusal = InputError(
            "record.area.outside",
            text + " " + tr("Check the codes or the layers, or set OUTSIDE to leave_out."),
        )
        hold_back(run, text, len(outside), refusal)
    unresolved = int((placed.status == "unresolved").sum())
    if unresolved:
        run.counts["held_back_unresolved"] = unresolved
        run.warn(tr("{count} records lie in unresolved areas and were held back.", count=unresolved))
    if not len(placed.rows) and inputs.release_rule != "dp":  # an empty table has noise like any
        raise InfeasibleError("release.records.no_zone", "No record lies in a zone: nothing can be released.")


def _report(
    inputs, preset: Preset | None, risk: ReleaseRisk, figures: dict, out: ZoneCounts, judged
) -> Report:
    smallest = float(out.zones.people.min())
    forms = {
        "member": tr("each record with an area drawn at random from its zone"),
        "cluster": tr("each record with the code of its zone"),
        "dissolved": tr("counts of records on the zones"),
    }
    internal = [
        (tr("Records released"), count(figures["RELEASED_COUNT"])),
        (tr("Records held back"), count(figures["HELD_BACK_COUNT"])),
        (tr("Classes with a record"), count(len(risk.cluster))),
        (tr("Most records per person of a class"), risk_words(risk.worst_case_rate)),
    ]
    if "MEAN_MOVE_M" in figures:
        internal.append((tr("Mean move of a record"), metres(figures["MEAN_MOVE_M"])))
    promise = Facts(
        (tr("Form"), forms[inputs.form]),
        (tr("People of the smallest class, recomputed"), count(smallest)),
        (tr("1 / people of the smallest class"), risk_words(1 / smallest)),
        (tr("Smallest count shown"), count(figures[_SHOWN])),
    )
    explained = tr(
        "The areas were grouped into connected zones that each meet the bounds. A record's true area "
        "was replaced as stated; its class is the whole zone. Other released fields divide classes "
        "further: their risk must be judged separately."
    )
    drawn, counts = releasedcounts.first_map(
        releasedcounts.sections(out, inputs.form, figures["HELD_BACK_COUNT"])
    )
    printed = list(out.protected.zone_totals) if inputs.form == "dissolved" else []
    return Report(
        tr("What leaves the building in place of the patients’ areas."),
        (
            Section(tr("What is released"), promise, explained),
            *(() if preset is None else (section(preset, inputs.small_cell),)),
            *counts,
            Section(tr("Internal figures"), Facts(*internal), internal=True),
            *releasedcounts.words(out, inputs.form, version()),
        ),
        judged,
        affected_records=judged.affected_records,
        map=drawn,
        key_figures=releasedcounts.key_figures(
            printed, out.rules.smallest, smallest_zone(smallest, out.zones.bounds)
        ),
    )

# SPDX-License-Identifier: GPL-2.0-or-later
"""What the algorithms about clusters share: bounds, units, the graph, and how clusters are written."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from qgis.core import QgsGeometry, QgsWkbTypes

from ...core.base import identity
from ...core.base.errors import InputError, Phrase, named
from ...core.base.progress import part
from ...core.base.thresholds import POPULATION, RECORD_RISK, Preset
from ...core.base.verdict import Check
from ...core.clustering.graph import cap_pairs
from ...core.clustering.objective import Bounds, Tallies
from ...core.clustering.stable import refuse_small_differences
from ...core.exposure.uniqueness.classes import encode
from ...core.geometry.adjacency import shared_sides
from ...i18n import tr
from ..framework import ask
from ..framework.give import REAL, TEXT, WHOLE
from ..framework.ledger import records
from ..framework.ledger.records import LedgerState
from ..framework.verdict.audience import audience
from ..io import AreaLayer, PointLayer, identifiers, locate, made_valid, number_of, read_points, read_table
from ..io.area_layer import straight_plane
from ..io.people import patients_of, rows_are_people

METRICS = ("population", "cases", "maximum", "average")
CLUSTER, CLUSTER_POPULATION, CLUSTER_RISK = "cluster", "cluster_population", "cluster_risk"
STATUS, AREA_POPULATION, BOUNDS, COLOUR = "status", "area_population", "cluster_bounds", "colour"
WRITTEN = {
    CLUSTER: TEXT,
    CLUSTER_POPULATION: REAL,
    CLUSTER_RISK: REAL,
    STATUS: TEXT,
    AREA_POPULATION: REAL,
    BOUNDS: TEXT,
    COLOUR: WHOLE,
}
"""Fields of a clustered layer that are not the areas' own."""
CLUSTERED, UNRESOLVED = "clustered", "unresolved"
PALETTE = 7
"""Colours of the styles for clusters; neighbours get different ones."""
_SAME_BORDER_M = 0.1
"""Borders closer than this are the same border: as coordinates that were rounded to a decimetre."""
_NEAREST = 6
"""Nearest areas that are neighbours of an area given as a point: as many as cells of a plane have on average
(Euler's formula)."""


BOUND_INPUTS = (
    ask.choice(
        "RISK_METRIC",
        "Risk metric",
        "population: people of each zone, at least. cases: records per person, at most. maximum: 1 / people "
        "of the smallest equivalence class. average: zones per person (or per record) over the release.",
        METRICS,
        "population",
    ),
    ask.number(
        "THRESHOLD",
        "Threshold",
        "People for the metric population (20001 for “more than 20 000”); else a risk: 0.2 for 1 in 5. For "
        "maximum and average 11 means 1 in 11.",
        20001,
        least=1e-9,
    ),
    audience(Phrase("Threshold"), POPULATION, RECORD_RISK),
    ask.field(
        "CASES",
        "Records",
        "Field with the number of records (patients) of each area, for the metrics cases and average.",
        "AREAS",
        numeric=True,
        optional=True,
    ),
    *ask.under_advanced(
        ask.source(
            "PATIENTS",
            "Patients to count",
            "Points, counted in each area in place of the field CASES. Those outside every area are not "
            "counted, and reported.",
            optional=True,
        ),
        ask.field(
            "RECORD_ID",
            "Patient identifier",
            "Field that identifies a patient who may have several points: each is counted once an area.",
            "PATIENTS",
            optional=True,
        ),
        ask.field(
            "CLASSES",
            "Equivalence classes",
            "Fields with the people of each equivalence class (such as women of 40 to 49), for the "
            "metric maximum.",
            "AREAS",
            numeric=True,
            optional=True,
            several=True,
        ),
        ask.number(
            "MINIMUM_CASES",
            "Also: fewest records",
            "Every zone must also hold this many records (CASES): with 11 no count by zone is "
            "small, and none is withheld.",
            least=1e-9,
        ),
        ask.text(
            "MINIMA",
            "Also: fewest of other fields",
            "Further fields that must reach a least sum in every zone, such as people=500; women=11.",
        ),
    ),
)
"""RISK_METRIC, THRESHOLD and what else must hold."""


def read_bounds(inputs, entry: Preset | None) -> Bounds:
    """The bounds that were asked for, of an audience or one's own."""
    metric = inputs.risk_metric
    values: dict[str, Any] = {metric: inputs.threshold if entry is None else _threshold(entry, metric)}
    return Bounds(
        **values,
        over_records=metric == "average" and bool(inputs.cases),
        fewest_cases=inputs.minimum_cases,
        minima=_minima(inputs.minima),
    )


def _minima(text: str) -> tuple:
    """Names and least sums of MINIMA."""
    minima = []
    for item in filter(None, (piece.strip() for piece in text.split(";"))):
        name, _equals, number = (piece.strip() for piece in item.partition("="))
        least = number_of(number)
        if not name or least is None or not 0 < least < float("inf"):
            raise InputError(
                "zone.minima.not_understood",
                "“{item}” in MINIMA does not name a field and a number above 0. Write field=number, "
                "separated by semicolons.",
                item=item,
            )
        minima.append((name, least))
    return tuple(minima)


def _threshold(entry: Preset, metric: str) -> float:
    """What a preset asks of a metric."""
    fitting = ("population",) if entry.measure == POPULATION else ("maximum", "average")
    if metric not in fitting:
        raise InputError(
            "zone.preset.other_metric",
            "The preset {preset} does not limit the risk metric {metric}. Choose {fitting}.",
            preset=entry.key,
            metric=metric,
            fitting=named(fitting),
        )
    if entry.measure == POPULATION:
        return entry.number + 1 if entry.strict else entry.number
    return entry.number if entry.class_size is None else entry.class_size


def read_tallies(inputs, run, layer: AreaLayer, bounds: Bounds) -> tuple[Tallies, tuple[Check, ...]]:
    """Counts of each area, and whether they count people; a missing count is an error."""
    table, ids = layer.table, layer.areas.ids
    cases = table.numbers(inputs.cases, tr("number of records"), ids) if inputs.cases else None
    checks: tuple[Check, ...] = ()
    if inputs.patients:
        if cases is not None:
            raise InputError(
                "zone.cases.given_twice",
                "Records are given twice: as the field CASES and as PATIENTS. Give them once.",
            )
        points = read_points(run, "PATIENTS")
        cases, checks = _counted(run, layer, points), rows_are_people(run, points.table)
    classes = [table.numbers(name, tr("count"), ids) for name in inputs.classes]
    minima = [table.numbers(name, tr("number"), ids) for name, _least in bounds.minima]
    tallies = Tallies(
        layer.areas.population, cases, np.stack(classes) if classes else None,
        np.stack(minima) if minima else None,
    )  # fmt: skip
    return tallies, checks


def _counted(run, layer: AreaLayer, points: PointLayer) -> np.ndarray:
    """Points in each area; of a patient one."""
    area = locate(run, layer, points)
    outside = int((area < 0).sum())
    if outside:
        run.counts["patients_outside"] = outside
        run.warn(
            tr(
                "{count} of {total} patients lie in no area and were not counted.",
                count=outside,
                total=len(area),
            )
        )
    kept = area >= 0
    patients = np.array(patients_of(run, points.table), dtype=object)
    if len(patients):
        pairs = np.column_stack([area, encode("patient", patients).codes])
        _pairs, first = np.unique(pairs, axis=0, return_index=True)
        kept &= np.isin(np.arange(len(area)), first)
    return np.bincount(area[kept], minlength=len(layer.areas)).astype(float)


def neighbours(run, layer: AreaLayer) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of neighbouring areas and the length of their shared sides (0 for points)."""
    report = part(run.progress, 0.05, 0.2)
    if layer.polygons is None:
        pairs = cap_pairs(layer.areas, _NEAREST, report)
        return pairs, np.zeros(len(pairs))
    plane = straight_plane(run, layer)
    return shared_sides(layer.polygons, len(layer.areas), _SAME_BORDER_M, plane, report)


def cluster_codes(layer: AreaLayer, cluster: np.ndarray, earlier: dict | None = None, used=()) -> np.ndarray:
    """Code of each area's cluster: its unit and a number within it; None without a cluster.

    ``earlier`` holds the codes of clusters that are kept from an earlier map; ``used`` are all codes of
    that map, none of which a new cluster may take.
    """
    kept, used = dict(earlier or {}), set(used)
    units = layer.areas.boundary
    codes = np.empty(len(cluster), dtype=object)
    numbers, seen = {}, Counter[str]()
    rank = layer.areas.id_rank
    for row in np.argsort(rank):
        value = int(cluster[row])
        if value < 0:
            continue
        if value not in numbers:
            unit = "" if units is None else str(units[row])
            seen[unit] += 1
            while value not in kept and (f"{unit}-{seen[unit]}" if unit else str(seen[unit])) in used:
                seen[unit] += 1
            numbers[value] = kept.get(value, f"{unit}-{seen[unit]}" if unit else str(seen[unit]))
        codes[row] = numbers[value]
    return codes


def bounds_text(bounds: Bounds) -> str:
    """The bounds as text that travels with a clustered layer."""
    return json.dumps(
        {name: value for name, value in asdict(bounds).items() if value not in (None, False, ())}
    )


def bounds_from_text(text: str, layer: str) -> Bounds:
    """Read what :func:`bounds_text` wrote."""
    try:
        values = json.loads(text)
        values["minima"] = tuple((name, least) for name, least in values.get("minima", ()))
        return Bounds(**values)
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(
            "zone.layer.not_merged",
            "Layer “{layer}” was not made by “Merge areas into safe zones”, or was changed since.",
            layer=layer,
        ) from error


def clusters_of(table) -> tuple[list[str], np.ndarray]:
    """Codes of a clustered layer, and the cluster of each area; -1 unless its status says clustered."""
    texts = [
        str(code) if code is not None and status == CLUSTERED else ""
        for code, status in zip(table.column(CLUSTER), table.column(STATUS))
    ]
    codes = sorted(set(texts) - {""})
    number = {code: at for at, code in enumerate(codes)}
    return codes, np.array([number.get(text, -1) for text in texts], dtype=np.int64)


def input_columns(run, table, new_names) -> list:
    """The input's own fields, but for those whose names the results take."""
    taken = {name.lower() for name in new_names}
    dropped = [kept.name() for kept in table.fields if kept.name().lower() in taken]
    if dropped:
        run.warn(tr("The result's fields replace the input's: {fields}.", fields=named(dropped)))
    return table.columns_without(new_names)


def dissolved(shapes: list) -> QgsGeometry:
    """One multipart geometry of several, repaired where a border crosses itself."""
    plain = []
    for shape in shapes:
        copy = QgsGeometry(shape)
        copy.get().dropZValue()
        copy.get().dropMValue()
        plain.append(copy)
    union = QgsGeometry.unaryUnion(plain)
    if union.isNull() or union.isEmpty():
        union = QgsGeometry.unaryUnion([made_valid(shape) for shape in plain])
    if QgsWkbTypes.flatType(union.wkbType()) == QgsWkbTypes.Type.GeometryCollection:
        union.convertGeometryCollectionToSubclass(plain[0].type())  # repaired borders leave lines behind
    union.convertToMultiType()
    return union


_YEARS = re.compile(r"^\s*(\d{4})\s*(?:[-–]\s*(\d{4}))?\s*$")


PERIOD = ask.text(
    "PERIOD",
    "Years of the records",
    "Of the records, such as 2024 or 2020-2024: records of other years are not compared. Empty: any year.",
    advanced=True,
)
EARLIER_ZONES = (
    *ask.under_advanced(
        ask.source(
            "PREVIOUS",
            "Earlier merged areas",
            "The areas as an earlier run wrote them, with the field of AREA_ID. Zones that still "
            "hold are kept.",
            ask.TABLE,
            optional=True,
        ),
        ask.switch(
            "SPLIT",
            "Split zones that have grown",
            "With PREVIOUS: a zone that could be several is split inside its border. Otherwise it "
            "stays whole.",
        ),
    ),
    PERIOD,
    *records.STORE,
)
"""PREVIOUS, SPLIT, PERIOD and the ledger."""


@dataclass(frozen=True)
class EarlierZones:
    """An earlier map of the same areas."""

    cluster: np.ndarray
    """Shape (n,). Earlier cluster of each area; -1 for none."""
    codes: list
    people: np.ndarray
    """Shape (n,). People of each area then; NaN where they are not known."""
    by_records: bool
    """Whether numbers of records drew it, or may have: it was made with minima, or does not say how."""


def read_earlier_zones(inputs, run, ids) -> EarlierZones | None:
    """The earlier map of the areas; None where none was given."""
    if not inputs.previous:
        return None
    table = read_table(run, "PREVIOUS", geometry=False)
    codes, cluster = clusters_of(table)
    people = table.numbers(AREA_POPULATION, tr("population"))
    own = [identity.canonical(value) for value in identifiers(run, table, inputs.area_id)]
    row_of = {key: row for row, key in enumerate(own)}
    rows = [row_of.get(identity.canonical(value), -1) for value in ids]
    found = np.array([cluster[row] if row >= 0 else -1 for row in rows], dtype=np.int64)
    if not (found >= 0).any():
        raise InputError(
            "zone.earlier.no_area",
            "No area of “{layer}” has a zone and a code of these areas in the field of AREA_ID. Use "
            "the layer as “Merge areas into safe zones” wrote it.",
            layer=table.name,
        )
    gone = len(set(own) - {identity.canonical(value) for value in ids})
    if gone:
        run.counts["previous_areas_gone"] = gone
        run.warn(tr("{count} earlier areas do not exist any more.", count=gone))
    people_then = np.array([people[row] if row >= 0 else np.nan for row in rows])
    return EarlierZones(found, codes, people_then, _by_records(table))


def _by_records(table) -> bool:
    """Whether numbers of records drew an earlier map, as far as it says."""
    if table.fields.lookupField(BOUNDS) < 0:
        return True
    texts = {str(text) for text in table.column(BOUNDS) if text is not None}
    bounds = [bounds_from_text(text, table.name) for text in texts]
    return not bounds or any(one.drawn_by_records or one.minima for one in bounds)


def _refuse_few_records(ids, cluster, old, cases, bounds) -> None:
    """Compare by records, too, where every count is meant to be shown."""
    if cases is not None and bounds.fewest_cases:
        refuse_small_differences(ids, cluster, old, cases, bounds.fewest_cases, Phrase("records"))


def refuse_differences(areas, cluster, bounds, earlier: EarlierZones, cases) -> None:
    """Compare with the earlier layer, by the people of then, so that nothing is told by subtraction."""
    old = earlier.cluster
    people = np.where(np.isnan(earlier.people), areas.population, earlier.people)
    threshold = _least_people(bounds)
    if threshold:
        refuse_small_differences(areas.ids, cluster, old, people, threshold)
    _refuse_few_records(areas.ids, cluster, old, cases, bounds)


def _least_people(bounds) -> float:
    return max(bounds.population or 0, bounds.class_size or 0)


def register(run, period: str, problem, codes):
    """Compare with the clusterings that the ledger holds, and enter this one; what to confirm, or None."""
    ledger_state = records.opened(run)
    if ledger_state is None:
        return None
    areas, bounds = problem.layer.areas, problem.bounds
    _years(period)
    keys = [identity.canonical(value) for value in areas.ids]
    entries, other_years = of_years(ledger_state, period, "clustering")
    run.counts["earlier_clusterings_compared"] = sum(
        _compare(problem, keys, codes, entry) for _number, entry in entries
    )
    if other_years:
        run.warn(
            tr(
                "The ledger holds zones for other years ({numbers}). They were not compared: counts of "
                "different records tell nothing of each other. Make sure that no record is in both.",
                numbers=named(str(number) for number, _entry in other_years),
            )
        )
    facts = {
        "kind": "clustering", "areas": keys, "zone": ["" if code is None else code for code in codes],
        "people": [float(value) for value in areas.population], "period": period,
        "threshold": float(_least_people(bounds)),
    }  # fmt: skip
    return records.enter_zones(ledger_state, facts)


def _compare(problem, keys, codes, entry) -> int:
    """Refuse small differences with one registered clustering; 1 where it was compared."""
    areas, bounds, cases = problem.layer.areas, problem.bounds, problem.tallies.cases
    place = {key: at for at, key in enumerate(entry["areas"])}
    rows = [place.get(key, -1) for key in keys]
    threshold = max(_least_people(bounds), entry.get("threshold", 0))
    if all(row < 0 for row in rows) or not (threshold or bounds.fewest_cases):
        return 0
    people = np.array([entry["people"][row] if row >= 0 else own for row, own in zip(rows, areas.population)])
    old = _numbered([entry["zone"][row] if row >= 0 else "" for row in rows])
    new = _numbered(codes)
    _refuse_few_records(areas.ids, new, old, cases, bounds)
    if not threshold:
        return 1
    least = min(threshold, _least_people(bounds) or threshold, entry.get("threshold") or threshold)
    refuse_small_differences(areas.ids, new, old, people, least)
    return 1


def _numbered(codes) -> np.ndarray:
    known = {code: at for at, code in enumerate(sorted({code for code in codes if code}))}
    return np.array([known.get(code, -1) for code in codes], dtype=np.int64)


def _years(period: str) -> tuple | None:
    """First and last year; None for any year."""
    if not period.strip():
        return None
    match = _YEARS.match(period)
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise InputError(
            "release.period.no_years",
            "PERIOD “{period}” is no year or years, such as 2024 or 2020-2024.",
            period=period,
        )
    return int(match[1]), int(match[2] or match[1])


def of_years(ledger_state: LedgerState, period: str, *kinds: str) -> tuple[list, list]:
    """Entries of some kinds with their numbers: those of overlapping years, and those of others."""
    near: list[tuple[int, dict]] = []
    others: list[tuple[int, dict]] = []
    for number, entry in enumerate(ledger_state.zones, 1):
        if entry.get("kind") in kinds:
            (near if overlap(period, entry.get("period", "")) else others).append((number, entry))
    return near, others


def overlap(one: str, other: str) -> bool:
    """Whether two periods share a year; an empty one is any year."""
    first, second = _years(one), _years(other)
    return first is None or second is None or (first[0] <= second[1] and second[0] <= first[1])

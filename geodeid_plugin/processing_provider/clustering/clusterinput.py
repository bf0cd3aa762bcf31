# SPDX-License-Identifier: GPL-2.0-or-later
"""What the algorithms about clusters share: bounds, units, the graph, and how clusters are written."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, replace

import numpy as np
from qgis.core import (
    QgsField,
    QgsGeometry,
    QgsProcessing,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
    QgsWkbTypes,
)

from ...core.base.errors import InputError, named
from ...core.base.progress import part
from ...core.base.thresholds import POPULATION, RECORD_RISK
from ...core.base.verdict import Check
from ...core.clustering.graph import cap_pairs
from ...core.clustering.objective import Bounds, Tallies
from ...core.exposure.uniqueness.classes import encode
from ...core.geometry.adjacency import shared_sides
from ...core.geometry.areas import Areas
from ...i18n import tr
from ..framework import ask
from ..framework.parameters import NUMERIC, choice, field
from ..framework.verdict.audience import add_audience, chosen
from ..io import AreaLayer, PointLayer, identifiers, locate, number_of, read_points, read_table
from ..io.area_layer import straight_plane
from ..io.who.patients import patients_of, rows_are_people

METRICS = ("population", "cases", "maximum", "average")
CLUSTER, CLUSTER_POPULATION, CLUSTER_RISK = "cluster", "cluster_population", "cluster_risk"
STATUS, AREA_POPULATION, BOUNDS, COLOUR = "status", "area_population", "cluster_bounds", "colour"
WRITTEN = (CLUSTER, CLUSTER_POPULATION, CLUSTER_RISK, STATUS, AREA_POPULATION, BOUNDS, COLOUR)
"""Fields of a clustered layer that are not the areas' own."""
CLUSTERED, UNRESOLVED, OUTSIDE = "clustered", "unresolved", "outside"
PALETTE = 7
"""Colours of the styles for clusters; neighbours get different ones."""
_EXTRA = {
    "population": "MINIMUM_POPULATION",
    "cases": "MAXIMUM_CASE_RATE",
    "maximum": "MAXIMUM_RISK",
    "average": "AVERAGE_RISK",
}
_NUMBER = QgsProcessingParameterNumber
_SPLIT_SHARE = 0.01
"""Areas of the finer layer may lose this share at a border: two layers never agree on it exactly."""


def add_bounds(algorithm) -> None:
    """Add RISK_METRIC, THRESHOLD and what else must hold."""
    algorithm.add(
        choice("RISK_METRIC", tr("Risk metric"), METRICS, "population"),
        tr(
            "population: people of each cluster, at least. cases: records per person of each cluster, at "
            "most. maximum: 1 / people of the smallest equivalence class of each cluster, at most. average: "
            "clusters per person (per record where CASES is given) over the release, at most."
        ),
    )
    algorithm.add(
        _NUMBER("THRESHOLD", tr("Threshold"), _NUMBER.Type.Double, 20001, minValue=1e-9),
        tr(
            "People for the metric population (20001 for “more than 20 000”); a risk between 0 and 1 for the "
            "others, such as 0.2. For maximum and average a number above 1 is a class size: 11 means 1/11."
        ),
    )
    add_audience(algorithm, tr("Threshold"), POPULATION, RECORD_RISK)
    algorithm.add(
        field("CASES", tr("Records"), "AREAS", NUMERIC, optional=True),
        tr("Field with the number of records (patients) of each area, for the metrics cases and average."),
    )
    algorithm.add(
        QgsProcessingParameterFeatureSource(
            "PATIENTS", tr("Patients to count"), [QgsProcessing.SourceType.TypeVectorPoint], optional=True
        ),
        tr(
            "Points of the sensitive layer, counted in each area in place of the field CASES. Points "
            "outside every area are not counted, and the run says how many there are."
        ),
        advanced=True,
    )
    algorithm.add(
        field("RECORD_ID", tr("Patient identifier"), "PATIENTS", optional=True),
        tr(
            "Field of the patients to count that identifies one, where a patient may have several points: "
            "each is counted once an area."
        ),
        advanced=True,
    )
    algorithm.add(
        field("CLASSES", tr("Equivalence classes"), "AREAS", NUMERIC, optional=True, several=True),
        tr(
            "Fields that count the people of each equivalence class (such as women of 40 to 49) in each "
            "area, for the metric maximum. Every class of a cluster must be empty or large enough."
        ),
        advanced=True,
    )
    for metric, title, text in (
        ("population", tr("Also: fewest people"), tr("Every cluster must also hold this many people.")),
        ("cases", tr("Also: most records per person"), tr("Every cluster must keep to this rate as well.")),
        ("maximum", tr("Also: highest maximum risk"), tr("Every cluster must keep to this risk as well.")),
        ("average", tr("Also: highest average risk"), tr("The release must keep to this risk as well.")),
    ):
        algorithm.add(
            _NUMBER(_EXTRA[metric], title, _NUMBER.Type.Double, optional=True, minValue=1e-9),
            text,
            advanced=True,
        )
    algorithm.add(
        _NUMBER(
            "MINIMUM_CASES", tr("Also: fewest records"), _NUMBER.Type.Double, optional=True, minValue=1e-9
        ),
        tr(
            "Every cluster must also hold this many records (the field CASES): with 11, no count by "
            "cluster lies between 1 and 10, and none has to be withheld."
        ),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterString("MINIMA", tr("Also: fewest of other fields"), optional=True),
        tr(
            "Further number fields of the areas that must reach a least sum in every cluster: field=number, "
            "separated by semicolons, such as women=11; men=11."
        ),
        advanced=True,
    )


def read_bounds(run) -> Bounds:
    """The bounds that were asked for."""
    metric = run.choice("RISK_METRIC")
    values = {name: run.number(parameter) for name, parameter in _EXTRA.items()}
    if values[metric] is not None:
        raise InputError(
            tr("The bound on {metric} is given twice: as THRESHOLD and as {parameter}. Give it once.").format(
                metric=metric, parameter=_EXTRA[metric]
            )
        )
    values[metric] = _threshold(run, metric)
    over_records = values["average"] is not None and bool(run.field("CASES"))
    return Bounds(
        **values, over_records=over_records, fewest_cases=run.number("MINIMUM_CASES"),
        minima=_read_minima(run),
    )  # fmt: skip


def _read_minima(run) -> tuple:
    """Names and least sums of MINIMA."""
    minima = []
    for item in filter(None, (piece.strip() for piece in (run.text("MINIMA") or "").split(";"))):
        name, _equals, text = (piece.strip() for piece in item.partition("="))
        least = number_of(text)
        if not name or least is None or not 0 < least < float("inf"):
            raise InputError(
                tr(
                    "“{item}” in MINIMA does not name a field and a number above 0. Write field=number, "
                    "separated by semicolons."
                ).format(item=item)
            )
        minima.append((name, least))
    return tuple(minima)


def _threshold(run, metric: str) -> float:
    """The preset's threshold where an audience was chosen, else THRESHOLD."""
    entry = chosen(run)
    if entry is None:
        return run.number("THRESHOLD")
    fitting = ("population",) if entry.measure == POPULATION else ("maximum", "average")
    if metric not in fitting:
        raise InputError(
            tr("The preset {preset} does not limit the risk metric {metric}. Choose {fitting}.").format(
                preset=entry.key, metric=metric, fitting=named(fitting)
            )
        )
    if entry.measure == POPULATION:
        return entry.number + 1 if entry.strict else entry.number
    return entry.number if entry.class_size is None else entry.class_size


def read_tallies(run, layer: AreaLayer, bounds: Bounds) -> tuple[Tallies, tuple[Check, ...]]:
    """Counts of each area, and whether they count people; a missing count is an error."""
    table, ids = layer.table, layer.areas.ids
    cases = table.numbers(run.field("CASES"), tr("number of records"), ids) if run.field("CASES") else None
    checks: tuple[Check, ...] = ()
    if run.wanted("PATIENTS"):
        if cases is not None:
            raise InputError(
                tr("Records are given twice: as the field CASES and as PATIENTS. Give them once.")
            )
        points = read_points(run, "PATIENTS")
        cases, checks = _counted(run, layer, points), rows_are_people(run, points.table)
    names = run.fields("CLASSES")
    classes = [table.numbers(name, tr("count"), ids) for name in names]
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
            tr("{count} of {total} patients lie in no area and were not counted.").format(
                count=outside, total=len(area)
            )
        )
    kept = area >= 0
    patients = np.array(patients_of(run, points.table), dtype=object)
    if len(patients):
        pairs = np.column_stack([area, encode("patient", patients).codes])
        _pairs, first = np.unique(pairs, axis=0, return_index=True)
        kept &= np.isin(np.arange(len(area)), first)
    return np.bincount(area[kept], minlength=len(layer.areas)).astype(float)


def add_units(algorithm) -> None:
    """Add what BOUNDARY leaves open: prefixes, a boundary layer, units that are joined."""
    algorithm.add(
        _NUMBER(
            "BOUNDARY_LENGTH", tr("Characters of the boundary unit"), _NUMBER.Type.Integer, 0, minValue=0
        ),
        tr("Use only this many leading characters of BOUNDARY, such as 3 of a postal code. 0: all of it."),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterFeatureSource(
            "BOUNDARY_LAYER",
            tr("Boundary layer"),
            [QgsProcessing.SourceType.TypeVectorPolygon],
            optional=True,
        ),
        tr(
            "Polygons that no cluster may cross. An area belongs to the polygon that its representative "
            "point lies in; areas that reach into another one are reported, areas outside all are held back."
        ),
        advanced=True,
    )
    algorithm.add(
        field("BOUNDARY_ID", tr("Unit field of the boundary layer"), "BOUNDARY_LAYER", optional=True),
        tr("Field with one distinct code per unit. Empty: numbers from 1."),
        advanced=True,
    )
    algorithm.add(
        QgsProcessingParameterString("JOIN_UNITS", tr("Units to join"), optional=True),
        tr(
            "Units that may be clustered together with a neighbour, because they cannot meet the threshold "
            "alone: unit=neighbour, separated by semicolons. Nothing is joined without being named here."
        ),
        advanced=True,
    )


GRAPH = (
    ask.number(
        "TOLERANCE",
        "Tolerance of shared sides (m)",
        "Borders closer than this are the same border, metres. Polygons only.",
        0.1,
        least=0,
        advanced=True,
    ),
    ask.whole(
        "NEIGHBOURS",
        "Nearest areas that are neighbours",
        "For areas given as points: how many nearest areas, by the cap distance, count as adjacent.",
        6,
        least=1,
        advanced=True,
    ),
)
"""How neighbours are found."""


def add_graph(algorithm) -> None:
    """Add :data:`GRAPH`."""
    for one in GRAPH:
        algorithm.addParameter(one.definition())


def with_units(run, layer: AreaLayer) -> tuple[AreaLayer, np.ndarray]:
    """The areas with their boundary units, and which of them lie in any."""
    units = layer.areas.boundary
    length = run.integer("BOUNDARY_LENGTH")
    if length and units is not None:
        short = layer.areas.ids[np.array([len(unit) < length for unit in units])]
        if len(short):
            raise InputError(
                tr("The boundary unit of area {areas} has fewer than {length} characters.").format(
                    areas=named(short), length=length
                )
            )
        units = _objects(unit[:length] for unit in units)
    inside = np.ones(len(layer.areas), dtype=bool)
    if run.parameters.get("BOUNDARY_LAYER"):
        polygon_unit, inside = _units_of_layer(run, layer)
        units = polygon_unit if units is None else _objects(f"{a} {b}" for a, b in zip(units, polygon_unit))
    if run.text("JOIN_UNITS"):
        units = _joined(units, run.text("JOIN_UNITS"))
    return AreaLayer(replace(layer.areas, boundary=units), layer.table, layer.polygons), inside


def _objects(values) -> np.ndarray:
    values = list(values)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _units_of_layer(run, layer: AreaLayer):
    table = read_table(run, "BOUNDARY_LAYER")
    name = run.field("BOUNDARY_ID")
    ids = identifiers(run, table, name) if name else np.arange(1, len(table) + 1).astype(object)
    polygons = table.polygons(ids)
    zeros = np.zeros(len(table))
    units = AreaLayer(Areas(ids, zeros, zeros, zeros, zeros), table, polygons)
    row = locate(run, units, PointLayer(layer.areas.lon_deg, layer.areas.lat_deg, layer.table))
    empty = ids[np.setdiff1d(np.arange(len(ids)), row)]
    if len(empty):
        run.warn(
            tr("{count} boundary units hold no area: {units}.").format(count=len(empty), units=named(empty))
        )
    outside = layer.areas.ids[row < 0]
    if len(outside):
        run.counts["outside_every_boundary"] = len(outside)
        run.warn(
            tr("{count} areas lie outside every boundary unit and are held back: {areas}.").format(
                count=len(outside), areas=named(outside)
            )
        )
    split = _split_areas(run, layer, table, row)
    if len(split):
        run.counts["split_by_boundary"] = len(split)
        run.warn(
            tr(
                "{count} areas reach into another boundary unit than that of their representative point: "
                "{areas}."
            ).format(count=len(split), areas=named(layer.areas.ids[split]))
        )
    return _objects(str(ids[r]) if r >= 0 else "" for r in row), row >= 0


def _split_areas(run, layer: AreaLayer, table, row) -> np.ndarray:
    """Areas of which more than one per cent lies outside their unit."""
    split: list = []
    if layer.polygons is None:
        return np.array(split, dtype=np.int64)
    for unit in np.unique(row[row >= 0]):
        run.progress(0.05)
        shape = _sound(table.geometries[unit])
        engine = QgsGeometry.createGeometryEngine(shape.constGet())
        engine.prepareGeometry()
        for area in np.flatnonzero(row == unit):
            own = layer.table.geometries[area]
            if not engine.contains(own.constGet()):
                own = _sound(own)
                if own.intersection(shape).area() < (1 - _SPLIT_SHARE) * own.area():
                    split.append(area)
    return np.array(sorted(split), dtype=np.int64)


def _sound(shape: QgsGeometry) -> QgsGeometry:
    return shape if shape.isGeosValid() else shape.makeValid()


def _joined(units, text: str) -> np.ndarray:
    if units is None:
        raise InputError(tr("JOIN_UNITS needs boundary units. Give BOUNDARY or BOUNDARY_LAYER."))
    known, to = set(units), {}
    for item in filter(None, (piece.strip() for piece in text.split(";"))):
        unit, equals, neighbour = (piece.strip() for piece in item.partition("="))
        if not equals or unit not in known or neighbour not in known or unit == neighbour:
            raise InputError(
                tr(
                    "“{item}” in JOIN_UNITS does not name two boundary units. Write unit=neighbour, "
                    "separated by semicolons."
                ).format(item=item)
            )
        to[unit] = neighbour

    def target(unit):
        seen = [unit]
        while seen[-1] in to and to[seen[-1]] not in seen:
            seen.append(to[seen[-1]])
        return seen[-1]

    names = {unit: target(unit) for unit in known}
    groups: dict = {}
    for unit, last in names.items():
        groups.setdefault(last, []).append(unit)
    label = {last: " + ".join(sorted(members)) for last, members in groups.items()}
    return _objects(label[names[unit]] for unit in units)


def neighbours(run, layer: AreaLayer) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of neighbouring areas and the length of their shared sides (0 for points)."""
    report = part(run.progress, 0.05, 0.2)
    if layer.polygons is None:
        pairs = cap_pairs(layer.areas, run.integer("NEIGHBOURS"), report)
        return pairs, np.zeros(len(pairs))
    plane = straight_plane(run, layer)
    return shared_sides(layer.polygons, len(layer.areas), run.number("TOLERANCE"), plane, report)


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
            tr("Layer “{layer}” was not made by “Merge areas into safe zones”, or was changed since.").format(
                layer=layer
            )
        ) from error


def input_columns(run, table, new_names) -> list:
    """The input's own fields, but for those whose names the results take."""
    taken = {name.lower() for name in new_names}
    dropped = [kept.name() for kept in table.fields if kept.name().lower() in taken]
    if dropped:
        run.warn(tr("The result's fields replace the input's: {fields}.").format(fields=named(dropped)))
    return [
        (QgsField(kept), table.attributes.stored(index))
        for index, kept in enumerate(table.fields)
        if kept.name().lower() not in taken
    ]


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
        union = QgsGeometry.unaryUnion([_sound(shape) for shape in plain])
    if QgsWkbTypes.flatType(union.wkbType()) == QgsWkbTypes.Type.GeometryCollection:
        union.convertGeometryCollectionToSubclass(plain[0].type())  # repaired borders leave lines behind
    union.convertToMultiType()
    return union

# SPDX-License-Identifier: GPL-2.0-or-later
"""What a mask hides and what it destroys, for one mask or many."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import numpy as np
from qgis.core import QgsProcessingFeatureSource, QgsWkbTypes

from ...core.base.errors import InputError, Phrase, named
from ...core.base.progress import part
from ...core.base.randomness import Source
from ...core.base.thresholds import class_size_for, forbidding
from ...core.base.verdict import FAILED, MADE, Check
from ...core.exposure.masked_points import Pairs, link
from ...core.exposure.matching.mask_models import MaskModel, Surroundings, mask_model_of
from ...core.exposure.matching.near_home import Homes, Mask, NearHome, near_home
from ...core.geomask.baselines.containers import Containers
from ...core.geomask.baselines.places import nearest_m
from ...core.geomask.strategy import Transitions
from ...core.geometry.people_around import Addresses, CensusSurface
from ...core.geometry.polygons import Polygons
from ...core.geometry.sphere import haversine_m
from ...core.utility import evaluation
from ...host.compat import LINE, is_null
from ...i18n import tr
from ...report import chartdata
from ...report.numbers import count, metres, number
from .. import io
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import CODE, REAL, TEXT, WHOLE, Features, Result
from ..framework.released_points import places_in, plain
from ..framework.run import Run
from ..framework.verdict import judging
from ..framework.verdict.metricsfile import read_metrics
from ..geomasking import crowd, lpverdict
from ..io.table import geometries_of, rows_named
from . import evaluation_report

_TOLD_S = 30.0
"""Seconds from which on a run says how long it will take."""
_SAME_HOME_M = 1.2
"""From a record's home to the start of its line: files round degrees to 1e-5 (1.1 m) at the coarsest."""
MEASURES = (
    "AT_RISK_SHARE", "MARKETER", "JOURNALIST", "PROSECUTOR", "SMALLEST_K", "MEDIAN_K", "SMALLEST_K_METHOD",
    "SMALLEST_K_ORIGINAL", "SMALLEST_K_ORIGINAL_METHOD", "LINKAGE_SHARE", "OPTIMAL_LINKAGE_SHARE",
    "SPRUILL_SHARE", "STAYED_SHARE",
    "MATCHED_SHARE", "MATCHED_RISK", "ADDRESS_MATCHED_SHARE", "ADDRESS_RISK",
    "FALSE_HOME_SHARE", "AVERAGING_10_M", "MEAN_MOVE_M", "MEDIAN_MOVE_M", "P95_MOVE_M", "CENTRE_SHIFT_M",
    "SPREAD_RATIO", "NEIGHBOUR_RATIO", "L_DIFFERENCE_M", "DENSITY_CORRELATION", "HOT_SPOT_OVERLAP",
    "TRANSPORT_M", "CHANGED_AREA_SHARE",
)  # fmt: skip
_RECORD = {
    "record": CODE,
    "move_m": REAL,
    "bearing_deg": REAL,
    "k_original": WHOLE,
    "k_original_method": WHOLE,
    "k_moved": REAL,
    "k_method": REAL,
    "risk": REAL,
}
_MASK = {
    "mask": TEXT,
    "releases": WHOLE,
    "verdict": TEXT,
    **{one.lower() + end: REAL for one in MEASURES for end in ("", "_low", "_high")},
}


@dataclass(frozen=True)
class LinkedMask:
    """A mask of the records."""

    pairs: Pairs
    """True and masked places."""
    keys: Any
    """What the records are called, numbers or texts."""
    name: str
    """Of the masked layer."""
    beside: tuple[Check, ...] = ()
    """Whether what stands beside its points tells the true places."""


class EvaluateMask(GeoDeIDAlgorithm):
    """``geodeid:evaluatemask``."""

    ID = "evaluatemask"
    TITLE = "Evaluate a mask"
    HEADING = labels.CHECK
    TAGS = (
        "geomask", "k-anonymity", "linkage", "spruill", "displacement", "ripley", "utility",
        "risk of a mask",
    )  # fmt: skip
    SUMMARY = (
        "Measures what a mask hides (among how many people, for four adversaries; linkage; records that "
        "stayed) and what it destroys (moves, spread, Ripley's functions, hot spots, changed areas). "
        "Further masks are compared in a table. All of it is internal."
    )
    JUDGES = True
    JUDGED = "MASKED"
    INPUTS = (
        ask.source(
            "ORIGINAL",
            "True points",
            "The records at their true places. Leave empty where LINKS is given.",
            optional=True,
        ),
        ask.source(
            "MASKED",
            "Masked points",
            "The same records at their masked places, in any coordinate reference system.",
            optional=True,
        ),
        ask.field(
            "LINK",
            "Link field",
            "Field of both layers with one distinct value per record, by which they are linked.",
            "ORIGINAL",
            optional=True,
        ),
        ask.source(
            "LINKS",
            "Links",
            "Instead of two layers: lines from true to masked places, the internal output of a mask.",
            ask.LINES,
            optional=True,
        ),
        ask.source(
            "ADDRESSES",
            "Addresses",
            "Address points: k is counted exactly, and dots on somebody else's house are found.",
            optional=True,
            advanced=True,
        ),
        blocks.RESIDENTS,
        *blocks.areas("optional", boundary=False, optional=True),
        ask.whole(
            "SIMULATIONS",
            "Random patterns for Ripley's K",
            "0 leaves Ripley's functions out.",
            99,
            least=0,
            most=9999,
            advanced=True,
        ),
        ask.number(
            "THRESHOLD",
            "Acceptable risk",
            "The verdict compares the worst adversary with it: 0.091 for 1 in 11 of a record, and the share "
            "of records identified correctly.",
            0.091,
            least=0.000001,
            most=1,
        ),
        ask.file(
            "MASK",
            "Metrics of the masking",
            "METRICS of the run that made the mask: its audited bound is judged, or how it moves points is "
            "read.",
            extension="json",
            advanced=True,
        ),
        ask.text(
            "MASK_MODEL",
            "Distribution of the moves",
            "How the mask moves points, as an adversary may know it: a kind and its numbers in metres, "
            "such as “donut 50 500”, “gaussian 200”, “geoind 0.7”, “populationdonut 20 100”, “grid 500”. "
            "Empty: as MASK or the links say; else a distribution is fitted, and nothing can pass.",
            advanced=True,
        ),
        ask.source(
            "TABLE",
            "Table of probabilities",
            "The table by which an LP mask moved the records, for the adversary who knows it. Needs AREAS "
            "with AREA_ID.",
            ask.TABLE,
            optional=True,
            advanced=True,
        ),
        ask.source(
            "WITHIN",
            "Stayed within",
            "The polygons that the mask kept every record inside, where it had some.",
            ask.POLYGONS,
            optional=True,
            advanced=True,
        ),
        *ask.under_advanced(crowd.ROADS),
        ask.layers(
            "CANDIDATES",
            "Further masks",
            "Other masks of the same records: link lines, or points with the link field. A number at the "
            "end of a name marks repeats of one.",
            advanced=True,
        ),
        blocks.seed(undoes=False),
    )
    OUTPUTS = (
        give.lines(
            "OUTPUT",
            "Evaluated records",
            "Lines from true to masked places with move_m, bearing_deg, the k of four adversaries (k_moved, "
            "k_method, k_original, k_original_method) and risk, 1/k_moved. Internal: do not release.",
            internal=True,
            style="evaluated_moves",
            fields=_RECORD,
        ),
        give.table(
            "COMPARISON",
            "Comparison of masks",
            "A row for each mask: its verdict, and mean, smallest and largest value of each figure.",
            optional=True,
            fields=_MASK,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("RECORDS", "Records"),
        give.number("AT_RISK_SHARE", "Share of records above the acceptable risk"),
        give.number("SMALLEST_K", "Smallest k, adversary with the masked map"),
        give.number("MATCHED_SHARE", "Share matched correctly by who knows the mask and holds the homes"),
        give.number("MATCHED_RISK", "Largest risk of a record in that matching"),
        give.number("STAYED_SHARE", "Share of records that did not move"),
        give.number("MEAN_MOVE_M", "Mean move (m)"),
        give.number("HOT_SPOT_OVERLAP", "Overlap of the hot spots"),
    )
    """Of all measures those on which a model branches; METRICS hold every one."""

    def compute(self, inputs, run) -> Result:
        limit = forbidding(inputs.threshold)
        mask, crs = _read_mask(run, inputs)
        metrics = read_metrics(run, "MASK", "lpmask", "randommask")
        mask_model = _stated_model(run, inputs, metrics)
        surroundings, layer_of_areas = _surroundings(run, inputs, mask_model)
        counted_by = layer_of_areas if inputs.population and not inputs.addresses else None
        task = _Task(
            run, inputs, mask, crs, surroundings,
            layer_of_areas if inputs.population and inputs.residents else counted_by, run.randomness(),
        )  # fmt: skip
        layers = run.layers("CANDIDATES")
        _foretell(run, len(mask.pairs) * (1 + len(layers)), counted_by is not None)
        share = 0.8 / (1 + len(layers))
        progress = part(run.progress, 0.1, 0.1 + share)
        measured = evaluation.evaluate(mask.pairs, surroundings, task.source, progress)
        if "TRANSPORT_M" not in measured.figures:
            run.warn(tr("Fewer than 3 records, or all on one line, make no pattern: it was not measured."))
        of_lp = metrics if metrics and metrics["algorithm"] == "lpmask" else None
        near = _tested(
            mask.pairs, surroundings.known, counted_by, of_lp, task.source, part(run.progress, 0.9, 0.95)
        )
        own, others, drawn = task.evaluated(mask, measured, near), [], {mask.name: mask.pairs}
        for index, layer in enumerate(layers, 1):
            progress = part(run.progress, 0.1 + share * index, 0.1 + share * (index + 1))
            one, pairs = task.further(layer, progress)
            others.append(one)
            drawn.setdefault(one.name, pairs)
        candidates = sorted(
            evaluation.candidates_of([(one.name, one.measured.figures) for one in (own, *others)]),
            key=lambda one: one.mean("MEAN_MOVE_M"),
        )
        about = judging.inputs_of(run, counted_by, measured.figures["RECORDS"])
        judged = evaluation_report.judge_all(about, limit, own, others, of_lp)
        charts = chartdata.of_evaluation(measured)
        return Result(
            figures={**measured.figures, **_of_redraws(near)},
            layers={
                "OUTPUT": lambda: _records(run, mask, measured, crs),
                "COMPARISON": lambda: _comparison(candidates, judged.levels),
            },
            report=evaluation_report.report(
                measured, charts, candidates, judged, evaluation_report.Drawn(drawn, layer_of_areas)
            ),
            metrics={"charts": charts},
        )


@dataclass(frozen=True)
class _Task:
    """What all masks of the same records are measured with."""

    run: Run
    inputs: ask.Inputs
    mask: LinkedMask
    crs: Any
    """Of the layer of the true points."""
    surroundings: evaluation.Surroundings
    counted_by: io.AreaLayer | None
    """The areas whose people count, or the residents of addresses."""
    source: Source

    def evaluated(self, mask: LinkedMask, measured, near=None) -> evaluation_report.Evaluated:
        """A mask as the verdict takes it."""
        population = judging.population_checks(self.run, self.counted_by, measured.figures["RECORDS"])
        counted = Phrase("all addresses") if self.inputs.addresses else Phrase("all people of the areas")
        return evaluation_report.Evaluated(
            mask.name, measured, mask.keys, counted, population, mask.beside, near
        )

    def further(self, layer, progress) -> tuple[evaluation_report.Evaluated, Pairs]:
        """A further mask, called by its layer without the number of the release."""
        by_its_model = _with_own_model(self.run, self.surroundings, layer)
        other = _further_mask(self.run, self.inputs, layer, self.mask, self.crs)
        measured = evaluation.evaluate(other.pairs, by_its_model, self.source, progress)
        name = re.sub(r"[\s_#-]*\d+$", "", layer.name()) or layer.name()
        return self.evaluated(replace(other, name=name), measured), other.pairs


def _of_redraws(near: NearHome | None) -> dict:
    """What the test of dots near homes found."""
    if near is None:
        return {}
    return {"NEAR_P": near.least, "NEAR_HOMES": len(near.near), "NEAR_HOMES_MOST": near.most}


def _foretell(run, records: int, by_areas: bool) -> None:
    """Say how long it will take, where that is long."""
    seconds = evaluation.expected_seconds(records, by_areas)
    if seconds >= _TOLD_S:
        run.progress(
            0.1,
            tr("{count} records: about {minutes} minutes of processor time").format(
                count=count(records), minutes=number(seconds / 60, ".2g")
            ),
        )


def _read_mask(run, inputs) -> tuple[LinkedMask, Any]:
    """The mask, and the reference system of its layer."""
    if inputs.links:
        table = io.read_table(run, "LINKS")
        pairs = _line_ends(table.geometries, table.name)
        return LinkedMask(pairs, np.arange(1, len(table) + 1), table.name), table.crs
    if not (inputs.original and inputs.masked):
        raise InputError(
            "evaluation.input.missing",
            "Give ORIGINAL and MASKED points with a LINK field, or LINKS as lines.",
        )
    if not inputs.link:
        raise InputError(
            "evaluation.link.missing",
            "Choose the LINK field: without it nobody can tell which masked point belongs to which record.",
        )
    original, masked = io.read_points(run, "ORIGINAL"), io.read_points(run, "MASKED")
    keys = original.table.column(inputs.link)
    rows, masked_rows = link(keys, masked.table.column(inputs.link))
    pairs = Pairs(
        original.lon_deg[rows],
        original.lat_deg[rows],
        masked.lon_deg[masked_rows],
        masked.lat_deg[masked_rows],
    )
    crs = original.table.crs
    beside = _beside(run, pairs, crs, masked.table, masked_rows, run.source("MASKED"))
    return LinkedMask(pairs, [str(keys[row]) for row in rows], masked.table.name, beside), crs


_MOST_READ = 20_000
"""Records whose fields are read for true places; of more of them, evenly chosen ones."""


def _beside(run, pairs: Pairs, crs, masked, rows, source) -> tuple[Check, ...]:
    """Whether fields, heights or measures of masked points tell the places where their records truly are.

    ``crs`` is of the layer of true points; ``rows`` are those of the ``masked`` table, in the order of the
    pairs, and ``source`` is what it was read from.
    """
    some = slice(None, None, -(-len(rows) // _MOST_READ))
    columns = {
        one.name(): plain([values[row] for row in rows[some]])
        for one in masked.fields
        for values in [masked.column(one.name())]
    }
    if QgsWkbTypes.hasZ(source.wkbType()) or QgsWkbTypes.hasM(source.wkbType()):
        shapes, _kind = geometries_of(source, masked.row_ids)
        columns["z"], columns["m"] = map(list, zip(*(_z_and_m(shapes[int(row)]) for row in rows[some])))
    homes = places_in(run, np.column_stack(pairs.true)[some], crs)
    dots = places_in(run, np.column_stack(pairs.masked)[some], masked.crs)
    telling = [name for name, values in columns.items() if homes.tells_coordinate(values)]
    others = {
        name: values
        for name, values in columns.items()
        if name not in telling and not dots.tells_coordinate(values)  # where the dot is, anybody sees
    }
    telling = telling or [name for name, values in others.items() if homes.told_in({name: values})]
    if not telling and homes.told_in(others):
        telling = list(others)
    said = {"mask": masked.name, "fields": named(telling)}
    if telling:
        sentence = Phrase("The masked points “{mask}” tell the true places in {fields}.", **said)
        return (Check("beside", FAILED, sentence, Phrase("Delete these fields, heights or measures.")),)
    return (Check("beside", MADE, Phrase("No field of the masked points tells the true places.")),)


def _z_and_m(shape) -> tuple[float, float]:
    """Height and measure of a point, whose geometry must outlive what it hands out."""
    point = next(shape.vertices())
    return point.z(), point.m()


def _further_mask(run, inputs, layer, mask: LinkedMask, crs) -> LinkedMask:
    """Another mask of the same records, lines or points linked as MASKED is."""
    table, true = io.read_map_layer(run, layer, "CANDIDATES"), mask.pairs
    if table.geometries[0].type() != QgsWkbTypes.GeometryType.PointGeometry:
        lines = _line_ends(table.geometries, table.name)
        if len(lines) != len(true):
            raise InputError(
                "evaluation.links.other_number",
                "Layer “{layer}” holds {lines} lines, but {records} records are evaluated: give a mask "
                "of the same records.",
                layer=table.name,
                lines=count(len(lines)),
                records=count(len(true)),
            )
        _check_homes(lines, true, table.name)
        return LinkedMask(lines, np.arange(1, len(lines) + 1), table.name)
    if inputs.links:
        raise InputError(
            "evaluation.links.points",
            "Layer “{layer}” holds points: give ORIGINAL and LINK instead of LINKS.",
            layer=table.name,
        )
    points = io.points_of(table)
    rows, masked_rows = link(mask.keys, table.column(inputs.link))
    linked = Pairs(
        true.lon_deg[rows],
        true.lat_deg[rows],
        points.lon_deg[masked_rows],
        points.lat_deg[masked_rows],
    )
    source = QgsProcessingFeatureSource(layer, run.context)
    beside = _beside(run, linked, crs, table, masked_rows, source)
    return LinkedMask(linked, mask.keys, table.name, beside)


def _check_homes(lines: Pairs, true: Pairs, name: str) -> None:
    """Lines must begin where the records live: else the page would compare masks of different people."""
    homes, starts = (true.lon_deg, true.lat_deg), (lines.lon_deg, lines.lat_deg)
    apart = max(nearest_m(*starts, *homes).max(), nearest_m(*homes, *starts).max())
    if apart > _SAME_HOME_M:
        raise InputError(
            "evaluation.links.apart",
            "The lines of layer “{layer}” begin up to {far} from the records that are evaluated. Give "
            "a mask of the same records, each line from its true place to its masked place.",
            layer=name,
            far=metres(float(apart)),
        )


def _line_ends(shapes, name: str) -> Pairs:
    ends = []
    for shape in shapes:
        line = []
        if shape.type() == QgsWkbTypes.GeometryType.LineGeometry:
            line = shape.asMultiPolyline()[0] if shape.isMultipart() else shape.asPolyline()
        if len(line) < 2:
            raise InputError(
                "evaluation.links.no_lines",
                "Layer “{layer}” holds something other than lines from a true to a masked place.",
                layer=name,
            )
        ends.append((line[0].x(), line[0].y(), line[-1].x(), line[-1].y()))
    return Pairs(*np.array(ends).T) if ends else Pairs(*np.empty((4, 0)))


def _surroundings(run, inputs, mask_model) -> tuple[evaluation.Surroundings, io.AreaLayer | None]:
    """What the mask is measured against, and the areas; None where they were not given."""
    addresses = places = people = None
    layer = _read_areas(run, inputs)
    if inputs.addresses:
        points = io.read_points(run, "ADDRESSES")
        places = points.lon_deg, points.lat_deg
        people = addresses = Addresses(*places)
        if inputs.residents:
            table = points.table
            values = table.column(inputs.residents)
            lived = io.residents(table.name, inputs.residents, values, table.row_ids)
            lived = io.capped_by_census(run, layer if inputs.population else None, *places, lived)
            whole = np.diff(np.floor(np.cumsum(lived)), prepend=0).astype(int)
            people = Addresses(*np.repeat(places, whole, axis=1))
    area_of = None if layer is None else partial(_area_of, run, layer)
    census = None
    if layer is not None and inputs.population:
        census = CensusSurface(cast(Polygons, layer.polygons), layer.areas.population)
    given = evaluation.Surroundings(
        people=people or census,
        addresses=addresses,
        area_of=area_of,
        simulations=inputs.simulations,
        threshold=inputs.threshold,
        mask_model=mask_model,
        known=_known(run, inputs, places, addresses or census, layer, area_of),
    )
    return given, layer


def _area_of(run, layer: io.AreaLayer, lon_deg, lat_deg):
    """The area in which each place lies."""
    return io.locate(run, layer, io.PointLayer(lon_deg, lat_deg, layer.table))


def _read_areas(run, inputs) -> io.AreaLayer | None:
    if not inputs.areas:
        return None
    if not inputs.area_id:
        raise InputError(
            "evaluation.area_id.missing", "Choose the field with the identifier of each area (AREA_ID)."
        )
    return io.read_areas(run, need_polygons=True)


def _records(run, mask: LinkedMask, measured: evaluation.Evaluation, crs) -> Features:
    """Lines from true to masked places, with the measures of each record."""
    values = {
        "record": mask.keys,
        "move_m": measured.moved_m,
        "bearing_deg": measured.displacement.bearing_deg,
        "k_original": measured.k.original.astype(int),
        "k_original_method": measured.k.original_method.astype(int),
    }
    if measured.k.moved is not None:
        values.update(k_moved=measured.k.moved, k_method=measured.k.moved_method, risk=1 / measured.k.moved)
    pairs = mask.pairs
    lines = io.lines_geometry(
        run, pairs.lon_deg, pairs.lat_deg, pairs.masked_lon_deg, pairs.masked_lat_deg, crs
    )
    numbered = isinstance(mask.keys, np.ndarray)
    return Features(values, lines, LINE, crs, codes=WHOLE if numbered else TEXT)


def _comparison(candidates, levels: dict) -> Features:
    """A row for each mask; figures that none of them has are left out."""
    rows: dict[str, list] = {
        "mask": [one.name for one in candidates],
        "releases": [len(one.runs) for one in candidates],
        "verdict": [levels[one.name].value for one in candidates],
    }
    for measure in MEASURES:
        means = [one.mean(measure) for one in candidates]
        if np.isfinite(means).any():
            low, high = map(list, zip(*(one.interval(measure) for one in candidates)))
            name = measure.lower()
            rows.update({name: means, f"{name}_low": low, f"{name}_high": high})
    return Features(rows)


_MODEL, _URBAN = "mask_model", "urban"


def _stated_model(run, inputs, metrics: dict | None) -> MaskModel | None:
    """The model that MASK_MODEL, the METRICS given as MASK and the field of LINKS state; None without any.

    Statements of different models are refused.
    """
    texts = (inputs.mask_model.strip(), (metrics or {}).get(_MODEL))
    given = [mask_model_of(one) for one in texts if one] + [
        _one_mask_model(_of_links(run, inputs, _MODEL), "LINKS")
    ]
    if inputs.table:
        given.append(MaskModel("table"))
    models = [one for one in given if one is not None]
    if any((one.kind, one.values) != (models[0].kind, models[0].values) for one in models):
        raise InputError(
            "mask_model.statement.contradiction",
            "MASK_MODEL, MASK and LINKS do not state the same distribution of the moves: {laws}. Give "
            "the METRICS and links of one run, and leave MASK_MODEL empty where they state it.",
            laws=", ".join(dict.fromkeys(one.stated for one in models)),
        )
    return max(models, key=lambda one: one.bounded, default=None)


def _with_own_model(run, surroundings, layer):
    """Surroundings whose model, and who is urban, a further mask states in its own fields."""
    columns = {}
    for name in (_MODEL, _URBAN):
        if layer.fields().lookupField(name) >= 0:
            columns[name] = io.read_map_layer(run, layer, "CANDIDATES", geometry=False).column(name)
    own = replace(surroundings.known, urban=_urban(columns.get(_URBAN, [])))
    return replace(surroundings, mask_model=_one_mask_model(columns.get(_MODEL, []), layer.name()), known=own)


def _known(run, inputs, addresses, people, layer, area_of) -> Surroundings:
    """What the model refers to: addresses, people, polygons, streets, who is urban, a table and its areas."""
    table = _table(run, layer) if inputs.table else None
    network = crowd.read_network(run) if inputs.roads else None
    return replace(
        crowd.surroundings(run, addresses, people, layer if inputs.population else None, network),
        urban=_urban(_of_links(run, inputs, _URBAN)),
        area_of=None if table is None else area_of,
        table=table,
        area_deg=None if table is None else (layer.areas.lon_deg, layer.areas.lat_deg),
    )


def _urban(values) -> np.ndarray | None:
    urban = [one if isinstance(one, bool) else io.number_of(one) for one in values]
    whole = len(urban) and not any(value is None for value in urban)
    return np.array(urban, dtype=bool) if whole else None


def _table(run, layer) -> Transitions:
    """The table of an LP mask, by rows of the areas."""
    if layer is None:
        raise InputError(
            "mask_table.areas.missing",
            "The table of probabilities needs the areas that it names: give AREAS.",
        )
    table = io.read_table(run, "TABLE", geometry=False)
    if run.source("TABLE").fields().lookupField("stratum") >= 0 and len(set(table.column("stratum"))) > 1:
        raise InputError(
            "mask_table.strata.several",
            "The table “{layer}” holds several strata. Evaluate the records of one stratum at a time.",
            layer=table.name,
        )
    rows = []
    for name in ("origin", "destination"):
        found, absent = rows_named(io.identifiers(run, table, name), layer.areas.ids)
        if absent:
            raise InputError(
                "mask_table.areas.unknown",
                "The table “{layer}” names areas that AREAS does not hold: {areas}.",
                layer=table.name,
                areas=named(absent),
            )
        rows.append(found)
    return Transitions(rows[0], rows[1], table.numbers("probability", tr("probability")))


def _of_links(run, inputs, name: str) -> list:
    """Values of a field of LINKS; none where there are no links or no such field."""
    if not inputs.links or run.source("LINKS").fields().lookupField(name) < 0:
        return []
    return io.read_table(run, "LINKS").column(name)


def _one_mask_model(values: list, layer: str) -> MaskModel | None:
    texts = {str(value) for value in values if not is_null(value)}
    if not texts:
        return None
    if len(texts) > 1 or any(is_null(value) for value in values):
        raise InputError(
            "mask_model.links.several",
            "The links of “{layer}” come from several masks. Evaluate one mask at a time.",
            layer=layer,
        )
    return mask_model_of(texts.pop())


_SAME = 1e-3
"""Share by which the mean move of a table may differ from the mask's: a file may hold fewer digits."""
_PLACED = ("point", "scatter")
"""Rules of PLACEMENT that the areas alone tell: addresses are not at hand here."""
_UNKNOWN = ("LEDGER", "STRATUM", "STRATEGY")
"""Parameters of a mask with which its table and the areas do not tell how its dots are drawn."""


def _tested(pairs: Pairs, known, layer, metrics: dict | None, source, progress) -> NearHome | None:
    """Hold dots against redraws of their mask.

    ``known`` has the table of the mask, and who tells in which area a place lies; ``metrics`` are of “Mask
    points: least move”. None where table, areas or METRICS are missing, or do not tell how dots are drawn; a
    table of another mask is refused.
    """
    if metrics is None or layer is None or known is None or known.table is None:
        return None
    parameters = metrics["parameters"]
    placed, household = parameters.get("PLACEMENT") or "point", bool(parameters.get("GROUP"))
    told = placed in _PLACED and not any(parameters.get(name) for name in _UNKNOWN)
    if not told or (household and placed == "point"):
        return None
    _check_same(known.table, layer.areas, float(metrics["figures"]["EXPECTED_MOVE_M"]))
    area, reached = known.area_of(*pairs.true), known.area_of(*pairs.masked)
    inside = np.flatnonzero(area >= 0)
    if len(inside) < len(area):
        return None
    unit = None
    if household:  # members of one share the very place
        unit = np.unique(np.column_stack(pairs.masked), axis=0, return_inverse=True)[1].reshape(-1)
    homes = Homes(pairs.lon_deg, pairs.lat_deg, area, area, unit)
    mask = _mask(layer, known.table, placed == "point", class_size_for(lpverdict.bound_of(metrics)))
    return near_home(homes, pairs.masked, reached, mask, source, progress=progress)


def _check_same(table: Transitions, areas, expected_m: float) -> None:
    """Refuse a table that moves people otherwise than the mask: redraws of a laxer one excuse it."""
    away_m = haversine_m(
        *(one[row] for row in (table.origin, table.destination) for one in (areas.lon_deg, areas.lat_deg))
    )
    found_m = float((areas.population[table.origin] * table.probability) @ away_m / areas.population.sum())
    if abs(found_m - expected_m) > _SAME * max(expected_m, 1.0):
        raise InputError(
            "mask_table.mask.other",
            "TABLE is of another mask than MASK, or AREAS have other people: it moves people by {found} "
            "m on average, the mask by {expected} m. Give the table, the areas and the population of one "
            "run.",
            found=number(found_m, ".1f"),
            expected=number(expected_m, ".1f"),
        )


def _mask(layer, table: Transitions, at_points: bool, need: int) -> Mask:
    """The mask as it can be drawn again."""
    areas, size_m2 = layer.areas, np.maximum(layer.areas.area_m2, 1.0)
    within = Containers(layer.polygons, len(areas))

    def place(rows, source):
        if at_points:
            return areas.lon_deg[rows], areas.lat_deg[rows]
        return within.anywhere(rows, source)

    people = np.asarray(areas.population, dtype=float)
    reach_m = np.sqrt(size_m2 / np.pi * np.minimum(1.0, need / np.maximum(people, 1e-9)))
    order = np.lexsort((table.destination, table.origin))
    return Mask(
        table.origin[order], table.destination[order], table.probability[order],
        place, at_points, reach_m, size_m2,
    )  # fmt: skip

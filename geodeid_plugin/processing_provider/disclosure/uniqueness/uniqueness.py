# SPDX-License-Identifier: GPL-2.0-or-later
"""Share of records that quasi-identifiers single out, by cohort size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
)

from ....core.base import thresholds
from ....core.base.errors import InputError, named
from ....core.base.progress import part
from ....core.exposure.uniqueness import by_cohort_size as core
from ....core.exposure.uniqueness import file_risk as risks
from ....core.exposure.uniqueness.classes import check_models, classes_of, encode
from ....host.compat import NO_GEOMETRY
from ....host.compat import field as make_field
from ....i18n import tr
from ...framework import labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.parameters import NUMERIC, choice, field
from ...framework.verdict.audience import cited, titles
from ...framework.verdict.sensitive import sensitive_checks
from ...io import original_geometries, read_table
from ...io.who.patients import patients_of, rows_are_people
from . import beyond, quasi, uniqueness_report

PRESETS = tuple(
    preset
    for preset in thresholds.presets_of(thresholds.UNIQUE_SHARE, thresholds.RECORD_RISK)
    if preset.value is not None
)
RECORD_PRESETS = tuple(
    preset.key for preset in thresholds.presets_of(thresholds.RECORD_RISK) if preset.value is not None
)
_TABLE = QgsProcessing.SourceType.TypeVector
_NUMBER = QgsProcessingParameterNumber
_LARGEST = 1e12
"""Sizes beyond are an extrapolation without end, and written as none."""


@dataclass(frozen=True)
class Threshold:
    """The limit of this run and where it comes from."""

    value: float
    source: str


class Uniqueness(GeoDeIDAlgorithm):
    """``geodeid:uniqueness``."""

    ID = "uniqueness"
    TITLE = "Check fields: uniqueness"
    SEED_TELLS = False
    HEADING = labels.CHECK
    TAGS = (
        "uniqueness", "quasi-identifier", "k-anonymity", "sample unique", "age", "sex", "cohort",
        "fields",
    )  # fmt: skip
    SUMMARY = (
        "Measures which share of the records a few known facts (age, sex, region …) single out, for the "
        "file as it stands and for cohorts of any smaller size. Says from which cohort size on the share "
        "meets a threshold, which field drives the risk, and which records are at risk."
    )
    INTERNAL = ("AT_RISK", "MICRODATA")
    JUDGES = True
    EXPERT = ("DERIVED", "SUBSET_FIELDS")

    def define(self) -> None:
        self._define_records()
        self._define_measure()
        self._define_population()
        self.add_seed()
        self._define_outputs()

    def _define_records(self) -> None:
        self.add(
            QgsProcessingParameterFeatureSource("RECORDS", tr("Records"), [_TABLE]),
            tr("Table, point or polygon layer with one record per person, or with RECORD_ID."),
        )
        self.add(
            field("RECORD_ID", tr("Patient identifier"), "RECORDS", optional=True),
            tr(
                "Field that identifies a patient, where one may have several rows, such as visits: people "
                "are counted then, one with different values once for each."
            ),
        )
        quasi.add_models(self)
        self.add(
            field(
                "SUBSET_FIELDS", tr("Fields whose subsets are models"), "RECORDS", optional=True, several=True
            ),
            tr(
                "Every set of these fields up to the size below becomes a model; shows which field drives "
                "the risk."
            ),
        )
        self.add(
            _NUMBER("SUBSET_SIZE", tr("Largest subset"), _NUMBER.Type.Integer, 3, minValue=1),
            tr("Number of fields in the largest of these sets."),
            advanced=True,
        )
        self.add(
            field("SENSITIVE", tr("Sensitive fields"), "RECORDS", optional=True, several=True),
            tr(
                "Fields that nobody may learn of somebody known to be in the file, such as a diagnosis: for "
                "every model the report says how many values each class holds (distinct and entropy "
                "l-diversity) and how far it is from the whole file (t-closeness)."
            ),
        )
        self.add(
            choice("NULLS", tr("Missing values"), ("value", "exclude"), "value"),
            tr(
                "value: records that lack the same value look alike. exclude: records that lack a value of "
                "a model are left out of it, and counted."
            ),
            advanced=True,
        )

    def _define_measure(self) -> None:
        self.add(
            QgsProcessingParameterString("SIZES", tr("Cohort sizes"), optional=True),
            tr(
                "Numbers of records, separated by commas: 1000, 5000, 10000. None may exceed the file. "
                "Empty: 1, 2 and 5 times powers of ten. The whole file is always measured."
            ),
        )
        self.add(
            _NUMBER("SAMPLES", tr("Simulated cohorts of each size"), _NUMBER.Type.Integer, 1000, minValue=0),
            tr("Cohorts drawn without replacement. 0: the closed form alone, which needs no simulation."),
        )
        self.add(
            QgsProcessingParameterString("K", tr("Largest class at risk (K)"), "1, 5, 11"),
            tr(
                "Records in classes of at most K people count: 1 for unique records. Several, separated by "
                "commas."
            ),
        )
        self.add(
            choice("PRESET", tr("Threshold"), [preset.key for preset in PRESETS], "unique_5"),
            tr("Share of records at risk that is accepted: {presets}.").format(presets=titles(PRESETS)),
        )
        self.add(
            _NUMBER(
                "THRESHOLD",
                tr("Own threshold"),
                _NUMBER.Type.Double,
                optional=True,
                minValue=1e-9,
                maxValue=1,
            ),
            tr("A share between 0 and 1 that is used instead of the preset."),
            advanced=True,
        )

    def _define_population(self) -> None:
        self.add(
            choice("RECORD_PRESET", tr("Threshold of a record's risk"), RECORD_PRESETS, "ema_0070"),
            tr(
                "Risk (1 / class size) above which a record counts as at risk in the table of the file's "
                "risk."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSource(
                "POPULATION_TABLE", tr("Population table"), [_TABLE], optional=True
            ),
            tr(
                "Table of the people behind the records, with the same field names; needed for journalist "
                "risk."
            ),
            advanced=True,
        )
        self.add(
            field("POPULATION_COUNT", tr("People in a row"), "POPULATION_TABLE", NUMERIC, optional=True),
            tr("Field with the number of people that a row of the population table stands for. Empty: 1."),
            advanced=True,
        )
        self.add(
            _NUMBER(
                "POPULATION_SIZE",
                tr("People of the population"),
                _NUMBER.Type.Integer,
                optional=True,
                minValue=1,
            ),
            tr(
                "Number of people, those of the file included, from whom the records are a random sample. "
                "Where nobody has a table of them, RISKS estimates how many are unique, and which share of "
                "the file's unique records are, by Pitman's model with 95 % intervals."
            ),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterString("RISK_MODEL", tr("Model of the records at risk"), optional=True),
            tr("Name of the model by which records at risk are written. Empty: the first."),
            advanced=True,
        )

    def _define_outputs(self) -> None:
        sinks = (
            ("OUTPUT", tr("Rates"), False,
             tr("Table model, fields, k, size, rate, low, high (simulated, 95 %), expected, expected_low, "
                "expected_high (closed form), agrees, whole_file, meets. Rates only: nothing about a "
                "person.")),
            ("FITS", tr("Fits and safe sizes"), True,
             tr("Table with the power law of each model and the smallest size that meets the threshold, by "
                "the closed form and by the fit, each with its 95 % interval; and for up to 100 models the "
                "power law of the class sizes (tail_from, tail_exponent) against a log-normal and an "
                "exponential law: a ratio below 0 with a small p says that the other law is nearer "
                "(Clauset et al.).")),
            ("RISKS", tr("Risk of the file"), True,
             tr("Table with prosecutor, journalist and marketer risk of each model; with POPULATION_SIZE "
                "also unique_people of the population and truly_unique, the share of the file's unique "
                "records that are unique in it, each with low and high.")),
        )  # fmt: skip
        for name, title, optional, text in sinks:
            self.add(
                QgsProcessingParameterFeatureSink(
                    name, title, _TABLE, optional=optional, createByDefault=not optional
                ),
                text,
            )
        self.add(
            QgsProcessingParameterFeatureSink(
                "AT_RISK", tr("Records at risk"), _TABLE, optional=True, createByDefault=False
            ),
            tr(
                "Internal: the records in classes of at most the largest K under one model, with row_id, "
                "class, class_size and their values, to select, suppress or generalise them."
            ),
        )  # fmt: skip
        self.add(
            QgsProcessingParameterFeatureSink(
                "MICRODATA", tr("Records for sdcMicro and ARX"), _TABLE, optional=True, createByDefault=False
            ),
            tr(
                "Internal: every record with the values of all models as text, a column each. Written as CSV "
                "it is read by sdcMicro and ARX for what is not done here."
            ),
        )
        self.add_reports()
        for name, title in (
            ("UNIQUE_SHARE", tr("Largest share of unique records in the file")),
            ("WORST_RATE", tr("Largest share at risk in the file, for the smallest K")),
            ("SAFE_SIZE", tr("Smallest cohort at which every model meets the threshold")),
            ("PROSECUTOR_RISK", tr("Prosecutor risk")),
            ("JOURNALIST_RISK", tr("Journalist risk")),
            ("MARKETER_RISK", tr("Marketer risk")),
            ("TRULY_UNIQUE", tr("Share of the unique records that are unique in the population, upper end")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        request = Request.of(run)
        table = read_table(run, "RECORDS", geometry=False)
        columns = quasi.Columns(run.warn, table, request.derived)
        models, subsets = chosen_models(request, columns.names)
        people = Behind.read(run, request) if request.population else None
        person = _person(run, table)
        design = core.Design(
            request.sizes or core.usual_sizes(len(np.unique(person))),
            request.ks,
            request.samples,
            request.limit.value,
        )
        encoded = {
            name: columns.column(name) for name in {name for names in models.values() for name in names}
        }
        _say(run, _keys_among(models, encoded), _missing(request, encoded))
        classes = {
            model: classes_of([encoded[name] for name in names], request.keep_missing)
            for model, names in models.items()
        }
        run.counts.update(_counted(encoded, classes))
        classes = {model: each.of_people(person) for model, each in classes.items()}
        rates = core.measure(classes, design, run.randomness(), part(run.progress, 0.15, 0.85))
        fits = core.fit(classes, rates, design)
        run.progress(0.88)
        file_risks = _file_risks(request, models, classes, columns, people, person)
        estimates = beyond.behind_sample(run, request.population_size, classes)
        _say(run, _disagreement(rates), _uncovered(file_risks))
        results = uniqueness_report.Results(
            len(np.unique(person)), models, design, request.limit, rates, fits, file_risks,
            _drivers(subsets, rates, min(design.ks)),
            _sensitive(request, table, columns, {name: (classes[name], models[name]) for name in models}),
            estimates, rows_are_people(run, table, [column.codes for column in encoded.values()]),
        )  # fmt: skip
        _write_tables(run, results, classes)
        if run.wanted("MICRODATA"):
            beyond.write_microdata(run, models, table, columns)
        if request.at_risk:
            _write_at_risk(run, _at_risk(request, models, classes, max(design.ks)), table, columns)
        run.write_reports(uniqueness_report.build(run, results))
        return _figures(results)


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    limit: Threshold
    record_limit: float
    derived: list
    model_texts: list
    subset_fields: list
    subset_size: int
    sizes: tuple
    ks: tuple
    samples: int
    keep_missing: bool
    population: bool
    population_size: int | None
    people: str
    sensitive: list
    at_risk: bool
    risk_model: str

    @classmethod
    def of(cls, run) -> Request:
        """Read the parameters."""
        return cls(
            limit=_threshold(run),
            record_limit=thresholds.preset(run.choice("RECORD_PRESET")).number,
            derived=quasi.derived_values(run),
            model_texts=quasi.model_texts(run),
            subset_fields=run.fields("SUBSET_FIELDS"),
            subset_size=run.integer("SUBSET_SIZE"),
            sizes=run.whole_numbers("SIZES"),
            ks=run.whole_numbers("K"),
            samples=run.integer("SAMPLES"),
            keep_missing=run.choice("NULLS") == "value",
            population=bool(run.parameters.get("POPULATION_TABLE")),
            population_size=run.integer("POPULATION_SIZE"),
            people=run.field("POPULATION_COUNT"),
            sensitive=run.fields("SENSITIVE"),
            at_risk=run.wanted("AT_RISK"),
            risk_model=run.text("RISK_MODEL"),
        )


@dataclass(frozen=True)
class Behind:
    """The population that the records come from: its columns, and how many people each row stands for."""

    columns: quasi.Columns
    weights: np.ndarray | None

    @classmethod
    def read(cls, run, request: Request) -> Behind:
        """Read the population table."""
        table = read_table(run, "POPULATION_TABLE", geometry=False)
        weights = table.numbers(request.people, tr("number of people")) if request.people else None
        return cls(quasi.Columns(run.warn, table, request.derived), weights)


def _threshold(run) -> Threshold:
    own = run.number("THRESHOLD")
    if own is not None:
        return Threshold(thresholds.forbidding(own), tr("set by the user"))
    preset = thresholds.preset(run.choice("PRESET"))
    return Threshold(preset.number, f"{tr(preset.title)}; {cited(preset)}")


def chosen_models(request: Request, names: list) -> tuple[dict, dict]:
    """All models by name, and the subsets among them as sets of fields by name."""
    models = core.parse_models(request.model_texts, names)
    subsets = {}
    chosen = request.subset_fields
    if chosen:
        for fields in risks.subsets(chosen, min(request.subset_size, len(chosen))):
            model = "+".join(fields)
            subsets[model] = fields
            models.setdefault(model, fields)
    check_models(models, names)
    return models, subsets


def _say(run, *sentences: str) -> None:
    for sentence in filter(None, sentences):
        run.warn(sentence)


def _person(run, table) -> np.ndarray:
    """Number of the person of each row; of each row its own without RECORD_ID."""
    patients = patients_of(run, table)
    return encode("person", np.array(patients, dtype=object)).codes if patients else np.arange(len(table))


def _keys_among(models, encoded) -> str:
    """What to say of models with a field that is a key; empty where there is none."""
    keys = {name for name, column in encoded.items() if column.identifies_every_record}
    hit = [model for model, names in models.items() if keys & set(names)]
    if not hit:
        return ""
    return tr(
        "{fields} has another value in every record, so every record is unique by construction "
        "under {models}. A key is no quasi-identifier: leave it out."
    ).format(fields=named(sorted(keys)), models=named(hit))


def _missing(request: Request, encoded) -> str:
    """What to say of missing values; empty where none is missing."""
    missing = [
        f"{name} {column.missing_count}" for name, column in sorted(encoded.items()) if column.missing_count
    ]
    if not missing:
        return ""
    text = (
        tr("There are missing values, which count as a value of their own: {fields}.")
        if request.keep_missing
        else tr("There are missing values; models leave out the records that lack one: {fields}.")
    )
    return text.format(fields=named(missing, 20))


def _counted(encoded, classes) -> dict:
    """Missing values of each field, and records that each model leaves out, for METRICS."""
    missing = {f"missing {name}": column.missing_count for name, column in sorted(encoded.items())}
    left_out = {f"left out of {name}": int(np.count_nonzero(each.ids < 0)) for name, each in classes.items()}
    return {name: number for name, number in {**missing, **left_out}.items() if number}


def _disagreement(rates) -> str:
    """What to say where simulation and closed form differ; empty where they agree."""
    bad = [f"{rate.model} (K {rate.k}, {rate.size})" for rate in rates if rate.agrees is False]
    if not bad:
        return ""
    return tr(
        "Simulation and closed form differ by more than the interval for {cases}. With few "
        "simulated cohorts that happens by chance; repeat with more samples before you use these "
        "rates."
    ).format(cases=named(bad))


def _file_risks(request: Request, models, classes, columns, people: Behind | None, person) -> dict:
    if people is None:
        return {model: risks.file_risk(each, request.record_limit) for model, each in classes.items()}
    check_models(models, people.columns.names)
    found = {}
    for model, names in models.items():
        joint = [
            encode(name, np.concatenate([columns.labelled(name), people.columns.labelled(name)]))
            for name in names
        ]
        both = classes_of(joint, request.keep_missing)
        behind = np.arange(len(both.ids) - len(person)) + len(person)
        both = both.of_people(np.concatenate([person, behind]))
        own, behind = risks.population_sizes(both, len(columns.labelled(names[0])), people.weights)
        found[model] = risks.file_risk(own, request.record_limit, behind)
    return found


def _uncovered(file_risks: dict) -> str:
    """What to say where the population has fewer people than the file; empty where it has as many."""
    short = [
        f"{model} ({each.uncovered_classes})" for model, each in file_risks.items() if each.uncovered_classes
    ]
    if not short:
        return ""
    return tr(
        "The population table holds fewer people than the file in some classes: {models}. The "
        "file's own numbers are used there; check that both use the same values."
    ).format(models=named(short))


def _drivers(subsets, rates, k) -> dict:
    whole = {rate.model: rate.mean for rate in rates if rate.whole_file and rate.k == k}
    return risks.field_drivers({names: whole[model] for model, names in subsets.items()}) if subsets else {}


def _write_tables(run, results, classes) -> None:
    rates, limit = results.rates, results.threshold.value
    columns = [
        ("model", "text", [rate.model for rate in rates]),
        ("fields", "text", ["+".join(results.models[rate.model]) for rate in rates]),
        ("k", "integer", [rate.k for rate in rates]),
        ("size", "integer", [rate.size for rate in rates]),
        ("rate", "real", [rate.mean for rate in rates]),
        ("low", "real", [rate.low for rate in rates]),
        ("high", "real", [rate.high for rate in rates]),
        ("expected", "real", [rate.expected for rate in rates]),
        ("expected_low", "real", [rate.expected_low for rate in rates]),
        ("expected_high", "real", [rate.expected_high for rate in rates]),
        ("agrees", "boolean", [rate.agrees for rate in rates]),
        ("whole_file", "boolean", [rate.whole_file for rate in rates]),
        ("meets", "boolean", [rate.expected <= limit for rate in rates]),
    ]
    run.write_layer("OUTPUT", [(make_field(name, kind), values) for name, kind, values in columns])
    _write_fits(run, results, classes if run.wanted("FITS") else {})
    found = results.file_risks
    names = ("records", "classes", "left_out", "smallest_class", "prosecutor_max", "prosecutor_share",
             "journalist_max", "journalist_share", "marketer", "uncovered_classes")  # fmt: skip
    whole = {"records", "classes", "left_out", "smallest_class", "uncovered_classes"}
    risks: list[tuple] = [(make_field("model", "text"), list(found))]
    for name in names:
        values = [getattr(risk, name) for risk in found.values()]
        risks.append((make_field(name, "integer" if name in whole else "real"), values))
    run.write_layer("RISKS", [*risks, *beyond.estimate_columns(results.estimates, found)])


def _write_fits(run, results, classes) -> None:
    fits = results.fits
    sizes = [fit.law.size_for(results.threshold.value) for fit in fits]
    columns = [
        ("model", "text", [fit.model for fit in fits]),
        ("k", "integer", [fit.k for fit in fits]),
        ("threshold", "real", [results.threshold.value] * len(fits)),
        ("safe_size", "integer", [fit.safe.size for fit in fits]),
        ("safe_low", "integer", [fit.safe.low for fit in fits]),
        ("safe_high", "integer", [fit.safe.high for fit in fits]),
        ("a", "real", [_finite(fit.law.a) for fit in fits]),
        ("b", "real", [_finite(fit.law.b) for fit in fits]),
        ("pseudo_r2", "real", [_finite(fit.law.pseudo_r2) for fit in fits]),
        ("points", "integer", [fit.law.points for fit in fits]),
        ("zeros_left_out", "integer", [fit.law.zeros_left_out for fit in fits]),
        ("fit_size", "real", [_finite(size) for size, _, _ in sizes]),
        ("fit_low", "real", [_finite(low) for _, low, _ in sizes]),
        ("fit_high", "real", [_finite(high) for _, _, high in sizes]),
    ]
    written = [(make_field(name, kind), values) for name, kind, values in columns]
    if classes:
        written += beyond.tail_columns(classes, [fit.model for fit in fits])
    run.write_layer("FITS", written)


def _finite(value: float):
    return float(value) if np.isfinite(value) and abs(value) < _LARGEST else None


@dataclass(frozen=True)
class AtRisk:
    """Records in small classes under one model, the smallest classes first."""

    fields: list
    rows: np.ndarray
    classes: np.ndarray
    sizes: np.ndarray


def _at_risk(request: Request, models, classes, k: int) -> AtRisk:
    model = request.risk_model or next(iter(models))
    if model not in models:
        raise InputError(
            tr("There is no model “{model}”. Choose one of {models}.").format(
                model=model, models=named(models, 20)
            )
        )
    sizes = classes[model].record_sizes
    rows = np.flatnonzero((sizes > 0) & (sizes <= k))
    rows = rows[np.lexsort((classes[model].ids[rows], sizes[rows]))]
    return AtRisk(models[model], rows, classes[model].ids[rows], sizes[rows])


def _write_at_risk(run, found: AtRisk, table, columns) -> None:
    ids = [table.row_ids[row] for row in found.rows]
    written = [
        (make_field("row_id", "integer"), ids),
        (make_field("class", "integer"), found.classes),
        (make_field("class_size", "integer"), found.sizes),
    ]
    for name in found.fields:
        values = columns.labelled(name)[found.rows]
        written.append(
            (make_field(name, "text"), [None if value is None else str(value) for value in values])
        )
    shapes, kind = original_geometries(run, "RECORDS", ids)
    run.write_layer("AT_RISK", written, None if kind == NO_GEOMETRY else shapes, kind, table.crs)


def _sensitive(request: Request, table, columns, models) -> tuple:
    """Checks of the sensitive fields under every model that does not hold them itself."""
    found = []
    for model, (classes, names) in models.items():
        chosen = [columns.column(name) for name in request.sensitive if name not in names]
        found += sensitive_checks(classes, chosen, table.row_ids, model)
    return tuple(found)


def _figures(results) -> dict:
    ks = results.design.ks
    whole = [rate for rate in results.rates if rate.whole_file]
    safe = [fit.safe.size for fit in results.fits if fit.k == min(ks)]
    risk = results.file_risks.values()
    figures = {
        "WORST_RATE": max(rate.mean for rate in whole if rate.k == min(ks)),
        "PROSECUTOR_RISK": max(each.prosecutor_max for each in risk),
        "MARKETER_RISK": max(each.marketer for each in risk),
    }
    if 1 in ks:
        figures["UNIQUE_SHARE"] = max(rate.mean for rate in whole if rate.k == 1)
    if all(size is not None for size in safe):
        figures["SAFE_SIZE"] = max(safe)
    journalist = [each.journalist_max for each in risk if each.journalist_max is not None]
    if journalist:
        figures["JOURNALIST_RISK"] = max(journalist)
    shares = [each.truly_unique.high for each in results.estimates.values() if each is not None]
    if shares:
        figures["TRULY_UNIQUE"] = max(shares)
    return figures

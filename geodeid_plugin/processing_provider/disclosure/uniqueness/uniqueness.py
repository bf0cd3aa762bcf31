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
from ...framework.base import GeoDeIDAlgorithm
from ...framework.parameters import NUMERIC, choice, field
from ...framework.verdict.audience import cited, titles
from ...framework.verdict.sensitive import sensitive_checks
from ...io import original_geometries, read_table
from . import quasi, uniqueness_report

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
    TITLE = "Uniqueness by cohort size"
    GROUP = ("disclosure", "Disclosure checks")
    TAGS = (
        "quasi-identifier",
        "k-anonymity",
        "re-identification",
        "prosecutor",
        "journalist",
        "marketer",
        "cohort",
    )
    SUMMARY = (
        "Measures which share of the records a few known facts (age, sex, region …) single out, for the "
        "file as it stands and for cohorts of any smaller size. Says from which cohort size on the share "
        "meets a threshold, which field drives the risk, and which records are at risk."
    )
    INTERNAL = ("AT_RISK",)
    JUDGES = True

    def define(self) -> None:
        self._define_records()
        self._define_measure()
        self._define_population()
        self.add_seed()
        self._define_outputs()

    def _define_records(self) -> None:
        self.add(
            QgsProcessingParameterFeatureSource("RECORDS", tr("Records"), [_TABLE]),
            tr("Table, point or polygon layer with one record a person."),
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
                "the "
                "closed form and by the fit, each with its 95 % interval.")),
            ("RISKS", tr("Risk of the file"), True,
             tr("Table with prosecutor, journalist and marketer risk of each model.")),
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
        self.add_reports()
        for name, title in (
            ("UNIQUE_SHARE", tr("Largest share of unique records in the file")),
            ("WORST_RATE", tr("Largest share at risk in the file, for the smallest K")),
            ("SAFE_SIZE", tr("Smallest cohort at which every model meets the threshold")),
            ("PROSECUTOR_RISK", tr("Prosecutor risk")),
            ("JOURNALIST_RISK", tr("Journalist risk")),
            ("MARKETER_RISK", tr("Marketer risk")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        limit = _threshold(run)
        table = read_table(run, "RECORDS", geometry=False)
        columns = quasi.Columns(run, table, quasi.derived_values(run))
        models, subsets = _models(run, columns)
        design = core.Design(
            run.whole_numbers("SIZES") or core.usual_sizes(len(table)),
            run.whole_numbers("K"),
            run.integer("SAMPLES"),
            limit.value,
        )
        encoded = {
            name: columns.column(name) for name in {name for names in models.values() for name in names}
        }
        _warn_of_keys(run, models, encoded)
        _tell_missing(run, encoded)
        keep_missing = run.choice("NULLS") == "value"
        classes = {
            model: classes_of([encoded[name] for name in names], keep_missing)
            for model, names in models.items()
        }
        _tell_excluded(run, classes)
        rates = core.measure(classes, design, run.randomness(), part(run.progress, 0.15, 0.85))
        _warn_of_disagreement(run, rates)
        fits = core.fit(classes, rates, design)
        run.progress(0.88)
        record_limit = thresholds.preset(run.choice("RECORD_PRESET")).value
        file_risks = _file_risks(run, models, classes, columns, keep_missing, record_limit)
        drivers = _drivers(subsets, rates, min(design.ks))
        results = uniqueness_report.Results(
            len(table), models, design, limit, rates, fits, file_risks, drivers,
            _sensitive(run, table, columns, {model: (classes[model], models[model]) for model in classes}),
        )  # fmt: skip
        _write_tables(run, results)
        _write_at_risk(run, table, columns, models, classes, max(design.ks))
        run.write_reports(uniqueness_report.build(run, results))
        return _figures(results)


def _threshold(run) -> Threshold:
    own = run.number("THRESHOLD")
    if own is not None:
        return Threshold(own, tr("set by the user"))
    preset = thresholds.preset(run.choice("PRESET"))
    return Threshold(preset.number, f"{tr(preset.title)}; {cited(preset)}")


def _models(run, columns):
    """All models by name, and the subsets among them as sets of fields by name."""
    models = core.parse_models(quasi.model_texts(run), columns.names)
    subsets = {}
    chosen = run.fields("SUBSET_FIELDS")
    if chosen:
        for names in risks.subsets(chosen, min(run.integer("SUBSET_SIZE"), len(chosen))):
            model = "+".join(names)
            subsets[model] = names
            models.setdefault(model, names)
    check_models(models, columns.names)
    return models, subsets


def _warn_of_keys(run, models, encoded) -> None:
    keys = {name for name, column in encoded.items() if column.identifies_every_record}
    hit = [model for model, names in models.items() if keys & set(names)]
    if hit:
        run.warn(
            tr(
                "{fields} has another value in every record, so every record is unique by construction "
                "under {models}. A key is no quasi-identifier: leave it out."
            ).format(fields=named(sorted(keys)), models=named(hit))
        )


def _tell_missing(run, encoded) -> None:
    for name, column in sorted(encoded.items()):
        if column.missing_count:
            run.counts[f"missing {name}"] = column.missing_count
    missing = [
        f"{name} {column.missing_count}" for name, column in sorted(encoded.items()) if column.missing_count
    ]
    if missing:
        text = (
            tr("There are missing values, which count as a value of their own: {fields}.")
            if run.choice("NULLS") == "value"
            else tr("There are missing values; models leave out the records that lack one: {fields}.")
        )
        run.warn(text.format(fields=named(missing, 20)))


def _tell_excluded(run, classes) -> None:
    left_out = {model: int(np.count_nonzero(each.ids < 0)) for model, each in classes.items()}
    for model, number in left_out.items():
        if number:
            run.counts[f"left out of {model}"] = number


def _warn_of_disagreement(run, rates) -> None:
    bad = [f"{rate.model} (K {rate.k}, {rate.size})" for rate in rates if rate.agrees is False]
    if bad:
        run.warn(
            tr(
                "Simulation and closed form differ by more than the interval for {cases}. With few "
                "simulated cohorts that happens by chance; repeat with more samples before you use these "
                "rates."
            ).format(cases=named(bad))
        )


def _file_risks(run, models, classes, columns, keep_missing, limit) -> dict:
    if not run.parameters.get("POPULATION_TABLE"):
        return {model: risks.file_risk(each, limit) for model, each in classes.items()}
    people = read_table(run, "POPULATION_TABLE", geometry=False)
    others = quasi.Columns(run, people, quasi.derived_values(run))
    check_models(models, others.names)
    counted = run.field("POPULATION_COUNT")
    weights = people.numbers(counted, tr("number of people")) if counted else None
    found = {}
    for model, names in models.items():
        joint = [
            encode(name, np.concatenate([columns.labelled(name), others.labelled(name)])) for name in names
        ]
        both = classes_of(joint, keep_missing)
        own, behind = risks.population_sizes(both, len(columns.labelled(names[0])), weights)
        found[model] = risks.file_risk(own, limit, behind)
    short = [f"{model} ({risk.uncovered_classes})" for model, risk in found.items() if risk.uncovered_classes]
    if short:
        run.warn(
            tr(
                "The population table holds fewer people than the file in some classes: {models}. The "
                "file's own numbers are used there; check that both use the same values."
            ).format(models=named(short))
        )
    return found


def _drivers(subsets, rates, k) -> dict:
    whole = {rate.model: rate.mean for rate in rates if rate.whole_file and rate.k == k}
    return risks.field_drivers({names: whole[model] for model, names in subsets.items()}) if subsets else {}


def _write_tables(run, results) -> None:
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
    _write_fits(run, results)
    found = results.file_risks
    names = ("records", "classes", "left_out", "smallest_class", "prosecutor_max", "prosecutor_share",
             "journalist_max", "journalist_share", "marketer", "uncovered_classes")  # fmt: skip
    whole = {"records", "classes", "left_out", "smallest_class", "uncovered_classes"}
    columns = [(make_field("model", "text"), list(found))]
    for name in names:
        values = [getattr(risk, name) for risk in found.values()]
        columns.append((make_field(name, "integer" if name in whole else "real"), values))
    run.write_layer("RISKS", columns)


def _write_fits(run, results) -> None:
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
    run.write_layer("FITS", [(make_field(name, kind), values) for name, kind, values in columns])


def _finite(value: float):
    return float(value) if np.isfinite(value) and abs(value) < _LARGEST else None


def _write_at_risk(run, table, columns, models, classes, k) -> None:
    if not run.wanted("AT_RISK"):
        return
    model = run.text("RISK_MODEL") or next(iter(models))
    if model not in models:
        raise InputError(
            tr("There is no model “{model}”. Choose one of {models}.").format(
                model=model, models=named(models, 20)
            )
        )
    sizes = classes[model].record_sizes
    rows = np.flatnonzero((sizes > 0) & (sizes <= k))
    rows = rows[np.lexsort((classes[model].ids[rows], sizes[rows]))]
    written = [
        (make_field("row_id", "integer"), [table.row_ids[row] for row in rows]),
        (make_field("class", "integer"), classes[model].ids[rows]),
        (make_field("class_size", "integer"), sizes[rows]),
    ]
    for name in models[model]:
        values = columns.labelled(name)[rows]
        written.append(
            (make_field(name, "text"), [None if value is None else str(value) for value in values])
        )
    shapes, kind = original_geometries(run, "RECORDS", [table.row_ids[row] for row in rows])
    run.write_layer("AT_RISK", written, None if kind == NO_GEOMETRY else shapes, kind, table.crs)


def _sensitive(run, table, columns, models) -> tuple:
    """Checks of the sensitive fields under every model that does not hold them itself."""
    found = []
    for model, (classes, names) in models.items():
        chosen = [columns.column(name) for name in run.fields("SENSITIVE") if name not in names]
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
    return figures

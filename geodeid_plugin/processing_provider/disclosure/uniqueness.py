# SPDX-License-Identifier: GPL-2.0-or-later
"""Share of records that quasi-identifiers single out, by cohort size."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

import numpy as np
from qgis.PyQt.QtCore import QDate, QDateTime, QTime

from ...core.base import thresholds
from ...core.base.errors import InputError, named
from ...core.base.identity import canonical
from ...core.base.progress import part
from ...core.exposure.uniqueness import by_cohort_size as core
from ...core.exposure.uniqueness import file_risk as risks
from ...core.exposure.uniqueness.classes import (
    Column,
    age_years,
    check_models,
    classes_of,
    cropped,
    encode,
    grouped,
)
from ...core.exposure.uniqueness.pitman import PopulationUniques, population_uniques
from ...core.exposure.uniqueness.rates import spectrum_of
from ...core.intake.numbers import parse_numbers
from ...i18n import tr
from ...report.numbers import listed
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import Features, Result
from ..framework.verdict.audience import cited, keys
from ..framework.verdict.judging import sensitive_checks
from ..io import read_table
from ..io.people import patients_of, rows_are_people
from . import uniqueness_report

RULES = ("age", "groups", "prefix")


@dataclass(frozen=True)
class Derived:
    """One derived value: its name, the field it comes from, the rule and the rule's value."""

    name: str
    field: str
    rule: str
    value: str


MODELS = ask.table(
    "MODELS",
    "Quasi-identifier models",
    "One model a row, in place of all sets of fields or beside them: age+sex+region, or with a name: “Basic: "
    "age+sex”.",
    ("Fields joined by +",),
    advanced=True,
)
DERIVED = ask.table(
    "DERIVED",
    "Derived values",
    "Values made of fields, for models. Rules: age (at a date, 2012-06-30); groups (lower edges, 0 18 65); "
    "prefix (characters kept).",
    ("Name", "From field", "Rule", "Value"),
    advanced=True,
)


def derived_values(table: list) -> list[Derived]:
    """Rows of DERIVED."""
    cells = cell_texts(table)
    rows = [cells[at : at + 4] for at in range(0, len(cells), 4)]
    rows = [row for row in rows if any(row)]
    if not all(len(row) == 4 and all(row) for row in rows):
        raise InputError(
            "derived.row.incomplete",
            "Derived values take four cells a row: name, field, rule, value. A row is not complete.",
        )
    derived = [Derived(*row) for row in rows]
    for row in derived:
        if row.rule not in RULES:
            raise InputError(
                "derived.rule.unknown",
                "The derived value “{name}” has the rule “{rule}”. Use one of {rules}.",
                name=row.name,
                rule=row.rule,
                rules=", ".join(RULES),
            )
    return derived


def cell_texts(table: list) -> list[str]:
    """Cells of a table, row by row, whether it came nested, flat or as text; empty where blank.

    QGIS turns cells that look like numbers into numbers, so 3 may arrive as 3.0.
    """
    flat = [cell for row in table for cell in (row if isinstance(row, (list, tuple)) else [row])]
    return [canonical(cell) if isinstance(cell, (str, int, float)) else "" for cell in flat]


class Columns:
    """The quasi-identifiers of one table, made when they are asked for.

    ``warn`` takes a sentence for the user; ``derived`` is what can be asked for beside the fields.
    """

    def __init__(self, warn, table, derived):
        self._warn = warn
        self._table = table
        self._derived = {}
        for row in derived:
            if row.name in self.fields or row.name in self._derived:
                raise InputError(
                    "derived.name.repeated",
                    "There are two values called “{name}”. Choose another name.",
                    name=row.name,
                )
            if row.field not in self.fields and row.field not in self._derived:
                raise InputError(
                    "derived.field.unknown",
                    "The derived value “{name}” comes from “{field}”, which does not exist.",
                    name=row.name,
                    field=row.field,
                )
            self._derived[row.name] = row
        self._values = {}

    @property
    def fields(self) -> list[str]:
        """Names of the table's fields."""
        return [field.name() for field in self._table.fields]

    @property
    def names(self) -> list[str]:
        """Names of fields and derived values."""
        return self.fields + list(self._derived)

    def values(self, name: str):
        """Plain values of a field or derived value, shape (n,)."""
        if name not in self._values:
            self._values[name] = self._derive(name) if name in self._derived else self._read(name)
        return self._values[name]

    def column(self, name: str) -> Column:
        """Make the codes of a field or derived value."""
        values = self.values(name)
        return values if isinstance(values, Column) else encode(name, values)

    def labelled(self, name: str) -> np.ndarray:
        """Values as they are compared, shape (n,); None where missing."""
        column = self.column(name)
        return np.append(column.labels, np.array([None], dtype=object))[column.codes]

    def _read(self, name: str) -> np.ndarray:
        values = np.empty(len(self._table), dtype=object)
        values[:] = [comparable(value) for value in self._table.column(name)]
        return values

    def _derive(self, name: str):
        row = self._derived[name]
        source = self.labelled(row.field)
        if row.rule == "prefix":
            if not row.value.isdigit():
                raise self._bad(row, tr("a whole number of characters"))
            return cropped(name, source, int(row.value))
        if row.rule == "groups":
            return grouped(name, self._as_numbers(row, source), list(parse_numbers(row.value, row.name)))
        return self._ages(row, source)

    def _ages(self, row: Derived, source) -> np.ndarray:
        on_date = _date(row.value)
        if on_date is None:
            raise self._bad(row, tr("a date such as 2012-06-30"))
        dates = [_date(value) for value in source]
        bad = [str(value) for value, date in zip(source, dates) if value is not None and date is None]
        if bad:
            raise InputError(
                "derived.field.not_a_date",
                "The field “{field}” holds {value}, which is not a date. Use a date field, or text "
                "such as 1970-12-31.",
                field=row.field,
                value=str(bad[0]),
            )
        born = np.array([np.datetime64("NaT") if date is None else date for date in dates], "datetime64[D]")
        ages = age_years(born, on_date)
        later = int(np.count_nonzero(born > on_date))
        if later:
            self._warn(
                tr(
                    "{count} dates in “{field}” are later than {date}; their age counts as missing.",
                    count=later,
                    field=row.field,
                    date=row.value,
                )
            )
        return ages

    def _as_numbers(self, row: Derived, source) -> np.ndarray:
        try:
            return np.array([np.nan if value is None or value == "" else float(value) for value in source])
        except (TypeError, ValueError) as error:
            raise InputError(
                "derived.field.not_number",
                "The field “{field}” holds text that is not a number, so it cannot be grouped.",
                field=row.field,
            ) from error

    def _bad(self, row: Derived, wanted: str) -> InputError:
        return InputError(
            "derived.value.unfit",
            "The derived value “{name}” needs {wanted}, not “{value}”.",
            name=row.name,
            wanted=wanted,
            value=row.value,
        )


def comparable(value):
    """Turn an attribute into something that can be compared and counted: dates become ISO text."""
    if isinstance(value, QDate):
        return value.toString("yyyy-MM-dd") or None
    if isinstance(value, (QDateTime, QTime)):
        return value.toString("yyyy-MM-ddTHH:mm:ss" if isinstance(value, QDateTime) else "HH:mm:ss") or None
    if value is None or isinstance(value, (str, int, float)):
        return value
    return str(value)


def _date(value):
    """Day of ISO text; None where it is none."""
    if not isinstance(value, str):
        return None
    try:
        return np.datetime64(datetime.date.fromisoformat(value.strip()[:10]), "D")
    except ValueError:
        return None


@dataclass(frozen=True)
class Threshold:
    """The limit of this run and where it comes from."""

    value: float
    source: str

    @classmethod
    def of(cls, inputs) -> Threshold:
        """The user's own, or the preset's."""
        if inputs.threshold is not None:
            return cls(thresholds.forbidding(inputs.threshold), tr("set by the user"))
        preset = thresholds.preset(inputs.preset)
        return cls(preset.number, listed((tr(preset.title), cited(preset))))


@dataclass(frozen=True)
class Population:
    """The people behind the records: their columns, and how many of them each row stands for."""

    columns: Columns
    weights: np.ndarray | None


_SAMPLES = 1000
"""Simulated cohorts of each size."""
_LARGEST_SUBSET = 3
"""Fields in the largest set that is a model; more of them single nearly everybody out."""


class Uniqueness(GeoDeIDAlgorithm):
    """``geodeid:uniqueness``."""

    ID = "uniqueness"
    TITLE = "Check fields: uniqueness"
    HEADING = labels.CHECK
    TAGS = (
        "uniqueness", "quasi-identifier", "k-anonymity", "sample unique", "age", "sex", "cohort",
        "fields",
    )  # fmt: skip
    SUMMARY = (
        "Measures which share of the records a few known facts (age, sex, region …) single out, in the "
        "file and in smaller cohorts, from which size on a threshold is met, and which records are at risk."
    )
    JUDGES = True
    JUDGED = "RECORDS"
    INPUTS = (
        ask.source(
            "RECORDS",
            "Records",
            "Table, point or polygon layer with one record per person, or with RECORD_ID.",
            ask.TABLE,
        ),
        ask.field(
            "RECORD_ID",
            "Patient identifier",
            "Field that identifies a patient, where one may have several rows: people are counted then.",
            "RECORDS",
            optional=True,
        ),
        ask.field(
            "SUBSET_FIELDS",
            "Fields that somebody may know",
            "Every set of up to three of them is tried, and the report says which field drives the risk.",
            "RECORDS",
            optional=True,
            several=True,
        ),
        MODELS,
        DERIVED,
        ask.field(
            "SENSITIVE",
            "Sensitive fields",
            "Fields that nobody may learn of somebody in the file, such as a diagnosis: l-diversity and "
            "t-closeness are reported.",
            "RECORDS",
            optional=True,
            several=True,
        ),
        ask.text(
            "SIZES",
            "Cohort sizes",
            "Numbers of records, separated by commas: 1000, 5000. Empty: 1, 2 and 5 times powers of ten. "
            "The whole file is always measured.",
            parse=ask.whole_numbers,
        ),
        ask.text(
            "K",
            "Largest class at risk (K)",
            "Records in classes of at most K people count: 1 for unique records. Several, separated by "
            "commas.",
            "1, 5, 11",
            optional=False,
            parse=ask.whole_numbers,
        ),
        ask.choice(
            "PRESET",
            "Threshold",
            "Share of records at risk that is accepted.",
            keys(thresholds.UNIQUE_SHARE, thresholds.RECORD_RISK),
            "unique_5",
        ),
        ask.number(
            "THRESHOLD",
            "Own threshold",
            "A share between 0 and 1 that is used instead of the preset.",
            least=1e-9,
            most=1,
            advanced=True,
        ),
        ask.source(
            "POPULATION_TABLE",
            "Population table",
            "Table of the people behind the records, with the same field names; needed for journalist risk.",
            ask.TABLE,
            optional=True,
            advanced=True,
        ),
        ask.field(
            "POPULATION_COUNT",
            "People in a row",
            "Field with the number of people that a row of the population table stands for. Empty: 1.",
            "POPULATION_TABLE",
            numeric=True,
            optional=True,
            advanced=True,
        ),
        ask.whole(
            "POPULATION_SIZE",
            "People of the population",
            "People from whom the records are a random sample. Without a table of them, RISKS estimates by "
            "Pitman's model how many are unique.",
            least=1,
            advanced=True,
        ),
        blocks.seed(undoes=False),
    )
    OUTPUTS = (
        give.table(
            "OUTPUT",
            "Rates",
            "Model, fields, k, size, rate with its interval (simulated), expected with its interval (closed "
            "form), agrees, whole_file, meets. Nothing about a person.",
            fields=uniqueness_report.RATE,
        ),
        give.table(
            "FITS",
            "Fits and safe sizes",
            "The power law of each model with its tests (Clauset et al.), and the smallest size that meets "
            "the threshold.",
            optional=True,
            fields=uniqueness_report.FIT,
        ),
        give.table(
            "RISKS",
            "Risk of the file",
            "Prosecutor, journalist and marketer risk of each model; with POPULATION_SIZE also how many are "
            "unique in the population.",
            optional=True,
            fields=uniqueness_report.FILE_RISK,
        ),
        give.table(
            "AT_RISK",
            "Records at risk",
            "Internal: the records in classes of at most the largest K under one model, to select, suppress "
            "or generalise them.",
            optional=True,
            internal=True,
            fields=uniqueness_report.AT_RISK,
        ),
        give.table(
            "MICRODATA",
            "Records for sdcMicro and ARX",
            "Internal: every record with the values of all models as text, a column each, for sdcMicro and "
            "ARX.",
            optional=True,
            internal=True,
            fields=uniqueness_report.RECORD,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("UNIQUE_SHARE", "Largest share of unique records in the file"),
        give.number("WORST_RATE", "Largest share at risk in the file, for the smallest K"),
        give.number("SAFE_SIZE", "Smallest cohort at which every model meets the threshold"),
        give.number("PROSECUTOR_RISK", "Prosecutor risk"),
        give.number("JOURNALIST_RISK", "Journalist risk"),
        give.number("MARKETER_RISK", "Marketer risk"),
        give.number(
            "TRULY_UNIQUE", "Share of the unique records that are unique in the population, upper end"
        ),
    )

    def compute(self, inputs, run) -> Result:
        limit = Threshold.of(inputs)
        derived = derived_values(inputs.derived)
        table = read_table(run, "RECORDS", geometry=False)
        columns = Columns(run.warn, table, derived)
        models, subsets = chosen_models(inputs, columns.names)
        population = _population(run, inputs, derived) if inputs.population_table else None
        person = _person(run, table)
        people = len(np.unique(person))
        design = core.Design(inputs.sizes or core.usual_sizes(people), inputs.k, _SAMPLES, limit.value)
        encoded = {
            name: columns.column(name) for name in {name for names in models.values() for name in names}
        }
        _say(run, _keys_among(models, encoded), _missing(encoded))
        classes = {model: classes_of([encoded[name] for name in names]) for model, names in models.items()}
        run.counts.update(_counted(encoded))
        classes = {model: each.of_people(person) for model, each in classes.items()}
        rates = core.measure(classes, design, run.randomness(), part(run.progress, 0.15, 0.85))
        fits = core.fit(classes, rates, design)
        run.progress(0.88)
        record_limit = thresholds.preset("ema_0070").number
        if population is None:
            file_risks = {model: risks.file_risk(each, record_limit) for model, each in classes.items()}
        else:
            joint = _with_population(models, columns, population, person)
            file_risks = {
                model: risks.file_risk(own, record_limit, behind) for model, (own, behind) in joint.items()
            }
        estimates = _behind_sample(run, inputs.population_size, classes)
        _say(run, _disagreement(rates), _uncovered(file_risks))
        results = uniqueness_report.Results(
            people, models, design, limit, rates, fits, file_risks,
            _drivers(subsets, rates, min(design.ks)),
            _sensitive(inputs.sensitive, table, columns, models, classes),
            estimates, rows_are_people(run, table, [column.codes for column in encoded.values()]),
        )  # fmt: skip
        return Result(
            figures=_figures(results),
            layers={
                "OUTPUT": lambda: uniqueness_report.rates(results),
                "FITS": lambda: uniqueness_report.fits(results, classes),
                "RISKS": lambda: uniqueness_report.file_risks(results),
                "AT_RISK": lambda: _at_risk(run, table, columns, results, classes),
                "MICRODATA": lambda: uniqueness_report.microdata(models, table, columns),
            },
            report=uniqueness_report.build(run, results),
        )


def _population(run, inputs, derived) -> Population:
    """Read the population table.

    Which field counts its people is asked: a register of persons may hold the population of their tract, and
    would then hide each among too many.
    """
    table = read_table(run, "POPULATION_TABLE", geometry=False)
    name = inputs.population_count
    weights = table.numbers(name, tr("number of people")) if name else None
    return Population(Columns(run.warn, table, derived), weights)


def chosen_models(inputs, names: list) -> tuple[dict, dict]:
    """All models by name, and the subsets among them as sets of fields by name."""
    models = core.parse_models(cell_texts(inputs.models), names)
    subsets, chosen = {}, inputs.subset_fields
    if chosen:
        for fields in risks.subsets(chosen, min(_LARGEST_SUBSET, len(chosen))):
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
        "under {models}. A key is no quasi-identifier: leave it out.",
        fields=named(sorted(keys)),
        models=named(hit),
    )


def _missing(encoded) -> str:
    """What to say of missing values; empty where none is missing."""
    missing = [
        f"{name} {column.missing_count}" for name, column in sorted(encoded.items()) if column.missing_count
    ]
    if not missing:
        return ""
    text = tr("There are missing values, which count as a value of their own: {fields}.")
    return text.format(fields=named(missing, 20))


def _counted(encoded) -> dict:
    """Missing values of each field, for METRICS."""
    missing = {f"missing {name}": column.missing_count for name, column in sorted(encoded.items())}
    return {name: number for name, number in missing.items() if number}


def _disagreement(rates) -> str:
    """What to say where simulation and closed form differ; empty where they agree."""
    bad = [f"{rate.model} (K {rate.k}, {rate.size})" for rate in rates if rate.agrees is False]
    if not bad:
        return ""
    return tr(
        "Simulation and closed form differ by more than the interval for {cases}. Now and then that "
        "happens by chance: run it again before you use these rates.",
        cases=named(bad),
    )


def _with_population(models, columns, population: Population, person) -> dict:
    """Classes of the records and people of the population in each of them, by model."""
    check_models(models, population.columns.names)
    found = {}
    for model, names in models.items():
        joint = [
            encode(name, np.concatenate([columns.labelled(name), population.columns.labelled(name)]))
            for name in names
        ]
        both = classes_of(joint)
        behind = np.arange(len(both.ids) - len(person)) + len(person)
        both = both.of_people(np.concatenate([person, behind]))
        found[model] = risks.population_sizes(both, len(person), population.weights)
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
        "file's own numbers are used there; check that both use the same values.",
        models=named(short),
    )


def _behind_sample(run, people: int | None, classes: dict) -> dict:
    """Estimates for each model, None where a sample says nothing; empty where no population is given."""
    if people is None:
        return {}
    found: dict[str, PopulationUniques | None] = {}
    silent = []
    for model, each in classes.items():
        spectrum = spectrum_of(each.sizes)
        if people < spectrum.records:
            raise InputError(
                "uniqueness.population.too_small",
                "The population has {people} people, fewer than the {records} records. "
                "It must hold them all.",
                people=people,
                records=spectrum.records,
            )
        try:
            found[model] = population_uniques(spectrum, people)
        except InputError:
            found[model] = None
            silent.append(model)
    if silent:
        run.warn(
            tr(
                "Nothing can be said of the population from {models}: fewer than ten records or classes, or "
                "all records different.",
                models=named(silent),
            )
        )
    return found


def _drivers(subsets, rates, k) -> dict:
    whole = {rate.model: rate.mean for rate in rates if rate.whole_file and rate.k == k}
    return risks.field_drivers({names: whole[model] for model, names in subsets.items()}) if subsets else {}


def _at_risk(run, table, columns, results, classes) -> Features:
    """The records at risk under the first model."""
    model = next(iter(results.models))
    fields, k = results.models[model], max(results.design.ks)
    return uniqueness_report.at_risk(run, table, columns, fields, classes[model], k)


def _sensitive(fields, table, columns, models, classes) -> tuple:
    """Checks of the sensitive fields under every model that does not hold them itself."""
    found = []
    for model, names in models.items():
        chosen = [columns.column(name) for name in fields if name not in names]
        found += sensitive_checks(classes[model], chosen, table.row_ids, model)
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

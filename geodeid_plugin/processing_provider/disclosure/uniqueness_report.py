# SPDX-License-Identifier: GPL-2.0-or-later
"""The report on uniqueness by cohort size, and its tables: what the figures mean for publishing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.base.errors import InputError, Phrase, named
from ...core.base.verdict import CARE, MADE, Adversary, Check, Claim, Verdict
from ...core.exposure.uniqueness.by_cohort_size import Design
from ...core.exposure.uniqueness.rates import spectrum_of
from ...core.exposure.uniqueness.tails import fit_tail
from ...host.compat import NO_GEOMETRY, field
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, Table, charts
from ...report.numbers import chance, count, number, percent
from ..framework.give import FLAG, REAL, TEXT, WHOLE, Features
from ..framework.verdict import judging
from ..io import original_geometries

_CHARTED = 6
"""Curves that colours still tell apart."""
_LISTED = 60
"""Rows of a table that somebody still reads."""


@dataclass(frozen=True)
class Results:
    """All that was measured in one run."""

    records: int
    models: dict
    design: Design
    threshold: Any
    rates: list
    fits: list
    file_risks: dict
    drivers: dict
    sensitive: tuple
    estimates: dict
    people: tuple

    def of(self, model: str, k: int) -> list:
        """Rates of one model and K, by size."""
        return [rate for rate in self.rates if rate.model == model and rate.k == k]


def build(run, results: Results) -> Report:
    """Make the report."""
    k = min(results.design.ks)
    order = sorted(results.models, key=lambda model: -results.of(model, k)[-1].mean)
    sections = [_meaning(results, order, k), _curves(results, order[:_CHARTED], k), _grid(results, order, k)]
    sections += [_safe_sizes(results, order), _file(results, order)]
    if results.estimates:
        sections.append(_population(results, order))
    if results.drivers:
        sections.append(_drivers(results, k))
    sections.append(_method(results))
    return Report(
        tr("How many of {count} records a few known facts single out.", count=count(results.records)),
        tuple(sections),
        _verdict(run, results, order, k),
        affected_records=affected_records(results.sensitive),
    )


def affected_records(checks) -> tuple:
    """Rows that the checks name, each once."""
    return tuple(sorted({row for check in checks for row in check.records}))


def _verdict(run, results, order, k) -> Verdict:
    limit = results.threshold.value
    claim = (
        Phrase("Under every model that was tried, no more of the records are unique than the limit allows.")
        if k == 1
        else Phrase(
            "Under every model that was tried, no more of the records are in classes of {k} or fewer than "
            "the limit allows.",
            k=k,
        )
    )
    adversaries = tuple(
        Adversary(
            f"model_{model}",
            Phrase("{fields} of a person in the file", fields=", ".join(results.models[model])),
            Phrase("the people of the file"),
            results.of(model, k)[-1].mean,
            internal=False,
        )
        for model in order
    )
    tried = Phrase("{count} models were tried; what other fields would expose was not.", count=len(order))
    checks = [Check("models", MADE, tried, internal=False), *_alone(results, order), *results.sensitive]
    checks += results.people
    return Verdict(
        Claim(
            claim,
            limit,
            Phrase("Share of records in classes of like records"),
            results.threshold.source,
            True,
        ),
        judging.inputs_of(run, records=results.records),
        adversaries,
        tuple(checks),
    )


def _alone(results, order):
    """Records that nobody else in the file resembles: few enough for the limit, and found all the same."""
    if 1 not in results.design.ks:
        return
    alone = {model: round(results.of(model, 1)[-1].mean * results.records) for model in order}
    worst = max(order, key=lambda model: alone[model])
    if alone[worst]:
        sentence = Phrase(
            "{count} records are unique by {fields}: anyone who knows these facts about a person in the file "
            "finds that person's record.",
            count=alone[worst],
            fields=", ".join(results.models[worst]),
        )
        yield Check("alone", CARE, sentence, Phrase("Coarsen these fields, or leave those records out."))
    else:
        yield Check("alone", MADE, Phrase("No record is unique under any model that was tried."))


def _meaning(results, order, k) -> Section:
    worst = order[0]
    found = (
        tr("For {rate} of the people in the file, {fields} together lead to a record that nobody shares.")
        if k == 1
        else tr(
            "For {rate} of the people in the file, {fields} together lead to a record that at most {others} "
            "others share."
        )
    )
    sentences = (
        found.format(
            fields=named(results.models[worst], 10),
            rate=percent(results.of(worst, k)[-1].mean),
            others=k - 1,
        ),
        tr(
            "A smaller extract is not safer but more dangerous if it is known who is in it: the fewer "
            "people a cohort holds, the fewer look alike. The curves show how many records are singled out "
            "at each size."
        ),
        tr(
            "To publish, use a model and a size shown in blue in the table. Otherwise coarsen the values "
            "(age in groups, larger areas, fewer characters of a code), leave out the field that adds most "
            "risk, or suppress the records at risk; then measure again."
        ),
    )
    return Section(tr("What this means for publishing"), *sentences)


def _curves(results, shown, k) -> Section:
    marks: list[charts.Mark] = []
    logged: list[charts.Mark] = []
    for model, colour in zip(shown, charts.COLOURS):
        own = results.of(model, k)
        sizes = np.array([rate.size for rate in own])
        law = next(fit.law for fit in results.fits if fit.model == model and fit.k == k)
        smooth = np.geomspace(sizes[0], sizes[-1], 60)
        band = charts.Band(
            sizes, [100 * rate.low for rate in own], [100 * rate.high for rate in own], "", colour
        )
        dots = charts.Dots(sizes, [100 * rate.mean for rate in own], "", colour)
        line = charts.Line(sizes, [100 * rate.expected for rate in own], _short(model), colour)
        marks += [band, line, dots]
        logged += [dots]
        if np.isfinite(law.a):
            logged.append(charts.Line(smooth, 100 * law.rate(smooth), _short(model), colour, "6 4"))
    limit = charts.Rule(100 * results.threshold.value, tr("threshold"), vertical=False)
    size, rate = tr("Cohort size (records)"), tr("Records at risk (%), K = {k}", k=k)
    note = (
        "" if len(results.models) <= len(shown) else " " + tr("The models with the largest rates are drawn.")
    )
    return Section(
        tr("Rate against cohort size"),
        Figure(
            charts.chart(
                [*marks, limit],
                charts.Axis(size, log=True),
                charts.Axis(rate, low=0, high=100),
            ),
            tr("Lines: closed form. Dots and bands: simulated mean and 95 % interval.") + note,
        ),
        Figure(
            charts.chart(
                [*logged, limit],
                charts.Axis(size, log=True),
                charts.Axis(rate, log=True),
            ),
            tr(
                "The same on two logarithmic scales. Dashed: the fitted power law; rates of zero are "
                "left out. Where dots leave the line, trust the closed form, not the line."
            ),
        ),
    )


def _short(model: str) -> str:
    return model if len(model) <= 40 else model[:39] + "…"


def _grid(results, order, k) -> Section:
    sizes = sorted({rate.size for rate in results.rates})
    shown = order[:_LISTED]
    values = np.full((len(shown), len(sizes)), np.nan)
    for row, model in enumerate(shown):
        for rate in results.of(model, k):
            values[row, sizes.index(rate.size)] = rate.expected
    title = tr("Share of records in classes of at most {k}, by model and cohort size", k=k)
    parts = [
        Figure(
            charts.threshold_table(
                shown,
                [count(size) for size in part],
                values[:, start : start + 6],
                results.threshold.value,
                title,
            )
        )
        for start in range(0, len(sizes), 6)
        for part in [sizes[start : start + 6]]
    ]
    source = tr(
        "✓ blue: at most {limit} of the records. ✕ orange: more. Threshold: {source}.",
        limit=percent(results.threshold.value),
        source=results.threshold.source,
    )
    return Section(tr("Which model at which size is safe"), *parts, source)


def _safe_sizes(results, order) -> Section:
    rows = []
    place = {model: at for at, model in enumerate(order)}
    for fit in sorted(results.fits, key=lambda each: (each.k, place[each.model]))[:_LISTED]:
        size, low, high = fit.law.size_for(results.threshold.value)
        rows.append(
            (
                _short(fit.model),
                fit.k,
                _exact_size(fit.safe),
                _fitted_size(size, low, high, results.records),
                number(fit.law.pseudo_r2, ".4f") if np.isfinite(fit.law.pseudo_r2) else "–",
                fit.law.zeros_left_out,
            )
        )
    return Section(
        tr("Smallest cohort that meets the threshold"),
        Table(
                (tr("Model"), "K", tr("By the closed form"), tr("By the power law"), tr("Pseudo-R²"),
                 tr("Zeros left out")),
                tuple(rows),
                tr("In brackets: 95 % interval. The closed form is exact for cohorts drawn from this file."),
            ),
    )  # fmt: skip


def _exact_size(safe) -> str:
    if safe.size is None:
        return tr("none up to {limit}", limit=count(safe.limit))
    high = count(safe.high) if safe.high is not None else "…"
    return f"{count(safe.size)} ({count(safe.low)}–{high})"


def _fitted_size(size, low, high, records) -> str:
    if not np.isfinite(size) or size > 1e12:
        return tr("no finite size")
    text = count(max(round(size), 1))
    if np.isfinite(low) and np.isfinite(high) and high < 1e12:
        text += f" ({count(round(low))}–{count(round(high))})"
    return tr("{size}, beyond the file", size=text) if size > records else text


def _file(results, order) -> Section:
    rows = []
    for model in order[:_LISTED]:
        risk = results.file_risks[model]
        known = risk.journalist_max is not None
        rows.append(
            (
                _short(model), count(risk.records), count(risk.classes), risk.smallest_class,
                chance(risk.prosecutor_max), percent(risk.prosecutor_share),
                chance(risk.journalist_max) if known else tr("no population"),
                percent(risk.marketer), count(risk.left_out),
            )
        )  # fmt: skip
    heads = (
        tr("Model"),
        tr("Records"),
        tr("Classes"),
        tr("Smallest"),
        tr("Prosecutor"),
        tr("Records in too small classes"),
        tr("Journalist"),
        tr("Marketer"),
        tr("Left out"),
    )
    return Section(
        tr("The file as it stands"),
        Table(heads, tuple(rows)),
        tr(
            "Prosecutor: the adversary knows that a person is in the file; the figure is 1 / the "
            "smallest class. Journalist: the adversary looks the person up in the population; 1 / the "
            "smallest class there. Marketer: the share of records that somebody who links the whole "
            "file gets right on average."
        ),
    )


def _population(results, order) -> Section:
    rows = []
    for model in order[:_LISTED]:
        found = results.estimates[model]
        if found is None:
            rows.append((_short(model), "–", "–"))
            continue
        people, share = found.unique_people, found.truly_unique
        rows.append(
            (
                _short(model),
                f"{count(round(people.value))} ({count(round(people.low))}–{count(round(people.high))})",
                f"{percent(share.value)} ({percent(share.low)}–{percent(share.high)})",
            )
        )
    heads = tr("Model"), tr("Unique people of the population"), tr("Of the unique records, unique in it")
    return Section(
        tr("The population behind the file"),
        Table(heads, tuple(rows), tr("In brackets: 95 % interval, if the population follows the model.")),
        tr(
            "Estimated from the file alone by Pitman's model, as if its records were a random sample. "
            "Real populations follow the model roughly: take the figures as orders of magnitude. The "
            "verdict does not rest on them."
        ),
    )


def _drivers(results, k) -> Section:
    pairs = tuple((name, f"{number(100 * rise, '+.1f')} %") for name, rise in results.drivers.items())
    return Section(
        tr("Which field drives the risk"),
        tr("Mean rise of the share of records in classes of at most {k} when the field joins a set:", k=k),
        Facts(*pairs),
    )


def _method(results) -> Section:
    return Section(
        tr("Method"),
        tr(
            "A record is at risk at K when at most K records of its cohort share its values under the "
            "model (MacRae, Dobbie and Ranchhod 2012). The expected share was computed exactly from "
            "the class sizes of the file (hypergeometric)."
        ),
        tr(
            "Beside it, {samples} cohorts of each size were drawn without replacement; intervals are mean "
            "± 1.96 standard deviations between cohorts.",
            samples=count(results.design.samples),
        ),
        tr("The power law rate = a·size^b was fitted by non-linear least squares, rates of zero left out."),
        tr(
            "The figures hold for adversaries who know exactly these fields, without error, and for cohorts "
            "drawn at random from this file. A cohort picked by place or diagnosis can hold other classes."
        ),
    )


RATE = {
    "model": TEXT,
    "fields": TEXT,
    "k": WHOLE,
    "size": WHOLE,
    **dict.fromkeys(("rate", "low", "high", "expected", "expected_low", "expected_high"), REAL),
    **dict.fromkeys(("agrees", "whole_file", "meets"), FLAG),
}
_TAIL = {
    "tail_from": WHOLE,
    **dict.fromkeys(
        ("tail_exponent", "log_normal_ratio", "log_normal_p", "exponential_ratio", "exponential_p"), REAL
    ),
}
FIT = {
    "model": TEXT,
    "k": WHOLE,
    "threshold": REAL,
    **dict.fromkeys(("safe_size", "safe_low", "safe_high"), WHOLE),
    **dict.fromkeys(("a", "b", "pseudo_r2"), REAL),
    **dict.fromkeys(("points", "zeros_left_out"), WHOLE),
    **dict.fromkeys(("fit_size", "fit_low", "fit_high"), REAL),
    **_TAIL,
}
_RISK = {
    **dict.fromkeys(("records", "classes", "left_out", "smallest_class"), WHOLE),
    **dict.fromkeys(
        ("prosecutor_max", "prosecutor_share", "journalist_max", "journalist_share", "marketer"), REAL
    ),
    "uncovered_classes": WHOLE,
}
_ESTIMATES = ("unique_people", "truly_unique")
FILE_RISK = {
    "model": TEXT,
    **_RISK,
    **{name + end: REAL for name in _ESTIMATES for end in ("", "_low", "_high")},
}
RECORD = {"row_id": WHOLE}
AT_RISK = {**RECORD, "class": WHOLE, "class_size": WHOLE}
"""Fields of the tables; those of records have the values of models behind them."""

_LARGEST = 1e12
"""Sizes beyond are an extrapolation without end, and written as none."""
_MOST_MODELS = 100
"""Models whose class sizes are held against other laws: a tenth of a second each."""


def rates(results) -> Features:
    """OUTPUT: a row for each model, K and size."""
    rows = [
        (
            one.model, "+".join(results.models[one.model]), one.k, one.size, one.mean, one.low, one.high,
            one.expected, one.expected_low, one.expected_high, one.agrees, one.whole_file,
            one.expected <= results.threshold.value,
        )
        for one in results.rates
    ]  # fmt: skip
    return Features(dict(zip(RATE, zip(*rows))))


def fits(results, classes: dict) -> Features:
    """FITS: the power law of each model and K, safe sizes, and the law of the class sizes."""
    tails = {model: _tail(each) for model, each in classes.items()} if len(classes) <= _MOST_MODELS else {}
    rows = [
        (
            one.model, one.k, results.threshold.value, one.safe.size, one.safe.low, one.safe.high,
            *map(_finite, (one.law.a, one.law.b, one.law.pseudo_r2)), one.law.points,
            one.law.zeros_left_out, *map(_finite, one.law.size_for(results.threshold.value)),
            *tails.get(one.model, [None] * len(_TAIL)),
        )
        for one in results.fits
    ]  # fmt: skip
    return Features(dict(zip(FIT, zip(*rows))))


def _tail(classes) -> tuple:
    """The power law of class sizes and what two rivals say, in the order of the fields."""
    try:
        tail = fit_tail(spectrum_of(classes.sizes))
    except InputError:
        return (None,) * len(_TAIL)
    log_normal, exponential = tail.log_normal, tail.exponential
    return tail.start, tail.exponent, log_normal.ratio, log_normal.p, exponential.ratio, exponential.p


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) and abs(value) < _LARGEST else None


def file_risks(results) -> Features:
    """RISKS: a row for each model, with estimates of the population where there are any."""
    rows = []
    for model, risk in results.file_risks.items():
        estimate = results.estimates.get(model)
        figures = [getattr(estimate, name, None) for name in _ESTIMATES]
        ends = (getattr(one, end, None) for one in figures for end in ("value", "low", "high"))
        rows.append((model, *(getattr(risk, name) for name in _RISK), *ends))
    return Features(dict(zip(FILE_RISK, zip(*rows))))


def at_risk(run, table, columns, fields: list, classes, k: int) -> Features:
    """AT_RISK: the records in classes of at most k under one model, the smallest classes first."""
    sizes = classes.record_sizes
    rows = np.flatnonzero((sizes > 0) & (sizes <= k))
    rows = rows[np.lexsort((classes.ids[rows], sizes[rows]))]
    ids = [table.row_ids[row] for row in rows]
    shapes, kind = original_geometries(run, "RECORDS", ids)
    return Features(
        dict(zip(AT_RISK, (ids, classes.ids[rows], sizes[rows]))),
        None if kind == NO_GEOMETRY else shapes,
        kind,
        table.crs,
        appended=_texts(columns, fields, rows),
    )


def microdata(models: dict, table, columns) -> Features:
    """MICRODATA: every record with the values of all models, which sdcMicro and ARX read."""
    fields = dict.fromkeys(name for names in models.values() for name in names)
    return Features({"row_id": list(table.row_ids)}, appended=_texts(columns, fields, slice(None)))


def _texts(columns, fields, rows) -> list:
    """Values of some fields as text."""
    return [
        (
            field(name, "text"),
            [None if value is None else str(value) for value in columns.labelled(name)[rows]],
        )
        for name in fields
    ]

# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables of uniqueness: rates, fits and risks of the file for anybody, records for internal use."""

from __future__ import annotations

import numpy as np

from ....core.base.errors import InputError
from ....core.exposure.uniqueness.rates import spectrum_of
from ....core.exposure.uniqueness.tails import fit_tail
from ....host.compat import NO_GEOMETRY, field
from ...framework.give import FLAG, REAL, TEXT, WHOLE, Features
from ...io import original_geometries

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

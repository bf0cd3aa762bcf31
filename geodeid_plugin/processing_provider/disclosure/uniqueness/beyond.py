# SPDX-License-Identifier: GPL-2.0-or-later
"""What the file says beyond itself: the people behind a sample, the law of its classes, and its export."""

from __future__ import annotations

from ....core.base.errors import InputError, named
from ....core.exposure.uniqueness.models.pitman import PopulationUniques, population_uniques
from ....core.exposure.uniqueness.models.tails import fit_tail
from ....core.exposure.uniqueness.rates import spectrum_of
from ....host.compat import field as make_field
from ....i18n import tr

_MOST_MODELS = 100
"""Models whose class sizes are held against other laws: a tenth of a second each."""


def behind_sample(run, people: int | None, classes: dict) -> dict:
    """Estimates for each model, None where a sample says nothing; empty where no population is given."""
    if people is None:
        return {}
    found: dict[str, PopulationUniques | None] = {}
    silent = []
    for model, each in classes.items():
        spectrum = spectrum_of(each.sizes)
        if people < spectrum.records:
            raise InputError(
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
                "all records different."
            ).format(models=named(silent))
        )
    return found


def estimate_columns(estimates: dict, models) -> list:
    """Columns of the table of the file's risk."""
    columns = []
    for name, figure in (("unique_people", "unique_people"), ("truly_unique", "truly_unique")):
        for part in ("value", "low", "high"):
            of = [estimates.get(model) for model in models]
            values = [None if one is None else float(getattr(getattr(one, figure), part)) for one in of]
            columns.append((make_field(name if part == "value" else f"{name}_{part}", "real"), values))
    return columns


def tail_columns(classes: dict, models) -> list:
    """Columns of the table of fits: the power law of class sizes and what two rivals say."""
    tails = (
        {model: _tail(classes[model]) for model in dict.fromkeys(models)}
        if len(classes) <= _MOST_MODELS
        else {}
    )
    told = {
        "tail_from": lambda tail: tail.start,
        "tail_exponent": lambda tail: tail.exponent,
        "log_normal_ratio": lambda tail: tail.log_normal.ratio,
        "log_normal_p": lambda tail: tail.log_normal.p,
        "exponential_ratio": lambda tail: tail.exponential.ratio,
        "exponential_p": lambda tail: tail.exponential.p,
    }
    return [
        (
            make_field(name, "integer" if name == "tail_from" else "real"),
            [None if tails.get(model) is None else take(tails[model]) for model in models],
        )
        for name, take in told.items()
    ]


def _tail(classes):
    try:
        return fit_tail(spectrum_of(classes.sizes))
    except InputError:
        return None


def write_microdata(run, models: dict, table, columns) -> None:
    """Every record with the values of all models as text, a column each: what sdcMicro and ARX read."""
    fields = list(dict.fromkeys(name for names in models.values() for name in names))
    written = [(make_field("row_id", "integer"), list(table.row_ids))]
    for name in fields:
        values = columns.labelled(name)
        written.append(
            (make_field(name, "text"), [None if value is None else str(value) for value in values])
        )
    run.write_layer("MICRODATA", written)

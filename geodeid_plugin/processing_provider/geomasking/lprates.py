# SPDX-License-Identifier: GPL-2.0-or-later
"""People who are not equally likely to be patients: what is asked of a table, and what reports say of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core.base.errors import InputError, Phrase
from ...core.base.randomness import SeededSource
from ...core.base.verdict import CARE, MADE, Check
from ...core.exposure.fields import margins
from ...core.exposure.fields.plausibility import of_old_age
from ...core.geomask.audit import audit, risk_at_rates
from ...core.geomask.programme.programme import Inequality
from ...i18n import tr
from ...report import Facts, Section
from ...report.numbers import fill, number, percent
from ..framework import ask

SPREADS = {"RISK_AT_RATES_15": 0.15, "RISK_AT_RATES_25": 0.25, "RISK_AT_RATES_50": 0.5}
"""Standard deviations of log rates that reports tell of, those of docs/evidence/lp-geomasking.md."""
_SEED = 15
"""Of the rates that reports try, so that the same table says the same; no draw of a release hangs on it."""


RATE_RATIO = ask.number(
    "RATE_RATIO",
    "Ratio of rates",
    "How many times as likely some people may be patients as others: 3 for a disease of old age in areas "
    "with fewer than 2000 people. With 1 the verdict asks for care.",
    2.0,
    least=1.0,
    most=1000.0,
    optional=True,
)


def _share_or_field(run, name: str) -> float | str:
    """A share, or the name of a field."""
    text = (run.text(name) or "0").strip()
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return text


INEQUALITY = (
    RATE_RATIO,
    ask.text(
        "POPULATION_ERROR",
        "Error of the populations (share or field)",
        "Share by which each population may be wrong: with 0.2 a count of 100 stands for 84 to 120 people. "
        "Or a field of AREAS with the published margins of 90 %, in people, such as …_001M of the American "
        "Community Survey.",
        keys="0",
        parse=_share_or_field,
    ),
)


def inequality(inputs, layer) -> Inequality:
    """How unequal people may be, and how wrong populations, as the user asked."""
    ratio, name = inputs.rate_ratio, inputs.population_error
    if not isinstance(name, str):
        return Inequality(ratio, name)
    given = layer.table.numeric_columns().get(name)
    if given is None:
        raise InputError(
            "area.margin.no_numbers",
            "Layer “{layer}”: the field “{field}” holds no numbers. Choose the margins of error of the "
            "populations.",
            layer=layer.table.name,
            field=name,
        )
    if 0 < np.nanmax(given, initial=0) < 1:
        raise InputError(
            "area.margin.of_shares",
            "Layer “{layer}”: the field “{field}” holds shares. Give margins of error in people, or one "
            "share for all areas.",
            layer=layer.table.name,
            field=name,
        )
    people, ids = layer.areas.population, layer.areas.ids
    return Inequality(ratio, margin=margins.of_areas(people, given, name, ids))


def refuse_fields(doubt: Inequality, what: str) -> None:
    """Refuse margins of single areas where something knows one share for all."""
    if doubt.margin is not None:
        raise InputError(
            "area.margin.not_allowed",
            "Margins of single areas cannot be used with {what}: give one share for all areas as "
            "POPULATION_ERROR.",
            what=what,
        )


def measured(areas, request, strategy) -> dict:
    """What a table reaches: all equally likely, and at log-normal rates that an observer knows."""
    table = strategy.origin, strategy.destination, strategy.probability, areas.population, request.counted
    model, floor = request.model, request.at_least
    found = {"EQUAL_RATES_RISK": audit(*table, model, at_least=floor).risk(model)}
    for name, spread in SPREADS.items():
        found[name] = min(1.0, risk_at_rates(*table, model, spread, SeededSource(_SEED), floor))
    return found


def checks(inputs, layer, doubt: Inequality, patients=None) -> tuple[Check, ...]:
    """What is to be said of rates and populations that may be wrong, with the patients' table where known."""
    return (_rates(doubt), *_ages(inputs, layer, doubt, patients), *_populations(inputs, layer, doubt))


def _ages(inputs, layer, doubt: Inequality, patients) -> Iterator[Check]:
    """Whether old patients are hidden among people of all ages; strata have people of their own."""
    if patients is not None and not inputs.stratum:
        columns, people = patients.numeric_columns(), layer.areas.population
        asked = of_old_age(columns, people, inputs.population, doubt.rate_ratio)
        if asked is not None:
            yield asked


def _populations(inputs, layer, doubt: Inequality) -> Iterator[Check]:
    """Whether populations are known well enough, and whether their margins lie unused."""
    people, population = layer.areas.population, inputs.population
    if doubt.margin is not None:
        yield margins.certain_enough(people, doubt.within(people)[0])
    elif not np.any(doubt.population_error):
        names = [column.name() for column in layer.table.fields if column.isNumeric()]
        margin = margins.unused(population, names)
        if margin:
            yield margins.ask_for(population, margin)


def _rates(inequality: Inequality) -> Check:
    """Whether rates may differ at all: they do, even after adjustment for age and sex."""
    key = "rates"
    if inequality.rate_ratio > 1:
        sentence = Phrase(
            "The bound allows for people of some areas being up to {ratio:g} times as likely to be patients "
            "as people elsewhere.",
            ratio=inequality.rate_ratio,
        )
        return Check(key, MADE, sentence, internal=False)
    sentence = Phrase(
        "The bound takes everybody to be equally likely to be a patient. Rates differ between areas, and "
        "whoever knows them learns more."
    )
    remedy = Phrase("Set RATE_RATIO to 2, or to 3 for a disease of some ages in small areas.")
    return Check(key, CARE, sentence, remedy, internal=False)


def worst(found: list[dict]) -> dict:
    """The largest figures of several tables."""
    return {name: max(each[name] for each in found) for name in found[0]}


def farther(placed_m: float, certain_m: float | None) -> dict:
    """The figure of what allowing for doubt costs: none where it is not known."""
    return {} if not certain_m else {"FARTHER_SHARE": max(0.0, placed_m / certain_m - 1)}


def price(figures: dict) -> tuple[str, ...]:
    """The sentence on what allowing for doubt costs, where that is known."""
    share = figures.get("FARTHER_SHARE")
    if share is None:
        return ()
    sentence = tr(
        "Allowing for rates that differ, and for errors of the populations where they are given, moves "
        "people {farther} farther."
    )
    return (fill(sentence, farther=percent(share, 0)),)


def section(figures: dict) -> Section:
    """What the table reaches where rates are not as the bound takes them."""
    equal = tr("Risk if everybody is equally likely to be a patient")
    at_random = tr("Risk at random rates (standard deviation of their logarithm {spread:g})")
    return Section(
        tr("Where some are likelier patients than others"),
        *price(figures),
        Facts(
            (equal, number(figures["EQUAL_RATES_RISK"], ".4g")),
            *(
                (fill(at_random, spread=spread), number(figures[name], ".2g"))
                for name, spread in SPREADS.items()
            ),
        ),
        tr(
            "The figures at random rates are the median, over sets of rates drawn for the areas, of what "
            "an observer who knows these rates reaches about the person most exposed. Rates that are "
            "published or known (an outbreak, an old quarter) call for a higher ratio of rates."
        ),
    )


def of_populations(doubt: Inequality) -> str:
    """How right the populations are taken to be."""
    if doubt.margin is not None and np.any(doubt.margin):
        return tr("populations – each count is right within its margin of error;")
    error = np.asarray(doubt.population_error, dtype=float)
    if not error.any():
        return tr("populations – the counts are right;")
    sentence = tr(
        "populations – each true count lies between the stated one divided and multiplied by {factor:g};"
    )
    return fill(sentence, factor=float(1 + error))


def allowed_by(parameters: dict) -> tuple[float, str, bool]:
    """What a mask allowed for, from the parameters in its METRICS: as :func:`.lp.assumptions` asks for it."""
    ratio, error = float(parameters.get("RATE_RATIO") or 1), parameters.get("POPULATION_ERROR") or 0
    try:
        doubt = Inequality(ratio, float(error))
    except ValueError:  # the name of a field
        doubt = Inequality(ratio, margin=np.ones(1))
    return ratio, of_populations(doubt), bool(parameters.get("GROUP"))

# SPDX-License-Identifier: GPL-2.0-or-later
"""People who are not equally likely to be patients: what is asked of a table, and what reports say of it."""

from __future__ import annotations

from ....core.base.randomness import SeededSource
from ....core.geomask.audit import audit, risk_at_rates
from ....core.geomask.programme.programme import Inequality
from ....i18n import tr
from ....report import Facts, Section
from ....report.numbers import fill, number
from ...framework import ask

SPREADS = {"RISK_AT_RATES_25": 0.25, "RISK_AT_RATES_50": 0.5}
"""Standard deviations of log rates that reports tell of, those of docs/evidence/lp-geomasking.md."""
_SEED = 15
"""Of the rates that reports try, so that the same table says the same; no draw of a release hangs on it."""


INEQUALITY = (
    ask.number(
        "RATE_RATIO",
        "Ratio of rates",
        "The bound holds even if some people are this many times as likely to be patients as others.",
        1.0,
        least=1.0,
        most=1000.0,
        optional=True,
    ),
    ask.number(
        "POPULATION_ERROR",
        "Error of the populations",
        "The bound holds even if each population is wrong by up to this share: 0.2 for 20 %.",
        0.0,
        least=0.0,
        most=10.0,
        optional=True,
    ),
)


def measured(areas, request, strategy) -> dict:
    """What a table reaches: all equally likely, and at log-normal rates that an observer knows."""
    table = strategy.origin, strategy.destination, strategy.probability, areas.population, request.counted
    found = {"EQUAL_RATES_RISK": audit(*table, request.model).risk(request.model)}
    for name, spread in SPREADS.items():
        found[name] = min(1.0, risk_at_rates(*table, request.model, spread, SeededSource(_SEED)))
    return found


def worst(found: list[dict]) -> dict:
    """The largest figures of several tables."""
    return {name: max(each[name] for each in found) for name in found[0]}


def section(inequality: Inequality, figures: dict, risk: float) -> Section:
    """What the bound assumes of rates, and what the table reaches where it is not so."""
    equal = tr("Risk if everybody is equally likely to be a patient")
    at_random = tr("Risk at random rates (standard deviation of their logarithm {spread:g})")
    return Section(
        tr("Where some are likelier patients than others"),
        (
            _assumed(inequality, risk),
            Facts(
                (
                    (equal, number(figures["EQUAL_RATES_RISK"], ".4g")),
                    *(
                        (fill(at_random, spread=spread), number(figures[name], ".2g"))
                        for name, spread in SPREADS.items()
                    ),
                )
            ),
            tr(
                "The figures at random rates are the median, over sets of rates drawn for the areas, of what "
                "an observer who knows these rates reaches about the person most exposed. Rates that are "
                "published or known (an outbreak, an old quarter) call for a higher ratio of rates."
            ),
        ),
    )


def _assumed(inequality: Inequality, risk: float) -> str:
    if inequality.rate_ratio > 1 or inequality.population_error > 0:
        return fill(
            tr(
                "The bound of {risk:g} was solved and measured for the worst case in which people of some "
                "areas are up to {ratio:g} times as likely to be patients as others, and each population is "
                "wrong by up to {error:.0%}."
            ),
            risk=round(risk, 5),
            ratio=inequality.rate_ratio,
            error=inequality.population_error,
        )
    return fill(
        tr(
            "The bound of {risk:g} takes everybody to be equally likely to be a patient, and the "
            "populations to be right. Where an observer knows that rates differ, the risk is higher: a "
            "“Ratio of rates” of 2 or more includes that in the bound, at the price of longer moves."
        ),
        risk=round(risk, 5),
    )

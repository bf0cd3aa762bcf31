# SPDX-License-Identifier: GPL-2.0-or-later
"""Rates of the true areas, with intervals, from masked points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.base.errors import InputError
from ...core.base.progress import part
from ...core.utility.masked_rates import MaskedRates, masked_rates
from ...i18n import tr
from ...report import Facts, Figure, Report, Section, charts
from ...report.numbers import count, metres, number
from .. import io
from ..clustering.clustermap import NO_DATA, draw_areas
from ..framework import ask, blocks, give, labels
from ..framework.base import GeoDeIDAlgorithm
from ..framework.give import CODE, REAL, Features, Result
from . import released_mask

_RATIOS = ("expected", "ratio", "ratio_low", "ratio_high", "exceedance", "log_sd")
_RATE = {"area": CODE, **dict.fromkeys((*_RATIOS, "rate", "rate_low", "rate_high"), REAL)}
_PER = 100_000
"""Rates are records per so many people."""
_SURE = 0.95
"""Probability from which an area is counted as raised: the usual one-sided level."""


class MaskedRatesAlgorithm(GeoDeIDAlgorithm):
    """``geodeid:maskedrates``."""

    ID = "maskedrates"
    TITLE = "Rates from masked points"
    HEADING = labels.ANALYSE
    TAGS = ("rate", "incidence", "SMR", "smoothing", "disease mapping", "masked", "recipient", "bayesian")
    SUMMARY = (
        "Estimates the rate of every area, with its interval, from a masked release: its points, crowd and "
        "table, with the people (or expected cases) of the true areas."
    )
    INPUTS = (
        ask.source("MASKED", "Masked points", "The released points."),
        released_mask.crowd_input(optional=False),
        released_mask.table_input(optional=False),
        *blocks.areas("optional", boundary=False, points=False),
        ask.field(
            "EXPECTED_FIELD",
            "Expected cases",
            "Field with the expected cases of each area (“Expected counts”): ratios to them are estimated, "
            "else rates of the population.",
            "AREAS",
            numeric=True,
            optional=True,
        ),
    )
    OUTPUTS = (
        give.shapes(
            "OUTPUT",
            "Rates",
            "The areas with expected, ratio, rate (for 100 000 people), both with interval, exceedance "
            "(probability that the ratio is above 1) and log_sd.",
            style="masked_rates",
            fields=_RATE,
        ),
        blocks.REPORT,
    )
    FIGURES = (
        give.number("RAISED_COUNT", "Areas raised with a probability of 95 % or more"),
        give.number("FIELD_SD", "Estimated variation of the log rate (sd)"),
        give.number("FIELD_RANGE_M", "Estimated range of the field of rates (m)"),
    )

    def compute(self, inputs, run) -> Result:
        areas = io.read_areas(run)
        crowd = released_mask.read_crowd(run)
        points = released_mask.counted(run, crowd, "MASKED", bool(inputs.expected_field))
        expected = _expected(inputs, areas, points.sum())
        mask = released_mask.read_mask(run, inputs, areas, expected, crowd)
        found = masked_rates(
            mask, points, areas.areas.lon_deg, areas.areas.lat_deg,
            part(run.progress, 0.1, 0.95),
        )  # fmt: skip
        raised = int(np.nansum(found.exceedance >= _SURE))
        return Result(
            figures={"RAISED_COUNT": raised, "FIELD_SD": found.scale, "FIELD_RANGE_M": found.range_m},
            layers={"OUTPUT": lambda: _rates(run, areas, expected, found, bool(inputs.population))},
            report=_report(areas, found, points, raised),
        )


def _expected(inputs, areas, cases: float) -> np.ndarray:
    """Cases expected in each area: the field's, or the overall rate times the people."""
    if inputs.expected_field:
        return areas.table.numbers(inputs.expected_field, tr("expected cases"), areas.areas.ids)
    if not inputs.population:
        raise InputError(
            "rates.population.missing",
            "Choose the field of the population, or the field of the expected cases.",
        )
    people = areas.areas.population
    if not people.sum() > 0:
        raise InputError(
            "area.population.nobody", "Layer “{layer}”: nobody lives in any area.", layer=areas.table.name
        )
    return people * (cases / people.sum())


def _rates(run, areas, expected, found: MaskedRates, counts_people: bool) -> Features:
    """The areas with their ratios, and with their rates where their people are known."""
    values = {
        "area": areas.areas.ids,
        **dict(zip(_RATIOS, (expected, found.ratio, found.low, found.high, found.exceedance, found.log_sd))),
    }
    if counts_people:
        people = areas.areas.population
        base = _PER * np.divide(expected, people, out=np.full(len(people), np.nan), where=people > 0)
        values.update(rate=base * found.ratio, rate_low=base * found.low, rate_high=base * found.high)
    shapes, kind = io.original_geometries(run, "AREAS", areas.table.row_ids)
    return Features(values, shapes, kind, areas.table.crs, codes=areas.id_kind)


def classes(ratio, exceedance) -> tuple:
    """Classes of the map, those of the style of the layer."""
    sure = (exceedance >= _SURE) | (exceedance <= 1 - _SURE)
    return (
        (~np.isfinite(ratio), NO_DATA, tr("Nobody lives here")),
        ((ratio >= 1.5) & sure, ORANGE, tr("1.5 times and more, clearly")),
        ((ratio >= 1.1) & sure, AMBER, tr("1.1 to 1.5 times, clearly")),
        (ratio >= 1.1, PALE_AMBER, tr("Raised, but it may be chance")),
        ((ratio <= 0.9) & sure, BLUE, tr("0.9 times and less, clearly")),
        (ratio <= 0.9, PALE_BLUE, tr("Lowered, but it may be chance")),
        (np.isfinite(ratio), GREY, tr("About the overall rate")),
    )


def _report(areas, found: MaskedRates, points, raised: int) -> Report:
    known = np.isfinite(found.ratio)
    facts = (
        (tr("Masked points"), count(points.sum())),
        (tr("Areas with an estimate"), count(known.sum())),
        (tr("Areas without people, left without a rate"), count((~known).sum())),
        (
            tr("Ratio, lowest and highest"),
            f"{number(found.ratio[known].min(), '.2f')} – {number(found.ratio[known].max(), '.2f')}",
        ),
        (tr("Raised with a probability of 95 % or more"), count(raised)),
        (tr("Estimated variation of the log rate (sd)"), number(found.scale, ".2f")),
        (tr("Estimated range of the field"), metres(found.range_m)),
    )
    method = tr(
        "Counts of masked points at the destinations are taken for Poisson with mean Σ e r P, where e is "
        "expected in an area, r its rate ratio and P the mask's probability of moving from the area to the "
        "destination. The logs of r have a normal prior whose covariance falls exponentially with distance; "
        "its variance and range are averaged over a grid by their marginal likelihood (Laplace "
        "approximation). Intervals hold on average over the areas if rates vary smoothly; a single area "
        "that differs sharply from its neighbours is drawn towards them."
    )
    drawn = ratio_map(areas, classes(found.ratio, found.exceedance))
    ratios = charts.histogram(found.ratio[known], tr("Ratio"), size=(420, 320))
    return Report(
        tr("What the rate of each area is likely to be, given where points were released."),
        (
            Section(tr("Rates"), drawn, Figure(ratios, tr("Estimated ratios.")), beside=True),
            Section(tr("What was found"), Facts(*facts)),
            Section(tr("Method"), method),
        ),
    )


ORANGE, AMBER, PALE_AMBER, BLUE, PALE_BLUE, GREY = (
    "#d55e00", "#e69f00", "#f6dda5", "#0072b2", "#afdcf5", "#f5f5f5",
)  # fmt: skip
"""Colours of ratios, as scripts/make_styles has them: orange for high ones, pale where chance may do it."""


def ratio_map(areas, classes: Sequence[tuple[np.ndarray, str, str]]) -> Figure:
    """Draw where rates are high and low.

    ``classes`` are which areas each holds, its colour, and what the legend says. The first that holds an area
    draws it.
    """
    held = np.array([rule for rule, _shade, _words in classes])
    first = held.argmax(axis=0)
    shades = np.array([shade for _rule, shade, _words in classes], dtype=object)
    fill = np.where(held.any(axis=0), shades[first], NO_DATA)
    used = set(first[held.any(axis=0)].tolist())
    legend = [(shade, words) for at, (_rule, shade, words) in enumerate(classes) if at in used]
    return Figure(draw_areas(areas, fill, tr("Map of the estimated ratios"), legend))

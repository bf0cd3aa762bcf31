# SPDX-License-Identifier: GPL-2.0-or-later
"""Rates of the true areas, with intervals, from masked points."""

from __future__ import annotations

import numpy as np
from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
)

from ....core.base.errors import InputError
from ....core.base.progress import part
from ....core.utility.analysis.masked_rates import MaskedRates, masked_rates
from ....host.compat import field
from ....i18n import tr
from ....report import Facts, Figure, Report, Section, charts
from ....report.numbers import count, metres, number
from ... import io
from ...framework import labels
from ...framework.base import GeoDeIDAlgorithm
from ...framework.parameters import NUMERIC, add_areas
from ...framework.parameters import field as field_parameter
from . import released_mask
from .ratiomap import ratio_map

_NUMBER = QgsProcessingParameterNumber
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
        "Estimates the rate of every area from a masked release: its points, its crowd and its table, with "
        "the people (or expected cases) of the true areas, all of them public. The mask is taken into "
        "account by its own probabilities, and neighbouring areas are assumed to have similar rates as far "
        "as the points say so; each rate comes with its interval and with the probability that it is raised."
    )
    STYLES = {"OUTPUT": "masked_rates"}

    def define(self) -> None:
        self.add(
            QgsProcessingParameterFeatureSource(
                "MASKED", tr("Masked points"), [QgsProcessing.SourceType.TypeVectorPoint]
            ),
            tr("The released points."),
        )
        released_mask.add_crowd(self, optional=False)
        released_mask.add_table(self, optional=False)
        add_areas(self, population="optional", boundary=False)
        self.add(
            field_parameter("EXPECTED_FIELD", tr("Expected cases"), "AREAS", NUMERIC, optional=True),
            tr(
                "Field with the cases expected in each area, for example by age and sex (“Expected counts”). "
                "With it ratios to the expected are estimated, else rates of the population."
            ),
        )
        self.add(
            _NUMBER("THRESHOLD", tr("Raised above"), _NUMBER.Type.Double, 1.0, False, 0.01, 100.0),
            tr("The ratio to the overall rate (or to the expected cases) whose exceedance is asked for."),
            advanced=True,
        )
        self.add(
            _NUMBER("CONFIDENCE", tr("Confidence"), _NUMBER.Type.Double, 0.95, False, 0.5, 0.999),
            tr("Of the intervals."),
            advanced=True,
        )
        self.add(
            QgsProcessingParameterFeatureSink(
                "OUTPUT", tr("Rates"), QgsProcessing.SourceType.TypeVectorAnyGeometry
            ),
            tr(
                "The areas with expected, ratio (to the overall rate or to the expected cases), ratio_low, "
                "ratio_high, rate (cases for 100 000 people, where a population is given) with rate_low and "
                "rate_high, exceedance (probability that the ratio is above the threshold) and log_sd."
            ),
        )
        self.add_reports()
        for name, title in (
            ("RAISED_COUNT", tr("Areas raised with a probability of 95 % or more")),
            ("FIELD_SD", tr("Estimated variation of the log rate (sd)")),
            ("FIELD_RANGE_M", tr("Estimated range of the field of rates (m)")),
        ):
            self.addOutput(QgsProcessingOutputNumber(name, title))

    def execute(self, run) -> dict:
        areas = io.read_areas(run)
        crowd = released_mask.read_crowd(run)
        points = released_mask.counted(run, crowd, "MASKED")
        expected = _expected(run, areas, points.sum())
        mask = released_mask.read_mask(run, areas, expected, crowd)
        found = masked_rates(
            mask, points, areas.areas.lon_deg, areas.areas.lat_deg,
            run.number("THRESHOLD"), run.number("CONFIDENCE"), part(run.progress, 0.1, 0.95),
        )  # fmt: skip
        _write(run, areas, expected, found, bool(run.field("POPULATION")))
        raised = int(np.nansum(found.exceedance >= _SURE))
        run.write_reports(_report(run, areas, found, points, raised))
        return {"RAISED_COUNT": raised, "FIELD_SD": found.scale, "FIELD_RANGE_M": found.range_m}


def _expected(run, areas, cases: float) -> np.ndarray:
    """Cases expected in each area: the field's, or the overall rate times the people."""
    if run.field("EXPECTED_FIELD"):
        return areas.table.numbers(run.field("EXPECTED_FIELD"), tr("expected cases"), areas.areas.ids)
    if not run.field("POPULATION"):
        raise InputError(tr("Choose the field of the population, or the field of the expected cases."))
    people = areas.areas.population
    if not people.sum() > 0:
        raise InputError(tr("Layer “{layer}”: nobody lives in any area.").format(layer=areas.table.name))
    return people * (cases / people.sum())


def _write(run, areas, expected, found: MaskedRates, counts_people: bool) -> None:
    columns = [
        (field("expected", "real"), expected),
        *(
            (field(name, "real"), _or_null(values))
            for name, values in (
                ("ratio", found.ratio),
                ("ratio_low", found.low),
                ("ratio_high", found.high),
                ("exceedance", found.exceedance),
                ("log_sd", found.log_sd),
            )
        ),
    ]
    if counts_people:
        people = areas.areas.population
        base = np.divide(expected, people, out=np.full(len(people), np.nan), where=people > 0)
        for name, values in (("rate", found.ratio), ("rate_low", found.low), ("rate_high", found.high)):
            columns.append((field(name, "real"), _or_null(_PER * base * values)))
    identifier = [(field("area", areas.id_kind), areas.areas.ids)]
    shapes, kind = io.original_geometries(run, "AREAS", areas.table.row_ids)
    run.write_layer("OUTPUT", identifier + columns, shapes, kind, areas.table.crs)


def _or_null(values) -> list:
    return [float(value) if np.isfinite(value) else None for value in values]


def _report(run, areas, found: MaskedRates, points, raised: int) -> Report:
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
    sure = (found.exceedance >= _SURE) | (found.exceedance <= 1 - _SURE)
    drawn = ratio_map(areas, found.ratio, sure, tr("Nobody lives here"))
    ratios = charts.histogram(found.ratio[known], tr("Ratio"), size=(420, 320))
    return Report(
        tr("Rates from masked points"),
        tr("What the rate of each area is likely to be, given where points were released."),
        (
            Section(tr("Rates"), (drawn, Figure(ratios, tr("Estimated ratios."))), beside=True),
            Section(tr("What was found"), (Facts(facts),)),
            Section(tr("Method"), (method,)),
        ),
        None,
        tuple(run.warnings),
    )

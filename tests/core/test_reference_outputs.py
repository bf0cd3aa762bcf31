# SPDX-License-Identifier: GPL-2.0-or-later
"""What other programs print for their own example files, each with its source."""

from __future__ import annotations

import csv
import gzip

import numpy as np
import pytest

from geodeid_plugin.core.exposure.uniqueness.classes import classes_of, encode
from geodeid_plugin.core.exposure.uniqueness.file_risk import file_risk
from geodeid_plugin.core.exposure.uniqueness.pitman import population_uniques
from geodeid_plugin.core.exposure.uniqueness.rates import exact_rate, spectrum_of

FRANCDAT = ((1, 2, 5, 1), (1, 2, 1, 1), (1, 2, 1, 1), (3, 3, 1, 5), (4, 3, 1, 4), (4, 3, 1, 1), (6, 2, 1, 5),
            (1, 2, 5, 1))  # fmt: skip
"""Key1 to Key4 of sdcMicro's example francdat (Capobianchi, Polettini and Lucarelli 2001)."""


def classes(rows):
    columns = [encode(str(at), np.array(values, dtype=object)) for at, values in enumerate(zip(*rows))]
    return classes_of(columns)


@pytest.fixture(scope="module")
def adult(real_data):
    """The 30 162 records and nine attributes of ARX's example file, by their class sizes."""
    with gzip.open(real_data("microdata/adult_uci_arx.csv.gz"), "rt", encoding="utf-8") as file:
        return classes(list(csv.reader(file))[1:])


@pytest.mark.slow
def test_arx_finds_the_same_risks_in_its_example(adult):
    """ARX, src/test/…/TestRiskMetrics.java (commit 8cdf3db): testAverageRisk2, testHighestIndividualRisk2,
    and the share of unique records, which testDecisionRule2 gives for a sample that is everybody."""
    found = file_risk(adult, 0.2)
    assert adult.record_count == 30_162
    assert found.marketer == pytest.approx(0.6465751607983555, abs=1e-15)
    assert found.prosecutor_max == 1.0
    unique = exact_rate(spectrum_of(adult.sizes), 1)
    assert unique == pytest.approx(0.5142895033485844, abs=1e-15)


@pytest.mark.parametrize(("sampled", "arx"), [(0.1, 0.27684993883653597), (0.01, 0.1446083531167384)])
def test_arx_estimates_as_many_unique_people_by_pitman_s_model(adult, sampled, arx):
    """The same file, testDecisionRule2: where a tenth and a hundredth of the people are in the sample. ARX
    solves approximate equations; where a fifth is, it takes another model."""
    people = round(adult.record_count / sampled)
    found = population_uniques(spectrum_of(adult.sizes), people).unique_people
    assert found.low < arx * people < found.high
    assert found.value / people == pytest.approx(arx, rel=0.005)


def test_sdcmicro_counts_the_same_classes_in_its_example():
    """sdcMicro, data/francdat.rda (commit cf32510): freqCalc(francdat, keyVars = c(2, 4:6))$fk."""
    assert classes(FRANCDAT).record_sizes.tolist() == [2, 2, 2, 1, 1, 1, 1, 2]


def test_a_missing_value_as_sdcmicro_s_fifth_way_of_counting_takes_it():
    """sdcMicro, tests/testthat/test_freqCalc.R, “method 5”: missing values are a category of their own."""
    columns = [encode("status", np.array([None, "married", "married", None, None], dtype=object))]
    assert classes_of(columns).record_sizes.tolist() == [3, 2, 2, 3, 3]

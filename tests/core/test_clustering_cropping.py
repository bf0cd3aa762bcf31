# SPDX-License-Identifier: GPL-2.0-or-later
"""Cropped codes: what too few people share is found from the counts themselves."""

import csv
import gzip

import numpy as np
import pytest

from geodeid_plugin.core.clustering.cropping import crop_codes
from tests.refusals import refuses

HIPAA_2010 = [
    "036", "059", "102", "202", "203", "204", "205", "369", "556",
    "692", "753", "772", "821", "823", "878", "879", "884", "893",
]  # fmt: skip


def test_eighteen_three_digit_zips_of_2010_have_20_000_people_or_fewer(real_data):
    with gzip.open(real_data("us_zcta/zcta2010_national.csv.gz"), "rt") as file:
        rows = list(csv.DictReader(file))
    codes = [row["zcta5"] for row in rows]
    population = np.array([float(row["pop2010"]) for row in rows])
    cropping = crop_codes(codes, population, 3, 20_000, strict=True)
    assert cropping.units[cropping.falls_short].tolist() == HIPAA_2010
    assert cropping.worst_risk < 1 / 20_000


def test_exactly_the_minimum_is_enough_unless_the_rule_says_more_than():
    assert not crop_codes(["A1", "A2"], np.array([5.0, 5.0]), 1, 10).falls_short.any()
    assert crop_codes(["A1", "A2"], np.array([5.0, 5.0]), 1, 10, strict=True).falls_short.all()


def test_a_code_that_falls_short_becomes_zeros_and_is_not_released():
    cropping = crop_codes(["K1A", "K2B", "L1A"], np.array([6.0, 6.0, 3.0]), 1, 10)
    assert cropping.codes.tolist() == ["K", "K", "000"]
    assert cropping.released.tolist() == [0, 0, -1]
    assert cropping.worst_risk == pytest.approx(1 / 12)


def test_a_code_that_nobody_shares_falls_short_of_any_minimum():
    assert crop_codes(["A1"], np.array([0.0]), 1, 0).falls_short.all()


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        (["02139", "2139"], "code.zeros.lost"),
        (["K1A", None], "code.field.empty"),
        (["K1A", "K"], "code.length.too_large"),
    ],
)
def test_codes_that_cannot_be_cropped_are_refused(codes, code):
    with refuses(code):
        crop_codes(codes, np.ones(2), 3, 1)

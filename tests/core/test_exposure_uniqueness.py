# SPDX-License-Identifier: GPL-2.0-or-later
"""Every model at every size: the table that the algorithm writes."""

from __future__ import annotations

import numpy as np
import pytest

from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.exposure.uniqueness import by_cohort_size
from geodeid_plugin.core.exposure.uniqueness.classes import classes_of, encode
from tests.refusals import refuses


@pytest.fixture(scope="module")
def models():
    draw = np.random.default_rng(5)
    age = encode("age", draw.integers(0, 90, 3_000))
    sex = encode("sex", draw.integers(0, 2, 3_000))
    region = encode("region", np.where(draw.random(3_000) < 0.2, None, draw.integers(0, 30, 3_000)))
    return {
        "age+sex": classes_of([age, sex]),
        "age+sex+region": classes_of([age, sex, region]),
        "people": classes_of([age, sex, region]).of_people(np.arange(3_000) % 7),
    }


DESIGN = by_cohort_size.Design(sizes=(100, 1_000), ks=(1, 5), samples=200, threshold=0.05)


@pytest.fixture(scope="module")
def rates(models):
    return by_cohort_size.measure(models, DESIGN, SeededSource(1))


def test_every_model_k_and_size_is_there_and_the_whole_file(models, rates):
    assert [(rate.k, rate.size) for rate in rates[:6]] == [
        (1, 100), (1, 1_000), (1, 3_000), (5, 100), (5, 1_000), (5, 3_000),
    ]  # fmt: skip
    assert len(rates) == 18
    left = models["people"].record_count
    assert [rate.size for rate in rates if rate.model == "people" and rate.whole_file] == [left, left]


def test_simulation_and_closed_form_agree_everywhere(rates):
    assert all(rate.agrees for rate in rates if not rate.whole_file)
    assert all(rate.expected_low <= rate.mean <= rate.expected_high for rate in rates)


def test_more_fields_expose_more(rates):
    coarse, fine = (
        [rate.expected for rate in rates if rate.model == model] for model in ("age+sex", "age+sex+region")
    )
    assert all(a <= b for a, b in zip(coarse, fine))


def test_without_samples_the_closed_form_stands_alone(models):
    rates = by_cohort_size.measure(models, by_cohort_size.Design((100,), (1,), 0, 0.05), SeededSource(1))
    assert all(rate.mean == rate.expected and rate.agrees is None for rate in rates)


def test_safe_sizes_and_fits_are_given_for_every_model_and_k(models, rates):
    fits = by_cohort_size.fit(models, rates, DESIGN)
    assert [(each.model, each.k) for each in fits][:2] == [("age+sex", 1), ("age+sex", 5)]
    age_sex = fits[0]
    assert age_sex.safe.low <= age_sex.safe.size <= age_sex.safe.high < 3_000
    assert (age_sex.law.points, age_sex.law.zeros_left_out) == (2, 1)


def test_a_size_beyond_the_usable_records_of_a_model_is_refused(models):
    design = by_cohort_size.Design((2_999,), (1,), 0, 0.05)
    with refuses("cohort.size.too_large", match="people"):
        by_cohort_size.measure(models, design, SeededSource(1))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ks": (0,)}, "uniqueness.k.too_small"),
        ({"ks": ()}, "uniqueness.k.too_small"),
        ({"sizes": (0,)}, "uniqueness.cohort.empty"),
        ({"threshold": 1.0}, "uniqueness.threshold.out_of_range"),
        ({"samples": 1}, "uniqueness.cohorts.too_few"),
    ],
)
def test_a_design_that_makes_no_sense_is_refused(change, code):
    values = {"sizes": (10,), "ks": (1,), "samples": 0, "threshold": 0.05, **change}
    with refuses(code):
        by_cohort_size.Design(**values)


def test_models_are_read_as_people_write_them():
    known = {"age", "sex", "a+b", "zip:3"}
    read = by_cohort_size.parse_models(["age+sex", "Basic: age ; sex", " ", "a+b", "zip:3"], known)
    assert read == {
        "age+sex": ("age", "sex"), "Basic": ("age", "sex"), "a+b": ("a+b",), "zip:3": ("zip:3",),
    }  # fmt: skip
    with refuses("uniqueness.model.repeated", match="age"):
        by_cohort_size.parse_models(["age", "age"], known)


def test_usual_sizes_stay_below_the_file():
    assert by_cohort_size.usual_sizes(5_000) == (100, 200, 500, 1_000, 2_000)
    assert by_cohort_size.usual_sizes(7) == (3,)
    assert by_cohort_size.usual_sizes(1) == (1,)

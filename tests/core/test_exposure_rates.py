# SPDX-License-Identifier: GPL-2.0-or-later
"""Rates of re-identifiable records: closed form, simulation, fit and safe size."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.base.randomness import SeededSource, SystemSource
from geodeid_plugin.core.exposure.uniqueness import by_cohort_size, rates
from tests.refusals import refuses


def every_cohort_rates(class_ids, size, k):
    """Rates of all cohorts there are, by counting."""
    found = []
    for cohort in combinations(class_ids, size):
        counts = np.unique(cohort, return_counts=True)[1]
        found.append(counts[counts <= k].sum() / size)
    return np.array(found)


def spectrum_of_ids(class_ids):
    return rates.spectrum_of(np.unique(class_ids, return_counts=True)[1])


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    class_ids=st.lists(st.integers(0, 4), min_size=1, max_size=9),
    k=st.integers(1, 4),
    data=st.data(),
)
def test_the_closed_form_is_the_mean_over_every_cohort_there_is(class_ids, k, data):
    size = data.draw(st.integers(1, len(class_ids)))
    expected = rates.expected_rate(spectrum_of_ids(class_ids), size, k)
    assert expected == pytest.approx(every_cohort_rates(class_ids, size, k).mean(), abs=1e-12)


def test_for_k_1_the_closed_form_is_the_published_one():
    from math import comb

    sizes, total, cohort = [1, 2, 2, 5, 30], 40, 12
    published = sum(c * comb(total - c, cohort - 1) / comb(total, cohort) for c in sizes) / cohort
    assert rates.expected_rate(rates.spectrum_of(sizes), cohort, 1) == pytest.approx(published, rel=1e-12)


def test_the_whole_file_as_cohort_gives_the_exact_rate():
    spectrum = rates.spectrum_of([1, 1, 3, 4, 11, 12])
    for k in (1, 5, 11):
        assert rates.expected_rate(spectrum, 32, k) == pytest.approx(rates.exact_rate(spectrum, k), abs=1e-12)
    assert rates.exact_rate(spectrum, 1) == pytest.approx(2 / 32)
    assert rates.exact_rate(spectrum, 5) == pytest.approx(9 / 32)
    assert rates.exact_rate(spectrum, 11) == pytest.approx(20 / 32)


def test_a_cohort_of_one_person_is_always_unique():
    assert rates.expected_rate(rates.spectrum_of([1000, 5000]), 1, 1) == pytest.approx(1.0)


def test_the_closed_form_keeps_its_digits_for_a_million_records():
    spectrum = rates.Spectrum(np.array([2]), np.array([500_000]))
    one_mate_missed = 1 - 99_999 / 999_999
    assert rates.expected_rate(spectrum, 100_000, 1) == pytest.approx(one_mate_missed, rel=1e-7)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 40), min_size=2, max_size=30), st.integers(1, 11))
def test_a_larger_cohort_never_exposes_a_larger_share(sizes, k):
    spectrum = rates.spectrum_of(sizes)
    cohort = np.unique(np.linspace(1, spectrum.records, 12).astype(int))
    expected = np.array([rates.expected_rate(spectrum, int(size), k) for size in cohort])
    assert np.all(np.diff(expected) <= 1e-9)


@pytest.fixture(scope="module")
def town():
    """20 000 people in classes of very unequal size, under two models."""
    draw = np.random.default_rng(11)
    coarse = np.unique(draw.zipf(1.4, 20_000) % 3_000, return_inverse=True)[1]
    fine = np.unique(draw.zipf(1.1, 20_000) % 90_000, return_inverse=True)[1]
    return [coarse, fine]


@pytest.fixture(scope="module")
def simulated(town):
    return rates.simulate(town, [200, 2_000, 15_000], [1, 5, 11], 300, SeededSource(5))


@pytest.mark.slow
def test_simulation_and_closed_form_agree_within_the_interval_and_within_five_standard_errors(
    town, simulated
):
    for model, ids in enumerate(town):
        spectrum = spectrum_of_ids(ids)
        for s, size in enumerate([200, 2_000, 15_000]):
            for at, k in enumerate([1, 5, 11]):
                expected = rates.expected_rate(spectrum, size, k)
                mean, sd = simulated.mean[model, s, at], simulated.sd[model, s, at]
                assert rates.agrees(mean, sd, expected, k, 300 * size)
                assert abs(mean - expected) < 5 * sd / np.sqrt(300)


@pytest.mark.slow
def test_the_spread_between_cohorts_follows_its_formula(town, simulated):
    for model, ids in enumerate(town):
        for s, size in enumerate([200, 2_000, 15_000]):
            for at, k in enumerate([1, 5, 11]):
                formula = rates.expected_sd(spectrum_of_ids(ids), size, k)
                assert simulated.sd[model, s, at] == pytest.approx(formula, rel=0.25)


def test_an_interval_stays_between_nobody_and_everybody(simulated):
    assert np.all(simulated.low >= 0) and np.all(simulated.high <= 1)
    assert np.all(simulated.low <= simulated.mean) and np.all(simulated.mean <= simulated.high)


@pytest.mark.parametrize("size", [1, 3, 7, 8])
def test_cohorts_hold_distinct_records_and_every_record_is_drawn_equally_often(size):
    source = SeededSource(3)
    drawn = np.zeros(8)
    for _ in range(4_000):
        cohort = rates.draw_cohort(8, size, source)
        assert len(set(cohort.tolist())) == size
        drawn[cohort] += 1
    spread = np.sqrt(4_000 * (size / 8) * (1 - size / 8)) + 1e-9
    assert np.all(np.abs(drawn - 4_000 * size / 8) <= 4.5 * spread)


@pytest.mark.slow
def test_small_cohorts_of_a_large_file_are_drawn_equally_often_too():
    drawn = np.zeros(100)
    for _ in range(20_000):
        cohort = rates.draw_cohort(100, 5, SystemSource())
        assert len(np.unique(cohort)) == 5
        drawn[cohort] += 1
    chi_square = ((drawn - 1_000) ** 2 / 950).sum()
    assert chi_square < 180


def test_a_cohort_larger_than_the_file_is_refused_not_cut():
    with refuses("cohort.size.too_large", match="11"):
        rates.simulate([np.arange(10)], [5, 11], [1], 10, SeededSource(1))
    with refuses("cohort.size.too_large", match="11"):
        rates.expected_rate(rates.spectrum_of([10]), 11, 1)


def test_cancel_stops_the_simulation():
    def cancel(fraction, text=""):
        if fraction > 0.1:
            raise CancelledError()

    with pytest.raises(CancelledError):
        rates.simulate([np.arange(100)], [10], [1], 100, SeededSource(1), cancel)


def test_rare_events_that_no_cohort_showed_are_no_disagreement():
    assert rates.agrees(1.0, 0.0, 1 - 1e-6, 1, 1_000_000)
    assert not rates.agrees(1.0, 0.0, 1 - 1e-4, 1, 1_000_000)


def test_a_power_law_is_recovered_exactly():
    sizes = np.array([1_000, 5_000, 10_000, 50_000])
    fit = by_cohort_size.fit_power_law(sizes, 20 * sizes**-0.6)
    assert (fit.a, fit.b) == (pytest.approx(20, rel=1e-6), pytest.approx(-0.6, rel=1e-6))
    assert fit.pseudo_r2 == pytest.approx(1)
    assert fit.size_for(0.05)[0] == pytest.approx((20 / 0.05) ** (1 / 0.6), rel=1e-5)


def test_the_fit_of_the_published_rates_has_the_published_quality():
    sizes = [1_000, 5_000, 10_000, 40_909, 152_228, 241_707, 434_844]
    age_sex_ethnicity_deprivation = [0.627, 0.275, 0.192, 0.04999, 0.027, 0.017, 0.0001]
    fit = by_cohort_size.fit_power_law(sizes, age_sex_ethnicity_deprivation)
    assert round(fit.pseudo_r2, 4) == 0.9927
    three_ethnic_groups = [0.039, 0.003, 0.0011, 0.00012, 0, 0, 0]
    fit = by_cohort_size.fit_power_law(sizes, three_ethnic_groups)
    assert fit.zeros_left_out == 3
    assert round(fit.pseudo_r2, 4) == 1.0


def test_two_rates_are_too_few_for_a_quality_and_one_for_a_fit():
    assert np.isnan(by_cohort_size.fit_power_law([10, 20, 30], [0.5, 0.2, 0.0]).pseudo_r2)
    single = by_cohort_size.fit_power_law([10, 20, 30], [0.5, 0.0, 0.0])
    assert np.isnan(single.a) and single.zeros_left_out == 2
    assert np.isnan(single.size_for(0.1)[0])


def test_the_interval_of_the_fitted_size_holds_the_size():
    draw = np.random.default_rng(4)
    sizes = np.array([500, 1_000, 2_000, 4_000, 8_000])
    fit = by_cohort_size.fit_power_law(sizes, 9 * sizes**-0.5 * np.exp(draw.normal(0, 0.03, 5)))
    size, low, high = fit.size_for(0.05)
    assert low < size < high
    assert low < (9 / 0.05) ** 2 < high


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=2, max_size=25), st.integers(1, 5), st.floats(0.01, 0.9))
def test_the_safe_size_is_the_first_that_meets_the_threshold(sizes, k, threshold):
    spectrum = rates.spectrum_of(sizes)
    found = by_cohort_size.smallest_safe_size(spectrum, k, threshold)
    expected = [rates.expected_rate(spectrum, size, k) for size in range(1, spectrum.records + 1)]
    meets = [size for size, rate in enumerate(expected, 1) if rate <= threshold]
    assert found.size == (meets[0] if meets else None)


def test_no_safe_size_is_promised_where_the_whole_file_is_unsafe():
    found = by_cohort_size.smallest_safe_size(rates.spectrum_of([1] * 50 + [50]), 1, 0.05)
    assert (found.size, found.low, found.high, found.limit) == (None, None, None, 100)


def test_the_interval_of_the_safe_size_lies_around_it(town):
    found = by_cohort_size.smallest_safe_size(spectrum_of_ids(town[0]), 1, 0.1)
    assert found.low < found.size < found.high

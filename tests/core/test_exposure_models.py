# SPDX-License-Identifier: GPL-2.0-or-later
"""Models of class sizes: what Pitman's says of a population, and whether a tail is a power law."""

from __future__ import annotations

import numpy as np
import pytest

from geodeid_plugin.core.exposure.uniqueness.pitman import population_uniques
from geodeid_plugin.core.exposure.uniqueness.rates import Spectrum, spectrum_of
from geodeid_plugin.core.exposure.uniqueness.tails import fit_tail
from tests.refusals import refuses


def people_of(count, theta, alpha, random):
    """Class of each of so many people, drawn by Pitman's rule one after the other."""
    of, sizes = np.empty(count, dtype=int), []
    for person in range(count):
        if random.random() * (theta + person) < theta + alpha * len(sizes):
            of[person] = len(sizes)
            sizes.append(1)
            continue
        while True:  # a random person's class, kept with (size - alpha) / size
            of[person] = of[random.integers(person)]
            if random.random() * sizes[of[person]] < sizes[of[person]] - alpha:
                break
        sizes[of[person]] += 1
    return of


def sampled(theta, alpha, seed, people=4_000, records=500):
    """Estimate from a sample, and the truth."""
    random = np.random.default_rng(seed)
    of = people_of(people, theta, alpha, random)
    everybody = np.bincount(of)
    sample = np.bincount(of[random.permutation(people)[:records]], minlength=len(everybody))
    truth = (everybody == 1).sum(), (everybody[sample == 1] == 1).mean()
    return population_uniques(spectrum_of(sample[sample > 0]), people), truth


@pytest.mark.slow
@pytest.mark.parametrize(("theta", "alpha"), [(60.0, 0.4), (300.0, 0.1), (5.0, 0.7)])
def test_intervals_hold_in_about_95_of_100_populations(theta, alpha):
    hits = np.zeros(2)
    for seed in range(40):
        found, truth = sampled(theta, alpha, seed)
        for at, (estimate, true) in enumerate(zip((found.unique_people, found.truly_unique), truth)):
            hits[at] += estimate.low <= true <= estimate.high
    # 38 of 40 are expected; fewer than 33 have probability below 0.004 where each interval holds at 95 %.
    assert np.all(hits >= 33), hits


def test_a_sample_of_everybody_is_the_truth():
    found = population_uniques(spectrum_of([1] * 40 + [3] * 20), people=100)
    assert found.truly_unique.value == pytest.approx(1.0)
    assert found.unique_people.low < 40 < found.unique_people.high


def test_the_larger_the_population_the_fewer_of_the_unique_are_unique_in_it():
    sample = spectrum_of([1] * 60 + [2] * 20 + [5] * 10)
    shares = [population_uniques(sample, people).truly_unique.value for people in (200, 2_000, 200_000)]
    assert shares == sorted(shares, reverse=True)
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("sizes", [[1] * 30, [30], [1, 2], [2] * 4])
def test_a_sample_that_says_nothing_is_refused(sizes):
    with refuses("uniqueness.classes.tell_nothing"):
        population_uniques(spectrum_of(sizes), people=1_000)


def test_a_population_smaller_than_its_sample_is_refused():
    with refuses("uniqueness.population.too_small", match="40"):
        population_uniques(spectrum_of([1] * 20 + [2] * 10), people=39)


@pytest.mark.slow
@pytest.mark.parametrize("exponent", [2.2, 3.0])
def test_a_power_law_is_found_and_not_rejected(exponent):
    spectrum = spectrum_of(np.random.default_rng(1).zipf(exponent, 3_000))
    tail = fit_tail(spectrum)
    assert tail.exponent == pytest.approx(exponent, abs=0.1)
    assert tail.exponential.ratio > 0 and tail.exponential.p < 0.01


@pytest.mark.slow
@pytest.mark.parametrize(
    "draw",
    [lambda random: random.geometric(0.1, 20_000), lambda random: np.ceil(random.lognormal(2, 0.6, 20_000))],
    ids=["geometric", "log-normal"],
)
def test_another_law_is_rejected(draw):
    spectrum = spectrum_of(draw(np.random.default_rng(1)))
    tail = fit_tail(spectrum)
    assert tail.log_normal.ratio < 0 and tail.log_normal.p < 0.1


def test_too_few_classes_are_refused():
    with refuses("uniqueness.classes.too_few"):
        fit_tail(spectrum_of([1, 2, 3]))
    with refuses("uniqueness.classes.too_few"):
        fit_tail(Spectrum(np.array([4]), np.array([900])))

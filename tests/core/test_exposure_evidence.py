# SPDX-License-Identifier: GPL-2.0-or-later
"""The published designs rebuilt on real meshblocks and real ZIP areas; skipped where the data are absent."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import shared_data

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts" / "evidence"))

from geodeid_plugin.core.exposure.geoproxy import attack, codes
from geodeid_plugin.core.exposure.uniqueness.classes import classes_of
from geodeid_plugin.core.exposure.uniqueness.rates import exact_rate, expected_rate, spectrum_of
from geodeid_plugin.core.geometry.neighbours import nearest

pytestmark = pytest.mark.slow

PUBLISHED_ZEROS = (152_228, 241_707, 434_844)
"""Sizes at which nobody is unique with the two coarsest models."""


@pytest.fixture(scope="module")
def new_zealand():
    """The synthetic people of Wellington's three registers, and the meshblocks that they come from."""
    data = shared_data("newzealand/meshblocks2013.csv.gz").parent.parent
    import new_zealand as nz

    blocks = nz.read_meshblocks(data)
    return nz, blocks, nz.draw_registers(blocks)


@pytest.fixture(scope="module")
def rates(new_zealand):
    """Rates per 100 000 at the published sizes and for the published models: ours, and theirs."""
    nz, _, people = new_zealand
    spectra = [spectrum_of(classes.sizes) for classes in classes_by_model(nz, people)]
    ours = np.array([[1e5 * expected_rate(s, size, 1) for s in spectra] for size in nz.PUBLISHED_PER_100_000])
    return ours, np.array(list(nz.PUBLISHED_PER_100_000.values()))


def classes_by_model(nz, people):
    return [classes_of([people[field] for field in fields]) for fields in nz.MODELS.values()]


def test_the_synthetic_people_have_the_published_codes_and_no_invented_ones(new_zealand):
    nz, _, people = new_zealand
    counts = {name: len(column.labels) for name, column in people.items()}
    assert sum(nz.REGISTERS.values()) == len(people["dob"].codes) == 434_844
    assert (counts["age_group"], counts["sex"], counts["eth"]) == (10, 2, 27)
    assert (counts["eth5"], counts["eth3"], counts["dep"]) == (5, 3, 5)
    assert 100 <= counts["age"] <= 111 and 30_000 <= counts["dob"] <= 40_178


def test_rates_fall_with_the_size_and_order_the_models_as_published(rates):
    ours, published = rates
    assert np.all(np.diff(ours, axis=0) <= 0)
    assert np.all(np.diff(ours[:3], axis=1)[:, [0, 2, 3, 4]] < 0)
    simulated_then = published[:3]
    assert np.all(np.diff(simulated_then, axis=1)[:, [0, 2, 3, 4]] < 0)


def test_nobody_is_unique_above_150_000_people_as_published(new_zealand, rates):
    ours, published = rates
    large = np.isin(list(new_zealand[0].PUBLISHED_PER_100_000), PUBLISHED_ZEROS)
    assert np.all(published[large, 4:] == 0) and np.all(ours[large, 4:] < 0.5)


def test_the_largest_register_has_the_published_rates_within_12_percent(new_zealand):
    nz, blocks, _ = new_zealand
    people = nz.draw_register(blocks, "Capital and Coast")
    ours = [1e5 * exact_rate(spectrum_of(each.sizes), 1) for each in classes_by_model(nz, people)]
    published = nz.PUBLISHED_PER_100_000[241_707]
    assert np.allclose(ours[:4], published[:4], rtol=0.12) and np.all(np.round(ours[4:]) == published[4:])


def test_the_second_and_third_published_columns_stand_exchanged(new_zealand):
    """A class with a meshblock lies in one register: its rate for all is the registers' mean."""
    nz, blocks, _ = new_zealand
    people = np.array(list(nz.REGISTERS.values()))
    birth, block = np.array([nz.PUBLISHED_PER_100_000[size][1:3] for size in people]).T
    birth_of_all, block_of_all = nz.PUBLISHED_PER_100_000[people.sum()][1:3]
    assert np.average(block, weights=people) == pytest.approx(block_of_all, rel=0.01)
    assert birth_of_all < 0.9 * birth.min()
    for board, *published in zip(nz.REGISTERS, block, birth):
        classes = classes_by_model(nz, nz.draw_register(blocks, board))[1:3]
        ours = [1e5 * exact_rate(spectrum_of(each.sizes), 1) for each in classes]
        assert np.allclose(ours, published, rtol=0.1)


def test_rates_of_the_published_cohorts_are_of_the_published_size(rates):
    ours, published = rates
    assert np.all(np.abs(ours[:3, :3] - published[:3, :3]) < 6_000)
    assert np.allclose(ours[:3, 3], published[:3, 3], rtol=0.13)
    assert np.all(np.abs(ours[-1, :3] - published[-1, :3]) < 11_000)


def test_hospitals_give_homes_away_that_a_cropped_code_hides():
    data = shared_data("us_providers/hospitals_hifld.csv.gz").parent.parent
    shared_data("us_zcta/zcta2010_national.csv.gz")
    from gravity import draw_visits, read_hospitals, read_zips

    areas = read_zips(data)
    drawn = draw_visits(areas, read_hospitals(data), patients=5_000, claims=30_000)
    points = attack.points_of_neighbours(nearest(areas, 49).index, 50)
    units = [codes.prefix_units(areas.ids, length) for length in (3, 0)]
    entries = attack.entries_of(drawn.visits, "areas")
    attacked = attack.rank_homes(entries, drawn.home, points, units).top_chance.mean(axis=1)
    blind = attack.without_providers(drawn.home, units).top_chance.mean(axis=1)
    assert blind[0] < 0.05 < attacked[0]
    assert attacked[1] > 100 * blind[1]

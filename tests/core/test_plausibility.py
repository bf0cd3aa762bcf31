# SPDX-License-Identifier: GPL-2.0-or-later
"""A field that counts no people is seen, whatever it is called; real populations pass."""

import numpy as np
import pytest

from geodeid_plugin.core.base.verdict import CARE, FAILED, MADE, NOT_MADE
from geodeid_plugin.core.exposure.fields import fieldnames
from geodeid_plugin.core.exposure.fields.plausibility import (
    Population,
    checks,
    density_km2,
    follows_area,
    repeats_area,
)

RANDOM = np.random.default_rng(5)
AREA = np.exp(RANDOM.normal(15, 1.2, 60))
PEOPLE = np.round(np.exp(RANDOM.normal(8.2, 0.4, 60)))


def outcomes(values, name="POP", area=AREA, records=100, others=None, nulls=0):
    found = checks(Population(name, np.asarray(values, float), area, others or {}, nulls), records)
    return {check.key: check.outcome for check in found}


def test_a_population_passes_every_check():
    assert set(outcomes(PEOPLE).values()) == {MADE}


@pytest.mark.parametrize("unit", [1, 1e4, 1e6, 4046.8564224, 2589988.110336, 0.09290304])
def test_sizes_of_areas_are_seen_in_any_unit_and_under_any_name(unit):
    assert repeats_area(AREA / unit, AREA)
    assert outcomes(AREA / unit, "POP", records=0)["population_is_no_area"] is NOT_MADE


def test_land_area_that_lacks_the_water_is_seen():
    water = np.where(RANDOM.random(60) < 0.3, RANDOM.uniform(0, 0.4, 60), 0.0)
    assert repeats_area(AREA * (1 - water), AREA)
    every = AREA * RANDOM.uniform(0.85, 0.99, 60)
    assert not repeats_area(every, AREA) and follows_area(every, AREA)


def test_equal_cells_and_equal_populations_are_not_taken_for_sizes():
    cells = np.full(40, 1e6) * RANDOM.uniform(0.97, 1.03, 40)
    assert not repeats_area(np.full(40, 100.0), cells) and not follows_area(np.full(40, 100.0), cells)
    assert not follows_area(np.round(cells / 1e4), cells)


@pytest.mark.parametrize(
    ("values", "name"),
    [
        (RANDOM.uniform(0, 1, 60), "POP"),
        (RANDOM.uniform(0, 100, 60), "x"),
        (np.round(RANDOM.uniform(20_000, 200_000, 60)), "MedIncome"),
        (np.round(RANDOM.uniform(20_000, 200_000, 60)), "B19013_001E"),
        (PEOPLE, "taux_2020"),
    ],
)
def test_rates_and_incomes_are_seen(values, name):
    assert outcomes(values, name, records=0)["population_is_no_rate"] is NOT_MADE


def test_a_density_that_no_census_has_is_seen():
    assert outcomes(PEOPLE * 1e6)["population_density"] is NOT_MADE
    assert outcomes(np.full(60, 90_000.0), area=np.full(60, 1e6))["population_density"] is MADE
    assert outcomes(PEOPLE, area=np.zeros(60))["population_density"] is MADE
    assert density_km2([0, 200, 400], [1e6, 1e6, 1e6]) == (200, 300, 400)


@pytest.mark.parametrize("times", [100, 1000, 1_000_000])
def test_a_population_that_was_multiplied_is_seen(times):
    rural = AREA * 20  # a few people per km2: a density alone that many cities have
    found = outcomes(PEOPLE * times, area=rural)
    assert found["population_possible"] is (NOT_MADE if times > 100 else MADE)
    assert found.get("population_rounded", MADE) is (CARE if times % 1000 == 0 else MADE)


def test_the_most_crowded_places_of_the_earth_are_possible():
    """People and km² of Kowloon's Walled City, Manila, Dhaka, Bangladesh, India and the world's land."""
    people = np.array([50e3, 1.85e6, 10.3e6, 170e6, 1.43e9, 8.1e9])
    km2 = np.array([0.026, 43, 306, 148e3, 3.29e6, 149e6])
    for own, size in zip(people, km2):
        assert outcomes([own], area=[size * 1e6], records=1)["population_possible"] is MADE
        assert outcomes([own * 4], area=[size * 1e6], records=1)["population_possible"] is NOT_MADE


def test_one_area_with_an_absurd_number_of_people_is_named():
    wrong = PEOPLE.copy()
    wrong[7] = 9e9
    ids = [f"tract {row}" for row in range(60)]
    found = checks(Population("POP", wrong, AREA, {}, 0, ids), 100)
    said = next(check.sentence for check in found if check.outcome is NOT_MADE)
    assert "tract 7" in str(said)
    assert outcomes(wrong, area=np.zeros(60))["population_possible"] is MADE  # without sizes nobody can tell


@pytest.mark.parametrize(
    "values",
    [np.full(60, 2020.0), np.where(np.arange(60) < 40, 2020, PEOPLE), 1990.0 + np.arange(60) % 30,
     36001.0 + 2 * np.arange(60), np.where(np.arange(60) % 3 == 0, 0, 5000)],
)  # fmt: skip
def test_years_codes_and_constants_are_no_population(values):
    assert outcomes(values)["population_differs"] is NOT_MADE


def test_few_areas_may_be_alike():
    assert outcomes(np.full(4, 300.0), area=AREA[:4])["population_differs"] is MADE
    small = np.tile([5.0, 10.0, 15.0, 20.0], 15)  # blocks, rounded to five
    assert outcomes(small, records=0)["population_differs"] is MADE


def test_records_are_held_against_the_people():
    total = int(PEOPLE.sum())
    assert outcomes(PEOPLE, records=total + 1)["population_holds_records"] is FAILED
    assert outcomes(PEOPLE, records=total // 9)["population_holds_records"] is CARE
    assert outcomes(PEOPLE, records=total // 11)["population_holds_records"] is MADE


def test_a_second_population_of_another_order_is_seen():
    assert outcomes(PEOPLE * 10, "VALUE", others={"POP2021": PEOPLE})["population_second_field"] is NOT_MADE
    assert "population_second_field" not in outcomes(PEOPLE, others={"POP2020": PEOPLE * 1.1, "AREA": AREA})
    assert "population_second_field" not in outcomes(PEOPLE, others={"POP_TOTAL": PEOPLE * 9})


def test_nulls_that_were_read_as_empty_ask_for_care():
    assert outcomes(PEOPLE, nulls=3)["population_null"] is CARE


@pytest.mark.parametrize(
    ("names", "population", "identifier"),
    [
        (["STATEFP", "GEOID", "NAME", "ALAND", "AWATER", "POP100"], "POP100", "GEOID"),
        (["fid", "ZCTA5CE20", "ALAND20", "B01003_001E"], "B01003_001E", "ZCTA5CE20"),
        (["OBJECTID", "DAUID", "DGUID", "LANDAREA", "DAPOP2021"], "DAPOP2021", "DAUID"),
        (["IRIS", "CODE_IRIS", "P19_POP", "SUPERFICIE"], "P19_POP", "IRIS"),
        (["fid", "tract", "population", "households"], "population", "tract"),
        (["fid", "id", "pop", "unit"], "pop", "id"),
        (["GISJOIN", "U7H001", "Shape_Area"], "U7H001", "GISJOIN"),
        (["LSOA21CD", "all_residents", "area_km2"], "all_residents", "LSOA21CD"),
        (["fid", "pop_density", "popdens", "POP2021"], "POP2021", None),
        (["fid", "ALAND", "AREA", "Shape_Area"], None, None),
        (["code_postal", "habitants"], "habitants", "code_postal"),
    ],
)
def test_dialogs_guess_what_the_names_say(names, population, identifier):
    assert fieldnames.guess_population(names) == population
    if identifier is not None:
        assert fieldnames.guess_identifier(names) == identifier


@pytest.mark.parametrize(
    "name", ["fid", "ogc_fid", "ALAND", "ALAND20", "AREA", "Shape_Area", "OBJECTID", "gid"]
)
def test_row_numbers_and_sizes_are_never_preselected(name):
    assert fieldnames.is_never(name)
    assert fieldnames.guess_population([name]) is None and fieldnames.guess_identifier([name]) is None

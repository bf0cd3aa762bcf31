# SPDX-License-Identifier: GPL-2.0-or-later
"""Lists of addresses that are lists of all homes, and lists that are not: one made town, nine lists."""

from __future__ import annotations

import numpy as np
import pytest

from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.base.verdict import CARE, MADE, NOT_MADE
from geodeid_plugin.core.exposure.address_list import Addresses, Patients, agrees, checks, without_census

DOORS, SQUARE_M = 6000, 230
DEGREE_M = 111195.0


class Town:
    """Streets of twenty doors, and a census of squares that is off by 3 %."""

    def __init__(self):
        draws = np.random.default_rng(7)
        side, streets = np.sqrt(DOORS * 900.0), DOORS // 20
        corner = draws.uniform(0, side, (streets, 2)).repeat(20, 0)
        along = np.tile(np.arange(20) * 15.0, streets)
        east = draws.random(streets).repeat(20) < 0.5
        self.homes = (
            corner + np.where(east, [along, 0 * along], [0 * along, along]).T + draws.normal(0, 2, (DOORS, 2))
        )
        self.people = draws.choice([1, 2, 3, 4, 5, 6], DOORS, p=[0.28, 0.34, 0.15, 0.14, 0.06, 0.03]).astype(
            float
        )
        self.ids, square = np.unique(self.square(self.homes), return_inverse=True)
        self.census = np.bincount(square, self.people) * draws.normal(1, 0.03, len(self.ids))
        self.patients = draws.choice(DOORS, 150, p=self.people / self.people.sum(), replace=False)
        self.draws = draws

    @staticmethod
    def square(where):
        return (np.floor(where / SQUARE_M) @ [1, 10000]).astype(int)

    def area_of(self, where):
        at = np.clip(np.searchsorted(self.ids, self.square(where)), 0, len(self.ids) - 1)
        return np.where(self.ids[at] == self.square(where), at, -1)

    def checked(self, doors, people, patients=None):
        who = self.homes[self.patients if patients is None else patients]
        found = checks(
            Addresses(*(doors.T / DEGREE_M), people, self.area_of(doors), self.census),
            Patients(*(who.T / DEGREE_M), self.area_of(who)),
            SeededSource(1),
        )
        return {one.key: one.outcome for one in found}

    def of(self, rows, patients=None):
        return self.checked(self.homes[rows], self.people[rows], patients)


@pytest.fixture(scope="module")
def town():
    return Town()


def test_a_complete_list_and_one_that_lacks_homes_at_random_are_lists_of_homes(town):
    every = np.arange(DOORS)
    assert set(town.of(every).values()) == {MADE}
    some = np.union1d(town.draws.choice(DOORS, DOORS * 85 // 100, replace=False), town.patients)
    found = town.of(some)
    assert set(found.values()) == {MADE} and "list_cover" in found


def test_an_outbreak_is_not_taken_for_a_list_made_from_the_patients(town):
    quarter = np.argsort(np.hypot(*(town.homes - town.homes[town.patients[0]]).T))[:600]
    who = np.unique(
        np.r_[town.draws.choice(quarter, 75, replace=False), town.draws.choice(DOORS, 75, replace=False)]
    )
    assert set(town.of(np.arange(DOORS), who).values()) == {MADE}


def test_lists_that_were_made_from_the_patients_are_not_judged(town):
    alone = town.of(town.patients)
    assert alone["list_share"] is NOT_MADE
    among = np.union1d(town.patients, town.draws.choice(DOORS, 600, replace=False))
    assert town.of(among)["list_share"] in (CARE, NOT_MADE)
    streets = np.flatnonzero(np.isin(np.arange(DOORS) // 20, town.patients // 20))
    assert town.of(streets)["list_follows"] is NOT_MADE


def test_homes_that_nobody_lives_in_are_more_than_the_census_counts(town):
    near = town.homes[town.patients].repeat(6, 0) + town.draws.normal(0, 400, (900, 2))
    rows = town.patients
    made_up = town.checked(np.r_[town.homes[rows], near], np.r_[town.people[rows], np.full(900, 2.3)])
    assert made_up["list_over_census"] in (CARE, NOT_MADE) and made_up["list_share"] is CARE
    outside = town.homes[:2000] + np.array([1e5, 0])
    beyond = town.checked(np.r_[town.homes, outside], np.r_[town.people, town.people[:2000]])
    assert beyond["list_over_census"] is NOT_MADE


def test_doubles_are_found(town):
    again = town.draws.choice(DOORS, DOORS // 10, replace=False)
    doors = np.r_[town.homes, town.homes[again] + town.draws.normal(0, 0.1, (len(again), 2))]
    people = np.r_[town.people, town.people[again]]
    assert town.checked(doors, people)["list_doubles"] is NOT_MADE


def test_patients_who_live_at_no_address_are_counted(town):
    who = town.patients[:100]
    held = np.r_[town.homes[who[:70]], town.homes[who[70:]] + [300.0 * SQUARE_M, 0]]
    found = checks(
        Addresses(*(town.homes.T / DEGREE_M), town.people, town.area_of(town.homes), town.census),
        Patients(*(held.T / DEGREE_M), town.area_of(held)),
        SeededSource(1),
    )
    (reached,) = (one for one in found if one.key == "list_reached")
    assert reached.outcome is NOT_MADE and reached.records == tuple(range(70, 100))
    assert without_census().outcome is NOT_MADE


def test_a_list_agrees_with_the_census_or_needs_an_error_of_populations(town):
    def listed(rows):
        return Addresses(
            *(town.homes[rows].T / DEGREE_M), town.people[rows], town.area_of(town.homes[rows]), town.census
        )

    assert agrees(listed(np.arange(DOORS)))
    assert not agrees(listed(np.arange(0, DOORS, 2)))

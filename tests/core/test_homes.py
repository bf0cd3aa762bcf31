# SPDX-License-Identifier: GPL-2.0-or-later
"""The share of dots that would lie at patients' doors, beside what chance puts there."""

import hashlib

import numpy as np
import pytest

from geodeid_plugin.core.base.errors import InputError
from geodeid_plugin.core.geomask.baselines.homes import (
    EarlierHomes,
    Homes,
    Points,
    Shapes,
    homes_of_areas,
    located_by_area,
    named_cells,
    refuse_homes,
)
from geodeid_plugin.core.geometry.polygons import Polygons
from geodeid_plugin.core.geometry.sphere import destination_deg
from tests.refusals import refuses


def scattered(count, lon=180.0, lat=60.0, across_m=20_000, seed=2):
    """Places about a point on the date line."""
    rng = np.random.default_rng(seed)
    return destination_deg(lon, lat, 2 * np.pi * rng.random(count), across_m * np.sqrt(rng.random(count)))


def moved(places, metres, seed=3):
    return destination_deg(*places, 2 * np.pi * np.random.default_rng(seed).random(len(places[0])), metres)


def of(places, weight=None):
    return Points("ADDRESSES", *places, np.ones((1, len(places[0]))) if weight is None else weight[None])


def discs(places, radius_m):
    """Polygons of 24 corners about places."""
    turn = np.linspace(0, 2 * np.pi, 25)
    corners = [destination_deg(lon, lat, turn, radius_m) for lon, lat in zip(*places)]
    count = len(corners)
    lon_deg, lat_deg = (np.concatenate([corner[axis] for corner in corners]) for axis in (0, 1))
    return Polygons(
        lon_deg, lat_deg, np.arange(count + 1) * 25, np.arange(count), np.zeros(count, dtype=bool)
    )


@pytest.mark.parametrize("metres", [0.0, 3.0, 12.0, 45.0])
def test_places_about_the_homes_are_refused_at_every_jitter(metres):
    homes = scattered(100)
    with refuses("place.homes.of_patients"):
        refuse_homes(Homes(*homes), [of(moved(homes, metres))], 0.33)
    refuse_homes(Homes(*homes), [of(moved(homes, 120.0))], 0.33)


def test_what_counts_is_the_chance_of_a_dot_and_not_the_length_of_a_list():
    homes, others = scattered(50), scattered(450, seed=9)
    places = tuple(np.concatenate(pair) for pair in zip(homes, others))
    even = np.ones(500)
    refuse_homes(Homes(*homes), [of(places, even)], 0.2)
    even[:50] = 9.0
    with refuses("place.homes.of_patients", match="50"):
        refuse_homes(Homes(*homes), [of(places, even)], 0.2)
    both = Points("ADDRESSES", *places, np.stack([np.ones(500), even]))
    with refuses("place.homes.of_patients", match="50"):
        refuse_homes(Homes(*homes), [both], 0.2)


def test_doors_that_are_near_by_chance_are_no_sign_and_a_crowded_list_of_homes_is():
    """Homes and places 30 m apart on average: nearly all places are some home's nearest."""
    homes, places = scattered(1000, across_m=500), scattered(1000, across_m=500, seed=7)
    near = of(places).shares(*homes)
    assert near[0, 2] > 0.5
    refuse_homes(Homes(*homes), [of(places)], 0.2)
    with refuses("place.homes.of_patients"):
        refuse_homes(Homes(*homes), [of(homes)], 0.33)


@pytest.mark.slow
def test_few_dots_near_a_home_of_many_are_chance_and_dots_at_homes_are_not():
    """Seven new patients were refused in a month, for one of their dots was near one of 545 earlier homes."""

    def name(cell):
        return hashlib.blake2b(cell, digest_size=8).digest()

    refused = 0
    for seed in range(60):
        known = scattered(545, across_m=4_000, seed=1_000 + seed)
        earlier = EarlierHomes(np.concatenate([*named_cells(*known, name)]), name)
        try:
            refuse_homes(earlier, [of(scattered(7, across_m=4_000, seed=seed))], 0.091)
        except InputError:
            refused += 1
        for at_homes in (4, 7) if seed < 5 else ():
            with refuses("place.homes.of_ledger"):
                refuse_homes(earlier, [of([axis[:at_homes] for axis in known])], 0.091)
    assert refused <= 1, "6 of 60 where only the mean of chance counted"


def test_a_polygon_counts_by_what_of_it_lies_at_a_door():
    homes = scattered(40)
    for radius_m, share in ((20.0, 1.0), (30.0, 1.0), (60.0, 0.25), (90.0, 1 / 9), (200.0, 0.0)):
        shapes = Shapes("WITHIN", discs(homes, radius_m), np.ones(40))
        assert shapes.shares(*homes)[0, 0] == pytest.approx(share, abs=0.03)
    beside = moved(homes, 25.0)
    assert Shapes("WITHIN", discs(homes, 15.0), np.ones(40)).shares(*beside)[0, 0] == 1.0
    far = Shapes("WITHIN", discs(scattered(40, seed=11), 15.0), np.ones(40))
    assert far.shares(*homes)[0, 0] == 0.0
    with refuses("place.homes.of_patients", match="WITHIN"):
        refuse_homes(Homes(*homes), [Shapes("WITHIN", discs(homes, 15.0), np.ones(40))])


def test_records_at_the_points_of_their_areas_have_no_home():
    points, area = scattered(20), np.array([0, 0, 1, 1, 2, 2, 3, 4])
    at = tuple(axis[area] for axis in points)
    assert located_by_area(homes_of_areas(at, area, points, None), area, points) == (True, True)
    alone = np.arange(8)
    at = tuple(axis[alone] for axis in points)
    assert located_by_area(homes_of_areas(at, alone, points, None), alone, points) == (True, False)
    elsewhere = moved(at, 5.0)
    homes = homes_of_areas(elsewhere, alone, points, np.full(20, np.pi * 50**2))
    assert located_by_area(homes, alone, points) == (False, False)
    assert homes.spread_m == pytest.approx(50.0)


def test_nobody_and_places_of_no_weight_are_no_sign():
    refuse_homes(Homes(np.empty(0), np.empty(0)), [of(scattered(3))])
    refuse_homes(Homes(*scattered(3)), [of(scattered(3), np.zeros(3))])
    none = Polygons(
        np.empty(0), np.empty(0), np.zeros(1, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0, bool)
    )
    refuse_homes(Homes(*scattered(3)), [Shapes("WITHIN", none, np.ones(2))])

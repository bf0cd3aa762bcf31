# SPDX-License-Identifier: GPL-2.0-or-later
"""Columns that tell true places, and honest ones that lie about them."""

import struct

import numpy as np
import pytest

from geodeid_plugin.core.exposure.fields.placed import TruePlaces
from geodeid_plugin.core.geometry.sphere import utm_code
from geodeid_plugin.core.mapimage.georeference.projections import Crs, system_of

TOWNS = {
    "Syracuse": (-76.15, 43.05),
    "Greenwich": (0.0, 51.48),
    "Sydney": (151.2, -33.87),
    "Accra": (-0.2, 5.6),
}


def town(name, seed, count=400):
    """Homes in clusters; longitudes and latitudes, and eastings and northings."""
    chance = np.random.default_rng(seed)
    middles = np.array(TOWNS[name]) + chance.uniform(-0.15, 0.15, (max(count // 40, 1), 2))
    lonlat = middles[chance.integers(0, len(middles), count)] + chance.normal(0, 0.012, (count, 2))
    return chance, lonlat, system_of(Crs.of(utm_code(*TOWNS[name]))).forward(lonlat)


def honest(chance, lonlat, there):
    """Fields by name: of areas, hospitals, cells and measures, each a column or two."""
    count = len(lonlat)
    hospitals = lonlat[chance.integers(0, count, 6)] + chance.normal(0, 0.004, (6, 2))
    own = chance.integers(0, 6, count)
    nearest = np.argmin(((lonlat[:, None] - hospitals) ** 2).sum(axis=2), axis=1)
    middles = lonlat[chance.integers(0, count, 40)] + chance.normal(0, 0.002, (40, 2))
    area = np.argmin(((lonlat[:, None] - middles) ** 2).sum(axis=2), axis=1)
    middle = middles[area]
    return {
        "middle of the area": middle, "middle of the area, 4 decimals": middle.round(4),
        "hospital": hospitals[own], "hospital, 3 decimals": hospitals[own].round(3),
        "nearest hospital": hospitals[nearest], "nearest hospital, 4 decimals": hospitals[nearest].round(4),
        "cell of 1 km": np.floor(there / 1000) * 1000 + 500,
        "cell of 0.02 degrees": np.floor(lonlat * 50) / 50 + 0.01,
        "haematocrit": chance.normal(43, 5, count).round(1)[:, None],
        "income of the area": chance.normal(410_000, 20_000, 40).round()[area][:, None],
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", TOWNS)
def test_honest_fields_about_homes_are_released(name):
    refused, tried = [], 0
    for seed in range(3):
        chance, lonlat, there = town(name, seed)
        places = TruePlaces(lonlat, there)
        for field, values in honest(chance, lonlat, there).items():
            tried += 1
            columns = {f"{field} {side}": values[:, side].tolist() for side in range(values.shape[1])}
            if any(places.tells_coordinate(values[:, side]) for side in range(values.shape[1])):
                refused.append((field, seed))
            elif places.told_in(columns):
                refused.append((field, seed, "together"))
    assert len(refused) <= tried // 20, refused


TOLD = {
    "words": lambda lonlat, _there: [f"home {lat:.5f}, {lon:.5f}" for lon, lat in lonlat],
    "bytes": lambda lonlat, _there: [b"\1\1\0\0\0" + struct.pack("<2d", *one) for one in lonlat],
    "list": lambda lonlat, _there: lonlat.tolist(),
    "radians": lambda lonlat, _there: [f"{y:.8f} {x:.8f}" for x, y in np.radians(lonlat)],
    "eastings and northings": lambda _lonlat, there: [f"{x:.0f} {y:.0f}" for x, y in there],
}


OF_TOWNS = [("Syracuse", 1), ("Syracuse", 400), ("Greenwich", 400), ("Sydney", 30), ("Accra", 1)]


@pytest.mark.parametrize(("name", "count"), OF_TOWNS)
@pytest.mark.parametrize("told", TOLD)
def test_true_places_are_told(name, told, count):
    _chance, lonlat, there = town(name, 1, count)
    lonlat, there = (np.repeat(one, 2, axis=0) for one in (lonlat, there))
    assert TruePlaces(lonlat, there).told_in({"note": TOLD[told](lonlat, there)})


def in_arc(degrees, pattern):
    minutes = abs(degrees) * 60
    return pattern.format(int(minutes // 60), int(minutes % 60), round(minutes % 1 * 60, 2))


ALONE = {
    "degrees": lambda degrees, _metres: round(degrees, 5),
    "parts of a degree": lambda degrees, _metres: round(degrees * 1e4),
    "millionths": lambda degrees, _metres: round(degrees * 1e6),
    "minutes": lambda degrees, _metres: round(degrees * 60, 3),
    "minutes of the degree": lambda degrees, _metres: round(abs(degrees) % 1 * 60, 3),
    "seconds": lambda degrees, _metres: round(degrees * 3600, 1),
    "seconds of the minute": lambda degrees, _metres: round(abs(degrees) * 60 % 1 * 60, 1),
    "fraction": lambda degrees, _metres: round(abs(degrees) % 1, 5),
    "metres": lambda _degrees, metres: round(metres),
    "kilometres": lambda _degrees, metres: round(metres / 1000, 3),
    "thousands": lambda _degrees, metres: f"{metres:,.0f}",
    "French thousands": lambda _degrees, metres: f"{metres:,.0f}".replace(",", "\u202f"),
    "letter": lambda _degrees, metres: f"E{metres:.0f}",
    "word": lambda degrees, _metres: f"coord {degrees:.5f}",
    "unit": lambda degrees, _metres: f"{degrees:.5f} deg",
    "about": lambda degrees, _metres: f"ca. {degrees:.4f}",
    "arc behind dashes": lambda degrees, _metres: in_arc(degrees, "{}-{}-{}"),
    "arc with acute accents": lambda degrees, _metres: in_arc(degrees, "{}º{}´{}´´"),
    "beside another number": lambda degrees, _metres: f"visit 2: {degrees:.5f}",
}


@pytest.mark.parametrize(("name", "count"), OF_TOWNS)
@pytest.mark.parametrize("written", ALONE)
def test_one_coordinate_is_told_alone(name, count, written):
    two = written == "seconds of the minute"  # of one home they may be a measure
    _chance, lonlat, there = town(name, 2, max(count, 2) if two else count)
    for side, own in zip(lonlat.T, there.T):
        told = [ALONE[written](*one) for one in zip(side, own)]
        assert TruePlaces(np.repeat(lonlat, 2, axis=0)).tells_coordinate(np.repeat(told, 2).tolist())


@pytest.mark.slow
def test_few_homes_among_other_places_are_told():
    """Three of forty in words, of which all others lie elsewhere."""
    _chance, lonlat, _there = town("Syracuse", 3, 40)
    said = np.where(np.arange(40)[:, None] < 3, lonlat, lonlat + 0.021)
    assert TruePlaces(lonlat).told_in({"note": [f"{lat:.5f}, {lon:.5f}" for lon, lat in said]})


def test_numbers_beyond_all_bounds_are_no_coordinate():
    assert not TruePlaces(np.array([[-74.95, 45.05]])).tells_coordinate([10**400])


def test_small_numbers_are_no_seconds_of_two_round_places():
    assert not TruePlaces(np.array([[-74.95, 45.05], [-74.65, 45.35]])).tells_coordinate([1, 2])

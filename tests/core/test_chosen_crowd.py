# SPDX-License-Identifier: GPL-2.0-or-later
"""The crowd of masks that move to places which are there, against people who are really masked."""

import numpy as np
import pytest

from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.exposure.matching.mask_models import MaskModel, Surroundings
from geodeid_plugin.core.geomask.baselines.choices import to_neighbours
from geodeid_plugin.core.geomask.baselines.containers import Containers
from geodeid_plugin.core.geomask.baselines.elimination import Zones
from geodeid_plugin.core.geomask.baselines.network import Network, along_streets
from geodeid_plugin.core.geomask.baselines.optimal import Reported
from geodeid_plugin.core.geomask.baselines.remapped import Remapped
from geodeid_plugin.core.geometry.polygons import Polygons
from geodeid_plugin.core.utility.random_crowd import StudyRegion, crowd_of_mask
from tests.refusals import refuses

SIDE, STEP, WEST, SOUTH = 4, 0.01, 10.0, 45.0
RNG = np.random.default_rng(5)
PEOPLE = RNG.integers(50, 600, SIDE * SIDE).astype(float)
MASKED = 40_000


def squares():
    column, row = np.indices((SIDE, SIDE)).reshape(2, -1)
    x = WEST + STEP * (column[:, None] + np.array([0, 1, 1, 0, 0]))
    y = SOUTH + STEP * (row[:, None] + np.array([0, 0, 1, 1, 0]))
    count = SIDE * SIDE
    rings = np.arange(count + 1) * 5
    return Polygons(x.ravel(), y.ravel(), rings, np.arange(count), np.zeros(count, dtype=bool))


POLYGONS = squares()
ADDRESSES = WEST + SIDE * STEP * RNG.random(1500), SOUTH + SIDE * STEP * RNG.random(1500)


def streets():
    line, lines = np.arange(0, SIDE * STEP + 1e-9, STEP / 4), []
    for fixed in line:
        lines += [((one, fixed), (other, fixed)) for one, other in zip(line, line[1:])]
        lines += [((fixed, one), (fixed, other)) for one, other in zip(line, line[1:])]
    ends = np.array(lines) + np.array([WEST, SOUTH])
    return Network.of(ends[:, :, 0].ravel(), ends[:, :, 1].ravel(),
                      2 * np.arange(len(lines) + 1))  # fmt: skip


def study_region():
    return StudyRegion.of(POLYGONS, PEOPLE)


def at_home(at_addresses):
    """People, each with a home: an address of the area, or any place in it."""
    area = RNG.choice(SIDE * SIDE, MASKED, p=PEOPLE / PEOPLE.sum())
    if not at_addresses:
        column, row = np.divmod(area, SIDE)
        return WEST + STEP * (column + RNG.random(MASKED)), SOUTH + STEP * (row + RNG.random(MASKED))
    own = study_region().areas.at(*ADDRESSES)
    order = np.argsort(own, kind="stable")
    start = np.searchsorted(own[order], np.arange(SIDE * SIDE + 1))
    row = order[start[area] + (RNG.random(MASKED) * np.diff(start)[area]).astype(int)]
    return ADDRESSES[0][row], ADDRESSES[1][row]


def known(**more):
    return Surroundings(**more)


def case(kind):
    """Law, what it refers to, homes at addresses or not, and the mask."""
    if kind == "address":
        mask = lambda lon, lat: to_neighbours(lon, lat, ADDRESSES, 5, 40, SeededSource(1))  # noqa: E731
        return MaskModel(kind, {"k": 5, "k_most": 40}), known(addresses=ADDRESSES), True, mask
    if kind == "street":
        network = streets()
        mask = lambda lon, lat: along_streets(lon, lat, network, 5, 40, SeededSource(1))  # noqa: E731
        return MaskModel(kind, {"k": 5, "k_most": 40, "k_people": 0}), known(network=network), False, mask
    if kind == "elimination":
        zones = Zones(POLYGONS, PEOPLE)
        mask = lambda lon, lat: zones.masked(lon, lat, 900, SeededSource(1))  # noqa: E731
        return MaskModel("elimination", {"k": 900}), known(zones=zones), False, mask
    if kind == "geoind":
        prior = (*ADDRESSES, np.ones(len(ADDRESSES[0])))
        mask = lambda lon, lat: Remapped(0.004, *prior).masked(lon, lat, SeededSource(1))  # noqa: E731
        return MaskModel(kind, {"epsilon_per_100_m": 0.4}), known(prior=prior), False, mask
    reported = Reported(POLYGONS, *POLYGONS.inner_points_deg(SIDE * SIDE), PEOPLE)

    def mask(lon, lat):
        choices, found = reported.choices(lon, lat, 0.002), SeededSource(1)
        place = choices.drawn(found)
        return type("Masked", (), {"lon_deg": choices.lon_deg[place], "lat_deg": choices.lat_deg[place]})

    return MaskModel("optimal", {"epsilon_per_100_m": 0.2}), known(reported=reported), False, mask


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["address", "street", "elimination", "geoind", "optimal"])
def test_the_crowd_is_where_masked_people_are_seen(kind):
    mask_model, around, at_addresses, mask = case(kind)
    homes = at_home(at_addresses)
    table = crowd_of_mask(mask_model, study_region(), around, POLYGONS)
    assert table.crowd.sum() == pytest.approx(PEOPLE.sum())
    assert np.bincount(table.origin, table.probability) == pytest.approx(1)
    found = mask(*homes)
    seen = Containers(POLYGONS, SIDE * SIDE).of(found.lon_deg, found.lat_deg)
    counts = np.bincount(np.where(seen < 0, SIDE * SIDE, seen), minlength=SIDE * SIDE + 1)
    share = table.crowd / PEOPLE.sum()
    error = np.sqrt(MASKED * share * (1 - share)) + 0.02 * MASKED * share + 5  # homes of an area are sampled
    assert (np.abs(counts - MASKED * share) < 4 * error).all()
    assert np.abs(counts / MASKED - np.append(PEOPLE, 0) / PEOPLE.sum()).max() > 0.01  # not at home


def test_the_crowd_of_a_law_that_depends_on_the_records_is_refused_with_the_reason():
    for kind, values, code in (
        ("swap", {"low_m": 1, "high_m": 9}, "crowd.mask.by_other_homes"),
        ("voronoi", {}, "crowd.mask.by_other_homes"),
        ("adaptivevoronoi", {"k": 9}, "crowd.mask.by_other_homes"),
        ("grid", {"size_m": 600}, "crowd.mask.by_cell"),
        ("populationdonut", {"k": 5, "k_most": 9}, "crowd.mask.not_by_place"),
        ("survey", {}, "crowd.mask.not_by_place"),
    ):
        with refuses(code):
            crowd_of_mask(MaskModel(kind, values), study_region(), known(), POLYGONS)


def test_what_such_a_law_refers_to_must_be_given():
    for mask_model, code in (
        (MaskModel("address", {"k": 5, "k_most": 9}), "neighbours.addresses.missing"),
        (MaskModel("street", {"k": 5, "k_most": 9, "k_people": 0}), "street.layer.not_given"),
        (MaskModel("elimination", {"k": 50}), "crowd.regions.no_areas"),
        (MaskModel("optimal", {"epsilon_per_100_m": 0.2}), "optimal.areas.missing"),
        (MaskModel("geoind", {"epsilon_per_100_m": 0.2}), "remap.people.missing"),
    ):
        with refuses(code):
            crowd_of_mask(mask_model, study_region(), known(), POLYGONS)


def test_areas_that_no_mask_can_move_are_refused_and_not_counted_elsewhere():
    alone = np.where(np.arange(SIDE * SIDE) == 3, 5.0, 0.0)
    with refuses("crowd.regions.too_few_people", match="9"):
        crowd_of_mask(
            MaskModel("elimination", {"k": 9}), StudyRegion.of(POLYGONS, alone),
            known(zones=Zones(POLYGONS, alone)), POLYGONS,
        )  # fmt: skip
    one_square = WEST + STEP * RNG.random(30), SOUTH + STEP * RNG.random(30)
    held = Containers(POLYGONS, SIDE * SIDE)
    with refuses("crowd.homes.no_place"):
        mask_model = MaskModel("address", {"k": 5, "k_most": 9}, bounded=True)
        crowd_of_mask(mask_model, study_region(), known(addresses=one_square, containers=held), POLYGONS)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Analysis of masked points: expected counts, rates and scans through the mask, SaTScan's files."""

import struct

import numpy as np
import pytest
from scan_reference import log_likelihood_ratio
from scipy.stats import poisson

from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.core.geomask.programme.programme import Request
from geodeid_plugin.core.geomask.solution import solve_areas
from geodeid_plugin.core.geometry.areas import Areas
from geodeid_plugin.core.geometry.sphere import haversine_m
from geodeid_plugin.core.utility.expected import poisson_interval, rates_of_strata, standardised
from geodeid_plugin.core.utility.masked_rates import masked_rates
from geodeid_plugin.core.utility.masked_scan import RISKS, scan_through_mask
from geodeid_plugin.core.utility.masked_table import MaskedTable
from geodeid_plugin.core.utility.satscan import input_files
from geodeid_plugin.core.utility.scan import (
    ScanSettings,
    scan_sphere,
)
from tests.refusals import refuses


def town(areas=150, seed=1):
    rng = np.random.default_rng(seed)
    lon, lat = -122 + 0.3 * rng.random(areas), 47.5 + 0.2 * rng.random(areas)
    return lon, lat, rng.integers(500, 2000, areas).astype(float)


def unmasked(people):
    rows = np.arange(len(people))
    return MaskedTable(rows, rows, np.ones(len(people)), people, len(people))


def masked_town(crowd=10_000, records=200):
    lon, lat, people = town()
    areas = Areas(np.arange(len(people)).astype(object), lon, lat, people, np.zeros(len(people)), None)
    table = solve_areas(areas, None, Request(records, records / crowd, "wieland")).strategy
    return lon, lat, MaskedTable(table.origin, table.destination, table.probability, people, len(people))


def drawn(mask, cases, rng):
    """Masked counts of the cases of each area."""
    counts = np.zeros(mask.destinations)
    for area in np.flatnonzero(cases):
        row = mask.origin == area
        chance = mask.probability[row] / mask.probability[row].sum()
        np.add.at(counts, mask.destination[row], rng.multinomial(cases[area], chance))
    return counts


def test_expected_cases_are_people_times_the_reference_rate_of_their_stratum():
    area, stratum = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    people, cases = np.array([900.0, 100, 500, 500]), np.array([1.0, 4, 1, 9])
    rates = rates_of_strata(stratum, cases, people, 2)
    np.testing.assert_allclose(rates, [2 / 1400, 13 / 600])
    found = standardised(area, stratum, people, rates, np.array([5.0, 10.0]))
    assert found.expected.sum() == pytest.approx(15)
    np.testing.assert_allclose(found.ratio, [5, 10] / found.expected)


def test_exact_poisson_intervals_have_the_tails_that_they_promise():
    low, high = poisson_interval(np.arange(0, 60))
    for count in range(60):
        assert poisson.cdf(count, high[count]) == pytest.approx(0.025)
        if count:
            assert poisson.sf(count - 1, low[count]) == pytest.approx(0.025)
    assert low[0] == 0


def test_cases_where_nobody_lives_have_no_expected_count():
    with refuses("expected.cases.no_people"):
        standardised(np.array([0]), np.array([0]), np.array([10.0]), np.array([0.1]), np.array([1.0, 2.0]))
    with refuses("expected.strata.no_people"):
        rates_of_strata(np.array([0]), np.array([1.0]), np.array([0.0]), 1)


@pytest.mark.slow
def test_rates_from_masked_points_are_nearly_as_good_as_from_the_true_ones():
    lon, lat, mask = masked_town(crowd=5_000)
    people, rng = mask.expected, np.random.default_rng(5)
    distance_m = haversine_m(lon[:, None], lat[:, None], lon, lat)
    field = np.linalg.cholesky(0.36 * np.exp(-distance_m / 5000) + 1e-9 * np.eye(len(people)))
    errors, covered = {"true": [], "masked": []}, []
    for _ in range(5):
        ratio = np.exp(field @ rng.standard_normal(len(people)))
        expected = 800 * people / people.sum()
        cases = rng.poisson(expected * ratio)
        table = MaskedTable(mask.origin, mask.destination, mask.probability, expected, mask.destinations)
        for name, known, counts in (
            ("true", unmasked(expected), cases),
            ("masked", table, drawn(mask, cases, rng)),
        ):
            found = masked_rates(known, counts, lon, lat)
            errors[name].append(np.mean((np.log(found.ratio) - np.log(ratio)) ** 2))
            if name == "masked":
                covered.append(np.mean((found.low < ratio) & (ratio < found.high)))
    assert np.sqrt(np.mean(errors["masked"])) < 1.25 * np.sqrt(np.mean(errors["true"]))
    assert 0.88 < np.mean(covered) < 0.99


@pytest.mark.slow
def test_equal_rates_everywhere_are_found_equal():
    lon, lat, mask = masked_town()
    rng = np.random.default_rng(2)
    expected = 1000 * mask.expected / mask.expected.sum()
    table = MaskedTable(mask.origin, mask.destination, mask.probability, expected, mask.destinations)
    found = masked_rates(table, drawn(mask, rng.poisson(expected), rng), lon, lat)
    assert found.scale < 0.3
    assert (np.abs(np.log(found.ratio)) < 0.25).all()


def test_an_area_without_people_has_no_rate():
    lon, lat, people = town(20)
    people[3] = 0
    found = masked_rates(unmasked(people / 1000), np.where(people > 0, 1.0, 0.0), lon, lat)
    assert np.isnan(found.ratio[3]) and np.isfinite(np.delete(found.ratio, 3)).all()


@pytest.mark.parametrize(
    "tool, nothing",
    [
        (masked_rates, "rates.points.none"),
        (lambda m, c, x, y: scan_through_mask(m, c, x, y, SeededSource(1)), "masked_scan.points.none"),
    ],
)
def test_points_that_the_table_cannot_have_produced_are_refused(tool, nothing):
    lon, lat, people = town(20)
    short = MaskedTable(np.arange(19), np.arange(19), np.ones(19), people, 20)
    with refuses("masked_table.row.not_one"):
        tool(short, np.ones(20), lon, lat)
    people[19] = 0
    with refuses("masked_table.destination.unreachable"):
        tool(MaskedTable(np.arange(19), np.arange(19), np.ones(19), people, 20), np.ones(20), lon, lat)
    with refuses(nothing):
        tool(unmasked(people), np.zeros(20), lon, lat)


def test_without_a_mask_the_ratio_is_kulldorffs_up_to_the_grid_of_risks():
    lon, lat, people = town(60)
    rng = np.random.default_rng(7)
    cases = rng.multinomial(120, people / people.sum())
    cases[:3] += 8
    cluster = scan_through_mask(unmasked(people), cases, lon, lat, SeededSource(1), 0).clusters[0]
    held = cluster.members
    exact = log_likelihood_ratio("poisson", cases[held].sum(), people[held].sum(), cases.sum(), people.sum())
    assert cluster.llr <= exact + 1e-9
    assert cluster.llr > 0.97 * exact
    assert cluster.relative_risk in RISKS


@pytest.mark.slow
def test_a_scan_through_the_mask_keeps_its_level_where_there_is_no_cluster():
    lon, lat, mask = masked_town()
    rng = np.random.default_rng(11)
    null = mask.crowd / mask.crowd.sum()
    values = [
        scan_through_mask(mask, rng.multinomial(200, null), lon, lat, SeededSource(k), 99).p_value
        for k in range(40)
    ]
    assert 0.4 < np.mean(values) < 0.62
    assert np.mean(np.array(values) <= 0.05) < 0.13


@pytest.mark.slow
def test_masked_cases_over_census_people_make_clusters_that_the_masked_population_does_not():
    lon, lat, mask = masked_town(crowd=40_000)
    rng = np.random.default_rng(13)
    settings = ScanSettings("poisson", 99)
    found = {"census": 0, "crowd": 0}
    for seed in range(12):
        counts = drawn(mask, rng.multinomial(200, mask.expected / mask.expected.sum()), rng)
        for name, people in (("census", mask.expected), ("crowd", mask.crowd)):
            scan = scan_sphere(lon, lat, counts, people, SeededSource(seed), settings)
            found[name] += scan.p_value <= 0.05
    assert found["census"] == 12
    assert found["crowd"] <= 3


@pytest.mark.slow
def test_a_planted_cluster_of_true_areas_is_found_through_the_mask():
    lon, lat, mask = masked_town(crowd=5_000)
    rng = np.random.default_rng(17)
    near = np.argsort(np.hypot(lon - lon[0], lat - lat[0]))[:10]
    chance = mask.expected * np.where(np.isin(np.arange(len(lon)), near), 6.0, 1.0)
    counts = drawn(mask, rng.multinomial(200, chance / chance.sum()), rng)
    result = scan_through_mask(mask, counts, lon, lat, SeededSource(1), 199)
    assert result.p_value <= 0.01
    assert len(set(result.clusters[0].members) & set(near)) >= 5
    members = np.concatenate([cluster.members for cluster in result.clusters])
    assert len(members) == len(set(members.tolist()))


def test_satscans_files_have_the_form_of_its_own_sample():
    files = input_files(["1", "2"], [-75.94, -75.93], [42.1, 42.2], [3, 0], [3540, 3560], "poisson")
    assert files["cases.cas"] == "1 3 2000\n"
    assert files["population.pop"] == "1 2000 3540\n2 2000 3560\n"
    assert files["places.geo"].splitlines()[0] == "1 42.10000000 -75.94000000"
    assert "ModelType=0" in files["scan.prm"] and "PopulationFile=population.pop" in files["scan.prm"]
    assert files["scan.prm"].isascii()
    bernoulli = input_files(["1", "2"], [-75.94, -75.93], [42.1, 42.2], [1, 0], [0, 2], "bernoulli")
    assert bernoulli["controls.ctl"] == "2 2 2000\n"
    assert "ModelType=1" in bernoulli["scan.prm"]
    with refuses("satscan.identifier.repeated"):
        input_files(["a b", "c"], [0, 0], [0, 0], [1, 0], [1, 1], "poisson")
    with refuses("satscan.share.too_large"):
        input_files(["a", "c"], [0, 0], [0, 0], [1, 0], [1, 1], "poisson", max_share=0.7)


def _squares(side: int, size_deg: float):
    """Polygons of a block of square areas about 45 degrees north."""
    from geodeid_plugin.core.geometry.polygons import Polygons

    wkbs = []
    for row in range(side * side):
        x, y = -75 + row % side * size_deg, 45 + row // side * size_deg
        corners = [(x, y), (x + size_deg, y), (x + size_deg, y + size_deg), (x, y + size_deg), (x, y)]
        wkbs.append(struct.pack("<BIII", 1, 3, 1, 5) + b"".join(struct.pack("<dd", *xy) for xy in corners))
    return Polygons.from_wkb(wkbs)


@pytest.mark.slow
def test_a_map_of_cells_finds_the_area_that_the_geometry_library_finds():
    from shapely import wkt
    from shapely.geometry import Point

    from geodeid_plugin.core.geometry.polygons import Polygons
    from geodeid_plugin.core.utility.random_crowd import CellMap

    shapes = [
        wkt.loads("POLYGON((0 0, 4 0, 4 3, 0 3, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))"),
        wkt.loads("MULTIPOLYGON(((4 0, 7 1, 4 3, 4 0)), ((1.2 1.2, 1.8 1.2, 1.8 1.8, 1.2 1.8, 1.2 1.2)))"),
    ]
    cells = CellMap.of(Polygons.from_wkb([shape.wkb for shape in shapes]), 2)
    rng = np.random.default_rng(1)
    x, y = rng.uniform(-0.5, 7.5, 4000), rng.uniform(-0.5, 3.5, 4000)
    found = cells.at(x, y)
    where = [
        next((i for i, shape in enumerate(shapes) if shape.contains(Point(*xy))), -1) for xy in zip(x, y)
    ]
    cell = max(cells.step_deg)
    near = np.array([min(shape.boundary.distance(Point(*xy)) for shape in shapes) < cell for xy in zip(x, y)])
    assert (found[~near] == np.array(where)[~near]).all()
    assert (~near).sum() > 2500 and cell < 0.1


@pytest.mark.slow
def test_the_crowd_of_a_donut_is_where_dots_of_simulated_people_fall():
    from geodeid_plugin.core.exposure.matching.mask_models import mask_model_of
    from geodeid_plugin.core.utility.random_crowd import StudyRegion, table_of_mask

    side, size = 8, 0.01
    people = np.where(np.arange(side * side) % 5 == 0, 900.0, 50.0)
    mask = table_of_mask(mask_model_of("donut 500 1500"), StudyRegion.of(_squares(side, size), people))
    assert mask.crowd.sum() == pytest.approx(people.sum())
    # A simulation on a plane that shares nothing with it; a degree of latitude is 111 195 m.
    rng = np.random.default_rng(5)
    area = rng.choice(side * side, 400_000, p=people / people.sum())
    x, y = (area % side + rng.random(len(area))) * size, (area // side + rng.random(len(area))) * size
    reach = np.sqrt(rng.uniform(500**2, 1500**2, len(area)))
    turn = rng.uniform(0, 2 * np.pi, len(area))
    x += reach * np.cos(turn) / (111_195 * np.cos(np.radians(45 + y)))
    y += reach * np.sin(turn) / 111_195
    column, row = np.floor(x / size).astype(int), np.floor(y / size).astype(int)
    inside = (column >= 0) & (column < side) & (row >= 0) & (row < side)
    seen = np.bincount(np.where(inside, row * side + column, side * side), minlength=side * side + 1)
    expected = mask.crowd / mask.crowd.sum() * len(area)
    # Cells of a sixtieth of a square, and chance: the noise of 65 counts of 1 000 to 75 000.
    assert (np.abs(seen - expected) < 4 * np.sqrt(expected) + 0.015 * expected).all()


@pytest.mark.slow
def test_a_bounded_law_moves_nobody_out_of_their_polygon():
    from geodeid_plugin.core.exposure.matching.mask_models import MaskModel
    from geodeid_plugin.core.utility.random_crowd import StudyRegion, table_of_mask

    people = np.full(16, 100.0)
    mask_model = MaskModel("gaussian", {"sigma_m": 800.0}, bounded=True)
    squares = _squares(4, 0.01)
    mask = table_of_mask(mask_model, StudyRegion.of(squares, people, (squares, 16)))
    assert (mask.origin == mask.destination).all()
    with refuses("crowd.within.missing"):
        table_of_mask(mask_model, StudyRegion.of(squares, people))


def test_a_law_of_more_than_distance_has_no_table_from_areas_alone():
    from geodeid_plugin.core.exposure.matching.mask_models import mask_model_of
    from geodeid_plugin.core.utility.random_crowd import StudyRegion, table_of_mask

    with refuses("crowd.mask.not_by_distance"):
        table_of_mask(mask_model_of("voronoi"), StudyRegion.of(_squares(2, 0.01), np.full(4, 10.0)))


def test_crowds_of_two_releases_add_up_by_their_records():
    from geodeid_plugin.core.utility.masked_table import added, shares_of

    keys, people = added(
        [np.array([[0, 1]]), np.array([[1, 2]])], [np.array([10.0, 30.0]), np.array([20.0, 20.0])],
        shares_of([300, 100]),
    )  # fmt: skip
    assert keys.tolist() == [[0, 1, 2]]
    assert people.tolist() == [7.5, 27.5, 5.0]


@pytest.mark.slow
def test_true_rates_lie_in_the_middle_of_their_intervals_where_cases_are_few():
    lon, lat, people = town(30, seed=4)
    expected = 1.3 * 30 * people / people.sum()
    away = haversine_m(lon[:, None], lat[:, None], lon, lat)
    field = np.linalg.cholesky(0.36 * np.exp(-away / 8000) + 1e-9 * np.eye(30))
    rng, off = np.random.default_rng(2), []
    for _ in range(250):
        log_rate = field @ rng.standard_normal(30)
        cases = rng.poisson(expected * np.exp(log_rate))
        found = masked_rates(unmasked(expected), cases, lon, lat, known=(0.6, 8000.0))
        off.append(np.mean((log_rate - np.log(found.ratio)) / found.log_sd))
    assert abs(np.mean(off)) < 3 * np.std(off) / np.sqrt(len(off))

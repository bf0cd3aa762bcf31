# SPDX-License-Identifier: GPL-2.0-or-later
"""Random masking in QGIS: every method, every coordinate reference system, nothing unmasked."""

import json

import numpy as np
import pytest

pytest.importorskip("qgis.core")

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsProject,
)

from geodeid_plugin.core.geometry.sphere import haversine_m
from tests.refusals import refuses

METHODS = (
    "donut", "uniform", "gaussian", "bimodal", "laplace", "populationdonut", "grid", "hexagon", "swap",
    "voronoi", "survey", "street", "address", "elimination", "adaptivevoronoi", "geoind",
    "optimal",
)  # fmt: skip
RNG = np.random.default_rng(1)
HOMES = [(-74.95 + x, 45.05 + y) for x, y in RNG.uniform(0, 0.02, (60, 2))]
HOUSES = [(-74.96 + x, 45.04 + y) for x, y in RNG.uniform(0, 0.04, (3000, 2))]


def projected(points, crs):
    to = QgsCoordinateTransform(
        QgsCoordinateReferenceSystem("EPSG:4326"), QgsCoordinateReferenceSystem(crs), QgsProject.instance()
    )
    return [to.transform(x, y) for x, y in points]


def points(layer, places=HOMES, crs="EPSG:4326", name="patients"):
    rows = [
        (f"POINT({p[0]!r} {p[1]!r})", [f"P{i:03d}", "U" if i % 2 else "R", "secret"])
        for i, p in enumerate((q.x(), q.y()) for q in projected(places, crs))
    ]
    return layer("Point", rows, ["id:string", "urban:string", "note:string"], crs, name)


def census(layer, side=8):
    """Squares with 0 to 90 people, so many along each side of 0.08 degrees."""
    rows, people, wide = [], np.random.default_rng(5).integers(0, 90, side**2), 0.08 / side
    for place, count in enumerate(people.tolist()):
        x, y = -74.97 + place % side * wide, 45.02 + place // side * wide
        ring = f"{x} {y}, {x + wide} {y}, {x + wide} {y + wide}, {x} {y + wide}, {x} {y}"
        rows.append((f"POLYGON(({ring}))", [place, count]))
    return layer("Polygon", rows, ["area:integer", "people:integer"], "EPSG:4326", "census")


def streets(layer):
    """Streets that cross without a vertex there, every 220 m, and one far away that joins nothing."""
    rows = [f"LINESTRING({-74.97 + i / 500} 45.03, {-74.97 + i / 500} 45.09)" for i in range(32)]
    rows += [f"LINESTRING(-74.98 {45.032 + i / 500}, -74.9 {45.032 + i / 500})" for i in range(28)]
    rows += ["LINESTRING(-74.5 45.0, -74.5 45.01)"]
    return layer("LineString", [(wkt, ["road"]) for wkt in rows], ["name:string"], "EPSG:4326", "streets")


def parameters(layer, method="donut", **more):
    return {
        "PATIENTS": points(layer), "METHOD": method, "ADDRESSES": points(layer, HOUSES, name="houses"),
        "ROADS": streets(layer), "AREAS": census(layer),
        "POPULATION": "people", "OUTPUT": "memory:", "INTERNAL": "memory:", **more,
    }  # fmt: skip


def moves_of(internal):
    """Length on the ground of each link, and where it ends, in longitude and latitude."""
    back = QgsCoordinateTransform(
        internal.crs(), QgsCoordinateReferenceSystem("EPSG:4326"), QgsProject.instance()
    )
    ends = []
    for feature in internal.getFeatures():
        line = feature.geometry()
        line.transform(back)
        ends.append([c for p in line.asPolyline() for c in (p.x(), p.y())])
    lon1, lat1, lon2, lat2 = np.array(ends).T
    return haversine_m(lon1, lat1, lon2, lat2), lon2, lat2


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_every_mask_releases_every_record_moved_renumbered_and_bare(run, layer, table, method):
    result = run("randommask", parameters(layer, method))
    rows = table(result["OUTPUT"])
    assert sorted(row["record"] for row in rows) == list(range(1, 61))
    assert set(rows[0]) == {"record"}
    true = {(round(x, 7), round(y, 7)) for x, y in HOMES}
    masked = [feature.geometry().asPoint() for feature in result["OUTPUT"].getFeatures()]
    assert not any((round(p.x(), 7), round(p.y(), 7)) in true for p in masked)
    assert moves_of(result["INTERNAL"])[0].min() > 0.01


@pytest.mark.slow
@pytest.mark.parametrize("crs", ["EPSG:4326", "EPSG:3857", "EPSG:32618", "EPSG:2262"])
def test_a_donut_is_in_metres_on_the_ground_in_any_coordinate_reference_system(run, layer, crs):
    wanted = parameters(layer, PATIENTS=points(layer, crs=crs), MIN_DISTANCE=300, MAX_DISTANCE=310)
    result = run("randommask", wanted)
    assert result["OUTPUT"].crs().authid() == crs
    moved, _lon, lat = moves_of(result["INTERNAL"])
    assert moved.min() > 299.9 and moved.max() < 310.1
    assert np.abs(lat - 45.06).max() < 0.05


def test_links_carry_the_record_number_of_the_release_and_the_true_feature(run, layer, table):
    patients = points(layer)
    result = run("randommask", parameters(layer, PATIENTS=patients))
    released = {f["record"]: f.geometry().asPoint() for f in result["OUTPUT"].getFeatures()}
    home = {f.id(): f.geometry().asPoint() for f in patients.getFeatures()}
    for feature in result["INTERNAL"].getFeatures():
        start, end = feature.geometry().asPolyline()
        assert end.distance(released[feature["record"]]) < 1e-9
        assert start.distance(home[feature["feature"]]) < 1e-9


def test_the_order_of_the_release_says_nothing_about_the_order_of_the_input(run, layer, table):
    result = run("randommask", parameters(layer, SEED=1))
    links = sorted((row["record"], row["feature"]) for row in table(result["INTERNAL"]))
    assert abs(np.corrcoef([f for _, f in links], range(60))[0, 1]) < 0.5


def test_ticked_fields_are_released_and_no_others(run, layer, table):
    result = run("randommask", parameters(layer, KEEP_FIELDS=["urban"]))
    assert set(table(result["OUTPUT"])[0]) == {"record", "urban"}


@pytest.mark.slow
def test_two_runs_differ_and_a_seed_repeats_but_is_written_nowhere(run, layer, tmp_path):
    def places(**more):
        result = run("randommask", parameters(layer, **more))
        return [feature.geometry().asWkt() for feature in result["OUTPUT"].getFeatures()]

    assert places() != places()
    metrics, report = tmp_path / "m.json", tmp_path / "r.html"
    assert places(SEED=424243) == places(SEED=424243, METRICS=str(metrics), REPORT=str(report))
    assert "424243" not in metrics.read_text() + report.read_text()
    assert json.loads(metrics.read_text())["for_testing_only"] is True
    assert "testing" in report.read_text()


def test_masked_points_stay_in_the_polygon_of_their_home(run, layer, grid):
    areas = grid(6, 6)
    result = run("randommask", parameters(layer, WITHIN=areas, MIN_DISTANCE=500, MAX_DISTANCE=3000))
    cells = [f.geometry() for f in areas.getFeatures()]
    for feature in result["INTERNAL"].getFeatures():
        start, end = feature.geometry().asPolyline()
        home = next(cell for cell in cells if cell.contains(start))
        assert home.contains(end)


@pytest.mark.slow
def test_a_ring_that_fits_in_no_polygon_is_an_error_that_names_the_feature(run, layer, grid):
    with refuses("mask.attempts.failed", match="inside the polygon"):
        run("randommask", parameters(layer, WITHIN=grid(), MIN_DISTANCE=90_000, MAX_DISTANCE=99_000))


@pytest.mark.slow
def test_a_swap_without_an_address_in_the_ring_releases_nothing(run, layer, tmp_path):
    target = tmp_path / "masked.gpkg"
    wanted = parameters(layer, "swap", MIN_DISTANCE=20_000, MAX_DISTANCE=20_001, OUTPUT=str(target))
    with refuses("mask.address.not_found"):
        run("randommask", wanted)
    assert not target.exists()


@pytest.mark.slow
def test_patients_outside_the_boundary_are_refused_or_held_back(run, layer, grid, feedback):
    far = points(layer, [*HOMES, (10.0, 10.0)])
    with refuses("patient.polygon.outside"):
        run("randommask", parameters(layer, PATIENTS=far, WITHIN=grid()))
    result = run("randommask", parameters(layer, PATIENTS=far, WITHIN=grid(), OUTSIDE="leave_out"))
    assert result["RELEASED"] == 60
    assert any("held back" in warning for warning in feedback.warnings)


@pytest.mark.slow
@pytest.mark.parametrize("counted", ["addresses", "census"])
def test_the_population_donut_reports_a_k_that_every_record_has(run, layer, grid, table, counted):
    wanted = parameters(layer, "populationdonut", K=15)
    if counted == "census":
        wanted.update(ADDRESSES=None, AREAS=grid(population=2000), POPULATION="pop")
    result = run("randommask", wanted)
    assert result["SMALLEST_K"] >= 15
    assert min(row["k"] for row in table(result["INTERNAL"])) == pytest.approx(result["SMALLEST_K"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"METHOD": "swap", "ADDRESSES": None}, "mask.addresses.missing"),
        ({"METHOD": "populationdonut", "ADDRESSES": None, "AREAS": None}, "donut.population.missing"),
        ({"MIN_DISTANCE": 500, "MAX_DISTANCE": 100}, "mask.distances.not_rising"),
        ({"METHOD": "laplace", "EPSILON_100": 0}, "mask.epsilon.not_positive"),
        ({"MAX_DISTANCE": 1e9}, "mask.distance.too_large"),
        ({"METHOD": "populationdonut", "K": 5000}, "address.rank.too_few"),
    ],
)
def test_what_a_method_lacks_is_said_in_a_sentence(run, layer, more, code):
    with refuses(code):
        run("randommask", {**parameters(layer), **more})


def test_the_report_for_release_tells_no_parameter_of_the_mask(run, layer, tmp_path):
    inside, outside = tmp_path / "internal.html", tmp_path / "release.html"
    run("randommask", parameters(layer, MAX_DISTANCE=777, REPORT=str(inside), RELEASE_REPORT=str(outside)))
    assert "donut" in inside.read_text().lower()
    assert "donut" not in outside.read_text().lower() and "777" not in outside.read_text()
    assert "masked" in outside.read_text()


def test_the_help_says_that_a_higher_epsilon_is_less_private(qgis_app):
    from geodeid_plugin.processing_provider.geomasking.randommask import RandomMask

    algorithm = RandomMask()
    algorithm.initAlgorithm()
    assert "LESS private" in algorithm.parameterDefinition("EPSILON_100").help()


@pytest.mark.slow
def test_a_census_whose_population_numbers_its_areas_is_refused(run, layer, grid):
    census = grid(population=lambda column, row: 4 * column + row)
    given = parameters(layer, "populationdonut", K=5, ADDRESSES=None, AREAS=census, POPULATION="pop")
    with refuses("layer.value.row_number", match="pop"):
        run("randommask", given)


@pytest.mark.slow
def test_streets_are_cut_where_they_cross_and_dots_lie_on_crossings(run, layer):
    result = run("randommask", parameters(layer, "street", K=5))
    _moved, lon, lat = moves_of(result["INTERNAL"])
    on_column = np.abs((lon + 74.97) * 500 - np.round((lon + 74.97) * 500))
    on_row = np.abs((lat - 45.032) * 500 - np.round((lat - 45.032) * 500))
    assert on_column.max() < 1e-6 and on_row.max() < 1e-6
    assert result["SMALLEST_K"] >= 5


def test_a_street_mask_without_people_says_that_no_k_was_counted(run, layer):
    result = run("randommask", {**parameters(layer, "street", K=5), "ADDRESSES": None, "AREAS": None})
    assert result["SMALLEST_K"] is None and result["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_a_verified_neighbour_is_an_address_and_k_is_counted(run, layer):
    result = run("randommask", parameters(layer, "address", K=15))
    _moved, lon, lat = moves_of(result["INTERNAL"])
    houses = {(round(x, 7), round(y, 7)) for x, y in HOUSES}
    assert {(round(x, 7), round(y, 7)) for x, y in zip(lon, lat)} <= houses
    assert result["SMALLEST_K"] >= 15


@pytest.mark.slow
@pytest.mark.parametrize("method", ["swap", "address", "geoind"])
def test_addresses_that_are_the_patients_own_are_refused(run, layer, method):
    """Every dot would lie at, or be drawn to, the home of some patient."""
    wanted = parameters(layer, method, K=5, MIN_DISTANCE=10, MAX_DISTANCE=9000, EPSILON_100=1)
    wanted["ADDRESSES"] = points(layer, HOMES, name="houses")
    with refuses("place.homes.of_patients"):
        run("randommask", wanted)
    wanted["ADDRESSES"] = points(layer, [*HOMES, *HOUSES[: 20 * len(HOMES)]], name="houses")
    run("randommask", wanted)


@pytest.mark.slow
def test_a_mask_without_what_it_needs_names_it(run, layer):
    for method, lacking, code in (
        ("street", "ROADS", "street.layer.missing"),
        ("address", "ADDRESSES", "mask.addresses.missing"),
        ("adaptivevoronoi", "ROADS", "street.layer.missing"),
        ("adaptivevoronoi", "AREAS", "elimination.population.missing"),
    ):
        with refuses(code):
            run("randommask", {**parameters(layer, method), lacking: None})


@pytest.mark.slow
def test_elimination_counts_the_people_of_regions_and_is_judged_by_them(run, layer, tmp_path):
    wanted = {**parameters(layer, "elimination", K=150, METRICS=str(tmp_path / "m.json")), "ADDRESSES": None}
    result = run("randommask", wanted)
    assert result["SMALLEST_K"] >= 150
    assert json.loads((tmp_path / "m.json").read_text())["mask_model"]["values"] == {"k": 150.0}
    judged = run(
        "evaluatemask",
        {"LINKS": result["INTERNAL"], "AREAS": wanted["AREAS"], "AREA_ID": "area", "POPULATION": "people",
         "SIMULATIONS": 0, "OUTPUT": "memory:", "SEED": 1},
    )  # fmt: skip
    assert 0 < judged["MATCHED_RISK"] <= 1
    blind = run(
        "evaluatemask", {"LINKS": result["INTERNAL"], "SIMULATIONS": 0, "OUTPUT": "memory:", "SEED": 1}
    )
    assert blind["MATCHED_RISK"] is None and blind["VERDICT"] != "passed"
    with refuses("elimination.within.not_allowed"):
        run("randommask", {**wanted, "WITHIN": wanted["AREAS"]})
    with refuses("elimination.population.missing"):
        run("randommask", {**wanted, "POPULATION": None})


@pytest.mark.slow
def test_adaptive_voronoi_is_never_green_and_whoever_holds_the_homes_names_the_records(run, layer, tmp_path):
    wanted = {
        **parameters(layer, "adaptivevoronoi", K=150, METRICS=str(tmp_path / "m.json")),
        "ADDRESSES": None,
    }
    result = run("randommask", wanted)
    assert result["SMALLEST_K"] >= 150 and result["VERDICT"] == "not_judged"
    shared = {"LINKS": result["INTERNAL"], "SIMULATIONS": 0, "OUTPUT": "memory:", "SEED": 1}
    known = {**shared, "AREAS": wanted["AREAS"], "AREA_ID": "area", "POPULATION": "people",
             "ROADS": wanted["ROADS"]}  # fmt: skip
    judged = run("evaluatemask", known)
    assert judged["MATCHED_RISK"] == 1 and judged["VERDICT"] == "gives_away"
    listed = run("evaluatemask", {**known, "ADDRESSES": points(layer, HOUSES, name="houses")})
    assert listed["VERDICT"] == "gives_away"
    blind = run("evaluatemask", shared)
    assert blind["MATCHED_RISK"] is None and blind["VERDICT"] != "passed"
    with refuses("elimination.within.not_allowed"):
        run("randommask", {**wanted, "WITHIN": wanted["AREAS"]})


@pytest.mark.slow
@pytest.mark.parametrize("prior", ["addresses", "areas"])
def test_geoind_states_its_epsilon_per_100_m_and_is_judged_by_noise_and_remapping(
    run, layer, tmp_path, prior
):
    wanted = parameters(layer, "geoind", EPSILON_100=1.4, METRICS=str(tmp_path / "m.json"))
    if prior == "areas":
        wanted["ADDRESSES"] = None
    result = run("randommask", wanted)
    assert json.loads((tmp_path / "m.json").read_text())["mask_model"] == {
        "kind": "geoind", "values": {"epsilon_per_100_m": 1.4}, "bounded": False,
    }  # fmt: skip
    judged = run(
        "evaluatemask",
        {"LINKS": result["INTERNAL"], "ADDRESSES": wanted["ADDRESSES"], "AREAS": wanted["AREAS"],
         "AREA_ID": "area", "POPULATION": "people", "SIMULATIONS": 0, "OUTPUT": "memory:", "SEED": 1},
    )  # fmt: skip
    assert 0 < judged["MATCHED_RISK"] <= 1
    blind = run(
        "evaluatemask", {"LINKS": result["INTERNAL"], "SIMULATIONS": 0, "OUTPUT": "memory:", "SEED": 1}
    )
    assert blind["MATCHED_RISK"] is None and blind["VERDICT"] != "passed"


@pytest.mark.slow
def test_an_optimal_table_moves_to_points_of_areas_and_is_judged_by_itself(run, layer, tmp_path):
    wanted = parameters(
        layer, "optimal", EPSILON_100=0.1, METRICS=str(tmp_path / "m.json"), ADDRESSES=None,
        AREAS=census(layer, 5),
    )  # fmt: skip
    result = run("randommask", wanted)
    _moved, lon, _lat = moves_of(result["INTERNAL"])
    column = (lon + 74.962) / 0.016
    assert np.abs(column - np.round(column)).max() < 1e-4
    given = {
        "LINKS": result["INTERNAL"], "AREAS": wanted["AREAS"], "AREA_ID": "area", "POPULATION": "people",
        "SIMULATIONS": 0, "OUTPUT": "memory:", "SEED": 1,
    }  # fmt: skip
    assert 0 < run("evaluatemask", given)["MATCHED_RISK"] <= 1
    blind = run("evaluatemask", {**given, "AREAS": None, "AREA_ID": None, "POPULATION": None})
    assert blind["MATCHED_RISK"] is None and blind["VERDICT"] != "passed"
    with refuses("geoind.within.not_allowed"):
        run("randommask", {**wanted, "WITHIN": wanted["AREAS"]})


@pytest.mark.slow
def test_geoind_takes_no_polygons_and_needs_a_prior(run, layer, grid):
    with refuses("geoind.within.not_allowed"):
        run("randommask", parameters(layer, "geoind", WITHIN=grid()))
    with refuses("geoind.population.missing"):
        run("randommask", {**parameters(layer, "geoind"), "ADDRESSES": None, "AREAS": None})
    with refuses("mask.epsilon.not_positive"):
        run("randommask", parameters(layer, "geoind", EPSILON_100=0))


@pytest.mark.slow
def test_street_and_address_masks_are_compared_each_by_its_own_law(run, layer, table):
    made = {}
    for method in ("street", "address"):
        made[method] = run("randommask", parameters(layer, method, K=5))["INTERNAL"]
        made[method].setName(method)
    given = {
        "LINKS": made["street"], "CANDIDATES": [made["address"]], "ROADS": streets(layer),
        "ADDRESSES": points(layer, HOUSES, name="houses"), "SIMULATIONS": 0, "OUTPUT": "memory:",
        "COMPARISON": "memory:",
    }  # fmt: skip
    rows = {row["mask"]: row for row in table(run("evaluatemask", given)["COMPARISON"])}
    assert set(rows) == set(made)
    for row in rows.values():
        assert 0 < row["address_risk"] < 0.2
        assert row["matched_risk"] > row["address_risk"]
    assert rows["address"]["false_home_share"] == 1 > rows["street"]["false_home_share"]

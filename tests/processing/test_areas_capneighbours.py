# SPDX-License-Identifier: GPL-2.0-or-later
"""Nearest areas by the distance of spherical caps, run as a user runs it."""

import json

import numpy as np
import pytest

from geodeid_plugin.core.geometry.sphere import cap_radius_m, haversine_m
from tests.refusals import refuses

qgis_core = pytest.importorskip("qgis.core")


def ranked(rows, area):
    return [row["neighbour"] for row in rows if row["area"] == area]


def sized_points(layer, points, crs="EPSG:4326"):
    rows = [(f"POINT({lon} {lat})", [name, size]) for name, lon, lat, size in points]
    return layer("Point", rows, ["id:string", "m2:double"], crs, "codes")


@pytest.mark.slow
def test_each_square_of_a_grid_has_its_sides_first_and_its_corners_next(run, grid, table):
    result = run("capneighbours", {"AREAS": grid(3, 3), "AREA_ID": "id", "K": 8, "OUTPUT": "memory:"})
    rows = table(result["OUTPUT"])
    assert len(rows) == 72 == result["PAIR_COUNT"]
    assert list(rows[0]) == ["area", "neighbour", "rank", "distance_m", "centre_distance_m"]
    centre = ranked(rows, "A11")
    assert set(centre[:4]) == {"A01", "A21", "A10", "A12"}
    assert [row["rank"] for row in rows[:8]] == list(range(1, 9))
    assert all(row["distance_m"] >= row["centre_distance_m"] for row in rows)


def test_a_small_area_prefers_a_small_one_to_a_large_one_at_the_same_distance(run, layer, table):
    points = [("small", 0, 0, 1e6), ("large", 1, 0, 1e10), ("alike", -1.2, 0, 1e6)]
    parameters = {"AREAS": sized_points(layer, points), "AREA_ID": "id", "K": 2, "AREA_SIZE": "m2"}
    by_cap = table(run("capneighbours", {**parameters, "OUTPUT": "memory:"})["OUTPUT"])
    by_centre = run("capneighbours", {**parameters, "METRIC": "centre", "OUTPUT": "memory:"})
    assert ranked(by_cap, "small") == ["alike", "large"]
    assert ranked(table(by_centre["OUTPUT"]), "small") == ["large", "alike"]
    row = next(row for row in by_cap if (row["area"], row["neighbour"]) == ("small", "large"))
    expected = haversine_m(0, 0, 1, 0) + cap_radius_m(1e10) - cap_radius_m(1e6)
    assert row["distance_m"] == pytest.approx(expected, abs=1e-5)


def test_no_neighbour_lies_across_the_boundary(run, grid, table, feedback):
    result = run("capneighbours", {
        "AREAS": grid(4, 2), "AREA_ID": "id", "K": 6, "BOUNDARY": "unit", "OUTPUT": "memory:",
    })  # fmt: skip
    rows = table(result["OUTPUT"])
    west = {"A00", "A01", "A10", "A11"}
    assert all((row["area"] in west) == (row["neighbour"] in west) for row in rows)
    assert len(rows) == 8 * 3
    assert result["SHORT_COUNT"] == 8
    assert any("fewer than 6" in warning for warning in feedback.warnings)


def test_more_neighbours_than_areas_gives_all_others_and_says_so(run, grid, table, feedback):
    result = run("capneighbours", {"AREAS": grid(2, 2), "AREA_ID": "id", "K": 9, "OUTPUT": "memory:"})
    assert len(table(result["OUTPUT"])) == 12
    assert any("3 others" in warning for warning in feedback.warnings)


def test_links_cross_the_date_line_the_short_way(run, layer, table):
    areas = sized_points(layer, [("a", 179.5, 0, 1), ("b", -179.5, 0, 1), ("c", 170, 0, 1)])
    result = run("capneighbours", {
        "AREAS": areas, "AREA_ID": "id", "K": 1, "AREA_SIZE": "m2", "OUTPUT": "memory:", "LINES": "memory:",
    })  # fmt: skip
    assert ranked(table(result["OUTPUT"]), "a") == ["b"]
    assert all(feature.geometry().length() < 10 for feature in result["LINES"].getFeatures())


@pytest.mark.parametrize("crs", ["EPSG:4326", "EPSG:3347", "EPSG:3857"])
def test_distances_do_not_depend_on_the_layers_coordinates(run, grid, crs):
    import processing

    areas = processing.run(
        "native:reprojectlayer", {"INPUT": grid(3, 3), "TARGET_CRS": crs, "OUTPUT": "memory:"}
    )["OUTPUT"]
    result = run("capneighbours", {"AREAS": areas, "AREA_ID": "id", "K": 1, "OUTPUT": "memory:"})
    measured = np.array([feature["distance_m"] for feature in result["OUTPUT"].getFeatures()])
    assert measured == pytest.approx(haversine_m(-75, 45.05, -74.9, 45.05), rel=4e-3)


def test_the_copy_of_the_areas_carries_the_radius_of_each_cap(run, grid, tmp_path, table):
    path = tmp_path / "caps.gpkg"
    areas = grid(2, 2)
    run("capneighbours", {"AREAS": areas, "AREA_ID": "id", "K": 1, "OUTPUT": "memory:", "CAPS": str(path)})
    rows = table(path)
    assert {row["id"] for row in rows} == {"A00", "A01", "A10", "A11"}
    assert all(row["pop"] == 100 for row in rows)
    square_m2 = np.pi * np.array([row["cap_radius_m"] for row in rows]) ** 2
    measure = qgis_core.QgsDistanceArea()
    measure.setEllipsoid("EPSG:7030")
    shapes = {feature["id"]: feature.geometry() for feature in areas.getFeatures()}
    expected = [measure.measureArea(shapes[row["id"]]) for row in rows]
    assert square_m2 == pytest.approx(expected, rel=1e-5)


def test_a_geopackage_is_copied_with_its_own_numbers(run, grid, tmp_path, table):
    import processing

    stored = str(tmp_path / "areas.gpkg")
    ordered = {"INPUT": grid(3, 2), "EXPRESSION": '"id"', "ASCENDING": False, "OUTPUT": stored}
    processing.run("native:orderbyexpression", ordered)
    copied = str(tmp_path / "caps.gpkg")
    run("capneighbours", {"AREAS": stored, "AREA_ID": "id", "K": 1, "OUTPUT": "memory:", "CAPS": copied})
    before, after = table(stored), table(copied)
    assert [(row["fid"], row["id"]) for row in after] == [(row["fid"], row["id"]) for row in before]


def test_whole_number_identifiers_stay_numbers(run, layer, table):
    rows = [(f"POINT({lon} 0)", [100 + lon, 5.0]) for lon in range(3)]
    areas = layer("Point", rows, ["code:integer", "m2:double"])
    result = run("capneighbours", {
        "AREAS": areas, "AREA_ID": "code", "K": 1, "AREA_SIZE": "m2", "OUTPUT": "memory:",
    })  # fmt: skip
    assert ranked(table(result["OUTPUT"]), 101) == [100]


def test_metrics_state_how_the_neighbours_were_found(run, grid, tmp_path):
    path = tmp_path / "run.json"
    run("capneighbours", {
        "AREAS": grid(2, 2), "AREA_ID": "id", "K": 2, "OUTPUT": "memory:", "METRICS": str(path),
    })  # fmt: skip
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told["parameters"]["METRIC"] == "hausdorff"
    assert told["figures"]["PAIR_COUNT"] == 8


@pytest.mark.parametrize(
    ("rows", "crs", "change", "code"),
    [
        (
            [("POINT(0 0)", ["a", 1]), ("POINT(1 0)", ["b", 1])],
            "EPSG:4326",
            {"AREA_SIZE": None},
            "area.size.of_points",
        ),
        ([("POINT(0 0)", ["a", 1]), ("POINT(1 0)", ["a", 1])], "EPSG:4326", {}, "area.identifier.repeated"),
        ([("POINT(0 0)", ["a", 1]), ("POINT(1 0)", [None, 1])], "EPSG:4326", {}, "area.identifier.empty"),
        ([("POINT(0 0)", ["a", 1]), ("POINT(1 0)", ["b", -1])], "EPSG:4326", {}, "layer.value.negative"),
        ([("POINT(0 0)", ["a", 1]), ("POINT(1 0)", ["b", 1])], "", {}, "layer.crs.missing"),
        ([("POINT(0 0)", ["a", 1])], "EPSG:4326", {}, "area.layer.single"),
        (
            [("POINT(0 0)", ["a", 1]), ("POINT(1 0)", ["b", 1e15])],
            "EPSG:4326",
            {},
            "area.size.not_square_metres",
        ),
    ],
)
def test_what_cannot_be_searched_is_refused_in_a_sentence(run, layer, rows, crs, change, code):
    areas = layer("Point", rows, ["id:string", "m2:double"], crs)
    parameters = {"AREAS": areas, "AREA_ID": "id", "K": 1, "AREA_SIZE": "m2", "OUTPUT": "memory:", **change}
    with refuses(code):
        run("capneighbours", parameters)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Areas that share a side, found as a user finds them."""

import pytest

from geodeid_plugin.core.geometry.sphere import side_length_m

qgis_core = pytest.importorskip("qgis.core")


def box(west, south, east, north):
    return f"POLYGON(({west} {south},{east} {south},{east} {north},{west} {north},{west} {south}))"


def polygons(layer, shapes, crs="EPSG:4326"):
    return layer("Polygon", [(wkt, [name]) for name, wkt in shapes.items()], ["id:string"], crs)


def adjacent(run, table, areas, **more):
    result = run("adjacentareas", {"AREAS": areas, "AREA_ID": "id", "OUTPUT": "memory:", **more})
    return result, {(row["area"], row["neighbour"]): row["shared_m"] for row in table(result["OUTPUT"])}


@pytest.mark.slow
def test_squares_of_a_grid_share_sides_but_not_corners(run, grid, table):
    result, pairs = adjacent(run, table, grid(3, 3))
    assert len(pairs) == 12 == result["PAIR_COUNT"]
    assert ("A00", "A11") not in pairs
    assert pairs["A00", "A10"] == pytest.approx(side_length_m(-74.9, 45.0, -74.9, 45.1), rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("crs", ["EPSG:3347", "EPSG:32618", "EPSG:3857"])
def test_shared_lengths_are_metres_on_the_ground_in_every_projection(run, grid, table, crs):
    import processing

    _, expected = adjacent(run, table, grid(3, 3))
    areas = processing.run(
        "native:reprojectlayer", {"INPUT": grid(3, 3), "TARGET_CRS": crs, "OUTPUT": "memory:"}
    )["OUTPUT"]
    _, pairs = adjacent(run, table, areas)
    assert pairs == pytest.approx(expected, rel=1e-6)


@pytest.mark.slow
def test_one_long_straight_side_in_a_projection_meets_the_many_short_ones_along_it(run, layer, table):
    shapes = {"long": box(300000, 5000000, 400000, 5060000)}
    shapes |= {f"s{i}": box(400000, 5000000 + 10000 * i, 410000, 5010000 + 10000 * i) for i in range(6)}
    _, pairs = adjacent(run, table, polygons(layer, shapes, "EPSG:32618"))
    assert {pair for pair in pairs if "long" in pair} == {("long", f"s{i}") for i in range(6)}


@pytest.mark.slow
def test_an_island_is_reported_and_joined_to_its_nearest_on_request(run, layer, table, feedback):
    shapes = {"a": box(0, 0, 1, 1), "b": box(1, 0, 2, 1), "isle": box(2.5, 0, 3.5, 1)}
    result, pairs = adjacent(run, table, polygons(layer, shapes))
    assert set(pairs) == {("a", "b")} and result["ISLAND_COUNT"] == 1
    assert any("isle" in warning for warning in feedback.warnings)
    result, pairs = adjacent(run, table, polygons(layer, shapes), JOIN_ISLANDS=True, LINES="memory:")
    assert pairs["b", "isle"] == 0 and result["PAIR_COUNT"] == 1
    assert result["LINES"].featureCount() == 2


@pytest.mark.slow
def test_a_gap_within_the_tolerance_is_bridged_and_a_wider_one_is_not(run, layer, table):
    areas = polygons(layer, {"a": box(0, 0, 100, 100), "b": box(100.3, 0, 200, 100)}, "EPSG:32618")
    assert adjacent(run, table, areas, TOLERANCE=0.1)[1] == {}
    _, pairs = adjacent(run, table, areas, TOLERANCE=0.5)
    assert pairs["a", "b"] == pytest.approx(100, rel=0.01)


@pytest.mark.slow
def test_points_have_no_sides(run, layer, table):
    areas = layer("Point", [("POINT(0 0)", ["a"])], ["id:string"])
    with pytest.raises(qgis_core.QgsProcessingException):
        adjacent(run, table, areas)


def test_one_area_alone_is_an_island(run, grid, table, feedback):
    result, pairs = adjacent(run, table, grid(1, 1), JOIN_ISLANDS=True)
    assert pairs == {} and result["ISLAND_COUNT"] == 1

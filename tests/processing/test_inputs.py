# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers as people have them: what can be read is read alike, what cannot is refused by name."""

import math

import pytest
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsProcessingException,
    QgsProject,
)

from tests.refusals import refuses

FIELDS = ["id:string", "pop:integer", "unit:string"]


def square(column, row, size=0.1, west=-75.0, south=45.0):
    x, y = west + column * size, south + row * size
    return f"POLYGON(({x} {y},{x + size} {y},{x + size} {y + size},{x} {y + size},{x} {y}))"


def four_areas(
    layer, populations=(50, 60, 70, 80), fields=FIELDS, crs="EPSG:4326", kind="Polygon", ids="ABCD"
):
    rows = [
        (square(i % 2, i // 2), [identifier, people, "u"])
        for i, (identifier, people) in enumerate(zip(ids, populations))
    ]
    return layer(kind, rows, fields, crs, "areas of the county")


def patients(layer, points=((-74.95, 45.05), (-74.85, 45.15), (-74.95, 45.15)), name="patients"):
    rows = [(f"POINT({x} {y})", [f"p{i}", i]) for i, (x, y) in enumerate(points)]
    return layer("Point", rows, ["name:string", "number:integer"], "EPSG:4326", name)


def mask(run, areas, people, **more):
    return run(
        "lpmask",
        {
            "PATIENTS": people,
            "AREAS": areas,
            "AREA_ID": "id",
            "POPULATION": "pop",
            "RISK": 0.2,
            "OUTPUT": "TEMPORARY_OUTPUT",
            **more,
        },
    )


def neighbours(run, areas, **more):
    return run(
        "capneighbours", {"AREAS": areas, "AREA_ID": "id", "K": 2, "OUTPUT": "TEMPORARY_OUTPUT", **more}
    )


def message(call):
    with pytest.raises(QgsProcessingException) as caught:
        call()
    text = str(caught.value)
    assert "Traceback" not in text, text
    return text


def test_a_layer_without_crs_is_refused_by_name(run, layer):
    text = message(lambda: neighbours(run, four_areas(layer, crs=None)))
    assert "areas of the county" in text and "coordinate reference system" in text


@pytest.mark.parametrize("crs", ["EPSG:3857", "EPSG:32618", "EPSG:2263", "EPSG:4269"])
def test_neighbour_distances_are_the_same_in_every_crs(run, layer, table, crs):
    def distances(areas):
        found = table(neighbours(run, areas)["OUTPUT"])
        return {(r["area"], r["neighbour"]): r["centre_distance_m"] for r in found}

    original = four_areas(layer)
    target = QgsCoordinateReferenceSystem(crs)
    transform = QgsCoordinateTransform(original.crs(), target, QgsProject.instance())
    rows = []
    for feature in original.getFeatures():
        shape = feature.geometry()
        shape.transform(transform)
        rows.append((shape.asWkt(9), feature.attributes()))
    moved = layer("Polygon", rows, FIELDS, crs, "moved")
    expected, found = distances(original), distances(moved)
    assert expected.keys() == found.keys()
    assert all(math.isclose(expected[pair], found[pair], abs_tol=0.005) for pair in expected)


@pytest.mark.parametrize(
    ("fields", "populations", "shown"),
    [
        (FIELDS, (50, None, 70, 80), "B (NULL)"),
        (FIELDS, (50, 60, -7, 80), "C (-7)"),
        (["id:string", "pop:string", "unit:string"], ("50", "sixty", "70", "80"), "B (sixty)"),
    ],
)
def test_a_population_that_is_no_count_is_refused_with_the_area(run, layer, fields, populations, shown):
    areas = four_areas(layer, populations, fields)
    text = message(lambda: mask(run, areas, patients(layer)))
    assert shown in text and "population" in text and "pop" in text


def test_a_field_that_numbers_the_areas_is_no_population(run, grid, layer):
    people = layer("Point", [("POINT(-74.95 45.05)", [1])], ["number:integer"])
    given = {"PATIENTS": people, "AREA_ID": "id", "POPULATION": "pop", "OUTPUT": "TEMPORARY_OUTPUT"}
    numbered = grid(population=lambda column, row: 4 * column + row + 1)
    with refuses("layer.value.row_number", match="pop"):
        run("lpmask", {**given, "AREAS": numbered})
    with refuses("layer.value.row_number", match="pop"):
        run("lpmask", {**given, "AREAS": grid(), "AREA_ID": "pop"})


@pytest.mark.parametrize("field, first", [("fid", 100), ("people", 1), ("number", 0)])
@pytest.mark.parametrize(
    ("algorithm", "counts"),
    [
        ("lpmask", {"POPULATION": "{}"}),
        ("clusterareas", {"POPULATION": "{}"}),
        ("clusterareas", {"POPULATION": "pop", "CASES": "{}"}),
        ("clusterareas", {"POPULATION": "pop", "CLASSES": ["{}"]}),
        ("clusterareas", {"POPULATION": "pop", "MINIMA": "{}=100"}),
        ("lpmask", {"POPULATION": "pop", "STRATUM": "name", "STRATUM_POPULATIONS": "p0={}"}),
    ],
)
def test_numbers_of_the_rows_of_a_part_of_a_layer_count_nobody(
    run, grid, layer, field, first, algorithm, counts
):
    """By their name, or as the features' own numbers under another name: formats begin at 0 or at 1."""
    areas = grid(**{field: lambda column, row: 4 * column + row + first})
    areas.dataProvider().deleteFeatures([2, 3, 9])
    people = patients(layer, [(-74.95, 45.05), (-74.85, 45.15)])
    given = {"AREAS": areas, "AREA_ID": "id", "PATIENTS": people, "OUTPUT": "TEMPORARY_OUTPUT"}
    counts = {
        name: [one.format(field) for one in value] if isinstance(value, list) else value.format(field)
        for name, value in counts.items()
    }
    if algorithm == "clusterareas":
        del given["PATIENTS"]
    with refuses("layer.value.row_number", match=field):
        run(algorithm, {**given, **counts})


def test_a_patient_in_an_area_without_people_is_refused_with_the_area(run, layer):
    text = message(lambda: mask(run, four_areas(layer, (0, 60, 70, 80)), patients(layer)))
    assert "A (0 / 1)" in text


def test_an_area_without_people_may_be_there_when_no_patient_lies_in_it(run, layer, table):
    areas = four_areas(layer, (50, 0, 70, 80))
    assert len(table(mask(run, areas, patients(layer))["OUTPUT"])) == 3


def test_duplicate_area_ids_are_refused_by_name(run, layer):
    text = message(lambda: neighbours(run, four_areas(layer, ids="ABBD")))
    assert "not unique" in text and "B" in text


def test_missing_area_ids_are_refused(run, layer):
    text = message(lambda: neighbours(run, four_areas(layer, ids=("A", None, "C", "D"))))
    assert "no identifier" in text


def test_an_empty_layer_is_refused_by_name(run, layer):
    areas = layer("Polygon", [], FIELDS, "EPSG:4326", "nothing here")
    assert "nothing here" in message(lambda: neighbours(run, areas))


def test_one_area_has_no_neighbours_and_that_is_said(run, layer):
    areas = layer("Polygon", [(square(0, 0), ["A", 9, "u"])], FIELDS)
    assert "one area" in message(lambda: neighbours(run, areas))


def test_one_area_with_too_few_people_cannot_mask(run, layer):
    areas = layer("Polygon", [(square(0, 0), ["A", 4, "u"])], FIELDS)
    text = message(lambda: mask(run, areas, patients(layer, ((-74.95, 45.05),))))
    assert "0.25" in text or "smallest" in text.lower()


def test_patients_outside_every_area_are_refused_with_their_number(run, layer):
    people = patients(layer, ((-74.95, 45.05), (10.0, 50.0)))
    text = message(lambda: mask(run, four_areas(layer), people))
    assert "1 of 2 patients" in text and "outside" in text and "leave_out" in text


def test_patients_outside_are_held_back_and_counted_on_request(run, layer, table, feedback, tmp_path):
    people = patients(layer, ((-74.95, 45.05), (10.0, 50.0)))
    metrics = tmp_path / "metrics.json"
    result = mask(run, four_areas(layer), people, OUTSIDE="leave_out", METRICS=str(metrics))
    assert len(table(result["OUTPUT"])) == 1
    assert any("held back" in warning for warning in feedback.warnings)
    assert '"held_back_outside": 1' in metrics.read_text()


def test_features_without_geometry_are_left_out_and_counted(run, layer, table, feedback):
    rows = [(square(i, 0), [f"A{i}", 5, "u"]) for i in range(3)] + [(None, ["X", 5, "u"])]
    result = neighbours(run, layer("Polygon", rows, FIELDS, "EPSG:4326", "with a gap"))
    assert {r["area"] for r in table(result["OUTPUT"])} == {"A0", "A1", "A2"}
    assert any("with a gap" in w and "1 feature" in w for w in feedback.warnings)


def test_three_dimensional_and_multipart_areas_are_read_like_flat_ones(run, layer, table):
    flat = four_areas(layer)
    rows = []
    for feature in flat.getFeatures():
        shape = feature.geometry()
        shape.convertToMultiType()
        geometry = shape.get()
        geometry.addZValue(float("nan"))
        rows.append((shape.asWkt(12).replace("nan", "7"), feature.attributes()))
    solid = layer("MultiPolygonZ", rows, FIELDS)
    found = [table(neighbours(run, areas)["OUTPUT"]) for areas in (flat, solid)]
    assert len(found[0]) == len(found[1]) == 8
    for one, other in zip(*found):
        assert one["neighbour"] == other["neighbour"]
        assert math.isclose(one["distance_m"], other["distance_m"], rel_tol=1e-9)


def test_a_patient_with_two_places_is_refused(run, layer):
    rows = [("MULTIPOINT((-74.95 45.05),(-74.85 45.15))", ["p"])]
    people = layer("MultiPoint", rows, ["name:string"], name="double")
    text = message(lambda: mask(run, four_areas(layer), people))
    assert "double" in text and "singleparts" in text


def test_an_input_field_named_like_an_output_field_does_no_harm(run, layer, table):
    rows = [(square(i, 0), [f"A{i}", 5]) for i in range(3)]
    areas = layer("Polygon", rows, ["area:string", "distance_m:integer"])
    result = run("capneighbours", {"AREAS": areas, "AREA_ID": "area", "K": 1, "OUTPUT": "TEMPORARY_OUTPUT"})
    assert {r["area"] for r in table(result["OUTPUT"])} == {"A0", "A1", "A2"}


def test_a_released_field_named_like_the_new_number_is_refused(run, layer):
    people = layer("Point", [("POINT(-74.95 45.05)", ["x"])], ["record:string"])
    text = message(lambda: mask(run, four_areas(layer), people, KEEP_FIELDS=["record"]))
    assert "record" in text and "Rename" in text


def test_selected_features_only_are_used_when_asked(run, layer, table):
    from qgis.core import QgsProcessingFeatureSourceDefinition

    areas = four_areas(layer)
    areas.selectByIds([feature.id() for feature in areas.getFeatures()][:3])
    QgsProject.instance().addMapLayer(areas, False)
    source = QgsProcessingFeatureSourceDefinition(areas.id(), selectedFeaturesOnly=True)
    found = table(neighbours(run, source)["OUTPUT"])
    QgsProject.instance().removeMapLayer(areas.id())
    assert {r["area"] for r in found} == {"A", "B", "C"}


def test_whole_numbers_stay_numbers_and_leading_zeros_survive(run, layer, table):
    numbered = layer("Polygon", [(square(i, 0), [i + 7]) for i in range(3)], ["id:integer"])
    coded = layer("Polygon", [(square(i, 0), [f"0213{i}"]) for i in range(3)], ["id:string"])
    assert {r["area"] for r in table(neighbours(run, numbered)["OUTPUT"])} == {7, 8, 9}
    assert {r["area"] for r in table(neighbours(run, coded)["OUTPUT"])} == {"02130", "02131", "02132"}


def test_inputs_are_left_as_they_were_to_the_byte(run, layer, tmp_path):
    import hashlib

    from qgis.core import QgsVectorFileWriter, QgsVectorLayer

    paths = []
    for name, made in (("areas", four_areas(layer)), ("patients", patients(layer))):
        path = tmp_path / f"{name}.geojson"
        options = QgsVectorFileWriter.SaveVectorOptions()
        options.driverName = "GeoJSON"
        QgsVectorFileWriter.writeAsVectorFormatV3(
            made, str(path), QgsProject.instance().transformContext(), options
        )
        paths.append(path)
    before = [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    areas, people = (QgsVectorLayer(str(path), path.stem, "ogr") for path in paths)
    mask(run, areas, people)
    assert before == [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["areas.geojson", "patients.geojson"]


def test_the_agency_s_points_are_used_and_each_area_needs_one(run, layer, table):
    rows = [(square(i, 0), [f"A{i}"]) for i in range(2)]
    areas = layer("Polygon", rows, ["id:string"])
    points = [("POINT(-74.99 45.01)", ["A0"]), ("POINT(-74.85 45.05)", ["A1"])]
    found = table(neighbours(run, areas, POINTS=layer("Point", points, ["id:string"]), K=1)["OUTPUT"])
    apart = math.hypot(0.14 * 111_195 * math.cos(math.radians(45.03)), 0.04 * 111_195)
    assert math.isclose(found[0]["centre_distance_m"], apart, rel_tol=0.001)
    half = layer("Point", points[:1], ["id:string"])
    assert "no representative point for area A1" in message(lambda: neighbours(run, areas, POINTS=half, K=1))
    named = layer("Point", points, ["name:string"], name="middles")
    assert "“middles” has no field “id”" in message(lambda: neighbours(run, areas, POINTS=named, K=1))

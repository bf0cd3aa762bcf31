# SPDX-License-Identifier: GPL-2.0-or-later
"""Bad input ends in a sentence that names it, for every algorithm that takes it."""

import json

import pytest
from qgis.core import (
    QgsApplication,
    QgsFeature,
    QgsGeometry,
    QgsLineString,
    QgsPoint,
    QgsPolygon,
    QgsProcessingException,
)

from tests.refusals import refuses

FIELDS = ["id:string", "pop:integer"]


def square(column, row, size=0.1, west=-75.0, south=45.0):
    x, y = west + column * size, south + row * size
    return f"POLYGON(({x} {y},{x + size} {y},{x + size} {y + size},{x} {y + size},{x} {y}))"


@pytest.fixture
def people(layer):
    rows = [(f"POINT({-74.97 + 0.03 * i} 45.05)", ["fm"[i % 2]]) for i in range(6)]
    return layer("Point", rows, ["sex:string"], name="patients")


def areas_of(layer, wkts, kind):
    return layer(
        kind, [(wkt, [f"A{i}", 500 + 7 * (i % 3)]) for i, wkt in enumerate(wkts)], FIELDS, name="my areas"
    )


LINES = [f"LINESTRING({-75 + i} 45,{-74 + i} 46)" for i in range(6)]
COLLECTIONS = [f"GEOMETRYCOLLECTION({square(i, 0)},POINT(0 0))" for i in range(6)]
GIVEN = {"AREA_ID": "id", "POPULATION": "pop", "OUTPUT": "TEMPORARY_OUTPUT"}
TAKING_AREAS = {
    "adjacentareas": {},
    "capneighbours": {"K": 2},
    "clusterareas": {"THRESHOLD": 700},
    "cropcodes": {"LENGTH": 1, "MINIMUM": 1000},
    "lpstrategy": {"RECORDS": 5, "RISK": 0.2},
    "scanstatistic": {"CASES_FIELD": "pop", "PLACES": "true", "SIMULATIONS": 0},
    "lpmask": {"RISK": 0.2},
    "randommask": {"METHOD": "populationdonut", "K": 5},
}


def message(call):
    with pytest.raises(QgsProcessingException) as caught:
        call()
    text = str(caught.value)
    assert "Traceback" not in text and "not foreseen" not in text, text
    return text


def test_the_log_of_a_run_names_its_error_by_code(run, layer, feedback):
    twice = layer("Polygon", [(square(at, 0), ["A", 500]) for at in range(3)], FIELDS)
    with refuses("area.identifier.repeated", match="A"):
        run("capneighbours", {"AREAS": twice, "AREA_ID": "id", "K": 1, "OUTPUT": "memory:"})
    assert "Error code: area.identifier.repeated" in feedback.textLog().splitlines()


def test_a_test_that_asks_for_another_error_than_the_one_that_came_fails(run, layer):
    twice = layer("Polygon", [(square(at, 0), ["A", 500]) for at in range(3)], FIELDS)
    other = pytest.raises(AssertionError, match=r"area\.identifier\.repeated")
    with other, refuses("area.identifier.empty"):
        run("capneighbours", {"AREAS": twice, "AREA_ID": "id", "K": 1, "OUTPUT": "memory:"})


def asked(run, algorithm, areas, people, **more):
    definitions = QgsApplication.processingRegistry().algorithmById(f"geodeid:{algorithm}")
    known = {one.name() for one in definitions.parameterDefinitions()}
    given = {**GIVEN, "AREAS": areas, "PATIENTS": people, **TAKING_AREAS[algorithm], **more}
    return run(algorithm, {name: value for name, value in given.items() if name in known})


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", TAKING_AREAS)
def test_the_good_layer_is_taken(run, layer, people, algorithm):
    wkts = [square(i % 3, i // 3) for i in range(6)]
    assert asked(run, algorithm, areas_of(layer, wkts, "Polygon"), people)


@pytest.mark.parametrize("algorithm", TAKING_AREAS)
def test_lines_are_no_areas(run, layer, people, algorithm):
    text = message(lambda: asked(run, algorithm, areas_of(layer, LINES, "LineString"), people))
    assert "“my areas” holds lines" in text and "needs polygons" in text


@pytest.mark.parametrize("algorithm", TAKING_AREAS)
def test_collections_are_no_areas(run, layer, people, algorithm):
    text = message(lambda: asked(run, algorithm, areas_of(layer, COLLECTIONS, "GeometryCollection"), people))
    assert "collections of geometries" in text and "Multipart to singleparts" in text


@pytest.mark.parametrize("algorithm", ["lpmask", "randommask"])
def test_polygons_are_no_patients(run, layer, algorithm):
    areas = areas_of(layer, [square(i % 3, i // 3) for i in range(6)], "Polygon")
    text = message(lambda: asked(run, algorithm, areas, areas))
    assert "holds polygons" in text and "“Patients” needs points" in text


@pytest.mark.parametrize("algorithm", TAKING_AREAS)
def test_one_vertex_that_is_no_number_is_refused_with_its_feature(run, layer, people, algorithm):
    areas = areas_of(layer, [square(i % 3, i // 3) for i in range(5)], "Polygon")
    x = float("nan")
    ring = QgsLineString(
        [QgsPoint(-74.7, 45.0), QgsPoint(-74.6, x), QgsPoint(-74.6, 45.1), QgsPoint(-74.7, 45.0)]
    )
    polygon = QgsPolygon()
    polygon.setExteriorRing(ring)
    feature = QgsFeature(areas.fields())
    feature.setAttributes(["BAD", 500])
    feature.setGeometry(QgsGeometry(polygon))
    areas.dataProvider().addFeatures([feature])
    text = message(lambda: asked(run, algorithm, areas, people))
    assert "feature 6" in text and "longitude and latitude" in text


@pytest.mark.parametrize("algorithm", TAKING_AREAS)
def test_metres_under_the_name_of_degrees_are_refused(run, layer, people, algorithm):
    wkts = [square(i, 0, 1000, 500_000, 5_000_000) for i in range(6)]
    text = message(lambda: asked(run, algorithm, areas_of(layer, wkts, "Polygon"), people))
    assert "coordinate reference system" in text


@pytest.mark.parametrize("algorithm", TAKING_AREAS)
def test_a_table_without_geometry_is_named_as_one(run, layer, people, algorithm):
    table = layer("None", [(None, [f"A{i}", 500]) for i in range(6)], FIELDS, crs=None, name="my areas")
    text = message(lambda: asked(run, algorithm, table, people))
    assert "“my areas” is a table without geometry" in text


def test_a_csv_without_coordinates_is_named_as_a_table(run, grid, tmp_path):
    path = tmp_path / "patients.csv"
    path.write_text("sex,zip,age\nf,08784,71\nm,08785,64\n")
    text = message(lambda: run("lpmask", {**GIVEN, "PATIENTS": str(path), "AREAS": grid(), "RISK": 0.2}))
    assert "table without geometry" in text and "Create points layer from table" in text


def test_points_and_polygons_in_one_layer_are_refused(run, layer):
    from qgis.core import QgsVectorLayer

    mixed = {
        "type": "FeatureCollection",
        "features": [
            {"type": "Feature", "properties": {"id": f"A{i}"}, "geometry": geometry}
            for i, geometry in enumerate(
                [
                    {"type": "Point", "coordinates": [-75, 45]},
                    {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]},
                    {"type": "Point", "coordinates": [-74, 45]},
                ]
            )
        ],
    }
    areas = QgsVectorLayer(json.dumps(mixed), "mixed", "ogr")
    given = {"AREAS": areas, "AREA_ID": "id", "K": 1, "OUTPUT": "TEMPORARY_OUTPUT"}
    try:
        run("capneighbours", given)
    except QgsProcessingException as error:
        assert "not foreseen" not in str(error)


@pytest.mark.parametrize("value", [1e300, -1e300, float("nan"), float("inf"), 2**40])
@pytest.mark.parametrize(
    ("algorithm", "name"),
    [("capneighbours", "K"), ("lpstrategy", "RECORDS"),
     ("randommask", "SEED"), ("scanstatistic", "SIMULATIONS")],
)  # fmt: skip
def test_absurd_numbers_are_refused(run, layer, people, algorithm, name, value):
    areas = areas_of(layer, [square(i % 3, i // 3) for i in range(6)], "Polygon")
    try:
        asked(run, algorithm, areas, people, **{name: value})
    except QgsProcessingException as error:
        assert "not foreseen" not in str(error)


def test_a_figure_larger_than_the_earth_is_refused(run, layer, people):
    areas = layer("Polygon", [(square(i, 0), [f"A{i}", 1e17]) for i in range(6)], ["id:string", "pop:double"])
    text = message(lambda: asked(run, "lpmask", areas, people))
    assert "too large to be true" in text


@pytest.mark.slow
def test_an_unforeseen_error_keeps_nothing_and_is_told_in_a_sentence(
    run, layer, people, feedback, tmp_path, monkeypatch
):
    from geodeid_plugin.processing_provider.framework import run as run_module

    def broken(self, report):
        self.write_file("OUTPUT", tmp_path / "half.json", "{}")
        raise KeyError("a secret of the patients")

    messages = []
    monkeypatch.setattr(run_module.Run, "write_reports", broken)
    monkeypatch.setattr(feedback, "pushDebugInfo", messages.append)
    areas = areas_of(layer, [square(i % 3, i // 3) for i in range(6)], "Polygon")
    out = tmp_path / "out.gpkg"
    with pytest.raises(QgsProcessingException) as caught:
        asked(run, "lpmask", areas, people, OUTPUT=str(out))
    assert any("a secret of the patients" in text and "Traceback" in text for text in messages)
    assert "not foreseen (KeyError)" in str(caught.value) and "secret" not in str(caught.value)
    assert not out.exists() and not (tmp_path / "half.json").exists()


def test_memory_that_does_not_suffice_is_told(run, layer, people, monkeypatch):
    from geodeid_plugin.processing_provider.areas import pairs

    def full(*_given, **_more):
        raise MemoryError

    monkeypatch.setattr(pairs, "shared_sides", full)
    areas = areas_of(layer, [square(i % 3, i // 3) for i in range(6)], "Polygon")
    with pytest.raises(QgsProcessingException, match="memory of this computer did not suffice"):
        asked(run, "adjacentareas", areas, people)


def test_errors_name_the_label_on_the_screen_and_the_parameter_in_scripts(run, grid, layer, monkeypatch):
    from geodeid_plugin.processing_provider.framework import labels

    outside = layer("Point", [("POINT(10 50)", ["f"])], ["sex:string"])

    def refused():
        return message(lambda: run("lpmask", {**GIVEN, "PATIENTS": outside, "AREAS": grid(), "RISK": 0.2}))

    assert "set OUTSIDE to leave_out" in refused()
    monkeypatch.setattr(labels, "on_screen", lambda: True)
    assert "set “Patients outside every area” to leave_out" in refused()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("OUTPUT", "x" * 300 + ".gpkg"),
        ("REPORT", "x" * 300 + ".html"),
        ("REPORT", "a\0b.html"),
        ("METRICS", "x" * 400),
    ],
)
def test_a_name_that_no_file_can_have_is_refused(run, layer, people, tmp_path, name, file):
    areas = areas_of(layer, [square(i % 3, i // 3) for i in range(6)], "Polygon")
    text = message(lambda: asked(run, "lpmask", areas, people, **{name: str(tmp_path / file)}))
    assert "name" in text
    assert not list(tmp_path.iterdir())


def test_a_long_name_is_taken(run, layer, people, tmp_path):
    areas = areas_of(layer, [square(i % 3, i // 3) for i in range(6)], "Polygon")
    page = tmp_path / ("x" * 230 + ".html")
    asked(run, "lpmask", areas, people, REPORT=str(page))
    assert page.exists()


@pytest.mark.slow
def test_a_border_that_crosses_itself_everywhere_is_compared_in_bounded_memory(run, layer):
    import random
    import resource

    chance = random.Random(1)
    spikes = ",".join(
        f"{-74.9 + 0.1 * chance.random()} {45 + 0.1 * chance.random()}" for _vertex in range(3000)
    )
    first = spikes.split(",", 1)[0]
    areas = areas_of(layer, [f"POLYGON(({spikes},{first}))", square(0, 0), square(2, 0)], "Polygon")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    asked(run, "adjacentareas", areas, None)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 600_000, "kilobytes"


def test_half_a_character_spoils_no_sentence_and_no_report(run, layer, tmp_path, feedback):
    half = "\ud800"
    areas = layer("Polygon", [(square(i, 0), [f"A{i}", 500]) for i in range(4)], FIELDS, name=f"odd {half}")
    text = message(lambda: run("capneighbours", {**GIVEN, "AREAS": areas, "AREA_ID": f"id{half}", "K": 2}))
    assert text.strip()
    pages = {"REPORT": str(tmp_path / "r.html"), "METRICS": str(tmp_path / "m.json")}
    people = layer("Point", [("POINT(-74.95 45.05)", [half])] * 6, ["sex:string"], name=half)
    run("uniqueness", {"RECORDS": people, "MODELS": ["sex"], "OUTPUT": "memory:", **pages})
    assert all((tmp_path / name).exists() for name in ("r.html", "m.json"))


def test_a_field_called_like_a_parameter_keeps_its_name(qgis_app, monkeypatch):
    from geodeid_plugin.processing_provider.framework import labels

    monkeypatch.setattr(labels, "on_screen", lambda: True)
    algorithm = QgsApplication.processingRegistry().algorithmById("geodeid:lpmask")
    text = "Correct the field “POPULATION” of area K, or POPULATION and K."
    assert (
        labels.in_labels(text, algorithm)
        == "Correct the field “POPULATION” of area K, or “Population” and K."
    )


@pytest.mark.parametrize("package", ["scipy", "jinja2"])
def test_a_missing_package_is_told_before_anything_is_computed(
    run, grid, people, feedback, monkeypatch, package
):
    import sys

    monkeypatch.setitem(sys.modules, package, None)
    algorithm = QgsApplication.processingRegistry().algorithmById("geodeid:lpmask")
    able, why = algorithm.canExecute()
    assert not able and package in why
    read = []
    from geodeid_plugin.processing_provider.framework import base

    monkeypatch.setattr(base.Run, "source", lambda self, name: read.append(name))
    with pytest.raises(QgsProcessingException):
        run("lpmask", {**GIVEN, "PATIENTS": people, "AREAS": grid(), "RISK": 0.2})
    assert any(package in text for text in feedback.errors)
    with pytest.raises(QgsProcessingException, match=package):
        algorithm.create().prepareAlgorithm({}, None, None)  # qgis_process 3.22 does not ask canExecute
    assert not read


@pytest.mark.slow
@pytest.mark.parametrize("package", ["PIL", "shapely", "pyproj", "matplotlib"])
def test_packages_that_are_not_needed_are_not_missed(run, grid, people, monkeypatch, tmp_path, package):
    import sys

    monkeypatch.setitem(sys.modules, package, None)
    page = tmp_path / "report.html"
    run("lpmask", {**GIVEN, "PATIENTS": people, "AREAS": grid(), "RISK": 0.2, "REPORT": str(page)})
    assert page.exists()
    assert run("capneighbours", {"AREAS": grid(), "AREA_ID": "id", "K": 2, "OUTPUT": "TEMPORARY_OUTPUT"})


def test_an_endless_place_of_a_record_is_not_carried_on(run, layer, table):
    from qgis.core import QgsPointXY

    records = layer("Point", [("POINT(-75 45)", ["f"]), ("POINT(-75 45)", ["m"])], ["sex:string"])
    endless = {1: QgsGeometry.fromPointXY(QgsPointXY(float("inf"), 45))}
    records.dataProvider().changeGeometryValues(endless)
    given = {"RECORDS": records, "MODELS": ["sex"], "K": "1", "OUTPUT": "memory:"}
    at_risk = run("uniqueness", {**given, "AT_RISK": "memory:"})["AT_RISK"]
    boxes = [feature.geometry().boundingBox() for feature in at_risk.getFeatures() if feature.hasGeometry()]
    assert len(table(at_risk)) == 2 and len(boxes) == 1 and boxes[0].isFinite()


def test_polygons_are_no_links_of_a_further_mask(run, layer):
    ends = [f"LINESTRING({-75 + 0.01 * i} 45,{-75 + 0.01 * i} 45.01)" for i in range(5)]
    links = layer("LineString", [(wkt, [i]) for i, wkt in enumerate(ends)], ["record:integer"])
    areas = areas_of(layer, [square(i, 0) for i in range(5)], "Polygon")
    given = {"LINKS": links, "CANDIDATES": [areas], "SIMULATIONS": 0, "OUTPUT": "memory:"}
    assert "something other than lines" in message(lambda: run("evaluatemask", given))


def test_a_map_of_endless_places_is_refused(run, layer, tmp_path):
    from qgis.core import QgsPointXY

    points = layer("Point", [("POINT(-75 45)", ["f"])] * 2, ["sex:string"])
    points.dataProvider().changeGeometryValues({1: QgsGeometry.fromPointXY(QgsPointXY(float("inf"), 45))})
    points.updateExtents()
    text = message(lambda: run("mappreview", {"LAYER": points, "IMAGE": str(tmp_path / "map.png")}))
    assert text.strip() and not list(tmp_path.iterdir())


def test_a_row_without_a_place_has_no_coordinates_in_a_csv(run, layer, tmp_path):
    import csv

    records = layer("Point", [("POINT(-75 45)", ["f"]), (None, ["m"])], ["sex:string"])
    path = tmp_path / "at_risk.csv"
    given = {"RECORDS": records, "MODELS": ["sex"], "K": "1", "OUTPUT": "memory:"}
    run("uniqueness", {**given, "AT_RISK": str(path)})
    rows = {row["sex"]: row for row in csv.DictReader(path.open(encoding="utf-8-sig"))}
    assert float(rows["f"]["longitude"]) == pytest.approx(-75)
    assert rows["m"]["longitude"] == rows["m"]["latitude"] == ""


@pytest.mark.parametrize(
    ("algorithm", "more", "sentence"),
    [
        ("lpmask", {"SEED": -1}, "It must be 0 or more"),
        ("lpstrategy", {"GRID_SPACING": 1, "RECORDS": 10}, "points. Choose a larger spacing"),
    ],
)
def test_numbers_that_cannot_be_computed_with_are_refused(run, layer, people, algorithm, more, sentence):
    areas = areas_of(layer, [square(i % 3, i // 3) for i in range(6)], "Polygon")
    assert sentence in message(lambda: asked(run, algorithm, areas, people, **more))


@pytest.mark.slow
def test_a_ratio_to_nothing_is_no_number_in_any_output(run, layer, tmp_path):
    same = layer("Point", [("POINT(-75 45)", [i]) for i in range(4)], ["link:integer"], name="one place")
    moved = layer("Point", [(f"POINT(-75.0{i} 45)", [i]) for i in range(4)], ["link:integer"], name="moved")
    page, metrics = tmp_path / "r.html", tmp_path / "m.json"
    given = {"ORIGINAL": same, "MASKED": moved, "LINK": "link", "SIMULATIONS": 0, "OUTPUT": "memory:"}
    result = run("evaluatemask", {**given, "REPORT": str(page), "METRICS": str(metrics)})
    assert result["SPREAD_RATIO"] is None
    assert ">nan<" not in page.read_text() and "NaN" not in metrics.read_text()

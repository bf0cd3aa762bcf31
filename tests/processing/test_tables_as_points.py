# SPDX-License-Identifier: GPL-2.0-or-later
"""A table with columns of coordinates is taken where points are asked for, as a file and as a layer."""

import json
from pathlib import Path

import numpy as np
import pytest
from qgis.core import (
    QgsProcessingFeatureSourceDefinition,
    QgsProject,
    QgsVectorLayer,
)

from tests.refusals import refuses

RANDOM = np.random.default_rng(11)
LON, LAT = RANDOM.uniform(-74.95, -74.65, 30).round(5), RANDOM.uniform(45.05, 45.35, 30).round(5)
ASK = {"AREA_ID": "id", "POPULATION": "pop", "RISK": 0.2, "OUTPUT": "TEMPORARY_OUTPUT"}


def written(path, lines, encoding="utf-8"):
    path.write_text("\n".join(lines) + "\n", encoding)
    return str(path)


@pytest.fixture
def american(tmp_path):
    """Commas, points, and columns in the wrong order."""
    rows = [f"P{at},{lon},{lat},{at % 2}" for at, (lon, lat) in enumerate(zip(LON, LAT))]
    return written(tmp_path / "patients.csv", ["id,Longitude,Latitude,sex", *rows])


@pytest.fixture
def french(tmp_path):
    """Semicolons, decimal commas, a title, Windows' letters; in a file that GDAL does not open."""
    rows = [f"P{at};{lat};{lon};é".replace(".", ",") for at, (lon, lat) in enumerate(zip(LON, LAT))]
    return written(
        tmp_path / "patients.txt", ["Liste des cas", "", "n°;latitude;longitude;état", *rows], "cp1252"
    )


def test_a_csv_file_is_masked_as_points_would_be(run, grid, american):
    result = run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": american})
    assert result["OUTPUT"].featureCount() == 30


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["lpmask", "releaseareas", "randommask", "releasegrid"])
def test_a_text_file_that_gdal_does_not_open_is_read(run, grid, french, algorithm):
    areas = grid(population=5000)
    zones = run("clusterareas", {**ASK, "AREAS": areas, "THRESHOLD": 80_000})["OUTPUT"]
    given = {
        "lpmask": {**ASK, "AREAS": areas, "PATIENTS": french},
        "releaseareas": {"CLUSTERED": zones, "AREA_ID": "id", "RECORDS": french, "OUTPUT": "memory:"},
        "randommask": {**ASK, "METHOD": "donut", "AREAS": areas, "PATIENTS": french},
        "releasegrid": {"POINTS": french, "CELL_SIZE": 5000, "OUTPUT": "TEMPORARY_OUTPUT"},
    }[algorithm]  # fmt: skip
    assert run(algorithm, given)["OUTPUT"].featureCount() > 0


@pytest.mark.slow
def test_what_moved_places_is_warned_of_and_written_down(run, feedback, grid, tmp_path):
    rows = [f"{at},{lon},{lat}" for at, (lon, lat) in enumerate(zip(LON, LAT))]
    swapped = written(tmp_path / "swapped.csv", ["id,lat,lon", *rows])
    metrics = tmp_path / "metrics.json"
    run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": swapped, "METRICS": str(metrics)})
    said = "swapped.csv: “lat”, “lon” were swapped. 30 of 30 places lie in the areas so."
    assert said in feedback.warnings and said in json.loads(metrics.read_text("utf-8"))["warnings"]


def test_a_table_is_drawn_where_the_areas_below_it_say_that_it_lies(run, feedback, grid, tmp_path):
    rows = [f"{at},{lon},{lat}" for at, (lon, lat) in enumerate(zip(LON, LAT))]
    swapped = written(tmp_path / "swapped.csv", ["id,lat,lon", *rows, "30,,"])
    image, metrics = tmp_path / "map.png", tmp_path / "metrics.json"
    given = {"LAYER": swapped, "BASEMAP": [grid()], "DPI": 60, "IMAGE": str(image), "METRICS": str(metrics)}
    run("mappreview", given)
    drawn = json.loads(metrics.read_text("utf-8"))
    assert drawn["counts"] == {"LAYER": 30, "LAYER_without_geometry": 1}
    said = "swapped.csv: “lat”, “lon” were swapped. 30 of 30 places lie in the areas so."
    assert said in drawn["warnings"] and image.exists()


@pytest.mark.slow
def test_rows_without_a_place_are_counted_and_named(run, feedback, grid, american, tmp_path):
    with open(american, "a") as file:
        file.write("P30,,,1\nP31,0,0,1\n")
    metrics = tmp_path / "metrics.json"
    result = run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": american, "METRICS": str(metrics)})
    assert result["OUTPUT"].featureCount() == 30
    assert any("2 rows have no place (lines 32, 33)" in said for said in feedback.warnings)
    assert json.loads(metrics.read_text("utf-8"))["counts"]["PATIENTS_without_geometry"] == 2


def test_metres_of_an_unnamed_system_are_placed_by_the_areas(run, feedback, grid, tmp_path):
    from geodeid_plugin.core.mapimage.georeference.projections import Crs, system_of

    metres = system_of(Crs.of("EPSG:32618")).forward(np.column_stack([LON, LAT]))
    rows = [f"{at},{x:.1f},{y:.1f}" for at, (x, y) in enumerate(metres)]
    path = written(tmp_path / "utm.csv", ["id,x,y", *rows])
    assert run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": path})["OUTPUT"].crs().authid() == "EPSG:32618"
    assert any("EPSG:32618" in said for said in feedback.warnings)


@pytest.mark.slow
def test_a_table_of_the_project_and_the_rows_selected_in_it_are_taken(run, grid, layer):
    rows = [(None, [f"P{at}", lat, lon]) for at, (lon, lat) in enumerate(zip(LON.tolist(), LAT.tolist()))]
    table = layer("None", rows, ["id:string", "lat:double", "lon:double"], crs=None, name="patients")
    QgsProject.instance().addMapLayer(table, False)
    try:
        assert run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": table})["OUTPUT"].featureCount() == 30
        table.selectByIds(list(range(1, 21)))
        some = QgsProcessingFeatureSourceDefinition(table.id(), selectedFeaturesOnly=True)
        assert run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": some})["OUTPUT"].featureCount() == 20
    finally:
        QgsProject.instance().removeMapLayer(table.id())


def test_a_filter_on_a_table_is_obeyed(run, grid, american):
    table = QgsVectorLayer(american, "patients", "ogr")
    table.setSubsetString("\"sex\" = '1'")
    assert run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": table})["OUTPUT"].featureCount() == 15


def test_fields_of_a_table_are_released_where_they_are_named(run, grid, american):
    result = run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": american, "KEEP_FIELDS": ["sex"]})
    assert {feature["sex"] for feature in result["OUTPUT"].getFeatures()} == {0, 1}


def test_coordinates_of_a_table_are_never_released(run, grid, american):
    given = {**ASK, "AREAS": grid(), "PATIENTS": american, "KEEP_FIELDS": ["Latitude"]}
    with refuses("layer.field.unknown", match="Latitude"):
        run("lpmask", given)


@pytest.mark.parametrize(
    ("head", "row", "field"),
    [
        ("id,lat,lon", "{lat},{west}", "lon"),
        ("id,lat,lon", "{lat}° N,{west}° W", "lat"),
        ("id;place", "{lat}, -{west}", "place"),
    ],
)
def test_coordinates_are_not_released_however_they_are_written(run, grid, tmp_path, head, row, field):
    coarse = zip((-LON).round(1), LAT.round(1))
    rows = [f"{at}{head[2]}{row.format(west=west, lat=lat)}" for at, (west, lat) in enumerate(coarse)]
    path = written(tmp_path / "p.csv", [head, *rows])
    given = {**ASK, "AREAS": grid(), "PATIENTS": path, "KEEP_FIELDS": [field]}
    with refuses("layer.field.unknown", match=f"no field “{field}”"):
        run("lpmask", given)


def test_no_output_is_written_over_the_table(run, grid, american):
    table = Path(american).rename(Path(american).with_name("patients.gpkg.txt"))
    before = table.read_bytes()
    with refuses("output.file.other_kind", match="lost|over"):
        run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": str(table), "METRICS": str(table)})
    assert table.read_bytes() == before


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["id,name", "1,a", "2,b"], "layer.geometry.missing"),
        (["id,x,y"], "file.rows.none"),
    ],
)
def test_a_table_without_places_is_refused_with_a_sentence(run, grid, tmp_path, lines, code):
    path = written(tmp_path / "p.csv", lines)
    with refuses(code):
        run("lpmask", {**ASK, "AREAS": grid(), "PATIENTS": path})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "release"),
    [("publishaggregatedareas", "release:Release"), ("publishmaskeddotmap", "mask:Masked patients")],
)
def test_a_shipped_model_takes_a_table(run, grid, american, tmp_path, model, release):
    areas = grid(population=5000)
    given = {"PATIENTS": american, "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", release: "memory:"}
    if model == "publishmaskeddotmap":
        given.update(OUTLINE=areas, RISK=0.2, DPI=100)
        given["map:Picture of the masked map"] = str(tmp_path / "map.png")
        given["report:Report"] = str(tmp_path / "report.html")
    assert run(model, given)[release].featureCount() > 0

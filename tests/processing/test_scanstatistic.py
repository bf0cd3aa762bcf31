# SPDX-License-Identifier: GPL-2.0-or-later
"""The scan statistic in QGIS: SaTScan's result from layers, circles on the ground, clear refusals."""

import csv
import re
from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("qgis.core")

from geodeid_plugin.host.installation import resource
from geodeid_plugin.processing_provider.io.styling import dress
from tests.refusals import refuses

RNG = np.random.default_rng(2)
PLACES = np.array([-75, 45]) + RNG.uniform(0, 0.2, (200, 2))
SICK = (np.hypot(*(PLACES - [-74.9, 45.1]).T) < 0.05) | (RNG.random(200) < 0.2)


def points(layer, places, crs="EPSG:4326"):
    return layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(places)], ["id:integer"], crs)


def parameters(layer, **more):
    return {
        "CASES": points(layer, PLACES[SICK]), "CONTROLS": points(layer, PLACES[~SICK]),
        "PLACES": "true", "SIMULATIONS": 99, "SEED": 1, "OUTPUT": "memory:", **more,
    }  # fmt: skip


@pytest.fixture
def upstate(layer, real_data):
    with open(real_data("epi_points/ny8_leukemia_281_tracts.csv")) as file:
        rows = list(csv.DictReader(file))
    return layer(
        "Point",
        [
            (
                f"POINT({r['longitude']} {r['latitude']})",
                [r["id"], int(r["population"]), int(r["cases_floor"])],
            )
            for r in rows
        ],
        ["tract:string", "people:integer", "leukaemia:integer"],
    )


@pytest.mark.slow
def test_clusters_have_the_colour_and_the_words_of_the_layer_in_the_report(run, layer, tmp_path):
    page = tmp_path / "page.html"
    drawn = run("scanstatistic", parameters(layer, REPORT=str(page)))["OUTPUT"]
    dress(drawn, resource("styles", "scan_clusters.qml"))
    sure, chance = drawn.renderer().categories()
    svg = page.read_text("utf-8").split("Map of the clusters")[1].split("</svg>")[0]
    legend = dict(re.findall(r"fill='(#\w+)' stroke='[^']*'/><text[^>]*>([^<]*)</text>", svg))
    assert legend[sure.symbol().symbolLayer(0).strokeColor().name()] == sure.label()
    assert set(legend.values()) <= {sure.label(), chance.label(), "In no cluster"}
    assert {one["significant"] for one in drawn.getFeatures()} == {True, False}, "both kinds are drawn"


def test_satscans_new_york_cluster_comes_out_of_a_layer(run, upstate, table):
    result = run(
        "scanstatistic",
        {
            "AREAS": upstate, "AREA_ID": "tract", "CASES_FIELD": "leukaemia", "POPULATION": "people",
            "MAX_SHARE": 0.5, "SIMULATIONS": 0, "PLACES": "true",
            "OUTPUT": "memory:", "LOCATIONS": "memory:",
        },
    )  # fmt: skip
    assert result["LLR"] == pytest.approx(14.780276, abs=5e-7)
    clusters = {row["rank"]: row for row in table(result["OUTPUT"])}
    held = [row for row in table(result["LOCATIONS"]) if row["cluster"] == 1]
    assert len(held) == clusters[1]["locations"]
    assert sum(row["leukaemia"] for row in held) == clusters[1]["cases"]


@pytest.mark.slow
def test_a_planted_cluster_is_found_among_cases_and_controls(run, layer, table):
    result = run("scanstatistic", parameters(layer, LOCATIONS="memory:"))
    assert result["P_VALUE"] == 0.01
    assert result["SIGNIFICANT_COUNT"] >= 1
    best = table(result["OUTPUT"])[0]
    assert best["significant"] and best["rank"] == 1
    circle = next(result["OUTPUT"].getFeatures()).geometry()
    assert circle.contains(circle.fromWkt("POINT(-74.9 45.1)"))
    assert len(table(result["LOCATIONS"])) == 200


def test_the_circle_has_its_radius_on_the_ground_in_any_reference_system(run, layer):
    from qgis.core import QgsDistanceArea

    result = run("scanstatistic", parameters(layer, SIMULATIONS=0))
    feature = next(result["OUTPUT"].getFeatures())
    measure = QgsDistanceArea()
    measure.setEllipsoid("EPSG:7030")
    area = measure.measureArea(feature.geometry())
    assert area == pytest.approx(np.pi * feature["radius_m"] ** 2, rel=0.02)


def test_areas_with_controls_are_scanned_too(run, grid, layer, table):
    rows = [(f"POINT({i} 0)", [f"a{i}", 8 if i < 3 else 1, 5]) for i in range(12)]
    areas = layer("Point", rows, ["id:string", "ill:integer", "well:integer"])
    wanted = {"AREAS": areas, "AREA_ID": "id", "CASES_FIELD": "ill", "CONTROLS_FIELD": "well",
              "PLACES": "true"}  # fmt: skip
    result = run("scanstatistic", {**wanted, "SIMULATIONS": 99, "SEED": 1, "OUTPUT": "memory:"})
    best = table(result["OUTPUT"])[0]
    assert (best["cases"], best["locations"], result["MODEL"]) == (24, 3, "bernoulli")


def test_polygons_with_people_and_no_controls_come_back_with_their_relative_risk(run, grid, layer, table):
    areas = grid(4, 4, population=lambda c, r: 1000 + (5 if c == 0 else 0))
    areas.startEditing()
    areas.deleteAttribute(2)
    areas.commitChanges()
    result = run(
        "scanstatistic",
        {
            "AREAS": areas, "AREA_ID": "id", "CASES_FIELD": "pop", "POPULATION": "pop", "PLACES": "true",
            "SIMULATIONS": 9, "OUTPUT": "memory:", "LOCATIONS": "memory:",
        },
    )  # fmt: skip
    assert result["MODEL"] == "poisson"
    assert all(row["relative_risk"] == pytest.approx(1) for row in table(result["LOCATIONS"]))
    assert result["CLUSTER_COUNT"] == 0 and result["P_VALUE"] == 1


@pytest.mark.slow
def test_the_report_shows_the_clusters_and_what_chance_produced(run, layer, tmp_path):
    page = tmp_path / "scan.html"
    run("scanstatistic", parameters(layer, REPORT=str(page)))
    text = page.read_text()
    assert "<svg" in text and "Log likelihood ratio" in text


@pytest.mark.slow
def test_the_clusters_stand_on_a_globe_with_what_the_table_says(run, layer, table, tmp_path):
    path = tmp_path / "clusters.kml"
    result = run("scanstatistic", parameters(layer, KML=str(path)))
    names = {"k": "http://www.opengis.net/kml/2.2"}
    marks = ElementTree.parse(path).getroot().findall(".//k:Placemark", names)
    rows = table(result["OUTPUT"])
    assert len(marks) == len(rows) > 0
    for mark, row in zip(marks, rows):
        facts = {
            one.get("name"): one.findtext("k:value", None, names)
            for one in mark.iter(f"{{{names['k']}}}Data")
        }
        assert facts["Cases"] == str(row["cases"]) and facts["p"] == f"{row['p_value']:.4g}"
        assert mark.findtext("k:styleUrl", None, names) == ("#sure" if row["significant"] else "#chance")
        corners = mark.findtext(".//k:coordinates", None, names).split()
        assert corners[0] == corners[-1] and len(corners) == 73
        lon, lat = np.array([corner.split(",") for corner in corners[:-1]], float).T
        centre = np.array([lon.mean(), lat.mean()])
        assert np.abs(PLACES - centre).sum(axis=1).min() < 1e-4, "a circle about a place"


@pytest.mark.slow
def test_a_seed_repeats_the_p_value_and_is_no_reason_to_hold_the_result_back(run, layer, feedback, tmp_path):
    rng = np.random.default_rng(3)
    cases, controls = (
        layer(
            "Point", [(f"POINT({x} {y})", [k]) for k, (x, y) in enumerate(rng.random((60, 2)))], ["n:integer"]
        )
        for _ in range(2)
    )
    given = {"CASES": cases, "CONTROLS": controls, "PLACES": "true", "SIMULATIONS": 99, "SEED": 5,
             "OUTPUT": "memory:"}  # fmt: skip
    page = tmp_path / "scan.html"
    assert (
        run("scanstatistic", {**given, "REPORT": str(page)})["P_VALUE"]
        == run("scanstatistic", given)["P_VALUE"]
    )
    assert not [said for said in feedback.errors if "seeded" in said]
    assert "seeded" not in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"CONTROLS": None}, "scan.cases.not_compared"),
        ({"CASES": None}, "scan.input.missing"),
        ({"MAX_SHARE": 0.001}, "scan.circle.none"),
    ],
)
def test_what_is_missing_is_said(run, layer, more, code):
    with refuses(code):
        run("scanstatistic", parameters(layer, **more))


def test_a_population_of_zero_with_cases_is_named(run, layer):
    rows = [(f"POINT({i} 0)", [f"a{i}", 1, 0 if i == 3 else 50]) for i in range(6)]
    areas = layer("Point", rows, ["id:string", "ill:integer", "people:integer"])
    wanted = {
        "AREAS": areas,
        "AREA_ID": "id",
        "CASES_FIELD": "ill",
        "POPULATION": "people",
        "PLACES": "true",
    }
    with refuses("scan.cases.no_population"):
        run("scanstatistic", {**wanted, "OUTPUT": "memory:"})


@pytest.mark.slow
def test_all_points_at_one_place_are_refused(run, layer):
    same = [[1.0, 2.0]] * 4
    with refuses("scan.locations.one_place"):
        run("scanstatistic", parameters(layer, CASES=points(layer, same), CONTROLS=points(layer, same)))

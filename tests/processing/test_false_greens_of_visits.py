# SPDX-License-Identifier: GPL-2.0-or-later
"""Six visits of one patient are no class of six: whatever counts, counts people or says that it could not."""

import json

import numpy as np
import pytest


def visits(layer, rows_of_one, name="patient_id"):
    source = np.random.default_rng(30)
    people = [
        [str(source.choice(["F", "M"])), int(source.integers(20, 81)), f"R{source.integers(1, 10)}", f"P{at}"]
        for at in range(800)
    ]
    rows = [(None, one) for one in people for _ in range(rows_of_one)]
    fields = ["sex:string", "age:integer", "region:string", f"{name}:string"]
    return layer("NoGeometry", rows, fields, crs=None)


@pytest.fixture
def unique(run, layer, tmp_path):
    def measured(records, **more):
        given = {"MODELS": ["m: sex+age+region"], "PRESET": "trusted_5", "OUTPUT": "memory:"}
        path = tmp_path / "m.json"
        result = run("uniqueness", {"RECORDS": records, **given, "METRICS": str(path), **more})
        checks = json.loads(path.read_text())["judgement"]["checks"]
        return result, {one["key"]: one["outcome"] for one in checks}

    return measured


@pytest.mark.slow
@pytest.mark.parametrize("name", ["patient_id", "x"])
def test_visits_are_not_taken_for_people(unique, layer, name):
    """800 people gave people away; the same with six rows each passed, “singles out 0.0 %”."""
    result, checks = unique(visits(layer, 6, name))
    assert result["VERDICT"] == "not_judged" and checks["rows_are_people"] == "not_made"
    assert name in result["VERDICT_TEXT"]


@pytest.mark.slow
def test_people_are_counted_by_their_identifier(unique, layer):
    once, _checks = unique(visits(layer, 1))
    often, checks = unique(visits(layer, 6), RECORD_ID="patient_id")
    assert once["VERDICT"] == often["VERDICT"] == "gives_away" and "rows_are_people" not in checks
    for figure in ("UNIQUE_SHARE", "PROSECUTOR_RISK", "MARKETER_RISK", "WORST_RATE"):
        assert once[figure] == often[figure]


@pytest.mark.slow
def test_one_row_a_person_needs_no_identifier(unique, layer):
    assert "rows_are_people" not in unique(visits(layer, 1))[1]


def points(layer, grid, rows_of_one):
    source = np.random.default_rng(5)
    rows = []
    for at in range(300):
        x, y = -75 + 0.6 * source.random(), 45 + 0.6 * source.random()
        rows += [(f"POINT({x} {y})", [f"P{at}"])] * rows_of_one
    return layer("Point", rows, ["patient_id:string"])


def clustered(run, grid, **more):
    areas = grid(6, 6, lambda column, row: 900 + 70 * column + 31 * row)
    given = {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 5000, "OUTPUT": "memory:"}
    return run("clusterareas", {**given, **more})


@pytest.mark.slow
def test_clusters_count_patients_where_their_points_are_visits(run, grid, layer):
    counts = {"RISK_METRIC": "population", "MINIMUM_CASES": 11, "PATIENTS": points(layer, grid, 3)}
    assert clustered(run, grid, **counts)["VERDICT"] == "not_judged"
    people = clustered(run, grid, **counts, RECORD_ID="patient_id")
    once = clustered(run, grid, **{**counts, "PATIENTS": points(layer, grid, 1)})
    assert people["VERDICT"] == once["VERDICT"] == "passed"
    assert people["CLUSTER_COUNT"] == once["CLUSTER_COUNT"]


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["releaseareas", "releasegrid"])
def test_no_release_of_visits_is_green(run, grid, layer, algorithm):
    visited = points(layer, grid, 3)
    if algorithm == "releaseareas":
        given = {"RECORDS": visited, "CLUSTERED": clustered(run, grid)["OUTPUT"], "AREA_ID": "id"}
    else:
        areas = grid(6, 6, lambda column, row: 900 + 70 * column + 31 * row)
        given = {"POINTS": visited, "SIZE": 20_000, "AREAS": areas, "POPULATION": "pop"}
    found = run(algorithm, {**given, "OUTPUT": "memory:"})
    assert found["VERDICT"] == "not_judged" and "patient_id" in found["VERDICT_TEXT"]
    known = run(algorithm, {**given, "RECORD_ID": "patient_id", "OUTPUT": "memory:"})
    assert "looks like an identifier" not in known["VERDICT_TEXT"]

# SPDX-License-Identifier: GPL-2.0-or-later
"""Inputs that make every risk too small: a field that counts no people, sizes that are none, other people.

Each was green, or could have been, and is not any more.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from qgis.core import QgsProcessingException

from geodeid_plugin.host.compat import field

PLACES = np.random.default_rng(2).random((60, 2)) * 0.4 + (-75, 45)
PEOPLE = np.random.default_rng(3).integers(500, 1500, (4, 4))


def people_of(column, row):
    return int(PEOPLE[column, row])


def checks_in(path) -> dict:
    return {one["key"]: one["outcome"] for one in json.loads(Path(path).read_text())["judgement"]["checks"]}


@pytest.fixture
def areas(grid):
    """Areas with people and columns of other numbers by name."""

    def build(**columns):
        made = grid(population=people_of)
        made.dataProvider().addAttributes([field(name, "integer") for name in columns])
        made.updateFields()
        for area in list(made.getFeatures()):
            column, row = int(area["id"][1]), int(area["id"][2])
            values = {made.fields().lookupField(name): value(column, row) for name, value in columns.items()}
            made.dataProvider().changeAttributeValues({area.id(): values})
        return {"AREAS": made, "AREA_ID": "id", "POPULATION": "pop"}

    return build


@pytest.fixture
def patients(layer):
    def build(sex="FM", places=PLACES):
        rows = [(f"POINT({x} {y})", [sex[number % len(sex)]]) for number, (x, y) in enumerate(places)]
        return layer("Point", rows, ["sex:string"], name="patients")

    return build


def test_the_same_inputs_with_their_own_people_are_green(run, areas, patients):
    given = {"PATIENTS": patients(), **areas(), "OUTPUT": "memory:"}
    assert run("lpmask", given)["VERDICT"] == "passed"


@pytest.mark.parametrize(
    ("value", "check"),
    [
        (lambda column, row: people_of(column, row) * 10_000, "population_possible"),
        (lambda column, row: 2020, "population_differs"),
        (lambda column, row: 1990 + 4 * column + 2 * row, "population_differs"),
    ],
)
def test_a_field_that_counts_no_people_is_never_green(run, areas, patients, tmp_path, value, check):
    given = {**areas(VALUE=value), "POPULATION": "VALUE", "METRICS": str(tmp_path / "m.json")}
    assert run("lpmask", {"PATIENTS": patients(), **given, "OUTPUT": "memory:"})["VERDICT"] == "not_judged"
    assert checks_in(tmp_path / "m.json")[check] == "not_made"


def test_the_last_digits_of_the_areas_codes_are_no_population(run, layer, grid, patients):
    made = grid(population=people_of)
    cells = [(f.geometry().asWkt(), [f"360010{int(f['id'][1:]) * 7 + 131}"]) for f in made.getFeatures()]
    coded = layer("Polygon", [(shape, [*own, int(own[0][-3:])]) for shape, own in cells],
                  ["GEOID:string", "TRACT:integer"])  # fmt: skip
    given = {"AREAS": coded, "AREA_ID": "GEOID", "POPULATION": "TRACT", "OUTPUT": "memory:"}
    with pytest.raises(QgsProcessingException, match="numbers the rows"):
        run("lpmask", {"PATIENTS": patients(), **given})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strata", "sex", "level"),
    [
        ("F=women; M=men", "FM", "passed"),
        ("F=women", "F", "passed"),
        ("F=pop", "F", "with_care"),
        ("F=pop; M=few", "FM", "with_care"),
        ("F=many; M=men", "FM", "not_judged"),
        ("F=pop*0.45; M=pop*0.4", "FM", "with_care"),
    ],
)
def test_a_stratum_that_carries_everybody_is_not_green(run, areas, patients, strata, sex, level):
    given = areas(
        women=lambda column, row: people_of(column, row) // 2,
        men=lambda column, row: people_of(column, row) // 2,
        few=lambda column, row: 40 + column,
        many=lambda column, row: people_of(column, row) * 3,
    )
    places = PLACES if "few" not in strata else PLACES[:9]
    by = {"STRATUM": "sex", "STRATUM_POPULATIONS": strata, "KEEP_FIELDS": ["sex"], "OUTPUT": "memory:"}
    result = run("lpmask", {"PATIENTS": patients(sex, places), **given, **by})
    assert result["VERDICT"] == level, result["VERDICT_TEXT"]


def test_a_file_of_women_only_does_not_hide_them_among_men(run, areas, patients):
    """Their sex divides no record from another, and halves the crowd of each."""
    given = {"PATIENTS": patients("F"), **areas(), "KEEP_FIELDS": ["sex"]}
    result = run("lpmask", {**given, "OUTPUT": "memory:"})
    assert result["VERDICT"] == "not_judged"
    assert "sex" in result["VERDICT_TEXT"]


def test_a_random_mask_counts_people_only(run, areas, patients, tmp_path):
    ring = {"METHOD": "populationdonut", "K": 20, "OUTPUT": "memory:"}
    given = areas(VALUE=lambda column, row: 2020)
    for name, outcome in (("pop", "made"), ("VALUE", "not_made")):
        path = tmp_path / f"{name}.json"
        ours = {"AREAS": given["AREAS"], "POPULATION": name, "METRICS": str(path)}
        run("randommask", {"PATIENTS": patients(), **ring, **ours})
        assert checks_in(path)["population_differs"] == outcome


@pytest.mark.slow
def test_released_clusters_count_people_only(run, areas, patients, tmp_path):
    path = tmp_path / "m.json"
    given = {**areas(VALUE=lambda column, row: 2020), "POPULATION": "VALUE"}
    clustered = run("clusterareas", {**given, "MINIMUM": 4000, "METRICS": str(path), "OUTPUT": "memory:"})
    assert checks_in(path)["population_differs"] == "not_made"
    released = {"RECORDS": patients(), "CLUSTERED": clustered["OUTPUT"], "AREA_ID": "id", "FORM": "dissolved"}
    assert run("releaseareas", {**released, "OUTPUT": "memory:"})["VERDICT"] == "not_judged"


def test_the_geoproxy_attack_counts_people_only(run, areas, layer, tmp_path):
    codes = [f"A{column}{row}" for column in range(4) for row in range(4)]
    source = np.random.default_rng(4)
    home = [codes[at] for at in source.integers(0, 16, 40)]
    visits = [(None, [f"p{who}", codes[at]]) for who in range(40) for at in source.integers(0, 16, 3)]
    given = {
        "VISITS": layer("NoGeometry", visits, ["patient:string", "provider:string"]),
        "PATIENTS": layer("NoGeometry", [(None, [f"p{who}", own]) for who, own in enumerate(home)],
                          ["patient:string", "area:string"]),
        "VISIT_PATIENT": "patient", "PROVIDER_AREA": "provider", "PATIENT_ID": "patient",
        "PATIENT_AREA": "area", "THRESHOLD": 0.33, "OUTPUT": "memory:",
    }  # fmt: skip
    found = areas(VALUE=lambda column, row: 2020)
    for name, outcome in (("pop", "made"), ("VALUE", "not_made")):
        path = tmp_path / f"{name}.json"
        result = run("geoproxy", {**given, **found, "POPULATION": name, "METRICS": str(path)})
        assert checks_in(path)["population_differs"] == outcome
        assert result["VERDICT"] != "passed" or name == "pop"


@pytest.mark.parametrize(
    "size", [lambda column, row: 88, lambda column, row: 88_000_000 * 11, lambda column, row: 2_000_000_000]
)
def test_sizes_that_are_no_square_metres_are_refused(run, areas, size):
    """88 km² a cell, given in km², in square feet, and as something else altogether."""
    given = areas(SIZE=size)
    with pytest.raises(QgsProcessingException, match="square metres"):
        run("capneighbours", {"AREAS": given["AREAS"], "AREA_ID": "id", "AREA_SIZE": "SIZE", "K": 2,
                              "OUTPUT": "memory:"})  # fmt: skip


def test_the_population_is_no_size(run, areas):
    given = {name: value for name, value in areas().items() if name in ("AREAS", "AREA_ID")}
    with pytest.raises(QgsProcessingException, match="square metres"):
        run("capneighbours", {**given, "AREA_SIZE": "pop", "K": 2, "OUTPUT": "memory:"})


@pytest.mark.slow
def test_a_stated_share_hides_among_no_more_than_it_states(run, areas, patients):
    """Sex was released and its people were not counted: nobody could say anything."""
    given = {"PATIENTS": patients(), **areas(), "KEEP_FIELDS": ["sex"], "STRATUM": "sex", "OUTPUT": "memory:"}
    moved = [
        run("lpmask", {**given, "STRATUM_POPULATIONS": f"F=pop*{share}; M=pop*{share}"})["EXPECTED_MOVE_M"]
        for share in (0.5, 0.1)
    ]
    assert moved[0] < moved[1]
    for wrong in ("F=pop*2; M=pop*0.1", "F=pop*x; M=pop", "F=pop*0; M=pop"):
        with pytest.raises(QgsProcessingException, match="states no share"):
            run("lpmask", {**given, "STRATUM_POPULATIONS": wrong})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("people", "level", "check"),
    [
        ("F=women; M=men", "passed", "made"),
        ("F=women; M=few", "gives_away", "failed"),
        ("F=pop*0.5; M=men", "with_care", "care"),
        ("F=area_population*0.5; M=men", "with_care", "care"),
        ("F=area_population; M=area_population", "with_care", "made"),
        ("F=women; M=area_population", "with_care", "made"),
    ],
)
def test_classes_of_a_cluster_are_as_large_as_their_people(
    run, areas, patients, tmp_path, people, level, check
):
    given = areas(
        women=lambda column, row: people_of(column, row) // 2,
        men=lambda column, row: people_of(column, row) // 2,
        few=lambda column, row: 5,
    )
    clustered = run("clusterareas", {**given, "THRESHOLD": 200, "OUTPUT": "memory:"})
    source = {"RECORDS": patients(places=np.repeat(PLACES, 12, axis=0)), "CLUSTERED": clustered["OUTPUT"]}
    form = {"AREA_ID": "id", "FORM": "cluster", "KEEP_FIELDS": ["sex"], "SMALL_CELL": 2, "OUTPUT": "memory:"}
    classes = {"CLASS_FIELD": "sex", "CLASS_POPULATIONS": people, "METRICS": str(tmp_path / "m.json")}
    assert run("releaseareas", {**source, **form})["VERDICT"] == "not_judged"
    one = {**classes, "CLASS_POPULATIONS": "F=women"}
    with pytest.raises(QgsProcessingException, match="how many people have the value M"):
        run("releaseareas", {**source, **form, **one})
    result = run("releaseareas", {**source, **form, **classes})
    assert checks_in(tmp_path / "m.json")["class_people"] == check
    assert result["VERDICT"] == level, result["VERDICT_TEXT"]


@pytest.mark.slow
def test_records_held_back_for_small_counts_are_not_said_to_lie_outside(run, areas, patients, tmp_path):
    clustered = run("clusterareas", {**areas(), "THRESHOLD": 1000, "OUTPUT": "memory:"})
    some = np.concatenate([PLACES, np.repeat(PLACES[:4], 60, axis=0)])
    given = {"RECORDS": patients(places=some), "CLUSTERED": clustered["OUTPUT"], "AREA_ID": "id"}
    page = tmp_path / "report.html"
    more = {"FORM": "cluster", "SMALL_CELL": 11, "REPORT": str(page), "OUTPUT": "memory:"}
    result = run("releaseareas", {**given, **more})
    assert "too few share their zone" in page.read_text(encoding="utf-8")
    assert "lie in no zone" not in result["VERDICT_TEXT"]


def test_an_audit_that_knows_no_total_is_not_green(run, layer):
    """Nobody was given anything to subtract from, and the fewest possible values were 1 099 511 627 387."""
    rows = [(None, [name, value, 900]) for name, value in (("a", 20), ("b", None), ("c", 30))]
    table = layer("NoGeometry", rows, ["zone:string", "records:integer", "people:integer"])
    given = {"COUNTS": table, "COUNT_FIELD": ["records"], "OUTPUT": "memory:"}
    assert run("auditcounts", given).get("FEWEST_VALUES") is None
    given["POPULATION"] = "people"
    assert run("auditcounts", given)["VERDICT"] == "with_care"
    assert run("auditcounts", {**given, "OVERALL": 55})["VERDICT"] == "gives_away"

# SPDX-License-Identifier: GPL-2.0-or-later
"""What looks like many people and is few, and what one release tells of another in a different form."""

import json

import numpy as np
import pytest
from conftest import make_layer
from qgis.core import QgsProcessingException

from geodeid_plugin.processing_provider.framework.ledger import store


@pytest.fixture(scope="module")
def areas(qgis_app):
    """A hundred areas with 400 to 700 people."""
    source = np.random.default_rng(5)
    rows = []
    for column in range(10):
        for row in range(10):
            x, y = -75 + 0.05 * column, 45 + 0.05 * row
            corners = [(x, y), (x + 0.05, y), (x + 0.05, y + 0.05), (x, y + 0.05), (x, y)]
            ring = ", ".join(f"{a} {b}" for a, b in corners)
            rows.append((f"POLYGON(({ring}))", [f"A{column}{row}", int(source.integers(400, 700))]))
    return make_layer("Polygon", rows, ["id:string", "pop:integer"], name="areas")


def points(places, names=None):
    names = names or [f"P{i}" for i in range(len(places))]
    rows = [(f"POINT({x!r} {y!r})", [name]) for (x, y), name in zip(places, names)]
    return make_layer("Point", rows, ["who:string"], name="patients")


def homes(count, east_deg=0.0):
    return [(-74.997 + 0.05 * i / 7 + east_deg, 45.011 + 0.05 * i / 9) for i in range(count)]


@pytest.fixture
def judge(run, areas, tmp_path):
    """The verdict on LP masking of some patients, and what its checks say."""

    def judged(patients, **more):
        metrics = tmp_path / "m.json"
        given = {"PATIENTS": patients, "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop"}
        output = {"OUTPUT": "memory:", "METRICS": str(metrics)}
        verdict = run("lpmask", {**given, **output, **more})["VERDICT"]
        checks = json.loads(metrics.read_text())["judgement"]["checks"]
        return verdict, {one["key"]: one["outcome"] for one in checks if one["outcome"] != "made"}

    return judged


@pytest.fixture
def ledger(qgis_app, tmp_path):
    store.create(tmp_path / "l.gpkg", tmp_path / "l.key")
    return {"LEDGER": str(tmp_path / "l.gpkg"), "LEDGER_KEY": str(tmp_path / "l.key")}


@pytest.fixture
def zones(run, areas):
    given = {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 20_000}
    return run("clusterareas", {**given, "OUTPUT": "memory:"})["OUTPUT"]


def test_records_at_homes_of_their_own_are_green(judge):
    assert judge(points(homes(40))) == ("passed", {})


@pytest.mark.slow
def test_a_control_at_the_home_of_a_patient_may_be_of_the_household(judge):
    found = judge(points(homes(40)), CONTROLS=points(homes(40)), CONTROLS_OUTPUT="memory:")
    assert found == ("with_care", {"linked_records": "care"})


@pytest.mark.parametrize("east_deg", [1e-8, 2e-5])
def test_places_that_differ_by_the_digits_of_a_geocoder_are_one_home(judge, east_deg):
    found = judge(points(homes(20) + homes(20, east_deg)))
    assert found == ("with_care", {"linked_records": "care"})


def counts(run, patients, zones, **more):
    given = {"RECORDS": patients, "CLUSTERED": zones, "AREA_ID": "id", "FORM": "dissolved"}
    return run("releaseareas", {**given, "OUTPUT": "memory:", **more})


def grid(run, patients, **more):
    return run("releasegrid", {"POINTS": patients, "SHAPE": "square", "OUTPUT": "memory:", **more})


@pytest.mark.slow
def test_dots_of_patients_whose_counts_are_out_could_not_be_judged(run, judge, zones, ledger):
    patients = points(homes(40))
    assert counts(run, patients, zones, SMALL_CELL=2, **ledger)["VERDICT"] == "passed"
    assert judge(patients, LEDGER_ID="who", **ledger) == ("not_judged", {"other_forms": "not_made"})


@pytest.mark.slow
@pytest.mark.parametrize("form", ["areas", "grid"])
def test_counts_of_patients_whose_dots_are_out_could_not_be_judged(run, judge, zones, ledger, form):
    patients = points(homes(40) + homes(40, 0.01))
    assert judge(patients, LEDGER_ID="who", **ledger) == ("passed", {})
    if form == "areas":
        found = counts(run, patients, zones, SMALL_CELL=2, **ledger)
    else:
        found = grid(run, patients, SMALL_CELL=2, SIZE=50_000, **ledger)
    assert found["VERDICT"] == "not_judged"


VISITS = [(-74.98, 45.02)] * 30
SOME = ["one"] * 25 + [f"P{i}" for i in range(5)]
MANY = [f"P{i}" for i in range(30)]


@pytest.mark.slow
@pytest.mark.parametrize(("names", "verdict"), [(MANY, "passed"), (SOME, "gives_away")])
def test_thirty_visits_of_six_patients_are_no_group_of_thirty(run, areas, zones, names, verdict):
    patients, people = points(VISITS, names), {"AREAS": areas, "POPULATION": "pop"}
    assert counts(run, patients, zones, RECORD_ID="who")["VERDICT"] == verdict
    assert grid(run, patients, RECORD_ID="who", SIZE=20_000, **people)["VERDICT"] == verdict


@pytest.mark.slow
@pytest.mark.parametrize("form", ["cluster", "member"])
def test_rows_of_one_patient_are_no_group_either(run, zones, form):
    assert counts(run, points(VISITS, SOME), zones, FORM=form, RECORD_ID="who")["VERDICT"] == "gives_away"


def test_a_release_beside_the_patients_in_one_file_says_so(run, tmp_path, feedback):
    file = tmp_path / "study.gpkg"
    patients = run("randommask", {"PATIENTS": points(homes(20)), "OUTPUT": str(file)})["OUTPUT"]
    feedback.warnings.clear()
    table = f"ogr:dbname='{file}' table=\"masked\" (geom)"
    metrics = tmp_path / "m.json"
    run("randommask", {"PATIENTS": patients, "OUTPUT": table, "METRICS": str(metrics)})
    checks = json.loads(metrics.read_text())["judgement"]["checks"]
    assert [one["outcome"] for one in checks if one["key"] == "file"] == ["care"]
    assert any("study.gpkg holds other layers beside the release (study)" in one for one in feedback.warnings)


@pytest.mark.slow
def test_a_release_into_the_file_of_the_patients_is_never_green(run, areas, tmp_path):
    """The file that will be sent holds the truth: it passed, with a warning beside it."""
    file = tmp_path / "study.gpkg"
    given = {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "OUTSIDE": "leave_out"}
    patients = run("randommask", {"PATIENTS": points(homes(40)), "OUTPUT": str(file)})["OUTPUT"]
    inside = f"ogr:dbname='{file}' table=\"masked\" (geom)"
    told = {}
    for place in (inside, str(tmp_path / "release.gpkg")):
        asked = {**given, "PATIENTS": patients, "OUTPUT": place, "METRICS": str(tmp_path / "m.json")}
        verdict = run("lpmask", asked)["VERDICT"]
        checks = json.loads((tmp_path / "m.json").read_text())["judgement"]["checks"]
        told[place] = verdict, [one["outcome"] for one in checks if one["key"] == "file"]
    assert told.pop(inside) == ("with_care", ["care"])
    # Not its verdict: one release in fifty lies so that others ask for care.
    assert [outcomes for _verdict, outcomes in told.values()] == [[]]


@pytest.mark.parametrize("output", ["REPORT", "RELEASE_REPORT", "METRICS"])
def test_no_report_replaces_another_kind_of_file(run, tmp_path, output):
    data = tmp_path / "other.fgb"
    data.write_bytes(b"fgb\x03 data")
    given = {"PATIENTS": points(homes(20)), "OUTPUT": "memory:"}
    with pytest.raises(QgsProcessingException, match="another kind of file"):
        run("randommask", {**given, output: str(data)})
    assert data.read_bytes() == b"fgb\x03 data"
    own = str(tmp_path / "own.txt")
    for _time in range(2):
        run("randommask", {**given, output: own})


@pytest.mark.slow
@pytest.mark.parametrize("mask", [
    {"METHOD": "address", "K": 2},
    {"METHOD": "swap", "MIN_DISTANCE": 100, "MAX_DISTANCE": 30_000},
])  # fmt: skip
@pytest.mark.parametrize("others", ["elsewhere", "about them"])
def test_addresses_elsewhere_do_not_hide_that_those_about_are_the_patients_own(run, mask, others):
    source, own = np.random.default_rng(8), homes(40)
    moved = 80.0 if others == "elsewhere" else 0.0
    more = [(-75 + moved + 0.4 * x, 45 + 0.25 * y) for x, y in source.random((3000, 2)).tolist()]
    given = {"PATIENTS": points(own), "ADDRESSES": points(own + more), "OUTPUT": "memory:", **mask}
    if others == "elsewhere":
        with pytest.raises(QgsProcessingException, match="would lie at the home of a patient"):
            run("randommask", given)
    else:
        assert run("randommask", given)["RELEASED"] == 40

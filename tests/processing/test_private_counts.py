# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts with differential privacy: what is written, what is spent, and what is refused."""

import json
from importlib.util import find_spec

import numpy as np
import pytest
from qgis.core import QgsFeatureRequest

from tests.refusals import refuses

YEARS = {"2024": 7, "2025": 8}


@pytest.fixture
def zones(run, grid):
    return run("clusterareas", {
        "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip


@pytest.fixture
def book(run, tmp_path):
    """Makes a ledger with a budget, and gives it as parameters."""

    def make(budget=1.0, name="l", **more):
        files = {"LEDGER": str(tmp_path / f"{name}.gpkg"), "KEY": str(tmp_path / f"{name}.key")}
        run("newledger", {**files, "BUDGET": budget, **more})
        return {"LEDGER": files["LEDGER"], "LEDGER_KEY": files["KEY"]}

    return make


def patients(layer, rows=None):
    """Records of patients by area and sex; twenty of one area and a few of others by default."""
    rows = rows or [(f"P{at}", "A00" if at < 20 else f"A{at % 4}{at % 3}", "fm"[at % 2]) for at in range(60)]
    fields = ["who:string", "code:string", "sex:string"]
    return layer("None", [(None, list(one)) for one in rows], fields, crs=None, name="patients")


@pytest.fixture
def counts(run, layer, zones):
    def release(records=None, **more):
        return run("releaseareas", {
            "RECORDS": records or patients(layer), "RECORD_AREA": "code", "CLUSTERED": zones, "AREA_ID": "id",
            "FORM": "dissolved", "RELEASE_RULE": "dp", "RECORD_ID": "who", "OUTPUT": "memory:",
            **({} if "RHO" in more else {"EPSILON": 1.0}), **more,
        })  # fmt: skip

    return release


@pytest.mark.slow
def test_each_zone_has_a_count_with_its_interval_and_the_total_is_theirs(counts, table, tmp_path, feedback):
    result = counts(METRICS=str(tmp_path / "m.json"), RELEASE_REPORT=str(tmp_path / "r.html"))
    rows = table(result["OUTPUT"])
    assert all(row["low"] <= row["records"] <= row["high"] and not row["hidden"] for row in rows)
    assert result["VERDICT"] == "passed" and "at most 74 % sure" in result["VERDICT_TEXT"] + page(tmp_path)
    assert "each count has ± 3 (95 %)" in feedback.textLog()
    figures = json.loads((tmp_path / "m.json").read_text("utf-8"))["figures"]
    assert figures["EPSILON_TOGETHER"] == 1 and "EPSILON_LEFT" not in figures


def page(folder) -> str:
    return (folder / "r.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_page_for_release_says_the_definition_and_no_true_figure(counts, layer, tmp_path):
    rows = [(f"P{at // 3}", "A00", "f") for at in range(1234 * 3)]
    counts(patients(layer, rows), RELEASE_REPORT=str(tmp_path / "r.html"), REPORT=str(tmp_path / "i.html"))
    public, internal = page(tmp_path), (tmp_path / "i.html").read_text(encoding="utf-8")
    assert "With or without the records of any one patient (1 at most)" in public
    assert "of guesses that a given person is a patient are right, at most" in public and "YES" in public
    assert "Somebody who knows everything else" in public and "anonym" not in public.lower()
    assert "Rows beyond the bound, left out" in internal and "Rows beyond the bound" not in public
    assert "2\u202f468" in internal and "2\u202f468" not in public


@pytest.mark.slow
def test_counts_by_a_field_need_its_values_and_add_up(counts, layer, table):
    with refuses("private.values.missing"):
        counts(KEEP_FIELDS=["sex"])
    with refuses("release.values.no_field"):
        counts(VALUES="sex=f,m")
    rows = table(counts(KEEP_FIELDS=["sex"], VALUES="sex=f,m,x", EPSILON=5)["OUTPUT"])
    for row in rows:
        assert row["records"] == row["n_f"] + row["n_m"] + row["n_x"]
        assert row["n_f_low"] <= row["n_f"] <= row["n_f_high"]
    left = counts(KEEP_FIELDS=["sex"], VALUES="sex=f")
    assert left["HELD_BACK_COUNT"] == 30


@pytest.mark.slow
def test_rows_beyond_the_bound_are_cut_and_counted(counts, layer, tmp_path, feedback):
    rows = [("one", "A00", "f")] * 40 + [(f"P{at}", "A00", "f") for at in range(10)]
    result = counts(patients(layer, rows), METRICS=str(tmp_path / "m.json"))
    assert result["RELEASED_COUNT"] == 11
    figures = json.loads((tmp_path / "m.json").read_text("utf-8"))["figures"]
    assert figures["ROWS_CUT"] == 39
    assert "39 rows were left out" in " ".join(feedback.warnings)


@pytest.mark.slow
def test_counts_below_their_noise_are_warned_of(counts, feedback):
    counts(EPSILON=0.05)
    assert "the noise (± " in " ".join(feedback.warnings)


@pytest.mark.slow
def test_a_table_that_counts_nobody_is_released_like_any_and_an_empty_layer_is_a_sentence(
    counts, layer, table
):
    away = patients(layer, [(f"P{at}", "elsewhere", "f") for at in range(5)])
    found = [table(counts(away, OUTSIDE="leave_out")["OUTPUT"]) for _turn in range(6)]
    assert any(row["records"] for rows in found for row in rows)
    nobody = layer("None", [], ["who:string", "code:string", "sex:string"], crs=None, name="patients")
    with refuses("layer.features.none"):
        counts(nobody)


@pytest.mark.slow
def test_records_without_a_zone_stop_the_run_or_are_counted(counts, layer, feedback):
    rows = [(f"P{at}", None if at < 4 else "A00", "f") for at in range(30)]
    with refuses("record.area.outside", match="4.*30"):
        counts(patients(layer, rows))
    assert counts(patients(layer, rows), OUTSIDE="leave_out")["HELD_BACK_COUNT"] == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"EPSILON": 0}, "budget.amount.too_small"),
        ({"EPSILON": -1}, "budget.amount.too_small"),
        ({"EPSILON": 10.5}, "budget.amount.too_large"),
        ({"EPSILON": None}, "private.budget.missing"),
        ({"EPSILON": 1, "RHO": 0.1}, "private.budget.missing"),
        ({"RECORD_ID": None}, "private.record_id.missing"),
        ({"FORM": "member"}, "release.rule.not_dissolved"),
    ],
)
def test_bad_input_is_a_sentence(counts, given, code):
    with refuses(code):
        counts(**given)


@pytest.mark.slow
def test_zones_that_were_made_by_the_patients_are_refused(run, grid, counts, layer):
    areas = grid(4, 4)
    own = run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "CASES": "pop",
        "MINIMUM_CASES": 11, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    with refuses("private.zones.made_by_records"):
        counts(CLUSTERED=own)


@pytest.mark.slow
@pytest.mark.parametrize("by_records", [{"CASES": "pop", "MINIMUM_CASES": 11}, {"MINIMA": "pop=400"}])
def test_zones_that_keep_earlier_ones_made_by_the_patients_are_refused(run, grid, counts, by_records):
    """Borders that were drawn by patients tell of them in every later year, whatever bounds it has."""
    given = {"AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:"}
    layer = run("clusterareas", {**given, **by_records})["OUTPUT"]
    for _year in range(2):
        layer = run("clusterareas", {**given, "PREVIOUS": layer})["OUTPUT"]
        with refuses("private.zones.made_by_records"):
            counts(CLUSTERED=layer)
    by_people = run("clusterareas", {**given, "PREVIOUS": run("clusterareas", given)["OUTPUT"]})["OUTPUT"]
    assert counts(CLUSTERED=by_people)["VERDICT"] == "passed"


@pytest.mark.slow
@pytest.mark.parametrize(("epsilon", "verdict"), [(1.0, "passed"), (2.0, "with_care"), (3.0, "gives_away")])
def test_the_verdict_follows_what_an_even_guess_may_become(counts, epsilon, verdict):
    assert counts(EPSILON=epsilon)["VERDICT"] == verdict


# The ledger


@pytest.mark.slow
def test_the_ledger_adds_up_and_refuses_what_is_beyond_its_budget(counts, book, tmp_path):
    given = {**book(0.3), "METRICS": str(tmp_path / "m.json")}
    left = []
    for _month in range(3):
        result = counts(EPSILON=0.1, **given)
        left.append(json.loads((tmp_path / "m.json").read_text("utf-8"))["figures"]["EPSILON_LEFT"])
    assert np.allclose(left, [0.2, 0.1, 0]) and result["VERDICT"] == "passed"
    with refuses("budget.epsilon.used_up", match="0"):
        counts(EPSILON=0.1, **given)


@pytest.mark.slow
def test_releases_by_rho_hold_but_for_a_chance(counts, book):
    result = counts(RHO=0.005, **book(1.0, "m"))
    assert (
        result["VERDICT"] == "passed"
        and "times the chance, plus a chance of 1 in 1\u202f000\u202f000." in result["VERDICT_TEXT"]
    )


@pytest.mark.slow
def test_a_ledger_without_a_budget_and_a_budget_that_bounds_nothing_are_refused(run, counts, book):
    with refuses("private.ledger.no_budget"):
        counts(**book(None))
    for name, budget, code in (("a", 0, "budget.amount.too_small"), ("b", 11, "budget.amount.too_large")):
        with refuses(code, match="ε"):
            book(budget, name)


def checks(path) -> dict:
    told = json.loads(path.read_text("utf-8"))["judgement"]["checks"]
    return {one["key"]: (one["outcome"], one["sentence"]) for one in told}


@pytest.mark.slow
def test_counts_with_noise_beside_counts_without_say_what_they_tell_together(counts, book, tmp_path):
    given = {**book(1.0), "METRICS": str(tmp_path / "m.json")}
    counts(EPSILON=0.5, **given)
    assert "other_forms" not in checks(tmp_path / "m.json")
    counts(RELEASE_RULE="suppress", EPSILON=None, SMALL_CELL=2, **given)
    outcome, sentence = checks(tmp_path / "m.json")["other_forms"]
    assert outcome == "made" and "Noise rules no value out" in sentence and "1.65 times" in sentence
    assert counts(EPSILON=0.5, **given)["VERDICT"] == "passed"
    outcome, sentence = checks(tmp_path / "m.json")["other_forms"]
    assert outcome == "made" and "without (2)" in sentence and "2.72 times" in sentence


@pytest.mark.slow
def test_dots_beside_counts_with_noise_could_not_be_judged(run, layer, grid, counts, book, tmp_path):
    ledger, areas = book(1.0), grid(4, 4)
    rows = [(f"POINT({-74.95 + 0.1 * (at % 4)} {45.05 + 0.1 * (at % 3)})", [f"P{at}"]) for at in range(40)]
    dots = {"PATIENTS": layer("Point", rows, ["who:string"]), "AREAS": areas, "AREA_ID": "id",
            "POPULATION": "pop", "RISK": 0.2, "LEDGER_ID": "who", "MODEL": "revised",
            "OUTPUT": "memory:", **ledger}  # fmt: skip
    counts(EPSILON=0.5, **ledger)
    metrics = {"METRICS": str(tmp_path / "m.json")}
    run("lpmask", {**dots, **metrics})
    assert checks(tmp_path / "m.json")["other_forms"][0] == "not_made"
    assert counts(EPSILON=0.5, **ledger)["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_a_grid_counts_every_cell_that_meets_the_areas(run, layer, grid, table):
    areas = grid(4, 4)
    places = [(-74.95 + 0.1 * (at % 3), 45.05 + 0.1 * (at % 2)) for at in range(40)]
    points = layer(
        "Point", [(f"POINT({x} {y})", [f"P{at}"]) for at, (x, y) in enumerate(places)], ["who:string"]
    )
    given = {"POINTS": points, "SIZE": 20_000, "RELEASE_RULE": "dp", "EPSILON": 1, "RECORD_ID": "who",
             "OUTPUT": "memory:"}  # fmt: skip
    for shape in ("square", "hexagon", *(["h3"] if find_spec("h3") else [])):
        with refuses("grid.population.missing"):
            run("releasegrid", {**given, "SHAPE": shape})
        rows = table(
            run("releasegrid", {**given, "SHAPE": shape, "AREAS": areas, "POPULATION": "pop"})["OUTPUT"]
        )
        few = table(run("releasegrid", {
            **given, "SHAPE": shape, "AREAS": areas, "POPULATION": "pop", "POINTS": points_of_one(layer),
        })["OUTPUT"])  # fmt: skip
        assert [row["cell"] for row in rows] == [row["cell"] for row in few], "cells tell of no record"
        assert all(row["low"] <= row["records"] <= row["high"] for row in rows) and len(rows) > 4
    with refuses("grid.quadtree.private"):
        run("releasegrid", {**given, "SHAPE": "quadtree", "AREAS": areas, "POPULATION": "pop"})


@pytest.mark.slow
def test_a_grid_covers_areas_that_were_filtered(run, filtered, table):
    people, tracts, _counties = filtered
    given = {
        "SIZE": 20_000, "SHAPE": "square", "RELEASE_RULE": "dp", "EPSILON": 1, "RECORD_ID": "patient",
        "POPULATION": "population",
    }  # fmt: skip
    whole = QgsFeatureRequest()
    made = [
        run("releasegrid", {**given, "POINTS": points, "AREAS": areas, "OUTPUT": "memory:"})["OUTPUT"]
        for points, areas in ((people, tracts), (people.materialize(whole), tracts.materialize(whole)))
    ]
    here, copied = ({row["cell"] for row in table(one)} for one in made)
    assert here == copied and len(here) > 4


def points_of_one(layer):
    return layer("Point", [("POINT(-74.95 45.05)", ["P1"])], ["who:string"])

# SPDX-License-Identifier: GPL-2.0-or-later
"""Surviving clusters in QGIS: one's own layers, planted clusters, and refusals that explain themselves."""

import numpy as np
import pytest

pytest.importorskip("qgis.core")


from geodeid_plugin.core.geometry.sphere import destination_deg
from tests.refusals import refuses

RNG = np.random.default_rng(4)
PLACES = np.array([-75, 45]) + RNG.uniform(0, 0.2, (240, 2))
SICK = (np.hypot(*(PLACES - [-74.9, 45.1]).T) < 0.05) | (RNG.random(240) < 0.15)


def points(layer, lonlat, first=0, name="points"):
    rows = [(f"POINT({x} {y})", [f"R{first + i}"]) for i, (x, y) in enumerate(lonlat)]
    return layer("Point", rows, ["id:string"], name=name)


def moved(lonlat, distance, seed=1):
    turn = np.random.default_rng(seed).uniform(0, 2 * np.pi, len(lonlat))
    return np.column_stack(destination_deg(lonlat[:, 0], lonlat[:, 1], turn, distance))


def parameters(layer, distance=300, of_controls=None, **more):
    of_controls = distance if of_controls is None else of_controls
    return {
        "CASES": points(layer, PLACES[SICK]), "CONTROLS": points(layer, PLACES[~SICK], 500),
        "MASKED_CASES": points(layer, moved(PLACES[SICK], distance, 1)),
        "MASKED_CONTROLS": points(layer, moved(PLACES[~SICK], of_controls, 2), 500),
        "LINK": "id", "SIMULATIONS": 99, "SEED": 1, "OUTPUT": "memory:", **more,
    }  # fmt: skip


def experiment(grid, **more):
    return {
        "AREAS": grid(8, 8, population=400), "AREA_ID": "id", "POPULATION": "pop", "RISKS": "0.2, 0.05",
        "SETS": 4, "RADIUS": 15_000, "RELATIVE_RISK": 30, "SIMULATIONS": 49,
        "OUTPUT": "memory:", **more,
    }  # fmt: skip


@pytest.mark.slow
def test_cases_that_a_mask_moved_before_are_no_true_places_beside_controls_that_stayed(run, layer, tmp_path):
    given = parameters(layer)
    rounded = points(layer, np.round(PLACES[SICK] / 0.05) * 0.05)
    with refuses("controls.points.not_masked"):
        run("clusterpreservation", {**given, "CASES": rounded})
    rows = [
        (one.geometry().asWkt(9), [one["id"], k]) for k, one in enumerate(given["CASES"].getFeatures(), 1)
    ]
    numbered = layer("Point", rows, ["id:string", "record:integer"])
    with refuses("controls.points.not_masked"):
        run("clusterpreservation", {**given, "CASES": numbered})
    page = tmp_path / "survives.html"
    run("clusterpreservation", {**given, "REPORT": str(page)})
    assert "were taken for true places" in " ".join(page.read_text("utf-8").split())


@pytest.mark.slow
def test_a_weak_mask_keeps_the_cluster_and_a_strong_one_loses_it(run, layer, table):
    weak = run("clusterpreservation", parameters(layer, 300))
    strong = run("clusterpreservation", parameters(layer, 15_000))
    assert weak["P_ORIGINAL"] == weak["P_MASKED"] == 0.01
    assert strong["P_MASKED"] > 0.1
    kept, lost = (table(result["OUTPUT"])[1]["overlap"] for result in (weak, strong))
    assert kept > 0.5 > lost
    assert table(weak["OUTPUT"])[1]["move_m"] == pytest.approx(300, abs=0.1)


def test_controls_left_in_place_are_refused_because_the_mask_would_make_the_clusters(run, layer):
    with refuses("preservation.moves.different"):
        run("clusterpreservation", parameters(layer, 300, 1))


def test_masked_cases_without_masked_controls_are_refused(run, layer):
    with refuses("preservation.masked.only_one"):
        run("clusterpreservation", parameters(layer, MASKED_CONTROLS=None))


def test_without_a_link_nobody_can_check_the_mechanism(run, layer):
    with refuses("preservation.link.missing"):
        run("clusterpreservation", parameters(layer, LINK=None))


@pytest.mark.slow
def test_planted_clusters_are_scanned_under_every_mask(run, grid, table, tmp_path):
    page = tmp_path / "report.html"
    result = run("clusterpreservation", experiment(grid, REPORT=str(page)))
    rows = {row["method"]: row for row in table(result["OUTPUT"])}
    assert list(rows) == ["true places", "LP, ε = 0.2", "LP, ε = 0.05", "donut 50-500 m"]
    assert rows["true places"]["p_value"] == result["P_ORIGINAL"] < 0.2
    assert rows["LP, ε = 0.2"]["move_m"] < rows["LP, ε = 0.05"]["move_m"]
    assert 50 < rows["donut 50-500 m"]["move_m"] < 500
    assert "same mechanism" in page.read_text() and "<svg" in page.read_text()


@pytest.mark.slow
def test_a_solved_strategy_masks_cases_and_controls_together(run, layer, grid, table):
    areas = grid(4, 4, population=5000)
    wanted = {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop"}
    solved = run("lpstrategy", {**wanted, "RECORDS": 240, "RISK": 0.2, "OUTPUT": "memory:"})
    layers = {**parameters(layer), "MASKED_CASES": None, "MASKED_CONTROLS": None}
    result = run("clusterpreservation", {**layers, **wanted, "STRATEGY": solved["OUTPUT"]})
    assert [row["method"] for row in table(result["OUTPUT"])] == ["true places", "strategy"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"AREAS": None}, "preservation.input.missing"),
        ({"POPULATION": None}, "preservation.field.missing"),
        ({"RISKS": "a, b"}, "number.list.not_number"),
        ({"RELATIVE_RISK": 1}, "preservation.relative_risk.too_small"),
        ({"RISKS": "0.0001"}, "strategy.risk.too_small"),
    ],
)
def test_experiments_without_sense_are_refused(run, grid, more, code):
    with refuses(code):
        run("clusterpreservation", experiment(grid, **more))

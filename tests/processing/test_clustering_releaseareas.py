# SPDX-License-Identifier: GPL-2.0-or-later
"""Release areas, run as a user runs it."""

import pytest

qgis_core = pytest.importorskip("qgis.core")
AGES = {"KEEP_FIELDS": ["age"], "KEEP_UNIQUE": True}
"""Every record has an age of its own, so that the tests know it again."""


@pytest.fixture
def clustered(run, grid):
    """Sixteen areas of 100 people in eight clusters of two, and two unresolved areas in the south."""
    return run("clusterareas", {
        "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip


@pytest.fixture
def partly(run, grid):
    """The western half resolved, the eastern not."""
    areas = grid(4, 4, population=lambda column, row: 100 if column < 2 else 1)
    return run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "BOUNDARY": "unit",
        "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip


def records(layer, areas):
    rows = [(None, [f"P{i}", area, 40 + 3 * i]) for i, area in enumerate(areas)]
    return layer("None", rows, ["name:string", "code:string", "age:integer"], crs=None, name="patients")


def release(run, source, clustered, **more):
    return run("releaseareas", {
        "RECORDS": source, "RECORD_AREA": "code", "CLUSTERED": clustered, "AREA_ID": "id",
        "OUTPUT": "memory:", **more,
    })  # fmt: skip


def cluster_of(table, clustered):
    return {row["id"]: row["cluster"] for row in table(clustered)}


def test_every_record_gets_a_member_of_its_cluster_and_nothing_else(run, layer, clustered, table):
    areas = ["A00", "A11", "A22", "A33"] * 5
    result = release(run, records(layer, areas), clustered, INTERNAL="memory:", **AGES)
    rows, cluster = table(result["OUTPUT"]), cluster_of(table, clustered)
    assert set(rows[0]) == {"record", "area", "age"}
    assert sorted(row["record"] for row in rows) == list(range(1, 21))
    for row in rows:
        assert cluster[row["area"]] == cluster[areas[(row["age"] - 40) // 3]]
    crosswalk = {row["record"]: row for row in table(result["INTERNAL"])}
    assert all(crosswalk[row["record"]]["released_area"] == row["area"] for row in rows)
    assert all(crosswalk[row["record"]]["area"] == areas[(row["age"] - 40) // 3] for row in rows)
    assert result["WORST_RISK"] == pytest.approx(1 / 200)


def test_points_are_placed_in_the_areas(run, layer, clustered, table):
    points = layer("Point", [("POINT(-74.95 45.05)", [1]), ("POINT(-74.65 45.35)", [2])], ["age:integer"])
    result = release(run, points, clustered, RECORD_AREA=None, **AGES)
    cluster = cluster_of(table, clustered)
    for row in table(result["OUTPUT"]):
        assert cluster[row["area"]] == cluster["A00" if row["age"] == 1 else "A33"]


def test_the_order_of_the_release_is_drawn_afresh(run, layer, clustered, table):
    source = records(layer, ["A00"] * 40)
    orders = {
        tuple(row["age"] for row in table(release(run, source, clustered, **AGES)["OUTPUT"]))
        for _run in range(3)
    }
    assert len(orders) == 3


def test_the_code_of_the_cluster_can_be_released_as_a_table(run, layer, clustered, table):
    result = release(run, records(layer, ["A00", "A01"]), clustered, FORM="cluster")
    cluster = cluster_of(table, clustered)
    found = sorted(row["cluster"] for row in table(result["OUTPUT"]))
    assert found == sorted([cluster["A00"], cluster["A01"]])
    assert not result["OUTPUT"].isSpatial()


def test_counts_on_clusters_hide_small_cells_and_what_would_give_them_away(run, layer, clustered, table):
    areas = ["A00"] * 3 + ["A22"] * 12 + ["A33"] * 30
    result = release(run, records(layer, areas), clustered, FORM="dissolved")
    rows, cluster = table(result["OUTPUT"]), cluster_of(table, clustered)
    shown = {row["cluster"]: None if row["hidden"] else row["records"] for row in rows}
    assert len(rows) == 8
    assert shown[cluster["A00"]] is None
    assert shown[cluster["A22"]] is None
    assert shown[cluster["A33"]] == 30
    assert set(rows[0]) == {"cluster", "population", "records", "hidden"}


def test_records_of_unresolved_areas_are_held_back_and_counted(run, layer, partly, table, feedback):
    result = release(run, records(layer, ["A00", "A30", "A31"]), partly, INTERNAL="memory:")
    assert (result["RELEASED_COUNT"], result["HELD_BACK_COUNT"]) == (1, 2)
    assert any("2 records lie in unresolved areas" in warning for warning in feedback.warnings)
    assert sorted(row["status"] for row in table(result["INTERNAL"])) == [
        "released",
        "unresolved",
        "unresolved",
    ]


def test_nothing_is_released_where_every_record_is_unresolved(run, layer, partly, tmp_path):
    with pytest.raises(qgis_core.QgsProcessingException, match="nothing can be released"):
        release(run, records(layer, ["A30"]), partly, OUTPUT=str(tmp_path / "r.gpkg"))
    assert not list(tmp_path.iterdir())


def test_an_unknown_area_stops_the_run_unless_it_may_be_left_out(run, layer, clustered):
    source = records(layer, ["A00", "nowhere", None])
    with pytest.raises(qgis_core.QgsProcessingException, match="2 of 3 records"):
        release(run, source, clustered)
    result = release(run, source, clustered, OUTSIDE="leave_out")
    assert (result["RELEASED_COUNT"], result["HELD_BACK_COUNT"]) == (1, 2)


def test_the_true_area_is_never_a_released_field(run, layer, clustered):
    with pytest.raises(qgis_core.QgsProcessingException, match="true area"):
        release(run, records(layer, ["A00"]), clustered, KEEP_FIELDS=["code", "age"])


def test_more_records_than_the_rate_allows_are_refused(run, layer, tmp_path):
    square = "POLYGON((0 0,1 0,1 1,0 1,0 0))"
    areas = layer("Polygon", [(square, ["A", 100, 1])], ["id:string", "pop:integer", "cases:integer"])
    clustered = run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "CASES": "cases", "RISK_METRIC": "cases",
        "THRESHOLD": 0.02, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    assert release(run, records(layer, ["A", "A"]), clustered)["WORST_CASE_RATE"] == pytest.approx(0.02)
    with pytest.raises(qgis_core.QgsProcessingException, match="3 records for 100 people"):
        release(run, records(layer, ["A"] * 3), clustered, OUTPUT=str(tmp_path / "r.gpkg"))
    assert not list(tmp_path.iterdir())


def test_a_layer_that_was_edited_or_filtered_since_it_was_clustered_is_refused(run, layer, clustered):
    clustered.setSubsetString("")
    first = next(clustered.getFeatures())
    clustered.dataProvider().deleteFeatures([first.id()])
    with pytest.raises(qgis_core.QgsProcessingException, match="no longer add up"):
        release(run, records(layer, ["A33"]), clustered)


def test_a_layer_that_was_never_clustered_is_refused(run, layer, grid):
    with pytest.raises(qgis_core.QgsProcessingException, match="no field"):
        release(run, records(layer, ["A00"]), grid())


def test_a_seeded_release_is_marked_and_the_report_for_release_keeps_internal_facts_out(
    run, layer, clustered, tmp_path, feedback
):
    release(
        run, records(layer, ["A00"] * 20), clustered, SEED=3, REPORT=str(tmp_path / "internal.html"),
        RELEASE_REPORT=str(tmp_path / "release.html"),
    )  # fmt: skip
    internal = (tmp_path / "internal.html").read_text(encoding="utf-8")
    public = (tmp_path / "release.html").read_text(encoding="utf-8")
    assert "Mean move of a record" in internal
    assert "Mean move of a record" not in public
    assert "not for release" in public
    assert any("not for release" in error for error in feedback.errors)

# SPDX-License-Identifier: GPL-2.0-or-later
"""Cluster areas, run as a user runs it."""

import json

import pytest

from tests.refusals import refuses

qgis_core = pytest.importorskip("qgis.core")


def cluster(run, areas, threshold, **more):
    return run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": threshold, "OUTPUT": "memory:",
        "CLUSTERS": "memory:", **more,
    })  # fmt: skip


def square(west, south=45.0, size=0.1):
    east, north = west + size, south + size
    return f"POLYGON(({west} {south},{east} {south},{east} {north},{west} {north},{west} {south}))"


def row_of_squares(layer, populations, crs="EPSG:4326"):
    """Squares side by side from west to east, named A, B, C …"""
    rows = [(square(-75 + 0.1 * i), [chr(65 + i), people]) for i, people in enumerate(populations)]
    return layer("Polygon", rows, ["id:string", "pop:integer"], crs, "areas")


def groups(rows):
    found = {}
    for row in rows:
        found.setdefault(row["cluster"], set()).add(row["id"])
    return found


@pytest.mark.slow
def test_a_grid_falls_into_pairs_with_dissolved_polygons(run, grid, table):
    result = cluster(run, grid(4, 4), 200)
    areas, clusters = table(result["OUTPUT"]), table(result["CLUSTERS"])
    assert result["CLUSTER_COUNT"] == result["CLUSTER_BOUND"] == len(clusters) == 8
    assert result["WORST_RISK"] == pytest.approx(1 / 200)
    assert all(len(members) == 2 for members in groups(areas).values())
    assert {row["cluster_population"] for row in areas} == {200}
    assert all(row["status"] == "clustered" for row in areas)
    shapes = [feature.geometry() for feature in result["CLUSTERS"].getFeatures()]
    assert all(shape.constGet().numGeometries() == 1 for shape in shapes)
    assert result["CLUSTERS"].crs().authid() == "EPSG:4326"


@pytest.mark.slow
def test_the_dissolved_clusters_hold_no_rate_from_which_the_records_follow(run, grid, table):
    """cluster_risk times cluster_population was the true count of every cluster, small ones too."""
    areas = grid(4, 4, cases=lambda column, row: 1 + (column + row) % 3)
    result = cluster(run, areas, 0.1, RISK_METRIC="cases", CASES="cases")
    assert {row["cluster_risk"] for row in table(result["CLUSTERS"])} <= {None, qgis_core.NULL}
    assert all(row["cluster_risk"] > 0 for row in table(result["OUTPUT"]) if row["status"] == "clustered")
    assert result["WORST_RISK"] > 0


@pytest.mark.slow
def test_clusters_stay_inside_the_field_that_bounds_them(run, grid, table):
    for members in groups(table(cluster(run, grid(4, 3), 300, BOUNDARY="unit")["OUTPUT"])).values():
        assert len({name[1] in "01" for name in members}) == 1


def test_units_below_the_threshold_are_marked_and_never_among_the_clusters(run, layer, table, feedback):
    areas = layer(
        "Polygon",
        [(square(-75 + 0.1 * i), [f"{unit}{i}", 10, unit]) for i, unit in enumerate("WWEEE")],
        ["id:string", "pop:integer", "unit:string"],
    )
    result = cluster(run, areas, 30, BOUNDARY="unit")
    status = {row["id"]: row["status"] for row in table(result["OUTPUT"])}
    assert status == {"W0": "unresolved", "W1": "unresolved", "E2": "clustered", "E3": "clustered",
                      "E4": "clustered"}  # fmt: skip
    assert [row["cluster"] for row in table(result["CLUSTERS"])] == ["E-1"]
    assert (result["UNRESOLVED_COUNT"], result["UNRESOLVED_AREAS"]) == (1, 2)
    assert any("W" in warning and "unresolved" in warning for warning in feedback.warnings)


def test_no_result_where_all_areas_together_fall_short(run, grid, tmp_path):
    target = tmp_path / "areas.gpkg"
    with refuses("zone.threshold.unreachable", match="1 600"):
        cluster(run, grid(4, 4), 5000, OUTPUT=str(target))
    assert not target.exists()


def test_missing_and_zero_populations_are_joined_and_told(run, layer, table, feedback):
    result = cluster(run, row_of_squares(layer, [None, 100, 0, 100]), 100)
    assert all(row["status"] == "clustered" for row in table(result["OUTPUT"]))
    assert result["CLUSTER_COUNT"] == 2
    assert any("no population" in warning and "A" in warning for warning in feedback.warnings)


def test_a_negative_population_is_refused_by_name(run, layer):
    with refuses("layer.value.negative", match=r"B \(-1\)"):
        cluster(run, row_of_squares(layer, [10, -1, 10]), 10)


def test_an_island_is_joined_and_named_and_large_parts_are_clustered_apart(run, layer, feedback, table):
    places = [0.0, 0.1, 0.5, 3.0, 3.1]
    areas = layer(
        "Polygon", [(square(-75 + x), [f"A{i}", p]) for i, (x, p) in enumerate(zip(places, [9, 9, 1, 9, 9]))],
        ["id:string", "pop:integer"],
    )  # fmt: skip
    result = cluster(run, areas, 10)
    assert groups(table(result["OUTPUT"])) == {"1": {"A0", "A1", "A2"}, "2": {"A3", "A4"}}
    assert any("A1–A2" in warning for warning in feedback.warnings)
    assert any("several parts" in warning for warning in feedback.warnings)


@pytest.mark.slow
def test_several_bounds_hold_at_once(run, layer, table):
    rows = [(square(-75 + 0.1 * i), [f"A{i}", 100, 4 + 4 * (i % 2), 3 + i % 2]) for i in range(8)]
    areas = layer("Polygon", rows, ["id:string", "pop:integer", "cases:integer", "women:integer"])
    result = cluster(
        run, areas, 0.061, RISK_METRIC="cases", CASES="cases", MINIMA="women=10; pop=200",
    )  # fmt: skip
    for members in groups(table(result["OUTPUT"])).values():
        chosen = [row for row in table(result["OUTPUT"]) if row["id"] in members]
        people = sum(row["pop"] for row in chosen)
        assert people >= 200
        assert sum(row["cases"] for row in chosen) <= 0.061 * people
        assert sum(row["women"] for row in chosen) >= 10
    assert 0 < result["WORST_RISK"] <= 0.061


def test_cases_without_a_field_of_records_is_a_sentence(run, grid):
    with refuses("area.cases.missing"):
        cluster(run, grid(), 0.1, RISK_METRIC="cases")


@pytest.mark.slow
def test_points_are_clustered_by_their_caps(run, layer, table):
    rows = [(f"POINT({-75 + 0.1 * (i % 5)} {45 + 0.1 * (i // 5)})", [f"A{i:02d}", 10]) for i in range(25)]
    result = cluster(run, layer("Point", rows, ["id:string", "pop:integer"]), 30)
    assert result["CLUSTER_COUNT"] == 8
    assert all(row["areas"] >= 3 for row in table(result["CLUSTERS"]))


@pytest.mark.slow
def test_a_polygon_that_crosses_itself_takes_part(run, layer, table):
    bowtie = "POLYGON((-74.9 45,-74.8 45.1,-74.8 45,-74.9 45.1,-74.9 45))"
    rows = [(square(-75), ["A", 10]), (bowtie, ["B", 10]), (square(-74.8), ["C", 10])]
    result = cluster(run, layer("Polygon", rows, ["id:string", "pop:integer"]), 20)
    assert result["CLUSTER_COUNT"] == 1
    assert len(table(result["OUTPUT"])) == 3


@pytest.mark.slow
def test_report_metrics_and_files_say_what_was_found(run, grid, tmp_path, table):
    areas = grid(6, 6, population=lambda column, row: 50 + 7 * column + row)
    result = cluster(
        run, areas, 150, BOUNDARY="unit", OUTPUT=str(tmp_path / "a.gpkg"), CLUSTERS=str(tmp_path / "c.gpkg"),
        REPORT=str(tmp_path / "r.html"), METRICS=str(tmp_path / "m.json"),
    )  # fmt: skip
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    for piece in (
        "Upper bound",
        "compactness",
        "first 2 characters",
        "<svg",
        "relative to about the least",
        "(limit 150)",
    ):
        assert piece in page
    figures = json.loads((tmp_path / "m.json").read_text())["figures"]
    assert figures["CLUSTER_COUNT"] == result["CLUSTER_COUNT"] == len(table(tmp_path / "c.gpkg"))
    assert 1 <= figures["MOVE_OVER_FLOOR"] <= 1.6


def test_the_report_says_once_what_needs_care(run, grid, tmp_path):
    areas = grid(4, 4, population=lambda column, row: 100 if column < 2 else 1)
    cluster(run, areas, 150, BOUNDARY="unit", REPORT=str(tmp_path / "r.html"))
    assert (tmp_path / "r.html").read_text("utf-8").count("cannot meet the threshold and are unresolved") == 1


@pytest.mark.slow
def test_neighbouring_clusters_differ_in_colour(run, grid, table):
    areas = grid(6, 6)
    colour = {row["id"]: (row["cluster"], row["colour"]) for row in table(cluster(run, areas, 200)["OUTPUT"])}
    for name, (own, shade) in colour.items():
        for other in (f"A{int(name[1]) + 1}{name[2]}", f"A{name[1]}{int(name[2]) + 1}"):
            if other in colour and colour[other][0] != own:
                assert colour[other][1] != shade


def test_a_cancelled_run_leaves_nothing(run, grid, feedback, tmp_path):
    feedback.cancel()
    with refuses("run.user.cancelled"):
        cluster(run, grid(), 200, OUTPUT=str(tmp_path / "a.gpkg"))
    assert not (tmp_path / "a.gpkg").exists()


@pytest.mark.slow
def test_real_dissemination_areas_of_ottawa_within_prefixes(run, real_data, table, tmp_path):
    import processing

    areas = f"{real_data('canada/ottawa_2021.gpkg')}|layername=ottawa_da2021|subset=DAUID < '350605'"
    areas = processing.run("native:fieldcalculator", {
        "INPUT": areas, "FIELD_NAME": "tract", "FIELD_TYPE": 2, "FORMULA": "left(DAUID, 6)",
        "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    result = run("clusterareas", {
        "AREAS": areas, "AREA_ID": "DAUID", "POPULATION": "pop2021", "BOUNDARY": "tract",
        "THRESHOLD": 5000, "OUTPUT": "memory:",
        "CLUSTERS": "memory:", "REPORT": str(tmp_path / "r.html"),
    })  # fmt: skip
    assert result["CLUSTER_COUNT"] >= 0.9 * result["CLUSTER_BOUND"]
    assert sum(row["cluster_population"] for row in table(result["CLUSTERS"])) <= 204_127
    assert min(row["cluster_population"] for row in table(result["CLUSTERS"])) >= 5000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "name", "count"),
    [
        ("boston_buildings/boston_cambridge.gpkg", "cambridge_parcels_invalid_as_published", 37),
        ("canada/ottawa_2021.gpkg", "ottawa_db2021_invalid_as_published", 10),
    ],
)
def test_real_polygons_that_cross_themselves_are_all_in_a_cluster(run, real_data, table, path, name, count):
    import processing

    areas = f"{real_data(path)}|layername={name}"
    for field, formula in (("number", "$id"), ("people", "10")):
        areas = processing.run("native:fieldcalculator", {
            "INPUT": areas, "FIELD_NAME": field, "FIELD_TYPE": 1, "FORMULA": formula, "OUTPUT": "memory:",
        })["OUTPUT"]  # fmt: skip
    result = run("clusterareas", {
        "AREAS": areas, "AREA_ID": "number", "POPULATION": "people", "THRESHOLD": 30, "OUTPUT": "memory:",
        "CLUSTERS": "memory:",
    })  # fmt: skip
    rows = table(result["OUTPUT"])
    assert len(rows) == count
    assert all(row["status"] == "clustered" for row in rows)
    assert min(row["cluster_population"] for row in table(result["CLUSTERS"])) >= 30


@pytest.mark.slow
def test_zones_with_enough_records_and_enough_of_other_fields_need_no_hidden_count(run, grid, table):
    areas = grid(6, 6, cases=lambda column, row: (column + row) % 3, women=lambda column, row: 40)
    result = run("clusterareas", {
        "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "CASES": "cases", "THRESHOLD": 200,
        "MINIMUM_CASES": 5, "MINIMA": "women=120", "OUTPUT": "memory:",
    })  # fmt: skip
    sums = {}
    for row in table(result["OUTPUT"]):
        people, cases, women = sums.get(row["cluster"], (0, 0, 0))
        sums[row["cluster"]] = (people + row["pop"], cases + row["cases"], women + row["women"])
    assert len(sums) > 3
    assert all(people >= 200 and cases >= 5 and women >= 120 for people, cases, women in sums.values())


@pytest.mark.parametrize("text", ["women", "women=", "=5", "women=-1", "women=many"])
def test_a_minimum_that_names_no_field_or_no_number_is_a_sentence(run, grid, text):
    with refuses("zone.minima.not_understood"):
        run("clusterareas", {
            "AREAS": grid(), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "MINIMA": text,
            "OUTPUT": "memory:",
        })  # fmt: skip


@pytest.mark.slow
def test_earlier_clusters_that_hold_are_kept_with_their_codes(run, grid, table, feedback):
    first = run("clusterareas", {
        "AREAS": grid(6, 6), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    shrunk = grid(6, 6, population=lambda column, row: 90 if (column, row) == (2, 3) else 100)
    result = run("clusterareas", {
        "AREAS": shrunk, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "PREVIOUS": first,
        "OUTPUT": "memory:",
    })  # fmt: skip
    old, new = groups(table(first)), groups(table(result["OUTPUT"]))
    failing = next(code for code, ids in old.items() if "A23" in ids)
    kept = {code: ids for code, ids in old.items() if new.get(code) == ids}
    assert failing not in new
    assert len(kept) == result["KEPT_COUNT"] == len(old) - 2
    (joined,) = [ids for code, ids in new.items() if code not in kept]
    assert "A23" in joined
    assert len(joined) == 4
    assert result["CLUSTER_COUNT"] == len(old) - 1
    assert any("are kept as they are" in warning for warning in feedback.warnings)


@pytest.mark.slow
def test_a_cluster_that_could_be_several_is_split_where_that_is_asked_for(
    run, grid, table, feedback, tmp_path
):
    ledger, key = str(tmp_path / "l.gpkg"), str(tmp_path / "l.key")
    run("newledger", {"LEDGER": ledger, "KEY": key})
    given = {"AREAS": grid(6, 6), "AREA_ID": "id", "POPULATION": "pop", "OUTPUT": "memory:",
             "LEDGER": ledger, "LEDGER_KEY": key}  # fmt: skip
    first = run("clusterareas", {**given, "THRESHOLD": 400})["OUTPUT"]
    whole = run("clusterareas", {**given, "THRESHOLD": 200, "PREVIOUS": first})
    assert groups(table(whole["OUTPUT"])) == groups(table(first))
    result = run("clusterareas", {**given, "THRESHOLD": 200, "PREVIOUS": first, "SPLIT": True})
    old, new = groups(table(first)), groups(table(result["OUTPUT"]))
    assert result["CLUSTER_COUNT"] == len(new) > len(old)
    assert all(any(ids <= before for before in old.values()) for ids in new.values())
    assert not set(new) & {code for code, ids in old.items() if new.get(code) != ids}
    assert any("have grown and were split whole" in warning for warning in feedback.warnings)


@pytest.mark.slow
def test_an_earlier_layer_of_other_areas_is_refused(run, grid, layer):
    first = run("clusterareas", {
        "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    others = row_of_squares(layer, [300, 300])
    with refuses("zone.earlier.no_area"):
        cluster(run, others, 200, PREVIOUS=first)


@pytest.mark.slow
def test_nested_levels_are_clusters_inside_clusters(run, grid, table):
    coarse = run("clusterareas", {
        "AREAS": grid(6, 6), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 900, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    fine = run("clusterareas", {
        "AREAS": coarse, "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 300, "BOUNDARY": "cluster",
        "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    large = groups(table(coarse)).values()
    assert all(any(ids <= whole for whole in large) for ids in groups(table(fine)).values())


@pytest.mark.slow
def test_the_ledger_refuses_clusters_that_tell_a_small_group_by_subtraction(run, grid, table, tmp_path):
    ledger, key = str(tmp_path / "l.gpkg"), str(tmp_path / "l.key")
    run("newledger", {"LEDGER": ledger, "KEY": key})
    given = {"AREA_ID": "id", "POPULATION": "pop", "LEDGER": ledger, "LEDGER_KEY": key, "OUTPUT": "memory:"}
    areas = grid(6, 5, population=lambda column, row: 60 + 7 * column + 11 * row)
    first = run("clusterareas", {"AREAS": areas, "THRESHOLD": 200, "PERIOD": "2024", **given})["OUTPUT"]
    again = run("clusterareas", {"AREAS": areas, "THRESHOLD": 200, "PERIOD": "2020-2024", **given})["OUTPUT"]
    assert groups(table(again)) == groups(table(first))
    with refuses("zone.earlier.subtraction"):
        run("clusterareas", {"AREAS": areas, "THRESHOLD": 230, "PERIOD": "2024", **given})
    run("clusterareas", {"AREAS": areas, "THRESHOLD": 230, "PERIOD": "2025", **given})
    with refuses("release.period.no_years"):
        run("clusterareas", {"AREAS": areas, "THRESHOLD": 230, "PERIOD": "soon", **given})


@pytest.mark.slow
def test_as_many_zones_as_the_bound_allows_are_found(run, grid):
    result = cluster(run, grid(6, 6), 300)
    assert (result["CLUSTER_COUNT"], result["BOUND_GAP"]) == (12, 0)


@pytest.mark.slow
def test_the_ledger_refuses_clusters_that_tell_few_records_though_many_people(run, layer, table, tmp_path):
    """Remainders of 300 people and more, but of 3 records: counts of both maps would tell the three."""
    ledger, key = str(tmp_path / "l.gpkg"), str(tmp_path / "l.key")
    run("newledger", {"LEDGER": ledger, "KEY": key})

    def map_of(units):
        rows = [
            (
                f"POLYGON(({at} 0, {at + 1} 0, {at + 1} 1, {at} 1, {at} 0))",
                [f"A{at}", 300, (12, 3, 14)[at], unit],
            )
            for at, unit in enumerate(units)
        ]
        return layer("Polygon", rows, ["id:string", "pop:integer", "cases:integer", "unit:string"])

    given = {"AREA_ID": "id", "POPULATION": "pop", "CASES": "cases", "THRESHOLD": 300, "MINIMUM_CASES": 11,
             "BOUNDARY": "unit", "OUTPUT": "memory:"}  # fmt: skip
    entered = {"LEDGER": ledger, "LEDGER_KEY": key}
    first = run("clusterareas", {**given, **entered, "AREAS": map_of("uuv")})
    assert first["CLUSTER_COUNT"] == 2
    other = map_of("uvv")
    assert run("clusterareas", {**given, "AREAS": other})["CLUSTER_COUNT"] == 2
    with refuses("zone.earlier.subtraction", match="11.*records.*3"):
        run("clusterareas", {**given, **entered, "AREAS": other})
    with refuses("zone.earlier.subtraction", match="11.*records.*3"):
        run("clusterareas", {**given, "AREAS": other, "PREVIOUS": first["OUTPUT"], "BOUNDARY": "unit"})

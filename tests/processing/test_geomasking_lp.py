# SPDX-License-Identifier: GPL-2.0-or-later
"""LP geomasking in QGIS: what the layers hold, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest
from conftest import lpmask

pytest.importorskip("qgis.core")
from qgis.core import QgsGeometry

from geodeid_plugin.core.base.errors import CancelledError
from geodeid_plugin.core.base.randomness import SeededSource
from geodeid_plugin.processing_provider.geomasking import lp
from geodeid_plugin.processing_provider.geomasking.lp import places_inside
from tests.refusals import refuses


def patients(layer, grid_columns=6, grid_rows=6, each=1, **more):
    generator = np.random.default_rng(3)
    rows = []
    for column in range(grid_columns):
        for row in range(grid_rows):
            for _ in range(each):
                a, b = generator.random(2) * 0.08 + 0.01
                point = f"POINT({-75 + 0.1 * column + a} {45 + 0.1 * row + b})"
                rows.append(
                    (point, [len(rows), "F" if generator.random() < 0.5 else "M", f"secret{len(rows)}"])
                )
    return layer("Point", rows, ["patient:integer", "sex:string", "note:string"], name="patients", **more)


def areas_of(grid, **more):
    return grid(6, 6, population=lambda column, row: 20 + 7 * column + 3 * row, **more)


def large_areas_of(grid):
    return grid(6, 6, population=lambda column, row: 700 + 37 * ((7 * column + 5 * row) % 11))


def parameters(grid, layer, **more):
    return {
        "PATIENTS": patients(layer), "AREAS": areas_of(grid), "AREA_ID": "id", "POPULATION": "pop",
        "RISK": 0.25, "OUTPUT": "memory:", **more,
    }  # fmt: skip


@pytest.mark.slow
def test_every_patient_is_released_once_without_any_of_its_fields(run, layer, grid, table):
    result = run("lpmask", parameters(grid, layer))
    rows = table(result["OUTPUT"])
    assert sorted(row["record"] for row in rows) == list(range(1, 37))
    assert set(rows[0]) == {"record"}


@pytest.mark.slow
def test_the_achieved_risk_keeps_the_bound_and_both_guarantees_are_said(run, layer, grid):
    result = run("lpmask", parameters(grid, layer))
    assert result["ACHIEVED_RISK"] <= 0.25
    assert result["WIELAND_RISK"] >= result["ACHIEVED_RISK"]
    assert result["EXPECTED_MOVE_M"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(("with_spare", "level"), [(True, "passed"), (False, "with_care")])
def test_all_places_of_a_release_are_judged_together(
    run, layer, grid, tmp_path, monkeypatch, with_spare, level
):
    """Areas of fewer people than records: a table that keeps nothing back shows more than was asked for."""
    if not with_spare:
        monkeypatch.setattr(lp.reading, "spare", lambda *_given: 0.0)
    outputs = {"REPORT": str(tmp_path / "r.html"), "METRICS": str(tmp_path / "m.json")}
    given = parameters(grid, layer, MODEL="revised", **outputs)
    given["PATIENTS"] = patients(layer, each=32)
    given["AREAS"] = large_areas_of(grid)
    result = run("lpmask", given)
    metrics = json.loads((tmp_path / "m.json").read_text())
    judged, figures = metrics["judgement"], metrics["figures"]
    person, area = (
        next(one for one in judged["adversaries"] if one["key"] == key) for key in ("person", "small_area")
    )
    together = max(person["risk"], area["risk"])
    assert result["VERDICT"] == level, result["VERDICT_TEXT"]
    assert result["ACHIEVED_RISK"] <= 0.25 and (together <= 0.25) is with_spare
    assert not with_spare or together > result["ACHIEVED_RISK"]
    assert (result["PERSON_RISK"], figures["AREA_RISK"]) == (person["risk"], area["risk"])
    assert ("Do not draw again" in result["VERDICT_TEXT"]) is not with_spare
    assert "reads all dots together" in (tmp_path / "r.html").read_text()


@pytest.mark.slow
def test_the_page_the_report_and_the_methods_say_that_dots_are_read_together(run, layer, grid, tmp_path):
    page = (Path(__file__).resolve().parents[2] / "docs" / "guarantee.md").read_text()
    assert "All dots of a release are read together" in page
    given = parameters(
        grid,
        layer,
        MODEL="revised",
        RELEASE_REPORT=str(tmp_path / "r.html"),
        METRICS=str(tmp_path / "m.json"),
    )
    given["PATIENTS"], given["AREAS"] = patients(layer, each=32), large_areas_of(grid)
    run("lpmask", given)
    report = (tmp_path / "r.html").read_text()
    assert "set by the user; no published rule was chosen" in report
    method = report[report.index("Each record was moved from its area") :]
    assert "so that all places read together" in method
    assert "all the dots of this map" in report and "each read by itself" not in report.lower()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("households", "level"),
    [(None, "with_care"), (["", ""], "with_care"), (["a", ""], "with_care"), (["a", "a"], "passed"),
     (["a", "b"], "passed")],
)  # fmt: skip
def test_records_of_one_place_may_be_a_household_unless_it_is_named(run, layer, grid, households, level):
    rows = [(f"POINT({-74.99 + 0.1 * n} 45.02)", [f"own {n}"]) for n in range(5)]
    rows += [("POINT(-74.97 45.03)", [value]) for value in households or ["", ""]]
    given = parameters(grid, layer, CONCERNED="memory:")
    given["PATIENTS"], given["AREAS"] = layer("Point", rows, ["house:string"]), large_areas_of(grid)
    result = run("lpmask", {**given, **({} if households is None else {"GROUP": "house"})})
    assert result["VERDICT"] == level, result["VERDICT_TEXT"]
    assert ("their true place with others" in result["VERDICT_TEXT"]) is (level != "passed")


@pytest.mark.slow
def test_masked_points_stand_on_representative_points_of_areas(run, layer, grid):
    result = run("lpmask", parameters(grid, layer))
    for feature in result["OUTPUT"].getFeatures():
        point = feature.geometry().asPoint()
        assert (point.x() + 75) % 0.1 == pytest.approx(0.05, abs=1e-6)


@pytest.mark.slow
def test_scattered_points_lie_inside_the_destination_away_from_its_point(run, layer, grid, table):
    result = run("lpmask", parameters(grid, layer, PLACEMENT="scatter", INTERNAL="memory:"))
    links = {row["record"]: row for row in table(result["INTERNAL"])}
    inside = {feature["id"]: feature.geometry() for feature in areas_of(grid).getFeatures()}
    for feature in result["OUTPUT"].getFeatures():
        assert inside[links[feature["record"]]["destination"]].intersects(feature.geometry())


def houses(layer, skip=()):
    """Nine houses in every area of the six times six, but for some."""
    rng, rows = np.random.default_rng(8), []
    for area in range(36):
        if area in skip:
            continue
        for x, y in rng.uniform(0.01, 0.09, (9, 2)):
            wkt = f"POINT({-75 + 0.1 * (area % 6) + x} {45 + 0.1 * (area // 6) + y})"
            rows.append((wkt, [len(rows)]))
    return layer("Point", rows, ["house:integer"], name="houses")


def water(layer, wkt="POLYGON((-75 45, -74.95 45, -74.95 45.6, -75 45.6, -75 45))"):
    return layer("Polygon", [(wkt, [1])], ["lake:integer"], name="water")


@pytest.mark.slow
def test_a_dot_stands_at_an_address_of_its_destination_and_the_bound_is_the_same(run, layer, grid, table):
    plain = run("lpmask", parameters(grid, layer))
    wanted = parameters(grid, layer, PLACEMENT="address", ADDRESSES=houses(layer), INTERNAL="memory:")
    result = run("lpmask", wanted)
    for name in ("ACHIEVED_RISK", "WIELAND_RISK", "EXPECTED_MOVE_M"):
        assert result[name] == pytest.approx(plain[name], rel=1e-6)
    at = {
        (round(p.x(), 9), round(p.y(), 9))
        for f in houses(layer).getFeatures()
        for p in [f.geometry().asPoint()]
    }
    links = {row["record"]: row for row in table(result["INTERNAL"])}
    inside = {feature["id"]: feature.geometry() for feature in areas_of(grid).getFeatures()}
    for feature in result["OUTPUT"].getFeatures():
        point = feature.geometry().asPoint()
        assert (round(point.x(), 9), round(point.y(), 9)) in at
        assert inside[links[feature["record"]]["destination"]].contains(feature.geometry())


def test_the_address_of_a_dot_tells_nothing_of_the_origin_beyond_the_destination(layer, grid, qgis_app):
    """Addresses drawn in one destination for many origins: each has its even share, whatever came before."""
    from geodeid_plugin.core.base.randomness import SeededSource
    from geodeid_plugin.processing_provider.geomasking.solving import Placing

    addresses = np.arange(9.0), np.arange(9.0)
    placing = Placing("address", None, [None, None], addresses, np.array([0, 4, 9]))
    destination = np.random.default_rng(1).integers(0, 2, 6000)
    lon, _lat = placing.drawn(destination, SeededSource(3), lambda _share: None)
    assert ((lon < 4) == (destination == 0)).all()
    for one, count in ((0, 4), (1, 5)):
        shares = np.bincount(lon[destination == one].astype(int) - 4 * one, minlength=count)
        expected = (destination == one).sum() / count
        assert ((shares - expected) ** 2 / expected).sum() < 20  # χ² with 4 degrees at most: 1 in 2000


@pytest.mark.slow
def test_a_destination_without_an_address_is_told_and_its_dots_lie_inside(run, layer, grid, table, feedback):
    bare = houses(layer, skip=range(0, 36, 2))
    wanted = parameters(grid, layer, PLACEMENT="address", ADDRESSES=bare, INTERNAL="memory:")
    result = run("lpmask", wanted)
    assert any("hold no address" in text for text in feedback.warnings)
    links = {row["record"]: row for row in table(result["INTERNAL"])}
    inside = {feature["id"]: feature.geometry() for feature in areas_of(grid).getFeatures()}
    for feature in result["OUTPUT"].getFeatures():
        assert inside[links[feature["record"]]["destination"]].intersects(feature.geometry())


def test_addresses_must_be_given_where_dots_are_put_at_them(run, layer, grid):
    with refuses("placement.addresses.missing"):
        run("lpmask", parameters(grid, layer, PLACEMENT="address"))


@pytest.mark.slow
def test_addresses_that_are_the_patients_own_are_refused_and_all_addresses_are_not(run, layer, grid):
    """Whatever bound the table keeps, a dot at an address of that list is at some patient's door."""
    wanted = parameters(grid, layer, PLACEMENT="address")
    places = [feature.geometry().asPoint() for feature in wanted["PATIENTS"].getFeatures()]
    homes, aside = (
        [f"POINT({place.x()!r} {place.y() + north!r})" for place in places] for north in (0.0, 1e-4)
    )
    others = [feature.geometry().asWkt(12) for feature in houses(layer).getFeatures()]
    few = others[: len(homes) * 2]  # so that one door in three is a patient's: more than the bound
    for listed in (homes, aside, homes + few):
        own = layer("Point", [(wkt, [0]) for wkt in listed], ["house:integer"])
        with refuses("place.homes.of_patients"):
            run("lpmask", {**wanted, "ADDRESSES": own})
    every = layer("Point", [(wkt, [0]) for wkt in homes + others], ["house:integer"])
    assert run("lpmask", {**wanted, "ADDRESSES": every})["ACHIEVED_RISK"] <= 0.25


def test_a_destination_that_draws_might_miss_is_refused_before_any_is_drawn(qgis_app):
    """Refused where a draw had missed, runs that went through would tell that nobody drew it."""
    from types import SimpleNamespace

    from geodeid_plugin.processing_provider.geomasking.solving import Placing

    corners = "((0 0, 0.003 0, 0.003 0.003, 0 0.003, 0 0)), ((1 1, 0.997 1, 0.997 0.997, 1 0.997, 1 1))"
    square = QgsGeometry.fromWkt("POLYGON((0 0, 1 0, 1 1, 0 1, 0 0))")
    shapes = [square, QgsGeometry.fromWkt(f"MULTIPOLYGON({corners})")]
    targets = SimpleNamespace(ids=["a", "b"])
    Placing("scatter", targets, shapes).check([0])
    with refuses("destination.polygon.too_thin"):
        Placing("scatter", targets, shapes).check([0, 1])
    one_each = (np.array([0.5, 0.001]), np.array([0.5, 0.001]))
    assert not len(Placing("address", targets, shapes, one_each, np.array([0, 1, 2])).check([0, 1]))


@pytest.mark.slow
def test_links_tell_the_true_move_of_each_record(run, layer, grid, table):
    result = run("lpmask", parameters(grid, layer, INTERNAL="memory:"))
    moves = [row["move_m"] for row in table(result["INTERNAL"])]
    assert np.mean(moves) == pytest.approx(result["MEAN_MOVE_M"])


@pytest.mark.slow
@pytest.mark.parametrize("placement", ["point", "scatter", "address"])
def test_the_move_that_is_said_is_the_one_that_people_make(run, layer, grid, placement, tmp_path):
    report, release = tmp_path / "report.html", tmp_path / "release.html"
    wanted = parameters(grid, layer, PLACEMENT=placement, REPORT=str(report), RELEASE_REPORT=str(release))
    wanted["AREAS"] = grid(6, 6, population=3000)
    places = np.array([-75, 45]) + 0.6 * np.random.default_rng(4).random((2500, 2))
    homes = [(f"POINT({lon} {lat})", [row, "", ""]) for row, (lon, lat) in enumerate(places.tolist())]
    wanted["PATIENTS"] = layer("Point", homes, ["patient:integer", "sex:string", "note:string"])
    others = np.array([-75, 45]) + 0.6 * np.random.default_rng(5).random((2500, 2))
    all_homes = [(f"POINT({lon} {lat})", [0]) for lon, lat in [*places.tolist(), *others.tolist()]]
    wanted["ADDRESSES"] = layer("Point", all_homes, ["house:integer"])
    result = run("lpmask", {**wanted, "RISK": 0.9, "SEED": 1})
    assert result["EXPECTED_MOVE_M"] < 0.2 * result["PLACED_MOVE_M"]
    assert result["PLACED_MOVE_M"] == pytest.approx(result["MEAN_MOVE_M"], rel=0.05)
    told = f"displacement of an inhabitant, the place inside the area included, is {_metres(result)}"
    assert all(" ".join(told.split()) in " ".join(page.read_text().split()) for page in (report, release))


def _metres(result):
    from geodeid_plugin.report.numbers import metres

    return metres(result["PLACED_MOVE_M"])


@pytest.mark.slow
def test_a_ratio_of_rates_moves_people_farther_and_is_audited_and_told(run, layer, grid, tmp_path):

    report = tmp_path / "report.html"
    plain = run("lpmask", parameters(grid, layer, RATE_RATIO=1))
    robust = run("lpmask", parameters(grid, layer, REPORT=str(report)))
    assert plain["VERDICT"] == "with_care" and "Set RATE_RATIO" not in plain["VERDICT_TEXT"]
    assert robust["ACHIEVED_RISK"] <= 0.25
    assert robust["EQUAL_RATES_RISK"] < robust["ACHIEVED_RISK"]
    assert robust["EXPECTED_MOVE_M"] > plain["EXPECTED_MOVE_M"]
    assert plain["EQUAL_RATES_RISK"] == plain["ACHIEVED_RISK"]
    assert plain["EQUAL_RATES_RISK"] < plain["RISK_AT_RATES_25"] < plain["RISK_AT_RATES_50"]
    assert robust["RISK_AT_RATES_50"] < plain["RISK_AT_RATES_50"]
    assert "up to 2 times as likely" in " ".join(report.read_text().split())
    wrong = run("lpmask", parameters(grid, layer, POPULATION_ERROR=0.2))
    assert wrong["ACHIEVED_RISK"] <= 0.25 and wrong["EXPECTED_MOVE_M"] > plain["EXPECTED_MOVE_M"]
    strategy = solved_strategy(run, layer, grid, RATE_RATIO=1)["OUTPUT"]
    with refuses("strategy.risk.above_bound"):
        run("lpmask", parameters(grid, layer, STRATEGY=strategy))


@pytest.mark.slow
def test_a_seed_repeats_the_run_and_is_written_nowhere(run, layer, grid, tmp_path, feedback):
    metrics = tmp_path / "metrics.json"
    made = []
    for _ in range(2):
        result = run("lpmask", parameters(grid, layer, SEED=987654, METRICS=str(metrics)))
        made.append([feature.geometry().asWkt() for feature in result["OUTPUT"].getFeatures()])
    assert made[0] == made[1]
    text = metrics.read_text()
    assert "987654" not in text
    assert json.loads(text)["for_testing_only"] is True


@pytest.mark.slow
def test_the_boundary_is_never_crossed(run, layer, grid, table):
    result = run("lpmask", parameters(grid, layer, BOUNDARY="unit", INTERNAL="memory:"))
    unit = {row["id"]: row["unit"] for row in table(areas_of(grid))}
    assert all(unit[row["origin"]] == unit[row["destination"]] for row in table(result["INTERNAL"]))


def test_a_risk_below_the_floor_is_refused_with_the_floor(run, layer, grid):

    with refuses("strategy.risk.too_small"):
        run("lpmask", parameters(grid, layer, RISK=0.001))


def test_more_patients_than_people_in_an_area_are_named(run, layer, grid):

    crowded = {**parameters(grid, layer), "AREAS": grid(6, 6, population=lambda c, r: 0 if c == 2 else 90)}
    with refuses("patient.population.too_small", match="A20"):
        run("lpmask", crowded)


@pytest.mark.slow
def test_patients_outside_every_area_are_refused_or_counted(run, layer, grid, table, feedback):

    inside = [(f"POINT({-74.95 + 0.1 * i} 45.05)", [i]) for i in range(5)]
    far = layer("Point", [("POINT(10 10)", [9]), *inside], ["patient:integer"])
    with refuses("patient.area.outside"):
        run("lpmask", {**parameters(grid, layer), "PATIENTS": far})
    result = run("lpmask", {**parameters(grid, layer), "PATIENTS": far, "OUTSIDE": "leave_out"})
    assert len(table(result["OUTPUT"])) == 5
    assert any("held back" in warning for warning in feedback.warnings)


@pytest.mark.slow
def test_strata_are_masked_apart_with_their_own_populations(run, layer, grid, table):
    wanted = parameters(grid, layer, STRATUM="sex", STRATUM_POPULATIONS="F=pop; M=pop", INTERNAL="memory:")
    assert run("lpmask", wanted)["ACHIEVED_RISK"] <= 0.25


@pytest.mark.slow
def test_a_solved_strategy_is_audited_again_before_it_moves_anybody(run, layer, grid, tmp_path):

    shared = {
        key: value for key, value in parameters(grid, layer).items() if key not in ("PATIENTS", "OUTPUT")
    }
    solved = run("lpstrategy", {**shared, "RECORDS": 36, "OUTPUT": "memory:"})
    result = run("lpmask", parameters(grid, layer, STRATEGY=solved["OUTPUT"]))
    assert result["ACHIEVED_RISK"] == pytest.approx(solved["ACHIEVED_RISK"], rel=1e-9)
    with refuses("strategy.risk.above_bound"):
        run("lpmask", parameters(grid, layer, STRATEGY=solved["OUTPUT"], RISK=0.1))


@pytest.mark.slow
def test_the_strategy_table_holds_rows_of_probabilities(run, layer, grid, table):
    shared = {key: value for key, value in parameters(grid, layer).items() if key != "PATIENTS"}
    result = run("lpstrategy", {**shared, "RECORDS": 36})
    sums = {}
    for row in table(result["OUTPUT"]):
        sums[row["origin"]] = sums.get(row["origin"], 0) + row["probability"]
    assert len(sums) == 36
    assert all(total == pytest.approx(1, abs=1e-12) for total in sums.values())
    assert result["GAP"] <= 1e-3


@pytest.mark.slow
def test_destinations_may_be_another_layer(run, layer, grid, table):
    sites = layer("Point", [(f"POINT({-74.9 + 0.2 * i} {45.1 + 0.2 * j})", [f"s{i}{j}"])
                            for i in range(3) for j in range(3)], ["id:string"])  # fmt: skip
    shared = {key: value for key, value in parameters(grid, layer).items() if key != "PATIENTS"}
    result = run("lpstrategy", {**shared, "RECORDS": 36, "DESTINATIONS": sites})
    rows = table(result["OUTPUT"])
    assert {row["destination"][0] for row in rows} == {"s"}
    places = {(round(row["longitude"], 9), round(row["latitude"], 9)) for row in rows}
    assert places <= {
        (round(-74.9 + 0.2 * i, 9), round(45.1 + 0.2 * j, 9)) for i in range(3) for j in range(3)
    }
    masked = run("lpmask", parameters(grid, layer, STRATEGY=result["OUTPUT"]))
    dots = [feature.geometry().asPoint() for feature in masked["OUTPUT"].getFeatures()]
    assert {(round(dot.x(), 9), round(dot.y(), 9)) for dot in dots} <= places


@pytest.mark.slow
def test_a_table_that_puts_one_destination_at_two_places_is_refused(run, layer, grid):
    solved = solved_strategy(run, layer, grid, GRID_SPACING=12_000)["OUTPUT"]
    at = solved.fields().lookupField("longitude")
    first = next(solved.getFeatures())
    solved.dataProvider().changeAttributeValues({first.id(): {at: first["longitude"] + 0.01}})
    with refuses("strategy.destination.several_places"):
        run("lpmask", parameters(grid, layer, STRATEGY=solved))


@pytest.mark.slow
def test_reports_say_the_guarantee_and_the_released_one_no_internal_fact(run, layer, grid, tmp_path):
    report, released = tmp_path / "report.html", tmp_path / "release.html"
    run("lpmask", parameters(grid, layer, REPORT=str(report), RELEASE_REPORT=str(released)))
    assert "Longest move" in report.read_text() and "Longest move" not in released.read_text()
    assert "Wieland" in released.read_text()


def solved_strategy(run, layer, grid, **more):
    shared = {key: value for key, value in parameters(grid, layer).items() if key != "PATIENTS"}
    return run("lpstrategy", {**shared, "RECORDS": 36, **more})


def audit_parameters(strategy, areas, **more):
    return {
        "STRATEGY": strategy, "AREAS": areas, "AREA_ID": "id", "POPULATION": "pop", "RECORDS": 36,
        "OUTPUT": "memory:", **more,
    }  # fmt: skip


@pytest.mark.slow
def test_the_audit_measures_what_the_solver_reported(run, layer, grid):
    solved = solved_strategy(run, layer, grid)
    result = run("auditstrategy", audit_parameters(solved["OUTPUT"], areas_of(grid), RISK=0.25))
    assert result["PASSED"]
    assert result["WORST_RISK"] == pytest.approx(solved["ACHIEVED_RISK"], rel=1e-12)
    assert result["WIELAND_RISK"] == pytest.approx(solved["WIELAND_RISK"], rel=1e-12)


def test_the_audit_names_the_origin_that_a_destination_reveals_most_about(run, layer, grid, table):
    rows = [(None, [f"A{c}{r}", "A00" if c < 3 else f"A{c}{r}", 1.0]) for c in range(6) for r in range(6)]
    fields = ["origin:string", "destination:string", "probability:double"]
    result = run(
        "auditstrategy", audit_parameters(layer("None", rows, fields, None), areas_of(grid), RISK=0.2)
    )
    assert not result["PASSED"]
    risk = {row["destination"]: row for row in table(result["OUTPUT"])}
    assert risk["A55"]["worst_origin"] == "A55"
    assert risk["A55"]["risk"] == pytest.approx(36 / (20 + 35 + 15), rel=1e-9)


def test_a_table_that_is_no_table_of_probabilities_is_refused(run, layer, grid):

    rows = [(None, [f"A{c}{r}", "A00", 0.9]) for c in range(6) for r in range(6)]
    fields = ["origin:string", "destination:string", "probability:double"]
    with refuses("strategy.row.not_one"):
        run("auditstrategy", audit_parameters(layer("None", rows, fields, None), areas_of(grid)))


@pytest.mark.slow
def test_a_grid_of_destinations_lies_inside_the_areas(run, layer, grid, feedback):
    result = lpmask(run, parameters(grid, layer, GRID_SPACING=4000))
    assert result["ACHIEVED_RISK"] <= 0.25
    for feature in result["OUTPUT"].getFeatures():
        point = feature.geometry().asPoint()
        assert -75 < point.x() < -74.4 and 45 < point.y() < 45.6


@pytest.mark.slow
def test_areas_that_share_their_nearest_point_of_a_grid_are_told_of(run, layer, grid, feedback):
    solved_strategy(run, layer, grid, GRID_SPACING=12_000)
    assert any("share their nearest destination" in text for text in feedback.warnings)


@pytest.mark.slow
def test_the_curve_falls_with_risk(run, layer, grid, table, tmp_path):
    report = tmp_path / "curve.html"
    result = run(
        "lpstrategy",
        {
            "AREAS": areas_of(grid), "AREA_ID": "id", "POPULATION": "pop", "RECORDS": 36,
            "RISK": 0.3, "RISKS": "0.4, 0.2, 0.1", "OUTPUT": "memory:",
            "CURVE": "memory:", "REPORT": str(report),
        },
    )  # fmt: skip
    rows = table(result["CURVE"])
    assert all(row["placed_move_m"] > row["move_m"] for row in rows)
    curve = [row["move_m"] for row in rows if row["method"] == "LP"]
    assert curve == sorted(curve) and len(curve) == 3
    assert 'class="curve"' in report.read_text()


@pytest.mark.slow
def test_a_curve_without_bounds_is_refused_and_bounds_without_a_curve_are_not(run, layer, grid):
    given = {"AREAS": areas_of(grid), "AREA_ID": "id", "POPULATION": "pop", "RECORDS": 36, "RISK": 0.3}
    with refuses("curve.risks.too_few"):
        run("lpstrategy", {**given, "CURVE": "memory:", "OUTPUT": "memory:"})
    with refuses("curve.risks.unreachable"):
        run("lpstrategy", {**given, "RISKS": "1e-6", "OUTPUT": "memory:"})
    alone = run("lpstrategy", {**given, "OUTPUT": "memory:"})
    priced = run("lpstrategy", {**given, "RISKS": "0.5", "OUTPUT": "memory:"})
    assert alone["EXPECTED_MOVE_M"] == pytest.approx(priced["EXPECTED_MOVE_M"])


@pytest.mark.slow
def test_cases_and_controls_move_by_the_same_probabilities(run, layer, grid, table):
    result = run("lpmask", parameters(grid, layer, CONTROLS=patients(layer), CONTROLS_OUTPUT="memory:"))
    assert len(table(result["OUTPUT"])) == len(table(result["CONTROLS_OUTPUT"])) == 36
    alone = run("lpmask", parameters(grid, layer))
    assert result["WIELAND_RISK"] != alone["WIELAND_RISK"]


def test_controls_need_a_place_to_go(run, layer, grid):

    with refuses("controls.output.missing"):
        run("lpmask", parameters(grid, layer, CONTROLS=patients(layer)))


def test_few_destinations_that_allow_no_strategy_are_refused_with_what_would_do(run, layer, grid):

    with refuses("strategy.moves.smallest_risk", match="nearest destinations, or join small areas"):
        solved_strategy(run, layer, grid, K=2)


def minutes(table_layer, pairs):
    """A table of costs."""
    rows = [("", [str(one), str(other), float(cost)]) for one, other, cost in pairs]
    return table_layer("None", rows, ["origin:string", "destination:string", "cost:double"], name="minutes")


@pytest.mark.slow
def test_a_longest_move_is_kept_and_the_table_passes_its_audit(run, layer, grid, table, tmp_path):
    free = solved_strategy(run, layer, grid, MODEL="wieland", OUTPUT="memory:free")
    far = max(row["distance_m"] for row in table(free["OUTPUT"]))
    found = solved_strategy(
        run, layer, grid, MODEL="wieland", LONGEST_MOVE_M=0.7 * far, REPORT=str(tmp_path / "r.html")
    )
    rows = table(found["OUTPUT"])
    assert max(row["distance_m"] for row in rows) <= 0.7 * far * (1 + 1e-9)
    assert free["EXPECTED_MOVE_M"] * (1 - 1e-3) <= found["EXPECTED_MOVE_M"] and found["GAP"] < 1e-3
    audited = run(
        "auditstrategy", audit_parameters(found["OUTPUT"], areas_of(grid), RISK=0.25, MODEL="wieland")
    )
    assert audited["WIELAND_RISK"] <= 0.25 and audited["VERDICT"] == "passed"
    assert "away" in (tmp_path / "r.html").read_text()
    with refuses("strategy.moves.no_risk", match="finds too few people there.*allow moves of up to"):
        solved_strategy(run, layer, grid, MODEL="wieland", LONGEST_MOVE_M=100)


@pytest.mark.slow
def test_costs_are_minimised_in_place_of_metres(run, layer, grid, table, tmp_path):
    areas = areas_of(grid)
    ids = [row["id"] for row in table(areas)]
    rng, metrics = np.random.default_rng(2), tmp_path / "m.json"
    pairs = [(one, other, rng.uniform(5, 60)) for one in ids for other in ids if one != other]
    given = {"COSTS": minutes(layer, pairs), "METRICS": str(metrics), "MODEL": "wieland"}
    found = solved_strategy(run, layer, grid, **given)
    cost = {(one, other): value for one, other, value in pairs}
    rows, people = table(found["OUTPUT"]), {row["id"]: row["pop"] for row in table(areas)}
    paid = [
        people[row["origin"]] * row["probability"] * cost.get((row["origin"], row["destination"]), 0.0)
        for row in rows
    ]
    mean = sum(paid) / sum(people.values())
    told = json.loads(metrics.read_text())["figures"]["EXPECTED_COST"]
    assert told == pytest.approx(mean, rel=1e-9) and found["GAP"] < 1e-3
    by_metres = solved_strategy(run, layer, grid, MODEL="wieland")
    assert found["EXPECTED_MOVE_M"] > by_metres["EXPECTED_MOVE_M"]
    unknown = [*pairs, ("nowhere", ids[0], 3.0)]
    for wrong, code, names in (
        (unknown, "strategy.costs.unknown_name", "origin nowhere"),
        ([*pairs, pairs[0]], "strategy.costs.repeated", None),
        ([*pairs, ("", ids[0], 3.0)], "strategy.costs.unknown_name", "origin NULL"),
        ([(*pairs[0][:2], -1.0), *pairs[1:]], "layer.value.negative", None),
    ):
        with refuses(code, match=names):
            solved_strategy(run, layer, grid, **{**given, "COSTS": minutes(layer, wrong)})


def test_a_cancelled_run_leaves_no_file(run, layer, grid, feedback, tmp_path):
    output, links = tmp_path / "masked.gpkg", tmp_path / "links.gpkg"
    wanted = parameters(grid, layer, INTERNAL=str(links))
    wanted["OUTPUT"] = str(output)
    feedback.cancel()
    with refuses("run.user.cancelled", match="[Cc]ancel"):
        run("lpmask", wanted)
    assert not output.exists() and not links.exists()


@pytest.mark.slow
def test_two_tables_that_pass_alone_fail_together(run, layer, grid, tmp_path):
    first = solved_strategy(run, layer, grid, MODEL="wieland", RISK=0.3, OUTPUT="memory:first")["OUTPUT"]
    areas, report = areas_of(grid), tmp_path / "joint.html"
    alone = run("auditstrategy", audit_parameters(first, areas, RISK=0.31, MODEL="wieland"))
    assert alone["PASSED"] and alone["JOINT_RISK"] == alone["WORST_RISK"]
    both = audit_parameters(first, areas, RISK=0.31, MODEL="wieland", FURTHER_STRATEGIES=[first])
    together = run("auditstrategy", {**both, "REPORT": str(report)})
    assert not together["PASSED"]
    assert together["JOINT_RISK"] > together["WORST_RISK"]
    assert "All strategies together" in report.read_text()
    thrice = run("auditstrategy", {**both, "FURTHER_STRATEGIES": [first, first]})
    assert not thrice["PASSED"] and thrice["JOINT_RISK"] > 0.31


def test_one_row_for_everybody_tells_nothing_more_when_drawn_again(run, layer, grid):
    rows = [(None, [f"A{c}{r}", "A00", 1.0]) for c in range(6) for r in range(6)]
    same = layer("None", rows, ["origin:string", "destination:string", "probability:double"], None)
    parameters = audit_parameters(same, areas_of(grid), RISK=0.9, FURTHER_STRATEGIES=[same, same])
    result = run("auditstrategy", parameters)
    assert result["JOINT_RISK"] == pytest.approx(result["WORST_RISK"])


SLIVER = "POLYGON((0 0, 10 10, 10 10.0001, 0 0))"


def test_cancel_is_heard_while_places_are_tried_in_a_thin_polygon(qgis_app):
    asked = []

    def progress(fraction, text=""):
        asked.append(fraction)
        if len(asked) == 5:
            raise CancelledError()

    with pytest.raises(CancelledError):
        places_inside(QgsGeometry.fromWkt(SLIVER), 20_000, SeededSource(1), progress)
    assert len(asked) == 5


@pytest.mark.slow
def test_a_polygon_that_no_try_hits_is_refused_after_as_many_tries_as_for_one_place(qgis_app):
    asked = []
    nothing = QgsGeometry.fromWkt("POLYGON((0 0, 10 10, 10 10.0000000001, 0 0))")
    with refuses("destination.polygon.too_thin"):
        places_inside(nothing, 20_000, SeededSource(1), lambda fraction, text="": asked.append(fraction))
    assert len(asked) == 2000


def test_too_few_people_for_any_risk_is_said_with_what_helps(run, grid):
    asked = {
        "AREAS": grid(population=2),
        "AREA_ID": "id",
        "POPULATION": "pop",
        "RECORDS": 30,
        "RATE_RATIO": 5,
        "OUTPUT": "memory:",
    }
    with refuses("strategy.risk.too_few_people") as refused:
        run("lpstrategy", {**asked, "RISK": 0.2, "MODEL": "wieland"})
    assert "larger risk" not in str(refused.value)


def test_a_grid_that_takes_minutes_is_refused_before_it_is_made(run, grid):
    """More than 200 000 destinations, in a layer of 4 by 4 areas."""
    asked = {
        "AREAS": grid(population=500),
        "AREA_ID": "id",
        "POPULATION": "pop",
        "RECORDS": 10,
        "OUTPUT": "memory:",
    }
    with refuses("destination.grid.too_large", match="200.000"):
        run("lpstrategy", {**asked, "GRID_SPACING": 75})

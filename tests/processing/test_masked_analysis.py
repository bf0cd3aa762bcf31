# SPDX-License-Identifier: GPL-2.0-or-later
"""What a recipient does with a masked release in QGIS: expected counts, rates, scans, SaTScan's files."""

from pathlib import Path

import numpy as np
import pytest
from conftest import lpmask

pytest.importorskip("qgis.core")

from qgis.core import QgsApplication

from geodeid_plugin.host.compat import is_null
from tests.refusals import refuses

pytestmark = pytest.mark.usefixtures("solved_once")
ROOT = Path(__file__).resolve().parents[2]
WEST, SOUTH, SIZE, SIDE = -75.0, 45.0, 0.02, 10


def town_of(layer, side):
    """Square areas of 300 to 700 people, twice as many young as old, and their people."""
    from conftest import square

    rng = np.random.default_rng(3)
    people = rng.integers(300, 700, side * side)
    cells = [
        (square(i % side, i // side, SIZE, WEST, SOUTH), [f"{i:03d}", int(n), float(n) / 1000])
        for i, n in enumerate(people)
    ]
    return layer("Polygon", cells, ["code:string", "pop:integer", "expected:double"]), people


@pytest.fixture
def town(layer):
    """100 areas."""
    return town_of(layer, SIDE)


@pytest.fixture
def release(run, layer, town, table):
    """Masked points of 300 cases without any cluster, with the crowd and the table of their mask."""
    areas, people = town
    solved = run(
        "lpstrategy",
        {
            "AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "RECORDS": 300, "RISK": 0.06,
            "MODEL": "wieland", "OUTPUT": "memory:", "CROWD": "memory:",
        },
    )  # fmt: skip
    rng = np.random.default_rng(6)
    rows = table(solved["OUTPUT"])
    places = []
    for i in rng.choice(SIDE * SIDE, 300, p=people / people.sum()):
        row = [r for r in rows if r["origin"] == f"{i:03d}"]
        chance = np.array([r["probability"] for r in row])
        places.append(int(row[rng.choice(len(row), p=chance / chance.sum())]["destination"]))
    centre = [(WEST + (j % SIDE + 0.5) * SIZE, SOUTH + (j // SIDE + 0.5) * SIZE) for j in places]
    points = layer(
        "Point", [(f"POINT({x} {y})", [k + 1]) for k, (x, y) in enumerate(centre)], ["record:integer"]
    )
    return points, solved


@pytest.mark.slow
def test_the_crowd_holds_everybody_once(town, release, table):
    _areas, people = town
    crowd = table(release[1]["CROWD"])
    assert sum(row["people"] for row in crowd) == pytest.approx(people.sum())
    flow = {}
    for row in table(release[1]["OUTPUT"]):
        held = people[int(row["origin"])] * row["probability"]
        flow[row["destination"]] = flow.get(row["destination"], 0) + held
    for row in crowd:
        assert row["people"] == pytest.approx(flow[row["destination"]])


def crowd_with_expected(*layers):
    """Crowd, table and areas joined by the statement on the recipient's page, in “Execute SQL” of QGIS."""
    processing = pytest.importorskip("processing")
    if QgsApplication.processingRegistry().algorithmById("qgis:executesql") is None:
        pytest.skip("this QGIS has no “Execute SQL”")
    page = (ROOT / "docs" / "recipient" / "README.md").read_text("utf-8")
    statement = page.split("```sql")[1].split("```")[0]
    asked = {"INPUT_DATASOURCES": list(layers), "INPUT_QUERY": statement, "OUTPUT": "memory:"}
    return processing.run("qgis:executesql", asked)["OUTPUT"]


@pytest.mark.slow
def test_a_recipient_sums_expected_cases_over_the_crowd(run, town, release, table):
    areas, people = town
    points, solved = release
    crowd = crowd_with_expected(solved["CROWD"], solved["OUTPUT"], areas)
    assert sum(row["expected"] for row in table(crowd)) == pytest.approx(people.sum() / 1000)
    for row in table(crowd):
        assert row["expected"] == pytest.approx(row["people"] / 1000) and row["records"] == 300
    scanned = run(
        "scanstatistic",
        {"CASES": points, "CROWD": crowd, "CROWD_FIELD": "expected", "SIMULATIONS": 19, "OUTPUT": "memory:"},
    )
    assert scanned["P_VALUE"] > 0.05


@pytest.mark.slow
def test_masked_points_are_scanned_over_the_crowd_and_through_the_table(run, town, release):
    areas, _people = town
    points, solved = release
    common = {"CASES": points, "CROWD": solved["CROWD"], "SIMULATIONS": 99, "SEED": 1, "OUTPUT": "memory:"}
    over_crowd = run("scanstatistic", common)
    assert over_crowd["P_VALUE"] > 0.05
    through = run(
        "scanstatistic",
        {**common, "TABLE": solved["OUTPUT"], "AREAS": areas, "AREA_ID": "code", "POPULATION": "pop"},
    )
    assert through["P_VALUE"] > 0.05
    circle = next(through["OUTPUT"].getFeatures())
    assert is_null(circle["cases"]) and circle["size"] > 0


@pytest.mark.slow
def test_masked_points_over_the_people_who_live_there_are_refused(run, town, release):
    areas, _people = town
    with refuses("scan.cases.masked"):
        run(
            "scanstatistic",
            {
                "CASES": release[0], "AREAS": areas, "AREA_ID": "code", "POPULATION": "pop",
                "OUTPUT": "memory:",
            },
        )  # fmt: skip


def bare(layer, points):
    """Points without any field that tells where they come from, as a CSV may leave them."""
    shapes = [one.geometry().asWkt(9) for one in points.getFeatures()]
    return layer("Point", [(wkt, [k]) for k, wkt in enumerate(shapes)], ["nr:integer"], name="dots")


@pytest.mark.slow
@pytest.mark.parametrize(
    "mask",
    [{"tool": "lpmask", "RISK": 0.02}, {"tool": "lpmask", "RISK": 0.02, "GRID_SPACING": 3000},
     {"tool": "randommask", "METHOD": "grid", "SIZE": 3000}],
)  # fmt: skip
def test_masked_points_that_lost_their_number_are_known_by_where_they_stand(run, layer, town, patients, mask):
    areas, _people = town
    mask, common = dict(mask), {"AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "OUTPUT": "memory:"}
    tool = mask.pop("tool")
    given = {"PATIENTS": patients, "OUTPUT": "memory:", **mask}
    moved = lpmask(run, {**common, **given}) if tool == "lpmask" else run(tool, given)
    scan = {**common, "SIMULATIONS": 9}
    with refuses("scan.cases.look_masked"):
        run("scanstatistic", {**scan, "CASES": bare(layer, moved["OUTPUT"])})
    with refuses("controls.points.not_masked"):
        run("scanstatistic", {**scan, "CASES": bare(layer, moved["OUTPUT"]),
                              "CONTROLS": bare(layer, patients)})  # fmt: skip


def scattered(layer, areas, people):
    """300 dots at random inside areas drawn by their people through a mask that moves far: all told apart."""
    rng = np.random.default_rng(8)
    from_area = rng.choice(SIDE * SIDE, 300, p=people / people.sum())
    to = np.clip(from_area % SIDE + rng.integers(-3, 4, 300), 0, SIDE - 1)
    x, y = WEST + (to + rng.random(300)) * SIZE, SOUTH + (from_area // SIDE + rng.random(300)) * SIZE
    rows = [(f"POINT({a} {b})", [k]) for k, (a, b) in enumerate(zip(x, y))]
    return layer("Point", rows, ["nr:integer"], name="dots")


def scans_without_a_crowd(layer, town):
    """Ways in which dots that a mask scattered may come beside the people of their areas, or controls."""
    areas, people = town
    dots = scattered(layer, areas, people)
    row = [f.geometry().asPoint() for f in dots.getFeatures()]
    held = [int((p.y() - SOUTH) / SIZE) * SIDE + int((p.x() - WEST) / SIZE) for p in row]
    counts = np.bincount(held, minlength=SIDE * SIDE)
    cells = [(one.geometry().asWkt(9), [one["code"], one["pop"], one["expected"], int(n)])
             for one, n in zip(areas.getFeatures(), counts)]  # fmt: skip
    counted = layer("Polygon", cells, ["code:string", "pop:integer", "expected:double", "n:integer"])
    over = {"AREA_ID": "code"}
    return {
        "points over people": {**over, "CASES": dots, "AREAS": areas, "POPULATION": "pop"},
        "points over expected": {**over, "CASES": dots, "AREAS": areas, "EXPECTED_FIELD": "expected"},
        "counts over people": {**over, "AREAS": counted, "POPULATION": "pop", "CASES_FIELD": "n"},
        "points beside controls": {"CASES": dots, "CONTROLS": scattered(layer, areas, people)},
        "counts beside controls": {"AREA_ID": "code", "AREAS": counted, "CASES_FIELD": "n",
                                   "CONTROLS_FIELD": "pop"},
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("planned", ["points over people", "points over expected", "counts over people",
                                     "points beside controls", "counts beside controls"])  # fmt: skip
def test_a_scan_without_a_crowd_asks_whether_its_cases_are_masked(run, layer, town, tmp_path, planned):
    page = tmp_path / "scan.html"
    scan = {"SIMULATIONS": 9, "OUTPUT": "memory:", "REPORT": str(page)}
    scan |= scans_without_a_crowd(layer, town)[planned]
    with refuses("scan.places.missing"):
        run("scanstatistic", scan)
    assert 0 < run("scanstatistic", {**scan, "PLACES": "true"})["P_VALUE"] <= 1
    assert "were taken for true places" in " ".join(page.read_text("utf-8").split())
    if "controls" in planned:  # moved by one mask, they are compared with each other
        assert 0 < run("scanstatistic", {**scan, "PLACES": "masked"})["P_VALUE"] <= 1
        assert "moved by one mask" in " ".join(page.read_text("utf-8").split())
        return
    with refuses("scan.crowd.missing"):
        run("scanstatistic", {**scan, "PLACES": "masked"})


@pytest.mark.slow
def test_a_crowd_says_itself_that_its_points_are_masked(run, release):
    scan = {"CASES": release[0], "CROWD": release[1]["CROWD"], "SIMULATIONS": 9, "OUTPUT": "memory:"}
    assert 0 < run("scanstatistic", {**scan, "PLACES": "masked"})["P_VALUE"] <= 1
    with refuses("scan.crowd.true_places"):
        run("scanstatistic", {**scan, "PLACES": "true"})


@pytest.mark.slow
def test_true_places_over_the_polygons_of_a_crowd_come_with_a_warning(run, layer, town, patients, feedback):
    """Nothing tells them from dots that lost their number."""
    areas, _people = town
    over = {"AREAS": areas, "AREA_ID": "code", "POPULATION": "pop"}
    masked = run("randommask", {**over, "PATIENTS": patients, "METHOD": "gaussian", "SIGMA": 3000,
                                "OUTPUT": "memory:", "CROWD": "memory:", "TABLE": "memory:"})  # fmt: skip
    given = {"CROWD": masked["CROWD"], "OUTPUT": "memory:"}
    through = {**given, **over, "TABLE": masked["TABLE"]}

    def warned():
        return [said for said in feedback.warnings if "make sure that these are the released points" in said]

    for points, expected in ((masked["OUTPUT"], 0), (bare(layer, patients), 1)):
        feedback.warnings.clear()
        run("scanstatistic", {**given, "CASES": points, "SIMULATIONS": 0})
        assert len(warned()) == expected
        run("maskedrates", {**through, "MASKED": points})
        assert len(warned()) == 2 * expected


@pytest.mark.slow
def test_homes_that_share_places_are_no_mask(run, layer, town, patients, tmp_path):
    """Households, institutions, an outbreak of one building, and some patients located by their area."""
    areas, _people = town
    page = tmp_path / "scan.html"
    scan = {"AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "SIMULATIONS": 9,
            "PLACES": "true", "OUTPUT": "memory:", "REPORT": str(page)}  # fmt: skip
    homes = [one.geometry().asWkt(9) for one in patients.getFeatures()]
    centres = [one.geometry().centroid().asWkt(9) for one in areas.getFeatures()]
    for places in (
        homes, [*homes[:200], *homes[:200]][:260], [*homes[:100], *[homes[0]] * 400], [homes[0]] * 30,
        [*homes[:60], *centres[:40]],
    ):  # fmt: skip
        cases = layer("Point", [(wkt, [k]) for k, wkt in enumerate(places)], ["nr:integer"])
        assert 0 < run("scanstatistic", {**scan, "CASES": cases})["P_VALUE"] <= 1
    assert "were taken for true places" in " ".join(page.read_text("utf-8").split())
    located = layer("Point", [(wkt, [k]) for k, wkt in enumerate(centres)], ["nr:integer"])
    with refuses("scan.cases.look_masked"):
        run("scanstatistic", {**scan, "CASES": located})


@pytest.mark.slow
def test_a_crowd_of_another_number_of_records_is_refused(run, layer, town, release):
    points, solved = release
    areas, _people = town
    shapes = [one.geometry().asWkt(17) for one in points.getFeatures()]
    scan = {"CROWD": solved["CROWD"], "SIMULATIONS": 0, "OUTPUT": "memory:"}
    rates = {"AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "CROWD": solved["CROWD"],
             "TABLE": solved["OUTPUT"], "OUTPUT": "memory:"}  # fmt: skip
    for count, code in (
        (301, "crowd.points.earlier_releases"),
        (450, "crowd.points.earlier_releases"),
        (299, "crowd.points.other_number"),
        (150, "crowd.points.other_number"),
    ):
        rows = [(wkt, [k + 1]) for k, wkt in enumerate([*shapes, *shapes][:count])]
        some = layer("Point", rows, ["nr:integer"])
        with refuses(code):
            run("scanstatistic", {**scan, "CASES": some})
        with refuses(code):
            run("maskedrates", {**rates, "MASKED": some})
    assert run("maskedrates", {**rates, "EXPECTED_FIELD": "expected", "MASKED": some})["RAISED_COUNT"] >= 0


def test_true_points_are_counted_in_areas_for_the_model_poisson(run, layer, town):
    areas, _people = town
    places = [(WEST + 0.031 + 0.0001 * i, SOUTH + 0.031) for i in range(30)]
    cases = layer(
        "Point", [(f"POINT({x} {y})", [f"c{i}"]) for i, (x, y) in enumerate(places)], ["name:string"]
    )
    result = run(
        "scanstatistic",
        {
            "CASES": cases, "AREAS": areas, "AREA_ID": "code", "POPULATION": "pop",
            "PLACES": "true", "SIMULATIONS": 99, "SEED": 1, "OUTPUT": "memory:",
        },
    )  # fmt: skip
    assert result["P_VALUE"] == 0.01


@pytest.mark.slow
def test_the_sentence_says_whether_the_scan_is_adjusted(run, layer, town, tmp_path):
    areas, _people = town
    cases = layer(
        "Point", [(f"POINT({WEST + 0.01 * i} {SOUTH + 0.005 * i})", ["a"]) for i in range(15)], ["n:string"]
    )
    common = {
        "CASES": cases, "AREAS": areas, "AREA_ID": "code", "SIMULATIONS": 19,
        "PLACES": "true", "OUTPUT": "memory:", "REPORT": str(tmp_path / "scan.html"),
    }  # fmt: skip
    run("scanstatistic", {**common, "POPULATION": "pop"})
    assert "not adjusted for age" in (tmp_path / "scan.html").read_text("utf-8")
    run("scanstatistic", {**common, "EXPECTED_FIELD": "expected"})
    assert "not adjusted for age" not in (tmp_path / "scan.html").read_text("utf-8")


@pytest.mark.slow
def test_rates_of_the_true_areas_come_with_intervals_that_hold_one_where_nothing_is_raised(
    run, town, release, table
):
    areas, people = town
    points, solved = release
    result = run(
        "maskedrates",
        {
            "MASKED": points, "CROWD": solved["CROWD"], "TABLE": solved["OUTPUT"], "AREAS": areas,
            "AREA_ID": "code", "POPULATION": "pop", "OUTPUT": "memory:",
        },
    )  # fmt: skip
    rows = table(result["OUTPUT"])
    assert len(rows) == 100
    assert np.mean([row["ratio_low"] < 1 < row["ratio_high"] for row in rows]) > 0.9
    assert all(row["rate_low"] < row["rate"] < row["rate_high"] for row in rows)
    assert sum(row["rate"] * people[int(row["area"])] for row in rows) / 1e5 == pytest.approx(300, rel=0.05)
    assert result["RAISED_COUNT"] == sum(row["exceedance"] >= 0.95 for row in rows)


@pytest.mark.slow
def test_points_and_crowd_of_different_releases_are_refused(run, layer, town, release):
    areas, _people = town
    far = layer("Point", [("POINT(10 10)", [1])], ["record:integer"])
    with refuses("crowd.points.stray"):
        run("scanstatistic", {"CASES": far, "CROWD": release[1]["CROWD"], "OUTPUT": "memory:"})
    with refuses("crowd.layer.no_crowd"):
        run("scanstatistic", {"CASES": release[0], "CROWD": areas, "OUTPUT": "memory:"})


def cells(layer, rates=None):
    rows = [("a", "young", 900), ("a", "old", 100), ("b", "young", 500), ("b", "old", 500)]
    populations = layer("None", [(None, row) for row in rows], ["area:string", "age:string", "n:integer"])
    held = [("a", "old", 4), ("a", "young", 1), ("b", "old", 9), ("b", "young", 1)]
    cases = layer("None", [(None, row) for row in held], ["area:string", "age:string", "cases:integer"])
    common = {"POPULATIONS": populations, "AREA": "area", "PEOPLE": "n", "STRATA": ["age"], "CASES": cases,
              "CASES_FIELD": "cases", "OUTPUT": "memory:"}  # fmt: skip
    if rates:
        table = layer("None", [(None, row) for row in rates], ["age:string", "rate:double"])
        common |= {"REFERENCE": table}
    return common


def test_expected_counts_are_those_of_the_strata(run, layer, table):
    result = run("expectedcounts", cells(layer))
    rows = {row["area"]: row for row in table(result["OUTPUT"])}
    assert rows["a"]["expected"] == pytest.approx(900 * 2 / 1400 + 100 * 13 / 600)
    assert rows["a"]["expected"] + rows["b"]["expected"] == pytest.approx(15)
    assert rows["b"]["smr_low"] < rows["b"]["smr"] < rows["b"]["smr_high"]
    published = run("expectedcounts", cells(layer, [("young", 0.001), ("old", 0.02)]))
    assert published["EXPECTED_COUNT"] == pytest.approx(1.4 + 12)


def test_the_report_of_expected_counts_begins_with_their_map(run, layer, tmp_path):
    squares = [(f"POLYGON(({x} 0,{x + 1} 0,{x + 1} 1,{x} 1,{x} 0))", [name]) for x, name in enumerate("abc")]
    areas = layer("Polygon", squares, ["area:string"])
    page = tmp_path / "report.html"
    run("expectedcounts", cells(layer) | {"AREAS": areas, "REPORT": str(page)})
    html = page.read_text()
    assert html.count("class='map'") == 1 and html.index("class='map'") < html.index("<dl")
    assert "More, but it may be chance" in html and "Nothing is expected here" in html


def test_cases_of_an_unknown_stratum_or_area_are_refused(run, layer):
    parameters = cells(layer, [("young", 0.001)])
    with refuses("expected.rates.lacking", match="old"):
        run("expectedcounts", parameters)
    parameters = cells(layer)
    parameters["CASES"] = layer(
        "None", [(None, ["c", "old", 1])], ["area:string", "age:string", "cases:integer"]
    )
    with refuses("expected.population.lacking", match="area.*c"):
        run("expectedcounts", parameters)


@pytest.mark.slow
def test_satscan_gets_files(run, release, tmp_path):
    points, solved = release
    folder = tmp_path / "for satscan"
    run(
        "scanstatistic",
        {
            "CASES": points,
            "CROWD": solved["CROWD"],
            "SIMULATIONS": 0,
            "OUTPUT": "memory:",
            "SATSCAN": str(folder),
        },
    )
    assert {path.name for path in folder.iterdir()} == {
        "cases.cas", "population.pop", "places.geo", "scan.prm",
    }  # fmt: skip
    held = [line.split() for line in (folder / "cases.cas").read_text().splitlines()]
    assert sum(int(count) for _id, count, _year in held) == 300


@pytest.mark.slow
def test_lp_masking_writes_crowd_and_table_of_the_very_draws(run, layer, town, table, tmp_path):
    areas, people = town
    rng = np.random.default_rng(8)
    places = [(WEST + 0.2 * rng.random(), SOUTH + 0.2 * rng.random()) for _ in range(60)]
    patients = layer(
        "Point", [(f"POINT({x} {y})", [f"p{i}"]) for i, (x, y) in enumerate(places)], ["name:string"]
    )
    common = {
        "PATIENTS": patients, "AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "RISK": 0.05,
        "MODEL": "wieland", "OUTPUT": "memory:", "CROWD": "memory:", "TABLE": "memory:",
    }  # fmt: skip
    masked = run("lpmask", common)
    crowd = table(masked["CROWD"])
    assert sum(row["people"] for row in crowd) == pytest.approx(people.sum())
    assert {row["records"] for row in crowd} == {60}
    audited = run(
        "auditstrategy",
        {"STRATEGY": masked["TABLE"], "AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "RECORDS": 60,
         "RISK": 0.05, "MODEL": "wieland", "OUTPUT": "memory:"},
    )  # fmt: skip
    assert audited["VERDICT"] == "passed"
    scanned = run(
        "scanstatistic",
        {"CASES": masked["OUTPUT"], "CROWD": masked["CROWD"], "SIMULATIONS": 19, "OUTPUT": "memory:"},
    )
    assert 0 < scanned["P_VALUE"] <= 1
    rates = run(
        "maskedrates",
        {"MASKED": masked["OUTPUT"], "CROWD": masked["CROWD"], "TABLE": masked["TABLE"], "AREAS": areas,
         "AREA_ID": "code", "POPULATION": "pop", "OUTPUT": "memory:"},
    )  # fmt: skip
    assert 0 <= rates["RAISED_COUNT"] <= 100


@pytest.mark.parametrize("tool", ["lpmask", "lpstrategy"])
def test_a_mask_sums_people_alone_into_the_crowd(tool):
    """Fields that follow the patients could be solved for through the table."""
    algorithm = QgsApplication.processingRegistry().algorithmById(f"geodeid:{tool}")
    retired = algorithm.parameterDefinition("CROWD_FIELDS")
    assert algorithm.parameterDefinition("CROWD") and retired.flags() & retired.Flag.FlagHidden


@pytest.fixture
def patients(layer, town):
    """400 people of the town, without any cluster."""
    _areas, people = town
    rng = np.random.default_rng(8)
    homes = rng.choice(SIDE * SIDE, 400, p=people / people.sum())
    points = [
        (
            f"POINT({WEST + (i % SIDE + rng.random()) * SIZE} {SOUTH + (i // SIDE + rng.random()) * SIZE})",
            [f"p{k}"],
        )
        for k, i in enumerate(homes)
    ]
    return layer("Point", points, ["who:string"])


DONUT = {"METHOD": "donut", "MIN_DISTANCE": 1000, "MAX_DISTANCE": 3000, "SEED": 1, "OUTPUT": "memory:"}


@pytest.mark.slow
def test_points_of_a_random_mask_are_analysed_over_the_crowd_of_its_law(run, town, patients, table, tmp_path):
    areas, people = town
    page = tmp_path / "r.html"
    common = {"AREAS": areas, "AREA_ID": "code", "POPULATION": "pop"}
    made = run(
        "randommask",
        {**common, **DONUT, "PATIENTS": patients, "CROWD": "memory:", "TABLE": "memory:",
         "REPORT": str(page)},
    )  # fmt: skip
    crowd = table(made["CROWD"])
    assert sum(row["people"] for row in crowd) == pytest.approx(people.sum())
    assert {row["records"] for row in crowd} == {400} and crowd[-1]["destination"] == "outside"
    assert 0 < crowd[-1]["people"] < 0.2 * people.sum()
    assert "People seen outside of all areas" in page.read_text("utf-8")
    scan = run(
        "scanstatistic",
        {"CASES": made["OUTPUT"], "CROWD": made["CROWD"], "SIMULATIONS": 99, "SEED": 1, "OUTPUT": "memory:"},
    )
    assert scan["P_VALUE"] > 0.05
    rates = run(
        "maskedrates",
        {**common, "MASKED": made["OUTPUT"], "CROWD": made["CROWD"], "TABLE": made["TABLE"],
         "OUTPUT": "memory:"},
    )  # fmt: skip
    ratios = [row["ratio"] for row in table(rates["OUTPUT"])]
    assert len(ratios) == SIDE * SIDE and min(ratios) > 0.5 and max(ratios) < 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "more"),
    [("elimination", {"K": 3000}), ("optimal", {"EPSILON_100": 0.05}), ("geoind", {"EPSILON_100": 0.1}),
     ("address", {"K": 5}), ("street", {"K": 5})],
)  # fmt: skip
def test_the_crowd_of_a_mask_among_places_adds_up_to_the_people(run, layer, table, method, more):
    side = 4 if method in ("optimal", "geoind") else SIDE  # the time of their tables grows fast
    areas, people = town_of(layer, side)
    rng, wide = np.random.default_rng(3), side * SIZE
    wkt = [f"POINT({WEST + wide * x} {SOUTH + wide * y})" for x, y in rng.random((1200, 2))]
    addresses = layer("Point", [(one, [0]) for one in wkt], ["house:integer"], name="houses")
    steps = np.linspace(0.001, wide - 0.001, 25)
    lines = [f"LINESTRING({WEST + s} {SOUTH}, {WEST + s} {SOUTH + wide})" for s in steps]
    lines += [f"LINESTRING({WEST} {SOUTH + s}, {WEST + wide} {SOUTH + s})" for s in steps]
    roads = layer("LineString", [(one, [0]) for one in lines], ["road:integer"], name="roads")
    patients = layer("Point", [(one, [i]) for i, one in enumerate(wkt[:60])], ["number:integer"])
    given = {"AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "PATIENTS": patients, "SEED": 1}
    refers = {"address": {"ADDRESSES": addresses}, "street": {"ROADS": roads}}.get(method, {})
    outputs = {"OUTPUT": "memory:", "CROWD": "memory:", "TABLE": "memory:"}
    made = run("randommask", {**given, **refers, **more, **outputs, "METHOD": method})
    crowd = table(made["CROWD"])
    assert sum(row["people"] for row in crowd) == pytest.approx(people.sum(), rel=1e-6)
    assert max(abs(row["people"] - n) for row, n in zip(crowd, people)) > 1
    held = dict.fromkeys((row["destination"] for row in crowd), 0.0)
    for row in table(made["TABLE"]):
        held[row["destination"]] += people[int(row["origin"])] * row["probability"]
    assert [held[row["destination"]] for row in crowd] == pytest.approx([row["people"] for row in crowd])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"AREAS": None}, "crowd.population.missing"),
        ({"POPULATION": None}, "crowd.population.missing"),
        ({"AREA_ID": None}, "area.identifier.missing"),
        ({"METHOD": "voronoi"}, "crowd.mask.by_other_homes"),
        ({"METHOD": "grid"}, "crowd.mask.by_cell"),
        ({"METHOD": "populationdonut"}, "crowd.mask.not_by_place"),
    ],
)
def test_a_mask_without_a_crowd_says_so_before_it_moves_anybody(run, town, patients, tmp_path, change, code):
    given = {"AREAS": town[0], "AREA_ID": "code", "POPULATION": "pop", "PATIENTS": patients, **DONUT}
    given |= {"OUTPUT": str(tmp_path / "masked.gpkg"), "CROWD": "memory:", **change}
    with refuses(code):
        run("randommask", given)
    assert not list(tmp_path.iterdir())


@pytest.fixture
def second(run, town):
    """The crowd and the table of a release that drew 100 records from the people of the first."""
    return run(
        "lpstrategy",
        {
            "AREAS": town[0], "AREA_ID": "code", "POPULATION": "pop", "RECORDS": 100, "RISK": 0.04,
            "MODEL": "wieland", "OUTPUT": "memory:", "CROWD": "memory:",
        },
    )  # fmt: skip


def summed(run, points, *crowds, **more):
    """The crowd of several releases, as a scan over it shows its locations."""
    scan = {"CASES": points, "SIMULATIONS": 0, "OUTPUT": "memory:", "LOCATIONS": "memory:"}
    return run("scanstatistic", {**scan, "CROWD": list(crowds), **more})["LOCATIONS"]


@pytest.mark.slow
def test_crowds_and_tables_of_two_releases_add_up(run, town, release, second, table):
    areas, people = town
    points, first = release
    crowds = [crowd_with_expected(made["CROWD"], made["OUTPUT"], areas) for made in (first, second)]
    one, other = ({row["destination"]: row for row in table(crowd)} for crowd in crowds)
    for name, more in (("people", {}), ("expected", {"CROWD_FIELD": "expected"})):
        held = table(summed(run, points, *crowds, **more))
        assert sum(row["people"] for row in held) == pytest.approx(people.sum())
        for row in held:
            parts = ((0.75, one), (0.25, other))
            said = sum(
                share * of[row["destination"]][name] for share, of in parts if row["destination"] in of
            )
            assert row["scan_size"] == pytest.approx(said) and row["records"] == 400
    given = {
        "AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "OUTPUT": "memory:",
        "CROWD": [first["CROWD"], second["CROWD"]], "TABLE": [first["OUTPUT"], second["OUTPUT"]],
    }  # fmt: skip
    # Both refuse a table that does not make this crowd of these people.
    assert len(table(run("maskedrates", {**given, "MASKED": points})["OUTPUT"])) == SIDE * SIDE
    assert run("scanstatistic", {**given, "CASES": points, "SIMULATIONS": 19, "SEED": 1})["P_VALUE"] > 0.05
    with refuses("crowds.tables.other_destinations"):
        run("maskedrates", {**given, "MASKED": points, "TABLE": given["TABLE"][::-1]})


@pytest.mark.slow
def test_crowds_of_two_donuts_add_up_and_outside_is_what_neither_holds(run, layer, town, table):
    """The longer move reaches farther out, so that “outside” was another place in each crowd."""
    areas, _people = town
    place = f"POINT({WEST + 0.05} {SOUTH + 0.05})"
    points = layer("Point", [(place, [1])] * 5, ["record:integer"])
    given = {"AREA_ID": "code", "POPULATION": "pop", "CROWD": "memory:", "TABLE": "memory:", **DONUT}

    def made(low_m, high_m, records, areas=areas):
        patients = layer("Point", [(place, [i]) for i in range(records)], ["number:integer"])
        moved = {"MIN_DISTANCE": low_m, "MAX_DISTANCE": high_m, "PATIENTS": patients, "AREAS": areas}
        return run("randommask", {**given, **moved})

    def outside(crowd):
        return next(row for row in crowd.getFeatures() if row["destination"] == "outside")

    short, long = made(100, 500, 300), made(1000, 5000, 100)
    for first, second in ((short, long), (long, short)):
        both = summed(run, points, first["CROWD"], second["CROWD"])
        found, one, other = (outside(crowd) for crowd in (both, short["CROWD"], long["CROWD"]))
        assert found["people"] == pytest.approx(0.75 * one["people"] + 0.25 * other["people"])
        assert found.geometry().symDifference(other.geometry()).area() < 1e-9
        rates = {"AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "OUTPUT": "memory:"}
        tables = {"CROWD": [first["CROWD"], second["CROWD"]], "TABLE": [first["TABLE"], second["TABLE"]]}
        assert run("maskedrates", {**rates, **tables, "MASKED": points})["FIELD_SD"] >= 0
    west = layer("Polygon", [
        (area.geometry().asWkt(17), area.attributes()) for area in areas.getFeatures() if area["code"] < "050"
    ], ["code:string", "pop:integer", "expected:double"])  # fmt: skip
    with refuses("crowds.outside.lacking", match="050"):
        summed(run, points, short["CROWD"], made(100, 500, 9, west)["CROWD"])


@pytest.mark.slow
def test_a_table_is_not_added_without_its_crowd(run, town, release):
    areas, _people = town
    points, solved = release
    with refuses("layer.source.missing"):
        run("maskedrates", {
            "MASKED": points, "CROWD": [], "TABLE": [solved["OUTPUT"]], "AREAS": areas, "AREA_ID": "code",
            "POPULATION": "pop", "OUTPUT": "memory:",
        })  # fmt: skip
    with refuses("crowds.tables.other_number"):
        run("maskedrates", {
            "MASKED": points, "CROWD": [solved["CROWD"], solved["CROWD"]], "TABLE": [solved["OUTPUT"]],
            "AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "OUTPUT": "memory:",
        })  # fmt: skip


@pytest.mark.slow
def test_tables_of_strata_are_added_one_stratum_at_a_time(run, layer, town, release, second, table):
    areas, _people = town
    points, first = release
    names = ["stratum:string", "origin:string", "destination:string", "probability:double"]

    def table_of(sex, made):
        rows = [[sex, *(row[name.split(":")[0]] for name in names[1:])] for row in table(made["OUTPUT"])]
        return layer("None", [(None, row) for row in rows], names)

    def crowd_of(made):
        rows = [[r["destination"], 2 * r["people"], r["records"], r["people"]] for r in table(made["CROWD"])]
        fields = ["destination:string", "people:double", "records:integer", "people_F:double"]
        return _copy(layer, made["CROWD"], fields, rows)

    women, men, crowds = table_of("F", first), table_of("M", second), [crowd_of(first), crowd_of(second)]
    given = {"AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "OUTPUT": "memory:", "MASKED": points}
    with refuses("crowds.tables.other_strata", match="F, M"):
        run("maskedrates", {**given, "CROWD": crowds, "TABLE": [women, men]})
    women = [women, table_of("F", second)]
    assert len(table(run("maskedrates", {**given, "CROWD": crowds, "TABLE": women})["OUTPUT"])) == SIDE * SIDE


def _copy(layer, made, fields, rows):
    """A layer with the places of another and rows of its own."""
    shapes = [one.geometry().asWkt(17) for one in made.getFeatures()]
    return layer("Polygon", list(zip(shapes, rows)), fields)


@pytest.mark.slow
def test_crowds_of_different_people_are_not_added_up(run, layer, town, release):
    areas, _people = town
    points, first = release
    cells = [(one.geometry().asWkt(17), one.attributes()) for one in areas.getFeatures()]
    west = layer("Polygon", cells[:90], ["code:string", "pop:integer", "expected:double"])
    moved = [(shape, [f"x{code}", pop, e]) for shape, (code, pop, e) in cells]
    renamed = layer("Polygon", moved, ["code:string", "pop:integer", "expected:double"])
    common = {
        "AREA_ID": "code", "POPULATION": "pop", "RECORDS": 100, "RISK": 0.02, "MODEL": "wieland",
        "OUTPUT": "memory:", "CROWD": "memory:",
    }  # fmt: skip
    fewer = run("lpstrategy", {**common, "AREAS": west})
    with refuses("crowds.people.different"):
        summed(run, points, first["CROWD"], fewer["CROWD"])
    other = run("lpstrategy", {**common, "AREAS": renamed, "DESTINATIONS": areas})
    with refuses("crowds.tables.unknown_areas", match="x000"):
        run("maskedrates", {
            "MASKED": points, "CROWD": [first["CROWD"], other["CROWD"]],
            "TABLE": [first["OUTPUT"], other["OUTPUT"]], "AREAS": areas, "AREA_ID": "code",
            "POPULATION": "pop", "OUTPUT": "memory:",
        })  # fmt: skip


@pytest.mark.slow
def test_a_census_layer_with_the_names_of_a_crowd_is_no_crowd(run, layer, town, release):
    areas, people = town
    points, _solved = release
    rows = [[f"{i:03d}", int(n)] for i, n in enumerate(people)]
    census = _copy(layer, areas, ["destination:string", "people:integer"], rows)
    with refuses("crowd.layer.no_crowd", match="records"):
        run("scanstatistic", {"CASES": points, "CROWD": census, "OUTPUT": "memory:"})


@pytest.mark.slow
def test_whole_people_are_no_crowd_without_the_table_that_made_them(run, layer, town, release):
    areas, people = town
    points, solved = release
    rows = [[f"{i:03d}", int(n), 300] for i, n in enumerate(people)]
    census = _copy(layer, areas, ["destination:string", "people:integer", "records:integer"], rows)
    given = {"CASES": points, "SIMULATIONS": 0, "OUTPUT": "memory:"}
    with refuses("crowd.field.whole_numbers"):
        run("scanstatistic", {**given, "CROWD": census})
    run("scanstatistic", {**given, "CROWD": solved["CROWD"]})


@pytest.mark.slow
@pytest.mark.parametrize("tool", ["scanstatistic", "maskedrates"])
def test_a_crowd_of_another_release_than_the_table_is_refused(run, town, release, tool):
    areas, _people = town
    points, solved = release
    other = run(
        "lpstrategy",
        {
            "AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "RECORDS": 300, "RISK": 0.04,
            "MODEL": "wieland", "OUTPUT": "memory:", "CROWD": "memory:",
        },
    )  # fmt: skip
    given = {
        "CROWD": other["CROWD"], "TABLE": solved["OUTPUT"], "AREAS": areas, "AREA_ID": "code",
        "POPULATION": "pop", "OUTPUT": "memory:",
    }  # fmt: skip
    with refuses("crowd.points.stray"):
        run(tool, {**given, "CASES" if tool == "scanstatistic" else "MASKED": points})


@pytest.mark.slow
def test_a_number_of_records_is_nobody_to_compare_with(run, release):
    points, solved = release
    with refuses("crowd.field.draws"):
        run("scanstatistic", {"CASES": points, "CROWD": solved["CROWD"], "CROWD_FIELD": "records",
                              "OUTPUT": "memory:"})  # fmt: skip


@pytest.mark.slow
def test_a_part_of_the_masked_points_is_still_masked(run, layer, town, release):
    areas, _people = town
    points = [
        (one.geometry().asWkt(17), [one["record"]]) for one in release[0].getFeatures() if one["record"] % 3
    ]
    part = layer("Point", points, ["record:integer"])
    given = {"AREAS": areas, "AREA_ID": "code", "POPULATION": "pop", "OUTPUT": "memory:"}
    with refuses("scan.cases.masked"):
        run("scanstatistic", {**given, "CASES": part})


@pytest.mark.slow
def test_masked_cases_are_not_compared_with_controls_at_their_true_places(run, layer, release):
    rng = np.random.default_rng(4)
    true = layer(
        "Point",
        [(f"POINT({WEST + 0.2 * rng.random()} {SOUTH + 0.2 * rng.random()})", [f"k{i}"]) for i in range(100)],
        ["name:string"],
    )
    for cases, controls in ((release[0], true), (true, release[0])):
        with refuses("controls.points.not_masked"):
            run("scanstatistic", {"CASES": cases, "CONTROLS": controls, "OUTPUT": "memory:"})


@pytest.mark.slow
def test_a_table_filtered_to_one_stratum_is_read(run, layer, town, release, table):
    areas, _people = town
    points, solved = release
    rows = [
        (stratum, row["origin"], row["destination"], row["probability"])
        for row in table(solved["OUTPUT"])
        for stratum in ("F", "M")
    ]
    strata = layer(
        "None", [(None, list(row)) for row in rows],
        ["stratum:string", "origin:string", "destination:string", "probability:double"],
    )  # fmt: skip
    crowd = solved["CROWD"]
    held = [[row["destination"], 2 * row["people"], 300, row["people"]] for row in table(crowd)]
    names = ["destination:string", "people:double", "records:integer", "people_F:double"]
    both = _copy(layer, crowd, names, held)
    given = {
        "CASES": points, "CROWD": both, "TABLE": strata, "AREAS": areas, "AREA_ID": "code",
        "POPULATION": "pop", "SIMULATIONS": 19, "OUTPUT": "memory:",
    }  # fmt: skip
    with refuses("mask_table.layer.several_strata"):
        run("scanstatistic", given)
    strata.setSubsetString("\"stratum\" = 'F'")
    assert 0 < run("scanstatistic", given)["P_VALUE"] <= 1
    strata.setSubsetString("\"stratum\" = 'M'")
    with refuses("crowd.field.no_stratum", match="people_M"):
        run("scanstatistic", given)


@pytest.mark.slow
def test_what_stands_nowhere_or_for_nobody_is_named(run, layer, town, release, table):
    points, solved = release
    shapes = [one.geometry().asWkt(17) for one in solved["CROWD"].getFeatures()]
    rows = [[row["destination"], row["people"], 300] for row in table(solved["CROWD"])]
    names = ["destination:string", "people:double", "records:integer"]

    def crowd(changed):
        return layer("Polygon", list(zip(shapes, changed)), names)

    nobody = crowd([[place, 0, 300] for place, _people, _records in rows])
    with refuses("crowd.points.nobody"):
        run("scanstatistic", {"CASES": points, "CROWD": nobody, "OUTPUT": "memory:"})
    with refuses("crowds.people.none"):
        summed(run, points, nobody, nobody)
    nameless = crowd([[None, *rows[0][1:]], *rows[1:]])
    with refuses("crowds.rows.incomplete", match="destination"):
        summed(run, points, nameless, solved["CROWD"])


@pytest.mark.slow
def test_points_and_people_are_of_the_same_stratum(run, feedback, layer, release, table):
    points, solved = release
    shapes = [one.geometry().asWkt(17) for one in solved["CROWD"].getFeatures()]
    rows = [[row["destination"], row["people"], 300, row["people"] * 0.51] for row in table(solved["CROWD"])]
    names = ["destination:string", "people:double", "records:integer", "people_F:double"]
    crowd = layer("Polygon", list(zip(shapes, rows)), names)
    given = {"CROWD": crowd, "SIMULATIONS": 0, "OUTPUT": "memory:"}
    with refuses("crowd.field.one_stratum"):
        run("scanstatistic", {**given, "CASES": points, "CROWD_FIELD": "people_F"})
    women = [(one.geometry().asWkt(17), [one["record"]]) for one in points.getFeatures() if one["record"] % 2]
    part = layer("Point", women, ["record:integer"])
    run("scanstatistic", {**given, "CASES": part, "CROWD_FIELD": "people_F"})
    assert any("150 points" in said and "300 records" in said for said in feedback.warnings)

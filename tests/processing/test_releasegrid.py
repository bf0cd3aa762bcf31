# SPDX-License-Identifier: GPL-2.0-or-later
"""Release a grid, run as a user runs it."""

import re
from collections import Counter
from importlib.util import find_spec

import numpy as np
import pytest

from geodeid_plugin.host import installation
from geodeid_plugin.host.compat import is_null
from geodeid_plugin.host.installation import resource
from geodeid_plugin.processing_provider.io.styling import dress
from tests.refusals import refuses

qgis_core = pytest.importorskip("qgis.core")


@pytest.fixture
def patients(layer):
    """A town of 600 records and 80 far apart, in the INSPIRE plane."""
    source = np.random.default_rng(8)
    x = 4_000_000 + np.concatenate([source.normal(0, 700, 600), source.uniform(-8000, 8000, 80)])
    y = 3_000_000 + np.concatenate([source.normal(0, 700, 600), source.uniform(-8000, 8000, 80)])
    rows = [(f"POINT({a} {b})", [i]) for i, (a, b) in enumerate(zip(x, y))]
    return layer("Point", rows, ["id:integer"], "EPSG:3035", "patients")


def release(run, points, shape, **more):
    return run("releasegrid", {"POINTS": points, "SHAPE": shape, "OUTPUT": "memory:", **more})


H3 = pytest.param("h3", 1500, marks=pytest.mark.skipif(find_spec("h3") is None, reason="h3 is optional"))


@pytest.mark.parametrize(("shape", "size"), [("square", 1000), ("hexagon", 1500), ("quadtree", 500), H3])
def test_small_counts_are_withheld_and_cannot_be_computed(run, patients, table, shape, size):
    result = release(run, patients, shape, SIZE=size)
    rows = table(result["OUTPUT"])
    shown = [row["records"] for row in rows if not row["hidden"]]
    hidden = sum(row["hidden"] for row in rows)
    assert all(value >= 11 for value in shown)
    rest = 680 - sum(shown)
    assert hidden == 0 or (hidden > 1 and rest - hidden + 1 >= 11)
    assert result["HIDDEN_RECORDS"] == rest
    assert set(rows[0]) == {"cell", "records", "hidden", "side_m"}
    assert hidden == 0 or result["FEWEST_VALUES"] >= 11


@pytest.mark.slow
def test_the_anchor_is_fixed_and_a_quadtree_is_finer_where_records_are_many(run, layer):
    source = np.random.default_rng(8)
    x = np.concatenate([source.uniform(4_000_000, 4_004_000, 3000), source.uniform(4_004_000, 4_008_000, 40)])
    y = source.uniform(3_000_000, 3_004_000, 3040)
    town = layer("Point", [(f"POINT({a} {b})", [1]) for a, b in zip(x, y)], ["id:integer"], "EPSG:3035")
    output = release(run, town, "quadtree", SIZE=250)["OUTPUT"]
    sides = set()
    for feature in output.getFeatures():
        box = feature.geometry().boundingBox()
        sides.add(feature["side_m"])
        assert box.xMinimum() % feature["side_m"] == 0
        assert box.yMinimum() % feature["side_m"] == 0
        assert box.width() == feature["side_m"]
    assert len(sides) > 1


def test_points_in_degrees_lie_on_the_grid_of_the_world(run, layer, table):
    rows = [(f"POINT({-75 + 0.001 * (i % 7)} {45 + 0.001 * (i % 5)})", [i]) for i in range(70)]
    result = release(run, layer("Point", rows, ["id:integer"]), "square", SIZE=5000)
    assert result["OUTPUT"].crs().authid() == "EPSG:6933"
    assert sum(row["records"] or 0 for row in table(result["OUTPUT"])) <= 70


def test_a_plane_in_degrees_and_too_few_records_are_sentences(run, layer, patients):
    degrees = qgis_core.QgsCoordinateReferenceSystem("EPSG:4326")
    with refuses("grid.crs.not_metres"):
        release(run, patients, "square", GRID_CRS=degrees)
    few = layer("Point", [(f"POINT(0.0{i} 0)", [i]) for i in range(6)], ["id:integer"])
    with refuses("count.table.unprotectable"):
        release(run, few, "square")


def test_the_report_for_release_has_no_true_count_of_a_hidden_cell(run, patients, tmp_path):
    forms = [tmp_path / "internal.html", tmp_path / "release.html"]
    release(run, patients, "square", REPORT=str(forms[0]), RELEASE_REPORT=str(forms[1]))
    internal, public = (form.read_text(encoding="utf-8") for form in forms)
    assert "True count" in internal
    assert "True count" not in public
    drawn = re.findall(r"<polygon points='[^']*' fill='([^']*)'", public)
    assert drawn == re.findall(r"<polygon points='[^']*' fill='([^']*)'", internal)
    assert drawn.count("url(#held-back)") == public.count('<td class="suppressed number">') > 0


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "size"), [("square", 1000), ("hexagon", 1500), ("quadtree", 500), H3])
def test_report_and_layer_show_the_same_classes_of_records_by_size(run, patients, tmp_path, shape, size):
    report = tmp_path / "report.html"
    layer = release(run, patients, shape, SIZE=size, REPORT=str(report))["OUTPUT"]
    dress(layer, resource("styles", "released_grid.qml"))
    rules = [
        one for one in layer.renderer().rootRule().children() if '"records" > 0' in one.filterExpression()
    ]
    drawn = report.read_text(encoding="utf-8").split("Map of the released counts")[1].split("</svg>")[0]
    legend = re.findall(r"fill='(#\w+)' stroke='[^']*'/><text[^>]*>([^<]*)</text>", drawn)
    assert [(one.symbol().color().name(), one.label()) for one in rules] == legend
    assert 2 <= len(legend) <= 4 and legend[0][1].endswith("km²")
    scope, of_each = qgis_core.QgsExpressionContext(), []
    for feature in layer.getFeatures(qgis_core.QgsFeatureRequest().setFilterExpression("not hidden")):
        scope.setFeature(feature)
        fits = [one for one in rules if qgis_core.QgsExpression(one.filterExpression()).evaluate(scope)]
        of_each.append((feature["records"] / feature.geometry().area(), *(rules.index(one) for one in fits)))
    assert [at for _density, at in sorted(of_each)] == sorted(at for _density, at in of_each)


@pytest.fixture
def book(run, tmp_path):
    """A new ledger and its key, as parameters."""
    ledger, key = str(tmp_path / "l.gpkg"), str(tmp_path / "l.key")
    run("newledger", {"LEDGER": ledger, "KEY": key})
    return {"LEDGER": ledger, "LEDGER_KEY": key}


def cells(table, result) -> dict:
    return {
        row["cell"]: None if is_null(row["records"]) else row["records"] for row in table(result["OUTPUT"])
    }


@pytest.mark.slow
def test_cells_of_h3_carry_its_ids_and_two_resolutions_are_not_both_released(
    run, layer, patients, table, book
):
    h3 = pytest.importorskip("h3", reason="the Python package h3 is optional")
    to_degrees = qgis_core.QgsCoordinateTransform(
        patients.crs(), qgis_core.QgsCoordinateReferenceSystem("EPSG:4326"), qgis_core.QgsProject.instance()
    )
    places = [to_degrees.transform(feature.geometry().asPoint()) for feature in patients.getFeatures()]
    result = release(run, patients, "h3", SIZE=1000, PERIOD="2024", **book)
    assert result["OUTPUT"].crs().authid() == "EPSG:4326"
    counted = Counter(h3.latlng_to_cell(place.y(), place.x(), 8) for place in places)
    rows = cells(table, result)
    assert set(rows) == set(counted)
    assert all(shown is None or shown == counted[cell] >= 11 for cell, shown in rows.items())
    for feature in result["OUTPUT"].getFeatures():
        lat, lon = h3.cell_to_latlng(feature["cell"])
        middle = qgis_core.QgsGeometry.fromPointXY(qgis_core.QgsPointXY(lon, lat))
        assert feature.geometry().contains(middle)
    assert cells(table, release(run, patients, "h3", SIZE=900, PERIOD="2024", **book)) == rows
    for shape, size in (("h3", 3000), ("square", 1000)):
        with refuses("ledger.grid.other_grid"):
            release(run, patients, shape, SIZE=size, PERIOD="2024", **book)
    with refuses("grid.crs.of_h3"):
        release(run, patients, "h3", GRID_CRS="EPSG:3035")


def test_counts_of_h3_are_held_against_the_people_of_its_cells(run, layer):
    h3 = pytest.importorskip("h3", reason="the Python package h3 is optional")
    middle = h3.latlng_to_cell(45.4, -75.7, 8)
    ids = h3.grid_disk(middle, 1)[:6]
    records, enough = [30, 12, 25, 40, 18, 16], [900, 800, 1200, 1500, 1100, 700]
    places = [h3.cell_to_latlng(one) for one, number in zip(ids, records) for _record in range(number)]
    points = layer("Point", [(f"POINT({lon} {lat})", [1]) for lat, lon in places], ["id:integer"])

    def word(people):
        rings = [[f"{lon!r} {lat!r}" for lat, lon in h3.cell_to_boundary(one)] for one in ids]
        rows = [(f"POLYGON(({','.join([*ring, ring[0]])}))", [number]) for ring, number in zip(rings, people)]
        areas = layer("Polygon", rows, ["pop:integer"], name="census")
        return release(run, points, "h3", SIZE=920, AREAS=areas, POPULATION="pop")["VERDICT"]

    assert release(run, points, "h3", SIZE=920)["VERDICT"] == "not_judged"
    assert word(enough) == "passed"
    assert word([900, 12, *enough[2:]]) == "gives_away"


def test_without_the_package_h3_the_dialog_and_the_run_say_how_to_get_it(run, patients, monkeypatch):
    monkeypatch.setattr(installation, "missing", lambda names: [name for name in names if name == "h3"])
    tool = qgis_core.QgsApplication.processingRegistry().algorithmById("geodeid:releasegrid")
    context, given = qgis_core.QgsProcessingContext(), {"POINTS": patients, "OUTPUT": "memory:"}
    fine, sentence = tool.checkParameterValues({**given, "SHAPE": "h3"}, context)
    assert not fine and "pip install h3" in sentence
    assert tool.checkParameterValues({**given, "SHAPE": "square"}, context)[0]
    monkeypatch.setattr(type(tool), "checkParameterValues", lambda *_given: (True, ""))
    with refuses("grid.packages.missing", match="pip install h3"):
        release(run, patients, "h3")


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["square", "hexagon", "quadtree"])
def test_the_ledger_withholds_the_same_cells_again_and_asks_for_the_same_promise(
    run, patients, table, book, shape
):
    given = {"SIZE": 190 if shape == "quadtree" else 1500, **book}
    first = cells(table, release(run, patients, shape, **given))
    assert None in first.values()
    for _again in range(3):
        assert cells(table, release(run, patients, shape, **given)) == first
    with refuses("ledger.table.other_rules", match="11"):
        release(run, patients, shape, SMALL_CELL=5, **given)


@pytest.mark.slow
def test_what_was_withheld_stays_so_under_another_key(run, patients, table, book, tmp_path):
    first = cells(table, release(run, patients, "square", SIZE=1000, **book))
    for name in ("ab", "cd", "ef"):
        (tmp_path / "own.key").write_text(name * 32, encoding="ascii")
        given = {"SIZE": 1000, "MASK_KEY": str(tmp_path / "own.key"), **book}
        again = cells(table, release(run, patients, "square", **given))
        assert all(again[cell] is None for cell, shown in first.items() if shown is None)
        first = again


@pytest.mark.slow
def test_grids_that_cut_each_other_and_other_records_are_refused(run, layer, patients, table, book):
    release(run, patients, "square", SIZE=1000, PERIOD="2024", **book)
    for given in ({"SIZE": 1500}, {"SIZE": 1000, "GRID_CRS": "EPSG:25832"}):
        with refuses("ledger.grid.other_grid"):
            release(run, patients, "square", PERIOD="2023-2024", **given, **book)
    for shape in ("hexagon", "quadtree"):
        with refuses("ledger.grid.other_grid"):
            release(run, patients, shape, SIZE=1000, **book)
    places = [feature.geometry().asPoint() for feature in patients.getFeatures()]
    rows = [(f"POINT({at.x()} {at.y()})", [1]) for at in [*places, places[0]]]
    more = layer("Point", rows, ["id:integer"], "EPSG:3035", "patients")
    with refuses("ledger.grid.count_changed"):
        release(run, more, "square", SIZE=1000, PERIOD="2024", **book)
    release(run, more, "square", SIZE=1000, PERIOD="2025", **book)


def test_a_coarser_grid_that_prints_a_sum_of_withheld_cells_is_refused(run, layer, table, book, tmp_path):
    """2, 8, 5 and 7 are withheld: coarser cells print 2 + 8 + 40, which leaves 1 to 9 of each."""
    (tmp_path / "own.key").write_text("ab" * 32, encoding="ascii")
    book = {**book, "MASK_KEY": str(tmp_path / "own.key")}
    numbers = {(0, 0): 2, (1, 0): 8, (0, 1): 40, (8, 8): 30, (9, 9): 5, (12, 12): 7}
    rows = [
        (f"POINT({1000 * x + 500} {1000 * y + 500})", [1])
        for (x, y), number in numbers.items()
        for _record in range(number)
    ]
    points = layer("Point", rows, ["id:integer"], "EPSG:3035", "patients")
    fine = cells(table, release(run, points, "square", SIZE=1000, PERIOD="2024", **book))
    assert fine["0:0:0"] is None and fine["0:9:9"] is None
    with refuses("ledger.grid.reveals", match="1"):
        release(run, points, "square", SIZE=2000, PERIOD="2024", **book)
    release(run, points, "square", SIZE=2000, PERIOD="2025", **book)


@pytest.mark.slow
def test_areas_and_grids_of_the_same_records_are_not_both_released(run, grid, layer, patients, book):
    release(run, patients, "square", SIZE=1000, PERIOD="2024", **book)
    clustered = run("clusterareas", {
        "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
    })["OUTPUT"]  # fmt: skip
    rows = [(None, [f"P{at}", "A00"]) for at in range(30)]
    people = layer("None", rows, ["name:string", "code:string"], crs=None, name="patients")
    given = {"RECORDS": people, "RECORD_AREA": "code", "CLUSTERED": clustered, "AREA_ID": "id", **book,
             "FORM": "dissolved", "OUTPUT": "memory:"}  # fmt: skip
    with refuses("ledger.table.earlier_grid"):
        run("releaseareas", {**given, "PERIOD": "2023-2024"})
    run("releaseareas", {**given, "PERIOD": "1999"})
    with refuses("ledger.grid.earlier_areas"):
        release(run, patients, "hexagon", PERIOD="1998-1999", **book)


@pytest.mark.slow
def test_a_grid_beside_registered_clusters_could_not_be_judged(run, grid, patients, book):
    run("clusterareas", {
        "AREAS": grid(4, 4), "AREA_ID": "id", "POPULATION": "pop", "THRESHOLD": 200, "OUTPUT": "memory:",
        "PERIOD": "2024", **{name: book[name] for name in ("LEDGER", "LEDGER_KEY")},
    })  # fmt: skip
    other = release(run, patients, "square", SIZE=1000, PERIOD="2025", **book)
    assert "which a grid cuts" not in other["VERDICT_TEXT"]
    same = release(run, patients, "square", SIZE=1000, PERIOD="2020-2024", **book)
    assert same["VERDICT"] == "not_judged" and "(1), which a grid cuts" in same["VERDICT_TEXT"]

# SPDX-License-Identifier: GPL-2.0-or-later
"""The attack on a picture that the map preview drew, scored against the points it shows."""

import json
import sys
from functools import partial

import numpy as np
import pytest
from qgis.PyQt.QtGui import QImage

from tests.refusals import refuses

qgis_core = pytest.importorskip("qgis.core")

from geodeid_plugin.processing_provider.disclosure.mapimage import pictures  # noqa: E402

pytestmark = pytest.mark.usefixtures("pictures_once")

UTM = "EPSG:32618"
WEST, SOUTH = 400_000, 4_700_000


@pytest.fixture(autouse=True)
def upright(monkeypatch):
    """No picture here is askew, and upright ones are placed in a third of the time."""
    monkeypatch.setattr(pictures, "LARGEST_TURN_DEG", 0.0)


def ring(seed=4, points=160, size=9_000):
    source = np.random.default_rng(seed)
    angle = np.linspace(0, 2 * np.pi, points)[:-1]
    radius = size * (
        1 + sum(source.normal(0, 0.25 / k) * np.cos(k * angle + source.random() * 6) for k in range(2, 14))
    )
    return [(WEST + 10_000 + r * np.cos(a), SOUTH + 10_000 + r * np.sin(a)) for r, a in zip(radius, angle)]


def polygon(corners):
    return "POLYGON((" + ",".join(f"{x} {y}" for x, y in [*corners, corners[0]]) + "))"


def places(seed=1, count=70, spread=5_500):
    middle = np.array([WEST + 10_000, SOUTH + 10_000])
    return middle + np.random.default_rng(seed).uniform(-spread, spread, (count, 2))


@pytest.fixture(scope="module")
def world(qgis_app, tmp_path_factory):
    """A county, its patients, an address at each patient's and many others, and a picture of them."""
    import processing
    from conftest import make_layer

    county = make_layer(
        "Polygon", [(polygon(ring()), ["c", 40_000])], ["id:string", "people:integer"], UTM, "county"
    )
    patients = make_layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(places())],
                          ["id:integer"], UTM, "patients")  # fmt: skip
    homes = np.vstack([places(), places(seed=2, count=6_000)])
    addresses = make_layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(homes)],
                           ["id:integer"], UTM, "addresses")  # fmt: skip
    picture = tmp_path_factory.mktemp("picture") / "map.png"
    processing.run("geodeid:mappreview", {
        "LAYER": patients, "BASEMAP": [county], "DPI": 90, "IMAGE": str(picture), "SIZE": "150x130",
    })  # fmt: skip
    return {"county": county, "patients": patients, "addresses": addresses, "picture": str(picture)}


def attack(run, world, **more):
    return run("mapreidentification", {
        "IMAGE": world["picture"], "OUTLINE": world["county"], "TRUTH": world["patients"],
        **more,
    })  # fmt: skip


@pytest.mark.slow
def test_a_picture_of_the_patients_gives_them_away_and_says_so_everywhere(run, world, tmp_path, table):
    result = attack(run, world, ADDRESSES=world["addresses"], OUTPUT=str(tmp_path / "out.gpkg"),
                    REPORT=str(tmp_path / "report.html"), METRICS=str(tmp_path / "metrics.json"))  # fmt: skip
    assert result["VERDICT"] == "gives_away"
    assert result["RECOVERED"] >= 60
    assert result["PRECISION"] >= 0.9
    assert result["MEAN_DISTANCE_M"] < 40
    rows = table(str(tmp_path / "out.gpkg"))
    matched = [row for row in rows if row["record"]]
    assert len(matched) == result["RECOVERED"]
    assert all(row["rank"] >= 0 and row["candidates"] >= 1 for row in matched)
    page = (tmp_path / "report.html").read_text()
    assert "it gives people away" in page and "internal" in page.lower() and "<image href=" in page
    assert "What would make it safe" in page
    figures = json.loads((tmp_path / "metrics.json").read_text())["figures"]
    assert figures["RECOVERED"] == result["RECOVERED"]


@pytest.mark.slow
def test_addresses_may_be_footprints_or_points_with_heights(run, layer, world):
    homes = np.vstack([places(), places(seed=2, count=500)])
    boxes = [polygon([(x - 3, y - 3), (x + 3, y - 3), (x + 3, y + 3), (x - 3, y + 3)]) for x, y in homes]
    layers = [
        layer("Polygon", [(box, [i]) for i, box in enumerate(boxes)], ["id:integer"], UTM),
        layer(
            "PointZ", [(f"POINT Z({x} {y} 7)", [i]) for i, (x, y) in enumerate(homes)], ["id:integer"], UTM
        ),
        layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(homes)], ["id:integer"], UTM),
    ]
    results = [attack(run, world, ADDRESSES=addresses, REMEDY=False) for addresses in layers]
    for name in ("EXPOSED", "EXACT_SHARE", "MEDIAN_RANK"):
        assert results[0][name] == results[1][name] == results[2][name]
    assert results[0]["EXPOSED"] > 50


@pytest.mark.slow
def test_residents_of_an_apartment_house_hide_a_patient_that_those_of_a_house_do_not(
    run, layer, world, table
):
    def houses(residents):
        rows = [(f"POINT({x} {y})", [residents]) for x, y in places()]
        return layer("Point", rows, ["people:integer"], UTM, name="houses")

    def attacked(count):
        given = {"ADDRESSES": houses(count), "RESIDENTS": "people", "REMEDY": False, "OUTPUT": "memory:"}
        result = attack(run, world, **given)
        return result, [row["candidates"] for row in table(result["OUTPUT"]) if row["record"]]

    tower, in_towers = attacked(40)
    small, in_houses = attacked(3)
    assert min(in_towers) >= 40 and tower["EXPOSED"] == 0
    assert small["EXPOSED"] > 50 and np.median(in_houses) == pytest.approx(3)
    assert small["EXACT_SHARE"] == tower["EXACT_SHARE"] > 0.8
    for wrong in (None, -1, 20_000):
        with refuses("address.residents.not_whole", match="houses"):
            attacked(wrong)


@pytest.mark.slow
@pytest.mark.parametrize(("people", "exposed"), [(3, True), (40, False), (None, False)])
def test_residents_are_no_more_than_the_areas_count_and_no_green_without_them(
    run, layer, world, people, exposed
):
    """Numbers of something else stand for residents: only a census shows how many there are."""
    spots = places()
    low, high = np.min(spots, axis=0) - 1_000, np.max(spots, axis=0) + 1_000
    square = polygon([low, (high[0], low[1]), high, (low[0], high[1])])
    count = None if people is None else people * len(spots)
    given = {
        "ADDRESSES": layer(
            "Point", [(f"POINT({x} {y})", [40]) for x, y in spots], ["people:integer"], UTM, name="houses"
        ),
        "RESIDENTS": "people", "REMEDY": False,
    }  # fmt: skip
    if count:
        areas = layer("Polygon", [(square, ["a", count])], ["id:string", "pop:integer"], UTM, name="areas")
        given |= {"AREAS": areas, "AREA_ID": "id", "POPULATION": "pop"}
    result = attack(run, world, **given)
    assert (result["EXPOSED"] > 50) is exposed
    assert result["VERDICT"] == ("gives_away" if exposed else "with_care" if count is None else "passed")


@pytest.mark.slow
def test_a_picture_of_masked_points_keeps_the_patients_within_the_limit(run, layer, world):
    far = places(seed=9)
    others = layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(far)], ["id:integer"], UTM)
    crowd = {"AREAS": world["county"], "AREA_ID": "id", "POPULATION": "people"}
    result = attack(run, world, TRUTH=others, MASKED=world["patients"], **crowd)
    assert result["VERDICT"] != "gives_away"
    assert result["RECOVERED"] < 20


@pytest.mark.slow
def test_a_map_of_the_patients_that_is_placed_wrongly_is_not_judged(run, layer, world, tmp_path):
    placed = run("georeferencemap", {
        "IMAGE": world["picture"], "OUTLINE": world["county"],
        "GCPS_OUT": str(tmp_path / "map.points"),
    })  # fmt: skip
    lines = (tmp_path / "map.points").read_text().splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith("mapX"))
    rows = [line.split(",") for line in lines[head + 1 :]]
    moved = [",".join([str(float(east) + 1_700), *rest]) for east, *rest in rows]
    (tmp_path / "moved.points").write_text("\n".join([*lines[: head + 1], *moved]))
    assert placed["GCPS"]
    crowd = {"AREAS": world["county"], "AREA_ID": "id", "POPULATION": "people"}
    given = {**crowd, "OUTLINE": None, "GCPS": str(tmp_path / "moved.points"), "REMEDY": False}
    assert attack(run, world, **{**given, "GCPS": placed["GCPS"]})["VERDICT"] == "gives_away"
    assert attack(run, world, **given)["VERDICT"] == "not_judged"
    far = [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(places(seed=9))]
    others = layer("Point", far, ["id:integer"], UTM)
    wrong = attack(run, world, **given, MASKED=others)
    assert wrong["VERDICT"] == "not_judged", wrong["VERDICT_TEXT"]


@pytest.mark.slow
def test_a_map_of_others_passes_only_where_they_are_given_as_masked(run, layer, world):
    far = [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(places(seed=9))]
    others = layer("Point", far, ["id:integer"], UTM)
    crowd = {"AREAS": world["county"], "AREA_ID": "id", "POPULATION": "people", "TRUTH": others}
    assert attack(run, world, **crowd)["VERDICT"] == "not_judged"
    known = attack(run, world, MASKED=world["patients"], **crowd)
    assert known["VERDICT"] in ("passed", "with_care"), known["VERDICT_TEXT"]


@pytest.mark.slow
def test_each_record_at_the_place_of_a_dot_is_counted_and_named(run, layer, world, table, tmp_path):
    """Two people of the first house, three of the second: a dot that shows one shows them all."""
    where = np.vstack([places(), places()[:2], places()[1:2]])
    shared = layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(where)], ["id:integer"], UTM)
    found = attack(
        run, world, TRUTH=shared, ADDRESSES=world["addresses"], MASKED=world["patients"], REMEDY=False,
        OUTPUT=str(tmp_path / "out.gpkg"), CONCERNED=str(tmp_path / "concerned.gpkg"),
    )  # fmt: skip
    matched = [row for row in table(str(tmp_path / "out.gpkg")) if row["record"]]
    assert found["RECOVERED"] == len(matched) + 3
    assert len(table(str(tmp_path / "concerned.gpkg"))) == found["EXPOSED"] > len(matched)


@pytest.mark.slow
def test_dots_of_others_do_not_stand_for_records_that_were_missed(run, layer, world):
    """Thirty records in crowded houses lie under dots, twenty alone under none; forty dots are others'."""
    crowded, others = places()[:30], places(seed=5, count=60)
    apart = np.hypot(*(others[:, None] - places()[None]).transpose(2, 0, 1)).min(axis=1)
    alone = others[apart > 500][:20]
    homes = np.vstack([alone, *(crowded + np.array([0.05 * (step - 20), 0.0]) for step in range(40))])

    def points(where):
        return layer(
            "Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(where)], ["id:integer"], UTM
        )

    found = attack(
        run, world, TRUTH=points(np.vstack([crowded, alone])), ADDRESSES=points(homes), REMEDY=False
    )
    assert (found["EXPOSED"], found["VERDICT"]) == (0, "not_judged")
    assert "that were found in the picture: 20." in found["VERDICT_TEXT"]
    known = attack(run, world, TRUTH=points(crowded), ADDRESSES=points(homes), REMEDY=False)
    assert (known["EXPOSED"], known["VERDICT"]) == (0, "passed")


@pytest.mark.slow
def test_a_mask_that_moves_all_by_one_shift_gives_them_away_though_it_was_drawn(run, layer, world):
    """Whoever knows one home knows the shift: that the masked layer fits the dots does not excuse it."""
    homes = places() + np.array([250.0, 150.0])
    true = layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(homes)], ["id:integer"], UTM)
    crowd = {"AREAS": world["county"], "AREA_ID": "id", "POPULATION": "people", "TRUTH": true}
    result = attack(run, world, MASKED=world["patients"], REMEDY=False, **crowd)
    assert result["VERDICT"] == "gives_away", result["VERDICT_TEXT"]


@pytest.mark.slow
def test_without_addresses_or_population_a_failed_attack_is_not_called_safe(run, layer, world):
    others = layer("Point", [(f"POINT({x} {y})", [1]) for x, y in places(seed=9)], ["id:integer"], UTM)
    assert attack(run, world, TRUTH=others)["VERDICT"] == "not_judged"


@pytest.mark.slow
def test_true_points_in_another_country_are_not_judged(run, layer, world):
    elsewhere = layer("Point", [("POINT(15 48)", [1]), ("POINT(16 47)", [2])], ["id:integer"])
    result = attack(run, world, TRUTH=elsewhere)
    assert result["VERDICT"] == "not_judged"
    assert result["RECOVERED"] == 0


@pytest.mark.slow
def test_control_points_place_the_picture_as_well_as_the_outline(run, world, tmp_path):
    placed = run("georeferencemap", {
        "IMAGE": world["picture"], "OUTLINE": world["county"],
        "GCPS_OUT": str(tmp_path / "map.points"),
    })  # fmt: skip
    by_outline = attack(run, world)
    by_points = attack(run, world, OUTLINE=None, GCPS=placed["GCPS"])
    assert by_points["MEAN_DISTANCE_M"] == pytest.approx(by_outline["MEAN_DISTANCE_M"], abs=1.0)


@pytest.mark.slow
def test_a_picture_that_does_not_show_the_outline_is_not_judged(run, layer, world, tmp_path, table):
    other = layer("Polygon", [(polygon(ring(seed=77)), ["x"])], ["id:string"], UTM)
    result = attack(run, world, OUTLINE=other, OUTPUT=str(tmp_path / "out.gpkg"),
                    CONCERNED="memory:", REPORT=str(tmp_path / "report.html"))  # fmt: skip
    assert result["VERDICT"] == "not_judged" and "give control points" in result["VERDICT_TEXT"]
    assert result["EXPOSED"] is None and table(str(tmp_path / "out.gpkg")) == []
    assert "give control points" in (tmp_path / "report.html").read_text()


@pytest.mark.slow
def test_a_picture_without_dots_is_not_judged(run, world, tmp_path):
    from osgeo import gdal

    bad_files(tmp_path)
    blank = gdal.Open(str(tmp_path / "blank.png"))
    lined = gdal.GetDriverByName("MEM").CreateCopy("", blank)
    for band in (1, 2, 3):
        lined.GetRasterBand(band).WriteArray(np.zeros((2, blank.RasterXSize), np.uint8), 0, 30)
    gdal.GetDriverByName("PNG").CreateCopy(str(tmp_path / "line.png"), lined)
    for name, sentence in (("line.png", "no proof"), ("blank.png", "single colour")):
        result = attack(run, {**world, "picture": str(tmp_path / name)})
        assert result["VERDICT"] == "not_judged" and sentence in result["VERDICT_TEXT"]


@pytest.mark.slow
def test_nothing_to_place_the_picture_by_is_an_error(run, world):
    with refuses("picture.place.unknown"):
        attack(run, world, OUTLINE=None)


@pytest.mark.parametrize(
    "name", ["mapreidentification", "georeferencemap", "mapdots", "checkdocument", "checkheatmap"]
)
def test_what_places_pictures_says_that_pyproj_is_missing(qgis_app, monkeypatch, name):
    monkeypatch.setitem(sys.modules, "pyproj", None)
    able, why = qgis_core.QgsApplication.processingRegistry().algorithmById(f"geodeid:{name}").canExecute()
    assert not able and "pyproj" in why


def bad_files(tmp_path):
    from osgeo import gdal

    (tmp_path / "text.png").write_text("this is no picture")
    (tmp_path / "empty.png").write_bytes(b"")
    blank = gdal.GetDriverByName("MEM").Create("", 200, 200, 3)
    for band in range(3):
        blank.GetRasterBand(band + 1).Fill(255)
    gdal.GetDriverByName("PNG").CreateCopy(str(tmp_path / "blank.png"), blank)
    (tmp_path / "blank.png.aux.xml").unlink(missing_ok=True)
    return {
        "text.png": "picture.file.unreadable",
        "empty.png": "picture.file.empty",
        "absent.png": "picture.file.not_found",
    }


@pytest.mark.slow
def test_what_is_no_picture_is_refused(run, world, tmp_path):
    for name, code in bad_files(tmp_path).items():
        with refuses(code):
            attack(run, {**world, "picture": str(tmp_path / name)})


@pytest.mark.slow
def test_a_decompression_bomb_is_refused_before_it_is_decoded(run, world, tmp_path):
    import struct
    import zlib

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    bomb = tmp_path / "bomb.png"
    bomb.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )
    with refuses("picture.pixels.too_many", match="3 600"):
        attack(run, {**world, "picture": str(bomb)})


@pytest.mark.slow
def test_a_limit_outside_0_to_1_is_refused(run, world):
    with pytest.raises(qgis_core.QgsProcessingException):
        attack(run, world, LIMIT=0)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [0.6, 0.99])
def test_patients_without_neighbours_are_given_away_at_every_limit_below_1(run, world, limit):
    result = attack(run, world, ADDRESSES=world["patients"], LIMIT=limit, REMEDY=False)
    assert result["VERDICT"] == "gives_away"
    assert result["EXPOSED"] >= 60


PAGE_MM, SCALE, OWN_MM = (150, 130), 200_000, 2.0
PEOPLE_PER_M2 = 60 / (np.pi * 160**2)
"""Eleven people behind a dot at the middle of a pixel of 160 m, which is 31.75 dpi at this scale."""


@pytest.fixture(scope="module")
def town(qgis_app):
    """A county of even density, and patients far apart from each other."""
    from conftest import make_layer

    east, north = WEST + 30_000, SOUTH + 26_000
    corners = [(WEST, SOUTH), (east, SOUTH), (east, north), (WEST, north)]
    people = round(PEOPLE_PER_M2 * 30_000 * 26_000)
    county = make_layer("Polygon", [(polygon(corners), ["c", people])], ["id:string", "people:integer"], UTM)
    source = np.random.default_rng(12)
    cells = source.choice(20 * 16, 150, replace=False)
    where = np.column_stack([cells % 20, cells // 20]) * 1_300 + source.uniform(300, 1_000, (150, 2))
    where += [WEST + 2_000, SOUTH + 2_500]
    patients = make_layer("Point", [(f"POINT({x} {y})", [i]) for i, (x, y) in enumerate(where)],
                          ["id:integer"], UTM, "patients")  # fmt: skip
    return {"county": county, "patients": patients}


def canvas_picture(layer, path, dpi, symbol_mm):
    """Export points as the map window does, markers pasted at whole pixels, and control points beside."""
    from qgis.PyQt.QtCore import QSize
    from qgis.PyQt.QtGui import QColor

    pixel_m = SCALE * 0.0254 / dpi
    width, height = (round(side / 25.4 * dpi) for side in PAGE_MM)
    east, north = WEST + width * pixel_m, SOUTH + height * pixel_m
    symbol = qgis_core.QgsMarkerSymbol.createSimple({
        "name": "circle", "color": "#c8102e", "outline_style": "no", "size": str(symbol_mm / 25.4 * dpi),
        "size_unit": "Pixel",
    })  # fmt: skip
    layer.setRenderer(qgis_core.QgsSingleSymbolRenderer(symbol))
    settings = qgis_core.QgsMapSettings()
    settings.setOutputSize(QSize(width, height))
    settings.setExtent(qgis_core.QgsRectangle(WEST, SOUTH, east, north))
    settings.setBackgroundColor(QColor("white"))
    settings.setLayers([layer])
    job = qgis_core.QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    assert image.save(str(path))
    corners = [(x, y) for x in (0, width / 2, width) for y in (0, height / 2, height)]
    rows = [f"{WEST + x * pixel_m},{north - y * pixel_m},{x},{-y},1" for x, y in corners]
    points = path.with_suffix(".points")
    points.write_text("\n".join([f"#CRS: {UTM}", "mapX,mapY,sourceX,sourceY,enable", *rows]))
    return {"IMAGE": str(path), "GCPS": str(points)}


@pytest.fixture
def attack_town(run, town, tmp_path):
    """Draw the patients at a resolution and symbol size, and attack the picture."""

    return partial(attacked, run, town, tmp_path)


def attacked(run, town, folder, dpi, symbol_mm, **more):
    drawn = canvas_picture(town["patients"], folder / f"{dpi:g}_{symbol_mm:g}.png", dpi, symbol_mm)
    return run("mapreidentification", {
        **drawn, "TRUTH": town["patients"], "AREAS": town["county"], "AREA_ID": "id",
        "POPULATION": "people", "LIMIT": 1 / 11, **more,
    })  # fmt: skip


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Where the answer of the attack on the finest picture lies."""
    return tmp_path_factory.mktemp("remedied")


@pytest.fixture(scope="module")
def remedied(run_once, town, told):
    return attacked(
        run_once, town, told, 96, OWN_MM, REPORT=str(told / "report.html"),
        METRICS=str(told / "metrics.json"), PASSING=str(told / "tried.gpkg"),
    )  # fmt: skip


@pytest.mark.slow
def test_the_recommended_picture_passes_and_one_step_finer_does_not(attack_town, remedied, town):
    dpi = remedied["LARGEST_SAFE_DPI"]
    assert remedied["VERDICT"] == "gives_away"
    assert remedied["SAFE_MARKERS"] == "at whole pixels"
    assert 31.75 / 1.1**2 < dpi <= 31.75
    sizes = remedied["SMALLEST_SAFE_SYMBOL_MM"], remedied["LARGEST_SAFE_SYMBOL_MM"]
    assert OWN_MM - 0.2 <= sizes[0] < sizes[1] <= 3.2 * OWN_MM
    for symbol_mm in sizes:
        coarse = attack_town(dpi, symbol_mm, REMEDY=False, MASKED=town["patients"])
        # The file of ground coordinates beside the picture asks for care, and nothing else does.
        assert (coarse["VERDICT"], coarse["EXPOSED"]) == ("with_care", 0), coarse["VERDICT_TEXT"]
        assert coarse["VERDICT_TEXT"].startswith("Besides its pixels, the file says where the map lies")
        assert coarse["RECOVERED"] > 75
        assert attack_town(1.1 * dpi, symbol_mm, REMEDY=False)["VERDICT"] == "gives_away"


@pytest.mark.slow
def test_the_answer_stands_in_report_metrics_and_table(remedied, told, table):
    dpi = remedied["LARGEST_SAFE_DPI"]
    page = (told / "report.html").read_text()
    assert f"would pass at {dpi:g} dpi at most" in page
    assert "names no resolution" not in page
    figures = json.loads((told / "metrics.json").read_text())["figures"]
    assert figures["LARGEST_SAFE_DPI"] == dpi
    rows = table(str(told / "tried.gpkg"))
    passed = [row for row in rows if row["passes"]]
    assert max(row["dpi"] for row in passed) == dpi
    assert all(row["exposed"] == 0 and row["by_attack"] == 0 for row in passed)
    assert any(row["exposed"] > 0 for row in rows)


@pytest.mark.slow
def test_an_attack_that_fails_does_not_make_a_finer_picture_safe(remedied, attack_town, monkeypatch):
    from geodeid_plugin.core.base.errors import InputError
    from geodeid_plugin.core.mapimage.reidentify import remedy

    def blind(rgb):
        raise InputError("picture.dots.none", "No dots.")

    monkeypatch.setattr(remedy, "find_dots", blind)
    assert attack_town(96, OWN_MM)["LARGEST_SAFE_DPI"] == remedied["LARGEST_SAFE_DPI"]


@pytest.mark.slow
def test_where_nothing_passes_the_report_says_to_move_the_dots(attack_town, town, tmp_path):
    result = attack_town(96, OWN_MM, LIMIT=0.001, REPORT=str(tmp_path / "report.html"))
    assert result["LARGEST_SAFE_DPI"] is None
    assert "No picture of this page passes" in (tmp_path / "report.html").read_text()


def test_a_picture_that_passes_needs_no_other(attack_town, tmp_path, table):
    result = attack_town(96, OWN_MM, LIMIT=0.999, PASSING=str(tmp_path / "tried.gpkg"))
    assert result["LARGEST_SAFE_DPI"] is None
    assert table(str(tmp_path / "tried.gpkg")) == []


@pytest.mark.slow
def test_the_deaths_on_snow_s_printed_map_are_read_back_from_its_bars(run, real_data, table, tmp_path):
    picture = real_data("snow1854/snowmap_1854.tif")
    deaths = f"{real_data('snow1854/snow_points.gpkg')}|layername=deaths"
    result = run("mapreidentification", {
        "IMAGE": str(picture), "TRUTH": deaths, "MARKS": "bars",
        "OUTPUT": str(tmp_path / "o.gpkg"),
    })  # fmt: skip
    assert result["RECALL"] > 0.6
    assert result["PRECISION"] > 0.35
    assert result["MEAN_DISTANCE_M"] < 4
    assert result["VERDICT"] == "gives_away"
    assert len(table(str(tmp_path / "o.gpkg"))) > 250


def test_a_picture_without_dots_has_every_figure_for_the_report_on_the_publication(
    run, layer, grid, tmp_path
):
    picture, file = tmp_path / "white.png", tmp_path / "metrics.json"
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    image.save(str(picture))
    people = layer("Point", [("POINT(-74.95 45.05)", [1])], ["id:integer"])
    given = {"IMAGE": str(picture), "OUTLINE": grid(), "TRUTH": people, "METRICS": str(file)}
    assert run("mapreidentification", given)["VERDICT"] == "not_judged"
    figures = json.loads(file.read_text("utf-8"))["figures"]
    assert all(figures[name] is None for name in ("RECALL", "RECOVERED", "EXPOSED", "MEAN_DISTANCE_M"))
